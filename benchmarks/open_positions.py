"""Positions of the base game from which it may be won or lost: where a better player shows soonest.

    python benchmarks/open_positions.py        # makes open_positions.json anew: the same positions, as they are seeded

From the beginning of a game the advisor wins nearly always, whatever its effort, so that most games tell nothing about it. These positions are taken from games
of the value functions without rollouts: the first decision of a turn, not before a turn that is drawn by lot, at which the advisor's chance, by rollouts and
the curve over all positions, is between a quarter and three quarters. One position a game.
"""

from __future__ import annotations

import random

from beginnings import read_beginnings, write_beginnings

from castlewise.models.castle_panic.game import CastlePanic
from castlewise.models.castle_panic.position import Position
from castlewise.models.castle_panic.rule_set import read_rules
from castlewise.models.castle_panic.stages import DISCARD_PHASE
from castlewise.models.contract import Node
from castlewise.solver.castle_panic.advisor import Desk, Effort
from castlewise.solver.castle_panic.suggesting import rollouts_from
from castlewise.solver.castle_panic.value_sets import value_set_for

POSITIONS = 200  # for each number of players
LEAST, MOST = 0.25, 0.75
ROLLOUTS = 128  # by which a position is judged
FIRST_TURNS = 6  # the turn before which none is taken is one of these
QUICK = Effort(rollouts=0, width=1, openings=2, draws=8, most_states=200)
SEED = 5


def open_position(game: CastlePanic, desk: Desk, number: int) -> str | None:
    """The first open position of a game, or None if it has none."""
    luck = random.Random(f"{SEED} {game.rule_set.players} {number}")
    skipped = luck.randrange(FIRST_TURNS)
    here: Position = game.start()
    while (node := game.node(here)) is not Node.OVER:
        if node is Node.CHANCE:
            outcomes = game.outcomes(here)
            here = game.apply(here, luck.choices([m for m, _ in outcomes], [weight for _, weight in outcomes])[0])
            continue
        if here.state.stage == DISCARD_PHASE:
            skipped -= 1
            if skipped < 0:
                rolled = float(rollouts_from(here, rollouts=ROLLOUTS, seed=number).mean())
                if LEAST < value_set_for(game.rule_set).on_the_whole(rolled) < MOST:
                    return str(here)
        for move in desk.search(here, QUICK, luck.getrandbits(40)):
            here = game.apply(here, move)
    return None


def make(players: int) -> list[str]:
    game = CastlePanic(read_rules(players=players))
    desk = Desk(game)
    found: list[str] = []
    number = 0
    while len(found) < POSITIONS:
        position = open_position(game, desk, number)
        number += 1
        if position is not None:
            found.append(position)
    print(f"{players} players: {POSITIONS} positions of {number} games", flush=True)
    return found


def read(players: int) -> list[str]:
    return read_beginnings(__file__, players)


if __name__ == "__main__":
    write_beginnings(__file__, make)
