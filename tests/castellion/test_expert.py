"""The Menace: Assaults and their avatars, and what lines, towers and bastions do."""

from __future__ import annotations

from typing import Any

import pytest

from castellion.arrange import (
    CASTLES,
    FULL,
    NO_FOUNDATION,
    OF_THE_HARPY,
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
from castlewise.models.castellion.position import Position

PENALTY = {1: 16, 2: 32, 3: 42}
ASSAULTS = {number: [f"{count}T", f"{count}B", f"{count}L"] for number, count in ((1, 2), (2, 3), (3, 5))}
AVATARS = [(number, formations) for number, all_three in ASSAULTS.items() for formations in all_three]

LARGE = {  # castles of many tiles, by how many bastions they have; that of two has two towers as well
    0: """
        c j p s c .
        p s c j p s
        c j p s c j
        p s c j p s
        c j p s c j""",
    1: """
        s j p s c .
        j s c j p s
        p p s c j c
        p p j s c j""",
    2: OF_THE_HARPY,
    3: CASTLES["3B"],
    4: """
        c j c p . .
        s s p p c c
        s s p p c c
        j j c s p p
        j j s c p p
        c s p j c s""",
}


def assault(number: int, card: str, castle: str, **more: Any) -> Position:
    """Place the second Traitor beside an Assault that lies face down, which is then turned over."""
    position = play(arrange("expert", castle, hand="tr", met=number - 1, traitors=1, **more), "place-traitor")
    return play(position, f"card.{number}.{card}")


# ---- Meeting an Assault ----


@pytest.mark.parametrize("number", [1, 2, 3])
def test_a_face_down_card_is_encountered_after_two_traitors_and_each_of_its_number_is_as_likely(number: int) -> None:
    early = play(arrange("expert", "st", hand="tb", met=number - 1), "place-traitor")
    assert (early.traitors, early.met, early.ordeals) == ((0, 1), number - 1, [None] * 3)
    met = play(arrange("expert", "st", hand="tb", met=number - 1, traitors=1), "place-traitor")
    cards = {f"card.{number}.{formations}-else-{PENALTY[number]}" for formations in ASSAULTS[number]} | {
        f"card.{number}.earthworm-{number}"
    }
    assert chances(met) == dict.fromkeys(cards, 1)


def test_an_assault_that_lies_open_is_not_drawn_again() -> None:
    position = arrange("expert", shaped(CASTLES["2T"]), hand="tr", traitors=1, ordeals=("2T else 16", "", ""))
    assert play(position, "place-traitor").met == 1


@pytest.mark.parametrize(("number", "formations"), AVATARS)
def test_harpy_behemoth_and_horde_do_nothing_to_a_castle_with_their_formations(number: int, formations: str) -> None:
    castle = shaped(CASTLES[formations])
    position = assault(number, f"{formations}-else-{PENALTY[number]}", castle)
    assert (draw(position), position.discards, position.traitors) == (drawn(castle), [], (0, 0))
    assert (position.met, result(position)) == (number, WON if number == 3 else None)


@pytest.mark.parametrize(
    ("number", "formations", "bastions", "destroyed"),
    [
        (1, "2T", 0, 16),
        (1, "2B", 0, 16),
        (1, "2L", 0, 16),
        (1, "2T", 1, 12),
        (1, "2B", 1, 12),
        (1, "2L", 2, 8),
        (1, "2L", 3, 4),
        (2, "3T", 2, 24),
        (2, "3B", 2, 24),
        (2, "3L", 2, 24),
        (2, "3T", 4, 16),
        (3, "5T", 4, 26),
        (3, "5B", 4, 26),
        (3, "5L", 4, 26),
    ],
)
def test_without_them_tiles_are_destroyed_four_fewer_for_each_bastion(number: int, formations: str, bastions: int, destroyed: int) -> None:
    position = assault(number, f"{formations}-else-{PENALTY[number]}", shaped(LARGE[bastions]))
    tiles = sum(map(len, position.castle))
    assert position.formations(0)[1] == bastions
    assert all(option.startswith("destroy") for option in options(position))
    position = pay(position)
    assert (len(position.discards), sum(map(len, position.castle)), len(position.castle)) == (destroyed, tiles - destroyed, 6)
    assert (position.met, position.traitors, result(position)) == (number, (0, 0), WON if number == 3 else None)


@pytest.mark.parametrize(("number", "formations"), AVATARS)
def test_one_formation_too_few_is_as_bad_as_none(number: int, formations: str) -> None:
    castle = shaped(CASTLES[formations], without=formations[1])
    assert arrange("expert", castle).formations(0) == named(f"{int(formations[0]) - 1}{formations[1]}")
    after = assault(number, f"{formations}-else-{PENALTY[number]}", castle)
    assert (result(after), after.met) == (NO_FOUNDATION, number - 1)  # all these castles are too small for the penalty


@pytest.mark.parametrize("bastions", [4, 5])
def test_with_four_bastions_assault_i_costs_nothing(bastions: int) -> None:
    castle = shaped(CASTLES["5B"], without="B" if bastions == 4 else "")
    position = assault(1, "2T-else-16", castle)
    assert (position.met, draw(position), position.discards) == (1, drawn(castle), [])


def test_the_player_chooses_which_tiles_a_penalty_takes_and_may_lose_the_foundation_by_it() -> None:
    castle = shaped(LARGE[0])
    position = assault(1, "2L-else-16", castle)
    assert mover(position) == 0
    assert {option for option in options(position) if option.startswith("destroy@1.")} == {f"destroy@1.{row}" for row in range(1, 6)}
    for row in (5, 4, 3, 2):
        position = play(position, f"destroy@1.{row}")
    lost = pay(play(position, "destroy@1.1"))
    assert (result(lost), lost.met, len(lost.discards), len(lost.castle)) == (NO_FOUNDATION, 0, 16, 5)


@pytest.mark.parametrize("number", [1, 2, 3])
@pytest.mark.parametrize("bastions", [0, 4])
def test_the_earthworm_destroys_the_bottom_rows_whatever_the_bastions(number: int, bastions: int) -> None:
    before = drawn(shaped(LARGE[bastions])).splitlines()
    position = assault(number, f"earthworm-{number}", shaped(LARGE[bastions]))
    assert (draw(position), len(position.discards)) == ("\n".join(before[:-number]), 6 * number)
    assert (position.met, position.traitors, result(position)) == (number, (0, 0), WON if number == 3 else None)


@pytest.mark.parametrize("number", [1, 2, 3])
def test_the_earthworm_must_leave_a_complete_foundation(number: int) -> None:
    rows = ["s c j p s c", "j p s c j p", "s c j p s c", "j p s c j p"]
    assert assault(number, f"earthworm-{number}", shaped("\n".join(rows[-number - 1 :]))).met == number
    gap = ["s c . p s c", *rows[-number:]]
    assert result(assault(number, f"earthworm-{number}", shaped("\n".join(gap)))) == NO_FOUNDATION


@pytest.mark.parametrize(
    ("number", "card", "castle"),
    [
        (1, "2T-else-16", "p c . . .\np c . . .\np c . . .\np c s j s"),
        (1, "2B-else-16", "p p c c .\np p c c s"),
        (1, "2L-else-16", "c c c c .\np p p p s"),
        (3, "5T-else-42", "p s c j p\np s c j p\np s c j p\np s c j p"),
        (1, "earthworm-1", "p s c j p\ns c j p s\nc j p s c"),
    ],
)
def test_whatever_the_avatar_the_foundation_must_be_complete(number: int, card: str, castle: str) -> None:
    assert result(assault(number, card, shaped(castle))) == NO_FOUNDATION


def test_a_complete_castle_meets_the_assault_that_lies_face_down() -> None:
    position = play(arrange("expert", shaped(FULL, without="F"), hand="ss"), "place@6")
    assert set(chances(position)) == {"card.1.2T-else-16", "card.1.2B-else-16", "card.1.2L-else-16", "card.1.earthworm-1"}
    eaten = play(position, "card.1.earthworm-1")
    assert (eaten.met, len(eaten.discards), options(eaten)) == (1, 6, {"draw.safe", "draw.standard", "meet"})


def test_a_face_down_card_is_encountered_before_its_time_and_turned_over_then() -> None:
    position = play(arrange("expert", shaped(CASTLES["2T"]), hand="st"), "meet")
    assert len(chances(position)) == 4
    position = play(position, "card.1.2T-else-16")
    assert (position.met, position.hand, position.ordeals[0] is not None) == (1, "seer triangle", True)


# ---- The line of defence ----


@pytest.mark.parametrize(("lines", "price"), [(0, 4), (1, 3), (2, 2), (3, 1), (4, 0), (5, 0)])
def test_each_line_of_defence_spares_a_tile_when_a_traitor_is_discarded(lines: int, price: int) -> None:
    few = {0: "c j s p . .\np s c j s j", 1: ". . . . j .\n. . . . p c\np p p p s j"}
    rows = CASTLES["5L"].strip().splitlines()
    position = arrange("expert", shaped(few.get(lines, "\n".join(rows[5 - lines :]))), hand="tr")
    assert position.formations(0) == (0, 0, lines)
    position = play(position, "discard-traitor")
    assert len(pay(position).discards) == price
    assert options(pay(position)) == {"draw.safe", "draw.standard", "meet"}


def test_lines_do_not_free_a_player_of_a_black_bordered_traitor() -> None:
    assert options(arrange("expert", shaped(CASTLES["5L"]), hand="tb")) == {"place-traitor", "meet"}


# ---- The tower ----

THREE = "p .\np .\np .\nc s"  # a Pyro on column 1 completes a tower; shaped, it has to be a Square


def tower(rules: str = "expert", castle: str = THREE, hand: str = "ps", **more: Any) -> Position:
    return arrange(rules, shaped(castle), hand=hand, **more)


def test_completing_a_tower_turns_one_face_down_ordeal_of_the_players_choice_over() -> None:
    position = play(tower(), "place@1")
    assert (position.formations(0), options(position), mover(position)) == ((1, 0, 0), {"turn-over.1", "turn-over.2", "turn-over.3"}, 0)
    position = play(position, "turn-over.2")
    assert chances(position) == dict.fromkeys(["card.2.3T-else-32", "card.2.3B-else-32", "card.2.3L-else-32", "card.2.earthworm-2"], 1)
    position = play(position, "card.2.earthworm-2")
    assert [card and card.text for card in position.ordeals] == [None, "earthworm-2", None]
    assert options(position) == {"draw.safe", "draw.standard", "meet"}


@pytest.mark.parametrize(
    ("ordeals", "met", "left"),
    [
        (("2T else 16", "", ""), 0, {"turn-over.2", "turn-over.3"}),
        (("2T else 16", "", ""), 1, {"turn-over.2", "turn-over.3"}),
        (("", "3T else 32", ""), 0, {"turn-over.1", "turn-over.3"}),
    ],
)
def test_a_tower_turns_over_only_what_lies_face_down(ordeals: tuple[str, ...], met: int, left: set[str]) -> None:
    assert options(play(tower(ordeals=ordeals, met=met), "place@1")) == left


def test_with_one_card_face_down_a_tower_leaves_no_choice() -> None:
    position = play(tower(ordeals=("2T else 16", "", "5T else 42")), "place@1")
    assert set(chances(position)) == {"card.2.3T-else-32", "card.2.3B-else-32", "card.2.3L-else-32", "card.2.earthworm-2"}


def test_with_every_card_face_up_a_tower_does_nothing() -> None:
    position = play(tower(ordeals=("2T else 16", "3T else 32", "5T else 42")), "place@1")
    assert options(position) == {"draw.safe", "draw.standard", "meet"}


def test_a_tower_turns_nothing_over_at_the_other_levels() -> None:
    for level in ("introductory", "base"):
        position = play(tower(level), "place@1")
        assert options(position) - {"meet"} == {"draw.safe", "draw.standard"}


@pytest.mark.parametrize(
    ("castle", "hand", "place"),
    [
        ("p .\np .\nc s", "pt", "place@1"),  # the third of a tower
        ("p .\np .\np .\np .\nc s", "pc", "place@1"),  # a fifth one cancels it
        ("p .\np .\np .\np c\nc s", "jt", "place@2"),  # another faction beside a tower that stands
        ("p .\np p\nc s", "pt", "place@2"),  # a bastion
        ("p p p .\nc s c j", "ps", "place@4"),  # a line
    ],
    ids=["third tile", "fifth tile", "beside a tower", "bastion", "line"],
)
def test_nothing_else_turns_a_card_over(castle: str, hand: str, place: str) -> None:
    position = play(arrange("expert", shaped(castle), hand=hand), place)
    assert options(position) == {"draw.safe", "draw.standard", "meet"}


def test_tower_reveal_by_a_juggler() -> None:
    position = play(arrange("expert", shaped("p .\np .\np .\ns p\nc s"), hand="jc"), "power", "exchange@1.2~2.2")
    assert (position.formations(0), options(position)) == ((1, 0, 0), {"turn-over.1", "turn-over.2", "turn-over.3"})


def test_tower_reveal_for_each_of_two_towers_completed_by_one_exchange() -> None:
    castle = "p s\np s\np s\ns p\nc j"
    position = play(arrange("expert", shaped(castle), hand="jc"), "power", "exchange@1.2~2.2")
    assert (position.formations(0), options(position)) == ((2, 0, 0), {"turn-over.1", "turn-over.2", "turn-over.3"})
    position = play(position, "turn-over.3", "card.3.earthworm-3")
    assert options(position) == {"turn-over.1", "turn-over.2"}
    position = play(position, "turn-over.1", "card.1.earthworm-1")
    assert options(position) == {"draw.safe", "draw.standard", "meet"}
    one_left = arrange("expert", shaped(castle), hand="jc", ordeals=("2T else 16", "3T else 32", ""))
    one_left = play(one_left, "power", "exchange@1.2~2.2", "card.3.earthworm-3")
    assert options(one_left) == {"draw.safe", "draw.standard", "meet"}


def test_tower_reveal_by_the_move_of_a_pyro() -> None:
    position = play(arrange("expert", shaped("p . .\np s .\np j .\nc s p"), hand="pc"), "power", "destroy@2.3", "move.3@1")
    assert (position.formations(0), options(position)) == ((1, 0, 0), {"turn-over.1", "turn-over.2", "turn-over.3"})


def test_tower_reveal_not_by_a_slide() -> None:
    castle = "p . .\np . .\np . .\nj s .\np c s"
    position = play(arrange("expert", shaped(castle), hand="pc"), "power", "destroy@1.2")
    assert position.formations(0) == (1, 0, 0)
    assert all(option.startswith("move.") for option in options(position))
    assert options(play(position, "move.3@2")) == {"draw.safe", "draw.standard", "meet"}


# ---- The bastion ----


def test_bastions_spare_nothing_when_a_traitor_is_discarded() -> None:
    assert len(pay(play(arrange("expert", shaped(CASTLES["3B"]), hand="tr"), "discard-traitor")).discards) == 4
