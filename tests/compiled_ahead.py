"""Compiles what many tests need, before they begin: a rule set in a process, all at once.

Left to themselves, the tests compile it one by one and often twice, and before the workers start one of two cores is idle if one process does it all.
"""

from __future__ import annotations

import os

from castlewise.cli.warm import WARMED, compile_apart, kernels_wanted


def compile_ahead() -> None:
    """What `castlewise warm` compiles; an error in one of the kernels is an error here."""
    lacking = [which for which, kernel in kernels_wanted(WARMED).items() if not kernel.is_prepared]
    compile_apart(lacking, os.cpu_count() or 1, lambda: None)
