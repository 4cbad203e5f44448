"""How Monsters move with the Wizard's Tower, and what comes of it: structures, fire that is breathed, fire that burns (Order of Play 5; "Fire").

A movement has three steps. All Monsters move, Mega Bosses in their own ways; those that run into a structure are marked ATTACKING, those that are
about to breathe fire BREATHES. Then attacks and breaths are resolved; where their order matters the players choose it.
Last, Monsters that were burning when the movement began take their damage.

What a newcomer would get wrong: in phase 5 a burning Monster takes its damage even if something holds it; a token's movement hurts only those that it moves.
"""

from __future__ import annotations

from castlewise.models.castle_panic.board import (
    ARC_UNIT,
    ARCS,
    ATTACKING,
    CASTLE,
    FOREST,
    RING_UNIT,
    SWORDSMAN,
    TARRED,
    arc_of,
    clockwise,
    colour_of,
    health_of,
    kind_of,
    opposite,
    ring_of,
    space_of,
)
from castlewise.models.castle_panic.expansions.wizards_tower.components import (
    CHIMERA_STEP,
    CLIMBS,
    DRAGON_STEP,
    GALLOPS,
    NECROMANCER,
    PLAIN_STEP,
    SHAPELESS,
    WARLOCK,
)
from castlewise.models.castle_panic.expansions.wizards_tower.fire import FLAMES_THAT_DESTROY, breathe_fire, wall_falls
from castlewise.models.castle_panic.expansions.wizards_tower.marks import (
    BREATHES,
    SCORCHED,
    TO_ROLL,
    caught_fire,
    flames_of,
    has_trait,
    settled,
)
from castlewise.models.castle_panic.expansions.wizards_tower.monsters import BY_FIRE, BY_LATER_FIRE, BY_STRUCTURE, dies, next_marked, wound
from castlewise.models.castle_panic.expansions.wizards_tower.moves import BREATHE
from castlewise.models.castle_panic.expansions.wizards_tower.stages import FIRE_ORDER, ROLL_STEP
from castlewise.models.castle_panic.expansions.wizards_tower.state import Rules, State
from castlewise.models.castle_panic.moves import HURT
from castlewise.models.castle_panic.rules.monsters import replace, sort_monsters
from castlewise.models.castle_panic.rules.movement import begin_structures, step_closer
from castlewise.models.castle_panic.rules.towers import tower_falls
from castlewise.models.castle_panic.stages import AFTER_MOVE, AFTERMATH, OVER, STRUCTURES, WHO_IS_HURT
from castlewise.models.kernel import Ints, rule
from castlewise.models.kinds import any_in
from castlewise.models.listing import add
from castlewise.models.move_code import move


@rule
def held(r: Rules, s: State, m: int) -> int:
    """Whether a Monster stays where it is: the Doppelganger always, others by Tar or Rain of Ice, which the Warlock ignores."""
    if has_trait(r, m, SHAPELESS) == 1 or m & TARRED:
        return 1
    return 1 if s.ice == 1 and has_trait(r, m, WARLOCK) == 0 else 0


@rule
def steps_at_once(r: Rules, m: int) -> int:
    """Goblin Cavalry moves two spaces, one in the Castle ring and, with the Hobble, once it is wounded."""
    if has_trait(r, m, GALLOPS) == 0 or ring_of(m) == CASTLE:
        return 1
    return 1 if r.cavalry_hobble == 1 and health_of(m) < r.token_health[kind_of(m)] else 2


@rule
def one_step(r: Rules, s: State, m: int) -> int:
    """Towards the Castle. A Climbing Troll passes a Wall; a burning one sets it on fire."""
    arc = arc_of(m)
    if ring_of(m) == SWORDSMAN and s.walls[arc] == 1 and has_trait(r, m, CLIMBS) == 1:
        m = caught_fire(r, m + RING_UNIT, s.wall_flames[arc], 1)
        return m + ATTACKING if s.towers[arc] == 1 else m
    return step_closer(s, m)


@rule
def all_steps(r: Rules, s: State, m: int) -> int:
    for step in range(steps_at_once(r, m)):
        if step == 0 or (m & ATTACKING == 0 and ring_of(m) < CASTLE):
            m = one_step(r, s, m)
    return m


