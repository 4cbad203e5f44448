"""`castlewise simulate`: a progress bar while it runs, then the figures."""

from __future__ import annotations

import json
import sys
from contextlib import ExitStack
from dataclasses import asdict

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from castlewise.cli.games import game_maker, rule_set_from
from castlewise.solver.simulation import Simulation, simulate


def run_simulation(
    players: int | None, games: int, policy: str, seed: int, rules: str, components: str | None, jobs: int | None, as_json: bool
) -> None:
    rule_set = rule_set_from(players, rules, components)
    with ExitStack() as stack:
        update = lambda done, wins: None  # noqa: E731
        if sys.stderr.isatty():
            bar = Progress(
                TextColumn("{task.description}"),
                BarColumn(),
                MofNCompleteColumn(),
                TextColumn("{task.fields[wins]} won"),
                TimeRemainingColumn(),
                console=Console(stderr=True),
                transient=True,
            )
            task = stack.enter_context(bar).add_task("playing", total=games, wins=0)
            update = lambda done, wins: bar.update(task, completed=done, wins=wins)  # noqa: E731
        result = simulate(game_maker(rule_set), policy, games, seed, jobs=jobs, progress=update)
    if as_json:
        figures = asdict(result) | {
            "game": "castle-panic",
            "players": rule_set.players,
            "replaced_components": list(rule_set.components.replaced),
        }
        print(json.dumps(figures))
    else:
        Console().print(_table(result, rule_set.components.replaced))


def _table(result: Simulation, replaced: tuple[str, ...]) -> Table:
    table = Table(show_header=False, title=f"castle-panic, {result.rules}", title_justify="left", pad_edge=False)
    table.add_column(style="bold")
    table.add_column()
    table.add_row("policy", f"{result.policy}, seed {result.seed}")
    table.add_row("games", f"{result.games:,}" + (" (interrupted)" if result.interrupted else ""))
    table.add_row(
        "won", f"{result.wins:,}: {100 * result.win_rate:.2f} % (95 % interval {100 * result.low:.2f} to {100 * result.high:.2f})"
    )
    table.add_row("turns a game", f"{result.mean_turns:.1f} on average")
    table.add_row("Towers left", f"{result.mean_standing:.2f} on average over the games won" if result.wins else "none: no game was won")
    table.add_row("speed", f"{result.games_per_second:,.0f} games a second ({result.seconds:.2f} s)")
    if result.unfinished:
        table.add_row("unfinished", f"{result.unfinished:,} games reached the limit of turns")
    for change in replaced:
        table.add_row("replaced", change)
    return table
