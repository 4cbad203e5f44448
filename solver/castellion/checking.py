"""Can ordeals be met, with which castle, with how few tiles, in which order; and if not, why not and what would help.

Ordeals by their texts are a question about castles: any order of tiles, and nothing but building (and the powers that are asked for). A position is asked about
everything that the rules allow from there.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from castlewise.models.castellion.castle_question import BeyondCastleModel, CastleQuestion
from castlewise.models.castellion.configuration import Configuration, configuration_of, read_configuration, read_tiles
from castlewise.models.castellion.ordeals import Ordeal
from castlewise.models.castellion.order_question import BeyondOrderModel
from castlewise.models.castellion.position import Position
from castlewise.models.position_reading import CASTELLION, read_position, whole
from castlewise.models.problems import InvalidInput, Problem, Problems
from castlewise.solver.castellion.checked import Asked, Checked, overall
from castlewise.solver.castellion.ordeal_answer import OrdealAnswer, Why, answer_castle, answer_order
from castlewise.solver.castellion.position_answer import PositionQuestion, answer_position
from castlewise.solver.verdict import Outcome, Solvers

if TYPE_CHECKING:
    from castlewise.models.game_record import Readable

Telling = Callable[[str], None]


@dataclass(frozen=True)
class CheckQuestion:
    """What is asked besides the ordeals. `powers` None: as many as there are in a position, none in a question about castles."""

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


@dataclass(frozen=True)
class CheckAnswer:
    """What came of it, by deal of the cards; `outcome` is of all of them together, None if it depends on the deal."""

    asked: Asked
    checked: tuple[Checked, ...]
    outcome: Outcome | None


def check(
    ordeals: str,
    question: CheckQuestion,
    *,
    tell: Telling = lambda words: None,
    judge: Callable[[Readable], None] = whole,
) -> CheckAnswer:
    """`tell` hears of what is being solved, `judge` of a record that is read (position_reading.py)."""
    configuration, position = _read(ordeals, question, judge)
    if question.next_only:
        configuration = configuration.next_only
    problems = Problems()
    tiles = read_tiles(question.tiles, "--tiles", problems) if question.tiles is not None else None
    if tiles is not None and (question.left is not None or question.fewest or question.count):
        problems.add("--tiles", "names every tile that comes; --left, --fewest and --count ask about tiles in no order")
    if tiles is not None and position is not None and question.powers is not None:
        problems.add("--powers", "with --tiles every power is allowed that the level has")
    problems.raise_if_any()
    asked = Asked(configuration, position, question.powers, tiles)
    deals = configuration.deals
    checked = []
    for number, deal in enumerate(deals, 1):
        heading = f"{number} of {len(deals)}: " if len(deals) > 1 else ""
        said = heading + ", then ".join(card.text.replace("-", " ") for card in deal)
        tell(said)
        checked.append(_checked(asked, deal, question, _within(said, tell)))
    return CheckAnswer(asked, tuple(checked), overall([each.answer.outcome for each in checked]))


def _within(said: str, tell: Telling) -> Telling:
    return lambda words: tell(f"{said}: {words}")


def _read(ordeals: str, options: CheckQuestion, judge: Callable[[Readable], None]) -> tuple[Configuration, Position | None]:
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
    position = read_position(ordeals, None, CASTELLION, judge=judge)
    if position.game.name != CASTELLION:
        raise InvalidInput([Problem("position", f"check answers for Castellion; this is a position of {position.game.name}")])
    return configuration_of(position, options.powers or 0), position


def _checked(asked: Asked, deal: tuple[Ordeal, ...], options: CheckQuestion, tell: Telling) -> Checked:
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


def _castle_checked(question: CastleQuestion, deal: tuple[Ordeal, ...], options: CheckQuestion) -> Checked:
    answer = answer_castle(question, solvers=options.solver, fewest=options.fewest, why=options.why, seconds=options.seconds)
    checked = Checked(deal, question, answer)
    if options.count and answer.outcome is not Outcome.IMPOSSIBLE:
        checked.skeletons = _skeletons(question, options.seconds)
    return checked


def _count_castles(asked: Asked, deal: tuple[Ordeal, ...], options: CheckQuestion, checked: Checked) -> None:
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


def _order_checked(asked: Asked, deal: tuple[Ordeal, ...], options: CheckQuestion, tell: Telling) -> Checked:
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
