"""Phase 6, Draw 2 New Monsters: how many tokens, the Monsters, the Bosses and the Monster Effects."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from castle_panic.arrange import arrange, board, chances, options, play
from castlewise.models.castle_panic import stages
from castlewise.models.castle_panic.components import BASE
from castlewise.models.castle_panic.position import Position
from castlewise.models.contract import TEAM

ROLLS = {f"roll.{arc}": 1 for arc in range(1, 7)}
QUIET = ["plague archers", "plague knights", "plague swordsmen"]  # tokens that do nothing to empty hands


def phase(*monsters: str, rules: str = "players=2", **arranged: Any) -> Position:
    """The start of phase 6 with these Monsters on the board."""
    return arrange(rules, monsters=monsters, stage=stages.BEGIN_TOKENS, **arranged)


def test_tokens_are_drawn_from_the_pile_with_the_weights_of_what_is_left() -> None:
    position = phase("orc archer 1", "healer forest 2")
    expected = {f"token.{token.code}": token.count for token in BASE.tokens} | {"token.o": 10}
    del expected["token.he"]
    assert chances(position) == expected
    position = play(position, "token.g", "roll.1")
    assert chances(position) == expected | {"token.g": 5}


def test_two_tokens_are_drawn_then_the_turn_is_over() -> None:
    position = play(phase(), "token.pa")
    assert (position.player, position.is_chance) == (0, True)
    position = play(position, "token.pk")
    assert (position.player, len(position.pile), position.token_discards) == (1, 47, ["plague archers", "plague knights"])


def test_draw_all_that_remain_if_the_pile_is_short() -> None:
    position = play(phase("orc archer 1", pile=["plague archers"]), "token.pa")
    assert (position.player, position.pile, board(position)) == (1, [], ["orc archer 1"])


def test_with_an_empty_pile_the_phase_is_skipped_and_nothing_refills_it() -> None:
    position = phase("orc archer 1", pile=[])
    assert (position.player, position.pile, len(position.token_discards)) == (1, [], 48)


@pytest.mark.parametrize(("name", "code"), [("goblin", "g"), ("orc", "o"), ("troll", "t")])
def test_a_monster_is_placed_unhurt_in_the_forest_space_that_is_rolled(name: str, code: str) -> None:
    position = play(phase("orc forest 4"), f"token.{code}")
    assert chances(position) == ROLLS
    position = play(position, "roll.4")
    assert sorted(board(position)) == sorted(["orc forest 4", f"{name} forest 4"])  # several may share a space
    assert position.token_discards == []


def test_the_first_token_is_completed_before_the_second_is_drawn() -> None:
    position = play(phase("orc swordsman 1", "troll swordsman 1"), "token.mr")
    assert options(position) == {"hurt@s1o2x", "hurt@s1t3x"}
    assert "token.t" in options(play(position, "hurt@s1t3x"))


# ---- Boss Monsters ----


def test_goblin_king_is_placed_and_brings_three_more_tokens_at_once() -> None:
    position = play(phase(), "token.gk")
    assert chances(position) == ROLLS
    position = play(position, "roll.5")
    assert board(position) == ["goblin king forest 5"]
    assert (position.state.tokens_due, position.state.tokens_after) == (4, 0)
    for arc in (1, 2, 3):  # his three, each rolled for on its own
        position = play(position, "token.o", f"roll.{arc}")
    assert (position.player, position.is_chance) == (0, True)
    position = play(position, "token.o", "roll.4")  # the second token of the turn
    assert position.player == 1
    assert board(position) == ["orc forest 1", "orc forest 2", "orc forest 3", "orc forest 4", "goblin king forest 5"]


def test_orc_warlord_moves_the_monsters_of_his_colour_and_himself() -> None:
    monsters = ["goblin forest 3", "orc archer 4", "troll knight 3", "orc swordsman 4", "orc castle 3", "orc archer 2", "goblin castle 6"]
    position = play(phase(*monsters, towers=[1, 3]), "token.ow", "roll.4")
    moved = ["goblin archer 3", "orc warlord archer 4", "orc archer 2", "orc knight 4", "troll swordsman 3", "orc swordsman 4 health 1"]
    assert sorted(board(position)) == sorted([*moved, "orc castle 4", "goblin castle 6"])
    assert position.walls == [1, 2, 3, 5, 6]


def test_troll_mage_moves_all_monsters_and_himself() -> None:
    position = play(phase("goblin forest 1", "orc swordsman 3", "orc castle 6", "troll knight 5", towers=[2, 3]), "token.tm", "roll.2")
    assert board(position) == ["goblin archer 1", "troll mage archer 2", "orc swordsman 3 health 1", "troll swordsman 5", "orc castle 1"]


def test_healer_gives_every_monster_one_point_back_up_to_its_full_health() -> None:
    hurt = [
        "troll forest 1 health 1",
        "orc archer 2 health 1",
        "orc warlord knight 1 health 1",
        "goblin knight 3",
        "troll castle 4 health 2",
    ]
    position = play(phase(*hurt, towers=[1]), "token.he", "roll.6")
    healed = ["orc archer 2", "orc warlord knight 1 health 2", "goblin knight 3", "troll castle 4"]
    assert board(position) == ["troll forest 1 health 2", "healer forest 6", *healed]


@pytest.mark.parametrize("boss", ["goblin king", "orc warlord", "troll mage", "healer"])
def test_a_boss_on_the_board_is_a_monster_like_any_other(boss: str) -> None:
    position = arrange(monsters=[f"{boss} archer 3", "troll knight 1 health 1"], stage=stages.MOVE_PHASE)
    assert board(position) == [f"{boss} knight 3", "troll swordsman 1 health 1"]
    position = play(position, "token.pa", "token.pk")
    assert position.player == 1


# ---- Monster Effects that move Monsters ----


@pytest.mark.parametrize(("token", "arcs"), [("mr", (1, 2)), ("mg", (3, 4)), ("mb", (5, 6))])
def test_a_colour_token_moves_the_monsters_of_its_two_arcs_forest_included(token: str, arcs: Sequence[int]) -> None:
    position = play(phase(*(f"orc forest {arc}" for arc in range(1, 7))), f"token.{token}")
    assert set(board(position)) == {f"orc {'archer' if arc in arcs else 'forest'} {arc}" for arc in range(1, 7)}
    assert len(position.token_discards) == 1


def test_a_colour_token_moves_monsters_at_walls_and_in_the_castle_ring() -> None:
    position = play(phase("orc swordsman 1", "orc castle 2", "troll swordsman 3", "goblin castle 5", towers=[3, 6]), "token.mr")
    assert board(position) == ["orc swordsman 1 health 1", "troll swordsman 3", "orc castle 3 health 1", "goblin castle 5"]
    assert (position.walls, position.towers) == ([2, 3, 4, 5, 6], [6])


@pytest.mark.parametrize(("token", "step"), [("cw", 1), ("cc", -1)])
def test_a_rotation_moves_every_monster_one_arc_within_its_ring(token: str, step: int) -> None:
    monsters = [("forest", 6), ("archer", 1), ("knight", 3), ("swordsman", 4), ("castle", 2)]
    position = play(phase(*(f"orc {ring} {arc}" for ring, arc in monsters), towers=[5]), f"token.{token}")
    assert board(position) == [f"orc {ring} {(arc - 1 + step) % 6 + 1}" for ring, arc in monsters]
    assert (position.walls, position.towers) == ([1, 2, 3, 4, 5, 6], [5])


@pytest.mark.parametrize(("token", "entered"), [("cw", 4), ("cc", 2)])
def test_monsters_rotated_in_the_castle_ring_enter_the_next_tower(token: str, entered: int) -> None:
    position = play(phase("orc castle 3", "troll castle 3", towers=[2, 4]), f"token.{token}")
    assert options(position) == {f"hurt@c{entered}o2x", f"hurt@c{entered}t3x"}
    assert position.game.mover(position) == TEAM
    position = play(position, f"hurt@c{entered}t3x")
    assert board(position) == [f"orc castle {entered}", f"troll castle {entered} health 2"]
    assert position.towers == [6 - entered]


@pytest.mark.parametrize("moves", [["mr"], ["cw"], ["cc"], ["tm", "roll.1"], ["ow", "roll.2"]], ids=lambda moves: moves[0])
@pytest.mark.parametrize("space", ["forest 1", "swordsman 1", "castle 1"])
def test_a_tarred_monster_is_moved_by_no_token(space: str, moves: list[str]) -> None:
    position = play(phase(f"orc {space} tarred", "orc archer 2", towers=[2, 6]), f"token.{moves[0]}", *moves[1:])
    assert f"orc {space} tarred" in board(position)
    assert "orc archer 2" not in board(position)
    assert (position.walls, position.towers) == ([1, 2, 3, 4, 5, 6], [2, 6])


# ---- Monster Effects on the players ----


@pytest.mark.parametrize(("token", "troop"), [("pa", "archer"), ("pk", "knight"), ("ps", "swordsman")])
def test_plague_takes_every_card_of_its_troop_from_all_hands_but_no_hero(token: str, troop: str) -> None:
    taken = [f"red {troop}", f"green {troop}", f"any {troop}"]
    kept = [f"{colour} {other}" for colour in ("red", "blue") for other in ("archer", "knight", "swordsman") if other != troop]
    position = phase(rules="players=3", hand=[*taken[:2], *kept, "red hero"], others=[[taken[0], taken[2], "brick"], kept[:1]])
    position = play(position, f"token.{token}")
    assert sorted(position.hands[0]) == sorted([*kept, "red hero"])
    assert position.hands[1:] == [["brick"], kept[:1]]
    assert sorted(position.discards) == sorted([*taken[:2], taken[0], taken[2]])


def test_all_players_discard_1_card_each_chooses_in_turn_order() -> None:
    hands = [["red archer", "brick"], [], ["brick", "mortar"]]
    position = phase(rules="players=4", hand=["tar", "brick"], others=hands, player=3)
    position = play(position, "token.ad")
    for player, given, kept in ((3, "give.mo", "give.br"), (0, "give.ta", "give.br"), (1, "give.br", "give.ra")):
        assert (position.game.mover(position), options(position)) == (player, {given, kept})
        position = play(position, given)
    assert position.hands == [["brick"], ["red archer"], [], ["brick"]]
    assert (sorted(position.discards), position.is_chance) == (["brick", "mortar", "tar"], True)


def test_all_players_discard_1_card_is_not_asked_of_a_player_with_one_kind_or_no_cards() -> None:
    position = play(phase(rules="players=3", hand=["brick", "brick"], others=[[], ["tar"]]), "token.ad")
    assert (position.hands, sorted(position.discards)) == ([["brick"], [], []], ["brick", "tar"])
    assert position.is_chance


# ---- Draw 3 and Draw 4 ----


@pytest.mark.parametrize("edition", [1, 2])
@pytest.mark.parametrize(("token", "extra"), [("d3", 3), ("d4", 4)])
def test_draw_3_and_draw_4_add_so_many_tokens_to_the_usual_two(token: str, extra: int, edition: int) -> None:
    position = play(phase(rules=f"players=2,edition={edition}"), f"token.{token}")
    for drawn in range(1 + extra):
        assert (position.player, len(board(position))) == (0, drawn)
        position = play(position, "token.o", "roll.1")
    assert (position.player, board(position)) == (1, ["orc forest 1"] * (1 + extra))


@pytest.mark.parametrize(("edition", "due"), [(1, (4, 0)), (2, (1, 3))])
def test_draw_3_draw_4_follow_the_usual_tokens_in_the_2nd_edition_and_come_at_once_in_the_1st(edition: int, due: tuple[int, int]) -> None:
    position = play(phase(rules=f"players=2,edition={edition}"), "token.d3")
    assert (position.state.tokens_due, position.state.tokens_after) == due


def test_draw_3_and_draw_4_add_up() -> None:
    position = play(phase(), "token.d3", "token.d4")
    for _ in range(7):
        assert position.player == 0
        position = play(position, "token.o", "roll.1")
    assert position.player == 1


def test_extra_tokens_end_with_the_pile() -> None:
    position = play(phase("orc archer 1", pile=["draw 4 monster tokens", *QUIET]), "token.d4", "token.pa", "token.pk", "token.ps")
    assert (position.player, position.pile) == (1, [])


@pytest.mark.parametrize("token", [token for token in BASE.tokens if token.health == 0], ids=lambda token: token.name)
def test_a_monster_effect_is_discarded_and_never_placed(token: Any) -> None:
    position = play(phase(), f"token.{token.code}")
    if token.name == "giant boulder":
        position = play(position, "roll.1")
    assert (board(position), position.token_discards) == ([], [token.name])
