"""What every game owes to everything above it: written once, applied to each game and a spread of rule sets."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from castlewise.models.castellion import rule_set as castellion_rules
from castlewise.models.castellion.game import Castellion
from castlewise.models.castle_panic import rule_set as castle_panic_rules
from castlewise.models.castle_panic.game import CastlePanic
from castlewise.models.contract import OVERLORD, TEAM, Game, Node
from castlewise.models.problems import IllegalMove

CASTLE_PANIC = {
    f"castle-panic {rules}": lambda rules=rules: CastlePanic(castle_panic_rules.read_rules(rules))
    for rules in (
        "players=1",
        "players=2",
        "players=4",
        "players=6",
        "players=3,master-slayer,edition=1",
        "players=2,all-for-one,heroic-powers,easier-battles,desperate-times",
        "players=3,kings-tower,walls=players",
        "players=5,my-home,walls=random,rough-start",
        "players=4,monster-recycling,final-charge,not-over-yet,charging-horde,easier-trades,dwindling-resources,random-setup,walls=2",
    )
}
CASTELLION = {
    f"castellion {rules}": lambda rules=rules: Castellion(castellion_rules.read_rules(rules))
    for rules in (
        "introductory",
        "introductory,two-player,vigil",
        "base",
        "base,prison",
        "base,two-player,premonition",
        "expert",
        "expert,cold-sweat,pantry",
        "expert,two-player,horror,pantry-harder",
        "base,prophet,size=4x4,ordeal1=1B:2,ordeal2=1T-else-5.1L:2,ordeal3=earthworm-1:3,standard=333.333.333.333.5.1",
    )
}
GAMES = CASTLE_PANIC | CASTELLION
SUICIDAL = {"meet", "meets the ordeal now"}  # from the base level on always possible, and nearly always the end


@pytest.fixture(params=GAMES, ids=str)
def game(request: pytest.FixtureRequest) -> Game[Any]:
    return GAMES[request.param]()


def walk(game: Game[Any], seed: int, most: int) -> Iterator[tuple[Any, int]]:
    """Positions of one random game with the move taken, without `sample`, so that it too can be checked."""
    rng = random.Random(seed)
    position = game.start()
    for _ in range(most):
        if game.node(position) is Node.OVER:
            return
        if game.node(position) is Node.CHOICE:
            choices = game.choices(position)
            tame = [choice for choice in choices if game.short(position, choice) not in SUICIDAL]
            move = rng.choice(tame if rng.random() < 0.98 else choices)
        else:
            outcomes = game.outcomes(position)
            move = rng.choices([m for m, _ in outcomes], [w for _, w in outcomes])[0]
        yield position, move
        position = game.apply(position, move)


def test_choices_and_outcomes_are_unique_and_belong_to_their_kind_of_node(game: Game[Any]) -> None:
    for position, _ in walk(game, 1, 400):
        choices, outcomes = game.choices(position), game.outcomes(position)
        moves = choices + [move for move, _ in outcomes]
        assert len(moves) == len(set(moves)) > 0
        assert (not outcomes) is (game.node(position) is Node.CHOICE)
        assert (not choices) is (game.node(position) is Node.CHANCE)


def test_weights_are_positive_integers(game: Game[Any]) -> None:
    for position, _ in walk(game, 2, 400):
        assert all(isinstance(weight, int) and weight > 0 for _, weight in game.outcomes(position))


def test_every_listed_move_can_be_applied_and_no_other(game: Game[Any]) -> None:
    foreign: set[int] = set()
    for position, _ in walk(game, 3, 60):
        listed = game.choices(position) or [move for move, _ in game.outcomes(position)]
        for move in listed:
            game.apply(position, move)
        for move in sorted(foreign - set(listed))[:5]:
            with pytest.raises(IllegalMove):
                game.apply(position, move)
        foreign.update(listed)


def test_apply_never_changes_its_argument_and_copies_are_independent(game: Game[Any]) -> None:
    for position, move in walk(game, 4, 300):
        before = bytes(position)
        copied = game.copy(position.state)
        first = game.apply(position, move)
        assert bytes(position) == before
        assert game.kernel.layouts["State"].to_bytes(position.state) == before
        again = game.apply(position, move)
        assert first == again
        assert hash(first) == hash(again)
        copied.player = 1 - copied.player
        assert game.kernel.layouts["State"].to_bytes(position.state) == before


def test_sample_draws_listed_outcomes_in_proportion_to_their_weights(game: Game[Any]) -> None:
    position = next(p for p, _ in walk(game, 5, 400) if len(game.outcomes(p)) > 2)
    weights = dict(game.outcomes(position))
    total = sum(weights.values())
    source = game.source(99)
    drawn = 3000
    counts = dict.fromkeys(weights, 0)
    for _ in range(drawn):
        counts[game.sample(position, source)] += 1
    chi_square = sum((counts[m] - drawn * w / total) ** 2 / (drawn * w / total) for m, w in weights.items())
    assert chi_square < len(weights) - 1 + 5 * (2 * (len(weights) - 1)) ** 0.5


def test_random_play_ends_and_says_who_won(game: Game[Any]) -> None:
    for seed in range(3):
        *_, (position, move) = walk(game, seed, 20_000)
        last = game.apply(position, move)
        assert game.node(last) is Node.OVER
        assert game.choices(last) == []
        assert game.outcomes(last) == []
        result = game.result(last)
        assert result is not None
        assert result.reason
        assert bool(result.winners) is result.won
        assert game.result(position) is None


def test_the_mover_is_a_player_or_the_team(game: Game[Any]) -> None:
    players = game.rules.players
    for position, _ in walk(game, 6, 300):
        if game.node(position) is Node.CHOICE:
            assert game.mover(position) in {TEAM, OVERLORD, *range(players)}


def test_text_forms_round_trip(game: Game[Any]) -> None:
    for step, (position, move) in enumerate(walk(game, 7, 400)):
        line = game.write(position)
        assert line.isascii()
        assert " " not in line
        assert game.read(line) == position
        if step % 5 == 0:
            listed = game.choices(position) or [m for m, _ in game.outcomes(position)]
            short = [game.short(position, m) for m in listed]
            words = [game.describe(position, m) for m in listed]
            assert len(set(short)) == len(set(words)) == len(listed)
        assert game.read_move(position, game.short(position, move)) == move
        assert game.read_move(position, game.describe(position, move)) == move


def test_repr_parses_back(game: Game[Any]) -> None:
    for position, _ in walk(game, 8, 50):
        assert eval(repr(position), {"Position": type(position)}) == position
