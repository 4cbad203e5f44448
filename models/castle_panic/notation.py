"""A position as one line of ASCII that can stand unquoted in a shell command or a URL (docs/notation-castle-panic.md describes it).

    cp:players=2,co-op/WWFTw-/a1g1.k5t2/p1.play/ra.2gk.br,-/2mo/o.g

Sections are joined by `/`: the rules, the structures of arcs 1 to 6, the Monsters, whose turn and stage, the hands, the discarded
cards, the discarded tokens; then `key=value` for what is rarely worth saying.

What a newcomer would get wrong: the line is canonical only as written. Every position has exactly one line that `write_line` writes,
but `read_line` also takes lines that state the same things in another order, so compare positions, not lines that people typed.
"""

from __future__ import annotations

import re

from castlewise.models.castle_panic import stages
from castlewise.models.castle_panic.board import ARCS, RINGS
from castlewise.models.castle_panic.component_file import components_problem, fingerprint
from castlewise.models.castle_panic.components import BASE, Components
from castlewise.models.castle_panic.expansions.wizards_tower.components import NAME as WIZARDS_TOWER
from castlewise.models.castle_panic.expansions.wizards_tower.marks import WITH_FLAMES, marks_of
from castlewise.models.castle_panic.expansions.wizards_tower.position_keys import KEYS, read_value, write_value
from castlewise.models.castle_panic.game import CastlePanic
from castlewise.models.castle_panic.monster_reading import MOST, monster_in_words
from castlewise.models.castle_panic.move_text import short_monster
from castlewise.models.castle_panic.names import card_names, token_names
from castlewise.models.castle_panic.position import Position
from castlewise.models.castle_panic.position_check import check
from castlewise.models.castle_panic.position_draft import (
    FLAGS,
    NUMBERS,
    OUTCOMES,
    PLAYER_SETS,
    Draft,
    DraftMonster,
    Offer,
    built,
    draft_of,
    during_of,
    extras_of,
    stage_name,
    stages_of,
)
from castlewise.models.castle_panic.rule_set import RuleSet, read_rules
from castlewise.models.component_names import NOTHING, Names, counted_codes, read_code, read_counted_codes
from castlewise.models.position_line import read_number, read_player, split_line
from castlewise.models.problems import InvalidInput, Problem, Problems
from castlewise.models.reading import close_name, shown

PREFIX = "cp:"
SECTIONS = ("rules", "structures", "monsters", "turn", "hands", "discards", "token-discards")

# Tower, Wall, Fortify token, in this order.
_STRUCTURES = {"F": (1, 1, 1), "W": (1, 1, 0), "T": (1, 0, 0), "f": (0, 1, 1), "w": (0, 1, 0), "-": (0, 0, 0)}
_STRUCTURE_LETTERS = {parts: letter for letter, parts in _STRUCTURES.items()}
_MONSTER = re.compile(r"([a-z])(\d{1,3})([a-z]+)(\d{1,3})?([a-z]*)", re.ASCII)


# Writing


def write_line(position: Position) -> str:
    """The line of a position."""
    draft = draft_of(position)
    components = position.rule_set.components
    cards, tokens = components.cards, components.tokens
    _, discards = draft.cards()
    _, token_discards = draft.tokens()
    structures = "".join(_STRUCTURE_LETTERS[parts] for parts in zip(draft.towers, draft.walls, draft.fortify, strict=True))
    sections = [
        PREFIX + str(position.rule_set),
        structures,
        ".".join(short_monster(position, m.packed) for m in draft.monsters) or NOTHING,
        f"p{draft.player + 1}.{stage_name(draft)}",
        ",".join(counted_codes(cards, hand) for hand in draft.hands),
        counted_codes(cards, discards),
        counted_codes(tokens, token_discards),
    ]
    for key in extras_of(position.rule_set):
        value = _extra(draft, key)
        if value:
            sections.append(key if value is True else f"{key}={value}")
    if components.replaced:
        sections.append(f"components={fingerprint(components)}")
    return "/".join(sections)


