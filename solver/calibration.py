"""Win chances that hold: curves from what a search comes to, to how often it then happens, and how well they do on games they were not fitted on.

How far off a search is depends on how much of the game is left: what rollouts and value functions take a weak player to lose on the long way from the
beginning, a strong one does not. So there is a curve for each of some lengths of what is left.

Positions of one game share its outcome, so a thousand positions are worth far fewer games: the spread of a tenth is reckoned by games, not by positions.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

Curve = tuple[tuple[float, float], ...]  # points (chance searched for, chance that holds), rising; straight lines between them
Calibration = tuple[tuple[float, Curve], ...]  # curves by how much of the game is left, rising; straight lines between them

_GROUPS = 24  # that positions are put into, about equally many each, before the curve is made to rise
_WIDE = 0.04  # a group that reaches so far is closed sooner: most positions are nearly won, and the others would share a group
_LEAST = 80  # positions of such a group
_PRIOR = 1_600  # positions' worth of trust in the smooth curve, a group: of 0 to a million the best on games left out, over the sets of Castle Panic
_STEPS = 30  # of Newton's method; a few would do
_TINY = 5e-4
_POINTS = tuple(round(chance, 4) for chance in (0.005, 0.02, *np.arange(0.05, 0.96, 0.05), 0.98, 0.995))  # of a curve for what is left


@dataclass(frozen=True)
class Tenth:
    """Chances said within a tenth: their mean, how often it happened, its standard error, and how many positions and games it rests on."""

    said: float
    happened: float
    error: float
    positions: int
    games: int

    def as_row(self) -> dict[str, Any]:
        return asdict(self)


def follow(curve: Curve, chance: float) -> float:
    """The chance that holds. Without a curve, and at 0 and 1, it is what was said.

    >>> follow(((0.25, 0.5), (0.75, 0.75)), 0.5), follow(((0.25, 0.5),), 0.125), follow((), 0.25), follow(((0.25, 0.5),), 1.0)
    (0.625, 0.25, 0.25, 1.0)
    """
    if not curve or chance <= 0 or chance >= 1:
        return chance
    points = ((0.0, 0.0), *curve, (1.0, 1.0))
    at = bisect_right([x for x, _ in points], chance) - 1
    (left, low), (right, high) = points[at], points[at + 1]
    return low + (high - low) * (chance - left) / (right - left)


def holds(calibration: Calibration, chance: float, left: float) -> float:
    """The chance that holds with so much of the game left; before the first curve and beyond the last it is theirs.

    >>> holds(((10, ((0.5, 0.5),)), (20, ((0.5, 0.75),))), 0.5, 15), holds(((10, ((0.5, 0.75),)),), 0.5, 3), holds((), 0.25, 3)
    (0.625, 0.75, 0.25)
    """
    if not calibration:
        return chance
    lengths = [length for length, _ in calibration]
    after = bisect_right(lengths, left)
    before = max(after - 1, 0)
    after = min(after, len(calibration) - 1)
    low, high = follow(calibration[before][1], chance), follow(calibration[after][1], chance)
    if before == after:
        return low
    return low + (high - low) * (left - lengths[before]) / (lengths[after] - lengths[before])


def shifted(chance: float, odds: float) -> float:
    """A chance with so much added to the logarithm of its odds; 0 and 1 stay what they are.

    >>> shifted(0.5, 0.0), shifted(0.0, 2.0), shifted(1.0, -2.0), 0.73 < shifted(0.5, 1.0) < 0.74
    (0.5, 0.0, 1.0, True)
    """
    if odds == 0 or chance <= 0 or chance >= 1:
        return chance
    factor = math.exp(odds) * chance / (1 - chance)
    return factor / (1 + factor)


def fitted_shift(said: npt.NDArray[Any], happened: npt.NDArray[Any], game: npt.NDArray[Any]) -> tuple[float, float]:
    """By how much the odds have to be shifted for chances to come true on the whole, and the standard error of that, reckoned by games: one number,
    where there are too few games for a curve."""
    within = (said > 0) & (said < 1)
    if not within.any():
        return 0.0, 0.0
    odds, found = _odds(said[within]), 0.0
    for _ in range(_STEPS):
        chance = _chance(odds + found)
        found += float((happened[within] - chance).sum() / (chance * (1 - chance)).sum())
    chance = _chance(odds + found)
    _, number = np.unique(game[within], return_inverse=True)
    surplus = np.bincount(number, happened[within] - chance)
    return round(found, 4), round(float(np.sqrt((surplus**2).sum()) / (chance * (1 - chance)).sum()), 4)


def fitted_calibration(said: npt.NDArray[Any], happened: npt.NDArray[Any], left: npt.NDArray[Any], lengths: Sequence[float]) -> Calibration:
    """Curves for some lengths of what is left, from one smooth surface over chances and lengths: few numbers, so that the luck of single games moves it
    little."""
    within = (said > 0) & (said < 1)  # at 0 and 1 a chance stays what it is
    if not within.any():
        return ()
    longest = max(*lengths, 1)
    weights = _logistic(_surface(said[within], left[within] / longest), happened[within])
    found = []
    for length in lengths:
        chances = _chance(_surface(np.array(_POINTS), np.full(len(_POINTS), length / longest)) @ weights)
        rising = np.maximum.accumulate(chances)
        found.append((float(length), tuple((x, round(float(y), 4)) for x, y in zip(_POINTS, rising, strict=True))))
    return tuple(found)


def fitted_curve(said: npt.NDArray[Any], happened: npt.NDArray[Any]) -> Curve:
    """How often it happened, by groups of like chances; neighbours that fall instead of rising are put together until none do.

    What happened is 1 or 0, or near to it where the luck of a game is taken out, and then it may be beyond either on average, but a chance is not.

    A group of few positions would be the luck of a few games, so each leans on a smooth curve through all of them. Leaning on what was said instead would bend
    the curve towards it everywhere: a search is too gloomy as a rule, not by chance.
    """
    within = (said > 0) & (said < 1)  # at 0 and 1 a chance stays what it is
    said, happened = said[within], happened[within]
    if len(said) == 0:
        return ()
    smooth = _smooth(said, happened)
    blocks: list[tuple[float, float, float]] = []  # weight, sum of what was said, sum of what happened
    for part in _groups(said):
        weight = float(len(part) + _PRIOR)
        block = (weight, float(said[part].mean()) * weight, float(happened[part].sum() + _PRIOR * smooth[part].mean()))
        while blocks and blocks[-1][2] / blocks[-1][0] >= block[2] / block[0]:
            last = blocks.pop()
            block = (last[0] + block[0], last[1] + block[1], last[2] + block[2])
        blocks.append(block)
    points: list[tuple[float, float]] = []
    for weight, x, y in blocks:
        point = (round(x / weight, 4), round(min(max(y / weight, 0.0), 1.0), 4))
        if 0 < point[0] < 1 and (not points or point[0] > points[-1][0]):
            points.append(point)
    return tuple(points)


def _smooth(said: npt.NDArray[Any], happened: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """A logistic curve with a square term through what happened."""
    odds = _odds(said)
    terms = np.stack([np.ones_like(odds), odds, odds**2], axis=1)
    return _chance(terms @ _logistic(terms, happened))


def _surface(said: npt.NDArray[Any], left: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """The terms of a logistic surface: a curve with a square term that changes evenly with what is left."""
    odds = _odds(said)
    return np.stack([np.ones_like(odds), odds, odds**2, left, left * odds, left * odds**2], axis=1)


def _odds(said: npt.NDArray[Any]) -> npt.NDArray[Any]:
    clipped = np.clip(said, _TINY, 1 - _TINY)
    odds: npt.NDArray[Any] = np.log(clipped / (1 - clipped))
    return odds


def _logistic(terms: npt.NDArray[Any], happened: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """The weights of terms, the second of which is what was said: without much to learn from, the chance is what was said."""
    said_itself = np.zeros(terms.shape[1])
    said_itself[1] = 1
    weights = said_itself.copy()
    for _ in range(_STEPS):
        chance = _chance(terms @ weights)
        bend = terms.T @ (terms * (chance * (1 - chance))[:, None]) + np.eye(len(weights))
        step = np.linalg.solve(bend, terms.T @ (happened - chance) - (weights - said_itself))
        weights += step / max(1.0, float(np.abs(step).max()))  # far from the best fit a whole step leads astray
    return weights


def _chance(odds: npt.NDArray[Any]) -> npt.NDArray[Any]:
    chance: npt.NDArray[Any] = 1 / (1 + np.exp(-np.clip(odds, -30, 30)))
    return chance


def _groups(said: npt.NDArray[Any]) -> list[npt.NDArray[Any]]:
    order = np.argsort(said, kind="stable")
    groups = []
    begin = 0
    for end in range(1, len(order) + 1):
        size, reach = end - begin, said[order[end - 1]] - said[order[begin]]
        if end == len(order) or size >= max(_LEAST, len(order) / _GROUPS) or (size >= _LEAST and reach >= _WIDE):
            groups.append(order[begin:end])
            begin = end
    return groups


def tenths(said: npt.NDArray[Any], happened: npt.NDArray[Any], game: npt.NDArray[Any]) -> list[Tenth]:
    """How the chances said came true, by tenths; those without any are left out."""
    which = np.minimum((said * 10).astype(int), 9)
    found = []
    for i in range(10):
        here = which == i
        if here.any():
            found.append(_tenth(said[here], happened[here], game[here]))
    return found


def _tenth(said: npt.NDArray[Any], happened: npt.NDArray[Any], game: npt.NDArray[Any]) -> Tenth:
    _, number = np.unique(game, return_inverse=True)
    games = int(number.max()) + 1
    surplus = np.bincount(number, happened - said)  # of each game; their spread is that of the sum
    error = float(np.sqrt((surplus**2).sum())) / len(said)
    return Tenth(round(float(said.mean()), 4), round(float(happened.mean()), 4), round(error, 4), len(said), games)


def read_tenths(rows: Sequence[dict[str, Any]]) -> list[Tenth]:
    return [Tenth(**row) for row in rows]
