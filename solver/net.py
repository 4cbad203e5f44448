"""Fitting a value function: a weighted sum plus a few units that count above a threshold only, trained on positions with the share of games won from there.

It takes seconds in numpy: some hundred features, a dozen units, a hundred thousand rows. The result is rounded to the whole numbers that value.py reckons
with.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from castlewise.solver.net_sums import SECOND_UNIT, packed
from castlewise.solver.value import MILLION, REACH, STEPS, TABLE, UNIT, WEIGHTS

Floats = npt.NDArray[np.floating[Any]]

LARGEST_FEATURE = 512  # more than any is in the games there are: most are counts, the others were divided to stay small
_BATCH = 2048
_SMOOTH, _SMOOTH_SQUARES = 0.9, 0.999  # Adam's


@dataclass(frozen=True)
class Net:
    """The weights, over the features as they are. Feature 0 is always 1."""

    linear: Floats
    first: Floats
    second: Floats

    def chance(self, rows: npt.ArrayLike) -> Floats:
        x = np.asarray(rows, np.float32)
        chances: Floats = _squashed(x @ self.linear + np.maximum(x @ self.first, 0) @ self.second)
        return chances

    def numbers(self) -> list[int]:
        """The function as value.py reads it."""
        whole = self.rounded()
        if np.abs(whole["first"]).sum(0).max() * LARGEST_FEATURE >= 1 << 31:
            raise ValueError("weights too large: a unit's sum might not fit into 32 bits")
        weights = [*whole["linear"], *(packed(*pair) for units in whole["first"] for pair in zip(units[::2], units[1::2], strict=True))]
        table = [round(MILLION / (1 + np.exp(REACH - i / STEPS))) for i in range(TABLE)]
        numbers = [*weights, *whole["second"], *table]
        return [WEIGHTS + len(numbers), *numbers]

    def rounded(self) -> dict[str, list[Any]]:
        return {
            "linear": np.rint(self.linear * UNIT).astype(int).tolist(),
            "first": np.rint(self.first * UNIT).astype(int).tolist(),
            "second": np.rint(self.second * SECOND_UNIT).astype(int).tolist(),
        }

    @classmethod
    def from_rounded(cls, weights: dict[str, list[Any]]) -> Self:
        return cls(
            np.array(weights["linear"], np.float32) / UNIT,
            np.array(weights["first"], np.float32) / UNIT,
            np.array(weights["second"], np.float32) / SECOND_UNIT,
        )


def _squashed(x: Any) -> Any:
    return 1 / (1 + np.exp(-np.clip(x, -30, 30)))


def brier(chances: npt.ArrayLike, shares: npt.ArrayLike) -> float:
    """The mean squared error of chances against single games, of which `shares` were won.

    >>> brier([0.5, 0.5], [1.0, 0.0]), brier([0.75], [0.75])
    (0.25, 0.1875)
    """
    p, y = np.asarray(chances), np.asarray(shares)
    return float(np.mean(y * (1 - p) ** 2 + (1 - y) * p**2))


def fit(
    rows: npt.ArrayLike, shares: npt.ArrayLike, *, units: int, epochs: int, rate: float = 2e-3, seed: int = 0, begin: Net | None = None
) -> Net:
    """Minimise the cross-entropy by Adam, from `begin` or from nearly nothing. The same seed gives the same net on the same machine."""
    x, y = np.asarray(rows, np.float32), np.asarray(shares, np.float32)
    random = np.random.default_rng(seed)
    mean, spread = x.mean(0), x.std(0)
    spread[spread < 1e-6] = 1
    mean[0], spread[0] = 0, 1
    x = (x - mean) / spread
    count, features = x.shape
    if begin is None:
        share = float(np.clip(y.mean(), 0.01, 0.99))
        linear = np.zeros(features, np.float32)
        linear[0] = np.log(share / (1 - share))
        first = (random.standard_normal((features, units)) * 0.5 / np.sqrt(features)).astype(np.float32)
        second = (random.standard_normal(units) * 0.1).astype(np.float32)
    else:
        linear, first, second = begin.linear * spread, begin.first * spread[:, None], begin.second.copy()
        linear[0] += begin.linear[1:] @ mean[1:]
        first[0] += mean[1:] @ begin.first[1:]
    weights = [linear, first, second]
    drift, squares = [np.zeros_like(w) for w in weights], [np.zeros_like(w) for w in weights]
    batch = min(_BATCH, max(256, count // 50))
    steps = epochs * max(1, count // batch)
    for step in range(1, steps + 1):
        if (step - 1) % max(1, count // batch) == 0:
            order, at = random.permutation(count), 0
        chosen = order[at : at + batch]
        at += batch
        part = x[chosen]
        sums = part @ first
        active = np.maximum(sums, 0)
        error = ((_squashed(part @ linear + active @ second) - y[chosen]) / len(chosen)).astype(np.float32)
        gradients = (part.T @ error, part.T @ (np.outer(error, second) * (sums > 0)), active.T @ error)
        pace = rate * (1 + np.cos(np.pi * step / steps)) / 2 + 1e-6
        for weight, gradient, moved, squared in zip(weights, gradients, drift, squares, strict=True):
            moved *= _SMOOTH
            moved += (1 - _SMOOTH) * gradient
            squared *= _SMOOTH_SQUARES
            squared += (1 - _SMOOTH_SQUARES) * gradient**2
            weight -= pace * (moved / (1 - _SMOOTH**step)) / (np.sqrt(squared / (1 - _SMOOTH_SQUARES**step)) + 1e-8)
    linear, first = linear / spread, first / spread[:, None]
    linear[0] -= linear[1:] @ mean[1:]
    first[0] -= mean[1:] @ first[1:]
    return Net(linear, first, second)
