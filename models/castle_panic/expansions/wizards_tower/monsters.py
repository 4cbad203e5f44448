"""The Wizard's Tower's Monsters: what reaches them, what damage does to them, and where they go (Special Expansion Terms; Monster Tokens)."""

from __future__ import annotations

from castlewise.models.castle_panic.board import (
    ARCHER,
    ARCS,
    CASTLE,
    FOREST,
    HEALTH_UNIT,
    arc_of,
    colour_of,
    health_of,
    kind_of,
    monster,
    ring_of,
    space_of,
)
from castlewise.models.castle_panic.components import DRIVE_BACK_CARD, HIT_CARD, TAR_CARD
from castlewise.models.castle_panic.expansions.wizards_tower.components import (
    AN_IMP,
    ARCANE_ASSEMBLY,
    BASILISK,
    DOPPELGANGER,
    FLYING,
    HYDRA,
    IMP,
    MEGA_BOSS,
    PHOENIX,
    SHAPELESS,
    WARLOCK,
)
from castlewise.models.castle_panic.expansions.wizards_tower.fire import feed_flames
from castlewise.models.castle_panic.expansions.wizards_tower.marks import AIMED, caught_fire, has_trait
from castlewise.models.castle_panic.expansions.wizards_tower.stages import FIRE_ORDER
from castlewise.models.castle_panic.expansions.wizards_tower.state import Rules, State
from castlewise.models.castle_panic.rules.monsters import find, place, remove, replace, sort_monsters
from castlewise.models.castle_panic.rules.towers import end_game
from castlewise.models.castle_panic.stages import NEXT_TOKEN, OVER, ROLL_TOKEN, STRUCTURES, UNDECIDED, WHO_IS_HURT, WON
from castlewise.models.kernel import rule
from castlewise.models.kinds import any_in

# What a Monster is destroyed by, which says where it goes and whether the Doppelganger may become it.
BY_STRUCTURE, BY_FIRE, BY_PLAYER, BY_LATER_FIRE = range(4)
TO_THE_PILE = 7  # in `State.fallen_to`, beside the players: Monster Recycling Program


# Targets


@rule
def hits_hurt(r: Rules, m: int) -> int:
    """Whether hit cards do anything to a Monster where it stands: not to the Doppelganger, nor in the ring where a Monster is immune."""
    if has_trait(r, m, SHAPELESS) == 1:
        return 0
    immune = r.token_immune[kind_of(m)]
    return 0 if immune > 0 and immune == ring_of(m) else 1


@rule
def hit_lands(r: Rules, m: int, rings: int, colours: int, archer: int) -> int:
    """Whether a hit card with these rings and colours hits a Monster. Flying Monsters are hit by Archers and Heroes, in all three rings of the field."""
    if colours >> colour_of(arc_of(m)) & 1 == 0 or hits_hurt(r, m) == 0:
        return 0
    ring = ring_of(m)
    if has_trait(r, m, FLYING) == 1:
        return 1 if archer == 1 and ARCHER <= ring < CASTLE else 0
    return rings >> ring & 1


@rule
def reaches(r: Rules, card: int, m: int) -> int:
    effect = r.card_effect[card]
    if effect == HIT_CARD:
        archer = 1 if r.card_troop[card] == ARCHER or r.card_troop[card] == 0 else 0
        return hit_lands(r, m, r.card_rings[card], r.card_colours[card], archer)
    if has_trait(r, m, SHAPELESS) == 1:
        return 0
    if effect >= ARCANE_ASSEMBLY and has_trait(r, m, WARLOCK) == 1:
        return 0
    if (effect == TAR_CARD or effect == DRIVE_BACK_CARD) and has_trait(r, m, FLYING) == 1:
        return 0
    return (r.card_rings[card] >> ring_of(m)) & (r.card_colours[card] >> colour_of(arc_of(m))) & 1


@rule
def in_play(r: Rules, s: State, trait: int) -> int:
    for i in range(s.monster_count):
        if r.token_traits[kind_of(s.monsters[i])] & trait:
            return 1
    return 0


@rule
def discards_allowed(r: Rules, s: State) -> int:
    """In a solitaire game the Basilisk leaves one card of phase 2."""
    return 1 if in_play(r, s, BASILISK) == 1 else r.discards


@rule
def won(s: State) -> int:
    """Every token played and every Monster gone. Imps need not be defeated, and a Doppelganger that no Monster can replace any more is not in the way."""
    if s.outcome != UNDECIDED or any_in(s.pile) == 1 or any_in(s.fallen) == 1:
        return 0
    for i in range(s.monster_count):
        kind = kind_of(s.monsters[i])
        if kind != DOPPELGANGER and kind != IMP:
            return 0
    end_game(s, WON)
    return 1


