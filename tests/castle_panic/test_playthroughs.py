"""Whole games to the letter: every State, who moves, everything that can happen, what happened, in words.

What a newcomer would get wrong: the moves of a playthrough are read from its file, so that a better policy changes none of them. Chance is
drawn again from the seed in the header. `python tests/regenerate.py` writes the files anew after a change of the rules or the notation.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from castlewise.models.castle_panic.game import CastlePanic
from castlewise.models.castle_panic.position import Position
from castlewise.models.castle_panic.rule_set import read_rules
from castlewise.models.contract import TEAM, Node

FOLDER = Path(__file__).with_name("playthroughs")
FILES = sorted(FOLDER.glob("*.txt"))
MOVE = "> "
LARGEST_FILE = 150_000


def header(rules: str, seed: int) -> str:
    return f"castle-panic {rules}\nseed {seed}\n"


def read_header(text: str) -> tuple[str, int]:
    game, seed, *_ = text.splitlines()
    return game.removeprefix("castle-panic "), int(seed.removeprefix("seed "))


def moves_in(text: str) -> list[str]:
    return [line.removeprefix(MOVE).split()[0] for line in text.splitlines() if line.startswith(MOVE)]


def node_shown(position: Position) -> str:
    """A node: the line, whose it is and what is possible, outcomes with their weights; or the result."""
    game = position.game
    lines = ["", str(position)]
    if game.node(position) is Node.CHOICE:
        mover = game.mover(position)
        who = "team" if mover == TEAM else f"player {mover + 1}"
        lines.append(f"choice of {who}: " + " ".join(game.short(position, move) for move in game.choices(position)))
    elif game.node(position) is Node.CHANCE:
        lines.append("chance: " + " ".join(f"{weight}*{game.short(position, outcome)}" for outcome, weight in game.outcomes(position)))
    else:
        result = game.result(position)
        assert result is not None
        winners = ", ".join(f"player {player + 1}" for player in result.winners)
        lines.append(f"{'won' if result.won else 'lost'}: {result.reason}" + (f"; winners: {winners}" if winners else ""))
    return "\n".join(lines) + "\n"


def move_shown(position: Position, move: int) -> str:
    return f"{MOVE}{position.game.short(position, move)}  {position.game.describe(position, move)}\n"


def played_through(text: str, *, compiled: bool | None = None) -> Iterator[str]:
    """The playthrough of the game whose choices a playthrough tells."""
    rules, seed = read_header(text)
    game = CastlePanic(read_rules(rules), compiled=compiled)
    source = game.source(seed)
    position = game.start()
    yield header(rules, seed)
    yield node_shown(position)
    for short in moves_in(text):
        move = game.sample(position, source) if position.is_chance else game.read_move(position, short)
        yield move_shown(position, move)
        position = game.apply(position, move)
        yield node_shown(position)


@pytest.mark.parametrize("compiled", [False, pytest.param(True, marks=pytest.mark.compiled)], ids=["plain", "compiled"])
@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_game_plays_through_to_the_letter(file: Path, compiled: bool) -> None:
    text = file.read_text()
    assert "".join(played_through(text, compiled=compiled)) == text


def test_playthroughs_are_whole_games_won_and_lost() -> None:
    ends = {file.stem: file.read_text().splitlines()[-1] for file in FILES}
    assert len(ends) >= 6
    assert {end.partition(":")[0] for end in ends.values()} == {"won", "lost"}
    assert [file.name for file in FILES if file.stat().st_size > LARGEST_FILE] == []
