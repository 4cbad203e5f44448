"""Plans for a position, found by CP-SAT: castles to build, and the payments and powers on the way to them. Each has still to be played (line_play.py)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product

from castlewise.models.castellion import stages
from castlewise.models.castellion.castle_question import BeyondCastleModel, Building, Castle, CastleQuestion, Met, kinds_spent, penalty_due
from castlewise.models.castellion.formation_places import formations_of
from castlewise.models.castellion.line_cpsat import LineModel, Means, Plan
from castlewise.models.castellion.ordeals import Ordeal
from castlewise.models.castellion.position import Position
from castlewise.models.castellion.reach import left_of, reaches
from castlewise.models.castellion.rule_set import EXPERT, INTRODUCTORY
from castlewise.models.castellion.rules.traitors import TILES_FOR_A_TRAITOR
from castlewise.models.castellion.tiles import DEFENDERS, STONES
from castlewise.solver.castellion.castle_plan import decode, left_by, ways_to_pay
from castlewise.solver.cpsat import MEET_ORDEALS, Status, run
from castlewise.solver.deadline import Deadline


@dataclass(frozen=True)
class Way:
    """What a plan may use: so many Jugglers and Pyros, and so many Traitors that are paid for before."""

    powers: int
    paying: int


def builders(position: Position) -> list[int]:
    """Whose castle may meet the next ordeal."""
    if position.rule_set.players == 1:
        return [0]
    champion = int(position.numbers.champion)
    return [2 - champion] if champion else [0, 1]


def castle_question(position: Position, ordeals: Sequence[Ordeal], builder: int) -> CastleQuestion:
    """The castles of a position as a question, powers and payments aside."""
    rules = position.rule_set
    haunted = position.haunted
    number = position.met
    return CastleQuestion(
        tuple(ordeals),
        rules.width,
        rules.height,
        tuple(tuple(column) for column in position.columns(builder)),
        tuple(left_of(position, for_next=len(ordeals) == 1)),
        rules.level == EXPERT,
        0,
        tuple(2 * (n + 1) for n in range(number, number + len(ordeals))) if rules.pantry else (),
        rules.pantry == "pantry-harder",
        None if haunted is None or haunted[0] != builder else (haunted[1] - 1, haunted[2] - 1),
    )


def plans(position: Position, ordeals: Sequence[Ordeal], builder: int, way: Way, deadline: Deadline, work: float) -> Iterator[Plan]:
    """Plans that CP-SAT finds, the supply of tiles by faction and shape first, then by kind."""
    try:
        question = castle_question(position, ordeals, builder)
    except BeyondCastleModel:
        if all(card.penalty is None for card in ordeals):
            return
        try:  # with the formations there no penalty is due
            question = castle_question(position, [replace(card, penalty=None) for card in ordeals], builder)
        except BeyondCastleModel:
            return
    if way.powers and question.haunted is not None:
        return
    if way == Way(0, 0) and len(question.castle) == question.width:
        yield from _as_it_stands(question)
    means = _means(position, builder, way)
    if means is None:
        return
    if means.whole:  # the penalty of the ordeal under way is being paid
        question = replace(question, ordeals=question.ordeals[1:] or (Ordeal(),))
    supplies = [(question, False), (question, True)]
    if any(at_hand := _at_hand(position)):  # a plan that needs nothing of what has to be played before the next draw
        further = tuple(max(count - here, 0) for count, here in zip(question.left, at_hand, strict=True))
        supplies.append((replace(question, left=further), True))
    for pays, (supply, by_kind) in product([*ways_to_pay(question.ordeals), None], supplies):
        model = LineModel(supply, means, by_kind=by_kind, pays=pays)
        status, value = run(model.model, MEET_ORDEALS, deadline.left, work=work)
        if status not in (Status.OPTIMAL, Status.FEASIBLE):
            continue
        yield model.plan(value, decode(model, value).met)


def _at_hand(position: Position) -> list[int]:
    """The tile in hand and those that lie face up."""
    s = position.numbers
    return [int(s.revealed[kind]) + (s.hand == kind + 1) for kind in range(STONES)]


def _means(position: Position, builder: int, way: Way) -> Means | None:
    """What a plan may use here; None if it may use nothing that goes with this way."""
    s = position.numbers
    discards = () if position.rule_set.level == INTRODUCTORY else tuple(int(n) for n in s.discards[:STONES])
    if s.stage == stages.DESTROY_TILES:
        swept = (int(s.sweep_column), int(s.sweep_row)) if s.owner == builder else (0, 99)
        destroyed = (int(s.due),) if s.owner == builder else ()
        if way.paying:
            return None
        return Means(way.powers, destroyed, swept, s.purpose == stages.PENALTY, discards)
    return Means(way.powers, _payments(position, builder, way.paying), discards=discards)


def _as_it_stands(question: CastleQuestion) -> Iterator[Plan]:
    """Nothing is built any more: the next ordeal is met now."""
    castle, card = question.castle, question.ordeals[0]
    due = penalty_due(card, formations_of(castle, question.haunted)[1], question.spares)
    if card.rows or sum(map(len, castle)) - due >= question.width:
        yield Plan(castle, Building((Met(castle, left_by(question, card, castle)),)))


def _payments(position: Position, builder: int, most: int) -> tuple[int, ...]:
    """How many tiles may go for Traitors before anything else is done."""
    reach = reaches(position, Ordeal())[builder]
    price = TILES_FOR_A_TRAITOR
    if position.rule_set.level == EXPERT:
        price = max(price - position.formations(builder)[2], 0)
    size = sum(map(len, reach.castle))
    return tuple(sorted({min(count * price, size) for count in range(1, min(most, reach.traitors) + 1)}))


def foundations_beside(position: Position, builder: int, plan: Plan) -> Castle | None:
    """Two players: what the other castle must have before the first ordeal, of tiles that the plan leaves."""
    rules = position.rule_set
    if rules.players == 1:
        return None
    other = [tuple(column) for column in position.columns(1 - builder)]
    if position.met:
        return tuple(other)
    left = left_of(position)
    question = castle_question(position, (Ordeal(),), builder)
    for kind, count in enumerate(kinds_spent(replace(question, castle=plan.thinned), plan.building)):
        left[kind] -= max(count, 0)
    for _ in range(rules.width - len(other)):
        kind = max(range(DEFENDERS), key=lambda kind: left[kind])
        left[kind] -= 1
        other.append((kind,))
    return tuple(other)
