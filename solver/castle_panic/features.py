"""What the value functions of Castle Panic look at: a position as a row of small whole numbers.

Nothing here names an arc or a colour, so turning the board by two arcs together with its colours changes nothing. A position is looked at where a turn
begins, or after its Move phase while the tokens are still to be drawn; `NAMES` says what each number is, in the order in which `features` writes them.

What a newcomer would get wrong: "the next player" is the one whose Play phase comes next, which at a draw of tokens is not the player whose turn it is.
The k-th player from there plays after k more Move phases, and what their hand can hit is judged on the board as it will be by then if nothing is played
(card_worth.forecast).
"""

from __future__ import annotations

from castlewise.models.bits import count_bits, lowest_bit
from castlewise.models.castle_panic.board import (
    ARCS,
    CASTLE,
    CELL_BITS,
    COLOURS,
    MOST_IN_CELL,
    RINGS,
    SWORDSMAN,
    arc_of,
    cells_with,
    clockwise,
    colour_of,
    health_of,
    ring_of,
)
from castlewise.models.castle_panic.components import (
    BRICK,
    CARD_EFFECTS,
    DRIVE_BACK_CARD,
    HIT_CARD,
    MARCH_ALL,
    MARCH_COLOUR,
    MARCH_OWN_COLOUR,
    MORTAR,
    ROTATE,
    SLAY_CARD,
    TAR_CARD,
    TOKEN_EFFECTS,
)
from castlewise.models.castle_panic.stages import DRAW_IN_PLAY, DRAW_TOKEN, DRAW_UP, PLAY_PHASE, REPLACE, ROLL_CHARGE, ROLL_TOKEN
from castlewise.models.castle_panic.state import Rules, State
from castlewise.models.kernel import Ints, rule
from castlewise.models.kinds import kinds_in, total_in
from castlewise.solver.castle_panic.card_worth import CASTLE_CELLS, KNIGHT_CELLS, SWORDSMAN_CELLS, forecast, missing_walls

MOST_HEALTH = 3  # a Monster with more counts as one with so much
SOON = 5  # moves until a Tower is hit, counted so far
KINDS_OF_HAND = len(CARD_EFFECTS) + 2  # hit cards are told apart: one colour and ring, any colour, Heroes
ANY_COLOUR, HERO = len(CARD_EFFECTS), len(CARD_EFFECTS) + 1
COVERED = 3 + 4  # hits by ring in the field, then health left by ring

_names: list[str] = []


def _place(*names: str) -> int:
    at = len(_names)
    _names.extend(names)
    return at


_HAND_NAMES = [effect if effect != "hit" else "troop" for effect in CARD_EFFECTS] + ["any colour", "hero"]
_COVER_NAMES = [f"hits in {RINGS[ring]}" for ring in (1, 2, 3)] + [f"health left in {RINGS[ring]}" for ring in (1, 2, 3, 4)]

ONE = _place("one")
TOWERS = _place(*(f"{n} towers" for n in range(1, ARCS + 1)))
STRUCTURES = _place("walls before towers", "towers without wall", "walls without tower", "fortify tokens")
BY_RING = _place(*(f"{ring}, health {health}" for ring in RINGS for health in range(1, MOST_HEALTH + 1)))
AT_A_GAP = _place(*(f"swordsman without wall, health {health}" for health in range(1, MOST_HEALTH + 1)))
AT_A_TOWER = _place(*(f"castle before a tower, health {health}" for health in range(1, MOST_HEALTH + 1)))
SOON_COUNT = _place(*(f"monsters {moves} moves from a tower" for moves in range(1, SOON + 1)))
SOON_HEALTH = _place(*(f"health {moves} moves from a tower" for moves in range(1, SOON + 1)))
MONSTERS = _place("monsters", "health", "health squared / 16", "most health of a colour", "most health of an arc")
PILE = _place("tokens left", "monsters left", "health left", "strong monsters left", "tokens left squared / 16")
EFFECTS = _place(*(f"tokens left: {effect}" for effect in TOKEN_EFFECTS[1:]))
PILE_AND = _place("tokens left x towers / 8", "tokens left x walls / 8", "tokens left x health / 16", "tokens left x gaps / 8")
EMPTY = _place("no tokens left", "none left: towers", "none left: health", "none left: monsters", "none left: castle health")
DUE = _place("tokens due", "tokens due x gaps", "tokens due x towers")
MARCHES = _place("colour marches x monsters at the gate", "marches x monsters at the gate", "rotations x castle")
NEXT_HAND = _place(*(f"next hand: {name}" for name in _HAND_NAMES), "next hand: pairs for a wall", "next hand: cards due")
OTHER_HANDS = _place(*(f"other hands: {name}" for name in _HAND_NAMES), "team: pairs for a wall")
COVER = _place(*(f"{who}: {name}" for who in ("next", "second", "later") for name in _COVER_NAMES))
HELP = _place(
    "left in swordsman that others can hit",
    "left in knight that others can hit",
    "castle monsters that specials can stop",
    "castle monsters left",
)
DECK = _place("cards in deck", "deck: hits", "deck: flexible hits", "deck: specials", "deck: bricks", "deck: mortars")
FEATURES = len(_names)
NAMES = tuple(_names)

