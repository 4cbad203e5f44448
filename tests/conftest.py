"""Shared by all tests: the rules are compiled once before the workers start, and tests that need them compiled are skipped when they are not."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import settings

from castlewise.models.kernel import jit_wanted

settings.register_profile("castlewise", deadline=None, derandomize=True, print_blob=True)
settings.load_profile("castlewise")


def pytest_configure(config: pytest.Config) -> None:
    if hasattr(config, "workerinput") or not jit_wanted():
        return
    from castlewise.models.castellion.game import Castellion
    from castlewise.models.castle_panic.game import CastlePanic
    from castlewise.models.contract import Game
    from castlewise.solver.simulation import simulate

    makers: tuple[Callable[[], Game[Any]], ...] = (CastlePanic, Castellion)
    for make_game in makers:
        for policy in ("random", "greedy"):
            simulate(make_game, policy, 1, 1, jobs=1)
        game = make_game()
        position = game.start()
        game.apply(position, game.moves(position)[0])
        game.outcomes(position)
        game.mover(position)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    if not jit_wanted():
        for item in items:
            if item.get_closest_marker("compiled"):
                item.add_marker(pytest.mark.skip(reason="the rules run as plain Python here"))
