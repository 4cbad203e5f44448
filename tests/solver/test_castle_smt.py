"""What only Z3 is asked: all castles, each once; skeletons; what every castle has in a cell."""

from __future__ import annotations

from dataclasses import replace

import pytest

from castellion.castle_oracle import TooMany, castles_met, supply
from castellion.castle_oracle import skeletons as oracle_skeletons
from castellion.small_castles import small_castle
from castlewise.models.castellion.castle_question import (
    BeyondCastleModel,
    CastleQuestion,
)
from castlewise.models.castellion.ordeals import Ordeal
from castlewise.models.castellion.tiles import STONES
from castlewise.solver.castellion.castle_smt_answers import CellQuestions, castles, skeletons


@pytest.mark.parametrize("seed", range(0, 64, 4))
def test_all_castles_are_found_and_each_once(seed: int) -> None:
    question, _ = small_castle(seed, "castle")
    question = replace(question, ordeals=question.ordeals[:1])
    try:
        wanted = castles_met(question, 600)
    except TooMany:
        pytest.skip("too many castles for the oracle")
    found = castles(question, 3_000)
    assert found.complete
    assert len(found.buildings) == len(wanted)
    assert {building.met[0].castle for building in found.buildings} == wanted
    assert found.unique is (len(wanted) == 1)
    places = skeletons(question, 1_000)
    assert places.complete
    assert set(places.found) == oracle_skeletons(question, 600)


def test_a_castle_may_grow_to_both_sides() -> None:
    question = CastleQuestion((Ordeal(lines=1),), width=5, height=1, castle=((0,), (1,)), left=supply(st=2, cc=1))
    found = castles(question, 10)
    assert found.complete
    assert {building.met[0].castle for building in found.buildings} == {
        ((0,), (0,), (0,), (1,), (5,)),
        ((5,), (0,), (0,), (0,), (1,)),
        ((0,), (0,), (1,), (0,), (5,)),
        ((5,), (0,), (0,), (1,), (0,)),
        ((0,), (1,), (0,), (0,), (5,)),
        ((5,), (0,), (1,), (0,), (0,)),
    }


def test_a_mirror_image_is_no_new_skeleton_if_one_does_not_want_it() -> None:
    question = CastleQuestion((Ordeal(towers=1),), width=3, height=5)
    assert skeletons(question, 100).verdict.value == 6
    assert skeletons(question, 100, mirrored=True).verdict.value == 4
    assert not skeletons(question, 3).complete
    with pytest.raises(BeyondCastleModel):
        skeletons(CastleQuestion((Ordeal(rows=1),)), 1)


@pytest.mark.parametrize("seed", [3, 8, 12, 20, 28, 31])
def test_what_every_castle_has_is_what_the_cells_say(seed: int) -> None:
    question, _ = small_castle(seed, "castle")
    question = replace(question, ordeals=question.ordeals[:1])
    try:
        every = castles_met(question, 600)
    except TooMany:
        pytest.skip("too many castles for the oracle")
    asked = CellQuestions(question)
    assert asked.possible is bool(every)
    for column in range(question.width):
        for row in range(question.height):
            here = {castle[column][row] if row < len(castle[column]) else None for castle in every}
            assert asked.may_be_empty(column, row) is (None in here)
            for kind in range(STONES):
                assert asked.may_be(column, row, kind) is (kind in here)
                assert asked.must_be(column, row, kind) is (here <= {kind})
            for faction in range(4):
                factions = {kind // 3 if kind is not None else None for kind in here}
                assert asked.may_be_of(column, row, faction) is (faction in factions)
                assert asked.must_be_of(column, row, faction) is (factions <= {faction})
    assert {building.met[0].castle for building in asked.buildings()} <= every


def test_no_time_is_no_answer() -> None:
    assert CellQuestions(CastleQuestion((Ordeal(3, 2),)), seconds=0).may_be(0, 0, 0) is None
