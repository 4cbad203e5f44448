"""Fire on the Castle's structures: where fire that is breathed goes, what burning does, how it is put out ("Fire")."""

from __future__ import annotations

from castlewise.models.castle_panic.board import ATTACKING, CASTLE, SWORDSMAN, arc_of, opposite, ring_of
from castlewise.models.castle_panic.expansions.wizards_tower.state import Rules, State
from castlewise.models.castle_panic.rules.monsters import sort_monsters
from castlewise.models.castle_panic.rules.towers import tower_falls
from castlewise.models.castle_panic.stages import OVER
from castlewise.models.kernel import rule

FLAMES_THAT_DESTROY = 3


@rule
def nothing_left_to_attack(s: State, ring: int, arc: int) -> None:
    """Its structure is gone before its attackers were resolved: they take no damage."""
    for i in range(s.monster_count):
        m = s.monsters[i]
        if m & ATTACKING and ring_of(m) == ring and arc_of(m) == arc:
            s.monsters[i] = m - ATTACKING
    sort_monsters(s)


@rule
def wall_falls(s: State, arc: int) -> None:
    s.walls[arc] = 0
    s.wall_flames[arc] = 0
    nothing_left_to_attack(s, SWORDSMAN, arc)


@rule
def tower_fell(r: Rules, s: State, arc: int) -> int:
    """With the Wizard's Tower the Wizard deck is lost; Death Benefit makes every hand a card larger."""
    s.tower_flames[arc] = 0
    nothing_left_to_attack(s, CASTLE, arc)
    if s.wizard == arc + 1:
        s.wizard = 0
        if r.death_benefit == 1:
            s.benefit = 1
    return 1


@rule
def fire_hits_wall(s: State, arc: int) -> int:
    """Whether fire that crosses a Wall's line is stopped there: a Fortify token is removed, a Wall burns."""
    if s.fortify[arc] == 1:
        s.fortify[arc] = 0
        return 1
    if s.walls[arc] == 1:
        s.wall_flames[arc] += 1
        if s.wall_flames[arc] == FLAMES_THAT_DESTROY:
            wall_falls(s, arc)
        return 1
    return 0


@rule
def fire_hits_tower(r: Rules, s: State, arc: int) -> int:
    if s.towers[arc] == 1:
        s.tower_flames[arc] += 1
        if s.tower_flames[arc] == FLAMES_THAT_DESTROY:
            tower_falls(r, s, arc)
        return 1
    return 0


@rule
def breathe_fire(r: Rules, s: State, arc: int) -> None:
    """The first structure on the way catches fire: own arc, through the Castle ring, opposite arc."""
    far = opposite(arc)
    if fire_hits_wall(s, arc) == 1 or fire_hits_tower(r, s, arc) == 1:
        return
    if fire_hits_tower(r, s, far) == 0:
        fire_hits_wall(s, far)


@rule
def feed_flames(r: Rules, s: State, arc: int) -> None:
    """Growing Fire: one more Flame token on every burning structure of an arc."""
    if s.wall_flames[arc] > 0:
        fire_hits_wall(s, arc)
    if s.tower_flames[arc] > 0 and s.stage != OVER:
        fire_hits_tower(r, s, arc)


@rule
def fortify_wall(s: State, arc: int) -> None:
    """On a burning Wall the Fortify token puts out the fire and is spent."""
    if s.wall_flames[arc] > 0:
        s.wall_flames[arc] = 0
    else:
        s.fortify[arc] = 1
