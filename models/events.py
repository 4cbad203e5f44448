"""What a move brought about, told: what moved, fell, was hurt, lost or discarded, by name and place.

`events(before, move)` is the one way from a move to what happened; whatever tells of a game uses it. Each game says what counts in it
(castlewise.models.castle_panic.events, castlewise.models.castellion.events).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from importlib import import_module
from typing import Any

_GAMES = {"castle-panic": "castlewise.models.castle_panic.events", "castellion": "castlewise.models.castellion.events"}


@dataclass(frozen=True)
class Event:
    """One thing that happened. `kind` is what sort of thing; those of one sort that follow each other are told together under `heading`."""

    kind: str
    words: str
    heading: str = ""


def events(before: Any, move: int, after: Any) -> list[Event]:
    """What a move brought about, in the order in which it happened; nothing that the move's own sentence says."""
    found: list[Event] = import_module(_GAMES[before.game.name]).events(before, move, after)
    return found


def in_lines(found: Iterable[Event]) -> list[str]:
    """Events as they are told: those under one heading in one line.

    >>> in_lines([Event("moves", "Orc archer 1 to knight 1", "moves"), Event("moves", "Troll knight 2 to swordsman 2", "moves"), Event("wall", "a Wall falls")])
    ['moves: Orc archer 1 to knight 1, Troll knight 2 to swordsman 2', 'a Wall falls']
    """
    lines: list[str] = []
    heading = ""
    for event in found:
        if event.heading and event.heading == heading:
            lines[-1] += f", {event.words}"
        else:
            lines.append(f"{event.heading}: {event.words}" if event.heading else event.words)
        heading = event.heading
    return lines
