"""How lucky the games were that the advisor played, so that luck can be taken out of its win rate.

Luck is measured draw by draw, against other dice that might have fallen (game_luck_rules.py). Before the dice fall, the game's own and the others are expected
to come to the same, however wrong the value functions are. So luck is 0 on average, and `won - luck` has the mean of `won`: the win rate without bias, but
with a smaller spread, the better the functions are.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from castlewise.models.castle_panic.position import Position
from castlewise.models.randomness import seeded
from castlewise.solver.castle_panic.game_luck_rules import (
    CARD_LUCK,
    CARD_PER_CENT,
    CURVE_STEPS,
    GAME_ROW,
    GAME_TURNS,
    GAME_WON,
    HORIZON,
    MEASURE,
    OTHERS,
    ROLLOUTS,
    TOKEN_LUCK,
    TOKEN_PER_CENT,
    luck_of_games,
)
from castlewise.solver.castle_panic.value_sets import ValueSet, value_set_for
from castlewise.solver.value import MILLION

if TYPE_CHECKING:
    from castlewise.models.castle_panic.game import CastlePanic
    from castlewise.models.kernel import Ints
    from castlewise.solver.castle_panic.advisor import Desk

TOKEN_SHARE, CARD_SHARE = TOKEN_PER_CENT / 100, CARD_PER_CENT / 100


@dataclass(frozen=True)
class Measure:
    """How carefully luck is measured."""

    others: int = 8  # other dice, for each stretch of chance
    rollouts: int = 32  # from where each of them leads
    horizon: int = 1  # turns of a rollout

    def numbers(self, game: CastlePanic) -> Ints:
        made = game.buffer(MEASURE)
        made[OTHERS], made[ROLLOUTS], made[HORIZON] = self.others, self.rollouts, self.horizon
        return made


@dataclass(frozen=True)
class PlayedGame:
    won: bool
    turns: int
    token_luck: float  # of all Monster draws: what they changed the chance to win by
    card_luck: float  # of all other draws

    @property
    def luck(self) -> float:
        return TOKEN_SHARE * self.token_luck + CARD_SHARE * self.card_luck

    @property
    def without_luck(self) -> float:
        """Won or not, less luck: below 0 or above 1 for single games, the win rate on average."""
        return self.won - self.luck


def curve_numbers(game: CastlePanic, values: ValueSet) -> Ints:
    """The curve over all positions as a table that the kernel reads, in millionths."""
    made = game.buffer(CURVE_STEPS + 1)
    for step in range(CURVE_STEPS + 1):
        made[step] = round(MILLION * values.on_the_whole(step / CURVE_STEPS))
    return made


def luck_of_played(
    desk: Desk, start: Position, seed: int, first: int, count: int, decided: Ints, most_turns: int, measure: Measure | None = None
) -> list[PlayedGame]:
    """The games that `Desk.play_games` played with the same arguments, each with its luck; `decided` is what it took down."""
    game = desk.game
    found = game.buffer(count * GAME_ROW)
    s, side = game.copy(start.state), game.copy(start.state)
    used = desk.kernel(luck_of_games)(
        game.rules, start.state, s, side, desk.probe, desk.values, desk.race, curve_numbers(game, value_set_for(game.rule_set)),
        (measure or Measure()).numbers(game), seeded(seed), first, count, decided, desk.dice, desk.source, desk.out, desk.weights,
        found, most_turns,
    )  # fmt: skip
    if used != decided[0]:
        raise ValueError("what was decided is not that of these games, or there was no room for all of it")
    return [
        PlayedGame(bool(row[GAME_WON]), int(row[GAME_TURNS]), row[TOKEN_LUCK] / MILLION, row[CARD_LUCK] / MILLION)
        for row in (found[at : at + GAME_ROW] for at in range(0, count * GAME_ROW, GAME_ROW))
    ]
