"""Shadow of the Menace: the two variants of each level's appendix, at their own level and at others."""

from __future__ import annotations

from typing import Any

import pytest

from castellion.arrange import (
    CASTLES,
    HAUNTED_TILE_LOST,
    NO_FORMATIONS,
    NO_PRISON,
    WON,
    arrange,
    chances,
    draw,
    drawn,
    mover,
    named,
    options,
    pay,
    play,
    result,
    shaped,
)
from castlewise.models.castellion.game import Castellion
from castlewise.models.castellion.rule_set import LEVELS, read_rules
from castlewise.models.castellion.tiles import DEFENDERS, TILES
from castlewise.models.contract import TEAM

EVERY_LEVEL = pytest.mark.parametrize("level", LEVELS)
READY = shaped(CASTLES["3T2B1L"])
ROWS = shaped("s c j p s c\np s c j p s")  # twelve tiles, no formation
RING = ["st", "cs", "jc", "ps", "sc", "ct", "js", "pc"]  # eight tiles whose shapes differ from their neighbours', the last from the first


# ---- The Vigil ----


@EVERY_LEVEL
def test_vigil_is_a_tile_drawn_from_the_safe_pile_once_the_ordeals_lie_open(level: str) -> None:
    game = Castellion(read_rules(f"{level},vigil"))
    position = game.start()
    while not any(option.startswith("tile.") for option in options(position)):
        position = play(position, max(options(position)))
    assert chances(position) == dict.fromkeys((f"tile.{tile.code}" for tile in TILES[:DEFENDERS]), 1)
    position = play(position, "tile.jc")
    assert (position.vigil, len(position.safe), len(position.standard)) == ("juggler circle", 11, 72)
    assert options(position) - {"meet"} == {"draw.safe", "draw.standard"}


@EVERY_LEVEL
def test_vigil_may_be_swapped_for_a_drawn_tile_which_is_then_placed_or_discarded(level: str) -> None:
    position = arrange(f"{level},vigil", "st ct", vigil="pc", hand="js")
    assert "vigil" in options(position)
    position = play(position, "vigil")
    assert (position.hand, position.vigil) == ("pyro circle", "juggler square")
    assert {option for option in options(position) if not option.startswith("place@")} - {"meet"} == {"discard"}
    placed = play(position, "place@1")
    assert (draw(placed), placed.vigil, placed.discards) == ("pc ..\nst ct", "juggler square", [])
    assert play(position, "discard").discards == ["pyro circle"]


def test_vigil_tile_that_is_discarded_has_its_power_from_the_base_level_on() -> None:
    position = play(arrange("base,vigil", "st ct", vigil="jc", hand="ps"), "vigil")
    assert draw(play(position, "power")) == "ct st"


def test_vigil_may_be_swapped_every_turn() -> None:
    position = play(arrange("introductory,vigil", "st", vigil="pc", hand="js"), "vigil", "discard", "draw.standard", "tile.cs", "vigil")
    assert (position.hand, position.vigil) == ("juggler square", "chameleon square")


@pytest.mark.parametrize("hand", ["tr", "tb"])
def test_vigil_is_not_swapped_for_a_traitor(hand: str) -> None:
    position = arrange("base,vigil", ROWS, vigil="pc", hand=hand)
    assert options(position) - {"discard-traitor"} == {"place-traitor", "meet"}


# ---- The Prophet ----


@EVERY_LEVEL
def test_prophet_is_placed_beside_one_of_the_three_ordeals_by_the_team(level: str) -> None:
    position = Castellion(read_rules(f"{level},prophet")).start()
    while position.is_chance:
        position = play(position, max(options(position)))
    assert (options(position), mover(position)) == ({"prophet.1", "prophet.2", "prophet.3"}, TEAM)
    position = play(position, "prophet.2")
    assert (position.state.prophet, options(position) - {"meet"}) == (2, {"draw.safe", "draw.standard"})


