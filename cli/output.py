"""How every command answers: on a console for people, as one JSON object for programs, and by its exit code.

docs/json.md documents the objects. What is printed there may grow; a key that goes or changes its meaning makes a new SCHEMA.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import AbstractContextManager, nullcontext
from typing import Any

from rich.console import Console

from castlewise.models.version import castlewise_version
from castlewise.solver.verdict import Outcome

SCHEMA = 1

ANSWERED, NO, BAD_INPUT, GAVE_UP, INTERRUPTED = 0, 1, 2, 3, 130
DEPENDS = 5  # yes and no, by how the cards turn out; 4 is for errors that nobody foresaw
EXIT_CODES = {Outcome.SOLVED: ANSWERED, Outcome.IMPOSSIBLE: NO, Outcome.UNKNOWN: GAVE_UP}


def console(*, quiet: bool = False) -> Console:
    """Colours on a terminal only, and not where NO_COLOR is set: rich sees to both."""
    return Console(highlight=False, quiet=quiet)


def status(words: str) -> AbstractContextManager[object]:
    """A line that says what is going on as long as it does, on a terminal; nothing where errors are not read by a person."""
    screen = Console(stderr=True)
    return screen.status(words) if screen.is_terminal else nullcontext()


def print_json(command: str, facts: Mapping[str, Any]) -> None:
    print(json.dumps({"schema": f"castlewise-{command}-{SCHEMA}", "version": castlewise_version(), **facts}))
