"""Games without powers whose tiles come in a known order, won by CP-SAT if they can be: a puzzle's list, or the whole deck that a clairvoyant sees.

Each course of the ordeals (see deck_cpsat.py) is a problem of its own. The one without a full castle comes first and wins nearly always; that a game cannot
be won is only said when all of them were found impossible.
"""

from __future__ import annotations

from castlewise.models.castellion import stages
from castlewise.models.castellion.castle_question import CastleQuestion
from castlewise.models.castellion.deck_cpsat import DeckModel, courses, too_few_tiles
from castlewise.models.castellion.formation_places import Cell
from castlewise.models.castellion.moves import DESTROY, DISCARD, DRAW, PLACE, SAFE_PILE, STANDARD_PILE, TILE
from castlewise.models.castellion.order_question import BeyondOrderModel, OrderQuestion
from castlewise.models.castellion.position import Position
from castlewise.models.castellion.rules.appendices import needed_traitors
from castlewise.models.castellion.rules.castle import width_of
from castlewise.models.castellion.tiles import STONES, TRAITOR, counted
from castlewise.models.move_code import move
from castlewise.models.problems import IllegalMove
from castlewise.solver.castellion.building_replay import tiles_destroyed
from castlewise.solver.castellion.castle_plan import decode
from castlewise.solver.cpsat import WHOLE_DECK, Status, ortools_version, run
from castlewise.solver.deadline import Deadline
from castlewise.solver.verdict import Outcome, ReplayFailed, Verdict

SECONDS = 60.0


def win_without_powers(question: OrderQuestion, *, seconds: float = SECONDS) -> Verdict:
    """The moves, draws among them, that win a game of the introductory level, or the verdict that none do."""
    position = question.position
    _refuse_what_is_beyond(position)
    deadline = Deadline(seconds)
    s = position.numbers
    hand = [int(s.hand) - 1] if s.hand else []
    standard = (*hand, *question.standard)
    ordeals = tuple(card for card in position.ordeals[position.met :] if card is not None)
    left = counted((*standard, *question.safe))[:STONES]
    rules = position.rule_set
    castle = tuple(tuple(column) for column in position.columns(0))
    castles = CastleQuestion(ordeals, rules.width, rules.height, castle, tuple(left), spares=False)
    needed = [number.traitors for number in rules.ordeals[position.met :]]
    needed[0] = int(needed_traitors(position.game.rules, s))
    stage = int(s.stage)
    if stage == stages.DRAW_STANDARD and not question.safe:
        stage = stages.TURN  # nobody was asked which pile
    undecided = False
    for course in courses(standard, sum(position.traitors), needed):
        if too_few_tiles(castles, standard, question.safe, course):
            continue
        model = DeckModel(castles, standard, question.safe, course, first_gap=0 if stage in (stages.TURN, stages.DRAW_SAFE) else 1)
        if stage == stages.DRAW_SAFE:
            model.model.add(model.gap[0] == 0)
        status, value = run(model.model, WHOLE_DECK, deadline.left)
        if status in (Status.OPTIMAL, Status.FEASIBLE):
            moves = _Replay(question, model, value).moves
            return _verdict(Outcome.SOLVED, deadline, moves=tuple(moves))
        undecided = undecided or status is Status.UNKNOWN
        if deadline.left <= 0:
            undecided = True
            break
    if undecided:
        return _verdict(Outcome.UNKNOWN, deadline, reason=deadline.unanswered)
    return _verdict(Outcome.IMPOSSIBLE, deadline, reason="no way to use the tiles in this order passes the ordeals")


def _refuse_what_is_beyond(position: Position) -> None:
    rules, s = position.rule_set, position.numbers
    if rules.players > 1:
        raise BeyondOrderModel("the models of an order know one castle, not two")
    if rules.appendix or rules.pantry:
        raise BeyondOrderModel(f"the models of an order do not know the {rules.appendix or rules.pantry} rules")
    if None in position.ordeals[position.met :]:
        raise BeyondOrderModel("an ordeal whose card is not known")
    if int(s.stage) not in (stages.TURN, stages.USE, stages.DRAW_SAFE, stages.DRAW_STANDARD):
        raise BeyondOrderModel("an order is asked about at the start of a turn, before a draw, or with a tile in hand")


