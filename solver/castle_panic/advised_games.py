"""Inside the kernel: whole games in which the advisor takes every decision."""

from __future__ import annotations

from castlewise.models.castle_panic.rules.game import apply, game_won, node, sample
from castlewise.models.castle_panic.rules.towers import towers_standing
from castlewise.models.castle_panic.state import Rules, State
from castlewise.models.contract import A_CHANCE, GAME_OVER
from castlewise.models.kernel import Ints, copy_record, rule
from castlewise.models.randomness import scramble
from castlewise.solver.castle_panic.enumeration_rules import Step
from castlewise.solver.castle_panic.turn_search import advise
from castlewise.solver.play_out import FINISHED, NODES, STANDING, TURNS, WON
from castlewise.solver.rollouts import Race

States = list[State]
Steps = list[Step]


@rule
def dice_of(seed: int, game: int) -> int:
    """Where the dice of a game of a seed begin."""
    return scramble(seed ^ scramble(game + 1))


@rule
def advised_games(
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
    seed: int,
    first: int,
    count: int,
    settings: Ints,
    dice: Ints,
    source: Ints,
    out: Ints,
    weights: Ints,
    plan: Ints,
    tally: Ints,
    decided: Ints,
    most_turns: int,
) -> None:
    """Games number first to first + count - 1 of a seed. The luck of the games and that of the rollouts have nothing to do with each other.

    `decided` takes down what was chosen, as far as there is room: the number of moves, then the moves of one game behind those of another. With the dice they
    are the whole games (game_luck.py).
    """
    for game in range(first, first + count):
        dice[0] = dice_of(seed, game)
        luck = scramble(dice[0] ^ seed)
        copy_record(s, start)
        turns = 0
        kind = node(r, s)
        while kind != GAME_OVER and turns < most_turns:
            tally[NODES] += 1
            plan[0] = 1
            if kind == A_CHANCE:
                plan[1] = sample(r, s, dice, out, weights)
            else:
                luck = scramble(luck + 1)
                advise(r, s, v, states, steps, slots, probe, race, candidates, luck, settings, source, out, weights, plan)
                for i in range(1, plan[0] + 1):
                    decided[0] += 1
                    if decided[0] < len(decided):
                        decided[decided[0]] = plan[i]
            for i in range(1, plan[0] + 1):
                turns += apply(r, s, plan[i])
            kind = node(r, s)
        if kind == GAME_OVER:
            tally[FINISHED] += 1
        if game_won(r, s) == 1:
            tally[WON] += 1
            tally[STANDING] += towers_standing(s)
        tally[TURNS] += turns
