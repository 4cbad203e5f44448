"""The expectimax against its naive twin, and everything that makes it fast against itself without it."""

from __future__ import annotations

import random
from collections import defaultdict
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from types import SimpleNamespace
from typing import Any

import pytest

from castellion.differential import late_position as late_castellion
from castellion.walk import SMALL
from castle_panic.arrange import arrange
from castle_panic.differential import late_position
from castle_panic.small_turns import rotated
from castle_panic.walk import RULE_SETS
from castlewise.models.castellion.rule_set import read_rules as read_castellion_rules
from castlewise.models.castle_panic import stages
from castlewise.models.castle_panic.board import COLOURS
from castlewise.models.castle_panic.game import CastlePanic
from castlewise.models.castle_panic.position import Position
from castlewise.models.castle_panic.rule_set import read_rules
from castlewise.models.kernel import Ints, rule
from castlewise.models.move_code import first_of, verb_of
from castlewise.models.problems import InvalidInput
from castlewise.solver.castle_panic.advisor import Desk
from castlewise.solver.castle_panic.monster_draws import (
    ORDINARY_DRAWS_ONLY,
    after_plays,
    by_first_draw,
    draws_question,
    expect_draws,
    structure_losses,
)
from castlewise.solver.castle_panic.monster_draws_fitted import fitted_chance, fitted_weights
from castlewise.solver.castle_panic.monster_draws_rules import end_draws, first_given_up, simple_chance
from castlewise.solver.expectimax import Expectimax, Question, deepen, expect
from castlewise.solver.expectimax_table import NEIGHBOURS, slot_for, slot_of
from castlewise.solver.game_rules import CERTAIN, Rules, State, left_standing
from castlewise.solver.value import MILLION, estimate
from solver.naive_expectimax import Naive, TooMany

TO_THE_NEXT_TURN = Question(
    simple_chance, stop_short=end_draws, try_first=first_given_up
)  # the rules that expect_draws has, so that they are compiled once
IN_THE_DRAWS = (
    stages.WHO_IS_HURT,
    stages.GIVE_UP_CARD,
    stages.CLAIM_BACKUP,
    stages.DRAW_TOKEN,
    stages.ROLL_TOKEN,
    stages.ROLL_CHARGE,
)


def close_to(value: Any) -> Any:
    return pytest.approx(value, abs=1e-12, rel=0)


def in_the_draws(seed: int, *, compiled: bool | None = None) -> Position:
    """A late position after its Play phase, where tokens are drawn or a choice is due."""
    rng = random.Random(seed)
    while True:
        position = late_position(read_rules(rng.choice(RULE_SETS)), rng.randrange(1 << 30), compiled=compiled)
        for _ in range(30):
            if position.is_over or position.state.stage in IN_THE_DRAWS:
                break
            position = position.game.apply(position, rng.choice(position.game.moves(position)))
        if position.state.stage in IN_THE_DRAWS:
            return position


@lru_cache
def small_draws() -> list[tuple[Position, float]]:
    """Positions small enough for the naive twin, with its answer."""
    found = []
    for seed in range(100):
        position = in_the_draws(seed)
        try:
            found.append((position, Naive(position.game, simple_chance, most=400)(position)))
        except TooMany:
            continue
    return found


def test_the_small_positions_have_everything_in_them() -> None:
    positions = [position for position, _ in small_draws()]
    assert len(positions) > 40
    assert {int(position.state.stage) for position in positions} >= {stages.WHO_IS_HURT, stages.DRAW_TOKEN}
    tokens = {token for position in positions for token in position.pile}
    assert {"draw 3 monster tokens", "goblin king", "giant boulder", "troll mage", "all players discard 1 card"} <= tokens
    assert len({round(value, 6) for _, value in small_draws()}) > 40


def test_it_is_what_its_naive_twin_finds() -> None:
    for position, value in small_draws():
        found = expect(position, TO_THE_NEXT_TURN)
        assert (found.value, found.low, found.high) == close_to((value, value, value)), position
        assert found.exact
        assert found.finished
        assert found.cuts == 0


