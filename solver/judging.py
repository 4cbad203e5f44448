"""A move of one's own judged beside the best: how far behind it is, and how sure that is.

The move joins the advisor's candidates and is compared on the same luck to the end, however bad it looks. `review` judges every decision of a game in this way,
`suggest --move` and `what if` at the table one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from castlewise.solver.advice import Advice, Candidate, moves_of_decision, suggest


@dataclass(frozen=True)
class Judgement:
    """What a move is worth beside the best. Chances are from 0 to 1; `error` is half of a 95 % interval of `loss`, 0 where `exact`."""

    advice: Advice
    played: Candidate
    loss: float
    error: float
    exact: bool
    moves: int  # so many of the moves that were asked about are the decision

    @property
    def is_best(self) -> bool:
        return self.played is self.advice.best

    @property
    def within_error(self) -> bool:
        """Whether nobody could prove that it is worse."""
        return not self.exact and self.loss <= self.error

    def facts(self) -> dict[str, Any]:
        """What JSON says of it."""
        return {
            "moves": list(self.played.short),
            "text": list(self.played.words),
            "win": round(self.played.win, 5),
            "low": round(self.played.low, 5),
            "high": round(self.played.high, 5),
            "loss": round(self.loss, 5),
            "loss_error": round(self.error, 5),
            "exact": self.exact,
            "best": self.is_best,
            "rank": 1 + self.advice.candidates.index(self.played),
        }


def judged(position: Any, moves: Sequence[int], seconds: float = 1.0, *, seed: int = 1, rollouts: int | None = None) -> Judgement:
    """Judge moves that were made, or could be, one after the other: as many of them as are one decision."""
    count = moves_of_decision(position, moves)
    made = tuple(moves[:count])
    advice = suggest(position, seconds, seed=seed, rollouts=rollouts, also=made)
    played = _candidate(advice, position, made)
    error = 0.0 if played is advice.best else _error(played, advice.best)
    exact = played is advice.best or (played.exact and advice.best.exact)
    return Judgement(advice, played, played.behind, error, exact, count)


def _candidate(advice: Advice, position: Any, made: tuple[int, ...]) -> Candidate:
    """What was played, among the candidates: the same moves, or others that lead to the same position."""
    for candidate in advice.candidates:
        if candidate.moves == made:
            return candidate
    reached = _reached(position, made)
    for candidate in advice.candidates:
        if _reached(position, candidate.moves) == reached:
            return candidate
    raise AssertionError("an advisor has to compare what it is asked to")


def _reached(position: Any, made: Sequence[int]) -> Any:
    for move in made:
        position = position.game.apply(position, move)
    return position


def _error(played: Candidate, best: Candidate) -> float:
    """Of the distance between two candidates; without common luck it is as large as two chances that know nothing of each other make it."""
    return played.behind_error if played.behind_error is not None else (half_interval(played) ** 2 + half_interval(best) ** 2) ** 0.5


def half_interval(candidate: Candidate) -> float:
    """Half of the 95 % interval of a candidate's chance to win."""
    return 0.0 if candidate.exact else (candidate.high - candidate.low) / 2
