"""What a position is told of the games that went through it, where a value function learns from games."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.floating[Any]]


def returns(said: Floats, won: Floats, last: npt.NDArray[np.bool_], trust: float) -> Floats:
    """What each position of some games is told: a share of what the next one is told, the rest what is said of that one; at a game's end, who won.

    Games lie one behind the other. The less trust in what came later, the smaller the spread, and the more it is only what was said anyway.

    >>> returns(np.array([0.5, 0.6, 0.8]), np.array([1.0, 1.0, 0.0]), np.array([False, True, True]), 0.5).tolist()
    [0.8, 1.0, 0.0]
    """
    told = won.copy()
    for i in range(len(told) - 2, -1, -1):
        if not last[i]:
            told[i] = (1 - trust) * said[i + 1] + trust * told[i + 1]
    return told
