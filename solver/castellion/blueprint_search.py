"""Find the blueprints and write blueprints.py: `python -m castlewise.solver.castellion.blueprint_search solver/castellion/blueprints.py`, about a minute.

For each sequence of ordeals it goes through the ways to have the formations of all of them in one castle, in every order of building, and keeps those for which
the castle is smallest when the ordeals are met: few tiles below the formations, few formations that serve one ordeal only.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import combinations, permutations, product
from pathlib import Path
from textwrap import wrap

from castlewise.models.castellion.ordeals import ASSAULTS, EXAMS, SIMULATIONS, Ordeal
from castlewise.models.castellion.state import LARGEST
from castlewise.solver.castellion.placements import (
    CELLS,
    NAMES,
    NUMBER,
    PLACEMENTS,
    ROWS,
    TYPES,
    Need,
    Places,
    cells,
    in_front,
    together,
    with_supports,
)

KEPT = 128  # blueprints of a family
MOST_PACKINGS = 20_000  # more are sampled
FORMATION = 2  # what a formation costs besides its tiles, in tiles

Rated = list[tuple[int, Places]]  # the cost of a blueprint first
Family = tuple[list[Need], int, Rated]

HEADER = '''"""Blueprints for the greedy player, found by blueprint_search.py. Do not edit: run that module.

A family has the formations that its ordeals ask for (towers, bastions, lines), the rows that go between the first and the second, and the blueprints:
words with a letter for each place (see placements.py). With rows that go, the places for the first ordeal come first; else of each type those in front
serve the first ordeal.
"""

from __future__ import annotations

FAMILIES: tuple[tuple[tuple[tuple[int, int, int], ...], int, str], ...] = (
'''


def need_of(card: Ordeal) -> Need:
    return (card.towers, card.bastions, card.lines)


def packings(need: Need) -> list[Places]:
    """All sets of places that hold so many formations without sharing a cell."""

    def more(found: Places, taken: int, left: Sequence[int]) -> Iterator[Places]:
        if not left:
            yield found
            return
        for place in range(found[-1] + 1 if found else 0, len(PLACEMENTS)):
            if TYPES[place] == left[0] and CELLS[place] & taken == 0:
                yield from more((*found, place), taken | CELLS[place], left[1:])

    return list(more((), 0, [kind for kind in range(3) for _ in range(need[kind])]))


def size(places: Places) -> int:
    """The tiles of the smallest castle with formations at some places."""
    return with_supports(cells(places)).bit_count()


def in_order(needs: list[Need], every_order: bool, chance: random.Random) -> Rated:
    """Blueprints for ordeals that all meet the same castle, in the best order of building or in all."""
    found = packings(together(needs))
    if len(found) > MOST_PACKINGS:
        found = chance.sample(found, MOST_PACKINGS)
    rated: Rated = []
    for packing in found:
        types = [tuple(place for place in packing if TYPES[place] == kind) for kind in range(3)]
        orders: dict[tuple[Places, ...], tuple[int, Places]] = {}
        for order in product(*map(permutations, types)):
            blueprint = tuple(place for places in order for place in places)
            built = [in_front(blueprint, need) for need in needs]
            orders.setdefault(tuple(tuple(sorted(places)) for places in built), (sum(map(size, built)), blueprint))
        rated += orders.values() if every_order else [min(orders.values())]
    return rated


def over_a_foundation(first: Need, last: Need) -> Rated:
    """Blueprints for the exams: formations for the first, of which those on the ground go with it, and above the ground all that the last one asks for."""
    rated: Rated = []
    for low in packings(last):
        raised = [(kind, column, row + 1) for kind, column, row in (PLACEMENTS[place] for place in low)]
        if any(row + ROWS[kind] > LARGEST for kind, _, row in raised):
            continue
        above = tuple(NUMBER[placement] for placement in raised)
        taken = cells(above)
        ground = [place for place, (_, _, row) in enumerate(PLACEMENTS) if row == 0 and CELLS[place] & taken == 0]
        options = [combinations([place for place in (*above, *ground) if TYPES[place] == kind], first[kind]) for kind in range(3)]
        for chosen in product(*options):
            begun = tuple(place for places in chosen for place in places)
            if cells(begun).bit_count() == 4 * len(begun):
                blueprint = begun + tuple(place for place in above if place not in begun)
                rated.append((size(begun) + size(blueprint) + FORMATION * len(blueprint), blueprint))
    return rated


def families(chance: random.Random) -> Iterator[Family]:
    exam = need_of(EXAMS[0].cards[0])
    for last in EXAMS[2].cards:
        yield [exam, need_of(last)], EXAMS[1].cards[0].rows, over_a_foundation(exam, need_of(last))
    for cards in product(*(number.cards for number in SIMULATIONS)):
        needs = [need_of(card) for card in cards]
        yield needs, 0, in_order(needs, False, chance)
    # Against Assaults bastions help whatever the card.
    needs = [next(need_of(card) for card in number.cards if card.bastions) for number in ASSAULTS]
    yield needs, 0, in_order(needs, True, chance)


def main(place: str) -> None:
    chance = random.Random(1)
    lines = [HEADER]
    for needs, rows, rated in families(chance):
        chance.shuffle(rated)
        rated.sort(key=lambda entry: entry[0])
        words = " ".join("".join(NAMES[place] for place in blueprint) for _, blueprint in rated[:KEPT])
        lines.append(f"    (\n        {tuple(needs)},\n        {rows},\n")
        lines += [f'        "{part} "\n' for part in wrap(words, 120)]
        lines[-1] = lines[-1].replace(' "\n', '",\n')
        lines.append("    ),\n")
    write_file(place, "".join(lines) + ")\n")


if __name__ == "__main__":
    main(sys.argv[1])
