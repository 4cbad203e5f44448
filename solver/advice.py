"""What an advisor says of a position: the moves worth considering, ranked by the chance to win, each with how sure that is.

`suggest` asks the advisor of a position's game. A win chance is exact where the game's course was followed to its end, else it comes from rollouts and
has an error bar: the 95 % interval of the sampling. What rollouts and value functions have in common, their own errors, no interval shows; how well the
chances hold on the whole is what a value set's calibration says.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import Any, Protocol

from castlewise.models.contract import Node
from castlewise.models.problems import InvalidInput, Problem

_ADVISORS = {"castle-panic": "castlewise.solver.castle_panic.suggesting", "castellion": "castlewise.solver.castellion.suggesting"}


class Aim(Protocol):
    """What the best move aims at, in the game's own terms."""

    def facts(self) -> dict[str, Any]: ...


@dataclass(frozen=True)
class Candidate:
    """A move, or all moves of the rest of a turn, and what it is worth."""

    moves: tuple[int, ...]
    short: tuple[str, ...]  # as `read_move` reads them, one after the other
    words: tuple[str, ...]
    win: float
    low: float
    high: float
    exact: bool
    best_probability: float  # that no other candidate is better, as far as the rollouts tell
    behind: float  # distance to the best
    rollouts: int


@dataclass(frozen=True)
class Advice:
    """Candidates, best first. `listing` says how they were found, `remarks` what to bear in mind."""

    position: str
    mover: str
    candidates: tuple[Candidate, ...]
    forced: bool  # there is only one legal move
    listing: str
    remarks: tuple[str, ...]
    rollouts: int
    seconds: float
    seed: int
    version: str
    aim: Aim | None = None

    @property
    def best(self) -> Candidate:
        return self.candidates[0]

    def facts(self, top: int | None = None) -> dict[str, Any]:
        """What JSON says of it."""
        return {
            "position": self.position,
            "mover": self.mover,
            "forced": self.forced,
            "candidates": [
                {
                    "move": candidate.short[0],
                    "moves": list(candidate.short),
                    "text": list(candidate.words),
                    "win": round(candidate.win, 5),
                    "low": round(candidate.low, 5),
                    "high": round(candidate.high, 5),
                    "exact": candidate.exact,
                    "best_probability": round(candidate.best_probability, 4),
                    "behind": round(candidate.behind, 5),
                    "rollouts": candidate.rollouts,
                }
                for candidate in self.candidates[:top]
            ],
            "listing": self.listing,
            "remarks": list(self.remarks),
            "rollouts": self.rollouts,
            "seconds": round(self.seconds, 4),
            "seed": self.seed,
            "version": self.version,
            **({"aim": self.aim.facts()} if self.aim is not None else {}),
        }


def suggest(position: Any, seconds: float = 1.0, *, seed: int = 1, rollouts: int | None = None) -> Advice:
    """The moves of a position, ranked. Stops when the best is clear, and at the latest after `seconds`; interrupted, it says what it knows.

    With `rollouts` so many are made in all, whatever the clock says, and the same seed gives the same advice on every machine.
    """
    game = position.game
    if game.node(position) is not Node.CHOICE:
        over = game.node(position) is Node.OVER
        raise InvalidInput([Problem("position", "the game is over" if over else "chance comes next here: there is nothing to decide")])
    if rollouts is None and not seconds > 0:
        raise InvalidInput([Problem("seconds", f"{seconds}: has to be more than 0")])
    advice: Advice = import_module(_ADVISORS[game.name]).suggest(position, seconds, seed=seed, rollouts=rollouts)
    return advice
