"""The ten new Castle cards: those played with a hit card, in any combination, and those played alone (New Special Castle Cards).

What a newcomer would get wrong: only combinations that do something are choices. Change Color and Change Range are offered where the hit
needs them, Enchanted where a second point matters, Flaming and Knock Back where the Monster lives.
"""

from __future__ import annotations

from castlewise.models.bits import lowest_bit
from castlewise.models.castle_panic.board import (
    ARC_UNIT,
    ARCHER,
    ARCS,
    CASTLE,
    EVERY_COLOUR,
    HEALTH_UNIT,
    KNIGHT,
    RING_UNIT,
    SWORDSMAN,
    arc_of,
    clockwise,
    ring_of,
)
from castlewise.models.castle_panic.components import BRICK, HIT_CARD, MORTAR, NICE_SHOT_CARD
from castlewise.models.castle_panic.expansions.wizards_tower.components import (
    BERSERK_CARD,
    CHANGE_COLOR_CARD,
    KNOCK_BACK_CARD,
    NEVER_LOSE_HOPE_CARD,
    REINFORCE_CARD,
    STAND_TOGETHER_CARD,
)
from castlewise.models.castle_panic.expansions.wizards_tower.marks import caught_fire
from castlewise.models.castle_panic.expansions.wizards_tower.monsters import BY_PLAYER, hit_lands, slay, survives, wound
from castlewise.models.castle_panic.expansions.wizards_tower.moves import (
    EXTINGUISH,
    GIVE_UP_HOPE,
    HIT_WITH,
    PASS,
    SPELL,
    STAND_TOGETHER,
    WITH_COLOR,
    WITH_DOUBLE,
    WITH_ENCHANTED,
    WITH_FLAMING,
    WITH_KNOCK_BACK,
    WITH_NICE_SHOT,
    WITH_RANGE,
)
from castlewise.models.castle_panic.expansions.wizards_tower.stages import GIVE_UP_ANY, HELP, ROUND_OF_DRAWS, SECOND_HIT
from castlewise.models.castle_panic.expansions.wizards_tower.state import Rules, State
from castlewise.models.castle_panic.expansions.wizards_tower.wizard_deck import discard
from castlewise.models.castle_panic.rules.cards import hand_count, hand_size, holder_of
from castlewise.models.castle_panic.rules.monsters import find, replace
from castlewise.models.castle_panic.stages import PLAY_PHASE
from castlewise.models.kernel import Ints, rule
from castlewise.models.kinds import any_in, kinds_in
from castlewise.models.listing import add
from castlewise.models.move_code import first_of, move, second_of, target_of, third_of

FIELD_RINGS = 1 << ARCHER | 1 << KNIGHT | 1 << SWORDSMAN


@rule
def with_bit(effect: int) -> int:
    """The bit of a card that is played with a hit card, 0 for all others."""
    if effect == NICE_SHOT_CARD:
        return WITH_NICE_SHOT
    if effect < CHANGE_COLOR_CARD or effect > KNOCK_BACK_CARD:
        return 0
    return WITH_COLOR << (effect - CHANGE_COLOR_CARD)


@rule
def effect_of_bit(bit: int) -> int:
    return NICE_SHOT_CARD if bit == 0 else CHANGE_COLOR_CARD + bit - 1


@rule
def held_with(r: Rules, s: State) -> int:
    """The cards in hand that can be played with a hit card."""
    found = 0
    kinds = kinds_in(s.hands[s.player])
    while kinds != 0:
        found |= with_bit(r.card_effect[lowest_bit(kinds)])
        kinds &= kinds - 1
    return found


@rule
def lands_with(r: Rules, card: int, m: int, change: int) -> int:
    """Whether a hit card, its colour or ring changed or not, hits a Monster."""
    colours = EVERY_COLOUR if change & WITH_COLOR else r.card_colours[card]
    if change & WITH_RANGE:
        return hit_lands(r, m, FIELD_RINGS, colours, 1)
    archer = 1 if r.card_troop[card] == ARCHER or r.card_troop[card] == 0 else 0
    return hit_lands(r, m, r.card_rings[card], colours, archer)


