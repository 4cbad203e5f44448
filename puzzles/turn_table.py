"""A turn of Castle Panic as a puzzle: trades and plays until no more cards are played. What that is worth is for each kind of puzzle to say.

A state is a position and whether the player has said that it is enough; the Move phase is only looked at from there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from castlewise.models.castle_panic.board import ARCS, TARRED, health_of, kind_of, ring_of, space_of
from castlewise.models.castle_panic.moves import END_PLAY, NO_TRADE
from castlewise.models.castle_panic.position import Position
from castlewise.models.castle_panic.stages import PLAY_PHASE, TRADE_PHASE, WHO_IS_HURT
from castlewise.models.move_code import move, verb_of
from castlewise.puzzles.table import Table
from castlewise.solver.policies import policy_kernel, policy_rule

END = move(END_PLAY, 0, 0, 0)

State = tuple[Position, bool]


def stepped(position: Position, chosen: int) -> Position:
    """The next position, for a move that is known to be legal."""
    game = position.game
    state = game.copy(position.state)
    game.kernel(game.kernel_rules["apply"])(game.rules, state, chosen)
    return Position(game, state)


def after_move_phase(position: Position) -> list[Position]:
    """What the Move phase makes of a board once the plays are over: a position for every choice of who is hurt."""
    if position.is_over:
        return [position]
    found, todo = [], [stepped(position, END)]
    while todo:
        here = todo.pop()
        if here.state.stage == WHO_IS_HURT:
            todo += [stepped(here, choice) for choice in here.game.choices(here)]
        else:
            found.append(here)
    return found


@dataclass(frozen=True)
class Deeds:
    """What a turn has done before the Move phase, as counts: more is more. A way to play contains another if each of its counts is at least as high."""

    spent: tuple[int, ...]  # cards that left the hand, by kind
    taken: tuple[int, ...]  # cards that left the other hands
    harm: tuple[int, ...]  # health gone from a space, by space and kind of Monster
    tarred: tuple[int, ...]  # likewise
    walls: tuple[int, ...]
    forts: tuple[int, ...]

    def contains(self, other: Deeds) -> bool:
        return all(mine >= theirs for mine, theirs in zip(self.counts, other.counts, strict=True))

    @property
    def counts(self) -> tuple[int, ...]:
        return (*self.spent, *self.taken, *self.harm, *self.tarred, *self.walls, *self.forts)


def groups_of(position: Position) -> list[tuple[int, int]]:
    """The spaces and kinds of the Monsters on a board: which of two alike in one space is hit makes no difference."""
    s = position.numbers
    return sorted({(space_of(m), kind_of(m)) for m in s.monsters[: s.monster_count]})


def deeds(start: Position, end: Position) -> Deeds:
    s, t = start.numbers, end.numbers
    me = start.player
    kinds = range(len(start.rule_set.components.cards))
    others = [p for p in range(start.rule_set.players) if p != me]
    groups = groups_of(start)
    there, here = Counter[tuple[int, int]](), Counter[tuple[int, int]]()
    tarred = Counter[tuple[int, int]]()
    for m in s.monsters[: s.monster_count]:
        there[space_of(m), kind_of(m)] += health_of(m)
    for m in t.monsters[: t.monster_count]:
        here[space_of(m), kind_of(m)] += health_of(m)
        tarred[space_of(m), kind_of(m)] += m & TARRED
    return Deeds(
        tuple(int(s.hands[me][k]) - int(t.hands[me][k]) for k in kinds),
        tuple(sum(int(s.hands[p][k]) - int(t.hands[p][k]) for p in others) for k in kinds),
        tuple(there[group] - here[group] for group in groups),
        tuple(tarred[group] for group in groups),
        tuple(int(t.walls[arc]) - int(s.walls[arc]) for arc in range(ARCS)),
        tuple(int(t.fortify[arc]) - int(s.fortify[arc]) for arc in range(ARCS)),
    )


def structures(position: Position) -> int:
    s = position.numbers
    return sum(s.walls) + sum(s.fortify) + sum(s.towers)


def threat(position: Position) -> int:
    """Health on the board, more the nearer it is."""
    s = position.numbers
    return sum(int(health_of(m) * (1 + ring_of(m))) for m in s.monsters[: s.monster_count])


class TurnTable(Table[State]):
    """The turn of the player whose turn it is; kinds of puzzle say what an end is worth."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.start = (position, False)
        self._source, (self._out, _) = position.game.source(1), position.game.lists()

    def moves(self, state: State) -> list[int]:
        here, ended = state
        if ended or here.is_over:
            return []
        return here.game.choices(here)

    def after(self, state: State, move: int) -> State:
        here, _ = state
        return (here, True) if move == END else (stepped(here, move), False)

    def agreed(self, ends: Sequence[State]) -> State | None:
        found = [deeds(self.position, here) for here, _ in ends]
        least = [min(counts) for counts in zip(*(one.counts for one in found), strict=True)]
        return next((end for end, one in zip(ends, found, strict=True) if list(one.counts) == least), None)

    def worth(self, end: State) -> Fraction:
        return Fraction(int(self.shortfall(end) == 0))

    def shortfall(self, end: State) -> int:
        raise NotImplementedError

    def promise(self, state: State) -> int:
        """Structures that the coming Move phase takes count most, then Monsters by health and nearness."""
        here, _ = state
        stop = stepped(here, move(NO_TRADE, 0, 0, 0)) if here.state.stage == TRADE_PHASE else here
        if stop.state.stage != PLAY_PHASE:
            return -threat(here)
        return -threat(here) - 100 * (structures(here) - max(map(structures, after_move_phase(stop))))

    def greedy(self, state: State) -> int:
        here, _ = state
        game = here.game
        decide = policy_kernel(game, "greedy")(policy_rule(game, "greedy"))
        return int(decide(game.rules, here.state, self._source.buffer, self._out))

    def is_a_play(self, move: int) -> bool:
        return verb_of(move) not in (END_PLAY, NO_TRADE)

    def short(self, state: State, move: int) -> str:
        return state[0].game.short(state[0], move)

    def describe(self, state: State, move: int) -> str:
        return state[0].game.describe(state[0], move)

    def read(self, state: State, text: str) -> int:
        return state[0].game.read_move(state[0], text)

    def picture(self, state: State) -> Any:
        from rich.console import Group

        from castlewise.render.castle_panic_text import board, hands

        return Group(board(state[0]), hands(state[0]))
