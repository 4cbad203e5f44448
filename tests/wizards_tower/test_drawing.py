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


def test_a_flame_lies_beside_the_letters_of_its_monster() -> None:
    """At its right edge the flame ends where the letters, about ten units to the left of the middle, have not begun."""
    drawing = board_svg(arrange(monsters=["ogre archer 1 flames 2"]))
    x, scale = re.findall(r'translate\((-\d+) 1\) scale\((\.\d+)\)"><g class="flames"', drawing)[0]
    assert float(x) + 9 * float(scale) < -10


def test_plays_with_special_cards_and_spells_are_arrows_and_putting_out_a_fire_is_shown_at_its_wall() -> None:
    position = arrange(
        monsters=["ogre knight 1", "troll forest 3"], hand=["red knight", "enchanted", "hammer of light", "brick"], burning=["w5"]
    )
    here, made = position, []
    for words in ("en.rk@k1og4", "whl@f3t3", "out.br@w5"):
        made.append(position.game.read_move(here, words))
        here = position.game.apply(here, made[-1])
    drawing = board_svg(position, hits=made)
    assert len(re.findall('class="hit"', drawing)) == 2
    assert len(re.findall('class="built"', drawing)) == 1
