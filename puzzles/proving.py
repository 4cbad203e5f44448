"""From a candidate to a puzzle: all its lines, the one solution, the level, the provers, the themes; and the same again to verify what a file says."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from castlewise.models.problems import InvalidInput, Problems
from castlewise.models.version import castlewise_version
from castlewise.puzzles.effort import effort
from castlewise.puzzles.kind import Kind, NotShown, Rejected
from castlewise.puzzles.kinds import check_rules, kind_named
from castlewise.puzzles.ladder import level_of
from castlewise.puzzles.puzzle import Proof, Prover, Puzzle
from castlewise.puzzles.rating import FEATURES, Rating
from castlewise.puzzles.table import Lines, TooMany
from castlewise.puzzles.themes import themes_of


@dataclass(frozen=True)
class Solved:
    """A candidate with one solution: its lines, the end that is the solution, the moves that lead there."""

    lines: Lines[Any]
    end: Any
    moves: tuple[int, ...]

    @property
    def plays(self) -> int:
        return sum(map(self.lines.table.is_a_play, self.moves))

    def texts(self) -> tuple[str, ...]:
        """The moves as they are typed."""
        table, state, found = self.lines.table, self.lines.table.start, []
        for move in self.moves:
            found.append(table.short(state, move))
            state = table.after(state, move)
        return tuple(found)


def solved(kind: Kind, puzzle: Puzzle) -> Solved:
    """The one solution of a candidate. Raises Rejected if it has none or several, or if the margin is too small."""
    if kind.hopeless(puzzle):
        raise Rejected("no solution")
    try:
        lines = Lines(kind.table(puzzle))
        best = lines.best()
        if best == 0:
            raise Rejected("no solution")
        second = lines.second()
        if second is None:
            raise Rejected("everything solves it")
        if best - second < kind.margin:
            raise Rejected("too small a margin")
        end = lines.table.agreed(lines.best_ends())
    except TooMany:
        raise Rejected("too many lines") from None
    if end is None:
        raise Rejected("more than one solution")
    if reason := kind.unfit(lines, end):
        raise Rejected(reason)
    found = Solved(lines, end, tuple(lines.way_to(end)))
    if not kind.fewest_plays <= found.plays <= kind.most_plays:
        raise Rejected("too short" if found.plays < kind.fewest_plays else "too long")
    return found


def rated(kind: Kind, found: Solved) -> Rating:
    lines = found.lines
    level = level_of(kind.rungs(lines.table, lines))
    if level is None:
        raise Rejected("the ladder is not in order")
    start = lines.table.start
    plain = (found.plays, lines.near_misses(), len(lines.keeping(start)), len(lines.steps[start]))
    return Rating(*plain, level, *effort(lines, found.moves))


def proved(kind: Kind, puzzle: Puzzle, found: Solved) -> Proof:
    """Raises NotShown if a solver sees it otherwise."""
    lines = found.lines
    second = lines.second()
    assert second is not None
    version = castlewise_version()
    counted = f"{len(lines.ends):,} ends, of which {len(lines.best_ends()):,} are worth {lines.best()} and contain the solution"
    provers = [Prover("enumeration", version, counted), *kind.show(puzzle, lines, found.end)]
    return Proof(lines.best(), second, tuple(provers), version)


def made(kind: Kind, candidate: Puzzle, *, level: int | None = None) -> Puzzle:
    """The puzzle that a candidate is; raises Rejected with the reason. If a level is asked for, others are not proved at length."""
    try:
        found = solved(kind, candidate)
        rating = rated(kind, found)
        if level is not None and rating.level != level:
            raise Rejected(f"of level {rating.level}")
        proof = proved(kind, candidate, found)
    except NotShown as reason:
        raise Rejected(f"not shown: {reason}") from reason
    puzzle = replace(candidate, solution=found.texts(), proof=proof, rating=rating)
    return replace(puzzle, themes=themes_of(puzzle, found)).identified()


def attempted(kind: Kind, seed: int, rules: str, level: int | None = None) -> Puzzle:
    """The puzzle of a candidate's seed, repaired if it narrowly fails; raises Rejected with the reason of the first failure."""
    candidate = kind.candidate(seed, rules)
    try:
        return made(kind, candidate, level=level)
    except Rejected as reason:
        if str(reason) not in ("no solution", "more than one solution", "everything solves it", "too small a margin"):
            raise
        failed = reason
    for repaired in kind.repairs(candidate):
        try:
            return made(kind, repaired, level=level)
        except Rejected:
            continue
    raise failed


