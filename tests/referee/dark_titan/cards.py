"""Playing cards: the die against Elites, what slays and what Agranok makes of it, Barrage, Boiling Oil, and the Cavalier with his phase.

The Cavalier acts between the Play Cards and the Move phase, a phase of its own: he may move one space and fight one Monster, in either
order, and what he takes is the health that the Monster had before.
"""

from __future__ import annotations

from collections.abc import Iterable

from referee.castle_panic import ARCS, COLOUR, FIGHTERS, Flow, Monster, Move, Node
from referee.dark_titan.agranok import Agranok
from referee.dark_titan.box import Space
from referee.dark_titan.components import AGRANOK, BOILING_OIL, BOOM_TROLL, CAVALIERS_DAMAGE, COLOURS, ELITES, MISSES
from referee.dark_titan.supports import neighbours

SLAY_CARDS = ("barbarian", "nice shot")


class Cards(Agranok):
    """Plays the expansion's cards, and the base game's against its Monsters."""

    # ---- What may be played ----

    def _plays(self) -> set[Move]:
        hand = set(self.hands[self.player])
        plays = super()._plays()
        for card in hand & set(BOILING_OIL):
            plays |= {("oil", card, ring) for ring in self._oil_rings() if self._oiled(card, ring)}
        if "cavalier" in hand and self.cavalier is None:
            plays |= {("cavalier", arc) for arc in ARCS}
        if "barrage" in hand:
            wanted = (*FIGHTERS, *COLOURS, *(["castle"] if self.on("heroic powers") else []))
            plays |= {("barrage", what) for what in wanted if any(self._barrage_hits(player, what) for player in self._still_in())}
        return plays

    def _play(self, move: Move) -> Flow[None]:
        player = self.player
        match move:
            case ("hit", card, target):
                yield from self._shoot(player, [card], self._find(target, self.monsters), slays=False)
            case ("nice shot", card, target):
                yield from self._shoot(player, ["nice shot", card], self._find(target, self.monsters), slays=True)
            case ("all for one", cards, target):
                yield from self._shoot(player, cards, self._find(target, self.monsters), slays=True)
            case ("slay", target):
                yield from self._shoot(player, ["barbarian"], self._find(target, self.monsters), slays=True)
            case ("oil", card, ring):
                yield from self._pour(card, ring)
            case ("cavalier", arc):
                self._discard(player, ["cavalier"])
                self.cavalier = ("swordsman", arc)
            case ("barrage", what):
                self._discard(player, ["barrage"])
                yield from self._barrage(what)
            case _:
                yield from super()._play(move)

    # ---- Attacks ----

    def _shoot(self, player: int, cards: Iterable[str], monster: Monster, *, slays: bool) -> Flow[None]:
        """One attack with cards that are played together."""
        cards = list(cards)
        for card in cards:
            if monster.token == AGRANOK and card in SLAY_CARDS:
                self._banish_from_hand(player, card)
            else:
                self._discard(player, [card])
        if monster.token in ELITES and any(card not in SLAY_CARDS for card in cards):
            roll = yield Node(outcomes={("hit roll", number): 1 for number in range(1, 7)})
            if roll[1] in MISSES:
                return
        if slays:
            self._slay_by_card(monster, player)
        else:
            self._strike(monster, 1, player)
        yield from self._aftermath()

    # ---- Boiling Oil ----

    def _oil_rings(self) -> tuple[str, ...]:
        return ("swordsman", "castle") if self.on("slippery slope") else ("swordsman",)

    def _oiled(self, card: str, ring: str) -> list[Monster]:
        return [monster for monster in self.monsters if monster.ring == ring and COLOUR[monster.arc] == card.split()[0]]

    def _pour(self, card: str, ring: str) -> Flow[None]:
        self._discard(self.player, [card])
        for monster in self._oiled(card, ring):
            extra = 1 if self.on("burning the midnight oil") and self._burns(monster) else 0
            self._strike(monster, 1 + extra, self.player)
        yield from self._aftermath()

    def _burns(self, monster: Monster) -> bool:
        """Only The Wizard's Tower has flames; its Monsters know how many they have."""
        return bool(getattr(monster, "flames", 0))

    # ---- Barrage ----

    def _barrage_hits(self, player: int, what: str) -> set[Move]:
        """This player's hit cards of the ring or colour, with their targets there."""
        there = [monster for monster in self.monsters if what in (monster.ring, COLOUR[monster.arc])]
        hand = set(self.hands[player])
        return {("hit", card, piece.as_tuple()) for piece in there for card in hand if self._can_hit(card, piece.ring, piece.arc)}

    def _barrage(self, what: str) -> Flow[None]:
        for player in self._still_in():
            while True:
                move = yield from self._choose(player, self._barrage_hits(player, what) | {("done",)})
                if move == ("done",):
                    break
                yield from self._shoot(player, [move[1]], self._find(move[2], self.monsters), slays=False)

    # ---- The Cavalier ----

    def _move_monsters(self) -> Flow[None]:
        self._begin_phase()
        yield from self._cavalier_acts()
        yield from super()._move_monsters()

    def _cavalier_acts(self) -> Flow[None]:
        moved = fought = False
        while self.cavalier and not (moved and fought):
            here = [monster for monster in self.monsters if (monster.ring, monster.arc) == self.cavalier]
            choices: set[Move] = {("cavalier rests",)}
            if not moved:
                choices |= {("cavalier moves", *space) for space in neighbours(*self.cavalier)}
            if not fought:
                choices |= {("cavalier fights", monster.as_tuple()) for monster in here}
            move = yield from self._choose(self.player, choices)
            if move[0] == "cavalier rests":
                return
            if move[0] == "cavalier moves":
                self.cavalier = self._space(move)
                moved = True
            else:
                yield from self._cavalier_fights(self._find(move[1], here))
                fought = True

    def _space(self, move: Move) -> Space:
        return (str(move[1]), int(move[2]))

    def _cavalier_fights(self, monster: Monster) -> Flow[None]:
        taken = monster.health
        self._strike(monster, CAVALIERS_DAMAGE, self.player)
        if taken > 1 or (monster.token == BOOM_TROLL and monster not in self.monsters):
            self.cavalier = None
        yield from self._aftermath()
        self._check_won()
