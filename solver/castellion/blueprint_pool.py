"""The pool of blueprints that a castle can still become: kept from decision to decision, the best in rollouts first, and others made of them.

What a castle costs by a blueprint tells little about how often one wins by it, so it decides only which of the new ones are tried; who stays is decided by
rollouts (move_race.py).
"""

from __future__ import annotations

from castlewise.models.bits import count_bits
from castlewise.models.castellion.rules.castle import beside, haunted_cell, occupied, width_of
from castlewise.models.castellion.state import COLUMN, FLOOR, Rules, State
from castlewise.models.kernel import Ints, rule
from castlewise.models.randomness import below
from castlewise.solver.castellion.blueprint_costs import best_offset
from castlewise.solver.castellion.blueprint_rolls import (
    AGENDA,
    ALL_CELLS,
    GAMES,
    ORDEALS,
    PLACE_CELLS,
    PLACE_RINGS,
    PLACES,
    RESULT,
    ROLL,
    SHEET,
    SOON_CELLS,
    fill_up,
    first_asking,
    go_on,
    missing_type,
    mutate,
    write_agenda,
    write_sheets,
)
from castlewise.solver.castellion.follower import AGENDAS, FOLLOWED, IN_PASSING, MOST_ROLLS, OFFSET, ROOT_MET, target
from castlewise.solver.castellion.worth import LOST

COST = 1  # in the first sheet of a roll: 16 times the cost of the castle by it, plus the offset
SPARE = MOST_ROLLS - 1  # the roll that new blueprints are tried in
FRESH = 6  # one new blueprint in so many is made from nothing
BEGUN = 2  # tiles of a place that count as a beginning
INCOMPLETE = 150  # what a blueprint costs more that is not for all ordeals to come
FEW = 4
PROVED_PERCENT = 60  # of the pool that stays from decision to decision; the rest is new
EMPTY = -1  # in ROOT_MET: there is no pool yet


@rule
def start_of(p: int, k: int) -> int:
    return (p * MOST_ROLLS + k) * ROLL


@rule
def copy_roll(roll: Ints, into: int, start: int) -> None:
    for i in range(ROLL):
        roll[into + i] = roll[start + i]


@rule
def complete(roll: Ints, start: int, p: int, met: int, mind: Ints) -> int:
    for number in range(met, ORDEALS):
        if missing_type(roll, start, mind, AGENDAS + p * AGENDA, met, number) >= 0:
            return 0
    return 1


@rule
def rate(r: Rules, s: State, p: int, start: int, roll: Ints, mind: Ints) -> int:
    """Write the sheets of a roll and what the castle costs by it."""
    write_sheets(r, roll, start, mind, AGENDAS + p * AGENDA, s.met)
    value = best_offset(r, s, p, target(s, p, mind), LOST, roll, start + SHEET, mind, IN_PASSING)
    if value < LOST * 16 and complete(roll, start, p, s.met, mind) == 0:
        value += INCOMPLETE * 16
    roll[start + COST] = value
    return value


@rule
def keeps_foundation_open(r: Rules, cells: int, taken: int) -> int:
    """Expert level: whether a place has cells of the foundation that are still empty. There a formation spares tiles, but without a foundation all is lost."""
    return 1 if r.formation_powers == 1 and cells & FLOOR & ~taken != 0 else 0


@rule
def places_left(r: Rules, s: State, p: int, tiles: int) -> int:
    """The places, as a set, where a formation stands or can still be built as far as its own cells tell, with so many tiles of it at least."""
    found = 0
    for offset in range(r.width - width_of(s, p) + 1):
        up = offset * COLUMN
        taken = occupied(s, p) << up
        haunted = haunted_cell(s, p) << up
        empty = r.cells & ~taken
        dead = haunted | (beside(haunted) & empty)
        dead |= beside(s.shapes[p][0] << up) & beside(s.shapes[p][1] << up) & beside(s.shapes[p][2] << up) & empty & ~FLOOR
        for place in range(len(PLACE_CELLS)):
            cells = int(PLACE_CELLS[place])
            if (
                cells & ~r.cells != 0
                or cells & dead != 0
                or count_bits(cells & taken) < tiles
                or keeps_foundation_open(r, cells, taken) == 1
            ):
                continue
            for faction in range(4):
                board = s.factions[p][faction] << up
                if int(PLACE_RINGS[place]) & board == 0 and cells & taken & ~board == 0:
                    found |= 1 << place
    return found


@rule
def in_pool(roll: Ints, p: int, count: int, start: int) -> int:
    """Whether some roll of the pool has the same cells to fill and costs the same: as good as the same blueprint."""
    for k in range(count):
        other = start_of(p, k)
        if (
            roll[other + COST] == roll[start + COST]
            and roll[other + SHEET + ALL_CELLS] == roll[start + SHEET + ALL_CELLS]
            and roll[other + SHEET + SOON_CELLS] == roll[start + SHEET + SOON_CELLS]
        ):
            return 1
    return 0


