"""Luck of games that the advisor played: 0 on average, and what is left of the results without it tells more. Measuring it changes no game."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from math import sqrt

import numpy as np
import pytest

from castlewise.models.castle_panic.game import CastlePanic
from castlewise.models.castle_panic.rule_set import read_rules
from castlewise.models.kernel import Ints
from castlewise.solver.castle_panic.advisor import Desk, Effort
from castlewise.solver.castle_panic.game_luck import Measure, PlayedGame, luck_of_played
from castlewise.solver.play_out import TURNS, WON
from castlewise.solver.simulation import MOST_TURNS

QUICK = Effort(rollouts=0, width=1, openings=2, draws=8, most_states=200)
ROUGH = Measure(others=8, rollouts=8)
SEED = 5


def play(desk: Desk, first: int, games: int, effort: Effort = QUICK, most_turns: int = MOST_TURNS) -> tuple[list[int], Ints]:
    decided = desk.game.buffer(games * 2_000)
    return desk.play_games(desk.game.start(), effort, SEED, first, games, most_turns, decided), decided


@lru_cache
def many_games(players: int) -> list[PlayedGame]:
    desk = Desk(CastlePanic(read_rules(f"players={players}")))
    games = 600
    _, decided = play(desk, 0, games)
    return luck_of_played(desk, desk.game.start(), SEED, 0, games, decided, MOST_TURNS, ROUGH)


@pytest.mark.compiled
@pytest.mark.parametrize("players", [1, 3])
def test_luck_is_nothing_on_average(players: int) -> None:
    for kind in ("token_luck", "card_luck"):
        luck = np.array([getattr(game, kind) for game in many_games(players)])
        assert abs(luck.mean()) < 3 * luck.std() / sqrt(len(luck))
        assert luck.std() > 0.1  # there is some


@pytest.mark.compiled
@pytest.mark.parametrize("players", [1, 3])
def test_without_luck_the_win_rate_is_the_same_and_its_spread_smaller(players: int) -> None:
    won = np.array([game.won for game in many_games(players)], float)
    fair = np.array([game.without_luck for game in many_games(players)])
    assert abs(won.mean() - fair.mean()) < 3 * (won - fair).std() / sqrt(len(won))
    assert fair.var() < 0.7 * won.var()


@pytest.mark.compiled
def test_taking_down_what_was_decided_changes_no_game() -> None:
    desk = Desk(CastlePanic(read_rules("players=4")))
    effort = replace(QUICK, rollouts=20, width=4)
    tally, decided = play(desk, 3, 4, effort)
    assert desk.play_games(desk.game.start(), effort, SEED, 3, 4, MOST_TURNS, desk.game.buffer(1)) == tally
    games = luck_of_played(desk, desk.game.start(), SEED, 3, 4, decided, MOST_TURNS, ROUGH)
    assert (sum(game.won for game in games), sum(game.turns for game in games)) == (tally[WON], tally[TURNS])
    assert play(desk, 3, 4, effort)[0] == tally  # nothing is left behind on the desk


@pytest.mark.compiled
def test_luck_is_the_same_compiled_and_plain() -> None:
    found = []
    for compiled in (True, False):
        desk = Desk(CastlePanic(read_rules("players=2"), compiled=compiled))
        _, decided = play(desk, 0, 2, most_turns=4)
        found.append(luck_of_played(desk, desk.game.start(), SEED, 0, 2, decided, 4, Measure(others=2, rollouts=2)))
    assert found[0] == found[1]
    assert all(game.token_luck != 0 for game in found[0])


@pytest.mark.compiled
def test_decisions_of_other_games_are_refused() -> None:
    desk = Desk(CastlePanic(read_rules("players=2")))
    _, decided = play(desk, 0, 2)
    decided[0] += 1
    with pytest.raises(ValueError, match="not that of these games"):
        luck_of_played(desk, desk.game.start(), SEED, 0, 2, decided, MOST_TURNS, ROUGH)
