"""Skeletons against cases counted by hand, against the oracle, and their castles against the rules."""

from __future__ import annotations

import random

import pytest

from castellion import castle_oracle as oracle
from castellion.arrange import kinds
from castellion.castle_oracle import supply
from castellion.small_castles import small_castle
from castlewise.models.castellion.castle_question import BeyondCastleModel, Building, CastleQuestion, Met, mirrored
from castlewise.models.castellion.ordeals import ASSAULTS, EXAMS, SIMULATIONS, Ordeal, read_ordeal
from castlewise.models.problems import Problems
from castlewise.solver.castellion import skeleton_castle
from castlewise.solver.castellion.building_replay import replay_building
from castlewise.solver.castellion.skeletons import Skeletons, skeletons

PRINTED = {
    card.text.split("-")[0]: card for level in (EXAMS, SIMULATIONS, ASSAULTS) for number in level for card in number.cards if not card.rows
}


def ordeal(text: str) -> Ordeal:
    found = read_ordeal(text, "", Problems())
    assert found is not None
    return found


def count(text: str, width: int, height: int, **left: int) -> int:
    asked = CastleQuestion((ordeal(text),), width, height, left=supply(**left)) if left else CastleQuestion((ordeal(text),), width, height)
    found = skeletons(asked)
    assert found.exact
    return found.count


def named(found: Skeletons) -> set[frozenset[oracle.Formation]]:
    return {frozenset(("TBL"[place.type], place.column, place.row) for place in one.places) for one in found.found}


def check_castles(question: CastleQuestion, found: Skeletons) -> None:
    """The rules find the formations of a skeleton in its castle, and the castle can be built and meets the ordeal."""
    for one in found.found:
        there = oracle.formations(oracle.boards_of(one.castle))
        assert {("TBL"[place.type], place.column, place.row) for place in one.places} <= set(there)
        replay_building(question, Building((Met(one.castle, one.castle),)))


@pytest.mark.parametrize(
    ("text", "width", "height", "expected"),
    [
        ("1T", 1, 4, 1),
        ("1T", 1, 6, 3),
        ("1T", 2, 4, 1),  # left and right are mirror images
        ("1T", 3, 4, 2),
        ("1B", 3, 2, 1),
        ("1B", 4, 2, 2),
        ("1L", 5, 1, 1),
        ("1L", 6, 1, 2),
        ("1L", 6, 2, 4),
        ("2T", 2, 4, 1),
        ("2B", 4, 2, 1),
        ("2B", 5, 2, 2),  # apart with the gap at an end or in the middle; the first two are mirror images
        ("2T", 1, 6, 0),
        ("1T1L", 4, 4, 0),  # a column and a row always cross
        ("1T1L", 5, 4, 4),  # the tower at either end, the line in any row beside it
        ("0T", 3, 3, 1),
        ("0T", 1, 1, 1),
    ],
)
def test_counted_by_hand(text: str, width: int, height: int, expected: int) -> None:
    assert count(text, width, height) == expected


def test_scarce_tiles_rule_skeletons_out() -> None:
    assert count("1T", 3, 4, st=2, sc=2, pt=2) == 2
    assert count("1T", 3, 4, st=2, sc=2, pt=1) == 0  # nothing for the third column
    assert count("1T", 3, 5, st=2, sc=2, pt=3) == 4  # one tile is left to lift the tower with
    assert count("1T", 3, 4, st=3, sc=1, pt=2) == 0  # two triangles would touch
    # Neighbours in different factions: two towers side by side need eight tiles of two factions.
    assert count("2T", 2, 4, st=4, sc=4) == 0
    assert count("2T", 2, 4, st=2, sc=2, pt=2, pc=2) == 1
    # Between two bastions of the same faction another has to stand.
    assert count("2B", 5, 2, st=4, sc=4, pt=1) == 1


def test_an_earthworm_asks_for_rows_and_no_formation() -> None:
    worm = CastleQuestion((Ordeal(rows=1),), 3, 2, left=supply(st=3, ps=2, pc=1))
    assert skeletons(worm).count == 1
    assert skeletons(CastleQuestion((Ordeal(rows=1),), 3, 2, left=supply(st=3, ps=2))).count == 0
    assert skeletons(CastleQuestion((Ordeal(rows=2),), 3, 2)).count == 0


