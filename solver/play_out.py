"""Games played from a position to their end inside the kernel, with a policy at every choice."""

from __future__ import annotations

from castlewise.models.castle_panic.rules.game import apply, choices, node, sample
from castlewise.models.castle_panic.state import Rules, State
from castlewise.models.kernel import Ints, copy_record, rule
from castlewise.models.randomness import scramble

FINISHED, WON, TURNS, TOWERS, DECISIONS = range(5)
TALLY = 5


@rule
def decide(r: Rules, s: State, source: Ints, out: Ints) -> int:
    """The policy: a kernel binds the one that is to play here."""
    choices(r, s, out)
    return out[1]


@rule
def play_out(r: Rules, s: State, source: Ints, out: Ints, weights: Ints, tally: Ints, most_turns: int) -> None:
    """Play a game to its end, or until it has lasted most_turns turns, and add it to the tally."""
    turns = 0
    decisions = 0
    while turns < most_turns:
        kind = node(r, s)
        if kind == 0:
            tally[FINISHED] += 1
            break
        if kind == 1:
            decisions += 1
            turns += apply(r, s, decide(r, s, source, out))
        else:
            turns += apply(r, s, sample(r, s, source, out, weights))
    if s.outcome == 1:
        tally[WON] += 1
        for arc in range(len(s.towers)):
            tally[TOWERS] += s.towers[arc]
    tally[TURNS] += turns
    tally[DECISIONS] += decisions


@rule
def play_many(r: Rules, start: State, s: State, seed: int, first: int, count: int, source: Ints, out: Ints, weights: Ints, tally: Ints, most_turns: int) -> None:
    """Games number first to first + count - 1 of a seed. Each has its own random numbers, so how they are divided among workers changes nothing."""
    for game in range(first, first + count):
        source[0] = scramble(seed ^ scramble(game + 1))
        copy_record(s, start)
        play_out(r, s, source, out, weights, tally, most_turns)
