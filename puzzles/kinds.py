"""The kinds of puzzle there are, by name."""

from __future__ import annotations

from functools import lru_cache
from importlib import import_module

from castlewise.models.problems import InvalidInput, Problem, nearest
from castlewise.puzzles.kind import CASTLE_PANIC, Kind

_WHERE = {
    "slay": ("one_turn", "SlayThemAll"),
    "hold": ("one_turn", "HoldTheWall"),
    "whatever": ("whatever_comes", "WhateverComes"),
    "odds": ("best_odds", "BestOdds"),
    "watch": ("long_watch", "LongWatch"),
    "finish": ("known_order", "FinishTheOrdeal"),
    "blank": ("architects_blank", "ArchitectsBlank"),
    "last": ("last_tiles", "LastTiles"),
    "trick": ("known_order", "PowerTrick"),
}
KINDS = tuple(_WHERE)
WITH_WIZARDS_TOWER = ("slay", "hold")  # kinds that the rules "wizards-tower" make puzzles of


@lru_cache
def kind_named(name: str) -> Kind:
    """A kind; raises InvalidInput if there is none of that name."""
    if name not in _WHERE:
        raise InvalidInput([Problem("kind", f'unknown kind "{name[:60]}"{nearest(name[:60], KINDS)}; there are {", ".join(KINDS)}')])
    module, made = _WHERE[name]
    found: Kind = getattr(import_module(f"castlewise.puzzles.{module}"), made)()
    return found


def check_rules(kind: str, rules: str) -> None:
    """Raises InvalidInput if a kind makes no puzzles under some rules."""
    if kind_named(kind).game == CASTLE_PANIC:
        from castlewise.puzzles.boards import rule_set

        if rules and rule_set(rules).wizards_tower and kind not in WITH_WIZARDS_TOWER:
            with_it = " and ".join(WITH_WIZARDS_TOWER)
            raise InvalidInput([Problem("--rules", f"the kinds {with_it} make puzzles with the Wizard's Tower, {kind} does not")])
        if rules and rule_set(rules).players < 2 and kind == "watch":
            raise InvalidInput([Problem("--rules", "the long watch is kept by two players or more")])
    elif rules:
        from castlewise.puzzles.castles import check_size

        check_size(rules)
