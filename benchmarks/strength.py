"""How strong the advisor is: Castle Panic, every decision taken by it, for each number of players and several efforts.

    python benchmarks/strength.py --players 6 --efforts 10ms,50ms --games 1000      # adds to benchmarks/strength.jsonl, rewrites strength.md
    python benchmarks/strength.py --rules wizards-tower --efforts 50ms --games 300  # the same in strength_wizards_tower.jsonl and .md

With other rules than the base game's the table has the greedy and the random player beside it, who play as many games as it takes to tell.

Games are numbered and seeded, each piece of them is written to a file as soon as it is played, and what is there is not played again: a run can be stopped and
resumed, and more games added. Time is CPU time of one core.
"""

from __future__ import annotations

import argparse
import json
import time
from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import product
from pathlib import Path
from typing import Any

from castlewise.models.castle_panic.game import CastlePanic
from castlewise.models.castle_panic.rule_set import read_rules
from castlewise.models.version import castlewise_version
from castlewise.solver.castle_panic.advised_games import advised_games
from castlewise.solver.castle_panic.advisor import AdvisedBatch, advisor_kernel, read_effort
from castlewise.solver.play_out import TURNS, WON
from castlewise.solver.simulation import MOST_TURNS, simulate, wilson

HERE = Path(__file__).parent
PIECE = 25
SIMPLE = {"greedy": 20_000, "random": 5_000}  # games of the players without a search
PUBLIC = {1: 42, 2: 63, 3: 39, 4: 54, 5: 57, 6: 23}  # the only public players whose strength was measured, 300 games each


def key(piece: dict[str, Any]) -> tuple[int, str, int, int]:
    return piece["players"], piece["effort"], piece["seed"], piece["first"]


def read(file: Path) -> dict[tuple[int, str, int, int], dict[str, Any]]:
    if not file.exists():
        return {}
    return {key(piece): piece for piece in map(json.loads, file.read_text().splitlines())}


def play(players: int, effort: str, seed: int, first: int, batch: AdvisedBatch) -> dict[str, Any]:
    began = time.thread_time()
    tally = batch(first, PIECE)
    return {
        "players": players, "effort": effort, "seed": seed, "first": first, "games": PIECE, "won": tally[WON], "turns": tally[TURNS],
        "cpu": round(time.thread_time() - began, 3), "rollouts": batch.effort.rollouts, "version": castlewise_version(),
    }  # fmt: skip


def play_simply(game: CastlePanic, policy: str, seed: int) -> dict[str, Any]:
    """Games of a player without a search, as one piece."""
    found = simulate(partial(CastlePanic, game.rule_set), policy, SIMPLE[policy], seed, jobs=1)
    return {
        "players": game.rule_set.players, "effort": policy, "seed": seed, "first": 0, "games": found.games, "won": found.wins,
        "turns": round(found.mean_turns * found.games), "cpu": None, "rollouts": None, "version": castlewise_version(),
    }  # fmt: skip


def table(pieces: list[dict[str, Any]]) -> str:
    cells: dict[tuple[str, int, int], list[dict[str, Any]]] = defaultdict(list)
    for piece in pieces:
        cells[piece["effort"], piece["players"], piece["seed"]].append(piece)
    seeds = sorted({seed for _, _, seed in cells})
    efforts = sorted({effort for effort, _, _ in cells}, key=lambda effort: read_effort(f"advisor:{effort}").rollouts)
    lines = [
        "# Strength of the advisor",
        "",
        "Base game of Castle Panic, co-op (1 player: solitaire), second edition; every choice of every player taken by the advisor. A row is made by, for",
        "instance, `python benchmarks/strength.py --players 1 --efforts 50ms --games 1000`; the pieces that it is counted from are in",
        "`strength.jsonl`. CPU time of one core, of a machine that was busy with other work. Settings and values were chosen on other seeds; but that",
        "one player has a row with more rollouts, and six players a fourth generation of values, was decided after seeing games of this seed.",
        "",
        "| players | effort | rollouts a decision | seed | games | won | 95 % interval | ms a turn | public players |",
        "|---|---|---|---|---|---|---|---|---|",
    ]
    for players, effort, seed in product(range(1, 7), efforts, seeds):
        cell = cells.get((effort, players, seed), [])
        if cell:
            games, won = sum(p["games"] for p in cell), sum(p["won"] for p in cell)
            low, high = wilson(won, games)
            pace = 1000 * sum(p["cpu"] for p in cell) / sum(p["turns"] for p in cell)
            lines.append(
                f"| {players} | advisor:{effort} | {cell[0]['rollouts']:,} | {seed} | {games:,} | {100 * won / games:.1f} % "
                f"| {100 * low:.1f} to {100 * high:.1f} | {pace:.1f} | {PUBLIC[players]} % |"
            )
    return "\n".join(lines) + "\n"


