"""Which of the expansion's keys go with which moment of a turn, and what has to be stated there (see castlewise.models.castle_panic.position_check).

What a newcomer would get wrong: much stays under way while something else is settled. Cards that Berserk brings wait for the second hit of a Double Strike,
and that waits for the tokens of a Goblin King who took the Doppelganger's place after the first.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from castlewise.models.castle_panic import stages as base
from castlewise.models.castle_panic.components import BRICK_CARD, MORTAR_CARD
from castlewise.models.castle_panic.expansions.wizards_tower import setup, stages
from castlewise.models.castle_panic.expansions.wizards_tower.components import (
    DOPPELGANGER,
    FIRST_MEGA_BOSS,
    IMP,
    LAST_MEGA_BOSS,
    MEGA_BOSSES,
)
from castlewise.models.castle_panic.expansions.wizards_tower.monsters import TO_THE_PILE
from castlewise.models.castle_panic.expansions.wizards_tower.position_keys import (
    IN_PLAY,
    SETTING_UP,
    announced,
    is_wizard_card,
    stated,
    wizard_deck_left,
)
from castlewise.models.castle_panic.position_draft import BEFORE_PLAY, SETUP, stage_name
from castlewise.models.castle_panic.rule_set import MASTER_SLAYER
from castlewise.models.rules_needed import not_in_force

if TYPE_CHECKING:
    from castlewise.models.castle_panic.position_draft import Draft

Found = Iterator[tuple[str, str]]

DRAWS = (stages.WHICH_DECK, stages.DRAW_FOR, stages.DRAW_WIZARD)
IN_A_MOVEMENT = (base.WHO_IS_HURT, stages.FIRE_ORDER)

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


def says(draft: Draft, key: str) -> bool:
    """Whether a key says something: a colour always does, a number or a list if it is not 0."""
    value = stated(draft, key)
    return key in draft.wizards if key == "wave-colour" else bool(any(value) if isinstance(value, list) else value)


def setting_up(draft: Draft) -> bool:
    return draft.stage in SETUP or draft.stage in SETTING_UP


def before_play(draft: Draft) -> bool:
    return draft.stage in BEFORE_PLAY or (draft.stage in DRAWS and stated(draft, "then") == base.BEGIN_TRADE)


def fitting(draft: Draft) -> dict[str, bool]:
    """Whether a key goes with the moment."""
    stage, afterwards = draft.stage, stated(draft, "tokens-then")
    started = not setting_up(draft)
    playing = started and not before_play(draft) and stage != base.OVER
    interrupted_play = draft.interrupts == "play" or afterwards in (base.PLAY_PHASE, stages.SECOND_HIT, stages.WAVE_POINT)
    tokens = stage in (base.DRAW_TOKEN, base.ROLL_TOKEN, stages.ANNOUNCE, stages.ROLL_IMPS) or draft.interrupts == "token"
    drawing = stage in DRAWS
    second_hit = stages.SECOND_HIT in (stage, afterwards)
    wave = stages.WAVE_POINT in (stage, afterwards)
    falling = stage in IN_A_MOVEMENT or stage == stages.REPLACE_DOPPELGANGER
    return {
        "burning": started,
        "wizard-discards": started,
        "wizard-removed": started,
        "benefit": started,
        "oracle": started,
        "ice": playing,
        "berserk": playing,
        "helped": playing and (interrupted_play or (stage in IN_PLAY and stage not in (stages.SECOND_HIT, stages.GIVE_UP_ANY))),
        "acting": stage == stages.ASSEMBLE_WALL,
        "draws": drawing or stage in (stages.SECOND_HIT, stages.GIVE_UP_ANY) or interrupted_play,
        "either-deck": drawing,
        "then": drawing,
        "second-hit": second_hit,
        "wave-points": wave,
        "wave-colour": wave,
        "oracle-ordered": stage == stages.ORACLE_ORDER,
        "fallen": falling,
        "fallen-to": falling,
        "down-to": stage in (base.GIVE_UP_CARD, base.CLAIM_BACKUP),
        "givers": stage == stages.GIVE_UP_WIZARD_CARD,
        "raises": falling or stage in (stages.RAISE, stages.ROLL_STEP, stages.ROLL_IMPS),
        "tokens-then": tokens,
        "to-remove": not started,
    }


def under_way(draft: Draft) -> Found:
    for key, fits in fitting(draft).items():
        if not fits and says(draft, key):
            during = f' during "{draft.interrupts}"' if draft.interrupts else ""
            yield key, f'does not go with the stage "{stage_name(draft)}"{during}'
    if draft.stage in _ASKED and not says(draft, _ASKED[draft.stage][0]):
        yield _ASKED[draft.stage]
    yield from rules_in_force(draft)
    yield from draws(draft)
    yield from half_played(draft)
    yield from those_asked(draft)
    yield from oracle(draft)
    yield from fallen(draft)
    if draft.stage == stages.ANNOUNCE and not setup.bosses_to_announce(draft.rule_set) & ~announced(draft):
        yield "monsters", f"no Mega Boss is left to announce, of {', '.join(MEGA_BOSSES)}"


def rules_in_force(draft: Draft) -> Found:
    rules = draft.rule_set
    needs = {
        "death-benefit": (rules.death_benefit, ("benefit",), ()),
        "random-monster-mix": (rules.random_monster_mix, ("to-remove",), ("remove-token",)),
        "two players or more": (rules.players > 1, ("helped",), ("help",)),
        "a start that is not rough": (not rules.rough_start, (), ("starting",)),
    }
    yield from not_in_force(needs, lambda key: says(draft, key), stage_name(draft), rules)


def draws(draft: Draft) -> Found:
    stage, then, due = draft.stage, stated(draft, "then"), stated(draft, "draws")
    if any(count and player in draft.member("out") for player, count in enumerate(due)):
        yield "draws", "a player who is out draws no cards"
    if stage not in DRAWS:
        return
    if then not in (base.BEGIN_TRADE, base.PLAY_PHASE):
        yield "then", "has to be stated: trade or play, what follows the draws"
    if then == base.BEGIN_TRADE and (sum(due) != due[draft.player] or sum(due) > int(draft.game.rules.discards)):
        yield "draws", f"before the trades player {draft.player + 1} draws at most {int(draft.game.rules.discards)}, and nobody else"
    if stage != stages.DRAW_FOR:
        if not stated(draft, "wizard-tower"):
            yield "wizard-tower", "does not stand, so there is no choice of deck"
        if not stated(draft, "either-deck"):
            yield "either-deck", "has to be stated: otherwise cards come from the Castle deck"
    if stage == stages.DRAW_WIZARD and not any(wizard_deck_left(draft)):
        yield "wizard-discards", "no Wizard card is left to draw"
    if stage == stages.DRAW_FOR and not any(draft.cards()[0]):
        yield "deck", "no Castle card is left to draw"


def half_played(draft: Draft) -> Found:
    """Double Strike, Valador's Wave, and what goes on when the tokens drawn in between are resolved."""
    card, afterwards = stated(draft, "second-hit"), stated(draft, "tokens-then")
    if card and draft.rule_set.components.cards[card - 1].effect != "hit":
        yield "second-hit", f"{draft.rule_set.components.cards[card - 1].title} is not a hit card"
    if afterwards == base.BEGIN_TRADE:
        yield "tokens-then", "no tokens are drawn before the trades"
    if afterwards == stages.SECOND_HIT and not card:
        yield _ASKED[stages.SECOND_HIT]
    if afterwards == stages.WAVE_POINT and not stated(draft, "wave-points"):
        yield _ASKED[stages.WAVE_POINT]
    if stated(draft, "helped") == draft.player + 1:
        yield "helped", f"player {draft.player + 1} does not help themselves"


