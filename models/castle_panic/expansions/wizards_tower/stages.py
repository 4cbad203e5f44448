"""The Wizard's Tower's own stages; castlewise.models.castle_panic.stages says what their numbers mean."""

from __future__ import annotations

CHOOSE_WIZARDS_TOWER, WHICH_DECK, FIRE_ORDER, SECOND_HIT, WAVE_POINT, ASSEMBLE_WALL, ORACLE_KEEP, ORACLE_ORDER = (
    12,
    13,
    14,
    15,
    16,
    17,
    18,
    19,
)
GIVE_UP_ANY, HELP, REPLACE_DOPPELGANGER, GIVE_UP_WIZARD_CARD = 20, 21, 22, 23

ROLL_WIZARDS_TOWER, REMOVE_TOKEN, DRAW_STARTING, DRAW_FOR, DRAW_WIZARD, ROLL_STEP, ROLL_IMPS, ANNOUNCE, RAISE, ORACLE_DRAW = (
    43, 44, 45, 46, 47, 48, 49, 50, 51, 52,
)  # fmt: skip

ROUND_OF_DRAWS, SETTLE = 79, 80
