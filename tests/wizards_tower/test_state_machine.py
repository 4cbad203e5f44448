"""What is true at every node of every game of the Wizard's Tower: cards, tokens, Imps and flames are accounted for, and every State is tidy.

What a newcomer would get wrong: the pieces that are never in the pile. Imps are on the board or in their own pile, a Mega Boss exists once a Harbinger
has announced it, and a Wizard card may have left the game.
"""

from __future__ import annotations

import random
from typing import Any

from hypothesis import Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule

from castle_panic.walk import rather_do_something
from castlewise.models.castle_panic import moves as verbs
from castlewise.models.castle_panic.board import ATTACKING, CASTLE, arc_of, health_of, kind_of, ring_of
from castlewise.models.castle_panic.expansions.wizards_tower import setup
from castlewise.models.castle_panic.expansions.wizards_tower.components import (
    DOPPELGANGER,
    FIRST_MEGA_BOSS,
    FIRST_WIZARD_CARD,
    HARBINGER_TOKEN,
    IMP,
    LAST_MEGA_BOSS,
    LAST_WIZARD_CARD,
    MIX_REMOVED,
)
from castlewise.models.castle_panic.expansions.wizards_tower.marks import AIMED, BREATHES, SCORCHED, TO_ROLL, flames_of, fresh_of
from castlewise.models.castle_panic.expansions.wizards_tower.position_keys import MOVING
from castlewise.models.castle_panic.expansions.wizards_tower.stages import ANNOUNCE
from castlewise.models.castle_panic.game import CastlePanic
from castlewise.models.castle_panic.position import Position
from castlewise.models.castle_panic.position_file import read_position_file, write_position_file
from castlewise.models.castle_panic.rule_set import OPTIONS, WIZARDS_TOWER_OPTIONS, RuleSet, read_rules
from castlewise.models.castle_panic.stages import ROLL_TOKEN
from castlewise.models.move_code import verb_of

# Moves that have nothing to do with fire.
FIRELESS = {
    verbs.CARD,
    verbs.DISCARD,
    verbs.KEEP,
    verbs.TRADE,
    verbs.NO_TRADE,
    verbs.ACCEPT,
    verbs.REFUSE,
    verbs.BUILD,
    verbs.MISSING,
    verbs.DRAW_TWO,
}


@st.composite
def rule_sets(draw: st.DrawFn) -> RuleSet:
    players = draw(st.integers(1, 6))
    version = "solitaire" if players == 1 else draw(st.sampled_from(["co-op", "master-slayer"]))
    options = draw(st.sets(st.sampled_from(sorted({*OPTIONS, *WIZARDS_TOWER_OPTIONS})), max_size=7))
    options -= {"kings-tower"} if players == 6 else set()
    options |= {"charging-horde"} if "easier-trades" in options else set()
    options -= {"random-monster-mix"} if "monster-shortage" in options else set()
    options -= {"solo-stand-together"} if players > 1 else set()
    options -= {"solo-basilisk"} if players > 1 or "monster-shortage" in options else set()
    more = draw(st.sampled_from(["harbingers=0", "harbingers=5"])) if "monster-shortage" not in options and draw(st.booleans()) else ""
    return read_rules(",".join(filter(None, [f"players={players}", version, "wizards-tower", *sorted(options), more])))


class PlayedGame(RuleBasedStateMachine):
    @initialize(rules=rule_sets())
    def begin(self, rules: RuleSet) -> None:
        self.game = CastlePanic(rules, compiled=False)
        self.now = self.game.start()
        self.tower_fell = False
        check_node(self.now, self.tower_fell)

    @precondition(lambda self: not self.now.is_over)
    @rule(seed=st.integers(0, 1 << 20), moves=st.integers(20, 150))
    def play_on(self, seed: int, moves: int) -> None:
        rng, source = random.Random(seed), self.game.source(seed)
        for _ in range(moves):
            if self.now.is_over:
                break
            move = self.game.sample(self.now, source) if self.now.is_chance else rather_do_something(rng, self.now)
            after = self.game.apply(self.now, move)
            self.tower_fell = self.tower_fell or (self.now.wizards_tower != 0 and after.wizards_tower == 0)
            try:
                check_node(after, self.tower_fell)
                if verb_of(move) in FIRELESS and after.player == self.now.player:
                    assert all_flames(after) == all_flames(self.now)
            except AssertionError as error:
                error.add_note(f"{self.game.short(self.now, move)} in {self.now} led to {bytes(after)!r}")
                raise
            self.now = after

    @rule()
    def write_and_read(self) -> None:
        assert bytes(self.game.read(str(self.now))) == bytes(self.now)
        assert bytes(read_position_file(write_position_file(self.now), compiled=False)) == bytes(self.now)


