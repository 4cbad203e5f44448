"""The stages of a game: what happens next. A stage is a choice, a chance event, or passes by itself.

The number tells which: choices below FIRST_CHANCE, chance from there, and from FIRST_PASSING on the stages that `turn.advance` runs through
without asking anyone. A choice with one possibility is passed, too.
"""

from __future__ import annotations

OVER = 0

CHOOSE_PROPHET, TURN, USE, FACE_TRAITOR, JUGGLE, REVEAL_FROM, RECOVER, DESTROY_TILES, SHIFT = 1, 2, 3, 4, 5, 6, 7, 8, 9
HAUNT_COLUMN, CHOOSE_CARD, WHO_MEETS = 10, 11, 12

FIRST_CHANCE = 32
TURN_UP_CARD, DRAW_VIGIL, DRAW_SAFE, DRAW_STANDARD, REVEAL_SAFE, REVEAL_STANDARD, TURN_OVER_CARD, MEET_CARD = 32, 33, 34, 35, 36, 37, 38, 39

FIRST_PASSING = 64
SET_UP, BEGIN_TURN, TILE_DRAWN, NEXT_REVEAL, AFTER_BUILDING, ENCOUNTER, MEET, RESOLVE, ORDEAL_PASSED = 64, 65, 66, 67, 68, 69, 70, 71, 72
AFTER_ORDEAL, TILES_DESTROYED, END_TURN = 73, 74, 75

# What tiles are destroyed for.
TRAITOR_PRICE, PENALTY, PRISON_PRICE, DONATION, CHAMPION_PRICE, FIRE = 1, 2, 3, 4, 5, 6

# Where the tile in hand came from: a drawn one may do more than the others.
DRAWN, RECEIVED = 0, 1

# What `State.outcome` says once a game is over.
UNDECIDED, WON, LOST_FORMATIONS, LOST_FOUNDATION, LOST_PANTRY, LOST_PRISON, LOST_HAUNTED = 0, 1, 2, 3, 4, 5, 6
