"""The new tokens, the Harbingers and the six Mega Bosses: drawn, in play, moving."""

from __future__ import annotations

from typing import Any

import pytest

from castlewise.models.castle_panic.position import Position
from wizards_tower.arrange import QUIET, arrange, board, chances, move_monsters, options, play, token

BOSSES = {"boss.bk", "boss.cm", "boss.dr", "boss.hy", "boss.ne", "boss.wl"}


def drawn(code: str, *monsters: str, arc: int = 1, **stated: Any) -> Position:
    """A Mega Boss just announced and placed."""
    return play(token("ha", *monsters, name="harbinger", **stated), f"boss.{code}", f"roll.{arc}")


# Tokens


def test_one_imp_per_tower_comes_in_every_arc_with_a_tower() -> None:
    position = token("it", "orc archer 1", name="imp per tower", towers=[2, 5, 6])
    assert board(position) == ["imp forest 2", "imp forest 5", "imp forest 6", "orc archer 1"]
    assert "imp per tower" in position.token_discards


def test_the_flaming_boulder_destroys_the_first_structure_and_sets_the_second_on_fire() -> None:
    position = play(token("fb", "orc archer 1", "gargoyle knight 1", "orc archer 4", name="flaming boulder"), "roll.1")
    assert (position.walls, position.tower_flames, position.towers) == ([2, 3, 4, 5, 6], [1, 0, 0, 0, 0, 0], [1, 2, 3, 4, 5, 6])
    assert board(position) == ["orc archer 4", "gargoyle knight 1"]


def test_the_flaming_boulder_destroys_a_fortify_token_and_sets_its_wall_on_fire() -> None:
    position = play(token("fb", name="flaming boulder", fortified=[1]), "roll.1")
    assert (position.fortified, position.walls, position.wall_flames) == ([], [1, 2, 3, 4, 5, 6], [1, 0, 0, 0, 0, 0])


def test_the_flaming_boulder_rolls_through_the_castle_to_its_second_structure() -> None:
    position = play(token("fb", "orc castle 4", "orc archer 4", name="flaming boulder", towers=[1, 6], walls=[4]), "roll.1")
    assert (position.towers, position.walls, position.wall_flames) == ([6], [4], [0, 0, 0, 1, 0, 0])
    assert board(position) == ["orc archer 4"]


def test_the_flaming_boulder_without_structures_rolls_into_the_far_forest() -> None:
    position = play(
        token("fb", "orc forest 4", "gargoyle forest 4", "hydra archer 4", name="flaming boulder", towers=[6], walls=[]), "roll.1"
    )
    assert board(position) == ["gargoyle forest 4", "hydra archer 4"]


def test_the_flaming_boulders_third_flame_destroys() -> None:
    position = play(token("fb", name="flaming boulder", burning=["t1", "t1"]), "roll.1")
    assert position.towers == [2, 3, 4, 5, 6]


def test_the_trebuchet_destroys_flying_monsters_and_its_first_structure() -> None:
    position = play(token("tb", "gargoyle forest 1", "orc knight 1", "dragon archer 1", name="trebuchet"), "roll.1")
    assert (board(position), position.walls, position.towers) == (["dragon archer 1", "orc knight 1"], [2, 3, 4, 5, 6], [1, 2, 3, 4, 5, 6])


def test_the_trebuchet_without_structures_flies_into_the_far_forest() -> None:
    position = play(token("tb", "gargoyle forest 4", "gargoyle castle 1", "orc archer 4", name="trebuchet", towers=[6], walls=[]), "roll.1")
    assert board(position) == ["orc archer 4"]


def test_the_trebuchet_on_a_phoenix_sets_its_space_on_fire() -> None:
    position = play(token("tb", "phoenix archer 1", "orc archer 1", name="trebuchet"), "roll.1")
    assert board(position) == ["orc archer 1 flames 1"]


@pytest.mark.parametrize(("code", "name"), [("gb", "giant boulder"), ("fb", "flaming boulder"), ("tb", "trebuchet")])
def test_mega_bosses_are_not_affected_by_boulders_and_the_trebuchet(code: str, name: str) -> None:
    position = play(token(code, "hydra archer 1", "dragon knight 1", name=name), "roll.1")
    assert board(position) == ["hydra archer 1", "dragon knight 1"]


