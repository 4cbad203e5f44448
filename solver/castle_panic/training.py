"""Fitting the value functions of Castle Panic: `castlewise train castle-panic`.

Generation 1 learns how the greedy player fares from a position. Each further generation learns how a player fares who follows the functions of the one
before, without rollouts, and begins with its weights. At last the advisor itself plays, rollouts and all: half of those games calibrate the win chances
that a search comes to, the other half, which nothing was fitted on, say how good they are.

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
from castlewise.solver.castle_panic.advisor import UNITS, Desk, Effort
from castlewise.solver.castle_panic.features import FEATURES
from castlewise.solver.castle_panic.turn_search import AT_REST, BEFORE_PLAYS
from castlewise.solver.castle_panic.value_rows import ADVISED, GREEDY, make_rows
from castlewise.solver.castle_panic.value_sets import ValueSet
from castlewise.solver.net import Net, brier, fit
from castlewise.solver.simulation import MOST_TURNS

_PIECE = 5_000  # games
_TRAIL = 12  # positions of a game besides the first
_GAMES_PIECE = 50
_HELD_OUT = 10  # the last tenth of the rows
_USUAL = Effort()
_QUICK = Effort(rollouts=0, width=1, openings=2, draws=8, most_states=200)  # how ADVISED plays while rows are made
_SCHEDULES = (
    (3e-4, 3),
    (1e-3, 3),
    (1e-3, 6),
)  # learning rate and epochs, tried in turn when a fit begins with the last generation's weights


@dataclass(frozen=True)
class Course:
    """How much is reckoned."""

    seed: int = 1
    games: int = 160_000  # positions that the first generation begins with
    repeats: int = 4  # games from each
    later_games: int = 15_000  # and for each further generation; these leave a trail of positions
    generations: int = 2
    calibration_games: int = 240
    effort: Effort = _USUAL


Say = Callable[[str], None]


def train(rule_set: RuleSet, folder: Path, course: Course | None = None, say: Say = print) -> ValueSet:
    course = course or Course()
    game = CastlePanic(rule_set)
    folder.mkdir(parents=True, exist_ok=True)
    blank = Net(np.zeros(FEATURES, np.float32), np.zeros((FEATURES, UNITS), np.float32), np.zeros(UNITS, np.float32))
    values = ValueSet(str(rule_set), (blank, blank), (0.0, 1.0), {})
    held_out: list[dict[str, float]] = []
    for generation in range(1, course.generations + 1):
        rows = _rows(game, values, folder, course, generation, say)
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


def _rows(game: CastlePanic, values: ValueSet, folder: Path, course: Course, generation: int, say: Say) -> npt.NDArray[np.int16]:
    """The rows of a generation, from the folder as far as they are there."""
    desk = Desk(game, values)
    if generation == 1:
        count, repeats, trail, player = course.games, course.repeats, 0, GREEDY
    else:
        count, repeats, trail, player = course.later_games, 1, _TRAIL, ADVISED
    pieces = []
    for first in range(0, count, _PIECE):
        file = folder / f"rows-{generation}-{course.seed}-{first}.npy"
        if not file.exists():
            piece = min(_PIECE, count - first)
            made = game.buffer(piece * (1 + trail) * (FEATURES + 2))
            start = game.start().state
            scratch = game.copy(start)
            used = desk.kernel(make_rows)(
                game.rules, start, scratch, desk.here, desk.values, desk.states, desk.steps, desk.slots, desk.probe, desk.race,
                desk.candidates, _QUICK.settings(game), desk.source, desk.out, desk.weights, desk.plan, desk.dice,
                seeded(course.seed, generation), first, piece, player, repeats, trail, made,
            )  # fmt: skip
            _save(file, np.asarray(made[:used]).reshape(-1, FEATURES + 2).astype(np.int16))
            say(f"{game.rule_set}, generation {generation}: {first + piece:,} of {count:,} games")
        pieces.append(np.load(file))
    return np.concatenate(pieces)


def _save(file: Path, array: npt.NDArray[Any]) -> None:
    """Whole or not at all."""
    unfinished = file.with_suffix(".part.npy")
    np.save(unfinished, array)
    unfinished.rename(file)


def _fitted(rows: npt.NDArray[np.int16], which: int, begin: Net | None, seed: int) -> tuple[Net, float, float]:
    """The net, its Brier score on held-out rows, and that of always saying the mean."""
    own = rows[rows[:, 0] == which]
    games = int(rows[:, 1].max())
    x, y = own[:, 2:].astype(np.float32), own[:, 1].astype(np.float32) / games
    test = np.arange(len(own)) >= len(own) - len(own) // _HELD_OUT  # rows of a game lie together, so hardly a game is on both sides
    schedules = ((2e-3, 10),) if begin is None else _SCHEDULES
    scored = []
    for rate, epochs in schedules:
        net = fit(x[~test], y[~test], units=UNITS, epochs=epochs, rate=rate, seed=seed, begin=begin)
        scored.append((brier(net.chance(x[test]), y[test]), epochs, rate))
    best, epochs, rate = min(scored)
    share = y[test].mean()
    return fit(x, y, units=UNITS, epochs=epochs, rate=rate, seed=seed, begin=begin), round(best, 5), round(float(share * (1 - share)), 5)


# Calibration.


def _calibrated(game: CastlePanic, values: ValueSet, folder: Path, course: Course, say: Say) -> ValueSet:
    """Games of the advisor: even ones calibrate, odd ones test."""
    desk = Desk(game, values)
    chances, won = [], []
    wins = 0
    for first in range(0, course.calibration_games, _GAMES_PIECE):
        file = folder / f"games-{course.seed}-{course.effort.rollouts}-{first}.npy"
        if not file.exists():
            made = []
            for number in range(first, min(first + _GAMES_PIECE, course.calibration_games)):
                said = game.buffer(4_001)
                tally = desk.play_games(game.start(), course.effort, course.seed + 1, number, 1, MOST_TURNS, said)
                made += [(number, int(said[2 * i + 2]), tally[1]) for i in range(said[0])]
            _save(file, np.array(made))
            say(f"{game.rule_set}: {min(first + _GAMES_PIECE, course.calibration_games)} games of the advisor")
        piece = np.load(file)
        chances.append(piece)
        won.append(piece[:, 2])
    table = np.concatenate(chances)
    wins = len({int(n) for n, _, w in table if w})
    p = np.clip(table[:, 1] / 1e6, 1e-4, 1 - 1e-4)
    logit, y, even = np.log(p / (1 - p)), table[:, 2].astype(float), table[:, 0] % 2 == 0
    values = replace(values, calibration=_line(logit[even], y[even]))
    shift, slope = values.calibration
    said = 1 / (1 + np.exp(-(shift + slope * logit[~even])))
    report = calibration_table(said, y[~even])
    made_so_far = values.made | {
        "games of the advisor": course.calibration_games,
        "of them won": wins,
        "Brier score of the advisor's win chances on held-out games": round(brier(said, y[~even]), 5),
        "calibration on held-out games (said, observed, decisions)": report,
    }
    return replace(values, made=made_so_far)


def _line(logit: npt.NDArray[Any], y: npt.NDArray[Any]) -> tuple[float, float]:
    """Shift and slope of the logit that fit best, by Newton's method; a slight pull towards (0, 1) keeps them finite where every game was won."""
    x = np.stack([np.ones_like(logit), logit], 1)
    weights = np.array([0.0, 1.0])
    for _ in range(50):
        p = 1 / (1 + np.exp(-(x @ weights)))
        gradient = x.T @ (y - p) - (weights - np.array([0.0, 1.0]))
        hessian = (x * (p * (1 - p))[:, None]).T @ x + np.eye(2)
        weights = weights + np.linalg.solve(hessian, gradient)
    return float(weights[0]), float(weights[1])


def calibration_table(said: npt.NDArray[Any], happened: npt.NDArray[Any]) -> list[tuple[float, float, int]]:
    """For each tenth of the chances said: their mean, how often it happened, how many there were; tenths without any are left out."""
    tenth = np.minimum((said * 10).astype(int), 9)
    return [
        (round(float(said[tenth == i].mean()), 3), round(float(happened[tenth == i].mean()), 3), int((tenth == i).sum()))
        for i in range(10)
        if (tenth == i).any()
    ]
