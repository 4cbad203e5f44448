"""The nets of a value function for Castellion and how they learn: from positions with what these came to, by gradients, a batch at a time.

A position looks the same to the game with factions exchanged, with shapes exchanged, or from the other side; so each time one is learnt from it is first turned
into one of its 288 likenesses (`likenesses`). Where the factions have powers they are not quite alike, and 12 likenesses are left. The fit runs over lists of
features instead of rows of zeros and ones, compiled by numba.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from itertools import permutations
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from castlewise.models.castellion.state import COLUMN, LARGEST
from castlewise.models.castellion.tiles import DEFENDERS
from castlewise.solver.castellion.castle_features import (
    ALWAYS,
    BARRED,
    CELLS,
    DISCARDED,
    FEATURES,
    KIND_LEFT,
    MISSING,
    MOST_LEFT,
    MOST_MISSING,
    MOST_REVEALED,
    PLACE,
    REVEALED,
    STATES,
    TILE_IN,
)
from castlewise.solver.castellion.castle_value import CARDS, NETS, NUMBERS
from castlewise.solver.castellion.placements import COLUMNS, NUMBER, PLACEMENTS
from castlewise.solver.listed_sums import SHIFT, UNITS, packed_rows
from castlewise.solver.value import MILLION, REACH, STEPS, TABLE, UNIT

Floats = npt.NDArray[np.float32]
Whole = npt.NDArray[np.int64]

FIRST_UNIT = SECOND_UNIT = 1 << 12
assert FIRST_UNIT * SECOND_UNIT == UNIT << SHIFT
_MANY_MISSING = 6  # formations
_LARGEST = (1 << 15) - 1  # a weight fits into 16 bits in a file


@dataclass
class CastleNet:
    """For each net the weights of the first layer, those of the second, and what the sum begins with."""

    first: Floats  # NETS, FEATURES, UNITS
    second: Floats  # NETS, UNITS
    beginning: Floats  # NETS

    @classmethod
    def blank(cls, seed: int) -> Self:
        """Before anything was learnt.

        Two things look good from the start, or nobody would ever find out that they are: to have overcome an ordeal, and to lack fewer formations.
        """
        random = np.random.default_rng(seed)
        first = random.normal(0, 0.05, (NETS, FEATURES, UNITS)).astype(np.float32)
        second = random.normal(0, 0.3, (NETS, UNITS)).astype(np.float32)
        first[:, ALWAYS] = 0
        first[:, :, 0] = 0
        for missing in range(MOST_MISSING + 1):
            first[:, MISSING + missing, 0] = max(0, _MANY_MISSING - missing) / 2
        second[:, 0] = 2
        return cls(first, second, np.repeat(np.array([-5.5, -2, -2], np.float32), CARDS))

    def rounded(self) -> dict[str, npt.NDArray[Any]]:
        """As whole numbers, in a form for a file."""

        def whole(weights: Floats, unit: int) -> npt.NDArray[np.int16]:
            return np.clip(np.rint(weights * unit), -_LARGEST, _LARGEST).astype(np.int16)

        return {
            "first": whole(self.first, FIRST_UNIT),
            "second": whole(self.second, SECOND_UNIT),
            "beginning": np.rint(self.beginning * UNIT).astype(np.int64),
        }

    @classmethod
    def from_rounded(cls, said: Any) -> Self:
        return cls(
            said["first"].astype(np.float32) / FIRST_UNIT,
            said["second"].astype(np.float32) / SECOND_UNIT,
            said["beginning"].astype(np.float32) / UNIT,
        )

    def numbers(self) -> Whole:
        """The nets as castle_value.py reads them."""
        whole = self.rounded()
        nets = [
            np.concatenate([packed_rows(whole["first"][i]), whole["second"][i].astype(np.int64), whole["beginning"][i : i + 1]])
            for i in range(NETS)
        ]
        table = [round(MILLION / (1 + np.exp(REACH - i / STEPS))) for i in range(TABLE)]
        numbers = np.concatenate([*nets, np.array(table, np.int64)])
        assert len(numbers) == NUMBERS
        return numbers


@cache
def likenesses(factions_alike: bool = True) -> npt.NDArray[np.int16]:
    """What each feature turns into, for every way to exchange factions, if these are alike, to exchange shapes, and to look from the other side."""
    made = []
    for factions in permutations(range(4)) if factions_alike else [(0, 1, 2, 3)]:
        for shapes in permutations(range(3)):
            for mirrored in (False, True):
                made.append(_likeness(factions, shapes, mirrored))
    return np.array(made, np.int16)


def _likeness(factions: tuple[int, ...], shapes: tuple[int, ...], mirrored: bool) -> list[int]:
    turned = list(range(FEATURES))
    cells = [(LARGEST - 1 - cell // COLUMN) * COLUMN + cell % COLUMN if mirrored else cell for cell in range(CELLS)]
    kinds = [factions[kind // 3] * 3 + shapes[kind % 3] for kind in range(DEFENDERS)]
    for kind in range(DEFENDERS):
        for cell in range(CELLS):
            turned[TILE_IN + kind * CELLS + cell] = TILE_IN + kinds[kind] * CELLS + cells[cell]
        for left in range(MOST_LEFT + 1):
            for counted in (KIND_LEFT, DISCARDED):
                turned[counted + kind * (MOST_LEFT + 1) + left] = counted + kinds[kind] * (MOST_LEFT + 1) + left
        for seen in range(MOST_REVEALED):
            turned[REVEALED + kind * MOST_REVEALED + seen] = REVEALED + kinds[kind] * MOST_REVEALED + seen
    for barred in range(1, 8):
        as_exchanged = sum(1 << shapes[shape] for shape in range(3) if barred >> shape & 1)
        for cell in range(CELLS):
            turned[BARRED + (barred - 1) * CELLS + cell] = BARRED + (as_exchanged - 1) * CELLS + cells[cell]
    for place, (kind, column, row) in enumerate(PLACEMENTS):
        other = NUMBER[kind, LARGEST - COLUMNS[kind] - column, row] if mirrored else place
        turned[PLACE + place * STATES] = PLACE + other * STATES
        for faction in range(4):
            for tiles in range(1, 5):
                turned[PLACE + place * STATES + faction * 4 + tiles] = PLACE + other * STATES + factions[faction] * 4 + tiles
    return turned


class Learner:
    """A value function that learns, with what the gradients were like so far (Adam)."""

    batch = 128

    def __init__(self, net: CastleNet, seed: int) -> None:
        self.net = net
        self.random = np.random.default_rng(seed)
        self.weights = [[net.first[i], net.second[i], net.beginning[i : i + 1]] for i in range(NETS)]
        self.moved = [[np.zeros_like(w) for w in weights] for weights in self.weights]
        self.squared = [[np.zeros_like(w) for w in weights] for weights in self.weights]
        self.steps = [0] * NETS

    def learn(
        self, asked: Whole, counts: Whole, features: npt.NDArray[np.int16], told: Floats, rate: float, factions_alike: bool = True
    ) -> None:
        """Learn once from positions, each with the net to ask and a list of features, and with what it is told."""
        alike = likenesses(factions_alike)
        for which in range(NETS):
            own = self.random.permutation(np.flatnonzero(asked == which))
            if len(own) < self.batch // 4:
                continue
            turned = alike[self.random.integers(0, len(alike), len(own))]
            lists = np.take_along_axis(turned, features[own], axis=1)
            self.steps[which] = _fit()(
                *self.weights[which], *self.moved[which], *self.squared[which],
                counts[own], lists, told[own], self.batch, np.float32(rate), self.steps[which],
            )  # fmt: skip


@cache
def _fit() -> Callable[..., int]:
    import numba

    made: Callable[..., int] = numba.njit(cache=False, fastmath=True, error_model="numpy")(_learn_batches)
    return made


def _learn_batches(
    first: Any, second: Any, beginning: Any, moved_1: Any, moved_2: Any, moved_b: Any, squared_1: Any, squared_2: Any, squared_b: Any,
    counts: Any, lists: Any, told: Any, size: int, rate: Any, steps: int,
) -> int:  # fmt: skip
    """Adam, batch by batch; of the first layer only the rows that a batch has features of are moved. Returns how many steps there were so far."""
    units = second.shape[0]
    gradient = np.zeros_like(first)
    touched = np.zeros(first.shape[0], np.int8)
    rows = np.zeros(first.shape[0], np.int64)
    sums = np.zeros(units, np.float32)
    back = np.zeros(units, np.float32)
    slow, slower = np.float32(0.9), np.float32(0.999)
    one, tiny = np.float32(1), np.float32(1e-7)
    for begin in range(0, len(counts), size):
        end = min(begin + size, len(counts))
        share = one / np.float32(end - begin)
        gradient_2 = np.zeros(units, np.float32)
        gradient_b = np.float32(0)
        known = 0
        for i in range(begin, end):
            sums[:] = 0
            for k in range(counts[i]):
                row = lists[i, k]
                for j in range(units):
                    sums[j] += first[row, j]
            total = beginning[0]
            for j in range(units):
                total += max(sums[j], np.float32(0)) * second[j]
            error = (one / (one + np.exp(-total)) - told[i]) * share
            gradient_b += error
            for j in range(units):
                gradient_2[j] += error * max(sums[j], np.float32(0))
                back[j] = error * second[j] if sums[j] > 0 else np.float32(0)
            for k in range(counts[i]):
                row = lists[i, k]
                if touched[row] == 0:
                    touched[row] = 1
                    rows[known] = row
                    known += 1
                for j in range(units):
                    gradient[row, j] += back[j]
        steps += 1
        pace = rate * np.float32(np.sqrt(1 - 0.999**steps) / (1 - 0.9**steps))
        for k in range(known):
            row = rows[k]
            touched[row] = 0
            for j in range(units):
                g = gradient[row, j]
                gradient[row, j] = 0
                moved_1[row, j] = slow * moved_1[row, j] + (one - slow) * g
                squared_1[row, j] = slower * squared_1[row, j] + (one - slower) * g * g
                first[row, j] -= pace * moved_1[row, j] / (np.sqrt(squared_1[row, j]) + tiny)
        for j in range(units):
            g = gradient_2[j]
            moved_2[j] = slow * moved_2[j] + (one - slow) * g
            squared_2[j] = slower * squared_2[j] + (one - slower) * g * g
            second[j] -= pace * moved_2[j] / (np.sqrt(squared_2[j]) + tiny)
        moved_b[0] = slow * moved_b[0] + (one - slow) * gradient_b
        squared_b[0] = slower * squared_b[0] + (one - slower) * gradient_b * gradient_b
        beginning[0] -= pace * moved_b[0] / (np.sqrt(squared_b[0]) + tiny)
    return steps
