"""The Wizard's Tower's moves in words and in short form (see castlewise.models.castle_panic.move_text).

A Monster's short form has further letters behind its health: `b` for each Flame token, `c` for each that it caught in the present movement,
`s` if its flames are about to hurt it, `m` if a die says where it goes, `r` if it is about to breathe fire.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from castlewise.models.castle_panic import moves as base_verbs
from castlewise.models.castle_panic.board import COLOURS, RINGS, kind_of
from castlewise.models.castle_panic.expansions.wizards_tower import moves as verbs
from castlewise.models.castle_panic.expansions.wizards_tower import stages
from castlewise.models.castle_panic.expansions.wizards_tower.components import (
    BURNING_BLAST,
    DRAGON_STEP,
    STEPS,
    WIZARD_QUAKE,
    WizardToken,
)
from castlewise.models.castle_panic.expansions.wizards_tower.marks import BREATHES, SCORCHED, TO_ROLL, flames_of, fresh_of
from castlewise.models.castle_panic.expansions.wizards_tower.special_cards import effect_of_bit
from castlewise.models.move_code import first_of, second_of, target_of, third_of, verb_of

if TYPE_CHECKING:
    from castlewise.models.castle_panic.position import Position

_DRAGON = (
    "moves clockwise and breathes fire",
    "moves forward and breathes fire",
    "breathes fire",
    "moves backward and breathes fire",
    "moves forward and breathes fire",
    "moves counter-clockwise and breathes fire",
)
LETTERS = "txbcsmr"
WORDS = frozenset(
    {"wizard", "castle", "wizards", "breathe", "pass", "wave", "hit", "out", "fort", "take", "top", "drop", "return", "remove", "starts"}
    | {"boss", "raise", "see", *COLOURS}
)


def marks_in_letters(packed: int) -> str:
    about_to = ("s" if packed & SCORCHED else "") + ("m" if packed & TO_ROLL else "") + ("r" if packed & BREATHES else "")
    return "b" * flames_of(packed) + "c" * fresh_of(packed) + about_to


def fire_in_words(packed: int) -> str:
    flames = flames_of(packed) + fresh_of(packed)
    return "" if flames == 0 else ", burning" if flames == 1 else f", burning with {flames} flames"


def roll(position: Position, rolled: int) -> str:
    """What a die decides at a stage of the expansion's own; empty at others."""
    state = position.state
    if state.stage == stages.ROLL_WIZARDS_TOWER:
        return f"rolls a {rolled + 1}: the Wizard's Tower stands in arc {rolled + 1}"
    if state.stage == stages.ROLL_IMPS:
        return f"rolls a {rolled + 1}: " + ("an Imp in arc 1" if rolled == 0 else f"Imps in arcs 1 to {rolled + 1}")
    if state.stage == stages.ROLL_STEP:
        mover = next(int(m) for m in state.monsters[: state.monster_count] if int(m) & TO_ROLL)
        token = position.rule_set.components.tokens[kind_of(mover)]
        assert isinstance(token, WizardToken)
        if token.step == STEPS[DRAGON_STEP]:
            return f"rolls a {rolled + 1}: the Dragon {_DRAGON[rolled]}"
        return f"rolls a {rolled + 1}: the Warlock appears in arc {rolled + 1} and moves forward"
    return ""


def cards_with(position: Position, chosen: int) -> list[int]:
    """The kinds of the cards played with a hit card."""
    effects = position.game.rules.card_effect
    return [next(kind for kind, effect in enumerate(effects) if int(effect) == effect_of_bit(bit)) for bit in range(7) if chosen >> bit & 1]


