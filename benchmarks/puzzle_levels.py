"""How effort and the ladder's levels go with first tries: `python benchmarks/puzzle_levels.py`. The figures of docs/lab/puzzle-levels.md.

Every try in docs/lab/puzzle-tries.jsonl is played again; what is said to be right has to be.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from castlewise.puzzles.library import bundled
from castlewise.puzzles.proving import solves
from castlewise.puzzles.rating import Rating

TRIES = Path(__file__).parent.parent / "docs" / "lab" / "puzzle-tries.jsonl"
REORDERINGS = 20_000


def area(wrong: Sequence[float], right: Sequence[float]) -> float:
    """The chance that of a wrong and a right try the wrong one has the higher value; a tie counts half."""
    pairs = [(w > r) + (w == r) / 2 for w in wrong for r in right]
    return sum(pairs) / len(pairs)


def as_good_by_chance(values: Sequence[float], is_wrong: Sequence[bool]) -> float:
    """The share of random reorderings of the answers whose area is at least as large."""
    luck = random.Random(1)
    shuffled = list(is_wrong)

    def of(answers: Sequence[bool]) -> float:
        return area([v for v, w in zip(values, answers, strict=True) if w], [v for v, w in zip(values, answers, strict=True) if not w])

    found, hits = of(is_wrong), 0
    for _ in range(REORDERINGS):
        luck.shuffle(shuffled)
        hits += of(shuffled) >= found
    return hits / REORDERINGS


def ranks(values: Sequence[float]) -> list[float]:
    ordered = sorted(values)
    return [ordered.index(v) + (ordered.count(v) - 1) / 2 for v in values]


def rank_correlation(one: Sequence[float], other: Sequence[float]) -> float:
    a, b = ranks(one), ranks(other)
    mean = (len(a) - 1) / 2
    top = sum((x - mean) * (y - mean) for x, y in zip(a, b, strict=True))
    return float(top / (sum((x - mean) ** 2 for x in a) * sum((y - mean) ** 2 for y in b)) ** 0.5)


def main() -> None:
    puzzles = {puzzle.id: puzzle for puzzle in bundled()}
    tries = [json.loads(line) for line in TRIES.read_text().splitlines()]
    known: dict[str, Rating] = {puzzle.id: puzzle.rating for puzzle in puzzles.values() if puzzle.rating is not None}
    for row in tries:
        assert solves(puzzles[row["puzzle"]], tuple(row["try"])) == row["right"], row["puzzle"]
    print(
        "bundled, by level: " + ", ".join(f"{level}: {count}" for level, count in sorted(Counter(r.level for r in known.values()).items()))
    )
    for test in (1, 2):
        rows = [row for row in tries if row["test"] == test]
        wrong = [not row["right"] for row in rows]
        print(f"test {test}: {len(rows)} tries, {sum(wrong)} wrong")
        scores = {
            name: [float(getattr(known[row["puzzle"]], name)) for row in rows]
            for name in ("effort", "level", "ladder", "traps", "depth", "quiet", "astray")
        }
        for name, values in scores.items():
            if all("considered" in row for row in rows):
                print(
                    f"  {name}: rank correlation with moves considered {rank_correlation(values, [row['considered'] for row in rows]):.2f}"
                )
            if any(wrong) and not all(wrong):
                found = area([v for v, w in zip(values, wrong, strict=True) if w], [v for v, w in zip(values, wrong, strict=True) if not w])
                print(f"  {name}: area {found:.2f}, as good by chance {as_good_by_chance(values, wrong):.4f}")
        alike = [
            (scores["effort"][i], scores["effort"][j])
            for i in range(len(rows))
            for j in range(len(rows))
            if wrong[i] and not wrong[j] and puzzles[rows[i]["puzzle"]].kind == puzzles[rows[j]["puzzle"]].kind
        ]
        if alike:
            print(f"  effort, pairs of one kind: {sum((w > r) + (w == r) / 2 for w, r in alike):g} of {len(alike)}")
        by_level = Counter((known[row["puzzle"]].level, row["right"]) for row in rows)
        print(
            "  wrong by level: " + ", ".join(f"{n}: {by_level[n, False]} of {by_level[n, False] + by_level[n, True]}" for n in range(1, 7))
        )
        by_kind: dict[str, list[bool]] = {}
        for row in rows:
            by_kind.setdefault(puzzles[row["puzzle"]].kind, []).append(row["right"])
        print("  right by kind: " + ", ".join(f"{kind} {sum(right)} of {len(right)}" for kind, right in sorted(by_kind.items())))


if __name__ == "__main__":
    main()