RING_MASK = (1 << KNIGHT_CELLS) - 1

SCRATCH = 8  # places used behind the row: the forecast


@rule
def next_to_play(r: Rules, s: State) -> int:
    """Whose Play phase comes next."""
    if s.stage <= PLAY_PHASE or s.stage == DRAW_UP or s.stage == REPLACE or s.stage == DRAW_IN_PLAY:
        return s.player
    for step in range(1, r.players + 1):
        player = (s.player + step) % r.players
        if s.out[player] == 0:
            return player
    return s.player


@rule
def moves_round(s: State, arc: int) -> int:
    """Moves from a space of the Castle ring to the next one with a Tower."""
    standing = kinds_in(s.towers)
    return lowest_bit((standing | standing << ARCS) >> arc | 1 << ARCS)


@rule
def moves_to_tower(r: Rules, s: State, m: int) -> int:
    """Move phases until a Monster enters a standing Tower's space, if nothing is done about it."""
    arc = arc_of(m)
    if ring_of(m) == CASTLE:
        return 1 + moves_round(s, clockwise(arc, 1))
    return CASTLE - ring_of(m) + s.walls[arc] + s.fortify[arc] + moves_round(s, arc)


@rule
def innermost(cells: int) -> int:
    """Of a set of cells' guards one that is nearest to the Castle."""
    if cells >> CASTLE_CELLS:
        cells = cells >> CASTLE_CELLS << CASTLE_CELLS
    elif cells >> SWORDSMAN_CELLS:
        cells = cells >> SWORDSMAN_CELLS << SWORDSMAN_CELLS
    elif cells >> KNIGHT_CELLS:
        cells = cells >> KNIGHT_CELLS << KNIGHT_CELLS
    return lowest_bit(cells)


@rule
def cover_board(r: Rules, s: State, player: int, packed: int, at: int, out: Ints) -> int:
    """Hit a board with a hand's hit cards, innermost first; count into out[at] on. Returns what is left, packed."""
    hand = s.hands[player]
    kinds = kinds_in(hand)
    while kinds != 0:
        card = lowest_bit(kinds)
        kinds &= kinds - 1
        if r.card_effect[card] != HIT_CARD:
            continue
        for _ in range(hand[card]):
            cells = cells_with(packed, 1) & r.card_cells[card]
            if cells == 0:
                break
            bit = innermost(cells)
            packed -= 1 << (bit - CELL_BITS + 1)
            ring = bit // KNIGHT_CELLS
            if ring < 3:
                out[at + ring] += 1
    for ring in range(4):
        band = packed >> (ring * KNIGHT_CELLS)
        out[at + 3 + ring] += (band & MOST_IN_CELL) + (band >> CELL_BITS & MOST_IN_CELL) + (band >> (2 * CELL_BITS) & MOST_IN_CELL)
    return packed


