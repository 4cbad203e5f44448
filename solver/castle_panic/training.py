"""Fitting the value functions of Castle Panic: `castlewise train castle-panic`.

Generation 1 learns how the greedy player fares from a position. Each further one learns how a player fares who follows the functions of the one before,
without rollouts, and begins with its weights. At last the advisor plays with its usual effort: those games calibrate the win chances that a search comes
to, and every second one says how good a curve is that was fitted on the others.

What a function gets wrong is mostly the luck of the games it saw. So a position of a later generation is not told who won in the end, but what it led to on
the way there, as the functions see it (`returns`); and others are followed for two turns several times over (glimpses).

What seems better and is not: learning from the games of the advisor itself. A strong player wins from nearly everywhere, so that its games hardly tell one
position from another: with three players such a generation lost three games in a hundred.

Everything that was reckoned is kept in a folder in pieces, so that a run that was interrupted goes on where it stopped.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from castlewise.models.castle_panic.game import CastlePanic
from castlewise.models.castle_panic.rule_set import RuleSet
from castlewise.models.files import written_aside
from castlewise.models.randomness import seeded
from castlewise.models.version import castlewise_version
from castlewise.solver.calibration import Calibration, fitted_calibration, fitted_curve, fitted_shift, holds, shifted, tenths
from castlewise.solver.castle_panic.advisor import Desk, Effort
from castlewise.solver.castle_panic.game_luck import Measure, curve_numbers
from castlewise.solver.castle_panic.turn_search import AT_REST, BEFORE_PLAYS
from castlewise.solver.castle_panic.value_rows import (
    ADVISED,
    ALL_WON,
    ANY,
    FORESEEN,
    FORESIGHT,
    FROM_OTHERS,
    FUNCTION,
    GAME,
    GLOOMY,
    GREEDY,
    HEAD,
    LEFT,
    LUCK,
    OPEN,
    USUAL,
    WON,
    make_rows,
)
from castlewise.solver.castle_panic.value_sets import ValueSet, feature_names
from castlewise.solver.net import Net, brier, fit
from castlewise.solver.net_sums import UNITS
from castlewise.solver.returns import returns

_PIECES = 40  # that the games of a generation are played in
_TRAIL = 12  # positions of a game besides the first
_HELD_OUT = 10  # the last tenth of the rows
_USUAL = Effort()
AT_THE_TABLE = Effort(rollouts=4_000)  # about what `suggest` makes before the best move is clear
_USUALLY, _NOT_AT_ALL = Measure(rollouts=16), Measure(others=0)  # how luck is measured
# How the advisor plays while rows are made: by the value functions alone.
_QUICK = Effort(rollouts=0, width=1, openings=2, draws=8, most_states=200)
_RATE, _LATER_RATE = 2e-3, 1e-3  # of learning: from nothing, and beginning with the weights of the generation before
_EPOCHS, _LATER_EPOCHS = 10, 12
_TRUST = 0.8  # what a position is told is by so much what the next one is told, and for the rest what the functions say of it
_TRUST_AT_LAST = 0.5
_GLIMPSES_COUNT = 4  # a position with glimpses is worth so many others
_GLIMPSE_TURNS = 2
_CLEAR_SHIFT = 3.0  # standard errors
_LENGTHS = 5  # of what is left of the pile, that the calibration has a curve for


@dataclass(frozen=True)
class Course:
    """How much is reckoned."""

    seed: int = 1
    games: int = 800_000  # positions that the first generation begins with
    repeats: int = 4  # games from each
    later_games: int = 40_000  # for each further one, with a trail of positions each
    glimpses: int = 40_000  # and positions that are followed for some turns
    glimpse_repeats: int = 8
    generations: int = 3
    calibration_games: int = 1_000
    usual_games: int = 1_000  # for the calibration too, from their first turn on
    gloomy_games: int = 2_000  # for the calibration too, most of them begun at bad positions
    open_games: int = 15_000  # and begun where they may end either way: each tenth wants more than a thousand games
    games_of_others: int = 3_000  # begun at boards that others have left; one position of each counts
    table_games: int = 600  # begun there too, with as many rollouts a decision as `suggest` has
    effort: Effort = _USUAL  # that the calibration holds for
    luck: Measure = _USUALLY  # to be taken out of the games that calibrate


def course_for(rule_set: RuleSet, *, seed: int = 1) -> Course:
    """With the Wizard's Tower a decision takes several times as long, and less is reckoned."""
    if rule_set.wizards_tower:
        return Course(
            seed=seed,
            games=200_000,
            later_games=4_000,
            glimpses=4_000,
            open_games=5_000,
            games_of_others=1_000,
            table_games=0,
        )
    return Course(seed=seed)


