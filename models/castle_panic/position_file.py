"""A position as a TOML file that a person writes and edits (docs/notation-castle-panic.md describes it).

    rules = "players=4"
    monsters = ["orc archer 2", "troll castle 5 health 1"]
    hand = ["red archer", "2 brick"]

Whatever is left out is as at the start of a quiet Play phase of player 1: six Towers, all Walls, nothing discarded, other hands empty.

What a newcomer would get wrong: deck and pile are what is left when everything else is accounted for. A file that states them instead
gets the discards that follow; one that states both has to account for every card.
"""

from __future__ import annotations

import re

from castlewise.models.castle_panic import stages
from castlewise.models.castle_panic.board import ARCS, RINGS
from castlewise.models.castle_panic.component_file import components_problem, fingerprint
from castlewise.models.castle_panic.components import BASE, Components
from castlewise.models.castle_panic.expansions.wizards_tower.marks import FLAME_UNIT, flames_of
from castlewise.models.castle_panic.expansions.wizards_tower.position_keys import KEYS, harbingers_gone, read_toml, write_toml
from castlewise.models.castle_panic.game import CastlePanic
from castlewise.models.castle_panic.monster_reading import MOST, monster_from_table, monster_in_words
from castlewise.models.castle_panic.move_text import short_of
from castlewise.models.castle_panic.names import card_names, token_names
from castlewise.models.castle_panic.notation import read_short_monster
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
from castlewise.models.castle_panic.rule_set import read_rules
from castlewise.models.component_names import Names
from castlewise.models.problems import InvalidInput, Problem, Problems
from castlewise.models.reading import Table, inside, load_toml, rules_text, shown
from castlewise.models.toml_text import quoted, quoted_list

_SHORT_MONSTER = re.compile(r"[a-z]\d+[a-z]+\d*[a-z]*", re.ASCII)
_LONGEST_TEXT = 200  # of one Monster


# Reading


def read_position_file(
    content: str | bytes, *, place: str = "position", components: Components = BASE, compiled: bool | None = None
) -> Position:
    """The position of a TOML file; raises InvalidInput with every reason if there is none."""
    problems = Problems()
    file = Table(load_toml(content, place), place, problems)
    file.one_of("game", (CastlePanic.name,))
    problems.raise_if_any()  # another game's file
    try:
        rules = read_rules(rules_text(file, "players=4, co-op"), components=components)
    except InvalidInput as error:  # the rest cannot be judged without the rules
        raise InvalidInput(Problem(inside(place, problem.place), problem.reason) for problem in error.problems) from None
    components = rules.components
    draft = Draft(CastlePanic(rules, compiled=False), place)
    cards, tokens = card_names(components), token_names(components)
    _read_turn(file, draft)
    _read_structures(file, draft)
    _read_monsters(file, draft)
    _read_hands(file, draft, cards)
    draft.discards = cards.counts_under(file, "discards")
    draft.deck = cards.counts_under(file, "deck")
    draft.token_discards = tokens.counts_under(file, "token-discards")
    draft.pile = tokens.counts_under(file, "pile")
    for key in extras_of(rules):
        _read_extra(file, draft, key, cards, tokens)
    if rules.wizards_tower:
        harbingers_gone(draft)
    stated_fingerprint = file.text("components") or ""
    file.close()
    if stated_fingerprint:  # a file written by hand need not know it
        problems += components_problem(stated_fingerprint, components, file.place("components"))
    problems += check(draft, thorough=not problems)
    problems.raise_if_any()
    return built(draft, compiled)


def _read_turn(file: Table, draft: Draft) -> None:
    draft.player = (file.number("player", 1, draft.rule_set.players) or 1) - 1
    known = stages_of(draft.rule_set)
    name = file.one_of("stage", (*known, *OUTCOMES))
    if name in OUTCOMES:
        draft.stage, draft.outcome = stages.OVER, OUTCOMES[name]
    elif name is not None:
        draft.stage = known[name]


