"""The random player: any legal move, each as likely. Generic over the contract."""

from __future__ import annotations

from castlewise.models.castle_panic.rules.game import choices
from castlewise.models.castle_panic.state import Rules, State
from castlewise.models.kernel import Ints, rule
from castlewise.models.randomness import below


@rule
def uniform(r: Rules, s: State, source: Ints, out: Ints) -> int:
    return out[1 + below(source, choices(r, s, out))]
