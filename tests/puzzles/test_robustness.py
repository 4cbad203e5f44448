"""Puzzles of others, sizes that cannot be, workers that are killed: nothing is believed, nothing is left behind, nothing ends in a traceback."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import subprocess
import time
from pathlib import Path
from typing import Any

import pytest

from castlewise.models.problems import InvalidInput
from castlewise.puzzles.generation import try_candidate
from castlewise.puzzles.kinds import check_rules
from castlewise.puzzles.library import bundled, find
from castlewise.puzzles.proving import verify
from castlewise.puzzles.puzzle import Puzzle, from_json, to_json
from castlewise.puzzles.store import Store
from command import COMMAND, ENVIRONMENT, castlewise

SLAY = next(puzzle for puzzle in bundled() if puzzle.kind == "slay")
FINISH = next(puzzle for puzzle in bundled() if puzzle.kind == "finish")


def lying(puzzle: Puzzle, **lies: Any) -> Puzzle:
    said = to_json(puzzle)
    for key, lie in lies.items():
        if key == "says":
            said["proof"]["provers"][-1]["says"] = lie
        elif key == "solver":
            said["proof"]["provers"][-1]["solver"] = lie
        else:
            said[key] = lie
    return from_json(said)


def test_puzzles_that_do_not_lie_are_verified() -> None:
    assert not verify(SLAY)
    assert not verify(FINISH)


@pytest.mark.parametrize("puzzle", [SLAY, FINISH], ids=["slay", "finish"])
@pytest.mark.parametrize(
    ("lies", "place"),
    [
        ({"seed": 1}, "seed"),
        ({"seed": 10**30}, "seed"),
        ({"rules": "size=5x4"}, ""),
        ({"rules": "nonsense"}, ""),
        ({"says": "there are a thousand solutions"}, "provers"),
        ({"solver": "my own"}, "provers"),
    ],
)
def test_a_lying_seed_rules_or_prover_does_not_pass(puzzle: Puzzle, lies: dict[str, Any], place: str) -> None:
    problems = verify(lying(puzzle, **lies))
    assert problems
    assert any(place in problem.place for problem in problems)


def test_a_prover_that_is_left_out_or_invented_does_not_pass() -> None:
    said = to_json(SLAY)
    said["proof"]["provers"].append(said["proof"]["provers"][0])
    assert any("provers" in problem.place for problem in verify(from_json(said)))


def file_of(folder: Path, *puzzles: Puzzle) -> Path:
    file = folder / "others.jsonl"
    file.write_text("".join(json.dumps(to_json(puzzle)) + "\n" for puzzle in puzzles))
    return file


def test_a_booklet_says_proved_only_of_what_was(tmp_path: Path) -> None:
    file, booklet = file_of(tmp_path, lying(SLAY, seed=1)), tmp_path / "booklet.html"
    done = castlewise("puzzle", "pack", file, "--out", booklet)
    assert (done.returncode, booklet.exists()) == (2, False)
    assert "does not make it" in done.stderr
    assert castlewise("puzzle", "pack", file, "--out", booklet, "--unverified").returncode == 0
    assert "proved" not in booklet.read_text()
    assert castlewise("puzzle", "pack", file_of(tmp_path, SLAY), "--out", booklet).returncode == 0
    assert "proved by going through everything" in booklet.read_text()


@pytest.mark.parametrize("command", ["show", "solve", "rate", "verify"])
def test_markup_and_control_characters_of_others_are_harmless(tmp_path: Path, command: str) -> None:
    """Also of two puzzles, which are listed with their themes."""
    themes = ["[/x]", "[bold red]", "\x1b[2J\x07\x9b", ":bomb:", "\u202e"]
    for puzzles in ([lying(SLAY, themes=themes)], [lying(SLAY, themes=themes), FINISH]):
        done = castlewise("puzzle", command, file_of(tmp_path, *puzzles))
        said = done.stdout + done.stderr
        assert done.returncode in (0, 1, 2)
        assert "Traceback" not in said
        assert not any(letter in said for letter in "\x1b\x07\x9b\u202e")
        if command == "verify":
            assert done.returncode == 1
            assert "[/x], [bold red], " in said
            assert ":bomb:" in said


# Rules


@pytest.mark.parametrize("rules", ["size=1x1", "size=1x3", "size=6x1", "expert", "two-player,size=5x4", "vigil"])
@pytest.mark.parametrize("kind", ["finish", "blank", "last", "trick"])
def test_rules_that_a_kind_cannot_keep_are_refused(kind: str, rules: str) -> None:
    with pytest.raises(InvalidInput, match="--rules"):
        check_rules(kind, rules)
    with pytest.raises(InvalidInput, match="--rules"):
        find(f"{kind}:1:{rules}", Path("none"))


def test_no_size_that_is_taken_brings_a_candidate_down() -> None:
    for width in range(1, 7):
        for height in range(1, 7):
            for kind in ("finish", "blank", "last", "trick"):
                try:
                    check_rules(kind, f"size={width}x{height}")
                except InvalidInput:
                    continue
                if width * height <= 16:
                    try_candidate(kind, width + height, f"size={width}x{height}", None)


# The store


def test_a_database_of_another_program_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "places.sqlite"
    with sqlite3.connect(path) as file:
        file.execute("CREATE TABLE bookmarks (url TEXT)")
    file.close()
    before = path.read_bytes()
    with pytest.raises(InvalidInput, match="another program"):
        Store(path)
    assert path.read_bytes() == before


@pytest.mark.parametrize("line", ["nonsense", "[]", "{}", "[" * 100_000, 7, None])
def test_a_damaged_puzzle_in_the_store_is_said(tmp_path: Path, line: object) -> None:
    store = Store(tmp_path / "store")
    store.note("slay", "", SLAY.seed, "accepted", SLAY)
    store._file.execute("PRAGMA ignore_check_constraints = 1")
    store._file.execute("UPDATE puzzles SET line = ?", ("" if line is None else line,))
    with pytest.raises(InvalidInput, match="store"):
        list(store.puzzles())


def test_tables_of_another_form_are_said(tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / "store") as file:
        file.execute("CREATE TABLE puzzles (x)")
        file.execute("CREATE TABLE candidates (y)")
    file.close()
    store = Store(tmp_path / "store")
    for use in (
        lambda: list(store.puzzles()),
        lambda: store.outcomes("slay", "", 0, 9),
        lambda: store.note("slay", "", 1, "accepted", SLAY),
    ):
        with pytest.raises(InvalidInput, match="cannot be used as a store of puzzles"):
            use()


# Workers


CHILDREN = Path(f"/proc/{os.getpid()}/task/{os.getpid()}/children")


def children_of(process: int) -> list[int]:
    try:
        return [int(number) for number in Path(f"/proc/{process}/task/{process}/children").read_text().split()]
    except OSError:
        return []


def is_alive(process: int) -> bool:
    try:
        state = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"


def at_work(folder: Path) -> tuple[subprocess.Popen[bytes], list[int]]:
    """A search for puzzles on two cores, and its workers (a tracker of resources is among its children, too)."""
    command = [str(COMMAND), "puzzle", "new", "--kind", "last", "--count", "5000", "--jobs", "2", "--store", str(folder / "store")]
    run = subprocess.Popen(command, env=ENVIRONMENT, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    until = time.monotonic() + 60
    while time.monotonic() < until:
        workers = [child for child in children_of(run.pid) if b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes()]
        if len(workers) == 2:
            time.sleep(3)  # until they have begun
            return run, workers
        time.sleep(0.05)
    raise AssertionError("there are no workers")


def gone(processes: list[int]) -> bool:
    until = time.monotonic() + 30
    while any(map(is_alive, processes)) and time.monotonic() < until:
        time.sleep(0.05)
    return not any(map(is_alive, processes))


@pytest.mark.skipif(not CHILDREN.exists(), reason="cannot see a process's children")
def test_no_worker_is_left_when_its_parent_is_killed(tmp_path: Path) -> None:
    run, workers = at_work(tmp_path)
    run.send_signal(signal.SIGKILL)
    run.communicate()
    assert gone(workers)


@pytest.mark.skipif(not CHILDREN.exists(), reason="cannot see a process's children")
def test_a_worker_that_is_killed_is_said_in_a_sentence(tmp_path: Path) -> None:
    run, workers = at_work(tmp_path)
    os.kill(workers[0], signal.SIGKILL)
    _, complaints = run.communicate(timeout=60)
    assert run.returncode == 4
    assert b"Traceback" not in complaints
    assert b"was killed" in complaints
    assert b"goes on from there" in complaints
    assert gone(workers)
