"""A printable booklet of puzzles: one HTML file without anything beside it, and a PDF where Chromium is at hand. Solutions stand at the end."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from html import escape
from pathlib import Path

from castlewise.models.problems import InvalidInput, Problem
from castlewise.puzzles.hints import percent
from castlewise.puzzles.kinds import kind_named
from castlewise.puzzles.puzzle import Puzzle
from castlewise.puzzles.rating import LEVELS

BROWSERS = ("chromium", "chromium-browser", "google-chrome")
PDF_SECONDS = 120

_STYLE = """
body { font: 12pt/1.45 Georgia, 'Times New Roman', serif; color: #1a1a1a; max-width: 42em; margin: 2em auto; padding: 0 1em; }
h1, h2 { font-weight: 600; } h2 { margin: 0 0 .2em; }
section { break-inside: avoid; margin: 0 0 2.5em; }
section svg { display: block; width: 100%; max-height: 36em; height: auto; margin: 0 auto .6em; }
.about { color: #555; margin: 0 0 .6em; } .task { font-weight: 600; }
.given { list-style: none; padding: 0; margin: 0 0 .6em; } .given li { padding-left: 1.2em; text-indent: -1.2em; }
.small { font-size: .82em; color: #333; } .small p { margin: .5em 0 0; } .small ul { margin: .2em 0; padding-left: 1.2em; }
.solutions { break-before: page; } .solution { break-inside: avoid; margin-bottom: 2em; }
.solution svg { display: inline-block; width: auto; max-width: 100%; max-height: 20em; height: 20em; vertical-align: top; }
code { font-family: Consolas, 'DejaVu Sans Mono', monospace; font-size: .9em; }
@page { margin: 14mm; }
@media print { section { break-after: page; } body { margin: 0; max-width: none; font-size: 11pt; } section svg { max-height: 27em; } }
"""


def booklet(puzzles: Sequence[Puzzle], title: str, *, proved: bool, spoilers: bool = False) -> str:
    """The booklet as HTML. Only of puzzles that were `proved` here it says so. With `spoilers` the themes stand beside the puzzles, too."""
    fair = (
        "Each has exactly one solution, proved by going through everything that can be done and confirmed by a solver."
        if proved
        else "Whether each has exactly one solution was not looked into for this booklet."
    )
    parts = [
        "<!DOCTYPE html>",
        '<html lang="en"><head><meta charset="utf-8">',
        f"<title>{escape(title)}</title><style>{_STYLE}</style></head><body>",
        f"<h1>{escape(title)}</h1>",
        f"<p>{len(puzzles)} puzzles. {fair} Levels: {', '.join(f'{number} {name}' for number, name in enumerate(LEVELS, 1))}.</p>",
    ]
    for number, puzzle in enumerate(puzzles, 1):
        parts += _puzzle(number, puzzle, spoilers)
    parts.append('<div class="solutions"><h1>Solutions</h1>')
    for number, puzzle in enumerate(puzzles, 1):
        parts += _solution(number, puzzle)
    parts.append("</div></body></html>")
    return "\n".join(parts) + "\n"


def _puzzle(number: int, puzzle: Puzzle, spoilers: bool) -> list[str]:
    kind = kind_named(puzzle.kind)
    sheet = kind.sheet(puzzle)
    themes = f" &middot; {escape(', '.join(puzzle.themes))}" if spoilers and puzzle.themes else ""
    return [
        "<section>",
        f"<h2>{number}. {escape(sheet.title)}</h2>",
        f'<p class="about">level {puzzle.level}, {escape(LEVELS[puzzle.level - 1])} &middot; <code>{escape(puzzle.id)}</code>{themes}</p>',
        f'<p class="task">{escape(sheet.task)}</p>',
        kind.drawing(puzzle),
        _listed("given", (*sheet.held, *sheet.rules)),
        '<div class="small">',
        "<p>The same in words:</p>",
        _listed("words", sheet.board),
        "<p>What does what:</p>" if sheet.reminders else "",
        _listed("reminders", sheet.reminders),
        "</div></section>",
    ]


def _listed(name: str, lines: Sequence[str]) -> str:
    return f'<ul class="{name}">' + "".join(f"<li>{escape(line)}</li>" for line in lines) + "</ul>" if lines else ""


def _solution(number: int, puzzle: Puzzle) -> list[str]:
    """What is played, in words and in pictures, what it is worth, and what it was about."""
    assert puzzle.proof is not None
    kind = kind_named(puzzle.kind)
    table = kind.table(puzzle)
    state, told = table.start, []
    for text in puzzle.solution:
        move = table.read(state, text)
        if table.is_a_play(move):
            told.append(table.describe(state, move))
        state = table.after(state, move)
    odds = (
        ""
        if puzzle.proof.best == 1
        else f" The chance is {percent(puzzle.proof.best)}; nothing else reaches more than {percent(puzzle.proof.second)}."
    )
    themes = f" <i>About: {escape(', '.join(puzzle.themes))}.</i>" if puzzle.themes else ""
    words = "; ".join(told)
    return [
        f'<div class="solution"><h3>{number}. {escape(kind.title)} <code>{escape(puzzle.id)}</code></h3>',
        f"<p>{escape(words[0].upper() + words[1:])}.{escape(odds)}{themes}</p>",
        *kind.solution_drawings(puzzle),
        "</div>",
    ]


def as_pdf(html: str) -> bytes | None:
    """The same as a PDF; None if there is no Chromium to print it with."""
    browser = next(filter(None, map(shutil.which, BROWSERS)), None)
    if browser is None:
        return None
    with tempfile.TemporaryDirectory() as folder:
        page, printed = Path(folder) / "booklet.html", Path(folder) / "booklet.pdf"
        page.write_text(html, encoding="utf-8")
        command = [browser, "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={folder}/profile", "--no-pdf-header-footer"]
        try:
            subprocess.run([*command, f"--print-to-pdf={printed}", page.as_uri()], check=True, capture_output=True, timeout=PDF_SECONDS)
        except (OSError, subprocess.SubprocessError) as error:
            raise InvalidInput([Problem("--out", f"Chromium could not print it: {error}")]) from None
        if not printed.is_file():
            raise InvalidInput([Problem("--out", "Chromium could not print it")])
        return printed.read_bytes()
