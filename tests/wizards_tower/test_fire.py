"""Fire: breathed, on structures, on Monsters, and put out."""

from __future__ import annotations

import pytest

from wizards_tower.arrange import arrange, board, hand, move_monsters, options, play, token


@pytest.mark.parametrize(
    ("walls", "towers", "fortified", "burns"),
    [
        ([1, 4], [1, 4, 6], [], "wall 1"),
        ([1, 4], [1, 4, 6], [1], "fortify 1"),
        ([4], [1, 4, 6], [], "tower 1"),
        ([4], [4, 6], [], "tower 4"),
        ([4], [6], [], "wall 4"),
        ([4], [6], [4], "fortify 4"),
        ([2], [6], [], "nothing"),
    ],
)
def test_breathed_fire_goes_to_the_first_structure_across_the_board(
    walls: list[int], towers: list[int], fortified: list[int], burns: str
) -> None:
    position = arrange(
        monsters=["orc archer 1", "chimera forest 2"],
        walls=walls,
        towers=towers,
        fortified=fortified,
        stage="move",
        pile=["plague archers"],
    )
    found = [f"wall {arc + 1}" for arc in range(6) if position.wall_flames[arc]] + [
        f"tower {arc + 1}" for arc in range(6) if position.tower_flames[arc]
    ]
    found += [f"fortify {arc}" for arc in fortified if arc not in position.fortified]
    assert (found or ["nothing"]) == [burns]
    assert board(position) == ["chimera archer 1", "orc knight 1"]  # fire does no damage to Monsters in its path


def test_a_third_flame_destroys_a_wall() -> None:
    position = move_monsters("chimera forest 2", burning=["w1", "w1"])
    assert (position.walls, position.wall_flames) == ([2, 3, 4, 5, 6], [0] * 6)


def test_a_third_flame_destroys_a_tower() -> None:
    position = move_monsters("chimera forest 2", walls=[], burning=["t1", "t1"])
    assert (position.towers, position.tower_flames) == ([2, 3, 4, 5, 6], [0] * 6)


def test_a_third_flame_on_the_last_tower_loses_the_game() -> None:
    position = move_monsters("chimera forest 1", walls=[], towers=[6], wizard_tower=6, burning=["t6", "t6"])
    assert position.is_over


def test_fire_on_a_fortify_token_removes_it_and_the_wall_does_not_burn() -> None:
    position = move_monsters("chimera forest 2", fortified=[1])
    assert (position.fortified, position.walls, position.wall_flames) == ([], [1, 2, 3, 4, 5, 6], [0] * 6)


@pytest.mark.parametrize("card", ["brick", "mortar"])
def test_a_brick_or_a_mortar_takes_one_flame_off_a_structure(card: str) -> None:
    position = arrange(hand=[card], burning=["w2", "w2", "t3"])
    code = card[:2]
    assert options(position) == {f"out.{code}@w2", f"out.{code}@t3", "end"}
    position = play(position, f"out.{code}@w2")
    assert (position.wall_flames[1], position.tower_flames[2], position.discards) == (1, 1, [card])


def test_a_fortify_token_puts_out_a_burning_wall_and_is_spent() -> None:
    position = play(arrange(hand=["fortify wall"], burning=["w2", "w2"]), "fw@2")
    assert (position.wall_flames, position.fortified) == ([0] * 6, [])


def test_a_burning_wall_does_no_damage_but_passes_all_its_flames_to_the_attacker() -> None:
    position = move_monsters("orc swordsman 1", burning=["w1", "w1"])
    assert (board(position), position.walls, position.wall_flames) == (["orc swordsman 1 flames 2"], [2, 3, 4, 5, 6], [0] * 6)


def test_a_burning_tower_does_no_damage_but_passes_all_its_flames_to_the_attacker() -> None:
    position = move_monsters("orc swordsman 1", walls=[], burning=["t1"])
    assert (board(position), position.towers, position.tower_flames) == (["orc castle 1 flames 1"], [2, 3, 4, 5, 6], [0] * 6)


def test_of_several_attackers_the_players_choose_who_catches_fire() -> None:
    position = move_monsters("orc swordsman 1", "troll swordsman 1", burning=["w1", "w1"])
    assert options(position) == {"hurt@s1o2x", "hurt@s1t3x"}
    assert board(play(position, "hurt@s1t3x")) == ["orc swordsman 1", "troll swordsman 1 flames 2"]


def test_a_burning_wall_still_holds_monsters_for_a_turn() -> None:
    assert board(move_monsters("orc swordsman 1", burning=["w1"])) == ["orc swordsman 1 flames 1"]


def test_burning_structures_still_stop_boulders() -> None:
    position = play(token("gb", "orc archer 3", name="giant boulder", burning=["w1"]), "roll.1")
    assert (position.walls, position.wall_flames, position.towers) == ([2, 3, 4, 5, 6], [0] * 6, [1, 2, 3, 4, 5, 6])


