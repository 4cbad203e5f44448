"""Why a way to end a turn is good: what it saves, and what the first token may do to it."""

from __future__ import annotations

import pytest

from castle_panic.arrange import arrange
from castlewise.models.castle_panic import stages
from castlewise.models.castle_panic.position import Position
from castlewise.solver.castle_panic.first_token import first_tokens
from castlewise.solver.castle_panic.monster_draws import by_first_draw
from castlewise.solver.castle_panic.monster_draws_fitted import fitted_chance, fitted_weights
from castlewise.solver.castle_panic.reasons import reasons, when_the_plays_end
from castlewise.solver.castle_panic.value_sets import value_set_for


def read_moves(position: Position, *texts: str) -> list[int]:
    found, here = [], position
    for text in texts:
        found.append(position.game.read_move(here, text))
        here = position.game.apply(here, found[-1])
    return found


def test_plays_prevent_what_the_move_phase_and_the_draws_would_take() -> None:
    pile = ["goblin", "goblin", "orc", "red monsters move 1"]
    position = arrange(monsters=["orc swordsman 6", "goblin knight 1"], walls=(), hand=["blue swordsman", "red knight"], pile=pile)
    assert reasons(position, read_moves(position, "end")).prevented == []
    one, both = ("bs@s6o2", "end"), ("bs@s6o2", "rk@k1g1", "end")
    # The Orc has a point left, so its Tower falls all the same; the Goblin would step to the gap, and one of four tokens lets it in, two being drawn.
    assert reasons(position, read_moves(position, *one)).prevented == []
    assert reasons(position, read_moves(position, *both)).prevented == ["the loss of the Tower in arc 1, 50 % without them"]


def test_what_is_prevented_in_part_is_said_so() -> None:
    pile = ["goblin"] * 2 + ["orc"] * 5 + ["blue monsters move 1"]
    position = arrange(monsters=["goblin swordsman 6", "goblin knight 6"], walls=(), hand=["blue swordsman"], pile=pile)
    said = reasons(position, read_moves(position, "bs@s6g1", "end")).prevented
    assert said == ["the loss of the Tower in arc 6, in the Move phase (still 25 %)"]


def test_a_trade_and_what_it_makes_possible_are_compared_with_nothing_at_all() -> None:
    position = arrange(
        "players=2",
        stage=stages.TRADE_PHASE,
        monsters=["goblin swordsman 6"],
        walls=(),
        hand=["red archer"],
        others=[["blue swordsman"]],
        pile=["orc"],
    )
    moves = read_moves(position, "trade.ra.p2.bs", "bs@s6g1", "end")
    assert reasons(position, moves).prevented == ["the loss of the Tower in arc 6, in the Move phase"]


def test_structures_that_fall_alike_are_told_together_and_what_is_rare_is_not_told_one_by_one() -> None:
    position = arrange(monsters=["goblin knight 4"], walls=(1, 2, 4), pile=["orc"] * 9 + ["giant boulder", "green monsters move 1"])
    end = read_moves(position, "end")
    # Two of eleven tokens: the Boulder comes with 2 in 11 and rolls one arc of six; the Goblin, at the Wall by then, is brought to it by the march. Both come,
    # the march first, 1 in 110: then one Boulder in six rolls on to the Tower behind that Wall.
    assert reasons(position, end).may_happen == [
        "may lose the Towers in arcs 3, 5 and 6, each 1 in 33: Giant Boulder",
        "may lose the Tower in arc 4, 1 in 660: Giant Boulder",
        "may lose the Walls in arcs 1 and 2, each 1 in 33: Giant Boulder",
        "may lose the Wall in arc 4, 21 %: Green Monsters Move 1 (1 in 6), Giant Boulder (1 in 35)",
    ]


def test_what_the_die_of_a_final_charge_may_do_is_not_certain() -> None:
    position = arrange("players=2,final-charge", monsters=["goblin knight 1", "goblin swordsman 4"], walls=(), pile=[])
    position.state.charge = 1
    # The Goblin of arc 1 steps to the gap; one roll of the die in six brings its colour on, and one all of them.
    assert reasons(position, read_moves(position, "end")).may_happen == [
        "may lose the Tower in arc 1, 33 %: the die of the Final Charge",
        "loses the Tower in arc 4 in the Move phase",
    ]


def test_nothing_is_said_of_moves_that_do_not_end_the_plays() -> None:
    position = arrange(monsters=["goblin swordsman 6"], hand=["blue swordsman"])
    assert when_the_plays_end(position, read_moves(position, "bs@s6g1")) is None
    assert reasons(position, read_moves(position, "bs@s6g1")).prevented == []
    assert first_tokens(position, read_moves(position, "bs@s6g1")) == []


@pytest.mark.compiled
def test_what_the_first_token_changes_is_what_the_exact_draws_say() -> None:
    """With no token in the pile that brings others, the exact search follows every draw: another way to the same numbers."""
    pile = [
        "goblin",
        "orc",
        "troll",
        "orc warlord",
        "healer",
        "giant boulder",
        "red monsters move 1",
        "monsters move clockwise",
        "plague knights",
    ]
    position = arrange(
        "players=2",
        monsters=["troll knight 1", "orc swordsman 4", "goblin castle 2", "orc forest 5"],
        walls=(1, 5),
        towers=(1, 3, 4),
        pile=pile,
    )
    end = read_moves(position, "end")
    values = value_set_for(position.rule_set)
    exact = by_first_draw(position, fitted_chance, fitted_weights(position.rule_set))
    assert exact.expectation.exact
    tokens = {token.token: token for token in first_tokens(position, end, rollouts=2_000)}
    assert [token.change for token in tokens.values()] == sorted(token.change for token in tokens.values())
    assert len(tokens) == len(exact.draws) == len(pile)
    before = values.calibrated(exact.expectation.value, len(pile))
    for draw in exact.draws:
        assert draw.token is not None
        token = tokens[draw.token]
        assert token.chance == pytest.approx(1 / len(pile))
        assert token.error < 0.01
        change = values.calibrated(draw.expectation.value, len(pile)) - before
        assert abs(token.change - change) < 2 * token.error + 0.002, (draw.token, token, change)
        if draw.rolls:
            arc, worst = min(draw.rolls, key=lambda roll: roll[1].value)
            assert token.worst_change == pytest.approx(values.calibrated(worst.value, len(pile)) - before, abs=0.02)
            assert dict(draw.rolls)[token.worst_arc or arc].value == pytest.approx(worst.value, abs=0.02)


@pytest.mark.compiled
def test_a_last_token_is_followed_by_the_end_of_the_turn() -> None:
    position = arrange(monsters=["goblin castle 1"], towers=(6,), walls=(), hand=["red archer"], pile=["plague archers"])
    [token] = first_tokens(position, read_moves(position, "end"))
    assert (token.token, token.chance, token.worst_arc) == ("plague archers", 1.0, None)
    assert token.change == pytest.approx(0)
    assert token.error == 0
