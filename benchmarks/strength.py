"""How strong the advisor is: Castle Panic, every decision taken by it, for each number of players and several efforts.

    python benchmarks/strength.py --players 6 --efforts 10ms,50ms --games 1000      # adds to benchmarks/strength.jsonl, rewrites strength.md
    python benchmarks/strength.py --rules wizards-tower --efforts 50ms --games 300  # the same in strength_wizards_tower.jsonl and .md
    python benchmarks/strength.py --open --efforts 10ms,50ms,1000ms                 # the same in strength_open.jsonl and .md
    python benchmarks/strength.py --at-stake --efforts 50ms,1000ms --dice 4         # the same in strength_at_stake.jsonl and .md
    python benchmarks/strength.py --efforts 50ms --again 50                         # play 50 games of each cell again, for their time

From the beginning of a game the advisor wins nearly always, and efforts differ by less than luck leaves to be seen. With --open each game begins at a position
of its own from which it may be won or lost (open_positions.py): there efforts differ by more. With --at-stake games begin where whole games first come to be at
stake (at_stake_positions.py), several times with other dice: what an earlier `1000ms` gained on `50ms` over whole games, without playing what was the same in
both.

With other rules than the base game's the table has the greedy and the random player beside it, who play as many games as it takes to tell.

Games are numbered and seeded, each piece of them is written to a file as soon as it is played, and what is there is not played again: a run can be stopped and
resumed, and more games added. An effort is a number of rollouts, whatever it is called: "50ms" and "4000" are the same cell; from "250ms" on there are advised
rollouts of a second look besides ("20,000 + 120"). Time is CPU time of one core. The
same games played again have to come out the same, else the run stops; they count once, and tell how long the program takes as it is now.

In the base game the luck of each game is measured too (castlewise.solver.castle_panic.game_luck) and taken out of the win rate, which leaves less than half of
its variance. It is not in the time a turn took. Pieces from before it was measured, and other rules, have the plain win rate alone.
"""

from __future__ import annotations

import argparse
import json
import time
from collections import defaultdict
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import combinations
from pathlib import Path
from typing import Any

import at_stake_positions
import open_positions

from castlewise.models.castle_panic.game import CastlePanic
from castlewise.models.castle_panic.rule_set import read_rules
from castlewise.models.version import castlewise_version
from castlewise.solver.castle_panic.advised_games import advised_games
from castlewise.solver.castle_panic.advised_rollouts import roll_advised
from castlewise.solver.castle_panic.advisor import AdvisedBatch, advisor_kernel
from castlewise.solver.castle_panic.game_luck import CARD_SHARE, TOKEN_SHARE, PlayedGame, luck_of_played
from castlewise.solver.castle_panic.turn_search import advise, first_look, write_decision
from castlewise.solver.paired import mean_and_reach, paired_gains
from castlewise.solver.play_out import TURNS, WON
from castlewise.solver.simulation import MOST_TURNS, simulate, wilson

HERE = Path(__file__).parent
PIECE = 25
DIE = 1_000  # from one game to the next from the same position: there are fewer positions at stake
MOST_DECISIONS = 8_000  # a game
SIMPLE = {"greedy": 20_000, "random": 5_000}  # games of the players without a search
PUBLIC = {1: 42, 2: 63, 3: 39, 4: 54, 5: 57, 6: 23}  # the only public players whose strength was measured, 300 games each


Piece = dict[str, Any]
# Rollouts a decision, advised ones of a second look, and the rollouts that each decision began with where there was a smaller look before these; an effort of
# today has none.
Looks = tuple[int, int, int]
Key = tuple[int, Looks | str, int, int]  # players, looks or the name of a player without a search, seed, first game


def looks(piece: Piece) -> Looks:
    return piece["rollouts"], piece.get("advised", 0), piece.get("begun_with", 0)


def said(looked: Looks) -> str:
    return f"{looked[0]:,}" + (f" + {looked[1]}" if looked[1] else "") + (f" (begun with {looked[2]:,})" if looked[2] else "")


def key(piece: Piece) -> Key:
    return piece["players"], looks(piece) if piece["rollouts"] else piece["effort"], piece["seed"], piece["first"]


