"""Castles found by CP-SAT: can the ordeals of a question be met, with how few tiles, and by which castles. Every castle is replayed through the rules.

The supply of tiles is first asked about by faction and by shape only. If the castles found take more of a kind than there are, the question is put again with
every kind counted: what the smaller model finds impossible is impossible, and a number it cannot go below is a bound.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import product
from typing import Any

from castlewise.models.castellion.castle_cpsat import CastleModel
from castlewise.models.castellion.castle_question import Building, Castle, CastleQuestion, Met, kinds_spent, penalty_due, tiles_spent
from castlewise.models.castellion.formation_places import formations_of
from castlewise.models.castellion.ordeals import Ordeal
from castlewise.models.castellion.powers_cpsat import PowersModel
from castlewise.models.castellion.skeleton_cpsat import SkeletonModel
from castlewise.solver.castellion.building_replay import replay_building
from castlewise.solver.cpsat import FEWEST_TILES, MEET_ORDEALS, SMALLEST_SKELETON, Preset, Status, ortools_version, run
from castlewise.solver.deadline import Deadline
from castlewise.solver.verdict import Outcome, Verdict

SECONDS = 20.0
FIRST_TRY = (
    0.25  # CP-SAT's work in which nearly every castle is found; after that it is worth asking whether the formations find room at all
)
NO_CASTLE = "no castle meets the ordeals"


def meet(question: CastleQuestion, *, seconds: float = SECONDS) -> tuple[Verdict, Building | None]:
    """Some castles that meet the ordeals."""
    deadline = Deadline(seconds)
    for pays in ways_to_pay(question.ordeals) if not question.powers and not question.pantry else ():
        status, building = _search(question, MEET_ORDEALS, deadline.left, work=FIRST_TRY, pays=pays)
        if building is not None:
            return _answer(question, status, building, MEET_ORDEALS, deadline)
    status, building = _search(question, MEET_ORDEALS, deadline.left, work=FIRST_TRY)
    if status is Status.UNKNOWN:
        if not all(_has_skeleton(question, ordeal, deadline) for ordeal in question.ordeals):
            status = Status.IMPOSSIBLE
        else:
            status, building = _search(question, MEET_ORDEALS, deadline.left)
    return _answer(question, status, building, MEET_ORDEALS, deadline)


def ways_to_pay(ordeals: Sequence[Ordeal]) -> list[tuple[bool, ...]]:
    """Which penalties are paid, in every way, none first; nothing where there is none. With that settled a castle is found many times sooner.

    >>> ways_to_pay([Ordeal(3, 2)]), ways_to_pay([Ordeal(rows=1), Ordeal(3, penalty=16)])
    ([], [(False, False), (False, True)])
    """
    if not any(ordeal.penalty for ordeal in ordeals):
        return []
    return sorted(product(*((False, True) if ordeal.penalty else (False,) for ordeal in ordeals)))


def fewest(question: CastleQuestion, *, seconds: float = SECONDS) -> tuple[Verdict, Building | None]:
    """Castles that meet the ordeals with as few tiles as possible; `value` is how many are placed, `optimal` whether fewer are proved not to do."""
    deadline = Deadline(seconds)
    at_least = 0
    if len(question.ordeals) == 1 and not question.powers and _asks_for_formations(question.ordeals[0]):
        status, bound = _smallest_skeleton(question, question.ordeals[0], deadline)
        if status is Status.IMPOSSIBLE:
            return _answer(question, status, None, SMALLEST_SKELETON, deadline)
        if status is Status.OPTIMAL:
            at_least = bound
            status, building = _search(question, MEET_ORDEALS, deadline.left, work=FIRST_TRY, at_most=at_least)
            if building is not None:
                return _answer(question, Status.OPTIMAL, building, MEET_ORDEALS, deadline, counted=True)
            if status is Status.IMPOSSIBLE:
                at_least += 1
    # With powers hardly any tile is placed, and a linear relaxation of the grids in between only costs time.
    preset = MEET_ORDEALS if question.powers else FEWEST_TILES
    status, building = _search(question, preset, deadline.left, at_least=at_least, minimal=True)
    return _answer(question, status, building, preset, deadline, counted=True)


def _search(
    question: CastleQuestion,
    preset: Preset,
    seconds: float,
    *,
    work: float | None = None,
    at_least: int = 0,
    at_most: int | None = None,
    minimal: bool = False,
    pays: tuple[bool, ...] | None = None,
) -> tuple[Status, Building | None]:
    """A building within bounds on the tiles it takes; the smallest, if OPTIMAL is said of a minimal one."""
    deadline = Deadline(seconds)
    for by_kind in (False, True):
        model = _model(question, by_kind, pays)
        if at_least:
            model.model.add(model.spent >= at_least)
        if at_most is not None:
            model.model.add(model.spent <= at_most)
        if minimal:
            model.model.minimize(model.spent)
        status, value = run(model.model, preset, deadline.left, work=work)
        if status not in (Status.OPTIMAL, Status.FEASIBLE):
            return status, None
        building = decode(model, value)
        if by_kind or within_supply(question, building):
            return status, building
        if minimal and status is Status.OPTIMAL:
            at_least = tiles_spent(question, building)
    raise AssertionError("the model with every kind counted found more tiles than there are")


def _asks_for_formations(ordeal: Ordeal) -> bool:
    return ordeal.penalty is None and not ordeal.rows


def _has_skeleton(question: CastleQuestion, ordeal: Ordeal, deadline: Deadline) -> bool:
    """False if an ordeal asks for more formations than find room, on the castle that stands or, later, on any."""
    if not _asks_for_formations(ordeal) or question.powers:
        return True
    first = ordeal is question.ordeals[0]
    model = SkeletonModel(question if first else replace(question, castle=(), haunted=None), ordeal)
    return run(model.model, SMALLEST_SKELETON, deadline.left)[0] is not Status.IMPOSSIBLE


def _smallest_skeleton(question: CastleQuestion, ordeal: Ordeal, deadline: Deadline) -> tuple[Status, int]:
    model = SkeletonModel(question, ordeal)
    model.model.minimize(model.spent)
    status, value = run(model.model, SMALLEST_SKELETON, deadline.left)
    return status, value(model.spent) if status is Status.OPTIMAL else 0


def _model(question: CastleQuestion, by_kind: bool, pays: tuple[bool, ...] | None) -> Any:
    if question.powers:
        return PowersModel(question, by_kind=by_kind)
    return CastleModel(question, by_kind=by_kind, pays=pays)


def within_supply(question: CastleQuestion, building: Building) -> bool:
    """Whether a building takes no more tiles of any kind than there are."""
    return all(spent <= left for spent, left in zip(kinds_spent(question, building), question.left, strict=True))


def decode(model: Any, value: Any) -> Building:
    """The castles of a solution, each with what its ordeal leaves."""
    question: CastleQuestion = model.question
    castles = [grid.castle(value) for grid in model.grids]
    met = []
    for number, (ordeal, castle) in enumerate(zip(question.ordeals, castles, strict=True)):
        rest = model.rests[number]
        if rest.grid is not model.grids[number]:
            after = rest.grid.castle(value)
        else:
            after = left_by(question, ordeal, castle)
        met.append(Met(castle, after))
    return Building(tuple(met), tuple(model.steps(value)) if question.powers else ())


def left_by(question: CastleQuestion, ordeal: Ordeal, castle: Castle) -> Castle:
    """What an ordeal leaves of a castle that meets it; of tiles to pay with, those on top of the tallest columns."""
    if ordeal.rows:
        return tuple(column[ordeal.rows :] for column in castle)
    if ordeal.penalty is None:
        return castle
    towers, bastions, lines = formations_of(castle, question.haunted)
    if towers >= ordeal.towers and bastions >= ordeal.bastions and lines >= ordeal.lines:
        return castle
    columns = [list(column) for column in castle]
    for _ in range(penalty_due(ordeal, bastions, question.spares)):
        max(columns, key=len).pop()
    return tuple(tuple(column) for column in columns)


def _answer(
    question: CastleQuestion, status: Status, building: Building | None, preset: Preset, deadline: Deadline, *, counted: bool = False
) -> tuple[Verdict, Building | None]:
    facts: dict[str, Any] = {}
    if building is not None:
        replay_building(question, building)
        outcome = Outcome.SOLVED
        if counted:
            facts = {"value": tiles_spent(question, building), "optimal": status is Status.OPTIMAL}
    elif status is Status.IMPOSSIBLE:
        allowed = f" with at most {question.powers} power{'s' * (question.powers > 1)}" if question.powers else ""
        outcome, facts = Outcome.IMPOSSIBLE, {"reason": NO_CASTLE + allowed}
    else:
        outcome, facts = Outcome.UNKNOWN, {"reason": deadline.unanswered}
    return Verdict(outcome, "CP-SAT", ortools_version(), preset.name, deadline.spent, **facts), building
