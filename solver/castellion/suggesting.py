"""Advice for a position of Castellion (see castlewise.solver.advice): a race with a clock, a ranking of the moves, and the castle to aim at.

Where there is a value function that sees some hope moves are raced by its rollouts (value_search.py). Else every move is tried with several blueprints
(move_race.py) and stands in the ranking with the one it did best with; rollouts are games by the follower, who is a weaker player than one who asks for advice
at every decision, and one that it loses after the next ordeal was overcome counts in part. So a sampled win chance ranks moves and is not calibrated.
"""

from __future__ import annotations

import math
import threading
import time
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from castlewise.models.castellion.castle_question import BeyondCastleModel
from castlewise.models.castellion.configuration import configuration_of
from castlewise.models.castellion.position import Position
from castlewise.models.castellion.rule_set import INTRODUCTORY
from castlewise.models.castellion.stages import OVER, UNDECIDED, WON
from castlewise.models.kernel import prepare
from castlewise.models.randomness import seeded
from castlewise.models.version import castlewise_version
from castlewise.solver.advice import Advice, Candidate, all_legal_moves, name_of_values, with_groups
from castlewise.solver.castellion.advisor import Desk, Effort, little_hope, tiles_ahead
from castlewise.solver.castellion.blueprint_pool import complete
from castlewise.solver.castellion.blueprint_rolls import ROLL, SHEET
from castlewise.solver.castellion.follower import MOST_ROLLS, ROOT_MET
from castlewise.solver.castellion.move_race import PER_MILLE, decider
from castlewise.solver.castellion.target_castle import Target, target_castle
from castlewise.solver.castellion.value_sets import castle_values_for, file_for
from castlewise.solver.expectimax import Question, kept_search
from castlewise.solver.racing import Floats, Race, Runner, Stopped
from castlewise.solver.simulation import wilson
from castlewise.solver.value import MILLION
from castlewise.solver.verdict import Outcome, Solvers

if TYPE_CHECKING:
    from castlewise.models.castellion.game import Castellion

EFFORT = Effort(rollouts=4_000, generations=8)
_BREEDING_SHARE = 0.4  # of the time, at most, until the race begins
Z = 1.96  # standard errors of a 95 % interval
ENDGAME_TILES = 5  # with no more left in the piles the rest of the game is followed exactly
_ENDGAME_SHARE = 0.5  # of the time
_ENDGAME_NODES = 200_000  # of each move, if the clock is not to matter
_MODEL_SECONDS = 5.0
TO_THE_END = Question(value=None, turns=None)


class _KeptDesks(threading.local):
    """A thread's own desks, by rule set."""

    def __init__(self) -> None:
        self.desks: dict[Any, Desk] = {}


_kept = _KeptDesks()


def _desk(game: Castellion) -> Desk:
    key = (game.rule_set, game.kernel)
    if key not in _kept.desks:
        desk = _kept.desks[key] = Desk(game)
        prepare(game.kernel, desk.kernel)  # compiled or loaded now, so that it does not count as thinking
    return _kept.desks[key]


def suggest(position: Position, seconds: float = 1.0, *, seed: int = 1, rollouts: int | None = None) -> Advice:
    desk = _desk(position.game)
    endgame = tiles_to_come(position) <= ENDGAME_TILES
    if endgame:
        kept_search(position.game, TO_THE_END)  # compiled or loaded now
    began = time.perf_counter()
    found = _moves_of(position, desk, seed)
    exact = {number: chance for number in range(len(found.moves)) if (chance := found.outcome(number)) is not None}
    if endgame:
        share = seconds * _ENDGAME_SHARE
        for number in range(len(found.moves)):
            left = (began + share - time.perf_counter()) / (len(found.moves) - number)
            if number not in exact and (chance := found.to_the_end(number, left, timed=rollouts is None)) is not None:
                exact[number] = chance
    if len(exact) < len(found.moves):
        found.breed(began + seconds * found.breeding_share if rollouts is None else math.inf)
    found.enter()
    race = Race(found.roll, found.runners)
    if len(exact) < len(found.moves):
        race.run(seconds=seconds, rollouts=rollouts, began=began)
        runners = race.runners()
    else:  # nothing is left to be sampled
        runners = [Runner(0.0, 0.0, 0)] * found.runners
    best_runners = [found.best_runner(number, race, runners) for number in range(len(found.moves))]

    def chance_of(number: int) -> float:
        return exact[number] if number in exact else runners[best_runners[number]].mean

    def order(number: int) -> tuple[float, bool, bool, bool, int]:
        """A win at once comes before one later; of moves that won no rollout those that lose for certain come last."""
        at_once = found.outcome(number) == 1
        return -chance_of(number), not at_once, exact.get(number) == 0, best_runners[number] not in race.alive, found.cost(number)

    ranking = sorted(range(len(found.moves)), key=order)
    highest = chance_of(ranking[0])
    level = sum(chance == highest for chance in exact.values())
    made: list[Candidate] = []
    for number in ranking:
        runner = runners[best_runners[number]]
        low, high = found.interval(runner)
        win = chance_of(number)
        likely = None  # what these rollouts get wrong was never measured
        if number in exact:
            low = high = win
        if len(exact) == len(found.moves):
            likely = 1 / level if win == highest else 0.0
        m = found.moves[number]
        short, words = (position.game.short(position, m),), (position.game.describe(position, m),)
        made.append(Candidate((m,), short, words, win, low, high, number in exact, likely, highest - win, runner.rollouts))
    best = found.moves.index(made[0].moves[0])
    stopped = Stopped.FORCED if len(found.moves) == 1 else Stopped.EXACT if len(exact) == len(found.moves) else race.stopped
    return Advice(
        position=str(position),
        mover=position.game.mover(position),
        candidates=with_groups(made),
        forced=len(found.moves) == 1,
        listing=found.listing(len(exact)),
        remarks=tuple(_remarks(position, found, made)),
        rollouts=race.rollouts,
        seconds=time.perf_counter() - began,
        seed=seed,
        version=castlewise_version(),
        values=found.values,
        nodes=found.nodes,
        aim=found.target(best, best_runners[best]),
        best_way=made[0].words[0],
        stopped=stopped.value if stopped else "",
    )


