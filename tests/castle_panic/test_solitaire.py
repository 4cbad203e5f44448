"""The solitaire game: six cards, two discards at once, nobody to trade with."""

from __future__ import annotations

import pytest

from castle_panic.arrange import arrange, chances, options, play
from castlewise.models.castle_panic import stages
from castlewise.models.castle_panic.rule_set import SOLITAIRE, read_rules
from castlewise.models.problems import InvalidInput

PHASE = stages.BEGIN_DISCARD


def test_one_player_plays_solitaire() -> None:
    assert read_rules("players=1").version == SOLITAIRE
    with pytest.raises(InvalidInput, match="solitaire is played by 1 player, not 2"):
        read_rules("players=2,solitaire")


def test_solitaire_discard_is_none_one_or_two_cards_chosen_together() -> None:
    position = arrange("players=1", hand=["brick", "brick", "tar", "missing"], stage=PHASE)
    two = {"discard.br.br", "discard.br.ta", "discard.br.mi", "discard.ta.mi"}
    assert options(position) == {"keep", "discard.br", "discard.ta", "discard.mi"} | two
    assert len(position.game.choices(position)) == 8  # each pair once


@pytest.mark.parametrize(
    ("discard", "drawn", "hand"),
    [
        ("discard.br", ["card.rh"], ["red hero", "brick", "tar"]),
        ("discard.br.ta", ["card.rh", "card.gh"], ["red hero", "green hero", "brick"]),
    ],
)
def test_as_many_cards_are_drawn_as_were_discarded(discard: str, drawn: list[str], hand: list[str]) -> None:
    position = play(arrange("players=1", hand=["brick", "brick", "tar"], stage=PHASE), discard)
    assert len(position.discards) == len(drawn)
    position = play(position, *drawn)
    assert (position.hand, options(position)) == (hand, {"end"})  # on to phase 4


def test_two_discarded_cards_are_both_on_the_pile_before_the_first_is_replaced() -> None:
    position = play(arrange("players=1", hand=["brick", "brick", "tar"], deck=[], stage=PHASE), "discard.br.ta")
    assert (chances(position)["card.ta"], chances(position)["card.br"]) == (1, 3)


def test_solitaire_has_no_trade_phase() -> None:
    assert options(play(arrange("players=1", hand=["brick"], stage=PHASE), "keep")) == {"end"}


def test_the_one_player_has_turn_after_turn_and_draws_up_to_six() -> None:
    position = arrange("players=1", hand=["brick"] * 4, stage=stages.BEGIN_TOKENS, first_turns=1)
    position = play(position, "token.pa", "token.pk")
    assert (position.player, position.is_chance) == (0, True)
    assert len(play(position, "card.ta", "card.mi").hand) == 6
    assert "keep" in options(play(position, "card.ta", "card.mi"))


def test_the_one_player_wins_alone() -> None:
    position = play(arrange("players=1", hand=["red archer"], monsters=["goblin archer 1"], pile=[]), "ra@a1g1")
    result = position.game.result(position)
    assert result is not None
    assert (result.won, result.winners) == (True, (0,))
