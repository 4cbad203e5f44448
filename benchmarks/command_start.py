"""How long commands take from the shell, everything compiled: by the clock, and in CPU time, which a busy machine does not lengthen.

python benchmarks/command_start.py [--json]
"""

from __future__ import annotations

import resource
import subprocess
import time
from pathlib import Path

from measuring import COMMAND, report

from castlewise.solver.spread import spread

EXAMPLES = Path(__file__).parent.parent / "examples"
COMMANDS = {
    "castlewise --help": ["--help"],
    "castlewise show, a TOML file": ["show", str(EXAMPLES / "last_stand.toml")],
    "castlewise suggest, an opening": ["suggest", str(EXAMPLES / "four_player_opening.toml")],
}
TIMES = 9


def cpu_of_children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def main() -> None:
    clock, work = {}, {}
    for name, arguments in COMMANDS.items():
        subprocess.run([COMMAND, *arguments], capture_output=True, check=True)  # compiled, and in the disk's cache
        waited, worked = [], []
        for _ in range(TIMES):
            began, busy = time.perf_counter(), cpu_of_children()
            subprocess.run([COMMAND, *arguments], capture_output=True, check=True)
            waited.append(time.perf_counter() - began)
            worked.append(cpu_of_children() - busy)
        clock[name], work[name] = spread(waited, worst=max), spread(worked, worst=max)
    report({"seconds": clock, "seconds of CPU": work}, {"times": TIMES})


if __name__ == "__main__":
    main()
