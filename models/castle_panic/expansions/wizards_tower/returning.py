"""Monsters that come back: one takes the Doppelganger's place, the Necromancer sends others to the pile (Monster Tokens; Mega Boss Monster Tokens)."""

from __future__ import annotations

from castlewise.models.castle_panic.board import arc_of, kind_of, monster, ring_of
from castlewise.models.castle_panic.expansions.wizards_tower.components import DOPPELGANGER, FIRST_MEGA_BOSS, IMP, LAST_MEGA_BOSS
from castlewise.models.castle_panic.expansions.wizards_tower.monsters import TO_THE_PILE, fire_grows
from castlewise.models.castle_panic.expansions.wizards_tower.moves import RAISED, RETURNS
from castlewise.models.castle_panic.expansions.wizards_tower.stages import RAISE, REPLACE_DOPPELGANGER
from castlewise.models.castle_panic.expansions.wizards_tower.state import Rules, State
from castlewise.models.castle_panic.expansions.wizards_tower.tokens import is_monster
from castlewise.models.castle_panic.expansions.wizards_tower.wizard_deck import only_kind
from castlewise.models.castle_panic.rules.monsters import place, remove
from castlewise.models.castle_panic.rules.tokens import resolve_effect
from castlewise.models.castle_panic.stages import AFTERMATH, NEXT_TOKEN, OVER
from castlewise.models.kernel import Ints, rule
from castlewise.models.kinds import kinds_in
from castlewise.models.listing import add, add_outcome
from castlewise.models.move_code import move


@rule
def replace_doppelganger(r: Rules, s: State) -> int:
    """Of Monsters destroyed together one takes its place; the players choose among different ones. Returns 1 if it has, 2 if they are asked."""
    kind = only_kind(kinds_in(s.fallen))
    if kind < 0:
        s.stage = REPLACE_DOPPELGANGER
        return 2
    returns(r, s, kind)
    return 1


@rule
def return_choices(s: State, out: Ints) -> None:
    for kind in range(len(s.fallen)):
        if s.fallen[kind] > 0:
            add(out, move(RETURNS, kind, 0, 0))


@rule
def returns(r: Rules, s: State, kind: int) -> None:
    """The Monster stands where the Doppelganger stood, as if it had just been drawn. What its effect brings is resolved before the game goes on."""
    if kind == IMP:
        s.imps -= 1
    elif s.fallen_to == TO_THE_PILE:
        s.pile[kind] -= 1
    elif s.fallen_to > 0:
        s.trophies[s.fallen_to - 1][kind] -= 1
    else:
        s.token_discards[kind] -= 1
    for other in range(len(s.fallen)):
        s.fallen[other] = 0
    s.fallen_to = 0
    at = 0
    while kind_of(s.monsters[at]) != DOPPELGANGER:
        at += 1
    there = s.monsters[at]
    remove(s, at)
    s.token_discards[DOPPELGANGER] += 1
    place(s, monster(kind, ring_of(there), arc_of(there), r.token_health[kind]))
    if s.resume != NEXT_TOKEN:
        s.tokens_then = s.resume
    fire_grows(r, s, arc_of(there))
    if s.stage != OVER:
        resolve_effect(r, s, kind, arc_of(there))


@rule
def may_be_raised(r: Rules, kind: int) -> int:
    """A regular Monster; with the Necromancer Randomizer any token. Mega Bosses have no token that could lie in the pile."""
    if FIRST_MEGA_BOSS <= kind <= LAST_MEGA_BOSS:
        return 0
    return 1 if r.necromancer_randomizer == 1 or is_monster(r, kind) == 1 else 0


@rule
def raise_outcomes(r: Rules, s: State, out: Ints, weights: Ints) -> None:
    for kind in range(len(s.token_discards)):
        if s.token_discards[kind] > 0 and may_be_raised(r, kind) == 1:
            add_outcome(out, weights, move(RAISED, kind, 0, 0), s.token_discards[kind])


@rule
def begin_raise(r: Rules, s: State) -> int:
    """Returns 2 if there is a Monster to raise."""
    for kind in range(len(s.token_discards)):
        if s.token_discards[kind] > 0 and may_be_raised(r, kind) == 1:
            s.stage = RAISE
            return 2
    s.raises = 0
    return 1


@rule
def raised(s: State, kind: int) -> None:
    s.token_discards[kind] -= 1
    s.pile[kind] += 1
    s.raises -= 1
    s.stage = AFTERMATH
