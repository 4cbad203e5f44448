"""What a player does not know is said: a listed rule changes none of its decisions, and one that it learned is not listed."""

from __future__ import annotations

from functools import partial

import pytest

from castlewise.models.castellion.game import Castellion
from castlewise.models.castellion.rule_set import read_rules as read_castellion_rules
from castlewise.models.castle_panic.game import CastlePanic
from castlewise.models.castle_panic.notation import read_line
from castlewise.models.castle_panic.position import Position
from castlewise.models.castle_panic.rule_set import read_rules
from castlewise.models.castle_panic.state import CHOICES
from castlewise.solver.not_known import not_known
from castlewise.solver.paired import PlayedAlone, play_each
from castlewise.solver.policies import policy_kernel, policy_rule


def games(rules: str) -> list[PlayedAlone]:
    found: list[PlayedAlone] = []
    make_game = partial(CastlePanic, read_rules(f"players=3,{rules}"), compiled=False)
    play_each(make_game, ["greedy"], 25, 4, jobs=1, each=lambda number, played: found.append(played[0]))
    return found


@pytest.mark.parametrize("rule", ["desperate-times", "friends-close", "master-slayer"])
def test_a_rule_that_greedy_does_not_know_leaves_its_games_as_they_are(rule: str) -> None:
    assert games(rule) == games("")
    assert [said.partition(":")[0] for said in not_known(CastlePanic(read_rules(rule), compiled=False), "greedy")] == [rule]


def test_greedy_knows_all_for_one() -> None:
    assert games("all-for-one") != games("")
    assert not_known(CastlePanic(read_rules("all-for-one"), compiled=False), "greedy") == []


def test_every_rule_of_a_text_is_looked_at_and_random_needs_to_know_none() -> None:
    game = CastlePanic(read_rules("my-home,kings-tower,heroic-powers,walls=3"), compiled=False)
    assert [said.partition(":")[0] for said in not_known(game, "greedy")] == ["my-home", "kings-tower"]
    assert not_known(game, "random") == []


def test_the_advisor_says_for_which_rules_its_values_were_fitted() -> None:
    assert not_known(CastlePanic(read_rules("players=2"), compiled=False), "advisor:50ms") == []
    (said,) = not_known(CastlePanic(read_rules("players=2,all-for-one"), compiled=False), "advisor")
    assert said == "players=2,co-op,all-for-one: its value functions were fitted for players=2,co-op"
    team, _ = not_known(CastlePanic(read_rules("players=2,master-slayer"), compiled=False), "advisor")
    assert team.startswith("master-slayer: it plays for the team")


def test_castellions_players() -> None:
    base, two = (Castellion(read_castellion_rules(rules), compiled=False) for rules in ("base,prophet", "introductory,two-player"))
    assert [said.partition(":")[0] for said in not_known(base, "greedy")] == ["base", "prophet"]
    assert "blueprints" in not_known(two, "advisor")[0]
    assert not_known(two, "greedy") == []


# All for One!


def greedy_move(position: Position) -> str:
    game = position.game
    rule = policy_kernel(game, "greedy")(policy_rule(game, "greedy"))
    return game.short(position, rule(game.rules, position.state, game.source(1).buffer, game.buffer(CHOICES)))


@pytest.mark.parametrize(
    ("monsters", "hand", "move"),
    [
        ("k1t3", "ra.rk.rs", "ra.rk.rs@k1t3"),  # two of the cards land nowhere
        ("a1o2", "ra.rk.rs", "ra.rk.rs@a1o2"),
        ("a1g1", "ra.rk.rs", "ra@a1g1"),  # an Archer alone is enough
        ("k1t3", "ra.rk.rs.aa", "ra.rk.rs@k1t3"),  # the card of any colour is kept
        ("k1t3", "ra.rk.gs", "rk@k1t3"),  # not of one colour
        ("s1t3.k1t3", "ra.rk.rs", "ra.rk.rs@s1t3"),  # the one that is nearer
        ("a1g1.k2g1.s1o2", "ra.rk.rs", "rs@s1o2"),  # three hits take more than one Monster's health
    ],
)
def test_greedy_plays_all_for_one_where_it_takes_more_than_hits(monsters: str, hand: str, move: str) -> None:
    position = read_line(f"cp:players=2,co-op,all-for-one/WWWWWW/{monsters}/p1.play/{hand},-/-/-", compiled=False)
    assert greedy_move(position) == move


def test_without_the_rule_it_hits() -> None:
    assert greedy_move(read_line("cp:players=2,co-op/WWWWWW/k1t3/p1.play/ra.rk.rs,-/-/-", compiled=False)) == "rk@k1t3"
