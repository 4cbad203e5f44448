"""`castlewise show`: a position to look at, or turned into its other forms."""

from __future__ import annotations

import json as json_module
import sys

from rich.console import Console

from castlewise.cli.games import components_from, read_text
from castlewise.models.castle_panic.components import Components
from castlewise.models.castle_panic.position import Position
from castlewise.models.contract import mover_name
from castlewise.models.problems import InvalidInput, Problem
from castlewise.models.reading import decoded

_MOST_MOVES = 30


def read_position(text: str, components: Components) -> Position:
    """A position given as one line, as the name of a TOML file, or as - for either on standard input. Nothing is compiled for it."""
    from castlewise.models.castle_panic.notation import read_line
    from castlewise.models.castle_panic.position_file import read_position_file

    place = text
    if text == "-":
        place = "standard input"
        text = decoded(sys.stdin.buffer.read(), place)
    elif not text.startswith("cp:"):
        return read_position_file(
            read_text(text, "a position (a line of notation begins with cp:)"), place=place, components=components, compiled=False
        )
    if text.lstrip().startswith("cp:"):
        return read_line(text.strip(), components=components, compiled=False)
    return read_position_file(text, place=place, components=components, compiled=False)


def show_position(text: str, components: str | None, *, line: bool, toml: bool, json: bool) -> None:
    if line + toml + json > 1:
        raise InvalidInput([Problem("--line, --toml, --json", "are three answers; ask for one")])
    position = read_position(text, components_from(components))
    if line:
        print(position)
    elif toml:
        from castlewise.models.castle_panic.position_file import write_position_file

        print(write_position_file(position), end="")
    elif json:
        print(json_module.dumps(_facts(position)))
    else:
        _draw(position)


def _moves(position: Position) -> list[tuple[str, str, int | None]]:
    """Short form, sentence, and the weight if it is chance's."""
    game = position.game
    listed: list[tuple[int, int | None]] = [(move, None) for move in game.choices(position)]
    listed += game.outcomes(position)
    return [(game.short(position, move), game.describe(position, move), weight) for move, weight in listed]


def _facts(position: Position) -> dict[str, object]:
    game = position.game
    result = game.result(position)
    return {
        "game": game.name,
        "rules": str(position.rule_set),
        "line": str(position),
        "node": game.node(position).value,
        "mover": None if result else mover_name(position.game, position),
        "towers": position.towers,
        "walls": position.walls,
        "fortified": position.fortified,
        "monsters": [{"kind": m.name, "ring": m.ring, "arc": m.arc, "health": m.health, "tarred": m.tarred} for m in position.monsters],
        "hands": position.hands,
        "cards_in_deck": len(position.deck),
        "tokens_in_pile": len(position.pile),
        "moves": [
            {"move": short, "text": words} | ({} if weight is None else {"weight": weight}) for short, words, weight in _moves(position)
        ],
        "result": None if result is None else {"won": result.won, "reason": result.reason, "winners": [p + 1 for p in result.winners]},
        "replaced_components": list(position.rule_set.components.replaced),
    }


def _draw(position: Position) -> None:
    from castlewise.render import castle_panic_text as text

    console = Console(highlight=False)
    console.print(f"castle-panic, {position.rule_set}", style="bold")
    console.print(text.board(position), text.hands(position), text.piles(position))
    for change in position.rule_set.components.replaced:
        console.print(f"replaced component: {change}", style="dim")
    result = position.game.result(position)
    if result is not None:
        console.print(f"{'WON' if result.won else 'LOST'}: {result.reason}", style="bold")
        return
    moves = _moves(position)
    console.print(f"\n{mover_name(position.game, position)}, {len(moves)} possibilities:")
    for short, words, weight in moves[:_MOST_MOVES]:
        chance = "" if weight is None else f"  (weight {weight})"
        console.print(f"  {short:16} {words}{chance}", soft_wrap=True)
    if len(moves) > _MOST_MOVES:
        console.print(f"  ... and {len(moves) - _MOST_MOVES} more (--json lists all)")
