"""From what somebody names to a position: one line of notation, a TOML file, a recorded game, or any of them on standard input. Nothing is compiled for it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from castlewise.models.files import STANDARD_INPUT, read_file, read_standard_input
from castlewise.models.problems import InvalidInput, Problem
from castlewise.models.reading import decoded, load_toml

if TYPE_CHECKING:
    from castlewise.models.game_record import Readable

CASTLE_PANIC, CASTELLION = "castle-panic", "castellion"
ONLY_CASTLE_PANIC = "is an option of castle-panic; Castellion's tiles and ordeals are part of its rules (see --rules)"


def whole(read: Readable) -> None:
    """A record is refused that cannot be replayed to its end."""
    if read.problems:
        raise InvalidInput(read.problems)


def read_text(path: str, what: str) -> str:
    """The text of a file, or of standard input if it is called -; or a message that says why not."""
    if path == "-":
        return decoded(read_standard_input(), STANDARD_INPUT)
    return decoded(read_file(path, what), path)


def components_from(path: str | None) -> Any:
    from castlewise.models.castle_panic.components import BASE

    if path is None:
        return BASE
    from castlewise.models.castle_panic.component_file import read_components

    return read_components(read_text(path, "a component file"), place=path)


def read_position(text: str, components: str | None, game: str = CASTLE_PANIC, *, judge: Callable[[Readable], None] = whole) -> Any:
    """The position that was named. A file says which game it is of; if it does not, `game` is meant. Of a record it is the last position, or that after so
    many moves: game.jsonl@12. `judge` hears of a record whose last position is asked for."""
    place = text
    moves = None
    if text == "-":
        place = STANDARD_INPUT
        text = read_text("-", "a position")
    elif not text.startswith(("cp:", "cn:")):
        place, moves = _at_move(text)
        text = read_text(place, "a position (a line of notation begins with cp: or cn:)")
    line = text.strip()
    if line.startswith("{"):
        return _recorded(text, place, components, moves, judge)
    if moves is not None:
        raise InvalidInput([Problem(place, f"is not the record of a game: it has no move {moves}")])
    if line.startswith("cn:"):
        _refuse_components(components)
        from castlewise.models.castellion.notation import read_line as read_castellion_line

        return read_castellion_line(line, compiled=False)
    if line.startswith("cp:"):
        from castlewise.models.castle_panic.notation import read_line

        return read_line(line, components=components_from(components), compiled=False)
    if load_toml(text, place).get("game", game) == CASTELLION:
        _refuse_components(components)
        from castlewise.models.castellion.position_file import read_position_file as read_castellion_file

        return read_castellion_file(text, place=place, compiled=False)
    from castlewise.models.castle_panic.position_file import read_position_file

    return read_position_file(text, place=place, components=components_from(components), compiled=False)


def _refuse_components(components: str | None) -> None:
    """Of a position of Castellion, which has its own."""
    if components is not None:
        raise InvalidInput([Problem("--components", ONLY_CASTLE_PANIC)])


def _at_move(text: str) -> tuple[str, int | None]:
    """A file's name and the number of moves behind its @, if it has one and is not itself a file."""
    path, at, number = text.rpartition("@")
    if at and number.isascii() and number.isdigit() and len(number) < 7 and not Path(text).exists():
        return path, int(number)
    return text, None


def _recorded(text: str, place: str, components: str | None, moves: int | None, judge: Callable[[Readable], None]) -> Any:
    read = readable(text, place, components)
    if moves is not None and moves > len(read.record.moves):
        raise InvalidInput([Problem(place, f"has {len(read.record.moves)} moves, not {moves}"), *read.problems])
    if moves is None:
        judge(read)
    return read.positions[-1 if moves is None else moves]


def readable(content: str | bytes, place: str, components: str | None) -> Readable:
    """As much of a recorded game as can be replayed, on the plain rules."""
    from castlewise.models.game_record import read_as_far_as_good

    return read_as_far_as_good(content, place=place, game_of=lambda record: game_of(record, components))


def game_of(record: Any, components: str | None = None) -> Any:
    """The game that a record is of, on the plain rules; with the component file it was played with, if there was one."""
    from castlewise.models.game_record import recorded_game

    if record.game == CASTELLION:
        _refuse_components(components)
    if record.game == CASTLE_PANIC and components is not None:
        from castlewise.models.castle_panic.game import CastlePanic
        from castlewise.models.castle_panic.rule_set import read_rules
        from castlewise.models.reading import rules_in_ascii

        return CastlePanic(
            read_rules(rules_in_ascii(record.rules), components=components_from(components), place=record.place), compiled=False
        )
    return recorded_game(record, compiled=False)
