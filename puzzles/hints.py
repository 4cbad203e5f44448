"""Help with a puzzle in steps: where to look, what to use there, and why; and what is wrong with a move that is not as good as the best."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

from castlewise.models.castle_panic.board import RINGS
from castlewise.puzzles.table import Lines

STEPS = ("where", "what", "why")
_RING_OF = {ring[0]: ring for ring in RINGS}


def hints(lines: Lines[Any], state: Any) -> tuple[str, str, str]:
    """Three hints for the next move, each telling more than the one before. All are about the same right move."""
    table = lines.table
    while (draw := table.next_draw(state)) is not None:
        state = table.after(state, draw)
    right = table.right_moves(lines, state)
    move = table.easiest(state, right)
    return _where(table.short(state, move)), _what(table, state, move), _why(lines, state, move, right)


def _where(short: str) -> str:
    target = short.partition("@")[2] or short.partition("=")[0]
    monster = re.fullmatch(r"([faksc])([1-6])[a-z].*", target)
    if monster:
        return f"Look at the {_RING_OF[monster[1]].title()} ring, arc {monster[2]}."
    cell = re.fullmatch(r"(\d)\.(\d).*", target)
    if cell:
        return f"Look at column {cell[1]}, row {cell[2]}."
    space = re.fullmatch(r"([faksc])([1-6])", target)
    if space:
        return f"Look at the {_RING_OF[space[1]].title()} ring, arc {space[2]}."
    burning = re.fullmatch(r"([wt])([1-6])", target)
    if burning:
        return f"Look at the {'Wall' if burning[1] == 'w' else 'Tower'} of arc {burning[2]}."
    if re.fullmatch(r"\d", target):
        return f"Look at {'arc' if short.startswith(('br', 'fw', 'w')) else 'column'} {target}."
    if re.fullmatch(r"w[a-z]{2}\.(red|green|blue)", short):
        return f"Look at the {short.partition('.')[2]} arcs."
    return {"end": "The board is as it should be.", "discard": "Look at the tile in hand.", "power": "Look at the tile in hand."}.get(
        short, "Look at your hand." if short.startswith("w") else "Look at what there is to choose, not at the board."
    )


def _what(table: Any, state: Any, move: int) -> str:
    sentence = table.describe(state, move)
    return f"{sentence[0].upper()}{sentence[1:]}."


def _why(lines: Lines[Any], state: Any, move: int, right: list[int]) -> str:
    """What becomes of the puzzle without the move that was named, and how many moves are right; then the wrong one that looks best."""
    table = lines.table
    wrong = [(other, table.after(state, other)) for other in table.first_tries(state) if other not in right]
    if not wrong:
        return "Every move is right here."
    of_all = f"{len(right)} of {len(right) + len(wrong)} moves {'is' if len(right) == 1 else 'are'} right here."
    other, there = max(wrong, key=lambda step: table.promise(step[1]))
    tempting = f"Tempting, but wrong: {table.describe(state, other)}. {verdict(lines, state, there)}"
    return " ".join([*_needed(lines, state, move), of_all, tempting])


def _needed(lines: Lines[Any], state: Any, move: int) -> list[str]:
    """That nothing works without a move, and what goes wrong then. Nothing is said where there is another way to the same end."""
    if state not in lines.steps:  # cells filled in another order than the lines go through
        return []
    end = lines.without(state, lines.table.deed(state, move))
    if end is None:
        return ["Nothing else can be done."]
    if lines.value(end) == lines.value(state):
        return []
    return [f"Nothing works without it; whatever else is played, at best {lines.table.failing(end)}."]


def verdict(lines: Lines[Any], before: Any, after: Any) -> str:
    """What a wrong move has done."""
    best, left = lines.best(), lines.table.reachable(lines, after)
    if best == 1 and left == 0:
        return "After that the goal is out of reach."
    return f"After that the chance is {percent(left)} at best; before it was {percent(lines.table.reachable(lines, before))}."


def percent(chance: Fraction) -> str:
    """
    >>> percent(Fraction(7, 9)), percent(Fraction(1))
    ('77.8 %', '100 %')
    """
    return f"{float(100 * chance):.1f} %" if chance.denominator > 1 else f"{100 * chance} %"