# Harbingers


def test_a_harbinger_announces_one_of_the_mega_bosses_not_yet_seen_and_leaves_the_game() -> None:
    position = token("ha", name="harbinger", rest=[*QUIET, "harbinger", "harbinger"])
    assert chances(position) == dict.fromkeys(BOSSES, 1)
    position = play(position, "boss.hy", "roll.3")
    assert (board(position), position.token_discards.count("harbinger")) == (["hydra forest 3"], 0)
    again = play(position, "token.ha")
    assert chances(again) == dict.fromkeys(BOSSES - {"boss.hy"}, 1)


def test_a_mega_boss_slain_is_a_trophy_worth_five() -> None:
    position = play(arrange("players=2,master-slayer", hand=["barbarian"], monsters=["hydra archer 1", "orc archer 2"]), "bb@a1hy4")
    assert position.trophies == [["hydra"], []]


# Basilisk


def test_the_basilisk_drawn_makes_all_players_discard_down_to_two_cards() -> None:
    position = drawn("bk", hands=[["brick"] * 3, ["red archer", "red knight", "tar", "teleport"]])
    assert (position.hands[0], position.game.mover(position)) == (["brick", "brick"], 1)
    position = play(position, "give.wte", "give.ta")
    assert (position.hands, position.wizard_discards) == ([["brick"] * 2, ["red archer", "red knight"]], ["teleport"])


def test_the_basilisk_in_play_makes_all_players_skip_phase_2() -> None:
    full = ["2 red archer", "2 green archer", "2 blue archer"]
    assert "no-trade" in options(arrange(hands=[full, ["brick"]], monsters=["basilisk archer 1"], stage="draw-up"))
    assert "keep" in options(arrange(hands=[full, ["brick"]], monsters=["hydra archer 1"], stage="draw-up"))


def test_the_basilisk_in_a_solitaire_game_limits_phase_2_to_one_card() -> None:
    hand = ["red archer", "green archer", "blue archer", "brick", "mortar", "tar"]
    position = arrange("players=1,solo-basilisk", hand=hand, monsters=["basilisk archer 1"], stage="discard")
    assert options(position) == {"keep", "discard.ra", "discard.ga", "discard.ba", "discard.br", "discard.mo", "discard.ta"}


# Chimera


def test_the_chimera_breathes_fire_when_it_is_placed() -> None:
    position = drawn("cm", arc=3)
    assert (board(position), position.wall_flames) == (["chimera forest 3"], [0, 0, 1, 0, 0, 0])


def test_the_chimera_moves_counter_clockwise_then_forward_then_breathes_fire() -> None:
    position = move_monsters("chimera forest 1")
    assert (board(position), position.wall_flames) == (["chimera archer 6"], [0, 0, 0, 0, 0, 1])


def test_the_chimera_in_the_castle_ring_moves_by_the_standard_rules_and_breathes_no_fire() -> None:
    position = move_monsters("chimera castle 1", towers=[5, 6], burning=[])
    assert (board(position), sum(position.wall_flames), sum(position.tower_flames)) == (["chimera castle 2"], 0, 0)


def test_the_chimera_that_enters_the_castle_ring_breathes_no_fire() -> None:
    position = move_monsters("chimera swordsman 2", towers=[5, 6], walls=[4])
    assert (board(position), sum(position.wall_flames)) == (["chimera castle 1"], 0)


def test_the_chimera_held_by_tar_breathes_no_fire() -> None:
    assert sum(move_monsters("chimera forest 1 tarred").wall_flames) == 0


def test_the_chimera_destroyed_by_a_wall_breathes_no_fire() -> None:
    position = play(move_monsters("chimera swordsman 2 health 1"), "hurt@s1cm1xr")
    assert (board(position), position.walls, sum(position.tower_flames)) == ([], [2, 3, 4, 5, 6], 0)


@pytest.mark.parametrize(("code", "name"), [("cw", "monsters move clockwise"), ("mr", "red monsters move 1")])
def test_a_token_that_moves_the_chimera_makes_it_move_in_its_own_way(code: str, name: str) -> None:
    assert board(token(code, "chimera forest 1", name=name)) == ["chimera archer 6"]


