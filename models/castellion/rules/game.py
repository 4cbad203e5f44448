"""The contract, for the kernel: node, choices, outcomes, sample, apply, mover over the two records."""

from __future__ import annotations

from castlewise.models.bits import lowest_bit
from castlewise.models.castellion.moves import (
    CARD,
    CHOOSE_WHO,
    COLD_SWEAT,
    DESTROY,
    DESTROY_END,
    DISCARD,
    DISCARD_TRAITOR,
    DONATE,
    DRAW,
    EXCHANGE,
    GIVE_CHAMPION,
    HAUNT,
    IMPRISON,
    MEET_NOW,
    PLACE,
    PLACE_PANTRY,
    PLACE_TRAITOR,
    POWER,
    PREMONITION,
    PROPHET,
    RECOVER_TILE,
    REVEAL,
    REVEAL_CARD,
    SAFE_PILE,
    SHIFT_TILE,
    STANDARD_PILE,
    SWAP_VIGIL,
    TAKE,
    TILE,
)
from castlewise.models.castellion.rules.appendices import columns_to_haunt, haunt
from castlewise.models.castellion.rules.castle import tiles_in, width_of
from castlewise.models.castellion.rules.destruction import destroy_end, destroy_next, destroyable, end_columns
from castlewise.models.castellion.rules.piles import draw_from, pile_left
from castlewise.models.castellion.rules.powers import exchanges, recoverable
from castlewise.models.castellion.rules.shifting import may_shift
from castlewise.models.castellion.rules.traitors import (
    break_into_cold_sweat,
    discard_traitor,
    ignore_traitor,
    place_traitor,
    traitor_choices,
)
from castlewise.models.castellion.rules.turn import (
    advance,
    choose_card,
    choose_prophet,
    draw_pile,
    face_down_cards,
    give_champion,
    juggle,
    meet_now,
    prophet_numbers,
    reveal_from,
    shift,
    take_in_hand,
    turn_choices,
)
from castlewise.models.castellion.rules.use import (
    build,
    discard_tile,
    donate,
    lay_down,
    put_in_prison,
    recover,
    swap_vigil,
    use_choices,
    use_power,
)
from castlewise.models.castellion.stages import (
    AFTER_BUILDING,
    CHOOSE_CARD,
    CHOOSE_PROPHET,
    DESTROY_TILES,
    DRAW_SAFE,
    DRAW_STANDARD,
    DRAW_VIGIL,
    FACE_TRAITOR,
    FIRST_CHANCE,
    HAUNT_COLUMN,
    JUGGLE,
    MEET,
    MEET_CARD,
    NEXT_REVEAL,
    OVER,
    RECOVER,
    RESOLVE,
    REVEAL_FROM,
    REVEAL_SAFE,
    REVEAL_STANDARD,
    SET_UP,
    SHIFT,
    TURN,
    TURN_OVER_CARD,
    TURN_UP_CARD,
    USE,
    WHO_MEETS,
    WON,
)
from castlewise.models.castellion.state import COLUMN, Rules, State
from castlewise.models.castellion.tiles import STONES
from castlewise.models.contract import A_CHANCE, A_CHOICE, GAME_OVER, TEAM
from castlewise.models.kernel import Ints, rule
from castlewise.models.kinds import total_in
from castlewise.models.listing import add, add_outcome, one_of_the_listed
from castlewise.models.move_code import first_of, move, second_of, third_of, verb_of
from castlewise.models.randomness import below


@rule
def node(r: Rules, s: State) -> int:
    if s.stage == OVER:
        return GAME_OVER
    return A_CHOICE if s.stage < FIRST_CHANCE else A_CHANCE


@rule
def mover(r: Rules, s: State) -> int:
    if s.stage == CHOOSE_PROPHET or s.stage == WHO_MEETS:
        return TEAM
    return s.owner if s.stage == DESTROY_TILES else s.player


@rule
def game_won(r: Rules, s: State) -> int:
    return 1 if s.outcome == WON else 0


@rule
def left_standing(r: Rules, s: State) -> int:
    return tiles_in(s, 0) + tiles_in(s, 1)


