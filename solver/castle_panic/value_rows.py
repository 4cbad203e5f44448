"""Inside the kernel: positions for fitting the value functions, each with what share of some games from there was won.

A game may be followed for a few turns only, and the value functions asked about where it has come to: that is biased as they are, but it has a sixteenth of
the spread of a game's end, so a few of these say more of a position than many whole games.

Positions come from games in which some turns are played at random, so that the functions learn what bad plays lead to: a value fitted on good games only
misjudges everything that a search has to reject. Two functions are fitted: one for positions at rest, between a turn's Move phase and the next turn's
first choice, and one for positions whose hand is about to be played.
"""

from __future__ import annotations

from castlewise.models.castle_panic.rules.game import apply, choices, game_won, node, sample
from castlewise.models.castle_panic.stages import DRAW_TOKEN, PLACE_STARTING, PLAY_PHASE
from castlewise.models.castle_panic.state import Rules, State
from castlewise.models.contract import A_CHANCE, A_CHOICE, GAME_OVER
from castlewise.models.kernel import Ints, copy_record, placeholder, rule
from castlewise.models.kinds import total_in
from castlewise.models.randomness import below, scramble
from castlewise.solver.castle_panic.enumeration_rules import Step
from castlewise.solver.castle_panic.game_luck_rules import CARD_PER_CENT, OTHERS, TOKEN_PER_CENT, luck_of_stretch
from castlewise.solver.castle_panic.greedy import greedy
from castlewise.solver.castle_panic.turn_search import AT_REST, BEFORE_PLAYS, advise
from castlewise.solver.rollouts import Race
from castlewise.solver.value import LENGTH, MILLION, estimate, write_features

States = list[State]
Steps = list[Step]

LATEST = 26  # turns
PER_CENT = 100
TURN_BEGINS, TOKENS_DUE, HAND_READY = range(3)  # where a position is taken
AT_RANDOM, GREEDY, ADVISED = range(3)  # who plays
# A row: which value function, the game's number in the piece, the share won, what was foreseen, the luck after that and the tokens left then, and the features.
FUNCTION, GAME, WON, FORESEEN, LUCK, LEFT, HEAD = range(7)
ALL_WON = 10_000  # the share won is counted in these, and luck
# What a search on the way expected, in millionths, what the luck was up to there, and how many tokens were left.
EXPECTED, LUCK_THERE, LEFT_THERE, FORESIGHT = range(4)
PER_MILLE = 1_000  # in millionths
# Positions to begin at: those that careless play leads to, such with bad ones far more often than they come, those that may end either way, the first turn, or
# those that others leave, who play on plainly and in some games carelessly, however they stand.
ANY, GLOOMY, OPEN, USUAL, FROM_OTHERS = range(5)
OPEN_FROM, OPEN_UP_TO, OPEN_WITHIN = (
    50,
    750,
    100,
)  # per mille by the value functions: the advisor wins one game in ten from the first, nine from the second
MOST_TRIES = 400  # at finding such a one


@placeholder
def begin_game(s: State, dice: Ints) -> int:
    """Change the beginning of a game that is only learnt from."""
    return 0


@rule
def play_on(
    r: Rules,
    s: State,
    v: Ints,
    states: States,
    steps: Steps,
    slots: Ints,
    probe: State,
    race: Race,
    candidates: States,
    settings: Ints,
    source: Ints,
    out: Ints,
    weights: Ints,
    plan: Ints,
    dice: Ints,
    player: int,
    careless: int,
    careless_at_last: int,
    last: int,
    moment: int,
    side: State,
    curve: Ints,
    measure: Ints,
    luck: Ints,
    with_luck: int,
    foreseen: Ints,
) -> int:
    """Play until turn `last` has come to its moment; 1 if it has, 0 if the game is over before.

    A turn is played at random with a chance of `careless` per cent, the last one with `careless_at_last`. What the last search on the way expected is
    left in `foreseen`; -1 if there was none. The luck on the way is added to luck[0], in millionths, if it is to be measured.
    """
    turns = 0
    within = 0  # a stretch of chance whose luck is counted already
    foreseen[EXPECTED] = -1
    who = player
    if below(dice, PER_CENT) < (careless_at_last if last == 0 else careless):
        who = AT_RANDOM
    kind = node(r, s)
    while kind != GAME_OVER:
        if turns == last:
            if moment == TOKENS_DUE and s.stage == DRAW_TOKEN:
                return 1
            if moment == HAND_READY and s.stage == PLAY_PHASE:
                return 1
        plan[0] = 1
        if kind == A_CHANCE:
            if within == 0 and with_luck > 0:
                share = TOKEN_PER_CENT if s.stage == DRAW_TOKEN else CARD_PER_CENT
                luck[0] += luck_of_stretch(r, s, v, race, curve, measure, dice, side, probe, source, out, weights) * share // PER_CENT
            within = 1
            plan[1] = sample(r, s, dice, out, weights)
        elif who == AT_RANDOM:
            plan[1] = out[1 + below(dice, choices(r, s, out))]
        elif who == GREEDY or s.stage == PLACE_STARTING:
            plan[1] = greedy(r, s, dice, out)
        else:
            expected = advise(r, s, v, states, steps, slots, probe, race, candidates, dice[0], settings, source, out, weights, plan)
            if expected >= 0:
                foreseen[EXPECTED] = expected
                foreseen[LUCK_THERE] = luck[0]
                foreseen[LEFT_THERE] = total_in(s.pile)
        if kind == A_CHOICE and s.stage <= PLAY_PHASE:
            within = 0
        ended = 0
        for i in range(1, plan[0] + 1):
            ended += apply(r, s, plan[i])
        kind = node(r, s)
        if ended > 0:
            turns += ended
            within = 0
            if turns > last:
                return 1 if kind != GAME_OVER else 0
            who = player
            if below(dice, PER_CENT) < (careless_at_last if turns == last else careless):
                who = AT_RANDOM
    return 0


