"""Whether a written position can be, as far as the Wizard's Tower is concerned (see castlewise.models.castle_panic.position_check).

What a newcomer would get wrong: at the expansion's own stages nearly anything may be under way, so only what is wrong at every moment is refused there.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from castlewise.models.castle_panic import stages as base_stages
from castlewise.models.castle_panic.board import ARCS
from castlewise.models.castle_panic.components import Token
from castlewise.models.castle_panic.wizards_tower import setup, stages
from castlewise.models.castle_panic.wizards_tower.components import FIRST_MEGA_BOSS, IMP, LAST_MEGA_BOSS, MEGA_BOSSES, WizardToken
from castlewise.models.castle_panic.wizards_tower.fire import FLAMES_THAT_DESTROY
from castlewise.models.castle_panic.wizards_tower.marks import BREATHES, SCORCHED, TO_ROLL, fresh_of
from castlewise.models.castle_panic.wizards_tower.position_keys import MOVING, announced, is_wizard_card, stated, wizard_deck_left

if TYPE_CHECKING:
    from castlewise.models.castle_panic.position_draft import Draft

Found = Iterator[tuple[str, str]]

BEFORE_THE_TOWER = (base_stages.ROLL_WALL_COUNT, base_stages.ROLL_WALL, stages.CHOOSE_WIZARDS_TOWER, stages.ROLL_WIZARDS_TOWER)

# What the stage is about has to be stated.
_ASKED = {
    stages.WHICH_DECK: ("draws", "have to be stated: how many cards each player draws"),
    stages.DRAW_FOR: ("draws", "have to be stated: how many cards each player draws"),
    stages.DRAW_WIZARD: ("draws", "have to be stated: how many cards each player draws"),
    stages.SECOND_HIT: ("second-hit", "has to be stated: the card that hits once more"),
    stages.WAVE_POINT: ("wave-points", "have to be stated: the points left of Valador's Wave"),
    stages.ASSEMBLE_WALL: ("acting", "has to be stated: the player who may build"),
    stages.HELP: ("helped", "has to be stated: the player whose turn it is"),
    stages.REPLACE_DOPPELGANGER: ("fallen", "have to be stated: the Monsters that may take the Doppelgänger's place"),
    stages.RAISE: ("raises", "have to be stated: how many Monsters the Necromancer returns"),
    stages.GIVE_UP_WIZARD_CARD: ("givers", "have to be stated: the players who give up a Wizard card"),
    stages.REMOVE_TOKEN: ("to-remove", "has to be stated: how many tokens are still removed"),
    stages.ORACLE_KEEP: ("oracle", "has to be stated: the cards that are seen"),
    stages.ORACLE_ORDER: ("oracle", "has to be stated: the cards that are seen"),
}


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
    for m in draft.monsters:
        if (m.more_marks & (SCORCHED | TO_ROLL | BREATHES) or fresh_of(m.more_marks)) and draft.stage not in MOVING:
            yield m.key, "has marks of a movement that is being resolved, which do not go with this stage"
        if m.more_marks and shapeless(draft.rule_set.components.tokens[m.kind]):
            yield m.key, "the Doppelgänger does not catch fire"
    rolling = any(m.more_marks & TO_ROLL for m in draft.monsters)
    if draft.stage == stages.ROLL_STEP and not rolling:
        yield "monsters", "nobody is about to move by a die (mark m)"
    if draft.stage == stages.FIRE_ORDER and not any(m.more_marks & BREATHES for m in draft.monsters):
        yield "monsters", "nobody is about to breathe fire (mark r)"


def under_way(draft: Draft) -> Found:
    if draft.stage in _ASKED:
        key, reason = _ASKED[draft.stage]
        value = stated(draft, key)
        if not (any(value) if isinstance(value, list) else value):
            yield key, reason
    if draft.stage in (stages.WHICH_DECK, stages.DRAW_FOR, stages.DRAW_WIZARD) and not stated(draft, "then"):
        yield "then", "has to be stated: trade or play, what follows the draws"
    if draft.stage == stages.WHICH_DECK and not stated(draft, "wizard-tower"):
        yield "wizard-tower", "does not stand, so there is no choice of deck"
    if draft.stage == stages.DRAW_WIZARD and not any(wizard_deck_left(draft)):
        yield "wizard-discards", "no Wizard card is left to draw"
    if draft.stage == stages.ANNOUNCE and not setup.bosses_to_announce(draft.rule_set) & ~announced(draft):
        yield "monsters", f"no Mega Boss is left to announce, of {', '.join(MEGA_BOSSES)}"
    cards = draft.rule_set.components.cards
    deck, _ = draft.cards()
    for kind, card in enumerate(cards):
        known = stated(draft, "oracle").count(kind + 1)
        if known > deck[kind]:
            yield "oracle", f"{known} of {card.title} on top of the deck, which has {max(0, deck[kind])}"
    if stated(draft, "fallen-to") > draft.rule_set.players and stated(draft, "fallen-to") != 7:
        yield "fallen-to", f"{stated(draft, 'fallen-to')}: a player from 1 to {draft.rule_set.players}, 7 for the pile, or 0"
