"""A move of one's own beside the best, on the screen: what `suggest --move` and `what if` at the table tell."""

from __future__ import annotations

from typing import Any

from rich.console import Console

from castlewise.cli.suggest import chance_words
from castlewise.models.line_reading import read_moves
from castlewise.solver.asking import compiled
from castlewise.solver.judging import Judgement, judged


def judgement_of(position: Any, text: str, seconds: float, seed: int) -> Judgement:
    """What moves are worth that somebody told, in a position of the plain rules."""
    moves = read_moves(position.game, position, text)
    return judged(compiled(position), moves, seconds, seed=seed)


def print_judgement(out: Console, judgement: Judgement) -> None:
    played, best = judgement.played, judgement.advice.best
    out.print(f"your move wins {chance_words(played)}{_behind(judgement)}", style="bold", markup=False, soft_wrap=True)
    for words, short in zip(played.words, played.short, strict=True):
        out.print(f"       {short:16} {words}", markup=False, soft_wrap=True)
    if not judgement.is_best:
        out.print(f"the best wins {chance_words(best)}", markup=False, soft_wrap=True)
        for words, short in zip(best.words, best.short, strict=True):
            out.print(f"       {short:16} {words}", markup=False, soft_wrap=True)


def _behind(judgement: Judgement) -> str:
    if judgement.is_best:
        return ": nothing that was compared is better"
    points = f"{100 * judgement.loss:.1f}"
    if judgement.exact:
        return f", exactly {points} points behind the best"
    unsure = ": too close to tell" if judgement.within_error else ""
    return f", {points} ± {100 * judgement.error:.1f} points behind the best{unsure}"
