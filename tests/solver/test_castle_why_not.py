"""Conflicts are conflicts and minimal, repairs repair and are as small as can be, and both are told in the game's words."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations_with_replacement

import pytest

from castellion.castle_oracle import supply
from castellion.small_castles import small_castle
from castlewise.models.castellion.castle_question import EVERY_TILE, CastleQuestion
from castlewise.models.castellion.castle_smt import CastleModel
from castlewise.models.castellion.ordeals import Ordeal
from castlewise.models.castellion.tiles import DEFENDERS
from castlewise.solver.castellion.building_replay import replay_building
from castlewise.solver.castellion.castle_smt_answers import meet
from castlewise.solver.castellion.castle_why_not import WhyNot, find_tiles, why_not
from castlewise.solver.conflict import is_minimal_conflict
from castlewise.solver.deadline import Deadline
from castlewise.solver.verdict import Outcome

IMPOSSIBLE = [seed for seed in range(40) if small_castle(seed)[1] is None and not small_castle(seed)[0].powers]


def sentences(found: WhyNot) -> tuple[tuple[str, ...], tuple[str, ...]]:
    assert found.conflict is not None
    assert found.conflict.minimal
    return found.conflict.wanted, found.conflict.rules


def more(question: CastleQuestion, tiles: tuple[int, ...]) -> CastleQuestion:
    return replace(question, left=tuple(count + tiles.count(kind) for kind, count in enumerate(question.left)))


@pytest.mark.parametrize("seed", IMPOSSIBLE)
def test_conflicts_are_unsatisfiable_and_without_any_sentence_satisfiable(seed: int) -> None:
    question, _ = small_castle(seed)
    conflict = why_not(question, seconds=60).conflict
    assert conflict is not None
    assert conflict.minimal
    assert is_minimal_conflict(CastleModel(question, explain=True), conflict, Deadline(60))


@pytest.mark.parametrize("seed", IMPOSSIBLE)
def test_repairs_repair(seed: int) -> None:
    question, _ = small_castle(seed)
    for repair in why_not(question, seconds=60).repairs:
        assert repair.question == more(replace(question, ordeals=repair.question.ordeals), repair.tiles)
        replay_building(repair.question, repair.building)
        assert bool(repair.tiles) is (repair.question.ordeals == question.ordeals)


def test_no_fewer_tiles_would_do() -> None:
    question = CastleQuestion((Ordeal(towers=1),), width=3, height=5, castle=((0, 1), (3, 3, 0, 4), (6,)), left=supply(sc=3, st=2))
    repairs, _ = find_tiles(question, Deadline(60))
    assert {len(repair.tiles) for repair in repairs} == {3}
    assert len({repair.tiles for repair in repairs}) == len(repairs)
    for tiles in combinations_with_replacement(range(DEFENDERS), 2):
        if all(question.left[kind] + tiles.count(kind) <= EVERY_TILE[kind] for kind in tiles):
            assert meet(more(question, tiles))[0].outcome is Outcome.IMPOSSIBLE


def test_a_tower_without_a_faction_for_it() -> None:
    question = CastleQuestion((Ordeal(towers=1),), width=2, height=4, left=supply(st=2, ss=1, cc=3, jt=3, pt=3))
    found = why_not(question)
    assert sentences(found) == (
        ("a tower is asked for",),
        (
            "no more than 3 Seers are left",
            "no more than 3 Chameleons are left",
            "no more than 3 Jugglers are left",
            "no more than 3 Pyros are left",
        ),
    )
    assert found.frame == "in a castle 2 wide and 4 high"
    assert {repair.words for repair in found.repairs} == {
        "1 more Seer Square would do",
        "1 more Seer Circle would do",
        "no formations instead of 1T could be met",
    }


def test_more_towers_than_there_is_room_for() -> None:
    found = why_not(CastleQuestion((Ordeal(towers=9),)))
    assert sentences(found) == (("a seventh tower is asked for",), ("a fifth tile of its faction cancels a formation",))
    assert str(found.conflict) == "A seventh tower is asked for; a fifth tile of its faction cancels a formation"
    assert [repair.words for repair in found.repairs] == ["6T instead of 9T could be met"]
    assert "there are no more tiles that could help" in found.verdict.reason


def test_rows_that_go_and_too_few_tiles() -> None:
    found = why_not(CastleQuestion((Ordeal(rows=3),), width=3, left=supply(st=4, cs=4, jc=3)))
    assert sentences(found) == (("the bottom 3 rows go and every column must have a tile above",), ("no more than 11 tiles are left",))
    assert "earthworm 2 instead of earthworm 3 could be met" in {repair.words for repair in found.repairs}


def test_a_column_that_is_in_the_way() -> None:
    question = CastleQuestion((Ordeal(towers=1),), width=1, height=4, castle=((0, 3),), left=supply(ss=2, st=2))
    found = why_not(question)
    assert sentences(found) == (("a tower is asked for",), ("column 1 stands: stct",))
    assert all(not repair.tiles for repair in found.repairs)


def test_shapes_that_may_not_meet() -> None:
    question = CastleQuestion((Ordeal(towers=1),), width=1, height=4, left=supply(st=4))
    assert sentences(why_not(question)) == (
        ("a tower is asked for",),
        (
            "no Chameleon is left",
            "no Juggler is left",
            "no Pyro is left",
            "no Seer Square is left",
            "no Seer Circle is left",
            "above the foundation no tile is placed beside one of its shape",
        ),
    )


def test_an_ordeal_of_a_sequence_is_named() -> None:
    cards = (Ordeal(rows=1), Ordeal(towers=2))
    found = why_not(CastleQuestion(cards, width=2, height=4, left=supply(st=3, ss=3, jt=1, js=1, pc=1)))
    wanted, rules = sentences(found)
    assert wanted == ("a second tower is asked for by the second ordeal",)
    assert rules == (
        "no more than 6 Seers are left",
        "no Chameleon is left",
        "no more than 2 Jugglers are left",
        "no more than 1 Pyro is left",
    )


def test_the_haunted_tile_and_the_pantry_have_their_sentences() -> None:
    castle = ((3,), (0, 1, 0), (4,))
    haunted = CastleQuestion((Ordeal(rows=1),), width=3, castle=castle, haunted=(1, 0))
    assert sentences(why_not(haunted)) == ((), ("column 2 stands: stssst", "the haunted tile must not be destroyed"))
    apart = CastleQuestion((Ordeal(),), width=2, height=1, left=supply(st=1, ft=1, fs=1), pantry=(2,), pantry_apart=True)
    assert sentences(why_not(apart)) == (
        ("exactly 2 Pantry tiles must be in the castle after the ordeal",),
        ("no Pantry tile is placed beside another",),
    )


def test_a_penalty_that_cannot_be_paid() -> None:
    question = CastleQuestion((Ordeal(lines=1, penalty=5),), width=3, height=4, left=supply(st=2, cs=2, jc=3), spares=False)
    assert sentences(why_not(question)) == (
        ("1L is asked for, or 5 tiles are destroyed",),
        ("no more than 7 tiles are left", "all 3 columns must hold a tile when an ordeal is met and after it"),
    )


def test_powers_are_part_of_what_every_sentence_is_about() -> None:
    castle = ((0, 1, 9, 2), (4, 5, 2, 3))
    found = why_not(CastleQuestion((Ordeal(towers=1),), width=2, height=5, castle=castle, left=supply(st=1), powers=1))
    assert found.frame == "in a castle 2 wide and 5 high, with a single power at most"
    wanted, rules = sentences(found)
    assert wanted == ("a tower is asked for",)
    assert "no Juggler is left" in rules
    assert {repair.tiles for repair in found.repairs if repair.tiles} == {(6,), (7,), (8,)}


def test_what_can_be_met_has_no_conflict() -> None:
    found = why_not(CastleQuestion((Ordeal(3, 2),)))
    assert found.verdict.outcome is Outcome.SOLVED
    assert found.conflict is None
    assert not found.repairs


def test_no_time_is_no_answer() -> None:
    found = why_not(CastleQuestion((Ordeal(towers=7),)), seconds=0)
    assert found.verdict.outcome is Outcome.UNKNOWN
    assert found.conflict is None
