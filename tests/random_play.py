"""Games played at random, for the tests that need positions of every sort."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

from castlewise.models.contract import Node


def steps(start: Any, seed: int, most: int, choose: Callable[[random.Random, Any], int]) -> Iterator[tuple[Any, int, Any]]:
    """Each position of a game with the move made there and what came of it; `choose` decides, chance does the rest."""
    rng = random.Random(seed)
    position, game = start, start.game
    source = game.source(seed)
    for _ in range(most):
        if position.is_over:
            return
        move = game.sample(position, source) if position.is_chance else choose(rng, position)
        after = game.apply(position, move)
        yield position, move, after
        position = after


def by_their_lines(found: dict[str, Any], position: Any) -> None:
    """Keep a position under its line, which must be its own."""
    known = found.setdefault(str(position), position)
    assert known == position, "two positions share a line"


def same_game_to_the_byte(fast: Any, plain: Any, seed: int) -> None:
    """One game played by compiled and by plain rules: every position, list and draw is the same."""
    a, b = fast.start(), plain.start()
    source_a, source_b = fast.source(seed), plain.source(seed)
    steps = 0
    while plain.node(b) is not Node.OVER:
        assert bytes(a) == bytes(b)
        if plain.node(b) is Node.CHANCE:
            assert fast.outcomes(a) == plain.outcomes(b)
            picked = plain.sample(b, source_b)
            assert fast.sample(a, source_a) == picked
        else:
            choices = plain.choices(b)
            assert fast.choices(a) == choices
            picked = choices[(steps + seed) * 7 % len(choices)]
        a, b = fast.apply(a, picked), plain.apply(b, picked)
        steps += 1
    assert bytes(a) == bytes(b)
