"""Yes-or-no quantities and what is required of them, written down in SMT-LIB.

A literal is an integer: positive for a quantity, negative for its opposite, TRUE and FALSE for what is settled. Whatever is known while building is folded
away, which is most of a board. Only text leaves this module, so that an encoding needs no solver; `fresh_text` gives what was added since it was last
called.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

TRUE, FALSE = 1, -1

Term = tuple[int, int]  # weight, literal


@dataclass(frozen=True)
class Reason:
    """A rule as it applies to a question, in the game's words. It holds only where its guard is assumed."""

    sentence: str
    guard: int
    wanted: bool = False  # part of what is asked for rather than of the rules


class Circuit:
    def __init__(self) -> None:
        self._last = TRUE
        self._gates: dict[tuple[object, ...], int] = {}
        self._lines: list[str] = []
        self._declared = TRUE

    def variable(self) -> int:
        self._last += 1
        return self._last

    def variables(self, count: int) -> list[int]:
        """A number in unary: the n-th (from 1) says "at least n"."""
        found = [self.variable() for _ in range(count)]
        for fewer, more in pairwise(found):
            self.require_any(fewer, -more)
        return found

    # Gates.

    def all_of(self, *literals: int) -> int:
        kept = set(literals)
        kept.discard(TRUE)
        if FALSE in kept or any(-literal in kept for literal in kept):
            return FALSE
        if len(kept) <= 1:
            return kept.pop() if kept else TRUE
        ordered = tuple(sorted(kept))
        found = self._gates.get(ordered)
        if found is None:
            found = self._gate(ordered, f"(and {_words(ordered)})")
        return found

    def any_of(self, *literals: int) -> int:
        return -self.all_of(*(-literal for literal in literals))

    def at_least(self, terms: Iterable[Term], bound: int) -> int:
        """Whether a weighted sum reaches a bound; weights may be negative."""
        kept, bound = _tidy(terms, bound)
        if bound <= 0:
            return TRUE
        if sum(weight for weight, _ in kept) < bound:
            return FALSE
        if all(weight >= bound for weight, _ in kept):
            return self.any_of(*(literal for _, literal in kept))
        if sum(weight for weight, _ in kept) - min(weight for weight, _ in kept) < bound:
            return self.all_of(*(literal for _, literal in kept))
        key = (bound, *kept)
        found = self._gates.get(key)
        if found is None:
            found = self._gate(key, _sum(kept, bound))
        return found

    # Requirements.

    def require(self, literal: int) -> None:
        self.require_any(literal)

    def require_any(self, *literals: int) -> None:
        kept = set(literals)
        kept.discard(FALSE)
        if TRUE in kept or any(-literal in kept for literal in kept):
            return
        if not kept:
            self._lines.append("(assert false)")
        elif len(kept) == 1:
            self._lines.append(f"(assert {_words(kept)})")
        else:
            self._lines.append(f"(assert (or {_words(sorted(kept))}))")

    def require_at_least(self, terms: Iterable[Term], bound: int) -> None:
        kept, bound = _tidy(terms, bound)
        if bound <= 0:
            return
        if all(weight >= bound for weight, _ in kept):
            self.require_any(*(literal for _, literal in kept))
        else:
            self._lines.append(f"(assert {_sum(kept, bound)})")

    def require_at_most(self, terms: Iterable[Term], bound: int) -> None:
        self.require_at_least([(-weight, literal) for weight, literal in terms], -bound)

    # Text.

    def fresh_text(self) -> str:
        """What was added since the last call; a solver keeps what was declared before."""
        lines = [f"(declare-const v{number} Bool)" for number in range(self._declared + 1, self._last + 1)] + self._lines
        self._lines, self._declared = [], self._last
        return "\n".join(lines)

    def _gate(self, key: tuple[object, ...], text: str) -> int:
        found = self.variable()
        self._gates[key] = found
        self._lines.append(f"(assert (= {_words((found,))} {text}))")
        return found


def name_of(literal: int) -> str:
    """What a quantity is called in the text."""
    return f"v{literal}"


def _words(literals: Iterable[int]) -> str:
    return " ".join(f"v{literal}" if literal > 0 else f"(not v{-literal})" for literal in literals)


def _sum(terms: Sequence[Term], bound: int) -> str:
    literals = _words(literal for _, literal in terms)
    if all(weight == 1 for weight, _ in terms):
        return f"((_ at-least {bound}) {literals})"
    return f"((_ pbge {bound} {' '.join(str(weight) for weight, _ in terms)}) {literals})"


def _tidy(terms: Iterable[Term], bound: int) -> tuple[list[Term], int]:
    """The same inequality with settled terms folded into the bound, every quantity once, and positive weights only."""
    weights: dict[int, int] = {}
    for weight, literal in terms:
        if literal < 0:
            bound -= weight
            weight, literal = -weight, -literal
        weights[literal] = weights.get(literal, 0) + weight
    bound -= weights.pop(TRUE, 0)
    kept = []
    for literal, weight in sorted(weights.items()):
        if weight > 0:
            kept.append((weight, literal))
        elif weight < 0:
            kept.append((-weight, -literal))
            bound -= weight
    return [(min(weight, max(bound, 1)), literal) for weight, literal in kept], bound