@rule
def turned(s: State, m: int, steps: int) -> int:
    """An arc or more round, within its ring."""
    arc = arc_of(m)
    m += (clockwise(arc, steps) - arc) * ARC_UNIT
    return m + ATTACKING if ring_of(m) == CASTLE and s.towers[arc_of(m)] == 1 else m


@rule
def breathing(m: int) -> int:
    """After its movement a Monster that breathes fire does so, but not inside the Castle ring."""
    return m if ring_of(m) == CASTLE else m + BREATHES


@rule
def special_step(r: Rules, s: State, m: int) -> int:
    """A Mega Boss with a movement of its own: the Chimera's follows a rule, the others' a die."""
    if r.token_step[kind_of(m)] == CHIMERA_STEP:
        return breathing(one_step(r, s, turned(s, m, -1)))
    return m + TO_ROLL


@rule
def march(r: Rules, s: State, colours: int) -> None:
    in_phase_5 = 1 if s.resume == AFTER_MOVE else 0
    for i in range(s.monster_count):
        m = s.monsters[i]
        moves = 1 if colours >> colour_of(arc_of(m)) & 1 and held(r, s, m) == 0 else 0
        if flames_of(m) > 0 and (moves == 1 or in_phase_5 == 1):
            m += SCORCHED
        if moves == 1:
            if r.token_step[kind_of(m)] != PLAIN_STEP and ring_of(m) < CASTLE:
                m = special_step(r, s, m)
            else:
                m = all_steps(r, s, m)
        s.monsters[i] = m
    after_steps(r, s)


@rule
def rotate(r: Rules, s: State, steps: int) -> None:
    for i in range(s.monster_count):
        m = s.monsters[i]
        if held(r, s, m) == 1:
            continue
        if flames_of(m) > 0:
            m += SCORCHED
        if r.token_step[kind_of(m)] != PLAIN_STEP and ring_of(m) < CASTLE:
            m = special_step(r, s, m)
        else:
            m = turned(s, m, steps * steps_at_once(r, m))
        s.monsters[i] = m
    after_steps(r, s)


@rule
def after_steps(r: Rules, s: State) -> None:
    sort_monsters(s)
    if next_marked(s, TO_ROLL) != 0:
        s.stage = ROLL_STEP
    else:
        begin_structures(r, s)


@rule
def roll_step(r: Rules, s: State, roll: int) -> None:
    """The Warlock appears in the rolled arc and steps; the Dragon has a table."""
    m = next_marked(s, TO_ROLL)
    n = m - TO_ROLL
    arc = arc_of(n)
    if r.token_step[kind_of(n)] == DRAGON_STEP:
        if roll == 0:
            n = turned(s, n, 1)
        elif roll == 1 or roll == 4:
            n = one_step(r, s, n)
        elif roll == 3 and ring_of(n) > FOREST:
            n -= RING_UNIT
        elif roll == 5:
            n = turned(s, n, -1)
        n = breathing(n)
    else:
        n = one_step(r, s, n + (roll - arc) * ARC_UNIT)
    replace(s, m, n)
    after_steps(r, s)


# Structures, breaths, flames


@rule
def same_line(m: int, n: int) -> int:
    """Whether two spaces lie on one line across the board."""
    return 1 if arc_of(m) % 3 == arc_of(n) % 3 else 0


@rule
def order_matters(s: State, breather: int) -> int:
    """Whether something else is about to happen on the line of a breath."""
    others = 0
    for i in range(s.monster_count):
        m = s.monsters[i]
        if m & (ATTACKING | BREATHES) and same_line(m, breather) == 1:
            others += 1
            if m & ATTACKING and m & BREATHES:
                others += 1
    return 1 if others > 1 else 0


@rule
def resolve_structures(r: Rules, s: State) -> None:
    """Take up the next breath or attacked structure; stop where the players choose the order or who is hurt."""
    while s.stage == STRUCTURES:
        breather = next_marked(s, BREATHES)
        if breather != 0:
            if order_matters(s, breather) == 1:
                ask(r, s, FIRE_ORDER)
            else:
                breathe(r, s, breather)
            continue
        victim = next_marked(s, ATTACKING)
        if victim == 0:
            burn(r, s)
            return
        if several_attack(s, victim) == 1:
            ask(r, s, WHO_IS_HURT)
        else:
            structure_falls(r, s, victim)


