"""A turn's tile: drawing it, the four rules of placement, discarding it."""

from __future__ import annotations

import pytest

from castellion.arrange import arrange, chances, draw, drawn, options, play, shaped
from castlewise.models.castellion.rule_set import LEVELS
from castlewise.models.castellion.tiles import DEFENDERS, FACTIONS, TILES

SIX = "st st st st st st"


def places(castle: str, hand: str, rules: str = "introductory") -> set[str]:
    """Where a drawn tile may be placed; the safe pile is left at hand so that the next turn is a choice."""
    return {option for option in options(arrange(rules, castle, hand=hand)) if option.startswith("place@")}


# ---- Drawing ----


@pytest.mark.parametrize("level", LEVELS)
def test_each_turn_a_tile_is_drawn_from_the_safe_or_the_standard_pile(level: str) -> None:
    assert options(arrange(level)) - {"meet"} == {"draw.safe", "draw.standard"}


@pytest.mark.parametrize("pile", ["safe", "standard"])
def test_each_tile_of_a_pile_is_drawn_with_its_weight_and_leaves_it(pile: str) -> None:
    piles = {"safe": "2st pc", "standard": "3st 2js 4tr 2tb"}
    position = play(arrange(safe=piles["safe"], standard=piles["standard"]), f"draw.{pile}")
    assert (
        chances(position)
        == {"safe": {"tile.st": 2, "tile.pc": 1}, "standard": {"tile.st": 3, "tile.js": 2, "tile.tr": 4, "tile.tb": 2}}[pile]
    )
    position = play(position, "tile.st")
    assert (position.hand, len(position.safe), len(position.standard)) == ("seer triangle", 3 - (pile == "safe"), 11 - (pile == "standard"))


def test_the_standard_pile_of_a_new_game_holds_five_of_each_defender_nine_traitors_and_three_with_a_black_border() -> None:
    defenders = {f"tile.{tile.code}" for tile in TILES[:DEFENDERS]}
    assert chances(play(arrange(), "draw.standard")) == {**dict.fromkeys(defenders, 5), "tile.tr": 9, "tile.tb": 3}
    assert chances(play(arrange(), "draw.safe")) == dict.fromkeys(defenders, 1)


@pytest.mark.parametrize(("empty", "left"), [("safe", "standard"), ("standard", "safe")])
def test_once_a_pile_is_depleted_tiles_are_drawn_from_the_other(empty: str, left: str) -> None:
    piles = {empty: "", left: "st"}
    assert options(arrange("base", safe=piles["safe"], standard=piles["standard"])) == {f"draw.{left}", "meet"}
    introductory = arrange(safe=piles["safe"], standard=piles["standard"])
    assert (introductory.is_chance, chances(introductory)) == (True, {"tile.st": 1})  # nothing to choose: it is drawn at once


# ---- Rules 1 and 2 ----


def test_rule_1_the_first_tile_needs_no_neighbour() -> None:
    position = arrange(hand="js")
    assert options(position) == {"place@1", "discard"}
    assert draw(play(position, "place@1")) == "js"


def test_rule_1_every_other_tile_lies_beside_or_on_a_tile_of_the_castle() -> None:
    assert places("st", "js") == {"place@0", "place@1", "place@2"}
    assert places("st ct", "js") == {"place@0", "place@1", "place@2", "place@3"}


@pytest.mark.parametrize(
    ("place", "castle"),
    [
        ("place@0", ".. .. ct\njs st pc"),
        ("place@1", "js ct\nst pc"),
        ("place@2", ".. js\n.. ct\nst pc"),
        ("place@3", ".. ct ..\nst pc js"),
    ],
)
def test_rule_2_a_tile_is_placed_in_the_bottom_row_or_on_another_tile(place: str, castle: str) -> None:
    position = arrange(castle=".. ct\nst pc", hand="js")
    assert options(position) == {"place@0", "place@1", "place@2", "place@3", "discard"}
    assert draw(play(position, place)) == drawn(castle)


