"""The line of a position: what it looks like, that it is canonical, and that nothing is lost on the way."""

from __future__ import annotations

import re

import pytest

from castellion.arrange import arrange, options, play
from castellion.walk import played
from castlewise.models.castellion import stages
from castlewise.models.castellion.game import Castellion
from castlewise.models.castellion.notation import read_line
from castlewise.models.castellion.position import Position
from castlewise.models.castellion.position_draft import draft_of
from castlewise.models.castellion.position_keys import EXTRAS, STAGE_NAMES
from castlewise.models.castellion.prison_ring import ends_of, in_order, touching
from castlewise.models.castellion.rule_set import read_rules
from castlewise.models.castellion.tiles import TILES

FULL_PILES = "111.111.111.111/555.555.555.555.9.3"
QUIET = "cn:base/stps.ct/1T1B1L,2T2B,3T2B/p1.turn/111.111.111.111/455.455.555.545.9.3"


@pytest.mark.parametrize(
    ("rules", "rest"),
    [
        ("introductory", f"-/1T1B1L,earthworm-1,hidden/p1.turn-up/{FULL_PILES}"),
        ("base", f"-/1T1B1L,hidden,hidden/p1.turn-up/{FULL_PILES}"),
        ("expert", f"-/hidden,hidden,hidden/p1.turn/{FULL_PILES}"),
        ("expert,two-player,pantry", f"-,-/hidden,hidden,hidden/p1.turn/{FULL_PILES}"),
        ("expert,vigil", f"-/hidden,hidden,hidden/p1.draw-vigil/{FULL_PILES}"),
        (
            "base,ordeal2=3T.2B:4,ordeal3=5L-else-42:1,size=4x3,safe=000.000.000.111,standard=333.333.333.333.4.1",
            "-/1T1B1L,hidden,5L-else-42/p1.turn-up/000.000.000.111/333.333.333.333.4.1",
        ),
    ],
)
def test_the_line_of_the_first_position(rules: str, rest: str) -> None:
    assert str(Castellion(read_rules(rules)).start()) == f"cn:{rules}/{rest}"


def test_the_line_of_a_turn_under_way() -> None:
    position = arrange(
        "base",
        """
        ps .. .. js
        st .. cc jt
        st st pt ss
        """,
        hand="pc",
        safe="pt ss",
        standard="2st jc 3tr tb",
        revealed="ct tr",
        ordeals=("1T1B1L", "2T2B", "2T3L"),
        met=1,
        traitors=1,
        black_traitors=1,
    )
    assert str(position) == (
        "cn:base/ststps.st.ptcc.ssjtjs/1T1B1L:met,2T2B:tr.tb,2T3L/p1.use/010.000.000.100/200.000.001.000.3.1/hand=pc/revealed=ct.tr"
    )


def test_an_empty_pile_and_an_empty_castle_are_a_hyphen() -> None:
    position = arrange("base,two-player", "st", safe="", standard="", hand="pc")
    assert str(position) == "cn:base,two-player/st,-/1T1B1L,2T2B,3T2B/p1.use/-/-/hand=pc"


@pytest.mark.parametrize(
    ("line", "stage"),
    [
        ("cn:base/stps.ct/1T1B1L,2T2B,3T2B/p1.draw-safe/010.111.111.111/455.455.555.545.9.3", stages.DRAW_SAFE),
        ("cn:base/stps.ct/1T1B1L,2T2B,3T2B/p1.traitor/010.111.111.111/455.455.555.545.8.3/hand=tr", stages.FACE_TRAITOR),
        ("cn:base/stps.ct/1T1B1L,2T2B,3T2B/p1.use/111.011.111.111/455.455.455.545.9.3/hand=jt/received", stages.USE),
        ("cn:base/stps.ct/1T1B1L,2T2B,3T2B/p1.juggle/111.111.111.111/455.455.455.545.9.3", stages.JUGGLE),
        ("cn:base/stps.ct/1T1B1L,2T2B,3T2B/p1.recover/111.111.111.111/454.454.554.545.9.3/recovering=circle", stages.RECOVER),
        ("cn:base/stps.ct/1T1B1L,2T2B,3T2B/p1.reveal/111.111.111.111/355.455.555.545.8.3/revealed=tr", stages.REVEAL_FROM),
        ("cn:base/stps.ct/1T1B1L,2T2B,3T2B/p1.fire/111.111.111.111/455.455.555.544.9.3", stages.DESTROY_TILES),
        ("cn:base/stpssc.ctss/1T1B1L,2T2B,3T2B/p1.pay-traitor/111.111.111.111/444.455.555.545.8.3/due=3/sweep=1.4", stages.DESTROY_TILES),
    ],
)
def test_lines_with_something_pending(line: str, stage: int) -> None:
    position = read_line(line)
    assert position.state.stage == stage
    assert str(position) == line