@rule
def flies_straight_at(s: State, breather: int) -> int:
    """The arc of the Tower that a breath reaches, or -1 where a Wall is in its way."""
    arc = arc_of(breather)
    if s.walls[arc] == 1:
        return -1
    return arc if s.towers[arc] == 1 else opposite(arc)


@rule
def every_tower_falls(s: State) -> int:
    """Whether each Tower still standing is entered, or burns down by what flies straight at it, in whatever order things happen."""
    for arc in range(ARCS):
        if s.towers[arc] == 0:
            continue
        flames = s.tower_flames[arc]
        for i in range(s.monster_count):
            m = s.monsters[i]
            if m & ATTACKING and ring_of(m) == CASTLE and arc_of(m) == arc:
                flames = FLAMES_THAT_DESTROY
            elif m & BREATHES and flies_straight_at(s, m) == arc:
                flames += 1
        if flames < FLAMES_THAT_DESTROY:
            return 0
    return 1


@rule
def ask(r: Rules, s: State, stage: int) -> None:
    """Stop for the players, unless the last Tower falls whatever they choose: then the game is lost at once."""
    if every_tower_falls(s) == 0:
        s.stage = stage
        return
    for arc in range(ARCS):
        if s.towers[arc] == 1:
            tower_falls(r, s, arc)


@rule
def several_attack(s: State, victim: int) -> int:
    for i in range(s.monster_count):
        m = s.monsters[i]
        if m & ATTACKING and space_of(m) == space_of(victim) and m != victim:
            return 1
    return 0


@rule
def breathe(r: Rules, s: State, m: int) -> None:
    replace(s, m, m - BREATHES)
    s.stage = STRUCTURES
    breathe_fire(r, s, arc_of(m))


@rule
def fire_order_choices(s: State, out: Ints) -> None:
    """A breath, or one of the attacked structures with the Monster that it hurts."""
    before = 0
    for i in range(s.monster_count):
        m = s.monsters[i]
        if m != before and m & BREATHES:
            add(out, move(BREATHE, 0, 0, 0) + m)
        if m != before and m & ATTACKING:
            add(out, move(HURT, 0, 0, 0) + m)
        before = m


@rule
def structure_falls(r: Rules, s: State, victim: int) -> None:
    """A structure goes. If it burns, the victim takes its flames instead of a point of damage. A Necromancer who attacks is slain, victim or not."""
    arc = arc_of(victim)
    ring = ring_of(victim)
    s.stage = STRUCTURES
    for i in range(s.monster_count):
        m = s.monsters[i]
        if m & ATTACKING and space_of(m) == space_of(victim):
            s.monsters[i] = m - ATTACKING
            if has_trait(r, m, NECROMANCER) == 1:
                s.raises += health_of(m)
    sort_monsters(s)
    hurt = victim - ATTACKING
    flames = s.tower_flames[arc] if ring == CASTLE else s.wall_flames[arc]
    if has_trait(r, hurt, NECROMANCER) == 0:
        if flames > 0:
            replace(s, hurt, caught_fire(r, hurt, flames, 1))
        else:
            wound(r, s, hurt, 1, BY_STRUCTURE)
    if s.raises > 0:
        for i in range(s.monster_count):
            m = s.monsters[i]
            if has_trait(r, m, NECROMANCER) == 1 and space_of(m) == space_of(victim):
                dies(r, s, m, BY_STRUCTURE)
                break
    if s.stage == OVER:  # Growing Fire, fed by the Imps of a Hydra
        return
    if ring == CASTLE:
        tower_falls(r, s, arc)
    elif s.fortify[arc] == 1:
        s.fortify[arc] = 0
    else:
        wall_falls(s, arc)


@rule
def burn(r: Rules, s: State) -> None:
    """Flames that were there when the movement began do a point of damage each; then every flame is like the others."""
    by = BY_LATER_FIRE if any_in(s.fallen) == 1 else BY_FIRE
    m = next_marked(s, SCORCHED)
    while m != 0:
        replace(s, m, m - SCORCHED)
        wound(r, s, m - SCORCHED, flames_of(m), by)
        m = next_marked(s, SCORCHED)
    for i in range(s.monster_count):
        s.monsters[i] = settled(s.monsters[i])
    sort_monsters(s)
    if s.stage != OVER:
        s.stage = AFTERMATH
