"""`castlewise play`: the session at the table. One types what chance did and what was played; it keeps the position, tells what happened, suggests, judges and
tries moves of one's own, takes back, survives a crash.

Nothing that is typed ends it but `quit`: what is not understood is answered with the reason and with what would be.
"""

from __future__ import annotations

import contextlib
import re
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path

from rich.console import Console

from castlewise.cli.games import Asked, remarks, text_renderer
from castlewise.cli.options import read_seconds
from castlewise.cli.output import console, status
from castlewise.cli.positions import CASTELLION, CASTLE_PANIC
from castlewise.cli.suggest import advised, print_candidates
from castlewise.cli.table import Made, Table
from castlewise.cli.table_session import TableSession
from castlewise.models.contract import Node
from castlewise.models.files import MOST_BYTES
from castlewise.models.problems import AmbiguousMove, IllegalMove, InvalidInput, Problem
from castlewise.models.reading import shown
from castlewise.solver.advice import Candidate

HELP = """\
what chance did    troll 4     brick, 2 red archers     giant boulder 2     safe, seer triangle
what was played    red archer hits the orc, build wall 3, end     trade brick for player 2's mortar     column 3
                   ra@a1g1, br.mo@3, end: the short forms that moves lists     1: the first suggestion
suggest [2s]       think, or think again for so long
what if ...        judge a move of your own beside the best: what if barbarian kills the troll, end
try ...            play on without keeping it; back returns to the game
show [after 2]     the position again, or that after the second suggestion
aim                Castellion: the castle that the first suggestion aims at
moves              everything that can happen here, in the form to type it
roll               let castlewise draw or roll here; also in a line: roll, roll
undo [3]           take back the last line, or so many moves
line               the position as one line of notation
svg FILE           draw the position into a file (svg FILE --force: over one that is no drawing)
help, quit         this; leave (the game is kept)"""
_SHOWN = 3  # suggestions
_MOST_MOVES = 60
_WHAT_IF = re.compile(r"what(?: happens| would happen)?[ -]?if\b[:,]?\s*(.*)", re.IGNORECASE | re.DOTALL)
_SHOW_AFTER = re.compile(r"(?:show|board)\s+after\s*(.*)", re.IGNORECASE)


@dataclass
class _Sitting:
    """A session at the table: the table, and what is shown and remembered of it."""

    table: Table
    seconds: float
    dice: bool
    advice_wanted: bool
    screen: Console = field(default_factory=console)
    said: set[str] = field(default_factory=set)  # remarks on suggestions, each made once
    drawn: tuple[int, int, int] | None = None  # when the board was drawn last: player, stage, whether something was tried


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
    here = _Sitting(Table(session, seed), budget, dice, advice)
    out = here.screen
    out.print(f"{session.game.name}, {session.game.rule_set}", style="bold")
    for heading, remark in remarks(session.game):
        out.print(f"{heading} component: {remark}", style="dim")
    begun = f", {session.moves} moves so far" if session.moves else ""
    out.print(f"kept in {session.path}{begun}; ? for help", style="dim", soft_wrap=True)
    if session.moves and session.game.node(session.position) is Node.CHANCE:
        _draw(here)  # a decision and an end are drawn anyway
    try:
        _sit(here)
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


def _sit(here: _Sitting) -> None:
    """Until somebody leaves."""
    _go_on(here)
    while True:
        try:
            text = _asked_for(here)
        except EOFError:
            return
        except KeyboardInterrupt:
            here.screen.print()
            return
        if not text.strip():
            continue
        if text.strip().lower() in ("quit", "q", "exit"):
            return
        try:
            _answer(here, text.strip())
        except InvalidInput as error:
            for problem in error.problems:
                here.screen.print(problem.reason if problem.place == "move" else str(problem), style="bold", markup=False, soft_wrap=True)
        except (IllegalMove, AmbiguousMove) as error:
            here.screen.print(str(error), style="bold", markup=False, soft_wrap=True)


def _asked_for(here: _Sitting) -> str:
    """A line that somebody types. What cannot be decoded is kept as it is and refused like any other nonsense."""
    if not sys.stdin.isatty():
        line = sys.stdin.buffer.readline(MOST_BYTES)
        if not line:
            raise EOFError
        return line.decode(errors="backslashreplace")
    with contextlib.suppress(ImportError):
        import readline  # noqa: F401 - a line that can be edited, and the ones before it
    trying = ", trying" if here.table.tried else ""
    sys.stdout.flush()
    return input(f"{here.table.who}{trying}> ").encode("utf-8", "surrogateescape").decode(errors="backslashreplace")


