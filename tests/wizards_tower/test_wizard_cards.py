"""The 22 Wizard cards, each with its exact reach."""

from __future__ import annotations

import pytest

from castlewise.models.castle_panic.board import RINGS
from castlewise.models.castle_panic.expansions.wizards_tower.components import FIRST_WIZARD_CARD, WIZARDS_TOWER
from wizards_tower.arrange import arrange, board, chances, hand, options, play

EVERY_RING = ["orc forest 1", "orc archer 1", "orc knight 1", "orc swordsman 1", "ogre castle 1"]
NO_RED_TOWERS = [3, 4, 5, 6]


def reach_of(card: str) -> set[str]:
    """The rings in which a card finds a target, with a Monster in each ring of arc 1."""
    position = arrange(hand=[card], monsters=EVERY_RING, towers=NO_RED_TOWERS)
    return {option.partition("@")[2] for option in options(position) if "@" in option}


def test_there_are_22_wizard_cards_one_of_each() -> None:
    cards = WIZARDS_TOWER.cards[FIRST_WIZARD_CARD:]
    assert (len(cards), {card.count for card in cards}) == (22, {1})


@pytest.mark.parametrize(
    ("card", "rings"),
    [
        ("azriels fist", "fakSC"), ("red fireball", "fakSC"), ("chain lightning", "fakSC"), ("valadors wave", "fakSC"), ("teleport", "fakSC"),
        ("extinguishing wind", "fakSC"), ("rain of ice", "fakSC"), ("hammer of light", "f"), ("hypnotize", "akSC"), ("lightning bolt", "akSC"),
        ("rain of iron", "akSC"), ("wall of force", "akSC"), ("burning blast", "akS"), ("war storm", "akS"), ("ring of fire", "S"), ("wizard quake", "fakSC"),
    ],
)  # fmt: skip
def test_the_symbols_on_each_wizard_card_say_which_rings_it_reaches(card: str, rings: str) -> None:
    row = next(row for row in WIZARDS_TOWER.cards if row.name == card)
    assert [RINGS[ring][0] for ring in row.rings] == list(rings.lower())


def test_arcane_assembly_lets_all_players_build_walls_with_one_brick_or_mortar_each() -> None:
    position = arrange("players=3", hand=["arcane assembly", "brick"], hands=[[], [], ["2 mortar"]], walls=[1, 2, 3])
    position = play(position, "waa")
    assert (position.game.mover(position), options(position)) == (0, {"wall.br@4", "wall.br@5", "wall.br@6", "pass"})
    position = play(position, "wall.br@5")
    assert (position.game.mover(position), options(position)) == (2, {"wall.mo@4", "wall.mo@6", "pass"})
    position = play(position, "wall.mo@4", "pass")
    assert (position.walls, position.player, position.hands[2]) == ([1, 2, 3, 4, 5], 0, ["mortar"])


def test_azriels_fist_damages_one_monster_anywhere_for_a_point() -> None:
    assert reach_of("azriels fist") == {"f1o2", "a1o2", "k1o2", "s1o2", "c1og4"}
    assert board(play(arrange(hand=["azriels fist"], monsters=["orc forest 4"]), "waf@f4o2")) == ["orc forest 4 health 1"]


@pytest.mark.parametrize(("colour", "code", "arcs"), [("red", "wrf", (1, 2)), ("green", "wgf", (3, 4)), ("blue", "wbf", (5, 6))])
def test_a_fireball_damages_one_monster_of_its_color_and_catches_it_on_fire(colour: str, code: str, arcs: tuple[int, int]) -> None:
    position = arrange(
        hand=[f"{colour} fireball"],
        monsters=[f"ogre archer {arc}" for arc in (1, 3, 5)] + ["troll forest 2", "troll forest 4", "troll forest 6"],
    )
    reached = {f"{code}@a{arcs[0]}og4", f"{code}@f{arcs[1]}t3"}
    assert options(position) == reached | {"end"}
    assert f"ogre archer {arcs[0]} health 3 flames 1" in board(play(position, f"{code}@a{arcs[0]}og4"))


def test_burning_blast_sets_all_monsters_of_a_space_on_fire() -> None:
    position = arrange(hand=["burning blast"], monsters=["orc knight 1", "ogre knight 1", "orc knight 2", "orc forest 1"])
    assert options(position) == {"wbb@k1", "wbb@k2", "end"}
    assert board(play(position, "wbb@k1")) == ["orc forest 1", "orc knight 1 flames 1", "ogre knight 1 flames 1", "orc knight 2"]


