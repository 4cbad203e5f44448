"""The `castlewise` command as a process of its own, its output piped.

Most runs are plain (CASTLEWISE_JIT=0): for a few games that is quicker than loading the compiled rules.
"""

from __future__ import annotations

import atexit
import json
import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

COMMAND = Path(sys.executable).parent / "castlewise"
ENVIRONMENT = {name: value for name, value in os.environ.items() if name not in ("FORCE_COLOR", "NO_COLOR", "COLUMNS")}
ENVIRONMENT |= {"CASTLEWISE_JIT": "0", "TERM": "xterm-256color"}


def castlewise_afresh(*arguments: str | Path, typed: str = "", folder: Path | None = None) -> subprocess.CompletedProcess[str]:
    """Run as the program it is, from its very start."""
    done = subprocess.run([COMMAND, *arguments], env=ENVIRONMENT, input=typed.encode(), cwd=folder, capture_output=True, timeout=180)
    return subprocess.CompletedProcess(arguments, done.returncode, done.stdout.decode(), done.stderr.decode())


def castlewise(*arguments: str | Path, typed: str | bytes = "", folder: Path | None = None) -> subprocess.CompletedProcess[str]:
    """The same without the time that starting takes (see forked_commands.py)."""
    with TemporaryDirectory() as kept:
        files = [Path(kept, name) for name in ("input", "output", "errors")]
        for file in files:
            file.write_bytes(b"")
        files[0].write_bytes(typed.encode() if isinstance(typed, str) else typed)
        code = _started(arguments, folder or Path.cwd(), files)()
        return subprocess.CompletedProcess(arguments, code, files[1].read_bytes().decode(), files[2].read_bytes().decode())


def begun(*arguments: str | Path, terminal: Path, folder: Path | None = None) -> Callable[[], int]:
    """Begin on a terminal that somebody sits at; what is handed back waits for the end and has its exit code."""
    return _started(arguments, folder or Path.cwd(), [terminal] * 3)


def _started(arguments: Sequence[str | Path], folder: Path, files: list[Path]) -> Callable[[], int]:
    ready = _ready_to_fork()
    requests, answers = ready.stdin, ready.stdout
    assert requests is not None
    assert answers is not None
    print(json.dumps([[*map(str, arguments)], str(folder), [*map(str, files)]]), file=requests, flush=True)
    return lambda: int(answers.readline())


@cache
def _ready_to_fork() -> subprocess.Popen[str]:
    program = Path(__file__).with_name("forked_commands.py")
    process = subprocess.Popen([sys.executable, program], env=ENVIRONMENT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    atexit.register(process.communicate)
    return process


def answer(*arguments: str | Path, typed: str = "") -> str:
    """The output of a command that has nothing to complain about."""
    done = castlewise(*arguments, typed=typed)
    assert (done.returncode, done.stderr) == (0, "")
    assert "\x1b" not in done.stdout, "escape codes in a pipe"
    assert "\r" not in done.stdout
    return done.stdout


@cache
def built_app() -> Callable[..., object]:
    """All commands, built: typer builds them and their options out of annotations each time that one is run, which takes longer than running most of them."""
    import typer

    from castlewise.cli.main import app

    return typer.main.get_command(app)
