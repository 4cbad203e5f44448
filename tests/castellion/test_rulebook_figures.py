"""The figures and examples of the rulebook, as positions that fit their captions."""

from __future__ import annotations

import pytest

from castellion.arrange import (
    CASTLES,
    NO_FORMATIONS,
    NO_FOUNDATION,
    OF_THE_HARPY,
    WON,
    arrange,
    chances,
    draw,
    drawn,
    options,
    pay,
    play,
    result,
    shaped,
)


@pytest.mark.parametrize(
    ("castle", "formations"),
    [
        ("s c j\ns c p\nj c s\np c j", (1, 0, 0)),
        (". . p .\np p p p\ns c s c", (0, 0, 0)),
        ("s s s s\ns s s s", (0, 0, 0)),
    ],
    ids=["1: a tower among other factions", "2: a line with a fifth Pyro above it", "3: eight Seers"],
)
def test_the_examples_of_formations(castle: str, formations: tuple[int, int, int]) -> None:
    assert arrange(castle=shaped(castle)).formations(0) == formations


def test_the_fifth_pyro_of_example_2_is_what_cancels_the_line() -> None:
    assert arrange(castle=shaped("p p p p\ns c s c")).formations(0) == (0, 0, 1)
    assert arrange(castle=shaped(". . s .\np p p p\ns c s c")).formations(0) == (0, 0, 1)


@pytest.mark.parametrize(
    ("castle", "formations", "outcome"),
    [
        ("p . . . .\np . j s .\np j c s j\np s j c s", (1, 0, 0), NO_FORMATIONS),
        (CASTLES["1T1B1L"], (1, 1, 1), None),
    ],
    ids=["failure: one formation and no sixth foundation tile", "success"],
)
def test_exam_i(castle: str, formations: tuple[int, int, int], outcome: object) -> None:
    position = arrange(castle=shaped(castle), traitors=4)
    assert position.formations(0) == formations
    position = play(position, "draw.standard", "tile.tr")
    assert (result(position), position.met) == (outcome, 0 if outcome else 1)


@pytest.mark.parametrize(
    ("castle", "outcome"),
    [("s . . c . .\nc j p s . c\np s c j p s", NO_FOUNDATION), ("s . . c . .\nc j p s j c\np s c j p s", None)],
    ids=["failure: the new foundation has a gap", "success"],
)
def test_exam_ii(castle: str, outcome: object) -> None:
    position = play(arrange(castle=shaped(castle), met=1, traitors=1), "draw.standard", "tile.tr")
    assert (result(position), position.met) == (outcome, 1 if outcome else 2)
    if outcome is None:
        assert draw(position) == "\n".join(drawn(shaped(castle)).splitlines()[:2])


@pytest.mark.parametrize(
    ("castle", "formations", "outcome"),
    [
        ("p s . p p\np s c p p\np s p j j\np s c j j", (2, 2, 0), NO_FORMATIONS),
        (CASTLES["3T2B"], (3, 2, 0), WON),
    ],
    ids=["failure: a tower and a foundation tile are missing", "success"],
)
def test_exam_iii_with_three_towers_and_two_bastions(castle: str, formations: tuple[int, int, int], outcome: object) -> None:
    position = arrange(castle=shaped(castle), met=2, traitors=4, ordeals=("1T1B1L", "earthworm 1", "3T2B"))
    assert position.formations(0) == formations
    assert result(play(position, "draw.standard", "tile.tr")) == outcome


def test_the_harpy_example() -> None:
    position = arrange("expert", shaped(OF_THE_HARPY), hand="tr", met=1, traitors=1)
    assert (position.formations(0), sum(map(len, position.castle))) == ((2, 2, 0), 34)
    position = play(position, "place-traitor")
    assert "card.2.3T-else-32" in chances(position)
    position = pay(play(position, "card.2.3T-else-32"))
    assert (len(position.discards), sum(map(len, position.castle)), len(position.castle)) == (24, 10, 6)
    assert (position.met, position.traitors, options(position)) == (2, (0, 0), {"draw.safe", "draw.standard", "meet"})


def test_the_harpy_example_would_be_lost_without_the_bastions() -> None:
    broken = OF_THE_HARPY.replace("p c c s j j\n    p c c s j j", "p c j s c j\n    p j c s j c")
    position = arrange("expert", shaped(broken), hand="tr", met=1, traitors=1)
    assert (position.formations(0), sum(map(len, position.castle))) == ((2, 0, 0), 34)
    assert result(play(position, "place-traitor", "card.2.3T-else-32")) == NO_FOUNDATION
