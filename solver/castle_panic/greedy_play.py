"""The Play phase of the greedy player of Castle Panic: the next card, or none.

It looks for the best play directly instead of listing the choices. Its numbers are rules of thumb, tuned by win rate like those of card_worth.py.
"""

from __future__ import annotations

from castlewise.models.bits import lowest_bit
from castlewise.models.castle_panic.board import (
    ARCHER,
    ARCS,
    CASTLE,
    EVERY_COLOUR,
    FOREST,
    KNIGHT,
    SWORDSMAN,
    TARRED,
    arc_of,
    clockwise,
    colour_of,
    health_of,
    ring_of,
)
from castlewise.models.castle_panic.components import (
    BRICK,
    DRAW_CARD,
    DRIVE_BACK_CARD,
    FORTIFY_CARD,
    HIT_CARD,
    MISSING_CARD,
    MORTAR_CARD,
    NICE_SHOT_CARD,
    SCAVENGE_CARD,
    SLAY_CARD,
    TAR_CARD,
)
from castlewise.models.castle_panic.moves import (
    ALL_FOR_ONE,
    BUILD,
    DRAW_TWO,
    DRIVE_BACK,
    END_PLAY,
    FORTIFY,
    HIT,
    MISSING,
    NICE_SHOT,
    PLACE_WALL,
    SCAVENGE,
    SLAY,
    TAR,
)
from castlewise.models.castle_panic.rules.monsters import tar_in_use
from castlewise.models.castle_panic.rules.play import hits_hurt, reaches, troop_of_colour
from castlewise.models.castle_panic.state import Rules, State
from castlewise.models.kernel import Ints, placeholder, rule
from castlewise.models.kinds import any_in, kinds_in
from castlewise.models.move_code import move

DANGER_RING = 40
DANGER_NO_WALL = 20
DANGER_CASTLE = 176
DANGER_NEXT_TOWER = 31
HEALTH_PENALTY = 5
KILL_BONUS = 20
HERO_PENALTY = 5
ANY_PENALTY = 5
NICE_SHOT_BONUS = 43
NICE_SHOT_HEALTH = 2
NICE_SHOT_RING = 2
TROOPS = 3  # cards of All for One!
ALL_FOR_ONE_LINE = 1  # so much more health must it take than the same cards by hitting
SLAY_LINE = 63
SLAY_HEALTH = 0
DRIVE_LINE = 115
TAR_LINE = 100
MISSING_MONSTERS = 2
SCAVENGE_LINE = 50


@rule
def danger(s: State, m: int) -> int:
    """How urgent a Monster is: by ring, and whether a Wall still stands before it."""
    ring = ring_of(m)
    arc = arc_of(m)
    if ring == CASTLE:
        return DANGER_CASTLE + DANGER_NEXT_TOWER * s.towers[clockwise(arc, 1)]
    worth = DANGER_RING * ring
    if s.walls[arc] == 0:
        worth += DANGER_NO_WALL * ring
    return worth


@rule
def greedy_play(r: Rules, s: State, out: Ints) -> int:
    """The next card of a turn: cards that bring cards, then hits, then the special cards and Walls, then none."""
    hand = s.hands[s.player]
    nice_shot = 0
    hits = 0
    specials = 0
    kinds = kinds_in(hand)
    while kinds != 0:
        card = lowest_bit(kinds)
        effect = r.card_effect[card]
        if effect == HIT_CARD:
            out[hits] = card
            hits += 1
        elif effect == DRAW_CARD:
            return move(DRAW_TWO, card, 0, 0)
        elif effect == NICE_SHOT_CARD:
            nice_shot = 1
        else:
            specials |= kinds & -kinds
        kinds &= kinds - 1
    first = expansion_before_hits(r, s, out)
    if first != 0:
        return first
    if r.all_for_one == 1 and hits >= TROOPS:
        found = all_for_one(r, s, hits, out)
        if found != 0:
            return found
    if hits > 0 and s.monster_count > 0:
        found = best_hit(r, s, hits, nice_shot, out)
        if found != 0:
            return found
    while specials != 0:
        found = special_move(r, s, lowest_bit(specials))
        if found != 0:
            return found
        specials &= specials - 1
    if s.held_walls[s.player] > 0:
        found = wall_move(s, PLACE_WALL)
        if found != 0:
            return found
    return move(END_PLAY, 0, 0, 0)


