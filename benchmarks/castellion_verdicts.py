"""How often `check` decides a position at once: positions of the advisor's games, each asked about its next ordeal and about all that are left.

    python benchmarks/castellion_verdicts.py --positions   # makes castellion_verdicts.json anew: the same positions, as they are seeded
    python benchmarks/castellion_verdicts.py [--json]      # asks about each of them, and writes castellion_verdicts.md
"""

from __future__ import annotations

import json
import random
import sys
from pathlib import Path

from castlewise.models.castellion.game import Castellion
from castlewise.models.castellion.rule_set import read_rules
from castlewise.models.contract import Node
from castlewise.solver.castellion.advisor import Desk, Effort
from castlewise.solver.castellion.deciding import advise

POSITIONS = Path(__file__).with_suffix(".json")
LEVELS = ("base", "expert")  # 24 games of each, as printed; then two of each further rule set
FURTHER = tuple(
    f"{level},{rule}"
    for level in LEVELS
    for rule in ("two-player", "vigil", "prophet", "premonition", "prison", "cold-sweat", "horror")
) + ("expert,pantry", "expert,pantry-harder", "expert,two-player,prison")  # fmt: skip
GAMES, FURTHER_GAMES, A_GAME = 24, 2, 4
QUICK = Effort(rollouts=150)
SEED = 7


def game_positions(desk: Desk, number: int) -> list[str]:
    """Some decisions of one game, as lines, earlier ones first."""
    game = desk.game
    luck = random.Random(f"{SEED} {game.rule_set} {number}")
    settings = QUICK.settings(game, valued=desk.valued)
    desk.forget()
    here, lines = game.start(), []
    while (node := game.node(here)) is not Node.OVER:
        if node is Node.CHANCE:
            outcomes = game.outcomes(here)
            made = luck.choices([m for m, _ in outcomes], [weight for _, weight in outcomes])[0]
        else:
            lines.append(str(here))
            made = desk.kernel(advise)(
                game.rules, here.state, desk.states, desk.field, desk.scratch, desk.probe, luck.getrandbits(40), settings, desk.counts, desk.rolls,
                desk.mind, desk.source, desk.out, desk.weights, desk.legal, desk.values, desk.castle_values, desk.race, desk.listed, desk.tried,
            )  # fmt: skip
        here = game.apply(here, int(made))
    chosen = sorted(luck.sample(range(len(lines)), min(A_GAME, len(lines))))
    return [lines[at] for at in chosen]


def make(rules: str, games: int) -> list[str]:
    desk = Desk(Castellion(read_rules(rules)))
    return [line for number in range(games) for line in game_positions(desk, number)]


if __name__ == "__main__":
    if "--positions" in sys.argv:
        made = {}
        for rules in (*LEVELS, *FURTHER):
            made[rules] = make(rules, GAMES if rules in LEVELS else FURTHER_GAMES)
            print(rules, len(made[rules]), flush=True)
            POSITIONS.write_text(json.dumps(made, indent=0) + "\n", encoding="utf-8")
