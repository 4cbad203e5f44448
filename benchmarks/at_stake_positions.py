"""Where whole games of the base game come to be at stake: up to there `advisor:1000ms` plays just as `advisor:250ms` does.

    python benchmarks/at_stake_positions.py        # makes at_stake_positions.json anew

The positions that are there were made when `1000ms` began each decision with 4,000 rollouts, as `50ms` does: they belong to the table that is there.

Whole games of the advisor, each stopped at the first decision that `1000ms` looks at again (castlewise.solver.castle_panic.advisor.AT_STAKE), if it comes to
one. What happens up to there is the same with both efforts, so all that the one gains on the other over whole games it gains from these positions on: games
that never come to one count as no gain. From each position games can be played on with many dice.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from typing import Any

from beginnings import read_beginnings, write_beginnings

from castlewise.models.castle_panic.game import CastlePanic
from castlewise.models.castle_panic.position import Position
from castlewise.models.castle_panic.rule_set import read_rules
from castlewise.solver.castle_panic.advisor import Desk, Effort, read_effort
from castlewise.solver.simulation import MOST_TURNS

GAMES = 500  # for each number of players
PIECE = 25
SEED = 7  # not one that anything was chosen on, nor one of the tables


class AtStake(Exception):
    def __init__(self, position: Position) -> None:
        super().__init__(str(position))
        self.position = position


class UpToTheStake(Desk):
    """Plays until a decision is at stake."""

    def at_stake(self, position: Position, leader: int) -> bool:
        if super().at_stake(position, leader):
            raise AtStake(position)
        return False


def first_at_stake(desk: Desk, effort: Effort, number: int) -> str | None:
    """The first position of a game that is at stake, or None if it has none."""
    game = desk.game
    try:
        desk.play_games(game.start(), effort, SEED, number, 1, MOST_TURNS, game.buffer(1))
    except AtStake as found:
        line = str(found.position)
        to_bytes: Callable[[Any], bytes] = game.kernel.layouts["State"].to_bytes
        if to_bytes(game.read(line).state) != to_bytes(found.position.state):
            raise SystemExit(f"{line} is not the whole position") from None
        return line
    return None


def make_piece(players: int, first: int) -> list[str]:
    game = CastlePanic(read_rules(players=players))
    effort = read_effort("advisor:1000ms")
    desk = UpToTheStake(game, most_states=effort.most_states)
    return [line for number in range(first, first + PIECE) if (line := first_at_stake(desk, effort, number)) is not None]


def make(players: int) -> list[str]:
    with ProcessPoolExecutor() as pool:
        found = [line for piece in pool.map(partial(make_piece, players), range(0, GAMES, PIECE)) for line in piece]
    print(f"{players} players: {len(found)} of {GAMES} games come to be at stake", flush=True)
    return found


def read(players: int) -> list[str]:
    return read_beginnings(__file__, players)


if __name__ == "__main__":
    write_beginnings(__file__, make)
