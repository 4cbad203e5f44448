"""A Castellion position for a terminal: the castle as it stands, the ordeals, what is left in the piles."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from castlewise.models.castellion import stages
from castlewise.models.castellion.formation_places import Cell, cell_of_place, formations_in
from castlewise.models.castellion.ordeals import NUMERALS
from castlewise.models.castellion.position import Position
from castlewise.models.castellion.rules.appendices import PRISON_TILES, needed_traitors
from castlewise.models.castellion.tiles import DEFENDERS, FACTIONS, HIDDEN, TILES
from castlewise.models.move_code import first_of, second_of

_SYMBOLS = "▲■●"  # triangle, square, circle
_COLOURS = ("blue", "green", "yellow", "red")  # Seer, Chameleon, Juggler, Pyro
_EMPTY = " . "
_CORNERS = " ╶╴─╷┌┐┬╵└┘┴│├┤┼"  # by which of the four lines that meet there are drawn: up 8, down 4, left 2, right 1


def picture(position: Position) -> RenderableType:
    """All there is to see."""
    return Group(legend(), castles(position), ordeals(position), piles(position))


def tile(kind: int, haunted: bool = False, new: bool = False) -> Text:
    """A tile in three columns: the faction's letter (F for the Pantry) and the shape; before it a sign if it is haunted or new."""
    if kind == HIDDEN:
        return Text(" ? ", style="bold")
    letter = FACTIONS[kind // 3][0].upper() if kind < DEFENDERS else "F"
    style = _COLOURS[kind // 3] if kind < DEFENDERS else "white"
    mark = "<" if haunted else "+" if new else " "
    return Text(f"{mark}{letter}{_SYMBOLS[kind % 3]}", style=f"bold {style}")


def castle(position: Position, player: int) -> RenderableType:
    rules = position.rule_set
    where = position.haunted
    haunted = (where[1] - 1, where[2] - 1) if where and where[0] == player else None
    places = position.places if player == position.player and not position.is_over else ()
    return castle_picture(position.columns(player), rules.width, rules.height, haunted=haunted, places=places)


def castle_picture(
    columns: Sequence[Sequence[int]],
    width: int,
    height: int,
    *,
    new: Collection[Cell] = (),
    haunted: Cell | None = None,
    places: Collection[int] = (),
) -> RenderableType:
    """The columns of a castle, bottom up, within its limits, its formations in boxes. Cells are columns and rows from 0; `new` are those of tiles to be placed,
    `places` are where the tile in hand may go, by the numbers of the moves."""
    formation = {cell: number for number, place in enumerate(formations_in(columns, haunted)) for cell in place.cells}
    numbered = {cell_of_place(columns, place): place for place in places}
    first = -1 if 0 in places else 0  # a new column at the left end needs room
    seen = range(first, first + width)

    def apart(one: Cell, other: Cell) -> bool:
        """Whether a box ends between two cells."""
        return formation.get(one) != formation.get(other)

    def corner(column: int, row: int) -> str:
        """Where four cells meet: the one above to the right is (column, row)."""
        up, down = apart((column - 1, row), (column, row)), apart((column - 1, row - 1), (column, row - 1))
        left, right = apart((column - 1, row), (column - 1, row - 1)), apart((column, row), (column, row - 1))
        return _CORNERS[up * 8 + down * 4 + left * 2 + right]

    lines = []
    for row in reversed(range(-1, height)):
        under = Text(" ")  # the line between this row and the one above
        for column in seen:
            under.append(corner(column, row + 1))
            under.append("───" if apart((column, row + 1), (column, row)) else "   ")
        under.append(corner(first + width, row + 1))
        if "─" in under.plain:
            lines.append(under)
        if row < 0:
            break
        line = Text().append(f"{row + 1}", style="dim")
        for column in seen:
            cell = (column, row)
            line.append("│" if apart((column - 1, row), cell) else " ")
            if 0 <= column < len(columns) and row < len(columns[column]):
                line.append_text(tile(columns[column][row], haunted == cell, cell in new))
            elif cell in numbered:
                line.append(f"({numbered[cell]})", style="bold")
            else:
                line.append(_EMPTY, style="dim")
        line.append("│" if apart((first + width - 1, row), (first + width, row)) else " ")
        lines.append(line)
    lines.append(Text(" " + "".join(f"  {column + 1} " for column in seen), style="dim"))
    return Group(*lines)


def aim(position: Position, target: Any) -> RenderableType:
    """The castle that advice aims at, over the one that stands: tiles still to come have a plus sign."""
    rules = position.rule_set
    where = position.haunted
    haunted = (where[1] - 1 + target.offset, where[2] - 1) if where and where[0] == target.player else None
    whose = f" of player {target.player + 1}" if rules.players == 2 else ""
    what = "all ordeals to come" if target.whole else "the next ordeal"
    lines: list[RenderableType] = [
        Text(f"the castle{whose} to aim at, for {what}; + is still to come, kinds may differ:"),
        castle_picture(target.castle, rules.width, rules.height, new=target.new, haunted=haunted),
        Text(f"  {', '.join(target.formations)}"),
        Text(f"  short of {counted(target.short_next, 'tile')} for the next ordeal, {target.short} in all"),
    ]
    if target.hope is not None:
        lines.append(Text(f"hope for {target.hope.words}: {target.hope.tiles} of {target.hope.among}"))
    return Group(*lines)


def castles(position: Position) -> RenderableType:
    """All castles side by side, each with its formations."""
    table = Table.grid(padding=(0, 6))
    players = range(position.rule_set.players)
    table.add_row(*(castle(position, player) for player in players))
    table.add_row(*(_formations(position, player) for player in players))
    return table


def _formations(position: Position, player: int) -> Text:
    towers, bastions, lines = position.formations(player)
    who = f"player {player + 1}: " if position.rule_set.players == 2 else ""
    mark = "> " if who and player == position.player and not position.is_over else "  "
    return Text(f"{mark}{who}{counted(towers, 'tower')}, {counted(bastions, 'bastion')}, {counted(lines, 'line')}")


def ordeals(position: Position) -> RenderableType:
    lines = []
    for i, card in enumerate(position.ordeals):
        text = str(card) if card else "face down: " + " or ".join(str(one) for one in position.rule_set.ordeals[i].cards)
        if i < position.met:
            lines.append(Text(f"  {NUMERALS[i]:4}{text}: overcome", style="dim"))
        elif i == position.met:
            beside = sum(position.traitors)
            lines.append(Text(f"> {NUMERALS[i]:4}{text}: {beside} of {needed_traitors(position.game.rules, position.numbers)} Traitors"))
        else:
            lines.append(Text(f"  {NUMERALS[i]:4}{text}"))
    return Group(*lines)


def piles(position: Position) -> RenderableType:
    s = position.numbers
    traitors = sum(s.standard[DEFENDERS:])
    lines = [
        Text(
            f"{counted(len(position.safe), 'tile')} in the safe pile, {len(position.standard)} in the standard pile ({counted(traitors, 'Traitor')}), "
            f"{len(position.discards)} discarded",
            style="dim",
        )
    ]
    if position.revealed:
        lines.append(Text("revealed: " + _listed(position.revealed)))
    if position.hand:
        lines.append(Text(f"in hand: {_title(position.hand)}"))
    if position.vigil:
        lines.append(Text(f"Vigil: {_title(position.vigil)}"))
    if position.rule_set.appendix == "prison":
        lines.append(Text(f"prison: {len(position.prison)} of {PRISON_TILES} tiles" + _listed(position.prison, before=": ")))
    if position.rule_set.pantry:
        lines.append(Text(f"Pantry: {_listed([f'pantry {shape}' for shape in position.pantry]) or 'empty'}"))
    if s.prophet:
        lines.append(Text(f"the Prophet foretold ordeal {NUMERALS[s.prophet - 1]}"))
    if s.pawn:
        lines.append(Text("the Menace pawn is still in front of you"))
    if position.haunted:
        _, column, row = position.haunted
        lines.append(Text(f"haunted: column {column}, row {row}"))
    if s.champion:
        lines.append(Text(f"player {s.champion} is the Champion of the Oniverse"))
    return Group(*lines)


def awaited(position: Position) -> str:
    """What chance is about to do, and how one tells it."""
    who = f"player {position.player + 1}" if position.rule_set.players == 2 else "you"
    stage = int(position.state.stage)
    first = max(position.game.outcomes(position), key=lambda outcome: outcome[1])[0]
    if stage in (stages.TURN_UP_CARD, stages.TURN_OVER_CARD, stages.MEET_CARD):
        card = position.rule_set.ordeals[first_of(first)].cards[second_of(first)]
        return f'which ordeal {NUMERALS[first_of(first)]} is turned over, such as "{card.text.replace("-", " ")}"'
    pile = "safe" if stage in (stages.DRAW_SAFE, stages.REVEAL_SAFE) else "standard"
    such = TILES[first_of(first)]
    if stage == stages.DRAW_VIGIL:
        return f'the tile of the Vigil, such as "{such.name}"'
    verb = "reveal" if stage in (stages.REVEAL_SAFE, stages.REVEAL_STANDARD) else "draw"
    return f'what {who} {verb}{"s" if who != "you" else ""} from the {pile} pile, such as "{such.name}" or "{such.code}"'


def counted(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def _title(name: str) -> str:
    return next(tile.title for tile in TILES if tile.name == name)


def _listed(names: list[str], before: str = "") -> str:
    """Names with how often each occurs."""
    counts = Counter(names)
    words = [f"{count} x {_title(name)}" if count > 1 else _title(name) for name, count in counts.items()]
    return before + ", ".join(words) if words else ""


def legend() -> Text:
    """What the signs mean, once."""
    words = Text()
    for faction, colour in zip(FACTIONS, _COLOURS, strict=True):
        words.append(faction[0].upper(), style=f"bold {colour}")
        words.append(f" {faction.title()}  ", style="dim")
    return words.append(f"{_SYMBOLS[0]} triangle  {_SYMBOLS[1]} square  {_SYMBOLS[2]} circle", style="dim")
