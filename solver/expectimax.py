"""The exact expectation of a value over everything that chance can still do, with the players choosing the best at every choice.

    expect(position, Question(value=simple_chance))     # to the start of the next turn: in Castle Panic, this turn's Monster tokens
    expect(position, Question(value=..., turns=2), weights=..., cut=1e-6, window=(0.6, 1.0), seconds=0.1)

The value is a rule of the kernel (see `leaf_value` in game_rules.py), asked where a turn ends; a game that is over counts 1 or 0. The search is
compiled and written once for every game (expectimax_rules.py). Nothing is sampled: what was left out, because it is too unlikely (`cut`) or because
time ran out, widens the bounds, and `exact` says whether they have met. With a window the bounds say only on which side of it the value is, if it is
outside.

What a newcomer would get wrong: all decisions are taken for the highest value of one and the same function. That is right for players who win together,
and not for rivals.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from castlewise.models.kernel import Kernel, Layout, copy_record
from castlewise.models.kernel_game import RecordPosition
from castlewise.models.problems import Problems
from castlewise.solver.expectimax_rules import (
    FINISHED,
    NO_HORIZON,
    NOT_BEGUN,
    SPARE_STATES,
    Frame,
    Option,
    Search,
    foregone,
    give_up,
    search,
    stop_short,
    try_first,
)
from castlewise.solver.expectimax_table import Slot
from castlewise.solver.game_rules import bound_kernel, leaf_value

Rule = Callable[..., int]

EXACT_WITHIN = 1e-12  # bounds this close are one number, but for rounding
DEPTH = 256  # nodes on a path from the root; what is deeper is cut
OPTIONS = {True: 1 << 15, False: 1 << 12}  # of all nodes on a path together; compiled and plain
SLOTS = {True: 1 << 16, False: 1 << 12}
NODES_BETWEEN_LOOKS = {True: 4_096, False: 16}  # at the clock
EVERYTHING = (-1.0, 2.0)  # a window that no value is outside of


@dataclass(frozen=True)
class Question:
    """What is expected: `value` after so many turns (None: only where the game is over), or with `through_draws` where chance has done its part after that."""

    value: Rule | None
    turns: int | None = 1
    through_draws: bool = False
    chances: int = 0  # chance nodes on a path that are never cut
    foregone: Rule | None = None  # these three: see expectimax_rules.py
    stop_short: Rule | None = None
    try_first: Rule | None = None
    slots: int | None = None  # of the table, if not as many as usual: a table that the processor's cache holds is asked sooner

    def problems(self) -> Problems:
        found = Problems()
        if self.turns is not None and self.turns < 0:
            found.add("turns", f"{self.turns}: cannot be negative")
        if self.turns is not None and self.value is None:
            found.add("value", "a search that stops before the game is over needs one")
        return found


@dataclass(frozen=True)
class Before:
    """What lies between the position that a question is about and one on the way: turns ended, chance nodes, and how likely it was."""

    turns: int = 0
    chances: int = 0
    probability: float = 1.0


FROM_HERE = Before()


@dataclass(frozen=True)
class Expectation:
    """`low <= value <= high`. Where they do not meet, `value` counts what was left out by the value function, as if the search had come to its end there.

    Without a value function what was left out counts nothing, and `best` is the move of highest lower bound.
    """

    value: float
    low: float
    high: float
    exact: bool
    finished: bool  # not stopped by the clock or a limit
    best: int | None  # the move of highest value, if the position is a choice
    nodes: int
    leaves: int  # positions whose value was asked for
    ends: int  # games over
    known: int  # nodes that the table answered for
    cuts: int  # nodes left out for being too unlikely
    foregone: int  # nodes whose end was foregone
    seconds: float


_kernels: dict[tuple[object, ...], Kernel] = {}


def search_kernel(game: Any, question: Question) -> Kernel:
    """Games on one kernel share a search: it depends on the records' layout and not on the rules in force."""
    filled: dict[Callable[..., Any], Rule | None] = {
        leaf_value: question.value,
        foregone: question.foregone,
        stop_short: question.stop_short,
        try_first: question.try_first,
    }
    key = (game.kernel, *filled.values())
    if key not in _kernels:
        records = {record.__name__: Layout(record, {}) for record in (Slot, Option, Frame, Search)}
        bindings: dict[Callable[..., Any], Sequence[Rule]] = {point: [rule] for point, rule in filled.items() if rule is not None}
        name = " ".join([game.kernel.name, "expectimax", *(rule.__name__ for rule in filled.values() if rule is not None)])
        _kernels[key] = bound_kernel(game, name, bindings, records, entries=(search, give_up))
    return _kernels[key]


