"""How fast Castellion is: whole games of each level, a query for formations, single steps, compiling.

Games, queries and steps are measured in CPU time of one core; p50, p95 and worst are over batches. Compiling is measured in a fresh process by the clock.
Run it with `make bench`, or with --json for the figures alone.
"""

from __future__ import annotations

import tempfile
from typing import Any

from measuring import BATCHES, COMMAND, benchmark_kernel, games_per_second, greedy_steps, report, seconds_of, step_nanoseconds

from castlewise.models.castellion.game import Castellion
from castlewise.models.castellion.rule_set import LEVELS, read_rules
from castlewise.models.castellion.rules.formations import bastions, lines, towers
from castlewise.models.kernel import rule
from castlewise.solver.spread import Spread, cpu, spread

States = Any


def games(*names: str, compiled: bool = True) -> dict[str, Castellion]:
    return {name: Castellion(read_rules(name), compiled=compiled) for name in names}


@rule
def count_formations(states: States, rounds: int) -> int:
    found = 0
    for _ in range(rounds):
        for i in range(len(states)):
            found += towers(states[i], 0) + bastions(states[i], 0) + lines(states[i], 0)
    return found


def formation_nanoseconds(game: Castellion) -> Spread:
    """All towers, bastions and lines of a castle, over the positions of whole greedy games."""
    states, _ = greedy_steps(game, 40)
    run: Any = benchmark_kernel(game.kernel)(count_formations)
    run(states, 1)
    rounds = 20
    return spread([1e9 * cpu(lambda: run(states, rounds)) / (rounds * len(states)) for _ in range(BATCHES)], worst=max)


def start_times() -> dict[str, Spread]:
    command = [str(COMMAND), "simulate", "castellion", "--games", "1", "--json"]
    with tempfile.TemporaryDirectory() as cache:
        cold = seconds_of(command, 1, CASTLEWISE_CACHE=cache)
        return {"first compile": {"p50": cold["p50"]}, "next start of simulate": seconds_of(command, 7, CASTLEWISE_CACHE=cache)}


def main() -> None:
    every = games(*LEVELS, *(f"{level},two-player" for level in LEVELS))
    compiled = games_per_second(every, "greedy", number=500)
    plain = games_per_second(games(*LEVELS, compiled=False), "greedy", number=4)
    figures = {
        "greedy games a second": compiled,
        "times plain Python": {name: {"p50": compiled[name]["p50"] / plain[name]["p50"]} for name in plain},
        "random games a second": games_per_second({level: every[level] for level in LEVELS}, "random"),
        "counting all formations, nanoseconds": {level: formation_nanoseconds(every[level]) for level in LEVELS},
        "copy and apply, nanoseconds": {level: step_nanoseconds(every[level]) for level in LEVELS},
        "seconds": start_times(),
    }
    report(figures, {"state bytes": every["introductory"].kernel.layouts["State"].size})


if __name__ == "__main__":
    main()
