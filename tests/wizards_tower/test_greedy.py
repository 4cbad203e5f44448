"""The greedy player of the Wizard's Tower: always legal, and worth asking."""

from __future__ import annotations

import pytest

from castle_panic.differential import Skilled
from castlewise.models.castle_panic.game import CastlePanic
from castlewise.models.castle_panic.position import Position
from castlewise.models.castle_panic.rule_set import read_rules
from wizards_tower.arrange import arrange, board


def decided(position: Position) -> str:
    player = Skilled(position.game, 1.0, 1)
    return position.game.short(position, player.choose(position))


@pytest.mark.parametrize(
    "rules", ["players=1,solo-basilisk", "players=2,too-quiet", "players=5,master-slayer", "players=3,random-monster-mix,growing-fire"]
)
def test_what_the_greedy_player_picks_is_among_the_choices(rules: str) -> None:
    game = CastlePanic(read_rules(f"{rules},wizards-tower"), compiled=False)
    for seed in range(6):
        player, position = Skilled(game, 1.0, seed), game.start()
        while not position.is_over:  # Skilled compares every decision with the list
            move = player.chance(position) if position.is_chance else player.choose(position)
            position = game.apply(position, move)


@pytest.mark.parametrize(
    ("hand", "monsters", "expected"),
    [
        (["red knight", "enchanted"], ["ogre knight 1"], "en.rk@k1og4"),
        (["red knight", "change color"], ["orc knight 5"], "co.rk@k5o2"),
        (["hammer of light"], ["ogre forest 3", "orc forest 1"], "whl@f3og4"),
        (["chain lightning"], ["orc swordsman 1", "troll swordsman 1", "orc archer 3"], "wcl@s1"),
        (["wall of force"], ["orc swordsman 4", "troll swordsman 4", "orc archer 3"], "wwf@4"),
        (["eye of the oracle", "red archer"], ["orc archer 1"], "weo"),
        (["red archer"], ["doppelganger archer 1"], "end"),
        (["red swordsman"], ["cyclops swordsman 1"], "end"),
    ],
)
def test_the_greedy_player_knows_the_new_cards(hand: list[str], monsters: list[str], expected: str) -> None:
    position = arrange(hand=hand, monsters=monsters)
    assert decided(position) == expected
    assert len(board(position)) == len(monsters)


def test_the_greedy_player_draws_from_the_wizard_deck_and_puts_out_fires() -> None:
    assert decided(arrange(stage="which-deck", draws=[1, 0], either_deck=True, then="trade", monsters=["orc archer 1"])) == "wizards"
    assert decided(arrange(hand=["brick"], burning=["t2", "t2"], monsters=["orc archer 1"])) == "out.br@t2"
