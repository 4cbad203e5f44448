"""Games played from a position to their end inside the kernel, with a policy at every choice."""

from __future__ import annotations

from castlewise.models.contract import A_CHOICE, GAME_OVER
from castlewise.models.kernel import Ints, copy_record, rule
from castlewise.models.randomness import scramble
from castlewise.solver.game_rules import Rules, State, apply, decide, left_standing, node, sample, won

FINISHED, WON, TURNS, STANDING, NODES = range(5)
TALLY = 5


@rule
def play_out(r: Rules, s: State, source: Ints, out: Ints, weights: Ints, tally: Ints, most_turns: int) -> None:
    """Play a game to its end, or until it has lasted most_turns turns, and add it to the tally."""
    turns = 0
    nodes = 0
    while turns < most_turns:
        kind = node(r, s)
        if kind == GAME_OVER:
            tally[FINISHED] += 1
            break
        nodes += 1
        # One call of apply, not two: it is large, and what is called is compiled into here.
        move = decide(r, s, source, out) if kind == A_CHOICE else sample(r, s, source, out, weights)
        turns += apply(r, s, move)
    if won(r, s) == 1:
        tally[WON] += 1
        tally[STANDING] += left_standing(r, s)
    tally[TURNS] += turns
    tally[NODES] += nodes


@rule
def play_many(
    r: Rules,
    start: State,
    s: State,
    seed: int,
    first: int,
    count: int,
    source: Ints,
    out: Ints,
    weights: Ints,
    tally: Ints,
    most_turns: int,
) -> None:
    """Games number first to first + count - 1 of a seed. Each has its own random numbers, so how they are divided among workers changes nothing."""
    for game in range(first, first + count):
        source[0] = scramble(seed ^ scramble(game + 1))
        copy_record(s, start)
        play_out(r, s, source, out, weights, tally, most_turns)
