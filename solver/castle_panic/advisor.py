"""The advisor as a player: decides by the search of turn_search.py, with an effort that is counted in rollouts and not in seconds, so that the same seed
gives the same game on every machine.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from castlewise.models.castle_panic.position import Position
from castlewise.models.castle_panic.rule_set import RuleSet
from castlewise.models.castle_panic.state import CHOICES
from castlewise.models.kernel import Ints, Kernel, Layout
from castlewise.models.randomness import seeded
from castlewise.solver import efforts
from castlewise.solver.castle_panic.advised_games import advised_games
from castlewise.solver.castle_panic.enumeration import records
from castlewise.solver.castle_panic.enumeration_rules import Step
from castlewise.solver.castle_panic.features import features, occasion, pile_is_empty
from castlewise.solver.castle_panic.greedy import greedy
from castlewise.solver.castle_panic.turn_search import DRAWS, HORIZON, MOST_STATES, OPENINGS, ROLLOUTS, SETTINGS, WIDTH, advise
from castlewise.solver.castle_panic.value_sets import ValueSet, value_set_for
from castlewise.solver.game_rules import bound_kernel, decide
from castlewise.solver.play_out import TALLY
from castlewise.solver.rollouts import KINDS_OF_CHANCE, Race, end_is_near, kind_of_chance
from castlewise.solver.value import write_features

if TYPE_CHECKING:
    from castlewise.models.castle_panic.game import CastlePanic

MOST_CANDIDATES = 512
MOST_BATCHES = 1_024
ROLLOUTS_PER_MS = 80  # a decision, for a millisecond a turn
WIZARDS_ROLLOUTS_PER_MS = 24  # with the Wizard's Tower


@dataclass(frozen=True)
class Effort:
    """How much the advisor thinks. Without rollouts the value functions alone decide."""

    rollouts: int = 400  # a decision
    width: int = 16  # candidates of a race
    horizon: int = 2  # turns of a rollout
    most_states: int = 500  # ways to play one hand that are listed
    openings: int = 8  # trades whose plays are looked at
    draws: int = 16  # replacements sampled to value a discard

    def settings(self, game: CastlePanic) -> Ints:
        made = game.buffer(SETTINGS)
        made[ROLLOUTS], made[WIDTH], made[HORIZON] = self.rollouts, self.width, self.horizon
        made[MOST_STATES], made[OPENINGS], made[DRAWS] = self.most_states, self.openings, self.draws
        return made


WIDE = Effort(width=32, openings=24, most_states=2_000, draws=32)
"""Where there is time for it: what `suggest` looks at, and the player from so many rollouts on as WIDE_FROM says."""
WIDE_FROM = 8_000

_kernels: dict[Kernel, Kernel] = {}


def advisor_kernel(game: CastlePanic) -> Kernel:
    if game.kernel not in _kernels:
        sizes = {"candidates": MOST_CANDIDATES, "batches": MOST_BATCHES, "occasions": KINDS_OF_CHANCE}
        bindings: dict[Callable[..., Any], Sequence[Callable[..., Any]]] = {
            decide: [greedy],
            write_features: [features],
            kind_of_chance: [occasion],
            end_is_near: [pile_is_empty],
        }
        step: type = Step
        if game.rule_set.wizards_tower:
            from castlewise.solver.castle_panic import wizards_tower_features, wizards_tower_greedy, wizards_tower_search

            step = wizards_tower_search.Step
            for taught in (wizards_tower_greedy, wizards_tower_features, wizards_tower_search):
                bindings.update(taught.BINDINGS)
        layouts = {"Race": Layout(Race, sizes), "Step": Layout(step, sizes)}
        _kernels[game.kernel] = bound_kernel(game, f"{game.name} advisor", bindings, layouts)
    return _kernels[game.kernel]


def read_effort(policy: str, rule_set: RuleSet | None = None) -> Effort:
    """The effort that a policy's name asks for (see castlewise.solver.efforts). A rollout takes longer with the Wizard's Tower.

    >>> read_effort("advisor:2000").rollouts, read_effort("advisor:10ms").rollouts < read_effort("advisor:50ms").rollouts
    (2000, True)
    """
    per_ms = WIZARDS_ROLLOUTS_PER_MS if rule_set is not None and rule_set.wizards_tower else ROLLOUTS_PER_MS
    rollouts = efforts.rollouts_said(policy, Effort.rollouts, per_ms)
    return replace(WIDE if rollouts >= WIDE_FROM else Effort(), rollouts=rollouts)


class Desk:
    """The memory that a search works in. One thread at a time."""

    def __init__(self, game: CastlePanic, values: ValueSet | None = None, *, most_states: int = Effort.most_states) -> None:
        self.game = game
        self.kernel = kernel = advisor_kernel(game)
        nets = (values or value_set_for(game.rule_set)).nets
        numbers = [number for net in nets for number in net.numbers()]
        self.values = game.buffer(len(numbers))
        for i, number in enumerate(numbers):
            self.values[i] = number
        state = game.kernel.layouts["State"]
        places = most_states + 2
        self.states = records(kernel, state, places)
        self.steps = records(kernel, kernel.layouts["Step"], places)
        self.slots = game.buffer(1 << (2 * places).bit_length())
        self.candidates = records(kernel, state, MOST_CANDIDATES)
        self.race = kernel.blank("Race")
        self.here, self.probe = state.blank(compiled=kernel.compiled), state.blank(compiled=kernel.compiled)
        self.out, self.weights = game.buffer(CHOICES), game.buffer(CHOICES)
        self.plan = game.buffer(CHOICES + 1)
        self.source, self.dice = game.buffer(1), game.buffer(1)

    def search(self, position: Position, effort: Effort, luck: int) -> list[int]:
        """The moves that the advisor makes at a choice: one, or all that is left of a Play phase."""
        self.kernel(advise)(
            self.game.rules, position.state, self.values, self.states, self.steps, self.slots, self.probe, self.race, self.candidates,
            luck, effort.settings(self.game), self.source, self.out, self.weights, self.plan,
        )  # fmt: skip
        return [int(self.plan[i]) for i in range(1, self.plan[0] + 1)]

    def play_games(self, start: Position, effort: Effort, seed: int, first: int, count: int, most_turns: int, decided: Ints) -> list[int]:
        """Whole games, as a tally (play_out.py). `decided` takes down the moves that were chosen, as far as there is room."""
        tally = self.game.buffer(TALLY)
        self.kernel(advised_games)(
            self.game.rules, start.state, self.here, self.values, self.states, self.steps, self.slots, self.probe, self.race,
            self.candidates, seeded(seed), first, count, effort.settings(self.game), self.dice, self.source, self.out, self.weights,
            self.plan, tally, decided, most_turns,
        )  # fmt: skip
        return [int(n) for n in tally]


class AdvisedBatch(efforts.AdvisedBatch):
    """Stretches of a simulation's games with the advisor."""

    def read_effort(self, policy: str) -> Effort:
        return read_effort(policy, self.game.rule_set)

    def desk(self) -> Desk:
        return Desk(self.game, most_states=self.effort.most_states)

    def play(self, desk: Desk, first: int, games: int) -> list[int]:
        return desk.play_games(self.start, self.effort, self.seed, first, games, self.most_turns, self.game.buffer(1))