# Arriving


@rule
def arrives(r: Rules, s: State, kind: int, arc: int) -> None:
    """A Monster in the Forest."""
    place(s, monster(kind, FOREST, arc, r.token_health[kind]))
    fire_grows(r, s, arc)


@rule
def fire_grows(r: Rules, s: State, arc: int) -> None:
    """Growing Fire: a Monster that is placed in phase 6 feeds the flames of its arc."""
    if r.growing_fire == 1 and s.tokens_then == 0 and (s.stage == ROLL_TOKEN or s.resume == NEXT_TOKEN):
        feed_flames(r, s, arc)


@rule
def add_imp(r: Rules, s: State, arc: int) -> None:
    """An Imp of the pile, if there is one left."""
    if s.imps > 0 and s.stage != OVER:
        s.imps -= 1
        arrives(r, s, IMP, arc)


# Damage


@rule
def wound(r: Rules, s: State, m: int, points: int, by: int) -> None:
    """Damage of any sort. In its weak ring any damage slays a Monster, except at a Wall, where it is between two spaces."""
    health = health_of(m)
    weak = r.token_weak[kind_of(m)]
    if weak > 0 and weak == ring_of(m) and by != BY_STRUCTURE:
        points = health
    if points >= health:
        dies(r, s, m, by)
        return
    replace(s, m, m - points * HEALTH_UNIT)
    if has_trait(r, m, HYDRA) == 1:
        for _ in range(2 * points):
            add_imp(r, s, arc_of(m))


@rule
def survives(r: Rules, m: int, points: int) -> int:
    """Whether a Monster outlives a player's damage."""
    weak = r.token_weak[kind_of(m)]
    return 1 if health_of(m) > points and (weak == 0 or weak != ring_of(m)) else 0


@rule
def hit(r: Rules, s: State, m: int) -> None:
    wound(r, s, m, 1, BY_PLAYER)


@rule
def slay(r: Rules, s: State, m: int) -> None:
    dies(r, s, m, BY_PLAYER)


@rule
def dies(r: Rules, s: State, m: int, by: int) -> None:
    remove(s, find(s, m))
    if has_trait(r, m, PHOENIX) == 1:
        burst_into_flames(r, s, space_of(m))
    kind = kind_of(m)
    to = 0
    if has_trait(r, m, AN_IMP) == 1:
        s.imps += 1
    elif by == BY_PLAYER and r.master_slayer == 1:
        to = s.player + 1
        s.trophies[s.player][kind] += 1
    elif by == BY_STRUCTURE and r.monster_recycling == 1 and has_trait(r, m, MEGA_BOSS) == 0:
        to = TO_THE_PILE
        s.pile[kind] += 1
    else:
        s.token_discards[kind] += 1
    if has_trait(r, m, MEGA_BOSS) == 0 and by != BY_LATER_FIRE and in_play(r, s, SHAPELESS) == 1:
        s.fallen[kind] += 1
        if kind != IMP:  # an Imp goes to its own pile, wherever those beside it go
            s.fallen_to = to
    if by == BY_PLAYER and r.too_quiet == 1 and s.monster_count == 0 and any_in(s.pile) == 1:
        for arc in range(ARCS):
            add_imp(r, s, arc)


@rule
def in_movement(s: State) -> int:
    return 1 if s.stage == STRUCTURES or s.stage == WHO_IS_HURT or s.stage == FIRE_ORDER else 0


@rule
def burst_into_flames(r: Rules, s: State, space: int) -> None:
    """The Phoenix: all Monsters in its space catch fire, without damage until they next move."""
    fresh = in_movement(s)
    for i in range(s.monster_count):
        m = s.monsters[i]
        if space_of(m) == space and has_trait(r, m, SHAPELESS) == 0:
            s.monsters[i] = caught_fire(r, m, 1, fresh)
    sort_monsters(s)


# Several Monsters at once


@rule
def next_marked(s: State, mark: int) -> int:
    """The first Monster with a mark, or 0."""
    for i in range(s.monster_count):
        if s.monsters[i] & mark:
            return s.monsters[i]
    return 0


@rule
def strike_aimed(r: Rules, s: State, points: int) -> None:
    """Every Monster marked AIMED takes the damage; with 0 points it is slain."""
    sort_monsters(s)
    m = next_marked(s, AIMED)
    while m != 0:
        replace(s, m, m - AIMED)
        if points == 0:
            dies(r, s, m - AIMED, BY_PLAYER)
        else:
            wound(r, s, m - AIMED, points, BY_PLAYER)
        m = next_marked(s, AIMED)