def read(file: Path) -> dict[Key, Piece]:
    if not file.exists():
        return {}
    return {key(piece): piece for piece in map(json.loads, file.read_text().splitlines())}


def play(players: int, effort: str, seed: int, first: int, batch: AdvisedBatch, with_luck: bool, beginnings: Sequence[str] = ()) -> Piece:
    """A piece of games: all from the start of the game, or each from its own one of some beginnings."""
    desk = batch.desk()
    starts = [batch.game.read(line) for line in beginnings] if beginnings else [batch.start]
    won = turns = 0
    cpu = 0.0
    games: list[PlayedGame] = []
    for place, start in enumerate(starts):
        number, count = (first + place, 1) if beginnings else (first, PIECE)
        decided = batch.game.buffer(count * MOST_DECISIONS)
        began = time.thread_time()
        tally = desk.play_games(start, batch.effort, seed, number, count, MOST_TURNS, decided)
        cpu += time.thread_time() - began
        won, turns = won + tally[WON], turns + tally[TURNS]
        if with_luck:
            games += luck_of_played(desk, start, seed, number, count, decided, MOST_TURNS)
    piece = {
        "players": players, "effort": effort, "seed": seed, "first": first, "games": len(starts) if beginnings else PIECE, "won": won, "turns": turns,
        "cpu": round(cpu, 3), "rollouts": batch.effort.rollouts, "advised": batch.effort.advised,
        "version": castlewise_version(),
    }  # fmt: skip
    if with_luck:
        piece["wins"] = [int(game.won) for game in games]
        piece["token_luck"] = [round(game.token_luck, 4) for game in games]
        piece["card_luck"] = [round(game.card_luck, 4) for game in games]
    return piece


def without_luck(piece: Piece) -> list[float]:
    """What each game came to, less its luck; nothing if it was not measured."""
    if "wins" not in piece:
        return []
    return [
        won - TOKEN_SHARE * tokens - CARD_SHARE * cards
        for won, tokens, cards in zip(piece["wins"], piece["token_luck"], piece["card_luck"], strict=True)
    ]


def play_simply(game: CastlePanic, policy: str, seed: int) -> Piece:
    """Games of a player without a search, as one piece."""
    found = simulate(partial(CastlePanic, game.rule_set), policy, SIMPLE[policy], seed, jobs=1)
    return {
        "players": game.rule_set.players, "effort": policy, "seed": seed, "first": 0, "games": found.games, "won": found.wins,
        "turns": round(found.mean_turns * found.games), "cpu": None, "rollouts": None, "version": castlewise_version(),
    }  # fmt: skip


def pace(cell: list[Piece]) -> float:
    """Milliseconds a turn: of the games that were played again, if any were."""
    timed = [piece for piece in cell if piece.get("again")] or cell
    return float(1000 * sum(p["cpu"] for p in timed) / sum(p["turns"] for p in timed))


def gains_row(few: Looks, many: Looks, cells: dict[int, list[float]], *, decimals: int, between: str = "") -> str:
    """The games of all players together and of each number of them, as a row; `between` goes before the gains."""

    def shown(own: list[list[float]]) -> str:
        gain, reach = mean_and_reach(own)
        return f"{100 * gain:+.{decimals}f} ± {100 * reach:.{decimals}f}"

    each = [shown([cells[players]]) if players in cells else "" for players in range(1, 7)]
    games = sum(map(len, cells.values()))
    return f"| {said(few)} | {said(many)} | {games:,} |{between} **{shown(list(cells.values()))}** | " + " | ".join(each) + " |"


