"""What every SVG drawing here has in common: a document with words for screen readers, text that is safe in XML, a legend in lines."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from xml.sax.saxutils import escape, quoteattr

FONT = "system-ui, 'Segoe UI', 'Helvetica Neue', Arial, sans-serif"
INK = "#1a1a1a"
SIGNS = 25  # a line of the legend
LEGEND_LETTER = 8.2  # about how wide a letter is; fonts differ, so rather too wide
_NOT_XML = re.compile("[^\\t\\n\\r\\x20-\\ud7ff\\ue000-\\ufffd\\U00010000-\\U0010ffff]")


def text(words: str) -> str:
    """Words without what XML does not allow in them."""
    return escape(_NOT_XML.sub("", words))


def document(width: int, height: int, *, title: str, words: str, parts: Iterable[str]) -> str:
    """A drawing on white; `words` say what it shows to those who do not see it."""
    opening = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" role="img"'
        f" font-family={quoteattr(FONT)}>",
        f"<title>{text(title)}</title>",
        f"<desc>{text(words)}</desc>",
        f'<rect width="{width}" height="{height}" rx="8" fill="#fff"/>',
    ]
    return "\n".join(part for part in (*opening, *parts, "</svg>") if part) + "\n"


def legend(entries: Sequence[tuple[str, str]], across: int) -> tuple[list[str], int]:
    """Signs, each drawn in a box of 26 by 18, with their words, from left to right on as many lines as it takes; and how many lines those are."""
    parts: list[str] = []
    x, line = 0, 0
    for sign, words in entries:
        room = 32 + int(len(words) * LEGEND_LETTER) + 14
        if x and x + room - 14 > across:
            x, line = 0, line + 1
        parts.append(f'<g transform="translate({x} {line * SIGNS + 6})">{sign}<text x="33" y="14">{text(words)}</text></g>')
        x += room
    return parts, line + 1 if entries else 0
