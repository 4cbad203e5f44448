"""Truncated rollouts inside the kernel: a few turns of a policy, then the value function; and the race of candidates on them.

Candidates are compared on the same luck. A chance event's random number depends on the rollout, the turn, what kind of event it is and the how-manieth of
its kind in that turn, so a candidate that draws a card more than another still meets the same tokens and the same later cards.
"""

from __future__ import annotations

from typing import Annotated

from castlewise.models.contract import A_CHOICE, GAME_OVER
from castlewise.models.kernel import Ints, Shape, copy_record, placeholder, rule
from castlewise.models.randomness import low_sum, scramble
from castlewise.solver.game_rules import Rules, State, apply, decide, node, sample, won
from castlewise.solver.value import MILLION, estimate

KINDS_OF_CHANCE = 8
_KIND = 1 << 20
MOST_TURNS_BEYOND = 20  # that a rollout goes on for, past its horizon, where the end is near
USUAL_BATCH, LARGEST_BATCH = 4, 32  # rollouts
LEAST_BATCHES = 8  # before a candidate is told to be out of reach
SURE = 3  # standard errors that are
INDIFFERENT = 1_000  # millionths: who cannot be better by more is out of reach too, which saves a third of the time
PER_MILLE = 1_000  # in millionths; distances are counted in these, so that their squares stay small


class Race:
    """Candidates and how they stand."""

    turns: Annotated[list[int], Shape("int64", "candidates")]  # turns that had ended when it was made
    total: Annotated[list[int], Shape("int64", "candidates")]  # of the values of its rollouts, in millionths
    games: Annotated[list[int], Shape("int64", "candidates")]
    value: Annotated[list[int], Shape("int64", "candidates")]  # of the value function before any rollout
    origin: Annotated[list[int], Shape("int64", "candidates")]  # what the maker of the candidate wants to remember
    entered: Annotated[int, Shape("int64")]  # candidates at the beginning of the race
    batch_size: Annotated[int, Shape("int64")]  # rollouts of a batch
    batch: Annotated[list[list[int]], Shape("int64", "candidates", "batches")]  # of the values of each batch of its rollouts
    alive: Annotated[list[int], Shape("int64", "candidates")]  # numbers of the candidates still in the race
    seen: Annotated[list[int], Shape("int64", "occasions")]  # events of each kind in this turn of a rollout


States = list[State]


@placeholder
def kind_of_chance(r: Rules, s: State) -> int:
    """What kind of chance event comes next, from 0 to KINDS_OF_CHANCE - 1."""
    return 0


@placeholder
def end_is_near(r: Rules, s: State) -> int:
    """Whether a rollout had better go on to the end of the game than be valued where its horizon is."""
    return 0


@rule
def luck_of_event(luck: int, turn: int, kind: int, number: int) -> int:
    """The random number of a chance event: the how-manieth of its kind in a turn of a rollout."""
    return scramble(low_sum(luck, (turn * KINDS_OF_CHANCE + kind) * _KIND + number))


@rule
def rollout(r: Rules, s: State, v: Ints, race: Race, luck: int, turns: int, horizon: int, source: Ints, out: Ints, weights: Ints) -> int:
    """Play on until `horizon` turns have ended, `turns` of them before, and value what is reached by the function that `v` begins with; in millionths."""
    for kind in range(KINDS_OF_CHANCE):
        race.seen[kind] = 0
    while turns < horizon or (turns < horizon + MOST_TURNS_BEYOND and end_is_near(r, s) == 1):
        what = node(r, s)
        if what == GAME_OVER:
            break
        if what == A_CHOICE:
            m = decide(r, s, source, out)
        else:
            kind = kind_of_chance(r, s)
            source[0] = luck_of_event(luck, turns, kind, race.seen[kind])
            race.seen[kind] += 1
            m = sample(r, s, source, out, weights)
        ended = apply(r, s, m)
        if ended > 0:
            turns += ended
            for kind in range(KINDS_OF_CHANCE):
                race.seen[kind] = 0
    if node(r, s) == GAME_OVER:
        return MILLION * won(r, s)
    return estimate(r, s, v, 0, out)


