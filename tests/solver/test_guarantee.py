"""Guarantees over all draws: checked on small piles against every board a turn can lead to and everything that phase 6 can do to it."""

from __future__ import annotations

import random

import pytest

from castle_panic.arrange import arrange
from castle_panic.brute_force import Finished, TooMany, all_turns
from castle_panic.differential import late_position
from castlewise.models.castle_panic import stages
from castlewise.models.castle_panic.position import Position
from castlewise.models.castle_panic.rule_set import read_rules
from castlewise.models.contract import Node
from castlewise.models.move_code import first_of
from castlewise.solver.castle_panic.guarantee import Guarantee, guarantee
from castlewise.solver.castle_panic.turn_smt_replay import settled
from castlewise.solver.castle_panic.worst_draws import Condition
from castlewise.solver.verdict import Outcome

_COLOURS = {"red": (1, 2), "green": (3, 4), "blue": (5, 6)}
_PHASE = {stages.DRAW_TOKEN, stages.ROLL_TOKEN, stages.ROLL_CHARGE, stages.WHO_IS_HURT, stages.CLAIM_BACKUP, stages.GIVE_UP_CARD}
_DRAW_MORE = {"goblin king", "draw 3 monster tokens", "draw 4 monster tokens"}
_RULES = (
    "players=1",
    "players=2",
    "players=3,my-home",
    "players=2,final-charge",
    "players=2,monster-recycling",
    "players=2,not-over-yet",
    "players=4,edition=1",
)


def marching_arcs(position: Position, outcome: int) -> tuple[int, ...]:
    """The arcs whose Monsters a token or die makes march, by the token's name."""
    number = first_of(outcome)
    if position.state.stage == stages.ROLL_CHARGE:
        return (*list(_COLOURS.values()), (), (1, 2, 3, 4, 5, 6), ())[number]
    rolled = position.state.stage == stages.ROLL_TOKEN
    name = position.rule_set.components.tokens[int(position.state.token) if rolled else number].name
    if name.endswith("monsters move 1"):
        return _COLOURS[name.split()[0]]
    if not rolled:
        return ()
    if name == "orc warlord":
        return next(arcs for arcs in _COLOURS.values() if number + 1 in arcs)
    return (1, 2, 3, 4, 5, 6) if name == "troll mage" else ()


def enters(position: Position, arcs: tuple[int, ...]) -> bool:
    return any(m.ring == "swordsman" and m.arc in arcs and m.arc not in position.walls and not m.tarred for m in position.monsters)


class Enumeration:
    """Whether a board holds, by trying everything."""

    def __init__(self, condition: Condition, towers: int) -> None:
        self.condition = condition
        self.towers = towers
        self.seen: dict[bytes, bool] = {}

    def broken(self, here: Position) -> bool:
        result = here.game.result(here)
        if result is not None and not result.won:
            return True
        return self.condition is Condition.NO_TOWER_FALLS and len(here.towers) < self.towers

    def holds(self, here: Position) -> bool:
        if self.broken(here):
            return False
        if here.is_over or here.state.stage not in _PHASE:
            return True
        if bytes(here) not in self.seen:
            self.seen[bytes(here)] = self._holds(here)
        return self.seen[bytes(here)]

    def _holds(self, here: Position) -> bool:
        game = here.game
        if game.node(here) is Node.CHOICE:
            return any(self.holds(game.apply(here, choice)) for choice in game.choices(here))
        for outcome, _ in game.outcomes(here):
            if self.condition is Condition.NO_INTRUDER and enters(here, marching_arcs(here, outcome)):
                return False
            if not self.holds(game.apply(here, outcome)):
                return False
        return True


def some_turn_holds(start: Position, turns: list[Finished], condition: Condition) -> bool:
    enumeration = Enumeration(condition, len(start.towers))
    for finished in turns:
        walked_in = not finished.before_move.is_over and enters(finished.before_move, (1, 2, 3, 4, 5, 6))
        if condition is Condition.NO_INTRUDER and walked_in:
            continue
        if enumeration.holds(finished.line.position):
            return True
    return False


