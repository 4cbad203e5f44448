"""The fitted value functions of Castellion that come with castlewise: a small file for each rule set that has one, made by training.py."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import lru_cache
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np

from castlewise.models.castellion.rule_set import RuleSet
from castlewise.models.files import write_file
from castlewise.solver.castellion.castle_features import FEATURES
from castlewise.solver.castellion.castle_net import CastleNet

FOLDER = Path(__file__).parent / "values"


@dataclass(frozen=True)
class CastleValues:
    rules: str
    net: CastleNet
    made: dict[str, Any]

    def write(self, file: Path) -> None:
        said: dict[str, Any] = {"rules": self.rules, "made": json.dumps(self.made), **self.net.rounded()}
        content = BytesIO()
        np.savez_compressed(content, **said)
        write_file(file, content.getvalue())


def read_castle_values(file: Path) -> CastleValues:
    with np.load(file) as said:
        if said["first"].shape[1] != FEATURES:
            raise ValueError(f"{file}: was fitted on other features than the program has now")
        return CastleValues(str(said["rules"]), CastleNet.from_rounded(said), json.loads(str(said["made"])))


def file_for(rule_set: RuleSet) -> Path:
    return FOLDER / (str(rule_set).replace("=", "-").replace(",", "_") + ".npz")


@lru_cache
def castle_values_for(rule_set: RuleSet) -> CastleValues | None:
    """The function fitted for these rules, if there is one: it knows no powers, no appendices and no second castle, so none can be borrowed."""
    file = file_for(rule_set)
    return read_castle_values(file) if file.exists() else None
