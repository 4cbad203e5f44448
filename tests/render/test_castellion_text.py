"""A castle as text."""

from __future__ import annotations

from rich.console import Console, RenderableType

from castellion.arrange import arrange, kinds
from castlewise.render.castellion_text import castle, castle_picture


def text(picture: RenderableType) -> list[str]:
    console = Console(width=80, color_system=None)
    with console.capture() as capture:
        console.print(picture)
    return [line.rstrip() for line in capture.get().splitlines()]


def test_a_castle_within_its_limits() -> None:
    standing = kinds(
        """
        .. ps
        st fc
        """
    )
    assert text(castle_picture(standing, 3, 3)) == [
        "3  .   .   .",
        "2  .   P■  .",
        "1  S▲  F●  .",
        "   1   2   3",
    ]


def test_new_and_haunted_tiles_have_a_mark_before_them() -> None:
    standing = kinds("st ps")
    assert text(castle_picture(standing, 2, 1, new={(0, 0)}, haunted=(1, 0)))[0] == "1 +S▲ <P■"


def test_formations_stand_in_boxes_also_side_by_side() -> None:
    standing = kinds(
        """
        .. .. st .. ..
        .. .. ss .. ..
        cs ct sc .. ..
        ct cs st pt js
        """
    )
    assert text(castle_picture(standing, 5, 5)) == [
        "5  .   .   .   .   .",
        "         ┌───┐",
        "4  .   . │ S▲│ .   .",
        "3  .   . │ S■│ .   .",
        " ┌───────┤   │",
        "2│ C■  C▲│ S●│ .   .",
        "1│ C▲  C■│ S▲│ P▲  J■",
        " └───────┴───┘",
        "   1   2   3   4   5",
    ]


def test_places_for_the_tile_in_hand_have_the_numbers_of_the_moves() -> None:
    position = arrange("base,size=4x3", castle="ss .. \n st pt", hand="jt")
    assert text(castle(position, 0)) == [
        "3  .  (1)  .   .",
        "2  .   S■  .   .",
        "1 (0)  S▲  P▲ (3)",
        "   0   1   2   3",
    ]
    assert [position.game.short(position, move) for move in position.game.choices(position)][:3] == ["place@0", "place@1", "place@3"]


def test_a_position_is_drawn_by_its_columns() -> None:
    position = arrange("base,two-player,cold-sweat,size=4x3", castle="ss .. .. \n st ps ct", partner="st", haunted=(2, 1))
    assert text(castle(position, 0)) == text(castle_picture(position.columns(0), 4, 3, haunted=(1, 0), places=position.places))
    assert text(castle(position, 1)) == text(castle_picture(position.columns(1), 4, 3))
