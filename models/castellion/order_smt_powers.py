"""What a discarded tile does to the castle, in yes-or-no quantities: the Juggler's exchange, the Pyro's fire and move, the price of a Traitor.

Each takes the castle before and the castle after, and says how the second comes of the first where a literal holds. Only where columns can vanish, after a fire
or a price, may the castle move in its frame.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from castlewise.models.castellion.formation_places import LINE, Cell
from castlewise.models.castellion.order_smt_castle import Board, Tile, any_tile, at_most_one, same_tile
from castlewise.models.castellion.rules.traitors import TILES_FOR_A_TRAITOR
from castlewise.models.smt_circuit import FALSE, Circuit


def one_if(circuit: Circuit, guard: int, literals: Iterable[int]) -> None:
    """One of them holds where the guard does, none elsewhere."""
    listed = list(literals)
    circuit.require_any(-guard, *listed)
    for literal in listed:
        circuit.require_any(guard, -literal)
    at_most_one(circuit, listed)


@dataclass(frozen=True)
class Exchange:
    """A Juggler's: the literals of every pair, each by its left or lower cell and whether the other lies above."""

    pairs: dict[tuple[Cell, bool], int]

    def chosen(self, true: Callable[[int], bool]) -> tuple[Cell, bool]:
        return next(pair for pair, literal in self.pairs.items() if true(literal))


def exchange(guard: int, before: Board, after: Board) -> Exchange:
    c = before.circuit
    pairs: dict[tuple[Cell, bool], int] = {}
    moving: dict[Cell, list[int]] = {cell: [] for cell in before.tiles}
    for cell in before.tiles:
        for upward, other in ((False, (cell[0] + 1, cell[1])), (True, (cell[0], cell[1] + 1))):
            if other in before.tiles:
                literal = c.variable()
                here, there = before.at(*cell), before.at(*other)
                c.require_any(-literal, here.taken)
                c.require_any(-literal, there.taken)
                c.require_any(-literal, -_alike(c, here.factions, there.factions), -_alike(c, here.shapes, there.shapes))
                same_tile(c, (literal,), after.at(*cell), there)
                same_tile(c, (literal,), after.at(*other), here)
                pairs[cell, upward] = literal
                moving[cell].append(literal)
                moving[other].append(literal)
    one_if(c, guard, pairs.values())
    for cell, literals in moving.items():
        same_tile(c, (guard, -c.any_of(*literals)), after.at(*cell), before.at(*cell))
    return Exchange(pairs)


def _alike(circuit: Circuit, some: Iterable[int], others: Iterable[int]) -> int:
    return circuit.any_of(*(circuit.all_of(one, other) for one, other in zip(some, others, strict=True)))


@dataclass(frozen=True)
class Fire:
    """A Pyro's: the tile that is destroyed, the castle then, the column whose top tile moves and the one where it goes, in the frame of the castle before."""

    burnt: dict[Cell, int]
    ruin: Board
    lifted: dict[int, int]
    dropped: dict[int, int]

    def chosen(self, true: Callable[[int], bool]) -> tuple[Cell, int, int]:
        return tuple(
            next(what for what, literal in choices.items() if true(literal)) for choices in (self.burnt, self.lifted, self.dropped)
        )  # type: ignore[return-value]


def fire(guard: int, before: Board, after: Board) -> Fire:
    c = before.circuit
    burnt = {cell: c.variable() for cell in before.tiles}
    one_if(c, guard, burnt.values())
    for cell, literal in burnt.items():
        c.require_any(-literal, before.taken(*cell))
    ruin = before.without(burnt, 1)
    ruin.require_in_one_piece(guard)
    # The top tile of a column is lifted; while it is, the castle must hold together.
    lifted = {column: c.variable() for column in before.columns}
    one_if(c, guard, lifted.values())
    tops: dict[Cell, int] = {}
    for (column, row), tile in ruin.tiles.items():
        tops[column, row] = c.all_of(lifted[column], tile.taken, -ruin.taken(column, row + 1))
    for column, literal in lifted.items():
        c.require_any(-literal, ruin.taken(column, 0))
    tile = any_tile(c, [(literal, ruin.at(*cell)) for cell, literal in tops.items()])
    rest = _without_tops(ruin, tops)
    rest.require_in_one_piece(guard)
    # It is dropped on another column, or begins one at either end.
    wide = [-1, *before.columns, before.width]
    dropped = {column: c.variable() for column in wide}
    one_if(c, guard, dropped.values())
    alike = ruin.all_alike()
    for column, literal in dropped.items():
        c.require_any(-literal, -rest.taken(column, before.height - 1))
        c.require_any(-literal, rest.taken(column, 0), rest.taken(column - 1, 0), rest.taken(column + 1, 0))
        for other, up in lifted.items():
            if other == column:
                c.require_any(-literal, -up)
            else:  # from end to end
                c.require_any(-literal, -up, ruin.taken(other, 1), rest.taken(column, 0), -alike)
    rest.with_tile(tile, dropped, wide).moved(guard, after)
    return Fire(burnt, ruin, lifted, dropped)


def _without_tops(board: Board, tops: dict[Cell, int]) -> Board:
    c = board.circuit

    def kept(cell: Cell, tile: Tile) -> Tile:
        stays = -tops[cell]
        return Tile(
            tuple(c.all_of(stays, feature) for feature in tile.factions),
            tuple(c.all_of(stays, feature) for feature in tile.shapes),
            c.all_of(stays, tile.taken),
        )

    return Board(c, board.width, board.height, {cell: kept(cell, tile) for cell, tile in board.tiles.items()})


@dataclass(frozen=True)
class Destruction:
    """Tiles that are destroyed, by the literals of their cells in the frame of the castle before."""

    gone: dict[Cell, int]

    def chosen(self, true: Callable[[int], bool]) -> list[Cell]:
        return [cell for cell, literal in self.gone.items() if true(literal)]


def price(guard: int, before: Board, after: Board, *, formation_powers: bool) -> Destruction:
    """Four tiles for a Traitor, one fewer for each line of defence at the expert level; all of them if there are no more."""
    c = before.circuit
    gone = {cell: c.variable() for cell in before.tiles}
    for cell, literal in gone.items():
        c.require_any(-literal, before.taken(*cell))
        c.require_any(-literal, guard)
    everything = c.all_of(*(c.any_of(-before.taken(*cell), literal) for cell, literal in gone.items()))
    terms = [(1, literal) for literal in gone.values()]
    lines = before.formations(LINE) if formation_powers else []
    for spared in range(TILES_FOR_A_TRAITOR + 1):
        due = TILES_FOR_A_TRAITOR - spared
        fewer_lines = -c.at_least(lines, spared + 1) if due else c.all_of()
        here = c.all_of(guard, c.at_least(lines, spared), fewer_lines)
        if here != FALSE:
            c.require_any(-here, -c.at_least(terms, due + 1))
            c.require_any(-here, c.at_least(terms, due), everything)
    ruin = before.without(gone, TILES_FOR_A_TRAITOR)
    ruin.require_in_one_piece(guard)
    ruin.moved(guard, after)
    return Destruction(gone)
