"""The oracle for castle questions against cases counted by hand, and against itself."""

from __future__ import annotations

from itertools import product

import pytest

from castellion.arrange import CODES, kinds
from castellion.castle_oracle import TooMany, boards_of, castles_met, effects, fewest, formations, lines_of, skeletons, supply
from castellion.small_castles import ASPECTS, small_castle
from castlewise.models.castellion.castle_question import Castle, CastleQuestion, mirrored, tiles_spent
from castlewise.models.castellion.ordeals import Ordeal
from castlewise.solver.castellion.building_replay import replay_building

TOWER, BASTION, LINE = Ordeal(towers=1), Ordeal(bastions=1), Ordeal(lines=1)


def fewest_tiles(question: CastleQuestion) -> int | None:
    answer = fewest(question)
    return answer and answer[0]


def test_two_triangles_of_a_tower_never_touch() -> None:
    # A triangle, a square, a circle and one more triangle: 12 orders, in 6 of which the triangles touch.
    question = CastleQuestion((TOWER,), 1, 4, left=supply(st=2, ss=1, sc=1))
    assert len(castles_met(question)) == 6
    assert fewest_tiles(question) == 4


def test_a_line_on_the_ground_may_be_of_one_kind() -> None:
    assert castles_met(CastleQuestion((LINE,), 4, 2, left=supply(st=4))) == {kinds("st st st st")}
    assert fewest_tiles(CastleQuestion((LINE,), 5, 2, left=supply(st=4))) is None  # nothing for the fifth column
    assert fewest_tiles(CastleQuestion((LINE,), 5, 2, left=supply(st=4, pt=1))) == 5


def test_shapes_of_a_bastion_on_the_ground() -> None:
    # Only the two tiles on the ground may be alike: both triangles there, or one up and one down, not below each other.
    question = CastleQuestion((BASTION,), 2, 2, left=supply(st=2, ss=1, sc=1))
    both_down = {kinds("ss sc \n st st"), kinds("sc ss \n st st")}
    crosswise = {kinds(text) for text in ("st ss \n sc st", "st sc \n ss st", "ss st \n st sc", "sc st \n st ss")}
    assert castles_met(question) == both_down | crosswise
    assert fewest_tiles(CastleQuestion((BASTION,), 2, 2, left=supply(st=3, ss=1))) is None


def test_a_fifth_tile_cancels_a_tower_and_a_juggler_mends_that() -> None:
    standing = kinds(
        """
        st ..
        ss ..
        sc ..
        st st
        """
    )
    assert fewest_tiles(CastleQuestion((TOWER,), 2, 5, standing, supply(jt=1))) is None
    assert fewest_tiles(CastleQuestion((TOWER,), 2, 5, standing, supply(jt=2))) is None
    # Three Seers over a Pyro and a Seer beside it: exchanging the two on the ground makes a tower.
    standing = ((CODES["ps"], *standing[0][1:]), (CODES["st"],))
    answer = fewest(CastleQuestion((TOWER,), 2, 5, standing, supply(jt=1), powers=1))
    assert answer is not None
    spent, building = answer
    assert spent == 1
    assert [(step.built, step.kind, step.after) for step in building.steps] == [
        (standing, CODES["jt"], ((CODES["st"], *standing[0][1:]), (CODES["ps"],)))
    ]


def test_a_pyro_takes_one_tile_away_and_moves_another() -> None:
    standing = kinds(
        """
        st ..
        ss ..
        pt ..
        sc ss
        """
    )
    question = CastleQuestion((BASTION,), 2, 4, standing, supply(pc=1), powers=1)
    answer = fewest(question)
    assert answer is not None
    # The Pyro between them burns, and the highest Seer goes to the other column.
    assert answer[1].met[0].castle == kinds("ss st \n sc ss")
    assert fewest(CastleQuestion((BASTION,), 2, 4, standing, supply(pc=1))) is None


def test_a_full_castle_is_met_before_a_power_is_used() -> None:
    full = kinds("ps st \n st ss")
    question = CastleQuestion((BASTION,), 2, 2, full, supply(jt=1, st=3), powers=1)
    assert [line.castle for line in lines_of(question)] == [full]


