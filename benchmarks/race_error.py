"""What a race's distances are wrong by beyond its sampling: where the greedy player plays the rollouts, all of them get the same things wrong.

    python benchmarks/race_error.py --players 1,2,3,4,5,6 --positions 20     # adds to race_error.jsonl, rewrites race_error.md

At open positions (open_positions.py), every second one carried on to its trade, the candidates that a race leaves close to the best are compared once more: by
many ordinary rollouts on other luck, and by deeper looks, in which the advisor itself plays four turns before ordinary rollouts judge. What the two kinds of
distance differ by, more than their sampling explains, is the systematic error of the race, as far as the deeper looks are right: they end
with the same value functions.

The sampling's part is taken out without being estimated: the deeper looks are two halves on separate luck, so are the ordinary rollouts, and the product of the
two halves' differences is on average the square of the systematic part alone. The interval is by resampling decisions.
"""

from __future__ import annotations

import argparse
import json
import random
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import open_positions

from castlewise.models.castle_panic.game import CastlePanic
from castlewise.models.castle_panic.position import Position
from castlewise.models.castle_panic.rule_set import read_rules
from castlewise.models.castle_panic.stages import DISCARD_PHASE
from castlewise.models.contract import Node
from castlewise.models.randomness import seeded
from castlewise.solver.castle_panic.advisor import ADVISED_TURNS, Desk, Effort
from castlewise.solver.castle_panic.suggesting import Candidates
from castlewise.solver.castle_panic.value_sets import value_set_for
from castlewise.solver.racing import Race

HERE = Path(__file__).parent
FILE = HERE / "race_error.jsonl"
RACE = 8_000  # rollouts, to choose by
ORDINARY = 1_024  # rollouts of each half, on other luck
DEEP = 128  # deeper looks of each half: noise counts by its square here, so many of them at few decisions
SECOND = 80  # rollouts of a second look of each half
DEEP_TURNS = 4
SECOND_COUNTS = 2 / 3  # of both looks, with the usual 64 rollouts of a second one
RIVALS = 2  # beside the best
REACH = 0.03  # the most that a rival is behind
QUICK = Effort(rollouts=100, openings=4)
SEED = 7
RESAMPLED = 400

Record = dict[str, Any]


def to_the_trade(position: Position, desk: Desk, luck: random.Random) -> Position:
    """The same turn after its discard."""
    game = position.game
    here = position
    while game.node(here) is Node.CHANCE or here.state.stage == DISCARD_PHASE:
        if game.node(here) is Node.CHANCE:
            outcomes = game.outcomes(here)
            here = game.apply(here, luck.choices([m for m, _ in outcomes], [weight for _, weight in outcomes])[0])
        else:
            here = game.apply(here, desk.search(here, QUICK, luck.getrandbits(40))[0])
    return here


def decision(position: Position, desk: Desk, number: int) -> Record | None:
    """The distances of the rivals of the best candidate, by both kinds of rollouts, in two halves each; None if it has no rival that is close."""
    field = Candidates(position, desk, SEED, 1.0)
    race = Race(field.roll, field.count)
    race.run(seconds=1.0, rollouts=RACE, began=0.0)
    kinds = field.kinds(race)
    leader = race.leader
    found: dict[Any, tuple[float, int]] = {}
    for candidate, kind in enumerate(kinds):
        distance = race.lead(leader, candidate)[0]
        if kind != kinds[leader] and distance <= REACH and (kind not in found or (distance, candidate) < found[kind]):
            found[kind] = distance, candidate
    rivals = [candidate for _, candidate in sorted(found.values())[:RIVALS]]
    if not rivals:
        return None
    together = [leader, *rivals]
    ordinary = []
    for half in (1, 2):
        field.luck = seeded(SEED, number, half)
        ordinary.append([field.roll(candidate, 0, ORDINARY).mean() for candidate in together])
    states = [(desk.game.copy(desk.candidates[c]), int(desk.race.turns[c])) for c in together]
    deep, second = (
        [[desk.roll_advised(*state, seeded(SEED, number, half), 0, count, played=turns).mean() for state in states] for half in halves]
        for turns, count, halves in ((DEEP_TURNS, DEEP, (3, 4)), (ADVISED_TURNS, SECOND, (5, 6)))
    )

    def behind(halves: list[Any]) -> list[list[float]]:
        return [[round(float(means[0] - other), 6) for other in means[1:]] for means in halves]

    chance = value_set_for(position.rule_set).calibrated(float(np.mean([ordinary[0][0], ordinary[1][0]])), sum(position.numbers.pile))
    return {
        "players": position.rule_set.players,
        "number": number,
        "chance": round(chance, 4),
        "race": behind(ordinary),
        "deep": behind(deep),
        "second": behind(second),
    }


