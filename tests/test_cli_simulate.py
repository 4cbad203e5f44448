"""`castlewise simulate`: rows of games in a file, two policies on the same luck, and what a player does not know."""

from __future__ import annotations

import json
from pathlib import Path

from command import answer, castlewise

TWO = ("simulate", "castle-panic", "--players", "2", "--games", "12", "--jobs", "2")


def rows(file: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in file.read_text().splitlines()]


def test_out_writes_a_row_for_each_game(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    facts = json.loads(answer(*TWO, "--out", file, "--json"))
    written = rows(file)
    assert [row["castlewise-game"] for row in written] == list(range(12))
    assert sum(bool(row["won"]) for row in written) == facts["wins"]
    assert facts["out"] == str(file)
    assert facts["wins"] == json.loads(answer(*TWO, "--json"))["wins"]
    assert {(row["policy"], row["seed"], row["rules"]) for row in written} == {("greedy", 1, "players=2,co-op")}
    assert f"a row for each game in {file}" in answer(*TWO, "--out", file).replace("\n", "")  # one of ours is replaced


def test_out_replaces_nothing_else_without_force(tmp_path: Path) -> None:
    file = tmp_path / "notes.txt"
    file.write_text("mine")
    done = castlewise(*TWO, "--out", file)
    assert done.returncode == 2
    assert "holds something else; --force replaces it" in done.stderr
    assert file.read_text() == "mine"
    answer(*TWO, "--out", file, "--force")
    assert len(rows(file)) == 12


def test_out_leaves_nothing_behind_where_games_cannot_be_played(tmp_path: Path) -> None:
    done = castlewise(*TWO, "--policy", "gredy", "--out", tmp_path / "games.jsonl")
    assert (done.returncode, list(tmp_path.iterdir())) == (2, [])


def test_against_gives_the_paired_difference(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    facts = json.loads(answer(*TWO, "--against", "random", "--out", file, "--json"))
    found = facts["comparison"]
    assert found["games"] == found["both_won"] + found["only_won"] + found["only_against_won"] + found["neither_won"] == 12
    assert found["difference"] == (facts["wins"] - facts["against"]["wins"]) / 12
    assert found["low"] < found["difference"] <= found["high"]
    assert sum(bool(row["won"]) and not row["against_won"] for row in rows(file)) == found["only_won"]
    printed = answer(*TWO, "--against", "random")
    assert "greedy less random, the same luck" in printed
    assert "points of the win rate (95 % interval" in printed


def test_a_policy_is_not_compared_with_itself_or_with_one_that_there_is_not() -> None:
    same = castlewise(*TWO, "--against", "greedy")
    assert same.returncode == 2
    assert "--against: greedy against itself" in same.stderr
    unknown = castlewise(*TWO, "--against", "gredy")
    assert (unknown.returncode, "did you mean" in unknown.stderr) == (2, True)


def test_what_the_player_does_not_know_is_said() -> None:
    asked = (*TWO, "--rules", "desperate-times,all-for-one")
    assert "desperate-times: it never exchanges its hand" in " ".join(answer(*asked).replace("│", " ").split())
    facts = json.loads(answer(*asked, "--against", "random", "--json"))
    assert facts["not_known"] == ["desperate-times: it never exchanges its hand"]
    assert facts["against"]["not_known"] == []
    assert "not known" not in answer(*TWO)