@rule
def value_here(r: Rules, s: State, v: Ints, out: Ints) -> int:
    """What the value functions say of a position that rows are made of, in millionths."""
    return estimate(r, s, v, v[LENGTH] if s.stage == PLAY_PHASE else 0, out)


@rule
def write_row(r: Rules, s: State, game: int, at: int, out: Ints, rows: Ints) -> int:
    """Write a position's row, its share won still 0; where the next one goes."""
    width = write_features(r, s, out)
    rows[at + FUNCTION] = BEFORE_PLAYS if s.stage == PLAY_PHASE else AT_REST
    rows[at + GAME] = game
    rows[at + WON] = 0
    rows[at + FORESEEN] = -1
    rows[at + LUCK] = 0
    rows[at + LEFT] = 0
    for i in range(width):
        rows[at + HEAD + i] = out[i]
    return at + HEAD + width


@rule
def make_rows(
    r: Rules,
    start: State,
    s: State,
    here: State,
    v: Ints,
    states: States,
    steps: Steps,
    slots: Ints,
    probe: State,
    race: Race,
    candidates: States,
    settings: Ints,
    source: Ints,
    out: Ints,
    weights: Ints,
    plan: Ints,
    dice: Ints,
    seed: int,
    first: int,
    count: int,
    player: int,
    games: int,
    turns: int,
    trail: int,
    beginning: int,
    side: State,
    curve: Ints,
    measure: Ints,
    luck: Ints,
    foreseen: Ints,
    rows: Ints,
) -> int:
    """Rows of games number first to first + count - 1 of a seed, one behind the other. Returns how many numbers were written.

    Each game is played carelessly to some position, and from there on `games` times: to its end, or for some turns if `turns` says how many. With a trail up
    to so many further positions of the last of these are rows too, one every turn or two, each with what came of that game.
    What was foreseen is the win chance, in thousandths, that a search a turn or two later came to; -1 if there was none before the game was over. Luck is
    that of the rest of the game from there on, if it is to be measured: what was won, less that, is as good an observation of the chance and a steadier one.
    """
    at = 0
    for number in range(first, first + count):
        dice[0] = scramble(seed ^ scramble(number + 1))
        least = 0
        most = MILLION
        if beginning == OPEN:
            least = (OPEN_FROM + below(dice, OPEN_UP_TO - OPEN_WITHIN - OPEN_FROM)) * PER_MILLE
            most = least + OPEN_WITHIN * PER_MILLE
        if beginning == GLOOMY:
            most = below(dice, PER_MILLE)
            most *= most  # an advisor wins more often than the functions say: most of its bad positions are among the worst by them
        found = 0
        tries = 0
        while found == 0:
            copy_record(here, start)
            begin_game(here, dice)
            last = below(dice, LATEST)
            moment = below(dice, 3)
            careless = below(dice, 4) * 5
            careless_at_last = 50
            wanderer = GREEDY if below(dice, 2) == 0 or beginning != ANY else player
            if beginning == USUAL:
                last = 0
                careless_at_last = 0
                wanderer = player
            if beginning == FROM_OTHERS:
                careless *= 2  # of the last turn, too: half of the greedy player's turns at random would be nobody's game
                careless_at_last = careless
            found = play_on(
                r, here, v, states, steps, slots, probe, race, candidates, settings, source, out, weights, plan, dice,
                wanderer, careless, careless_at_last, last, moment, side, curve, measure, luck, 0, foreseen,
            )  # fmt: skip
            tries += 1
            if found == 1 and tries < MOST_TRIES and most < MILLION:
                value = value_here(r, here, v, out)
                if value < least or value > most:
                    found = 0
        begin = at
        at = write_row(r, here, number - first, at, out, rows)
        width = at - begin
        won = 0
        for game in range(games):
            copy_record(s, here)
            more = trail if game == games - 1 else 0
            found = 1
            while found == 1:
                last = below(dice, 2) if more > 0 else 1 << 30
                if turns > 0:
                    last = turns
                elif more == trail and more > 0 and beginning == FROM_OTHERS:
                    last = 0  # what is foreseen at once tells of the board that was left, not of one that the advisor made
                found = play_on(
                    r, s, v, states, steps, slots, probe, race, candidates, settings, source, out, weights, plan, dice,
                    player, 0, 0, last, below(dice, 3), side, curve, measure, luck, measure[OTHERS], foreseen,
                )  # fmt: skip
                if found == 1 and turns > 0:
                    won += value_here(r, s, v, out)
                    found = 0
                elif found == 1:
                    rows[at - width + FORESEEN] = foreseen[EXPECTED] // PER_MILLE
                    rows[at - width + LUCK] = foreseen[LUCK_THERE]
                    rows[at - width + LEFT] = foreseen[LEFT_THERE]
                    at = write_row(r, s, number - first, at, out, rows)
                    more -= 1
            won += MILLION * game_won(r, s)
        rows[begin + WON] = won // games // (MILLION // ALL_WON)
        for row in range(at - width, begin - 1, -width):
            if row > begin:
                rows[row + WON] = ALL_WON * game_won(r, s)
            if rows[row + FORESEEN] < 0 and row + width < at:
                rows[row + FORESEEN] = rows[row + width + FORESEEN]  # nothing was decided before the next row
                rows[row + LUCK] = rows[row + width + LUCK]
                rows[row + LEFT] = rows[row + width + LEFT]
            elif rows[row + FORESEEN] >= 0:
                rows[row + LUCK] = (luck[0] - rows[row + LUCK]) // (MILLION // ALL_WON)
    return at
