"""What a discard is hoped to bring: the cards that may come in its place, and what each changes in the chance to win.

Each card that may be drawn is followed by rollouts on the same luck, the greedy player trading and playing, so that cards are compared and not dice; the change
is that to the mean of all draws.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from castlewise.models.castle_panic.moves import DISCARD
from castlewise.models.castle_panic.position import Position
from castlewise.models.castle_panic.stages import REPLACE
from castlewise.models.move_code import first_of, verb_of
from castlewise.solver.advice import NO_ADVICE
from castlewise.solver.castle_panic.suggesting import rollouts_from
from castlewise.solver.castle_panic.value_sets import value_set_for

_ROLLOUTS, _PLAIN_ROLLOUTS = 100, 4
_NAMED = 3  # cards in the first line


@dataclass(frozen=True)
class Hope:
    """A card that may come: `change` is the chance to win with it, less that before it is drawn."""

    card: str
    chance: float
    change: float
    error: float  # half of the 95 % interval of the change

    @property
    def hoped_for(self) -> bool:
        return self.change >= max(NO_ADVICE, self.error)

    def facts(self) -> dict[str, Any]:
        """What JSON says of it."""
        return {
            "card": self.card,
            "chance": round(self.chance, 6),
            "change": round(self.change, 5),
            "change_error": round(self.error, 5),
            "hoped_for": self.hoped_for,
        }


def hopes(position: Position, moves: Sequence[int], *, rollouts: int | None = None, seed: int = 1) -> list[Hope]:
    """The cards that may come for the card that the moves discard, the most welcome first. Nothing if none is discarded, or none is left to come."""
    if len(moves) != 1 or verb_of(moves[0]) != DISCARD:
        return []
    game = position.game
    here = game.apply(position, moves[0])
    if here.state.stage != REPLACE:
        return []
    rollouts = rollouts or (_ROLLOUTS if game.kernel.compiled else _PLAIN_ROLLOUTS)
    draws = game.outcomes(here)
    weights = np.array([float(weight) for _, weight in draws])
    weights /= weights.sum()
    reached = np.stack([rollouts_from(game.apply(here, draw), rollouts=rollouts, seed=seed) for draw, _ in draws])
    average = weights @ reached
    values, left = value_set_for(position.rule_set), sum(position.numbers.pile)
    before = values.calibrated(float(average.mean()), left)

    def change(chance: float) -> float:
        return values.calibrated(chance, left) - before

    found = []
    for (draw, _), weight, own in zip(draws, weights, reached, strict=True):
        mean, reach = float(own.mean()), 1.96 * float((own - average).std()) / rollouts**0.5
        card = position.rule_set.components.cards[first_of(draw)].title
        found.append(Hope(card, float(weight), change(mean), (change(mean + reach) - change(mean - reach)) / 2))
    return sorted(found, key=lambda hope: -hope.change)


def in_a_clause(found: Sequence[Hope]) -> str:
    """What is hoped for, as part of a sentence.

    >>> in_a_clause([Hope("Brick", 0.2, 0.05, 0.01), Hope("Tar", 0.1, 0.02, 0.01), Hope("Red Archer", 0.7, -0.03, 0.01)])
    'hoping for Brick or Tar (30 %)'
    >>> in_a_clause([Hope("Brick", 1.0, 0.0, 0.01)])
    'no card that may come for it stands out'
    """
    wanted = [hope for hope in found if hope.hoped_for]
    if not wanted:
        return "no card that may come for it stands out"
    names = [hope.card for hope in wanted[:_NAMED]]
    if len(wanted) > _NAMED:
        names.append(f"{len(wanted) - _NAMED} others")
    said = names[0] if len(names) == 1 else f"{', '.join(names[:-1])} or {names[-1]}"
    return f"hoping for {said} ({100 * sum(hope.chance for hope in wanted):.0f} %)"


def in_words(found: Sequence[Hope]) -> list[str]:
    """A line a card.

    >>> in_words([Hope("Brick", 0.2, 0.05, 0.01), Hope("Tar", 0.1, -0.02, 0.01)])
    ['Brick, 20 %: +5.0 ± 1.0', 'Tar, 10 %: -2.0 ± 1.0']
    """
    return [f"{hope.card}, {100 * hope.chance:.0f} %: {100 * hope.change:+.1f} ± {100 * hope.error:.1f}" for hope in found]
