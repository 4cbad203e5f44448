"""The `castlewise` command with Castellion."""

from __future__ import annotations

import json

import pytest

from castlewise.models.castellion.notation import read_line
from castlewise.models.castellion.rule_set import APPENDICES, LEVELS
from castlewise.models.game_record import read_record, replay
from command import answer, castlewise

SMALL = ("simulate", "castellion", "--games", "2", "--seed", "3", "--json")


@pytest.mark.parametrize("two_player", [(), ("--two-player",)], ids=["alone", "two"])
@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("policy", ["random", "greedy"])
def test_simulate_plays_every_level_alone_and_by_two(level: str, two_player: tuple[str, ...], policy: str) -> None:
    figures = json.loads(answer(*SMALL, "--level", level, *two_player, "--policy", policy))
    assert (figures["game"], figures["games"], figures["unfinished"]) == ("castellion", 2, 0)
    assert figures["rules"] == ",".join([level, *(["two-player"] if two_player else [])])
    assert figures["players"] == (2 if two_player else 1)


@pytest.mark.parametrize("appendix", APPENDICES)
def test_simulate_plays_every_appendix(appendix: str) -> None:
    for level in ("introductory", "expert"):
        assert json.loads(answer(*SMALL, "--level", level, "--appendix", appendix))["rules"] == f"{level},{appendix}"


def test_simulate_plays_with_the_pantry_and_its_harder_variant() -> None:
    assert json.loads(answer(*SMALL, "--level", "expert", "--pantry"))["rules"] == "expert,pantry"
    assert json.loads(answer(*SMALL, "--rules", "expert,pantry-harder,two-player"))["rules"] == "expert,two-player,pantry-harder"


def test_the_introductory_level_is_the_default() -> None:
    assert json.loads(answer(*SMALL))["rules"] == "introductory"


def test_assumed_cards_are_named_wherever_they_take_part() -> None:
    figures = json.loads(answer(*SMALL, "--level", "base"))
    assert len(figures["assumed_components"]) == 7
    assert "Simulation I: 1T1B1L" in figures["assumed_components"]
    assert "assumed" in answer("simulate", "castellion", "--level", "base", "--games", "1")
    assert json.loads(answer(*SMALL))["assumed_components"] == []
    own = ("--rules", "base,ordeal1=2T,ordeal2=2B,ordeal3=2L")
    assert json.loads(answer(*SMALL, *own))["assumed_components"] == []


def test_ordeals_and_sizes_of_ones_own_are_said_to_be_replaced() -> None:
    figures = json.loads(answer(*SMALL, "--rules", "expert,ordeal3=5L else 42:1,size=5x4"))
    assert figures["replaced_components"] == ["ordeal III: 5L else 42, Traitors: 1", "castle: 5 by 4"]


def test_simulate_begins_with_a_position_if_asked() -> None:
    line = json.loads(answer("show", json.loads(answer(*SMALL))["start"] or opening(), "--json"))["line"]
    figures = json.loads(answer(*SMALL, "--from", line))
    assert figures["start"] == line
    assert json.loads(answer("simulate", "castellion", "--games", "2", "--from", "-", "--json", typed=line))["start"] == line


def opening() -> str:
    """A position after a few moves of a game, as a line."""
    printed = answer("watch", "castellion", "--seed", "3", "--policy", "random")
    return printed.splitlines()[-1].removeprefix("final position: ")


def test_watch_tells_a_game_and_its_record_replays_to_the_printed_end(tmp_path: pytest.TempPathFactory) -> None:
    file = f"{tmp_path}/game.jsonl"
    printed = answer("watch", "castellion", "--level", "base", "--seed", "7", "--record", file)
    assert "on the way to ordeal I" in printed
    assert "assumed component: Simulation I: 1T1B1L" in printed
    with open(file, "rb") as content:
        record = read_record(content.read())
    *_, last = replay(record)
    assert record.result is not None
    assert f"{'WON' if record.result.won else 'LOST'} after" in printed
    assert printed.splitlines()[-1] == f"final position: {last}"


def test_show_draws_a_castle_and_lists_what_can_be_done() -> None:
    line = opening()
    position = read_line(line, compiled=False)
    printed = answer("show", line)
    assert "castellion, introductory" in printed
    assert "▲ triangle" in printed
    assert "LOST" in printed  # nobody wins at random
    facts = json.loads(answer("show", line, "--json"))
    assert facts["castles"] == position.castles
    assert facts["formations"] == [dict(zip(("towers", "bastions", "lines"), position.formations(0), strict=True))]
    assert answer("show", line, "--line").strip() == line


@pytest.mark.parametrize(
    ("arguments", "complaints"),
    [
        (("simulate", "castellion", "--level", "bass"), ['--level: unknown "bass" (did you mean "base"?)']),
        (("simulate", "castellion", "--appendix", "visil"), ['--appendix: unknown "visil" (did you mean "vigil"?)']),
        (("simulate", "castellion", "--players", "3"), ["--players: 3 players: Castellion is played by 1 or 2"]),
        (("simulate", "castellion", "--components", "x.toml"), ["--components: is an option of castle-panic"]),
        (("simulate", "castle-panic", "--level", "base"), ["--level: is an option of castellion"]),
        (("simulate", "castellion", "--pantry"), ["--rules.pantry: belongs to the expert level"]),
        (("simulate", "castellion", "--appendix", "vigil", "--rules", "prison"), ["there is one Menace pawn, so one appendix"]),
        (("simulate", "castellion", "--rules", "size=7x6,ordeal1=11T,safe=1"), ["--rules.size: ", "--rules.ordeal1: ", "--rules.safe: "]),
        (("simulate", "castellion", "--from", "cp:players=1/-", "--rules", "base"), ["has its own rules"]),
        (("simulate", "castellion", "--from", "cn:nonsense"), ["castlewise: "]),
        (("show", "cn:"), ["castlewise: "]),
    ],
)  # fmt: skip
def test_a_refused_command_says_everything_that_is_wrong(arguments: tuple[str, ...], complaints: list[str]) -> None:
    done = castlewise(*arguments)
    assert done.returncode == 2
    assert done.stdout == ""
    assert "Traceback" not in done.stderr
    for complaint in complaints:
        assert complaint in done.stderr
