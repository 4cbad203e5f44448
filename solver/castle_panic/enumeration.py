"""Every different way to play the Play phase of a turn, one by one through the rules: the exact answer, as long as there are not too many.

Most turns have a few dozen states and take microseconds in the kernel (enumeration_rules.py). One with a full hand of special cards, or with Scavenge, may have
a hundred thousand, hence the limit; beyond it the answer is UNKNOWN.

What a newcomer would get wrong: cards drawn by Draw 2 Cards are not known, so they are laid aside and never played; only that they were drawn has a worth.
Playing it may still turn the discards into the new deck, and then Scavenge finds nothing there: the order of the two matters, and both are tried.
"""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from castlewise.models.castle_panic.board import ARCS, RINGS, monster, space_of
from castlewise.models.castle_panic.expansions.wizards_tower.stages import DRAW_FOR
from castlewise.models.castle_panic.moves import END_PLAY, HURT
from castlewise.models.castle_panic.position import Position
from castlewise.models.castle_panic.stages import DRAW_IN_PLAY, PLAY_PHASE
from castlewise.models.castle_panic.state import CHOICES, State
from castlewise.models.castle_panic.turn_question import MOST_HEALTH, Goal, Outlook, Worth
from castlewise.models.kernel import Kernel, Layout, copy_record
from castlewise.models.move_code import move, verb_of
from castlewise.models.problems import IllegalMove, InvalidInput, Problem
from castlewise.models.version import castlewise_version
from castlewise.solver.castle_panic.enumeration_rules import STRUCTURES, WANTED, Aim, End, Prices, Step, Tally, list_ends, list_states
from castlewise.solver.verdict import Outcome, ReplayFailed, Verdict

if TYPE_CHECKING:
    from castlewise.models.castle_panic.game import CastlePanic
    from castlewise.solver.castle_panic.turn_replay import TurnPlan

MOST_STATES = 200_000
_ENDS_PER_STATE = 8  # a limit on choices of who is hurt; most states have one end
_FIRST_ROOM = {True: 512, False: 64}  # states there is room for at first, compiled and plain: a plain one is a costly object
_GROWTH = 8
BREATHS = 8  # further choices of a Move phase with the Wizard's Tower: the order of fire, who takes the Doppelganger's place
_MOST_KEPT = 32_768  # states that memory is kept for from turn to turn: 20 MB

_version = lru_cache(castlewise_version)  # read from files, which takes longer than most turns


@lru_cache
def turns_kernel(parent: Kernel) -> Kernel:
    state = parent.layouts["State"].dtype
    bindings: Mapping[Callable[..., Any], Sequence[Callable[..., Any]]] = {}
    fire = "wall_flames" in (state.names or ())  # the Wizard's Tower
    if fire:
        from castlewise.solver.castle_panic.wizards_tower_enumeration import BINDINGS

        bindings = BINDINGS
    # A place more than there can be Monsters, so that a 0 always stands behind the last.
    sizes = {
        "spaces": 8 * len(RINGS),
        "health": MOST_HEALTH + 1,
        "arcs": ARCS,
        "cards": state["discards"].shape[0],
        "structures": STRUCTURES + (BREATHS if fire else 0),
        "monsters": state["monsters"].shape[0] + 1,
    }
    records = {kind.__name__: Layout(kind, sizes) for kind in (Step, Prices, Aim, End, Tally)}
    return Kernel(f"{parent.name} turns", records, bindings, entries=(list_states, list_ends), parent=parent, sources=Path(__file__).parent)


def records(kernel: Kernel, layout: Layout, count: int) -> Any:
    """Working space for so many records, as the kernel's rules take them."""
    return layout.many(count, compiled=kernel.compiled)


class Room:
    """The memory that an enumeration works in, for at most so many states. Fresh memory costs more than the search, so it is worth keeping."""

    def __init__(self, game: CastlePanic, most: int) -> None:
        kernel = turns_kernel(game.kernel)
        self.most = most
        places = most + 2  # beyond the last state: the first one too many, and the one being looked at
        self.states = records(kernel, game.kernel.layouts["State"], places)
        self.steps = records(kernel, kernel.layouts["Step"], places)
        self.slots = game.buffer(1 << (2 * places).bit_length())
        self.stack = records(kernel, game.kernel.layouts["State"], STRUCTURES + BREATHS + 1)
        self.out = game.buffer(CHOICES)


