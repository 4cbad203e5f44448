"""How the candidates of a decision stand after a race and, for those that it left close together, a second look.

What a newcomer would get wrong: advised rollouts come to more than ordinary ones, since a better player plays on, and the calibration is for ordinary ones.
So a second look tells distances only, and the best candidate is worth what the race found its best to be worth.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from math import hypot

from castlewise.solver.castle_panic.second_look import CLOSE, FINALISTS, SecondLook
from castlewise.solver.racing import Race


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

    def __init__(
        self, race: Race, seed: int, looked_at: Sequence[int] = (), kinds: Sequence[Hashable] = (), look: SecondLook | None = None
    ) -> None:
        self._race, self._look = race, look
        runners = race.runners(seed)
        leader = race.leader
        count = len(runners)
        self.rollouts = [runner.rollouts for runner in runners]
        self.errors = [runner.error for runner in runners]
        self.best_probabilities = [runner.best_probability for runner in runners]
        # Who left the race early has had other luck than the leader had in the end: the distance between them, on common luck, tells where it stands.
        self.means = [runners[leader].mean - self._distance(leader, c) for c in range(count)]
        self._finalist = [-1] * count
        if look is None:
            return
        places = {kinds[candidate]: place for place, candidate in enumerate(looked_at)}
        self._finalist = [places.get(kinds[c], looked_at.index(leader)) for c in range(count)]
        probabilities = look.best_probabilities(seed)
        for c in range(count):
            place = self._finalist[c]
            behind, error = look.lead(look.leader, place) if place != look.leader else (0.0, 0.0)
            self.means[c] = runners[leader].mean - behind - self._distance(looked_at[place], c)
            self.errors[c] = hypot(self.errors[c], error)
            self.best_probabilities[c] = probabilities[place] if c == looked_at[place] else 0.0

    def _distance(self, one: int, other: int) -> float:
        return self._race.lead(one, other)[0] if one != other else 0.0

    def lead_error(self, one: int, other: int) -> float:
        """The standard error of the distance between two candidates."""
        error = self._race.lead(one, other)[1]
        places = self._finalist[one], self._finalist[other]
        return error if self._look is None or places[0] == places[1] else hypot(error, self._look.lead(*places)[1])
