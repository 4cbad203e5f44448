"""A board of the Wizard's Tower of which not everything is known yet: Monsters with flames, what a play does to one, and the Move phase.

Written for Z3 alone, field by field: where a Monster stands, its health and its flames in unary. Every change makes new literals from old ones.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from castlewise.models.castle_panic.board import ARCS, CASTLE, FOREST, SWORDSMAN, clockwise
from castlewise.models.castle_panic.expansions.wizards_tower.components import CLIMBS, GALLOPS
from castlewise.models.castle_panic.turn_smt_board import Blows, Space
from castlewise.models.smt_circuit import FALSE, TRUE, Circuit

MOST_FLAMES = 6  # that are followed on one Monster; no turn brings more


@dataclass(frozen=True)
class WizardsFigure:
    """A Monster. `at` says where it stands, nowhere once it is slain; `health[n]` that at least n + 2 points are left, `flames[n]` that at least n + 1 burn."""

    kind: int
    at: dict[Space, int]
    health: tuple[int, ...]
    flames: tuple[int, ...] = ()
    tarred: int = FALSE


@dataclass
class Effects:
    """What a play does to a Monster, a literal each. Damage comes first; the rest happens to those who live."""

    wound: int = FALSE
    three: int = FALSE  # Enchanted
    slay: int = FALSE
    flame: int = FALSE
    back: int = FALSE  # knocked back one space, in the Castle ring counter-clockwise
    blown: int = FALSE  # one ring outwards
    to_forest: int = FALSE
    bolt: dict[int, int] = field(default_factory=dict)  # to this arc of the Forest
    put_out: int = FALSE
    tar: int = FALSE


def either(c: Circuit, condition: int, then: int, otherwise: int) -> int:
    if then == otherwise:
        return then
    return c.any_of(c.all_of(condition, then), c.all_of(-condition, otherwise))


class Changes:
    """The rules of change, for one circuit and one game's tables."""

    def __init__(self, circuit: Circuit, rules: Any, towers: Sequence[int]) -> None:
        self.circuit = circuit
        self.rules = rules
        self.towers = towers

    def present(self, figure: WizardsFigure) -> int:
        return self.circuit.any_of(*figure.at.values())

    def in_ring(self, figure: WizardsFigure, ring: int) -> int:
        return self.circuit.any_of(*(here for space, here in figure.at.items() if space[0] == ring))

    def weak(self, figure: WizardsFigure) -> int:
        """Whether it stands where any damage slays it."""
        ring = int(self.rules.token_weak[figure.kind])
        return self.in_ring(figure, ring) if ring else FALSE

    def outlives(self, figure: WizardsFigure, points: int) -> int:
        least = figure.health[points - 1] if points - 1 < len(figure.health) else FALSE
        return self.circuit.all_of(least, -self.weak(figure))

    def changed(self, figure: WizardsFigure, effects: Effects) -> WizardsFigure:
        c = self.circuit
        one, three = self.outlives(figure, 1), self.outlives(figure, 3)
        lives = c.all_of(-effects.slay, c.any_of(-effects.wound, one), c.any_of(-effects.three, three))
        old = figure.health
        health = tuple(
            either(
                c,
                effects.wound,
                old[n + 1] if n + 1 < len(old) else FALSE,
                either(c, effects.three, old[n + 3] if n + 3 < len(old) else FALSE, old[n]),
            )
            for n in range(len(old))
        )
        at: dict[Space, int] = {}
        moved = c.any_of(effects.back, effects.blown, effects.to_forest, *effects.bolt.values())
        for (ring, arc), here in figure.at.items():
            standing = c.all_of(here, lives)
            self._enter(at, (ring, arc), c.all_of(standing, -moved))
            if effects.back != FALSE:
                if ring == CASTLE:
                    there = (CASTLE, clockwise(arc, -1))
                else:
                    there = (max(FOREST, ring - 1), arc)
                self._enter(at, there, c.all_of(standing, effects.back))
            self._enter(at, (max(FOREST, ring - 1), arc), c.all_of(standing, effects.blown))
            self._enter(at, (FOREST, arc), c.all_of(standing, effects.to_forest))
            for other, literal in effects.bolt.items():
                self._enter(at, (FOREST, other), c.all_of(standing, literal))
        return replace(figure, at=at, health=health, flames=self._flames(figure, effects), tarred=c.any_of(figure.tarred, effects.tar))

    def _flames(self, figure: WizardsFigure, effects: Effects) -> tuple[int, ...]:
        c = self.circuit
        burns = figure.flames[0] if figure.flames else FALSE
        one, two = effects.flame, FALSE
        if self.rules.flaming_tar:
            meets = c.all_of(figure.tarred, -burns)
            one, two = c.all_of(effects.flame, -meets), c.all_of(effects.flame, meets)
            one = c.any_of(one, c.all_of(effects.tar, burns))
        flames = figure.flames
        for more, by in ((one, 1), (two, 2)):
            if more == FALSE:
                continue
            longer = (*flames, *[FALSE] * by)[:MOST_FLAMES]
            flames = tuple(either(c, more, TRUE if n < by else longer[n - by], longer[n]) for n in range(len(longer)))
        return tuple(c.all_of(flame, -effects.put_out) for flame in flames)

    def _enter(self, at: dict[Space, int], space: Space, literal: int) -> None:
        if literal != FALSE:
            at[space] = self.circuit.any_of(at.get(space, FALSE), literal)


