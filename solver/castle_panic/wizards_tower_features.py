"""What the value functions look at with the Wizard's Tower: the base game's row (features.py), and behind it the expansion's own numbers.

The base game's numbers keep their meaning. Cards and tokens of the expansion are counted in groups by what they do, since there is one of most; which
group is in `CARD_GROUPS`. As in the base game nothing names an arc or a colour.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from castlewise.models.bits import count_bits, lowest_bit
from castlewise.models.castle_panic.board import (
    ARCHER,
    ARCS,
    CASTLE,
    EVERY_COLOUR,
    KNIGHT,
    SWORDSMAN,
    TARRED,
    arc_of,
    clockwise,
    health_of,
    kind_of,
    ring_of,
)
from castlewise.models.castle_panic.components import (
    BRICK,
    CARD_EFFECTS,
    FORTIFY_CARD,
    HIT_CARD,
    MORTAR,
    TOKEN_EFFECTS,
)
from castlewise.models.castle_panic.expansions.wizards_tower.components import (
    ARCANE_ASSEMBLY,
    AZRIELS_FIST,
    BERSERK_CARD,
    BURNING_BLAST,
    CHAIN_LIGHTNING,
    CHANGE_COLOR_CARD,
    CHANGE_RANGE_CARD,
    CLIMBS,
    DOUBLE_STRIKE_CARD,
    ENCHANTED_CARD,
    EXTINGUISHING_WIND,
    EYE_OF_THE_ORACLE,
    FIREBALL,
    FIRST_MEGA_BOSS,
    FLAMING_CARD,
    FLYING,
    GALLOPS,
    HAMMER_OF_LIGHT,
    HYPNOTIZE_CARD,
    IMP,
    KNOCK_BACK_CARD,
    LIGHTNING_BOLT,
    MEGA_BOSS,
    MEGA_BOSSES,
    MYSTICAL_MANUFACTURING,
    NEVER_LOSE_HOPE_CARD,
    PHOENIX,
    RAIN_OF_ICE,
    RAIN_OF_IRON,
    REINFORCE_CARD,
    RING_OF_FIRE,
    SHAPELESS,
    STAND_TOGETHER_CARD,
    TELEPORT_CARD,
    THALGARS_BLESSING,
    VALADORS_WAVE,
    WALL_OF_FORCE,
    WAR_STORM,
    WIZARD_CARD_EFFECTS,
    WIZARD_QUAKE,
    WIZARD_TOKEN_EFFECTS,
)
from castlewise.models.castle_panic.expansions.wizards_tower.marks import flames_of, has_trait
from castlewise.models.castle_panic.expansions.wizards_tower.state import Rules, State
from castlewise.models.castle_panic.expansions.wizards_tower.wizard_deck import WIZARD_CARDS
from castlewise.models.kernel import Ints, rule
from castlewise.models.kinds import any_in, kinds_in, total_in
from castlewise.solver.castle_panic import features as base
from castlewise.solver.castle_panic.features import (
    MOST_HEALTH,
    NEXT_HAND,
    OTHER_HANDS,
    PILE,
    features,
    moves_round,
    next_to_play,
)
from castlewise.solver.value import write_features

# The expansion's cards by what they do for those who hold them.
_GROUPS: Mapping[str, tuple[int, ...]] = {
    "berserk": (BERSERK_CARD,),
    "changed hit": (CHANGE_COLOR_CARD, CHANGE_RANGE_CARD),
    "stronger hit": (DOUBLE_STRIKE_CARD, ENCHANTED_CARD),
    "hit that burns or pushes": (FLAMING_CARD, KNOCK_BACK_CARD),
    "more cards": (NEVER_LOSE_HOPE_CARD, REINFORCE_CARD, THALGARS_BLESSING, EYE_OF_THE_ORACLE),
    "stand together": (STAND_TOGETHER_CARD,),
    "strikes one": (AZRIELS_FIST, FIREBALL),
    "strikes several": (CHAIN_LIGHTNING, RAIN_OF_IRON, WAR_STORM, VALADORS_WAVE),
    "hammer of light": (HAMMER_OF_LIGHT,),
    "sets on fire": (BURNING_BLAST, RING_OF_FIRE),
    "hypnotize": (HYPNOTIZE_CARD,),
    "sends away": (LIGHTNING_BOLT, TELEPORT_CARD, WALL_OF_FORCE),
    "stops all": (RAIN_OF_ICE, EXTINGUISHING_WIND),
    "builds": (ARCANE_ASSEMBLY, MYSTICAL_MANUFACTURING),
    "wizard quake": (WIZARD_QUAKE,),
}
FIRST_EFFECT = len(CARD_EFFECTS)
CARD_GROUPS = tuple(
    next(i for i, effects in enumerate(_GROUPS.values()) if FIRST_EFFECT + effect in effects) for effect in range(len(WIZARD_CARD_EFFECTS))
)
GROUPS = len(_GROUPS)

_names = list(base.NAMES)


def _place(*names: str) -> int:
    at = len(_names)
    _names.extend(names)
    return at


WIZARD = _place(
    "wizard's tower stands", "wall before it", "flames on it", "monsters 1 move from it", "monsters 2 moves from it",
    "wizard cards in deck", "wizard's tower x tokens left / 8",
)  # fmt: skip
WIZARD_HANDS = _place("next hand: wizard cards", "other hands: wizard cards")
NEXT_GROUPS = _place(*(f"next hand: {name}" for name in _GROUPS))
OTHER_GROUPS = _place(*(f"other hands: {name}" for name in _GROUPS))
FIRE = _place(
    "towers with 1 flame", "towers with 2 flames", "walls with 1 flame", "walls with 2 flames", "flames that the next hand can put out",
    "flames that other hands can put out", "flames x who breathes fire",
)  # fmt: skip
BURNING = _place("burning monsters", "flames on monsters", "monsters that burn to death", "health that burns")
KINDS = _place(
    "imps", "flying in the field", "flying in the castle", "flying without wall", "climbing in the field", "climbing in swordsman",
    "galloping in the field", "galloping near the castle", "weak in the next ring", "immune where it stands", "doppelganger", "phoenixes",
    "health beyond 3", "bosses", "tarred",
)  # fmt: skip
BOSSES = _place(*(f"{name} in play" for name in MEGA_BOSSES))
BOSS_STATE = _place(
    "mega bosses", "mega bosses' health", "mega bosses in the castle", "mega bosses in swordsman", "mega bosses x tokens left / 8"
)
COMING = _place(
    *(f"tokens left: {effect}" for effect in WIZARD_TOKEN_EFFECTS[:5]), "flying left", "climbing or galloping left", "health beyond 3 left",
    "harbingers left x towers", "harbingers due next / 64ths",
)  # fmt: skip
MAY_COME = _place(*(f"{name} may come" for name in MEGA_BOSSES))
ARCHERS = _place("next hand: archers for flying", "other hands: archers for flying", "flying that archers of the next hand hit")
ALL_FEATURES = len(_names)
NAMES = tuple(_names)

BREATHE_BITS = 1 << MEGA_BOSSES.index("chimera") | 1 << MEGA_BOSSES.index("dragon")
PILE_EFFECTS = 5  # of the expansion's token effects those that lie in the pile: the others are Mega Bosses'


@rule
def wizards_moves_to_tower(r: Rules, s: State, m: int) -> int:
    """As in the base game, for Monsters that climb Walls, gallop, or never move. What a die moves counts as plain steps."""
    if has_trait(r, m, SHAPELESS) == 1:
        return ARCS * ARCS
    arc = arc_of(m)
    if ring_of(m) == CASTLE:
        return 1 + moves_round(s, clockwise(arc, 1))
    moves = CASTLE - ring_of(m)
    if has_trait(r, m, GALLOPS) == 1:
        moves = (moves + 1) // 2
    if has_trait(r, m, CLIMBS) == 0:
        moves += s.walls[arc] + s.fortify[arc]
    return moves + moves_round(s, arc)


@rule
def tower_features(r: Rules, s: State, left: int, out: Ints) -> None:
    """The Wizard's Tower, its deck, and fire on structures."""
    out[WIZARD + 5] = total_in(s.wizard_deck) if s.wizard > 0 else 0
    if s.wizard > 0:
        home = s.wizard - 1
        out[WIZARD] = 1
        out[WIZARD + 1] = s.walls[home]
        out[WIZARD + 2] = s.tower_flames[home]
        out[WIZARD + 6] = left // 8
    for arc in range(ARCS):
        if s.tower_flames[arc] > 0:
            out[FIRE + min(s.tower_flames[arc], 2) - 1] += 1
        if s.wall_flames[arc] > 0:
            out[FIRE + 1 + min(s.wall_flames[arc], 2)] += 1


