"""Verdicts on positions: never a yes without a line, never a no where the rules have one."""

from __future__ import annotations

import json
import os
from collections import Counter
from pathlib import Path

import pytest

from castlewise.models.castellion.notation import read_line
from castlewise.models.castellion.position import Position
from castlewise.models.castellion.reach import reaches
from castlewise.solver.castellion.position_answer import PositionQuestion, answer_position, replay
from castlewise.solver.castellion.reach_answers import fits_cpsat, fits_z3
from castlewise.solver.deadline import Deadline
from castlewise.solver.verdict import Outcome, Solvers
from solver.small_positions import can_be_met, random_position

LONG = os.environ.get("CASTLEWISE_LONG") == "1"
POSITIONS = 2_000 if LONG else 40
EXAMPLES = Path(__file__).parent.parent.parent / "benchmarks" / "castellion_verdicts.json"


def asked(line: str, *cards: int, powers: int | None = None) -> PositionQuestion:
    return PositionQuestion(read_line(line, compiled=False), cards, powers)


def test_a_traitors_price_can_make_room() -> None:
    question = asked(
        "cn:base/ptpspcptps.csscstct.jcstssst.stjsjcct.psjcjt.ccctcscc/1T1B1L:met,2T2B,3T2B/p1.turn/111.111.111.111/144.233.442.324.6.3", 0
    )
    answer = answer_position(question, seconds=60)
    assert answer.outcome is Outcome.SOLVED
    assert replay(question, answer.moves).met == 2
    shorts = ["draw.standard", "tile.tr", "discard-traitor", "destroy@1.5", "destroy@2.4", "destroy@3.4", "destroy@4.4", "meet"]
    here = question.position
    for short in shorts:
        here = here.game.apply(here, here.game.read_move(here, short))
    assert here.met == 2


def test_a_chameleon_brings_back_what_is_missing_unless_powers_are_forbidden() -> None:
    line = "cn:base,ordeal3=1T:3/stsssc.ct.cs.cc.jt.js/1T1B1L:met,2T2B:met,1T/p1.turn/-/000.100.000.000.1.0"
    assert answer_position(asked(line, 0), seconds=60).outcome is Outcome.SOLVED
    assert answer_position(asked(line, 0, powers=1), seconds=60).outcome is Outcome.SOLVED
    assert answer_position(asked(line, 0, powers=0), seconds=60).outcome is Outcome.IMPOSSIBLE


def test_of_a_puzzles_castle_two_pyros_and_a_seer_are_enough() -> None:
    line = "cn:base,size=4x3,ordeal3=1B1L/jsjtss.jsjcps.ssstpc.jspc/1T1B1L:met,2T2B:met,1B1L/p1.turn/-/001.000.000.200.0.0"
    assert answer_position(asked(line, 0), seconds=60).outcome is Outcome.SOLVED


def test_a_black_traitor_in_hand_brings_the_ordeal_on_at_once() -> None:
    line = "cn:expert,prophet/ccctscss.csccpspt.jtjspc.jc.pcpsjc.pspcstpc/hidden:tb,hidden,hidden/p1.traitor/-/545.544.454.531.9.1/hand=tb/prophet=3"
    assert answer_position(asked(line, 3), seconds=60).outcome is Outcome.IMPOSSIBLE  # the Earthworm leaves a gap
    assert answer_position(asked(line, 0), seconds=60).outcome is Outcome.SOLVED  # a penalty can be paid


def test_a_black_traitor_face_up_that_brings_the_ordeal_on_leaves_only_what_lies_beside_it() -> None:
    line = "cn:base/psptpspc.ssjcjt.scjs.stccctsc.sc.cs/1T1B1L:2tr,2T2B,2T3L/p1.use/-/432.434.545.234.6.2/hand=pt/revealed=tb"
    question = asked(line, 0)
    castles = reaches(question.position, question.ordeals[0])
    assert sum(castles[0].left) == 1
    assert fits_z3(castles, Deadline(60)).outcome is Outcome.IMPOSSIBLE
    assert sum(reaches(asked(line.replace("2tr,", "tr,"), 0).position, question.ordeals[0])[0].left) > 1
    assert sum(reaches(asked(line.replace("hand=pt", "hand=st"), 0).position, question.ordeals[0])[0].left) > 1  # a Seer reveals more


def test_a_traitor_is_paid_for_with_the_whole_castle() -> None:
    line = "cn:base/ss.st.sc.st/1T1B1L:2tb,2T2L,3T2B/p1.use/-/323.433.213.133.2.1/hand=cs/revealed=js.ps.tr"
    assert answer_position(asked(line, 0), seconds=60).outcome is Outcome.SOLVED


