"""A turn of Castle Panic as a puzzle: trades and plays until no more cards are played. What that is worth is for each kind of puzzle to say.

A state is a position, whether the player has said that it is enough, and what has been aimed at whom; the Move phase is only looked at from its end.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from castlewise.models.castle_panic.board import ARCS, health_of, ring_of
from castlewise.models.castle_panic.expansions.wizards_tower.moves import PASS
from castlewise.models.castle_panic.expansions.wizards_tower.turn_fates import Deed, deeds_of
from castlewise.models.castle_panic.moves import END_PLAY, NO_TRADE
from castlewise.models.castle_panic.position import Position
from castlewise.models.castle_panic.stages import PLAY_PHASE, TRADE_PHASE, WHO_IS_HURT
from castlewise.models.move_code import move, verb_of
from castlewise.puzzles.table import Table
from castlewise.solver.policies import policy_kernel, policy_rule

END = move(END_PLAY, 0, 0, 0)

Plays = tuple[Deed, ...]
"""What was done to whom: a verb, and the space and kind of the Monster."""
State = tuple[Position, bool, Plays]


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
    """What a turn has done, as counts: more is more. A way to play contains another if each of its counts is at least as high.

    `plays` are hits, Nice Shots and the like, by the verb of the move, the space and the kind of the Monster: which of two alike in one space, and which of
    several cards that reach, makes no difference. What is slain by what does.
    """

    spent: tuple[int, ...]  # cards that left the hand, by kind
    taken: tuple[int, ...]  # cards that left the other hands
    plays: tuple[tuple[Deed, int], ...]
    walls: tuple[int, ...]
    forts: tuple[int, ...]

    @property
    def counts(self) -> Counter[object]:
        found: Counter[object] = Counter(dict(self.plays))
        for name in ("spent", "taken", "walls", "forts"):
            found.update({(name, at): count for at, count in enumerate(getattr(self, name))})
        return found

    def contains(self, other: Deeds) -> bool:
        mine = self.counts
        return all(mine[what] >= count for what, count in other.counts.items())


def deeds(start: Position, end: State) -> Deeds:
    s, t = start.numbers, end[0].numbers
    me = start.player
    kinds = range(len(start.rule_set.components.cards))
    others = [p for p in range(start.rule_set.players) if p != me]
    return Deeds(
        tuple(int(s.hands[me][k]) - int(t.hands[me][k]) for k in kinds),
        tuple(sum(int(s.hands[p][k]) - int(t.hands[p][k]) for p in others) for k in kinds),
        tuple(sorted(Counter(end[2]).items())),
        tuple(int(t.walls[arc]) - int(s.walls[arc]) for arc in range(ARCS)),
        tuple(int(t.fortify[arc]) - int(s.fortify[arc]) for arc in range(ARCS)),
    )


def with_play(plays: Plays, chosen: int) -> Plays:
    """The plays so far and one more, as far as it is aimed at something."""
    return tuple(sorted((*plays, *deeds_of(chosen))))


def contained_in_all(found: Sequence[Counter[object]]) -> int | None:
    """The number of the one whose counts are the least of all, if there is one."""
    things = set().union(*found)
    least = {thing: min(counts[thing] for counts in found) for thing in things}
    return next((at for at, counts in enumerate(found) if all(counts[thing] == least[thing] for thing in things)), None)


def structures(position: Position) -> int:
    s = position.numbers
    return int(sum(s.walls) + sum(s.fortify) + sum(s.towers))


def lost_words(before: Position, after: Position) -> str:
    """Which structures of one position do not stand in another."""
    names = (
        ("Tower", before.towers, after.towers),
        ("Wall", before.walls, after.walls),
        ("Fortify token", before.fortified, after.fortified),
    )
    walls = {*after.walls, *after.fortified}
    lost = [
        f"the {name} of arc {arc}" for name, had, has in names for arc in had if arc not in has and not (name == "Wall" and arc in walls)
    ]
    return f"{listed(lost)} {'falls' if len(lost) == 1 else 'fall'}"


def listed(words: Sequence[str]) -> str:
    """
    >>> listed(["the Wall", "a Tower", "a token"])
    'the Wall, a Tower and a token'
    """
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def threat(position: Position) -> int:
    """Health on the board, more the nearer it is."""
    s = position.numbers
    return sum(int(health_of(m) * (1 + ring_of(m))) for m in s.monsters[: s.monster_count])


class TurnTable(Table[State]):
    """The turn of the player whose turn it is; kinds of puzzle say what an end is worth."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.start = (position, False, ())
        self._source, (self._out, _) = position.game.source(1), position.game.lists()

    def moves(self, state: State) -> list[int]:
        here, ended, _ = state
        if ended or here.is_over:
            return []
        return here.game.choices(here)

    def after(self, state: State, move: int) -> State:
        here, _, plays = state
        return (here, True, plays) if move == END else (stepped(here, move), False, with_play(plays, move))

    def agreed(self, ends: Sequence[State]) -> State | None:
        which = contained_in_all([deeds(self.position, end).counts for end in ends])
        return None if which is None else ends[which]

    def worth(self, end: State) -> Fraction:
        return Fraction(int(self.shortfall(end) == 0))

    def shortfall(self, end: State) -> int:
        raise NotImplementedError

    def failing(self, end: State) -> str:
        raise NotImplementedError

    def deed(self, state: State, move: int) -> Hashable:
        return deeds_of(move) or move

    def promise(self, state: State) -> int:
        """Structures that the coming Move phase takes count most, then Monsters by health and nearness."""
        here = state[0]
        stop = stepped(here, move(NO_TRADE, 0, 0, 0)) if here.state.stage == TRADE_PHASE else here
        if stop.state.stage != PLAY_PHASE:
            return -threat(here)
        return -threat(here) - 100 * (structures(here) - max(map(structures, after_move_phase(stop))))

    def greedy(self, state: State) -> int:
        here = state[0]
        game = here.game
        decide = policy_kernel(game, "greedy")(policy_rule(game, "greedy"))
        return int(decide(game.rules, here.state, self._source.buffer, self._out))

    def is_a_play(self, move: int) -> bool:
        return verb_of(move) not in (END_PLAY, NO_TRADE, PASS)

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
