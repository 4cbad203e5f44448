"""Win chances that hold: the fitted curve rises, mends what is off, leaves 0 and 1 alone, and errors are counted by games."""

from __future__ import annotations

import numpy as np
import pytest

from castlewise.solver.calibration import Tenth, fitted_curve, follow, tenths


def coin_games(chances: list[float], seed: int, *, of_each: int) -> tuple[np.ndarray, np.ndarray]:
    said = np.repeat(chances, of_each)
    return said, (np.random.default_rng(seed).random(len(said)) < said).astype(float)


def test_a_curve_undoes_a_bias_on_games_it_has_not_seen() -> None:
    random = np.random.default_rng(5)
    true = random.random(40_000)
    said = true**2  # a search that is too gloomy
    happened = (random.random(40_000) < true).astype(float)
    curve = fitted_curve(said[::2], happened[::2])
    mended = np.array([follow(curve, chance) for chance in said[1::2]])
    worst = max(abs(tenth.said - tenth.happened) for tenth in tenths(mended, happened[1::2], np.arange(20_000)))
    assert worst < 0.04
    assert max(abs(tenth.said - tenth.happened) for tenth in tenths(said[1::2], happened[1::2], np.arange(20_000))) > 0.2


def test_a_curve_rises_even_where_luck_falls() -> None:
    said, happened = coin_games([0.1, 0.2, 0.3, 0.8], 2, of_each=30)
    happened[:30] = 1  # all of the least likely ones came true
    curve = fitted_curve(said, happened)
    xs, ys = zip(*curve, strict=True)
    assert list(xs) == sorted(set(xs))
    assert list(ys) == sorted(ys)
    assert [follow(curve, 0.0), follow(curve, 1.0)] == [0.0, 1.0]


def test_tenths_say_how_often_it_happened() -> None:
    found = tenths(np.array([0.05, 0.05, 0.95, 0.95, 1.0]), np.array([0, 1, 1, 1, 1]), np.array([1, 2, 3, 4, 5]))
    assert [(t.said, t.happened, t.positions, t.games) for t in found] == [(0.05, 0.5, 2, 2), (0.9667, 1.0, 3, 3)]


def test_many_positions_of_one_game_are_one_game() -> None:
    said, happened = np.full(100, 0.5), np.array([1.0] * 50 + [0.0] * 50)
    apart = tenths(said, happened, np.arange(100))[0]
    together = tenths(said, happened, np.repeat(np.arange(4), 25))[0]
    assert (apart.games, together.games) == (100, 4)
    assert apart.error == pytest.approx(0.05)
    assert together.error == pytest.approx(0.25)
    assert isinstance(together, Tenth)
