"""The Wizard's Tower's rows of the component tables: 10 Castle cards, 22 Wizard cards, its Monsters and tokens.

What a newcomer would get wrong: Imps, Harbingers and Mega Bosses are rows like any other, but no Imp and no Mega Boss lies in the pile. A Harbinger
is one row, not six: nobody knows which Mega Boss it announces until it is drawn.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from castlewise.models.castle_panic.board import ARCHER, CASTLE, COLOURS, FOREST, KNIGHT, SWORDSMAN
from castlewise.models.castle_panic.components import BASE, CARD_EFFECTS, TOKEN_EFFECTS, Card, Components, Token
from castlewise.models.provenance import Certainty

NAME = "wizards-tower"

WIZARD_CARD_EFFECTS = (
    "berserk", "change-color", "change-range", "double-strike", "enchanted", "flaming", "knock-back", "never-lose-hope", "reinforce",
    "stand-together", "arcane-assembly", "azriels-fist", "fireball", "burning-blast", "chain-lightning", "eye-of-the-oracle",
    "extinguishing-wind", "hammer-of-light", "hypnotize", "lightning-bolt", "mystical-manufacturing", "rain-of-ice", "rain-of-iron",
    "ring-of-fire", "teleport", "thalgars-blessing", "valadors-wave", "wall-of-force", "war-storm", "wizard-quake",
)  # fmt: skip
(
    BERSERK_CARD, CHANGE_COLOR_CARD, CHANGE_RANGE_CARD, DOUBLE_STRIKE_CARD, ENCHANTED_CARD, FLAMING_CARD, KNOCK_BACK_CARD, NEVER_LOSE_HOPE_CARD,
    REINFORCE_CARD, STAND_TOGETHER_CARD, ARCANE_ASSEMBLY, AZRIELS_FIST, FIREBALL, BURNING_BLAST, CHAIN_LIGHTNING, EYE_OF_THE_ORACLE,
    EXTINGUISHING_WIND, HAMMER_OF_LIGHT, HYPNOTIZE_CARD, LIGHTNING_BOLT, MYSTICAL_MANUFACTURING, RAIN_OF_ICE, RAIN_OF_IRON, RING_OF_FIRE,
    TELEPORT_CARD, THALGARS_BLESSING, VALADORS_WAVE, WALL_OF_FORCE, WAR_STORM, WIZARD_QUAKE,
) = range(len(CARD_EFFECTS), len(CARD_EFFECTS) + len(WIZARD_CARD_EFFECTS))  # fmt: skip

WIZARD_TOKEN_EFFECTS = (
    "conjure", "imps-per-tower", "flaming-boulder", "trebuchet", "harbinger", "discard-to-two", "breathe-fire", "raise-two", "discard-wizard-card",
)  # fmt: skip
CONJURE, IMPS_PER_TOWER, FLAMING_BOULDER, TREBUCHET, HARBINGER, DISCARD_TO_TWO, BREATHE_FIRE, RAISE_TWO, DISCARD_WIZARD_CARD = range(
    len(TOKEN_EFFECTS), len(TOKEN_EFFECTS) + len(WIZARD_TOKEN_EFFECTS)
)

# What sets a Monster apart, one bit each in `Rules.token_traits`.
TRAITS = ("flying", "mega-boss", "climbs", "gallops", "shapeless", "imp", "phoenix", "hydra", "necromancer", "basilisk", "warlock")
FLYING, MEGA_BOSS, CLIMBS, GALLOPS, SHAPELESS, AN_IMP, PHOENIX, HYDRA, NECROMANCER, BASILISK, WARLOCK = (1 << i for i in range(len(TRAITS)))

# How a Mega Boss moves outside the Castle ring, in `Rules.token_step`; all others step towards the Castle.
STEPS = ("plain", "chimera", "dragon", "warlock")
PLAIN_STEP, CHIMERA_STEP, DRAGON_STEP, WARLOCK_STEP = range(len(STEPS))

IMPS = 18
HARBINGERS = 3
MIX_REMOVED = 21  # Random Monster Mix
ROOM_FOR_MONSTERS = 80  # 40 of the base game (a user's file included), 16 of the expansion, 18 Imps, 6 Mega Bosses


@dataclass(frozen=True)
class WizardToken(Token):
    traits: tuple[str, ...] = ()
    step: str = "plain"
    weak_ring: int = 0  # any damage there slays it
    immune_ring: int = 0  # hit cards do nothing there


_FIELD = (ARCHER, KNIGHT, SWORDSMAN)
_WITH_CASTLE = (*_FIELD, CASTLE)
_EVERYWHERE = (FOREST, *_WITH_CASTLE)


def _castle_cards() -> tuple[Card, ...]:
    named = (
        ("berserk", "be"), ("change color", "co"), ("change range", "cr"), ("double strike", "ds"), ("enchanted", "en"), ("flaming", "fl"),
        ("knock back", "kb"), ("never lose hope", "nh"), ("reinforce", "re"), ("stand together", "st"),
    )  # fmt: skip
    return tuple(Card(name, code, 1, name.replace(" ", "-"), certainty=Certainty.CERTAIN) for name, code in named)


def _wizard_cards() -> tuple[Card, ...]:
    """In the order of the rulebook. The rings are the symbols on the card, with the Archer, Knight and Swordsman rings where it hits there."""

    def card(name: str, code: str, rings: tuple[int, ...] = (), effect: str = "", colours: tuple[int, ...] = (0, 1, 2)) -> Card:
        return Card(name, code, 1, effect or name.replace(" ", "-"), rings, colours, certainty=Certainty.CERTAIN)

    return (
        card("arcane assembly", "waa"),
        card("azriels fist", "waf", _EVERYWHERE),
        *(card(f"{name} fireball", f"w{name[0]}f", _EVERYWHERE, "fireball", (colour,)) for colour, name in enumerate(COLOURS)),
        card("burning blast", "wbb", _FIELD),
        card("chain lightning", "wcl", _EVERYWHERE),
        card("eye of the oracle", "weo"),
        card("extinguishing wind", "wew", _EVERYWHERE),
        card("hammer of light", "whl", (FOREST,)),
        card("hypnotize", "why", _WITH_CASTLE),
        card("lightning bolt", "wlb", _WITH_CASTLE),
        card("mystical manufacturing", "wmm"),
        card("rain of ice", "wri", _EVERYWHERE),
        card("rain of iron", "wrn", _WITH_CASTLE),
        card("ring of fire", "wrg", (SWORDSMAN,)),
        card("teleport", "wte", _EVERYWHERE),
        card("thalgars blessing", "wtb"),
        card("valadors wave", "wvw", _EVERYWHERE),
        card("wall of force", "wwf", _WITH_CASTLE),
        card("war storm", "wws", _FIELD),
        card("wizard quake", "wwq", _EVERYWHERE),
    )


def _tokens() -> tuple[Token, ...]:
    flying, mega = "flying", "mega-boss"
    return (
        WizardToken("centaur", "ce", 1, 3, 3, weak_ring=KNIGHT, immune_ring=ARCHER),
        WizardToken("climbing troll", "ct", 2, 3, 3, traits=("climbs",)),
        WizardToken("conjurer", "cj", 1, 2, 4, "conjure", boss=True),
        WizardToken("cyclops", "cy", 1, 3, 3, weak_ring=ARCHER, immune_ring=SWORDSMAN),
        WizardToken("doppelganger", "dg", 1, traits=("shapeless",)),
        WizardToken("flaming boulder", "fb", 1, effect="flaming-boulder"),
        WizardToken("gargoyle", "ga", 2, 2, 2, traits=(flying,)),
        WizardToken("goblin cavalry", "gc", 2, 2, 2, traits=("gallops",)),
        WizardToken("golem", "go", 1, 3, 3, weak_ring=SWORDSMAN, immune_ring=KNIGHT),
        WizardToken("ogre", "og", 3, 4, 4),
        WizardToken("imp per tower", "it", 1, effect="imps-per-tower"),
        WizardToken("phoenix", "ph", 2, 1, 1, traits=(flying, "phoenix")),
        WizardToken("trebuchet", "tb", 1, effect="trebuchet"),
        WizardToken("imp", "im", IMPS, 1, 0, traits=("imp",)),
        WizardToken("harbinger", "ha", 6, effect="harbinger"),
        WizardToken("basilisk", "bk", 1, 5, 5, "discard-to-two", boss=True, traits=(mega, "basilisk")),
        WizardToken("chimera", "cm", 1, 5, 5, "breathe-fire", boss=True, traits=(mega,), step="chimera"),
        WizardToken("dragon", "dr", 1, 5, 5, "breathe-fire", boss=True, traits=(mega, flying), step="dragon"),
        WizardToken("hydra", "hy", 1, 4, 5, boss=True, traits=(mega, "hydra")),
        WizardToken("necromancer", "ne", 1, 4, 5, "raise-two", boss=True, traits=(mega, "necromancer")),
        WizardToken("warlock", "wl", 1, 4, 5, "discard-wizard-card", boss=True, traits=(mega, "warlock"), step="warlock"),
    )


CARDS = (*_castle_cards(), *_wizard_cards())
TOKENS = _tokens()


def with_wizards_tower(components: Components) -> Components:
    """The base game's tables, as they are or with a user's values, and the expansion's rows behind them."""
    if NAME in components.expansions:
        return components
    return replace(
        components,
        cards=(*components.cards, *CARDS),
        tokens=(*components.tokens, *TOKENS),
        expansions=(*components.expansions, NAME),
    )


