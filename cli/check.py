"""`castlewise check`: can ordeals be met, with which castle, with how few tiles, in which order; and if not, why not and what would help.

Ordeals by their texts are a question about castles: any order of tiles, and nothing but building (and the powers that are asked for). A position is asked about
everything that the rules allow from there.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from castlewise.cli.drawing import Target
from castlewise.cli.output import DEPENDS, EXIT_CODES, print_json, status
from castlewise.cli.positions import CASTELLION, read_position
from castlewise.cli.verdicts import Asked, Checked, facts, overall, print_checked
from castlewise.models.castellion.castle_question import BeyondCastleModel, CastleQuestion
from castlewise.models.castellion.configuration import Configuration, configuration_of, read_configuration, read_tiles
from castlewise.models.castellion.ordeals import Ordeal
from castlewise.models.castellion.order_question import BeyondOrderModel
from castlewise.models.castellion.position import Position
from castlewise.models.problems import InvalidInput, Problem, Problems
from castlewise.solver.castellion.ordeal_answer import OrdealAnswer, Why, answer_castle, answer_order
from castlewise.solver.castellion.position_answer import PositionQuestion, answer_position
from castlewise.solver.verdict import Outcome, Solvers

Telling = Callable[[str], None]


@dataclass(frozen=True)
class CheckOptions:
    """What was asked for besides the ordeals. `powers` None: as many as there are in a position, none in a question about castles."""

    castle: str | None = None
    left: str | None = None
    tiles: str | None = None
    size: str | None = None
    level: str | None = None
    powers: int | None = None
    next_only: bool = False
    fewest: bool = False
    count: bool = False
    why: bool = False
    solver: Solvers = Solvers.both
    seconds: float = 20.0
    svg: Target | None = None
    json: bool = False


def run_check(ordeals: str, options: CheckOptions) -> None:
    configuration, position = _read(ordeals, options)
    if options.next_only:
        configuration = configuration.next_only
    problems = Problems()
    tiles = read_tiles(options.tiles, "--tiles", problems) if options.tiles is not None else None
    if tiles is not None and (options.left is not None or options.fewest or options.count):
        problems.add("--tiles", "names every tile that comes; --left, --fewest and --count ask about tiles in no order")
    if tiles is not None and position is not None and options.powers is not None:
        problems.add("--powers", "with --tiles every power is allowed that the level has")
    if options.svg is not None and tiles is not None:
        problems.add("--svg", "draws the castle of a check without --tiles")
    problems.raise_if_any()
    asked = Asked(configuration, position, options.powers, tiles)
    deals = configuration.deals
    with status("solving") as tell:
        checked = []
        for number, deal in enumerate(deals, 1):
            heading = f"{number} of {len(deals)}: " if len(deals) > 1 else ""
            said = heading + ", then ".join(card.text.replace("-", " ") for card in deal)
            tell(said)
            checked.append(_checked(asked, deal, options, _within(said, tell)))
    outcome = overall([each.answer.outcome for each in checked])
    if options.svg is not None:
        _draw(options.svg, asked, checked)
    if options.json:
        print_json("check", facts(asked, checked, outcome))
    else:
        print_checked(asked, checked, outcome, drawn=None if options.svg is None else str(options.svg))
    sys.exit(DEPENDS if outcome is None else EXIT_CODES[outcome])


def _within(said: str, tell: Telling) -> Telling:
    return lambda words: tell(f"{said}: {words}")


def _read(ordeals: str, options: CheckOptions) -> tuple[Configuration, Position | None]:
    """Ordeals by their texts, or a position, in any of its forms."""
    file = ordeals.partition("@")[0].endswith((".toml", ".jsonl"))
    if not (ordeals == "-" or ordeals.startswith(("cn:", "cp:")) or file):
        configuration = read_configuration(
            ordeals, castle=options.castle, left=options.left, size=options.size, level=options.level, powers=options.powers or 0
        )
        several = configuration.powers and len(configuration.next_only.numbers if options.next_only else configuration.numbers) > 1
        return configuration, configuration.begun if several else None
    problems = Problems()
    for option, value in (("--castle", options.castle), ("--left", options.left), ("--size", options.size), ("--level", options.level)):
        if value is not None:
            problems.add(option, "a position has its own")
    problems.raise_if_any()
    position = read_position(ordeals, None, CASTELLION)
    if position.game.name != CASTELLION:
        raise InvalidInput([Problem("position", f"check answers for Castellion; this is a position of {position.game.name}")])
    return configuration_of(position, options.powers or 0), position


def _checked(asked: Asked, deal: tuple[Ordeal, ...], options: CheckOptions, tell: Telling) -> Checked:
    if asked.tiles is not None:
        return _order_checked(asked, deal, options, tell)
    if asked.position is None:
        return _castle_checked(asked.configuration.question(deal), deal, options)
    question = PositionQuestion(asked.position, _cards(asked.position, deal), options.powers)
    answer = answer_position(question, solvers=options.solver, seconds=options.seconds, telling=tell)
    if options.why and answer.outcome is Outcome.IMPOSSIBLE:
        tell("looking for the reasons")
        answer = replace(answer, why=_why(asked, deal, answer, options.seconds))
    checked = Checked(deal, None, answer, asked.position)
    if answer.outcome is Outcome.SOLVED and (options.fewest or options.count):
        tell("counting for building alone")
        _count_castles(asked, deal, options, checked)
    return checked


def _cards(position: Position, deal: tuple[Ordeal, ...]) -> tuple[int, ...]:
    numbers = position.rule_set.ordeals[position.met :]
    return tuple(number.cards.index(card) for number, card in zip(numbers, deal, strict=False))


def _castle_checked(question: CastleQuestion, deal: tuple[Ordeal, ...], options: CheckOptions) -> Checked:
    answer = answer_castle(question, solvers=options.solver, fewest=options.fewest, why=options.why, seconds=options.seconds)
    checked = Checked(deal, question, answer)
    if options.count and answer.outcome is not Outcome.IMPOSSIBLE:
        checked.skeletons = _skeletons(question, options.seconds)
    return checked


def _count_castles(asked: Asked, deal: tuple[Ordeal, ...], options: CheckOptions, checked: Checked) -> None:
    """The fewest tiles, or the skeletons, of a position are counted for building alone, if that is a question for the castle models."""
    try:
        castles = _castle_checked(asked.configuration.question(deal), deal, replace(options, why=False))
    except BeyondCastleModel as beyond:
        checked.remark = f"not counted: {beyond}"
        return
    if castles.answer.outcome is not Outcome.SOLVED:
        checked.remark = f"not counted: by building alone {castles.answer.reason}"
    checked.skeletons = castles.skeletons
    if castles.answer.tiles is not None:
        checked.answer = replace(checked.answer, tiles=castles.answer.tiles, proved_by=castles.answer.proved_by)


def _why(asked: Asked, deal: tuple[Ordeal, ...], answer: OrdealAnswer, seconds: float) -> Why | None:
    """Reasons and repairs of what was proved impossible, told for building alone where that says it: powers and payments were found not to help."""
    if answer.why is not None:
        return answer.why
    from castlewise.solver.castellion.castle_why_not import why_not

    try:
        found = why_not(asked.configuration.question(deal), seconds=seconds)
    except BeyondCastleModel:
        return None
    if found.conflict is None:
        return None
    frame = "; ".join(part for part in (found.frame, "powers and payments do not change it") if part)
    return Why(found.conflict, frame, tuple(repair.words for repair in found.repairs))


def _order_checked(asked: Asked, deal: tuple[Ordeal, ...], options: CheckOptions, tell: Telling) -> Checked:
    """Tiles in a known order. What the models of an order do not know is gone through line by line."""
    assert asked.tiles is not None
    position = asked.position
    try:
        problems = Problems()
        order = None if position is not None and not _plain(position) else asked.configuration.ordered(deal, asked.tiles, problems)
        problems.raise_if_any()
        if order is not None:
            answer = answer_order(order, solvers=options.solver, why=options.why, seconds=options.seconds)
            return Checked(deal, None, answer, order.position)
    except BeyondOrderModel:
        assert order is not None
        position = order.position
    assert position is not None
    from castlewise.solver.castellion.position_answer import answer_known_order, with_order

    begun = with_order(position, asked.tiles)
    question = PositionQuestion(begun, _cards(begun, deal))
    return Checked(deal, None, answer_known_order(question, asked.tiles, seconds=options.seconds, telling=tell), begun)


def _plain(position: Position) -> bool:
    """Whether the castle and the ordeals are all there is to a position."""
    rules = position.rule_set
    return rules.players == 1 and not rules.appendix and not rules.pantry


def _skeletons(question: CastleQuestion, seconds: float) -> dict[str, Any]:
    from castlewise.solver.castellion.skeletons import skeletons

    if len(question.ordeals) > 1 or question.ordeals[0].rows or question.ordeals[0].penalty or question.powers:
        raise InvalidInput([Problem("--count", "counts the skeletons of one ordeal that asks for formations, without powers")])
    found = skeletons(question, seconds=seconds)
    return {"count": found.count, "exact": found.exact}


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
