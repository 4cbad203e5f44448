"""Boards and hands for puzzles of Castle Panic: out of games of the greedy player, and by working backwards from plays that solve them.

Everything is decided by a candidate's own random numbers. What comes out is a line of notation that the rules have read, so nothing impossible leaves here.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

from castlewise.models.castle_panic.board import (
    ARCS,
    CASTLE,
    FOREST,
    RINGS,
    SWORDSMAN,
    arc_of,
    clockwise,
    colour_of,
    health_of,
    kind_of,
    ring_of,
)
from castlewise.models.castle_panic.components import BASE
from castlewise.models.castle_panic.game import CastlePanic
from castlewise.models.castle_panic.position import Position
from castlewise.models.castle_panic.rule_set import RuleSet, read_rules
from castlewise.models.castle_panic.stages import PLAY_PHASE
from castlewise.models.contract import Node
from castlewise.models.problems import InvalidInput
from castlewise.puzzles.kind import Rejected
from castlewise.solver.policies import policy_kernel, policy_rule

CARDS = {card.code: card for card in BASE.cards}
TOKENS = {token.code: token for token in BASE.tokens}
HITS = [card.code for card in BASE.cards if card.effect == "hit"]
LEFT_OUT = ("d2", "sc")  # what they bring is not known, or can be most of the deck
PLAYABLE = [card.code for card in BASE.cards if card.code not in LEFT_OUT]
DRAWING = ("gk", "d3", "d4")  # tokens that draw others

Foe = tuple[int, int, str, int]  # ring, arc from 0, token, health


@lru_cache
def rule_set(rules: str, usual: str = "players=2") -> RuleSet:
    """The rules of a puzzle: what was asked for, or else the usual."""
    return read_rules(rules or usual, place="--rules")


@lru_cache
def _game(rules: RuleSet) -> CastlePanic:
    return CastlePanic(rules)


def self_play(luck: random.Random, rules: RuleSet) -> Position:
    """The beginning of some Play phase of a greedy game."""
    game = _game(rules)
    decide = policy_kernel(game, "greedy")(policy_rule(game, "greedy"))
    source, (out, _) = game.source(luck.getrandbits(60)), game.lists()
    apply = game.kernel(game.kernel_rules["apply"])
    found: list[Position] = []
    position, before = game.start(), 0
    while (node := game.node(position)) is not Node.OVER:
        stage = int(position.state.stage)
        if stage == PLAY_PHASE != before:
            found.append(position)
        before = stage
        move = game.sample(position, source) if node is Node.CHANCE else int(decide(game.rules, position.state, source.buffer, out))
        state = game.copy(position.state)
        apply(game.rules, state, move)
        position = Position(game, state)
    return luck.choice(found[1:] or found)


def foes_of(position: Position) -> list[Foe]:
    s = position.numbers
    codes = [token.code for token in position.rule_set.components.tokens]
    return [(ring_of(m), arc_of(m), codes[kind_of(m)], health_of(m)) for m in s.monsters[: s.monster_count]]


def structures_of(position: Position) -> str:
    return str(position).split("/")[1]


def some_structures(luck: random.Random, whole: float = 0.6) -> str:
    """Arcs 1 to 6; most have their Wall, a few their Tower no more."""
    letters = [luck.choices("WFTw-", (whole, 0.05, 0.3, 0.02, 0.1))[0] for _ in range(ARCS)]
    while sum(letter == "F" for letter in letters) > 1:
        letters[letters.index("F")] = "W"
    if not any(letter in "WFT" for letter in letters):
        letters[luck.randrange(ARCS)] = "W"
    return "".join(letters)


def some_foe(luck: random.Random, rings: Sequence[int], structures: str) -> Foe:
    code = luck.choices(("g", "o", "t", "ow", "tm", "he", "gk"), (30, 34, 24, 3, 3, 3, 3))[0]
    full = TOKENS[code].health
    health = luck.randint(1, full) if luck.random() < 0.5 else full
    ring = luck.choice(list(rings))
    arcs = [arc for arc in range(ARCS) if ring != CASTLE or structures[arc] not in "WFT"]
    if not arcs:
        ring, arcs = SWORDSMAN, list(range(ARCS))
    return ring, luck.choice(arcs), code, health


def threatens(foe: Foe, structures: str) -> bool:
    """Whether a Monster goes against a structure in the coming Move phase."""
    ring, arc, _, _ = foe
    if ring == SWORDSMAN:
        return structures[arc] in "WFwfT"
    return ring == CASTLE and structures[clockwise(arc, 1)] in "WFT"


def reaching(foe: Foe) -> list[str]:
    """Cards that can hit a Monster where it stands."""
    ring, arc, _, _ = foe
    return [code for code in HITS if ring in CARDS[code].rings and colour_of(arc) in CARDS[code].colours]


class Hand:
    """Cards that are picked one after the other, as long as there are such cards."""

    def __init__(self, luck: random.Random) -> None:
        self._luck = luck
        self.cards: list[str] = []

    def free(self, codes: Sequence[str]) -> list[str]:
        return [code for code in codes if self.cards.count(code) < CARDS[code].count]

    def add(self, codes: Sequence[str]) -> bool:
        free = self.free(codes)
        if free:
            self.cards.append(self._luck.choice(free))
        return bool(free)

    def deal_with(self, foe: Foe, ways: Sequence[str]) -> bool:
        """Cards that slay a Monster, or keep it from moving, in one of the ways named."""
        way = self._luck.choice(list(ways))
        _, _, _, health = foe
        if way == "hits":
            return all(self.add(reaching(foe)) for _ in range(health))
        if way == "nice-shot":
            return self.add(["ns"]) and self.add(reaching(foe))
        return self.add([{"barbarian": "bb", "tar": "ta", "drive-back": "db"}[way]])

    def decoys(self, number: int) -> None:
        for _ in range(number):
            self.add(PLAYABLE)


def line(
    rules: RuleSet, structures: str, foes: Sequence[Foe], hands: Sequence[Sequence[str]], *, stage: str = "p1.play", out: Sequence[str] = ()
) -> str:
    """A position in notation, read once by the rules. `out`: tokens that are no longer in the pile. Raises Rejected if it cannot be."""
    used = Counter(code for _, _, code, _ in foes)
    gone = [code for code in out if used[code] + 1 <= TOKENS[code].count]
    monsters = ".".join(sorted(f"{RINGS[ring][0]}{arc + 1}{code}{health}" for ring, arc, code, health in foes)) or "-"
    cards = ",".join(".".join(_counted(hand)) or "-" for hand in hands)
    text = f"cp:{rules}/{structures}/{monsters}/{stage}/{cards}/-/{'.'.join(_counted(gone)) or '-'}"
    try:
        return str(Position.read(text))
    except InvalidInput as error:
        raise Rejected("no such position") from error


def _counted(codes: Sequence[str]) -> list[str]:
    return [code if count == 1 else f"{count}{code}" for code, count in Counter(codes).items()]


def in_the_field(foes: Sequence[Foe]) -> list[Foe]:
    return [foe for foe in foes if foe[0] != FOREST]


def too_many(foes: Sequence[Foe]) -> bool:
    """Whether there are more Monsters of a kind than tokens."""
    return any(count > TOKENS[code].count for code, count in Counter(code for _, _, code, _ in foes).items())
