"""Castle Panic behind the contract: the kernel's rules, called with a rule set and positions."""

from __future__ import annotations

from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any, cast

from castlewise.models.castle_panic import move_text, stages
from castlewise.models.castle_panic.components import BASE, Components
from castlewise.models.castle_panic.expansions.wizards_tower.setup import set_out, tokens_to_remove
from castlewise.models.castle_panic.position import Position
from castlewise.models.castle_panic.rule_set import RuleSet
from castlewise.models.castle_panic.rules import game as rules
from castlewise.models.castle_panic.rules.turn import advance
from castlewise.models.castle_panic.scoring import winners
from castlewise.models.castle_panic.state import CHOICES, OUTCOMES, layouts
from castlewise.models.contract import Result
from castlewise.models.kernel import Kernel, jit_wanted
from castlewise.models.kernel_game import KernelGame, contract_rules

if TYPE_CHECKING:
    from castlewise.models.castle_panic.state import State
    from castlewise.models.move_reading import Reader

_CONTRACT = contract_rules(rules)
_ENTRIES = (*_CONTRACT.values(), advance)  # what Python calls
_REASONS = {
    stages.WON: "every Monster is slain and a Tower stands",
    stages.LOST_TOWERS: "the last Tower was destroyed",
    stages.LOST_PLAYERS: "every player has lost their Tower",
}


def kernel_for(components: Components = BASE, *, compiled: bool | None = None) -> Kernel:
    """The kernel for a set of components; games with equally long tables and the same expansions share it."""
    return _kernel(len(components.cards), len(components.tokens), components.expansions, jit_wanted() if compiled is None else compiled)


@lru_cache
def _kernel(cards: int, tokens: int, expansions: tuple[str, ...], compiled: bool) -> Kernel:
    if not expansions:
        return Kernel("Castle Panic", layouts(cards, tokens), entries=_ENTRIES, compiled=compiled)
    from castlewise.models.castle_panic.expansions.wizards_tower import binding, state
    from castlewise.models.castle_panic.expansions.wizards_tower.components import ROOM_FOR_MONSTERS

    records = layouts(cards, tokens, rules=state.Rules, state=state.State, monsters=ROOM_FOR_MONSTERS, more={"oracle": state.ORACLE_CARDS})
    return Kernel("The Wizard's Tower", records, binding.bindings(), entries=_ENTRIES, compiled=compiled)


class CastlePanic(KernelGame[Position]):
    """A game of Castle Panic under one rule set (see castlewise.models.contract)."""

    rule_set: RuleSet
    name = "castle-panic"
    left_standing = "Towers left"
    position_type = Position
    most_choices = CHOICES
    most_outcomes = OUTCOMES
    kernel_rules = _CONTRACT

    def __init__(self, rule_set: RuleSet | None = None, *, compiled: bool | None = None, kernel: Kernel | None = None) -> None:
        rule_set = rule_set or RuleSet()
        rule_set.problems().raise_if_any()
        super().__init__(rule_set, kernel or kernel_for(rule_set.components, compiled=compiled))

    def start(self) -> Position:
        if self.kernel.compiled:  # not worth compiling for: the plain rules get there at once
            return self.adopted(self.as_plain().start())
        state = self.blank_state()
        if self.rule_set.random_monster_mix:  # the starting Monsters are drawn when it is known which are left
            state.to_remove = tokens_to_remove(self.rule_set)  # type: ignore[attr-defined]
        else:
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

    def blank_state(self) -> State:
        """Six Towers, the full deck, every token in the pile, and nothing else."""
        state = self.kernel.blank("State")
        for arc in range(6):
            state.towers[arc] = 1
        for kind, count in enumerate(self.rule_set.full_deck):
            state.deck[kind] = count
        for kind, count in enumerate(self.rule_set.all_tokens):
            state.pile[kind] = count
        if self.rule_set.wizards_tower:
            set_out(self.rule_set, state)
        return cast("State", state)

    def settled(self, state: State) -> Position:
        """A position from a state that is this game's own, run on to its next node."""
        if state.stage >= stages.FIRST_PASSING or state.stage == stages.ROLL_WALL:
            self.kernel(advance)(self.rules, state)
        return Position(self, state)

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
        return self.reader.read(position, text)

    @cached_property
    def reader(self) -> Reader:
        from castlewise.models.castle_panic.move_words import reader

        return reader()

    def write(self, position: Position) -> str:
        from castlewise.models.castle_panic.notation import write_line

        return write_line(position)

    def read(self, line: str) -> Position:
        from castlewise.models.castle_panic.notation import read_line

        return read_line(line, components=self.rule_set.components, compiled=self.kernel.compiled)

    def summary(self) -> dict[str, Any]:
        return {"game": self.name, "rules": str(self.rule_set), "replaced components": list(self.rule_set.components.replaced)}
