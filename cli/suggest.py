"""`castlewise suggest`: the moves of a position, ranked by the chance to win."""

from __future__ import annotations

import json
from typing import Any

from rich.console import Console
from rich.table import Table

from castlewise.cli.games import read_position, remarks, text_renderer
from castlewise.models.problems import InvalidInput, Problem
from castlewise.solver.advice import Advice, Candidate, suggest

_PROOF_SECONDS = 20.0


def read_seconds(text: str) -> float:
    """A time as it is typed: "1s", "500ms", "2".

    >>> read_seconds("500ms"), read_seconds("2s"), read_seconds("0.3")
    (0.5, 2.0, 0.3)
    """
    number, scale = (text[:-2], 1000) if text.endswith("ms") else (text.removesuffix("s"), 1)
    try:
        seconds = float(number) / scale
    except ValueError:
        seconds = -1.0
    if not 0 < seconds <= 3600:
        raise InvalidInput([Problem("--time", f'"{text}": expected a time such as 1s or 500ms, an hour at most')])
    return seconds


def run_suggest(
    text: str, components: str | None, seconds: str, top: int, explain: bool, guarantee: str | None, seed: int, as_json: bool
) -> None:
    budget = read_seconds(seconds)
    position = read_position(text, components)
    position = type(position.game)(position.game.rule_set).adopted(
        position
    )  # positions are read by the plain rules; rollouts want the compiled ones
    advice = suggest(position, budget, seed=seed)
    facts = advice.facts(top)
    lines: list[str] = []
    if explain:
        reasons = _reasons(position, advice.best)
        facts["reasons"] = reasons
        lines += ["", "what may still happen this turn:", *(f"  {line}" for line in reasons)] if reasons else []
        plan = _coming_turns(position, advice.best)
        facts["coming_turns"] = plan
        lines += ["", "then, as far as is known today:", *(f"  {line}" for line in plan)] if plan else []
    if guarantee is not None:
        from castlewise.cli.plan import told_guarantee

        verdict, proved, told = told_guarantee(position, guarantee, _PROOF_SECONDS)
        facts["guarantee"] = {**proved, "verdict": verdict.outcome.value}
        lines += ["", f"{guarantee}, whatever is drawn: {verdict.outcome.value}", *told]
    if as_json:
        print(json.dumps(facts))
        return
    console = Console(highlight=False)
    console.print(f"castle-panic, {position.rule_set}", style="bold")
    console.print(text_renderer(position.game).picture(position))
    console.print(_table(advice, top))
    if advice.forced:
        console.print("there is only this one legal move")
    for line in lines:
        console.print(line)
    console.print(f"\n{advice.listing}; {advice.rollouts:,} rollouts in {advice.seconds:.2f} s, seed {advice.seed}")
    for remark in advice.remarks:
        console.print(remark)
    for heading, remark in remarks(position.game):
        console.print(f"{heading} component: {remark}", style="dim")


def _table(advice: Advice, top: int) -> Table:
    table = Table(title=f"{advice.mover}: what to do", title_justify="left", pad_edge=False)
    table.add_column("", justify="right")
    table.add_column("moves", overflow="fold")
    table.add_column("wins", justify="right", no_wrap=True)
    table.add_column("behind", justify="right", no_wrap=True)
    table.add_column("is best", justify="right", no_wrap=True)
    for number, candidate in enumerate(advice.candidates[:top], 1):
        words = "\n".join(candidate.words)
        behind = "" if number == 1 else f"{100 * candidate.behind:.1f}"
        table.add_row(str(number), words, _chance(candidate), behind, f"{100 * candidate.best_probability:.0f} %")
    return table


def _chance(candidate: Candidate) -> str:
    if candidate.exact:
        return f"{100 * candidate.win:.1f} % exact"
    return f"{100 * candidate.win:.1f} % ({100 * candidate.low:.1f} to {100 * candidate.high:.1f})"


def _coming_turns(position: Any, best: Candidate) -> list[str]:
    from castlewise.solver.castle_panic.coming_turns import coming_turns

    return coming_turns(position, best.moves)


def _reasons(position: Any, best: Candidate) -> list[str]:
    from castlewise.solver.castle_panic.reasons import reasons

    return reasons(position, best.moves)
