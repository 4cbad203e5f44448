"""Golden games of the Wizard's Tower (see playthrough.py), and that compiled and plain rules play the same to the byte."""

from __future__ import annotations

from pathlib import Path

import pytest

from castlewise.models.castle_panic.game import CastlePanic
from castlewise.models.castle_panic.notation import read_line
from castlewise.models.castle_panic.rule_set import read_rules
from castlewise.models.game_record import GameRecord, read_record, replay
from counted import Counted, count, read_counted
from playthrough import LARGEST_FILE, read_header, told_again
from random_play import same_game_to_the_byte

FILES = sorted(Path(__file__).with_name("playthroughs").glob("*.txt"))
COUNTED = Path(__file__).with_name("conformance.txt")


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_game_of_the_wizards_tower_plays_through_to_the_letter(file: Path) -> None:
    text = file.read_text()
    assert told_again(CastlePanic(read_rules(read_header(text)[0]), compiled=False), text) == text
    assert file.stat().st_size <= LARGEST_FILE


def test_every_counted_position_of_the_wizards_tower_has_its_counts() -> None:
    counted = read_counted(COUNTED.read_text())
    found = [Counted(entry.line, count(read_line(entry.line, compiled=False), len(entry.counts))) for entry in counted]
    assert [str(entry) for entry in found] == [str(entry) for entry in counted]
    assert [str(read_line(entry.line, compiled=False)) for entry in counted] == [entry.line for entry in counted]


@pytest.mark.compiled
def test_compiled_and_plain_play_the_same_games_of_the_wizards_tower_to_the_byte() -> None:
    for rules in ("players=1", "players=4,growing-fire,too-quiet", "players=3,master-slayer,monster-recycling,not-over-yet,death-benefit"):
        fast, plain = (CastlePanic(read_rules(f"{rules},wizards-tower"), compiled=compiled) for compiled in (True, False))
        for seed in range(3):
            same_game_to_the_byte(fast, plain, seed)


def test_a_recorded_game_of_the_wizards_tower_replays_exactly() -> None:
    game = CastlePanic(read_rules("players=2,wizards-tower"), compiled=False)
    position, source = game.start(), game.source(7)
    record = GameRecord.begin(game, position, seed=7)
    while not position.is_over:
        move = game.sample(position, source) if position.is_chance else game.choices(position)[0]
        record.add(position, move)
        position = game.apply(position, move)
    text = record.finish(position)
    replayed = list(replay(read_record(text)))
    assert bytes(replayed[-1]) == bytes(position)
    assert len(replayed) == len(text.splitlines()) - 1