def test_a_standing_castle_has_a_left_and_a_right() -> None:
    tower = CastleQuestion((ordeal("1T"),), 3, 4, kinds("st ss ps"), supply(st=2, ss=2, sc=2, pt=1))
    assert named(skeletons(tower)) == set()  # whichever Seer is built upon, the other one cancels it
    tower = CastleQuestion((ordeal("1T"),), 3, 4, kinds("st ps ps"), supply(st=2, ss=2, sc=2, pt=1))
    assert named(skeletons(tower)) == {frozenset({("T", 0, 0)})}
    symmetric = CastleQuestion((ordeal("1T"),), 3, 4, kinds("st ps st"), supply(st=2, ss=2, sc=2, pt=1))
    assert len(oracle.skeletons(symmetric)) == 2
    assert skeletons(symmetric).count == 1


@pytest.mark.parametrize("aspect", ["plain", "castle", "haunted"])
def test_as_the_oracle_counts_them(aspect: str) -> None:
    some = 0
    for seed in range(24):
        question, _ = small_castle(seed, aspect)
        asked = CastleQuestion(
            question.ordeals[:1], question.width, question.height, question.castle, question.left, haunted=question.haunted
        )
        try:
            expected = oracle.skeletons(asked, 1_500)
        except oracle.TooMany:
            continue
        found = skeletons(asked)
        assert found.exact
        mirror_images = named(found)
        if question.castle == mirrored(question.castle) and (not question.haunted or 2 * question.haunted[0] == len(question.castle) - 1):
            mirror_images |= {
                frozenset((letter, question.width - {"T": 1, "B": 2, "L": 4}[letter] - column, row) for letter, column, row in one)
                for one in mirror_images
            }
        assert mirror_images == expected, asked
        check_castles(asked, found)
        some += bool(expected) and bool(asked.ordeals[0].towers + asked.ordeals[0].bastions + asked.ordeals[0].lines)
    assert some >= 5


def test_cpsat_agrees_where_the_search_loses_patience(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random(2)
    different = 0
    for seed in range(16):
        question, _ = small_castle(seed, rng.choice(["plain", "castle"]))
        asked = CastleQuestion(question.ordeals[:1], question.width, question.height, question.castle, question.left)
        usual = skeletons(asked)
        with monkeypatch.context() as patched:
            patched.setattr(skeleton_castle, "PATIENCE", 1)
            impatient = skeletons(asked)
        assert named(usual) == named(impatient)
        assert usual.exact
        assert impatient.exact
        check_castles(asked, impatient)
        different += any(one.castle != other.castle for one, other in zip(usual.found, impatient.found, strict=True))
    assert different


@pytest.mark.parametrize("text", ["2T", "3B", "3L", "5L", "1T1B1L", "3T2L"])
def test_castles_of_printed_ordeals(text: str) -> None:
    question = CastleQuestion((PRINTED.get(text, ordeal(text)),))
    found = skeletons(question, seconds=60)
    assert found.exact
    assert found.sets <= 15_000
    for one in random.Random(1).sample(found.found, 20):
        check_castles(question, Skeletons((one,), found.sets, True, 0.0))


def test_every_set_of_places_of_a_printed_ordeal_is_a_skeleton() -> None:
    # Sets as counted by another enumeration (blueprint_search.packings); none of them fails for want of factions, shapes or tiles.
    for text, sets, expected in (("1T1B1L", 2300, 1150), ("5T", 1458, 729), ("5B", 1974, 1021), ("5L", 1458, 732), ("2T3L", 1944, 1002)):
        found = skeletons(CastleQuestion((ordeal(text),)), seconds=60)
        assert (found.sets, found.count, found.exact) == (sets, expected, True)


def test_without_time_the_count_is_a_lower_bound() -> None:
    found = skeletons(CastleQuestion((ordeal("3T2B"),)), seconds=0.0)
    assert not found.exact
    assert str(found) == "at least 0"
    assert str(skeletons(CastleQuestion((ordeal("1T1B1L"),)), seconds=60.0)) == "1,150"


def test_a_set_that_was_not_decided_makes_the_count_a_lower_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(skeleton_castle, "PATIENCE", 1)
    monkeypatch.setattr(skeleton_castle, "_ask_cpsat", lambda plan, clock: (None, False))
    assert not skeletons(CastleQuestion((ordeal("1T"),), 1, 4)).exact


def test_progress_is_reported_to_the_end() -> None:
    heard: list[tuple[int, int]] = []
    skeletons(CastleQuestion((ordeal("1T1B1L"),)), 60.0, lambda done, sets: heard.append((done, sets)))
    assert heard[0] == (0, 2300)
    assert heard[-1] == (2300, 2300)
    assert heard == sorted(heard)


def test_what_skeletons_are_not_counted_for() -> None:
    with pytest.raises(BeyondCastleModel, match="one ordeal"):
        skeletons(CastleQuestion((ordeal("1T"), ordeal("1B"))))
    with pytest.raises(BeyondCastleModel, match="one ordeal"):
        skeletons(CastleQuestion((ordeal("1T"),), powers=1))
