"""Many puzzles verified on all cores, each from what stands in it alone (proving.py says how)."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence

from castlewise.models.problems import Problem
from castlewise.puzzles.proving import verify
from castlewise.puzzles.puzzle import Puzzle
from castlewise.solver.workers import workers

WORTH_A_PROCESS = 8  # starting one takes longer than to verify a few puzzles


def verify_all(puzzles: Sequence[Puzzle], jobs: int | None = None) -> Iterator[tuple[Puzzle, list[Problem]]]:
    """Each puzzle with what is wrong with it, in their order."""
    jobs = min(jobs or os.cpu_count() or 1, max(1, len(puzzles) // WORTH_A_PROCESS))
    if jobs == 1:
        for puzzle in puzzles:
            yield puzzle, list(verify(puzzle))
        return
    with workers(jobs) as pool:
        for puzzle, problems in zip(puzzles, pool.map(verify, puzzles), strict=True):
            yield puzzle, list(problems)
