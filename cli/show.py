"""`castlewise show`: a position to look at, or turned into its other forms."""

from __future__ import annotations

from typing import Any

from castlewise.cli.drawing import Target, write_svg
from castlewise.cli.games import remarks, text_renderer
from castlewise.cli.output import console, print_json
from castlewise.cli.positions import CASTLE_PANIC, read_position
from castlewise.models.contract import mover_name
from castlewise.models.problems import InvalidInput, Problem

_MOST_MOVES = 30


def show_position(text: str, components: str | None, *, line: bool, toml: bool, svg: Target | None, json: bool) -> None:
    if line + toml + json > 1:
        raise InvalidInput([Problem("--line, --toml, --json", "are three answers; ask for one")])
    position = read_position(text, components)
    if svg is not None:
        write_svg(svg, position)
    if line:
        print(position)
    elif toml:
        print(_toml(position), end="")
    elif json:
        print_json("show", _facts(position))
    else:
        _draw(position)


def _toml(position: Any) -> str:
    if position.game.name == CASTLE_PANIC:
        from castlewise.models.castle_panic.position_file import write_position_file

        return write_position_file(position)
    from castlewise.models.castellion.position_file import write_position_file as write_castellion_file

    return write_castellion_file(position)


def _moves(position: Any) -> list[tuple[str, str, int | None]]:
    """Short form, sentence, and the weight if it is chance's."""
    game = position.game
    listed: list[tuple[int, int | None]] = [(move, None) for move in game.choices(position)]
    listed += game.outcomes(position)
    return [(game.short(position, move), game.describe(position, move), weight) for move, weight in listed]


def _facts(position: Any) -> dict[str, object]:
    game = position.game
    result = game.result(position)
    about = {key.replace(" ", "_"): value for key, value in game.summary().items()}
    return {
        **about,
        "line": str(position),
        "node": game.node(position).value,
        "mover": None if result else mover_name(position.game, position),
        **(_castle_panic_facts(position) if game.name == CASTLE_PANIC else _castellion_facts(position)),
        "moves": [
            {"move": short, "text": words} | ({} if weight is None else {"weight": weight}) for short, words, weight in _moves(position)
        ],
        "result": None if result is None else {"won": result.won, "reason": result.reason, "winners": [p + 1 for p in result.winners]},
    }


def _castle_panic_facts(position: Any) -> dict[str, object]:
    return {
        "towers": position.towers,
        "walls": position.walls,
        "fortified": position.fortified,
        "monsters": [
            {"kind": m.name, "ring": m.ring, "arc": m.arc, "health": m.health, "tarred": m.tarred}
            | ({"flames": m.flames} if position.rule_set.wizards_tower else {})
            for m in position.monsters
        ],
        "hands": position.hands,
        "cards_in_deck": len(position.deck),
        "tokens_in_pile": len(position.pile),
        **(_wizards_tower_facts(position) if position.rule_set.wizards_tower else {}),
    }


def _wizards_tower_facts(position: Any) -> dict[str, object]:
    return {
        "wizards_tower": position.wizards_tower or None,
        "wall_flames": position.wall_flames,
        "tower_flames": position.tower_flames,
        "wizard_cards_in_deck": len(position.wizard_deck),
        "imps_in_pile": int(position.state.imps),
    }


def _castellion_facts(position: Any) -> dict[str, object]:
    named = ("towers", "bastions", "lines")
    haunted = position.haunted
    return {
        "castles": position.castles,
        "formations": [dict(zip(named, position.formations(player), strict=True)) for player in range(position.rule_set.players)],
        "ordeals": [card.text if card else None for card in position.ordeals],
        "ordeals_met": position.met,
        "traitors": sum(position.traitors),
        "hand": position.hand,
        "revealed": position.revealed,
        "vigil": position.vigil,
        "prison": position.prison,
        "pantry": position.pantry,
        "haunted": None if haunted is None else {"player": haunted[0] + 1, "column": haunted[1], "row": haunted[2]},
        "champion": int(position.state.champion) or None,
        "tiles_in_safe_pile": len(position.safe),
        "tiles_in_standard_pile": len(position.standard),
        "discards": position.discards,
    }


def _draw(position: Any) -> None:
    out = console()
    out.print(f"{position.game.name}, {position.rule_set}", style="bold")
    out.print(text_renderer(position.game).picture(position))
    for heading, remark in remarks(position.game):
        out.print(f"{heading} component: {remark}", style="dim")
    result = position.game.result(position)
    if result is not None:
        out.print(f"{'WON' if result.won else 'LOST'}: {result.reason}", style="bold")
        return
    moves = _moves(position)
    out.print(f"\n{mover_name(position.game, position)}, {len(moves)} possibilities:")
    for short, words, weight in moves[:_MOST_MOVES]:
        chance = "" if weight is None else f"  (weight {weight})"
        out.print(f"  {short:16} {words}{chance}", soft_wrap=True)
    if len(moves) > _MOST_MOVES:
        out.print(f"  ... and {len(moves) - _MOST_MOVES} more (--json lists all)")