def test_a_mega_boss_moved_by_the_players_does_not_move_in_its_own_way() -> None:
    assert board(play(arrange(hand=["drive him back"], monsters=["chimera knight 1"]), "db@k1cm5")) == ["chimera forest 1"]


# Dragon


def test_the_dragon_breathes_fire_when_it_is_placed() -> None:
    assert drawn("dr", arc=2).wall_flames == [0, 1, 0, 0, 0, 0]


@pytest.mark.parametrize(
    ("roll", "place", "fire"),
    [(1, "archer 3", 3), (2, "knight 2", 2), (3, "archer 2", 2), (4, "forest 2", 2), (5, "knight 2", 2), (6, "archer 1", 1)],
)
def test_the_dragons_table(roll: int, place: str, fire: int) -> None:
    position = play(move_monsters("dragon archer 2"), f"roll.{roll}")
    assert (board(position), position.wall_flames.index(1) + 1) == ([f"dragon {place}"], fire)


def test_the_dragon_at_the_edge_of_the_board_breathes_fire_without_moving_back() -> None:
    position = play(move_monsters("dragon forest 2"), "roll.4")
    assert (board(position), position.wall_flames) == (["dragon forest 2"], [0, 1, 0, 0, 0, 0])


def test_the_dragon_stopped_by_a_card_breathes_no_fire() -> None:
    position = play(arrange(hand=["rain of ice"], monsters=["dragon archer 2"], pile=[]), "wri", "end")
    assert (board(position), sum(position.wall_flames)) == (["dragon archer 2"], 0)


def test_the_dragon_in_the_castle_ring_moves_by_the_standard_rules() -> None:
    assert board(move_monsters("dragon castle 1", towers=[5, 6])) == ["dragon castle 2"]


def test_the_dragon_flies() -> None:
    hand = ["red knight", "red archer", "tar", "drive him back"]
    assert options(arrange(hand=hand, monsters=["dragon knight 1"])) == {"ra@k1dr5", "end"}


def test_a_token_that_rotates_the_dragon_makes_it_roll() -> None:
    position = token("cw", "dragon archer 2", "orc archer 2", name="monsters move clockwise")
    assert board(play(position, "roll.2")) == ["orc archer 3", "dragon knight 2"]


# Hydra


def test_the_hydra_brings_two_imps_for_every_point_of_damage() -> None:
    position = play(arrange(hand=["red archer"], monsters=["hydra archer 1"]), "ra@a1hy4")
    assert board(position) == ["imp forest 1", "imp forest 1", "hydra archer 1 health 3"]
    position = play(arrange(hand=["red archer", "enchanted"], monsters=["hydra archer 1"]), "en.ra@a1hy4")
    assert board(position) == ["imp forest 1"] * 6 + ["hydra archer 1 health 1"]


def test_the_hydra_brings_imps_for_damage_by_fire_and_structures() -> None:
    assert board(move_monsters("hydra forest 1 flames 1")) == ["imp forest 1"] * 2 + ["hydra archer 1 health 3 flames 1"]
    assert board(move_monsters("hydra swordsman 1")) == ["imp forest 1"] * 2 + ["hydra swordsman 1 health 3"]


def test_the_hydra_slain_brings_no_imps_whether_in_one_hit_or_the_last_of_several() -> None:
    assert board(play(arrange(hand=["barbarian"], monsters=["hydra archer 1", "orc archer 2"]), "bb@a1hy4")) == ["orc archer 2"]
    position = arrange(hand=["red archer", "enchanted"], monsters=["hydra archer 1 health 3", "orc archer 2"])
    assert board(play(position, "en.ra@a1hy3")) == ["orc archer 2"]


# Necromancer


