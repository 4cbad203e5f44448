"""The greedy player of the Wizard's Tower: the base game's, taught the new cards, decks and decisions.

It plays what hurts most now. Numbers are rules of thumb in the unit of greedy_play.py's `danger`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from castlewise.models.bits import lowest_bit
from castlewise.models.castle_panic.board import (
    ARCS,
    ATTACKING,
    CASTLE,
    EVERY_COLOUR,
    FOREST,
    KNIGHT,
    SWORDSMAN,
    arc_of,
    colour_of,
    health_of,
    opposite,
    ring_of,
    space_of,
)
from castlewise.models.castle_panic.components import BRICK_CARD, HIT_CARD, MORTAR_CARD
from castlewise.models.castle_panic.expansions.wizards_tower.components import (
    ARCANE_ASSEMBLY,
    AZRIELS_FIST,
    BERSERK_CARD,
    BURNING_BLAST,
    CHAIN_LIGHTNING,
    EXTINGUISHING_WIND,
    EYE_OF_THE_ORACLE,
    FIREBALL,
    HAMMER_OF_LIGHT,
    HYPNOTIZE_CARD,
    LIGHTNING_BOLT,
    MYSTICAL_MANUFACTURING,
    NEVER_LOSE_HOPE_CARD,
    RAIN_OF_ICE,
    RAIN_OF_IRON,
    REINFORCE_CARD,
    RING_OF_FIRE,
    STAND_TOGETHER_CARD,
    TELEPORT_CARD,
    THALGARS_BLESSING,
    VALADORS_WAVE,
    WALL_OF_FORCE,
    WAR_STORM,
    WIZARD_QUAKE,
)
from castlewise.models.castle_panic.expansions.wizards_tower.marks import BREATHES, flames_of
from castlewise.models.castle_panic.expansions.wizards_tower.monsters import reaches, survives
from castlewise.models.castle_panic.expansions.wizards_tower.moves import (
    ASSEMBLE,
    BOLT,
    BREATHE,
    EXTINGUISH,
    FROM_WIZARDS,
    GIVE_UP_HOPE,
    GIVE_UP_WIZARD,
    HIT_WITH,
    HYPNOTIZE,
    KEEP_CARD,
    MANUFACTURE,
    PASS,
    RETURNS,
    SPELL,
    SPELL_AT_ARC,
    SPELL_AT_COLOUR,
    SPELL_AT_SPACE,
    STAND_TOGETHER,
    TELEPORT,
    WITH_COLOR,
    WITH_DOUBLE,
    WITH_ENCHANTED,
    WITH_FLAMING,
    WITH_KNOCK_BACK,
    WITH_RANGE,
)
from castlewise.models.castle_panic.expansions.wizards_tower.special_cards import held_with, lands_with
from castlewise.models.castle_panic.expansions.wizards_tower.spells import wall_missing, wave_reaches
from castlewise.models.castle_panic.expansions.wizards_tower.stages import (
    ASSEMBLE_WALL,
    FIRE_ORDER,
    GIVE_UP_ANY,
    GIVE_UP_WIZARD_CARD,
    HELP,
    ORACLE_KEEP,
    REPLACE_DOPPELGANGER,
    SECOND_HIT,
    WAVE_POINT,
    WHICH_DECK,
)
from castlewise.models.castle_panic.expansions.wizards_tower.state import Rules, State
from castlewise.models.castle_panic.expansions.wizards_tower.wizard_deck import wizard_cards_held
from castlewise.models.castle_panic.moves import HIT, HURT, NICE_SHOT, NOTHING
from castlewise.models.castle_panic.rules.towers import first_in_turn_order, towers_standing
from castlewise.models.kernel import Ints, rule
from castlewise.models.kinds import any_in, kinds_in
from castlewise.models.move_code import move
from castlewise.solver.castle_panic import card_worth, greedy, greedy_play
from castlewise.solver.castle_panic.card_worth import forecast, worth_now, worth_of_holding
from castlewise.solver.castle_panic.greedy import KEEP_LINE
from castlewise.solver.castle_panic.greedy_play import (
    ANY_PENALTY,
    HEALTH_PENALTY,
    HERO_PENALTY,
    KILL_BONUS,
    NICE_SHOT_BONUS,
    NICE_SHOT_HEALTH,
    NICE_SHOT_RING,
    danger,
    most_threatened,
)

WIZARD_WORTH = 130  # holding a Wizard card
STRIKE_LINE = 20  # the danger that a spell has to take away
SWEEP_LINE = 70  # the danger of all Monsters that a spell strikes at once
PUSH_LINE = 100  # the danger of those it sends away or sets on fire
ICE_LINE = 240  # the danger near the Castle for which everything is stopped
CHANGE_LINE = 30  # the danger for which a hit card is changed
HOPE_LINE = 40  # a card worth less goes with Never Lose Hope
HELP_LINE = 0  # the danger for which another player is asked
WIZARD_KEEP_LINE = 100  # a card worth less goes for a Wizard card
ENCHANTED_HEALTH = 3  # the least health that Enchanted is spent on
OUT_LINE = 2  # flames on a structure that a Brick or Mortar is spent on


# Hits


@rule
def best_hit(r: Rules, s: State, hits: int, nice_shot: int, out: Ints) -> int:
    """As in the base game, with what makes the hit stronger; else a changed hit where a Monster is dangerous."""
    best = 0
    card_played = 0
    target = 0
    verb = HIT
    for outward in range(s.monster_count):
        m = s.monsters[s.monster_count - 1 - outward]
        if ring_of(m) == FOREST:
            break
        health = health_of(m)
        score = 100 + danger(s, m) - HEALTH_PENALTY * health
        shot = HIT
        if survives(r, m, 1) == 0:
            score += KILL_BONUS
        elif nice_shot == 1 and health >= NICE_SHOT_HEALTH and ring_of(m) >= NICE_SHOT_RING:
            score += NICE_SHOT_BONUS
            shot = NICE_SHOT
        if score <= best:
            continue
        for k in range(hits):
            card = out[k]
            if reaches(r, card, m) == 1:
                flexible = HERO_PENALTY if r.card_troop[card] == 0 else ANY_PENALTY if r.card_colours[card] == EVERY_COLOUR else 0
                if score - flexible > best:
                    best = score - flexible
                    card_played = card
                    target = m
                    verb = shot
    held = held_with(r, s)
    if best == 0:
        return changed_hit(r, s, hits, held, out)
    if verb == NICE_SHOT or held & ~1 == 0:
        return move(verb, card_played, 0, 0) + target
    chosen = strengthened(r, s, target, held)
    if chosen == 0:
        return move(HIT, card_played, 0, 0) + target
    return move(HIT_WITH, card_played, chosen, 0) + target


@rule
def strengthened(r: Rules, s: State, m: int, held: int) -> int:
    """What to play with a hit."""
    chosen = 0
    damage = 1
    if held & WITH_ENCHANTED and health_of(m) >= ENCHANTED_HEALTH and survives(r, m, 1) == 1:
        chosen |= WITH_ENCHANTED
        damage = 3
    if survives(r, m, damage) == 1 and ring_of(m) < CASTLE:
        if held & WITH_KNOCK_BACK and ring_of(m) >= KNIGHT:
            chosen |= WITH_KNOCK_BACK
        if held & WITH_FLAMING:
            chosen |= WITH_FLAMING
        if held & WITH_DOUBLE:
            chosen |= WITH_DOUBLE
    return chosen


@rule
def changed_hit(r: Rules, s: State, hits: int, held: int, out: Ints) -> int:
    """No card hits as it is: one with Change Color or Change Range, at a dangerous Monster."""
    if held & (WITH_COLOR | WITH_RANGE) == 0:
        return 0
    best = CHANGE_LINE
    best_move = 0
    for i in range(s.monster_count):
        m = s.monsters[i]
        score = danger(s, m)
        if score <= best:
            continue
        for k in range(hits):
            change = 0
            if held & WITH_COLOR and lands_with(r, out[k], m, WITH_COLOR) == 1:
                change = WITH_COLOR
            elif held & WITH_RANGE and lands_with(r, out[k], m, WITH_RANGE) == 1:
                change = WITH_RANGE
            if change != 0:
                best = score
                best_move = move(HIT_WITH, out[k], change, 0) + m
    return best_move


@rule
def bare_hit(r: Rules, s: State, card: int, line: int) -> int:
    """The most dangerous Monster that a hit card reaches, as a move, or 0."""
    found = most_dangerous(r, s, card, line)
    return move(HIT_WITH, card, 0, 0) + found if found != 0 else 0


# Cards


@rule
def before_hits(r: Rules, s: State, out: Ints) -> int:
    """Cards that bring cards."""
    kinds = kinds_in(s.hands[s.player])
    while kinds != 0:
        card = lowest_bit(kinds)
        kinds &= kinds - 1
        effect = r.card_effect[card]
        if effect == REINFORCE_CARD or effect == THALGARS_BLESSING or effect == EYE_OF_THE_ORACLE or effect == BERSERK_CARD:
            return move(SPELL, card, 0, 0)
    return extinguish_move(r, s)


@rule
def keep_line(s: State) -> int:
    return WIZARD_KEEP_LINE if s.wizard > 0 else KEEP_LINE


@rule
def wizards_worth(r: Rules, s: State, card: int) -> int:
    effect = r.card_effect[card]
    if effect >= ARCANE_ASSEMBLY:
        return WIZARD_WORTH
    return 0


@rule
def special_move(r: Rules, s: State, card: int) -> int:
    effect = r.card_effect[card]
    if effect == AZRIELS_FIST or effect == FIREBALL or effect == VALADORS_WAVE:
        found = most_dangerous(r, s, card, STRIKE_LINE)
        return move(SPELL, card, 0, 0) + found if found != 0 else 0
    if effect == HAMMER_OF_LIGHT:
        found = toughest(r, s, card)
        return move(SPELL, card, 0, 0) + found if found != 0 else 0
    if effect == RAIN_OF_IRON or effect == WALL_OF_FORCE or effect == WIZARD_QUAKE:
        return at_arc(r, s, card)
    if effect == WAR_STORM:
        return at_colour(r, s, card)
    if effect == BURNING_BLAST or effect == CHAIN_LIGHTNING:
        return at_space(r, s, card)
    if effect == RING_OF_FIRE:
        return move(SPELL, card, 0, 0) if reached_danger(r, s, card) >= PUSH_LINE else 0
    if effect == EXTINGUISHING_WIND or effect == RAIN_OF_ICE:
        return move(SPELL, card, 0, 0) if near_danger(r, s) >= ICE_LINE and s.ice == 0 else 0
    if effect == LIGHTNING_BOLT or effect == TELEPORT_CARD:
        return sent_away(r, s, card)
    if effect == HYPNOTIZE_CARD:
        return hypnotized(r, s, card)
    if effect == ARCANE_ASSEMBLY:
        parts = s.hands[s.player][BRICK_CARD] + s.hands[s.player][MORTAR_CARD]
        return move(SPELL, card, 0, 0) if parts > 0 and wall_missing(s) == 1 else 0
    if effect == MYSTICAL_MANUFACTURING:
        return manufactured(s)
    if effect == STAND_TOGETHER_CARD:
        return stand_together(r, s, card)
    if effect == NEVER_LOSE_HOPE_CARD:
        return move(SPELL, card, 0, 0)
    return 0


@rule
def most_dangerous(r: Rules, s: State, card: int, line: int) -> int:
    best = line - 1
    found = 0
    for i in range(s.monster_count):
        m = s.monsters[i]
        if reaches(r, card, m) == 1 and danger(s, m) > best:
            best = danger(s, m)
            found = m
    return found


@rule
def toughest(r: Rules, s: State, card: int) -> int:
    best = 2
    found = 0
    for i in range(s.monster_count):
        m = s.monsters[i]
        if reaches(r, card, m) == 1 and health_of(m) > best:
            best = health_of(m)
            found = m
    return found


@rule
def reached_danger(r: Rules, s: State, card: int) -> int:
    total = 0
    for i in range(s.monster_count):
        if reaches(r, card, s.monsters[i]) == 1:
            total += danger(s, s.monsters[i])
    return total


@rule
def near_danger(r: Rules, s: State) -> int:
    total = 0
    for i in range(s.monster_count):
        if ring_of(s.monsters[i]) >= SWORDSMAN:
            total += danger(s, s.monsters[i])
    return total


@rule
def at_arc(r: Rules, s: State, card: int) -> int:
    """Rain of Iron, Wall of Force and Wizard Quake: the arc with the most danger in reach."""
    effect = r.card_effect[card]
    best = SWEEP_LINE if effect == RAIN_OF_IRON else PUSH_LINE
    found = -1
    for arc in range(ARCS):
        total = 0
        for i in range(s.monster_count):
            m = s.monsters[i]
            if arc_of(m) == arc and reaches(r, card, m) == 1:
                total += danger(s, m)
        if total > best and (effect != WIZARD_QUAKE or (s.towers[arc] == 1 and towers_standing(s) > CASTLE and s.wizard != arc + 1)):
            best = total
            found = arc
    return move(SPELL_AT_ARC, card, found, 0) if found >= 0 else 0


@rule
def at_colour(r: Rules, s: State, card: int) -> int:
    best = SWEEP_LINE
    found = -1
    for colour in range(3):
        total = 0
        for i in range(s.monster_count):
            m = s.monsters[i]
            if colour_of(arc_of(m)) == colour and reaches(r, card, m) == 1:
                total += danger(s, m)
        if total > best:
            best = total
            found = colour
    return move(SPELL_AT_COLOUR, card, found, 0) if found >= 0 else 0


@rule
def at_space(r: Rules, s: State, card: int) -> int:
    """The space with the most danger; Monsters lie sorted by space."""
    best = SWEEP_LINE
    found = -1
    i = 0
    while i < s.monster_count:
        space = space_of(s.monsters[i])
        total = 0
        first = i
        while i < s.monster_count and space_of(s.monsters[i]) == space:
            m = s.monsters[i]
            if reaches(r, card, m) == 1 and (r.card_effect[card] != BURNING_BLAST or flames_of(m) < health_of(m)):
                total += danger(s, m) + 1
            i += 1
        if total > best:
            best = total
            found = first
    if found < 0:
        return 0
    m = s.monsters[found]
    return move(SPELL_AT_SPACE, card, ring_of(m), arc_of(m))


@rule
def sent_away(r: Rules, s: State, card: int) -> int:
    """Lightning Bolt or Teleport: the most dangerous Monster goes to the Forest behind a Wall."""
    m = most_dangerous(r, s, card, PUSH_LINE // 2)
    if m == 0 or ring_of(m) == FOREST:
        return 0
    if r.card_effect[card] == LIGHTNING_BOLT and survives(r, m, 1) == 0:
        return move(BOLT, card, NOTHING, 0) + m
    arc = arc_of(m)
    for step in range(ARCS):
        other = (opposite(arc_of(m)) + step) % ARCS
        if s.walls[other] == 1 and s.towers[other] == 1:
            arc = other
            break
    if r.card_effect[card] == LIGHTNING_BOLT:
        return move(BOLT, card, arc, 0) + m
    return move(TELEPORT, card, FOREST, arc) + m


@rule
def hypnotized(r: Rules, s: State, card: int) -> int:
    """The two Monsters of a space that hurt each other most."""
    best = 2
    found = 0
    for i in range(s.monster_count):
        m = s.monsters[i]
        if (i > 0 and s.monsters[i - 1] == m) or reaches(r, card, m) == 0:
            continue
        for j in range(i + 1, s.monster_count):
            n = s.monsters[j]
            if space_of(n) != space_of(m):
                break
            if reaches(r, card, n) == 1 and (j == i + 1 or s.monsters[j - 1] != n):
                dealt = 2 * min(health_of(m), health_of(n)) + ring_of(m)
                if dealt > best:
                    best = dealt
                    found = move(HYPNOTIZE, card, j, 0) + m
    return found


@rule
def manufactured(s: State) -> int:
    """A Tower where no Monster stands; the Wizard's Tower first."""
    part = BRICK_CARD if s.hands[s.player][BRICK_CARD] > 0 else MORTAR_CARD
    if s.hands[s.player][part] == 0:
        return 0
    occupied = 0
    for i in range(s.monster_count):
        if ring_of(s.monsters[i]) == CASTLE:
            occupied |= 1 << arc_of(s.monsters[i])
    for step in range(ARCS):
        arc = ARCS - 1 - step
        if s.towers[arc] == 0 and occupied >> arc & 1 == 0:
            return move(MANUFACTURE, part, arc, 1 if s.wizard == 0 else 0)
    return 0


