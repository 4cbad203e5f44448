"""Fitting the value functions of Castle Panic: `castlewise train castle-panic`.

Generation 1 learns how the greedy player fares from a position. Each further one learns how a player fares who follows the functions of the one before,
without rollouts, and begins with its weights. At last the advisor plays with its usual effort: those games calibrate the win chances that a search comes
to, and each half of them says how good a curve is that was fitted on the other half.

What seems better and is not: learning from the games of the advisor itself. A strong player wins from nearly everywhere, so that its games hardly tell one
position from another: with three players such a generation lost three games in a hundred. More games of the weaker players helped instead, as what a
function gets wrong is mostly the luck of the games it saw.

Everything that was reckoned is kept in a folder in pieces, so that a run that was interrupted goes on where it stopped.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from castlewise.models.castle_panic.game import CastlePanic
from castlewise.models.castle_panic.rule_set import RuleSet
from castlewise.models.randomness import seeded
from castlewise.models.version import castlewise_version
from castlewise.solver.calibration import fitted_curve, follow, tenths
from castlewise.solver.castle_panic.advisor import Desk, Effort
from castlewise.solver.castle_panic.turn_search import AT_REST, BEFORE_PLAYS
from castlewise.solver.castle_panic.value_rows import ADVISED, FORESEEN, FUNCTION, GAME, GAMES_WON, GREEDY, HEAD, make_rows
from castlewise.solver.castle_panic.value_sets import ValueSet, feature_names
from castlewise.solver.net import UNITS, Net, brier, fit

_PIECES = 40  # that the games of a generation are played in
_TRAIL = 12  # positions of a game besides the first
_HELD_OUT = 10  # the last tenth of the rows
_USUAL = Effort()
# How the advisor plays while rows are made: by the value functions alone.
_QUICK = Effort(rollouts=0, width=1, openings=2, draws=8, most_states=200)
# Learning rate and epochs, tried in turn when a fit begins with the last generation's weights.
_SCHEDULES = ((3e-4, 3), (1e-3, 3), (1e-3, 6), (1e-3, 12))


@dataclass(frozen=True)
class Course:
    """How much is reckoned."""

    seed: int = 1
    games: int = 800_000  # positions that the first generation begins with
    repeats: int = 4  # games from each
    later_games: int = 80_000  # for each further one, with a trail of positions each
    generations: int = 2
    calibration_games: int = 6_000
    effort: Effort = _USUAL  # that the calibration holds for


def course_for(rule_set: RuleSet, *, seed: int = 1) -> Course:
    """With the Wizard's Tower a decision takes several times as long, and less is reckoned."""
    if rule_set.wizards_tower:
        return Course(seed=seed, games=200_000, later_games=4_000, calibration_games=200)
    return Course(seed=seed)


Say = Callable[[str], None]


def train(rule_set: RuleSet, folder: Path, course: Course | None = None, say: Say = print) -> ValueSet:
    course = course or course_for(rule_set)
    game = CastlePanic(rule_set)
    folder.mkdir(parents=True, exist_ok=True)
    count = len(feature_names(rule_set))
    blank = Net(np.zeros(count, np.float32), np.zeros((count, UNITS), np.float32), np.zeros(UNITS, np.float32))
    values = ValueSet(str(rule_set), (blank, blank), (), {})
    held_out: list[dict[str, float]] = []
    for generation in range(1, course.generations + 1):
        rows = _rows_of(game, values, folder, course, generation, say)
        begin = values.nets if generation > 1 else (None, None)
        fitted = [_fitted(rows, which, begin[which], course.seed) for which in (AT_REST, BEFORE_PLAYS)]
        values = replace(values, nets=(fitted[0][0], fitted[1][0]))
        held_out.append({"at rest": fitted[0][1], "before plays": fitted[1][1], "base": fitted[0][2]})
        say(f"{rule_set}, generation {generation}: Brier score on held-out positions {held_out[-1]}")
    made: dict[str, Any] = {
        "by": "castlewise train castle-panic",
        "version": castlewise_version(),
        "course": asdict(course),
        "held-out Brier scores": held_out,
    }
    return _calibrated(game, replace(values, made=made), folder, course, say)


# Rows.


def _rows_of(game: CastlePanic, values: ValueSet, folder: Path, course: Course, generation: int, say: Say) -> npt.NDArray[np.int16]:
    what = f"generation {generation}"
    if generation == 1:
        return _rows(game, values, folder, what, course.seed, course.games, _QUICK, GREEDY, course.repeats, 0, say)
    return _rows(game, values, folder, what, course.seed, course.later_games, _QUICK, ADVISED, 1, _TRAIL, say)


