"""Readings (docs/readings-castellion.md) that no other file settles; the others stand with the rules that they belong to.

Every row of that page has tests whose names begin with its question; tests/test_docs.py checks that none is missing.
"""

from __future__ import annotations

from typing import Any

import pytest

from castellion.arrange import (
    CASTLES,
    NO_FORMATIONS,
    NO_FOUNDATION,
    NO_PRISON,
    WON,
    WRONG_PANTRY,
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
from castlewise.models.contract import TEAM
from castlewise.models.problems import InvalidInput

READY = shaped(CASTLES["3T2B1L"])
ROW = shaped("s c j p s c")


# ---- The castle ----


def test_where_does_the_castle_stand_only_how_its_tiles_lie_to_each_other_counts() -> None:
    to_the_right = play(arrange(castle="ss ..\nst ps", hand="ct"), "place@3")
    to_the_left = play(arrange(castle="ps ct", hand="st"), "place@0", "draw.safe", "tile.ss", "place@1")
    assert draw(to_the_right) == draw(to_the_left) == "ss .. ..\nst ps ct"
    assert list(to_the_right.state.shapes[0]) == list(to_the_left.state.shapes[0])
    assert draw(play(arrange(hand="st"), "place@1")) == "st"


def test_where_does_the_castle_stand_it_grows_to_either_side_up_to_its_limit() -> None:
    position = arrange(castle="st")
    for end, tile in (("place@0", "ps"), ("place@0", "ct"), ("place@4", "js"), ("place@0", "sc"), ("place@6", "pc")):
        position = play(position, "draw.standard", f"tile.{tile}", end)
    assert draw(position) == "sc ct ps st js pc"
    assert options(play(position, "draw.standard", "tile.st")).isdisjoint({"place@0", "place@7"})


@pytest.mark.parametrize(("heights", "allowed"), [((1, 1, 1), (1, 3)), ((1, 2, 1), (1, 2, 3)), ((2, 1, 2), (1, 3)), ((1, 1, 1, 1), (1, 4))])
def test_what_splits_a_castle_is_a_column_that_empties_between_two_others(heights: tuple[int, ...], allowed: tuple[int, ...]) -> None:
    castle = "\n".join(" ".join("scjp"[row] if height > row else "." for height in heights) for row in reversed(range(max(heights))))
    position = play(arrange("base", shaped(castle), hand="pc"), "power")
    assert {int(option[8]) for option in options(position)} == set(allowed)


def test_in_which_order_columns_from_left_to_right_and_down_each_column() -> None:
    position = play(arrange("base", shaped("s c j\np s c\nj p s\nc j p"), hand="tr"), "discard-traitor", "destroy@2.3")
    assert options(position) == {"destroy@2.1", "destroy@2.2", "destroy@3.3", "destroy@3.4"}  # neither column 1 nor above


def test_in_which_order_columns_that_vanish_at_the_right_end_go_last_and_together() -> None:
    position = play(arrange("base", "ss .. ..\nst ps ct\nsc pc cs", hand="tr"), "discard-traitor")
    assert "destroy-last.2" in options(position)
    assert draw(play(position, "destroy-last.2")) == "ss\nst\nsc"
    assert "destroy-last.2" not in options(play(position, "destroy@1.3"))  # three are due, the two columns have four


def test_sliding_rows_fall_as_they_are_whatever_their_shapes() -> None:
    castle = "st st ss ss st st\nss ss ss sc sc sc"
    position = arrange(castle=castle, hand="tr", met=1, traitors=1)
    assert (draw(position), position.met) == ("st st ss ss st st", 2)
    eaten = arrange("expert", "ps .. .. .. .. ..\nps pt pt pt pt pt\nst ss ss sc sc sc", hand="tr", traitors=1)
    assert draw(play(eaten, "place-traitor", "card.1.earthworm-1")) == "ps .. .. .. .. ..\nps pt pt pt pt pt"


# ---- Drawing and playing tiles ----


@pytest.mark.parametrize(("appendix", "offered"), [("", {"donate"}), (",vigil", {"donate", "vigil"}), (",prison", {"donate", "prison"})])
def test_what_is_a_drawn_tile_one_of_a_pile_or_of_a_seer_may_do_more_than_others(appendix: str, offered: set[str]) -> None:
    rules = f"base,two-player{appendix}"
    extra = {"donate", "vigil", "prison"}
    table: dict[str, Any] = {"castle": "st", "partner": "ct", "vigil": "jc" if appendix == ",vigil" else ""}
    drawn_now = play(arrange(rules, **table), "draw.standard", "tile.ps")
    revealed = play(arrange(rules, revealed="ps", **table), "take.ps")
    recovered = play(arrange(rules, hand="cs", discards="ps", **table), "power")
    donated = play(arrange(rules, hand="ps", **table), "donate")
    assert [options(position) & extra for position in (drawn_now, revealed, recovered, donated)] == [offered, offered, set(), set()]
    assert [position.hand for position in (drawn_now, revealed, recovered, donated)] == ["pyro square"] * 4


def test_which_revealed_tile_comes_first_is_the_players_choice_traitors_included() -> None:
    position = arrange("base", "st", revealed="ps 2jc tr tb")
    assert options(position) == {"take.ps", "take.jc", "take.tr", "take.tb", "meet"}


def test_juggler_exchanges_two_tiles_of_a_kind_if_one_of_them_is_haunted() -> None:
    assert "power" not in options(arrange("base,horror", "st st st", hand="jc"))
    position = play(arrange("base,horror", "st st st", hand="jc", haunted=(2, 1)), "power")
    assert options(position) == {"exchange@1.1~2.1", "exchange@2.1~3.1"}
    assert play(position, "exchange@2.1~3.1").haunted == (0, 3, 1)


def test_pyro_burns_only_a_tile_after_whose_loss_another_can_be_moved() -> None:
    flat = "base,size=3x1"
    assert "power" not in options(arrange(flat, "st st st", hand="pc"))  # two equal tiles would look the same from end to end
    for castle, left in (("st st ps", "st ps"), ("ps st st", "ps st")):
        position = play(arrange(flat, castle, hand="pc"), "power")
        assert (draw(position), options(position)) == (left, {"move.1@3", "move.2@0"})  # the Square was not offered
    assert "power" not in options(arrange("base,size=1x6", "ps\nst\nss", hand="pc"))


@pytest.mark.parametrize(
    ("rules", "outcome"),
    [
        *((level, NO_FORMATIONS) for level in LEVELS),
        *((f"{level},vigil", NO_FORMATIONS) for level in LEVELS),
        ("expert,pantry", WRONG_PANTRY),  # its six tiles lie ready, but nobody may still place them
    ],
)
def test_which_level_do_piles_run_out_at_every_one_and_nothing_is_waited_for(rules: str, outcome: object) -> None:
    position = arrange(f"{rules},ordeal1=3T,ordeal2=2B,ordeal3=9T", READY, hand="st", safe="", standard="")
    assert result(position) is None
    position = play(position, "discard")
    assert (result(position), position.met) == (outcome, 1 if "pantry" in rules else 2)


# ---- Ordeals ----


def test_why_a_game_is_lost_names_missing_formations_before_an_incomplete_foundation() -> None:
    assert result(arrange(castle="st ps", hand="tr", traitors=4)) == NO_FORMATIONS
    assert result(play(arrange("base", "st ps", hand="tr", traitors=2), "place-traitor")) == NO_FORMATIONS


@pytest.mark.parametrize(("tiles", "asked"), [(21, False), (22, True)])
def test_a_penalty_that_leaves_too_few_tiles_loses_at_once(tiles: int, asked: bool) -> None:
    top = ["p", "s", "c", "j"][: tiles - 18] + ["."] * (24 - tiles)
    castle = shaped(" ".join(top) + "\ns c j p s c\np s c j p s\ns c j p s c")
    position = arrange("expert", castle, hand="tr", traitors=1, ordeals=("2T else 16", "", ""))
    position = play(position, "place-traitor")
    assert (result(position), bool(options(position))) == (None if asked else NO_FOUNDATION, asked)
    if asked:
        assert pay(position).met == 1


def test_when_are_bastions_counted_before_the_penalty() -> None:
    position = arrange("expert", shaped(CASTLES["3B"]), hand="tr", traitors=1, ordeals=("2T else 16", "", ""))
    position = play(position, "place-traitor", "destroy@1.2", "destroy@2.2", "destroy@3.2")  # two bastions are broken already
    assert position.formations(0) == (0, 1, 0)
    position = pay(position)
    assert (len(position.discards), position.met) == (4, 1)  # 16, and 12 fewer for the three that stood


def test_a_full_castle_first_turns_a_card_over_for_the_tower_that_its_last_tile_completed() -> None:
    castle = """
        j s c s j sF
        s j p c p s
        p c c j c s
        p c c p j s
        p j s p s j
        p s c j c j
    """
    position = arrange("expert", shaped(castle, without="F"), hand="ss")
    assert position.formations(0)[0] == 1
    position = play(position, "place@6")
    assert (position.formations(0)[0], options(position), position.met) == (2, {"turn-over.1", "turn-over.2", "turn-over.3"}, 0)
    position = play(position, "turn-over.1", "card.1.2T-else-16")
    assert position.met == 1  # the castle is met by the card that it has just turned over, which leaves it full
    assert set(chances(position)) == {"card.2.3T-else-32", "card.2.3B-else-32", "card.2.3L-else-32", "card.2.earthworm-2"}


def test_tower_reveal_not_by_an_exchange_within_a_tower_or_the_loss_of_a_fifth_tile() -> None:
    tower = play(arrange("expert", shaped("p .\np .\np .\np s"), hand="jc"), "power", "exchange@1.2~1.3")
    assert (tower.formations(0), options(tower)) == ((1, 0, 0), {"draw.safe", "draw.standard", "meet"})
    five = play(arrange("expert", shaped("p .\np .\np .\np .\np s"), hand="pc"), "power", "destroy@1.5")
    assert five.formations(0) == (1, 0, 0)
    assert all(option.startswith("move.") for option in options(five))


def test_order_after_an_ordeal_effect_foundation_pantry_prison() -> None:
    rules = "expert,pantry,prison,ordeal{0}=1T:1"

    def met(number: int, castle: str, prison: str = "") -> object:
        position = arrange(rules.format(number), castle, hand="tr", met=number - 1, prison=prison)
        return result(play(position, "place-traitor"))

    tower = "p .\np .\np .\np "
    assert met(1, "st ps") == NO_FORMATIONS
    assert met(1, shaped(tower + "s")) == NO_FOUNDATION
    row = "p . . . . .\np . . . . .\np . . . . .\np s c j {} {}"
    assert met(1, shaped(row.format("s", "f"))) == WRONG_PANTRY
    assert met(1, shaped(row.format("f", "f"))) is None  # the prison's price is asked for now
    assert met(3, shaped(row.format("f", "f"))) == WRONG_PANTRY
    six = shaped("p f f . . .\np f f . . .\np f f . . .\np s c j s c")
    assert met(3, six) == NO_PRISON
    assert met(3, six, "st cs jc ps sc ct js pc") == WON


# ---- Appendices and the Pantry ----


@pytest.mark.parametrize("two", ["vigil,prophet", "premonition,prison", "cold-sweat,horror", "vigil,prison"])
def test_how_many_appendices_one(two: str) -> None:
    with pytest.raises(InvalidInput, match="there is one Menace pawn, so one appendix"):
        read_rules(f"base,{two}")


def test_vigil_is_not_swapped_for_a_tile_of_the_same_kind_nor_twice_in_a_turn_and_two_players_share_it() -> None:
    assert "vigil" not in options(arrange("base,vigil", "st", vigil="pc", hand="pc"))
    position = play(arrange("base,two-player,vigil", "st", "ct", vigil="pc", hand="js"), "vigil")
    assert options(position).isdisjoint({"vigil", "donate"})
    partner = play(position, "discard", "draw.safe", "tile.sc", "vigil")
    assert (partner.player, partner.hand, partner.vigil) == (1, "juggler square", "seer circle")


def test_prophet_is_chosen_by_the_team_among_ordeals_that_take_two_traitors() -> None:
    position = play(Castellion(read_rules("introductory,two-player,prophet,ordeal2=earthworm-1:1")).start(), "card.3.3T2B")
    assert (options(position), mover(position)) == ({"prophet.1", "prophet.3"}, TEAM)
    with pytest.raises(InvalidInput, match="needs an ordeal that takes at least 2 Traitors"):
        read_rules("base,prophet,ordeal1=1T:1,ordeal2=1T:1,ordeal3=1T:1")


def test_what_may_go_into_the_prison_defenders_only() -> None:
    for hand in ("tr", "tb"):
        assert "prison" not in options(arrange("base,prison", "st", hand=hand))
    position = arrange("expert,pantry,prison", "st", hand="cs", discards="fs")
    assert "prison" in options(position)
    assert (play(position, "power").hand, options(play(position, "power"))) == (
        "pantry square",
        {"place@0", "place@1", "place@2", "discard", "meet"},
    )


def test_prison_not_complete_may_leave_the_foundation_incomplete() -> None:
    castle = shaped("p . . . . .\np . . . . .\np . . . . .\np s c j p s")
    position = play(arrange("base,prison,ordeal1=1T:1", castle, hand="tr"), "place-traitor")
    assert position.met == 1
    position = play(position, "destroy@1.4", "destroy-last.5")
    assert (draw(position), result(position), position.discards.count("pyro triangle")) == ("pc\nps\npt", None, 1)
    few = play(arrange("base,prison,ordeal1=0T:1", ROW, hand="tr"), "place-traitor")
    assert (few.castle, result(few), len(few.discards)) == ([], None, 6)


@pytest.mark.parametrize(("variant", "traitor", "move"), [("cold-sweat", "tr", "cold-sweat"), ("horror", "tb", "haunt")])
@pytest.mark.parametrize(
    ("castle", "columns"),
    [
        ("p s c j p s", (2, 3, 4, 5)),
        ("s . . . .\np s c j p", (1, 2, 3, 4, 5)),
        ("s c\nc j\np s", (1, 2)),
        (". c .\n. j .\np s c", ()),
        ("p s c j p", ()),
    ],
)
def test_where_may_the_pawn_be_placed(castle: str, columns: tuple[int, ...], variant: str, traitor: str, move: str) -> None:
    position = arrange(f"expert,{variant}", shaped(castle), hand=traitor)
    assert {option for option in options(position) if option.startswith(move)} == {f"{move}@{column}" for column in columns}


def test_the_unnameable_horror_comes_too_early_and_waits_for_the_next_black_bordered_traitor() -> None:
    position = arrange("introductory,horror", "st ps ct st ps", hand="tb", standard="js tb tr")
    assert (position.traitors, position.haunted, position.state.pawn) == ((0, 1), None, 1)
    position = play(position, "draw.standard", "tile.js", "place@6", "draw.standard")
    assert play(position, "tile.tr").haunted is None
    assert options(play(position, "tile.tb")) == {"haunt@2", "haunt@3", "haunt@4", "haunt@5"}


@pytest.mark.parametrize(
    ("castle", "formations"),
    [("p p .\np p H", "1B"), ("H . . .\np p p p", "1L"), ("p .\np .\np .\np H", "1T")],
    ids=["bastion", "line", "tower"],
)
def test_a_formation_beside_the_haunted_tile_of_its_faction_is_cancelled(castle: str, formations: str) -> None:
    rows = [line.split() for line in castle.splitlines()]
    haunted = next((column + 1, len(rows) - row) for row, cells in enumerate(rows) for column, cell in enumerate(cells) if cell == "H")
    assert arrange("expert,cold-sweat", shaped(castle.replace("H", "p")), haunted=haunted).formations(0) == (0, 0, 0)
    assert arrange("expert,cold-sweat", shaped(castle.replace("H", "s")), haunted=haunted).formations(0) == named(formations)


def test_moving_next_to_the_haunted_tile_is_for_no_tile_but_itself() -> None:
    castle = ".. pt .. ..\nst ss ct js"
    free = play(arrange("expert,cold-sweat", castle, hand="jc"), "power")
    assert options(free) == {"exchange@1.1~2.1", "exchange@2.1~3.1", "exchange@3.1~4.1", "exchange@2.1~2.2"}
    haunted = play(arrange("expert,cold-sweat", castle, hand="jc", haunted=(2, 2)), "power")
    assert options(haunted) == {"exchange@3.1~4.1", "exchange@2.1~2.2"}
    end = play(arrange("expert,cold-sweat", castle, hand="jc", haunted=(4, 1)), "power")
    assert options(end) == {"exchange@1.1~2.1", "exchange@2.1~2.2", "exchange@3.1~4.1"}  # the third carries the pawn


def test_black_bordered_traitors_at_the_introductory_level_mean_nothing_but_to_the_appendices_that_name_them() -> None:
    black, plain = (play(arrange(castle=ROW), "draw.standard", tile) for tile in ("tile.tb", "tile.tr"))
    assert (black.traitors, plain.traitors, options(black)) == ((0, 1), (1, 0), options(plain))
    assert options(arrange("introductory,premonition", ROW, hand="tr")) == {"place-traitor", "premonition"}
    assert arrange("introductory,premonition", ROW, hand="tb").traitors == (0, 1)


@pytest.mark.parametrize("level", ["introductory", "base"])
def test_pantry_belongs_to_the_expert_level(level: str) -> None:
    for variant in ("pantry", "pantry-harder"):
        with pytest.raises(InvalidInput, match=f"belongs to the expert level, not to the {level} one"):
            read_rules(f"{level},{variant}")


def test_a_recovered_pantry_tile_is_placed_or_discarded_at_once() -> None:
    position = play(arrange("expert,pantry", "st", hand="cs", discards="fs", pantry=""), "power")
    assert options(position) == {"place@0", "place@1", "place@2", "discard", "meet"}
    assert draw(play(position, "place@1")) == "fs\nst"
    gone = play(position, "discard")
    assert (gone.discards, gone.pantry) == (["chameleon square", "pantry square"], [])


# ---- Two players ----


def test_a_donated_tile_is_never_passed_on() -> None:
    position = play(arrange("base,two-player", "st", "ct", hand="ps"), "donate")
    assert options(position) == {"place@0", "place@1", "place@2", "discard", "meet"}


def test_who_meets_the_first_ordeal_is_decided_before_a_face_down_card_is_turned_over() -> None:
    position = play(arrange("expert,two-player", ROW, ROW, hand="tr", traitors=1), "place-traitor")
    assert (options(position), mover(position)) == ({"who.1", "who.2"}, TEAM)
    assert len(chances(play(position, "who.2"))) == 4
    second = play(arrange("expert,two-player", ROW, ROW, hand="tr", traitors=1, met=1, champion=0), "place-traitor")
    assert set(chances(second)) == {"card.2.3T-else-32", "card.2.3B-else-32", "card.2.3L-else-32", "card.2.earthworm-2"}


def test_tiles_destroyed_for_an_ordeal_or_the_prison_the_price_of_an_incomplete_prison() -> None:
    position = arrange("base,two-player,prison,ordeal1=0T:1", READY, READY, hand="tr")
    position = play(position, "place-traitor", "who.2")
    assert mover(position) == 1
    position = pay(position)
    assert (draw(position, 0), sum(map(len, position.castles[1]))) == (drawn(READY), 18)


def test_a_penalty_on_an_incomplete_foundation_asks_for_no_tiles() -> None:
    castle = shaped("\n".join(["s c j p s", "p s c j p"] * 3))
    position = play(arrange("expert", castle, hand="tr", traitors=1, ordeals=("2T else 16", "", "")), "place-traitor")
    assert (result(position), options(position)) == (NO_FOUNDATION, set())


def test_the_traitor_price_and_pantry_tiles_among_those_that_are_chosen() -> None:
    position = play(arrange("expert,pantry", "ft cs jt ps st cc", hand="tr"), "discard-traitor")
    assert "destroy@1.1" in options(position)
    few = play(arrange("expert,pantry", "ft cs jt ps", hand="tr"), "discard-traitor")
    assert (draw(few), few.discards.count("pantry triangle")) == ("", 1)


def test_no_meeting_while_the_pawn_is_placed() -> None:
    position = arrange("expert,horror", shaped("p s c j p s"), hand="tb")
    assert options(position) == {"haunt@2", "haunt@3", "haunt@4", "haunt@5"}
    assert "meet" in options(play(position, "haunt@2"))