def _answer(here: _Sitting, text: str) -> None:
    words = text.split()
    command, rest = words[0].lower(), words[1:]
    table, out = here.table, here.screen
    if text.lower() in ("?", "help"):
        out.print(HELP, markup=False, soft_wrap=True)
    elif asked := _WHAT_IF.fullmatch(text):
        _what_if(here, asked[1])
    elif command == "try":
        _try(here, " ".join(rest))
    elif command == "back" and not rest:
        table.back()
        out.print("back in the game")
        here.drawn = None
        _go_on(here, rolling=False)
    elif asked := _SHOW_AFTER.fullmatch(text):
        _show_after(here, asked[1])
    elif text.lower() in ("show", "board", "show board", "show the board"):
        _draw(here)
    elif command in ("suggest", "s"):
        _suggest(here, read_seconds(rest[0]) if rest else here.seconds)
    elif command == "aim" and not rest:
        _draw_aim(here)
    elif text.lower() == "moves":
        _list_moves(here)
    elif text.lower() == "line":
        out.print(str(table.position), soft_wrap=True, markup=False)
    elif command == "svg":
        _draw_svg(here, rest)
    elif command in ("undo", "u"):
        _undo(here, rest)
    elif text.isascii() and text.isdigit() and table.advice is not None:
        _make(here, list(_suggestion(here, text).moves))
    else:
        _make(here, table.told(text))


# What happens


def _make(here: _Sitting, moves: list[int]) -> None:
    """The moves of a line, and what they bring about."""
    if moves:
        here.table.begin_line()
    for move in moves:
        _tell(here, here.table.make(move))
    if kept := here.table.starting.in_words(here.table.position):
        here.screen.print(kept, style="cyan")
        return
    _go_on(here)


def _tell(here: _Sitting, made: Made) -> None:
    chance = made.who == "chance"
    here.screen.print(
        f"  {made.words}" if chance else f"  {made.who}: {made.words}", style="dim" if chance else "", markup=False, soft_wrap=True
    )
    for line in made.events:
        here.screen.print(f"      {line}", markup=False, soft_wrap=True)


def _try(here: _Sitting, text: str) -> None:
    moves = here.table.told(text) if text else []
    if not here.table.tried:
        here.table.try_from_here()
        here.screen.print("this is only tried, and not kept; back returns to the game", style="dim")
    if moves:
        _make(here, moves)


def _what_if(here: _Sitting, text: str) -> None:
    from castlewise.cli.judging import judgement_of, print_judgement

    if not text.strip():
        raise InvalidInput([Problem("what if", 'what then? One tells it like "what if red archer hits orc, end"')])
    _wants_a_decision(here, "what if")
    with status("thinking"):
        judgement = judgement_of(here.table.position, text, here.seconds, here.table.seed)
    print_judgement(here.screen, judgement)


def _suggestion(here: _Sitting, number: str) -> Candidate:
    """A suggestion by its number."""
    advice = here.table.advice
    if advice is None:
        raise InvalidInput([Problem("suggestion", "there is none here; suggest makes some")])
    count = min(_SHOWN, len(advice.candidates))
    if not (number.isascii() and number.isdigit() and 1 <= int(number[:9]) <= count):
        raise InvalidInput([Problem("suggestion", f"{number[:20] or 'which'}: there {'is' if count == 1 else 'are'} {count}")])
    return advice.candidates[int(number) - 1]


def _show_after(here: _Sitting, number: str) -> None:
    """The board after a suggestion, which is neither played nor tried."""
    position = here.table.position
    for move in _suggestion(here, number.strip()).moves:
        position = here.table.game.apply(position, move)
    here.screen.print(f"after suggestion {number.strip()}:", style="cyan")
    here.screen.print(text_renderer(here.table.game).picture(position))


