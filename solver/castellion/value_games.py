"""Games that a value function learns from, inside the kernel: every position at rest is written down as a row.

They are played by the player of value_player.py; the first of all where there are powers by the greedy player, who wins some, so that it is known from the
start what a won game looks like; and some are begun by somebody else.
"""

from __future__ import annotations

from castlewise.models.bits import count_bits
from castlewise.models.castellion.moves import MEET_NOW
from castlewise.models.castellion.rules.castle import occupied
from castlewise.models.castellion.rules.destruction import ABOVE_ALL
from castlewise.models.castellion.rules.game import apply, choices, game_won, node
from castlewise.models.castellion.stages import DESTROY_TILES, FACE_TRAITOR, FIRE, JUGGLE, RECOVER, SHIFT, TURN, USE
from castlewise.models.castellion.state import FLOOR, LARGEST, Rules, State
from castlewise.models.contract import A_CHANCE, A_CHOICE, GAME_OVER
from castlewise.models.kernel import Ints, copy_record, rule
from castlewise.models.move_code import verb_of
from castlewise.models.randomness import below, low_sum, scramble
from castlewise.solver.castellion.advised_games import deck_of
from castlewise.solver.castellion.blueprint_rolls import PLACE_CELLS, PLACE_RINGS, PLACE_TYPES
from castlewise.solver.castellion.castle_features import list_features
from castlewise.solver.castellion.castle_value import OFFSET, castle_chance, net_of
from castlewise.solver.castellion.follower import GIVEN_UP, LAST
from castlewise.solver.castellion.greedy import greedy
from castlewise.solver.castellion.greedy_rollouts import UNKNOWN, quick_greedy
from castlewise.solver.castellion.move_race import STREAMS, deal
from castlewise.solver.castellion.placements import BASTION, LINE, PLACEMENTS, TOWER
from castlewise.solver.castellion.value_player import decide_by_value
from castlewise.solver.value import MILLION

States = list[State]

# A row: the net that was asked, the chance that was expected there in millionths, how many features there are, and these. The row behind a game's last has
# GAME_ENDED in the first place, then what the game came to in millionths, whether it was won, and how many ordeals were overcome.
ASKED, EXPECTED, COUNT, FIRST_FEATURE = range(4)
CAME_TO, WON, OVERCOME = 1, 2, 3
GAME_ENDED = -1
ROW = 152  # 36 cells, 61 places, some fifty counts
MOST_ROWS = 180  # of a game: 72 Defenders, many of them brought back, 12 Traitors, and its end

# What a lost game comes to, in thousandths, by the ordeal it was lost at, and how much more there is for what stood of that.
LOST_AT = (0, 200, 250)
MORE = (150, 50, 650)
_PARTS = 6  # a formation is worth so many parts, each tile of one that is begun a single one

# Who begins a game that somebody else begins, and how many tiles they use at most.
BY_GREEDY, AT_RANDOM, FOR_LINES = 1, 2, 3
MOST_BY_GREEDY, MOST_AT_RANDOM = 40, 12


@rule
def started(s: State, p: int, kind: int, most: int) -> int:
    """How much there is of so many formations of a type, in parts: complete ones, and the one that has come furthest."""
    taken = occupied(s, p)
    complete = 0
    begun = 0
    for place in range(len(PLACEMENTS)):
        inside = int(PLACE_CELLS[place]) & taken
        if int(PLACE_TYPES[place]) != kind or inside == 0:
            continue
        for faction in range(4):
            own = s.factions[p][faction]
            if (inside & ~own) | (int(PLACE_RINGS[place]) & own) == 0:
                tiles = count_bits(inside)
                if tiles == 4:
                    complete += 1
                else:
                    begun = max(begun, tiles)
    return min(complete * _PARTS + begun, most * _PARTS)


@rule
def consolation(r: Rules, s: State) -> int:
    """What a lost game comes to while the first games are learnt from, in millionths: a beginner loses them all, and has to be told which were better."""
    base = int(LOST_AT[s.met]) * 1_000
    standing = count_bits(occupied(s, 0) & FLOOR)
    card = max(s.card[s.met] - 1, 0)
    towers, bastions, lines = r.towers[s.met][card], r.bastions[s.met][card], r.lines[s.met][card]
    wanted = (towers + bastions + lines + 1) * _PARTS
    there = standing * _PARTS // LARGEST
    there += started(s, 0, TOWER, towers) + started(s, 0, BASTION, bastions) + started(s, 0, LINE, lines)
    # To the third power: what was missing last counts for most. Else a castle that is sure to lack one formation would look nearly as good as a whole one.
    return base + there * there * there * int(MORE[s.met]) * 1_000 // (wanted * wanted * wanted)


