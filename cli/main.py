"""The `castlewise` command. Thin: it reads what was typed, calls the rooms below and prints; everything heavy is imported where it is used.

The exit codes stand in ending.py.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from castlewise.cli.ending import DEBUG, Commands, ended
from castlewise.cli.options import (
    Appendix,
    Components,
    Force,
    From,
    GameName,
    Jobs,
    Json,
    Level,
    Pantry,
    Players,
    Policy,
    Position,
    Rules,
    Seed,
    Solver,
    Svg,
    Time,
    Training,
    TwoPlayer,
    Which,
)
from castlewise.cli.puzzle import app as puzzle_app
from castlewise.solver.verdict import Solvers

app = typer.Typer(
    name="castlewise",
    cls=Commands,
    no_args_is_help=True,
    add_completion=True,
    pretty_exceptions_enable=False,
)
app.add_typer(puzzle_app)


@app.callback()
def castlewise(debug: Annotated[bool, typer.Option(DEBUG, help="If something goes wrong, show where (with any command).")] = False) -> None:
    """Solver and puzzle-planning toolkit for Castle Panic and Castellion.

    Exit codes: 0 answered; 1 a true "no"; 2 bad input, or a file that cannot be used; 3 gave up for time; 4 an error of castlewise's own;
    5 it depends on a face-down card; 130 interrupted with nothing to show; 141 nobody read the output to its end.
    """


@app.command()
def simulate(
    game: Which,
    games: Annotated[int, typer.Option("--games", "-g", min=1, max=1_000_000_000, help="How many games to play.")] = 10_000,
    policy: Policy = "greedy",
    seed: Seed = 1,
    players: Players = None,
    rules: Rules = "",
    components: Components = None,
    level: Level = None,
    appendix: Appendix = None,
    two_player: TwoPlayer = False,
    pantry: Pantry = False,
    start: From = None,
    jobs: Jobs = None,
    against: Annotated[
        str | None, typer.Option("--against", help="A second policy on the same luck: their difference, game by game.")
    ] = None,
    out: Annotated[str | None, typer.Option("--out", help="Write a row for each game to this file, as JSON Lines (docs/json.md).")] = None,
    force: Force = False,
    json: Json = False,
) -> None:
    """Play many games with a policy: win rate with its 95 % interval, turns, what is left standing, speed."""
    from castlewise.cli.drawing import GAMES, target
    from castlewise.cli.games import Asked
    from castlewise.cli.simulate import run_simulation

    asked = Asked(game.value, rules, players, components, level, appendix, two_player, pantry, start)
    run_simulation(asked, games, policy, seed, jobs, json, against, target(out, "--out", GAMES, force=force))


@app.command()
def watch(
    game: Which,
    policy: Policy = "greedy",
    seed: Seed = 1,
    players: Players = None,
    rules: Rules = "",
    components: Components = None,
    level: Level = None,
    appendix: Appendix = None,
    two_player: TwoPlayer = False,
    pantry: Pantry = False,
    start: From = None,
    record: Annotated[str | None, typer.Option("--record", help="Write the game to this file, as JSON Lines.")] = None,
    force: Force = False,
    json: Json = False,
) -> None:
    """Let a policy play one game and show every turn of it."""
    from castlewise.cli.drawing import RECORD, target
    from castlewise.cli.games import Asked
    from castlewise.cli.watch import watch_game

    asked = Asked(game.value, rules, players, components, level, appendix, two_player, pantry, start)
    watch_game(asked, policy, seed, target(record, "--record", RECORD, force=force), json)


@app.command()
def show(
    position: Position,
    components: Components = None,
    line: Annotated[bool, typer.Option("--line", help="Print the one-line notation only.")] = False,
    toml: Annotated[bool, typer.Option("--toml", help="Print the TOML form only.")] = False,
    svg: Svg = None,
    force: Force = False,
    json: Json = False,
) -> None:
    """Show a position: the board, the hands, what can be done there; or turn it into another form."""
    from castlewise.cli.drawing import SVG, target
    from castlewise.cli.show import show_position

    show_position(position, components, line=line, toml=toml, svg=target(svg, "--svg", SVG, force=force), json=json)


@app.command()
def plan(
    position: Position,
    goal: Annotated[
        str | None,
        typer.Option(
            "--goal", help='What the turn has to achieve: "slay-all", "slay=a1g1.k5t2,no-tower-falls", "clear=swordsman,keep=ns".'
        ),
    ] = None,
    best: Annotated[int, typer.Option("--best", min=1, max=100, help="How many plays with different resulting boards to show.")] = 1,
    turns: Annotated[int | None, typer.Option("--turns", min=1, max=6, help="Plan so many turns of the team, with nothing drawn.")] = None,
    guarantee: Annotated[
        str | None, typer.Option("--guarantee", help="A play that holds whatever is drawn next: no-tower-falls or no-intruder.")
    ] = None,
    solver: Solver = Solvers.both,
    time: Time = "20s",
    components: Components = None,
    json: Json = False,
) -> None:
    """The way to play a turn that is worth most by a plain measure, a way to reach a goal or why there is none. Exit code 0 solved, 1 impossible, 3 unknown."""
    from castlewise.cli.plan import run_plan

    run_plan(position, components, goal, best, turns, guarantee, solver, time, json)


@app.command()
def check(
    ordeals: Annotated[
        str,
        typer.Argument(
            help="Castellion's ordeals: 3T2B, or several in their order: 1T1B1L,earthworm-1,3T2B; exam, simulation or assault; "
            'a printed card: "harpy 2"; or a position, in any of the forms that show reads.'
        ),
    ],
    castle: Annotated[str | None, typer.Option("--castle", help="The castle that stands: columns from the left, stps.cc.jtjs.")] = None,
    left: Annotated[
        str | None,
        typer.Option("--left", help='The tiles that may still come: "555.555.555.555" or "3st 2pc".', show_default="all not in the castle"),
    ] = None,
    tiles: Annotated[str | None, typer.Option("--tiles", help='The tiles that come, in this order: "st ps 2jc tr".')] = None,
    size: Annotated[str | None, typer.Option("--size", help="Columns and rows of the castle.", show_default="6x6")] = None,
    level: Annotated[
        str | None, typer.Option("--level", help="introductory, base or expert: whether powers can be used.", show_default="by the ordeals")
    ] = None,
    powers: Annotated[
        int | None,
        typer.Option(
            "--powers",
            min=0,
            max=4,
            help="No more powers than this. A position allows what the rules allow; ordeals by their texts none, and with this Jugglers and Pyros.",
            show_default="a position: no limit",
        ),
    ] = None,
    next_only: Annotated[bool, typer.Option("--next", help="Ask about the next ordeal only.")] = False,
    fewest: Annotated[bool, typer.Option("--fewest", help="With as few tiles as possible.")] = False,
    count: Annotated[bool, typer.Option("--count", help="How many essentially different skeletons there are.")] = False,
    why: Annotated[bool, typer.Option("--why", help="If impossible: which rules exclude each other, and what would help.")] = False,
    solver: Solver = Solvers.both,
    time: Time = "20s",
    svg: Svg = None,
    force: Force = False,
    json: Json = False,
) -> None:
    """Whether ordeals of Castellion can be met, and how.

    Ordeals by their texts are a question about castles; a position is asked about everything that the rules allow from there. Exit code 0 solvable,
    1 impossible, 3 unknown, 5 solvable for some of the cards that may lie there and impossible for the others.
    """
    from castlewise.cli.check import CheckOptions, run_check
    from castlewise.cli.drawing import SVG, target
    from castlewise.cli.options import read_seconds

    seconds, drawn = read_seconds(time), target(svg, "--svg", SVG, force=force)
    run_check(ordeals, CheckOptions(castle, left, tiles, size, level, powers, next_only, fewest, count, why, solver, seconds, drawn, json))


@app.command()
def suggest(
    position: Position,
    time: Time = "1s",
    top: Annotated[int, typer.Option("--top", min=1, max=100, help="How many moves to show.")] = 3,
    explain: Annotated[
        bool, typer.Option("--explain", help="Castle Panic: say what may still go wrong this turn, and to which token.")
    ] = False,
    guarantee: Annotated[
        str | None,
        typer.Option("--guarantee", help="Castle Panic: prove what holds whatever is drawn next: no-tower-falls or no-intruder."),
    ] = None,
    move: Annotated[
        str | None,
        typer.Option("--move", help='Judge a move of your own beside the best, in any words that play takes: "red archer hits orc, end".'),
    ] = None,
    seed: Seed = 1,
    components: Components = None,
    svg: Svg = None,
    force: Force = False,
    json: Json = False,
) -> None:
    """The best moves of a position, by the chance to win, with error bars. Stops early when the best move is clear."""
    from castlewise.cli.drawing import SVG, target
    from castlewise.cli.suggest import run_suggest

    run_suggest(position, components, time, top, explain, guarantee, seed, target(svg, "--svg", SVG, force=force), json, move)


@app.command()
def play(
    game: Annotated[str, typer.Argument(help="castle-panic, castellion, or the record of a game to go on with.", show_default=False)],
    players: Players = None,
    rules: Rules = "",
    components: Components = None,
    level: Level = None,
    appendix: Appendix = None,
    two_player: TwoPlayer = False,
    pantry: Pantry = False,
    start: From = None,
    record: Annotated[
        str | None, typer.Option("--record", help="Keep the game in this file.", show_default="one named after game and time")
    ] = None,
    time: Time = "1s",
    seed: Seed = 1,
    dice: Annotated[bool, typer.Option("--dice", help="Let castlewise draw and roll, by --seed.")] = False,
    advice: Annotated[bool, typer.Option("--advice/--no-advice", help="Suggest at every decision.")] = True,
) -> None:
    """The session at the table: type what chance did and what was played, get suggestions; kept line by line, so nothing is lost."""
    from castlewise.cli.games import Asked
    from castlewise.cli.play import run_play

    asked = Asked(game, rules, players, components, level, appendix, two_player, pantry, start)
    run_play(game, asked, record, time, seed, dice, advice)


@app.command()
def review(
    record: Annotated[
        str, typer.Argument(help="The record of a game, as play and watch write it, or - for standard input.", show_default=False)
    ],
    time: Annotated[str, typer.Option("--time", help="For each decision, at most: 500ms, 2s.")] = "500ms",
    top: Annotated[int, typer.Option("--top", min=1, max=1000, help="How many decisions and draws to show.")] = 5,
    seed: Seed = 1,
    components: Components = None,
    json: Json = False,
) -> None:
    """Look back at a game: what every decision lost against the best one, the worst first, and what every draw gave or took."""
    from castlewise.cli.review import run_review

    run_review(record, components, time, seed, top, json)


@app.command()
def data(
    game: Annotated[GameName | None, typer.Argument(help="Which game; both if none is named.", show_default=False)] = None,
    rules: Rules = "",
    components: Components = None,
    json: Json = False,
) -> None:
    """The component tables: what there is of everything, and how sure we are of it."""
    from castlewise.cli.data import run_data

    run_data(game.value if game is not None else None, rules, components, json)


@app.command()
def doctor(json: Json = False) -> None:
    """Whether everything works here: versions, solvers, compiled rules and their cache. Exit code 1 if something does not."""
    from castlewise.cli.doctor import run_doctor

    run_doctor(json)


@app.command()
def warm(
    game: Annotated[GameName | None, typer.Argument(help="Which game; both if none is named.", show_default=False)] = None,
    jobs: Jobs = None,
    json: Json = False,
) -> None:
    """Compile everything that a game's commands need, on all cores. Afterwards none of them has to."""
    from castlewise.cli.warm import run_warm

    run_warm(game.value if game is not None else None, jobs, json)


