"""The exact chance to win where a game of Castle Panic is nearly over, over all cards and tokens that can still be drawn and all choices of the players.

    endgame_value(position, seconds=1.0)

The search goes all the way to won and lost games. It is repeated with ever less likely lines looked into, so that there are bounds at any time; when
nothing is left out any more the result is EXACT. What is won whatever is drawn is seen without looking into it (endgame_rules.py).

Most of the cards hit nothing that is still on its way, and telling them apart is most of the work. So first two simpler games are searched in which
those cards are one kind: a card without use, which the players cannot do worse with than that, and one that can do whatever any of them can. The chance
to win lies between those of the two, and often they are the same.

Every decision is the best for the team. So this is for the co-operative game and for solitaire; in Master Slayer players are rivals, and such a
position is refused.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Any

from castlewise.models.castle_panic.board import ARCHER, CASTLE, arc_of, colour_of, ring_of
from castlewise.models.castle_panic.components import HIT_CARD
from castlewise.models.castle_panic.moves import DISCARD, GIVE_UP, SCAVENGE, TRADE
from castlewise.models.castle_panic.position import Position
from castlewise.models.castle_panic.rule_set import MASTER_SLAYER, base_game_only
from castlewise.models.move_code import first_of, second_of, target_of, third_of, verb_of
from castlewise.models.problems import InvalidInput, Problem
from castlewise.solver.castle_panic.endgame_rules import greedy_first, line_move, surely_won, winning_line
from castlewise.solver.expectimax import EXACT_WITHIN, Expectation, Expectimax, Question

if TYPE_CHECKING:
    from castlewise.models.castle_panic.game import CastlePanic

WHOLE_GAME = Question(None, turns=None, foregone=surely_won, try_first=greedy_first)
FIRST_CUT = 1e-1
CUT_STEP = 10.0
GREEDY_CUT = 1e-2  # greedy play alone is looked into so much further
LAST_CUT = 1e-12  # after which nothing is left out any more
SLOTS = {True: 1 << 18, False: 1 << 12}


@dataclass(frozen=True)
class Endgame:
    """The chance to win with the best play lies between `low` and `high`."""

    low: float
    high: float
    exact: bool
    best: int | None  # a move that wins with the chance `low` at least, if the position is a choice and one is known
    passes: int
    nodes: int
    seconds: float

    @property
    def value(self) -> float:
        """The chance to win if `exact`; else the middle of what is possible."""
        return (self.low + self.high) / 2

    def __str__(self) -> str:
        return f"EXACT {self.low:.6f}" if self.exact else f"between {self.low:.6f} and {self.high:.6f}"


def idle_cards(position: Position) -> list[list[int]]:
    """Kinds of hit card that reach no Monster on its way in. They would only after a Monster was driven back out of their ring or out of the Castle ring.

    They come in groups: a card that reaches every ring and colour that one of a group reaches would still reach none of those Monsters. There are none
    where telling cards apart matters in other ways: tokens that take cards by their troop, All for One, heroes that reach into the Castle ring.
    """
    s, rules = position.numbers, position.game.as_plain().rules
    hits = [card for card in range(len(s.deck)) if rules.card_effect[card] == HIT_CARD]
    if any(s.pile) or rules.monster_recycling or rules.all_for_one or any(rules.card_rings[card] >> CASTLE & 1 for card in hits):
        return []
    outside = [m for m in s.monsters[: s.monster_count] if ring_of(m) < CASTLE]
    cells = {(ring, colour_of(arc_of(m))) for m in outside for ring in range(max(ring_of(m), ARCHER), CASTLE)}

    def all_idle(group: list[int]) -> bool:
        rings, colours = (_together(table, group) for table in (rules.card_rings, rules.card_colours))
        return not any(rings >> ring & 1 and colours >> colour & 1 for ring, colour in cells)

    groups: list[list[int]] = []
    for card in hits:
        for group in groups:
            if all_idle([*group, card]):
                group.append(card)
                break
        else:
            if all_idle([card]):
                groups.append([card])
    return [group for group in groups if len(group) > 1]


def _together(table: Any, cards: list[int]) -> int:
    bits = 0
    for card in cards:
        bits |= int(table[card])
    return bits


class Simpler:
    """A position in a game where the cards of a group are all of its first kind, which is of no use, or reaches whatever any of them does."""

    def __init__(self, position: Position, groups: list[list[int]], *, useful: bool) -> None:
        game = position.game
        self.groups = groups
        layout = game.kernel.layouts["Rules"]
        self.rules: Any = layout.from_bytes(layout.to_bytes(game.rules), compiled=game.kernel.compiled)
        state = game.copy(position.state)
        for group in groups:
            first = group[0]
            for of in ("card_rings", "card_colours", "card_cells"):
                table = getattr(self.rules, of)
                table[first] = _together(table, group) if useful else 0
            for pile in (state.deck, state.discards, *state.hands):
                count = sum(int(pile[card]) for card in group)
                for card in group:
                    pile[card] = 0
                pile[first] = count
        self.position = Position(game, state)

    def is_like(self, choice: int, simpler: int) -> bool:
        """Whether a choice of the game as it is may be taken for one of the simpler game: the cards it names are of the same group."""
        cards = _CARDS_IN.get(verb_of(simpler), ())
        for of in (verb_of, first_of, second_of, third_of, target_of):
            same = of(choice) == of(simpler)
            if not same and not (of in cards and any(of(simpler) == group[0] and of(choice) in group for group in self.groups)):
                return False
        return True


_CARDS_IN = {DISCARD: (first_of, second_of), GIVE_UP: (first_of,), TRADE: (first_of, third_of), SCAVENGE: (second_of,)}


class _Bounds(Enum):
    """What a game tells about the game as it is."""

    BOTH = "is the game itself"
    LOW = "is harder to win"
    HIGH = "is easier to win"


class Endgames:
    """Positions of one game asked about one after the other, with the memory for it."""

    def __init__(self, game: CastlePanic) -> None:
        if game.rule_set.version == MASTER_SLAYER:
            raise InvalidInput([Problem("position", "endgames of Master Slayer are not covered: its players are rivals")])
        self._searches = {bounds: Expectimax(game, WHOLE_GAME, slots=SLOTS[game.kernel.compiled]) for bounds in (_Bounds.LOW, _Bounds.HIGH)}
        self._searches[_Bounds.BOTH] = self._searches[_Bounds.LOW]

    def __call__(self, position: Position, *, seconds: float = 1.0, most_nodes: int | None = None) -> Endgame:
        """Within a time, and with so many nodes at most. At least one pass is begun, however little time there is."""
        began = time.perf_counter()
        low, high, best, passes = 0.0, 1.0, None, 0
        budget = _Budget(began + seconds, most_nodes)
        for bounds, found, simpler in self._passes(position, budget):
            passes += found.finished
            if bounds is not _Bounds.HIGH and (best is None or found.low > low):
                best = _told_apart(position, simpler, found.best) or best
                low = max(low, found.low)
            if bounds is not _Bounds.LOW:
                high = min(high, found.high)
            if high - low <= EXACT_WITHIN:
                break
        if best is None and low == 1 and not position.is_chance and not position.is_over:
            best = _winning_line_move(position)
        assert low <= high + EXACT_WITHIN, f"{position}: bounds that cannot both hold, {low} and {high}"
        exact = high - low <= EXACT_WITHIN
        return Endgame(low, max(low, high), exact, best, passes, budget.nodes, time.perf_counter() - began)

    def _passes(self, position: Position, budget: _Budget) -> Iterator[tuple[_Bounds, Expectation, Simpler]]:
        """Ever more exact answers: a short look at the game as it is, then the two simpler games in turn, then the game as it is again."""
        idle = idle_cards(position)
        itself = {_Bounds.BOTH: Simpler(position, [], useful=False)}
        yield from self._in_turn(itself, budget, briefly=bool(idle))
        if idle:
            all_idle = [[card for group in idle for card in group]]
            simpler = {
                _Bounds.LOW: Simpler(position, all_idle, useful=False),
                _Bounds.HIGH: Simpler(position, idle, useful=True),
            }
            yield from self._in_turn(simpler, budget)
            yield from self._in_turn(itself, budget)

    def _in_turn(
        self, games: dict[_Bounds, Simpler], budget: _Budget, *, briefly: bool = False
    ) -> Iterator[tuple[_Bounds, Expectation, Simpler]]:
        """Each game with the same cut, then with a lower one. A pass may take half of what is left, and one that is not finished by then is its game's last."""
        left = dict(games)
        for bounds, simpler in left.items():
            self._searches[bounds].forget()
            self._searches[bounds].rules = simpler.rules
        cut = FIRST_CUT
        while left:
            for bounds, simpler in list(left.items()):
                search = self._searches[bounds]
                if bounds is not _Bounds.HIGH and not briefly:
                    yield bounds, budget.spend(4, search, simpler.position, cut * GREEDY_CUT, first_only=True), simpler
                found = budget.spend(2, search, simpler.position, cut)
                yield bounds, found, simpler
                if found.exact or found.cuts == 0 or not found.finished:
                    del left[bounds]
            if briefly or cut == 0 or budget.spent:
                return
            cut = cut / CUT_STEP if cut > LAST_CUT else 0.0


