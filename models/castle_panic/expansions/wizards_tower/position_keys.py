"""What a written position says of the Wizard's Tower: its stages by name and its keys, for the line and for TOML alike.

A key's value is kept in a draft as the State keeps it: a number, or a list of numbers. What is not stated is 0. Imps in their
pile, Mega Bosses still to be announced and the Wizard deck are never stated: they are what is left.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from castlewise.models.castle_panic import stages as base_stages
from castlewise.models.castle_panic.board import ARCS, COLOURS
from castlewise.models.castle_panic.expansions.wizards_tower import setup, stages
from castlewise.models.castle_panic.expansions.wizards_tower.components import (
    DOPPELGANGER,
    FIRST_MEGA_BOSS,
    FIRST_WIZARD_CARD,
    HARBINGER_TOKEN,
    IMP,
    LAST_MEGA_BOSS,
    LAST_WIZARD_CARD,
)
from castlewise.models.castle_panic.expansions.wizards_tower.state import ORACLE_CARDS
from castlewise.models.castle_panic.names import card_names, token_names
from castlewise.models.component_names import counted_codes, read_code, read_counted_codes
from castlewise.models.position_line import read_number, read_player
from castlewise.models.problems import Problems
from castlewise.models.reading import Table, close_name, shown
from castlewise.models.toml_text import quoted, quoted_list

if TYPE_CHECKING:
    from castlewise.models.castle_panic.position_draft import Draft

STAGES = {
    "wizards-tower": stages.CHOOSE_WIZARDS_TOWER,
    "roll-wizards-tower": stages.ROLL_WIZARDS_TOWER,
    "remove-token": stages.REMOVE_TOKEN,
    "starting": stages.DRAW_STARTING,
    "which-deck": stages.WHICH_DECK,
    "draw-for": stages.DRAW_FOR,
    "draw-wizard": stages.DRAW_WIZARD,
    "second-hit": stages.SECOND_HIT,
    "wave": stages.WAVE_POINT,
    "assemble": stages.ASSEMBLE_WALL,
    "oracle-draw": stages.ORACLE_DRAW,
    "oracle-keep": stages.ORACLE_KEEP,
    "oracle-order": stages.ORACLE_ORDER,
    "hope": stages.GIVE_UP_ANY,
    "help": stages.HELP,
    "roll-step": stages.ROLL_STEP,
    "fire-order": stages.FIRE_ORDER,
    "roll-imps": stages.ROLL_IMPS,
    "announce": stages.ANNOUNCE,
    "doppelganger": stages.REPLACE_DOPPELGANGER,
    "raise": stages.RAISE,
    "give-up-wizard-card": stages.GIVE_UP_WIZARD_CARD,
}
SETTING_UP = (stages.CHOOSE_WIZARDS_TOWER, stages.ROLL_WIZARDS_TOWER, stages.REMOVE_TOKEN, stages.DRAW_STARTING)
INTERRUPTED = (
    stages.ROLL_STEP, stages.FIRE_ORDER, stages.ROLL_IMPS, stages.REPLACE_DOPPELGANGER, stages.RAISE, stages.GIVE_UP_WIZARD_CARD,
)  # fmt: skip
MOVING = (base_stages.WHO_IS_HURT, stages.ROLL_STEP, stages.FIRE_ORDER)
IN_PLAY = (
    stages.WHICH_DECK, stages.DRAW_FOR, stages.DRAW_WIZARD, stages.SECOND_HIT, stages.WAVE_POINT, stages.ASSEMBLE_WALL, stages.ORACLE_DRAW,
    stages.ORACLE_KEEP, stages.ORACLE_ORDER, stages.GIVE_UP_ANY, stages.HELP,
)  # fmt: skip

# Stages that something else goes on with.
_AFTERWARDS = {
    "trade": base_stages.BEGIN_TRADE,
    "play": base_stages.PLAY_PHASE,
    "move": base_stages.AFTER_MOVE,
    "charge": base_stages.BEGIN_TOKENS,
    "second-hit": stages.SECOND_HIT,
    "wave": stages.WAVE_POINT,
}


@dataclass(frozen=True)
class Key:
    name: str
    kind: str  # how its value is written
    field: str = ""  # of the State; empty where it follows from what else is there


KEYS = {
    key.name: key
    for key in (
        Key("wizard-tower", "arc", "wizard"),
        Key("burning", "flames"),
        Key("wizard-discards", "cards", "wizard_discards"),
        Key("wizard-removed", "cards"),
        Key("removed-tokens", "tokens"),
        Key("benefit", "flag", "benefit"),
        Key("ice", "flag", "ice"),
        Key("berserk", "flag", "berserk"),
        Key("helped", "player", "helped"),
        Key("acting", "player", "acting"),
        Key("draws", "numbers", "due"),
        Key("either-deck", "flag", "either_deck"),
        Key("then", "afterwards", "then"),
        Key("second-hit", "card", "second_hit"),
        Key("wave-points", "number", "wave"),
        Key("wave-colour", "colour", "wave_colour"),
        Key("oracle", "known cards", "oracle"),
        Key("oracle-ordered", "number", "oracle_ordered"),
        Key("fallen", "tokens", "fallen"),
        Key("fallen-to", "number", "fallen_to"),
        Key("down-to", "number", "down_to"),
        Key("givers", "players", "givers"),
        Key("raises", "number", "raises"),
        Key("tokens-then", "afterwards", "tokens_then"),
        Key("to-remove", "number", "to_remove"),
    )
}
_MOST_DRAWS = 99
_MOST = {"fallen-to": 7, "down-to": 2, "wave-points": 3, "raises": 60, "to-remove": 21, "oracle-ordered": ORACLE_CARDS}


def is_wizard_card(kind: int) -> bool:
    return FIRST_WIZARD_CARD <= kind <= LAST_WIZARD_CARD


# Between draft and State


def stated(draft: Draft, key: str) -> Any:
    """A key's value, or what it is when nothing is said."""
    if key in draft.wizards:
        return draft.wizards[key]
    components = draft.rule_set.components
    blank: dict[str, Any] = {
        "cards": [0] * len(components.cards),
        "tokens": [0] * len(components.tokens),
        "numbers": [0] * draft.rule_set.players,
        "flames": [0] * (2 * ARCS),
        "known cards": [0] * ORACLE_CARDS,
    }
    return blank.get(KEYS[key].kind, 0)


