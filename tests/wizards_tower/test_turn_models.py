"""Turns with the Wizard's Tower: all plays listed in the kernel against all turns tried one by one, CP-SAT
against the kernel, Z3 against CP-SAT, and what is left out by name."""

from __future__ import annotations

from dataclasses import replace

import pytest

from castle_panic.small_turns import any_goal, any_worth
from castlewise.models.castle_panic.expansions.wizards_tower.components import CARDS
from castlewise.models.castle_panic.expansions.wizards_tower.turn_cpsat import LEFT_TO_ENUMERATION as LEFT_CARDS
from castlewise.models.castle_panic.game import CastlePanic
from castlewise.models.castle_panic.position import Position
from castlewise.models.castle_panic.turn_question import BRING_CARDS, BeyondTurnModel, Goal, Outlook, Worth, read_goal, simple_worth
from castlewise.solver.castle_panic.enumeration import enumerate_turn
from castlewise.solver.castle_panic.turn_answer import answer_turn
from castlewise.solver.castle_panic.turn_plan import best_turns, turn_model
from castlewise.solver.castle_panic.turn_smt_answers import best, unique
from castlewise.solver.verdict import Outcome, Solvers
from wizards_tower.arrange import arrange
from wizards_tower.small_turns import (
    CASTLE_CARDS,
    LEFT_TO_ENUMERATION,
    MODELLED,
    ByChance,
    TooMany,
    achieves,
    all_turns,
    small_wizards_turn,
    worth_of,
)

pytestmark = pytest.mark.compiled


def a_worth(position: Position, seed: int) -> Worth:
    return replace(any_worth(position, seed), wall_flame=-7, tower_flame=-13, monster_flame=4)


@pytest.mark.parametrize("first", range(0, 40, 20))
def test_boards_and_values_are_those_of_all_turns_tried_out(first: int) -> None:
    compared = 0
    for seed in range(first, first + 20):
        position = small_wizards_turn(seed)
        worth, goal = a_worth(position, seed), replace(any_goal(position, seed), slay=()) if seed % 2 else Goal()
        try:
            ends = list(all_turns(position, most=600))
        except TooMany:
            continue
        except ByChance:
            assert enumerate_turn(position, worth)[0].outcome is Outcome.UNKNOWN
            continue
        boards: dict[Outlook, int] = {}
        for end in ends:
            if achieves(position, end, goal):
                boards[end.outlook] = max(worth_of(position, end, worth), boards.get(end.outlook, -(1 << 60)))
        verdict, plans = enumerate_turn(position, worth, goal=goal, count=len(boards) + 1)
        assert {plan.outlook: plan.value for plan in plans} == boards, position
        assert verdict.outcome is (Outcome.SOLVED if boards else Outcome.IMPOSSIBLE)
        compared += 1
    assert compared > 8


@pytest.mark.parametrize("first", range(1_000, 1_150, 50))
def test_cp_sat_and_enumeration_agree_on_the_best_values(first: int) -> None:
    for seed in range(first, first + 50):
        position = small_wizards_turn(
            seed, cards=MODELLED if seed % 2 else CASTLE_CARDS, without=LEFT_TO_ENUMERATION, most_cards=4 + seed % 3
        )
        worth, goal = a_worth(position, seed), any_goal(position, seed) if seed % 2 else Goal()
        verdict, plans = enumerate_turn(CastlePanic(position.rule_set).adopted(position), worth, goal=goal, count=3)
        assert verdict.outcome is not Outcome.UNKNOWN
        other, answers = best_turns(position, worth, goal=goal, count=3)
        assert other.outcome is verdict.outcome, (position, goal)
        assert [plan.value for plan in answers] == [plan.value for plan in plans], (position, goal)


def test_every_card_is_modelled_enumerated_or_only_brings_others() -> None:
    by_code = {card.code: card.effect for card in CARDS}
    modelled = {by_code[code] for code in MODELLED}
    assert modelled | set(LEFT_CARDS) | set(BRING_CARDS) == {card.effect for card in CARDS}
    assert not modelled & {*LEFT_CARDS, *BRING_CARDS}


@pytest.mark.parametrize("card", [card for card in CARDS if card.effect in LEFT_CARDS], ids=lambda card: card.name)
def test_a_card_that_is_left_out_is_named_and_the_turn_enumerated(card: object) -> None:
    name, title = card.name, card.title  # type: ignore[attr-defined]
    position = arrange(monsters=["orc knight 1", "troll knight 1"], hand=[name, "red knight", "brick"], compiled=True)
    with pytest.raises(BeyondTurnModel, match=f"{title} is left to enumeration"):
        turn_model(position)
    answer = answer_turn(position, simple_worth(position.rule_set), goal=Goal(), count=1, solvers=Solvers.both, seconds=10)
    assert (answer.verdict.outcome, answer.verdict.solver) == (Outcome.SOLVED, "enumeration")
    assert f"{title} is left to enumeration; every way to play was tried" in answer.verdict.reason


@pytest.mark.parametrize("monster", ["phoenix", "doppelganger", "hydra", "necromancer", "chimera", "dragon", "warlock"])
def test_a_monster_that_is_left_out_is_named(monster: str) -> None:
    position = arrange(monsters=[f"{monster} knight 1"], hand=["red archer"], compiled=True)
    with pytest.raises(BeyondTurnModel, match="is left to enumeration"):
        turn_model(position)


