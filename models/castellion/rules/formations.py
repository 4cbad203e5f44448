"""Defensive formations: groups of exactly four tiles of one faction as a tower, a bastion or a line of defence.

A formation is found where its four cells have the faction and no cell around them has. That is a handful of shifts for all places of a board at once: a bit
in the result is the lowest, leftmost cell of a formation. The haunted tile belongs to none, but it cancels others like any tile of its faction.
"""

from __future__ import annotations

from castlewise.models.bits import count_bits
from castlewise.models.castellion.rules.castle import haunted_cell
from castlewise.models.castellion.state import State
from castlewise.models.kernel import rule


@rule
def tower_starts(faction: int, haunted: int) -> int:
    pairs = faction & (faction >> 1)
    fours = pairs & (pairs >> 2) & ~(faction << 1) & ~(faction >> 4)
    if fours == 0:
        return 0
    free = ~((faction << 8) | (faction >> 8))
    free &= free >> 1
    free &= free >> 2
    return fours & free & ~(haunted | (haunted >> 1) | (haunted >> 2) | (haunted >> 3))


@rule
def line_starts(faction: int, haunted: int) -> int:
    pairs = faction & (faction >> 8)
    fours = pairs & (pairs >> 16) & ~(faction << 8) & ~(faction >> 32)
    if fours == 0:
        return 0
    free = ~((faction << 1) | (faction >> 1))
    free &= free >> 8
    free &= free >> 16
    return fours & free & ~(haunted | (haunted >> 8) | (haunted >> 16) | (haunted >> 24))


@rule
def bastion_starts(faction: int, haunted: int) -> int:
    pairs = faction & (faction >> 1)
    fours = pairs & (pairs >> 8)
    if fours == 0:
        return 0
    rows = ~((faction << 1) | (faction >> 2))  # below the lower, above the upper tile
    columns = ~((faction << 8) | (faction >> 16))  # left of the left, right of the right tile
    free = rows & (rows >> 8) & columns & (columns >> 1)
    return fours & free & ~(haunted | (haunted >> 1) | (haunted >> 8) | (haunted >> 9))


@rule
def towers(s: State, p: int) -> int:
    haunted = haunted_cell(s, p)
    found = 0
    for i in range(4):
        found += count_bits(tower_starts(s.factions[p][i], haunted))
    return found


@rule
def lines(s: State, p: int) -> int:
    haunted = haunted_cell(s, p)
    found = 0
    for i in range(4):
        found += count_bits(line_starts(s.factions[p][i], haunted))
    return found


@rule
def bastions(s: State, p: int) -> int:
    haunted = haunted_cell(s, p)
    found = 0
    for i in range(4):
        found += count_bits(bastion_starts(s.factions[p][i], haunted))
    return found


@rule
def in_tower(s: State, p: int, cell: int) -> int:
    """Whether the tile in a cell is part of a tower."""
    haunted = haunted_cell(s, p)
    for i in range(4):
        if s.factions[p][i] >> cell & 1 == 1:
            starts = tower_starts(s.factions[p][i], haunted)
            return 1 if (starts | (starts << 1) | (starts << 2) | (starts << 3)) >> cell & 1 == 1 else 0
    return 0