class _Budget:
    """The time and the nodes that are left."""

    def __init__(self, deadline: float, most_nodes: int | None) -> None:
        self.deadline = deadline
        self.most_nodes = most_nodes
        self.nodes = 0

    @property
    def spent(self) -> bool:
        return time.perf_counter() >= self.deadline or (self.most_nodes is not None and self.nodes >= self.most_nodes)

    def spend(self, share: int, search: Expectimax, position: Position, cut: float, *, first_only: bool = False) -> Expectation:
        """Search with one part in `share` of what is left."""
        seconds = max(0.0, self.deadline - time.perf_counter()) / share
        nodes = None if self.most_nodes is None else max(1, (self.most_nodes - self.nodes) // share)
        found = search(position, cut=cut, seconds=seconds, most_nodes=nodes, first_only=first_only)
        self.nodes += found.nodes
        return found


def _winning_line_move(position: Position) -> int | None:
    """The next choice of a line that wins whatever is drawn. One line is not worth compiling for."""
    plain = position.game.as_plain()
    here = plain.adopted(position)
    out, _ = plain.lists()
    line = plain.kernel(winning_line)(plain.rules, here.state, plain.kernel.blank("State"), out)
    return plain.kernel(line_move)(plain.rules, here.state, line - 1, out) if line > 0 else None


def _told_apart(position: Position, simpler: Simpler, best: int | None) -> int | None:
    """A move of a simpler game as one of the game as it is: which card of a group it names makes no difference there, and can only be better here."""
    if best is None:
        return None
    choices = position.game.choices(position)
    return best if best in choices else next((choice for choice in choices if simpler.is_like(choice, best)), None)


class _Kept(threading.local):
    """A thread's own memory for each game."""

    def __init__(self) -> None:
        self.endgames: dict[tuple[object, ...], Endgames] = {}


_kept = _Kept()
_MOST_KEPT = 2  # 46 megabytes each


def endgame_value(position: Position, *, seconds: float = 1.0, most_nodes: int | None = None) -> Endgame:
    """The chance to win from a position on, with the best play of all players."""
    base_game_only(position.rule_set, "the endgames do")
    key = (position.game.kernel, position.rule_set)
    if key not in _kept.endgames:
        if len(_kept.endgames) >= _MOST_KEPT:
            del _kept.endgames[next(iter(_kept.endgames))]
        _kept.endgames[key] = Endgames(position.game)
    return _kept.endgames[key](position, seconds=seconds, most_nodes=most_nodes)
