"""`castlewise play`: the session at the table. One types what chance did and what was played; it keeps the position, suggests, takes back, survives a crash.

Nothing that is typed ends it but `quit`: what is not understood is answered with what would be.
"""

from __future__ import annotations

import contextlib
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from rich.console import Console

from castlewise.cli.games import Asked, remarks, text_renderer
from castlewise.cli.options import read_seconds
from castlewise.cli.output import console, status
from castlewise.cli.positions import CASTELLION, CASTLE_PANIC
from castlewise.cli.suggest import advised, print_candidates
from castlewise.cli.table_session import TableSession
from castlewise.models.contract import Node, mover_name
from castlewise.models.files import MOST_BYTES
from castlewise.models.move_reading import read_moves
from castlewise.models.problems import AmbiguousMove, IllegalMove, InvalidInput, Problem
from castlewise.models.reading import shown
from castlewise.solver.advice import Advice

HELP = """\
what chance did    troll 4     brick, red archer     giant boulder 2     seer triangle
what was played    1 (the first suggestion)     ra@a1g1     ra@a1g1, br.mo@3, end     a whole sentence of the list
suggest [2s]       think, or think again for so long
aim                Castellion: the castle that the first suggestion aims at
moves              everything that can happen here, in the form to type it
board              show the position again
roll               let castlewise draw or roll here
undo [3]           take back the last line, or so many moves
line               the position as one line of notation
svg FILE           draw the position into a file (svg FILE --force: over one that is no drawing)
help, quit         this; leave (the game is kept)"""
_SHOWN = 3  # suggestions
_MOST_MOVES = 60
_LONGEST_LINE = 2_000  # that somebody types: all moves of a long turn have room


@dataclass
class _Table:
    """What the session shows and remembers besides the game itself."""

    session: TableSession
    seconds: float
    seed: int
    dice: bool
    advice_wanted: bool
    screen: Console = field(default_factory=console)
    lines: list[int] = field(default_factory=list)  # how many moves there were before each line that was typed
    advice: Advice | None = None
    said: set[str] = field(default_factory=set)  # remarks on suggestions, each made once
    _drawn: tuple[int, int] | None = None

    @property
    def position(self) -> Any:
        return self.session.position

    @property
    def game(self) -> Any:
        return self.session.game


def run_play(
    what: str,
    asked: Asked,
    record: str | None,
    seconds: str,
    seed: int,
    dice: bool,
    advice: bool,
) -> None:
    budget = read_seconds(seconds)
    session = _session(what, asked, record, seed if dice else None)
    table = _Table(session, budget, seed, dice, advice)
    out = table.screen
    out.print(f"{session.game.name}, {session.game.rule_set}", style="bold")
    for heading, remark in remarks(session.game):
        out.print(f"{heading} component: {remark}", style="dim")
    begun = f", {session.moves} moves so far" if session.moves else ""
    out.print(f"kept in {session.path}{begun}; ? for help", style="dim", soft_wrap=True)
    if session.moves and session.game.node(session.position) is Node.CHANCE:
        _draw(table)  # a decision and an end are drawn anyway
    try:
        _sit(table)
    finally:
        session.close()
    out.print(f"kept in {session.path}: castlewise play {session.path} goes on with it", style="dim", soft_wrap=True)


def _session(what: str, asked: Asked, record: str | None, seed: int | None) -> TableSession:
    if what not in (CASTLE_PANIC, CASTELLION):
        if "\0" in what or not Path(what).exists():
            raise InvalidInput([Problem(what, f"is neither {CASTLE_PANIC} nor {CASTELLION} nor the record of a game")])
        if record is not None:
            raise InvalidInput([Problem("--record", f"the game goes on in {what}")])
        asked.rules_stated("the recorded game has its own rules").raise_if_any()
        return TableSession.resume(Path(what), asked.components)
    game = asked.maker()(compiled=False)
    line = asked.start_line()
    position = game.start() if line is None else game.read(line)
    path = Path(record) if record is not None else Path(time.strftime(f"{what}-%Y%m%d-%H%M%S.jsonl"))
    return TableSession.begin(position, path, seed=seed)


