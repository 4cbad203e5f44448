"""All plays of a turn listed in the kernel, against all turns tried one by one through the rules, and against CP-SAT."""

from __future__ import annotations

from itertools import pairwise

import pytest

from castle_panic.arrange import arrange
from castle_panic.brute_force import Finished, TooMany, achieves, all_turns, worth_of
from castle_panic.small_turns import any_goal, any_worth, small_turn
from castlewise.models.castle_panic import stages
from castlewise.models.castle_panic.game import CastlePanic
from castlewise.models.castle_panic.position import Position
from castlewise.models.castle_panic.state import State
from castlewise.models.castle_panic.turn_question import Goal, Outlook, Worth, read_goal, simple_worth
from castlewise.models.kernel import Kernel, rule
from castlewise.models.problems import InvalidInput
from castlewise.solver.castle_panic import enumeration
from castlewise.solver.castle_panic.enumeration import Plays, enumerate_turn
from castlewise.solver.castle_panic.enumeration_rules import fingerprint
from castlewise.solver.castle_panic.turn_plan import best_turns
from castlewise.solver.verdict import Outcome

BATCHES = range(10)
A_BATCH = 25


def turns(batch: int, most: int = 250) -> list[tuple[int, Position, list[Finished]]]:
    """Turns at their Play phase that are small enough to be tried out, with all their ends."""
    found: list[tuple[int, Position, list[Finished]]] = []
    seed = 10_000 * batch
    while len(found) < A_BATCH:
        seed += 1
        position = small_turn(seed, phase=stages.PLAY_PHASE)
        try:
            found.append((seed, position, list(all_turns(position, most=most))))
        except TooMany:
            continue
    return found


def by_board(position: Position, ends: list[Finished], worth: Worth) -> dict[Outlook, int]:
    """The best value of each resulting board."""
    best: dict[Outlook, int] = {}
    for end in ends:
        value = worth_of(position, end, worth)
        best[end.outlook] = max(value, best.get(end.outlook, value))
    return best


@pytest.mark.parametrize("batch", BATCHES)
def test_boards_and_values_are_those_of_all_turns_tried_out(batch: int) -> None:
    for seed, position, ends in turns(batch):
        worth = any_worth(position, seed)
        boards = by_board(position, ends, worth)
        verdict, plans = enumerate_turn(position, worth, count=len(boards) + 1)
        assert {plan.outlook: plan.value for plan in plans} == boards, position
        assert len(plans) == len(boards)
        assert (verdict.outcome, verdict.optimal, verdict.value) == (Outcome.SOLVED, True, max(boards.values()))
        assert verdict.moves == plans[0].moves


@pytest.mark.parametrize("batch", BATCHES[:4])
def test_a_goal_is_reached_exactly_where_some_turn_reaches_it(batch: int) -> None:
    for seed, position, ends in turns(100 + batch, most=200):
        worth, goal = any_worth(position, seed), any_goal(position, seed)
        boards = by_board(position, [end for end in ends if achieves(position, end, goal)], worth)
        verdict, plans = enumerate_turn(position, worth, goal=goal, count=len(boards) + 1)
        assert {plan.outlook: plan.value for plan in plans} == boards, (position, goal)
        assert verdict.outcome is (Outcome.SOLVED if boards else Outcome.IMPOSSIBLE)


@pytest.mark.parametrize("seed", range(40))
def test_values_are_those_of_cp_sat(seed: int) -> None:
    position = small_turn(700_000 + seed, phase=stages.PLAY_PHASE)
    worth, goal = any_worth(position, seed), any_goal(position, seed) if seed % 2 else Goal()
    verdict, plans = enumerate_turn(position, worth, goal=goal, count=3, most_states=2_000)
    if verdict.outcome is Outcome.UNKNOWN:
        pytest.skip("too many states for the plain rules")
    other, answers = best_turns(position, worth, goal=goal, count=3)
    assert verdict.outcome is other.outcome
    assert [plan.value for plan in plans] == [plan.value for plan in answers]


def test_the_best_are_sorted_different_and_the_same_however_many_are_asked_for() -> None:
    position = arrange(
        monsters=["troll swordsman 1", "orc swordsman 1", "goblin knight 3", "orc archer 3"],
        hand=["red swordsman", "red swordsman", "green knight", "green archer", "tar"],
        compiled=False,
    )
    worth = simple_worth(position.rule_set)
    _, everything = enumerate_turn(position, worth, count=1_000)
    values = [plan.value for plan in everything]
    assert len(values) > 50
    assert all(one >= other for one, other in pairwise(values))
    assert len({plan.outlook for plan in everything}) == len(everything)
    for count in (1, 2, 7, len(everything)):
        assert [plan.value for plan in enumerate_turn(position, worth, count=count)[1]] == values[:count]


def test_who_is_hurt_is_chosen_in_every_way() -> None:
    position = arrange(monsters=["troll swordsman 1", "orc swordsman 1", "goblin swordsman 4", "orc swordsman 4"], compiled=False)
    _, plans = enumerate_turn(position, simple_worth(position.rule_set), count=10)
    assert Plays(position).count == 1
    assert len(plans) == 4


