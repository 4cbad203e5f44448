"""Inside the kernel: how lucky a game was that the advisor played. game_luck.py says what for, and has the face of it.

A stretch of chance begins at a draw or a roll and goes on to the next ordinary decision or the end of the turn. It is played on the side with the dice of
the game and with other dice, and each side's end is rolled out on the same further luck; the luck of the game's dice is what they came to, less the mean of
what the others came to.

What a newcomer would get wrong: the choices within a stretch (who is hurt, what is given up) are the greedy player's on every side, also on that of the
game's own dice. If the game's own choices counted on one side only, skill would look like luck, and luck would not be 0 on average.
"""

from __future__ import annotations

from castlewise.models.castle_panic.rules.game import apply, game_won, node, sample
from castlewise.models.castle_panic.stages import DRAW_TOKEN, PLAY_PHASE
from castlewise.models.castle_panic.state import Rules, State
from castlewise.models.contract import A_CHANCE, A_CHOICE, GAME_OVER
from castlewise.models.kernel import Ints, copy_record, rule
from castlewise.models.randomness import low_sum, scramble
from castlewise.solver.castle_panic.advised_games import dice_of
from castlewise.solver.castle_panic.greedy import greedy
from castlewise.solver.rollouts import Race, rollout
from castlewise.solver.value import MILLION

# What a point of measured luck was worth in the end, for Monster draws and for all others, found on games of another seed than those that are reported. Any
# fixed shares leave the mean of results without luck as it is; these leave the smallest spread.
TOKEN_PER_CENT, CARD_PER_CENT = 85, 65
CURVE_STEPS = 1_000  # of the calibration as a table
_OTHER_DICE = 0x5DEECE66D  # sets the dice of the other sides apart from the game's own

# How luck is measured: other dice a stretch, rollouts from the end of each side, and their turns.
OTHERS, ROLLOUTS, HORIZON = range(3)
MEASURE = 3

# What is found out about a game: whether it was won, its turns, its luck with tokens and with everything else, in millionths.
GAME_WON, GAME_TURNS, TOKEN_LUCK, CARD_LUCK = range(4)
GAME_ROW = 4


@rule
def play_stretch(r: Rules, s: State, dice: Ints, out: Ints, weights: Ints) -> None:
    """Play on by these dice to the next ordinary decision, or the end of the turn or the game."""
    ended = 0
    while ended == 0:
        kind = node(r, s)
        if kind == GAME_OVER or (kind == A_CHOICE and s.stage <= PLAY_PHASE):
            return
        ended = apply(r, s, sample(r, s, dice, out, weights) if kind == A_CHANCE else greedy(r, s, dice, out))


@rule
def chance_after(
    r: Rules, s: State, v: Ints, race: Race, curve: Ints, measure: Ints, luck: int, probe: State, source: Ints, out: Ints, weights: Ints
) -> int:
    """The advisor's chance to win after a stretch, as rollouts and the calibration have it, in millionths."""
    if node(r, s) == GAME_OVER:
        return MILLION * game_won(r, s)
    total = 0
    for number in range(measure[ROLLOUTS]):
        copy_record(probe, s)
        total += rollout(r, probe, v, race, scramble(low_sum(luck, number)), 0, measure[HORIZON], source, out, weights)
    steps = total // measure[ROLLOUTS] * CURVE_STEPS
    step = min(steps // MILLION, CURVE_STEPS - 1)
    return curve[step] + (curve[step + 1] - curve[step]) * (steps - step * MILLION) // MILLION


@rule
def luck_of_stretch(
    r: Rules,
    s: State,
    v: Ints,
    race: Race,
    curve: Ints,
    measure: Ints,
    dice: Ints,
    side: State,
    probe: State,
    source: Ints,
    out: Ints,
    weights: Ints,
) -> int:
    """The luck of the dice in the stretch that begins here, in millionths."""
    others = measure[OTHERS]
    own = scramble(dice[0] ^ _OTHER_DICE)
    luck = 0
    for other in range(others + 1):
        copy_record(side, s)
        source[0] = dice[0] if other == 0 else scramble(low_sum(own, other))
        play_stretch(r, side, source, out, weights)
        chance = chance_after(r, side, v, race, curve, measure, scramble(own), probe, source, out, weights)
        luck += others * chance if other == 0 else -chance
    return luck // others


@rule
def luck_of_games(
    r: Rules,
    start: State,
    s: State,
    side: State,
    probe: State,
    v: Ints,
    race: Race,
    curve: Ints,
    measure: Ints,
    seed: int,
    first: int,
    count: int,
    decided: Ints,
    dice: Ints,
    source: Ints,
    out: Ints,
    weights: Ints,
    found: Ints,
    most_turns: int,
) -> int:
    """Play games again by what was decided in them, and find out about each. Returns how many decisions were used: all, if they are those of these games."""
    at = 0
    for game in range(first, first + count):
        dice[0] = dice_of(seed, game)
        copy_record(s, start)
        row = (game - first) * GAME_ROW
        turns = 0
        within = 0  # a stretch whose luck is counted already
        kind = node(r, s)
        while kind != GAME_OVER and turns < most_turns:
            if kind == A_CHANCE:
                if within == 0:
                    which = TOKEN_LUCK if s.stage == DRAW_TOKEN else CARD_LUCK
                    found[row + which] += luck_of_stretch(r, s, v, race, curve, measure, dice, side, probe, source, out, weights)
                within = 1
                m = sample(r, s, dice, out, weights)
            else:
                if s.stage <= PLAY_PHASE:
                    within = 0
                at += 1
                if at > decided[0] or at >= len(decided):
                    return at
                m = decided[at]
            ended = apply(r, s, m)
            if ended > 0:
                turns += ended
                within = 0
            kind = node(r, s)
        found[row + GAME_WON] = game_won(r, s)
        found[row + GAME_TURNS] = turns
    return at
