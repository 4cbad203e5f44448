"""What is printed beside a puzzle with the Wizard's Tower."""

from __future__ import annotations

from castlewise.models.castle_panic.position import Position
from castlewise.puzzles.component_words import CARD_WORDS, words_beside
from castlewise.puzzles.wizards_boards import CARDS, TO_HOLD, TO_SLAY


def test_every_card_that_puzzles_are_made_for_is_explained() -> None:
    assert {CARDS[code].effect for code in (*TO_SLAY, *TO_HOLD)} <= CARD_WORDS.keys()


def test_cards_monsters_and_flames_have_a_line_each() -> None:
    position = Position.read("cp:players=2,co-op,wizards-tower/WWWWWW/a1ga2b.k3go3.s5o2/p1.play/rk.en.wws,fl/-/-/wizard-tower=6/burning=w2")
    assert [line.partition(":")[0] for line in words_beside(position)] == [
        "Enchanted",
        "War Storm",
        "Gargoyle",
        "Golem",
        "A burning Monster takes a point of damage for each flame after the Monsters have moved.",
        "A Brick or a Mortar puts out a flame on a Wall or a Tower; a Monster that breaks down what burns catches the flames.",
    ]
    assert "Golem: any damage in the Swordsman ring slays it; hit cards do nothing to it in the Knight ring" in words_beside(position)
