"""How fast Castle Panic is: whole games, single steps, compiling, starting.

Games and steps are measured in CPU time of one core, compiled and as plain Python in the same run; p50, p95 and worst are over batches.
Compiling and starting are measured in fresh processes by the clock. Run it with `make bench`, or with --json for the figures alone.
"""

from __future__ import annotations

import tempfile

from measuring import COMMAND, games_per_second, report, seconds_of, step_nanoseconds

from castlewise.models.castle_panic.game import CastlePanic
from castlewise.models.castle_panic.rule_set import read_rules
from castlewise.solver.spread import Spread


def games(*players: int, compiled: bool = True, more: str = "") -> dict[str, CastlePanic]:
    return {f"{n} players": CastlePanic(read_rules(f"players={n}{more}"), compiled=compiled) for n in players}


def start_times() -> dict[str, Spread]:
    demo = [str(COMMAND), "watch", "castle-panic", "--players", "2", "--seed", "7"]
    more = [str(COMMAND), "simulate", "castle-panic", "--players", "2", "--games", "1", "--json"]
    with tempfile.TemporaryDirectory() as cache:
        cold_watch = seconds_of(demo, 1, CASTLEWISE_CACHE=cache)
        cold_simulate = seconds_of(more, 1, CASTLEWISE_CACHE=cache)
        return {
            "first compile": {"p50": cold_watch["p50"] + cold_simulate["p50"]},
            "next start of simulate": seconds_of(more, 7, CASTLEWISE_CACHE=cache),
            "castlewise --help": seconds_of([str(COMMAND), "--help"], 9),
        }


def main() -> None:
    everyone = range(1, 7)
    compiled = games_per_second(games(*everyone), "greedy")
    plain = games_per_second(games(*everyone, compiled=False), "greedy")
    figures = {
        "greedy games a second": compiled,
        "times plain Python": {name: {"p50": compiled[name]["p50"] / plain[name]["p50"]} for name in compiled},
        "greedy games a second with The Wizard's Tower": games_per_second(games(*everyone, more=",wizards-tower"), "greedy"),
        "random games a second": games_per_second(games(1, 4, 6), "random"),
        "copy and apply, nanoseconds": {name: step_nanoseconds(game) for name, game in games(1, 4, 6).items()},
        "seconds": start_times(),
    }
    report(figures, {"state bytes": CastlePanic().kernel.layouts["State"].size})


if __name__ == "__main__":
    main()
