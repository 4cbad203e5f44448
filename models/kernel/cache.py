"""Where machine code is kept from one run to the next.

numba's own cache watches one file a function: it does not notice edits in other modules, nor changed compiler flags. Ours is a folder named after the content
of every rule module, the versions, the flags, the layouts and what is bound, so that a stale rule cannot be served.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import tempfile
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import TypeVar

T = TypeVar("T")

# Every edit makes a new folder: a few are kept, for branches one goes back and forth between.
_KEPT = 4


def cache_root() -> Path:
    if folder := os.environ.get("CASTLEWISE_CACHE"):
        return Path(folder)
    base = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    try:
        base.mkdir(parents=True, exist_ok=True)
        if os.access(base, os.W_OK):
            return base / "castlewise"
    except (OSError, RuntimeError):
        pass
    return Path(tempfile.gettempdir()) / "castlewise"


def folder_for(name: str, fingerprint: bytes) -> Path:
    """The folder of a kernel with this name and this content; older ones of the same name are dropped."""
    folder = cache_root() / f"{name.replace(' ', '-').lower()}-{hashlib.sha256(fingerprint).hexdigest()[:16]}"
    if not folder.exists():
        folder.mkdir(parents=True, exist_ok=True)
        _drop_old(folder)
    return folder


def _drop_old(keep: Path) -> None:
    kin = sorted(keep.parent.glob(keep.name.rsplit("-", 1)[0] + "-" + "?" * 16), key=lambda folder: folder.stat().st_mtime, reverse=True)
    for folder in kin[_KEPT:]:
        if folder != keep:
            shutil.rmtree(folder, ignore_errors=True)


def read(file: Path, reader: Callable[[bytes], T]) -> T | None:
    """What a file of the cache holds, or None if there is none. One that cannot be read is dropped."""
    try:
        return reader(file.read_bytes())
    except FileNotFoundError:
        return None
    except Exception:  # a torn or damaged file may fail in any way, and machine code can always be made again
        file.unlink(missing_ok=True)
        return None


def write(file: Path, content: bytes) -> None:
    """Aside first, so that nobody ever reads half of it."""
    aside = file.with_suffix(f".{os.getpid()}")
    aside.write_bytes(content)
    aside.replace(file)


@lru_cache
def content_of(folder: Path) -> bytes:
    """A digest of every Python file of a folder, so that none that a rule may depend on can be forgotten."""
    digest = hashlib.sha256()
    for file in sorted(folder.rglob("*.py")):
        digest.update(str(file.relative_to(folder)).encode())
        digest.update(file.read_bytes())
    return digest.digest()
