"""Two decks: the Castle deck, whose top the Oracle may have shown, and the Wizard deck, which is there while the Wizard's Tower stands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from referee.castle_panic import Flow, Move, Node
from referee.wizards_tower.board import Board
from referee.wizards_tower.components import WIZARD_CARDS


class Decks(Board):
    # ---- Drawing ----

    def _draw_cards(self, player: int, number: int) -> Flow[None]:
        for _ in range(number):
            card = yield from self._draw_castle_card("card")
            if card is None:
                return
            self.hands[player].append(card)

    def _draw_castle_card(self, word: str) -> Flow[str | None]:
        if not self.deck:
            self._reshuffle()
        if not self.deck:
            return None
        known = self.known_top[:1]
        move = yield Node(outcomes={(word, card): copies for card, copies in Counter(known or self.deck).items()})
        card = str(move[1])
        self.deck.remove(card)
        self.known_top = self.known_top[1:]
        return card

    def _wizard_deck_left(self) -> bool:
        return self.wizards_tower is not None and bool(self.wizard_deck or self.wizard_discards)

    def _draw_from_either(self, player: int) -> Flow[None]:
        decks: set[Move] = set()
        if self.deck or self.discards:
            decks.add(("from castle",))
        if self._wizard_deck_left():
            decks.add(("from wizards",))
        if not decks:
            return
        move = yield from self._choose(player, decks)
        if move == ("from castle",):
            yield from self._draw_cards(player, 1)
        else:
            yield from self._draw_wizard_card(player)

    def _draw_wizard_card(self, player: int) -> Flow[None]:
        if not self.wizard_deck:
            self.wizard_deck, self.wizard_discards = self.wizard_discards, []
        move = yield Node(outcomes={("wizard card", card): 1 for card in self.wizard_deck})
        self.wizard_deck.remove(move[1])
        self.hands[player].append(move[1])

    # ---- Discarding ----

    def _discard(self, player: int, cards: Iterable[str]) -> None:
        """Wizard cards have their own discards, and leave the game while the Wizard's Tower is down."""
        for card in cards:
            if card not in WIZARD_CARDS:
                super()._discard(player, [card])
                continue
            self.hands[player].remove(card)
            if self.wizards_tower is not None:
                self.wizard_discards.append(card)

    def _most_discards(self) -> int:
        """The Basilisk in play makes everybody skip phase 2; in a solitaire game it leaves one card of two."""
        most = super()._most_discards()
        return most - 1 if any(monster.token == "basilisk" for monster in self.monsters) else most

    def _replace_cards(self, number: int) -> Flow[None]:
        for _ in range(number):
            yield from self._draw_from_either(self.player)
