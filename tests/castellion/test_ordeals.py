"""Exams and Simulations: what each asks for, what becomes of the castle; premature encounters and the end of the tiles.

Assaults are in test_expert.py, ordeals of two players in test_two_players.py.
"""

from __future__ import annotations

from typing import Any

import pytest

from castellion.arrange import CASTLES, FULL, NO_FORMATIONS, NO_FOUNDATION, WON, arrange, draw, drawn, named, options, play, result, shaped
from castlewise.models.castellion.position import Position
from castlewise.models.castellion.rule_set import LEVELS

ASKED = [  # level, number of the ordeal, card
    ("introductory", 1, "1T1B1L"),
    *(("introductory", 3, card) for card in ("3T2B", "3B2L", "2T3L")),
    ("base", 1, "1T1B1L"),
    *(("base", 2, card) for card in ("2T2B", "2B2L", "2T2L")),
    *(("base", 3, card) for card in ("3T2B", "3B2L", "2T3L")),
]
ALL_OF_THEM = shaped(CASTLES["3T2B1L"])
FIVE_COLUMNS = {  # the formations are there, a foundation tile is not
    "1T1B1L": "p . . . .\np c c . .\np c c . .\np s s s s",
    "2T2B": "p s j j .\np s j j .\np s c c .\np s c c p",
    "3T2B": "p s c p p\np s c p p\np s c j j\np s c j j",
    "3B2L": "j j . . .\nj j . . .\nc c p p .\nc c p p .\ns s s s .\np p p p c",
}


def encounter(level: str, castle: str, number: int, card: str = "", **more: Any) -> Position:
    """Place the last Traitor that an ordeal takes."""
    cards = [known.cards[0].text.replace("-", " ") for known in LEVELS[level]]
    cards[number - 1] = card or cards[number - 1]
    traitors = LEVELS[level][number - 1].traitors - 1
    position = arrange(level, castle, hand="tr", met=number - 1, traitors=traitors, ordeals=tuple(cards), **more)
    return position if level == "introductory" else play(position, "place-traitor")


@pytest.mark.parametrize(("level", "number", "card"), ASKED)
def test_an_ordeal_is_passed_with_its_formations_and_a_complete_foundation(level: str, number: int, card: str) -> None:
    castle = shaped(CASTLES[card])
    position = encounter(level, castle, number, card)
    assert (draw(position), position.discards) == (drawn(castle), [])
    assert (position.met, position.traitors, result(position)) == (number, (0, 0), WON if number == 3 else None)


@pytest.mark.parametrize(("level", "number", "card"), ASKED)
def test_an_ordeal_is_failed_if_one_formation_of_any_kind_is_missing(level: str, number: int, card: str) -> None:
    for formation in card[1::2]:
        position = encounter(level, shaped(CASTLES[card], without=formation), number, card)
        assert (result(position), position.met) == (NO_FORMATIONS, number - 1), formation


@pytest.mark.parametrize(("level", "number", "card"), [asked for asked in ASKED if asked[2] in FIVE_COLUMNS])
def test_an_ordeal_is_failed_if_the_foundation_is_incomplete(level: str, number: int, card: str) -> None:
    castle = shaped(FIVE_COLUMNS[card])
    assert arrange(level, castle).formations(0) == named(card)
    assert result(encounter(level, castle, number, card)) == NO_FOUNDATION


@pytest.mark.parametrize(("met", "ordeal"), [(0, "Simulation I"), (1, "Simulation II"), (2, "Simulation III")])
def test_each_simulation_is_met_after_three_traitors(met: int, ordeal: str) -> None:
    early = play(arrange("base", ALL_OF_THEM, hand="tr", met=met, traitors=1), "place-traitor")
    assert (early.met, early.traitors) == (met, (2, 0))
    position = play(arrange("base", ALL_OF_THEM, hand="tr", met=met, traitors=1, black_traitors=1), "place-traitor")
    assert (position.met, position.traitors) == (met + 1, (0, 0)), ordeal


def test_exam_ii_destroys_the_foundation_and_the_second_row_becomes_the_first() -> None:
    castle = ".. pt .. .. .. ..\nss ps cs js ss ps\nst pc ct jc st pc"
    position = encounter("introductory", castle, 2)
    assert draw(position) == ".. pt .. .. .. ..\nss ps cs js ss ps"
    assert position.discards == ["seer triangle", "seer triangle", "chameleon triangle", "juggler circle", "pyro circle", "pyro circle"]
    assert (position.met, position.traitors, result(position)) == (2, (0, 0), None)


