"""Castellion's random and greedy player: legal everywhere, the same compiled and plain, worth their names; and what the greedy one is known for."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from functools import lru_cache, partial
from typing import Any

import pytest

from castellion.arrange import arrange
from castlewise.models.castellion.game import Castellion
from castlewise.models.castellion.ordeals import EXAMS
from castlewise.models.castellion.position import Position
from castlewise.models.castellion.rule_set import read_rules
from castlewise.models.castellion.state import CHOICES, FLOOR
from castlewise.solver.castellion.blueprint_search import KEPT, need_of, over_a_foundation
from castlewise.solver.castellion.blueprint_tables import by_situation
from castlewise.solver.castellion.blueprints import FAMILIES
from castlewise.solver.castellion.placements import CELLS, NAMES, TYPES, cells, with_supports
from castlewise.solver.policies import POLICIES, policy_kernel, policy_rule
from castlewise.solver.simulation import simulate

RULES = (
    "introductory",
    "base",
    "expert",
    "introductory,two-player",
    "base,two-player",
    "expert,two-player",
    "introductory,vigil",
    "base,two-player,vigil",
    "introductory,prophet",
    "base,premonition",
    "introductory,premonition",
    "base,prison",
    "introductory,two-player,prison",
    "introductory,cold-sweat",
    "base,cold-sweat",
    "expert,two-player,cold-sweat",
    "introductory,horror",
    "base,horror",
    "expert,pantry",
    "expert,horror,pantry-harder",
    "expert,two-player,pantry-harder",
    "expert,two-player,prison,pantry",
    "base,ordeal2=3T.2B:4,size=5x4,standard=333.333.333.333.4.1",
    "expert,ordeal1=1T:1,size=3x6",
    "base,ordeal3=earthworm-1:2,size=6x2",
    "expert,horror,size=2x2",
    "introductory,size=6x1",
    "introductory,ordeal1=9B:2,size=1x1",
    "introductory,prophet,ordeal2=earthworm-1:1",
)


@lru_cache
def loaded(policy: str, compiled: bool) -> Callable[..., Any]:
    game = Castellion(compiled=compiled)
    return policy_kernel(game, policy)(policy_rule(game, policy))


def decision(game: Castellion, policy: str = "greedy") -> Callable[[Position], int]:
    """A policy as a function of positions, with its own random numbers."""
    rule = loaded(policy, game.kernel.compiled)
    source, out = game.source(1).buffer, game.buffer(CHOICES)
    return lambda position: int(rule(game.rules, position.state, source, out))


def choices_met(game: Castellion, skill: float, seed: int) -> Iterator[Position]:
    """The choice nodes of a game by the greedy player, who now and then does anything else."""
    greedy, position, chance, source = decision(game), game.start(), random.Random(seed), game.source(seed)
    while not position.is_over:
        if position.is_chance:
            position = game.apply(position, game.sample(position, source))
        else:
            yield position
            wild = chance.random() > skill
            position = game.apply(position, chance.choice(game.choices(position)) if wild else greedy(position))


@pytest.mark.compiled
def test_greedy_picks_a_listed_choice_everywhere_and_leaves_the_position_as_it_is() -> None:
    kinds: Counter[str] = Counter()
    for number, rules in enumerate(RULES):
        game = Castellion(read_rules(rules))
        greedy = decision(game)
        for skill in (1.0, 0.98, 0.93, 0.8):
            for position in choices_met(game, skill, number):
                before = bytes(position)
                picked = greedy(position)
                assert picked in game.choices(position), f"{game.describe(position, picked)} in {position}"
                assert bytes(position) == before, str(position)
                kinds[game.short(position, picked).split("@")[0].split(".")[0]] += 1
    assert sum(kinds.values()) > 5_000
    expected = "prophet draw take place discard power vigil prison donate place-traitor discard-traitor premonition cold-sweat"
    assert set(f"{expected} exchange reveal recover destroy move haunt who turn-over meet".split()) <= set(kinds)


@pytest.mark.compiled
@pytest.mark.parametrize("policy", POLICIES)
def test_a_policy_decides_the_same_compiled_and_plain(policy: str) -> None:
    compared = 0
    for number, rules in enumerate(RULES):
        game = Castellion(read_rules(rules))
        plain = game.as_plain()
        quick, slow = decision(game, policy), decision(plain, policy)
        for node, position in enumerate(choices_met(game, 0.95, 100 + number)):
            if policy == "random" or node % 4 == number % 4:
                assert quick(position) == slow(plain.adopted(position)), str(position)
                compared += 1
    assert compared > 400


WINS_IN_1000 = {
    "introductory": 369,
    "base": 442,
    "expert": 170,
    "introductory,two-player": 161,
    "base,prison": 281,
    "introductory,vigil": 397,
}
"""Greedy with seed 1; random never wins. Exact, so that no policy changes unnoticed."""


@pytest.mark.compiled
@pytest.mark.parametrize("rules", WINS_IN_1000)
def test_greedy_wins_where_random_does_not(rules: str) -> None:
    make_game = partial(Castellion, read_rules(rules))
    assert simulate(make_game, "random", 1000, 1).wins == 0
    assert simulate(make_game, "greedy", 1000, 1).wins == WINS_IN_1000[rules]


def picked(position: Position) -> str:
    return position.game.short(position, decision(position.game)(position))


READY = """
    .. .. .. .. .. st
    .. .. .. .. .. sc
    pt ps .. .. .. st
    pc pt js jc jt jc
    st ss sc st ss sc
