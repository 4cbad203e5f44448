"""How fast a turn with the Wizard's Tower is decided, and by whom: enumeration in the kernel, CP-SAT, Z3, on the same positions of greedy games.

The positions are those of greedy games of 1, 4 and 6 players at the start of the Play phase, as they are. Times are CPU time of one core for the whole
answer, building the model and replaying included. Answers to one question have to be equal, or there are no figures at all. `--positions N` says how many
(150 if left out); run it with --json for the figures alone.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Callable
from typing import ParamSpec, TypeVar

from castle_panic_turns import nearest_monster
from measuring import greedy_steps, report

from castlewise.models.castle_panic.expansions.wizards_tower.stages import DRAW_FOR, DRAW_WIZARD
from castlewise.models.castle_panic.game import CastlePanic
from castlewise.models.castle_panic.position import Position
from castlewise.models.castle_panic.rule_set import read_rules
from castlewise.models.castle_panic.stages import DISCARD_PHASE, PLAY_PHASE, TRADE_PHASE
from castlewise.models.castle_panic.turn_question import BeyondTurnModel, simple_worth
from castlewise.solver.castle_panic.enumeration import enumerate_turn
from castlewise.solver.castle_panic.turn_plan import best_turns
from castlewise.solver.castle_panic.turn_smt_answers import reach
from castlewise.solver.spread import spread
from castlewise.solver.verdict import Outcome

PLAYERS = (1, 4, 6)
GAMES = 12
BEFORE_PLAYS = (DISCARD_PHASE, TRADE_PHASE, DRAW_FOR, DRAW_WIZARD)

T = TypeVar("T")
P = ParamSpec("P")


def sampled(players: int, count: int) -> list[Position]:
    """Positions where the Play phase begins, evenly spread over greedy games."""
    game = CastlePanic(read_rules(f"players={players},wizards-tower"), compiled=True)
    states, _ = greedy_steps(game, GAMES)
    stages = [int(stage) for stage in states["stage"]]
    first = [i for i in range(1, len(stages)) if stages[i] == PLAY_PHASE and stages[i - 1] in BEFORE_PLAYS]
    assert len(first) >= count, "too few games to take so many positions from"
    return [Position(game, states[first[i * len(first) // count]]) for i in range(count)]


def main() -> None:
    count = int(sys.argv[sys.argv.index("--positions") + 1]) if "--positions" in sys.argv else 150
    positions = [position for players in PLAYERS for position in sampled(players, count // len(PLAYERS))]
    times: dict[str, list[float]] = {}
    facts: Counter[str] = Counter()

    def timed(topic: str, work: Callable[P, T], *arguments: P.args, **named: P.kwargs) -> T:
        began = time.process_time()
        answer = work(*arguments, **named)
        times.setdefault(topic, []).append(1e3 * (time.process_time() - began))
        return answer

    for warm in (True, False):
        for position in positions[:: len(positions) // 3] if warm else positions:
            if not warm:
                facts["positions"] += 1
            worth, goal = simple_worth(position.rule_set), nearest_monster(position)
            counted, _ = timed("enumeration, best plays", enumerate_turn, position, worth)
            reached, _ = timed("enumeration, a goal", enumerate_turn, position, worth, goal=goal)
            try:
                best, _ = timed("CP-SAT, best plays", best_turns, position, worth)
            except BeyondTurnModel as beyond:
                facts[f"left to enumeration: {beyond}"] += 1
                facts["enumerated" if counted.outcome is Outcome.SOLVED else f"unknown: {counted.reason}"] += 1
                continue
            facts["modelled"] += 1
            by_z3 = timed("Z3, a goal", reach, position, goal)
            if counted.outcome is not Outcome.UNKNOWN:
                assert best.value == counted.value, position
            if Outcome.UNKNOWN not in (by_z3.outcome, reached.outcome):
                assert by_z3.outcome is reached.outcome, position
            facts[f"Z3 says {by_z3.outcome.value}"] += 1
        if warm:
            times.clear()
            facts.clear()
    report({"milliseconds of CPU time": {topic: spread(numbers, worst=max) for topic, numbers in times.items()}}, dict(facts))


if __name__ == "__main__":
    main()
