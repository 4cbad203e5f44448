"""The turn, as a machine of stages: `advance` runs from one node to the next, past everything that asks nobody."""

from __future__ import annotations

from castlewise.models.bits import count_bits, lowest_bit
from castlewise.models.castellion.moves import DRAW, GIVE_CHAMPION, MEET_NOW, PLACE_PANTRY, SAFE_PILE, STANDARD_PILE, TAKE
from castlewise.models.castellion.rules.appendices import columns_to_haunt, haunt
from castlewise.models.castellion.rules.castle import castle_full, tiles_in, width_of
from castlewise.models.castellion.rules.destruction import begin_destruction, destroy_end, destroy_next, destroyable, end_columns
from castlewise.models.castellion.rules.ordeals import after_ordeal, begin_encounter, meet_card, pass_ordeal, resolve_ordeal
from castlewise.models.castellion.rules.piles import pile_left
from castlewise.models.castellion.rules.powers import exchange, exchanges, piles_left, recoverable, reveals_left
from castlewise.models.castellion.rules.shifting import may_shift, shift_tile, shifts
from castlewise.models.castellion.rules.traitors import must_be_placed, place_traitor, traitor_drawn
from castlewise.models.castellion.rules.use import (
    add_placements,
    build,
    discard_tile,
    lay_down,
    only_use,
    receive,
    recover,
    tower_completed,
)
from castlewise.models.castellion.stages import (
    AFTER_BUILDING,
    AFTER_ORDEAL,
    BEGIN_TURN,
    CHAMPION_PRICE,
    CHOOSE_CARD,
    CHOOSE_PROPHET,
    DESTROY_TILES,
    DONATION,
    DRAW_SAFE,
    DRAW_STANDARD,
    DRAW_VIGIL,
    ENCOUNTER,
    END_TURN,
    FACE_TRAITOR,
    FIRE,
    FIRST_CHANCE,
    FIRST_PASSING,
    HAUNT_COLUMN,
    JUGGLE,
    MEET,
    NEXT_REVEAL,
    ORDEAL_PASSED,
    PENALTY,
    PRISON_PRICE,
    RECOVER,
    RESOLVE,
    REVEAL_FROM,
    REVEAL_SAFE,
    REVEAL_STANDARD,
    SET_UP,
    SHIFT,
    TILE_DRAWN,
    TILES_DESTROYED,
    TURN,
    TURN_OVER_CARD,
    TURN_UP_CARD,
    USE,
)
from castlewise.models.castellion.state import COLUMN, Rules, State
from castlewise.models.castellion.tiles import STONES, TRAITOR
from castlewise.models.kernel import Ints, rule
from castlewise.models.kinds import any_in, kinds_in
from castlewise.models.listing import add
from castlewise.models.move_code import first_of, move

CHAMPION_FEE = 6


@rule
def advance(r: Rules, s: State) -> int:
    """Run to the next node. Returns how many turns ended on the way."""
    turns = 0
    while True:
        stage = s.stage
        if stage < FIRST_PASSING:
            if stage >= FIRST_CHANCE or pass_single(r, s) == 0:
                return turns
        elif stage == END_TURN:
            turns += end_turn(r, s)
        elif stage == BEGIN_TURN:
            begin_turn(r, s)
        elif stage == TILE_DRAWN:
            if s.hand - 1 >= TRAITOR:
                traitor_drawn(r, s)
            else:
                s.stage = USE
        elif stage == AFTER_BUILDING:
            after_building(r, s)
        elif stage == NEXT_REVEAL:
            s.stage = REVEAL_FROM if reveals_left(s) > 0 and piles_left(s) > 0 else END_TURN
        elif stage == TILES_DESTROYED:
            turns += tiles_destroyed(s)
        elif stage == ENCOUNTER:
            begin_encounter(r, s)
        elif stage == MEET:
            meet_card(s)
        elif stage == RESOLVE:
            resolve_ordeal(r, s)
        elif stage == ORDEAL_PASSED:
            pass_ordeal(r, s)
        elif stage == AFTER_ORDEAL:
            after_ordeal(r, s)
        else:
            set_up(r, s)


@rule
def set_up(r: Rules, s: State) -> None:
    """Turn up the cards that lie face up, let the Prophet choose, draw the Vigil. A card that is the only one of its number is known anyway."""
    for number in range(3):
        if s.card[number] == 0:
            if r.cards[number] == 1:
                s.card[number] = 1
            elif r.face_down == 0:
                s.stage = TURN_UP_CARD
                return
    if r.prophet == 1 and s.prophet == 0:
        s.stage = CHOOSE_PROPHET
    elif r.vigil == 1 and s.vigil == 0:
        s.stage = DRAW_VIGIL
    else:
        s.stage = BEGIN_TURN


