"""The advisor's decision where there is a value function, inside the kernel: the moves that it likes best, raced by short rollouts on common luck.

A rollout uses the next few tiles as the player of value_player.py does, and ends with what the function then says. Moves are told apart by what they lead to
with the same tiles: the n-th tile of a pile is the same for all of them.
"""

from __future__ import annotations

from castlewise.models.castellion.moves import MEET_NOW
from castlewise.models.castellion.rules.game import apply, game_won, node
from castlewise.models.castellion.stages import DESTROY_TILES, TURN, USE
from castlewise.models.castellion.state import Rules, State
from castlewise.models.contract import A_CHANCE, GAME_OVER
from castlewise.models.kernel import Ints, copy_record, rule
from castlewise.models.kinds import any_in
from castlewise.models.move_code import verb_of
from castlewise.models.randomness import low_sum, scramble
from castlewise.solver.castellion.castle_value import CHANCE
from castlewise.solver.castellion.follower import GIVEN_UP, SEEN
from castlewise.solver.castellion.greedy_rollouts import UNKNOWN
from castlewise.solver.castellion.move_race import STREAMS, deal
from castlewise.solver.castellion.readiness import ready
from castlewise.solver.castellion.value_player import chance_after, decide_by_value
from castlewise.solver.rollouts import INDIFFERENT, PER_MILLE, Race, best_first, left_in_race
from castlewise.solver.value import MILLION

# What the function says of a move counts as so many rollouts: of many moves by few rollouts the highest is more often lucky than right.
SAID = 24
BATCH = 8  # rollouts of a move before the next has its turn
MOST_BATCHES = 1_024
LEAST_BATCHES = 3  # before a move is told to be out of reach

States = list[State]


@rule
def value_rollout(
    r: Rules, s: State, scratch: States, v: Ints, luck: int, tiles: int, listed: Ints, mind: Ints, source: Ints, out: Ints, weights: Ints
) -> int:
    """Use so many tiles as the function likes them best; what it says then, in millionths, or how the game ended before."""
    for i in range(STREAMS):
        mind[SEEN + i] = 0
    mind[GIVEN_UP] = UNKNOWN
    while True:
        what = node(r, s)
        if what == GAME_OVER:
            return MILLION * game_won(r, s)
        if what == A_CHANCE:
            m = deal(r, s, luck, SEEN, mind, source, out, weights)
        else:
            m = decide_by_value(r, s, scratch, v, listed, source, out, mind)
            if s.stage == USE:
                tiles -= 1
                if tiles == 0:
                    return listed[CHANCE]
        apply(r, s, m)


@rule
def open_value_race(
    r: Rules, here: State, states: States, scratch: States, v: Ints, race: Race, width: int, listed: Ints, legal: Ints
) -> int:
    """Make every legal move of the list and value what it leads to; the best of them, at most so many, are in the race. Returns how many.

    To meet an ordeal that one is not ready for comes last: nobody learns from games in which that is done.
    """
    unready = ready(r, here) == 0
    for i in range(legal[0]):
        copy_record(states[i], here)
        apply(r, states[i], legal[i + 1])
        race.total[i] = 0
        if not (unready and verb_of(legal[i + 1]) == MEET_NOW):
            race.total[i] = chance_after(r, states[i], scratch, v, listed)
        race.value[i] = race.total[i]
        race.alive[i] = i
    kept = min(width, legal[0])
    best_first(race, legal[0], kept)
    return kept


@rule
def roll_move(
    r: Rules, states: States, move: int, v: Ints, s: State, scratch: States, luck: int, first: int, count: int, tiles: int,
    listed: Ints, mind: Ints, source: Ints, out: Ints, weights: Ints, values: Ints,
) -> int:  # fmt: skip
    """Rollouts number first to first + count - 1 of a move, each value on its own from the beginning of a buffer. Returns their sum."""
    total = 0
    for number in range(count):
        copy_record(s, states[move])
        own = scramble(low_sum(luck, first + number))
        values[number] = value_rollout(r, s, scratch, v, own, tiles, listed, mind, source, out, weights)
        total += values[number]
    return total


@rule
def race_by_value(
    r: Rules, states: States, v: Ints, race: Race, field: int, s: State, scratch: States, luck: int, rollouts: int, tiles: int,
    listed: Ints, mind: Ints, source: Ints, out: Ints, weights: Ints, values: Ints,
) -> int:  # fmt: skip
    """Race the moves with so many rollouts in all at most; the winner's place in the list. Half of the field leaves for each equal share that is used up.

    What the function says of each counts as some rollouts that were made already.
    """
    for i in range(field):
        race.total[race.alive[i]] = SAID * race.value[race.alive[i]]
    alive = field
    used = 0
    batches = 0
    while alive > 1 and used < rollouts and batches < MOST_BATCHES:
        for i in range(alive):
            number = race.alive[i]
            total = roll_move(
                r, states, number, v, s, scratch, luck, batches * BATCH, BATCH, tiles, listed, mind, source, out, weights, values
            )
            race.batch[number][batches] = total
            race.total[number] += total
        batches += 1
        used += alive * BATCH
        alive = left_in_race(race, field, alive, used, rollouts, batches, LEAST_BATCHES, BATCH * INDIFFERENT // PER_MILLE)
    return race.alive[0]


@rule
def advise_by_value(
    r: Rules, here: State, states: States, v: Ints, race: Race, s: State, scratch: States, luck: int, rollouts: int, tiles: int, width: int, hope: int,
    listed: Ints, mind: Ints, source: Ints, out: Ints, weights: Ints, legal: Ints, values: Ints,
) -> int:  # fmt: skip
    """The advisor's move at a choice of several, which are in the list; 0 where the function sees less hope than so many millionths with any of them: then it
    does not know its way about. Piles, and what a penalty takes, are not raced."""
    if rollouts == 0 or here.stage == DESTROY_TILES or (here.stage == TURN and any_in(here.revealed) == 0):
        return decide_by_value(r, here, scratch, v, listed, source, out, mind)
    field = open_value_race(r, here, states, scratch, v, race, width, listed, legal)
    best = race.alive[0]
    if race.value[best] < hope:
        return 0
    if race.value[best] < MILLION:
        best = race_by_value(r, states, v, race, field, s, scratch, luck, rollouts, tiles, listed, mind, source, out, weights, values)
    return legal[best + 1]
