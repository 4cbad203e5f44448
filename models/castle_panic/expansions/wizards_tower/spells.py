"""The 22 Wizard cards: what each may be aimed at, and what it does (Wizard Cards)."""

from __future__ import annotations

from castlewise.models.castle_panic.board import (
    ARC_UNIT,
    ARCS,
    CASTLE,
    FOREST,
    HEALTH_UNIT,
    RING_UNIT,
    arc_of,
    colour_of,
    health_of,
    ring_of,
    space_of,
)
from castlewise.models.castle_panic.components import BRICK_CARD, MORTAR_CARD
from castlewise.models.castle_panic.expansions.wizards_tower.components import (
    ARCANE_ASSEMBLY,
    AZRIELS_FIST,
    BURNING_BLAST,
    CHAIN_LIGHTNING,
    EXTINGUISHING_WIND,
    EYE_OF_THE_ORACLE,
    FIREBALL,
    HAMMER_OF_LIGHT,
    HYPNOTIZE_CARD,
    LIGHTNING_BOLT,
    MYSTICAL_MANUFACTURING,
    RAIN_OF_ICE,
    RAIN_OF_IRON,
    RING_OF_FIRE,
    SHAPELESS,
    TELEPORT_CARD,
    THALGARS_BLESSING,
    VALADORS_WAVE,
    WALL_OF_FORCE,
    WAR_STORM,
    WARLOCK,
    WIZARD_QUAKE,
)
from castlewise.models.castle_panic.expansions.wizards_tower.fire import fortify_wall
from castlewise.models.castle_panic.expansions.wizards_tower.marks import AIMED, burning, caught_fire, has_trait, without_flames
from castlewise.models.castle_panic.expansions.wizards_tower.monsters import (
    BY_PLAYER,
    next_marked,
    reaches,
    slay,
    strike_aimed,
    survives,
    wound,
)
from castlewise.models.castle_panic.expansions.wizards_tower.moves import (
    ASSEMBLE,
    BOLT,
    HYPNOTIZE,
    MANUFACTURE,
    MANUFACTURE_ON,
    PASS,
    SPELL,
    SPELL_AT_ARC,
    SPELL_AT_COLOUR,
    SPELL_AT_SPACE,
    TELEPORT,
    TELEPORT_FORTIFY,
)
from castlewise.models.castle_panic.expansions.wizards_tower.special_cards import draw_up_all, play_special, special_choices
from castlewise.models.castle_panic.expansions.wizards_tower.stages import ASSEMBLE_WALL, HELP, WAVE_POINT
from castlewise.models.castle_panic.expansions.wizards_tower.state import Rules, State
from castlewise.models.castle_panic.expansions.wizards_tower.wizard_deck import consult_oracle, discard
from castlewise.models.castle_panic.moves import NOTHING
from castlewise.models.castle_panic.rules.monsters import replace, sort_monsters
from castlewise.models.castle_panic.rules.play import add_targets
from castlewise.models.castle_panic.rules.towers import tower_falls, towers_standing
from castlewise.models.castle_panic.stages import AFTERMATH, PLAY_PHASE
from castlewise.models.kernel import Ints, rule
from castlewise.models.kinds import any_in
from castlewise.models.listing import add
from castlewise.models.move_code import first_of, move, second_of, target_of, third_of

WAVE_POINTS = 4


# What can be done


