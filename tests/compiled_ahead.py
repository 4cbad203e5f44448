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


def compile_ahead() -> None:
    """All games at once; an error in one of them is an error here."""
    working = [subprocess.Popen([sys.executable, __file__, name]) for name in GAMES]
    failed = [name for name, process in zip(GAMES, working, strict=True) if process.wait() != 0]
    assert not failed, f"not compiled: {failed}"


def compile_game(name: str) -> None:
    from castlewise.models.castellion.game import Castellion
    from castlewise.models.castle_panic.game import CastlePanic
    from castlewise.models.castle_panic.rule_set import read_rules
    from castlewise.solver.castle_panic.enumeration import turns_kernel
    from castlewise.solver.policies import POLICIES, policy_kernel

    castellion = name == "castellion"
    game: Any = Castellion() if castellion else CastlePanic(read_rules("wizards-tower" if name == "wizards_tower" else ""))
    kernels = [game.kernel, *(policy_kernel(game, policy) for policy in POLICIES)]
    if not castellion:
        kernels.append(turns_kernel(game.kernel))
    family = "castellion" if castellion else "castle_panic"
    kernels.append(import_module(f"castlewise.solver.{family}.advisor").advisor_kernel(game))
    for kernel in kernels:
        kernel.prepare()


if __name__ == "__main__":
    compile_game(sys.argv[1])
