"""Questions about a castle, answered by Z3: can the ordeals be met, with how few tiles, by how many castles, and what every such castle has.

Every building is replayed through the rules before it is shown; one that they do not bear out raises, because then the model or the rules are wrong and
nobody should be told anything.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import product

from castlewise.models.castellion.castle_question import BeyondCastleModel, Building, CastleQuestion, size_of, tiles_spent
from castlewise.models.castellion.castle_smt import CastleModel
from castlewise.models.castellion.ordeals import Ordeal
from castlewise.models.castellion.tiles import DEFENDERS, STONES
from castlewise.models.smt_circuit import TRUE
from castlewise.solver.castellion.building_replay import replay_building
from castlewise.solver.deadline import Deadline
from castlewise.solver.verdict import Outcome, Verdict
from castlewise.solver.z3 import BEST, FEASIBLE, Answer, Preset, Solver, verdict

SECONDS = 10.0
KEPT = 12  # castles by which later questions about cells are answered; getting one takes longer than asking, so that more do not pay
PROVED = "Z3 proved that no castle meets the ordeals"

Skeleton = frozenset[tuple[str, int, int]]
"""The places of formations: T, B or L, with the column and row of the lowest, leftmost tile, from 0."""


@dataclass(frozen=True)
class Castles:
    """Buildings with different castles. `complete`: there are no others."""

    buildings: tuple[Building, ...]
    complete: bool
    verdict: Verdict

    @property
    def unique(self) -> bool | None:
        """Whether there is exactly one; None if that is not known."""
        if len(self.buildings) > 1:
            return False
        return len(self.buildings) == 1 if self.complete else None


@dataclass(frozen=True)
class Skeletons:
    """Different places for the formations of an ordeal. `complete`: there are no others."""

    found: tuple[Skeleton, ...]
    complete: bool
    verdict: Verdict


def _no_or_unknown(answer: Answer, solver: Solver, preset: Preset) -> Verdict:
    if answer is Answer.NO:
        return verdict(Outcome.IMPOSSIBLE, preset, solver.deadline, reason=PROVED)
    return verdict(Outcome.UNKNOWN, preset, solver.deadline, reason=solver.reason)


def meet(question: CastleQuestion, *, seconds: float = SECONDS) -> tuple[Verdict, Building | None]:
    """Whether the ordeals can be met, and how; with powers as few of them as possible, because each makes the question several times as hard."""
    deadline = Deadline(seconds)
    for powers in range(question.powers + 1):
        found = castles(replace(question, powers=powers), 1, seconds=deadline.left)
        if found.verdict.outcome is not Outcome.IMPOSSIBLE:
            break
    return replace(found.verdict, seconds=deadline.spent), found.buildings[0] if found.buildings else None


def castles(question: CastleQuestion, most: int, *, seconds: float = SECONDS) -> Castles:
    """Up to `most` buildings, no two with the same castles at their ordeals."""
    deadline = Deadline(seconds)
    model = CastleModel(question)
    solver = Solver(model.circuit, FEASIBLE, deadline)
    buildings: list[Building] = []
    answer = Answer.YES
    while len(buildings) < most:
        answer = solver.ask()
        if answer is not Answer.YES:
            break
        buildings.append(checked(model, solver.solution()))
        if len(buildings) < most:
            model.require_other_castles(buildings[-1])
    found = verdict(Outcome.SOLVED, FEASIBLE, deadline, reason=solver.reason) if buildings else _no_or_unknown(answer, solver, FEASIBLE)
    return Castles(tuple(buildings), answer is Answer.NO, found)


def fewest(question: CastleQuestion, *, seconds: float = SECONDS) -> tuple[Verdict, Building | None]:
    """A way to meet the ordeals that takes as few tiles as possible of those that are left; `optimal` if that is proved."""
    deadline = Deadline(seconds)
    found, building = _fewest(CastleModel(question), deadline, least_tiles(question))
    if building is not None:
        replay_building(question, building)
    return found, building


def _fewest(model: CastleModel, deadline: Deadline, low: int) -> tuple[Verdict, Building | None]:
    """Case by case which penalties are paid, those that are not first: it is the cheap way, and each case by itself is an easy question."""
    solver = Solver(model.circuit, BEST, deadline)
    choices = [(meeting.there,) if meeting.there == TRUE else (meeting.there, -meeting.there) for meeting in model.meetings]
    best: Building | None = None
    high, certain = 0, True
    for case in product(*choices):
        least, most = low, None if best is None else high - 1
        while most is None or least <= most:
            few = [] if most is None else [model.few_tiles(most)]
            answer = solver.ask([*case, *few])
            if answer is Answer.YES:
                best = model.building(solver.solution())
                high = tiles_spent(model.question, best)
            elif answer is Answer.UNKNOWN or most is None or most == high - 1:
                certain = certain and answer is Answer.NO
                break
            else:
                least = most + 1
            most = (least + high - 1) // 2
    if best is None:
        return _no_or_unknown(Answer.NO if certain else Answer.UNKNOWN, solver, BEST), None
    return verdict(Outcome.SOLVED, BEST, deadline, value=high, optimal=certain, reason=solver.reason), best


def least_tiles(question: CastleQuestion) -> int:
    """No way takes fewer tiles than this: what the castle that meets an ordeal has at least, and what was destroyed before."""
    least = lost = 0
    for ordeal in question.ordeals:
        least = max(least, lost + smallest_castle(ordeal.same_effect, question.width, question.height) - size_of(question.castle))
        lost += ordeal.rows * question.width
    return least


@lru_cache(1024)
def smallest_castle(effect: tuple[int, int, int, int | None, int], width: int, height: int) -> int:
    """How many tiles a castle that meets an ordeal has at least, whatever its shapes and tiles; 0 if that is not known."""
    towers, bastions, lines, penalty, rows = effect
    if rows:
        return width * (rows + 1)
    if penalty is not None or not towers + bastions + lines:
        return width
    plenty = (*(width * height,) * DEFENDERS, *(0,) * (STONES - DEFENDERS))
    question = CastleQuestion((Ordeal(towers, bastions, lines),), width, height, left=plenty)
    found, _ = _fewest(CastleModel(question, any_shapes=True), Deadline(SECONDS), max(width, 4 * (towers + bastions + lines)))
    return found.value if found.optimal and found.value else 0


def skeletons(question: CastleQuestion, most: int, *, mirrored: bool = False, seconds: float = SECONDS) -> Skeletons:
    """Up to `most` sets of places where exactly the formations that the ordeal asks for can stand in a castle that meets it.

    The castle may hold others beside them. With `mirrored` a set and its mirror image are one.
    """
    ordeal = question.ordeals[0]
    if len(question.ordeals) > 1 or ordeal.penalty is not None or ordeal.rows:
        raise BeyondCastleModel("skeletons are those of one ordeal that has to be met by its formations")
    deadline = Deadline(seconds)
    model = CastleModel(question)
    chosen = model.choose_formations()
    solver = Solver(model.circuit, FEASIBLE, deadline)
    found: list[Skeleton] = []
    answer = Answer.YES
    while len(found) < most:
        answer = solver.ask()
        if answer is not Answer.YES:
            break
        true = solver.solution()
        skeleton = frozenset(place for place, literal in chosen.items() if true(literal))
        if not found:
            checked(model, true)
        found.append(skeleton)
        for other in {skeleton, _mirrored(skeleton, question.width)} if mirrored else {skeleton}:
            model.circuit.require_any(*(-chosen[place] for place in other))
    result = (
        verdict(Outcome.SOLVED, FEASIBLE, deadline, value=len(found), reason=solver.reason)
        if found
        else _no_or_unknown(answer, solver, FEASIBLE)
    )
    return Skeletons(tuple(found), answer is Answer.NO, result)


def _mirrored(skeleton: Skeleton, width: int) -> Skeleton:
    across = {"T": 1, "B": 2, "L": 4}
    return frozenset((name, width - column - across[name], row) for name, column, row in skeleton)


def checked(model: CastleModel, true: Callable[[int], bool]) -> Building:
    """What a solution builds, replayed."""
    building = model.building(true)
    replay_building(model.question, building)
    return building


class CellQuestions:
    """What the castles that meet an ordeal have in common: asked cell by cell, of one solver that keeps what it learnt.

    The first castles found on the way answer for what they hold. They are not even read for that; `buildings` reads and replays them.
    """

    def __init__(self, question: CastleQuestion, *, ordeal: int = -1, seconds: float = SECONDS) -> None:
        self._model = CastleModel(question)
        self._castle = self._model.meetings[ordeal].castle
        self._solver = Solver(self._model.circuit, FEASIBLE, Deadline(seconds))
        self._solutions: list[Callable[[int], bool]] = []
        self.possible = self._some(())
        """Whether there is such a castle at all; None if that is not known in time, as with every answer here."""

    def may_be(self, column: int, row: int, kind: int) -> bool | None:
        """Whether some castle has a tile of a kind in a cell."""
        cell = self._castle[column, row]
        return self._some((cell.groups[kind // 3], cell.shapes[kind % 3]))

    def may_be_of(self, column: int, row: int, faction: int) -> bool | None:
        """Whether some castle has a tile of a faction in a cell."""
        return self._some((self._castle[column, row].groups[faction],))

    def may_be_empty(self, column: int, row: int) -> bool | None:
        return self._some((-self._castle[column, row].full,))

    def must_be(self, column: int, row: int, kind: int) -> bool | None:
        """Whether every castle has a tile of a kind in a cell."""
        cell = self._castle[column, row]
        return _opposite(self._some((-cell.groups[kind // 3],), (-cell.shapes[kind % 3],)))

    def must_be_of(self, column: int, row: int, faction: int) -> bool | None:
        """Whether every castle has a tile of a faction in a cell."""
        return _opposite(self._some((-self._castle[column, row].groups[faction],)))

    def buildings(self) -> list[Building]:
        """What was found on the way, replayed."""
        return [checked(self._model, true) for true in self._solutions]

    def _some(self, *alternatives: tuple[int, ...]) -> bool | None:
        """Whether some castle has all of what one alternative asks for."""
        for true in self._solutions:
            if any(all(map(true, wanted)) for wanted in alternatives):
                return True
        answers = []
        for wanted in alternatives:
            answers.append(self._solver.ask(wanted))
            if answers[-1] is Answer.YES:
                if len(self._solutions) < KEPT:
                    self._solutions.append(self._solver.solution())
                return True
        return None if Answer.UNKNOWN in answers else False


def _opposite(answer: bool | None) -> bool | None:
    return None if answer is None else not answer
