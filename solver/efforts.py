"""How much an advisor is to think, as the name of a policy says it: "advisor", "advisor:2000" for rollouts a decision, "advisor:50ms".

Milliseconds are turned into rollouts at a fixed rate, that of one core of the machine the strength figures were measured on: a clock would make every game
different.
"""

from __future__ import annotations

from castlewise.models.problems import InvalidInput, Problem


def rollouts_said(policy: str, usual: int, per_ms: int) -> int:
    """How many rollouts a decision a policy's name asks for.

    >>> rollouts_said("advisor", 400, 80), rollouts_said("advisor:2000", 400, 80), rollouts_said("advisor:50ms", 400, 80)
    (400, 2000, 4000)
    """
    _, _, said = policy.partition(":")
    if not said:
        return usual
    number, unit = (said[:-2], "ms") if said.endswith("ms") else (said, "rollouts")
    if not (number.isascii() and number.isdigit() and len(number) < 8):
        raise InvalidInput(
            [Problem("policy", f'"{policy}": expected advisor, advisor:2000 (rollouts a decision) or advisor:50ms (a turn)')]
        )
    return int(number) if unit == "rollouts" else max(1, int(number) * per_ms)
