"""Inside the kernel: rollouts in which the advisor itself plays the first turns, with a small effort, and what is reached then is judged by ordinary rollouts.

What a newcomer would get wrong: the value function must not have the last word on what was chosen by it. A player who goes by it leads to where it is too
hopeful, so the greedy player's turns lie between the advisor's and the function.
"""

from __future__ import annotations

from castlewise.models.castle_panic.rules.game import apply, game_won, node, sample
from castlewise.models.castle_panic.state import Rules, State
from castlewise.models.contract import A_CHANCE, GAME_OVER
from castlewise.models.kernel import Ints, copy_record, rule
from castlewise.models.randomness import low_sum, scramble
from castlewise.solver.castle_panic.enumeration_rules import Step
from castlewise.solver.castle_panic.turn_search import HORIZON, advise
from castlewise.solver.rollouts import KINDS_OF_CHANCE, MOST_TURNS_BEYOND, Race, end_is_near, kind_of_chance, luck_of_event, rollout
from castlewise.solver.value import MILLION

States = list[State]
Steps = list[Step]
_OTHER_LUCK = 0x5851F42D4C957F2D  # sets the luck of the searches on the way, and of the rollouts at the end, apart from that of the game


@rule
def advised_rollout(
    r: Rules,
    s: State,
    v: Ints,
    states: States,
    steps: Steps,
    slots: Ints,
    probe: State,
    race: Race,
    candidates: States,
    luck: int,
    turns: int,
    horizon: int,
    rollouts: int,
    settings: Ints,
    source: Ints,
    out: Ints,
    weights: Ints,
    plan: Ints,
    seen: Ints,
) -> int:
    """Play on, the advisor deciding, until `horizon` turns have ended, `turns` of them before; what so many rollouts from there come to, in millionths.

    Chance events have the luck that they would have in an ordinary rollout: `seen` counts them by kind.
    """
    for kind in range(KINDS_OF_CHANCE):
        seen[kind] = 0
    search = luck ^ _OTHER_LUCK
    while turns < horizon or (turns < horizon + MOST_TURNS_BEYOND and end_is_near(r, s) == 1):
        what = node(r, s)
        if what == GAME_OVER:
            break
        plan[0] = 1
        if what == A_CHANCE:
            kind = kind_of_chance(r, s)
            source[0] = luck_of_event(luck, turns, kind, seen[kind])
            seen[kind] += 1
            plan[1] = sample(r, s, source, out, weights)
        else:
            search = scramble(low_sum(search, 1))
            advise(r, s, v, states, steps, slots, probe, race, candidates, search, settings, source, out, weights, plan)
        for i in range(1, plan[0] + 1):
            ended = apply(r, s, plan[i])
            if ended > 0:
                turns += ended
                for kind in range(KINDS_OF_CHANCE):
                    seen[kind] = 0
    if node(r, s) == GAME_OVER:
        return MILLION * game_won(r, s)
    total = 0
    for number in range(rollouts):
        copy_record(probe, s)
        total += rollout(r, probe, v, race, scramble(low_sum(search, number)), 0, settings[HORIZON], source, out, weights)
    return total // rollouts


@rule
def roll_advised(
    r: Rules,
    start: State,
    s: State,
    v: Ints,
    states: States,
    steps: Steps,
    slots: Ints,
    probe: State,
    race: Race,
    candidates: States,
    luck: int,
    turns: int,
    first: int,
    count: int,
    horizon: int,
    rollouts: int,
    settings: Ints,
    source: Ints,
    out: Ints,
    weights: Ints,
    plan: Ints,
    seen: Ints,
    values: Ints,
) -> None:
    """Advised rollouts number first to first + count - 1 from a state, each value on its own, from the beginning of a buffer."""
    for game in range(count):
        copy_record(s, start)
        values[game] = advised_rollout(
            r, s, v, states, steps, slots, probe, race, candidates, scramble(low_sum(luck, first + game)), turns, horizon, rollouts, settings,
            source, out, weights, plan, seen,
        )  # fmt: skip
