"""The Castle Panic board for a terminal: one column an arc, one row a ring, from the Forest in to the Castle."""

from __future__ import annotations

from rich import box
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from castlewise.models.castle_panic.board import ARCS, COLOURS, RINGS
from castlewise.models.castle_panic.components import title
from castlewise.models.castle_panic.moments import example, moment
from castlewise.models.castle_panic.position import Monster, Position


def picture(position: Position) -> RenderableType:
    """All there is to see."""
    return Group(board(position), hands(position), piles(position))


def board(position: Position) -> RenderableType:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0), header_style="bold")  # fits in 80 columns
    table.add_column("ring", style="dim", no_wrap=True, width=9)
    for arc in range(1, 7):
        colour = COLOURS[(arc - 1) // 2]
        table.add_column(f"{arc} {colour}", style=colour, width=10, overflow="fold")
    for ring in RINGS[:-1]:
        table.add_row(ring, *(_monsters(position, ring, arc) for arc in range(1, 7)))
    table.add_row("wall", *(_wall(position, arc) for arc in range(1, 7)))
    table.add_row("castle", *(_castle(position, arc) for arc in range(1, 7)))
    return table


def _name(monster: Monster) -> str:
    health = f" {monster.health}" if monster.health else ""
    return f"{title(monster.name)}{health}" + (" tarred" if monster.tarred else "") + _flames(monster.flames)


def _flames(count: int) -> str:
    return f" fire{count}" if count else ""


def _monsters(position: Position, ring: str, arc: int) -> str:
    return "\n".join(_name(m) for m in position.monsters if (m.ring, m.arc) == (ring, arc))


def _wall(position: Position, arc: int) -> str:
    if arc in position.fortified:
        return "wall+fort"
    return "wall" + _flames(position.wall_flames[arc - 1]) if arc in position.walls else "-"


def _castle(position: Position, arc: int) -> str:
    here = _monsters(position, "castle", arc)
    tower = "WIZARD" if arc == position.wizards_tower else "TOWER"
    return here or (tower + _flames(position.tower_flames[arc - 1]) if arc in position.towers else "-")


def hands(position: Position) -> RenderableType:
    lines = []
    for player, hand in enumerate(position.hands):
        mark = ">" if player == position.player and not position.is_over else " "
        lines.append(Text(f"{mark} player {player + 1}: " + (", ".join(title(card) for card in hand) or "no cards")))
    return Group(*lines)


def piles(position: Position) -> Text:
    text = f"{len(position.pile)} tokens in the pile, {len(position.deck)} cards in the deck, {len(position.discards)} discarded"
    if position.rule_set.wizards_tower:
        wizards = f"{len(position.wizard_deck)} Wizard cards in the deck, {len(position.wizard_discards)} discarded"
        lost = not position.wizards_tower and len(position.towers) < ARCS  # with all six standing it is still to be chosen
        text += "\nthe Wizard deck is lost with the Wizard's Tower" if lost else f"\n{wizards}"
    return Text(text, style="dim")


def awaited(position: Position) -> str:
    """What chance is about to do, and how one tells it."""
    return f'{moment(position)}, such as "{example(position)}"'
