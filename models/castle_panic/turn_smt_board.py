"""A board of which not everything is known yet, moved on by the rules: marches, rotations, Boulders, healing, new Monsters.

Each Monster has the spaces where it may stand, with a literal each, and its health in unary; structures are literals. A step of the rules makes new
literals from old ones, with the players' choice of who is hurt as free quantities. What a newcomer would get wrong: `lost` only remembers; whatever is
done to a board after that has no meaning in the game, and questions about it have to look at `lost` or at what happened earlier.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from castlewise.models.castle_panic.board import ARCS, CASTLE, FOREST, SWORDSMAN, clockwise, colour_of, opposite
from castlewise.models.smt_circuit import FALSE, TRUE, Circuit

Space = tuple[int, int]  # ring, arc


@dataclass(frozen=True)
class Figure:
    """A Monster. `at` says where it stands; nowhere if it is gone. `health[n]` says that more than n + 1 points are left, and means nothing once it is gone."""

    kind: int
    at: dict[Space, int]
    health: tuple[int, ...]
    tarred: int = FALSE

    @property
    def most(self) -> int:
        return len(self.health) + 1


@dataclass
class Blows:
    """A movement's attacks on one structure: the attackers by their number, and which of them is hurt."""

    attackers: dict[int, int] = field(default_factory=dict)
    hurt: dict[int, int] = field(default_factory=dict)
    attacked: int = FALSE

    def choose_who_is_hurt(self, c: Circuit, lost: int) -> None:
        """One of the attackers, whichever the players like, unless the game is lost by then."""
        if len(self.attackers) == 1:
            self.hurt = {number: c.all_of(literal, -lost) for number, literal in self.attackers.items()}
            return
        falls = c.all_of(self.attacked, -lost)
        self.hurt = {number: c.variable() for number in self.attackers}
        for number, literal in self.attackers.items():
            c.require_any(-self.hurt[number], literal)
            c.require_any(-self.hurt[number], falls)
        c.require_any(-falls, *self.hurt.values())
        c.require_at_most([(1, literal) for literal in self.hurt.values()], 1)