def measure(players: int, positions: int, done: set[tuple[int, int]]) -> None:
    game = CastlePanic(read_rules(players=players))
    desk = Desk(game, most_states=2_000)
    for number, line in enumerate(open_positions.read(players)[:positions]):
        if (players, number) in done:
            continue
        position = game.read(line)
        if number % 2 == 1:
            position = to_the_trade(position, desk, random.Random(f"{SEED} {players} {number}"))
        record = decision(position, desk, number) or {"players": players, "number": number}
        with FILE.open("a") as out:
            out.write(json.dumps(record) + "\n")
    print(f"{players} players: {positions} positions", flush=True)


def systematic(race: npt.NDArray[Any], deep: npt.NDArray[Any]) -> float:
    """The systematic part of the differences, as a standard deviation."""
    first, second = deep[0] - race[0], deep[1] - race[1]
    return float(np.sqrt(max(0.0, float(np.mean(first * second)))))


def mean_stake(records: list[Record]) -> float:
    return float(np.mean([record["chance"] * (1 - record["chance"]) for record in records]))


def report(records: list[Record]) -> str:
    kept = [record for record in records if "race" in record]
    lines = [
        __doc__.split("\n")[0],
        "",
        f"Made by `python benchmarks/race_error.py`: {len(records):,} decisions at open positions, {len(kept):,} of them with a rival within",
        f"{100 * REACH:.0f} points of the best, at most {RIVALS} each. Points of what rollouts come to, before the calibration; in brackets 95 % intervals.",
        f"The chance to win times its complement was {mean_stake(kept):.3f} on average.",
        '"By the race" is the mean distance on luck that nothing was chosen by, "deeper" the same by the deeper looks; the error is that of the',
        "race, and of the race with a second look of 64 rollouts.",
        "",
        "| players | distance by the race | rivals | by the race | deeper | error of the race | of both looks |",
        "|---|---|---|---|---|---|---|",
    ]
    groups = [("all", kept)] + [(str(n), [r for r in kept if r["players"] == n]) for n in sorted({r["players"] for r in kept})]
    for name, own in groups:
        reaches = ((-1.0, 1.0), (-1.0, 0.01), (0.01, 0.02), (0.02, 1.0)) if name == "all" else ((-1.0, 1.0),)
        for least, most in reaches:
            row = row_of(own, least, most)
            if row:
                within = (
                    "any"
                    if most - least == 2
                    else f"under {100 * most:.0f}"
                    if least < 0
                    else f"{100 * least:.0f} and more"
                    if most == 1
                    else f"{100 * least:.0f} to {100 * most:.0f}"
                )
                lines.append(f"| {name} | {within} | {row} |")
    return "# The error of a race\n\n" + "\n".join(lines) + "\n"


def row_of(records: list[Record], least: float, most: float) -> str:
    pairs = []  # by decision
    for record in records:
        race, deep, second = (np.array(record[what]) for what in ("race", "deep", "second"))
        both = (1 - SECOND_COUNTS) * race + SECOND_COUNTS * second
        within = (race.mean(0) >= least) & (race.mean(0) < most)
        if within.any():
            pairs.append((race[:, within], deep[:, within], both[:, within]))
    if len(pairs) < 20:
        return ""

    def of(chosen: list[Any]) -> tuple[float, ...]:
        race, deep, both = (np.concatenate(parts, axis=1) for parts in zip(*chosen, strict=True))
        return float(race.mean()), float(deep.mean()), systematic(race, deep), systematic(both, deep)

    luck = np.random.default_rng(SEED)
    again = np.array([of([pairs[i] for i in luck.integers(0, len(pairs), len(pairs))]) for _ in range(RESAMPLED)])
    low, high = np.percentile(again, [2.5, 97.5], axis=0)
    rivals = sum(race.shape[1] for race, _, _ in pairs)
    said = [f"{100 * value:.2f} ({100 * a:.2f} to {100 * b:.2f})" for value, a, b in zip(of(pairs), low, high, strict=True)]
    return f"{rivals} | " + " | ".join(said)


def read() -> list[Record]:
    return [json.loads(line) for line in FILE.read_text().splitlines()] if FILE.exists() else []


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--players", default="1,2,3,4,5,6")
    parser.add_argument("--positions", type=int, default=20, help="for each number of players")
    asked = parser.parse_args()
    done = {(record["players"], record["number"]) for record in read()}
    for players in map(int, asked.players.split(",")):
        measure(players, asked.positions, done)
    text = report(read())
    FILE.with_suffix(".md").write_text(text)
    print(text)


if __name__ == "__main__":
    main()
