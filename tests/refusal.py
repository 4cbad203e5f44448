"""Inputs that have to be refused, for any game: with InvalidInput and nothing else, the place named, and words that can be printed."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any

import pytest

from castlewise.models.problems import InvalidInput, Problem

Case = tuple[str, str, str]  # the text, the place that a reason has to name, and words of that reason
Reader = Callable[..., Any]

STRANGE_CHARACTERS = pytest.mark.parametrize(
    "character",
    ["\0", "\n", "\t", "\x1b", "é", "²", "٣", "\ud800", "+", "&", "#", "%", "?", "*", "!", "(", ";", "|", "<", '"', "'", "\\"],
)
NOT_A_SMALL_NUMBER = ("true", "1.5", "nan", '"many"', "[1]", "{ a = 1 }", "1979-05-27", "-1", "99999999999", "0x" + "f" * 5000)
UNREADABLE_FILES: list[tuple[str | bytes, str, str]] = [
    ("", "my.toml", "is empty"),
    ("# nothing\n", "my.toml", "is empty"),
    ("hand = [", "my.toml", "not valid TOML"),
    ("player = 1\nhand\nstage = []", "my.toml", "line 2"),
    ("a\0b = 1", "my.toml", "not valid TOML"),
    ("stage = 'play'\nstage = 'play'", "my.toml", "not valid TOML"),
    ("x = " + "[" * 5000 + "]" * 5000, "my.toml", "TOML"),
    ("player = " + "9" * 5000, "my.toml", "out of range"),
    ("x = 1" + " " * 300_000, "my.toml", "too long"),
    (b"hand = ['\xff']", "my.toml", "is not UTF-8 text (byte 10)"),
    (b"\x89PNG\r\n\x1a\n", "my.toml", "is not UTF-8 text"),
]


def problems_of(read: Reader, text: str | bytes) -> tuple[Problem, ...]:
    """Why a text is refused."""
    with pytest.raises(InvalidInput) as caught:
        read(text)
    return caught.value.problems


def problems_of_file(read_position_file: Reader, text: str | bytes) -> tuple[Problem, ...]:
    """Why a file called my.toml is refused; every place says so."""
    problems = problems_of(lambda content: read_position_file(content, place="my.toml"), text)
    assert all(problem.place.startswith("my.toml") for problem in problems)
    return problems


def named(problems: tuple[Problem, ...], place: str, reason: str) -> bool:
    return any(place in problem.place and reason in problem.reason for problem in problems)


def unrefused(cases: Iterable[Case], problems_of: Callable[[str], tuple[Problem, ...]]) -> list[Case]:
    """The cases in which no reason is the expected one; there have to be cases."""
    tried = list(cases)
    assert len(tried) > 20
    return [(text, place, reason) for text, place, reason in tried if not named(problems_of(text), place, reason)]


def check_strange_character(read_line: Reader, line: str) -> None:
    """A line with a character that does not occur in any is refused for that alone."""
    problems = problems_of(read_line, line)
    assert [problem.place for problem in problems] == ["line"]
    assert "does not occur in a position" in problems[0].reason
    assert problems[0].reason.isprintable()


def read_or_refused(read: Callable[[], Any], read_line: Reader) -> Any:
    """What is read, and can be written and read again; None if it is refused, with places and reasons that can be printed."""
    refusal: InvalidInput | None = None
    position: Any = None
    try:
        position = read()
    except InvalidInput as error:
        refusal = error
    if position:
        assert read_line(str(position), compiled=False) == position
    else:
        assert refusal is not None
        assert refusal.problems
        assert all(problem.place and problem.reason and str(problem).isprintable() for problem in refusal.problems)
    return position


def mixed_up(rng: random.Random, lines: Sequence[str], sections: Sequence[str], stages: Sequence[str], letters: str) -> str:
    """A line with parts of another: a section, the further keys, another stage or a letter. The fourth section of every game's line is the turn."""
    parts, other = rng.choice(lines).split("/"), rng.choice(lines).split("/")
    change = rng.randrange(4)
    if change == 0:
        at = rng.randrange(1, len(sections))
        parts[at] = other[at]
    elif change == 1:
        parts += other[len(sections) :]
    elif change == 2:
        parts[3] = f"p1.{rng.choice(stages)}"
    else:
        at = rng.randrange(len(parts))
        letter = rng.randrange(len(parts[at]))
        parts[at] = parts[at][:letter] + rng.choice(letters) + parts[at][letter + 1 :]
    return "/".join(parts)


def accepted_and_played_on(lines: Iterable[str], read_line: Reader, write_file: Callable[[Any], str], read_file: Reader) -> int:
    """How many lines are accepted; what can happen next there is written to a file and read again."""
    accepted = 0
    for line in lines:
        position = read_or_refused(partial(read_line, line, compiled=False), read_line)
        if position is None:
            continue
        accepted += 1
        for move in position.game.moves(position)[:3]:
            after = position.game.apply(position, move)
            assert read_file(write_file(after), compiled=False) == after
    return accepted
