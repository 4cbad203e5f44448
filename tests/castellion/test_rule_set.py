"""Rule sets and ordeals as texts: what they mean, that they read back, and what is refused."""

from __future__ import annotations

import doctest
from dataclasses import replace
from importlib import import_module
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from castellion.walk import PRINTED, SMALL
from castlewise.models.castellion.ordeals import ASSAULTS, EXAMS, SIMULATIONS, Number, Ordeal, read_number, read_ordeal
from castlewise.models.castellion.rule_set import APPENDICES, EXPERT, LEVELS, PANTRIES, RuleSet, pile_text, read_pile, read_rules
from castlewise.models.castellion.tiles import SAFE, STANDARD
from castlewise.models.problems import InvalidInput, Problems
from castlewise.models.provenance import Certainty


def problems_of(rules: str) -> dict[str, str]:
    with pytest.raises(InvalidInput) as caught:
        read_rules(rules)
    assert all(str(problem).isprintable() for problem in caught.value.problems)
    return {problem.place: problem.reason for problem in caught.value.problems}


# Rule sets


def test_nothing_said_is_the_printed_introductory_game() -> None:
    assert read_rules() == RuleSet()
    assert str(RuleSet()) == "introductory"


@pytest.mark.parametrize("rules", [*PRINTED, *SMALL])
def test_a_rule_set_reads_back(rules: str) -> None:
    assert read_rules(str(read_rules(rules))) == read_rules(rules)


@pytest.mark.parametrize(
    ("text", "written"),
    [
        (" Base , Two-Player,PRISON", "base,two-player,prison"),
        ("pantry,expert,,vigil", "expert,vigil,pantry"),
        ("base,base", "base"),
        ("size=6x6", "introductory"),
        ("SIZE=5X4", "introductory,size=5x4"),
        ("base,ordeal1=1T1B1L:3", "base"),  # as printed
        ("base,ordeal1=1L1T1B", "base"),
        ("base,ordeal3=5L else 42", "base,ordeal3=5L-else-42:3"),
        ("expert,ordeal2=earthworm 2.3t-else-32:7", "expert,ordeal2=earthworm-2.3T-else-32:7"),
        ("safe=111.111.111.111,standard=555.555.555.555.9.3", "introductory"),
        ("standard=333.333.333.333", "introductory,standard=333.333.333.333.0.0"),
        ("safe=000.000.000.009", "introductory,safe=000.000.000.009"),
    ],
)
def test_what_is_as_printed_is_not_written(text: str, written: str) -> None:
    assert str(read_rules(text)) == written


@pytest.mark.parametrize(
    ("text", "place", "reason"),
    [
        ("bse", "rules", 'unknown rule "bse" (did you mean "base"?)'),
        ("two-players", "rules", 'did you mean "two-player"'),
        ("coldsweat", "rules", 'did you mean "cold-sweat"'),
        ("players=2", "rules", "unknown rule"),
        ("base=1", "rules.base", "takes no value"),
        ("vigil=st", "rules.vigil", "takes no value"),
        ("size", "rules.size", "needs a value, such as 6x6"),
        ("ordeal1", "rules.ordeal1", "needs a value, such as 1T1B1L:5"),
        ("standard", "rules.standard", "needs a value"),
        ("base,expert", "rules.level", "only one of them can hold"),
        ("vigil,prison", "rules.appendix", "there is one Menace pawn"),
        ("expert,pantry,pantry-harder", "rules.pantry", "only one of them"),
        ("size=2x2,size=3x3", "rules.size", 'both "2x2" and "3x3"'),
        ("ordeal1=1T,ordeal1=1B", "rules.ordeal1", "both"),
        ("base,pantry", "rules.pantry", "belongs to the expert level, not to the base one"),
        ("pantry-harder", "rules.pantry-harder", "belongs to the expert level"),
        ("size=7x6", "rules.size", "from 1x1 to 6x6"),
        ("size=0x6", "rules.size", "from 1x1 to 6x6"),
        ("size=6", "rules.size", "from 1x1 to 6x6"),
        ("size=²x2", "rules.size", "from 1x1 to 6x6"),
        ("size=6x66", "rules.size", "from 1x1 to 6x6"),
        ("safe=", "rules.safe", "is not a pile"),
        ("safe=111.111.111", "rules.safe", "is not a pile"),
        ("safe=111.111.111.111.0.0", "rules.safe", 'one looks like "111.111.111.111"'),
        ("standard=555.555.555.555.9", "rules.standard", 'one looks like "555.555.555.555.9.3"'),
        ("standard=555.555.555.555.9.3.1", "rules.standard", "is not a pile"),
        ("standard=²²².555.555.555.9.3", "rules.standard", "is not a pile"),
        ("standard=555.555.555.555.60.1", "rules.standard", "61 Traitors: at most 60"),
        ("vigil,safe=000.000.000.000", "rules.safe", "takes its first tile from the safe pile, which has none"),
        ("prophet,ordeal1=1T:1,ordeal2=1T:1,ordeal3=1T:1", "rules.prophet", "needs an ordeal that takes at least 2 Traitors"),
        ("ordeal1=", "rules.ordeal1", "is not an ordeal"),
        ("ordeal1=1t 1b", "rules.ordeal1", '"1t 1b" is not an ordeal; one looks like "3T2B", "5L else 42" or "earthworm 2"'),
        ("ordeal1=1T:", "rules.ordeal1", "expected a number of Traitors from 1 to 40"),
        ("ordeal1=1T:0", "rules.ordeal1", "expected a number of Traitors"),
        ("ordeal1=1T:41", "rules.ordeal1", "expected a number of Traitors"),
        ("ordeal1=1T:9999999", "rules.ordeal1", "expected a number of Traitors"),
        ("ordeal1=1T:²", "rules.ordeal1", "expected a number of Traitors"),
        ("ordeal1=:5", "rules.ordeal1", "is not an ordeal"),
        ("ordeal1=1T.", "rules.ordeal1", "is not an ordeal"),
        ("ordeal1=1T.1T", "rules.ordeal1", "names a card twice"),
        ("ordeal1=1T1B.1B1T", "rules.ordeal1", "names a card twice"),
        ("ordeal1=1T.2T.3T.4T.5T.6T.7T", "rules.ordeal1", "7 cards: expected 1 to 6"),
        ("ordeal4=1T", "rules", "unknown rule"),
    ],
)
def test_rules_that_cannot_be(text: str, place: str, reason: str) -> None:
    assert reason in problems_of(text)[place]


