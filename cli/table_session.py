"""A game at the table as it is kept: every move goes to the end of a record at once, so that a crash costs no more than the line being typed.

The record is the one that every command reads (castlewise.models.game_record). It only ever grows: taking back is a line of its own.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from io import BufferedRandom
from itertools import count
from pathlib import Path
from typing import Any, Self

from filelock import FileLock, Timeout

from castlewise.cli.positions import readable, say_where_it_ends
from castlewise.models.contract import Node
from castlewise.models.files import cannot_be_written, read_file, why, write_file
from castlewise.models.game_record import GameRecord, header_line, move_line, result_line, undo_line
from castlewise.models.problems import InvalidInput, Problem


class TableSession:
    """The positions of a game so far and the file they are kept in."""

    def __init__(self, record: GameRecord, positions: list[Any], file: BufferedRandom, path: Path, lock: FileLock) -> None:
        self.record, self.positions, self.path = record, positions, path
        self._file = file
        self._lock = lock

    @classmethod
    def begin(cls, position: Any, path: Path, *, seed: int | None) -> Self:
        """A new game in a new file."""
        try:
            file = path.open("x+b")
        except FileExistsError:
            raise InvalidInput([Problem(str(path), f"is there already; go on with it: castlewise play {path}")]) from None
        except (OSError, ValueError) as error:
            raise InvalidInput([cannot_be_written(path, error)]) from None
        session = cls(GameRecord.begin(position.game, position, seed=seed), [position], file, path, _lock(path))
        session._keep(header_line(session.record))
        return session

    @classmethod
    def resume(cls, path: Path, components: str | None) -> Self:
        """Go on with a game. A last line that was cut off never counted."""
        try:
            file = path.open("r+b")
        except (OSError, ValueError) as error:
            raise InvalidInput([Problem(str(path), f"cannot be opened: {why(error)}")]) from None
        lock = _lock(path)
        try:
            content = read_file(path, "the record of a game")
            whole = content[: content.rfind(b"\n") + 1]
            read = readable(whole, str(path), components)
            say_where_it_ends(read)
            good = b"".join(line + b"\n" for line in whole.split(b"\n")[: read.lines])
            if len(good) < len(whole):
                _set_aside(path, content)
            if len(good) < len(content):
                file.truncate(len(good))
            file.seek(0, os.SEEK_END)
            record = GameRecord.begin(read.positions[0].game, read.positions[0], seed=read.record.seed)
            record.moves, record.result = read.record.moves, read.record.result
            session = cls(record, read.positions, file, path, lock)
            session._note_result()
        except BaseException:
            file.close()
            lock.release()
            raise
        return session

    @property
    def position(self) -> Any:
        return self.positions[-1]

    @property
    def game(self) -> Any:
        return self.positions[0].game

    @property
    def moves(self) -> int:
        return len(self.record.moves)

    def make(self, move: int) -> str:
        """Make a move and keep it; the move in words."""
        here = self.position
        after = self.game.apply(here, move)
        self.record.add(here, move)
        self._keep(move_line(self.moves, self.record.moves[-1]))
        self.positions.append(after)
        self._note_result()
        return self.record.moves[-1].text

    def take_back(self, count: int) -> None:
        if not 1 <= count <= self.moves:  # a record that takes back more than there is could not be read again
            raise InvalidInput([Problem("undo", f"{count} moves cannot be taken back: there are {self.moves}")])
        self._keep(undo_line(count))
        del self.record.moves[-count:]
        del self.positions[-count:]
        self.record.result = None

    def close(self) -> None:
        self._file.close()
        with suppress(OSError):  # while it is still ours
            Path(self._lock.lock_file).unlink()
        self._lock.release()

    def _note_result(self) -> None:
        if self.record.result is None and self.game.node(self.position) is Node.OVER:
            self.record.result = self.game.result(self.position)
            assert self.record.result is not None
            self._keep(result_line(self.record.result))

    def _keep(self, line: str) -> None:
        self._file.write(line.encode())
        self._file.flush()
        os.fsync(self._file.fileno())


def _lock(path: Path) -> FileLock:
    """Two sessions must not write to one record."""
    lock = FileLock(path.with_name(f".{path.name}.lock"))
    try:
        lock.acquire(timeout=0)
    except Timeout:
        raise InvalidInput([Problem(str(path), "is being played in another window")]) from None
    except (OSError, NotImplementedError):  # a folder without room for a lock, or without locks
        pass
    return lock


def _set_aside(path: Path, content: bytes) -> None:
    """Keep a record as it was, beside the one that goes on: what castlewise cannot read may be worth something to its owner."""
    numbers = (path.with_name(f"{path.name}.unread-{number}") for number in count(1))
    aside = next(place for place in numbers if not place.exists())
    write_file(aside, content)
    print(f"castlewise: all of it as it was is in {aside}", file=sys.stderr)