def _sit(table: _Table) -> None:
    """Until somebody leaves."""
    _go_on(table)
    while True:
        try:
            text = _asked_for(table)
        except EOFError:
            return
        except KeyboardInterrupt:
            table.screen.print()
            return
        words = text.split()
        if not words:
            continue
        if words[0].lower() in ("quit", "q", "exit"):
            return
        try:
            _answer(table, words, text)
        except InvalidInput as error:
            for problem in error.problems:
                table.screen.print(problem.reason if problem.place == "move" else str(problem), style="bold", markup=False, soft_wrap=True)
        except (IllegalMove, AmbiguousMove) as error:
            table.screen.print(str(error), style="bold", markup=False, soft_wrap=True)


def _asked_for(table: _Table) -> str:
    """A line that somebody types. What cannot be decoded is kept as it is and refused like any other nonsense."""
    if not sys.stdin.isatty():
        line = sys.stdin.buffer.readline(MOST_BYTES)
        if not line:
            raise EOFError
        return line.decode(errors="backslashreplace")
    with contextlib.suppress(ImportError):
        import readline  # noqa: F401 - a line that can be edited, and the ones before it
    node = table.game.node(table.position)
    who = {Node.OVER: "over", Node.CHANCE: "chance"}.get(node) or mover_name(table.game, table.position)
    sys.stdout.flush()
    return input(f"{who}> ").encode("utf-8", "surrogateescape").decode(errors="backslashreplace")


def _answer(table: _Table, words: list[str], text: str) -> None:
    if len(text) > _LONGEST_LINE:
        raise InvalidInput([Problem("line", f"too long: {len(text):,} characters, at most {_LONGEST_LINE:,}")])
    command, rest = words[0].lower(), words[1:]
    out = table.screen
    if command in ("?", "help"):
        out.print(HELP, markup=False, soft_wrap=True)
    elif command in ("suggest", "s"):
        _suggest(table, read_seconds(rest[0]) if rest else table.seconds)
    elif command == "aim" and not rest:
        _draw_aim(table)
    elif command == "moves":
        _list_moves(table)
    elif command == "board":
        _draw(table)
    elif command == "line":
        out.print(str(table.position), soft_wrap=True, markup=False)
    elif command == "svg":
        _draw_svg(table, rest)
    elif command in ("undo", "u"):
        _undo(table, rest)
    elif command == "roll" and not rest:
        _roll_here(table)
    elif _small_number(command) and not rest and table.advice is not None:
        _take_suggestion(table, int(command))
    else:
        moves = read_moves(table.game, table.position, text)
        table.lines.append(table.session.moves)
        for move in moves:
            _make(table, move)
        _go_on(table)


def _small_number(word: str) -> bool:
    """Whether a word is a number that may count moves or suggestions."""
    return word.isascii() and word.isdigit() and len(word) < 10


# What happens


def _make(table: _Table, move: int) -> None:
    who = mover_name(table.game, table.position)
    words = table.session.make(move)
    table.advice = None
    table.screen.print(
        f"  {words}" if who == "chance" else f"  {who}: {words}", style="dim" if who == "chance" else "", markup=False, soft_wrap=True
    )


def _roll(table: _Table) -> None:
    """Our own dice: the same numbers for the same seed and move, also after a crash."""
    _make(table, table.game.sample(table.position, table.game.source(table.seed, table.session.moves)))


def _roll_here(table: _Table) -> None:
    if table.game.node(table.position) is not Node.CHANCE:
        raise InvalidInput([Problem("roll", "there is nothing to draw or roll here")])
    table.lines.append(table.session.moves)
    _roll(table)
    _go_on(table)


def _take_suggestion(table: _Table, number: int) -> None:
    assert table.advice is not None
    shown = min(_SHOWN, len(table.advice.candidates))
    if not 1 <= number <= shown:
        raise InvalidInput([Problem("suggestion", f"{number}: there {'is' if shown == 1 else 'are'} {shown}")])
    candidate = table.advice.candidates[number - 1]
    table.lines.append(table.session.moves)
    for move in candidate.moves:
        _make(table, move)
    _go_on(table)


