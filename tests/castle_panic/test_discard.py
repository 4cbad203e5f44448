"""Phase 2, Discard and Draw 1 Card: optional, one card and only one."""

from __future__ import annotations

import pytest

from castle_panic.arrange import arrange, chances, options, play
from castlewise.models.castle_panic import stages

PHASE = stages.BEGIN_DISCARD


def test_any_one_card_or_none_may_be_discarded() -> None:
    position = arrange(hand=["red archer", "red archer", "brick", "tar"], others=[["mortar"]], stage=PHASE)
    assert options(position) == {"keep", "discard.ra", "discard.br", "discard.ta"}
    assert position.game.mover(position) == 0


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_only_one_card_is_discarded_by_any_number_of_players(players: int) -> None:
    position = arrange(f"players={players}", hand=["red archer", "brick"], stage=PHASE)
    assert options(position) == {"keep", "discard.ra", "discard.br"}
    position = play(position, "discard.br", "card.ta")
    assert sorted(position.hand) == ["red archer", "tar"]
    assert options(position) == {"end"}  # no second discard


def test_the_discarded_card_goes_to_the_discards_and_is_replaced_from_the_deck() -> None:
    position = play(arrange(hand=["red archer", "brick"], stage=PHASE), "discard.br")
    assert (position.hand, position.discards) == (["red archer"], ["brick"])
    assert (chances(position)["card.br"], chances(position)["card.ra"], chances(position)["card.mo"]) == (3, 2, 4)
    position = play(position, "card.mo")
    assert (sorted(position.hand), position.discards) == (["mortar", "red archer"], ["brick"])


def test_keeping_everything_draws_nothing() -> None:
    position = play(arrange(hand=["red archer"], stage=PHASE), "keep")
    assert (position.hand, position.discards, len(position.deck)) == (["red archer"], [], 48)
    assert options(position) == {"end"}


def test_a_player_without_cards_has_no_discard_phase() -> None:
    assert options(arrange(others=[["red archer"]], stage=PHASE)) == {"end"}


def test_discarding_comes_after_drawing_up_and_before_trading() -> None:
    position = arrange("players=3", hand=["brick"] * 4, others=[["tar"]], stage=stages.BEGIN_TURN)
    position = play(position, "card.sc")
    assert options(position) == {"keep", "discard.br", "discard.sc"}
    assert options(play(position, "keep")) == {"no-trade", "trade.br.p2.ta", "trade.sc.p2.ta"}


def test_discard_and_draw_with_the_deck_empty_may_bring_the_card_back() -> None:
    position = play(arrange(hand=["missing", "tar"], deck=[], stage=PHASE), "discard.ta")
    assert (len(position.deck), position.discards, chances(position)["card.ta"]) == (48, [], 1)
    assert play(position, "card.ta").hand == ["tar", "missing"]