@rule
def stand_together(r: Rules, s: State, card: int) -> int:
    """The next player with a hit card that finds a dangerous Monster."""
    for step in range(1, r.players):
        player = (s.player + step) % r.players
        if s.out[player] == 1:
            continue
        kinds = kinds_in(s.hands[player])
        while kinds != 0:
            held = lowest_bit(kinds)
            kinds &= kinds - 1
            if r.card_effect[held] == HIT_CARD and bare_hit(r, s, held, HELP_LINE) != 0:
                return move(STAND_TOGETHER, card, player, 0)
    return 0


@rule
def extinguish_move(r: Rules, s: State) -> int:
    """A Brick or Mortar on a structure that the next fire destroys."""
    if any_in(s.tower_flames) + any_in(s.wall_flames) == 0:
        return 0
    card = BRICK_CARD if s.hands[s.player][BRICK_CARD] >= s.hands[s.player][MORTAR_CARD] else MORTAR_CARD
    if s.hands[s.player][card] == 0:
        return 0
    for arc in range(ARCS):
        if s.tower_flames[arc] >= OUT_LINE:
            return move(EXTINGUISH, card, arc, 1)
        if s.wall_flames[arc] >= OUT_LINE:
            return move(EXTINGUISH, card, arc, 0)
    return 0


