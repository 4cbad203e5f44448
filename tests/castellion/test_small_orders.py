"""The questions that the solvers are tried on, and the brute force that they are held against."""

from __future__ import annotations

from collections import Counter

import pytest

from castellion.arrange import CODES, arrange
from castellion.order_oracle import TooMany, castle_of, final_castles, known_draw, winnable
from castellion.small_orders import LEVELS, small_orders
from castlewise.models.castellion.order_question import OrderQuestion
from castlewise.models.castellion.position import Position
from castlewise.models.castellion.stages import WON

SIZE = "safe=000.000.000.000,standard=222.222.222.222.3.3"


def asked(position: Position, standard: str) -> OrderQuestion:
    return OrderQuestion(position, (), tuple(CODES[code] for code in standard.split()))


@pytest.mark.parametrize("level", LEVELS)
def test_about_as_many_can_be_won_as_not(level: str) -> None:
    answers: Counter[str] = Counter()
    for _, question in small_orders(60, 100, level):
        assert Position.read(str(question.position)) == question.position
        try:
            moves = winnable(question, 1500)
        except TooMany:
            answers["too many"] += 1
            continue
        answers["no" if moves is None else "yes"] += 1
        here = question.position
        for chosen in moves or ():
            if here.is_chance:
                assert chosen == known_draw(question, here)
            here = here.game.apply(here, chosen)
        assert moves is None or here.state.outcome == WON
    assert min(answers["yes"], answers["no"]) >= 10, answers


def test_every_way_to_finish_a_bastion_is_found() -> None:
    rules = f"introductory,size=2x3,ordeal3=1B:2,{SIZE}"
    position = arrange(rules, "st ..\nss sc", safe="", standard="ss js", met=2)
    # The Juggler may lie on the Triangle, not on the Square that has just come; or be discarded.
    expected = (("ss st", "sc ss"), ("ss st js", "sc ss"))
    assert final_castles(asked(position, "ss js")) == {
        tuple(tuple(CODES[code] for code in column.split()) for column in castle) for castle in expected
    }


def test_too_many_positions_are_no_answer() -> None:
    position = arrange("base", standard="st ss sc jt js jc", safe="", met=2)
    with pytest.raises(TooMany):
        winnable(asked(position, "st ss sc jt js jc"), 100)


def test_castle_of_lists_columns_from_the_bottom() -> None:
    assert castle_of(arrange("base", "pt ..\nst ss")) == ((CODES["st"], CODES["pt"]), (CODES["ss"],))
