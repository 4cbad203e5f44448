"""The naive twin of the expectimax: every path on its own, straight through the contract. No merging, no pruning, no table, no bounds."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from castlewise.models.contract import A_CHOICE, GAME_OVER
from castlewise.solver.game_rules import CERTAIN

DEEPEST = 80  # nodes on a path


class TooMany(Exception):
    pass


class Naive:
    """The expectation of a plain value function after so many turns (None: where games are over). At most so many leaves are looked at."""

    def __init__(
        self, game: Any, value: Callable[..., int] | None, *, turns: int | None = 1, through_draws: bool = False, most: int = 3_000
    ) -> None:
        self.game = game
        self.value = value
        self.turns = turns
        self.through_draws = through_draws
        self.left = most
        self.depth = 0
        self._plain_rules = game.as_plain().rules

    def __call__(self, position: Any) -> float:
        """Raises TooMany for more leaves, and for games that may go round in circles."""
        return self._of(position, self.turns)

    def of_each(self, position: Any) -> dict[int, float]:
        """The expectation of everything that can happen next."""
        return {move: self._after(position, move, self.turns) for move in self.game.moves(position)}

    def _after(self, position: Any, move: int, turns: int | None) -> float:
        state = self.game.copy(position.state)
        if self.depth == DEEPEST:
            raise TooMany
        self.depth += 1
        ended = self.game.kernel(self.game.kernel_rules["apply"])(self.game.rules, state, move)
        value = self._of(self.game.position_type(self.game, state), None if turns is None else turns - ended)
        self.depth -= 1
        return value

    def _of(self, position: Any, turns: int | None) -> float:
        game = self.game
        kind = game.kernel(game.kernel_rules["node"])(game.rules, position.state)
        if kind == GAME_OVER:
            self._count()
            result = game.result(position)
            return 1.0 if result is not None and result.won else 0.0
        if turns is not None and turns <= 0 and (kind == A_CHOICE or not self.through_draws):
            self._count()
            assert self.value is not None
            return self.value(self._plain_rules, position.numbers, []) / CERTAIN
        if kind == A_CHOICE:
            return max(self._after(position, move, turns) for move in game.choices(position))
        outcomes = game.outcomes(position)
        total = sum(weight for _, weight in outcomes)
        return sum(float(weight / total) * self._after(position, outcome, turns) for outcome, weight in outcomes)

    def _count(self) -> None:
        self.left -= 1
        if self.left < 0:
            raise TooMany
