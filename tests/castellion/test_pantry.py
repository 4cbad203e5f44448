"""The Pantry: six further tiles, and how many of them each ordeal asks for."""

from __future__ import annotations

import pytest

from castellion.arrange import (
    BOTH_WON,
    FULL,
    WON,
    WRONG_PANTRY,
    arrange,
    chances,
    draw,
    drawn,
    options,
    pay,
    play,
    result,
    shaped,
)
from castlewise.models.castellion.game import Castellion
from castlewise.models.castellion.position import Position
from castlewise.models.castellion.rule_set import read_rules

EASY = "expert,pantry,ordeal1=0T:1,ordeal2=0T:1,ordeal3=0T:1"  # ordeals that ask for nothing but the foundation


def pantry_moves(position: Position) -> set[str]:
    return {option for option in options(position) if option.startswith("f")}


def with_pantry(tiles: int) -> str:
    """A complete foundation with so many Pantry tiles in and above it."""
    return shaped("f . f . f .\nf s f c f j" if tiles == 6 else "s c j p s c\n" + " ".join(["f"] * tiles + ["s"] * (6 - tiles)))


def test_pantry_setup_six_tiles_lie_ready_two_of_each_shape() -> None:
    for variant in ("pantry", "pantry-harder"):
        position = Castellion(read_rules(f"expert,{variant}")).start()
        assert position.pantry == ["triangle", "triangle", "square", "square", "circle", "circle"]
        assert (len(position.safe), len(position.standard), position.ordeals) == (12, 72, [None] * 3)


def test_a_pantry_tile_may_be_placed_instead_of_drawing() -> None:
    position = arrange("expert,pantry")
    assert options(position) == {"draw.safe", "draw.standard", "meet", "ft@1", "fs@1", "fc@1"}
    position = play(position, "fs@1")
    assert (draw(position), position.pantry) == ("fs", ["triangle", "triangle", "square", "circle", "circle"])
    assert (len(position.safe), len(position.standard), position.hand) == (12, 72, None)


def test_pantry_tiles_are_placed_by_the_same_rules_as_defenders() -> None:
    castle = "ps .. ..\nst ct ss"
    assert pantry_moves(arrange("expert,pantry", castle, pantry="ft")) == {"ft@0", "ft@1", "ft@3", "ft@4"}
    assert pantry_moves(arrange("expert,pantry", castle, pantry="fs")) == {"fs@0", "fs@4"}
    assert pantry_moves(arrange("expert,pantry", castle, pantry="fc")) == {"fc@0", "fc@1", "fc@2", "fc@3", "fc@4"}
    full_width = arrange("expert,pantry", "st st st st st st", pantry="ft")
    assert pantry_moves(full_width) == set()
    assert "place@1" not in options(arrange("expert,pantry", "ft", hand="st"))  # and Defenders heed their shapes


def test_the_pantry_runs_out_shape_by_shape() -> None:
    assert {move[:2] for move in pantry_moves(arrange("expert,pantry", "st", pantry="fs 2fc"))} == {"fs", "fc"}
    assert pantry_moves(arrange("expert,pantry", "st", pantry="")) == set()


def test_a_pantry_tile_may_be_placed_while_tiles_are_revealed() -> None:
    position = arrange("expert,pantry", "st", revealed="ps tr", pantry="fs")
    assert options(position) == {"take.ps", "take.tr", "meet", "fs@0", "fs@1", "fs@2"}
    assert play(position, "fs@1").revealed == ["pyro square", "traitor"]


def test_no_pantry_tile_is_placed_with_a_tile_in_hand_or_without_the_expansion() -> None:
    assert pantry_moves(arrange("expert,pantry", "st", hand="ps")) == set()
    assert pantry_moves(arrange("expert", "st")) == set()


@pytest.mark.parametrize("castle", ["f\np\np\np", "p f\np p", "p p p f", "f\nf\nf\nf", "f f\nf f", "f f f f"])
def test_pantry_tiles_are_part_of_no_formation(castle: str) -> None:
    assert arrange("expert,pantry", shaped(castle)).formations(0) == (0, 0, 0)


