"""Setting up the Wizard's Tower: which cards and tokens are in the game, and its part of the rules in force (Game Setup; Alternate Rules)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from castlewise.models.castle_panic.components import ROUGH_START_MONSTERS
from castlewise.models.castle_panic.expansions.wizards_tower.components import (
    CORE_TOKENS,
    FIRST_MEGA_BOSS,
    FIRST_WIZARD_CARD,
    HARBINGER_TOKEN,
    HARBINGERS,
    IMP,
    LAST_WIZARD_CARD,
    MEGA_BOSSES,
    MIX_REMOVED,
    REMOVED,
    SHORTAGE,
    SHORTAGE_HARBINGERS,
    SHORTAGE_MEGA_BOSSES,
    STEPS,
    TRAITS,
    WizardToken,
)
from castlewise.models.problems import Problems

if TYPE_CHECKING:
    from castlewise.models.castle_panic.rule_set import RuleSet

SWITCHES = ("death_benefit", "flaming_tar", "cavalry_hobble", "too_quiet", "growing_fire", "necromancer_randomizer")


def mega_bosses(rules: RuleSet) -> tuple[str, ...]:
    """Those that a Harbinger may announce. A solitaire game goes without the Basilisk unless `solo-basilisk` keeps it."""
    names = SHORTAGE_MEGA_BOSSES if rules.monster_shortage else MEGA_BOSSES
    return tuple(name for name in names if name != "basilisk" or rules.players > 1 or rules.solo_basilisk)


def harbingers(rules: RuleSet) -> int:
    if rules.harbingers is not None:
        return rules.harbingers
    return SHORTAGE_HARBINGERS if rules.monster_shortage else HARBINGERS


def problems(rules: RuleSet) -> Problems:
    found = Problems()
    if not 0 <= harbingers(rules) <= len(mega_bosses(rules)):
        found.add("rules.harbingers", f"{rules.harbingers}: this game has {len(mega_bosses(rules))} Mega Bosses to announce")
    if rules.monster_shortage and rules.random_monster_mix:
        found.add("rules.random-monster-mix", "monster-shortage says which tokens there are; choose one of the two")
    if rules.solo_basilisk and (rules.players > 1 or rules.monster_shortage):
        found.add("rules.solo-basilisk", "belongs to a solitaire game with all Mega Bosses")
    if rules.solo_stand_together and rules.players > 1:
        found.add("rules.solo-stand-together", "belongs to a solitaire game; with more players Stand Together is there anyway")
    return found


def starting_monsters(rules: RuleSet) -> dict[int, int]:
    """With Rough Start three Orcs and three Trolls, or as many as there are; else six that are drawn."""
    if not rules.rough_start:
        return {}
    tokens = rules.all_tokens
    return {kind: min(count, tokens[kind]) for kind, count in ROUGH_START_MONSTERS.items()}


def castle_deck(rules: RuleSet) -> tuple[int, ...]:
    """Without the Wizard cards; Stand Together has no effect in a solitaire game and is left out unless `solo-stand-together` keeps it."""
    without = "stand together" if rules.players == 1 and not rules.solo_stand_together else ""
    return tuple(
        0 if FIRST_WIZARD_CARD <= kind <= LAST_WIZARD_CARD or card.name == without else card.count
        for kind, card in enumerate(rules.components.cards)
    )


def wizard_deck(rules: RuleSet) -> tuple[int, ...]:
    return tuple(card.count if FIRST_WIZARD_CARD <= kind <= LAST_WIZARD_CARD else 0 for kind, card in enumerate(rules.components.cards))


def tokens_in_play(rules: RuleSet, removed: Mapping[str, int]) -> tuple[int, ...]:
    """The pile of the beginning, starting Monsters included: no Imps, no Mega Bosses, and so many Harbingers."""
    counts = []
    for kind, token in enumerate(rules.components.tokens):
        count = token.count
        if rules.monster_shortage:
            count = min(count, SHORTAGE.get(token.name, 0))
        elif not rules.random_monster_mix:
            count -= REMOVED.get(token.name, 0)
        if kind == HARBINGER_TOKEN:
            count = harbingers(rules)
        elif kind == IMP or kind >= FIRST_MEGA_BOSS:
            count = 0
        counts.append(max(0, count - removed.get(token.name, 0)))
    return tuple(counts)


def imps(rules: RuleSet) -> int:
    return rules.components.tokens[IMP].count


def bosses_to_announce(rules: RuleSet) -> int:
    """One bit for each."""
    return sum(1 << MEGA_BOSSES.index(name) for name in mega_bosses(rules))


def tokens_to_remove(rules: RuleSet) -> int:
    """Random Monster Mix."""
    return min(MIX_REMOVED, sum(rules.all_tokens[:CORE_TOKENS])) if rules.random_monster_mix else 0


def set_out(rules: RuleSet, state: Any) -> None:
    """The expansion's part of a state in which nothing has happened."""
    for kind, count in enumerate(wizard_deck(rules)):
        state.wizard_deck[kind] = count
    state.imps = imps(rules)
    state.bosses = bosses_to_announce(rules)


def write(rules: RuleSet, record: Any) -> None:
    """The expansion's part of a `Rules` record."""
    for name in SWITCHES:
        setattr(record, name, int(getattr(rules, name)))
    for kind, token in enumerate(rules.components.tokens):
        record.token_boss[kind] = int(token.boss)
        if isinstance(token, WizardToken):
            record.token_traits[kind] = sum(1 << TRAITS.index(trait) for trait in token.traits)
            record.token_step[kind] = STEPS.index(token.step)
            record.token_weak[kind] = token.weak_ring
            record.token_immune[kind] = token.immune_ring
