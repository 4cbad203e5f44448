"""What an advisor says of a position: the moves worth considering, ranked by the chance to win, each with how sure that is.

`suggest` asks the advisor of a position's game. A win chance is exact where the game's course was followed to its end, else it comes from rollouts and
has an error bar: the 95 % interval of the sampling. What rollouts and value functions have in common, their own errors, no interval shows; how well the
chances hold on the whole is what a value set's calibration says.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from typing import Any, Protocol

from castlewise.models.contract import Node, mover_words
from castlewise.models.problems import InvalidInput, Problem

NO_ADVICE = 0.01  # a sampled distance below this

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
    best_probability: float | None  # that no other candidate is better; None where what rollouts get wrong was not measured
    behind: float  # distance to the best
    rollouts: int
    behind_error: float | None = None  # half of the 95 % interval of that distance, on common luck; None if it was not reckoned
    as_good: bool = False  # as the best: a sampled distance that is no advice


@dataclass(frozen=True)
class Advice:
    """Candidates, best first. `listing` says how they were found, `remarks` what to bear in mind."""

    position: str
    mover: int  # as the game counts: players from 0, TEAM
    candidates: tuple[Candidate, ...]
    forced: bool  # there is only one legal move
    listing: str
    remarks: tuple[str, ...]
    rollouts: int
    seconds: float
    seed: int
    version: str
    values: str | None  # the value functions that were asked, by name and content; None if there were none
    nodes: int = 0  # positions looked at where the game was followed exactly
    aim: Aim | None = None
    best_way: str = ""  # the best candidate in a sentence, with what it gives up or hopes for
    stopped: str = ""  # why nothing more was looked at

    @property
    def who(self) -> str:
        """Who decides, in words."""
        return mover_words(self.mover)

    @property
    def best(self) -> Candidate:
        return self.candidates[0]

    @property
    def as_good(self) -> tuple[Candidate, ...]:
        """The others that sampling cannot tell from the best."""
        return tuple(candidate for candidate in self.candidates[1:] if candidate.as_good)

    def facts(self, top: int | None = None) -> dict[str, Any]:
        """What JSON says of it."""
        return {
            "position": self.position,
            "mover": self.who,
            "forced": self.forced,
            "best_way": self.best_way,
            "candidates": [
                {
                    "move": candidate.short[0],
                    "moves": list(candidate.short),
                    "text": list(candidate.words),
                    "win": round(candidate.win, 5),
                    "low": round(candidate.low, 5),
                    "high": round(candidate.high, 5),
                    "exact": candidate.exact,
                    "best_probability": None if candidate.best_probability is None else round(candidate.best_probability, 4),
                    "as_good": candidate.as_good,
                    "behind": round(candidate.behind, 5),
                    "behind_error": None if candidate.behind_error is None else round(candidate.behind_error, 5),
                    "rollouts": candidate.rollouts,
                }
                for candidate in self.candidates[:top]
            ],
            "listing": self.listing,
            "remarks": list(self.remarks),
            "rollouts": self.rollouts,
            "seconds": round(self.seconds, 4),
            "stopped": self.stopped,
            "seed": self.seed,
            "version": self.version,
            "values": self.values,
            "nodes": self.nodes,
            **({"aim": self.aim.facts()} if self.aim is not None else {}),
        }


@dataclass(frozen=True)
class WinChance:
    """The chance to win from a position where chance comes next."""

    win: float
    low: float
    high: float


def with_groups(candidates: Sequence[Candidate]) -> tuple[Candidate, ...]:
    """Candidates, best first, those marked that are as good as the best: none where both are exact, however close."""
    best = candidates[0]
    return tuple(
        replace(c, as_good=c is best or (c.behind < NO_ADVICE and not (c.exact and best.exact)) or c.behind <= 0) for c in candidates
    )


def all_legal_moves(count: int) -> str:
    """How a listing says that nothing was left out."""
    return "the only legal move" if count == 1 else f"all {count} legal moves"


@lru_cache
def name_of_values(file: Path) -> str:
    """A file of value functions, told apart from what it held before it was fitted anew."""
    return f"{file.stem} {hashlib.sha256(file.read_bytes()).hexdigest()[:8]}"


def suggest(position: Any, seconds: float = 1.0, *, seed: int = 1, rollouts: int | None = None, also: Sequence[int] = ()) -> Advice:
    """The moves of a position, ranked. Stops when the best is clear, and at the latest after `seconds`; interrupted, it says what it knows.

    With `rollouts` so many are made in all, whatever the clock says, and the same seed gives the same advice on every machine. `also` are moves, made one after
    the other, that are compared to the end however bad they look: what was really played. An advisor whose candidates are all legal moves needs not be told.
    """
    game = position.game
    if game.node(position) is not Node.CHOICE:
        over = game.node(position) is Node.OVER
        raise InvalidInput([Problem("position", "the game is over" if over else "chance comes next here: there is nothing to decide")])
    if rollouts is None and not seconds > 0:
        raise InvalidInput([Problem("seconds", f"{seconds}: has to be more than 0")])
    advisor = _advisor(position)
    played = {"also": tuple(also)} if also and hasattr(advisor, "moves_of_decision") else {}
    advice: Advice = advisor.suggest(position, seconds, seed=seed, rollouts=rollouts, **played)
    return advice


def win_chance(position: Any, *, rollouts: int, seed: int = 1) -> WinChance | None:
    """The chance to win where chance comes next; None if the game's advisor does not tell."""
    told = getattr(_advisor(position), "win_chance", None)
    return None if told is None else told(position, rollouts=rollouts, seed=seed)


def moves_of_decision(position: Any, following: Sequence[int]) -> int:
    """How many of the moves that were made from a position are one decision, as its advisor's candidates are: a move, or all plays of a turn."""
    counted = getattr(_advisor(position), "moves_of_decision", None)
    return 1 if counted is None else counted(position, following)


def _advisor(position: Any) -> Any:
    return import_module(_ADVISORS[position.game.name])
