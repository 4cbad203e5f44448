"""The round board as SVG: every piece once, in its space; plays as arrows at what they are aimed at."""

from __future__ import annotations

import re
from math import atan2, degrees, hypot
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from castlewise.models.castle_panic.board import RINGS
from castlewise.models.castle_panic.notation import read_line
from castlewise.models.castle_panic.position import Position
from castlewise.render.castle_panic_svg import OUTSIDE, TOKEN, board_svg
from render.svg_elements import SVG, classed, titles

MIDGAME = "cp:players=2,co-op/WWFTw-/a1g1.k3t2.s4o1.s4t3t/p1.play/ra.2gk.br.mo.fw.mi,ta/-/2g.o"


def position_of(line: str) -> Position:
    return read_line(line, compiled=False)


def drawn(position: Position, *moves: str, title: str | None = None) -> ET.Element:
    game, here, made = position.game, position, []
    for move in moves:
        made.append(game.read_move(here, move))
        here = game.apply(here, made[-1])
    return ET.fromstring(board_svg(position, hits=made, title=title))


def place_of(element: ET.Element) -> tuple[float, float, float]:
    """Angle from twelve o'clock, distance from the centre, and size."""
    x, y, size = map(float, re.findall(r"-?[\d.]+", element.get("transform", "")))
    return degrees(atan2(x, -y)) % 360, hypot(x, y), size


CODES = ("g1", "o2", "o1", "t3", "t2", "gk2", "tm1")
MOST = {"g": 6, "o": 11, "t": 10, "gk": 1, "tm": 1}
boards = st.lists(st.tuples(st.sampled_from("faks"), st.integers(1, 6), st.sampled_from(CODES)), max_size=25)


@settings(max_examples=40)
@given(boards, st.booleans())
def test_every_monster_is_drawn_once_in_its_space_and_none_covers_another(found: list[tuple[str, int, str]], crowded: bool) -> None:
    left = dict(MOST)
    monsters = []
    for ring, arc, code in found:
        kind = code.rstrip("0123456789")
        if left[kind]:
            left[kind] -= 1
            monsters.append(f"{ring}{2 if crowded else arc}{code}")
    position = position_of(f"cp:players=1,solitaire/WWWWWW/{'.'.join(monsters) or '-'}/p1.play/ra/-/-")
    tokens = classed(drawn(position), "monster")
    assert len(tokens) == len(position.monsters)
    places = [place_of(token) for token in tokens]
    for monster, (angle, distance, size) in zip(position.monsters, places, strict=True):
        outside = RINGS.index(monster.ring)
        assert (monster.arc - 1) * 60 < angle < monster.arc * 60
        assert OUTSIDE[outside + 1] < distance < OUTSIDE[outside]
        assert 0.3 <= size <= 1
    spots = [tuple(map(float, re.findall(r"-?[\d.]+", token.get("transform", "")))) for token in tokens]
    for i, (x, y, size) in enumerate(spots):
        for other_x, other_y, other_size in spots[:i]:
            assert hypot(x - other_x, y - other_y) > 0.9 * TOKEN * (size + other_size)


def test_letters_and_pips_tell_a_monster_and_its_health() -> None:
    (token,) = classed(drawn(position_of("cp:players=1,solitaire/WWWWWW/k3tm2/p1.play/ra/-/-")), "monster")
    assert token.findtext(f"{SVG}title") == "Troll Mage with 2 health, knight 3"
    assert token.findtext(f"{SVG}text") == "TM"
    assert [pip.get("fill") != "#fff" for pip in token.iter(f"{SVG}circle")] == [True, True, False]


def test_structures_are_those_that_stand() -> None:
    root = drawn(position_of(MIDGAME))
    assert titles(root, "tower") == [f"Tower of arc {arc}" for arc in (1, 2, 3, 4)]
    assert titles(root, "no-tower") == ["no Tower in arc 5", "no Tower in arc 6"]
    assert titles(root, "wall") == [f"Wall of arc {arc}" for arc in (1, 2, 3, 5)]
    assert titles(root, "fortify") == ["Fortify token in arc 3"]
    assert len(classed(root, "no-wall")) == 2


