"""Whether a written position can be, as far as the Wizard's Tower is concerned (see castlewise.models.castle_panic.position_check).

What a newcomer would get wrong: at the expansion's own stages nearly anything may be under way, so only what is wrong at every moment is refused there.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from castlewise.models.castle_panic import stages as base_stages
from castlewise.models.castle_panic.board import ARCS, CASTLE
from castlewise.models.castle_panic.components import Token
from castlewise.models.castle_panic.expansions.wizards_tower import setup, stages
from castlewise.models.castle_panic.expansions.wizards_tower.components import (
    CORE_TOKENS,
    DRAGON_STEP,
    FIRST_MEGA_BOSS,
    HARBINGER_TOKEN,
    IMP,
    LAST_MEGA_BOSS,
    MIX_REMOVED,
    STEPS,
    WARLOCK_STEP,
    WizardToken,
)
from castlewise.models.castle_panic.expansions.wizards_tower.fire import FLAMES_THAT_DESTROY
from castlewise.models.castle_panic.expansions.wizards_tower.marks import BREATHES, SCORCHED, TO_ROLL, fresh_of
from castlewise.models.castle_panic.expansions.wizards_tower.position_keys import (
    MOVING,
    announced,
    is_wizard_card,
    stated,
    wizard_deck_left,
)
from castlewise.models.castle_panic.expansions.wizards_tower.under_way_check import under_way

if TYPE_CHECKING:
    from castlewise.models.castle_panic.position_draft import Draft

Found = Iterator[tuple[str, str]]

BEFORE_THE_TOWER = (base_stages.ROLL_WALL_COUNT, base_stages.ROLL_WALL, stages.CHOOSE_WIZARDS_TOWER, stages.ROLL_WIZARDS_TOWER)


def shapeless(token: Token) -> bool:
    """The Doppelganger: a Monster without health."""
    return isinstance(token, WizardToken) and "shapeless" in token.traits


def rolled_for(token: Token) -> bool:
    return shapeless(token) or token.effect in ("flaming-boulder", "trebuchet")


def wizards_tower(draft: Draft) -> Found:
    yield from structures(draft)
    yield from wizard_cards(draft)
    yield from monsters(draft)
    yield from under_way(draft)


def structures(draft: Draft) -> Found:
    arc = stated(draft, "wizard-tower")
    if arc and not draft.towers[arc - 1] and draft.stage != base_stages.OVER:
        yield "wizard-tower", f"no Tower stands in arc {arc}"
    if not arc and sum(draft.towers) == ARCS and draft.stage not in BEFORE_THE_TOWER:
        yield "wizard-tower", "has to be stated: all six Towers stand, and one of them is the Wizard's"
    flames = stated(draft, "burning")
    for place, count in enumerate(flames):
        of_arc = place % ARCS
        name, stands = (
            (f"the Wall of arc {of_arc + 1}", draft.walls[of_arc])
            if place < ARCS
            else (f"the Tower of arc {of_arc + 1}", draft.towers[of_arc])
        )
        if count and not stands:
            yield "burning", f"{name} does not stand"
        elif count >= FLAMES_THAT_DESTROY:
            yield "burning", f"{name} with {count} flames: {FLAMES_THAT_DESTROY} destroy it"
        elif count and place < ARCS and draft.fortify[of_arc]:
            yield "burning", f"{name} has a Fortify token, which puts out the fire"


def wizard_cards(draft: Draft) -> Found:
    cards = draft.rule_set.components.cards
    for key in ("wizard-discards", "wizard-removed"):
        for kind, count in enumerate(stated(draft, key)):
            if count and not is_wizard_card(kind):
                yield key, f"{cards[kind].title} is not a Wizard card"
    for key, counts in (("discards", draft.discards), ("deck", draft.deck), ("removed", draft.removed)):
        for kind, count in enumerate(counts or ()):
            if count and is_wizard_card(kind):
                yield key, f"{cards[kind].title} is a Wizard card, which has a deck and a discard pile of its own"
    for kind, left in enumerate(wizard_deck_left(draft)):
        if left < 0:
            yield (
                "hands, wizard-discards, wizard-removed",
                f"{cards[kind].count - left} of {cards[kind].title}, the game has {cards[kind].count}",
            )


def monsters(draft: Draft) -> Found:
    imps = sum(m.kind == IMP for m in draft.monsters)
    if imps > setup.imps(draft.rule_set):
        yield "monsters", f"{imps} Imps, the game has {setup.imps(draft.rule_set)}"
    seen, allowed = announced(draft), setup.bosses_to_announce(draft.rule_set)
    for kind in range(FIRST_MEGA_BOSS, LAST_MEGA_BOSS + 1):
        if seen & ~allowed & 1 << (kind - FIRST_MEGA_BOSS):
            yield (
                "monsters",
                f"{draft.rule_set.components.tokens[kind].title}: these rules have only {', '.join(setup.mega_bosses(draft.rule_set))}",
            )
    if seen.bit_count() > setup.harbingers(draft.rule_set):
        yield "monsters", f"{seen.bit_count()} Mega Bosses, but {setup.harbingers(draft.rule_set)} Harbingers to announce them"
    for key, counts in (("pile", draft.pile), ("token-discards", draft.token_discards)):
        for kind, count in enumerate(counts or ()):
            if count and (kind == IMP or (key == "pile" and FIRST_MEGA_BOSS <= kind <= LAST_MEGA_BOSS)):
                yield key, f"{draft.rule_set.components.tokens[kind].title} does not lie there"
            if count and key == "token-discards" and kind == HARBINGER_TOKEN:
                yield key, "a Harbinger that was drawn has left the game (removed-tokens)"
    for kind, count in enumerate(stated(draft, "removed-tokens")):
        mixed = draft.rule_set.random_monster_mix and kind < CORE_TOKENS
        if count and kind != HARBINGER_TOKEN and not mixed:
            title = draft.rule_set.components.tokens[kind].title
            yield "removed-tokens", f"{title}: only Harbingers leave the game, and the base game's tokens with random-monster-mix"
    mixed_out = sum(stated(draft, "removed-tokens")[:CORE_TOKENS]) + stated(draft, "to-remove")
    if mixed_out > MIX_REMOVED:
        yield "removed-tokens, to-remove", f"{mixed_out} tokens, random-monster-mix removes {MIX_REMOVED}"
    for m in draft.monsters:
        if (m.more_marks & (SCORCHED | TO_ROLL | BREATHES) or fresh_of(m.more_marks)) and draft.stage not in MOVING:
            yield m.key, "has marks of a movement that is being resolved, which do not go with this stage"
        if m.more_marks and shapeless(draft.rule_set.components.tokens[m.kind]):
            yield m.key, "the Doppelgänger does not catch fire"
        token = draft.rule_set.components.tokens[m.kind]
        if m.more_marks & TO_ROLL and not (isinstance(token, WizardToken) and token.step in (STEPS[DRAGON_STEP], STEPS[WARLOCK_STEP])):
            yield m.key, f"{token.title} does not move by a die (mark m)"
        if m.more_marks & BREATHES and (token.effect != "breathe-fire" or m.ring == CASTLE):
            yield m.key, f"{token.title} does not breathe fire there (mark r)"
    rolling = any(m.more_marks & TO_ROLL for m in draft.monsters)
    if draft.stage == stages.ROLL_STEP and not rolling:
        yield "monsters", "nobody is about to move by a die (mark m)"
    if draft.stage == stages.FIRE_ORDER and not any(m.more_marks & BREATHES for m in draft.monsters):
        yield "monsters", "nobody is about to breathe fire (mark r)"
