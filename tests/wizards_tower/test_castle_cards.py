"""The ten new Castle cards, and several of them on one hit card."""

from __future__ import annotations

import pytest

from wizards_tower.arrange import arrange, board, chances, hand, options, play

HIT = "red knight"


def test_berserk_draws_a_castle_card_for_every_hit_card_played_after_it() -> None:
    position = arrange(hand=["berserk", HIT, "green archer"], monsters=["troll knight 1", "orc archer 3"], deck=["brick", "blue archer"])
    position = play(position, "be", "rk@k1t3")
    assert chances(position) == {"card.br": 1, "card.ba": 1}
    position = play(position, "card.ba")
    assert sorted(hand(position)) == ["blue archer", "green archer"]
    position = play(position, "ga@a3o2", "card.br")  # a hit drawn for a hit counts too
    assert sorted(hand(position)) == ["blue archer", "brick"]


def test_berserk_draws_nothing_for_hit_cards_played_before_it_or_for_other_cards() -> None:
    position = arrange(hand=[HIT, "berserk", "barbarian"], monsters=["troll knight 1", "orc archer 3"])
    position = play(position, "rk@k1t3", "be", "bb@a3o2")
    assert (hand(position), position.is_chance) == ([], False)


def test_berserk_does_not_count_cards_played_by_others_via_stand_together() -> None:
    position = arrange(hand=["berserk", "stand together"], hands=[[], [HIT]], monsters=["troll knight 1"])
    position = play(position, "be", "st.p2", "hit.rk@k1t3")
    assert (position.player, hand(position), position.is_chance) == (0, [], False)


def test_berserk_ends_with_the_turn() -> None:
    position = arrange(hand=["berserk"], hands=[[], [HIT]], monsters=["troll archer 1"], pile=[])
    position = play(position, "be", "end")
    assert position.state.berserk == 0  # type: ignore[attr-defined]


def test_change_color_lets_a_hit_card_hit_in_any_color() -> None:
    position = arrange(hand=[HIT, "change color"], monsters=["orc knight 3", "orc archer 1"])
    assert options(position) == {"co.rk@k3o2", "end"}
    position = play(position, "co.rk@k3o2")
    assert (board(position), hand(position)) == (["orc archer 1", "orc knight 3 health 1"], [])


def test_change_range_lets_a_hit_card_hit_as_archer_knight_or_swordsman() -> None:
    position = arrange(
        hand=[HIT, "change range"], monsters=["orc archer 1", "orc swordsman 2", "orc castle 2", "orc forest 1"], towers=[5, 6]
    )
    assert options(position) == {"cr.rk@a1o2", "cr.rk@s2o2", "end"}


def test_change_range_to_archer_hits_flying_monsters() -> None:
    position = arrange(hand=["red swordsman", "change range"], monsters=["gargoyle swordsman 1", "gargoyle knight 2"])
    assert options(position) == {"cr.rs@s1ga2", "cr.rs@k2ga2", "end"}


def test_change_color_and_change_range_together_hit_anywhere_in_the_field() -> None:
    position = arrange(hand=[HIT, "change range", "change color"], monsters=["orc archer 5"])
    assert options(position) == {"co.cr.rk@a5o2", "end"}


def test_double_strike_hits_the_same_monster_twice() -> None:
    position = play(arrange(hand=[HIT, "double strike"], monsters=["troll knight 1"]), "ds.rk@k1t3", "hit.rk@k1t2")
    assert (board(position), hand(position), position.discards) == (["troll knight 1 health 1"], [], ["red knight", "double strike"])


def test_double_strike_hits_two_different_monsters_or_only_one() -> None:
    position = play(arrange(hand=[HIT, "double strike"], monsters=["troll knight 1", "orc knight 2"]), "ds.rk@k1t3")
    assert options(position) == {"hit.rk@k1t2", "hit.rk@k2o2", "pass"}
    assert board(play(position, "hit.rk@k2o2")) == ["troll knight 1 health 2", "orc knight 2 health 1"]
    assert board(play(position, "pass")) == ["troll knight 1 health 2", "orc knight 2"]


def test_double_strike_makes_other_special_cards_effective_for_one_hit_only() -> None:
    position = arrange(hand=[HIT, "double strike", "enchanted"], monsters=["ogre knight 1"])
    position = play(position, "ds.en.rk@k1og4")
    assert options(position) == {"hit.rk@k1og1", "pass"}
    second = play(arrange(hand=[HIT, "double strike", "enchanted"], monsters=["ogre knight 1"]), "ds.rk@k1og4", "en.rk@k1og3")
    assert (board(second), hand(second)) == ([], [])


def test_enchanted_adds_two_points_of_damage() -> None:
    position = arrange(hand=[HIT, "enchanted"], monsters=["ogre knight 1"])
    assert board(play(position, "en.rk@k1og4")) == ["ogre knight 1 health 1"]
    assert options(arrange(hand=[HIT, "enchanted"], monsters=["orc knight 1 health 1"])) == {"rk@k1o1", "end"}


def test_flaming_catches_the_hit_monster_on_fire_after_the_damage() -> None:
    position = play(arrange(hand=[HIT, "flaming"], monsters=["troll knight 1"]), "fl.rk@k1t3")
    assert board(position) == ["troll knight 1 health 2 flames 1"]


