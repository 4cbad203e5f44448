"""`castlewise simulate`: a progress bar while it runs, then the figures."""

from __future__ import annotations

import sys
from contextlib import ExitStack
from dataclasses import asdict
from typing import Any

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from castlewise.cli.games import Asked, remarks
from castlewise.cli.output import Screen, console, print_json
from castlewise.models.contract import Game
from castlewise.solver.simulation import Simulation, simulate


def run_simulation(asked: Asked, games: int, policy: str, seed: int, jobs: int | None, as_json: bool) -> None:
    make_game, start = asked.maker(), asked.start_line()
    with ExitStack() as stack:
        update = lambda done, wins: None  # noqa: E731
        if sys.stderr.isatty():
            bar = Progress(
                TextColumn("{task.description}"),
                BarColumn(),
                MofNCompleteColumn(),
                TextColumn("{task.fields[wins]} won"),
                TimeRemainingColumn(),
                console=Screen(stderr=True),
                transient=True,
            )
            task = stack.enter_context(bar).add_task("playing", total=games, wins=0)
            update = lambda done, wins: bar.update(task, completed=done, wins=wins)  # noqa: E731
        result = simulate(make_game, policy, games, seed, start=start, jobs=jobs, progress=update)
    game = make_game()
    if as_json:
        said = {key.replace(" ", "_"): value for key, value in game.summary().items()}
        print_json("simulate", asdict(result) | said | {"players": int(game.rules.players), "start": start})
    else:
        console().print(_table(game, result, start))


def _table(game: Game[Any], result: Simulation, start: str | None) -> Table:
    table = Table(show_header=False, title=f"{game.name}, {result.rules}", title_justify="left", pad_edge=False)
    table.add_column(style="bold", no_wrap=True)
    table.add_column(overflow="fold")
    if start is not None:
        table.add_row("from", start)
    table.add_row("policy", f"{result.policy}, seed {result.seed}")
    table.add_row("games", f"{result.games:,}" + (" (interrupted)" if result.interrupted else ""))
    table.add_row(
        "won", f"{result.wins:,}: {100 * result.win_rate:.2f} % (95 % interval {100 * result.low:.2f} to {100 * result.high:.2f})"
    )
    table.add_row("turns a game", f"{result.mean_turns:.1f} on average")
    standing = f"{result.mean_standing:.2f} on average over the games won" if result.wins else "none: no game was won"
    table.add_row(game.left_standing, standing)
    table.add_row("speed", f"{result.games_per_second:,.0f} games a second ({result.seconds:.2f} s)")
    if result.unfinished:
        table.add_row("unfinished", f"{result.unfinished:,} games reached the limit of turns")
    for heading, remark in remarks(game):
        table.add_row(heading, remark)
    return table
