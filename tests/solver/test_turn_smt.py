"""The turn as an SMT problem, held against every way to play small turns: feasible goals, unique boards, best values."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from castle_panic.arrange import arrange
from castle_panic.brute_force import Finished, TooMany, achieves, all_turns, kept, worth_of
from castle_panic.differential import late_position
from castlewise.models.castle_panic import moves as verbs
from castlewise.models.castle_panic import stages
from castlewise.models.castle_panic.board import ARCS, CASTLE, HEALTH_UNIT, RING_UNIT, TARRED, health_of, ring_of
from castlewise.models.castle_panic.component_file import read_components
from castlewise.models.castle_panic.position import Position
from castlewise.models.castle_panic.rule_set import read_rules
from castlewise.models.castle_panic.turn_question import MOST_HEALTH, Goal, Outlook, Worth, simple_worth
from castlewise.models.castle_panic.turn_smt import BeyondTurnModel, TurnModel
from castlewise.models.move_code import target_of, verb_of
from castlewise.solver.castle_panic.turn_smt_answers import best, boards, reach, unique
from castlewise.solver.castle_panic.turn_smt_replay import settled
from castlewise.solver.verdict import Outcome

_RULES = (
    "players=1",
    "players=2",
    "players=2,all-for-one,heroic-powers",
    "players=3,my-home",
    "players=4,walls=players",
    "players=6",
    "players=3,kings-tower,monster-recycling",
    "players=2,dwindling-resources",
    "players=2,master-slayer",
    "players=3,edition=1,my-home",
)
MOST = 150  # positions of a turn that is still called small


def few_cards(seed: int) -> Position:
    """A late position, somewhere in a turn, with few cards."""
    rng = random.Random(seed)
    rules = read_rules(_RULES[seed % len(_RULES)])
    late = late_position(rules, seed, compiled=False)
    state = late.game.copy(late.state)
    for player, hand in enumerate(state.hands):
        most = rng.randint(2, 4) if player == state.player else 1
        for kind in rng.sample([kind for kind, count in enumerate(hand) for _ in range(count)], max(0, sum(hand) - most)):
            hand[kind] -= 1
            state.discards[kind] += 1
    # In Master Slayer the oracle would let the other player agree to a trade.
    beginnings = [stages.BEGIN_PLAY] if rules.version == "master-slayer" else [stages.BEGIN_DISCARD, stages.BEGIN_TRADE, stages.BEGIN_PLAY]
    state.stage = rng.choice(beginnings)
    state.cards_due = 0
    return late.game.settled(state)


@lru_cache(maxsize=512)
def small_turn(seed: int) -> tuple[Position, tuple[Finished, ...]] | None:
    """A position and every end of its turn; None if it is over or there are too many."""
    start = few_cards(seed)
    if start.state.stage not in (stages.DISCARD_PHASE, stages.TRADE_PHASE, stages.PLAY_PHASE):
        return None
    try:
        return start, tuple(all_turns(start, MOST))
    except TooMany:
        return None


def small_turns(count: int, first: int) -> Iterator[tuple[Position, tuple[Finished, ...], random.Random]]:
    seed = first
    while count:
        seed += 1
        found = small_turn(seed)
        if found is not None:
            count -= 1
            yield *found, random.Random(seed)


def random_goal(rng: random.Random, position: Position) -> Goal:
    s = position.numbers
    about = [kind for kind in range(len(s.deck)) if s.discards[kind] or any(hand[kind] for hand in s.hands)]
    return Goal(
        slay_all=rng.random() < 0.2,
        clear=frozenset(rng.sample(range(CASTLE + 1), rng.choice([0, 1, 1, 2]))),
        no_tower_falls=rng.random() < 0.4,
        no_structure_falls=rng.random() < 0.3,
        keep=((rng.choice(about), 1),) if about and rng.random() < 0.4 else (),
    )


def random_worth(rng: random.Random, position: Position) -> Worth:
    def row(low: int, high: int, length: int = ARCS) -> tuple[int, ...]:
        return tuple(rng.randint(low, high) for _ in range(length))

    cards = len(position.rule_set.components.cards)
    return Worth(
        monster=tuple(tuple((0, *row(-9, 3, MOST_HEALTH)) for _ in range(ARCS)) for _ in range(CASTLE + 1)),
        wall=row(-3, 9),
        fortify=row(-3, 9),
        tower=row(0, 30),
        card=row(-3, 4, cards),
        partner_card=row(-2, 2, cards),
        missing=rng.randint(-4, 6),
        draw=rng.randint(-4, 6),
        replacement=rng.randint(-4, 6),
        won=rng.randint(0, 50),
        lost=rng.randint(-50, 0),
    )


def with_aftermath(finished: Finished) -> Finished:
    """The oracle stops where a player without a Tower claims another; who has won is known only after that."""
    return Finished(replace(finished.line, position=settled(finished.line.position)), finished.before_move)


def outlooks(start: Position, turns: tuple[Finished, ...], goal: Goal) -> set[Outlook]:
    return {finished.outlook for finished in turns if achieves(start, finished, goal)}


@pytest.mark.parametrize("first", [0, 20_000, 40_000])
def test_feasibility_uniqueness_and_counts_agree_with_every_way_to_play(first: int) -> None:
    seen: Counter[str] = Counter()
    for start, turns, rng in small_turns(50, first):
        goal = random_goal(rng, start)
        ends = outlooks(start, turns, goal)
        found = boards(start, goal, most=min(len(ends) + 1, 6))
        assert {way.outlook for way in found.ways} <= ends, str(start)
        assert len(found.ways) == min(len(ends), 6), str(start)
        assert found.complete == (len(ends) < 6), str(start)
        assert (found.verdict.outcome is Outcome.SOLVED) == bool(ends), str(start)
        assert unique(start, goal).unique == (len(ends) == 1), str(start)
        seen["none" if not ends else "one" if len(ends) == 1 else "many"] += 1
    assert min(seen[kind] for kind in ("none", "one", "many")) >= 3, seen


@settings(max_examples=150, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.filter_too_much])
@given(st.integers(0, 100_000), st.integers(0, 100_000))
def test_the_best_value_of_any_linear_worth_is_found(seed: int, worth_seed: int) -> None:
    found = small_turn(seed)
    if found is None:
        return
    start, turns = found
    worth = random_worth(random.Random(worth_seed), start)
    verdict = best(start, worth)
    assert verdict.optimal
    assert verdict.value == max(worth_of(start, with_aftermath(finished), worth) for finished in turns), str(start)


def test_planted_boards_are_always_found() -> None:
    for start, turns, rng in small_turns(120, 60_000):
        planted = rng.choice(turns)
        before = Outlook.of(planted.before_move)
        empty = frozenset(range(CASTLE + 1)) - {ring_of(m) for m in before.monsters}
        left = kept(planted.line) if planted.before_move is planted.line.position else None
        goal = Goal(slay_all=not before.monsters, clear=empty, keep=tuple((k, n) for k, n in enumerate(left or ()) if n))
        assert achieves(start, planted, goal)
        assert reach(start, goal).outcome is Outcome.SOLVED, str(start)
        shown = (
            {way.outlook for way in boards(start, Goal(), most=len(outlooks(start, turns, Goal())) + 1).ways} if len(turns) < 40 else None
        )
        assert shown is None or planted.outlook in shown, str(start)


def slain_together(start: Position) -> set[tuple[int, ...]]:
    """Which Monsters the plays of a turn can slay, each followed by itself: a hit Monster may come to look like another."""
    s = start.numbers
    own = tuple(int(m) for m in s.monsters[: s.monster_count])
    seen = {(bytes(start), own)}
    todo = [(start, own)]
    found = set()
    while todo:
        here, now = todo.pop()
        found.add(tuple(sorted(old for old, m in zip(own, now, strict=True) if not m)))
        if here.is_over or here.state.stage != stages.PLAY_PHASE:
            continue
        for chosen in here.game.choices(here):
            verb, target = verb_of(chosen), target_of(chosen)
            if verb in (verbs.END_PLAY, verbs.DRAW_TWO):
                continue
            after = here.game.apply(here, chosen)
            becomes = {verbs.TAR: target + TARRED, verbs.DRIVE_BACK: target - ring_of(target) * RING_UNIT}.get(verb, 0)
            if verb == verbs.HIT and health_of(target) > 1:
                becomes = target - HEALTH_UNIT
            numbers = [i for i, m in enumerate(now) if m == target] if target else [-1]
            for i in numbers:
                then = now if i < 0 else (*now[:i], becomes, *now[i + 1 :])
                if (bytes(after), then) not in seen:
                    seen.add((bytes(after), then))
                    todo.append((after, then))
    return found


def test_these_monsters_can_be_slain_or_not_as_the_rules_say() -> None:
    answers: Counter[Outcome] = Counter()
    for seed in range(80_000, 80_120):
        start, rng = few_cards(seed), random.Random(seed)
        if start.state.stage != stages.PLAY_PHASE or not start.monsters:
            continue
        s = start.numbers
        together = slain_together(start)
        for count in (1, 2):
            wanted = tuple(sorted(rng.sample([int(m) for m in s.monsters[: s.monster_count]], min(count, s.monster_count))))
            possible = any(not Counter(wanted) - Counter(slain) for slain in together)
            outcome = reach(start, Goal(slay=wanted)).outcome
            assert (outcome is Outcome.SOLVED) == possible, (str(start), wanted)
            answers[outcome] += 1
    assert min(answers[Outcome.SOLVED], answers[Outcome.IMPOSSIBLE]) >= 5, answers


def names(position: Position, moves: tuple[int, ...]) -> list[str]:
    """The moves in their short forms, with the draws between them made by chance."""
    found = []
    for chosen in moves:
        found.append(position.game.short(position, chosen))
        position = position.game.apply(position, chosen)
        while position.state.stage in (stages.REPLACE, stages.DRAW_IN_PLAY):
            position = position.game.apply(position, position.game.outcomes(position)[0][0])
    return found


def test_scavenge_fetches_a_card_that_was_just_played() -> None:
    start = arrange(hand=["barbarian", "scavenge"], monsters=["troll castle 1", "orc swordsman 3"], towers=(2, 3, 4))
    first, fetch, second, _ = names(start, reach(start, Goal(slay_all=True)).moves)
    assert fetch == "sc.bb"
    assert {first, second} == {"bb@c1t3", "bb@s3o2"}


def test_the_card_that_wins_the_game_cannot_be_fetched_any_more() -> None:
    barbarian = arrange(pile=[]).rule_set.components.card("barbarian")
    start = arrange(hand=["barbarian", "scavenge"], monsters=["troll knight 1"], pile=[])
    assert reach(start, Goal(slay_all=True, keep=((barbarian, 1),))).outcome is Outcome.IMPOSSIBLE
    later = arrange(hand=["barbarian", "scavenge"], monsters=["troll knight 1"], pile=["goblin"])
    assert reach(later, Goal(slay_all=True, keep=((barbarian, 1),))).outcome is Outcome.SOLVED


def test_a_traded_hero_saves_the_tower() -> None:
    start = arrange(
        hand=["red archer"], others=[["blue hero", "green archer"]], monsters=["goblin swordsman 5"], walls=(), stage=stages.BEGIN_TRADE
    )
    assert names(start, reach(start, Goal(no_tower_falls=True)).moves) == ["trade.ra.p2.bh", "bh@s5g1", "end"]


def test_no_trade_is_planned_where_the_other_may_refuse() -> None:
    start = arrange(
        "players=2,master-slayer",
        hand=["red archer"],
        others=[["blue hero"]],
        monsters=["goblin swordsman 5"],
        walls=(),
        stage=stages.BEGIN_TRADE,
    )
    assert reach(start, Goal(no_tower_falls=True)).outcome is Outcome.IMPOSSIBLE


def test_what_is_beyond_the_model_is_unknown_and_never_no() -> None:
    start = arrange(hand=["red archer"])
    moved = start.game.apply(start, start.game.read_move(start, "end"))
    verdict = reach(moved, Goal(slay_all=True))
    assert verdict.outcome is Outcome.UNKNOWN
    assert "Discard, Trade or Play phase" in verdict.reason
    components = read_components("[cards.'drive him back']\nrings = ['forest', 'archer']\n")
    rules = replace(read_rules("players=2"), components=components)
    with pytest.raises(BeyondTurnModel, match="driven back"):
        TurnModel(_with_card(late_position(rules, 3, compiled=False), "drive him back"))


def _with_card(position: Position, name: str) -> Position:
    state = position.game.copy(position.state)
    state.stage = stages.PLAY_PHASE
    state.hands[state.player][position.rule_set.components.card(name)] = 1
    return Position(position.game, state)


def test_no_time_is_unknown() -> None:
    start = arrange(hand=["red archer"], monsters=["goblin archer 1"])
    for verdict in (reach(start, Goal(slay_all=True), seconds=0.0), best(start, simple_worth(start.rule_set), seconds=0.0)):
        assert verdict.outcome is Outcome.UNKNOWN
        assert "0 seconds" in verdict.reason


def test_scavenge_that_was_discarded_is_gone() -> None:
    start = arrange("players=1", hand=["scavenge"], discards=["tar"], stage=stages.BEGIN_DISCARD)
    tar, scavenge = (start.rule_set.components.card(name) for name in ("tar", "scavenge"))
    assert reach(start, Goal(keep=((scavenge, 1),))).outcome is Outcome.SOLVED
    assert reach(start, Goal(keep=((tar, 1),))).outcome is Outcome.SOLVED
    assert reach(start, Goal(keep=((tar, 1), (scavenge, 1)))).outcome is Outcome.IMPOSSIBLE


def test_a_player_who_is_out_by_the_move_phase_has_kept_cards_until_then() -> None:
    start = arrange(
        "players=2,edition=1,my-home",
        hand=["draw 2 cards", "tar"],
        monsters=["troll castle 1"],
        homes=[2, 4],
    )
    worth = replace(simple_worth(start.rule_set), draw=1000, tower=(0,) * ARCS)
    found = best(start, worth)
    assert found.optimal
    assert found.value == max(worth_of(start, with_aftermath(finished), worth) for finished in all_turns(start))
