"""A game that was played, looked back at: what every decision cost against the best one, and what every draw gave or took.

The two are kept apart by what is compared. A decision is compared with the best one in the same position, so luck is not in it; a draw is judged by the chance
to win after it against that before it, so skill is not in it. Between the chance to win at the first decision and the result of the game nothing is left over:

    result = chance at the first decision + luck of all draws - loss of all decisions

as each decision takes the chance from the best candidate's to the played one's, and the draws behind it take it on to that of the best at the next decision.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from castlewise.models.contract import Node, mover_words
from castlewise.solver.advice import Candidate, win_chance
from castlewise.solver.judging import half_interval, judged

NOTHING_DRAWN = "nothing was drawn: a closer look at the decision that followed"
FORMULA = "result = chance at the first decision + luck of the draws - loss of the decisions"


@dataclass(frozen=True)
class Decision:
    """What was played, and the best that could have been. Chances are from 0 to 1; `error` is half of a 95 % interval, 0 where `exact`."""

    number: int  # of its first move in the game, from 1
    position: str
    mover: int  # as the game counts: players from 0, TEAM
    played: Candidate
    best: Candidate
    loss: float
    error: float
    exact: bool

    @property
    def who(self) -> str:
        return mover_words(self.mover)


@dataclass(frozen=True)
class Draw:
    """A draw or roll, or all between two decisions where the advisor does not tell them apart."""

    number: int
    words: tuple[str, ...]
    before: float
    after: float
    error: float

    @property
    def luck(self) -> float:
        return self.after - self.before


@dataclass(frozen=True)
class Review:
    """Decisions and draws in the order of the game. `end` is the result, 1 or 0, or the chance where the review stops."""

    decisions: tuple[Decision, ...]
    draws: tuple[Draw, ...]
    start: float
    end: float
    finished: bool  # the game is over, and `end` its result
    interrupted: bool
    remarks: tuple[str, ...]

    @property
    def loss(self) -> float:
        return sum(decision.loss for decision in self.decisions)

    @property
    def luck(self) -> float:
        return sum(draw.luck for draw in self.draws)


def review_game(
    positions: Sequence[Any],
    moves: Sequence[int],
    *,
    seconds: float = 0.5,
    rollouts: int | None = None,
    draw_rollouts: int = 512,
    seed: int = 1,
    progress: Callable[[int, int], None] = lambda done, of: None,
) -> Review | None:
    """Look back at a game; None if nobody had anything to decide. `positions` has one more entry than `moves`: the one before each, and the last.

    `seconds` or `rollouts` are for each decision, `draw_rollouts` for the chance to win between two draws. An interrupt ends the review where it is.
    """
    game = positions[0].game
    decisions: list[Decision] = []
    draws: list[Draw] = []
    remarks: dict[str, None] = {}
    waiting: list[int] = []  # moves since the last decision: draws, and what nobody had a choice about
    before: Candidate | None = None  # what was played at the last decision
    start = end = 0.0
    number, interrupted = 0, False
    try:
        while number < len(moves):
            progress(number, len(moves))
            here = positions[number]
            if game.node(here) is not Node.CHOICE or len(game.choices(here)) == 1:
                waiting.append(number)
                number += 1
                continue
            judgement = judged(here, moves[number:], seconds, seed=seed, rollouts=rollouts)
            advice, played, count = judgement.advice, judgement.played, judgement.moves
            if before is None:
                start = advice.best.win
            else:
                draws += _draws(positions, moves, waiting, number, before, advice.best.win, half_interval(advice.best), draw_rollouts, seed)
            waiting, before, end = [], played, played.win
            remarks |= dict.fromkeys(advice.remarks)
            decisions.append(
                Decision(number + 1, str(here), advice.mover, played, advice.best, judgement.loss, judgement.error, judgement.exact)
            )
            number += count
    except KeyboardInterrupt:
        interrupted = True
    if before is None:
        return None
    result = None if interrupted else game.result(positions[-1])
    if result is not None:
        end = float(result.won)
        draws += _draws(positions, moves, waiting, number, before, end, 0.0, draw_rollouts, seed)
    return Review(tuple(decisions), tuple(draws), start, end, result is not None, interrupted, tuple(remarks))


def _draws(
    positions: Sequence[Any],
    moves: Sequence[int],
    waiting: Sequence[int],
    next_decision: int,
    played: Candidate,
    after: float,
    after_error: float,
    rollouts: int,
    seed: int,
) -> Iterator[Draw]:
    """What came between two decisions, draw by draw; the last one leads to the chance that the next decision has."""
    game = positions[0].game
    chance = [number for number in waiting if game.node(positions[number]) is Node.CHANCE]
    told = [game.describe(positions[number], moves[number]) for number in chance]
    now, error = played.win, half_interval(played)
    begun = 0
    for place, number in enumerate(chance[:-1]):
        following = positions[chance[place + 1]]
        seen = win_chance(following, rollouts=rollouts, seed=seed)
        if seen is None:
            break
        half = (seen.high - seen.low) / 2
        yield Draw(number + 1, (told[place],), now, seen.win, (error**2 + half**2) ** 0.5)
        now, error, begun = seen.win, half, place + 1
    if chance:
        yield Draw(chance[begun] + 1, tuple(told[begun:]), now, after, (error**2 + after_error**2) ** 0.5)
    elif after != now:  # two decisions with nothing drawn between them: what a closer look at the second one adds
        yield Draw(next_decision + 1, (NOTHING_DRAWN,), now, after, (error**2 + after_error**2) ** 0.5)