@pytest.mark.parametrize(
    "how",
    [
        {"table": False},
        {"star1": False},
        {"star1": False, "table": False},
        {"star2": True},
        {"star2": True, "table": False},
        {"slots": 4},
        {"slots": 64, "star2": True},
    ],
    ids=str,
)
def test_pruning_and_the_table_change_nothing(how: dict[str, Any]) -> None:
    rng = random.Random(7)
    for position, value in small_draws()[::2]:
        search = Expectimax(position.game, TO_THE_NEXT_TURN, **how)
        assert search(position).value == close_to(value)
        for _ in range(4):
            window = tuple(sorted((rng.random(), rng.choice([rng.random(), value + 0.01]))))
            found = search(position, window=(window[0], window[1]))
            assert found.low - 1e-12 <= value <= found.high + 1e-12, position
            assert found.exact or found.high <= window[0] + 1e-12 or found.low >= window[1] - 1e-12, position
            search.forget()


def test_a_window_saves_work_and_merging_does() -> None:
    position = arrange(monsters=["troll swordsman 1", "orc knight 3"], walls=(2, 3), pile=["goblin", "orc", "troll", "healer"])
    start = after_plays(position).position
    whole = expect(start, TO_THE_NEXT_TURN)
    assert expect(start, TO_THE_NEXT_TURN, window=(0.99, 1.0)).leaves < whole.leaves / 2
    assert expect(start, TO_THE_NEXT_TURN, window=(0.0, 0.1)).leaves < whole.leaves / 2
    assert whole.leaves < 0.7 * Expectimax(position.game, TO_THE_NEXT_TURN, table=False)(start).leaves


def test_plain_rules_find_the_same() -> None:
    for position, value in small_draws()[::8]:
        plain = position.game.as_plain()
        assert expect(plain.adopted(position), TO_THE_NEXT_TURN).value == close_to(value)


@pytest.mark.compiled
def test_compiled_and_plain_count_the_same() -> None:
    for position, _ in small_draws()[1::8]:
        plain = position.game.as_plain()
        fast, slow = (expect(one, TO_THE_NEXT_TURN) for one in (position, plain.adopted(position)))
        assert (fast.value, fast.nodes, fast.leaves, fast.ends, fast.best) == (slow.value, slow.nodes, slow.leaves, slow.ends, slow.best)


def test_the_best_move_is_one_of_highest_value() -> None:
    asked = [position for position, _ in small_draws() if not position.is_chance]
    assert len(asked) > 5
    for position in asked:
        values = Naive(position.game, simple_chance).of_each(position)
        best = expect(position, TO_THE_NEXT_TURN).best
        assert best is not None
        assert values[best] == close_to(max(values.values()))


# What is left out.


def test_the_chance_of_extra_draws_is_the_width_of_the_bounds() -> None:
    """Two of five tokens are drawn, and one of the five brings more."""
    plain = ["goblin", "orc", "troll", "giant boulder"]
    for extra in ("goblin king", "draw 3 monster tokens", "draw 4 monster tokens"):
        position = arrange(monsters=["troll knight 1", "orc archer 4"], pile=[*plain, extra])
        ordinary = expect_draws(position)
        assert ordinary.high - ordinary.low == close_to(2 / 5)
        assert not ordinary.exact
        assert ordinary.cuts > 0
        whole = expect_draws(position, cut=0)
        assert whole.exact
        assert ordinary.low < whole.value < ordinary.high
        assert abs(ordinary.value - whole.value) < 0.1
    assert expect_draws(arrange(monsters=["troll knight 1"], pile=plain)).exact


def test_a_lower_cut_leaves_less_out() -> None:
    position = arrange(
        monsters=["troll knight 1", "orc archer 4"], pile=["goblin", "orc", "healer", "draw 3 monster tokens", "goblin king"]
    )
    whole = expect_draws(position, cut=0)
    widths = []
    for cut in (2, 1e-4, 1e-5, 1e-6):
        found = expect_draws(position, cut=cut)
        assert found.low - 1e-12 <= whole.value <= found.high + 1e-12
        assert found.low - 1e-12 <= found.value <= found.high + 1e-12
        widths.append(found.high - found.low)
    assert widths == sorted(widths, reverse=True)
    assert widths[0] > 5 * widths[2] > 0
    assert widths[-1] == close_to(0)


