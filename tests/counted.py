"""Counted positions, as chess programs count with perft: how many sequences of moves there are, and how many different States they lead to.

Each game has a conformance.txt with a position and its counts on a line; it is for other implementations too.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Counted:
    line: str
    counts: tuple[str, ...]  # "sequences/states" for 1, 2, ... plies

    def __str__(self) -> str:
        return " ".join([self.line, *self.counts])


def read_counted(text: str) -> list[Counted]:
    entries = [line.split() for line in text.splitlines() if line and not line.startswith("#")]
    return [Counted(line, tuple(counts)) for line, *counts in entries]


def count(position: Any, plies: int) -> tuple[str, ...]:
    """Sequences of so many moves, choices and outcomes alike, and the different States after them; none goes on after the end."""
    game = position.game
    states = {bytes(position): position}
    ways = Counter({bytes(position): 1})
    counts = []
    for _ in range(plies):
        reached: dict[bytes, Any] = {}
        ways_there: Counter[bytes] = Counter()
        for key, here in states.items():
            for move in game.moves(here):
                after = game.apply(here, move)
                reached[bytes(after)] = after
                ways_there[bytes(after)] += ways[key]
        states, ways = reached, ways_there
        counts.append(f"{sum(ways.values())}/{len(states)}")
    return tuple(counts)
