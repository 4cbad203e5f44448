"""`castlewise warm`: compile everything that a game's commands need, on all cores, so that none of them has to."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from castlewise.cli.output import Screen, console, print_json
from castlewise.models.kernel import Kernel, jit_wanted

Which = tuple[str, str, str]  # game, rules, which of their kernels
WARMED: Mapping[str, tuple[str, ...]] = {"castle-panic": ("", "wizards-tower"), "castellion": ("introductory",)}
"""By game, the rule sets whose kernels serve all others."""


def kernels_of(name: str, rules: str) -> list[Kernel]:
    """All kernels that the commands need for a game, the largest first."""
    from castlewise.solver.policies import POLICIES, policy_kernel

    game, more = _OF_GAME[name](rules)
    return [*more, game.kernel, *(policy_kernel(game, policy) for policy in POLICIES)]


def _castle_panic(rules: str) -> tuple[Any, list[Kernel]]:
    from castlewise.models.castle_panic.game import CastlePanic
    from castlewise.models.castle_panic.rule_set import read_rules
    from castlewise.puzzles.best_odds import ODDS
    from castlewise.solver.castle_panic.advisor import advisor_kernel
    from castlewise.solver.castle_panic.endgame import WHOLE_GAME
    from castlewise.solver.castle_panic.enumeration import turns_kernel
    from castlewise.solver.castle_panic.monster_draws import draws_question, losses_kernel
    from castlewise.solver.expectimax import search_kernel

    game = CastlePanic(read_rules(rules))
    kernels = [advisor_kernel(game), turns_kernel(game.kernel)]
    if not rules:
        kernels += [search_kernel(game, question) for question in (draws_question(game.rule_set), WHOLE_GAME, ODDS)]
        kernels.append(losses_kernel(game.kernel))
    return game, kernels


def _castellion(rules: str) -> tuple[Any, list[Kernel]]:
    from castlewise.models.castellion.game import Castellion
    from castlewise.models.castellion.rule_set import read_rules
    from castlewise.solver.castellion.advisor import advisor_kernel
    from castlewise.solver.castellion.suggesting import TO_THE_END
    from castlewise.solver.expectimax import search_kernel

    game = Castellion(read_rules(rules))
    return game, [advisor_kernel(game), search_kernel(game, TO_THE_END)]


_OF_GAME: Mapping[str, Callable[[str], tuple[Any, list[Kernel]]]] = {"castle-panic": _castle_panic, "castellion": _castellion}


def kernels_wanted(games: Iterable[str]) -> dict[Which, Kernel]:
    """All kernels of these games, each by what `compile_apart` calls it."""
    return {(game, rules, str(n)): kernel for game in games for rules in WARMED[game] for n, kernel in enumerate(kernels_of(game, rules))}


def run_warm(name: str | None, jobs: int | None, as_json: bool) -> None:
    """Compile what is not there yet, each kernel in a process of its own."""
    if not jit_wanted():
        _answer("The rules run as plain Python here (CASTLEWISE_JIT=0, or numba is missing): there is nothing to compile.", as_json, 0, 0.0)
        return
    began = time.monotonic()
    wanted = kernels_wanted([name] if name else WARMED)
    lacking = [which for which, kernel in wanted.items() if not kernel.is_prepared]
    with _bar(len(lacking), quiet=as_json) as advance:
        compile_apart(lacking, jobs or os.cpu_count() or 1, advance)
    took = time.monotonic() - began
    done = f"{len(lacking)} of {len(wanted)} kernels were compiled, in {took:.0f} s." if lacking else "Everything was compiled already."
    _answer(f"{done} No command has to compile anything now.", as_json, len(lacking), took)


def _answer(words: str, as_json: bool, compiled: int, seconds: float) -> None:
    if as_json:
        print_json("warm", {"compiled": compiled, "seconds": round(seconds, 1)})
    else:
        console().print(words)


@contextmanager
def _bar(kernels: int, *, quiet: bool) -> Iterator[Callable[[], None]]:
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    screen = Screen(stderr=True)
    columns = (TextColumn("compiling the rules"), BarColumn(), MofNCompleteColumn(), TextColumn("kernels,"), TimeElapsedColumn())
    if not quiet and kernels and not screen.is_terminal:
        screen.print(f"castlewise: compiling the rules for this machine ({kernels} kernels; it takes some minutes) ...")
    with Progress(*columns, console=screen, disable=quiet or not screen.is_terminal or kernels == 0, transient=True) as bar:
        task = bar.add_task("", total=kernels)
        yield lambda: bar.advance(task)


def compile_apart(kernels: Sequence[Which], jobs: int, advance: Callable[[], None]) -> None:
    """So many processes at a time; one that fails ends all."""
    waiting = list(kernels)
    working: list[subprocess.Popen[bytes]] = []
    try:
        while waiting or working:
            while waiting and len(working) < jobs:
                working.append(subprocess.Popen([sys.executable, "-m", "castlewise.cli.warm", *waiting.pop(0)], stderr=subprocess.PIPE))
            for process in [one for one in working if one.poll() is not None]:
                working.remove(process)
                said = process.communicate()[1].decode(errors="replace").strip()
                if process.returncode != 0:
                    raise RuntimeError(said.splitlines()[-1] if said else f"a process that compiles ended with {process.returncode}")
                advance()
            time.sleep(0.02)
    finally:
        for process in working:
            process.kill()


if __name__ == "__main__":
    kernels_of(sys.argv[1], sys.argv[2])[int(sys.argv[3])].prepare()
