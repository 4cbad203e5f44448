"""What a card is worth to the greedy player of Castle Panic: now, later, to another player.

What drives it is a forecast: how much health of Monsters stands in each ring and colour now, and after the moves until another player's turn.
A hit card is worth holding, trading for or discarding by what it could hit there. The unit is arbitrary; only proportions mean anything, and
they were tuned together, by win rate over all numbers of players.
"""

from __future__ import annotations

from castlewise.models.bits import count_bits, lowest_bit
from castlewise.models.castle_panic.board import (
    ARCHER,
    ARCS,
    CASTLE,
    EVERY_COLOUR,
    KNIGHT,
    MOST_IN_CELL,
    SWORDSMAN,
    arc_of,
    cell_of,
    cells_with,
    colour_of,
    health_of,
    ring_of,
)
from castlewise.models.castle_panic.components import (
    BRICK,
    BRICK_CARD,
    DRAW_CARD,
    FORTIFY_CARD,
    HIT_CARD,
    MORTAR,
    MORTAR_CARD,
    SCAVENGE_CARD,
    SLAY_CARD,
)
from castlewise.models.castle_panic.state import Rules, State
from castlewise.models.kernel import Ints, placeholder, rule
from castlewise.models.kinds import kinds_in

KNIGHT_CELLS, SWORDSMAN_CELLS, CASTLE_CELLS = 15, 30, 45  # where each ring's cells begin
HIT_BASE = 60  # a hit that lands
HIT_RING = 27  # and for each ring nearer the Castle
LATER_PERCENT = 80  # a hit that lands at the holder's next turn
NOT_NOW_PERCENT = 30  # a card that cannot hit this turn but may the next
HELD_FOR_OTHERS_PERCENT = 42  # a card that another player could use before that
IDLE_TROOP = 8
IDLE_FLEXIBLE = 61
WALL_PART_IDLE = 24
WALL_PART_SURPLUS = 22
WALL_PART_PAIRED = 61
WALL_PART_ALONE = 32
BARBARIAN_WORTH = 151
MORE_CARDS_WORTH = 124
FORTIFY_WORTH = 120
SPECIAL_WORTH = 74

# What is coming. The buffer holds the forecast: in place k the health by ring and colour (board.py's cells) after k Move phases.


@rule
def forecast(r: Rules, s: State, out: Ints) -> None:
    """Where the Monsters' health will be if nothing is played; each layer of Wall holds a Monster once."""
    for moves in range(r.players + 1):
        out[moves] = 0
    for i in range(s.monster_count):
        m = s.monsters[i]
        arc = arc_of(m)
        colour = colour_of(arc)
        health = health_of(m)
        ring = ring_of(m)
        inside = CASTLE  # steps from the Forest to the Castle ring
        if ring < CASTLE:
            inside += s.walls[arc] + s.fortify[arc]
        for moves in range(r.players + 1):
            steps = ring + moves
            if steps > 0:
                cell = cell_of(CASTLE if steps >= inside else min(steps, SWORDSMAN), colour)
                out[moves] += min(health, MOST_IN_CELL - (out[moves] >> cell & MOST_IN_CELL)) << cell


@rule
def worth_of_cells(cells: int) -> int:
    """A hit in the innermost of these cells."""
    if cells == 0:
        return 0
    ring = ARCHER
    if cells >> CASTLE_CELLS:
        ring = CASTLE
    elif cells >> SWORDSMAN_CELLS:
        ring = SWORDSMAN
    elif cells >> KNIGHT_CELLS:
        ring = KNIGHT
    return HIT_BASE + HIT_RING * ring


@rule
def hit_worth(r: Rules, card: int, copies: int, moves: int, out: Ints) -> int:
    """What a hit card is worth after some Move phases: there must be health that `copies` cards of its kind do not exhaust."""
    return worth_of_cells(cells_with(out[moves], copies) & r.card_cells[card])


@rule
def hit_worth_to_others(r: Rules, card: int, copies: int, out: Ints) -> int:
    """The same at the best of the other players' turns."""
    cells = 0
    for moves in range(1, r.players):
        cells |= cells_with(out[moves], copies)
    return worth_of_cells(cells & r.card_cells[card])


@rule
def missing_walls(s: State) -> int:
    return ARCS - count_bits(kinds_in(s.walls))


@rule
def special_worth(r: Rules, s: State, player: int, card: int) -> int:
    """What a card other than a hit card is worth holding."""
    effect = r.card_effect[card]
    if effect == BRICK or effect == MORTAR:
        walls = missing_walls(s)
        if walls == 0:
            return WALL_PART_IDLE
        if s.hands[player][card] > walls:
            return WALL_PART_SURPLUS
        paired = s.hands[player][MORTAR_CARD if effect == BRICK else BRICK_CARD] > 0
        return WALL_PART_PAIRED if paired else WALL_PART_ALONE
    if effect == SLAY_CARD:
        return BARBARIAN_WORTH
    if effect == SCAVENGE_CARD or effect == DRAW_CARD:
        return MORE_CARDS_WORTH
    if effect == FORTIFY_CARD:
        return FORTIFY_WORTH
    worth = expansion_worth(r, s, card)
    return worth if worth > 0 else SPECIAL_WORTH


@placeholder
def expansion_worth(r: Rules, s: State, card: int) -> int:
    """What a card of an expansion is worth holding, 0 if there is nothing to say."""
    return 0


@rule
def worth_now(r: Rules, s: State, player: int, card: int, copies: int, out: Ints) -> int:
    if r.card_effect[card] == HIT_CARD:
        return hit_worth(r, card, copies, 0, out)
    return special_worth(r, s, player, card)


@rule
def hit_worth_later(r: Rules, card: int, found: int) -> int:
    if found > 0:
        return found * LATER_PERCENT // 100
    return IDLE_FLEXIBLE if r.card_troop[card] == 0 or r.card_colours[card] == EVERY_COLOUR else IDLE_TROOP


@rule
def worth_later(r: Rules, s: State, player: int, card: int, copies: int, moves: int, out: Ints) -> int:
    """For a player whose turn comes after some Move phases. A troop that finds nothing is still worth a little, a Hero or Any Color card more."""
    if r.card_effect[card] == HIT_CARD:
        return hit_worth_later(r, card, hit_worth(r, card, copies, moves, out))
    return special_worth(r, s, player, card)


@rule
def least_worth(r: Rules, s: State, player: int, besides: int, out: Ints) -> int:
    """The card a player would miss least; `besides` is one that is given up already."""
    hand = s.hands[player]
    waiting = (player - s.player + r.players) % r.players
    worst = -1
    least = 1 << 30
    kinds = kinds_in(hand)
    while kinds != 0:
        card = lowest_bit(kinds)
        kinds &= kinds - 1
        copies = hand[card]
        if card == besides:
            copies -= 1
        if copies <= 0:
            continue
        worth = worth_of_holding(r, s, player, card, copies, waiting, out)
        if worth < least:
            least = worth
            worst = card
    return worst


@rule
def worth_of_holding(r: Rules, s: State, player: int, card: int, copies: int, waiting: int, out: Ints) -> int:
    if waiting > 0:
        return worth_later(r, s, player, card, copies, waiting, out)
    now = worth_now(r, s, player, card, copies, out)
    if r.card_effect[card] != HIT_CARD or now > 0:
        return now
    best = hit_worth_later(r, card, hit_worth(r, card, copies, r.players, out))
    if r.trades > 0:
        best = max(best, hit_worth_later(r, card, hit_worth_to_others(r, card, copies, out)) * HELD_FOR_OTHERS_PERCENT // 100)
    return best * NOT_NOW_PERCENT // 100
