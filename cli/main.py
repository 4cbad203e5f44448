"""The `castlewise` command. Thin: it reads what was typed, calls the rooms below and prints; everything heavy is imported where it is used.

Exit codes: 0 answered, 1 a true "no", 2 bad input, 3 gave up for time, 130 interrupted with nothing to show.
"""

from __future__ import annotations

import sys
from enum import StrEnum
from typing import Annotated

import typer

from castlewise.solver.verdict import Solvers

app = typer.Typer(
    name="castlewise",
    help="Solver and puzzle-planning toolkit for Castle Panic and Castellion.",
    no_args_is_help=True,
    add_completion=True,
    pretty_exceptions_enable=False,
)


class GameName(StrEnum):
    castle_panic = "castle-panic"
    castellion = "castellion"


Which = Annotated[GameName, typer.Argument(help="Which game.", show_default=False)]
Players = Annotated[
    int | None,
    typer.Option("--players", "-p", help="How many play: 1 to 6, in Castellion 1 or 2.", show_default="4, in Castellion 1"),
]
Rules = Annotated[
    str,
    typer.Option(
        "--rules",
        help='The rules in one text: "master-slayer,edition=1,all-for-one,walls=random"; "expert,two-player,horror,ordeal3=5L-else-42".',
        show_default=False,
    ),
]
Components = Annotated[str | None, typer.Option("--components", help="Castle Panic: a TOML file that replaces component values.")]
Level = Annotated[str | None, typer.Option("--level", help="Castellion: introductory, base or expert.", show_default="introductory")]
Appendix = Annotated[str | None, typer.Option("--appendix", help="Castellion: vigil, prophet, premonition, prison, cold-sweat or horror.")]
TwoPlayer = Annotated[bool, typer.Option("--two-player", help="Castellion: two castles, one Champion.")]
Pantry = Annotated[bool, typer.Option("--pantry", help="Castellion: with the Pantry (expert level; its harder variant by --rules).")]
From = Annotated[
    str | None, typer.Option("--from", help="Begin with this position: a line of notation, a TOML file, or - for standard input.")
]
Policy = Annotated[str, typer.Option("--policy", help="Who plays: random, greedy; in simulations also advisor, advisor:50ms.")]
Seed = Annotated[int, typer.Option("--seed", min=0, max=2**63 - 1, help="Same seed, same result.")]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON object.")]


@app.command()
def simulate(
    game: Which,
    games: Annotated[int, typer.Option("--games", "-g", min=1, help="How many games to play.")] = 10_000,
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
    jobs: Annotated[int | None, typer.Option("--jobs", "-j", min=1, help="Cores to use.", show_default="all")] = None,
    json: Json = False,
) -> None:
    """Play many games with a policy: win rate with its 95 % interval, turns, what is left standing, speed."""
    from castlewise.cli.games import Asked
    from castlewise.cli.simulate import run_simulation

    asked = Asked(game.value, rules, players, components, level, appendix, two_player, pantry, start)
    run_simulation(asked, games, policy, seed, jobs, json)


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
) -> None:
    """Let a policy play one game and show every turn of it."""
    from castlewise.cli.games import Asked
    from castlewise.cli.watch import watch_game

    watch_game(Asked(game.value, rules, players, components, level, appendix, two_player, pantry, start), policy, seed, record)


@app.command()
def show(
    position: Annotated[
        str, typer.Argument(help="A position: one line of notation, a TOML file, or - to read either from standard input.")
    ],
    components: Components = None,
    line: Annotated[bool, typer.Option("--line", help="Print the one-line notation only.")] = False,
    toml: Annotated[bool, typer.Option("--toml", help="Print the TOML form only.")] = False,
    json: Json = False,
) -> None:
    """Show a position: the board, the hands, what can be done there."""
    from castlewise.cli.show import show_position

    show_position(position, components, line=line, toml=toml, json=json)


@app.command()
def plan(
    position: Annotated[str, typer.Argument(help="A position: a line of notation, a TOML file, or - for standard input.")],
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
    solver: Annotated[Solvers, typer.Option("--solver", help="Who answers; an impossibility is confirmed by the other.")] = Solvers.both,
    seconds: Annotated[float, typer.Option("--seconds", min=0.1, max=3600, help="Give up after so long, and say so.")] = 20.0,
    components: Components = None,
    json: Json = False,
) -> None:
    """The best way to play a turn, a way to reach a goal or why there is none. Exit code 0 solved, 1 impossible, 3 unknown."""
    from castlewise.cli.plan import run_plan

    run_plan(position, components, goal, best, turns, guarantee, solver, seconds, json)


