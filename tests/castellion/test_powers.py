"""The Admiral's Academy: what discarding a Juggler, Seer, Chameleon or Pyro does."""

from __future__ import annotations

from itertools import product

import pytest

from castellion.arrange import arrange, chances, draw, drawn, options, play, shaped
from castlewise.models.castellion.tiles import FACTIONS

LEVELS_WITH_POWERS = pytest.mark.parametrize("level", ["base", "expert"])
NEXT_TURN = {"draw.safe", "draw.standard", "meet"}


@LEVELS_WITH_POWERS
@pytest.mark.parametrize("faction", FACTIONS)
def test_using_a_power_is_a_choice_beside_plain_discarding(level: str, faction: str) -> None:
    castle = shaped("s c\nj p")
    position = arrange(level, castle, hand=f"{faction[0]}t", discards="pt st")
    assert {option for option in options(position) if not option.startswith("place@")} == {"discard", "power", "meet"}
    unused = play(position, "discard")
    assert (draw(unused), unused.revealed, options(unused)) == (castle, [], NEXT_TURN)
    assert play(position, "power").discards.count(f"{faction} triangle") == position.discards.count(f"{faction} triangle") + 1


@pytest.mark.parametrize("hand", ["st", "ct", "jt", "pt"])
def test_using_a_power_is_offered_only_where_the_whole_effect_is_possible(hand: str) -> None:
    assert "power" not in options(arrange("base", "ss", hand=hand, safe="", standard="", revealed="ps", discards="ss ct"))


# ---- The Juggler ----


def test_juggler_exchanges_two_neighbours_horizontally_or_vertically_never_diagonally() -> None:
    position = play(arrange("base", ".. pt ..\nst ss ct", hand="jc"), "power")
    assert options(position) == {"exchange@1.1~2.1", "exchange@2.1~3.1", "exchange@2.1~2.2"}
    assert draw(play(position, "exchange@1.1~2.1")) == ".. pt ..\nss st ct"
    assert draw(play(position, "exchange@2.1~3.1")) == ".. pt ..\nst ct ss"
    position = play(position, "exchange@2.1~2.2")
    assert draw(position) == ".. ss ..\nst pt ct"
    assert (position.discards, options(position)) == (["juggler circle"], NEXT_TURN)


@pytest.mark.parametrize(
    ("castle", "exchange", "after"),
    [
        ("ps pt\nst sc", "exchange@1.2~2.2", "pt ps\nst sc"),  # a triangle on a triangle
        ("st\nps\npt", "exchange@1.2~1.3", "ps\nst\npt"),
        (".. .. js\nps pt pc\nst sc ss", "exchange@2.2~3.2", ".. .. js\nps pc pt\nst sc ss"),  # two circles and two triangles meet
    ],
)
def test_juggler_ignores_rule_3(castle: str, exchange: str, after: str) -> None:
    position = play(arrange("base", castle, hand="jc"), "power")
    assert draw(play(position, exchange)) == drawn(after)


def test_juggler_leaves_two_tiles_of_one_kind_alone() -> None:
    position = play(arrange("base", "ss .. ..\nst st ss", hand="jc"), "power")
    assert options(position) == {"exchange@2.1~3.1", "exchange@1.1~1.2"}
    assert "power" not in options(arrange("base", "st st\nst st", hand="jc"))


def test_juggler_tells_tiles_apart_by_shape_and_by_faction() -> None:
    assert options(play(arrange("base", "st ss ps", hand="jc"), "power")) == {"exchange@1.1~2.1", "exchange@2.1~3.1"}


def test_juggler_with_one_exchange_makes_it_at_once() -> None:
    position = play(arrange("base", "st ps", hand="jc"), "power")
    assert (draw(position), position.discards, options(position)) == ("ps st", ["juggler circle"], NEXT_TURN)


@pytest.mark.parametrize("castle", ["", "st"])
def test_juggler_needs_two_tiles(castle: str) -> None:
    assert "power" not in options(arrange("base", castle, hand="jc"))


# ---- The Seer ----


@LEVELS_WITH_POWERS
@pytest.mark.parametrize("piles", list(product(["safe", "standard"], repeat=4)), ids="-".join)
def test_seer_reveals_four_tiles_from_the_two_piles_in_any_combination(level: str, piles: tuple[str, ...]) -> None:
    position = play(arrange(level, hand="st", safe="5ps", standard="3ct 4jc"), "power")
    for pile in piles:
        assert options(position) == {"reveal.safe", "reveal.standard"}
        position = play(position, f"reveal.{pile}")
        left = {
            "safe": {"tile.ps": len(position.safe)},
            "standard": {"tile.ct": position.standard.count("chameleon triangle"), "tile.jc": 4},
        }
        assert chances(position) == {outcome: weight for outcome, weight in left[pile].items() if weight}
        position = play(position, "tile.ps" if pile == "safe" else next(iter(chances(position))))
    safe = piles.count("safe")
    assert position.revealed.count("pyro square") == safe
    assert (len(position.revealed), len(position.safe), len(position.standard)) == (4, 5 - safe, 7 - (4 - safe))
    assert position.discards == ["seer triangle"]


