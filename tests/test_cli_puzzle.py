"""`castlewise puzzle`: what it prints, what it refuses, and a puzzle played to its end. In this process: a fresh one would load the solvers every time."""

from __future__ import annotations

import io
import json
import re
import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from castlewise.cli.main import run
from castlewise.models.castellion.tiles import TILES
from castlewise.puzzles.kinds import KINDS, kind_named
from castlewise.puzzles.library import bundled
from castlewise.puzzles.puzzle import to_line
from castlewise.puzzles.table import Lines
from command import built_app

PUZZLES = bundled()
LAST = next(puzzle for puzzle in PUZZLES if puzzle.kind == "last")
BLANK = next(puzzle for puzzle in PUZZLES if puzzle.kind == "blank")
SLAY = next(puzzle for puzzle in PUZZLES if puzzle.kind == "slay")
TITLES = {tile.code: tile.title for tile in TILES}
TROLLS = next(puzzle for puzzle in PUZZLES if puzzle.id == "slay-z85x3xbc02")
TRICK = next(puzzle for puzzle in PUZZLES if "Pyro's power" in puzzle.themes)
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


def test_themes_are_shown_after_solving_unless_asked_for(answer: Callable[..., str], castlewise: Castlewise) -> None:
    """A theme such as "Pyro's power" is half the solution."""
    listed = answer("puzzle", "show", "bundled")
    assert TRICK.id in listed
    assert not any(theme in text for puzzle in PUZZLES for theme in puzzle.themes for text in (listed, answer("puzzle", "show", TRICK.id)))
    assert "Pyro's power" in answer("puzzle", "show", "bundled", "--themes")
    assert "Pyro's power" in answer("puzzle", "show", TRICK.id, "--themes")
    done = castlewise("puzzle", "play", TRICK.id, typed="\n".join(TRICK.solution) + "\n")
    before, _, after = done.stdout.partition("Solved")
    assert "Pyro's power" not in before
    assert "It was about: " in after
    assert "Pyro's power" in after


def test_several_ids_and_files_are_taken_together(tmp_path: Path, answer: Callable[..., str], castlewise: Castlewise) -> None:
    file = tmp_path / "two.jsonl"
    file.write_text(to_line(SLAY) + "\n" + to_line(BLANK) + "\n")
    assert "3 of 3 puzzles verified" in answer("puzzle", "verify", LAST.id, file, SLAY.id, "--jobs", "1")
    told = answer("puzzle", "show", LAST.id, BLANK.id)
    assert "With fewer it cannot be done" in told
    assert "Which of the hidden tiles lies where?" in told
    answer("puzzle", "show", LAST.id, file, "--svg", tmp_path / "drawn")
    assert sorted(path.name for path in (tmp_path / "drawn").iterdir()) == sorted(f"{puzzle.id}.svg" for puzzle in (LAST, SLAY, BLANK))
    answer("puzzle", "pack", file, LAST.id, "--out", tmp_path / "booklet.html")
    assert (tmp_path / "booklet.html").read_text().count("<section>") == 3
    wrong = castlewise("puzzle", "verify", LAST.id, "slay-zzzz", "what?")
    assert wrong.returncode == 2
    assert "slay-zzzz" in wrong.stderr
    assert "what?" in wrong.stderr


def test_a_tampered_puzzle_is_not_hidden_behind_the_one_with_its_id(tmp_path: Path, castlewise: Castlewise) -> None:
    file = tmp_path / "tampered.jsonl"
    file.write_text(to_line(replace(SLAY, themes=("trade first",))) + "\n")
    done = castlewise("puzzle", "verify", SLAY.id, file, "--jobs", "1")
    assert done.returncode == 1
    assert "1 of 2 puzzles verified" in done.stdout


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


def test_several_moves_in_one_line_are_kept_up_to_the_first_wrong_one(castlewise: Castlewise) -> None:
    done = castlewise("puzzle", "play", TROLLS.id, typed="gs@s3t3, gs@s3t2, bb@s3t1, aa@a4t3\ngs@s3t1 bb@a4t3\n")
    assert done.returncode == 0
    assert "Barbarian slays the Troll in swordsman 3: no. After that the goal is out of reach." in done.stdout
    assert "The move after it was not made." in done.stdout
    assert "Solved, with 1 wrong move and without a hint." in done.stdout  # nothing is left to do: nobody has to say so