@rule
def spell_choices(r: Rules, s: State, card: int, out: Ints) -> int:
    """The plays of a card of the expansion. A card that would do nothing is not offered."""
    effect = r.card_effect[card]
    if effect < ARCANE_ASSEMBLY:
        special_choices(r, s, card, out)
    elif effect == AZRIELS_FIST or effect == FIREBALL or effect == HAMMER_OF_LIGHT or effect == VALADORS_WAVE:
        add_targets(r, s, SPELL, card, out)
    elif effect == RAIN_OF_ICE or effect == THALGARS_BLESSING or effect == EYE_OF_THE_ORACLE:
        add(out, move(SPELL, card, 0, 0))
    elif effect == RING_OF_FIRE:
        if reached(r, s, card) == 1:
            add(out, move(SPELL, card, 0, 0))
    elif effect == EXTINGUISHING_WIND:
        if wind_does_something(r, s) == 1:
            add(out, move(SPELL, card, 0, 0))
    elif effect == RAIN_OF_IRON or effect == WALL_OF_FORCE:
        add_arcs(r, s, card, out)
    elif effect == WIZARD_QUAKE:
        for arc in range(ARCS):
            if s.towers[arc] == 1:
                add(out, move(SPELL_AT_ARC, card, arc, 0))
    elif effect == WAR_STORM:
        add_colours(r, s, card, out)
    elif effect == BURNING_BLAST or effect == CHAIN_LIGHTNING:
        add_spaces(r, s, card, out)
    elif effect == HYPNOTIZE_CARD:
        add_pairs(r, s, card, out)
    elif effect == LIGHTNING_BOLT:
        add_bolts(r, s, card, out)
    elif effect == TELEPORT_CARD:
        add_teleports(r, s, card, out)
    elif effect == ARCANE_ASSEMBLY:
        if wall_missing(s) == 1 and next_assembler(r, s, s.player) >= 0:
            add(out, move(SPELL, card, 0, 0))
    elif effect == MYSTICAL_MANUFACTURING and s.stage != HELP:
        add_towers(r, s, out)
    return 1


@rule
def reached(r: Rules, s: State, card: int) -> int:
    for i in range(s.monster_count):
        if reaches(r, card, s.monsters[i]) == 1:
            return 1
    return 0


@rule
def wind_does_something(r: Rules, s: State) -> int:
    if any_in(s.wall_flames) == 1 or any_in(s.tower_flames) == 1:
        return 1
    for i in range(s.monster_count):
        m = s.monsters[i]
        if untouched_by_spells(r, m) == 0 and (ring_of(m) > FOREST or burning(m) == 1):
            return 1
    return 0


@rule
def untouched_by_spells(r: Rules, m: int) -> int:
    return has_trait(r, m, SHAPELESS | WARLOCK)


@rule
def add_arcs(r: Rules, s: State, card: int, out: Ints) -> None:
    arcs = 0
    for i in range(s.monster_count):
        if reaches(r, card, s.monsters[i]) == 1:
            arcs |= 1 << arc_of(s.monsters[i])
    for arc in range(ARCS):
        if arcs >> arc & 1:
            add(out, move(SPELL_AT_ARC, card, arc, 0))


@rule
def add_colours(r: Rules, s: State, card: int, out: Ints) -> None:
    colours = 0
    for i in range(s.monster_count):
        if reaches(r, card, s.monsters[i]) == 1:
            colours |= 1 << colour_of(arc_of(s.monsters[i]))
    for colour in range(3):
        if colours >> colour & 1:
            add(out, move(SPELL_AT_COLOUR, card, colour, 0))


@rule
def add_spaces(r: Rules, s: State, card: int, out: Ints) -> None:
    before = -1
    for i in range(s.monster_count):
        m = s.monsters[i]
        if space_of(m) != before and reaches(r, card, m) == 1:
            before = space_of(m)
            add(out, move(SPELL_AT_SPACE, card, ring_of(m), arc_of(m)))


@rule
def add_pairs(r: Rules, s: State, card: int, out: Ints) -> None:
    """Two Monsters of one space, told by the first and the place of the second in the list."""
    for i in range(s.monster_count):
        m = s.monsters[i]
        if (i > 0 and s.monsters[i - 1] == m) or reaches(r, card, m) == 0:
            continue
        for j in range(i + 1, s.monster_count):
            n = s.monsters[j]
            if space_of(n) != space_of(m):
                break
            if reaches(r, card, n) == 1 and (j == i + 1 or s.monsters[j - 1] != n):
                add(out, move(HYPNOTIZE, card, j, 0) + m)


@rule
def add_bolts(r: Rules, s: State, card: int, out: Ints) -> None:
    """Where a Monster that lives is sent: any arc of the Forest."""
    before = 0
    for i in range(s.monster_count):
        m = s.monsters[i]
        if m == before or reaches(r, card, m) == 0:
            continue
        before = m
        if survives(r, m, 1) == 0:
            add(out, move(BOLT, card, NOTHING, 0) + m)
        else:
            for arc in range(ARCS):
                add(out, move(BOLT, card, arc, 0) + m)