@rule
def begin_turn(r: Rules, s: State) -> None:
    """With no tile left to draw or play the remaining ordeals are met, one after the other."""
    s.stage = TURN
    if pile_left(s, STANDARD_PILE) == 0 and pile_left(s, SAFE_PILE) == 0 and any_in(s.revealed) == 0:
        s.resume = BEGIN_TURN
        s.stage = ENCOUNTER


@rule
def turn_choices(r: Rules, s: State, out: Ints) -> None:
    if any_in(s.revealed) == 1:
        kinds = kinds_in(s.revealed)
        while kinds != 0:
            add(out, move(TAKE, lowest_bit(kinds), 0, 0))
            kinds &= kinds - 1
    else:
        if pile_left(s, SAFE_PILE) == 1:
            add(out, move(DRAW, SAFE_PILE, 0, 0))
        if pile_left(s, STANDARD_PILE) == 1:
            add(out, move(DRAW, STANDARD_PILE, 0, 0))
    if r.pantry == 1:
        for shape in range(3):
            if s.pantry[shape] > 0:
                add_placements(r, s, s.player, STONES - 3 + shape, PLACE_PANTRY, shape, out)
    if r.powers == 1:
        add(out, move(MEET_NOW, 0, 0, 0))
    if may_give_champion(r, s) == 1:
        add(out, move(GIVE_CHAMPION, 0, 0, 0))


@rule
def may_give_champion(r: Rules, s: State) -> int:
    return 1 if r.players == 2 and s.champion == s.player + 1 and tiles_in(s, s.player) >= CHAMPION_FEE else 0


@rule
def give_champion(r: Rules, s: State) -> None:
    begin_destruction(r, s, s.player, CHAMPION_PRICE, CHAMPION_FEE)


@rule
def draw_pile(s: State, pile: int) -> None:
    s.stage = DRAW_SAFE if pile == SAFE_PILE else DRAW_STANDARD


@rule
def reveal_from(s: State, pile: int) -> None:
    s.stage = REVEAL_SAFE if pile == SAFE_PILE else REVEAL_STANDARD


@rule
def take_in_hand(s: State, kind: int) -> None:
    s.hand = kind + 1
    s.stage = TILE_DRAWN


@rule
def meet_now(s: State) -> None:
    """A premature encounter; whatever was being decided is decided afterwards."""
    s.resume = BEGIN_TURN if s.stage == TURN else s.stage
    s.stage = ENCOUNTER


@rule
def juggle(r: Rules, s: State, cell: int, upward: int) -> None:
    other = exchange(s, s.player, cell, upward)
    tower_completed_by_two(r, s, cell, other)
    s.stage = AFTER_BUILDING


@rule
def tower_completed_by_two(r: Rules, s: State, cell: int, other: int) -> None:
    """An exchange within a faction completes nothing; otherwise each of the two tiles may complete a tower."""
    for faction in range(4):
        if s.factions[s.player][faction] >> cell & s.factions[s.player][faction] >> other & 1 == 1:
            return
    tower_completed(r, s, cell)
    tower_completed(r, s, other)


@rule
def shift(r: Rules, s: State, column: int, position: int) -> None:
    tower_completed(r, s, shift_tile(s, s.player, column, position))
    s.stage = AFTER_BUILDING


@rule
def face_down_cards(s: State) -> int:
    """The numbers, as a set, of the ordeals to come whose card is not known."""
    numbers = 0
    for number in range(s.met, 3):
        if s.card[number] == 0:
            numbers |= 1 << number
    return numbers


@rule
def after_building(r: Rules, s: State) -> None:
    """A tile was placed or moved: towers turn cards over, then a full castle meets its ordeal."""
    if s.reveals > 0 and face_down_cards(s) != 0:
        s.stage = CHOOSE_CARD
        return
    s.reveals = 0
    s.stage = END_TURN
    if castle_full(r, s, s.player) == 1:
        s.resume = END_TURN
        s.stage = ENCOUNTER


@rule
def tiles_destroyed(s: State) -> int:
    """Go on with what the tiles were destroyed for. Returns 1 if that ends a turn."""
    purpose = s.purpose
    s.purpose = 0
    s.sweep_column = 0
    s.sweep_row = 0
    if purpose == PENALTY:
        s.stage = ORDEAL_PASSED
        return 0
    if purpose == PRISON_PRICE:
        s.stage = AFTER_ORDEAL
        return 0
    s.owner = 0
    if purpose == DONATION:
        receive(s)
        return 1
    if purpose == FIRE:
        s.stage = SHIFT
    elif purpose == CHAMPION_PRICE:
        s.champion = 2 - s.player
        s.stage = BEGIN_TURN
    else:
        s.stage = END_TURN
    return 0


