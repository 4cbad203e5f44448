"""The counted positions of conformance.txt (see counted.py); `python tests/regenerate.py` counts again and says what changed."""

from __future__ import annotations

from pathlib import Path

import pytest

from castlewise.models.castle_panic import stages
from castlewise.models.castle_panic.notation import read_line
from castlewise.models.castle_panic.position_draft import OUTCOMES, STAGES
from castlewise.models.castle_panic.rule_set import OPTIONS
from counted import Counted, count, read_counted

FILE = Path(__file__).with_name("conformance.txt")


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