def test_burning_blast_does_not_reach_the_castle_and_forest_rings() -> None:
    assert reach_of("burning blast") == {"a1", "k1", "s1"}


def test_chain_lightning_damages_all_monsters_of_a_space() -> None:
    position = arrange(hand=["chain lightning"], monsters=["imp forest 1", "troll forest 1", "troll forest 2"])
    assert board(play(position, "wcl@f1")) == ["troll forest 1 health 2", "troll forest 2"]
    assert reach_of("chain lightning") == {"f1", "a1", "k1", "s1", "c1"}


def test_eye_of_the_oracle_keeps_one_of_five_cards_and_orders_the_rest() -> None:
    deck = ["tar", "mortar", "brick", "missing", "scavenge", "barbarian"]
    position = play(arrange(hand=["eye of the oracle", "draw 2 cards"], monsters=["orc forest 1"], deck=deck), "weo")
    assert chances(position) == {f"see.{code}": 1 for code in ("ta", "mo", "br", "mi", "sc", "bb")}
    position = play(position, "see.ta", "see.mo", "see.br", "see.mi", "see.sc")
    assert options(position) == {"take.ta", "take.mo", "take.br", "take.mi", "take.sc"}
    position = play(position, "take.mi", "top.sc", "top.br", "top.ta")
    assert sorted(hand(position)) == ["draw 2 cards", "missing"]
    position = play(position, "d2")
    assert chances(position) == {"card.sc": 1}
    position = play(position, "card.sc")
    assert chances(position) == {"card.br": 1}


def test_eye_of_the_oracle_shows_what_is_left_of_a_short_deck_and_then_the_reshuffled_discards() -> None:
    position = play(arrange(hand=["eye of the oracle"], monsters=["orc forest 1"], deck=["tar"]), "weo", "see.ta")
    assert chances(position)["see.ra"] == 3
    assert (position.discards, len(position.deck)) == ([], 59)
    position = play(position, "see.ra", "see.ra", "see.ra", "see.rk", "take.ta", "top.ra", "top.ra", "top.ra")
    assert (hand(position), [int(card) for card in position.state.oracle]) == (["tar"], [1, 1, 1, 2, 0])  # type: ignore[attr-defined]


def test_extinguishing_wind_puts_out_all_fires_and_moves_monsters_back() -> None:
    position = arrange(
        hand=["extinguishing wind"],
        monsters=["orc forest 1 flames 1", "orc archer 1", "orc castle 1 flames 2"],
        towers=NO_RED_TOWERS,
        burning=["w2", "t3"],
    )
    position = play(position, "wew")
    assert board(position) == ["orc forest 1", "orc forest 1", "orc swordsman 1"]
    assert (position.wall_flames, position.tower_flames) == ([0] * 6, [0] * 6)


def test_hammer_of_light_slays_a_monster_in_the_forest() -> None:
    assert reach_of("hammer of light") == {"f1o2"}
    position = arrange("players=2,master-slayer", hand=["hammer of light"], monsters=["ogre forest 3", "orc archer 1"])
    assert play(position, "whl@f3og4").trophies == [["ogre"], []]


def test_hypnotize_makes_two_monsters_damage_each_other_the_rulebooks_example() -> None:
    """A Troll with 3 points and a wounded Orc with 1: the Troll is left with 2, the Orc is slain."""
    position = arrange("players=2,master-slayer", hand=["hypnotize"], monsters=["troll knight 3", "orc knight 3 health 1", "orc knight 4"])
    assert options(position) == {"why.k3t3@k3o1", "end"}
    position = play(position, "why.k3t3@k3o1")
    assert (board(position), position.trophies) == (["troll knight 3 health 2", "orc knight 4"], [["orc"], []])


def test_hypnotize_puts_a_flame_on_the_attacker_of_a_burning_monster() -> None:
    position = arrange(hand=["hypnotize"], monsters=["ogre archer 3 flames 2", "troll archer 3"])
    assert board(play(position, "why.a3og4bb@a3t3")) == ["ogre archer 3 health 1 flames 2"]
    position = arrange(hand=["hypnotize"], monsters=["ogre archer 3", "orc archer 3 flames 1"])
    assert board(play(position, "why.a3og4@a3o2b")) == ["ogre archer 3 health 2 flames 1"]


def test_lightning_bolt_damages_a_monster_and_sends_it_to_any_arc_of_the_forest() -> None:
    position = arrange(hand=["lightning bolt"], monsters=["orc castle 1"], towers=NO_RED_TOWERS)
    assert options(position) == {f"wlb.{arc}@c1o2" for arc in range(1, 7)} | {"end"}
    assert board(play(position, "wlb.4@c1o2")) == ["orc forest 4 health 1"]


