"""How fast ordeals are checked, by both solvers, and the table of printed ordeals in docs/ordeals.md (written with --table).

CPU time of one core in milliseconds, after a first question that loads everything. `python benchmarks/castellion_ordeals.py [--table] [--json]`.
"""

from __future__ import annotations

import csv
import random
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from measuring import report

from castlewise.models.castellion.castle_question import CastleQuestion
from castlewise.models.castellion.game import Castellion
from castlewise.models.castellion.ordeals import Ordeal
from castlewise.models.castellion.order_question import OrderQuestion
from castlewise.models.castellion.rule_set import LEVELS, read_rules
from castlewise.models.castellion.tiles import SAFE, STANDARD, STONES
from castlewise.models.contract import Node
from castlewise.models.provenance import Certainty
from castlewise.solver.castellion import castle_plan, castle_smt_answers
from castlewise.solver.castellion.deck_plan import win_without_powers
from castlewise.solver.castellion.skeletons import skeletons
from castlewise.solver.spread import Spread, cpu, spread
from castlewise.solver.verdict import Outcome

ROOT = Path(__file__).parent.parent
TABLE = ROOT / "docs" / "ordeals.md"
COMBINATIONS = ROOT / "tests" / "castellion" / "fewest_tiles.csv"
SECONDS = 120.0
DECKS = 10
CASTLES = 60

HEADER = """# Ordeals: what `check` says

- **Ordeals by their texts** (`check 3T2B`, `check exam`) are a question about castles: can tiles, coming in any order, be built into castles that meet them?
  Nothing is moved, destroyed or recovered, and no Traitor is paid for; `--powers 2` allows two Jugglers or Pyros. Where a card has a penalty it may be paid.
- **A position** is asked about everything that the rules allow from there: powers, payments, recovered tiles, the appendix and the partner. Chance does what
  one likes: every tile that is left may come, in any order. `--powers N` is a restriction, and the verdict names it.

| verdict | exit code | what it says |
|---|---|---|
| SOLVABLE | 0 | there is a castle or a line of play; the rules replayed it |
| IMPOSSIBLE | 1 | proved: both solvers found nothing in a problem that allows more than the rules do, or every line was gone through |
| UNKNOWN | 3 | neither in the time that there was; the reason says what is open. `--time 60s` looks longer |
| "can be met in 3 of 4 ways the card may turn out; not if it is the Earthworm I" | 5 | a card lies face down, and it depends on it |

The last line of an answer says what was asked. Under an Assault's castle stands which of its alternatives it is for: the formations, or the penalty.
`--why` gives reasons and repairs for what is proved impossible, and for nothing else. How many positions of games get a verdict:
[benchmarks/castellion_verdicts.md](../benchmarks/castellion_verdicts.md).

# The printed ordeals

Written by `python benchmarks/castellion_ordeals.py --table`, not by hand: whether a castle meets the card, how many tiles it takes at least (both solvers
prove it), in how many essentially different skeletons its formations can stand, and what the two solvers took for the fewest tiles, in milliseconds of one
core. A card marked *assumed* has a text that nobody has seen.

| card | asks for | solvable | fewest tiles | skeletons | CP-SAT, ms | Z3, ms |
|---|---|---|---|---|---|---|
"""


def printed() -> Iterator[Ordeal]:
    """Every card of the three levels."""
    for numbers in LEVELS.values():
        for number in numbers:
            yield from number.cards


def milliseconds(work: Callable[[], object]) -> float:
    return 1000 * cpu(work)


def random_castles(number: int) -> list[CastleQuestion]:
    """Castles of random introductory games in their middle, each with its next exam and what is left."""
    game = Castellion(read_rules("introductory"), compiled=False)
    rng = random.Random(5)
    found: list[CastleQuestion] = []
    while len(found) < number:
        position, source = game.start(), game.source(rng.randrange(1 << 30))
        wanted = rng.randrange(4, 24)
        while game.node(position) is not Node.OVER and sum(map(len, position.columns(0))) < wanted:
            choices = game.choices(position)
            position = game.apply(position, rng.choice(choices) if choices else game.sample(position, source))
        card = position.ordeals[min(position.met, 2)]
        if game.node(position) is Node.OVER or card is None:
            continue
        s = position.numbers
        left = tuple(int(a) + int(b) for a, b in zip(s.safe, s.standard, strict=True))[:STONES]
        castle = tuple(tuple(column) for column in position.columns(0))
        found.append(CastleQuestion((rng.choice([card, Ordeal(3, 2), Ordeal(0, 3, 2)]),), castle=castle, left=left))
    return found


