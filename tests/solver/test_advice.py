"""Advice for Castle Panic: sure moves are found, the result says what it has to, and luck, clock and a turned board change nothing they should not."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from castle_panic.arrange import arrange
from castle_panic.small_turns import small_turn
from castlewise.models.castle_panic import stages
from castlewise.models.castle_panic.position import Position
from castlewise.models.castle_panic.turn_question import Outlook, simple_worth
from castlewise.models.problems import InvalidInput
from castlewise.solver import racing, suggest
from castlewise.solver.advice import Advice, Candidate, with_groups
from castlewise.solver.castle_panic import suggesting
from castlewise.solver.castle_panic.coming_turns import coming_turns
from castlewise.solver.castle_panic.hopes import hopes
from castlewise.solver.castle_panic.standings import BOTH_LOOKS_WRONG, RACE_WRONG
from castlewise.solver.castle_panic.turn_plan import best_turns
from castlewise.solver.racing import Stopped
from solver.sure_moves import SURE

ROLLOUTS = 3_000


def can_be_played_and_is_ranked(position: Position, advice: Advice) -> None:
    game = position.game
    for candidate in advice.candidates:
        here = position
        for text, planned in zip(candidate.short, candidate.moves, strict=True):
            assert game.read_move(here, text) == planned
            here = game.apply(here, planned)
        assert 0 <= candidate.low <= candidate.win <= candidate.high <= 1
    assert sum(candidate.best_probability or 0 for candidate in advice.candidates) == pytest.approx(1)
    assert advice.best.behind == 0
    assert advice.forced == (len(game.choices(position)) == 1)


def without_time(advice: Advice) -> Advice:
    return replace(advice, seconds=0.0)


@pytest.mark.compiled
@pytest.mark.parametrize("name", SURE)
def test_a_move_beyond_doubt_is_found(name: str) -> None:
    sure = SURE[name]
    best = suggest(sure.position(), rollouts=ROLLOUTS).best
    assert set(sure.moves) <= set(best.short), best
    assert not set(sure.never) & set(best.short), best
    if sure.wins:
        assert (best.win, best.low, best.high, best.exact) == (1.0, 1.0, 1.0, True)


@pytest.mark.compiled
@pytest.mark.parametrize("seed", range(12))
def test_every_candidate_can_be_played_and_is_ranked(seed: int) -> None:
    position = small_turn(seed)
    position = type(position.game)(position.rule_set).adopted(position)
    can_be_played_and_is_ranked(position, suggest(position, rollouts=600))


@pytest.mark.compiled
@pytest.mark.parametrize("seed", [10, 11, 20])
def test_more_ways_to_play_than_are_listed_are_asked_of_the_turn_model(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    position = small_turn(seed, phase=stages.PLAY_PHASE)
    position = type(position.game)(position.rule_set).adopted(position)
    everything = suggest(position, rollouts=400)
    ways = len(everything.candidates)
    assert ways > 3
    monkeypatch.setattr(suggesting, "EFFORT", replace(suggesting.EFFORT, most_states=3))
    advice = suggest(position, rollouts=400)
    assert "the first 3 different ways to play" in advice.listing
    assert "CP-SAT" in advice.listing
    assert 3 < len(advice.candidates) <= ways
    best = best_turns(position, simple_worth(position.rule_set))[1][0]
    assert any(outlook_after(position, candidate.moves) == best.outlook for candidate in advice.candidates)


def outlook_after(position: Position, moves: tuple[int, ...]) -> Outlook:
    for m in moves:
        position = position.game.apply(position, m)
    while position.state.stage == stages.WHO_IS_HURT:
        position = position.game.apply(position, position.game.choices(position)[0])
    return Outlook.of(position)


def test_the_plan_for_the_coming_turns_is_the_next_players() -> None:
    position = arrange(
        "players=2",
        monsters=("goblin knight 1", "orc archer 4"),
        hand=("brick",),
        others=(("red swordsman", "green knight"),),
        compiled=False,
    )
    said = coming_turns(position, [position.game.read_move(position, "end")])
    assert said[0].startswith("player 2: ")
    assert "Red Swordsman hits the Goblin in swordsman 1" in said[0]
    assert said[-1] == "by then, if nothing is drawn: structures lost 1, Monsters slain 1"  # the Orc meets the Wall of arc 4
    assert coming_turns(position, []) == []


@pytest.mark.compiled
def test_the_same_seed_gives_the_same_advice() -> None:
    position = SURE["both Towers need the right card"].position()
    first, second = (without_time(suggest(position, rollouts=2_000, seed=5)) for _ in range(2))
    assert first == second
    assert without_time(suggest(position, rollouts=2_000, seed=6)).candidates != first.candidates


@pytest.mark.parametrize("count", [2, 5, 24])
def test_the_time_limit_is_kept(count: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """With a clock that only rollouts move on: a millisecond for 32 of a candidate."""
    now = [100.0]
    monkeypatch.setattr("castlewise.solver.racing.time.perf_counter", lambda: now[0])

    def roll(candidate: int, first: int, rounds: int) -> npt.NDArray[np.float64]:
        now[0] += 0.001 * rounds / racing.ROUND
        return np.full(rounds, 0.5) + 0.4 * np.random.default_rng(first).standard_normal(rounds) * (1 + candidate)

    race = racing.Race(roll, count)
    race.run(seconds=0.25, rollouts=None, began=100.0)
    assert 0.25 <= now[0] - 100 <= 0.3
    assert len({len(race.values(candidate)) for candidate in race.alive}) == 1
    assert race.stopped is racing.Stopped.TIME


def test_an_interrupt_gives_what_is_known() -> None:
    def roll(candidate: int, first: int, rounds: int) -> npt.NDArray[np.float64]:
        if first == 2 * racing.ROUND and candidate == 1:
            raise KeyboardInterrupt
        return np.full(rounds, 0.2 + 0.1 * candidate)

    race = racing.Race(roll, 3)
    race.run(seconds=60, rollouts=1_000_000, began=0.0)
    assert [len(race.values(candidate)) for candidate in range(3)] == [2 * racing.ROUND] * 3
    assert race.leader == 2
    assert race.stopped is racing.Stopped.INTERRUPTED


@pytest.mark.compiled
def test_json_has_what_it_promises() -> None:
    facts = json.loads(json.dumps(suggest(SURE["Tar saves the last Tower"].position(), rollouts=500).facts(3)))
    assert {"position", "candidates", "seconds", "seed", "version"} <= facts.keys()
    assert {"move", "moves", "win", "low", "high", "exact", "best_probability"} <= facts["candidates"][0].keys()
    assert facts["candidates"][0]["move"] == facts["candidates"][0]["moves"][0]
    assert len(facts["candidates"]) <= 3


@pytest.mark.compiled
def test_what_was_followed_exactly_is_counted() -> None:
    hand, others = ("red knight", "brick"), [("red swordsman",)]
    end = arrange(monsters=["troll archer 1", "orc archer 4"], towers=(1, 4), walls=(4,), pile=[], hand=hand, others=others, compiled=True)
    advice = suggest(end, rollouts=300)
    assert advice.nodes > 0
    assert advice.best.win == 1.0  # in all rollouts, which is no proof
    assert advice.best.exact or 0.97 < advice.best.low < 1.0
    assert suggest(arrange(monsters=["troll archer 1"], hand=hand, others=others, compiled=True), rollouts=300).nodes == 0


def test_there_is_no_advice_where_nothing_is_to_be_decided() -> None:
    with pytest.raises(InvalidInput, match="chance comes next"):
        suggest(arrange(stage=stages.DRAW_TOKEN, compiled=False), 0.1)


def race_error_records() -> list[dict[str, Any]]:
    file = Path(__file__).parents[2] / "benchmarks" / "race_error.md"
    rows = [line.split(" | ") for line in file.read_text().splitlines() if line.startswith("| all | any")]
    return [{"race": float(row[5].split()[0]) / 100, "both": float(row[6].split()[0]) / 100} for row in rows]


def test_what_a_race_gets_wrong_is_what_was_measured() -> None:
    (measured,) = race_error_records()
    assert pytest.approx(measured["race"], abs=5e-5) == RACE_WRONG
    assert pytest.approx(measured["both"], abs=5e-5) == BOTH_LOOKS_WRONG


@pytest.mark.compiled
def test_a_distance_within_the_error_of_the_rollouts_makes_no_best_move_certain() -> None:
    """The same rollouts a thousand times over leave no doubt of their own, and still a tenth of a point is nothing."""
    position = SURE["both Towers need the right card"].position()
    alike = arrange(
        "players=2",
        monsters=("orc archer 1",),
        hand=("red archer", "red archer", "blue knight", "green knight"),
        stage=stages.DISCARD_PHASE,
    )
    advice = suggest(alike, rollouts=40_000)
    close = [candidate for candidate in advice.candidates if candidate.behind < 0.002 and not candidate.exact]
    assert len(close) > 1
    assert all(0.005 < (candidate.best_probability or 0) < 0.9 for candidate in close)
    assert all(candidate.as_good for candidate in close)
    sure = suggest(position, rollouts=ROLLOUTS)
    assert (sure.best.best_probability or 0) > 0.8  # what is points ahead is ahead
    assert sure.as_good == ()


def candidate(win: float, behind: float, *, exact: bool = False) -> Candidate:
    return Candidate((1,), ("m",), ("moves",), win, win, win, exact, 0.5, behind, 1_000, 0.001)


def test_a_sampled_distance_under_a_point_is_no_advice_and_an_exact_one_is() -> None:
    sampled = with_groups([candidate(0.5, 0.0), candidate(0.495, 0.005), candidate(0.485, 0.015)])
    assert [one.as_good for one in sampled] == [True, True, False]
    exact = with_groups([candidate(0.5, 0.0, exact=True), candidate(0.5, 0.0, exact=True), candidate(0.499, 0.001, exact=True)])
    assert [one.as_good for one in exact] == [True, True, False]
    mixed = with_groups([candidate(0.5, 0.0, exact=True), candidate(0.495, 0.005)])
    assert [one.as_good for one in mixed] == [True, True]


@pytest.mark.compiled
def test_who_stops_before_the_time_is_up_says_why() -> None:
    clear = suggest(SURE["the Barbarian saves the last Tower"].position(), 60.0)
    assert clear.seconds < 30
    assert clear.stopped in {reason.value for reason in (Stopped.CLEAR, Stopped.LEVEL, Stopped.LOOKED_AGAIN, Stopped.EXACT)}
    assert suggest(arrange(monsters=("goblin forest 1",), hand=()), 60.0).stopped == Stopped.FORCED.value
    assert suggest(SURE["both Towers need the right card"].position(), rollouts=300).stopped == Stopped.ROLLOUTS.value


@pytest.mark.compiled
def test_a_tower_that_is_given_up_is_said_in_the_first_line() -> None:
    """One card, and two Towers about to fall: whichever is saved, the other is given up."""
    position = arrange(monsters=("goblin swordsman 1", "goblin swordsman 4"), towers=(1, 4, 6), walls=(), hand=("any swordsman",))
    advice = suggest(position, rollouts=2_000)
    (saved,) = [words for words in advice.best.words if "hits" in words]
    lost = 4 if "swordsman 1" in saved else 1
    assert advice.best_way.endswith(f"this gives up the Tower in arc {lost}")
    doomed = arrange(monsters=("goblin swordsman 1",), towers=(1, 4, 6), walls=(), hand=("brick",))
    assert "the Tower in arc 1 falls" in suggest(doomed, rollouts=300).best_way


@pytest.mark.compiled
def test_a_discard_says_what_is_hoped_for_and_how_likely_it_is() -> None:
    position = arrange(
        "players=2",
        monsters=("troll archer 1", "orc archer 1", "goblin knight 1"),
        towers=(1, 2),
        walls=(),
        hand=("green knight", "green archer"),
        others=(("blue archer",),),
        stage=stages.DISCARD_PHASE,
    )
    advice = suggest(position, rollouts=4_000)
    assert advice.best.words[0].startswith("discards")
    assert "hoping for" in advice.best_way
    found = hopes(position, advice.best.moves)
    assert sum(hope.chance for hope in found) == pytest.approx(1)
    assert [hope.change for hope in found] == sorted((hope.change for hope in found), reverse=True)
    assert found[0].hoped_for
    assert found[0].card in advice.best_way
    assert sum(hope.chance * hope.change for hope in found) == pytest.approx(0, abs=0.02)
    assert hopes(position, [position.game.read_move(position, "keep")]) == []


@pytest.mark.compiled
def test_a_forced_move_is_flagged() -> None:
    advice = suggest(arrange(monsters=("goblin forest 1",), hand=()), rollouts=200)
    assert advice.forced
    assert advice.best.short == ("end",)
    assert advice.best.best_probability == 1
