"""How strong Castellion's advisor is: fixed decks, every decision taken by it, for several rule sets and efforts.

    python benchmarks/castellion_strength.py --rules introductory --efforts 20ms --games 1000    # adds to castellion_strength.jsonl, rewrites the .md
    python benchmarks/castellion_strength.py --rules introductory --by-card                     # the same games by the card of the third ordeal
    python benchmarks/castellion_strength.py --compare old.jsonl                                # the same decks in an older version's file, paired
    python benchmarks/castellion_strength.py --regret 40 --efforts 20ms                         # decks that a clairvoyant can win
    python benchmarks/castellion_strength.py --speed                                            # games a second of the rollouts' player

Decks are numbered and seeded, each piece of them is written to the file as soon as it is played, and what is there is not played again: a run can be stopped
and resumed, and more decks added. Time is CPU time of one core.
"""

from __future__ import annotations

import argparse
import json
import time
from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor
from itertools import combinations
from pathlib import Path
from threading import local
from typing import Any

from measuring import BATCHES

from castlewise.models.castellion.game import Castellion
from castlewise.models.castellion.rule_set import read_rules
from castlewise.models.randomness import seeded
from castlewise.models.version import castlewise_version
from castlewise.solver.castellion.advised_games import advised_games
from castlewise.solver.castellion.advisor import Desk, Effort, read_effort
from castlewise.solver.castellion.dealt_decks import dealt_deck
from castlewise.solver.castellion.deck_plan import win_without_powers
from castlewise.solver.paired import mean_and_reach, paired_gains
from castlewise.solver.play_out import TURNS, WON
from castlewise.solver.simulation import MOST_TURNS, wilson
from castlewise.solver.spread import spread
from castlewise.solver.verdict import Outcome

HERE = Path(__file__).parent
PIECE = 20
GAMES = 2_000  # of a batch, to measure speed
DEFAULT_RULES = "introductory base expert introductory,two-player base,two-player expert,two-player"

Piece = dict[str, Any]
Key = tuple[str, str, int, int]


def key(piece: Piece) -> Key:
    return piece["rules"], piece["effort"], piece["seed"], piece["first"]


def read(file: Path) -> dict[Key, Piece]:
    if not file.exists():
        return {}
    return {key(piece): piece for piece in map(json.loads, file.read_text().splitlines())}


class Player:
    """Plays pieces of one rule set, each thread at a desk of its own."""

    def __init__(self, rules: str) -> None:
        self.game = Castellion(read_rules(rules))
        self.desks = local()
        Desk(self.game).kernel(advised_games)  # compiled or loaded now, so that it does not count

    def __call__(self, effort: str, seed: int, first: int) -> Piece:
        """A piece: for each deck 1 if it was won, the card of the third ordeal (0 if it was never seen), and how many ordeals were overcome."""
        if not hasattr(self.desks, "desk"):
            self.desks.desk = Desk(self.game)
        desk: Desk = self.desks.desk
        start, thinking = self.game.start(), read_effort(f"advisor:{effort}", self.game.rule_set)
        won, third, met, turns = "", "", "", 0
        began = time.thread_time()
        for deck in range(first, first + PIECE):
            tally = desk.play_games(start, thinking, seed, deck, 1, MOST_TURNS)
            won += str(tally[WON])
            third += str(int(desk.here.card[2]))
            met += str(int(desk.here.met))
            turns += tally[TURNS]
        return {
            "rules": str(self.game.rule_set), "effort": effort, "seed": seed, "first": first, "won": won, "third": third, "met": met, "turns": turns,
            "cpu": round(time.thread_time() - began, 3), "rollouts": thinking.rollouts, "version": castlewise_version(),
        }  # fmt: skip