def shuffled_deck(seed: int) -> OrderQuestion:
    """A game of the introductory level with both piles in a known order."""
    rng = random.Random(seed)
    third = rng.choice(["3T2B", "3B2L", "3L2T"])
    piles = [[kind for kind, count in enumerate(pile.counts) for _ in range(count)] for pile in (SAFE, STANDARD)]
    for pile in piles:
        rng.shuffle(pile)
    position = Castellion(read_rules(f"introductory,ordeal3={third}"), compiled=False).start()
    return OrderQuestion(position, tuple(piles[0]), tuple(piles[1]))


def combinations() -> Iterator[tuple[Ordeal, int | None]]:
    with COMBINATIONS.open(encoding="utf-8") as file:
        for row in csv.DictReader(file):
            count = row["fewest_tiles"]
            yield Ordeal(int(row["towers"]), int(row["bastions"]), int(row["lines"])), int(count) if count.isdigit() else None


def cells_asked(question: CastleQuestion) -> list[float]:
    """Forced-cell questions on one solver: whether each cell may, and must, have each faction; the first is not counted."""
    asked = castle_smt_answers.CellQuestions(question, seconds=SECONDS)
    asked.may_be_of(0, 0, 0)
    return [
        milliseconds(partial(ask, column, row, faction))
        for ask in (asked.may_be_of, asked.must_be_of)
        for column in range(question.width)
        for row in range(question.height)
        for faction in range(4)
    ]


def main() -> None:
    cards = list(printed())
    questions = [CastleQuestion((card,)) for card in cards]
    castle_plan.meet(questions[0])
    castle_smt_answers.meet(questions[0])
    rows: dict[str, Spread] = {}
    rows["CP-SAT, a printed ordeal"] = spread([milliseconds(partial(castle_plan.meet, q)) for q in questions], worst=max)
    rows["Z3, a printed ordeal"] = spread([milliseconds(partial(castle_smt_answers.meet, q)) for q in questions], worst=max)
    fewest: dict[str, list[tuple[float, int | None]]] = {"CP-SAT": [], "Z3": []}
    for name, ask in (("CP-SAT", castle_plan.fewest), ("Z3", castle_smt_answers.fewest)):
        for question in questions:
            began = time.process_time()
            verdict, _ = ask(question, seconds=SECONDS)
            fewest[name].append((1000 * (time.process_time() - began), verdict.value if verdict.optimal else None))
        rows[f"{name}, fewest tiles of a printed ordeal"] = spread([taken for taken, _ in fewest[name]], worst=max)
    castles = random_castles(CASTLES)
    rows["CP-SAT, completion of a random castle"] = spread([milliseconds(partial(castle_plan.meet, q)) for q in castles], worst=max)
    rows["Z3, completion of a random castle"] = spread([milliseconds(partial(castle_smt_answers.meet, q)) for q in castles], worst=max)
    rows["Z3, a question about a cell after the first"] = spread(
        [taken for card in (cards[0], Ordeal(3, 2), Ordeal(0, 0, 5)) for taken in cells_asked(CastleQuestion((card,)))], worst=max
    )
    facts: dict[str, object] = {
        "both solvers name the same fewest tiles for every printed ordeal": [n for _, n in fewest["CP-SAT"]] == [n for _, n in fewest["Z3"]]
    }
    began = time.process_time()
    wrong = [card.text for card, count in combinations() if castle_plan.fewest(CastleQuestion((card,)), seconds=SECONDS)[0].value != count]
    facts["combinations with another number of tiles than known"] = wrong or "none of 199"
    facts["seconds for all combinations"] = round(time.process_time() - began, 1)
    decided, taken = 0, []
    for seed in range(DECKS):
        deck = shuffled_deck(seed)
        began = time.process_time()
        decided += win_without_powers(deck, seconds=60).outcome is not Outcome.UNKNOWN
        taken.append(time.process_time() - began)
    facts[f"decks decided within 60 s, of {DECKS}"] = decided
    rows["CP-SAT, a whole deck"] = {key: 1000 * value for key, value in spread(taken, worst=max).items()}
    if "--table" in sys.argv:
        TABLE.write_text(HEADER + "".join(table_rows(cards, fewest)), encoding="utf-8")
        facts["table"] = TABLE.relative_to(ROOT)
    report({"milliseconds": rows}, facts)


def table_rows(cards: list[Ordeal], fewest: dict[str, list[tuple[float, int | None]]]) -> Iterator[str]:
    for card, (cpsat, count), (z3, _) in zip(cards, fewest["CP-SAT"], fewest["Z3"], strict=True):
        if card.rows or card.penalty:
            different = ""
        else:
            different = str(skeletons(CastleQuestion((card,)), seconds=SECONDS))
        name = f"{card.name} (assumed)" if card.certainty is Certainty.ASSUMED else card.name
        solvable = "yes" if count is not None else "no"
        yield f"| {name} | {card.text.replace('-', ' ')} | {solvable} | {count or ''} | {different} | {cpsat:.0f} | {z3:.0f} |\n"


if __name__ == "__main__":
    main()
