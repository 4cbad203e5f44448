"""The player who goes by Castellion's value function where there are powers: against naive twins that carry every move out and value what it leads to."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest

from castellion.walk import steps
from castlewise.models.bits import count_bits
from castlewise.models.castellion.game import Castellion
from castlewise.models.castellion.moves import DISCARD, MEET_NOW, PLACE, POWER
from castlewise.models.castellion.position import Position
from castlewise.models.castellion.rule_set import read_rules
from castlewise.models.castellion.rules.castle import foundation_complete, height_of, occupied, take_tile
from castlewise.models.castellion.rules.ordeals import requirement_met
from castlewise.models.castellion.stages import DESTROY_TILES, JUGGLE, PENALTY, RECOVER, TRAITOR_PRICE, TURN, USE, WON
from castlewise.models.castellion.state import COLUMN, LARGEST
from castlewise.models.castellion.tiles import CHAMELEON, DEFENDERS, JUGGLER, PYRO, SEER
from castlewise.models.move_code import verb_of
from castlewise.solver.castellion.advisor import Desk, Effort
from castlewise.solver.castellion.castle_features import FEATURES, LISTED, SHORT, SHORT_STATES, STANDING, list_features
from castlewise.solver.castellion.castle_net import CastleNet
from castlewise.solver.castellion.castle_value import CHANCE, NOTES, castle_chance
from castlewise.solver.castellion.follower import GIVEN_UP, MIND
from castlewise.solver.castellion.greedy import greedy
from castlewise.solver.castellion.greedy_rollouts import UNKNOWN, quick_greedy
from castlewise.solver.castellion.readiness import survives
from castlewise.solver.castellion.tiles_to_lose import cell_now
from castlewise.solver.castellion.training import Course, _School
from castlewise.solver.castellion.value_games import FIRST_FEATURE, ROW
from castlewise.solver.castellion.value_player import SCRATCH, decide_by_value
from castlewise.solver.castellion.value_sets import CastleValues
from castlewise.solver.value import MILLION


def strange_net() -> CastleNet:
    """A net that has learnt nothing: every weight counts somewhere."""
    net = CastleNet.blank(4)
    net.first[:, 1:] += np.random.default_rng(1).normal(0, 0.3, net.first[:, 1:].shape).astype(np.float32)
    return net


@pytest.fixture(scope="module")
def values() -> Any:
    return strange_net().numbers()


class Mind:
    """What the player works with, as plain rules take it."""

    def __init__(self, game: Castellion, values: Any) -> None:
        self.game, self.values = game, values
        self.scratch = game.kernel.layouts["State"].many(SCRATCH)
        self.listed = [0] * NOTES
        self.mind = game.buffer(MIND)
        self.mind[GIVEN_UP] = UNKNOWN
        self.out, _ = game.lists()

    def move(self, position: Position) -> int:
        return decide_by_value(self.game.rules, position.state, self.scratch, self.values, self.listed, [1], self.out, self.mind)

    def chance(self, state: Any) -> int:
        return castle_chance(self.game.rules, state, self.values, [0] * NOTES)


def some_positions(rules: str, seeds: range) -> list[Position]:
    game = Castellion(read_rules(rules), compiled=False)
    return [position for seed in seeds for position, _, _ in steps(game.start(), seed) if not position.is_over and not position.is_chance]


@pytest.mark.parametrize("rules", ["base", "expert"])
def test_what_the_player_decides_is_legal_at_every_choice(rules: str, values: Any) -> None:
    game = Castellion(read_rules(rules), compiled=False)
    player = Mind(game, values)
    stages: Counter[int] = Counter()
    for position in some_positions(rules, range(30))[::5]:
        player.mind[GIVEN_UP] = UNKNOWN
        assert player.move(position) in game.choices(position), str(position)
        stages[int(position.state.stage)] += 1
    assert {TURN, USE, RECOVER, JUGGLE, DESTROY_TILES} <= set(stages)
    source = game.source(5)
    position = game.start()
    while not position.is_over:
        if position.is_chance:
            position = game.apply(position, game.sample(position, source))
        else:
            m = player.move(position)
            assert m in game.choices(position), str(position)
            position = game.apply(position, m)


def naive_chance(player: Mind, at: Position) -> int:
    """By carrying out all there is to choose from."""
    game = player.game
    if at.is_over:
        return MILLION * int(at.state.outcome == WON)
    if at.state.stage == USE:
        plain = [m for m in game.choices(at) if verb_of(m) in (PLACE, DISCARD)]
        return max(player.chance(game.apply(at, m).state) for m in plain)
    if at.state.stage in (RECOVER, JUGGLE):
        return max(naive_chance(player, game.apply(at, m)) for m in game.choices(at))
    return player.chance(at.state)


@pytest.mark.parametrize("rules", ["base", "expert"])
def test_a_tile_is_worth_the_best_of_what_can_be_done_with_it(rules: str, values: Any) -> None:
    """Placed, discarded, or for its power: what a Chameleon brings back, the best exchange of a Juggler, a Seer's look."""
    game = Castellion(read_rules(rules), compiled=False)
    player = Mind(game, values)
    seen: Counter[tuple[int, int]] = Counter()
    for position in some_positions(rules, range(40, 56)):
        s = position.state
        faction = (s.hand - 1) // 3
        used = seen[faction, verb_of(game.choices(position)[-1])]
        if s.stage != USE or s.hand > DEFENDERS or used >= 12 or len(position.columns(0)) * LARGEST - count_bits(occupied(s, 0)) < 2:
            continue
        thought_of = [m for m in game.choices(position) if verb_of(m) != MEET_NOW and not (verb_of(m) == POWER and faction == PYRO)]
        if rules == "expert" and faction == JUGGLER:
            thought_of = [m for m in thought_of if verb_of(m) != POWER]  # an exchange that completes a tower is not told apart
        expected = {m: naive_chance(player, game.apply(position, m)) for m in thought_of}
        m = player.move(position)
        if verb_of(m) == MEET_NOW or (rules == "expert" and faction == JUGGLER):
            continue
        assert player.listed[CHANCE] == max(expected.values()) == expected[m], str(position)
        seen[faction, verb_of(m)] += 1
    assert {(CHAMELEON, POWER), (SEER, POWER), (PYRO, PLACE)} <= set(seen)
    assert rules == "expert" or (JUGGLER, POWER) in seen