def test_the_necromancer_drawn_returns_two_random_monsters_from_the_discards_to_the_pile() -> None:
    position = arrange(stage="roll", token="necromancer", pile=["plague archers"], monsters=["ogre archer 1"])
    position = play(position, "roll.1")
    expected = {
        "raise.o": 5,
        "raise.t": 5,
        "raise.gk": 1,
        "raise.ow": 1,
        "raise.tm": 1,
        "raise.he": 1,
        "raise.ce": 1,
        "raise.ct": 2,
        "raise.cj": 1,
    }
    expected |= {"raise.cy": 1, "raise.dg": 1, "raise.ga": 2, "raise.gc": 2, "raise.go": 1, "raise.og": 2, "raise.ph": 2}
    assert chances(position) == expected
    position = play(position, "raise.o", "raise.gk")
    assert position.pile == ["orc", "goblin king", "plague archers"]


def test_the_necromancer_attacking_a_structure_destroys_it_is_slain_and_returns_a_monster_for_every_point() -> None:
    position = move_monsters("necromancer swordsman 1 health 3", "orc archer 3", pile=["plague archers"], rules="players=2")
    assert position.walls == [2, 3, 4, 5, 6]
    position = play(position, "raise.t", "raise.t", "raise.og")
    assert (board(position), sorted(position.pile)) == (["orc knight 3"], ["ogre", "plague archers", "troll", "troll"])


def test_the_necromancer_may_return_monsters_destroyed_at_the_same_time() -> None:
    position = arrange(monsters=["necromancer swordsman 1 health 1", "orc swordsman 2 health 1"], stage="move")
    assert chances(position) == {"raise.o": 1}


def test_the_necromancer_with_fewer_monsters_in_the_discards_returns_as_many_as_there_are() -> None:
    position = arrange(monsters=["necromancer swordsman 1"], stage="move", token_discards=["orc", "plague knights"])
    position = play(position, "raise.o")
    assert position.token_discards == ["plague knights", "necromancer"]


def test_another_attacker_takes_the_walls_damage_when_the_necromancer_attacks_too() -> None:
    position = arrange(monsters=["necromancer swordsman 1 health 1", "troll swordsman 1"], stage="move", token_discards=["orc"])
    assert options(position) == {"hurt@s1t3x", "hurt@s1ne1x"}
    assert board(play(position, "hurt@s1t3x", "raise.o")) == ["troll swordsman 1 health 2"]
    assert board(play(position, "hurt@s1ne1x", "raise.o")) == ["troll swordsman 1"]


# Warlock


def test_the_warlock_drawn_makes_all_players_discard_a_wizard_card() -> None:
    position = drawn("wl", hands=[["teleport", "brick"], ["hypnotize", "war storm", "tar"]])
    assert (position.hands[0], options(position)) == (["brick"], {"give.why", "give.wws"})
    position = play(position, "give.wws")
    assert (position.hands[1], position.wizard_discards) == (["tar", "hypnotize"], ["teleport", "war storm"])


def test_the_warlock_appears_in_the_rolled_arc_of_its_ring_and_steps_forward() -> None:
    assert board(play(move_monsters("warlock archer 2"), "roll.5")) == ["warlock knight 5"]


def test_the_warlock_in_the_castle_ring_moves_by_the_standard_rules() -> None:
    assert board(move_monsters("warlock castle 1", towers=[5, 6])) == ["warlock castle 2"]


def test_the_warlock_attacks_the_wall_of_the_rolled_arc() -> None:
    position = play(move_monsters("warlock swordsman 2"), "roll.5")
    assert (board(position), position.walls) == (["warlock swordsman 5 health 3"], [1, 2, 3, 4, 6])


def test_rain_of_ice_does_not_hold_the_warlock() -> None:
    position = play(arrange(hand=["rain of ice"], monsters=["warlock archer 2", "orc archer 1"], pile=[]), "wri", "end", "roll.3")
    assert board(position) == ["orc archer 1", "warlock knight 3"]


def test_hit_cards_and_tar_work_on_the_warlock() -> None:
    assert options(arrange(hand=["red archer", "tar"], monsters=["warlock archer 2"])) == {"ra@a2wl4", "ta@a2wl4", "end"}


def test_several_mega_bosses_that_roll_do_so_one_after_another() -> None:
    position = play(move_monsters("dragon archer 2", "warlock archer 4"), "roll.3", "roll.6")
    assert sorted(board(position)) == ["dragon archer 2", "warlock knight 6"]
