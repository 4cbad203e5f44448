"""The contract inside the kernel: places that a game's own rules are bound to, so that compiled search and simulation are written once for every game.

The bodies here never run: `bound_kernel` makes a kernel in which each stands for the rule of one game.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from castlewise.models.contract import Game
from castlewise.models.kernel import Ints, Kernel, Layout, placeholder

Rules = Any
State = Any

CERTAIN = 1 << 30
"""A chance to win of 1, as `leaf_value` counts it."""


@placeholder
def node(r: Rules, s: State) -> int:
    """GAME_OVER, A_CHOICE or A_CHANCE."""
    return 0


@placeholder
def choices(r: Rules, s: State, out: Ints) -> int:
    """List the legal moves from out[1] on and return their number."""
    return 0


@placeholder
def outcomes(r: Rules, s: State, out: Ints, weights: Ints) -> int:
    """List what chance can do from out[1] on, with weights, and return the number."""
    return 0


@placeholder
def sample(r: Rules, s: State, source: Ints, out: Ints, weights: Ints) -> int:
    """One chance outcome, drawn with its weight."""
    return 0


@placeholder
def apply(r: Rules, s: State, m: int) -> int:
    """Carry out a move in place; return how many turns ended."""
    return 0


@placeholder
def mover(r: Rules, s: State) -> int:
    """Whose choice it is."""
    return 0


@placeholder
def won(r: Rules, s: State) -> int:
    """Whether the players have won."""
    return 0


@placeholder
def left_standing(r: Rules, s: State) -> int:
    """How much of what the players defend is left: Towers in Castle Panic, tiles in Castellion."""
    return 0


@placeholder
def decide(r: Rules, s: State, source: Ints, out: Ints) -> int:
    """The policy: the move at a choice."""
    return 0


@placeholder
def leaf_value(r: Rules, s: State, weights: Ints) -> int:
    """The chance to win where a search stops, from 0 to CERTAIN, by a value function with these weights. Games that are over are not asked about."""
    return 0


_POINTS: dict[str, Callable[..., Any]] = {
    "node": node,
    "choices": choices,
    "outcomes": outcomes,
    "sample": sample,
    "apply": apply,
    "mover": mover,
    "won": won,
    "left_standing": left_standing,
}


def bound_kernel(
    game: Game[Any],
    name: str,
    more: Mapping[Callable[..., Any], Sequence[Callable[..., Any]]],
    records: Mapping[str, Layout] | None = None,
    *,
    entries: Sequence[Callable[..., Any]] = (),
) -> Kernel:
    """A kernel on a game's own in which this module's rules are that game's. `records` are further layouts that its rules work on,
    `entries` what Python calls."""
    bindings: dict[Callable[..., Any], Sequence[Callable[..., Any]]] = {_POINTS[point]: [rule] for point, rule in game.kernel_rules.items()}
    return Kernel(name, records or {}, {**bindings, **more}, entries=entries, parent=game.kernel, sources=Path(__file__).parent)
