"""What a player does not know of the rules in play: its games say little about them, and whoever simulates has to be told.

A rule is listed here if it gives choices that the player never takes, or a worth that it does not see. What changes setup, piles or movement alone is met as it
comes, and needs not be known.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from castlewise.models.contract import Game
from castlewise.solver.policies import ADVISOR

_GREEDY: Mapping[str, Mapping[str, str]] = {
    "castle-panic": {
        "master-slayer": "it plays for the team, and nobody for the most points",
        "desperate-times": "it never exchanges its hand",
        "my-home": "it takes any Tower, and defends its own no better than others",
        "kings-tower": "it names the first Tower that is free",
        "friends-close": "it looks into the other hands when it trades",
    },
    "castellion": {
        "base": "it never uses the Pyro's power",
        "expert": "it never uses the Pyro's power",
        "prophet": "it always chooses the later of the two ordeals",
    },
}
_ADVISOR: Mapping[str, Mapping[str, str]] = {"castle-panic": {"master-slayer": "it plays for the team, and nobody for the most points"}}


def not_known(game: Game[Any], policy: str) -> list[str]:
    """The rules in play that a policy does not know, each with what it does instead. The random player plays by none, and needs to know none."""
    name = policy.partition(":")[0]
    if name not in ("greedy", ADVISOR):
        return []
    known = (_ADVISOR if name == ADVISOR else _GREEDY).get(game.name, {})
    said = [f"{rule}: {words}" for rule in str(game.summary()["rules"]).split(",") if (words := known.get(rule))]
    return said + (_values_lacking(game) if name == ADVISOR else [])


def _values_lacking(game: Any) -> list[str]:
    """The advisor plays by any rules, but looks ahead with value functions that were fitted for some."""
    rules = str(game.rule_set)
    if game.name == "castle-panic":
        from castlewise.solver.castle_panic.value_sets import value_set_for

        fitted = value_set_for(game.rule_set).rules
        return [] if fitted == rules else [f"{rules}: its value functions were fitted for {fitted}"]
    from castlewise.solver.castellion.value_sets import castle_values_for

    lacking = "there are no value functions for these rules, it plays by blueprints of castles alone"
    return [] if castle_values_for(game.rule_set) is not None else [f"{rules}: {lacking}"]
