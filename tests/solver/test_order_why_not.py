"""Why an order of tiles cannot be won: conflicts in the rules' words, repairs that are sufficient and smallest."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from castellion.order_oracle import TooMany, winnable
from castellion.small_orders import small_orders
from castlewise.models.castellion.order_question import OrderQuestion
from castlewise.models.castellion.stages import WON
from castlewise.models.castellion.tiles import DEFENDERS, TRAITOR
from castlewise.solver.castellion.order_why_not import Repair, why_not, with_order
from castlewise.solver.verdict import Outcome
from solver.test_order_smt import asked

MOST = 800
BASTION = "introductory,size=2x3,ordeal3=1B:2"
CASTLE = "st ..\nss sc"


def sentences(question: OrderQuestion) -> tuple[tuple[str, ...], tuple[str, ...]]:
    found = why_not(question)
    assert found.verdict.outcome is Outcome.IMPOSSIBLE
    assert found.conflict is not None
    assert found.conflict.minimal
    return found.conflict.wanted, found.conflict.rules


def repair(question: OrderQuestion) -> Repair:
    found = why_not(question).repair
    assert found is not None
    here = found.question.position
    for chosen in found.moves:
        here = here.game.apply(here, chosen)
    assert here.state.outcome == WON
    return found


def test_a_tile_of_the_wrong_kind() -> None:
    question = asked(BASTION, CASTLE, standard="jt")
    assert sentences(question) == (("ordeal III asks for 1 bastion",), ("the 1st tile of the standard pile is a Juggler Triangle",))
    # A Triangle lies to its left and a Circle below.
    assert repair(question).words == "possible if the 1st tile of the standard pile were a Seer Square"


def test_traitors_that_come_too_early() -> None:
    question = asked(BASTION, CASTLE, standard="tr tr ss")
    assert sentences(question) == (
        ("ordeal III asks for 1 bastion",),
        ("the 1st tile of the standard pile is a Traitor", "the 2nd tile of the standard pile is a Traitor"),
    )
    assert repair(question).changes == 1


def test_the_tiles_in_hand_and_face_up_are_named() -> None:
    question = asked("base,size=2x3,ordeal3=1B:1", CASTLE, hand="jt", revealed="tb", standard="tb")
    assert sentences(question) == (
        ("ordeal III asks for 1 bastion",),
        ("the tile in hand is a Juggler Triangle", "a black-bordered Traitor lies face up"),
    )
    assert repair(question).words == "possible if ordeal III asked for no bastions", "tiles that have been seen are not exchanged"


def test_rows_that_fall_and_a_foundation_that_must_stand() -> None:
    question = asked("introductory,size=3x3,ordeal3=earthworm-2:2", "pt .. ..\nst ss ..\nss sc st", standard="st ss")
    assert sentences(question) == (("ordeal III destroys the bottom 2 rows", "after ordeal III the foundation must be complete"), ())
    assert repair(question).words == "possible if ordeal III destroyed no rows"


def test_several_demands_are_dropped_where_one_is_not_enough() -> None:
    question = asked("introductory,size=4x4,ordeal3=1T1B1L:2", "st ss sc st", standard="st ss")
    found = repair(question)
    assert found.changes == 2
    assert found.words == "possible if ordeal III asked for no towers and ordeal III asked for no bastions"


def test_what_can_be_won_needs_no_reason() -> None:
    found = why_not(asked(BASTION, CASTLE, standard="ss"))
    assert found.verdict.outcome is Outcome.SOLVED
    assert found.conflict is None
    assert found.repair is None


def test_no_time_is_unknown() -> None:
    found = why_not(asked(BASTION, CASTLE, standard="jt"), seconds=0.0)
    assert found.verdict.outcome is Outcome.UNKNOWN


def exchanged(question: OrderQuestion) -> Iterator[OrderQuestion]:
    """The question with one tile of its piles exchanged for any other, in every way."""
    for pile, order in enumerate((question.safe, question.standard)):
        for place in range(len(order)):
            for kind in (*range(DEFENDERS), *([TRAITOR] if pile else [])):
                changed = (*order[:place], kind, *order[place + 1 :])
                yield with_order(question, *((question.safe, changed) if pile else (changed, question.standard)))


def test_no_fewer_tiles_would_do() -> None:
    seen: Counter[int] = Counter()
    for seed, question in small_orders(60, 700, "introductory"):
        if len(question.safe) + len(question.standard) > 5:
            continue
        found = why_not(question)
        if found.verdict.outcome is not Outcome.IMPOSSIBLE:
            continue
        assert found.conflict is not None
        assert found.conflict.minimal, seed
        changes = found.repair.changes if found.repair is not None and "tile" in found.repair.words else 0
        try:
            one_is_enough = any(winnable(other, MOST) is not None for other in exchanged(question))
        except TooMany:
            continue
        assert one_is_enough == (changes == 1), seed
        seen[changes] += 1
    assert min(seen[changes] for changes in (0, 1, 2)) >= 2, seen