def take_from_state(draft: Draft, state: Any) -> None:
    """Into a draft, everything stated; after the base game's part."""
    for key in KEYS.values():
        if key.field:
            value = getattr(state, key.field)
            draft.wizards[key.name] = int(value) if isinstance(value, int) or not hasattr(value, "__len__") else [int(v) for v in value]
    draft.wizards["draws"] = draft.wizards["draws"][: draft.rule_set.players]
    draft.wizards["burning"] = [int(v) for v in state.wall_flames] + [int(v) for v in state.tower_flames]
    full = setup.wizard_deck(draft.rule_set)
    held = zip(full, *draft.hands, state.wizard_deck, state.wizard_discards, strict=True)
    draft.wizards["wizard-removed"] = [max(0, total - sum(int(v) for v in found)) if total else 0 for total, *found in held]
    assert draft.pile is not None
    assert draft.token_discards is not None
    seen = zip(draft.tokens_in_sight(), draft.starting_monsters_left(), state.to_place, strict=True)
    found = zip(tokens_in_game(draft), seen, draft.pile, draft.token_discards, strict=True)
    draft.wizards["removed-tokens"] = [
        total - (there - guessed + int(to_place)) - left - gone for total, (there, guessed, to_place), left, gone in found
    ]


def put_into_state(draft: Draft, state: Any) -> None:
    for key in KEYS.values():
        if key.field:
            value = stated(draft, key.name)
            if isinstance(value, list):
                getattr(state, key.field)[: len(value)] = value
            else:
                setattr(state, key.field, value)
    flames = stated(draft, "burning")
    state.wall_flames[:], state.tower_flames[:] = flames[:ARCS], flames[ARCS:]
    state.oracle_count = sum(map(bool, stated(draft, "oracle")))
    state.wizard_deck = wizard_deck_left(draft)
    state.imps = setup.imps(draft.rule_set) - sum(m.kind == IMP for m in draft.monsters)
    state.bosses = setup.bosses_to_announce(draft.rule_set) & ~announced(draft)


def wizard_deck_left(draft: Draft) -> list[int]:
    gone = zip(*draft.hands, stated(draft, "wizard-discards"), stated(draft, "wizard-removed"), strict=True)
    return [total - sum(parts) if total else 0 for total, parts in zip(setup.wizard_deck(draft.rule_set), gone, strict=True)]


def announced(draft: Draft) -> int:
    """The Mega Bosses that are somewhere, one bit each."""
    seen = draft.tokens_in_sight()
    discards = draft.token_discards or [0] * len(seen)
    return sum(1 << (kind - FIRST_MEGA_BOSS) for kind in range(FIRST_MEGA_BOSS, LAST_MEGA_BOSS + 1) if seen[kind] + discards[kind])


def starting_monsters(draft: Draft) -> dict[int, int]:
    """Those of Rough Start; Random Monster Mix may have removed some."""
    removed, tokens = stated(draft, "removed-tokens"), draft.rule_set.all_tokens
    return {kind: min(count, max(0, tokens[kind] - removed[kind])) for kind, count in draft.rule_set.starting_monsters.items()}


