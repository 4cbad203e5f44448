"""What the Wizard's Tower's tokens do when they are drawn (Monster Tokens; Mega Boss Monster Tokens)."""

from __future__ import annotations

from castlewise.models.castle_panic.board import ARCS, CASTLE, arc_of, opposite, ring_of
from castlewise.models.castle_panic.components import BOULDER
from castlewise.models.castle_panic.expansions.wizards_tower.components import (
    BREATHE_FIRE,
    CONJURE,
    DISCARD_TO_TWO,
    DISCARD_WIZARD_CARD,
    FIRST_MEGA_BOSS,
    FLAMING_BOULDER,
    FLYING,
    HARBINGER,
    HARBINGER_TOKEN,
    IMPS_PER_TOWER,
    LAST_MEGA_BOSS,
    MEGA_BOSS,
    RAISE_TWO,
    SHAPELESS,
    TREBUCHET,
)
from castlewise.models.castle_panic.expansions.wizards_tower.fire import breathe_fire, fire_hits_tower, fire_hits_wall
from castlewise.models.castle_panic.expansions.wizards_tower.marks import has_trait
from castlewise.models.castle_panic.expansions.wizards_tower.monsters import BY_STRUCTURE, add_imp, arrives, dies
from castlewise.models.castle_panic.expansions.wizards_tower.stages import ANNOUNCE, ROLL_IMPS
from castlewise.models.castle_panic.expansions.wizards_tower.state import Rules, State
from castlewise.models.castle_panic.expansions.wizards_tower.wizard_deck import wizard_cards_held
from castlewise.models.castle_panic.rules.boulder import wall_stops_boulder
from castlewise.models.castle_panic.rules.tokens import resolve_effect
from castlewise.models.castle_panic.rules.towers import tower_falls
from castlewise.models.castle_panic.stages import AFTERMATH, OVER, ROLL_TOKEN
from castlewise.models.kernel import rule

DESTROYS, BURNS = 1, 2  # what the Flaming Boulder does to its first and its second structure


@rule
def is_monster(r: Rules, token: int) -> int:
    return 1 if r.token_health[token] > 0 or r.token_traits[token] & SHAPELESS else 0


@rule
def rolled_for(r: Rules, token: int) -> int:
    effect = r.token_effect[token]
    return 1 if is_monster(r, token) == 1 or effect == BOULDER or effect == FLAMING_BOULDER or effect == TREBUCHET else 0


@rule
def refill_pile(s: State) -> None:
    """Not Over Yet: Mega Bosses stay where they are; no token of theirs could lie in the pile."""
    for token in range(len(s.pile)):
        if token < FIRST_MEGA_BOSS or token > LAST_MEGA_BOSS:
            s.pile[token] = s.token_discards[token]
            s.token_discards[token] = 0


@rule
def roll_token(r: Rules, s: State, arc: int) -> None:
    token = s.token
    s.token = 0
    if is_monster(r, token) == 1:
        arrives(r, s, token, arc)
        if s.stage == OVER:
            return
    else:
        s.token_discards[token] += 1
    resolve_effect(r, s, token, arc)


@rule
def wizards_token(r: Rules, s: State, token: int, arc: int) -> int:
    effect = r.token_effect[token]
    if effect == CONJURE:
        s.stage = ROLL_IMPS
    elif effect == IMPS_PER_TOWER:
        imps_per_tower(r, s)
    elif effect == FLAMING_BOULDER:
        roll_flaming_boulder(r, s, arc)
    elif effect == TREBUCHET:
        launch(r, s, arc)
    elif effect == HARBINGER:
        s.token_discards[HARBINGER_TOKEN] -= 1  # removed from the game
        s.resume = 0
        s.stage = ANNOUNCE
    elif effect == DISCARD_TO_TWO:
        s.down_to = 2
    elif effect == BREATHE_FIRE:
        breathe_fire(r, s, arc)
    elif effect == RAISE_TWO:
        s.raises += 2
    elif effect == DISCARD_WIZARD_CARD:
        for player in range(r.players):
            if wizard_cards_held(s, player) != 0:
                s.givers |= 1 << player
    return 1


