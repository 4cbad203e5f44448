"""The session at the table, driven as a person would: mistakes, taking back, a killed process, a record that goes on."""

from __future__ import annotations

import json
import os
import pty
import signal
import subprocess
import time
from pathlib import Path

import pytest

from castlewise.cli.positions import read_position
from castlewise.models.game_record import read_record, replay
from command import COMMAND, ENVIRONMENT, castlewise

OPENING = "cp:players=1,solitaire/WWWWWW/a4o2.k6t2.s1g1/p1.play/rs.bk.2br.db.ga/ra.gk.as/-"


def session(record: Path, *typed: str, game: str = "castle-panic", options: tuple[str, ...] = ()) -> list[str]:
    """What a session without advice says to these lines."""
    start = () if record.exists() else ("--from", OPENING, "--record", str(record)) if game == "castle-panic" else ("--record", str(record))
    done = castlewise(
        "play", str(record) if record.exists() else game, "--no-advice", *start, *options, typed="".join(f"{line}\n" for line in typed)
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "\x1b" not in done.stdout
    return done.stdout.splitlines()


def moves_of(record: Path) -> list[str]:
    return [move.move for move in read_record(record.read_bytes()).moves]


def test_what_chance_did_and_what_was_played_is_typed_as_one_says_it(tmp_path: Path) -> None:
    record = tmp_path / "game.jsonl"
    said = session(record, "rs@s1g", "plays no more cards", "drew a Troll and rolled 4, giant boulder 2")
    assert moves_of(record) == ["rs@s1g1", "end", "token.t", "roll.4", "token.gb", "roll.2"]
    assert "  player 1: Red Swordsman hits the Goblin in swordsman 1" in said
    assert "  rolls a 4 for the Troll" in said
    assert list(replay(read_record(record.read_bytes())))[-1] == read_position(str(record), None)


def test_what_is_not_understood_changes_nothing_and_says_what_would_be(tmp_path: Path) -> None:
    record = tmp_path / "game.jsonl"
    said = session(
        record,
        "rs@s1g1, end, trol 4",
        "fly",
        "",
        "undo",
        "undo 3",
        "roll",
        "suggest soon",
        "svg",
        "\x1b[31m[bold]",
        "9" * 5000,
        "end",
        "trol 4",
        "troll 7",
    )
    assert moves_of(record) == ["end"]
    told = "\n".join(said)
    for reason in (
        '"fly" is not a move here',
        "nothing has been played yet",
        "there is nothing to draw or roll here",
        "expected a time such as 1s or 500ms",
        "expected the name of one file",
        '"trol 4" is not a move here (did you mean "troll"?)',
        '"7": a die shows 1 to 6, not 7',
    ):
        assert reason in told


def test_undo_takes_back_a_line_or_so_many_moves(tmp_path: Path) -> None:
    record = tmp_path / "game.jsonl"
    session(record, "rs@s1g1, ga@a4o2", "end", "troll 4", "undo", "orc 3", "undo", "undo", "undo 1")
    assert moves_of(record) == ["rs@s1g1"]
    assert [json.loads(line) for line in record.read_text().splitlines()[-2:]] == [{"undo": 1}, {"undo": 1}]


def test_a_session_goes_on_where_it_was_and_a_line_cut_off_never_counted(tmp_path: Path) -> None:
    record = tmp_path / "game.jsonl"
    session(record, "rs@s1g1", "end", "troll 4")
    whole = record.read_bytes()
    record.write_bytes(whole + b'{"n": 5, "who": "cha')
    said = session(record, "orc 3", "line")
    assert f"kept in {record}, 4 moves so far; ? for help" in said
    assert record.read_bytes().startswith(whole)
    assert moves_of(record)[-2:] == ["token.o", "roll.3"]
    assert str(read_position(str(record), None)) in said


def test_own_dice_play_on_to_the_next_decision_and_the_same_after_a_crash(tmp_path: Path) -> None:
    at_once, in_parts = tmp_path / "a.jsonl", tmp_path / "b.jsonl"
    session(at_once, "end", "keep", "end", options=("--dice", "--seed", "3"))
    for line in ("end", "keep", "end"):
        session(in_parts, line, options=("--dice", "--seed", "3"))
    assert moves_of(at_once) == moves_of(in_parts)
    assert len(moves_of(at_once)) > 8
    position = read_position(str(at_once), None)
    assert not position.is_chance


def test_castellion_is_played_by_the_same_session(tmp_path: Path) -> None:
    record = tmp_path / "castle.jsonl"
    said = session(record, "3T2B", "draw.safe", "seer triangle", "place@1", "draw.safe", "ps", "place@2", game="castellion")
    assert moves_of(record)[-6:] == ["draw.safe", "tile.st", "place@1", "draw.safe", "tile.ps", "place@2"]
    assert any("S▲  P■" in line for line in said)


def test_a_finished_game_says_so_and_can_still_be_taken_back(tmp_path: Path) -> None:
    record = tmp_path / "game.jsonl"
    lost = "cp:players=1,solitaire/T-----/s1t3/p1.play/ra/-/-"
    said = castlewise("play", "castle-panic", "--no-advice", "--from", lost, "--record", record, typed="end\nend\nundo\n").stdout
    assert "LOST: the last Tower was destroyed" in said
    assert '"end" is not possible here: the game is over; undo takes back' in said
    assert moves_of(record) == []
    assert read_record(record.read_bytes()).result is None


def test_suggestions_are_taken_by_their_number(tmp_path: Path) -> None:
    record = tmp_path / "game.jsonl"
    won = "cp:players=1,solitaire/T-----/s1g1/p1.play/rs/-/6g.11o.10t.gk.ow.tm.he.4gb.2mr.2mg.2mb.cw.cc.pa.pk.ps.ad.d3.d4"
    won = won.replace("/6g", "/5g")
    done = castlewise("play", "castle-panic", "--from", won, "--record", record, "--time", "50ms", typed="7\n1\n")
    assert (done.returncode, done.stderr) == (0, "")
    assert "1  wins 100.0 % exact" in done.stdout
    assert "suggestion: 7: there" in done.stdout
    assert "WON: every Monster is slain and a Tower stands" in done.stdout


def test_the_castle_that_a_suggestion_aims_at_is_shown_when_asked_for_and_a_remark_made_once(tmp_path: Path) -> None:
    example = "examples/castellion_first_exam.toml"
    done = castlewise(
        "play", "castellion", "--from", example, "--record", tmp_path / "castle.jsonl", "--time", "50ms", typed="aim\nsuggest\n1\n"
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.count("the castle to aim at") == 1
    assert "+" in done.stdout.partition("the castle to aim at")[2]
    assert done.stdout.count("decides:") == 3
    assert done.stdout.count("not calibrated") == 1
    assert "no suggestion here that aims at a castle" in "\n".join(session(tmp_path / "other.jsonl", "aim"))


@pytest.fixture(scope="module")
def records(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """A game, and one with a move that is none."""
    folder = tmp_path_factory.mktemp("records")
    record, broken = folder / "game.jsonl", folder / "broken.jsonl"
    session(record, "end")
    broken.write_text(record.read_text().replace('"end"', '"fly"'))
    return {"record": record, "broken": broken}


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("chess",), "chess: is neither castle-panic nor castellion nor the record of a game"),
        (("{record}", "--players", "2"), "--players: the recorded game has its own rules"),
        (("{record}", "--record", "x.jsonl"), "--record: the game goes on in"),
        (("castle-panic", "--record", "{record}"), "is there already"),
        (("castle-panic", "--record", "/no/such/folder/x.jsonl"), "cannot be written"),
        (("castle-panic", "--time", "soon"), "--time"),
    ],
)
def test_a_session_that_cannot_be_is_refused(records: dict[str, Path], arguments: tuple[str, ...], reason: str) -> None:
    done = castlewise("play", *(argument.format(**records) for argument in arguments))
    assert done.returncode == 2
    assert reason in done.stderr
    assert "Traceback" not in done.stderr


