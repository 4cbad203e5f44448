"""Which tile comes when, for CP-SAT: two piles in a known order, and what a Seer lays face up.

While tiles lie face up one of them is taken, whichever; else the next tile of a pile. A Seer's power reveals tiles, each from a pile of one's choice, until
four lie face up or the piles are empty. So how many lie face up follows from when Seers are used, and only which pile gives is left to choose.
"""

from __future__ import annotations

from dataclasses import dataclass

from ortools.sat.python import cp_model

from castlewise.models.castellion.castle_cpsat import Literal, total
from castlewise.models.castellion.moves import SAFE_PILE, STANDARD_PILE
from castlewise.models.castellion.rules.powers import REVEALED_AT_ONCE

HAND, FACE_UP = -1, -2  # where a tile comes from, beside the piles


@dataclass(frozen=True)
class Drawn:
    """A tile of the order: its kind, where it comes from, and its place there."""

    kind: int
    source: int
    place: int


class Draws:
    """`takes[use][tile]`: that tile is used then. Every tile has its turn; uses count from 1, `seer[use]` is for others to say."""

    def __init__(
        self,
        model: cp_model.CpModel,
        hand: int | None,
        face_up: tuple[int, ...],
        piles: tuple[tuple[int, ...], tuple[int, ...]],
        *,
        seers: bool,
    ) -> None:
        self.model = model
        self.seers = seers
        self.in_hand = int(hand is not None)
        self.up_at_first = len(face_up)
        self.piles = piles
        self.tiles = [
            *([Drawn(hand, HAND, 0)] if hand is not None else []),
            *(Drawn(kind, FACE_UP, at) for at, kind in enumerate(face_up)),
            *(Drawn(kind, pile, at) for pile in (SAFE_PILE, STANDARD_PILE) for at, kind in enumerate(piles[pile])),
        ]
        self.uses = len(self.tiles)
        new = model.new_bool_var
        self.takes: list[dict[Drawn, Literal]] = [{}]
        for use in range(1, self.uses + 1):
            self.takes.append({tile: new("") for tile in self.tiles if self._may_come(tile, use)})
            model.add_exactly_one(list(self.takes[use].values()))
        for tile in self.tiles:
            model.add_exactly_one([taken[tile] for taken in self.takes if tile in taken])
        self.seer: list[Literal | None] = [None, *(new("") if seers else None for _ in range(self.uses))]
        self._count_face_up()
        self._leave_piles()

    def _may_come(self, tile: Drawn, use: int) -> bool:
        """False where it is plain that a tile is not used then."""
        if self.in_hand and (use == 1) != (tile.source == HAND):
            return False
        drawn = use - 1 - self.in_hand - self.up_at_first  # tiles of the piles used before, if no Seer is
        if self.seers:
            return tile.source < 0 or tile.place <= use - 1 - self.in_hand + REVEALED_AT_ONCE
        if tile.source < 0:
            return tile.source == HAND or drawn < 0
        return 0 <= drawn - tile.place <= len(self.piles[1 - tile.source])

    def _count_face_up(self) -> None:
        """How many lie face up after each use."""
        model, most = self.model, max(REVEALED_AT_ONCE, self.up_at_first)
        self.face_up = [[model.new_bool_var("") for _ in range(most + 1)] for _ in range(self.uses + 1)]
        for literals in self.face_up:
            model.add_exactly_one(literals)
        model.add_bool_or(self.face_up[0][self.up_at_first])
        for use in range(1, self.uses + 1):
            before, after, seer = self.face_up[use - 1], self.face_up[use], self.seer[use]
            for number, literal in enumerate(before):
                rest = number if use == 1 and self.in_hand else max(number - 1, 0)
                model.add_bool_or(literal.negated(), after[rest], *([] if seer is None else [seer]))
                if seer is not None and rest >= self.uses - use:  # all that is left lies face up
                    model.add_bool_or(literal.negated(), seer.negated())
                elif seer is not None:
                    full = max(rest, min(REVEALED_AT_ONCE, self.uses - use))
                    model.add_bool_or(literal.negated(), seer.negated(), after[full])

    def _leave_piles(self) -> None:
        """`out[pile][use][n]`: the first n + 1 tiles of a pile have left it by the end of a use."""
        model = self.model
        self.out = [[[model.new_bool_var("") for _ in pile] for _ in range(self.uses + 1)] for pile in self.piles]
        for use in range(self.uses + 1):
            for out in self.out:
                for place in range(len(out[use])):
                    if place:
                        model.add_implication(out[use][place], out[use][place - 1])
                    if use:
                        model.add_implication(out[use - 1][place], out[use][place])
                    else:
                        model.add_bool_or(out[0][place].negated())
            used = max(use - self.in_hand, 0)
            lie = total([number * literal for number, literal in enumerate(self.face_up[use])])
            model.add(total([*self.out[0][use], *self.out[1][use]]) == lie + used - self.up_at_first)
        for use in range(1, self.uses + 1):
            none_up = self.face_up[use - 1][0]
            for tile, takes in self.takes[use].items():
                if tile.source < 0:
                    continue
                out = self.out[tile.source]
                model.add_implication(takes, out[use][tile.place])
                model.add_bool_or(takes.negated(), none_up, out[use - 1][tile.place])
                if tile.place:
                    model.add_implication(takes, out[use - 1][tile.place - 1])

    def kinds(self, use: int) -> list[int]:
        """What may be used then."""
        return sorted({tile.kind for tile in self.takes[use]})

    def later(self, use: int, kind: int) -> list[Literal]:
        """Literals of the tiles of a kind that come after a use."""
        return [literal for taken in self.takes[use + 1 :] for tile, literal in taken.items() if tile.kind == kind]
