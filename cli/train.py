"""`castlewise train`: fit the value functions of a rule set and write them to a file."""

from __future__ import annotations

import os
import sys
from dataclasses import replace
from pathlib import Path

from castlewise.cli.games import Asked
from castlewise.cli.options import Training
from castlewise.cli.positions import CASTLE_PANIC
from castlewise.models.problems import InvalidInput, Problem


def run_training(asked: Asked, folder: str, into: str | None, seed: int, small: bool, what: Training, generations: int | None) -> None:
    if asked.game != CASTLE_PANIC:
        raise InvalidInput([Problem("game", f"{asked.game} has no value functions to fit; castle-panic has")])
    # The products of a fit are small: on several threads they mostly wait for each other, most of all on a busy machine; numpy asks once.
    for variable in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"):
        os.environ.setdefault(variable, "1")
    from castlewise.render.calibration_svg import calibration_svg
    from castlewise.solver.calibration import read_tenths
    from castlewise.solver.castle_panic.training import calibrate, course_for, train
    from castlewise.solver.castle_panic.value_sets import file_for, value_set_for

    rule_set = asked.maker()().rule_set  # type: ignore[attr-defined]
    file = Path(into) if into else file_for(rule_set)
    course = course_for(rule_set, seed=seed)
    course = replace(course, generations=generations or course.generations)
    if small:
        course = replace(course, games=2_000, later_games=200, glimpses=200, calibration_games=40, gloomy_games=40, open_games=40)
    work = Path(folder) / file.stem

    def say(line: str) -> None:
        print(line, file=sys.stderr, flush=True)

    try:
        if what is Training.calibration:
            values = calibrate(rule_set, value_set_for(rule_set), work, course, say)
        else:
            values = train(rule_set, work, course, say, value_set_for(rule_set) if what is Training.further else None)
    except KeyboardInterrupt:
        print(f"castlewise: interrupted; what was reckoned is kept in {work}, the same command goes on from there", file=sys.stderr)
        sys.exit(130)
    file.parent.mkdir(parents=True, exist_ok=True)
    values.write(file)
    said = read_tenths(values.made["calibration on held-out games"])
    file.with_suffix(".svg").write_text(calibration_svg(f"{rule_set}", said))
    score = values.made["Brier score of the advisor's win chances on held-out games"]
    print(f"{file}: Brier score of the win chances on held-out games {score}")
