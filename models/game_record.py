"""A game written down move by move, to be kept, shared and replayed exactly (docs/notation-castle-panic.md describes the file, for both games).

JSON Lines: a header with the rules and the starting position, one object a move (chance's moves included), and the result at the end. A game that is kept while
it is played only ever grows at its end, so what is taken back has a line as well: {"undo": 2} takes back two moves, and the result if there was one.

What a newcomer would get wrong: the seed in the header is a note, not the source of the game. Replaying reads every draw and roll from its
line, so a record stays true when a policy or the random numbers change; the sentences in it are for people and are not read at all.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from castlewise.models.contract import Game, Node, Result, mover_name
from castlewise.models.problems import AmbiguousMove, IllegalMove, InvalidInput, Problem, Problems
from castlewise.models.reading import Table, decoded, inside, rules_in_ascii, shown
from castlewise.models.version import castlewise_version

FORMAT = 1
_FORMAT_KEY = "castlewise-record"
_REPLACED, _ASSUMED = "replaced components", "assumed components"
_LARGEST_SEED = (1 << 64) - 1
_LONGEST_MOVE = 200


@dataclass(frozen=True)
class RecordedMove:
    who: str  # "player 1", "team", "overlord" or "chance"
    move: str  # the short form
    text: str = ""
    line: int = field(default=0, compare=False)  # of the file it was read from, for messages


@dataclass
class GameRecord:
    """A game from `start` on. Fill one with `begin`, `add` and `finish`, or read one with `read_record`."""

    game: str
    rules: str
    replaced: tuple[str, ...]
    start: str
    assumed: tuple[str, ...] | None = None  # components whose values are not known for sure; None for a game that has none of that sort
    seed: int | None = None
    moves: list[RecordedMove] = field(default_factory=list)
    result: Result | None = None
    version: str = ""  # of castlewise
    place: str = field(default="", compare=False)  # the file it was read from, for messages
    result_line: int = field(default=0, compare=False)  # of that file
    _played: Game[Any] | None = field(default=None, compare=False, repr=False)

    @classmethod
    def begin(cls, game: Game[Any], position: Any, *, seed: int | None = None) -> GameRecord:
        about = game.summary()
        return cls(
            game=about["game"],
            rules=about["rules"],
            replaced=tuple(about[_REPLACED]),
            start=game.write(position),
            assumed=tuple(about[_ASSUMED]) if _ASSUMED in about else None,
            seed=seed,
            version=castlewise_version(),
            _played=game,
        )

    def add(self, position: Any, move: int) -> None:
        """Note a move that is about to be made in a position."""
        game = self._played
        assert game is not None, "only a record that was begun here can be added to"
        self.moves.append(RecordedMove(mover_name(game, position), game.short(position, move), game.describe(position, move)))

    def finish(self, position: Any) -> str:
        """The text of the record; `position` is where the game ended, or stopped."""
        assert self._played is not None, "only a record that was begun here can be finished"
        self.result = self._played.result(position)
        return write_record(self)


# Writing


def write_record(record: GameRecord) -> str:
    lines = [header_line(record), *(move_line(n, move) for n, move in enumerate(record.moves, 1))]
    if record.result:
        lines.append(result_line(record.result))
    return "".join(lines)


def header_line(record: GameRecord) -> str:
    header: dict[str, object] = {_FORMAT_KEY: FORMAT, "castlewise": record.version, "game": record.game, "rules": record.rules}
    header[_REPLACED] = list(record.replaced)
    if record.assumed is not None:
        header[_ASSUMED] = list(record.assumed)
    header["start"] = record.start
    if record.seed is not None:
        header["seed"] = record.seed
    return _line(header)


def move_line(number: int, move: RecordedMove) -> str:
    return _line({"n": number, "who": move.who, "move": move.move, "text": move.text})


def undo_line(count: int) -> str:
    return _line({"undo": count})


def result_line(result: Result) -> str:
    winners = [f"player {player + 1}" for player in result.winners]
    return _line({"result": "won" if result.won else "lost", "reason": result.reason, "winners": winners})


def _line(content: dict[str, object]) -> str:
    return json.dumps(content) + "\n"


# Reading


def read_record(content: str | bytes, *, place: str = "record") -> GameRecord:
    """A record from its text; raises InvalidInput with every reason. Whether its moves are legal is for `replay` to find out."""
    record, problems, _ = _read_lines(content, place, to_the_end=True)
    problems.raise_if_any()
    return record


def _read_lines(content: str | bytes, place: str, *, to_the_end: bool, most: int | None = None) -> tuple[GameRecord, Problems, int]:
    """A record, what is wrong with it, and the number of good lines. If not `to_the_end`, what comes after the first bad line is not read; nor is what comes
    after `most` lines."""
    text = decoded(content, place)
    if not text.strip():
        raise InvalidInput([Problem(place, "is empty")])
    whole = text.endswith("\n")
    lines = text.split("\n")[: -1 if whole else None]
    record = GameRecord("", "", (), "", place=place)
    problems = Problems()
    good = 0
    for number, line in enumerate(lines[:most], 1):
        before = len(problems)
        table = _read_object(line, inside(place, f"line {number}"), problems, last=number == len(lines) and not whole)
        if table is not None:
            _read_table(table, number, record)
        if len(problems) == before:
            good += 1
        elif not to_the_end or (number == 1 and table is not None and not table.has(_FORMAT_KEY)):
            break
    return record, problems, good


def _read_table(table: Table, line: int, record: GameRecord) -> None:
    if line == 1:
        _read_header(table, record)
    elif table.has("undo"):
        _read_undo(table, record)
    elif record.result is not None:
        table.problems.add(inside(record.place, f"line {line}"), "comes after the result; only an undo can")
    elif table.has("result"):
        _read_result(table, record)
        record.result_line = line
    else:
        _read_move(table, line, record)


@dataclass(frozen=True)
class Readable:
    """As much of a record as can be replayed."""

    record: GameRecord
    positions: list[Any]
    lines: int  # that are good
    problems: tuple[Problem, ...]  # what is wrong with the line after them; none if that is all


def read_as_far_as_good(content: str | bytes, *, place: str, game_of: Callable[[GameRecord], Game[Any]]) -> Readable:
    """A record up to the last line that can be replayed. Raises InvalidInput if not even its first one can be read."""
    record, found, lines = _read_lines(content, place, to_the_end=False)
    problems = tuple(found)
    while True:
        if not lines:
            raise InvalidInput(problems)
        positions: list[Any] = []
        try:
            for position in replay(record, game_of(record)):
                positions.append(position)
        except InvalidInput as error:
            if not positions:
                raise
            problems = error.problems
            made = len(positions) - 1
            lines = (record.moves[made].line if made < len(record.moves) else record.result_line) - 1
            record, _, _ = _read_lines(content, place, to_the_end=False, most=lines)  # moves that were taken back further down stand again
        else:
            return Readable(record, positions, lines, problems)


def _read_object(line: str, place: str, problems: Problems, *, last: bool) -> Table | None:
    """One line as a table, or None with the reason noted."""
    try:
        value = json.loads(line)
    except (ValueError, RecursionError) as error:
        reason = (
            f"not valid JSON: {error}" if isinstance(error, json.JSONDecodeError) else "not usable JSON: too deep or too large a number"
        )
        problems.add(place, "cut off in the middle; the file is incomplete" if last else reason)
        return None
    if not isinstance(value, dict):
        problems.add(place, f"expected an object in braces, not {shown(value)}")
        return None
    return Table(value, place, problems)


def _read_header(table: Table, record: GameRecord) -> None:
    if not table.has(_FORMAT_KEY):
        table.value(_FORMAT_KEY)
        table.add(_FORMAT_KEY, "not stated: this is not the record of a game")
        return
    if table.number(_FORMAT_KEY, 1, 1_000_000) not in (None, FORMAT):
        table.add(
            _FORMAT_KEY, f"format {shown(table.value(_FORMAT_KEY))}, but this castlewise reads format {FORMAT}; a newer one may read it"
        )
        return
    record.version = table.text("castlewise") or ""
    record.game = _required(table, "game")
    record.rules = _required(table, "rules")
    record.start = _required(table, "start")
    record.replaced = _texts(table, _REPLACED)
    record.assumed = _texts(table, _ASSUMED) if table.has(_ASSUMED) else None
    record.seed = table.number("seed", -_LARGEST_SEED, _LARGEST_SEED)
    table.close()


def _required(table: Table, key: str) -> str:
    text = table.text(key)
    if text is None and table.content.get(key) is None:
        table.add(key, "has to be stated")
    return text or ""


def _texts(table: Table, key: str) -> tuple[str, ...]:
    items = table.value(key)
    if items is None:
        return ()
    if isinstance(items, list) and all(isinstance(item, str) for item in items):
        return tuple(items)
    table.add(key, f"expected a list of texts, not {shown(items)}")
    return ()


def _read_undo(table: Table, record: GameRecord) -> None:
    count = table.number("undo", 1, 1_000_000_000)
    table.close()
    if count is None:
        return
    if count > len(record.moves):
        table.add("undo", f"{count} moves are taken back, but there are {len(record.moves)}")
        return
    del record.moves[-count:]
    record.result = None


def _read_move(table: Table, line: int, record: GameRecord) -> None:
    number = len(record.moves) + 1
    stated = table.number("n", 0, 1_000_000_000)
    if stated is not None and stated != number:
        table.add("n", f"{stated}, but it is move {number}: a line is missing or in the wrong place")
    who, move, text = _required(table, "who"), _required(table, "move"), table.text("text")
    table.close()
    record.moves.append(RecordedMove(who, move, text or "", line))


def _read_result(table: Table, record: GameRecord) -> None:
    word, reason = table.text("result"), _required(table, "reason")
    if word not in (None, "won", "lost"):
        table.add("result", f"expected won or lost, not {shown(word)}")
    winners: list[int] = []
    for winner in _texts(table, "winners"):
        name, _, number = winner.partition(" ")
        if name == "player" and number.isascii() and number.isdigit() and len(number) == 1 and number != "0":
            winners.append(int(number) - 1)
        else:
            table.add("winners", f'{shown(winner)} is not a player such as "player 1"')
    table.close()
    record.result = Result(word == "won", reason, tuple(winners))


# Replaying


def replay(record: GameRecord, game: Game[Any] | None = None) -> Iterator[Any]:
    """The positions of a recorded game, the first one included.

    Raises InvalidInput at the first move that is not legal, or if the end is not the recorded one. Without `game` the record's own is
    played by the printed components; a record of a game with replaced ones needs a `game` that has them.
    """
    game = game or recorded_game(record)
    header = inside(record.place, "line 1")
    about = game.summary()
    stated: dict[str, object] = {"game": record.game, "rules": record.rules}
    stated |= {_REPLACED: list(record.replaced), _ASSUMED: list(record.assumed or ())}
    problems = Problems()
    for key, value in stated.items():
        actual = about.get(key, [])
        if actual != value:
            problems.add(inside(header, key), f"recorded as {_quoted(value)}, but replayed as {_quoted(actual)}")
    problems.raise_if_any()
    try:
        position = game.read(record.start)
    except InvalidInput as error:
        raise InvalidInput(Problem(inside(header, f"start: {problem.place}"), problem.reason) for problem in error.problems) from None
    if (rules := position.game.summary()["rules"]) != record.rules:
        raise InvalidInput([Problem(inside(header, "start"), f"a position of {_quoted(rules)} in a record of {_quoted(record.rules)}")])
    yield position
    for number, recorded in enumerate(record.moves, 1):
        position = _next_position(game, position, recorded, inside(record.place, f"line {recorded.line or number + 1}"))
        yield position
    result = game.result(position)
    if record.result and result != record.result:
        reached = "the game is not over" if result is None else f"the game is {_in_words(result)}"
        raise InvalidInput(
            [Problem(inside(record.place, f"line {record.result_line or len(record.moves) + 2}"), f"says {_in_words(record.result)}, but {reached}")]
        )


def _quoted(value: object) -> str:
    return ", ".join(map(shown, value)) or "none" if isinstance(value, list) else shown(value)


def _in_words(result: Result) -> str:
    winners = ", ".join(f"player {player + 1}" for player in result.winners)
    return f"{'won' if result.won else 'lost'} ({result.reason}{'; winners: ' + winners if winners else ''})"


def _next_position(game: Game[Any], position: Any, recorded: RecordedMove, place: str) -> Any:
    if game.node(position) is Node.OVER:
        raise InvalidInput([Problem(place, f"the game is over before the move {shown(recorded.move)}")])
    if not (recorded.move.isascii() and recorded.move.isprintable() and len(recorded.move) <= _LONGEST_MOVE):
        raise InvalidInput([Problem(place, f"{shown(recorded.move)} is not a move")])
    who = mover_name(game, position)
    if recorded.who != who:
        raise InvalidInput([Problem(place, f"{shown(recorded.who)} moves, but it is for {who} to move")])
    try:
        return game.apply(position, game.read_move(position, recorded.move))
    except InvalidInput as error:
        raise InvalidInput(Problem(place, problem.reason) for problem in error.problems) from None
    except (IllegalMove, AmbiguousMove) as error:
        raise InvalidInput([Problem(place, str(error))]) from None


def recorded_game(record: GameRecord, *, compiled: bool | None = None) -> Game[Any]:
    """The game a record is of, with the printed components."""
    place = inside(record.place, "line 1")
    if record.game not in _GAMES:
        raise InvalidInput([Problem(inside(place, "game"), f"unknown game {shown(record.game)}: expected {', '.join(_GAMES)}")])
    try:
        return _GAMES[record.game](record, compiled)
    except InvalidInput as error:
        raise InvalidInput(Problem(inside(place, problem.place), problem.reason) for problem in error.problems) from None


def _castle_panic(record: GameRecord, compiled: bool | None) -> Game[Any]:
    from castlewise.models.castle_panic.game import CastlePanic
    from castlewise.models.castle_panic.rule_set import read_rules

    if record.replaced:
        raise InvalidInput([Problem(_REPLACED, f"played with {_quoted(list(record.replaced[:3]))}: give the component file as well")])
    return CastlePanic(read_rules(rules_in_ascii(record.rules)), compiled=compiled)


def _castellion(record: GameRecord, compiled: bool | None) -> Game[Any]:
    """Its rules say themselves what is replaced."""
    from castlewise.models.castellion.game import Castellion
    from castlewise.models.castellion.rule_set import read_rules

    return Castellion(read_rules(rules_in_ascii(record.rules)), compiled=compiled)


_GAMES: dict[str, Callable[[GameRecord, bool | None], Game[Any]]] = {"castle-panic": _castle_panic, "castellion": _castellion}