@rule
def best_first(race: Race, alive: int, kept: int) -> None:
    """Put the best of the candidates that are left first, by mean: all of them have had the same rollouts."""
    for i in range(kept):
        best = i
        for j in range(i + 1, alive):
            if race.total[race.alive[j]] > race.total[race.alive[best]]:
                best = j
        number = race.alive[best]
        race.alive[best] = race.alive[i]
        race.alive[i] = number


@rule
def in_reach(race: Race, leader: int, other: int, batches: int, slack: int) -> int:
    """Whether a candidate may still be better than the leader, by more than the slack of a batch: its distance, batch by batch on the same luck, is no more
    than some standard errors.

    One that was exactly level in every batch is the same in other words, and is not.
    """
    total = 0
    squares = 0
    for batch in range(batches):
        gap = (race.batch[leader][batch] - race.batch[other][batch]) // PER_MILLE
        total += gap
        squares += gap * gap
    # total / batches against SURE standard errors, with nothing divided: both sides squared and multiplied by batches * batches * (batches - 1).
    spread = batches * squares - total * total
    total += slack * batches
    return 1 if squares > 0 and (total <= 0 or total * total * (batches - 1) <= SURE * SURE * spread) else 0


@rule
def drop_beaten(race: Race, alive: int, batches: int, slack: int) -> int:
    """Let go of the candidates that are out of the leader's reach, the leader being first; how many are left."""
    kept = 1
    for i in range(1, alive):
        if in_reach(race, race.alive[0], race.alive[i], batches, slack) == 1:
            race.alive[kept] = race.alive[i]
            kept += 1
    return kept


@rule
def halvings_of(count: int) -> int:
    """How often a field has to be halved until one is left."""
    halvings = 0
    while 1 << halvings < count:
        halvings += 1
    return halvings


@rule
def left_in_race(race: Race, count: int, alive: int, used: int, rollouts: int, batches: int, least: int, slack: int) -> int:
    """Who goes on after a batch, best first: half of a field of `count` has to go for each equal share of the rollouts that is used up, and after the `least`
    batches a candidate that is out of the leader's reach goes at once. Returns how many are left."""
    kept = max(2, min(alive, count >> (used * halvings_of(count) // rollouts)))
    best_first(race, alive, kept)
    return drop_beaten(race, kept, batches, slack) if batches >= least else kept


@rule
def run_race(
    r: Rules,
    v: Ints,
    candidates: States,
    count: int,
    race: Race,
    s: State,
    luck: int,
    rollouts: int,
    horizon: int,
    source: Ints,
    out: Ints,
    weights: Ints,
) -> int:
    """So many rollouts in all at most, in batches that every candidate left has the same number of. The winner's number.

    Half of the field has to go for each equal share of the rollouts that is used up (sequential halving); when nobody else is left the race is over, however
    few rollouts it took.
    """
    for i in range(count):
        race.alive[i] = i
        race.total[i] = 0
        race.games[i] = 0
    size = min(min(LARGEST_BATCH, USUAL_BATCH + rollouts // 800), max(1, rollouts // (count * max(1, halvings_of(count)))))
    race.entered = count
    race.batch_size = size
    alive = count
    used = 0
    batches = 0
    while alive > 1 and used < rollouts and batches < len(race.batch[0]):
        for i in range(alive):
            number = race.alive[i]
            total = 0
            for game in range(batches * size, (batches + 1) * size):
                copy_record(s, candidates[number])
                own = scramble(low_sum(luck, game))
                total += rollout(r, s, v, race, own, race.turns[number], horizon, source, out, weights)
            race.batch[number][batches] = total
            race.total[number] += total
            race.games[number] += size
        batches += 1
        used += alive * size
        alive = left_in_race(race, count, alive, used, rollouts, batches, LEAST_BATCHES, size * INDIFFERENT // PER_MILLE)
    return race.alive[0]


@rule
def roll(
    r: Rules,
    v: Ints,
    candidates: States,
    number: int,
    race: Race,
    s: State,
    luck: int,
    first: int,
    count: int,
    horizon: int,
    source: Ints,
    out: Ints,
    weights: Ints,
    values: Ints,
) -> None:
    """Rollouts number first to first + count - 1 of a candidate, each value on its own, from the beginning of a buffer."""
    for game in range(count):
        copy_record(s, candidates[number])
        own = scramble(low_sum(luck, first + game))
        values[game] = rollout(r, s, v, race, own, race.turns[number], horizon, source, out, weights)
