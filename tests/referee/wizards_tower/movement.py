"""How Monsters move in The Wizard's Tower, what they run into, and what fire does then."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from referee.castle_panic import ARCS, RINGS, Flow, Move, Node, clockwise
from referee.wizards_tower.board import OUTWARDS, BurnableMonster, Structure
from referee.wizards_tower.components import HEALTH, MEGA_BOSSES
from referee.wizards_tower.decks import Decks
from referee.wizards_tower.doom import Scene, all_towers_fall


def _place_and_name(monster: BurnableMonster) -> tuple[int, int, str]:
    """From the Forest inwards, by arc."""
    return RINGS.index(monster.ring), monster.arc, monster.token


class Movement(Decks):
    raises = 0  # Monsters that a slain Necromancer is about to return

    # ---- Which Monsters move ----

    def _held(self, monster: BurnableMonster) -> bool:
        """No Wizard card affects the Warlock, so Rain of Ice does not hold him."""
        return monster.tarred or monster.token == "doppelganger" or (self.ice and monster.token != "warlock")

    def _advance(self, arcs: Iterable[int]) -> Flow[None]:
        wanted = set(arcs)
        yield from self._all_move([monster for monster in self.monsters if monster.arc in wanted])

    def _rotate(self, steps: int) -> Flow[None]:
        yield from self._all_move(self.monsters, turn=steps)

    def _move_monsters(self) -> Flow[None]:
        yield from self._all_move(self.monsters, phase_five=True)
        yield from self._draw_called_tokens()

    def _charge(self) -> Flow[None]:
        yield from super()._charge()
        yield from self._draw_called_tokens()

    def _all_move(self, monsters: list[BurnableMonster], turn: int = 0, phase_five: bool = False) -> Flow[None]:
        """All move, then structures are resolved, then flames. In phase 5 flames hurt even a Monster that is held."""
        movers = [monster for monster in monsters if not self._held(monster)]
        for monster in self.monsters if phase_five else movers:
            monster.burns = monster.flames
        by_die = [monster for monster in movers if monster.token in ("dragon", "warlock") and monster.ring != "castle"]
        for monster in movers:
            if monster not in by_die:
                self._move_one(monster, turn)
        for monster in sorted(by_die, key=_place_and_name):
            self._move_by_die(monster, (yield from self._roll()))
        yield from self._resolve_attacks()
        yield from self._resolve_flames()

    # ---- One Monster's way ----

    def _move_one(self, monster: BurnableMonster, turn: int) -> None:
        in_castle = monster.ring == "castle"
        if monster.token == "chimera" and not in_castle:
            monster.arc = clockwise(monster.arc, -1)
            self._step_in(monster)
            monster.breathes = monster.ring != "castle"
            return
        hobbled = self.on("cavalry hobble") and monster.health < HEALTH[monster.token]
        spaces = 2 if monster.token == "goblin cavalry" and not in_castle and not hobbled else 1
        if turn:
            monster.arc = clockwise(monster.arc, turn * spaces)
            if in_castle:
                self._enter(monster)
            return
        self._step_in(monster)
        if spaces == 2 and monster.ring != "castle" and monster.attacks is None:
            self._step_in(monster)

    def _move_by_die(self, monster: BurnableMonster, number: int) -> None:
        if monster.token == "warlock":
            monster.arc = number
            self._step_in(monster)
            return
        if number == 1:
            monster.arc = clockwise(monster.arc)
        elif number == 6:
            monster.arc = clockwise(monster.arc, -1)
        elif number in (2, 5):
            self._step_in(monster)
        elif number == 4:
            monster.ring = OUTWARDS.get(monster.ring, "forest")
        monster.breathes = monster.ring != "castle"

    def _step_in(self, monster: BurnableMonster) -> None:
        """One space towards the Castle, or clockwise within its ring."""
        if monster.ring == "castle":
            monster.arc = clockwise(monster.arc)
            self._enter(monster)
        elif monster.ring != "swordsman":
            monster.ring = RINGS[RINGS.index(monster.ring) + 1]
        elif self.walls[monster.arc] and monster.token != "climbing troll":
            monster.attacks = ("wall", monster.arc)
        else:
            self._catch_fire(monster, self.flames["wall", monster.arc], fresh=True)  # a Climbing Troll at a burning Wall
            monster.ring = "castle"
            self._enter(monster)

    def _enter(self, monster: BurnableMonster) -> None:
        if self.towers[monster.arc]:
            monster.attacks = ("tower", monster.arc)

    # ---- Attacks and breaths ----

    def _attacked(self) -> list[Structure]:
        """Walls first, by arc."""
        found = {monster.attacks for monster in self.monsters if monster.attacks}
        return sorted(found, key=lambda structure: (structure[0] == "tower", structure[1]))

    def _attackers(self, structure: Structure) -> list[BurnableMonster]:
        return [monster for monster in self.monsters if monster.attacks == structure]

    def _resolve_attacks(self) -> Flow[None]:
        """The order of an attack and a breath on one line, or of two breaths, is the players' choice; any other order changes nothing."""
        self._check_doom()
        while self._breathing():
            first = self._breathing()[0]
            if self._in_question(first):
                yield from self._resolve_one_of_several()
                self._check_doom()
            else:
                self._breathe(first)
        for structure in self._attacked():
            choices: set[Move] = {("hurt", monster.as_tuple()) for monster in self._attackers(structure)}
            move = yield from self._choose("team", choices)
            self._attack_structure(structure, move)

    def _check_doom(self) -> None:
        """All remaining Towers fall: the game is lost at once, and nobody is asked who would have been hurt."""
        attacks = {structure: self._attackers(structure) for structure in self._attacked()}
        breathers = {monster: monster.arc for monster in self._breathing()}
        threatened = {arc for kind, arc in attacks if kind == "tower"}
        for arc in ARCS:
            breaths = sum(monster.arc % 3 == arc % 3 for monster in breathers)
            if self.towers[arc] and arc not in threatened and self.flames["tower", arc] + breaths < 3:
                return
        standing = {structure: flames for structure, flames in self.flames.items() if self._stands(structure)}
        fortified = frozenset(arc for arc in ARCS if self.fortify[arc])
        if all_towers_fall(Scene(standing, fortified, attacks, breathers)):
            for arc in ARCS:
                if self.towers[arc]:
                    self._topple(arc)

    def _in_question(self, breather: BurnableMonster) -> bool:
        others = [arc for _, arc in self._attacked()] + [other.arc for other in self._breathing() if other is not breather]
        return any(arc % 3 == breather.arc % 3 for arc in others)

    def _resolve_one_of_several(self) -> Flow[None]:
        breathers = self._breathing()
        choices: set[Move] = {("breathe", breather.as_tuple()) for breather in breathers}
        choices |= {("hurt", monster.as_tuple()) for monster in self.monsters if monster.attacks}
        move = yield from self._choose("team", choices)
        if move[0] == "breathe":
            self._breathe(next(breather for breather in breathers if breather.as_tuple() == move[1]))
        else:
            attacker = next(monster for monster in self.monsters if monster.attacks and monster.as_tuple() == move[1])
            assert attacker.attacks is not None
            self._attack_structure(attacker.attacks, move)

    def _breathing(self) -> list[BurnableMonster]:
        return sorted((monster for monster in self.monsters if monster.breathes), key=_place_and_name)

    def _breathe(self, breather: BurnableMonster) -> None:
        """The first structure across the board catches fire. One that fire destroys hurts nobody who attacked it."""
        breather.breathes = False
        for structure in self._path(breather.arc)[:1]:
            self._ignite(structure)
            if not self._stands(structure):
                for monster in self._attackers(structure):
                    monster.attacks = None

    def _attack_structure(self, structure: Structure, hurt: Move) -> None:
        """The structure goes, and one attacker takes the point, or the flames if it burns. The Necromancer is slain in any case."""
        attackers = self._attackers(structure)
        victim = next(monster for monster in attackers if monster.as_tuple() == hurt[1])
        flames = self.flames[structure]
        for monster in attackers:
            monster.attacks = None
        for monster in attackers:
            if monster.token == "necromancer":
                self.raises += monster.health
                self._destroy(monster)
        if victim in self.monsters:
            if flames:
                self._catch_fire(victim, flames, fresh=True)
            else:
                self._damage(victim, 1, self._heap_of_destroyed(victim), at_wall=structure[0] == "wall")
        self._burst(fresh=True)
        self._destroy_structure(structure)

    # ---- Flames ----

    def _resolve_flames(self) -> Flow[None]:
        """All flames hurt at the same time; then the dead of the whole movement have their say, those killed by structures first."""
        by_structures, self.fallen = self.fallen, []
        burning = [(monster, monster.burns) for monster in self.monsters if monster.burns]
        for monster in self.monsters:
            monster.burns = 0
        for monster, points in burning:
            self._damage(monster, points, self.token_discards)
        self._burst(fresh=True)
        for monster in self.monsters:
            monster.flames += monster.fresh
            monster.fresh = 0
        by_fire, self.fallen = self.fallen, []
        raises, self.raises = self.raises, 0
        yield from self._replace_doppelganger(by_structures)
        yield from self._replace_doppelganger(by_fire)
        yield from self._raise_monsters(raises)
        yield from self._after_damage()

    # ---- The Necromancer ----

    def _raise_monsters(self, number: int) -> Flow[None]:
        """So many Monsters return from the discards to the pile, as long as there are any."""
        for _ in range(number):
            tokens = [token for token in self.token_discards if token not in MEGA_BOSSES]
            if not self.on("necromancer randomizer"):
                tokens = [token for token in tokens if token in HEALTH]
            if not tokens:
                return
            move = yield Node(outcomes={("raised", token): copies for token, copies in Counter(tokens).items()})
            self.token_discards.remove(move[1])
            self.pile.append(move[1])
