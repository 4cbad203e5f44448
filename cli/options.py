"""Options that several commands have, each said once, so that the same word means the same everywhere."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer

from castlewise.cli.positions import FORMS
from castlewise.models.problems import InvalidInput, Problem
from castlewise.solver.verdict import Solvers


class GameName(StrEnum):
    castle_panic = "castle-panic"
    castellion = "castellion"


class Training(StrEnum):
    full = "full"
    further = "further"
    calibration = "calibration"
    others = "others"


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
From = Annotated[str | None, typer.Option("--from", help="Begin with this position, in any of the forms that show reads.")]
Position = Annotated[str, typer.Argument(help=FORMS, show_default=False)]
Policy = Annotated[str, typer.Option("--policy", help="Who plays: random, greedy; in simulations also advisor, advisor:50ms.")]
Seed = Annotated[int, typer.Option("--seed", min=0, max=2**63 - 1, help="Same seed, same result.")]
Jobs = Annotated[int | None, typer.Option("--jobs", "-j", min=1, max=256, help="Cores to use.", show_default="all")]
Time = Annotated[str, typer.Option("--time", help="So long at most: 1s, 250ms. What is known by then is the answer.")]
Solver = Annotated[Solvers, typer.Option("--solver", help="Who answers; an impossibility is confirmed by the other.")]
Svg = Annotated[str | None, typer.Option("--svg", help="Draw it to this file.")]
Force = Annotated[bool, typer.Option("--force", help="Write the file even if there is one that holds something else.")]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON object (docs/json.md).")]


def read_seconds(text: str) -> float:
    """A time as it is typed: "1s", "500ms", "2".

    >>> read_seconds("500ms"), read_seconds("2s"), read_seconds("0.3")
    (0.5, 2.0, 0.3)
    """
    number, scale = (text[:-2], 1000) if text.endswith("ms") else (text.removesuffix("s"), 1)
    try:
        seconds = float(number) / scale
    except ValueError:
        seconds = -1.0
    if not 0 < seconds <= 3600:
        raise InvalidInput([Problem("--time", f'"{text}": expected a time such as 1s or 500ms, an hour at most')])
    return seconds
