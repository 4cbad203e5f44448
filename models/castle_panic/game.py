"""Castle Panic behind the contract: the kernel's rules, called with a rule set and positions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from castlewise.models.castle_panic import move_text, stages
from castlewise.models.castle_panic.components import BASE, Components
from castlewise.models.castle_panic.position import Position
from castlewise.models.castle_panic.rule_set import RuleSet
from castlewise.models.castle_panic.rules import game as rules
from castlewise.models.castle_panic.rules.turn import advance
from castlewise.models.castle_panic.scoring import winners
from castlewise.models.castle_panic.state import CHOICES, OUTCOMES, layouts
from castlewise.models.contract import A_CHANCE, A_CHOICE, GAME_OVER, Node, Result
from castlewise.models.kernel import Ints, Kernel, copy_record, jit_wanted
from castlewise.models.problems import IllegalMove
from castlewise.models.randomness import Source

if TYPE_CHECKING:
    from castlewise.models.castle_panic.state import State

_NODES = {GAME_OVER: Node.OVER, A_CHOICE: Node.CHOICE, A_CHANCE: Node.CHANCE}
_REASONS = {
    stages.WON: "every Monster is slain and a Tower stands",
    stages.LOST_TOWERS: "the last Tower was destroyed",
    stages.LOST_PLAYERS: "every player has lost their Tower",
}


def kernel_for(components: Components = BASE, *, compiled: bool | None = None) -> Kernel:
    """The kernel for a set of components; games with equally long tables share it."""
    return _kernel(len(components.cards), len(components.tokens), jit_wanted() if compiled is None else compiled)


@lru_cache
def _kernel(cards: int, tokens: int, compiled: bool) -> Kernel:
    return Kernel("Castle Panic", layouts(cards, tokens), compiled=compiled)


class CastlePanic:
    """A game of Castle Panic under one rule set (see castlewise.models.contract)."""

    name = "castle-panic"
    kernel_rules: Mapping[str, Callable[..., Any]] = {
        "node": rules.node,
        "choices": rules.choices,
        "sample": rules.sample,
        "apply": rules.apply,
        "won": rules.game_won,
        "left_standing": rules.left_standing,
    }

    def __init__(self, rule_set: RuleSet | None = None, *, compiled: bool | None = None, kernel: Kernel | None = None) -> None:
        self.rule_set = rule_set or RuleSet()
        self.rule_set.problems().raise_if_any()
        self.kernel = kernel or kernel_for(self.rule_set.components, compiled=compiled)
        self.rules = self.kernel.blank("Rules")
        self.rule_set.write(self.rules)
        self._out, self._weights = self.lists()

    def buffer(self, length: int) -> Ints:
        return cast(Ints, np.zeros(length, np.int64)) if self.kernel.compiled else [0] * length

    def lists(self) -> tuple[Ints, Ints]:
        return self.buffer(CHOICES), self.buffer(OUTCOMES)

    def source(self, *keys: int) -> Source:
        return Source(*keys, compiled=self.kernel.compiled)

    def start(self) -> Position:
        if self.kernel.compiled:  # not worth compiling for: the plain rules get there at once
            return self.adopted(CastlePanic(self.rule_set, kernel=self.kernel.as_plain()).start())
        state = self.blank_state()
        for kind, count in self.rule_set.starting_monsters.items():
            state.pile[kind] -= count
            state.to_place[kind] = count
        walls = self.rule_set.walls
        state.stage = stages.SETUP_TOWERS
        for arc in range(6):
            state.walls[arc] = int(walls == "all")
        if walls == "random":
            state.stage = stages.ROLL_WALL_COUNT
        elif walls.isdigit():
            state.walls_due = self.rule_set.fixed_walls
            state.stage = stages.ROLL_WALL
        elif walls == "players":
            for player in range(self.rule_set.players):
                state.held_walls[player] = 1
        return self.settled(state)

    def adopted(self, position: Position) -> Position:
        """The same position in this game's own form of record."""
        return Position(self, self.kernel.layouts["State"].from_bytes(bytes(position), compiled=self.kernel.compiled))

    def blank_state(self) -> State:
        """Six Towers, the full deck, every token in the pile, and nothing else."""
        state = self.kernel.blank("State")
        for arc in range(6):
            state.towers[arc] = 1
        for kind, count in enumerate(self.rule_set.full_deck):
            state.deck[kind] = count
        for kind, count in enumerate(self.rule_set.all_tokens):
            state.pile[kind] = count
        return cast("State", state)

    def settled(self, state: State) -> Position:
        """A position from a state that is this game's own, run on to its next node."""
        if state.stage >= stages.FIRST_PASSING or state.stage == stages.ROLL_WALL:
            self.kernel(advance)(self.rules, state)
        return Position(self, state)

    def node(self, position: Position) -> Node:
        return _NODES[self.kernel(rules.node)(self.rules, position.state)]

    def choices(self, position: Position) -> list[int]:
        count = self.kernel(rules.choices)(self.rules, position.state, self._out)
        return [int(self._out[i]) for i in range(1, count + 1)]

    def outcomes(self, position: Position) -> list[tuple[int, int]]:
        count = self.kernel(rules.outcomes)(self.rules, position.state, self._out, self._weights)
        return [(int(self._out[i]), int(self._weights[i])) for i in range(1, count + 1)]

    def moves(self, position: Position) -> list[int]:
        return self.choices(position) or [outcome for outcome, _ in self.outcomes(position)]

    def sample(self, position: Position, source: Source) -> int:
        return int(self.kernel(rules.sample)(self.rules, position.state, source.buffer, self._out, self._weights))

    def apply(self, position: Position, move: int) -> Position:
        if move not in self.moves(position):
            raise IllegalMove(f"{self.describe(position, move)}: not possible here")
        state = self.copy(position.state)
        self.kernel(rules.apply)(self.rules, state, move)
        return Position(self, state)

    def copy(self, state: State) -> State:
        if self.kernel.compiled:
            return cast("State", np.array([state], self.kernel.layouts["State"].dtype)[0])
        twin = self.kernel.blank("State")
        copy_record(twin, state)
        return cast("State", twin)

    def mover(self, position: Position) -> int:
        return int(self.kernel(rules.mover)(self.rules, position.state))

    def result(self, position: Position) -> Result | None:
        outcome = int(position.state.outcome)
        if outcome == stages.UNDECIDED:
            return None
        won = outcome == stages.WON
        return Result(won, _REASONS[outcome], winners(self.rule_set, position) if won else ())

    def describe(self, position: Position, move: int) -> str:
        return move_text.describe(position, move)

    def short(self, position: Position, move: int) -> str:
        return move_text.short(position, move)

    def read_move(self, position: Position, text: str) -> int:
        return move_text.read_move(position, text)

    def write(self, position: Position) -> str:
        from castlewise.models.castle_panic.notation import write_line

        return write_line(position)

    def read(self, line: str) -> Position:
        from castlewise.models.castle_panic.notation import read_line

        return read_line(line, components=self.rule_set.components, compiled=self.kernel.compiled)

    def summary(self) -> dict[str, Any]:
        return {"game": self.name, "rules": str(self.rule_set), "replaced components": list(self.rule_set.components.replaced)}