@rule
def combined_hits(r: Rules, s: State, card: int, held: int, plain: int, out: Ints) -> None:
    """The hits of a card together with others. `plain` says whether the bare hit, and the one with Nice Shot alone, are listed too."""
    before = 0
    for i in range(s.monster_count):
        m = s.monsters[i]
        if m == before:
            continue
        before = m
        if lands_with(r, card, m, 0) == 1:
            add_combinations(r, s, card, m, 0, held, plain, out)
            continue
        alone = 0
        if held & WITH_COLOR and lands_with(r, card, m, WITH_COLOR) == 1:
            alone = 1
            add_combinations(r, s, card, m, WITH_COLOR, held, 1, out)
        if held & WITH_RANGE and lands_with(r, card, m, WITH_RANGE) == 1:
            alone = 1
            add_combinations(r, s, card, m, WITH_RANGE, held, 1, out)
        both = WITH_COLOR | WITH_RANGE
        if alone == 0 and held & both == both and lands_with(r, card, m, both) == 1:
            add_combinations(r, s, card, m, both, held, 1, out)


@rule
def add_combinations(r: Rules, s: State, card: int, m: int, change: int, held: int, plain: int, out: Ints) -> None:
    doubles = 2 if held & WITH_DOUBLE else 1
    for double in range(doubles):
        if held & WITH_NICE_SHOT and (plain == 1 or double == 1):
            add(out, move(HIT_WITH, card, change | WITH_NICE_SHOT | double * WITH_DOUBLE, 0) + m)
        for more in range(8):
            chosen = (more & 1) * WITH_ENCHANTED | (more >> 1 & 1) * WITH_FLAMING | (more >> 2) * WITH_KNOCK_BACK
            if chosen & ~held or worth_adding(r, s, m, chosen) == 0:
                continue
            if chosen != 0 or double == 1 or plain == 1:
                add(out, move(HIT_WITH, card, change | chosen | double * WITH_DOUBLE, 0) + m)


@rule
def worth_adding(r: Rules, s: State, m: int, chosen: int) -> int:
    """Whether every one of these cards does something."""
    if chosen & WITH_ENCHANTED and survives(r, m, 1) == 0:
        return 0
    damage = 3 if chosen & WITH_ENCHANTED else 1
    if chosen & (WITH_FLAMING | WITH_KNOCK_BACK) and survives(r, m, damage) == 0:
        return 0
    if chosen & WITH_KNOCK_BACK and ring_of(m) == CASTLE and s.towers[clockwise(arc_of(m), -1)] == 1:
        return 0
    return 1


@rule
def hit_with(r: Rules, s: State, m: int) -> None:
    """A hit card with others: damage first, then the flame, then the step back."""
    card = first_of(m)
    chosen = second_of(m)
    target = target_of(m)
    if s.second_hit == 0:
        discard(s, s.player, card)
        hits_played(r, s, 1)
    for bit in range(7):
        if chosen >> bit & 1:
            discard(s, s.player, holder_of(r, s, s.player, effect_of_bit(bit)))
    s.second_hit = card + 1 if chosen & WITH_DOUBLE else 0
    s.stage = PLAY_PHASE
    if chosen & WITH_NICE_SHOT:
        slay(r, s, target)
    else:
        damage = 3 if chosen & WITH_ENCHANTED else 1
        lives = survives(r, target, damage)
        wound(r, s, target, damage, BY_PLAYER)
        if lives == 1:
            hurt = target - damage * HEALTH_UNIT
            after = caught_fire(r, hurt, 1, 0) if chosen & WITH_FLAMING else hurt
            if chosen & WITH_KNOCK_BACK:
                after = knocked_back(after)
            if find(s, hurt) >= 0:
                replace(s, hurt, after)
    if s.second_hit > 0:
        s.stage = SECOND_HIT


@rule
def knocked_back(m: int) -> int:
    """One space back, in the Castle ring counter-clockwise."""
    if ring_of(m) == CASTLE:
        return m + (clockwise(arc_of(m), -1) - arc_of(m)) * ARC_UNIT
    return m - RING_UNIT


@rule
def second_hit_choices(r: Rules, s: State, out: Ints) -> None:
    """Double Strike: the same hit card once more, with cards that were not played with the first hit, or not at all."""
    combined_hits(r, s, s.second_hit - 1, held_with(r, s) & ~WITH_DOUBLE, 1, out)
    add(out, move(PASS, 0, 0, 0))