@rule
def add_hand(r: Rules, s: State, player: int, at: int, out: Ints) -> int:
    """Count a hand's cards by group into out[at] on. Returns the cells that they reach."""
    hand = s.hands[player]
    reach = 0
    kinds = kinds_in(hand)
    while kinds != 0:
        card = lowest_bit(kinds)
        kinds &= kinds - 1
        reach |= r.card_cells[card]
        group = r.card_effect[card]
        if group >= len(CARD_EFFECTS):
            continue  # an expansion's, which counts them itself
        if group == HIT_CARD:
            if r.card_troop[card] == 0:
                group = HERO
            elif r.card_colours[card] & (r.card_colours[card] - 1) != 0:
                group = ANY_COLOUR
        out[at + group] += hand[card]
    return reach


@rule
def board_features(r: Rules, s: State, out: Ints) -> None:
    standing = kinds_in(s.towers)
    walled = kinds_in(s.walls)
    towers = count_bits(standing)
    walls = count_bits(walled)
    gaps = count_bits(standing & ~walled)
    out[STRUCTURES] = towers - gaps
    out[STRUCTURES + 1] = gaps
    out[STRUCTURES + 2] = walls - out[STRUCTURES]
    out[STRUCTURES + 3] = total_in(s.fortify)
    if towers > 0:
        out[TOWERS + towers - 1] = 1
    by_arc = 0  # eight bits each
    at_gate = 0  # Monsters that a march of their colour brings to a Tower or a gap, eight bits a colour
    health_sum = 0
    castle_health = 0
    castle_count = 0
    for i in range(s.monster_count):
        m = s.monsters[i]
        ring = ring_of(m)
        arc = arc_of(m)
        health = health_of(m)
        level = min(health, MOST_HEALTH) - 1
        out[BY_RING + ring * MOST_HEALTH + level] += 1
        health_sum += health
        by_arc += health << (8 * arc)
        moves = moves_to_tower(r, s, m)
        if moves <= SOON:
            out[SOON_COUNT + moves - 1] += 1
            out[SOON_HEALTH + moves - 1] += health
        if ring == SWORDSMAN and s.walls[arc] == 0:
            out[AT_A_GAP + level] += 1
        if ring == CASTLE:
            castle_health += health
            castle_count += 1
            if moves == 1:
                out[AT_A_TOWER + level] += 1
        if moves == 1:
            at_gate += 1 << (8 * colour_of(arc))
    out[MONSTERS] = s.monster_count
    out[MONSTERS + 1] = health_sum
    out[MONSTERS + 2] = health_sum * health_sum // 16
    for colour in range(len(COLOURS)):
        first = by_arc >> (16 * colour) & 255
        second = by_arc >> (16 * colour + 8) & 255
        out[MONSTERS + 3] = max(out[MONSTERS + 3], first + second)
        out[MONSTERS + 4] = max(out[MONSTERS + 4], max(first, second))
    # What is still to come.
    left = 0
    kinds = kinds_in(s.pile)
    while kinds != 0:
        token = lowest_bit(kinds)
        kinds &= kinds - 1
        count = s.pile[token]
        left += count
        health = r.token_health[token]
        if health > 0:
            out[PILE + 1] += count
            out[PILE + 2] += count * health
            if health >= MOST_HEALTH:
                out[PILE + 3] += count
        effect = r.token_effect[token]
        if 0 < effect < len(TOKEN_EFFECTS):
            out[EFFECTS + effect - 1] += count
            if effect == MARCH_COLOUR:
                out[MARCHES] += count * (at_gate >> (8 * r.token_argument[token]) & 255)
            elif effect == MARCH_ALL or effect == MARCH_OWN_COLOUR:
                out[MARCHES + 1] += count * ((at_gate & 255) + (at_gate >> 8 & 255) + (at_gate >> 16 & 255))
            elif effect == ROTATE:
                out[MARCHES + 2] += count * castle_count
    out[PILE] = left
    out[PILE + 4] = left * left // 16
    out[PILE_AND] = left * towers // 8
    out[PILE_AND + 1] = left * walls // 8
    out[PILE_AND + 2] = left * health_sum // 16
    out[PILE_AND + 3] = left * gaps // 8
    if left == 0:
        out[EMPTY] = 1
        out[EMPTY + 1] = towers
        out[EMPTY + 2] = health_sum
        out[EMPTY + 3] = s.monster_count
        out[EMPTY + 4] = castle_health
    due = min(left, s.tokens_due + s.tokens_after)
    out[DUE] = due
    out[DUE + 1] = due * gaps
    out[DUE + 2] = due * towers


