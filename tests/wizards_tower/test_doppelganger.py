"""Who takes the Doppelganger's place, when, and where the token is taken from."""

from __future__ import annotations

import pytest

from castlewise.models.castle_panic.position import Position
from wizards_tower.arrange import arrange, board, options, play, token

SPLIT = ["orc knight 1 health 1", "imp knight 1", "doppelganger knight 2", "orc archer 5"]


def read_again(position: Position) -> bool:
    return bytes(position.game.read(str(position))) == bytes(position)


def test_the_monster_that_takes_its_place_is_no_trophy_though_an_imp_dies_beside_it() -> None:
    position = play(arrange("players=2,master-slayer", hand=["chain lightning"], monsters=SPLIT), "wcl@k1", "return.o")
    assert (position.trophies, position.token_discards, read_again(position)) == ([[], []], ["doppelganger"], True)
    position = play(arrange("players=2,master-slayer", hand=["chain lightning"], monsters=SPLIT), "wcl@k1", "return.im")
    assert (position.trophies, board(position), read_again(position)) == ([["orc"], []], ["orc archer 5", "imp knight 2"], True)


def test_the_monster_that_takes_its_place_leaves_the_pile_though_an_imp_dies_beside_it() -> None:
    rest = ["plague archers"]
    drawn = token("gb", *SPLIT, rules="players=2,monster-recycling", name="giant boulder", rest=rest)
    position = play(drawn, "roll.1", "return.o")
    assert (position.pile, board(position)) == (rest, ["orc archer 5", "orc knight 2"])
    position = play(drawn, "roll.1", "return.im")
    assert (position.pile, board(position)) == (["orc", *rest], ["orc archer 5", "imp knight 2"])


def test_between_the_hits_of_double_strike_the_first_monster_destroyed_takes_its_place_and_can_be_hit() -> None:
    position = arrange(hand=["red archer", "double strike"], monsters=["imp archer 1", "orc archer 1 health 1", "doppelganger archer 2"])
    position = play(position, "ds.ra@a1im1")
    assert board(position) == ["orc archer 1 health 1", "imp archer 2"]
    assert options(position) == {"hit.ra@a1o1", "hit.ra@a2im1", "pass"}


def test_between_the_points_of_valadors_wave_the_first_monster_destroyed_takes_its_place_and_can_be_struck() -> None:
    position = arrange(hand=["valadors wave"], monsters=["imp archer 1", "troll archer 1 health 1", "doppelganger forest 2"])
    position = play(position, "wvw@a1t1")
    assert board(position) == ["troll forest 2", "imp archer 1"]
    assert options(position) == {"wave@f2t3", "wave@a1im1", "pass"}


def test_what_its_monster_brings_comes_before_the_second_hit() -> None:
    position = arrange(
        hand=["red archer", "double strike"],
        monsters=["orc warlord archer 1 health 1", "orc forest 1", "doppelganger forest 2"],
    )
    position = play(position, "ds.ra@a1ow1")
    assert board(position) == ["orc archer 1", "orc warlord archer 2"]
    assert options(position) == {"hit.ra@a1o2", "hit.ra@a2ow3", "pass"}
    assert read_again(position)


@pytest.mark.parametrize(
    ("card", "first", "again"), [("red archer", "ds.ra@a1gk1", "hit.ra@a1o1"), ("valadors wave", "wvw@a1gk1", "wave@a1o1")]
)
def test_tokens_drawn_between_two_blows_are_resolved_first(card: str, first: str, again: str) -> None:
    quiet = ["plague archers", "plague knights", "plague swordsmen", "orc"]
    position = arrange(
        hand=[card, "double strike"],
        monsters=["goblin king archer 1 health 1", "orc archer 1 health 1", "doppelganger forest 4"],
        pile=quiet,
    )
    position = play(position, first)
    assert position.is_chance
    assert read_again(position)
    position = play(position, "token.pa", "token.pk", "token.ps")
    assert again in options(position)
    assert position.pile == ["orc"]


def test_a_double_strike_whose_player_goes_out_hits_no_more() -> None:
    position = arrange(
        "players=2,my-home",
        hand=["red archer", "double strike"],
        monsters=["troll mage archer 1 health 1", "orc swordsman 3", "orc archer 1", "doppelganger forest 5"],
        homes=[3, 6],
        backup=[1],
        walls=[1, 2, 4, 5, 6],
    )
    position = play(position, "ds.ra@a1tm1")
    assert (options(position), position.hands[0], read_again(position)) == ({"end"}, [], True)


def test_of_monsters_that_die_at_the_same_moment_the_players_choose() -> None:
    monsters = ["orc knight 1 health 1", "goblin knight 1", "doppelganger forest 4"]
    position = play(arrange("players=2,random-monster-mix", hand=["hypnotize"], monsters=monsters), "why.k1o1@k1g1")
    assert options(position) == {"return.o", "return.g"}