def test_a_monster_to_be_slain_is_told_from_its_wounded_kin() -> None:
    """Three hits slay the fresh Troll, or slay the wounded one and leave the other just like it: the same board, but not the same deed."""
    position = arrange(
        monsters=["troll knight 1", "troll knight 1 health 2"], hand=["red knight", "red knight", "red knight"], walls=(), compiled=False
    )
    worth = simple_worth(position.rule_set)
    for monster, hits in (("k1t3", 3), ("k1t2", 2)):
        verdict, plans = enumerate_turn(position, worth, goal=read_goal(position, f"slay={monster}"), count=10)
        assert verdict.outcome is Outcome.SOLVED
        assert min(len(plan.moves) for plan in plans) == hits + 1
    assert enumerate_turn(position, worth, goal=read_goal(position, "slay=k1t3.k1t2"))[0].outcome is Outcome.IMPOSSIBLE


def test_draw_2_cards_with_an_empty_deck_takes_the_discards_from_scavenge() -> None:
    hand = ["draw 2 cards", "scavenge", "red knight"]
    position = arrange(monsters=["troll knight 1"], hand=hand, deck=["brick"], compiled=False)
    worth = any_worth(position, 5)
    boards = by_board(position, list(all_turns(position)), worth)
    _, plans = enumerate_turn(position, worth, count=len(boards) + 1)
    assert {plan.outlook: plan.value for plan in plans} == boards
    # Fetching it back means having played it first, and then the discards are gone.
    again = Worth(worth.monster, draw=1_000)
    assert enumerate_turn(position, again)[0].value == max(by_board(position, list(all_turns(position)), again).values()) < 2_000


def test_with_more_states_than_allowed_nothing_is_said() -> None:
    position = arrange(
        monsters=["troll swordsman 1", "orc swordsman 2", "goblin knight 3"], hand=["red swordsman", "tar", "barbarian"], compiled=False
    )
    worth = simple_worth(position.rule_set)
    count = Plays(position).count
    assert count > 20
    verdict, plans = enumerate_turn(position, worth, most_states=count)
    assert verdict.outcome is Outcome.SOLVED
    for fewer in (1, 10, count - 1):
        verdict, nothing = enumerate_turn(position, worth, most_states=fewer)
        assert (verdict.outcome, nothing, verdict.moves) == (Outcome.UNKNOWN, [], ())
        assert f"more than {fewer} states" in verdict.reason
    # And the next question is answered as if nothing had happened.
    assert enumerate_turn(position, worth)[1][0].moves == plans[0].moves


def test_with_more_choices_of_who_is_hurt_than_allowed_nothing_is_said() -> None:
    tokens = ["goblin", "orc", "troll", "orc warlord", "goblin", "orc", "troll", "healer"]
    position = arrange(monsters=[f"{token} swordsman {1 + i // 4}" for i, token in enumerate(tokens)], compiled=False)
    verdict, plans = enumerate_turn(position, simple_worth(position.rule_set), most_states=1)
    assert (verdict.outcome, plans) == (Outcome.UNKNOWN, [])
    assert "who is hurt" in verdict.reason
    assert len(enumerate_turn(position, simple_worth(position.rule_set), count=50)[1]) == 16


@rule
def always_the_same(s: State, draws: int) -> int:
    return 7


def test_states_that_share_a_hash_are_still_told_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    position = arrange(
        monsters=["troll swordsman 1", "orc swordsman 2", "goblin knight 3"], hand=["red swordsman", "tar", "scavenge"], compiled=False
    )
    count = Plays(position).count
    real = enumeration.turns_kernel(position.game.kernel)
    poor = Kernel("poor hash", real.layouts, {fingerprint: [always_the_same]}, parent=real.parent, sources=real.sources)
    monkeypatch.setattr(enumeration, "turns_kernel", lambda parent: poor)
    assert Plays(position).count == count


def test_only_the_play_phase_is_enumerated() -> None:
    position = small_turn(1, phase=stages.TRADE_PHASE)
    with pytest.raises(InvalidInput, match="Play phase"):
        enumerate_turn(position, simple_worth(position.rule_set))
    position = arrange(monsters=["orc archer 1"], compiled=False)
    with pytest.raises(InvalidInput, match="count: has to be at least 1"):
        enumerate_turn(position, simple_worth(position.rule_set), count=0)


@pytest.mark.compiled
def test_compiled_and_plain_find_the_same() -> None:
    for seed in range(900_000, 900_060):
        plain = small_turn(seed, phase=stages.PLAY_PHASE)
        worth, goal = any_worth(plain, seed), any_goal(plain, seed) if seed % 3 else Goal()
        verdict, plans = enumerate_turn(plain, worth, goal=goal, count=4, most_states=1_000)
        compiled = CastlePanic(plain.rule_set, compiled=True).adopted(plain)
        fast, others = enumerate_turn(compiled, worth, goal=goal, count=4, most_states=1_000)
        assert (verdict.outcome, verdict.reason) == (fast.outcome, fast.reason)
        assert [(plan.moves, plan.value, bytes(plan.end)) for plan in plans] == [
            (plan.moves, plan.value, bytes(plan.end)) for plan in others
        ]
