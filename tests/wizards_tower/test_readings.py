"""Readings (docs/readings-wizards-tower.md) that are not pinned by a test of another file whose name begins with the question."""

from __future__ import annotations

import pytest

from wizards_tower.arrange import arrange, board, chances, move_monsters, options, play, token


def test_a_space_is_a_ring_and_an_arc() -> None:
    position = arrange(hand=["chain lightning"], monsters=["orc archer 1", "orc archer 2"])
    assert board(play(position, "wcl@a1")) == ["orc archer 1 health 1", "orc archer 2"]


def test_flame_tokens_have_no_limit() -> None:
    position = arrange(hand=["ring of fire"], monsters=["ogre swordsman 1 flames 12", "ogre swordsman 2"])
    assert board(play(position, "wrg")) == ["ogre swordsman 1 flames 13", "ogre swordsman 2 flames 1"]


def test_a_hit_that_slays_the_hydra_brings_no_imps_for_its_first_points() -> None:
    position = arrange(hand=["red archer", "enchanted"], monsters=["hydra archer 1 health 2", "orc archer 2"])
    assert board(play(position, "en.ra@a1hy2")) == ["orc archer 2"]


def test_mega_bosses_never_lie_in_the_pile() -> None:
    position = arrange(
        "players=2,monster-recycling",
        monsters=["hydra swordsman 1 health 1", "orc swordsman 2 health 1"],
        stage="move",
        pile=["plague archers"],
    )
    assert (position.pile, "hydra" in position.token_discards) == (["orc", "plague archers"], True)


def test_monsters_destroyed_by_fire_and_the_monster_recycling_program() -> None:
    position = arrange("players=2,monster-recycling", monsters=["orc forest 1 flames 2"], stage="move", pile=["plague archers"])
    assert (position.pile, "orc" in position.token_discards) == (["plague archers"], True)


def test_nice_shot_and_all_for_one_in_an_invulnerable_ring_do_nothing() -> None:
    hand = ["red archer", "red knight", "red swordsman", "nice shot"]
    assert options(arrange("players=2,all-for-one", hand=hand, monsters=["golem knight 1"])) == {"end"}


def test_all_for_one_slays_flying_monsters() -> None:
    hand = ["red archer", "red knight", "red swordsman"]
    assert "ra.rk.rs@s1ga2" in options(arrange("players=2,all-for-one", hand=hand, monsters=["gargoyle swordsman 1"]))


def test_double_strike_leaves_cards_for_the_second_hit() -> None:
    position = play(arrange(hand=["red knight", "double strike", "flaming"], monsters=["ogre knight 1"]), "ds.rk@k1og4")
    assert options(position) == {"hit.rk@k1og3", "fl.rk@k1og3", "pass"}


def test_berserk_and_all_for_one_counts_three_hit_cards() -> None:
    hand = ["berserk", "red archer", "red knight", "red swordsman"]
    position = arrange("players=2,all-for-one", hand=hand, monsters=["ogre knight 1", "orc archer 5"], deck=["tar", "brick", "mortar"])
    position = play(position, "be", "ra.rk.rs@k1og4", "card.ta", "card.br", "card.mo")
    assert position.hands[0] == ["brick", "mortar", "tar"]


def test_valadors_wave_deals_its_points_one_after_another() -> None:
    position = play(arrange(hand=["valadors wave"], monsters=["hydra archer 1"]), "wvw@a1hy4")
    assert options(position) == {"wave@f1im1", "wave@a1hy3", "pass"}


def test_teleport_into_the_castle_ring_only_where_no_tower_stands() -> None:
    found = options(arrange(hand=["teleport"], monsters=["orc archer 1"], towers=[1, 2, 6]))
    assert {option for option in found if ".c" in option} == {f"wte.c{arc}@a1o2" for arc in (3, 4, 5)}


def test_the_doppelganger_in_a_movement_is_replaced_when_it_is_over() -> None:
    position = move_monsters("doppelganger forest 4", "troll mage swordsman 1 health 1", "orc forest 2 flames 1")
    assert board(position) == ["troll mage archer 4"]


