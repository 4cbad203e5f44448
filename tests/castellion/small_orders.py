"""Small questions about tiles in a known order, at random: castles of up to four by four, a handful of tiles, every power and special rule within reach.

Most are decided by brute force in a moment (see order_oracle), and about as many can be won as cannot. The tiles like one or two factions and the castle is
under way, so that a formation is often one or two tiles away.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

from castlewise.models.castellion import stages
from castlewise.models.castellion.game import Castellion
from castlewise.models.castellion.ordeals import Number, Ordeal
from castlewise.models.castellion.order_question import OrderQuestion
from castlewise.models.castellion.position import Position
from castlewise.models.castellion.rule_set import BASE, EXPERT, INTRODUCTORY, RuleSet, read_rules
from castlewise.models.castellion.rules.castle import place_tile
from castlewise.models.castellion.tiles import BLACK_TRAITOR, DEFENDERS, KINDS, TRAITOR, counted

LEVELS = (INTRODUCTORY, BASE, EXPERT)
_SIZES = ((3, 3), (4, 3), (2, 4), (3, 4), (4, 2), (3, 2), (2, 3), (4, 4), (1, 5))
_MOST_OF_A_KIND = 9


def small_orders(count: int, first: int, level: str | None = None) -> Iterator[tuple[int, OrderQuestion]]:
    """So many questions with their seeds, which begin at `first`."""
    seed = first
    while count:
        question = small_order(seed, level)
        if question is not None:
            count -= 1
            yield seed, question
        seed += 1


def small_order(seed: int, level: str | None = None) -> OrderQuestion | None:
    """A question, or None where the game is over before anyone decides anything."""
    rng = random.Random(seed)
    level = level or rng.choice(LEVELS)
    powers = level != INTRODUCTORY
    width, height = rng.choice(_SIZES)
    liked = rng.sample(range(4), 2)
    tiles = _Tiles(rng, liked)
    castle = _castle(rng, width, height, tiles)
    safe = tiles.some(rng.choice([0, 0, 1, 2, 3]))
    standard = tiles.some(rng.randint(2, 4) if powers else rng.randint(2, 6), traitors=True)
    revealed = tiles.some(rng.choice([0, 0, 0, 0, 0, 2, 3]), traitors=True) if powers else ()
    hand = tiles.some(1, traitors=True) if rng.random() < 0.25 and len(revealed) < 4 else ()
    discards = tiles.some(rng.choice([0, 0, 1, 2, 3])) if powers else ()
    met = rng.choice([0, 1, 1, 2, 2, 2, 2])
    ordeals = tuple(Number((_ordeal(rng, width, height, level, easy=met < 2),), rng.choice([1, 2, 2, 3])) for _ in range(3))
    beside = rng.randint(0, ordeals[met].traitors - 1)
    rules = RuleSet(
        level,
        width=width,
        height=height,
        ordeals=ordeals,
        safe=tuple(counted(safe)),
        standard=tuple(counted([*standard, *revealed, *hand, *discards, *(k for column in castle for k in column), *[TRAITOR] * beside])),
    )
    if max(rules.all_tiles[:DEFENDERS]) > _MOST_OF_A_KIND or sum(map(len, castle)) == width * height:
        return None
    position = _position(rules, castle, safe, standard, revealed, hand, discards, met, beside)
    return None if position.is_over else OrderQuestion(position, safe, standard)


class _Tiles:
    def __init__(self, rng: random.Random, liked: list[int]) -> None:
        self.rng = rng
        self.weights = [5 if kind // 3 == liked[0] else 3 if kind // 3 == liked[1] else 1 for kind in range(DEFENDERS)]

    def one(self) -> int:
        return self.rng.choices(range(DEFENDERS), self.weights)[0]

    def some(self, number: int, *, traitors: bool = False) -> tuple[int, ...]:
        return tuple(self.one() if not traitors or self.rng.random() < 0.8 else self._traitor() for _ in range(number))

    def _traitor(self) -> int:
        return BLACK_TRAITOR if self.rng.random() < 0.3 else TRAITOR


def _castle(rng: random.Random, width: int, height: int, tiles: _Tiles) -> list[list[int]]:
    columns = rng.choice([*range(width + 1), width, width, width])
    low = rng.random() < 0.25  # a castle whose columns empty easily
    castle = [[tiles.one() for _ in range(1 if low else rng.randint(1, height))] for _ in range(columns)]
    if rng.random() < 0.5:
        _rule_three(rng, castle)
    return castle


def _rule_three(rng: random.Random, castle: list[list[int]]) -> None:
    """Change shapes until neighbours above the foundation differ: a castle as it is built."""
    for at, column in enumerate(castle):
        for row in range(1, len(column)):
            taken = {column[row - 1] % 3} | ({castle[at - 1][row] % 3} if at and row < len(castle[at - 1]) else set())
            column[row] = column[row] // 3 * 3 + rng.choice(sorted({0, 1, 2} - taken))


def _ordeal(rng: random.Random, width: int, height: int, level: str, *, easy: bool) -> Ordeal:
    """Something that a castle of this size can hold; several ordeals in a row are easier."""
    possible = []
    if height >= 4:
        possible.append(Ordeal(towers=1))
    if width >= 2 and height >= 2:
        possible.append(Ordeal(bastions=1))
    if width >= 4:
        possible += [Ordeal(lines=1), Ordeal(bastions=2)]
    if width >= 4 and height >= 3:
        possible.append(Ordeal(bastions=1, lines=1))
    luck = rng.random()
    if luck < (0.45 if easy else 0.1) or not possible:
        return Ordeal()
    if luck < (0.6 if easy else 0.25):
        return Ordeal(rows=rng.randint(1, min(2, height)))
    wanted = rng.choice(possible)
    return replace(wanted, penalty=rng.choice([1, 2, 3, 5, 6, 8])) if level == EXPERT or rng.random() < 0.1 else wanted


def _position(
    rules: RuleSet,
    castle: list[list[int]],
    safe: tuple[int, ...],
    standard: tuple[int, ...],
    revealed: tuple[int, ...],
    hand: tuple[int, ...],
    discards: tuple[int, ...],
    met: int,
    traitors: int,
) -> Position:
    game = Castellion(read_rules(str(rules)), compiled=False)  # so read, a card that is printed has its name
    state = game.blank_state()
    for at, column in enumerate(castle):
        for kind in column:
            place_tile(state, 0, kind, at + 1)
    for field, tiles in ((state.safe, safe), (state.standard, standard), (state.revealed, revealed), (state.discards, discards)):
        field[:KINDS] = counted(tiles)
    for number in range(3):
        state.card[number] = 1
    state.met, state.traitors = met, traitors
    state.stage = stages.BEGIN_TURN
    if hand:
        state.hand = hand[0] + 1
        state.stage = stages.TILE_DRAWN
    return game.settled(state)