Say = Callable[[str], None]
Rows = npt.NDArray[np.int16]
Floats = npt.NDArray[np.floating[Any]]
Nets = tuple[Net, Net]
Score = dict[str, float]


def train(rule_set: RuleSet, folder: Path, course: Course, say: Say = print, further: ValueSet | None = None) -> ValueSet:
    """All generations of a course; or those that functions which there are have not been through, at least one more."""
    game = CastlePanic(rule_set)
    made: dict[str, Any] = {"by": "castlewise train castle-panic", "version": castlewise_version(), "course": asdict(course)}
    if further is None:
        count = len(feature_names(rule_set))
        blank = Net(np.zeros(count, np.float32), np.zeros((count, UNITS), np.float32), np.zeros(UNITS, np.float32))
        values, scores, generations = ValueSet(str(rule_set), (blank, blank), (), (), {}), [], range(1, course.generations + 1)
    else:
        scores = list(further.made["held-out Brier scores"])
        values, generations = further, range(len(scores) + 1, max(len(scores) + 1, course.generations) + 1)
        made["on top of"] = {key: further.made[key] for key in ("version", "course", "on top of") if key in further.made}
    for generation in generations:
        if generation == 1:
            nets, score = _first_nets(game, values, folder, course, say)
        else:
            nets, score = _further_nets(game, values, folder, course, generation, say)
        values = replace(values, nets=nets)
        scores.append(score)
        say(f"{rule_set}, generation {generation}: Brier score on held-out positions {score}")
    made["held-out Brier scores"] = scores
    values = replace(values, curve=(), made=made)  # a curve of other functions would not hold for these
    return calibrate(rule_set, values, folder, course, say)


# Rows.