def test_knock_back_moves_the_hit_monster_back_after_damaging_it() -> None:
    position = play(arrange(hand=[HIT, "knock back"], monsters=["troll knight 1"]), "kb.rk@k1t3")
    assert board(position) == ["troll archer 1 health 2"]


def test_knock_back_in_the_castle_ring_moves_counter_clockwise() -> None:
    position = arrange("players=2,heroic-powers", hand=["red hero", "knock back"], monsters=["troll castle 2"], towers=[5, 6])
    assert board(play(position, "kb.rh@c2t3")) == ["troll castle 1 health 2"]


def test_knock_back_into_a_tower_is_not_offered() -> None:
    position = arrange("players=2,heroic-powers", hand=["red hero", "knock back"], monsters=["troll castle 2"], towers=[1, 6])
    assert options(position) == {"rh@c2t3", "end"}


@pytest.mark.parametrize(
    ("monster", "card"), [("centaur archer 1", "red archer"), ("cyclops swordsman 1", "red swordsman"), ("golem knight 1", HIT)]
)
def test_knock_back_has_no_effect_in_an_invulnerable_ring(monster: str, card: str) -> None:
    assert options(arrange(hand=[card, "knock back"], monsters=[monster])) == {"end"}


def test_several_special_cards_combine_with_one_hit_card() -> None:
    position = arrange(hand=["red archer", "change range", "enchanted", "flaming", "knock back"], monsters=["ogre knight 1"])
    position = play(position, "cr.en.fl.kb.ra@k1og4")
    assert (board(position), hand(position)) == (["ogre archer 1 health 1 flames 1"], [])


def test_nice_shot_combines_with_a_changed_color() -> None:
    position = play(arrange(hand=[HIT, "nice shot", "change color"], monsters=["ogre knight 5"]), "ns.co.rk@k5og4")
    assert (board(position), hand(position)) == ([], [])


def test_never_lose_hope_discards_any_cards_and_draws_as_many() -> None:
    position = arrange(hand=["never lose hope", HIT, "brick", "teleport"], monsters=["orc archer 3"], deck=["tar", "mortar"])
    position = play(position, "nh")
    assert options(position) == {"drop.rk", "drop.br", "drop.wte", "pass"}
    position = play(position, "drop.rk", "drop.wte", "pass", "card.ta", "card.mo")
    assert sorted(hand(position)) == ["brick", "mortar", "tar"]
    assert position.wizard_discards == ["teleport"]


def test_never_lose_hope_may_discard_nothing() -> None:
    position = play(arrange(hand=["never lose hope", "brick"], monsters=["orc archer 3"]), "nh", "pass")
    assert (hand(position), position.is_chance) == (["brick"], False)


def test_reinforce_gives_each_player_a_card_of_either_deck() -> None:
    position = play(arrange("players=3", hand=["reinforce"], monsters=["orc archer 3"], deck=["tar", "mortar"]), "re")
    position = play(position, "castle", "card.ta", "wizards", "card.wte", "castle", "card.mo")
    assert position.hands == [["tar"], ["teleport"], ["mortar"]]


def test_reinforce_without_the_wizards_tower_draws_castle_cards_only() -> None:
    position = play(arrange(hand=["reinforce"], monsters=["orc archer 3"], towers=[1, 2], deck=["tar", "mortar"]), "re")
    assert chances(position) == {"card.ta": 1, "card.mo": 1}


def test_reinforce_may_exceed_the_hand_size() -> None:
    full = ["reinforce", "red archer", "red knight", "red swordsman", "green archer", "green knight", "green swordsman"]
    position = play(arrange(hand=full, monsters=["orc archer 6"], deck=["tar", "mortar"]), "re", "castle", "card.ta")
    assert len(hand(position)) == 7


def test_stand_together_lets_another_player_play_one_hit_card() -> None:
    position = arrange(
        "players=2,master-slayer",
        hand=["stand together"],
        hands=[[], [HIT, "enchanted"]],
        monsters=["imp knight 1", "orc knight 2 health 1"],
    )
    position = play(position, "st.p2")
    assert (position.game.mover(position), options(position)) == (1, {"hit.rk@k1im1", "hit.rk@k2o1", "pass"})
    position = play(position, "hit.rk@k2o1")
    assert (position.player, position.hands[1], position.trophies) == (0, ["enchanted"], [[], ["orc"]])


def test_stand_together_lets_another_player_play_a_wizard_card() -> None:
    position = play(arrange(hand=["stand together"], hands=[[], ["azriels fist", "barbarian"]], monsters=["orc forest 1"]), "st.p2")
    assert options(position) == {"waf@f1o2", "pass"}
    assert board(play(position, "waf@f1o2")) == ["orc forest 1 health 1"]


def test_stand_together_is_played_on_another_player_who_may_decline() -> None:
    position = arrange("players=3", hand=["stand together"], hands=[[], ["brick"], ["mortar"]], monsters=["orc forest 1"])
    assert options(position) == {"st.p2", "st.p3", "end"}
    assert play(position, "st.p3", "pass").player == 0


def test_stand_together_cannot_combine_the_card_with_another() -> None:
    position = play(arrange(hand=["stand together"], hands=[[], ["mystical manufacturing", "brick"]], towers=[6]), "st.p2")
    assert options(position) == {"pass"}


def test_hit_cards_and_special_cards_played_go_to_the_castle_discards() -> None:
    position = play(arrange(hand=[HIT, "flaming"], monsters=["troll knight 1"]), "fl.rk@k1t3")
    assert position.discards == ["red knight", "flaming"]