@rule
def hand_features(r: Rules, s: State, out: Ints) -> None:
    first = next_to_play(r, s)
    gaps = missing_walls(s)
    add_hand(r, s, first, NEXT_HAND, out)
    out[NEXT_HAND + KINDS_OF_HAND] = min(gaps, min(out[NEXT_HAND + BRICK], out[NEXT_HAND + MORTAR]))
    out[NEXT_HAND + KINDS_OF_HAND + 1] = max(0, r.hand_size - s.king_fell - total_in(s.hands[first])) if s.first_turns == 0 else 0
    reach_of_others = 0
    left = 0
    step = 0
    for seat in range(r.players):
        player = (first + seat) % r.players
        if s.out[player] == 1:
            continue
        at = COVER + COVERED * min(step, 2)
        after = cover_board(r, s, player, out[FEATURES + step], at, out)
        if step == 0:
            left = after
        else:
            reach_of_others |= add_hand(r, s, player, OTHER_HANDS, out)
        step += 1
    team = min(out[NEXT_HAND + BRICK] + out[OTHER_HANDS + BRICK], out[NEXT_HAND + MORTAR] + out[OTHER_HANDS + MORTAR])
    out[OTHER_HANDS + KINDS_OF_HAND] = min(gaps, team)
    open_cells = cells_with(left, 1) & reach_of_others
    out[HELP] = count_bits(open_cells >> SWORDSMAN_CELLS & RING_MASK)
    out[HELP + 1] = count_bits(open_cells >> KNIGHT_CELLS & RING_MASK)
    specials = out[NEXT_HAND + SLAY_CARD] + out[NEXT_HAND + TAR_CARD] + out[NEXT_HAND + DRIVE_BACK_CARD]
    inside = 0
    for i in range(s.monster_count):
        if ring_of(s.monsters[i]) == CASTLE:
            inside += 1
    out[HELP + 2] = min(specials, inside)
    out[HELP + 3] = max(0, inside - specials)
    kinds = kinds_in(s.deck)
    while kinds != 0:
        card = lowest_bit(kinds)
        kinds &= kinds - 1
        count = s.deck[card]
        effect = r.card_effect[card]
        out[DECK] += count
        if effect == HIT_CARD:
            out[DECK + 1] += count
            if r.card_troop[card] == 0 or r.card_colours[card] & (r.card_colours[card] - 1) != 0:
                out[DECK + 2] += count
        elif effect == BRICK:
            out[DECK + 4] += count
        elif effect == MORTAR:
            out[DECK + 5] += count
        else:
            out[DECK + 3] += count


@rule
def features(r: Rules, s: State, out: Ints) -> int:
    """Write the row to the beginning of a buffer; a few more places behind it are used on the way."""
    forecast(r, s, out)
    for moves in range(r.players + 1):
        out[FEATURES + moves] = out[moves]
    for i in range(FEATURES):
        out[i] = 0
    out[ONE] = 1
    board_features(r, s, out)
    hand_features(r, s, out)
    return FEATURES


@rule
def pile_is_empty(r: Rules, s: State) -> int:
    """No token can come any more, and the game is over within some turns."""
    return 1 if kinds_in(s.pile) == 0 else 0


@rule
def occasion(r: Rules, s: State) -> int:
    """What kind of chance event comes next, so that rollouts can give each its own luck."""
    stage = s.stage
    if stage == DRAW_UP:
        return 0
    if stage == REPLACE:
        return 1
    if stage == DRAW_IN_PLAY:
        return 2
    if stage == DRAW_TOKEN:
        return 3
    if stage == ROLL_TOKEN:
        return 4
    if stage == ROLL_CHARGE:
        return 5
    return 6
