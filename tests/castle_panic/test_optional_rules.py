"""The Optional Rules: each one does its thing, and does nothing where it is not switched on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest

from castle_panic.arrange import arrange, board, chances, options, play
from castlewise.models.castle_panic import stages
from castlewise.models.castle_panic.game import CastlePanic
from castlewise.models.castle_panic.position import Position
from castlewise.models.castle_panic.rule_set import read_rules
from castlewise.models.problems import InvalidInput

BEGIN, MOVE, TOKENS = stages.BEGIN_TURN, stages.MOVE_PHASE, stages.BEGIN_TOKENS
ARCS = range(1, 7)


def start(rules: str) -> Position:
    return CastlePanic(read_rules(rules)).start()


def switched(option: str, **arranged: Any) -> tuple[Position, Position]:
    """The same position with an optional rule and without it."""
    return arrange(f"players=2,{option}", **arranged), arrange("players=2", **arranged)


# ---- Less Panic ----


def test_easier_battles_takes_eleven_tokens_out_of_the_pile() -> None:
    removed = Counter(start("players=2").pile) - Counter(start("players=2,easier-battles").pile)
    assert removed == {
        "draw 4 monster tokens": 1, "orc warlord": 1, "troll mage": 1, "plague swordsmen": 1, "plague knights": 1,
        "green monsters move 1": 1, "red monsters move 1": 1, "blue monsters move 1": 1, "giant boulder": 3,
    }  # fmt: skip
    assert len(start("players=2,easier-battles").pile) == 32


def test_all_for_one_slays_a_monster_of_the_colour_anywhere_in_the_field() -> None:
    monsters = ["troll archer 1", "troll knight 2", "troll swordsman 2", "troll forest 1", "troll castle 2", "troll swordsman 3"]
    hand = ["red archer", "red knight", "red swordsman"]
    with_it, without = switched("all-for-one", hand=hand, monsters=monsters, towers=[5])
    assert options(with_it) - options(without) == {"ra.rk.rs@a1t3", "ra.rk.rs@k2t3", "ra.rk.rs@s2t3"}
    assert options(without) == {"ra@a1t3", "rk@k2t3", "rs@s2t3", "end"}
    position = play(with_it, "ra.rk.rs@k2t3")
    assert (position.hand, sorted(position.discards), position.token_discards) == ([], hand, ["troll"])
    assert len(board(position)) == 5


def test_all_for_one_takes_an_any_color_card_as_any_one_colour() -> None:
    hand = ["any archer", "blue knight", "any swordsman", "red archer"]
    position = arrange("players=2,all-for-one", hand=hand, monsters=["troll knight 5", "troll swordsman 1"])
    assert {choice for choice in options(position) if choice.count(".") == 2} == {"aa.bk.as@k5t3"}


@pytest.mark.parametrize("third", ["red archer", "red hero", "green swordsman", "any knight"])
def test_all_for_one_needs_all_three_troops_of_one_colour(third: str) -> None:
    position = arrange("players=2,all-for-one", hand=["red archer", "red knight", third], monsters=["troll swordsman 1", "troll archer 3"])
    assert not [choice for choice in options(position) if choice.count(".") == 2]


def test_heroic_powers_let_heroes_hit_in_the_castle_ring_of_their_colour() -> None:
    monsters = ["orc castle 3", "orc castle 5", "orc forest 3", "orc archer 4"]
    with_it, without = switched("heroic-powers", hand=["green hero", "green archer"], monsters=monsters, towers=[1])
    assert options(with_it) == {"gh@c3o2", "gh@a4o2", "ga@a4o2", "end"}
    assert options(with_it) - options(without) == {"gh@c3o2"}
    assert "orc castle 3 health 1" in board(play(with_it, "gh@c3o2"))


def test_desperate_times_exchange_the_whole_hand_before_drawing_up() -> None:
    with_it, without = switched("desperate-times", hand=["brick", "tar"], others=[["mortar"]], monsters=["orc archer 1"], stage=BEGIN)
    assert (options(with_it), with_it.game.mover(with_it)) == ({"desperate", "carry-on"}, 0)
    assert without.is_chance
    position = play(with_it, "desperate")
    assert (position.hand, sorted(position.discards)) == ([], ["brick", "tar"])
    for card in ("mi", "sc", "ra", "rk", "rs", "rh"):
        position = play(position, f"card.{card}")
    assert "discard.mi" in options(position)  # phase 2 still takes place
    position = play(position, "keep")  # phases 3 and 4 do not
    assert (board(position), "token.t" in options(position)) == (["orc knight 1"], True)


def test_desperate_times_are_offered_on_a_first_turn_but_not_to_an_empty_hand() -> None:
    first = play(arrange("players=2,desperate-times", hand=["tar"], stage=BEGIN, first_turns=2), "desperate")
    assert (first.is_chance, first.state.cards_due) == (True, 6)
    assert arrange("players=2,desperate-times", others=[["tar"]], stage=BEGIN).is_chance


def test_desperate_times_carry_on_is_an_ordinary_turn_and_so_is_the_next() -> None:
    rules = "players=2,desperate-times"
    kept = play(arrange(rules, hand=["brick"] * 4 + ["tar"], stage=BEGIN), "carry-on", "card.mi", "keep")
    assert options(kept) == {"mi", "end"}
    desperate = arrange(rules, hand=["tar"], others=[["brick"]], stage=BEGIN, first_turns=2)
    desperate = play(desperate, "desperate", *["card.br"] * 3, *["card.mo"] * 3, "keep", "token.pa", "token.ps")
    assert (desperate.player, options(desperate)) == (1, {"desperate", "carry-on"})
    assert options(play(desperate, "carry-on", "keep")) == {"no-trade", "trade.br.p1.mo"}


# ---- A Little More Panic: Walls, setup, resources ----


def test_dwindling_resources_takes_a_brick_and_a_mortar_out_at_each_reshuffle() -> None:
    with_it, without = switched("dwindling-resources", hand=["tar"] + ["brick"] * 2, deck=[], stage=BEGIN)
    assert Counter(without.deck) - Counter(with_it.deck) == {"brick": 1, "mortar": 1}
    assert (with_it.discards, len(with_it.deck)) == ([], 44)
    again = arrange("players=2,dwindling-resources", hand=["brick"] * 4, deck=["missing"], stage=BEGIN)
    assert len(again.deck) == 1
    again = play(again, "card.mi")
    assert len(again.deck) == 43  # the Bricks were in a hand, only a Mortar went
    assert Counter(again.deck)["mortar"] == 3


def test_dwindling_resources_leave_the_first_shuffle_alone() -> None:
    assert start("players=2,dwindling-resources").deck == start("players=2").deck


def test_under_construction_starts_without_walls() -> None:
    assert (start("players=2,walls=none").walls, start("players=2").walls) == ([], list(ARCS))
    assert options(start("players=2,walls=none")) == {"place.g@1", "place.o@1", "place.t@1"}


def test_under_construction_random_rolls_the_number_of_walls_then_each_free_arc_alike() -> None:
    position = start("players=2,walls=random")
    assert chances(position) == {f"walls.{number}": 1 for number in ARCS}
    position = play(position, "walls.2")
    assert chances(position) == {f"wall.{arc}": 1 for arc in ARCS}
    position = play(position, "wall.4")
    assert chances(position) == {f"wall.{arc}": 1 for arc in ARCS if arc != 4}
    position = play(position, "wall.1")
    assert (position.walls, "place.g@1" in options(position)) == ([1, 4], True)


@pytest.mark.parametrize("number", [0, 3, 6])
def test_under_construction_random_with_a_set_number_skips_the_first_roll(number: int) -> None:
    position = start(f"players=2,walls={number}")
    for arc in range(1, number + 1):
        position = play(position, f"wall.{arc}")
    assert (position.walls, "place.g@1" in options(position)) == (list(range(1, number + 1)), True)


def test_under_construction_player_walls_start_in_the_hands_of_the_players() -> None:
    position = start("players=3,walls=players")
    assert (position.walls, list(position.state.held_walls)) == ([], [1, 1, 1, 0, 0, 0])


def test_under_construction_player_walls_are_placed_free_once_each_in_the_holders_play_phase() -> None:
    def held(*walls: int) -> Position:
        return arrange("players=2,walls=players", walls=[1, 2, 3, 5], others=[["brick"]], held_walls=walls, first_turns=2)

    position = held(1, 1)
    assert options(position) == {"wall@4", "wall@6", "end"}
    position = play(position, "wall@4")
    assert (position.walls, position.discards, options(position)) == ([1, 2, 3, 4, 5], [], {"end"})
    position = play(position, "end", "token.pa", "token.pk", "keep")
    assert options(position) == {"wall@6", "end"}  # the second player's own Wall
    assert options(held(0, 1)) == {"end"}


def test_rough_start_rolls_three_orcs_and_three_trolls_into_the_archer_ring() -> None:
    position = start("players=2,rough-start")
    for arc in (4, 4, 1, 4, 2, 2):
        assert chances(position) == {f"roll.{number}": 1 for number in ARCS}
        position = play(position, f"roll.{arc}")
    assert board(position) == ["orc archer 1", "troll archer 2", "troll archer 2", "orc archer 4", "orc archer 4", "troll archer 4"]
    assert (Counter(position.pile)["goblin"], Counter(position.pile)["orc"], Counter(position.pile)["troll"]) == (6, 8, 7)


def test_random_setup_places_the_starting_monsters_by_chance() -> None:
    position = start("players=2,random-setup")
    assert chances(position) == {"placed.g@1": 3, "placed.o@1": 2, "placed.t@1": 1}
    assert chances(play(position, "placed.g@1")) == {"placed.g@2": 2, "placed.o@2": 2, "placed.t@2": 1}
    assert not start("players=2").is_chance


def test_friends_close_enemies_closer_changes_no_rule() -> None:
    hands: dict[str, Any] = {"hand": ["brick", "mortar", "red archer"], "others": [["tar"]]}
    for stage in (stages.BEGIN_TURN, stages.BEGIN_DISCARD, stages.BEGIN_TRADE, stages.PLAY_PHASE, stages.MOVE_PHASE):
        with_it, without = switched("friends-close", monsters=["orc archer 1"], walls=[1], stage=stage, **hands)
        assert options(with_it) == options(without)
        assert bytes(with_it) == bytes(without)


# ---- The Monster pile ----


def test_not_over_yet_refills_a_pile_that_runs_short_in_phase_6() -> None:
    with_it, without = switched("not-over-yet", monsters=["orc archer 1"], pile=["plague archers"], stage=TOKENS)
    position = play(with_it, "token.pa")
    assert (len(position.pile), position.token_discards, position.player) == (48, [], 0)
    assert (chances(position)["token.pa"], chances(position)["token.o"]) == (1, 10)
    assert play(without, "token.pa").player == 1


def test_not_over_yet_goes_on_even_if_no_monster_is_on_the_board() -> None:
    with_it, without = switched("not-over-yet", pile=["plague archers"], stage=TOKENS)
    assert play(with_it, "token.pa").is_chance
    assert play(without, "token.pa").is_over


def test_not_over_yet_leaves_an_empty_pile_alone_where_no_token_is_due() -> None:
    skipped = arrange("players=2,not-over-yet", monsters=["orc archer 1"], pile=[], stage=TOKENS)
    assert (skipped.player, skipped.pile) == (1, [])
    both = arrange("players=2,not-over-yet", monsters=["orc archer 1"], pile=["plague archers", "plague knights"], stage=TOKENS)
    both = play(both, "token.pa", "token.pk")
    assert (both.player, both.pile) == (1, [])


@pytest.mark.parametrize(
    ("monster", "structures", "moves"),
    [
        pytest.param("goblin swordsman 2", {}, [], id="wall"),
        pytest.param("goblin swordsman 2", {"fortified": [2]}, [], id="fortify token"),
        pytest.param("goblin swordsman 2", {"walls": []}, [], id="tower"),
        pytest.param("troll archer 2", {}, ["token.gb", "roll.2"], id="boulder"),
    ],
)
def test_monster_recycling_program_returns_destroyed_monsters_to_the_pile(
    monster: str, structures: dict[str, Any], moves: list[str]
) -> None:
    stage = TOKENS if moves else MOVE
    with_it, without = (play(position, *moves) for position in switched("monster-recycling", monsters=[monster], stage=stage, **structures))
    name = monster.split()[0]
    assert (board(with_it), board(without)) == ([], [])
    assert with_it.pile.count(name) == without.pile.count(name) + 1
    assert (with_it.token_discards.count(name), without.token_discards.count(name)) == (0, 1)
    assert with_it.token_discards.count("giant boulder") == len(moves) // 2


def test_monster_recycling_program_does_not_return_monsters_slain_by_cards() -> None:
    position = play(arrange("players=2,monster-recycling", hand=["red archer"], monsters=["goblin archer 1"]), "ra@a1g1")
    assert (position.token_discards, position.pile.count("goblin")) == (["goblin"], 5)


def test_monster_recycling_program_puts_off_the_win() -> None:
    with_it, without = switched("monster-recycling", monsters=["goblin swordsman 2"], pile=[], stage=MOVE)
    assert without.is_over
    assert chances(with_it) == {"token.g": 1}  # drawn in this very turn's phase 6


def test_the_charging_horde_draws_three_tokens_a_turn() -> None:
    with_it, without = switched("charging-horde", stage=TOKENS)
    assert play(without, "token.pa", "token.pk").player == 1
    position = play(with_it, "token.pa", "token.pk")
    assert (position.player, play(position, "token.ps").player) == (0, 1)


@pytest.mark.parametrize(("rules", "trades"), [("charging-horde", 1), ("charging-horde,easier-trades", 2)])
def test_the_charging_horde_has_an_easier_variant_with_two_trades(rules: str, trades: int) -> None:
    hands: dict[str, Any] = {"hand": ["red archer", "brick"], "others": [["tar", "mortar"]]}
    position = play(arrange(f"players=2,{rules}", stage=stages.BEGIN_TRADE, **hands), "trade.ra.p2.ta")
    assert ("trade.br.p2.ra" in options(position)) == (trades == 2)
    if trades == 2:
        assert not [choice for choice in options(play(position, "trade.br.p2.ra")) if choice.startswith("trade")]


def test_easier_trades_belong_to_the_charging_horde() -> None:
    with pytest.raises(InvalidInput, match="belongs to charging-horde"):
        read_rules("players=2,easier-trades")


# ---- Final Charge! ----

FORCES = ["orc archer 1", "orc archer 3", "orc archer 5"]


def charging(rules: str = "players=2,final-charge", monsters: Sequence[str] = FORCES, **arranged: Any) -> Position:
    """The second player's turn, begun with the pile empty, after its Move phase."""
    return play(arrange(rules, monsters=monsters, pile=[], stage=stages.END_TURN, first_turns=2, **arranged), "end")


