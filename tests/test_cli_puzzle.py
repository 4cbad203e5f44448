"""`castlewise puzzle`: what it prints, what it refuses, and a puzzle played to its end. In this process: a fresh one would load the solvers every time."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from castlewise.cli.main import run
from castlewise.puzzles.library import bundled
from command import built_app

PUZZLES = bundled()
LAST = next(puzzle for puzzle in PUZZLES if puzzle.kind == "last")
BLANK = next(puzzle for puzzle in PUZZLES if puzzle.kind == "blank")
SLAY = next(puzzle for puzzle in PUZZLES if puzzle.kind == "slay")
WAVE = next(puzzle for puzzle in PUZZLES if any(move.startswith("wvw") for move in puzzle.solution))


@dataclass
class Done:
    returncode: int
    stdout: str
    stderr: str


Castlewise = Callable[..., Done]


@pytest.fixture
def castlewise(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Castlewise:
    monkeypatch.setattr("castlewise.cli.main.app", built_app())

    def typed_in(*arguments: str | Path, typed: str = "") -> Done:
        monkeypatch.setattr(sys, "argv", ["castlewise", *map(str, arguments)])
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        with pytest.raises(SystemExit) as left:
            run()
        printed = capsys.readouterr()
        return Done(int(left.value.code or 0), printed.out, printed.err)

    return typed_in


@pytest.fixture
def answer(castlewise: Castlewise) -> Callable[..., str]:
    """The output of a command that has nothing to complain about."""

    def told(*arguments: str | Path) -> str:
        done = castlewise(*arguments)
        assert (done.returncode, done.stderr) == (0, "")
        return done.stdout

    return told


def test_new_makes_puzzles_and_counts_why_others_were_none(tmp_path: Path, answer: Callable[..., str]) -> None:
    out, store = tmp_path / "made.jsonl", tmp_path / "store.sqlite"
    told = answer("puzzle", "new", "--kind", "last", "--count", "2", "--jobs", "1", "--out", out, "--store", store)
    assert "2 accepted" in told
    assert "more than one solution" in told
    ids = [line.split()[0] for line in told.splitlines()[:2]]
    assert [json.loads(line)["id"] for line in out.read_text().splitlines()] == ids
    assert "2 of 2 puzzles verified" in answer("puzzle", "verify", out, "--jobs", "1")
    assert "Last tiles" in answer("puzzle", "show", ids[0], "--store", store)


def test_new_with_the_wizards_tower_needs_one_of_its_cards(tmp_path: Path, answer: Callable[..., str]) -> None:
    made = ["--kind", "slay", "--rules", "wizards-tower", "--seed", "5", "--jobs", "1", "--store", tmp_path / "kept.sqlite", "--json"]
    (puzzle,) = json.loads(answer("puzzle", "new", *made))["puzzles"]
    assert {"needs a Wizard card", "needs a special card"} & set(puzzle["themes"])
    assert [prover["solver"] for prover in puzzle["proof"]["provers"]] == ["enumeration", "CP-SAT", "z3"]


def test_with_the_wizards_tower_a_puzzle_is_played_and_its_cards_are_explained(castlewise: Castlewise) -> None:
    done = castlewise("puzzle", "play", WAVE.id, typed="\n".join(["hint", "hint", "hint", *WAVE.solution]) + "\n")
    assert done.returncode == 0
    assert "Valador's Wave: 4 points of damage" in done.stdout
    assert "where: Look at the" in done.stdout
    assert "Solved, without a wrong move" in done.stdout


def test_show_does_not_give_the_solution_away(answer: Callable[..., str]) -> None:
    told = answer("puzzle", "show", LAST.id)
    assert "With fewer it cannot be done" in told
    assert LAST.solution[0] not in told


def test_solve_gives_moves_and_proof(answer: Callable[..., str]) -> None:
    told = answer("puzzle", "solve", LAST.id)
    assert all(move in told for move in LAST.solution)
    assert "CP-SAT" in told
    assert "z3" in told
    facts = json.loads(answer("puzzle", "solve", LAST.id, "--json"))
    assert (facts["best"], facts["second"]) == ("1", "0")


def test_rate_names_the_players(answer: Callable[..., str]) -> None:
    facts = json.loads(answer("puzzle", "rate", LAST.id, "--json"))["puzzles"][0]
    assert facts["solved_by"] == [number >= LAST.level for number in range(1, 7)]


def test_play_with_hints_in_steps_to_the_end(castlewise: Castlewise) -> None:
    done = castlewise("puzzle", "play", LAST.id, typed="\n".join(["hint", "hint", "hint", *LAST.solution]) + "\n")
    assert done.returncode == 0
    assert [
        line.split(":")[0].removeprefix("> ")
        for line in done.stdout.splitlines()
        if line.removeprefix("> ").startswith(("where:", "what:", "why:"))
    ] == [
        "where",
        "what",
        "why",
    ]
    assert "Solved, without a wrong move and with 3 hints." in done.stdout


def test_play_takes_blanks_in_any_order_and_wrong_ones_back(castlewise: Castlewise) -> None:
    backwards = list(reversed(BLANK.solution))
    where, _, right = backwards[0].partition("=")
    wrong = next((code for code in BLANK.printed if code != right), right)
    done = castlewise("puzzle", "play", BLANK.id, typed="\n".join([f"{where}={wrong}", "9.9=st", "nonsense", *backwards]) + "\n")
    assert done.returncode == 0
    assert "Solved" in done.stdout
    assert "is not hidden" in done.stdout


def test_play_left_early(castlewise: Castlewise) -> None:
    done = castlewise("puzzle", "play", LAST.id, typed="quit\n")
    assert (done.returncode, done.stderr) == (1, "")


def test_every_order_of_commuting_plays_is_right(castlewise: Castlewise) -> None:
    plays = [move for move in SLAY.solution if move != "end"]
    done = castlewise("puzzle", "play", SLAY.id, typed="\n".join([plays[0], "undo", *plays, "end"]) + "\n")
    assert "without a wrong move" in done.stdout


def test_several_plays_go_in_one_line_as_people_tell_them(castlewise: Castlewise) -> None:
    done = castlewise("puzzle", "play", SLAY.id, typed=", ".join(SLAY.solution) + "\n")
    assert "without a wrong move" in done.stdout


def test_pack_is_a_booklet_with_solutions_at_the_end(tmp_path: Path, answer: Callable[..., str]) -> None:
    out = tmp_path / "booklet.html"
    answer("puzzle", "pack", LAST.id, "--out", out)
    text = out.read_text()
    assert text.index("<svg") < text.index("Solutions</h1>") < text.rindex(LAST.id)


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("new", "--kind", "slya"), 'unknown kind "slya" (did you mean "slay"?)'),
        (("new", "--kind", "slay", "--rules", "players=9"), "players"),
        (("new", "--kind", "last", "--rules", "size=9x9"), "size"),
        (
            ("new", "--kind", "odds", "--rules", "wizards-tower"),
            "the kinds slay and hold make puzzles with the Wizard's Tower, odds does not",
        ),
        (("new", "--kind", "slay", "--level", "6"), "slay reaches level 4"),
        (("show", "slay-zzzz"), "there is no such puzzle"),
        (("show", "what?"), "is no puzzle"),
        (("verify", "pyproject.toml"), "is not a JSON object"),
        (("pack", "bundled", "--out", "x.docx"), "ends in .html or .pdf"),
    ],
)
def test_bad_input_gets_reasons_and_exit_code_2(arguments: tuple[str, ...], reason: str, castlewise: Castlewise) -> None:
    done = castlewise("puzzle", *arguments)
    assert done.returncode == 2
    assert reason in done.stderr
    assert "Traceback" not in done.stderr


def test_a_file_of_puzzles_is_held_against_the_schema(tmp_path: Path, castlewise: Castlewise) -> None:
    from castlewise.puzzles.puzzle import to_json

    broken = to_json(LAST) | {"level": 9, "kind": "chess"}
    file = tmp_path / "broken.jsonl"
    file.write_text(json.dumps(broken) + "\n{]\n")
    done = castlewise("puzzle", "verify", file)
    assert done.returncode == 2
    assert "level" in done.stderr
    assert "chess" in done.stderr
    assert "line 2" in done.stderr