@rule
def choices(r: Rules, s: State, out: Ints) -> int:
    """List the legal moves from out[1] on; their number is in out[0] and returned."""
    out[0] = 0
    stage = s.stage
    if stage == USE:
        use_choices(r, s, out)
    elif stage == TURN:
        turn_choices(r, s, out)
    elif stage == FACE_TRAITOR:
        traitor_choices(r, s, out)
    elif stage == DESTROY_TILES:
        destroy_choices(r, s, out)
    elif stage == JUGGLE:
        for upward in range(2):
            cells = exchanges(r, s, s.player, upward)
            while cells != 0:
                cell = lowest_bit(cells)
                add(out, move(EXCHANGE, cell // COLUMN, cell % COLUMN, upward))
                cells &= cells - 1
    elif stage == SHIFT:
        shift_choices(r, s, out)
    elif stage == REVEAL_FROM:
        for pile in range(2):
            if pile_left(s, pile) == 1:
                add(out, move(REVEAL, pile, 0, 0))
    elif stage == RECOVER:
        add_members(out, RECOVER_TILE, recoverable(s, s.recovering - 1))
    elif stage == HAUNT_COLUMN:
        add_members(out, HAUNT, columns_to_haunt(r, s, s.player))
    elif stage == CHOOSE_CARD:
        add_members(out, REVEAL_CARD, face_down_cards(s))
    elif stage == CHOOSE_PROPHET:
        add_members(out, PROPHET, prophet_numbers(r))
    elif stage == WHO_MEETS:
        add_members(out, CHOOSE_WHO, 3)
    return out[0]


@rule
def add_members(out: Ints, verb: int, members: int) -> None:
    """A move for each member of a set."""
    while members != 0:
        add(out, move(verb, lowest_bit(members), 0, 0))
        members &= members - 1


@rule
def destroy_choices(r: Rules, s: State, out: Ints) -> None:
    cells = destroyable(r, s)
    while cells != 0:
        cell = lowest_bit(cells)
        add(out, move(DESTROY, cell // COLUMN, cell % COLUMN, 0))
        cells &= cells - 1
    columns = end_columns(r, s)
    if columns == 1 and s.due == 1:
        add(out, move(DESTROY, width_of(s, s.owner) - 1, 0, 0))
    elif columns > 0:
        add(out, move(DESTROY_END, columns, 0, 0))


@rule
def shift_choices(r: Rules, s: State, out: Ints) -> None:
    width = width_of(s, s.player)
    for column in range(width):
        for position in range(width + 2):
            if may_shift(r, s, s.player, column, position) == 1:
                add(out, move(SHIFT_TILE, column, position, 0))


@rule
def draws_from(stage: int) -> int:
    """The pile that a chance stage draws a tile from; -1 for a card."""
    if stage == DRAW_STANDARD or stage == REVEAL_STANDARD:
        return STANDARD_PILE
    return SAFE_PILE if stage == DRAW_SAFE or stage == REVEAL_SAFE or stage == DRAW_VIGIL else -1


@rule
def number_turned(s: State) -> int:
    """Which ordeal's card a chance stage turns up or over."""
    if s.stage == TURN_OVER_CARD:
        return s.number - 1
    if s.stage == MEET_CARD:
        return s.met
    number = 0
    while s.card[number] != 0:
        number += 1
    return number


@rule
def outcomes(r: Rules, s: State, out: Ints, weights: Ints) -> int:
    """List what chance can do from out[1] on, each with its weight; out[0] is their number, weights[0] the sum."""
    out[0] = 0
    weights[0] = 0
    if s.stage < FIRST_CHANCE:
        return 0
    pile = draws_from(s.stage)
    if pile < 0:
        number = number_turned(s)
        for card in range(r.cards[number]):
            add_outcome(out, weights, move(CARD, number, card, 0), 1)
    else:
        for kind in range(len(s.safe)):
            count = s.safe[kind] if pile == SAFE_PILE else s.standard[kind]
            if count > 0:
                add_outcome(out, weights, move(TILE, kind, 0, 0), count)
    return out[0]


@rule
def tile_at(s: State, pile: int, place: int) -> int:
    """The kind of tile at a place of a pile, counted from 0, as if it lay sorted."""
    kind = 0
    if pile == SAFE_PILE:
        while place >= s.safe[kind]:
            place -= s.safe[kind]
            kind += 1
        return kind
    while place >= s.standard[kind]:
        place -= s.standard[kind]
        kind += 1
    return kind


@rule
def sample(r: Rules, s: State, source: Ints, out: Ints, weights: Ints) -> int:
    """One chance outcome, drawn with its weight. Tiles are drawn without listing them."""
    pile = draws_from(s.stage)
    if pile < 0:
        outcomes(r, s, out, weights)
        return one_of_the_listed(source, out, weights)
    tiles = total_in(s.safe) if pile == SAFE_PILE else total_in(s.standard)
    return move(TILE, tile_at(s, pile, below(source, tiles)), 0, 0)


@rule
def apply(r: Rules, s: State, m: int) -> int:
    """Carry out a legal choice or outcome and run to the next node. Returns how many turns ended on the way."""
    verb = verb_of(m)
    first = first_of(m)
    if verb == TILE:
        tile_comes(s, first)
    elif verb == PLACE:
        build(r, s, lay_down(s), first)
    elif verb == DRAW:
        draw_pile(s, first)
    elif verb == DISCARD:
        discard_tile(s)
    elif verb == POWER:
        use_power(r, s)
    elif verb == DESTROY:
        destroy_next(s, first, second_of(m))
    elif verb == DESTROY_END:
        destroy_end(s, first)
    elif verb == TAKE:
        s.revealed[first] -= 1
        take_in_hand(s, first)
    elif verb == PLACE_TRAITOR:
        place_traitor(r, s)
    elif verb == DISCARD_TRAITOR:
        discard_traitor(r, s)
    elif verb == MEET_NOW:
        meet_now(s)
    elif verb == EXCHANGE:
        juggle(r, s, first * COLUMN + second_of(m), third_of(m))
    elif verb == SHIFT_TILE:
        shift(r, s, first, second_of(m))
    elif verb == REVEAL:
        reveal_from(s, first)
    elif verb == RECOVER_TILE:
        recover(s, first)
    elif verb == CARD:
        card_comes(s, first, second_of(m))
    else:
        apply_rarer(r, s, verb, first, second_of(m))
    return advance(r, s)


@rule
def apply_rarer(r: Rules, s: State, verb: int, first: int, second: int) -> None:
    """Choices that belong to an appendix, the Pantry or two players."""
    if verb == PLACE_PANTRY:
        s.pantry[second] -= 1
        build(r, s, STONES - 3 + second, first)
    elif verb == SWAP_VIGIL:
        swap_vigil(s)
    elif verb == IMPRISON:
        put_in_prison(s, first)
    elif verb == DONATE:
        donate(r, s)
    elif verb == GIVE_CHAMPION:
        give_champion(r, s)
    elif verb == PREMONITION:
        ignore_traitor(s)
    elif verb == COLD_SWEAT:
        break_into_cold_sweat(s, first)
    elif verb == HAUNT:
        haunt(s, s.player, first)
        s.stage = FACE_TRAITOR
    elif verb == REVEAL_CARD:
        choose_card(s, first)
    elif verb == CHOOSE_WHO:
        s.owner = first
        s.stage = MEET
    elif verb == PROPHET:
        choose_prophet(s, first)


@rule
def tile_comes(s: State, kind: int) -> None:
    """A tile is drawn, revealed, or becomes the Vigil."""
    draw_from(s, draws_from(s.stage), kind)
    if s.stage == DRAW_VIGIL:
        s.vigil = kind + 1
        s.stage = SET_UP
    elif s.stage == REVEAL_SAFE or s.stage == REVEAL_STANDARD:
        s.revealed[kind] += 1
        s.stage = NEXT_REVEAL
    else:
        take_in_hand(s, kind)


@rule
def card_comes(s: State, number: int, card: int) -> None:
    """A card is turned up at the start, over by a tower, or over because it is met."""
    s.card[number] = card + 1
    if s.stage == TURN_UP_CARD:
        s.stage = SET_UP
    elif s.stage == MEET_CARD:
        s.stage = RESOLVE
    else:
        s.number = 0
        s.reveals -= 1
        s.stage = AFTER_BUILDING
