"""`castlewise suggest`, `castlewise train` and the advisor in `simulate`, as their users meet them."""

from __future__ import annotations

import json
import re

import pytest

from castlewise.models.castle_panic.notation import read_line
from command import answer, castlewise

STAND = "cp:players=2,co-op/---T--/c3o2/p1.play/ra.bb,ta/-/-"  # the Barbarian, or the last Tower falls


def test_suggest_ranks_the_moves_and_says_how_sure_it_is() -> None:
    printed = answer("suggest", STAND, "--time", "300ms", "--top", "2")
    assert "Barbarian slays the" in printed
    assert "different ways to play" in printed
    assert "rollouts in" in printed
    assert printed.index("Barbarian slays") < printed.index("0.0 % exact")


def test_suggest_as_json_gives_moves_that_the_rules_accept() -> None:
    facts = json.loads(answer("suggest", STAND, "--time", "200ms", "--json", "--seed", "3"))
    assert (facts["position"], facts["seed"], facts["forced"], facts["mover"]) == (STAND, 3, False, "player 1")
    assert facts["candidates"][0]["move"] == "bb@c3o2"
    for candidate in facts["candidates"]:
        position = read_line(STAND, compiled=False)
        for move in candidate["moves"]:
            position = position.game.apply(position, position.game.read_move(position, move))
        assert 0 <= candidate["low"] <= candidate["win"] <= candidate["high"] <= 1
    assert facts["candidates"][-1]["exact"] is True
    assert facts["candidates"][-1]["win"] == 0
    assert facts["values"].startswith("players-2_co-op ")


def test_suggest_explains_what_may_happen_what_comes_then_and_what_can_be_proved() -> None:
    quiet = "cp:players=2,co-op/WWWWWW/a4o2.k1g1/p1.play/br,rs.gk/-/2g"
    facts = json.loads(answer("suggest", quiet, "--time", "100ms", "--explain", "--guarantee", "no-tower-falls", "--json"))
    assert facts["forced"] is True
    assert any(reason.startswith("may lose the Wall in arc 1, 1 in 6: Red Monsters Move 1") for reason in facts["reasons"])
    assert "Red Swordsman hits the Goblin in swordsman 1" in facts["coming_turns"][0]
    assert facts["coming_turns"][-1] == "by then, if nothing is drawn: structures lost 1, Monsters slain 1"
    assert facts["prevented"] == []  # nothing is played
    changes = [token["change"] for token in facts["first_tokens"]]
    assert changes == sorted(changes)
    assert sum(token["chance"] for token in facts["first_tokens"]) == pytest.approx(1, abs=1e-4)
    assert facts["guarantee"]["verdict"] == "impossible"  # a Giant Boulder may find the gap that another token tore
    assert facts["guarantee"]["counterexample"]["draws"]


DISCARD = "cp:players=2,co-op/TT----/a1t3.a1o2.k1g1/p1.discard/gk.ga,ba/-/-"


def test_at_a_discard_the_first_line_says_what_is_hoped_for_and_explain_is_not_silent() -> None:
    printed = answer("suggest", DISCARD, "--time", "400ms", "--explain")
    first = next(line for line in printed.splitlines() if line.startswith("best: "))
    assert "hoping for" in first or "no card that may come" in first or "discards nothing" in first
    assert "what may still happen this turn:\n  this turn's Monsters and tokens: told once it is decided what is played" in printed
    facts = json.loads(answer("suggest", DISCARD, "--time", "400ms", "--explain", "--json"))
    assert (facts["reasons"], facts["first_tokens"], facts["coming_turns"]) == ([], [], [])
    assert facts["not_yet"]
    assert facts["candidates"][0]["as_good"]
    assert len(facts["hopes"]) > 10 or facts["candidates"][0]["move"] == "keep"