def test_seer_tiles_must_be_played_before_another_is_drawn() -> None:
    position = arrange("base", "st", revealed="2ps ct")
    assert options(position) == {"take.ps", "take.ct", "meet"}
    position = play(position, "take.ps", "place@2")
    assert (draw(position), options(position)) == ("st ps", {"take.ps", "take.ct", "meet"})
    position = play(position, "take.ct", "discard")
    assert options(position) == {"take.ps", "meet"}
    position = play(position, "take.ps", "discard")
    assert (position.revealed, options(position)) == ([], NEXT_TURN)


@pytest.mark.parametrize("face_up", [1, 2, 3])
def test_seer_never_leaves_more_than_four_tiles_revealed(face_up: int) -> None:
    position = arrange("base", "st", revealed=f"{face_up}ps ss", safe="", standard="9ct")
    position = play(position, "take.ss", "power")
    for _ in range(4 - face_up):
        assert position.is_chance
        position = play(position, "tile.ct")
    assert position.revealed == ["chameleon triangle"] * (4 - face_up) + ["pyro square"] * face_up
    assert options(position) == {"take.ct", "take.ps", "meet"}


def test_seer_reveals_traitors_which_are_met_when_they_are_taken() -> None:
    position = play(arrange("base", "st", hand="ss", safe="", standard="tr tb", traitors=1), "power", "tile.tr", "tile.tb")
    assert (position.revealed, position.traitors) == (["traitor", "black traitor"], (1, 0))
    assert options(position) == {"take.tr", "take.tb", "meet"}
    assert options(play(position, "take.tr")) == {"place-traitor", "discard-traitor", "meet"}
    position = play(position, "take.tb", "place-traitor")
    assert (position.revealed, position.traitors) == (["traitor"], (1, 1))


def test_seer_stops_when_the_piles_are_empty() -> None:
    position = play(arrange("base", "st", hand="ss", safe="ps", standard="ct"), "power", "reveal.safe", "tile.ps")
    assert chances(position) == {"tile.ct": 1}  # only one pile is left: nobody is asked
    position = play(position, "tile.ct")
    assert options(position) == {"take.ps", "take.ct", "meet"}


# ---- The Chameleon ----


@LEVELS_WITH_POWERS
def test_chameleon_recovers_a_discarded_tile_of_its_own_shape(level: str) -> None:
    position = play(arrange(level, "ss", hand="ct", discards="ps 2st jt cc"), "power")
    assert options(position) == {"recover.st", "recover.jt"}
    position = play(position, "recover.st")
    assert position.hand == "seer triangle"
    assert position.discards == ["seer triangle", "chameleon triangle", "chameleon circle", "juggler triangle", "pyro square"]


def test_chameleon_the_recovered_tile_is_placed_or_discarded_at_once() -> None:
    position = play(arrange("base", "ss", hand="ct", discards="st jt"), "power", "recover.jt")
    assert options(position) == {"place@0", "place@1", "place@2", "discard", "meet"}
    assert draw(play(position, "place@1")) == "jt\nss"
    discarded = play(position, "discard")
    assert discarded.discards == ["seer triangle", "chameleon triangle", "juggler triangle"]
    assert options(discarded) == NEXT_TURN


def test_chameleon_chains_into_the_power_of_the_recovered_tile() -> None:
    position = arrange("base", "ss pt", hand="cc", discards="jc sc pc")
    juggled = play(position, "power", "recover.jc", "power")
    assert (draw(juggled), juggled.hand) == ("pt ss", None)
    seen = play(position, "power", "recover.sc", "power", "reveal.safe")
    assert len(chances(seen)) == 12
    assert options(play(position, "power", "recover.pc")) >= {"place@1", "discard", "meet"}
    assert "power" not in options(play(position, "power", "recover.pc"))  # with two tiles a Pyro can do nothing


def test_chameleon_with_one_tile_to_recover_takes_it_at_once() -> None:
    position = play(arrange("base", "ss", hand="ct", discards="st ps"), "power")
    assert (position.hand, position.discards) == ("seer triangle", ["chameleon triangle", "pyro square"])


@pytest.mark.parametrize("discards", ["", "ps jc", "ct", "2ct cc"])
def test_chameleon_finds_nothing_among_other_shapes_and_its_like(discards: str) -> None:
    assert "power" not in options(arrange("base", "ss", hand="ct", discards=discards))


# ---- The Pyro ----