def test_a_search_that_is_stopped_says_what_it_knows() -> None:
    position = after_plays(arrange(monsters=["troll knight 1", "orc archer 4"])).position
    search = Expectimax(position.game, draws_question(position.rule_set))
    whole = search(position, cut=ORDINARY_DRAWS_ONLY)
    assert whole.finished
    widths = []
    for most_nodes in (1, 50, 500, 2_000):
        search.forget()
        found = search(position, cut=ORDINARY_DRAWS_ONLY, most_nodes=most_nodes)
        assert not found.finished
        assert found.nodes == most_nodes
        assert found.low <= whole.low
        assert found.high >= whole.high
        assert found.low <= found.value <= found.high
        widths.append(found.high - found.low)
    assert widths == sorted(widths, reverse=True)
    assert widths[0] == 1
    assert widths[-1] < 0.8
    search.forget()
    assert not search(position, cut=0.0, seconds=0.0).finished
    again = search(position, cut=ORDINARY_DRAWS_ONLY)
    assert (again.low, again.high) == close_to((whole.low, whole.high))


# Further than a turn.

NEARLY_OVER = (1030, 1043, 1071, 1077, 1125, 1128, 1165, 1166, 1173, 1176)  # seeds of positions with two small turns to come


@pytest.mark.parametrize(("turns", "through_draws"), [(0, False), (0, True), (1, True), (2, False), (2, True)])
def test_more_turns_and_the_draws_after_them(turns: int, through_draws: bool) -> None:
    found = 0
    for seed in range(1_000, 1_030) if turns < 2 else NEARLY_OVER:
        position = in_the_draws(seed)
        twin = Naive(position.game, simple_chance, turns=turns, through_draws=through_draws, most=1_000)
        try:
            value = twin(position)
        except TooMany:
            continue
        found += 1
        answer = expect(position, replace(TO_THE_NEXT_TURN, turns=turns, through_draws=through_draws))
        assert answer.value == close_to(value), position
        assert answer.exact
    assert found > 5


def test_deepening_ends_with_the_game() -> None:
    hand = ["red swordsman", "brick", "blue archer", "blue knight", "green archer", "green knight"]
    position = arrange("players=1", monsters=["goblin knight 1"], hand=hand, walls=(), pile=[])
    answers = deepen(position, TO_THE_NEXT_TURN, seconds=20.0)
    assert all(answer.finished and answer.exact for answer in answers)
    assert [answer.value < 1.0 for answer in answers] == [
        True,
        True,
        False,
    ]  # this turn, the draws after it, and the Goblin is slain in the next
    assert answers[-1].leaves == 0
    position = arrange(monsters=["troll knight 1", "orc archer 4"])
    assert [answer.finished for answer in deepen(position, TO_THE_NEXT_TURN, seconds=0.0)] == [False]


# Castle Panic's draws in detail.


def test_by_first_draw_adds_up_and_is_what_the_naive_twin_finds() -> None:
    for position in [
        arrange(monsters=["troll knight 1", "orc archer 4"], pile=["goblin", "troll mage", "giant boulder"], walls=(1, 2)),
        arrange(monsters=["troll swordsman 1", "orc swordsman 1"], pile=["orc", "monsters move clockwise"], walls=(1, 2)),
        arrange(monsters=["troll swordsman 1"], pile=["healer"], towers=(1, 2)),
    ]:
        found = by_first_draw(position)
        assert found.expectation.exact
        assert sum(draw.chance for draw in found.draws) == 1
        total = sum(float(draw.chance) * draw.expectation.value for draw in found.draws)
        assert total == close_to(found.expectation.value)
        here = after_plays(position).position
        for choice in found.choices:
            here = here.game.apply(here, choice)
        values = Naive(here.game, simple_chance).of_each(here)
        assert {draw.outcome: draw.expectation.value for draw in found.draws} == close_to(values)
        assert [draw.expectation.value for draw in found.draws] == sorted(draw.expectation.value for draw in found.draws)
        for draw in found.draws:
            if draw.rolls:
                assert sum(each.value for _, each in draw.rolls) / 6 == close_to(draw.expectation.value)


def test_by_first_draw_adds_up_with_draws_left_out() -> None:
    found = by_first_draw(arrange(monsters=["troll swordsman 1", "orc knight 4"], walls=(4,)))
    for of in ("low", "value", "high"):
        total = sum(float(draw.chance) * getattr(draw.expectation, of) for draw in found.draws)
        assert total == close_to(getattr(found.expectation, of))


def test_the_tower_falls_only_to_the_troll_mage() -> None:
    """Nineteen tokens with one Troll Mage, of which two are drawn."""
    others = ["goblin"] * 6 + ["orc"] * 8 + ["plague archers", "plague knights", "plague swordsmen", "all players discard 1 card"]
    position = arrange(monsters=["troll knight 3"], walls=(), pile=[*others, "troll mage"])
    losses = structure_losses(position)
    assert losses.left_out == 0
    [loss] = losses.losses
    assert (loss.structure, loss.arc) == ("tower", 3)
    assert loss.to[0][0] == "troll mage"
    assert len(loss.to) == 1
    assert loss.chance == close_to(2 / 19)
    first = {draw.token: draw.chance for draw in by_first_draw(position).draws}
    assert first["troll mage"] == Fraction(1, 19)