@EVERY_LEVEL
@pytest.mark.parametrize("chosen", [1, 2, 3])
@pytest.mark.parametrize("number", [1, 2, 3])
def test_prophet_brings_the_chosen_ordeal_one_traitor_earlier_and_no_other(level: str, chosen: int, number: int) -> None:
    needed = LEVELS[level][number - 1].traitors - (chosen == number)
    rules = f"{level},prophet,ordeal{number}=0T:{LEVELS[level][number - 1].traitors}"  # a card that is always passed
    for beside, meets in ((needed - 2, False), (needed - 1, True)):
        if beside >= 0:
            position = arrange(rules, shaped("s c j p s c"), hand="tr", met=number - 1, traitors=beside, prophet=chosen)
            position = position if level == "introductory" else play(position, "place-traitor")
            assert (position.met, sum(position.traitors)) == ((number, 0) if meets else (number - 1, beside + 1))


# ---- The Premonition ----


@EVERY_LEVEL
def test_premonition_takes_one_traitor_and_the_pawn_out_of_the_game(level: str) -> None:
    position = arrange(f"{level},premonition", ROWS, hand="tr", traitors=1)
    usual = {"place-traitor"} if level == "introductory" else {"place-traitor", "discard-traitor", "meet"}
    assert options(position) == usual | {"premonition"}
    position = play(position, "premonition")
    assert (position.traitors, draw(position), position.discards) == ((1, 0), ROWS, [])
    position = play(position, "draw.standard", "tile.tr")
    if level == "introductory":
        assert position.traitors == (2, 0)  # placed at once: the pawn is gone
    else:
        assert options(position) == usual


@EVERY_LEVEL
def test_premonition_does_not_help_against_a_black_bordered_traitor(level: str) -> None:
    position = arrange(f"{level},premonition", ROWS, standard="tb tr", safe="st")
    position = play(position, "draw.standard", "tile.tb")
    if level == "introductory":
        assert position.traitors == (0, 1)
    else:
        assert options(position) == {"place-traitor", "meet"}
        position = play(position, "place-traitor")
    assert "premonition" in options(play(position, "draw.standard", "tile.tr"))


# ---- The Prison ----


@EVERY_LEVEL
def test_prison_takes_a_drawn_defender_instead_of_the_castle(level: str) -> None:
    position = arrange(f"{level},prison", "st", hand="jc")
    assert "prison" in options(position)
    position = play(position, "prison")
    assert (position.prison, draw(position), position.hand, position.discards) == (["juggler circle"], "st", None, [])
    assert options(position) - {"meet"} == {"draw.safe", "draw.standard"}


@pytest.mark.parametrize(
    ("tiles", "hand", "offered"),
    [
        ("", "st", {"prison"}),
        ("st", "ps", {"prison.triangle"}),
        ("st", "pt", set()),
        ("st cs", "jc", {"prison.triangle", "prison.square"}),
        ("st cs", "jt", {"prison.square"}),
        ("st cs jt", "ps", {"prison.triangle"}),
        ("st cs jt", "pt", set()),
    ],
)
def test_prison_tiles_lie_beside_one_another_and_differ_in_shape(tiles: str, hand: str, offered: set[str]) -> None:
    position = arrange("base,prison", "ss", hand=hand, prison=tiles)
    assert {option for option in options(position) if option.startswith("prison")} == offered


def test_shape_of_the_prison_one_stretch_grows_at_either_end() -> None:
    position = arrange("base,prison", "ss", hand="jc", prison="st cs")
    beside_square = play(position, "prison.square", "draw.standard", "tile.pt")  # the ends are now triangle and circle
    assert {option for option in options(beside_square) if option.startswith("prison")} == {"prison.circle"}
    beside_triangle = play(position, "prison.triangle", "draw.standard", "tile.pt")  # circle and square
    assert {option for option in options(beside_triangle) if option.startswith("prison")} == {"prison.circle", "prison.square"}


