"""`castlewise plan` as its users meet it."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from castlewise.models.castle_panic.notation import read_line
from command import answer, castlewise

STAND = str(Path(__file__).parent.parent / "examples" / "last_stand.toml")
FIELD = "cp:players=2,co-op/WWTTTT/a1g1.a1o2.k3t3.s4o1/p1.play/ra.rh.gk.gs,ta/-/-"


def test_plan_shows_the_best_way_to_play_a_turn_and_how_sure_it_is() -> None:
    printed = answer("plan", STAND)
    assert "SOLVED" in printed
    assert "no play is worth more by this measure" in printed
    assert "maximised, the most: 200 for a Tower" in printed
    assert "suggest looks further" in printed
    assert re.search(r"wins \d+\.\d % from there", printed)
    assert "replayed through the rules" in printed
    assert "plays no more cards" in printed


def test_plan_as_json_gives_moves_that_the_rules_accept() -> None:
    facts = json.loads(answer("plan", FIELD, "--best", "3", "--json"))
    assert (facts["verdict"], facts["optimal"], facts["solver"]) == ("solved", True, "CP-SAT")
    values = [plan["value"] for plan in facts["plans"]]
    assert len(values) == 3
    assert values == sorted(values, reverse=True)
    for plan in facts["plans"]:
        position = read_line(FIELD, compiled=False)
        for move in plan["moves"]:
            position = position.game.apply(position, position.game.read_move(position, move))
        assert str(position) == plan["end"]
        assert sum(part["worth"] for part in plan["parts"]) == plan["value"]
        assert 0 <= plan["win"]["low"] <= plan["win"]["win"] <= plan["win"]["high"] <= 1
    assert facts["measure"].startswith("200 for a Tower, 40 for a Wall")


def test_the_parts_of_a_worth_are_what_stands_and_what_is_kept() -> None:
    facts = json.loads(answer("plan", "cp:players=2,co-op/---TTT/c1t3.a4g1/p1.play/rk.ta,gk/-/-", "--json"))
    (plan,) = facts["plans"]
    parts = {part["what"]: part["worth"] for part in plan["parts"]}
    end = read_line(plan["end"], compiled=False)
    assert parts["3 Towers"] == 600
    assert parts["cards kept, drawn or replaced, Missing, the end of the game"] == 2 * sum(end.numbers.hands[0])
    assert "1 Walls" not in parts


def test_a_plan_that_draws_cards_does_not_tell_a_chance_that_it_made_up() -> None:
    facts = json.loads(answer("plan", "cp:players=2,co-op/---TTT/a4g1/p1.discard/rk.ta.bs,gk/-/-", "--json"))
    assert all(plan["win"] is None for plan in facts["plans"] if any(move.startswith("discard") for move in plan["moves"]))


@pytest.mark.parametrize("solver", ["cpsat", "z3", "both"])
def test_a_goal_is_reached_by_either_solver(solver: str) -> None:
    facts = json.loads(answer("plan", FIELD, "--goal", "slay=s4o1.a1g1", "--solver", solver, "--json"))
    assert facts["verdict"] == "solved"
    assert "gs@s4o1" in facts["plans"][0]["moves"]


def test_an_impossible_goal_exits_with_1_and_says_why_and_what_would_help() -> None:
    done = castlewise("plan", FIELD, "--goal", "slay=k3t3", "--json")
    assert done.returncode == 1
    facts = json.loads(done.stdout)
    assert facts["verdict"] == "impossible"
    assert facts["confirmed_by"][0].startswith("z3")
    assert facts["conflict"]["minimal"] is True
    assert any("Troll in knight 3" in sentence for sentence in facts["conflict"]["wanted"])
    assert facts["repairs"]


def test_several_turns_of_the_team() -> None:
    facts = json.loads(answer("plan", STAND, "--turns", "2", "--json"))
    assert [turn["player"] for turn in facts["turns"]] == [2, 3]
    assert facts["structures_lost"] >= 0
    assert "if nothing is drawn" in answer("plan", STAND, "--turns", "2")


def test_a_guarantee_is_given_or_refused_with_the_draw_that_breaks_it() -> None:
    safe = json.loads(answer("plan", "cp:players=2,co-op/WWWWWW/f1g1/p1.play/mi,ta/-/-", "--guarantee", "no-tower-falls", "--json"))
    assert safe["verdict"] == "solved"
    done = castlewise("plan", STAND, "--guarantee", "no-tower-falls", "--json")
    assert done.returncode == 1
    assert json.loads(done.stdout)["counterexample"]["draws"]


WIZARDS = "cp:players=2,co-op,wizards-tower/WWWWWW/{monsters}/p1.play/{hand},-/-/-/wizard-tower=6"


def test_with_the_wizards_tower_a_plan_says_how_it_was_found_and_what_it_leaves_out() -> None:
    modelled = json.loads(answer("plan", WIZARDS.format(monsters="k1t3", hand="rk.en.be"), "--goal", "slay-all", "--json"))
    assert (modelled["verdict"], modelled["solver"], modelled["not_planned"]) == ("solved", "CP-SAT", ["Berserk"])
    assert modelled["plans"][0]["moves"] == ["en.rk@k1t3", "end"]
    told = answer("plan", WIZARDS.format(monsters="k1t3", hand="rk.wte.be"))
    assert "Teleport is left to enumeration; every way to play was tried" in told
    assert "not planned with, because what they bring is not known: Berserk" in told
    done = castlewise("plan", WIZARDS.format(monsters="k1dr5", hand="rk"))
    assert done.returncode == 3
    assert "UNKNOWN: the Dragon is left to enumeration; a die" in " ".join(done.stdout.split())


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("plan", FIELD, "--goal", "slay-al"), 'unknown condition "slay-al"'),
        (("plan", FIELD, "--goal", "slay-all", "--turns", "2"), "are different questions; ask one"),
        (("plan", FIELD, "--turns", "2", "--best", "2"), "--best: goes with the plan of one turn"),
        (("plan", FIELD, "--guarantee", "peace"), 'unknown condition "peace"'),
        (("plan", WIZARDS.format(monsters="a1o2", hand="rk"), "--turns", "2"), "does not know the Wizard's Tower yet"),
        (("plan", WIZARDS.format(monsters="a1o2", hand="rk"), "--guarantee", "no-tower-falls"), "guarantees and reasons do not"),
        (("plan", "cn:introductory/-/1T1B1L,earthworm-1,3T2B/p1.turn/111.111.111.111/555.555.555.555.9.3"), "plan answers for Castle Panic"),
        (("plan", "cp:players=2,co-op/WWWWWW/a1g1/p1.token/-,bk/-/-"), "Discard, Trade or Play phase"),
    ],
)  # fmt: skip
def test_a_question_that_cannot_be_asked_is_refused(arguments: tuple[str, ...], complaint: str) -> None:
    done = castlewise(*arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert complaint in done.stderr
    assert "Traceback" not in done.stderr
