"""A position as one line of ASCII that can stand unquoted in a shell command or a URL (docs/notation-castellion.md describes it).

    cn:base/stps.cc.jtjs/1T1B1L,2T2B:tr,3L2T/p1.use/111.101.111.111/545.544.455.555.7.3/hand=pc

Sections are joined by `/`: the rules, the castle (or both, with a comma), the ordeals, whose turn and stage, the safe pile, the standard pile; then
`key=value` for what is rarely worth saying.

What a newcomer would get wrong: the line is canonical only as written. Every position has exactly one line that `write_line` writes,
but `read_line` also takes lines that state the same things in another order, so compare positions, not lines that people typed.
"""

from __future__ import annotations

import re
from typing import Any

from castlewise.models.castellion.castle_text import TILE_NAMES, columns_text, read_columns
from castlewise.models.castellion.game import Castellion
from castlewise.models.castellion.ordeals import read_ordeal
from castlewise.models.castellion.position import Position
from castlewise.models.castellion.position_check import check
from castlewise.models.castellion.position_draft import Draft, built, draft_of
from castlewise.models.castellion.position_keys import (
    BEFORE_A_TURN,
    CARD_NUMBERS,
    EXTRAS,
    FLAGS,
    HIDDEN,
    NUMBERS,
    ONE_TILE,
    PLAYERS,
    STAGE_NAMES,
)
from castlewise.models.castellion.rule_set import RuleSet, pile_text, read_pile, read_rules
from castlewise.models.castellion.tiles import BLACK_TRAITOR, KINDS, SHAPES, TILES, TRAITOR
from castlewise.models.component_names import NOTHING, counted_codes, read_code, read_counted_codes
from castlewise.models.position_line import read_number, read_player, split_line
from castlewise.models.problems import InvalidInput, Problem, Problems
from castlewise.models.reading import close_name, shown

PREFIX = "cn:"
SECTIONS = ("rules", "castle", "ordeals", "turn", "safe", "standard")
MOST = 99  # in a number that stands behind a key
MET = "met"

# Writing


def write_line(position: Position) -> str:
    """The line of a position."""
    draft = draft_of(position)
    sections = [
        PREFIX + str(position.rule_set),
        ",".join(columns_text(castle) for castle in draft.castles),
        ",".join(_ordeal(draft, number) for number in range(3)),
        f"p{draft.player + 1}.{draft.stage_name}",
        _pile(draft.piles()[0]).removesuffix(".0.0"),
        _pile(draft.piles()[1]),
    ]
    for key in EXTRAS:
        if draft.is_worth_writing(key):
            value = _extra(draft, key)
            sections.append(f"{key}={value}" if value else key)
    return "/".join(sections)


def _ordeal(draft: Draft, number: int) -> str:
    card = draft.card(number)
    text = HIDDEN if card is None else draft.rule_set.ordeals[number].cards[card].text
    if number < draft.met:
        return f"{text}:{MET}"
    beside = draft.where()["traitors"]
    return f"{text}:{counted_codes(TILES, beside)}" if number == draft.met and any(beside) else text


def _pile(counts: list[int]) -> str:
    return pile_text(counts) if any(counts) else NOTHING


def _extra(draft: Draft, key: str) -> str:
    """The value of a key as it is written; empty where the key alone says it."""
    value: Any = draft.value(key)
    if key in FLAGS:
        return ""
    if key in PLAYERS:
        return f"p{value + 1}"
    if key in CARD_NUMBERS:
        return str(value + 1)
    if key in ONE_TILE:
        return str(TILES[value].code)
    if key in ("revealed", "pantry"):
        return counted_codes(TILES, value)
    if key == "recovering":
        return str(SHAPES[value])
    if key == "prison":
        return ".".join(TILES[kind].code for kind in value)
    if key == "sweep":
        return ".".join(str(number + 1) for number in value)
    if key == "haunted":
        player, column, row = value
        return (f"p{player + 1}." if draft.rule_set.players > 1 else "") + f"{column + 1}.{row + 1}"
    return str(value)


# Reading


def read_line(line: str, compiled: bool | None = None) -> Position:
    """The position of a line; raises InvalidInput with every reason if there is none."""
    problems = Problems()
    sections = split_line(line, PREFIX, "Castellion", SECTIONS)
    draft = Draft(Castellion(_rules(sections[0]), compiled=False))
    _read_castles(draft, sections[1], problems)
    _read_ordeals(draft, sections[2], problems)
    _read_turn(draft, sections[3], problems)
    draft.safe = _read_pile(sections[4], "safe", problems)
    draft.standard = _read_pile(sections[5], "standard", problems)
    seen: set[str] = set()
    for part in sections[6:]:
        key, equals, value = part.partition("=")
        if key in seen:
            problems.add(key, "stated twice")
        elif key in EXTRAS:
            _read_extra(draft, key, value, problems, stated=bool(equals))
        else:
            problems.add(shown(part), f"unknown key{close_name(key, EXTRAS)}")
        seen.add(key)
    problems += check(draft, thorough=not problems)
    problems.raise_if_any()
    return built(draft, compiled)