def _rows(
    game: CastlePanic,
    values: ValueSet,
    folder: Path,
    what: str,
    seed: int,
    count: int,
    say: Say,
    *,
    effort: Effort = _QUICK,
    player: int = ADVISED,
    repeats: int = 1,
    turns: int = 0,
    trail: int = 0,
    beginning: int = ANY,
    luck: Measure = _NOT_AT_ALL,
) -> Rows:
    """Rows of so many games, from the folder as far as they are there: their files are named after everything that they depend on."""
    folder.mkdir(parents=True, exist_ok=True)
    desk = Desk(game, values)
    width = len(feature_names(game.rule_set)) + HEAD
    pieces = [np.empty((0, width), np.int16)]
    asked = (values.digest, effort, player, repeats, turns, trail, beginning, luck)
    made_by = hashlib.sha256(repr(asked).encode()).hexdigest()[:12]
    size = max(2, -(-count // _PIECES))  # games are told apart by their number in a piece: of one game each, all would be the same
    for first in range(0, count, size):
        file = folder / f"{what.replace(' ', '-')}-{seed}-{made_by}-{size}-{first}.npy"
        part = _kept_rows(file, width)
        if part is None:
            piece = min(size, count - first)
            made = game.buffer(piece * (1 + trail) * width)
            start = game.start().state
            scratch, side = game.copy(start), game.copy(start)
            used = desk.kernel(make_rows)(
                game.rules, start, scratch, desk.here, desk.values, desk.states, desk.steps, desk.slots, desk.probe, desk.race,
                desk.candidates, effort.settings(game), desk.source, desk.out, desk.weights, desk.plan, desk.dice,
                seeded(seed, *what.encode()), first, piece, player, repeats, turns, trail, beginning, side, curve_numbers(game, values),
                luck.numbers(game), game.buffer(1), game.buffer(FORESIGHT), made,
            )  # fmt: skip
            part = np.asarray(made[:used]).reshape(-1, width).astype(np.int16)
            _save(file, part)
            say(f"{game.rule_set}, {what}: {first + piece:,} of {count:,} games")
        pieces.append(part)
    return np.concatenate(pieces)


def _save(file: Path, array: npt.NDArray[Any]) -> None:
    with written_aside(file) as whole:
        np.save(whole, array)


def _kept_rows(file: Path, width: int) -> Rows | None:
    """Rows that were made once; None if there are none that can be read."""
    try:
        rows: Rows = np.load(file, allow_pickle=False)
    except (OSError, ValueError, EOFError):
        return None
    return rows if rows.ndim == 2 and rows.shape[1] == width and rows.dtype == np.int16 else None


# Fits.


def _first_nets(game: CastlePanic, values: ValueSet, folder: Path, course: Course, say: Say) -> tuple[Nets, Score]:
    rows = _rows(game, values, folder, "generation 1", course.seed, course.games, say, player=GREEDY, repeats=course.repeats)
    kept = _kept(rows)
    nets = _fitted(rows[kept], _won(rows[kept]), None, course.seed, _RATE, _EPOCHS)
    return nets, _score(rows[~kept], nets)


def _further_nets(game: CastlePanic, values: ValueSet, folder: Path, course: Course, generation: int, say: Say) -> tuple[Nets, Score]:
    what = f"generation {generation}"
    rows = _rows(game, values, folder, what, course.seed, course.later_games, say, trail=_TRAIL)
    kept = _kept(rows)
    nets = values.nets
    for _ in range(2):
        told = returns(_said(rows, nets), _won(rows), _is_last(rows), _TRUST)
        nets = _fitted(rows[kept], told[kept], nets, course.seed, _LATER_RATE, _LATER_EPOCHS)
    glimpses = _rows(
        game, replace(values, nets=nets), folder, f"{what} glimpses", course.seed, course.glimpses, say,
        repeats=course.glimpse_repeats, turns=_GLIMPSE_TURNS,
    )  # fmt: skip
    told = returns(_said(rows, nets), _won(rows), _is_last(rows), _TRUST_AT_LAST)
    nets = _fitted(
        np.concatenate([rows[kept], *[glimpses] * _GLIMPSES_COUNT]),
        np.concatenate([told[kept], *[_won(glimpses)] * _GLIMPSES_COUNT]),
        nets, course.seed, _LATER_RATE, _LATER_EPOCHS,
    )  # fmt: skip
    return nets, _score(rows[~kept], nets)


def _kept(rows: Rows) -> npt.NDArray[np.bool_]:
    """Which rows are learnt from: all but the last tenth. Rows of a game lie together, so hardly a game is on both sides."""
    return np.arange(len(rows)) < len(rows) - len(rows) // _HELD_OUT


def _won(rows: Rows) -> Floats:
    return rows[:, WON].astype(np.float32) / ALL_WON


def _is_last(rows: Rows) -> npt.NDArray[np.bool_]:
    """Which rows are the last of their game."""
    last: npt.NDArray[np.bool_] = np.diff(rows[:, GAME], append=-1) != 0
    return last


def _said(rows: Rows, nets: Nets) -> Floats:
    said = np.zeros(len(rows), np.float32)
    for which in (AT_REST, BEFORE_PLAYS):
        own = rows[:, FUNCTION] == which
        said[own] = nets[which].chance(rows[own, HEAD:])
    return said


def _fitted(rows: Rows, told: Floats, begin: Nets | None, seed: int, rate: float, epochs: int) -> Nets:
    def one(which: int) -> Net:
        own = rows[:, FUNCTION] == which
        return fit(rows[own, HEAD:], told[own], units=UNITS, epochs=epochs, rate=rate, seed=seed, begin=begin[which] if begin else None)

    return one(AT_REST), one(BEFORE_PLAYS)


def _score(rows: Rows, nets: Nets) -> Score:
    """The Brier scores of the nets on rows that they were not fitted on, and of always saying the mean."""
    said, won, which = _said(rows, nets), _won(rows), rows[:, FUNCTION]
    mean = float(won.mean())
    scores = [round(brier(said[which == one], won[which == one]), 5) for one in (AT_REST, BEFORE_PLAYS)]
    return {"at rest": scores[0], "before plays": scores[1], "base": round(mean * (1 - mean), 5)}


# Calibration.


@dataclass(frozen=True)
class Observed:
    """What a search came to on the way through games of the advisor, and what came of it."""

    said: Floats
    happened: Floats  # won or not, less luck
    won: Floats
    left: npt.NDArray[Any]  # tokens in the pile
    game: npt.NDArray[Any]
    begins: npt.NDArray[np.bool_]  # whether it was on the board that the game was begun at

    def of(self, which: npt.NDArray[np.bool_]) -> Observed:
        return Observed(self.said[which], self.happened[which], self.won[which], self.left[which], self.game[which], self.begins[which])

    @property
    def held_out(self) -> npt.NDArray[np.bool_]:
        """Every second game."""
        odd: npt.NDArray[np.bool_] = self.game % 2 == 1
        return odd

    def calibration(self, lengths: Sequence[float]) -> Calibration:
        return fitted_calibration(self.said, self.happened, self.left, lengths)

    def held_to(self, calibrations: Sequence[Calibration]) -> Floats:
        """The chances that were said, by the mean of some calibrations."""
        pairs = zip(self.said, self.left, strict=True)
        return np.array([np.mean([holds(one, chance, tokens) for one in calibrations]) for chance, tokens in pairs])

    def by_tenths(self, calibrations: Sequence[Calibration]) -> list[dict[str, Any]]:
        if len(self.said) == 0:
            return []
        return [tenth.as_row() for tenth in tenths(self.held_to(calibrations), self.happened, self.game)]


def _observed(rows: Rows) -> Observed:
    begins = np.diff(rows[:, GAME], prepend=-1) != 0
    found = Observed(
        rows[:, FORESEEN] / 1000,
        (rows[:, WON] - rows[:, LUCK]) / ALL_WON,
        rows[:, WON] / ALL_WON,
        rows[:, LEFT],
        np.cumsum(begins),
        begins,
    )
    return found.of(rows[:, FORESEEN] >= 0)


def _lengths(game: CastlePanic) -> list[int]:
    pile = int(sum(game.start().numbers.pile))
    return [round(pile * step / (_LENGTHS - 1)) for step in range(_LENGTHS)]


def calibrate(rule_set: RuleSet, values: ValueSet, folder: Path, course: Course, say: Say = print) -> ValueSet:
    """Games of the advisor, begun at their first turn, at positions of all kinds, and at bad and uncertain ones more often than they come: there a few games
    tell little. Then those begun at boards that others have left.

    All of them make the curves. How good such curves are, is told by those that every second game makes, on the others. Adding up both halves, each by the
    other's curves, would flatter them: where luck was good in one half it was bad in the other by comparison, and the two cancel out.
    """
    game = CastlePanic(rule_set)
    kinds = (
        ("calibration", course.calibration_games, ANY),
        ("gloomy calibration", course.gloomy_games, GLOOMY),
        ("open calibration", course.open_games, OPEN),
        ("usual calibration", course.usual_games, USUAL),
    )
    parts = [_calibrating_rows(game, values, folder, what, count, beginning, course, say) for what, count, beginning in kinds]
    rows = np.concatenate(parts)
    usual = (np.arange(len(rows)) >= len(rows) - len(parts[-1]))[rows[:, FORESEEN] >= 0]
    seen = _observed(rows)
    half = seen.of(~seen.held_out).calibration(_lengths(game))
    held_out = seen.of(seen.held_out)
    report = {
        "calibrated with": asdict(course.effort),
        "games of the advisor": sum(count for _, count, _ in kinds),
        "of them won": round(float(_won(rows)[_is_last(rows)].mean()), 4),
        "Brier score of the advisor's win chances on held-out games": round(brier(held_out.held_to([half]), held_out.won), 5),
        "calibration on held-out games": held_out.by_tenths([half]),
        "calibration on held-out usual games": seen.of(seen.held_out & usual).by_tenths([half]),
    }
    # The curve over all positions leaves the usual games out: it tells what is at stake among positions that may end either way. Luck is measured by it, so
    # it would come out a little different each time, and with it where the advisor thinks longer: functions that have one keep it.
    curve = values.curve or fitted_curve(seen.said[~usual], seen.happened[~usual])
    values = replace(values, rules=str(rule_set), curve=curve, calibration=seen.calibration(_lengths(game)), made=values.made | report)
    return calibrate_on_boards_of_others(rule_set, values, folder, course, say)


def calibrate_on_boards_of_others(rule_set: RuleSet, values: ValueSet, folder: Path, course: Course, say: Say = print) -> ValueSet:
    """Games of the advisor begun at boards that the greedy player has left, who played some turns at random in most of them. There more is won than on boards
    of its own from which a search sees the same chance, and nothing that a value function looks at tells which is which.

    Only what was said on the board that was left makes the curves. What is said in the end is the mean of both calibrations, which is half as wrong on either
    kind of board as the other one's alone would be.
    """
    game = CastlePanic(rule_set)
    rows = _calibrating_rows(game, values, folder, "boards of others", course.games_of_others, FROM_OTHERS, course, say)
    seen = _observed(rows)
    left_by_others = seen.of(seen.begins)
    half = left_by_others.of(~left_by_others.held_out).calibration(_lengths(game))
    both = (values.calibration, half)
    all_of_them = left_by_others.calibration(_lengths(game))
    shift, told = _shift_at_the_table(game, values, (values.calibration, all_of_them), folder, course, say)
    report = {
        "games begun at boards of others": course.games_of_others,
        "calibration on held-out boards of others": left_by_others.of(left_by_others.held_out).by_tenths(both),
        "the same by the advisor's own boards alone": left_by_others.of(left_by_others.held_out).by_tenths(both[:1]),
        "calibration on what the advisor made of them": seen.of(seen.held_out & ~seen.begins).by_tenths(both),
    }
    return replace(values, calibration_of_others=all_of_them, shift=shift, made=values.made | report | told)


def _shift_at_the_table(
    game: CastlePanic, values: ValueSet, calibrations: Sequence[Calibration], folder: Path, course: Course, say: Say
) -> tuple[float, dict[str, Any]]:
    """What a player who asks `suggest` has on the advisor that the curves are of. Its rollouts are ten times as many: the best of many estimates is less of a
    lucky one, so that less is said, and more is won. On boards of others and on those that come of them it is the same, so both count.

    One shift of the odds is a rough tool: most boards are nearly won, and from these it reaches to the others. So it has to be clear."""
    if course.table_games == 0:
        return 0.0, {}
    rows = _calibrating_rows(
        game, values, folder, "boards of others", course.table_games, FROM_OTHERS, replace(course, effort=AT_THE_TABLE), say
    )
    seen = _observed(rows)
    said = seen.held_to(calibrations)
    shift, error = fitted_shift(said, seen.happened, seen.game)
    report: dict[str, Any] = {"table games": course.table_games, "looked at with": asdict(AT_THE_TABLE), "shift found": [shift, error]}
    if abs(shift) < _CLEAR_SHIFT * error:
        return 0.0, report
    half, _ = fitted_shift(*(part[~seen.held_out] for part in (said, seen.happened, seen.game)))
    after = np.array([shifted(float(chance), half) for chance in said])

    def by_tenths(chances: Floats, which: npt.NDArray[np.bool_]) -> list[dict[str, Any]]:
        return [tenth.as_row() for tenth in tenths(chances[which], seen.happened[which], seen.game[which])]

    held_out = seen.held_out
    return shift, report | {
        "before the shift, on held-out boards of others": by_tenths(said, held_out & seen.begins),
        "after the shift, on held-out boards of others": by_tenths(after, held_out & seen.begins),
        "before the shift, on what the advisor made of them": by_tenths(said, held_out & ~seen.begins),
        "after the shift, on what the advisor made of them": by_tenths(after, held_out & ~seen.begins),
    }


def _calibrating_rows(
    game: CastlePanic, values: ValueSet, folder: Path, what: str, count: int, beginning: int, course: Course, say: Say
) -> Rows:
    return _rows(
        game, values, folder, what, course.seed, count, say, effort=course.effort, trail=_TRAIL, beginning=beginning, luck=course.luck
    )
