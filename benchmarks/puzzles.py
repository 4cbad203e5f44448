"""How fast puzzles are made and verified: candidates a second, how many are accepted, seconds for an accepted puzzle by kind and level, and `verify`.

Candidates are tried one after the other on one core, in the order of their seeds; times are CPU time, and the first candidate of a kind, which loads
solvers and compiled rules, is not counted. `--candidates N` (40 if left out) says how many of each kind, `--kind K` asks for one kind only (or `none`),
`--rules R` for other rules, `--verify` verifies the bundled pack. Run it with --json for the figures alone.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from typing import Any

from measuring import report

from castlewise.puzzles.generation import CANDIDATES, try_candidate
from castlewise.puzzles.kinds import KINDS
from castlewise.puzzles.library import bundled
from castlewise.puzzles.proving import verify
from castlewise.solver.spread import Spread, spread

SEED = 7
CORES = 2  # that the bar speaks of
BAR = 10.0  # accepted puzzles a minute on so many cores


def option(name: str, usual: str) -> str:
    return sys.argv[sys.argv.index(name) + 1] if name in sys.argv else usual


def making(kind: str, candidates: int, rules: str) -> tuple[dict[str, Any], Spread]:
    """The figures of a kind, and the spread of the seconds that a candidate takes."""
    first = SEED * CANDIDATES
    try_candidate(kind, first, rules, None)
    levels, reasons = Counter[int](), Counter[str]()
    samples = []
    for seed in range(first + 1, first + 1 + candidates):
        began = time.process_time()
        _, outcome, puzzle = try_candidate(kind, seed, rules, None)
        samples.append(time.process_time() - began)
        reasons[outcome] += 1
        if puzzle is not None:
            levels[puzzle.level] += 1
    spent, accepted = sum(samples), sum(levels.values())
    per_puzzle = {f"level {level}": round(spent / count, 2) for level, count in sorted(levels.items())}
    facts = {
        "candidates a second": round(candidates / spent, 1),
        "accepted, %": round(100 * accepted / candidates, 1),
        "seconds an accepted puzzle": round(spent / accepted, 2) if accepted else None,
        f"accepted a minute on {CORES} cores (bar: {BAR:g})": round(CORES * 60 * accepted / spent, 1),
        "seconds a puzzle of a level": per_puzzle,
        "reasons": dict(reasons.most_common()),
    }
    return facts, spread([1000 * sample for sample in samples], worst=max)


def verifying() -> Spread:
    samples = []
    for puzzle in bundled():
        began = time.process_time()
        problems = verify(puzzle)
        samples.append(1000 * (time.process_time() - began))
        assert not problems, problems
    return {**spread(samples, worst=max), "whole pack": sum(samples)}


def main() -> None:
    kinds = [option("--kind", "")] if "--kind" in sys.argv else list(KINDS)
    if kinds == ["none"]:
        kinds = []
    facts: dict[str, object] = {}
    rows: dict[str, Spread] = {}
    for kind in kinds:
        facts[kind], rows[f"a candidate of {kind}"] = making(kind, int(option("--candidates", "40")), option("--rules", ""))
    if "--verify" in sys.argv:
        rows["verify a bundled puzzle"] = verifying()
    report({"milliseconds": rows}, facts)


if __name__ == "__main__":
    main()