def table(pieces: dict[Key, Piece]) -> str:
    cells: dict[tuple[str, str, int], list[Piece]] = defaultdict(list)
    for piece in pieces.values():
        cells[piece["rules"], piece["effort"], piece["seed"]].append(piece)
    lines = [
        "# Strength of Castellion's advisor",
        "",
        "Every choice of every player is the advisor's; cards and both piles are fixed by seed and number, whoever plays. A row is made by, for instance,",
        "`python benchmarks/castellion_strength.py --rules introductory --efforts 20ms --games 1000`; the pieces that it is counted from are in",
        "`castellion_strength.jsonl`, deck by deck. CPU time of one core, of a machine that was busy with other work. Settings were chosen on other seeds.",
        "What the Simulations of the base level ask for is assumed.",
        "",
        "| rules | effort | rollouts a decision | seed | decks | won | 95 % interval | ms a turn |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for rules, effort, seed in sorted(cells, key=lambda cell: (cell[0], cells[cell][0]["rollouts"], cell[2])):
        cell = cells[rules, effort, seed]
        results = "".join(piece["won"] for piece in cell)
        won, decks = results.count("1"), len(results)
        low, high = wilson(won, decks)
        pace = 1000 * sum(piece["cpu"] for piece in cell) / sum(piece["turns"] for piece in cell)
        lines.append(
            f"| {rules} | advisor:{effort} | {cell[0]['rollouts']:,} | {seed} | {decks:,} | {100 * won / decks:.1f} % "
            f"| {100 * low:.1f} to {100 * high:.1f} | {pace:.1f} |"
        )
    more = more_time(pieces)
    if more:
        lines += [
            "",
            "## More time",
            "",
            "Points gained by the second effort over the first, deck by deck, on decks that both have played.",
            "",
        ]
        lines += ["| rules | effort | more | seed | decks | points | 95 % interval |", "|---|---|---|---|---|---|---|", *more]
    return "\n".join(lines) + "\n"


def gain(gaps: list[float]) -> tuple[float, float, float]:
    """The mean difference in points, and its 95 % interval."""
    mean, reach = mean_and_reach([gaps])
    return 100 * mean, 100 * (mean - reach), 100 * (mean + reach)


def paired(few: dict[int, Piece], many: dict[int, Piece]) -> list[float]:
    """What the second wins more, deck by deck, of pieces by their first deck."""
    before, after = ({first: [int(won) for won in piece["won"]] for first, piece in pieces.items()} for pieces in (few, many))
    return paired_gains(before, after)


def more_time(pieces: dict[Key, Piece]) -> list[str]:
    known: dict[tuple[str, int], dict[tuple[int, str], dict[int, Piece]]] = defaultdict(lambda: defaultdict(dict))
    for (rules, effort, seed, first), piece in pieces.items():
        known[rules, seed][piece["rollouts"], effort][first] = piece
    lines = []
    for (rules, seed), efforts in sorted(known.items()):
        for few, many in combinations(sorted(efforts), 2):
            gaps = paired(efforts[few], efforts[many])
            if gaps:
                points, low, high = gain(gaps)
                lines.append(
                    f"| {rules} | advisor:{few[1]} | advisor:{many[1]} | {seed} | {len(gaps):,} | {points:+.1f} | {low:+.1f} to {high:+.1f} |"
                )
    return lines


def compare(new: dict[Key, Piece], old: dict[Key, Piece]) -> None:
    """The difference in points on the decks that both have, with its 95 % interval."""
    cells = sorted({known[:3] for known in new.keys() & old.keys()})
    for rules, effort, seed in cells:
        before, after = ({key[3]: piece for key, piece in pieces.items() if key[:3] == (rules, effort, seed)} for pieces in (old, new))
        gaps = paired(before, after)
        points, low, high = gain(gaps)
        print(f"{rules}, advisor:{effort}: {points:+.1f} points, {low:+.1f} to {high:+.1f}, {len(gaps)} decks")


def by_card(pieces: dict[Key, Piece], rules: str) -> None:
    """How many games were won by the card of the third ordeal, and how many ordeals the lost ones had overcome."""
    cards = read_rules(rules).ordeals[2].cards
    cells: dict[tuple[str, int], list[Piece]] = defaultdict(list)
    for piece in pieces.values():
        if piece["rules"] == str(read_rules(rules)) and "third" in piece:
            cells[piece["effort"], piece["seed"]].append(piece)
    for (effort, seed), cell in cells.items():
        games = [game for piece in cell for game in zip(piece["won"], piece["third"], piece["met"], strict=True)]
        print(f"{rules}, advisor:{effort}, seed {seed}: lost at " + ", ".join(
            f"ordeal {number + 1}: {sum(won == '0' and met == str(number) for won, _, met in games)}" for number in range(3)
        ))  # fmt: skip
        for number in sorted({third for _, third, _ in games}):
            results = [won for won, third, _ in games if third == number]
            low, high = wilson(results.count("1"), len(results))
            name = str(cards[int(number) - 1]) if number != "0" else "never seen"
            print(f"  {name}: {results.count('1')} of {len(results)} won, {100 * low:.1f} to {100 * high:.1f} %")


def regret(effort: str, seed: int, decks: int, seconds: float) -> None:
    """Of the introductory decks that a clairvoyant can win, how many the advisor wins."""
    game = Castellion(read_rules("introductory"))
    desk, start, thinking = Desk(game), game.start(), read_effort(f"advisor:{effort}")
    winnable, won, unknown = 0, 0, 0
    for deck in range(decks):
        verdict = win_without_powers(dealt_deck(game, seed, deck), seconds=seconds)
        unknown += verdict.outcome is Outcome.UNKNOWN
        if verdict.outcome is Outcome.SOLVED:
            winnable += 1
            won += desk.play_games(start, thinking, seed, deck, 1, MOST_TURNS)[WON]
    low, high = wilson(won, winnable)
    print(
        f"introductory, seed {seed}: of {decks} decks a clairvoyant wins {winnable} ({unknown} not known in {seconds:.0f} s); "
        f"of these advisor:{effort} wins {won}, {100 * won / max(1, winnable):.1f} % ({100 * low:.1f} to {100 * high:.1f})"
    )


def speed() -> None:
    """Whole introductory games of the follower, from the setup on, with one pool for each batch; and how many it wins."""
    game = Castellion(read_rules("introductory"))
    desk, source = Desk(game), game.source(1)
    start = game.start()
    while start.is_chance:
        start = game.apply(start, game.sample(start, source))
    desk.follow_games(start, Effort(), 1, 1)
    won, rates = 0, []
    for batch in range(BATCHES):
        times = []
        for games in (0, GAMES):  # the first makes the pool only
            began = time.process_time()
            won += desk.follow_games(start, Effort(), seeded(batch), games)
            times.append(time.process_time() - began)
        rates.append(GAMES / (times[1] - times[0]))
    shown = spread(rates, worst=min)
    print(
        f"{shown['p50']:,.0f} games a second (p95 {shown['p95']:,.0f}, worst {shown['worst']:,.0f}), {100 * won / BATCHES / GAMES:.1f} % won by the first "
        "blueprint of a pool"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--rules", default=DEFAULT_RULES, help="rule sets with spaces between them")
    parser.add_argument("--efforts", default="20ms")
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=2)
    parser.add_argument("--file", type=Path, default=HERE / "castellion_strength.jsonl")
    parser.add_argument("--jobs", type=int, default=1, help="threads")
    parser.add_argument("--by-card", action="store_true")
    parser.add_argument("--compare", type=Path)
    parser.add_argument("--regret", type=int, metavar="DECKS")
    parser.add_argument("--seconds", type=float, default=20.0, help="for the clairvoyant, a deck")
    parser.add_argument("--speed", action="store_true")
    asked = parser.parse_args()
    done = read(asked.file)
    if asked.compare:
        compare(done, read(asked.compare))
    elif asked.by_card:
        for rules in asked.rules.split():
            by_card(done, rules)
    elif asked.regret:
        regret(asked.efforts.split(",")[0], asked.seed, asked.regret, asked.seconds)
    elif asked.speed:
        speed()
    else:
        for rules in asked.rules.split():
            play = Player(rules)
            for effort in asked.efforts.split(","):
                name = str(play.game.rule_set)
                missing = [first for first in range(0, asked.games, PIECE) if (name, effort, asked.seed, first) not in done]
                with ThreadPoolExecutor(asked.jobs) as pool:
                    for job in [pool.submit(play, effort, asked.seed, first) for first in missing]:
                        piece = job.result()
                        done[key(piece)] = piece
                        with asked.file.open("a") as out:
                            out.write(json.dumps(piece) + "\n")
                        asked.file.with_suffix(".md").write_text(table(done))
                print(next(line for line in table(done).splitlines() if line.startswith(f"| {name} | advisor:{effort} ")), flush=True)


if __name__ == "__main__":
    main()
