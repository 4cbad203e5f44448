"""What the first token of this turn's draws does to the chance to win: which to fear, which to hope for.

Each token that may be the first, with each roll of its die, is followed by rollouts to the end of the turn, all on the same luck, and what is reached is
valued by the fitted function; so everything that tokens bring on top of themselves is in it, and there is an error bar instead of an exact number. What the
turn's draws do to the structures exactly is in monster_draws.py.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from castlewise.models.castle_panic.components import title
from castlewise.models.castle_panic.position import Position
from castlewise.models.castle_panic.stages import DRAW_TOKEN, ROLL_TOKEN
from castlewise.models.move_code import first_of
from castlewise.solver.castle_panic.closed_hands import as_seen
from castlewise.solver.castle_panic.monster_draws import Way, after_plays
from castlewise.solver.castle_panic.reasons import when_the_plays_end
from castlewise.solver.castle_panic.suggesting import rollouts_from
from castlewise.solver.castle_panic.value_sets import value_set_for
from castlewise.solver.racing import Floats

ROLLOUTS = 400  # for a token, or for each roll of its die
_PLAIN_ROLLOUTS = 10  # plain rules would take longer for more than anyone waits
_FEARED, _HOPED_FOR = 3, 2  # tokens that are named
_MUCH = 0.02  # by which a roll has to be worse than its token to be named


@dataclass(frozen=True)
class FirstToken:
    """A token that may be drawn first: `change` is the chance to win after it, less that before any token is drawn."""

    token: str
    chance: float
    change: float
    error: float  # half of the 95 % interval of the change
    worst_arc: int | None  # for a token whose die tells where it comes or falls
    worst_change: float | None

    def facts(self) -> dict[str, Any]:
        """What JSON says of it."""
        worst = None if self.worst_change is None else round(self.worst_change, 5)
        return {
            "token": self.token,
            "chance": round(self.chance, 6),
            "change": round(self.change, 5),
            "change_error": round(self.error, 5),
            "worst_arc": self.worst_arc,
            "worst_change": worst,
        }


def first_tokens(position: Position, moves: Sequence[int], *, rollouts: int | None = None, seed: int = 1) -> list[FirstToken]:
    """The tokens that may come first after the Play phase that the moves end, those to be feared most first. Nothing if no token is drawn next."""
    here = _first_draw(as_seen(position, seed), moves)
    if here is None:
        return []
    rollouts = rollouts or (ROLLOUTS if position.game.kernel.compiled else _PLAIN_ROLLOUTS)
    names = [token.name for token in position.rule_set.components.tokens]
    draws = here.outcomes()
    rolled = [_by_roll(here.follow(draw), rollouts, seed) for draw, _ in draws]
    # All of them have the same luck, so what a token changes is told rollout by rollout.
    reached = np.stack([np.mean(list(rolls.values()), axis=0) for rolls in rolled])
    average = np.array([float(chance) for _, chance in draws]) @ reached
    values, left = value_set_for(position.rule_set), sum(position.numbers.pile)
    before = values.calibrated(float(average.mean()), left)

    def change(chance: float) -> float:
        return values.calibrated(chance, left) - before

    found = []
    for (draw, chance), rolls, own in zip(draws, rolled, reached, strict=True):
        mean, reach = float(own.mean()), 1.96 * float((own - average).std()) / rollouts**0.5
        error = (change(mean + reach) - change(mean - reach)) / 2
        worst_arc = min(rolls, key=lambda arc: float(rolls[arc].mean()))
        worst_change = change(float(rolls[worst_arc].mean()))
        name = names[first_of(draw)]
        told_by_die = (worst_arc, worst_change) if len(rolls) > 1 else (None, None)
        found.append(FirstToken(name, float(chance), change(mean), error, *told_by_die))
    return sorted(found, key=lambda token: token.change)


def in_words(tokens: Sequence[FirstToken]) -> list[str]:
    """In words: the worst and the best."""
    named = [*tokens[:_FEARED], *tokens[max(_FEARED, len(tokens) - _HOPED_FOR) :]]
    return [_line(token) for token in named]


def _line(token: FirstToken) -> str:
    """
    >>> _line(FirstToken("giant boulder", 0.05, -0.0312, 0.004, 6, -0.114))
    'Giant Boulder, 1 in 20: -3.1 ± 0.4, with a 6 -11.4'
    """
    worst = ""
    if token.worst_change is not None and token.change - token.worst_change > _MUCH:
        worst = f", with a {token.worst_arc} {100 * token.worst_change:+.1f}"
    return f"{title(token.token)}, 1 in {1 / token.chance:.0f}: {100 * token.change:+.1f} ± {100 * token.error:.1f}{worst}"


def _first_draw(position: Position, moves: Sequence[int]) -> Way | None:
    """Where the first token is about to be drawn."""
    end = when_the_plays_end(position, moves)
    if end is None:
        return None
    here = after_plays(end)
    while not here.over and not here.position.is_chance:
        # Who is hurt by a Wall, for instance: any choice will do, as it is the tokens that are compared.
        here = here.follow(position.game.choices(here.position)[0])
    return here if not here.over and here.position.state.stage == DRAW_TOKEN else None


def _by_roll(here: Way, rollouts: int, seed: int) -> dict[int, Floats]:
    """What rollouts come to after a token was drawn: by the roll of its die, or all under 0 if it has none."""
    if here.over or here.position.state.stage != ROLL_TOKEN:
        return {0: _rolled(here, rollouts, seed)}
    return {first_of(roll) + 1: _rolled(here.follow(roll), rollouts, seed) for roll, _ in here.outcomes()}


def _rolled(here: Way, rollouts: int, seed: int) -> Floats:
    """To the end of the turn, which it may have come to already."""
    return rollouts_from(here.position, rollouts=rollouts, seed=seed, turns=1 - here.before.turns)
