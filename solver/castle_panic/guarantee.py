"""A way to play that holds whatever is drawn: for every token and every die of phase 6, with the players choosing who is hurt as well as they can.

By counterexamples. Z3 proposes a play that survives the Move phase and every draw tried so far; `worst_draws` looks for one that breaks it, through the
rules themselves; what it finds becomes part of Z3's problem, as a board moved on symbolically; and so on until a play stands or none is left.

What a newcomer would get wrong: players choose who is hurt before they know what comes next. So the draws form a tree, branches share the choices of their
common beginning, and a counterexample may be several draws, one for each choice.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

from castlewise.models.castle_panic import moves as verbs
from castlewise.models.castle_panic.board import EVERY_COLOUR, colour_of
from castlewise.models.castle_panic.components import (
    BOULDER,
    HEAL,
    MARCH_ALL,
    MARCH_COLOUR,
    MARCH_OWN_COLOUR,
    ROTATE,
)
from castlewise.models.castle_panic.position import Position
from castlewise.models.castle_panic.turn_question import Goal
from castlewise.models.castle_panic.turn_smt import BeyondTurnModel, TurnModel
from castlewise.models.castle_panic.turn_smt_board import SymbolicBoard
from castlewise.models.move_code import first_of, verb_of
from castlewise.models.smt_circuit import FALSE
from castlewise.solver.castle_panic.turn_smt_answers import checked
from castlewise.solver.castle_panic.worst_draws import Condition, OutOfTime, Refutation, WorstDraws
from castlewise.solver.deadline import Deadline
from castlewise.solver.verdict import Outcome, Verdict
from castlewise.solver.z3 import FEASIBLE, Answer, Solver, verdict

SECONDS = 20.0


@dataclass(frozen=True)
class Refuted:
    """A play that does not hold, and what chance would do to it."""

    moves: tuple[int, ...]
    refutation: Refutation


@dataclass(frozen=True)
class Guarantee:
    """SOLVED with the moves of a play that holds; IMPOSSIBLE with the plays that were refuted, none if already the Move phase breaks every play."""

    verdict: Verdict
    refuted: tuple[Refuted, ...] = ()


def guarantee(
    position: Position, condition: Condition, *, seconds: float = SECONDS, require: Callable[[TurnModel], None] | None = None
) -> Guarantee:
    """A play that holds, or the verdict that there is none; `require` asks more of the play than the rules do."""
    deadline = Deadline(seconds)
    try:
        model = TurnModel(position)
    except BeyondTurnModel as beyond:
        return Guarantee(verdict(Outcome.UNKNOWN, FEASIBLE, deadline, reason=str(beyond)))
    _require_of_move_phase(model, condition)
    if require is not None:
        require(model)
    draws = _DrawTree(model, condition)
    solver = Solver(model.circuit, FEASIBLE, deadline)
    refuted: list[Refuted] = []
    while True:
        answer = solver.ask()
        if answer is Answer.NO:
            why = "every play is broken by some draw" if refuted else "every play is broken by the Move phase already"
            return Guarantee(verdict(Outcome.IMPOSSIBLE, FEASIBLE, deadline, reason=why), tuple(refuted))
        if answer is Answer.UNKNOWN:
            return Guarantee(verdict(Outcome.UNKNOWN, FEASIBLE, deadline, reason=solver.reason), tuple(refuted))
        true = solver.solution()
        way = checked(model, Goal(), true)
        try:
            found = WorstDraws(way.end, condition, deadline).refutation()
        except OutOfTime:
            return Guarantee(verdict(Outcome.UNKNOWN, FEASIBLE, deadline, reason=deadline.unanswered), tuple(refuted))
        if found is None:
            return Guarantee(verdict(Outcome.SOLVED, FEASIBLE, deadline, moves=way.moves), tuple(refuted))
        refuted.append(Refuted(way.moves, found))
        for draw in found.draws():
            draws.add(draw)
        _exclude_board(model, true)


def _require_of_move_phase(model: TurnModel, condition: Condition) -> None:
    c, after = model.circuit, model.after_move
    c.require(-model.lost())
    if condition is Condition.NO_TOWER_FALLS:
        model.require_goal(Goal(no_tower_falls=True))
    else:
        for literal in after.intruders:
            c.require(-literal)


def _exclude_board(model: TurnModel, true: Callable[[int], bool]) -> None:
    """Not again the very board that was refuted: the draws alone exclude it only where they do not depend on what this play put into the pile."""
    literals = {model.missing, *model.walls, *model.before_move.fortify}
    for board in (model.before_move, model.after_move):
        for figure in board.figures:
            literals |= {figure.tarred, *figure.at.values(), *figure.health}
    model.circuit.require_any(*(-literal if true(literal) else literal for literal in literals))


@dataclass
class _Node:
    board: SymbolicBoard
    branches: dict[tuple[int, ...], _Node] = field(default_factory=dict)


class _DrawTree:
    """Draws as events on the symbolic board. A branch's constraint is that the condition still holds there."""

    def __init__(self, model: TurnModel, condition: Condition) -> None:
        self._model = model
        self._condition = condition
        self._pile = Counter({kind: int(count) for kind, count in enumerate(model.position.numbers.pile)})
        self._root = _Node(model.after_move)

    def add(self, draw: tuple[int, ...]) -> None:
        """A draw as the outcomes of its tokens and dice."""
        tokens = Counter(first_of(outcome) for outcome in draw if verb_of(outcome) == verbs.TOKEN)
        if tokens - self._pile:
            return  # it needs what a play put back into the pile
        node, drawing = self._root, False
        for event in _events(draw):
            drawing = drawing or verb_of(event[0]) == verbs.TOKEN
            if event not in node.branches:
                board = node.board.copy()
                self._apply(board, event)
                self._require(board, drawing)
                node.branches[event] = _Node(board)
            node = node.branches[event]

    def _require(self, board: SymbolicBoard, drawing: bool) -> None:
        c = self._model.circuit
        broken = [board.lost]
        if self._condition is Condition.NO_TOWER_FALLS:
            broken.append(board.tower_fell(self._model.before_move.towers))
        else:
            broken += board.intruders
        spared = self._model.missing if drawing else FALSE
        for literal in broken:
            c.require_any(-literal, spared)

    def _apply(self, board: SymbolicBoard, event: tuple[int, ...]) -> None:
        rules = self._model.position.game.rules
        if verb_of(event[0]) == verbs.ROLL:  # Final Charge!
            _charge(board, first_of(event[0]))
            return
        token = first_of(event[0])
        arc = first_of(event[1]) if len(event) > 1 else 0
        effect, argument = int(rules.token_effect[token]), int(rules.token_argument[token])
        if rules.token_health[token] > 0:
            board.place(token, arc, int(rules.token_health[token]))
        if effect == MARCH_COLOUR:
            board.march(1 << argument)
        elif effect == MARCH_OWN_COLOUR:
            board.march(1 << colour_of(arc))
        elif effect == MARCH_ALL:
            board.march(EVERY_COLOUR)
        elif effect == ROTATE:
            board.rotate(argument)
        elif effect == HEAL:
            board.heal(int(health) for health in rules.token_health)
        elif effect == BOULDER:
            board.boulder(arc)


def _charge(board: SymbolicBoard, roll: int) -> None:
    if roll < 3:
        board.march(1 << roll)
    elif roll == 4:
        board.march(EVERY_COLOUR)
    else:
        board.rotate(1 if roll == 3 else -1)


def _events(draw: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Tokens with the die that was rolled for them."""
    events: list[tuple[int, ...]] = []
    for outcome in draw:
        if verb_of(outcome) == verbs.ROLL and events and len(events[-1]) == 1 and verb_of(events[-1][0]) == verbs.TOKEN:
            events[-1] = (*events[-1], outcome)
        else:
            events.append((outcome,))
    return events