@rule
def keep(r: Rules, s: State, p: int, behind: int, count: int, roll: Ints, mind: Ints) -> int:
    """Look at the rolls again after a change of the castle, with so many ordeals gone by; those that are lost or double leave. Returns how many are left."""
    kept = 0
    for k in range(count):
        start = start_of(p, k)
        if behind > 0:
            go_on(roll, start, behind)
        if (
            complete(roll, start, p, s.met, mind) == 1
            and rate(r, s, p, start, roll, mind) < LOST * 16
            and in_pool(roll, p, kept, start) == 0
        ):
            if kept < k:
                copy_roll(roll, start_of(p, kept), start)
            kept += 1
    return kept


@rule
def breed(
    r: Rules, s: State, p: int, proved: int, count: int, most: int, attempts: int, last: int, roll: Ints, mind: Ints, source: Ints
) -> int:
    """Try new blueprints, by chance or from those of the pool, more often from the first. Returns how many there are then.

    The first `proved` of the pool stay; of the others a cheaper one takes the place of the dearest. Those made from nothing are for the ordeals up to `last`.
    """
    spare = start_of(p, SPARE)
    agenda = AGENDAS + p * AGENDA
    possible = places_left(r, s, p, 0)
    begun = places_left(r, s, p, BEGUN)
    for _ in range(attempts):
        if count == 0 or below(source, FRESH) == 0:
            roll[spare + PLACES] = 0
            roll[spare + RESULT], roll[spare + GAMES] = 0, 0
            made = fill_up(roll, spare, mind, agenda, s.met, last, possible, begun, source)
        else:
            made = mutate(
                roll, start_of(p, min(below(source, count), below(source, count))), spare, mind, agenda, s.met, possible, begun, source
            )
        if made == 0:
            continue
        value = rate(r, s, p, spare, roll, mind)
        if value >= LOST * 16 or in_pool(roll, p, count, spare) == 1:
            continue
        if count < most:
            copy_roll(roll, start_of(p, count), spare)
            count += 1
            continue
        worst = proved
        for k in range(proved + 1, count):
            if roll[start_of(p, k) + COST] > roll[start_of(p, worst) + COST]:
                worst = k
        if value < roll[start_of(p, worst) + COST]:
            copy_roll(roll, start_of(p, worst), spare)
    return count


@rule
def better(roll: Ints, one: int, other: int) -> int:
    """Whether the rollouts of a blueprint came to more than those of another; of two that are equal in that, the cheaper one."""
    gap = roll[one + RESULT] * max(1, roll[other + GAMES]) - roll[other + RESULT] * max(1, roll[one + GAMES])
    return 1 if gap > 0 or (gap == 0 and roll[one + COST] < roll[other + COST]) else 0


@rule
def put_best_first(roll: Ints, p: int, count: int) -> None:
    spare = start_of(p, SPARE)
    for i in range(count - 1):
        best = i
        for k in range(i + 1, count):
            if better(roll, start_of(p, k), start_of(p, best)) == 1:
                best = k
        if best != i:
            copy_roll(roll, spare, start_of(p, i))
            copy_roll(roll, start_of(p, i), start_of(p, best))
            copy_roll(roll, start_of(p, best), spare)


@rule
def renew(r: Rules, s: State, most: int, attempts: int, roll: Ints, mind: Ints, counts: Ints, source: Ints) -> None:
    """Bring the pools of all players up to a position. `counts` has how many rolls each has, and is kept from one decision to the next."""
    behind = s.met - mind[ROOT_MET]
    for p in range(r.players):
        write_agenda(r, s, p, mind, AGENDAS + p * AGENDA)
        if mind[ROOT_MET] == EMPTY or behind < 0:
            counts[p] = 0
        tries = attempts if counts[p] > 0 and behind == 0 else attempts * 8
        counts[p] = keep(r, s, p, behind, counts[p], roll, mind)
        put_best_first(roll, p, counts[p])
        proved = min(counts[p], most * PROVED_PERCENT // 100)
        counts[p] = breed(r, s, p, proved, proved, most, tries, ORDEALS - 1, roll, mind, source)
        if counts[p] < FEW:
            # Hardly a blueprint for all ordeals: some for the next formations alone.
            last = first_asking(mind, AGENDAS + p * AGENDA, s.met)
            counts[p] = breed(r, s, p, counts[p], counts[p], most, attempts, last, roll, mind, source)
        if counts[p] == 0:
            # No blueprint is possible: only the rows that must stand are left to build.
            roll[start_of(p, 0) + PLACES] = 0
            roll[start_of(p, 0) + RESULT], roll[start_of(p, 0) + GAMES] = 0, 0
            rate(r, s, p, start_of(p, 0), roll, mind)
            counts[p] = 1
        mind[FOLLOWED + p] = 0
        mind[OFFSET + p] = roll[start_of(p, 0) + COST] % 16
    mind[ROOT_MET] = s.met