@rule
def special_move(r: Rules, s: State, card: int) -> int:
    """What to do with a card that is not a hit, or 0 to keep it."""
    effect = r.card_effect[card]
    if effect == SLAY_CARD:
        return aim(r, s, SLAY, card, SLAY_LINE, SLAY_HEALTH)
    if effect == DRIVE_BACK_CARD:
        return aim(r, s, DRIVE_BACK, card, DRIVE_LINE, 1)
    if effect == TAR_CARD and tar_in_use(s) < r.tar_tokens:
        return aim(r, s, TAR, card, TAR_LINE, 1)
    if effect == BRICK and s.hands[s.player][MORTAR_CARD] > 0:
        return wall_move(s, BUILD)
    if effect == FORTIFY_CARD:
        return fortify_move(r, s)
    if effect == MISSING_CARD and s.missing == 0 and s.monster_count >= MISSING_MONSTERS and any_in(s.pile) == 1:
        return move(MISSING, card, 0, 0)
    if effect == SCAVENGE_CARD:
        return scavenge_move(r, s, card)
    return expansion_special_move(r, s, card)


@placeholder
def expansion_special_move(r: Rules, s: State, card: int) -> int:
    """The same for a card of an expansion."""
    return 0


@placeholder
def expansion_before_hits(r: Rules, s: State, out: Ints) -> int:
    """What an expansion plays before any hit, or 0."""
    return 0


@rule
def best_hit(r: Rules, s: State, hits: int, nice_shot: int, out: Ints) -> int:
    """The best hit: dangerous targets first, kills before wounds, the least flexible card that will do; Nice Shot where it saves hits."""
    best = 0
    best_move = 0
    for outward in range(s.monster_count):
        m = s.monsters[s.monster_count - 1 - outward]  # from the Castle out: the likely targets first
        ring = ring_of(m)
        if ring == FOREST:
            break
        colour = colour_of(arc_of(m))
        health = health_of(m)
        score = 100 + danger(s, m) - HEALTH_PENALTY * health
        verb = HIT
        if health == 1:
            score += KILL_BONUS
        elif nice_shot == 1 and health >= NICE_SHOT_HEALTH and ring >= NICE_SHOT_RING:
            score += NICE_SHOT_BONUS
            verb = NICE_SHOT
        if score <= best:
            continue
        for k in range(hits):
            card = out[k]
            if (r.card_rings[card] >> ring) & (r.card_colours[card] >> colour) & 1:
                flexible = HERO_PENALTY if r.card_troop[card] == 0 else ANY_PENALTY if r.card_colours[card] == EVERY_COLOUR else 0
                if score - flexible > best:
                    best = score - flexible
                    best_move = move(verb, card, 0, 0) + m
    return best_move


@rule
def all_for_one(r: Rules, s: State, hits: int, out: Ints) -> int:
    """All for One!: an Archer, a Knight and a Swordsman of a colour slay a Monster that they would not slay by hitting; 0 if there is none.

    Cards that land nowhere this turn cost little: new ones are drawn for them.
    """
    best = 0
    best_move = 0
    for outward in range(s.monster_count):
        m = s.monsters[s.monster_count - 1 - outward]
        ring = ring_of(m)
        if ring == FOREST:
            break
        health = health_of(m)
        if ring == CASTLE or health < 2 or hits_hurt(r, m) == 0 or danger(s, m) <= best:
            continue
        colour = colour_of(arc_of(m))
        archer = least_flexible(r, hits, ARCHER, colour, out)
        knight = least_flexible(r, hits, KNIGHT, colour, out)
        swordsman = least_flexible(r, hits, SWORDSMAN, colour, out)
        if archer < 0 or knight < 0 or swordsman < 0:
            continue
        if health - lands(r, s, archer) - lands(r, s, knight) - lands(r, s, swordsman) >= ALL_FOR_ONE_LINE:
            best = danger(s, m)
            best_move = move(ALL_FOR_ONE, archer, knight, swordsman) + m
    return best_move