def those_asked(draft: Draft) -> Found:
    hands, acting = draft.hands, stated(draft, "acting")
    if acting and not hands[acting - 1][BRICK_CARD] + hands[acting - 1][MORTAR_CARD]:
        yield "acting", f"player {acting} holds no Brick and no Mortar"
    if draft.stage == stages.ASSEMBLE_WALL and all(draft.walls):
        yield "walls", "all six stand, and there is none to build"
    for player, hand in enumerate(hands):
        if stated(draft, "givers") >> player & 1 and not any(count for kind, count in enumerate(hand) if is_wizard_card(kind)):
            yield "givers", f"player {player + 1} holds no Wizard card"
    if draft.stage == stages.GIVE_UP_ANY and not any(hands[draft.player]):
        yield f"hands[{draft.player + 1}]", "there is no card to discard"


def oracle(draft: Draft) -> Found:
    deck, known = draft.cards()[0], stated(draft, "oracle")
    seen = sum(map(bool, known))
    for kind, card in enumerate(draft.rule_set.components.cards):
        count = known.count(kind + 1)
        if count and count > deck[kind]:
            yield "oracle", f"{count} of {card.title} on top of the deck, which has {max(0, deck[kind])}"
    if stated(draft, "oracle-ordered") >= max(1, seen):
        yield "oracle-ordered", f"{stated(draft, 'oracle-ordered')} of {seen} cards have their place, and nothing is asked"
    if draft.stage == stages.ORACLE_DRAW and (seen == len(known) or sum(deck) <= seen):
        yield "oracle", "no further card can be seen"


def fallen(draft: Draft) -> Found:
    """The Monsters destroyed lie where they went: among the trophies, in the pile, among the discards, Imps in their own pile."""
    counts, to, rules = stated(draft, "fallen"), stated(draft, "fallen-to"), draft.rule_set
    if to and to != TO_THE_PILE and (to > rules.players or rules.version != MASTER_SLAYER):
        yield "fallen-to", f"{to}: a player from 1 to {rules.players} in Master Slayer, {TO_THE_PILE} for the pile, or 0"
        return
    if to == TO_THE_PILE and not rules.monster_recycling:
        yield "fallen-to", f"{to}: Monsters return to the pile only with monster-recycling"
    if to and sum(counts) == counts[IMP]:
        yield "fallen-to", f"{to}, but only Imps fell, which go to their own pile"
    if any(counts) and not any(m.kind == DOPPELGANGER for m in draft.monsters):
        yield "fallen", "no Doppelgänger is on the board"
    pile, discards = draft.tokens()
    lying = pile if to == TO_THE_PILE else draft.trophies[to - 1] if to else discards
    for kind, count in enumerate(counts):
        token = rules.components.tokens[kind]
        there = setup.imps(rules) - sum(m.kind == IMP for m in draft.monsters) if kind == IMP else lying[kind]
        if count and (token.health == 0 or FIRST_MEGA_BOSS <= kind <= LAST_MEGA_BOSS):
            yield "fallen", f"{token.title} does not take the Doppelgänger's place"
        elif count > there:
            yield "fallen", f"{count} of {token.title}, but {max(0, there)} lie where fallen Monsters went"
