"""How long something takes, as it is told here: CPU time of one core over several samples, as p50, p95 and worst."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

Spread = dict[str, float]


def spread(samples: Sequence[float], *, worst: Callable[[Sequence[float]], float]) -> Spread:
    """p50, p95 and worst; `worst` says which end is the bad one.

    >>> spread([3, 1, 2], worst=max)
    {'p50': 2, 'p95': 3, 'worst': 3}
    """
    ordered = sorted(samples, reverse=worst is min)
    return {
        "p50": ordered[len(ordered) // 2],
        "p95": ordered[min(len(ordered) - 1, round(0.95 * (len(ordered) - 1)))],
        "worst": worst(samples),
    }


def cpu(work: Callable[[], object]) -> float:
    began = time.process_time()
    work()
    return time.process_time() - began
