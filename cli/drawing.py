"""What a command writes into a file that was named: drawings, booklets, puzzles, records, games.

A file of the same kind is replaced; one that holds anything else is somebody's work, and is replaced only with --force. That is found out before a command
begins to think, not after.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from castlewise.cli.positions import CASTLE_PANIC
from castlewise.models import files
from castlewise.models.problems import InvalidInput, Problem

FORCE = "--force"
SVG, HTML, PDF = (b"<svg",), (b"<!doctype html",), (b"%pdf-",)
PUZZLES, RECORD, GAMES = (b'{"castlewise-puzzle"',), (b'{"castlewise-record"',), (b'{"castlewise-game"',)
VALUES, CASTLE_VALUES = (b'{\n "rules"',), (b"pk\x03\x04",)


@dataclass(frozen=True)
class Target:
    """A file to write, and the option that named it. `beginnings`: how files of the kind that will be written begin, in small letters."""

    path: str
    option: str
    beginnings: tuple[bytes, ...]

    def __str__(self) -> str:
        return self.path

    @property
    def suffix(self) -> str:
        return Path(self.path).suffix


def target(path: str | Path | None, option: str, beginnings: tuple[bytes, ...], *, force: bool) -> Target | None:
    """A file that may be written, None if none was named; raises InvalidInput if something else is there."""
    if path is None:
        return None
    found = Target(str(path), option, beginnings)
    if not found.path:
        raise InvalidInput([Problem(option, "no file is named")])
    if reason := _unwritable(Path(found.path)):
        raise InvalidInput([Problem(option, f"{found.path} cannot be written: {reason}")])
    if not force and (reason := _in_the_way(Path(found.path), beginnings)):
        raise InvalidInput([Problem(option, f"{found.path} {reason}; {FORCE} replaces it")])
    return found


def _unwritable(path: Path) -> str:
    """Why nothing can be written to a place, as far as that can be seen; empty if it can."""
    try:
        if path.is_dir():
            return "it is a folder"
        if not path.parent.is_dir():
            return f"there is no folder {path.parent}"
        if not (os.access(path if path.exists() else path.parent, os.W_OK)):
            return "that is not permitted"
    except (OSError, ValueError) as error:
        return files.why(error)
    return ""


def _in_the_way(path: Path, beginnings: tuple[bytes, ...]) -> str:
    """What is in the place of a file to be written; empty if nothing is, or a file of the same kind."""
    try:
        if not path.is_file():
            return ""
        with path.open("rb") as file:
            begins = file.read(100).lstrip().lower()
    except (OSError, ValueError):
        return "is there already and cannot be read"
    return "" if not begins or begins.startswith(beginnings) else "is there already and holds something else"


def write_svg(place: Target, position: Any, moves: Sequence[int] = (), *, aim: Any = None, title: str | None = None) -> None:
    """`moves`, made from the position one after the other, or what they aim at, are drawn into it as the game's drawing knows how."""
    if position.game.name == CASTLE_PANIC:
        from castlewise.render.castle_panic_svg import board_svg

        drawn = board_svg(position, hits=moves, title=title)
    else:
        from castlewise.render.castellion_svg import position_svg

        drawn = position_svg(position, title=title or "", aim=aim)
    write_file(place, drawn)


def write_file(place: Target, content: str | bytes) -> None:
    """A file with its content, or a message that says why not; then what was there stays."""
    files.write_file(place.path, content, place.option)


@contextmanager
def written_aside(place: Target) -> Iterator[IO[bytes]]:
    """The same for a file that is written bit by bit; it takes its place when it is whole."""
    try:
        with files.written_aside(place.path) as file:
            yield file
    except (OSError, ValueError) as error:
        raise InvalidInput([files.cannot_be_written(place.path, error, place.option)]) from None
