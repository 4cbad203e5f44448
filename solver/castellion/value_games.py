"""Games that a value function learns from, inside the kernel: played by `build`, every position that it chose is written down as a row."""

from __future__ import annotations

from castlewise.models.bits import count_bits
from castlewise.models.castellion.rules.castle import occupied
from castlewise.models.castellion.rules.game import apply, game_won, node
from castlewise.models.castellion.stages import TURN, USE
from castlewise.models.castellion.state import FLOOR, LARGEST, Rules, State
from castlewise.models.contract import A_CHANCE, GAME_OVER
from castlewise.models.kernel import Ints, copy_record, rule
from castlewise.solver.castellion.advised_games import deck_of
from castlewise.solver.castellion.blueprint_rolls import PLACE_CELLS, PLACE_RINGS, PLACE_TYPES
from castlewise.solver.castellion.castle_features import list_features
from castlewise.solver.castellion.castle_value import CHANCE, OFFSET, build, castle_chance, net_of
from castlewise.solver.castellion.follower import LAST
from castlewise.solver.castellion.move_race import STREAMS, deal
from castlewise.solver.castellion.placements import BASTION, LINE, PLACEMENTS, TOWER
from castlewise.solver.value import MILLION

# A row: the net that was asked, the chance that was expected there in millionths, how many features there are, and these. The row behind a game's last has
# GAME_ENDED in the first place, then what the game came to in millionths, whether it was won, and how many ordeals were overcome.
ASKED, EXPECTED, COUNT, FIRST_FEATURE = range(4)
CAME_TO, WON, OVERCOME = 1, 2, 3
GAME_ENDED = -1
ROW = 124  # 36 cells, 61 places, some twenty counts
MOST_ROWS = 90  # of a game: 72 Defenders, and its end

# What a lost game comes to, in thousandths, by the ordeal it was lost at, and how much more there is for what stood of that.
LOST_AT = (0, 200, 250)
MORE = (150, 50, 650)
_PARTS = 6  # a formation is worth so many parts, each tile of one that is begun a single one


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
def value_games(
    r: Rules, start: State, s: State, probe: State, v: Ints, seed: int, first: int, count: int, consoled: int, late: int,
    listed: Ints, dealt: Ints, source: Ints, out: Ints, weights: Ints, rows: Ints,
) -> int:  # fmt: skip
    """Games number first to first + count - 1 of a seed, row by row. `consoled`: how much of the consolation counts, in thousandths; `late`: how
    many of a thousand games begin with the third ordeal, which a beginner would otherwise hardly ever get to know.

    Returns how many rows there are.
    """
    n = 0
    for game in range(first, first + count):
        deck = deck_of(seed, game)
        for i in range(STREAMS):
            dealt[i] = 0
        copy_record(s, start)
        begins_late = deck % 1_000 < late
        what = node(r, s)
        while what != GAME_OVER:
            stage = s.stage
            if begins_late and stage == TURN:
                s.met = LAST
                begins_late = False
            m = deal(r, s, deck, 0, dealt, source, out, weights) if what == A_CHANCE else build(r, s, probe, v, listed)
            expected = listed[CHANCE]
            apply(r, s, m)
            what = node(r, s)
            if stage == USE and what != GAME_OVER:
                castle_chance(r, s, v, listed)
                at = n * ROW
                rows[at + ASKED] = net_of(s)
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