@pytest.mark.parametrize(("ends", "fits"), [(("triangle", "square"), "c"), (("circle", "circle"), "ts"), (("triangle", "triangle"), "sc")])
def test_shape_of_the_prison_the_eighth_tile_differs_from_both_ends(ends: tuple[str, str], fits: str) -> None:
    seven = " ".join(RING[:7])
    offered = {
        shape for shape in "tsc" if "prison" in options(arrange("base,prison", "ss", hand=f"j{shape}", prison=seven, prison_ends=ends))
    }
    assert offered == set(fits)


def test_prison_has_room_for_eight_tiles() -> None:
    position = play(arrange("base,prison", "ss", hand=RING[7], prison=" ".join(RING[:7])), "prison")
    assert len(position.prison) == 8
    for tile in ("st", "ss", "sc"):
        assert not [option for option in options(play(position, "draw.standard", f"tile.{tile}")) if option.startswith("prison")]


@EVERY_LEVEL
@pytest.mark.parametrize("number", [1, 2])
@pytest.mark.parametrize("tiles", [0, 7, 8])
def test_prison_that_is_incomplete_after_the_first_or_second_ordeal_costs_six_tiles(level: str, number: int, tiles: int) -> None:
    rules = f"{level},prison,ordeal{number}=1T:1"
    position = arrange(rules, READY, hand="tr", met=number - 1, prison=" ".join(RING[:tiles]))
    position = position if level == "introductory" else play(position, "place-traitor")
    assert position.met == number
    if tiles == 8:
        assert (draw(position), options(position) - {"meet"}) == (drawn(READY), {"draw.safe", "draw.standard"})
    else:
        position = pay(position)
        assert (len(position.discards), sum(map(len, position.castle)), len(position.prison)) == (6, 18, tiles)
        assert options(position) - {"meet"} == {"draw.safe", "draw.standard"}


@EVERY_LEVEL
@pytest.mark.parametrize(("tiles", "outcome"), [(0, NO_PRISON), (7, NO_PRISON), (8, WON)])
def test_prison_must_be_complete_by_the_end_of_the_third_ordeal(level: str, tiles: int, outcome: object) -> None:
    position = arrange(f"{level},prison,ordeal3=1T:1", READY, hand="tr", met=2, prison=" ".join(RING[:tiles]))
    position = position if level == "introductory" else play(position, "place-traitor")
    assert (result(position), position.met) == (outcome, 3)


def test_prison_tiles_are_no_part_of_the_castle() -> None:
    eight = " ".join(RING)
    position = play(arrange("base,prison", "ss ps", hand="tr", prison=eight), "discard-traitor")
    assert (len(position.prison), position.castle) == (8, [])
    assert "power" not in options(arrange("base,prison", "ss", hand="pt", prison=eight))
    assert "power" not in options(arrange("base,prison", "ss", hand="jt", prison=eight))
    assert "power" not in options(arrange("base,prison", "ss", hand="ct", prison=eight))


# ---- A Cold Sweat ----


def sweat(position: Any) -> set[str]:
    return {option for option in options(position) if option.startswith(("cold-sweat", "haunt"))}


@EVERY_LEVEL
def test_cold_sweat_discards_a_traitor_for_a_haunted_tile_in_one_of_the_four_middle_columns(level: str) -> None:
    castle = shaped(". p . . . .\ns c j p s c")
    position = arrange(f"{level},cold-sweat", castle, hand="tr", traitors=1)
    usual = {"place-traitor"} if level == "introductory" else {"place-traitor", "discard-traitor", "meet"}
    assert options(position) == usual | {f"cold-sweat@{column}" for column in (2, 3, 4, 5)}
    low = play(position, "cold-sweat@3")
    assert (low.haunted, low.traitors, draw(low), low.discards) == ((0, 3, 1), (1, 0), drawn(castle), [])
    assert play(position, "cold-sweat@2").haunted == (0, 2, 2)  # the highest tile of its column


