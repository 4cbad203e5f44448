"""Ending the Game: every way to lose and to win, and what is not yet an end."""

from __future__ import annotations

import pytest

from castle_panic.arrange import arrange, board, options, play
from castlewise.models.castle_panic import stages
from castlewise.models.castle_panic.position import Position
from castlewise.models.contract import Node, Result

TOWERS_LOST = Result(False, "the last Tower was destroyed", ())
MOVE, TOKENS = stages.MOVE_PHASE, stages.BEGIN_TOKENS


def result(position: Position) -> Result | None:
    return position.game.result(position)


def assert_over(position: Position, expected: Result) -> None:
    assert result(position) == expected
    assert position.game.node(position) is Node.OVER
    assert (position.game.choices(position), position.game.outcomes(position)) == ([], [])
    pending = ("resume", "cards_due", "tokens_due", "tokens_after", "token", "discarders", "homeless")
    assert [name for name in pending if getattr(position.state, name) != 0] == []
    assert not any(monster.attacking for monster in position.monsters)


def won_by(*players: int) -> Result:
    return Result(True, "every Monster is slain and a Tower stands", players)


@pytest.mark.parametrize(
    ("stage", "monsters", "moves"),
    [
        pytest.param(MOVE, ["troll swordsman 3"], [], id="entered from the Swordsman ring"),
        pytest.param(MOVE, ["troll castle 2"], [], id="entered from the Castle ring"),
        pytest.param(TOKENS, ["troll castle 2"], ["token.cw"], id="rotated clockwise"),
        pytest.param(TOKENS, ["troll castle 4"], ["token.cc"], id="rotated counter-clockwise"),
        pytest.param(TOKENS, ["troll swordsman 3"], ["token.mg"], id="moved by a colour token"),
        pytest.param(TOKENS, ["troll swordsman 3"], ["token.tm", "roll.1"], id="moved by the Troll Mage"),
        pytest.param(TOKENS, ["troll swordsman 3"], ["token.ow", "roll.4"], id="moved by the Orc Warlord"),
        pytest.param(TOKENS, ["troll castle 2"], ["token.d3", "token.cw"], id="with more tokens due"),
        pytest.param(TOKENS, [], ["token.gb", "roll.3"], id="hit by a Boulder"),
        pytest.param(TOKENS, [], ["token.gb", "roll.6"], id="hit by a Boulder from the far side"),
    ],
)
def test_the_game_is_lost_when_the_last_tower_falls_whatever_walls_remain(stage: int, monsters: list[str], moves: list[str]) -> None:
    position = play(arrange(monsters=monsters, towers=[3], walls=[1, 2, 4, 5], stage=stage), *moves)
    assert (position.towers, position.walls) == ([], [1, 2, 4, 5])
    assert_over(position, TOWERS_LOST)


def test_the_game_goes_on_while_one_tower_stands() -> None:
    position = arrange(monsters=["troll swordsman 3"], towers=[3, 5], walls=[], stage=MOVE)
    assert (position.towers, result(position)) == ([5], None)


@pytest.mark.parametrize("card", ["ra@a1o1", "ns.ra@a1o1", "Barbarian slays the Orc in archer 1"])
def test_slaying_the_last_monster_with_the_pile_empty_wins_at_once(card: str) -> None:
    position = arrange(hand=["red archer", "nice shot", "barbarian"], monsters=["orc archer 1 health 1"], pile=[], towers=[4], walls=[])
    assert result(position) is None
    assert_over(play(position, card), won_by(0, 1))


def test_tokens_in_the_pile_keep_the_game_going() -> None:
    position = arrange(hand=["red archer"], monsters=["goblin archer 1"], pile=["plague archers"])
    position = play(position, "ra@a1g1")
    assert (board(position), result(position), options(position)) == ([], None, {"end"})


def test_a_monster_on_the_board_keeps_the_game_going() -> None:
    position = arrange(hand=["red archer"], monsters=["goblin archer 1", "goblin forest 3"], pile=[])
    assert result(play(position, "ra@a1g1")) is None


@pytest.mark.parametrize("structure", ["wall", "tower"])
def test_the_game_is_won_when_a_structure_takes_the_last_monster(structure: str) -> None:
    walls = [3] if structure == "wall" else []
    position = arrange("players=3", monsters=["goblin swordsman 3"], walls=walls, pile=[], stage=MOVE)
    assert_over(position, won_by(0, 1, 2))


@pytest.mark.parametrize(
    ("last", "monsters", "moves"), [("plague archers", [], ["token.pa"]), ("giant boulder", ["troll archer 2"], ["token.gb", "roll.2"])]
)
def test_the_game_is_won_when_the_last_token_leaves_no_monster(last: str, monsters: list[str], moves: list[str]) -> None:
    position = arrange(monsters=monsters, pile=[last], stage=TOKENS)
    assert result(position) is None
    assert_over(play(position, *moves), won_by(0, 1))


def test_when_is_the_game_won_not_while_a_token_is_being_resolved() -> None:
    drawn = play(arrange(pile=["goblin"], stage=TOKENS), "token.g")
    assert (drawn.pile, board(drawn), result(drawn)) == ([], [], None)  # the die is still to be rolled
    assert result(play(drawn, "roll.1")) is None
    giving = play(arrange(pile=["all players discard 1 card"], hand=["brick", "tar"], stage=TOKENS), "token.ad")
    assert result(giving) is None
    assert result(play(giving, "give.br")) == won_by(0, 1)


def test_last_monster_on_the_last_tower_is_a_loss() -> None:
    position = arrange(monsters=["goblin castle 2"], towers=[3], pile=[], stage=MOVE)
    assert_over(position, TOWERS_LOST)


def test_all_remaining_towers_entered_at_once_asks_nobody() -> None:
    monsters = ["orc swordsman 3", "troll swordsman 3", "orc castle 4", "goblin swordsman 1", "troll swordsman 1"]
    position = arrange(monsters=monsters, towers=[3, 5], walls=[1], stage=MOVE)
    assert position.towers == []
    assert_over(position, TOWERS_LOST)


def test_all_towers_but_one_entered_at_once_still_asks() -> None:
    position = arrange(monsters=["orc swordsman 3", "troll swordsman 3", "orc castle 4"], towers=[1, 3, 5], walls=[], stage=MOVE)
    assert options(position) == {"hurt@c3o2x", "hurt@c3t3x"}
    position = play(position, "hurt@c3o2x")
    assert (position.towers, result(position)) == ([1], None)
