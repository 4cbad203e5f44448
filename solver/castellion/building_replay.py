"""A solver's building carried out through the rules, tile by tile and ordeal by ordeal: nothing is shown that was not replayed.

The replay is a game at the base or expert level in which every tile comes when it is wanted and ordeals are met on demand; how many tiles of each kind that
takes is compared with what the question has left.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

from castlewise.models.castellion import stages
from castlewise.models.castellion.castle_question import Building, Castle, CastleQuestion, Met, Step
from castlewise.models.castellion.formation_places import Cell
from castlewise.models.castellion.game import Castellion
from castlewise.models.castellion.moves import DESTROY, DRAW, MEET_NOW, PLACE, PLACE_PANTRY, POWER, STANDARD_PILE, TILE
from castlewise.models.castellion.ordeals import Number, Ordeal
from castlewise.models.castellion.position import Position
from castlewise.models.castellion.rule_set import BASE, EXPERT, RuleSet
from castlewise.models.castellion.rules.castle import place_tile
from castlewise.models.castellion.state import COLUMN
from castlewise.models.castellion.tiles import DEFENDERS, PANTRY, STONES, TILES
from castlewise.models.move_code import move
from castlewise.models.problems import IllegalMove
from castlewise.solver.verdict import ReplayFailed

PLENTY = 99  # of every kind in the pile: what is left is counted apart, and the pile never runs out
NOTHING_ASKED = Ordeal()
ORDEALS = 3


@dataclass(frozen=True)
class BuildingReplay:
    """The game in which a building was put up: where it began and every move, those of chance among them."""

    start: Position
    moves: tuple[int, ...]

    def told(self) -> Iterator[str]:
        """What is done, in words, without the draws."""
        here = self.start
        for made in self.moves:
            if made not in (_DRAW, *_TILES):
                yield here.game.describe(here, made)
            here = here.game.apply(here, made)


_DRAW = move(DRAW, STANDARD_PILE, 0, 0)
_TILES = tuple(move(TILE, kind, 0, 0) for kind in range(len(TILES)))
_MEET = move(MEET_NOW, 0, 0, 0)


def replay_building(question: CastleQuestion, building: Building) -> BuildingReplay:
    """Raises ReplayFailed unless the rules bear the building out."""
    if len(building.met) != len(question.ordeals):
        raise ReplayFailed(f"{len(building.met)} ordeals are met, {len(question.ordeals)} were asked about")
    site = _Site(question)
    for step in building.steps:
        site.use_power(step)
    for number, met in enumerate(building.met, site.start.met):
        site.meet(number, met)
    for kind, (spent, left) in enumerate(zip(site.spent, question.left, strict=True)):
        if spent > left:
            raise ReplayFailed(f"{spent} tiles of {TILES[kind].title} are used, {left} are left")
    if question.powers < len(building.steps):
        raise ReplayFailed(f"{len(building.steps)} powers are used, {question.powers} may be")
    return BuildingReplay(site.start, tuple(site.moves))


@lru_cache(256)
def _game(ordeals: tuple[Ordeal, ...], behind: int, width: int, height: int, spares: bool, pantry: str) -> Castellion:
    cards = (*[NOTHING_ASKED] * behind, *ordeals, *[NOTHING_ASKED] * (ORDEALS - behind - len(ordeals)))
    level = EXPERT if spares or pantry else BASE
    rules = RuleSet(level, 1, "", pantry, width, height, tuple(Number((card,), 1) for card in cards))
    return Castellion(rules, compiled=False)


def _behind(question: CastleQuestion) -> int:
    """How many ordeals are behind. With the Pantry the rules ask for two more tiles after each, so they are counted by that."""
    return question.pantry[0] // 2 - 1 if question.pantry else ORDEALS - len(question.ordeals)


def _game_for(question: CastleQuestion) -> Castellion:
    pantry = ("pantry-harder" if question.pantry_apart else "pantry") if question.pantry else ""
    ordeals = tuple(replace(ordeal, name="") for ordeal in question.ordeals)
    return _game(ordeals, _behind(question), question.width, question.height, question.spares, pantry)


class _Site:
    """The castle as it grows."""

    def __init__(self, question: CastleQuestion) -> None:
        self.question = question
        self.game = _game_for(question)
        state = self.game.blank_state()
        for at, column in enumerate(question.castle):
            for kind in column:
                place_tile(state, 0, kind, at + 1)
        for kind in range(DEFENDERS):
            state.standard[kind] = PLENTY
        for shape in range(STONES - PANTRY):
            state.pantry[shape] = PLENTY if question.pantry else 0
        if question.haunted is not None:
            column_of, row = question.haunted
            state.haunted = 1 + column_of * COLUMN + row
        for number in range(ORDEALS):
            state.card[number] = 1
        state.met = _behind(question)
        state.stage = stages.BEGIN_TURN
        self.here = self.start = self.game.settled(state)
        self.moves: list[int] = []
        self.spent = [0] * STONES

    @property
    def castle(self) -> Castle:
        return tuple(tuple(column) for column in self.here.columns(0))

    def go(self, made: int) -> None:
        try:
            self.here = self.game.apply(self.here, made)
        except IllegalMove as error:
            raise ReplayFailed(f"{self.here}: {error}") from error
        self.moves.append(made)

    def build(self, castle: Castle) -> None:
        """Place what is missing: new columns first, then row by row. If the castle stands narrower there may be several places for it to have stood."""
        standing = self.castle
        reasons = []
        for offset in range(len(castle) - len(standing) + 1):
            if _extends(castle, standing, offset):
                before = self.here, list(self.moves), list(self.spent)
                try:
                    for kind, position in _order(castle, standing, offset):
                        self.place(kind, position)
                    return
                except ReplayFailed as failed:
                    reasons.append(str(failed))
                    self.here, self.moves, self.spent = before
        raise ReplayFailed("; ".join(reasons) or f"{castle} does not grow out of {standing}")

    def draw(self, kind: int) -> None:
        self.spent[kind] += 1
        self.go(_DRAW)
        self.go(_TILES[kind])

    def place(self, kind: int, position: int) -> None:
        if kind >= PANTRY:
            self.spent[kind] += 1
            self.go(move(PLACE_PANTRY, position, kind - PANTRY, 0))
        else:
            self.draw(kind)
            self.go(move(PLACE, position, 0, 0))

    def use_power(self, step: Step) -> None:
        if self.castle != step.built:
            self.build(step.built)
        self.draw(step.kind)
        self.go(move(POWER, 0, 0, 0))
        way = self._way_to(step.after)
        if way is None:
            raise ReplayFailed(f"{TILES[step.kind].title} does not make {step.after} out of {step.built}")
        for made in way:
            self.go(made)

    def _way_to(self, castle: Castle) -> list[int] | None:
        """Moves of the power being used that lead to a castle."""
        stack: list[tuple[Position, list[int]]] = [(self.here, [])]
        while stack:
            here, way = stack.pop()
            if int(here.state.stage) == stages.TURN:
                if tuple(tuple(column) for column in here.columns(0)) == castle:
                    return way
                continue
            stack += [(self.game.apply(here, choice), [*way, choice]) for choice in self.game.choices(here)]
        return None

    def meet(self, number: int, met: Met) -> None:
        """Have the ordeal of this number met. A castle that is full meets it without being asked, and may have done so with the one before."""
        if self.here.met == number:
            if self.castle != met.castle:
                self.build(met.castle)
            if self.here.met == number and int(self.here.state.stage) == stages.TURN:
                self.go(_MEET)
        destroyed = tiles_destroyed(met.castle, met.after)
        while self.here.met == number and int(self.here.state.stage) == stages.DESTROY_TILES:
            # Where only one tile can go the rules do not ask.
            self.go(move(DESTROY, *destroyed[len(destroyed) - int(self.here.state.due)], 0))
        result = self.game.result(self.here)
        lost_now = result is not None and not result.won and self.here.met == number + 1
        if self.here.met <= number or lost_now:  # a full castle may have gone on and lost to an ordeal that nobody asked about
            raise ReplayFailed(f"{met.castle} does not meet the ordeal: {result.reason if result else self.here}")
        if self.here.met == number + 1 and self.castle != met.after:
            raise ReplayFailed(f"{self.castle} is left, not {met.after}")


def _extends(castle: Castle, standing: Castle, offset: int) -> bool:
    return all(castle[offset + at][: len(column)] == column for at, column in enumerate(standing))


def new_cells(castle: Castle, standing: Castle) -> set[Cell]:
    """The cells of a castle whose tiles were placed on what stood; if it can have stood in several places, one of them."""
    offset = next(offset for offset in range(len(castle) - len(standing) + 1) if _extends(castle, standing, offset))
    heights = {offset + at: len(column) for at, column in enumerate(standing)}
    return {(column, row) for column, tiles in enumerate(castle) for row in range(heights.get(column, 0), len(tiles))}


def _order(castle: Castle, standing: Castle, offset: int) -> Iterator[tuple[int, int]]:
    """The tiles to place and the positions to place them at (see moves.py), in an order in which each finds its support."""
    begin = offset if standing else 0
    for column in reversed(range(begin)):
        yield castle[column][0], 0
    for column in range(begin + len(standing), len(castle)):
        yield castle[column][0], column + 1
    for row in range(1, max(map(len, castle), default=0)):
        for column, tiles in enumerate(castle):
            have = len(standing[column - begin]) if 0 <= column - begin < len(standing) else 1
            if have <= row < len(tiles):
                yield tiles[row], column + 1


def tiles_destroyed(castle: Castle, after: Castle) -> list[tuple[int, int]]:
    """Columns and rows of the tiles that a penalty takes, in the order of the rules: columns from the left, each from the top down."""
    gone: list[tuple[int, int]] = []
    for column, (tiles, kept) in enumerate(zip(castle, after, strict=False)):
        rows, waiting = [], list(kept)
        for row, kind in enumerate(tiles):
            if waiting and waiting[0] == kind:
                waiting.pop(0)
            else:
                rows.append(row)
        gone += [(column, row) for row in reversed(rows)]
    return gone