@EVERY_LEVEL
def test_cold_sweat_comes_once_and_never_for_a_black_bordered_traitor(level: str) -> None:
    place = [] if level == "introductory" else ["place-traitor"]
    position = arrange(f"{level},cold-sweat", ROWS, standard="2tr tb", safe="st")
    black = play(position, "draw.standard", "tile.tb")
    assert sweat(black) == set()
    position = play(black, *place, "draw.standard", "tile.tr", "cold-sweat@4")
    assert (position.haunted, position.traitors) == ((0, 4, 2), (0, 1))
    again = play(position, "draw.standard", "tile.tr")
    assert sweat(again) == set()


# ---- The Unnameable Horror ----


@EVERY_LEVEL
def test_unnameable_horror_haunts_a_tile_before_the_first_black_bordered_traitor_is_placed(level: str) -> None:
    castle = shaped(". . . . p .\ns c j p s c")
    position = arrange(f"{level},horror", castle, hand="tb")
    assert (options(position), position.traitors, mover(position)) == ({f"haunt@{column}" for column in (2, 3, 4, 5)}, (0, 0), 0)
    position = play(position, "haunt@5")
    assert position.haunted == (0, 5, 2)
    if level != "introductory":
        assert options(position) == {"place-traitor", "meet"}
        position = play(position, "place-traitor")
    assert (position.traitors, draw(position)) == ((0, 1), drawn(castle))


@EVERY_LEVEL
def test_unnameable_horror_comes_with_no_other_traitor(level: str) -> None:
    assert sweat(arrange(f"{level},horror", ROWS, hand="tr")) == set()
    assert sweat(arrange(f"{level},horror", ROWS, hand="tb", haunted=(3, 2))) == set()


def test_unnameable_horror_comes_before_the_ordeal_that_its_traitor_brings() -> None:
    position = arrange("introductory,horror", READY, hand="tb", traitors=4)
    assert (position.met, sweat(position)) == (0, {"haunt@2", "haunt@3", "haunt@4", "haunt@5"})
    fewer_towers = play(position, "haunt@3")
    assert (fewer_towers.formations(0), fewer_towers.met) == ((2, 2, 1), 1)
    no_line = play(position, "haunt@4")
    assert (no_line.formations(0), result(no_line)) == ((3, 2, 0), NO_FORMATIONS)


# ---- The haunted tile, of either variant ----

HAUNTING = pytest.mark.parametrize("rules", ["expert,cold-sweat", "base,horror", "introductory,horror"])


@HAUNTING
@pytest.mark.parametrize(("castle", "cell"), [("1T", (1, 4)), ("1B", (2, 2)), ("1L", (4, 1))])
def test_the_haunted_tile_is_part_of_no_formation(rules: str, castle: str, cell: tuple[int, int]) -> None:
    alone = {"1T": "p .\np .\np .\np s", "1B": "p p\np p", "1L": "p p p p"}[castle]
    assert arrange(rules, shaped(alone)).formations(0) == named(castle)
    assert arrange(rules, shaped(alone), haunted=cell).formations(0) == (0, 0, 0)


@HAUNTING
def test_no_tile_is_placed_beside_or_on_the_haunted_tile(rules: str) -> None:
    castle = ".. pt .. .. ..\nst ss ct js pc"
    free = {f"place@{at}" for at in range(7)}
    assert {option for option in options(arrange(rules, castle, hand="sc")) if "place@" in option} == free - {"place@5"}
    haunted = arrange(rules, castle, hand="sc", haunted=(2, 2))
    assert {option for option in options(haunted) if "place@" in option} == free - {"place@5", "place@1", "place@2", "place@3"}


@HAUNTING
@pytest.mark.parametrize(("column", "kept_free"), [(1, "place@0"), (3, "place@4")])
def test_no_foundation_tile_is_placed_beside_a_haunted_end(rules: str, column: int, kept_free: str) -> None:
    ends = {"place@0", "place@4"}
    assert options(arrange(rules, "st ss ct", hand="jt", haunted=(column, 1))) & ends == ends - {kept_free}
    assert options(arrange(rules, "st ss ct", hand="jt")) & ends == ends