def test_pantry_tiles_cancel_no_formation() -> None:
    assert arrange("expert,pantry", shaped("f f f f\np p p p\nf f f f")).formations(0) == (0, 0, 1)


def test_a_pantry_tile_may_complete_the_castle() -> None:
    castle = shaped(FULL, without="F")
    position = play(arrange("expert,pantry", castle, pantry="fs"), "fs@6")
    assert set(chances(position)) == {"card.1.2T-else-16", "card.1.2B-else-16", "card.1.2L-else-16", "card.1.earthworm-1"}


@pytest.mark.parametrize("number", [1, 2, 3])
@pytest.mark.parametrize("tiles", [0, 1, 2, 3, 4, 5, 6])
def test_after_each_ordeal_the_castle_must_hold_exactly_two_more_pantry_tiles(number: int, tiles: int) -> None:
    position = play(arrange(EASY, with_pantry(tiles), hand="tr", met=number - 1), "place-traitor")
    right = None if number < 3 else WON
    assert result(position) == (right if tiles == 2 * number else WRONG_PANTRY)


def test_pantry_tiles_are_counted_after_the_effect_of_the_ordeal() -> None:
    def eaten(castle: str) -> Position:
        position = arrange("expert,pantry", shaped(castle), hand="tr", traitors=1)
        return play(position, "place-traitor", "card.1.earthworm-1")

    right = eaten("s c j p s c\nj p s c f f\nf p s c j p")
    assert (result(right), right.met, [tile for tile in right.discards if "pantry" in tile]) == (None, 1, ["pantry triangle"])
    assert result(eaten("s c j p s c\nf f p s c j")) == WRONG_PANTRY


def test_a_destroyed_pantry_tile_is_discarded_and_a_chameleon_of_its_shape_recovers_it() -> None:
    position = play(arrange("expert,pantry", "fs pt\nst ct", hand="tr"), "discard-traitor")
    assert (position.discards, position.pantry.count("square")) == (
        ["seer triangle", "chameleon triangle", "pyro triangle", "pantry square"],
        2,
    )
    position = play(position, "draw.standard", "tile.cs", "power")  # nothing else has its shape
    assert (position.hand, position.discards) == (
        "pantry square",
        ["seer triangle", "chameleon triangle", "chameleon square", "pyro triangle"],
    )
    assert draw(play(position, "place@1")) == "fs"
    assert "power" not in options(arrange("expert,pantry", "st", hand="ct", discards="fs fc"))


def test_a_juggler_exchanges_and_a_pyro_burns_or_moves_pantry_tiles() -> None:
    juggled = play(arrange("expert,pantry", "fs st", hand="jc"), "power")
    assert draw(juggled) == "st fs"
    position = play(arrange("expert,pantry", "fs ..\nst ct", hand="pc"), "power")
    assert options(position) == {"destroy@1.1", "destroy@1.2", "destroy@2.1"}
    assert play(position, "destroy@1.2").discards == ["pyro circle", "pantry square"]
    assert draw(play(position, "destroy@1.1", "move.1@2")) == "fs\nct"


def test_pantry_tiles_pay_for_traitors_and_assaults_like_any_other() -> None:
    castle = shaped("f f . . . .\nf f . . . .\ns c j p s c")
    position = pay(play(arrange("expert,pantry", castle, hand="tr"), "discard-traitor"))
    assert position.discards == ["pantry triangle", "pantry square", "pantry circle", "pantry circle"]


# ---- The harder variant ----


@pytest.mark.parametrize(
    ("castle", "refused"),
    [
        ("ft ss st", {"fc@0", "fc@1"}),
        ("st ss ft", {"fc@3", "fc@4"}),
        ("fs .. ..\nst ss st", {"fc@1", "fc@2"}),
        ("fs .. ..\nst js ft", {"fc@1", "fc@2", "fc@3", "fc@4"}),
    ],
)
def test_pantry_tiles_beside_each_other_harder_variant_none_is_placed_beside_another_on_any_side(castle: str, refused: set[str]) -> None:
    anywhere = {f"fc@{at}" for at in range(5)}
    assert pantry_moves(arrange("expert,pantry", castle, pantry="fc")) == anywhere
    assert pantry_moves(arrange("expert,pantry-harder", castle, pantry="fc")) == anywhere - refused


