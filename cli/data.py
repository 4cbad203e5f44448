"""`castlewise data`: the components of the games, each with how sure we are of its value."""

from __future__ import annotations

from typing import Any

from rich.table import Table

from castlewise.cli.games import Asked
from castlewise.cli.output import console, print_json
from castlewise.cli.positions import CASTELLION, CASTLE_PANIC
from castlewise.models.problems import InvalidInput, Problem
from castlewise.models.provenance import Certainty

MEANING = {
    Certainty.CERTAIN: "read off the component, or stated in an official text",
    Certainty.LIKELY: "independent sources agree, or it follows from an official text",
    Certainty.ASSUMED: "no source: a default only",
    Certainty.REPLACED: "set by you",
}


def run_data(game: str | None, rules: str, components: str | None, as_json: bool) -> None:
    if game is None and (rules or components is not None):
        raise InvalidInput([Problem("--rules, --components", f"name the game they are for: {CASTLE_PANIC} or {CASTELLION}")])
    told = {name: _rows(name, rules, components) for name in ((game,) if game is not None else (CASTLE_PANIC, CASTELLION))}
    if as_json:
        print_json("data", {"certainty": {certainty.value: words for certainty, words in MEANING.items()}, "games": told})
        return
    out = console()
    for name, topics in told.items():
        for topic, rows in topics.items():
            table = Table(title=f"{name}: {topic}", title_justify="left", pad_edge=False)
            for heading in rows[0]:
                table.add_column(heading, justify="right" if isinstance(rows[0][heading], int) else "left")
            for row in rows:
                table.add_row(*("" if value is None else str(value) for value in row.values()))
            out.print(table)
            out.print()
    used = {row["certainty"] for topics in told.values() for rows in topics.values() for row in rows}
    for certainty, words in MEANING.items():
        if certainty.value in used:
            out.print(f"{certainty.value}: {words}", style="dim")


def _rows(name: str, rules: str, components: str | None) -> dict[str, list[dict[str, Any]]]:
    rule_set = Asked(name, rules, components=components).maker()(compiled=False).rule_set  # type: ignore[attr-defined]
    return _castle_panic(rule_set) if name == CASTLE_PANIC else _castellion(rule_set)


def _castle_panic(rule_set: Any) -> dict[str, list[dict[str, Any]]]:
    return {
        "Castle cards": [
            {
                "code": card.code,
                "card": card.title,
                "count": card.count,
                "effect": card.effect,
                "certainty": card.certainty.value,
            }
            for card in rule_set.components.cards
        ],
        "Monster tokens": [
            {
                "code": token.code,
                "token": token.title,
                "count": token.count,
                "health": token.health or None,
                "points": token.points or None,
                "effect": token.effect if token.effect != "none" else None,
                "certainty": token.certainty.value,
            }
            for token in rule_set.components.tokens
        ],
    }


def _castellion(rule_set: Any) -> dict[str, list[dict[str, Any]]]:
    from castlewise.models.castellion.ordeals import NUMERALS
    from castlewise.models.castellion.rule_set import LEVELS
    from castlewise.models.castellion.tiles import PANTRY_TILES, SAFE, STANDARD, TILES, TRAITOR, TRAITORS_CERTAINTY

    piles = {"safe": (rule_set.safe, SAFE), "standard": (rule_set.standard, STANDARD)}
    tiles = []
    for kind, tile in enumerate(TILES):
        counts = {name: mine[kind] for name, (mine, _) in piles.items()} | {"pantry": PANTRY_TILES.counts[kind]}
        replaced = any(mine[kind] != usual.counts[kind] for mine, usual in piles.values())
        certainty = Certainty.REPLACED if replaced else TRAITORS_CERTAINTY if kind >= TRAITOR else STANDARD.certainty
        tiles.append({"code": tile.code, "tile": tile.title, **counts, "certainty": certainty.value})
    levels = {rule_set.level: rule_set.ordeals} if rule_set.replaced else LEVELS
    ordeals = [
        {"level": level, "ordeal": NUMERALS[i], "asks for": card.text.replace("-", " "), "name": card.name or None}
        | {"Traitors": number.traitors, "certainty": card.certainty.value}
        for level, numbers in levels.items()
        for i, number in enumerate(numbers)
        for card in number.cards
    ]
    traitors = [
        {"level": level, "ordeal": NUMERALS[i], "Traitors": number.traitors, "certainty": number.traitors_certainty.value}
        for level, numbers in levels.items()
        for i, number in enumerate(numbers)
    ]
    cards = {card.name: card for numbers in levels.values() for number in numbers for card in number.cards if card.name}
    names = [{"name": name, "certainty": card.name_certainty.value} for name, card in cards.items()]
    return {"tiles": tiles, "ordeals": ordeals, "Traitors of an ordeal": traitors} | ({"names of ordeals": names} if names else {})
