"""The words of both written forms: what a stage is called, and the keys for what is rarely worth saying."""

from __future__ import annotations

from castlewise.models.castellion import stages

# A stage in writing is a stage of the game and, where tiles are destroyed, what for.
STAGES = {
    "setup": (stages.SET_UP, 0),  # read on to the first thing that happens in it
    "turn-up": (stages.TURN_UP_CARD, 0),
    "prophet": (stages.CHOOSE_PROPHET, 0),
    "draw-vigil": (stages.DRAW_VIGIL, 0),
    "turn": (stages.TURN, 0),
    "draw-safe": (stages.DRAW_SAFE, 0),
    "draw-standard": (stages.DRAW_STANDARD, 0),
    "use": (stages.USE, 0),
    "traitor": (stages.FACE_TRAITOR, 0),
    "haunt": (stages.HAUNT_COLUMN, 0),
    "juggle": (stages.JUGGLE, 0),
    "reveal": (stages.REVEAL_FROM, 0),
    "reveal-safe": (stages.REVEAL_SAFE, 0),
    "reveal-standard": (stages.REVEAL_STANDARD, 0),
    "recover": (stages.RECOVER, 0),
    "fire": (stages.DESTROY_TILES, stages.FIRE),
    "move": (stages.SHIFT, 0),
    "donate": (stages.DESTROY_TILES, stages.DONATION),
    "pay-traitor": (stages.DESTROY_TILES, stages.TRAITOR_PRICE),
    "pay-champion": (stages.DESTROY_TILES, stages.CHAMPION_PRICE),
    "choose-card": (stages.CHOOSE_CARD, 0),
    "turn-over": (stages.TURN_OVER_CARD, 0),
    "who": (stages.WHO_MEETS, 0),
    "meet-card": (stages.MEET_CARD, 0),
    "penalty": (stages.DESTROY_TILES, stages.PENALTY),
    "pay-prison": (stages.DESTROY_TILES, stages.PRISON_PRICE),
}
OUTCOMES = {
    "won": stages.WON,
    "lost-formations": stages.LOST_FORMATIONS,
    "lost-foundation": stages.LOST_FOUNDATION,
    "lost-pantry": stages.LOST_PANTRY,
    "lost-prison": stages.LOST_PRISON,
    "lost-haunted": stages.LOST_HAUNTED,
}
STAGE_NAMES = (*STAGES, *OUTCOMES)
NAMED_STAGES = {stage: name for name, stage in STAGES.items()}
NAMED_OUTCOMES = {outcome: name for name, outcome in OUTCOMES.items()}

SETTING_UP = ("setup", "turn-up", "prophet", "draw-vigil")
MEETING = ("who", "meet-card", "penalty", "pay-prison")  # in the middle of an encounter, which interrupted something
DESTROYING = ("fire", "donate", "pay-traitor", "pay-champion", "penalty", "pay-prison")

# The keys that are written only where they are not what one expects, by the form of their value.
FLAGS = ("received", "gift", "pawn-used")
NUMBERS = ("due", "reveals")
CARD_NUMBERS = ("turning", "prophet")
PLAYERS = ("meets", "champion")
ONE_TILE = ("hand", "vigil")
EXTRAS = (
    "hand", "received", "gift", "revealed", "recovering", "due", "sweep", "meets", "during", "turning", "reveals",
    "vigil", "prophet", "pawn-used", "haunted", "prison", "pantry", "champion",
)  # fmt: skip
HIDDEN = "hidden"  # a card that lies face down or is not turned up yet
BEFORE_A_TURN = "turn"  # the one thing `during` says: the encounter came before a turn, which follows
