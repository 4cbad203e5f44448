"""Boolean reasoning for CP-SAT models: literals that may also be the constants 0 and 1, so that what is settled before the search never becomes a variable."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

Literal = Any
"""A Boolean variable, its negation, or 0 or 1."""


def is_constant(x: Any, number: int) -> bool:
    return isinstance(x, int) and x == number


def negated(x: Literal) -> Literal:
    return 1 - x if isinstance(x, int) else x.negated()


class Logic:
    """And, or, and new variables in a model."""

    def __init__(self, model: Any) -> None:
        self.model = model

    def variable(self, name: str = "") -> Any:
        return self.model.new_bool_var(name)

    def any_of(self, literals: Iterable[Literal]) -> Literal:
        """A literal that is true if one of them is."""
        found = [x for x in literals if not is_constant(x, 0)]
        if any(is_constant(x, 1) for x in found):
            return 1
        if len(found) <= 1:
            return found[0] if found else 0
        made = self.variable()
        self.model.add_max_equality(made, found)
        return made

    def all_of(self, *literals: Literal) -> Literal:
        """A literal that is true if all of them are."""
        found = [x for x in literals if not is_constant(x, 1)]
        if any(is_constant(x, 0) for x in found):
            return 0
        if len(found) <= 1:
            return found[0] if found else 1
        made = self.variable()
        self.model.add_bool_and(found).only_enforce_if(made)
        self.model.add_bool_or([made, *(negated(x) for x in found)])
        return made

    def must(self, literal: Literal) -> None:
        if is_constant(literal, 0):
            self.model.add_bool_or([])
        elif not is_constant(literal, 1):
            self.model.add(literal == 1)
