"""The Admiral's Academy: a Traitor may be discarded, at the price of four tiles."""

from __future__ import annotations

import pytest

from castellion.arrange import arrange, draw, mover, options, pay, play, result, shaped

CASTLE = "ss ps cs\nst pt ct"


@pytest.mark.parametrize("level", ["base", "expert"])
@pytest.mark.parametrize("castle", ["", "st", CASTLE])
def test_a_traitor_is_placed_or_discarded(level: str, castle: str) -> None:
    position = arrange(level, castle, hand="tr")
    assert options(position) == {"place-traitor", "discard-traitor", "meet"}
    placed = play(position, "place-traitor")
    assert (placed.traitors, draw(placed), placed.discards) == ((1, 0), castle, [])


@pytest.mark.parametrize("level", ["base", "expert"])
def test_a_black_bordered_traitor_must_be_placed(level: str) -> None:
    position = arrange(level, CASTLE, hand="tb")
    assert options(position) == {"place-traitor", "meet"}
    assert play(position, "place-traitor").traitors == (0, 1)


def test_discarding_a_traitor_destroys_four_tiles_of_the_players_choice() -> None:
    position = play(arrange("base", CASTLE, hand="tr", traitors=2), "discard-traitor")
    assert (options(position), mover(position)) == ({"destroy@1.1", "destroy@1.2", "destroy-last.2"}, 0)
    last = play(position, "destroy-last.2")
    assert (draw(last), last.discards) == ("ss\nst", ["chameleon triangle", "chameleon square", "pyro triangle", "pyro square"])
    below = play(position, "destroy@1.1")
    assert draw(below) == ".. ps cs\nss pt ct"
    assert options(below) == {"destroy@2.1", "destroy@2.2"}
    below = play(below, "destroy@2.2")  # the last two can only be column 3
    assert (draw(below), below.discards) == ("ss pt", ["seer triangle", "chameleon triangle", "chameleon square", "pyro square"])


def test_a_discarded_traitor_lies_beside_no_ordeal_and_in_no_pile() -> None:
    position = pay(play(arrange("base", shaped("s c j\np s c\nj p s"), hand="tr", traitors=2, standard="st"), "discard-traitor"))
    assert (position.traitors, position.met, position.standard) == ((2, 0), 0, ["seer triangle"])
    assert (len(position.discards), sum(map(len, position.castle))) == (4, 5)
    assert [tile for tile in position.discards if "traitor" in tile] == []
    assert options(position) == {"draw.safe", "draw.standard", "meet"}


@pytest.mark.parametrize("castle", ["", "st", "st ps ct", ".. ss ..\nst ps ct"], ids=["no tile", "one", "three", "four"])
def test_with_no_more_than_four_tiles_all_are_destroyed(castle: str) -> None:
    position = play(arrange("base", castle, hand="tr"), "discard-traitor")
    assert (position.castle, len(position.discards), position.traitors, result(position)) == (
        [],
        len(castle.split()) - castle.count(".."),
        (0, 0),
        None,
    )
    assert options(position) == {"draw.safe", "draw.standard", "meet"}


def test_tiles_above_a_destroyed_one_slide_down_and_shapes_may_meet() -> None:
    castle = "pt ..\njs ..\nct ..\njs ..\nst ss\njs pt"
    position = play(arrange("base", castle, hand="tr"), "discard-traitor", "destroy@1.5", "destroy@1.3")
    assert draw(position) == "pt ..\nct ..\nst ss\njs pt"


def test_no_tile_may_be_destroyed_whose_loss_splits_the_castle() -> None:
    position = play(arrange("base", "ss .. cs js\nst ps ct jt", hand="tr"), "discard-traitor")
    assert options(position) == {"destroy@1.1", "destroy@1.2", "destroy-last.2"}  # column 2 stays while it lies between others
    position = play(position, "destroy@1.2", "destroy@1.1")
    assert draw(position) == ".. cs js\nps ct jt"
    assert options(position) == {"destroy@1.1", "destroy@2.1", "destroy@2.2", "destroy-last.1"}  # the gap has become an end


def test_the_price_of_a_traitor_is_four_tiles_at_the_base_level_whatever_the_lines() -> None:
    position = play(arrange("base", shaped("c c c c . .\np p p p s j"), hand="tr"), "discard-traitor")
    assert position.formations(0) == (0, 0, 2)
    assert len(pay(position).discards) == 4


def test_a_revealed_traitor_may_be_discarded_like_a_drawn_one() -> None:
    position = arrange("base", CASTLE, revealed="tr st")
    assert options(position) == {"take.tr", "take.st", "meet"}
    position = play(position, "take.tr", "discard-traitor", "destroy-last.2")
    assert (draw(position), options(position)) == ("ss\nst", {"take.st", "meet"})