def test_losses_are_those_of_every_draw_followed_through_the_rules() -> None:
    rng = random.Random(3)
    tokens = ["goblin", "orc", "giant boulder", "troll mage", "orc warlord", "red monsters move 1", "monsters move clockwise", "healer"]
    for _ in range(6):
        monsters = [f"{rng.choice(['orc', 'troll'])} {rng.choice(['knight', 'swordsman'])} {arc}" for arc in rng.sample(range(1, 7), 3)]
        position = arrange(monsters=monsters, walls=rng.sample(range(1, 7), 2), pile=rng.sample(tokens, 3))
        counted: dict[tuple[str, int, str | None], Fraction] = defaultdict(Fraction)
        _count_losses(position, after_plays(position).position, None, Fraction(1), counted)
        losses = structure_losses(position)
        found = {(loss.structure, loss.arc, token): chance for loss in losses.losses for token, chance in loss.to}
        assert found == close_to({key: float(chance) for key, chance in counted.items()}), position


def _count_losses(before: Position, here: Position, token: str | None, chance: Fraction, counted: dict[Any, Fraction]) -> None:
    for arc in set(before.towers) - set(here.towers):
        counted["tower", arc, token] += chance
    for arc in set(before.walls) - set(here.walls):
        counted["wall", arc, token] += chance
    game = here.game
    if here.is_over or here.player != before.player:
        return
    if not here.is_chance:
        best = expect(here, TO_THE_NEXT_TURN).best
        assert best is not None
        _count_losses(here, game.apply(here, best), token, chance, counted)
        return
    outcomes = game.outcomes(here)
    for outcome, weight in outcomes:
        drawn = here.rule_set.components.tokens[first_of(outcome)].name if here.state.stage == stages.DRAW_TOKEN else token
        _count_losses(here, game.apply(here, outcome), drawn, chance * Fraction(weight, sum(w for _, w in outcomes)), counted)


def test_a_board_turned_by_two_arcs_has_the_same_value() -> None:
    tokens = ["goblin", "giant boulder", "red monsters move 1", "green monsters move 1", "monsters move clockwise"]
    position = arrange(monsters=["troll swordsman 1", "orc swordsman 1", "orc knight 3"], towers=(1, 3, 4, 5), walls=(1, 4), pile=tokens)
    turned = rotated(position)
    names = [token.name for token in position.rule_set.components.tokens]
    for colour, following in zip(COLOURS, COLOURS[1:] + COLOURS[:1], strict=True):
        turned.state.pile[names.index(f"{following} monsters move 1")] = position.state.pile[names.index(f"{colour} monsters move 1")]
    turned = Position(turned.game, turned.state)
    assert turned != position
    one, other = expect_draws(position), expect_draws(turned)
    assert one.exact
    assert one.value == close_to(other.value)
    assert one.leaves == other.leaves


def test_cards_given_up_anyhow_cost_value_and_save_work() -> None:
    hands = [["red archer", "brick", "tar"], ["green knight", "mortar", "nice shot"], ["blue hero", "missing", "scavenge"]]
    position = arrange("players=4", monsters=["troll knight 1"], others=hands, pile=["all players discard 1 card", "goblin", "orc"])
    every, any_card = expect_draws(position), expect_draws(position, every_give_up=False)
    assert every.exact
    assert any_card.leaves < every.leaves / 5
    assert any_card.low <= every.value <= any_card.high
    assert any_card.value == close_to(every.value)  # cards are worth nothing to the simple value
    assert structure_losses(position).left_out == 0


def test_where_nothing_is_drawn_the_next_turn_is_a_leaf() -> None:
    position = arrange(monsters=["troll swordsman 1"], towers=(2, 3), walls=(), pile=[])
    found = expect_draws(position)
    assert (found.exact, found.leaves) == (True, 1)
    after = by_first_draw(position)
    assert (after.expectation.value, after.choices, after.draws) == (found.value, (), ())
    assert structure_losses(position).losses == ()
    [loss] = structure_losses(arrange(monsters=["troll swordsman 1"], towers=(1, 2), walls=(), pile=[])).losses
    assert (loss.structure, loss.arc, loss.to) == ("tower", 1, ((None, 1.0),))


