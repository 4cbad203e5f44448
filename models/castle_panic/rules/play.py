"""Phase 4, Play Cards: what each Castle card may be aimed at, and what it does (Order of Play 4; Play Details, "Playing Cards")."""

from __future__ import annotations

from castlewise.models.bits import lowest_bit
from castlewise.models.castle_panic.board import (
    ARCHER,
    ARCS,
    CASTLE,
    FOREST,
    KNIGHT,
    RING_UNIT,
    SWORDSMAN,
    TARRED,
    arc_of,
    colour_of,
    ring_of,
)
from castlewise.models.castle_panic.components import (
    BRICK,
    DRAW_CARD,
    DRIVE_BACK_CARD,
    FORTIFY_CARD,
    HIT_CARD,
    MISSING_CARD,
    MORTAR,
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
from castlewise.models.castle_panic.rules.cards import discard, holder_of
from castlewise.models.castle_panic.rules.expansions import expansion_apply, expansion_card_choices, expansion_hits_played, expansion_plays
from castlewise.models.castle_panic.rules.monsters import hit, replace, slay, tar_in_use
from castlewise.models.castle_panic.stages import DRAW_IN_PLAY, MOVE_PHASE
from castlewise.models.castle_panic.state import Rules, State
from castlewise.models.kernel import Ints, rule
from castlewise.models.kinds import kinds_in
from castlewise.models.listing import add
from castlewise.models.move_code import first_of, move, second_of, target_of, third_of, verb_of


@rule
def reaches(r: Rules, card: int, m: int) -> int:
    """Whether a card can be aimed at a Monster where it stands."""
    return (r.card_rings[card] >> ring_of(m)) & (r.card_colours[card] >> colour_of(arc_of(m))) & 1


@rule
def hits_hurt(r: Rules, m: int) -> int:
    """Whether hit cards do anything to a Monster where it stands."""
    return 1


@rule
def tarred(r: Rules, m: int) -> int:
    return m + TARRED


@rule
def fortify_wall(s: State, arc: int) -> None:
    s.fortify[arc] = 1


@rule
def add_targets(r: Rules, s: State, verb: int, card: int, out: Ints) -> None:
    """One choice for each different Monster in reach."""
    before = 0
    for i in range(s.monster_count):
        m = s.monsters[i]
        if m != before and reaches(r, card, m) == 1:
            add(out, move(verb, card, 0, 0) + m)
        before = m


@rule
def play_choices(r: Rules, s: State, out: Ints) -> None:
    nice_shot = holder_of(r, s, s.player, NICE_SHOT_CARD)
    kinds = kinds_in(s.hands[s.player])
    while kinds != 0:
        card = lowest_bit(kinds)
        kinds &= kinds - 1
        effect = r.card_effect[card]
        if effect == HIT_CARD:
            add_targets(r, s, HIT, card, out)
            if nice_shot >= 0:
                add_targets(r, s, NICE_SHOT, card, out)
        elif effect == BRICK:
            if holder_of(r, s, s.player, MORTAR) >= 0:
                add_wall_spaces(s, BUILD, out)
        elif effect == MORTAR or effect == NICE_SHOT_CARD:
            continue  # only ever played together with a Brick, or with a hit card
        elif effect == FORTIFY_CARD:
            add_walls_to_fortify(r, s, out)
        elif effect == SLAY_CARD:
            add_targets(r, s, SLAY, card, out)
        elif effect == TAR_CARD:
            if tar_in_use(s) < r.tar_tokens:
                add_targets(r, s, TAR, card, out)
        elif effect == DRIVE_BACK_CARD:
            add_targets(r, s, DRIVE_BACK, card, out)
        elif effect == MISSING_CARD:
            add(out, move(MISSING, card, 0, 0))
        elif effect == DRAW_CARD:
            add(out, move(DRAW_TWO, card, 0, 0))
        elif effect == SCAVENGE_CARD:
            for wanted in range(len(s.discards)):
                if s.discards[wanted] > 0:
                    add(out, move(SCAVENGE, card, wanted, 0))
        else:
            expansion_card_choices(r, s, card, out)
    if r.all_for_one == 1:
        all_for_one_choices(r, s, out)
    if s.held_walls[s.player] > 0:
        add_wall_spaces(s, PLACE_WALL, out)
    expansion_plays(r, s, out)
    add(out, move(END_PLAY, 0, 0, 0))


@rule
def add_wall_spaces(s: State, verb: int, out: Ints) -> None:
    """A Wall goes where none stands, whether or not the Tower behind it does."""
    for arc in range(ARCS):
        if s.walls[arc] == 0:
            add(out, move(verb, arc, 0, 0))


@rule
def add_walls_to_fortify(r: Rules, s: State, out: Ints) -> None:
    in_use = 0
    for arc in range(ARCS):
        in_use += s.fortify[arc]
    if in_use >= r.fortify_tokens:
        return
    for arc in range(ARCS):
        if s.walls[arc] == 1 and s.fortify[arc] == 0:
            add(out, move(FORTIFY, arc, 0, 0))


@rule
def troop_of_colour(r: Rules, card: int, troop: int, colour: int) -> int:
    return 1 if r.card_troop[card] == troop and r.card_colours[card] >> colour & 1 else 0


@rule
def all_for_one_choices(r: Rules, s: State, out: Ints) -> None:
    """All for One!: an Archer, a Knight and a Swordsman of one colour slay a Monster of that colour in the field."""
    hand = s.hands[s.player]
    before = 0
    for i in range(s.monster_count):
        m = s.monsters[i]
        if m == before or ring_of(m) == FOREST or ring_of(m) == CASTLE or hits_hurt(r, m) == 0:
            continue
        before = m
        colour = colour_of(arc_of(m))
        for archer in range(len(hand)):
            if hand[archer] == 0 or troop_of_colour(r, archer, ARCHER, colour) == 0:
                continue
            for knight in range(len(hand)):
                if hand[knight] == 0 or troop_of_colour(r, knight, KNIGHT, colour) == 0:
                    continue
                for swordsman in range(len(hand)):
                    if hand[swordsman] > 0 and troop_of_colour(r, swordsman, SWORDSMAN, colour) == 1:
                        add(out, move(ALL_FOR_ONE, archer, knight, swordsman) + m)


@rule
def apply_play(r: Rules, s: State, m: int) -> None:
    """Carry out a play. The cards go to the discards first, as they are played."""
    verb = verb_of(m)
    first = first_of(m)
    target = target_of(m)
    player = s.player
    if verb == HIT:
        discard(s, player, first)
        hit(r, s, target)
        expansion_hits_played(r, s, 1)
    elif verb == NICE_SHOT:
        discard(s, player, first)
        discard(s, player, holder_of(r, s, player, NICE_SHOT_CARD))
        slay(r, s, target)
        expansion_hits_played(r, s, 1)
    elif verb == ALL_FOR_ONE:
        discard(s, player, first)
        discard(s, player, second_of(m))
        discard(s, player, third_of(m))
        slay(r, s, target)
        expansion_hits_played(r, s, 3)
    elif verb == SLAY:
        discard(s, player, first)
        slay(r, s, target)
    elif verb == TAR:
        discard(s, player, first)
        replace(s, target, tarred(r, target))
    elif verb == DRIVE_BACK:
        discard(s, player, first)
        replace(s, target, target - ring_of(target) * RING_UNIT)
    elif verb == BUILD:
        discard(s, player, holder_of(r, s, player, BRICK))
        discard(s, player, holder_of(r, s, player, MORTAR))
        s.walls[first] = 1
    elif verb == FORTIFY:
        discard(s, player, holder_of(r, s, player, FORTIFY_CARD))
        fortify_wall(s, first)
    elif verb == MISSING:
        discard(s, player, first)
        s.missing = 1
    elif verb == DRAW_TWO:
        discard(s, player, first)
        s.cards_due = r.card_amount[first]
        s.stage = DRAW_IN_PLAY
    elif verb == SCAVENGE:
        wanted = second_of(m)
        s.discards[wanted] -= 1
        s.hands[player][wanted] += 1
        discard(s, player, first)
    elif verb == PLACE_WALL:
        s.held_walls[player] -= 1
        s.walls[first] = 1
    elif verb == END_PLAY:
        s.stage = MOVE_PHASE
    else:
        expansion_apply(r, s, m)
