"""How long advice takes: default `suggest` on positions of greedy games at every kind of decision, warm, by the clock and in CPU time.

python benchmarks/castle_panic_advice.py [--json]
"""

from __future__ import annotations

import random
import time

from measuring import greedy_steps, report

from castlewise.models.castle_panic.game import CastlePanic
from castlewise.models.castle_panic.position import Position
from castlewise.models.castle_panic.rule_set import read_rules
from castlewise.models.contract import Node
from castlewise.solver.advice import suggest
from castlewise.solver.spread import spread

PLAYERS = (1, 4, 6)
POSITIONS = 20  # for each number of players


def main() -> None:
    clock: dict[int, list[float]] = {players: [] for players in PLAYERS}
    work: dict[int, list[float]] = {players: [] for players in PLAYERS}
    rollouts = 0
    for players in PLAYERS:
        game = CastlePanic(read_rules(players=players))
        states, _ = greedy_steps(game, 6)
        positions = [Position(game, game.copy(state)) for state in states]
        choices = [position for position in positions if game.node(position) is Node.CHOICE and len(game.choices(position)) > 1]
        chosen = random.Random(players).sample(choices, POSITIONS)
        for position in chosen:  # everything that some of them need is compiled, and the memory there
            suggest(position, 0.03)
        for position in chosen:
            began, busy = time.perf_counter(), time.process_time()
            rollouts += suggest(position).rollouts
            clock[players].append(1000 * (time.perf_counter() - began))
            work[players].append(1000 * (time.process_time() - busy))
    every = [sample for samples in clock.values() for sample in samples]
    figures = {
        "default suggest, milliseconds by the clock": {
            "all": spread(every, worst=max),
            **{f"{players} players": spread(clock[players], worst=max) for players in PLAYERS},
        },
        "the same in CPU time": {
            "all": spread([sample for samples in work.values() for sample in samples], worst=max),
            **{f"{players} players": spread(work[players], worst=max) for players in PLAYERS},
        },
    }
    report(figures, {"positions": len(every), "rollouts a position": rollouts // len(every)})


if __name__ == "__main__":
    main()
