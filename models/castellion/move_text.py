"""Moves in words: a sentence for people, and a short form that can be typed, put in a URL and read back.

The short form is `what@where`: `place@3` puts the tile in hand on column 3, `place@0` begins a new column at the left end, `destroy@2.4` destroys the tile of
column 2 in row 4, `exchange@2.4~3.4` is the Juggler's. Columns and rows count from 1.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from castlewise.models.castellion import moves as verbs
from castlewise.models.castellion.ordeals import NUMERALS
from castlewise.models.castellion.rules.castle import height_of, kind_at, width_of
from castlewise.models.castellion.stages import DRAW_VIGIL, FIRE, REVEAL_SAFE, REVEAL_STANDARD, TURN_UP_CARD
from castlewise.models.castellion.state import COLUMN
from castlewise.models.castellion.tiles import CHAMELEON, JUGGLER, PANTRY, PYRO, SEER, SHAPES, TILES
from castlewise.models.move_code import first_of, second_of, third_of, verb_of

if TYPE_CHECKING:
    from castlewise.models.castellion.position import Position

PILES = ("safe", "standard")
_POWERS = {
    SEER: "to reveal tiles",
    CHAMELEON: "to recover a tile",
    JUGGLER: "to exchange two tiles",
    PYRO: "to destroy one tile and move another",
}


def describe(position: Position, move: int) -> str:
    """A move as a sentence without its full stop."""
    s = position.numbers
    verb, first, second, third = verb_of(move), first_of(move), second_of(move), third_of(move)
    hand = f"the {TILES[int(s.hand) - 1].title}" if s.hand else "the tile"

    def tile_at(player: int, column: int, row: int) -> str:
        return f"the {TILES[kind_at(s, player, column * COLUMN + row)].title} of column {column + 1}, row {row + 1}"

    def haunted_top(column: int) -> str:
        return tile_at(position.player, column, height_of(s, position.player, column) - 1)

    def exchange() -> str:
        other = (first, second + 1) if third else (first + 1, second)
        return f"exchanges {tile_at(position.player, first, second)} and {tile_at(position.player, *other)}"

    def shift() -> str:
        top = height_of(s, position.player, first) - 1
        return f"moves {tile_at(position.player, first, top)} to {_where(position, second)}"

    def prison() -> str:
        return f"adds {hand} to the prison" + (f", next to the {SHAPES[first - 1]}" if first else "")

    def tile() -> str:
        if s.stage == DRAW_VIGIL:
            return f"{TILES[first].title} becomes the Vigil"
        return f"{'reveals' if s.stage in (REVEAL_SAFE, REVEAL_STANDARD) else 'draws'} {TILES[first].title}"

    def card() -> str:
        is_up = "is turned up" if s.stage == TURN_UP_CARD else "is turned over"
        return f"ordeal {NUMERALS[first]} {is_up}: {position.rule_set.ordeals[first].cards[second]}"

    sentences: dict[int, Callable[[], str]] = {
        verbs.PROPHET: lambda: f"the Prophet brings ordeal {NUMERALS[first]} forward",
        verbs.DRAW: lambda: f"draws from the {PILES[first]} pile",
        verbs.TAKE: lambda: f"takes the revealed {TILES[first].title}",
        verbs.PLACE_PANTRY: lambda: f"places the {TILES[PANTRY + second].title} {_place(position, first)}",
        verbs.MEET_NOW: lambda: "meets the ordeal now",
        verbs.GIVE_CHAMPION: lambda: "gives the Champion of the Oniverse away for 6 tiles",
        verbs.PLACE: lambda: f"places {hand} {_place(position, first)}",
        verbs.DISCARD: lambda: f"discards {hand}",
        verbs.POWER: lambda: f"discards {hand} {_POWERS.get((int(s.hand) - 1) // 3, 'for its power')}",
        verbs.SWAP_VIGIL: lambda: f"swaps {hand} for the Vigil",
        verbs.IMPRISON: prison,
        verbs.DONATE: lambda: f"donates {hand} to the partner",
        verbs.PLACE_TRAITOR: lambda: f"places {hand} beside ordeal {NUMERALS[min(int(s.met), 2)]}",
        verbs.DISCARD_TRAITOR: lambda: f"discards {hand} and pays with tiles",
        verbs.PREMONITION: lambda: f"ignores {hand} by the Premonition",
        verbs.COLD_SWEAT: lambda: f"discards {hand} in a cold sweat: {haunted_top(first)} is haunted",
        verbs.EXCHANGE: exchange,
        verbs.REVEAL: lambda: f"reveals a tile of the {PILES[first]} pile",
        verbs.RECOVER_TILE: lambda: f"recovers {TILES[first].title}",
        verbs.DESTROY: lambda: f"{'burns' if s.purpose == FIRE else 'destroys'} {tile_at(int(s.owner), first, second)}",
        verbs.DESTROY_END: lambda: f"destroys the last {first} columns" if first > 1 else "destroys the last column",
        verbs.SHIFT_TILE: shift,
        verbs.HAUNT: lambda: f"{haunted_top(first)} is haunted",
        verbs.REVEAL_CARD: lambda: f"turns ordeal {NUMERALS[first]} over",
        verbs.CHOOSE_WHO: lambda: f"player {first + 1} meets the ordeal",
        verbs.TILE: tile,
        verbs.CARD: card,
    }
    try:
        return sentences[verb]()
    except (KeyError, IndexError):  # a move of another position
        return f"unknown move {move}"


def _where(position: Position, place: int) -> str:
    """A position to place a tile at, in words."""
    s, player = position.numbers, position.player
    if place == 0:
        return "a new column at the left end"
    if place == width_of(s, player) + 1:
        return "a new column at the right end" if place > 1 else "the first column"
    return f"column {place}, row {height_of(s, player, place - 1) + 1}"


def _place(position: Position, place: int) -> str:
    words = _where(position, place)
    return f"as {words.replace('the first column', 'the first tile')}" if "new" in words or "first" in words else f"in {words}"


def short(position: Position, move: int) -> str:
    """A move in the short form."""
    verb, first, second, third = verb_of(move), first_of(move), second_of(move), third_of(move)

    def exchange() -> str:
        other = (first, second + 1) if third else (first + 1, second)
        return f"exchange@{first + 1}.{second + 1}~{other[0] + 1}.{other[1] + 1}"

    forms: dict[int, Callable[[], str]] = {
        verbs.PROPHET: lambda: f"prophet.{first + 1}",
        verbs.DRAW: lambda: f"draw.{PILES[first]}",
        verbs.TAKE: lambda: f"take.{TILES[first].code}",
        verbs.PLACE_PANTRY: lambda: f"{TILES[PANTRY + second].code}@{first}",
        verbs.MEET_NOW: lambda: "meet",
        verbs.GIVE_CHAMPION: lambda: "give-champion",
        verbs.PLACE: lambda: f"place@{first}",
        verbs.DISCARD: lambda: "discard",
        verbs.POWER: lambda: "power",
        verbs.SWAP_VIGIL: lambda: "vigil",
        verbs.IMPRISON: lambda: f"prison.{SHAPES[first - 1]}" if first else "prison",
        verbs.DONATE: lambda: "donate",
        verbs.PLACE_TRAITOR: lambda: "place-traitor",
        verbs.DISCARD_TRAITOR: lambda: "discard-traitor",
        verbs.PREMONITION: lambda: "premonition",
        verbs.COLD_SWEAT: lambda: f"cold-sweat@{first + 1}",
        verbs.EXCHANGE: exchange,
        verbs.REVEAL: lambda: f"reveal.{PILES[first]}",
        verbs.RECOVER_TILE: lambda: f"recover.{TILES[first].code}",
        verbs.DESTROY: lambda: f"destroy@{first + 1}.{second + 1}",
        verbs.DESTROY_END: lambda: f"destroy-last.{first}",
        verbs.SHIFT_TILE: lambda: f"move.{first + 1}@{second}",
        verbs.HAUNT: lambda: f"haunt@{first + 1}",
        verbs.REVEAL_CARD: lambda: f"turn-over.{first + 1}",
        verbs.CHOOSE_WHO: lambda: f"who.{first + 1}",
        verbs.TILE: lambda: f"tile.{TILES[first].code}",
        verbs.CARD: lambda: f"card.{first + 1}.{position.rule_set.ordeals[first].cards[second].text}",
    }
    try:
        return forms[verb]()
    except (KeyError, IndexError):
        return f"unknown.{move}"


_CODE = "|".join(tile.code for tile in TILES)
_WELL_FORMED = re.compile(
    rf"(?:place|{_CODE})@[0-7]|move\.[1-6]@[0-7]|(?:destroy|exchange)@[1-6]\.[1-6](?:~[1-6]\.[1-6])?|destroy-last\.[1-6]"
    rf"|(?:take|recover|tile)\.(?:{_CODE})|(?:draw|reveal)\.(?:safe|standard)|(?:cold-sweat|haunt)@[1-6]|(?:prophet|turn-over)\.[1-3]|who\.[12]"
    rf"|prison(?:\.(?:{'|'.join(SHAPES)}))?|meet|give-champion|discard|power|vigil|donate|place-traitor|discard-traitor|premonition"
    r"|card\.[1-3]\.(?:earthworm-\d|(?:\d[tbl])+(?:-else-\d{1,2})?)"
)


def well_formed(position: Position, text: str) -> bool:
    """Whether a text has the form of a move, legal or not."""
    return _WELL_FORMED.fullmatch(text) is not None
