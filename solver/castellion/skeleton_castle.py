"""A castle around given formations: a faction for each of them, a kind of tile for each cell, or the proof that there is none.

The cells that hold a tile are known (see skeletons.py). Factions of the formations are chosen first: touching ones differ, and each faction has tiles enough
for its formations and for the cells that only it can fill. Kinds follow cell by cell, row by row from the bottom: of three shapes at most two are taken by
the neighbours placed before, so this rarely turns back unless tiles are scarce or much stands already. After `PATIENCE` cells CP-SAT is asked.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from ortools.sat.python import cp_model

from castlewise.models.castellion.castle_question import Castle
from castlewise.models.castellion.rules.castle import beside
from castlewise.models.castellion.state import COLUMN, FLOOR, LARGEST
from castlewise.models.castellion.tiles import FACTIONS, SHAPES
from castlewise.solver.cpsat import Preset, Status, run
from castlewise.solver.deadline import Deadline

ALL_FACTIONS = (1 << len(FACTIONS)) - 1
PATIENCE = 400  # cells tried before CP-SAT is asked
NEAR = [[other for other in (cell - COLUMN, cell + COLUMN, cell - 1, cell + 1) if other >= 0] for cell in range(LARGEST * COLUMN)]
SKELETON = Preset("skeleton", light=True)


@dataclass(frozen=True)
class Frame:
    """A place as boards: its four cells, those around them, and as a set the factions that a formation there may have."""

    cells: int
    ring: int
    factions: int


@dataclass(frozen=True)
class Site:
    """Where a castle is to be: what stands there (kinds by cell), the cells that must be filled and those that may, and the tiles left of each kind."""

    standing: dict[int, int]
    foundation: int
    inside: int
    haunted: int
    left: tuple[int, ...]

    @cached_property
    def stood(self) -> int:
        return sum(1 << cell for cell in self.standing)

    @cached_property
    def by_faction(self) -> tuple[int, ...]:
        return tuple(sum(self.left[faction * 3 : faction * 3 + 3]) for faction in range(len(FACTIONS)))

    def factions_for(self, cells: int, ring: int) -> int:
        """The factions, as a set, that a formation may have, as far as what stands is concerned. The haunted tile is part of none."""
        if cells & self.haunted:
            return 0
        allowed = ALL_FACTIONS
        for cell, kind in self.standing.items():
            if cells >> cell & 1:
                allowed &= 1 << (kind // 3)  # none of the four for a tile of the Pantry
            elif ring >> cell & 1:
                allowed &= ~(1 << (kind // 3))
        return allowed


def castle_around(site: Site, frames: Sequence[Frame], clock: Deadline) -> tuple[Castle | None, bool]:
    """A castle with these formations, and whether it is sure that there is none if none was found."""
    plan = _Plan(site, frames)
    if not plan.possible:
        return None, True
    patience = PATIENCE
    for factions in plan.faction_choices():
        search = _Kinds(plan, factions, patience)
        if search.fill(0):
            return plan.castle(search.kinds), True
        patience = search.patience
        if patience <= 0:
            return _ask_cpsat(plan, clock)
    return None, True


class _Plan:
    """Which cells are filled, and what is known of each: the formation that it belongs to, those that it touches."""

    def __init__(self, site: Site, frames: Sequence[Frame]) -> None:
        self.site, self.frames = site, frames
        self.formations = 0
        for frame in frames:
            self.formations |= frame.cells
        filled = self.formations | site.foundation
        for _ in range(LARGEST - 1):
            filled |= (filled >> 1) & (FLOOR * 63)
        self.filled = filled | site.stood
        self.new = self.filled & ~site.stood
        kept_free = beside(site.haunted) if site.haunted else 0
        self.possible = (
            self.filled & ~site.inside == 0
            and self.new & kept_free == 0
            and self.new.bit_count() <= sum(site.left)
            and all(frame.factions for frame in frames)
        )

    @cached_property
    def touching(self) -> list[list[int]]:
        """For each formation those before it that it touches."""
        return [[other for other in range(at) if frame.ring & self.frames[other].cells] for at, frame in enumerate(self.frames)]

    @cached_property
    def fillers(self) -> dict[int, int]:
        """New cells outside the formations: which formations each touches, as a set."""
        cells = self.new & ~self.formations
        return {
            cell: sum(1 << at for at, frame in enumerate(self.frames) if frame.ring >> cell & 1)
            for cell in range(cells.bit_length())
            if cells >> cell & 1
        }

    def faction_choices(self) -> Iterator[tuple[int, ...]]:
        """Every way to give the formations factions that leaves enough for the other cells, shapes aside."""
        groups: dict[int, int] = {}
        for touched in self.fillers.values():
            groups[touched] = groups.get(touched, 0) + 1
        needs = [(frame.cells & self.new).bit_count() for frame in self.frames]
        left = list(self.site.by_faction)
        chosen: list[int] = []

        def more() -> Iterator[tuple[int, ...]]:
            at = len(chosen)
            if at == len(self.frames):
                if _enough(groups, chosen, left):
                    yield tuple(chosen)
                return
            taken = {chosen[other] for other in self.touching[at]}
            for faction in sorted(range(len(FACTIONS)), key=left.__getitem__, reverse=True):
                if self.frames[at].factions >> faction & 1 and faction not in taken and left[faction] >= needs[at]:
                    left[faction] -= needs[at]
                    chosen.append(faction)
                    yield from more()
                    chosen.pop()
                    left[faction] += needs[at]

        return more()

    @cached_property
    def order(self) -> list[tuple[int, int, tuple[int, ...]]]:
        """The new cells from the bottom up: each with its formation (-1 if none) and its neighbours that must differ in shape and come before or stand."""
        cells = sorted((cell for cell in range(self.new.bit_length()) if self.new >> cell & 1), key=lambda cell: (cell % COLUMN, cell))
        before = self.site.stood
        found = []
        for cell in cells:
            formation = next((at for at, frame in enumerate(self.frames) if frame.cells >> cell & 1), -1)
            near = beside(1 << cell) & before
            if cell % COLUMN == 0:
                near &= ~FLOOR  # tiles of the foundation may be alike
            found.append((cell, formation, tuple(other for other in NEAR[cell] if near >> other & 1)))
            before |= 1 << cell
        return found

    def castle(self, kinds: dict[int, int]) -> Castle:
        """The columns, from the kinds of all cells."""
        width = (self.filled & FLOOR).bit_count()
        heights = [(self.filled >> (column * COLUMN) & 0xFF).bit_count() for column in range(width)]
        return tuple(tuple(kinds[column * COLUMN + row] for row in range(height)) for column, height in enumerate(heights))


def _enough(groups: dict[int, int], chosen: Sequence[int], left: Sequence[int]) -> bool:
    """Whether the cells beside the formations can all be filled: by Hall's condition, no set of factions may be all that too many cells can have."""
    open_to: dict[int, int] = {}
    for touched, count in groups.items():
        allowed = ALL_FACTIONS
        for at, faction in enumerate(chosen):
            if touched >> at & 1:
                allowed &= ~(1 << faction)
        open_to[allowed] = open_to.get(allowed, 0) + count
    if 0 in open_to:
        return False
    for factions in range(1, ALL_FACTIONS + 1):
        have = sum(count for faction, count in enumerate(left) if factions >> faction & 1)
        if sum(count for allowed, count in open_to.items() if allowed & ~factions == 0) > have:
            return False
    return True