def test_drawing_the_next_tile_goes_without_saying(castlewise: Castlewise) -> None:
    moves = ", ".join(move for move in TRICK.solution if not move.startswith("draw"))
    done = castlewise("puzzle", "play", TRICK.id, typed=f"{moves}\n")
    assert "Solved, without a wrong move and without a hint." in done.stdout


def test_in_castellion_the_next_tile_is_drawn_and_goes_back_with_the_move(castlewise: Castlewise) -> None:
    moves = [move for move in TRICK.solution if not move.startswith("draw")]
    done = castlewise(
        "puzzle", "play", TRICK.id, typed="\n".join(["undo", moves[0], "undo", f"try {moves[0]}", "undo", "undo", "back", *moves]) + "\n"
    )
    assert done.returncode == 0
    assert "draws from" not in done.stdout
    assert done.stdout.count("nothing to take back") == 2
    assert "Solved, without a wrong move" in done.stdout


def test_a_wrong_line_can_be_tried_out_and_says_where_it_fails(castlewise: Castlewise) -> None:
    typed = ["try gs@s3t3, bb@s3t2", "undo", "bb@s3t2", "end", "end", "back", "back", "undo", "try", "hint", "back"]
    solution = ["bb@a4t3", "gs@s3t3", "gs@s3t2", "gs@s3t1"]
    done = castlewise("puzzle", "play", TROLLS.id, typed="\n".join([*typed, f"try {', '.join(solution)}, end", "back", *solution]) + "\n")
    assert done.returncode == 0
    assert (
        "It fails: the Troll in archer 4 is left standing. It went wrong with move 2 of the branch: Barbarian slays the Troll"
        in done.stdout
    )
    assert "The line is at its end; undo or back." in done.stdout
    assert "there is no branch to come back from" in done.stdout
    assert "nothing to take back" in done.stdout
    assert "hints are for the line that stands" in done.stdout
    assert "It works. back returns, to play it in earnest." in done.stdout
    assert "Solved, without a wrong move and without a hint." in done.stdout


@pytest.mark.compiled
@pytest.mark.parametrize("kind", KINDS)
def test_where_a_line_fails_is_said_for_every_kind(kind: str) -> None:
    """Of every kind: an end that misses the goal, and what is wrong with it, by name and place."""
    puzzle = min((puzzle for puzzle in PUZZLES if puzzle.kind == kind), key=lambda puzzle: (len(puzzle.solution), puzzle.id))
    lines = Lines(kind_named(kind).table(puzzle))
    wrong = [end for end in lines.ends if lines.value(end) < lines.best()][:6]
    said = {
        "slay": r"the [\w ]+ in \w+ \d",
        "hold": r"(Tower|Wall|Fortify token) of arc \d",
        "whatever": r"Tower of arc \d|these draws bring a Tower down: .*\w",
        "odds": r"the chance that no Tower falls is [\d.]+ %, and [\d.]+ % can be had",
        "watch": r"(Tower|Wall|Fortify token) of arc \d.* at the end of turn \d",
        "finish": r"lacks \d",
        "blank": r"lacks \d|no tile that is left fits in column \d, row \d",
        "last": r"lacks \d",
        "trick": r"lacks \d|whole width",
    }[kind]
    assert wrong
    assert all(re.search(said, lines.table.failing(end)) for end in wrong)


def test_tiles_are_called_by_their_names_or_codes(castlewise: Castlewise) -> None:
    named = [f"{move.partition('=')[0]} {TITLES[move.partition('=')[2]]}" for move in BLANK.solution]
    done = castlewise("puzzle", "play", BLANK.id, typed="2.4 sear triangle\n" + "\n".join(named) + "\n")
    assert 'did you mean "seer triangle"' in done.stdout
    assert "Solved, without a wrong move" in done.stdout
    placed = [f"the {TITLES[move.partition('@')[0]]} in column {move.partition('@')[2]}" for move in LAST.solution]
    done = castlewise("puzzle", "play", LAST.id, typed=", ".join(placed) + "\n")
    assert "Solved, without a wrong move" in done.stdout


def test_a_tile_that_cannot_be_placed_is_refused_with_the_reason(castlewise: Castlewise) -> None:
    done = castlewise("puzzle", "play", LAST.id, typed="chameleon circle in column 1\njuggler triangle @ 3\nquit\n")
    assert "no Chameleon Circle lies ready" in done.stdout
    assert "column 3 is full" in done.stdout


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
    assert text.index("<svg") < text.index("Solutions</h1>") < text.rindex(LAST.id) < text.rindex("<svg")


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
