"""`castlewise puzzle play`: a puzzle at the keyboard. Right moves stay, wrong ones are taken back; `try` goes down a line of one's own, right or wrong, and
`back` returns.

What a newcomer would get wrong: a branch is not judged move by move, or it could not be felt out. What went wrong in it is said once it has failed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from castlewise.cli.output import NO, console
from castlewise.models.problems import AmbiguousMove, IllegalMove, InvalidInput

if TYPE_CHECKING:
    from castlewise.puzzles.puzzle import Puzzle

HELP = (
    "a move as it is listed, or its sentence, or several with commas; moves; board; task; undo; hint (where, then what, then why); "
    "try (a line of your own, right or wrong), back; solution; quit"
)
LONGEST_LINE = 2_000
FEW = 12  # moves that are listed without being asked for


class Session:
    """A puzzle being played. `states` is the line that stands; `branch` what is tried out beyond it, with its moves."""

    def __init__(self, puzzle: Puzzle, lines: Any) -> None:
        self.puzzle = puzzle
        self.lines = lines
        self.table = lines.table
        self.states = [self.table.start]
        self.branch: list[tuple[int, Any]] | None = None
        self.screen = console()
        self.hints = 0
        self.hinted = 0  # of the move that comes next
        self.wrong = 0
        self.begun = 1  # states before anything was decided

    @property
    def state(self) -> Any:
        return self.branch[-1][1] if self.branch else self.states[-1]

    def run(self) -> int:
        """Until it is solved (0) or given up (1)."""
        self.say(f"\n{HELP}", "dim")
        self._draw()
        self.begun = len(self.states)
        self.list_moves()
        while self.branch is not None or not self._solved():
            try:
                typed = input("> " if self.branch is None else "try> ").strip()[:LONGEST_LINE]
            except (EOFError, KeyboardInterrupt):
                self.say("\nleft unsolved")
                return NO
            if typed.lower() in ("quit", "q", "exit"):
                self.say("left unsolved")
                return NO
            self._answer(typed)
        tries = "without a wrong move" if not self.wrong else f"with {self.wrong} wrong move{'s' * (self.wrong > 1)}"
        helped = f" and with {self.hints} hint{'s' * (self.hints != 1)}" if self.hints else " and without a hint"
        self.say(f"Solved, {tries}{helped}.", "bold green")
        if self.puzzle.themes:
            self.say(f"It was about: {', '.join(self.puzzle.themes)}.")
        return 0

    def say(self, words: str, style: str = "") -> None:
        self.screen.print(words, style=style or None, soft_wrap=not self.screen.is_terminal, markup=False)

    def _solved(self) -> bool:
        """Whether the puzzle is over, or nothing that can still be done changes that it is solved."""
        here, table = self.states[-1], self.table
        if not table.moves(here):
            return True
        if any(table.is_a_play(move) for move in table.moves(here)) and not self._cannot_fail(here):
            return False
        return any(not table.is_a_play(move) for move in table.moves(here)) and table.reachable(self.lines, here) == self.lines.best()

    def _cannot_fail(self, here: Any) -> bool:
        """Whether every end from here on is as good as the best. In Castellion a tile is still to be placed: that is for the player to do."""
        if not any(not self.table.is_a_play(move) for move in self.table.moves(here)):
            return False
        todo, seen = [here], {here}
        while todo:
            state = todo.pop()
            if not self.lines.steps[state] and self.lines.value(state) < self.lines.best():
                return False
            new = {there for _, there in self.lines.steps[state]} - seen
            seen |= new
            todo += new
        return True

    def _draw(self) -> None:
        """What the rules make one do is done without being asked for."""
        while (move := self.table.next_draw(self.state)) is not None:
            there = self.table.after(self.state, move)
            if self.branch is None:
                self.states.append(there)
            else:
                self.branch.append((move, there))

    def _answer(self, typed: str) -> None:
        from castlewise.puzzles.kinds import kind_named

        word, _, rest = typed.partition(" ")
        match word.lower():
            case "hint" | "h":
                self._hint()
            case "moves" | "m":
                self.list_moves(every=True)
            case "board" | "b":
                self.screen.print(self.table.picture(self.state))
            case "task":
                sheet = kind_named(self.puzzle.kind).sheet(self.puzzle)
                self.say("\n".join((sheet.task, *sheet.rules, *sheet.reminders)))
            case "undo" | "u":
                self._undo()
            case "try" | "t":
                self._try(rest)
            case "back":
                self._back()
            case "solution":
                self.say("  ".join(self.puzzle.solution))
                self.hints += 1
            case "help" | "?" | "":
                self.say(HELP, "dim")
            case _:
                self._moves(typed)

    def list_moves(self, *, every: bool = False) -> None:
        moves = self.table.moves(self.state)
        shown = moves if every else moves[:FEW]
        for move in shown:
            self.say(f"  {self.table.short(self.state, move):18} {self.table.describe(self.state, move)}")
        if len(moves) > len(shown):
            self.say(f"  ... and {len(moves) - len(shown)} more (moves lists all)", "dim")

    def _hint(self) -> None:
        from castlewise.puzzles.hints import STEPS, hints

        if self.branch is not None:
            self.say("hints are for the line that stands; back returns to it", "yellow")
            return
        step = min(self.hinted, len(STEPS) - 1)
        self.say(f"{STEPS[step]}: {hints(self.lines, self.state)[step]}", "cyan")
        self.hinted += 1
        self.hints += 1

    def _undo(self) -> None:
        line: list[Any] = self.states if self.branch is None else self.branch
        if len(line) > (self.begun if self.branch is None else 0):
            line.pop()
            while line and self.table.next_draw(self.state) is not None:  # the tile goes back as well
                line.pop()
            self._draw()
            self.screen.print(self.table.picture(self.state))
        else:
            self.say("nothing to take back" + ("; back leaves the branch" if self.branch is not None else ""), "yellow")
        self.hinted = 0

    def _moves(self, typed: str) -> None:
        """One move or several. On the line that stands, those up to the first wrong one are kept."""
        from castlewise.puzzles.typed import read_line

        try:
            moves = read_line(self.table, self.state, typed)
        except (IllegalMove, AmbiguousMove, InvalidInput) as error:
            self.say(str(error), "yellow")
            return
        before = self.state
        chosen = self._chosen(self.state, moves)
        for number, move in enumerate(chosen, 1):
            if not (self._made(move) if self.branch is None else self._tried(move)):
                left = len(chosen) - number
                if left:
                    self.say(
                        f"The {'move' if left == 1 else f'{left} moves'} after it {'was' if left == 1 else 'were'} not made.", "yellow"
                    )
                break
            self._draw()
        if self.state != before and self.table.moves(self.state):
            self.screen.print(self.table.picture(self.state))

    def _chosen(self, here: Any, moves: list[int]) -> list[int]:
        """Moves without those that the rules make one do."""
        found = []
        for move in moves:
            if move != self.table.next_draw(here):
                found.append(move)
            here = self.table.after(here, move)
        return found

    def _made(self, move: int) -> bool:
        """A move on the line that stands; False if it is wrong, and taken back."""
        from castlewise.puzzles.hints import verdict

        there = self.table.after(self.state, move)
        if move not in self.table.right_moves(self.lines, self.state):
            self.wrong += 1
            words, short = self.table.describe(self.state, move), self.table.short(self.state, move)
            self.say(
                f"{words}: no. {verdict(self.lines, self.state, there)} The move is taken back; try {short} to see where it leads.", "red"
            )
            return False
        self.say(f"{self.table.describe(self.state, move)}: right", "green")
        self.states.append(there)
        self.hinted = 0
        return True

    # Branches.

    def _try(self, moves: str) -> None:
        if self.branch is None:
            self.branch = []
            self.say("Trying things out: any move is taken, none counts. undo takes one back, back returns to where you were.", "dim")
        if moves.strip():
            self._moves(moves)

    def _tried(self, move: int) -> bool:
        assert self.branch is not None
        if not self.table.moves(self.state):
            self.say("The line is at its end; undo or back.", "yellow")
            return False
        self.say(self.table.describe(self.state, move))
        self.branch.append((move, self.table.after(self.state, move)))
        if not self.table.moves(self.state):
            self._judge()
        return True

    def _judge(self) -> None:
        """What the end of a branch has come to, and the move with which it went wrong."""
        assert self.branch is not None
        if self.table.reachable(self.lines, self.state) == self.lines.best():
            self.say("It works. back returns, to play it in earnest.", "green")
            return
        here = self.states[-1]
        number = 0
        for move, there in self.branch:
            number += move != self.table.next_draw(here)
            if self.table.reachable(self.lines, there) < self.table.reachable(self.lines, here):
                words = self.table.describe(here, move)
                self.say(f"It fails: {self.table.failing(self.state)}. It went wrong with move {number} of the branch: {words}.", "red")
                return
            here = there

    def _back(self) -> None:
        if self.branch is None:
            self.say("there is no branch to come back from; undo takes a move back", "yellow")
            return
        self.branch = None
        self.screen.print(self.table.picture(self.state))
