"""The rules for two players, of every level."""

from __future__ import annotations

import pytest

from castellion.arrange import (
    BOTH_WON,
    CASTLES,
    FULL,
    NO_FORMATIONS,
    NO_FOUNDATION,
    arrange,
    chances,
    draw,
    drawn,
    mover,
    options,
    pay,
    play,
    result,
    shaped,
)
from castlewise.models.castellion.position import Position
from castlewise.models.castellion.rule_set import LEVELS
from castlewise.models.contract import TEAM

EVERY_LEVEL = pytest.mark.parametrize("level", LEVELS)
READY = shaped(CASTLES["3T2B1L"])
ROW = shaped("s c j p s c")
TWO_ROWS = shaped("p s c j p s\ns c j p s c")


def champion(position: Position) -> int | None:
    """Who holds the Champion of the Oniverse."""
    return int(position.state.champion) - 1 if position.state.champion else None


# ---- Turns ----


@EVERY_LEVEL
def test_players_take_turns_each_builds_a_castle_of_her_own(level: str) -> None:
    position = play(arrange(f"{level},two-player", "st", "ct", hand="ps"), "place@2")
    assert (position.player, mover(position), draw(position, 0), draw(position, 1)) == (1, 1, "st ps", "ct")
    position = play(position, "draw.safe", "tile.js", "place@1")
    assert (position.player, draw(position, 0), draw(position, 1)) == (0, "st ps", "js\nct")
    assert play(position, "draw.safe", "tile.ps", "discard").player == 1


@EVERY_LEVEL
def test_drawing_a_traitor_counts_as_a_turn(level: str) -> None:
    position = arrange(f"{level},two-player", "st", "ct", hand="tr")
    position = position if level == "introductory" else play(position, "place-traitor")
    assert (position.player, position.traitors) == (1, (1, 0))


def test_traitors_of_both_players_lie_beside_the_same_ordeal() -> None:
    position = play(arrange("introductory,two-player", "st", "ct"), "draw.standard", "tile.tr", "draw.standard", "tile.tb")
    assert (position.traitors, position.player) == ((1, 1), 0)


def test_a_tile_is_never_placed_in_the_partners_castle() -> None:
    position = arrange("introductory,two-player", "st st st st st st", "pc ss", hand="jt")
    assert options(position) == {"discard", "donate"}  # no square or circle of her own to put a triangle on


# ---- Donation ----


@EVERY_LEVEL
def test_donation_of_a_drawn_defender_costs_a_tile_of_the_donors_castle(level: str) -> None:
    position = play(arrange(f"{level},two-player", "st pc", "ct", hand="ps"), "donate")
    assert (options(position), mover(position), position.hand) == ({"destroy@1.1", "destroy@2.1"}, 0, "pyro square")
    position = play(position, "destroy@2.1")
    assert (draw(position, 0), draw(position, 1), position.discards) == ("st", "ct", ["pyro circle"])
    assert (position.player, mover(position), position.hand) == (1, 1, "pyro square")


@EVERY_LEVEL
def test_a_donated_tile_is_used_by_the_partner_who_then_has_her_turn(level: str) -> None:
    position = play(arrange(f"{level},two-player", "st", "ct", hand="ps"), "donate", "place@1")
    assert (draw(position, 0), draw(position, 1), position.player) == ("", "ps\nct", 1)
    assert options(position) - {"meet"} == {"draw.safe", "draw.standard"}
    position = play(position, "draw.safe", "tile.cc", "place@2")
    assert (draw(position, 1), position.player) == ("ps ..\nct cc", 0)


def test_a_donated_tile_must_be_placed_at_the_introductory_level() -> None:
    position = play(arrange("introductory,two-player", "st", "ct js", hand="ps"), "donate")
    assert options(position) == {"place@0", "place@1", "place@3"}