def _rules(text: str) -> RuleSet:
    if not text:
        raise InvalidInput([Problem("rules", 'empty: expected the rules in force, such as "base,prison"')])
    return read_rules(text)


def _read_castles(draft: Draft, text: str, problems: Problems) -> None:
    parts = text.split(",")
    players = draft.rule_set.players
    if len(parts) != players:
        problems.add("castle", f"{len(parts)} castles for {'1 player' if players == 1 else f'{players} players'}")
    for player, part in enumerate(parts[:players]):
        draft.castles[player] = read_columns(part, draft.castle_key(player), problems)


def _read_ordeals(draft: Draft, text: str, problems: Problems) -> None:
    parts = text.split(",")
    if len(parts) != 3:
        problems.add("ordeals", f'{len(parts)} instead of three; they look like "1T1B1L:met,2T2B:tr,hidden"')
        return
    before = True
    for number, part in enumerate(parts):
        place = f"ordeals[{number + 1}]"
        card, colon, beside = part.partition(":")
        draft.cards[number] = read_card(draft.rule_set, number, card, place, problems)
        if beside == MET:
            if not before:
                problems.add(place, "is met before one that comes first")
            draft.met = number + 1
            continue
        if colon:
            counts = read_counted_codes(TILE_NAMES, beside, place, problems)
            if any(counts[:TRAITOR]):
                problems.add(place, f"{shown(beside)}: only Traitors, tr and tb, lie beside an ordeal")
            if not before:
                problems.add(place, "Traitors lie beside the lowest ordeal to come only")
            draft.traitors, draft.black_traitors = counts[TRAITOR], counts[BLACK_TRAITOR]
        before = False


def read_card(rules: RuleSet, number: int, text: str, place: str, problems: Problems) -> int | None:
    """Which card of its number a text names; None for one that is hidden."""
    if text == HIDDEN:
        return None
    stated = read_ordeal(text, place, problems)
    cards = rules.ordeals[number].cards
    found = next((i for i, card in enumerate(cards) if stated and card.same_effect == stated.same_effect), None)
    if stated and found is None:
        problems.add(place, f"{shown(text)} is none of this number's cards: {', '.join(card.text for card in cards)}")
    return found


def _read_turn(draft: Draft, text: str, problems: Problems) -> None:
    who, _, name = text.partition(".")
    draft.player = read_player(who, draft.rule_set.players, "turn", problems) or 0
    if name in STAGE_NAMES:
        draft.set_stage(name)
    else:
        problems.add("turn", f"unknown stage {shown(name)}{close_name(name, STAGE_NAMES)}")


def _read_pile(text: str, key: str, problems: Problems) -> list[int]:
    counts = (0,) * KINDS if text == NOTHING else read_pile(text, key, problems, traitors=key == "standard")
    return list(counts or (0,) * KINDS)


def _read_extra(draft: Draft, key: str, value: str, problems: Problems, *, stated: bool) -> None:
    if key in FLAGS:
        draft.state_that(key, True)
        if stated:
            problems.add(key, f"takes no value, but says {shown(value)}")
    elif key in NUMBERS:
        draft.state_that(key, read_number(value, 1, MOST, key, problems))
    elif key in CARD_NUMBERS:
        number = read_number(value, 1, 3, key, problems)
        draft.state_that(key, None if number is None else number - 1)
    elif key in PLAYERS:
        draft.state_that(key, read_player(value, draft.rule_set.players, key, problems))
    elif key in ONE_TILE:
        draft.state_that(key, read_code(TILE_NAMES, value, key, problems))
    elif key in ("revealed", "pantry"):
        draft.state_that(key, read_counted_codes(TILE_NAMES, value, key, problems))
    elif key == "prison":
        kinds = [read_code(TILE_NAMES, code, key, problems) for code in value.split(".")]
        draft.prison = tuple(kind for kind in kinds if kind is not None)
    elif key == "recovering":
        draft.recovering = SHAPES.index(value) if value in SHAPES else None
        if value not in SHAPES:
            problems.add(key, f"unknown shape {shown(value)}: expected {', '.join(SHAPES)}")
    elif key == "during":
        draft.during = value
        if value != BEFORE_A_TURN:
            problems.add(key, f'expected "{BEFORE_A_TURN}", not {shown(value)}')
    elif key == "sweep":
        draft.sweep = _read_cell(value, key, problems)
    elif key == "haunted":
        _read_haunted(draft, value, problems)


def _read_cell(text: str, key: str, problems: Problems) -> tuple[int, int] | None:
    cell = re.fullmatch(r"([1-9])\.([1-9])", text, re.ASCII)
    if not cell:
        problems.add(key, f'{shown(text)} is not a tile of a castle; column 2, row 4 is "2.4"')
        return None
    return int(cell[1]) - 1, int(cell[2]) - 1


def _read_haunted(draft: Draft, text: str, problems: Problems) -> None:
    players = draft.rule_set.players
    player: int | None = 0
    cell_text = text
    if players > 1:
        who, _, cell_text = text.partition(".")
        player = read_player(who, players, "haunted", problems)
    cell = _read_cell(cell_text, "haunted", problems)
    if player is not None and cell:
        draft.haunted = (player, *cell)
