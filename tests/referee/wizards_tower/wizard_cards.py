"""The 22 Wizard cards."""

from __future__ import annotations

from itertools import combinations

from referee.castle_panic import ARCS, COLOUR, FIGHTERS, RINGS, Flow, Move
from referee.wizards_tower.board import OUTWARDS, BurnableMonster
from referee.wizards_tower.castle_cards import CastleCards
from referee.wizards_tower.components import FIREBALLS, WIZARD_CARDS

FORTIFIED_AT_MOST = 2
WAVE_POINTS = 4
ORACLE_CARDS = 5
ORDINARY_TOWERS = 5  # the sixth left the game when the Wizard's took its place


class WizardCards(CastleCards):
    # ---- Which can be played ----

    def _spells(self, hand: set[str], alone: bool = False) -> set[Move]:
        spells: set[Move] = set()
        for card in hand & set(WIZARD_CARDS):
            spells |= self._plays_of(card, hand, alone)
        return spells

    def _plays(self) -> set[Move]:
        return super()._plays() | self._spells(set(self.hands[self.player]))

    def _enchantable(self, *rings: str) -> list[BurnableMonster]:
        """Those that Wizard cards affect, in these rings."""
        return [monster for monster in self._targets() if monster.token != "warlock" and monster.ring in rings]

    def _plays_of(self, card: str, hand: set[str], alone: bool) -> set[Move]:
        around = (*FIGHTERS, "castle")
        match card:
            case "arcane assembly":
                bricks = any(piece in self.hands[player] for player in self._from_current() for piece in ("brick", "mortar"))
                return {("spell", card)} if bricks and not all(self.walls.values()) else set()
            case "azriels fist":
                return {("spell", card, monster.as_tuple()) for monster in self._enchantable(*RINGS)}
            case "red fireball" | "green fireball" | "blue fireball":
                targets = [monster for monster in self._enchantable(*RINGS) if COLOUR[monster.arc] == FIREBALLS[card]]
                return {("spell", card, monster.as_tuple()) for monster in targets}
            case "burning blast":
                return {("spell", card, monster.ring, monster.arc) for monster in self._enchantable(*FIGHTERS)}
            case "chain lightning":
                return {("spell", card, monster.ring, monster.arc) for monster in self._enchantable(*RINGS)}
            case "eye of the oracle":
                return {("spell", card)} if self.deck or self.discards else set()
            case "extinguishing wind":
                anything = any(self.flames.values()) or self._enchantable(*around) or any(m.flames for m in self._enchantable("forest"))
                return {("spell", card)} if anything else set()
            case "hammer of light":
                return {("spell", card, monster.as_tuple()) for monster in self._enchantable("forest")}
            case "hypnotize":
                pairs = combinations(self._enchantable(*around), 2)
                return {("hypnotize", self._pair(one, two)) for one, two in pairs if (one.ring, one.arc) == (two.ring, two.arc)}
            case "lightning bolt":
                plays: set[Move] = set()
                for monster in self._enchantable(*around):
                    arcs = [None] if self._deadly(monster, 1) else ARCS
                    plays |= {("bolt", arc, monster.as_tuple()) for arc in arcs}
                return plays
            case "mystical manufacturing":
                return set() if alone else self._manufactures(hand)
            case "rain of ice" | "thalgars blessing":
                return {("spell", card)}
            case "rain of iron" | "wall of force":
                return {("spell", card, monster.arc) for monster in self._enchantable(*around)}
            case "ring of fire":
                return {("spell", card)} if self._enchantable("swordsman") else set()
            case "teleport":
                return self._teleports()
            case "valadors wave":
                return {("spell", card, monster.as_tuple()) for monster in self._enchantable(*RINGS)}
            case "war storm":
                return {("spell", card, COLOUR[monster.arc]) for monster in self._enchantable(*FIGHTERS)}
            case "wizard quake":
                return {("spell", card, arc) for arc in ARCS if self.towers[arc]}
        raise AssertionError(card)

    def _pair(self, one: BurnableMonster, two: BurnableMonster) -> tuple[object, ...]:
        return tuple(sorted((one.as_tuple(), two.as_tuple())))

    def _manufactures(self, hand: set[str]) -> set[Move]:
        plays: set[Move] = set()
        ordinary = sum(self.towers.values()) - (self.wizards_tower is not None) < ORDINARY_TOWERS
        for piece in {"brick", "mortar"} & hand:
            for arc in ARCS:
                if self.towers[arc]:
                    continue
                if self._in_space("castle", arc):
                    below = [monster for monster in self._enchantable("castle") if monster.arc == arc]
                    plays |= {("manufacture on", piece, monster.as_tuple()) for monster in below}
                    continue
                if ordinary:
                    plays.add(("manufacture", piece, arc, False))
                if self.wizards_tower is None:
                    plays.add(("manufacture", piece, arc, True))
        return plays

    def _teleports(self) -> set[Move]:
        plays: set[Move] = set()
        for monster in self._enchantable(*RINGS):
            for ring in RINGS:
                for arc in ARCS:
                    if (ring, arc) != (monster.ring, monster.arc) and not (ring == "castle" and self.towers[arc]):
                        plays.add(("teleport", ring, arc, monster.as_tuple()))
        for here in ARCS:
            if self.fortify[here]:
                plays |= {("teleport fortify", here, there) for there in ARCS if self.walls[there] and not self.fortify[there]}
        return plays

    # ---- Playing them ----

    def _play(self, move: Move) -> Flow[None]:
        match move:
            case ("spell", card, *target):
                self._discard(self.actor, [card])
                yield from self._cast(card, target)
            case ("hypnotize", pair):
                self._discard(self.actor, ["hypnotize"])
                self._hypnotize(pair)
            case ("bolt", arc, target):
                self._discard(self.actor, ["lightning bolt"])
                monster = self._find_monster(target)
                self._damage(monster, 1, self._trophies())
                if arc is not None:
                    monster.ring, monster.arc = "forest", arc
            case ("manufacture", piece, arc, wizards):
                self._discard(self.actor, ["mystical manufacturing", piece])
                self.towers[arc] = True
                if wizards:
                    self.wizards_tower = arc
            case ("manufacture on", piece, target):
                self._discard(self.actor, ["mystical manufacturing", piece])
                self._damage(self._find_monster(target), 1, self._trophies())
            case ("teleport", ring, arc, target):
                self._discard(self.actor, ["teleport"])
                monster = self._find_monster(target)
                monster.ring, monster.arc = ring, arc
            case ("teleport fortify", here, there):
                self._discard(self.actor, ["teleport"])
                self.fortify[here] = False
                self.fortify[there] = not self.flames["wall", there]
                self.flames["wall", there] = 0
            case _:
                yield from super()._play(move)
        yield from self._finish_blow()

    def _cast(self, card: str, target: list[object]) -> Flow[None]:
        around = (*FIGHTERS, "castle")
        match card, target:
            case "arcane assembly", []:
                yield from self._assemble()
            case "azriels fist" | "hammer of light" | "red fireball" | "green fireball" | "blue fireball", [tuple() as chosen]:
                monster = self._find_monster(chosen)
                if card == "hammer of light":
                    self._slay(monster)
                else:
                    self._damage(monster, 1, self._trophies())
                if card in FIREBALLS and monster in self.monsters:
                    self._catch_fire(monster)
            case "burning blast", [ring, arc]:
                for monster in self._enchantable(str(ring)):
                    if monster.arc == arc:
                        self._catch_fire(monster)
            case "chain lightning", [ring, arc]:
                self._damage_all([monster for monster in self._enchantable(str(ring)) if monster.arc == arc])
            case "eye of the oracle", []:
                yield from self._ask_the_oracle()
            case "extinguishing wind", []:
                for structure in self.flames:
                    self.flames[structure] = 0
                for monster in self._enchantable(*RINGS):
                    monster.flames = 0
                    monster.ring = OUTWARDS.get(monster.ring, "forest")
            case "rain of ice", []:
                self.ice = True
                for monster in self._enchantable(*RINGS):
                    monster.flames = 0
            case "rain of iron", [arc]:
                self._damage_all([monster for monster in self._enchantable(*around) if monster.arc == arc])
            case "ring of fire", []:
                for monster in self._enchantable("swordsman"):
                    self._catch_fire(monster)
            case "thalgars blessing", []:
                for player in self._from_current():
                    if not self.out[player]:
                        yield from self._draw_cards(player, self.hand_size - len(self.hands[player]))
            case "valadors wave", [tuple() as chosen]:
                yield from self._wave(chosen)
            case "wall of force", [arc]:
                for monster in self._enchantable(*around):
                    if monster.arc == arc:
                        monster.ring = "forest"
            case "war storm", [colour]:
                self._damage_all([monster for monster in self._enchantable(*FIGHTERS) if COLOUR[monster.arc] == colour])
            case "wizard quake", [int() as arc]:
                for monster in self._enchantable(*RINGS):
                    if monster.arc == arc:
                        self._slay(monster)
                self._topple(arc)
                yield from self._finish_blow(self._after_damage())

    def _damage_all(self, monsters: list[BurnableMonster]) -> None:
        for monster in monsters:
            self._damage(monster, 1, self._trophies())

    def _hypnotize(self, pair: tuple[tuple[object, ...], ...]) -> None:
        """Both strike at the same time; who strikes a burning Monster catches fire."""
        one = self._find_monster(pair[0])
        two = next(monster for monster in self.monsters if monster is not one and monster.as_tuple() == pair[1])
        strength = {one: (one.health, one.flames), two: (two.health, two.flames)}
        for monster, other in ((one, two), (two, one)):
            points, burning = strength[other]
            self._damage(monster, points, self._trophies())
            if burning and monster in self.monsters:
                self._catch_fire(monster)

    def _wave(self, chosen: tuple[object, ...]) -> Flow[None]:
        """Its points are dealt one after another, all in one colour."""
        monster = self._find_monster(chosen)
        colour = COLOUR[monster.arc]
        for point in range(WAVE_POINTS):
            if self.out[self.actor]:
                return
            if point:
                targets = [target for target in self._enchantable(*RINGS) if COLOUR[target.arc] == colour]
                choices: set[Move] = {("wave", target.as_tuple()) for target in targets}
                move = yield from self._choose(self.actor, choices | {("pass",)})
                if move == ("pass",):
                    return
                monster = self._find_monster(move[1])
            self._damage(monster, 1, self._trophies())
            yield from self._finish_blow()

    def _assemble(self) -> Flow[None]:
        """All players may build Walls for a Brick or a Mortar each."""
        turn = self.acting
        for player in self._from_current():
            while True:
                free = [arc for arc in ARCS if not self.walls[arc]]
                pieces = {"brick", "mortar"} & set(self.hands[player])
                choices: set[Move] = {("assemble", piece, arc) for piece in pieces for arc in free}
                move = yield from self._choose(player, choices | {("pass",)})
                if move == ("pass",):
                    break
                self._discard(player, [move[1]])
                self.walls[move[2]] = True
        self.acting = turn

    def _ask_the_oracle(self) -> Flow[None]:
        """The top five cards: one is kept, the others go back in any order."""
        seen = self.seen = []
        for _ in range(ORACLE_CARDS):
            card = yield from self._draw_castle_card("seen")
            if card is None:
                break
            seen.append(card)
        move = yield from self._choose(self.actor, {("keep card", card) for card in seen})
        seen.remove(move[1])
        self.hands[self.actor].append(move[1])
        top: list[str] = []
        while seen:
            move = yield from self._choose(self.actor, {("order card", card) for card in seen})
            seen.remove(move[1])
            self.deck.append(move[1])
            top.append(move[1])
        self.known_top = top + self.known_top
