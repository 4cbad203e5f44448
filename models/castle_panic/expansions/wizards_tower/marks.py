"""What the Wizard's Tower writes on a Monster beside the base game's marks (castlewise.models.castle_panic.board): its Flame tokens, and what it is
about to do while a movement is being resolved.

Flames that a Monster catches during a movement are *fresh*: they do no damage until the next one.
"""

from __future__ import annotations

from castlewise.models.castle_panic.board import TARRED, kind_of
from castlewise.models.castle_panic.expansions.wizards_tower.state import Rules
from castlewise.models.kernel import rule

AIMED = 4  # a card that strikes several Monsters is about to strike this one; never at a node
SCORCHED = 8  # its flames do their damage once the structures are resolved
TO_ROLL = 16  # a die says where it goes
BREATHES = 32  # has moved and is about to breathe fire
FLAME_UNIT = 64
FRESH_UNIT = 1024
MOST_FLAMES = 15


@rule
def flames_of(m: int) -> int:
    return (m // FLAME_UNIT) & MOST_FLAMES


@rule
def fresh_of(m: int) -> int:
    return (m // FRESH_UNIT) & MOST_FLAMES


@rule
def burning(m: int) -> int:
    return 1 if flames_of(m) + fresh_of(m) > 0 else 0


@rule
def has_trait(r: Rules, m: int, trait: int) -> int:
    return 1 if r.token_traits[kind_of(m)] & trait else 0


@rule
def caught_fire(r: Rules, m: int, flames: int, fresh: int) -> int:
    """A Monster with more Flame tokens. Flaming Tar adds one when flame and tar first meet."""
    if flames > 0 and r.flaming_tar == 1 and m & TARRED and burning(m) == 0:
        flames += 1
    if fresh == 1:
        return m + min(flames, MOST_FLAMES - fresh_of(m)) * FRESH_UNIT
    return m + min(flames, MOST_FLAMES - flames_of(m)) * FLAME_UNIT


@rule
def without_flames(m: int) -> int:
    return m - flames_of(m) * FLAME_UNIT - fresh_of(m) * FRESH_UNIT


@rule
def settled(m: int) -> int:
    """A Monster after a movement: fresh flames burn like the others, and nothing is left to do."""
    flames = min(flames_of(m) + fresh_of(m), MOST_FLAMES)
    return (without_flames(m) & ~(AIMED | SCORCHED | TO_ROLL | BREATHES)) + flames * FLAME_UNIT


@rule
def tarred(r: Rules, m: int) -> int:
    """With Flaming Tar a burning Monster gets one more Flame token."""
    m += TARRED
    if r.flaming_tar == 1 and flames_of(m) > 0:
        m += min(1, MOST_FLAMES - flames_of(m)) * FLAME_UNIT
    return m


# In a Monster's short form: tarred, attacking, flames, fresh flames, about to be hurt by them, about to roll, about to breathe.
WITH_FLAMES = "(t?)(x?)(b{0,15})(c{0,15})(s?)(m?)(r?)"


def marks_of(flames: str, fresh: str, scorched: str, to_roll: str, breathes: str) -> int:
    """The marks of such letters beyond the base game's."""
    about_to = SCORCHED * bool(scorched) + TO_ROLL * bool(to_roll) + BREATHES * bool(breathes)
    return len(flames) * FLAME_UNIT + len(fresh) * FRESH_UNIT + about_to
