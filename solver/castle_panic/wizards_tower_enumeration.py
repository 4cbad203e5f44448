"""The enumeration of a turn with the Wizard's Tower: what its rules do in the place of enumeration_rules.py's.

Cards that only bring cards from a deck (Berserk, Never Lose Hope, Reinforce, Eye of the Oracle, Thalgar's Blessing) are never played here: what they bring is
not known, and nothing else comes of them. Whatever else chance decides (the Dragon's and the Warlock's die, tokens that a Monster in the Doppelganger's place
draws) makes the end of a turn uncertain, and is counted.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from castlewise.models.bits import lowest_bit
from castlewise.models.castle_panic.board import ARCS, MARKS
from castlewise.models.castle_panic.expansions.wizards_tower.components import (
    BERSERK_CARD,
    EYE_OF_THE_ORACLE,
    NEVER_LOSE_HOPE_CARD,
    REINFORCE_CARD,
    THALGARS_BLESSING,
)
from castlewise.models.castle_panic.expansions.wizards_tower.marks import FLAME_UNIT, MOST_FLAMES, flames_of
from castlewise.models.castle_panic.expansions.wizards_tower.moves import SPELL
from castlewise.models.castle_panic.expansions.wizards_tower.stages import (
    DRAW_FOR,
    FIRE_ORDER,
    REPLACE_DOPPELGANGER,
    ROLL_STEP,
    ROUND_OF_DRAWS,
)
from castlewise.models.castle_panic.expansions.wizards_tower.state import Rules, State
from castlewise.models.castle_panic.expansions.wizards_tower.wizard_deck import forget_oracle, next_drawer
from castlewise.models.castle_panic.moves import END_PLAY
from castlewise.models.castle_panic.rules.turn import advance
from castlewise.models.castle_panic.stages import DRAW_IN_PLAY, FIRST_CHANCE, OVER, WHO_IS_HURT
from castlewise.models.kernel import rule
from castlewise.models.kinds import kinds_in
from castlewise.models.move_code import first_of, target_of, verb_of
from castlewise.models.randomness import low_sum, scramble
from castlewise.solver.castle_panic import enumeration_rules as base
from castlewise.solver.castle_panic.enumeration_rules import Prices

_HAND, _DISCARDS, _STAGE = 1 << 40, 1 << 41, 1 << 42  # keep these apart in the hash


@rule
def wizards_fingerprint(s: State, draws: int) -> int:
    structures = draws * 2 + s.missing
    for arc in range(ARCS):
        structures = structures * 8 + s.towers[arc] * 4 + s.walls[arc] * 2 + s.fortify[arc]
    flames = s.stage * 8 + s.held_walls[s.player]
    for arc in range(ARCS):
        flames = flames * 16 + s.wall_flames[arc] * 4 + s.tower_flames[arc]
    rest = ((s.second_hit * 8 + s.wave) * 4 + s.wave_colour) * 2 + s.ice
    total = low_sum(scramble(structures), low_sum(scramble(flames), scramble(_STAGE + rest)))
    for i in range(s.monster_count):
        total = low_sum(total, scramble(s.monsters[i]))
    hand = s.hands[s.player]
    kinds = kinds_in(hand)
    while kinds != 0:
        card = lowest_bit(kinds)
        kinds &= kinds - 1
        total = low_sum(total, scramble(_HAND + card * 256 + hand[card]))
    kinds = kinds_in(s.discards)
    while kinds != 0:
        card = lowest_bit(kinds)
        kinds &= kinds - 1
        total = low_sum(total, scramble(_DISCARDS + card * 256 + s.discards[card]))
    return total


@rule
def wizards_same(a: State, b: State) -> int:
    """Whether two states of one Play phase are equal. The token piles follow from the Monsters, the deck from the discards."""
    if a.stage != b.stage or a.player != b.player or a.monster_count != b.monster_count or a.missing != b.missing or a.ice != b.ice:
        return 0
    if a.second_hit != b.second_hit or a.wave != b.wave or a.wave_colour != b.wave_colour or a.wizard != b.wizard or a.imps != b.imps:
        return 0
    if a.helped != b.helped or a.acting != b.acting or a.held_walls[a.player] != b.held_walls[b.player] or a.outcome != b.outcome:
        return 0
    for i in range(a.monster_count):
        if a.monsters[i] != b.monsters[i]:
            return 0
    for arc in range(ARCS):
        if a.walls[arc] != b.walls[arc] or a.fortify[arc] != b.fortify[arc] or a.towers[arc] != b.towers[arc]:
            return 0
        if a.wall_flames[arc] != b.wall_flames[arc] or a.tower_flames[arc] != b.tower_flames[arc]:
            return 0
    for player in range(len(a.hands)):
        for card in range(len(a.discards)):
            if a.hands[player][card] != b.hands[player][card]:
                return 0
    for card in range(len(a.discards)):
        if a.discards[card] != b.discards[card]:
            return 0
    for token in range(len(a.fallen)):
        if a.fallen[token] != b.fallen[token]:
            return 0
    return 1


@rule
def wizards_plays_go_on(s: State) -> int:
    """Every choice that comes before the plays are ended: the second hit, a wave's points, another player's help, who takes the Doppelganger's place."""
    return 1 if OVER < s.stage < FIRST_CHANCE else 0


