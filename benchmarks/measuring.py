"""What the benchmarks share: CPU time of one core over batches, games a second, single steps, commands in fresh processes, and how figures are printed."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from castlewise.models.contract import Game, Node
from castlewise.models.kernel import Ints, Kernel, copy_record, rule
from castlewise.solver.game_rules import Rules, State, apply, bound_kernel
from castlewise.solver.policies import policy_kernel, policy_rule
from castlewise.solver.simulation import Batch
from castlewise.solver.spread import Spread, cpu, spread

States = Any
BATCHES = 15
COMMAND = Path(sys.executable).parent / "castlewise"


def games_per_second(games: Mapping[str, Game[Any]], policy: str, *, number: int = 0) -> dict[str, Spread]:
    """For each game, in batches of so many. They take turns, so that a slow moment of the machine falls on all of them."""
    batches = {name: Batch(game, policy, seed=1) for name, game in games.items()}
    compiled = all(game.kernel.compiled for game in games.values())
    number = number or (2_000 if compiled else 20)
    samples: dict[str, list[float]] = {name: [] for name in games}
    for turn in range(BATCHES if compiled else 5):
        for name, batch in batches.items():
            samples[name].append(number / cpu(partial(batch, turn * number, number)))
    return {name: spread(samples[name], worst=min) for name in games}


@rule
def copy_and_apply(r: Rules, states: States, moves: Ints, scratch: State, rounds: int) -> int:
    turns = 0
    for _ in range(rounds):
        for i in range(len(moves)):
            copy_record(scratch, states[i])
            turns += apply(r, scratch, moves[i])
    return turns


def benchmark_kernel(parent: Kernel) -> Kernel:
    """A kernel for the rules of the benchmarks themselves."""
    return Kernel(f"{parent.name} benchmark", {}, parent=parent, sources=Path(__file__).parent)


def greedy_steps(game: Game[Any], games: int) -> tuple[Any, Any]:
    """Every state of some games of the greedy player, and the move made there."""
    decide = policy_kernel(game, "greedy")(policy_rule(game, "greedy"))
    source, (out, _) = game.source(2), game.lists()
    states, moves = [], []
    for _ in range(games):
        position = game.start()
        while (node := game.node(position)) is not Node.OVER:
            move = game.sample(position, source) if node is Node.CHANCE else decide(game.rules, position.state, source.buffer, out)
            states.append(position.state)
            moves.append(move)
            position = game.apply(position, move)
    return np.array(states, game.kernel.layouts["State"].dtype), np.array(moves, np.int64)


def step_nanoseconds(game: Game[Any]) -> Spread:
    """Copy a state and apply one move to it, over the positions of whole greedy games."""
    states, moves = greedy_steps(game, 20)
    run = benchmark_kernel(bound_kernel(game, game.name, {}))(copy_and_apply)
    scratch = game.copy(states[0])
    run(game.rules, states, moves, scratch, 1)
    rounds = 20
    return spread(
        [1e9 * cpu(lambda: run(game.rules, states, moves, scratch, rounds)) / (rounds * len(moves)) for _ in range(BATCHES)], worst=max
    )


def seconds_of(command: list[str], times: int, **variables: str) -> Spread:
    """By the clock, in fresh processes."""
    samples = []
    for _ in range(times):
        began = time.perf_counter()
        subprocess.run(command, env=os.environ | variables, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
        samples.append(time.perf_counter() - began)
    return spread(samples, worst=max)


def report(figures: dict[str, dict[str, Spread]], facts: dict[str, object]) -> None:
    """Print the figures, or with --json the object alone."""
    if "--json" in sys.argv:
        print(json.dumps({**facts, **figures}))
        return
    for name, fact in facts.items():
        print(f"{name}: {fact}")
    for topic, rows in figures.items():
        print(f"\n{topic}")
        for name, values in rows.items():
            digits = {"seconds": 2, "seconds of CPU": 2, "milliseconds": 1}.get(topic, 0)
            print(f"  {name:44}" + "".join(f"  {key} {value:>9,.{digits}f}" for key, value in values.items()))