def test_what_an_earthworm_and_a_penalty_leave() -> None:
    standing = kinds("ps st \n st ss")
    assert effects(CastleQuestion((Ordeal(rows=1),), 2, 2), 0, boards_of(standing)) == {boards_of(kinds("ps st"))}
    assert effects(CastleQuestion((Ordeal(rows=2),), 2, 2), 0, boards_of(standing)) == set()
    harpy = CastleQuestion((Ordeal(towers=1, penalty=1),), 2, 2)
    left = {kinds(text) for text in ("ps .. \n st ss", "ps .. \n st st", ".. st \n st ss", ".. st \n ps ss")}
    assert effects(harpy, 0, boards_of(standing)) == {boards_of(one) for one in left}
    assert effects(CastleQuestion((Ordeal(towers=1, penalty=3),), 2, 2), 0, boards_of(standing)) == set()


def test_a_bastion_spares_four_tiles_of_a_penalty() -> None:
    standing = kinds("sc ss \n st st")
    for spares, left in ((True, {boards_of(standing)}), (False, set())):
        assert effects(CastleQuestion((Ordeal(towers=1, penalty=4),), 2, 2, spares=spares), 0, boards_of(standing)) == left


def test_nothing_is_placed_beside_the_haunted_tile() -> None:
    standing = kinds("st ss sc")
    for haunted in (None, (0, 0), (1, 0), (2, 0)):
        question = CastleQuestion((Ordeal(),), 3, 2, standing, supply(pt=1, ps=1, pc=1), haunted=haunted)
        assert castles_met(question) == _second_rows(standing, haunted)


def _second_rows(standing: Castle, haunted: tuple[int, int] | None) -> set[Castle]:
    """By hand: shapes differ from the one below and from the neighbour, each Pyro is there once, and nothing stands on the haunted tile."""
    found = set()
    for tops in product("-tsc", repeat=3):
        placed = [top for top in tops if top != "-"]
        alike = len(set(placed)) < len(placed) or any(top == below for top, below in zip(tops, "tsc", strict=True))
        if not alike and (haunted is None or tops[haunted[0]] == "-"):
            found.add(tuple(below if top == "-" else (*below, CODES["p" + top]) for below, top in zip(standing, tops, strict=True)))
    return found


def test_pantry_tiles_are_counted_after_each_ordeal() -> None:
    left = supply(st=1, ft=1, fs=1)
    for apart, spent in ((False, 2), (True, 3)):
        assert fewest_tiles(CastleQuestion((Ordeal(),), 3, 1, left=(*left[:12], 1, 1, 0), pantry=(2,), pantry_apart=apart)) == 3
        assert fewest_tiles(CastleQuestion((Ordeal(),), 2, 2, left=left, pantry=(2,), pantry_apart=apart)) == spent


def test_skeletons_by_hand() -> None:
    assert skeletons(CastleQuestion((BASTION,), 3, 2, left=supply(st=3, ss=1, pt=1))) == set()
    bastions = skeletons(CastleQuestion((BASTION,), 3, 2, left=supply(st=2, ss=1, sc=1, pt=1)))
    assert bastions == {frozenset({("B", 0, 0)}), frozenset({("B", 1, 0)})}
    assert formations(boards_of(kinds("st ss \n ss st"))) == [("B", 0, 0)]


@pytest.mark.parametrize("aspect", sorted(set(ASPECTS)))
def test_answers_hold_in_the_mirror_and_in_a_replay(aspect: str) -> None:
    answers = set()
    for seed in range(6):
        question, answer = small_castle(seed, aspect)
        answers.add(answer is not None)
        haunted = question.haunted and (len(question.castle) - 1 - question.haunted[0], question.haunted[1])
        turned = CastleQuestion(
            question.ordeals, question.width, question.height, mirrored(question.castle), question.left,
            question.spares, question.powers, question.pantry, question.pantry_apart, haunted,
        )  # fmt: skip
        again = fewest(turned)
        assert (again and again[0]) == (answer and answer[0])
        if answer is None:
            continue
        spent, building = answer
        assert tiles_spent(question, building) == spent
        replay_building(question, building)
    assert answers == {True, False}


def test_a_search_that_grows_too_large_is_no_answer() -> None:
    with pytest.raises(TooMany):
        fewest(CastleQuestion((TOWER,), 4, 4), most=1_000)