@rule
def wizards_left_out(r: Rules, m: int) -> int:
    verb = verb_of(m)
    if verb == END_PLAY:
        return 1
    if verb != SPELL or target_of(m) != 0:
        return 0
    effect = r.card_effect[first_of(m)]
    if effect == BERSERK_CARD or effect == NEVER_LOSE_HOPE_CARD or effect == REINFORCE_CARD:
        return 1
    return 1 if effect == EYE_OF_THE_ORACLE or effect == THALGARS_BLESSING else 0


@rule
def wizards_lay_drawn_aside(r: Rules, s: State) -> None:
    """Draw 2 Cards, and Berserk if it was played before: into nobody's hand, because what is drawn is not known."""
    while s.stage == DRAW_IN_PLAY or s.stage == DRAW_FOR:
        if s.oracle_count > 0:
            s.deck[s.oracle[0] - 1] -= 1
            forget_oracle(s, 0)
        else:
            s.deck[lowest_bit(kinds_in(s.deck))] -= 1
        if s.stage == DRAW_IN_PLAY:
            s.cards_due -= 1
        else:
            s.due[next_drawer(r, s)] -= 1
            s.stage = ROUND_OF_DRAWS
        advance(r, s)


@rule
def wizards_worth_of_other_hands(w: Prices, s: State) -> int:
    """Stand Together and Arcane Assembly take cards out of them."""
    total = 0
    for player in range(len(s.hands)):
        if player != s.player and s.out[player] == 0:
            for card in range(len(s.discards)):
                total += w.partner_card[card] * s.hands[player][card]
    return total


@rule
def wizards_worth_of_flames(w: Prices, s: State) -> int:
    total = 0
    for arc in range(ARCS):
        total += w.wall_flame * s.wall_flames[arc] + w.tower_flame * s.tower_flames[arc]
    for i in range(s.monster_count):
        total += w.monster_flame * flames_of(s.monsters[i])
    return total


@rule
def wizards_flames_in(s: State, arc: int) -> int:
    return s.wall_flames[arc] * 4 + s.tower_flames[arc]


@rule
def wizards_shown(m: int) -> int:
    return m & ~(MARKS - MOST_FLAMES * FLAME_UNIT)


@rule
def wizards_players_choose(s: State) -> int:
    return 1 if s.stage == WHO_IS_HURT or s.stage == FIRE_ORDER or s.stage == REPLACE_DOPPELGANGER else 0


@rule
def wizards_chance_decides(s: State) -> int:
    """The Dragon's or the Warlock's step, or tokens drawn before phase 6."""
    return 1 if s.stage == ROLL_STEP or (s.stage >= FIRST_CHANCE and s.tokens_then > 0) else 0


BINDINGS: Mapping[Callable[..., Any], Sequence[Callable[..., Any]]] = {
    base.fingerprint: [wizards_fingerprint],
    base.same: [wizards_same],
    base.plays_go_on: [wizards_plays_go_on],
    base.left_out: [wizards_left_out],
    base.lay_drawn_aside: [wizards_lay_drawn_aside],
    base.worth_of_other_hands: [wizards_worth_of_other_hands],
    base.worth_of_flames: [wizards_worth_of_flames],
    base.flames_in: [wizards_flames_in],
    base.shown: [wizards_shown],
    base.players_choose: [wizards_players_choose],
    base.chance_decides: [wizards_chance_decides],
}
