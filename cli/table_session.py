"""A game at the table as it is kept: every move goes to the end of a record at once, so that a crash costs no more than the line being typed.

The record is the one that every command reads (castlewise.models.game_record). It only ever grows: taking back is a line of its own.
"""

from __future__ import annotations

import os
from io import BufferedRandom
from pathlib import Path
from typing import Any, Self

from castlewise.cli.positions import game_of, replayed
from castlewise.models.contract import Node
from castlewise.models.game_record import GameRecord, header_line, move_line, read_record, result_line, undo_line
from castlewise.models.problems import InvalidInput, Problem

try:
    import fcntl
except ImportError:  # a system without it does without the lock
    fcntl = None  # type: ignore[assignment]


class TableSession:
    """The positions of a game so far and the file they are kept in."""

    def __init__(self, record: GameRecord, positions: list[Any], file: BufferedRandom, path: Path) -> None:
        self.record, self.positions, self.path = record, positions, path
        self._file = file

    @classmethod
    def begin(cls, position: Any, path: Path, *, seed: int | None) -> Self:
        """A new game in a new file."""
        try:
            file = path.open("x+b")
        except FileExistsError:
            raise InvalidInput([Problem(str(path), f"is there already; go on with it: castlewise play {path}")]) from None
        except OSError as error:
            raise InvalidInput([Problem(str(path), f"cannot be written: {error.strerror}")]) from None
        _lock(file, path)
        session = cls(GameRecord.begin(position.game, position, seed=seed), [position], file, path)
        session._keep(header_line(session.record))
        return session

    @classmethod
    def resume(cls, path: Path, components: str | None) -> Self:
        """Go on with a game. A last line that was cut off never counted."""
        try:
            file = path.open("r+b")
        except OSError as error:
            raise InvalidInput([Problem(str(path), f"cannot be opened: {error.strerror}")]) from None
        _lock(file, path)
        content = file.read()
        whole = content[: content.rfind(b"\n") + 1]
        read = read_record(whole, place=str(path))
        game = game_of(read, components)
        positions = replayed(read, components)
        if len(whole) < len(content):
            file.truncate(len(whole))
        file.seek(0, os.SEEK_END)
        record = GameRecord.begin(game, positions[0], seed=read.seed)
        record.moves, record.result = read.moves, read.result
        session = cls(record, positions, file, path)
        session._note_result()
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
        self._keep(undo_line(count))
        del self.record.moves[-count:]
        del self.positions[-count:]
        self.record.result = None

    def close(self) -> None:
        self._file.close()

    def _note_result(self) -> None:
        if self.record.result is None and self.game.node(self.position) is Node.OVER:
            self.record.result = self.game.result(self.position)
            assert self.record.result is not None
            self._keep(result_line(self.record.result))

    def _keep(self, line: str) -> None:
        self._file.write(line.encode())
        self._file.flush()
        os.fsync(self._file.fileno())


def _lock(file: BufferedRandom, path: Path) -> None:
    """Two sessions must not write to one record."""
    if fcntl is None:
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        file.close()
        raise InvalidInput([Problem(str(path), "is being played in another window")]) from None