WIZARDS_TOWER = with_wizards_tower(BASE)

# Kinds that a rule speaks of by name.
FIRST_WIZARD_CARD = WIZARDS_TOWER.card("arcane assembly")
LAST_WIZARD_CARD = WIZARDS_TOWER.card("wizard quake")
DOPPELGANGER, IMP, HARBINGER_TOKEN = (WIZARDS_TOWER.token(name) for name in ("doppelganger", "imp", "harbinger"))
FIRST_MEGA_BOSS, LAST_MEGA_BOSS = WIZARDS_TOWER.token("basilisk"), WIZARDS_TOWER.token("warlock")
CORE_TOKENS = len(BASE.tokens)  # kinds below this are the base game's

MEGA_BOSSES = tuple(token.name for token in WIZARDS_TOWER.tokens[FIRST_MEGA_BOSS : LAST_MEGA_BOSS + 1])

# What the setup takes out of the base game's pile.
REMOVED = {
    "giant boulder": 2, "green monsters move 1": 1, "blue monsters move 1": 1, "red monsters move 1": 1, "goblin": 6, "orc": 6, "troll": 5,
}  # fmt: skip

# Monster Shortage: so many are left of these, none of the rest; of the Mega Bosses, two of three.
SHORTAGE = {
    "orc": 2, "troll": 3, "goblin king": 1, "orc warlord": 1, "troll mage": 1, "healer": 1, "blue monsters move 1": 2, "green monsters move 1": 2,
    "red monsters move 1": 2, "monsters move clockwise": 1, "monsters move counter-clockwise": 1, "plague archers": 1, "plague knights": 1,
    "plague swordsmen": 1, "all players discard 1 card": 1, "draw 3 monster tokens": 1, "draw 4 monster tokens": 1, "giant boulder": 2,
    "cyclops": 1, "centaur": 1, "climbing troll": 2, "doppelganger": 1, "flaming boulder": 1, "gargoyle": 2, "goblin cavalry": 2, "golem": 1,
    "ogre": 3, "phoenix": 2, "trebuchet": 1,
}  # fmt: skip
SHORTAGE_HARBINGERS = 2
SHORTAGE_MEGA_BOSSES = ("chimera", "dragon", "warlock")
