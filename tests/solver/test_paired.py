"""Two players on the same luck: the same dice or deck, game by game, and the interval of what one wins more."""

from __future__ import annotations

from functools import partial
from math import sqrt
from typing import Any

import pytest

from castlewise.models.castellion.game import Castellion
from castlewise.models.castellion.rule_set import read_rules as read_castellion_rules
from castlewise.models.castellion.stages import DRAW_STANDARD
from castlewise.models.castle_panic.game import CastlePanic
from castlewise.models.castle_panic.rule_set import read_rules
from castlewise.models.move_code import first_of
from castlewise.solver.castellion.dealt_decks import dealt_deck
from castlewise.solver.castellion.dealt_games import DealtBatch
from castlewise.solver.paired import PlayedAlone, compared, game_rows, mean_and_reach, paired_gains, play_each
from castlewise.solver.simulation import MOST_TURNS, simulate

TWO = partial(CastlePanic, read_rules("players=2"), compiled=False)
EXAMS = partial(Castellion, compiled=False)


def ends(make_game: Any, *policies: str, games: int = 6, seed: int = 1, jobs: int = 1) -> dict[int, list[PlayedAlone]]:
    found: dict[int, list[PlayedAlone]] = {}
    play_each(make_game, policies, games, seed, jobs=jobs, each=found.__setitem__)
    return found


def test_games_one_by_one_are_those_of_a_simulation() -> None:
    each = ends(TWO, "greedy", games=12)
    together = simulate(TWO, "greedy", 12, 1, jobs=1)
    assert sum(alone.won for (alone,) in each.values()) == together.wins
    assert sum(alone.turns for (alone,) in each.values()) == together.mean_turns * 12
    assert list(each) == list(range(12))


def test_every_game_is_told_once_and_in_order_however_the_work_is_divided() -> None:
    one, several = (ends(TWO, "greedy", "random", games=9, jobs=jobs) for jobs in (1, 3))
    assert list(several) == list(range(9))
    assert one == several


@pytest.mark.parametrize("make_game", [TWO, EXAMS], ids=["castle-panic", "castellion"])
def test_who_decides_alike_has_the_same_game(make_game: Any) -> None:
    for first, second in ends(make_game, "greedy", "greedy").values():
        assert first == second


@pytest.mark.parametrize("policy", ["greedy", "random"])
def test_in_castellion_both_are_dealt_the_deck_of_the_advisors_game(policy: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = EXAMS()
    for number in range(3):
        batch = DealtBatch(game, policy, 5, None, MOST_TURNS)
        drawn: list[int] = []
        deal: Any = batch.deal

        def watched(rules: Any, state: Any, *rest: Any, deal: Any = deal, drawn: list[int] = drawn) -> int:
            stage = state.stage
            outcome = int(deal(rules, state, *rest))
            if stage == DRAW_STANDARD:
                drawn.append(first_of(outcome))
            return outcome

        monkeypatch.setattr(batch, "deal", watched)
        batch(number, 1)
        assert len(drawn) > 5
        assert tuple(drawn) == dealt_deck(game, 5, number).standard[: len(drawn)]


def test_the_interval_is_bonett_and_prices() -> None:
    """By their formula, with 30 games won by the first alone and 10 by the second alone, of 100."""
    found = compared("a", "b", [(True, False)] * 30 + [(False, True)] * 10 + [(True, True)] * 50 + [(False, False)] * 10)
    assert (found.only_won, found.only_against_won, found.both_won, found.neither_won, found.difference) == (30, 10, 50, 10, 0.2)
    first, second = 31 / 102, 11 / 102
    reach = 1.96 * sqrt((first + second - (first - second) ** 2) / 102)
    assert (found.low, found.high) == pytest.approx((first - second - reach, first - second + reach), abs=1e-3)


def test_no_game_that_differs_is_no_proof_that_none_ever_does() -> None:
    found = compared("a", "b", [(True, True)] * 50)
    assert found.difference == 0
    assert found.low == -found.high < 0
    assert compared("a", "b", [(True, True)] * 5_000).high < found.high
    assert (compared("a", "b", []).low, compared("a", "b", []).high) == (-1, 1)


def test_pairing_leaves_out_what_only_one_has_played() -> None:
    assert paired_gains({0: [0, 1], 25: [1, 1]}, {25: [0, 1], 50: [1, 1]}) == [-1, 0]
    mean, reach = mean_and_reach([[1, 0, 1, 0], [1, 1]])
    assert mean == pytest.approx(4 / 6)
    assert reach == pytest.approx(1.96 * sqrt(4 * (1 / 3)) / 6)
    assert mean_and_reach([[1.0]]) == (1, 0)


def test_a_row_says_all_about_a_game() -> None:
    (row,) = [game_rows(TWO(), ("greedy", "random"), 1)(n, played) for n, played in ends(TWO, "greedy", "random", games=1).items()]
    assert row == {
        "castlewise-game": 0, "game": "castle-panic", "rules": "players=2,co-op", "start": None, "seed": 1,
        "policy": "greedy", "won": True, "turns": 21, "standing": 1, "finished": True,
        "against_policy": "random", "against_won": False, "against_turns": 9, "against_standing": 0, "against_finished": True,
    }  # fmt: skip


@pytest.mark.compiled
def test_compiled_and_plain_games_are_paired_alike() -> None:
    rules = read_castellion_rules("introductory")
    for make in (partial(CastlePanic, read_rules("players=2")), partial(Castellion, rules)):
        quick, plain = (ends(partial(make, compiled=compiled), "greedy", "random", games=4) for compiled in (True, False))
        assert quick == plain
