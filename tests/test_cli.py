"""The `castlewise` command as its users meet it: run as a program, its output piped.

Most runs are plain (CASTLEWISE_JIT=0): for a few games that is quicker than loading the compiled rules.
"""

from __future__ import annotations

import contextlib
import json
import os
import pty
import re
import signal
import subprocess
import sys
import time
from importlib.metadata import version
from pathlib import Path

import pytest

from castlewise.models.castle_panic.component_file import fingerprint, read_components
from castlewise.models.castle_panic.game import CastlePanic
from castlewise.models.castle_panic.notation import read_line
from castlewise.models.castle_panic.position_file import read_position_file
from castlewise.models.castle_panic.rule_set import read_rules
from castlewise.models.game_record import read_record, replay
from command import COMMAND, ENVIRONMENT, answer, castlewise

EXAMPLES = Path(__file__).parent.parent / "examples"
HOUSE = EXAMPLES / "house_components.toml"
POSITIONS = [EXAMPLES / "last_stand.toml", EXAMPLES / "solitaire_opening.toml"]
LINE = "cp:players=2,co-op/WWFTw-/a1g1.k5t2t.c6o1/p1.play/ra.2gk.br,ta/2mo/2g.o"


# Simulating


def test_simulate_as_json_prints_one_object_with_the_figures_and_what_they_are_of() -> None:
    printed = answer("simulate", "castle-panic", "--players", "2", "--games", "3", "--policy", "random", "--seed", "5", "--json")
    assert printed.count("\n") == 1
    figures = json.loads(printed)
    expected = {"games", "wins", "win_rate", "low", "high", "mean_turns", "seconds", "games_per_second", "seed", "rules", "version"}
    assert expected <= figures.keys()
    stated = {"games": 3, "wins": 0, "win_rate": 0.0, "low": 0.0, "seed": 5, "rules": "players=2,co-op", "policy": "random"}
    stated |= {"game": "castle-panic", "players": 2, "interrupted": False, "replaced_components": [], "version": version("castlewise")}
    assert {key: figures[key] for key in stated} == stated
    assert figures["high"] == pytest.approx(0.5615, abs=1e-4)
    assert 3 < figures["mean_turns"] < 60


def test_simulate_prints_a_table_and_nothing_else_into_a_pipe() -> None:
    printed = answer("simulate", "castle-panic", "--rules", "players=1,edition=1", "--games", "2", "--policy", "random", "--seed", "5")
    assert "castle-panic, players=1,solitaire,edition=1" in printed
    assert "random, seed 5" in printed
    assert "95 % interval 0.00 to 65.76" in printed
    assert "playing" not in printed  # the progress bar's word


def test_simulate_names_every_replaced_component() -> None:
    printed = answer("simulate", "castle-panic", "--games", "1", "--policy", "random", "--components", HOUSE, "--json")
    assert json.loads(printed)["replaced_components"] == list(read_components(HOUSE.read_text()).replaced)