class SymbolicBoard:
    def __init__(self, circuit: Circuit, figures: Iterable[Figure], walls: list[int], fortify: list[int], towers: list[int]) -> None:
        self.circuit = circuit
        self.figures = list(figures)
        self.walls = walls
        self.fortify = fortify
        self.towers = towers
        self.lost = FALSE
        self.intruders: list[int] = []  # each time a Monster may come into the Castle ring
        self.blows: dict[Space, Blows] = {}  # of the last movement, by the space of the structure

    def copy(self) -> SymbolicBoard:
        twin = SymbolicBoard(self.circuit, self.figures, list(self.walls), list(self.fortify), list(self.towers))
        twin.lost, twin.intruders, twin.blows = self.lost, list(self.intruders), self.blows
        return twin

    # What can be asked.

    def present(self, number: int) -> int:
        return self.circuit.any_of(*self.figures[number].at.values())

    def ends(self, number: int) -> list[tuple[Space, int, int]]:
        """Where a Monster may be and with what health left, each with its literal."""
        figure = self.figures[number]
        found = []
        for space, here in figure.at.items():
            for health in range(1, figure.most + 1):
                least = figure.health[health - 2] if health > 1 else TRUE
                more = figure.health[health - 1] if health < figure.most else FALSE
                literal = self.circuit.all_of(here, least, -more)
                if literal != FALSE:
                    found.append((space, health, literal))
        return found

    def tower_fell(self, before: list[int]) -> int:
        return self.circuit.any_of(*(self.circuit.all_of(old, -new) for old, new in zip(before, self.towers, strict=True)))

    # What can happen.

    def march(self, colours: int) -> None:
        """All Monsters in the given colours (one bit each) move one step, all at once; then what they ran into falls."""
        c = self.circuit
        self.blows = {}
        for number, figure in enumerate(self.figures):
            at: dict[Space, int] = {}
            for (ring, arc), here in figure.at.items():
                if not colours >> colour_of(arc) & 1:
                    _enter(c, at, (ring, arc), here)
                    continue
                _enter(c, at, (ring, arc), c.all_of(here, figure.tarred))
                steps = c.all_of(here, -figure.tarred)
                if ring < SWORDSMAN:
                    _enter(c, at, (ring + 1, arc), steps)
                elif ring == SWORDSMAN:
                    held = c.all_of(steps, self.walls[arc])
                    _enter(c, at, (SWORDSMAN, arc), held)
                    self._attack(number, (SWORDSMAN, arc), held)
                    inside = c.all_of(steps, -self.walls[arc])
                    self._enter_castle(at, number, arc, inside)
                    if inside != FALSE:
                        self.intruders.append(inside)
                else:
                    self._enter_castle(at, number, clockwise(arc, 1), steps)
            self.figures[number] = replace(figure, at=at)
        self._resolve()

    def rotate(self, steps: int) -> None:
        c = self.circuit
        self.blows = {}
        for number, figure in enumerate(self.figures):
            at: dict[Space, int] = {}
            for (ring, arc), here in figure.at.items():
                _enter(c, at, (ring, arc), c.all_of(here, figure.tarred))
                turned = c.all_of(here, -figure.tarred)
                if ring == CASTLE:
                    self._enter_castle(at, number, clockwise(arc, steps), turned)
                else:
                    _enter(c, at, (ring, clockwise(arc, steps)), turned)
            self.figures[number] = replace(figure, at=at)
        self._resolve()

    def boulder(self, arc: int) -> None:
        c = self.circuit
        far = opposite(arc)
        self._crush(arc, range(FOREST, CASTLE), TRUE)
        rolling = self._boulder_meets_wall(arc, TRUE)
        for side in (arc, far):
            self._crush(side, (CASTLE,), rolling)
            stopped = c.all_of(rolling, self.towers[side])
            self.towers[side] = c.all_of(self.towers[side], -rolling)
            rolling = c.all_of(rolling, -stopped)
        rolling = self._boulder_meets_wall(far, rolling)
        self._crush(far, range(FOREST, CASTLE), rolling)
        self.lost = c.any_of(self.lost, c.all_of(*(-tower for tower in self.towers)))

    def heal(self, full: Iterable[int]) -> None:
        """Every Monster regains a point, up to the full health of its kind."""
        c = self.circuit
        table = tuple(full)
        for number, figure in enumerate(self.figures):
            most = max(figure.most, min(figure.most + 1, table[figure.kind]))
            old = (TRUE, *figure.health, FALSE)
            health = tuple(
                c.any_of(old[n] if n < len(old) else FALSE, old[n - 1] if n < table[figure.kind] else FALSE) for n in range(1, most)
            )
            self.figures[number] = replace(figure, health=health)

    def place(self, kind: int, arc: int, health: int) -> None:
        self.figures.append(Figure(kind, {(FOREST, arc): TRUE}, (TRUE,) * (health - 1)))

    def _enter_castle(self, at: dict[Space, int], number: int, arc: int, literal: int) -> None:
        _enter(self.circuit, at, (CASTLE, arc), literal)
        self._attack(number, (CASTLE, arc), self.circuit.all_of(literal, self.towers[arc]))

    def _attack(self, number: int, space: Space, literal: int) -> None:
        if literal != FALSE:
            attackers = self.blows.setdefault(space, Blows()).attackers
            attackers[number] = self.circuit.any_of(attackers.get(number, FALSE), literal)

    def _resolve(self) -> None:
        """Structures fall and hurt one attacker each; if every Tower still standing is entered at once the game is lost and nothing else happens."""
        c = self.circuit
        for blows in self.blows.values():
            blows.attacked = c.any_of(*blows.attackers.values())
        entered = [self.blows[(CASTLE, arc)].attacked if (CASTLE, arc) in self.blows else FALSE for arc in range(ARCS)]
        lost = FALSE
        if any(literal != FALSE for literal in entered):
            lost = c.all_of(c.any_of(*entered), *(c.any_of(-tower, fell) for tower, fell in zip(self.towers, entered, strict=True)))
        self.lost = c.any_of(self.lost, lost)
        for (ring, arc), blows in self.blows.items():
            falls = c.all_of(blows.attacked, -lost)
            blows.choose_who_is_hurt(c, lost)
            if ring == SWORDSMAN:
                self.walls[arc] = c.all_of(self.walls[arc], c.any_of(-falls, self.fortify[arc]))
                self.fortify[arc] = c.all_of(self.fortify[arc], -falls)
        for arc in range(ARCS):
            self.towers[arc] = c.all_of(self.towers[arc], -entered[arc])
        for number in {number for blows in self.blows.values() for number in blows.hurt}:
            self._hurt(number, c.any_of(*(blows.hurt.get(number, FALSE) for blows in self.blows.values())))

    def _hurt(self, number: int, literal: int) -> None:
        c = self.circuit
        figure = self.figures[number]
        survives = c.any_of(-literal, figure.health[0] if figure.health else FALSE)
        at = {space: c.all_of(here, survives) for space, here in figure.at.items()}
        more = (*figure.health[1:], FALSE)
        health = (
            tuple(c.all_of(least, c.any_of(-literal, above)) for least, above in zip(figure.health, more, strict=True))
            if figure.health
            else ()
        )
        self.figures[number] = replace(figure, at={space: here for space, here in at.items() if here != FALSE}, health=health)

    def _boulder_meets_wall(self, arc: int, rolling: int) -> int:
        """Returns whether it rolls on."""
        c = self.circuit
        wall, token = self.walls[arc], self.fortify[arc]
        self.fortify[arc] = c.all_of(token, -rolling)
        self.walls[arc] = c.all_of(wall, c.any_of(token, -rolling))
        return c.all_of(rolling, -wall)

    def _crush(self, arc: int, rings: Iterable[int], literal: int) -> None:
        under = {(ring, arc) for ring in rings}
        for number, figure in enumerate(self.figures):
            if under & figure.at.keys():
                at = {space: self.circuit.all_of(here, -literal) if space in under else here for space, here in figure.at.items()}
                self.figures[number] = replace(figure, at={space: here for space, here in at.items() if here != FALSE})


def _enter(circuit: Circuit, at: dict[Space, int], space: Space, literal: int) -> None:
    if literal != FALSE:
        at[space] = circuit.any_of(at.get(space, FALSE), literal)