def verify(puzzle: Puzzle) -> Problems:
    """Everything that a puzzle says of itself and that is not so, found out from the puzzle alone."""
    problems = Problems()
    place = puzzle.id
    kind = kind_named(puzzle.kind)
    try:
        check_rules(puzzle.kind, puzzle.rules)
        again = made(kind, replace(puzzle, solution=(), proof=None, rating=None, themes=()))
    except Rejected as reason:
        problems.add(place, f"is no puzzle: {reason}")
        return problems
    except InvalidInput as error:
        for problem in error.problems:
            problems.add(f"{place}: {problem.place}", problem.reason)
        return problems
    assert again.proof is not None
    assert puzzle.proof is not None
    compared: list[tuple[str, object, object]] = [
        ("id", puzzle.id, again.id),
        ("best", puzzle.proof.best, again.proof.best),
        ("second", puzzle.proof.second, again.proof.second),
        ("level", puzzle.level, again.level),
        ("features", puzzle.rating, again.rating),
        ("themes", puzzle.themes, again.themes),
        ("ask", puzzle.ask, again.ask),
        ("provers", _provers(puzzle.proof), _provers(again.proof)),
    ]
    for what, said, is_so in compared:
        if said != is_so:
            problems.add(f"{place}: {what}", f"says {_shown(said)}, but it is {_shown(is_so)}")
    # Another version may make something else of a seed.
    if puzzle.proof.castlewise == castlewise_version() and (came := _made_by_seed(kind, puzzle)) is not None:
        problems.add(f"{place}: seed", f"{puzzle.short_seed} does not make it: {came}")
    if not solves(puzzle, puzzle.solution):
        problems.add(f"{place}: solution", "does not solve it")
    elif puzzle.solution != again.solution:
        problems.add(f"{place}: solution", f"says {' '.join(puzzle.solution)}, but it is {' '.join(again.solution)}")
    return problems


def _provers(proof: Proof) -> tuple[str, ...]:
    """Who showed what, whichever version of a solver it was."""
    return tuple(f"{prover.solver} says {prover.says}" for prover in proof.provers)


def _made_by_seed(kind: Kind, puzzle: Puzzle) -> str | None:
    """What comes of the seed and rules that a puzzle states; None if it is that puzzle, or is repaired to it, or if it says that it was made by hand."""
    if puzzle.seed == 0:
        return None
    try:
        candidate = kind.candidate(puzzle.seed, puzzle.rules)
    except Rejected as reason:
        return str(reason)
    if any(made.identified().id == puzzle.id for made in (candidate, *kind.repairs(candidate))):
        return None
    return f"it makes {candidate.identified().id}"


def _shown(value: object) -> str:
    if isinstance(value, Rating):
        return ", ".join(f"{name} {getattr(value, name)}" for name in FEATURES)
    return ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)


def solves(puzzle: Puzzle, moves: tuple[str, ...]) -> bool:
    """Whether moves lead to an end that is worth as much as the solution."""
    table = kind_named(puzzle.kind).table(puzzle)
    state = table.start
    try:
        for move in moves:
            state = table.after(state, table.read(state, move))
    except ValueError:
        return False
    assert puzzle.proof is not None
    return not table.moves(state) and Fraction(table.worth(state)) == puzzle.proof.best
