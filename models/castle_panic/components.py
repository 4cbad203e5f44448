"""Castle cards and Monster tokens as tables, each value with how sure we are of it.

A row's place in its table is the *kind* that states, moves and rules speak of. Rows are never reordered: an expansion appends its own. Which
values a user's file may replace, and how it is checked, is in component_file.py.
"""

from __future__ import annotations

from dataclasses import dataclass

from castlewise.models.castle_panic.board import ARCHER, CASTLE, COLOURS, FOREST, KNIGHT, SWORDSMAN
from castlewise.models.provenance import Certainty

# What playing a card does. HIT is any troop or Hero; the others are named after their card.
CARD_EFFECTS = ("hit", "brick", "mortar", "fortify", "slay", "nice-shot", "tar", "drive-back", "missing", "draw", "scavenge")
HIT_CARD, BRICK, MORTAR, FORTIFY_CARD, SLAY_CARD, NICE_SHOT_CARD, TAR_CARD, DRIVE_BACK_CARD, MISSING_CARD, DRAW_CARD, SCAVENGE_CARD = range(
    11
)

# What a token does when it is drawn, besides being placed if it is a Monster. The argument is a colour, a ring, a direction or a number of tokens.
TOKEN_EFFECTS = (
    "none", "draw-now", "march-own-colour", "march-all", "heal", "boulder", "march-colour", "rotate", "plague", "all-discard", "draw-after",
)  # fmt: skip
NO_EFFECT, DRAW_NOW, MARCH_OWN_COLOUR, MARCH_ALL, HEAL, BOULDER, MARCH_COLOUR, ROTATE, PLAGUE, ALL_DISCARD, DRAW_AFTER = range(11)

TAR_TOKENS = 1
FORTIFY_TOKENS = 2


class _Titled:
    name: str

    @property
    def title(self) -> str:
        return title(self.name)


@dataclass(frozen=True)
class Card(_Titled):
    name: str
    code: str
    count: int
    effect: str
    rings: tuple[int, ...] = ()  # where its target may stand
    colours: tuple[int, ...] = (0, 1, 2)
    troop: int = 0  # the ring a troop is named after: what a Plague takes
    amount: int = 0  # cards drawn
    certainty: Certainty = Certainty.LIKELY


@dataclass(frozen=True)
class Token(_Titled):
    name: str
    code: str
    count: int
    health: int = 0  # 0: not a Monster
    points: int = 0
    effect: str = "none"
    argument: int = 0
    boss: bool = False
    certainty: Certainty = Certainty.CERTAIN


@dataclass(frozen=True)
class Components:
    """The tables a game is played with. `replaced` names what a user's file changed, `expansions` whose rows stand behind the base game's."""

    cards: tuple[Card, ...]
    tokens: tuple[Token, ...]
    replaced: tuple[str, ...] = ()
    expansions: tuple[str, ...] = ()

    def card(self, name: str) -> int:
        return next(i for i, card in enumerate(self.cards) if card.name == name)

    def token(self, name: str) -> int:
        return next(i for i, token in enumerate(self.tokens) if token.name == name)


_TROOPS = (("archer", ARCHER), ("knight", KNIGHT), ("swordsman", SWORDSMAN))
_FIELD = (ARCHER, KNIGHT, SWORDSMAN)
_OUTSIDE_FOREST = (ARCHER, KNIGHT, SWORDSMAN, CASTLE)
_EVERYWHERE = (FOREST, ARCHER, KNIGHT, SWORDSMAN, CASTLE)


def _castle_cards() -> tuple[Card, ...]:
    cards = []
    for colour, name in enumerate(COLOURS):
        for troop, ring in _TROOPS:
            cards.append(Card(f"{name} {troop}", name[0] + troop[0], 3, "hit", (ring,), (colour,), ring))
        cards.append(Card(f"{name} hero", name[0] + "h", 1, "hit", _FIELD, (colour,)))
    for troop, ring in _TROOPS:
        cards.append(Card(f"any {troop}", "a" + troop[0], 1, "hit", (ring,), troop=ring))
    return (
        *cards,
        Card("brick", "br", 4, "brick"),
        Card("mortar", "mo", 4, "mortar"),
        Card("fortify wall", "fw", 1, "fortify"),
        Card("barbarian", "bb", 1, "slay", _OUTSIDE_FOREST),
        Card("nice shot", "ns", 1, "nice-shot"),
        Card("tar", "ta", 1, "tar", _EVERYWHERE),
        Card("drive him back", "db", 1, "drive-back", _OUTSIDE_FOREST),
        Card("missing", "mi", 1, "missing"),
        Card("draw 2 cards", "d2", 1, "draw", amount=2),
        Card("scavenge", "sc", 1, "scavenge"),
    )


