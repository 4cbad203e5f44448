"""Which structures the rest of a turn takes, by playing it many times: for rules whose draws nobody has followed exactly."""

from __future__ import annotations

from dataclasses import dataclass

from castlewise.models.castle_panic.board import ARCS
from castlewise.models.castle_panic.moves import END_PLAY
from castlewise.models.castle_panic.position import Position
from castlewise.models.castle_panic.rules.game import apply, node, sample
from castlewise.models.castle_panic.state import CHOICES, Rules, State
from castlewise.models.contract import A_CHOICE, GAME_OVER
from castlewise.models.kernel import Ints, copy_record, rule
from castlewise.models.move_code import move
from castlewise.models.randomness import low_sum, scramble, seeded
from castlewise.solver.castle_panic.advisor import advisor_kernel
from castlewise.solver.castle_panic.greedy import greedy
from castlewise.solver.simulation import wilson

SAMPLES = 4_000


@dataclass(frozen=True)
class SampledLoss:
    structure: str  # "tower" or "wall"
    arc: int
    chance: float
    low: float
    high: float


@dataclass(frozen=True)
class SampledLosses:
    """The likeliest first, Towers before Walls."""

    losses: tuple[SampledLoss, ...]
    samples: int


@rule
def play_rest_of_turn(
    r: Rules, start: State, s: State, luck: int, samples: int, source: Ints, out: Ints, weights: Ints, lost: Ints
) -> None:
    """End the plays of a position so many times; lost[arc] counts the Towers that fell, lost[ARCS + arc] the Walls."""
    for game in range(samples):
        copy_record(s, start)
        source[0] = scramble(low_sum(luck, game))
        turns = apply(r, s, move(END_PLAY, 0, 0, 0))
        while turns == 0 and node(r, s) != GAME_OVER:
            m = greedy(r, s, source, out) if node(r, s) == A_CHOICE else sample(r, s, source, out, weights)
            turns += apply(r, s, m)
        for arc in range(ARCS):
            lost[arc] += max(0, start.towers[arc] - s.towers[arc])
            lost[ARCS + arc] += max(0, start.walls[arc] - s.walls[arc])


def sampled_losses(position: Position, *, samples: int = SAMPLES, seed: int = 1) -> SampledLosses:
    """From the Play phase, as if it ended here."""
    game = position.game
    lost = game.buffer(2 * ARCS)
    advisor_kernel(game)(play_rest_of_turn)(
        game.rules, position.state, game.copy(position.state), seeded(seed), samples, game.buffer(1), game.buffer(CHOICES), game.buffer(CHOICES), lost
    )  # fmt: skip
    found = []
    for place, count in enumerate(int(n) for n in lost):
        if count > 0:
            low, high = wilson(count, samples)
            found.append(SampledLoss("tower" if place < ARCS else "wall", place % ARCS + 1, count / samples, low, high))
    return SampledLosses(tuple(sorted(found, key=lambda loss: (loss.structure, -loss.chance, loss.arc))), samples)
