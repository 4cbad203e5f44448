"""Why a goal cannot be met: rules of this very position that exclude each other, and the fewest cards that would change it.

A conflict is minimal in the strict sense: with any one of its sentences taken away the rest can be had together. That says nothing about there being only
one conflict, and it speaks of the cards within reach: that one has no Tar, say, is no sentence of a conflict. What would help is the repair's to say.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from castlewise.models.castle_panic.components import SCAVENGE_CARD
from castlewise.models.castle_panic.position import Position
from castlewise.models.castle_panic.turn_question import Goal
from castlewise.models.castle_panic.turn_smt import BeyondTurnModel, Reason, TurnModel
from castlewise.models.castle_panic.turn_smt_words import number
from castlewise.solver.castle_panic.turn_smt_answers import SECONDS, reach, verdict
from castlewise.solver.castle_panic.turn_smt_replay import SolverDisagrees
from castlewise.solver.deadline import Deadline
from castlewise.solver.verdict import Outcome, Verdict
from castlewise.solver.z3 import EXPLAIN, Answer, Solver

MOST_CARDS = 6  # added to a hand; more would be no advice
REPAIRS = 3


@dataclass(frozen=True)
class Conflict:
    """What is wanted and the rules against it. `minimal`: no sentence can be spared."""

    wanted: tuple[str, ...]
    rules: tuple[str, ...]
    minimal: bool
    guards: tuple[int, ...]  # the reasons of the explaining model, so that the conflict can be checked again

    def __str__(self) -> str:
        text = "; ".join((*self.wanted, *self.rules))
        return text[:1].upper() + text[1:]


@dataclass(frozen=True)
class Repair:
    """Cards that, added to the hand, make the goal possible, and the moves that then meet it."""

    cards: tuple[int, ...]  # kinds, one for each card
    words: str
    position: Position
    moves: tuple[int, ...]


@dataclass(frozen=True)
class WhyNot:
    """`verdict` is SOLVED if the goal can be met after all. Without a conflict or a repair, `verdict.reason` says what is missing."""

    verdict: Verdict
    conflict: Conflict | None = None
    repairs: tuple[Repair, ...] = ()


def why_not(position: Position, goal: Goal, *, seconds: float = SECONDS) -> WhyNot:
    deadline = Deadline(seconds)
    asked = reach(position, goal, seconds=seconds)
    if asked.outcome is not Outcome.IMPOSSIBLE:
        return WhyNot(asked)
    conflict, missing = find_conflict(position, goal, deadline)
    repairs: tuple[Repair, ...] = ()
    if conflict is not None:
        repairs, missing = find_repairs(position, goal, deadline)
    reason = f"{asked.reason}; {missing}" if missing else asked.reason
    return WhyNot(verdict(Outcome.IMPOSSIBLE, EXPLAIN, deadline, reason=reason), conflict, repairs)


def explaining_model(position: Position, goal: Goal) -> TurnModel:
    model = TurnModel(position, explain=True)
    model.require_goal(goal)
    return model


def find_conflict(position: Position, goal: Goal, deadline: Deadline) -> tuple[Conflict | None, str]:
    """A minimal conflict, or None with the reason."""
    model = explaining_model(position, goal)
    solver = Solver(model.circuit, EXPLAIN, deadline)
    reasons = {reason.guard: reason for reason in model.reasons}
    answer = solver.ask(reasons)
    if answer is Answer.YES:
        raise SolverDisagrees(position, (), "Z3 proved the goal impossible, and met it when asked for the reason")
    if answer is Answer.UNKNOWN:
        return None, f"no conflict found: {solver.reason}"
    core, minimal = _shrunk(solver, reasons)
    conflict = Conflict(
        tuple(reasons[guard].sentence for guard in core if reasons[guard].wanted),
        tuple(reasons[guard].sentence for guard in core if not reasons[guard].wanted),
        minimal,
        tuple(core),
    )
    if minimal and is_minimal_conflict(position, goal, conflict, deadline) is False:
        raise SolverDisagrees(position, (), f"this is no minimal conflict after all: {conflict}")
    return conflict, ""


def _shrunk(solver: Solver, reasons: dict[int, Reason]) -> tuple[list[int], bool]:
    """Take away what can be spared, one by one: wishes first, so that few are left, then rules, the late and less telling ones first.

    Z3's own core would be a shorter way, but which one it gives changes from call to call; this has the same conflict every time.
    """
    core = set(reasons)
    minimal = True
    for guard in sorted(core, key=lambda guard: (not reasons[guard].wanted, -guard)):
        answer = solver.ask(core - {guard})
        if answer is Answer.NO:
            core.remove(guard)
        elif answer is Answer.UNKNOWN:
            minimal = False
    return sorted(core), minimal


def is_minimal_conflict(position: Position, goal: Goal, conflict: Conflict, deadline: Deadline) -> bool | None:
    """Checked from scratch: impossible together, possible without any one. None if the time is up."""
    model = explaining_model(position, goal)
    solver = Solver(model.circuit, EXPLAIN, deadline)
    guards = set(conflict.guards)
    answers = [solver.ask(guards), *(solver.ask(guards - {guard}) for guard in guards)]
    if Answer.UNKNOWN in answers:
        return None
    return answers[0] is Answer.NO and all(answer is Answer.YES for answer in answers[1:])


def find_repairs(position: Position, goal: Goal, deadline: Deadline) -> tuple[tuple[Repair, ...], str]:
    """The fewest cards that would do, up to three choices of them; none, with the reason."""
    spare = _spare_cards(position)
    try:
        model = TurnModel(position, spare=spare)
    except BeyondTurnModel as beyond:
        return (), f"no repair found: {beyond}"
    model.require_goal(goal)
    solver = Solver(model.circuit, EXPLAIN, deadline)
    literals = {literal: kind for kind, hand in enumerate(model.hand) for literal in hand.spare}
    for count in range(1, MOST_CARDS + 1):
        few = model.circuit.variable()
        model.circuit.require_any(-few, model.circuit.at_least([(-1, literal) for literal in literals], -count))
        answer = solver.ask([few])
        if answer is Answer.UNKNOWN:
            return (), f"no repair found: {solver.reason}"
        if answer is Answer.YES:
            return tuple(_choices(position, goal, model, solver, few, literals, deadline)), ""
    return (), f"no {number(MOST_CARDS)} more cards would help"


def _choices(
    position: Position, goal: Goal, model: TurnModel, solver: Solver, few: int, literals: dict[int, int], deadline: Deadline
) -> Iterator[Repair]:
    answer = Answer.YES
    for _ in range(REPAIRS):
        if answer is not Answer.YES:
            return
        true = solver.solution()
        added = [literal for literal in literals if true(literal)]
        cards = tuple(sorted(literals[literal] for literal in added))
        repaired = _with_cards(position, cards)
        solved = reach(repaired, goal, seconds=deadline.left)
        if solved.outcome is Outcome.IMPOSSIBLE:
            raise SolverDisagrees(position, (), f"{_in_words(position, cards)} would not do after all")
        if solved.outcome is Outcome.SOLVED:
            yield Repair(cards, _in_words(position, cards), repaired, solved.moves)
        model.circuit.require_any(*(-literal for literal in added))
        answer = solver.ask([few])


def _spare_cards(position: Position) -> dict[int, int]:
    """Cards that might have been in the hand: those in the deck and the discards."""
    s = position.numbers
    spare = {kind: min(MOST_CARDS, int(s.deck[kind]) + int(s.discards[kind])) for kind in range(len(s.deck))}
    scavenge = list(position.game.rules.card_effect).index(SCAVENGE_CARD)
    if any(int(hand[scavenge]) for hand in s.hands) or s.discards[scavenge]:
        spare[scavenge] = 0  # two of them are beyond the model
    else:
        spare[scavenge] = min(1, spare[scavenge])
    return spare


def _with_cards(position: Position, cards: Sequence[int]) -> Position:
    state = position.game.copy(position.state)
    for kind in cards:
        state.hands[position.player][kind] += 1
    return Position(position.game, state)


def _in_words(position: Position, cards: Sequence[int]) -> str:
    """
    >>> from castlewise.models.castle_panic.game import CastlePanic
    >>> _in_words(CastlePanic().start(), (0, 1, 1))
    'one more Red Archer and two more Red Knight cards would do'
    """
    titles = [position.rule_set.components.cards[kind].title for kind in cards]
    words = [f"{number(titles.count(name))} more {name}{' cards' if titles.count(name) > 1 else ''}" for name in dict.fromkeys(titles)]
    return " and ".join(words) + " would do"
