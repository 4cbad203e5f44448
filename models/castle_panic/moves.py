"""The verbs of Castle Panic's moves: what players decide and what chance does. castlewise.models.move_code has the form; the target is a Monster."""

from __future__ import annotations

NOTHING = 255  # an unused slot where 0 would mean something

# What players decide.
PLACE, CLAIM, KING, DESPERATE, CARRY_ON, DISCARD, KEEP = 1, 2, 3, 4, 5, 6, 7
TRADE, NO_TRADE, ACCEPT, REFUSE = 8, 9, 10, 11
HIT, NICE_SHOT, ALL_FOR_ONE, SLAY, TAR, DRIVE_BACK, BUILD, FORTIFY = 12, 13, 14, 15, 16, 17, 18, 19
MISSING, DRAW_TWO, SCAVENGE, PLACE_WALL, END_PLAY = 20, 21, 22, 23, 24
HURT, GIVE_UP = 25, 26
# What chance does.
WALL_COUNT, WALL, PLACED, CARD, TOKEN, ROLL = 32, 33, 34, 35, 36, 37
