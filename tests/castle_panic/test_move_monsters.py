"""Phase 5, Move Monsters: one step for all at once, and what Walls, Fortify tokens and Towers do about it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from castle_panic.arrange import arrange, board, options, play
from castlewise.models.castle_panic import stages
from castlewise.models.castle_panic.position import Position
from castlewise.models.contract import TEAM

ALL = [1, 2, 3, 4, 5, 6]


def moved(*monsters: str, rules: str = "players=2", **arranged: Any) -> Position:
    """The position after a Move Monsters phase that begins with these Monsters."""
    return arrange(rules, monsters=monsters, stage=stages.MOVE_PHASE, **arranged)


@pytest.mark.parametrize(("before", "after"), [("forest", "archer"), ("archer", "knight"), ("knight", "swordsman")])
@pytest.mark.parametrize("arc", [1, 6])
def test_a_monster_outside_the_castle_moves_one_ring_closer_in_its_arc(before: str, after: str, arc: int) -> None:
    position = moved(f"troll {before} {arc} health 1")
    assert board(position) == [f"troll {after} {arc} health 1"]
    assert position.walls == position.towers == ALL


@pytest.mark.parametrize(("arc", "next_arc"), [(1, 2), (2, 3), (3, 4), (4, 5), (5, 6), (6, 1)])
def test_a_monster_in_the_castle_ring_moves_one_space_clockwise(arc: int, next_arc: int) -> None:
    tower = next_arc % 6 + 1  # beyond the space it moves to
    position = moved(f"orc castle {arc}", towers=[tower])
    assert (board(position), position.towers, position.walls) == ([f"orc castle {next_arc}"], [tower], ALL)


def test_all_monsters_move_at_once() -> None:
    position = moved("orc forest 1", "orc archer 1", "troll knight 1", "goblin castle 3", "orc castle 4", towers=[1])
    assert board(position) == ["orc archer 1", "orc knight 1", "troll swordsman 1", "goblin castle 4", "orc castle 5"]


# ---- Walls ----


def test_a_monster_destroys_the_wall_takes_a_point_and_stays_in_the_swordsman_ring() -> None:
    position = moved("orc swordsman 3")
    assert (board(position), position.walls, position.towers) == (["orc swordsman 3 health 1"], [1, 2, 4, 5, 6], ALL)


def test_a_monster_destroyed_by_a_wall_is_discarded_and_the_wall_goes_with_it() -> None:
    position = moved("goblin swordsman 3")
    assert (board(position), position.walls, position.token_discards) == ([], [1, 2, 4, 5, 6], ["goblin"])


@pytest.mark.parametrize("fortified", [[], [2]], ids=["wall", "fortify token"])
def test_several_monsters_at_one_structure_are_all_held_by_a_wall_and_the_players_choose_one_to_be_hurt(fortified: list[int]) -> None:
    position = moved("goblin swordsman 2", "orc swordsman 2", "troll swordsman 2", fortified=fortified)
    assert options(position) == {"hurt@s2g1x", "hurt@s2o2x", "hurt@s2t3x"}
    assert position.game.mover(position) == TEAM
    position = play(position, "hurt@s2t3x")
    assert board(position) == ["goblin swordsman 2", "orc swordsman 2", "troll swordsman 2 health 2"]
    assert (position.walls, position.fortified) == (ALL if fortified else [1, 3, 4, 5, 6], [])


def test_the_chosen_monster_may_be_destroyed() -> None:
    position = play(moved("goblin swordsman 2", "troll swordsman 2"), "hurt@s2g1x")
    assert (board(position), position.token_discards) == (["troll swordsman 2"], ["goblin"])


def test_equal_monsters_at_one_wall_leave_nothing_to_choose() -> None:
    position = moved("orc swordsman 2", "orc swordsman 2")
    assert board(position) == ["orc swordsman 2 health 1", "orc swordsman 2"]
    assert "token.t" in options(position)


def test_a_monster_that_only_arrives_before_the_wall_is_not_asked_about() -> None:
    position = moved("orc swordsman 2", "troll knight 2")
    assert board(position) == ["orc swordsman 2 health 1", "troll swordsman 2"]


def test_a_fortify_token_goes_instead_of_its_wall() -> None:
    position = moved("orc swordsman 3", fortified=[3, 4])
    assert (board(position), position.walls, position.fortified) == (["orc swordsman 3 health 1"], ALL, [4])


def test_without_a_wall_a_monster_passes_into_the_castle_ring_unharmed() -> None:
    position = moved("orc swordsman 3", walls=[1, 2, 4, 5, 6], towers=[1])
    assert (board(position), position.walls) == (["orc castle 3"], [1, 2, 4, 5, 6])


# ---- Towers ----


def test_a_monster_that_enters_a_tower_destroys_it_takes_a_point_and_stays_there() -> None:
    position = moved("orc swordsman 3", walls=[])
    assert (board(position), position.towers) == (["orc castle 3 health 1"], [1, 2, 4, 5, 6])


def test_the_castle_ring_march_takes_tower_after_tower_and_passes_behind_walls() -> None:
    position = moved("troll castle 5", towers=[1, 6])
    assert (board(position), position.towers, position.walls) == (["troll castle 6 health 2"], [1], ALL)


def test_a_monster_destroyed_by_a_tower_is_discarded() -> None:
    position = moved("goblin swordsman 3", walls=[])
    assert (board(position), position.towers, position.token_discards) == ([], [1, 2, 4, 5, 6], ["goblin"])


@pytest.mark.parametrize(
    ("first", "second"),
    [("orc swordsman 3", "troll swordsman 3"), ("orc castle 2", "troll swordsman 3"), ("orc castle 2", "troll castle 2")],
)
def test_several_monsters_that_enter_one_tower_stay_there_and_the_players_choose_one_to_be_hurt(first: str, second: str) -> None:
    position = moved(first, second, walls=[], towers=[3, 5])
    assert options(position) == {"hurt@c3o2x", "hurt@c3t3x"}
    assert position.game.mover(position) == TEAM
    position = play(position, "hurt@c3o2x")
    assert (board(position), position.towers) == (["orc castle 3 health 1", "troll castle 3"], [5])


def test_only_monsters_that_move_into_the_tower_can_be_hurt_by_it() -> None:
    position = moved("troll castle 3", "orc castle 2", "goblin knight 4", towers=[4, 6])
    assert board(position) == ["goblin swordsman 4", "orc castle 3", "troll castle 4 health 2"]


def test_structures_under_attack_are_settled_one_by_one() -> None:
    monsters = ["orc swordsman 1", "troll swordsman 1", "orc swordsman 4", "troll swordsman 4"]
    position = moved(*monsters, walls=[1], towers=[4, 5])
    assert options(position) == {"hurt@s1o2x", "hurt@s1t3x"}
    position = play(position, "hurt@s1o2x")
    assert options(position) == {"hurt@c4o2x", "hurt@c4t3x"}
    position = play(position, "hurt@c4t3x")
    assert board(position) == ["orc swordsman 1 health 1", "troll swordsman 1", "orc castle 4", "troll castle 4 health 2"]
    assert (position.walls, position.towers) == ([], [5])


@pytest.mark.parametrize("monsters", [["orc swordsman 3", "troll swordsman 3"], ["orc castle 2", "troll swordsman 3"]])
def test_a_tarred_monster_takes_no_part_in_an_attack(monsters: Sequence[str]) -> None:
    position = moved(f"{monsters[0]} tarred", monsters[1], walls=[], towers=[3, 5])
    assert board(position) == [f"{monsters[0]} tarred", "troll castle 3 health 2"]


def test_no_tokens_are_drawn_before_the_structures_are_settled() -> None:
    position = moved("orc swordsman 1", "troll swordsman 1")
    assert not position.is_chance
    assert "token.t" in options(play(position, "hurt@s1o2x"))
