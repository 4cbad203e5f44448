"""What a puzzle is: where it begins, what is printed beside it, what is asked, the solution, the proof that it is the only one, how hard it is, its themes.

A puzzle is one line of JSON (docs/puzzles.md, `puzzle.schema.json`). Its identity is what it looks like once turned and mirrored into a standard form, so the
same puzzle found twice, or met again with other colours, has one id.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import lru_cache
from hashlib import sha256
from importlib.resources import files
from typing import Any

from castlewise.models.problems import InvalidInput, Problem, Problems
from castlewise.puzzles.rating import FEATURES, Rating

FORMAT = 1
_LETTERS = "0123456789abcdefghjkmnpqrstvwxyz"  # without those that are easily taken for another


@dataclass(frozen=True)
class Prover:
    """Who showed what. `says` is a sentence."""

    solver: str
    version: str
    says: str


@dataclass(frozen=True)
class Proof:
    """`best` is what the solution is worth and `second` the most that anything else is, both exact."""

    best: Fraction
    second: Fraction
    provers: tuple[Prover, ...] = ()
    castlewise: str = ""


@dataclass(frozen=True)
class Puzzle:
    """`position` is a line of notation, or a castle (`castle_board.py`); `printed` what comes, in its order, or what there is to choose from."""

    kind: str
    position: str
    ask: str
    printed: tuple[str, ...] = ()
    seed: int = 0  # 0: made by hand
    rules: str = ""  # what was asked of the candidate beside its seed
    solution: tuple[str, ...] = ()
    proof: Proof | None = None
    rating: Rating | None = None
    themes: tuple[str, ...] = ()
    id: str = field(default="", compare=False)

    @property
    def short_seed(self) -> str:
        """From which the same version makes the same puzzle."""
        return f"{self.kind}:{self.seed}" + (f":{self.rules}" if self.rules else "")

    @property
    def level(self) -> int:
        assert self.rating is not None, "a puzzle without a rating has no level"
        return self.rating.level

    def identified(self) -> Puzzle:
        from castlewise.puzzles.symmetry import standard_form

        return replace(self, id=id_of(self.kind, standard_form(self)))


def id_of(kind: str, standard: str) -> str:
    """The permanent id of a puzzle in its standard form: the kind and fifty bits of a hash.

    >>> id_of("slay", "an example")
    'slay-dq9db31wpt'
    """
    number = int.from_bytes(sha256(f"{kind} {standard}".encode()).digest(), "big") >> 206
    return f"{kind}-" + "".join(_LETTERS[number >> 5 * place & 31] for place in reversed(range(10)))


# As JSON.


def to_json(puzzle: Puzzle) -> dict[str, Any]:
    proof, rating = puzzle.proof, puzzle.rating
    assert proof is not None
    assert rating is not None
    return {
        "castlewise-puzzle": FORMAT,
        "id": puzzle.id,
        "kind": puzzle.kind,
        "seed": puzzle.seed,
        "rules": puzzle.rules,
        "position": puzzle.position,
        "printed": list(puzzle.printed),
        "ask": puzzle.ask,
        "solution": list(puzzle.solution),
        "proof": {
            "best": str(proof.best),
            "second": str(proof.second),
            "provers": [{"solver": p.solver, "version": p.version, "says": p.says} for p in proof.provers],
            "castlewise": proof.castlewise,
        },
        "level": rating.level,
        "features": {name: getattr(rating, name) for name in FEATURES},
        "themes": list(puzzle.themes),
    }


def to_line(puzzle: Puzzle) -> str:
    return json.dumps(to_json(puzzle))


@lru_cache
def schema() -> Mapping[str, Any]:
    found: Mapping[str, Any] = json.loads((files("castlewise.puzzles") / "puzzle.schema.json").read_text())
    return found


def schema_problems(value: object, place: str) -> Problems:
    """Every way in which a value does not fit the published schema."""
    from jsonschema import Draft202012Validator

    problems = Problems()
    for error in sorted(Draft202012Validator(schema()).iter_errors(value), key=lambda error: list(map(str, error.path))):
        where = ".".join(str(part) for part in error.path)
        problems.add(f"{place}: {where}" if where else place, error.message[:200])
    return problems


def from_json(value: Any, place: str = "puzzle") -> Puzzle:
    """A puzzle as a file has it: well formed, but not yet verified. Raises InvalidInput with every reason."""
    problems = schema_problems(value, place)
    problems.raise_if_any()
    proof, features = value["proof"], value["features"]
    if Rating(**features).level != value["level"]:
        problems.add(f"{place}: level", f"says {value['level']}, but its features make it {Rating(**features).level}")
        problems.raise_if_any()
    provers = tuple(Prover(p["solver"], p["version"], p["says"]) for p in proof["provers"])
    return Puzzle(
        kind=value["kind"],
        position=value["position"],
        ask=value["ask"],
        printed=tuple(value["printed"]),
        seed=value["seed"],
        rules=value["rules"],
        solution=tuple(value["solution"]),
        proof=Proof(Fraction(proof["best"]), Fraction(proof["second"]), provers, proof["castlewise"]),
        rating=Rating(**features),
        themes=tuple(value["themes"]),
        id=value["id"],
    )


def read_lines(text: str, place: str) -> list[Puzzle]:
    """The puzzles of a file of JSON Lines."""
    puzzles: list[Puzzle] = []
    problems = Problems()
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        where = f"{place}: line {number}"
        try:
            puzzles.append(from_json(json.loads(line), where))
        except InvalidInput as error:
            problems += error.problems
        except (ValueError, RecursionError):
            problems.add(where, "is not a JSON object")
    if not puzzles and not problems:
        problems.append(Problem(place, "holds no puzzle"))
    problems.raise_if_any()
    return puzzles


def write_lines(puzzles: Iterable[Puzzle]) -> str:
    return "".join(to_line(puzzle) + "\n" for puzzle in puzzles)
