"""How commands end: by documented exit codes only, 1 for nothing but a true "no", and never with a traceback; also on hundreds of inputs that are none."""

from __future__ import annotations

import errno
import os
import random
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from castlewise.cli.ending import ended
from castlewise.cli.output import ANSWERED, BAD_INPUT, GAVE_UP, INTERRUPTED, NO, NOBODY_READS, UNEXPECTED, shown_as
from castlewise.models.problems import IllegalMove, InvalidInput, Problem
from command import COMMAND, ENVIRONMENT, castlewise, castlewise_afresh

HOUSE = Path(__file__).parent.parent
EXAMPLES = HOUSE / "examples"
CP = "cp:players=2,co-op/WWFTw-/a1g1.k5t2t.c6o1/p1.play/ra.2gk.br,ta/2mo/2g.o"
CN = "cn:introductory/stsssc.ct.jc.pspc.pt.js/1T1B1L:3tr,earthworm-1,3T2B/p1.use/111.111.111.111/344.453.434.444.6.3/hand=js"
SAYS_NO = ("plan", "check", "verify", "new", "doctor", "play")  # commands whose answer can be "no"


# One ending for everything


def ending(monkeypatch: pytest.MonkeyPatch, error: BaseException, *arguments: str) -> int:
    def command(**settings: Any) -> None:
        raise error

    monkeypatch.setattr(sys, "argv", ["castlewise", *arguments])
    return ended(command)


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (InvalidInput([Problem("here", "wrong"), Problem("there", "wrong")]), BAD_INPUT),
        (IllegalMove("no"), BAD_INPUT),
        (OSError(errno.ENOSPC, "No space left on device", "x"), BAD_INPUT),
        (KeyboardInterrupt(), INTERRUPTED),
        (BrokenPipeError(), NOBODY_READS),
        (ZeroDivisionError("division by zero"), UNEXPECTED),
        (EOFError(), UNEXPECTED),
        (RecursionError("too\ndeep\x1b[31m"), UNEXPECTED),
        (MemoryError(), UNEXPECTED),
        (UnicodeEncodeError("ascii", "é", 0, 1, "no"), UNEXPECTED),
        (SystemExit("words"), UNEXPECTED),
        (SystemExit(3), GAVE_UP),
        (SystemExit(None), ANSWERED),
    ],
)
def test_every_error_has_its_exit_code(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], error: BaseException, code: int
) -> None:
    with monkeypatch.context() as patch:
        streams = sys.stdout, sys.stderr
        assert ending(patch, error) == code
        for left in {sys.stdout, sys.stderr} - {*streams}:
            left.close()
        sys.stdout, sys.stderr = streams
    said = capsys.readouterr().err
    assert "Traceback" not in said
    assert all(line.startswith("castlewise: ") and line.isprintable() for line in said.splitlines())


