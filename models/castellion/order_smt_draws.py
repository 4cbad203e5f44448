"""Which tile comes when: two piles in a known order, tiles that lie face up, and Seers who turn up more of them.

There are as many uses as tiles; each takes one tile. While tiles lie face up one of them is taken, in any order; otherwise the next of a pile is drawn. A
Seer's power turns tiles up from both piles until four lie there. How many lie face up before a use follows from the Seers alone, which pile they came from
does not.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from castlewise.models.castellion.moves import SAFE_PILE, STANDARD_PILE
from castlewise.models.castellion.order_smt_castle import at_most_one
from castlewise.models.castellion.rules.powers import REVEALED_AT_ONCE
from castlewise.models.smt_circuit import FALSE, TRUE, Circuit

FACE_UP = -1  # where a tile is that was in hand or face up from the start


@dataclass(frozen=True)
class Coming:
    """A tile of the order: which it may be, by literals, and where it lies at the start."""

    kinds: dict[int, int]
    pile: int
    place: int  # in its pile


class Draws:
    """Built use by use: `next_use` says which tile comes, `used` whether a Seer's power follows."""

    def __init__(self, circuit: Circuit, tiles: Sequence[Coming], face_up: int, in_hand: bool, first_pile: int | None) -> None:
        self.circuit, self.tiles, self.in_hand, self.first_pile = circuit, tiles, in_hand, first_pile
        self.takes: list[list[int]] = []
        self.out: list[list[int]] = [[TRUE if tile.pile == FACE_UP else FALSE for tile in tiles]]  # no longer in a pile, before each use
        self.drawn: list[list[int]] = []  # the same once the use has its tile, before a Seer turns up more
        self._taken = [FALSE] * len(tiles)
        self._face_up = [TRUE if n < face_up else FALSE for n in range(REVEALED_AT_ONCE + 1)]  # the n-th (from 0): more than n
        self._in_pile = {pile: [i for i, tile in enumerate(tiles) if tile.pile == pile] for pile in (SAFE_PILE, STANDARD_PILE)}

    def next_use(self) -> dict[int, int]:
        """The kinds of the tile that comes, each with its literal."""
        c, use, before = self.circuit, len(self.takes), self.out[-1]
        face_up = self._face_up[0]
        drawn = list(before)
        for pile, literal in zip(self._in_pile, self._draws_from(use, -face_up), strict=True):
            for place, i in enumerate(self._in_pile[pile]):
                next_one = before[self._in_pile[pile][place - 1]] if place else TRUE
                drawn[i] = c.any_of(before[i], c.all_of(literal, next_one))
        takes = [c.all_of(drawn[i], -before[i]) for i in range(len(self.tiles))]
        if use == 0 and self.in_hand:
            takes = [TRUE] + [FALSE] * (len(self.tiles) - 1)
        elif face_up != FALSE:
            picked = self._picks(face_up, before)
            takes = [c.any_of(one, other) for one, other in zip(takes, picked, strict=True)]
        self.takes.append(takes)
        self.drawn.append(drawn)
        self._taken = [c.any_of(taken, take) for taken, take in zip(self._taken, takes, strict=True)]
        kinds: dict[int, list[int]] = {}
        for take, tile in zip(takes, self.tiles, strict=True):
            for kind, is_kind in tile.kinds.items():
                kinds.setdefault(kind, []).append(c.all_of(take, is_kind))
        found = {kind: c.any_of(*literals) for kind, literals in kinds.items()}
        return {kind: literal for kind, literal in found.items() if literal != FALSE}

    def used(self, seeing: int) -> None:
        """The use is over; where the literal holds, a Seer has turned up tiles."""
        c, use = self.circuit, len(self.takes) - 1
        drawn = self.drawn[-1]
        left = len(self.tiles) - use - 1
        turned_up = min(REVEALED_AT_ONCE, left)
        more = [TRUE if n < turned_up else FALSE for n in range(REVEALED_AT_ONCE + 1)]
        fewer = [*self._face_up[1:], FALSE]
        self._face_up = [c.any_of(c.all_of(seeing, new), c.all_of(-seeing, old)) for new, old in zip(more, fewer, strict=True)]
        if seeing == FALSE:
            self.out.append(drawn)
            return
        c.require_any(-seeing, *(-literal for literal in drawn))
        out = [TRUE if literal == TRUE else c.variable() for literal in drawn]
        for was, now in zip(drawn, out, strict=True):
            c.require_any(-was, now)
            c.require_any(seeing, was, -now)
        for in_pile in self._in_pile.values():
            for above, below in pairwise(in_pile):
                c.require_any(-out[below], out[above])
        terms, total = [(1, literal) for literal in out], use + 1 + turned_up
        c.require_any(-seeing, c.at_least(terms, total))
        c.require_any(-seeing, -c.at_least(terms, total + 1))
        self.out.append(out)

    def _draws_from(self, use: int, drawing: int) -> tuple[int, int]:
        """Literals for a draw from the safe and from the standard pile."""
        c, before = self.circuit, self.out[-1]
        if drawing == FALSE or (use == 0 and self.in_hand):
            return FALSE, FALSE
        if use == 0 and self.first_pile is not None:
            return (TRUE, FALSE) if self.first_pile == SAFE_PILE else (FALSE, TRUE)
        safe_left, standard_left = (c.any_of(*(-before[i] for i in in_pile)) for in_pile in self._in_pile.values())
        if safe_left == FALSE or standard_left == FALSE:
            return c.all_of(drawing, safe_left), c.all_of(drawing, standard_left)
        prefers_safe = c.variable()
        safe = c.all_of(drawing, safe_left, c.any_of(prefers_safe, -standard_left))
        return safe, c.all_of(drawing, -safe)

    def _picks(self, face_up: int, before: Sequence[int]) -> list[int]:
        """One of the tiles that lie face up is taken. Of two that are alike the one that was there first, because it makes no difference."""
        c = self.circuit
        free = [c.all_of(out, -taken) for out, taken in zip(before, self._taken, strict=True)]
        picked = []
        for i, literal in enumerate(free):
            pick = FALSE if literal == FALSE else c.variable()
            c.require_any(-pick, literal)
            c.require_any(-pick, face_up)
            kinds = self.tiles[i].kinds
            for j in range(i):
                if self.tiles[j].kinds == kinds and len(kinds) == 1:
                    c.require_any(-pick, -free[j])
            picked.append(pick)
        c.require_any(-face_up, *picked)
        at_most_one(c, picked)
        return picked

    # What a solution says.

    def tile_at(self, use: int, true: Callable[[int], bool]) -> int:
        return next(i for i, take in enumerate(self.takes[use]) if true(take))

    def left_in_pile(self, pile: int, use: int, true: Callable[[int], bool]) -> int:
        """How many tiles a pile has when a use is over."""
        return sum(not true(self.out[use + 1][i]) for i in self._in_pile[pile])