@app.command()
def bench(json: Json = False) -> None:
    """How fast this machine is at what the commands do, in less than a minute once the rules are compiled."""
    from castlewise.cli.bench import run_bench

    run_bench(json)


@app.command()
def train(
    game: Which,
    into: Annotated[Path, typer.Option("--into", help="The file to write; beside it a drawing of how well the win chances hold.")],
    players: Players = None,
    rules: Rules = "",
    components: Components = None,
    seed: Seed = 1,
    folder: Annotated[
        str, typer.Option("--folder", help="Where what was reckoned is kept; the same command goes on from there.")
    ] = ".cache/training",
    force: Force = False,
    small: Annotated[bool, typer.Option("--small", help="Far too little of everything: to see that it works.")] = False,
    what: Annotated[
        Training,
        typer.Option(
            "--what",
            help="All generations; or further ones on top of the functions there are; or nothing but their calibration; or of that only the part on boards "
            "that others have left.",
        ),
    ] = Training.full,
    generations: Annotated[int | None, typer.Option("--generations", min=1, max=20, help="In all.", show_default="3")] = None,
) -> None:
    """Fit the advisor's value functions for a rule set: some minutes to an hour of one core."""
    from castlewise.cli.games import Asked
    from castlewise.cli.train import run_training

    run_training(Asked(game.value, rules, players, components), folder, into, seed, small, what, generations, force=force)


def run() -> None:
    """The entry point."""
    sys.exit(ended(app))