def removable(s: Any) -> list[int]:
    """Cells of tiles that do not stand alone in their column."""
    return [cell for cell in range(COLUMN * LARGEST) if occupied(s, 0) >> cell & 1 and height_of(s, 0, cell // COLUMN) > 1]


def test_what_is_given_up_for_a_traitor_is_what_the_function_misses_least(values: Any) -> None:
    game = Castellion(read_rules("base"), compiled=False)
    player = Mind(game, values)
    looked_at = 0
    for position in some_positions("base", range(60)):
        s = position.state
        if s.stage != DESTROY_TILES or s.purpose != TRAITOR_PRICE or s.due != 4 or count_bits(occupied(s, 0)) < 10:
            continue
        left = game.copy(s)
        left.stage = TURN
        for _ in range(4):
            chances = {}
            for cell in removable(left):
                probe = game.copy(left)
                probe.discards[take_tile(probe, 0, cell)] += 1
                chances[cell] = player.chance(probe)
            if not chances:
                break
            best = max(chances, key=lambda cell: chances[cell])
            left.discards[take_tile(left, 0, best)] += 1
        else:
            at = position
            while at.state.stage == DESTROY_TILES and not at.is_over:
                at = game.apply(at, player.move(at))
            assert player.chance(at.state) == player.chance(left), str(position)
            looked_at += 1
    assert looked_at >= 5


def test_a_large_penalty_takes_as_many_tiles_as_are_due(values: Any) -> None:
    game = Castellion(read_rules("expert"), compiled=False)
    player = Mind(game, values)
    castle = "stscsspt.ptpcptst.jtjcjsct.ctcscccs.sspsjtcc.psctjcst"
    position = game.read(f"cn:expert/{castle}/2L-else-16:1tr,hidden,hidden/p1.traitor/-/111.111.111.111.1.1/hand=tr")
    position = game.apply(position, game.read_move(position, "place-traitor"))
    assert (position.state.stage, position.state.purpose) == (DESTROY_TILES, PENALTY)
    due, before = int(position.state.due), count_bits(occupied(position.state, 0))
    while position.state.stage == DESTROY_TILES:
        m = player.move(position)
        assert m in game.choices(position)
        position = game.apply(position, m)
    assert due >= 8
    assert count_bits(occupied(position.state, 0)) == before - due
    assert position.state.met == 1


@pytest.mark.parametrize("due", [12, 17, 18])
@pytest.mark.parametrize("player", ["by value", "greedy", "greedy in rollouts"])
def test_the_last_penalty_leaves_the_foundation_standing(player: str, due: int, values: Any) -> None:
    """Nothing is to come after it, but with a column gone it would be lost."""
    rules = f"expert,ordeal3=5T-else-{due}:2"
    game = Castellion(read_rules(rules), compiled=False)
    castle = "stscsspt.ptpcptst.jtjcjsct.ctcscccs.sspsjtcc.psctjcst"
    met = f"2L-else-16:met,3L-else-32:met,5T-else-{due}:1tr"
    position = game.read(f"cn:{rules}/{castle}/{met}/p1.traitor/-/111.111.111.111.1.1/hand=tr")
    position = game.apply(position, game.read_move(position, "place-traitor"))
    mind = Mind(game, values)
    while not position.is_over:
        if player == "by value":
            m = mind.move(position)
        elif player == "greedy":
            m = greedy(game.rules, position.state, [1], mind.out)
        else:
            m = quick_greedy(game.rules, position.state, [1], mind.out, mind.mind)
        assert m in game.choices(position)
        position = game.apply(position, m)
    assert position.state.outcome == WON


def test_tiles_come_down_by_those_that_are_gone_below_them() -> None:
    gone = 1 << 1 | 1 << 3 | 1 << COLUMN
    assert [cell_now(gone, cell) for cell in (0, 2, 4, COLUMN + 2)] == [0, 1, 2, COLUMN + 1]


@pytest.mark.parametrize("rules", ["base", "expert"])
def test_what_is_seen_with_powers_stays_within_the_features(rules: str) -> None:
    game = Castellion(read_rules(rules), compiled=False)
    most = 0
    for position in some_positions(rules, range(20, 30)):
        listed = [0] * NOTES
        count = list_features(game.rules, position.state, 0, 0, listed)
        assert len(set(listed[:count])) == count < LISTED
        assert all(0 <= feature < FEATURES for feature in listed[:count])
        most = max(most, count)
    assert FIRST_FEATURE + most <= ROW


def test_what_a_castle_is_short_of_is_what_the_rules_would_find() -> None:
    """For each card that the next ordeal may be: formations there, a penalty that can be paid, or so many tiles too few."""
    game = Castellion(read_rules("expert"), compiled=False)
    seen: Counter[int] = Counter()
    two_bastions = game.read("cn:expert/stss.scst.ct.ptps.pcpt.js/hidden,hidden,hidden/p1.turn/111.111.111.111/344.444.444.344.8.3")
    for position in [two_bastions, *some_positions("expert", range(100, 140))]:
        s = position.state
        if not foundation_complete(game.rules, s, 0):
            continue
        listed = [0] * NOTES
        count = list_features(game.rules, s, 0, 0, listed)
        found = {(f - SHORT) // SHORT_STATES: (f - SHORT) % SHORT_STATES for f in listed[:count] if f >= SHORT}
        known = s.card[s.met] - 1
        assert set(found) == ({known} if known >= 0 else set(range(game.rules.cards[s.met])))
        for card, state in found.items():
            assert (state <= 1) == (survives(game.rules, s, 0, card) == 1), str(position)
            if game.rules.rows[s.met][card] == 0:
                assert (state == 0) == (requirement_met(game.rules, s, 0, s.met, card) == 1)
            seen[min(state, 2)] += 1
    assert (seen[0], seen[1] > 10, seen[2] > 10) == (1, True, True)


@pytest.mark.compiled
@pytest.mark.parametrize("rules", ["base", "expert"])
def test_games_by_value_with_powers_are_the_same_compiled_and_plain(rules: str) -> None:
    ends = []
    for compiled in (False, True):
        game = Castellion(read_rules(rules), compiled=compiled)
        desk = Desk(game)
        desk.use_values(CastleValues(rules, strange_net(), {}))
        desk.play_games(game.start(), Effort(rollouts=2, tiles_ahead=1, width=2), 3, 0, 1, 14)
        ends.append(str(Position(game, desk.here)))
    assert ends[0] == ends[1]


@pytest.mark.compiled
def test_a_game_that_somebody_else_begins_counts_from_their_last_tile_on() -> None:
    game = Castellion(read_rules("introductory"))
    standing: dict[float, list[int]] = {}
    for begun in (0.0, 1.0):
        school = _School(game, Course(begun=begun), 1, CastleNet.blank(3))
        first = school.play(0, 32, 0.0)
        rows = first.rows
        begins = [0, *(i + 1 for i in np.flatnonzero(rows[:, 0] == -1)[:-1])]
        standing[begun] = [
            int(feature) - STANDING
            for i in begins
            for feature in rows[i, FIRST_FEATURE : FIRST_FEATURE + rows[i, 2]]
            if rows[i, 0] != -1 and STANDING <= feature <= STANDING + LARGEST * LARGEST
        ]
    assert max(standing[0.0]) <= 1
    assert max(standing[1.0]) > 12
