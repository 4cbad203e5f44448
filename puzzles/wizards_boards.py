"""Boards and hands with the Wizard's Tower, put together around one or two of its cards so that they are likely to be needed.

Each special card has a Monster or two that are made for it; the others are dealt with by plain hits. Whether the card is needed is for the proof to say:
a candidate whose solution does without is no puzzle of the Wizard's Tower.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from castlewise.models.castle_panic.board import (
    ARCHER,
    ARCS,
    CASTLE,
    FOREST,
    KNIGHT,
    RINGS,
    SWORDSMAN,
    colour_of,
)
from castlewise.models.castle_panic.expansions.wizards_tower.components import WIZARDS_TOWER, WizardToken
from castlewise.models.castle_panic.position import Position
from castlewise.models.castle_panic.rule_set import RuleSet
from castlewise.models.problems import InvalidInput
from castlewise.puzzles.boards import HITS, LEFT_OUT, some_structures
from castlewise.puzzles.kind import Rejected

CARDS = {card.code: card for card in WIZARDS_TOWER.cards}
TOKENS = {token.code: token for token in WIZARDS_TOWER.tokens}
FIELD = (ARCHER, KNIGHT, SWORDSMAN)
COLOUR_LETTERS = "rgb"
MOST_CARDS = 7

# Monsters that the turn models know, as often as they come up.
_FOES = {"im": 24, "o": 20, "t": 14, "ga": 10, "gc": 8, "og": 7, "ct": 6, "ce": 4, "cy": 4, "go": 4, "cj": 2, "ow": 2, "tm": 2, "he": 2}
_DECOYS = [
    *(code for code in CARDS if code in HITS or code in ("br", "mo", "fw", "bb", "ns", "ta", "db")),
    *("co", "cr", "ds", "en", "fl", "kb", "waf", "wbb", "wlb", "wrn", "wrg", "wws"),
]
assert not set(_DECOYS) & set(LEFT_OUT)

TO_SLAY = ("en", "co", "cr", "ds", "kb", "waf", "wrf", "wgf", "wbf", "whl", "wlb", "wrn", "wws", "wcl", "wvw", "wew", "wwf")
TO_HOLD = ("kb", "wwf", "wew", "wlb", "wri", "en", "ds", "co", "cr", "wrn", "wws", "waf", "wcl")


@dataclass(frozen=True)
class Foe:
    ring: int
    arc: int
    code: str
    health: int
    flames: int = 0

    @property
    def text(self) -> str:
        return f"{RINGS[self.ring][0]}{self.arc + 1}{self.code}{self.health}{'b' * self.flames}"


class Arrangement:
    """A board and a hand in the making."""

    def __init__(self, luck: random.Random, *, holding: bool) -> None:
        self.luck = luck
        self.holding = holding
        self.structures = some_structures(luck)
        self.foes: list[Foe] = []
        self.hand: list[str] = []

    # Monsters.

    def foe(self, rings: Sequence[int], arcs: Sequence[int] = range(ARCS), *, least: int = 1, most: int = 4) -> Foe:
        """Some Monster with so much health, somewhere among these spaces where no Tower stands."""
        kinds = [code for code in _FOES if TOKENS[code].health >= least]
        code = self.luck.choices(kinds, [_FOES[code] for code in kinds])[0]
        full = TOKENS[code].health
        health = self.luck.randint(least, min(full, most)) if self.luck.random() < 0.5 or full > most else full
        spaces = [(ring, arc) for ring in rings for arc in arcs if ring != CASTLE or self.structures[arc] not in "WFT"]
        if not spaces:
            raise Rejected("no board to begin with")
        ring, arc = self.luck.choice(spaces)
        flames = 1 if self.luck.random() < 0.12 and ring != FOREST else 0
        made = Foe(ring, arc, code, health, flames)
        self.foes.append(made)
        return made

    def near(self) -> tuple[int, ...]:
        """Where Monsters are that matter: those about to strike if the Walls are to be held."""
        return (SWORDSMAN, SWORDSMAN, SWORDSMAN, CASTLE) if self.holding else (*FIELD, SWORDSMAN)

    # Cards.

    def add(self, codes: Sequence[str]) -> None:
        free = [code for code in codes if self.hand.count(code) < CARDS[code].count]
        if not free:
            raise Rejected("no cards for it")
        self.hand.append(self.luck.choice(free))

    def hits(self, foe: Foe, count: int) -> None:
        for _ in range(count):
            self.add(hitting(foe) or ["bb"])

    def slain_by_hits(self, foe: Foe) -> None:
        token = TOKENS[foe.code]
        weak = isinstance(token, WizardToken) and token.weak_ring and token.weak_ring == foe.ring
        if foe.ring in FIELD and hitting(foe):
            self.hits(foe, 1 if weak else foe.health)
        else:
            self.add(["bb", "ta", "db"] if self.holding and foe.ring != FOREST else ["bb"])


def hitting(foe: Foe, *, ring: int = 0) -> list[str]:
    """Hit cards that hurt a Monster where it stands, or in another ring."""
    ring = ring or foe.ring
    token = TOKENS[foe.code]
    traits, immune = (token.traits, token.immune_ring) if isinstance(token, WizardToken) else ((), 0)
    if ring not in FIELD or immune == ring:
        return []
    colour = colour_of(foe.arc)
    cards = [CARDS[code] for code in HITS if colour in CARDS[code].colours]
    return [
        card.code for card in cards if ("flying" in traits and card.troop in (0, ARCHER)) or ("flying" not in traits and ring in card.rings)
    ]


def made_for(board: Arrangement, card: str) -> None:
    """Monsters and cards for which a special card is the way."""
    luck = board.luck
    board.hand.append(card)
    rings = board.near()
    field = [ring for ring in rings if ring in FIELD]
    if card == "en":
        foe = board.foe(field, least=2)
        board.hits(foe, 1 + max(0, foe.health - 3))
    elif card in ("co", "cr"):
        foe = board.foe(field)
        _changed_hit(board, foe, card)
        board.hits(foe, foe.health - 1)
    elif card == "ds":
        first = board.foe(field, most=2)
        second = board.foe([first.ring], [first.arc // 2 * 2, first.arc // 2 * 2 + 1], most=2)
        board.hits(first, max(first.health, second.health))
    elif card == "kb":
        foe = board.foe(field if luck.random() < 0.8 else rings, least=2)
        board.hits(foe, 1)
        if not board.holding:
            for _ in range(foe.health - 1):
                board.add(hitting(foe, ring=max(foe.ring - 1, ARCHER)) or ["bb"])
    elif card in ("waf", "wrf", "wgf", "wbf"):
        colour = COLOUR_LETTERS.index(card[1]) if card[1] in COLOUR_LETTERS and card != "waf" else luck.randrange(3)
        foe = board.foe([*rings, CASTLE] if board.holding else [FOREST, *rings, CASTLE], [2 * colour, 2 * colour + 1], most=2)
        if foe.health > 1:
            board.hits(foe, 1)
    elif card == "whl":
        board.foe([FOREST])
    elif card == "wlb":
        board.foe([*rings, CASTLE], most=4 if board.holding else 1)
    elif card in ("wrn", "wwf", "wcl"):
        arc = luck.randrange(ARCS)
        among = [ring for ring in (*rings, CASTLE) if ring != CASTLE or board.structures[arc] not in "WFT"]
        ring = luck.choice(among)
        for _ in range(luck.randint(2, 3)):
            foe = board.foe([ring] if card == "wcl" else among, [arc], most=2)
            if card != "wwf" and foe.health > 1:
                board.slain_by_hits(Foe(foe.ring, foe.arc, foe.code, foe.health - 1))
        if card == "wwf" and not board.holding:
            board.hand.append("whl")
            del board.foes[-2:-1]
    elif card in ("wws", "wvw"):
        colour = luck.randrange(3)
        for _ in range(luck.randint(2, 3)):
            foe = board.foe(field, [2 * colour, 2 * colour + 1], most=2)
            if card == "wws" and foe.health > 1:
                board.hits(foe, 1)
    elif card == "wew":
        for _ in range(luck.randint(1, 2)):
            foe = board.foe([KNIGHT, SWORDSMAN, CASTLE])
            if not board.holding:
                for _ in range(foe.health):
                    board.add(hitting(foe, ring=foe.ring - 1) or ["bb"])
    else:  # Rain of Ice holds everybody
        for _ in range(luck.randint(1, 2)):
            board.foe(rings)


def _changed_hit(board: Arrangement, foe: Foe, card: str) -> None:
    """A hit of another colour in the ring, or of another ring in the colour."""
    colour = colour_of(foe.arc)
    troops = [CARDS[code] for code in HITS if CARDS[code].troop]
    if card == "co":
        board.add([hit.code for hit in troops if foe.ring in hit.rings and colour not in hit.colours])
    else:
        board.add([hit.code for hit in troops if foe.ring not in hit.rings and colour in hit.colours])


def wizards_line(rules: RuleSet, seed_text: str, *, holding: bool) -> str:
    """A position in notation, read once by the rules. Raises Rejected if nothing comes of it."""
    luck = random.Random(seed_text)
    board = Arrangement(luck, holding=holding)
    cards = TO_HOLD if holding else TO_SLAY
    chosen = luck.sample(cards, luck.choice((1, 1, 2)))
    for card in chosen:
        if card not in board.hand:
            made_for(board, card)
    for _ in range(luck.randint(0, 2)):
        foe = board.foe(board.near())
        board.slain_by_hits(foe)
    if holding:
        for _ in range(luck.randint(0, 2)):
            board.foe((ARCHER, KNIGHT))
    for _ in range(luck.choice((0, 1, 1, 2))):
        board.add(_DECOYS)
    if len(board.hand) > MOST_CARDS or len(board.foes) < 2:
        raise Rejected("too many cards" if len(board.hand) > MOST_CARDS else "no board to begin with")
    return _line(rules, board)


def _line(rules: RuleSet, board: Arrangement) -> str:
    luck = board.luck
    standing = [arc + 1 for arc in range(ARCS) if board.structures[arc] in "WFT"]
    burning = [f"w{arc + 1}" for arc in range(ARCS) if board.structures[arc] in "Ww" and luck.random() < 0.15]
    burning += [f"t{arc}" for arc in standing if luck.random() < 0.08]
    hand = ".".join(code if count == 1 else f"{count}{code}" for code, count in Counter(board.hand).items())
    monsters = ".".join(sorted(foe.text for foe in board.foes))
    hands = ",".join([hand, *["-"] * (rules.players - 1)])
    more = [f"wizard-tower={luck.choice(standing)}"] if luck.random() < 0.9 else []
    more += [f"burning={'.'.join(burning)}"] if burning else []
    text = "/".join([f"cp:{rules}", board.structures, monsters, "p1.play", hands, "-", "-", *more])
    try:
        return str(Position.read(text))
    except InvalidInput as error:
        raise Rejected("no such position") from error


def with_other_cards(position: Position, luck: random.Random) -> str | None:
    """A neighbour of a position: a card of the hand less, or another in its place. None if there is no such position."""
    parts = str(position).split("/")
    hands = parts[4].split(",")
    mine = [_code(name) for name in position.hand]
    at = luck.randrange(len(mine))
    mine[at : at + 1] = [luck.choice(_DECOYS)] if luck.random() < 0.6 else []
    if not mine:
        return None
    hands[position.player] = ".".join(code if count == 1 else f"{count}{code}" for code, count in Counter(mine).items())
    parts[4] = ",".join(hands)
    try:
        return str(Position.read("/".join(parts)))
    except InvalidInput:
        return None


def _code(name: str) -> str:
    return next(card.code for card in CARDS.values() if card.name == name)