def describe(position: Position, move: int) -> str:
    from castlewise.models.castle_panic.move_text import monster_in_words, with_article

    cards, tokens = position.rule_set.components.cards, position.rule_set.components.tokens
    verb, first, second, third = verb_of(move), first_of(move), second_of(move), third_of(move)

    def target() -> str:
        return monster_in_words(position, target_of(move))

    def spell() -> str:
        if first == base_verbs.NOTHING:
            return f"Valador's Wave strikes {target()}"
        return f"{cards[first].title} strikes {target()}" if target_of(move) else f"plays {cards[first].title}"

    def hit_with() -> str:
        others = [cards[kind].title for kind in cards_with(position, second)]
        return f"{cards[first].title} {'with ' + ', '.join(others) + ' ' if others else ''}hits {target()}"

    def at_arc() -> str:
        if int(position.game.rules.card_effect[first]) == WIZARD_QUAKE:
            return f"Wizard Quake destroys the Tower of arc {second + 1} and slays all Monsters there"
        return f"{cards[first].title} strikes arc {second + 1}"

    def at_space() -> str:
        burns = int(position.game.rules.card_effect[first]) == BURNING_BLAST
        return f"{cards[first].title} {'sets' if burns else 'strikes'} {RINGS[second]} {third + 1}{' on fire' if burns else ''}"

    def pass_on() -> str:
        return {
            stages.SECOND_HIT: "hits only once",
            stages.WAVE_POINT: "deals no more points",
            stages.ASSEMBLE_WALL: "builds no Wall",
            stages.GIVE_UP_ANY: "discards no more cards",
            stages.HELP: "plays no card",
        }.get(int(position.state.stage), "passes")

    def structure() -> str:
        return f"the {'Tower' if third else 'Wall'} of arc {second + 1}"

    def bolt() -> str:
        to = "" if second == base_verbs.NOTHING else f" and sends it to forest {second + 1}"
        return f"{cards[first].title} strikes {target()}{to}"

    def hypnotize() -> str:
        return f"Hypnotize: {target()} and {monster_in_words(position, int(position.state.monsters[second]))} attack each other"

    sentences: dict[int, Callable[[], str]] = {
        verbs.WIZARDS_TOWER: lambda: f"puts the Wizard's Tower in arc {first + 1}",
        verbs.FROM_CASTLE: lambda: "draws from the Castle deck",
        verbs.FROM_WIZARDS: lambda: "draws from the Wizard deck",
        verbs.BREATHE: lambda: f"{target()} breathes fire first",
        verbs.PASS: pass_on,
        verbs.SPELL: spell,
        verbs.SPELL_AT_ARC: at_arc,
        verbs.SPELL_AT_COLOUR: lambda: f"{cards[first].title} strikes the {COLOURS[second]} Monsters",
        verbs.SPELL_AT_SPACE: at_space,
        verbs.HIT_WITH: hit_with,
        verbs.EXTINGUISH: lambda: f"{cards[first].title} puts out a flame on {structure()}",
        verbs.MANUFACTURE: lambda: (
            f"Mystical Manufacturing with {cards[first].title} builds {'the Wizard' + chr(39) + 's' if third else 'a'} Tower in arc {second + 1}"
        ),
        verbs.MANUFACTURE_ON: lambda: f"Mystical Manufacturing with {cards[first].title} drops a Tower on {target()}",
        verbs.HYPNOTIZE: hypnotize,
        verbs.BOLT: bolt,
        verbs.TELEPORT: lambda: f"{cards[first].title} moves {target()} to {RINGS[second]} {third + 1}",
        verbs.TELEPORT_FORTIFY: lambda: f"{cards[first].title} moves the Fortify token of arc {second + 1} to the Wall of arc {third + 1}",
        verbs.ASSEMBLE: lambda: f"{cards[first].title} builds the Wall of arc {second + 1}",
        verbs.KEEP_CARD: lambda: f"keeps {cards[first].title}",
        verbs.ORDER_CARD: lambda: f"puts {cards[first].title} next on the deck",
        verbs.GIVE_UP_HOPE: lambda: f"discards {cards[first].title}",
        verbs.STAND_TOGETHER: lambda: f"Stand Together: player {second + 1} plays a card",
        verbs.RETURNS: lambda: f"{with_article(tokens[first].title)} takes the Doppelgänger's place",
        verbs.GIVE_UP_WIZARD: lambda: f"gives up {cards[first].title}",
        verbs.DRAWN: lambda: f"draws {cards[first].title}",
        verbs.WIZARD_DRAWN: lambda: f"draws {cards[first].title}",
        verbs.REMOVED_TOKEN: lambda: f"{with_article(tokens[first].title)} is removed from the pile",
        verbs.STARTS: lambda: f"{with_article(tokens[first].title)} starts in archer {second + 1}",
        verbs.ANNOUNCED: lambda: f"the Harbinger announces the {tokens[first].title}",
        verbs.RAISED: lambda: f"the Necromancer returns {with_article(tokens[first].title)} to the pile",
        verbs.SEEN: lambda: f"sees {cards[first].title}",
    }
    return sentences[verb]() if verb in sentences else f"unknown move {move}"


