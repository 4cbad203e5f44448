"""What a person sees while rules are compiled: what for, which of how many, about how long, and on a terminal how far it is."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

SECONDS_A_RULE = 0.055  # of a core, on the machine of docs/speed.md
_TRANSLATED = 0.75  # of the time, the rest is making machine code of the whole
_NOT_BEFORE = 0.2  # seconds between two signs of life


class Announcement:
    """A line on stderr, drawn again as the work goes on if that is a terminal."""

    def __init__(self, name: str, rules: int, which: str) -> None:
        self.line = f"castlewise: compiling {name} for this machine ({which}once; about {max(1, round(rules * SECONDS_A_RULE))} s) ..."
        self.rules = rules
        self.translated = 0
        self._drawn = 0.0
        self._live = sys.stderr.isatty()
        print(self.line, end="" if self._live else "\n", file=sys.stderr, flush=True)

    def rule_translated(self) -> None:
        self.translated += 1
        if self._live and time.monotonic() - self._drawn > _NOT_BEFORE:
            self._drawn = time.monotonic()
            print(
                f"\r{self.line} {_TRANSLATED * self.translated / max(self.rules, self.translated):4.0%}",
                end="",
                file=sys.stderr,
                flush=True,
            )

    def done(self) -> None:
        if self._live:
            print(f"\r{self.line} 100%", file=sys.stderr, flush=True)


@contextmanager
def announced(name: str, rules: int, which: str) -> Iterator[Announcement]:
    """Within this rules are compiled."""
    with without_echo():
        announcement = Announcement(name, rules, which)
        yield announcement
        announcement.done()


@contextmanager
def without_echo() -> Iterator[None]:
    """Lines typed meanwhile are not shown where they would stand in the way of what is printed; they are read afterwards."""
    before: Any = None
    with suppress(Exception):  # no terminal, or not one of this kind
        import termios

        before = termios.tcgetattr(sys.stdin)
        quiet = [*before]
        quiet[3] &= ~termios.ECHO
        termios.tcsetattr(sys.stdin, termios.TCSANOW, quiet)
    try:
        yield
    finally:
        if before is not None:
            termios.tcsetattr(sys.stdin, termios.TCSANOW, before)
