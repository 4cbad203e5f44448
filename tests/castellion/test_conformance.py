"""The counted positions of conformance.txt (see counted.py); `python tests/regenerate.py` counts again and says what changed."""

from __future__ import annotations

from pathlib import Path

import pytest

from castellion.test_differential import NODES, PURPOSES
from castlewise.models.castellion import stages
from castlewise.models.castellion.game import REASONS
from castlewise.models.castellion.notation import read_line
from castlewise.models.castellion.rule_set import APPENDICES, LEVELS, PANTRIES
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


def test_counted_positions_show_every_stage_level_appendix_and_pantry() -> None:
    positions = [read_line(entry.line, compiled=False) for entry in read_counted(FILE.read_text())]
    assert len(positions) >= 60
    assert {p.state.stage for p in positions} == {*NODES, stages.OVER}
    assert {p.state.purpose for p in positions} == {0, *PURPOSES}
    assert {p.state.outcome for p in positions} == {stages.UNDECIDED, *REASONS}
    assert {p.rule_set.level for p in positions} == set(LEVELS)
    assert {p.rule_set.players for p in positions} == {1, 2}
    assert {p.rule_set.appendix for p in positions} == {"", *APPENDICES}
    assert {p.rule_set.pantry for p in positions} == {"", *PANTRIES}
