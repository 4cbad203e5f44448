"""The team's plan for several turns, against all turns tried one by one in a game in which nothing is drawn."""

from __future__ import annotations

import pytest

from castle_panic.small_turns import small_turn
from castlewise.models.castle_panic import moves as verbs
from castlewise.models.castle_panic import stages
from castlewise.models.castle_panic.notation import read_line
from castlewise.models.castle_panic.position import Position
from castlewise.models.castle_panic.rule_set import MASTER_SLAYER
from castlewise.models.move_code import verb_of
from castlewise.models.problems import InvalidInput
from castlewise.solver.castle_panic.team_plan import QuietCastlePanic, TeamPlan, plan_for_team
from castlewise.solver.verdict import Outcome

LEFT_OUT = {verbs.MISSING, verbs.DRAW_TWO, verbs.SCAVENGE, verbs.DISCARD}
Score = tuple[int, int, int]  # structures lost, Monsters slain (less is worse, so negative), cards spent


def cards_held(position: Position) -> int:
    return sum(int(count) for hand in position.numbers.hands for count in hand)


def structures(position: Position) -> int:
    s = position.numbers
    return int(sum(s.towers) + sum(s.walls) + sum(s.fortify))


def best_tried_out(start: Position, turns: int, most: int = 4000) -> Score | None:
    """The best score of all ways to play the turns; None if there are too many, or a game ends on the way."""
    first = QuietCastlePanic.taking_over(start)
    quiet = first.game
    todo: dict[bytes, tuple[Position, Score]] = {bytes(first): (first, (0, 0, 0))}
    tried = 0
    for _ in range(turns):
        ended: dict[bytes, tuple[Position, Score]] = {}
        seen: set[tuple[bytes, Score]] = set()
        stack = [(position, score, False) for position, score in todo.values()]
        while stack:
            here, score, moving = stack.pop()
            if (bytes(here), score) in seen:
                continue
            seen.add((bytes(here), score))
            tried += 1
            if tried > most or here.is_over:
                return None
            for move in quiet.choices(here):
                verb = verb_of(move)
                if verb in LEFT_OUT or (verb == verbs.TRADE and start.rule_set.version == MASTER_SLAYER):
                    continue
                after = quiet.apply(here, move)
                lost, slain, spent = score
                over = verb == verbs.END_PLAY or here.state.stage == stages.WHO_IS_HURT
                if over:
                    lost += structures(here) - structures(after)
                else:
                    slain -= here.state.monster_count - after.state.monster_count
                    spent += cards_held(here) - cards_held(after)
                new = (lost, slain, spent)
                if not over or after.state.stage == stages.WHO_IS_HURT:
                    stack.append((after, new, moving))
                elif bytes(after) not in ended or new < ended[bytes(after)][1]:
                    ended[bytes(after)] = (after, new)
        todo = ended
    return min(score for _, score in todo.values())


def score_of(plan: TeamPlan) -> Score:
    return plan.structures_lost, -plan.monsters_slain, plan.cards_spent


@pytest.mark.parametrize(("turns", "seeds"), [(1, range(40)), (2, range(40, 70))])
def test_the_plan_is_the_best_of_all_ways_tried_out(turns: int, seeds: range) -> None:
    compared = 0
    for seed in seeds:
        position = small_turn(5000 + seed, phase=stages.PLAY_PHASE)
        best = best_tried_out(position, turns)
        if best is None:
            continue
        verdict, plan = plan_for_team(position, turns)
        assert verdict.outcome is Outcome.SOLVED
        assert plan is not None
        assert score_of(plan) == best, str(position)
        compared += 1
    assert compared >= len(seeds) // 4


def test_a_plan_tells_each_turn_from_the_position_it_begins_with() -> None:
    position = read_line("cp:players=2,co-op/WWTTTT/a1g1.a1o2.k3t3.s4o1/p1.trade/gs.rh,gk.ra/-/-", compiled=False)
    _, plan = plan_for_team(position, 3)
    assert plan is not None
    assert [begun.player for begun, _ in plan.turns] == [0, 1, 0]
    for begun, moves in plan.turns:
        here = begun
        for move in moves:
            here = here.game.apply(here, move)


def test_what_is_beyond_the_plan_is_refused_with_every_reason() -> None:
    position = read_line("cp:players=3,co-op,my-home/WWWWWW/a1g1/p1.token/-,bk,-/-/-/homes=1.2.3", compiled=False)
    with pytest.raises(InvalidInput) as refused:
        plan_for_team(position, 7)
    assert [problem.place for problem in refused.value.problems] == ["turns", "position", "rules"]
