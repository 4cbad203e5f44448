"""A turn as a CP-SAT problem, against all turns tried one by one through the rules."""

from __future__ import annotations

import pytest

from castle_panic.brute_force import Finished, TooMany, achieves, all_turns, worth_of
from castle_panic.small_turns import any_goal, any_worth, rotated, small_turn, with_card
from castlewise.models.castle_panic import stages
from castlewise.models.castle_panic.notation import read_line
from castlewise.models.castle_panic.position import Position
from castlewise.models.castle_panic.turn_question import Goal, read_goal, simple_worth
from castlewise.models.problems import InvalidInput
from castlewise.solver.castle_panic.turn_plan import best_turns
from castlewise.solver.verdict import Outcome

SEEDS = range(60)


def tried_out(position: Position) -> list[Finished]:
    try:
        return list(all_turns(position, most=800))
    except TooMany:
        pytest.skip("too many ways to play it")


@pytest.mark.parametrize("seed", SEEDS)
def test_the_best_value_is_that_of_all_turns_tried_out(seed: int) -> None:
    position = small_turn(seed)
    worth = any_worth(position, seed)
    best = max(worth_of(position, end, worth) for end in tried_out(position))
    verdict, plans = best_turns(position, worth)
    assert (verdict.outcome, verdict.optimal, verdict.value) == (Outcome.SOLVED, True, best)
    assert plans[0].value == best


@pytest.mark.parametrize("seed", SEEDS)
def test_a_goal_is_reached_exactly_where_some_turn_reaches_it(seed: int) -> None:
    position = small_turn(1000 + seed)
    goal, worth = any_goal(position, seed), any_worth(position, seed)
    fitting = [end for end in tried_out(position) if achieves(position, end, goal)]
    verdict, plans = best_turns(position, worth, goal=goal)
    assert (verdict.outcome is Outcome.SOLVED) is bool(fitting)
    if fitting:
        assert plans[0].value == max(worth_of(position, end, worth) for end in fitting)


@pytest.mark.parametrize("seed", range(20))
def test_the_best_boards_are_different_and_the_best_there_are(seed: int) -> None:
    position = small_turn(2000 + seed, phase=stages.PLAY_PHASE)
    worth = any_worth(position, seed)
    by_board: dict[object, int] = {}
    for end in tried_out(position):
        value = worth_of(position, end, worth)
        by_board[end.outlook] = max(value, by_board.get(end.outlook, value))
    _, plans = best_turns(position, worth, count=5)
    assert [plan.value for plan in plans] == sorted(by_board.values(), reverse=True)[:5]
    assert len({plan.outlook for plan in plans}) == len(plans) == min(5, len(by_board))


@pytest.mark.parametrize("seed", range(25))
def test_turning_the_board_with_its_colours_changes_nothing(seed: int) -> None:
    position = small_turn(3000 + seed)
    worth = simple_worth(position.rule_set)
    values = {best_turns(seen, worth)[0].value for seen in (position, rotated(position), rotated(rotated(position)))}
    assert len(values) == 1


@pytest.mark.parametrize("seed", range(25))
def test_another_card_in_hand_never_lowers_the_best_value(seed: int) -> None:
    position = small_turn(4000 + seed, phase=stages.PLAY_PHASE)
    worth = simple_worth(position.rule_set)
    before = best_turns(position, worth)[0].value
    assert before is not None
    for kind, count in enumerate(position.numbers.deck):
        if count and position.rule_set.components.cards[kind].name != "scavenge":
            after = best_turns(with_card(position, kind), worth)[0].value
            assert after is not None
            assert after >= before


# Goals in writing

FIELD = "cp:players=2,co-op/WWTTTT/a1g1.a1o2.k3t3.s4o1/p1.play/ra.rh.gk.gs,ta/-/-"


def test_a_goal_is_read_from_its_text() -> None:
    position = read_line(FIELD, compiled=False)
    goblin, *_, last = position.numbers.monsters[:4]
    goal = read_goal(position, "slay=a1g1.s4o, no-tower-falls, keep=gk, clear=swordsman")
    assert goal == Goal(
        slay=(goblin, last), no_tower_falls=True, keep=((position.rule_set.components.card("green knight"), 1),), clear=frozenset({3})
    )
    assert read_goal(position, "slay-all,no-structure-falls") == Goal(slay_all=True, no_structure_falls=True)


@pytest.mark.parametrize(
    ("text", "reasons"),
    [
        ("", ["is empty"]),
        ("slay-al", ['unknown condition "slay-al" (did you mean "slay-all"?)']),
        ("slay=a2g1,keep=xx,clear=moat", ["no Monster on the board", 'unknown code "xx"', 'unknown ring "moat"']),
        ("slay=a1g1.a1g1", ["more often than it is there"]),
    ],
)
def test_a_goal_that_cannot_be_read_is_refused_with_every_reason(text: str, reasons: list[str]) -> None:
    with pytest.raises(InvalidInput) as refused:
        read_goal(read_line(FIELD, compiled=False), text)
    assert len(refused.value.problems) == len(reasons)
    for reason in reasons:
        assert reason in str(refused.value)


def test_no_plan_begins_outside_the_players_own_decisions() -> None:
    drawing = read_line("cp:players=2,co-op/WWWWWW/a1g1/p1.token/-,bk/-/-", compiled=False)
    with pytest.raises(InvalidInput, match="Discard, Trade or Play phase"):
        best_turns(drawing, simple_worth(drawing.rule_set))
