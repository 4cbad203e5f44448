"""Why something is impossible: rules of the very question that exclude each other, told in the game's words.

A model that explains has one assumption for each of its rules (see castlewise.models.smt_circuit.Reason). A conflict is minimal in the strict sense: with any
one of its sentences taken away the rest can be had together. That says nothing about there being only one conflict.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from castlewise.models.smt_circuit import Circuit, Reason
from castlewise.solver.deadline import Deadline
from castlewise.solver.z3 import EXPLAIN, Answer, Solver


class Explaining(Protocol):
    """A model whose rules hold only where they are assumed."""

    @property
    def circuit(self) -> Circuit: ...

    @property
    def reasons(self) -> Sequence[Reason]: ...


class ConflictFailed(AssertionError):
    """Z3 contradicts itself: a bug, never something to show."""


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


def find_conflict(explaining: Callable[[], Explaining], deadline: Deadline) -> tuple[Conflict | None, str]:
    """A minimal conflict of something known to be impossible, or None with the reason. `explaining` makes the model."""
    model = explaining()
    solver = Solver(model.circuit, EXPLAIN, deadline)
    reasons = {reason.guard: reason for reason in model.reasons}
    answer = solver.ask(reasons)
    if answer is Answer.YES:
        raise ConflictFailed("what was proved impossible was found possible when asked for the reason")
    if answer is Answer.UNKNOWN:
        return None, f"no conflict found: {solver.reason}"
    core, minimal = _shrunk(solver, reasons)
    conflict = Conflict(
        tuple(reasons[guard].sentence for guard in core if reasons[guard].wanted),
        tuple(reasons[guard].sentence for guard in core if not reasons[guard].wanted),
        minimal,
        tuple(core),
    )
    if minimal and is_minimal_conflict(explaining(), conflict, deadline) is False:
        raise ConflictFailed(f"this is no minimal conflict after all: {conflict}")
    return conflict, ""


def _shrunk(solver: Solver, reasons: Mapping[int, Reason]) -> tuple[list[int], bool]:
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


def is_minimal_conflict(model: Explaining, conflict: Conflict, deadline: Deadline) -> bool | None:
    """Checked from scratch: impossible together, possible without any one. None if the time is up."""
    solver = Solver(model.circuit, EXPLAIN, deadline)
    guards = set(conflict.guards)
    answers = [solver.ask(guards), *(solver.ask(guards - {guard}) for guard in guards)]
    if Answer.UNKNOWN in answers:
        return None
    return answers[0] is Answer.NO and all(answer is Answer.YES for answer in answers[1:])
