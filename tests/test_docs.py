"""The documents keep their promises: what they name exists, what they show is what one gets."""

from __future__ import annotations

import ast
import doctest
import json
import re
import shlex
from fnmatch import fnmatch
from importlib import import_module
from pathlib import Path

import pytest
import typer

from castlewise.cli.output import SCHEMA
from castlewise.models.castle_panic.rule_set import OPTIONS, WIZARDS_TOWER_OPTIONS
from command import castlewise, castlewise_afresh

ROOT = Path(__file__).parent.parent
GAMES = pytest.mark.parametrize("game", ["castle-panic", "castellion", "wizards-tower"])


def rule_tests(game: str) -> Path:
    return ROOT / "tests" / game.replace("-", "_")


def names_of_tests(file: Path) -> set[str]:
    return {node.name for node in ast.parse(file.read_text()).body if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")}


def named_in_the_coverage_table(game: str) -> list[tuple[str, str]]:
    return re.findall(r"`(test_\w+\.py)::(test_\w+)`", (ROOT / "docs" / f"rules-covered-{game}.md").read_text())


@GAMES
def test_every_test_named_in_the_coverage_table_exists(game: str) -> None:
    named = named_in_the_coverage_table(game)
    existing = {file: names_of_tests(rule_tests(game) / file) for file in {file for file, _ in named}}
    assert len(named) > 150  # the table was found and read
    assert [f"{file}::{test}" for file, test in named if test not in existing[file]] == []


@GAMES
def test_every_test_of_a_file_in_the_coverage_table_is_named_there(game: str) -> None:
    named = set(named_in_the_coverage_table(game))
    files = {file for file, _ in named}
    assert [
        f"{file}::{test}" for file in sorted(files) for test in sorted(names_of_tests(rule_tests(game) / file)) if (file, test) not in named
    ] == []


@GAMES
def test_every_reading_has_a_test_that_carries_its_name(game: str) -> None:
    readings = (ROOT / "docs" / f"readings-{game}.md").read_text()
    questions = re.findall(r"^\| (?!question|---)([^|]+) \|", readings, flags=re.MULTILINE)
    names = {name for file in rule_tests(game).glob("test_*.py") for name in names_of_tests(file)}
    assert len(questions) > 30
    untested = [question for question in questions if not any(name.startswith(f"test_{in_a_name(question)}") for name in names)]
    assert untested == []


def in_a_name(question: str) -> str:
    """A question as it begins a test's name: "The King's Tower" is the_kings_tower."""
    return re.sub(r"[^a-z0-9]+", "_", question.lower().replace("'", "")).strip("_")


def coverage_rows() -> list[tuple[str, str, str]]:
    """The rows of the README's table of what is covered: what, state, where it is pinned."""
    table = (ROOT / "README.md").read_text().partition("## What is covered")[2].partition("\n## ")[0]
    rows = [[cell.strip() for cell in line.strip("|").split(" | ")] for line in table.splitlines() if line.startswith("| ")]
    assert all(len(row) == 3 for row in rows), [row for row in rows if len(row) != 3]
    return [(what, state, pinned.rstrip(" |")) for what, state, pinned in rows[1:]]


def named_by(name: str) -> list[str]:
    """The tests that a name of the table stands for: a folder, a file, or `file::test_some_*`."""
    place, _, pattern = name.partition("::")
    files = sorted((ROOT / place).rglob("test_*.py")) if place.endswith("/") else [ROOT / place]
    tests = [f"{file.name}::{test}" for file in files if file.exists() for test in sorted(names_of_tests(file))]
    return [test for test in tests if fnmatch(test.partition("::")[2], pattern or "*")]


@pytest.mark.parametrize("row", coverage_rows(), ids=lambda row: row[0][:60])
def test_what_the_readme_says_is_covered_is_tied_to_tests_that_there_are(row: tuple[str, str, str]) -> None:
    what, state, pinned = row
    names = re.findall(r"`(tests/[^`]+)`", pinned)
    assert [name for name in names if not named_by(name)] == []
    assert names or state.startswith("not yet"), f"{what}: no test is named that would show it"
    assert not re.search(r"`test_", pinned), f"{what}: a test is named without its folder"
    for claim in re.findall(r"`(\w[\w ]*)`", state):  # a command that a row promises
        assert claim.split()[0] in commands_there_are() | {"advisor"}, f"{what}: {claim}"


def commands_there_are() -> set[str]:
    from castlewise.cli.main import app

    return set(typer.main.get_command(app).commands)  # type: ignore[attr-defined]


def test_the_readme_session_runs_as_shown() -> None:
    result = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert result.attempted > 5
    assert result.failed == 0


DOCUMENTS = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "examples").glob("*.md")]


def commands_of(document: Path) -> list[tuple[str, str]]:
    """Every command of a document's console sessions with what it shows; of its tables, too."""
    text = document.read_text()
    found = []
    for session in re.findall(r"^```console\n(.*?)^```", text, flags=re.MULTILINE | re.DOTALL):
        for part in re.split(r"^\$ ", session, flags=re.MULTILINE)[1:]:
            command, _, shown = part.partition("\n")
            found.append((command.partition("  #")[0].strip(), shown))
    return [*found, *((command, "") for command in re.findall(r"^\|.*`(castlewise [^`]+)` \|$", text, flags=re.MULTILINE))]


def castlewise_commands() -> list[tuple[str, str, str]]:
    return [
        (document.name, command, shown)
        for document in DOCUMENTS
        for command, shown in commands_of(document)
        if shlex.split(command)[0] in ("castlewise", ".venv/bin/castlewise")
    ]


