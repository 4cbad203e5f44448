"""Shared by all tests: the rules are compiled once before the workers start, and tests that need them compiled are skipped when they are not."""

from __future__ import annotations

import pytest
from hypothesis import settings

from castlewise.models.kernel import jit_wanted
from compiled_ahead import compile_ahead

settings.register_profile("castlewise", deadline=None, derandomize=True, print_blob=True)
settings.load_profile("castlewise")


def pytest_configure(config: pytest.Config) -> None:
    if hasattr(config, "workerinput") or not jit_wanted():
        return
    compile_ahead()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    if not jit_wanted():
        for item in items:
            if item.get_closest_marker("compiled"):
                item.add_marker(pytest.mark.skip(reason="the rules run as plain Python here"))
