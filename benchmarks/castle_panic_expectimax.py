"""How fast the draws of a turn are searched: leaves a second on one core, what pruning, the table and cuts save; how many endgames are exact.

The positions are those of greedy games of 1, 2, 4 and 6 players at the start of the Play phase, with no card played. The value at the leaves is simple
and costs next to nothing, so the figures are those of the search itself. Run it with --json for the figures alone.
"""

from __future__ import annotations

import time
from typing import Any

import numpy as np
from measuring import greedy_steps, report

from castlewise.models.castle_panic.game import CastlePanic
from castlewise.models.castle_panic.position import Position
from castlewise.models.castle_panic.rule_set import read_rules
from castlewise.models.castle_panic.stages import DRAW_IN_PLAY, PLAY_PHASE
from castlewise.solver.castle_panic.endgame import Endgames
from castlewise.solver.castle_panic.monster_draws import (
    ORDINARY_DRAWS_ONLY,
    after_plays,
    by_first_draw,
    draws_question,
    structure_losses,
)
from castlewise.solver.castle_panic.monster_draws_fitted import fitted_chance, fitted_weights
from castlewise.solver.expectimax import Expectation, Expectimax
from castlewise.solver.spread import Spread, spread

PLAYERS = (1, 2, 4, 6)
POSITIONS = 60  # for each number of players
GAMES = 10  # that they are taken from
ENDGAME_GAMES = 60
ENDGAMES = 40  # positions with an empty pile, for each number of players
ENDGAME_NODES = (1_000, 100_000, 1_000_000)
CUTS = (ORDINARY_DRAWS_ONLY, 1e-5, 1e-6)
FEWER = 12  # positions for the cuts that take long

SLOWER: dict[str, dict[str, Any]] = {
    "all on": {},
    "no table": {"table": False},
    "no pruning": {"star1": False},
    "Star2 as well": {"star2": True},
}


def after_the_plays(players: int) -> list[Position]:
    game = CastlePanic(read_rules(f"players={players}"), compiled=True)
    states, _ = greedy_steps(game, GAMES)
    stages = [int(stage) for stage in states["stage"]]
    first = [i for i in range(1, len(stages)) if stages[i] == PLAY_PHASE and stages[i - 1] not in (PLAY_PHASE, DRAW_IN_PLAY)]
    chosen = [after_plays(Position(game, states[first[i * len(first) // POSITIONS]])) for i in range(POSITIONS)]
    return [way.position for way in chosen if not way.over]


def with_empty_pile(players: int) -> list[Position]:
    game = CastlePanic(read_rules(f"players={players}"), compiled=True)
    states, _ = greedy_steps(game, ENDGAME_GAMES)
    stages = states["stage"]
    first = [i for i in range(1, len(states)) if stages[i] == PLAY_PHASE and stages[i - 1] != PLAY_PHASE and not states["pile"][i].any()]
    return [Position(game, states[i]) for i in first[:: max(1, len(first) // ENDGAMES)]]


def timed(search: Expectimax, position: Position, **how: Any) -> tuple[Expectation, float]:
    search.forget()
    began = time.process_time()
    found = search(position, **how)
    return found, time.process_time() - began


def main() -> None:
    figures: dict[str, dict[str, Spread]] = {}

    def note(topic: str, row: str, numbers: list[float], worst: Any = max) -> None:
        figures.setdefault(topic, {})[row] = spread(numbers, worst=worst)

    for players in PLAYERS:
        positions = after_the_plays(players)
        game, row = positions[0].game, f"{players} players"
        question = draws_question(game.rule_set)
        search = Expectimax(game, question)
        timed(search, positions[0], cut=ORDINARY_DRAWS_ONLY)
        runs = [timed(search, position, cut=ORDINARY_DRAWS_ONLY) for position in positions]
        note(
            "leaves a second, in thousands (bar: 1,000)",
            row,
            [found.leaves / seconds / 1e3 for found, seconds in runs if found.leaves > 500],
            min,
        )
        fitted = Expectimax(game, draws_question(game.rule_set, fitted_chance), fitted_weights(game.rule_set))
        timed(fitted, positions[0], cut=ORDINARY_DRAWS_ONLY)
        fitted_runs = [timed(fitted, position, cut=ORDINARY_DRAWS_ONLY, first_only=True) for position in positions]
        note(
            "leaves a second with the fitted value, in thousands", row, [f.leaves / t / 1e3 for f, t in fitted_runs if f.leaves > 500], min
        )
        note("microseconds, ordinary draws", row, [1e6 * seconds for _, seconds in runs])
        any_card = [timed(search, position, cut=ORDINARY_DRAWS_ONLY, first_only=True) for position in positions]
        note("microseconds, ordinary draws, any card given up", row, [1e6 * seconds for _, seconds in any_card])
        note("leaves of the ordinary draws", row, [float(found.leaves) for found, _ in runs])
        for cut in CUTS:
            some = positions[:: 1 if cut == ORDINARY_DRAWS_ONLY else POSITIONS // FEWER]
            cut_runs = [timed(search, position, cut=cut) for position in some]
            name = f"cut at {cut:g}" if cut < 1 else "ordinary draws"
            note(f"{name}: chance left out, in units of 0.0001", row, [1e4 * (found.high - found.low) for found, _ in cut_runs])
            if cut < 1:
                note(f"{name}: microseconds", row, [1e6 * seconds for _, seconds in cut_runs])
        # How much of the work a window saves: is a position better than one whose value is a little higher, or lower?
        for name, how in SLOWER.items():
            other = Expectimax(game, question, **how)
            saved = [timed(other, position, cut=ORDINARY_DRAWS_ONLY) for position in positions[::3]]
            note(f"microseconds, {name}", row, [1e6 * seconds for _, seconds in saved])
            windows = [
                timed(other, position, cut=ORDINARY_DRAWS_ONLY, window=(found.high + 0.02, 1.0))
                for position, (found, _) in zip(positions[::3], runs[::3], strict=True)
            ]
            note(f"microseconds, {name}, asked whether it is 0.02 higher than it can be", row, [1e6 * seconds for _, seconds in windows])
        for topic, ask in (("by first draw", by_first_draw), ("structure losses", structure_losses)):
            ask(positions[0])
            times = []
            for position in positions[::3]:
                began = time.process_time()
                ask(position)
                times.append(1e6 * (time.process_time() - began))
            note(f"microseconds, {topic}", row, times)
    facts: dict[str, object] = {}
    for players in PLAYERS:
        endgames = with_empty_pile(players)
        ask_all = Endgames(endgames[0].game)
        ask_all(endgames[0], most_nodes=1)
        for most_nodes in ENDGAME_NODES:
            answers, times = [], []
            for position in endgames:
                began = time.process_time()
                answers.append(ask_all(position, seconds=60.0, most_nodes=most_nodes))
                times.append(1e6 * (time.process_time() - began))
            exact = sum(answer.exact for answer in answers)
            sure = sum(answer.exact and answer.nodes == 1 for answer in answers)
            open_widths = sorted(answer.high - answer.low for answer in answers if not answer.exact)
            middle = f"{open_widths[len(open_widths) // 2]:.2f}" if open_widths else "-"
            facts[f"endgames, {players} players, {most_nodes:,} nodes"] = (
                f"{exact} of {len(answers)} exact, {sure} of them at once; median width of the others {middle}"
            )
            note(f"microseconds, an endgame, at most {most_nodes:,} nodes", f"{players} players", times)
    report(figures, {**facts, "positions": POSITIONS * len(PLAYERS), "numpy": np.__version__})


if __name__ == "__main__":
    main()
