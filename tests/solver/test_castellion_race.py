"""Castellion's advisor from the inside: the pool of blueprints, how the follower changes them, and when the greedy player's move is left."""

from __future__ import annotations

from typing import Any

import pytest

from castlewise.models.castellion.game import Castellion
from castlewise.models.castellion.moves import PLACE
from castlewise.models.castellion.position import Position
from castlewise.models.castellion.rule_set import read_rules
from castlewise.models.castellion.rules.castle import occupied
from castlewise.models.castellion.stages import DESTROY_TILES, USE
from castlewise.models.castellion.state import CHOICES
from castlewise.models.move_code import verb_of
from castlewise.models.randomness import seeded
from castlewise.solver.castellion.advisor import Desk
from castlewise.solver.castellion.blueprint_costs import NOTES, TOO_DEAR, cost_at
from castlewise.solver.castellion.blueprint_pool import COST, PROVED_PERCENT, renew, start_of
from castlewise.solver.castellion.blueprint_rolls import ALL_CELLS, FIRST_PLACE, GAMES, PLACES, RESULT, SHEET, SOON_CELLS, mutate
from castlewise.solver.castellion.deciding import AHEAD, unless_better
from castlewise.solver.castellion.follower import (
    AGENDAS,
    CHANGES,
    COSTS,
    FOLLOWED,
    KNOWN,
    MIND,
    MOST_OTHERS,
    OFFSET,
    OTHERS_OF,
    POOL,
    ROLLS,
    SEEN,
    follow,
    forget_castle,
    here,
    sheet_of,
    target,
)
from castlewise.solver.castellion.greedy import greedy
from castlewise.solver.castellion.greedy_rollouts import UNKNOWN, quick_greedy
from castlewise.solver.castellion.move_race import LEAST_GAMES, PER_MILLE, STREAMS, deal
from castlewise.solver.castellion.worth import LOST
from solver.test_castellion_advice import SOME_CASTLES, Pool

MOST = 16  # blueprints of a Pool


def places(pool: Pool, k: int) -> list[int]:
    """The places of a blueprint."""
    start = start_of(0, k)
    return pool.rolls[start + FIRST_PLACE : start + FIRST_PLACE + pool.rolls[start + PLACES]]


def cells_and_cost(pool: Pool, k: int) -> tuple[int, ...]:
    start = start_of(0, k)
    return tuple(pool.rolls[at] for at in (start + COST, start + SHEET + ALL_CELLS, start + SHEET + SOON_CELLS))


def renewed(pool: Pool, attempts: int = 12) -> None:
    renew(pool.game.rules, pool.position.state, MOST, attempts, pool.rolls, pool.mind, pool.counts, [seeded(6)])