def _undo(here: _Sitting, rest: list[str]) -> None:
    if here.table.starting.held and not rest:
        here.table.starting.held.clear()
        here.screen.print("the starting Monsters that were kept in mind are forgotten")
        return
    number = rest[0] if rest else ""
    if rest and not (len(rest) == 1 and number.isascii() and number.isdigit()):
        raise InvalidInput([Problem("undo", f"{shown(' '.join(rest))}: expected a number of moves")])
    count = here.table.undo(int(number.lstrip("0")[:9] or 0) if rest else None, dice=here.dice)
    here.drawn = None
    here.screen.print(f"{count} {'move' if count == 1 else 'moves'} taken back")
    _go_on(here, rolling=False)


def _go_on(here: _Sitting, *, rolling: bool = True) -> None:
    """To the next line that somebody has to type: with dice of our own, to the next decision."""
    table = here.table
    while rolling and here.dice and table.node is Node.CHANCE:
        _tell(here, table.roll())
    if table.node is Node.OVER:
        _draw(here)
        result = table.game.result(table.position)
        here.screen.print(f"{'WON' if result.won else 'LOST'}: {result.reason}", style="bold")
        looks_back = "back returns to the game" if table.tried else f"castlewise review {table.session.path} looks back at it"
        here.screen.print(looks_back, style="dim", soft_wrap=True)
    elif table.node is Node.CHANCE:
        here.screen.print(text_renderer(table.game).awaited(table.position), style="cyan", markup=False, soft_wrap=True)
    else:
        now = (int(table.position.state.player), int(table.position.state.stage), len(table.tried) and 1)
        if now != here.drawn:
            _draw(here)
        here.drawn = now
        if here.advice_wanted:
            try:
                _suggest(here, here.seconds)
            except InvalidInput as error:  # no advisor for these rules: said once, then the session goes on without
                here.advice_wanted = False
                here.screen.print(f"{error.problems[0].reason}: the session goes on without suggestions", markup=False, soft_wrap=True)
        if not here.advice_wanted:
            here.screen.print(_whose_decision(table), style="cyan", markup=False, soft_wrap=True)


def _whose_decision(table: Table) -> str:
    moment = table.game.reader.moment(table.position)
    words = moment if table.who in moment else f"{table.who} decides{f': {moment}' if moment else ''}"
    return f"{words}; moves lists what can be done"


# What is shown


def _draw(here: _Sitting) -> None:
    here.screen.print(text_renderer(here.table.game).picture(here.table.position))


def _draw_aim(here: _Sitting) -> None:
    advice = here.table.advice
    if advice is None or advice.aim is None:
        raise InvalidInput([Problem("aim", "there is no suggestion here that aims at a castle")])
    here.screen.print(text_renderer(here.table.game).aim(here.table.position, advice.aim))


def _draw_svg(here: _Sitting, rest: list[str]) -> None:
    from castlewise.cli.drawing import FORCE, SVG, target, write_svg

    force = FORCE in rest
    names = [word for word in rest if word != FORCE]
    if len(names) != 1:
        raise InvalidInput([Problem("svg", "expected the name of one file")])
    place = target(names[0], "svg", SVG, force=force)
    assert place is not None
    advice = here.table.advice
    best, aim = (advice.best.moves, advice.aim) if advice is not None else ((), None)
    write_svg(place, here.table.position, best, aim=aim)
    here.screen.print(f"drawn in {place}", soft_wrap=True)


def _list_moves(here: _Sitting) -> None:
    game, position = here.table.game, here.table.position
    moves = game.moves(position)
    for move in moves[:_MOST_MOVES]:
        here.screen.print(f"  {game.short(position, move):18} {game.describe(position, move)}", markup=False, soft_wrap=True)
    if len(moves) > _MOST_MOVES:
        here.screen.print(f"  ... and {len(moves) - _MOST_MOVES} more of this kind")


def _wants_a_decision(here: _Sitting, command: str) -> None:
    if here.table.node is not Node.CHOICE:
        raise InvalidInput([Problem(command, "there is nothing to decide here")])


def _suggest(here: _Sitting, seconds: float) -> None:
    _wants_a_decision(here, "suggest")
    out = here.screen
    with status("thinking"):
        advice = here.table.advice = advised(here.table.position, seconds, here.table.seed)
    print_candidates(out, advice, _SHOWN)
    for remark in advice.remarks:
        if remark not in here.said:
            out.print(remark, style="dim", markup=False, soft_wrap=True)
    here.said.update(advice.remarks)