def harbingers_gone(draft: Draft) -> None:
    """Where only the pile is stated, all other tokens are discarded, but never a Harbinger: those that are not there have left the game."""
    if draft.pile is not None and draft.token_discards is None:
        removed = list(stated(draft, "removed-tokens"))
        gone = tokens_in_game(draft)[HARBINGER_TOKEN] - draft.pile[HARBINGER_TOKEN]
        removed[HARBINGER_TOKEN] += max(0, gone)
        draft.wizards["removed-tokens"] = removed


def tokens_in_game(draft: Draft) -> list[int]:
    """Every token that is in the pile, in sight or discarded now: Mega Bosses once announced, each in the place of a Harbinger, and the Imps on the board."""
    totals = list(draft.rule_set.all_tokens)
    seen = announced(draft)
    for kind in range(FIRST_MEGA_BOSS, LAST_MEGA_BOSS + 1):
        totals[kind] = seen >> (kind - FIRST_MEGA_BOSS) & 1
    totals[HARBINGER_TOKEN] = max(0, totals[HARBINGER_TOKEN] - seen.bit_count() - (draft.stage == stages.ANNOUNCE))
    totals[IMP] = sum(m.kind == IMP for m in draft.monsters)
    return [total - removed for total, removed in zip(totals, stated(draft, "removed-tokens"), strict=True)]


def nobody_to_defeat(draft: Draft) -> bool:
    """Whether no Monster is left that keeps the game from being won."""
    return all(m.kind in (DOPPELGANGER, IMP) for m in draft.monsters)


# As one line


def write_value(draft: Draft, name: str) -> str | bool:
    """As it is written in a line; empty where it goes without saying, True where the key alone says it."""
    components, kind, value = draft.rule_set.components, KEYS[name].kind, stated(draft, name)
    if not (any(value) if isinstance(value, list) else value) and kind != "colour":
        return ""
    if kind == "flag":
        return True
    if kind == "player":
        return f"p{value}"
    if kind == "players":
        return ".".join(f"p{player + 1}" for player in range(draft.rule_set.players) if value >> player & 1)
    if kind == "cards":
        return counted_codes(components.cards, value)
    if kind == "tokens":
        return counted_codes(components.tokens, value)
    if kind == "numbers":
        return ".".join(map(str, value))
    if kind == "flames":
        return ".".join(f"{'wt'[place // ARCS]}{place % ARCS + 1}" for place, count in enumerate(value) for _ in range(count))
    if kind == "afterwards":
        return next(word for word, stage in _AFTERWARDS.items() if stage == value)
    if kind == "card":
        return str(components.cards[value - 1].code)
    if kind == "known cards":
        return ".".join(components.cards[card - 1].code for card in value if card)
    if kind == "colour":
        return COLOURS[value] if stated(draft, "wave-points") else ""
    return str(value)


def read_value(draft: Draft, name: str, text: str, problems: Problems) -> None:
    components, kind = draft.rule_set.components, KEYS[name].kind
    players = draft.rule_set.players
    value: Any = 0
    if kind == "flag":
        value = 1
        if text:
            problems.add(name, f"takes no value, but says {shown(text)}")
    elif kind == "arc":
        value = read_number(text, 0, ARCS, name, problems) or 0
    elif kind == "number":
        value = read_number(text, 0, _MOST[name], name, problems) or 0
    elif kind == "player":
        value = (read_player(text, players, name, problems) or 0) + 1
    elif kind == "players":
        found = [read_player(who, players, name, problems) for who in text.split(".")]
        value = sum(1 << player for player in {player for player in found if player is not None})
    elif kind == "cards":
        value = read_counted_codes(card_names(components), text, name, problems)
    elif kind == "tokens":
        value = read_counted_codes(token_names(components), text, name, problems)
    elif kind == "numbers":
        value = _by_player([read_number(part, 0, _MOST_DRAWS, name, problems) or 0 for part in text.split(".")], players, name, problems)
    elif kind == "flames":
        value = _flames(text.split("."), name, problems)
    elif kind == "afterwards":
        value = _afterwards(text, name, problems)
    elif kind == "card":
        card = read_code(card_names(components), text, name, problems)
        value = 0 if card is None else card + 1
    elif kind == "known cards":
        cards = [read_code(card_names(components), code, name, problems) for code in text.split(".")]
        value = _known([0 if card is None else card + 1 for card in cards], name, problems)
    elif kind == "colour":
        value = _colour(text, name, problems)
    draft.wizards[name] = value


