"""`castlewise train`: fit the value functions of a rule set and write them to a file."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from castlewise.cli.drawing import CASTLE_VALUES, SVG, VALUES, target, write_file
from castlewise.cli.games import Asked
from castlewise.cli.options import Training
from castlewise.cli.output import INTERRUPTED
from castlewise.cli.positions import CASTLE_PANIC
from castlewise.models.files import cannot_be_written
from castlewise.models.problems import InvalidInput, Problem

_DRAWN = (
    ("calibration on held-out games", "", ".svg"),
    ("calibration on held-out boards of others", ": boards of others", ".others.svg"),
)
"""What is drawn beside a file of functions: a key of how it was made, what the title says of it, the drawing's ending."""


def run_training(
    asked: Asked, folder: str, into: Path, seed: int, small: bool, what: Training, generations: int | None, *, force: bool = False
) -> None:
    """`into` is named by whoever asks: the functions that come with castlewise are never written over unless somebody says so."""
    # The products of a fit are small: on several threads they mostly wait for each other, most of all on a busy machine; numpy asks once.
    for variable in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"):
        os.environ.setdefault(variable, "1")
    if asked.game != CASTLE_PANIC:
        _train_castellion(asked, folder, into, seed, small, what, generations, force)
        return
    from castlewise.render.calibration_svg import calibration_svg
    from castlewise.solver.calibration import read_tenths
    from castlewise.solver.castle_panic.training import calibrate, calibrate_on_boards_of_others, course_for, train
    from castlewise.solver.castle_panic.value_sets import file_for, value_set_for

    rule_set = asked.maker()().rule_set  # type: ignore[attr-defined]
    _make_folder_of(into)
    target(into, "--into", VALUES, force=force)
    drawings = [file for _, _, suffix in _DRAWN if (file := target(into.with_suffix(suffix), "--into", SVG, force=force))]
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
    work = Path(folder) / file_for(rule_set).stem
    with _alone_in(work):
        if what is Training.others:
            values = calibrate_on_boards_of_others(rule_set, value_set_for(rule_set), work, course, _say)
        elif what is Training.calibration:
            values = calibrate(rule_set, value_set_for(rule_set), work, course, _say)
        else:
            values = train(rule_set, work, course, _say, value_set_for(rule_set) if what is Training.further else None)
    values.write(into)
    for drawing, (key, title, _) in zip(drawings, _DRAWN, strict=True):
        write_file(drawing, calibration_svg(f"{rule_set}{title}", read_tenths(values.made[key])))
    score = values.made["Brier score of the advisor's win chances on held-out games"]
    print(f"{into}: Brier score of the win chances on held-out games {score}")


def _train_castellion(
    asked: Asked, folder: str, into: Path, seed: int, small: bool, what: Training, generations: int | None, force: bool
) -> None:
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
    _make_folder_of(into)
    target(into, "--into", CASTLE_VALUES, force=force)
    course = course_for(rule_set, seed, further=further)
    if small:
        course = replace(course, games=512, round=64, test_games=64)
    work = Path(folder) / file_for(rule_set).stem
    with _alone_in(work):
        values = train(rule_set, work, course, _say, os.cpu_count() or 1, begin)
    values.write(into)
    print(f"{into}: {values.made['games by the function alone, on other decks']}, each tile where it likes the castle best")


def _make_folder_of(file: Path) -> None:
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as error:
        raise InvalidInput([cannot_be_written(file, error, "--into")]) from None


def _say(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


@contextmanager
def _alone_in(work: Path) -> Iterator[None]:
    """Train in a folder where nobody else does; interrupted, say where what was reckoned is."""
    from filelock import FileLock, Timeout

    try:
        work.mkdir(parents=True, exist_ok=True)
        with FileLock(work / "training.lock", timeout=0):
            yield
    except Timeout:
        raise InvalidInput([Problem(str(work), "another castlewise is training there; --folder names another folder")]) from None
    except KeyboardInterrupt:
        _say(f"castlewise: interrupted; what was reckoned is kept in {work}, the same command goes on from there")
        sys.exit(INTERRUPTED)