@rule
def add_teleports(r: Rules, s: State, card: int, out: Ints) -> None:
    """A Monster to any other space without a Tower, or a Fortify token to another Wall."""
    before = 0
    for i in range(s.monster_count):
        m = s.monsters[i]
        if m == before or reaches(r, card, m) == 0:
            continue
        before = m
        for ring in range(CASTLE + 1):
            for arc in range(ARCS):
                if (ring == ring_of(m) and arc == arc_of(m)) or (ring == CASTLE and s.towers[arc] == 1):
                    continue
                add(out, move(TELEPORT, card, ring, arc) + m)
    for arc in range(ARCS):
        for other in range(ARCS):
            if s.fortify[arc] == 1 and s.walls[other] == 1 and s.fortify[other] == 0:
                add(out, move(TELEPORT_FORTIFY, card, arc, other))


@rule
def wall_missing(s: State) -> int:
    for arc in range(ARCS):
        if s.walls[arc] == 0:
            return 1
    return 0


@rule
def next_assembler(r: Rules, s: State, first: int) -> int:
    """The first player with a Brick or a Mortar, from one player on round to the one whose turn it is; -1 if there is none."""
    steps = (first - s.player + r.players) % r.players
    for step in range(steps, r.players):
        player = (s.player + step) % r.players
        if s.hands[player][BRICK_CARD] + s.hands[player][MORTAR_CARD] > 0:
            return player
    return -1


@rule
def add_towers(r: Rules, s: State, out: Ints) -> None:
    """Mystical Manufacturing: a Brick or a Mortar, and an empty space of the Castle ring. On top of Monsters, one of them takes the point."""
    for part in range(2):
        card = BRICK_CARD if part == 0 else MORTAR_CARD
        if s.hands[s.player][card] == 0:
            continue
        for arc in range(ARCS):
            if s.towers[arc] == 1:
                continue
            occupied = 0
            before = 0
            for i in range(s.monster_count):
                m = s.monsters[i]
                if ring_of(m) == CASTLE and arc_of(m) == arc and m != before:
                    occupied = 1
                    before = m
                    if untouched_by_spells(r, m) == 0:
                        add(out, move(MANUFACTURE_ON, card, 0, 0) + m)
            if occupied == 1:
                continue
            ordinary = towers_standing(s) - (1 if s.wizard > 0 else 0)
            if ordinary < ARCS - 1:
                add(out, move(MANUFACTURE, card, arc, 0))
            if s.wizard == 0:
                add(out, move(MANUFACTURE, card, arc, 1))


# What it does


@rule
def cast(r: Rules, s: State, m: int) -> None:
    """A card played alone, or at one Monster."""
    card = first_of(m)
    target = target_of(m)
    effect = r.card_effect[card]
    discard(s, s.player, card)
    s.stage = PLAY_PHASE
    if effect < ARCANE_ASSEMBLY:
        play_special(r, s, effect)
    elif effect == AZRIELS_FIST:
        wound(r, s, target, 1, BY_PLAYER)
    elif effect == FIREBALL:
        fireball(r, s, target)
    elif effect == HAMMER_OF_LIGHT:
        slay(r, s, target)
    elif effect == VALADORS_WAVE:
        s.wave = WAVE_POINTS
        s.wave_colour = colour_of(arc_of(target))
        wave_point(r, s, target)
    elif effect == RING_OF_FIRE:
        for i in range(s.monster_count):
            if reaches(r, card, s.monsters[i]) == 1:
                s.monsters[i] = caught_fire(r, s.monsters[i], 1, 0)
        sort_monsters(s)
    elif effect == EXTINGUISHING_WIND:
        extinguishing_wind(r, s)
    elif effect == RAIN_OF_ICE:
        rain_of_ice(r, s)
    elif effect == THALGARS_BLESSING:
        draw_up_all(r, s)
    elif effect == EYE_OF_THE_ORACLE:
        consult_oracle(r, s)
    elif effect == ARCANE_ASSEMBLY:
        assemble_next(r, s, s.player)


