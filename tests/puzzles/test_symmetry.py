"""Puzzles that only look different are one, and those that differ are not."""

from __future__ import annotations

from dataclasses import replace

from castlewise.models.castle_panic.position import Position
from castlewise.puzzles.puzzle import Puzzle
from castlewise.puzzles.symmetry import turned_line

SLAY = Puzzle("slay", "cp:players=2,co-op/WWTWTF/a1g1.k3t2.s6o1/p1.play/ra.2gk.bs.ak.ns,-/rh/2mr.mb.g", "slay-all")
WATCH = Puzzle("watch", "cp:players=2,co-op/WWTTWW/k1g1.k6t2/p1.play/rh,bs/-/-", "no-structure-falls 2", ("t@3", "o@6"))
BLANK = Puzzle("blank", "4x3/cs??js.pt??.ct??.jc", "1B", ("pc", "jt", "st"))
ORDER = "cn:{level},ordeal1=0T:1,ordeal2=0T:1,ordeal3=1B:9,size=3x3,safe=000.000.000.000,standard={all}/{castle}/0T:met,0T:met,1B/p1.turn/-/{left}"
FINISH = Puzzle(
    "finish", ORDER.format(level="introductory", all="110.001.010.000.0.0", castle="st.js.cc", left="010.000.000.000.0.0"), "1B", ("ss",)
)


def test_a_board_turned_by_two_arcs_with_its_colours_is_the_same_puzzle() -> None:
    turned = "cp:players=2,co-op/TFWWTW/a3g1.k5t2.s2o1/p1.play/2bk.ga.rs.ak.ns,-/gh/2mg.mr.g"
    assert Position.read(turned_line(SLAY.position, 1)) == Position.read(turned)
    assert turned_line(turned_line(SLAY.position, 1), 2) == SLAY.position
    assert replace(SLAY, position=turned).identified().id == SLAY.identified().id


def test_the_wizards_tower_flames_and_fireballs_turn_with_the_board() -> None:
    one = Puzzle(
        "slay", "cp:players=2,co-op,wizards-tower/WWTWTF/a1im1b.k3t2/p1.play/rk.wrf.wws,-/-/-/wizard-tower=5/burning=t6.w2", "slay-all"
    )
    turned = "cp:players=2,co-op,wizards-tower/TFWWTW/a3im1b.k5t2/p1.play/gk.wgf.wws,-/-/-/wizard-tower=1/burning=w4.t2"
    assert Position.read(turned_line(one.position, 1)) == Position.read(turned)
    assert replace(one, position=turned).identified().id == one.identified().id
    assert replace(one, position=turned.replace("wgf", "wrf")).identified().id != one.identified().id
    assert replace(one, position=turned.replace("wizard-tower=1", "wizard-tower=3")).identified().id != one.identified().id


def test_the_order_of_cards_and_monsters_means_nothing() -> None:
    other = "cp:players=2,co-op/WWTWTF/s6o1.k3t2.a1g1/p1.play/ns.ak.bs.2gk.ra,-/rh/g.mb.2mr"
    assert replace(SLAY, position=other).identified().id == SLAY.identified().id


def test_a_board_turned_without_its_colours_is_another_puzzle() -> None:
    other = "cp:players=2,co-op/TFWWTW/a3g1.k5t2.s2o1/p1.play/ra.2gk.bs.ak.ns,-/rh/2mr.mb.g"
    assert replace(SLAY, position=other).identified().id != SLAY.identified().id


def test_a_mirrored_board_is_another_puzzle() -> None:
    """Monsters inside the Castle walk clockwise."""
    one = Puzzle("hold", "cp:players=2,co-op/W-WWWW/c2g1/p1.play/bb,-/-/-", "no-structure-falls")
    other = Puzzle("hold", "cp:players=2,co-op/WWWW-W/c5g1/p1.play/bb,-/-/-", "no-structure-falls")
    assert one.identified().id != other.identified().id


def test_printed_tokens_turn_with_the_board_and_keep_their_order() -> None:
    turned = replace(WATCH, position=turned_line(WATCH.position, 1), printed=("t@5", "o@2"))
    assert turned.identified().id == WATCH.identified().id
    assert replace(WATCH, printed=("o@6", "t@3")).identified().id != WATCH.identified().id


def test_a_mirrored_castle_and_other_factions_and_shapes_are_the_same_puzzle() -> None:
    mirrored = replace(BLANK, position="4x3/jc.ct??.pt??.cs??js")
    assert mirrored.identified().id == BLANK.identified().id
    factions = replace(BLANK, position="4x3/ss??ps.jt??.st??.pc", printed=("pt", "jc", "ct"))  # chameleon-seer, juggler-pyro exchanged
    assert factions.identified().id == BLANK.identified().id
    shapes = replace(BLANK, position="4x3/ct??jt.ps??.cs??.jc", printed=("pc", "js", "ss"))
    assert shapes.identified().id == BLANK.identified().id
    assert replace(BLANK, printed=("pc", "jt", "sc")).identified().id != BLANK.identified().id


def test_factions_are_exchanged_only_where_they_have_no_powers() -> None:
    other = ORDER.format(level="introductory", all="001.110.010.000.0.0", castle="ct.js.sc", left="000.010.000.000.0.0")
    assert replace(FINISH, position=other, printed=("cs",)).identified().id == FINISH.identified().id
    with_powers = [
        replace(FINISH, kind="trick", position=line.replace("introductory", "base"), printed=tiles)
        for line, tiles in ((FINISH.position, ("ss",)), (other, ("cs",)))
    ]
    assert with_powers[0].identified().id != with_powers[1].identified().id
