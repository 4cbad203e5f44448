"""Castles for puzzles of Castellion, and a castle with hidden tiles in writing.

A board is its size and its columns, each from the bottom up: `4x3/st??.ccpt.jt.ps`; two question marks are a hidden tile.
"""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from functools import lru_cache

from castlewise.models.castellion.castle_question import EVERY_TILE, Castle, CastleQuestion
from castlewise.models.castellion.castle_text import code_of
from castlewise.models.castellion.formation_places import Cell, formations_of, neighbours
from castlewise.models.castellion.ordeals import Ordeal, read_ordeal
from castlewise.models.castellion.rule_set import RuleSet, read_rules
from castlewise.models.castellion.tiles import DEFENDERS, HIDDEN, TILES
from castlewise.models.problems import InvalidInput, Problem, Problems, nearest
from castlewise.puzzles.kind import Rejected
from castlewise.solver.castellion.castle_plan import meet

SIZES = ((4, 3), (4, 4), (4, 4), (5, 3), (5, 4), (4, 5), (6, 3), (6, 4))

Board = tuple[tuple[int, ...], ...]
"""Kinds by column, each from the bottom up; HIDDEN where a tile is not shown."""

_CODES = {tile.code: kind for kind, tile in enumerate(TILES[:DEFENDERS])}


def board_text(board: Board, width: int, height: int) -> str:
    """
    >>> board_text(((0, HIDDEN), (5,)), 4, 3)
    '4x3/st??.cc'
    """
    return f"{width}x{height}/" + ".".join("".join(map(code_of, column)) for column in board)


def read_board(text: str) -> tuple[Board, int, int]:
    """The board of a text with its columns and rows; raises InvalidInput."""
    found = re.fullmatch(r"([1-6])x([1-6])/((?:(?:[a-z]{2}|\?\?)+\.)*(?:[a-z]{2}|\?\?)+)", text)
    if not found:
        raise InvalidInput([Problem("position", 'no castle; one looks like "4x3/st??.ccpt.jt.ps"')])
    width, height = int(found[1]), int(found[2])
    problems = Problems()
    board = []
    for column in found[3].split("."):
        codes = [column[at : at + 2] for at in range(0, len(column), 2)]
        for code in codes:
            if code != "??" and code not in _CODES:
                problems.add("position", f'unknown tile "{code}"')
        board.append(tuple(_CODES.get(code, HIDDEN) for code in codes))
    if len(board) > width or any(len(column) > height for column in board):
        problems.add("position", "the castle does not fit its size")
    problems.raise_if_any()
    return tuple(board), width, height


def read_kinds(codes: Sequence[str]) -> list[int]:
    """Tiles by their codes; raises InvalidInput."""
    unknown = [code for code in codes if code not in _CODES]
    if unknown:
        raise InvalidInput([Problem("printed", f'unknown tile "{code[:10]}"') for code in unknown])
    return [_CODES[code] for code in codes]


_NAMES = {tile.name: kind for kind, tile in enumerate(TILES[:DEFENDERS])}


def typed_tile(text: str) -> int:
    """A tile as people type it, by its code or its name; raises InvalidInput.

    >>> typed_tile("st"), typed_tile("the Seer  Triangle")
    (0, 0)
    """
    words = " ".join(text.lower().split()).removeprefix("the ")
    kind = _CODES.get(words, _NAMES.get(words))
    if kind is None:
        known = (*_NAMES, *_CODES)
        raise InvalidInput([Problem("move", f'"{words[:30]}" is no tile{nearest(words[:30], known)}; tiles are "seer triangle" or "st"')])
    return kind


def read_asked(text: str) -> Ordeal:
    problems = Problems()
    ordeal = read_ordeal(text, "ask", problems)
    problems.raise_if_any()
    assert ordeal is not None
    if ordeal.penalty is not None or ordeal.rows:
        raise InvalidInput([Problem("ask", "puzzles ask for formations, such as 1T1B")])
    return ordeal


@lru_cache
def rules_of(text: str) -> RuleSet:
    return read_rules(text, place="--rules")


def check_size(rules: str) -> None:
    """Raises InvalidInput if rules say anything but a size, or one in which nothing can be built."""
    asked = rules_of(rules)
    width, height = asked.width, asked.height
    if asked != rules_of(f"size={width}x{height}"):
        raise InvalidInput([Problem("--rules", "puzzles with castles may have a size of their own, such as size=5x4, and no other rules")])
    if height < 2 or (width < 2 and height < 4):
        raise InvalidInput([Problem("--rules", f"size={width}x{height}: no formation can be built in such a castle above its foundation")])


def size_for(luck: random.Random, rules: str) -> tuple[int, int]:
    """That of the rules if they name one, else some size that suits a puzzle."""
    if "size=" in rules:
        asked = rules_of(rules)
        return asked.width, asked.height
    return luck.choice(SIZES)


FORMATIONS = (
    "A formation is a group of exactly four tiles of one faction: a tower stands upright, a bastion is two by two, a line of defence lies in a row. "
    "More than are asked for do no harm."
)


