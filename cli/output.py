"""How every command answers: on a console for people, as one JSON object for programs, and by its exit code.

docs/json.md documents the objects and the exit codes. What is printed there may grow; a key that goes or changes its meaning makes a new SCHEMA.

What a newcomer would get wrong: much of what is printed was written by others (names of files, puzzles, records). So nothing that goes through a `Screen` is
markup, no control character reaches the terminal, and what the terminal cannot show is drawn with what it can.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import lru_cache
from typing import Any

from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment

from castlewise.models.problems import printable
from castlewise.models.version import castlewise_version
from castlewise.solver.verdict import Outcome

SCHEMA = 1

ANSWERED, NO, BAD_INPUT, GAVE_UP, UNEXPECTED, DEPENDS, INTERRUPTED, NOBODY_READS = 0, 1, 2, 3, 4, 5, 130, 141
EXIT_CODES = {Outcome.SOLVED: ANSWERED, Outcome.IMPOSSIBLE: NO, Outcome.UNKNOWN: GAVE_UP}

_IN_ASCII = str.maketrans(
    {"▲": "A", "■": "#", "●": "o", "±": "~", "─": "-", "╶": "-", "╴": "-", "│": "|", "╷": "|", "╵": "|", "ä": "ae"}
    | dict.fromkeys("┌┐└┘├┤┬┴┼", "+")
    | dict.fromkeys("━╸╺", "-")  # a progress bar
    | dict.fromkeys(map(chr, range(0x2800, 0x2900)), ".")  # what turns while one waits
)


def shown_as(text: str, encoding: str) -> str:
    """A text as a terminal with some encoding can show it, and harmless: control characters but for the end of a line are spelt out.

    >>> shown_as("▲│ 95 ± 2\\x1b[31m", "utf-8"), shown_as("▲│ 95 ± 2", "ascii")
    ('▲│ 95 ± 2\\\\x1b[31m', 'A| 95 ~ 2')
    """
    if text.isascii() and text.isprintable():
        return text
    text = "\n".join(printable(line) for line in text.split("\n"))
    return text if _can_show(text, encoding) else text.translate(_IN_ASCII).encode(encoding, "backslashreplace").decode(encoding)


def _can_show(text: str, encoding: str) -> bool:
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        return False
    return True


class Screen(Console):
    """Where text for people goes. Colours on a terminal only, and not where NO_COLOR is set: rich sees to both."""

    def __init__(self, *, stderr: bool = False, quiet: bool = False) -> None:
        super().__init__(stderr=stderr, quiet=quiet, highlight=False, markup=False, emoji=False)

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        for segment in super().render(renderable, options):
            yield segment if segment.control else Segment(_shown_as(segment.text, self.encoding), segment.style)


_shown_as = lru_cache(4096)(shown_as)


def console(*, quiet: bool = False) -> Screen:
    return Screen(quiet=quiet)


@contextmanager
def status(words: str) -> Iterator[Callable[[str], None]]:
    """A line that says what is going on as long as it does, on a terminal; nothing where errors are not read by a person. It can be told other words."""
    screen = Screen(stderr=True)
    if not screen.is_terminal:
        yield lambda other: None
        return
    from castlewise.models.kernel.announcing import without_echo

    with without_echo(), screen.status(words) as line:
        yield line.update


def print_json(command: str, facts: Mapping[str, Any]) -> None:
    print(json.dumps({"schema": f"castlewise-{command}-{SCHEMA}", "version": castlewise_version(), **facts}))
