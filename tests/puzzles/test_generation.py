"""Puzzles on demand: the same whatever interrupts it, on however many cores; every candidate's outcome counted."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import time
from contextlib import closing
from pathlib import Path

import pytest

from castlewise.puzzles.generation import Order, generate
from castlewise.puzzles.store import ACCEPTED, DUPLICATE, Store
from command import COMMAND, ENVIRONMENT

ORDER = Order("last", count=3, seed=5)


def test_the_same_order_gives_the_same_puzzles(tmp_path: Path) -> None:
    first = generate(ORDER, Store(tmp_path / "one.sqlite"), jobs=1)
    second = generate(ORDER, Store(tmp_path / "two.sqlite"), jobs=1)
    assert first.puzzles == second.puzzles
    assert [puzzle.id for puzzle in first.puzzles] == [puzzle.id for puzzle in second.puzzles]
    assert len(first.puzzles) == ORDER.count
    assert first.reasons == second.reasons
    assert first.reasons[ACCEPTED] == ORDER.count
    assert sum(first.reasons.values()) == first.tried


def test_an_order_goes_on_where_it_was(tmp_path: Path) -> None:
    store = Store(tmp_path / "puzzles.sqlite")
    few = generate(Order("last", count=1, seed=5), store, jobs=1)
    more = generate(ORDER, store, jobs=1)
    whole = generate(ORDER, Store(tmp_path / "other.sqlite"), jobs=1)
    assert more.puzzles == whole.puzzles
    assert more.puzzles[0] == few.puzzles[0]
    assert few.tried + more.tried == whole.tried
    assert generate(ORDER, store, jobs=1).tried == 0


def test_a_level_is_asked_for(tmp_path: Path) -> None:
    store = Store(tmp_path / "puzzles.sqlite")
    harvest = generate(Order("last", level=4, count=1, seed=5), store, jobs=1)
    assert [puzzle.level for puzzle in harvest.puzzles] == [4]
    assert harvest.reasons[ACCEPTED] == 1
    others = {reason for reason in harvest.reasons if reason.startswith("of level")}
    assert f"of level {harvest.puzzles[0].level}" not in others
    # Those of another level are looked at again when that level is asked for.
    wanted = generate(Order("last", count=2, seed=5), store, jobs=1)
    assert len(wanted.puzzles) == 2


def test_the_same_puzzle_from_another_seed_is_a_duplicate(tmp_path: Path) -> None:
    store = Store(tmp_path / "puzzles.sqlite")
    puzzle = generate(Order("last", count=1, seed=5), store, jobs=1).puzzles[0]
    assert store.note("last", "", puzzle.seed + 1_000, ACCEPTED, puzzle) == DUPLICATE
    assert [(kept.id, kept) for kept in store.puzzles("last")] == [(puzzle.id, puzzle)]
    assert store.reasons("last", "")[DUPLICATE] == 1


def test_a_run_that_is_killed_loses_and_repeats_nothing(tmp_path: Path) -> None:
    path = tmp_path / "puzzles.sqlite"
    command = [str(COMMAND), "puzzle", "new", "--kind", "last", "--count", "6", "--seed", "5", "--jobs", "1", "--store", str(path)]
    started = subprocess.Popen(command, env=ENVIRONMENT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    deadline = time.monotonic() + 60
    while accepted_in(path) < 2 and started.poll() is None and time.monotonic() < deadline:
        time.sleep(0.02)
    started.send_signal(signal.SIGKILL)
    started.wait()
    before = candidates_in(path)
    kept = {puzzle.id for puzzle in Store(path).puzzles()}
    assert len(kept) >= 2
    order = Order("last", count=6, seed=5)
    resumed = generate(order, Store(path), jobs=1)
    whole = generate(order, Store(tmp_path / "whole.sqlite"), jobs=1)
    assert resumed.puzzles == whole.puzzles
    assert kept <= {puzzle.id for puzzle in whole.puzzles}
    assert resumed.tried == whole.tried - before


def accepted_in(path: Path) -> int:
    return counted(path, "SELECT COUNT(*) FROM puzzles")


def candidates_in(path: Path) -> int:
    return counted(path, "SELECT COUNT(*) FROM candidates")


def counted(path: Path, question: str) -> int:
    if not path.exists():
        return 0
    try:
        with closing(sqlite3.connect(path)) as file:
            return int(file.execute(question).fetchone()[0])
    except sqlite3.OperationalError:  # not made yet
        return 0


@pytest.mark.skipif((os.cpu_count() or 1) < 2, reason="one core")
def test_two_cores_find_the_same(tmp_path: Path) -> None:
    order = Order("last", count=2, seed=5)
    two = generate(order, Store(tmp_path / "two.sqlite"), jobs=2)
    assert two.puzzles == generate(order, Store(tmp_path / "one.sqlite"), jobs=1).puzzles
