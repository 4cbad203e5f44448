"""Files: whole or not at all when we write them, with a limit when we read them."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tracemalloc
from pathlib import Path

import pytest

from castlewise.models.files import read_file, write_file, written_aside
from castlewise.models.problems import InvalidInput
from castlewise.models.reading import load_toml
from command import COMMAND, ENVIRONMENT, castlewise

LINE = "cp:players=2,co-op/WWFTw-/a1g1.k5t2t.c6o1/p1.play/ra.2gk.br,ta/2mo/2g.o"


def test_a_file_is_replaced_when_the_new_one_is_whole(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("old")
    file.chmod(0o640)
    with written_aside(file) as new:
        new.write(b"new")
        assert file.read_text() == "old"
    assert file.read_text() == "new"
    assert file.stat().st_mode & 0o777 == 0o640
    assert list(tmp_path.iterdir()) == [file]


def test_what_was_there_stays_if_writing_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "file"
    file.write_text("old")

    def full(number: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(InvalidInput, match=r"--out: .*file cannot be written: No space left on device"):
        write_file(file, "new", "--out")
    assert file.read_text() == "old"
    assert list(tmp_path.iterdir()) == [file]


def test_a_link_stays_a_link_and_a_device_a_device(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("old")
    (tmp_path / "link").symlink_to("file")
    write_file(tmp_path / "link", "new")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "file").read_text() == "new"
    write_file("/dev/null", "new")
    assert Path("/dev/null").is_char_device()


@pytest.mark.parametrize("name", ["a\0b", "x" * 5_000, "\ud800", "no/such/folder/x", ".", ""])
def test_names_that_are_none_are_refused(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(InvalidInput) as caught:
        write_file(name, "x")
    assert str(caught.value).isprintable()
    with pytest.raises(InvalidInput):
        read_file(name, "a position")
    assert not list(tmp_path.iterdir())


def test_a_file_without_an_end_is_not_read_to_it() -> None:
    with pytest.raises(InvalidInput, match="/dev/zero: is too long"):
        read_file("/dev/zero", "a position")
    done = castlewise("show", "/dev/zero")
    assert (done.returncode, "too long" in done.stderr) == (2, True)


def _with_little_room() -> None:
    resource.setrlimit(resource.RLIMIT_FSIZE, (3_000, 3_000))
    import signal

    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)


@pytest.mark.parametrize("arguments", [("show", LINE, "--svg", "{}"), ("watch", "castle-panic", "--policy", "random", "--record", "{}")])
def test_on_a_full_disk_what_was_there_stays(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    file = tmp_path / "file"
    assert castlewise(*(word.format(file) for word in arguments)).returncode == 0
    before = file.read_bytes()
    command = [str(COMMAND), *(word.format(file) for word in arguments)]
    done = subprocess.run(command, env=ENVIRONMENT, capture_output=True, text=True, preexec_fn=_with_little_room, check=False)
    assert done.returncode == 2
    assert "File too large" in done.stderr
    assert "Traceback" not in done.stderr
    assert file.read_bytes() == before
    assert list(tmp_path.iterdir()) == [file]


def test_a_full_disk_in_the_store_of_puzzles_is_said(tmp_path: Path) -> None:
    command = [str(COMMAND), "puzzle", "new", "--kind", "slay", "--jobs", "1", "--store", str(tmp_path / "store")]
    done = subprocess.run(command, env=ENVIRONMENT, capture_output=True, text=True, preexec_fn=_with_little_room, check=False)
    assert done.returncode == 2
    assert "cannot be used as a store of puzzles" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    "text", ["a." * 20_000 + "a = 1", "[" + "a." * 20_000 + "a]", "x = { " + "a . " * 20_000 + "a = 1 }", '"a".' * 9_000 + "a = 1"]
)
def test_a_key_of_very_many_parts_is_refused_before_it_takes_all_memory(text: str) -> None:
    tracemalloc.start()
    with pytest.raises(InvalidInput, match="a key has more than 20 parts"):
        load_toml(text, "my.toml")
    assert tracemalloc.get_traced_memory()[1] < 5_000_000
    tracemalloc.stop()


def test_dots_in_texts_and_remarks_are_no_parts_of_a_key() -> None:
    text = "a.b = '" + "." * 100 + "'  # " + ". " * 100 + '\nc = """\n' + "a." * 100 + '\n"""\nd = "a.\\"' + "a." * 100 + '"\n'
    assert load_toml(text, "my.toml")["a"] == {"b": "." * 100}


@pytest.mark.parametrize("letters", ['"', "'", "a", "-", " ", '\\"', "a .", '"""\\', "#", "a.b."])
def test_no_text_takes_long_to_look_through(letters: str) -> None:
    code = (
        "import sys; from castlewise.models.reading import load_toml\n"
        f"try: load_toml({letters!r} * {190_000 // len(letters)}, 'f')\nexcept ValueError: pass"
    )
    subprocess.run([sys.executable, "-c", code], check=True, timeout=20)


# What is not ours


SVG = ("show", LINE, "--svg", "{}")


@pytest.mark.parametrize(
    "arguments",
    [
        SVG,
        ("check", "1T1B", "--svg", "{}"),
        ("suggest", LINE, "--svg", "{}"),
        ("watch", "castle-panic", "--record", "{}"),
        ("puzzle", "show", "slay:17", "--svg", "{}"),
        ("puzzle", "new", "--kind", "slay", "--out", "{}"),
        ("puzzle", "pack", "--out", "{}.html"),
        ("train", "castle-panic", "--small", "--into", "{}"),
        ("train", "castellion", "--small", "--into", "{}"),
    ],
)
def test_a_file_that_holds_something_else_is_not_written_over(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    file = tmp_path / ("mine.html" if "{}.html" in arguments else "mine")
    file.write_text("years of work")
    done = castlewise(*(word.replace("{}.html", "{}").format(file) for word in arguments), folder=tmp_path)
    assert done.returncode == 2
    assert "--force replaces it" in done.stderr
    assert file.read_text() == "years of work"


def test_force_replaces_it_and_a_drawing_is_replaced_without(tmp_path: Path) -> None:
    file = tmp_path / "mine"
    file.write_text("not much")
    arguments = [word.format(file) for word in SVG]
    assert castlewise(*arguments, "--force").returncode == 0
    assert file.read_text().startswith("<svg")
    assert castlewise(*arguments).returncode == 0


def test_training_says_where_to_before_it_begins_and_never_writes_into_the_package() -> None:
    for game in ("castle-panic", "castellion"):
        done = castlewise("train", game, "--small")
        assert (done.returncode, "--into" in done.stderr) == (2, True)