TestPiecesImpsAndFireAreAccountedForAtEveryNode = PlayedGame.TestCase
TestPiecesImpsAndFireAreAccountedForAtEveryNode.settings = settings(
    max_examples=40, stateful_step_count=6, phases=[Phase.explicit, Phase.reuse, Phase.generate]
)


def all_flames(position: Position) -> int:
    return sum(position.wall_flames) + sum(position.tower_flames) + sum(m.flames for m in position.monsters)


def check_node(position: Position, tower_fell: bool) -> None:
    rules, s = position.rule_set, position.state
    check_cards(rules, s, tower_fell)
    check_tokens(rules, s)
    check_monsters(rules, s)
    check_fire(s)


def check_cards(rules: RuleSet, s: Any, tower_fell: bool) -> None:
    for kind, card in enumerate(rules.components.cards):
        held = sum(hand[kind] for hand in s.hands)
        wizards = FIRST_WIZARD_CARD <= kind <= LAST_WIZARD_CARD
        if wizards:
            assert s.deck[kind] == s.discards[kind] == 0
            found = held + s.wizard_deck[kind] + s.wizard_discards[kind]
            assert found == card.count or (found == card.count - 1 and tower_fell)
        else:
            assert s.wizard_deck[kind] == s.wizard_discards[kind] == 0
            found = held + s.deck[kind] + s.discards[kind]
            assert found == rules.full_deck[kind] or (
                rules.dwindling_resources and card.effect in ("brick", "mortar") and found < card.count
            )
        assert sum(seen == kind + 1 for seen in s.oracle) <= s.deck[kind]
        assert min(held, s.deck[kind], s.discards[kind], s.wizard_deck[kind], s.wizard_discards[kind]) >= 0


def check_tokens(rules: RuleSet, s: Any) -> None:
    on_board = [kind_of(m) for m in s.monsters[: s.monster_count]]
    assert s.imps + on_board.count(IMP) == setup.imps(rules)
    announced, removed = 0, 0
    for kind, total in enumerate(rules.all_tokens):
        rolling = int(s.stage == ROLL_TOKEN and s.token == kind)
        found = on_board.count(kind) + s.pile[kind] + s.token_discards[kind] + sum(t[kind] for t in s.trophies) + s.to_place[kind] + rolling
        if FIRST_MEGA_BOSS <= kind <= LAST_MEGA_BOSS:
            assert found + (s.bosses >> (kind - FIRST_MEGA_BOSS) & 1) == setup.bosses_to_announce(rules) >> (kind - FIRST_MEGA_BOSS) & 1
            assert s.pile[kind] == 0
            announced += found
        elif kind == HARBINGER_TOKEN:
            harbingers = found
        elif kind != IMP:
            removed += total - found
    assert harbingers + announced + (s.stage == ANNOUNCE) == setup.harbingers(rules)
    assert removed + s.to_remove == (MIX_REMOVED if rules.random_monster_mix else 0)


def check_monsters(rules: RuleSet, s: Any) -> None:
    monsters = s.monsters[: s.monster_count]
    assert monsters == sorted(monsters)
    assert not any(s.monsters[s.monster_count :])
    for m in monsters:
        full = rules.components.tokens[kind_of(m)].health
        assert (health_of(m) == 0) == (kind_of(m) == DOPPELGANGER)
        assert health_of(m) <= full
        assert m & AIMED == 0
        if s.stage not in MOVING:
            assert m & (ATTACKING | SCORCHED | TO_ROLL | BREATHES) == 0
            assert fresh_of(m) == 0
        if kind_of(m) == DOPPELGANGER:
            assert flames_of(m) + fresh_of(m) == 0
        if ring_of(m) == CASTLE and not m & ATTACKING:
            assert s.towers[arc_of(m)] == 0


def check_fire(s: Any) -> None:
    for arc in range(6):
        assert 0 <= s.wall_flames[arc] <= 2 * s.walls[arc]
        assert 0 <= s.tower_flames[arc] <= 2 * s.towers[arc]
        assert not (s.fortify[arc] and s.wall_flames[arc])
    assert s.wizard == 0 or s.towers[s.wizard - 1] == 1