def test_who_is_done_before_the_time_says_so_and_why() -> None:
    printed = answer("suggest", STAND, "--time", "60s")
    assert re.search(r"^done after \d+\.\d\d of 60 s: ", printed, flags=re.MULTILINE)
    facts = json.loads(answer("suggest", STAND, "--time", "60s", "--json"))
    assert facts["limit"] == 60
    assert facts["seconds"] < 54
    assert facts["stopped"]


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ((STAND, "--time", "soon"), '--time: "soon": expected a time such as 1s or 500ms'),
        ((STAND, "--time", "0"), "expected a time"),
        ((STAND, "--guarantee", "peace"), 'unknown condition "peace"'),
        ((STAND.replace("p1.play", "p1.tokens=2"), "--time", "1s"), "castlewise:"),
    ],
)
def test_bad_input_is_refused_with_the_reason(arguments: tuple[str, ...], complaint: str) -> None:
    done = castlewise("suggest", *arguments)
    assert done.returncode == 2
    assert complaint in done.stderr
    assert "Traceback" not in done.stderr


EXAM = "cn:introductory/stsssc.ct.jc.pspc.pt.js/1T1B1L:3tr,earthworm-1,3T2B/p1.use/111.111.111.111/344.453.434.444.6.3/hand=js"


def test_suggest_for_castellion_draws_the_castle_to_aim_at() -> None:
    printed = answer("suggest", EXAM, "--time", "300ms", "--top", "3")
    assert "places the Juggler Square" in printed
    assert "the castle to aim at" in printed
    assert "short of" in printed
    assert "hope for any" in printed
    facts = json.loads(answer("suggest", EXAM, "--time", "200ms", "--json"))
    assert facts["candidates"][0]["move"].startswith("place@")
    assert facts["aim"]["castle"].count(".") == 5
    assert facts["aim"]["short"] == len(facts["aim"]["new"]) > 0


def test_what_castellion_has_no_answer_to_is_refused() -> None:
    done = castlewise("suggest", EXAM, "--guarantee", "no-tower-falls", "--explain")
    assert done.returncode == 2
    assert "--guarantee: is an option of castle-panic" in done.stderr
    assert "--explain: is an option of castle-panic" in done.stderr
    done = castlewise("train", "castellion", "--rules", "base,two-player", "--what", "further", "--generations", "2", "--into", "x.npz")
    assert (done.returncode, done.stderr.count("castlewise: ")) == (2, 3)
    assert "for one player" in done.stderr
    assert "there is no function yet" in done.stderr


def test_the_advisor_plays_in_simulations() -> None:
    facts = json.loads(
        answer("simulate", "castle-panic", "--players", "1", "--policy", "advisor:2", "--games", "1", "--jobs", "1", "--json")
    )
    assert (facts["policy"], facts["games"], facts["unfinished"]) == ("advisor:2", 1, 0)
    facts = json.loads(answer("simulate", "castellion", "--policy", "advisor:2", "--games", "1", "--jobs", "1", "--json"))
    assert (facts["policy"], facts["games"], facts["unfinished"]) == ("advisor:2", 1, 0)
    done = castlewise("simulate", "castle-panic", "--policy", "advisor:quick")
    assert (done.returncode, "expected advisor, advisor:2000" in done.stderr) == (2, True)


def test_a_move_of_ones_own_is_judged_beside_the_best() -> None:
    won = "cp:players=1,solitaire/T-----/s1g1/p1.play/rs.bk/-/5g.11o.10t.gk.ow.tm.he.4gb.2mr.2mg.2mb.cw.cc.pa.pk.ps.ad.d3.d4"
    facts = json.loads(castlewise("suggest", won, "--time", "50ms", "--move", "I'm done", "--json").stdout)["judged"]
    assert (facts["moves"], facts["win"], facts["loss"], facts["exact"], facts["best"]) == (["end"], 0.0, 1.0, True, False)
    told = castlewise("suggest", won, "--time", "50ms", "--move", "red swordsman kills the goblin").stdout
    assert "your move wins 100.0 % exact: nothing that was compared is better" in told
    refused = castlewise("suggest", won, "--move", "red archer on the goblin")
    assert refused.returncode == 2
    assert "player 1 holds no Red Archer" in refused.stderr


def test_a_move_that_is_no_candidate_joins_the_race() -> None:
    facts = json.loads(castlewise("suggest", "examples/last_stand.toml", "--time", "50ms", "--move", "no trade, end", "--json").stdout)
    judged = facts["judged"]
    assert judged["moves"] == ["no-trade", "end"]
    assert judged["loss"] >= 0
    assert judged["rank"] >= 1
    assert judged["loss_error"] > 0 or judged["exact"]
