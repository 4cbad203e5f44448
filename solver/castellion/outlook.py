"""What the ordeals to come ask of a castle, as the greedy player sees it: which blueprints to build by, which rows must stand, how many tiles it takes.

The answer lies in the working buffer, in the places named here: `worth.py` reads it for every castle that it compares.
"""

from __future__ import annotations

from castlewise.models.castellion.state import FLOOR, Rules, State
from castlewise.models.kernel import Ints, rule
from castlewise.solver.castellion.blueprint_tables import SITUATIONS

# Places in the working buffer. Below them are the prices of the 61 places for a formation, twice, and one that is always 0 (see worth.py).
TARGET = 123  # tiles that, with four for each bastion, survive the next penalty
NEED, LATER = 124, 127  # towers, bastions, lines: of the next ordeal that asks for some, and of all
SINKING = 130  # rows that an ordeal in between destroys
FROM, TO, SOON, SIZE = 131, 132, 133, 134  # the blueprints: first, last + 1, formations for the next ordeal, formations in all
SHIFT = 135  # rows that the next ordeal destroys: everything is built so much higher
STANDING = 136  # cells that have to be filled, whatever the formations
STANDING_COST = 159  # what an empty one of them costs

STANDING_CELL = 4
STANDING_CELL_OF_TWO = 12  # both foundations must be complete before the first ordeal, and draws are shared
BASTIONS_FOR_ASSAULTS = (2, 3, 5)  # what the bastion cards ask for; each spares tiles of the other cards' penalties


@rule
def meets(r: Rules, s: State, number: int, p: int) -> int:
    """Whether an ordeal will be a player's: two take turns. Who is first is open until then; here it is player 0."""
    if r.players == 1:
        return 1
    first = 2 - s.champion if s.met > 0 else 0
    return 1 if (first + number - s.met) % 2 == p else 0


@rule
def look_ahead(r: Rules, s: State, p: int, passed: int, out: Ints) -> None:
    """Note what the ordeals to come ask of a player, the first `passed` of them left out."""
    for i in range(TARGET, STANDING + 1):
        out[i] = 0
    rows = 1
    asked = 0
    for number in range(s.met + passed, 3):
        if meets(r, s, number, p) == 0:
            continue
        card = s.card[number] - 1
        if card >= 0 and r.rows[number][card] > 0:
            rows = max(rows, r.rows[number][card] + 1)
            if asked == 0:
                out[SHIFT] = r.rows[number][card]
            elif out[SINKING] == 0 and out[SHIFT] == 0:
                out[SINKING] = r.rows[number][card]
                for kind in range(3):
                    out[LATER + kind] = 0
            continue
        if card < 0:
            rows = max(rows, number + 2)  # it may be an Earthworm
        if asked == 0:
            note_penalty(r, number, card, out)
        for kind in range(3):
            count = asked_for(r, number, card, kind)
            if asked == 0:
                out[NEED + kind] = count
            out[LATER + kind] = max(out[LATER + kind], count)
        asked = 1
    out[STANDING] = FLOOR * ((1 << rows) - 1) & r.cells
    out[STANDING_COST] = STANDING_CELL if r.players == 1 else STANDING_CELL_OF_TWO
    choose_blueprints(out)


@rule
def asked_for(r: Rules, number: int, card: int, kind: int) -> int:
    """How many formations of a type to build for an ordeal. Where bastions spare tiles they help against every card, known or not."""
    if card < 0 or (r.formation_powers == 1 and r.penalty[number][card] > 0):
        return BASTIONS_FOR_ASSAULTS[number] if kind == 1 else 0
    if kind == 0:
        return r.towers[number][card]
    return r.bastions[number][card] if kind == 1 else r.lines[number][card]


@rule
def note_penalty(r: Rules, number: int, card: int, out: Ints) -> None:
    for other in range(r.cards[number]):
        if (card < 0 or card == other) and r.penalty[number][other] > 0:
            out[TARGET] = max(out[TARGET], r.width + r.penalty[number][other])


@rule
def choose_blueprints(out: Ints) -> None:
    """The situation of the tables that is nearest to what is asked; none if no formation is."""
    if out[LATER] + out[LATER + 1] + out[LATER + 2] == 0:
        return
    nearest = 1 << 30
    for k in range(len(SITUATIONS)):
        distance = 0
        for i in range(SINKING + 1 - NEED):
            distance += abs(int(SITUATIONS[k, i]) - out[NEED + i])
        if distance < nearest:
            nearest = distance
            for i in range(4):
                out[FROM + i] = int(SITUATIONS[k, SINKING + 1 - NEED + i])
