"""Finding puzzles by what people type: an id, the short form of a seed, a file, or nothing at all for those that come with castlewise."""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path

from castlewise.models.files import read_file
from castlewise.models.problems import InvalidInput, Problem
from castlewise.models.reading import decoded
from castlewise.puzzles.kind import Rejected
from castlewise.puzzles.kinds import KINDS, check_rules, kind_named
from castlewise.puzzles.puzzle import Puzzle, read_lines
from castlewise.puzzles.store import Store

BUNDLED = "bundled"
_SEED = re.compile(r"([a-z]+):(\d{1,18})(?::(.*))?", re.ASCII)
_ID = re.compile(r"[a-z]+-[0-9a-z]{1,20}", re.ASCII)


def bundled() -> list[Puzzle]:
    """The puzzles that come with castlewise."""
    found: list[Puzzle] = []
    for file in sorted((files("castlewise.puzzles") / "packs").iterdir(), key=lambda file: file.name):
        if file.name.endswith(".jsonl"):
            found += read_lines(file.read_text(encoding="utf-8"), file.name)
    return found


def find(text: str, store: Path) -> list[Puzzle]:
    """The puzzles that a text means; raises InvalidInput if it means none."""
    if text == BUNDLED:
        return bundled()
    seed = _SEED.fullmatch(text)
    if seed:
        return [from_seed(seed[1], int(seed[2]), seed[3] or "")]
    if Path(text).exists():
        return read_lines(decoded(read_file(text, "a file of puzzles"), text), text)
    if _ID.fullmatch(text):
        return [by_id(text, store)]
    raise InvalidInput([Problem(text[:60], 'is no puzzle; name one by its id ("slay-..."), its seed ("slay:17"), a file, or "bundled"')])


def by_id(id: str, store: Path) -> Puzzle:
    """An id may be cut short as long as it is clear."""
    fitting = [puzzle for puzzle in bundled() if puzzle.id.startswith(id)]
    if not fitting and store.is_file():
        kept = Store(store)
        fitting = [puzzle for puzzle in kept.puzzles() if puzzle.id.startswith(id)]
        kept.close()
    if len(fitting) != 1:
        kinds = "" if id.split("-")[0] in KINDS else f"; kinds are {', '.join(KINDS)}"
        reason = (
            f"{len(fitting)} puzzles begin with that" if fitting else f"there is no such puzzle among the bundled ones or in {store}{kinds}"
        )
        raise InvalidInput([Problem(id, reason)])
    return fitting[0]


def from_seed(kind: str, seed: int, rules: str) -> Puzzle:
    """The puzzle that a seed stands for, made again."""
    from castlewise.puzzles.proving import attempted

    try:
        check_rules(kind, rules)
        return attempted(kind_named(kind), seed, rules)
    except Rejected as reason:
        raise InvalidInput([Problem(f"{kind}:{seed}", f"makes no puzzle: {reason}")]) from None
