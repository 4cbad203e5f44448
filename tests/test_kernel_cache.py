"""The cache of compiled rules: nothing that is wrong with it may fail a command, and nothing in it is believed unseen."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from castlewise.models.kernel import Kernel, cache_root, rule
from castlewise.models.kernel import cache as kernel_cache

pytestmark = pytest.mark.compiled


@rule
def seven_times(x: int) -> int:
    return 7 * x


@rule
def seven_times_and_one(x: int) -> int:
    return seven_times(x) + 1


def compiled_anew(name: str = "cached") -> int:
    """What a kernel says that has not been asked yet in this process."""
    kernel = Kernel(name, {}, compiled=True, sources=Path(__file__).parent / "referee")
    return kernel(seven_times_and_one)(6)


def entries(folder: Path) -> list[Path]:
    return sorted(folder.rglob("*.whole"))


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("CASTLEWISE_CACHE", str(tmp_path / "cache"))
    kernel_cache._say_once.cache_clear()
    return tmp_path / "cache"


def test_what_was_compiled_is_loaded_and_not_compiled_again(cache: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert compiled_anew() == 43
    assert "compiling cached" in capsys.readouterr().err
    assert len(entries(cache)) == 1
    assert compiled_anew() == 43
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("damage", ["empty", "half", "a bit", "text", "another digest", "a folder"])
def test_a_damaged_entry_is_dropped_and_compiled_anew(cache: Path, damage: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert compiled_anew() == 43
    (entry,) = entries(cache)
    whole = entry.read_bytes()
    bit = bytearray(whole)
    bit[len(bit) // 2] ^= 1
    if damage == "a folder":
        entry.unlink()
        entry.mkdir()
    else:
        contents = {"empty": b"", "half": whole[: len(whole) // 2], "a bit": bytes(bit), "text": b"{}\n" * 100}
        entry.write_bytes(contents.get(damage, b"\0" * 32 + whole[32:]))
    capsys.readouterr()
    assert compiled_anew() == 43
    assert "compiling cached" in capsys.readouterr().err
    if damage != "a folder":
        assert hashlib_agrees(entry)


def hashlib_agrees(entry: Path) -> bool:
    import hashlib

    content = entry.read_bytes()
    return hashlib.sha256(content[32:]).digest() == content[:32]


def test_an_entry_of_another_rule_is_not_taken_for_this_one(cache: Path) -> None:
    """Its digest is right, but it has another signature."""

    @rule
    def of_two(x: int, y: int) -> int:
        return x + y

    kernel = Kernel("cached", {}, compiled=True, sources=Path(__file__).parent / "referee")
    kernel(of_two)(1, 2)
    (other,) = entries(cache)
    content = other.read_bytes()
    assert compiled_anew() == 43
    (mine,) = (entry for entry in entries(cache) if entry != other)
    mine.write_bytes(content)
    assert compiled_anew() == 43


def test_a_full_cache_compiles_without_storing(cache: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def full(number: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    assert compiled_anew() == 43
    assert "cannot be kept" in capsys.readouterr().err
    assert not entries(cache)
    assert not list(cache.rglob("*.part"))


READ_ONLY = """
import os, sys
sys.path.insert(0, {tests!r})
os.environ["CASTLEWISE_CACHE"] = {elsewhere!r}
from test_kernel_cache import compiled_anew
assert compiled_anew("warming up") == 43  # everything is imported now
if os.getuid() == 0:  # who may write anywhere
    os.setgroups([]); os.setgid(65534); os.setuid(65534)
os.environ["CASTLEWISE_CACHE"] = {cache!r}
print(compiled_anew())
"""


def _readable_by_others(folder: Path) -> bool:
    return all(parent.stat().st_mode & 0o005 == 0o005 for parent in [folder, *folder.parents])


def test_a_read_only_cache_serves_what_it_has_and_compiles_the_rest(cache: Path) -> None:
    cache.mkdir()
    script = READ_ONLY.format(tests=str(Path(__file__).parent), cache=str(cache), elsewhere=str(cache.parent / "elsewhere"))
    if os.getuid() == 0 and not _readable_by_others(cache):
        for parent in [cache, *cache.parents][:-2]:
            parent.chmod(parent.stat().st_mode | 0o005)
    os.chmod(cache, 0o555)

    def said() -> str:
        run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
        assert (run.returncode, run.stdout) == (0, "43\n"), run.stderr
        return run.stderr.replace("compiling warming up", "")

    try:
        assert "compiling cached" in said()
        os.chmod(cache, 0o755)
        compiled_anew()
        for folder in [cache, *cache.iterdir()]:
            os.chmod(folder, 0o555)
        assert "compiling" not in said()
    finally:
        for folder in [cache, *(path for path in cache.rglob("*") if path.is_dir())]:
            os.chmod(folder, 0o755)


# Where it is


@pytest.fixture
def nowhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home that is no folder, and a temporary folder."""
    home = tmp_path / "home"
    home.write_text("")
    monkeypatch.delenv("CASTLEWISE_CACHE", raising=False)
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("XDG_CACHE_HOME", str(home / "cache"))
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    return tmp_path / f"castlewise-{os.getuid()}"


def test_without_a_home_the_cache_is_a_private_folder_of_this_user(nowhere: Path) -> None:
    assert cache_root() == nowhere
    assert stat.S_IMODE(nowhere.stat().st_mode) == 0o700
    assert cache_root() == nowhere


@pytest.mark.parametrize("trap", ["open to others", "a link", "a file", "of somebody else"])
def test_what_somebody_else_has_put_there_is_not_used(nowhere: Path, trap: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if trap == "open to others":
        nowhere.mkdir()
        nowhere.chmod(0o777)
    elif trap == "a link":
        (tmp_path / "elsewhere").mkdir(mode=0o700)
        nowhere.symlink_to(tmp_path / "elsewhere")
    elif trap == "a file":
        nowhere.write_text("")
    else:
        nowhere.mkdir(mode=0o700)
        monkeypatch.setattr(kernel_cache, "_user", lambda: os.getuid() + 1)
        nowhere.rename(tmp_path / f"castlewise-{os.getuid() + 1}")
    assert cache_root() is None
    assert compiled_anew("without a cache") == 43
