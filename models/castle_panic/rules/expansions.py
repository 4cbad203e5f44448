"""Where expansions join in. In the base game every one of these is empty and compiles to nothing.

Each returns 1 if the thing was its own. An expansion binds its rules to them when its kernel is made (see castlewise.models.kernel).
"""

from __future__ import annotations

from castlewise.models.castle_panic.state import Rules, State
from castlewise.models.kernel import Ints, extension_point


@extension_point
def expansion_token(r: Rules, s: State, token: int, arc: int) -> int:
    """Resolve a token whose effect the base game does not know."""
    return 0


@extension_point
def expansion_card_choices(r: Rules, s: State, card: int, out: Ints) -> int:
    """List the plays of a card whose effect the base game does not know."""
    return 0


@extension_point
def expansion_apply(r: Rules, s: State, m: int) -> int:
    """Carry out a choice or outcome with a verb of the expansion's own."""
    return 0


@extension_point
def expansion_advance(r: Rules, s: State) -> int:
    """Pass through a stage of the expansion's own, or leave it standing as a node."""
    return 0


@extension_point
def expansion_choices(r: Rules, s: State, out: Ints) -> int:
    """List the choices of a stage of the expansion's own."""
    return 0


@extension_point
def expansion_outcomes(r: Rules, s: State, out: Ints, weights: Ints) -> int:
    """List the chance outcomes of a stage of the expansion's own."""
    return 0
