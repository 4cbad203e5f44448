"""`castlewise review`: a recorded game, decision by decision and draw by draw."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from typing import Any

from rich.progress import Progress

from castlewise.cli.options import read_seconds
from castlewise.cli.output import Screen, console, print_json
from castlewise.cli.positions import game_of, read_text, readable, say_where_it_ends
from castlewise.models.events import events, in_lines
from castlewise.models.files import STANDARD_INPUT
from castlewise.models.problems import InvalidInput, Problem
from castlewise.solver.advice import NO_ADVICE, Candidate
from castlewise.solver.review import FORMULA, NOTHING_DRAWN, Decision, Draw, Review, review_game

_LEVEL = 0.0005  # a loss below this is shown as none


def run_review(path: str, components: str | None, time: str, seed: int, top: int, as_json: bool) -> None:
    seconds = read_seconds(time)
    place = STANDARD_INPUT if path == "-" else path
    text = read_text(path, "the record of a game")
    read = readable(text, place, components)
    say_where_it_ends(read)
    record, plain = read.record, read.positions
    moves = [here.game.read_move(here, recorded.move) for here, recorded in zip(plain, record.moves, strict=False)]
    game = type(plain[0].game)(game_of(record, components).rule_set)  # compiled, for the rollouts
    positions = [game.adopted(position) for position in plain]
    with ExitStack() as stack:
        update = lambda done, of: None  # noqa: E731
        if sys.stderr.isatty():
            bar = stack.enter_context(Progress(console=Screen(stderr=True), transient=True))
            task = bar.add_task("looking back", total=len(moves))
            update = lambda done, of: bar.update(task, completed=done)  # noqa: E731
        review = review_game(positions, moves, seconds=seconds, seed=seed, progress=update)
    if review is None:
        raise InvalidInput([Problem(place, "nobody had anything to decide in this game")])
    if as_json:
        print_json("review", _facts(record, review, seconds, seed))
    else:
        _print(record, review, top, lambda draw: _told(draw, plain, moves))


def _facts(record: Any, review: Review, seconds: float, seed: int) -> dict[str, Any]:
    return {
        "game": record.game,
        "rules": record.rules,
        "formula": FORMULA,
        "start": round(review.start, 5),
        "luck": round(review.luck, 5),
        "loss": round(review.loss, 5),
        "end": round(review.end, 5),
        "finished": review.finished,
        "interrupted": review.interrupted,
        "decisions": [_decision_facts(decision) for decision in review.decisions],
        "draws": [
            {"move": d.number, "text": list(d.words), "before": round(d.before, 5), "after": round(d.after, 5)}
            | {"luck": round(d.luck, 5), "luck_error": round(d.error, 5)}
            for d in review.draws
        ],
        "remarks": list(review.remarks),
        "seconds_a_decision": seconds,
        "seed": seed,
    }


def _decision_facts(decision: Decision) -> dict[str, Any]:
    def told(candidate: Candidate) -> dict[str, Any]:
        return {"moves": list(candidate.short), "text": list(candidate.words), "win": round(candidate.win, 5)}

    return {
        "move": decision.number,
        "mover": decision.who,
        "position": decision.position,
        "played": told(decision.played),
        "best": told(decision.best),
        "loss": round(decision.loss, 5),
        "loss_error": round(decision.error, 5),
        "exact": decision.exact,
    }


def _print(record: Any, review: Review, top: int, told: Callable[[Draw], str]) -> None:
    out = console()
    out.print(f"{record.game}, {record.rules}", style="bold")
    end = "result" if review.finished else "chance where the review stops"
    out.print(f"\n{FORMULA}", style="bold", soft_wrap=True)
    sums = f"{_points(review.start)} {100 * review.luck:+.1f} - {100 * review.loss:.1f}"
    out.print(f"  {_points(review.end)} = {sums}   in points of 100; {_points(review.end)} is the {end}", soft_wrap=True)
    if review.interrupted:
        out.print("interrupted: this is as far as it got")
    movers: dict[str, list[Decision]] = {}
    for decision in review.decisions:
        movers.setdefault(decision.who, []).append(decision)
    for mover, made in movers.items():
        total, error = sum(d.loss for d in made), sum(d.error**2 for d in made) ** 0.5
        out.print(f"  {mover}: {len(made)} decisions lost {100 * total:.1f} ± {100 * error:.1f} points, {100 * total / len(made):.2f} each")
    worst = sorted((d for d in review.decisions if d.loss >= _LEVEL), key=lambda d: -d.loss)
    out.print(f"\ndecisions, the worst first ({len(review.decisions) - len(worst)} of {len(review.decisions)} lost nothing):", style="bold")
    for decision in worst[:top]:
        _print_decision(out, decision)
    if len(worst) > top:
        out.print(f"  ... and {len(worst) - top} that lost less (--top)")
    out.print("\ndraws, those that mattered most first:", style="bold")
    for draw in sorted(review.draws, key=lambda d: -abs(d.luck))[:top]:
        out.print(f"  move {draw.number:<4} {100 * draw.luck:+6.1f} ± {100 * draw.error:.1f}  {told(draw)}", markup=False, soft_wrap=True)
    for remark in review.remarks:
        out.print(remark, style="dim", markup=False, soft_wrap=True)


def _print_decision(out: Screen, decision: Decision) -> None:
    error = "exact" if decision.exact else f"± {100 * decision.error:.1f}"
    # Under a point a sampled loss is no mistake, however small its error: that is the sampling's alone.
    unsure = "" if decision.exact or decision.loss > max(decision.error, NO_ADVICE) else ", too little to be a mistake"
    out.print(f"  move {decision.number:<4} lost {100 * decision.loss:.1f} {error}{unsure}: {decision.who}", style="bold", markup=False)
    for name, candidate in (("played", decision.played), ("best", decision.best)):
        out.print(f"    {name:7} wins {100 * candidate.win:.1f} %: {'; '.join(candidate.words)}", markup=False, soft_wrap=True)


def _told(draw: Draw, positions: Sequence[Any], moves: Sequence[int]) -> str:
    """What was drawn, each draw with what it brought about."""
    told, number = [], draw.number - 1
    for words in draw.words:
        while number < len(moves) and not positions[number].is_chance:
            number += 1
        if words == NOTHING_DRAWN or number == len(moves):
            told.append(words)
            continue
        brought_about = in_lines(events(positions[number], moves[number], positions[number + 1]))
        told.append(f"{words} ({'; '.join(brought_about)})" if brought_about else words)
        number += 1
    return "; ".join(told)


def _points(chance: float) -> str:
    return f"{100 * chance:.1f}"
