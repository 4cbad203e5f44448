"""Positions of games played at random, under a spread of rule sets and from starts that reach every stage."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import lru_cache

import random_play
from castlewise.models.castle_panic.game import CastlePanic
from castlewise.models.castle_panic.position import Position
from castlewise.models.castle_panic.position_file import read_position_file
from castlewise.models.castle_panic.rule_set import read_rules

RULE_SETS = (
    "players=1",
    "players=1,co-op,my-home,edition=1",
    "players=2",
    "players=4",
    "players=6",
    "players=3,master-slayer",
    "players=6,master-slayer,edition=1,all-for-one",
    "players=2,all-for-one,heroic-powers,easier-battles,desperate-times",
    "players=3,kings-tower,walls=players",
    "players=1,kings-tower,desperate-times,walls=none",
    "players=5,kings-tower,walls=0,edition=1",
    "players=6,my-home,walls=6",
    "players=5,my-home,walls=random,rough-start",
    "players=2,my-home,master-slayer,charging-horde,walls=none,friends-close",
    "players=4,monster-recycling,final-charge,not-over-yet,charging-horde,easier-trades,dwindling-resources,random-setup,walls=2",
    "players=2,dwindling-resources,desperate-times,walls=none",
)

# Late positions, from which games are won, charges rolled and homes lost.
ENDGAMES = (
    """
    rules = "players=2,final-charge"
    monsters = ["goblin archer 1", "troll swordsman 3", "orc castle 5"]
    towers = [1, 2]
    walls = [3]
    hands = [["red archer", "draw 2 cards", "scavenge", "green hero"], ["blue knight", "missing"]]
    pile = ["goblin"]
    """,
    """
    rules = "players=3,master-slayer,final-charge,not-over-yet"
    charge = true
    monsters = ["goblin archer 1", "orc archer 1 health 1"]
    hands = [["2 red archer", "tar"], ["brick"], ["mortar"]]
    trophies = [["healer", "goblin king"], ["2 goblin"], []]
    pile = []
    """,
    """
    rules = "players=4,kings-tower,final-charge,dwindling-resources,walls=players"
    homes = [1, 2, 3, 4]
    king = 5
    held-walls = [2, 3]
    removed = ["brick", "2 mortar"]
    monsters = ["troll swordsman 1", "troll swordsman 2", "orc swordsman 2", "orc swordsman 5", "goblin swordsman 5", "healer knight 6"]
    hands = [["brick", "tar"], ["mortar", "red archer"], ["red hero", "blue hero"], ["scavenge"]]
    pile = ["all players discard 1 card", "troll mage", "red monsters move 1", "draw 4 monster tokens", "plague archers", "giant boulder"]
    """,
    """
    rules = "players=3,my-home,walls=none"
    homes = [1, 3, 5]
    backup = [1]
    monsters = ["troll swordsman 1", "orc swordsman 1", "troll castle 2", "troll knight 3", "goblin swordsman 5"]
    towers = [1, 3, 4, 5, 6]
    hand = ["drive him back", "tar"]
    """,
)


def walk(start: Position, seed: int, most: int = 300) -> Iterator[Position]:
    """The positions of a game played at random, the first one included."""
    yield start
    for _, _, after in steps(start, seed, most):
        yield after


def steps(start: Position, seed: int, most: int = 300) -> Iterator[tuple[Position, int, Position]]:
    """Random play that would rather do something than pass: each position with the move made there and what came of it."""
    return random_play.steps(start, seed, most, rather_do_something)


def rather_do_something(rng: random.Random, position: Position) -> int:
    choices = position.game.choices(position)
    doing = [choice for choice in choices if position.game.short(position, choice) not in ("end", "no-trade", "keep")]
    return rng.choice(doing if doing and rng.random() < 0.8 else choices)


@lru_cache
def played() -> dict[str, Position]:
    """Some two thousand different positions by their lines, all stages among them."""
    fresh = [CastlePanic(read_rules(rules)).start() for rules in RULE_SETS]
    late = [read_position_file(text) for text in ENDGAMES]
    found: dict[str, Position] = {}
    for start in (*fresh, *late, *late, *late):
        for position in walk(start, len(found)):
            random_play.by_their_lines(found, position)
    return found
