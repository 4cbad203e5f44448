"""Every theme on a puzzle that has it and on one that has not."""

from __future__ import annotations

from functools import lru_cache

import pytest

from castlewise.puzzles.kinds import kind_named
from castlewise.puzzles.library import bundled
from castlewise.puzzles.proving import solved
from castlewise.puzzles.puzzle import Puzzle
from castlewise.puzzles.themes import CASTELLION_THEMES, CASTLE_PANIC_THEMES, themes_of

pytestmark = pytest.mark.compiled


def slay(rest: str) -> Puzzle:
    return Puzzle("slay", f"cp:players=2,co-op/WWWWWW/{rest}/-/-", "slay-all")


def hold(rest: str) -> Puzzle:
    return Puzzle("hold", f"cp:players=2,co-op/WWWWWW/{rest}/-/-", "no-structure-falls")


def whatever(rest: str) -> Puzzle:
    return Puzzle("whatever", f"cp:players=2,co-op/{rest}/-/gk.4gb.d3.d4", "no-tower-falls")


def wizards(rest: str) -> Puzzle:
    return Puzzle("slay", f"cp:players=2,co-op,wizards-tower/WWWWWW/{rest}/-/-/wizard-tower=6", "slay-all")


def castellion(kind: str, level: str, ask: str, size: str, everything: str, castle: str, left: str, printed: str) -> Puzzle:
    rules = f"{level},ordeal1=0T:1,ordeal2=0T:1,ordeal3={ask}:9,size={size},safe=000.000.000.000,standard={everything}.0.0"
    return Puzzle(kind, f"cn:{rules}/{castle}/0T:met,0T:met,{ask}/p1.turn/-/{left}.0.0", ask, tuple(printed.split()))


WATCHED = Puzzle("watch", "cp:players=2,co-op/W-WWWW/k2g1.k4o2.s1o2/p1.play/ta,rs.as.db/-/-", "no-structure-falls 2", ("g@2", "g@1"))
ALONE = Puzzle("watch", "cp:players=2,co-op/WWWWTW/k3t3.k6o2.s3o1/p1.play/2gk.gh.as.bb,rs/-/-", "no-structure-falls 2", ("o@3", "g@5"))
ENCHANTED = wizards("a1im1.k1t3/p1.play/ra.rk.en.wrg,-")
HAMMERED = wizards("a1im1.f3t3/p1.play/ra.whl.en,-")
TWO_LINES = ("finish", "introductory", "2L")
PASSING = castellion(*TWO_LINES, "4x3", "131.011.001.212", "cssc.jcss.cc.pcsspt", "110.000.000.111", "ss pc st ps pt")
PLACING = castellion(*TWO_LINES, "5x3", "020.001.231.202", "js.sspcjt.cc.sspc.jsptjc", "000.000.110.100", "jt pt js")
JUGGLED = castellion("trick", "base", "1B1L", "4x3", "010.101.122.212", "ccss.pcctpc.jcjspt.jtpsjc", "000.000.010.100", "js pt")
RECOVERED = castellion("trick", "base", "1B1L", "4x3", "221.023.000.111", "pcpsst.ss.csccss.cccsst", "000.001.000.100", "pt cc")
REVEALED = castellion("trick", "base", "1T", "1x4", "100.121.000.000", "ctcs", "100.011.000.000", "st cs cc")
BURNT = next(puzzle for puzzle in bundled() if puzzle.kind == "trick" and "Pyro's power" in puzzle.themes)
ONE_BASTION = Puzzle("last", "4x2/st.ct.cc.jt", "1B with 2", ("sc", "ct", "cs"))

CASES = [
    ("Nice Shot sacrifice", slay("a1t3.a2g1/p1.play/ra.aa.ns,-"), slay("a1t3.k3g1/p1.play/ra.gk.ns,-")),
    ("leave the Goblin", hold("a1g1.s1o1.s3g1/p1.play/rh.gs,-"), hold("s1o1.s3g1/p1.play/rh.gs,-")),
    ("spare the boss", hold("k5tm3.s1o1.s3g1/p1.play/rh.gs,-"), hold("k5t3.s1o1.s3g1/p1.play/rh.gs,-")),
    (
        "build instead of hit",
        whatever("TWWWTW/a1t3.a5g1/p1.play/br.mo.ba,-"),
        whatever("TWWWTW/a1g1.a5g1/p1.play/ra.ba,-"),
    ),
    ("trade first", slay("a1g1.k1g1/p1.trade/ra.br,rk"), slay("a1g1.k1g1/p1.play/ra.rk,br")),
    ("hold it with Tar", hold("s1t3.s3g1/p1.play/ta.gs,-"), hold("s1t3.s3g1/p1.play/db.gs,-")),
    ("drive him back", hold("s1t3.s3g1/p1.play/db.gs,-"), hold("s1t3.s3g1/p1.play/ta.gs,-")),
    ("let the next one do it", WATCHED, ALONE),
    ("needs a special card", ENCHANTED, HAMMERED),
    ("needs a Wizard card", HAMMERED, ENCHANTED),
    ("discard to pass", PASSING, PLACING),
    ("more than one formation", PASSING, ONE_BASTION),
    ("Juggler's power", JUGGLED, RECOVERED),
    ("Chameleon's power", RECOVERED, JUGGLED),
    ("Seer's power", REVEALED, JUGGLED),
    ("Pyro's power", BURNT, REVEALED),
]


@lru_cache
def found(puzzle: Puzzle) -> tuple[str, ...]:
    return themes_of(puzzle, solved(kind_named(puzzle.kind), puzzle))


@pytest.mark.parametrize(("theme", "has_it", "has_it_not"), CASES, ids=[theme for theme, _, _ in CASES])
def test_a_theme_is_found_where_it_is_and_not_where_it_is_not(theme: str, has_it: Puzzle, has_it_not: Puzzle) -> None:
    assert theme in found(has_it)
    assert theme not in found(has_it_not)


def test_every_theme_has_a_case() -> None:
    assert {theme for theme, _, _ in CASES} == CASTLE_PANIC_THEMES.keys() | CASTELLION_THEMES.keys()
