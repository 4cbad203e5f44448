"""How decisions are found: policies, simulation, search, and the advice that comes of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from castlewise.solver.advice import Advice


def suggest(position: Any, seconds: float = 1.0, *, seed: int = 1, rollouts: int | None = None) -> Advice:
    """The moves of a position, ranked by the chance to win (castlewise.solver.advice)."""
    from castlewise.solver import advice

    return advice.suggest(position, seconds, seed=seed, rollouts=rollouts)