@rule
def roll_imps(r: Rules, s: State, roll: int) -> None:
    """The Conjurer: so many Imps, one to an arc from arc 1 on."""
    s.stage = AFTERMATH
    for arc in range(roll + 1):
        add_imp(r, s, arc)


@rule
def imps_per_tower(r: Rules, s: State) -> None:
    standing = 0
    for arc in range(ARCS):
        standing |= s.towers[arc] << arc
    for arc in range(ARCS):
        if standing >> arc & 1:
            add_imp(r, s, arc)


@rule
def announced(s: State, boss: int) -> None:
    """The Mega Boss takes the Harbinger's place; a die says where."""
    s.bosses &= ~(1 << (boss - FIRST_MEGA_BOSS))
    s.token = boss
    s.stage = ROLL_TOKEN


# Boulders and the Trebuchet


@rule
def strike_down(r: Rules, s: State, arc: int, outermost: int, innermost: int, flying: int) -> None:
    """All Monsters of these rings that fly, or that do not. Mega Bosses and the Doppelganger are not affected."""
    i = 0
    while i < s.monster_count:
        m = s.monsters[i]
        if (
            arc_of(m) == arc
            and outermost <= ring_of(m) <= innermost
            and has_trait(r, m, FLYING) == flying
            and has_trait(r, m, MEGA_BOSS | SHAPELESS) == 0
        ):
            dies(r, s, m, BY_STRUCTURE)
            i = 0  # a Phoenix may have changed the order of the rest
        else:
            i += 1


@rule
def crush(r: Rules, s: State, arc: int, outermost: int, innermost: int) -> None:
    strike_down(r, s, arc, outermost, innermost, 0)


@rule
def launch(r: Rules, s: State, arc: int) -> None:
    """The Trebuchet's projectile: a Giant Boulder that flies."""
    strike_down(r, s, arc, 0, CASTLE - 1, 1)
    if wall_stops_boulder(s, arc) == 1:
        return
    strike_down(r, s, arc, CASTLE, CASTLE, 1)
    if s.towers[arc] == 1:
        tower_falls(r, s, arc)
        return
    far = opposite(arc)
    strike_down(r, s, far, CASTLE, CASTLE, 1)
    if s.towers[far] == 1:
        tower_falls(r, s, far)
        return
    if wall_stops_boulder(s, far) == 0:
        strike_down(r, s, far, 0, CASTLE - 1, 1)


@rule
def roll_flaming_boulder(r: Rules, s: State, arc: int) -> None:
    """It destroys the first structure, rolls on, and stops at the second, which catches fire."""
    far = opposite(arc)
    crush(r, s, arc, 0, CASTLE - 1)
    met = boulder_at_wall(s, arc, 0)
    if met < BURNS:
        met = boulder_at_castle(r, s, arc, met)
    if met < BURNS and s.stage != OVER:
        met = boulder_at_castle(r, s, far, met)
    if met < BURNS and s.stage != OVER:
        met = boulder_at_wall(s, far, met)
    if met < BURNS and s.stage != OVER:
        crush(r, s, far, 0, CASTLE - 1)


@rule
def boulder_at_wall(s: State, arc: int, met: int) -> int:
    """How many structures it has met after a Wall's line: a Fortify token and its Wall are two."""
    if met == 0 and wall_stops_boulder(s, arc) == 1:
        met = DESTROYS
    if met == DESTROYS and fire_hits_wall(s, arc) == 1:
        met = BURNS
    return met


@rule
def boulder_at_castle(r: Rules, s: State, arc: int, met: int) -> int:
    crush(r, s, arc, CASTLE, CASTLE)
    if s.towers[arc] == 0:
        return met
    if met == 0:
        tower_falls(r, s, arc)
        return DESTROYS
    fire_hits_tower(r, s, arc)
    return BURNS
