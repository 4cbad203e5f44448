"""How rows for the value functions are made, and what a position is told of the games that went through it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from castlewise.models.castle_panic.game import CastlePanic
from castlewise.models.castle_panic.rule_set import read_rules
from castlewise.solver.castle_panic.game_luck import Measure
from castlewise.solver.castle_panic.training import Course, _rows, _said, calibrate, calibrate_on_boards_of_others, train
from castlewise.solver.castle_panic.value_rows import (
    ALL_WON,
    ANY,
    FORESEEN,
    FROM_OTHERS,
    GAME,
    GLOOMY,
    GREEDY,
    LUCK,
    OPEN,
    OPEN_FROM,
    OPEN_UP_TO,
    WON,
)
from castlewise.solver.castle_panic.value_sets import value_set_for
from castlewise.solver.returns import returns

TWO = read_rules(players=2)
VALUES = value_set_for(TWO)
pytestmark = pytest.mark.compiled


def rows_of(folder: Path, what: str, count: int, **how: Any) -> npt.NDArray[np.int16]:
    return _rows(CastlePanic(TWO), VALUES, folder, what, 5, count, lambda _: None, **how)


def test_with_no_trust_in_what_came_later_a_position_is_told_what_is_said_of_the_next_one() -> None:
    said, won = np.array([0.1, 0.2, 0.3, 0.4]), np.array([1.0, 1.0, 1.0, 0.0])
    last = np.array([False, False, True, True])
    assert returns(said, won, last, 0.0).tolist() == [0.2, 0.3, 1.0, 0.0]
    assert returns(said, won, last, 1.0).tolist() == won.tolist()
    assert returns(said, won, last, 0.5) == pytest.approx([0.5 * 0.2 + 0.5 * 0.65, 0.65, 1.0, 0.0])


def test_gloomy_beginnings_are_mostly_at_bad_positions_and_open_ones_may_end_either_way(tmp_path: Path) -> None:
    usual, gloomy, uncertain = (
        _said(rows_of(tmp_path, what, 400, player=GREEDY, beginning=beginning), VALUES.nets)
        for what, beginning in (("usual", ANY), ("gloomy", GLOOMY), ("open", OPEN))
    )
    assert len(usual) == len(gloomy) == len(uncertain) == 400
    shares = [float((said < 0.5).mean()) for said in (usual, gloomy)]
    assert shares[0] < 0.25
    assert 0.65 < shares[1] < 0.95
    within = (uncertain > OPEN_FROM / 1000 - 2e-3) & (uncertain < OPEN_UP_TO / 1000 + 2e-3)
    assert within.mean() > 0.98
    counts, _ = np.histogram(uncertain[within], 7, (OPEN_FROM / 1000, OPEN_UP_TO / 1000))
    assert counts.min() > 20  # every stretch of a tenth has its beginnings


def test_glimpses_agree_with_whole_games_of_the_same_player_and_vary_less(tmp_path: Path) -> None:
    """The same positions, since the same seed begins both: two turns and a value against games played to their end."""
    count, repeats = 400, 4
    whole = rows_of(tmp_path, "rows", count, player=GREEDY, repeats=repeats)
    glimpses = _rows(CastlePanic(TWO), VALUES, tmp_path / "g", "rows", 5, count, lambda _: None, player=GREEDY, repeats=repeats, turns=2)
    assert np.array_equal(whole[:, WON + 2 :], glimpses[:, WON + 2 :])
    won, seen = whole[:, WON] / ALL_WON, glimpses[:, WON] / ALL_WON
    assert set(whole[:, WON]) <= {ALL_WON * n // repeats for n in range(repeats + 1)}
    assert len(set(glimpses[:, WON])) > 50
    assert np.corrcoef(won, seen)[0, 1] > 0.6
    said = _said(whole, VALUES.nets)
    assert np.mean((seen - said) ** 2) < np.mean((won - said) ** 2) / 3


def test_luck_after_a_position_is_nothing_on_average_and_changes_no_row(tmp_path: Path) -> None:
    """Without it, what came of a position says the same of it, and varies less."""
    plain = rows_of(tmp_path, "rows", 400, trail=12, beginning=OPEN)
    rows = rows_of(tmp_path / "luck", "rows", 400, trail=12, beginning=OPEN, luck=Measure(others=8, rollouts=8))
    assert not plain[:, LUCK].any()
    assert np.array_equal(np.delete(plain, LUCK, 1), np.delete(rows, LUCK, 1))
    begins = np.flatnonzero(np.diff(rows[:, GAME], prepend=-1) != 0)  # one row a game: rows of one game share its luck
    begins = begins[rows[begins, FORESEEN] >= 0]
    won, luck = rows[begins, WON] / ALL_WON, rows[begins, LUCK] / ALL_WON
    assert len(begins) > 300
    assert abs(luck.mean()) < 3 * luck.std() / np.sqrt(len(luck))
    assert np.var(won - luck) < 0.75 * np.var(won)


def test_a_further_generation_and_a_new_calibration_stand_on_the_functions_there_are(tmp_path: Path) -> None:
    course = Course(
        later_games=60, glimpses=60, calibration_games=10, usual_games=10, gloomy_games=10, open_games=10, games_of_others=10, table_games=4
    )
    course = replace(course, effort=replace(course.effort, rollouts=20))
    told: list[str] = []
    further = train(TWO, tmp_path, course, told.append, VALUES)
    assert len(further.made["held-out Brier scores"]) == len(VALUES.made["held-out Brier scores"]) + 1
    assert further.made["on top of"]["course"] == VALUES.made["course"]
    assert further.made["games of the advisor"] == 40
    assert not np.array_equal(further.nets[0].linear, VALUES.nets[0].linear)
    assert further.curve
    assert further.curve != VALUES.curve
    told.clear()
    again = train(TWO, tmp_path, course, told.append, VALUES)  # from what is kept in the folder
    assert [line for line in told if "games" in line] == []
    assert np.array_equal(again.nets[1].first, further.nets[1].first)
    anew = calibrate(TWO, VALUES, tmp_path / "calibration", course, told.append)
    assert anew.nets == VALUES.nets
    assert anew.curve == VALUES.curve  # so that what is at stake stays the same
    assert anew.calibration != VALUES.calibration
    assert anew.made["course"] == VALUES.made["course"]
    assert anew.made["calibrated with"]["rollouts"] == 20
    others = calibrate_on_boards_of_others(
        TWO, VALUES, tmp_path / "others", replace(course, games_of_others=12, table_games=6), told.append
    )
    assert (others.nets, others.curve, others.calibration) == (VALUES.nets, VALUES.curve, VALUES.calibration)
    assert others.calibration_of_others != VALUES.calibration_of_others
    assert (others.made["games begun at boards of others"], others.made["table games"]) == (12, 6)
    assert len(others.made["shift found"]) == 2  # with its standard error


def test_boards_that_others_leave_are_taken_as_they_come_good_and_bad(tmp_path: Path) -> None:
    said = _said(rows_of(tmp_path, "others", 400, player=GREEDY, beginning=FROM_OTHERS), VALUES.nets)
    assert len(said) == 400
    assert (said < 0.5).mean() > 0.1
    assert (said > 0.85).mean() > 0.25
    again = rows_of(tmp_path / "trail", "others", 50, beginning=FROM_OTHERS, trail=12)
    first = again[np.diff(again[:, GAME], prepend=-1) != 0]
    assert (first[:, FORESEEN] >= 0).mean() > 0.9  # a search on that very board, which the calibration is made of


def test_what_is_said_is_the_mean_of_both_calibrations() -> None:
    values = replace(VALUES, shift=0.0, calibration=((0.0, ((0.5, 0.6),)),), calibration_of_others=((0.0, ((0.5, 0.7),)),))
    assert values.calibrated(0.5, 20) == pytest.approx(0.65)
    assert replace(values, calibration_of_others=()).calibrated(0.5, 20) == pytest.approx(0.6)
    assert (values.calibrated(0.0, 20), values.calibrated(1.0, 20)) == (0, 1)
    assert replace(values, shift=0.5).calibrated(0.5, 20) > 0.7


def test_rows_of_other_functions_are_not_reused_and_damaged_ones_are_made_again(tmp_path: Path) -> None:
    mine = rows_of(tmp_path, "generation 9", 2)
    files = sorted(tmp_path.glob("*.npy"))
    other = replace(VALUES, curve=((0.0, 0.0), (0.5, 0.4), (1.0, 1.0)))
    assert other.digest != VALUES.digest == replace(VALUES, made={}).digest
    _rows(CastlePanic(TWO), other, tmp_path, "generation 9", 5, 2, lambda _: None)
    assert len(sorted(tmp_path.glob("*.npy"))) == 2 * len(files)
    files[0].write_bytes(files[0].read_bytes()[:100])
    assert (rows_of(tmp_path, "generation 9", 2) == mine).all()
