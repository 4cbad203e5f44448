"""The puzzles that come with castlewise, made anew: `python -m castlewise.puzzles.bundle puzzles/packs`. It goes on where it was stopped.

For each kind candidates are tried in the order of their seeds; a puzzle is kept as long as there are few that the same player of the ladder solves first. The
tries of docs/lab/puzzle-levels.md are about these puzzles, so they are not chosen by their levels, which came later.
"""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path

from castlewise.models.castle_panic.expansions.wizards_tower.components import NAME as WIZARDS_TOWER
from castlewise.models.files import write_file
from castlewise.puzzles.generation import CANDIDATES, try_candidate
from castlewise.puzzles.kind import CASTELLION, CASTLE_PANIC
from castlewise.puzzles.kinds import KINDS, WITH_WIZARDS_TOWER, kind_named
from castlewise.puzzles.puzzle import Puzzle, write_lines
from castlewise.puzzles.store import ACCEPTED, Store

SEED = 2026
OF_A_RUNG = 2
OF_A_KIND = 8
MOST_CANDIDATES = {"trick": 240}  # and else
USUAL_CANDIDATES = 120
PYROS = 6  # among the tricks
STORE = Path(".cache/bundle.sqlite")


def candidates(kind: str, store: Store, rules: str = "") -> list[Puzzle]:
    """The puzzles among the first candidates of a kind, as far as they are needed."""
    most = MOST_CANDIDATES.get(kind, USUAL_CANDIDATES)
    first = SEED * CANDIDATES
    known = store.outcomes(kind, rules, first, first + most)
    found = {puzzle.seed: puzzle for puzzle in store.puzzles(kind, rules=rules)}
    accepted: list[Puzzle] = []
    for seed in range(first, first + most):
        if seed not in known:
            _, outcome, puzzle = try_candidate(kind, seed, rules, None)
            known[seed] = store.note(kind, rules, seed, outcome, puzzle)
            if puzzle is not None and known[seed] == ACCEPTED:
                found[seed] = puzzle
        if known[seed] == ACCEPTED:
            accepted.append(found[seed])
            if len(chosen(accepted)) == OF_A_KIND:
                break
    return accepted


def chosen(puzzles: list[Puzzle]) -> list[Puzzle]:
    """A few of each rung."""
    kept: list[Puzzle] = []
    rungs = Counter[int]()
    for puzzle in puzzles:
        assert puzzle.rating is not None
        if rungs[puzzle.rating.ladder] < OF_A_RUNG and len(kept) < OF_A_KIND:
            rungs[puzzle.rating.ladder] += 1
            kept.append(puzzle)
    return kept


def filled_up(puzzles: list[Puzzle]) -> list[Puzzle]:
    """The chosen ones, and where those are too few, others beside them."""
    pyros = [puzzle for puzzle in puzzles if "Pyro's power" in puzzle.themes and puzzle.kind == "trick"][:PYROS]
    kept = pyros + [puzzle for puzzle in chosen(puzzles) if puzzle not in pyros]
    others = [puzzle for puzzle in puzzles if puzzle not in kept]
    return sorted(kept + others[: max(0, OF_A_KIND - len(kept))], key=lambda puzzle: (puzzle.level, puzzle.seed))


def main(folder: Path) -> None:
    store = Store(STORE)
    packs: dict[str, list[Puzzle]] = {CASTLE_PANIC: [], CASTELLION: [], WIZARDS_TOWER: []}
    for kind, rules in [*((kind, "") for kind in KINDS), *((kind, WIZARDS_TOWER) for kind in WITH_WIZARDS_TOWER)]:
        kept = filled_up(candidates(kind, store, rules))
        packs[rules or kind_named(kind).game] += kept
        levels = ", ".join(str(puzzle.level) for puzzle in kept)
        print(f"{kind} {rules}: {len(kept)} puzzles, levels {levels}", file=sys.stderr, flush=True)
    for game, puzzles in packs.items():
        write_file(folder / f"{game}.jsonl", write_lines(puzzles))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