@rule
def least_flexible(r: Rules, hits: int, troop: int, colour: int, out: Ints) -> int:
    """A card of a troop for a colour, rather of this colour than of any; -1 if there is none."""
    found = -1
    for k in range(hits):
        card = out[k]
        if troop_of_colour(r, card, troop, colour) == 1 and (found < 0 or r.card_colours[found] == EVERY_COLOUR):
            found = card
    return found


@rule
def lands(r: Rules, s: State, card: int) -> int:
    """Whether a card hits any Monster where they stand."""
    for i in range(s.monster_count):
        if reaches(r, card, s.monsters[i]) == 1:
            return 1
    return 0


@rule
def aim(r: Rules, s: State, verb: int, card: int, line: int, least_health: int) -> int:
    """A special card at the most dangerous Monster in its reach, if that is dangerous enough to spend it."""
    best = line - 1
    target = 0
    for i in range(s.monster_count):
        m = s.monsters[i]
        if m & TARRED or reaches(r, card, m) == 0:
            continue
        if health_of(m) < least_health and ring_of(m) != CASTLE:
            continue
        score = danger(s, m) + health_of(m)
        if score > best:
            best = score
            target = m
    return move(verb, card, 0, 0) + target if target != 0 else 0


@rule
def threat_to_arc(s: State, arc: int) -> int:
    threat = 2 * s.towers[arc]
    for i in range(s.monster_count):
        m = s.monsters[i]
        if arc_of(m) == arc and ring_of(m) != CASTLE:
            threat += 2 + 2 * ring_of(m)
    return threat


@rule
def most_threatened(s: State, walled: int) -> int:
    """The most threatened arc without a Wall, or with one that has no Fortify token; -1 if there is none."""
    best = -1
    best_arc = -1
    for arc in range(ARCS):
        if s.walls[arc] == walled and s.fortify[arc] == 0:
            threat = threat_to_arc(s, arc)
            if threat > best:
                best = threat
                best_arc = arc
    return best_arc


@rule
def wall_move(s: State, verb: int) -> int:
    arc = most_threatened(s, 0)
    return move(verb, arc, 0, 0) if arc >= 0 else 0


@rule
def fortify_move(r: Rules, s: State) -> int:
    in_use = 0
    for arc in range(ARCS):
        in_use += s.fortify[arc]
    arc = most_threatened(s, 1)
    return move(FORTIFY, arc, 0, 0) if arc >= 0 and in_use < r.fortify_tokens else 0


@rule
def scavenge_move(r: Rules, s: State, card: int) -> int:
    """Fetch what helps most at once: a Barbarian against a Monster in the Castle ring, else a hit that lands, else a Wall's missing half."""
    best = 0
    wanted = -1
    kinds = kinds_in(s.discards)
    while kinds != 0:
        other = lowest_bit(kinds)
        kinds &= kinds - 1
        effect = r.card_effect[other]
        score = 0
        if effect == HIT_CARD:
            for i in range(s.monster_count):
                m = s.monsters[i]
                if reaches(r, other, m) == 1 and ring_of(m) >= SWORDSMAN:
                    score = max(score, danger(s, m))
        elif effect == SLAY_CARD:
            score = 120
        elif effect == DRAW_CARD:
            score = 110
        if score > best:
            best = score
            wanted = other
    return move(SCAVENGE, card, wanted, 0) if best >= SCAVENGE_LINE else 0