@pytest.mark.parametrize(
    "line",
    [
        # Two towers by one exchange: two cards are turned over, one after the other.
        "cn:expert/stscssst.ptpcptps/hidden,hidden,hidden/p1.choose-card/-/000.111.100.100.1.1/reveals=2",
        "cn:expert/stscssst.ptpcptps/hidden,hidden,hidden/p1.turn-over/-/000.111.100.100.1.1/turning=2/reveals=2",
        "cn:expert/stscssst.pt/hidden,3T-else-32,5B-else-42/p1.turn-over/-/000.111.100.100.1.1",
        # An encounter in the middle of things: before a turn, with a tile in hand, on somebody else's behalf.
        "cn:expert,size=2x2/st.pt/hidden:tr,hidden,hidden/p1.meet-card/-/000.111.100.100.1.1/during=turn",
        "cn:expert,size=2x2/st.pt/hidden:tr,hidden,hidden/p1.meet-card/-/000.111.100.100.1.1/hand=tr",
        "cn:expert,size=2x2/st.pt/hidden:tr.tb,hidden,hidden/p1.meet-card/-/000.111.100.100.1.1",
        "cn:expert,two-player,size=2x2/st.pt,ct.cs/hidden,hidden,hidden/p1.meet-card/-/000.111.100.100.1.1/hand=ss/gift/meets=p2",
        "cn:expert,two-player,size=2x2/st.pt,ct.cs/hidden,hidden,hidden/p1.who/-/000.111.100.100.1.1/hand=ss/received",
        "cn:expert,ordeal1=9T-else-2:1,size=2x3/stss.ptpc/9T-else-2:tr,hidden,hidden/p1.penalty/-/000.111.100.100.1.1",
        "cn:expert,ordeal1=9T-else-2:1,size=2x3/stss.ptpc/9T-else-2:tr,hidden,hidden/p1.penalty/-/000.111.100.100.1.1/due=1/sweep=1.3",
        "cn:base,two-player,prison/stss.ptpcpc,st.ctcs/1T1B1L:met,2T2B,3T2B/p1.pay-prison/-/-/due=2/prison=jt.js.jt/champion=p1",
        "cn:base,two-player/stss.ptpcpc,st.ctcs/1T1B1L:met,2T2B,3T2B/p1.pay-champion/-/-/due=3/sweep=1.3/champion=p1",
        "cn:base,two-player/stss.ptpcpc,st.ctcs/1T1B1L,2T2B,3T2B/p2.donate/-/-/hand=ct",
        # The appendices.
        "cn:base,vigil/stss.ptpc/1T1B1L,2T2B,3T2B/p1.turn/-/010.000.000.000.0.0/vigil=ct",
        "cn:base,prophet/stss.ptpc/1T1B1L:tr,2T2B,3T2B/p1.turn/-/010.000.000.000.0.0/prophet=2",
        "cn:base,premonition/stss.ptpc/1T1B1L,2T2B,3T2B/p1.turn/-/010.000.000.000.0.0/pawn-used",
        "cn:base,cold-sweat/stss.ptpc/1T1B1L,2T2B,3T2B/p1.turn/-/010.000.000.000.0.0/haunted=1.2",
        "cn:base,two-player,horror/stss.ptpc,ctpc/1T1B1L,2T2B,3T2B/p1.turn/-/010.000.000.000.0.0/haunted=p2.1.2",
        "cn:expert,pantry/stft.ptpc/hidden,hidden,hidden/p1.turn/-/010.000.000.000.0.0/pantry=ft.fs.2fc",
        "cn:expert,pantry/stft.ptpc/hidden,hidden,hidden/p1.use/-/010.000.000.000.0.0/hand=fs",
        "cn:base,cold-sweat/stss.ptpc/1T1B1L,2T2B,3T2B/p1.lost-haunted/-/010.000.000.000.0.0",
    ],
)
def test_lines_of_rare_moments(line: str) -> None:
    assert str(read_line(line)) == line


