"""Puzzles that only look different: the board of Castle Panic turned by two arcs with all colours turned along; in Castellion a castle mirrored, shapes
exchanged, and factions exchanged where none of them has a power.

`standard_form` is the least of all images of a puzzle, so two puzzles are one if their standard forms are equal.

What a newcomer would get wrong: Castle Panic's board has no mirror image, because Monsters inside the Castle walk clockwise.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import permutations, product

from castlewise.models.castellion.castle_text import code_of
from castlewise.models.castellion.tiles import DEFENDERS, HIDDEN, TILES
from castlewise.puzzles.castles import read_board, read_kinds
from castlewise.puzzles.puzzle import Puzzle

_NEXT_COLOUR = {"r": "g", "g": "b", "b": "r"}
_COLOURED_CARDS = {colour + troop for colour in "rgb" for troop in "aksh"}
_FIREBALLS = {f"w{colour}f" for colour in "rgb"}
Kinds = Callable[[int], int]


def standard_form(puzzle: Puzzle) -> str:
    return min(images(puzzle))


def images(puzzle: Puzzle) -> Iterator[str]:
    """Every way in which a puzzle can look, the seed and what is known about it left out."""
    if puzzle.position.startswith("cp:"):
        for turns in range(3):
            position, printed = turned_line(puzzle.position, turns), [_turned_token(token, turns) for token in puzzle.printed]
            yield " ".join([_tidy(position), *printed, puzzle.ask])
    elif puzzle.position.startswith("cn:"):
        yield from _orders(puzzle)
    else:
        board, width, height = read_board(puzzle.position)
        for columns, kinds in _looks(board, factions=True):
            tiles = sorted(map(kinds, read_kinds(puzzle.printed)))
            yield f"{width}x{height}/{columns} {' '.join(map(code_of, tiles))} {puzzle.ask}"


# Castle Panic.


def turned_line(line: str, turns: int) -> str:
    """A position with the board turned by so many times two arcs, and the colours of cards and tokens with it."""
    parts = line.split("/")
    for _ in range(turns):
        parts[1] = parts[1][-2:] + parts[1][:-2]
        parts[2] = re.sub(r"(?<![a-z0-9])([faksc])([1-6])", lambda found: f"{found[1]}{(int(found[2]) + 1) % 6 + 1}", parts[2])
        for at in (4, 5):
            parts[at] = re.sub(r"(\d*)([a-z]{2,3}|[a-z]\d)", _turned_card, parts[at])
        parts[6] = re.sub(r"\bm([rgb])\b|(?<=\d)m([rgb])\b", lambda found: "m" + _NEXT_COLOUR[found[1] or found[2]], parts[6])
        parts[7:] = [_turned_key(part) for part in parts[7:]]
    return "/".join(parts)


def _turned_key(part: str) -> str:
    """The Wizard's Tower and what burns."""
    name, _, value = part.partition("=")
    if name not in ("wizard-tower", "burning"):
        return part
    return f"{name}=" + re.sub(r"[1-6]", lambda found: str((int(found[0]) + 1) % 6 + 1), value)


def _turned_card(found: re.Match[str]) -> str:
    count, code = found[1], found[2]
    if code in _FIREBALLS:
        return f"{count}w{_NEXT_COLOUR[code[1]]}f"
    return count + (_NEXT_COLOUR[code[0]] + code[1] if code in _COLOURED_CARDS else code)


def _turned_token(token: str, turns: int) -> str:
    code, _, arc = token.partition("@")
    return f"{code}@{(int(arc) - 1 + 2 * turns) % 6 + 1}"


def _tidy(line: str) -> str:
    """The order of Monsters and cards means nothing."""
    parts = line.split("/")
    parts[2] = ".".join(sorted(parts[2].split(".")))
    parts[7:] = [f"{name}={'.'.join(sorted(value.split('.')))}" for name, _, value in (part.partition("=") for part in parts[7:])]
    for at in (4, 5, 6):
        parts[at] = ",".join(".".join(sorted(hand.split("."))) for hand in parts[at].split(","))
    return "/".join(parts)


# Castellion.


def _orders(puzzle: Puzzle) -> Iterator[str]:
    from castlewise.models.castellion.position import Position

    position = Position.read(puzzle.position)
    rules = position.rule_set
    discards = [kind for kind, count in enumerate(position.numbers.discards[:DEFENDERS]) for _ in range(int(count))]
    for columns, kinds in _looks(position.columns(0), factions=not position.game.rules.powers):
        tiles = " ".join(TILES[kinds(kind)].code for kind in read_kinds(puzzle.printed))
        gone = " ".join(TILES[kind].code for kind in sorted(map(kinds, discards)))
        yield f"{rules.level} {rules.width}x{rules.height}/{columns} {tiles} - {gone} {puzzle.ask}"


def _looks(board: Sequence[Sequence[int]], *, factions: bool) -> Iterator[tuple[str, Kinds]]:
    """A castle as it may look, with what becomes of each kind of tile."""
    for faction, shape in product(permutations(range(4)) if factions else [range(4)], permutations(range(3))):

        def kinds(kind: int, faction: Sequence[int] = faction, shape: Sequence[int] = shape) -> int:
            return kind if kind == HIDDEN else faction[kind // 3] * 3 + shape[kind % 3]

        columns = ["".join(code_of(kinds(kind)) for kind in column) for column in board]
        for image in (columns, columns[::-1]):
            yield ".".join(image), kinds