@rule
def fireball(r: Rules, s: State, target: int) -> None:
    """A point of damage, and the Monster catches fire."""
    replace(s, target, caught_fire(r, target, 1, 0))
    wound(r, s, caught_fire(r, target, 1, 0), 1, BY_PLAYER)


@rule
def wave_point(r: Rules, s: State, target: int) -> None:
    """Valador's Wave deals its points one after another."""
    wound(r, s, target, 1, BY_PLAYER)
    s.wave -= 1
    if s.wave > 0:
        s.stage = WAVE_POINT
    else:
        wave_ends(s)


@rule
def wave_ends(s: State) -> None:
    s.wave = 0
    s.wave_colour = 0
    s.stage = PLAY_PHASE


@rule
def wave_reaches(r: Rules, s: State, m: int) -> int:
    return 1 if colour_of(arc_of(m)) == s.wave_colour and untouched_by_spells(r, m) == 0 else 0


@rule
def wave_goes_on(r: Rules, s: State) -> int:
    """Whether there is a Monster for the next point."""
    for i in range(s.monster_count):
        if wave_reaches(r, s, s.monsters[i]) == 1:
            return 1
    return 0


@rule
def wave_choices(r: Rules, s: State, out: Ints) -> None:
    before = 0
    for i in range(s.monster_count):
        m = s.monsters[i]
        if m != before and wave_reaches(r, s, m) == 1:
            add(out, move(SPELL, NOTHING, 0, 0) + m)
        before = m
    add(out, move(PASS, 0, 0, 0))


@rule
def extinguishing_wind(r: Rules, s: State) -> None:
    for arc in range(ARCS):
        s.wall_flames[arc] = 0
        s.tower_flames[arc] = 0
    for i in range(s.monster_count):
        m = s.monsters[i]
        if untouched_by_spells(r, m) == 0:
            m = without_flames(m)
            s.monsters[i] = m - RING_UNIT if ring_of(m) > FOREST else m
    sort_monsters(s)


@rule
def rain_of_ice(r: Rules, s: State) -> None:
    s.ice = 1
    for i in range(s.monster_count):
        if untouched_by_spells(r, s.monsters[i]) == 0:
            s.monsters[i] = without_flames(s.monsters[i])
    sort_monsters(s)


@rule
def cast_at_arc(r: Rules, s: State, m: int) -> None:
    card = first_of(m)
    arc = second_of(m)
    effect = r.card_effect[card]
    discard(s, s.player, card)
    s.stage = PLAY_PHASE
    if effect == WALL_OF_FORCE:
        for i in range(s.monster_count):
            n = s.monsters[i]
            if arc_of(n) == arc and reaches(r, card, n) == 1:
                s.monsters[i] = n - ring_of(n) * RING_UNIT
        sort_monsters(s)
        return
    for i in range(s.monster_count):
        if arc_of(s.monsters[i]) == arc and reaches(r, card, s.monsters[i]) == 1:
            s.monsters[i] += AIMED
    if effect == WIZARD_QUAKE:
        strike_aimed(r, s, 0)
        s.resume = PLAY_PHASE
        s.stage = AFTERMATH
        tower_falls(r, s, arc)
    else:
        strike_aimed(r, s, 1)


@rule
def cast_at_colour(r: Rules, s: State, m: int) -> None:
    """War Storm."""
    card = first_of(m)
    discard(s, s.player, card)
    s.stage = PLAY_PHASE
    for i in range(s.monster_count):
        n = s.monsters[i]
        if colour_of(arc_of(n)) == second_of(m) and reaches(r, card, n) == 1:
            s.monsters[i] += AIMED
    strike_aimed(r, s, 1)


@rule
def cast_at_space(r: Rules, s: State, m: int) -> None:
    """Chain Lightning damages, Burning Blast sets on fire."""
    card = first_of(m)
    discard(s, s.player, card)
    s.stage = PLAY_PHASE
    blast = 1 if r.card_effect[card] == BURNING_BLAST else 0
    for i in range(s.monster_count):
        n = s.monsters[i]
        if ring_of(n) == second_of(m) and arc_of(n) == third_of(m) and reaches(r, card, n) == 1:
            s.monsters[i] = caught_fire(r, n, 1, 0) if blast == 1 else n + AIMED
    strike_aimed(r, s, 1)


