"""What every game on the kernel shares: the contract's functions as calls of compiled or plain rules, and positions as values.

A game's own class adds how it is set up and how it speaks: its rule set, notation and words.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from types import ModuleType
from typing import Any, Generic, Self, TypeVar, cast

from castlewise.models.contract import A_CHANCE, A_CHOICE, GAME_OVER, Node
from castlewise.models.kernel import Ints, Kernel, copy_record, jit_wanted
from castlewise.models.problems import IllegalMove
from castlewise.models.randomness import Luck, Source, source_of

_NODES = {GAME_OVER: Node.OVER, A_CHOICE: Node.CHOICE, A_CHANCE: Node.CHANCE}


class Summary:
    """A class's text for its class, and for one of its objects what can be read off it: so that `help` of a position is one screen."""

    def __init__(self, of_class: str, of_object: str) -> None:
        self.of_class = of_class
        self.of_object = of_object

    def __get__(self, instance: object, owner: type) -> str:
        return self.of_class if instance is None else self.of_object


class RecordPosition:
    """A state together with the game it belongs to. Never changed once made; `game.apply` makes the next one."""

    __slots__ = ("_bytes", "game", "state")

    def __init__(self, game: Any, state: Any) -> None:
        self.game = game
        self.state = state
        self._bytes: bytes = game.kernel.layouts["State"].to_bytes(state)

    def __bytes__(self) -> bytes:
        return self._bytes

    @property
    def numbers(self) -> Any:
        """The state in plain integers. Rules called from Python want these: numpy's small integers overflow without a word."""
        kernel = self.game.kernel
        return kernel.layouts["State"].from_bytes(self._bytes) if kernel.compiled else self.state

    def __eq__(self, other: object) -> bool:
        return isinstance(other, type(self)) and self._bytes == other._bytes and bool(self.game.rule_set == other.game.rule_set)

    def __hash__(self) -> int:
        return hash(self._bytes)

    def __str__(self) -> str:
        return str(self.game.write(self))

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[Any, bytes]]:
        """Pickled as its game and its bytes."""
        return _unpickled, (self.game, self._bytes)

    def __repr__(self) -> str:
        return f"Position.read({str(self)!r})"


def _unpickled(game: Any, content: bytes) -> Any:
    return game.position_type(game, game.kernel.layouts["State"].from_bytes(content, compiled=game.kernel.compiled))


@lru_cache
def _unpickled_game(game_type: Callable[..., Any], rule_set: Any, compiled: bool) -> Any:
    """A game that was pickled, made once for all its positions."""
    return game_type(rule_set, compiled=compiled and jit_wanted())


def contract_rules(rules: ModuleType) -> Mapping[str, Callable[..., Any]]:
    """The rules of a game's `rules.game` under the names that the contract and castlewise.solver.game_rules have for them."""
    named = ("node", "choices", "outcomes", "sample", "apply", "mover", "left_standing")
    return {**{name: getattr(rules, name) for name in named}, "won": rules.game_won}


P = TypeVar("P", bound=RecordPosition)


class KernelGame(Generic[P]):
    """A game under one rule set (see castlewise.models.contract)."""

    name: str
    left_standing: str
    position_type: type[P]
    kernel_rules: Mapping[str, Callable[..., Any]]
    most_choices: int  # room in a list of choices
    most_outcomes: int

    def __init__(self, rule_set: Any, kernel: Kernel) -> None:
        self.rule_set = rule_set
        self.kernel = kernel
        self.rules = kernel.blank("Rules")
        rule_set.write(self.rules)
        self._out, self._weights = self.lists()

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[Any, ...]]:
        return _unpickled_game, (type(self), self.rule_set, self.kernel.compiled)

    def as_plain(self) -> Self:
        """The same game on the uncompiled rules."""
        return type(self)(self.rule_set, kernel=self.kernel.as_plain())

    def _rule(self, name: str) -> Callable[..., Any]:
        return self.kernel(self.kernel_rules[name])

    def buffer(self, length: int) -> Ints:
        if not self.kernel.compiled:
            return [0] * length
        import numpy as np

        return cast(Ints, np.zeros(length, np.int64))

    def lists(self) -> tuple[Ints, Ints]:
        return self.buffer(self.most_choices), self.buffer(self.most_outcomes)

    def source(self, *keys: int) -> Source:
        return Source(*keys, compiled=self.kernel.compiled)

    def adopted(self, position: P) -> P:
        """The same position in this game's own form of record."""
        state = self.kernel.layouts["State"].from_bytes(bytes(position), compiled=self.kernel.compiled)
        return self.position_type(self, state)

    def copy(self, state: Any) -> Any:
        if self.kernel.compiled:
            import numpy as np

            return np.array([state], self.kernel.layouts["State"].dtype)[0]
        twin = self.kernel.layouts["State"].record()  # without zeros that would be overwritten: they took twice as long as the copy
        copy_record(twin, state)
        return twin

    def node(self, position: P) -> Node:
        return _NODES[self._rule("node")(self.rules, position.state)]

    def choices(self, position: P) -> list[int]:
        count = self._rule("choices")(self.rules, position.state, self._out)
        return [int(self._out[i]) for i in range(1, count + 1)]

    def outcomes(self, position: P) -> list[tuple[int, int]]:
        count = self._rule("outcomes")(self.rules, position.state, self._out, self._weights)
        return [(int(self._out[i]), int(self._weights[i])) for i in range(1, count + 1)]

    def moves(self, position: P) -> list[int]:
        return self.choices(position) or [outcome for outcome, _ in self.outcomes(position)]

    def sample(self, position: P, luck: Luck) -> int:
        source = source_of(luck, compiled=self.kernel.compiled)
        return int(self._rule("sample")(self.rules, position.state, source.buffer, self._out, self._weights))

    def apply(self, position: P, move: int) -> P:
        if move not in self.moves(position):
            raise IllegalMove(f"{self.describe(position, move)}: not possible here")
        state = self.copy(position.state)
        self._rule("apply")(self.rules, state, move)
        return self.position_type(self, state)

    def mover(self, position: P) -> int:
        return int(self._rule("mover")(self.rules, position.state))

    def describe(self, position: P, move: int) -> str:
        raise NotImplementedError
