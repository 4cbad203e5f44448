"""Games played at random, for the tests that need positions of every sort."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any


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
