"""A castle in yes-or-no quantities, and what can be done to it: a tile placed, two exchanged, tiles destroyed, the castle moved to another place of its frame.

A castle stands in a frame as wide and high as its limits. Where in the frame it stands is open as long as it is narrower: tiles then never have to be shifted
when a column is begun at the left, as they are in the rules' records, because a castle that will grow to the left was put further right to begin with. Only
where columns can vanish does it get a new place (`moved`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from castlewise.models.castellion.formation_places import Cell, neighbours, places
from castlewise.models.castellion.tiles import DEFENDERS
from castlewise.models.smt_circuit import FALSE, TRUE, Circuit, Term

FACTIONS, SHAPES = range(4), range(3)


@dataclass(frozen=True)
class Tile:
    """What lies in a cell, or is about to: its faction and shape, none of either if the cell is empty."""

    factions: tuple[int, ...]
    shapes: tuple[int, ...]
    taken: int

    @property
    def features(self) -> tuple[int, ...]:
        return (*self.factions, *self.shapes, self.taken)

    def is_kind(self, circuit: Circuit, kind: int) -> int:
        return circuit.all_of(self.factions[kind // 3], self.shapes[kind % 3])


NO_TILE = Tile((FALSE,) * 4, (FALSE,) * 3, FALSE)
Castle = tuple[tuple[int, ...], ...]


def tile_of(kind: int) -> Tile:
    return Tile(
        tuple(TRUE if kind // 3 == f else FALSE for f in FACTIONS), tuple(TRUE if kind % 3 == shape else FALSE for shape in SHAPES), TRUE
    )


def any_tile(circuit: Circuit, choices: Sequence[tuple[int, Tile]]) -> Tile:
    """The tile whose literal holds, no tile if none does. At most one holds."""
    kept = [(literal, tile) for literal, tile in choices if literal != FALSE]
    for literal, tile in kept:
        if literal == TRUE:
            return tile

    def chosen(feature: Callable[[Tile], int]) -> int:
        return circuit.any_of(*(circuit.all_of(literal, feature(tile)) for literal, tile in kept))

    return Tile(
        tuple(chosen(lambda tile, f=f: tile.factions[f]) for f in FACTIONS),  # type: ignore[misc]
        tuple(chosen(lambda tile, s=s: tile.shapes[s]) for s in SHAPES),  # type: ignore[misc]
        chosen(lambda tile: tile.taken),
    )


class Board:
    """A castle in its frame. Columns that the frame does not have are empty."""

    def __init__(self, circuit: Circuit, width: int, height: int, tiles: Mapping[Cell, Tile]) -> None:
        self.circuit, self.width, self.height = circuit, width, height
        self.tiles = tiles
        self.columns = sorted({column for column, _ in tiles})

    @classmethod
    def open(cls, circuit: Circuit, width: int, height: int) -> Board:
        """Any castle, for others to say which."""
        tiles: dict[Cell, Tile] = {}
        for column in range(width):
            for row in range(height):
                tile = Tile(tuple(circuit.variable() for _ in FACTIONS), tuple(circuit.variable() for _ in SHAPES), circuit.variable())
                for features in (tile.factions, tile.shapes):
                    circuit.require_any(-tile.taken, *features)
                    for feature in features:
                        circuit.require_any(-feature, tile.taken)
                    for one, other in combinations(features, 2):
                        circuit.require_any(-one, -other)
                if row:
                    circuit.require_any(-tile.taken, tiles[column, row - 1].taken)
                tiles[column, row] = tile
        return cls(circuit, width, height, tiles)

    @classmethod
    def somewhere(cls, circuit: Circuit, width: int, height: int, castle: Castle) -> Board:
        """A castle that stands somewhere in its frame."""
        at = exactly_one_of(circuit, width - len(castle) + 1) if castle else [TRUE]
        tiles = {}
        for column in range(width):
            for row in range(height):
                choices = [
                    (literal, tile_of(castle[column - left][row]))
                    for left, literal in enumerate(at)
                    if 0 <= column - left < len(castle) and row < len(castle[column - left])
                ]
                tiles[column, row] = any_tile(circuit, choices)
        return cls(circuit, width, height, tiles)

    # What stands there.

    def at(self, column: int, row: int) -> Tile:
        return self.tiles.get((column, row), NO_TILE)

    def taken(self, column: int, row: int) -> int:
        return TRUE if row < 0 else self.at(column, row).taken

    def top(self, column: int, row: int) -> int:
        """Whether a tile that comes into this column gets to this row."""
        return self.circuit.all_of(self.taken(column, row - 1), -self.taken(column, row))

    def foundation(self) -> list[int]:
        return [self.taken(column, 0) for column in self.columns]

    def full(self) -> int:
        return self.circuit.all_of(*(self.taken(column, self.height - 1) for column in self.columns))

    def size(self) -> list[Term]:
        return [(1, tile.taken) for tile in self.tiles.values()]

    def formations(self, type: int) -> list[Term]:
        """Its towers, bastions or lines of defence, one term for each place and faction."""
        c = self.circuit
        found = []
        for place in places(self.width, self.height):
            if place.type == type:
                for f in FACTIONS:
                    own = (self.at(*cell).factions[f] for cell in place.cells)
                    ring = (-self.at(*cell).factions[f] for cell in place.ring)
                    found.append((1, c.all_of(*own, *ring)))
        return [(weight, literal) for weight, literal in found if literal != FALSE]

    def of_kind(self, kind: int) -> list[Term]:
        return [(1, tile.is_kind(self.circuit, kind)) for tile in self.tiles.values()]

    # What is required.

    def require_same(self, guard: int, other: Board) -> None:
        """Where the guard holds, the two are the same castle in the same place."""
        for column in {*self.columns, *other.columns}:
            for row in range(self.height):
                same_tile(self.circuit, (guard,), self.at(column, row), other.at(column, row))

    def require_in_one_piece(self, guard: int) -> None:
        floor = self.foundation()
        for (left, first), (right, last) in combinations(enumerate(floor), 2):
            for between in floor[left + 1 : right]:
                self.circuit.require_any(-guard, -first, between, -last)

    def require_other_than(self, castle: Castle) -> None:
        """Not this castle, which is as wide as the frame."""
        differs = []
        for (column, row), tile in self.tiles.items():
            if row < len(castle[column]):
                differs.append(-tile.is_kind(self.circuit, castle[column][row]))
            else:
                differs.append(tile.taken)
        self.circuit.require_any(*differs)

    # What becomes of it.

    def with_tile(self, tile: Tile, at: Mapping[int, int], columns: Iterable[int] | None = None) -> Board:
        """A tile on top of the column whose literal holds; unchanged where none does."""
        c = self.circuit
        wide = self.columns if columns is None else list(columns)
        tiles = {}
        for column in wide:
            for row in range(self.height):
                here = self.at(column, row)
                put = c.all_of(at.get(column, FALSE), self.top(column, row))
                tiles[column, row] = Tile(
                    tuple(c.any_of(old, c.all_of(put, new)) for old, new in zip(here.factions, tile.factions, strict=True)),
                    tuple(c.any_of(old, c.all_of(put, new)) for old, new in zip(here.shapes, tile.shapes, strict=True)),
                    c.any_of(here.taken, put),
                )
        return Board(c, self.width, self.height, tiles)

    def without(self, gone: Mapping[Cell, int], most: int) -> Board:
        """Cells emptied, at most so many, and what lies above them slid down."""
        c, most = self.circuit, min(most, self.height)
        tiles = {}
        for column in self.columns:
            # below[row][n]: of the cells under this row, exactly n are emptied
            below: list[list[int]] = [[TRUE] + [FALSE] * most]
            for row in range(self.height):
                emptied, before = gone.get((column, row), FALSE), below[-1]
                below.append(
                    [c.any_of(c.all_of(-emptied, before[n]), c.all_of(emptied, before[n - 1]) if n else FALSE) for n in range(most + 1)]
                )
            for row in range(self.height):
                sources = range(row, min(row + most, self.height - 1) + 1)
                choices = [
                    (c.all_of(-gone.get((column, source), FALSE), below[source][source - row], self.taken(column, source)), source)
                    for source in sources
                ]
                tiles[column, row] = any_tile(c, [(literal, self.at(column, source)) for literal, source in choices])
        return Board(c, self.width, self.height, tiles)

    def without_rows(self, rows: int) -> Board:
        tiles = {(column, row): self.at(column, row + rows) for column, row in self.tiles}
        return Board(self.circuit, self.width, self.height, tiles)

    def moved(self, guard: int, target: Board) -> None:
        """Where the guard holds, `target` is this castle at some place of the frame. This one may be wider than the frame."""
        c = self.circuit
        shifts = range(-max(self.columns), target.width - min(self.columns))
        chosen = {shift: c.variable() for shift in shifts}
        c.require_any(-guard, *chosen.values())
        for shift, literal in chosen.items():
            both = c.all_of(guard, literal)
            for column in self.columns:
                if not 0 <= column + shift < target.width:
                    c.require_any(-both, -self.taken(column, 0))
            for column, row in target.tiles:
                same_tile(c, (both,), target.at(column, row), self.at(column - shift, row))

    def all_alike(self) -> int:
        """One row of tiles of a single kind: carrying one of them from end to end changes nothing."""
        c = self.circuit
        floor = [self.at(column, 0) for column in self.columns]
        flat = c.all_of(*(-self.taken(column, 1) for column in self.columns))
        one_faction = c.any_of(*(c.all_of(*(c.any_of(-tile.taken, tile.factions[f]) for tile in floor)) for f in FACTIONS))
        one_shape = c.any_of(*(c.all_of(*(c.any_of(-tile.taken, tile.shapes[s]) for tile in floor)) for s in SHAPES))
        return c.all_of(flat, one_faction, one_shape)

    # What a solution says.

    def shown(self, true: Callable[[int], bool]) -> tuple[int, Castle]:
        """The first column of the frame that holds a tile, and the castle from there."""
        found = []
        for column in self.columns:
            tiles = [self.at(column, row) for row in range(self.height) if true(self.taken(column, row))]
            found.append(tuple(_kind(tile, true) for tile in tiles))
        standing = [at for at, column in enumerate(found) if column]
        if not standing:
            return self.columns[0], ()
        return self.columns[standing[0]], tuple(found[standing[0] : standing[-1] + 1])


def _kind(tile: Tile, true: Callable[[int], bool]) -> int:
    return next(kind for kind in range(DEFENDERS) if true(tile.factions[kind // 3]) and true(tile.shapes[kind % 3]))


def same_tile(circuit: Circuit, guards: Sequence[int], one: Tile, other: Tile) -> None:
    opposed = [-guard for guard in guards]
    for mine, its in zip(one.features, other.features, strict=True):
        if mine != its:
            circuit.require_any(*opposed, -mine, its)
            circuit.require_any(*opposed, mine, -its)


def at_most_one(circuit: Circuit, literals: Sequence[int]) -> None:
    for one, other in combinations([literal for literal in literals if literal != FALSE], 2):
        circuit.require_any(-one, -other)


def exactly_one_of(circuit: Circuit, count: int) -> list[int]:
    """So many literals, one of which holds."""
    if count == 1:
        return [TRUE]
    found = [circuit.variable() for _ in range(count)]
    circuit.require_any(*found)
    at_most_one(circuit, found)
    return found


def may_be_placed(board: Board, tile: Tile, at: Mapping[int, int]) -> None:
    """The rules of placement for a tile that goes on top of a column, or begins one, where its literal holds."""
    c = board.circuit
    empty = c.all_of(*(-taken for taken in board.foundation()))
    for column, literal in at.items():
        c.require_any(-literal, -board.taken(column, board.height - 1))
        c.require_any(-literal, board.taken(column, 0), board.taken(column - 1, 0), board.taken(column + 1, 0), empty)
        for row in range(1, board.height):
            here = c.all_of(literal, board.top(column, row))
            for near in neighbours((column, row), board.width, board.height):
                for mine, its in zip(tile.shapes, board.at(*near).shapes, strict=True):
                    c.require_any(-here, -mine, -its)
