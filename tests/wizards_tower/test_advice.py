"""Advice with the Wizard's Tower: every way to play is listed, sure moves are found, and the result says what it has to."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, cast

import pytest
from solver.test_advice import can_be_played_and_is_ranked, without_time

from castle_panic.differential import Skilled
from castlewise.models.castle_panic import stages
from castlewise.models.castle_panic.game import CastlePanic
from castlewise.models.castle_panic.position import Position
from castlewise.models.castle_panic.rule_set import read_rules
from castlewise.models.castle_panic.state import CHOICES
from castlewise.models.kernel import copy_record
from castlewise.models.move_code import move
from castlewise.solver.advice import suggest
from castlewise.solver.calibration import read_tenths
from castlewise.solver.castle_panic import suggesting
from castlewise.solver.castle_panic.advisor import Desk, Effort, advisor_kernel, read_effort
from castlewise.solver.castle_panic.features import FEATURES
from castlewise.solver.castle_panic.reasons import reasons
from castlewise.solver.castle_panic.turn_search import list_plays
from castlewise.solver.castle_panic.value_sets import file_for, read_value_set, value_set_for
from castlewise.solver.castle_panic.wizards_tower_features import ALL_FEATURES, NAMES, wizards_features
from castlewise.solver.castle_panic.wizards_tower_search import wizards_playing
from wizards_tower.arrange import arrange, play
from wizards_tower.sure_moves import SURE

END = move(24, 0, 0, 0)
SMALL: dict[str, dict[str, Any]] = {  # positions whose ways to play are few enough for plain Python
    "a second hit": {"hand": ["red archer", "double strike", "flaming"], "monsters": ["ogre archer 1", "imp archer 2"]},
    "a wave": {"hand": ["valadors wave", "red knight"], "monsters": ["troll knight 1", "imp forest 2"]},
    "help": {"hands": [["stand together", "brick"], ["red archer", "azriels fist"]], "monsters": ["ogre archer 1", "orc knight 3"]},
    "hope": {"hand": ["never lose hope", "brick", "mortar", "tar"], "monsters": ["orc knight 3"], "walls": [1, 2, 3]},
    "an Assembly": {"hands": [["arcane assembly", "brick"], ["mortar"]], "monsters": ["orc knight 3"], "walls": [1, 2, 3, 4]},
    "fires": {"hand": ["brick", "2 mortar"], "burning": ["t2", "w3", "w3"], "monsters": ["dragon knight 3"]},
    "a Doppelganger": {"hand": ["chain lightning"], "monsters": ["imp knight 1", "orc knight 1 health 1", "doppelganger archer 4"]},
    "Berserk": {"hand": ["berserk", "red archer", "red knight"], "monsters": ["orc archer 1", "orc knight 1"]},
}  # fmt: skip


def adopted(position: Position) -> Position:
    return CastlePanic(position.rule_set, compiled=True).adopted(position)


def features_of(position: Position) -> dict[str, int]:
    out, state = position.game.buffer(CHOICES), cast(Any, position.state)
    assert advisor_kernel(position.game)(wizards_features)(cast(Any, position.game.rules), state, out) == ALL_FEATURES == len(NAMES)
    return dict(zip(NAMES, (int(x) for x in out[:ALL_FEATURES]), strict=True))


def ways_by_hand(position: Position) -> set[bytes]:
    """All positions that plays lead to, up to a draw, by asking the rules move by move."""
    game, found, waiting = position.game, {bytes(position)}, [position]
    while waiting:
        here = waiting.pop()
        state: Any = here.state
        if wizards_playing(state) == 0:
            continue
        for m in game.choices(here):
            after = game.apply(here, m)
            if m != END and bytes(after) not in found:
                found.add(bytes(after))
                waiting.append(after)
    return found


def ways_listed(position: Position, most: int) -> tuple[int, list[bytes], list[Any]]:
    desk = Desk(position.game, most_states=most)
    copy_record(desk.states[0], position.state)
    settings = Effort(most_states=most).settings(position.game)
    listed = desk.kernel(list_plays)(
        position.game.rules, desk.values, desk.states, desk.steps, desk.slots, desk.probe, 7, settings, desk.source, desk.out, desk.weights
    )
    assert not any(desk.slots)
    layout = position.game.kernel.layouts["State"]
    return listed, [layout.to_bytes(desk.states[i]) for i in range(abs(listed))], [desk.steps[i] for i in range(abs(listed))]


@pytest.mark.parametrize("name", SMALL)
def test_every_way_to_play_is_listed_once(name: str) -> None:
    position = arrange(**SMALL[name])
    listed, states, steps = ways_listed(position, 400)
    assert (listed, len(set(states))) == (len(states), len(states))
    assert set(states) == ways_by_hand(position)
    for number, step in enumerate(steps[1:], 1):
        before = Position(position.game, position.game.kernel.layouts["State"].from_bytes(states[step.parent]))
        assert bytes(position.game.apply(before, step.move)) == states[number]


def test_a_list_that_is_cut_has_what_looks_best() -> None:
    position = arrange(**SMALL["a second hit"])
    everything = ways_listed(position, 400)
    listed, states, steps = ways_listed(position, 12)
    assert (listed, len(states)) == (-12, 12)
    assert set(states) < set(everything[1])
    best = max((step.value, state) for step, state in zip(everything[2], everything[1], strict=True))
    assert max(step.value for step in steps) == best[0]


def test_features_of_the_expansion_say_what_they_are_named_after() -> None:
    position = arrange(
        hands=[["red archer", "chain lightning", "brick", "berserk"], ["hypnotize", "mortar"]],
        monsters=["ogre swordsman 1", "gargoyle knight 3 flames 1", "gargoyle archer 1", "dragon forest 5", "imp archer 2", "centaur archer 4",
                  "goblin cavalry knight 5", "climbing troll swordsman 2", "orc castle 3 health 1"],
        towers=[1, 2, 4, 6], walls=[1, 2, 6], burning=["w1", "t2", "t2"], pile=["harbinger", "phoenix", "trebuchet", "ogre"],
    )  # fmt: skip
    found = features_of(position)
    expected = {
        "4 towers": 1, "monsters": 9, "castle before a tower, health 1": 1, "next hand: troop": 1, "next hand: brick": 1,
        "wizard's tower stands": 1, "wall before it": 1, "flames on it": 0, "monsters 1 move from it": 0, "next hand: wizard cards": 1,
        "other hands: wizard cards": 1, "next hand: strikes several": 1, "next hand: berserk": 1, "other hands: hypnotize": 1,
        "towers with 1 flame": 0, "towers with 2 flames": 1, "walls with 1 flame": 1, "flames that the next hand can put out": 1,
        "flames that other hands can put out": 1, "flames x who breathes fire": 3, "burning monsters": 1, "monsters that burn to death": 0,
        "imps": 1, "flying in the field": 3, "climbing in swordsman": 1, "galloping near the castle": 1, "weak in the next ring": 1,
        "immune where it stands": 1, "health beyond 3": 3, "dragon in play": 1, "mega bosses' health": 5, "tokens left: harbinger": 1,
        "tokens left: trebuchet": 1, "flying left": 1, "health beyond 3 left": 1, "dragon may come": 0, "hydra may come": 1,
        "next hand: archers for flying": 1, "flying that archers of the next hand hit": 1,
    }  # fmt: skip
    assert {name: found[name] for name in expected} == expected


@pytest.mark.parametrize(
    ("monster", "moves"),
    [("orc knight 1", 3), ("climbing troll knight 1", 2), ("goblin cavalry forest 1", 3), ("gargoyle swordsman 1", 2), ("orc castle 6", 1)],
)
def test_how_soon_a_monster_reaches_a_tower(monster: str, moves: int) -> None:
    position = arrange(monsters=[monster], towers=[1])
    assert features_of(position)[f"monsters {moves} moves from a tower"] == 1


@pytest.mark.parametrize("players", range(1, 7))
def test_there_is_a_set_of_values_for_every_number_of_players(players: int) -> None:
    rule_set = read_rules("wizards-tower", players=players)
    values = read_value_set(file_for(rule_set))
    assert values.rules == str(rule_set)
    assert all(len(net.linear) == ALL_FEATURES > FEATURES for net in values.nets)
    for scores in values.made["held-out Brier scores"]:
        assert scores["at rest"] < scores["base"]
    assert 0 < values.calibrated(0.2, 20) < values.calibrated(0.8, 20) < 1
    by_tenths = read_tenths(values.made["calibration on held-out games"])
    assert len(by_tenths) == 10
    assert max(abs(tenth.said - tenth.happened) for tenth in by_tenths) < 0.05


def test_other_options_borrow_the_expansions_functions() -> None:
    assert value_set_for(read_rules("wizards-tower,growing-fire", players=2)).rules == "players=2,co-op,wizards-tower"


def test_a_millisecond_has_fewer_rollouts() -> None:
    wizards = read_rules("wizards-tower", players=2)
    assert read_effort("advisor:50ms", wizards).rollouts < read_effort("advisor:50ms").rollouts
    assert read_effort("advisor:500", wizards).rollouts == 500


@pytest.mark.compiled
@pytest.mark.parametrize("name", SURE)
def test_a_move_beyond_doubt_is_found(name: str) -> None:
    sure = SURE[name]
    best = suggest(sure.position(compiled=True), rollouts=1_500).best
    assert set(sure.moves) <= set(best.short), best
    assert not set(sure.never) & set(best.short), best
    assert best.short[0].startswith(sure.begins), best
    if sure.wins:
        assert (best.win, best.low, best.high, best.exact) == (1.0, 1.0, 1.0, True)


def positions_on_the_way(rules: str, seed: int, every: int, count: int) -> list[Position]:
    """Choices of a game of the greedy player, some moves apart."""
    game = CastlePanic(read_rules(rules), compiled=False)
    player, position, number = Skilled(game, 0.8, seed), game.start(), 0
    found: list[Position] = []
    while len(found) < count and not position.is_over:
        if not position.is_chance:
            number += 1
            if number % every == 0:
                found.append(position)
        position = game.apply(position, player.chance(position) if position.is_chance else player.choose(position))
    return found


@pytest.mark.compiled
@pytest.mark.parametrize(
    "rules",
    [
        "players=2,wizards-tower",
        "players=1,wizards-tower,solo-basilisk,harbingers=6",
        "players=3,wizards-tower,kings-tower,growing-fire",
        "players=2,wizards-tower,master-slayer",
    ],
)
def test_every_candidate_can_be_played_and_the_same_seed_gives_the_same_advice(rules: str) -> None:
    for number, plain in enumerate(positions_on_the_way(rules, 5, 7, 8)):
        position = adopted(plain)
        advice = suggest(position, rollouts=400)
        can_be_played_and_is_ranked(position, advice)
        if number % 4 == 0:
            assert without_time(suggest(position, rollouts=400)) == without_time(advice)


@pytest.mark.compiled
def test_compiled_and_plain_see_the_same() -> None:
    for plain in positions_on_the_way("players=2,wizards-tower", 8, 9, 12):
        assert features_of(plain) == features_of(adopted(plain))


@pytest.mark.compiled
def test_a_cut_list_is_said_to_be_one(monkeypatch: pytest.MonkeyPatch) -> None:
    position = adopted(arrange(**SMALL["a second hit"]))
    assert suggest(position, rollouts=200).listing.startswith("all ")
    monkeypatch.setattr(suggesting, "EFFORT", replace(suggesting.EFFORT, most_states=12))
    assert suggest(position, rollouts=200).listing.startswith("the most promising ")


@pytest.mark.compiled
def test_what_was_played_is_compared_and_plays_of_a_turn_are_one_decision() -> None:
    position = adopted(arrange(**SMALL["a second hit"]))
    game, made = position.game, []
    here = position
    for text in ("ds.ra@a2im1", "pass", "end"):
        made.append(game.read_move(here, text))
        here = game.apply(here, made[-1])
    assert suggesting.moves_of_decision(position, made) == 3
    assert any(candidate.moves == tuple(made) for candidate in suggest(position, rollouts=200, also=made).candidates)


@pytest.mark.compiled
def test_reasons_are_sampled_and_say_so() -> None:
    position = adopted(
        arrange(
            towers=[4, 6],
            walls=[],
            monsters=["orc castle 3", "imp archer 6"],
            hand=["red archer"],
            pile=["plague archers", "plague knights"],
        )
    )
    said = reasons(position, [END]).may_happen
    assert said[0] == "loses the Tower in arc 4 in every way that was tried"
    assert said[-1].startswith("out of 4,000 ways")
    assert len(said) == 2
    assert position.state.stage == stages.PLAY_PHASE
    assert play(position, "end").towers == [6]
