"""Recorded games of both kinds: written, read back, replayed exactly, and refused with the line where they go wrong."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from castellion import walk as castellion_walk
from castle_panic.arrange import arrange, play
from castle_panic.walk import ENDGAMES, RULE_SETS, steps
from castlewise.models.castellion.game import Castellion
from castlewise.models.castellion.rule_set import read_rules as read_castellion_rules
from castlewise.models.castle_panic.component_file import read_components
from castlewise.models.castle_panic.game import CastlePanic
from castlewise.models.castle_panic.position_file import read_position_file
from castlewise.models.castle_panic.rule_set import read_rules
from castlewise.models.contract import Result
from castlewise.models.game_record import GameRecord, RecordedMove, read_record, replay, undo_line, write_record
from castlewise.models.problems import InvalidInput, Problem

EXAMPLES = Path(__file__).parent.parent / "examples"


def played_record(start: Any, seed: int, walk: Callable[..., Any] = steps) -> tuple[str, list[Any]]:
    """A random game and its record."""
    positions = [start]
    record = GameRecord.begin(start.game, start, seed=seed)
    for before, move, after in walk(start, seed, most=2000):
        record.add(before, move)
        positions.append(after)
    return record.finish(positions[-1]), positions


def small_record() -> str:
    """One move and the result."""
    start = arrange("players=2", monsters=["goblin archer 1"], hand=["red archer"], pile=[])
    record = GameRecord.begin(start.game, start)
    move = start.game.read_move(start, "ra@a1g1")
    record.add(start, move)
    return record.finish(start.game.apply(start, move))


def changed(line: int, **values: object) -> str:
    """The small record with other values in one of its lines; None removes a key, dashes stand for underscores."""
    lines = [json.loads(text) for text in small_record().splitlines()]
    for name, value in values.items():
        key = name.replace("__", " ").replace("_", "-")
        lines[line - 1].pop(key, None)
        if value is not None:
            lines[line - 1][key] = value
    return "".join(json.dumps(content) + "\n" for content in lines)


def problems_of(text: str | bytes) -> tuple[Problem, ...]:
    with pytest.raises(InvalidInput) as caught:
        list(replay(read_record(text, place="game.jsonl")))
    assert all(problem.place.startswith("game.jsonl") for problem in caught.value.problems)
    return caught.value.problems


def test_what_a_record_says() -> None:
    header, move, result = (json.loads(line) for line in small_record().splitlines())
    assert header.pop("castlewise")
    assert header.pop("start").startswith("cp:players=2,co-op/WWWWWW/a1g1/p1.play/ra,-/")
    assert header == {"castlewise-record": 1, "game": "castle-panic", "rules": "players=2,co-op", "replaced components": []}
    assert move == {"n": 1, "who": "player 1", "move": "ra@a1g1", "text": "Red Archer hits the Goblin in archer 1"}
    assert result == {"result": "won", "reason": "every Monster is slain and a Tower stands", "winners": ["player 1", "player 2"]}


@pytest.mark.parametrize("rules", RULE_SETS)
def test_a_game_replays_exactly(rules: str) -> None:
    text, positions = played_record(CastlePanic(read_rules(rules)).start(), 3)
    record = read_record(text)
    assert write_record(record) == text
    assert record.result is not None
    assert record.result == positions[-1].game.result(positions[-1])
    assert list(replay(record)) == positions


@pytest.mark.parametrize("rules", [*castellion_walk.PRINTED[::6], *castellion_walk.SMALL[::4]])
def test_a_game_of_castellion_replays_exactly(rules: str) -> None:
    text, positions = played_record(Castellion(read_castellion_rules(rules)).start(), 3, castellion_walk.steps)
    record = read_record(text)
    assert write_record(record) == text
    assert record.result is not None
    assert record.result == positions[-1].game.result(positions[-1])
    assert list(replay(record)) == positions


@pytest.mark.parametrize("number", range(len(ENDGAMES)))
def test_a_game_can_be_recorded_from_any_position(number: int) -> None:
    text, positions = played_record(read_position_file(ENDGAMES[number]), 5)
    assert list(replay(read_record(text))) == positions


def test_chance_team_and_players_are_told_apart() -> None:
    record = read_record((EXAMPLES / "charging_horde.jsonl").read_bytes())
    assert {move.who for move in record.moves} == {"player 1", "player 2", "team", "chance"}


def test_the_example_game() -> None:
    record = read_record((EXAMPLES / "charging_horde.jsonl").read_bytes())
    positions = list(replay(record))
    assert (record.rules, record.seed, len(record.moves)) == ("players=2,co-op,charging-horde,walls=none", 168, 136)
    assert len(positions) == 137
    assert record.result == Result(False, "the last Tower was destroyed", ())


def test_a_game_that_was_broken_off_is_a_record_too() -> None:
    text = small_record()
    without_result = "".join(text.splitlines(keepends=True)[:2])
    record = read_record(without_result)
    assert record.result is None
    assert list(replay(record))[-1].is_over
    assert [str(position) for position in replay(read_record(text.splitlines()[0]))] == [record.start]


def test_what_was_taken_back_is_not_part_of_the_game() -> None:
    header, move, result = small_record().splitlines(keepends=True)
    record = read_record(header + move + result + undo_line(1) + move + undo_line(1) + move + result)
    assert record == read_record(small_record())
    assert [recorded.line for recorded in record.moves] == [7]
    assert read_record(header + move + result + undo_line(1)) == read_record(header)


def test_an_unfinished_game_has_no_result() -> None:
    game = CastlePanic(read_rules("players=2"))
    start = game.start()
    record = GameRecord.begin(game, start)
    record.add(start, game.read_move(start, "place.t@1"))
    text = record.finish(play(start, "place.t@1"))
    assert read_record(text).moves == [RecordedMove("team", "place.t@1", "puts a Troll in archer 1")]
    assert '"result"' not in text


def test_sentences_are_not_read() -> None:
    assert len(list(replay(read_record(changed(2, text="nonsense"))))) == 2
    assert len(list(replay(read_record(changed(2, text=None))))) == 2


def test_a_game_with_replaced_components_needs_them_again() -> None:
    house = read_components("[tokens.troll]\nhealth = 4\n")
    game = CastlePanic(read_rules("players=1", components=house))
    text, positions = played_record(game.start(), 2)
    record = read_record(text)
    assert record.replaced == ("troll: health 3 -> 4",)
    assert list(replay(record, game)) == positions
    assert "give the component file as well" in problems_of(text)[0].reason
    with pytest.raises(InvalidInput, match=r"replaced components: recorded as .* but replayed as none"):
        list(replay(record, CastlePanic(read_rules("players=1"))))


def test_a_record_is_replayed_by_its_own_rules_only() -> None:
    with pytest.raises(InvalidInput, match=r'line 1: rules: recorded as "players=2,co-op", but replayed as "players=2,co-op,all-for-one"'):
        list(replay(read_record(small_record()), CastlePanic(read_rules("players=2,all-for-one"))))


def castellion_record(**header: object) -> str:
    """One move of the base level, with other values in the header; None removes a key."""
    start = Castellion(read_castellion_rules("base,ordeal2=0T:3,size=5x5")).start()
    record = GameRecord.begin(start.game, start)
    move = start.game.read_move(start, "card.3.3T2B")
    record.add(start, move)
    first, second = record.finish(start.game.apply(start, move)).splitlines(keepends=True)
    changed_header = json.loads(first) | {name.replace("__", " "): value for name, value in header.items()}
    return json.dumps({key: value for key, value in changed_header.items() if value is not None}) + "\n" + second


def test_a_record_of_castellion_says_what_is_replaced_and_what_is_assumed() -> None:
    header = json.loads(castellion_record().splitlines()[0])
    assert header.pop("castlewise")
    assert header == {
        "castlewise-record": 1,
        "game": "castellion",
        "rules": "base,ordeal2=0T:3,size=5x5",
        "replaced components": ["ordeal II: 0T, Traitors: 3", "castle: 5 by 5"],
        "assumed components": ["Simulation I: 1T1B1L", "Simulation III: 3T2B", "Simulation III: 3B2L", "Simulation III: 2T3L"],
        "start": "cn:base,ordeal2=0T:3,size=5x5/-/1T1B1L,0T,hidden/p1.turn-up/111.111.111.111/555.555.555.555.9.3",
    }
    assert [str(position).split("/")[3] for position in replay(read_record(castellion_record()))] == ["p1.turn-up", "p1.turn"]


@pytest.mark.parametrize(
    ("header", "place", "reason"),
    [
        ({"rules": "base,ordeal2=0T:3,size=9x9"}, "game.jsonl: line 1: rules.size", "from 1x1 to 6x6"),
        ({"rules": "expert"}, "game.jsonl: line 1: replaced components", "but replayed as none"),
        ({"rules": "bäse"}, "game.jsonl: line 1: rules", "is not a list of rules"),
        ({"rules": "base," * 200}, "game.jsonl: line 1: rules", "is not a list of rules"),
        (
            {"assumed__components": None},
            "game.jsonl: line 1: assumed components",
            'recorded as none, but replayed as "Simulation I: 1T1B1L"',
        ),
        ({"assumed__components": ["Simulation I: 3T"]}, "game.jsonl: line 1: assumed components", 'recorded as "Simulation I: 3T"'),
        ({"assumed__components": "all"}, "game.jsonl: line 1: assumed components", "expected a list of texts"),
        ({"replaced__components": []}, "game.jsonl: line 1: replaced components", "recorded as none, but replayed as"),
        ({"start": "cn:base"}, "game.jsonl: line 1: start: line", "1 sections instead of at least 6"),
        ({"start": "cp:players=2,co-op/WWWWWW/a1g1/p1.play/-,-/-/-"}, "game.jsonl: line 1: start: line", "not a Castellion position"),
        (
            {"start": "cn:expert/-/hidden,hidden,hidden/p1.turn/-/555.555.555.555.9.3"},
            "game.jsonl: line 1: start",
            'a position of "expert" in a record of "base,ordeal2=0T:3,size=5x5"',
        ),
        ({"game": "castle-panic"}, "game.jsonl: line 1", ""),
    ],
)
def test_records_of_castellion_that_cannot_be(header: dict[str, object], place: str, reason: str) -> None:
    problems = problems_of(castellion_record(**header))
    assert any(problem.place.startswith(place) and reason in problem.reason for problem in problems)


@pytest.mark.parametrize("kept", range(1, 60, 3))
def test_a_record_that_was_cut_off_says_so(kept: int) -> None:
    text = small_record()
    for start in (0, text.index("\n") + 1, text.rindex("\n", 0, -1) + 1):
        problems = problems_of(text[: start + kept])
        assert problems[-1].reason == "cut off in the middle; the file is incomplete"
        assert problems[-1].place == f"game.jsonl: line {text[:start].count(chr(10)) + 1}"


@pytest.mark.parametrize(
    ("text", "place", "reason"),
    [
        ("", "game.jsonl", "is empty"),
        (" \n\n", "game.jsonl", "is empty"),
        (b"\xff\xfe", "game.jsonl", "is not UTF-8 text"),
        ("hello\n", "game.jsonl: line 1", "not valid JSON"),
        ("[]\n", "game.jsonl: line 1", "expected an object in braces, not a list"),
        ("7\n", "game.jsonl: line 1", "expected an object in braces, not 7"),
        ("{}\n", "game.jsonl: line 1: castlewise-record", "not the record of a game"),
        ("[" * 100_000 + "\n", "game.jsonl: line 1", "JSON"),
        ('{"castlewise-record": ' + "9" * 5000 + "}\n", "game.jsonl: line 1", "JSON"),
        (small_record().replace("\n", "\n\n", 1), "game.jsonl: line 2", "not valid JSON"),
        (changed(1, castlewise_record=2), "game.jsonl: line 1: castlewise-record", "format 2, but this castlewise reads format 1"),
        (changed(1, castlewise_record="1"), "game.jsonl: line 1: castlewise-record", "expected a whole number"),
        (changed(1, game=None), "game.jsonl: line 1: game", "has to be stated"),
        (changed(1, game="chess"), "game.jsonl: line 1: game", "expected castle-panic, castellion"),
        (changed(1, game=7), "game.jsonl: line 1: game", "expected a text"),
        (changed(1, rules="players=9"), "game.jsonl: line 1: rules.players", "9 players"),
        (changed(1, rules="players=²"), "game.jsonl: line 1: rules", "is not a list of rules"),
        (changed(1, rules="players=3"), "game.jsonl: line 1: rules", 'recorded as "players=3", but replayed as "players=3,co-op"'),
        (
            changed(1, rules="players=3,co-op"),
            "game.jsonl: line 1: start",
            'a position of "players=2,co-op" in a record of "players=3,co-op"',
        ),
        (changed(1, start="cp:nonsense"), "game.jsonl: line 1: start: line", "sections"),
        (changed(1, start=None), "game.jsonl: line 1: start", "has to be stated"),
        (changed(1, seed="x"), "game.jsonl: line 1: seed", "expected a whole number"),
        (changed(1, seed=1.5), "game.jsonl: line 1: seed", "expected a whole number"),
        (changed(1, assumed__components=["all"]), "game.jsonl: line 1: assumed components", 'recorded as "all", but replayed as none'),
        (changed(1, replaced__components="none"), "game.jsonl: line 1: replaced components", "expected a list of texts"),
        (changed(1, replaced__components=["x\ud800"]), "game.jsonl: line 1: replaced components", "give the component file"),
        (changed(1, sead=1), "game.jsonl: line 1: sead", 'did you mean "seed"'),
        (changed(2, n=2), "game.jsonl: line 2: n", "it is move 1"),
        (changed(2, n=True), "game.jsonl: line 2: n", "expected a whole number"),
        (changed(2, move=None), "game.jsonl: line 2: move", "has to be stated"),
        (changed(2, who=None), "game.jsonl: line 2: who", "has to be stated"),
        (changed(2, who="player 2"), "game.jsonl: line 2", "it is for player 1 to move"),
        (changed(2, who="chance"), "game.jsonl: line 2", "it is for player 1 to move"),
        (changed(2, move="gk@a1g1"), "game.jsonl: line 2", "is not possible here"),
        (changed(2, move="fly@a1g1"), "game.jsonl: line 2", "is not a move"),
        (changed(2, move="\x00\ud800"), "game.jsonl: line 2", "is not a move"),
        (changed(2, move="x" * 10_000), "game.jsonl: line 2", "is not a move"),
        (changed(2, mvoe="end"), "game.jsonl: line 2: mvoe", 'did you mean "move"'),
        (
            changed(2, move="end"),
            "game.jsonl: line 3",
            "says won (every Monster is slain and a Tower stands; winners: player 1, player 2), but ",
        ),
        (changed(3, result="lost"), "game.jsonl: line 3", "but the game is won"),
        (changed(3, result="drawn"), "game.jsonl: line 3: result", "expected won or lost"),
        (changed(3, reason=None), "game.jsonl: line 3: reason", "has to be stated"),
        (changed(3, winners=["player 1"]), "game.jsonl: line 3", "but the game is won"),
        (changed(3, winners=["Anna"]), "game.jsonl: line 3: winners", 'such as "player 1"'),
        (changed(3, winners=7), "game.jsonl: line 3: winners", "expected a list of texts"),
        (small_record() + '{"n": 3, "who": "player 1", "move": "end"}\n', "game.jsonl: line 4", "comes after the result"),
        (small_record() + '{"undo": 2}\n', "game.jsonl: line 4: undo", "2 moves are taken back, but there are 1"),
        (small_record() + '{"undo": 0}\n', "game.jsonl: line 4: undo", "expected 1 to"),
        (small_record() + '{"undo": 1}\n{"n": 2, "who": "player 1", "move": "end"}\n', "game.jsonl: line 5: n", "it is move 1"),
        (small_record() + '{"undo": 1}\n{"n": 1, "who": "player 1", "move": "br.mo@1"}\n', "game.jsonl: line 5", "is not possible here"),
        (
            "".join(small_record().splitlines(keepends=True)[:2]) + '{"n": 2, "who": "player 1", "move": "end"}\n',
            "game.jsonl: line 3",
            "the game is over before the move",
        ),
    ],
    ids=lambda value: ascii(value)[:60],
)
def test_records_that_cannot_be(text: str | bytes, place: str, reason: str) -> None:
    problems = problems_of(text)
    assert any(problem.place.startswith(place) and reason in problem.reason for problem in problems)
    assert all(str(problem).isprintable() for problem in problems)


def test_all_the_reasons_come_at_once() -> None:
    text = changed(1, sead=1, game=None).replace('"n": 1', '"n": 4') + "nonsense\n"
    assert [problem.place for problem in problems_of(text)] == [
        "game.jsonl: line 1: game",
        "game.jsonl: line 1: sead",
        "game.jsonl: line 2: n",
        "game.jsonl: line 4",
    ]


@pytest.mark.compiled
def test_compiled_and_plain_replay_the_same() -> None:
    record = read_record((EXAMPLES / "charging_horde.jsonl").read_bytes())
    compiled = replay(record, CastlePanic(read_rules(record.rules), compiled=True))
    plain = replay(record, CastlePanic(read_rules(record.rules), compiled=False))
    assert [bytes(position) for position in compiled] == [bytes(position) for position in plain]
