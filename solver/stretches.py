"""Games divided into stretches and spread over the cores.

Compiled games run on threads (the kernel lets go of the interpreter), plain ones in processes. An interrupt ends it with what was finished.
"""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ThreadPoolExecutor, wait
from itertools import count
from threading import current_thread, main_thread
from typing import Any, Self, TypeVar

from castlewise.models.contract import Game
from castlewise.solver.workers import workers as processes

_CHUNK_SECONDS = 0.2
_LOOK_UP_SECONDS = 0.1
_LARGEST = 20_000  # games of a stretch

T = TypeVar("T")


def play_stretches(
    make_game: Callable[[], Game[Any]],
    make_stretch: Callable[[Game[Any]], Callable[[int, int], T]],
    games: int,
    take: Callable[[int, int, T], None],
    *,
    pilot: int = 1,
    jobs: int | None = None,
) -> bool:
    """Play games 0 to `games` - 1 and `take` each stretch as it comes in: its first game, how many, what came of it. True if it was interrupted.

    `make_stretch` gives what plays so many games from a number on. The first `pilot` games tell how long one takes.
    """
    game = make_game()
    here = make_stretch(game)
    compiled = game.kernel.compiled
    workers = jobs or os.cpu_count() or 1
    pilot = min(games, pilot)
    began = time.perf_counter()
    first_stretch = here(0, pilot)
    pace = (time.perf_counter() - began) / pilot if pilot else 0.0
    chunk = max(1, min(_LARGEST, int(_CHUNK_SECONDS / max(pace, 1e-7)), (games - pilot) // workers + 1))
    with _Interrupts() as interrupts, _executor(compiled, workers, make_game, make_stretch) as pool:
        run: Callable[[int, int], T] = here if compiled else _work
        stretches = _stretches(pilot, games, chunk)
        running: dict[Future[T], tuple[int, int]] = {}
        try:
            take(0, pilot, first_stretch)
            while not interrupts.came:
                while len(running) <= workers and (stretch := next(stretches, None)):
                    running[pool.submit(run, *stretch)] = stretch
                if not running:
                    break
                finished, _ = wait(running, timeout=_LOOK_UP_SECONDS, return_when=FIRST_COMPLETED)
                for future in finished:
                    take(*running.pop(future), future.result())
        except KeyboardInterrupt:  # from `take`, which may want to stop as well
            interrupts.came = True
        for future in running:
            future.cancel()
    return interrupts.came


class _Interrupts:
    """Ctrl-C as a note instead of an exception, which could strike in the middle of starting a worker."""

    came = False

    def __enter__(self) -> Self:
        if current_thread() is main_thread():
            self._before = signal.signal(signal.SIGINT, self._note)
        return self

    def _note(self, number: int, frame: object) -> None:
        self.came = True

    def __exit__(self, *error: object) -> None:
        if current_thread() is main_thread():
            signal.signal(signal.SIGINT, self._before)


_worker: Callable[[int, int], Any] | None = None


def _start_worker(make_game: Callable[[], Game[Any]], make_stretch: Callable[[Game[Any]], Callable[[int, int], T]]) -> None:
    global _worker
    _worker = make_stretch(make_game())


def _work(first: int, games: int) -> Any:
    assert _worker is not None
    return _worker(first, games)


def _stretches(first: int, end: int, chunk: int) -> Iterator[tuple[int, int]]:
    for start in count(first, chunk):
        if start >= end:
            return
        yield start, min(chunk, end - start)


def _executor(
    compiled: bool, count: int, make_game: Callable[[], Game[Any]], make_stretch: Callable[[Game[Any]], Callable[[int, int], T]]
) -> Executor:
    if compiled:
        return ThreadPoolExecutor(count)
    return processes(count, _start_worker, make_game, make_stretch, method="fork" if sys.platform == "linux" else "spawn")