def test_donation_at_the_introductory_level_needs_a_partner_who_can_place_the_tile() -> None:
    full_row = "pt ss st ct jt pt"
    assert "donate" in options(arrange("introductory,two-player", "st", full_row, hand="ps"))
    assert "donate" not in options(arrange("introductory,two-player", "st", full_row.replace("ss", "st"), hand="pt"))
    assert "donate" in options(arrange("base,two-player", "st", full_row.replace("ss", "st"), hand="pt"))


@EVERY_LEVEL
def test_donation_needs_a_tile_to_pay_with_and_a_defender_to_give(level: str) -> None:
    assert "donate" not in options(arrange(f"{level},two-player", "", "ct", hand="ps"))
    assert "donate" not in options(arrange(f"{level},two-player", "st", "ct", hand="tr"))
    assert "donate" not in options(arrange(level, "st", hand="ps"))


@pytest.mark.parametrize(
    ("level", "offered"),
    [("introductory", {"destroy@1.2", "destroy@3.2"}), ("base", {"destroy@1.1", "destroy@1.2", "destroy@3.1", "destroy@3.2"})],
)
def test_donation_is_paid_with_a_tile_under_others_only_from_the_base_level_on(level: str, offered: set[str]) -> None:
    position = play(arrange(f"{level},two-player", "ss .. cs\nst ps ct", "ct", hand="js"), "donate")
    assert options(position) == offered  # column 2 would split the castle
    if level == "base":
        assert draw(play(position, "destroy@1.1")) == ".. .. cs\nss ps ct"


@pytest.mark.parametrize("level", ["base", "expert"])
def test_a_donated_pyro_or_juggler_may_be_discarded_by_the_partner_for_her_own_castle(level: str) -> None:
    position = play(arrange(f"{level},two-player", "st", "ct js pc", hand="jc"), "donate")
    assert options(position) == {"place@0", "place@1", "place@2", "place@4", "discard", "power", "meet"}
    position = play(position, "power", "exchange@1.1~2.1")
    assert (draw(position, 1), position.player, position.discards) == ("js ct pc", 1, ["seer triangle", "juggler circle"])
    assert options(position) == {"draw.safe", "draw.standard", "meet"}
    fire = play(arrange(f"{level},two-player", "st", "ct js pc", hand="pc"), "donate", "power", "destroy@3.1", "move.1@2")
    assert (draw(fire, 1), fire.player, fire.discards) == ("ct\njs", 1, ["seer triangle", "pyro circle", "pyro circle"])


def test_a_donated_tile_may_be_discarded_from_the_base_level_on() -> None:
    position = play(arrange("base,two-player", "st", "ct", hand="ps"), "donate", "discard")
    assert (position.discards, position.player, draw(position, 1)) == (["seer triangle", "pyro square"], 1, "ct")


# ---- Powers ----


@pytest.mark.parametrize("hand", ["jc", "pc"])
def test_no_juggler_or_pyro_reaches_the_partners_castle(hand: str) -> None:
    large, small = "ps ..\nst ct", "st"
    assert "power" not in options(arrange("base,two-player", small, large, hand=hand))
    position = arrange("base,two-player", large, "js\nct", hand=hand)
    assert "power" in options(position)
    position = play(position, "power", "exchange@1.1~1.2") if hand == "jc" else play(position, "power", "destroy@1.1", "move.1@2")
    assert (draw(position, 0), draw(position, 1)) == ("st ..\nps ct" if hand == "jc" else "ps\nct", "js\nct")


def test_tiles_revealed_by_a_seer_are_used_by_both_players() -> None:
    position = play(arrange("base,two-player", "st", "ct", hand="ss", safe="", standard="4ps jt"), "power", *["tile.ps"] * 4)
    for player, place in ((1, "place@1"), (0, "place@1"), (1, "place@2"), (0, "place@2")):
        assert (position.player, mover(position), options(position)) == (player, player, {"take.ps", "meet"})
        position = play(position, "take.ps", place)
    assert (draw(position, 0), draw(position, 1), options(position)) == ("ps ..\nst ps", "ps ..\nct ps", {"draw.standard", "meet"})


