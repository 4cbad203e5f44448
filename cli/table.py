"""The table: the game that is kept, the branch that is tried beside it, and what has been typed so far. It knows the rules of neither game and prints nothing.

What a newcomer would get wrong: while something is tried, `position` is that of the branch, and no move of it goes into the record.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from castlewise.cli.table_session import TableSession
from castlewise.models.castle_panic.starting_monsters import StartingMonsters, awaited
from castlewise.models.contract import Node, mover_name
from castlewise.models.events import events, in_lines
from castlewise.models.line_reading import LONGEST_TOLD, read_moves
from castlewise.models.problems import InvalidInput, Problem
from castlewise.solver.advice import Advice

ROLLING = frozenset({"roll", "draw for me", "roll it", "roll for me"})
"""What is typed for castlewise to draw or roll."""


@dataclass(frozen=True)
class Made:
    """A move that was made: who made it, its sentence, and what it brought about."""

    who: str
    words: str
    events: tuple[str, ...]


@dataclass
class Table:
    """What a session has on the table."""

    session: TableSession
    seed: int
    lines: list[int] = field(default_factory=list)  # how many moves there were before each line that was typed
    tried: list[Any] = field(default_factory=list)  # positions of a branch, the game's own first; empty while nothing is tried
    tried_lines: list[int] = field(default_factory=list)  # likewise, of the branch
    starting: StartingMonsters = field(default_factory=StartingMonsters)
    advice: Advice | None = None

    @property
    def position(self) -> Any:
        return self.tried[-1] if self.tried else self.session.position

    @property
    def game(self) -> Any:
        return self.session.game

    @property
    def node(self) -> Node:
        found: Node = self.game.node(self.position)
        return found

    @property
    def who(self) -> str:
        """Who comes next: "player 1", "team", "chance", or "over"."""
        return "over" if self.node is Node.OVER else mover_name(self.game, self.position)

    # Moves

    def told(self, text: str) -> list[int]:
        """The moves of a line, `roll` among them; raises the reason if any of it cannot be."""
        if len(text) > LONGEST_TOLD:
            raise InvalidInput([Problem("line", f"too long: {len(text):,} characters, at most {LONGEST_TOLD:,}")])
        parts = [part.strip() for part in re.split("[,;]", text)]
        if not any(part.lower() in ROLLING for part in parts):
            return self._read(self.position, text)
        here, moves = self.position, []
        waiting: list[str] = []
        for part in [*parts, ""]:
            if part and part.lower() not in ROLLING:
                waiting.append(part)
                continue
            for move in self._read(here, ", ".join(waiting)) if waiting else []:
                moves.append(move)
                here = self.game.apply(here, move)
            waiting = []
            if part:
                for move in self._rolled(here, len(moves)):
                    moves.append(move)
                    here = self.game.apply(here, move)
        return moves

    def _read(self, here: Any, text: str) -> list[int]:
        if self.game.name == "castle-panic" and awaited(here) is not None:
            return self.starting.told(here, text)
        return read_moves(self.game, here, text)

    def _rolled(self, here: Any, ahead: int) -> list[int]:
        """Our own dice: the same numbers for the same seed and move, also after a crash. Starting Monsters that were told before follow."""
        if self.game.node(here) is not Node.CHANCE:
            who = "the game is over" if here.is_over else f"{mover_name(self.game, here)} decides"
            raise InvalidInput([Problem("roll", f"there is nothing to draw or roll here: {who}")])
        made = len(self.tried) - 1 if self.tried else 0
        move: int = self.game.sample(here, self.game.source(self.seed, self.session.moves + made + ahead))
        return [move, *self.starting.due(self.game.apply(here, move))] if self.starting.held else [move]

    def roll(self) -> Made:
        """One draw or roll."""
        return self.make(self._rolled(self.position, 0)[0])

    def make(self, move: int) -> Made:
        """Make a move, in the game or in what is tried."""
        here, who = self.position, self.who
        words = self.game.describe(here, move)
        if self.tried:
            self.tried.append(self.game.apply(here, move))
        else:
            self.session.make(move)
        self.advice = None
        return Made(who, words, tuple(in_lines(events(here, move, self.position))))

    def begin_line(self) -> None:
        """What is made from here on is one line, for undo."""
        if self.tried:
            self.tried_lines.append(len(self.tried))
        else:
            self.lines.append(self.session.moves)

    # Back

    def undo(self, count: int | None, *, dice: bool) -> int:
        """Take back the last line, or so many moves; how many moves that were."""
        made = len(self.tried) - 1 if self.tried else self.session.moves
        lines = self.tried_lines if self.tried else self.lines
        if made == 0:
            raise InvalidInput(
                [Problem("undo", "nothing has been tried yet; back goes back to the game" if self.tried else "nothing has been played yet")]
            )
        if count is None:
            count = self._last_line(lines, dice=dice)
        elif not 1 <= count <= made:
            raise InvalidInput([Problem("undo", f"{count if count < 10**6 else 'that'}: expected a number of moves, 1 to {made}")])
        if self.tried:
            del self.tried[-count:]
            self.tried_lines = [length for length in lines if length < len(self.tried)]
        else:
            self.session.take_back(count)
            self.lines = [moves for moves in lines if moves < self.session.moves]
        self.advice = None
        return count

    def _last_line(self, lines: list[int], *, dice: bool) -> int:
        made = len(self.tried) if self.tried else self.session.moves
        if lines:
            return made - lines[-1]
        if self.tried:
            return 1
        # a game that is gone on with: back to the last decision, or by one move
        before = [n for n in range(made) if self.game.node(self.session.positions[n]) is Node.CHOICE]
        return made - before[-1] if dice and before else 1

    def try_from_here(self) -> None:
        """What is made from here on is only tried."""
        if not self.tried:
            self.tried, self.tried_lines = [self.session.position], []

    def back(self) -> None:
        """To the game, as it was before anything was tried."""
        if not self.tried:
            raise InvalidInput([Problem("back", "nothing is being tried; undo takes back what was played")])
        self.tried, self.tried_lines, self.advice = [], [], None
