"""The tiles, the cards, and what lies on the table before the first turn of each level."""

from __future__ import annotations

import pytest

from castellion.arrange import chances, draw, mover, options, play, result
from castlewise.models.castellion.game import Castellion
from castlewise.models.castellion.ordeals import ASSAULTS, EXAMS, SIMULATIONS, Number
from castlewise.models.castellion.position import Position
from castlewise.models.castellion.rule_set import APPENDICES, LEVELS, RuleSet, read_rules
from castlewise.models.castellion.tiles import FACTIONS, SHAPES, TILES
from castlewise.models.contract import Node

TURNED = {"card.3.3T2B": 1, "card.3.3B2L": 1, "card.3.2T3L": 1}


def start(rules: str) -> Position:
    return Castellion(read_rules(rules)).start()


def test_there_are_72_defenders_18_of_each_faction_and_12_traitors_three_of_them_black_bordered() -> None:
    tiles = dict(zip([tile.name for tile in TILES], RuleSet().all_tiles, strict=True))
    assert {faction: sum(tiles[f"{faction} {shape}"] for shape in SHAPES) for faction in FACTIONS} == dict.fromkeys(FACTIONS, 18)
    assert (tiles["traitor"], tiles["black traitor"], sum(tiles.values())) == (9, 3, 84)


def test_every_faction_has_six_tiles_of_each_shape() -> None:
    assert RuleSet().all_tiles[:12] == (6,) * 12


def test_the_safe_pile_has_12_defenders_and_no_traitor_the_standard_pile_the_other_72_tiles() -> None:
    position = play(start("introductory"), "card.3.3T2B")
    assert (len(position.safe), len(position.standard)) == (12, 72)
    assert [tile for tile in position.safe if "traitor" in tile] == []
    assert [tile for tile in position.standard if "traitor" in tile] == ["traitor"] * 9 + ["black traitor"] * 3


@pytest.mark.parametrize(
    ("level", "numbers", "texts"),
    [
        ("introductory", EXAMS, ["1T1B1L:5", "earthworm-1:2", "3T2B.3B2L.2T3L:5"]),
        ("base", SIMULATIONS, ["1T1B1L:3", "2T2B.2B2L.2T2L:3", "3T2B.3B2L.2T3L:3"]),
        (
            "expert",
            ASSAULTS,
            [
                "2T-else-16.2B-else-16.2L-else-16.earthworm-1:2",
                "3T-else-32.3B-else-32.3L-else-32.earthworm-2:2",
                "5T-else-42.5B-else-42.5L-else-42.earthworm-3:2",
            ],
        ),
    ],
)
def test_the_ordeals_of_each_level_and_their_traitors(level: str, numbers: tuple[Number, ...], texts: list[str]) -> None:
    assert LEVELS[level] == numbers
    assert [number.text for number in numbers] == texts


def test_there_are_5_exams_7_simulations_and_12_assaults() -> None:
    assert [sum(len(number.cards) for number in numbers) for numbers in LEVELS.values()] == [5, 7, 12]


def test_introductory_setup_exam_i_and_ii_lie_open_and_one_of_three_exams_iii_is_turned_up() -> None:
    position = start("introductory")
    assert [str(card) for card in position.ordeals] == ["1T1B1L (Exam I)", "earthworm 1 (Exam II)", "None"]
    assert chances(position) == TURNED
    position = play(position, "card.3.3B2L")
    assert str(position.ordeals[2]) == "3B2L (Exam III)"
    assert options(position) == {"draw.safe", "draw.standard"}


def test_base_setup_one_simulation_ii_and_one_simulation_iii_are_turned_up() -> None:
    position = start("base")
    assert [card and card.text for card in position.ordeals] == ["1T1B1L", None, None]
    assert chances(position) == {"card.2.2T2B": 1, "card.2.2B2L": 1, "card.2.2T2L": 1}
    position = play(position, "card.2.2T2L")
    assert chances(position) == TURNED
    position = play(position, "card.3.3T2B")
    assert [card and card.text for card in position.ordeals] == ["1T1B1L", "2T2L", "3T2B"]
    assert options(position) == {"draw.safe", "draw.standard", "meet"}


def test_expert_setup_all_three_assaults_lie_face_down() -> None:
    position = start("expert")
    assert position.ordeals == [None, None, None]
    assert options(position) == {"draw.safe", "draw.standard", "meet"}


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("players", [1, 2])
def test_a_game_begins_with_empty_castles_full_piles_and_no_traitor_beside_an_ordeal(level: str, players: int) -> None:
    position = start(level + (",two-player" if players == 2 else ""))
    while position.is_chance:
        position = play(position, max(options(position)))
    assert position.castles == [[]] * players
    assert (len(position.safe), len(position.standard)) == (12, 72)
    assert (position.revealed, position.discards, position.prison, position.pantry) == ([], [], [], [])
    assert (position.hand, position.vigil, position.haunted) == (None, None, None)
    assert (position.met, position.traitors, position.player, mover(position)) == (0, (0, 0), 0, 0)
    assert result(position) is None


def test_two_player_setup_the_champion_of_the_oniverse_lies_with_nobody() -> None:
    position = play(start("introductory,two-player"), "card.3.3T2B")
    assert position.state.champion == 0
    assert (draw(position, 0), draw(position, 1)) == ("", "")


@pytest.mark.parametrize("appendix", sorted(APPENDICES.keys() - {"vigil", "prophet"}))
@pytest.mark.parametrize("level", LEVELS)
def test_an_appendix_that_only_sets_out_the_pawn_is_set_up_like_its_level(level: str, appendix: str) -> None:
    plain, varied = start(level), start(f"{level},{appendix}")
    assert (varied.game.node(varied), chances(varied)) == (plain.game.node(plain), chances(plain))
    assert options(varied) == options(plain)
    assert varied.state.pawn == int(appendix != "prison")


def test_a_drawn_ordeal_is_settled_by_chance_not_by_a_player() -> None:
    assert [(level, Castellion(read_rules(level)).node(start(level))) for level in LEVELS] == [
        ("introductory", Node.CHANCE),
        ("base", Node.CHANCE),
        ("expert", Node.CHOICE),
    ]