def test_pantry_tiles_beside_each_other_harder_variant_leaves_defenders_where_they_like() -> None:
    position = arrange("expert,pantry-harder", "ft ss ft", hand="jc")
    assert {option for option in options(position) if option.startswith("place@")} == {f"place@{at}" for at in range(5)}


def test_pantry_tiles_beside_each_other_harder_variant_a_destruction_may_bring_them_together() -> None:
    position = play(arrange("expert,pantry-harder", "fs ..\njc ..\nft ct", hand="pt"), "power", "destroy@1.2")
    assert draw(position) == "fs ..\nft ct"


def test_pantry_tiles_beside_each_other_harder_variant_no_pyro_moves_one_there() -> None:
    castle = "ps .. ft\nst fc ss"
    burnt = [play(arrange(f"expert,{variant}", castle, hand="pt"), "power", "destroy@1.2") for variant in ("pantry", "pantry-harder")]
    assert options(burnt[0]) - options(burnt[1]) == {"move.3@2"}
    assert options(burnt[1]) == {"move.1@2", "move.1@3", "move.1@4", "move.3@0", "move.3@1", "move.3@4"}


def test_pantry_tiles_beside_each_other_harder_variant_no_juggler_exchanges_one_there() -> None:
    castle = "ft ss fc"
    assert options(play(arrange("expert,pantry", castle, hand="jc"), "power")) == {"exchange@1.1~2.1", "exchange@2.1~3.1"}
    assert "power" not in options(arrange("expert,pantry-harder", castle, hand="jc"))
    assert draw(play(arrange("expert,pantry-harder", "ft ss fc jt", hand="jc"), "power")) == "ft ss jt fc"  # the only exchange
    assert draw(play(arrange("expert,pantry-harder", "ft fs ss", hand="jc"), "power")) == "ft ss fs"
    far = play(arrange("expert,pantry-harder", "ft ss st fc", hand="jc"), "power")
    assert options(far) == {"exchange@1.1~2.1", "exchange@2.1~3.1", "exchange@3.1~4.1"}


# ---- Two players ----


@pytest.mark.parametrize(
    ("mine", "partners", "number", "outcome"),
    [
        (1, 1, 1, None),
        (2, 0, 1, WRONG_PANTRY),
        (0, 2, 1, WRONG_PANTRY),
        (0, 0, 1, WRONG_PANTRY),
        (2, 2, 1, WRONG_PANTRY),
        (2, 2, 2, None),
        (3, 3, 3, BOTH_WON),
        (2, 4, 3, WRONG_PANTRY),
    ],
)
def test_pantry_with_two_players_both_castles_count_and_hold_equally_many(mine: int, partners: int, number: int, outcome: object) -> None:
    rules = EASY.replace("pantry", "pantry,two-player")
    champion = None if number == 1 else 0
    position = play(arrange(rules, with_pantry(mine), with_pantry(partners), hand="tr", met=number - 1, champion=champion), "place-traitor")
    position = play(position, "who.1") if "who.1" in options(position) else position
    assert result(position) == outcome


def test_pantry_with_two_players_is_compared_before_anyone_meets_the_ordeal() -> None:
    rules = EASY.replace("pantry", "pantry,two-player")
    assert result(play(arrange(rules, with_pantry(1), with_pantry(0), hand="tr"), "place-traitor")) == WRONG_PANTRY


def test_pantry_with_two_players_is_shared() -> None:
    position = play(arrange("expert,two-player,pantry", "st", "ct", pantry="fs fc"), "fs@1")
    assert (draw(position, 0), draw(position, 1), position.player, position.pantry) == ("fs\nst", "ct", 1, ["circle"])
    position = play(position, "fc@2")
    assert (draw(position, 0), draw(position, 1), position.pantry) == (drawn("fs\nst"), "ct fc", [])
