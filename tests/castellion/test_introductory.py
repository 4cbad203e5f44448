"""The School of Architects: Traitors and when an Exam comes, and what this level does not have yet. Exams themselves are in test_ordeals.py."""

from __future__ import annotations

import pytest

from castellion.arrange import CASTLES, FULL, NO_FORMATIONS, NO_FOUNDATION, WON, arrange, draw, drawn, options, play, result, shaped
from castlewise.models.castellion.tiles import FACTIONS

READY = shaped(CASTLES["3T2B1L"])
SECOND_ROW_COMPLETE = shaped("p s c j p s\ns c j p s c\nc j p s c j")


@pytest.mark.parametrize(("tile", "beside"), [("tr", (2, 1)), ("tb", (1, 2))])
@pytest.mark.parametrize("met", [0, 2])
def test_a_traitor_is_placed_beside_the_lowest_ordeal_and_nothing_else_happens(met: int, tile: str, beside: tuple[int, int]) -> None:
    position = arrange(castle="st ps", met=met, traitors=1, black_traitors=1)
    after = play(position, "draw.standard", f"tile.{tile}")
    assert (after.traitors, after.met, after.hand) == (beside, met, None)
    assert (draw(after), after.discards, len(after.standard)) == ("st ps", [], 71)
    assert options(after) == {"draw.safe", "draw.standard"}


@pytest.mark.parametrize(("met", "needed"), [(0, 5), (1, 2), (2, 5)], ids=["Exam I", "Exam II", "Exam III"])
@pytest.mark.parametrize("tile", ["tr", "tb"])
def test_an_exam_is_met_once_its_number_of_traitors_lies_beside_it(met: int, needed: int, tile: str) -> None:
    castle = SECOND_ROW_COMPLETE if met == 1 else READY
    early = play(arrange(castle=castle, met=met, black_traitors=needed - 2), "draw.standard", f"tile.{tile}")
    assert (early.met, sum(early.traitors), draw(early)) == (met, needed - 1, drawn(castle))
    position = play(arrange(castle=castle, met=met, black_traitors=needed - 1), "draw.standard", f"tile.{tile}")
    assert (position.met, position.traitors) == (met + 1, (0, 0))
    assert result(position) == (WON if met == 2 else None)


def test_a_passed_exam_and_its_traitors_leave_the_game() -> None:
    position = play(arrange(castle=READY, traitors=3, black_traitors=1, standard="st 2tr tb"), "draw.standard", "tile.tr")
    assert (position.met, position.traitors, position.discards) == (1, (0, 0), [])
    assert position.standard == ["seer triangle", "traitor", "black traitor"]
    position = play(position, "draw.standard", "tile.tb")
    assert (position.met, position.traitors) == (1, (0, 1))  # the next one lies beside Exam II


# ---- A complete castle ----


@pytest.mark.parametrize("traitors", [0, 4])
def test_completing_the_castle_meets_exam_i_and_then_exam_ii_in_one_go(traitors: int) -> None:
    position = arrange(castle=shaped(FULL, without="F"), hand="ss", traitors=traitors)
    assert "place@6" in options(position)
    position = play(position, "place@6")
    assert (position.met, position.traitors, result(position)) == (2, (0, 0), None)
    assert draw(position) == "\n".join(drawn(shaped(FULL)).splitlines()[:-1])  # the foundation is gone, five rows are left
    assert sorted(position.discards) == sorted(
        ["pyro triangle", "seer square", "chameleon circle", "juggler triangle", "chameleon square", "juggler circle"]
    )
    assert options(position) == {"draw.safe", "draw.standard"}


def test_a_castle_of_35_tiles_meets_nothing() -> None:
    one_missing = FULL.replace("j s c", "j . c").replace("s j p c", "s jG p c").replace("sF", "s")
    position = arrange(castle=shaped(one_missing, without="G"), hand=shaped(FULL).split()[7])
    assert options(position) == {"place@2", "discard"}
    position = play(position, "place@2")
    assert (position.met, sum(map(len, position.castle)), result(position)) == (0, 35, None)


def test_completing_the_castle_without_the_formations_of_exam_i_loses() -> None:
    without_a_line = FULL.replace("p j s s s s", "p j s s c s")
    assert result(play(arrange(castle=shaped(without_a_line, without="F"), hand="ss"), "place@6")) == NO_FORMATIONS


def test_completing_the_castle_before_exam_ii_meets_only_exam_ii() -> None:
    position = play(arrange(castle=shaped(FULL, without="F"), hand="ss", met=1, traitors=1), "place@6")
    assert (position.met, position.traitors, sum(map(len, position.castle))) == (2, (0, 0), 30)


@pytest.mark.parametrize(("card", "outcome"), [("3T2B", NO_FORMATIONS), ("1T1B1L", WON)])
def test_completing_the_castle_before_exam_iii_decides_the_game(card: str, outcome: object) -> None:
    rules = "introductory" if card == "3T2B" else "introductory,ordeal3=1T1B1L"
    position = arrange(rules, shaped(FULL, without="F"), hand="ss", met=2)
    assert result(play(position, "place@6")) == outcome


# ---- What this level does not have ----


@pytest.mark.parametrize("faction", FACTIONS)
def test_discarding_a_defender_uses_no_power(faction: str) -> None:
    position = arrange(castle=shaped("s c\nj p"), hand=f"{faction[0]}c", discards="pc")
    assert {option for option in options(position) if not option.startswith("place@")} == {"discard"}


def test_no_exam_is_met_before_its_time_and_no_traitor_discarded() -> None:
    assert options(arrange(castle=READY)) == {"draw.safe", "draw.standard"}
    assert "meet" not in options(arrange(castle=READY, hand="st"))
    assert arrange(castle=READY, hand="tr").traitors == (1, 0)  # it was placed, nobody was asked


def test_traitors_beside_exam_i_do_not_count_for_exam_ii() -> None:
    position = play(arrange(castle=READY, traitors=4), "draw.standard", "tile.tr", "draw.standard", "tile.tr")
    assert (position.met, position.traitors, result(position)) == (1, (1, 0), None)
    assert result(play(position, "draw.standard", "tile.tr")) == NO_FOUNDATION  # Exam II: the second row has a gap