def whole_games_gained(pieces: list[Piece], seed: int) -> list[str]:
    """Efforts compared over whole games by what was played from where they come to be at stake. A whole game counts once: with the mean of its dice, or as no
    gain if it never came to that."""
    results: dict[tuple[int, Looks], dict[int, float]] = defaultdict(dict)
    for piece in pieces:
        if piece["seed"] == seed:
            results[piece["players"], looks(piece)].update(enumerate(without_luck(piece), piece["first"]))
    everyone = sorted({players for players, _ in results})
    lines = []
    for few, many in combinations(sorted({looked for _, looked in results}), 2):
        cells: dict[int, list[float]] = {}
        dice = set()
        for players in everyone:
            before, after = results[players, few], results[players, many]
            positions = len(at_stake_positions.read(players))
            both = sorted(before.keys() & after.keys())
            gains: dict[int, list[float]] = defaultdict(list)
            for number in both:
                gains[number % DIE].append(after[number] - before[number])
            if len(gains) == positions:
                dice |= {len(gained) for gained in gains.values()}
                cells[players] = [sum(gained) / len(gained) for gained in gains.values()] + [0.0] * (at_stake_positions.GAMES - positions)
        if cells:
            dice_said = " to ".join(map(str, sorted({min(dice), max(dice)})))
            lines.append(gains_row(few, many, cells, decimals=2, between=f" {dice_said} |"))
    return lines


def more_time(pieces: list[Piece], seed: int) -> list[str]:
    """Efforts compared game by game, luck taken out, on the games that both have played. The same games begin alike, and that counts: the spread is that of
    the differences."""
    # By looks, players, first game of a piece.
    known: dict[Looks, dict[int, dict[int, list[float]]]] = defaultdict(lambda: defaultdict(dict))
    for piece in pieces:
        if piece["seed"] == seed and "wins" in piece:
            known[looks(piece)][piece["players"]][piece["first"]] = without_luck(piece)
    everyone = sorted({players for of_players in known.values() for players in of_players})
    lines = []
    for few, many in combinations(sorted(looked for looked in known if len(known[looked]) > 1), 2):
        cells = {players: gained for players in everyone if (gained := paired_gains(known[few][players], known[many][players]))}
        if cells:
            lines.append(gains_row(few, many, cells, decimals=1))
    return lines


WHOLE_GAMES = """# Strength of the advisor

Base game of Castle Panic, co-op (1 player: solitaire), second edition; every choice of every player taken by the advisor. A row is made by, for
instance, `python benchmarks/strength.py --players 1 --efforts 12000 --games 1000`; the pieces that it is counted from are in
`strength.jsonl`. `advisor:10ms`, `50ms` and `250ms` are 800, 4,000 and 20,000 rollouts a decision at most; `1000ms` is those 20,000 and 120 advised
rollouts of a second look at the candidates that they leave close together ("20,000 + 120"). **The rows "begun with 4,000" are of an
earlier `1000ms`**, which looked at a decision with 4,000 rollouts and only where the game was at stake with 20,000; today's begins with 20,000
everywhere, as `250ms` does, and has not been played in these tables. "ms a turn" is what a turn took on average, CPU time of one core of a
machine that was busy with other work. Settings and values were chosen on other seeds; but that one
player has a row with 12,000 rollouts, and six players a fourth generation of values, was decided after seeing games of this seed. Where
second looks begin (a chance of 75 %) was decided for the time they take, after 150 games of this seed with second looks everywhere, which were thrown
away; and 1, 3 and 6 players have more games with them than others because these were added after the first results were seen.
"""

OPEN_GAMES = """# Strength of the advisor where a game may be won or lost

Base game of Castle Panic, as in [strength.md](strength.md), but each game begins at a position of its own, at which the chance to win is between a
quarter and three quarters (`open_positions.py`). From the beginning of a game the advisor wins nearly always, whatever its effort; here efforts tell. A row is
made by, for instance, `python benchmarks/strength.py --open --players 1 --efforts 1000ms`, the pieces are in `strength_open.jsonl`. The rows
"begun with 4,000" are of an earlier `1000ms`, which looked again with 20,000 rollouts only where the game was at stake.
"""

AT_STAKE_GAMES = """# What a second a turn gains over whole games

**Outdated**: of an earlier `1000ms`, which played just as `50ms` does until it came to a decision at stake. Today's begins each decision as `250ms` does, so
that the positions below are not where the two part. Nothing was played again.

Base game of Castle Panic, as in [strength.md](strength.md). With that player whole games of both efforts were the same up to the first decision
at stake, and many are the same to the end: to play them tells nothing. So 500 games for each number of players were played up to
there (`at_stake_positions.py`), and from each position that they came to, games were played to the end with both efforts, several times with other
dice. A row is made by, for instance, `python benchmarks/strength.py --at-stake --players 1 --efforts 1000ms --dice 4`, the pieces are in
`strength_at_stake.jsonl`. The games that the table counts are those from there on.
"""

