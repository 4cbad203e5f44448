"""Phase 4, Play Cards: the reach of every Castle card, and what it does."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from castle_panic.arrange import arrange, board, chances, options, play
from castlewise.models.castle_panic.board import RINGS
from castlewise.models.castle_panic.components import BASE

RED, GREEN, BLUE = (1, 2), (3, 4), (5, 6)
EVERY = RED + GREEN + BLUE
FIELD = ("archer", "knight", "swordsman")
# A Monster in every space but castle 1, where the last Tower stands.
SPACES = [(ring, arc) for ring in RINGS for arc in EVERY if (ring, arc) != ("castle", 1)]
NAMES = ["goblin"] * 6 + ["orc"] * 11 + ["troll"] * 10 + ["healer", "troll mage"]
CROWD = [f"{name} {ring} {arc}" for name, (ring, arc) in zip(NAMES, SPACES, strict=True)]

REACH: list[tuple[str, Sequence[str], Sequence[int]]] = [
    *((f"{colour} {troop}", [troop], arcs) for colour, arcs in (("red", RED), ("green", GREEN), ("blue", BLUE)) for troop in FIELD),
    *((f"any {troop}", [troop], EVERY) for troop in FIELD),
    ("red hero", FIELD, RED),
    ("green hero", FIELD, GREEN),
    ("blue hero", FIELD, BLUE),
    ("barbarian", [*FIELD, "castle"], EVERY),
    ("drive him back", [*FIELD, "castle"], EVERY),
    ("tar", RINGS, EVERY),
]


def code(card: str) -> str:
    return BASE.cards[BASE.card(card)].code


@pytest.mark.parametrize(("card", "rings", "arcs"), REACH, ids=[card for card, _, _ in REACH])
def test_a_card_reaches_exactly_the_monsters_in_its_rings_and_colours(card: str, rings: Sequence[str], arcs: Sequence[int]) -> None:
    position = arrange(hand=[card], monsters=CROWD, towers=[1])
    expected = {f"{ring[0]}{arc}" for ring, arc in SPACES if ring in rings and arc in arcs}
    assert {choice.split("@")[1][:2] for choice in options(position) - {"end"}} == expected
    assert all(choice.startswith(f"{code(card)}@") for choice in options(position) - {"end"})


@pytest.mark.parametrize("card", [card.name for card in BASE.cards if card.effect == "hit"])
def test_no_hit_card_reaches_the_forest_or_the_castle_ring(card: str) -> None:
    unreachable = [monster for monster in CROWD if " forest " in monster or " castle " in monster]
    assert options(arrange(hand=[card, "nice shot"], monsters=unreachable, towers=[1])) == {"end"}


@pytest.mark.parametrize(("name", "points"), [("goblin", 1), ("orc", 2), ("troll", 3)])
def test_a_hit_takes_one_point_and_the_last_point_slays(name: str, points: int) -> None:
    position = arrange(hand=["red knight"] * 3, monsters=[f"{name} knight 2"])
    for left in range(points, 0, -1):
        assert options(position) == {f"rk@k2{name[0]}{left}", "end"}
        position = play(position, f"rk@k2{name[0]}{left}")
    assert board(position) == []
    assert position.token_discards == [name]
    assert position.discards == ["red knight"] * points


def test_a_hit_monster_stays_where_it_is_with_one_point_fewer() -> None:
    position = play(arrange(hand=["blue swordsman"], monsters=["troll swordsman 6"]), "bs@s6t3")
    assert board(position) == ["troll swordsman 6 health 2"]
    assert (position.hand, position.discards, position.token_discards) == ([], ["blue swordsman"], [])


def test_several_cards_may_hit_several_monsters_or_the_same_one() -> None:
    position = arrange(hand=["red archer", "red hero"], monsters=["orc archer 1", "orc archer 2"])
    assert options(position) == {"ra@a1o2", "ra@a2o2", "rh@a1o2", "rh@a2o2", "end"}
    assert board(play(position, "ra@a1o2", "rh@a2o2")) == ["orc archer 1 health 1", "orc archer 2 health 1"]
    assert board(play(position, "ra@a1o2", "rh@a1o1")) == ["orc archer 2"]


def test_monsters_of_one_space_are_told_apart_by_kind_and_health() -> None:
    monsters = ["orc archer 1", "orc archer 1", "orc archer 1 health 1", "troll archer 1"]
    position = arrange(hand=["red archer"], monsters=monsters)
    assert len(position.game.choices(position)) == 4  # two equal Orcs are one choice
    assert options(position) == {"ra@a1o2", "ra@a1o1", "ra@a1t3", "end"}
    assert board(play(position, "ra@a1o2")) == ["orc archer 1 health 1", "orc archer 1 health 1", "orc archer 1", "troll archer 1"]


def test_any_number_of_cards_may_be_played_even_none() -> None:
    position = arrange(hand=["red archer", "red archer", "missing"], monsters=["troll archer 1"])
    ended = play(position, "end")
    assert (ended.hand, ended.discards, board(ended)) == (position.hand, [], ["troll knight 1"])
    assert play(position, "ra@a1t3", "ra@a1t2", "mi").hand == []


def test_only_the_turn_player_plays_cards() -> None:
    hands: dict[str, Any] = {"hand": ["red archer"], "others": [["red knight"]]}
    position = arrange(monsters=["orc archer 1", "orc knight 1"], player=1, **hands)
    assert options(position) == {"rk@k1o2", "end"}
    assert position.game.mover(position) == 1


def test_a_played_card_is_on_the_discards_at_once() -> None:
    position = arrange(hand=["red archer", "scavenge"], monsters=["orc archer 1"])
    assert options(position) == {"ra@a1o2", "end"}
    position = play(position, "ra@a1o2")
    assert options(position) == {"sc.ra", "end"}
    assert board(play(position, "sc.ra", "ra@a1o1")) == []


# ---- Slaying ----


@pytest.mark.parametrize("space", ["archer 3", "knight 3", "swordsman 3", "castle 3"])
def test_barbarian_slays_any_monster_outside_the_forest_whatever_its_health(space: str) -> None:
    position = arrange(hand=["barbarian"], monsters=["orc warlord forest 3", f"troll {space}"], towers=[1])
    assert len(options(position)) == 2  # the Troll, and to end
    position = play(position, f"{code('barbarian')}@{space[0]}3t3")
    assert (board(position), position.token_discards, position.discards) == (["orc warlord forest 3"], ["troll"], ["barbarian"])


def test_nice_shot_with_any_hit_card_that_reaches_slays_the_monster() -> None:
    position = arrange(hand=["nice shot", "red archer", "red hero", "any knight"], monsters=["troll archer 1", "goblin knight 4"])
    assert options(position) == {"ra@a1t3", "rh@a1t3", "ns.ra@a1t3", "ns.rh@a1t3", "ak@k4g1", "ns.ak@k4g1", "end"}
    position = play(position, "ns.rh@a1t3")
    assert (board(position), position.token_discards) == (["goblin knight 4"], ["troll"])
    assert (position.hand, position.discards) == (["red archer", "any knight"], ["red hero", "nice shot"])


@pytest.mark.parametrize("companion", ["barbarian", "blue archer", "tar", "brick"])
def test_nice_shot_is_never_played_alone_or_with_another_kind_of_card(companion: str) -> None:
    position = arrange(hand=["nice shot", companion], monsters=["troll archer 1"])
    assert not [choice for choice in options(position) if "ns" in choice]


# ---- Slowing ----


@pytest.mark.parametrize("ring", ["archer", "knight", "swordsman", "castle"])
def test_drive_him_back_sends_a_monster_to_the_forest_of_its_arc_unharmed(ring: str) -> None:
    position = arrange(hand=["drive him back"], monsters=[f"troll {ring} 4 health 2"], towers=[1], fortified=[4])
    position = play(position, f"db@{ring[0]}4t2")
    assert board(position) == ["troll forest 4 health 2"]
    assert (position.walls, position.fortified, position.discards) == ([1, 2, 3, 4, 5, 6], [4], ["drive him back"])


def test_a_monster_driven_back_still_moves_in_phase_5() -> None:
    position = arrange(hand=["drive him back"], monsters=["orc castle 4"], towers=[1])
    assert board(play(position, "db@c4o2", "end")) == ["orc archer 4"]


@pytest.mark.parametrize("space", ["forest 2", "archer 2", "knight 2", "swordsman 2", "castle 2"])
def test_tar_holds_a_monster_for_the_move_phase(space: str) -> None:
    position = arrange(hand=["tar"], monsters=[f"orc {space}"], towers=[1])
    position = play(position, f"ta@{space[0]}2o2")
    assert (board(position), position.discards) == ([f"orc {space} tarred"], ["tar"])
    position = play(position, "end")
    assert (board(position), position.walls, position.towers) == ([f"orc {space} tarred"], [1, 2, 3, 4, 5, 6], [1])


def test_tar_holds_one_monster_only() -> None:
    position = arrange(hand=["tar"], monsters=["orc archer 2", "orc archer 2"])
    assert board(play(position, "ta@a2o2", "end")) == ["orc archer 2 tarred", "orc knight 2"]


def test_tar_comes_off_at_the_start_of_the_next_turn() -> None:
    position = arrange(hand=["tar"], monsters=["orc archer 2"], first_turns=2)
    position = play(position, "ta@a2o2", "end", "token.pa", "token.pk")
    assert (position.player, board(position)) == (1, ["orc archer 2"])
    assert board(play(position, "end")) == ["orc knight 2"]


# ---- Building ----


def test_brick_and_mortar_together_build_a_missing_wall() -> None:
    position = arrange(hand=["brick", "mortar", "mortar"], walls=[2, 3, 4, 6])
    assert options(position) == {"br.mo@1", "br.mo@5", "end"}
    position = play(position, "br.mo@5")
    assert (position.walls, position.hand, position.discards) == ([2, 3, 4, 5, 6], ["mortar"], ["brick", "mortar"])
    assert options(position) == {"end"}


@pytest.mark.parametrize("alone", ["brick", "mortar"])
def test_brick_or_mortar_alone_builds_nothing(alone: str) -> None:
    assert options(arrange(hand=[alone] * 4, walls=[])) == {"end"}


def test_no_second_wall_goes_where_one_stands() -> None:
    assert options(arrange(hand=["brick", "mortar"])) == {"end"}
    assert options(play(arrange(hand=["brick", "mortar"] * 2, walls=[1, 2, 3, 4, 5]), "br.mo@6")) == {"end"}


def test_a_wall_can_be_built_before_a_fallen_tower_which_stays_fallen() -> None:
    position = play(arrange(hand=["brick", "mortar"], towers=[1, 2], walls=[]), "br.mo@6")
    assert (position.towers, position.walls) == ([1, 2], [6])


def test_a_built_wall_stops_a_monster_that_same_turn() -> None:
    position = play(arrange(hand=["brick", "mortar"], monsters=["orc swordsman 3"], walls=[]), "br.mo@3", "end")
    assert (board(position), position.walls, position.towers) == (["orc swordsman 3 health 1"], [], [1, 2, 3, 4, 5, 6])


def test_fortify_wall_goes_on_any_wall_without_a_fortify_token() -> None:
    position = arrange(hand=["fortify wall"], walls=[1, 3, 4], fortified=[3], towers=[2])
    assert options(position) == {"fw@1", "fw@4", "end"}
    position = play(position, "fw@4")
    assert (position.fortified, position.walls, position.discards) == ([3, 4], [1, 3, 4], ["fortify wall"])


def test_fortify_tokens_are_two() -> None:
    assert options(arrange(hand=["fortify wall"], fortified=[3, 5])) == {"end"}


def test_fortify_wall_needs_a_wall() -> None:
    assert options(arrange(hand=["fortify wall"], walls=[])) == {"end"}


# ---- Missing, drawing and searching ----


def test_missing_skips_phase_6_of_this_turn_only() -> None:
    position = arrange(hand=["missing"], monsters=["orc archer 2"], first_turns=2)
    position = play(position, "mi")
    assert position.discards == ["missing"]
    position = play(position, "end")
    assert (position.player, board(position), len(position.pile)) == (1, ["orc knight 2"], 48)
    assert "token.t" in options(play(position, "end"))  # the next player draws tokens again


def test_without_missing_tokens_are_drawn() -> None:
    assert "token.t" in options(play(arrange(monsters=["orc archer 2"]), "end"))


def test_draw_2_cards_adds_two_cards_that_may_exceed_the_hand_size_and_be_played() -> None:
    position = arrange(hand=["draw 2 cards", *["brick"] * 4, "mortar"], monsters=["orc archer 1"])
    position = play(position, "d2")
    assert (position.discards, chances(position)["card.ra"], chances(position)["card.mo"]) == (["draw 2 cards"], 3, 3)
    position = play(position, "card.ra")
    assert chances(position)["card.ra"] == 2
    position = play(position, "card.ra")
    assert len(position.hand) == 7
    assert options(position) == {"ra@a1o2", "end"}


def test_scavenge_fetches_any_one_card_of_the_discards() -> None:
    position = arrange(hand=["scavenge"], discards=["tar", "brick", "brick"], monsters=["orc archer 1"])
    assert options(position) == {"sc.ta", "sc.br", "end"}
    position = play(position, "sc.ta")
    assert (position.hand, position.discards) == (["tar"], ["brick", "brick", "scavenge"])
    assert options(position) == {"ta@a1o2", "end"}


@pytest.mark.parametrize("card", ["barbarian", "drive him back", "tar", "red hero", "scavenge", "nice shot", "fortify wall"])
def test_which_cards_can_be_played_those_without_a_target_cannot(card: str) -> None:
    assert options(arrange(hand=[card], walls=[])) == {"end"}


def test_which_cards_can_be_played_on_a_board_of_forest_monsters() -> None:
    hand = ["barbarian", "drive him back", "tar", "red hero", "any archer", "nice shot"]
    assert options(arrange(hand=hand, monsters=["orc forest 1"])) == {"ta@f1o2", "end"}


def test_ending_the_play_phase_moves_the_monsters() -> None:
    assert board(play(arrange(monsters=["goblin forest 6"]), "end")) == ["goblin archer 6"]
