"""A Monster in words, "troll knight 5 health 2 tarred", wherever one is stated: in a TOML file, in a line, in a goal."""

from __future__ import annotations

import re

from castlewise.models.castle_panic.board import ARCS, RINGS
from castlewise.models.castle_panic.expansions.wizards_tower.marks import FLAME_UNIT, MOST_FLAMES
from castlewise.models.castle_panic.names import token_names
from castlewise.models.castle_panic.position_draft import DraftMonster
from castlewise.models.castle_panic.rule_set import RuleSet
from castlewise.models.component_names import spelled
from castlewise.models.problems import Problems
from castlewise.models.reading import Table, close_name, shown

MOST = 127  # the largest number that a field of the State holds
_LONGEST_TEXT = 200


def monster_in_words(rule_set: RuleSet, text: str, place: str, problems: Problems) -> DraftMonster | None:
    """Kind, ring, arc; then "health" with its number, "tarred", "attacking", with the Wizard's Tower "flames" with their number."""
    words = spelled(text[:_LONGEST_TEXT]).split()
    at = next((i for i, word in enumerate(words) if word in RINGS and i > 0), None)
    if at is None:
        problems.add(place, f'{shown(text)} names no ring ({", ".join(RINGS)}); a Monster is stated like "orc archer 2 health 1"')
        return None
    item: dict[str, object] = {"kind": " ".join(words[:at]), "ring": words[at]}
    rest = iter(words[at + 1 :])
    arc = next(rest, "")
    item["arc"] = int(arc) if re.fullmatch(r"\d{1,3}", arc, re.ASCII) else arc or "nothing"
    for word in rest:
        if word in ("tarred", "attacking"):
            item[word] = True
        elif word == "health" or (word == "flames" and rule_set.wizards_tower):
            number = next(rest, "")
            item[word] = int(number) if re.fullmatch(r"\d{1,3}", number, re.ASCII) else number or "nothing"
        else:
            problems.add(place, f"unknown word {shown(word)}{close_name(word, ('health', 'tarred', 'attacking'))}")
            return None
    file, _, key = place.rpartition(": ")
    return monster_from_table(Table(item, file, problems, key), rule_set)


def monster_from_table(table: Table, rule_set: RuleSet) -> DraftMonster | None:
    before = len(table.problems)
    tokens = token_names(rule_set.components)
    name = table.text("kind")
    kind = None if name is None else tokens.find(name)
    if name is None and not table.has("kind"):
        table.add("kind", "has to be stated")
    elif name is not None and kind is None:
        table.add("kind", f"unknown token {shown(name)}{tokens.hint(name)}")
    ring, arc = table.one_of("ring", RINGS), table.number("arc", 1, ARCS)
    for key in ("ring", "arc"):
        if not table.has(key):
            table.add(key, "has to be stated")
    health = table.number("health", 0, MOST)
    tarred, attacking = table.flag("tarred"), table.flag("attacking")
    flames = (table.number("flames", 0, MOST_FLAMES) or 0) if rule_set.wizards_tower else 0
    table.close()
    if len(table.problems) > before or kind is None or ring is None or arc is None:
        return None
    full = rule_set.components.tokens[kind].health
    return DraftMonster(
        kind, RINGS.index(ring), arc - 1, full if health is None else health, bool(tarred), bool(attacking), 0, flames * FLAME_UNIT
    )
