"""A program that stands ready to be the `castlewise` command, with everything heavy imported: each request is answered by a fork of it.

Starting Python with numpy, the solvers and the command line takes one to two seconds, a fork some milliseconds, and the tests give some 200 commands. A fork
is a process of its own, with its own input, output, folder and exit code, and ends as any program does. Every command is also run once from the very
start of a program (`castlewise_afresh` in command.py).

A request is a line of JSON on standard input (arguments, folder, and the files that the command's standard input, output and errors are), the answer a line
with its exit code.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from contextlib import redirect_stdout
from importlib import import_module
from io import StringIO
from pkgutil import walk_packages

from castlewise.cli import main
from command import built_app

ROOMS = ("models", "solver", "puzzles", "render", "cli")
MOST_SECONDS = 180


def become_a_command() -> bool:
    """Answer requests until there are no more. In a fork it returns True, with everything as a program finds it that was just started."""
    requests, answers = os.fdopen(os.dup(0)), os.fdopen(os.dup(1), "w")
    for line in requests:
        arguments, folder, files = json.loads(line)
        child = os.fork()
        if child == 0:
            signal.alarm(MOST_SECONDS)
            os.close(requests.fileno())
            os.close(answers.fileno())
            for number, (file, how) in enumerate(zip(files, (os.O_RDONLY, os.O_WRONLY, os.O_WRONLY), strict=True)):
                opened = os.open(file, how)
                os.dup2(opened, number)
                os.close(opened)
            os.chdir(folder)
            sys.argv = ["castlewise", *arguments]
            return True
        print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), file=answers, flush=True)
    return False


def import_everything() -> None:
    for room in map(import_module, [f"castlewise.{name}" for name in ROOMS]):
        for module in walk_packages(room.__path__, f"{room.__name__}."):
            import_module(module.name)
    import_module("z3")
    import_module("ortools.sat.python.cp_model")
    with redirect_stdout(StringIO()):  # what typer itself imports only with the first command
        built_app()(["data", "castellion", "--json"], standalone_mode=False)


if __name__ == "__main__":
    import_everything()
    vars(main)["app"] = built_app()
    if become_a_command():
        main.run()
