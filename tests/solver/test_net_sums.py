"""The sums of a net: the same compiled and plain, whatever the numbers, and what a net's weights say."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest

from castlewise.models.kernel import Ints, Kernel, rule
from castlewise.solver.net import LARGEST_FEATURE, Net
from castlewise.solver.net_sums import BLOCK, PAIRS, SECOND_UNIT, UNITS, net_sum, packed, wrapped
from castlewise.solver.value import UNIT, WEIGHTS

HIGHEST = (1 << 31) - 1
LOWEST = -(1 << 31)


@rule
def sum_of_row(values: Ints, place: int, row: Ints, count: int) -> int:
    return net_sum(values, place, row, count)


def compiled_sum(values: list[int], place: int, row: list[int], count: int) -> int:
    kernel = Kernel("sums", {}, compiled=True, sources=Path(__file__).parent)
    return int(kernel(sum_of_row)(np.array(values), place, np.array(row), count))  # type: ignore[arg-type]


def by_hand(linear: list[int], first: list[list[int]], second: list[int], row: list[int]) -> int:
    units = [sum(x * weights[unit] for x, weights in zip(row, first, strict=True)) for unit in range(UNITS)]
    within = [(sum_ + (1 << 31)) % (1 << 32) - (1 << 31) for sum_ in units]
    return sum(x * w for x, w in zip(row, linear, strict=True)) + sum(
        max(u, 0) * w // SECOND_UNIT for u, w in zip(within, second, strict=True)
    )


def as_values(linear: list[int], first: list[list[int]], second: list[int], place: int) -> list[int]:
    pairs = [packed(units[2 * pair], units[2 * pair + 1]) for units in first for pair in range(PAIRS)]
    return [*range(1, place + 1), *linear, *pairs, *second]


@pytest.mark.compiled
@pytest.mark.parametrize("count", [1, 2, 63, 64, 65, 128, 137, 232])
def test_compiled_and_plain_are_the_sum_by_hand(count: int) -> None:
    chance = random.Random(count)
    for zeros, most_feature, most_weight in ((0.6, 40, 1 << 17), (0.0, 600, 1 << 20), (0.95, 1 << 20, HIGHEST), (1.0, 1, 1)):
        row = [0 if chance.random() < zeros else chance.randint(-most_feature, most_feature) for _ in range(count)]
        linear = [chance.randint(-most_weight, most_weight) for _ in range(count)]
        first = [[chance.randint(-most_weight, most_weight) for _ in range(UNITS)] for _ in range(count)]
        second = [chance.randint(-20_000, 20_000) for _ in range(UNITS)]
        place = chance.randrange(5)
        values = as_values(linear, first, second, place)
        behind = [chance.randint(-9, 9) for _ in range(BLOCK)]  # not to be taken for features
        expected = by_hand(linear, first, second, row)
        assert net_sum(values, place, row + behind, count) == expected
        assert compiled_sum(values, place, row + behind, count) == expected


@pytest.mark.compiled
@pytest.mark.parametrize("weight", [HIGHEST, LOWEST, -1, 1])
@pytest.mark.parametrize("x", [1, -1, 3, HIGHEST, LOWEST])
def test_what_does_not_fit_wraps_alike(weight: int, x: int) -> None:
    first = [[weight] * UNITS, [weight if unit % 2 else -1 for unit in range(UNITS)]]
    second = [SECOND_UNIT + unit for unit in range(UNITS)]
    row = [x, 1]
    values = as_values([weight, weight], first, second, 0)
    expected = by_hand([weight, weight], first, second, row)
    assert net_sum(values, 0, row + [7] * BLOCK, 2) == compiled_sum(values, 0, row + [7] * BLOCK, 2) == expected


@pytest.mark.parametrize("even", [0, 1, -1, HIGHEST, LOWEST])
@pytest.mark.parametrize("odd", [0, 1, -1, HIGHEST, LOWEST])
def test_two_units_share_a_number(even: int, odd: int) -> None:
    both = packed(even, odd)
    assert -(1 << 63) <= both < 1 << 63
    assert (wrapped(both), both >> 32) == (even, odd)


def test_a_net_whose_sums_might_not_fit_is_refused() -> None:
    def net(weight: float) -> Net:
        return Net(np.zeros(3), np.full((3, UNITS), weight), np.ones(UNITS))

    most = (1 << 31) / (3 * LARGEST_FEATURE * UNIT)
    assert len(net(most - 0.01).numbers()) > WEIGHTS
    with pytest.raises(ValueError, match="32 bits"):
        net(most + 0.01).numbers()