def test_draws_are_asked_about_after_discard_and_trade() -> None:
    with pytest.raises(InvalidInput, match="discard and trades"):
        expect_draws(arrange(monsters=["orc archer 1"], hand=["brick"], stage=stages.BEGIN_DISCARD))


# Questions that make no sense, and the other game.


def test_questions_that_make_no_sense_are_refused() -> None:
    game = CastlePanic(read_rules("players=2"))
    for question, problem in ((Question(None), "value"), (Question(simple_chance, turns=-1), "turns")):
        with pytest.raises(InvalidInput, match=problem):
            Expectimax(game, question)
    with pytest.raises(InvalidInput, match="power of 2"):
        Expectimax(game, TO_THE_NEXT_TURN, slots=100)


@rule
def by_weights(r: Rules, s: State, weights: Ints) -> int:
    """A value with two weights, to see that they arrive."""
    return CERTAIN * weights[0] // weights[1]


def test_weights_reach_the_value_and_new_ones_are_not_answered_from_the_table() -> None:
    position = after_plays(arrange(monsters=["orc archer 1"], pile=["goblin", "orc"], compiled=False)).position
    for weights, value in (((1, 4), 0.25), ((3, 4), 0.75), ((1, 2), 0.5)):
        assert expect(position, Question(by_weights), weights=weights).value == value


@rule
def by_tiles(r: Rules, s: State, weights: Ints) -> int:
    return CERTAIN // 40 * min(40, left_standing(r, s))


def test_castellion_is_searched_by_the_same_rules() -> None:
    found = 0
    for seed in range(30):
        position = late_castellion(read_castellion_rules(SMALL[seed % len(SMALL)]), seed, compiled=False)
        try:
            value = _NaiveCastellion(position.game, None, turns=2, most=600)(position)
        except TooMany:
            continue
        found += 1
        answer = expect(position, Question(by_tiles, turns=2))
        assert answer.exact
        assert answer.value == close_to(value), position
    assert found > 5


class _NaiveCastellion(Naive):
    def __init__(self, game: Any, value: None, **limits: Any) -> None:
        standing = game.kernel_rules["left_standing"]
        super().__init__(game, lambda r, s, weights: CERTAIN // 40 * min(40, standing(r, s)), **limits)


def test_move_codes_of_choices_are_never_0() -> None:
    """0 stands for "no best move"."""
    assert all(verb_of(move) > 0 for position, _ in small_draws() for move in position.game.moves(position))


def test_the_fitted_value_at_the_leaves_is_the_one_of_the_advisor() -> None:
    position = arrange(monsters=["troll knight 1", "orc archer 4"], pile=["goblin", "troll mage"], walls=(1, 2), compiled=False)
    weights = fitted_weights(position.rule_set)
    desk = Desk(position.game)
    out, _ = position.game.lists()
    estimated = desk.kernel(estimate)

    def by_the_desk(r: Any, s: Any, no_weights: Any) -> int:
        return estimated(r, s, desk.values, 0, out) * CERTAIN // MILLION

    here = after_plays(position).position
    value = Naive(position.game, by_the_desk)(here)
    found = expect_draws(position, fitted_chance, weights)
    assert found.exact
    assert found.value == close_to(value)
    assert 0 < found.value < 1


def test_a_position_is_found_in_the_table_exactly_where_a_look_at_all_its_neighbours_finds_it() -> None:
    """Also when slots have been taken by others, and when the table still has positions of an earlier search in it."""
    chance = random.Random(5)
    slots: list[Any] = [SimpleNamespace(key=0, check=0, generation=0, work=0) for _ in range(32)]
    found = 0
    for generation in (1, 2):
        keys = [(chance.getrandbits(62), chance.getrandbits(62)) for _ in range(60)]
        for number, (key, check) in enumerate(keys):
            at = slot_for(slots, generation, key, check)
            slots[at] = SimpleNamespace(key=key, check=check, generation=generation, work=chance.randrange(9))
            for other, other_check in keys[: number + 1]:
                neighbours = [(other + step) % len(slots) for step in range(NEIGHBOURS)]
                there = [i for i in neighbours if (slots[i].key, slots[i].check, slots[i].generation) == (other, other_check, generation)]
                assert slot_of(slots, generation, [other, other_check]) == (there[0] if there else -1)
                found += len(there)
    assert 1_000 < found < 3_000  # many were found, many had been replaced
