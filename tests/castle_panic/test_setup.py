"""Game Setup: what the box holds, the starting Monsters, the deal, and who begins."""

from __future__ import annotations

from collections import Counter

import pytest

from castle_panic.arrange import arrange, board, chances, options, play
from castlewise.models.castle_panic import stages
from castlewise.models.castle_panic.components import BASE
from castlewise.models.castle_panic.game import CastlePanic
from castlewise.models.castle_panic.position import Position
from castlewise.models.castle_panic.rule_set import read_rules
from castlewise.models.contract import TEAM, Node

TROOPS = [f"{colour} {troop}" for colour in ("red", "green", "blue") for troop in ("archer", "knight", "swordsman")]
SINGLE_CARDS = (
    "red hero", "green hero", "blue hero", "any archer", "any knight", "any swordsman", "fortify wall", "barbarian",
    "nice shot", "tar", "drive him back", "missing", "draw 2 cards", "scavenge",
)  # fmt: skip
EFFECTS = {
    "giant boulder": 4, "red monsters move 1": 2, "green monsters move 1": 2, "blue monsters move 1": 2, "monsters move clockwise": 1,
    "monsters move counter-clockwise": 1, "plague archers": 1, "plague knights": 1, "plague swordsmen": 1, "all players discard 1 card": 1,
    "draw 3 monster tokens": 1, "draw 4 monster tokens": 1,
}  # fmt: skip
MONSTERS = {"goblin": 6, "orc": 11, "troll": 10, "goblin king": 1, "orc warlord": 1, "troll mage": 1, "healer": 1}
PLACING = ("place.t@1", "place.o@2", "place.g@3", "place.g@4", "place.o@5", "place.g@6")


def start(rules: str) -> Position:
    return CastlePanic(read_rules(rules)).start()


def dealt(rules: str) -> Position:
    """Set up to the first turn: the same placing each time, and whatever card comes first in the list."""
    position = play(start(rules), *PLACING)
    while position.is_chance:
        position = play(position, next(iter(chances(position))))
    return position


def test_the_castle_deck_has_49_cards() -> None:
    assert Counter(start("players=4").deck) == dict.fromkeys(TROOPS, 3) | dict.fromkeys(SINGLE_CARDS, 1) | {"brick": 4, "mortar": 4}
    assert len(start("players=4").deck) == 49


def test_there_are_49_monster_tokens() -> None:
    assert {token.name: token.count for token in BASE.tokens} == MONSTERS | EFFECTS
    assert sum(token.count for token in BASE.tokens) == 49


@pytest.mark.parametrize(
    ("name", "health", "points"),
    [
        ("goblin", 1, 1),
        ("orc", 2, 2),
        ("troll", 3, 3),
        ("goblin king", 2, 4),
        ("orc warlord", 3, 4),
        ("troll mage", 3, 4),
        ("healer", 2, 4),
    ],
)
def test_damage_points_and_victory_points_of_each_monster(name: str, health: int, points: int) -> None:
    token = BASE.tokens[BASE.token(name)]
    assert (token.health, token.points) == (health, points)


def test_a_game_starts_with_six_towers_and_six_walls_and_nothing_on_them() -> None:
    position = start("players=4")
    assert position.towers == position.walls == [1, 2, 3, 4, 5, 6]
    assert (position.fortified, position.discards, position.token_discards) == ([], [], [])


def test_three_goblins_two_orcs_and_a_troll_are_taken_from_the_pile_to_start() -> None:
    position = start("players=4")
    assert Counter(position.pile) == MONSTERS | EFFECTS | {"goblin": 3, "orc": 9, "troll": 9}
    assert len(position.pile) == 43


def test_the_players_choose_which_starting_monster_goes_into_which_arc() -> None:
    position = start("players=4")
    assert position.game.mover(position) == TEAM
    assert options(position) == {"place.g@1", "place.o@1", "place.t@1"}
    position = play(position, "place.t@1")
    assert options(position) == {"place.g@2", "place.o@2"}
    position = play(position, *PLACING[1:5])
    assert options(position) == {"place.g@6"}


def test_one_starting_monster_stands_unhurt_in_each_arc_of_the_archer_ring() -> None:
    position = play(start("players=4"), *PLACING)
    assert board(position) == ["troll archer 1", "orc archer 2", "goblin archer 3", "goblin archer 4", "orc archer 5", "goblin archer 6"]


@pytest.mark.parametrize(("players", "cards"), [(1, 6), (2, 6), (3, 5), (4, 5), (5, 5), (6, 4)])
def test_hand_size_by_number_of_players(players: int, cards: int) -> None:
    position = dealt(f"players={players}")
    assert [len(hand) for hand in position.hands] == [cards] * players
    assert len(position.deck) == 49 - players * cards
    assert position.discards == []


def test_the_deal_draws_from_all_the_cards_left_in_the_deck() -> None:
    position = play(start("players=2"), *PLACING)
    assert position.game.node(position) is Node.CHANCE
    assert chances(position) == {f"card.{card.code}": card.count for card in BASE.cards}
    position = play(position, "card.ra", "card.ta")
    assert chances(position)["card.ra"] == 2
    assert "card.ta" not in chances(position)
    assert position.hands == [["red archer", "tar"], []]


@pytest.mark.parametrize("version", ["co-op", "master-slayer"])
def test_every_version_is_set_up_alike(version: str) -> None:
    position = dealt(f"players=3,{version}")
    assert (len(board(position)), position.walls, len(position.pile)) == (6, [1, 2, 3, 4, 5, 6], 43)
    assert [len(hand) for hand in position.hands] == [5, 5, 5]


def test_the_first_player_begins_with_the_discard_phase() -> None:
    position = dealt("players=3")
    assert position.game.mover(position) == position.player == 0
    assert "keep" in options(position)


def test_the_turns_after_the_deal_are_first_turns_without_drawing_up() -> None:
    position = play(dealt("players=2"), "keep", "no-trade", "end", "token.ps", "token.pa")
    assert (position.player, position.hand, options(position)) == (1, ["red hero"], {"keep", "discard.rh"})  # five cards lost, none drawn


@pytest.mark.parametrize("players", [1, 2, 3, 4, 5, 6])
def test_play_goes_clockwise_round_the_table(players: int) -> None:
    following = [arrange(f"players={players}", player=player, stage=stages.END_TURN).player for player in range(players)]
    assert following == [*range(1, players), 0]


def test_every_card_has_a_code_of_its_own() -> None:
    assert [code for code, uses in Counter(card.code for card in BASE.cards).items() if uses > 1] == []


def test_every_token_has_a_code_of_its_own() -> None:
    assert [code for code, uses in Counter(token.code for token in BASE.tokens).items() if uses > 1] == []