class WizardsMarch:
    """The Move phase: who goes where, what is struck and who is hurt by it, whom flames burn."""

    def __init__(
        self,
        changes: Changes,
        figures: Sequence[WizardsFigure],
        walls: Sequence[int],
        fortify: Sequence[int],
        wall_flames: Sequence[tuple[int, ...]],
        tower_flames: Sequence[tuple[int, ...]],
        ice: int,
    ) -> None:
        self.circuit, self.rules = changes.circuit, changes.rules
        self._changes = changes
        c = self.circuit
        self.blows: dict[Space, Blows] = {}
        towers = [TRUE if stands else FALSE for stands in changes.towers]
        stepped = [self._step(number, figure, walls, towers, wall_flames, ice) for number, figure in enumerate(figures)]
        for blows in self.blows.values():
            blows.attacked = c.any_of(*blows.attackers.values())
        entered = [self.blows[(CASTLE, arc)].attacked if (CASTLE, arc) in self.blows else FALSE for arc in range(ARCS)]
        self.lost = c.all_of(c.any_of(*entered), *(c.any_of(-tower, fell) for tower, fell in zip(towers, entered, strict=True)))
        self.killed_by_structure: list[int] = []
        self.figures = []
        for blows in self.blows.values():
            blows.choose_who_is_hurt(c, self.lost)
        for number, (figure, fresh) in enumerate(stepped):
            self.figures.append(self._resolved(number, figure, figures[number].flames, fresh, wall_flames, tower_flames))
        self.walls, self.fortify = [], []
        for arc in range(ARCS):
            falls = c.all_of(self.blows[(SWORDSMAN, arc)].attacked, -self.lost) if (SWORDSMAN, arc) in self.blows else FALSE
            self.walls.append(c.all_of(walls[arc], c.any_of(-falls, fortify[arc])))
            self.fortify.append(c.all_of(fortify[arc], -falls))
        self.towers = [c.all_of(tower, -fell) for tower, fell in zip(towers, entered, strict=True)]
        self.wall_flames = [tuple(c.all_of(flame, self.walls[arc]) for flame in wall_flames[arc]) for arc in range(ARCS)]
        self.tower_flames = [tuple(c.all_of(flame, self.towers[arc]) for flame in tower_flames[arc]) for arc in range(ARCS)]

    def _step(
        self,
        number: int,
        figure: WizardsFigure,
        walls: Sequence[int],
        towers: Sequence[int],
        wall_flames: Sequence[tuple[int, ...]],
        ice: int,
    ) -> tuple[WizardsFigure, tuple[int, ...]]:
        """Where a Monster is after its steps, and the flames it catches in climbing."""
        c, r = self.circuit, self.rules
        traits = int(r.token_traits[figure.kind])
        held = c.any_of(figure.tarred, ice)
        twice = TRUE if traits & GALLOPS else FALSE
        full = int(r.token_health[figure.kind])
        if twice == TRUE and r.cavalry_hobble and full > 1:
            twice = figure.health[full - 2] if full - 2 < len(figure.health) else FALSE
        at: dict[Space, int] = {}
        caught: list[int] = [FALSE, FALSE]

        def enter(space: Space, literal: int) -> None:
            if literal != FALSE:
                at[space] = c.any_of(at.get(space, FALSE), literal)

        def strike(space: Space, literal: int) -> None:
            if literal != FALSE:
                attackers = self.blows.setdefault(space, Blows()).attackers
                attackers[number] = c.any_of(attackers.get(number, FALSE), literal)

        def go_in(arc: int, literal: int) -> None:
            enter((CASTLE, arc), literal)
            strike((CASTLE, arc), c.all_of(literal, towers[arc]))

        def from_swordsman(arc: int, literal: int) -> None:
            wall = walls[arc]
            if traits & CLIMBS:
                go_in(arc, literal)
                for n, flame in enumerate(wall_flames[arc]):
                    caught[n] = c.any_of(caught[n], c.all_of(literal, wall, flame))
                return
            enter((SWORDSMAN, arc), c.all_of(literal, wall))
            strike((SWORDSMAN, arc), c.all_of(literal, wall))
            go_in(arc, c.all_of(literal, -wall))

        for (ring, arc), here in figure.at.items():
            enter((ring, arc), c.all_of(here, held))
            free = c.all_of(here, -held)
            if ring == CASTLE:
                go_in(clockwise(arc, 1), free)
            elif ring == SWORDSMAN:
                from_swordsman(arc, free)
            else:
                enter((ring + 1, arc), c.all_of(free, -twice))
                if ring + 2 <= SWORDSMAN:
                    enter((ring + 2, arc), c.all_of(free, twice))
                else:
                    from_swordsman(arc, c.all_of(free, twice))
        return replace(figure, at=at), tuple(caught)

    def _resolved(
        self,
        number: int,
        figure: WizardsFigure,
        scorching: tuple[int, ...],
        caught: tuple[int, ...],
        wall_flames: Sequence[tuple[int, ...]],
        tower_flames: Sequence[tuple[int, ...]],
    ) -> WizardsFigure:
        """The structure that hurts it, or sets it on fire; then the flames that were there when the movement began."""
        c = self.circuit
        struck, fresh = FALSE, list(caught)
        for (ring, arc), blows in self.blows.items():
            hurt = blows.hurt.get(number, FALSE)
            if hurt == FALSE:
                continue
            flames = wall_flames[arc] if ring == SWORDSMAN else tower_flames[arc]
            struck = c.any_of(struck, c.all_of(hurt, -flames[0] if flames else TRUE))
            more = tuple(c.all_of(hurt, flame) for flame in flames)
            fresh = list(self._sum(tuple(fresh), more))
        old = figure.health
        dies = c.all_of(struck, -old[0] if old else TRUE)
        self.killed_by_structure.append(c.all_of(dies, self._changes.present(figure)))
        health = tuple(either(c, struck, old[n + 1] if n + 1 < len(old) else FALSE, old[n]) for n in range(len(old)))
        burning = tuple(c.all_of(flame, -self.lost) for flame in scorching)
        exactly = [c.all_of(flame, -(burning[n + 1] if n + 1 < len(burning) else FALSE)) for n, flame in enumerate(burning)]
        burns = burning[0] if burning else FALSE
        least = (TRUE, *health)  # at least 1, 2, 3 ... points
        too_hot = c.any_of(*(c.all_of(literal, -(least[n + 1] if n + 1 < len(least) else FALSE)) for n, literal in enumerate(exactly)))
        gone = c.any_of(dies, too_hot, c.all_of(burns, self._changes.weak(figure)))
        burnt = tuple(
            c.any_of(
                c.all_of(-burns, health[n]),
                *(c.all_of(literal, health[n + 1 + by]) for by, literal in enumerate(exactly) if n + 1 + by < len(health)),
            )
            for n in range(len(health))
        )
        at = {space: c.all_of(here, -gone) for space, here in figure.at.items()}
        flames = self._sum(figure.flames, tuple(fresh))
        return replace(figure, at={space: here for space, here in at.items() if here != FALSE}, health=burnt, flames=flames)

    def _sum(self, one: tuple[int, ...], other: tuple[int, ...]) -> tuple[int, ...]:
        """Two numbers in unary, added."""
        c = self.circuit
        a, b = (TRUE, *one), (TRUE, *other)
        found = []
        for total in range(1, len(one) + len(other) + 1):
            ways = [c.all_of(a[n], b[total - n]) for n in range(total + 1) if n < len(a) and total - n < len(b)]
            found.append(c.any_of(*ways))
        while found and found[-1] == FALSE:
            found.pop()
        return tuple(found)
