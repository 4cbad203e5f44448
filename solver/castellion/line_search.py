"""Lines of play gone through one position after the other: chance does what we like, and no position is met twice.

The most promising positions come first, so that a line is found soon where there is one; where all are gone through and none has the ordeals overcome, there
is no line at all.
"""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from itertools import count

from castlewise.models.castellion import stages
from castlewise.models.castellion.formation_places import formations_of
from castlewise.models.castellion.moves import CARD, POWER, TILE
from castlewise.models.castellion.position import Position
from castlewise.models.move_code import first_of, second_of, verb_of
from castlewise.solver.castellion.line_play import overcome
from castlewise.solver.deadline import Deadline

LOOKED_AT_ONCE = 16  # positions between two looks at the clock
AN_ORDEAL, A_FORMATION, A_COLUMN = 1_000, 60, 12


class LineSearch:
    """`finished` once every position was looked at; `seen` is how many there were. `order`: that in which the standard pile is drawn, if it is known."""

    def __init__(self, start: Position, deal: Sequence[int], target: int, powers: int | None, order: Sequence[int] | None = None) -> None:
        self.start, self.deal, self.target, self.most_powers, self.order = start, deal, target, powers, order
        self.finished = False
        self._best: dict[bytes, int] = {bytes(start): 0}  # powers used on the way, if they are counted

    @property
    def seen(self) -> int:
        return len(self._best)

    def run(self, deadline: Deadline, most: int) -> list[int] | None:
        """The moves of a line that has the ordeals overcome, or None. No more than about so many positions are looked at."""
        order = count()
        came: dict[int, tuple[int, int]] = {}
        heap: list[tuple[int, int, int, Position]] = [(0, next(order), 0, self.start)]
        looked = 0
        while heap and self.seen < most:
            looked += 1
            if looked % LOOKED_AT_ONCE == 0 and not deadline.left:
                return None
            _, number, powers, here = heapq.heappop(heap)
            game = here.game
            for made in game.moves(here):
                if not self._comes(here, made):
                    continue
                used = powers + (self.most_powers is not None and verb_of(made) == POWER)
                if used > (self.most_powers or 0) and self.most_powers is not None:
                    continue
                after = game.apply(here, made)
                if overcome(after, self.target):
                    return [*_way(came, number), made]
                if after.is_over:
                    continue
                key = bytes(after)
                if self._best.get(key, used + 1) <= used:
                    continue
                self._best[key] = used
                next_number = next(order)
                came[next_number] = (number, made)
                heapq.heappush(heap, (-promise(after, self.deal), next_number, used, after))
        self.finished = not heap
        return None

    def _comes(self, here: Position, made: int) -> bool:
        """Whether it may happen: a card that turns out to be another does not, nor a tile that is not the next one where the order is known."""
        if verb_of(made) == CARD:
            return second_of(made) == self.deal[first_of(made)]
        if verb_of(made) == TILE and self.order is not None:
            return bool(first_of(made) == self.order[len(self.order) - sum(here.numbers.standard)])
        return True


def promise(position: Position, deal: Sequence[int]) -> int:
    """How near the next ordeal is, roughly."""
    rules, s = position.rule_set, position.numbers
    if position.met >= len(rules.ordeals):
        return AN_ORDEAL * position.met
    card = rules.ordeals[position.met].cards[deal[position.met]]
    best = 0
    for player in range(rules.players):
        columns = position.columns(player)
        there = formations_of(columns)
        formed = sum(min(have, want) for have, want in zip(there, (card.towers, card.bastions, card.lines), strict=True))
        best = max(best, A_FORMATION * formed + A_COLUMN * len(columns) + sum(min(len(column), card.rows + 1) for column in columns))
    under_way = int(s.stage not in (stages.TURN, stages.USE)) - 3 * int(s.due)
    return AN_ORDEAL * position.met + best + int(sum(s.safe) + sum(s.standard)) + under_way


def _way(came: dict[int, tuple[int, int]], number: int) -> list[int]:
    way = []
    while number in came:
        number, made = came[number]
        way.append(made)
    return way[::-1]
