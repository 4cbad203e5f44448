"""`castlewise train`: fit the value functions of a rule set and write them to a file."""

from __future__ import annotations

import sys
from pathlib import Path

from castlewise.cli.games import CASTLE_PANIC, Asked
from castlewise.models.problems import InvalidInput, Problem


def run_training(asked: Asked, folder: str, into: str | None, seed: int, small: bool) -> None:
    if asked.game != CASTLE_PANIC:
        raise InvalidInput([Problem("game", f"{asked.game} has no value functions to fit; castle-panic has")])
    from castlewise.solver.castle_panic.training import Course, train
    from castlewise.solver.castle_panic.value_sets import file_for

    rule_set = asked.maker()().rule_set  # type: ignore[attr-defined]
    file = Path(into) if into else file_for(rule_set)
    course = Course(seed=seed, games=2_000, later_games=200, generations=2, calibration_games=4) if small else Course(seed=seed)
    work = Path(folder) / file.stem
    try:
        values = train(rule_set, work, course, say=lambda line: print(line, file=sys.stderr, flush=True))
    except KeyboardInterrupt:
        print(f"castlewise: interrupted; what was reckoned is kept in {work}, the same command goes on from there", file=sys.stderr)
        sys.exit(130)
    file.parent.mkdir(parents=True, exist_ok=True)
    values.write(file)
    print(f"{file}: {values.made['of them won']} of {values.made['games of the advisor']} games of the advisor won")
