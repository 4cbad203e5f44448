"""Castles as SVG: well formed, with every tile once and an outline for each formation that the rules count."""

from __future__ import annotations

import re
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from castellion.arrange import arrange, kinds
from castellion.castle_oracle import boards_of, formations
from castlewise.models.castellion.castle_question import Castle, size_of
from castlewise.models.castellion.castle_text import read_drawing
from castlewise.models.castellion.tiles import STONES, TILES
from castlewise.models.problems import Problems
from castlewise.render.castellion_svg import CELL, Panel, TileRow, castle_svg, castles_svg, position_svg
from castlewise.solver.castellion.target_castle import Target
from render.svg_elements import SVG, classed, titles

EXAM = """
    .. .. .. .. ps ..
    sc .. .. ct cs ..
    st .. jt cs cc ..
    sc ss pc jc jt js
    st cs pt pc ps jt
"""


def place_of(element: ET.Element) -> tuple[float, float]:
    x, y = re.findall(r"-?[\d.]+", element.get("transform", ""))
    return float(x), float(y)


castles = st.integers(1, 6).flatmap(
    lambda height: st.lists(st.lists(st.integers(0, STONES - 1), min_size=1, max_size=height).map(tuple), max_size=6).map(
        lambda found: (height, tuple(found))
    )
)
# Two factions, so that formations are not rare.
crowded = st.lists(st.lists(st.integers(0, 5), min_size=3, max_size=5).map(tuple), min_size=3, max_size=6).map(tuple)


@given(castles)
def test_one_shape_for_each_tile_and_an_outline_for_each_empty_cell(drawn: tuple[int, Castle]) -> None:
    height, castle = drawn
    root = ET.fromstring(castle_svg(castle, 6, height))
    assert len(classed(root, "shape")) == size_of(castle)
    assert len(classed(root, "empty")) == 6 * height - size_of(castle)
    assert sorted(titles(root, "tile")) == sorted(TILES[kind].title for column in castle for kind in column)
    shapes = {"path": 0, "rect": 1, "circle": 2}
    for tile in classed(root, "tile"):
        (shape,) = classed(tile, "shape")
        name = tile.findtext(f"{SVG}title", "")
        assert name.endswith(("Triangle", "Square", "Circle")[shapes[shape.tag.removeprefix(SVG)]])
        letter = "F" if name.startswith("Pantry") else name[0]
        assert tile.findtext(f"{SVG}text") == letter


def test_tiles_stand_where_they_are() -> None:
    root = ET.fromstring(castle_svg(kinds("pc .. \n st js"), 3, 2))
    where = {tile.findtext(f"{SVG}title"): place_of(tile) for tile in classed(root, "tile")}
    assert where == {"Seer Triangle": (0, -CELL), "Pyro Circle": (0, -2 * CELL), "Juggler Square": (CELL, -CELL)}


