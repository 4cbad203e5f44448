"""`castlewise puzzle`: make puzzles, show them, solve them, verify and rate them, play them, print them."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from castlewise.cli.options import Force, Jobs, Json, Seed
from castlewise.cli.output import INTERRUPTED, NO, UNEXPECTED, Screen, console, print_json, status
from castlewise.models.files import why
from castlewise.models.problems import InvalidInput, Problem

if TYPE_CHECKING:
    from castlewise.cli.drawing import Target
    from castlewise.puzzles.generation import Harvest
    from castlewise.puzzles.puzzle import Puzzle

app = typer.Typer(name="puzzle", help="Puzzles: generated, proved fair, rated, playable.", no_args_is_help=True)

Which = Annotated[
    str,
    typer.Argument(
        help='A puzzle: its id, the short form of its seed ("slay:17"), a file of JSON Lines, or "bundled".', show_default=False
    ),
]
All = Annotated[
    list[str] | None,
    typer.Argument(help='Puzzles, as many as you like: ids, seeds ("slay:17"), files of JSON Lines, or "bundled".', show_default="bundled"),
]
Some = Annotated[
    list[str],
    typer.Argument(help='Puzzles, as many as you like: ids, seeds ("slay:17"), files of JSON Lines, or "bundled".', show_default=False),
]
Themes = Annotated[bool, typer.Option("--themes", help="Say what they are about, too: the themes give much of the solution away.")]
KeptIn = Annotated[Path, typer.Option("--store", help="The file that puzzles are kept in.")]
STORE = Path(".cache/puzzles.sqlite")


def _found(texts: Sequence[str] | None, store: Path) -> list[Puzzle]:
    """The puzzles that are meant, each once; all that is wrong with what was typed is said at once."""
    from castlewise.models.problems import Problems
    from castlewise.puzzles.library import BUNDLED, find

    found: dict[tuple[str, Puzzle], None] = {}  # what says the same id may be another puzzle all the same
    problems = Problems()
    for text in texts or (BUNDLED,):
        try:
            for puzzle in find(text, store):
                found[puzzle.id, puzzle] = None
        except InvalidInput as error:
            problems += error.problems
    problems.raise_if_any()
    return [puzzle for _, puzzle in found]


def _one(text: str, store: Path) -> Puzzle:
    found = _found([text], store)
    if len(found) > 1:
        raise InvalidInput([Problem(text, f"holds {len(found)} puzzles; name one of them by its id")])
    return found[0]


def _lines(puzzle: Puzzle) -> Any:
    """All lines of a puzzle; of a file that is none, the reason."""
    from castlewise.puzzles.kind import NotShown, Rejected
    from castlewise.puzzles.kinds import kind_named
    from castlewise.puzzles.table import Lines, TooMany

    try:
        with status("going through all lines ..."):
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
    force: Force = False,
    store: KeptIn = STORE,
    jobs: Jobs = None,
    themes: Themes = False,
    json: Json = False,
) -> None:
    """Make puzzles. What is found is kept at once: stopped in any way, the same command goes on where it was."""
    from concurrent.futures.process import BrokenProcessPool

    from castlewise.cli.drawing import PUZZLES, target, write_file
    from castlewise.puzzles.generation import Order, generate
    from castlewise.puzzles.kinds import check_rules
    from castlewise.puzzles.puzzle import to_json, write_lines
    from castlewise.puzzles.store import Store

    check_rules(kind, rules)
    file = target(out, "--out", PUZZLES, force=force)
    order = Order(kind, level, count, seed, rules)
    kept = Store(store)
    with _Progress(count, quiet=json) as progress:
        try:
            harvest = generate(order, kept, jobs=jobs, told=progress.told)
        except KeyboardInterrupt:
            progress.stop()
            print(f"castlewise: interrupted; what was found is kept in {store}, the same command goes on from there", file=sys.stderr)
            sys.exit(INTERRUPTED)
        except BrokenProcessPool:
            progress.stop()
            reason = "a process that looked for puzzles was killed (too little memory?)"
            print(f"castlewise: {reason}; what was found is kept in {store}, the same command goes on from there", file=sys.stderr)
            sys.exit(UNEXPECTED)
    kept.close()
    if file is not None:
        write_file(file, write_lines(harvest.puzzles))
    if json:
        print_json(
            "puzzle-new",
            {"puzzles": [to_json(puzzle) for puzzle in harvest.puzzles], "candidates": dict(harvest.reasons), "tried": harvest.tried},
        )
    else:
        _tell(harvest, store, themes=themes)
    sys.exit(0 if len(harvest.puzzles) == count else NO)


class _Progress:
    """A bar on a terminal: puzzles done, and what else is to be said. On standard error, so that the answer can be piped."""

    def __init__(self, count: int, *, quiet: bool) -> None:
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

        errors = Screen(stderr=True, quiet=quiet)
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
        self.at(len(harvest.puzzles), f"{sum(harvest.reasons.values())} candidates")

    def at(self, done: int, words: str) -> None:
        self._bar.update(self._task, completed=min(done, self._count), description=words)


def _tell(harvest: Harvest, store: Path, *, themes: bool) -> None:
    screen = console()
    for puzzle in harvest.puzzles:
        screen.print(f"{puzzle.id}  {_about(puzzle, themes=themes)}", soft_wrap=True)
    rejected = [(reason, number) for reason, number in harvest.reasons.most_common() if reason != "accepted" and number > 0]
    total = sum(harvest.reasons.values())
    screen.print(f"\n{total} candidates, {harvest.reasons['accepted']} accepted; kept in {store}", style="dim")
    for reason, number in rejected:
        screen.print(f"  {number:5}  {reason}", style="dim", soft_wrap=True)


def _about(puzzle: Puzzle, *, themes: bool = False) -> str:
    from castlewise.puzzles.kinds import kind_named
    from castlewise.puzzles.rating import LEVELS

    told = f"; {', '.join(puzzle.themes)}" if themes and puzzle.themes else ""
    return f"{kind_named(puzzle.kind).title}, level {puzzle.level} ({LEVELS[puzzle.level - 1]}){told}"


# Looking.


@app.command()
def show(
    which: Some,
    store: KeptIn = STORE,
    svg: Annotated[str | None, typer.Option("--svg", help="Draw it to this file; of several each into this folder.")] = None,
    force: Force = False,
    themes: Themes = False,
    json: Json = False,
) -> None:
    """Show puzzles, and list those of a file that holds several. The solution is not given away, but with --json."""
    from castlewise.cli.drawing import SVG, target, write_file
    from castlewise.puzzles.puzzle import to_json

    if svg is not None and Path(svg).is_file():
        target(svg, "--svg", SVG, force=force)  # before it takes time to find them
    puzzles = _found(which, store)
    drawings = _drawings(puzzles, svg, force=force)
    if json:
        print_json("puzzle-show", {"puzzles": [to_json(puzzle) for puzzle in puzzles]})
    else:
        screen = console()
        for number, text in enumerate(which):
            found = _found([text], store)
            if len(found) > 1:
                for puzzle in found:
                    screen.print(f"{puzzle.id}  {_about(puzzle, themes=themes)}", soft_wrap=True)
            else:
                _show(found[0], themes=themes)
            if number + 1 < len(which):
                screen.print()
    for drawing, puzzle in zip(drawings, puzzles, strict=False):
        from castlewise.puzzles.kinds import kind_named

        write_file(drawing, kind_named(puzzle.kind).svg(puzzle))


def _drawings(puzzles: Sequence[Puzzle], path: str | None, *, force: bool) -> list[Target]:
    """The files to draw puzzles to: one is named, several lie in a folder."""
    from castlewise.cli.drawing import SVG, target

    if path is None or len(puzzles) == 1:
        file = target(path, "--svg", SVG, force=force)
        return [] if file is None else [file]
    folder = Path(path)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as error:
        raise InvalidInput([Problem("--svg", f"{path} cannot be made a folder for {len(puzzles)} drawings: {why(error)}")]) from None
    files = [target(folder / f"{puzzle.id}.svg", "--svg", SVG, force=force) for puzzle in puzzles]
    return [file for file in files if file is not None]


def _show(puzzle: Puzzle, *, themes: bool = False) -> None:
    from castlewise.puzzles.kinds import kind_named

    kind, screen = kind_named(puzzle.kind), console()
    table = kind.table(puzzle)
    sheet = kind.sheet(puzzle)
    screen.print(f"{sheet.title}  {puzzle.id}", style="bold")
    told = f"; {', '.join(puzzle.themes)}" if themes and puzzle.themes else ""
    screen.print(f"level {puzzle.level}, {puzzle.rating.name if puzzle.rating else ''}{told}", style="dim")
    screen.print(table.picture(table.start))
    piped = not screen.is_terminal  # which is not a reason to break lines
    screen.print(f"\n{sheet.task}", style="bold", soft_wrap=piped)
    for line in (*sheet.rules, *sheet.reminders):  # the picture has the rest
        screen.print(line, soft_wrap=piped)


@app.command()
def solve(which: Which, store: KeptIn = STORE, json: Json = False) -> None:
    """Show the solution of a puzzle, found anew, with its proof."""
    from castlewise.puzzles.kind import NotShown, Rejected
    from castlewise.puzzles.kinds import kind_named
    from castlewise.puzzles.proving import proved, solved

    puzzle = _one(which, store)
    kind = kind_named(puzzle.kind)
    try:
        with status("solving and proving ..."):
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
    if puzzle.themes:
        screen.print(f"about: {', '.join(puzzle.themes)}", soft_wrap=True)
    for prover in proof.provers:
        screen.print(f"{prover.solver} {prover.version}: {prover.says}", style="dim", soft_wrap=True)


def _worth(value: Any) -> str:
    from castlewise.puzzles.hints import percent

    return f"{value} ({percent(value)})" if value.denominator > 1 else str(value)


@app.command()
def verify(which: All = None, store: KeptIn = STORE, jobs: Jobs = None, json: Json = False) -> None:
    """Prove puzzles again, from what stands in them alone. Exit code 0 if all hold, 1 if not."""
    from castlewise.puzzles.verification import verify_all

    puzzles = _found(which, store)
    wrong = 0
    results = []
    screen = console(quiet=json)
    with _Progress(len(puzzles), quiet=json) as progress:
        for puzzle, problems in verify_all(puzzles, jobs):
            results.append({"id": puzzle.id, "problems": [str(problem) for problem in problems]})
            wrong += bool(problems)
            for problem in problems:
                screen.print(f"{problem}", style="bold red", soft_wrap=True)
            progress.at(len(results), f"{wrong} wrong" if wrong else "all right so far")
    if json:
        print_json("puzzle-verify", {"puzzles": results, "wrong": wrong})
    screen.print(f"{len(puzzles) - wrong} of {len(puzzles)} puzzles verified: one solution each, level and themes as they say")
    sys.exit(NO if wrong else 0)


@app.command()
def rate(which: Some, store: KeptIn = STORE, json: Json = False) -> None:
    """How hard puzzles are: who of the ladder solves them, and what was measured."""
    from castlewise.puzzles.kinds import kind_named
    from castlewise.puzzles.ladder import PLAYERS
    from castlewise.puzzles.rating import FEATURES

    results = []
    screen = console(quiet=json)
    for puzzle in _found(which, store):
        kind = kind_named(puzzle.kind)
        lines = _lines(puzzle)
        players = [rung() for rung in kind.rungs(lines.table, lines)]
        rating = puzzle.rating
        assert rating is not None
        features = {name: getattr(rating, name) for name in FEATURES}
        results.append(
            {
                "id": puzzle.id,
                "level": rating.level,
                "points": rating.points,
                "effort": rating.effort,
                "features": features,
                "solved_by": players,
            }
        )
        screen.print(f"{puzzle.id}: level {rating.level} ({rating.name}), effort {rating.effort:.2f}", style="bold")
        screen.print(
            f"  tempting first moves that are wrong: {rating.traps}, of these better looking than any right one: {rating.astray}; "
            f"moves to look ahead: {rating.depth}; quiet moves: {rating.quiet}",
            soft_wrap=True,
        )
        screen.print(
            f"  {rating.plays} plays, {rating.decoys} ends that nearly work, {rating.open_first} of {rating.first} first moves are right"
        )
        ladder = ", ".join(f"{name} {'yes' if solves else 'no'}" for name, solves in zip(PLAYERS, players, strict=True))
        screen.print(f"  players that solve it: {ladder}", soft_wrap=True)
    if json:
        print_json("puzzle-rate", {"puzzles": results})


# Playing.


@app.command()
def play(which: Which, store: KeptIn = STORE) -> None:
    """Play a puzzle: every move that is as good as the best is right, hints come in steps, and wrong lines can be tried out."""
    from castlewise.cli.puzzle_play import Session

    puzzle = _one(which, store)
    lines = _lines(puzzle)
    _show(puzzle)
    sys.exit(Session(puzzle, lines).run())


# Printing.


@app.command()
def pack(
    which: All = None,
    out: Annotated[Path, typer.Option("--out", "-o", help="The booklet: a file that ends in .html, or .pdf if Chromium is there.")] = Path(
        "puzzles.html"
    ),
    title: Annotated[str, typer.Option("--title", help="On the first page.")] = "Puzzles for Castle Panic and Castellion",
    themes: Themes = False,
    unverified: Annotated[
        bool, typer.Option("--unverified", help="Do not prove the puzzles again; then the booklet does not say that they are proved.")
    ] = False,
    force: Force = False,
    store: KeptIn = STORE,
    jobs: Jobs = None,
) -> None:
    """Make a printable booklet, with pictures, and solutions and what they were about at the end.

    Puzzles that did not come with castlewise are proved again first.
    """
    from castlewise.cli.drawing import HTML, PDF, target, write_file
    from castlewise.puzzles.booklet import as_pdf, booklet

    if out.suffix not in (".html", ".pdf"):
        raise InvalidInput([Problem("--out", f"{out}: a booklet is a file that ends in .html or .pdf")])
    file = target(out, "--out", HTML if out.suffix == ".html" else PDF, force=force)
    assert file is not None
    puzzles = sorted(_found(which, store), key=lambda puzzle: (puzzle.level, puzzle.kind, puzzle.id))
    if not unverified:
        _refuse_unproved(puzzles, jobs)
    with status("drawing the booklet ..."):
        html = booklet(puzzles, title, proved=not unverified, spoilers=themes)
        pdf = None if out.suffix == ".html" else as_pdf(html)
    if out.suffix == ".html":
        write_file(file, html)
    elif pdf is not None:
        write_file(file, pdf)
    else:
        raise InvalidInput(
            [Problem("--out", "no Chromium was found to print a PDF with; a file that ends in .html can be printed by any browser")]
        )
    console().print(f"{out}: {len(puzzles)} puzzles")


def _refuse_unproved(puzzles: list[Puzzle], jobs: int | None) -> None:
    """A booklet says that its puzzles are proved: those that came with castlewise are, and all others are proved here."""
    from castlewise.puzzles.library import bundled
    from castlewise.puzzles.puzzle import to_line
    from castlewise.puzzles.verification import verify_all

    known = set(map(to_line, bundled()))
    others = [puzzle for puzzle in puzzles if to_line(puzzle) not in known]
    with status(f"proving {len(others)} puzzles again"):
        problems = [problem for _, found in verify_all(others, jobs) for problem in found]
    if problems:
        raise InvalidInput([*problems, Problem("pack", "prints puzzles that are proved; --unverified prints them without saying so")])