class Plays:
    """All states that the plays of a turn lead to. `count` is 0 if there are more than `most_states`: then nothing is known."""

    def __init__(self, position: Position, *, slay: Iterable[int] = (), most_states: int = MOST_STATES, room: Room | None = None) -> None:
        """Monsters of `slay` are followed through the turn, so that a goal may ask for them. A room serves one of these at a time."""
        if position.state.stage != PLAY_PHASE:
            raise InvalidInput([Problem("position", "plays are listed from the Play phase on; the discard and trades come before")])
        self.position = position
        self.game = position.game
        self.kernel = turns_kernel(self.game.kernel)
        self.most_states = most_states
        self.by_chance = False  # what `best` was asked for depends on a die or a draw
        start = _marked(position, Counter(slay))
        self.room = room or Room(self.game, min(_FIRST_ROOM[self.kernel.compiled], most_states))
        self.count = self._list(start)
        while self.count == 0 and self.room.most < most_states:
            self.room = Room(self.game, min(_GROWTH * self.room.most, most_states))
            self.count = self._list(start)

    def _list(self, start: State) -> int:
        room, game = self.room, self.game
        if self.kernel.compiled:
            room.states[0] = start
        else:
            copy_record(room.states[0], start)
        most = min(room.most, self.most_states)
        return int(self.kernel(list_states)(game.rules, room.states, room.steps, room.slots, room.out, most))

    def best(self, worth: Worth, goal: Goal, count: int) -> list[TurnPlan] | None:
        """The best ends that achieve a goal, with different boards, best first and replayed; None if they are too many, or chance has a say."""
        ends = self.ends(worth, goal, count)
        if ends is None:
            return None
        others = 0 if self.position.rule_set.wizards_tower else _worth_of_partners(self.position, worth)
        return [self._plan(end, others) for end in ends]

    def ends(self, worth: Worth, goal: Goal, count: int) -> list[Any] | None:
        """The records of the best ends, before they are replayed."""
        kernel, room = self.kernel, self.room
        ends, tally = records(kernel, kernel.layouts["End"], count), kernel.blank("Tally")
        most = _ENDS_PER_STATE * self.most_states
        prices, aim = _prices(kernel, worth), _aim(kernel, goal)
        kernel(list_ends)(self.game.rules, room.states, room.steps, self.count, prices, aim, room.stack, ends, tally, room.out, most)
        if tally.ends > most or tally.by_chance:
            self.by_chance = bool(tally.by_chance)
            return None
        return sorted(ends[: tally.kept], key=lambda end: -int(end.value))

    def _plan(self, end: Any, others: int) -> TurnPlan:
        """An end, replayed."""
        from castlewise.solver.castle_panic.turn_replay import TurnPlan

        plays: list[int] = []
        number = int(end.state)
        while number != 0:
            plays.append(int(self.room.steps[number].move))
            number = int(self.room.steps[number].parent)
        plays.reverse()
        if self.room.states[end.state].stage == PLAY_PHASE:
            plays.append(move(END_PLAY, 0, 0, 0))
        here, made = self.position, []
        for chosen in [planned & ~WANTED for planned in plays] + [int(m) for m in end.hurts if m]:
            if verb_of(chosen) == HURT and chosen not in self.game.choices(here):
                continue  # a choice between two that only the mark told apart
            made.append(chosen)
            try:
                here = self.game.apply(here, chosen)
            except IllegalMove as error:
                raise ReplayFailed(f"{self.position}: {error}") from error
            while here.state.stage in (DRAW_IN_PLAY, DRAW_FOR):  # what is drawn is not part of the plan
                here = self.game.apply(here, self.game.outcomes(here)[0][0])
        outlook, foretold = Outlook.of(here), _outlook(end)
        if outlook != foretold:
            raise ReplayFailed(
                f"{self.position}: {[self.game.short(self.position, m) for m in made]} leads to {outlook}, not to {foretold}"
            )
        return TurnPlan(tuple(made), here, outlook, int(end.value) + others)


def _outlook(end: Any) -> Outlook:
    by_arc = [int(end.structures) >> 7 * (ARCS - 1 - arc) for arc in range(ARCS)]
    walls, fortify, towers = (tuple(bits >> which & 1 for bits in by_arc) for which in (2, 1, 0))
    flames = (tuple(bits >> which & 3 for bits in by_arc) for which in (5, 3))
    return Outlook(tuple(int(m) for m in end.monsters if m), walls, fortify, towers, *flames)


