"""Compiles what many tests need, before they begin: a game in a process, all games at once.

Left to themselves, the tests compile it one by one and often twice: each worker translates the parts that its rules need, also those that the other has
translated for another rule of the same kernel. And what is compiled before the workers start leaves one of two cores idle if one process does it all.
A rule that is not named here is compiled by the first test that needs it.
"""

from __future__ import annotations

import subprocess
import sys
from importlib import import_module
from typing import Any

GAMES = ("castellion", "castle_panic", "wizards_tower")
CONTRACT = ("choices", "apply", "outcomes", "mover", "node", "sample")
ADVISOR = {  # by module, under castlewise.solver
    "castellion": {
        "castellion.advised_games": ("advised_games",),
        "castellion.castle_value": ("castle_chance",),
        "castellion.value_search": ("open_value_race", "roll_move"),
        "castellion.value_player": ("decide_by_value",),
        "castellion.value_games": ("value_games",),
        "castellion.move_race": ("generation", "open_race", "roll_pair"),
    },
    "castle_panic": {
        "castle_panic.turn_search": (
            "list_candidates",
            "list_plays",
            "write_plays",
            "end_and_settle",
            "advise",
            "first_look",
            "write_decision",
        ),
        "castle_panic.advised_rollouts": ("roll_advised",),
        "rollouts": ("roll",),
        "castle_panic.advised_games": ("advised_games",),
        "castle_panic.game_luck_rules": ("luck_of_games",),
        "castle_panic.value_rows": ("make_rows",),
    },
    "wizards_tower": {
        "castle_panic.turn_search": ("list_candidates", "list_plays", "write_plays", "end_and_settle"),
        "rollouts": ("roll",),
        "castle_panic.sampled_losses": ("play_rest_of_turn",),
    },
}


def compile_ahead() -> None:
    """All games at once; an error in one of them is an error here."""
    working = [subprocess.Popen([sys.executable, __file__, name]) for name in GAMES]
    failed = [name for name, process in zip(GAMES, working, strict=True) if process.wait() != 0]
    assert not failed, f"not compiled: {failed}"


def compile_game(name: str) -> None:
    from castlewise.models.castellion.game import Castellion
    from castlewise.models.castle_panic.game import CastlePanic
    from castlewise.models.castle_panic.rule_set import read_rules
    from castlewise.solver.play_out import play_many
    from castlewise.solver.policies import policy_kernel, policy_rule

    family = "castellion" if name == "castellion" else "castle_panic"
    game: Any = Castellion() if name == "castellion" else CastlePanic(read_rules("wizards-tower" if name == "wizards_tower" else ""))
    contract = import_module(f"castlewise.models.{family}.rules.game")
    for rule in CONTRACT:
        game.kernel(getattr(contract, rule))
    policies = ("greedy",) if name == "wizards_tower" else ("random", "greedy")
    for policy in policies:
        kernel = policy_kernel(game, policy)
        kernel(policy_rule(game, policy))
        if name != "wizards_tower":
            kernel(play_many)
    if family == "castle_panic":
        from castlewise.models.castle_panic.rules.turn import advance
        from castlewise.solver.castle_panic.enumeration import turns_kernel
        from castlewise.solver.castle_panic.enumeration_rules import list_ends, list_states

        if name == "castle_panic":
            game.kernel(advance)
        for listing in (list_states, list_ends):
            turns_kernel(game.kernel)(listing)
    advisor = import_module(f"castlewise.solver.{family}.advisor").advisor_kernel(game)
    for module, rules in ADVISOR[name].items():
        for rule in rules:
            advisor(getattr(import_module(f"castlewise.solver.{module}"), rule))


if __name__ == "__main__":
    compile_game(sys.argv[1])