@rule
def beginner_of(r: Rules, deck: int, begun: int) -> int:
    """Who begins a game, if somebody else does: of a thousand games so many are begun. Half of them by the greedy player; where lines of defence have a
    power, a third each by one who builds lines above all, which neither the function nor the greedy player would find out the worth of."""
    chosen = scramble(low_sum(deck, 1))
    if chosen % 1_000 >= begun:
        return 0
    if r.formation_powers == 1:
        return 1 + chosen // 1_000 % 3
    return BY_GREEDY if chosen // 1_000 % 2 == 0 else AT_RANDOM


@rule
def somebodys_move(r: Rules, for_lines: Rules, s: State, beginner: int, luck: int, source: Ints, out: Ints) -> int:
    """What a beginner does with the tile in hand. Who builds lines plays as if he knew that the ordeals ask for nothing else."""
    if beginner == BY_GREEDY:
        return greedy(r, s, source, out)
    if beginner == FOR_LINES:
        one, two, three = s.card[0], s.card[1], s.card[2]
        s.card[0], s.card[1], s.card[2] = 1, 1, 1
        chosen = greedy(for_lines, s, source, out)
        s.card[0], s.card[1], s.card[2] = one, two, three
        return chosen
    source[0] = luck
    count = choices(r, s, out)
    return int(out[1 + below(source, count)])


@rule
def at_rest(s: State) -> int:
    """Whether what was chosen has been carried out, as far as nothing else is to be chosen for it."""
    stage = s.stage
    if stage == DESTROY_TILES:  # a penalty or a price that is yet to be paid is something to know the worth of
        return 1 if s.purpose != FIRE and s.sweep_column == 0 and s.sweep_row == ABOVE_ALL else 0
    return 0 if stage == USE or stage == RECOVER or stage == JUGGLE or stage == SHIFT or stage == FACE_TRAITOR else 1


@rule
def value_games(
    r: Rules, for_lines: Rules, start: State, s: State, scratch: States, v: Ints, seed: int, first: int, count: int, consoled: int, late: int, begun: int,
    taught: int, listed: Ints, mind: Ints, dealt: Ints, source: Ints, out: Ints, weights: Ints, rows: Ints,
) -> int:  # fmt: skip
    """Games number first to first + count - 1 of a seed, row by row. `consoled`: how much of the consolation counts, in thousandths; `late`: how
    many of a thousand games begin with the third ordeal, which a beginner would otherwise hardly ever get to know; `begun`: in how many of a thousand the
    first tiles are used by somebody else, so that castles become known which the function would not have built; positions count from their last tile on.
    `taught`: whether the greedy player plays throughout.

    Returns how many rows there are.
    """
    n = 0
    most = len(rows) // ROW - 2
    for game in range(first, first + count):
        deck = deck_of(seed, game)
        for i in range(STREAMS):
            dealt[i] = 0
        mind[GIVEN_UP] = UNKNOWN
        copy_record(s, start)
        begins_late = deck % 1_000 < late
        beginner = beginner_of(r, deck, begun)
        luck = scramble(low_sum(deck, 2))
        theirs = 0
        if beginner != 0:
            theirs = 1 + luck % (MOST_AT_RANDOM if beginner == AT_RANDOM else MOST_BY_GREEDY)
        what = node(r, s)
        while what != GAME_OVER:
            stage = s.stage
            if begins_late and stage == TURN:
                s.met = LAST
                begins_late = False
            if what == A_CHANCE:
                m = deal(r, s, deck, 0, dealt, source, out, weights)
            elif theirs > 0 and stage == USE:
                luck = scramble(low_sum(luck, 1))
                m = somebodys_move(r, for_lines, s, beginner, luck, source, out)
                theirs -= 1
            elif taught == 1:
                m = quick_greedy(r, s, source, out, mind)
            else:
                m = decide_by_value(r, s, scratch, v, listed, source, out, mind)
            chosen = what == A_CHOICE and (stage != TURN or verb_of(m) == MEET_NOW)
            apply(r, s, m)
            what = node(r, s)
            if chosen and theirs == 0 and what != GAME_OVER and at_rest(s) == 1 and n < most:
                expected = castle_chance(r, s, v, listed)
                at = n * ROW
                rows[at + ASKED] = net_of(r, s)
                rows[at + EXPECTED] = expected
                features = list_features(r, s, 0, listed[OFFSET], listed)
                rows[at + COUNT] = features
                for i in range(features):
                    rows[at + FIRST_FEATURE + i] = listed[i]
                n += 1
        at = n * ROW
        won = game_won(r, s)
        rows[at] = GAME_ENDED
        rows[at + CAME_TO] = MILLION if won == 1 else consolation(r, s) * consoled // 1_000
        rows[at + WON] = won
        rows[at + OVERCOME] = s.met
        n += 1
    return n
