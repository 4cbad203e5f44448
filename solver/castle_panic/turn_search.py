"""Inside the kernel: the advisor's decision at any choice of Castle Panic.

Trades and plays are judged together: every trade, then every different way to play the hand it leaves, carried through the Move phase and valued; the best
of all go into a race of rollouts. Elsewhere the candidates are the legal choices. advisor.py has the face of it.
"""

from __future__ import annotations

from castlewise.models.castle_panic.components import DRAW_CARD
from castlewise.models.castle_panic.moves import DISCARD, DRAW_TWO, END_PLAY
from castlewise.models.castle_panic.rules.cards import holder_of
from castlewise.models.castle_panic.rules.game import apply, choices, game_won, sample
from castlewise.models.castle_panic.stages import (
    CLAIM_BACKUP,
    DISCARD_PHASE,
    GIVE_UP_CARD,
    OVER,
    PLAY_PHASE,
    REPLACE,
    TRADE_PHASE,
    WHO_IS_HURT,
)
from castlewise.models.castle_panic.state import Rules, State
from castlewise.models.kernel import Ints, copy_record, rule
from castlewise.models.move_code import move, verb_of
from castlewise.models.randomness import low_sum, scramble
from castlewise.solver.castle_panic.enumeration_rules import Step, list_states
from castlewise.solver.castle_panic.greedy import greedy
from castlewise.solver.rollouts import Race, run_race
from castlewise.solver.value import LENGTH, MILLION, estimate

States = list[State]
Steps = list[Step]
OPENING = 1 << 32  # a candidate's origin is the number of its first move times this, and the number of the state that plays led to

# Places of the settings: rollouts a race (0: the value functions alone decide), candidates of a race, turns of a rollout, states listed for one hand,
# trades whose plays are looked at, draws sampled to value a discard.
ROLLOUTS, WIDTH, HORIZON, MOST_STATES, OPENINGS, DRAWS = range(6)
SETTINGS = 6
AT_REST, BEFORE_PLAYS = 0, 1  # the value functions, in this order one behind the other


@rule
def playing(s: State) -> int:
    """Whether cards are being played, so that all ways to go on are listed together."""
    return 1 if s.stage == PLAY_PHASE else 0


@rule
def end_and_settle(r: Rules, s: State, source: Ints, out: Ints) -> int:
    """End the plays and pass the Move phase, the greedy player choosing who is hurt. Returns the turns that ended: one, if no tokens are to be drawn."""
    turns = 0
    m = move(END_PLAY, 0, 0, 0)
    while True:
        turns += apply(r, s, m)
        if s.stage != WHO_IS_HURT and s.stage != GIVE_UP_CARD and s.stage != CLAIM_BACKUP:
            return turns
        m = greedy(r, s, source, out)


@rule
def enter(race: Race, candidates: States, count: int, width: int, s: State, value: int, turns: int, origin: int) -> int:
    """Add a candidate if there is room, or in place of the worst if it is better. Returns how many there are."""
    at = count
    if count == width:
        at = 0
        for i in range(1, count):
            if race.value[i] < race.value[at]:
                at = i
        if value <= race.value[at]:
            return count
    race.value[at] = value
    race.turns[at] = turns
    race.origin[at] = origin
    copy_record(candidates[at], s)
    return max(count, at + 1)


@rule
def list_plays(
    r: Rules,
    v: Ints,
    states: States,
    steps: Steps,
    slots: Ints,
    probe: State,
    luck: int,
    settings: Ints,
    source: Ints,
    out: Ints,
    weights: Ints,
) -> int:
    """Every way to play the hand of states[0], as far as there is room for the states; their number, negative if there are more."""
    listed = list_states(r, states, steps, slots, out, settings[MOST_STATES])
    return listed if listed > 0 else -settings[MOST_STATES]


@rule
def add_plays(
    r: Rules,
    v: Ints,
    states: States,
    steps: Steps,
    slots: Ints,
    probe: State,
    race: Race,
    candidates: States,
    count: int,
    opening: int,
    luck: int,
    settings: Ints,
    source: Ints,
    out: Ints,
    weights: Ints,
) -> int:
    """Enter the ways to play the hand of states[0] that are listed."""
    listed = list_plays(r, v, states, steps, slots, probe, luck, settings, source, out, weights)
    for i in range(abs(listed)):
        copy_record(probe, states[i])
        turns = 0
        if probe.stage == PLAY_PHASE:
            turns = end_and_settle(r, probe, source, out)
        value = MILLION * game_won(r, probe) if probe.stage == OVER else estimate(r, probe, v, 0, out)
        count = enter(race, candidates, count, settings[WIDTH], probe, value, turns, opening * OPENING + i)
    return count


@rule
def value_of_choice(
    r: Rules, s: State, m: int, v: Ints, probe: State, luck: int, draws: int, source: Ints, out: Ints, weights: Ints
) -> int:
    """The value of a choice by the value functions: at the Discard phase on average over draws, the same luck for every choice."""
    total = 0
    games = draws if s.stage == DISCARD_PHASE and verb_of(m) == DISCARD else 1
    for game in range(games):
        copy_record(probe, s)
        source[0] = scramble(low_sum(luck, game))
        apply(r, probe, m)
        while probe.stage == REPLACE:
            apply(r, probe, sample(r, probe, source, out, weights))
        if probe.stage == OVER:
            total += MILLION * game_won(r, probe)
        elif probe.stage == TRADE_PHASE or probe.stage == PLAY_PHASE:
            total += estimate(r, probe, v, v[LENGTH], out)
        else:
            total += estimate(r, probe, v, 0, out)
    return total // games