def _undo(table: _Table, rest: list[str]) -> None:
    if table.session.moves == 0:
        raise InvalidInput([Problem("undo", "nothing has been played yet")])
    if rest:
        count = int(rest[0]) if _small_number(rest[0]) else 0
        if not 1 <= count <= table.session.moves:
            raise InvalidInput([Problem("undo", f"{shown(rest[0])}: expected a number of moves, 1 to {table.session.moves}")])
    elif table.lines:
        count = table.session.moves - table.lines[-1]
    else:  # a game that is gone on with: back to the last decision, or by one move
        before = [n for n in range(table.session.moves) if table.game.node(table.session.positions[n]) is Node.CHOICE]
        count = table.session.moves - before[-1] if table.dice and before else 1
    table.session.take_back(count)
    table.lines = [moves for moves in table.lines if moves < table.session.moves]
    table.advice, table._drawn = None, None
    table.screen.print(f"{count} {'move' if count == 1 else 'moves'} taken back")
    _go_on(table, rolling=False)


def _go_on(table: _Table, *, rolling: bool = True) -> None:
    """To the next line that somebody has to type: with dice of our own, to the next decision."""
    while rolling and table.dice and table.game.node(table.position) is Node.CHANCE:
        _roll(table)
    node = table.game.node(table.position)
    if node is Node.OVER:
        _draw(table)
        result = table.game.result(table.position)
        table.screen.print(f"{'WON' if result.won else 'LOST'}: {result.reason}", style="bold")
        table.screen.print(f"castlewise review {table.session.path} looks back at it", style="dim", soft_wrap=True)
    elif node is Node.CHANCE:
        table.screen.print(text_renderer(table.game).awaited(table.position), style="cyan", markup=False, soft_wrap=True)
    else:
        now = (int(table.position.state.player), int(table.position.state.stage))
        if now != table._drawn:
            _draw(table)
        table._drawn = now
        if table.advice_wanted:
            try:
                _suggest(table, table.seconds)
            except InvalidInput as error:  # no advisor for these rules: said once, then the session goes on without
                table.advice_wanted = False
                table.screen.print(f"{error.problems[0].reason}: the session goes on without suggestions", markup=False, soft_wrap=True)
        if not table.advice_wanted:
            table.screen.print(f"{mover_name(table.game, table.position)} decides; moves lists what can be done", style="cyan")


# What is shown


def _draw(table: _Table) -> None:
    table.screen.print(text_renderer(table.game).picture(table.position))


def _draw_aim(table: _Table) -> None:
    if table.advice is None or table.advice.aim is None:
        raise InvalidInput([Problem("aim", "there is no suggestion here that aims at a castle")])
    table.screen.print(text_renderer(table.game).aim(table.position, table.advice.aim))


def _draw_svg(table: _Table, rest: list[str]) -> None:
    from castlewise.cli.drawing import FORCE, SVG, target, write_svg

    force = FORCE in rest
    names = [word for word in rest if word != FORCE]
    if len(names) != 1:
        raise InvalidInput([Problem("svg", "expected the name of one file")])
    place = target(names[0], "svg", SVG, force=force)
    assert place is not None
    best, aim = (table.advice.best.moves, table.advice.aim) if table.advice is not None else ((), None)
    write_svg(place, table.position, best, aim=aim)
    table.screen.print(f"drawn in {place}", soft_wrap=True)


def _list_moves(table: _Table) -> None:
    game, here = table.game, table.position
    moves = game.moves(here)
    for move in moves[:_MOST_MOVES]:
        table.screen.print(f"  {game.short(here, move):18} {game.describe(here, move)}", markup=False, soft_wrap=True)
    if len(moves) > _MOST_MOVES:
        table.screen.print(f"  ... and {len(moves) - _MOST_MOVES} more of this kind")


def _suggest(table: _Table, seconds: float) -> None:
    if table.game.node(table.position) is not Node.CHOICE:
        raise InvalidInput([Problem("suggest", "there is nothing to decide here")])
    out = table.screen
    with status("thinking"):
        advice = table.advice = advised(table.position, seconds, table.seed)
    print_candidates(out, advice, _SHOWN)
    for remark in advice.remarks:
        if remark not in table.said:
            out.print(remark, style="dim", markup=False, soft_wrap=True)
    table.said.update(advice.remarks)
