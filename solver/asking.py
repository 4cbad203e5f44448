"""What can be asked of castlewise, in one place: read a position, then suggest, plan, prove, check, simulate; of one position or of thousands, on all cores.

Each function takes what people write (a line, a file, "slay=a1g1", "greedy") and gives a value that can be pickled. docs/python.md shows all of them. Players
count from 0, arcs, columns and rows from 1.
"""

from __future__ import annotations

import csv
import io
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, is_dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from castlewise.models import position_reading
from castlewise.models.contract import Game
from castlewise.models.position_reading import CASTELLION, CASTLE_PANIC
from castlewise.models.problems import InvalidInput, Problem, nearest
from castlewise.solver import advice, paired, simulation
from castlewise.solver.verdict import Solvers, Verdict
from castlewise.solver.workers import workers

if TYPE_CHECKING:
    from castlewise.solver.castellion.checking import CheckAnswer
    from castlewise.solver.castle_panic.guarantee import Guarantee
    from castlewise.solver.castle_panic.team_plan import TeamPlan
    from castlewise.solver.castle_panic.turn_answer import TurnAnswer

T = TypeVar("T")
A = TypeVar("A")
Row = dict[str, Any]

SECONDS = 20.0


def game(name: str = CASTLE_PANIC, rules: str = "") -> Game[Any]:
    """A game under its rules, as `--rules` has them: `game("castle-panic", "players=2,all-for-one")`, `game("castellion", "expert,horror")`.

    Its rules are plain Python, which begins at once; what plays or rolls out many games takes the compiled ones by itself.
    """
    if name == CASTLE_PANIC:
        from castlewise.models.castle_panic import game as castle_panic
        from castlewise.models.castle_panic.rule_set import read_rules

        return castle_panic.CastlePanic(read_rules(rules), compiled=False)
    if name == CASTELLION:
        from castlewise.models.castellion import game as castellion
        from castlewise.models.castellion.rule_set import read_rules as read_castellion_rules

        return castellion.Castellion(read_castellion_rules(rules), compiled=False)
    raise InvalidInput([Problem("game", f'unknown game "{name}"{nearest(name, (CASTLE_PANIC, CASTELLION))}')])


def read(text: str | Path, components: str | Path | None = None) -> Any:
    """A position: a line of notation, a TOML file, or a record (`game.jsonl`, or `game.jsonl@12` after 12 moves)."""
    return position_reading.read_position(str(text), None if components is None else str(components))


def suggest(position: Any, seconds: float = 1.0, *, rollouts: int | None = None, seed: int = 1) -> advice.Advice:
    """The moves of a position, ranked by the chance to win. With `rollouts` so many are made, whatever the clock says, and the answer is the same anywhere."""
    return advice.suggest(compiled(position), seconds, rollouts=rollouts, seed=seed)


def compiled(position: Any) -> Any:
    """A position on the compiled rules, where there are any, which rollouts want."""
    return type(position.game)(position.game.rule_set).adopted(position)


def plan(
    position: Any,
    goal: str | None = None,
    *,
    count: int = 1,
    solver: Solvers | str = Solvers.both,
    seconds: float = SECONDS,
    place: str = "goal",
) -> TurnAnswer:
    """Castle Panic: the ways to play a turn that are worth most by a measure of the board, or reach a goal such as "slay=a1g1,no-tower-falls"."""
    from castlewise.models.castle_panic.turn_question import Goal, read_goal, simple_worth
    from castlewise.solver.castle_panic.turn_answer import answer_turn

    _of_castle_panic(position, "plan")
    wanted = read_goal(position, goal, place) if goal is not None else Goal()
    return answer_turn(position, simple_worth(position.rule_set), goal=wanted, count=count, solvers=Solvers(solver), seconds=seconds)


def plan_turns(position: Any, turns: int, *, seconds: float = SECONDS) -> tuple[Verdict, TeamPlan | None]:
    """Castle Panic: several turns of the team, if nothing is drawn."""
    from castlewise.solver.castle_panic.team_plan import plan_for_team

    _of_castle_panic(position, "plan_turns")
    return plan_for_team(position, turns, seconds=seconds)


def guarantee(position: Any, condition: str, *, seconds: float = SECONDS, place: str = "guarantee") -> Guarantee:
    """Castle Panic: a play after which a condition holds whatever is drawn, "no-tower-falls" for one; or that there is none."""
    from castlewise.solver.castle_panic.turn_answer import answer_guarantee
    from castlewise.solver.castle_panic.worst_draws import Condition

    _of_castle_panic(position, "guarantee")
    known = {each.value: each for each in Condition}
    if condition not in known:
        reason = f'unknown condition "{condition}"{nearest(condition, known)}; there are {", ".join(known)}'
        raise InvalidInput([Problem(place, reason)])
    return answer_guarantee(position, known[condition], seconds=seconds)


def _of_castle_panic(position: Any, asked: str) -> None:
    if position.game.name != CASTLE_PANIC:
        raise InvalidInput([Problem("position", f"{asked} answers for Castle Panic; this is a position of {position.game.name}")])


def check(ordeals: Any, **question: Any) -> CheckAnswer:
    """Castellion: can ordeals be met? They are texts ("3T2B", "exam"), or a position. The question besides is that of `castlewise check`: castle, left, tiles,
    size, level, powers, next_only, fewest, count, why, solver, seconds (castlewise.solver.castellion.checking)."""
    from castlewise.solver.castellion.checking import CheckQuestion
    from castlewise.solver.castellion.checking import check as checked

    known = CheckQuestion.__dataclass_fields__
    unknown = [name for name in question if name not in known]
    if unknown:
        raise InvalidInput(Problem("check", f'unknown "{name}"{nearest(name, known)}; there are {", ".join(known)}') for name in unknown)
    if "solver" in question:
        question["solver"] = Solvers(question["solver"])
    return checked(str(ordeals), CheckQuestion(**question))