@pytest.mark.parametrize("gap", [1, 3, 6])
def test_exam_ii_is_failed_if_the_new_foundation_is_incomplete(gap: int) -> None:
    second_row = ["p" if column != gap else "." for column in range(1, 7)]
    castle = shaped(" ".join(second_row) + "\ns c j p s c")
    position = encounter("introductory", castle, 2)
    assert (result(position), position.met) == (NO_FOUNDATION, 1)
    assert (draw(position), position.discards) == (drawn(castle), [])  # left as it stood, for everyone to see


def test_exam_ii_asks_for_no_formation() -> None:
    castle = shaped("s c j p s c\nj p s c j p")
    assert arrange(castle=castle).formations(0) == (0, 0, 0)
    assert encounter("introductory", castle, 2).met == 2


@pytest.mark.parametrize("level", ["introductory", "base"])
def test_formations_required_are_at_least_so_many(level: str) -> None:
    assert encounter(level, ALL_OF_THEM, 1).met == 1
    assert result(encounter(level, ALL_OF_THEM, 3)) == WON


def test_a_complete_castle_meets_simulation_after_simulation() -> None:
    position = arrange("base", shaped(FULL, without="F"), hand="ss")
    assert result(play(position, "place@6")) == NO_FORMATIONS  # Simulation I is passed and leaves the castle full: II follows
    assert play(position, "place@6").met == 1
    easy = arrange("base,ordeal2=1B,ordeal3=1L", shaped(FULL, without="F"), hand="ss")
    assert result(play(easy, "place@6")) == WON


# ---- Premature encounters ----


@pytest.mark.parametrize("level", ["base", "expert"])
@pytest.mark.parametrize(
    "moment",
    [{}, {"hand": "st"}, {"hand": "st", "received": True}, {"hand": "tr"}, {"hand": "tb"}, {"revealed": "st tr"}],
    ids=["before drawing", "a tile drawn", "a tile recovered or received", "a Traitor", "a black-bordered Traitor", "tiles revealed"],
)
def test_premature_encounter_is_offered_whenever_a_player_decides_about_a_tile(level: str, moment: dict[str, Any]) -> None:
    position = arrange(f"{level},ordeal1=1T1B1L,ordeal2=2T", ALL_OF_THEM, traitors=1, **moment)
    after = play(position, "meet")
    assert (after.met, after.traitors) == (1, (0, 0))
    assert (after.hand, after.revealed, after.player) == (position.hand, position.revealed, position.player)
    assert options(after) == options(position)
    assert play(after, "meet").met == 2


@pytest.mark.parametrize("moment", [{}, {"hand": "st"}, {"hand": "st", "received": True}, {"revealed": "st"}])
def test_premature_encounter_is_not_offered_at_the_introductory_level(moment: dict[str, Any]) -> None:
    assert "meet" not in options(arrange("introductory", ALL_OF_THEM, **moment))


def test_premature_encounter_can_be_lost() -> None:
    assert result(play(arrange("base", "st"), "meet")) == NO_FORMATIONS


@pytest.mark.parametrize(
    ("hand", "moves"),
    [
        ("st", ["power"]),
        ("st", ["power", "reveal.safe", "tile.ps"]),
        ("ct", ["power"]),
        ("jt", ["power"]),
        ("pt", ["power"]),
        ("pt", ["power", "destroy@1.1"]),
        ("tr", ["discard-traitor"]),
    ],
)
def test_premature_encounter_is_not_offered_in_the_middle_of_an_effect(hand: str, moves: list[str]) -> None:
    position = arrange("base", ALL_OF_THEM, hand=hand, discards="pt jt")
    assert "meet" in options(position)
    position = play(position, *moves)
    assert options(position)
    assert "meet" not in options(position)


# ---- All tiles have been played ----


@pytest.mark.parametrize("level", ["introductory", "base"])
def test_when_the_last_tile_is_played_the_ordeals_to_come_are_met_in_their_order(level: str) -> None:
    rules = "introductory,ordeal2=2T2B" if level == "introductory" else "base"
    position = arrange(rules, ALL_OF_THEM, hand="st", safe="", standard="", traitors=1)
    assert result(position) is None
    position = play(position, "discard")
    assert (result(position), position.met) == (WON, 3)
    two_towers = CASTLES["3T2B1L"].replace("cT", ".")
    lost = play(arrange(rules, shaped(two_towers), hand="st", safe="", standard=""), "discard")
    assert (result(lost), lost.met) == (NO_FORMATIONS, 2)


def test_tiles_that_are_still_revealed_are_played_before_the_ordeals_are_met() -> None:
    position = play(arrange("base", ALL_OF_THEM, hand="st", safe="", standard="", revealed="ps"), "discard")
    assert options(position) == {"take.ps", "meet"}
    assert result(play(position, "take.ps", "discard")) == WON


def test_one_pile_left_keeps_the_game_going() -> None:
    for safe, standard in (("ps", ""), ("", "ps")):
        assert result(play(arrange("base", "st", hand="ct", safe=safe, standard=standard), "discard")) is None
