"""What a plan of a turn maximises, in words, and the parts that the worth of a plan is made of.

The numbers are those of turn_question.py's `Worth`. A newcomer may take their sum for a chance to win: it is none, and it looks no further than this turn's
Move phase.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from castlewise.models.castle_panic.board import CASTLE, FOREST, health_of
from castlewise.models.castle_panic.turn_question import Outlook, Worth, worth_of_board


@dataclass(frozen=True)
class Part:
    """What some of the worth is for, and what it comes to."""

    what: str
    worth: int


def measure_in_words(worth: Worth, *, flames: bool) -> str:
    """What is maximised, of a worth that is the same in every arc; flames are the Wizard's Tower's."""
    far, near = (-worth.monster[ring][0][1] for ring in (FOREST, CASTLE))
    said = [
        f"{worth.tower[0]} for a Tower",
        f"{worth.wall[0]} for a Wall",
        f"{worth.fortify[0]} for a Fortify token",
        f"{worth.card[0]} for a card kept or replaced",
        f"{worth.draw} for a card that draws",
        f"{worth.missing} for Missing",
        f"less {far} in the forest to {near} in the Castle for each health of a Monster",
    ]
    if flames:
        said.append(
            f"less {-worth.wall_flame} for a flame on a Wall and {-worth.tower_flame} on a Tower, {worth.monster_flame} more for one on a Monster"
        )
    return ", ".join(said) + ", as they stand after the Move phase; a game won or lost goes before all"


def parts_of(worth: Worth, outlook: Outlook, value: int) -> tuple[Part, ...]:
    """The board's parts, and as the last one what is not on the board."""
    bare = replace(worth, wall_flame=0, tower_flame=0, monster_flame=0)
    none = (0,) * len(outlook.towers)
    monsters = worth_of_board(bare, Outlook(outlook.monsters, none, none, none))
    towers = worth_of_board(bare, Outlook((), none, none, outlook.towers))
    walls = worth_of_board(bare, Outlook((), outlook.walls, none, none))
    fortified = worth_of_board(bare, Outlook((), none, outlook.fortify, none))
    flames = worth_of_board(worth, outlook) - monsters - towers - walls - fortified
    health = sum(health_of(m) for m in outlook.monsters)
    found = [
        Part(_counted(sum(outlook.towers), "Tower"), towers),
        Part(_counted(sum(outlook.walls), "Wall"), walls),
        Part(_counted(sum(outlook.fortify), "Fortify token"), fortified),
        Part(f"{_counted(len(outlook.monsters), 'Monster')} with {health} health", monsters),
        Part("flames", flames),
        Part("cards kept, drawn or replaced, Missing, the end of the game", value - worth_of_board(worth, outlook)),
    ]
    return tuple(part for part in found if part.worth)


def _counted(count: int, what: str) -> str:
    return f"{count} {what}{'' if count == 1 else 's'}"
