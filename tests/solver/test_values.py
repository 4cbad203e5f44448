"""The value functions of Castle Panic: what they look at, compiled and plain, on a turned board, and how they are fitted and stored."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from castle_panic.arrange import arrange
from castle_panic.small_turns import small_turn
from castlewise.models.castle_panic.board import (
    ARC_UNIT,
    ARCS,
    CASTLE,
    CELL_BITS,
    COLOURS,
    FOREST,
    MOST_IN_CELL,
    SWORDSMAN,
    arc_of,
    colour_of,
    health_of,
    ring_of,
)
from castlewise.models.castle_panic.position import Position
from castlewise.models.castle_panic.rule_set import read_rules
from castlewise.solver.calibration import read_tenths
from castlewise.solver.castle_panic import features as row
from castlewise.solver.castle_panic.advisor import Desk, Effort, advisor_kernel, read_effort
from castlewise.solver.castle_panic.card_worth import forecast
from castlewise.solver.castle_panic.features import FEATURES, NAMES, features
from castlewise.solver.castle_panic.value_sets import file_for, read_value_set, value_set_for
from castlewise.solver.net import Net, brier, fit
from castlewise.solver.value import LENGTH, MILLION, estimate


def features_of(position: Position) -> dict[str, int]:
    out, _ = position.game.lists()
    assert advisor_kernel(position.game)(features)(position.game.rules, position.state, out) == FEATURES
    return dict(zip(NAMES, (int(x) for x in out[:FEATURES]), strict=True))


def turned(position: Position) -> Position:
    """The board turned by two arcs, cards and tokens of a colour changed with it."""
    game = position.game
    before, state = position.numbers, game.as_plain().copy(position.numbers)
    for arc in range(6):
        for field in ("towers", "walls", "fortify"):
            getattr(state, field)[(arc + 2) % 6] = getattr(before, field)[arc]
    names = [card.name for card in game.rule_set.components.cards]
    tokens = [token.name for token in game.rule_set.components.tokens]
    for old, new in ((names, "hands"), (names, "deck"), (names, "discards"), (tokens, "pile"), (tokens, "token_discards")):
        for i, name in enumerate(old):
            colour, _, rest = name.partition(" ")
            other = f"{COLOURS[(COLOURS.index(colour) + 1) % 3]} {rest}" if colour in COLOURS else name
            if new == "hands":
                for player in range(6):
                    state.hands[player][old.index(other)] = before.hands[player][i]
            else:
                getattr(state, new)[old.index(other)] = getattr(before, new)[i]
    monsters = sorted(m + ((arc_of(m) + 2) % 6 - arc_of(m)) * ARC_UNIT for m in before.monsters[: before.monster_count])
    for i, m in enumerate(monsters):
        state.monsters[i] = m
    return Position(game.as_plain(), state)


def test_features_say_what_they_are_named_after() -> None:
    found = features_of(
        arrange(
            "players=2", towers=(1, 2, 4), walls=(1, 3), fortified=(1,), compiled=False,
            monsters=("goblin swordsman 2", "troll castle 3 health 2", "orc archer 5"),
            hand=("red swordsman", "blue archer", "barbarian"), others=(("brick", "mortar", "green hero"),),
            pile=("orc", "orc", "giant boulder", "green monsters move 1"),
        )
    )  # fmt: skip
    expected = {
        "3 towers": 1, "walls before towers": 1, "towers without wall": 2, "walls without tower": 1, "fortify tokens": 1,
        "swordsman without wall, health 1": 1, "castle before a tower, health 2": 1, "archer, health 2": 1,
        "monsters 1 moves from a tower": 2, "health 1 moves from a tower": 3, "monsters": 3, "health": 5,
        "tokens left": 4, "monsters left": 2, "health left": 4, "tokens left: boulder": 1,
        "colour marches x monsters at the gate": 1, "next hand: troop": 2, "next hand: slay": 1, "other hands: hero": 1,
        "other hands: brick": 1, "team: pairs for a wall": 1, "next: hits in swordsman": 1, "next: hits in archer": 1,
        "next: health left in castle": 2, "next: health left in archer": 1, "castle monsters that specials can stop": 1,
    }  # fmt: skip
    assert {name: found[name] for name in expected} == expected
    assert found["2 towers"] == found["no tokens left"] == found["next hand: brick"] == 0


@pytest.mark.compiled
@pytest.mark.parametrize("seed", range(40))
def test_compiled_and_plain_agree_and_a_turned_board_has_the_same_value(seed: int) -> None:
    plain = small_turn(seed)
    compiled = type(plain.game)(plain.rule_set).adopted(plain)
    seen = features_of(plain)
    assert features_of(compiled) == seen
    other = turned(plain)
    assert features_of(other) == seen
    said = []
    for position in (plain, compiled, other):
        desk = Desk(position.game, most_states=1)
        places = (0, int(desk.values[LENGTH]))  # at rest, before plays
        said += [int(desk.kernel(estimate)(position.game.rules, position.state, desk.values, place, desk.out)) for place in places]
    assert said[:2] == said[2:4] == said[4:]
    assert all(0 <= chance <= MILLION for chance in said)


def health_by_cell(position: Position, moves: int) -> list[int]:
    """The forecast, Monster by Monster and step by step."""
    s = position.numbers
    cells = [0] * 12
    for m in s.monsters[: s.monster_count]:
        ring, arc = ring_of(m), arc_of(m)
        layers = s.walls[arc] + s.fortify[arc]
        for _ in range(moves):
            if ring < SWORDSMAN:
                ring += 1
            elif ring == SWORDSMAN and layers > 0:
                layers -= 1
            else:
                ring = CASTLE
        if ring != FOREST:
            cell = (ring - 1) * 3 + colour_of(arc)
            cells[cell] = min(cells[cell] + health_of(m), MOST_IN_CELL)
    return cells


@pytest.mark.parametrize("seed", range(40))
def test_the_forecast_is_where_single_steps_lead(seed: int) -> None:
    position = small_turn(seed)
    out, _ = position.game.lists()
    forecast(position.game.rules, position.state, out)
    for moves in range(position.rule_set.players + 1):
        assert [out[moves] >> cell * CELL_BITS & MOST_IN_CELL for cell in range(12)] == health_by_cell(position, moves)


def test_a_fortified_wall_holds_a_monster_twice() -> None:
    position = arrange("players=4", walls=(1,), fortified=(1,), monsters=("orc knight 1", "goblin castle 1"), compiled=False)
    out, _ = position.game.lists()
    forecast(position.game.rules, position.state, out)
    assert [health_by_cell(position, moves)[6] for moves in range(5)] == [0, 2, 2, 2, 0]  # in Swordsman, red
    for moves in range(5):
        assert [out[moves] >> cell * CELL_BITS & MOST_IN_CELL for cell in range(12)] == health_by_cell(position, moves)


def test_the_next_tower_is_found_round_the_castle() -> None:
    for standing in range(1 << ARCS):
        towers = [standing >> arc & 1 for arc in range(ARCS)]
        for arc in range(ARCS):
            steps = next((steps for steps in range(ARCS) if towers[(arc + steps) % ARCS]), ARCS)
            assert row.moves_round(SimpleNamespace(towers=towers), arc) == steps  # type: ignore[arg-type]


def test_a_row_has_room_behind_it_for_what_is_reckoned_on_the_way() -> None:
    out, _ = small_turn(1).game.lists()
    assert len(out) > FEATURES + max(FEATURES, row.SCRATCH)


def test_the_kernels_net_is_the_fitted_one() -> None:
    position = small_turn(4)
    values = value_set_for(position.rule_set)
    desk = Desk(position.game, values, most_states=1)
    found = np.array([list(features_of(position).values())])
    for net, place in zip(values.nets, (0, int(desk.values[LENGTH])), strict=True):
        chance = int(desk.kernel(estimate)(position.game.rules, position.state, desk.values, place, desk.out)) / MILLION
        assert chance == pytest.approx(float(net.chance(found)[0]), abs=2e-3)


def test_a_net_learns_what_a_sum_cannot_say() -> None:
    random = np.random.default_rng(3)
    x = np.concatenate([np.ones((6000, 1)), random.integers(0, 2, (6000, 2))], axis=1)
    y = (x[:, 1] != x[:, 2]).astype(float)
    net = fit(x, y, units=8, epochs=60, rate=2e-2)
    assert brier(net.chance(x), y) < 0.01
    assert fit(x, y, units=8, epochs=2).second.tolist() == fit(x, y, units=8, epochs=2).second.tolist()
    further = fit(x, y, units=8, epochs=1, rate=1e-6, begin=net)
    assert np.allclose(further.chance(x), net.chance(x), atol=1e-3)


@pytest.mark.parametrize("players", range(1, 7))
def test_there_is_a_set_for_every_number_of_players_with_how_it_was_made(players: int) -> None:
    rule_set = read_rules(players=players)
    values = read_value_set(file_for(rule_set))
    assert values.rules == str(rule_set)
    assert values.made["by"] == "castlewise train castle-panic"
    for scores in values.made["held-out Brier scores"]:
        assert scores["at rest"] < scores["base"]
    assert 0 < values.calibrated(0.2, 20) < values.calibrated(0.8, 20) < 1
    assert (values.calibrated(0.0, 20), values.calibrated(1.0, 20)) == (0.0, 1.0)
    assert values.calibrated(0.5, 2) < values.calibrated(0.5, 40)  # what rollouts take for lost on a long way, the advisor does not lose
    by_tenths = read_tenths(values.made["calibration on held-out games"])
    assert len(by_tenths) == 10
    assert max(abs(tenth.said - tenth.happened) for tenth in by_tenths) < 0.03


@pytest.mark.parametrize("players", range(1, 7))
@pytest.mark.parametrize("boards", ["calibration on held-out boards of others", "calibration on what the advisor made of them"])
def test_what_is_said_holds_on_boards_of_others_and_on_the_advisors_own(players: int, boards: str) -> None:
    """On games that made no curve. A tenth of them is a hundred games or so, whose luck is within the bound."""
    values = read_value_set(file_for(read_rules(players=players)))
    assert values.made["games begun at boards of others"] >= 3_000
    by_tenths = read_tenths(values.made[boards])
    assert len(by_tenths) == 10
    for tenth in by_tenths:
        assert abs(tenth.said - tenth.happened) < 0.02 + 2 * tenth.error, tenth
    most = [tenth for tenth in by_tenths if tenth.error < 0.015]  # where there are enough games to tell
    assert most
    assert all(abs(tenth.said - tenth.happened) < 0.025 for tenth in most)


@pytest.mark.parametrize("players", range(1, 7))
@pytest.mark.parametrize("boards", ["boards of others", "what the advisor made of them"])
def test_with_as_many_rollouts_as_at_the_table_as_much_is_won_as_is_said(players: int, boards: str) -> None:
    """On the whole, by a shift from every second game, on the others; or else no shift was clear enough to be made."""
    values = read_value_set(file_for(read_rules(players=players)))
    found, error = values.made["shift found"]
    if values.shift == 0:
        assert abs(found) < 3 * error
        return
    after = read_tenths(values.made[f"after the shift, on {'held-out ' if boards == 'boards of others' else ''}{boards}"])
    positions = sum(tenth.positions for tenth in after)
    assert abs(sum(tenth.positions * (tenth.happened - tenth.said) for tenth in after)) < 0.025 * positions


def test_other_rules_borrow_the_base_games_functions() -> None:
    assert value_set_for(read_rules("players=4,charging-horde")).rules == "players=4,co-op"


def test_a_set_survives_writing_and_reading(tmp_path: Path) -> None:
    values = value_set_for(read_rules(players=2))
    values.write(tmp_path / "values.json")
    again = read_value_set(tmp_path / "values.json")
    assert (again.curve, again.calibration) == (values.curve, values.calibration)
    assert all(
        np.array_equal(getattr(a, part), getattr(b, part))
        for a, b in zip(values.nets, again.nets, strict=True)
        for part in ("linear", "first", "second")
    )
    assert isinstance(again.nets[0], Net)


@pytest.mark.compiled
def test_the_advisors_games_do_not_depend_on_how_they_are_divided_and_beat_the_greedy_player() -> None:
    from functools import partial

    from castlewise.models.castle_panic.game import CastlePanic
    from castlewise.solver.simulation import simulate

    make_game = partial(CastlePanic, read_rules(players=4))
    one, two = (simulate(make_game, "advisor:40", 30, 7, jobs=jobs) for jobs in (1, 2))
    assert (one.wins, one.mean_turns, one.unfinished) == (two.wins, two.mean_turns, 0)
    assert one.wins >= 24  # greedy: 65 %


def test_an_effort_is_read_from_the_policys_name() -> None:
    assert read_effort("advisor") == Effort()
    assert read_effort("advisor:123").rollouts == 123
    with pytest.raises(ValueError, match="expected advisor"):
        read_effort("advisor:fast")