def test_a_game_that_can_be_won_beside_imps_is_left_to_enumeration() -> None:
    position = arrange(monsters=["orc archer 1 health 1", "imp archer 2"], hand=["red archer"], pile=[], compiled=True)
    with pytest.raises(BeyondTurnModel, match="won with Imps on the board"):
        turn_model(position)
    answer = answer_turn(position, simple_worth(position.rule_set), goal=Goal(), count=1, solvers=Solvers.both, seconds=10)
    assert answer.verdict.solver == "enumeration"
    assert [position.game.short(position, move) for move in answer.verdict.moves] == ["ra@a1o1"]


def test_where_a_die_decides_nothing_is_said_unless_the_goal_does_not_depend_on_it() -> None:
    position = arrange(monsters=["dragon knight 1 health 1", "orc forest 2"], hand=["red archer"], compiled=True)
    worth = simple_worth(position.rule_set)
    unknown = answer_turn(position, worth, goal=Goal(), count=1, solvers=Solvers.both, seconds=10).verdict
    assert unknown.outcome is Outcome.UNKNOWN
    assert "a die" in unknown.reason
    slain = answer_turn(position, worth, goal=read_goal(position, "slay=k1dr1"), count=1, solvers=Solvers.both, seconds=10).verdict
    assert slain.outcome is Outcome.SOLVED


def test_before_the_play_phase_a_card_that_is_left_out_makes_it_unknown() -> None:
    position = arrange(monsters=["orc knight 1"], hands=[["red knight"], ["teleport"]], stage="trade", compiled=True)
    verdict = answer_turn(position, simple_worth(position.rule_set), goal=Goal(), count=1, solvers=Solvers.both, seconds=10).verdict
    assert verdict.outcome is Outcome.UNKNOWN
    assert "Teleport is left to enumeration" in verdict.reason


def test_an_impossibility_is_confirmed() -> None:
    position = arrange(monsters=["orc forest 1"], hand=["red knight", "enchanted"], compiled=True)
    verdict = answer_turn(
        position, simple_worth(position.rule_set), goal=Goal(slay_all=True), count=1, solvers=Solvers.both, seconds=10
    ).verdict
    assert (verdict.outcome, verdict.solver) == (Outcome.IMPOSSIBLE, "CP-SAT")
    assert [by.split()[0] for by in verdict.confirmed_by] == ["z3"]


def test_what_z3_leaves_out_is_confirmed_by_enumeration() -> None:
    position = arrange(monsters=["orc forest 1"], hand=["red knight", "enchanted", "scavenge"], compiled=True)
    worth = simple_worth(position.rule_set)
    verdict = answer_turn(position, worth, goal=Goal(slay_all=True), count=1, solvers=Solvers.both, seconds=10).verdict
    assert (verdict.outcome, verdict.solver) == (Outcome.IMPOSSIBLE, "CP-SAT")
    assert [by.split()[0] for by in verdict.confirmed_by] == ["enumeration"]


@pytest.mark.parametrize("first", range(2_000, 2_080, 40))
def test_z3_agrees_with_cp_sat_on_best_value_feasibility_and_uniqueness(first: int) -> None:
    asked = 0
    for seed in range(first, first + 40):
        position = small_wizards_turn(
            seed, cards=MODELLED if seed % 2 else CASTLE_CARDS, without=LEFT_TO_ENUMERATION, most_cards=4 + seed % 3
        )
        if position.rule_set.all_for_one:
            continue
        worth, goal = a_worth(position, seed), any_goal(position, seed)
        best_by_cpsat, _ = best_turns(position, worth)
        best_by_z3 = best(position, worth)
        assert best_by_z3.optimal
        assert best_by_z3.value == best_by_cpsat.value, position
        verdict, ways = best_turns(position, worth, goal=goal, count=2)
        found = unique(position, goal)
        assert found.verdict.outcome is verdict.outcome, (position, goal)
        assert found.unique is (len(ways) == 1), (position, goal)
        asked += 1
    assert asked > 20


def planned(goal: str = "", **stated: object) -> list[str]:
    """The plays of the best turn, in short form and sorted, by CP-SAT."""
    position = arrange(compiled=True, **stated)  # type: ignore[arg-type]
    verdict, plans = best_turns(position, simple_worth(position.rule_set), goal=read_goal(position, goal) if goal else Goal())
    assert verdict.outcome is Outcome.SOLVED
    return [position.game.short(position, move) for move in plans[0].moves]


def test_double_strike_hits_two_monsters_with_one_card() -> None:
    made = planned("slay-all", monsters=["imp knight 1", "imp knight 2"], hand=["red knight", "double strike"])
    assert [text.partition("@")[0] for text in made] == ["ds.rk", "hit.rk", "end"]


def test_a_monster_is_hit_again_where_it_was_knocked_back_to() -> None:
    made = planned("slay-all", monsters=["orc swordsman 1"], hand=["red swordsman", "knock back", "red knight"])
    assert made == ["kb.rs@s1o2", "rk@k1o1", "end"]


def test_a_spell_strikes_in_the_middle_of_the_plays() -> None:
    """Extinguishing Wind blows the Imp out of the Castle ring, where no Swordsman could reach it."""
    made = planned("slay-all", monsters=["imp castle 5"], towers=[1, 2, 3, 4, 6], hand=["extinguishing wind", "blue swordsman"])
    assert made == ["wew", "bs@s5im1", "end"]
