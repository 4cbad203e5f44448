"""Positions of Castellion where the right move is beyond doubt: it wins, and whatever is not named with it does not, or not for certain.

The last ordeal is next, and little is left in the piles. Castles are drawn by factions (`shaped`), so that a tile at column x and row y, both from 0, has the
shape number (x + y) % 3 of triangle, square, circle.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

from castellion.arrange import arrange, play, shaped
from castlewise.models.castellion.position import Position

LEVELS = ("introductory", "base", "expert")

TOWER_LACKS_ONE = shaped("""
    s . . . . .
    s . . . . .
    s c j p c j
""")
BASTION_LACKS_ONE = shaped("""
    s . . . . .
    s s p c j p
""")
LINE_LACKS_ONE = shaped("""
    s s s . . .
    p c j p c j
""")
TOWER = shaped("""
    s . . . . .
    s . . . . .
    s . . . . .
    s c j p c j
""")
# A Seer lies beside the tower that it belongs to.
TOWER_ASIDE = """
    st .. .. .. .. ..
    sc cs .. .. .. ..
    js ss pt .. .. ..
    st cc jt ps cc jt
"""


@dataclass(frozen=True)
class Sure:
    """The best move has to be one of `moves`; `win` is the chance that comes with it. `at_once`: others win too, but later."""

    position: Callable[[], Position]
    moves: tuple[str, ...]
    win: float = 1.0
    at_once: bool = False


def last(level: str, asks: str, castle: str, *moves: str, **more: object) -> Callable[[], Position]:
    """The last ordeal is next and comes with the next Traitor; nothing but that Traitor is left, unless said otherwise."""

    def made() -> Position:
        said = {"safe": "", "standard": "tr", "met": 2, "compiled": False, **more}
        rules = f"{level},ordeal3={asks}:1"
        return play(arrange(rules, castle, ordeals=(*_before(level), asks), **said), *moves)  # type: ignore[arg-type]

    return made


def _before(level: str) -> tuple[str, str]:
    """Cards for the two ordeals behind."""
    return {"introductory": ("1T1B1L", "earthworm 1"), "base": ("1T1B1L", "2T2B")}.get(level.split(",")[0], ("2T else 16", "3T else 32"))


def at_each_level() -> Iterator[tuple[str, Sure]]:
    for level in LEVELS:
        sure = partial(last, level)
        yield f"{level}: the last tile of a tower", Sure(sure("1T", TOWER_LACKS_ONE, hand="st"), ("place@1",))
        yield f"{level}: the last tile of a bastion", Sure(sure("1B", BASTION_LACKS_ONE, hand="sc"), ("place@2",))
        yield f"{level}: the last tile of a line", Sure(sure("1L", LINE_LACKS_ONE, hand="ss"), ("place@4",))
        yield f"{level}: the missing tile is in the safe pile", Sure(sure("1T", TOWER_LACKS_ONE, safe="st"), ("draw.safe",))
        yield f"{level}: one of two in the safe pile completes it", Sure(sure("1T", TOWER_LACKS_ONE, safe="st pt"), ("draw.safe",))
        yield (
            f"{level}: a tile that would cancel the tower",
            Sure(sure("1T", TOWER, hand="ss"), ("place@3", "place@4", "place@5", "place@6", "discard", "power", "meet")),
        )
        yield f"{level}: the Vigil has the tile", Sure(last(f"{level},vigil", "1T", TOWER_LACKS_ONE, hand="pc", vigil="st"), ("vigil",))


def with_powers() -> Iterator[tuple[str, Sure]]:
    for level in LEVELS[1:]:
        sure = partial(last, level)
        yield f"{level}: a Chameleon fetches the tile", Sure(sure("1T", TOWER_LACKS_ONE, hand="ct", discards="st"), ("power",))
        yield (
            f"{level}: which tile the Chameleon fetches",
            Sure(sure("1T", TOWER_LACKS_ONE, "power", hand="ct", discards="st jt pt"), ("recover.st",)),
        )
        yield f"{level}: nothing to wait for", Sure(sure("1T", TOWER), ("meet",), at_once=True)
        yield f"{level}: a Juggler puts the tower right", Sure(sure("1T", TOWER_ASIDE, hand="jc"), ("power",))
        yield f"{level}: which tiles the Juggler exchanges", Sure(sure("1T", TOWER_ASIDE, "power", hand="jc"), ("exchange@1.2~2.2",))
        yield (
            f"{level}: the tile before the Traitor, of those revealed",
            Sure(sure("1T", TOWER_LACKS_ONE, standard="tr", revealed="st tr"), ("take.st",)),
        )
        yield (
            f"{level}: rid of the Traitor, as the tile is still to come",
            Sure(sure("1T", WITH_TILES_TO_SPARE, hand="tr", standard="st"), ("discard-traitor",)),
        )


WITH_TILES_TO_SPARE = shaped("""
    s . . . . .
    s . j p c j
    s c j p c j
""")

SURE = dict([*at_each_level(), *with_powers()])