@pytest.mark.parametrize(
    ("roll", "after"),
    [
        (1, ["knight 3", "knight 5", "swordsman 1"]),
        (2, ["knight 1", "knight 5", "swordsman 3"]),
        (3, ["knight 1", "knight 3", "swordsman 5"]),
        (4, ["knight 2", "knight 4", "knight 6"]),
        (5, ["swordsman 1", "swordsman 3", "swordsman 5"]),
        (6, ["knight 2", "knight 4", "knight 6"]),
    ],
)
def test_final_charge_adds_a_movement_by_the_die_after_the_move_phase(roll: int, after: list[str]) -> None:
    position = charging()
    assert board(position) == ["orc knight 1", "orc knight 3", "orc knight 5"]
    assert chances(position) == {f"roll.{number}": 1 for number in ARCS}
    position = play(position, f"roll.{roll}")
    assert (board(position), position.player) == ([f"orc {space}" for space in after], 0)


@pytest.mark.parametrize(("roll", "arc"), [(4, 3), (6, 1)])
def test_final_charge_turns_clockwise_on_a_4_and_counter_clockwise_on_a_6(roll: int, arc: int) -> None:
    assert board(play(charging(monsters=["orc archer 2"]), f"roll.{roll}")) == [f"orc knight {arc}"]


