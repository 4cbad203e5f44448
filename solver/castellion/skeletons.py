"""How many essentially different ways there are to stand the formations of an ordeal in one castle.

A skeleton is a set of places without a common cell, for exactly the towers, bastions and lines that the ordeal asks for, that some legal castle has as its
formations. Sets of places are gone through one by one (for no printed ordeal are there more than 15,000), and a castle is looked for around each. Tiles
beyond the formations, what carries them, the foundation and what stands already can only be in the way, so the cells of that castle are known; what remains
is to give each a kind. A bounded search does that for nearly all sets at once, CP-SAT decides the rest.

What a newcomer would get wrong: that places fit beside each other is not enough. Formations that touch need different factions, and a tile below or between
them may not have the faction of any that it touches.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from castlewise.models.castellion.castle_question import BeyondCastleModel, Castle, CastleQuestion, mirrored
from castlewise.models.castellion.formation_places import COLUMNS, Cell, Place, places
from castlewise.models.castellion.state import COLUMN
from castlewise.models.castellion.tiles import DEFENDERS
from castlewise.solver.castellion.skeleton_castle import Frame, Site, castle_around
from castlewise.solver.deadline import Deadline

Progress = Callable[[int, int], None]  # sets gone through, sets there are
EVERY = 256  # sets between two reports


@dataclass(frozen=True)
class Skeleton:
    """Places of formations, and a castle in which they are that."""

    places: tuple[Place, ...]
    castle: Castle


@dataclass(frozen=True)
class Skeletons:
    """`found` has one of each two that are mirror images. `sets`: how many sets of places without a common cell there are, mirror images counted twice."""

    found: tuple[Skeleton, ...]
    sets: int
    exact: bool  # else there may be more than were found
    seconds: float

    @property
    def count(self) -> int:
        return len(self.found)

    def __str__(self) -> str:
        return f"{self.count:,}" if self.exact else f"at least {self.count:,}"


def skeletons(question: CastleQuestion, seconds: float = 10.0, progress: Progress | None = None) -> Skeletons:
    """The skeletons for the only ordeal of a question.

    A castle that stands already and is not its own mirror image makes a left and a right: mirror images are then different skeletons.
    """
    if len(question.ordeals) > 1 or question.powers or question.pantry:
        raise BeyondCastleModel("skeletons are counted for one ordeal, without powers and the Pantry")
    clock = Deadline(seconds)
    catalogue = _Catalogue(question)
    sites = [_site(question, offset) for offset in range(question.width - len(question.castle) + 1 if question.castle else 1)]
    frames = [catalogue.frames(site) for site in sites]
    sets = list(catalogue.sets([any(frame[place].factions for frame in frames) for place in range(len(catalogue.places))]))
    found: list[Skeleton] = []
    exact = True
    for number, chosen in enumerate(sets):
        if progress is not None and number % EVERY == 0:
            progress(number, len(sets))
        if catalogue.mirrored_first(chosen):
            continue
        if clock.left == 0:
            exact = False
            break
        sure = True
        for site, frame in zip(sites, frames, strict=True):
            castle, decided = castle_around(site, [frame[place] for place in chosen], clock)
            if castle is not None:
                found.append(Skeleton(tuple(catalogue.places[place] for place in chosen), castle))
                break
            sure = sure and decided
        else:
            exact = exact and sure
    if progress is not None and exact:
        progress(len(sets), len(sets))
    return Skeletons(tuple(found), len(sets), exact, clock.spent)


class _Catalogue:
    """The places of a castle of this size, as boards, and the sets of them that an ordeal asks for."""

    def __init__(self, question: CastleQuestion) -> None:
        self.question = question
        self.places = places(question.width, question.height)
        self.cells = [_board(place.cells) for place in self.places]
        self.symmetric = question.castle == mirrored(question.castle) and (
            question.haunted is None or 2 * question.haunted[0] == len(question.castle) - 1
        )

    @cached_property
    def _mirror(self) -> list[int]:
        number = {(place.type, place.column, place.row): at for at, place in enumerate(self.places)}
        return [number[place.type, self.question.width - COLUMNS[place.type] - place.column, place.row] for place in self.places]

    def frames(self, site: Site) -> list[Frame]:
        """Each place where a castle stands already: which factions a formation there may still have."""
        return [
            Frame(cells, _board(place.ring), site.factions_for(cells, _board(place.ring)))
            for place, cells in zip(self.places, self.cells, strict=True)
        ]

    def sets(self, usable: list[bool]) -> Iterator[tuple[int, ...]]:
        """Every set of places without a common cell that has the formations of the ordeal, in the order of the places."""
        ordeal = self.question.ordeals[0]
        needed = (ordeal.towers, ordeal.bastions, ordeal.lines)
        types = [kind for kind in range(3) for _ in range(needed[kind])]
        usual = [[at for at, place in enumerate(self.places) if place.type == kind and usable[at]] for kind in range(3)]

        def more(chosen: tuple[int, ...], taken: int) -> Iterator[tuple[int, ...]]:
            if len(chosen) == len(types):
                yield chosen
                return
            last = chosen[-1] if chosen else -1
            for place in usual[types[len(chosen)]]:
                if place > last and self.cells[place] & taken == 0:
                    yield from more((*chosen, place), taken | self.cells[place])

        return more((), 0)

    def mirrored_first(self, chosen: tuple[int, ...]) -> bool:
        """Whether the mirror image of a set stands for both."""
        return self.symmetric and tuple(sorted(self._mirror[place] for place in chosen)) < chosen


def _site(question: CastleQuestion, offset: int) -> Site:
    """What stands where, if the castle's first column is to be this one, and what has to: an Earthworm's rows with a foundation above them."""
    rows = question.ordeals[0].rows
    standing = {(offset + column) * COLUMN + row: kind for column, kinds in enumerate(question.castle) for row, kind in enumerate(kinds)}
    foundation = _board([(column, row) for column in range(question.width) for row in range(rows + 1)])
    inside = _board([(column, row) for column in range(question.width) for row in range(question.height)])
    haunted = 0 if question.haunted is None else 1 << ((question.haunted[0] + offset) * COLUMN + question.haunted[1])
    if question.haunted is not None and question.haunted[1] < rows:
        inside = 0  # the haunted tile would be lost, so no castle will do
    return Site(standing, foundation, inside, haunted, question.left[:DEFENDERS])


def _board(cells: Iterable[Cell]) -> int:
    return sum(1 << (column * COLUMN + row) for column, row in cells)
