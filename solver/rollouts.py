"""Truncated rollouts inside the kernel: a few turns of a policy, then the value function; and the race of candidates on them.

Candidates are compared on the same luck. A chance event's random number depends on the rollout, the turn, what kind of event it is and the how-manieth of
its kind in that turn, so a candidate that draws a card more than another still meets the same tokens and the same later cards.
"""

from __future__ import annotations

from typing import Annotated

from castlewise.models.contract import A_CHOICE, GAME_OVER
from castlewise.models.kernel import Ints, Shape, copy_record, extension_point, rule
from castlewise.models.randomness import low_sum, scramble
from castlewise.solver.game_rules import Rules, State, apply, decide, node, sample, won
from castlewise.solver.value import MILLION, Value, estimate

KINDS_OF_CHANCE = 8
_KIND = 1 << 20


class Race:
    """Candidates and how they stand."""

    turns: Annotated[list[int], Shape("int64", "candidates")]  # turns that had ended when it was made
    total: Annotated[list[int], Shape("int64", "candidates")]  # of the values of its rollouts, in millionths
    games: Annotated[list[int], Shape("int64", "candidates")]
    value: Annotated[list[int], Shape("int64", "candidates")]  # of the value function before any rollout
    origin: Annotated[list[int], Shape("int64", "candidates")]  # what the maker of the candidate wants to remember
    alive: Annotated[list[int], Shape("int64", "candidates")]  # numbers of the candidates still in the race
    seen: Annotated[list[int], Shape("int64", "occasions")]  # events of each kind in this turn of a rollout


States = list[State]


@extension_point
def kind_of_chance(r: Rules, s: State) -> int:
    """What kind of chance event comes next, from 0 to KINDS_OF_CHANCE - 1."""
    return 0


@rule
def rollout(r: Rules, s: State, v: Value, race: Race, luck: int, turns: int, horizon: int, source: Ints, out: Ints, weights: Ints) -> int:
    """Play on until `horizon` turns have ended, `turns` of them before, and value what is reached; in millionths."""
    for kind in range(KINDS_OF_CHANCE):
        race.seen[kind] = 0
    while turns < horizon:
        what = node(r, s)
        if what == GAME_OVER:
            break
        if what == A_CHOICE:
            m = decide(r, s, source, out)
        else:
            kind = kind_of_chance(r, s)
            source[0] = scramble(low_sum(luck, (turns * KINDS_OF_CHANCE + kind) * _KIND + race.seen[kind]))
            race.seen[kind] += 1
            m = sample(r, s, source, out, weights)
        ended = apply(r, s, m)
        if ended > 0:
            turns += ended
            for kind in range(KINDS_OF_CHANCE):
                race.seen[kind] = 0
    if node(r, s) == GAME_OVER:
        return MILLION * won(r, s)
    return estimate(r, s, v, out)


@rule
def halve(race: Race, alive: int) -> int:
    """Put the better half of the candidates first, by mean; how many that is."""
    kept = (alive + 1) // 2
    for i in range(kept):
        best = i
        for j in range(i + 1, alive):
            if race.total[race.alive[j]] > race.total[race.alive[best]]:
                best = j
        number = race.alive[best]
        race.alive[best] = race.alive[i]
        race.alive[i] = number
    return kept


@rule
def run_race(
    r: Rules,
    v: Value,
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
    """Sequential halving: so many rollouts in all, an equal share for each round, the worse half of the candidates out after each. The winner's number."""
    rounds = 0
    while 1 << rounds < count:
        rounds += 1
    for i in range(count):
        race.alive[i] = i
        race.total[i] = 0
        race.games[i] = 0
    alive = count
    first = 0
    while alive > 1:
        share = max(1, rollouts // (rounds * alive))
        for i in range(alive):
            number = race.alive[i]
            for game in range(first, first + share):
                copy_record(s, candidates[number])
                own = scramble(low_sum(luck, game))
                race.total[number] += rollout(r, s, v, race, own, race.turns[number], horizon, source, out, weights)
            race.games[number] += share
        first += share
        alive = halve(race, alive)
    return race.alive[0]


@rule
def roll(
    r: Rules,
    v: Value,
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
