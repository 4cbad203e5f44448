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
from castlewise.solver.advice import NO_ADVICE, Advice, Candidate
from castlewise.solver.asking import compiled, suggest

_PROOF_SECONDS = 20.0
_POINTS = "a point" if NO_ADVICE == 0.01 else f"{100 * NO_ADVICE:g} points"
_MOST_OF_IT = 0.9  # of the time: who used that much did not stop early


def advised(position: Any, seconds: float, seed: int) -> Advice:
    return suggest(position, seconds, seed=seed)


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
    facts = {**advice.facts(top), "limit": budget}
    if judgement is not None:
        facts["judged"] = judgement.facts()
    lines: list[str] = []
    if explain:
        for key, heading, told, fact in _explained(position, advice.best):
            facts[key] = fact
            lines += ["", heading, *(f"  {line}" for line in told)] if heading else []
    if guarantee is not None:
        from castlewise.cli.plan import told_guarantee

        verdict, proved, told = told_guarantee(position, guarantee, _PROOF_SECONDS)
        facts["guarantee"] = {**proved, "verdict": verdict.outcome.value}
        lines += ["", f"{guarantee}, whatever is drawn: {verdict.outcome.value}", *told]
    if svg is not None:
        best = advice.best
        does = f"{best.words[0]}, " if len(best.words) == 1 else ""  # several are arrows in the drawing
        title = f"{advice.who.capitalize()}: {does}wins {chance_words(best)}"
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
    elif done := stopped_words(advice, budget):
        out.print(done, soft_wrap=True)
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
    """The best way in a sentence, and what is as good; then the ranking: a number, what it is worth, and its moves in both forms."""
    out.print(f"{advice.who} decides:", style="cyan")
    out.print(f"best: {advice.best_way}", style="cyan", markup=False, soft_wrap=True)
    if advice.as_good:
        level = "another way is" if len(advice.as_good) == 1 else f"{len(advice.as_good)} other ways are"
        sampled = "" if all(one.exact for one in (advice.best, *advice.as_good)) else f": sampled differences under {_POINTS} are no advice"
        out.print(f"{level} as good{sampled}", soft_wrap=True)
    for number, candidate in enumerate(advice.candidates[:top], 1):
        error = f" ± {100 * candidate.behind_error:.1f}" if candidate.behind_error else ""
        behind = f", {100 * candidate.behind:.1f}{error} behind" if number > 1 else ""
        behind += ", as good" if number > 1 and candidate.as_good else ""
        share = candidate.best_probability
        best = "" if candidate.exact or share is None else f", {_share(share)} that it is the best"
        out.print(
            f"  {number}  wins {chance_words(candidate)}{behind}{best}", style="bold" if number == 1 else "", markup=False, soft_wrap=True
        )
        for words, short in zip(candidate.words, candidate.short, strict=True):
            out.print(f"       {short:16} {words}", markup=False, soft_wrap=True)


def _share(share: float) -> str:
    """A share that is not certain is never said to be 0 or 100 %.

    >>> _share(0.9999), _share(0.4), _share(0.002)
    ('more than 99 %', '40 %', 'less than 1 %')
    """
    return "less than 1 %" if share < 0.01 else "more than 99 %" if share > 0.99 else f"{100 * share:.0f} %"


def stopped_words(advice: Advice, seconds: float) -> str:
    """Why the answer came before the time was up; nothing if it did not.

    A limit that was not used up says that no more is to be had by waiting, which is not to say that the answer is certain.
    """
    if advice.seconds > _MOST_OF_IT * seconds or not advice.stopped:
        return ""
    return f"done after {advice.seconds:.2f} of {seconds:g} s: {advice.stopped}"


def chance_words(candidate: Candidate) -> str:
    """The chance to win, exact or with its 95 % interval."""
    if candidate.exact:
        return f"{100 * candidate.win:.1f} % exact"
    return f"{100 * candidate.win:.1f} % ({100 * candidate.low:.1f} to {100 * candidate.high:.1f})"


Told = tuple[
    str, str, list[str], Any
]  # a key of the JSON, a heading ("" if there is nothing to say under it), lines for people, what JSON has of it


def _explained(position: Any, best: Candidate) -> list[Told]:
    """What `--explain` adds. Where there is nothing to tell, it says so and why."""
    from castlewise.solver.castle_panic import first_token, hopes
    from castlewise.solver.castle_panic.coming_turns import coming_turns
    from castlewise.solver.castle_panic.reasons import reasons, when_the_plays_end

    ends_the_plays = when_the_plays_end(position, best.moves) is not None
    with status("explaining"):
        hoped = hopes.hopes(compiled(position), best.moves)
        why = reasons(position, best.moves)
        tokens = first_token.first_tokens(compiled(position), best.moves)
        plan = coming_turns(position, best.moves)
    told: list[Told] = [
        (
            "hopes",
            "cards that may come for it, in points of the chance to win:" if hoped else "",
            hopes.in_words(hoped),
            [h.facts() for h in hoped],
        ),
        ("reasons", "what may still happen this turn:", why.may_happen, why.may_happen),
        (
            "prevented",
            "what these plays prevent this turn:",
            why.prevented or ["nothing that a turn without them would lose"],
            why.prevented,
        ),
        (
            "first_tokens",
            "tokens to fear and to hope for, in points of the chance to win if they come first:",
            first_token.in_words(tokens) or ["no token is drawn next"],
            [token.facts() for token in tokens],
        ),
        ("coming_turns", "then, as far as is known today:", plan or [_no_plan(position)], plan),
    ]
    if ends_the_plays:
        return told
    # A discard, a choice on the way, a card that draws: what the turn's draws do is asked when the plays that they follow are known.
    told = [told[0], *((key, "", [], fact) for key, _, _, fact in told[1:])]
    not_yet = "this turn's Monsters and tokens: told once it is decided what is played; ask again then"
    return [*told, ("not_yet", "what may still happen this turn:", [not_yet], not_yet)]


def _no_plan(position: Any) -> str:
    wizards_tower = "plans over several turns are not made with the Wizard's Tower"
    return (
        wizards_tower
        if position.rule_set.wizards_tower
        else "no plan: the game may be over by then, a card is drawn on the way, or the time was up"
    )
