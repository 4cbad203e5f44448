"""The new Monsters: what hurts them, how they move, what they do."""

from __future__ import annotations

import pytest

from castlewise.models.castle_panic.expansions.wizards_tower.components import TOKENS
from wizards_tower.arrange import arrange, board, chances, move_monsters, options, play, token

HEALTH = {
    "centaur": 3, "climbing troll": 3, "conjurer": 2, "cyclops": 3, "doppelganger": 0, "gargoyle": 2, "goblin cavalry": 2, "golem": 3, "ogre": 4,
    "phoenix": 1, "imp": 1, "basilisk": 5, "chimera": 5, "dragon": 5, "hydra": 4, "necromancer": 4, "warlock": 4,
}  # fmt: skip
COUNTS = {"climbing troll": 2, "gargoyle": 2, "goblin cavalry": 2, "ogre": 3, "phoenix": 2, "imp": 18, "harbinger": 6}


def test_damage_points_of_each_new_monster() -> None:
    assert {row.name: row.health for row in TOKENS if row.name in HEALTH} == HEALTH


def test_there_are_49_new_tokens() -> None:
    assert {row.name: row.count for row in TOKENS} == {row.name: COUNTS.get(row.name, 1) for row in TOKENS}
    assert sum(row.count for row in TOKENS) == 49


def test_victory_points_conjurer_4_ogre_4_mega_bosses_5_imps_0_others_their_health() -> None:
    special = {"conjurer": 4, "ogre": 4, "imp": 0} | dict.fromkeys(("basilisk", "chimera", "dragon", "hydra", "necromancer", "warlock"), 5)
    assert {row.name: row.points for row in TOKENS} == {row.name: special.get(row.name, row.health) for row in TOKENS}


@pytest.mark.parametrize(
    ("name", "code", "weak", "immune", "normal"),
    [
        ("centaur", "ce", "knight", "archer", "swordsman"),
        ("cyclops", "cy", "archer", "swordsman", "knight"),
        ("golem", "go", "swordsman", "knight", "archer"),
    ],
)
def test_centaur_cyclops_and_golem_are_slain_in_one_ring_and_immune_to_hits_in_another(
    name: str, code: str, weak: str, immune: str, normal: str
) -> None:
    card = {"archer": "ra", "knight": "rk", "swordsman": "rs"}
    hand = ["red archer", "red knight", "red swordsman", "azriels fist"]
    assert board(play(arrange(hand=hand, monsters=[f"{name} {weak} 1", "orc forest 3"]), f"{card[weak]}@{weak[0]}1{code}3")) == [
        "orc forest 3"
    ]
    assert options(arrange(hand=hand, monsters=[f"{name} {immune} 1"])) == {f"waf@{immune[0]}1{code}3", "end"}
    assert board(play(arrange(hand=hand, monsters=[f"{name} {normal} 1"]), f"{card[normal]}@{normal[0]}1{code}3")) == [
        f"{name} {normal} 1 health 2"
    ]


def test_in_the_immune_ring_other_damage_counts() -> None:
    position = play(arrange(hand=["azriels fist"], monsters=["golem knight 1"]), "waf@k1go3")
    assert board(position) == ["golem knight 1 health 2"]


def test_the_barbarian_slays_in_the_immune_ring() -> None:
    assert "bb@k1go3" in options(arrange(hand=["barbarian"], monsters=["golem knight 1"]))


def test_fire_slays_in_the_weak_ring() -> None:
    assert board(move_monsters("centaur archer 1 flames 1", "orc forest 3")) == ["orc archer 3"]


def test_the_golem_at_a_wall_is_damaged_but_not_slain() -> None:
    assert board(move_monsters("golem swordsman 1")) == ["golem swordsman 1 health 2"]


def test_the_climbing_troll_bypasses_walls_and_fortify_tokens() -> None:
    position = move_monsters("climbing troll swordsman 1", "climbing troll swordsman 3", towers=[5, 6], fortified=[3])
    assert board(position) == ["climbing troll castle 1", "climbing troll castle 3"]
    assert (position.walls, position.fortified) == ([1, 2, 3, 4, 5, 6], [3])


def test_the_climbing_troll_is_damaged_by_towers() -> None:
    position = move_monsters("climbing troll swordsman 1")
    assert (board(position), position.towers) == (["climbing troll castle 1 health 2"], [2, 3, 4, 5, 6])


def test_the_climbing_troll_takes_the_flames_of_a_burning_wall_and_leaves_them_there() -> None:
    position = move_monsters("climbing troll swordsman 1", towers=[5, 6], burning=["w1", "w1"])
    assert (board(position), position.wall_flames[0]) == (["climbing troll castle 1 flames 2"], 2)


