"""The tiles: twelve kinds of Defender, the Pantry's three, and two kinds of Traitor, with how sure we are of how many there are.

A tile's place in TILES is its *kind*. A Defender's is `faction * 3 + shape`; the Pantry's follow in the order of the shapes.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from castlewise.models.provenance import Certainty

FACTIONS = ("seer", "chameleon", "juggler", "pyro")
SEER, CHAMELEON, JUGGLER, PYRO = range(4)
SHAPES = ("triangle", "square", "circle")

DEFENDERS = 12  # the first kinds
PANTRY = 12  # the first of the Pantry's kinds
STONES = 15  # kinds below can be part of a castle
TRAITOR, BLACK_TRAITOR = 15, 16
KINDS = 17
HIDDEN = -1  # in drawings and puzzles: a tile whose kind is not shown


@dataclass(frozen=True)
class Tile:
    name: str
    code: str

    @property
    def title(self) -> str:
        """As people write it: Seer Triangle.

        >>> TILES[0].title, TILES[16].title
        ('Seer Triangle', 'black-bordered Traitor')
        """
        return "black-bordered Traitor" if self.name == "black traitor" else self.name.title()


TILES = (
    *(Tile(f"{faction} {shape}", faction[0] + shape[0]) for faction in FACTIONS for shape in SHAPES),
    *(Tile(f"pantry {shape}", "f" + shape[0]) for shape in SHAPES),  # f for food: p is the Pyro's
    Tile("traitor", "tr"),
    Tile("black traitor", "tb"),
)


@dataclass(frozen=True)
class Pile:
    """How many tiles of each kind a pile starts with."""

    name: str
    counts: tuple[int, ...]
    certainty: Certainty


# The rulebook counts the Traitors, and those with a black border: only the Defenders' kinds are not printed.
TRAITORS_CERTAINTY = Certainty.CERTAIN

# One of each kind in the safe pile and five in the other fits every count that is printed; that the kinds are equally frequent is an inference.
SAFE = Pile("safe", (1,) * 12 + (0,) * 5, Certainty.LIKELY)
STANDARD = Pile("standard", (5,) * 12 + (0,) * 3 + (9, 3), Certainty.LIKELY)
PANTRY_TILES = Pile("pantry", (0,) * 12 + (2,) * 3 + (0,) * 2, Certainty.LIKELY)


def counted(kinds: Iterable[int]) -> list[int]:
    """How many tiles there are of each kind.

    >>> counted([0, 16, 0])
    [2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]
    """
    counts = [0] * KINDS
    for kind in kinds:
        counts[kind] += 1
    return counts