def test_lightning_bolt_that_slays_sends_nobody_anywhere() -> None:
    position = arrange(hand=["lightning bolt"], monsters=["imp archer 1", "orc archer 2"])
    assert board(play(position, "wlb@a1im1")) == ["orc archer 2"]


def test_mystical_manufacturing_rebuilds_a_tower_in_any_empty_castle_space() -> None:
    position = arrange(hand=["mystical manufacturing", "brick"], monsters=["orc archer 1"], towers=[3, 6])
    assert options(position) == {f"wmm.br@{arc}" for arc in (1, 2, 4, 5)} | {"end"}
    position = play(position, "wmm.br@2")
    assert (position.towers, hand(position), position.discards, position.wizard_discards) == (
        [2, 3, 6],
        [],
        ["brick"],
        ["mystical manufacturing"],
    )


def test_mystical_manufacturing_rebuilds_the_wizards_tower_and_its_deck_is_there_again() -> None:
    position = arrange(hand=["mystical manufacturing", "mortar", "reinforce"], monsters=["orc archer 1"], towers=[3, 4])
    position = play(position, "wmm.mo.wizard@1")
    assert (position.towers, position.wizards_tower) == ([1, 3, 4], 1)
    assert options(play(position, "re")) == {"castle", "wizards"}


def test_mystical_manufacturing_on_top_of_a_monster_hurts_it_and_the_tower_falls_at_once() -> None:
    position = arrange(hand=["mystical manufacturing", "brick"], monsters=["troll castle 1", "orc castle 1"], towers=[3, 4, 5, 6])
    position = play(position, "wmm.br@c1t3")
    assert (board(position), position.towers) == (["orc castle 1", "troll castle 1 health 2"], [3, 4, 5, 6])


def test_rain_of_ice_stops_all_movement_of_the_turn_and_puts_out_monsters() -> None:
    position = arrange(hand=["rain of ice"], monsters=["orc forest 1", "troll knight 1 flames 2"], pile=["red monsters move 1"])
    position = play(position, "wri")
    assert board(position) == ["orc forest 1", "troll knight 1"]
    position = play(position, "end", "token.mr")
    assert (position.player, board(position)) == (1, ["orc forest 1", "troll knight 1"])


def test_rain_of_ice_lasts_one_turn() -> None:
    position = play(arrange(hand=["rain of ice"], hands=[[], ["brick"]], monsters=["orc forest 1"], pile=[], first_turns=0), "wri", "end")
    assert position.state.ice == 0  # type: ignore[attr-defined]


def test_rain_of_iron_damages_all_monsters_of_an_arc_but_not_in_the_forest() -> None:
    position = arrange(hand=["rain of iron"], monsters=[*EVERY_RING, "orc archer 2"], towers=NO_RED_TOWERS)
    assert options(position) == {"wrn@1", "wrn@2", "end"}
    assert board(play(position, "wrn@1")) == [
        "orc forest 1", "orc archer 1 health 1", "orc archer 2", "orc knight 1 health 1", "orc swordsman 1 health 1", "ogre castle 1 health 3",
    ]  # fmt: skip


def test_ring_of_fire_catches_all_monsters_of_the_swordsman_ring_on_fire() -> None:
    position = arrange(hand=["ring of fire"], monsters=["orc knight 1", "orc swordsman 1", "ogre swordsman 4"])
    assert board(play(position, "wrg")) == ["orc knight 1", "orc swordsman 1 flames 1", "ogre swordsman 4 flames 1"]
    assert options(arrange(hand=["ring of fire"], monsters=["orc knight 1"])) == {"end"}


def test_teleport_moves_a_monster_to_any_other_space() -> None:
    position = arrange(hand=["teleport"], monsters=["orc swordsman 1 flames 1"], towers=[2, 3, 4, 5, 6])
    places = {f"{ring}{arc}" for ring in "faks" for arc in range(1, 7)} - {"s1"} | {"c1"}
    assert options(position) == {f"wte.{place}@s1o2b" for place in places} | {"end"}
    assert board(play(position, "wte.f5@s1o2b")) == ["orc forest 5 flames 1"]


def test_teleport_moves_a_fortify_token_to_another_wall() -> None:
    position = arrange(hand=["teleport"], fortified=[2], walls=[1, 2, 5])
    assert options(position) == {"wte.fort.2@1", "wte.fort.2@5", "end"}
    assert play(position, "wte.fort.2@5").fortified == [5]


