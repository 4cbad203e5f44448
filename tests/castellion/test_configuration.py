"""Ordeals as people type them, and what is refused with its place and what would be right."""

from __future__ import annotations

import pytest

from castellion.arrange import arrange
from castlewise.models.castellion.castle_question import EVERY_TILE, BeyondCastleModel
from castlewise.models.castellion.configuration import configuration_of, read_configuration, read_tiles
from castlewise.models.castellion.ordeals import Ordeal
from castlewise.models.castellion.tiles import STONES
from castlewise.models.problems import InvalidInput, Problems


def texts(ordeals: str) -> list[list[str]]:
    return [[card.text for card in deal] for deal in read_configuration(ordeals).deals]


def refused(ordeals: str, **options: str) -> list[str]:
    with pytest.raises(InvalidInput) as error:
        read_configuration(ordeals, **options)  # type: ignore[arg-type]
    return [str(problem) for problem in error.value.problems]


def test_one_ordeal_or_several_in_their_order() -> None:
    assert texts("3t2b") == [["3T2B"]]
    assert texts("1T1B1L, earthworm 1, 3T2B") == [["1T1B1L", "earthworm-1", "3T2B"]]
    assert texts("2T.2B, 5L else 42") == [["2T", "5L-else-42"], ["2B", "5L-else-42"]]


def test_sets_and_printed_cards_go_by_their_names() -> None:
    assert texts("exam") == [["1T1B1L", "earthworm-1", third] for third in ("3T2B", "3B2L", "2T3L")]
    assert len(texts("simulations")) == 9
    assert len(texts("Assault")) == 64
    assert texts("harpy 2") == texts("Harpy II") == [["3T-else-32"]]
    assert texts("exam 3") == [["3T2B"], ["3B2L"], ["2T3L"]]
    assert texts("earthworm 2") == [["earthworm-2"]]


def test_the_level_follows_from_the_ordeals() -> None:
    levels = {ordeals: read_configuration(ordeals).level for ordeals in ("3T2B", "exam", "simulation", "horde 1", "5L else 42")}
    assert levels == {"3T2B": "introductory", "exam": "introductory", "simulation": "base", "horde 1": "expert", "5L else 42": "expert"}
    assert read_configuration("3T2B", powers=1).level == "base"
    assert read_configuration("3T2B", level="expert").level == "expert"


def test_assumed_cards_are_named() -> None:
    assert read_configuration("exam").assumed == ()
    assert "2T2B (Simulation II, assumed)" in read_configuration("simulation").assumed


def test_what_is_left_is_stated_or_all_that_does_not_stand() -> None:
    assert read_configuration("1T").left == EVERY_TILE
    standing = read_configuration("1T", castle="stps.cc")
    assert standing.castle == ((0, 10), (5,))
    assert sum(standing.left) == 69
    assert (standing.left[0], standing.left[10], standing.left[5]) == (5, 5, 5)
    assert read_configuration("1T", left="210.000.000.003").left == (2, 1, *(0,) * 9, 3, 0, 0, 0)
    assert read_configuration("1T", left="2st ss 3pc").left == (2, 1, *(0,) * 9, 3, 0, 0, 0)
    assert read_configuration("1T", left="2 seer triangle, Seer Square, 3 pyro circles").left == (2, 1, *(0,) * 9, 3, 0, 0, 0)


def test_tiles_in_their_order() -> None:
    problems = Problems()
    assert read_tiles("st 2pc.tr tb", "--tiles", problems) == [0, 11, 11, 15, 16]
    assert read_tiles("seer triangle, traitor", "--tiles", problems) == [0, 15]
    assert problems == []


def test_a_position_asks_about_what_is_still_to_be_met() -> None:
    position = arrange("base", "st ps cc", hand="jt", revealed="2sc", ordeals=("1T1B1L", "2B 2L".replace(" ", ""), "3T2B"), met=1)
    asked = configuration_of(position)
    assert [[card.text for card in deal] for deal in asked.deals] == [["2B2L", "3T2B"]]
    assert asked.castle == ((0,), (10,), (5,))
    s = position.numbers
    in_piles = [int(a) + int(b) for a, b in zip(s.safe, s.standard, strict=True)]
    assert asked.left[6] == in_piles[6] + 1
    assert asked.left[2] == in_piles[2] + 2
    assert len(asked.left) == STONES


def test_a_hidden_card_makes_a_deal_of_each_that_may_lie_there() -> None:
    position = arrange("expert", "st", ordeals=("", "3T else 32", "earthworm 3"))
    assert len(configuration_of(position).deals) == 4


def test_the_pantry_and_the_haunted_tile_come_along() -> None:
    position = arrange("expert,pantry", "st fs cc", pantry="ft fc", met=1)
    assert configuration_of(position).pantry == (4, 6)
    assert configuration_of(position).left[12:] == (1, 0, 1)
    haunted = arrange("expert,cold-sweat", "st ps cc jt js jc", haunted=(3, 1))
    assert configuration_of(haunted).haunted == (2, 0)


@pytest.mark.parametrize("rules", ["base,two-player", "base,prison", "expert,horror"])
def test_what_is_more_than_a_castle_is_no_question_for_the_castle_models(rules: str) -> None:
    configuration = configuration_of(arrange(rules, "st"))
    with pytest.raises(BeyondCastleModel):
        configuration.question(configuration.deals[0])


@pytest.mark.parametrize(
    ("ordeals", "place", "right"),
    [
        ("", "ordeals", '"3T2B"'),
        ("3X2B", "ordeals", '"3T2B"'),
        ("1T,,3T", "ordeals[2]", '"3T2B"'),
        ("1T,2Q,3T", "ordeals[2]", '"earthworm 2"'),
        ("1T,1T,1T,1T", "ordeals", "at most 3"),
        ("12T", "ordeals", "no castle holds more than 9"),
        ("earthworm 9", "ordeals", "expected 1 to 6"),
        ("3T3T", "ordeals", "names T twice"),
    ],
)
def test_bad_ordeals_are_refused_with_the_place_and_what_would_be_right(ordeals: str, place: str, right: str) -> None:
    (problem,) = refused(ordeals)
    assert problem.startswith(f"{place}: ")
    assert right in problem


def test_all_reasons_are_given_at_once() -> None:
    problems = refused("3X", castle="xx.st", left="12", size="9x9", level="basic")
    assert [problem.split(":")[0] for problem in problems] == ["--level", "ordeals", "--size", "--castle", "--left"]
    assert 'did you mean "base"?' in problems[0]


def test_a_castle_beyond_its_limits_is_refused() -> None:
    assert refused("1T", castle="st.st.st", size="2x6") == ["--castle: 3 columns, at most 2"]
    assert refused("1T", castle="stpsst", size="2x2") == ["--castle: 3 tiles in column 1, at most 2"]
    assert refused("1T", castle="ststststststst.ps", size="6x6") != []
    assert refused("1T", left="tr") == ["--left[1]: Traitor is no Defender"]
    assert refused("1T", left="zz")[0].startswith('--left[1]: unknown tile "zz"')


def test_an_order_becomes_a_position_with_nothing_else_to_draw() -> None:
    configuration = read_configuration("1T", castle="st", size="1x4", level="base")
    problems = Problems()
    asked = configuration.ordered((Ordeal(towers=1),), [1, 2, 0], problems)
    assert asked is not None
    assert asked.standard == (1, 2, 0)
    assert asked.position.met == 2
    assert asked.position.discards == []
    assert configuration.ordered((Ordeal(towers=1),), [1] * 10, problems) is None
    assert "10 of Seer Square" in str(problems[0])
