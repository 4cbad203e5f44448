"""The fitted value functions of Castle Panic that come with castlewise: a small file for each number of players, made by training.py.

A set is two functions (positions at rest, positions about to be played) and two calibrations: what a win chance that the search comes to is worth when the
advisor plays the game to its end, with so many tokens left in the pile, on boards of its own and on boards that others have left. Beside them there is one
curve over all positions, whatever is left: it tells where a game is at stake, and luck is measured by it. A rule set without functions of its own borrows those
of the base game for its number of players, and says so.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from castlewise.models.castle_panic.rule_set import RuleSet, read_rules
from castlewise.models.files import write_file
from castlewise.solver.calibration import Calibration, Curve, follow, holds, shifted
from castlewise.solver.castle_panic import features, wizards_tower_features
from castlewise.solver.net import Net

FOLDER = Path(__file__).parent / "values"


def feature_names(rule_set: RuleSet) -> tuple[str, ...]:
    """What the functions of a rule set look at."""
    return wizards_tower_features.NAMES if rule_set.wizards_tower else features.NAMES


@dataclass(frozen=True)
class ValueSet:
    rules: str
    nets: tuple[Net, Net]  # AT_REST and BEFORE_PLAYS of turn_search.py
    curve: Curve
    calibration: Calibration  # on boards that come up in the advisor's own games
    made: dict[str, Any]
    calibration_of_others: Calibration = ()  # on boards that other players have left; none if it was not made
    shift: float = 0.0  # of the odds, from the advisor that both are of to one with as many rollouts as `suggest` has

    def calibrated(self, chance: float, tokens_left: int) -> float:
        """A win chance that was searched for, as a chance that holds. 0 and 1 stay what they are, and what an error bar has beyond them becomes one of them.

        Whose board it is nobody says, and no feature tells: so it is the mean of both calibrations. And who asks for advice goes on with more rollouts than the
        games had that the curves were made of.
        """
        chance = min(max(chance, 0.0), 1.0)
        held = holds(self.calibration, chance, tokens_left)
        if self.calibration_of_others:
            held = (held + holds(self.calibration_of_others, chance, tokens_left)) / 2
        return shifted(held, self.shift)

    def on_the_whole(self, chance: float) -> float:
        """The same over all positions, however many tokens are left."""
        return follow(self.curve, chance)

    def write(self, file: Path) -> None:
        said = {
            "rules": self.rules,
            "features": list(feature_names(read_rules(self.rules))),
            "curve": self.curve,
            "calibration": self.calibration,
            "calibration on boards of others": self.calibration_of_others,
            "shift": self.shift,
            "made": self.made,
            "at rest": self.nets[0].rounded(),
            "before plays": self.nets[1].rounded(),
        }
        lines = ",\n".join(f" {json.dumps(key)}: {json.dumps(value, separators=(',', ':'))}" for key, value in said.items())
        write_file(file, "{\n" + lines + "\n}\n")

    @property
    def digest(self) -> str:
        """A short name for what the functions say: two sets that answer alike have one."""
        said = [self.rules, self.curve, self.calibration, *(net.rounded() for net in self.nets)]
        return hashlib.sha256(json.dumps(said).encode()).hexdigest()[:12]


def read_value_set(file: Path) -> ValueSet:
    said = json.loads(file.read_text())
    if tuple(said["features"]) != feature_names(read_rules(said["rules"])):
        raise ValueError(f"{file}: was fitted on other features than the program has now")
    nets = (Net.from_rounded(said["at rest"]), Net.from_rounded(said["before plays"]))
    own, of_others = (_calibration(said.get(key, [])) for key in ("calibration", "calibration on boards of others"))
    return ValueSet(said["rules"], nets, _curve(said["curve"]), own, said["made"], of_others, said.get("shift", 0.0))


def _calibration(curves: list[Any]) -> Calibration:
    return tuple((left, _curve(points)) for left, points in curves)


def _curve(points: list[list[float]]) -> Curve:
    return tuple((x, y) for x, y in points)


def file_for(rule_set: RuleSet) -> Path:
    return FOLDER / (str(rule_set).replace("=", "-").replace(",", "_") + ".json")


@lru_cache
def value_file_for(rule_set: RuleSet) -> Path:
    """The functions fitted for these rules, or else for the base game, or the expansion without options, with as many players."""
    file = file_for(rule_set)
    usual = read_rules("wizards-tower" if rule_set.wizards_tower else "", players=rule_set.players)
    return file if file.exists() else file_for(usual)


@lru_cache
def value_set_for(rule_set: RuleSet) -> ValueSet:
    return read_value_set(value_file_for(rule_set))
