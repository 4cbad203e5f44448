"""`castlewise check` as its users meet it."""

from __future__ import annotations

import json
from contextlib import nullcontext
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
    assert "SOLVABLE: can be met in 3 of 3 ways the card may turn out" in answer("check", "exam", "--solver", "cpsat")


def test_what_depends_on_the_card_is_no_no() -> None:
    done = castlewise("check", "1T.1L", "--size", "3x4", "--json")
    assert done.returncode == 5
    found = json.loads(done.stdout)
    assert found["verdict"] == "depends"
    assert [deal["verdict"] for deal in found["deals"]] == ["solvable", "impossible"]
    assert found["summary"] == "can be met in 1 of 2 ways the card may turn out; not if it is the 1L"
    assert "Can be met in 1 of 2 ways the card may turn out; not if it is the 1L" in castlewise("check", "1T.1L", "--size", "3x4").stdout


def test_a_face_down_card_is_named_that_cannot_be_met() -> None:
    # The second black-bordered Traitor brings the ordeal on; the fourth column has a single tile, and a bastion spares some of a penalty.
    castle = "ccctscss.csccpspt.jtjspc.jc.pcpsjc.pspcstpc"
    line = f"cn:expert,prophet/{castle}/hidden:tb,hidden,hidden/p1.traitor/-/545.544.454.531.9.1/hand=tb/prophet=3"
    done = castlewise("check", line, "--next", "--json")
    found = json.loads(done.stdout)
    assert (done.returncode, found["verdict"]) == (5, "depends")
    assert found["summary"] == "can be met in 3 of 4 ways the card may turn out; not if it is the Earthworm I"
    assert [castles["castles"][0]["by"] for castles in found["deals"][:1]] == [
        "without its formations: 8 tiles paid, 2 bastions spare the rest"
    ]


def test_a_verdict_names_what_it_assumes() -> None:
    castles = facts("3T2B", "--solver", "cpsat")["assumes"]
    assert isinstance(castles, dict)
    assert (castles["about"], castles["powers"], castles["payments"], castles["order"], castles["tiles_left"]) == (
        "castles",
        0,
        False,
        "free",
        72,
    )
    assert "a question about castles" in answer("check", "3T2B", "--solver", "cpsat")
    line = "cn:base,ordeal3=1T:3/stsssc.ct.cs.cc.jt.js/1T1B1L:met,2T2B:met,1T/p1.turn/-/000.100.000.000.1.0"
    position = facts(line)["assumes"]
    assert isinstance(position, dict)
    assert (position["about"], position["powers"], position["payments"]) == ("a position", None, True)
    restricted = castlewise("check", line, "--powers", "0", "--json")
    assert restricted.returncode == 1
    assert json.loads(restricted.stdout)["assumes"]["powers"] == 0
    assert "at most 0 powers used, as was asked for" in castlewise("check", line, "--powers", "0").stdout


def test_of_an_assault_it_is_said_which_alternative_a_castle_is_for() -> None:
    found = facts("harpy 3", "--solver", "cpsat")
    castles = found["castles"]
    assert isinstance(castles, list)
    assert castles[0]["by"] == "the formations are there, nothing is paid"
    assert "meets 5T else 42: the formations are there, nothing is paid" in answer("check", "harpy 3", "--solver", "cpsat")


def test_what_the_rules_do_with_a_position_is_shown_as_a_line() -> None:
    line = "cn:base,ordeal3=1T:3/stsssc.ct.cs.cc.jt.js/1T1B1L:met,2T2B:met,1T/p1.turn/-/000.100.000.000.1.0"
    found = facts(line)
    assert found["moves"] == ["draw.standard", "tile.ct", "power", "recover.st", "place@1", "meet"]
    assert found["needs"] == {"chameleon triangle": 1, "seer triangle": 1}
    assert found["castle"] == "stssscst.ct.cs.cc.jt.js"


@pytest.mark.parametrize(
    "line",
    [
        "cn:base,two-player/ctcs.csct.jtjs.sssc.jcps.pspc,stss.ctcs.jtjs.pcpt.cc.sc/1T1B1L,2T2B,3T2B/p1.turn/-/333.333.333.333.4.1",
        "cn:base,prison/ctcs.csct.jtjs.sssc.jcps.pspc/1T1B1L,2T2B,3T2B/p1.turn/-/333.333.333.333.4.1",
        "cn:expert,horror/ctcs.csct.jtjs.sssc.jcps.pspc/hidden,hidden,hidden/p1.turn/-/333.333.333.333.4.1",
        "cn:expert,pantry-harder/ctcs.csct.jtjs.sssc.jcps.pspc/hidden,hidden,hidden/p1.turn/-/333.333.333.333.4.1/pantry=2ft.2fs.2fc",
    ],
)
def test_no_rule_set_is_refused(line: str) -> None:
    done = castlewise("check", line, "--next", "--json", "--time", "10s")
    assert done.returncode in (0, 3, 5), done.stderr
    found = json.loads(done.stdout)
    assert "solvable" in {deal["verdict"] for deal in found["deals"]}


def test_powers_over_several_ordeals_are_a_question_for_the_rules() -> None:
    found = facts("1T,1T", "--powers", "1", "--size", "2x4", "--left", "2st 2ss 2jt js")
    assert found["verdict"] == "solvable"
    done = castlewise("check", "1T,2T", "--powers", "1", "--size", "2x4", "--left", "st ss jt js", "--json")
    assert done.returncode == 1


def test_repairs_are_offered_only_for_what_is_proved_impossible() -> None:
    line = "cn:base,size=4x3,ordeal3=1B1L/jsjtss.jsjcps.ssstpc.jspc/1T1B1L:met,2T2B:met,1B1L/p1.turn/-/001.000.000.200.0.0"
    found = facts(line, "--why")
    assert found["verdict"] == "solvable"
    assert "repair" not in found
    impossible = castlewise("check", line.replace("001.000.000.200", "001.000.000.000"), "--why", "--json")
    assert impossible.returncode == 1
    assert json.loads(impossible.stdout)["repair"]


def test_tiles_in_a_known_order_are_a_question_for_the_rules_where_no_model_knows_them() -> None:
    line = "cn:base,two-player,size=2x4,ordeal3=1T:3/stssst.ct,ct.cs/1T1B1L:met,2T2B:met,1T/p1.turn/-/100.000.000.001.0.0/champion=p2"
    assert castlewise("check", line, "--tiles", "ss pc", "--json").returncode == 0
    assert castlewise("check", line, "--tiles", "pc pc", "--json").returncode == 1


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
    assert everything.returncode in (1, 3), everything.stdout
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


def test_on_a_terminal_it_is_said_which_way_the_cards_lie_is_being_solved(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from castlewise.cli import check

    said: list[str] = []
    monkeypatch.setattr(check, "status", lambda words: nullcontext(said.append))
    with pytest.raises(SystemExit):
        check.run_check("1T.1B", check.CheckOptions(size="3x4"))
    line = "cn:base/ptpspcptps.csscstct.jcstssst.stjsjcct.psjcjt.ccctcscc/1T1B1L:met,2T2B,3T2B/p1.turn/111.111.111.111/144.233.442.324.6.3"
    with pytest.raises(SystemExit):
        check.run_check(line, check.CheckOptions(next_only=True, seconds=60))
    assert said[:2] == ["1 of 2: 1T", "2 of 2: 1B"]
    assert said[2:4] == ["2T2B", "2T2B: looking for castles that can be built as they are"]
    capsys.readouterr()
