"""Counted positions, as chess programs count with perft: how many sequences of moves there are, and how many different States they lead to.

The counts are in conformance.txt, for other implementations too; `python tests/regenerate.py` counts again and says what changed.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import pytest

from castlewise.models.castle_panic import stages
from castlewise.models.castle_panic.notation import read_line
from castlewise.models.castle_panic.position import Position
from castlewise.models.castle_panic.position_draft import OUTCOMES, STAGES
from castlewise.models.castle_panic.rule_set import OPTIONS

FILE = Path(__file__).with_name("conformance.txt")


@dataclass(frozen=True)
class Counted:
    line: str
    counts: tuple[str, ...]  # "sequences/states" for 1, 2, ... plies

    def __str__(self) -> str:
        return " ".join([self.line, *self.counts])


def read_counted(text: str) -> list[Counted]:
    entries = [line.split() for line in text.splitlines() if line and not line.startswith("#")]
    return [Counted(line, tuple(counts)) for line, *counts in entries]


def count(position: Position, plies: int) -> tuple[str, ...]:
    """Sequences of so many moves, choices and outcomes alike, and the different States after them; none goes on after the end."""
    game = position.game
    states = {bytes(position): position}
    ways = Counter({bytes(position): 1})
    counts = []
    for _ in range(plies):
        reached: dict[bytes, Position] = {}
        ways_there: Counter[bytes] = Counter()
        for key, here in states.items():
            for move in game.choices(here) or [outcome for outcome, _ in game.outcomes(here)]:
                after = game.apply(here, move)
                reached[bytes(after)] = after
                ways_there[bytes(after)] += ways[key]
        states, ways = reached, ways_there
        counts.append(f"{sum(ways.values())}/{len(states)}")
    return tuple(counts)


@pytest.mark.parametrize("compiled", [False, pytest.param(True, marks=pytest.mark.compiled)])
def test_every_counted_position_has_its_counts(compiled: bool) -> None:
    counted = read_counted(FILE.read_text())
    found = [Counted(entry.line, count(read_line(entry.line, compiled=compiled), len(entry.counts))) for entry in counted]
    assert [str(entry) for entry in found] == [str(entry) for entry in counted]


def test_counted_positions_are_written_as_write_line_writes_them() -> None:
    lines = [entry.line for entry in read_counted(FILE.read_text())]
    assert [str(read_line(line, compiled=False)) for line in lines] == lines
    assert len(lines) == len(set(lines))


def test_counted_positions_show_every_stage_option_and_number_of_players() -> None:
    positions = [read_line(entry.line, compiled=False) for entry in read_counted(FILE.read_text())]
    assert len(positions) >= 40
    assert {int(p.state.stage) for p in positions} == {stage for stage in STAGES.values() if stage < stages.FIRST_PASSING} | {stages.OVER}
    assert {int(p.state.outcome) for p in positions} == {stages.UNDECIDED, *OUTCOMES.values()}
    assert {p.rule_set.players for p in positions} == set(range(1, 7))
    assert {p.rule_set.edition for p in positions} == {1, 2}
    assert {option for option in OPTIONS for p in positions if getattr(p.rule_set, option.replace("-", "_"))} == set(OPTIONS)