def _by_player(numbers: list[int], players: int, place: str, problems: Problems) -> list[int]:
    if len(numbers) != players:
        problems.add(place, f"{len(numbers)} numbers for {players} players")
    return (numbers + [0] * players)[:players]


def _flames(words: list[str], place: str, problems: Problems) -> list[int]:
    """`w2` for a Flame token on the Wall of arc 2, `t3` on the Tower of arc 3."""
    counts = [0] * (2 * ARCS)
    for word in words:
        if len(word) == 2 and word[0] in "wt" and word[1] in "123456":
            counts["wt".index(word[0]) * ARCS + int(word[1]) - 1] += 1
        else:
            problems.add(place, f'{shown(word)} is not a burning structure; one looks like "w2" (the Wall of arc 2) or "t3" (its Tower)')
    return counts


def _afterwards(word: str, place: str, problems: Problems) -> int:
    if word not in _AFTERWARDS:
        problems.add(place, f"unknown {shown(word)}{close_name(word, _AFTERWARDS)}: expected {', '.join(_AFTERWARDS)}")
    return _AFTERWARDS.get(word, 0)


def _known(cards: list[int], place: str, problems: Problems) -> list[int]:
    if len(cards) > ORACLE_CARDS:
        problems.add(place, f"{len(cards)} cards; the Oracle shows {ORACLE_CARDS}")
    return (cards + [0] * ORACLE_CARDS)[:ORACLE_CARDS]


def _colour(word: str, place: str, problems: Problems) -> int:
    if word not in COLOURS:
        problems.add(place, f"unknown colour {shown(word)}: expected {', '.join(COLOURS)}")
        return 0
    return COLOURS.index(word)


# As TOML


def write_toml(draft: Draft, name: str) -> str:
    """As it is written in TOML; empty where it goes without saying."""
    kind, value = KEYS[name].kind, stated(draft, name)
    line = write_value(draft, name)
    if line is True:
        return "true"
    if not line:
        return ""
    cards, tokens = card_names(draft.rule_set.components), token_names(draft.rule_set.components)
    if kind in ("arc", "number", "player"):
        return str(value)
    if kind == "players":
        return str([player + 1 for player in range(draft.rule_set.players) if value >> player & 1])
    if kind == "numbers":
        return str(value)
    if kind == "cards":
        return quoted_list(cards.listed(value))
    if kind == "tokens":
        return quoted_list(tokens.listed(value))
    if kind == "card":
        return quoted(cards.names[value - 1])
    if kind == "known cards":
        return quoted_list([cards.names[card - 1] for card in value if card])
    if kind == "flames":
        return quoted_list(str(line).split("."))
    return quoted(str(line))


def read_toml(draft: Draft, file: Table, name: str) -> None:
    if not file.has(name):
        return
    components, kind, players = draft.rule_set.components, KEYS[name].kind, draft.rule_set.players
    cards, tokens = card_names(components), token_names(components)
    place = file.place(name)
    value: Any = 0
    if kind == "flag":
        value = int(bool(file.flag(name)))
    elif kind == "arc":
        value = file.number(name, 0, ARCS) or 0
    elif kind == "number":
        value = file.number(name, 0, _MOST[name]) or 0
    elif kind == "player":
        value = file.number(name, 1, players) or 0
    elif kind == "players":
        value = sum(1 << (player - 1) for player in file.numbers(name, players, "player") or ())
    elif kind == "cards":
        value = cards.counts_under(file, name) or stated(draft, name)
    elif kind == "tokens":
        value = tokens.counts_under(file, name) or stated(draft, name)
    elif kind == "card":
        card = cards.kind_under(file, name)
        value = 0 if card is None else card + 1
    elif kind in ("afterwards", "colour"):
        text = file.text(name) or ""
        value = (_afterwards if kind == "afterwards" else _colour)(text, place, file.problems)
    else:
        items = file.value(name)
        wanted = int if kind == "numbers" else str
        if not isinstance(items, list) or not all(type(item) is wanted for item in items):
            file.add(name, f"expected a list of {'numbers' if wanted is int else 'names'}, not {shown(items)}")
            return
        if kind == "numbers":
            for item in items:
                if not 0 <= item <= _MOST_DRAWS:
                    file.add(name, f"expected 0 to {_MOST_DRAWS}, not {shown(item)}")
            value = _by_player([min(_MOST_DRAWS, max(0, item)) for item in items], players, place, file.problems)
        elif kind == "flames":
            value = _flames(items, place, file.problems)
        else:
            found = [cards.find(item) for item in items]
            for item, card in zip(items, found, strict=True):
                if card is None:
                    file.add(name, f"unknown card {shown(item)}{cards.hint(item)}")
            value = _known([0 if card is None else card + 1 for card in found], place, file.problems)
    draft.wizards[name] = value
