"""What can be asked about a castle: can these ordeals be met, one after the other, by building on what stands with the tiles that are left?

The answer is a `Building`: for each ordeal the castle that meets it and what its effect leaves. Time is not part of the question: every tile that is left
may come, in any order, before the ordeal is met. `order_question.py` asks about tiles that come in a known order.

What a newcomer would get wrong: same shapes side by side are forbidden to a tile that is *placed* above the foundation, not to a castle. What stands already,
what slid, and two tiles of the foundation may be alike.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from castlewise.models.castellion.ordeals import Ordeal
from castlewise.models.castellion.state import LARGEST
from castlewise.models.castellion.tiles import PANTRY, SAFE, STANDARD, STONES, counted

Castle = tuple[tuple[int, ...], ...]
"""Kinds of tiles by column from the left, each column from the bottom up. No column is empty."""

EVERY_TILE = tuple(safe + standard for safe, standard in zip(SAFE.counts[:STONES], STANDARD.counts[:STONES], strict=True))


class BeyondCastleModel(ValueError):
    """Something that the models do not know about; the message says what."""


@dataclass(frozen=True)
class CastleQuestion:
    """Ordeals to be met in this order with `left` (how many tiles of each kind below STONES), starting from `castle`.

    `spares`: each Bastion spares four tiles of a penalty (expert level). `powers`: so many Jugglers and Pyros of `left` may be discarded for their power on
    the way to the only ordeal. `pantry`: how many Pantry tiles the castle must hold after each ordeal, empty if that is not asked; `pantry_apart`: none is
    placed beside another. `haunted`: column and row of a tile that belongs to no formation and beside which nothing is placed.
    """

    ordeals: tuple[Ordeal, ...]
    width: int = LARGEST
    height: int = LARGEST
    castle: Castle = ()
    left: tuple[int, ...] = EVERY_TILE
    spares: bool = True
    powers: int = 0
    pantry: tuple[int, ...] = ()
    pantry_apart: bool = False
    haunted: tuple[int, int] | None = None

    def __post_init__(self) -> None:
        if not self.ordeals:
            raise ValueError("no ordeal is asked about")
        if len(self.castle) > self.width or any(not 0 < len(column) <= self.height for column in self.castle):
            raise ValueError("the castle does not fit its limits")
        if len(self.ordeals) > 3 or (
            self.pantry and self.pantry != tuple(2 * n for n in range(self.pantry[0] // 2, 4))[: len(self.ordeals)]
        ):
            raise BeyondCastleModel("a game has three ordeals, and the Pantry asks for two more tiles after each")
        if not self.pantry and any((*self.left[PANTRY:], pantry_tiles(self.castle))):
            raise BeyondCastleModel("Pantry tiles go with the Pantry's rules")
        if self.powers and len(self.ordeals) > 1:
            raise BeyondCastleModel("powers are planned for one ordeal at a time")
        if self.powers and (self.haunted is not None or self.pantry_apart):
            raise BeyondCastleModel("powers are not planned around a haunted tile, nor with the Pantry's harder variant")
        if self.haunted is not None and any(ordeal.penalty for ordeal in self.ordeals):
            raise BeyondCastleModel("a penalty is not planned around a haunted tile")

    @property
    def area(self) -> int:
        return self.width * self.height


@dataclass(frozen=True)
class Met:
    """An ordeal met: the castle then, with its full foundation, and what the ordeal's effect leaves of it."""

    castle: Castle
    after: Castle


@dataclass(frozen=True)
class Building:
    """A way to meet all ordeals of a question. `steps` (with powers only) are how its first castle comes about."""

    met: tuple[Met, ...]
    steps: tuple[Step, ...] = ()


@dataclass(frozen=True)
class Step:
    """What is done on the way to an ordeal when powers are used: tiles placed up to a castle, then a Juggler or Pyro discarded, which makes another.

    `built` is the castle before the power is used, `kind` the tile discarded for it, `after` the castle it leaves (a Pyro's: after both effects).
    """

    built: Castle
    kind: int
    after: Castle


def tiles_of(castle: Castle) -> list[int]:
    """How many tiles of each kind a castle holds."""
    return counted(kind for column in castle for kind in column)


def size_of(castle: Castle) -> int:
    return sum(len(column) for column in castle)


def kinds_spent(question: CastleQuestion, building: Building) -> list[int]:
    """How many tiles of each kind a building takes of `left`: those placed and those discarded for a power."""
    spent = [0] * STONES
    standing = question.castle
    for castle, after in (*((step.built, step.after) for step in building.steps), *((met.castle, met.after) for met in building.met)):
        now, before = tiles_of(castle), tiles_of(standing)
        for kind in range(STONES):
            spent[kind] += now[kind] - before[kind]
        standing = after
    for step in building.steps:
        spent[step.kind] += 1
    return spent


def tiles_spent(question: CastleQuestion, building: Building) -> int:
    return sum(kinds_spent(question, building))


def penalty_due(ordeal: Ordeal, bastions: int, spares: bool) -> int:
    """How many tiles a castle without the formations of an ordeal pays."""
    return max(0, (ordeal.penalty or 0) - (4 * bastions if spares else 0))


def pantry_tiles(castle: Castle) -> int:
    return sum(kind >= PANTRY for column in castle for kind in column)


def mirrored(castle: Sequence[Sequence[int]]) -> Castle:
    return tuple(tuple(column) for column in reversed(castle))