@LEVELS_WITH_POWERS
def test_pyro_destroys_a_tile_and_then_moves_another(level: str) -> None:
    position = play(arrange(level, "pt ..\nss ct", hand="pc"), "power")
    assert options(position) == {"destroy@1.1", "destroy@1.2", "destroy@2.1"}
    position = play(position, "destroy@1.2")
    assert (draw(position), position.discards) == ("ss ct", ["pyro triangle", "pyro circle"])
    assert options(position) == {"move.1@2", "move.1@3", "move.2@0", "move.2@1"}
    position = play(position, "move.1@2")
    assert (draw(position), position.discards, options(position)) == ("ss\nct", ["pyro triangle", "pyro circle"], NEXT_TURN)


def test_pyro_tiles_above_the_destroyed_one_slide_down_whatever_their_shapes() -> None:
    position = play(arrange("base", "st ..\njs ..\npt ..\nss ct", hand="pc"), "power", "destroy@1.3")
    assert draw(position) == "st ..\npt ..\nss ct"


@pytest.mark.parametrize(
    ("castle", "offered"), [("st ps ct", "1.1 3.1"), (".. ss ..\nst ps ct", "1.1 2.1 2.2 3.1"), ("ss ..\nst ps", "1.1 1.2 2.1")]
)
def test_pyro_destroys_no_tile_whose_loss_splits_the_castle(castle: str, offered: str) -> None:
    position = play(arrange("base", castle, hand="pc"), "power")
    assert options(position) == {f"destroy@{cell}" for cell in offered.split()}


def test_pyro_may_burn_an_end_of_the_castle_away() -> None:
    position = play(arrange("base", "st ps ct", hand="pc"), "power")
    assert draw(play(position, "destroy@1.1")) == "ps ct"
    assert draw(play(position, "destroy@3.1")) == "st ps"


def test_pyro_moves_only_the_top_tile_of_a_column_and_may_ignore_rule_3() -> None:
    position = play(arrange("base", "pt ..\nss ct\nst ps", hand="pc"), "power", "destroy@2.2")
    assert draw(position) == "pt ..\nss ..\nst ps"
    assert options(position) == {"move.1@0", "move.1@2", "move.1@3", "move.2@0", "move.2@1"}
    assert draw(play(position, "move.1@0")) == ".. ss ..\npt st ps"
    assert draw(play(position, "move.1@2")) == "ss pt\nst ps"
    assert draw(play(position, "move.1@3")) == "ss .. ..\nst ps pt"
    assert draw(play(position, "move.2@0")) == ".. pt\n.. ss\nps st"
    assert draw(play(position, "move.2@1")) == "ps\npt\nss\nst"
    same_shape = play(arrange("base", "pt ..\nss ct\nst jt", hand="pc"), "power", "destroy@2.2", "move.1@2")
    assert draw(same_shape) == "ss pt\nst jt"


def test_pyro_moves_no_tile_whose_loss_splits_the_castle() -> None:
    position = play(arrange("base", "ss .. ..\nst ps ct", hand="pc"), "power", "destroy@1.2")
    assert options(position) == {"move.1@2", "move.1@3", "move.1@4", "move.3@0", "move.3@1", "move.3@2"}
    assert draw(play(position, "move.1@4")) == "ps ct st"
    assert draw(play(position, "move.3@0")) == "ct st ps"
    assert draw(play(position, "move.3@2")) == ".. ct\nst ps"


def test_pyro_moves_within_the_limits_of_rule_4() -> None:
    row = "st ps ct js ss cc"
    position = play(arrange("base", f"ps jt .. .. .. ..\n{row}", hand="pc"), "power", "destroy@1.2")
    ends = {f"move.1@{to}" for to in range(2, 8)} | {f"move.6@{to}" for to in range(6)}
    assert options(position) == ends | {f"move.2@{to}" for to in (1, 3, 4, 5, 6)}  # no seventh column for a tile that leaves none
    tall = "ps ..\njt ..\nps ..\njt ..\nps ss\nst ps"
    position = play(arrange("base", tall, hand="pc"), "power", "destroy@2.2")
    assert options(position) == {"move.1@0", "move.1@2", "move.1@3", "move.2@0"}  # nothing goes on top of six tiles


def test_pyro_must_change_the_castle() -> None:
    position = play(arrange("base", "ps ..\nst st", hand="pc"), "power", "destroy@1.2")
    assert options(position) == {"move.1@2", "move.2@1"}  # from one end to the other would look the same


@pytest.mark.parametrize(
    ("castle", "offered"), [("st", False), ("st ps", False), ("ps\nst", False), ("st ps ct", True), ("ps ..\nst st", True)]
)
def test_pyro_needs_a_tile_to_destroy_and_one_to_move_elsewhere(castle: str, offered: bool) -> None:
    assert ("power" in options(arrange("base", castle, hand="pc"))) is offered
