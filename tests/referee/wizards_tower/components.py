"""What lies in the box of The Wizard's Tower, and what its setup takes out of the base game's."""

from __future__ import annotations

from referee.castle_panic import BOSSES, CARDS, FIGHTERS, FULL_HEALTH, TOKENS

SPECIALS = ("change color", "change range", "double strike", "enchanted", "flaming", "knock back")  # played with a hit card
CASTLE_CARDS = dict.fromkeys(("berserk", *SPECIALS, "never lose hope", "reinforce", "stand together"), 1)

FIREBALLS = {f"{colour} fireball": colour for colour in ("red", "green", "blue")}
WIZARD_CARDS = ("arcane assembly", "azriels fist", *FIREBALLS, "burning blast", "chain lightning", "eye of the oracle")
WIZARD_CARDS += ("extinguishing wind", "hammer of light", "hypnotize", "lightning bolt", "mystical manufacturing", "rain of ice")
WIZARD_CARDS += ("rain of iron", "ring of fire", "teleport", "thalgars blessing", "valadors wave", "wall of force", "war storm")
WIZARD_CARDS += ("wizard quake",)

# The health of the Monsters. The Doppelganger has none.
MONSTERS = {"centaur": 3, "climbing troll": 3, "conjurer": 2, "cyclops": 3, "doppelganger": 0, "gargoyle": 2, "goblin cavalry": 2}
MONSTERS |= {"golem": 3, "ogre": 4, "phoenix": 1}
MEGA_BOSSES = {"basilisk": 5, "chimera": 5, "dragon": 5, "hydra": 4, "necromancer": 4, "warlock": 4}
HEALTH = FULL_HEALTH | MONSTERS | MEGA_BOSSES | {"imp": 1}
FLYING = ("gargoyle", "phoenix", "dragon")
WEAK = {"centaur": "knight", "cyclops": "archer", "golem": "swordsman"}  # any damage there slays
IMMUNE = {"centaur": "archer", "cyclops": "swordsman", "golem": "knight"}  # hit cards do nothing there
ALL_BOSSES = (*BOSSES, "conjurer")
VICTORY_POINTS = HEALTH | dict.fromkeys(ALL_BOSSES, 4) | dict.fromkeys(MEGA_BOSSES, 5) | {"imp": 0}

NEW_TOKENS = dict.fromkeys(MONSTERS, 1) | {"climbing troll": 2, "gargoyle": 2, "goblin cavalry": 2, "ogre": 3, "phoenix": 2}
NEW_TOKENS |= {"flaming boulder": 1, "trebuchet": 1, "imp per tower": 1}
IMPS = 18
HARBINGERS = 3

REMOVED = {"giant boulder": 2, "green monsters move 1": 1, "blue monsters move 1": 1, "red monsters move 1": 1}
REMOVED |= {"goblin": 6, "orc": 6, "troll": 5}
MIX_REMOVED = 21

SHORTAGE = {"orc": 2, "troll": 3, "goblin king": 1, "orc warlord": 1, "troll mage": 1, "healer": 1}
SHORTAGE |= {f"{colour} monsters move 1": 2 for colour in ("blue", "green", "red")}
SHORTAGE |= {"monsters move clockwise": 1, "monsters move counter-clockwise": 1, "plague archers": 1, "plague knights": 1}
SHORTAGE |= {"plague swordsmen": 1, "all players discard 1 card": 1, "draw 3 monster tokens": 1, "draw 4 monster tokens": 1}
SHORTAGE |= {"giant boulder": 2, "cyclops": 1, "centaur": 1, "climbing troll": 2, "doppelganger": 1, "flaming boulder": 1, "gargoyle": 2}
SHORTAGE |= {"goblin cavalry": 2, "golem": 1, "ogre": 3, "phoenix": 2, "trebuchet": 1}
SHORTAGE_BOSSES = ("chimera", "dragon", "warlock")
SHORTAGE_HARBINGERS = 2

OPTIONS = {"death benefit", "flaming tar", "cavalry hobble", "monster shortage", "too quiet", "growing fire"}
OPTIONS |= {"necromancer randomizer", "random monster mix", "solo basilisk", "solo stand together"}


def is_hit_card(card: str) -> bool:
    """The Archers, Knights, Swordsmen and Heroes."""
    return card.endswith((*FIGHTERS, "hero"))


assert sum(CARDS.values()) == 49
assert sum(CASTLE_CARDS.values()) == 10
assert len(WIZARD_CARDS) == 22
assert sum(NEW_TOKENS.values()) == 19
assert sum(TOKENS.values()) - sum(REMOVED.values()) == 27