def short(position: Position, move: int) -> str:
    from castlewise.models.castle_panic.move_text import short_monster

    cards, tokens = position.rule_set.components.cards, position.rule_set.components.tokens
    verb, first, second, third = verb_of(move), first_of(move), second_of(move), third_of(move)

    def target() -> str:
        return short_monster(position, target_of(move))

    def spell() -> str:
        if first == base_verbs.NOTHING:
            return f"wave@{target()}"
        return f"{cards[first].code}@{target()}" if target_of(move) else cards[first].code

    def hit_with() -> str:
        others = [cards[kind].code for kind in cards_with(position, second)] or ["hit"]
        return f"{'.'.join(others)}.{cards[first].code}@{target()}"

    def bolt() -> str:
        return cards[first].code + ("" if second == base_verbs.NOTHING else f".{second + 1}") + f"@{target()}"

    manufacturing = next(card.code for card in cards if card.effect == "mystical-manufacturing")
    forms: dict[int, Callable[[], str]] = {
        verbs.WIZARDS_TOWER: lambda: f"wizard@{first + 1}",
        verbs.FROM_CASTLE: lambda: "castle",
        verbs.FROM_WIZARDS: lambda: "wizards",
        verbs.BREATHE: lambda: f"breathe@{target()}",
        verbs.PASS: lambda: "pass",
        verbs.SPELL: spell,
        verbs.SPELL_AT_ARC: lambda: f"{cards[first].code}@{second + 1}",
        verbs.SPELL_AT_COLOUR: lambda: f"{cards[first].code}.{COLOURS[second]}",
        verbs.SPELL_AT_SPACE: lambda: f"{cards[first].code}@{RINGS[second][0]}{third + 1}",
        verbs.HIT_WITH: hit_with,
        verbs.EXTINGUISH: lambda: f"out.{cards[first].code}@{'t' if third else 'w'}{second + 1}",
        verbs.MANUFACTURE: lambda: f"{manufacturing}.{cards[first].code}{'.wizard' if third else ''}@{second + 1}",
        verbs.MANUFACTURE_ON: lambda: f"{manufacturing}.{cards[first].code}@{target()}",
        verbs.HYPNOTIZE: lambda: f"{cards[first].code}.{short_monster(position, int(position.state.monsters[second]))}@{target()}",
        verbs.BOLT: bolt,
        verbs.TELEPORT: lambda: f"{cards[first].code}.{RINGS[second][0]}{third + 1}@{target()}",
        verbs.TELEPORT_FORTIFY: lambda: f"{cards[first].code}.fort.{second + 1}@{third + 1}",
        verbs.ASSEMBLE: lambda: f"wall.{cards[first].code}@{second + 1}",
        verbs.KEEP_CARD: lambda: f"take.{cards[first].code}",
        verbs.ORDER_CARD: lambda: f"top.{cards[first].code}",
        verbs.GIVE_UP_HOPE: lambda: f"drop.{cards[first].code}",
        verbs.STAND_TOGETHER: lambda: f"{cards[first].code}.p{second + 1}",
        verbs.RETURNS: lambda: f"return.{tokens[first].code}",
        verbs.GIVE_UP_WIZARD: lambda: f"give.{cards[first].code}",
        verbs.DRAWN: lambda: f"card.{cards[first].code}",
        verbs.WIZARD_DRAWN: lambda: f"card.{cards[first].code}",
        verbs.REMOVED_TOKEN: lambda: f"remove.{tokens[first].code}",
        verbs.STARTS: lambda: f"starts.{tokens[first].code}@{second + 1}",
        verbs.ANNOUNCED: lambda: f"boss.{tokens[first].code}",
        verbs.RAISED: lambda: f"raise.{tokens[first].code}",
        verbs.SEEN: lambda: f"see.{cards[first].code}",
    }
    return forms[verb]() if verb in forms else f"unknown.{move}"


def well_formed(position: Position, text: str, base_words: frozenset[str]) -> bool:
    """Whether a text has the form of a move, legal or not."""
    what, at, target = text.partition("@")
    components = position.rule_set.components
    codes = {card.code for card in components.cards} | {token.code for token in components.tokens}

    def is_monster(word: str) -> bool:
        found = re.fullmatch(rf"[faksc][1-6]([a-z]+?)\d*[{LETTERS}]*", word)
        return found is not None and found[1] in codes

    def is_word(word: str) -> bool:
        known = word in codes or word in base_words or word in WORDS
        return known or re.fullmatch(r"p?[1-6]|[faksc][1-6]", word) is not None or is_monster(word)

    if not all(is_word(word) for word in what.split(".")):
        return False
    return not at or re.fullmatch("[faksctw]?[1-6]", target) is not None or is_monster(target)