@rule
def hits_played(r: Rules, s: State, cards: int) -> int:
    """Berserk: a Castle card for every hit card, but not for those of players who help."""
    if s.berserk == 1 and s.helped == 0:
        s.due[s.player] += cards
    return 1


# Further plays of the Play phase


@rule
def further_plays(r: Rules, s: State, out: Ints) -> int:
    held = held_with(r, s)
    fires = burning_count(s)
    kinds = kinds_in(s.hands[s.player])
    while kinds != 0:
        card = lowest_bit(kinds)
        kinds &= kinds - 1
        effect = r.card_effect[card]
        if effect == HIT_CARD and held & ~WITH_NICE_SHOT:
            combined_hits(r, s, card, held, 0, out)
        elif fires > 0 and (effect == BRICK or effect == MORTAR):
            extinguish_choices(s, card, out)
    return 1


@rule
def burning_count(s: State) -> int:
    return any_in(s.wall_flames) + any_in(s.tower_flames)


@rule
def extinguish_choices(s: State, card: int, out: Ints) -> None:
    """A Brick or a Mortar takes one Flame token off a structure."""
    for arc in range(ARCS):
        if s.wall_flames[arc] > 0:
            add(out, move(EXTINGUISH, card, arc, 0))
        if s.tower_flames[arc] > 0:
            add(out, move(EXTINGUISH, card, arc, 1))


@rule
def extinguish(s: State, m: int) -> None:
    discard(s, s.player, first_of(m))
    if third_of(m) == 1:
        s.tower_flames[second_of(m)] -= 1
    else:
        s.wall_flames[second_of(m)] -= 1


# Cards played alone


@rule
def special_choices(r: Rules, s: State, card: int, out: Ints) -> None:
    effect = r.card_effect[card]
    if effect == BERSERK_CARD or effect == REINFORCE_CARD or effect == NEVER_LOSE_HOPE_CARD:
        add(out, move(SPELL, card, 0, 0))
    elif effect == STAND_TOGETHER_CARD:
        for player in range(r.players):
            if player != s.player and s.out[player] == 0 and any_in(s.hands[player]) == 1:
                add(out, move(STAND_TOGETHER, card, player, 0))


@rule
def play_special(r: Rules, s: State, effect: int) -> None:
    """The card is discarded already."""
    if effect == BERSERK_CARD:
        s.berserk = 1
    elif effect == NEVER_LOSE_HOPE_CARD:
        if any_in(s.hands[s.player]) == 1:
            s.stage = GIVE_UP_ANY
    elif effect == REINFORCE_CARD:
        for player in range(r.players):
            s.due[player] += 1 - s.out[player]
        s.either_deck = 1
        s.then = PLAY_PHASE
        s.stage = ROUND_OF_DRAWS


@rule
def draw_up_all(r: Rules, s: State) -> None:
    """Thalgar's Blessing: every player, from the Castle deck, to a full hand."""
    for player in range(r.players):
        if s.out[player] == 0:
            s.due[player] += max(0, hand_size(r, s) - hand_count(s, player))
    s.then = PLAY_PHASE
    s.stage = ROUND_OF_DRAWS


@rule
def hope_choices(s: State, out: Ints) -> None:
    """Never Lose Hope: any card, one after another, until the player stops."""
    hand = s.hands[s.player]
    for card in range(len(hand)):
        if hand[card] > 0:
            add(out, move(GIVE_UP_HOPE, card, 0, 0))
    add(out, move(PASS, 0, 0, 0))


@rule
def give_up_hope(s: State, card: int) -> None:
    discard(s, s.player, card)
    s.due[s.player] += 1
    if any_in(s.hands[s.player]) == 0:
        s.stage = PLAY_PHASE


@rule
def stand_together(s: State, player: int) -> None:
    """Another player acts in the place of the one whose turn it is, for one card."""
    s.helped = s.player + 1
    s.player = player
    s.stage = HELP


@rule
def help_ends(s: State) -> None:
    if s.helped > 0:
        s.player = s.helped - 1
        s.helped = 0
