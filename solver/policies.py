"""The players that can be named, and the rule that decides for each in each game."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import Any

from castlewise.models.contract import Game
from castlewise.models.kernel import Ints, Kernel, rule
from castlewise.models.problems import InvalidInput, Problem, nearest
from castlewise.models.randomness import below
from castlewise.solver.game_rules import Rules, State, bound_kernel, choices, decide

POLICIES = ("random", "greedy")
ADVISOR = "advisor"  # the third player: it searches, so it is more than a rule (castle_panic/advisor.py, castellion/advisor.py)
_GREEDY = {"castle-panic": "castlewise.solver.castle_panic.greedy", "castellion": "castlewise.solver.castellion.greedy"}


@rule
def uniform(r: Rules, s: State, source: Ints, out: Ints) -> int:
    """The random player: any legal move, each as likely."""
    return out[1 + below(source, choices(r, s, out))]


def policy_kernel(game: Game[Any], name: str) -> Kernel:
    """The kernel in which a policy decides for a game."""
    from castlewise.solver.play_out import play_many

    deciding = policy_rule(game, name)
    entries = (deciding, play_many, *_dealing(game))
    return bound_kernel(game, f"{game.kernel.name} {name}", {decide: [deciding], **_expansion(game, name)}, entries=entries)


def _dealing(game: Game[Any]) -> Sequence[Callable[..., Any]]:
    """What deals from a deck whose order is settled, where a game has one."""
    if game.name != "castellion":
        return ()
    from castlewise.solver.castellion.move_race import deal

    return (deal,)


def _expansion(game: Game[Any], name: str) -> Mapping[Callable[..., Any], Sequence[Callable[..., Any]]]:
    """What a policy knows beyond the base game."""
    if name != "greedy" or "wizards-tower" not in str(game.summary()["rules"]).split(","):
        return {}
    from castlewise.solver.castle_panic.wizards_tower_greedy import BINDINGS

    return BINDINGS


def policy_rule(game: Game[Any], name: str) -> Callable[..., Any]:
    if name.partition(":")[0] == ADVISOR:
        raise InvalidInput([Problem("policy", "the advisor plays in simulations only; for one position ask `castlewise suggest`")])
    if name not in POLICIES:
        known = (*POLICIES, ADVISOR)
        raise InvalidInput([Problem("policy", f'unknown policy "{name}"{nearest(name, known)}; there are {", ".join(known)}')])
    if name == "random":
        return uniform
    greedy: Callable[..., Any] = import_module(_GREEDY[game.name]).greedy
    return greedy
