"""A castle that is not known yet, for an SMT solver: for every cell whether it holds a tile, of which faction, of which shape.

Castles of one building are made out of each other: a board grows, slides after a destruction, has its bottom rows taken away. What is certain to stand keeps
its literals from board to board, so that a castle given in full costs nothing.

What a newcomer would try is to follow connected groups. There is no need: whether two neighbours are of one faction is a literal of its own, and a formation
is three or four neighbours that are, and all those around that are not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import combinations
from typing import NamedTuple

from castlewise.models.castellion.castle_question import Castle
from castlewise.models.castellion.tiles import DEFENDERS, PANTRY, STONES
from castlewise.models.smt_circuit import FALSE, TRUE, Circuit, Term

Place = tuple[int, int]
"""Column and row, both from 0. Columns left of the first one a castle ends up with are negative."""

FACTIONS = DEFENDERS // 3
GROUPS = STONES // 3  # the factions, and the Pantry last
TOWER, BASTION, LINE = "tower", "bastion", "line"
PATTERNS: Mapping[str, tuple[Place, ...]] = {
    TOWER: ((0, 0), (0, 1), (0, 2), (0, 3)),
    BASTION: ((0, 0), (1, 0), (0, 1), (1, 1)),
    LINE: ((0, 0), (1, 0), (2, 0), (3, 0)),
}


class Cell(NamedTuple):
    full: int
    groups: tuple[int, ...]
    shapes: tuple[int, ...]

    @property
    def pantry(self) -> int:
        return self.groups[PANTRY // 3]

    @property
    def literals(self) -> tuple[int, ...]:
        return (self.full, *self.groups, *self.shapes)


NO_TILE = Cell(FALSE, (FALSE,) * GROUPS, (FALSE,) * 3)


class Board:
    """The cells of some columns. Outside there is no tile."""

    def __init__(self, columns: range, height: int, cells: Mapping[Place, Cell]) -> None:
        self.columns = columns
        self.height = height
        self.cells = cells

    def __getitem__(self, place: Place) -> Cell:
        return self.cells.get(place, NO_TILE)

    def places(self) -> Iterator[Place]:
        return ((column, row) for column in self.columns for row in range(self.height))

    def pairs(self) -> Iterator[tuple[Place, Place]]:
        """All neighbours, the lower or left one first."""
        for column, row in self.places():
            if column + 1 in self.columns:
                yield (column, row), (column + 1, row)
            if row + 1 < self.height:
                yield (column, row), (column, row + 1)

    def castle(self, true: Callable[[int], bool]) -> Castle:
        """What a solution puts here."""
        found = []
        for column in self.columns:
            cells = [self[column, row] for row in range(self.height)]
            kinds = tuple(_first(cell.groups, true) * 3 + _first(cell.shapes, true) for cell in cells if true(cell.full))
            if kinds:
                found.append(kinds)
        return tuple(found)


def _first(literals: tuple[int, ...], true: Callable[[int], bool]) -> int:
    return next(number for number, literal in enumerate(literals) if true(literal))


def unknown_cell(circuit: Circuit, groups: frozenset[int]) -> Cell:
    """A cell that may hold a tile of some groups."""
    full = circuit.variable()
    cell = Cell(
        full,
        tuple(circuit.variable() if group in groups else FALSE for group in range(GROUPS)),
        tuple(circuit.variable() for _ in range(3)),
    )
    for literals in (cell.groups, cell.shapes):
        possible = [literal for literal in literals if literal != FALSE]
        circuit.require_any(-full, *possible)
        for literal in possible:
            circuit.require_any(-literal, full)
        for one, other in combinations(possible, 2):
            circuit.require_any(-one, -other)
    return cell


def require_same(circuit: Circuit, cell: Cell, other: Cell, *unless: int) -> None:
    """Two cells hold the same, or are both empty, unless one of some literals is true."""
    for one, two in zip(cell.literals, other.literals, strict=True):
        circuit.require_any(-one, two, *unless)
        circuit.require_any(one, -two, *unless)


def require_piled(circuit: Circuit, board: Board) -> None:
    """No tile hangs in the air."""
    for column, row in board.places():
        if row:
            circuit.require_any(-board[column, row].full, board[column, row - 1].full)


def lowered(board: Board, rows: int) -> Board:
    """Without the bottom rows."""
    return Board(board.columns, board.height, {(column, row - rows): cell for (column, row), cell in board.cells.items() if row >= rows})


def slid(circuit: Circuit, board: Board, removed: Mapping[Place, int], groups: frozenset[int]) -> Board:
    """What a board is once the tiles in some cells are gone and those above them slid down."""
    cells: dict[Place, Cell] = {}
    for column in board.columns:
        below = [TRUE]  # by n: exactly n tiles below this row are gone
        moves: dict[Place, int] = {}  # from a row to another
        for row in range(board.height):
            gone = removed.get((column, row), FALSE)
            for count, literal in enumerate(below):
                moves[row, row - count] = circuit.all_of(literal, -gone, board[column, row].full)
            one_more = [FALSE, *(circuit.all_of(literal, gone) for literal in below)]
            below = [circuit.any_of(circuit.all_of(literal, -gone), more) for literal, more in zip([*below, FALSE], one_more, strict=True)]
        for row in range(board.height):
            ways = {start: literal for (start, end), literal in moves.items() if end == row and literal != FALSE}
            if not ways:
                continue
            if ways == {row: board[column, row].full}:
                cells[column, row] = board[column, row]
                continue
            cells[column, row] = cell = unknown_cell(circuit, groups)
            for start, literal in ways.items():
                require_same(circuit, cell, board[column, start], -literal)
            circuit.require_any(-cell.full, *ways.values())
    return Board(board.columns, board.height, cells)


class Formations:
    """The formations of a board: for each type and place (that of the lowest, leftmost tile) whether there is one.

    `exactly_four` guards the rule that a fifth tile cancels a formation. `haunted` says where the haunted tile may be.
    """

    def __init__(self, circuit: Circuit, board: Board, exactly_four: int, haunted: Mapping[Place, int], not_haunted: int) -> None:
        self._circuit = circuit
        self._board = board
        self._exactly_four = exactly_four
        self._unfit = {place: circuit.all_of(literal, not_haunted) for place, literal in haunted.items()}
        self._alike: dict[tuple[Place, Place], int] = {}
        self._found: dict[str, dict[Place, int]] = {}

    def of(self, name: str) -> dict[Place, int]:
        if name not in self._found:
            places = {place: self._formation(name, place) for place in self._board.places()}
            self._found[name] = {place: literal for place, literal in places.items() if literal != FALSE}
        return self._found[name]

    def terms(self, name: str) -> list[Term]:
        return [(1, literal) for literal in self.of(name).values()]

    def _formation(self, name: str, place: Place) -> int:
        cells = {(place[0] + column, place[1] + row) for column, row in PATTERNS[name]}
        if any(column not in self._board.columns or row >= self._board.height for column, row in cells):
            return FALSE
        inside: list[int] = []
        around: list[int] = []
        for column, row in sorted(cells):
            for beside in ((column + 1, row), (column, row + 1), (column - 1, row), (column, row - 1)):
                (inside if beside in cells else around).append(self._one_faction((column, row), beside))
        c = self._circuit
        fit = [-self._unfit.get(cell, FALSE) for cell in cells]
        alone = [-literal for literal in around]
        if self._exactly_four != TRUE:
            alone = [c.any_of(c.all_of(*alone), -self._exactly_four)]
        return c.all_of(*inside, *alone, *fit)

    def _one_faction(self, place: Place, other: Place) -> int:
        pair = (min(place, other), max(place, other))
        if pair not in self._alike:
            self._alike[pair] = self._alike_literal(self._board[pair[0]], self._board[pair[1]])
        return self._alike[pair]

    def _alike_literal(self, cell: Cell, other: Cell) -> int:
        c = self._circuit
        if TRUE in other.groups:
            cell, other = other, cell
        factions = [(one, two) for one, two in zip(cell.groups[:FACTIONS], other.groups, strict=False) if one != FALSE and two != FALSE]
        if not factions:
            return FALSE
        if TRUE in cell.groups:
            return factions[0][1]
        alike = c.variable()
        for one, two in factions:
            c.require_any(-one, -two, alike)
            c.require_any(-alike, -one, two)
            c.require_any(-alike, one, -two)
        c.require_any(-alike, *(one for one, _ in factions))
        return alike
