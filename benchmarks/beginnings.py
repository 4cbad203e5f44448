"""Files of positions that games of a benchmark begin at, for each number of players; beside the program that makes them, and named as it is."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path


def _file(program: str) -> Path:
    return Path(program).with_suffix(".json")


def read_beginnings(program: str, players: int) -> list[str]:
    found: list[str] = json.loads(_file(program).read_text())[str(players)]
    return found


def write_beginnings(program: str, make: Callable[[int], list[str]]) -> None:
    _file(program).write_text(json.dumps({players: make(players) for players in range(1, 7)}, indent=0) + "\n")