# Decisions at the expansion's stages


@rule
def elsewhere(r: Rules, s: State, out: Ints) -> int:
    stage = s.stage
    if stage == WHICH_DECK:
        return move(FROM_WIZARDS, 0, 0, 0)
    if stage == WAVE_POINT:
        return wave_target(r, s)
    if stage == SECOND_HIT:
        found = bare_hit(r, s, s.second_hit - 1, 0)
        return found if found != 0 else move(PASS, 0, 0, 0)
    if stage == HELP:
        return help_move(r, s)
    if stage == ASSEMBLE_WALL:
        arc = most_threatened(s, 0)
        card = BRICK_CARD if s.hands[s.acting - 1][BRICK_CARD] > 0 else MORTAR_CARD
        return move(ASSEMBLE, card, arc, 0) if arc >= 0 else move(PASS, 0, 0, 0)
    if stage == GIVE_UP_ANY:
        return hope_move(r, s, out)
    if stage == ORACLE_KEEP:
        return oracle_keep(r, s, out)
    if stage == FIRE_ORDER:
        return fire_order(s)
    if stage == REPLACE_DOPPELGANGER:
        return least_dangerous_return(r, s)
    if stage == GIVE_UP_WIZARD_CARD:
        return move(GIVE_UP_WIZARD, lowest_bit(wizard_cards_held(s, first_in_turn_order(r, s, s.givers))), 0, 0)
    return 0