@given(crowded, st.booleans())
def test_outlines_are_those_of_the_formations_that_the_rules_count(castle: Castle, haunted: bool) -> None:
    pawn = (len(castle) - 1, 0) if haunted else None
    root = ET.fromstring(castle_svg(castle, 6, 5, haunted=pawn))
    expected = sorted((letter, column, row) for letter, column, row in formations(boards_of(castle, pawn)))
    found = []
    for letter, name, across, up in (("T", "tower", 1, 4), ("B", "bastion", 2, 2), ("L", "line", 4, 1)):
        for outline in (element for element in classed(root, "formation") if name in element.get("class", "").split()):
            x, y, width, height = (float(outline.get(side, "")) for side in ("x", "y", "width", "height"))
            inset = x % CELL
            assert (width, height) == (across * CELL - 2 * inset, up * CELL - 2 * inset)
            found.append((letter, int(x // CELL), int(-(y - inset) // CELL) - up))
    assert sorted(found) == expected


def test_the_outlines_of_a_castle_with_all_three() -> None:
    castle = kinds(
        """
        sc .. .. .. ..
        st .. ct cs ..
        sc .. cs cc ..
        st ps pt pc ps
        """
    )
    root = ET.fromstring(castle_svg(castle, 5, 4))
    assert [element.get("class") for element in classed(root, "formation")] == ["formation tower", "formation bastion", "formation line"]
    legend = classed(root, "legend")[0]
    words = [text.text for text in legend.iter(f"{SVG}text")]
    assert words == ["S Seer", "C Chameleon", "P Pyro", "tower", "bastion", "line of defence"]


def test_marks_of_new_and_haunted_tiles() -> None:
    castle = kinds("ps .. \n st js")
    root = ET.fromstring(castle_svg(castle, 2, 2, new={(0, 1), (1, 0)}, haunted=(0, 0)))
    assert len(classed(root, "new")) == 2
    assert len(classed(root, "haunted")) == 1
    assert sorted(titles(root, "tile")) == ["Juggler Square, new", "Pyro Square, new", "Seer Triangle, haunted"]
    described = root.findtext(f"{SVG}desc", "")
    assert "haunted: column 1, row 1" in described
    assert "new: column 1 row 2, column 2 row 1" in described
    plain = ET.fromstring(castle_svg(castle, 2, 2))
    assert not classed(plain, "new")
    assert not classed(plain, "haunted")


def test_those_who_listen_hear_the_castle() -> None:
    castle = kinds(EXAM)
    root = ET.fromstring(castle_svg(castle, 6, 6, caption="when it is met"))
    assert root.get("role") == "img"
    assert root.findtext(f"{SVG}title") == "when it is met"
    caption, *rows, _ = root.findtext(f"{SVG}desc", "").strip().splitlines()
    assert caption == "when it is met"
    assert tuple(map(tuple, read_drawing("\n".join(rows), "", Problems()))) == castle


@given(st.text(max_size=60))
def test_captions_are_text_whatever_they_say(caption: str) -> None:
    root = ET.fromstring(castle_svg(kinds("st"), 2, 2, caption=caption))
    lines = [element.text or "" for element in classed(root, "caption")]
    assert [sign for sign in "".join(lines) if sign.isprintable() and sign != " "] == [
        sign for sign in caption if sign.isprintable() and sign != " "
    ]


def test_a_caption_with_markup_is_not_markup() -> None:
    svg = castle_svg(kinds("st"), 2, 2, caption='<script>alert("1")</script> & more')
    assert "<script" not in svg
    assert ET.fromstring(svg).findtext(f"{SVG}title") == '<script>alert("1")</script> & more'


def test_several_castles_side_by_side() -> None:
    panels = [
        Panel(kinds("ps st \n st ss"), 2, 2, "when ordeal I is met"),
        Panel(kinds("ps st"), 2, 2, "after it"),
        Panel((), 4, 3, "nothing stands"),
    ]
    root = ET.fromstring(castles_svg(panels))
    drawn = classed(root, "castle")
    assert [len(classed(castle, "tile")) for castle in drawn] == [4, 2, 0]
    assert [" ".join(line.text or "" for line in classed(castle, "caption")) for castle in drawn] == [panel.caption for panel in panels]
    assert root.findtext(f"{SVG}title") == "when ordeal I is met; after it; nothing stands"
    assert "no tile" in root.findtext(f"{SVG}desc", "")
    places = [place_of(castle)[0] for castle in drawn]
    assert all(right - left > panel.width * CELL for left, right, panel in zip(places, places[1:], panels, strict=False))
    total = float(root.get("width", ""))
    assert places[-1] + panels[-1].width * CELL < total
    assert root.get("viewBox") == f"0 0 {root.get('width')} {root.get('height')}"


def test_patterns_that_are_used_are_defined() -> None:
    svg = castle_svg(kinds("st cs jc pt ft"), 5, 1)
    defined = re.findall(r'<path id="([\w-]+)"', svg)
    assert len(defined) == 4
    assert set(re.findall(r'href="#([\w-]+)"', svg)) == set(defined)
    assert "<pattern" not in svg  # printed to PDF each area filled with one would be an image


def test_nothing_to_draw_is_an_error() -> None:
    with pytest.raises(ValueError, match="no castle"):
        castles_svg([])


def test_the_tile_in_hand_is_drawn_in_outline_where_it_may_go() -> None:
    position = arrange("base,size=4x3", castle="ss .. \n st pt", hand="jt")
    root = ET.fromstring(position_svg(position, title="What now?"))
    assert titles(root, "place") == [f"Juggler Triangle may go here: place {place}" for place in (0, 1, 3)]
    left, first, right = (place_of(place) for place in classed(root, "place"))
    assert (left, first, right) == ((-CELL, -CELL), (0, -3 * CELL), (2 * CELL, -CELL))  # a new column, above two tiles, a new column
    assert len(classed(root, "shape")) == 3
    assert "Juggler Triangle may go to place 0, 1, 3" in (root.findtext(f"{SVG}desc") or "")
    assert classed(root, "heading")[0].text == "What now?"


def test_both_castles_of_two_players_are_drawn_and_places_only_for_the_one_to_move() -> None:
    position = arrange("base,two-player,size=4x3", castle="st", partner="ps", hand="js")
    root = ET.fromstring(position_svg(position))
    mine, partners = classed(root, "castle")
    assert [titles(mine, "tile"), titles(partners, "tile")] == [["Seer Triangle"], ["Pyro Square"]]
    assert len(classed(mine, "place")) == 3
    assert classed(partners, "place") == []


def test_the_castle_aimed_at_stands_beside_the_real_one_with_what_is_still_to_come() -> None:
    position = arrange("base,size=4x4", castle="ss \n st", hand="sc")
    castle = ((0, 1, 2, 1), (9,))
    target = Target(0, castle, 0, ((0, 2), (0, 3), (1, 0)), ("a tower of Seers in column 1 from row 1",), 2, 3, True, None)
    root = ET.fromstring(position_svg(position, aim=target))
    real, aimed = classed(root, "castle")
    assert (len(classed(real, "tile")), len(classed(aimed, "tile"))) == (2, 5)
    assert (len(classed(real, "new")), len(classed(aimed, "new"))) == (0, 3)
    assert len(classed(aimed, "tower")) == 1
    assert classed(aimed, "place") == []
    assert " ".join(line.text or "" for line in classed(aimed, "caption")) == "The castle to aim at, short of 3"


def test_tiles_and_words_beside_a_castle_stay_inside_the_drawing() -> None:
    order = TileRow("Tiles in order", [0, 4, 8], numbered=True)
    words = "a line of words that is much too long for a castle of one column, and has to be broken so that it can be read on paper"
    root = ET.fromstring(
        castles_svg([Panel(kinds("pt"), 1, 1)], heading="A puzzle", captions=["What is asked"], rows=[order], below=[words, "the end"])
    )
    (row,) = classed(root, "row")
    assert len(classed(row, "tile")) == 3
    assert [text.text for text in row.iter(f"{SVG}text") if text.get("font-size") == "11"] == ["1", "2", "3"]
    assert [line.text for line in classed(root, "heading")] == ["A puzzle", "What is asked"]
    lines = classed(root, "below")
    assert " ".join(line.text or "" for line in lines) == f"{words} the end"
    assert len(lines) > 2
    height, width = float(root.get("height", "")), float(root.get("width", ""))
    assert all(float(line.get("y", "")) < height for line in lines)
    assert all(8 * len(line.text or "") < width for line in lines)
    assert words in root.findtext(f"{SVG}desc", "")
    defined = {path.get("id") for path in root.iter(f"{SVG}path") if path.get("id")}
    assert {use.get("href", "")[1:] for use in root.iter(f"{SVG}use")} == defined