@rule
def end_turn(r: Rules, s: State) -> int:
    """The next player's turn; who used a donated tile is next already."""
    s.stage = BEGIN_TURN
    if s.gift == 1:
        s.gift = 0
        return 0
    if r.players == 2:
        s.player = 1 - s.player
    return 1


# Nodes with one choice.


@rule
def pass_single(r: Rules, s: State) -> int:
    """Take the choice at a node that has only one. Returns 0 if there are several, or the game is over."""
    stage = s.stage
    if stage == USE:
        only = only_use(r, s)
        if only == 0:
            return 0
        if s.gift == 1:
            build(r, s, lay_down(s), first_of(only))
        else:
            discard_tile(s)
        return 1
    if stage == TURN:
        return pass_single_pile(r, s)
    if stage == FACE_TRAITOR:
        if must_be_placed(r, s) == 0:
            return 0
        place_traitor(r, s)
        return 1
    if stage == DESTROY_TILES:
        return pass_single_tile(r, s)
    if stage == REVEAL_FROM:
        if piles_left(s) == 2:
            return 0
        reveal_from(s, SAFE_PILE if pile_left(s, SAFE_PILE) == 1 else STANDARD_PILE)
        return 1
    if stage == JUGGLE:
        return pass_single_exchange(r, s)
    if stage == RECOVER:
        kinds = recoverable(s, s.recovering - 1)
        if count_bits(kinds) > 1:
            return 0
        recover(s, lowest_bit(kinds))
        return 1
    if stage == SHIFT:
        return pass_single_shift(r, s)
    if stage == CHOOSE_CARD:
        numbers = face_down_cards(s)
        if count_bits(numbers) > 1:
            return 0
        choose_card(s, lowest_bit(numbers))
        return 1
    if stage == HAUNT_COLUMN:
        columns = columns_to_haunt(r, s, s.player)
        if count_bits(columns) > 1:
            return 0
        haunt(s, s.player, lowest_bit(columns))
        s.stage = FACE_TRAITOR
        return 1
    if stage == CHOOSE_PROPHET:
        numbers = prophet_numbers(r)
        if count_bits(numbers) > 1:
            return 0
        choose_prophet(s, lowest_bit(numbers))
        return 1
    return 0


@rule
def pass_single_pile(r: Rules, s: State) -> int:
    """The introductory level with one pile left: there is nothing but to draw from it."""
    if r.powers == 1 or piles_left(s) == 2 or may_give_champion(r, s) == 1:
        return 0
    draw_pile(s, SAFE_PILE if pile_left(s, SAFE_PILE) == 1 else STANDARD_PILE)
    return 1


@rule
def pass_single_tile(r: Rules, s: State) -> int:
    cells = destroyable(r, s)
    columns = end_columns(r, s)
    if count_bits(cells) + (1 if columns > 0 else 0) > 1:
        return 0
    if columns > 0:
        destroy_end(s, columns)
    else:
        cell = lowest_bit(cells)
        destroy_next(s, cell // COLUMN, cell % COLUMN)
    return 1


@rule
def pass_single_exchange(r: Rules, s: State) -> int:
    sideways = exchanges(r, s, s.player, 0)
    upward = exchanges(r, s, s.player, 1)
    if count_bits(sideways) + count_bits(upward) > 1:
        return 0
    if sideways != 0:
        juggle(r, s, lowest_bit(sideways), 0)
    else:
        juggle(r, s, lowest_bit(upward), 1)
    return 1


@rule
def pass_single_shift(r: Rules, s: State) -> int:
    if shifts(r, s, s.player) > 1:
        return 0
    width = width_of(s, s.player)
    for column in range(width):
        for position in range(width + 2):
            if may_shift(r, s, s.player, column, position) == 1:
                shift(r, s, column, position)
                return 1
    return 0


@rule
def choose_card(s: State, number: int) -> None:
    s.number = number + 1
    s.stage = TURN_OVER_CARD


@rule
def prophet_numbers(r: Rules) -> int:
    """The ordeals, as a set, that the Prophet may bring forward: at least one Traitor must remain."""
    numbers = 0
    for number in range(3):
        if r.traitors[number] > 1:
            numbers |= 1 << number
    return numbers


@rule
def choose_prophet(s: State, number: int) -> None:
    s.prophet = number + 1
    s.stage = SET_UP