def test_the_conjurer_places_imps_from_arc_1_on_the_rulebooks_example() -> None:
    """A 2 places the Conjurer in arc 2, a 3 an Imp in each of arcs 1 to 3."""
    position = play(token("cj", name="conjurer"), "roll.2")
    assert chances(position) == {f"roll.{n}": 1 for n in range(1, 7)}
    assert board(play(position, "roll.3")) == ["imp forest 1", "conjurer forest 2", "imp forest 2", "imp forest 3"]


def test_imps_come_from_a_pile_of_18_and_return_to_it() -> None:
    position = arrange(hand=["red archer"], monsters=["imp archer 1", "orc archer 3"])
    assert position.state.imps == 17  # type: ignore[attr-defined]
    position = play(position, "ra@a1im1")
    assert (position.state.imps, position.token_discards) == (18, [])  # type: ignore[attr-defined]


def test_no_imp_is_placed_when_their_pile_is_empty() -> None:
    position = play(token("cj", *["imp archer 1"] * 16, name="conjurer"), "roll.2", "roll.6")
    assert [words for words in board(position) if words.startswith("imp forest")] == ["imp forest 1", "imp forest 2"]


def test_imps_are_not_kept_as_trophies() -> None:
    position = play(arrange("players=2,master-slayer", hand=["red archer"], monsters=["imp archer 1", "orc archer 3"]), "ra@a1im1")
    assert position.trophies == [[], []]


def test_the_doppelganger_is_never_moved_hit_or_slain() -> None:
    hand = ["red archer", "red hero", "barbarian", "drive him back", "tar", "azriels fist", "wizard quake", "wall of force", "teleport"]
    position = arrange(hand=hand, monsters=["doppelganger archer 1"])
    assert {option for option in options(position) if "wwq" not in option} == {"end"}
    assert board(play(position, "wwq@1")) == ["doppelganger archer 1"]
    assert board(move_monsters("doppelganger archer 1")) == ["doppelganger archer 1"]
    boulder = play(token("gb", "doppelganger archer 1", name="giant boulder"), "roll.1")
    assert board(boulder) == ["doppelganger archer 1"]


def test_the_doppelganger_is_replaced_by_the_next_monster_destroyed() -> None:
    position = play(
        arrange("players=2,master-slayer", hand=["red archer"], monsters=["doppelganger forest 4", "orc archer 1 health 1"]), "ra@a1o1"
    )
    assert (board(position), position.trophies, position.token_discards) == (["orc forest 4"], [[], []], ["doppelganger"])


def test_the_doppelgangers_monster_acts_as_if_just_drawn() -> None:
    position = arrange(
        hand=["red archer"], monsters=["doppelganger forest 4", "troll mage archer 1 health 1", "orc archer 3"], pile=["giant boulder"]
    )
    position = play(position, "ra@a1tm1")
    assert (board(position), position.player, options(position)) == (["troll mage archer 4", "orc knight 3"], 0, {"end"})


def test_the_goblin_king_in_the_doppelgangers_place_draws_three_tokens_in_the_play_phase() -> None:
    monsters = ["doppelganger forest 4", "goblin king archer 1 health 1", "orc archer 3"]
    position = play(
        arrange(
            hand=["red archer", "green archer"],
            monsters=monsters,
            pile=["plague archers", "plague knights", "plague swordsmen", "giant boulder"],
        ),
        "ra@a1gk1",
    )
    assert position.is_chance
    position = play(position, "token.pk", "token.ps", "token.pa")
    assert (position.hands[0], options(position), position.pile) == ([], {"end"}, ["giant boulder"])


def test_of_monsters_destroyed_together_the_players_choose_who_replaces_the_doppelganger() -> None:
    position = arrange(hand=["rain of iron"], monsters=["doppelganger forest 4", "imp archer 1", "orc knight 1 health 1", "orc archer 3"])
    position = play(position, "wrn@1")
    assert (position.game.mover(position), options(position)) == (-1, {"return.im", "return.o"})
    assert board(play(position, "return.im")) == ["imp forest 4", "orc archer 3"]


def test_a_mega_boss_does_not_replace_the_doppelganger() -> None:
    position = play(arrange(hand=["barbarian"], monsters=["doppelganger forest 4", "hydra archer 1"]), "bb@a1hy4")
    assert board(position) == ["doppelganger forest 4"]


def test_a_lone_doppelganger_does_not_keep_the_players_from_winning() -> None:
    position = play(arrange(hand=["barbarian"], monsters=["doppelganger forest 4", "hydra archer 1"], pile=[]), "bb@a1hy4")
    assert position.game.result(position).won  # type: ignore[union-attr]


