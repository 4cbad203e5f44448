"""The Traitor in hand: it goes beside the lowest ordeal, or is got rid of at a price (rulebook, "Place a Traitor tile", "Discard a Traitor tile")."""

from __future__ import annotations

from castlewise.models.bits import lowest_bit
from castlewise.models.castellion.moves import COLD_SWEAT, DISCARD_TRAITOR, MEET_NOW, PLACE_TRAITOR, PREMONITION
from castlewise.models.castellion.rules.appendices import columns_to_haunt, haunt, needed_traitors
from castlewise.models.castellion.rules.destruction import begin_destruction
from castlewise.models.castellion.rules.formations import lines
from castlewise.models.castellion.rules.use import lay_down
from castlewise.models.castellion.stages import ENCOUNTER, END_TURN, FACE_TRAITOR, HAUNT_COLUMN, TRAITOR_PRICE
from castlewise.models.castellion.state import Rules, State
from castlewise.models.castellion.tiles import BLACK_TRAITOR, TRAITOR
from castlewise.models.kernel import Ints, rule
from castlewise.models.listing import add
from castlewise.models.move_code import move

TILES_FOR_A_TRAITOR = 4


@rule
def black(s: State) -> int:
    return 1 if s.hand - 1 == BLACK_TRAITOR else 0


@rule
def traitor_drawn(r: Rules, s: State) -> None:
    """The Unnameable Horror takes its place before anything else happens to a black-bordered Traitor."""
    s.stage = FACE_TRAITOR
    if r.horror == 1 and s.pawn == 1 and black(s) == 1 and columns_to_haunt(r, s, s.player) != 0:
        s.stage = HAUNT_COLUMN


@rule
def columns_for_cold_sweat(r: Rules, s: State) -> int:
    if r.cold_sweat == 0 or s.pawn == 0 or black(s) == 1:
        return 0
    return columns_to_haunt(r, s, s.player)


@rule
def traitor_choices(r: Rules, s: State, out: Ints) -> None:
    add(out, move(PLACE_TRAITOR, 0, 0, 0))
    if r.powers == 1 and black(s) == 0:
        add(out, move(DISCARD_TRAITOR, 0, 0, 0))
    if r.premonition == 1 and s.pawn == 1 and black(s) == 0:
        add(out, move(PREMONITION, 0, 0, 0))
    columns = columns_for_cold_sweat(r, s)
    while columns != 0:
        add(out, move(COLD_SWEAT, lowest_bit(columns), 0, 0))
        columns &= columns - 1
    if r.powers == 1:
        add(out, move(MEET_NOW, 0, 0, 0))


@rule
def must_be_placed(r: Rules, s: State) -> int:
    """Whether a Traitor leaves no choice: at the introductory level, unless an appendix offers a way out."""
    if r.powers == 1 or columns_for_cold_sweat(r, s) != 0:
        return 0
    return 0 if r.premonition == 1 and s.pawn == 1 and black(s) == 0 else 1


@rule
def place_traitor(r: Rules, s: State) -> None:
    """Beside the lowest ordeal, which is met when there are enough of them."""
    if lay_down(s) == TRAITOR:
        s.traitors += 1
    else:
        s.black_traitors += 1
    s.stage = END_TURN
    if s.traitors + s.black_traitors >= needed_traitors(r, s):
        s.resume = END_TURN
        s.stage = ENCOUNTER


@rule
def discard_traitor(r: Rules, s: State) -> None:
    """At the price of four tiles, one fewer for each line of defence at the expert level."""
    lay_down(s)
    price = TILES_FOR_A_TRAITOR
    if r.formation_powers == 1:
        price = max(price - lines(s, s.player), 0)
    begin_destruction(r, s, s.player, TRAITOR_PRICE, price)


@rule
def ignore_traitor(s: State) -> None:
    """The Premonition: the Traitor and the pawn leave the game."""
    lay_down(s)
    s.pawn = 0
    s.stage = END_TURN


@rule
def break_into_cold_sweat(s: State, column: int) -> None:
    """The Traitor goes, a tile is haunted."""
    lay_down(s)
    haunt(s, s.player, column)
    s.stage = END_TURN