def test_two_windows_cannot_play_one_record_and_a_killed_one_loses_only_the_line_being_typed(tmp_path: Path) -> None:
    """On a terminal of its own, so that prompts and line editing are those of a person."""
    record = tmp_path / "game.jsonl"
    session(record, "rs@s1g1")
    master, slave = pty.openpty()
    playing = subprocess.Popen(
        [COMMAND, "play", record, "--no-advice"], env=ENVIRONMENT, stdin=slave, stdout=slave, stderr=slave, start_new_session=True
    )
    os.close(slave)
    screen = b""
    try:
        os.write(master, b"gibberish\nend\ntroll 4\n")
        began = time.monotonic()
        while b"rolls a 4" not in screen and time.monotonic() - began < 50:
            screen += os.read(master, 4096)
        assert b"is not a move here" in screen
        assert b"is being played in another window" in castlewise("play", record).stderr.encode()
        os.write(master, b"orc ")  # not finished
        os.kill(playing.pid, signal.SIGKILL)
        playing.wait(10)
    finally:
        playing.kill()
        os.close(master)
    assert moves_of(record) == ["rs@s1g1", "end", "token.t", "roll.4"]
    session(record, "orc 3")
    assert moves_of(record)[-2:] == ["token.o", "roll.3"]


def test_an_undo_with_zeros_in_front_cannot_take_back_more_than_there_is(tmp_path: Path) -> None:
    record = tmp_path / "game.jsonl"
    said = session(record, "rs@s1g1", "undo 0000000019", "undo " + "9" * 5000, "undo 01")
    assert "1 move taken back" in said
    assert moves_of(record) == []
    session(record, "rs@s1g1")
    assert moves_of(record) == ["rs@s1g1"]


def test_a_record_with_a_bad_line_goes_on_from_the_last_good_one_and_nothing_is_lost(records: dict[str, Path]) -> None:
    broken = records["broken"]
    before = broken.read_bytes()
    done = castlewise("play", str(broken), "--no-advice", typed="line\n")
    assert done.returncode == 0
    assert "broken.jsonl: line 2" in done.stderr
    assert "used as far as line 1, after 0 moves" in done.stderr
    assert broken.with_name("broken.jsonl.unread-1").read_bytes() == before
    assert castlewise("show", str(broken)).stderr == ""


