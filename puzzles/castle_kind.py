"""What the kinds of Castellion share: the castle drawn, alone, as a whole sheet, and as it stands in the end."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from castlewise.puzzles.castles import Board, changed, read_board, read_kinds
from castlewise.puzzles.kind import CASTELLION, Kind
from castlewise.puzzles.puzzle import Puzzle

if TYPE_CHECKING:
    from castlewise.render.castellion_svg import Panel, TileRow


class CastellionKind(Kind):
    game = CASTELLION
    tiles_label: str  # of those printed beside the castle
    in_order = False

    def castle(self, puzzle: Puzzle) -> tuple[Board, int, int]:
        """The castle to begin with, and its limits."""
        return read_board(puzzle.position)

    def castle_at(self, state: Any) -> Board:
        """The castle of one of the table's states."""
        board: Board = state
        return board

    def discarded(self, puzzle: Puzzle) -> list[int]:
        """Tiles that are discarded to begin with."""
        return []

    def drawing(self, puzzle: Puzzle) -> str:
        from castlewise.render.castellion_svg import castles_svg

        return castles_svg([self._panel(puzzle)], rows=self._rows(puzzle))

    def svg(self, puzzle: Puzzle) -> str:
        from castlewise.render.castellion_svg import castles_svg

        sheet = self.sheet(puzzle)
        return castles_svg([self._panel(puzzle)], heading=sheet.title, captions=[sheet.task], rows=self._rows(puzzle), below=sheet.beside)

    def solution_drawings(self, puzzle: Puzzle) -> list[str]:
        """The castle in the end; what it did not hold to begin with, in that cell, is marked."""
        from castlewise.render.castellion_svg import castle_svg

        castle, width, height = self.castle(puzzle)
        table = self.table(puzzle)
        state = table.start
        for text in puzzle.solution:
            state = table.after(state, table.read(state, text))
        built = self.castle_at(state)
        return [castle_svg(built, width, height, new=changed(castle, built))]

    def _panel(self, puzzle: Puzzle) -> Panel:
        from castlewise.render.castellion_svg import Panel

        return Panel(*self.castle(puzzle))

    def _rows(self, puzzle: Puzzle) -> list[TileRow]:
        from castlewise.render.castellion_svg import TileRow

        rows = [TileRow(self.tiles_label, read_kinds(puzzle.printed), numbered=self.in_order)]
        gone = self.discarded(puzzle)
        return [*rows, TileRow("Discarded before", gone)] if gone else rows
