"""A solution of an order played through the rules, choice by choice and draw by draw: nothing is shown that was not replayed.

What a newcomer would get wrong: after the last tile, or when a castle is full, the rules run on to the next ordeals without asking. So how a power comes to the
castle that was foretold is worked out before it is used, and not tried out on the position.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any, TypeVar

from castlewise.models.castellion import stages
from castlewise.models.castellion.castle_question import Castle
from castlewise.models.castellion.draws_cpsat import FACE_UP, HAND, Drawn
from castlewise.models.castellion.moves import (
    DESTROY,
    DESTROY_END,
    DISCARD,
    DISCARD_TRAITOR,
    DRAW,
    EXCHANGE,
    MEET_NOW,
    PLACE,
    PLACE_TRAITOR,
    POWER,
    RECOVER_TILE,
    REVEAL,
    SAFE_PILE,
    SHIFT_TILE,
    STANDARD_PILE,
    TAKE,
    TILE,
)
from castlewise.models.castellion.order_cpsat import OrderModel
from castlewise.models.castellion.order_question import OrderQuestion
from castlewise.models.castellion.position import Position
from castlewise.models.castellion.rules.game import draws_from
from castlewise.models.move_code import move
from castlewise.models.problems import IllegalMove
from castlewise.solver.castellion.building_replay import tiles_destroyed
from castlewise.solver.castellion.castle_plan import left_by
from castlewise.solver.verdict import ReplayFailed

Way = TypeVar("Way")


def castle_of(position: Position, player: int = 0) -> Castle:
    return tuple(tuple(column) for column in position.columns(player))


class OrderReplay:
    """A solution played through the rules. Raises ReplayFailed unless they bear it out."""

    def __init__(self, question: OrderQuestion, model: OrderModel, value: Any) -> None:
        self.question, self.model, self.value = question, model, value
        self.game = question.position.game
        self.here = question.position
        self.behind = self.here.met
        self.moves: list[int] = []
        if int(self.here.state.stage) >= stages.FIRST_CHANCE:
            self.draw()
        self.meet_ordeals(0)
        for number in model.moments[1:]:
            if self.here.is_over:
                break
            self.use(number)
            self.meet_ordeals(number)
        result = self.game.result(self.here)
        if result is None or not result.won:
            raise ReplayFailed(f"the game is not won: {result.reason if result else self.here}")

    @property
    def stage(self) -> int:
        return int(self.here.state.stage)

    def go(self, made: int) -> None:
        try:
            self.here = self.game.apply(self.here, made)
        except IllegalMove as error:
            raise ReplayFailed(f"{self.here}: {error}") from error
        self.moves.append(made)

    def draw(self) -> None:
        """The tile on top of the pile that is drawn from."""
        pile = int(draws_from(self.stage))
        order = self.question.safe if pile == SAFE_PILE else self.question.standard
        left = self.here.state.safe if pile == SAFE_PILE else self.here.state.standard
        self.go(move(TILE, order[len(order) - sum(int(count) for count in left)], 0, 0))

    def meet_ordeals(self, moment: int) -> None:
        """Those of a moment, on demand where nothing forces them."""
        by_then = self.behind + sum(bool(self.value(literal)) for literal in self.model.met[moment])
        while self.here.met < by_then and not self.here.is_over:
            number = self.here.met - self.behind
            if self.stage == stages.DESTROY_TILES:
                castle = self.model.grids[number].castle(self.value)
                rest = self.model.rests[number]
                if rest.grid is not self.model.grids[number]:
                    after = rest.grid.castle(self.value)
                else:
                    after = left_by(self.model.question, self.model.question.ordeals[number], castle)
                self.destroy(castle, after, stages.PENALTY)
            else:
                self.go(move(MEET_NOW, 0, 0, 0))
        if self.here.met > by_then:
            raise ReplayFailed(f"{self.here.met} ordeals are behind, {by_then} were foretold")

    def use(self, number: int) -> None:
        use = self.model.uses[number]
        assert use is not None
        before, behind = castle_of(self.here), self.here.met
        after = self.model.built[number].castle(self.value)
        self.take(next(tile for tile, literal in self.model.draws.takes[number].items() if self.value(literal)))
        self.recover(number)
        if self.does(use.place):
            self.go(move(PLACE, _position(before, after), 0, 0))
        elif self.does(use.juggle):
            self.go(move(POWER, 0, 0, 0))
            self.juggle(before, after)
        elif self.does(use.fire):
            self.go(move(POWER, 0, 0, 0))
            self.burn(before, after)
        elif self.does(use.pay):
            self.go(move(DISCARD_TRAITOR, 0, 0, 0))
            self.destroy(before, after, stages.TRAITOR_PRICE)
        elif self.does(use.seer):
            self.go(move(POWER, 0, 0, 0))
            self.reveal(number)
        else:
            self.go(move(PLACE_TRAITOR if self.does(use.beside) else DISCARD, 0, 0, 0))
        if not self.here.is_over and self.here.met == behind and self.stage != stages.DESTROY_TILES and castle_of(self.here) != after:
            raise ReplayFailed(f"{castle_of(self.here)} stands, not {after}")

    def does(self, deed: Any) -> bool:
        return deed is not None and bool(self.value(deed))

    def take(self, tile: Drawn) -> None:
        if tile.source == HAND:
            return
        if int(sum(self.here.state.revealed)):
            self.go(move(TAKE, tile.kind, 0, 0))
            return
        if tile.source == FACE_UP:
            raise ReplayFailed("a tile is taken that does not lie face up")
        self.go(move(DRAW, tile.source, 0, 0))
        self.draw()

    def recover(self, number: int) -> None:
        use = self.model.uses[number]
        assert use is not None
        for kind, literal in use.recovers.items():
            if self.value(literal):
                self.go(move(POWER, 0, 0, 0))
                if self.stage == stages.RECOVER:  # with one tile to recover nobody is asked
                    self.go(move(RECOVER_TILE, kind, 0, 0))
                if int(self.here.state.hand) != kind + 1:
                    raise ReplayFailed(f"{self.here.hand} was recovered")

    def reveal(self, number: int) -> None:
        """Tiles are turned up from the piles, as many of each as the solution has."""
        out = [sum(bool(self.value(literal)) for literal in pile[number]) for pile in self.model.draws.out]
        sizes = [len(pile) for pile in self.model.draws.piles]
        while self.stage in (stages.REVEAL_FROM, stages.REVEAL_SAFE, stages.REVEAL_STANDARD):
            if self.stage == stages.REVEAL_FROM:
                left = sum(int(count) for count in self.here.state.safe)
                self.go(move(REVEAL, SAFE_PILE if sizes[SAFE_PILE] - left < out[SAFE_PILE] else STANDARD_PILE, 0, 0))
            else:
                self.draw()

    def destroy(self, castle: Castle, after: Castle, purpose: int) -> None:
        """Tiles go one by one, in the order of the rules; those that vanish with the columns at the right end come last, together."""
        behind = self.here.met
        for vanished in range(len(castle) - len(after) + 1):
            if all(part_of(left, column) for left, column in zip(after, castle[vanished:], strict=False)):
                break
        else:
            raise ReplayFailed(f"{after} is not left of {castle}")
        end = len(castle) - vanished - len(after)
        kept = len(castle) - end
        gone = tiles_destroyed(castle[:kept], (*[()] * vanished, *after))
        gone = [(max(column - vanished, 0), row) for column, row in gone]  # a first column that is gone is closed up
        due = len(gone) + sum(map(len, castle[kept:]))
        # Where one tile only can go the rules do not ask, and the next ordeal's penalty may follow at once.
        while self.stage == stages.DESTROY_TILES and int(self.here.state.purpose) == purpose and self.here.met == behind:
            at = due - int(self.here.state.due)
            if at < len(gone):
                self.go(move(DESTROY, *gone[at], 0))
            elif int(self.here.state.due) == 1:
                self.go(move(DESTROY, len(castle_of(self.here)) - 1, 0, 0))
            else:
                self.go(move(DESTROY_END, end, 0, 0))

    def juggle(self, before: Castle, after: Castle) -> None:
        if self.stage == stages.JUGGLE:  # where one exchange only is possible the rules do not ask
            self.go(move(EXCHANGE, *_found(place for place, castle in exchanges_of(before) if castle == after)))

    def burn(self, before: Castle, after: Castle) -> None:
        fire, shift = _found((fire, shift) for fire, left in fires_of(before) for shift, castle in shifts_of(left) if castle == after)
        if self.stage == stages.DESTROY_TILES and int(self.here.state.purpose) == stages.FIRE:
            self.go(move(DESTROY, *fire, 0))
        if self.stage == stages.SHIFT:
            self.go(move(SHIFT_TILE, *shift, 0))


def _found(ways: Iterator[Way]) -> Way:
    for way in ways:
        return way
    raise ReplayFailed("no power makes the castle that was foretold")


def exchanges_of(castle: Castle) -> Iterator[tuple[tuple[int, int, int], Castle]]:
    """Column, row and whether upwards of every exchange, with the castle it makes."""
    for column, tiles in enumerate(castle):
        for row in range(len(tiles)):
            for upward, (other, there) in ((0, (column + 1, row)), (1, (column, row + 1))):
                if other < len(castle) and there < len(castle[other]):
                    columns = [list(one) for one in castle]
                    columns[column][row], columns[other][there] = columns[other][there], columns[column][row]
                    yield (column, row, upward), tuple(map(tuple, columns))


def fires_of(castle: Castle) -> Iterator[tuple[tuple[int, int], Castle]]:
    """Column and row of every tile that can be destroyed alone, with the castle that is left."""
    for column, tiles in enumerate(castle):
        for row in range(len(tiles)):
            left = (*castle[:column], (*tiles[:row], *tiles[row + 1 :]), *castle[column + 1 :])
            if all(left[1:-1]):
                yield (column, row), tuple(one for one in left if one)


def shifts_of(castle: Castle) -> Iterator[tuple[tuple[int, int], Castle]]:
    """Column and position (see moves.py) of every move of a top tile that changes the castle, with what it makes."""
    for column, position in product(range(len(castle)), range(len(castle) + 2)):
        columns = [(), *castle, ()]
        if position != column + 1:
            columns[position] = (*columns[position], castle[column][-1])
            columns[column + 1] = columns[column + 1][:-1]
            made = tuple(one for one in columns if one)
            if made != castle and len(made) == _stretch(columns):
                yield (column, position), made


def _stretch(columns: Sequence[tuple[int, ...]]) -> int:
    """From the first column that is not empty to the last."""
    full = [at for at, one in enumerate(columns) if one]
    return full[-1] - full[0] + 1


def part_of(left: tuple[int, ...], column: tuple[int, ...]) -> bool:
    """Whether some tiles of a column, in their order, are left."""
    rest = iter(column)
    return all(kind in rest for kind in left)


def _position(before: Castle, after: Castle) -> int:
    """Where a tile was placed (see moves.py)."""
    if len(after) > len(before):
        return len(after) if after[: len(before)] == before else 0
    return 1 + next(column for column, (old, new) in enumerate(zip(before, after, strict=True)) if len(new) > len(old))