def test_burning_monsters_take_a_point_for_each_flame_after_they_move() -> None:
    assert board(move_monsters("ogre forest 1 flames 2", "orc forest 2 flames 2")) == ["ogre archer 1 health 2 flames 2"]


def test_catching_fire_does_no_damage_at_once() -> None:
    assert board(play(arrange(hand=["ring of fire"], monsters=["imp swordsman 1"]), "wrg")) == ["imp swordsman 1 flames 1"]


def test_a_tarred_burning_monster_takes_the_damage_of_phase_5() -> None:
    assert board(move_monsters("troll archer 1 tarred flames 1")) == ["troll archer 1 health 2 tarred flames 1"]


def test_a_monster_set_on_fire_under_rain_of_ice_takes_the_damage_of_phase_5() -> None:
    position = arrange(hand=["rain of ice", "ring of fire"], monsters=["troll swordsman 1"], pile=[])
    position = play(position, "wri", "wrg", "end")
    assert board(position) == ["troll swordsman 1 health 2 flames 1"]


def test_a_burning_monster_moved_by_a_token_takes_fire_damage() -> None:
    position = token("mr", "ogre forest 1 flames 1", "ogre forest 3 flames 1", name="red monsters move 1")
    assert board(position) == ["ogre forest 3 flames 1", "ogre archer 1 health 3 flames 1"]


def test_a_burning_monster_rotated_by_a_token_takes_fire_damage() -> None:
    assert board(token("cw", "ogre forest 1 flames 1", name="monsters move clockwise")) == ["ogre forest 2 health 3 flames 1"]


def test_a_tarred_burning_monster_is_not_hurt_by_a_token_that_does_not_move_it() -> None:
    assert board(token("mr", "ogre forest 1 tarred flames 1", name="red monsters move 1")) == ["ogre forest 1 tarred flames 1"]


def test_a_burning_monster_moved_by_the_players_takes_no_fire_damage() -> None:
    position = play(arrange(hand=["drive him back"], monsters=["ogre knight 1 flames 2"]), "db@k1og4bb")
    assert board(position) == ["ogre forest 1 flames 2"]


def test_flames_stay_on_a_monster_until_they_are_removed() -> None:
    assert board(move_monsters("ogre forest 1 flames 1")) == ["ogre archer 1 health 3 flames 1"]


def test_nobody_claims_a_monster_destroyed_by_fire() -> None:
    position = move_monsters("orc forest 1 flames 2", "orc forest 3", rules="players=2,master-slayer")
    assert (position.trophies, "orc" in position.token_discards) == ([[], []], True)


def test_a_burning_attacker_takes_the_structures_damage_before_the_flames() -> None:
    position = move_monsters("troll swordsman 1 flames 1", "orc swordsman 2 health 1 flames 1")
    assert board(position) == ["troll swordsman 1 health 1 flames 1"]
    assert position.walls == [3, 4, 5, 6]


def test_flames_taken_from_a_structure_do_no_damage_until_the_next_movement() -> None:
    position = move_monsters("ogre swordsman 1 flames 1", burning=["w1", "w1"])
    assert board(position) == ["ogre swordsman 1 health 3 flames 3"]


def test_the_order_of_an_attack_and_a_breath_on_one_line_is_the_players_choice() -> None:
    position = move_monsters("orc swordsman 1", "chimera knight 2")
    assert (position.game.mover(position), options(position)) == (-1, {"hurt@s1o2x", "breathe@s1cm5r"})
    attack_first = play(position, "hurt@s1o2x")
    assert (attack_first.walls, attack_first.tower_flames[0], board(attack_first)[0]) == ([2, 3, 4, 5, 6], 1, "orc swordsman 1 health 1")
    breath_first = play(position, "breathe@s1cm5r")
    assert (breath_first.walls, breath_first.tower_flames[0], board(breath_first)[0]) == ([2, 3, 4, 5, 6], 0, "orc swordsman 1 flames 1")


def test_a_breath_on_another_line_asks_nobody() -> None:
    position = move_monsters("orc swordsman 2", "chimera forest 2")
    assert (position.wall_flames[0], position.walls) == (1, [1, 3, 4, 5, 6])


def test_a_wall_that_fire_destroys_hurts_nobody_and_its_attackers_stay() -> None:
    position = play(move_monsters("orc swordsman 1", "chimera knight 2", burning=["w1", "w1"]), "breathe@s1cm5r")
    assert (board(position), position.walls) == (["orc swordsman 1", "chimera swordsman 1"], [2, 3, 4, 5, 6])


def test_hit_cards_still_hit_burning_monsters() -> None:
    position = arrange(hand=["red archer"], monsters=["orc archer 1 flames 2"])
    assert board(play(position, "ra@a1o2bb")) == ["orc archer 1 health 1 flames 2"]
    assert hand(position) == ["red archer"]
