"""*The architect's blank*: a castle with hidden tiles. Which of the tiles listed lies where follows from the rules of building and from what the castle is
known to meet: a logic puzzle.

What a newcomer would get wrong: cells may be filled in any order by a person, but for going through all ways one order is enough. So `moves` offers the first
hidden cell only, and `read` takes any.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from castlewise.models.castellion import castle_cpsat, castle_smt
from castlewise.models.castellion.castle_question import CastleQuestion
from castlewise.models.castellion.formation_places import Cell, places
from castlewise.models.castellion.ordeals import Ordeal
from castlewise.models.castellion.tiles import HIDDEN, STONES, TILES, counted
from castlewise.models.problems import IllegalMove, InvalidInput, Problem
from castlewise.puzzles.castle_kind import CastellionKind
from castlewise.puzzles.castles import (
    FORMATIONS,
    Board,
    board_text,
    lacking_words,
    may_lie,
    missing_formations,
    ordeal_words,
    progress,
    read_asked,
    read_board,
    read_kinds,
    size_for,
    some_castle,
    some_ordeal,
    typed_tile,
)
from castlewise.puzzles.kind import NotShown, Rejected, Rung
from castlewise.puzzles.ladder import always, at_random
from castlewise.puzzles.puzzle import Prover, Puzzle
from castlewise.puzzles.sheet import Sheet, castle_words, choice_words
from castlewise.puzzles.table import Lines, Table, TooMany
from castlewise.solver.cpsat import MEET_ORDEALS, Status, ortools_version, run
from castlewise.solver.deadline import Deadline
from castlewise.solver.z3 import FEASIBLE, VERSION, Answer, Solver

SECONDS = 20.0
MOST_HIDDEN = 9
KINDS_UNIT = 16  # a move is a place and a kind of tile


def with_tile(board: Board, cell: Cell, kind: int) -> Board:
    column, row = cell
    tiles = list(board[column])
    tiles[row] = kind
    return (*board[:column], tuple(tiles), *board[column + 1 :])


def hidden_cells(board: Board) -> list[Cell]:
    """Row by row from the bottom, each from the left."""
    cells = [(c, r) for c, column in enumerate(board) for r, kind in enumerate(column) if kind == HIDDEN]
    return sorted(cells, key=lambda cell: (cell[1], cell[0]))


class BlankTable(Table[Board]):
    def __init__(self, board: Board, width: int, height: int, tiles: Sequence[int], ordeal: Ordeal) -> None:
        self.start = board
        self.width, self.height = width, height
        self.tiles = Counter(tiles)
        self.ordeal = ordeal
        self.cells = hidden_cells(board)
        if len(self.cells) != len(tiles):
            raise InvalidInput([Problem("printed", f"{len(tiles)} tiles for {len(self.cells)} hidden cells")])
        if len(board) != width:
            raise InvalidInput([Problem("position", "a castle with hidden tiles has its whole foundation")])

    def left(self, state: Board) -> Counter[int]:
        return self.tiles - Counter(kind for c, r in self.cells if (kind := state[c][r]) != HIDDEN)

    def moves(self, state: Board) -> list[int]:
        return next((self.moves_at(state, cell) for cell in self.cells if state[cell[0]][cell[1]] == HIDDEN), [])

    def moves_at(self, state: Board, cell: Cell) -> list[int]:
        fitting = [kind for kind in sorted(self.left(state)) if may_lie(state, *cell, kind)]
        return [self._move(cell, kind) for kind in fitting]

    def after(self, state: Board, move: int) -> Board:
        cell, kind = divmod(move, KINDS_UNIT)
        return with_tile(state, divmod(cell, 8), kind)

    def worth(self, end: Board) -> Fraction:
        return Fraction(int(not hidden_cells(end) and self.shortfall(end) == 0))

    def shortfall(self, end: Board) -> int:
        """Tiles that find no place count as well."""
        blanks = len(hidden_cells(end))
        return blanks + missing_formations(end, self.ordeal)

    def failing(self, end: Board) -> str:
        cells = hidden_cells(end)
        if not cells:
            return lacking_words(end, self.ordeal)
        column, row = next((cell for cell in cells if not self.moves_at(end, cell)), cells[0])
        return f"no tile that is left fits in column {column + 1}, row {row + 1}"

    def easiest(self, state: Board, right: Sequence[int]) -> int:
        """The cell that leaves the fewest tiles to choose from."""
        return min(right, key=lambda move: (len(self.moves_at(state, divmod(move // KINDS_UNIT, 8))), move))

    def agreed(self, ends: Sequence[Board]) -> Board | None:
        return ends[0] if len(ends) == 1 else None

    def promise(self, state: Board) -> int:
        return progress(state, self.ordeal)

    def right_moves(self, lines: Lines[Board], state: Board) -> list[int]:
        """What the one castle has in its hidden cells; a person need not keep to the order in which all ways were gone through."""
        (castle,) = lines.best_ends()
        return [self._move((c, r), castle[c][r]) for c, r in hidden_cells(state)]

    def first_tries(self, state: Board) -> list[int]:
        return [move for cell in hidden_cells(state) for move in self.moves_at(state, cell)]

    def reachable(self, lines: Lines[Board], state: Board) -> Fraction:
        (castle,) = lines.best_ends()
        return Fraction(int(all(state[c][r] in (HIDDEN, castle[c][r]) for c, r in self.cells)))

    def _move(self, cell: Cell, kind: int) -> int:
        return (cell[0] * 8 + cell[1]) * KINDS_UNIT + kind

    def short(self, state: Board, move: int) -> str:
        cell, kind = divmod(move, KINDS_UNIT)
        column, row = divmod(cell, 8)
        return f"{column + 1}.{row + 1}={TILES[kind].code}"

    def describe(self, state: Board, move: int) -> str:
        cell, kind = divmod(move, KINDS_UNIT)
        column, row = divmod(cell, 8)
        return f"the {TILES[kind].title} lies in column {column + 1}, row {row + 1}"

    def read(self, state: Board, text: str) -> int:
        """As `2.3=st`, `2.3 seer triangle`, or the sentence in which it is listed."""
        said = " ".join(text.lower().split())
        found = re.fullmatch(r"(?P<column>\d) ?[., ] ?(?P<row>\d) ?[= ] ?(?P<tile>\D+)", said) or re.fullmatch(
            r"(?P<tile>\D+?) (?:lies )?in column (?P<column>\d),? row (?P<row>\d)", said
        )
        if not found:
            raise InvalidInput([Problem("move", f'"{text[:20]}": a move looks like 2.3=st, column and row from 1 and the tile')])
        column, row, kind = found["column"], found["row"], typed_tile(found["tile"])
        cell = (int(column) - 1, int(row) - 1)
        if cell not in self.cells or state[cell[0]][cell[1]] != HIDDEN:
            raise IllegalMove(f"column {column}, row {row} is not hidden")
        if not self.left(state)[kind]:
            raise IllegalMove(f"no {TILES[kind].title} is left")
        move = self._move(cell, kind)
        if move not in self.moves_at(state, cell):
            raise IllegalMove(f"a {TILES[kind].title} there would lie beside one of its shape")
        return move

    def picture(self, state: Board) -> Any:
        from rich.console import Group

        from castlewise.render.castellion_text import castle_picture, legend

        left = ", ".join(
            f"{count} x {TILES[kind].title}" if count > 1 else TILES[kind].title for kind, count in sorted(self.left(state).items())
        )
        return Group(legend(), castle_picture(state, self.width, self.height), f"still to be placed: {left or 'none'}")

    # The players of the ladder who reason.

    def could_meet(self, state: Board) -> bool:
        """Whether the ordeal looks possible, place by place: as if every hidden cell were free to hold what suits it."""
        left = {kind // 3 for kind in self.left(state)}
        counts = [0, 0, 0]
        for place in places(self.width, self.height):
            for faction in range(4):
                if all(self._may_have(state, cell, faction, left) for cell in place.cells) and not any(
                    self._has(state, cell, faction) for cell in place.ring
                ):
                    counts[place.type] += 1
                    break
        asked = (self.ordeal.towers, self.ordeal.bastions, self.ordeal.lines)
        return all(found >= wanted for found, wanted in zip(counts, asked, strict=True))

    def _may_have(self, state: Board, cell: Cell, faction: int, left: set[int]) -> bool:
        column, row = cell
        if row >= len(state[column]):
            return False
        kind = state[column][row]
        return faction in left if kind == HIDDEN else kind // 3 == faction

    def _has(self, state: Board, cell: Cell, faction: int) -> bool:
        column, row = cell
        return row < len(state[column]) and state[column][row] != HIDDEN and state[column][row] // 3 == faction

    def possible(self, state: Board, cell: Cell, ordeal: bool) -> list[int]:
        return [move for move in self.moves_at(state, cell) if not ordeal or self.could_meet(self.after(state, move))]

    def deduced(self, state: Board, *, ordeal: bool, trial: bool) -> Board | None:
        """The castle filled as far as one reason at a time goes: a cell for which one tile is left, a tile that fits one cell only; None at a contradiction."""
        while cells := hidden_cells(state):
            options = {cell: self.possible(state, cell, ordeal) for cell in cells}
            if not all(options.values()):
                return None
            forced = next((moves[0] for moves in options.values() if len(moves) == 1), None)
            if forced is None and trial:
                forced = self._by_trial(state, options)
            if forced is None:
                forced = self._only_place(state, options)
            if forced is None:
                return state
            state = self.after(state, forced)
        return state

    def _only_place(self, state: Board, options: dict[Cell, list[int]]) -> int | None:
        for kind, count in self.left(state).items():
            fitting = [move for moves in options.values() for move in moves if move % KINDS_UNIT == kind]
            if len(fitting) == count:
                return fitting[0]
        return None

    def _by_trial(self, state: Board, options: dict[Cell, list[int]]) -> int | None:
        """A tile that is left in a cell once all others, tried out, have led to a contradiction."""
        for moves in options.values():
            standing = []
            for move in moves:
                found = self.deduced(self.after(state, move), ordeal=True, trial=False)
                if found is not None and (hidden_cells(found) or self.shortfall(found) == 0):
                    standing.append(move)
            if len(standing) == 1:
                return standing[0]
        return None

    def solved_by(self, *, ordeal: bool, trial: bool) -> bool:
        found = self.deduced(self.start, ordeal=ordeal, trial=trial)
        return found is not None and self.worth(found) == 1


class ArchitectsBlank(CastellionKind):
    name = "blank"
    title = "The architect's blank"
    tiles_label = "Hidden tiles"
    most_plays = MOST_HIDDEN

    def question(self, puzzle: Puzzle) -> str:
        return f"This castle holds {ordeal_words(read_asked(puzzle.ask))}. Which of the hidden tiles lies where?"

    def sheet(self, puzzle: Puzzle) -> Sheet:
        return Sheet(
            self.title,
            self.question(puzzle),
            tuple(castle_words(*read_board(puzzle.position))),
            (choice_words("Hidden tiles", read_kinds(puzzle.printed)),),
            ("Rules: Castellion. It was built by the rules: above the foundation no tile lies beside one of its shape, in any direction.",),
            (FORMATIONS,),
        )

    def table(self, puzzle: Puzzle) -> BlankTable:
        board, width, height = read_board(puzzle.position)
        return BlankTable(board, width, height, read_kinds(puzzle.printed), read_asked(puzzle.ask))

    def rungs(self, table: Any, lines: Lines[Any]) -> list[Rung]:
        def in_order() -> bool:
            state = table.start
            while moves := table.moves(state):
                state = table.after(state, moves[0])
            return bool(table.worth(state) == 1)

        return [
            at_random(lines),
            in_order,
            lambda: table.solved_by(ordeal=False, trial=False),
            lambda: table.solved_by(ordeal=True, trial=False),
            lambda: table.solved_by(ordeal=True, trial=True),
            always,
        ]

    def candidate(self, seed: int, rules: str) -> Puzzle:
        """Cells are hidden one by one as long as there is one way to fill them: working backwards, with every near miss repaired on the spot."""
        luck = random.Random(f"{self.name} {seed}")
        width, height = size_for(luck, rules)
        ordeal = some_ordeal(luck, width, height)
        castle = some_castle(luck, width, height, ordeal)
        for one, other in ((a, b) for a in range(width) for b in range(len(castle[a]))):
            if not may_lie(castle, one, other, castle[one][other]):
                raise Rejected("no castle to begin with")
        cells = [(c, r) for c, column in enumerate(castle) for r in range(len(column))]
        luck.shuffle(cells)
        board: Board = castle
        wanted = luck.randint(4, MOST_HIDDEN)
        for cell in cells[: 2 * wanted]:
            if len(hidden_cells(board)) == wanted:
                break
            trial = with_tile(board, cell, HIDDEN)
            if self._one_way(trial, castle, width, height, ordeal):
                board = trial
        hidden = hidden_cells(board)
        printed = sorted(castle[c][r] for c, r in hidden)
        return Puzzle(
            self.name, board_text(board, width, height), ordeal.text, tuple(TILES[kind].code for kind in printed), seed=seed, rules=rules
        )

    def _one_way(self, board: Board, castle: Board, width: int, height: int, ordeal: Ordeal) -> bool:
        tiles = [castle[c][r] for c, r in hidden_cells(board)]
        try:
            lines = Lines(BlankTable(board, width, height, tiles, ordeal), most=1_500)
        except TooMany:
            return False
        return len(lines.best_ends()) == 1 and lines.best() == 1

    def show(self, puzzle: Puzzle, lines: Lines[Any], solution: Any) -> list[Prover]:
        table: Any = lines.table
        everything = counted([*table.tiles.elements(), *(kind for column in table.start for kind in column if kind != HIDDEN)])
        question = CastleQuestion((table.ordeal,), table.width, table.height, (), tuple(everything[:STONES]))
        return [self._by_cpsat(question, table, solution), self._by_z3(question, table, solution)]

    def _by_cpsat(self, question: CastleQuestion, table: BlankTable, solution: Board) -> Prover:
        model = castle_cpsat.CastleModel(question, by_kind=True)
        (grid,) = model.grids
        other = []
        for cell in grid.cells:
            column, row = cell
            if row >= len(table.start[column]):
                model.model.add(grid.taken[cell] == 0)
            elif table.start[column][row] == HIDDEN:
                model.model.add(grid.taken[cell] == 1)
                kind = solution[column][row]
                other += [grid.faction[cell][kind // 3].negated(), grid.shape[cell][kind % 3].negated()]
            else:
                grid.fix(cell, table.start[column][row])
        if run(model.model, MEET_ORDEALS, SECONDS)[0] not in (Status.OPTIMAL, Status.FEASIBLE):
            raise NotShown("CP-SAT finds no way to fill it")
        model.model.add_bool_or(other)
        status, _ = run(model.model, MEET_ORDEALS, SECONDS)
        if status is not Status.IMPOSSIBLE:
            raise NotShown("CP-SAT finds a second way to fill it" if status is not Status.UNKNOWN else "CP-SAT ran out of time")
        return Prover("CP-SAT", ortools_version(), "one way to fill the blanks, and no other")

    def _by_z3(self, question: CastleQuestion, table: BlankTable, solution: Board) -> Prover:
        model = castle_smt.CastleModel(question)
        c, castle = model.circuit, model.meetings[0].castle
        other = []
        for column in range(table.width):
            for row in range(table.height):
                cell = castle[column, row]
                if row >= len(table.start[column]):
                    c.require(-cell.full)
                    continue
                kind = solution[column][row]
                c.require(cell.full)
                looks = (cell.groups[kind // 3], cell.shapes[kind % 3])
                if table.start[column][row] == HIDDEN:
                    other += [-look for look in looks]
                else:
                    for look in looks:
                        c.require(look)
        solver = Solver(c, FEASIBLE, Deadline(SECONDS))
        if solver.ask() is not Answer.YES:
            raise NotShown("Z3 finds no way to fill it")
        c.require_any(*other)
        answer = solver.ask()
        if answer is not Answer.NO:
            raise NotShown("Z3 finds a second way to fill it" if answer is Answer.YES else f"Z3: {solver.reason}")
        return Prover("z3", VERSION, "one way to fill the blanks, and no other")