def _extra(draft: Draft, key: str) -> str | bool:
    """The value of a key as it is written; empty where it goes without saying, True where the key alone says it."""
    components = draft.rule_set.components
    if key in KEYS:
        return write_value(draft, key)
    if key in NUMBERS:
        return "" if draft.number(key) == draft.usual(key) else str(draft.number(key))
    if key in FLAGS:
        return draft.flag(key) != draft.implied(key)
    if key in PLAYER_SETS:
        return ".".join(f"p{player + 1}" for player in sorted(draft.member(key)))
    if key == "offer" and draft.offer:
        return f"{components.cards[draft.offer.mine].code}.p{draft.offer.player + 1}.{components.cards[draft.offer.theirs].code}"
    if key == "during" and draft.interrupts not in ("", "move"):
        return draft.interrupts
    if key == "token" and draft.token is not None:
        return components.tokens[draft.token].code
    if key == "homes" and any(draft.homes):
        return ".".join(map(str, draft.homes))
    if key == "king" and draft.king:
        return str(draft.king)
    if key == "removed" and any(draft.removed):
        return counted_codes(components.cards, draft.removed)
    if key == "trophies" and any(map(any, draft.trophies)):
        return ",".join(counted_codes(components.tokens, trophies) for trophies in draft.trophies)
    return ""


# Reading


def read_line(line: str, components: Components = BASE, compiled: bool | None = None) -> Position:
    """The position of a line; raises InvalidInput with every reason if there is none."""
    problems = Problems()
    sections = split_line(line, PREFIX, "Castle Panic", SECTIONS)
    rule_set = _rules(sections[0], components)
    components = rule_set.components
    extras = extras_of(rule_set)
    draft = Draft(CastlePanic(rule_set, compiled=False))
    _read_structures(draft, sections[1], problems)
    _read_monsters(draft, sections[2], problems)
    _read_turn(draft, sections[3], problems)
    cards, tokens = card_names(components), token_names(components)
    draft.hands = _read_by_player(draft, cards, sections[4], "hands", problems)
    draft.discards = read_counted_codes(cards, sections[5], "discards", problems)
    draft.token_discards = read_counted_codes(tokens, sections[6], "token-discards", problems)
    seen: set[str] = set()
    stated_fingerprint = ""
    for part in sections[7:]:
        key, _, value = part.partition("=")
        if key in seen:
            problems.add(key, "stated twice")
        elif key == "components":
            stated_fingerprint = value
        elif key in extras:
            _read_extra(draft, key, value, problems)
        else:
            problems.add(shown(part), f"unknown key{close_name(key, extras)}")
        seen.add(key)
    problems += components_problem(stated_fingerprint, components, "components")
    problems += check(draft, thorough=not problems)
    problems.raise_if_any()
    return built(draft, compiled)


def _rules(text: str, components: Components) -> RuleSet:
    if not text:
        raise InvalidInput([Problem("rules", 'empty: expected the rules in force, such as "players=4,co-op"')])
    return read_rules(text, components=components)


def _read_structures(draft: Draft, text: str, problems: Problems) -> None:
    if len(text) != ARCS:
        problems.add("structures", f"{shown(text)} has {len(text)} letters; expected one for each of the {ARCS} arcs")
        return
    for arc, letter in enumerate(text):
        if letter in _STRUCTURES:
            draft.towers[arc], draft.walls[arc], draft.fortify[arc] = _STRUCTURES[letter]
        else:
            problems.add(f"structures[{arc + 1}]", f"unknown letter {shown(letter)}: expected one of {' '.join(_STRUCTURES)}")


def _read_monsters(draft: Draft, text: str, problems: Problems) -> None:
    if text == NOTHING:
        return
    for number, word in enumerate(text.split("."), 1):
        found = read_monster(draft.rule_set, word, f"monsters[{number}]", problems)
        if found:
            found.number = number
            draft.monsters.append(found)


def read_monster(rule_set: RuleSet, text: str, place: str, problems: Problems) -> DraftMonster | None:
    """A Monster from its short form or in words, `k5t2t` or `troll knight 5 health 2 tarred`."""
    if " " in text.strip():
        return monster_in_words(rule_set, text, place, problems)
    return read_short_monster(rule_set.components, text.strip(), place, problems)