@pytest.mark.parametrize("line", SOME_CASTLES)
def test_the_blueprints_that_did_best_in_rollouts_stay(line: str) -> None:
    pool = Pool(line, attempts=40)
    count = pool.counts[0]
    assert count > 4
    before = [places(pool, k) for k in range(count)]
    for k in range(count):  # the dearest did best
        pool.rolls[start_of(0, k) + RESULT], pool.rolls[start_of(0, k) + GAMES] = 10 * pool.rolls[start_of(0, k) + COST] + k, 1_000
    kept = {cells_and_cost(pool, k): k for k in reversed(range(count))}.values()  # of two that come to the same the first
    order = sorted(kept, key=lambda k: -pool.rolls[start_of(0, k) + RESULT])
    renewed(pool)
    stay = min(len(order), MOST * PROVED_PERCENT // 100)
    assert [places(pool, k) for k in range(stay)] == [before[k] for k in order[:stay]]
    # Those that stay are not the only ones, and no two are alike.
    assert pool.counts[0] > stay
    assert len({cells_and_cost(pool, k) for k in range(pool.counts[0])}) == pool.counts[0]


@pytest.mark.parametrize("line", SOME_CASTLES)
def test_a_child_differs_from_its_parent_in_two_places_at_most(line: str) -> None:
    pool = Pool(line)
    every = (1 << 61) - 1
    source, changed = [seeded(8)], 0
    for k in range(pool.counts[0]):
        parent = places(pool, k)
        child = start_of(0, 40)
        if mutate(pool.rolls, start_of(0, k), child, pool.mind, AGENDAS, pool.position.numbers.met, every, 0, source) == 0:
            continue
        lost = set(parent) - set(places(pool, 40))
        assert len(lost) <= 2
        assert len(places(pool, 40)) >= len(parent) - len(lost)
        changed += len(lost)
    assert changed > 0


class Play:
    """What a plain game by the follower or the greedy player works with."""

    def __init__(self, rules: str, seed: int) -> None:
        self.game = game = Castellion(read_rules(rules), compiled=False)
        self.rolls, self.mind, self.counts, self.source = [0] * ROLLS, [0] * MIND, [0, 0], [0]
        self.out, self.weights = game.lists()
        self.probe = game.kernel.blank("State")
        self.luck = seeded(seed)
        self.position = game.start()
        while self.position.is_chance:
            self.go_on(self.dealt())
        self.mind[SEEN : SEEN + STREAMS] = [0] * STREAMS

    def dealt(self) -> int:
        return int(deal(self.game.rules, self.position.state, self.luck, SEEN, self.mind, self.source, self.out, self.weights))

    def go_on(self, m: int) -> None:
        self.position = self.game.apply(self.position, m)

    def follow(self, changes: int) -> int:
        self.mind[CHANGES] = changes
        return int(follow(self.game.rules, self.position.state, self.probe, self.out, self.rolls, self.mind))


@pytest.mark.parametrize("rules", ["introductory", "base"])
def test_the_follower_changes_to_a_blueprint_that_has_a_use_for_the_tile(rules: str) -> None:
    assert sum(changes_of_blueprint(Play(rules, seed)) for seed in range(4)) > 1


def changes_of_blueprint(play: Play) -> int:
    """Follow to the end of the first ordeal; how often the blueprint was changed, and not in vain.

    The costs that are remembered are always those of the castle as it stands.
    """
    Desk.forget(play)  # type: ignore[arg-type]
    mind, rolls, numbers = play.mind, play.rolls, play.game.rules
    play.source[0] = play.luck
    renew(numbers, play.position.state, 12, 60, rolls, mind, play.counts, play.source)
    mind[POOL] = play.counts[0]
    forget_castle(mind)
    changed = spoilt = 0
    while not play.position.is_over and play.position.numbers.met == 0:
        if play.position.is_chance or play.position.numbers.stage != USE:
            play.go_on(play.dealt() if play.position.is_chance else play.follow(0))
            continue
        state = play.position.state
        before = here(numbers, state, 0, rolls, mind)
        followed, offset = mind[FOLLOWED], mind[OFFSET]
        assert before == cost_at(
            numbers, state, 0, offset, target(state, 0, mind), LOST, rolls, sheet_of(state, 0, followed, mind), [0] * NOTES, 0
        )
        alone = play.follow(0)
        mind[FOLLOWED], mind[OFFSET] = followed, offset
        m = play.follow(MOST_OTHERS)
        assert m in play.game.choices(play.position)
        if mind[OTHERS_OF] == occupied(state, 0):
            kept = [k for k in range(MOST_OTHERS) if mind[KNOWN] >> k & 1 and mind[COSTS + k] < TOO_DEAR]
            assert [mind[COSTS + k] for k in kept] == [
                cost_at(numbers, state, 0, 0, target(state, 0, mind), LOST, rolls, sheet_of(state, 0, k, mind), [0] * NOTES, 0)
                for k in kept
            ]
        if m != alone and before < LOST:
            changed += 1
            assert (verb_of(m), (mind[FOLLOWED], mind[OFFSET]) != (followed, offset)) == (PLACE, True)
            after = play.game.apply(play.position, m).state
            cost = here(numbers, after, 0, rolls, mind)
            # A place that gets its faction may take the last one that was left to its neighbour: `change` does not see that, and the follower chooses again.
            assert cost <= before or cost == LOST
            spoilt += cost == LOST
        play.go_on(m)
    return changed - 2 * spoilt


def test_the_greedy_player_of_rollouts_keeps_to_the_rules_and_gives_up_what_is_missed_least() -> None:
    penalties = 0
    for seed in range(6):
        play = Play("expert", seed)
        planned: set[int] = set()
        while not play.position.is_over:
            if play.position.is_chance:
                m = play.dealt()
            else:
                destroys = play.position.numbers.stage == DESTROY_TILES
                own = greedy(play.game.rules, play.position.state, play.source, play.out)
                m = quick_greedy(play.game.rules, play.position.state, play.source, play.out, play.mind)
                assert m in play.game.choices(play.position)
                if not destroys:
                    assert m == own
                elif not planned:
                    assert m == own  # the first tile is the same: both compare the same castles
                    penalties += 1
                planned = {m} if destroys else set()
            play.go_on(m)
    assert penalties > 1
    assert UNKNOWN < 0


def raced(best_total: int, own_total: int, games: int) -> tuple[bool, bool]:
    """At an expert position, with the race's result put in: whether the greedy player's move is made, and whether the winner's is."""
    position: Position = Castellion(compiled=False).read(SOME_CASTLES[3])
    desk: Any = Desk(position.game)
    moves = position.game.choices(position)
    for i, m in enumerate([len(moves), *moves]):
        desk.legal[i] = m
    assert len(moves) < CHOICES
    own = greedy(position.game.rules, position.state, desk.source, desk.out)
    other = next(m for m in moves if m != own)
    field = desk.field
    for pair, (m, total) in enumerate(((other, best_total), (own, own_total))):
        field.move[pair], field.total[pair], field.games[pair], field.alive[pair] = moves.index(m), total, games, pair
    chosen = unless_better(
        position.game.rules, position.state, desk.states, field, 2, 0, desk.scratch, desk.probe, 1, desk.rolls, desk.mind, desk.source, desk.out,
        desk.weights, desk.legal, desk.values,
    )  # fmt: skip
    return chosen == own, chosen == other


def test_the_greedy_players_move_is_left_only_for_one_that_is_clearly_better() -> None:
    games = 400
    half = games * PER_MILLE // 2
    error = (2 * 0.25 / games) ** 0.5 * games * PER_MILLE  # of the difference of two totals
    assert raced(half + int((AHEAD + 0.2) * error), half, games) == (False, True)
    assert raced(half + int((AHEAD - 0.2) * error), half, games) == (True, False)
    assert raced(half, half + 1, games) == (True, False)
    few = LEAST_GAMES - 1
    assert raced(few * PER_MILLE, 0, few) == (True, False)
    assert raced(LEAST_GAMES * PER_MILLE, 0, LEAST_GAMES) == (False, True)
