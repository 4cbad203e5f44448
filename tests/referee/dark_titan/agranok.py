"""Agranok and his Heralds: how they summon him, what his die brings and when it is rolled; and the other new tokens as they are drawn.

The first three Heralds lie on the Agranok card and never stand on the board. His die is rolled when he changed his space in the Move phase
outside the Castle, and when a Herald comes while he lives outside the Castle; never because something else moved him.
"""

from __future__ import annotations

from collections import Counter

from referee.castle_panic import ARCS, Flow, Node
from referee.dark_titan.components import (
    AGRANOK,
    BANISH,
    BOOM_TROLL,
    BOULDER,
    COLOURS,
    ELITES,
    HERALD,
    HERALD_EFFECTS,
    LEAST_HEALTH,
    LEVELS,
    MOVE_1,
    MOVE_2,
    PLACE_HERALD,
    SORCERESS,
    WITHER,
)
from referee.dark_titan.supports import Supports, has_colour


class Agranok(Supports):
    """Draws the expansion's tokens and lets Agranok act."""

    # ---- Tokens as they are drawn ----

    def _take_effect(self, token: str) -> Flow[None]:
        if token == HERALD:
            yield from self._herald()
        elif token in ELITES or token == BOOM_TROLL:
            yield from self._arrive(token)
        elif token == SORCERESS:
            yield from self._arrive(token)
            yield from self._each_player_discards()
        elif self._is_support(token):
            yield from self._place_support(token)
        elif token == WITHER:
            self.token_discards.append(token)
            yield from self._wither()
        elif token in [f"{colour} plague" for colour in COLOURS]:
            self.token_discards.append(token)
            for player, hand in enumerate(self.hands):
                self._discard(player, [card for card in hand if has_colour(card, token.split()[0])])
        else:
            yield from super()._take_effect(token)

    def _wither(self) -> Flow[None]:
        if not self.deck:
            self._reshuffle()
        if self.deck:
            move = yield Node(outcomes={("wither", card): copies for card, copies in Counter(self.deck).items()})
            self.deck.remove(move[1])
            self.banished.append(move[1])

    # ---- Heralds ----

    def _herald(self) -> Flow[None]:
        if self.heralds < len(HERALD_EFFECTS) and not self.summoned:
            self.heralds += 1
            yield from self._herald_effect(HERALD_EFFECTS[self.heralds - 1])
            if self.heralds == len(HERALD_EFFECTS) and not self.summoned:
                yield from self._summon()
            return
        yield from self._arrive(HERALD)
        yield from self._agranoks_die()

    def _herald_effect(self, effect: str) -> Flow[None]:
        if effect == "each player discards":
            yield from self._each_player_discards()
        elif effect == "all monsters move":
            yield from self._advance(ARCS)
        else:
            yield from self._draw_token()

    def _summon(self) -> Flow[None]:
        arc = yield from self._roll()
        self._place(AGRANOK, "forest", arc)
        self.summoned = True
        self.token_discards += [HERALD] * self.heralds
        self.heralds = 0
        yield from self._reveal_level()
        yield from self._arrived(AGRANOK, arc)

    # ---- His die ----

    def _agranoks_die(self) -> Flow[None]:
        """Rolled while he is on the board outside the Castle ring, at the levels that have effects."""
        agranok = self.agranok()
        if agranok is None or agranok.ring == "castle" or self.level is None or not LEVELS[self.level]:
            return
        move = yield Node(outcomes={("effect roll", number): 1 for number in range(1, 7)})
        effect = self._effect_of(move[1])
        if effect == BOULDER:
            arc = yield from self._roll()
            yield from self._boulder(arc)
        elif effect == PLACE_HERALD:
            if HERALD in self.token_discards:
                self.token_discards.remove(HERALD)
                yield from self._arrive(HERALD)
        elif effect == BANISH:
            yield from self._each_player_banishes()
        elif effect in (MOVE_1, MOVE_2):
            yield from self._agranok_moves(1 if effect == MOVE_1 else 2)

    def _each_player_banishes(self) -> Flow[None]:
        for player in self._from_current():
            if self.hands[player]:
                move = yield from self._choose(player, {("banish", card) for card in self.hands[player]})
                self._banish_from_hand(player, move[1])

    def _agranok_moves(self, spaces: int) -> Flow[None]:
        """He moves by himself, space by space; Tar holds him and a Wall ends it."""
        for _ in range(spaces):
            agranok = self.agranok()
            if agranok is None or agranok.tarred:
                return
            before = (agranok.ring, agranok.arc)
            yield from self._march([agranok])
            if (agranok.ring, agranok.arc) == before:
                return

    def _arrived(self, token: str, arc: int) -> Flow[None]:
        yield from super()._arrived(token, arc)
        agranok = self.agranok()
        if agranok and agranok.health > LEAST_HEALTH:  # a Healer came: the point that did nothing is forgotten
            self.agranok_shaken = False

    # ---- Phases ----

    def _begin_phase(self) -> None:
        """Points at Agranok's last health count within one phase; nothing hurts him in the first three of a turn."""
        self.agranok_shaken = False

    def _turn(self) -> Flow[None]:
        self._begin_phase()
        yield from super()._turn()

    def _move_monsters(self) -> Flow[None]:
        self._begin_phase()
        before = self._spaces()
        yield from super()._move_monsters()
        agranok = self.agranok()
        if agranok and before.get(agranok) != (agranok.ring, agranok.arc):
            yield from self._agranoks_die()

    def _draw_monsters(self) -> Flow[None]:
        self._begin_phase()
        yield from super()._draw_monsters()
