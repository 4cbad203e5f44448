"""Points of damage and deaths: Agranok's two sides and his last two points, the Boom Troll's explosion, who keeps what.

All the points of one attack are dealt before anything else happens: whom an explosion reaches, what a flip of Agranok costs and what his
end brings come after them.
"""

from __future__ import annotations

from collections import Counter
from typing import TypeAlias

from referee.castle_panic import ARCS, COLOUR, Flow, GameOver, Monster, Node
from referee.dark_titan.box import Box
from referee.dark_titan.components import AGRANOK, BOOM_TROLL, LEAST_HEALTH, SLAY_DAMAGE, WOUNDED_SIDE

By: TypeAlias = int | str  # the player who keeps the trophy, or "structure", "boulder", "support", "explosion"


class Damage(Box):
    """Hurts and slays Monsters."""

    def __init__(self, rules: dict[str, object]) -> None:
        self._flips = 0  # of Agranok's token, still to be paid for
        self._relief = False  # Agranok fell just now
        self._fuse: tuple[Monster, bool] | None = None  # the Boom Troll that hit a structure; was it unhurt?
        self._shock = False  # a Boulder took the Boom Troll beside Agranok
        super().__init__(rules)

    def _strike(self, monster: Monster, points: int, by: By) -> None:
        for _ in range(points):
            if monster not in self.monsters:
                return
            if monster.token == AGRANOK and monster.health == LEAST_HEALTH and not self.agranok_shaken:
                self.agranok_shaken = True
            elif monster.token == AGRANOK and monster.health == LEAST_HEALTH:
                self._dies(monster, by)
            else:
                monster.health -= 1
                if monster.token == AGRANOK and monster.health == WOUNDED_SIDE:
                    self._flips += 1
                if monster.health == 0:
                    self._dies(monster, by)

    def _slay_by_card(self, monster: Monster, player: int) -> None:
        """A card that slays does so, but to Agranok it does 4 points."""
        if monster.token == AGRANOK:
            self._strike(monster, SLAY_DAMAGE, player)
        else:
            self._dies(monster, player)

    def _dies(self, monster: Monster, by: By) -> None:
        if monster.token == AGRANOK:
            self.monsters.remove(monster)
            self.agranok_slain, self.agranok_shaken, self._relief = True, False, True
            return
        self._leaves(monster, by)
        if monster.token == BOOM_TROLL:
            self._explode_at(monster.ring, monster.arc, by if isinstance(by, int) else "explosion")

    def _leaves(self, monster: Monster, by: By) -> None:
        """The token goes to a player, to the discards or, with the recycling of what structures and Boulders destroy, into the pile."""
        if by in ("structure", "boulder"):
            self._destroy(monster)
            return
        self.monsters.remove(monster)
        if isinstance(by, int) and self.version == "master slayer":
            self.trophies[by].append(monster.token)
        else:
            self.token_discards.append(monster.token)

    def _explode_at(self, ring: str, arc: int, by: By) -> None:
        for other in [monster for monster in self.monsters if (monster.ring, monster.arc) == (ring, arc)]:
            self._strike(other, 1, by)

    def _aftermath(self) -> Flow[None]:
        """What an attack leaves to be done: cards lost to Agranok's flips, cards drawn over his end."""
        while self._flips:
            self._flips -= 1
            for player in self._from_current():
                if self.hands[player]:
                    move = yield Node(outcomes={("lose", player, card): copies for card, copies in Counter(self.hands[player]).items()})
                    self._discard(player, [move[2]])
        if self._relief:
            self._relief = False
            if self.on("sigh of relief"):
                for player in self._still_in():
                    yield from self._draw_cards(player, 1)

    # ---- Structures ----

    def _attack(self, at_walls: list[Monster], entering: list[Monster]) -> Flow[None]:
        """A Boom Troll that hits a structure explodes when all structures that were hit have been dealt with."""
        for monster in (*at_walls, *(monster for monster in entering if self.towers[monster.arc])):
            if monster.token == BOOM_TROLL:
                self._fuse = (monster, monster.health == self._full_health(BOOM_TROLL))
        yield from super()._attack(at_walls, entering)

    def _hurt_one(self, attackers: list[Monster]) -> Flow[None]:
        """No structure hurts Agranok. The Boom Troll may take the point that would hurt another; it is about to explode anyway."""
        able = [monster for monster in attackers if monster.token != AGRANOK]
        if not able:
            return
        move = yield from self._choose("team", {("hurt", monster.as_tuple()) for monster in able})
        monster = self._find(move[1], able)
        if monster.token != BOOM_TROLL:
            self._strike(monster, 1, "structure")

    def _after_damage(self) -> Flow[None]:
        if self._fuse:
            boom_troll, unhurt = self._fuse
            self._fuse = None
            self._leaves(boom_troll, "structure")
            self._explode_at(boom_troll.ring, boom_troll.arc, "explosion")
            both = unhurt and self.on("demolition man")
            for arc in ARCS:
                if arc == boom_troll.arc or (both and COLOUR[arc] == COLOUR[boom_troll.arc]):
                    self.towers[arc] = self.walls[arc] = self.fortify[arc] = False
        agranok = self.agranok()
        if self._shock and agranok:
            self._strike(agranok, 1, "explosion")
        self._shock = False
        self._check_lost()
        yield from self._aftermath()
        yield from super()._after_damage()

    def _check_lost(self) -> None:
        if not any(self.towers.values()):
            raise GameOver("lost")

    # ---- Boulders ----

    def _roll_boulder(self, arc: int) -> None:
        """It stops at a Tower, but not before it has run over the Cavalier who stands there."""
        standing = dict(self.towers)
        super()._roll_boulder(arc)
        if self.cavalier and self.cavalier[0] == "castle":
            where = self.cavalier[1]
            if standing[where] and not self.towers[where]:
                self.cavalier = None

    def _crush(self, ring: str, arc: int) -> None:
        here = [monster for monster in self.monsters if (monster.ring, monster.arc) == (ring, arc)]
        for monster in here:
            if monster.token != AGRANOK:
                self._leaves(monster, "boulder")
        if {BOOM_TROLL, AGRANOK} <= {monster.token for monster in here}:
            self._shock = True
        for support in [support for support in self.supports if (support.ring, support.arc) == (ring, arc)]:
            self.supports.remove(support)
            self.tokens_out.append(support.token)
        if self.cavalier == (ring, arc):
            self.cavalier = None
