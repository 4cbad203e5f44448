"""The `castlewise` command run as a program, its output piped.

Most runs are plain (CASTLEWISE_JIT=0): for a few games that is quicker than loading the compiled rules.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

COMMAND = Path(sys.executable).parent / "castlewise"
ENVIRONMENT = {name: value for name, value in os.environ.items() if name not in ("FORCE_COLOR", "NO_COLOR", "COLUMNS")}
ENVIRONMENT |= {"CASTLEWISE_JIT": "0", "TERM": "xterm-256color"}


def castlewise(*arguments: str | Path, typed: str | bytes = "", folder: Path | None = None) -> subprocess.CompletedProcess[str]:
    content = typed.encode() if isinstance(typed, str) else typed
    done = subprocess.run([COMMAND, *arguments], env=ENVIRONMENT, input=content, cwd=folder, capture_output=True, timeout=180)
    return subprocess.CompletedProcess(arguments, done.returncode, done.stdout.decode(), done.stderr.decode())


def answer(*arguments: str | Path, typed: str = "") -> str:
    """The output of a command that has nothing to complain about."""
    done = castlewise(*arguments, typed=typed)
    assert (done.returncode, done.stderr) == (0, "")
    assert "\x1b" not in done.stdout, "escape codes in a pipe"
    assert "\r" not in done.stdout
    return done.stdout
