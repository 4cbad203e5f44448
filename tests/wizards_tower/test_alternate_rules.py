"""The expansion's alternate rules, each a switch."""

from __future__ import annotations

from collections import Counter
from typing import Any

from castlewise.models.castle_panic.expansions.wizards_tower.components import SHORTAGE
from castlewise.models.castle_panic.game import CastlePanic
from castlewise.models.castle_panic.rule_set import read_rules
from wizards_tower.arrange import arrange, board, chances, move_monsters, options, play, token


def test_death_benefit_makes_every_hand_a_card_larger_for_the_rest_of_the_game() -> None:
    rules = "players=3,death-benefit"
    position = play(
        arrange(rules, hand=["wizard quake", "mystical manufacturing", "brick"], monsters=["orc archer 4"], deck=["tar"]),
        "wwq@6",
    )
    assert position.state.benefit == 1  # type: ignore[attr-defined]
    position = play(position, "wmm.br.wizard@6")
    assert (position.wizards_tower, position.state.benefit) == (6, 1)  # type: ignore[attr-defined]
    full = ["red archer", "red knight", "red swordsman", "green archer", "green knight"]
    assert chances(arrange(rules, hand=full, benefit=True, stage="draw-up", deck=["tar"], monsters=["orc archer 4"])) == {"card.ta": 1}


def test_flaming_tar_adds_a_flame_when_flame_and_tar_meet() -> None:
    rules = "players=2,flaming-tar"
    assert board(play(arrange(rules, hand=["tar"], monsters=["ogre archer 1 flames 1"]), "ta@a1og4b")) == ["ogre archer 1 tarred flames 2"]
    position = arrange(rules, hand=["flaming", "red archer"], monsters=["ogre archer 1 tarred"])
    assert board(play(position, "fl.ra@a1og4t")) == ["ogre archer 1 health 3 tarred flames 2"]
    assert board(play(arrange(hand=["tar"], monsters=["ogre archer 1 flames 1"]), "ta@a1og4b")) == ["ogre archer 1 tarred flames 1"]


def test_goblin_cavalry_hobble_slows_wounded_cavalry_to_one_space() -> None:
    monsters = ("goblin cavalry forest 1 health 1", "goblin cavalry forest 3")
    assert board(move_monsters(*monsters, rules="players=2,cavalry-hobble")) == [
        "goblin cavalry archer 1 health 1",
        "goblin cavalry knight 3",
    ]
    assert board(move_monsters(*monsters)) == ["goblin cavalry knight 1 health 1", "goblin cavalry knight 3"]


def test_monster_shortage_has_its_own_tokens_and_two_of_three_mega_bosses() -> None:
    position = CastlePanic(read_rules("players=2,wizards-tower,monster-shortage"), compiled=False).start()
    assert Counter(position.pile) == SHORTAGE | {"harbinger": 2}
    assert set(chances(arrange("players=2,monster-shortage", stage="announce"))) == {"boss.cm", "boss.dr", "boss.wl"}


def test_too_quiet_places_an_imp_in_every_arc_when_the_players_clear_the_board() -> None:
    position = play(arrange("players=2,too-quiet", hand=["red archer"], monsters=["orc archer 1 health 1"]), "ra@a1o1")
    assert board(position) == [f"imp forest {arc}" for arc in range(1, 7)]


def test_too_quiet_does_nothing_when_the_game_is_won_or_structures_clear_the_board() -> None:
    won = play(arrange("players=2,too-quiet", hand=["red archer"], monsters=["orc archer 1 health 1"], pile=[]), "ra@a1o1")
    assert won.game.result(won).won  # type: ignore[union-attr]
    assert board(move_monsters("orc swordsman 1 health 1", rules="players=2,too-quiet")) == []


def test_harbingers_says_how_many_mega_bosses_come_mega_boss_bulk_up() -> None:
    for number in (0, 4, 6):
        position = CastlePanic(read_rules(f"players=2,wizards-tower,harbingers={number}"), compiled=False).start()
        assert position.pile.count("harbinger") == number


def test_growing_fire_feeds_the_burning_structures_of_the_arc_where_a_monster_is_placed() -> None:
    position = play(token("og", name="ogre", rules="players=2,growing-fire", burning=["w2", "t2", "w3"]), "roll.2")
    assert (position.wall_flames, position.tower_flames) == ([0, 2, 1, 0, 0, 0], [0, 2, 0, 0, 0, 0])
    assert play(token("og", name="ogre", burning=["w2"]), "roll.2").wall_flames == [0, 1, 0, 0, 0, 0]


def test_growing_fire_may_destroy_the_last_tower() -> None:
    position = token("og", name="ogre", rules="players=2,growing-fire", towers=[6], walls=[], burning=["t6", "t6"])
    assert play(position, "roll.6").is_over


def test_necromancer_randomizer_returns_any_token() -> None:
    stated: dict[str, Any] = {
        "monsters": ["necromancer swordsman 1 health 1"],
        "stage": "move",
        "token_discards": ["orc", "plague knights", "hydra"],
    }
    assert chances(arrange("players=2,necromancer-randomizer", **stated)) == {"raise.o": 1, "raise.pk": 1}
    assert chances(arrange(**stated)) == {"raise.o": 1}


def test_random_monster_mix_removes_21_tokens_of_the_base_game_at_random() -> None:
    position = play(CastlePanic(read_rules("players=2,wizards-tower,random-monster-mix"), compiled=False).start(), "wizard@1")
    assert sum(chances(position).values()) == 49
    assert chances(position)["remove.g"] == 6
    for _ in range(21):
        position = play(position, sorted(options(position))[0])
    assert (len(position.pile), "starts.og@1" in options(position)) == (49 + 19 + 3 - 21, True)


def test_growing_fire_may_take_the_kings_tower_when_the_warlock_comes() -> None:
    """A player whose only card is the Wizard card that the Warlock takes has none left for the King's Tower."""
    stated: dict[str, Any] = {"homes": [1, 2], "king": 3, "burning": ["t3", "t3"], "hands": [["teleport"], ["brick", "tar"]], "walls": [1]}
    position = token("ha", name="harbinger", rules="players=2,kings-tower,growing-fire", **stated)
    position = play(position, "boss.wl", "roll.3")
    assert (position.towers, position.hands[0], options(position)) == ([1, 2, 4, 5, 6], [], {"give.br", "give.ta"})
    assert play(position, "give.br").hands == [[], ["tar"]]
