"""Positions of the Wizard's Tower in which the expansion's rare things are about to happen, made at random for the differential test."""

from __future__ import annotations

import random
from typing import cast

from castle_panic.differential import hand_out_homes
from castlewise.models.castle_panic import stages
from castlewise.models.castle_panic.board import CASTLE, KNIGHT, monster
from castlewise.models.castle_panic.expansions.wizards_tower.components import (
    DOPPELGANGER,
    FIRST_MEGA_BOSS,
    HARBINGER_TOKEN,
    IMP,
    IMPS,
    MEGA_BOSSES,
)
from castlewise.models.castle_panic.expansions.wizards_tower.marks import FLAME_UNIT
from castlewise.models.castle_panic.expansions.wizards_tower.state import State
from castlewise.models.castle_panic.game import CastlePanic
from castlewise.models.castle_panic.position import Position
from castlewise.models.castle_panic.rule_set import MASTER_SLAYER, RuleSet
from castlewise.models.castle_panic.rules.monsters import place


def late_position(rules: RuleSet, seed: int, *, compiled: bool | None = None) -> Position:
    """A turn begins with everything possible on the board: fires, Mega Bosses, Imps, a Doppelganger, hands of both decks, few tokens."""
    rng = random.Random(seed)
    game = CastlePanic(rules, compiled=compiled)
    state = cast("State", game.blank_state())
    for arc in range(6):
        state.towers[arc] = int(rng.random() < 0.6)
        state.walls[arc] = int(rng.random() < 0.5)
    state.towers[rng.randrange(6)] = 1
    for arc in range(6):
        if state.walls[arc] and rng.random() < 0.4:
            state.wall_flames[arc] = rng.choice([1, 2, 2])
        if state.towers[arc] and rng.random() < 0.4:
            state.tower_flames[arc] = rng.choice([1, 2, 2])
    free = [arc for arc in range(6) if state.walls[arc] and not state.wall_flames[arc]]
    for arc in rng.sample(free, min(rng.choice([0, 1, 1, 2]), len(free))):
        state.fortify[arc] = 1
    state.wizard = 1 + rng.choice([arc for arc in range(6) if state.towers[arc]]) if rng.random() < 0.7 else 0
    state.benefit = int(rules.death_benefit and not state.wizard)
    hand_out_homes(rules, state, rng)
    alive = [player for player in range(rules.players) if not state.out[player]]
    state.player = rng.choice(alive)
    if len(alive) == rules.players and rng.random() < 0.2:
        state.first_turns = rules.players - state.player
    _deal(game, state, alive, rng)
    _scatter(game, state, rng)
    state.stage = stages.BEGIN_TURN
    return game.settled(state)


def _deal(game: CastlePanic, state: State, alive: list[int], rng: random.Random) -> None:
    """Hands of both decks, Special cards first more often than not; decks that soon run out."""
    rules = game.rule_set
    castle = [kind for kind, count in enumerate(rules.full_deck) for _ in range(count)]
    wizards = [kind for kind, count in enumerate(state.wizard_deck) for _ in range(count)]
    rng.shuffle(castle)
    rng.shuffle(wizards)
    if rng.random() < 0.5:
        castle.sort(key=lambda kind: bool(rules.components.cards[kind].rings) or rng.random() < 0.3)
    for kind in range(len(state.deck)):
        state.deck[kind] = state.wizard_deck[kind] = 0
    for player in alive:
        state.held_walls[player] = int(rules.walls == "players" and rng.random() < 0.5)
        for _ in range(rng.randrange(rules.hand_size + 1)):
            pack = wizards if wizards and rng.random() < 0.4 else castle
            state.hands[player][pack.pop(0)] += 1
    rng.shuffle(castle)
    for pack, deck, discards in ((castle, state.deck, state.discards), (wizards, state.wizard_deck, state.wizard_discards)):
        for _ in range(rng.choice([0, 1, 3, 6, len(pack), len(pack)])):
            if pack:
                deck[pack.pop()] += 1
        for kind in pack:
            discards[kind] += 1


def _scatter(game: CastlePanic, state: State, rng: random.Random) -> None:
    """Monsters anywhere but under a standing Tower, a few tokens in the pile, the rest discarded or won."""
    rules, kinds = game.rule_set, game.rule_set.components.tokens
    tokens = [kind for kind, count in enumerate(rules.all_tokens) for _ in range(count) if kind != HARBINGER_TOKEN]
    rng.shuffle(tokens)
    if rng.random() < 0.6:  # effects first
        tokens.sort(key=lambda kind: kinds[kind].effect == "none")
    for kind in range(len(state.pile)):
        state.pile[kind] = 0
    awake = _wake_mega_bosses(game, state, rng)
    for kind in tokens[: rng.choice([0, 1, 1, 2, 3, 6])]:
        state.pile[kind] += 1
        tokens.remove(kind)
    monsters = [kind for kind in tokens if kinds[kind].health or kind == DOPPELGANGER]
    rng.shuffle(monsters)
    if rng.random() < 0.5:
        monsters.sort(key=lambda kind: kind != DOPPELGANGER)
    if rules.too_quiet and rng.random() < 0.5:  # so few that they may all be slain
        monsters = monsters[: rng.randrange(2, 4)]
    else:
        imps = [IMP] * rng.choice([0, 0, 0, 1, 3, 13, IMPS])
        monsters = [kind for kind in awake if rng.random() < 0.8] + imps + monsters[: rng.randrange(2, 9)]
        state.imps -= len(imps)
    _place_monsters(game, state, monsters, rng)
    for kind in monsters:
        if kind != IMP:
            (awake if kind in awake else tokens).remove(kind)
    for kind in tokens + awake:
        if rules.version == MASTER_SLAYER and kinds[kind].health:
            state.trophies[rng.randrange(rules.players)][kind] += 1
        else:
            state.token_discards[kind] += 1
    state.charge = int(rules.final_charge and not any(state.pile))


def _wake_mega_bosses(game: CastlePanic, state: State, rng: random.Random) -> list[int]:
    """Some Harbingers are still in the pile; of the others the Mega Bosses have come."""
    bosses = [FIRST_MEGA_BOSS + bit for bit in range(len(MEGA_BOSSES)) if state.bosses >> bit & 1]
    harbingers = game.rule_set.all_tokens[HARBINGER_TOKEN]
    awake = rng.sample(bosses, rng.randrange(harbingers + 1))
    state.pile[HARBINGER_TOKEN] = harbingers - len(awake)
    for kind in awake:
        state.bosses &= ~(1 << (kind - FIRST_MEGA_BOSS))
    return awake


def _place_monsters(game: CastlePanic, state: State, monsters: list[int], rng: random.Random) -> None:
    """Crowded in a few arcs more often than not, some of them burning."""
    arcs = rng.sample(range(6), rng.choice([2, 3, 6]))
    for kind in monsters:
        ring, arc = rng.choice([0, 1, 2, 3, 3, CASTLE]), rng.choice(arcs)
        if ring == CASTLE and (state.towers[arc] or kind == DOPPELGANGER):
            ring = KNIGHT
        health = game.rule_set.components.tokens[kind].health
        flames = 0 if kind == DOPPELGANGER else rng.choice([0, 0, 0, 1, 2])
        place(state, monster(kind, ring, arc, rng.randint(1, health) if health else 0) + flames * FLAME_UNIT)
