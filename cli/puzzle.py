"""`castlewise puzzle`: make puzzles, show them, solve them, verify and rate them, play them, print them."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from castlewise.cli.options import Jobs, Json, Seed, Svg
from castlewise.cli.output import INTERRUPTED, NO, console, print_json
from castlewise.models.line_reading import read_each
from castlewise.models.problems import AmbiguousMove, IllegalMove, InvalidInput, Problem

if TYPE_CHECKING:
    from castlewise.puzzles.generation import Harvest
    from castlewise.puzzles.puzzle import Puzzle

app = typer.Typer(name="puzzle", help="Puzzles: generated, proved fair, rated, playable.", no_args_is_help=True)

Which = Annotated[
    str,
    typer.Argument(
        help='A puzzle: its id, the short form of its seed ("slay:17"), a file of JSON Lines, or "bundled".', show_default=False
    ),
]
All = Annotated[str, typer.Argument(help='Puzzles: an id, a seed ("slay:17"), a file of JSON Lines, or "bundled".')]
KeptIn = Annotated[Path, typer.Option("--store", help="The file that puzzles are kept in.")]
STORE = Path(".cache/puzzles.sqlite")


def _found(text: str, store: Path) -> list[Puzzle]:
    from castlewise.puzzles.library import find

    return find(text, store)


def _one(text: str, store: Path) -> Puzzle:
    found = _found(text, store)
    if len(found) > 1:
        raise InvalidInput([Problem(text, f"holds {len(found)} puzzles; name one of them by its id")])
    return found[0]


def _lines(puzzle: Puzzle) -> Any:
    """All lines of a puzzle; of a file that is none, the reason."""
    from castlewise.puzzles.kind import NotShown, Rejected
    from castlewise.puzzles.kinds import kind_named
    from castlewise.puzzles.table import Lines, TooMany

    try:
        lines = Lines(kind_named(puzzle.kind).table(puzzle))
        solution = lines.table.agreed(lines.best_ends())
    except (Rejected, NotShown, TooMany) as reason:
        raise InvalidInput([Problem(puzzle.id, f"is no puzzle: {reason}")]) from None
    if solution is None:
        raise InvalidInput([Problem(puzzle.id, "is no puzzle: more than one solution")])
    return lines


# Making.


@app.command()
def new(
    kind: Annotated[
        str, typer.Option("--kind", "-k", help="slay, hold, whatever, odds, watch; finish, blank, last, trick.", show_default=False)
    ],
    level: Annotated[int | None, typer.Option("--level", "-d", min=1, max=6, help="How hard, from 1 to 6.", show_default="any")] = None,
    count: Annotated[int, typer.Option("--count", "-n", min=1, max=10_000, help="How many.")] = 1,
    seed: Seed = 1,
    rules: Annotated[
        str, typer.Option("--rules", help='Rules that differ: "players=3", "wizards-tower", for castles "size=5x4".', show_default=False)
    ] = "",
    out: Annotated[Path | None, typer.Option("--out", "-o", help="Write the puzzles to this file, as JSON Lines.")] = None,
    store: KeptIn = STORE,
    jobs: Jobs = None,
    json: Json = False,
) -> None:
    """Make puzzles. What is found is kept at once: stopped in any way, the same command goes on where it was."""
    from castlewise.puzzles.generation import Order, generate
    from castlewise.puzzles.kinds import kind_named
    from castlewise.puzzles.puzzle import to_json, write_lines
    from castlewise.puzzles.store import Store

    if level is not None and level > kind_named(kind).highest:
        raise InvalidInput([Problem("--level", f"{kind} reaches level {kind_named(kind).highest}, not {level} (docs/puzzles.md)")])
    _check_rules(kind, rules)
    order = Order(kind, level, count, seed, rules)
    kept = Store(store)
    with _Progress(count, quiet=json) as progress:
        try:
            harvest = generate(order, kept, jobs=jobs, told=progress.told)
        except KeyboardInterrupt:
            progress.stop()
            print(f"castlewise: interrupted; what was found is kept in {store}, the same command goes on from there", file=sys.stderr)
            sys.exit(INTERRUPTED)
    kept.close()
    if out is not None:
        from castlewise.cli.drawing import write_file

        write_file(str(out), write_lines(harvest.puzzles), "--out")
    if json:
        print_json(
            "puzzle-new",
            {"puzzles": [to_json(puzzle) for puzzle in harvest.puzzles], "candidates": dict(harvest.reasons), "tried": harvest.tried},
        )
    else:
        _tell(harvest, store)
    sys.exit(0 if len(harvest.puzzles) == count else NO)


def _check_rules(kind: str, rules: str) -> None:
    from castlewise.puzzles.kind import CASTLE_PANIC
    from castlewise.puzzles.kinds import WITH_WIZARDS_TOWER, kind_named

    if kind_named(kind).game == CASTLE_PANIC:
        from castlewise.puzzles.boards import rule_set

        if rules and rule_set(rules).wizards_tower and kind not in WITH_WIZARDS_TOWER:
            with_it = " and ".join(WITH_WIZARDS_TOWER)
            raise InvalidInput([Problem("--rules", f"the kinds {with_it} make puzzles with the Wizard's Tower, {kind} does not")])
        if rules and rule_set(rules).players < 2 and kind == "watch":
            raise InvalidInput([Problem("--rules", "the long watch is kept by two players or more")])
    elif rules:
        from castlewise.puzzles.castles import rules_of

        rules_of(rules)


class _Progress:
    """A bar on a terminal: puzzles found, candidates looked at. On standard error, so that the answer can be piped."""

    def __init__(self, count: int, *, quiet: bool) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

        errors = Console(stderr=True, quiet=quiet)
        columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
        self._bar = Progress(*columns, console=errors, disable=quiet or not errors.is_terminal, transient=True)
        self._task = self._bar.add_task("puzzles", total=count)
        self._count = count

    def __enter__(self) -> _Progress:
        self._bar.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def stop(self) -> None:
        self._bar.stop()

    def told(self, harvest: Harvest) -> None:
        tried = sum(harvest.reasons.values())
        self._bar.update(self._task, completed=min(len(harvest.puzzles), self._count), description=f"{tried} candidates")


def _tell(harvest: Harvest, store: Path) -> None:
    screen = console()
    for puzzle in harvest.puzzles:
        screen.print(f"{puzzle.id}  {_about(puzzle)}", soft_wrap=True)
    rejected = [(reason, number) for reason, number in harvest.reasons.most_common() if reason != "accepted" and number > 0]
    total = sum(harvest.reasons.values())
    screen.print(f"\n{total} candidates, {harvest.reasons['accepted']} accepted; kept in {store}", style="dim")
    for reason, number in rejected:
        screen.print(f"  {number:5}  {reason}", style="dim", soft_wrap=True)


def _about(puzzle: Puzzle) -> str:
    from castlewise.puzzles.kinds import kind_named
    from castlewise.puzzles.puzzle import LEVELS

    themes = f"; {', '.join(puzzle.themes)}" if puzzle.themes else ""
    return f"{kind_named(puzzle.kind).title_of(puzzle)}, level {puzzle.level} ({LEVELS[puzzle.level - 1]}){themes}"


# Looking.


@app.command()
def show(
    which: Which,
    store: KeptIn = STORE,
    svg: Svg = None,
    json: Json = False,
) -> None:
    """Show a puzzle, or list those of a file. The solution is not given away."""
    from castlewise.puzzles.puzzle import to_json

    puzzles = _found(which, store)
    if json:
        print_json("puzzle-show", {"puzzles": [to_json(puzzle) for puzzle in puzzles]})
    elif len(puzzles) > 1:
        screen = console()
        for puzzle in puzzles:
            screen.print(f"{puzzle.id}  {_about(puzzle)}", soft_wrap=True)
    else:
        _show(puzzles[0])
        if svg is not None:
            from castlewise.cli.drawing import write_file
            from castlewise.puzzles.kinds import kind_named

            write_file(svg, kind_named(puzzles[0].kind).svg(puzzles[0]), "--svg")


def _show(puzzle: Puzzle) -> None:
    from castlewise.puzzles.kinds import kind_named

    kind, screen = kind_named(puzzle.kind), console()
    table = kind.table(puzzle)
    screen.print(f"{kind.title_of(puzzle)}  {puzzle.id}", style="bold")
    screen.print(f"level {puzzle.level}, {puzzle.rating.name if puzzle.rating else ''}", style="dim")
    screen.print(table.picture(table.start))
    screen.print(f"\n{kind.question(puzzle)}", soft_wrap=True)
    for line in kind.printed_words(puzzle):
        screen.print(line, soft_wrap=True)


@app.command()
def solve(which: Which, store: KeptIn = STORE, json: Json = False) -> None:
    """Show the solution of a puzzle, found anew, with its proof."""
    from castlewise.puzzles.kind import NotShown, Rejected
    from castlewise.puzzles.kinds import kind_named
    from castlewise.puzzles.proving import proved, solved

    puzzle = _one(which, store)
    kind = kind_named(puzzle.kind)
    try:
        found = solved(kind, puzzle)
        proof = proved(kind, puzzle, found)
    except (Rejected, NotShown) as reason:
        raise InvalidInput([Problem(puzzle.id, f"is no puzzle: {reason}")]) from None
    table, state = found.lines.table, found.lines.table.start
    told = []
    for move in found.moves:
        told.append((table.short(state, move), table.describe(state, move)))
        state = table.after(state, move)
    provers = [{"solver": p.solver, "version": p.version, "says": p.says} for p in proof.provers]
    if json:
        facts = {"id": puzzle.id, "solution": [short for short, _ in told], "text": [words for _, words in told]}
        print_json("puzzle-solve", {**facts, "best": str(proof.best), "second": str(proof.second), "provers": provers})
        return
    screen = console()
    for short, words in told:
        screen.print(f"  {short:18} {words}", soft_wrap=True)
    screen.print(f"\nworth {_worth(proof.best)}, everything else at most {_worth(proof.second)}: exact", style="bold")
    for prover in proof.provers:
        screen.print(f"{prover.solver} {prover.version}: {prover.says}", style="dim", soft_wrap=True)


def _worth(value: Any) -> str:
    from castlewise.puzzles.hints import percent

    return f"{value} ({percent(value)})" if value.denominator > 1 else str(value)


@app.command()
def verify(which: All = "bundled", store: KeptIn = STORE, jobs: Jobs = None, json: Json = False) -> None:
    """Prove puzzles again, from what stands in them alone. Exit code 0 if all hold, 1 if not."""
    from castlewise.puzzles.verification import verify_all

    puzzles = _found(which, store)
    wrong = 0
    results = []
    screen = console(quiet=json)
    for puzzle, problems in verify_all(puzzles, jobs):
        results.append({"id": puzzle.id, "problems": [str(problem) for problem in problems]})
        wrong += bool(problems)
        for problem in problems:
            screen.print(f"{problem}", style="bold red", soft_wrap=True)
    if json:
        print_json("puzzle-verify", {"puzzles": results, "wrong": wrong})
    screen.print(f"{len(puzzles) - wrong} of {len(puzzles)} puzzles verified: one solution each, level and themes as they say")
    sys.exit(NO if wrong else 0)


@app.command()
def rate(which: All, store: KeptIn = STORE, json: Json = False) -> None:
    """How hard puzzles are: who of the ladder solves them, and what was measured."""
    from castlewise.puzzles.kinds import kind_named
    from castlewise.puzzles.puzzle import LEVELS

    results = []
    screen = console(quiet=json)
    for puzzle in _found(which, store):
        kind = kind_named(puzzle.kind)
        lines = _lines(puzzle)
        players = [rung() for rung in kind.rungs(lines.table, lines)]
        rating = puzzle.rating
        assert rating is not None
        results.append({"id": puzzle.id, "level": rating.level, "points": rating.points, "solved_by": players})
        screen.print(f"{puzzle.id}: level {rating.level} ({rating.name}), {rating.points} points", style="bold")
        ladder = ", ".join(f"{name} {'yes' if solves else 'no'}" for name, solves in zip(LEVELS, players, strict=True))
        screen.print(f"  solved by the player of: {ladder}", soft_wrap=True)
        screen.print(
            f"  {rating.plays} plays, {rating.decoys} ends that nearly work, {rating.open_first} of {rating.first} first moves are right"
        )
    if json:
        print_json("puzzle-rate", {"puzzles": results})


# Playing.

HELP = "a move as it is listed, or its sentence; hint (where, then what, then why); moves; board; undo; solution; quit"


@app.command()
def play(which: Which, store: KeptIn = STORE) -> None:
    """Play a puzzle: every move that is as good as the best is right, and hints come in steps."""
    puzzle = _one(which, store)
    lines = _lines(puzzle)
    _show(puzzle)
    game = _Play(puzzle, lines)
    game.screen.print(f"\n{HELP}", style="dim", soft_wrap=True)
    game.list_moves()
    sys.exit(game.run())


class _Play:
    """A puzzle being played."""

    def __init__(self, puzzle: Puzzle, lines: Any) -> None:
        self.puzzle = puzzle
        self.lines = lines
        self.table = lines.table
        self.states = [self.table.start]
        self.screen = console()
        self.hints = 0
        self.hinted = 0  # of the move that comes next
        self.wrong = 0

    @property
    def state(self) -> Any:
        return self.states[-1]

    def run(self) -> int:
        """Until it is solved (0) or given up (1)."""
        while self.table.moves(self.state):
            try:
                typed = input("> ").strip()
            except (EOFError, KeyboardInterrupt):
                self.screen.print("\nleft unsolved")
                return NO
            if typed.lower() in ("quit", "q", "exit"):
                self.screen.print("left unsolved")
                return NO
            self._answer(typed)
        tries = "without a wrong move" if not self.wrong else f"with {self.wrong} wrong move{'s' * (self.wrong > 1)}"
        helped = f" and with {self.hints} hint{'s' * (self.hints != 1)}" if self.hints else " and without a hint"
        self.screen.print(f"Solved, {tries}{helped}.", style="bold green")
        return 0

    def _answer(self, typed: str) -> None:
        word = typed.lower()
        if word in ("hint", "h"):
            self._hint()
        elif word in ("moves", "m"):
            self.list_moves(every=True)
        elif word in ("board", "b"):
            self.screen.print(self.table.picture(self.state))
        elif word in ("undo", "u"):
            self._undo()
        elif word == "solution":
            self.screen.print("  ".join(self.puzzle.solution), soft_wrap=True)
            self.hints += 1
        elif word in ("help", "?", ""):
            self.screen.print(HELP, style="dim", soft_wrap=True)
        else:
            self._told(typed)

    def list_moves(self, *, every: bool = False) -> None:
        moves = self.table.moves(self.state)
        shown = moves if every else moves[:12]
        for move in shown:
            self.screen.print(f"  {self.table.short(self.state, move):18} {self.table.describe(self.state, move)}", soft_wrap=True)
        if len(moves) > len(shown):
            self.screen.print(f"  ... and {len(moves) - len(shown)} more (moves lists all)", style="dim")

    def _hint(self) -> None:
        from castlewise.puzzles.hints import STEPS, hints

        step = min(self.hinted, len(STEPS) - 1)
        self.screen.print(f"{STEPS[step]}: {hints(self.lines, self.state)[step]}", style="cyan", soft_wrap=True)
        self.hinted += 1
        self.hints += 1

    def _undo(self) -> None:
        if len(self.states) > 1:
            self.states.pop()
            self.screen.print(self.table.picture(self.state))
        self.hinted = 0

    def _told(self, typed: str) -> None:
        """One move or several, as far as they are right."""
        try:
            moves = read_each(self.state, typed, read=self.table.read, after=self.table.after)
        except (IllegalMove, AmbiguousMove, InvalidInput) as error:
            self.screen.print(str(error), style="yellow", soft_wrap=True, markup=False)
            return
        for move in moves:
            if not self._move(move):
                return

    def _move(self, move: int) -> bool:
        """Make a move if it is right; whether it was."""
        from castlewise.puzzles.hints import verdict

        there = self.table.after(self.state, move)
        if move not in self.table.right_moves(self.lines, self.state):
            self.wrong += 1
            self.screen.print(f"No. {verdict(self.lines, self.state, there)} The move is taken back.", style="red", soft_wrap=True)
            return False
        self.screen.print(f"{self.table.describe(self.state, move)}: right", style="green", soft_wrap=True)
        self.states.append(there)
        self.hinted = 0
        if self.table.moves(there):
            self.screen.print(self.table.picture(there))
        return True


# Printing.


@app.command()
def pack(
    which: All = "bundled",
    out: Annotated[Path, typer.Option("--out", "-o", help="The booklet: a file that ends in .html, or .pdf if Chromium is there.")] = Path(
        "puzzles.html"
    ),
    title: Annotated[str, typer.Option("--title", help="On the first page.")] = "Puzzles for Castle Panic and Castellion",
    store: KeptIn = STORE,
) -> None:
    """Make a printable booklet, with pictures, and solutions at the end."""
    from castlewise.cli.drawing import write_file
    from castlewise.puzzles.booklet import booklet, write_pdf

    puzzles = sorted(_found(which, store), key=lambda puzzle: (puzzle.level, puzzle.kind, puzzle.id))
    if out.suffix not in (".html", ".pdf"):
        raise InvalidInput([Problem("--out", f"{out}: a booklet is a file that ends in .html or .pdf")])
    html = booklet(puzzles, title)
    if out.suffix == ".html":
        write_file(str(out), html, "--out")
    elif not write_pdf(html, out):
        raise InvalidInput(
            [Problem("--out", "no Chromium was found to print a PDF with; a file that ends in .html can be printed by any browser")]
        )
    console().print(f"{out}: {len(puzzles)} puzzles")
