"""`castlewise suggest`: the moves of a position, ranked by the chance to win."""

from __future__ import annotations

from typing import Any

from rich.console import Console

from castlewise.cli.drawing import Target, write_svg
from castlewise.cli.games import remarks, text_renderer
from castlewise.cli.options import read_seconds
from castlewise.cli.output import console, print_json, status
from castlewise.cli.positions import CASTLE_PANIC, read_position
from castlewise.models.problems import Problems
from castlewise.solver.advice import Advice, Candidate, suggest

_PROOF_SECONDS = 20.0


def compiled(position: Any) -> Any:
    """A position that was read by the plain rules as one of the compiled ones, which rollouts want."""
    return type(position.game)(position.game.rule_set).adopted(position)


def advised(position: Any, seconds: float, seed: int) -> Advice:
    return suggest(compiled(position), seconds, seed=seed)


def run_suggest(
    text: str,
    components: str | None,
    seconds: str,
    top: int,
    explain: bool,
    guarantee: str | None,
    seed: int,
    svg: Target | None,
    as_json: bool,
    move: str | None = None,
) -> None:
    from castlewise.cli.judging import judgement_of, print_judgement

    budget = read_seconds(seconds)
    position = read_position(text, components)
    if position.game.name != CASTLE_PANIC:
        _refuse_what_is_castle_panics(explain, guarantee)
    with status("thinking"):
        judgement = None if move is None else judgement_of(position, move, budget, seed)
        advice = advised(position, budget, seed) if judgement is None else judgement.advice
    facts = advice.facts(top)
    if judgement is not None:
        facts["judged"] = judgement.facts()
    lines: list[str] = []
    if explain:
        for key, heading, told, fact in _explained(position, advice.best):
            facts[key] = fact
            lines += ["", heading, *(f"  {line}" for line in told)] if told else []
    if guarantee is not None:
        from castlewise.cli.plan import told_guarantee

        verdict, proved, told = told_guarantee(position, guarantee, _PROOF_SECONDS)
        facts["guarantee"] = {**proved, "verdict": verdict.outcome.value}
        lines += ["", f"{guarantee}, whatever is drawn: {verdict.outcome.value}", *told]
    if svg is not None:
        best = advice.best
        does = f"{best.words[0]}, " if len(best.words) == 1 else ""  # several are arrows in the drawing
        title = f"{advice.mover.capitalize()}: {does}wins {chance_words(best)}"
        write_svg(svg, position, best.moves, aim=advice.aim, title=title)
    if as_json:
        print_json("suggest", facts)
        return
    out = console()
    out.print(f"{position.game.name}, {position.rule_set}", style="bold")
    out.print(text_renderer(position.game).picture(position))
    out.print()
    print_candidates(out, advice, top)
    if judgement is not None:
        out.print()
        print_judgement(out, judgement)
    if advice.forced:
        out.print("there is only this one legal move")
    if advice.aim is not None:
        out.print()
        out.print(text_renderer(position.game).aim(position, advice.aim))
    for line in lines:
        out.print(line, soft_wrap=True)
    followed = f"{advice.nodes:,} positions followed to the end of the game, " if advice.nodes else ""
    out.print(f"\n{advice.listing}; {followed}{advice.rollouts:,} rollouts in {advice.seconds:.2f} s, seed {advice.seed}", soft_wrap=True)
    for remark in advice.remarks:
        out.print(remark, soft_wrap=True)
    for heading, remark in remarks(position.game):
        out.print(f"{heading} component: {remark}", style="dim", soft_wrap=True)
    if svg is not None:
        out.print(f"drawn in {svg}", style="dim")


def _refuse_what_is_castle_panics(explain: bool, guarantee: str | None) -> None:
    problems = Problems()
    for option, said in (("--explain", explain), ("--guarantee", guarantee is not None)):
        if said:
            problems.add(option, "is an option of castle-panic")
    problems.raise_if_any()


def print_candidates(out: Console, advice: Advice, top: int) -> None:
    """The ranking: a number, what it is worth, and its moves in both forms."""
    out.print(f"{advice.mover} decides:", style="cyan")
    for number, candidate in enumerate(advice.candidates[:top], 1):
        error = f" ± {100 * candidate.behind_error:.1f}" if candidate.behind_error else ""
        behind = f", {100 * candidate.behind:.1f}{error} behind" if number > 1 else ""
        best = "" if candidate.exact else f", {100 * candidate.best_probability:.0f} % that it is the best"
        out.print(
            f"  {number}  wins {chance_words(candidate)}{behind}{best}", style="bold" if number == 1 else "", markup=False, soft_wrap=True
        )
        for words, short in zip(candidate.words, candidate.short, strict=True):
            out.print(f"       {short:16} {words}", markup=False, soft_wrap=True)


def chance_words(candidate: Candidate) -> str:
    """The chance to win, exact or with its 95 % interval."""
    if candidate.exact:
        return f"{100 * candidate.win:.1f} % exact"
    return f"{100 * candidate.win:.1f} % ({100 * candidate.low:.1f} to {100 * candidate.high:.1f})"


def _explained(position: Any, best: Candidate) -> list[tuple[str, str, list[str], Any]]:
    """What `--explain` adds: a key of the JSON, a heading, lines for people, and what JSON has of it."""
    from castlewise.solver.castle_panic.coming_turns import coming_turns
    from castlewise.solver.castle_panic.first_token import first_tokens, in_words
    from castlewise.solver.castle_panic.reasons import reasons

    with status("explaining"):
        why = reasons(position, best.moves)
        tokens = first_tokens(compiled(position), best.moves)
        plan = coming_turns(position, best.moves)
    fear_and_hope = "tokens to fear and to hope for, in points of the chance to win if they come first:"
    return [
        ("reasons", "what may still happen this turn:", why.may_happen, why.may_happen),
        ("prevented", "what these plays prevent this turn:", why.prevented, why.prevented),
        ("first_tokens", fear_and_hope, in_words(tokens), [token.facts() for token in tokens]),
        ("coming_turns", "then, as far as is known today:", plan, plan),
    ]