@pytest.mark.skipif(not Path(f"/proc/{os.getpid()}/task/{os.getpid()}/children").exists(), reason="cannot see when the games begin")
def test_an_interrupted_simulation_prints_what_is_finished() -> None:
    arguments = ["simulate", "castle-panic", "--games", "1000000000", "--jobs", "1", "--json"]
    run = subprocess.Popen([COMMAND, *arguments], env=ENVIRONMENT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    workers = Path(f"/proc/{run.pid}/task/{run.pid}/children")
    waited_until = time.monotonic() + 30
    while not workers.read_text() and time.monotonic() < waited_until:
        time.sleep(0.02)
    run.send_signal(signal.SIGINT)
    printed, complaints = run.communicate(timeout=30)
    assert (run.returncode, complaints) == (0, "")
    figures = json.loads(printed)
    assert figures["interrupted"] is True
    assert 1 <= figures["games"] < 1_000_000_000


# Watching


def test_watch_plays_a_game_and_its_record_replays_to_the_printed_end(tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    printed = answer("watch", "castle-panic", "--players", "2", "--seed", "7", "--record", file)
    assert "turn 1, player 1" in printed
    record = read_record(file.read_bytes())
    *_, last = replay(record)
    assert record.seed == 7
    assert record.result is not None
    assert f"{'WON' if record.result.won else 'LOST'} after" in printed
    assert printed.splitlines()[-1] == f"final position: {last}"
    assert answer("watch", "castle-panic", "--players", "2", "--seed", "7") == printed


def test_the_record_of_a_game_with_replaced_components_replays_with_them(tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    answer("watch", "castle-panic", "--rules", "players=2,edition=1", "--policy", "random", "--components", HOUSE, "--record", file)
    components = read_components(HOUSE.read_text())
    *_, last = replay(read_record(file.read_bytes()), CastlePanic(read_rules("players=2,edition=1", components=components), compiled=False))
    assert last.is_over


# Showing


@pytest.mark.parametrize("file", POSITIONS, ids=lambda file: file.stem)
def test_show_turns_a_position_file_into_a_line_and_back(file: Path) -> None:
    position = read_position_file(file.read_text(), compiled=False)
    assert answer("show", file, "--line") == f"{position}\n"
    written = answer("show", file, "--toml")
    assert read_position_file(written, compiled=False) == position
    assert answer("show", "-", "--line", typed=written) == f"{position}\n"


def test_show_lists_every_move_as_json() -> None:
    facts = json.loads(answer("show", LINE, "--json"))
    position = read_line(LINE, compiled=False)
    game = position.game
    assert [(move["move"], move["text"]) for move in facts["moves"]] == [
        (game.short(position, move), game.describe(position, move)) for move in game.choices(position)
    ]
    stated: dict[str, object] = {
        "game": "castle-panic",
        "rules": "players=2,co-op",
        "line": LINE,
        "node": "choice",
        "mover": "player 1",
        "result": None,
    }
    stated |= {
        "mover": "player 1",
        "result": None,
        "towers": [1, 2, 3, 4],
        "walls": [1, 2, 3, 5],
        "fortified": [3],
        "cards_in_deck": 42,
        "tokens_in_pile": 43,
    }
    assert {key: facts[key] for key in stated} == stated
    assert {"kind": "troll", "ring": "knight", "arc": 5, "health": 2, "tarred": True} in facts["monsters"]


def test_show_gives_the_weights_of_chance() -> None:
    facts = json.loads(answer("show", "cp:players=2,co-op/WWWWWW/a1g1/p1.token/-,bk/-/-", "--json"))
    assert (facts["node"], facts["mover"], len(facts["moves"])) == ("chance", "chance", 19)
    assert {"move": "token.t", "text": "draws the token Troll", "weight": 10} in facts["moves"]


def test_show_draws_the_board_the_hands_and_what_can_be_done() -> None:
    printed = answer("show", LINE)
    seen = ["1 red", "6 blue", "Troll 2", "tarred", "wall+fort", "TOWER", "ra@a1g1"]
    seen += ["> player 1: Red Archer, Green Knight, Green Knight, Brick", "  player 2: Tar"]
    assert [part for part in seen if part not in printed] == []
    assert "LOST: the last Tower was destroyed" in answer("show", "-", typed="cp:players=2,co-op/------/c4t2/p1.lost-towers/-,bk/-/-\n")


def test_show_says_with_which_components(tmp_path: Path) -> None:
    file = tmp_path / "position.toml"
    mark = fingerprint(read_components(HOUSE.read_text()))
    file.write_text(f'rules = "players=2"\nmonsters = ["troll archer 1 health 4"]\ncomponents = "{mark}"\n')
    line = answer("show", file, "--components", HOUSE, "--line").strip()
    assert "a1t4" in line
    assert line.endswith(f"/components={mark}")
    assert "replaced component: " in answer("show", line, "--components", HOUSE)
    assert "castlewise: components: " in refused(castlewise("show", line))


# Help


def test_help_answers_for_every_command() -> None:
    overview = answer("--help")
    for command in ("simulate", "watch", "show"):
        assert command in overview
        assert f"Usage: castlewise {command}" in answer(command, "--help")


# Bad input: exit code 2, and a message that says where

BAD = {
    "unknown rule": (
        ["simulate", "castle-panic", "--rules", "all-for-on"],
        '--rules: unknown rule "all-for-on" (did you mean "all-for-one"?)',
    ),
    "too many players": (["simulate", "castle-panic", "--players", "9"], "rules.players: 9 players: the game takes 1 to 6"),
    "too many players in the rules": (["watch", "castle-panic", "--rules", "players=9"], "rules.players: 9 players: the game takes 1 to 6"),
    "superscript": (["simulate", "castle-panic", "--rules", "players=²"], '--rules.players: "²" is not a number'),
    "two numbers of players": (
        ["simulate", "castle-panic", "-p", "2", "--rules", "players=3"],
        "--rules.players: 3 here, but 2 players were asked for",
    ),
    "rule without its rule": (
        ["simulate", "castle-panic", "--rules", "easier-trades"],
        "rules.easier-trades: belongs to charging-horde; add that too",
    ),
    "unknown policy": (["simulate", "castle-panic", "--policy", "gredy"], 'policy: unknown policy "gredy" (did you mean "greedy"?)'),
    "unknown policy to watch": (["watch", "castle-panic", "--policy", "expert"], 'policy: unknown policy "expert"'),
    "no games": (["simulate", "castle-panic", "--games", "0"], "--games"),
    "games in words": (["simulate", "castle-panic", "--games", "many"], "--games"),
    "no cores": (["simulate", "castle-panic", "--jobs", "0"], "--jobs"),
    "unknown game": (["simulate", "castel-panic"], "castle-panic"),
    "no game": (["simulate"], "castle-panic"),
    "unknown command": (["solve"], "solve"),
    "unknown option": (["show", LINE, "--svg"], "--svg"),
    "missing component file": (
        ["simulate", "castle-panic", "--components", "no/such.toml"],
        "no/such.toml: cannot be read as a component file: No such file or directory",
    ),
    "folder as component file": (
        ["simulate", "castle-panic", "--components", str(EXAMPLES)],
        f"{EXAMPLES}: cannot be read as a component file",
    ),
    "position as component file": (
        ["simulate", "castle-panic", "--components", str(POSITIONS[0])],
        f"{POSITIONS[0]}: monsters: unknown key",
    ),
    "record into nowhere": (["watch", "castle-panic", "--record", "no/such/game.jsonl"], "--record: no/such/game.jsonl cannot be written"),
    "missing position file": (["show", "no/such.toml"], "no/such.toml: cannot be read as a position"),
    "components as position": (["show", str(HOUSE)], f"{HOUSE}: cards: unknown key"),
    "move that a record does not have": (
        ["show", str(EXAMPLES / "charging_horde.jsonl@137")],
        "charging_horde.jsonl: has 136 moves, not 137",
    ),
    "move of a file that is no record": (["show", str(EXAMPLES / "last_stand.toml@3")], "last_stand.toml: is not the record of a game"),
    "drawing into nowhere": (["show", LINE, "--svg", "no/such/board.svg"], "--svg: no/such/board.svg cannot be written"),
    "review of no file": (["review", "no_game.jsonl"], "no_game.jsonl: cannot be read as the record of a game"),
    "review of a position": (["review", str(EXAMPLES / "last_stand.toml")], "last_stand.toml: line 1: not valid JSON"),
    "data of no game": (["data", "--rules", "expert"], "--rules, --components: name the game they are for"),
    "data of an unknown rule": (["data", "castellion", "--rules", "expart"], "expart"),
    "short line": (["show", "cp:players=2"], "line: 1 sections instead of at least 7"),
    "control characters in a line": (["show", "cp:players=2,co-op/WW\x1b[31m"], 'line: the character "\\x1b" does not occur in a position'),
    "control characters in a rule": (["simulate", "castle-panic", "--rules", "gob\x1b[31mlin"], '--rules: unknown rule "gob\\x1b[31mlin"'),
    "control characters in a policy": (["simulate", "castle-panic", "--policy", "gr\x1b[31med"], 'policy: unknown policy "gr\\x1b[31med"'),
    "control characters in a file's name": (["show", "no\x1b[31m.toml"], "no\\x1b[31m.toml: cannot be read as a position"),
    "record into a folder": (
        ["watch", "castle-panic", "--policy", "random", "--record", str(EXAMPLES)],
        f"--record: {EXAMPLES} cannot be written",
    ),
    "impossible line": (["show", LINE.replace("a1g1", "a1g4")], "monsters[1]: Goblin with 4 health: it can have 1"),
}


def test_a_shell_completes_commands_and_options() -> None:
    for words, expected in (("castlewise sug", "suggest"), ("castlewise show --sv", "--svg")):
        asked = {"_CASTLEWISE_COMPLETE": "complete_bash", "COMP_WORDS": words, "COMP_CWORD": str(len(words.split()) - 1)}
        done = subprocess.run([COMMAND], env=ENVIRONMENT | asked, capture_output=True, text=True, timeout=60)
        assert done.stdout.split() == [expected]


def test_no_color_is_honoured_on_a_terminal() -> None:
    shown = {}
    for name, variables in (("coloured", {}), ("plain", {"NO_COLOR": "1"})):
        master, slave = pty.openpty()
        with subprocess.Popen([COMMAND, "show", LINE], env=ENVIRONMENT | variables, stdout=slave, stdin=slave, stderr=slave) as process:
            os.close(slave)
            seen = b""
            with contextlib.suppress(OSError):  # how Linux says that nobody writes to it any more
                while part := os.read(master, 4096):
                    seen += part
            process.wait(60)
        os.close(master)
        shown[name] = seen
    assert b"\x1b[31m" in shown["coloured"]
    assert not re.search(rb"\x1b\[[0-9;]*3[1-7]m", shown["plain"])


def refused(done: subprocess.CompletedProcess[str]) -> str:
    assert done.returncode == 2, done.stderr
    assert done.stdout == ""
    assert "Traceback" not in done.stderr
    assert "\x1b" not in done.stderr, "escape codes in a pipe"
    return done.stderr


# One process makes all the mistakes, as starting one for each would take the time of all other tests here.
MAKE_MISTAKES = """
import contextlib, io, json, sys, traceback
from castlewise.cli.main import run
answers = []
for arguments in json.load(sys.stdin):
    sys.argv, printed, complaints, code = ["castlewise", *arguments], io.StringIO(), io.StringIO(), 0
    with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(complaints):
        try:
            run()
        except SystemExit as end:
            code = end.code
        except BaseException:
            code = 1
            traceback.print_exc()
    answers.append((code, printed.getvalue(), complaints.getvalue()))
print(json.dumps(answers))
"""


@pytest.fixture(scope="module")
def answers_to_mistakes() -> dict[str, subprocess.CompletedProcess[str]]:
    arguments = [arguments for arguments, _ in BAD.values()]
    run = subprocess.run(
        [sys.executable, "-c", MAKE_MISTAKES], env=ENVIRONMENT, input=json.dumps(arguments), capture_output=True, text=True, timeout=60
    )
    assert run.returncode == 0, run.stderr
    return {case: subprocess.CompletedProcess([], *answer) for case, answer in zip(BAD, json.loads(run.stdout), strict=True)}


@pytest.mark.parametrize("case", BAD)
def test_bad_input_is_refused_with_its_place(case: str, answers_to_mistakes: dict[str, subprocess.CompletedProcess[str]]) -> None:
    assert BAD[case][1] in refused(answers_to_mistakes[case])


def test_every_reason_is_given_at_once() -> None:
    complaints = refused(castlewise("show", "cp:players=2,co-op/WWWWWX/a1g1/p3.pay/ra,-/-/-")).splitlines()
    assert [complaint.split(": ")[1] for complaint in complaints] == ["structures[6]", "turn", "turn"]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"[cards.brick]\ncount = 1000\n", "cards.brick.count: expected 0 to 99, not 1000"),
        (b"[cards.brik]\ncount = 1\n", 'did you mean "brick"?'),
        (b"[cards.brick\n", "not valid TOML"),
        (b"", "is empty"),
        (b"\xff\xfe", "is not UTF-8 text"),
    ],
    ids=["impossible", "unknown card", "not TOML", "empty", "not text"],
)
def test_a_bad_component_file_is_refused_by_its_name(content: bytes, message: str, tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_bytes(content)
    complaint = refused(castlewise("simulate", "castle-panic", "--components", file))
    assert f"castlewise: {file}: " in complaint
    assert message in complaint


@pytest.mark.parametrize(("typed", "message"), [(b"", "is empty"), (b"\xff", "is not UTF-8 text"), (b"monsters = [", "not valid TOML")])
def test_a_bad_position_on_standard_input_is_refused(typed: bytes, message: str) -> None:
    assert f"standard input: {message}" in refused(castlewise("show", "-", typed=typed))
