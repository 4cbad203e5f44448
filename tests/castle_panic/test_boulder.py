"""The Giant Boulder: the five printed scenarios, Fortify tokens, and what lies in its path.

A Boulder rolls in arc 2 here, so its opposite arc is 5. Its own arc, the opposite one and a bystander's are full of Monsters.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import pytest

from castle_panic.arrange import arrange, board, chances, play
from castlewise.models.castle_panic import stages
from castlewise.models.castle_panic.position import Position

NEAR = ["goblin forest 2", "orc archer 2", "troll knight 2", "healer swordsman 2 health 1"]
FAR = ["goblin forest 5", "orc archer 5", "troll knight 5", "orc swordsman 5"]
BYSTANDERS = ["goblin forest 1", "orc swordsman 3", "troll castle 6"]
NEAR_CASTLE, FAR_CASTLE = ["orc castle 2"], ["troll castle 5"]
TOWERS = [1, 3]  # those that still stand besides the ones a case is about


def rolled(monsters: Sequence[str], walls: Sequence[int], towers: Sequence[int], fortified: Sequence[int] = (), arc: int = 2) -> Position:
    position = arrange(monsters=monsters, walls=walls, towers=towers, fortified=fortified, stage=stages.BEGIN_TOKENS)
    return play(position, "token.gb", f"roll.{arc}")


@pytest.mark.parametrize(
    ("structures", "left", "crushed", "spared"),
    [
        pytest.param("w2 w5 t2 t5", "w5 t2 t5", NEAR, FAR, id="scenario 1: the Wall of its own arc"),
        pytest.param("w5 t2 t5", "w5 t5", NEAR, FAR, id="scenario 2: the Tower of its own arc"),
        pytest.param("w5 t5", "w5", NEAR + NEAR_CASTLE, FAR, id="scenario 3: the Tower of the opposite arc"),
        pytest.param("w5", "", NEAR + NEAR_CASTLE + FAR_CASTLE, FAR, id="scenario 4: the Wall of the opposite arc"),
        pytest.param("", "", NEAR + NEAR_CASTLE + FAR_CASTLE + FAR, [], id="scenario 5: all the way across"),
        pytest.param("w2 f2 w5 t2 t5", "w2 w5 t2 t5", NEAR, FAR, id="the Fortify token of its own arc"),
        pytest.param("w5 f5 t5", "w5 f5", NEAR + NEAR_CASTLE, FAR, id="the opposite Tower stands before the Fortify token"),
        pytest.param("w5 f5", "w5", NEAR + NEAR_CASTLE + FAR_CASTLE, FAR, id="the Fortify token of the opposite arc"),
        pytest.param("w2 t5", "t5", NEAR, FAR + NEAR_CASTLE, id="a Wall before a fallen Tower shields the Castle ring"),
        pytest.param("t2", "", NEAR, FAR + FAR_CASTLE, id="its own Tower shields what is beyond"),
    ],
)
def test_giant_boulder_destroys_all_in_its_path_and_stops_at_its_first_structure(
    structures: str, left: str, crushed: list[str], spared: list[str]
) -> None:
    def arcs(words: str, letter: str, others: Sequence[int]) -> list[int]:
        return sorted([*(int(word[1]) for word in words.split() if word[0] == letter), *others])

    before = {letter: arcs(structures, letter, others) for letter, others in (("w", [1, 3]), ("t", TOWERS), ("f", []))}
    position = rolled(crushed + spared + BYSTANDERS, before["w"], before["t"], before["f"])
    assert Counter(board(position)) == Counter(spared + BYSTANDERS)
    assert (position.walls, position.towers, position.fortified) == (arcs(left, "w", [1, 3]), arcs(left, "t", TOWERS), arcs(left, "f", []))
    names = [monster.rsplit(" health", 1)[0].rsplit(" ", 2)[0] for monster in crushed]
    assert Counter(position.token_discards) == Counter([*names, "giant boulder"])


@pytest.mark.parametrize(("arc", "opposite"), [(1, 4), (2, 5), (3, 6), (4, 1), (5, 2), (6, 3)])
def test_the_boulder_crosses_to_the_opposite_arc(arc: int, opposite: int) -> None:
    monsters = [f"goblin forest {other}" for other in range(1, 7)]
    position = rolled(monsters, walls=[1, 2, 3, 4, 5, 6], towers=[1, 2, 3, 4, 5, 6], arc=arc)
    assert position.walls == [other for other in range(1, 7) if other != arc]
    open_arcs = [other for other in range(1, 7) if other not in (arc, opposite)]
    position = rolled(monsters, walls=open_arcs, towers=open_arcs, arc=arc)
    assert board(position) == [f"goblin forest {other}" for other in open_arcs]
    assert (position.walls, position.towers) == (open_arcs, open_arcs)


def test_the_boulder_is_rolled_for_and_never_placed_on_the_board() -> None:
    position = play(arrange(stage=stages.BEGIN_TOKENS), "token.gb")
    assert chances(position) == {f"roll.{arc}": 1 for arc in range(1, 7)}
    position = play(position, "roll.2")
    assert (board(position), position.token_discards) == ([], ["giant boulder"])
    assert sum(chances(position).values()) == 48  # the second token of the turn


def test_only_a_boulder_reaches_monsters_in_the_forest() -> None:
    hand = ["barbarian", "red hero", "any archer", "nice shot", "drive him back"]
    forest = arrange(hand=hand, monsters=["orc forest 2"])
    assert len(forest.game.choices(forest)) == 1  # to end
    assert board(rolled(["orc forest 2"], [2], [2])) == []


def test_a_tarred_monster_is_crushed_by_a_boulder() -> None:
    assert board(rolled(["troll archer 2 tarred", "orc archer 3"], [2], [2])) == ["orc archer 3"]
