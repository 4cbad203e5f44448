"""Support tokens: how colour cards move them, what they bring to the Castle, and the battles they meet with on the way.

A battle belongs to a meeting: it is fought when a Monster or a Support token comes into a space where the other is, by each Support token
of that meeting once. Pieces that stay together afterwards leave each other alone until somebody comes again.
"""

from __future__ import annotations

from collections.abc import Iterable

from referee.castle_panic import ARCS, COLOUR, RINGS, Flow, Monster, Move, clockwise
from referee.dark_titan.box import Space, Support
from referee.dark_titan.components import BOILING_OIL, CART, COLOURS, RESERVE_SQUAD, SUPPORT
from referee.dark_titan.damage import Damage

COLOUR_FIGHTERS = ("archer", "knight", "swordsman", "hero")


def is_colour_card(card: str) -> bool:
    """Does the title name a colour, or any?"""
    colour, _, rest = card.partition(" ")
    return card in BOILING_OIL or (colour in (*COLOURS, "any") and rest in COLOUR_FIGHTERS)


def has_colour(card: str, colour: str) -> bool:
    """Is it a card of this colour, or of any?"""
    return is_colour_card(card) and card.split()[0] in (colour, "any")


def neighbours(ring: str, arc: int) -> set[Space]:
    """The spaces forward, back, left and right; the middle of the Castle is no way through."""
    number = RINGS.index(ring)
    rings = {RINGS[near] for near in (number - 1, number + 1) if 0 <= near < len(RINGS)}
    return {(near, arc) for near in rings} | {(ring, clockwise(arc)), (ring, clockwise(arc, -1))}


class Supports(Damage):
    """Moves Support tokens and lets them fight."""

    # ---- Battles ----

    def _spaces(self) -> dict[Monster, Space]:
        """Where every Monster stands now, to see later who has come somewhere."""
        return {monster: (monster.ring, monster.arc) for monster in self.monsters}

    def _battles_of_who_moved(self, before: dict[Monster, Space]) -> Flow[None]:
        came = {(monster.ring, monster.arc) for monster in self.monsters if before.get(monster) != (monster.ring, monster.arc)}
        yield from self._battles([support for support in self.supports if (support.ring, support.arc) in came])

    def _battles(self, due: Iterable[Support]) -> Flow[None]:
        """Each of these fights one Monster of its space, if there is one; the players choose whom, and who goes first."""
        waiting = list(due)
        while True:
            pairs = [(support, monster) for support in waiting for monster in self.monsters if self._meet(support, monster)]
            if not pairs:
                return
            move = yield from self._choose("team", {("fight", support.token, monster.as_tuple()) for support, monster in pairs})
            support, monster = next(pair for pair in pairs if (pair[0].token, pair[1].as_tuple()) == move[1:])
            waiting.remove(support)
            support.health -= 1
            if support.health == 0:
                self._remove_support(support)
            self._strike(monster, 1, "support")
            yield from self._aftermath()

    def _meet(self, support: Support, monster: Monster) -> bool:
        return support.ring != "castle" and (support.ring, support.arc) == (monster.ring, monster.arc)

    def _remove_support(self, support: Support) -> None:
        self.supports.remove(support)
        self.tokens_out.append(support.token)

    # ---- Everything that moves Monsters may bring them together ----

    def _march(self, moving: list[Monster]) -> Flow[None]:
        before = self._spaces()
        yield from super()._march(moving)
        yield from self._battles_of_who_moved(before)

    def _rotate(self, steps: int) -> Flow[None]:
        before = self._spaces()
        yield from super()._rotate(steps)
        yield from self._battles_of_who_moved(before)

    def _arrived(self, token: str, arc: int) -> Flow[None]:
        """A Monster stands in the Forest; the battle there comes before its effect."""
        yield from self._battles([support for support in self.supports if (support.ring, support.arc) == ("forest", arc)])
        yield from super()._arrived(token, arc)

    def _place_support(self, token: str) -> Flow[None]:
        arc = yield from self._roll()
        yield from self._battles([self._new_support(token, arc)])

    # ---- Colour cards ----

    def _plays(self) -> set[Move]:
        cards = {card for card in self.hands[self.player] if is_colour_card(card)}
        return super()._plays() | {("move support", card, support.token) for card in cards for support in self.supports}

    def _play(self, move: Move) -> Flow[None]:
        if move[0] == "move support":
            _, card, token = move
            yield from self._move_support(card, next(support for support in self.supports if support.token == token))
            return
        before = self._spaces()
        yield from super()._play(move)
        yield from self._battles_of_who_moved(before)

    def _move_support(self, card: str, support: Support) -> Flow[None]:
        """One space; two if the card has the colour where it starts. It may die on the way, and is taken off in the Castle."""
        steps = 2 if has_colour(card, COLOUR[support.arc]) else 1
        self._discard(self.player, [card])
        for _ in range(steps):
            spaces = neighbours(support.ring, support.arc)
            move = yield from self._choose(self.player, {("step", ring, arc) for ring, arc in spaces})
            _, support.ring, support.arc = move
            if support.ring == "castle":
                self._remove_support(support)
                yield from self._benefit(support)
                return
            yield from self._battles([support])
            if support not in self.supports:
                return

    # ---- What they bring ----

    def _benefit(self, support: Support) -> Flow[None]:
        if support.token == RESERVE_SQUAD:
            yield from self._reserve_squad(support.health)
        elif support.token == CART:
            for _ in range(support.health):
                free = {("cart wall", arc) for arc in ARCS if not self.walls[arc]}
                if free:
                    move = yield from self._choose(self.player, free)
                    self.walls[move[1]] = True
        else:
            for player in self._still_in():
                yield from self._draw_cards(player, support.health)

    def _reserve_squad(self, points: int) -> Flow[None]:
        """Its points go to any Monsters, one at a time; the player may leave some over."""
        for _ in range(points):
            if not self.monsters:
                return
            targets = {("squad", monster.as_tuple()) for monster in self.monsters}
            move = yield from self._choose(self.player, targets | {("enough",)})
            if move == ("enough",):
                return
            self._strike(self._find(move[1], self.monsters), 1, self.player)
            yield from self._aftermath()

    def _is_support(self, token: str) -> bool:
        return token in SUPPORT
