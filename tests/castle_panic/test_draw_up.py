"""Phase 1, Draw Up: to a full hand, never on a first turn, and from the reshuffled discards when the deck is out."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from castle_panic.arrange import arrange, chances, options, play
from castlewise.models.castle_panic import stages
from castlewise.models.castle_panic.components import BASE

BEGIN = stages.BEGIN_TURN
ALL_CARDS = [card.name for card in BASE.cards for _ in range(card.count)]
SIX = ["red archer", "red archer", "red knight", "brick", "brick", "tar"]


@pytest.mark.parametrize(("players", "drawn"), [(1, 5), (2, 5), (3, 4), (4, 4), (5, 4), (6, 3)])
def test_draw_up_to_a_full_hand(players: int, drawn: int) -> None:
    position = arrange(f"players={players}", hand=["red archer"], stage=BEGIN)
    for _ in range(drawn):
        assert position.is_chance
        position = play(position, next(iter(chances(position))))
    assert "keep" in options(position)  # phase 2
    assert len(position.hand) == drawn + 1


def test_each_card_is_drawn_as_often_as_it_is_left_in_the_deck() -> None:
    position = arrange(hand=SIX[:5], discards=["mortar"], stage=BEGIN)
    assert sum(weight for _, weight in position.game.outcomes(position)) == 43
    assert (chances(position)["card.ra"], chances(position)["card.br"], chances(position)["card.mo"]) == (1, 2, 3)
    assert (chances(position)["card.ga"], chances(position)["card.ta"]) == (3, 1)


@pytest.mark.parametrize("hand", [SIX, [*SIX, "missing"]], ids=["full", "over-full"])
def test_a_full_or_larger_hand_draws_nothing_and_keeps_everything(hand: list[str]) -> None:
    position = arrange(hand=hand, stage=BEGIN)
    assert "keep" in options(position)
    assert Counter(position.hand) == Counter(hand)


def test_nobody_draws_up_on_their_first_turn() -> None:
    hands: dict[str, Any] = {"hand": ["red archer"], "others": [["blue archer"], ["green archer"]]}
    first = arrange("players=3", stage=BEGIN, first_turns=3, **hands)
    assert options(first) == {"keep", "discard.ra"}
    last = arrange("players=3", stage=BEGIN, first_turns=1, player=2, **hands)
    assert options(last) == {"keep", "discard.ga"}


def test_from_the_second_turn_on_everybody_draws_up() -> None:
    end = arrange("players=2", hand=["red archer"], others=[["blue archer"]], stage=stages.END_TURN, first_turns=2)
    assert (end.player, options(end), end.state.first_turns) == (1, {"keep", "discard.ba"}, 1)  # the last first turn
    second = play(end, "keep", "no-trade", "end", "token.ps", "token.pk")
    assert (second.player, second.is_chance) == (0, True)


def test_only_the_player_whose_turn_it_is_draws_up() -> None:
    position = play(arrange("players=2", hand=SIX[:5], stage=BEGIN), "card.sc")
    assert [len(hand) for hand in position.hands] == [6, 0]
    assert "keep" in options(position)


def test_when_the_deck_runs_out_the_discards_are_reshuffled() -> None:
    position = arrange(hand=SIX[:4], deck=["missing"], stage=BEGIN)
    assert chances(position) == {"card.mi": 1}
    position = play(position, "card.mi")
    assert position.discards == []
    assert Counter(position.deck) == Counter(ALL_CARDS) - Counter([*SIX[:4], "missing"])
    assert (chances(position)["card.ga"], chances(position)["card.br"]) == (3, 3)


def test_when_is_the_deck_reshuffled_only_once_a_card_has_to_be_drawn() -> None:
    position = arrange(hand=SIX, deck=[], stage=BEGIN)
    assert "keep" in options(position)
    assert (position.deck, len(position.discards)) == ([], 43)
    searching = arrange(hand=["scavenge"], deck=[], discards=["tar"])
    assert "sc.ta" in options(searching)


def test_nothing_left_to_draw_ends_the_draw() -> None:
    others = list((Counter(ALL_CARDS) - Counter(["tar", "brick"])).elements())
    position = arrange("players=2", hand=["tar"], others=[others], deck=["brick"], stage=BEGIN)
    position = play(position, "card.br")
    assert (position.deck, position.discards) == ([], [])
    assert options(position) == {"keep", "discard.ta", "discard.br"}


def test_a_first_turn_after_a_plague_does_not_draw_up() -> None:
    hands: dict[str, Any] = {"hand": ["blue knight"], "others": [["red archer", "blue knight"]]}
    position = arrange("players=2", stage=stages.BEGIN_TOKENS, first_turns=2, **hands)
    position = play(position, "token.pa", "token.ps")
    assert (position.player, position.hand) == (1, ["blue knight"])
    assert options(position) == {"keep", "discard.bk"}
