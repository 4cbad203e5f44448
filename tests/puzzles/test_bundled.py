"""The puzzles that come with castlewise: enough of each kind, over all levels, each what it says."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import lru_cache

import pytest

from castlewise.models.castle_panic.components import BASE
from castlewise.models.castle_panic.position import Position
from castlewise.models.castle_panic.turn_question import no_worth
from castlewise.puzzles.kinds import KINDS, kind_named
from castlewise.puzzles.library import bundled
from castlewise.puzzles.proving import solves, verify
from castlewise.puzzles.puzzle import Puzzle, from_json, schema_problems, to_json
from castlewise.puzzles.rating import LEVELS
from castlewise.puzzles.table import Lines
from castlewise.solver.castle_panic.enumeration import enumerate_turn
from castlewise.solver.verdict import Outcome

PUZZLES = bundled()


@lru_cache
def of_kind(kind: str) -> Puzzle:
    """The puzzle of a kind with the fewest plays, the cheapest to prove again."""
    return min((puzzle for puzzle in PUZZLES if puzzle.kind == kind), key=lambda puzzle: (len(puzzle.solution), puzzle.id))


def test_there_are_enough_of_every_kind_and_level() -> None:
    assert len(PUZZLES) >= 60
    assert all(count >= 5 for count in Counter(puzzle.kind for puzzle in PUZZLES).values())
    assert {puzzle.kind for puzzle in PUZZLES} == set(KINDS)
    assert {puzzle.level for puzzle in PUZZLES} == set(range(1, len(LEVELS) + 1))


def test_no_two_of_them_are_the_same() -> None:
    assert len({puzzle.id for puzzle in PUZZLES}) == len(PUZZLES)


def test_at_least_five_hinge_on_the_pyro() -> None:
    assert sum("Pyro's power" in puzzle.themes for puzzle in PUZZLES if puzzle.kind == "trick") >= 5


WITH_WIZARDS_TOWER = [puzzle for puzzle in PUZZLES if puzzle.rules == "wizards-tower"]


def test_at_least_ten_need_a_wizard_card_or_a_special_card() -> None:
    assert len(WITH_WIZARDS_TOWER) >= 10
    assert all({"needs a Wizard card", "needs a special card"} & set(puzzle.themes) for puzzle in WITH_WIZARDS_TOWER)


@pytest.mark.compiled
@pytest.mark.parametrize("puzzle", WITH_WIZARDS_TOWER, ids=lambda puzzle: puzzle.id)
def test_without_its_wizard_cards_and_special_cards_a_puzzle_has_no_solution(puzzle: Puzzle) -> None:
    position = Position.read(puzzle.position)
    s = position.game.copy(position.state)
    spent = [kind for kind in range(len(BASE.cards), len(s.deck)) if s.hands[0][kind]]
    solution = {code for move in puzzle.solution for code in move.partition("@")[0].split(".")}
    needed = [kind for kind in spent if position.rule_set.components.cards[kind].code in solution]
    assert needed
    for kind in needed:
        s.hands[0][kind] = 0
    verdict, _ = enumerate_turn(Position(position.game, s), no_worth(), goal=kind_named(puzzle.kind).goal)  # type: ignore[attr-defined]
    assert verdict.outcome is Outcome.IMPOSSIBLE


@pytest.mark.parametrize("puzzle", PUZZLES, ids=lambda puzzle: puzzle.id)
def test_ids_and_solutions_are_what_the_file_says(puzzle: Puzzle) -> None:
    assert schema_problems(to_json(puzzle), puzzle.id) == []
    assert from_json(to_json(puzzle)) == puzzle
    assert puzzle.identified().id == puzzle.id
    assert solves(puzzle, puzzle.solution)
    assert puzzle.proof is not None
    assert puzzle.proof.best - puzzle.proof.second >= kind_named(puzzle.kind).margin
    assert len({prover.solver for prover in puzzle.proof.provers}) >= 2


@pytest.mark.compiled
@pytest.mark.parametrize("kind", KINDS)
def test_a_puzzle_of_every_kind_is_proved_again(kind: str) -> None:
    assert verify(of_kind(kind)) == []


@pytest.mark.compiled
@pytest.mark.parametrize("kind", KINDS)
def test_the_ladder_below_a_level_fails_and_from_it_on_succeeds(kind: str) -> None:
    puzzle = of_kind(kind)
    lines = Lines(kind_named(kind).table(puzzle))
    solved = [rung() for rung in kind_named(kind).rungs(lines.table, lines)]
    assert puzzle.rating is not None
    assert solved == [number >= puzzle.rating.ladder for number in range(1, len(solved) + 1)]


@pytest.mark.compiled
def test_seeds_make_the_same_puzzles_again() -> None:
    for kind in ("slay", "blank", "last"):
        puzzle = of_kind(kind)
        from castlewise.puzzles.library import from_seed

        assert from_seed(kind, puzzle.seed, puzzle.rules) == puzzle


def test_values_are_exact() -> None:
    assert {type(puzzle.proof.best) for puzzle in PUZZLES if puzzle.proof} == {Fraction}
    odds = [puzzle.proof for puzzle in PUZZLES if puzzle.kind == "odds"]
    assert all(proof is not None and 0 <= proof.second < proof.best <= 1 for proof in odds)
