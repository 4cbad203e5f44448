"""The two records every rule works on: the rules in force, and the state of a game.

A castle is a set of bit boards: one bit a cell, eight bits a column (six rows and two that stay empty, so that shifting never runs into the next
column), column 0 first. A tile is a bit in the board of its shape and, if it is a Defender, in that of its faction. A castle always begins in column 0:
where it stands on the table means nothing.
"""

from __future__ import annotations

from typing import Annotated

from castlewise.models.castellion.ordeals import MOST_IN_POOL
from castlewise.models.castellion.tiles import KINDS
from castlewise.models.kernel import Layout, Shape
from castlewise.models.kinds import READ_STEP

COLUMN = 8  # bits from one column to the next
LARGEST = 6  # columns, rows
FLOOR = sum(1 << (COLUMN * column) for column in range(LARGEST))
CHOICES = 256  # room in a list; the longest has well under 100
OUTCOMES = 32

Byte = Annotated[int, Shape("int8")]
Board = Annotated[int, Shape("int64")]
PerKind = Annotated[list[int], Shape("int8", "kinds")]
PerNumber = Annotated[list[int], Shape("int8", "numbers")]
PerCard = Annotated[list[list[int]], Shape("int8", "numbers", "cards")]


class Rules:
    """The rule set in force, as numbers. Fields that are switches are 0 or 1."""

    cells: Board  # the cells a castle may fill
    width: Byte
    area: Byte  # tiles in a full castle
    players: Byte
    powers: Byte  # base and expert level: powers, discarded Traitors, premature encounters
    formation_powers: Byte  # expert level
    face_down: Byte
    vigil: Byte
    prophet: Byte
    premonition: Byte
    prison: Byte
    cold_sweat: Byte
    horror: Byte
    pantry: Byte
    pantry_apart: Byte  # the Pantry's harder variant
    traitors: PerNumber
    cards: PerNumber  # how many there are for a number
    towers: PerCard
    bastions: PerCard
    lines: PerCard
    penalty: PerCard  # 0: missing formations lose the game
    rows: PerCard


class State:
    """A game in progress. The fields of counts come first: they are read many at once (see castlewise.models.kinds)."""

    safe: PerKind
    standard: PerKind
    revealed: PerKind
    discards: PerKind  # what a Chameleon may recover; Traitors that are gone are nowhere
    prison: PerKind
    pantry: Annotated[list[int], Shape("int8", "shapes")]  # tiles still in the Pantry
    factions: Annotated[list[list[int]], Shape("int64", "castles", "factions")]
    shapes: Annotated[list[list[int]], Shape("int64", "castles", "shapes")]
    player: Byte
    stage: Byte  # what happens next: see stages.py
    resume: Byte  # the stage that an encounter goes on with
    hand: Byte  # 1 + kind of the tile being used
    hand_from: Byte  # DRAWN or RECEIVED
    gift: Byte  # the tile being used was donated: its user has a turn afterwards
    recovering: Byte  # 1 + shape of the Chameleon that was discarded
    vigil: Byte  # 1 + kind
    prison_first: Byte  # shapes at the two ends of the prison, the lower first; 0 when there is none
    prison_last: Byte
    pawn: Byte  # the Menace pawn is still in front of the player
    haunted: Byte  # 1 + cell, 0 if no tile is haunted
    haunted_castle: Byte
    met: Byte  # ordeals behind
    card: PerNumber  # 1 + card, 0 while it is not known
    traitors: Byte  # beside the lowest ordeal
    black_traitors: Byte
    prophet: Byte  # 1 + number
    champion: Byte  # 1 + player
    owner: Byte  # whose castle an ordeal or a destruction is about
    purpose: Byte  # what tiles are destroyed for
    due: Byte  # tiles still to destroy
    sweep_column: Byte  # the last tile destroyed: the next is below it or further right
    sweep_row: Byte
    reveals: Byte  # towers whose card is still to be turned over
    number: Byte  # 1 + the card a tower turns over
    outcome: Byte


def layouts() -> dict[str, Layout]:
    sizes = {"kinds": KINDS, "numbers": 3, "cards": MOST_IN_POOL, "castles": 2, "factions": 4, "shapes": 3}
    state = Layout(State, sizes)
    assert state.room_behind("prison") >= READ_STEP, "put the fields of counts further forward"
    return {"Rules": Layout(Rules, sizes), "State": state}
