"""A game with a known order of tiles, won by CP-SAT if it can be: the moves, draws among them, that win it, or the verdict that none do.

At the base and expert level a smaller model without powers is asked first, then the whole with few of them: nearly all wins are found so. That a game cannot be
won is said only when any number of powers was allowed. Every win is played through the rules before it is returned.
"""

from __future__ import annotations

from typing import Any

from castlewise.models.castellion import stages
from castlewise.models.castellion.castle_cpsat import total
from castlewise.models.castellion.castle_question import CastleQuestion
from castlewise.models.castellion.order_cpsat import Course, OrderModel
from castlewise.models.castellion.order_question import BeyondOrderModel, OrderQuestion
from castlewise.models.castellion.rule_set import EXPERT
from castlewise.models.castellion.rules.game import draws_from
from castlewise.models.castellion.tiles import DEFENDERS, STONES
from castlewise.solver.castellion.deck_plan import win_without_powers
from castlewise.solver.castellion.order_replay import OrderReplay, castle_of
from castlewise.solver.cpsat import MEET_ORDEALS, Status, ortools_version, run
from castlewise.solver.deadline import Deadline
from castlewise.solver.verdict import Outcome, Verdict

SECONDS = 60.0
FEW_POWERS = (1, 2)  # so many are allowed at first: with more the search has far more to try, and few wins need them


def win(question: OrderQuestion, *, seconds: float = SECONDS) -> Verdict:
    """Moves that win the game, or the verdict that there are none. Raises BeyondOrderModel for what the models do not know."""
    if question.position.game.rules.powers == 0:
        return win_without_powers(question, seconds=seconds)
    deadline = Deadline(seconds)
    course = course_of(question)
    model = OrderModel(course, powers=False)
    status, value = run(model.model, MEET_ORDEALS, deadline.left)
    if not solved(status):
        model = OrderModel(course)
        for powers in (*FEW_POWERS, None):
            restricted = model.model.clone()
            if powers is not None:
                restricted.add(total(model.powers_used) <= powers)
            status, value = run(restricted, MEET_ORDEALS, deadline.left if powers is None else deadline.left / 2)
            if solved(status) or len(model.powers_used) <= (powers or 0):
                break
    if solved(status):
        return _verdict(Outcome.SOLVED, deadline, moves=tuple(OrderReplay(question, model, value).moves))
    if status is Status.IMPOSSIBLE:
        return _verdict(Outcome.IMPOSSIBLE, deadline, reason="no way to use the tiles in this order passes the ordeals")
    return _verdict(Outcome.UNKNOWN, deadline, reason=deadline.unanswered)


def solved(status: Status) -> bool:
    return status in (Status.OPTIMAL, Status.FEASIBLE)


def _verdict(outcome: Outcome, deadline: Deadline, **facts: Any) -> Verdict:
    return Verdict(outcome, "CP-SAT", ortools_version(), MEET_ORDEALS.name, deadline.spent, **facts)


def course_of(question: OrderQuestion) -> Course:
    """What the model needs of a question."""
    position = question.position
    rules, s = position.rule_set, position.numbers
    castle = castle_of(position)
    ordeals = tuple(card for card in position.ordeals[position.met :] if card is not None)
    if rules.players > 1:
        raise BeyondOrderModel("the models of an order know one castle, not two")
    if rules.appendix or rules.pantry:
        raise BeyondOrderModel(f"the models of an order do not know the {rules.appendix or rules.pantry} rules")
    if len(ordeals) < 3 - position.met:
        raise BeyondOrderModel("an ordeal whose card is not known")
    if sum(map(len, castle)) == rules.width * rules.height:
        raise BeyondOrderModel("a full castle meets its ordeal before anything else")
    hand, piles = int(s.hand) - 1 if s.hand else None, [question.safe, question.standard]
    stage = int(s.stage)
    if stage in (stages.DRAW_SAFE, stages.DRAW_STANDARD):
        pile = int(draws_from(stage))
        hand, piles[pile] = piles[pile][0], piles[pile][1:]
    elif stage not in (stages.TURN, stages.USE, stages.FACE_TRAITOR):
        raise BeyondOrderModel("an order is asked about at the start of a turn, before a draw, or with a tile in hand")
    face_up = tuple(kind for kind, count in enumerate(s.revealed) for _ in range(int(count)))
    everything = [*([hand] if hand is not None else []), *face_up, *piles[0], *piles[1], *(kind for column in castle for kind in column)]
    return Course(
        CastleQuestion(ordeals, rules.width, rules.height, castle, (0,) * STONES, spares=rules.level == EXPERT),
        hand,
        face_up,
        (piles[0], piles[1]),
        tuple(everything.count(kind) + int(s.discards[kind]) for kind in range(DEFENDERS)),
        tuple(number.traitors for number in rules.ordeals[position.met :]),
        sum(position.traitors),
        rules.level == EXPERT,
    )