def _monster_tokens() -> tuple[Token, ...]:
    plagues = [
        Token(f"plague {name}s" if name != "swordsman" else "plague swordsmen", "p" + name[0], 1, 0, 0, "plague", ring)
        for name, ring in _TROOPS
    ]
    return (
        Token("goblin", "g", 6, 1, 1),
        Token("orc", "o", 11, 2, 2),
        Token("troll", "t", 10, 3, 3),
        Token("goblin king", "gk", 1, 2, 4, "draw-now", 3, boss=True),
        Token("orc warlord", "ow", 1, 3, 4, "march-own-colour", boss=True),
        Token("troll mage", "tm", 1, 3, 4, "march-all", boss=True),
        Token("healer", "he", 1, 2, 4, "heal", boss=True),
        Token("giant boulder", "gb", 4, effect="boulder"),
        *(Token(f"{name} monsters move 1", "m" + name[0], 2, effect="march-colour", argument=i) for i, name in enumerate(COLOURS)),
        Token("monsters move clockwise", "cw", 1, effect="rotate", argument=1),
        Token("monsters move counter-clockwise", "cc", 1, effect="rotate", argument=-1),
        *plagues,
        Token("all players discard 1 card", "ad", 1, effect="all-discard"),
        Token("draw 3 monster tokens", "d3", 1, effect="draw-after", argument=3),
        Token("draw 4 monster tokens", "d4", 1, effect="draw-after", argument=4),
    )


BASE = Components(_castle_cards(), _monster_tokens())

# Kinds that a rule speaks of by name.
BRICK_CARD = BASE.card("brick")
MORTAR_CARD = BASE.card("mortar")
GOBLIN, ORC, TROLL = BASE.token("goblin"), BASE.token("orc"), BASE.token("troll")

STARTING_MONSTERS = {GOBLIN: 3, ORC: 2, TROLL: 1}
ROUGH_START_OF_A_KIND = 3
ROUGH_START_MONSTERS = {ORC: ROUGH_START_OF_A_KIND, TROLL: ROUGH_START_OF_A_KIND}

# Easier Battles takes these out of the pile.
EASIER_BATTLES = {
    "draw 4 monster tokens": 1, "orc warlord": 1, "troll mage": 1, "plague swordsmen": 1, "plague knights": 1,
    "green monsters move 1": 1, "red monsters move 1": 1, "blue monsters move 1": 1, "giant boulder": 3,
}  # fmt: skip

_TITLES = {
    "any archer": "Any Color Archer", "any knight": "Any Color Knight", "any swordsman": "Any Color Swordsman", "drive him back": "Drive Him Back!",
    "plague archers": "Plague! Archers", "plague knights": "Plague! Knights", "plague swordsmen": "Plague! Swordsmen",
    "azriels fist": "Azriel's Fist", "eye of the oracle": "Eye of the Oracle", "hammer of light": "Hammer of Light", "rain of ice": "Rain of Ice",
    "rain of iron": "Rain of Iron", "ring of fire": "Ring of Fire", "thalgars blessing": "Thalgar's Blessing", "valadors wave": "Valador's Wave",
    "wall of force": "Wall of Force", "doppelganger": "Doppelgänger", "imp per tower": "1 Imp per Tower",
}  # fmt: skip


def title(name: str) -> str:
    """A component's name as it is printed.

    >>> title("red archer"), title("drive him back"), title("monsters move counter-clockwise")
    ('Red Archer', 'Drive Him Back!', 'Monsters Move Counter-Clockwise')
    """
    return _TITLES.get(name) or "-".join(part.title() for part in name.split("-"))