def test_rule_2_nothing_is_covered_pushed_up_or_put_below_the_foundation() -> None:
    position = arrange(castle="ps\nst", hand="jc")
    for place in ("place@0", "place@1", "place@2"):
        after = play(position, place).castle
        column = after[1] if place == "place@0" else after[0]
        assert column[:2] == ["seer triangle", "pyro square"]


# ---- Rule 3 ----


@pytest.mark.parametrize(
    ("castle", "allowed"),
    [
        ("p? .. ..\nst ss sc", False),  # the tile is placed on column 2, beside, above or at a corner of the shape under test
        (".. .. p?\nst ss sc", False),
        (".. .. ..\nst s? sc", False),
        ("ps .. ps\nc? ss c?", True),  # corners do not count
    ],
    ids=["left", "right", "below", "corners"],
)
@pytest.mark.parametrize("shape", ["t", "c"])
def test_rule_3_no_tile_lies_beside_or_on_one_of_its_own_shape(castle: str, shape: str, allowed: bool) -> None:
    other = "c" if shape == "t" else "t"
    same, different = castle.replace("?", shape), castle.replace("?", other)
    assert ("place@2" in places(same, f"j{shape}")) is allowed
    assert "place@2" in places(different, f"j{shape}")


def test_rule_3_asks_for_the_shape_not_the_faction() -> None:
    assert "place@1" in places("st", "ss")
    assert "place@1" not in places("st", "pt")


@pytest.mark.parametrize("shape", ["t", "s", "c"])
def test_rule_3_no_shape_fits_between_three_different_ones(shape: str) -> None:
    assert "place@2" not in places("jt .. jc\nps cs pt", f"s{shape}")


def test_same_shapes_in_the_foundation_are_allowed_for_the_tile_being_placed() -> None:
    assert places("st", "st") == {"place@0", "place@2"}
    assert places("st st st st st", "st") == {"place@0", "place@6"}


@pytest.mark.parametrize(("castle", "fits"), [(".. .. ..\nst ss sc", "pt pc"), ("pt .. ..\nst ss sc", "pc"), (".. .. pc\nst ss sc", "pt")])
def test_same_shapes_in_the_foundation_do_not_exempt_the_second_row(castle: str, fits: str) -> None:
    assert {hand for hand in ("pt", "ps", "pc") if "place@2" in places(castle, hand)} == set(fits.split())


# ---- Rule 4 ----


def test_rule_4_no_castle_is_wider_than_six_tiles() -> None:
    assert places("st st st st st", "js") == {f"place@{at}" for at in range(7)}
    assert places(SIX, "js") == {f"place@{at}" for at in range(1, 7)}


def test_rule_4_no_castle_is_taller_than_six_tiles() -> None:
    five = "pc ..\nst ..\npc ..\nst ..\npc st"
    assert places(five, "js") == {"place@0", "place@1", "place@2", "place@3"}
    assert places("st ..\n" + five, "js") == {"place@0", "place@2", "place@3"}


def test_a_tile_with_nowhere_to_go_is_discarded_unasked_at_the_introductory_level() -> None:
    position = arrange(castle=SIX, hand="jt", safe="pc", standard="pc")
    assert (position.hand, position.discards, draw(position)) == (None, ["juggler triangle"], SIX)
    assert options(position) == {"draw.safe", "draw.standard"}


# ---- Discarding ----


@pytest.mark.parametrize("faction", FACTIONS)
@pytest.mark.parametrize("level", LEVELS)
def test_a_defender_may_be_discarded_instead_of_placed(level: str, faction: str) -> None:
    castle = shaped("s c j")
    position = play(arrange(level, castle, hand=f"{faction[0]}t", discards="pc"), "discard")
    assert position.discards == [f"{faction} triangle", "pyro circle"]
    assert (draw(position), position.hand, position.revealed) == (castle, None, [])
    assert options(position) - {"meet"} == {"draw.safe", "draw.standard"}


def test_destroyed_and_discarded_tiles_share_one_discard_pile() -> None:
    position = play(arrange("base", "st ps", hand="cc"), "discard", "draw.standard", "tile.tr", "discard-traitor")
    assert (position.castle, position.discards) == ([], ["seer triangle", "chameleon circle", "pyro square"])
