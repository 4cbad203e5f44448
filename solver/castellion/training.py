"""Fitting a value function for Castellion: `castlewise train castellion`.

It teaches itself. Games are played by the nets as they are, each tile where they like the castle best; then every position is told what came of it, and the
next games are played by what was learnt. What a position is told is a mixture of what the nets say of the next one and what that one is told, up to the end of
the game. In the beginning no game is won, so at the introductory level lost ones are told apart by how far they came (`consolation`); that counts for less and
less, until in the end a chance is a chance to win and nothing else. A part of the first games begins with the third ordeal and an empty castle: how to win at
all has to be found out early. With powers the greedy player plays the first games instead: he wins some.

What would go wrong otherwise: if a lost game ever counted for more than one in which a further ordeal was reached, the nets would learn not to reach it.
"""

from __future__ import annotations

import hashlib
import json
import zlib
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, cast
from zipfile import BadZipFile

import numpy as np
import numpy.typing as npt

from castlewise.models.castellion.game import Castellion
from castlewise.models.castellion.rule_set import INTRODUCTORY, RuleSet, read_rules
from castlewise.models.castellion.state import LARGEST
from castlewise.models.files import written_aside
from castlewise.models.kernel import Ints
from castlewise.models.randomness import seeded
from castlewise.models.version import castlewise_version
from castlewise.solver.castellion.advisor import advisor_kernel
from castlewise.solver.castellion.castle_net import CastleNet, Floats, Learner, Whole
from castlewise.solver.castellion.castle_value import NOTES
from castlewise.solver.castellion.follower import MIND
from castlewise.solver.castellion.move_race import STREAMS
from castlewise.solver.castellion.value_games import (
    ASKED,
    CAME_TO,
    COUNT,
    EXPECTED,
    FIRST_FEATURE,
    GAME_ENDED,
    MOST_ROWS,
    OVERCOME,
    ROW,
    WON,
    value_games,
)
from castlewise.solver.castellion.value_player import SCRATCH
from castlewise.solver.castellion.value_sets import CastleValues
from castlewise.solver.returns import returns
from castlewise.solver.value import MILLION

Say = Callable[[str], None]
FOR_LINES = "base,ordeal1=2L:2,ordeal2=3L:2,ordeal3=4L:2"  # the rules that somebody plays by who builds lines above all (value_games.py)


@dataclass(frozen=True)
class Course:
    """How much is learnt, and how."""

    seed: int = 1
    games: int = 800_000
    round: int = 256  # games between two lessons
    trust: float = 0.8  # what a position is told is by so much what the next one is told
    rate: float = 1e-3  # of learning, in the beginning
    last_rate: float = 5e-5
    steady: float = 0.5  # the share of the games after which the rate begins to fall
    consoled: float = 0.4  # after this share of the games lost ones begin to count for less, until after the next share they count nothing
    late: float = 0.5  # share of the first games that begin with the third ordeal; it falls to 0 while lost games count fully
    begun: float = 0.2  # share of the games that somebody else begins
    taught: float = 0.0  # share of the games, the first, that the greedy player plays
    likened: float = 1.0  # share of the games up to which factions are taken to be alike
    report: int = 10_240  # games
    test_games: int = 4_096  # that are played in the end, with decks that were not learnt from


def course_for(rule_set: RuleSet, seed: int, *, further: bool = False) -> Course:
    """The course for a function that knows nothing, or `further` for one that can play already: nobody has to be consoled, and it learns more slowly.

    With powers the greedy player shows how games are won before the function tries. That factions differ is learnt last: taken for alike, each position
    teaches 24 times as much.
    """
    powers = rule_set.level != INTRODUCTORY
    course = Course(seed=seed, likened=0.6) if powers else Course(seed=seed)
    if further:
        return replace(course, games=1_200_000, rate=5e-4, last_rate=2e-5, steady=0.4, consoled=0.0, late=0.0)
    return replace(course, games=400_000, consoled=0.0, late=0.0, taught=0.1) if powers else course