def test_there_are_four_revealed_tiles_between_the_two_players() -> None:
    position = play(arrange("base,two-player", "st", "ct", revealed="ss 2ps", safe="", standard="9jt", player=1), "take.ss", "power")
    position = play(position, "tile.jt", "tile.jt")
    assert (position.player, position.revealed) == (0, ["juggler triangle"] * 2 + ["pyro square"] * 2)


def test_both_players_build_one_prison() -> None:
    position = play(arrange("base,two-player,prison", "st", "ct", hand="ps"), "prison", "draw.safe", "tile.jc", "prison.square")
    assert (position.prison, position.player) == (["juggler circle", "pyro square"], 0)


def test_both_players_share_the_discards() -> None:
    position = play(arrange("base,two-player", "st", "ct", hand="ps"), "discard", "draw.safe", "tile.cs", "power")
    assert (position.player, position.hand, position.discards) == (1, "pyro square", ["chameleon square"])


# ---- Traitors and formations of the own castle ----


def test_tiles_destroyed_for_an_ordeal_or_the_prison_for_a_traitor_are_of_the_player_who_drew_it() -> None:
    position = play(arrange("base,two-player", TWO_ROWS, TWO_ROWS, player=1), "draw.standard", "tile.tr", "discard-traitor")
    assert mover(position) == 1
    position = pay_with_last_columns(position)
    assert (draw(position, 0), sum(map(len, position.castles[1])), position.player) == (drawn(TWO_ROWS), 8, 0)


def pay_with_last_columns(position: Position) -> Position:
    last = next(option for option in options(position) if option.startswith("destroy-last"))
    return play(position, last)


def test_only_lines_of_the_own_castle_spare_tiles() -> None:
    lines = shaped(CASTLES["5L"])
    mine = play(arrange("expert,two-player", lines, TWO_ROWS, hand="tr"), "discard-traitor")
    assert (mine.discards, mine.player) == ([], 1)
    partners = play(arrange("expert,two-player", "st", lines, hand="tr"), "discard-traitor")
    assert (draw(partners, 0), partners.discards) == ("", ["seer triangle"])


def test_the_haunted_tile_lies_in_the_castle_of_the_player_who_drew_the_traitor_and_troubles_no_other() -> None:
    tower = shaped("p . . . . .\np . . . . .\np . . . . .\np s c j s c")
    position = arrange("expert,two-player,cold-sweat", tower, ROW, player=1)
    position = play(position, "draw.standard", "tile.tr", "cold-sweat@2")
    assert (position.haunted, position.formations(0), position.player) == ((1, 2, 1), (1, 0, 0), 0)
    assert "place@2" in options(play(position, "draw.standard", "tile.pc"))  # her own column 2
    partner = play(position, "draw.standard", "tile.pc", "discard", "draw.standard", "tile.pc")
    assert options(partner) >= {"place@1", "place@4"}
    assert "place@2" not in options(partner)


# ---- Ordeals and the Champion of the Oniverse ----


def first_ordeal(mine: str, partners: str, level: str = "introductory") -> Position:
    rules = f"{level},two-player,ordeal1=1T1B1L:1,ordeal2=earthworm-1:1,ordeal3=3T2B:1"
    position = arrange(rules, mine, partners, hand="tr")
    return position if level == "introductory" else play(position, "place-traitor")


@EVERY_LEVEL
@pytest.mark.parametrize("meeting", [0, 1])
def test_who_meets_the_first_ordeal_is_the_teams_choice_and_she_becomes_the_champion(level: str, meeting: int) -> None:
    position = first_ordeal(READY, READY, level)
    assert (options(position), mover(position), position.met) == ({"who.1", "who.2"}, TEAM, 0)
    position = play(position, f"who.{meeting + 1}")
    assert (position.met, champion(position), result(position), position.traitors) == (1, meeting, None, (0, 0))
    assert position.player == 1  # the Traitor was the first player's turn