def test_tar_and_attack_are_marked_where_they_are() -> None:
    root = drawn(position_of("cp:players=2,co-op/WWWWWW/s1g1x.s1o2x.s4t3t/p1.hurt/-,bk/-/-"))
    assert len(classed(root, "tar")) == 2  # on the Troll and in the legend
    assert len(classed(root, "attacking")) == 3
    assert titles(root, "monster")[2] == "Troll with 3 health tarred, swordsman 4"


def test_plays_are_numbered_arrows_at_the_monster_as_it_stood_before_them() -> None:
    position = position_of(MIDGAME)
    root = drawn(position, "gk@k3t2", "ra@a1g1", "gk@k3t1", "br.mo@4", "mi", "end")
    arrows = classed(root, "hit")
    assert [arrow.findtext(f"{SVG}title") for arrow in arrows] == [
        "Green Knight hits the Troll in knight 3",
        "Red Archer hits the Goblin in archer 1",
        "Green Knight hits the Troll in knight 3",
    ]
    assert [arrow.findtext(f"{SVG}g/{SVG}text") for arrow in arrows] == ["1", "2", "3"]
    spots = [place_of(token)[:2] for token in classed(root, "monster")]
    troll = spots[[m.name for m in position.monsters].index("troll")]
    for arrow in (arrows[0], arrows[2]):
        tip = arrow.findall(f"{SVG}polygon")[0].get("points", "").split()[0].split(",")
        x, y = map(float, tip)
        assert hypot(x, y) == pytest.approx(troll[1] - TOKEN - 1, abs=1)
        assert degrees(atan2(x, -y)) % 360 == pytest.approx(troll[0], abs=4)
    assert titles(root, "built") == ["Brick and Mortar build the Wall of arc 4"]
    assert len(classed(root, "play")) == 5  # the end of the turn is no play


def test_plays_beyond_a_chance_event_are_not_drawn() -> None:
    position = position_of("cp:players=1,solitaire/WWWWWW/a1g1/p1.play/d2.ra/-/-")
    moves = [position.game.read_move(position, "d2"), position.game.read_move(position, "ra@a1g1")]
    root = ET.fromstring(board_svg(position, hits=moves))
    assert len(classed(root, "play")) == 1
    assert classed(root, "hit") == []


def test_a_screen_reader_gets_title_and_board_in_words() -> None:
    root = drawn(position_of(MIDGAME), "ra@a1g1", title="Ours <&> \x00 yours")
    assert root.findtext(f"{SVG}title") == "Ours <&>  yours"
    assert (root.findtext(f"{SVG}desc") or "").splitlines() == [
        "arc 1, red: archer: Goblin with 1 health; Wall, Tower",
        "arc 2, red: Wall, Tower",
        "arc 3, green: knight: Troll with 2 health; Wall with a Fortify token, Tower",
        "arc 4, green: swordsman: Orc with 1 health, Troll with 3 health tarred; no Wall, Tower",
        "arc 5, blue: Wall, no Tower",
        "arc 6, blue: no Wall, no Tower",
        "play 1: Red Archer hits the Goblin in archer 1",
    ]


def test_words_above_and_below_are_broken_into_lines_and_take_the_place_of_the_hand() -> None:
    long = "Player 2 holds " + ", ".join(["Red Archer"] * 20) + "."
    root = ET.fromstring(board_svg(position_of(MIDGAME), title="A puzzle", above="What is asked", below=["Player 1 holds Tar.", long]))
    assert [line.text for line in classed(root, "task")] == ["What is asked"]
    (words,) = classed(root, "words")
    lines = list(words.iter(f"{SVG}text"))
    assert " ".join(line.text or "" for line in lines) == f"Player 1 holds Tar. {long}"
    assert len(lines) > 2
    assert all(float(line.get("x", "0")) > 0 for line in lines[2:])  # it goes on, and is seen to
    assert "2 Goblin Knight" not in ET.tostring(root, encoding="unicode")
    assert long in root.findtext(f"{SVG}desc", "")
