"""How compiled rules are put together: each is translated by itself, and what Python calls is linked from all that it needs, once.

numba by itself makes every function fit to be called: it links in all callees, their callees and so on, optimises the whole and makes machine code of it, for
each function again, although rules are called by rules only. Of the two minutes that a large kernel took this was three quarters. Here a rule that Python does
not call stays a *part*: translated to LLVM's language and no further. A *whole*, what Python calls, gathers the parts that it needs, each once, and is
optimised and made machine code of as one. LLVM is told that nobody else calls those parts, so it need not keep to numba's way of calling them, where a buffer
is handed over as seven numbers: games take a third less time.

What a newcomer would get wrong: a part that stays visible in one whole and is hidden in another. The names of all machine code are one list, in which numba's
linker finds hidden ones too, and a whole would call what another whole keeps for itself.

This leans on numba's inner workings (`numba.core.codegen`), as only quick_integers.py does beside it; tests/test_kernel.py would notice if they changed.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any


@cache
def _libraries() -> tuple[type, type]:
    """numba's library of code in two kinds. Made when they are needed: importing numba takes longer than most answers."""
    from numba.core import codegen

    base: Any = codegen.JITCodeLibrary

    class Part(base):  # type: ignore[misc]
        """Code that is only ever linked into other code."""

        def finalize(self) -> None:
            self._raise_if_finalized()
            self._finalized = True

        def get_pointer_to_function(self, name: str) -> int:
            return 0  # there is no machine code, and nobody outside may call it

    class Whole(base):  # type: ignore[misc]
        """Code that Python calls, with everything it needs."""

        def finalize(self) -> None:
            needed: list[Any] = self._linking_libraries
            needed[:] = _all_needed(needed)
            self._own = {function.name for function in self._final_module.functions if not function.is_declaration}
            super().finalize()

        def _optimize_final_module(self) -> None:
            """Hide what was linked in."""
            for function in self._final_module.functions:
                if not function.is_declaration and function.name not in self._own:
                    function.linkage = "internal"
            super()._optimize_final_module()

    return Part, Whole


def _all_needed(libraries: list[Any]) -> dict[Any, None]:
    """Some libraries, those that these need, and so on, each once and in the order in which they are met."""
    found: dict[Any, None] = {}
    waiting = list(reversed(libraries))
    while waiting:
        library = waiting.pop()
        if library not in found:
            found[library] = None
            waiting += reversed(library._linking_libraries)
    return found


@contextmanager
def compiled_as(*, part: bool) -> Iterator[None]:
    """Within this, what numba compiles becomes a part or a whole."""
    from numba.core import codegen

    generator: Any = codegen.JITCPUCodegen
    usual_library, usual_set_env = generator._library_class, generator.set_env

    def set_env(self: Any, name: str, environment: Any) -> None:
        if self._engine.get_global_value_address(name):  # a part has no place in memory yet, and needs none: no rule raises anything
            usual_set_env(self, name, environment)

    generator._library_class = _libraries()[0 if part else 1]
    generator.set_env = set_env
    try:
        yield
    finally:
        generator._library_class, generator.set_env = usual_library, usual_set_env