def test_monsters_killed_by_structures_come_before_those_killed_by_fire_for_the_doppelganger() -> None:
    position = move_monsters("doppelganger forest 4", "imp swordsman 1", "orc forest 2 flames 2")
    assert board(position) == ["imp forest 4"]


def test_a_goblin_cavalry_that_enters_the_castle_ring_stops_there() -> None:
    assert board(move_monsters("goblin cavalry swordsman 1", walls=[], towers=[3, 6])) == ["goblin cavalry castle 1"]


def test_the_hobble_of_goblin_cavalry_ends_when_it_is_healed() -> None:
    position = play(token("he", "goblin cavalry forest 1 health 1", name="healer", rules="players=2,cavalry-hobble"), "roll.5")
    assert board(position) == ["goblin cavalry forest 1", "healer forest 5"]


def test_the_dragon_that_rolls_a_three_counts_as_moved_for_its_flames() -> None:
    position = play(token("cw", "dragon archer 2 flames 1", name="monsters move clockwise"), "roll.3")
    assert board(position) == ["dragon archer 2 health 4 flames 1"]


def test_all_players_discard_1_card_may_be_a_wizard_card() -> None:
    position = token("ad", name="all players discard 1 card", hands=[["teleport", "brick"], []])
    assert options(position) == {"give.wte", "give.br"}


def test_the_same_tower_or_an_ordinary_one_may_be_manufactured() -> None:
    position = arrange(hand=["mystical manufacturing", "brick"], towers=[2, 3, 4], monsters=["orc archer 1"])
    assert {"wmm.br@1", "wmm.br.wizard@1"} <= options(position)


def test_the_oracles_cards_are_known_until_they_are_drawn() -> None:
    position = arrange(hand=["draw 2 cards"], monsters=["orc archer 1"], oracle=["tar", "brick"])
    assert chances(play(position, "d2")) == {"card.ta": 1}


def test_random_tokens_removed_are_seen_by_all() -> None:
    position = arrange("players=2,random-monster-mix", monsters=["orc archer 1"], removed_tokens=["6 goblin"])
    assert "removed-tokens=6g" in str(position)


def test_a_wizards_tower_that_falls_takes_its_deck_at_once() -> None:
    position = move_monsters("orc swordsman 6", walls=[], wizard_discards=["teleport"])
    assert (position.wizards_tower, position.towers) == (0, [1, 2, 3, 4, 5])


def test_the_necromancers_victim_may_be_another() -> None:
    position = arrange(monsters=["necromancer swordsman 1", "troll swordsman 1"], stage="move", token_discards=["orc"])
    assert board(play(position, "hurt@s1t3x", "raise.o")) == ["troll swordsman 1 health 2"]


def test_a_doppelganger_alone_is_no_monster_to_slay() -> None:
    assert arrange(monsters=["doppelganger archer 1"], pile=[]).is_over


def test_imps_alone_on_the_board_do_not_hold_up_the_win() -> None:
    position = arrange(hand=["red archer"], monsters=["orc archer 1 health 1", "imp archer 2", "doppelganger forest 3"], pile=[])
    assert not position.is_over
    result = position.game.result(
        play(arrange(hand=["red archer"], monsters=["orc archer 1 health 1", "imp archer 2"], pile=[]), "ra@a1o1")
    )
    assert result is not None
    assert result.won
    assert not arrange(hand=["red archer"], monsters=["imp archer 2"], pile=["orc"]).is_over


def test_berserk_after_a_hit_card_counts_the_hits_that_follow() -> None:
    position = arrange(hand=["berserk", "2 red archer"], monsters=["ogre archer 1"], deck=["tar", "brick"])
    position = play(position, "ra@a1og4", "be")
    assert position.hands[0] == ["red archer"]
    assert chances(play(position, "ra@a1og3")) == {"card.ta": 1, "card.br": 1}


def test_berserks_card_with_double_strike_is_one_and_comes_when_both_hits_are_done() -> None:
    position = arrange(hand=["berserk", "red archer", "double strike"], monsters=["ogre archer 1"], deck=["tar", "brick"])
    position = play(position, "be", "ds.ra@a1og4")
    assert options(position) == {"hit.ra@a1og3", "pass"}
    position = play(position, "hit.ra@a1og3")
    assert chances(position) == {"card.ta": 1, "card.br": 1}
    assert play(position, "card.ta").hands[0] == ["tar"]


