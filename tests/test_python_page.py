"""Every code block of docs/python.md is executed, in the order of the page, and gives what it shows."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "python.md"


def blocks() -> list[tuple[str, str]]:
    """The language of each block, and its text."""
    return re.findall(r"^```(\w*)\n(.*?)^```$", PAGE.read_text(), flags=re.MULTILINE | re.DOTALL)


def test_every_block_is_a_session() -> None:
    assert len(blocks()) > 10
    assert [text for language, text in blocks() if language != "python" or not text.startswith(">>> ")] == []


@pytest.mark.compiled  # a thousand positions are suggested for
def test_the_page_runs_as_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    known: dict[str, object] = {}
    wrong: list[str] = []
    runner = doctest.DocTestRunner()
    for number, (_, text) in enumerate(blocks(), 1):
        session = doctest.DocTestParser().get_doctest(text, known, f"block {number}", str(PAGE), 0)
        runner.run(session, out=wrong.append, clear_globs=False)
        known = session.globs
    assert "".join(wrong) == ""
