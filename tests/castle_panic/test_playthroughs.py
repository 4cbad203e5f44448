"""Golden games of Castle Panic (see playthrough.py)."""

from __future__ import annotations

from pathlib import Path

import pytest

from castlewise.models.castle_panic.game import CastlePanic
from castlewise.models.castle_panic.rule_set import read_rules
from playthrough import LARGEST_FILE, read_header, told_again

FOLDER = Path(__file__).with_name("playthroughs")
FILES = sorted(FOLDER.glob("*.txt"))


@pytest.mark.parametrize("compiled", [False, pytest.param(True, marks=pytest.mark.compiled)], ids=["plain", "compiled"])
@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_game_plays_through_to_the_letter(file: Path, compiled: bool) -> None:
    text = file.read_text()
    assert told_again(CastlePanic(read_rules(read_header(text)[0]), compiled=compiled), text) == text


def test_playthroughs_are_whole_games_won_and_lost() -> None:
    ends = {file.stem: file.read_text().splitlines()[-1] for file in FILES}
    assert len(ends) >= 6
    assert {end.partition(":")[0] for end in ends.values()} == {"won", "lost"}
    assert [file.name for file in FILES if file.stat().st_size > LARGEST_FILE] == []
