"""How the candidates of a decision stand after a race and, for those that it left close together, a second look.

What a newcomer would get wrong: advised rollouts come to more than ordinary ones, since a better player plays on, and the calibration is for ordinary ones.
So a second look tells distances only, and the best candidate is worth what the race found its best to be worth.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from math import hypot, sqrt

from castlewise.solver.castle_panic.second_look import CLOSE, FINALISTS, SecondLook
from castlewise.solver.racing import LEAST, Race

# What a distance between two candidates is wrong by beyond its sampling, as a standard deviation, before the calibration: benchmarks/race_error.md.
# After a race alone, and after a second look too. It was measured where a chance times its complement was as much as OPEN on average; elsewhere it is taken to
# shrink with that, as an error of the odds does.
RACE_WRONG = 0.0238
BOTH_LOOKS_WRONG = 0.0113
OPEN = 0.190


def finalists(race: Race, kinds: Sequence[Hashable]) -> list[int]:
    """The candidates that a race left close to the best, best first, one of each kind."""
    leader = race.leader
    found: dict[Hashable, tuple[float, int]] = {}
    for candidate, kind in enumerate(kinds):
        distance = 0.0 if candidate == leader else race.lead(leader, candidate)[0]
        if distance <= CLOSE and (kind not in found or (distance, candidate) < found[kind]):
            found[kind] = distance, candidate
    return [candidate for _, candidate in sorted(found.values())[:FINALISTS]]


class Standings:
    """Means, errors and distances of all candidates. Those of the finalists are by both looks; who was not looked at again keeps its distance to the finalist
    of its kind, or else to the best of the race."""

    def __init__(self, race: Race, looked_at: Sequence[int] = (), kinds: Sequence[Hashable] = (), look: SecondLook | None = None) -> None:
        self._race, self._look = race, look
        runners = race.runners()
        leader = race.leader
        count = len(runners)
        self.rollouts = [runner.rollouts for runner in runners]
        self.errors = [runner.error for runner in runners]
        # Who left the race early has had other luck than the leader had in the end: the distance between them, on common luck, tells where it stands.
        self.means = [runners[leader].mean - self._distance(leader, c) for c in range(count)]
        self._finalist = [-1] * count
        self._looked_at_again: set[int] = set()
        if look is None:
            return
        places = {kinds[candidate]: place for place, candidate in enumerate(looked_at)}
        self._looked_at_again = {c for c in range(count) if kinds[c] in places}
        self._finalist = [places.get(kinds[c], looked_at.index(leader)) for c in range(count)]
        for c in range(count):
            place = self._finalist[c]
            behind, error = look.lead(look.leader, place) if place != look.leader else (0.0, 0.0)
            self.means[c] = runners[leader].mean - behind - self._distance(looked_at[place], c)
            self.errors[c] = hypot(self.errors[c], error)

    def _distance(self, one: int, other: int) -> float:
        return self._race.lead(one, other)[0] if one != other else 0.0

    def lead_error(self, one: int, other: int) -> float:
        """The standard error of the distance between two candidates."""
        error = self._race.lead(one, other)[1]
        places = self._finalist[one], self._finalist[other]
        return error if self._look is None or places[0] == places[1] else hypot(error, self._look.lead(*places)[1])

    def wrong(self, candidate: int, chance: float) -> float:
        """What a candidate's mean may be wrong by systematically where the chance to win is about so much, as a standard deviation: all rollouts have the
        greedy player and the value functions."""
        return (BOTH_LOOKS_WRONG if candidate in self._looked_at_again else RACE_WRONG) / sqrt(2) * chance * (1 - chance) / OPEN

    def alike(self, candidate: int) -> bytes:
        """The same for candidates that nothing has told apart: what rollouts get wrong, they get wrong for both of them."""
        return self._race.values(candidate)[:LEAST].tobytes()