@rule
def monster_features(r: Rules, s: State, left: int, out: Ints) -> None:
    """What the expansion's Monsters do, and fire on Monsters."""
    home = s.wizard - 1
    mega = 0
    for i in range(s.monster_count):
        m = s.monsters[i]
        kind = kind_of(m)
        ring = ring_of(m)
        arc = arc_of(m)
        health = health_of(m)
        traits = r.token_traits[kind]
        flames = flames_of(m)
        if flames > 0:
            out[BURNING] += 1
            out[BURNING + 1] += flames
            out[BURNING + 2] += flames >= health
            out[BURNING + 3] += min(flames, health)
        out[KINDS + 12] += max(0, health - MOST_HEALTH)
        out[KINDS + 13] += r.token_boss[kind]
        out[KINDS + 14] += m & TARRED
        if home >= 0:
            if ring == CASTLE:
                away = (home - arc + ARCS) % ARCS
            elif arc == home:
                away = CASTLE - ring + s.walls[arc] + s.fortify[arc]
            else:
                away = ARCS
            if away == 1:
                out[WIZARD + 3] += 1
            elif away == 2:
                out[WIZARD + 4] += 1
        if r.token_weak[kind] > 0:
            out[KINDS + 8] += r.token_weak[kind] == ring + 1
            out[KINDS + 9] += r.token_immune[kind] == ring
        if traits == 0:
            continue
        if kind == IMP:
            out[KINDS] += 1
        if traits & FLYING:
            if ring == CASTLE:
                out[KINDS + 2] += 1
            else:
                out[KINDS + 1] += 1
                out[KINDS + 3] += 1 - s.walls[arc]
        if traits & CLIMBS and ring < CASTLE:
            out[KINDS + 4] += 1
            out[KINDS + 5] += ring == SWORDSMAN
        if traits & GALLOPS and ring < CASTLE:
            out[KINDS + 6] += 1
            out[KINDS + 7] += ring >= KNIGHT
        if traits & SHAPELESS:
            out[KINDS + 10] += 1
        if traits & PHOENIX:
            out[KINDS + 11] += 1
        if traits & MEGA_BOSS:
            mega |= 1 << (kind - FIRST_MEGA_BOSS)
            out[BOSSES + kind - FIRST_MEGA_BOSS] += 1
            out[BOSS_STATE] += 1
            out[BOSS_STATE + 1] += health
            out[BOSS_STATE + 2] += ring == CASTLE
            out[BOSS_STATE + 3] += ring == SWORDSMAN
    out[BOSS_STATE + 4] = out[BOSS_STATE] * left // 8
    burning = out[FIRE] + 2 * out[FIRE + 1] + out[FIRE + 2] + 2 * out[FIRE + 3]
    out[FIRE + 6] = burning * count_bits(mega & BREATHE_BITS)