@rule
def wave_target(r: Rules, s: State) -> int:
    best = -1
    found = 0
    for i in range(s.monster_count):
        m = s.monsters[i]
        if wave_reaches(r, s, m) == 1 and danger(s, m) > best:
            best = danger(s, m)
            found = m
    return move(SPELL, NOTHING, 0, 0) + found if found != 0 else move(PASS, 0, 0, 0)


@rule
def help_move(r: Rules, s: State) -> int:
    kinds = kinds_in(s.hands[s.player])
    while kinds != 0:
        card = lowest_bit(kinds)
        kinds &= kinds - 1
        if r.card_effect[card] == HIT_CARD:
            found = bare_hit(r, s, card, 0)
            if found != 0:
                return found
    return move(PASS, 0, 0, 0)


@rule
def hope_move(r: Rules, s: State, out: Ints) -> int:
    """Never Lose Hope: cards that are worth little go."""
    forecast(r, s, out)
    kinds = kinds_in(s.hands[s.player])
    while kinds != 0:
        card = lowest_bit(kinds)
        kinds &= kinds - 1
        if worth_of_holding(r, s, s.player, card, s.hands[s.player][card], 0, out) < HOPE_LINE:
            return move(GIVE_UP_HOPE, card, 0, 0)
    return move(PASS, 0, 0, 0)


