"""Moving Monsters, and what happens at Walls and Towers (Order of Play 5; Play Details, "Moving Monsters").

Movement is simultaneous: all Monsters take their step first, those that run into a structure marked ATTACKING; then the structures are resolved one by one.
A Wall holds its attackers in the Swordsman ring; a Tower falls under the Monsters that enter its space.
"""

from __future__ import annotations

from castlewise.models.castle_panic.board import (
    ARC_UNIT,
    ARCS,
    ATTACKING,
    CASTLE,
    HEALTH_UNIT,
    RING_UNIT,
    SWORDSMAN,
    TARRED,
    arc_of,
    clockwise,
    colour_of,
    health_of,
    kind_of,
    ring_of,
    space_of,
)
from castlewise.models.castle_panic.rules.monsters import destroyed, find, remove, replace, sort_monsters
from castlewise.models.castle_panic.rules.towers import tower_falls, towers_standing, wall_falls
from castlewise.models.castle_panic.stages import AFTERMATH, STRUCTURES, WHO_IS_HURT
from castlewise.models.castle_panic.state import Rules, State
from castlewise.models.kernel import rule


@rule
def step_closer(s: State, m: int) -> int:
    """A Monster after one step: a ring inwards, or clockwise once it is in the Castle ring."""
    ring = ring_of(m)
    arc = arc_of(m)
    if ring < SWORDSMAN:
        return m + RING_UNIT
    if ring == SWORDSMAN:
        if s.walls[arc] == 1:
            return m + ATTACKING
        m += RING_UNIT
    else:
        m += (clockwise(arc, 1) - arc) * ARC_UNIT
    if s.towers[arc_of(m)] == 1:
        m += ATTACKING
    return m


@rule
def march(r: Rules, s: State, colours: int) -> None:
    """All Monsters in the given colours (one bit each) move one step; Tar holds its Monster."""
    for i in range(s.monster_count):
        m = s.monsters[i]
        if m & TARRED == 0 and colours >> colour_of(arc_of(m)) & 1:
            s.monsters[i] = step_closer(s, m)
    begin_structures(r, s)


@rule
def rotate(r: Rules, s: State, steps: int) -> None:
    """All Monsters move an arc round, each within its ring."""
    for i in range(s.monster_count):
        m = s.monsters[i]
        if m & TARRED == 0:
            arc = arc_of(m)
            turned = clockwise(arc, steps)
            m += (turned - arc) * ARC_UNIT
            if ring_of(m) == CASTLE and s.towers[turned] == 1:
                m += ATTACKING
            s.monsters[i] = m
    begin_structures(r, s)


@rule
def begin_structures(r: Rules, s: State) -> None:
    """Sort out a movement. If every Tower still standing is entered at once the game is lost, whoever would have been hurt."""
    sort_monsters(s)
    s.stage = STRUCTURES
    entered = 0
    for i in range(s.monster_count):
        m = s.monsters[i]
        if m & ATTACKING and ring_of(m) == CASTLE:
            entered |= 1 << arc_of(m)
    if entered == 0:
        return
    falling = 0
    for arc in range(ARCS):
        falling += entered >> arc & 1
    if falling == towers_standing(s):
        for arc in range(ARCS):
            if s.towers[arc] == 1:
                tower_falls(r, s, arc)


@rule
def resolve_structures(r: Rules, s: State) -> None:
    """Take the next attacked structure down; stop where the players have to choose who is hurt by it."""
    while s.stage == STRUCTURES:
        victim = 0
        several = 0
        for i in range(s.monster_count):
            m = s.monsters[i]
            if m & ATTACKING:
                if victim == 0:
                    victim = m
                elif space_of(m) == space_of(victim) and m != victim:
                    several = 1
        if victim == 0:
            s.stage = AFTERMATH
        elif several == 1:
            s.stage = WHO_IS_HURT
        else:
            structure_falls(r, s, victim)


@rule
def space_under_attack(s: State) -> int:
    for i in range(s.monster_count):
        if s.monsters[i] & ATTACKING:
            return space_of(s.monsters[i])
    return -1


@rule
def structure_falls(r: Rules, s: State, victim: int) -> None:
    """Its Fortify token, else the Wall, or the Tower goes; the victim takes the point, the other attackers none."""
    arc = arc_of(victim)
    for i in range(s.monster_count):
        m = s.monsters[i]
        if m & ATTACKING and space_of(m) == space_of(victim):
            s.monsters[i] = m - ATTACKING
    sort_monsters(s)
    hurt = victim - ATTACKING
    if health_of(hurt) == 1:
        remove(s, find(s, hurt))
        destroyed(r, s, kind_of(hurt))
    else:
        replace(s, hurt, hurt - HEALTH_UNIT)
    s.stage = STRUCTURES
    if ring_of(victim) == CASTLE:
        tower_falls(r, s, arc)
    elif s.fortify[arc] == 1:
        s.fortify[arc] = 0
    else:
        wall_falls(s, arc)
