"""Where expansions join in. In the base game every one of these is empty and compiles to nothing.

Each returns 1 if the thing was its own. An expansion binds its rules to them when its kernel is made (see castlewise.models.kernel). Where it
does something in another way rather than in addition, it binds a rule of its own in the place of the base game's.
"""

from __future__ import annotations

from castlewise.models.castle_panic.state import Rules, State
from castlewise.models.kernel import Ints, placeholder


@placeholder
def expansion_token(r: Rules, s: State, token: int, arc: int) -> int:
    """Resolve a token whose effect the base game does not know."""
    return 0


@placeholder
def expansion_card_choices(r: Rules, s: State, card: int, out: Ints) -> int:
    """List the plays of a card whose effect the base game does not know."""
    return 0


@placeholder
def expansion_apply(r: Rules, s: State, m: int) -> int:
    """Carry out a choice or outcome with a verb of the expansion's own."""
    return 0


@placeholder
def expansion_advance(r: Rules, s: State) -> int:
    """Pass through a stage of the expansion's own, or leave it standing as a node."""
    return 0


@placeholder
def expansion_choices(r: Rules, s: State, out: Ints) -> int:
    """List the choices of a stage of the expansion's own."""
    return 0


@placeholder
def expansion_outcomes(r: Rules, s: State, out: Ints, weights: Ints) -> int:
    """List the chance outcomes of a stage of the expansion's own."""
    return 0


@placeholder
def expansion_plays(r: Rules, s: State, out: Ints) -> int:
    """List further plays of the Play phase: of several cards together, or of a base card in a way that the base game does not know."""
    return 0


@placeholder
def expansion_stage(r: Rules, s: State) -> int:
    """Before a stage is passed through: 1 if the expansion has put another in its place, 2 if the game stops there."""
    return 0


@placeholder
def expansion_mover(r: Rules, s: State) -> int:
    """2 + whose choice a stage of the expansion's own is, a player or TEAM; 0 for the player whose turn it is."""
    return 0


@placeholder
def expansion_roll(r: Rules, s: State, roll: int) -> int:
    """A die at a stage of the expansion's own."""
    return 0


@placeholder
def expansion_hits_played(r: Rules, s: State, cards: int) -> int:
    """So many hit cards were played."""
    return 0


@placeholder
def expansion_tower_fell(r: Rules, s: State, arc: int) -> int:
    """What else goes with a Tower."""
    return 0


@placeholder
def expansion_ended(s: State) -> int:
    """The game is over: drop what the expansion had half resolved."""
    return 0
