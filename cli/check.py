"""`castlewise check`: can ordeals be met, with which castle, with how few tiles, in which order; and if not, why not and what would help."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass

from castlewise.cli.drawing import Target
from castlewise.cli.output import DEPENDS, EXIT_CODES, print_json, status
from castlewise.cli.positions import say_where_it_ends
from castlewise.cli.verdicts import facts, print_checked
from castlewise.models.problems import InvalidInput, Problem
from castlewise.solver.castellion.checked import Asked, Checked
from castlewise.solver.castellion.checking import CheckQuestion, check


@dataclass(frozen=True)
class CheckOptions(CheckQuestion):
    """The question, and where its answer goes."""

    svg: Target | None = None
    json: bool = False


def run_check(ordeals: str, options: CheckOptions) -> None:
    if options.svg is not None and options.tiles is not None:
        raise InvalidInput([Problem("--svg", "draws the castle of a check without --tiles")])
    with status("solving") as tell:
        answer = check(ordeals, options, tell=tell, judge=say_where_it_ends)
    if options.svg is not None:
        _draw(options.svg, answer.asked, answer.checked)
    if options.json:
        print_json("check", facts(answer.asked, answer.checked, answer.outcome))
    else:
        print_checked(answer.asked, answer.checked, answer.outcome, drawn=None if options.svg is None else str(options.svg))
    sys.exit(DEPENDS if answer.outcome is None else EXIT_CODES[answer.outcome])


def _draw(path: Target, asked: Asked, checked: Sequence[Checked]) -> None:
    from castlewise.cli.drawing import write_file
    from castlewise.render.castellion_svg import Panel, castles_svg

    width, height = asked.configuration.width, asked.configuration.height
    panels = []
    for each in checked:
        for card, met, new in each.castles(asked):
            caption = str(card) if len(each.deal) == 1 else f"when {card} is met"
            panels.append(Panel(met.castle, width, height, caption, new))
    if not panels:
        raise InvalidInput([Problem("--svg", "there is no castle to draw")])
    write_file(path, castles_svg(panels))
