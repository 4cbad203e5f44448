"""Readings (docs/readings-castle-panic.md) that belong to no one phase; the others stand with the rules that they settle.

Every row of that page has tests whose names begin with its question; tests/test_docs.py checks that none is missing.
"""

from __future__ import annotations

import pytest

from castle_panic.arrange import arrange, board, chances, options, play
from castlewise.models.castle_panic import stages


def test_tar_token_cannot_be_used_twice_at_a_time() -> None:
    position = arrange(hand=["tar", "scavenge"], monsters=["orc archer 1", "troll archer 2"])
    position = play(position, "ta@a1o2", "sc.ta")
    assert (position.hand, options(position)) == (["tar"], {"end"})


@pytest.mark.parametrize("slaying", [["ra@a1g1t"], ["ns.rh@a1g1t"]])
def test_tar_token_returns_when_its_monster_leaves_the_board(slaying: list[str]) -> None:
    hand = ["tar", "scavenge", "red archer", "red hero", "nice shot"]
    position = arrange(hand=hand, monsters=["goblin archer 1", "troll knight 5"])
    position = play(position, "ta@a1g1", *slaying, "sc.ta")
    assert "ta@k5t3" in options(position)


def test_tar_and_drive_him_back_the_token_goes_with_the_monster() -> None:
    position = arrange(hand=["tar", "drive him back"], monsters=["orc swordsman 3"])
    position = play(position, "ta@s3o2", "db@s3o2t")
    assert board(position) == ["orc forest 3 tarred"]
    assert board(play(position, "end")) == ["orc forest 3 tarred"]


def test_scavenge_and_itself_it_cannot_fetch_the_card_that_is_being_played() -> None:
    position = arrange(hand=["scavenge"], discards=["brick"])
    assert options(position) == {"sc.br", "end"}
    position = play(position, "sc.br")
    assert (position.hand, position.discards) == (["brick"], ["scavenge"])
    assert options(arrange(hand=["scavenge"])) == {"end"}


def test_a_card_fetched_by_scavenge_can_be_played_again_in_the_same_turn() -> None:
    position = arrange(hand=["drive him back", "scavenge"], monsters=["orc knight 1", "troll knight 2"])
    position = play(position, "db@k1o2", "sc.db", "db@k2t3")
    assert board(position) == ["orc forest 1", "troll forest 2"]


def test_nice_shot_goes_with_a_hero_against_the_castle_ring_only_under_heroic_powers() -> None:
    hand = ["nice shot", "red hero", "red archer"]
    for option, offered in (("", set()), (",heroic-powers", {"rh@c2t3", "ns.rh@c2t3"})):
        position = arrange(f"players=2{option}", hand=hand, monsters=["troll castle 2"], towers=[5])
        assert options(position) == {"end"} | offered


def test_a_tarred_monster_is_reached_by_hits_and_healing() -> None:
    monsters = ["troll archer 1 health 2 tarred"]
    hit = play(arrange(hand=["red archer"], monsters=monsters), "ra@a1t2t")
    assert board(hit) == ["troll archer 1 health 1 tarred"]
    healed = play(arrange(monsters=monsters, stage=stages.BEGIN_TOKENS), "token.he", "roll.4")
    assert board(healed) == ["healer forest 4", "troll archer 1 tarred"]


def test_token_discards_hold_an_effect_once_read_and_a_boulder_once_rolled() -> None:
    giving = play(arrange(hand=["brick", "tar"], stage=stages.BEGIN_TOKENS), "token.ad")
    assert (options(giving), giving.token_discards) == ({"give.br", "give.ta"}, ["all players discard 1 card"])
    rolling = play(arrange(stage=stages.BEGIN_TOKENS), "token.gb")
    assert (rolling.token_discards, rolling.pile.count("giant boulder")) == ([], 3)
    assert play(rolling, "roll.1").token_discards == ["giant boulder"]


def test_draw_2_cards_can_be_drawn_again_by_its_own_reshuffle() -> None:
    position = play(arrange(hand=["draw 2 cards"], deck=[]), "d2")
    assert (len(position.deck), chances(position)["card.d2"]) == (49, 1)


def test_a_boss_drawn_again_brings_its_effect_again() -> None:
    position = arrange("players=2,monster-recycling", monsters=["goblin king swordsman 1 health 1"], pile=["orc", "troll"])
    position = play(position, "end")
    assert "goblin king" in position.pile
    position = play(position, "token.gk", "roll.2")
    assert (position.state.tokens_due, position.state.tokens_after) == (4, 0)