def _moves_of(position: Position, desk: Desk, seed: int) -> _Moves:
    """By the value function, where there is one and it knows such castles: it learnt from its own, and of others it sees no way to go on."""
    if castle_values_for(position.rule_set) is not None:
        valued = _ValuedMoves(position, desk, seed)
        if valued.hope() >= little_hope(position.rule_set):
            return valued
    return _Moves(position, desk, seed)


def tiles_to_come(position: Position) -> int:
    return len(position.safe) + len(position.standard) + len(position.revealed)


class _Moves:
    """The legal moves of a position on a desk, each with its pairs of the move and a blueprint; it is these pairs that are raced."""

    breeding_share = _BREEDING_SHARE

    def __init__(self, position: Position, desk: Desk, seed: int) -> None:
        self.position, self.desk = position, desk
        self.game = position.game
        self.seed = seed
        self.luck = seeded(seed, 1)
        self.moves = self.game.choices(position)
        self.player = int(decider(position.numbers))
        self.nodes = 0  # of what was followed to the end of the game
        desk.forget()

    def breed(self, deadline: float) -> None:
        """Make the blueprints better, until so much time or the effort is used up."""
        effort = replace(EFFORT, rollouts=EFFORT.rollouts // EFFORT.generations, generations=1)
        for number in range(EFFORT.generations):
            self.desk.breed(self.position, self.moves, effort, seeded(self.seed, number + 2))
            if time.perf_counter() >= deadline:
                break

    def enter(self) -> None:
        """Choose the pairs of the race."""
        self.pairs = self.desk.open_race(self.position, self.moves, EFFORT, self.luck)

    @property
    def values(self) -> str | None:
        """The value function that rollouts end with."""
        return None

    @property
    def runners(self) -> int:
        return self.pairs

    def listing(self, exact: int) -> str:
        said = all_legal_moves(len(self.moves))
        if exact == len(self.moves):
            return f"{said}, each followed to the end of the game"
        blueprints = int(self.desk.counts[self.player])
        return f"{said} with {blueprints} blueprint{'s' if blueprints != 1 else ''}, {self.pairs} pairs of them raced"

    def pairs_of(self, number: int) -> list[int]:
        return [pair for pair in range(self.pairs) if self.desk.field.move[pair] == number]

    def runners_of(self, number: int) -> list[int]:
        return self.pairs_of(number)

    def interval(self, runner: Runner) -> tuple[float, float]:
        return wilson(round(runner.mean * runner.rollouts), runner.rollouts)

    def remark(self) -> str:
        after_first, _, after_second = EFFORT.credits(self.position.rule_set)
        credit = (after_first, after_second, 0)[self.position.met] / PER_MILLE
        counts = f": a rollout lost after the next ordeal was overcome counts {credit:.1f}" if credit else ""
        return f"sampled win chances rank the moves and are not calibrated{counts}"

    def best_runner(self, number: int, race: Race, runners: list[Runner]) -> int:
        """Of a move's pairs the one that did best; those still in the race come first, as they were rolled out most."""
        return max(self.runners_of(number), key=lambda pair: (pair in race.alive, runners[pair].mean, -int(self.desk.field.cost[pair])))

    def cost(self, number: int) -> int:
        return min(int(self.desk.field.cost[pair]) for pair in self.pairs_of(number))

    def roll(self, pair: int, first: int, count: int) -> Floats:
        return np.array(self.desk.roll(self.position, pair, self.luck, first, count), float) / PER_MILLE

    @cached_property
    def _after(self) -> list[Position]:
        return [self.game.apply(self.position, m) for m in self.moves]

    def outcome(self, number: int) -> float | None:
        """1 or 0 where the move ends the game."""
        outcome = int(self._after[number].state.outcome)
        return None if outcome == UNDECIDED else float(outcome == WON)

    def to_the_end(self, number: int, seconds: float, *, timed: bool) -> float | None:
        """The exact chance to win after a move, if it can be found in time, or else within a fixed number of nodes."""
        search = kept_search(self.game, TO_THE_END)
        found = search(self._after[number], seconds=max(seconds, 0.001) if timed else None, most_nodes=None if timed else _ENDGAME_NODES)
        self.nodes += found.nodes
        return found.value if found.exact else None

    def target(self, number: int, pair: int) -> Target | None:
        """The castle that a pair aims at, after its move."""
        after = self._after[number]
        if after.state.stage == OVER:
            return None
        roll = (self.player * MOST_ROLLS + int(self.desk.field.roll[pair])) * ROLL
        whole = complete(self.desk.rolls, roll, self.player, int(self.desk.mind[ROOT_MET]), self.desk.mind) == 1
        sheet = roll + SHEET * (1 + after.met - int(self.desk.mind[ROOT_MET]))
        numbers = [int(self.desk.rolls[sheet + i]) for i in range(SHEET)]
        return target_castle(after, self.player, int(self.desk.field.offset[pair]), numbers, whole)


class _ValuedMoves(_Moves):
    """Where there is a value function the moves themselves are raced, by its rollouts; blueprints are for the castle to aim at only."""

    breeding_share = 0.2

    @property
    def values(self) -> str | None:
        return name_of_values(file_for(self.position.rule_set))

    def hope(self) -> float:
        """What the value function says of the best move, before any rollout."""
        self.desk.open_value_race(self.position, self.moves)
        return max(int(self.desk.race.value[i]) for i in range(len(self.moves))) / MILLION

    @property
    def tiles_ahead(self) -> int:
        if not self.desk.kernel.compiled:
            return 1  # plain rules would take longer for a round than anyone waits
        return tiles_ahead(self.position.rule_set, EFFORT.rollouts)

    def enter(self) -> None:
        super().enter()
        self.desk.open_value_race(self.position, self.moves)

    @property
    def runners(self) -> int:
        return len(self.moves)

    def listing(self, exact: int) -> str:
        if exact == len(self.moves):
            return super().listing(exact)
        tiles = "1 tile" if self.tiles_ahead == 1 else f"{self.tiles_ahead} tiles"
        return f"{all_legal_moves(len(self.moves))}, raced by rollouts of {tiles} that end with the value function"

    def runners_of(self, number: int) -> list[int]:
        return [number]

    def best_runner(self, number: int, race: Race, runners: list[Runner]) -> int:
        return number

    def interval(self, runner: Runner) -> tuple[float, float]:
        return max(0.0, runner.mean - Z * runner.error), min(1.0, runner.mean + Z * runner.error)

    def roll(self, move: int, first: int, count: int) -> Floats:
        return np.array(self.desk.roll_move(move, self.tiles_ahead, self.luck, first, count), float) / MILLION

    def remark(self) -> str:
        return "sampled win chances are those of a player who goes on by the value function alone; with advice at every decision more games are won"

    def target(self, number: int, pair: int) -> Target | None:
        """By the cheapest blueprint that the move goes with."""
        return super().target(number, min(self.pairs_of(number), key=lambda pair: int(self.desk.field.cost[pair])))


def _remarks(position: Position, found: _Moves, made: list[Candidate]) -> list[str]:
    said = []
    if not all(candidate.exact for candidate in made):
        said.append(found.remark())
    if made[0].win == 0:
        said.append(_verdict(position))
    return said


def _verdict(position: Position) -> str:
    """Nothing won a single rollout: what the models say. They know no powers, so beyond the introductory level they cannot say that all is lost."""
    unknown = "no rollout was won; whether the game can still be won is not known"
    if position.rule_set.level != INTRODUCTORY:
        return unknown
    from castlewise.solver.castellion.ordeal_answer import answer_castle

    try:
        configuration = configuration_of(position)
        questions = [configuration.question(deal) for deal in configuration.deals]
    except BeyondCastleModel as error:
        return f"{unknown} ({error})"
    answers = [answer_castle(question, solvers=Solvers.both, seconds=_MODEL_SECONDS) for question in questions]
    if all(answer.outcome is Outcome.IMPOSSIBLE for answer in answers):
        return "the game is lost: with all the tiles that are left, in any order, no castle meets the ordeals to come (both solvers)"
    if any(answer.outcome is Outcome.SOLVED for answer in answers):
        return "no rollout was won, but there is a castle that meets the ordeals, if the tiles come in a fitting order"
    return unknown
