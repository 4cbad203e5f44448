"""Where puzzles are kept, and what became of every candidate: one SQLite file.

A candidate's outcome and its puzzle are written in one transaction as soon as they are known. So a run that is killed has lost at most the candidates that were
being looked at, and going on from there repeats nothing.
"""

from __future__ import annotations

import json
import sqlite3
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from castlewise.models.problems import InvalidInput, Problem
from castlewise.puzzles.puzzle import Puzzle, from_json, to_line

ACCEPTED, DUPLICATE = "accepted", "a duplicate"
OTHER_LEVEL = "of level "

_TABLES = """
CREATE TABLE IF NOT EXISTS puzzles (
    id TEXT PRIMARY KEY, kind TEXT NOT NULL, level INTEGER NOT NULL, rules TEXT NOT NULL, seed INTEGER NOT NULL, line TEXT NOT NULL
);
CREATE TABLE IF NOT EXISTS candidates (
    kind TEXT NOT NULL, rules TEXT NOT NULL, seed INTEGER NOT NULL, outcome TEXT NOT NULL, PRIMARY KEY (kind, rules, seed)
);
"""


class Store:
    """A file of puzzles; made when it is first opened."""

    def __init__(self, path: Path | str) -> None:
        self.path = Path(path)
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self._file = sqlite3.connect(self.path, timeout=30)
            if self._is_of_somebody_else():
                raise sqlite3.DatabaseError("it is the database of another program")
            self._file.execute("PRAGMA journal_mode = WAL")
            self._file.executescript(_TABLES)
        except (sqlite3.Error, OSError, ValueError) as error:
            raise self._unusable(error) from None

    def close(self) -> None:
        self._file.close()

    def _is_of_somebody_else(self) -> bool:
        tables = {name for (name,) in self._file.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        return bool(tables) and not {"puzzles", "candidates"} <= tables

    def _unusable(self, error: Exception) -> InvalidInput:
        return InvalidInput([Problem(str(self.path), f"cannot be used as a store of puzzles: {error}")])

    @contextmanager
    def _used(self) -> Iterator[None]:
        """Within this whatever is wrong with the file, or the disk, is said of it."""
        try:
            yield
        except sqlite3.Error as error:
            raise self._unusable(error) from None

    def note(self, kind: str, rules: str, seed: int, outcome: str, puzzle: Puzzle | None = None) -> str:
        """Write down what became of a candidate; returns the outcome, which for a puzzle that is there already is another."""
        with self._used(), self._file:
            if puzzle is not None:
                row = (puzzle.id, kind, puzzle.level, rules, seed, to_line(puzzle))
                if self._file.execute("INSERT OR IGNORE INTO puzzles VALUES (?, ?, ?, ?, ?, ?)", row).rowcount == 0:
                    outcome = DUPLICATE
            self._file.execute("INSERT OR REPLACE INTO candidates VALUES (?, ?, ?, ?)", (kind, rules, seed, outcome))
        return outcome

    def outcomes(self, kind: str, rules: str, first: int, last: int) -> dict[int, str]:
        """By seed, what became of the candidates from one seed to another."""
        with self._used():
            found = self._file.execute(
                "SELECT seed, outcome FROM candidates WHERE kind = ? AND rules = ? AND seed BETWEEN ? AND ?", (kind, rules, first, last)
            )
            return dict(found.fetchall())

    def puzzles(self, kind: str | None = None, level: int | None = None, rules: str | None = None) -> Iterator[Puzzle]:
        """By kind and seed."""
        asked = {"kind": kind, "level": level, "rules": rules}
        stated = {name: value for name, value in asked.items() if value is not None}
        where = " AND ".join(f"{name} = ?" for name in stated) or "1"
        with self._used():
            asked_for = self._file.execute(f"SELECT line FROM puzzles WHERE {where} ORDER BY kind, seed", tuple(stated.values()))
            rows = asked_for.fetchall()
        for (line,) in rows:
            yield self._read(line)

    def _read(self, line: object) -> Puzzle:
        try:
            value = json.loads(line) if isinstance(line, str) else None
        except (ValueError, RecursionError):
            value = None
        return from_json(value, str(self.path))

    def find(self, id: str) -> Puzzle | None:
        with self._used():
            row = self._file.execute("SELECT line FROM puzzles WHERE id = ?", (id,)).fetchone()
        return None if row is None else self._read(row[0])

    def reasons(self, kind: str, rules: str) -> Counter[str]:
        """How often candidates came to what."""
        with self._used():
            rows = self._file.execute("SELECT outcome, COUNT(*) FROM candidates WHERE kind = ? AND rules = ? GROUP BY outcome", (kind, rules))
            return Counter(dict(rows.fetchall()))