def train(
    rule_set: RuleSet, folder: Path, course: Course, say: Say = print, jobs: int = 1, begin: CastleValues | None = None
) -> CastleValues:
    """A whole course, from the folder as far as it is there; it begins with values that are there, or from nothing."""
    folder.mkdir(parents=True, exist_ok=True)
    school = _School(Castellion(rule_set), course, jobs, begin.net if begin else CastleNet.blank(course.seed))
    school_of = hashlib.sha256(repr((str(rule_set), course, school.digest)).encode()).hexdigest()[:12]
    file = folder / f"course-{course.seed}-{course.games}{'-further' if begin else ''}-{school_of}.npz"
    done, history = school.go_on(file)
    results: list[tuple[int, int]] = []
    while done < course.games:
        share = done / course.games
        lesson = school.play(done, course.round, _consoled(course, share), _late(course, share), taught=share < course.taught)
        told = lesson.told(course.trust)
        school.learner.learn(lesson.asked, lesson.counts, lesson.features, told, _rate(course, share), share < course.likened)
        done += course.round
        results += lesson.results
        if len(results) >= course.report or done >= course.games:
            history.append(_line(done, results))
            say(f"{rule_set}: {history[-1]}")
            school.keep(file, done, history)
            results = []
    test = [
        result for first in range(0, course.test_games, course.round) for result in school.play(first, course.round, 0, test=True).results
    ]
    made = {
        "by": "castlewise train castellion", "version": castlewise_version(), "course": asdict(course), "history": history,
        "games by the function alone, on other decks": _line(len(test), test), **({"begun with": begin.made} if begin else {}),
    }  # fmt: skip
    return CastleValues(str(rule_set), school.net, made)


def _rate(course: Course, share: float) -> float:
    if share < course.steady:
        return course.rate
    return float(course.rate * (course.last_rate / course.rate) ** ((share - course.steady) / (1 - course.steady)))


def _consoled(course: Course, share: float) -> float:
    return min(1.0, max(0.0, (2 * course.consoled - share) / course.consoled)) if course.consoled else 0.0


def _late(course: Course, share: float) -> float:
    return max(0.0, course.late * (1 - share / course.consoled)) if course.consoled else 0.0


def _line(games: int, results: list[tuple[int, int]]) -> str:
    """How games went.

    >>> _line(2, [(1, 3), (0, 0)])
    '2 games, 50.0 % won, lost at the three ordeals: 50.0, 0.0, 0.0 %'
    """
    count = len(results)
    lost = ", ".join(f"{100 * sum(not won and met == number for won, met in results) / count:.1f}" for number in range(3))
    return f"{games:,} games, {100 * sum(won for won, _ in results) / count:.1f} % won, lost at the three ordeals: {lost} %"


@dataclass(frozen=True)
class Lesson:
    """Positions of some games, one game behind the other."""

    rows: npt.NDArray[np.int64]

    @property
    def _positions(self) -> npt.NDArray[np.bool_]:
        found: npt.NDArray[np.bool_] = self.rows[:, ASKED] != GAME_ENDED
        return found

    @property
    def asked(self) -> Whole:
        return self._of_positions(ASKED)

    @property
    def counts(self) -> Whole:
        return self._of_positions(COUNT)

    def _of_positions(self, column: int) -> Whole:
        found: Whole = self.rows[self._positions, column]
        return found

    @property
    def features(self) -> npt.NDArray[np.int16]:
        return self.rows[self._positions, FIRST_FEATURE:].astype(np.int16)

    @property
    def results(self) -> list[tuple[int, int]]:
        ends = self.rows[~self._positions]
        return [(int(won), int(met)) for won, met in zip(ends[:, WON], ends[:, OVERCOME], strict=True)]

    def told(self, trust: float) -> Floats:
        """What each position is told (see returns.py); a game's last one what the game came to."""
        ended = np.flatnonzero(~self._positions)
        ended = ended[(ended > 0) & self._positions[ended - 1]]  # a game may end before there is a position that counts
        last = np.zeros(len(self.rows), bool)
        last[ended - 1] = True
        came_to = np.zeros(len(self.rows), np.float32)
        came_to[ended - 1] = self.rows[ended, CAME_TO] / MILLION
        here = self._positions
        return returns(self.rows[here, EXPECTED].astype(np.float32) / MILLION, came_to[here], last[here], trust)