@rule
def hypnotize(r: Rules, s: State, m: int) -> None:
    """Both at once: each takes as much damage as the other shows, and a Flame token if the other burns."""
    discard(s, s.player, first_of(m))
    s.stage = PLAY_PHASE
    first = target_of(m)
    second = s.monsters[second_of(m)]
    replace(s, second, second + AIMED)
    attacked = caught_fire(r, first, burning(second), 0)
    replace(s, first, attacked)
    wound(r, s, attacked, health_of(second), BY_PLAYER)
    other = next_marked(s, AIMED)
    attacked = caught_fire(r, other - AIMED, burning(first), 0)
    replace(s, other, attacked)
    wound(r, s, attacked, health_of(first), BY_PLAYER)


@rule
def lightning_bolt(r: Rules, s: State, m: int) -> None:
    discard(s, s.player, first_of(m))
    s.stage = PLAY_PHASE
    target = target_of(m)
    lives = survives(r, target, 1)
    wound(r, s, target, 1, BY_PLAYER)
    if lives == 1:
        hurt = target - HEALTH_UNIT
        replace(s, hurt, hurt - ring_of(hurt) * RING_UNIT + (second_of(m) - arc_of(hurt)) * ARC_UNIT)


@rule
def teleport(s: State, m: int) -> None:
    discard(s, s.player, first_of(m))
    s.stage = PLAY_PHASE
    n = target_of(m)
    replace(s, n, n + (second_of(m) - ring_of(n)) * RING_UNIT + (third_of(m) - arc_of(n)) * ARC_UNIT)


@rule
def teleport_fortify(s: State, m: int) -> None:
    discard(s, s.player, first_of(m))
    s.stage = PLAY_PHASE
    s.fortify[second_of(m)] = 0
    fortify_wall(s, third_of(m))


@rule
def manufacture(r: Rules, s: State, m: int) -> None:
    discard(s, s.player, manufacturing_card(r, s))
    discard(s, s.player, first_of(m))
    s.towers[second_of(m)] = 1
    if third_of(m) == 1:
        s.wizard = second_of(m) + 1


@rule
def manufacture_on(r: Rules, s: State, m: int) -> None:
    """A Tower built on top of a Monster is destroyed at once; the Monster takes a point, which is a Wizard card's and no attack's."""
    discard(s, s.player, manufacturing_card(r, s))
    discard(s, s.player, first_of(m))
    wound(r, s, target_of(m), 1, BY_PLAYER)


@rule
def manufacturing_card(r: Rules, s: State) -> int:
    for card in range(len(s.hands[s.player])):
        if s.hands[s.player][card] > 0 and r.card_effect[card] == MYSTICAL_MANUFACTURING:
            return card
    return -1


# Arcane Assembly: all players, in turn order


@rule
def assemble_next(r: Rules, s: State, first: int) -> None:
    player = next_assembler(r, s, first) if wall_missing(s) == 1 else -1
    s.acting = player + 1
    s.stage = ASSEMBLE_WALL if player >= 0 else PLAY_PHASE


@rule
def assemble_choices(s: State, out: Ints) -> None:
    for part in range(2):
        card = BRICK_CARD if part == 0 else MORTAR_CARD
        for arc in range(ARCS):
            if s.walls[arc] == 0 and s.hands[s.acting - 1][card] > 0:
                add(out, move(ASSEMBLE, card, arc, 0))
    add(out, move(PASS, 0, 0, 0))


@rule
def assemble(r: Rules, s: State, m: int) -> None:
    discard(s, s.acting - 1, first_of(m))
    s.walls[second_of(m)] = 1
    assemble_next(r, s, s.acting - 1)


@rule
def assemble_pass(r: Rules, s: State) -> None:
    after = s.acting % r.players
    if after == s.player:
        s.acting = 0
        s.stage = PLAY_PHASE
    else:
        assemble_next(r, s, after)