WITHOUT_LUCK = """
Most of the difference between two runs of games is luck. So the luck of each draw was measured by rollouts, against draws that might have come
instead, and taken out: "without luck" is the same win rate, also without bias, with about half of the variance. "Luck measured" is for how many
of the games.
"""

HEADER = "| players | rollouts a decision | seed | games | won | 95 % interval | luck measured | without luck | 95 % interval | ms a turn |"


def table(pieces: list[Piece], introduction: str) -> str:
    cells: dict[tuple[int, Looks, int], list[Piece]] = defaultdict(list)
    for piece in pieces:
        cells[piece["players"], looks(piece), piece["seed"]].append(piece)
    compared = introduction == WHOLE_GAMES  # with public players, who were measured on whole games
    header = HEADER + (" public players |" if compared else "")
    lines = [introduction + WITHOUT_LUCK, header, "|---" * (header.count("|") - 1) + "|"]
    for players, looked, seed in sorted(cells):
        cell = cells[players, looked, seed]
        games, won = sum(p["games"] for p in cell), sum(p["won"] for p in cell)
        low, high = wilson(won, games)
        measured = [result for piece in cell for result in without_luck(piece)]
        adjusted = " | | "
        if measured:
            mean, reach = mean_and_reach([measured])
            adjusted = f"{len(measured):,} | {100 * mean:.1f} % | {100 * (mean - reach):.1f} to {100 * (mean + reach):.1f}"
        lines.append(
            f"| {players} | {said(looked)} | {seed} | {games:,} | {100 * won / games:.1f} % "
            f"| {100 * low:.1f} to {100 * high:.1f} | {adjusted} | {pace(cell):.1f} |" + (f" {PUBLIC[players]} % |" if compared else "")
        )
    if introduction == AT_STAKE_GAMES:
        lines += [
            "",
            "## Whole games",
            "",
            "Points of the win rate of whole games gained by the second number of rollouts over the first, luck taken out; with how far the 95 % interval",
            "reaches either way. A whole game counts once, with the mean of its dice, or as no gain if it never came to be at stake. All players, then each",
            "number of them.",
            "",
            "| rollouts | more rollouts | whole games | dice | all | 1 | 2 | 3 | 4 | 5 | 6 |",
            "|---|---|---|---|---|---|---|---|---|---|---|",
        ]
        for seed in sorted({seed for _, _, seed in cells}):
            lines += whole_games_gained(pieces, seed)
        return "\n".join(lines) + "\n"
    lines += [
        "",
        "## More time",
        "",
        "Points gained by the second number of rollouts over the first, luck taken out, on games that both have played; with how far the 95 % interval reaches",
        "either way. All players, then each number of them.",
        "",
        "| rollouts | more rollouts | games | all | 1 | 2 | 3 | 4 | 5 | 6 |",
        "|---|---|---|---|---|---|---|---|---|---|",
    ]
    for seed in sorted({seed for _, _, seed in cells}):
        lines += more_time(pieces, seed)
    return "\n".join(lines) + "\n"


def other_table(pieces: list[Piece], rules: str) -> str:
    """The table for other rules: all players one below the other."""
    cells: dict[tuple[int, str, int], list[Piece]] = defaultdict(list)
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
            name, rollouts, took, times = effort, "", "", ""
            if effort == "greedy":
                rates[players] = won / games
        else:
            name, rollouts = f"advisor:{effort}", f"{cell[0]['rollouts']:,}"
            took = f"{pace(cell):.1f}"
            times = f"{won / games / rates[players]:.0f}" if rates.get(players) else ""
        lines.append(
            f"| {players} | {name} | {rollouts} | {seed} | {games:,} | {100 * won / games:.2f} % | {100 * low:.2f} to {100 * high:.2f} | {took} | {times} |"
        )
    return "\n".join(lines) + "\n"


