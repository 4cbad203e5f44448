"""The pieces of The Dark Titan as the referee plays them, and how sure each number is.

What the rulebook prints is certain. What stands only on the cards and tokens is certain if it was read off one, "likely" if it follows from
printed text or several sources agree, "assumed" if there is no source: the tables ``..._SURE`` at the end say which. No other module has a
number of the expansion of its own.
"""

from __future__ import annotations

AGRANOK = "agranok"
HERALD = "herald"
BOOM_TROLL = "boom troll"
SORCERESS = "dark sorceress"
WITHER = "wither"
RESERVE_SQUAD = "reserve squad"
CART = "stonemason's cart"
WAGON = "supply wagon"

COLOURS = ("red", "green", "blue")
BOILING_OIL = tuple(f"{colour} boiling oil" for colour in COLOURS)

CARDS = {"barrage": 1, "cavalier": 1} | dict.fromkeys(BOILING_OIL, 1)
TOKENS = {"elite goblin": 2, "elite orc": 2, "elite troll": 2, HERALD: 5, BOOM_TROLL: 1, SORCERESS: 1, WITHER: 1}
TOKENS |= {f"{colour} plague": 1 for colour in COLOURS}
SUPPORT = (RESERVE_SQUAD, CART, WAGON)
REMOVED = {"goblin": 3, "orc": 4, "troll": 3}
"""Tokens of the base game that stay in the box."""

ELITES = ("elite goblin", "elite orc", "elite troll")
FULL_HEALTH = {"elite goblin": 1, "elite orc": 2, "elite troll": 3, HERALD: 2, BOOM_TROLL: 3, SORCERESS: 3, AGRANOK: 8}
SUPPORT_HEALTH = dict.fromkeys(SUPPORT, 3)
VICTORY_POINTS = {"elite goblin": 2, "elite orc": 3, "elite troll": 4, HERALD: 2, BOOM_TROLL: 3, SORCERESS: 5}

MISSES = (1, 2)
"""Rolls with which a hit card misses an Elite."""
CAVALIERS_DAMAGE = 2
SLAY_DAMAGE = 4
"""What a card that slays does to Agranok."""
WOUNDED_SIDE = 4
"""The highest number on Agranok's wounded side."""
LEAST_HEALTH = 2
"""Agranok's last number, which takes two points of one phase."""

HERALD_EFFECTS = ("each player discards", "all monsters move", "extra token")
"""What the first, second and third Herald on the Agranok card bring."""

NOTHING, BOULDER, PLACE_HERALD, BANISH, MOVE_1, MOVE_2 = "nothing", "boulder", "herald", "banish", "move 1", "move 2"
LEVELS: dict[int, tuple[str, ...]] = {
    1: (),  # no random effect: no die
    2: (NOTHING, NOTHING, NOTHING, BOULDER, BOULDER, BOULDER),
    3: (NOTHING, NOTHING, PLACE_HERALD, PLACE_HERALD, BOULDER, BOULDER),
    4: (PLACE_HERALD, PLACE_HERALD, MOVE_1, MOVE_1, BOULDER, BOULDER),
    5: (BOULDER, BOULDER, BANISH, BANISH, MOVE_1, MOVE_1),
    6: (BANISH, BANISH, BANISH, MOVE_2, MOVE_2, MOVE_2),
}
"""What Agranok's die does at each level, for the rolls 1 to 6."""
PRINTED_LEVELS = (1, 2, 3, 4, 5)
PROMO_LEVEL = 6

CERTAIN, LIKELY, ASSUMED = "certain", "likely", "assumed"
HEALTH_SURE = {
    **dict.fromkeys((*ELITES, HERALD, AGRANOK), CERTAIN),
    BOOM_TROLL: LIKELY,  # its 3 victory points are printed without the "+1" of the Elites
    SORCERESS: ASSUMED,  # her 5 victory points say nothing of it
    **dict.fromkeys(SUPPORT, ASSUMED),  # more than 1, as a fight costs 1 and the benefit is what is left
}
HERALD_EFFECTS_SURE = (ASSUMED, ASSUMED, ASSUMED)
SAME_HERALD_EFFECTS_AT_ALL_LEVELS = LIKELY  # the card may have been drawn blind
LEVELS_SURE = {
    1: CERTAIN,
    2: ASSUMED,
    3: ASSUMED,  # certain only: a discarded Herald is among its effects
    4: ASSUMED,  # certain only: a discarded Herald is among its effects
    5: ASSUMED,
    6: CERTAIN,
}
COUNTS_SURE = CERTAIN  # of each card and token, and what they are worth as trophies
