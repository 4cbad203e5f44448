"""Processes that work for a command, and end with it.

What a newcomer would get wrong: a process that was started does not end because the one that started it is killed. It would work on for hours, for nobody. So
each worker watches the pipe that its parent holds, whatever else it is doing.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context, parent_process
from multiprocessing.connection import wait
from threading import Thread
from typing import Any


def workers(count: int, begin: Callable[..., object] | None = None, *arguments: Any, method: str = "spawn") -> ProcessPoolExecutor:
    """So many of them; each begins with a call. By default a fresh process each: solvers and compiled code do not survive being forked."""
    return ProcessPoolExecutor(count, mp_context=get_context(method), initializer=_begin_work, initargs=(begin, arguments))


def _begin_work(begin: Callable[..., object] | None, arguments: tuple[Any, ...]) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # an interrupt is the main process's to deal with
    Thread(target=_end_with_the_parent, daemon=True).start()
    if begin is not None:
        begin(*arguments)


def _end_with_the_parent() -> None:
    parent = parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(1)