def jsonl_for(rules: str) -> Path:
    """The pieces of games under other rules, or, with "open" or "at-stake" in their place, of games that begin at positions of these."""
    return HERE / ("strength" + "".join(f"_{rule}" for rule in rules.replace("-", "_").split(",") if rule) + ".jsonl")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--players", default="1,2,3,4,5,6")
    parser.add_argument("--rules", default="", help="beside the number of players")
    parser.add_argument("--open", action="store_true", help="each game begins where it may be won or lost")
    parser.add_argument("--at-stake", action="store_true", help="games begin where whole games come to be at stake")
    parser.add_argument("--dice", type=int, default=4, help="games from each position at stake")
    parser.add_argument("--efforts", default="10ms")
    parser.add_argument("--games", type=int, help="for each cell: 1,000, or as many as there are open positions")
    parser.add_argument("--seed", type=int, default=3)
    parser.add_argument("--again", type=int, default=0, help="games of each cell that are played again, for their time")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--file", type=Path)
    asked = parser.parse_args()
    if bool(asked.open) + bool(asked.at_stake) + bool(asked.rules) > 1:
        parser.error("open positions and those at stake are of the base game, and two tables")
    asked.file = asked.file or jsonl_for("open" if asked.open else "at-stake" if asked.at_stake else asked.rules)
    asked.games = asked.games or (open_positions.POSITIONS if asked.open else 1_000)
    if asked.open and max(asked.games, asked.again) > open_positions.POSITIONS:
        parser.error(f"there are {open_positions.POSITIONS} open positions for each number of players")
    introduction = OPEN_GAMES if asked.open else AT_STAKE_GAMES if asked.at_stake else WHOLE_GAMES
    done = read(asked.file)

    def keep(piece: Piece) -> None:
        before = done.get(key(piece))
        if before is not None:
            if (before["won"], before["turns"]) != (piece["won"], piece["turns"]):
                raise SystemExit(f"games that were played before come out otherwise now: {before} and {piece}")
            piece["again"] = True
        done[key(piece)] = piece
        with asked.file.open("a") as out:
            out.write(json.dumps(piece) + "\n")

    for players in map(int, asked.players.split(",")):
        game = CastlePanic(read_rules(asked.rules, players=players))
        beginnings = open_positions.read(players) if asked.open else at_stake_positions.read(players) if asked.at_stake else []
        all_firsts = [
            DIE * die + first
            for die in range(asked.dice if asked.at_stake else 1)
            for first in range(0, len(beginnings) if asked.at_stake else asked.games, PIECE)
        ]
        for policy in SIMPLE if asked.rules else ():
            if (players, policy, asked.seed, 0) not in done:
                keep(play_simply(game, policy, asked.seed))
        for effort in asked.efforts.split(","):
            batch = AdvisedBatch(game, f"advisor:{effort}", asked.seed, None, MOST_TURNS)
            looked = batch.effort.rollouts, batch.effort.advised, 0
            for needed in (advised_games, *((advise, first_look, write_decision, roll_advised) if batch.effort.advised else ())):
                advisor_kernel(game)(needed)  # compiled or loaded now, so that it does not count
            pieces = {first: done.get((players, looked, asked.seed, first)) for first in all_firsts}
            there = {first for first, piece in pieces.items() if piece and (asked.rules or "wins" in piece)}
            wanted = range(0, asked.again, PIECE) if asked.again else [first for first in all_firsts if first not in there]
            with ThreadPoolExecutor(asked.jobs) as pool:
                for job in [
                    pool.submit(
                        play, players, effort, asked.seed, first, batch, not asked.rules, beginnings[first % DIE : first % DIE + PIECE]
                    )
                    for first in wanted
                ]:
                    keep(job.result())
            known = list(done.values())
            report = other_table(known, asked.rules) if asked.rules else table(known, introduction)
            asked.file.with_suffix(".md").write_text(report)
            name = f"advisor:{effort}" if asked.rules else said(looked)
            print(next(line for line in report.splitlines() if line.startswith(f"| {players} | {name} |")), flush=True)


if __name__ == "__main__":
    main()
