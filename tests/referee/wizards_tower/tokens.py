"""Drawing tokens in The Wizard's Tower: what flies and rolls, who is announced, and what comes with them."""

from __future__ import annotations

from collections.abc import Callable

from referee.castle_panic import ARCS, FIGHTERS, Flow, Move, Node, clockwise
from referee.wizards_tower.board import BurnableMonster
from referee.wizards_tower.components import MEGA_BOSSES, WIZARD_CARDS
from referee.wizards_tower.movement import Movement


class Tokens(Movement):
    def _draw_monsters(self) -> Flow[None]:
        self.phase_six = True
        yield from super()._draw_monsters()
        self.phase_six = False

    def _draw_token(self) -> Flow[None]:
        yield from super()._draw_token()
        called, self.called = self.called, 0
        for _ in range(called):
            yield from self._draw_token()

    def _refill_pile(self) -> None:
        """Mega Bosses never lie in the pile."""
        self.pile = [token for token in self.token_discards if token not in MEGA_BOSSES]
        self.token_discards = [token for token in self.token_discards if token in MEGA_BOSSES]

    # ---- Monsters ----

    def _arrive(self, token: str) -> Flow[None]:
        arc = yield from self._roll()
        self._place(token, "forest", arc)
        yield from self._after_damage()  # Growing Fire may have taken a Tower
        yield from self._arrived(token, arc)
        yield from self._after_damage()

    def _arrived(self, token: str, arc: int) -> Flow[None]:
        """Also of a Monster that has taken the Doppelganger's place, in whatever phase."""
        match token:
            case "conjurer":
                number = yield from self._roll()
                self._summon(list(ARCS[:number]))
            case "basilisk":
                yield from self._discard_down_to(2)
            case "chimera" | "dragon":
                self._breathe(next(monster for monster in self.monsters if monster.token == token))
            case "necromancer":
                yield from self._raise_monsters(2)
            case "warlock":
                yield from self._each_gives_up_a_wizard_card()
            case "goblin king":
                self.called += 3
            case _:
                yield from super()._arrived(token, arc)

    def _discard_down_to(self, number: int) -> Flow[None]:
        """A card each, round by round."""
        while any(len(hand) > number for hand in self.hands):
            for player in self._from_current():
                if len(self.hands[player]) > number:
                    move = yield from self._choose(player, {("give up", card) for card in self.hands[player]})
                    self._discard(player, [move[1]])

    def _each_gives_up_a_wizard_card(self) -> Flow[None]:
        for player in self._from_current():
            choices: set[Move] = {("give up wizard", card) for card in self.hands[player] if card in WIZARD_CARDS}
            if choices:
                move = yield from self._choose(player, choices)
                self._discard(player, [move[1]])

    # ---- Effects ----

    def _take_effect(self, token: str) -> Flow[None]:
        match token:
            case "harbinger":
                boss = (yield Node(outcomes={("announced", boss): 1 for boss in self.bosses}))[1]
                self.bosses.remove(boss)
                yield from self._arrive(boss)
            case "imp per tower":
                self.token_discards.append(token)
                self._summon([arc for arc in ARCS if self.towers[arc]])
                yield from self._after_damage()
            case "flaming boulder" | "trebuchet":
                arc = yield from self._roll()
                self.token_discards.append(token)
                if token == "trebuchet":
                    self._cross(arc, self._flies, stops_at=1)
                else:
                    self._cross(arc, self._can_be_crushed, stops_at=2)
                yield from self._finish_stroke()
                yield from self._after_damage()
            case _:
                yield from super()._take_effect(token)

    def _boulder(self, arc: int) -> Flow[None]:
        self._cross(arc, self._can_be_crushed, stops_at=1)
        yield from self._finish_stroke()
        yield from self._after_damage()

    def _can_be_crushed(self, monster: BurnableMonster) -> bool:
        return not self._flies(monster)

    def _cross(self, arc: int, struck: Callable[[BurnableMonster], bool], stops_at: int) -> None:
        """From one Forest to the opposite one: the first structure is destroyed, a Flaming Boulder's second one catches fire."""
        far = clockwise(arc, 3)
        met = 0
        way = [(ring, arc) for ring in ("forest", *FIGHTERS)] + [("wall", arc), ("castle", arc), ("castle", far), ("wall", far)]
        way += [(ring, far) for ring in (*reversed(FIGHTERS), "forest")]
        for ring, side in way:
            kind = {"wall": "wall", "castle": "tower"}.get(ring)
            while kind and self._stands((kind, side)) and met < stops_at:  # a Fortify token is a structure before its Wall
                met += 1
                if met == 1:
                    self._destroy_structure((kind, side))
                else:
                    self._ignite((kind, side))
            if met == stops_at:
                return
            for monster in self._in_space(ring, side):
                if struck(monster) and self._reachable(monster) and monster.token not in MEGA_BOSSES:
                    self._destroy(monster)