"""
"""A line of Jugglers, a bastion of Pyros; the column at the right is no tower yet."""
THIRD = ("1T1B1L", "2T2B", "3T2B")


def test_the_safe_pile_is_drawn_from_when_the_next_traitor_brings_on_an_ordeal_that_would_be_lost() -> None:
    assert picked(arrange("introductory", READY, traitors=3)) == "draw.standard"
    assert picked(arrange("introductory", READY, traitors=4)) == "draw.safe"
    assert picked(arrange("introductory", READY, traitors=1, met=1)) == "draw.standard"  # every column has a second tile


def test_a_traitor_that_comes_too_early_is_discarded_unless_it_is_black_bordered() -> None:
    assert picked(arrange("base", READY, traitors=1, hand="tr", ordeals=THIRD)) == "place-traitor"
    assert picked(arrange("base", READY, traitors=2, hand="tr", ordeals=THIRD)) == "discard-traitor"
    assert picked(arrange("base", READY, traitors=2, hand="tb", ordeals=THIRD)) == "place-traitor"
    assert picked(arrange("introductory,premonition", READY, traitors=4, hand="tr")) == "premonition"


WON = """
    st .. .. .. .. ..
    ss .. .. .. .. ..
    st pt ps .. jt js
    ss pc pt cs jc jt
    jc st sc ct sc ss
"""


def test_the_last_ordeal_is_met_as_soon_as_it_is_won() -> None:
    ordeals = ("1T1B1L", "2T2B", "3T2B")
    rules = "base,ordeal3=1T2B:3"
    assert picked(arrange(rules, WON, met=2, ordeals=(*ordeals[:2], "1T2B"))) == "meet"
    assert picked(arrange(rules, WON, met=1, ordeals=(*ordeals[:2], "1T2B"))) == "draw.standard"


def test_tiles_for_a_traitor_come_from_outside_the_formations() -> None:
    castle = """
        .. .. .. jt .. ..
        pt ps jc st js sc
        pc pt cs ct cs ct
    """
    position = arrange("base", castle, traitors=2, hand="tr", ordeals=THIRD)
    position = position.game.apply(position, decision(position.game)(position))
    while picked(position).startswith("destroy"):
        position = position.game.apply(position, decision(position.game)(position))
    assert position.formations(0) == (0, 1, 1)


def test_a_fourth_tile_completes_the_formation() -> None:
    castle = """
        pt .. .. .. .. ..
        pc ps .. .. .. ..
        ct ss sc st ss jc
    """
    assert picked(arrange("introductory", castle, hand="pc")) == "place@2"
    assert picked(arrange("introductory", castle, hand="ps")) != "place@2"  # the same shape as below: not allowed


# The blueprints.


def test_every_blueprint_holds_what_its_ordeals_ask_for_without_sharing_a_cell() -> None:
    for needs, rows, words in FAMILIES:
        blueprints = words.split()
        assert len(set(blueprints)) == len(blueprints) == KEPT
        for word in blueprints:
            places = tuple(NAMES.index(letter) for letter in word)
            assert cells(places).bit_count() == 4 * len(places)
            assert with_supports(cells(places)) & FLOOR == FLOOR
            counts = Counter(TYPES[place] for place in places)
            assert all(counts[kind] >= need[kind] for need in needs for kind in range(3)), (needs, rows, word)


def test_every_situation_of_the_exams_and_simulations_has_blueprints_that_hold_it() -> None:
    situations = by_situation()
    assert len(situations) == 3 + 3 + 6 + 9 + 3
    for situation, layouts in situations.items():
        for soon, later in layouts:
            first, both = Counter(TYPES[place] for place in soon), Counter(TYPES[place] for place in soon + later)
            assert all(first[kind] == situation[kind] and both[kind] >= situation[3 + kind] for kind in range(3)), situation


def test_a_blueprint_for_the_exams_has_all_of_the_last_one_above_the_ground() -> None:
    (_, last), rows, words = FAMILIES[0]
    assert rows == 1
    for word in words.split():
        above = [place for place in map(NAMES.index, word) if CELLS[place] & FLOOR == 0]
        assert all(sum(TYPES[place] == kind for place in above) >= last[kind] for kind in range(3))


def test_the_blueprints_are_those_that_the_search_finds() -> None:
    exam, last = need_of(EXAMS[0].cards[0]), need_of(EXAMS[2].cards[0])
    rated = over_a_foundation(exam, last)
    random.Random(1).shuffle(rated)
    rated.sort(key=lambda entry: entry[0])
    assert FAMILIES[0][2].split() == ["".join(NAMES[place] for place in blueprint) for _, blueprint in rated[:KEPT]]
