"""From what was typed to a game: rule set, component file."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from castlewise.models.castle_panic.components import BASE, Components
from castlewise.models.castle_panic.game import CastlePanic
from castlewise.models.castle_panic.rule_set import RuleSet, read_rules
from castlewise.models.problems import InvalidInput, Problem
from castlewise.models.reading import decoded


def read_text(path: str, what: str) -> str:
    """A file's text, or a message that says why not."""
    if not path:
        raise InvalidInput([Problem(what, "no file is named")])
    try:
        return decoded(Path(path).read_bytes(), path)
    except OSError as error:
        raise InvalidInput([Problem(path, f"cannot be read as {what}: {error.strerror}")]) from None


def components_from(path: str | None) -> Components:
    if path is None:
        return BASE
    from castlewise.models.castle_panic.component_file import read_components

    return read_components(read_text(path, "a component file"), place=path)


def rule_set_from(players: int | None, rules: str, components: str | None) -> RuleSet:
    return read_rules(rules, players=players, components=components_from(components), place="--rules")


def game_maker(rule_set: RuleSet) -> partial[CastlePanic]:
    """Something that makes the game, and can be sent to another process."""
    return partial(CastlePanic, rule_set)
