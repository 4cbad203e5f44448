"""Conflicts are conflicts and minimal, repairs repair, and both are told in the game's words."""

from __future__ import annotations

import random
from itertools import combinations_with_replacement

from castle_panic.arrange import arrange
from castlewise.models.castle_panic.board import KNIGHT, SWORDSMAN
from castlewise.models.castle_panic.position import Position
from castlewise.models.castle_panic.turn_question import Goal, read_goal
from castlewise.solver.castle_panic.turn_smt_answers import reach
from castlewise.solver.castle_panic.why_not import explaining_model, why_not
from castlewise.solver.deadline import Deadline
from castlewise.solver.verdict import Outcome
from castlewise.solver.z3 import EXPLAIN, Answer, Solver
from solver.test_turn_smt import random_goal, small_turns


def impossible(count: int, first: int) -> list[tuple[Position, Goal]]:
    found = []
    for start, _, rng in small_turns(10_000, first):
        goal = random_goal(rng, start)
        if reach(start, goal).outcome is Outcome.IMPOSSIBLE:
            found.append((start, goal))
            if len(found) == count:
                break
    return found


def test_conflicts_are_unsatisfiable_and_without_any_sentence_satisfiable() -> None:
    for start, goal in impossible(40, 0):
        conflict = why_not(start, goal).conflict
        assert conflict is not None
        assert conflict.minimal
        assert conflict.wanted, "something wanted is part of every conflict"
        guards = set(conflict.guards)
        model = explaining_model(start, goal)
        solver = Solver(model.circuit, EXPLAIN, Deadline(10))
        assert solver.ask(guards) is Answer.NO
        for guard in guards:
            assert solver.ask(guards - {guard}) is Answer.YES, (str(start), conflict)


def test_repairs_repair_and_no_fewer_cards_would() -> None:
    rng = random.Random(1)
    repaired = 0
    for start, goal in impossible(25, 30_000):
        for repair in why_not(start, goal).repairs:
            repaired += 1
            assert reach(repair.position, goal).outcome is Outcome.SOLVED, (str(start), repair)
            if len(repair.cards) == 2:
                kinds = [kind for kind in range(len(start.state.deck)) if start.state.deck[kind] + start.state.discards[kind]]
                for kind in rng.sample(kinds, min(6, len(kinds))):
                    assert reach(with_cards(start, (kind,)), goal).outcome is not Outcome.SOLVED, (str(start), kind)
    assert repaired >= 20


def with_cards(position: Position, cards: tuple[int, ...]) -> Position:
    state = position.game.copy(position.state)
    for kind in cards:
        state.hands[position.player][kind] += 1
    return Position(position.game, state)


def test_a_troll_that_too_few_cards_reach() -> None:
    start = arrange("players=1", hand=["green swordsman", "green hero"], monsters=["troll swordsman 3"])
    found = why_not(start, Goal(clear=frozenset({SWORDSMAN})))
    assert found.conflict is not None
    assert found.conflict.wanted == ("the Troll in swordsman 3 is not to be in the swordsman ring when the plays are over",)
    assert set(found.conflict.rules) == {
        "the Troll in swordsman 3 has 3 health",
        "only two cards that you can play reach swordsman 3: Green Swordsman, Green Hero",
    }
    kinds = {repair.cards for repair in found.repairs}
    components = start.rule_set.components
    would_do = {"green swordsman", "any swordsman", "barbarian", "nice shot", "drive him back", "scavenge"}
    assert len(kinds) == 3
    assert kinds <= {(components.card(name),) for name in would_do}


def test_a_card_that_is_wanted_twice() -> None:
    start = arrange("players=1", hand=["any knight"], monsters=["goblin knight 1", "goblin knight 5"])
    found = why_not(start, Goal(clear=frozenset({KNIGHT})))
    assert found.conflict is not None
    assert "you have one Any Color Knight" in found.conflict.rules


def test_every_minimal_repair_of_a_small_hand_is_as_small_as_trying_all_cards() -> None:
    start = arrange("players=1", hand=["red archer"], monsters=["orc knight 1", "goblin swordsman 4"], walls=())
    goal = read_goal(start, "slay-all")
    found = why_not(start, goal)
    kinds = range(len(start.state.deck))
    fewest = next(
        count
        for count in (1, 2, 3)
        for cards in combinations_with_replacement(kinds, count)
        if reach(with_cards(start, cards), goal).outcome is Outcome.SOLVED
    )
    assert {len(repair.cards) for repair in found.repairs} == {fewest}


def test_what_can_be_done_has_no_conflict() -> None:
    start = arrange(hand=["red archer"], monsters=["goblin archer 1"])
    found = why_not(start, Goal(slay_all=True))
    assert found.verdict.outcome is Outcome.SOLVED
    assert found.conflict is None


def test_goals_that_cannot_be_met_together_are_named_together() -> None:
    start = arrange("players=1", hand=["green swordsman", "nice shot", "any knight"], monsters=["troll swordsman 3", "goblin knight 1"])
    assert why_not(start, read_goal(start, "slay=s3t3,slay=k1g1")).verdict.outcome is Outcome.SOLVED
    found = why_not(start, read_goal(start, "slay=s3t3,slay=k1g1,keep=ns"))
    assert found.conflict is not None
    assert set(found.conflict.wanted) == {"the Troll in swordsman 3 is to be slain", "one Nice Shot is to be kept"}