def other_table(pieces: list[dict[str, Any]], rules: str) -> str:
    """The table for other rules: all players one below the other."""
    cells: dict[tuple[int, str, int], list[dict[str, Any]]] = defaultdict(list)
    for piece in pieces:
        cells[piece["players"], piece["effort"], piece["seed"]].append(piece)
    rates: dict[int, float] = {}
    lines = [
        f"# Strength of the advisor: {rules}",
        "",
        "Co-op (1 player: solitaire), second edition; every choice of every player taken by the player named. A row of the advisor is made by, for instance,",
        f"`python benchmarks/strength.py --rules {rules} --players 1 --efforts 50ms --games 300`, which plays the others too; the pieces that it is",
        f"counted from are in `{jsonl_for(rules).name}`. CPU time of one core, of a machine that was busy with other work.",
        "",
        "| players | player | rollouts a decision | seed | games | won | 95 % interval | ms a turn | times greedy |",
        "|---|---|---|---|---|---|---|---|---|",
    ]
    for players, effort, seed in sorted(
        cells, key=lambda cell: (cell[0], list(SIMPLE).index(cell[1]) - len(SIMPLE) if cell[1] in SIMPLE else 0, cell)
    ):
        cell = cells[players, effort, seed]
        games, won = sum(p["games"] for p in cell), sum(p["won"] for p in cell)
        low, high = wilson(won, games)
        if effort in SIMPLE:
            name, rollouts, pace, times = effort, "", "", ""
            if effort == "greedy":
                rates[players] = won / games
        else:
            name, rollouts = f"advisor:{effort}", f"{cell[0]['rollouts']:,}"
            pace = f"{1000 * sum(p['cpu'] for p in cell) / sum(p['turns'] for p in cell):.1f}"
            times = f"{won / games / rates[players]:.0f}" if rates.get(players) else ""
        lines.append(
            f"| {players} | {name} | {rollouts} | {seed} | {games:,} | {100 * won / games:.2f} % | {100 * low:.2f} to {100 * high:.2f} | {pace} | {times} |"
        )
    return "\n".join(lines) + "\n"


def jsonl_for(rules: str) -> Path:
    return HERE / ("strength" + "".join(f"_{rule}" for rule in rules.replace("-", "_").split(",") if rule) + ".jsonl")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--players", default="1,2,3,4,5,6")
    parser.add_argument("--rules", default="", help="beside the number of players")
    parser.add_argument("--efforts", default="10ms")
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=3)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--file", type=Path)
    asked = parser.parse_args()
    asked.file = asked.file or jsonl_for(asked.rules)
    done = read(asked.file)

    def keep(piece: dict[str, Any]) -> None:
        done[key(piece)] = piece
        with asked.file.open("a") as out:
            out.write(json.dumps(piece) + "\n")

    for players in map(int, asked.players.split(",")):
        game = CastlePanic(read_rules(asked.rules, players=players))
        for policy in SIMPLE if asked.rules else ():
            if (players, policy, asked.seed, 0) not in done:
                keep(play_simply(game, policy, asked.seed))
        for effort in asked.efforts.split(","):
            batch = AdvisedBatch(game, f"advisor:{effort}", asked.seed, None, MOST_TURNS)
            advisor_kernel(game)(advised_games)  # compiled or loaded now, so that it does not count
            missing = [first for first in range(0, asked.games, PIECE) if (players, effort, asked.seed, first) not in done]
            with ThreadPoolExecutor(asked.jobs) as pool:
                for job in [pool.submit(play, players, effort, asked.seed, first, batch) for first in missing]:
                    keep(job.result())
            report = other_table(list(done.values()), asked.rules) if asked.rules else table(list(done.values()))
            asked.file.with_suffix(".md").write_text(report)
            print(next(line for line in report.splitlines() if line.startswith(f"| {players} | advisor:{effort} |")), flush=True)


if __name__ == "__main__":
    main()
