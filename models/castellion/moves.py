"""The verbs of Castellion's moves: what players decide and what chance does. castlewise.models.move_code has the form.

Columns and rows count from 0 in a move. A *position* to place a tile at is 0 for a new column at the left end, 1 to the width for the top of a
column, and one more for a new column at the right end.
"""

from __future__ import annotations

# What players decide; in brackets the numbers that go with it.
PROPHET = 1  # (number)
DRAW, TAKE, PLACE_PANTRY, MEET_NOW, GIVE_CHAMPION = 2, 3, 4, 5, 6  # (pile), (kind), (position, shape)
PLACE, DISCARD, POWER, SWAP_VIGIL, IMPRISON, DONATE = 7, 8, 9, 10, 11, 12  # (position), IMPRISON (1 + shape of the end, or 0)
PLACE_TRAITOR, DISCARD_TRAITOR, PREMONITION, COLD_SWEAT = 13, 14, 15, 16  # COLD_SWEAT (column)
EXCHANGE, REVEAL, RECOVER_TILE, DESTROY, DESTROY_END, SHIFT_TILE = 17, 18, 19, 20, 21, 22
# EXCHANGE (column, row, 0: with the tile to the right, 1: with the one above), REVEAL (pile), RECOVER_TILE (kind), DESTROY (column, row),
# DESTROY_END (columns), SHIFT_TILE (column, position)
HAUNT, REVEAL_CARD, CHOOSE_WHO = 23, 24, 25  # (column), (number), (player)
# What chance does.
TILE, CARD = 32, 33  # (kind), (number, card)

SAFE_PILE, STANDARD_PILE = 0, 1