@EVERY_LEVEL
@pytest.mark.parametrize("meeting", [1, 2])
def test_only_the_player_who_meets_the_first_ordeal_needs_its_formations(level: str, meeting: int) -> None:
    castles = (READY, ROW) if meeting == 1 else (ROW, READY)
    assert play(first_ordeal(*castles, level), f"who.{meeting}").met == 1
    lost = play(first_ordeal(*castles, level), f"who.{3 - meeting}")
    assert (result(lost), lost.met) == (NO_FORMATIONS, 0)


@EVERY_LEVEL
@pytest.mark.parametrize("short", [0, 1])
def test_whose_foundation_both_count_at_the_first_ordeal(level: str, short: int) -> None:
    castles = ("st ps", READY) if short == 0 else (READY, "st ps")
    position = first_ordeal(*castles, level)
    assert (result(position), position.met) == (NO_FOUNDATION, 0)


@EVERY_LEVEL
@pytest.mark.parametrize("holder", [0, 1])
def test_the_second_ordeal_is_met_by_the_player_without_the_champion_who_receives_it(level: str, holder: int) -> None:
    rules = f"{level},two-player,ordeal2=earthworm-1:1"
    position = arrange(rules, TWO_ROWS, TWO_ROWS, hand="tr", met=1, champion=holder)
    position = position if level == "introductory" else play(position, "place-traitor")
    assert (position.met, champion(position)) == (2, 1 - holder)
    assert draw(position, holder) == drawn(TWO_ROWS)
    assert draw(position, 1 - holder) == TWO_ROWS.splitlines()[0]


@EVERY_LEVEL
@pytest.mark.parametrize("holder", [0, 1])
def test_the_third_ordeal_is_met_by_the_other_again_and_both_win(level: str, holder: int) -> None:
    rules = f"{level},two-player,ordeal3=3T2B:1"
    castles = [ROW, ROW]
    castles[1 - holder] = READY
    position = arrange(rules, *castles, hand="tr", met=2, champion=holder)
    position = position if level == "introductory" else play(position, "place-traitor")
    assert result(position) == BOTH_WON
    castles.reverse()
    lost = arrange(rules, *castles, hand="tr", met=2, champion=holder)
    lost = lost if level == "introductory" else play(lost, "place-traitor")
    assert result(lost) == NO_FORMATIONS


def test_whose_foundation_after_the_first_ordeal_only_that_of_who_meets_it() -> None:
    rules = "introductory,two-player,ordeal2=0T:1"
    assert arrange(rules, "st", ROW, hand="tr", met=1, champion=0).met == 2
    assert result(arrange(rules, "st", ROW, hand="tr", met=1, champion=1)) == NO_FOUNDATION


def test_tiles_destroyed_for_an_ordeal_or_the_prison_are_of_the_player_who_meets_it() -> None:
    bastions, many = shaped(CASTLES["3B"]), shaped("\n".join(["p s c j p s", "s c j p s c"] * 2))
    position = arrange("expert,two-player", bastions, many, hand="tr", traitors=1, ordeals=("2T else 16", "", ""))
    position = play(position, "place-traitor")
    mine = play(position, "who.1")
    assert mover(mine) == 0
    assert len(pay(mine).discards) == 4  # 16, and 12 fewer for her three bastions
    partners = play(position, "who.2")
    assert mover(partners) == 1
    partners = pay(partners)
    assert (len(partners.discards), draw(partners, 0), partners.met) == (16, drawn(bastions), 1)


