"""What Z3 says about an order of tiles, played through the rules move by move.

A plan speaks of a castle in a frame (see castlewise.models.castellion.order_smt_castle), the rules of columns from the castle's first one; and nodes
with a single choice are passed without a move. So the rules lead: at each node the plan is asked what it has for the stage that the game is in. How many
tiles have been used follows from how many are left.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from castlewise.models.castellion import moves as verbs
from castlewise.models.castellion import stages
from castlewise.models.castellion.castle_question import Castle
from castlewise.models.castellion.formation_places import Cell
from castlewise.models.castellion.order_smt import OrderModel, Use
from castlewise.models.castellion.position import Position
from castlewise.models.castellion.rules.game import draws_from
from castlewise.models.move_code import move
from castlewise.models.problems import IllegalMove
from castlewise.solver.verdict import ReplayFailed

Solution = Callable[[int], bool]


@dataclass(frozen=True)
class Won:
    """Moves that win, choices and draws, and the castle in the end."""

    moves: tuple[int, ...]
    castle: Castle


class Replay:
    def __init__(self, model: OrderModel, true: Solution) -> None:
        self.model, self.true = model, true
        self.question = model.question
        self.here: Position = model.question.position
        self.met = int(self.here.state.met)
        self.moves: list[int] = []

    def won(self) -> Won:
        while not self.here.is_over:
            self._compare()
            chosen = self._next_move()
            self.moves.append(chosen)
            try:
                self.here = self.here.game.apply(self.here, chosen)
            except IllegalMove as illegal:
                raise self._failed(str(illegal)) from illegal
        castle = tuple(tuple(column) for column in self.here.columns(0))
        if self.here.state.outcome != stages.WON:
            raise self._failed("the game is lost")
        if castle != self.model.final.shown(self.true)[1]:
            raise self._failed("the castle in the end is not the one that Z3 said")
        return Won(tuple(self.moves), castle)

    def _failed(self, why: str) -> ReplayFailed:
        return ReplayFailed(f"{why}: {self.question.position}, safe {self.question.safe}, standard {self.question.standard}: {self.moves}")

    def _compare(self) -> None:
        """The castle at the start of a turn is the one that Z3 said."""
        if self.here.state.stage == stages.TURN and self._met() == self._planned_met(self._used()):
            castle = tuple(tuple(column) for column in self.here.columns(0))
            if castle != self._use(self._used()).before.shown(self.true)[1]:
                raise self._failed("the castle is not the one that Z3 said")

    # Where the game is.

    def _used(self) -> int:
        """How many tiles have been used, the one in hand not counted."""
        s = self.here.numbers
        return len(self.model.tiles) - int(sum(s.safe) + sum(s.standard) + sum(s.revealed)) - bool(s.hand)

    def _use(self, number: int) -> Use:
        return self.model.uses[number]

    def _met(self) -> int:
        return int(self.here.state.met) - self.met

    def _planned_met(self, point: int) -> int:
        return self.model.meetings.met_by(point, self.true)

    # What the plan has for it.

    def _next_move(self) -> int:
        s = self.here.numbers
        stage = int(s.stage)
        pile = draws_from(stage)
        if pile >= 0:
            order, left = (self.question.safe, s.safe) if pile == verbs.SAFE_PILE else (self.question.standard, s.standard)
            return move(verbs.TILE, order[len(order) - sum(left)], 0, 0)
        if stage in (stages.TURN, stages.USE, stages.FACE_TRAITOR) and self._met() < self._planned_met(self._used()):
            return move(verbs.MEET_NOW, 0, 0, 0)
        if stage == stages.TURN:
            return self._take(self._used())
        if stage == stages.USE:
            return self._place_or_discard(self._used())
        if stage == stages.FACE_TRAITOR:
            paying = self.true(self._use(self._used()).paying)
            return move(verbs.DISCARD_TRAITOR if paying else verbs.PLACE_TRAITOR, 0, 0, 0)
        return self._effect(stage, self._used() - 1)

    def _take(self, number: int) -> int:
        s = self.here.numbers
        tile = self.model.tiles[self.model.draws.tile_at(number, self.true)]
        if any(s.revealed):
            return move(verbs.TAKE, self._kind(number), 0, 0)
        return move(verbs.DRAW, tile.pile, 0, 0)

    def _kind(self, number: int) -> int:
        return next(kind for kind, literal in self.model.kinds[number].items() if self.true(literal))

    def _place_or_discard(self, number: int) -> int:
        use = self._use(number)
        if any(map(self.true, use.recovered.values())) and self.here.numbers.hand - 1 == self._kind(number):
            return move(verbs.POWER, 0, 0, 0)
        for column, literal in use.at.items():
            if self.true(literal):
                first, castle = use.before.shown(self.true)
                return move(verbs.PLACE, column - first + 1 if castle else 1, 0, 0)
        power = any(map(self.true, (use.seeing, use.juggling, use.burning)))
        return move(verbs.POWER if power else verbs.DISCARD, 0, 0, 0)

    def _effect(self, stage: int, number: int) -> int:
        s, use = self.here.numbers, self._use(number)
        first, castle = use.before.shown(self.true)
        if stage == stages.RECOVER:
            faction = next(f for f, literal in use.recovered.items() if self.true(literal))
            return move(verbs.RECOVER_TILE, faction * 3 + s.recovering - 1, 0, 0)
        if stage == stages.REVEAL_FROM:
            safe = sum(s.safe) > self.model.draws.left_in_pile(verbs.SAFE_PILE, number, self.true)
            return move(verbs.REVEAL, verbs.SAFE_PILE if safe else verbs.STANDARD_PILE, 0, 0)
        if stage == stages.JUGGLE and use.exchange is not None:
            (column, row), upward = use.exchange.chosen(self.true)
            return move(verbs.EXCHANGE, column - first, row, int(upward))
        if stage == stages.SHIFT and use.fire is not None:
            _, lifted, dropped = use.fire.chosen(self.true)
            ruin = use.fire.ruin.shown(self.true)[0]
            return move(verbs.SHIFT_TILE, lifted - ruin, dropped - ruin + 1, 0)
        if stage == stages.DESTROY_TILES:
            due = int(s.due)
            if s.purpose == stages.PENALTY:
                ordeal = self.model.meetings.ordeals[self._met()]
                first, castle = ordeal.castle.shown(self.true)
                return sweep(castle, first, ordeal.penalty.chosen(self.true))[-due]
            if s.purpose == stages.FIRE and use.fire is not None:
                return sweep(castle, first, [use.fire.chosen(self.true)[0]])[-due]
            if use.price is not None:
                return sweep(castle, first, use.price.chosen(self.true))[-due]
        raise self._failed("the plan has nothing for this stage")


def sweep(castle: Castle, first: int, gone: Iterable[Cell]) -> list[int]:
    """The moves that destroy some tiles, in the order of the rules, one for each tile still due: left to right, each column from the top down; the columns that
    vanish at the right end last and in one move, which is then repeated.

    >>> [hex(m) for m in sweep(((0, 1), (2,), (3,)), 0, [(0, 1), (2, 0)])]
    ['0x1400010000000000', '0x1402000000000000']
    """
    rows: dict[int, list[int]] = {column: [] for column in range(len(castle))}
    for column, row in gone:
        rows[column - first].append(row)
    standing = [column for column in rows if len(rows[column]) < len(castle[column])]
    last = standing[-1] if standing else -1
    moves, vanished = [], 0
    for column in range(last + 1):
        moves += [move(verbs.DESTROY, column - vanished, row, 0) for row in sorted(rows[column], reverse=True)]
        vanished += len(rows[column]) == len(castle[column])
    at_the_end = sum(len(rows[column]) for column in range(last + 1, len(castle)))
    if at_the_end == 1:
        moves.append(move(verbs.DESTROY, last + 1 - vanished, 0, 0))
    else:
        moves += [move(verbs.DESTROY_END, len(castle) - last - 1, 0, 0)] * at_the_end
    return moves
