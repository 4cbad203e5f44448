"""The blueprints as arrays that the kernel reads: for each situation (what the next ordeal asks for, and what all do) the layouts to choose from.

A family of blueprints serves a sequence of ordeals; every stage of that sequence is a situation of its own, made here: what only an ordeal of the past
asked for is left out, and what stood in rows that are gone, too. So a castle that was built by a blueprint finds it again after an ordeal.
"""

from __future__ import annotations

import numpy as np

from castlewise.solver.castellion.blueprints import FAMILIES
from castlewise.solver.castellion.placements import CELLS, NAMES, Need, Places, cells, in_front, sunk, together, with_supports

NO_PLACE = len(CELLS)
MOST_PLACES = 8
ONE, RATIO = 1 << 28, 0.92  # what a blueprint counts at no cost, and how that falls with each point of cost
COSTS = 400


def stages(needs: tuple[Need, ...], rows: int, blueprint: Places) -> list[tuple[tuple[int, ...], Places, Places]]:
    """For each ordeal of the sequence: the situation, the places for the next ordeal, those for later."""
    if rows:
        soon = sum(needs[0])
        return [
            ((*needs[0], *needs[1], rows), blueprint[:soon], blueprint[soon:]),
            ((*needs[1], *needs[1], 0), sunk(blueprint, rows), ()),
        ]
    found: list[tuple[tuple[int, ...], Places, Places]] = []
    for i, need in enumerate(needs):
        later = together(needs[i:])
        first = in_front(blueprint, need)
        rest = tuple(place for place in in_front(blueprint, later) if place not in first)
        found.append(((*need, *later, 0), first, rest))
    return found


def by_situation() -> dict[tuple[int, ...], list[tuple[Places, Places]]]:
    """The layouts of each situation, each once."""
    found: dict[tuple[int, ...], dict[tuple[Places, Places], None]] = {}
    for needs, rows, words in FAMILIES:
        for word in words.split():
            blueprint = tuple(NAMES.index(letter) for letter in word)
            for situation, soon, later in stages(needs, rows, blueprint):
                found.setdefault(situation, {})[tuple(sorted(soon)), tuple(sorted(later))] = None
    return {situation: list(layouts) for situation, layouts in found.items()}


_SITUATIONS = by_situation()
_LAYOUTS = [layout for layouts in _SITUATIONS.values() for layout in layouts]
_ENDS = np.cumsum([len(layouts) for layouts in _SITUATIONS.values()])

PLACE_CELLS = np.array(CELLS, np.int64)
PLACES = np.array([[*soon, *later, *[NO_PLACE] * (MOST_PLACES - len(soon + later))] for soon, later in _LAYOUTS], np.int16)
SOON_CELLS = np.array([with_supports(cells(soon)) for soon, _ in _LAYOUTS], np.int64)
ALL_CELLS = np.array([with_supports(cells(soon + later)) for soon, later in _LAYOUTS], np.int64)
SITUATIONS = np.array(
    [
        (*situation, end - len(layouts), end, sum(situation[:3]), max(len(soon + later) for soon, later in layouts))
        for end, (situation, layouts) in zip(_ENDS, _SITUATIONS.items(), strict=True)
    ],
    np.int64,
)
COUNTS_FOR = np.array([int(ONE * RATIO**cost) for cost in range(COSTS)], np.int64)
