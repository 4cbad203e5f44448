"""`castlewise simulate`: a progress bar while it runs, then the figures; two players side by side, and a row for each game in a file."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import asdict
from typing import IO, Any

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from castlewise.cli.drawing import Target, written_aside
from castlewise.cli.games import Asked, remarks
from castlewise.cli.output import Screen, console, print_json
from castlewise.models.contract import Game
from castlewise.models.problems import InvalidInput, Problem
from castlewise.solver.not_known import not_known
from castlewise.solver.paired import Comparison, PlayedAlone, compared, game_rows, play_each
from castlewise.solver.simulation import Simulation, simulate


def run_simulation(
    asked: Asked,
    games: int,
    policy: str,
    seed: int,
    jobs: int | None,
    as_json: bool,
    against: str | None = None,
    out: Target | None = None,
) -> None:
    if against == policy:
        raise InvalidInput([Problem("--against", f"{policy} against itself on the same luck is the same game twice; name another policy")])
    make_game, start = asked.maker(), asked.start_line()
    game = make_game()
    policies = [policy] if against is None else [policy, against]
    wins: list[tuple[bool, bool]] = []
    with ExitStack() as stack:
        update = stack.enter_context(_progress(games))
        if against is None and out is None:
            results = [simulate(make_game, policy, games, seed, start=start, jobs=jobs, progress=update)]
        else:
            file = None if out is None else stack.enter_context(written_aside(out))
            rows = game_rows(game, policies, seed, start)

            def each(number: int, played: list[PlayedAlone]) -> None:
                if against is not None:
                    wins.append((played[0].won, played[1].won))
                if file is not None:
                    _write_row(file, rows(number, played))

            results = play_each(make_game, policies, games, seed, start=start, jobs=jobs, progress=update, each=each)
    comparison = None if against is None else compared(policy, against, wins)
    unknown = {name: not_known(game, name) for name in policies}
    if as_json:
        said = {key.replace(" ", "_"): value for key, value in game.summary().items()}
        facts = asdict(results[0]) | said | {"players": int(game.rules.players), "start": start, "not_known": unknown[policy]}
        if comparison is not None:
            facts["against"] = asdict(results[1]) | {"not_known": unknown[results[1].policy]}
            facts["comparison"] = asdict(comparison)
        print_json("simulate", facts | ({} if out is None else {"out": str(out)}))
        return
    for result in results:
        console().print(_table(game, result, start, unknown[result.policy]))
    if comparison is not None:
        console().print(_difference(comparison))
    if out is not None:
        console().print(f"a row for each game in {out}", style="dim")


@contextmanager
def _progress(games: int) -> Iterator[Callable[[int, int], None]]:
    if not sys.stderr.isatty():
        yield lambda done, wins: None
        return
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[wins]} won"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Screen(stderr=True), transient=True) as bar:
        task = bar.add_task("playing", total=games, wins=0)
        yield lambda done, wins: bar.update(task, completed=done, wins=wins)


def _write_row(file: IO[bytes], row: dict[str, Any]) -> None:
    file.write(json.dumps(row, separators=(", ", ": ")).encode() + b"\n")


def _difference(found: Comparison) -> Table:
    table = Table(show_header=False, title=f"{found.policy} less {found.against}, the same luck", title_justify="left", pad_edge=False)
    table.add_column(style="bold", no_wrap=True)
    table.add_column(overflow="fold")
    interval = f"(95 % interval {100 * found.low:+.2f} to {100 * found.high:+.2f})"
    table.add_row("difference", f"{100 * found.difference:+.2f} points of the win rate {interval}")
    table.add_row("won by both", f"{found.both_won:,}")
    table.add_row(f"only by {found.policy}", f"{found.only_won:,}")
    table.add_row(f"only by {found.against}", f"{found.only_against_won:,}")
    table.add_row("by neither", f"{found.neither_won:,}")
    return table


def _table(game: Game[Any], result: Simulation, start: str | None, unknown: list[str]) -> Table:
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
    for rule in unknown:
        table.add_row("not known", rule)
    for heading, remark in remarks(game):
        table.add_row(heading, remark)
    return table
