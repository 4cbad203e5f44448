"""Monsters on the board: placing, finding, hurting, slaying, and where their tokens go (Order of Play 4, "Slaying Monsters")."""

from __future__ import annotations

from castlewise.models.castle_panic.board import HEALTH_UNIT, TARRED, health_of, kind_of
from castlewise.models.castle_panic.state import Rules, State
from castlewise.models.kernel import rule


@rule
def place(s: State, m: int) -> None:
    """Put a Monster on the board, keeping the list sorted."""
    at = int(s.monster_count)
    while at > 0 and s.monsters[at - 1] > m:
        s.monsters[at] = s.monsters[at - 1]
        at -= 1
    s.monsters[at] = m
    s.monster_count += 1


@rule
def remove(s: State, at: int) -> None:
    last = s.monster_count - 1
    for i in range(at, last):
        s.monsters[i] = s.monsters[i + 1]
    s.monsters[last] = 0
    s.monster_count = last


@rule
def find(s: State, m: int) -> int:
    """The place of a Monster in the list, or -1."""
    for i in range(s.monster_count):
        if s.monsters[i] == m:
            return i
    return -1


@rule
def replace(s: State, old: int, new: int) -> None:
    remove(s, find(s, old))
    place(s, new)


@rule
def sort_monsters(s: State) -> None:
    """Restore the order after a movement; the list is nearly sorted already."""
    for i in range(1, s.monster_count):
        m = s.monsters[i]
        at = i
        while at > 0 and s.monsters[at - 1] > m:
            s.monsters[at] = s.monsters[at - 1]
            at -= 1
        s.monsters[at] = m


@rule
def slay(r: Rules, s: State, m: int) -> None:
    """Slain by a player's card: a trophy in Master Slayer, else discarded."""
    remove(s, find(s, m))
    kind = kind_of(m)
    if r.master_slayer == 1:
        s.trophies[s.player][kind] += 1
    else:
        s.token_discards[kind] += 1


@rule
def hit(r: Rules, s: State, m: int) -> None:
    """One point of damage by a player."""
    if health_of(m) == 1:
        slay(r, s, m)
    else:
        replace(s, m, m - HEALTH_UNIT)


@rule
def destroyed(r: Rules, s: State, kind: int) -> None:
    """Destroyed by a structure or a Boulder: discarded, or back into the pile with the Monster Recycling Program."""
    if r.monster_recycling == 1:
        s.pile[kind] += 1
    else:
        s.token_discards[kind] += 1


@rule
def heal_all(r: Rules, s: State) -> None:
    """The Healer: every Monster regains one point, up to its full health."""
    for i in range(s.monster_count):
        m = s.monsters[i]
        if health_of(m) < r.token_health[kind_of(m)]:
            s.monsters[i] = m + HEALTH_UNIT
    sort_monsters(s)


@rule
def tar_in_use(s: State) -> int:
    count = 0
    for i in range(s.monster_count):
        if s.monsters[i] & TARRED:
            count += 1
    return count


@rule
def return_tar(s: State) -> None:
    """The Tar token comes off at the start of the next turn."""
    for i in range(s.monster_count):
        if s.monsters[i] & TARRED:
            s.monsters[i] -= TARRED
    sort_monsters(s)
