"""The skeleton of a castle as a CP-SAT problem: where the formations of one ordeal stand and how high the columns under them are. No tiles in between.

Every castle that meets the ordeal has such a skeleton, so what is impossible here is impossible, and no castle has fewer tiles than the smallest one. It
is a twentieth of the size of the castle model, and settles in milliseconds the crowded castles over which that one broods.
"""

from __future__ import annotations

from ortools.sat.python import cp_model

from castlewise.models.castellion.castle_question import CastleQuestion, size_of
from castlewise.models.castellion.formation_places import places
from castlewise.models.castellion.ordeals import Ordeal
from castlewise.models.castellion.tiles import DEFENDERS, FACTIONS

total = cp_model.LinearExpr.sum


class SkeletonModel:
    """`spent` is how many tiles the skeleton adds to the castle that stands."""

    def __init__(self, question: CastleQuestion, ordeal: Ordeal) -> None:
        self.model = model = cp_model.CpModel()
        cells = [(column, row) for column in range(question.width) for row in range(question.height)]
        taken = {cell: model.new_bool_var("") for cell in cells}
        covered: dict[tuple[int, int], list[cp_model.IntVar]] = {cell: [] for cell in cells}
        for column, row in cells:
            if row:
                model.add_implication(taken[column, row], taken[column, row - 1])
            else:
                model.add_bool_or(taken[column, row])
        offsets = range(question.width - len(question.castle) + 1) if question.castle else range(1)
        here = [model.new_bool_var("") for _ in offsets]
        model.add_exactly_one(here)
        standing = [_standing(question, offset) for offset in offsets]
        for at, tiles in zip(here, standing, strict=True):
            model.add_bool_and([taken[cell] for cell in tiles]).only_enforce_if(at)
        wanted = (ordeal.towers, ordeal.bastions, ordeal.lines)
        numbers: list[list[cp_model.IntVar]] = [[], [], []]
        drawn: dict[tuple[int, int], list[cp_model.IntVar]] = {}
        weights: dict[tuple[int, int], list[int]] = {}
        for place in places(question.width, question.height):
            if not wanted[place.type]:
                continue
            covers = model.new_bool_var("")
            numbers[place.type].append(covers)
            for cell in place.cells:
                covered[cell].append(covers)
            factions = [model.new_bool_var("") for _ in FACTIONS]
            model.add_exactly_one([*factions, covers.negated()])
            for n, (at, tiles) in enumerate(zip(here, standing, strict=True)):
                for faction, stands in enumerate(factions):
                    inside = [tiles[cell] for cell in place.cells if cell in tiles]
                    around = [tiles[cell] for cell in place.ring if cell in tiles]
                    if any(theirs != faction for theirs in inside) or faction in around:
                        model.add_bool_or(at.negated(), stands.negated())
                    drawn.setdefault((n, faction), []).append(stands)
                    weights.setdefault((n, faction), []).append(4 - len(inside))
        for (n, faction), literals in drawn.items():
            supply = sum(question.left[3 * faction : 3 * faction + 3])
            if sum(weights[n, faction]) > supply:
                model.add(cp_model.LinearExpr.weighted_sum(literals, weights[n, faction]) <= supply).only_enforce_if(here[n])
        for cell in cells:
            if covered[cell]:
                model.add(total(covered[cell]) <= taken[cell])
        for count, literals in zip(wanted, numbers, strict=True):
            if count:
                model.add(total(literals) >= count) if literals else model.add_bool_or([])
        self.spent = total(list(taken.values())) - size_of(question.castle)


def _standing(question: CastleQuestion, offset: int) -> dict[tuple[int, int], int]:
    """The faction in each cell of the castle that stands, with it so far from the left; none for a tile that no formation has."""
    found = {}
    for column, tiles in enumerate(question.castle):
        for row, kind in enumerate(tiles):
            haunted = question.haunted == (column, row)
            found[column + offset, row] = -1 if kind >= DEFENDERS or haunted else kind // 3
    return found
