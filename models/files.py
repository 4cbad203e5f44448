"""Files: those of others are read with a limit on their size, ours are written beside their place and renamed.

What a newcomer would get wrong: opening a file for writing empties it, so that a full disk, or Ctrl-C at the wrong moment, costs what was there. So nothing
of ours is opened where it belongs: whoever looks there finds the old content or the new one, never a part.
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

from castlewise.models.problems import InvalidInput, Problem

MOST_BYTES = 20_000_000  # of a file or of standard input: a hundred times the longest record
STANDARD_INPUT = "standard input"


def read_file(path: str | Path, what: str, *, most: int = MOST_BYTES) -> bytes:
    """The content of a file that somebody named; raises InvalidInput if there is none, or too much of it. `what` is what it should be."""
    if not str(path):
        raise InvalidInput([Problem(what, "no file is named")])
    try:
        with open(path, "rb") as file:
            content = file.read(most + 1)  # a device may have no end
    except (OSError, ValueError) as error:
        raise InvalidInput([Problem(str(path), f"cannot be read as {what}: {why(error)}")]) from None
    return _not_too_long(content, str(path), most)


def read_standard_input(*, most: int = MOST_BYTES) -> bytes:
    return _not_too_long(sys.stdin.buffer.read(most + 1), STANDARD_INPUT, most)


def _not_too_long(content: bytes, place: str, most: int) -> bytes:
    if len(content) > most:
        raise InvalidInput([Problem(place, f"is too long: {most:,} bytes at most")])
    return content


def write_file(path: str | Path, content: str | bytes, place: str = "") -> None:
    """A file with its content; raises InvalidInput if that cannot be, and then what was there stays. `place` is where the file was named: an option."""
    try:
        with written_aside(path) as file:
            file.write(content.encode() if isinstance(content, str) else content)
    except (OSError, ValueError) as error:
        raise InvalidInput([cannot_be_written(path, error, place)]) from None


def cannot_be_written(path: str | Path, error: OSError | ValueError, place: str = "") -> Problem:
    words = f"cannot be written: {why(error)}"
    return Problem(place, f"{path} {words}") if place else Problem(str(path), words)


def why(error: OSError | ValueError) -> str:
    """The reason for which a file could not be used."""
    if isinstance(error, OSError):
        return error.strerror or str(error)
    return "a file's name cannot have such a character"  # NUL, or a lone surrogate


@contextmanager
def written_aside(path: str | Path) -> Iterator[IO[bytes]]:
    """A file to write to, that takes the place of another one when it is whole and on the disk."""
    place = Path(os.path.realpath(path))  # a link stays one
    if place.exists() and not place.is_file():  # a device or a pipe: there is nothing to lose, and nothing to rename
        with place.open("wb") as device:
            yield device
        return
    if place.exists() and not os.access(place, os.W_OK):  # renaming would not mind
        raise PermissionError(13, os.strerror(13), str(place))
    number, beside = tempfile.mkstemp(dir=place.parent, prefix=f".{place.name[:40]}.", suffix=".part")
    try:
        with os.fdopen(number, "wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        os.chmod(beside, place.stat().st_mode & 0o7777 if place.exists() else 0o666 & ~_mask())
        os.replace(beside, place)
    except BaseException:
        with suppress(OSError):
            os.unlink(beside)
        raise


def _mask() -> int:
    """The permissions that new files do not get."""
    mask = os.umask(0o077)
    os.umask(mask)
    return mask
