"""Advice for Castle Panic: sure moves are found, the result says what it has to, and luck, clock and a turned board change nothing they should not."""

from __future__ import annotations

import json
from dataclasses import replace

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
from castlewise.solver.advice import Advice
from castlewise.solver.castle_panic import suggesting
from castlewise.solver.castle_panic.coming_turns import coming_turns
from castlewise.solver.castle_panic.turn_plan import best_turns
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
    assert sum(candidate.best_probability for candidate in advice.candidates) == pytest.approx(1)
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
    """With a clock that only rollouts move on: a millisecond for each candidate's round."""
    now = [100.0]
    monkeypatch.setattr("castlewise.solver.racing.time.perf_counter", lambda: now[0])

    def roll(candidate: int, first: int, rounds: int) -> npt.NDArray[np.float64]:
        now[0] += 0.001
        return np.full(rounds, 0.5) + 0.4 * np.random.default_rng(first).standard_normal(rounds) * (1 + candidate)

    race = racing.Race(roll, count)
    race.run(seconds=0.25, rollouts=None, began=100.0)
    assert 0.25 <= now[0] - 100 <= 0.3
    assert len({len(race.values(candidate)) for candidate in race.alive}) == 1
    assert sum(runner.best_probability for runner in race.runners(1)) == pytest.approx(1)


def test_an_interrupt_gives_what_is_known() -> None:
    def roll(candidate: int, first: int, rounds: int) -> npt.NDArray[np.float64]:
        if first == 2 * racing.ROUND and candidate == 1:
            raise KeyboardInterrupt
        return np.full(rounds, 0.2 + 0.1 * candidate)

    race = racing.Race(roll, 3)
    race.run(seconds=60, rollouts=1_000_000, began=0.0)
    assert [len(race.values(candidate)) for candidate in range(3)] == [2 * racing.ROUND] * 3
    assert race.leader == 2


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


@pytest.mark.compiled
def test_a_forced_move_is_flagged() -> None:
    advice = suggest(arrange(monsters=("goblin forest 1",), hand=()), rollouts=200)
    assert advice.forced
    assert advice.best.short == ("end",)
    assert advice.best.best_probability == 1
