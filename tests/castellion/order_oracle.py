"""Every way to play tiles that come in a known order, through the rules: what the solvers' answers are held against.

A draw is no chance here: the question says which tile lies on top. How many tiles are left in a pile says where its order has got to, so a position needs
nothing beside it, and none is looked at twice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from castlewise.models.castellion import moves as verbs
from castlewise.models.castellion.castle_question import Castle
from castlewise.models.castellion.game import Castellion
from castlewise.models.castellion.order_question import OrderQuestion
from castlewise.models.castellion.position import Position
from castlewise.models.castellion.rules import game as rules
from castlewise.models.castellion.stages import WON
from castlewise.models.contract import Node
from castlewise.models.kernel import jit_wanted
from castlewise.models.move_code import move

Forbidden = Callable[[Position, int], bool]
MOST = 20_000  # positions looked at


class TooMany(Exception):
    """More positions than one is willing to look at."""


def known_draw(question: OrderQuestion, position: Position) -> int:
    """The tile that a chance node brings."""
    pile = rules.draws_from(int(position.state.stage))
    if pile < 0:
        raise ValueError("a card lies face down: its side is no part of the question")
    order, left = (question.safe, position.state.safe) if pile == verbs.SAFE_PILE else (question.standard, position.state.standard)
    return move(verbs.TILE, order[len(order) - sum(int(count) for count in left)], 0, 0)


def ends(question: OrderQuestion, most: int = MOST, without: Forbidden | None = None) -> Iterator[tuple[Position, tuple[int, ...]]]:
    """Every end of the game that can be reached, each once, with moves that lead there (choices and draws); depth first.

    A turn's tile is placed before it is discarded: that finds a win sooner. `without`: choices not to be made.
    """
    game = Castellion(question.position.rule_set, compiled=jit_wanted())
    apply = game.kernel(rules.apply)
    start = game.adopted(question.position)
    seen = {bytes(start)}
    parents: dict[bytes, tuple[bytes, int]] = {}
    todo = [start]
    while todo:
        here = todo.pop()
        node = game.node(here)
        if node is Node.OVER:
            yield here, _path(parents, bytes(here))
            continue
        for chosen in [known_draw(question, here)] if node is Node.CHANCE else reversed(game.choices(here)):
            if without is not None and without(here, chosen):
                continue
            state = game.copy(here.state)
            apply(game.rules, state, chosen)  # what is listed need not be looked up in the list again, as the contract does
            after = Position(game, state)
            if bytes(after) not in seen:
                seen.add(bytes(after))
                parents[bytes(after)] = (bytes(here), chosen)
                todo.append(after)
        if len(seen) > most:
            raise TooMany(f"more than {most} positions")


def _path(parents: dict[bytes, tuple[bytes, int]], end: bytes) -> tuple[int, ...]:
    moves = []
    while end in parents:
        end, chosen = parents[end]
        moves.append(chosen)
    return tuple(reversed(moves))


def winnable(question: OrderQuestion, most: int = MOST, without: Forbidden | None = None) -> tuple[int, ...] | None:
    """Moves that win, or None: there are none."""
    return next((moves for end, moves in ends(question, most, without) if end.state.outcome == WON), None)


def final_castles(question: OrderQuestion, most: int = MOST) -> set[Castle]:
    """The castles that games can be won with, as the last ordeal leaves them."""
    return {castle_of(end) for end, _ in ends(question, most) if end.state.outcome == WON}


def castle_of(position: Position) -> Castle:
    return tuple(tuple(column) for column in position.columns(0))