def test_other_cards_between_the_two_hits_of_double_strike_are_not_played() -> None:
    position = arrange(hand=["red archer", "double strike", "barbarian", "azriels fist"], monsters=["ogre archer 1"])
    assert options(play(position, "ds.ra@a1og4")) == {"hit.ra@a1og3", "pass"}


def test_change_cards_in_all_for_one_change_nothing() -> None:
    hand = ["blue archer", "red knight", "red swordsman", "change color", "change range"]
    found = options(arrange("players=2,all-for-one", hand=hand, monsters=["orc archer 1"]))
    assert not {option for option in found if option.count(".") == 2 and "ba.rk.rs" in option}


def test_a_monster_crushed_by_mystical_manufacturing_is_a_trophy() -> None:
    hand = ["mystical manufacturing", "brick"]
    monsters = ["orc castle 1 health 1", "orc archer 2"]
    position = arrange("players=2,master-slayer,monster-recycling", hand=hand, monsters=monsters, towers=[3, 4, 5, 6])
    position = play(position, "wmm.br@c1o1")
    assert (position.trophies[0], "orc" in position.token_discards) == (["orc"], False)


def test_a_tower_is_not_dropped_on_the_warlock() -> None:
    hand = ["mystical manufacturing", "brick"]
    found = options(arrange(hand=hand, monsters=["warlock castle 1", "orc castle 1"], towers=[3, 4, 5, 6]))
    assert {option for option in found if "@c" in option or option.endswith("@1")} == {"wmm.br@c1o2"}


def test_heroic_powers_against_flying_monsters_in_the_castle_ring_do_nothing() -> None:
    monsters = ["gargoyle castle 1", "orc castle 1", "gargoyle archer 1"]
    found = options(arrange("players=2,heroic-powers", hand=["red hero"], monsters=monsters, towers=[3, 4, 5, 6]))
    assert found == {"rh@c1o2", "rh@a1ga2", "end"}


def test_the_trebuchets_victims_return_with_the_monster_recycling_program() -> None:
    position = token(
        "tb", "gargoyle archer 1", "orc archer 1", rules="players=2,monster-recycling", rest=["plague archers"], name="trebuchet"
    )
    assert play(position, "roll.1").pile == ["plague archers", "gargoyle"]
    position = token(
        "fb", "gargoyle archer 1", "orc archer 1", rules="players=2,monster-recycling", rest=["plague archers"], name="flaming boulder"
    )
    assert play(position, "roll.1").pile == ["orc", "plague archers"]


def test_not_over_yet_leaves_mega_bosses_among_the_discards() -> None:
    monsters = ["hydra archer 1", "orc forest 1"]
    position = arrange("players=2,not-over-yet", hand=["barbarian"], monsters=monsters, pile=["plague archers"])
    position = play(position, "bb@a1hy4", "end", "token.pa")
    assert "token.og" in chances(position)
    assert "token.hy" not in chances(position)
    assert (position.token_discards, "hydra" in position.pile) == (["hydra"], False)
    assert bytes(position.game.read(str(position))) == bytes(position)


@pytest.mark.parametrize("walls", [[], [2]])
def test_nobody_is_asked_when_every_tower_falls_by_monsters_and_a_breath(walls: list[int]) -> None:
    """Whatever the order, the Tower of arc 4 burns down and that of arc 1 is entered, by two Monsters of which nobody need choose one."""
    monsters = ["orc swordsman 1", "troll swordsman 1", "chimera swordsman 5"]
    position = move_monsters(*monsters, towers=[1, 4], walls=walls, burning=["t4", "t4"], wizard_tower=1)
    assert (position.is_over, position.towers) == (True, [])


def test_the_order_is_asked_while_it_can_save_a_tower() -> None:
    position = move_monsters("orc swordsman 1", "chimera archer 2", towers=[1, 4], walls=[2, 3], burning=["t4", "t4"], wizard_tower=1)
    assert not position.is_over
    assert options(position) == {"breathe@k1cm5r", "hurt@c1o2x"}
    assert play(position, "breathe@k1cm5r").towers == [4]
    assert play(position, "hurt@c1o2x").is_over
