"""Looking back at a game: nothing is left over between the first chance and the result, what was played is compared whatever it looks like."""

from __future__ import annotations

from typing import Any

import pytest

from castlewise.models.castle_panic.notation import read_line
from castlewise.solver.review import Review, review_game

# Player 1 can slay the Orc that is about to take the last Tower, or not. Every token but two Goblins is out of the pile.
STAND = "cp:players=1,solitaire/---T--/c3o2/p1.play/ra.bb/-/4g.10o.10t.gk.ow.tm.he.4gb.2mr.2mg.2mb.cw.cc.pa.pk.ps.ad.d3.d4"


def played(line: str, *moves: str) -> tuple[list[Any], list[int]]:
    positions, made = [read_line(line, compiled=False)], []
    for text in moves:
        here = positions[-1]
        made.append(here.game.read_move(here, text))
        positions.append(here.game.apply(here, made[-1]))
    return positions, made


def reviewed(line: str, *moves: str) -> Review:
    found = review_game(*played(line, *moves), rollouts=64, draw_rollouts=8)
    assert found is not None
    return found


def test_a_blunder_costs_what_the_best_play_was_worth() -> None:
    review = reviewed(STAND, "end")
    (decision,) = review.decisions
    assert decision.best.short == ("bb@c3o2", "end")
    assert (decision.played.short, decision.played.win, decision.played.exact) == (("end",), 0.0, True)
    assert decision.loss == pytest.approx(decision.best.win)
    assert decision.loss > 0.5
    assert (review.finished, review.end, review.luck) == (True, 0.0, 0.0)


def test_plays_of_a_turn_are_one_decision_and_the_best_loses_nothing() -> None:
    review = reviewed(STAND, "bb@c3o2", "end", "token.g", "roll.1")
    (decision,) = review.decisions
    assert (decision.number, decision.loss, decision.error) == (1, 0.0, 0.0)
    assert decision.played is decision.best
    assert not review.finished


def test_what_is_left_between_first_chance_and_result_is_luck_and_loss() -> None:
    moves = ("bb@c3o2", "end", "token.g", "roll.1", "token.g", "roll.2", "card.ga", "card.rk", "card.gk", "card.br", "card.ba", "keep")
    review = reviewed(STAND.replace("/4g", "/2g"), *moves)  # with tokens left, so that no endgame is searched
    assert [draw.words[0] for draw in review.draws][:2] == ["draws the token Goblin", "rolls a 1 for the Goblin"]
    assert all(len(draw.words) == 1 for draw in review.draws)
    assert review.end == pytest.approx(review.start + review.luck - review.loss)
    assert len(review.decisions) == 2
    for earlier, later in zip(review.draws, review.draws[1:], strict=False):
        assert later.before == pytest.approx(earlier.after)


def test_a_move_that_no_advisor_would_list_is_compared_all_the_same() -> None:
    # The Barbarian on a Goblin that is far away, while an Orc stands beside the last Tower.
    line = STAND.replace("c3o2", "a1g1.c3o2").replace("/4g", "/3g")
    review = reviewed(line, "bb@a1g1", "end")
    (decision,) = review.decisions
    assert decision.played.short == ("bb@a1g1", "end")
    assert decision.loss > 0.3


def test_nobody_decided_anything() -> None:
    positions, moves = played("cp:players=1,solitaire/T-----/s1t3/p1.play/ra/-/-", "end")
    assert review_game(positions, moves, rollouts=64) is None


def test_an_interrupt_keeps_what_is_known() -> None:
    def interrupted(done: int, of: int) -> None:
        if done > 3:
            raise KeyboardInterrupt

    review = review_game(*played(STAND, "bb@c3o2", "end", "token.g", "roll.1", "token.g", "roll.2"), rollouts=64, progress=interrupted)
    assert review is not None
    assert (review.interrupted, review.finished, len(review.decisions)) == (True, False, 1)
    assert review.end == review.decisions[0].played.win