def test_every_reachable_position_survives_and_its_line_needs_no_quotes() -> None:
    keys: set[str] = set()
    for line, position in played().items():
        assert read_line(line) == position
        assert re.fullmatch(r"[A-Za-z0-9\-._~,:=@/]{40,500}", line)
        keys.update(part.partition("=")[0] for part in line.split("/")[6:])
    reached = {draft_of(position).stage_name for position in played().values()}
    assert set(STAGE_NAMES) - reached == {"setup"}  # which is only read, never a node
    assert keys == set(EXTRAS)


def test_the_same_castle_by_other_moves_has_the_same_line() -> None:
    start = arrange("base", "st", standard="ps ct", safe="")
    one = play(start, "draw.standard", "tile.ps", "place@0", "draw.standard", "tile.ct", "place@3")
    other = play(start, "draw.standard", "tile.ct", "place@2", "draw.standard", "tile.ps", "place@0")
    assert str(one) == str(other)
    assert str(one).split("/")[1] == "ps.st.ct"


def test_the_order_within_a_section_does_not_matter_to_a_reader() -> None:
    mixed = read_line("cn:prison,base/stps.ct/1L1B1T,2B2T,3T2B/p1.turn/-/255.455.555.545.6.3/prison=cs.st/revealed=tr.st.tr")
    assert str(mixed) == "cn:base,prison/stps.ct/1T1B1L,2T2B,3T2B/p1.turn/-/255.455.555.545.6.3/revealed=st.2tr/prison=st.cs"


def test_a_position_can_be_pasted_back() -> None:
    position = read_line(QUIET)
    assert repr(position) == f"Position.read('{QUIET}')"
    assert Position.read(QUIET) == position == position.game.read(f"  {QUIET}\n")


def test_what_is_neither_in_a_pile_nor_in_sight_is_discarded_and_traitors_are_gone() -> None:
    line = "cn:expert,vigil,pantry/stft/hidden:tr,hidden,hidden/p1.use/100.000.000.000/000.000.000.001.2.1/hand=ss/revealed=sc/vigil=ps/pantry=fs"
    position = read_line(line)
    assert [position.discards.count(f"seer {shape}") for shape in ("triangle", "square", "circle")] == [4, 5, 5]
    assert [position.discards.count(f"pyro {shape}") for shape in ("triangle", "square", "circle")] == [6, 5, 5]
    assert [position.discards.count(f"pantry {shape}") for shape in ("triangle", "square", "circle")] == [1, 1, 2]
    assert not any("traitor" in tile for tile in position.discards)
    assert str(position) == line


@pytest.mark.parametrize(
    ("line", "node"),
    [
        ("cn:introductory/st/1T1B1L,earthworm-1,3T2B/p1.turn/-/455.555.555.555.9.3", "p1.draw-standard"),  # one pile left
        (
            "cn:introductory/st/1T1B1L,earthworm-1,3T2B/p1.traitor/-/455.555.555.555.8.3/hand=tr",
            "p1.draw-standard",
        ),  # it can only be placed
        ("cn:base/st/1T1B1L,2T2B,3T2B/p1.turn/-/-", "p1.lost-formations"),  # nothing left to draw
        ("cn:base,size=1x2,ordeal1=0T:1/stsc/0T,2T2B,3T2B/p1.turn/-/455.455.555.545.9.3", "p1.lost-formations"),  # full, and full again
        ("cn:base,size=1x2,ordeal1=earthworm-1:1/stsc/earthworm-1,2T2B,3T2B/p1.turn/-/455.455.555.545.9.3", "p1.turn"),  # full, then not
        ("cn:base,horror/st.ps.ct.jt.ss.pc/1T1B1L,2T2B,3T2B/p1.traitor/-/000.011.100.100.1.1/hand=tb", "p1.haunt"),
        ("cn:base/st.ps/1T1B1L,2T2B,3T2B/p1.reveal/-/055.455.555.545.9.3", "p1.reveal-standard"),
        (
            "cn:base,prophet,ordeal2=2T2B:1,ordeal3=3T2B:1/-/1T1B1L,2T2B,3T2B/p1.prophet/-/455.455.555.545.9.3",
            "p1.turn",
        ),  # one can be chosen
        ("cn:base/-/1T1B1L,2T2B,3T2B/p1.setup/-/455.455.555.545.9.3", "p1.turn"),
        ("cn:base/st/1T1B1L,hidden,3T2B/p1.setup/-/455.455.555.545.9.3", "p1.turn-up"),
        ("cn:base,vigil/st/1T1B1L,2T2B,3T2B/p1.setup/111.111.111.111/455.455.555.545.9.3", "p1.draw-vigil"),
        ("cn:base,two-player/stss,st/1T1B1L:met,2T2B,3T2B/p1.pay-champion/-/455.455.555.545.9.3/due=1/champion=p1", "p1.turn"),
        ("cn:expert/stscssst.pt/2T-else-16,hidden,5B-else-42/p1.choose-card/-/000.111.100.100.1.1", "p1.turn-over"),
    ],
)
def test_a_stage_with_nothing_to_decide_runs_on(line: str, node: str) -> None:
    assert str(read_line(line)).split("/")[3] == node


