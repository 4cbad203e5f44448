"""The documents keep their promises: what they name exists."""

from __future__ import annotations

import ast
import doctest
import re
from importlib import import_module
from pathlib import Path

import pytest

from castlewise.models.castle_panic.rule_set import OPTIONS, WIZARDS_TOWER_OPTIONS

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


def test_the_readme_session_runs_as_shown() -> None:
    result = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert result.attempted > 5
    assert result.failed == 0


def modules_with_examples() -> list[str]:
    """Every module of ours whose docstrings show something."""
    files = (file for room in ("models", "solver", "render", "cli") for file in (ROOT / room).rglob("*.py"))
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
    for document in (*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")):
        for link in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", document.read_text()):
            assert (document.parent / link).exists(), f"{document.name}: {link}"