@rule
def best_trade(r: Rules, s: State, v: Ints, probe: State, luck: int, source: Ints, out: Ints, weights: Ints) -> int:
    """The trade, or none, that the value function likes best."""
    listed = choices(r, s, out)
    for i in range(listed):
        weights[i] = out[1 + i]  # nothing is sampled after a trade, so their place is free
    best = weights[0]
    most = -1
    for i in range(listed):
        value = value_of_choice(r, s, weights[i], v, probe, luck, 1, source, out, weights)
        if value > most:
            most = value
            best = weights[i]
    return best


@rule
def best_listed(race: Race, count: int, kept: int) -> None:
    """Put the best of the choices listed first, by value: their numbers are in `alive`."""
    for i in range(kept):
        best = i
        for j in range(i + 1, count):
            if race.total[race.alive[j]] > race.total[race.alive[best]]:
                best = j
        number = race.alive[best]
        race.alive[best] = race.alive[i]
        race.alive[i] = number


@rule
def list_candidates(
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
    settings: Ints,
    source: Ints,
    out: Ints,
    weights: Ints,
    plan: Ints,
) -> int:
    """What is worth comparing at a choice, as positions to roll out from; returns their number.

    The legal moves stand in `plan` from 1 on. A candidate's `origin` says which of them it begins with and, where plays are listed, which state they led to.
    """
    stage = s.stage
    listed = choices(r, s, out)
    for i in range(1, listed + 1):
        plan[i] = out[i]
    plan[0] = listed
    if playing(s) == 1:
        copy_record(states[0], s)
        return add_plays(r, v, states, steps, slots, probe, race, candidates, 0, 0, luck, settings, source, out, weights)
    for i in range(listed):
        race.alive[i] = i
        race.total[i] = value_of_choice(r, s, plan[1 + i], v, probe, luck, settings[DRAWS], source, out, weights)
    openings = min(listed, settings[OPENINGS]) if stage == TRADE_PHASE else listed
    best_listed(race, listed, openings)
    count = 0
    for place in range(openings):
        i = race.alive[place]
        copy_record(states[0], s)
        turns = apply(r, states[0], plan[1 + i])
        if stage == TRADE_PHASE:
            while states[0].stage == TRADE_PHASE:  # a first trade of two is worth what both are
                apply(r, states[0], best_trade(r, states[0], v, probe, luck, source, out, weights))
            count = add_plays(
                r, v, states, steps, slots, probe, race, candidates, count, i, luck, settings, source, out, weights
            )  # fmt: skip
        else:
            count = enter(race, candidates, count, len(candidates), states[0], race.total[i], turns, i * OPENING)
    return count


@rule
def write_plays(states: States, steps: Steps, number: int, plan: Ints) -> None:
    """The plays that led to a state of the list, from plan[1] on, with the end of the Play phase; their number in plan[0].

    They end with Draw 2 Cards if that is among them: what is drawn may change the rest.
    """
    at = number
    length = 0
    while at != 0:
        length += 1
        at = steps[at].parent
    plan[0] = length
    at = number
    while at != 0:
        plan[length] = steps[at].move
        length -= 1
        at = steps[at].parent
    if states[number].stage == PLAY_PHASE:
        plan[0] += 1
        plan[plan[0]] = move(END_PLAY, 0, 0, 0)
    for i in range(1, plan[0] + 1):
        if verb_of(plan[i]) == DRAW_TWO:
            plan[0] = i
            return


@rule
def first_look(
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
    settings: Ints,
    source: Ints,
    out: Ints,
    weights: Ints,
    plan: Ints,
) -> int:
    """The number of the best candidate at a choice, the legal moves from plan[1] on; -1 if there is nothing to decide, plan[1] being the move."""
    drawing = holder_of(r, s, s.player, DRAW_CARD) if s.stage == PLAY_PHASE else -1
    if drawing >= 0:
        plan[0] = 1
        plan[1] = move(DRAW_TWO, drawing, 0, 0)
        return -1
    count = list_candidates(r, s, v, states, steps, slots, probe, race, candidates, luck, settings, source, out, weights, plan)
    if plan[0] == 1:
        return -1
    if settings[ROLLOUTS] > 0:
        return run_race(r, v, candidates, count, race, probe, luck, settings[ROLLOUTS], settings[HORIZON], source, out, weights)
    best = 0
    for i in range(1, count):
        if race.value[i] > race.value[best]:
            best = i
    race.games[best] = 0
    return best


@rule
def write_decision(s: State, states: States, steps: Steps, race: Race, number: int, plan: Ints) -> None:
    """The moves of a candidate at a choice from plan[1] on, where the legal moves were; their number in plan[0]."""
    origin = race.origin[number]
    if playing(s) == 1:
        write_plays(states, steps, origin, plan)
    else:
        plan[0] = 1
        plan[1] = plan[1 + origin // OPENING]


@rule
def advise(
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
    settings: Ints,
    source: Ints,
    out: Ints,
    weights: Ints,
    plan: Ints,
) -> int:
    """What to do at a choice: moves from plan[1] on, their number in plan[0]; of a Play phase it is the whole rest.

    Returns the win chance expected, -1 if there was nothing to decide.
    """
    best = first_look(r, s, v, states, steps, slots, probe, race, candidates, luck, settings, source, out, weights, plan)
    if best < 0:
        return -1
    write_decision(s, states, steps, race, best, plan)
    return race.total[best] // race.games[best] if race.games[best] > 0 else race.value[best]
