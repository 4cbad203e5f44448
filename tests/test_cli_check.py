"""`castlewise check` as its users meet it."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from castlewise.models.castellion.castle_question import CastleQuestion
from castlewise.models.castellion.castle_text import read_columns
from castlewise.models.castellion.formation_places import formations_of
from castlewise.models.castellion.notation import read_line
from castlewise.models.castellion.ordeals import Ordeal
from castlewise.models.problems import Problems
from castlewise.solver.castellion.building_replay import replay_building
from castlewise.solver.castellion.castle_plan import meet
from command import answer, castlewise

EXAMPLES = Path(__file__).parent.parent / "examples"


def facts(*arguments: str | Path) -> dict[str, object]:
    found: dict[str, object] = json.loads(answer("check", *arguments, "--json"))
    return found


def test_an_ordeal_is_met_by_a_castle_that_has_its_formations() -> None:
    found = facts("3T2B", "--fewest")
    assert (found["verdict"], found["tiles"]) == ("solvable", 20)
    assert found["tiles_proved_by"] == ["CP-SAT", "z3"]
    castle = read_columns(str(found["castle"]), "", Problems())
    assert sum(map(len, castle)) == 20
    assert formations_of(castle) >= (3, 2, 0)
    solvers = found["solvers"]
    assert isinstance(solvers, list)
    assert [solver["name"] for solver in solvers] == ["CP-SAT", "z3"]
    assert all(solver["seconds"] > 0 and solver["version"] for solver in solvers)


def test_the_castle_is_shown_with_its_tiles_and_formations() -> None:
    printed = answer("check", "3T2B", "--fewest")
    assert "3T2B: SOLVABLE, 20 tiles are the fewest" in printed
    assert "20 tiles: 3 towers, 2 bastions" in printed
    assert "replayed through the rules" in printed


def test_a_set_of_cards_is_solvable_if_every_deal_is() -> None:
    found = facts("exam")
    assert found["verdict"] == "solvable"
    deals = found["deals"]
    assert isinstance(deals, list)
    assert [deal["ordeals"] for deal in deals] == [["1T1B1L", "earthworm-1", third] for third in ("3T2B", "3B2L", "2T3L")]
    assert "3 of 3 ways to deal the cards are solvable" in answer("check", "exam", "--solver", "cpsat")


def test_one_impossible_deal_makes_it_impossible() -> None:
    done = castlewise("check", "1T.1L", "--size", "3x4", "--json")
    assert done.returncode == 1
    found = json.loads(done.stdout)
    assert found["verdict"] == "impossible"
    assert [deal["verdict"] for deal in found["deals"]] == ["solvable", "impossible"]
    assert found["ordeals"] == ["1L"]


def test_an_impossible_ordeal_exits_with_1_and_says_why_and_what_would_help() -> None:
    done = castlewise("check", "1T", "--size", "1x4", "--castle", "stss", "--left", "sc ct", "--why", "--json")
    assert done.returncode == 1
    found = json.loads(done.stdout)
    assert found["verdict"] == "impossible"
    assert found["conflict"]["minimal"]
    assert found["conflict"]["wanted"]
    assert found["conflict"]["rules"]
    assert found["repair"]
    assert [solver["verdict"] for solver in found["solvers"]] == ["impossible", "impossible"]
    printed = castlewise("check", "1T", "--size", "1x4", "--castle", "stss", "--left", "sc ct", "--why").stdout
    assert "because these cannot hold together" in printed
    assert "what would help" in printed


def test_a_castle_that_stands_is_built_upon() -> None:
    found = facts("1T1B", "--castle", "stpsst.cc.jtjs", "--fewest")
    assert found["tiles"] == 7
    building = found["building"]
    assert isinstance(building, list)
    assert len(building) == 7 + 1  # and the ordeal is met
    printed = answer("check", "1T1B", "--castle", "stpsst.cc.jtjs", "--fewest", "--solver", "cpsat")
    assert "7 further tiles are the fewest" in printed
    assert "+ to be placed" in printed


def test_powers_can_save_a_castle() -> None:
    # Two tiles of a tower are in each other's way: an exchange helps, nothing else does.
    stuck = ("1T", "--size", "2x4", "--castle", "stssptss.jsjcsc", "--left", "jt")
    assert castlewise("check", *stuck, "--json").returncode == 1
    found = facts(*stuck, "--powers", "1")
    assert found["verdict"] == "solvable"
    building = found["building"]
    assert isinstance(building, list)
    assert any("exchanges" in words for words in building)


def test_tiles_in_a_known_order_come_out_as_moves() -> None:
    found = facts("1T", "--size", "1x4", "--tiles", "st ss ct sc ss")
    assert found["verdict"] == "solvable"
    assert found["castle"] == "stssscss"
    moves = found["moves"]
    assert isinstance(moves, list)
    assert moves.count("discard") == 1
    assert castlewise("check", "1T", "--size", "1x4", "--tiles", "st ss ct sc", "--json").returncode == 1


def test_a_position_is_checked_for_what_is_still_to_come() -> None:
    file = EXAMPLES / "castellion_second_ordeal.toml"
    found = facts(file, "--next", "--fewest")
    assert (found["verdict"], found["tiles"], found["ordeals"]) == ("solvable", 1, ["2T2B"])
    line = answer("show", file, "--line").strip()
    assert facts(line, "--next")["ordeals"] == ["2T2B"]
    assert read_line(line, compiled=False).met == 1
    everything = castlewise("check", file, "--json")  # eight tiles are left, and three lines are asked for in the end
    assert everything.returncode == 1
    assert json.loads(everything.stdout)["ordeals"] == ["2T2B", "2T3L"]


def test_skeletons_are_counted() -> None:
    assert facts("1T", "--size", "3x5", "--count")["skeletons"] == {"count": 4, "exact": True}


def test_the_castle_is_drawn(tmp_path: Path) -> None:
    file = tmp_path / "castle.svg"
    answer("check", "1T1B1L,earthworm-1,3T2B", "--svg", file, "--solver", "cpsat")
    root = ElementTree.parse(file).getroot()
    assert root.tag.endswith("svg")


def test_no_time_is_no_answer() -> None:
    # Nine bastions fill the castle: neither solver has one in a tenth of a second together with the other's proof of the fewest.
    done = castlewise("check", "1T3B3L", "--fewest", "--time", "100ms", "--solver", "cpsat", "--json")
    assert done.returncode == 3
    assert json.loads(done.stdout)["verdict"] == "unknown"


@pytest.mark.parametrize(
    ("arguments", "place"),
    [
        (["3X2B"], "ordeals"),
        (["3T2B", "--size", "7x7"], "--size"),
        (["3T2B", "--castle", "qq"], "--castle"),
        (["3T2B", "--left", "12"], "--left"),
        (["3T2B", "--tiles", "st zz"], "--tiles[2]"),
        (["3T2B", "--tiles", "st", "--left", "st"], "--tiles"),
        (["3T2B", "--level", "hard"], "--level"),
        (["no-such-file.toml"], "no-such-file.toml"),
        (["cp:players=2,co-op/WWTTTT/a1g1/p1.play/ra,ta/-/-"], "position"),
        (["1T,1T", "--powers", "1"], "check"),
        (["earthworm 1", "--count"], "--count"),
        (["7T", "--svg", "x.svg"], "--svg"),
        ([EXAMPLES / "castellion_second_ordeal.toml", "--size", "5x5"], "--size"),
    ],
)
def test_bad_input_exits_with_2_and_names_the_place(arguments: list[str | Path], place: str) -> None:
    done = castlewise("check", *arguments)
    assert done.returncode == 2
    assert done.stderr.startswith(f"castlewise: {place}")
    assert "Traceback" not in done.stderr


def test_what_python_code_calls() -> None:
    question = CastleQuestion((Ordeal(towers=1),), width=1, height=4)
    _, building = meet(question)
    assert building is not None
    assert len(list(replay_building(question, building).told())) == 4