@pytest.mark.parametrize(("destroyed", "lost"), [("destroy@2.2", True), ("destroy@2.1", False), ("destroy@1.1", False)])
def test_destroying_the_haunted_tile_loses_the_game(destroyed: str, lost: bool) -> None:
    position = play(arrange("expert,cold-sweat", ".. pt ..\nst ss ct", hand="pc", haunted=(2, 2)), "power", destroyed)
    assert result(position) == (HAUNTED_TILE_LOST if lost else None)


def test_rows_that_are_destroyed_take_the_haunted_tile_or_let_it_fall() -> None:
    for row, outcome in ((1, HAUNTED_TILE_LOST), (2, None)):
        position = arrange("introductory,horror", ROWS, hand="tr", met=1, traitors=1, haunted=(2, row))
        assert result(position) == outcome
    assert (position.haunted, draw(position)) == ((0, 2, 1), ROWS.splitlines()[0])


@pytest.mark.parametrize(
    ("destroyed", "haunted", "moves"),
    [
        ("destroy@1.1", (0, 1, 2), {"move.1@0", "move.1@2", "move.1@3", "move.2@0"}),
        ("destroy@2.1", (0, 2, 1), {"move.1@3", "move.1@4", "move.3@0", "move.3@1"}),
        ("destroy@3.1", (0, 2, 2), {"move.1@3", "move.2@0", "move.2@1", "move.2@3"}),
    ],
)
def test_a_destruction_may_move_the_haunted_tile_but_no_pyro_moves_another_beside_it(
    destroyed: str, haunted: tuple[int, int, int], moves: set[str]
) -> None:
    position = play(arrange("expert,cold-sweat", ".. pt ..\nst ss ct", hand="pc", haunted=(2, 2)), "power", destroyed)
    assert (position.haunted, options(position)) == (haunted, moves)


@pytest.mark.parametrize(
    ("move", "haunted", "castle"),
    [
        ("move.2@0", (0, 1, 1), "pt st ss"),
        ("move.2@1", (0, 1, 2), "pt ..\nst ss"),
        ("move.2@3", (0, 3, 1), "st ss pt"),
        ("move.1@3", (0, 1, 2), "pt ..\nss st"),
    ],
)
def test_a_pyro_may_move_the_haunted_tile_with_the_pawn(move: str, haunted: tuple[int, int, int], castle: str) -> None:
    position = play(arrange("base,horror", ".. pt ..\nst ss ct", hand="pc", haunted=(2, 2)), "power", "destroy@3.1", move)
    assert (position.haunted, draw(position)) == (haunted, castle)


def test_a_juggler_may_move_the_haunted_tile_with_the_pawn() -> None:
    castle = ".. pt ..\nst ss st"
    upper = play(arrange("base,horror", castle, hand="jc", haunted=(2, 2)), "power")  # the only exchange there is
    assert (upper.haunted, draw(upper)) == ((0, 2, 1), ".. ss ..\nst pt st")
    lower = play(arrange("base,horror", castle, hand="jc", haunted=(2, 1)), "power")
    assert options(lower) == {"exchange@1.1~2.1", "exchange@2.1~3.1", "exchange@2.1~2.2"}
    assert play(lower, "exchange@1.1~2.1").haunted == (0, 1, 1)
    assert play(lower, "exchange@2.1~2.2").haunted == (0, 2, 2)


def test_a_slide_may_bring_a_tile_beside_the_haunted_one() -> None:
    position = play(arrange("expert,cold-sweat", "js ..\nps pt\nst ss", hand="pc", haunted=(2, 2)), "power", "destroy@1.2")
    assert (draw(position), position.haunted) == ("js pt\nst ss", (0, 2, 2))
