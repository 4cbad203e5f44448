"""Encounters with an ordeal: who meets it, what it does, what is checked afterwards (rulebook, "Ordeal cards", "The four avatars").

Stages: ENCOUNTER (who?), MEET (turn the card over), RESOLVE (its effect), ORDEAL_PASSED (foundation, Pantry, prison), AFTER_ORDEAL (a castle that is still
full meets the next one).
"""

from __future__ import annotations

from castlewise.models.bits import count_bits
from castlewise.models.castellion.rules.appendices import PRISON_FEE, prison_complete
from castlewise.models.castellion.rules.castle import (
    castle_full,
    foundation_complete,
    haunted_cell,
    occupied,
    pantry_tiles,
    tiles_in,
)
from castlewise.models.castellion.rules.destruction import begin_destruction, bottom_rows, rows_left
from castlewise.models.castellion.rules.ending import end_game
from castlewise.models.castellion.rules.formations import bastions, lines, towers
from castlewise.models.castellion.stages import (
    AFTER_ORDEAL,
    ENCOUNTER,
    LOST_FORMATIONS,
    LOST_FOUNDATION,
    LOST_HAUNTED,
    LOST_PANTRY,
    LOST_PRISON,
    MEET,
    MEET_CARD,
    ORDEAL_PASSED,
    PENALTY,
    PRISON_PRICE,
    RESOLVE,
    WHO_MEETS,
    WON,
)
from castlewise.models.castellion.state import FLOOR, Rules, State
from castlewise.models.castellion.tiles import PANTRY
from castlewise.models.kernel import rule

SPARED_BY_A_BASTION = 4


@rule
def begin_encounter(r: Rules, s: State) -> None:
    """Two players: foundations and Pantry tiles are compared, and who meets the ordeal is settled. Alone, there is nothing to settle."""
    s.owner = 0
    s.stage = MEET
    if r.players == 1:
        return
    if s.met == 0 and (foundation_complete(r, s, 0) == 0 or foundation_complete(r, s, 1) == 0):
        end_game(s, LOST_FOUNDATION)
    elif r.pantry == 1 and count_bits(pantry_tiles(s, 0)) != count_bits(pantry_tiles(s, 1)):
        end_game(s, LOST_PANTRY)
    elif s.met == 0:
        s.stage = WHO_MEETS
    else:
        s.owner = 2 - s.champion  # the player without the Champion of the Oniverse


@rule
def meet_card(s: State) -> None:
    """Turn a face-down card over."""
    s.stage = MEET_CARD if s.card[s.met] == 0 else RESOLVE


@rule
def requirement_met(r: Rules, s: State, p: int, number: int, card: int) -> int:
    """Whether a castle has the formations a card asks for."""
    if r.towers[number][card] > 0 and towers(s, p) < r.towers[number][card]:
        return 0
    if r.bastions[number][card] > 0 and bastions(s, p) < r.bastions[number][card]:
        return 0
    if r.lines[number][card] > 0 and lines(s, p) < r.lines[number][card]:
        return 0
    return 1


@rule
def resolve_ordeal(r: Rules, s: State) -> None:
    number = s.met
    card = s.card[number] - 1
    if r.rows[number][card] > 0:
        destroy_rows(r, s, r.rows[number][card])
    elif requirement_met(r, s, s.owner, number, card) == 1:
        s.stage = ORDEAL_PASSED
    elif r.penalty[number][card] == 0:
        end_game(s, LOST_FORMATIONS)
    else:
        penalty = r.penalty[number][card]
        if r.formation_powers == 1:
            penalty -= SPARED_BY_A_BASTION * bastions(s, s.owner)
        if penalty <= 0:
            s.stage = ORDEAL_PASSED
        elif foundation_complete(r, s, s.owner) == 0 or tiles_in(s, s.owner) - penalty < r.width:
            end_game(s, LOST_FOUNDATION)
        else:
            begin_destruction(r, s, s.owner, PENALTY, penalty)


@rule
def destroy_rows(r: Rules, s: State, rows: int) -> None:
    """Exam II and the Earthworm: the bottom rows go, and what is left must stand on a complete foundation."""
    p = s.owner
    gone = occupied(s, p) & bottom_rows(rows)
    if haunted_cell(s, p) & gone != 0:
        end_game(s, LOST_HAUNTED)
        return
    if count_bits(rows_left(occupied(s, p), rows) & FLOOR) < r.width:
        end_game(s, LOST_FOUNDATION)
        return
    pantry = pantry_tiles(s, p)
    for shape in range(3):
        here = s.shapes[p][shape] & gone
        for faction in range(4):
            s.discards[faction * 3 + shape] += count_bits(s.factions[p][faction] & here)
        s.discards[PANTRY + shape] += count_bits(pantry & here)
        s.shapes[p][shape] = rows_left(s.shapes[p][shape], rows)
    for faction in range(4):
        s.factions[p][faction] = rows_left(s.factions[p][faction], rows)
    if s.haunted != 0 and s.haunted_castle == p:
        s.haunted -= rows
    s.stage = ORDEAL_PASSED


@rule
def pass_ordeal(r: Rules, s: State) -> None:
    """The effect is over: the foundation, the Pantry and the prison are looked at; the card and its Traitors leave the game."""
    if foundation_complete(r, s, s.owner) == 0:
        end_game(s, LOST_FOUNDATION)
        return
    s.met += 1
    s.traitors = 0
    s.black_traitors = 0
    if r.players == 2:
        s.champion = s.owner + 1
    if r.pantry == 1 and count_bits(pantry_tiles(s, 0)) + count_bits(pantry_tiles(s, 1)) != 2 * s.met:
        end_game(s, LOST_PANTRY)
    elif s.met == 3:
        end_game(s, LOST_PRISON if r.prison == 1 and prison_complete(s) == 0 else WON)
    elif r.prison == 1 and prison_complete(s) == 0:
        begin_destruction(r, s, s.owner, PRISON_PRICE, PRISON_FEE)
    else:
        s.stage = AFTER_ORDEAL


@rule
def after_ordeal(r: Rules, s: State) -> None:
    """A castle that is still full meets the next ordeal; else the game goes on where it was interrupted."""
    s.owner = 0
    if castle_full(r, s, 0) == 1 or (r.players == 2 and castle_full(r, s, 1) == 1):
        s.stage = ENCOUNTER
    else:
        s.stage = s.resume
        s.resume = 0