def _marked(position: Position, slay: Counter[int]) -> State:
    """The state with the Monsters to be slain marked WANTED."""
    if not slay:
        return position.state
    state: State = position.game.copy(position.state)
    for i in range(state.monster_count):
        m = int(state.monsters[i])
        if slay[m] > 0:
            slay[m] -= 1
            state.monsters[i] = m + WANTED
    # Of equal Monsters the first was marked; marks come last in the order.
    ordered = sorted(int(m) for m in state.monsters[: state.monster_count])
    for i, m in enumerate(ordered):
        state.monsters[i] = m
    return state


@lru_cache(maxsize=16)
def _prices(kernel: Kernel, worth: Worth) -> Any:
    layout = kernel.layouts["Prices"]
    made = layout.blank()  # a plain one first: setting numpy's fields one by one takes longer than the turn
    for ring, arcs in enumerate(worth.monster):
        for arc, by_health in enumerate(arcs):
            for health, price in enumerate(by_health):
                made.monster[space_of(monster(0, ring, arc, health))][health] = price
    for name in ("wall", "fortify", "tower", "card", "partner_card"):
        for i, price in enumerate(getattr(worth, name)):
            getattr(made, name)[i] = price
    for name in ("wall_flame", "tower_flame", "monster_flame", "missing", "draw", "won", "lost"):
        setattr(made, name, getattr(worth, name))
    return layout.from_bytes(layout.to_bytes(made), compiled=kernel.compiled)


def _aim(kernel: Kernel, goal: Goal) -> Any:
    made = kernel.blank("Aim")
    made.slay_all = int(goal.slay_all)
    made.clear = sum(1 << ring for ring in goal.clear)
    made.towers_stand = int(goal.no_tower_falls or goal.no_structure_falls)
    made.structures_stand = int(goal.no_structure_falls)
    for card, count in goal.keep:
        made.keep[card] = count
    return made


def _worth_of_partners(position: Position, worth: Worth) -> int:
    """What the other hands are worth in the base game: nothing changes them from here on."""
    if not worth.partner_card:
        return 0
    s = position.numbers
    others = [p for p in range(position.rule_set.players) if p != s.player and not s.out[p]]
    return sum(price * s.hands[p][card] for p in others for card, price in enumerate(worth.partner_card))


class _KeptRooms(threading.local):
    """A thread's own rooms, by kernel."""

    def __init__(self) -> None:
        self.rooms: dict[Kernel, Room] = {}


_kept = _KeptRooms()


def enumerate_turn(
    position: Position, worth: Worth, *, goal: Goal | None = None, count: int = 1, most_states: int = MOST_STATES
) -> tuple[Verdict, list[TurnPlan]]:
    """The best ways to play a turn from its Play phase on with different resulting boards, best first; UNKNOWN beyond `most_states` states."""
    if count < 1 or most_states < 1:
        raise InvalidInput([Problem("count" if count < 1 else "most_states", "has to be at least 1")])
    began = time.perf_counter()
    goal = goal or Goal()

    def verdict(outcome: Outcome, reason: str, plans: Sequence[TurnPlan] = ()) -> tuple[Verdict, list[TurnPlan]]:
        preset = f"at most {most_states:,} states"
        moves, value = (plans[0].moves, plans[0].value) if plans else ((), None)
        spent = time.perf_counter() - began
        return Verdict(outcome, "enumeration", _version(), preset, spent, moves, value, reason, optimal=bool(plans)), list(plans)

    if Counter(goal.slay) - Counter(position.state.monsters[: position.state.monster_count]):
        return verdict(Outcome.IMPOSSIBLE, "a Monster that is to be slain is not on the board")
    kernel = position.game.kernel
    plays = Plays(position, slay=goal.slay, most_states=most_states, room=_kept.rooms.get(kernel))
    if plays.room.most <= _MOST_KEPT:
        _kept.rooms[kernel] = plays.room
    if plays.count == 0:
        return verdict(Outcome.UNKNOWN, f"the turn has more than {most_states:,} states")
    plans = plays.best(worth, goal, count)
    if plans is None and plays.by_chance:
        return verdict(Outcome.UNKNOWN, "a die or a draw decides where some Monsters are when the Move phase is over")
    if plans is None:
        return verdict(Outcome.UNKNOWN, "there are too many ways to choose who is hurt")
    if not plans:
        return verdict(Outcome.IMPOSSIBLE, f"none of the turn's {plays.count:,} states leads there")
    return verdict(Outcome.SOLVED, "", plans)
