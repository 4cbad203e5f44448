"""A castle in writing: by columns, `stps.cc.jtjs`, or drawn as it stands,

    .. ps .. js
    st st cc jt

In columns codes go from the bottom up; in a drawing rows go from the top down, with two dots for a cell that is empty.
"""

from __future__ import annotations

import re

from castlewise.models.castellion.tiles import HIDDEN, STONES, TILES
from castlewise.models.component_names import NOTHING, Names, read_code
from castlewise.models.problems import Problems
from castlewise.models.reading import shown

Columns = list[list[int]]  # kinds, each column bottom up

EMPTY_CELL = ".."
HIDDEN_TILE = "??"
LONGEST = 1_000  # letters of a castle, drawn as wide as anyone likes
_BLACK = ("black bordered traitor", "traitor with black border", "bordered traitor", "black border traitor")
_CALLED = {tile.name: (" ".join(reversed(tile.name.split())),) for tile in TILES[:STONES]} | {"black traitor": _BLACK}
TILE_NAMES = Names(TILES, "tile", _CALLED)


# By columns


def columns_text(columns: Columns) -> str:
    return ".".join("".join(TILES[kind].code for kind in column) for column in columns) or NOTHING


def read_columns(text: str, place: str, problems: Problems) -> Columns:
    return [] if text == NOTHING else [_read_column(column, place, problems) for column in text.split(".")]


def _read_column(text: str, place: str, problems: Problems) -> list[int]:
    """What cannot be read is noted and left out."""
    codes = [text[at : at + 2] for at in range(0, len(text), 2)]
    if not codes:
        problems.add(place, 'a column without a tile; a castle looks like "stps.cc.jtjs", or "-" if it has none')
    return [kind for kind in (read_code(TILE_NAMES, code, place, problems) for code in codes) if kind is not None]


# As it stands


def code_of(kind: int) -> str:
    return HIDDEN_TILE if kind == HIDDEN else TILES[kind].code


def drawing(columns: Columns) -> str:
    """The rows of a castle, one a line."""
    height = max((len(column) for column in columns), default=0)
    rows = [[code_of(column[row]) if row < len(column) else EMPTY_CELL for column in columns] for row in reversed(range(height))]
    return "\n".join(" ".join(row) for row in rows)


def read_drawing(text: str, place: str, problems: Problems) -> Columns:
    rows = [line.split() for line in text.splitlines() if line.strip()]
    if len({len(row) for row in rows}) > 1:
        counts = ", ".join(str(len(row)) for row in rows)
        problems.add(place, f'every row needs as many cells ("{EMPTY_CELL}" for an empty one), but they have {counts}')
        return []
    columns: Columns = []
    for number, cells in enumerate(zip(*reversed(rows), strict=True), 1):
        codes = [code for code in cells if code != EMPTY_CELL]
        if EMPTY_CELL in cells[: len(codes)]:
            row = cells.index(EMPTY_CELL) + 1
            problems.add(place, f"a tile hangs in the air: column {number} is empty in row {row}, counted from the bottom")
        columns.append([kind for kind in (read_code(TILE_NAMES, code, place, problems) for code in codes) if kind is not None])
    while columns and not columns[-1]:
        columns.pop()
    while columns and not columns[0]:
        columns.pop(0)
    if [] in columns:
        problems.add(place, "is split: there is an empty column between two others")
    return columns


def read_castle(value: object, place: str, problems: Problems) -> Columns:
    """A castle as a file may give it: a drawing, a text of columns, or a list with the codes or names of each column."""
    if isinstance(value, str):
        if len(value) > LONGEST:
            problems.add(place, f"too long for a castle: {len(value):,} characters")
            return []
        if re.fullmatch(r"\S+", value.strip()) and value.strip() != EMPTY_CELL:
            return read_columns(value.strip(), place, problems)
        return read_drawing(value, place, problems)
    if not isinstance(value, list):
        problems.add(place, f'expected a drawing or a list of columns such as ["st ps", "cc"], not {shown(value)}')
        return []
    return [_read_listed_column(column, f"{place}[{number}]", problems) for number, column in enumerate(value, 1)]


def _read_listed_column(value: object, place: str, problems: Problems) -> list[int]:
    if isinstance(value, list) and value:
        return TILE_NAMES.kinds(value, place, problems)
    if not isinstance(value, str):
        problems.add(place, f'expected the tiles of a column, such as "st ps", not {shown(value)}')
        return []
    kind = TILE_NAMES.find(value[:LONGEST])
    return _read_column("".join(value[:LONGEST].split()), place, problems) if kind is None else [kind]