def _read_structures(file: Table, draft: Draft) -> None:
    if draft.rule_set.walls != "all":
        draft.walls = [0] * ARCS  # under construction: a Wall stands only where one is stated
    for key, flags in (("towers", draft.towers), ("walls", draft.walls), ("fortified", draft.fortify)):
        stated = file.numbers(key, ARCS, "arc")
        if stated is not None:
            flags[:] = [int(arc + 1 in stated) for arc in range(ARCS)]


def _read_monsters(file: Table, draft: Draft) -> None:
    items = file.value("monsters")
    if items is None:
        return
    if not isinstance(items, list):
        file.add("monsters", f"expected a list of Monsters, not {shown(items)}")
        return
    for number, item in enumerate(items, 1):
        key = f"monsters[{number}]"
        found: DraftMonster | None = None
        if isinstance(item, str) and _SHORT_MONSTER.fullmatch(item.strip()[:_LONGEST_TEXT]):
            found = read_short_monster(draft.rule_set.components, item.strip(), file.place(key), file.problems)
        elif isinstance(item, str):
            found = monster_in_words(draft.rule_set, item, file.place(key), file.problems)
        elif isinstance(item, dict):
            found = monster_from_table(Table(item, file.file, file.problems, key), draft.rule_set)
        else:
            file.add(key, f'expected a Monster such as "orc archer 2", not {shown(item)}')
        if found:
            found.number = number
            draft.monsters.append(found)


def _read_hands(file: Table, draft: Draft, cards: Names) -> None:
    stated = _by_player(file, draft, "hands", cards)
    draft.hands = stated
    own = cards.counts_under(file, "hand")
    if own is not None:
        if any(stated[draft.player]):
            file.add("hand", f"player {draft.player + 1}'s cards are stated under hands already")
        stated[draft.player] = own


def _by_player(file: Table, draft: Draft, key: str, names: Names) -> list[list[int]]:
    """A list for each player, in order, or a table with the players' numbers as keys."""
    players = draft.rule_set.players
    found = [[0] * len(names.names) for _ in range(players)]
    value = file.value(key)
    if isinstance(value, list):
        if len(value) > players:
            file.add(key, f"{len(value)} lists for {players} players")
        stated = dict(enumerate(value[:players], 1))
    elif isinstance(value, dict):
        stated = {}
        for name, items in value.items():
            if re.fullmatch(r"\d", name, re.ASCII) and 1 <= int(name) <= players:
                stated[int(name)] = items
            else:
                file.add(f"{key}.{shown(name)[1:-1]}", f"not a player: there are 1 to {players}")
    else:
        stated = {}
        if value is not None:
            file.add(key, f"expected a list for each player, not {shown(value)}")
    for player, items in stated.items():
        found[player - 1] = names.counts(items, file.place(f"{key}[{player}]"), file.problems)
    return found


def _read_extra(file: Table, draft: Draft, key: str, cards: Names, tokens: Names) -> None:
    players = draft.rule_set.players
    if key in KEYS:
        read_toml(draft, file, key)
    elif key in NUMBERS:
        number = file.number(key, 0, MOST)
        if number is not None:
            draft.numbers[key] = number
    elif key in FLAGS:
        flag = file.flag(key)
        if flag is not None:
            draft.flags[key] = flag
    elif key in PLAYER_SETS:
        draft.players[key] = frozenset(player - 1 for player in file.numbers(key, players, "player") or ())
    elif key == "king":
        draft.king = file.number(key, 1, ARCS) or 0
    elif key == "homes":
        _read_homes(file, draft)
    elif key == "during":
        draft.during = file.one_of(key, tuple(during_of(draft.rule_set)))
    elif key == "token":
        draft.token = tokens.kind_under(file, key)
    elif key == "removed":
        draft.removed = cards.counts_under(file, key) or draft.removed
    elif key == "trophies":
        draft.trophies = _by_player(file, draft, key, tokens)
    elif key == "offer":
        table = file.table(key)
        if table:
            mine, theirs = cards.kind_under(table, "mine"), cards.kind_under(table, "theirs")
            player = table.number("player", 1, players)
            for part in ("mine", "player", "theirs"):
                if not table.has(part):
                    table.add(part, "has to be stated")
            table.close()
            if mine is not None and player is not None and theirs is not None:
                draft.offer = Offer(mine, player - 1, theirs)