def test_the_doppelganger_is_replaced_by_a_monster_that_a_wall_destroys() -> None:
    position = move_monsters("doppelganger forest 4", "orc swordsman 1 health 1")
    assert (board(position), position.walls) == (["orc forest 4"], [2, 3, 4, 5, 6])


@pytest.mark.parametrize("ring", ["archer", "knight", "swordsman"])
def test_flying_monsters_are_hit_by_archers_and_heroes_in_all_rings_of_the_field(ring: str) -> None:
    hand = ["red archer", "red knight", "red swordsman", "red hero", "any archer", "any knight"]
    position = arrange(hand=hand, monsters=[f"gargoyle {ring} 1"])
    assert options(position) == {f"{card}@{ring[0]}1ga2" for card in ("ra", "rh", "aa")} | {"end"}


def test_flying_monsters_inside_the_castle_ring_are_reached_by_the_barbarian_only() -> None:
    hand = ["red archer", "red hero", "barbarian", "tar", "drive him back"]
    assert options(arrange("players=2,heroic-powers", hand=hand, monsters=["gargoyle castle 1"], towers=[4, 5, 6])) == {"bb@c1ga2", "end"}


def test_flying_monsters_are_not_affected_by_tar_or_drive_him_back() -> None:
    assert options(arrange(hand=["tar", "drive him back"], monsters=["gargoyle knight 1"])) == {"end"}


def test_boulders_do_not_damage_flying_monsters() -> None:
    position = play(token("gb", "gargoyle archer 1", "orc archer 1", name="giant boulder"), "roll.1")
    assert board(position) == ["gargoyle archer 1"]


def test_flying_monsters_attack_walls_like_others() -> None:
    position = move_monsters("gargoyle swordsman 1")
    assert (board(position), position.walls) == (["gargoyle swordsman 1 health 1"], [2, 3, 4, 5, 6])


def test_goblin_cavalry_moves_two_spaces() -> None:
    assert board(move_monsters("goblin cavalry forest 1", "goblin cavalry archer 3")) == [
        "goblin cavalry knight 1",
        "goblin cavalry swordsman 3",
    ]


def test_goblin_cavalry_stops_at_a_wall_that_it_reaches_on_the_way() -> None:
    position = move_monsters("goblin cavalry knight 1")
    assert (board(position), position.walls) == (["goblin cavalry swordsman 1 health 1"], [2, 3, 4, 5, 6])


def test_goblin_cavalry_without_a_wall_rides_into_the_castle_ring_and_stops_there() -> None:
    position = move_monsters("goblin cavalry knight 1", "goblin cavalry swordsman 4", walls=[], towers=[5, 6])
    assert board(position) == ["goblin cavalry castle 1", "goblin cavalry castle 4"]


def test_goblin_cavalry_moves_one_space_in_the_castle_ring() -> None:
    assert board(move_monsters("goblin cavalry castle 1", towers=[5, 6])) == ["goblin cavalry castle 2"]


def test_goblin_cavalry_moved_by_a_token_moves_two_spaces() -> None:
    assert board(token("mr", "goblin cavalry forest 1", name="red monsters move 1")) == ["goblin cavalry knight 1"]
    assert board(token("cw", "goblin cavalry forest 1", "orc forest 1", name="monsters move clockwise")) == [
        "orc forest 2",
        "goblin cavalry forest 3",
    ]


def test_burning_goblin_cavalry_takes_one_point_for_each_flame() -> None:
    assert board(move_monsters("goblin cavalry forest 1 flames 1")) == ["goblin cavalry knight 1 health 1 flames 1"]


def test_the_ogre_has_four_points_and_moves_like_others() -> None:
    assert board(move_monsters("ogre forest 1")) == ["ogre archer 1"]


def test_the_phoenix_sets_all_monsters_of_its_space_on_fire_when_it_is_destroyed() -> None:
    position = play(arrange(hand=["red archer"], monsters=["phoenix knight 1", "orc knight 1", "orc knight 2"]), "ra@k1ph1")
    assert board(position) == ["orc knight 1 flames 1", "orc knight 2"]


def test_the_phoenix_at_a_wall_sets_others_on_fire_without_damage_in_that_movement() -> None:
    position = move_monsters("phoenix swordsman 1", "troll knight 1 flames 1")
    assert board(position) == ["troll swordsman 1 health 2 flames 2"]


def test_the_phoenix_does_not_set_structures_on_fire() -> None:
    assert move_monsters("phoenix swordsman 1").tower_flames == [0] * 6