@app.command()
def check(
    ordeals: Annotated[
        str,
        typer.Argument(
            help="Castellion's ordeals: 3T2B, or several in their order: 1T1B1L,earthworm-1,3T2B; exam, simulation or assault; "
            'a printed card: "harpy 2"; or a position: a line of notation, a TOML file, or - for standard input.'
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
    powers: Annotated[int, typer.Option("--powers", min=0, max=4, help="Jugglers and Pyros that may be discarded for their power.")] = 0,
    next_only: Annotated[bool, typer.Option("--next", help="Ask about the next ordeal only.")] = False,
    fewest: Annotated[bool, typer.Option("--fewest", help="With as few tiles as possible.")] = False,
    count: Annotated[bool, typer.Option("--count", help="How many essentially different skeletons there are.")] = False,
    why: Annotated[bool, typer.Option("--why", help="If impossible: which rules exclude each other, and what would help.")] = False,
    solver: Annotated[Solvers, typer.Option("--solver", help="Who answers; an impossibility needs both.")] = Solvers.both,
    seconds: Annotated[float, typer.Option("--seconds", min=0.1, max=3600, help="Give up after so long, and say so.")] = 20.0,
    svg: Annotated[str | None, typer.Option("--svg", help="Draw the castle to this file.")] = None,
    json: Json = False,
) -> None:
    """Whether ordeals of Castellion can be met, and how. Exit code 0 solvable, 1 impossible, 3 unknown."""
    from castlewise.cli.check import CheckOptions, run_check

    run_check(ordeals, CheckOptions(castle, left, tiles, size, level, powers, next_only, fewest, count, why, solver, seconds, svg, json))


@app.command()
def suggest(
    position: Annotated[str, typer.Argument(help="A position: a line of notation, a TOML file, or - for standard input.")],
    time: Annotated[
        str, typer.Option("--time", help="Think so long at most: 1s, 250ms. It stops sooner if the best move is clear.")
    ] = "1s",
    top: Annotated[int, typer.Option("--top", min=1, max=100, help="How many moves to show.")] = 5,
    explain: Annotated[
        bool, typer.Option("--explain", help="Castle Panic: say what may still go wrong this turn, and to which token.")
    ] = False,
    guarantee: Annotated[
        str | None,
        typer.Option("--guarantee", help="Castle Panic: prove what holds whatever is drawn next: no-tower-falls or no-intruder."),
    ] = None,
    seed: Seed = 1,
    components: Components = None,
    json: Json = False,
) -> None:
    """The best moves of a position, by the chance to win, with error bars."""
    from castlewise.cli.suggest import run_suggest

    run_suggest(position, components, time, top, explain, guarantee, seed, json)


@app.command()
def train(
    game: Which,
    players: Players = None,
    rules: Rules = "",
    components: Components = None,
    seed: Seed = 1,
    folder: Annotated[
        str, typer.Option("--folder", help="Where what was reckoned is kept; the same command goes on from there.")
    ] = ".cache/training",
    into: Annotated[str | None, typer.Option("--into", help="The file to write.", show_default="among castlewise's own")] = None,
    small: Annotated[bool, typer.Option("--small", help="Far too little of everything: to see that it works.")] = False,
) -> None:
    """Fit the advisor's value functions for a rule set: some minutes to an hour of one core."""
    from castlewise.cli.games import Asked
    from castlewise.cli.train import run_training

    run_training(Asked(game.value, rules, players, components), folder, into, seed, small)


def run() -> None:
    """The entry point: our own errors become messages and exit codes, never tracebacks."""
    from castlewise.models.problems import AmbiguousMove, IllegalMove, InvalidInput

    try:
        app()
    except InvalidInput as error:
        for problem in error.problems:
            print(f"castlewise: {problem}", file=sys.stderr)
        sys.exit(2)
    except (IllegalMove, AmbiguousMove) as error:
        print(f"castlewise: {error}", file=sys.stderr)
        sys.exit(2)
    except OSError as error:  # a full disk, a file that vanished
        print(f"castlewise: {error.filename or 'output'}: {error.strerror}", file=sys.stderr)
        sys.exit(2)