def _read_homes(file: Table, draft: Draft) -> None:
    items = file.value("homes")
    if items is None:
        return
    if not isinstance(items, list) or len(items) != draft.rule_set.players:
        file.add("homes", f"expected a list with the arc of each of the {draft.rule_set.players} players' Towers, 0 for none")
        return
    for player, arc in enumerate(items):
        if isinstance(arc, bool) or not isinstance(arc, int) or not 0 <= arc <= ARCS:
            file.add(f"homes[{player + 1}]", f"arc {shown(arc)}: expected 1 to {ARCS}, or 0 for none")
        else:
            draft.homes[player] = arc


# Writing


def write_position_file(position: Position) -> str:
    """A position as TOML, with everything that is not the usual."""
    draft = draft_of(position)
    components = position.rule_set.components
    cards, tokens = card_names(components), token_names(components)
    lines = [f"rules = {quoted(str(position.rule_set))}"]
    if components.replaced:
        lines.append(f"components = {quoted(fingerprint(components))}  # replaced: {'; '.join(components.replaced)}")
    lines += [f"player = {draft.player + 1}", f"stage = {quoted(stage_name(draft))}", ""]
    for key, flags in (("towers", draft.towers), ("walls", draft.walls), ("fortified", draft.fortify)):
        if key != "fortified" or any(flags):
            lines.append(f"{key} = [{', '.join(str(arc + 1) for arc in range(ARCS) if flags[arc])}]")
    monsters = [f"    {quoted(_in_words(draft, m))}," for m in draft.monsters]
    lines += ["monsters = [", *monsters, "]", ""] if monsters else ["monsters = []", ""]
    lines += ["hands = [", *(f"    {quoted_list(cards.listed(hand))}," for hand in draft.hands), "]"]
    for key, names, counts in (("discards", cards, draft.cards()[1]), ("token-discards", tokens, draft.tokens()[1])):
        if any(counts):
            lines.append(f"{key} = {quoted_list(names.listed(counts))}")
    extras = [f"{key} = {value}" for key in extras_of(position.rule_set) if (value := _extra(draft, key, cards, tokens))]
    if extras:
        lines += ["", *extras]
    return "\n".join(lines) + "\n"


def _in_words(draft: Draft, m: DraftMonster) -> str:
    token = draft.rule_set.components.tokens[m.kind]
    words = f"{token.name} {RINGS[m.ring]} {m.arc + 1}"
    if m.health != token.health:
        words += f" health {m.health}"
    words += (" tarred" if m.tarred else "") + (" attacking" if m.attacking else "")
    flames = flames_of(m.more_marks)
    words += f" flames {flames}" if flames else ""
    if m.more_marks != flames * FLAME_UNIT:  # in the middle of a movement it has more marks than there are words for
        return short_of(draft.rule_set.components, m.packed)
    return words


def _extra(draft: Draft, key: str, cards: Names, tokens: Names) -> str:
    """The value of a key in TOML; empty where it goes without saying."""
    if key in KEYS:
        return write_toml(draft, key)
    if key in NUMBERS:
        return "" if draft.number(key) == draft.usual(key) else str(draft.number(key))
    if key in FLAGS:
        return "true" if draft.flag(key) != draft.implied(key) else ""
    if key in PLAYER_SETS:
        return str([player + 1 for player in sorted(draft.member(key))]) if draft.member(key) else ""
    if key == "offer" and draft.offer:
        offer = draft.offer
        return f"{{ mine = {quoted(cards.names[offer.mine])}, player = {offer.player + 1}, theirs = {quoted(cards.names[offer.theirs])} }}"
    if key == "during" and draft.interrupts not in ("", "move"):
        return quoted(draft.interrupts)
    if key == "token" and draft.token is not None:
        return quoted(tokens.names[draft.token])
    if key == "homes" and any(draft.homes):
        return str(draft.homes)
    if key == "king" and draft.king:
        return str(draft.king)
    if key == "removed" and any(draft.removed):
        return quoted_list(cards.listed(draft.removed))
    if key == "trophies" and any(map(any, draft.trophies)):
        return f"[{', '.join(quoted_list(tokens.listed(trophies)) for trophies in draft.trophies)}]"
    return ""
