"""Hooks: how the answers of several boxes are put together, in either order of the boxes, compiled and plain."""

from __future__ import annotations

from pathlib import Path

import pytest

from castlewise.models.kernel import Kernel, Placed, composed, extends, placeholder, rule
from toy_boxes import (
    LAYOUTS,
    WELL,
    WOLVES,
    Box,
    damage,
    danger,
    day,
    keeper,
    keeper_of,
    more_cards,
    night_falls,
    somebody_comes,
    well_is_passed,
    wolves_bite,
    wolves_double,
    wolves_howl,
)


def kernel_of(*boxes: Box, compiled: bool = False) -> Kernel:
    return Kernel("toy boxes", LAYOUTS, composed(*boxes), entries=(day, keeper), compiled=compiled, sources=Path(__file__).parent)


def told_on(kernel: Kernel, number: int) -> tuple[list[int], int]:
    s = kernel.blank("State")
    found = int(kernel(day)(s, number))
    return [int(s.noted[i]) for i in range(s.count)], found


COMPILED = [False, pytest.param(True, marks=pytest.mark.compiled)]


@pytest.mark.parametrize("compiled", COMPILED)
def test_a_hook_that_nobody_has_joined_is_its_own_body(compiled: bool) -> None:
    kernel = kernel_of(compiled=compiled)
    assert told_on(kernel, 2) == ([], 9 * 100_000 + 1 * 10_000 + 100 + 2)
    assert int(kernel(keeper)(kernel.blank("State"), 1)) == -9


@pytest.mark.parametrize("compiled", COMPILED)
def test_two_boxes_together(compiled: bool) -> None:
    """All are told, in the order of the boxes or of the hook; the first answer counts; what is folded is folded with the hook's own body."""
    kernel = kernel_of(WOLVES, WELL, compiled=compiled)
    told, found = told_on(kernel, 2)
    assert told == [102, 202, 210, 110]
    assert found == 2 * 10_000_000 + 4 * 100_000 + 3 * 10_000 + 1_000 + 0 + (2 * 2 - 1)
    s = kernel.blank("State")
    assert [int(kernel(keeper)(s, thing)) for thing in (1, 2, 3)] == [0, -2, -9]


def test_two_boxes_in_the_other_order() -> None:
    kernel = kernel_of(WELL, WOLVES)
    told, found = told_on(kernel, 3)
    assert told == [203, 103, 210, 110]
    assert found == 2 * 10_000_000 + 4 * 100_000 + 3 * 10_000 + 1_000 + 0 + 2 * (3 - 1)
    s = kernel.blank("State")
    assert [int(kernel(keeper)(s, thing)) for thing in (1, 2, 3)] == [5, -2, -9]


@pytest.mark.parametrize(("box", "told", "keepers"), [(WOLVES, [102, 110], [0, -9]), (WELL, [202, 210], [5, -2])])
def test_one_box_alone(box: Box, told: list[int], keepers: list[int]) -> None:
    kernel = kernel_of(box)
    assert told_on(kernel, 2)[0] == told
    assert [int(kernel(keeper)(kernel.blank("State"), thing)) for thing in (1, 2)] == keepers


@pytest.mark.compiled
def test_boxes_in_the_same_order_share_machine_code(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("CASTLEWISE_CACHE", str(tmp_path))
    expected = told_on(kernel_of(WOLVES, WELL), 2)
    assert told_on(kernel_of(WOLVES, WELL, compiled=True), 2) == expected
    assert "compiling" in capsys.readouterr().err
    assert kernel_of(WOLVES, WELL, compiled=True).is_prepared
    assert told_on(kernel_of(WOLVES, WELL, compiled=True), 2) == expected
    assert capsys.readouterr().err == ""
    assert not kernel_of(WELL, WOLVES, compiled=True).is_prepared


@rule
def takes_too_much(s: int, night: int, more: int) -> None: ...


@rule
def replaces_damage(s: int, points: int) -> int:
    return 0


@placeholder
def a_place(s: int) -> int:
    return 0


@extends(night_falls)
def extends_another(s: int, points: int) -> int:
    return 0


@pytest.mark.parametrize(
    ("boxes", "said"),
    [
        ([{night_falls: takes_too_much}], "takes_too_much takes 3 values, toy_boxes.night_falls hands over 2"),
        (
            [{damage: replaces_damage}],
            r"replaces_damage is bound in the place of toy_boxes.damage, which is no hook: mark it @extends\(damage\)",
        ),
        ([{damage: extends_another}], "extends_another is bound in the place of toy_boxes.damage"),
        ([{a_place: wolves_bite}, {a_place: danger}], "a_place stands for one rule, but there are toy_boxes.wolves_bite, toy_boxes.danger"),
        (
            [{somebody_comes: well_is_passed}],
            'well_is_passed joins toy_boxes.somebody_comes at the place ""; it has before the gate, behind',
        ),
        ([{danger: Placed("first", wolves_bite)}], 'wolves_bite joins toy_boxes.danger at the place "first"; it has none'),
        ([{night_falls: len}], "builtins.len is no rule"),
    ],
)
def test_what_does_not_fit_is_named(boxes: list[Box], said: str) -> None:
    with pytest.raises(TypeError, match=said):
        composed(*boxes)


def test_an_extension_extends_what_earlier_boxes_made_of_the_rule() -> None:
    assert kernel_of({damage: wolves_double})(damage)(kernel_of().blank("State"), 4) == 8


def test_all_sorts_of_hooks_are_joined_by_the_toys() -> None:
    assert {night_falls, somebody_comes, keeper_of, more_cards} <= set(WOLVES) == set(WELL)
    assert WOLVES[night_falls] is wolves_howl