def small_piles(count: int, first: int = 0) -> list[tuple[Position, list[Finished]]]:
    found: list[tuple[Position, list[Finished]]] = []
    seed = first
    while len(found) < count:
        seed += 1
        rng = random.Random(seed)
        position = late_position(read_rules(_RULES[seed % len(_RULES)]), seed, compiled=False)
        while not position.is_over and position.state.stage in (stages.DRAW_UP, stages.REPLACE, stages.DISCARD_PHASE, stages.TRADE_PHASE):
            moves = position.game.moves(position)
            position = position.game.apply(position, rng.choice(moves))
        if position.state.stage != stages.PLAY_PHASE or not 1 <= len(position.pile) <= 2 or len(position.monsters) > 6:
            continue
        if position.rule_set.not_over_yet and (len(position.pile) < 2 or _DRAW_MORE & set(position.pile)):
            continue  # refilled, the pile is no longer small
        try:
            found.append((position, list(all_turns(position, most=80))))
        except TooMany:
            continue
    return found


def replayed(start: Position, found: Guarantee) -> Position:
    position = start
    for chosen in found.verdict.moves:
        position = position.game.apply(position, chosen)
    return position


@pytest.mark.parametrize("condition", list(Condition))
def test_guarantees_agree_with_every_draw_on_every_board(condition: Condition) -> None:
    outcomes = set()
    for start, turns in small_piles(120):
        found = guarantee(start, condition)
        expected = Outcome.SOLVED if some_turn_holds(start, turns, condition) else Outcome.IMPOSSIBLE
        assert found.verdict.outcome is expected, str(start)
        outcomes.add((expected, bool(found.refuted)))
        if expected is Outcome.SOLVED:
            assert Enumeration(condition, len(start.towers)).holds(replayed(start, found)), str(start)
    assert {(Outcome.SOLVED, False), (Outcome.IMPOSSIBLE, True)} <= outcomes


def test_every_refutation_breaks_its_play_whatever_players_choose() -> None:
    for start, _ in small_piles(40, first=5000):
        for refuted in guarantee(start, Condition.NO_TOWER_FALLS).refuted:
            board = start
            for chosen in refuted.moves:
                board = board.game.apply(board, chosen)
            todo = [(board, refuted.refutation)]
            while todo:
                here, rest = todo.pop()
                for outcome in rest.outcomes:
                    here = here.game.apply(here, outcome)
                if rest.branches:
                    if here.state.stage == stages.WHO_IS_HURT:
                        assert {choice for choice, _ in rest.branches} == set(here.game.choices(here))
                    todo += [(here.game.apply(here, choice), branch) for choice, branch in rest.branches]
                else:
                    assert len(settled(here).towers) < len(start.towers)


def test_missing_spares_a_tower_that_a_boulder_would_take() -> None:
    start = arrange(hand=["missing"], monsters=["goblin archer 1"], walls=(), pile=["giant boulder", "orc"])
    found = guarantee(start, Condition.NO_TOWER_FALLS)
    assert found.verdict.outcome is Outcome.SOLVED
    assert "missing" in [start.rule_set.components.cards[first_of(found.verdict.moves[0])].name]


def test_a_wall_alone_does_not_stop_two_boulders_and_the_draw_is_shown() -> None:
    start = arrange(hand=["brick", "mortar"], walls=(2, 3, 4, 5, 6), pile=["giant boulder", "giant boulder"])
    found = guarantee(start, Condition.NO_TOWER_FALLS)
    assert found.verdict.outcome is Outcome.IMPOSSIBLE
    assert all("draws the token Giant Boulder" in refuted.refutation.words for refuted in found.refuted)


def test_the_wall_goes_where_a_marching_monster_would_come_in() -> None:
    start = arrange(
        hand=["brick", "mortar"],
        monsters=["troll knight 3"],
        walls=(1, 2, 4, 5, 6),
        pile=["green monsters move 1", "plague archers"],
    )
    found = guarantee(start, Condition.NO_INTRUDER)
    assert found.verdict.outcome is Outcome.SOLVED
    assert replayed(start, found).walls == [1, 2, 3, 4, 5, 6]