class _Kinds:
    """A kind for each new cell, for chosen factions of the formations: depth first, a plentiful kind first."""

    def __init__(self, plan: _Plan, factions: Sequence[int], patience: int) -> None:
        self.plan, self.factions, self.patience = plan, factions, patience
        self.left = list(plan.site.left)
        self.kinds = dict(plan.site.standing)
        # Tiles of each faction beyond what its formations need: all that other cells may take.
        self.spare = list(plan.site.by_faction)
        for frame, faction in zip(plan.frames, factions, strict=True):
            self.spare[faction] -= (frame.cells & plan.new).bit_count()

    def fill(self, at: int) -> bool:
        """Fill the cells from this one on; False if that is impossible or took too long (then `patience` is used up)."""
        if at == len(self.plan.order):
            return True
        self.patience -= 1
        if self.patience <= 0:
            return False
        cell, formation, near = self.plan.order[at]
        taken = {self.kinds[other] % 3 for other in near}
        factions = [self.factions[formation]] if formation >= 0 else self._open_to(cell)
        options = [
            faction * 3 + shape
            for faction in factions
            for shape in range(len(SHAPES))
            if shape not in taken and self.left[faction * 3 + shape]
        ]
        options.sort(key=self.left.__getitem__, reverse=True)
        for kind in options:
            self.kinds[cell] = kind
            self.left[kind] -= 1
            self.spare[kind // 3] -= formation < 0
            if self.fill(at + 1):
                return True
            self.left[kind] += 1
            self.spare[kind // 3] += formation < 0
            if self.patience <= 0:
                return False
        return False

    def _open_to(self, cell: int) -> list[int]:
        """The factions that a cell beside the formations may have."""
        touched = self.plan.fillers[cell]
        barred = {faction for at, faction in enumerate(self.factions) if touched >> at & 1}
        return [faction for faction, spare in enumerate(self.spare) if spare > 0 and faction not in barred]


def _ask_cpsat(plan: _Plan, clock: Deadline) -> tuple[Castle | None, bool]:
    model = cp_model.CpModel()
    kinds = {
        cell: {kind: model.new_bool_var("") for kind, count in enumerate(plan.site.left) if count and _differs(plan, kind, near)}
        for cell, _, near in plan.order
    }
    for kind, count in enumerate(plan.site.left):
        model.add(sum(tiles[kind] for tiles in kinds.values() if kind in tiles) <= count)
    for cell, _, near in plan.order:
        model.add_exactly_one(kinds[cell].values())
        for other in near:
            for shape in range(len(SHAPES)) if other in kinds else ():
                model.add_at_most_one(here for at in (cell, other) for kind, here in kinds[at].items() if kind % 3 == shape)
    for frame in plan.frames:
        chosen = {faction: model.new_bool_var("") for faction in range(len(FACTIONS)) if frame.factions >> faction & 1}
        model.add_exactly_one(chosen.values())
        for cell, tiles in kinds.items():
            for kind, here in tiles.items():
                if frame.cells >> cell & 1:
                    model.add_implication(here, chosen.get(kind // 3, False))
                elif frame.ring >> cell & 1 and kind // 3 in chosen:
                    model.add_at_most_one(here, chosen[kind // 3])
    status, value = run(model, SKELETON, clock.left)
    if status in (Status.OPTIMAL, Status.FEASIBLE):
        placed = {cell: next(kind for kind, here in tiles.items() if value(here)) for cell, tiles in kinds.items()}
        return plan.castle({**plan.site.standing, **placed}), True
    return None, status is Status.IMPOSSIBLE


def _differs(plan: _Plan, kind: int, near: Sequence[int]) -> bool:
    """Whether a new tile's shape differs from those that stand beside it."""
    return all(plan.site.standing[other] % 3 != kind % 3 for other in near if other in plan.site.standing)