def test_a_record_that_is_being_played_is_not_opened_twice(tmp_path: Path) -> None:
    record = tmp_path / "game.jsonl"
    session(record, "rs@s1g1")
    first = subprocess.Popen([COMMAND, "play", str(record), "--no-advice"], env=ENVIRONMENT, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert first.stdout is not None
    assert first.stdout.readline()
    assert first.stdout.readline()
    second = castlewise("play", str(record), "--no-advice")
    assert (second.returncode, "is being played in another window" in second.stderr) == (2, True)
    first.communicate()
    assert [file.name for file in tmp_path.iterdir()] == ["game.jsonl"]


def test_starting_monsters_are_typed_in_any_order_and_undo_forgets_those_kept_in_mind(tmp_path: Path) -> None:
    record = tmp_path / "game.jsonl"
    lines = ("troll 1", "undo", "troll 6, goblins 1 2", "3 goblins 4", "orcs 4,5, goblin 3", "line")
    done = castlewise("play", "castle-panic", "--players", "2", "--no-advice", "--record", record, typed="\n".join(lines) + "\n")
    assert moves_of(record)[-6:] == ["place.g@1", "place.g@2", "place.g@3", "place.o@4", "place.o@5", "place.t@6"]
    assert "Troll in 6: kept in mind; arcs 3, 4, 5 to come" in done.stdout
    assert '3 Goblins, but 1 arc: one tells it like "2 orcs 4 5"' in done.stdout
    assert "the starting Monsters, in any order: 3 Goblins, 2 Orcs, 1 Troll" in done.stdout


def test_what_happened_is_told_after_each_phase_and_token(tmp_path: Path) -> None:
    said = session(tmp_path / "game.jsonl", "rs hits the goblin", "done", "troll mage 4", "plague archers", "line")
    told = [line.strip() for line in said if line.startswith("      ") and line.strip()]
    assert told[:3] == [
        "the Goblin in swordsman 1 is slain",
        "moved: Orc archer 4 to knight, Troll knight 6 to swordsman",
        "a Troll Mage appears in forest 4",
    ]
    assert told[3] == "moved: Troll Mage forest 4 to archer, Orc knight 4 to swordsman"
    assert told[4] == "the Troll attacks the Wall of arc 6"
    assert "player 1 discards Green Archer" in told


def test_what_is_tried_is_not_kept_and_back_returns(tmp_path: Path) -> None:
    record = tmp_path / "game.jsonl"
    lines = ("back", "try rs on the goblin, end", "troll 4", "undo", "giant boulder 4", "back", "rs@s1g1", "line")
    said = session(record, *lines)
    assert moves_of(record) == ["rs@s1g1"]
    assert "back: nothing is being tried; undo takes back what was played" in said
    assert "this is only tried, and not kept; back returns to the game" in said
    assert "      the Orc in knight 4 is destroyed" in said
    assert "back in the game" in said
    assert str(read_position(str(record), None)) in said


def test_a_line_of_rolls_rolls_so_often_and_stops_where_there_is_nothing_to_roll(tmp_path: Path) -> None:
    record = tmp_path / "game.jsonl"
    said = session(record, "end, roll, roll, roll, roll, roll, roll, roll, roll, roll, roll", "roll, roll, roll")
    assert moves_of(record) == []
    assert said.count("roll: there is nothing to draw or roll here: player 1 decides") == 2
    said = session(record, "end", "roll, roll", "orc 2")
    assert len(moves_of(record)) >= 3


def test_a_move_of_ones_own_is_judged_beside_the_best_and_the_board_after_a_suggestion_shown(tmp_path: Path) -> None:
    record = tmp_path / "game.jsonl"
    won = "cp:players=1,solitaire/T-----/s1g1/p1.play/rs.bk/-/5g.11o.10t.gk.ow.tm.he.4gb.2mr.2mg.2mb.cw.cc.pa.pk.ps.ad.d3.d4"
    lines = [
        "what if",
        "what if fly",
        "show after 1",
        "suggest",
        "what if end",
        "what-if red swordsman on the goblin",
        "show after 2",
        "show after 9",
        "show",
    ]
    done = castlewise(
        "play", "castle-panic", "--no-advice", "--from", won, "--record", record, "--time", "50ms", typed="\n".join(lines) + "\n"
    )
    assert (done.returncode, done.stderr) == (0, "")
    for told in (
        "what if: what then?",
        '"fly" is not a move here',
        "suggestion: there is none here; suggest makes some",
        "your move wins 0.0 % exact, exactly 100.0 points behind the best",
        "the best wins 100.0 % exact",
        "your move wins 100.0 % exact: nothing that was compared is better",
        "after suggestion 2:",
        "suggestion: 9: there are 2",
    ):
        assert told in done.stdout, told
    assert moves_of(record) == []


def test_a_very_long_line_is_refused_at_once(tmp_path: Path) -> None:
    said = session(tmp_path / "game.jsonl", "red archer " * 10_000, "undo " + "9" * 4000, "try " + "x" * 100_000)
    assert sum("too long" in line for line in said) == 2
