"""CP-SAT as a back end: named presets, a time limit on every call, and its answer as one of three words.

Models as small as a turn are solved by one worker: starting more costs more than they save.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from importlib.metadata import version
from typing import Any

from ortools.sat.python import cp_model


class Status(Enum):
    OPTIMAL = "optimal"
    FEASIBLE = "feasible"
    IMPOSSIBLE = "impossible"
    UNKNOWN = "unknown"


@dataclass(frozen=True)
class Preset:
    """Parameters that suit a kind of question."""

    name: str
    workers: int = 1
    presolve: bool = True
    light: bool = False  # one round of presolve, no probing, no symmetry: on a few hundred variables they cost more than they save
    linearization: int = 1


# Level 1 is as fast on plays alone, but had three times the worst case where trades are open.
TURN = Preset("turn", light=True, linearization=2)
TEAM = Preset("team", workers=2)
# A castle is pure logic until tiles are counted: without a linear relaxation it is found at once, with one the bound comes soonest.
MEET_ORDEALS = Preset("meet ordeals", light=True, linearization=0)
REACH = Preset("reach", linearization=0)
WHOLE_DECK = Preset("whole deck", linearization=0)
SMALLEST_SKELETON = Preset("smallest skeleton")
FEWEST_TILES = Preset("fewest tiles", light=True, linearization=2)

_STATUS = {
    cp_model.OPTIMAL: Status.OPTIMAL,
    cp_model.FEASIBLE: Status.FEASIBLE,
    cp_model.INFEASIBLE: Status.IMPOSSIBLE,
    cp_model.UNKNOWN: Status.UNKNOWN,
}


@lru_cache
def ortools_version() -> str:
    return version("ortools")


def run(model: cp_model.CpModel, preset: Preset, seconds: float, *, work: float | None = None) -> tuple[Status, Any]:
    """Solve; the second value gives variables their values if there is a solution.

    `work` is a limit that a busy machine does not reach sooner: CP-SAT's own count of what it did, about a second's worth of an idle one.
    """
    solver = cp_model.CpSolver()
    parameters = solver.parameters
    parameters.num_workers = preset.workers
    parameters.cp_model_presolve = preset.presolve
    if preset.light:
        parameters.max_presolve_iterations = 1
        parameters.cp_model_probing_level = 0
        parameters.symmetry_level = 0
    parameters.linearization_level = preset.linearization
    parameters.max_time_in_seconds = seconds
    if work is not None:
        parameters.max_deterministic_time = work
    parameters.random_seed = 1
    status = solver.solve(model)
    if status == cp_model.MODEL_INVALID:
        raise AssertionError(f"an invalid model: {model.validate()}")
    return _STATUS[status], solver.value
