"""`castlewise plan`: the way to play a turn that is worth most, a way to reach a goal or why there is none, a plan for several turns, a guarantee.

Each names what it maximises: a worth of the board after this turn, or losses over some turns. The chance to win stands beside it, and is no part of it.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any

from castlewise.cli.games import remarks, text_renderer
from castlewise.cli.options import read_seconds
from castlewise.cli.output import EXIT_CODES, console, print_json, status
from castlewise.cli.positions import CASTLE_PANIC, read_position
from castlewise.models.kernel import jit_wanted
from castlewise.models.problems import InvalidInput, Problem, Problems
from castlewise.solver.verdict import Outcome, Solvers, Verdict

_TEAM_MEASURE = "the fewest structures lost if nothing is drawn, of those the most Monsters slain, of those the fewest cards spent"
_ROLLOUTS, _PLAIN_ROLLOUTS = 1_024, 16  # for the chance to win after a plan


def run_plan(
    text: str,
    components: str | None,
    goal: str | None,
    best: int,
    turns: int | None,
    guarantee: str | None,
    solvers: Solvers,
    time: str,
    as_json: bool,
) -> None:
    seconds = read_seconds(time)
    position = read_position(text, components)
    if position.game.name != CASTLE_PANIC:
        raise InvalidInput([Problem("position", "plan answers for Castle Panic; this is a position of castellion")])
    _check(goal, best, turns, guarantee)
    with status("solving"):
        if turns is not None:
            verdict, facts, lines = _team(position, turns, seconds)
        elif guarantee is not None:
            verdict, facts, lines = told_guarantee(position, guarantee, seconds)
        else:
            verdict, facts, lines = _turn(position, goal, best, solvers, seconds)
    if as_json:
        print_json("plan", {"position": str(position), **_verdict_facts(verdict), "not_planned": _not_planned(position), **facts})
    else:
        _print(position, verdict, lines)
    sys.exit(EXIT_CODES[verdict.outcome])


def _check(goal: str | None, best: int, turns: int | None, guarantee: str | None) -> None:
    problems = Problems()
    asked = [option for option, value in (("--goal", goal), ("--turns", turns), ("--guarantee", guarantee)) if value is not None]
    if len(asked) > 1:
        problems.add(", ".join(asked), "are different questions; ask one")
    if best > 1 and (turns is not None or guarantee is not None):
        problems.add("--best", "goes with the plan of one turn")
    problems.raise_if_any()


# Questions. Each gives the verdict, what JSON says of it, and lines for people.


def _turn(position: Any, goal_text: str | None, best: int, solvers: Solvers, seconds: float) -> tuple[Verdict, dict[str, Any], list[Any]]:
    from castlewise.models.castle_panic.turn_question import simple_worth
    from castlewise.models.castle_panic.worth_words import measure_in_words, parts_of
    from castlewise.solver import asking

    worth = simple_worth(position.rule_set)
    answer = asking.plan(position, goal_text, count=best, solver=solvers, seconds=seconds, place="--goal")
    measured = solvers is not Solvers.z3  # Z3 by itself finds ways to reach a goal, in no order
    lines: list[Any] = []
    plans: list[dict[str, Any]] = []
    for number, plan in enumerate(answer.plans, 1):
        told = _told(position, plan.moves)
        planned = {"moves": [short for short, _ in told], "text": [words for _, words in told], "value": plan.value, "end": str(plan.end)}
        place = f"{number}. " if len(answer.plans) > 1 else ""
        lines.append(f"\n{place}worth {plan.value}:" if measured else f"\n{place}a way to reach it:")
        lines += [f"  {short:18} {words}" for short, words in told]
        if measured:
            parts = parts_of(worth, plan.outlook, plan.value)
            planned["parts"] = [{"what": part.what, "worth": part.worth} for part in parts]
            lines.append(f"  made of: {'; '.join(f'{part.what} {part.worth:+}' for part in parts)}")
        planned["win"], chance = _chance_after(position, plan)
        lines.append(f"  {chance}")
        plans.append(planned)
    facts: dict[str, Any] = {
        "goal": goal_text,
        "plans": plans,
        "measure": measure_in_words(worth, flames=position.rule_set.wizards_tower) if measured else None,
    }
    if plans:
        most = "the most" if answer.verdict.optimal else "the most found in the time"
        lines.append(f"\nmaximised, {most}: {facts['measure']}" if measured else "\nnothing is maximised: any way to the goal will do")
        lines.append("that is no chance to win: suggest looks further, at what is drawn and at the turns to come")
    if answer.why_not is not None:
        conflict, repairs = answer.why_not.conflict, answer.why_not.repairs
        if conflict is not None:
            facts["conflict"] = {"wanted": list(conflict.wanted), "rules": list(conflict.rules), "minimal": conflict.minimal}
            lines += ["\nbecause these cannot hold together:", *(f"  {sentence}" for sentence in (*conflict.wanted, *conflict.rules))]
        facts["repairs"] = [repair.words for repair in repairs]
        if repairs:
            lines += ["\nwhat would help:", *(f"  {repair.words}" for repair in repairs)]
    return answer.verdict, facts, lines


def _chance_after(position: Any, plan: Any) -> tuple[dict[str, float] | None, str]:
    """The chance to win from where a plan leads to. None if cards are drawn on the way: the plan takes any, and they are not any."""
    from castlewise.solver.asking import compiled
    from castlewise.solver.castle_panic.suggesting import win_chance

    here = position
    for move in plan.moves:
        if here.is_chance:
            return None, "the chance to win is not told: cards are drawn on the way"
        here = position.game.apply(here, move)
    told = win_chance(compiled(here), rollouts=_ROLLOUTS if jit_wanted() else _PLAIN_ROLLOUTS)
    facts = {"win": round(told.win, 5), "low": round(told.low, 5), "high": round(told.high, 5)}
    return facts, f"wins {100 * told.win:.1f} % from there ({100 * told.low:.1f} to {100 * told.high:.1f})"


def _team(position: Any, turns: int, seconds: float) -> tuple[Verdict, dict[str, Any], list[Any]]:
    from castlewise.solver.castle_panic.team_plan import plan_for_team

    verdict, plan = plan_for_team(position, turns, seconds=seconds)
    if plan is None:
        return verdict, {"turns": [], "measure": _TEAM_MEASURE}, []
    lines: list[Any] = []
    told_turns = []
    for number, (begun, moves) in enumerate(plan.turns, 1):
        told = _told(begun, moves)
        told_turns.append({"player": begun.player + 1, "moves": [short for short, _ in told], "text": [words for _, words in told]})
        lines.append(f"\nturn {number}, player {begun.player + 1}:")
        lines += [f"  {short:18} {words}" for short, words in told]
    score = {"structures_lost": plan.structures_lost, "monsters_slain": plan.monsters_slain, "cards_spent": plan.cards_spent}
    lines.append(f"\nthis plan has {_TEAM_MEASURE}; chance and the chance to win are no part of it:")
    lines.append(
        f"if nothing is drawn: {plan.structures_lost} structures lost, {plan.monsters_slain} Monsters slain, {plan.cards_spent} cards spent"
        + ("" if verdict.optimal else " (the time ran out before a better one by this measure was ruled out)")
    )
    return verdict, {"turns": told_turns, "measure": _TEAM_MEASURE, **score}, lines


def told_guarantee(position: Any, text: str, seconds: float) -> tuple[Verdict, dict[str, Any], list[Any]]:
    from castlewise.solver.asking import guarantee

    found = guarantee(position, text, seconds=seconds, place="--guarantee")
    told = _told(position, found.verdict.moves)
    lines: list[Any] = [f"  {short:18} {words}" for short, words in told]
    facts: dict[str, Any] = {"guarantee": text, "moves": [short for short, _ in told], "text": [words for _, words in told]}
    if found.verdict.outcome is Outcome.IMPOSSIBLE and found.refuted:
        last = found.refuted[-1]
        facts["counterexample"] = {"moves": [short for short, _ in _told(position, last.moves)], "draws": _draws(last.refutation)}
        lines += ["\nthe last play tried:", *(f"  {words}" for _, words in _told(position, last.moves)), "what breaks it:"]
        lines += [f"  {'; '.join(draw)}" for draw in _draws(last.refutation)[:3]]
    return found.verdict, facts, lines


def _draws(refutation: Any) -> list[list[str]]:
    """Every way through a refutation, in words."""
    if not refutation.branches:
        return [list(refutation.words)]
    return [[*refutation.words, *rest] for _, branch in refutation.branches for rest in _draws(branch)]


def _told(position: Any, moves: Sequence[int]) -> list[tuple[str, str]]:
    """Moves in both forms. What chance gives on the way is not part of a plan: any card will do."""
    told = []
    for move in moves:
        while position.is_chance:
            position = position.game.apply(position, position.game.outcomes(position)[0][0])
        told.append((position.game.short(position, move), position.game.describe(position, move)))
        position = position.game.apply(position, move)
    return told


def _verdict_facts(verdict: Verdict) -> dict[str, Any]:
    return {
        "verdict": verdict.outcome.value,
        "optimal": verdict.optimal,
        "value": verdict.value,
        "reason": verdict.reason,
        "solver": verdict.solver,
        "solver_version": verdict.version,
        "preset": verdict.preset,
        "seconds": verdict.seconds,
        "confirmed_by": list(verdict.confirmed_by),
    }


def _not_planned(position: Any) -> list[str]:
    """Cards in hand that no plan plays."""
    from castlewise.models.castle_panic.turn_question import BRING_CARDS

    return [card.title for card in position.rule_set.components.cards if card.name in position.hand and card.effect in BRING_CARDS]


def _print(position: Any, verdict: Verdict, lines: list[Any]) -> None:
    out = console()
    out.print(f"castle-panic, {position.rule_set}", style="bold")
    out.print(text_renderer(position.game).picture(position))
    for heading, remark in remarks(position.game):
        out.print(f"{heading} component: {remark}", style="dim")
    words = verdict.outcome.value.upper()
    out.print(f"\n{words}" + (f": {verdict.reason}" if verdict.reason and verdict.outcome is not Outcome.SOLVED else ""), style="bold")
    for line in lines:
        out.print(line, soft_wrap=True)
    if verdict.solver == "enumeration" and verdict.outcome is Outcome.SOLVED:
        out.print(f"\n{verdict.reason}", style="dim", soft_wrap=True)
    if left := _not_planned(position):
        out.print(f"\nnot planned with, because what they bring is not known: {', '.join(left)}", style="dim", soft_wrap=True)
    proof = "no play is worth more by this measure; " if verdict.optimal and verdict.value is not None else ""
    replayed = ", replayed through the rules" if verdict.outcome is Outcome.SOLVED else ""
    confirmed = f"; confirmed by {', '.join(verdict.confirmed_by)}" if verdict.confirmed_by else ""
    out.print(f"\n{proof}{verdict.solver} {verdict.version}, {verdict.seconds:.2f} s{replayed}{confirmed}", style="dim", soft_wrap=True)