def test_every_command_in_a_document_has_options_that_there_are() -> None:
    """Parsed as the program would, without running it; the files it reads are there, or an earlier command wrote them."""
    from castlewise.cli.main import app

    program = typer.main.get_command(app)
    context = program.make_context("castlewise", [], resilient_parsing=True)
    named = castlewise_commands()
    assert len(named) > 30
    for document, command, _ in named:
        words = shlex.split(command)[1:]
        if words == ["--help"]:
            continue
        chosen = program.get_command(context, words[0])  # type: ignore[attr-defined]
        assert chosen is not None, f"{document}: {command}"
        chosen.make_context(words[0], list(words[1:]), parent=context)
        missing = [word for word in words if word.startswith("examples/") and not (ROOT / word.partition("@")[0]).exists()]
        assert missing == [], f"{document}: {command}"


def without_figures(shown: str) -> list[str]:
    """An output without what differs from machine to machine: seconds, versions, spaces at the end of a line."""
    return [re.sub(r"\d+\.\d+(\.\d+)* s\b|\d+\.\d+\.\d+", "#", line).rstrip() for line in shown.rstrip().splitlines()]


# What rollouts say depends on how many the machine makes in a second; `make demo` shows several commands at once.
ROLLED_OUT = ("suggest", "review", "play", "bench", "doctor")


@pytest.mark.parametrize(
    ("command", "shown"),
    [
        pytest.param(command, shown, id=f"{document} {command[:60]}")
        for document, command, shown in castlewise_commands()
        if shown.strip() and shlex.split(command)[1] not in ROLLED_OUT
    ],
)
def test_a_command_shows_what_the_document_shows(command: str, shown: str) -> None:
    done = castlewise(*shlex.split(command)[1:], folder=ROOT)
    assert "Traceback" not in done.stderr
    printed, expected = without_figures(done.stdout), without_figures(shown)
    if expected[0] == "...":  # the beginning is left out
        expected = expected[1:]
        begins = printed.index(expected[0])
        printed = printed[begins : begins + len(expected)]
    assert printed == expected


def test_every_example_is_described() -> None:
    described = (ROOT / "examples" / "README.md").read_text()
    files = [file.name for file in (ROOT / "examples").iterdir() if file.name != "README.md"]
    assert len(files) > 8
    assert [name for name in files if f"[{name}]({name})" not in described] == []


@pytest.mark.parametrize(
    "arguments",
    [
        ("show", "examples/last_stand.toml"),
        ("show", "examples/castellion_where_to_put_it.toml"),
        ("suggest", "cp:players=2,co-op/---T--/c3o2/p1.play/ra.bb,ta/-/-", "--time", "50ms"),
        ("plan", "examples/last_stand.toml"),
        ("check", "1T1B"),
        ("simulate", "castellion", "--games", "1", "--policy", "random", "--jobs", "1"),
        ("watch", "castle-panic", "--policy", "random"),
        ("suggest", "examples/castellion_first_exam.toml", "--time", "50ms"),
        ("review", "RECORD", "--time", "20ms"),
        ("data",),
        ("doctor",),
    ],
    ids=lambda arguments: arguments[0],
)
def test_the_json_of_a_command_is_as_documented(arguments: tuple[str, ...], tmp_path: Path) -> None:
    if "RECORD" in arguments:  # the last turn of a game that is won
        record = tmp_path / "game.jsonl"
        won = "cp:players=1,solitaire/T-----/s1g1/p1.play/rs/-/5g.11o.10t.gk.ow.tm.he.4gb.2mr.2mg.2mb.cw.cc.pa.pk.ps.ad.d3.d4"
        castlewise("play", "castle-panic", "--no-advice", "--from", won, "--record", record, typed="rs@s1g1\nend\n")
        arguments = tuple(str(record) if argument == "RECORD" else argument for argument in arguments)
    documented = (ROOT / "docs" / "json.md").read_text()
    section = re.search(rf"^## {arguments[0]}\n(.*?)(?=^## |\Z)", documented, flags=re.MULTILINE | re.DOTALL)
    assert section is not None
    facts = json.loads(castlewise_afresh(*arguments, "--json", folder=ROOT).stdout)
    assert facts.pop("schema") == f"castlewise-{arguments[0]}-{SCHEMA}"
    assert facts.pop("version")
    assert [key for key in facts if f"`{key}`" not in section[1]] == []


def modules_with_examples() -> list[str]:
    """Every module of ours whose docstrings show something."""
    files = (file for room in ("models", "solver", "puzzles", "render", "cli") for file in (ROOT / room).rglob("*.py"))
    return sorted(".".join(file.relative_to(ROOT).with_suffix("").parts) for file in files if ">>> " in file.read_text())


@pytest.mark.parametrize("module", modules_with_examples())
def test_examples_in_docstrings_are_true(module: str) -> None:
    result = doctest.testmod(import_module(f"castlewise.{module}"))
    assert result.attempted > 0
    assert result.failed == 0


def test_every_option_is_in_the_notation() -> None:
    notation = (ROOT / "docs" / "notation-castle-panic.md").read_text()
    assert [option for option in (*OPTIONS, *WIZARDS_TOWER_OPTIONS) if f"`{option}`" not in notation] == []


def test_no_document_speaks_of_a_file_that_is_not_there() -> None:
    for document in DOCUMENTS:
        for link in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", document.read_text()):
            assert (document.parent / link).exists(), f"{document.name}: {link}"
