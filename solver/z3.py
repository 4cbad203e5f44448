"""Z3 as a back end: requirements in, yes, no or unknown out, never without a time limit.

It is given SMT-LIB text (see castlewise.models.smt_circuit), which Z3 reads in a fraction of the time that its Python expressions take
to build. Solvers of one thread share a context, because making one costs more than a typical question; threads must not share one.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import Enum

import z3  # type: ignore[import-untyped]

from castlewise.models.smt_circuit import FALSE, TRUE, Circuit, name_of
from castlewise.solver.deadline import Deadline
from castlewise.solver.verdict import Outcome, Verdict

VERSION = z3.get_version_string()


@dataclass(frozen=True)
class Preset:
    """A way to ask, by name, one for each kind of question."""

    name: str
    logic: str
    parameters: tuple[tuple[str, str | int | bool], ...] = ()


# Z3's finite-domain solver: plain SAT with native sums. On turns it is about twice as fast as the general solver.
FEASIBLE = Preset("feasible", "QF_FD")
BEST = Preset("best", "QF_FD")
EXPLAIN = Preset("explain", "QF_FD")


class Answer(Enum):
    YES = "yes"
    NO = "no"
    UNKNOWN = "unknown"


class Solver:
    """Asks about a circuit. What is added to the circuit later is read in before the next question."""

    def __init__(self, circuit: Circuit, preset: Preset, deadline: Deadline) -> None:
        self.circuit = circuit
        self.deadline = deadline
        self._context = _context()
        self._solver = z3.SolverFor(preset.logic, ctx=self._context)
        for name, value in preset.parameters:
            self._solver.set(name, value)
        self.reason = ""

    def ask(self, assuming: Iterable[int] = ()) -> Answer:
        text = self.circuit.fresh_text()
        if text:
            self._solver.from_string(text)
        milliseconds = int(self.deadline.left * 1000)
        if milliseconds <= 0:
            self.reason = self.deadline.unanswered
            return Answer.UNKNOWN
        self._solver.set("timeout", milliseconds)
        assumed = set(assuming) - {TRUE}
        if FALSE in assumed:
            return Answer.NO
        found = self._solver.check(*(self._expression(literal) for literal in sorted(assumed)))
        if found == z3.sat:
            return Answer.YES
        if found == z3.unsat:
            return Answer.NO
        why = self._solver.reason_unknown()
        timed_out = why in ("timeout", "canceled", "interrupted")
        self.reason = self.deadline.unanswered if timed_out else f"Z3 gave up: {why}"
        return Answer.UNKNOWN

    def solution(self) -> Callable[[int], bool]:
        """After a yes: whether a literal holds. It stays what it was when more is asked."""
        model = self._solver.model()
        context = self._context.ref()
        known = {TRUE: True}

        def true(literal: int) -> bool:
            number = abs(literal)
            if number not in known:
                # Asked of the C interface: Z3's Python expressions for the value would take ten times as long.
                value = z3.Z3_model_get_const_interp(context, model.model, _declaration(number).ast)
                known[number] = bool(value) and z3.Z3_get_bool_value(context, value) == z3.Z3_L_TRUE
            return known[number] == (literal > 0)

        return true

    def _expression(self, literal: int) -> z3.BoolRef:
        quantity = _quantity(abs(literal))
        return quantity if literal > 0 else z3.Not(quantity)


def verdict(
    outcome: Outcome,
    preset: Preset,
    deadline: Deadline,
    *,
    moves: tuple[int, ...] = (),
    value: int | None = None,
    reason: str = "",
    optimal: bool = False,
) -> Verdict:
    """What Z3 has to say, with its version and the time it took."""
    return Verdict(outcome, "z3", VERSION, preset.name, deadline.spent, moves, value, reason, optimal)


_threads = threading.local()


def _context() -> z3.Context:
    if not hasattr(_threads, "context"):
        _threads.context = z3.Context()
        _threads.quantities = {}
        _threads.declarations = {}
    return _threads.context


def _quantity(number: int) -> z3.BoolRef:
    """All solvers of a thread know a quantity by the same name, so it is made once."""
    if number not in _threads.quantities:
        _threads.quantities[number] = z3.Bool(name_of(number), _context())
    return _threads.quantities[number]


def _declaration(number: int) -> z3.FuncDeclRef:
    if number not in _threads.declarations:
        _threads.declarations[number] = _quantity(number).decl()
    return _threads.declarations[number]
