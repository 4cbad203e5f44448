"""`castlewise train`: fit the value functions of a rule set and write them to a file."""

from __future__ import annotations

import os
import sys
from dataclasses import replace
from pathlib import Path
from typing import NoReturn

from castlewise.cli.games import Asked
from castlewise.cli.options import Training
from castlewise.cli.positions import CASTLE_PANIC
from castlewise.models.problems import InvalidInput, Problem


def run_training(asked: Asked, folder: str, into: str | None, seed: int, small: bool, what: Training, generations: int | None) -> None:
    # The products of a fit are small: on several threads they mostly wait for each other, most of all on a busy machine; numpy asks once.
    for variable in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"):
        os.environ.setdefault(variable, "1")
    if asked.game != CASTLE_PANIC:
        _train_castellion(asked, folder, into, seed, small, what, generations)
        return
    from castlewise.render.calibration_svg import calibration_svg
    from castlewise.solver.calibration import read_tenths
    from castlewise.solver.castle_panic.training import calibrate, calibrate_on_boards_of_others, course_for, train
    from castlewise.solver.castle_panic.value_sets import file_for, value_set_for

    rule_set = asked.maker()().rule_set  # type: ignore[attr-defined]
    file = Path(into) if into else file_for(rule_set)
    course = course_for(rule_set, seed=seed)
    course = replace(course, generations=generations or course.generations)
    if small:
        course = replace(
            course,
            games=2_000,
            later_games=200,
            glimpses=200,
            calibration_games=40,
            usual_games=40,
            gloomy_games=40,
            open_games=40,
            games_of_others=40,
            table_games=4,
        )
    work = Path(folder) / file.stem

    try:
        if what is Training.others:
            values = calibrate_on_boards_of_others(rule_set, value_set_for(rule_set), work, course, _say)
        elif what is Training.calibration:
            values = calibrate(rule_set, value_set_for(rule_set), work, course, _say)
        else:
            values = train(rule_set, work, course, _say, value_set_for(rule_set) if what is Training.further else None)
    except KeyboardInterrupt:
        _interrupted(work)
    file.parent.mkdir(parents=True, exist_ok=True)
    values.write(file)
    for key, title, suffix in (
        ("calibration on held-out games", f"{rule_set}", ".svg"),
        ("calibration on held-out boards of others", f"{rule_set}: boards of others", ".others.svg"),
    ):
        file.with_suffix(suffix).write_text(calibration_svg(title, read_tenths(values.made[key])))
    score = values.made["Brier score of the advisor's win chances on held-out games"]
    print(f"{file}: Brier score of the win chances on held-out games {score}")


def _train_castellion(asked: Asked, folder: str, into: str | None, seed: int, small: bool, what: Training, generations: int | None) -> None:
    from castlewise.solver.castellion.training import course_for, may_be_fitted, train
    from castlewise.solver.castellion.value_sets import castle_values_for, file_for

    rule_set = asked.maker()().rule_set  # type: ignore[attr-defined]
    further = what is Training.further
    problems = []
    if what in (Training.calibration, Training.others) or generations is not None:
        problems.append(Problem("castellion", "--what calibration, --what others and --generations are for castle-panic"))
    if not may_be_fitted(rule_set):
        problems.append(
            Problem("rules", f"{rule_set}: a function can be fitted for one player and a castle of six by six, without appendices")
        )
    begin = castle_values_for(rule_set) if further else None
    if further and begin is None:
        problems.append(Problem("what", f"{rule_set}: there is no function yet that could learn further"))
    if problems:
        raise InvalidInput(problems)
    file = Path(into) if into else file_for(rule_set)
    course = course_for(rule_set, seed, further=further)
    if small:
        course = replace(course, games=512, round=64, test_games=64)
    work = Path(folder) / file.stem
    try:
        values = train(rule_set, work, course, _say, os.cpu_count() or 1, begin)
    except KeyboardInterrupt:
        _interrupted(work)
    values.write(file)
    print(f"{file}: {values.made['games by the function alone, on other decks']}, each tile where it likes the castle best")


def _say(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


def _interrupted(work: Path) -> NoReturn:
    print(f"castlewise: interrupted; what was reckoned is kept in {work}, the same command goes on from there", file=sys.stderr)
    sys.exit(130)
