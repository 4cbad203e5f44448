"""Where compiled rules are kept: a folder for each state of the sources, in it a file for each whole of machine code.

numba's own cache watches one file a function: it does not notice edits in other modules, nor changed compiler flags. Here the folder is named after the
content of every module that the rules are made of, found by following what they import, and after versions, flags, layouts and what is bound, so that a stale
rule cannot be served, and an edit elsewhere compiles nothing.

What a newcomer would get wrong: half a file, or one with a wrong bit, is machine code all the same, and running it ends the process. So a file begins with a
digest of the rest, and one that does not agree, cannot be read or cannot be linked is dropped. Nothing here fails a command: without a cache, on a full disk
or where nothing may be written, rules are compiled each time.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import stat
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import TypeVar

from castlewise.models.files import written_aside

T = TypeVar("T")

_KEPT = 4  # folders of a kernel, for branches one goes back and forth between
_DIGEST = hashlib.sha256().digest_size
_LONGEST_WAIT = 600.0  # seconds for another process that compiles the same
_IMPORTED = re.compile(rb"^from\s+([\w.]+)\s+import\s+(\([^)]*\)|[^\n]*)|^import\s+([\w.]+)", re.MULTILINE)  # indented ones concern no rule


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
    """The folder for one state of the sources. Every edit makes a new one; older ones of the same kernel are dropped."""
    root = cache_root()
    if root is None:
        return None
    folder = root / name
    if not folder.exists():
        with suppress(OSError):
            folder.mkdir(parents=True, exist_ok=True)
            _drop_old(folder)
    return folder


def _drop_old(keep: Path) -> None:
    kin = sorted(keep.parent.glob(keep.name.rsplit("-", 1)[0] + "-" + "?" * 16), key=_age, reverse=True)
    for folder in kin[_KEPT:]:
        if folder != keep:
            shutil.rmtree(folder, ignore_errors=True)


def _age(folder: Path) -> float:
    try:
        return folder.stat().st_mtime
    except OSError:  # another process drops old ones, too
        return 0.0


class Kept:
    """One whole of machine code in the cache."""

    def __init__(self, folder: Path | None, name: str) -> None:
        self.file = None if folder is None else folder / f"{name}.whole"

    @property
    def is_there(self) -> bool:
        return self.file is not None and self.file.exists()

    def read(self, reader: Callable[[bytes], T]) -> T | None:
        """What a reader makes of it; None if the cache has none, or none that is whole."""
        if self.file is None:
            return None
        try:
            content = self.file.read_bytes()
        except OSError:
            return None
        try:
            if hashlib.sha256(content[_DIGEST:]).digest() != content[:_DIGEST]:
                raise ValueError("damaged")
            return reader(content[_DIGEST:])
        except Exception:  # whatever is wrong with it: it can be made again
            with suppress(OSError):
                self.file.unlink()
            return None

    def store(self, content: bytes) -> None:
        """Keep it, if there is room."""
        if self.file is None:
            return
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
        """Within this no other process compiles the same rules: it waits, and loads them then."""
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


@cache
def _say_once(words: str) -> None:
    print(words, file=sys.stderr, flush=True)


def content_of(modules: Iterable[str], folders: tuple[Path, ...]) -> bytes:
    """A digest of the files of these modules and of all that they import, as far as they lie in these folders."""
    digest = hashlib.sha256()
    for name, file in sorted(made_of(modules, folders).items()):
        digest.update(name.encode())
        digest.update(_content(file))
    return digest.digest()


def made_of(modules: Iterable[str], folders: tuple[Path, ...]) -> dict[str, Path]:
    """These modules and all that they import, as far as they lie in these folders."""
    found: dict[str, Path] = {}
    waiting = list(modules)
    while waiting:
        name = waiting.pop()
        file = _source(name, folders)
        if file is not None and name not in found:
            found[name] = file
            waiting += imported_by(name)
    return found


@cache
def _source(name: str, folders: tuple[Path, ...]) -> Path | None:
    file = getattr(sys.modules.get(name), "__file__", None)
    return Path(file) if file is not None and any(Path(file).is_relative_to(folder) for folder in folders) else None


@cache
def _content(file: Path) -> bytes:
    return file.read_bytes()


@cache
def imported_by(name: str) -> frozenset[str]:
    """The modules that a module imports when it is imported itself, modules of a package by their own names."""
    found: set[str] = set()
    for package, names, module in _IMPORTED.findall(_content(Path(str(sys.modules[name].__file__)))):
        origin = (package or module).decode()
        parts = re.findall(r"\w+", names.decode())
        found |= {origin, *(f"{origin}.{part}" for part in parts if f"{origin}.{part}" in sys.modules)}
    return frozenset(found & sys.modules.keys())