@rule
def coming_features(r: Rules, s: State, left: int, out: Ints) -> None:
    """What the pile and the Harbingers may still bring."""
    kinds = kinds_in(s.pile)
    while kinds != 0:
        token = lowest_bit(kinds)
        kinds &= kinds - 1
        count = s.pile[token]
        effect = r.token_effect[token] - len(TOKEN_EFFECTS)
        if 0 <= effect < PILE_EFFECTS:
            out[COMING + effect] += count
        traits = r.token_traits[token]
        if traits & FLYING:
            out[COMING + 5] += count
        if traits & (CLIMBS | GALLOPS):
            out[COMING + 6] += count
        out[COMING + 7] += count * max(0, r.token_health[token] - MOST_HEALTH)
    harbingers = out[COMING + PILE_EFFECTS - 1]
    towers = 0
    for arc in range(ARCS):
        towers += s.towers[arc]
    out[COMING + 8] = harbingers * towers
    if left > 0:
        out[COMING + 9] = 64 * harbingers * min(left, s.tokens_due + s.tokens_after) // left
    if harbingers > 0:
        for boss in range(len(MEGA_BOSSES)):
            out[MAY_COME + boss] = s.bosses >> boss & 1


@rule
def add_group(r: Rules, s: State, player: int, place: int, out: Ints) -> int:
    """Count a hand's cards of the expansion; returns its Archers and Heroes, which flying Monsters can be hit with."""
    hand = s.hands[player]
    archers = 0
    kinds = kinds_in(hand)
    while kinds != 0:
        card = lowest_bit(kinds)
        kinds &= kinds - 1
        effect = r.card_effect[card]
        if effect >= FIRST_EFFECT:
            out[place + CARD_GROUPS[effect - FIRST_EFFECT]] += hand[card]
        elif effect == HIT_CARD and (r.card_troop[card] == ARCHER or r.card_troop[card] == 0):
            archers += hand[card]
    return archers


