"""The random and the greedy player: legal everywhere, the same compiled and plain, and worth their names."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from functools import lru_cache, partial
from pathlib import Path
from typing import Any

import pytest

from castle_panic.differential import Skilled
from castle_panic.test_differential import SPREAD
from castle_panic.walk import ENDGAMES
from castlewise.models.castle_panic.component_file import read_components
from castlewise.models.castle_panic.game import CastlePanic
from castlewise.models.castle_panic.notation import read_line
from castlewise.models.castle_panic.position import Position
from castlewise.models.castle_panic.position_file import read_position_file
from castlewise.models.castle_panic.rule_set import read_rules
from castlewise.models.castle_panic.state import CHOICES
from castlewise.models.problems import InvalidInput
from castlewise.solver.policies import POLICIES, policy_kernel, policy_rule
from castlewise.solver.simulation import simulate

HOUSE_COMPONENTS = Path(__file__).parents[2] / "examples" / "house_components.toml"

# More Monsters, and more health in one ring and colour, than a game ever sees.
CROWD = ".".join(["a1t3"] * 9 + ["k3o2"] * 10 + ["s5g1"] * 5 + ["c6ow3"])
CROWDED = [f"cp:players=2,co-op/WWTT--/{CROWD}/p1.{stage}/ra.gk.bs.ns.rh.ta,2br.2mo.aa/-/-" for stage in ("discard", "trade", "play")]


@lru_cache
def loaded(policy: str, compiled: bool) -> Callable[..., Any]:
    game = CastlePanic(compiled=compiled)
    return policy_kernel(game, policy)(policy_rule(game, policy))


def decision(game: CastlePanic, policy: str) -> Callable[[Position], int]:
    """A policy as a function of positions, with its own random numbers."""
    rule = loaded(policy, game.kernel.compiled)
    source, out = game.source(1).buffer, game.buffer(CHOICES)
    return lambda position: int(rule(game.rules, position.state, source, out))


def choices_met(start: Position, seed: int) -> Iterator[Position]:
    """The choice nodes of two games from a start, one by a poor player and one by a good one."""
    for skill in (0.5, 0.95):
        position, player = start, Skilled(start.game, skill, seed)
        while not position.is_over:
            if position.is_chance:
                position = start.game.apply(position, player.chance(position))
            else:
                yield position
                position = start.game.apply(position, player.choose(position))


def starts(compiled: bool | None = None) -> Iterator[Position]:
    for rules in SPREAD:
        yield CastlePanic(read_rules(rules), compiled=compiled).start()
    for endgame in ENDGAMES:
        yield read_position_file(endgame, compiled=compiled)
    components = read_components(HOUSE_COMPONENTS.read_text())
    yield CastlePanic(read_rules("players=3", components=components), compiled=compiled).start()


@pytest.mark.compiled
def test_greedy_picks_a_listed_choice_everywhere_and_leaves_the_position_as_it_is() -> None:
    kinds: Counter[str] = Counter()
    for number, start in enumerate(starts()):
        greedy = decision(start.game, "greedy")
        for position in choices_met(start, number):
            picked = greedy(position)
            assert picked in start.game.choices(position), f"{start.game.describe(position, picked)} in {position}"
            assert start.game.kernel.layouts["State"].to_bytes(position.state) == bytes(position), str(position)
            kinds[start.game.short(position, picked).split("@")[0].split(".")[0]] += 1
    assert sum(kinds.values()) > 5_000
    expected = "place claim king carry-on discard keep trade no-trade accept hurt give end wall ns"
    assert set(expected.split()) <= set(kinds)


@pytest.mark.parametrize("line", CROWDED, ids=["discard", "trade", "play"])
def test_greedy_picks_a_listed_choice_on_a_crowded_board(line: str) -> None:
    position = read_line(line)
    assert decision(position.game, "greedy")(position) in position.game.choices(position)


@pytest.mark.compiled
@pytest.mark.parametrize("policy", POLICIES)
def test_a_policy_decides_the_same_compiled_and_plain(policy: str) -> None:
    compared = 0
    for number, start in enumerate([*starts(), *map(read_line, CROWDED)]):
        plain = CastlePanic(start.rule_set, compiled=False)
        quick, slow = decision(start.game, policy), decision(plain, policy)
        for position in choices_met(start, 100 + number):
            twin = Position(plain, plain.kernel.layouts["State"].from_bytes(bytes(position)))
            assert quick(position) == slow(twin), str(position)
            compared += 1
    assert compared > 5_000


def test_random_picks_every_choice_as_often() -> None:
    position = read_line("cp:players=3,co-op/WWTWTW/a1o2.k2g1.s4t3/p1.trade/ra.br,gk.gs,sc/-/-")
    listed = position.game.choices(position)
    assert len(listed) == 7  # no trade, 2 * 2 and 2 * 1
    picked = decision(position.game, "random")
    draws = 3_500
    counts = Counter(picked(position) for _ in range(draws))
    assert counts.keys() == set(listed)
    chi_square = sum((count - draws / 7) ** 2 / (draws / 7) for count in counts.values())
    assert chi_square < 22.5  # 6 degrees of freedom, p = 0.001


WINS_IN_1000 = {"players=1": (0, 594), "players=2": (0, 780), "players=4": (0, 624), "players=6": (0, 278)}
"""Random and greedy with seed 1. Exact, so that no policy changes unnoticed."""


@pytest.mark.compiled
@pytest.mark.parametrize("rules", WINS_IN_1000)
def test_greedy_wins_far_more_games_than_random(rules: str) -> None:
    make_game = partial(CastlePanic, read_rules(rules))
    wins = {policy: simulate(make_game, policy, 1000, 1).wins for policy in POLICIES}
    assert (wins["random"], wins["greedy"]) == WINS_IN_1000[rules]
    assert wins["greedy"] > 20 * wins["random"] + 200


@pytest.mark.parametrize(("name", "hint"), [("gredy", '(did you mean "greedy"?)'), ("Random", '(did you mean "random"?)'), ("", "")])
def test_an_unknown_policy_is_refused_with_those_there_are(name: str, hint: str) -> None:
    with pytest.raises(InvalidInput) as refused:
        policy_rule(CastlePanic(compiled=False), name)
    assert str(refused.value) == f'policy: unknown policy "{name}"' + (f" {hint}" if hint else "") + "; there are random, greedy, advisor"