def read_short_monster(components: Components, word: str, place: str, problems: Problems) -> DraftMonster | None:
    """A Monster from its short form, such as `k5t2t`. Without a health it is unhurt: `f2g`."""
    parts = _MONSTER.fullmatch(word)
    if not parts:
        problems.add(place, f'{shown(word)} is not a Monster; one looks like "a2o1": ring, arc, token, health')
        return None
    before = len(problems)
    ring = next((ring for ring, name in enumerate(RINGS) if name[0] == parts[1]), None)
    if ring is None:
        problems.add(place, f'unknown ring "{parts[1]}" in {shown(word)}: expected {", ".join(name[0] for name in RINGS)}')
    arc = int(parts[2])
    if not 1 <= arc <= ARCS:
        problems.add(place, f"arc {arc} in {shown(word)}: arcs are 1 to {ARCS}")
    pattern = WITH_FLAMES if WIZARDS_TOWER in components.expansions else "(t?)(x?)()()()()()"
    code, health, letters = parts.groups()[2:]
    codes = [token.code for token in components.tokens]
    if health is None and code not in codes:  # without a health, the marks follow the code at once
        code, letters = next(
            ((code[:end], code[end:]) for end in range(len(code), 0, -1) if code[:end] in codes and re.fullmatch(pattern, code[end:])),
            (code, ""),
        )
    kind = codes.index(code) if code in codes else None
    if kind is None:
        problems.add(place, f'unknown token "{code}" in {shown(word)}{token_names(components).nearest_code(code)}')
    marks = re.fullmatch(pattern, letters)
    if marks is None:
        expected = (
            "t (tarred), x (attacking), b (a flame)" if WIZARDS_TOWER in components.expansions else "t (tarred), x (attacking) or both"
        )
        problems.add(place, f'unknown mark "{letters}" in {shown(word)}: expected {expected}')
    if len(problems) > before or ring is None or kind is None or marks is None:
        return None
    full = components.tokens[kind].health
    return DraftMonster(
        kind,
        ring,
        arc - 1,
        full if health is None else int(health),
        bool(marks[1]),
        bool(marks[2]),
        more_marks=marks_of(*marks.groups()[2:]),
    )


def _read_turn(draft: Draft, text: str, problems: Problems) -> None:
    who, _, name = text.partition(".")
    player = read_player(who, draft.rule_set.players, "turn", problems)
    if player is not None:
        draft.player = player
    known = stages_of(draft.rule_set)
    if name in known:
        draft.stage = known[name]
    elif name in OUTCOMES:
        draft.stage, draft.outcome = stages.OVER, OUTCOMES[name]
    else:
        problems.add("turn", f"unknown stage {shown(name)}{close_name(name, (*known, *OUTCOMES))}")


def _read_by_player(draft: Draft, names: Names, text: str, place: str, problems: Problems) -> list[list[int]]:
    parts = text.split(",")
    players = draft.rule_set.players
    if len(parts) != players:
        problems.add(place, f"{len(parts)} parts for {players} players")
    found = [read_counted_codes(names, part, f"{place}[{number}]", problems) for number, part in enumerate(parts, 1)]
    return (found + [[0] * len(names.names)] * players)[:players]


def _read_extra(draft: Draft, key: str, value: str, problems: Problems) -> None:
    components = draft.rule_set.components
    if key in KEYS:
        read_value(draft, key, value, problems)
    elif key in FLAGS:
        draft.flags[key] = True
        if value:
            problems.add(key, f"takes no value, but says {shown(value)}")
    elif key in NUMBERS:
        draft.numbers[key] = read_number(value, 0, MOST, key, problems) or 0
    elif key in PLAYER_SETS:
        found = [read_player(who, draft.rule_set.players, key, problems) for who in value.split(".")]
        draft.players[key] = frozenset(player for player in found if player is not None)
    elif key == "king":
        draft.king = read_number(value, 0, ARCS, key, problems) or 0
    elif key == "homes":
        homes = [read_number(arc, 0, ARCS, key, problems) or 0 for arc in value.split(".")]
        if len(homes) == draft.rule_set.players:
            draft.homes = homes
        else:
            problems.add(key, f"{len(homes)} arcs for {draft.rule_set.players} players; 0 stands for none")
    elif key == "during":
        known = during_of(draft.rule_set)
        draft.during = value if value in known else None
        if value not in known:
            problems.add(key, f"unknown {shown(value)}: expected {', '.join(known)}")
    elif key == "token":
        draft.token = read_code(token_names(components), value, key, problems)
    elif key == "removed":
        draft.removed = read_counted_codes(card_names(components), value, key, problems)
    elif key == "trophies":
        draft.trophies = _read_by_player(draft, token_names(components), value, key, problems)
    elif key == "offer":
        _read_offer(draft, value, problems)


def _read_offer(draft: Draft, text: str, problems: Problems) -> None:
    names = card_names(draft.rule_set.components)
    parts = text.split(".")
    mine, theirs = names.find(parts[0]), names.find(parts[-1])
    if len(parts) != 3 or mine is None or theirs is None:
        problems.add("offer", f'{shown(text)} is not a trade; one looks like "ra.p2.gk": my card, the other player, their card')
        return
    player = read_player(parts[1], draft.rule_set.players, "offer", problems)
    if player is not None:
        draft.offer = Offer(mine, player, theirs)
