"""`castlewise bench`: how fast this machine is, in less than a minute. The figures of the documents come from benchmarks/, which measure longer."""

from __future__ import annotations

import os
import platform
from collections.abc import Callable
from functools import partial
from typing import Any

from rich.table import Table

from castlewise.cli.output import console, print_json, status
from castlewise.solver.spread import Spread, cpu, spread

OPENING = "cp:players=4,co-op/WWWWWW/a1g1.a2o2.a3g1.a4t3.a5g1.a6o2/p1.discard/ra.gk.bs.br.ta,rs.2ga.mo.bh,2rk.gs.ba.ns,aa.2bk.br.db/-/-"
_BATCHES = 11
_ASKED = 7  # how often a solver is asked


def run_bench(as_json: bool) -> None:
    rows: dict[str, tuple[str, Spread]] = {}
    for name, unit, measure in _MEASURES:
        with status(f"measuring: {name}"):
            rows[name] = (unit, measure())
    machine = f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}"
    if as_json:
        print_json("bench", {"machine": machine, "figures": {name: {"unit": unit, **figures} for name, (unit, figures) in rows.items()}})
        return
    table = Table(title=f"CPU time of one core; {machine}", title_justify="left", pad_edge=False)
    for heading in ("what", "unit"):
        table.add_column(heading)
    for heading in ("p50", "p95", "worst"):
        table.add_column(heading, justify="right")
    for name, (unit, figures) in rows.items():
        table.add_row(name, unit, *(f"{figures[key]:,.{0 if figures['p50'] >= 100 else 1}f}" for key in ("p50", "p95", "worst")))
    console().print(table)


def _games(make: Callable[[], Any], number: int) -> Spread:
    from castlewise.solver.simulation import Batch

    game = make()
    number = number if game.kernel.compiled else max(1, number // 100)
    batch = Batch(game, "greedy", seed=1)
    batch(0, 1)  # compiled, or loaded
    return spread([number / cpu(partial(batch, turn * number, number)) for turn in range(_BATCHES)], worst=min)


def _castle_panic_games() -> Spread:
    from castlewise.models.castle_panic.game import CastlePanic

    return _games(CastlePanic, 1000)


def _castellion_games() -> Spread:
    from castlewise.models.castellion.game import Castellion

    return _games(Castellion, 100)


def _milliseconds(work: Callable[[], object]) -> Spread:
    work()
    return spread([1000 * cpu(work) for _ in range(_ASKED)], worst=max)


def _suggest() -> Spread:
    from castlewise.models.castle_panic.position import Position
    from castlewise.solver.advice import suggest

    position = Position.read(OPENING)
    return _milliseconds(lambda: suggest(position, 1.0))


def _plan() -> Spread:
    from castlewise.models.castle_panic.notation import read_line
    from castlewise.models.castle_panic.turn_question import simple_worth
    from castlewise.solver.castle_panic.turn_plan import best_turns

    position = read_line(OPENING.replace("p1.discard", "p1.play"), compiled=False)
    return _milliseconds(lambda: best_turns(position, simple_worth(position.rule_set), count=1, seconds=20.0))


def _check() -> Spread:
    from castlewise.models.castellion.configuration import read_configuration
    from castlewise.solver.castellion.ordeal_answer import answer_castle
    from castlewise.solver.verdict import Solvers

    configuration = read_configuration("3T2B")
    question = configuration.question(configuration.deals[0])
    return _milliseconds(lambda: answer_castle(question, solvers=Solvers.both, seconds=20.0, each=True))


_MEASURES: tuple[tuple[str, str, Callable[[], Spread]], ...] = (
    ("Castle Panic, greedy games, 4 players", "games a second", _castle_panic_games),
    ("Castellion, greedy games, introductory", "games a second", _castellion_games),
    ("suggest, an opening, warm", "ms", _suggest),
    ("plan, a turn of an opening, CP-SAT", "ms", _plan),
    ("check 3T2B, both solvers", "ms", _check),
)