# Many games. They are played from the start of a game, or from a position.


def simulate(begun: Any, policy: str = "greedy", games: int = 1_000, *, seed: int = 1, jobs: int | None = None) -> simulation.Simulation:
    """Many games of one policy: how often it wins, with the 95 % interval. What it does not know of the rules says `not_known` of solver.not_known."""
    make_game, start = _beginning(begun)
    return simulation.simulate(make_game, policy, games, seed, start=start, jobs=jobs)


def compare(begun: Any, policy: str, against: str, games: int = 1_000, *, seed: int = 1, jobs: int | None = None) -> paired.Comparison:
    """Two policies on the same luck: the difference of their win rates, paired game by game, with its 95 % interval."""
    wins: list[tuple[bool, bool]] = []
    make_game, start = _beginning(begun)
    each = lambda number, played: wins.append((played[0].won, played[1].won))  # noqa: E731
    paired.play_each(make_game, (policy, against), games, seed, start=start, jobs=jobs, each=each)
    return paired.compared(policy, against, wins)


def played(begun: Any, *policies: str, games: int = 1_000, seed: int = 1, jobs: int | None = None) -> list[Row]:
    """A row for each game, as `simulate --out` writes them; of one policy or of two on the same luck."""
    if not 1 <= len(policies) <= 2:
        raise InvalidInput([Problem("played", f"one policy or two, not {len(policies)}")])
    make_game, start = _beginning(begun)
    found: list[Row] = []
    row = paired.game_rows(make_game(), policies, seed, start)
    each = lambda number, ends: found.append(row(number, ends))  # noqa: E731
    paired.play_each(make_game, policies, games, seed, start=start, jobs=jobs, each=each)
    return found


def _beginning(begun: Any) -> tuple[Callable[[], Game[Any]], str | None]:
    """What makes the game, compiled if that is wanted, and the position to begin with, if one was given."""
    start = hasattr(begun, "state")
    made: Any = begun.game if start else begun
    make_game: Callable[..., Game[Any]] = type(made)
    return partial(make_game, made.rule_set), str(begun) if start else None


# Many positions.


def each(question: Callable[[T], A], positions: Iterable[T], *, jobs: int | None = None) -> Iterator[A]:
    """The answers to a question about many positions, in their order, on all cores: `each(partial(suggest, rollouts=200), positions)`.

    The question goes to other processes: a function that can be imported, or `partial` of one. In a script, ask below `if __name__ == "__main__":`.
    """
    asked = list(positions)
    count = max(1, min(jobs or os.cpu_count() or 1, len(asked)))
    if count == 1:
        yield from map(question, asked)
        return
    with workers(count) as pool:
        yield from pool.map(question, asked, chunksize=max(1, min(50, len(asked) // (8 * count))))


def table(answers: Iterable[Any]) -> list[Row]:
    """Answers as rows of a table: what `csv.DictWriter` and `pandas.DataFrame` take."""
    return [row(answer) for answer in answers]


def row(answer: Any) -> Row:
    """An answer as one flat row: its main figures, by name."""
    if isinstance(answer, Mapping):
        return dict(answer)
    if isinstance(answer, advice.Advice):
        return _advice_row(answer)
    if isinstance(answer, tuple) and answer and isinstance(answer[0], Verdict):
        return _verdict_row(answer[0])
    if hasattr(answer, "verdict"):
        return _verdict_row(answer.verdict)
    if hasattr(answer, "checked"):
        verdicts = [each.answer for each in answer.checked]
        outcome = "depends" if answer.outcome is None else answer.outcome.value
        return {"outcome": outcome, "deals": len(verdicts), "tiles": verdicts[0].tiles, "reason": verdicts[0].reason}
    if is_dataclass(answer) and not isinstance(answer, type):
        return asdict(answer)
    raise TypeError(f"{type(answer).__name__} is no answer that castlewise gives")


def _advice_row(answer: advice.Advice) -> Row:
    best = answer.best
    second = answer.candidates[1] if len(answer.candidates) > 1 else None
    return {
        "position": answer.position, "mover": answer.mover, "moves": ", ".join(best.short), "win": best.win, "low": best.low, "high": best.high,
        "exact": best.exact, "second": None if second is None else ", ".join(second.short), "second_behind": None if second is None else second.behind,
        "second_behind_error": None if second is None else second.behind_error, "rollouts": answer.rollouts, "seconds": answer.seconds, "seed": answer.seed,
    }  # fmt: skip


def _verdict_row(verdict: Verdict) -> Row:
    return {
        "outcome": verdict.outcome.value, "optimal": verdict.optimal, "value": verdict.value, "reason": verdict.reason, "solver": verdict.solver,
        "seconds": verdict.seconds,
    }  # fmt: skip


def as_csv(rows: Sequence[Mapping[str, Any]]) -> str:
    """Rows as a CSV file, with a line of headings: every key that any row has.

    >>> as_csv([{"a": 1}, {"a": 2, "b": "x,y"}])
    'a,b\\n1,\\n2,"x,y"\\n'
    """
    text = io.StringIO()
    writer = csv.DictWriter(text, list(dict.fromkeys(key for each in rows for key in each)), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()