def test_completing_one_castle_brings_ordeal_after_ordeal() -> None:
    position = play(arrange("introductory,two-player", shaped(FULL, without="F"), TWO_ROWS, hand="ss"), "place@6")
    assert (options(position), mover(position)) == ({"who.1", "who.2"}, TEAM)
    position = play(position, "who.1")
    # Exam I leaves the castle full, so that Exam II follows: the partner meets it, and the castle is full still. Exam III is the builder's.
    assert (position.met, champion(position), draw(position, 1), result(position)) == (2, 1, TWO_ROWS.splitlines()[0], NO_FORMATIONS)
    alone = play(arrange("introductory,two-player", shaped(FULL, without="F"), ROW, hand="ss"), "place@6")
    assert result(play(alone, "who.1")) == NO_FOUNDATION  # the partner has no second row for Exam II
    assert result(play(alone, "who.2")) == NO_FORMATIONS


@pytest.mark.parametrize("level", ["base", "expert"])
def test_does_a_premature_encounter_take_the_turn_of_neither_player(level: str) -> None:
    position = arrange(f"{level},two-player,ordeal1=1T", READY, READY, hand="ps", player=1)
    position = play(position, "meet", "who.1")
    assert (position.met, champion(position), position.player, position.hand, mover(position)) == (1, 0, 1, "pyro square", 1)


def test_a_tower_turns_a_card_over_for_the_player_who_completed_it() -> None:
    position = arrange("expert,two-player", "st", shaped("p .\np .\np .\nc s"), hand="ps", player=1)
    position = play(position, "place@1")
    assert (options(position), mover(position)) == ({"turn-over.1", "turn-over.2", "turn-over.3"}, 1)
    position = play(position, "turn-over.1")
    assert len(chances(position)) == 4
    assert play(position, "card.1.earthworm-1").player == 0


# ---- Giving the Champion away ----


EIGHT_TILES = "ss ps cs js\nst pc ct jt"


@EVERY_LEVEL
def test_giving_the_champion_away_costs_six_tiles_that_have_none_above_them_and_no_turn(level: str) -> None:
    position = arrange(f"{level},two-player", EIGHT_TILES, ROW, met=1, champion=0)
    assert "give-champion" in options(position)
    position = play(position, "give-champion")
    assert (mover(position), champion(position), options(position)) == (0, 0, {"destroy@1.2", "destroy-last.3"})
    position = play(position, "destroy@1.2")
    assert options(position) == {"destroy@1.1", "destroy@2.2"}
    position = play(position, "destroy@1.1", "destroy-last.2")
    assert (draw(position, 0), draw(position, 1), len(position.discards)) == ("ps\npc", ROW, 6)
    assert (champion(position), position.player) == (1, 0)  # it takes no turn
    assert options(position) - {"meet"} == {"draw.safe", "draw.standard"}


@EVERY_LEVEL
def test_giving_the_champion_away_is_for_its_holder_in_her_own_turn_with_six_tiles(level: str) -> None:
    def offered(castle: str = EIGHT_TILES, champion: int | None = 0, player: int = 0, hand: str = "") -> bool:
        castles = (castle, ROW) if player == 0 else (ROW, castle)
        return "give-champion" in options(arrange(f"{level},two-player", *castles, met=1, champion=champion, player=player, hand=hand))

    assert offered()
    assert offered(champion=1, player=1)
    assert not offered(champion=1)
    assert not offered(champion=0, player=1)
    assert not offered(champion=None)
    assert not offered(hand="st")
    assert not offered("ss ps ..\nst pc ct")


def test_giving_the_champion_away_takes_a_castle_of_six_tiles_whole() -> None:
    position = play(arrange("introductory,two-player", "ss ps ct\nst pc cs", ROW, met=1, champion=0), "give-champion")
    assert (draw(position, 0), len(position.discards), champion(position), position.player) == ("", 6, 1, 0)


def test_giving_the_champion_away_makes_the_giver_meet_the_next_ordeal() -> None:
    rules = "introductory,two-player,ordeal2=0T:1"
    castle = shaped("p s c j p s\ns c j p s c")
    position = pay(play(arrange(rules, castle, "st", met=1, champion=0), "give-champion"))
    position = play(position, "draw.standard", "tile.tr")
    assert (position.met, champion(position)) == (2, 0)  # the partner's incomplete foundation did not matter