def test_an_unexpected_error_is_one_line_to_report_and_debug_shows_where(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert ending(monkeypatch, ZeroDivisionError("division by zero"), "show", "x") == UNEXPECTED
    (line,) = capsys.readouterr().err.splitlines()
    for part in ("ZeroDivisionError: division by zero", "castlewise 0", "please report", "--debug"):
        assert part in line
    assert ending(monkeypatch, ZeroDivisionError("division by zero"), "show", "x", "--debug") == UNEXPECTED
    assert "Traceback" in capsys.readouterr().err
    assert sys.argv == ["castlewise", "show", "x"]


def test_exit_codes_are_documented() -> None:
    for text in ((HOUSE / "README.md").read_text(), (HOUSE / "docs" / "json.md").read_text(), castlewise("--help").stdout):
        for words in (
            "0 answered",
            '1 a true "no"',
            "2 bad input",
            "3 gave up for time",
            "4 an error",
            "5 it depends",
            "130 interrupted",
            "141 nobody",
        ):
            assert words in " ".join(text.replace("│", " ").split()), words


# Closed and strange streams


@pytest.mark.parametrize(
    "arguments", [["show", "-"], ["review", "-"], ["play", "castle-panic", "--no-advice"], ["puzzle", "play", "slay:2026000095"]]
)
def test_a_closed_standard_input_is_an_empty_one(tmp_path: Path, arguments: list[str]) -> None:
    done = subprocess.run(
        ["sh", "-c", 'exec "$@" <&-', "sh", COMMAND, *arguments], env=ENVIRONMENT, cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == {"show": 2, "review": 2, "play": 0, "puzzle": 1}[arguments[0]]
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    "arguments", [["data"], ["--help"], ["show", CN], ["data", "--json"], ["watch", "castle-panic", "--policy", "random"]]
)
def test_a_pipe_that_closes_early_is_no_answer_and_no_error(arguments: list[str]) -> None:
    read, write = os.pipe()
    os.close(read)
    done = subprocess.run([COMMAND, *arguments], env=ENVIRONMENT, stdout=write, stderr=subprocess.PIPE, text=True, check=False)
    os.close(write)
    assert (done.returncode, done.stderr) == (NOBODY_READS, "")


def test_output_that_cannot_be_written_is_said() -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run([COMMAND, "data", "--json"], env=ENVIRONMENT, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert (done.returncode, done.stderr) == (BAD_INPUT, "castlewise: output: No space left on device\n")


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp437", "utf-16"])
@pytest.mark.parametrize("arguments", [["show", CN], ["check", "1T1B"], ["show", CP], ["puzzle", "show", "bundled"], ["data"]])
def test_a_terminal_that_is_not_utf_8_is_drawn_for(encoding: str, arguments: list[str]) -> None:
    if encoding == "utf-16" and arguments != ["show", CN]:
        pytest.skip("one is enough")
    environment = ENVIRONMENT | {"PYTHONIOENCODING": encoding}
    done = subprocess.run([COMMAND, *arguments], env=environment, capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
    said = done.stdout.decode(encoding)
    if arguments == ["show", CN] and encoding in ("ascii", "latin-1"):
        assert "A triangle  # square  o circle" in said
    assert "\\u" not in said


def test_what_a_terminal_shows_has_no_control_characters() -> None:
    for text in ("a\x1b[2Jb", "\x07\x9b", "\u202e\u2066", "a\r\nb", "\ud800"):
        for encoding in ("utf-8", "ascii", "latin-1"):
            shown = shown_as(text, encoding)
            assert shown.replace("\n", "").isprintable()
            shown.encode(encoding)


# Files and names of others


def test_names_are_never_markup(tmp_path: Path) -> None:
    record = tmp_path / "pl[bold]x[y].jsonl"
    done = castlewise("play", "castle-panic", "--no-advice", "--record", record, typed="svg [x].svg\n", folder=tmp_path)
    assert done.returncode == 0
    assert f"kept in {record};" in done.stdout
    assert "drawn in [x].svg" in done.stdout
    assert "[bold]" in castlewise("show", tmp_path / "[bold]:bomb:").stderr
    assert ":bomb:" in castlewise("show", tmp_path / "[bold]:bomb:").stderr


def test_components_are_castle_panics() -> None:
    house = EXAMPLES / "house_components.toml"
    for arguments in (("show", CN), ("suggest", CN), ("show", EXAMPLES / "castellion_first_exam.toml"), ("data", "castellion")):
        done = castlewise(*arguments, "--components", house)
        assert done.returncode == BAD_INPUT
        assert "--components: is an option of castle-panic" in done.stderr


@pytest.mark.parametrize(
    "arguments",
    [
        ("simulate", "castle-panic", "--games", "1000000001"),
        ("simulate", "castle-panic", "--games", "9" * 5_000),
        ("simulate", "castle-panic", "--jobs", "100000"),
        ("simulate", "castle-panic", "--policy", "advisor:0"),
        ("simulate", "castle-panic", "--policy", "advisor:0ms"),
        ("simulate", "castle-panic", "--policy", "advisor:9999999"),
        ("simulate", "castellion", "--policy", "advisor:99999ms"),
        ("simulate", "castellion", "--policy", "advisor:" + "9" * 5_000),
        ("puzzle", "verify", "bundled", "--jobs", "257"),
    ],
)
def test_numbers_have_bounds_that_are_said(arguments: tuple[str, ...]) -> None:
    done = castlewise(*arguments)
    assert done.returncode == BAD_INPUT
    assert any(
        words in done.stderr for words in ("less than or equal to", "in the range", "expected advisor", "as an integer", "valid integer")
    )


# Hundreds of inputs that are none

NAMES = (
    "[/x]",
    "\x1b[31m",
    "a\u202eb",
    "é",
    "\udcff",
    "x" * 300,
    "",
    "-",
    "/dev/zero",
    "/dev/null",
    "/",
    ".",
    "/proc/self/mem",
    "no/such",
    "@",
    "x@3",
    "{bad}",
    "{text}",
    "{record}",
    "{toml}",
    "{puzzles}",
    "{garbage}",
    "{deep}",
    "{position}",
)
NUMBERS = ("-1", "0", "1e9", "nan", "9" * 30, "9" * 5_000, "½", "٣", "", "0x10", "--", "1.5", "[1]")
TEXTS = (
    "",
    " ",
    "[/bold]",
    "\x1b]0;x\x07",
    "=" * 1_000,
    ",",
    "players",
    "players=",
    "players=99999999999999999999",
    "size=0x0",
    "ordeal3=" + "1T" * 50,
    "é",
    "a" * 100_000,
    "../..",
    "%s%n",
    "{}",
    "${HOME}",
)
TIMES = ("0", "-1s", "nan", "inf", "1e999", "ms", "s", "1h", "9" * 400, "0.001ms")
COMMANDS: tuple[tuple[str, ...], ...] = (
    ("show", "NAME"),
    ("show", "NAME", "--svg", "NAME"),
    ("show", "LINE", "--components", "NAME"),
    ("show", "LINE", "--toml"),
    ("plan", "NAME", "--time", "TIME"),
    ("plan", CP, "--goal", "TEXT", "--time", "50ms"),
    ("plan", CP, "--guarantee", "TEXT"),
    ("check", "TEXT", "--time", "50ms"),
    ("check", "LINE", "--time", "50ms", "--solver", "cpsat"),
    ("check", "1T1B", "--castle", "TEXT", "--time", "50ms"),
    ("check", "1T1B", "--left", "TEXT", "--size", "TEXT", "--time", "50ms"),
    ("check", "1T1B", "--tiles", "TEXT", "--time", "50ms"),
    ("check", "1T1B", "--level", "TEXT", "--powers", "NUMBER", "--time", "50ms"),
    ("suggest", "NAME", "--time", "TIME"),
    ("suggest", "LINE", "--time", "TIME", "--top", "NUMBER"),
    ("review", "NAME", "--time", "20ms"),
    ("watch", "castle-panic", "--rules", "TEXT", "--policy", "random"),
    ("watch", "castellion", "--policy", "TEXT"),
    ("watch", "castle-panic", "--policy", "random", "--record", "NAME"),
    ("watch", "castellion", "--from", "NAME", "--policy", "random"),
    ("simulate", "castellion", "--games", "NUMBER", "--level", "TEXT"),
    ("simulate", "castle-panic", "--games", "2", "--policy", "advisor:NUMBER", "--players", "NUMBER"),
    ("simulate", "castle-panic", "--games", "2", "--from", "LINE", "--policy", "random", "--jobs", "1"),
    ("play", "NAME", "--no-advice"),
    ("play", "castle-panic", "--no-advice", "--from", "LINE", "--record", "NAME"),
    ("play", "castellion", "--appendix", "TEXT"),
    ("data", "castellion", "--rules", "TEXT"),
    ("data", "TEXT"),
    ("train", "castle-panic", "--rules", "TEXT", "--into", "{text}"),
    ("train", "castellion", "--into", "NAME", "--generations", "NUMBER"),
    ("puzzle", "show", "NAME"),
    ("puzzle", "show", "finish:1:TEXT"),
    ("puzzle", "show", "NUMBER:NUMBER"),
    ("puzzle", "solve", "NAME"),
    ("puzzle", "verify", "NAME"),
    ("puzzle", "rate", "NAME"),
    ("puzzle", "play", "NAME"),
    ("puzzle", "pack", "NAME", "--out", "NAME"),
    ("puzzle", "new", "--kind", "TEXT"),
    ("puzzle", "new", "--kind", "finish", "--rules", "TEXT1", "--level", "NUMBER", "--store", "NAME"),
    ("puzzle", "show", "slay-aaaaaaaaaa", "--store", "NAME"),
    ("TEXT",),
    ("puzzle", "TEXT"),
    ("--TEXT",),
)
TYPED = (
    "svg a\0b",
    "undo 0000000019",
    "9" * 5_000,
    "a" * 100_000,
    "svg /dev/full",
    "svg /no/x",
    "suggest inf",
    "roll",
    "moves",
    "ra@a1g1",
    "\x1b[A",
    "\xff",
    "undo -1",
    "undo ²",
    "svg [/x]",
    "board",
    "line",
    "aim",
    "?",
    "1",
    "0",
    "s 0.01",
    "end",
    "undo",
    "hint",
    "solution",
    ",,,,",
    "a,a,a,a",
    "(" * 500,
)


@cache
def files_of_others(folder: Path) -> dict[str, str]:
    luck = random.Random(7)
    record = (EXAMPLES / "charging_horde.jsonl").read_text()
    puzzle = (HOUSE / "puzzles" / "packs" / "castle-panic.jsonl").read_text().splitlines()[0]
    contents: dict[str, str | bytes] = {
        "text": "years of work",
        "bad": record[:3_000],
        "record": record.replace('"end"', '"fly"', 1),
        "toml": "a." * 20_000 + "a = 1",
        "puzzles": puzzle.replace('"themes": [', '"themes": ["[/x]", "\\u001b[2J", ').replace('"seed": ', '"seed": 1'),
        "garbage": bytes(luck.randrange(256) for _ in range(5_000)),
        "deep": '{"castlewise-record": ' + "[" * 50_000,
        "position": (EXAMPLES / "last_stand.toml").read_text() + '\n"\\u001b[31m[/x]" = 1\n',
    }
    for name, content in contents.items():
        (folder / name).write_bytes(content.encode() if isinstance(content, str) else content)
    return {name: str(folder / name) for name in contents}


def mutated(luck: random.Random, line: str) -> str:
    """A line of notation with some letters wrong."""
    for _ in range(luck.randint(1, 3)):
        at, other = luck.randrange(len(line)), luck.randrange(len(line))
        line = luck.choice(
            (line[:at] + line[at + 1 :], line[:at] + line[other] + line[at:], line[:at] + luck.choice("9\x1b[é/.-,@") + line[at + 1 :])
        )
    return line


def filled(luck: random.Random, word: str, files: dict[str, str]) -> str:
    fillings: dict[str, Callable[[], str]] = {
        "NAME": lambda: luck.choice(NAMES),
        "NUMBER": lambda: luck.choice(NUMBERS),
        "TEXT": lambda: luck.choice(TEXTS),
        "TIME": lambda: luck.choice(TIMES),
        "LINE": lambda: mutated(luck, luck.choice((CP, CN))),
    }
    for name, filling in fillings.items():
        while name in word:
            word = word.replace(name, filling(), 1)
    for name, file in files.items():
        word = word.replace(f"{{{name}}}", file)
    return word.replace("\0", "")


@pytest.mark.parametrize("pattern", COMMANDS, ids=lambda pattern: " ".join(pattern)[:60])
def test_input_that_is_none_ends_as_it_should(pattern: tuple[str, ...], tmp_path: Path) -> None:
    luck = random.Random(" ".join(pattern))
    shared = tmp_path / "others"
    shared.mkdir()
    files = files_of_others(shared)
    before = (shared / "text").read_text()
    for number in range(7):
        arguments = [filled(luck, word, files) for word in pattern]
        typed = "".join(f"{luck.choice(TYPED)}\n" for _ in range(5))
        done = castlewise(*arguments, typed=typed.encode("utf-8", "surrogateescape"), folder=tmp_path)
        said = f"{number} {[word[:200] for word in arguments]}: {done.returncode}\n{done.stderr[-2_000:]}"
        assert done.returncode in (ANSWERED, NO, BAD_INPUT, GAVE_UP), said
        if done.returncode == NO:
            assert any(word in SAYS_NO for word in arguments[:2]), said
            assert done.stdout, said
        if done.returncode == BAD_INPUT:
            assert done.stderr.startswith("castlewise: ") or "Usage" in done.stdout, said
        assert "Traceback" not in done.stderr, said
        for line in (done.stdout + done.stderr).splitlines():
            assert line.isprintable(), said
        assert (shared / "text").read_text() == before


def test_nothing_that_is_typed_ends_a_session(tmp_path: Path) -> None:
    for game in ("castle-panic", "castellion"):
        record = tmp_path / f"{game}.jsonl"
        done = castlewise(
            "play", game, "--no-advice", "--dice", "--record", record, typed="".join(f"{line}\n" for line in TYPED), folder=tmp_path
        )
        assert (done.returncode, done.stderr) == (0, "")
        assert castlewise("show", record).returncode == 0


def test_it_is_so_from_the_very_start_of_a_program(tmp_path: Path) -> None:
    assert castlewise_afresh("show", "/dev/zero", folder=tmp_path).returncode == BAD_INPUT
    assert castlewise_afresh("simulate", "castle-panic", "--games", "0").returncode == BAD_INPUT
