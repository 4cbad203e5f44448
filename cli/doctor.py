"""`castlewise doctor`: whether everything that castlewise stands on is there and works."""

from __future__ import annotations

import locale
import os
import platform
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from importlib import metadata
from typing import Any

from castlewise.cli.output import ANSWERED, NO, console, print_json, shown_as, status
from castlewise.models.version import castlewise_version

_PACKAGES = ("numpy", "numba", "ortools", "z3-solver", "typer", "rich")


@dataclass(frozen=True)
class Finding:
    what: str
    well: bool
    words: str


def run_doctor(as_json: bool) -> None:
    findings = []
    for what, look in _LOOKED_AT:
        with status(what):
            try:
                findings.append(Finding(what, True, look()))
            except Exception as error:  # whatever it is, it is what we are here to find
                findings.append(Finding(what, False, f"{type(error).__name__}: {error}"))
    well = all(finding.well for finding in findings)
    if as_json:
        print_json("doctor", {"well": well, "findings": [{"what": f.what, "well": f.well, "text": f.words} for f in findings]})
    else:
        out = console()
        for finding in findings:
            mark = "ok  " if finding.well else "FAIL"
            out.print(f"{mark} {finding.what}: {finding.words}", style="" if finding.well else "bold red", markup=False, soft_wrap=True)
        out.print("all well" if well else "something does not work: see FAIL", style="bold")
    sys.exit(ANSWERED if well else NO)


def _versions() -> str:
    found = [f"{name} {metadata.version(name)}" for name in _PACKAGES]
    return f"castlewise {castlewise_version()}, Python {platform.python_version()} on {platform.system()} {platform.machine()}; {', '.join(found)}"


def _terminal() -> str:
    shown = "a terminal" if sys.stdout.isatty() else "not a terminal: no colours"
    encoding = sys.stdout.encoding or locale.getpreferredencoding()
    ascii_only = f"▲ is drawn as {shown_as('▲', encoding)}, "
    return f"{encoding}, {'' if shown_as('▲', encoding) == '▲' else ascii_only}{shown}" + (
        ", NO_COLOR is set" if os.environ.get("NO_COLOR") else ""
    )


def _cache() -> str:
    from castlewise.models.kernel import cache_root, jit_wanted

    if not jit_wanted():
        return "the rules run as plain Python (CASTLEWISE_JIT=0, or numba is missing): right, but some hundred times slower"
    root = cache_root()
    if root is None:
        raise OSError("there is no folder that can be written: the rules are compiled each time (CASTLEWISE_CACHE names one)")
    if not os.access(root, os.W_OK):
        raise OSError(f"{root} cannot be written: what is not in it is compiled each time (CASTLEWISE_CACHE names another folder)")
    size = sum(file.stat().st_size for file in root.rglob("*") if file.is_file())
    return f"{root}, {size / 1e6:.0f} MB; it can be deleted at any time"


def _plain_rules() -> str:
    from castlewise.models.castellion.game import Castellion
    from castlewise.models.castle_panic.game import CastlePanic
    from castlewise.models.contract import Game, Node

    told = []
    games: tuple[Game[Any], ...] = (CastlePanic(compiled=False), Castellion(compiled=False))
    for game in games:
        position, source, moves = game.start(), game.source(1), 0
        while game.node(position) is not Node.OVER and moves < 2_000:
            move = game.sample(position, source) if game.node(position) is Node.CHANCE else game.choices(position)[0]
            position, moves = game.apply(position, move), moves + 1
        if str(game.read(str(position))) != str(position):
            raise AssertionError(f"{game.name}: a position does not survive its notation")
        told.append(f"{game.name} {moves} moves")
    return f"a game of each was played: {', '.join(told)}"


def _compiled_rules() -> str:
    from castlewise.models.castle_panic.game import CastlePanic
    from castlewise.models.kernel import jit_wanted
    from castlewise.solver.simulation import simulate

    if not jit_wanted():
        return "switched off"
    began = time.perf_counter()
    fast = simulate(CastlePanic, "greedy", 20, 1, jobs=1)
    seconds = time.perf_counter() - began
    slow = simulate(lambda: CastlePanic(compiled=False), "greedy", 20, 1, jobs=1)
    if (fast.wins, fast.mean_turns) != (slow.wins, slow.mean_turns):
        raise AssertionError(f"compiled {fast.wins} games won, plain {slow.wins}")
    return f"20 games as the plain rules play them, ready in {seconds:.1f} s"


def _solvers() -> str:
    from castlewise.models.castellion.configuration import read_configuration
    from castlewise.solver.castellion.ordeal_answer import answer_castle
    from castlewise.solver.verdict import Outcome, Solvers

    configuration = read_configuration("1T1B")
    answer = answer_castle(configuration.question(configuration.deals[0]), solvers=Solvers.both, seconds=20.0, each=True)
    if answer.outcome is not Outcome.SOLVED:
        raise AssertionError(f"1T1B: {answer.outcome.value}, {answer.reason}")
    return (
        ", ".join(f"{verdict.solver} {verdict.version} {verdict.seconds:.2f} s" for verdict in answer.verdicts)
        + "; an ordeal solved and replayed"
    )


def _values() -> str:
    from castlewise.models.castle_panic.rule_set import read_rules
    from castlewise.solver.castle_panic.value_sets import value_set_for

    found = {players: value_set_for(read_rules(players=players)).rules for players in range(1, 7)}
    borrowed = [players for players, rules in found.items() if rules != str(read_rules(players=players))]
    return f"value functions for {len(found)} numbers of players" + (f"; borrowed for {borrowed}" if borrowed else "")


_LOOKED_AT: tuple[tuple[str, Callable[[], str]], ...] = (
    ("versions", _versions),
    ("terminal", _terminal),
    ("rules", _plain_rules),
    ("cache of compiled rules", _cache),
    ("compiled rules", _compiled_rules),
    ("solvers", _solvers),
    ("advice", _values),
)