def test_all_the_reasons_come_at_once() -> None:
    assert list(problems_of("bse,size=9x9,ordeal1=x,ordeal2=1T:0,safe=1,vigil,prison,pantry")) == [
        "rules",
        "rules.appendix",
        "rules.size",
        "rules.ordeal1",
        "rules.ordeal2",
        "rules.safe",
        "rules.pantry",
    ]


@given(st.text(max_size=60))
def test_any_text_is_read_or_refused(text: str) -> None:
    for rules in (text, f"ordeal1={text}", f"size={text}", f"standard={text}", f"base,{text}"):
        refusal: InvalidInput | None = None
        try:
            assert read_rules(str(read_rules(rules))) == read_rules(rules)
        except InvalidInput as error:
            refusal = error
        if refusal:
            assert all(problem.place and problem.reason and str(problem).isprintable() for problem in refusal.problems)


def test_a_rule_set_made_by_hand_is_checked_as_well() -> None:
    assert [problem.reason for problem in replace(RuleSet(), safe=STANDARD.counts).problems()] == ["the safe pile has no Traitors"]
    many = replace(RuleSet(), standard=(10,) + (0,) * 11 + (1, 0, 0, 61, 0))
    assert [problem.reason for problem in many.problems()] == [
        "10 of Seer Triangle: at most 9",
        "Pantry tiles are in no pile",
        "61 Traitors: at most 60",
    ]


def test_there_are_seventy_printed_rule_sets() -> None:
    """Level, players, appendix, and the Pantry at the expert level."""
    assert len(PRINTED) == 2 * (1 + len(APPENDICES)) * (len(LEVELS) + len(PANTRIES)) == 70
    assert {read_rules(rules).level for rules in PRINTED} == set(LEVELS)
    assert all(read_rules(rules).replaced == () for rules in PRINTED)


def test_what_is_replaced_is_said_in_words() -> None:
    rules = read_rules("base,ordeal2=3T.2B-else-9:4,size=5x4,safe=111.111.111.000,standard=333.333.333.333.4.1")
    assert rules.replaced == (
        "ordeal II: 3T or 2B else 9, Traitors: 4",
        "castle: 5 by 4",
        "safe pile: 111.111.111.000.0.0",
        "standard pile: 333.333.333.333.4.1",
    )


def test_only_the_simulations_are_assumed() -> None:
    assert read_rules("introductory").assumed == read_rules("expert").assumed == ()
    assert read_rules("base").assumed[:2] == ("Simulation I: 1T1B1L", "Simulation II: 2T2B")
    assert len(read_rules("base").assumed) == 7
    assert read_rules("base,ordeal2=9T,ordeal3=9T").assumed == ("Simulation I: 1T1B1L",)
    assert len(read_rules("base,ordeal2=2T2B:1").assumed) == 5  # a card of the level keeps its name, and its doubt


# Ordeals


