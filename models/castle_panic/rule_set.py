"""A rule set: the version, the edition and the optional rules a game of Castle Panic is played by.

Its text form is a list of names, `players=4,co-op,all-for-one,walls=random`; what is left out takes its default.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from castlewise.models.castle_panic.board import CASTLE, CELL_BITS, cell_of
from castlewise.models.castle_panic.components import (
    BASE,
    CARD_EFFECTS,
    EASIER_BATTLES,
    FORTIFY_TOKENS,
    ROUGH_START_MONSTERS,
    STARTING_MONSTERS,
    TAR_TOKENS,
    TOKEN_EFFECTS,
    Components,
)
from castlewise.models.castle_panic.expansions.wizards_tower import setup
from castlewise.models.castle_panic.expansions.wizards_tower.components import WIZARD_CARD_EFFECTS, WIZARD_TOKEN_EFFECTS, with_wizards_tower
from castlewise.models.problems import InvalidInput, Problem, Problems, nearest

CO_OP, MASTER_SLAYER, SOLITAIRE = "co-op", "master-slayer", "solitaire"
VERSIONS = (CO_OP, MASTER_SLAYER, SOLITAIRE)
WALLS = ("all", "none", "random", "players", "0", "1", "2", "3", "4", "5", "6")
HAND_SIZES = {1: 6, 2: 6, 3: 5, 4: 5, 5: 5, 6: 4}

OPTIONS = {
    "easier-battles": "eight special tokens and three Boulders fewer",
    "all-for-one": "an Archer, a Knight and a Swordsman of one colour slay a Monster",
    "heroic-powers": "Heroes hit in the Castle ring too",
    "desperate-times": "a whole hand may be exchanged for the turn's trades and plays",
    "my-home": "My Home Is My Castle: a player whose Tower falls is out",
    "kings-tower": "My Home Is My Castle with a King's Tower",
    "dwindling-resources": "each reshuffle removes a Brick and a Mortar",
    "rough-start": "three Orcs and three Trolls placed by the die",
    "random-setup": "the starting Monsters are placed by chance instead of by choice",
    "friends-close": "hands are hidden at the table (no rule changes)",
    "not-over-yet": "a pile that runs short in phase 6 is refilled from the discards",
    "monster-recycling": "Monsters destroyed by structures and Boulders return to the pile",
    "final-charge": "once the pile is empty a die adds a movement to every turn",
    "charging-horde": "three tokens a turn",
    "easier-trades": "The Charging Horde with two trades a turn",
}

# The expansion itself and its alternate rules; `harbingers=` says how many Mega Bosses are announced (Mega Boss Monster Bulk Up).
WIZARDS_TOWER_OPTIONS = {
    "wizards-tower": "The Wizard's Tower",
    "death-benefit": "when the Wizard's Tower falls every hand grows by a card",
    "flaming-tar": "a Monster with Flame and Tar tokens gets one more Flame token",
    "cavalry-hobble": "wounded Goblin Cavalry moves one space",
    "monster-shortage": "the shorter game: fewer Monsters, two of the Chimera, the Dragon and the Warlock",
    "too-quiet": "players who clear the board get an Imp in every arc of the Forest",
    "growing-fire": "a Monster placed in an arc in phase 6 feeds the fires there",
    "necromancer-randomizer": "the Necromancer returns any token, not only Monsters",
    "random-monster-mix": "21 tokens of the base game are removed at random",
    "solo-stand-together": "Stand Together stays in a solitaire game, where it can only be discarded",
    "solo-basilisk": "the Basilisk stays in a solitaire game, where it limits phase 2 to one card",
}


@dataclass(frozen=True)
class RuleSet:
    """Which rules are in force. Make one from text with `read_rules`, which checks it.

    >>> str(read_rules("players=2, all-for-one, walls=3"))
    'players=2,co-op,all-for-one,walls=3'
    """

    players: int = 4
    version: str = CO_OP
    edition: int = 2
    walls: str = "all"  # a name or a number, see WALLS
    easier_battles: bool = False
    all_for_one: bool = False
    heroic_powers: bool = False
    desperate_times: bool = False
    my_home: bool = False
    kings_tower: bool = False
    dwindling_resources: bool = False
    rough_start: bool = False
    random_setup: bool = False
    friends_close: bool = False
    not_over_yet: bool = False
    monster_recycling: bool = False
    final_charge: bool = False
    charging_horde: bool = False
    easier_trades: bool = False
    wizards_tower: bool = False
    death_benefit: bool = False
    flaming_tar: bool = False
    cavalry_hobble: bool = False
    monster_shortage: bool = False
    too_quiet: bool = False
    growing_fire: bool = False
    necromancer_randomizer: bool = False
    random_monster_mix: bool = False
    solo_stand_together: bool = False
    solo_basilisk: bool = False
    harbingers: int | None = None  # None: as many as the setup says
    components: Components = BASE

    def __str__(self) -> str:
        parts = [f"players={self.players}", self.version]
        if self.edition != 2:
            parts.append(f"edition={self.edition}")
        parts += [option for option in (*OPTIONS, *WIZARDS_TOWER_OPTIONS) if getattr(self, option.replace("-", "_"))]
        if self.harbingers is not None:
            parts.append(f"harbingers={self.harbingers}")
        if self.walls != "all":
            parts.append(f"walls={self.walls}")
        return ",".join(parts)

    def problems(self) -> Problems:
        found = Problems()
        if not 1 <= self.players <= 6:
            found.add("rules.players", f"{self.players} players: the game takes 1 to 6")
        if self.version not in VERSIONS:
            found.add("rules.version", f'unknown version "{self.version}"{nearest(self.version, VERSIONS)}')
        if self.version == SOLITAIRE and self.players > 1:
            found.add("rules.version", f"solitaire is played by 1 player, not {self.players}")
        if self.version == MASTER_SLAYER and self.players == 1:
            found.add("rules.version", "Master Slayer needs at least 2 players")
        if self.edition not in (1, 2):
            found.add("rules.edition", f"{self.edition}: there is a 1st and a 2nd edition (the Big Box plays as the 2nd)")
        if self.walls not in WALLS:
            found.add("rules.walls", f'"{self.walls}": expected all, none, random, players or a number from 0 to 6')
        if self.kings_tower and not self.my_home:
            found.add("rules.kings-tower", "is part of my-home; add that too")
        if self.kings_tower and self.players == 6:
            found.add("rules.kings-tower", "needs fewer than 6 players, so that a Tower is left unclaimed")
        if self.easier_trades and not self.charging_horde:
            found.add("rules.easier-trades", "belongs to charging-horde; add that too")
        if self.wizards_tower:
            found += setup.problems(self)
        else:
            stated = [option for option in WIZARDS_TOWER_OPTIONS if getattr(self, option.replace("-", "_"))]
            for option in stated + ["harbingers"] * (self.harbingers is not None):
                found.add(f"rules.{option}", "belongs to wizards-tower; add that too")
        return found

    @property
    def hand_size(self) -> int:
        return HAND_SIZES[self.players]

    @property
    def full_deck(self) -> tuple[int, ...]:
        return setup.castle_deck(self) if self.wizards_tower else tuple(card.count for card in self.components.cards)

    @property
    def all_tokens(self) -> tuple[int, ...]:
        """Every token of this game, the starting Monsters included."""
        removed = EASIER_BATTLES if self.easier_battles else {}
        if self.wizards_tower:
            return setup.tokens_in_play(self, removed)
        return tuple(max(0, token.count - removed.get(token.name, 0)) for token in self.components.tokens)

    @property
    def starting_monsters(self) -> dict[int, int]:
        if self.wizards_tower:
            return setup.starting_monsters(self)
        return ROUGH_START_MONSTERS if self.rough_start else STARTING_MONSTERS

    @property
    def fixed_walls(self) -> int:
        """Walls placed by rolls when their number is agreed on beforehand."""
        return int(self.walls) if self.walls.isdigit() else 0

    def write(self, record: Any) -> None:
        """Fill in a `Rules` record."""
        record.players = self.players
        record.hand_size = self.hand_size
        record.discards = 2 if self.players == 1 else 1
        record.trades = 0 if self.players == 1 else 2 if self.players == 6 or self.easier_trades else 1
        record.tokens_per_turn = 3 if self.charging_horde else 2
        record.first_edition = int(self.edition == 1)
        record.master_slayer = int(self.version == MASTER_SLAYER)
        for name in (
            "all_for_one", "desperate_times", "my_home", "kings_tower", "dwindling_resources",
            "not_over_yet", "monster_recycling", "final_charge", "rough_start", "random_setup",
        ):  # fmt: skip
            setattr(record, name, int(getattr(self, name)))
        record.tar_tokens = TAR_TOKENS
        record.fortify_tokens = FORTIFY_TOKENS
        card_effects: tuple[str, ...] = CARD_EFFECTS
        token_effects: tuple[str, ...] = TOKEN_EFFECTS
        if self.wizards_tower:
            card_effects += WIZARD_CARD_EFFECTS
            token_effects += WIZARD_TOKEN_EFFECTS
            setup.write(self, record)
        for i, card in enumerate(self.components.cards):
            rings = sum(1 << ring for ring in card.rings)
            if self.heroic_powers and card.name.endswith(" hero"):
                rings |= 1 << CASTLE
            record.card_effect[i] = card_effects.index(card.effect)
            record.card_rings[i] = rings
            record.card_colours[i] = sum(1 << colour for colour in card.colours)
            record.card_cells[i] = sum(
                1 << (cell_of(ring, colour) + CELL_BITS - 1)
                for ring in range(1, CASTLE + 1)
                if rings >> ring & 1
                for colour in card.colours
            )
            record.card_troop[i] = card.troop
            record.card_amount[i] = card.amount
        for i, token in enumerate(self.components.tokens):
            record.token_health[i] = token.health
            record.token_effect[i] = token_effects.index(token.effect)
            record.token_argument[i] = token.argument
            record.token_points[i] = token.points


def base_game_only(rules: RuleSet, what: str) -> None:
    """Refuse what has not been taught the expansions: an answer that leaves out cards and flames would be wrong without looking it."""
    if rules.wizards_tower:
        reason = f"{what} not know the Wizard's Tower yet: its cards, fire and Mega Bosses are left to simulation and to play move by move"
        raise InvalidInput([Problem("rules", reason)])


def read_rules(text: str = "", *, players: int | None = None, components: Components = BASE, place: str = "rules") -> RuleSet:
    """Read a rule set from its text; raises InvalidInput with every reason."""
    found = Problems()
    values: dict[str, Any] = {}
    said: dict[str, str] = {}
    for part in filter(None, (part.strip() for part in text.split(","))):
        name, _, value = part.partition("=")
        name = name.strip().lower()
        value = value.strip().lower()
        topic = "version" if name in VERSIONS else name
        if said.setdefault(topic, part.lower()) != part.lower():
            found.add(f"{place}.{topic}", f'both "{said[topic]}" and "{part}"')
        if name in ("players", "edition", "harbingers"):
            if value.isascii() and value.isdigit() and len(value) < 4:
                values[name] = int(value)
            else:
                found.add(f"{place}.{name}", f'"{value}" is not a number')
        elif name == "walls":
            values[name] = value
        elif value:
            found.add(place, f'"{part}": only players, edition, walls and harbingers take a value')
        elif name in VERSIONS:
            values["version"] = name
        elif name in OPTIONS or name in WIZARDS_TOWER_OPTIONS:
            values[name.replace("-", "_")] = True
        else:
            found.add(
                place,
                f'unknown rule "{name}"{nearest(name, [*VERSIONS, *OPTIONS, *WIZARDS_TOWER_OPTIONS, "players=", "edition=", "walls=", "harbingers="])}',
            )
    if players is not None:
        if values.get("players", players) != players:
            found.add(f"{place}.players", f"{values['players']} here, but {players} players were asked for")
        values["players"] = players
    rules = complete_rules(values, components)
    found += rules.problems()
    found.raise_if_any()
    return rules


def complete_rules(values: dict[str, Any], components: Components = BASE) -> RuleSet:
    """Fill in what follows from other values: one player plays solitaire, a King's Tower implies My Home."""
    rules = RuleSet(**values, components=with_wizards_tower(components) if values.get("wizards_tower") else components)
    if "version" not in values and rules.players == 1:
        rules = replace(rules, version=SOLITAIRE)
    if rules.kings_tower:
        rules = replace(rules, my_home=True)
    return rules
