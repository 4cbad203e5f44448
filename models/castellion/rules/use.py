"""The Defender (or Pantry tile) in hand: place it, discard it, use its power, or what an appendix or a second player adds."""

from __future__ import annotations

from castlewise.models.bits import lowest_bit
from castlewise.models.castellion.moves import DISCARD, DONATE, IMPRISON, MEET_NOW, PLACE, POWER, SWAP_VIGIL
from castlewise.models.castellion.rules.appendices import imprison, prison_ends
from castlewise.models.castellion.rules.castle import open_end, open_tops, place_tile, placements, shape_of, tiles_in, width_of
from castlewise.models.castellion.rules.destruction import begin_destruction
from castlewise.models.castellion.rules.formations import in_tower
from castlewise.models.castellion.rules.powers import power_possible
from castlewise.models.castellion.stages import (
    AFTER_BUILDING,
    DONATION,
    DRAWN,
    END_TURN,
    FIRE,
    JUGGLE,
    NEXT_REVEAL,
    RECEIVED,
    RECOVER,
    USE,
)
from castlewise.models.castellion.state import COLUMN, Rules, State
from castlewise.models.castellion.tiles import CHAMELEON, JUGGLER, SEER
from castlewise.models.kernel import Ints, rule
from castlewise.models.listing import add
from castlewise.models.move_code import move


@rule
def add_placements(r: Rules, s: State, p: int, kind: int, verb: int, second: int, out: Ints) -> None:
    """List the positions where a tile may be placed, from left to right."""
    if open_end(r, s, p, kind, 0) == 1:
        add(out, move(verb, 0, second, 0))
    cells = open_tops(r, s, p, kind, 0)
    while cells != 0:
        add(out, move(verb, lowest_bit(cells) // COLUMN + 1, second, 0))
        cells &= cells - 1
    if open_end(r, s, p, kind, 1) == 1:
        add(out, move(verb, width_of(s, p) + 1, second, 0))


@rule
def must_place(r: Rules, s: State) -> int:
    """At the introductory level a donated tile can only be placed."""
    return 1 if s.gift == 1 and r.powers == 0 else 0


@rule
def may_swap(r: Rules, s: State) -> int:
    """The Vigil: a drawn tile may be swapped for the one in reserve, unless they are the same."""
    return 1 if r.vigil == 1 and s.hand_from == DRAWN and s.hand != s.vigil else 0


@rule
def may_donate(r: Rules, s: State) -> int:
    """Two players: a drawn tile may go to the partner for a tile of one's own castle."""
    if r.players == 1 or s.hand_from != DRAWN or tiles_in(s, s.player) == 0:
        return 0
    return 1 if r.powers == 1 or placements(r, s, 1 - s.player, s.hand - 1) > 0 else 0


@rule
def use_choices(r: Rules, s: State, out: Ints) -> None:
    kind = s.hand - 1
    add_placements(r, s, s.player, kind, PLACE, 0, out)
    if must_place(r, s) == 1:
        return
    add(out, move(DISCARD, 0, 0, 0))
    if power_possible(r, s, kind) == 1:
        add(out, move(POWER, 0, 0, 0))
    if may_swap(r, s) == 1:
        add(out, move(SWAP_VIGIL, 0, 0, 0))
    ends = prison_ends(r, s, kind) if s.hand_from == DRAWN else 0
    while ends != 0:
        add(out, move(IMPRISON, lowest_bit(ends), 0, 0))
        ends &= ends - 1
    if may_donate(r, s) == 1:
        add(out, move(DONATE, 0, 0, 0))
    if r.powers == 1:
        add(out, move(MEET_NOW, 0, 0, 0))


@rule
def only_use(r: Rules, s: State) -> int:
    """The one thing that can be done with the tile, or 0 if there are several. From the base level on there always are."""
    if r.powers == 1:
        return 0
    kind = s.hand - 1
    places = placements(r, s, s.player, kind)
    if must_place(r, s) == 1:
        if places > 1:
            return 0
        tops = open_tops(r, s, s.player, kind, 0)
        if tops != 0:
            return move(PLACE, lowest_bit(tops) // COLUMN + 1, 0, 0)
        return move(PLACE, 0 if open_end(r, s, s.player, kind, 0) == 1 else width_of(s, s.player) + 1, 0, 0)
    if places > 0 or may_swap(r, s) == 1 or (s.hand_from == DRAWN and prison_ends(r, s, kind) != 0) or may_donate(r, s) == 1:
        return 0
    return move(DISCARD, 0, 0, 0)


@rule
def build(r: Rules, s: State, kind: int, position: int) -> None:
    """Place a tile in the castle of the player whose turn it is."""
    cell = place_tile(s, s.player, kind, position)
    tower_completed(r, s, cell)
    s.stage = AFTER_BUILDING


@rule
def tower_completed(r: Rules, s: State, cell: int) -> None:
    """Expert level: a tower that holds a tile just placed or moved turns a card over."""
    if r.formation_powers == 1:
        s.reveals += in_tower(s, s.player, cell)


@rule
def lay_down(s: State) -> int:
    """Take the tile out of the hand and return its kind."""
    kind = s.hand - 1
    s.hand = 0
    s.hand_from = DRAWN
    return kind


@rule
def discard_tile(s: State) -> int:
    kind = lay_down(s)
    s.discards[kind] += 1
    s.stage = END_TURN
    return kind


@rule
def use_power(r: Rules, s: State) -> None:
    """Discard the tile for its power."""
    kind = discard_tile(s)
    faction = kind // 3
    if faction == SEER:
        s.stage = NEXT_REVEAL
    elif faction == CHAMELEON:
        s.recovering = 1 + shape_of(kind)
        s.stage = RECOVER
    elif faction == JUGGLER:
        s.stage = JUGGLE
    else:
        begin_destruction(r, s, s.player, FIRE, 1)


@rule
def recover(s: State, kind: int) -> None:
    s.discards[kind] -= 1
    s.recovering = 0
    s.hand = kind + 1
    s.hand_from = RECEIVED
    s.stage = USE


@rule
def swap_vigil(s: State) -> None:
    old = s.vigil
    s.vigil = s.hand
    s.hand = old
    s.hand_from = RECEIVED


@rule
def put_in_prison(s: State, end: int) -> None:
    imprison(s, lay_down(s), end)
    s.stage = END_TURN


@rule
def donate(r: Rules, s: State) -> None:
    begin_destruction(r, s, s.player, DONATION, 1)


@rule
def receive(s: State) -> None:
    """The donation is paid for: the partner uses the tile."""
    s.player = 1 - s.player
    s.gift = 1
    s.hand_from = RECEIVED
    s.stage = USE