def ordeal_words(ordeal: Ordeal) -> str:
    """
    >>> ordeal_words(Ordeal(towers=2, lines=1))
    '2 towers and 1 line of defence'
    """
    named = (
        (ordeal.towers, "tower", "towers"),
        (ordeal.bastions, "bastion", "bastions"),
        (ordeal.lines, "line of defence", "lines of defence"),
    )
    return " and ".join(f"{count} {one if count == 1 else many}" for count, one, many in named if count)


def changed(before: Sequence[Sequence[int]], after: Sequence[Sequence[int]]) -> set[Cell]:
    """The cells of a castle that held another tile before, or none."""
    cells = ((c, r, kind) for c, column in enumerate(after) for r, kind in enumerate(column))
    return {(c, r) for c, r, kind in cells if c >= len(before) or r >= len(before[c]) or before[c][r] != kind}


def missing_formations(castle: Sequence[Sequence[int]], ordeal: Ordeal) -> int:
    found = formations_of(castle)
    return sum(max(0, asked - there) for asked, there in zip((ordeal.towers, ordeal.bastions, ordeal.lines), found, strict=True))


def lacking_words(castle: Sequence[Sequence[int]], ordeal: Ordeal) -> str:
    """
    >>> lacking_words(((0,), (1,)), Ordeal(towers=1, lines=2))
    'the castle lacks 1 tower and 2 lines of defence'
    """
    towers, bastions, lines = formations_of(castle)
    lacking = Ordeal(max(0, ordeal.towers - towers), max(0, ordeal.bastions - bastions), max(0, ordeal.lines - lines))
    return f"the castle lacks {ordeal_words(lacking)}"


def some_ordeal(luck: random.Random, width: int, height: int) -> Ordeal:
    """One or two formations that a castle of this size has room for."""
    fitting = [name for name, room in (("towers", height >= 4), ("bastions", width >= 2 and height >= 2), ("lines", width >= 4)) if room]
    counts = {"towers": 0, "bastions": 0, "lines": 0}
    for _ in range(luck.choice((1, 2, 2))):
        counts[luck.choice(fitting)] += 1
    return Ordeal(counts["towers"], counts["bastions"], counts["lines"])


def some_castle(luck: random.Random, width: int, height: int, ordeal: Ordeal, tries: int = 1) -> Castle:
    """A castle that meets an ordeal, built on a foundation of chance, of so many the first on which there is one. Raises Rejected if there is none."""
    for _ in range(tries - 1):
        try:
            return some_castle(luck, width, height, ordeal)
        except Rejected:
            continue
    liked = luck.sample(range(4), 2)
    weights = [3 if kind // 3 in liked else 1 for kind in range(DEFENDERS)]
    foundation: list[tuple[int, ...]] = [(kind,) for kind in luck.choices(range(DEFENDERS), weights, k=width)]
    second = luck.choices(range(DEFENDERS), weights)[0]
    at = luck.randrange(width)
    if second % 3 != foundation[at][0] % 3:
        foundation[at] = (*foundation[at], second)
    question = CastleQuestion((ordeal,), width, height, tuple(foundation), EVERY_TILE)
    _, building = meet(question, seconds=2.0)
    if building is None:
        raise Rejected("no castle to begin with")
    return building.met[0].castle


def may_lie(board: Sequence[Sequence[int]], column: int, row: int, kind: int) -> bool:
    """Rule 3: above the foundation no tile is placed beside one of its shape. Whether it lies on something is another question."""
    height = max(row + 1, *map(len, board))
    for c, r in neighbours((column, row), len(board), height):
        if r < len(board[c]) and (row or r):
            beside = board[c][r]
            if beside != HIDDEN and beside % 3 == kind % 3:
                return False
    return True


def progress(castle: Sequence[Sequence[int]], ordeal: Ordeal) -> int:
    """How far along a castle looks: formations that are asked for, then groups of a faction, the larger the better up to four tiles."""
    cells = {(c, r): kind // 3 for c, column in enumerate(castle) for r, kind in enumerate(column)}
    seen: set[tuple[int, int]] = set()
    total = -100 * missing_formations(castle, ordeal)
    for cell, faction in cells.items():
        if cell in seen:
            continue
        group, todo = 0, [cell]
        seen.add(cell)
        while todo:
            c, r = todo.pop()
            group += 1
            for near in ((c - 1, r), (c + 1, r), (c, r - 1), (c, r + 1)):
                if cells.get(near) == faction and near not in seen:
                    seen.add(near)
                    todo.append(near)
        total += group * group if group <= 4 else -group
    return total


def peeled(luck: random.Random, castle: Castle, number: int) -> tuple[list[list[int]], list[int]]:
    """A castle without some tiles from the tops of its columns, never of its foundation, and those tiles in the order in which they go back."""
    columns = [list(column) for column in castle]
    taken: list[int] = []
    for _ in range(number):
        tall = [column for column in columns if len(column) > 1]
        if not tall:
            break
        taken.append(luck.choice(tall).pop())
    return columns, taken[::-1]