def test_final_charge_begins_with_the_turn_after_the_pile_ran_out() -> None:
    rules = "players=2,final-charge"
    position = play(arrange(rules, monsters=FORCES, pile=["plague archers"], first_turns=2), "end", "token.pa")
    assert (position.player, options(position)) == (1, {"end"})  # no roll in the turn of the last token
    assert "roll.1" in options(play(position, "end"))
    begun_with_one_left = arrange(rules, monsters=FORCES, pile=["plague archers"], stage=stages.END_TURN, first_turns=2)
    assert "token.pa" in options(play(begun_with_one_left, "end"))


def test_final_charge_needs_its_switch() -> None:
    position = charging("players=2")
    assert (position.player, board(position)) == (0, ["orc knight 1", "orc knight 3", "orc knight 5"])


def test_final_charge_leaves_a_tarred_monster_where_it_is() -> None:
    begun = arrange("players=2,final-charge", others=[["tar"]], monsters=FORCES, pile=[], stage=stages.END_TURN, first_turns=2)
    position = play(begun, "keep", "ta@a1o2", "end", "roll.5")
    assert board(position) == ["orc archer 1", "orc swordsman 3", "orc swordsman 5"]


def test_final_charge_stays_in_force_when_recycling_refills_the_pile() -> None:
    rules = "players=2,final-charge,monster-recycling"
    position = charging(rules, ["goblin swordsman 1", "orc archer 3"])
    assert (position.pile, "roll.1" in options(position)) == (["goblin"], True)
    position = play(position, "roll.1", "token.g", "roll.1")  # phase 6 draws the Goblin
    assert (position.player, position.pile) == (0, [])


def test_final_charge_can_win_or_lose_the_game() -> None:
    won = play(charging(monsters=["goblin knight 1"]), "roll.1")
    lost = play(charging(monsters=["orc swordsman 1"], walls=[], towers=[2]), "roll.4")
    results = [position.game.result(position) for position in (won, lost)]
    assert [result and result.won for result in results] == [True, False]
