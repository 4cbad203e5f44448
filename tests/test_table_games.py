"""Ten games at the table, from the setup to the end, typed on a terminal as people say them (table_talk.py): what they mean is understood the first time."""

from __future__ import annotations

import fcntl
import json
import os
import pty
import re
import select
import struct
import termios
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from table_talk import GAMES, SCRIPTS, can_be_played, script

from castlewise.models.game_record import read_record
from command import begun

UNDERSTOOD = 0.95  # of the lines
_PROMPT = re.compile(r"(?:team|chance|overlord|over|player \d)(?:, trying)?> $")
_ESCAPES = re.compile(r"\x1b\[[0-9;?]*[a-zA-Z]")
_MOST_SECONDS = 60


class Terminal:
    """A terminal at which `castlewise play` runs."""

    def __init__(self, master: int) -> None:
        self.master = master

    def type(self, line: str) -> str:
        """Type a line and wait for the next prompt; what stands on the screen behind what was typed."""
        os.write(self.master, f"{line}\n".encode())
        return self.read(after_echo=True)

    def read(self, *, after_echo: bool = False) -> str:
        screen, until = "", time.monotonic() + _MOST_SECONDS
        while time.monotonic() < until:
            if select.select([self.master], [], [], 1)[0]:
                screen += os.read(self.master, 65536).decode(errors="replace")
                shown = _ESCAPES.sub("", screen).replace("\r", "")
                if _PROMPT.search(shown) and (not after_echo or "\n" in shown):
                    return shown
        raise AssertionError(f"no prompt came: {screen[-500:]!r}")


@contextmanager
def sat_down(*arguments: str | Path) -> Iterator[Terminal]:
    """The session on a terminal of its own, so that prompts and line editing are those of a person."""
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 50, 240, 0, 0))
    finished = begun(*arguments, terminal=Path(os.ttyname(slave)))
    try:
        terminal = Terminal(master)
        terminal.read()
        yield terminal
        os.write(master, b"quit\n")
        assert finished() == 0
    finally:
        os.close(slave)
        os.close(master)


class Moves:
    """The moves of a record that grows, read line by line as they come."""

    def __init__(self, record: Path) -> None:
        self.record, self.read = record, 0
        self.made: list[str] = []

    def so_far(self) -> list[str]:
        with self.record.open() as file:
            file.seek(self.read)
            while line := file.readline():
                entry = json.loads(line)
                if "undo" in entry:
                    del self.made[-entry["undo"] :]
                elif "move" in entry:
                    self.made.append(entry["move"])
            self.read = file.tell()
        return self.made


@pytest.mark.parametrize("name", GAMES)
def test_a_game_is_played_from_the_setup_to_the_end_in_the_words_of_people(name: str, tmp_path: Path) -> None:
    assert can_be_played(name), "the rules have changed: python tests/regenerate.py"
    record = tmp_path / "game.jsonl"
    misunderstood: list[str] = []
    with sat_down("play", *GAMES[name], "--no-advice", "--record", record) as terminal:
        kept, meant = Moves(record), list[str]()
        lines = script(name)
        for number, (typed, moves) in enumerate(lines):
            told = moves or next(later for _, later in lines[number:] if later)  # of starting Monsters in any order
            said = terminal.type(typed)
            made = kept.so_far()
            if made == meant + moves or (not moves and made == (meant + told)[: len(made)]):
                meant += moves
                continue
            misunderstood.append(f"{typed!r} was read as {made[len(meant) :]}, not {moves}: {said[-300:]}")
            if len(made) > len(meant):
                terminal.type(f"undo {len(made) - len(meant)}")
            meant += moves
            terminal.type(", ".join(moves))
        assert kept.so_far() == meant
    assert read_record(record.read_bytes()).result is not None
    assert len(misunderstood) <= (1 - UNDERSTOOD) * len(lines), "\n".join(misunderstood)


def test_ten_games_cover_both_games_and_the_wizards_tower() -> None:
    assert {path.stem for path in SCRIPTS.glob("*.txt")} == set(GAMES)
    assert len(GAMES) == 10
    told = {arguments[0] for arguments in GAMES.values()}
    assert told == {"castle-panic", "castellion"}
    assert sum("wizards-tower" in " ".join(arguments) for arguments in GAMES.values()) == 3
    assert sum(len(script(name)) for name in GAMES) > 1500