class Expectimax:
    """A search with its memory: a table of positions, kept from one position to the next as long as the question is the same.

    Not for two threads at once. The memory is open to rules that follow up what a search found.
    """

    def __init__(
        self,
        game: Any,
        question: Question,
        weights: Sequence[int] = (),
        *,
        table: bool = True,
        star1: bool = True,
        star2: bool = False,
        slots: int | None = None,
    ) -> None:
        found = question.problems()
        usual = SLOTS[game.kernel.compiled]
        slots = slots or min(usual, question.slots or usual)
        if slots & (slots - 1):
            found.add("slots", f"{slots}: has to be a power of 2")
        found.raise_if_any()
        self.game = game
        self.rules = game.rules  # those in force; a question about a changed game changes them
        self.question = question
        kernel = search_kernel(game, question)
        self._search: Rule = kernel(search)
        self._give_up = kernel(give_up)
        self._compiled = kernel.compiled
        self.states = self.records(game.kernel.layouts["State"], DEPTH + SPARE_STATES)
        self._frames = self.records(kernel.layouts["Frame"], DEPTH)
        self.options = self.records(kernel.layouts["Option"], OPTIONS[kernel.compiled])
        self.slots = self.records(kernel.layouts["Slot"], slots)
        self.keys = game.buffer(2)
        self.lists = game.lists()
        self._weights = game.buffer(max(1, len(weights)))
        self._written: Sequence[int] | None = None
        self.query = kernel.blank("Search")
        self.query.horizon = NO_HORIZON if question.turns is None else question.turns
        self.query.through_draws = int(question.through_draws)
        self.query.chances = question.chances
        self.query.use_foregone = int(question.foregone is not None)
        self.query.use_table = int(table)
        self.query.star1 = int(star1)
        self.query.star2 = int(star2)
        self.reweigh(weights)

    def put_first(self, position: RecordPosition) -> None:
        if self._compiled:
            self.states[0] = position.state
        else:
            copy_record(self.states[0], position.state)

    def records(self, layout: Layout, count: int = DEPTH) -> Any:
        return layout.many(count, compiled=self._compiled)

    def reweigh(self, weights: Sequence[int]) -> None:
        """Use these weights from now on, and forget what is known by others. A sequence that was handed over is not to be changed."""
        if weights is not self._written:  # there may be thousands
            for i, weight in enumerate(weights):
                self._weights[i] = weight
            self._written = weights
        self.forget()

    def forget(self) -> None:
        """Empty the table."""
        self.query.generation += 1

    def __call__(
        self,
        position: RecordPosition,
        *,
        window: tuple[float, float] = EVERYTHING,
        cut: float = 0.0,
        seconds: float | None = None,
        most_nodes: int | None = None,
        before: Before = FROM_HERE,
        first_only: bool = False,
    ) -> Expectation:
        """The expectation of a position of this game. Nodes that are reached with a chance below `cut` are left out.

        With `before` it is the answer for one position within a larger search; with `first_only` only the choices of `try_first` are looked into.
        """
        began = time.perf_counter()
        p = self.query
        p.alpha, p.beta = window
        p.cut = cut
        p.first_only = int(first_only)
        p.start_turns, p.start_chances, p.start_probability = before.turns, before.chances, before.probability
        p.depth = NOT_BEGUN
        p.returned = p.nodes = p.leaves = p.ends = p.known = p.cuts = p.foregone = 0
        self.put_first(position)
        work: tuple[Any, ...] = (
            self.rules,
            self.states,
            self._frames,
            self.options,
            self.slots,
            p,
            self.keys,
            *self.lists,
            self._weights,
        )
        for stretch in self._stretches(most_nodes):
            if self._search(*work, stretch) == 1 or (seconds is not None and time.perf_counter() - began >= seconds):
                break
        finished = int(p.depth) == FINISHED
        if not finished:
            self._give_up(self.options, self._frames, p)
        low, high = float(p.low), float(p.high)
        return Expectation(
            value=min(max(float(p.value), low), high),
            low=low,
            high=high,
            exact=high - low <= EXACT_WITHIN,
            finished=finished,
            best=int(p.best) or None,
            nodes=int(p.nodes),
            leaves=int(p.leaves),
            ends=int(p.ends),
            known=int(p.known),
            cuts=int(p.cuts),
            foregone=int(p.foregone),
            seconds=time.perf_counter() - began,
        )

    def _stretches(self, most_nodes: int | None) -> Iterator[int]:
        """How many nodes to search before the clock is looked at again."""
        stretch = NODES_BETWEEN_LOOKS[self._compiled]
        while most_nodes is None or self.query.nodes < most_nodes:
            yield stretch if most_nodes is None else min(stretch, most_nodes - int(self.query.nodes))


class _Kept(threading.local):
    """A thread's last searches: their memory is worth keeping."""

    def __init__(self) -> None:
        self.searches: dict[tuple[object, ...], Expectimax] = {}


_kept = _Kept()
_MOST_KEPT = 8


def kept_search(game: Any, question: Question, weights: Sequence[int] = ()) -> Expectimax:
    """The thread's own search for a question, made when it is first asked, with an empty table."""
    key = (game.kernel, game.rule_set, question, len(weights))
    if key not in _kept.searches:
        if len(_kept.searches) >= _MOST_KEPT:
            del _kept.searches[next(iter(_kept.searches))]
        _kept.searches[key] = Expectimax(game, question, weights)
    _kept.searches[key].reweigh(weights)
    return _kept.searches[key]


def expect(
    position: RecordPosition,
    question: Question,
    *,
    weights: Sequence[int] = (),
    window: tuple[float, float] = EVERYTHING,
    cut: float = 0.0,
    seconds: float | None = None,
) -> Expectation:
    """What is to be expected from a position on."""
    return kept_search(position.game, question, weights)(position, window=window, cut=cut, seconds=seconds)


def deepen(
    position: RecordPosition,
    question: Question,
    *,
    weights: Sequence[int] = (),
    cut: float = 0.0,
    seconds: float,
    most_turns: int = 4,
) -> list[Expectation]:
    """The same with more and more foresight: to the end of the turn, through the draws after it, to the end of the next turn, and so on, until time runs out.

    Every entry is finished, but for the first if there is not even time for that; the last one sees furthest.
    """
    began = time.perf_counter()
    found: list[Expectation] = []
    first = 1 if question.turns is None else question.turns
    for turns in range(first, most_turns + 1):
        for through_draws in (False, True):
            further = replace(question, turns=turns, through_draws=through_draws)
            left = seconds - (time.perf_counter() - began)
            answer = expect(position, further, weights=weights, cut=cut, seconds=max(0.0, left))
            if not answer.finished:
                return found or [answer]
            found.append(answer)
            if answer.leaves == 0:
                return found
    return found
