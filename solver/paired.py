"""Games one by one, and two players on the same luck: game by game one less the other, with the interval of the mean.

Game number n of a seed has the same luck whoever plays it. In Castle Panic that are the dice: players who decide alike have the same game, and from where they
part the same dice fall on other events. In Castellion it is the whole deck. What games have in common is taken out, which leaves a smaller interval than two
simulations side by side.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from math import sqrt
from statistics import variance
from typing import Any, TypeVar

from castlewise.models.contract import Game
from castlewise.solver.play_out import FINISHED, STANDING, TALLY, TURNS, WON
from castlewise.solver.policies import POLICIES
from castlewise.solver.simulation import MOST_TURNS, Simulation, Stretch, batch_for, counted, pilot_games
from castlewise.solver.stretches import play_stretches

Key = TypeVar("Key")


def paired_gains(before: Mapping[Key, Sequence[float]], after: Mapping[Key, Sequence[float]]) -> list[float]:
    """Game by game, what was gained; of the pieces that both have played.

    >>> paired_gains({0: [0, 1], 25: [1]}, {0: [1, 1], 50: [1]})
    [1, 0]
    """
    both = [first for first in before if first in after]
    return [then - now for first in both for now, then in zip(before[first], after[first], strict=True)]


def mean_and_reach(cells: Sequence[Sequence[float]]) -> tuple[float, float]:
    """The mean of all games, and how far its 95 % interval reaches either way: cells differ, so each counts by its own variance."""
    games = sum(map(len, cells))
    spread = sum(len(cell) * variance(cell) for cell in cells if len(cell) > 1)
    return sum(map(sum, cells)) / games, 1.96 * sqrt(spread) / games


@dataclass(frozen=True)
class PlayedAlone:
    """A game by itself."""

    won: bool
    turns: int
    standing: int  # what was left standing (Towers, tiles), 0 if it was lost
    finished: bool  # it came to its end before the limit of turns

    @classmethod
    def of(cls, tally: Sequence[int]) -> PlayedAlone:
        return cls(bool(tally[WON]), tally[TURNS], tally[STANDING], bool(tally[FINISHED]))


@dataclass(frozen=True)
class Comparison:
    """One player less another: the difference of their win rates with its 95 % interval, paired game by game."""

    policy: str
    against: str
    games: int
    both_won: int
    only_won: int  # by the first
    only_against_won: int
    neither_won: int
    difference: float
    low: float
    high: float


def compared(policy: str, against: str, wins: Sequence[tuple[bool, bool]]) -> Comparison:
    """Who won which games.

    The interval is Bonett and Price's: that of the differences with one game more for either. Without these it would have no width as long as no game differs.

    >>> found = compared("a", "b", [(True, False)] * 30 + [(False, True)] * 10 + [(True, True)] * 60)
    >>> found.difference, round(found.low, 3), round(found.high, 3)
    (0.2, 0.077, 0.315)
    >>> [round(x, 2) for x in (compared("a", "b", [(True, True)] * 100).low, compared("a", "b", []).high)]
    [-0.03, 1.0]
    """
    differences = [float(won) - float(also) for won, also in wins]
    mean, reach = mean_and_reach([[*differences, 1.0, -1.0]])
    return Comparison(
        policy=policy,
        against=against,
        games=len(wins),
        both_won=sum(won and also for won, also in wins),
        only_won=differences.count(1.0),
        only_against_won=differences.count(-1.0),
        neither_won=sum(not (won or also) for won, also in wins),
        difference=sum(differences) / len(wins) if wins else 0.0,
        low=max(-1.0, mean - reach),
        high=min(1.0, mean + reach),
    )


Tallies = list[list[list[int]]]
"""By game, by player."""


def _beside(game: Game[Any], policy: str, seed: int, start: str | None) -> Stretch:
    """What plays the games of a player who is compared with another: where the advisor's games have a deck, on that."""
    if game.name == "castellion" and policy in POLICIES:
        from castlewise.solver.castellion.dealt_games import DealtBatch

        return DealtBatch(game, policy, seed, start, MOST_TURNS)  # type: ignore[arg-type]
    return batch_for(game, policy, seed, start)


class _OneByOne:
    """Plays each game of a stretch by itself, with each player."""

    def __init__(self, policies: Sequence[str], seed: int, start: str | None, game: Game[Any]) -> None:
        beside = len(policies) > 1
        self.batches: list[Stretch] = [(_beside if beside else batch_for)(game, policy, seed, start) for policy in policies]

    def __call__(self, first: int, games: int) -> Tallies:
        return [[batch(number, 1) for batch in self.batches] for number in range(first, first + games)]


def play_each(
    make_game: Callable[[], Game[Any]],
    policies: Sequence[str],
    games: int,
    seed: int,
    *,
    start: str | None = None,
    jobs: int | None = None,
    progress: Callable[[int, int], None] = lambda done, wins: None,
    each: Callable[[int, list[PlayedAlone]], None] = lambda number, played: None,
) -> list[Simulation]:
    """Simulations of one player or more on the same luck. `each` is told every game, by its number, with what each player made of it, in the order of numbers;
    only behind an interrupt numbers may be missing. `progress` is told games done, and those won by the first player."""
    game = make_game()
    totals = [[0] * TALLY for _ in policies]
    waiting: dict[int, Tallies] = {}
    done = told = 0

    def tell(first: int) -> None:
        nonlocal told
        tallies = waiting.pop(first)
        for number, tally in enumerate(tallies, first):
            each(number, [PlayedAlone.of(one) for one in tally])
        told = first + len(tallies)

    def take(first: int, count: int, tallies: Tallies) -> None:
        nonlocal done
        for tally in tallies:
            for total, one in zip(totals, tally, strict=True):
                for i, n in enumerate(one):
                    total[i] += n
        done += count
        if count:
            waiting[first] = tallies
        while told in waiting:
            tell(told)
        progress(done, totals[0][WON])

    began = time.perf_counter()
    one_by_one = partial(_OneByOne, tuple(policies), seed, start)
    interrupted = play_stretches(make_game, one_by_one, games, take, pilot=pilot_games(game, *policies), jobs=jobs)
    for first in sorted(waiting):
        tell(first)
    seconds = time.perf_counter() - began
    return [
        counted(game, policy, seed, done, total, seconds=seconds, interrupted=interrupted)
        for policy, total in zip(policies, totals, strict=True)
    ]


def game_rows(
    game: Game[Any], policies: Sequence[str], seed: int, start: str | None = None
) -> Callable[[int, Sequence[PlayedAlone]], dict[str, Any]]:
    """What makes a row of a game: everything about it in one flat object, so that rows of several files make one table."""
    always = {"game": game.name, "rules": str(game.summary()["rules"]), "start": start, "seed": seed}

    def row(number: int, played: Sequence[PlayedAlone]) -> dict[str, Any]:
        found: dict[str, Any] = {"castlewise-game": number, **always}
        for prefix, policy, one in zip(("", "against_"), policies, played, strict=False):
            found[f"{prefix}policy"] = policy
            found |= {f"{prefix}{key}": value for key, value in asdict(one).items()}
        return found

    return row
