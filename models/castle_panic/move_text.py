"""Moves in words: a sentence for people, and a short form that can be typed, put in a URL and read back.

The short form is `what@target`: `ra@a2o2` is a Red Archer on the Orc with 2 health in archer 2, `ns.ra@a2o2` the same with Nice Shot,
`br.mo@3` a Wall built in arc 3. A Monster is its ring's letter, arc, token code and health, then `t` if tarred and `x` if it is attacking a
structure. Codes are the component tables'.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from castlewise.models.castle_panic import moves as verbs
from castlewise.models.castle_panic.board import ATTACKING, CASTLE, RINGS, TARRED, arc_of, health_of, kind_of, ring_of, space_of
from castlewise.models.castle_panic.components import Components, title
from castlewise.models.castle_panic.expansions.wizards_tower import move_text as wizards_text
from castlewise.models.castle_panic.stages import CLAIM_BACKUP, ROLL_CHARGE, ROLL_STARTING
from castlewise.models.move_code import first_of, second_of, target_of, third_of, verb_of

if TYPE_CHECKING:
    from castlewise.models.castle_panic.position import Position

_CHARGE = (
    "red Monsters move 1",
    "green Monsters move 1",
    "blue Monsters move 1",
    "Monsters move clockwise",
    "all Monsters move 1",
    "Monsters move counter-clockwise",
)


def describe(position: Position, move: int) -> str:
    """A move as a sentence without its full stop."""
    cards = position.rule_set.components.cards
    tokens = position.rule_set.components.tokens
    verb, first, second, third = verb_of(move), first_of(move), second_of(move), third_of(move)

    def card(kind: int) -> str:
        return title(cards[kind].name)

    def token(kind: int) -> str:
        return title(tokens[kind].name)

    def target() -> str:
        return monster_in_words(position, target_of(move))

    def roll() -> str:
        if position.state.stage == ROLL_CHARGE:
            return f"rolls a {first + 1}: {_CHARGE[first]}"
        if position.state.stage == ROLL_STARTING:
            return f"rolls a {first + 1}: a starting Monster in archer {first + 1}"
        if position.rule_set.wizards_tower and (words := wizards_text.roll(position, first)):
            return words
        return f"rolls a {first + 1} for the {token(position.state.token)}"

    sentences: dict[int, Callable[[], str]] = {
        verbs.PLACE: lambda: f"puts {with_article(token(first))} in archer {second + 1}",
        verbs.PLACED: lambda: f"{with_article(token(first))} starts in archer {second + 1}",
        verbs.CLAIM: lambda: f"claims the Tower of arc {first + 1}" + (" as a backup" if position.state.stage == CLAIM_BACKUP else ""),
        verbs.KING: lambda: f"names the Tower of arc {first + 1} the King's Tower",
        verbs.DESPERATE: lambda: "discards the whole hand for a new one, and trades and plays nothing this turn",
        verbs.CARRY_ON: lambda: "keeps the hand",
        verbs.DISCARD: lambda: f"discards {card(first)}" + (f" and {card(second)}" if second != verbs.NOTHING else ""),
        verbs.KEEP: lambda: "discards nothing",
        verbs.TRADE: lambda: f"trades {card(first)} for player {second + 1}'s {card(third)}",
        verbs.NO_TRADE: lambda: "trades no more",
        verbs.ACCEPT: lambda: "accepts the trade",
        verbs.REFUSE: lambda: "refuses the trade",
        verbs.HIT: lambda: f"{card(first)} hits {target()}",
        verbs.NICE_SHOT: lambda: f"{card(first)} with Nice Shot slays {target()}",
        verbs.ALL_FOR_ONE: lambda: f"All for One! {card(first)}, {card(second)} and {card(third)} slay {target()}",
        verbs.SLAY: lambda: f"{card(first)} slays {target()}",
        verbs.TAR: lambda: f"Tar holds {target()}",
        verbs.DRIVE_BACK: lambda: f"Drive Him Back! sends {target()} back to the forest",
        verbs.BUILD: lambda: f"Brick and Mortar build the Wall of arc {first + 1}",
        verbs.FORTIFY: lambda: f"Fortify Wall strengthens the Wall of arc {first + 1}",
        verbs.MISSING: lambda: "Missing: no tokens are drawn this turn",
        verbs.DRAW_TWO: lambda: f"plays {card(first)}",
        verbs.SCAVENGE: lambda: f"Scavenge fetches {card(second)} from the discards",
        verbs.PLACE_WALL: lambda: f"places the held Wall in arc {first + 1}",
        verbs.END_PLAY: lambda: "plays no more cards",
        verbs.HURT: lambda: f"{_structure(target_of(move))} hurts {target()}",
        verbs.GIVE_UP: lambda: f"gives up {card(first)}",
        verbs.WALL_COUNT: lambda: f"rolls a {first + 1}: so many Walls at the start",
        verbs.WALL: lambda: f"a Wall stands in arc {first + 1}",
        verbs.CARD: lambda: f"draws {card(first)}",
        verbs.TOKEN: lambda: f"draws the token {token(first)}",
        verbs.ROLL: roll,
    }
    if verb not in sentences and position.rule_set.wizards_tower:
        return wizards_text.describe(position, move)
    return sentences[verb]() if verb in sentences else f"unknown move {move}"


def with_article(noun: str) -> str:
    return ("an " if noun[0] in "AEIOU" else "a ") + noun


def _structure(packed: int) -> str:
    arc = arc_of(packed) + 1
    return f"the Tower of arc {arc}" if ring_of(packed) == CASTLE else f"the Wall of arc {arc}"


def monster_in_words(position: Position, packed: int) -> str:
    """Ring and arc tell a Monster; its health is added where another of its kind shares the space."""
    name = title(position.rule_set.components.tokens[kind_of(packed)].name)
    words = f"the {name} in {RINGS[ring_of(packed)]} {arc_of(packed) + 1}"
    others = {
        int(other)
        for other in position.state.monsters[: position.state.monster_count]
        if space_of(int(other)) == space_of(packed) and kind_of(int(other)) == kind_of(packed)
    }
    if len(others) > 1:
        words += f" with {health_of(packed)} health" + (", tarred" if packed & TARRED else "")
        if any((other ^ packed) == ATTACKING for other in others):
            words += ", attacking" if packed & ATTACKING else ", not attacking"
        words += wizards_text.fire_in_words(packed)
    return words


def short_monster(position: Position, packed: int) -> str:
    return short_of(position.rule_set.components, packed)


def short_of(components: Components, packed: int) -> str:
    code = components.tokens[kind_of(packed)].code
    marks = ("t" if packed & TARRED else "") + ("x" if packed & ATTACKING else "") + wizards_text.marks_in_letters(packed)
    return f"{RINGS[ring_of(packed)][0]}{arc_of(packed) + 1}{code}{health_of(packed)}{marks}"


def short(position: Position, move: int) -> str:
    """A move in the short form."""
    cards = position.rule_set.components.cards
    tokens = position.rule_set.components.tokens
    verb, first, second, third = verb_of(move), first_of(move), second_of(move), third_of(move)

    def at_monster(*words: str) -> str:
        return ".".join(words) + "@" + short_monster(position, target_of(move))

    forms: dict[int, Callable[[], str]] = {
        verbs.PLACE: lambda: f"place.{tokens[first].code}@{second + 1}",
        verbs.PLACED: lambda: f"placed.{tokens[first].code}@{second + 1}",
        verbs.CLAIM: lambda: f"claim@{first + 1}",
        verbs.KING: lambda: f"king@{first + 1}",
        verbs.DESPERATE: lambda: "desperate",
        verbs.CARRY_ON: lambda: "carry-on",
        verbs.DISCARD: lambda: f"discard.{cards[first].code}" + (f".{cards[second].code}" if second != verbs.NOTHING else ""),
        verbs.KEEP: lambda: "keep",
        verbs.TRADE: lambda: f"trade.{cards[first].code}.p{second + 1}.{cards[third].code}",
        verbs.NO_TRADE: lambda: "no-trade",
        verbs.ACCEPT: lambda: "accept",
        verbs.REFUSE: lambda: "refuse",
        verbs.HIT: lambda: at_monster(cards[first].code),
        verbs.NICE_SHOT: lambda: at_monster("ns", cards[first].code),
        verbs.ALL_FOR_ONE: lambda: at_monster(cards[first].code, cards[second].code, cards[third].code),
        verbs.SLAY: lambda: at_monster(cards[first].code),
        verbs.TAR: lambda: at_monster(cards[first].code),
        verbs.DRIVE_BACK: lambda: at_monster(cards[first].code),
        verbs.BUILD: lambda: f"br.mo@{first + 1}",
        verbs.FORTIFY: lambda: f"fw@{first + 1}",
        verbs.MISSING: lambda: cards[first].code,
        verbs.DRAW_TWO: lambda: cards[first].code,
        verbs.SCAVENGE: lambda: f"{cards[first].code}.{cards[second].code}",
        verbs.PLACE_WALL: lambda: f"wall@{first + 1}",
        verbs.END_PLAY: lambda: "end",
        verbs.HURT: lambda: at_monster("hurt"),
        verbs.GIVE_UP: lambda: f"give.{cards[first].code}",
        verbs.WALL_COUNT: lambda: f"walls.{first + 1}",
        verbs.WALL: lambda: f"wall.{first + 1}",
        verbs.CARD: lambda: f"card.{cards[first].code}",
        verbs.TOKEN: lambda: f"token.{tokens[first].code}",
        verbs.ROLL: lambda: f"roll.{first + 1}",
    }
    if verb not in forms and position.rule_set.wizards_tower:
        return wizards_text.short(position, move)
    return forms[verb]() if verb in forms else f"unknown.{move}"


_WORDS = frozenset(
    {"place", "placed", "claim", "king", "desperate", "carry-on", "discard", "keep", "trade", "no-trade", "accept", "refuse"}
    | {"ns", "wall", "walls", "end", "hurt", "give", "card", "token", "roll"}
)


def well_formed(position: Position, text: str) -> bool:
    """Whether a text has the form of a move, legal or not."""
    if position.rule_set.wizards_tower:
        return wizards_text.well_formed(position, text, _WORDS)
    what, _, target = text.partition("@")
    components = position.rule_set.components
    codes = {card.code for card in components.cards} | {token.code for token in components.tokens}
    words = all(word in codes or word in _WORDS or re.fullmatch(r"p?[1-6]", word) for word in what.split("."))
    if "@" not in text:
        return words
    monster = re.fullmatch(r"[faksc][1-6]([a-z]+?)\d*[tx]*", target)
    return words and (re.fullmatch("[1-6]", target) is not None or (monster is not None and monster[1] in codes))
