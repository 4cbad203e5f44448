"""A position, or a configuration of one's own, as a TOML file that a person writes and edits (docs/notation-castellion.md describes it).

    game = "castellion"
    rules = "base"
    ordeals = ["1T1B1L", "2T2B", "3L2T"]
    castle = '''
        .. ps .. js
        st st cc jt
    '''
    hand = "pyro circle"

A file that says nothing of a game in progress begins with the setup; any other is, unless it names its stage, the start of player 1's turn, or what comes
after drawing the tile in hand.

What a newcomer would get wrong: `supply` is what the piles held at the beginning, `safe` and `standard` are what is left of it now. What is neither in a
pile nor in sight is discarded.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from castlewise.models.castellion.castle_text import TILE_NAMES, Columns, drawing, read_castle
from castlewise.models.castellion.game import Castellion
from castlewise.models.castellion.notation import MOST
from castlewise.models.castellion.ordeals import MOST_TRAITORS, Number, number_of, read_ordeal
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
from castlewise.models.castellion.rule_set import LEVELS, RuleSet, pile_problems, pile_text, read_pile, read_rules
from castlewise.models.castellion.state import LARGEST
from castlewise.models.castellion.tiles import SAFE, SHAPES, STANDARD, TILES, TRAITOR, Pile
from castlewise.models.problems import InvalidInput, Problem, Problems
from castlewise.models.reading import Table, inside, load_toml, rules_text, shown
from castlewise.models.toml_text import quoted, quoted_list

CONFIGURATION = ("game", "rules", "ordeals", "supply", "safe", "standard")  # keys that say nothing of a game in progress
_DIGITS = re.compile(r"[0-9.]+", re.ASCII)
_PILE_ORDER = "seers, chameleons, jugglers, pyros, each by triangle, square, circle"


# Reading


def read_position_file(content: str | bytes, *, place: str = "position", compiled: bool | None = None) -> Position:
    """The position of a TOML file; raises InvalidInput with every reason if there is none."""
    problems = Problems()
    file = Table(load_toml(content, place), place, problems)
    file.one_of("game", (Castellion.name,))
    problems.raise_if_any()  # another game's file
    try:
        rules = read_rules(rules_text(file, "base, prison"))
    except InvalidInput as error:  # the rest cannot be judged without the rules
        raise InvalidInput(Problem(inside(place, problem.place), problem.reason) for problem in error.problems) from None
    rules = _read_supply(file, rules)
    rules, cards = _read_ordeals(file, rules)
    if unplayable := rules.problems(file.place("rules")):
        raise InvalidInput([*problems, *unplayable])
    draft = Draft(Castellion(rules, compiled=False), place, cards=cards)
    for key in EXTRAS:
        _read_extra(file, draft, key)
    _read_turn(file, draft)
    _read_castles(file, draft)
    draft.met = file.number("met", 0, 3) or 0
    draft.traitors = file.number("traitors", 0, MOST) or 0
    draft.black_traitors = file.number("black-traitors", 0, MOST) or 0
    draft.safe, draft.standard = _read_pile(file, "safe"), _read_pile(file, "standard")
    draft.discards = TILE_NAMES.counts_under(file, "discards")
    file.close()
    problems += check(draft, thorough=not problems)
    problems.raise_if_any()
    return built(draft, compiled)


def _read_supply(file: Table, rules: RuleSet) -> RuleSet:
    """The piles at the beginning."""
    supply = file.table("supply")
    if supply is None:
        return rules
    safe = _read_supply_of(supply, "safe", rules.safe, SAFE)
    standard = _read_supply_of(supply, "standard", rules.standard, STANDARD)
    supply.close()
    return replace(rules, safe=safe, standard=standard)


def _read_supply_of(supply: Table, name: str, by_rules: tuple[int, ...], printed: Pile) -> tuple[int, ...]:
    counts = tuple(_read_pile(supply, name) or by_rules)
    if counts != by_rules != printed.counts:
        supply.add(name, f"differs from what the rules say, {pile_text(by_rules)}")
    reasons = list(pile_problems(counts, traitors=name == "standard"))
    for reason in reasons:
        supply.add(name, reason)
    return by_rules if reasons else counts


def _read_pile(table: Table, key: str) -> list[int] | None:
    """A pile as digits, or as a list of tiles."""
    value = table.value(key)
    if isinstance(value, str) and _DIGITS.fullmatch(value.strip()):
        return list(read_pile(value.strip(), table.place(key), table.problems, traitors=key != "safe") or ()) or None
    return None if value is None else TILE_NAMES.counts(value, table.place(key), table.problems)


def _read_ordeals(file: Table, rules: RuleSet) -> tuple[RuleSet, list[int | None]]:
    """The ordeals of the game, and which cards lie there."""
    cards: list[int | None] = [None] * 3
    items = file.value("ordeals")
    if items is None:
        return rules, cards
    if not isinstance(items, list) or len(items) != 3:
        what = f"{len(items)} ordeals" if isinstance(items, list) else shown(items)
        file.add("ordeals", f'expected a list of three such as ["1T1B1L", "hidden", "5L else 42"], not {what}')
        return rules, cards
    numbers = list(rules.ordeals)
    for at, item in enumerate(items):
        key = f"ordeals[{at + 1}]"
        if isinstance(item, dict):
            numbers[at], cards[at] = _read_number(Table(item, file.file, file.problems, key), numbers[at])
        elif isinstance(item, str):
            numbers[at], cards[at] = _read_card(file, key, item, numbers[at])
        else:
            file.add(key, f'expected a card such as "3T2B", or a table such as {{ cards = ["3T2B"], traitors = 4 }}, not {shown(item)}')
        if numbers[at] != rules.ordeals[at] != LEVELS[rules.level][at]:
            file.add(key, f"differs from what the rules say, ordeal{at + 1}={rules.ordeals[at].text}")
    return replace(rules, ordeals=tuple(numbers)), cards


def _read_number(table: Table, usual: Number) -> tuple[Number, int | None]:
    """A table with the cards that may lie there, the Traitors they take, and the one that is turned up."""
    traitors = table.number("traitors", 1, MOST_TRAITORS) or usual.traitors
    texts = table.value("cards")
    number: Number | None = replace(usual, traitors=traitors)
    if isinstance(texts, list) and all(isinstance(text, str) for text in texts):
        number = number_of(texts, traitors, usual, table.place("cards"), table.problems)
    elif texts is not None:
        table.add("cards", f'expected a list of texts such as ["3T2B", "3B2L"], not {shown(texts)}')
    up = table.text("up")
    table.close()
    if number is None or up is None:
        return number or usual, None
    card = _known_card(table, "up", up, number)
    if card is None and up != HIDDEN and (stated := read_ordeal(up, table.place("up"), table.problems)):
        table.add("up", f"{stated.text} is none of the cards: {', '.join(known.text for known in number.cards)}")
    return number, card


def _read_card(file: Table, key: str, text: str, usual: Number) -> tuple[Number, int | None]:
    """A card of its number, or one that takes the place of them all."""
    if text.strip().lower() == HIDDEN:
        return usual, None
    known = _known_card(file, key, text, usual)
    if known is not None:
        return usual, known
    number = number_of([text], usual.traitors, usual, file.place(key), file.problems)
    return (number, 0) if number else (usual, None)


def _known_card(table: Table, key: str, text: str, number: Number) -> int | None:
    stated = read_ordeal(text, table.place(key), Problems())
    return next((i for i, card in enumerate(number.cards) if stated and card.same_effect == stated.same_effect), None)


def _read_turn(file: Table, draft: Draft) -> None:
    """Whose turn it is and the stage; if that is left out, it follows from what else is stated."""
    draft.player = (file.number("player", 1, draft.rule_set.players) or 1) - 1
    stage = file.one_of("stage", STAGE_NAMES)
    if stage is None and draft.hand is not None:
        stage = "use" if draft.hand < TRAITOR else "traitor"
    in_progress = any(key not in CONFIGURATION for key in file.content)
    draft.set_stage(stage or ("turn" if in_progress else "setup"))


def _read_castles(file: Table, draft: Draft) -> None:
    """`castles` are all, in order; `castle` is that of the player whose turn it is."""
    players = draft.rule_set.players
    stated = file.value("castles")
    if isinstance(stated, list) and len(stated) <= players:
        for player, castle in enumerate(stated):
            draft.castles[player] = read_castle(castle, file.place(f"castles[{player + 1}]"), file.problems)
    elif stated is not None:
        what = f"{len(stated)} castles" if isinstance(stated, list) else shown(stated)
        file.add("castles", f"expected a list with a castle for each player, at most {players}, not {what}")
    own = file.value("castle")
    if own is not None:
        if draft.castles[draft.player]:
            file.add("castle", f"player {draft.player + 1}'s is stated under castles already")
        draft.castles[draft.player] = read_castle(own, file.place("castle"), file.problems)


def _read_extra(file: Table, draft: Draft, key: str) -> None:
    if key in FLAGS:
        draft.state_that(key, file.flag(key))
    elif key in NUMBERS:
        draft.state_that(key, file.number(key, 1, MOST))
    elif key in CARD_NUMBERS or key in PLAYERS:
        number = file.number(key, 1, 3 if key in CARD_NUMBERS else draft.rule_set.players)
        draft.state_that(key, None if number is None else number - 1)
    elif key in ONE_TILE:
        draft.state_that(key, TILE_NAMES.kind_under(file, key))
    elif key in ("revealed", "pantry"):
        draft.state_that(key, TILE_NAMES.counts_under(file, key))
    elif key == "prison":
        value = file.value(key)
        draft.prison = () if value is None else tuple(TILE_NAMES.kinds(value, file.place(key), file.problems))
    elif key == "recovering":
        shape = file.one_of(key, SHAPES)
        draft.recovering = None if shape is None else SHAPES.index(shape)
    elif key == "during":
        draft.during = file.one_of(key, (BEFORE_A_TURN,))
    elif key == "sweep":
        draft.sweep = _read_cell(file, key, ("column", "row"))
    elif key == "haunted":
        names = ("player", "column", "row")[-3 if draft.rule_set.players > 1 else -2 :]
        cell = _read_cell(file, key, names)
        if cell is not None:
            player = cell[0] if len(cell) == 3 else 0
            draft.haunted = (player, cell[-2], cell[-1])
            if player >= draft.rule_set.players:
                file.add(key, f"player {player + 1}: there are {draft.rule_set.players}")
                draft.haunted = None


def _read_cell(file: Table, key: str, names: tuple[str, ...]) -> Any:
    """Small numbers from 1 on, as a list."""
    value: Any = file.value(key)
    if value is None:
        return None
    fine = isinstance(value, list) and len(value) == len(names)
    if fine and all(isinstance(n, int) and not isinstance(n, bool) and 1 <= n <= LARGEST for n in value):
        return tuple(n - 1 for n in value)
    file.add(
        key, f"expected {', '.join(names)}, each 1 to {LARGEST}, as a list such as {list(range(2, 2 + len(names)))}, not {shown(value)}"
    )
    return None


# Writing


def write_position_file(position: Position) -> str:
    """A position as TOML, with everything that is not the usual."""
    draft = draft_of(position)
    texts = [HIDDEN if card is None else _card_text(draft, number, card) for number, card in enumerate(map(draft.card, range(3)))]
    out = [f"game = {quoted(Castellion.name)}", f"rules = {quoted(str(position.rule_set))}", f"ordeals = {quoted_list(texts)}"]
    counts = (("met", draft.met), ("traitors", draft.traitors), ("black-traitors", draft.black_traitors))
    out += [f"{key} = {count}" for key, count in counts if count]
    if draft.rule_set.players > 1:
        out.append(f"player = {draft.player + 1}")
    out += [f"stage = {quoted(draft.stage_name)}", ""]
    if draft.rule_set.players == 1:
        out.append(f"castle = {_castle(draft.castles[0])}")
    else:
        out += ["castles = [", *(f"{_castle(castle)}," for castle in draft.castles), "]"]
    out.append("")
    safe, standard = draft.piles()
    out.append(f"safe = {quoted(pile_text(safe).removesuffix('.0.0'))}  # {_PILE_ORDER}")
    out.append(f"standard = {quoted(pile_text(standard))}  # then Traitors and black-bordered ones")
    extras = [f"{key} = {_extra(draft, key)}" for key in EXTRAS if draft.is_worth_writing(key)]
    if extras:
        out += ["", *extras]
    return "\n".join(out) + "\n"


def _card_text(draft: Draft, number: int, card: int) -> str:
    return draft.rule_set.ordeals[number].cards[card].text.replace("-", " ")


def _castle(columns: Columns) -> str:
    return f'"""\n{drawing(columns)}\n"""' if columns else '""'


def _extra(draft: Draft, key: str) -> str:
    """The value of a key in TOML."""
    value: Any = draft.value(key)
    if key in FLAGS:
        return "true" if value else "false"
    if key in CARD_NUMBERS or key in PLAYERS:
        return str(value + 1)
    forms: dict[str, Callable[[], str]] = dict.fromkeys(ONE_TILE, lambda: quoted(TILES[value].name))
    forms |= dict.fromkeys(("revealed", "pantry"), lambda: quoted_list(TILE_NAMES.listed(value)))
    forms["prison"] = lambda: quoted_list(TILES[kind].name for kind in value)
    forms["recovering"] = lambda: quoted(SHAPES[value])
    forms["during"] = lambda: quoted(value)
    forms["sweep"] = lambda: str([n + 1 for n in value])
    forms["haunted"] = lambda: str([n + 1 for n in value][-3 if draft.rule_set.players > 1 else -2 :])
    return forms[key]() if key in forms else str(value)
