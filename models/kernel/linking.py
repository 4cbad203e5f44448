"""How compiled rules are put together: each is translated by itself, and what Python calls is linked from all that it needs, once.

numba by itself makes every function fit to be called: it links in all callees, their callees and so on, optimises the whole and makes machine code of it, for
each function again, although rules are called by rules only. Of the two minutes that a large kernel took this was three quarters. Here every rule stays a
*part*: translated to LLVM's language and no further. A *whole* gathers the parts that its entries need, each once, and is optimised and made machine code of as
one. LLVM is told that nobody else calls those parts, so it need not keep to numba's way of calling them, where a buffer is handed over as seven numbers: games
take a third less time.

What a newcomer would get wrong: a part that stays visible in one whole and is hidden in another. The names of all machine code are one list, in which numba's
linker finds hidden ones too, and a whole would call what another whole keeps for itself. So nothing is visible but the wrappers that Python calls.

This leans on numba's inner workings (`numba.core.codegen`), as integer_code.py and compilation.py do beside it: RELIED_ON says of which versions, and
tests/test_kernel.py when it is another.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from typing import Any

RELIED_ON = "0.68"
"""The numba whose inner parts were read and tried. For another one read them again, run all tests, then change this and pyproject.toml."""


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
        """Code that Python calls, with everything it needs. `visible` are the names of the wrappers that it is called by."""

        visible: frozenset[str] = frozenset()

        def finalize(self) -> None:
            needed: list[Any] = self._linking_libraries
            needed[:] = _all_needed(needed)
            super().finalize()

        def _optimize_final_module(self) -> None:
            """Hide what was linked in."""
            for function in self._final_module.functions:
                if not function.is_declaration:
                    function.linkage = "external" if function.name in self.visible else "internal"
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
def _libraries_are(kind: type) -> Iterator[None]:
    from numba.core import codegen

    generator: Any = codegen.JITCPUCodegen
    usual_library, usual_set_env = generator._library_class, generator.set_env

    def set_env(self: Any, name: str, environment: Any) -> None:
        if self._engine.get_global_value_address(name):  # a part has no place in memory yet, and needs none: no rule raises anything
            usual_set_env(self, name, environment)

    generator._library_class = kind
    generator.set_env = set_env
    try:
        yield
    finally:
        generator._library_class, generator.set_env = usual_library, usual_set_env


@contextmanager
def as_parts() -> Iterator[None]:
    """Within this, what numba compiles becomes parts."""
    with _libraries_are(_libraries()[0]):
        yield


def whole_of(name: str, parts: Sequence[Any], descriptors: Sequence[Any]) -> Any:
    """The machine code of some parts that have wrappers, and of all that they need."""
    from numba.core.compiler_lock import global_compiler_lock
    from numba.core.registry import cpu_target

    with _libraries_are(_libraries()[1]), global_compiler_lock:
        library = cpu_target.target_context.codegen().create_library(name)
        library.visible = frozenset(descriptor.llvm_cpython_wrapper_name for descriptor in descriptors)
        library.enable_object_caching()
        for part, descriptor in zip(parts, descriptors, strict=True):
            # What can be left out when nobody calls it is left out, unless it says that somebody may.
            part._get_module_for_linking().get_function(descriptor.llvm_cpython_wrapper_name).linkage = "external"
            library.add_linking_library(part)
        library.finalize()
    return library


def whole_read(kept: Any) -> Any:
    """A whole as `serialize_using_object_code` wrote it."""
    from numba.core.registry import cpu_target

    with _libraries_are(_libraries()[1]):
        return cpu_target.target_context.codegen().unserialize_library(kept)
