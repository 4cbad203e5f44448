"""How a command ends: with its exit code, a message for a person, and without a traceback, whatever comes out of it.

    0 answered    1 a true "no"    2 bad input, or a file that cannot be used    3 gave up for time    4 an error of castlewise's own
    5 it depends on a face-down card    130 interrupted with nothing to show    141 nobody read the output to its end

What a newcomer would get wrong: click ends with 1 when input ends early and when a pipe is closed, and here 1 means that the answer is no. So a command's
errors are taken out of its hands (`Commands`).
"""

from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from typer import Context
from typer.core import TyperGroup

from castlewise.cli.output import BAD_INPUT, INTERRUPTED, NOBODY_READS, UNEXPECTED
from castlewise.models.problems import AmbiguousMove, IllegalMove, InvalidInput, printable
from castlewise.models.version import castlewise_version

DEBUG = "--debug"
_ROOMS = Path(__file__).parent.parent


class _Ended(BaseException):
    """A command ended with an error, its cause, that click must not see."""


class Commands(TyperGroup):
    def invoke(self, ctx: Context) -> Any:  # type: ignore[override]
        try:
            return super().invoke(ctx)
        except (EOFError, OSError, KeyboardInterrupt) as error:
            raise _Ended from error


def ended(command: Callable[..., Any]) -> int:
    """Run the command that was typed, and say how it ended; the exit code."""
    _open_what_is_closed()
    debug = DEBUG in sys.argv[1:]
    sys.argv[1:] = [word for word in sys.argv[1:] if word != DEBUG]
    try:
        code = _code_of(command, debug)
        with suppress(AttributeError):
            sys.stdout.flush()
    except _Ended as end:
        code = _told(end.__cause__ or end, debug)
    except (Exception, KeyboardInterrupt) as error:
        code = _told(error, debug)
    with suppress(OSError, ValueError):
        sys.stderr.flush()
    return code


def _code_of(command: Callable[..., Any], debug: bool) -> int:
    try:
        code = command(standalone_mode=False)
    except SystemExit as end:
        if isinstance(end.__context__, BrokenPipeError):  # rich has seen it before us
            return NOBODY_READS
        return end.code if isinstance(end.code, int) else UNEXPECTED if end.code else 0
    return code if isinstance(code, int) else 0


def _open_what_is_closed() -> None:
    """A command may be started without standard input or output; then there is nothing to read, and nobody reads."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode))  # noqa: SIM115 - for as long as the program runs
    with suppress(AttributeError, ValueError):
        sys.stdout.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]


def _told(error: BaseException, debug: bool) -> int:
    """Say what went wrong; the exit code for it."""
    if isinstance(error, KeyboardInterrupt):
        return INTERRUPTED
    if isinstance(error, BrokenPipeError):
        sys.stdout = sys.stderr = open(os.devnull, "w")  # noqa: SIM115 - Python itself flushes both at the end, and would complain
        return NOBODY_READS
    if debug and not _is_usage(error):
        traceback.print_exception(error)
    code, lines = _words(error)
    for line in lines:
        with suppress(OSError, ValueError):
            print(f"castlewise: {printable(line)}", file=sys.stderr)
    if isinstance(error, OSError):  # what is still to be written would fail again
        sys.stdout = open(os.devnull, "w")  # noqa: SIM115
    return code


def _is_usage(error: BaseException) -> bool:
    """Whether an error is click's own, about what was typed."""
    return callable(getattr(error, "format_message", None))


def _words(error: BaseException) -> tuple[int, list[str]]:
    if isinstance(error, InvalidInput):
        return BAD_INPUT, [str(problem) for problem in error.problems]
    if isinstance(error, (IllegalMove, AmbiguousMove)):
        return BAD_INPUT, [str(error)]
    if _is_usage(error):
        usage: Any = error
        at = getattr(getattr(usage, "ctx", None), "command_path", "castlewise")
        return BAD_INPUT, [f"{usage.format_message()} (see {at} --help)"] if usage.format_message() else []
    if type(error).__name__ == "BrokenProcessPool":  # importing it would cost every command some time
        return UNEXPECTED, ["a process that worked for it was killed (too little memory?); fewer of them need less: --jobs 1"]
    if isinstance(error, MemoryError):
        return UNEXPECTED, ["there is not enough memory for this"]
    if isinstance(error, OSError):  # a full disk, a file that vanished
        name = error.filename if isinstance(error.filename, str) else "output"
        return BAD_INPUT, [f"{name}: {error.strerror or error}"]
    return UNEXPECTED, [f"an error of castlewise's own: {_one_line(error)}; please report this line with the command ({DEBUG} shows more)"]


def _one_line(error: BaseException) -> str:
    """What happened and where, short."""
    ours = [step for step in traceback.extract_tb(error.__traceback__) if Path(step.filename).is_relative_to(_ROOMS)]
    step = ours[-1] if ours else None
    where = f" at {Path(step.filename).relative_to(_ROOMS)}:{step.lineno}" if step else ""
    said = " ".join(str(error).split())
    return f"{type(error).__name__}{': ' + said[:200] if said else ''}{where}, castlewise {castlewise_version()}"