@rule
def oracle_keep(r: Rules, s: State, out: Ints) -> int:
    forecast(r, s, out)
    best = -1
    found = 0
    for i in range(s.oracle_count):
        card = s.oracle[i] - 1
        worth = worth_now(r, s, s.player, card, s.hands[s.player][card] + 1, out)
        if worth > best:
            best = worth
            found = card
    return move(KEEP_CARD, found, 0, 0)


@rule
def fire_order(s: State) -> int:
    """Attacks before breaths: what falls under an attack still hurts the attacker."""
    breather = 0
    for i in range(s.monster_count):
        m = s.monsters[i]
        if m & ATTACKING:
            return move(HURT, 0, 0, 0) + m
        if m & BREATHES:
            breather = m
    return move(BREATHE, 0, 0, 0) + breather


@rule
def least_dangerous_return(r: Rules, s: State) -> int:
    best = 1 << 30
    found = 0
    for kind in range(len(s.fallen)):
        if s.fallen[kind] > 0 and r.token_health[kind] + 3 * r.token_boss[kind] < best:
            best = r.token_health[kind] + 3 * r.token_boss[kind]
            found = kind
    return move(RETURNS, found, 0, 0)


BINDINGS: Mapping[Callable[..., Any], Sequence[Callable[..., Any]]] = {
    greedy.greedy_elsewhere: [elsewhere],
    greedy.keep_line: [keep_line],
    greedy_play.best_hit: [best_hit],
    greedy_play.expansion_special_move: [special_move],
    greedy_play.expansion_before_hits: [before_hits],
    card_worth.expansion_worth: [wizards_worth],
}
