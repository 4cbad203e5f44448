"""Inside the kernel: whole games of Castellion in which the advisor takes every decision."""

from __future__ import annotations

from castlewise.models.castellion.rules.game import apply, game_won, left_standing, node
from castlewise.models.castellion.state import Rules, State
from castlewise.models.contract import A_CHANCE, GAME_OVER
from castlewise.models.kernel import Ints, copy_record, rule
from castlewise.models.randomness import scramble
from castlewise.solver.castellion.blueprint_pool import EMPTY
from castlewise.solver.castellion.deciding import advise
from castlewise.solver.castellion.follower import GIVEN_UP, ROOT_MET
from castlewise.solver.castellion.greedy_rollouts import UNKNOWN
from castlewise.solver.castellion.move_race import STREAMS, Field, deal
from castlewise.solver.play_out import FINISHED, NODES, STANDING, TURNS, WON
from castlewise.solver.rollouts import Race

States = list[State]


@rule
def deck_of(seed: int, game: int) -> int:
    """The luck of a numbered game, by which `deal` says the next card or tile."""
    return scramble(seed ^ scramble(game + 1))


@rule
def advised_games(
    r: Rules, start: State, here: State, states: States, field: Field, s: State, probe: State, seed: int, first: int, count: int,
    settings: Ints, counts: Ints, roll: Ints, mind: Ints, dealt: Ints, source: Ints, out: Ints, weights: Ints, legal: Ints, values: Ints, tally: Ints,
    most_turns: int, v: Ints, race: Race, listed: Ints, scratch: States,
) -> None:  # fmt: skip
    """Games number first to first + count - 1 of a seed. The luck of the games and that of the rollouts have nothing to do with each other; a game's
    deck is the same whoever plays it."""
    for game in range(first, first + count):
        deck = deck_of(seed, game)
        luck = scramble(deck ^ seed)
        for i in range(STREAMS):
            dealt[i] = 0
        mind[ROOT_MET] = EMPTY
        mind[GIVEN_UP] = UNKNOWN
        copy_record(here, start)
        turns = 0
        kind = node(r, here)
        while kind != GAME_OVER and turns < most_turns:
            tally[NODES] += 1
            if kind == A_CHANCE:
                m = deal(r, here, deck, 0, dealt, source, out, weights)
            else:
                luck = scramble(luck + 1)
                m = advise(
                    r, here, states, field, s, probe, luck, settings, counts, roll, mind, source, out, weights, legal, values,
                    v, race, listed, scratch,
                )  # fmt: skip
            turns += apply(r, here, m)
            kind = node(r, here)
        if kind == GAME_OVER:
            tally[FINISHED] += 1
        if game_won(r, here) == 1:
            tally[WON] += 1
            tally[STANDING] += left_standing(r, here)
        tally[TURNS] += turns
