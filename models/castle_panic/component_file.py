"""A user's own component values: counts, healths, effects that differ from the tables (docs/notation-castle-panic.md describes the file).

    [tokens.troll]
    count = 9
    health = 4

What a newcomer would get wrong: the limits are not taste. The State keeps counts in single bytes and Monsters in a list of fixed
length, so a file must not be able to ask for more than they hold; and event tokens that draw more tokens than there are would never
end a turn.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeVar

from castlewise.models.castle_panic.board import COLOURS, RINGS
from castlewise.models.castle_panic.components import (
    BASE,
    ROUGH_START_MONSTERS,
    STARTING_MONSTERS,
    TOKEN_EFFECTS,
    Card,
    Components,
    Token,
    title,
)
from castlewise.models.castle_panic.names import card_names, token_names
from castlewise.models.castle_panic.state import MONSTERS
from castlewise.models.component_names import Names
from castlewise.models.problems import Problem, Problems
from castlewise.models.provenance import Certainty
from castlewise.models.reading import Table, load_toml, shown

Row = TypeVar("Row", Card, Token)

MOST_COPIES = 99
MOST_HEALTH = 15
MOST_POINTS = 99
MOST_DRAWN = 20  # cards by one card, tokens by one token
MOST_DRAWN_IN_ALL = 40  # tokens, by all tokens together

_TROOPS = RINGS[1:4]
_DIRECTIONS = {"clockwise": 1, "counter-clockwise": -1}
_DRAWING = ("draw-now", "draw-after")
_AIMED = ("hit", "slay", "tar", "drive-back")  # effects of cards that have a target
_CARD_FIELDS = ("count", "rings", "colours", "amount")
_TOKEN_FIELDS = ("count", "health", "points", "effect", "argument")


def read_components(content: str | bytes, *, place: str = "components", base: Components = BASE) -> Components:
    """The components with a file's values in place of the tables'; raises InvalidInput with every reason."""
    problems = Problems()
    file = Table(load_toml(content, place), place, problems)
    cards, tokens = list(base.cards), list(base.tokens)
    for table, kind in _rows(file, "cards", card_names(base), problems):
        cards[kind] = _read_card(table, cards[kind])
    for table, kind in _rows(file, "tokens", token_names(base), problems):
        tokens[kind] = _read_token(table, tokens[kind])
    file.close()
    _check_tokens(tokens, file)
    problems.raise_if_any()
    return replaced(base, cards, tokens)


def replaced(base: Components, cards: Sequence[Card], tokens: Sequence[Token]) -> Components:
    """The tables with their changes marked and listed. A value that equals the table's is no change."""
    changes: list[str] = []

    def marked(old: Row, new: Row, names: Sequence[str]) -> Row:
        differences = [name for name in names if _in_words(old, name) != _in_words(new, name)]
        changes.extend(f"{old.name}: {name} {_in_words(old, name)} -> {_in_words(new, name)}" for name in differences)
        return replace(new, certainty=Certainty.REPLACED) if differences else old

    marked_cards = tuple(marked(old, new, _CARD_FIELDS) for old, new in zip(base.cards, cards, strict=True))
    marked_tokens = tuple(marked(old, new, _TOKEN_FIELDS) for old, new in zip(base.tokens, tokens, strict=True))
    return Components(marked_cards, marked_tokens, (*base.replaced, *changes))


def fingerprint(components: Components) -> str:
    """Eight letters and digits that tell sets of component values apart."""
    values = [(card.name, *(getattr(card, name) for name in _CARD_FIELDS)) for card in components.cards]
    values += [(token.name, *(getattr(token, name) for name in _TOKEN_FIELDS)) for token in components.tokens]
    return hashlib.sha256(repr(values).encode()).hexdigest()[:8]


def components_problem(stated: str, components: Components, place: str) -> list[Problem]:
    """Whether a text and its reader speak of the same components."""
    actual = fingerprint(components) if components.replaced else ""
    if stated == actual:
        return []
    if not actual:
        return [Problem(place, f'this position was written with replaced components ("{stated}"); read it with the same component file')]
    if not stated:
        return [Problem(place, "this position was written with the printed components, but is being read with replaced ones")]
    return [Problem(place, f'this position was written with replaced components "{stated}", but is being read with others, "{actual}"')]


def most_tokens_due(components: Components) -> int:
    """More tokens than a turn can ever have waiting, and few enough for a byte even when all that draw tokens come on top."""
    return 3 + 2 * _drawn_in_all(components.tokens)


def _drawn_in_all(tokens: Sequence[Token]) -> int:
    return sum(token.count * token.argument for token in tokens if token.effect in _DRAWING)


def _rows(file: Table, key: str, names: Names, problems: Problems) -> list[tuple[Table, int]]:
    """The tables under "cards" or "tokens", each with the kind that its name means."""
    section = file.table(key)
    found: list[tuple[Table, int]] = []
    for name in section.content if section else ():
        assert section is not None
        kind = names.find(name)
        if kind is None:
            problems.add(section.place(shown(name)[1:-1]), f"unknown {names.what}{names.hint(name)}")
        elif any(kind == other for _, other in found):
            problems.add(section.place(name), f"{title(names.names[kind])} is stated twice")
        elif (table := section.table(name)) is not None:
            found.append((table, kind))
    return found


