"""*Last tiles*: meet an ordeal with as few as possible of the tiles that lie ready, in any order. How many is said; which, and where, is the puzzle."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Hashable, Sequence
from fractions import Fraction
from typing import Any

from castlewise.models.castellion import castle_smt
from castlewise.models.castellion.castle_question import CastleQuestion, size_of
from castlewise.models.castellion.formation_places import neighbours
from castlewise.models.castellion.ordeals import Ordeal
from castlewise.models.castellion.tiles import DEFENDERS, HIDDEN, STONES, TILES, counted
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
    peeled,
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
from castlewise.puzzles.ladder import always, at_random, greedily, looking_ahead, one_at_a_time
from castlewise.puzzles.puzzle import Prover, Puzzle
from castlewise.puzzles.sheet import PLACING, Sheet, castle_words, choice_words
from castlewise.puzzles.table import Lines, Table
from castlewise.solver.castellion import castle_plan
from castlewise.solver.castellion.castle_smt_answers import checked
from castlewise.solver.deadline import Deadline
from castlewise.solver.z3 import FEASIBLE, VERSION, Answer, Solver

SECONDS = 20.0
KINDS_UNIT = 16  # a move is a place and a kind of tile


class LastTable(Table[Board]):
    """A state is the castle; the whole foundation stands from the start."""

    def __init__(self, castle: Board, width: int, height: int, tiles: Sequence[int], ordeal: Ordeal, most: int) -> None:
        self.start = castle
        self.width, self.height = width, height
        self.tiles = Counter(tiles)
        self.ordeal = ordeal
        self.most = most
        if len(castle) != width or any(HIDDEN in column for column in castle):
            raise InvalidInput([Problem("position", "these puzzles begin with a whole foundation and nothing hidden")])
        self._stood = Counter(kind for column in castle for kind in column)

    def left(self, state: Board) -> Counter[int]:
        return self.tiles - (Counter(kind for column in state for kind in column) - self._stood)

    def used(self, state: Board) -> int:
        return size_of(state) - size_of(self.start)

    def met(self, state: Board) -> bool:
        return not missing_formations(state, self.ordeal)

    def moves(self, state: Board) -> list[int]:
        if self.met(state) or self.used(state) == self.most:
            return []
        return [
            column * KINDS_UNIT + kind
            for column, tiles in enumerate(state)
            if len(tiles) < self.height
            for kind in sorted(self.left(state))
            if may_lie(state, column, len(tiles), kind)
        ]

    def after(self, state: Board, move: int) -> Board:
        column, kind = divmod(move, KINDS_UNIT)
        return (*state[:column], (*state[column], kind), *state[column + 1 :])

    def worth(self, end: Board) -> Fraction:
        return Fraction(int(self.met(end)))

    def shortfall(self, end: Board) -> int:
        return missing_formations(end, self.ordeal)

    def failing(self, end: Board) -> str:
        return f"{'every tile is used' if self.used(end) == self.most else 'no tile can be placed any more'}, and {lacking_words(end, self.ordeal)}"

    def deed(self, state: Board, move: int) -> Hashable:
        return (move, len(state[move // KINDS_UNIT]))

    def agreed(self, ends: Sequence[Board]) -> Board | None:
        return ends[0] if len(ends) == 1 else None

    def promise(self, state: Board) -> int:
        return progress(state, self.ordeal)

    def greedy(self, state: Board) -> int:
        """A tile beside as many of its faction as possible."""

        def beside(move: int) -> int:
            column, kind = divmod(move, KINDS_UNIT)
            near = neighbours((column, len(state[column])), self.width, self.height)
            return sum(r < len(state[c]) and state[c][r] // 3 == kind // 3 for c, r in near)

        return max(self.moves(state), key=beside)

    def short(self, state: Board, move: int) -> str:
        column, kind = divmod(move, KINDS_UNIT)
        return f"{TILES[kind].code}@{column + 1}"

    def describe(self, state: Board, move: int) -> str:
        column, kind = divmod(move, KINDS_UNIT)
        return f"places the {TILES[kind].title} in column {column + 1}, row {len(state[column]) + 1}"

    def read(self, state: Board, text: str) -> int:
        """As `st@3`, `seer triangle in column 3`, or the sentence in which it is listed."""
        found = re.fullmatch(r"(?:places? )?(.+?) ?(?:@ ?| [io]n (?:column )?)(\d)(?:,? row \d)?", " ".join(text.lower().split()))
        if not found or not 1 <= int(found[2]) <= self.width:
            raise InvalidInput([Problem("move", f'"{text[:20]}": a move looks like st@3, the tile and its column')])
        column, kind = int(found[2]) - 1, typed_tile(found[1])
        move = column * KINDS_UNIT + kind
        if move not in self.moves(state):
            raise IllegalMove(f"{text.strip()[:20]}: {self._refusal(state, column, kind)}")
        return move

    def _refusal(self, state: Board, column: int, kind: int) -> str:
        if not self.left(state)[kind]:
            return f"no {TILES[kind].title} lies ready"
        if len(state[column]) == self.height:
            return f"column {column + 1} is full"
        if not may_lie(state, column, len(state[column]), kind):
            return f"a {TILES[kind].title} there would lie beside one of its shape"
        return "the puzzle is over"

    def picture(self, state: Board) -> Any:
        from rich.console import Group

        from castlewise.models.castellion.formation_places import Cell
        from castlewise.render.castellion_text import castle_picture, legend

        new: list[Cell] = [(c, r) for c, column in enumerate(state) for r in range(len(self.start[c]), len(column))]
        left = ", ".join(
            f"{count} x {TILES[kind].title}" if count > 1 else TILES[kind].title for kind, count in sorted(self.left(state).items())
        )
        return Group(legend(), castle_picture(state, self.width, self.height, new=new), f"ready: {left or 'nothing'}")


class LastTiles(CastellionKind):
    name = "last"
    title = "Last tiles"
    tiles_label = "Tiles ready"

    def question(self, puzzle: Puzzle) -> str:
        ordeal, number = self._asked(puzzle)
        return f"Build {ordeal_words(ordeal)} with {number} of the tiles that lie ready, placed in any order. With fewer it cannot be done."

    def sheet(self, puzzle: Puzzle) -> Sheet:
        return Sheet(
            self.title,
            self.question(puzzle),
            tuple(castle_words(*read_board(puzzle.position))),
            (choice_words("Ready", read_kinds(puzzle.printed)),),
            ("Rules: Castellion. Tiles are only placed: none is discarded, and no power is used.",),
            (FORMATIONS, PLACING),
        )

    def _asked(self, puzzle: Puzzle) -> tuple[Ordeal, int]:
        text, _, number = puzzle.ask.partition(" with ")
        if not (number.isdigit() and 1 <= int(number) <= 9):
            raise InvalidInput([Problem("ask", 'expected an ordeal and a number of tiles, such as "1T1B with 3"')])
        return read_asked(text), int(number)

    def table(self, puzzle: Puzzle) -> LastTable:
        board, width, height = read_board(puzzle.position)
        ordeal, most = self._asked(puzzle)
        return LastTable(board, width, height, read_kinds(puzzle.printed), ordeal, most)

    def rungs(self, table: Any, lines: Lines[Any]) -> list[Rung]:
        return [at_random(lines), greedily(lines), one_at_a_time(lines), looking_ahead(lines, 2), looking_ahead(lines, 3), always]

    def candidate(self, seed: int, rules: str) -> Puzzle:
        luck = random.Random(f"{self.name} {seed}")
        width, height = size_for(luck, rules)
        ordeal = some_ordeal(luck, width, height)
        castle = some_castle(luck, width, height, ordeal)
        stands, tiles = peeled(luck, castle, luck.randint(2, 5))
        if not missing_formations(stands, ordeal):
            raise Rejected("nothing left to do")
        tiles += luck.choices(range(DEFENDERS), k=luck.randint(1, 3))
        standing = tuple(map(tuple, stands))
        found, _ = castle_plan.fewest(_question(standing, width, height, tiles, ordeal), seconds=3.0)
        if found.value is None or not found.optimal:
            raise Rejected("no solution")
        ask = f"{ordeal.text} with {found.value}"
        return Puzzle(
            self.name, board_text(standing, width, height), ask, tuple(TILES[kind].code for kind in sorted(tiles)), seed=seed, rules=rules
        )

    def show(self, puzzle: Puzzle, lines: Lines[Any], solution: Any) -> list[Prover]:
        table: Any = lines.table
        question = _question(table.start, table.width, table.height, list(table.tiles.elements()), table.ordeal)
        plan, _ = castle_plan.fewest(question, seconds=SECONDS)
        if plan.value != table.most or not plan.optimal:
            raise NotShown(f"CP-SAT finds {plan.value} tiles the fewest, not {table.most}")
        model = castle_smt.CastleModel(question)
        solver = Solver(model.circuit, FEASIBLE, Deadline(SECONDS))
        if solver.ask([model.few_tiles(table.most - 1)]) is not Answer.NO:
            raise NotShown(f"Z3 does not find {table.most} tiles the fewest")
        few = model.few_tiles(table.most)
        if solver.ask([few]) is not Answer.YES:
            raise NotShown(f"Z3 finds no castle with {table.most} tiles")
        building = checked(model, solver.solution())
        if building.met[0].castle != solution:
            raise NotShown("Z3 finds another castle")
        model.require_other_castles(building)
        if solver.ask([few]) is not Answer.NO:
            raise NotShown("Z3 finds a second castle")
        return [
            Prover("CP-SAT", plan.version, f"{table.most} tiles are the fewest"),
            Prover("z3", VERSION, f"{table.most} tiles are the fewest, and with them one castle and no other"),
        ]


def _question(castle: Board, width: int, height: int, tiles: Sequence[int], ordeal: Ordeal) -> CastleQuestion:
    return CastleQuestion((ordeal,), width, height, castle, tuple(counted(tiles)[:STONES]))
