"""What a move brought about is told, by name and place, and nothing is told that did not happen."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from castlewise.cli.games import Asked
from castlewise.models.castellion.notation import read_line as read_castellion
from castlewise.models.castle_panic.notation import read_line as read_castle_panic
from castlewise.models.events import events, in_lines
from random_play import steps

OPEN = "cp:players=2,co-op/{}/{}/p1.{}/{}/-/{}"


def told(position: Any, *moves: str) -> list[str]:
    """What the last of these moves brought about."""
    game = position.game
    for short in moves[:-1]:
        position = game.apply(position, game.read_move(position, short))
    move = game.read_move(position, moves[-1])
    return in_lines(events(position, move, game.apply(position, move)))


def castle_panic(
    monsters: str, *, structures: str = "WWWWWW", stage: str = "play", hands: str = "ra.rs.ns.db,ta.mo", tokens: str = "-"
) -> Any:
    return read_castle_panic(OPEN.format(structures, monsters, stage, hands, tokens), compiled=False)


def test_the_move_phase_is_told_monster_by_monster_then_what_fell_and_who_was_hurt() -> None:
    position = castle_panic("f1g1.k3o2.s4t3.s5g1.c6o1", structures="WWWWTw")
    assert told(position, "end") == [
        "moved: Goblin forest 1 to archer, Orc knight 3 to swordsman, Goblin swordsman 5 to castle, Orc castle 6 to 1",
        "the Troll attacks the Wall of arc 4",
        "the Goblin attacks the Tower of arc 5",
        "the Orc attacks the Tower of arc 1",
        "the Wall of arc 4 falls",
        "the Troll in swordsman 4 loses a point: 2 points left",
        "the Tower of arc 1 falls: 4 left",
        "the Orc in castle 1 is destroyed",
        "the Tower of arc 5 falls: 3 left",
        "the Goblin in castle 5 is destroyed",
    ]


def test_monsters_of_one_kind_in_a_row_each_take_one_step() -> None:
    assert told(castle_panic("f2o2.a2o2.k2o2"), "end") == [
        "moved: Orc forest 2 to archer, Orc archer 2 to knight, Orc knight 2 to swordsman"
    ]


def test_a_fortify_token_is_lost_in_the_place_of_its_wall() -> None:
    assert "the Fortify token of arc 3 is lost" in told(castle_panic("s3o2", structures="WWFWWW"), "end")


@pytest.mark.parametrize(
    ("move", "happened"),
    [
        ("ra@a1o2", ["the Orc in archer 1 loses a point: 1 point left"]),
        ("ns.ra@a1o2", []),  # its sentence says it
        ("rs@s2g1", ["the Goblin in swordsman 2 is slain"]),
        ("db@s2g1", []),
    ],
)
def test_a_play_tells_what_its_sentence_does_not(move: str, happened: list[str]) -> None:
    assert told(castle_panic("a1o2.s2g1"), move) == happened


@pytest.mark.parametrize(
    ("moves", "happened"),
    [
        (("token.t", "roll.4"), ["a Troll appears in forest 4"]),
        (("token.mr",), ["moved: Orc archer 1 to knight"]),
        (("token.mb",), ["no Monster moves"]),
        (("token.cw",), ["moved: Orc archer 1 to 2, Goblin swordsman 4 to 5"]),
        (("token.cc",), ["moved: Orc archer 1 to 6, Goblin swordsman 4 to 3"]),
        (("token.he", "roll.2"), ["a Healer appears in forest 2", "the Orc in archer 1 regains a point: 2 points left"]),
        (("token.pa",), ["player 1 discards Red Archer"]),
        (("token.pk",), ["nobody holds such a card"]),
        (("token.d3",), ["3 more tokens are drawn after the others"]),
        (("token.gk", "roll.1"), ["a Goblin King appears in forest 1", "3 more tokens are drawn"]),
        (("token.gb", "roll.4"), ["the Goblin in swordsman 4 is destroyed", "the Wall of arc 4 falls"]),
        (("token.ow", "roll.2"), ["an Orc Warlord appears in forest 2", "moved: Orc Warlord forest 2 to archer, Orc archer 1 to knight"]),
    ],
)
def test_each_token_tells_what_it_did(moves: tuple[str, ...], happened: list[str]) -> None:
    assert told(castle_panic("a1o1.s4g1", stage="token"), *moves) == happened


def test_an_empty_pile_and_missing_are_told() -> None:
    assert told(castle_panic("a1o1", hands="mi,-"), "mi", "end")[-1] == "no Monster tokens are drawn"


def test_castellion_tells_of_formations_slides_and_ordeals() -> None:
    position = read_castellion("cn:base/ptpspc/1T1B1L,2T2B,3T2B/p1.use/111.111.111.111/555.555.555.333.9.3/hand=pt", compiled=False)
    assert told(position, "place@1") == ["a tower is complete: 1 tower now"]
    position = read_castellion("cn:base/ptpspcpt.cs/1T1B1L:tr,2T2B,3T2B/p1.use/111.111.111.111/555.545.555.333.8.3/hand=pc", compiled=False)
    assert told(position, "power", "destroy@1.2")[:2] == ["2 tiles of column 1 slide down", "a tower is broken: 0 towers now"]


@pytest.mark.parametrize(
    "asked",
    [
        Asked("castle-panic", players=2),
        Asked("castle-panic", players=1, rules="monster-recycling,final-charge"),
        Asked("castle-panic", players=3, rules="wizards-tower"),
        Asked("castellion"),
        Asked("castellion", level="expert", appendix="horror"),
    ],
    ids=str,
)
def test_what_is_told_of_whole_games_adds_up(asked: Asked) -> None:
    """Every Wall and Tower that is gone was told to fall, every Monster that is gone to be slain or destroyed; and telling changes nothing."""
    game = asked.maker()(compiled=False)
    for seed in range(4):
        for position, move, after in steps(game.start(), seed, 500, lambda rng, here: rng.choice(here.game.choices(here))):
            bytes_before = bytes(position), bytes(after)
            happened = events(position, move, after)
            assert (bytes(position), bytes(after)) == bytes_before
            assert all(event.words for event in happened)
            if game.name == "castle-panic":
                kinds = Counter(event.kind for event in happened)
                lost = [set(getattr(position, field)) - set(getattr(after, field)) for field in ("walls", "towers")]
                assert kinds["tower"] == len(lost[1])
                assert kinds["wall"] >= len(lost[0])
                gained = len(after.monsters) - len(position.monsters)
                if not position.rule_set.wizards_tower:
                    said = game.describe(position, move)
                    silent = " slay" in said or "puts a" in said or " slays " in said
                    assert silent or gained == kinds["appears"] - kinds["slain"], (str(position), said, happened)