def test_teleport_of_a_fortify_token_to_a_burning_wall_puts_out_the_fire() -> None:
    position = play(arrange(hand=["teleport"], fortified=[2], burning=["w5", "w5"]), "wte.fort.2@5")
    assert (position.fortified, position.wall_flames) == ([], [0] * 6)


def test_thalgars_blessing_lets_all_players_draw_up_from_the_castle_deck() -> None:
    full = ["brick", "mortar", "tar", "missing", "scavenge"]
    position = arrange(
        "players=3",
        hand=["thalgars blessing", *full[:4]],
        hands=[[], ["red archer"] * 3 + ["green archer"], ["blue archer", "red knight", "green knight"]],
        deck=["red hero", "green hero", "blue hero", "any archer"],
    )
    position = play(position, "wtb", "card.rh", "card.gh", "card.bh", "card.aa")
    assert [len(cards) for cards in position.hands] == [5, 5, 5]


def test_valadors_wave_distributes_four_points_in_one_color() -> None:
    position = arrange(hand=["valadors wave"], monsters=["orc forest 1", "troll castle 2", "orc archer 3"], towers=NO_RED_TOWERS)
    position = play(position, "wvw@f1o2")
    assert options(position) == {"wave@f1o1", "wave@c2t3", "pass"}
    position = play(position, "wave@f1o1", "wave@c2t3", "wave@c2t2")
    assert board(position) == ["orc archer 3", "troll castle 2 health 1"]


def test_valadors_wave_may_end_early() -> None:
    position = play(arrange(hand=["valadors wave"], monsters=["orc forest 1", "orc archer 3"]), "wvw@f1o2", "pass")
    assert (board(position), options(position)) == (["orc forest 1 health 1", "orc archer 3"], {"end"})


def test_wall_of_force_moves_all_monsters_of_an_arc_to_the_forest() -> None:
    position = arrange(hand=["wall of force"], monsters=[*EVERY_RING, "orc archer 2"], towers=NO_RED_TOWERS)
    assert board(play(position, "wwf@1")) == ["orc forest 1"] * 4 + ["ogre forest 1", "orc archer 2"]


def test_war_storm_damages_all_monsters_in_the_field_of_one_color() -> None:
    position = arrange(hand=["war storm"], monsters=[*EVERY_RING, "troll archer 2", "troll archer 3"], towers=NO_RED_TOWERS)
    assert options(position) == {"wws.red", "wws.green", "end"}
    assert board(play(position, "wws.red")) == [
        "orc forest 1", "orc archer 1 health 1", "troll archer 2 health 2", "troll archer 3", "orc knight 1 health 1", "orc swordsman 1 health 1",
        "ogre castle 1",
    ]  # fmt: skip


def test_wizard_quake_destroys_a_tower_and_slays_all_monsters_of_its_arc() -> None:
    position = arrange(
        hand=["wizard quake"], monsters=["ogre forest 3", "dragon archer 3", "orc swordsman 3", "orc archer 4"], fortified=[3]
    )
    position = play(position, "wwq@3")
    assert (board(position), position.towers, position.walls, position.fortified) == (
        ["orc archer 4"],
        [1, 2, 4, 5, 6],
        [1, 2, 3, 4, 5, 6],
        [3],
    )


def test_wizard_quake_on_the_wizards_tower_loses_the_wizard_deck() -> None:
    position = play(arrange(hand=["wizard quake", "teleport"], monsters=["orc archer 4"]), "wwq@6")
    assert (position.wizards_tower, hand(position)) == (0, ["teleport"])


def test_monsters_slain_by_wizard_cards_are_kept_as_trophies() -> None:
    position = play(
        arrange("players=2,master-slayer", hand=["azriels fist"], monsters=["orc archer 1 health 1", "orc archer 2"]), "waf@a1o1"
    )
    assert position.trophies == [["orc"], []]


def test_no_wizard_card_affects_the_warlock() -> None:
    cards = [
        "azriels fist",
        "red fireball",
        "chain lightning",
        "hammer of light",
        "lightning bolt",
        "rain of iron",
        "teleport",
        "valadors wave",
    ]
    for ring in ("forest", "archer", "castle"):
        assert options(arrange(hand=cards, monsters=[f"warlock {ring} 1"], towers=[4, 5, 6])) == {"end"}
    position = play(arrange(hand=["extinguishing wind"], monsters=["warlock knight 1 flames 1", "orc knight 1"]), "wew")
    assert board(position) == ["orc archer 1", "warlock knight 1 flames 1"]
