"""A position drawn into an SVG file, for whichever command is asked to."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from castlewise.cli.positions import CASTLE_PANIC
from castlewise.models.problems import InvalidInput, Problem


def write_svg(
    path: str, position: Any, moves: Sequence[int] = (), *, aim: Any = None, title: str | None = None, place: str = "--svg"
) -> None:
    """`moves`, made from the position one after the other, or what they aim at, are drawn into it as the game's drawing knows how."""
    if position.game.name == CASTLE_PANIC:
        from castlewise.render.castle_panic_svg import board_svg

        drawn = board_svg(position, hits=moves, title=title)
    else:
        from castlewise.render.castellion_svg import position_svg

        drawn = position_svg(position, title=title or "", aim=aim)
    write_file(path, drawn, place)


def write_file(path: str, content: str, place: str) -> None:
    """A file with its content, or a message that says why not."""
    try:
        Path(path).write_text(content, encoding="utf-8")
    except OSError as error:
        raise InvalidInput([Problem(place, f"{path} cannot be written: {error.strerror}")]) from None
