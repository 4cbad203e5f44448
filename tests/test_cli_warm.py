"""`castlewise warm`: afterwards no command compiles anything."""

from __future__ import annotations

import json
import subprocess

import pytest

from castlewise.cli.warm import WARMED, kernels_of
from command import COMMAND, ENVIRONMENT

pytestmark = pytest.mark.compiled

COMMANDS = (
    "suggest examples/last_stand.toml --explain --time 50ms",
    "suggest examples/wizards_tower.toml --explain --time 50ms",
    "suggest examples/castellion_first_exam.toml --time 50ms",
    "plan examples/last_stand.toml",
    "simulate castle-panic --players 2 --games 5 --policy greedy",
    "simulate castle-panic --players 2 --rules wizards-tower --games 5 --policy random",
    "simulate castle-panic --players 2 --games 1 --policy advisor:1ms",
    "simulate castellion --games 5 --policy greedy",
    "simulate castellion --games 1 --policy advisor:1ms",
    "watch castle-panic --players 2 --seed 3",
    "check 1T1B",
    "puzzle verify odds-qch8vqk5p5",
)


def compiled(*words: str) -> subprocess.CompletedProcess[str]:
    """A command with its rules compiled."""
    return subprocess.run([COMMAND, *words], env=ENVIRONMENT | {"CASTLEWISE_JIT": "1"}, capture_output=True, text=True, timeout=300)


@pytest.mark.parametrize("words", COMMANDS)
def test_no_command_compiles_once_all_is_warm(words: str) -> None:
    done = compiled(*words.split())
    assert "compiling" not in done.stderr
    assert done.returncode == 0, done.stderr


def test_warm_says_that_everything_is_there() -> None:
    done = compiled("warm", "--json")
    assert json.loads(done.stdout)["compiled"] == 0
    assert "compiled already" in compiled("warm", "castellion").stdout


def test_each_kernel_is_named_after_its_mix() -> None:
    """So that those of one mix do not drive those of another out of the cache, which keeps four of a name."""
    named = [kernel.name for game, played in WARMED.items() for rules in played for kernel in kernels_of(game, rules)]
    assert len(set(named)) == len(named)
