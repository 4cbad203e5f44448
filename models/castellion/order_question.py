"""What can be asked about tiles that come in a known order: a position, and the order of what is left in its piles. Can the game be won?

A Seer's revealed tiles, a puzzle's list and a whole deck that a clairvoyant sees are all of this form. A position whose piles are exactly the known tiles
meets its remaining ordeals when they are used up, as the rules have it. To ask about one ordeal only, the position has two of the three behind it.
"""

from __future__ import annotations

from dataclasses import dataclass

from castlewise.models.castellion.position import Position
from castlewise.models.castellion.tiles import counted


class BeyondOrderModel(ValueError):
    """Something that the models of an order do not know about; the message says what."""


@dataclass(frozen=True)
class OrderQuestion:
    """`safe` and `standard` are kinds of tile in the order in which they will be drawn from the two piles."""

    position: Position
    safe: tuple[int, ...]
    standard: tuple[int, ...]

    def __post_init__(self) -> None:
        s = self.position.numbers
        if counted(self.safe) != [int(n) for n in s.safe] or counted(self.standard) != [int(n) for n in s.standard]:
            raise ValueError("the order is not one of the tiles left in the piles")