def _read_card(table: Table, card: Card) -> Card:
    count = table.number("count", 0, MOST_COPIES)
    values: dict[str, Any] = {} if count is None else {"count": count}
    for key, known in (("rings", RINGS), ("colours", COLOURS)):
        chosen = _several(table, key, known)
        if chosen is not None:
            values[key] = chosen
            if card.effect not in _AIMED:
                table.add(key, f"{title(card.name)} is not aimed at a Monster and has no {key}")
    amount = table.number("amount", 0, MOST_DRAWN)
    if amount is not None:
        values["amount"] = amount
        if card.effect != "draw":
            table.add("amount", f"{title(card.name)} draws no cards")
    table.close()
    return replace(card, **values)


def _read_token(table: Table, token: Token) -> Token:
    values: dict[str, Any] = {}
    for key, low, high in (("count", 0, MOST_COPIES), ("health", 1, MOST_HEALTH), ("points", 0, MOST_POINTS)):
        number = table.number(key, low, high)
        if number is not None:
            values[key] = number
            if key != "count" and token.health == 0:
                table.add(key, f"{title(token.name)} is not a Monster and cannot be made one")
    effect = table.one_of("effect", TOKEN_EFFECTS)
    if effect is not None and effect != token.effect:
        values["effect"] = effect
        values["argument"] = 0
        if effect == "march-own-colour" and token.health == 0:
            table.add("effect", "march-own-colour: no die is rolled for a token that is not a Monster, so it has no colour of its own")
        if _arguments(effect) is not None and not table.has("argument"):
            table.add("argument", f"has to be stated for {effect}")
    argument = _read_argument(table, effect or token.effect)
    if argument is not None:
        values["argument"] = argument
    table.close()
    return replace(token, **values)


def _arguments(effect: str) -> Mapping[str, int] | range | None:
    """What an effect's argument may be: one of some words, or a number."""
    if effect == "march-colour":
        return {colour: number for number, colour in enumerate(COLOURS)}
    if effect == "rotate":
        return _DIRECTIONS
    if effect == "plague":
        return {troop: RINGS.index(troop) for troop in _TROOPS}
    return range(MOST_DRAWN + 1) if effect in _DRAWING else None


def _read_argument(table: Table, effect: str) -> int | None:
    possible = _arguments(effect)
    if possible is None:
        if table.value("argument") is not None:
            table.add("argument", f"the effect {effect} takes none")
        return None
    if isinstance(possible, range):
        return table.number("argument", possible[0], possible[-1])
    word = table.one_of("argument", tuple(possible))
    return None if word is None else possible[word]


def _several(table: Table, key: str, known: Sequence[str]) -> tuple[int, ...] | None:
    """A list of words out of a fixed list, as their numbers in order."""
    words = table.value(key)
    if words is None:
        return None
    if not isinstance(words, list):
        table.add(key, f"expected a list, not {shown(words)}")
        return None
    for word in words:
        if word not in known:
            table.add(key, f"unknown {shown(word)}: expected {', '.join(known)}")
    return tuple(number for number, word in enumerate(known) if word in words)


def _check_tokens(tokens: Sequence[Token], file: Table) -> None:
    """What the tokens must satisfy together."""
    for kind in sorted(STARTING_MONSTERS | ROUGH_START_MONSTERS):
        needed = max(setup.get(kind, 0) for setup in (STARTING_MONSTERS, ROUGH_START_MONSTERS))
        if tokens[kind].count < needed:
            file.add(f"tokens.{tokens[kind].name}.count", f"{tokens[kind].count}: a setup places up to {needed} of them")
    monsters = sum(token.count for token in tokens if token.health)
    if monsters > MONSTERS:
        file.add("tokens", f"{monsters} Monsters in all, the board has room for {MONSTERS}")
    drawn = _drawn_in_all(tokens)
    if drawn > MOST_DRAWN_IN_ALL:
        file.add("tokens", f"the tokens that draw tokens draw {drawn} in all, at most {MOST_DRAWN_IN_ALL}")
    events = [token for token in tokens if not token.health]
    drawn_by_events, count = _drawn_in_all(events), sum(token.count for token in events)
    if drawn_by_events and drawn_by_events >= count:
        reason = "a pile refilled from the discards might never end a turn"
        file.add("tokens", f"{count} tokens that are not Monsters draw {drawn_by_events} tokens: {reason}")


def _in_words(row: Card | Token, name: str) -> str:
    value = getattr(row, name)
    if name == "rings":
        return "+".join(RINGS[ring] for ring in value) or "none"
    if name == "colours":
        return "+".join(COLOURS[colour] for colour in value) or "none"
    if name == "argument":
        possible = _arguments(str(getattr(row, "effect", "")))
        if possible is None:
            return "none"
        if not isinstance(possible, range):
            return next(word for word, number in possible.items() if number == value)
    return str(value)