def _verdict(outcome: Outcome, deadline: Deadline, *, moves: tuple[int, ...] = (), reason: str = "") -> Verdict:
    return Verdict(outcome, "CP-SAT", ortools_version(), WHOLE_DECK.name, deadline.spent, moves=moves, reason=reason)


class _Replay:
    """A solution carried out through the rules to a game that is won."""

    def __init__(self, question: OrderQuestion, model: DeckModel, value: object) -> None:
        self.question, self.model, self.value = question, model, value
        self.here = question.position
        self.moves: list[int] = []
        self.drawn = {SAFE_PILE: 0, STANDARD_PILE: 0}
        self._play()

    def _play(self) -> None:
        game = self.here.game
        value = self.value
        gaps = [value(gap) for gap in self.model.gap]  # type: ignore[operator]
        hand = 1 if self.here.state.hand else 0
        used = 0  # standard tiles, the one in hand among them
        if hand:
            self._use(self.model.placed, 0, self.model.standard[0])
            used = 1
        while not self.here.is_over:
            if int(self.here.state.stage) == stages.DESTROY_TILES:
                self._pay()
                continue
            safe = self.drawn[SAFE_PILE]
            if safe < len(gaps) and (gaps[safe] <= used or used == len(self.model.standard)):
                kind = self._draw(SAFE_PILE, self.question.safe[safe])
                self._use(self.model.safe_placed, safe, kind)
            else:
                kind = self._draw(STANDARD_PILE, self.question.standard[used - hand])
                if kind < TRAITOR:
                    self._use(self.model.placed, used, kind)
                used += 1
        result = game.result(self.here)
        if result is None or not result.won:
            raise ReplayFailed(f"{self.question.position}: the plan loses: {result}")

    def _go(self, made: int) -> None:
        try:
            self.here = self.here.game.apply(self.here, made)
        except IllegalMove as error:
            raise ReplayFailed(f"{self.here}: {error}") from error
        self.moves.append(made)

    def _pay(self) -> None:
        """Destroy the tiles that a penalty takes."""
        met = decode(self.model, self.value).met[self.here.met - self.question.position.met]
        gone = tiles_destroyed(met.castle, met.after)
        self._go(move(DESTROY, *gone[len(gone) - int(self.here.state.due)], 0))

    def _draw(self, pile: int, kind: int) -> int:
        """Draw a tile; the rules do not ask where from if only one pile is left."""
        if not self.here.is_chance:
            self._go(move(DRAW, pile, 0, 0))
        self._go(move(TILE, kind, 0, 0))
        self.drawn[pile] += 1
        return kind

    def _use(self, placed: dict[tuple[int, int], dict[Cell, object]], tile: int, kind: int) -> None:
        """Place the tile in hand where the solution has it, or discard it; where it can only be discarded the rules do not ask."""
        for (_, number), cells in placed.items():
            if number != tile:
                continue
            for cell, literal in cells.items():
                if self.value(literal):  # type: ignore[operator]
                    self._place(cell)
                    return
        if not self.here.is_over and int(self.here.state.stage) == stages.USE:
            self._go(move(DISCARD, 0, 0, 0))

    def _place(self, cell: Cell) -> None:
        column, row = cell
        s = self.here.numbers
        width = int(width_of(s, 0))
        if row:
            self._go(move(PLACE, column - self.first_column + 1, 0, 0))
        elif not width:
            self.first_column = column
            self._go(move(PLACE, 1, 0, 0))
        elif column < self.first_column:
            self.first_column = column
            self._go(move(PLACE, 0, 0, 0))
        else:
            self._go(move(PLACE, width + 1, 0, 0))

    @property
    def first_column(self) -> int:
        """The column of the model that the castle's first column is."""
        if not hasattr(self, "_first"):
            self._first = next((offset for offset, here in enumerate(self.model.offset) if self.value(here)), 0)  # type: ignore[operator]
        return self._first

    @first_column.setter
    def first_column(self, column: int) -> None:
        self._first = column
