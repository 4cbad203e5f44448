"""The advisor's decision where there is a value function, inside the kernel: the moves that it likes best, raced by short rollouts on common luck.

A rollout uses the next few tiles as the function likes them best, and ends with what the function then says. Moves are told apart by what they lead to with the
same tiles: the n-th tile of a pile is the same for all of them.
"""

from __future__ import annotations

from castlewise.models.castellion.moves import DRAW
from castlewise.models.castellion.rules.game import apply, game_won, node
from castlewise.models.castellion.stages import TURN, USE
from castlewise.models.castellion.state import Rules, State
from castlewise.models.contract import A_CHANCE, GAME_OVER
from castlewise.models.kernel import Ints, copy_record, rule
from castlewise.models.move_code import move
from castlewise.models.randomness import low_sum, scramble
from castlewise.solver.castellion.castle_value import CHANCE, build, castle_chance
from castlewise.solver.castellion.follower import SEEN
from castlewise.solver.castellion.greedy import pile_to_draw_from
from castlewise.solver.castellion.move_race import STREAMS, deal
from castlewise.solver.rollouts import INDIFFERENT, PER_MILLE, Race, best_first, left_in_race
from castlewise.solver.value import MILLION

BATCH = 8  # rollouts of a move before the next has its turn
MOST_BATCHES = 1_024
LEAST_BATCHES = 3  # before a move is told to be out of reach

States = list[State]


@rule
def value_rollout(
    r: Rules, s: State, probe: State, v: Ints, luck: int, tiles: int, listed: Ints, mind: Ints, source: Ints, out: Ints, weights: Ints
) -> int:
    """Use so many tiles as the function likes them best; what it says then, in millionths, or how the game ended before."""
    for i in range(STREAMS):
        mind[SEEN + i] = 0
    while True:
        what = node(r, s)
        if what == GAME_OVER:
            return MILLION * game_won(r, s)
        if what == A_CHANCE:
            m = deal(r, s, luck, SEEN, mind, source, out, weights)
        else:
            m = build(r, s, probe, v, listed)
            if s.stage == USE:
                tiles -= 1
                if tiles == 0:
                    return listed[CHANCE]
        apply(r, s, m)


@rule
def open_value_race(r: Rules, here: State, states: States, v: Ints, race: Race, width: int, listed: Ints, legal: Ints) -> int:
    """Make every legal move of the list and value what it leads to; the best of them, at most so many, are in the race. Returns how many."""
    for i in range(legal[0]):
        copy_record(states[i], here)
        apply(r, states[i], legal[i + 1])
        over = node(r, states[i]) == GAME_OVER
        race.total[i] = MILLION * game_won(r, states[i]) if over else castle_chance(r, states[i], v, listed)
        race.value[i] = race.total[i]
        race.alive[i] = i
    kept = min(width, legal[0])
    best_first(race, legal[0], kept)
    return kept


@rule
def roll_move(
    r: Rules, states: States, move: int, v: Ints, s: State, probe: State, luck: int, first: int, count: int, tiles: int,
    listed: Ints, mind: Ints, source: Ints, out: Ints, weights: Ints, values: Ints,
) -> int:  # fmt: skip
    """Rollouts number first to first + count - 1 of a move, each value on its own from the beginning of a buffer. Returns their sum."""
    total = 0
    for number in range(count):
        copy_record(s, states[move])
        own = scramble(low_sum(luck, first + number))
        values[number] = value_rollout(r, s, probe, v, own, tiles, listed, mind, source, out, weights)
        total += values[number]
    return total


@rule
def race_by_value(
    r: Rules, states: States, v: Ints, race: Race, field: int, s: State, probe: State, luck: int, rollouts: int, tiles: int,
    listed: Ints, mind: Ints, source: Ints, out: Ints, weights: Ints, values: Ints,
) -> int:  # fmt: skip
    """Race the moves with so many rollouts in all at most; the winner's place in the list. Half of the field leaves for each equal share that is used up."""
    for i in range(field):
        race.total[race.alive[i]] = 0
    alive = field
    used = 0
    batches = 0
    while alive > 1 and used < rollouts and batches < MOST_BATCHES:
        for i in range(alive):
            number = race.alive[i]
            total = roll_move(
                r, states, number, v, s, probe, luck, batches * BATCH, BATCH, tiles, listed, mind, source, out, weights, values
            )
            race.batch[number][batches] = total
            race.total[number] += total
        batches += 1
        used += alive * BATCH
        alive = left_in_race(race, field, alive, used, rollouts, batches, LEAST_BATCHES, BATCH * INDIFFERENT // PER_MILLE)
    return race.alive[0]


@rule
def advise_by_value(
    r: Rules, here: State, states: States, v: Ints, race: Race, s: State, probe: State, luck: int, rollouts: int, tiles: int, width: int,
    listed: Ints, mind: Ints, source: Ints, out: Ints, weights: Ints, legal: Ints, values: Ints,
) -> int:  # fmt: skip
    """The advisor's move at a choice of several, which are in the list. Piles are chosen by a rule."""
    if here.stage == TURN:
        return move(DRAW, pile_to_draw_from(r, here), 0, 0)
    field = open_value_race(r, here, states, v, race, width, listed, legal)
    best = race.alive[0]
    if rollouts > 0 and race.value[best] < MILLION:
        best = race_by_value(r, states, v, race, field, s, probe, luck, rollouts, tiles, listed, mind, source, out, weights, values)
    return legal[best + 1]
