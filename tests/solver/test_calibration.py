"""Win chances that hold: the fitted curve rises, mends what is off, leaves 0 and 1 alone, and errors are counted by games."""

from __future__ import annotations

import numpy as np
import pytest

from castlewise.solver.calibration import Tenth, fitted_calibration, fitted_curve, fitted_shift, follow, holds, shifted, tenths


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


def test_the_same_chance_holds_for_more_or_less_as_more_or_less_is_left() -> None:
    random = np.random.default_rng(3)
    said = random.uniform(0.02, 0.98, 60_000)
    left = random.integers(0, 41, 60_000)
    odds = np.log(said / (1 - said)) + 2 * left / 40
    happened = (random.uniform(size=60_000) < 1 / (1 + np.exp(-odds))).astype(float)
    calibration = fitted_calibration(said, happened, left, [0, 10, 20, 30, 40])
    assert [length for length, _ in calibration] == [0, 10, 20, 30, 40]
    for chance in (0.2, 0.5, 0.8):
        for tokens in (0, 10, 25, 40):
            truth = 1 / (1 + (1 - chance) / chance * np.exp(-2 * tokens / 40))
            assert holds(calibration, chance, tokens) == pytest.approx(truth, abs=0.02)


def test_a_calibration_rises_with_what_was_said_and_leaves_certainty_alone() -> None:
    random = np.random.default_rng(4)
    said, left = random.uniform(0, 1, 500), random.integers(0, 41, 500)
    happened = random.integers(0, 2, 500).astype(float)  # nothing to learn: luck alone must not make it fall
    calibration = fitted_calibration(said, happened, left, [0, 20, 40])
    for tokens in (0, 7, 20, 33, 40, 60):
        chances = [holds(calibration, chance, tokens) for chance in np.linspace(0, 1, 101)]
        assert chances == sorted(chances)
        assert (chances[0], chances[-1]) == (0, 1)
    assert fitted_calibration(np.array([0.0, 1.0]), np.array([0.0, 1.0]), np.array([3, 4]), [0, 40]) == ()


def test_a_shift_makes_chances_come_true_on_the_whole() -> None:
    random = np.random.default_rng(6)
    said = random.uniform(0.05, 0.95, 20_000)
    odds = np.log(said / (1 - said)) + 0.4
    happened = (random.uniform(size=20_000) < 1 / (1 + np.exp(-odds))).astype(float)
    shift, error = fitted_shift(said, happened, np.arange(20_000))
    assert shift == pytest.approx(0.4, abs=0.05)
    assert abs(shift - 0.4) < 3 * error < 0.1
    assert fitted_shift(said, happened, np.arange(20_000) // 10)[1] == pytest.approx(
        error, rel=0.2
    )  # games of ten that have nothing in common
    assert np.mean([shifted(float(chance), shift) for chance in said]) == pytest.approx(happened.mean(), abs=1e-3)
    assert fitted_shift(np.array([0.0, 1.0]), np.array([0.0, 1.0]), np.array([1, 2])) == (0, 0)
