"""The stages of a game: what happens next. A stage is a choice, a chance event, or passes by itself.

The number tells which: choices below FIRST_CHANCE, chance from there, and from FIRST_PASSING on the stages that `turn.advance` runs through
without asking anyone.
"""

from __future__ import annotations

OVER = 0

PLACE_STARTING, CLAIM_TOWER, NAME_KING, ASK_DESPERATE, DISCARD_PHASE, TRADE_PHASE, ANSWER_TRADE = 1, 2, 3, 4, 5, 6, 7
PLAY_PHASE, WHO_IS_HURT, GIVE_UP_CARD, CLAIM_BACKUP = 8, 9, 10, 11

FIRST_CHANCE = 32
ROLL_WALL_COUNT, ROLL_WALL, PLACE_BY_CHANCE, ROLL_STARTING, DEAL, DRAW_UP, REPLACE, DRAW_IN_PLAY = 32, 33, 34, 35, 36, 37, 38, 39
DRAW_TOKEN, ROLL_TOKEN, ROLL_CHARGE = 40, 41, 42

FIRST_PASSING = 64
SETUP_TOWERS, SETUP_MONSTERS, NEXT_DEAL, BEGIN_TURN, BEGIN_DRAW_UP, BEGIN_DISCARD, BEGIN_TRADE = 64, 65, 66, 67, 68, 69, 70
BEGIN_PLAY, MOVE_PHASE, STRUCTURES, AFTERMATH, AFTER_MOVE, BEGIN_TOKENS, NEXT_TOKEN, END_TURN = 71, 72, 73, 74, 75, 76, 77, 78

# What `State.outcome` says once a game is over.
UNDECIDED, WON, LOST_TOWERS, LOST_PLAYERS = 0, 1, 2, 3
