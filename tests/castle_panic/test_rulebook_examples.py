"""The worked examples of the rulebooks, played from beginning to end."""

from __future__ import annotations

import pytest

from castle_panic.arrange import arrange, board, options, play
from castlewise.models.castle_panic import stages

JOE, KATIE = 0, 1


@pytest.mark.parametrize(("rules", "roll"), [("edition=2", 1), ("edition=1,master-slayer", 6)], ids=["2nd edition", "1st edition"])
def test_the_sample_turn(rules: str, roll: int) -> None:
    position = arrange(
        f"players=4,{rules}",
        hand=["brick", "blue knight", "blue archer", "green archer"], others=[["green archer", "tar"], ["any archer", "brick"], []],
        monsters=["orc archer 3", "troll knight 5"], walls=[1, 2, 3, 5, 6], stage=stages.BEGIN_TURN,
    )  # fmt: skip
    position = play(position, "card.rs")  # phase 1: four cards, drawn up to five
    position = play(position, "discard.ba", "card.mo")  # phase 2
    position = play(position, "trade.rs.p2.ga")  # phase 3
    if "master-slayer" in rules:
        assert position.game.mover(position) == KATIE
        position = play(position, "accept")
    assert position.hands[JOE] == ["green archer", "green archer", "blue knight", "brick", "mortar"]
    position = play(position, "ga@a3o2", "ga@a3o1")  # phase 4: the Orc is slain
    trophy = "master-slayer" in rules
    assert (position.trophies[JOE], position.token_discards) == ((["orc"], []) if trophy else ([], ["orc"]))
    position = play(position, "bk@k5t3")
    assert board(position) == ["troll knight 5 health 2"]
    assert options(position) == {"br.mo@4", "end"}
    position = play(position, "br.mo@4", "end")  # the Wall, then phase 5
    assert (position.walls, board(position)) == ([1, 2, 3, 4, 5, 6], ["troll swordsman 5 health 2"])
    position = play(position, "token.g", f"roll.{roll}", "token.pa")  # phase 6
    assert board(position) == [f"goblin forest {roll}", "troll swordsman 5 health 2"]
    assert position.hands == [[], ["red swordsman", "tar"], ["brick"], []]
    assert position.player == KATIE


def test_the_troll_that_walks_through_wall_and_towers() -> None:
    troll = arrange("players=3", monsters=["troll swordsman 4"], stage=stages.MOVE_PHASE, first_turns=3)
    assert (board(troll), troll.walls, troll.towers) == (["troll swordsman 4 health 2"], [1, 2, 3, 5, 6], [1, 2, 3, 4, 5, 6])
    inside = play(troll, "token.pa", "token.pk", "end")  # two tokens without effect, a turn without plays, its Move phase
    assert (board(inside), inside.towers, inside.player) == (["troll castle 4 health 1"], [1, 2, 3, 5, 6], 1)
    gone = play(inside, "token.ps", "token.ad", "end")
    assert (board(gone), gone.towers, gone.walls) == ([], [1, 2, 3, 6], [1, 2, 3, 5, 6])
    assert gone.token_discards.count("troll") == 1


def test_a_hit_card_must_match_both_colour_and_ring() -> None:
    monsters = ["orc archer 3", "orc archer 5", "orc knight 3"]
    assert options(arrange(hand=["green archer"], monsters=monsters)) == {"ga@a3o2", "end"}
    assert options(arrange(hand=["green archer"], monsters=monsters[1:])) == {"end"}