def _rows(
    game: CastlePanic,
    values: ValueSet,
    folder: Path,
    what: str,
    seed: int,
    count: int,
    effort: Effort,
    player: int,
    repeats: int,
    trail: int,
    say: Say,
) -> npt.NDArray[np.int16]:
    """Rows of so many games, from the folder as far as they are there."""
    desk = Desk(game, values)
    width = len(feature_names(game.rule_set)) + HEAD
    pieces = []
    size = -(-count // _PIECES)
    for first in range(0, count, size):
        file = folder / f"{what.replace(' ', '-')}-{seed}-{effort.rollouts}-{size}-{first}.npy"
        if not file.exists():
            piece = min(size, count - first)
            made = game.buffer(piece * (1 + trail) * width)
            start = game.start().state
            scratch = game.copy(start)
            used = desk.kernel(make_rows)(
                game.rules, start, scratch, desk.here, desk.values, desk.states, desk.steps, desk.slots, desk.probe, desk.race,
                desk.candidates, effort.settings(game), desk.source, desk.out, desk.weights, desk.plan, desk.dice,
                seeded(seed, *what.encode()), first, piece, player, repeats, trail, game.buffer(1), made,
            )  # fmt: skip
            _save(file, np.asarray(made[:used]).reshape(-1, width).astype(np.int16))
            say(f"{game.rule_set}, {what}: {first + piece:,} of {count:,} games")
        pieces.append(np.load(file))
    return np.concatenate(pieces)


def _save(file: Path, array: npt.NDArray[Any]) -> None:
    """Whole or not at all."""
    unfinished = file.with_suffix(".part.npy")
    np.save(unfinished, array)
    unfinished.rename(file)


def _fitted(rows: npt.NDArray[np.int16], which: int, begin: Net | None, seed: int) -> tuple[Net, float, float]:
    """The net, its Brier score on held-out rows, and that of always saying the mean."""
    games = int(rows[:, GAMES_WON].max())
    own = rows[rows[:, FUNCTION] == which]
    x, y = own[:, HEAD:].astype(np.float32), own[:, GAMES_WON].astype(np.float32) / games
    test = np.arange(len(own)) >= len(own) - len(own) // _HELD_OUT  # rows of a game lie together, so hardly a game is on both sides
    schedules = ((2e-3, 10),) if begin is None else _SCHEDULES
    scored = []
    for rate, epochs in schedules:
        net = fit(x[~test], y[~test], units=UNITS, epochs=epochs, rate=rate, seed=seed, begin=begin)
        scored.append((brier(net.chance(x[test]), y[test]), epochs, rate))
    best, epochs, rate = min(scored)
    mean = y[test].mean()
    net = fit(x, y, units=UNITS, epochs=epochs, rate=rate, seed=seed, begin=begin)
    return net, round(best, 5), round(float(mean * (1 - mean)), 5)


# Calibration.


def _calibrated(game: CastlePanic, values: ValueSet, folder: Path, course: Course, say: Say) -> ValueSet:
    """Games of the advisor, begun at positions of all kinds. All of them make the curve; how good such a curve is, is told by two that half of the games make
    each, on the half that they have not seen."""
    what, count = "calibration", course.calibration_games
    rows = _rows(game, values, folder, what, course.seed, count, course.effort, ADVISED, 1, _TRAIL, say)
    number = np.cumsum(np.diff(rows[:, GAME], prepend=0) != 0)
    searched = rows[:, FORESEEN] >= 0
    said, happened, number = rows[searched, FORESEEN] / 1000, rows[searched, GAMES_WON].astype(float), number[searched]
    holds = np.zeros_like(said)
    for half in (number % 2 == 0, number % 2 == 1):
        curve = fitted_curve(said[~half], happened[~half])
        holds[half] = [follow(curve, chance) for chance in said[half]]
    report = {
        "games of the advisor": count,
        "of them won": round(float(rows[:, GAMES_WON][np.diff(rows[:, GAME], append=-1) != 0].mean()), 4),
        "Brier score of the advisor's win chances on held-out games": round(brier(holds, happened), 5),
        "calibration on held-out games": [tenth.as_row() for tenth in tenths(holds, happened, number)],
    }
    return replace(values, calibration=fitted_curve(said, happened), made=values.made | report)
