"""Castellion behind the contract: the kernel's rules, called with a rule set and positions."""

from __future__ import annotations

from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any, cast

from castlewise.models.castellion import stages
from castlewise.models.castellion.position import Position
from castlewise.models.castellion.rule_set import RuleSet
from castlewise.models.castellion.rules import game as rules
from castlewise.models.castellion.rules.turn import advance
from castlewise.models.castellion.state import CHOICES, OUTCOMES, layouts
from castlewise.models.contract import Result
from castlewise.models.kernel import Kernel, jit_wanted
from castlewise.models.kernel_game import KernelGame, contract_rules

if TYPE_CHECKING:
    from castlewise.models.castellion.state import State
    from castlewise.models.move_reading import Reader

REASONS = {
    stages.WON: "all three ordeals are overcome",
    stages.LOST_FORMATIONS: "the formations of an ordeal were missing",
    stages.LOST_FOUNDATION: "the foundation was incomplete",
    stages.LOST_PANTRY: "the castle did not hold the right number of Pantry tiles",
    stages.LOST_PRISON: "the prison was not complete after the third ordeal",
    stages.LOST_HAUNTED: "the haunted tile was destroyed",
}


_CONTRACT = contract_rules(rules)


@lru_cache
def _kernel(compiled: bool) -> Kernel:
    return Kernel("Castellion", layouts(), entries=(*_CONTRACT.values(), advance), compiled=compiled)


class Castellion(KernelGame[Position]):
    """A game of Castellion under one rule set (see castlewise.models.contract)."""

    rule_set: RuleSet
    name = "castellion"
    left_standing = "tiles standing"
    position_type = Position
    most_choices = CHOICES
    most_outcomes = OUTCOMES
    kernel_rules = _CONTRACT

    def __init__(self, rule_set: RuleSet | None = None, *, compiled: bool | None = None, kernel: Kernel | None = None) -> None:
        rule_set = rule_set or RuleSet()
        rule_set.problems().raise_if_any()
        super().__init__(rule_set, kernel or _kernel(jit_wanted() if compiled is None else compiled))

    def start(self) -> Position:
        if self.kernel.compiled:  # not worth compiling for: the plain rules get there at once
            return self.adopted(self.as_plain().start())
        state = self.blank_state()
        state.stage = stages.SET_UP
        return self.settled(state)

    def blank_state(self) -> State:
        """Full piles, no castle, nothing drawn or turned up."""
        state = self.kernel.blank("State")
        for kind, count in enumerate(self.rule_set.safe):
            state.safe[kind] = count
        for kind, count in enumerate(self.rule_set.standard):
            state.standard[kind] = count
        for shape, count in enumerate(self.rule_set.starting_pantry):
            state.pantry[shape] = count
        state.pawn = int(self.rule_set.appendix in ("premonition", "cold-sweat", "horror"))
        return cast("State", state)

    def settled(self, state: State) -> Position:
        """A position from a state that is this game's own, run on to its next node."""
        self.kernel(advance)(self.rules, state)
        return Position(self, state)

    def result(self, position: Position) -> Result | None:
        outcome = int(position.state.outcome)
        if outcome == stages.UNDECIDED:
            return None
        won = outcome == stages.WON
        return Result(won, REASONS[outcome], tuple(range(self.rule_set.players)) if won else ())

    def describe(self, position: Position, move: int) -> str:
        from castlewise.models.castellion.move_text import describe

        return describe(position, move)

    def short(self, position: Position, move: int) -> str:
        from castlewise.models.castellion.move_text import short

        return short(position, move)

    def read_move(self, position: Position, text: str) -> int:
        return self.reader.read(position, text)

    @cached_property
    def reader(self) -> Reader:
        from castlewise.models.castellion.move_words import reader

        return reader()

    def write(self, position: Position) -> str:
        from castlewise.models.castellion.notation import write_line

        return write_line(position)

    def read(self, line: str) -> Position:
        from castlewise.models.castellion.notation import read_line

        return read_line(line, compiled=self.kernel.compiled)

    def summary(self) -> dict[str, Any]:
        return {
            "game": self.name,
            "rules": str(self.rule_set),
            "replaced components": list(self.rule_set.replaced),
            "assumed components": list(self.rule_set.assumed),
        }