def test_what_nothing_can_reach_is_proved_by_both_solvers() -> None:
    # Four Pyros more would be needed, and only Seers come: no payment and no power makes Pyros of them.
    line = "cn:base,ordeal3=1T1L:3/stptst.ctss.jtjs.ct.sc.jc/1T1B1L:met,2T2B:met,1T1L/p1.turn/-/020.000.000.000.4.1"
    question = asked(line, 0)
    castles = reaches(question.position, question.ordeals[0])
    assert fits_cpsat(castles, Deadline(60)).outcome is Outcome.IMPOSSIBLE
    assert fits_z3(castles, Deadline(60)).outcome is Outcome.IMPOSSIBLE


def test_a_verdict_is_never_hurried() -> None:
    answer = answer_position(
        asked(
            "cn:expert/pspc.pspt.stss.sssc.jcjssc.jsjc/2T-else-16:met,hidden:tb,hidden/p1.turn/-/200.110.010.211.0.0/revealed=st.ct.js", 0
        ),
        seconds=0.01,
    )
    assert answer.outcome is Outcome.UNKNOWN
    assert answer.reason


def _settled(number: int) -> tuple[Position, int] | None:
    position = random_position(number)
    if position is None:
        return None
    there = int(position.numbers.card[position.met])
    return position, there - 1 if there else number % len(position.rule_set.ordeals[position.met].cards)


def test_an_ordeal_is_not_overcome_by_a_game_that_the_pantry_loses() -> None:
    line = (
        "cn:expert,pantry,ordeal1=earthworm-1:2,ordeal2=1L:3,ordeal3=1T-else-9:2,size=4x2,safe=001.000.000.000,standard=000.000.000.451.2.0"
        "/pt.ps.fcpt.fspc/earthworm-1:met,1L:tr,1T-else-9/p1.use/-/000.000.000.130.0.0/hand=pt/pantry=-"
    )
    assert answer_position(asked(line, 0), seconds=60).outcome is Outcome.IMPOSSIBLE  # four Pantry tiles are asked for, and two are left


@pytest.mark.parametrize("part", range(8))
def test_random_positions_of_small_castles(part: int) -> None:
    """Against a search through all lines: of the whole answer, and of each proof by itself."""
    outcomes: Counter[Outcome] = Counter()
    proved = checked = 0
    number = part * 1_000_000
    while checked < POSITIONS // 8:
        number += 1
        found = _settled(number)
        if found is None:
            continue
        position, card = found
        truth = can_be_met(position, card)
        if truth is None:
            continue
        checked += 1
        question = PositionQuestion(position, (card,))
        answer = answer_position(question, seconds=20)
        outcomes[answer.outcome] += 1
        assert answer.outcome is not (Outcome.IMPOSSIBLE if truth else Outcome.SOLVED), f"{number}: {position}, card {card}"
        if answer.outcome is Outcome.SOLVED:
            assert replay(question, answer.moves).met > position.met
        castles = reaches(position, question.ordeals[0])
        if castles:
            proofs = {prove(castles, Deadline(20)).outcome for prove in (fits_cpsat, fits_z3)}
            assert not (truth and Outcome.IMPOSSIBLE in proofs), f"{number}: {position}, card {card}"
            assert proofs != {Outcome.IMPOSSIBLE, Outcome.SOLVED}, f"{number}: {position}, card {card}: the solvers differ"
            proved += proofs == {Outcome.IMPOSSIBLE}
    assert outcomes[Outcome.UNKNOWN] <= len(outcomes) + checked // 10
    if LONG:
        assert outcomes[Outcome.SOLVED]
        assert proved
        print(f"{dict(outcomes)}, {proved} proved without going through lines")


@pytest.mark.skipif(not LONG, reason="minutes: CASTLEWISE_LONG=1")
def test_no_position_of_a_game_is_called_impossible_that_can_be_solved() -> None:
    """192 positions of games at the base and expert level: what is called impossible was gone through, line by line, or is impossible for both solvers."""
    kept: dict[str, list[str]] = json.loads(EXAMPLES.read_text(encoding="utf-8"))
    outcomes: Counter[Outcome] = Counter()
    for line in (*kept["base"], *kept["expert"]):
        position = read_line(line, compiled=False)
        known = int(position.numbers.card[position.met])
        question = PositionQuestion(position, (known - 1 if known else len(line) % 4,))
        answer = answer_position(question, solvers=Solvers.both, seconds=30)
        outcomes[answer.outcome] += 1
        if answer.outcome is Outcome.SOLVED:
            assert replay(question, answer.moves).met > position.met
        if answer.outcome is Outcome.IMPOSSIBLE:
            assert not can_be_met(position, question.deal[0]), line
    print(dict(outcomes))
    assert outcomes[Outcome.SOLVED] > 150
