"""How fast a turn of Castle Panic is decided: all plays enumerated in the kernel, CP-SAT, and Z3, on the same positions.

The positions are those of greedy games of 1, 4 and 6 players, at the start of the Play phase (plays alone) and at the Discard phase (discard, trades and plays
together). Times are CPU time of one core for the whole answer, building the model and replaying included. Where two of them answer the same question their
answers have to be equal, or there are no figures at all. Run it with --json for the figures alone.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterable
from typing import ParamSpec, TypeVar

from measuring import greedy_steps, report

from castlewise.models.castle_panic.game import CastlePanic
from castlewise.models.castle_panic.position import Position
from castlewise.models.castle_panic.rule_set import read_rules
from castlewise.models.castle_panic.stages import DISCARD_PHASE, DRAW_IN_PLAY, PLAY_PHASE
from castlewise.models.castle_panic.turn_question import Goal, Worth, simple_worth
from castlewise.solver.castle_panic.enumeration import MOST_STATES, Plays, Room, enumerate_turn
from castlewise.solver.castle_panic.enumeration_rules import list_states
from castlewise.solver.castle_panic.guarantee import guarantee
from castlewise.solver.castle_panic.turn_plan import best_turns
from castlewise.solver.castle_panic.turn_smt_answers import reach
from castlewise.solver.castle_panic.worst_draws import Condition
from castlewise.solver.spread import Spread, spread
from castlewise.solver.verdict import Outcome, Verdict

PLAYERS = (1, 4, 6)
POSITIONS = 500
GAMES = 20  # that the positions are taken from, for each number of players
MANY = 10
GUARANTEE_EVERY = 5  # of the positions in the Play phase
GUARANTEE_SECONDS = 10.0

ENUMERATED = "enumeration, plays"
ENUMERATED_MANY = f"enumeration, plays, {MANY} best"
PLAYS = "CP-SAT, plays (bar: p50 5,000, p95 25,000)"
MANY_PLAYS = f"CP-SAT, plays, {MANY} best (bar: 5 times that)"
TURNS = "CP-SAT, discard, trades and plays (bar: p50 40,000, p95 200,000)"
MANY_TURNS = f"CP-SAT, discard, trades and plays, {MANY} best (bar: 5 times that)"

T = TypeVar("T")
P = ParamSpec("P")
Groups = dict[str, list[Position]]
Samples = dict[str, dict[str, list[float]]]  # topic, players, microseconds


def sampled(players: int, phase: int, count: int) -> list[Position]:
    """Positions where a phase begins, evenly spread over greedy games."""
    game = CastlePanic(read_rules(f"players={players}"), compiled=True)
    states, _ = greedy_steps(game, GAMES)
    stages = [int(stage) for stage in states["stage"]]
    first = [i for i in range(1, len(stages)) if stages[i] == phase and stages[i - 1] not in (phase, DRAW_IN_PLAY)]
    assert len(first) >= count, "too few games to take so many positions from"
    return [Position(game, states[first[i * len(first) // count]]) for i in range(count)]


def groups(phase: int, count: int) -> Groups:
    share = [count // len(PLAYERS) + (i < count % len(PLAYERS)) for i in range(len(PLAYERS))]
    return {f"{n} players": sampled(n, phase, size) for n, size in zip(PLAYERS, share, strict=True)}


class Stopwatch:
    """CPU times by topic and group."""

    pairs = ((ENUMERATED, ENUMERATED_MANY), (PLAYS, MANY_PLAYS), (TURNS, MANY_TURNS))

    def __init__(self) -> None:
        self.samples: Samples = {}

    def __call__(self, topic: str, group: str, work: Callable[P, T], *arguments: P.args, **named: P.kwargs) -> T:
        began = time.process_time()
        answer = work(*arguments, **named)
        self.note(topic, group, 1e6 * (time.process_time() - began))
        return answer

    def note(self, topic: str, group: str, number: float) -> None:
        self.samples.setdefault(topic, {}).setdefault(group, []).append(number)

    def figures(self) -> dict[str, dict[str, Spread]]:
        figures = {
            topic: {group: spread(numbers, worst=max) for group, numbers in [*rows.items(), ("all", _together(rows.values()))]}
            for topic, rows in self.samples.items()
        }
        ratios = {many: _percent(figures[many]["all"], figures[one]["all"]) for one, many in self.pairs}
        return {**figures, f"{MANY} best, in percent of one": ratios}


def _percent(many: Spread, one: Spread) -> Spread:
    return {key: 100 * many[key] / one[key] for key in one}


def _together(rows: Iterable[list[float]]) -> list[float]:
    return [number for row in rows for number in row]


def nearest_monster(position: Position) -> Goal:
    """Slay the Monster that is furthest in, and lose no Tower: the usual question at the table."""
    s = position.state
    return Goal(slay=(int(s.monsters[s.monster_count - 1]),) if s.monster_count else (), no_tower_falls=True)


class Comparison:
    """Every way to answer, timed on the same positions and held against the others. What is UNKNOWN is counted, and compared with nothing."""

    def __init__(self) -> None:
        self.clock = Stopwatch()
        self.unknown: Counter[str] = Counter()
        self.rooms: dict[str, Room] = {}

    def known(self, *verdicts: Verdict) -> bool:
        missing = [verdict.solver for verdict in verdicts if verdict.outcome is Outcome.UNKNOWN]
        self.unknown.update(missing)
        return not missing

    def plays(self, group: str, position: Position, worth: Worth) -> None:
        clock = self.clock
        if group not in self.rooms:
            self.rooms[group] = Room(position.game, MOST_STATES)
        listed = clock("enumeration, plays, before it is replayed", group, listed_plays, position, worth, self.rooms[group])
        clock("enumeration, the states alone, in the kernel", group, states_again, listed)
        clock.note("states of the Play phase (not a time)", group, listed.count)
        one, _ = clock(ENUMERATED, group, enumerate_turn, position, worth)
        _, many = clock(ENUMERATED_MANY, group, enumerate_turn, position, worth, count=MANY)
        best, _ = clock(PLAYS, group, best_turns, position, worth)
        _, bests = clock(MANY_PLAYS, group, best_turns, position, worth, count=MANY)
        if self.known(one, best):
            assert best.optimal, position
            assert one.value == best.value, position
            assert [plan.value for plan in many] == [plan.value for plan in bests], position
        goal = nearest_monster(position)
        found = clock("Z3, goal, plays (bar: p50 50,000)", group, reach, position, goal)
        sure, _ = clock("enumeration, goal, plays", group, enumerate_turn, position, worth, goal=goal)
        if self.known(found, sure):
            assert found.outcome is sure.outcome, position

    def guarantee(self, group: str, position: Position, worth: Worth) -> None:
        for condition in Condition:
            topic = f"Z3, guarantee, {condition.value} (bar: p50 2,000,000)"
            self.known(self.clock(topic, group, guarantee, position, condition, seconds=GUARANTEE_SECONDS).verdict)

    def turn(self, group: str, position: Position, worth: Worth) -> None:
        clock, goal = self.clock, nearest_monster(position)
        best, _ = clock(TURNS, group, best_turns, position, worth)
        clock(MANY_TURNS, group, best_turns, position, worth, count=MANY)
        sure, _ = clock("CP-SAT, goal, discard, trades and plays", group, best_turns, position, worth, goal=goal)
        found = clock("Z3, goal, discard, trades and plays (bar: p50 50,000)", group, reach, position, goal)
        if self.known(best, found, sure):
            assert found.outcome is sure.outcome, position


def listed_plays(position: Position, worth: Worth, room: Room) -> Plays:
    plays = Plays(position, room=room)
    plays.ends(worth, Goal(), 1)
    return plays


def states_again(plays: Plays) -> int:
    room = plays.room
    return plays.kernel(list_states)(plays.game.rules, room.states, room.steps, room.slots, room.out, MOST_STATES)


def compare(plays: Groups, turns: Groups) -> Comparison:
    comparison = Comparison()
    some = {group: positions[::GUARANTEE_EVERY] for group, positions in plays.items()}
    for ask, groups in ((comparison.plays, plays), (comparison.turn, turns), (comparison.guarantee, some)):
        for group, positions in groups.items():
            for position in positions:
                ask(group, position, simple_worth(position.rule_set))
    return comparison


def main() -> None:
    plays, turns = groups(PLAY_PHASE, POSITIONS // 2), groups(DISCARD_PHASE, POSITIONS // 2)
    compare(
        *({group: positions[:1] for group, positions in some.items()} for some in (plays, turns))
    )  # everything is loaded and compiled by then
    done = compare(plays, turns)
    report(done.clock.figures(), {"positions": POSITIONS, "unit": "microseconds of CPU time", "unknown": dict(done.unknown)})


if __name__ == "__main__":
    main()
