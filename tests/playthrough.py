"""Whole games to the letter: every State, who moves, everything that can happen, what happened, in words.

What a newcomer would get wrong: the moves of a playthrough are read from its file, so that a better policy changes none of them. Chance is
drawn again from the seed in the header. `python tests/regenerate.py` writes the files anew after a change of the rules or the notation.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from castlewise.models.contract import Game, Node, mover_name

MOVE = "> "
LARGEST_FILE = 150_000


def header(game: Game[Any], seed: int) -> str:
    return f"{game.name} {game.summary()['rules']}\nseed {seed}\n"


def read_header(text: str) -> tuple[str, int]:
    """Rules and seed."""
    game, seed, *_ = text.splitlines()
    return game.partition(" ")[2], int(seed.removeprefix("seed "))


def moves_in(text: str) -> list[str]:
    return [line.removeprefix(MOVE).split()[0] for line in text.splitlines() if line.startswith(MOVE)]


def node_shown(game: Game[Any], position: Any) -> str:
    """A node: the line, whose it is and what is possible, outcomes with their weights; or the result."""
    lines = ["", str(position)]
    if game.node(position) is Node.CHOICE:
        listed = " ".join(game.short(position, move) for move in game.choices(position))
        lines.append(f"choice of {mover_name(game, position)}: {listed}")
    elif game.node(position) is Node.CHANCE:
        lines.append("chance: " + " ".join(f"{weight}*{game.short(position, outcome)}" for outcome, weight in game.outcomes(position)))
    else:
        result = game.result(position)
        assert result is not None
        winners = ", ".join(f"player {player + 1}" for player in result.winners)
        lines.append(f"{'won' if result.won else 'lost'}: {result.reason}" + (f"; winners: {winners}" if winners else ""))
    return "\n".join(lines) + "\n"


def told(game: Game[Any], seed: int, choose: Callable[[Any], int]) -> Iterator[str]:
    """A whole game, with somebody to choose the moves."""
    source = game.source(seed)
    position = game.start()
    yield header(game, seed)
    yield node_shown(game, position)
    while game.node(position) is not Node.OVER:
        move = game.sample(position, source) if game.node(position) is Node.CHANCE else choose(position)
        yield f"{MOVE}{game.short(position, move)}  {game.describe(position, move)}\n"
        position = game.apply(position, move)
        yield node_shown(game, position)


def told_again(game: Game[Any], text: str) -> str:
    """The game whose choices a playthrough tells, chance drawn anew."""
    remaining = moves_in(text)[::-1]
    parts = []

    def next_told(position: Any) -> int:
        return game.read_move(position, remaining[-1])

    for part in told(game, read_header(text)[1], next_told):
        if part.startswith(MOVE):
            remaining.pop()
        parts.append(part)
        if not remaining and not part.startswith(MOVE):
            break
    return "".join(parts)
