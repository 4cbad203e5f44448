"""Games without powers whose tiles come in a known order: CP-SAT wins exactly those that brute force wins, and whole decks."""

from __future__ import annotations

import random

import pytest

from castellion.arrange import arrange
from castellion.order_oracle import TooMany, winnable
from castellion.small_orders import small_order
from castlewise.models.castellion.deck_cpsat import Meeting, courses
from castlewise.models.castellion.game import Castellion
from castlewise.models.castellion.order_question import BeyondOrderModel, OrderQuestion
from castlewise.models.castellion.position import Position
from castlewise.models.castellion.rule_set import INTRODUCTORY, read_rules
from castlewise.models.castellion.tiles import SAFE, STANDARD, TILES, TRAITOR
from castlewise.solver.castellion.deck_plan import win_without_powers
from castlewise.solver.verdict import Outcome

CODES = {tile.code: kind for kind, tile in enumerate(TILES)}


def asked(position: Position, safe: str = "", standard: str = "") -> OrderQuestion:
    return OrderQuestion(position, tuple(CODES[code] for code in safe.split()), tuple(CODES[code] for code in standard.split()))


def end_of(question: OrderQuestion, moves: tuple[int, ...]) -> Position:
    here = question.position
    for made in moves:
        here = here.game.apply(here, made)
    return here


@pytest.mark.parametrize("seed", range(60))
def test_brute_force_agrees(seed: int) -> None:
    question = small_order(seed, INTRODUCTORY)
    if question is None:
        pytest.skip("no question of this seed")
    try:
        known = winnable(question)
    except TooMany:
        pytest.skip("too many positions for brute force")
    verdict = win_without_powers(question)
    assert verdict.outcome is (Outcome.IMPOSSIBLE if known is None else Outcome.SOLVED)
    if verdict.outcome is Outcome.SOLVED:
        end = end_of(question, verdict.moves)
        result = end.game.result(end)
        assert result is not None
        assert result.won


@pytest.mark.parametrize("seed", [3, 11])
def test_a_clairvoyant_wins_a_whole_deck(seed: int) -> None:
    rng = random.Random(seed)
    piles = [[kind for kind, count in enumerate(pile.counts) for _ in range(count)] for pile in (SAFE, STANDARD)]
    for pile in piles:
        rng.shuffle(pile)
    position = Castellion(read_rules("introductory,ordeal3=3T2B"), compiled=False).start()
    question = OrderQuestion(position, tuple(piles[0]), tuple(piles[1]))
    verdict = win_without_powers(question, seconds=300)
    assert verdict.outcome is Outcome.SOLVED
    assert end_of(question, verdict.moves).formations(0) >= (3, 2, 0)


def test_a_deck_whose_traitors_come_first_cannot_be_won() -> None:
    standard = [TRAITOR] * 9 + [16] * 3 + [kind for kind in range(12) for _ in range(5)]
    position = Castellion(read_rules("introductory,ordeal3=3T2B"), compiled=False).start()
    # The safe pile has three tiles of each faction: no formation stands before the first exam.
    question = OrderQuestion(position, tuple(range(12)), tuple(standard))
    assert win_without_powers(question).outcome is Outcome.IMPOSSIBLE


def test_the_order_of_the_tiles_decides() -> None:
    rules = "introductory,ordeal1=0T:1,ordeal2=0T:1,ordeal3=1T:1,size=1x4,safe=000.000.000.000,standard=111.100.000.000.1.0"

    def order(tiles: str) -> OrderQuestion:
        return asked(arrange(rules, "st", safe="", standard=tiles, met=2), standard=tiles)

    # The tower is Seers only: a Chameleon placed between them would spoil it, so it is discarded.
    assert win_without_powers(order("ss ct sc")).outcome is Outcome.IMPOSSIBLE  # a fourth Seer is missing
    rules = rules.replace("111.100", "211.100")
    assert win_without_powers(order("ss ct sc st")).outcome is Outcome.SOLVED
    assert win_without_powers(order("ss tr sc st")).outcome is Outcome.IMPOSSIBLE  # the Traitor brings the ordeal on too early
    assert win_without_powers(order("ss sc st tr")).outcome is Outcome.SOLVED


def test_a_full_castle_meets_its_ordeal_before_the_traitor() -> None:
    traitor_late = "js jt tr jc tr"
    position = arrange(
        "introductory,ordeal1=0T:1,ordeal2=0T:2,ordeal3=earthworm-1:2,size=1x3,safe=000.000.000.000,standard=000.000.222.000.2.0",
        "jc",
        safe="",
        standard=traitor_late,
        met=1,
    )
    verdict = win_without_powers(asked(position, standard=traitor_late))
    assert verdict.outcome is Outcome.SOLVED


def test_courses_follow_the_traitors() -> None:
    tiles = (0, TRAITOR, 1, TRAITOR, 2)
    plain, *others = courses(tiles, 0, [1, 1])
    assert plain == (Meeting(1, -1), Meeting(3, 1))
    assert all(any(meeting.full for meeting in course) for course in others)
    assert next(courses(tiles, 1, [2])) == (Meeting(1, -1),)  # one lies beside it already
    assert next(courses(tiles, 0, [3])) == (Meeting(len(tiles), -1),)  # the tiles run out first


def test_what_the_model_does_not_know_is_refused() -> None:
    for rules in ("introductory,two-player", "introductory,vigil"):
        position = arrange(rules, safe="", standard="st")
        with pytest.raises(BeyondOrderModel):
            win_without_powers(OrderQuestion(position, (), (0,)))
