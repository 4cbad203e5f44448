"""Castellion's value function: its sums, what it sees of a castle, what the player and the search make of it, and how it learns."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import permutations
from math import sqrt
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from castellion.walk import steps
from castlewise.models.bits import count_bits
from castlewise.models.castellion.game import Castellion
from castlewise.models.castellion.moves import DISCARD, PLACE
from castlewise.models.castellion.position import Position
from castlewise.models.castellion.rule_set import read_rules
from castlewise.models.castellion.rules.castle import beside
from castlewise.models.castellion.stages import USE
from castlewise.models.castellion.state import COLUMN, FLOOR, LARGEST
from castlewise.models.kernel import Ints, Kernel, rule
from castlewise.models.move_code import verb_of
from castlewise.models.randomness import seeded
from castlewise.solver import suggest
from castlewise.solver.castellion.advisor import Desk, Effort
from castlewise.solver.castellion.castle_features import FEATURES, LISTED, MISSING, STANDING, STATES, list_features
from castlewise.solver.castellion.castle_features import PLACE as AT_PLACE
from castlewise.solver.castellion.castle_net import CastleNet, Learner, likenesses
from castlewise.solver.castellion.castle_value import CHANCE, NETS, NOTES, castle_chance
from castlewise.solver.castellion.placements import BASTION, CELLS, LINE, NUMBER, TOWER
from castlewise.solver.castellion.training import Lesson, course_for, may_be_fitted, train
from castlewise.solver.castellion.value_games import ASKED, CAME_TO, COUNT, EXPECTED, FIRST_FEATURE, GAME_ENDED, ROW
from castlewise.solver.castellion.value_player import best_use, decide_by_value
from castlewise.solver.castellion.value_search import race_by_value
from castlewise.solver.castellion.value_sets import castle_values_for, read_castle_values
from castlewise.solver.listed_sums import ROW as UNIT_ROW
from castlewise.solver.listed_sums import SHIFT, UNITS, listed_sum, packed_rows
from castlewise.solver.play_out import FINISHED, WON
from castlewise.solver.value import MILLION

INTRODUCTORY = read_rules("introductory")
STRANGE = "cn:introductory/stsssc.ct.jc.pspc.pt.js/1T1B1L:3tr,earthworm-1,3T2B/p1.use/111.111.111.111/344.453.434.444.6.3/hand=js"
"""A castle that the function would not have built."""


@rule
def sum_of_list(values: Ints, place: int, second: int, listed: Ints, count: int) -> int:
    return listed_sum(values, place, second, listed, count)


@pytest.mark.compiled
@pytest.mark.parametrize("most", [1 << 12, (1 << 15) - 1])
def test_the_sum_of_listed_rows_is_the_same_compiled_plain_and_by_hand(most: int) -> None:
    chance = random.Random(most)
    kernel = Kernel("listed sums", {}, compiled=True, sources=Path(__file__).parent)
    features, place = 30, 3
    weights = [[chance.randint(-most, most) for _ in range(UNITS)] for _ in range(features)]
    second = [chance.randint(-30_000, 30_000) for _ in range(UNITS)]
    rows = packed_rows(np.array(weights, np.int16)).tolist()
    assert len(rows) == features * UNIT_ROW
    values = [*range(place), *rows, *second]
    at = place + len(rows)
    for count in (1, 2, 7, 30):
        listed = [chance.randrange(features) for _ in range(count)]
        sums = [sum(weights[i][unit] for i in listed) for unit in range(UNITS)]
        expected = sum(max(one, 0) * w >> SHIFT for one, w in zip(sums, second, strict=True))
        assert listed_sum(values, place, at, listed, count) == expected
        found = kernel(sum_of_list)(np.array(values), place, at, np.array(listed), count)  # type: ignore[arg-type]
        assert int(found) == expected


def some_positions(count: int, seed: int = 3) -> list[Position]:
    """Positions of random games with a tile in hand."""
    game = Castellion(INTRODUCTORY, compiled=False)
    found: list[Position] = []
    number = 0
    while len(found) < count:
        seen = [position for position, _, _ in steps(game.start(), seed + number) if position.state.stage == USE]
        found += seen[:: max(1, len(seen) // 4)]
        number += 1
    return found[:count]


def features_of(position: Position, offset: int = 0) -> set[int]:
    listed = [0] * NOTES
    count = list_features(position.game.rules, position.state, 0, offset, listed)
    assert count == len(set(listed[:count])) < LISTED
    assert all(0 <= feature < FEATURES for feature in listed[:count])
    return set(listed[:count])


def as_likeness(position: Position, factions: tuple[int, ...], shapes: tuple[int, ...], mirrored: bool) -> Any:
    """The same position with factions and shapes exchanged, and seen from the other side."""
    made = position.game.copy(position.state)
    for piles in ("safe", "standard"):
        for kind in range(12):
            getattr(made, piles)[factions[kind // 3] * 3 + shapes[kind % 3]] = getattr(position.state, piles)[kind]
    for boards, exchanged in (("factions", factions), ("shapes", shapes)):
        for i, to in enumerate(exchanged):
            board = getattr(position.state, boards)[0][i]
            getattr(made, boards)[0][to] = from_the_other_side(board) if mirrored else board
    return made


def from_the_other_side(board: int) -> int:
    return sum((board >> (COLUMN * column) & 63) << (COLUMN * (LARGEST - 1 - column)) for column in range(LARGEST))


def test_what_is_seen_of_a_likeness_is_the_likeness_of_what_is_seen() -> None:
    numbers = [(f, s, m) for f in permutations(range(4)) for s in permutations(range(3)) for m in (False, True)]
    assert len(likenesses()) == len(numbers) == 288
    chance = random.Random(1)
    for position in some_positions(12):
        if len(position.columns(0)) < LARGEST:
            continue  # a castle that may still move is seen in several places
        for number in chance.sample(range(288), 6):
            turned = as_likeness(position, *numbers[number])
            listed = [0] * NOTES
            count = list_features(position.game.rules, turned, 0, 0, listed)
            assert set(listed[:count]) == {int(likenesses()[number][feature]) for feature in features_of(position)}


def test_a_place_that_can_never_be_a_formation_is_not_seen() -> None:
    game = Castellion(compiled=False)
    position = game.read(STRANGE)
    seen = features_of(position)

    def states(kind: int, column: int, row: int) -> list[int]:
        first = AT_PLACE + NUMBER[kind, column, row] * STATES
        return [feature - first for feature in seen if first <= feature < first + STATES]

    assert states(TOWER, 0, 0) == [3]  # three Seers and a cell for the fourth
    assert states(TOWER, 0, 1) == []  # the Seer below would be a fifth
    assert states(BASTION, 0, 0) == []  # a Chameleon among them
    assert states(BASTION, 3, 0) == [3 * 4 + 3]  # three Pyros
    assert states(TOWER, 3, 0) == []  # two of them, and the third beside
    assert states(LINE, 0, 5) == [0]  # nothing is there yet
    assert states(LINE, 1, 1) == []  # the Pyro in its third cell has another one below


def test_the_places_of_formations_are_seen_as_one_by_one() -> None:
    """Against the cells of each place and those around it, in castles of random games wherever they may stand."""
    for position in some_positions(24, seed=7):
        for offset in range(LARGEST - len(position.columns(0)) + 1):
            own = [int(board) << (COLUMN * offset) for board in position.state.factions[0]]
            shapes = [int(board) << (COLUMN * offset) for board in position.state.shapes[0]]
            taken = own[0] | own[1] | own[2] | own[3]
            no_shape_fits = beside(shapes[0]) & beside(shapes[1]) & beside(shapes[2]) & ~taken & ~FLOOR
            expected = set()
            for place, cells in enumerate(CELLS):
                factions = [faction for faction in range(4) if cells & own[faction]]
                if cells & no_shape_fits or len(factions) > 1 or any(beside(cells) & ~cells & own[faction] for faction in factions):
                    continue
                tiles = sum(4 * faction + count_bits(cells & own[faction]) for faction in factions)
                expected.add(AT_PLACE + place * STATES + tiles)
            seen = features_of(position, offset)
            assert {feature for feature in seen if AT_PLACE <= feature < AT_PLACE + len(CELLS) * STATES} == expected


@pytest.fixture(scope="module")
def values() -> list[int]:
    """A net that has learnt nothing: every weight counts somewhere."""
    net = CastleNet.blank(4)
    net.first[:, 1:] += np.random.default_rng(1).normal(0, 0.3, net.first[:, 1:].shape).astype(np.float32)
    return [int(n) for n in net.numbers()]


def test_the_player_makes_the_move_after_which_the_chance_is_highest(values: list[int]) -> None:
    """Against every legal move, carried out and valued; of equals the first is taken, and to discard comes before all."""
    for position in some_positions(6, seed=9):
        game, listed = position.game, [0] * NOTES
        probe = game.copy(position.state)
        m = best_use(game.rules, position.state, probe, values, listed)
        chances: dict[int, int] = {}
        for choice in game.choices(position):
            after = game.apply(position, choice)
            assert verb_of(choice) in (PLACE, DISCARD)
            if not after.is_over and after.state.met == position.state.met:
                chances[choice] = castle_chance(game.rules, after.state, values, [0] * NOTES)
        assert m in chances
        assert chances[m] == max(chances.values()) == listed[CHANCE]


@pytest.mark.compiled
def test_a_chance_is_the_same_compiled_and_plain(values: list[int]) -> None:
    compiled = Castellion(INTRODUCTORY)
    desk = Desk(compiled)
    numbers, listed = np.array(values), compiled.buffer(NOTES)
    for position in some_positions(12, seed=5):
        plain = castle_chance(position.game.rules, position.state, values, [0] * NOTES)
        state = compiled.read(str(position)).state
        assert int(desk.kernel(castle_chance)(compiled.rules, state, numbers, listed)) == plain  # type: ignore[arg-type]
        assert 0 <= plain <= MILLION


@pytest.mark.compiled
def test_rollouts_of_one_tile_agree_with_every_draw_followed() -> None:
    """From a pile with a Traitor among the tiles: the mean of what the best use of each draw is worth, by its weight."""
    game = Castellion(INTRODUCTORY)
    position = game.read(STRANGE)
    desk = Desk(game)
    move = game.choices(position)[0]
    desk.open_value_race(position, [move])
    count = 3_000
    rolled = [value for first in range(0, count, 30) for value in desk.roll_move(0, 1, seeded(6), first, 30)]

    def best(at: Position) -> float:
        """By one who draws from the pile that the player does, until a Defender comes."""
        if at.is_chance:
            outcomes = game.outcomes(at)
            return sum(weight * best(game.apply(at, m)) for m, weight in outcomes) / sum(weight for _, weight in outcomes)
        if at.state.stage != USE:
            m = desk.kernel(decide_by_value)(
                game.rules, at.state, desk.tried, desk.castle_values, desk.listed, desk.source, desk.out, desk.mind
            )
            return best(game.apply(at, m))
        afters = [game.apply(at, m).state for m in game.choices(at)]
        return max(int(desk.kernel(castle_chance)(game.rules, s, desk.castle_values, desk.listed)) for s in afters)

    exact = best(game.apply(position, move))
    error = float(np.std(rolled)) / sqrt(count)
    assert abs(float(np.mean(rolled)) - exact) < 3.5 * error
    assert 0 < error < 0.02 * MILLION


def test_what_the_function_says_of_a_move_counts_as_some_rollouts() -> None:
    """Two moves whose rollouts are the same: the one that it liked better wins, whichever comes first."""
    game = Castellion(INTRODUCTORY, compiled=False)
    position = game.read(STRANGE)
    desk = Desk(game)
    for favourite in (0, 1):
        desk.open_value_race(position, [game.choices(position)[0]] * 2)
        desk.race.value[favourite] += 1
        won = desk.kernel(race_by_value)(
            game.rules, desk.states, desk.castle_values, desk.race, 2, desk.scratch, desk.tried, seeded(3), 16, 1,
            desk.listed, desk.mind, desk.source, desk.out, desk.weights, desk.values,
        )  # fmt: skip
        assert won == favourite


@pytest.mark.compiled
@pytest.mark.parametrize(("level", "least"), [("introductory", 110), ("base", 160), ("expert", 35)])
def test_the_functions_that_come_along_win_games_by_themselves(level: str, least: int) -> None:
    """Fewer than they won of 4,096 other decks when they were made, by more than chance could do; the files say how many."""
    game = Castellion(read_rules(level))
    tally = Desk(game).play_games(game.start(), Effort(rollouts=0), 77, 0, 200, 1_000)
    assert tally[FINISHED] == 200
    assert tally[WON] > least


@pytest.mark.compiled
def test_the_advisors_games_by_value_are_the_same_compiled_and_plain() -> None:
    """The first tiles of one: plain ones take their time."""
    games = [Castellion(INTRODUCTORY, compiled=compiled) for compiled in (False, True)]
    ends = []
    for game in games:
        desk = Desk(game)
        desk.play_games(game.start(), Effort(rollouts=2, tiles_ahead=1, width=2), 3, 0, 1, 6)
        ends.append(str(Position(game, desk.here)))
    assert ends[0] == ends[1]


def lesson(*rows: tuple[int, ...]) -> Lesson:
    return Lesson(np.array([[*row, *[0] * (ROW - len(row))] for row in rows], np.int64))


def test_a_position_is_told_what_came_of_it_and_what_is_said_of_the_next_one() -> None:
    some = lesson((0, 400_000, 1, 7), (1, 800_000, 2, 7, 9), (GAME_ENDED, MILLION, 1, 3), (2, 0, 1, 5), (GAME_ENDED, 250_000, 0, 2))
    assert (ASKED, EXPECTED, COUNT, FIRST_FEATURE, CAME_TO) == (0, 1, 2, 3, 1)
    assert some.told(0.75) == pytest.approx([0.25 * 0.8 + 0.75 * 1.0, 1.0, 0.25])
    assert some.asked.tolist() == [0, 1, 2]
    assert some.results == [(1, 3), (0, 2)]


@pytest.mark.compiled
def test_a_net_learns_what_it_is_told() -> None:
    """Two kinds of position, told apart by features whose likenesses are themselves."""
    net = CastleNet.blank(2)
    learner = Learner(net, 2)
    count = 512
    features = np.zeros((count, 3), np.int16)
    features[:, 1] = MISSING + np.arange(count) % 2
    features[:, 2] = STANDING + 9
    told = np.where(np.arange(count) % 2 == 0, 0.9, 0.2).astype(np.float32)
    for _ in range(60):
        learner.learn(np.full(count, 4), np.full(count, 3), features, told, 3e-3)
    sums = np.maximum(net.first[4][features[:2]].sum(1), 0) @ net.second[4] + net.beginning[4]
    assert 1 / (1 + np.exp(-sums)) == pytest.approx([0.9, 0.2], abs=0.03)
    assert np.array_equal(net.first[3], CastleNet.blank(2).first[3])


@pytest.mark.compiled
@pytest.mark.parametrize("level", ["introductory", "base", "expert"])
def test_an_interrupted_course_goes_on_where_it_stopped(level: str, tmp_path: Path) -> None:
    rule_set = read_rules(level)
    course = replace(course_for(rule_set, 1), games=256, round=64, report=64, test_games=64)
    said: list[str] = []

    def stop(line: str) -> None:
        said.append(line)
        if len(said) == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        train(rule_set, tmp_path / "interrupted", course, stop)
    whole, resumed = (train(rule_set, tmp_path / name, course, lambda _: None, jobs) for name, jobs in (("whole", 1), ("interrupted", 2)))
    for one, other in zip(whole.net.rounded().values(), resumed.net.rounded().values(), strict=True):
        assert np.array_equal(one, other)
    assert whole.made["history"] == resumed.made["history"]
    whole.write(tmp_path / "values.npz")
    again = read_castle_values(tmp_path / "values.npz")
    assert np.array_equal(again.net.numbers(), whole.net.numbers())
    assert again.made == whole.made
    begun = train(
        rule_set,
        tmp_path / "further",
        replace(course_for(rule_set, 2, further=True), games=64, round=64, test_games=64),
        said.append,
        1,
        again,
    )
    assert begun.made["begun with"] == whole.made
    assert not np.array_equal(begun.net.numbers(), whole.net.numbers())


@pytest.mark.parametrize("level", ["introductory", "base", "expert"])
def test_there_is_a_function_for_a_level_as_it_is_printed_and_none_to_borrow(level: str) -> None:
    found = castle_values_for(read_rules(level))
    assert found is not None
    assert (found.rules, found.net.first.shape) == (level, (NETS, FEATURES, UNITS))
    assert may_be_fitted(read_rules(f"{level},ordeal3=1B:5"))
    assert castle_values_for(read_rules(f"{level},ordeal3=1B:5")) is None
    for more in ("two-player", "vigil", "size=5x6"):
        assert castle_values_for(read_rules(f"{level},{more}")) is None
        assert not may_be_fitted(read_rules(f"{level},{more}"))


@pytest.mark.compiled
def test_suggest_asks_blueprints_about_castles_that_the_function_sees_no_way_on_with() -> None:
    game = Castellion(INTRODUCTORY)
    start = game.start()
    source = game.source(3)
    while start.is_chance or start.state.stage != USE:
        start = game.apply(start, game.sample(start, source) if start.is_chance else game.choices(start)[-1])
    strange = game.read(STRANGE)
    valued, by_blueprints = (suggest(position, rollouts=1) for position in (start, strange))
    assert "value function" in valued.listing
    assert all(candidate.low <= candidate.win <= candidate.high for candidate in valued.candidates)
    assert "value function" not in by_blueprints.listing
    assert "blueprints" in by_blueprints.listing
    assert valued.aim is not None
