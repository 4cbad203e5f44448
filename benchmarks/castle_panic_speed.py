"""How fast Castle Panic is: whole games, single steps, compiling, starting.

Games and steps are measured in CPU time of one core, compiled and as plain Python in the same run; p50, p95 and worst are over batches.
Compiling and starting are measured in fresh processes by the clock. Run it with `make bench`, or with --json for the figures alone.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from castlewise.models.castle_panic.game import CastlePanic
from castlewise.models.castle_panic.rule_set import read_rules
from castlewise.models.castle_panic.rules.game import apply
from castlewise.models.castle_panic.state import State
from castlewise.models.kernel import Ints, Kernel, copy_record, rule
from castlewise.solver.policies import policy_kernel, policy_rule
from castlewise.solver.simulation import Batch

States = Any
Rules = Any
BATCHES = 15
COMMAND = Path(sys.executable).parent / "castlewise"


@rule
def copy_and_apply(r: Rules, states: States, moves: Ints, scratch: State, rounds: int) -> int:
    turns = 0
    for _ in range(rounds):
        for i in range(len(moves)):
            copy_record(scratch, states[i])
            turns += apply(r, scratch, moves[i])
    return turns


def spread(samples: Sequence[float], *, worst: Callable[[Sequence[float]], float]) -> dict[str, float]:
    """p50, p95 and worst; `worst` says which end is the bad one."""
    ordered = sorted(samples, reverse=worst is min)
    return {
        "p50": ordered[len(ordered) // 2],
        "p95": ordered[min(len(ordered) - 1, round(0.95 * (len(ordered) - 1)))],
        "worst": worst(samples),
    }


def cpu(work: Callable[[], object]) -> float:
    began = time.process_time()
    work()
    return time.process_time() - began


def games_per_second(players: Sequence[int], policy: str, *, compiled: bool) -> dict[int, dict[str, float]]:
    """For each number of players. They take turns, so that a slow moment of the machine falls on all of them."""
    batches = {n: Batch(CastlePanic(read_rules(f"players={n}"), compiled=compiled), policy, seed=1) for n in players}
    games = 2_000 if compiled else 20
    samples: dict[int, list[float]] = {n: [] for n in players}
    for turn in range(BATCHES if compiled else 5):
        for n, batch in batches.items():
            samples[n].append(games / cpu(partial(batch, turn * games, games)))
    return {n: spread(samples[n], worst=min) for n in players}


def step_nanoseconds(players: int) -> dict[str, float]:
    """Copy a state and apply one move to it, over the positions of whole greedy games."""
    game = CastlePanic(read_rules(f"players={players}"), compiled=True)
    decide = policy_kernel(game, "greedy")(policy_rule(game, "greedy"))
    source, (out, _) = game.source(2), game.lists()
    states, moves = [], []
    for _ in range(20):
        position = game.start()
        while not position.is_over:
            move = game.sample(position, source) if position.is_chance else decide(game.rules, position.state, source.buffer, out)
            states.append(position.state)
            moves.append(move)
            position = game.apply(position, move)
    record = np.array(states, game.kernel.layouts["State"].dtype)
    kernel = Kernel("speed", {}, parent=game.kernel, sources=Path(__file__).parent)
    run = kernel(copy_and_apply)
    scratch = game.copy(record[0])
    codes: Any = np.array(moves, np.int64)
    run(game.rules, record, codes, scratch, 1)
    rounds = 20
    return spread(
        [1e9 * cpu(lambda: run(game.rules, record, codes, scratch, rounds)) / (rounds * len(moves)) for _ in range(BATCHES)], worst=max
    )


def seconds_of(command: list[str], times: int, **variables: str) -> dict[str, float]:
    samples = []
    for _ in range(times):
        began = time.perf_counter()
        subprocess.run(command, env=os.environ | variables, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
        samples.append(time.perf_counter() - began)
    return spread(samples, worst=max)


def start_times() -> dict[str, dict[str, float]]:
    demo = [str(COMMAND), "watch", "castle-panic", "--players", "2", "--seed", "7"]
    more = [str(COMMAND), "simulate", "castle-panic", "--players", "2", "--games", "1", "--json"]
    with tempfile.TemporaryDirectory() as cache:
        cold_watch = seconds_of(demo, 1, CASTLEWISE_CACHE=cache)
        cold_simulate = seconds_of(more, 1, CASTLEWISE_CACHE=cache)
        return {
            "first compile of make demo": {"p50": cold_watch["p50"] + cold_simulate["p50"]},
            "next start of simulate": seconds_of(more, 7, CASTLEWISE_CACHE=cache),
            "castlewise --help": seconds_of([str(COMMAND), "--help"], 9),
        }


def main() -> None:
    figures: dict[str, Any] = {"state bytes": CastlePanic().kernel.layouts["State"].size, "games a second": {}, "ratio to plain Python": {}}
    everyone = range(1, 7)
    compiled = games_per_second(everyone, "greedy", compiled=True)
    plain = games_per_second(everyone, "greedy", compiled=False)
    for players in everyone:
        figures["games a second"][f"greedy, {players} players"] = compiled[players]
        figures["ratio to plain Python"][f"greedy, {players} players"] = {"p50": compiled[players]["p50"] / plain[players]["p50"]}
    for players, values in games_per_second((1, 4, 6), "random", compiled=True).items():
        figures["games a second"][f"random, {players} players"] = values
    figures["copy and apply, nanoseconds"] = {f"{players} players": step_nanoseconds(players) for players in (1, 4, 6)}
    figures["seconds"] = start_times()
    if "--json" in sys.argv:
        print(json.dumps(figures))
        return
    print(f"state: {figures.pop('state bytes')} bytes")
    for topic, rows in figures.items():
        print(f"\n{topic}")
        for name, values in rows.items():
            digits = 2 if topic == "seconds" else 0
            print(f"  {name:28}" + "".join(f"  {key} {value:>9,.{digits}f}" for key, value in values.items()))


if __name__ == "__main__":
    main()
