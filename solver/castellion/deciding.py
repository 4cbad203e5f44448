"""The advisor's move at a choice."""

from __future__ import annotations

from castlewise.models.castellion.rules.game import choices, game_won
from castlewise.models.castellion.stages import TURN
from castlewise.models.castellion.state import Rules, State
from castlewise.models.kernel import Ints, rule
from castlewise.models.kinds import any_in
from castlewise.models.randomness import scramble
from castlewise.solver.castellion.follower import follow
from castlewise.solver.castellion.greedy import greedy
from castlewise.solver.castellion.move_race import (
    BY_GREEDY,
    BY_VALUE,
    GENERATIONS,
    LARGEST_BATCH,
    LEAST_GAMES,
    LITTLE_HOPE,
    PER_MILLE,
    ROLLOUTS,
    TILES_AHEAD,
    WIDTH,
    Field,
    decider,
    generation,
    roll_pair,
)
from castlewise.solver.castellion.value_search import advise_by_value
from castlewise.solver.rollouts import Race

AHEAD = 2  # standard errors that another move than the greedy player's has to be ahead by

States = list[State]


@rule
def advise(
    r: Rules, here: State, states: States, field: Field, s: State, probe: State, luck: int, settings: Ints,
    counts: Ints, roll: Ints, mind: Ints, source: Ints, out: Ints, weights: Ints, legal: Ints, values: Ints,
    v: Ints, race: Race, listed: Ints, scratch: States,
) -> int:  # fmt: skip
    """The advisor's move at a choice."""
    if choices(r, here, legal) == 1:
        return legal[1]
    if settings[BY_VALUE] == 1:
        m = advise_by_value(
            r, here, states, v, race, s, scratch, luck, settings[ROLLOUTS], settings[TILES_AHEAD], settings[WIDTH], settings[LITTLE_HOPE],
            listed, mind, source, out, weights, legal, values,
        )  # fmt: skip
        if m != 0:
            return m
    if here.stage == TURN and r.pantry == 0 and any_in(here.revealed) == 0:
        return follow(r, here, probe, out, roll, mind)  # which pile: a rule does it, and a race would get it wrong now and then
    p = decider(here)
    count = 0
    for _ in range(settings[GENERATIONS]):
        luck = scramble(luck)
        count = generation(r, here, states, field, s, probe, luck, settings, counts, roll, mind, source, out, weights, legal, values)
    for i in range(legal[0]):
        if game_won(r, states[i]) == 1:
            return legal[i + 1]
    if settings[BY_GREEDY] == 1:
        return unless_better(r, here, states, field, count, p, s, probe, luck, roll, mind, source, out, weights, legal, values)
    return legal[field.move[field.alive[0]] + 1]


@rule
def unless_better(
    r: Rules, here: State, states: States, field: Field, count: int, p: int, s: State, probe: State, luck: int,
    roll: Ints, mind: Ints, source: Ints, out: Ints, weights: Ints, legal: Ints, values: Ints,
) -> int:  # fmt: skip
    """The greedy player's move, unless the winner of the race is ahead of it by several standard errors: of many estimates by few rollouts the highest
    is more often lucky than right."""
    own = greedy(r, here, source, out)
    best = field.alive[0]
    if field.games[best] < LEAST_GAMES:
        return own
    for pair in range(count):
        if legal[field.move[pair] + 1] != own:
            continue
        while field.games[pair] < field.games[best]:
            size = min(LARGEST_BATCH, field.games[best] - field.games[pair])
            field.total[pair] += roll_pair(
                r, states, field, pair, p, s, probe, luck, field.games[pair], size, roll, mind, source, out, weights, values
            )
            field.games[pair] += size
        games = field.games[best]
        full = games * PER_MILLE
        most, total = field.total[best], field.total[pair] * games // max(1, field.games[pair])
        gap = max(0, most - total)
        if gap * gap * games > AHEAD * AHEAD * (most * (full - most) + total * (full - total)):
            return legal[field.move[best] + 1]
    return own