class _School:
    """What plays and learns."""

    def __init__(self, game: Castellion, course: Course, jobs: int, net: CastleNet) -> None:
        self.game, self.course = game, course
        self.kernel = advisor_kernel(game)
        self.kernel(value_games)  # compiled or loaded now
        self.net = net
        self.learner = Learner(net, course.seed)
        self.start = game.start().state
        self.for_lines = Castellion(read_rules(FOR_LINES)).rules
        self.jobs = jobs
        self.pool = ThreadPoolExecutor(jobs)

    def play(self, first: int, count: int, consoled: float, late: float = 0.0, *, taught: bool = False, test: bool = False) -> Lesson:
        """Games by the nets as they are, divided among the threads; which thread plays a game changes nothing."""
        numbers = self.net.numbers()
        seed = seeded(self.course.seed, 1 if test else 0)
        size = -(-count // self.jobs)
        parts = [(first + at, min(size, count - at)) for at in range(0, count, size)]

        def rows(part: tuple[int, int]) -> npt.NDArray[np.int64]:
            shares = [round(1000 * share) for share in (consoled, late, 0.0 if test else self.course.begun)]
            return self._rows(numbers, seed, part[0], part[1], shares, taught)

        return Lesson(np.concatenate(list(self.pool.map(rows, parts))))

    def _rows(self, numbers: Whole, seed: int, first: int, count: int, shares: list[int], taught: bool) -> npt.NDArray[np.int64]:
        game = self.game
        state = game.kernel.layouts["State"]
        s, scratch = state.blank(compiled=self.kernel.compiled), state.many(SCRATCH, compiled=self.kernel.compiled)
        out, weights = game.lists()
        rows = game.buffer(count * MOST_ROWS * ROW)
        made = self.kernel(value_games)(
            game.rules, self.for_lines, self.start, s, scratch, cast(Ints, numbers), seed, first, count, shares[0], shares[1], shares[2], int(taught),
            game.buffer(NOTES), game.buffer(MIND), game.buffer(STREAMS), game.buffer(1), out, weights, rows,
        )  # fmt: skip
        return np.array(rows[: made * ROW], np.int64).reshape(-1, ROW)

    def go_on(self, file: Path) -> tuple[int, list[str]]:
        """Where an interrupted course stopped: how many games were learnt from, and how these went."""
        try:
            with np.load(file, allow_pickle=False) as archive:
                said = dict(archive)
            random, history, done = json.loads(str(said["random"])), json.loads(str(said["history"])), int(said["done"])
            steps, arrays = said["steps"].tolist(), {name: said[name] for name in self._arrays()}
        except (OSError, ValueError, EOFError, KeyError, BadZipFile, zlib.error):  # none, or one that cannot be read: from the beginning
            return 0, []
        for name, array in self._arrays().items():
            array[...] = arrays[name]
        self.learner.steps = steps
        self.learner.random.bit_generator.state = random
        return done, history

    def keep(self, file: Path, done: int, history: list[str]) -> None:
        words = {"history": json.dumps(history), "random": json.dumps(self.learner.random.bit_generator.state)}
        with written_aside(file) as whole:
            np.savez(whole, done=done, steps=self.learner.steps, **cast(Any, words | self._arrays()))

    @property
    def digest(self) -> str:
        """A short name for the function as it is: what begins otherwise becomes another one."""
        return hashlib.sha256(self.net.numbers().tobytes()).hexdigest()[:12]

    def _arrays(self) -> dict[str, Floats]:
        found: dict[str, Floats] = {}
        for what, nets in (("weights", self.learner.weights), ("moved", self.learner.moved), ("squared", self.learner.squared)):
            for which, arrays in enumerate(nets):
                found |= {f"{what}-{which}-{i}": array for i, array in enumerate(arrays)}
        return found


def may_be_fitted(rule_set: RuleSet) -> bool:
    """Whether the features say all there is: one castle of full size, no appendix, no Pantry."""
    sizes = (rule_set.players, rule_set.width, rule_set.height)
    return sizes == (1, LARGEST, LARGEST) and not rule_set.appendix and not rule_set.pantry
