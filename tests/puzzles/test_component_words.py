"""What is printed beside a puzzle with the Wizard's Tower."""

from __future__ import annotations

from castlewise.models.castle_panic.components import BASE
from castlewise.models.castle_panic.position import Position
from castlewise.puzzles.boards import PLAYABLE
from castlewise.puzzles.component_words import CARD_WORDS, words_beside, words_of_pile
from castlewise.puzzles.wizards_boards import CARDS, TO_HOLD, TO_SLAY


def test_every_card_that_puzzles_are_made_for_is_explained() -> None:
    assert {CARDS[code].effect for code in (*TO_SLAY, *TO_HOLD)} <= CARD_WORDS.keys()


def test_every_special_card_of_the_base_game_that_puzzles_hold_is_explained() -> None:
    special = [card.code for card in BASE.cards if card.effect != "hit" and card.code in PLAYABLE]
    hand = Position.read(f"cp:players=2,co-op/WWWWWW/a1g1/p1.play/{'.'.join(special)},-/-/-")
    told = {line.partition(":")[0] for line in words_beside(hand)}
    assert told == {"Brick and Mortar"} | {card.title for card in BASE.cards if card.code in special and card.code not in ("br", "mo")}


def test_every_token_in_a_pile_is_a_plain_monster_or_explained_or_says_it_itself() -> None:
    position = Position.read("cp:players=2,co-op/WWWWWW/-/p1.play/-,-/-/-")
    told = {title for line in words_of_pile(position) for title in line.partition(":")[0].split(", ")}
    left = {token.title for token in BASE.tokens} - told
    assert left == {"Goblin", "Orc", "Troll", *(title for title in left if "Move" in title or "Draw " in title or "Discard " in title)}


def test_cards_monsters_and_flames_have_a_line_each() -> None:
    position = Position.read("cp:players=2,co-op,wizards-tower/WWWWWW/a1ga2b.k3go3.s5o2/p1.play/rk.en.wws,fl/-/-/wizard-tower=6/burning=w2")
    assert [line.partition(":")[0] for line in words_beside(position)] == [
        "Enchanted",
        "Flaming",  # the other player's
        "War Storm",
        "Gargoyle",
        "Golem",
        "A burning Monster takes a point of damage for each flame after the Monsters have moved.",
        "A Brick or a Mortar puts out a flame on a Wall or a Tower; a Monster that breaks down what burns catches the flames.",
    ]
    assert "Golem: any damage in the Swordsman ring slays it; hit cards do nothing to it in the Knight ring" in words_beside(position)
