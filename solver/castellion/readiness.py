"""Whether the next ordeal would be overcome if it came now."""

from __future__ import annotations

from castlewise.models.bits import count_bits
from castlewise.models.castellion.rules.appendices import needed_traitors
from castlewise.models.castellion.rules.castle import foundation_complete, haunted_cell, occupied, pantry_tiles, tiles_in
from castlewise.models.castellion.rules.destruction import bottom_rows, rows_left
from castlewise.models.castellion.rules.formations import bastions
from castlewise.models.castellion.rules.ordeals import SPARED_BY_A_BASTION, requirement_met
from castlewise.models.castellion.state import FLOOR, Rules, State
from castlewise.models.kernel import rule


@rule
def near(r: Rules, s: State) -> int:
    """Whether the next Traitor brings the ordeal on."""
    return 1 if s.traitors + s.black_traitors + 1 >= needed_traitors(r, s) else 0


@rule
def ready(r: Rules, s: State) -> int:
    """Whether the next ordeal would be overcome, whatever card it is."""
    if r.players == 1:
        return player_ready(r, s, 0)
    if s.met > 0:
        return player_ready(r, s, 2 - s.champion)
    if foundation_complete(r, s, 0) == 0 or foundation_complete(r, s, 1) == 0:
        return 0
    return 1 if player_ready(r, s, 0) == 1 or player_ready(r, s, 1) == 1 else 0


@rule
def player_ready(r: Rules, s: State, p: int) -> int:
    known = s.card[s.met] - 1
    for card in range(r.cards[s.met]):
        if (known < 0 or known == card) and survives(r, s, p, card) == 0:
            return 0
    return 1


@rule
def survives(r: Rules, s: State, p: int, card: int) -> int:
    """Whether a player's castle overcomes a card of the next ordeal."""
    rows = r.rows[s.met][card]
    gone = bottom_rows(rows)
    if r.pantry == 1 and pantry_right(r, s, p, gone) == 0:
        return 0
    if rows > 0:
        stays = count_bits(rows_left(occupied(s, p), rows) & FLOOR) == r.width
        return 1 if stays and haunted_cell(s, p) & gone == 0 else 0
    if foundation_complete(r, s, p) == 0:
        return 0
    if requirement_met(r, s, p, s.met, card) == 1:
        return 1
    penalty = r.penalty[s.met][card]
    if penalty == 0:
        return 0
    if r.formation_powers == 1:
        penalty -= SPARED_BY_A_BASTION * bastions(s, p)
    return 1 if tiles_in(s, p) - penalty >= r.width else 0


@rule
def pantry_right(r: Rules, s: State, p: int, gone: int) -> int:
    """Whether the castles hold as many Pantry tiles as they must: each player the same, two for each ordeal."""
    mine = pantry_tiles(s, p)
    theirs = pantry_tiles(s, 1 - p)
    if r.players == 2 and count_bits(mine) != count_bits(theirs):
        return 0
    return 1 if count_bits(mine & ~gone) + count_bits(theirs) == 2 * (s.met + 1) else 0