@rule
def wizards_hand_features(r: Rules, s: State, out: Ints) -> None:
    first = next_to_play(r, s)
    for step in range(r.players):
        player = (first + step) % r.players
        if s.out[player] == 1:
            continue
        later = 0 if step == 0 else 1
        out[WIZARD_HANDS + later] += count_bits(kinds_in(s.hands[player]) & WIZARD_CARDS)
        out[ARCHERS + later] += add_group(r, s, player, OTHER_GROUPS if later == 1 else NEXT_GROUPS, out)
    if any_in(s.wall_flames) + any_in(s.tower_flames) > 0:
        flames = 0
        for arc in range(ARCS):
            flames += s.wall_flames[arc] + s.tower_flames[arc]
        out[FIRE + 4] = min(flames, out[NEXT_HAND + BRICK] + out[NEXT_HAND + MORTAR] + out[NEXT_HAND + FORTIFY_CARD])
        out[FIRE + 5] = min(flames, out[OTHER_HANDS + BRICK] + out[OTHER_HANDS + MORTAR] + out[OTHER_HANDS + FORTIFY_CARD])
    if out[KINDS + 1] > 0:
        hand = s.hands[first]
        colours = 0
        kinds = kinds_in(hand)
        while kinds != 0:
            card = lowest_bit(kinds)
            kinds &= kinds - 1
            if r.card_effect[card] == HIT_CARD and (r.card_troop[card] == ARCHER or r.card_troop[card] == 0):
                colours |= r.card_colours[card]
        for i in range(s.monster_count):
            m = s.monsters[i]
            if has_trait(r, m, FLYING) == 1 and ARCHER <= ring_of(m) < CASTLE and colours & EVERY_COLOUR & (1 << (arc_of(m) // 2)):
                out[ARCHERS + 2] += 1


@rule
def wizards_features(r: Rules, s: State, out: Ints) -> int:
    """Write the whole row to the beginning of a buffer."""
    begin = features(r, s, out)
    for i in range(begin, ALL_FEATURES):
        out[i] = 0
    left = out[PILE]
    tower_features(r, s, left, out)
    monster_features(r, s, left, out)
    coming_features(r, s, left, out)
    wizards_hand_features(r, s, out)
    return ALL_FEATURES


BINDINGS: Mapping[Callable[..., Any], Sequence[Callable[..., Any]]] = {
    base.moves_to_tower: [wizards_moves_to_tower],
    write_features: [wizards_features],
}
