"""A castle as SVG, alone or several side by side, without any library.

A tile says what it is three times over, so that it can be read in black and white and by whoever does not see colours: the faction by colour, by the pattern
behind the shape and by its letter; the shape by itself. Formations are outlined, each type in a style of its own. Screen readers get the castle as the text
drawing that castle_text.py reads.

Where the tile in hand may be placed it is drawn in outline, with the number that the move has (`place@3`). A new column at the left end is number 0: the
castle then stands one cell further to the right, so that there is room for it.

Cells are columns and rows from 0, as in a castle question; the numbers beside a drawing count from 1.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from textwrap import wrap
from typing import Any

from castlewise.models.castellion.castle_text import drawing
from castlewise.models.castellion.formation_places import COLUMNS, LINE, ROWS, TOWER, TYPES, Cell, Place, cell_of_place, formations_in
from castlewise.models.castellion.ordeals import NUMERALS
from castlewise.models.castellion.position import Position
from castlewise.models.castellion.rules.appendices import needed_traitors
from castlewise.models.castellion.tiles import DEFENDERS, FACTIONS, HIDDEN, TILES
from castlewise.render.hatching import CROSSES, DOTS, LINES, SLANTS, hatching
from castlewise.render.svg import INK, LEGEND_LETTER, SIGNS, document, legend, text

CELL = 64
INSET = 5  # from the edge of a formation's cells to its outline
GAP = 2  # between a tile and the edge of its cell
NUMBERS = 26  # room for the numbers of rows and columns
CAPTION = 21  # a line of caption
CAPTION_LETTER = 9.0  # about how wide a letter is; fonts differ, so rather too wide
MARGIN = 14
BETWEEN = 26  # two castles side by side
PAGE = 640  # a drawing with words beside it is at least so wide
ROW_TILE = 0.62  # tiles beside a castle are so much smaller
ROW = 62  # a row of them
ROW_LABEL = 150
PARAGRAPH = 20  # a line of words

# Okabe and Ito's colours, lightened where black on them would be hard to read.
_COLOURS = ("#56B4E9", "#2DB391", "#F0E442", "#E8743B", "#C8C8C8")  # Seer, Chameleon, Juggler, Pyro, the Pantry
_LETTERS = (*(faction[0].upper() for faction in FACTIONS), "F")
_NAMES = (*(faction.title() for faction in FACTIONS), "Pantry")
# What is drawn over the colour: a motif and how its strokes look.
_PATTERNS = (
    (LINES, 'stroke-opacity=".3" stroke-width="2"'),
    (DOTS, 'stroke-opacity=".38" stroke-width="3.6" stroke-linecap="round"'),
    (SLANTS, 'stroke-opacity=".3" stroke-width="2"'),
    (CROSSES, 'stroke-opacity=".3" stroke-width="1.4"'),
)
_STEP = 10  # between the strokes of a pattern


@dataclass(frozen=True)
class Panel:
    """One castle of a drawing. `new`: the cells of tiles still to be placed, None if nothing is to be said about that; `places`: where the tile in `hand`
    may go."""

    columns: Sequence[Sequence[int]]
    width: int
    height: int
    caption: str = ""
    new: Collection[Cell] | None = None
    haunted: Cell | None = None
    hand: int | None = None
    places: Collection[int] = ()

    @property
    def shift(self) -> int:
        """How many cells the castle stands to the right."""
        return int(0 in self.places)

    @property
    def formations(self) -> list[Place]:
        return formations_in(self.columns, self.haunted)

    @property
    def lines(self) -> list[str]:
        """The caption, as wide as the castle."""
        return wrap(self.caption, max(12, int(self.width * CELL / CAPTION_LETTER)))

    @property
    def across(self) -> int:
        return NUMBERS + self.width * CELL

    @property
    def words(self) -> str:
        """The castle for those who do not see it."""
        counts = [sum(place.type == kind for place in self.formations) for kind in range(3)]
        found = ", ".join(f"{count} {name}{'s' if count > 1 else ''}" for count, name in zip(counts, TYPES, strict=True) if count)
        marked = [f"haunted: column {self.haunted[0] + 1}, row {self.haunted[1] + 1}"] if self.haunted is not None else []
        if self.new:
            marked.append("new: " + ", ".join(f"column {column + 1} row {row + 1}" for column, row in sorted(self.new)))
        if self.hand is not None and self.places:
            marked.append(f"{TILES[self.hand].title} may go to place {', '.join(map(str, sorted(self.places)))}")
        stands = drawing([list(column) for column in self.columns]) or "no tile"
        return "\n".join([*([self.caption] if self.caption else []), stands, found or "no formation", *marked])


@dataclass(frozen=True)
class TileRow:
    """Tiles beside a castle: what comes, in its order, or what lies ready."""

    label: str
    kinds: Sequence[int]
    numbered: bool = False


def castle_svg(
    columns: Sequence[Sequence[int]],
    width: int,
    height: int,
    *,
    caption: str = "",
    new: Collection[Cell] | None = None,
    haunted: Cell | None = None,
) -> str:
    """One castle within its limits; its columns from the bottom up."""
    return castles_svg([Panel(columns, width, height, caption, new, haunted)])


def castles_svg(
    panels: Sequence[Panel],
    *,
    title: str = "",
    heading: str = "",
    captions: Sequence[str] = (),
    rows: Sequence[TileRow] = (),
    below: Sequence[str] = (),
) -> str:
    """Several castles side by side, on one ground line, with one legend; `heading` and `captions` are lines above all of them, `rows` are tiles and
    `below` lines under them."""
    if not panels:
        raise ValueError("no castle to draw")
    high = max(panel.height for panel in panels) * CELL
    across = sum(panel.across for panel in panels) + BETWEEN * (len(panels) - 1)
    if below or rows or heading:
        across = max(across, PAGE)
    named = wrap(heading, int(across / CAPTION_LETTER))
    head = [*named, *(line for caption in captions for line in wrap(caption, int(across / (LEGEND_LETTER if heading else CAPTION_LETTER))))]
    top = MARGIN + len(head) * CAPTION
    above = max(len(panel.lines) for panel in panels) * CAPTION
    placed, signs = legend(_legend(panels, rows), across)
    foot = top + above + high + NUMBERS
    under = [line for words in below for line in wrap(words, int(across / LEGEND_LETTER), subsequent_indent="    ")]
    width, height = across + 2 * MARGIN, foot + len(rows) * ROW + len(under) * PARAGRAPH + signs * SIGNS + MARGIN + 8 * bool(under)
    name = title or heading or "; ".join(panel.caption for panel in panels if panel.caption) or "A castle"
    parts = [_definitions(panels, rows)]
    for number, line in enumerate(head):
        style = 'font-size="18" font-weight="600"' if number < len(named) else 'font-size="15"'
        parts.append(f'<text class="heading" x="{MARGIN}" y="{MARGIN + number * CAPTION + 12}" {style} fill="{INK}">{text(line)}</text>')
    left = MARGIN
    for panel in panels:
        parts.append(f'<g class="castle" transform="translate({left} {top})">')
        parts += _caption(panel, above)
        parts.append(f'<g transform="translate({NUMBERS} {above + high})">')
        parts += _castle(panel)
        parts += ["</g>", "</g>"]
        left += panel.across + BETWEEN
    for row in rows:
        parts.append(f'<g class="row" transform="translate({MARGIN} {foot})">{_row(row)}</g>')
        foot += ROW
    for line in under:
        indent = 5 * (len(line) - len(line.lstrip()))
        parts.append(f'<text class="below" x="{MARGIN + indent}" y="{foot + 18}" font-size="14" fill="{INK}">{text(line.lstrip())}</text>')
        foot += PARAGRAPH
    foot += 8 * bool(under)
    parts.append(f'<g class="legend" font-size="14" fill="{INK}" transform="translate({MARGIN} {foot})">')
    parts += placed
    parts.append("</g>")
    words = "\n".join([*captions, *(f"{panel.words}\n" for panel in panels), *below])
    return document(width, height, title=name, words=words, parts=parts)


def position_svg(position: Position, *, title: str = "", aim: Any = None) -> str:
    """The castles of a position, with the places where the tile in hand may go and the ordeals above them; beside them the castle that advice aims at."""
    rules, state = position.rule_set, position.numbers
    panels = []
    for player in range(rules.players):
        mine = player == position.player and not position.is_over
        haunted = position.haunted
        panels.append(
            Panel(
                position.columns(player),
                rules.width,
                rules.height,
                f"Player {player + 1}" if rules.players > 1 else "",
                haunted=(haunted[1] - 1, haunted[2] - 1) if haunted is not None and haunted[0] == player else None,
                hand=int(state.hand) - 1 if mine and state.hand else None,
                places=position.places if mine else (),
            )
        )
    if aim is not None:
        panels.append(_aim(position, aim))
    return castles_svg(panels, title=title or f"Castellion, {rules}", captions=[title, *_ordeal_lines(position)])


def _aim(position: Position, target: Any) -> Panel:
    rules, where = position.rule_set, position.haunted
    return Panel(
        target.castle,
        rules.width,
        rules.height,
        f"The castle{f' of player {target.player + 1}' if rules.players > 1 else ''} to aim at, short of {target.short}",
        new=target.new,
        haunted=(where[1] - 1 + target.offset, where[2] - 1) if where and where[0] == target.player else None,
    )


def _ordeal_lines(position: Position) -> Iterator[str]:
    for number, card in enumerate(position.ordeals):
        name = f"Ordeal {NUMERALS[number]}: {card if card else 'face down'}"
        if number < position.met:
            yield f"{name}, overcome"
        elif number == position.met:
            yield f"{name}, {sum(position.traitors)} of {needed_traitors(position.game.rules, position.numbers)} Traitors"
        else:
            yield name
    if position.hand:
        yield f"in hand: {position.hand.title()}"


def _caption(panel: Panel, room: int) -> Iterator[str]:
    """On the lines next to the castle, above its first column."""
    for number, line in enumerate(panel.lines):
        y = room - (len(panel.lines) - number) * CAPTION + 12
        yield f'<text class="caption" x="{NUMBERS}" y="{y}" font-size="15" font-weight="600" fill="{INK}">{text(line)}</text>'


def _castle(panel: Panel) -> Iterator[str]:
    """From the lower left corner, upwards with negative numbers."""
    for row in range(panel.height):
        yield _number(row + 1, -14, -row * CELL - CELL // 2 + 5)
    ghosts = {cell_of_place(panel.columns, place): place for place in panel.places}
    if panel.shift:
        yield f'<g transform="translate({CELL} 0)">'
    for column in range(-panel.shift, panel.width - panel.shift):
        yield _number(column + 1, column * CELL + CELL // 2, 18)
        tiles = panel.columns[column] if 0 <= column < len(panel.columns) else ()
        for row in range(panel.height):
            x, y = column * CELL, -(row + 1) * CELL
            if row < len(tiles) and tiles[row] == HIDDEN:
                yield _hidden(x, y)
            elif row < len(tiles):
                yield _tile(tiles[row], x, y, _marks(panel, (column, row)))
            elif (column, row) in ghosts and panel.hand is not None:
                yield _ghost(panel.hand, x, y, ghosts[column, row])
            else:
                side = CELL - 2 * GAP - 6
                yield f'<rect class="empty" x="{x + 5}" y="{y + 5}" width="{side}" height="{side}" rx="6" fill="none" stroke="#d4d4d4"/>'
    for place in panel.formations:
        yield from _outline(place)
    for column, tiles in enumerate(panel.columns):
        for row in range(len(tiles)):
            badges = "".join(_BADGES[mark] for mark in _marks(panel, (column, row)))
            if badges:
                yield f'<g transform="translate({column * CELL} {-(row + 1) * CELL})">{badges}</g>'
    if panel.shift:
        yield "</g>"


def _row(row: TileRow) -> str:
    parts = [f'<text y="36" font-size="14" font-weight="600" fill="{INK}">{text(row.label)}</text>']
    for number, kind in enumerate(row.kinds):
        x = ROW_LABEL + number * (CELL * ROW_TILE + 8)
        parts.append(f'<g transform="translate({round(x, 1)} 12) scale({ROW_TILE})">{_tile(kind, 0, 0, ())}</g>')
        if row.numbered:
            parts.append(
                f'<text x="{round(x + CELL * ROW_TILE / 2, 1)}" y="9" font-size="11" text-anchor="middle" fill="#666">{number + 1}</text>'
            )
    return "".join(parts)


def _ghost(kind: int, x: int, y: int, place: int) -> str:
    """The tile in hand where it may go, in outline, with the number of the place."""
    return (
        f'<g class="place" transform="translate({x} {y})"><title>{TILES[kind].title} may go here: place {place}</title>'
        f'<rect x="5" y="5" width="{CELL - 10}" height="{CELL - 10}" rx="6" fill="{_COLOURS[_faction(kind)]}" fill-opacity=".22" stroke="{INK}" '
        f'stroke-width="2" stroke-dasharray="2 5" stroke-linecap="round"/>'
        + _shape(kind % 3, f'fill="#fff" stroke="{INK}" stroke-width="1.4" stroke-dasharray="4 3" stroke-linejoin="round"').replace(
            '"shape"', '"outline"'
        )
        + f'<text x="{CELL // 2}" y="{_LETTER_AT[kind % 3]}" font-size="18" font-weight="600" text-anchor="middle" fill="{INK}">{place}</text></g>'
    )


def _marks(panel: Panel, cell: Cell) -> list[str]:
    marks = ["haunted"] if cell == panel.haunted else []
    return [*marks, "new"] if panel.new is not None and cell in panel.new else marks


def _number(number: int, x: int, y: int) -> str:
    return f'<text x="{x}" y="{y}" font-size="14" text-anchor="middle" fill="#666">{number}</text>'


def _faction(kind: int) -> int:
    return kind // 3 if kind < DEFENDERS else len(FACTIONS)


def _tile(kind: int, x: int, y: int, marks: Sequence[str]) -> str:
    faction = _faction(kind)
    side = CELL - 2 * GAP
    ground = f'x="{GAP}" y="{GAP}" width="{side}" height="{side}" rx="7"'
    parts = [
        f'<g class="tile" transform="translate({x} {y})">',
        f"<title>{', '.join([TILES[kind].title, *marks])}</title>",
        f'<rect {ground} fill="{_COLOURS[faction]}"/>',
        f'<use href="#castle-pattern-{faction}"/>' if faction < len(_PATTERNS) else "",
        _shape(kind % 3, f'fill="#fff" stroke="{INK}" stroke-width="2.5" stroke-linejoin="round"'),
        f'<text x="{CELL // 2}" y="{_LETTER_AT[kind % 3]}" font-size="22" font-weight="700" text-anchor="middle" fill="{INK}">'
        f"{_LETTERS[faction]}</text>",
        "</g>",
    ]
    return "".join(parts)


def _hidden(x: int, y: int) -> str:
    side = CELL - 2 * GAP
    return (
        f'<g class="hidden" transform="translate({x} {y})"><title>hidden</title>'
        f'<rect x="{GAP}" y="{GAP}" width="{side}" height="{side}" rx="7" fill="#fff" stroke="{INK}" stroke-width="2" stroke-dasharray="5 4"/>'
        f'<text x="{CELL // 2}" y="{CELL // 2 + 11}" font-size="32" font-weight="700" text-anchor="middle" fill="{INK}">?</text></g>'
    )


_LETTER_AT = (45, 40, 40)  # a triangle has its room lower down


def _shape(shape: int, style: str) -> str:
    if shape == 0:
        return f'<path class="shape" d="M32 11L54 51H10Z" {style}/>'
    if shape == 1:
        return f'<rect class="shape" x="13" y="13" width="38" height="38" {style}/>'
    return f'<circle class="shape" cx="32" cy="32" r="21" {style}/>'


def _badge(x: int, sign: str, ink: str, ground: str, name: str) -> str:
    return (
        f'<g class="{name}"><circle cx="{x}" cy="13" r="8.5" fill="{ground}" stroke="{INK}" stroke-width="1.5"/>'
        f'<text x="{x}" y="18.5" font-size="16" font-weight="700" text-anchor="middle" fill="{ink}">{sign}</text></g>'
    )


_BADGES = {"new": _badge(51, "+", INK, "#fff", "new"), "haunted": _badge(13, "!", "#fff", INK, "haunted")}


def _outline(place: Place) -> Iterator[str]:
    """Inside its cells, so that formations side by side keep an outline each."""
    x, y = place.column * CELL + INSET, -(place.row + ROWS[place.type]) * CELL + INSET
    yield from _frame(place.type, x, y, COLUMNS[place.type] * CELL - 2 * INSET, ROWS[place.type] * CELL - 2 * INSET)


def _frame(kind: int, x: int, y: int, width: int, height: int) -> Iterator[str]:
    """A band in white under a line in black, so that it stands out on every colour."""
    box = f'x="{x}" y="{y}" width="{width}" height="{height}" rx="8" fill="none"'
    yield f'<rect {box} stroke="#fff" stroke-width="8"/>'
    if kind == TOWER:
        yield f'<rect class="formation tower" {box} stroke="{INK}" stroke-width="4.5"/>'
    elif kind == LINE:
        yield f'<rect class="formation line" {box} stroke="{INK}" stroke-width="4.5" stroke-dasharray="11 7"/>'
    else:
        yield f'<rect class="formation bastion" {box} stroke="{INK}" stroke-width="6.5"/>'
        yield f'<rect {box} stroke="#fff" stroke-width="2.2"/>'


def _definitions(panels: Sequence[Panel], rows: Sequence[TileRow] = ()) -> str:
    """The patterns in use. Two drawings on one page define the same ones under the same names."""
    patterns = [
        _pattern(faction, 2 * GAP, 2 * GAP, CELL - 2 * GAP, CELL - 2 * GAP, f'id="castle-pattern-{faction}" ')
        for faction in _factions(panels, rows)
    ]
    return f"<defs>{''.join(patterns)}</defs>" if any(patterns) else ""


def _pattern(faction: int, left: int, top: int, right: int, bottom: int, name: str = "") -> str:
    if faction >= len(_PATTERNS):
        return ""
    motif, style = _PATTERNS[faction]
    return f'<path {name}d="{hatching(motif, left, top, right, bottom, _STEP)}" stroke="#000" {style}/>'


def _factions(panels: Sequence[Panel], rows: Sequence[TileRow] = ()) -> list[int]:
    standing = {_faction(kind) for panel in panels for column in panel.columns for kind in column if kind != HIDDEN}
    return sorted(standing | {_faction(kind) for row in rows for kind in row.kinds})


# The legend: what is in the drawing and nothing else.


def _legend(panels: Sequence[Panel], rows: Sequence[TileRow] = ()) -> list[tuple[str, str]]:
    """Signs, drawn in a box of 26 by 18, with their words."""
    entries = []
    for faction in _factions(panels, rows):
        sign = f'<rect width="26" height="18" rx="4" fill="{_COLOURS[faction]}"/>{_pattern(faction, 1, 1, 25, 17)}'
        entries.append((sign, f"{_LETTERS[faction]} {_NAMES[faction]}"))
    for kind in sorted({place.type for panel in panels for place in panel.formations}):
        sign = "".join(_frame(kind, 2, 2, 24, 14)).replace("formation ", "sign ").replace('rx="8"', 'rx="4"')
        entries.append((sign, "line of defence" if kind == LINE else TYPES[kind]))
    if any(panel.new for panel in panels):
        entries.append((f'<g transform="translate(0 -4)">{_badge(13, "+", INK, "#fff", "sign")}</g>', "to be placed"))
    if any(panel.places and panel.hand is not None for panel in panels):
        sign = f'<rect x="3" width="18" height="18" rx="4" fill="none" stroke="{INK}" stroke-width="2" stroke-dasharray="2 4" stroke-linecap="round"/>'
        entries.append((sign, "where the tile in hand may go"))
    if any(panel.haunted is not None for panel in panels):
        entries.append((f'<g transform="translate(0 -4)">{_badge(13, "!", "#fff", INK, "sign")}</g>', "haunted"))
    return entries
