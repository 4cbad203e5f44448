"""Compiles what many tests need, before they begin: a rule set in a process, all at once.

Left to themselves, the tests compile it one by one and often twice, and before the workers start one of two cores is idle if one process does it all.
"""

from __future__ import annotations

import os

from castlewise.cli.warm import WARMED, compile_apart, kernels_of


def compile_ahead() -> None:
    """What `castlewise warm` compiles; an error in one of the kernels is an error here."""
    lacking = [
        (game, rules, str(number))
        for game, played in WARMED.items()
        for rules in played
        for number, kernel in enumerate(kernels_of(game, rules))
        if not kernel.is_prepared
    ]
    compile_apart(lacking, os.cpu_count() or 1, lambda: None)