@pytest.mark.parametrize(
    "line",
    [
        "cn:base/ststst.stst/1T1B1L,2T2B,3T2B/p1.turn/-/055.455.555.545.9.3",  # same shapes side by side
        "cn:base/-/1T1B1L,2T2B,3T2B/p1.turn/-/000.000.000.000.9.3",  # nothing but Traitors to come
        "cn:base/stps.ct/1T1B1L,2T2B,3T2B/p1.turn/111.111.111.111/455.455.555.545.0.0",  # all Traitors gone
        "cn:base/stps.ct/1T1B1L:met,2T2B:met,3T2B/p1.turn/111.111.111.111/455.455.555.545.9.3",  # two ordeals met without a Traitor
        "cn:base,cold-sweat/stss.ptpc/1T1B1L,2T2B,3T2B/p1.turn/-/010.000.000.000.0.0/haunted=1.1",  # haunted at the bottom of an outer column
        "cn:base/stps.ct/1T1B1L,2T2B,3T2B/p1.turn/-/-/revealed=2tr.2tb",
        "cn:base,prison/-/1T1B1L,2T2B,3T2B/p1.turn/-/000.111.000.000.0.0/prison=st.ss.st.ss.st.ss.st.ss",
    ],
)
def test_strange_but_possible_is_accepted(line: str) -> None:
    assert str(read_line(line)) == line


def test_the_prison_is_written_in_an_order_it_can_lie_in() -> None:
    """The state keeps the shapes at the ends only."""
    shuffled = arrange("base,prison", "st", hand="pc", prison="ps ct js st pc", safe="", standard="st")
    assert str(shuffled).endswith("/hand=pc/prison=js.st.ps.ct.pc")
    for position in played().values():
        order = draft_of(position).prison
        assert touching(order) == []
        assert ends_of(order) == (position.state.prison_first, position.state.prison_last)
        assert sorted(order) == [kind for kind, count in enumerate(position.state.prison) for _ in range(count)]


def test_the_first_of_all_orders_is_written() -> None:
    codes = {tile.code: kind for kind, tile in enumerate(TILES)}

    def written(prison: str, first: int, last: int) -> str:
        counts = [0] * len(TILES)
        for code in prison.split():
            counts[codes[code]] += 1
        return " ".join(TILES[kind].code for kind in in_order(counts, first, last))

    assert written("ps", 1, 1) == "ps"
    assert written("ps st", 0, 1) == "st ps"
    assert written("ps st cs", 1, 1) == "cs st ps"
    assert written("pt st cs cc", 0, 0) == "st cs cc pt"
    assert written("st pt jt ct ss ps js cs", 0, 0) == "st ss ct cs jt js pt ps"
    assert written("pt st", 0, 0) == "st pt"  # which cannot be


def test_the_ends_of_the_prison_survive() -> None:
    """Three tiles with a triangle in the middle, or at an end, differ in where the next may go."""
    middle = read_line("cn:base,prison/st/1T1B1L,2T2B,3T2B/p1.use/-/-/hand=pt/prison=ss.ct.js")
    end = read_line("cn:base,prison/st/1T1B1L,2T2B,3T2B/p1.use/-/-/hand=pt/prison=ct.ss.jc")
    assert {option for option in options(middle) if "prison" in option} == {"prison.square"}
    assert {option for option in options(end) if "prison" in option} == {"prison.circle"}


def test_the_codes_of_the_tiles_are_all_different() -> None:
    """Otherwise a line could not say which tile it means."""
    assert len({tile.code for tile in TILES}) == len(TILES)
    assert {len(tile.code) for tile in TILES} == {2}


@pytest.mark.compiled
def test_compiled_and_plain_read_the_same() -> None:
    for line in list(played())[::10]:
        assert bytes(read_line(line, compiled=True)) == bytes(read_line(line, compiled=False))
