"""The rules of a game with a known order, as sentences of a conflict."""

from __future__ import annotations

from castlewise.models.castellion.formation_places import TYPES
from castlewise.models.castellion.moves import SAFE_PILE
from castlewise.models.castellion.ordeals import NUMERALS
from castlewise.models.castellion.tiles import TILES

_PLURALS = {"tower": "towers", "bastion": "bastions", "line": "lines of defence"}
_SINGULARS = {"tower": "tower", "bastion": "bastion", "line": "line of defence"}


def asks_for(number: int, type: int, count: int) -> str:
    """
    >>> asks_for(2, 2, 1), asks_for(0, 0, 2)
    ('ordeal III asks for 1 line of defence', 'ordeal I asks for 2 towers')
    """
    name = TYPES[type]
    return f"ordeal {NUMERALS[number]} asks for {count} {(_SINGULARS if count == 1 else _PLURALS)[name]}"


def destroys_rows(number: int, rows: int) -> str:
    """
    >>> destroys_rows(1, 2)
    'ordeal II destroys the bottom 2 rows'
    """
    return f"ordeal {NUMERALS[number]} destroys the bottom {'row' if rows == 1 else f'{rows} rows'}"


def foundation(number: int) -> str:
    return f"after ordeal {NUMERALS[number]} the foundation must be complete"


def tile_comes(kind: int, pile: int, place: int) -> str:
    """
    >>> tile_comes(11, 1, 3)
    'the 4th tile of the standard pile is a Pyro Circle'
    """
    return f"the {nth(place + 1)} tile of the {'safe' if pile == SAFE_PILE else 'standard'} pile is a {TILES[kind].title}"


def tile_in_hand(kind: int) -> str:
    return f"the tile in hand is a {TILES[kind].title}"


def tile_face_up(kind: int) -> str:
    return f"a {TILES[kind].title} lies face up"


def nth(number: int) -> str:
    """
    >>> [nth(number) for number in (1, 2, 3, 4, 11, 12, 21, 112)]
    ['1st', '2nd', '3rd', '4th', '11th', '12th', '21st', '112th']
    """
    ending = "th" if 10 <= number % 100 <= 20 else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"
