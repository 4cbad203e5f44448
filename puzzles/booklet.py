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
from castlewise.puzzles.puzzle import LEVELS, Puzzle

BROWSERS = ("chromium", "chromium-browser", "google-chrome")
PDF_SECONDS = 120

_STYLE = """
body { font: 12pt/1.45 Georgia, 'Times New Roman', serif; color: #1a1a1a; max-width: 42em; margin: 2em auto; padding: 0 1em; }
h1, h2 { font-weight: 600; } h2 { margin: 0 0 .2em; }
section { break-inside: avoid; margin: 0 0 2.5em; }
section svg { width: 100%; max-height: 62vh; height: auto; }
.about { color: #555; margin: 0 0 .6em; } .printed { border-left: 3px solid #999; padding-left: .8em; }
.solutions { break-before: page; } .solutions li { margin-bottom: .8em; }
code { font-family: Consolas, 'DejaVu Sans Mono', monospace; font-size: .9em; }
@media print { section { break-after: page; } body { margin: 0; max-width: none; } }
"""


def booklet(puzzles: Sequence[Puzzle], title: str, *, proved: bool) -> str:
    """The booklet as HTML. Only of puzzles that were `proved` here it says so."""
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
        parts += _puzzle(number, puzzle)
    parts.append('<div class="solutions"><h1>Solutions</h1><ol>')
    parts += [_solution(puzzle) for puzzle in puzzles]
    parts.append("</ol></div></body></html>")
    return "\n".join(parts) + "\n"


def _puzzle(number: int, puzzle: Puzzle) -> list[str]:
    kind = kind_named(puzzle.kind)
    return [
        "<section>",
        f"<h2>{number}. {escape(kind.title_of(puzzle))}</h2>",
        f'<p class="about">level {puzzle.level}, {escape(LEVELS[puzzle.level - 1])} &middot; <code>{escape(puzzle.id)}</code></p>',
        f"<p>{escape(kind.question(puzzle))}</p>",
        *(f'<p class="printed">{escape(line)}</p>' for line in kind.printed_words(puzzle)),
        kind.svg(puzzle),
        "</section>",
    ]


def _solution(puzzle: Puzzle) -> str:
    assert puzzle.proof is not None
    table = kind_named(puzzle.kind).table(puzzle)
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
    themes = f" <i>{escape(', '.join(puzzle.themes))}</i>" if puzzle.themes else ""
    return f"<li><code>{escape(puzzle.id)}</code>: {escape('; '.join(told))}.{escape(odds)}{themes}</li>"


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
