"""Where compiled rules are kept: a folder for each state of the sources, in it a file for each rule that Python calls.

What a newcomer would get wrong: half a file, or one with a wrong bit, is machine code all the same, and running it ends the process. So a file begins with a
digest of the rest, and one that does not agree, cannot be read or cannot be linked is dropped. Nothing here fails a command: without a cache, on a full disk
or where nothing may be written, rules are compiled each time.
"""

from __future__ import annotations

import hashlib
import os
import pickle
import shutil
import stat
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Any, cast

from castlewise.models.files import written_aside

_KEPT_CACHES = 4
_DIGEST = hashlib.sha256().digest_size
_LONGEST_WAIT = 600.0  # seconds for another process that compiles the same


def cache_root() -> Path | None:
    """The folder of all caches, made; None if there is none that could be used."""
    if folder := os.environ.get("CASTLEWISE_CACHE"):
        return _made(Path(folder))
    import platformdirs

    return _made(Path(platformdirs.user_cache_dir("castlewise"))) or _private(Path(tempfile.gettempdir()) / f"castlewise-{_user()}")


def _made(folder: Path) -> Path | None:
    """A folder; None if it is not there and cannot be made. One that is there may be read, even if nothing can be added to it."""
    with suppress(OSError, RuntimeError, ValueError):
        folder.mkdir(parents=True, exist_ok=True)
    return folder if os.access(folder, os.R_OK | os.X_OK) and (os.access(folder, os.W_OK) or any(folder.iterdir())) else None


def _private(folder: Path) -> Path | None:
    """A folder where others may write, too, made for this user alone. None if somebody else was there first: what lies in a cache is run."""
    try:
        with suppress(FileExistsError):
            folder.mkdir(mode=0o700)
        found = folder.lstat()
    except OSError:
        return None
    private = stat.S_ISDIR(found.st_mode) and not found.st_mode & 0o077
    return folder if private and getattr(found, "st_uid", 0) == _user() else None


def _user() -> int:
    return os.getuid() if hasattr(os, "getuid") else 0


def folder_for(name: str) -> Path | None:
    """The folder for one state of the sources. Every edit makes a new one: a few are kept, for branches one goes back and forth between."""
    root = cache_root()
    if root is None:
        return None
    folder = root / name
    if not folder.exists():
        with suppress(OSError):
            folder.mkdir(parents=True, exist_ok=True)
            _drop_old_caches(folder)
    return folder


def _drop_old_caches(keep: Path) -> None:
    kin = sorted(keep.parent.glob(keep.name.rsplit("-", 1)[0] + "-" + "?" * 16), key=_age, reverse=True)
    for folder in kin[_KEPT_CACHES:]:
        if folder != keep:
            shutil.rmtree(folder, ignore_errors=True)


def _age(folder: Path) -> float:
    try:
        return folder.stat().st_mtime
    except OSError:  # another process drops old ones, too
        return 0.0


class Entry:
    """One compiled rule in the cache."""

    def __init__(self, folder: Path | None, name: str) -> None:
        self.file = None if folder is None else folder / f"{name}-{_machine()}.rule"

    def load(self, dispatcher: Any) -> bool:
        """Give a dispatcher its compiled rule; False if the cache has none, or none that is whole."""
        if self.file is None:
            return False
        try:
            content = self.file.read_bytes()
        except OSError:
            return False
        try:
            if hashlib.sha256(content[_DIGEST:]).digest() != content[:_DIGEST]:
                raise ValueError("damaged")
            _adopt(dispatcher, pickle.loads(content[_DIGEST:]))
        except Exception:  # whatever is wrong with it: it can be made again
            with suppress(OSError):
                self.file.unlink()
            return False
        return True

    def store(self, dispatcher: Any) -> None:
        """Keep what a dispatcher has compiled, if there is room."""
        if self.file is None:
            return
        from numba.core import serialize

        (compiled,) = dispatcher.overloads.values()
        content: bytes = cast(Any, serialize).dumps(compiled._reduce())
        try:
            with written_aside(self.file) as file:
                file.write(hashlib.sha256(content).digest())
                file.write(content)
        except OSError as error:
            _say_once(
                f"castlewise: the compiled rules cannot be kept in {self.file.parent} ({error.strerror}): they will be compiled again"
            )

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Within this no other process compiles the same rule: it waits, and loads it then."""
        if self.file is None:
            yield
            return
        from filelock import FileLock, Timeout

        lock = FileLock(self.file.with_suffix(".lock"))
        try:
            try:
                lock.acquire(timeout=0)
            except Timeout:
                _say_once("castlewise: another castlewise compiles the same rules; waiting for it ...")
                lock.acquire(timeout=_LONGEST_WAIT)
        except (OSError, Timeout, NotImplementedError):  # a folder that cannot be written, or one without locks: at worst both compile
            pass
        try:
            yield
        finally:
            lock.release()


def _adopt(dispatcher: Any, reduced: Any) -> None:
    """What numba does with what it finds in a cache of its own."""
    from numba.core.compiler import CompileResult

    context = dispatcher.targetctx
    context.refresh()
    compiled = cast(Any, CompileResult)._rebuild(context, *reduced)
    if compiled.signature != dispatcher.castlewise_signature:
        raise ValueError("another rule")
    context.insert_user_function(compiled.entry_point, compiled.fndesc, [compiled.library])
    dispatcher.add_overload(compiled)


@cache
def _machine() -> str:
    """Short for the processor that is compiled for: several may share a cache."""
    from numba.core.registry import cpu_target

    return hashlib.sha256(repr(cpu_target.target_context.codegen().magic_tuple()).encode()).hexdigest()[:8]


@cache
def _say_once(words: str) -> None:
    print(words, file=sys.stderr, flush=True)
