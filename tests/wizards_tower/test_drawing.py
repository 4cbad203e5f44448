"""The board of the Wizard's Tower, drawn."""

from __future__ import annotations

import re

from castlewise.render.castle_panic_svg import board_svg, board_words
from wizards_tower.arrange import arrange

MONSTERS = ["ogre archer 1 flames 2", "doppelganger forest 3"]


def test_flames_and_the_wizards_tower_are_drawn_and_told() -> None:
    position = arrange(monsters=MONSTERS, burning=["w2", "t6", "t6"])
    drawing = board_svg(position)
    assert re.findall(r'class="flames">.*?>(\d)</text>', drawing) == ["1", "2", "2", "1"]  # Wall, Tower, Ogre, and the legend
    assert "Wizard's Tower burning (2), arc 6" in drawing
    words = board_words(position).splitlines()
    assert words[0] == "arc 1, red: archer: Ogre with 4 health burning (2); Wall, Tower"
    assert words[1] == "arc 2, red: Wall burning (1), Tower"
    assert words[2] == "arc 3, green: forest: Doppelgänger; Wall, Tower"
    assert words[5] == "arc 6, blue: Wall, Wizard's Tower burning (2)"
