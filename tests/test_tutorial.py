"""Every example of docs/tutorial.md is executed: each command, in the order of the page, and each line that its tables have for `play`."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from test_docs import ROOT, commands_of

from castlewise.models.game_record import read_record
from command import castlewise

TUTORIAL = ROOT / "docs" / "tutorial.md"
OPEN = "cp:players=2,co-op/{}/a1g1.a1t3.k2g1.k4t3.s5o2/p1.{}/rk.br.bb.ns.ta.ra{},mo/-/-"
CASTLE = "cn:base/stps.cc.jt/1T1B1L,2T2B,3T2B/p1.{}/{}/{}{}"
PIECES = {
    "setup": "",
    "draw-up": "cp:players=2,co-op/WWWWWW/a1g1/p1.draw-up/-,-/-/-",
    "token": "cp:players=2,co-op/WWWWWW/a1g1/p1.token/-,-/-/-",
    "discard": OPEN.format("WWWWWW", "discard", ""),
    "trade": OPEN.format("WWWWWW", "trade", ""),
    "play": OPEN.format("WWTWWW", "play", ".mo").replace(",mo/", ",-/"),
    "turn": CASTLE.format("turn", "111.111.111.111", "455.554.455.545.9.3", ""),
    "draw-safe": CASTLE.format("draw-safe", "111.111.111.111", "455.554.455.545.9.3", ""),
    "use": CASTLE.format("use", "111.111.111.111", "455.554.455.544.9.3", "/hand=pc"),
}
# Where the examples of the tables are typed.
TYPED = {
    "setup": ["goblins 1 2 3, orcs 4 5, troll 6"],
    "draw-up": ["brick, 2 red archers"],
    "token": ["troll 4", "a boulder, rolled a 2", "roll", "roll, roll"],
    "discard": ["discard brick", "keep", "pass"],
    "trade": ["trade brick for player 2's mortar", "no trade"],
    "play": [
        "red knight hits goblin", "barbarian kills the troll in 4", "build wall 3", "tar the orc", "nice shot and red archer on the troll",
        "end", "done", "pass", "ra@a1g1, end", "undo 3", "undo",
        "suggest 5s", "moves", "show", "show after 2", "1", "what if red knight hits goblin, end", "try red knight hits goblin, end", "?",
    ],
    "turn": ["safe, seer triangle"],
    "draw-safe": ["st"],
    "use": ["column 3", "left end", "discard it", "use its power"],
}  # fmt: skip
NOT_UNDERSTOOD = ("is not a move here", "not possible here", "fits several moves", "expected", "there is nothing")
KEEPS_NOTHING = ("undo", "suggest", "moves", "show", "what if", "try", "?")


def examples_of_the_tables() -> list[str]:
    rows = re.findall(r"^\| (`.+?`) \|[^|]+\|$", TUTORIAL.read_text(), flags=re.MULTILINE)
    return [example for cells in rows for example in re.findall(r"`([^`]+)`", cells)]


def test_every_line_of_the_tables_has_a_place_where_it_is_typed() -> None:
    told = examples_of_the_tables()
    assert len(told) > 35
    assert sorted(set(told)) == sorted({example for examples in TYPED.values() for example in examples})


@pytest.mark.parametrize("where", TYPED)
def test_each_line_of_the_tables_is_understood(where: str, tmp_path: Path) -> None:
    record = tmp_path / "game.jsonl"
    start = ("--from", PIECES[where]) if PIECES[where] else ("--players", "2")
    game = "castellion" if PIECES[where].startswith("cn:") else "castle-panic"
    lines: list[str] = []
    for example in TYPED[where]:
        before = ["red knight hits goblin, tar the orc, end"] * (example == "undo 3") + ["end"] * (example == "undo")
        after = ["back"] if example.startswith("try") else [] if example.startswith(KEEPS_NOTHING) else ["undo"]
        lines += [*before, example, *after]
    done = castlewise("play", game, *start, "--no-advice", "--record", record, "--time", "50ms", typed="\n".join(lines) + "\n")
    assert (done.returncode, done.stderr) == (0, "")
    # Every line was understood, and taken back.
    refused = [line for line in done.stdout.splitlines() if any(words in line for words in NOT_UNDERSTOOD)]
    assert refused == []
    kept = read_record(record.read_bytes()).moves
    assert kept == []
    assert done.stdout.count("taken back") >= sum(not example.startswith(KEEPS_NOTHING) for example in TYPED[where])


def test_the_commands_of_the_tutorial_run_one_after_the_other(tmp_path: Path) -> None:
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    played = ["rs@s1g1, ga@a4o2, end", "troll 4, orc 2", "brick, mortar", "keep", "end", "goblin 1, goblin 2", "quit"]
    commands = [command for command, _ in commands_of(TUTORIAL)]
    assert len(commands) >= 10
    for command in commands:
        words = shlex.split(command)[1:]
        heavy = [] if {"--time", "--goal", "--guarantee"} & set(words) or words[0] in ("show", "plan", "check") else ["--time", "50ms"]
        typed = "\n".join(played if "--record" in words else ["quit"]) + "\n" if words[0] == "play" else ""
        done = castlewise(*words, *heavy, typed=typed, folder=tmp_path)
        assert (done.returncode in (0, 1), done.stderr) == (True, ""), command
        if words[0] == "play":
            assert not [line for line in done.stdout.splitlines() if any(refused in line for refused in NOT_UNDERSTOOD)]
