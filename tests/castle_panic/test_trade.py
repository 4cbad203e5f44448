"""Phase 3, Trade Cards: a card for a card, as often as the number of players allows."""

from __future__ import annotations

import pytest

from castle_panic.arrange import arrange, options, play
from castlewise.models.castle_panic import stages

PHASE = stages.BEGIN_TRADE


def test_any_card_may_be_traded_for_any_card_of_any_other_player() -> None:
    position = arrange("players=3", hand=["red archer", "brick"], others=[["tar"], ["missing", "red archer"]], stage=PHASE)
    with_second = {"trade.ra.p2.ta", "trade.br.p2.ta"}
    with_third = {"trade.ra.p3.mi", "trade.br.p3.mi", "trade.br.p3.ra"}
    assert options(position) == {"no-trade"} | with_second | with_third
    assert position.game.mover(position) == 0


def test_a_trade_swaps_the_two_cards_and_touches_no_pile() -> None:
    position = arrange("players=3", hand=["red archer", "brick"], others=[["tar"], ["missing"]], stage=PHASE)
    traded = play(position, "trade.ra.p3.mi")
    assert traded.hands == [["brick", "missing"], ["tar"], ["red archer"]]
    assert (traded.deck, traded.discards) == (position.deck, [])


def test_nobody_has_to_trade() -> None:
    position = play(arrange(hand=["red archer"], others=[["tar"]], stage=PHASE), "no-trade")
    assert position.hands == [["red archer"], ["tar"]]
    assert options(position) == {"end"}


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_one_trade_a_turn_for_two_to_five_players(players: int) -> None:
    others = [["mortar", "blue knight"], *[["mortar"]] * (players - 2)]
    position = arrange(f"players={players}", hand=["red archer", "brick"], others=others, stage=PHASE)
    assert options(play(position, "trade.ra.p2.bk")) == {"end"}


@pytest.mark.parametrize("second", ["trade.br.p2.bk", "trade.br.p3.gk"], ids=["same player", "another player"])
def test_two_trades_a_turn_for_six_players(second: str) -> None:
    others = [["mortar", "blue knight"], ["green knight"], [], [], []]
    position = play(arrange("players=6", hand=["red archer", "brick"], others=others, stage=PHASE), "trade.ra.p2.mo")
    assert second in options(position)
    assert "no-trade" in options(position)
    assert options(play(position, second)) == {"end"}


def test_no_trade_ends_the_phase_with_a_trade_left() -> None:
    position = arrange("players=6", hand=["red archer", "brick"], others=[["tar", "missing"]], stage=PHASE)
    assert options(play(position, "trade.ra.p2.ta", "no-trade")) == {"end"}


def test_six_players_two_trades_the_second_may_use_the_card_just_received() -> None:
    position = arrange("players=6", hand=["red archer"], others=[["mortar"], ["green knight"]], stage=PHASE)
    position = play(position, "trade.ra.p2.mo")
    assert options(position) == {"no-trade", "trade.mo.p2.ra", "trade.mo.p3.gk"}
    assert play(position, "trade.mo.p3.gk").hands[:3] == [["green knight"], ["red archer"], ["mortar"]]


def test_no_trading_with_a_player_without_cards() -> None:
    position = arrange("players=3", hand=["red archer"], others=[[], ["tar"]], stage=PHASE)
    assert options(position) == {"no-trade", "trade.ra.p3.ta"}


@pytest.mark.parametrize(
    ("hand", "others"), [(["red archer"], [[], []]), ([], [["tar"], ["brick"]])], ids=["they have none", "I have none"]
)
def test_a_card_cannot_simply_be_given(hand: list[str], others: list[list[str]]) -> None:
    assert options(arrange("players=3", hand=hand, others=others, stage=PHASE)) == {"end"}


def test_swapping_two_cards_of_one_kind_is_not_offered() -> None:
    for theirs, trade in (("red archer", "trade.br.p2.ra"), ("brick", "trade.ra.p2.br")):
        assert options(arrange(hand=["red archer", "brick"], others=[[theirs]], stage=PHASE)) == {"no-trade", trade}
    assert options(arrange(hand=["brick"], others=[["brick"]], stage=PHASE)) == {"end"}


def test_the_turn_player_is_part_of_every_trade() -> None:
    position = arrange("players=3", hand=["red archer"], others=[["tar"], ["missing"]], player=1, stage=PHASE)
    assert options(position) == {"no-trade", "trade.ta.p1.ra", "trade.ta.p3.mi"}
    assert position.game.mover(position) == 1


def test_a_trade_phase_leaves_nothing_behind_but_the_cards() -> None:
    position = arrange("players=6", hand=["brick"], others=[["tar"]], stage=PHASE)
    assert play(position, "no-trade") == arrange("players=6", hand=["brick"], others=[["tar"]])


def test_a_traded_card_can_be_played_at_once() -> None:
    position = arrange(hand=["brick"], others=[["red archer"]], monsters=["goblin archer 1"], stage=PHASE)
    assert options(play(position, "trade.br.p2.ra")) == {"ra@a1g1", "end"}