@pytest.mark.parametrize(
    ("text", "card"),
    [
        ("3T2B", Ordeal(3, 2)),
        ("2B3T", Ordeal(3, 2)),
        ("1t1b1l", Ordeal(1, 1, 1)),
        ("0T", Ordeal()),
        ("0T0B0L", Ordeal()),
        ("9L", Ordeal(lines=9)),
        ("5L else 42", Ordeal(lines=5, penalty=42)),
        ("5L-else-42", Ordeal(lines=5, penalty=42)),
        ("  5l   ELSE  42 ", Ordeal(lines=5, penalty=42)),
        ("0T else 1", Ordeal(penalty=1)),
        ("2T else 99", Ordeal(2, penalty=99)),
        ("earthworm 2", Ordeal(rows=2)),
        ("Earthworm-6", Ordeal(rows=6)),
    ],
)
def test_ordeals_and_their_texts(text: str, card: Ordeal) -> None:
    problems = Problems()
    assert read_ordeal(text, "card", problems) == card
    assert problems == []
    assert read_ordeal(card.text, "card", problems) == card


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "is not an ordeal"),
        ("T", "is not an ordeal"),
        ("3", "is not an ordeal"),
        ("3X", "is not an ordeal"),
        ("-3T", "is not an ordeal"),
        ("3T 2B", "is not an ordeal"),
        ("3T2B1L1T", "is not an ordeal"),
        ("3T3T", "names T twice"),
        ("10T", "no castle holds more than 9 formations"),
        ("999T", "no castle holds more than 9 formations"),
        ("9999T", "is not an ordeal"),
        ("3T else", "is not an ordeal"),
        ("3T or 42", "is not an ordeal"),
        ("3T else 0", "0 tiles in \"3T else 0\": expected 1 to 99"),
        ("3T else 100", "expected 1 to 99"),
        ("3T else 1000", "is not an ordeal"),
        ("3T else -1", "is not an ordeal"),
        ("3T else ²", "is not an ordeal"),
        ("٣T", "is not an ordeal"),
        ("else 42", "is not an ordeal"),
        ("earthworm", "is not an ordeal"),
        ("earthworm 0", "0 rows in"),
        ("earthworm 7", "expected 1 to 6"),
        ("earthworm two", "is not an ordeal"),
        ("earthworm 2 else 4", "is not an ordeal"),
        ("eartworm 2", "is not an ordeal"),
    ],
)  # fmt: skip
def test_ordeals_that_cannot_be(text: str, reason: str) -> None:
    problems = Problems()
    assert read_ordeal(text, "card", problems) is None
    assert [problem.place for problem in problems] == ["card"]
    assert reason in problems[0].reason


def test_every_printed_card_reads_back_with_its_name() -> None:
    for number in (*EXAMS, *SIMULATIONS, *ASSAULTS):
        problems = Problems()
        assert read_number(number.text, number, "ordeal", problems) == number
        assert problems == []
        assert all(card.name and card.certainty is not Certainty.REPLACED for card in number.cards)


def test_every_number_reads_back() -> None:
    cards = [Ordeal(1, 2, 3), Ordeal(rows=3), Ordeal(lines=2, penalty=8), Ordeal()]
    for first, second, traitors in product(cards, cards, (1, 40)):
        number = Number((first, second) if first != second else (first,), traitors)
        assert read_number(number.text, ASSAULTS[0], "ordeal", Problems()) == number


# Piles


def test_piles_and_their_digits() -> None:
    for pile in (SAFE, STANDARD):
        assert read_pile(pile_text(pile.counts), "pile", Problems()) == pile.counts
    assert read_pile("111.111.111.111", "pile", Problems(), traitors=False) == SAFE.counts
    assert pile_text((0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 1, 0, 0, 0, 12, 34)) == "012.345.678.901.12.34"


def test_the_pantry_belongs_to_the_expert_level_only() -> None:
    for level, pantry in product(LEVELS, PANTRIES):
        if level == EXPERT:
            assert read_rules(f"{level},{pantry}").starting_pantry == (2, 2, 2)
        else:
            assert f"rules.{pantry}" in problems_of(f"{level},{pantry}")
    assert read_rules("expert").starting_pantry == (0, 0, 0)


@pytest.mark.parametrize(
    "module",
    [
        "castellion.ordeals",
        "castellion.rule_set",
        "castellion.tiles",
        "component_names",
        "rules_needed",
        "toml_text",
        "reading",
        "castle_panic.names",
    ],
)
def test_examples_in_docstrings_are_true(module: str) -> None:
    result = doctest.testmod(import_module(f"castlewise.models.{module}"))
    assert result.attempted > 0
    assert result.failed == 0


def test_what_is_certain_of_traitors_and_names_is_told_apart_from_what_cards_ask_for() -> None:
    for numbers in LEVELS.values():
        assert {number.traitors_certainty for number in numbers} == {Certainty.CERTAIN}
    harpy, behemoth, horde, earthworm = LEVELS["expert"][0].cards
    assert (harpy.name_certainty, earthworm.name_certainty) == (Certainty.CERTAIN, Certainty.CERTAIN)
    assert (behemoth.name_certainty, horde.name_certainty) == (Certainty.LIKELY, Certainty.LIKELY)
    mine = read_rules("base,ordeal2=2T2B:2").ordeals[1]
    assert (mine.traitors_certainty, read_rules("base,ordeal2=2T2B").ordeals[1].traitors_certainty) == (
        Certainty.REPLACED,
        Certainty.CERTAIN,
    )
