"""How the moves of Castellion may be told, beside their short forms and sentences: "column 3", "safe, a square juggler", "use its power"."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from castlewise.models.castellion import moves as verbs
from castlewise.models.castellion import stages
from castlewise.models.castellion.castle_text import TILE_NAMES
from castlewise.models.castellion.ordeals import NUMERALS
from castlewise.models.castellion.rules.castle import height_of, kind_at, width_of
from castlewise.models.castellion.state import COLUMN
from castlewise.models.castellion.tiles import DEFENDERS, FACTIONS, PANTRY, SHAPES
from castlewise.models.move_code import first_of, second_of, third_of, verb_of
from castlewise.models.move_reading import Legal, Part, Reader, Saying, ways

if TYPE_CHECKING:
    from castlewise.models.castellion.position import Position

DRAWING = [
    "blind", "1", "from", "draw", "draws", "drew", "drawn", "pile", "reveal", "reveals", "revealed", "turn", "turns", "up", "over", "got",
    "get", "take", "takes", "one",
]  # fmt: skip
PLACING = [
    "very", "stack", "side", "castle", "far", "it", "onto", "place", "places", "placed", "put", "puts", "top", "goes", "go", "column", "row",
    "new", "add", "adds", "end", "as", "first", "stick", "sticks", "set", "sets", "lay", "lays", "bottom", "one",
]  # fmt: skip
_PILE = (
    ways("safe", "blue", "safe pile", "safe one", "safe ones", "safe stack"),
    ways(
        "standard",
        "regular",
        "normal",
        "brown",
        "regular pile",
        "other",
        "std",
        "reg",
        "big pile",
        "normal stack",
        "standard one",
        "standard ones",
    ),
)
_DISCARDING = ("discard", "discards", "throw away", "throws away", "throw", "throws", "drop", "toss", "tosses", "bin", "dump")
_TRAITOR = ways("traitor", "black traitor", "black bordered traitor")


def tile_part(kind: int) -> Part:
    """What a tile goes by: also by its faction or its shape alone."""
    parts = ways(*TILE_NAMES.ways[kind])
    if kind < DEFENDERS:
        parts |= ways(FACTIONS[kind // 3], SHAPES[kind % 3])
    return parts


def column_part(column: int) -> Part:
    """A column counted from 0."""
    return ways(f"column {column + 1}", f"{column + 1}", f"col {column + 1}")


def cell_part(column: int, row: int) -> Part:
    """A place in the castle, column and row counted from 0."""
    c, r = column + 1, row + 1
    return ways(f"{c} {r}", f"{c}.{r}", f"column {c} row {r}", f"row {r} column {c}", f"col {c} row {r}")


def place_part(position: Position, place: int) -> Part:
    """Where a tile can be put, by the numbers of the moves."""
    width = width_of(position.numbers, position.player)
    ends: tuple[str, ...] = {
        0: ("left", "left end", "left edge", "left side"),
        width + 1: ("right", "right end", "right edge", "right side"),
    }.get(place, ())
    if not width:  # the first tile lies left and right of all others
        ends = ("left", "left end", "right", "right end", "middle")
    return ways(
        f"{place}",
        f"column {place}",
        f"col {place}",
        f"place {place}",
        *(f"{new}{end}" for end in ends for new in ("", "new column ", "new ")),
        *ends,
    )


def saying(position: Position, move: int) -> Saying | None:
    """How a move may be told."""
    s, player = position.numbers, position.player
    verb, first, second, third = verb_of(move), first_of(move), second_of(move), third_of(move)
    hand = [tile_part(int(s.hand) - 1)] if s.hand else []

    def at(column: int, row: int, owner: int = player) -> list[Part]:
        """The tile of a column and row: by its place, whole or in part, or by what it is."""
        place = cell_part(column, row)
        return [place | column_part(column), ways(f"row {row + 1}"), tile_part(kind_at(s, owner, column * COLUMN + row))]

    def top(column: int) -> list[Part]:
        return [column_part(column), tile_part(kind_at(s, player, column * COLUMN + height_of(s, player, column) - 1))]

    def numbered(number: int) -> Part:
        return ways(NUMERALS[number], f"ordeal {NUMERALS[number]}", f"{number + 1}", f"ordeal {number + 1}")

    def ordeal() -> Saying:
        card = position.rule_set.ordeals[first].cards[second]
        text = card.text.replace("-", " ")
        avatar = card.name.rpartition(" ")[0] or text
        alone = len({other.name for other in position.rule_set.ordeals[first].cards}) == len(position.rule_set.ordeals[first].cards)
        names = ways(text, text.split()[0] if "else" in text else text, *((avatar, card.name) if alone else ()))
        return Saying([names], [numbered(first), ways(avatar, card.name or text)], [*DRAWING, "ordeal", "exam", "simulation"])

    match verb:
        case verbs.PROPHET:
            return Saying([numbered(first)], [ways("prophet")], ["choose", "ordeal", "brings", "forward"])
        case verbs.DRAW | verbs.REVEAL:
            return Saying((), [_PILE[first]], DRAWING)
        case verbs.TAKE:
            return Saying(
                (),
                [ways(*TILE_NAMES.ways[first]) if first >= DEFENDERS else tile_part(first)],
                ["take", "takes", "revealed", "choose", "pick"],
            )
        case verbs.PLACE_PANTRY:
            return Saying([ways("pantry", *TILE_NAMES.ways[PANTRY + second])], [place_part(position, first), ways(SHAPES[second])], PLACING)
        case verbs.MEET_NOW:
            return Saying([ways("meet", "meets", "encounter", "encounters", "face", "faces", "challenge")], [ways("now"), ways("early")], [
                "ordeal", "exam", "simulation", "assault", *(word.lower() for word in NUMERALS)])  # fmt: skip
        case verbs.GIVE_CHAMPION:
            return Saying([ways("champion", "champion of oniverse")], (), ["give", "gives", "away", "6", "tiles"])
        case verbs.PLACE:
            return Saying((), [place_part(position, first), *_row(position, first), *hand], [*PLACING, "place"])
        case verbs.DISCARD:
            return Saying([ways(*_DISCARDING)], hand, ["away"])
        case verbs.POWER:
            return Saying(
                [ways("power", "powers", "special power", "effect")], [*hand, ways(*_DISCARDING)], ["activate", "activates", "use"]
            )
        case verbs.SWAP_VIGIL:
            return Saying([ways("vigil")], hand, ["swap", "swaps", "replace", "replaces", "exchange"])
        case verbs.IMPRISON:
            return Saying([ways("prison")], [*hand, *([ways(SHAPES[first - 1])] if first else [])], [*PLACING, "next"])
        case verbs.DONATE:
            return Saying([ways("donate", "donates", "give", "gives")], [*hand, ways("partner", "player 1", "player 2")], ["away"])
        case verbs.PLACE_TRAITOR:
            around = [*PLACING, "next", "beside", "ordeal", "exam", "simulation", "assault", "card", *(word.lower() for word in NUMERALS)]
            return Saying((), [_TRAITOR], [word for word in around if word not in ("discard", "first", "column", "row")])
        case verbs.DISCARD_TRAITOR:
            return Saying([ways(*_DISCARDING, "pay", "pays")], [_TRAITOR, ways("4"), ways("tiles")], ["and", "pay", "pays", "destroy"])
        case verbs.PREMONITION:
            return Saying([ways("premonition", "ignore", "ignores")], [_TRAITOR], ["pawn"])
        case verbs.COLD_SWEAT:
            return Saying([ways("cold sweat", "sweat")], [*top(first)], [*PLACING, "pawn", "discard"])
        case verbs.EXCHANGE:
            other = (first, second + 1) if third else (first + 1, second)
            return Saying(
                [cell_part(first, second), cell_part(*other)],
                (),
                ["swap", "swaps", "exchange", "exchanges", "change", "switch", "and", "positions"],
            )
        case verbs.RECOVER_TILE:
            return Saying((), [tile_part(first)], ["recover", "recovers", "take", "takes", "back", "get", "gets", "discard", "pile"])
        case verbs.DESTROY:
            return Saying((), at(first, second, int(s.owner)), ["destroy", "destroys", "burn", "burns", "remove", "removes", "lose"])
        case verbs.DESTROY_END:
            count = ways("column") if first == 1 else ways(f"{first} columns")
            return Saying([ways("last") | ways("end")], [count], ["destroy", "destroys", "burn", "burns", "remove", "removes"])
        case verbs.SHIFT_TILE:
            to = frozenset(("to", *way) for way in place_part(position, second)) | frozenset(
                ("on", *way) for way in place_part(position, second)
            )
            return Saying([to], top(first), ["move", "moves", "shift", "column", "top", "end"])
        case verbs.HAUNT:
            return Saying((), top(first), ["haunt", "haunts", "haunted", "pawn", "put", "place"])
        case verbs.REVEAL_CARD:
            return Saying([numbered(first)], (), [*DRAWING, "ordeal", "card"])
        case verbs.CHOOSE_WHO:
            return Saying([ways(f"player {first + 1}", f"{first + 1}", f"p{first + 1}")], (), ["meets", "meet", "ordeal"])
        case verbs.TILE:
            piles = {stages.DRAW_SAFE: 0, stages.REVEAL_SAFE: 0, stages.DRAW_STANDARD: 1, stages.REVEAL_STANDARD: 1}
            pile = [_PILE[piles[int(s.stage)]]] if int(s.stage) in piles else []
            return Saying([ways(*TILE_NAMES.ways[first])], [ways("vigil"), *pile], [*DRAWING, "becomes"])
        case verbs.CARD:
            return ordeal()
    return None


def _row(position: Position, place: int) -> list[Part]:
    """The row that a tile on top of a column comes to."""
    s, player = position.numbers, position.player
    if not 1 <= place <= width_of(s, player):
        return []
    return [ways(f"row {height_of(s, player, place - 1) + 1}")]


@lru_cache(maxsize=32)
def _legal(position: Position) -> Legal:
    return Legal(position.game, position, lambda move: saying(position, move), lambda form: form)


_FROM_A_PILE = re.compile(r"([^,;]*?)\s+from\s+(?:the\s+)?(safe|standard|regular)(?:\s+pile)?\b", re.IGNORECASE)


def _pile_first(text: str) -> str:
    """ "a seer circle from the safe pile" in the order of the rules: the pile is chosen, then the tile comes."""
    return _FROM_A_PILE.sub(r"\2, \1", text)


def _vocabulary() -> frozenset[str]:
    """All words that mean something in this game."""
    told = [word for tile in TILE_NAMES.ways for way in tile for word in way.split()]
    told += [
        *_DISCARDING,
        "power",
        "vigil",
        "prison",
        "donate",
        "meet",
        "encounter",
        "last",
        "end",
        "swap",
        "exchange",
        "recover",
        "move",
        "left",
        "right",
    ]
    return frozenset(told).union(DRAWING, PLACING, FACTIONS, SHAPES)


def reader() -> Reader:
    from castlewise.models.castellion.move_text import well_formed
    from castlewise.models.castellion.refusals import moment, refusal

    return Reader(_legal, well_formed, refusal, moment, lambda position: None, _pile_first, _vocabulary())
