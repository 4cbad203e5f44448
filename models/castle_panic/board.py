"""The round board, and a Monster on it as one integer.

Arcs are 0..5 inside the program and 1..6 wherever a person sees them. A Monster is packed so that sorting the integers sorts by ring, arc, kind, health:
the state keeps its Monsters sorted, so two boards with the same Monsters are the same bytes.

    ring (3 bits) | arc (3) | kind of token (7) | health left (4) | marks (14)
"""

from __future__ import annotations

from castlewise.models.kernel import rule

RINGS = ("forest", "archer", "knight", "swordsman", "castle")
FOREST, ARCHER, KNIGHT, SWORDSMAN, CASTLE = range(5)

COLOURS = ("red", "green", "blue")
RED, GREEN, BLUE = range(3)
EVERY_COLOUR = 0b111
ARCS = 6

RING_UNIT = 1 << 28
ARC_UNIT = 1 << 25
KIND_UNIT = 1 << 18
HEALTH_UNIT = 1 << 14
MARKS = HEALTH_UNIT - 1
TARRED = 1
ATTACKING = 2  # has moved against a structure; who is hurt is still open; the other marks belong to expansions

# Health by ring and colour, packed into one integer: a cell of five bits for each ring outside the Forest and each colour, the fifth bit kept free as a guard
# so that one subtraction compares all cells at once.
CELL_BITS = 5
MOST_IN_CELL = 15
ONE_IN_EACH_CELL = sum(1 << (CELL_BITS * cell) for cell in range(12))
GUARDS = ONE_IN_EACH_CELL << (CELL_BITS - 1)


@rule
def cell_of(ring: int, colour: int) -> int:
    return ((ring - 1) * 3 + colour) * CELL_BITS


@rule
def cells_with(packed: int, least: int) -> int:
    """The guard bits of all cells that hold at least so much; a cell counts no further than MOST_IN_CELL."""
    return ((packed | GUARDS) - min(least, MOST_IN_CELL) * ONE_IN_EACH_CELL) & GUARDS


@rule
def monster(kind: int, ring: int, arc: int, health: int) -> int:
    return ring * RING_UNIT + arc * ARC_UNIT + kind * KIND_UNIT + health * HEALTH_UNIT


@rule
def ring_of(m: int) -> int:
    return m // RING_UNIT


@rule
def arc_of(m: int) -> int:
    return (m // ARC_UNIT) & 7


@rule
def space_of(m: int) -> int:
    """Ring and arc together, for comparing two Monsters' spaces."""
    return m // ARC_UNIT


@rule
def kind_of(m: int) -> int:
    return (m // KIND_UNIT) & 127


@rule
def health_of(m: int) -> int:
    return (m // HEALTH_UNIT) & 15


@rule
def colour_of(arc: int) -> int:
    """Arcs 1-2 are red, 3-4 green, 5-6 blue."""
    return arc // 2


@rule
def clockwise(arc: int, steps: int) -> int:
    return (arc + steps + ARCS) % ARCS


@rule
def opposite(arc: int) -> int:
    return (arc + 3) % ARCS
