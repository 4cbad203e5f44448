"""Second looks: the right finalist for the right reason, no more rollouts than are worth their while, and advised rollouts that are what they say."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import replace
from math import sqrt

import numpy as np
import pytest

from castle_panic.arrange import arrange
from castlewise.models.castle_panic.game import CastlePanic
from castlewise.models.castle_panic.position import Position
from castlewise.models.castle_panic.rule_set import read_rules
from castlewise.models.castle_panic.rules.game import sample
from castlewise.models.contract import Node
from castlewise.models.randomness import low_sum, scramble, seeded
from castlewise.solver import suggest
from castlewise.solver.castle_panic import advisor, suggesting
from castlewise.solver.castle_panic.advised_rollouts import _OTHER_LUCK
from castlewise.solver.castle_panic.advisor import ON_THE_WAY, Desk, Effort, read_effort
from castlewise.solver.castle_panic.features import occasion
from castlewise.solver.castle_panic.game_luck import luck_of_played
from castlewise.solver.castle_panic.second_look import CLOSE, FINALISTS, FIRST_LOOK_COUNTS, LEAST, NO_LOSS, ROUND, SecondLook, expected_loss
from castlewise.solver.castle_panic.standings import Standings, finalists
from castlewise.solver.castle_panic.suggesting import Candidates
from castlewise.solver.castle_panic.turn_search import first_look
from castlewise.solver.play_out import FINISHED, TURNS, WON
from castlewise.solver.racing import Floats, Race
from castlewise.solver.rollouts import KINDS_OF_CHANCE, luck_of_event, roll
from castlewise.solver.simulation import MOST_TURNS
from castlewise.solver.value import MILLION
from solver.sure_moves import SURE

SMALL = Effort(rollouts=300, advised=48)


def rolling(means: list[float], spread: float) -> Callable[[int, int, int], Floats]:
    def rolled(finalist: int, first: int, count: int) -> Floats:
        return np.array(
            [means[finalist] + spread * np.random.default_rng([finalist, n]).standard_normal() for n in range(first, first + count)]
        )

    return rolled


@pytest.mark.parametrize(("lead", "error"), [(0.0, 0.01), (0.005, 0.01), (0.02, 0.01), (-0.01, 0.02), (0.03, 0.004)])
def test_the_expected_loss_is_the_mean_of_what_is_lost(lead: float, error: float) -> None:
    steps = np.linspace(-8, 8, 200_001)
    density = np.exp(-steps * steps / 2) / sqrt(2 * np.pi)
    lost = np.maximum(0, -(lead + error * steps))
    assert expected_loss(lead, error) == pytest.approx(float((lost * density).sum() * (steps[1] - steps[0])), abs=1e-9)


def test_a_clear_word_of_the_second_look_goes_before_the_first() -> None:
    look = SecondLook([0.0, -0.01, -0.012], rolling([0.5, 0.56, 0.5], 0.05))
    look.run(150)
    assert look.leader == 1


def test_where_the_second_look_sees_no_difference_the_first_one_stands() -> None:
    look = SecondLook([0.0, -0.01], rolling([0.5, 0.5], 0.001))
    look.run(200)
    assert look.leader == 0


def test_both_looks_count_by_their_rollouts() -> None:
    look = SecondLook([0.0, -0.01], rolling([0.5, 0.52], 0.2))
    look.run(2 * LEAST)
    values = [rolling([0.5, 0.52], 0.2)(finalist, 0, LEAST) for finalist in (0, 1)]
    every = FIRST_LOOK_COUNTS + LEAST
    together = [(FIRST_LOOK_COUNTS * first + own.sum()) / every for first, own in zip([0.0, -0.01], values, strict=True)]
    lead, error = look.lead(0, 1)
    assert lead == pytest.approx(together[0] - together[1])
    assert error == pytest.approx((values[0] - values[1]).std(ddof=1) * sqrt(LEAST) / every)
    assert look.leader == int(np.argmax(together))


def test_little_at_stake_takes_few_rollouts_and_much_takes_all_of_them() -> None:
    calm, wild = SecondLook([0.0, -0.001, -0.002], rolling([0.9] * 3, 0.002)), SecondLook([0.0, -0.001, -0.002], rolling([0.5] * 3, 0.3))
    for look in (calm, wild):
        look.run(120)
    assert calm.rollouts == 3 * LEAST
    assert calm.alive == [calm.leader]
    assert 120 <= wild.rollouts < 120 + 3 * ROUND
    assert all(expected_loss(*wild.lead(wild.leader, other)) > NO_LOSS for other in wild.alive if other != wild.leader)


def test_the_time_limit_ends_a_second_look() -> None:
    rounds = iter([False, False, True])
    look = SecondLook([0.0, 0.0], rolling([0.5, 0.5], 0.3))
    look.run(10_000, lambda: next(rounds))
    assert look.rollouts == 2 * 2 * ROUND


def test_more_than_so_many_rollouts_are_a_second_look() -> None:
    assert (read_effort("advisor:250ms").rollouts, read_effort("advisor:250ms").advised) == (20_000, 0)
    assert (read_effort("advisor:1000ms").rollouts, read_effort("advisor:1000ms").advised) == (20_000, 120)


def advised_step_by_step(desk: Desk, start: Position, luck: int, horizon: int, rollouts: int) -> float:
    """An advised rollout out of single steps through the contract, each decision asked of a desk."""
    game = start.game
    here, turns, search = start, 0, luck ^ _OTHER_LUCK
    seen = [0] * KINDS_OF_CHANCE
    while turns < horizon:
        if game.node(here) is Node.OVER:
            break
        if game.node(here) is Node.CHANCE:
            kind = occasion(game.rules, here.state)
            desk.source[0] = luck_of_event(luck, turns, kind, seen[kind])
            seen[kind] += 1
            moves = [int(desk.kernel(sample)(game.rules, here.state, desk.source, desk.out, desk.weights))]
        else:
            search = scramble(low_sum(search, 1))
            moves = desk.search(here, ON_THE_WAY, search)
        for m in moves:
            after = game.copy(here.state)
            ended = game.kernel(game.kernel_rules["apply"])(game.rules, after, m)
            here = Position(game, after)
            if ended > 0:
                turns += int(ended)
                seen = [0] * KINDS_OF_CHANCE
    if game.node(here) is Node.OVER:
        result = game.result(here)
        return float(result is not None and result.won)
    desk.candidates[0] = here.state
    desk.race.turns[0] = 0
    values = game.buffer(rollouts)
    desk.kernel(roll)(
        game.rules, desk.values, desk.candidates, 0, desk.race, desk.probe, search, 0, rollouts, ON_THE_WAY.horizon,
        desk.source, desk.out, desk.weights, values,
    )  # fmt: skip
    return sum(int(value) for value in values) // rollouts / MILLION


@pytest.mark.compiled
def test_advised_rollouts_are_games_of_the_advisor_step_by_step() -> None:
    desk, other = (Desk(CastlePanic(read_rules(players=2))) for _ in range(2))
    start = desk.game.start()
    while desk.game.node(start) is Node.CHANCE:
        start = desk.game.apply(start, desk.game.outcomes(start)[0][0])
    luck = seeded(4)
    found = desk.roll_advised(start.state, 0, luck, 0, 6)
    assert len({float(value) for value in found}) == 6  # each rollout has luck of its own
    for number, value in enumerate(found):
        own = scramble(low_sum(luck, number))
        assert value == pytest.approx(advised_step_by_step(other, start, own, advisor.ADVISED_TURNS, advisor._ROLLOUTS_THEN), abs=1e-12)
    assert list(desk.roll_advised(start.state, 0, luck, 3, 2)) == list(found[3:5])


@pytest.mark.compiled
@pytest.mark.parametrize("name", ["the Barbarian saves the last Tower", "both Towers need the right card", "Tar saves the last Tower"])
def test_a_move_beyond_doubt_is_found_by_a_second_look_too(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(advisor, "AT_STAKE", 1.0)
    monkeypatch.setattr(
        "castlewise.solver.castle_panic.advisor.CLOSE", 1.0
    )  # so that it is asked about what the first look has turned down
    position = SURE[name].position()
    desk = Desk(position.game)
    found = {position.game.short(position, m) for m in desk.search(position, SMALL, seeded(2))}
    assert found >= set(SURE[name].moves)


@pytest.mark.compiled
def test_finalists_are_close_to_the_best_and_differ() -> None:
    position = arrange(
        "players=2", monsters=("goblin knight 1", "orc archer 4", "troll forest 3"), hand=("brick", "red knight", "green archer")
    )
    desk = Desk(position.game)
    leader = desk._look(first_look, position, SMALL, seeded(3))
    assert desk.race.entered > 3
    finalists = desk._finalists(leader, by_opening=False)
    assert finalists[0] == (leader, 0.0)
    assert [distance for _, distance in finalists] == sorted(distance for _, distance in finalists)
    assert all(distance <= CLOSE for _, distance in finalists)
    states = [desk.game.kernel.layouts["State"].to_bytes(desk.candidates[number]) for number, _ in finalists]
    assert len(set(states)) == len(states) <= FINALISTS


@pytest.mark.compiled
def test_with_the_game_as_good_as_won_a_second_a_turn_plays_like_a_quarter_of_one(monkeypatch: pytest.MonkeyPatch) -> None:
    position = arrange(monsters=("goblin knight 1", "orc archer 4"), hand=("red knight", "brick", "green archer"))
    desk = Desk(position.game, most_states=2_000)
    monkeypatch.setattr(Desk, "roll_advised", lambda *asked: pytest.fail("nothing was at stake"))
    assert desk.search(position, read_effort("advisor:1000ms"), seeded(5)) == desk.search(position, read_effort("advisor:250ms"), seeded(5))


@pytest.mark.compiled
def test_a_second_a_turn_looks_at_a_decision_once_before_its_second_look(monkeypatch: pytest.MonkeyPatch) -> None:
    looks: list[int] = []
    look = Desk._look

    def counted(desk: Desk, how: Callable[..., int], position: Position, effort: Effort, luck: int) -> int:
        looks.append(effort.rollouts)
        return look(desk, how, position, effort, luck)

    monkeypatch.setattr(Desk, "_look", counted)
    position = in_danger()
    Desk(position.game, most_states=2_000).search(position, read_effort("advisor:1000ms"), seeded(5))
    assert looks == [read_effort("advisor:250ms").rollouts]


@pytest.mark.compiled
def test_games_with_second_looks_are_the_same_again_and_can_be_measured_for_luck(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(advisor, "AT_STAKE", 1.0)
    game = CastlePanic(read_rules(players=3))
    start = game.start()
    looks: list[int] = []
    second_look = Desk._second_look

    def counted(desk: Desk, position: Position, finalists: Sequence[tuple[int, float]], rollouts: int, luck: int) -> list[int]:
        if len(finalists) > 1:
            looks.append(len(finalists))
        return second_look(desk, position, finalists, rollouts, luck)

    monkeypatch.setattr(Desk, "_second_look", counted)
    effort = Effort(rollouts=100, advised=16)
    tallies = []
    for _ in range(2):
        desk, decided = Desk(game), game.buffer(8_000)
        tallies.append(desk.play_games(start, effort, 6, 1, 2, MOST_TURNS, decided))
    assert len(looks) > 40
    assert tallies[0] == tallies[1]
    assert tallies[0][FINISHED] == 2
    measured = luck_of_played(desk, start, 6, 1, 2, decided, MOST_TURNS)
    assert (sum(g.won for g in measured), sum(g.turns for g in measured)) == (tallies[0][WON], tallies[0][TURNS])


def race_of(means: list[float]) -> Race:
    race = Race(rolling(means, 0.002), len(means))
    race.run(seconds=60, rollouts=len(means) * 128, began=0.0)
    return race


def test_one_candidate_of_each_kind_that_is_close_is_looked_at_again() -> None:
    race = race_of([0.50, 0.495, 0.493, 0.47, 0.492])
    assert race.leader == 0
    assert finalists(race, "abcde") == [0, 1, 2]
    assert finalists(race, "aabde") == [0, 2, 4]  # the second is the first in other words
    assert finalists(race_of([0.50, 0.47]), "ab") == [0]


def test_distances_are_those_of_both_looks_and_the_best_is_worth_what_the_race_said() -> None:
    race = race_of([0.50, 0.495, 0.493, 0.47, 0.494])
    kinds, looked_at = "abadb", [0, 1]
    before = Standings(race)
    look = SecondLook([before.means[c] for c in looked_at], rolling([0.6, 0.65], 0.03))
    look.run(64)
    after = Standings(race, looked_at, kinds, look)
    assert look.leader == 1
    assert after.means[1] == pytest.approx(before.means[0])
    assert after.means[0] == pytest.approx(before.means[0] - look.lead(1, 0)[0])
    assert after.means[4] == pytest.approx(after.means[1] - race.lead(1, 4)[0])  # of the second one's kind
    assert after.means[2] == pytest.approx(after.means[0] - race.lead(0, 2)[0])
    # Of no kind that was looked at: by its distance to the best of the race.
    assert after.means[3] == pytest.approx(after.means[0] - race.lead(0, 3)[0])
    assert max(after.means) == after.means[1]
    assert (
        after.wrong(1, 0.5) < after.wrong(3, 0.5) == before.wrong(1, 0.5)
    )  # a second look gets less wrong, but not of those that it did not look at
    assert after.lead_error(1, 0) > before.lead_error(1, 0)
    assert after.lead_error(1, 4) == before.lead_error(1, 4)


MONSTERS = ("troll knight 1", "orc swordsman 3", "goblin archer 1", "goblin knight 5", "orc forest 2")
HAND, OTHERS = ("red knight", "green swordsman", "brick", "blue archer"), [("red archer", "blue knight", "mortar")]


def in_danger() -> Position:
    return arrange("players=2", monsters=MONSTERS, walls=(), towers=(1, 3), hand=HAND, others=OTHERS)


@pytest.mark.compiled
def test_suggest_looks_again_at_what_is_close_where_the_game_is_at_stake() -> None:
    first, again = (replace(suggest(in_danger(), rollouts=36_000, seed=3), seconds=0.0) for _ in range(2))
    assert first == again
    assert "looked at again" in first.listing
    assert [candidate.behind for candidate in first.candidates[:3]] == sorted(candidate.behind for candidate in first.candidates[:3])
    assert sum(candidate.best_probability or 0 for candidate in first.candidates) == pytest.approx(1)
    assert first.rollouts >= 20_000
    assert "looked at again" not in suggest(in_danger(), rollouts=2_000, seed=3).listing
    safe = arrange("players=2", monsters=MONSTERS[3:], hand=HAND, others=OTHERS)
    assert "looked at again" not in suggest(safe, rollouts=36_000, seed=3).listing


@pytest.mark.compiled
def test_who_had_left_the_race_and_wins_the_second_look_stands_first(monkeypatch: pytest.MonkeyPatch) -> None:
    favoured: list[tuple[int, ...]] = []

    def with_one_that_left(race: Race, kinds: Sequence[Hashable]) -> list[int]:
        gone = [c for c in range(len(kinds)) if c not in race.alive and kinds[c] != kinds[race.leader]]
        return [race.leader, gone[0]]

    def look_that_favours_it(found: Candidates, close: Sequence[int], first_look: Sequence[float]) -> SecondLook:
        favoured.append(found.told(close[1])[0])
        return SecondLook(first_look, rolling([0.5, 0.9], 0.01))

    monkeypatch.setattr(suggesting, "finalists", with_one_that_left)
    monkeypatch.setattr(Candidates, "second_look", look_that_favours_it)
    advice = suggest(in_danger(), rollouts=36_000, seed=3)
    assert [advice.candidates[0].moves] == favoured
    assert advice.candidates[0].behind == 0
    assert (advice.candidates[0].best_probability or 0) > 0.9
