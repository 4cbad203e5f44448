"""How often `check` decides a position at once: positions of the advisor's games, each asked about its next ordeal and about all that are left.

python benchmarks/castellion_verdicts.py --positions   # makes castellion_verdicts.json anew: the same positions, as they are seeded
python benchmarks/castellion_verdicts.py               # asks about each of them, and writes castellion_verdicts.md
"""

from __future__ import annotations

import json
import random
import sys
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from castlewise.models.castellion.game import Castellion
from castlewise.models.castellion.notation import read_line
from castlewise.models.castellion.rule_set import read_rules
from castlewise.models.contract import Node
from castlewise.solver.castellion.advisor import Desk, Effort
from castlewise.solver.castellion.deciding import advise
from castlewise.solver.castellion.position_answer import PositionQuestion, answer_position
from castlewise.solver.verdict import Outcome

POSITIONS = Path(__file__).with_suffix(".json")
LEVELS = ("base", "expert")  # 24 games of each, as printed; then two of each further rule set
FURTHER = (
    *(
        f"{level},{rule}"
        for level in LEVELS
        for rule in ("two-player", "vigil", "prophet", "premonition", "prison", "cold-sweat", "horror")
    ),
    "expert,pantry",
    "expert,pantry-harder",
    "expert,two-player,prison",
)
GAMES, FURTHER_GAMES, A_GAME = 24, 2, 4
QUICK = Effort(rollouts=150)
SEED = 7
SECONDS = 5.0  # of one core
PATIENCE = 30  # seconds by the clock for each of them, on a machine that is shared
EVERY = 4  # of the positions that are asked about all ordeals


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


def question_of(line: str, *, next_only: bool) -> PositionQuestion:
    """About the next ordeal, or all that are left; a card that lies face down is one of those it may be."""
    position = read_line(line, compiled=False)
    luck = random.Random(line)
    last = position.met + 1 if next_only else len(position.rule_set.ordeals)
    known = position.numbers.card
    cards = position.rule_set.ordeals
    deal = tuple(int(known[n]) - 1 if known[n] else luck.randrange(len(cards[n].cards)) for n in range(position.met, last))
    return PositionQuestion(position, deal)


def asked(lines: Sequence[str], *, next_only: bool) -> list[tuple[Outcome, float]]:
    """What came of each question, and the CPU time of it. An answer that took longer than SECONDS of a core counts as none."""
    found = []
    for line in lines:
        began = time.process_time()
        answer = answer_position(question_of(line, next_only=next_only), seconds=SECONDS * PATIENCE)
        spent = time.process_time() - began
        found.append((answer.outcome if spent <= SECONDS else Outcome.UNKNOWN, spent))
        if found[-1][0] is Outcome.UNKNOWN:
            print(f"unknown after {spent:.1f} s: {line}", file=sys.stderr, flush=True)
    return found


def row(name: str, found: Sequence[tuple[Outcome, float]]) -> str:
    counts = Counter(outcome for outcome, _ in found)
    share = counts[Outcome.UNKNOWN] / len(found)
    taken = sorted(spent for _, spent in found)
    times = " / ".join(f"{taken[min(len(taken) - 1, int(part * len(taken)))]:.2f}" for part in (0.5, 0.95, 1.0))
    numbers = " | ".join(str(counts[outcome]) for outcome in (Outcome.SOLVED, Outcome.IMPOSSIBLE, Outcome.UNKNOWN))
    return f"| {name} | {len(found)} | {numbers} | {100 * share:.1f} % | {times} |\n"


HEADER = """# Verdicts on positions

Written by `python benchmarks/castellion_verdicts.py`, not by hand. Positions of the advisor's games (castellion_verdicts.json), four of each game, each asked
about with everything that the rules allow from there; a card that lies face down is one of those it may be, by lot. Unknown is what 5 seconds of one core
(or 150 by the clock, on a machine that others use too) did not settle.

| positions | asked | solvable | impossible | unknown | share of unknown | seconds of a core, p50 / p95 / worst |
|---|---|---|---|---|---|---|
"""


def main() -> None:
    kept: dict[str, list[str]] = json.loads(POSITIONS.read_text(encoding="utf-8"))
    further = [line for rules in FURTHER for line in kept[rules]]
    table = HEADER
    for name, lines, next_only in (
        ("base, next ordeal", kept["base"], True),
        ("expert, next ordeal", kept["expert"], True),
        ("appendices, two players, Pantry, next ordeal", further, True),
        ("base, all that are left", kept["base"][::EVERY], False),
        ("expert, all that are left", kept["expert"][::EVERY], False),
        ("appendices, two players, Pantry, all that are left", further[::EVERY], False),
    ):
        table += row(name, asked(lines, next_only=next_only))
        print(table.splitlines()[-1], flush=True)
    POSITIONS.with_suffix(".md").write_text(table, encoding="utf-8")


if __name__ == "__main__":
    if "--positions" in sys.argv:
        made = {}
        for rules in (*LEVELS, *FURTHER):
            made[rules] = make(rules, GAMES if rules in LEVELS else FURTHER_GAMES)
            POSITIONS.write_text(json.dumps(made, indent=0) + "\n", encoding="utf-8")
    else:
        main()
