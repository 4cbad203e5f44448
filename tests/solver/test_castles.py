"""Castles that meet ordeals: the same tests for CP-SAT and Z3, against the oracle, the table of fewest tiles, and castles known to exist."""

from __future__ import annotations

import csv
import random
from dataclasses import replace
from pathlib import Path
from typing import Protocol

import pytest

from castellion.castle_oracle import boards_of, castle_of, formations, placed, rules_of, supply
from castellion.small_castles import small_castle
from castlewise.models.castellion.castle_question import (
    EVERY_TILE,
    Building,
    Castle,
    CastleQuestion,
    pantry_tiles,
    size_of,
    tiles_of,
    tiles_spent,
)
from castlewise.models.castellion.ordeals import ASSAULTS, EXAMS, SIMULATIONS, Ordeal
from castlewise.models.castellion.tiles import DEFENDERS, STONES
from castlewise.solver.castellion import castle_plan, castle_smt_answers
from castlewise.solver.castellion.building_replay import replay_building
from castlewise.solver.verdict import Outcome, Verdict

FEWEST = list(csv.DictReader((Path(__file__).parents[1] / "castellion" / "fewest_tiles.csv").read_text().splitlines()))
PRINTED = sorted(
    {card.same_effect: card for numbers in (EXAMS, SIMULATIONS, ASSAULTS) for number in numbers for card in number.cards}.items(), key=str
)


class Solver(Protocol):
    """What both can be asked."""

    def meet(self, question: CastleQuestion, *, seconds: float = ...) -> tuple[Verdict, Building | None]: ...

    def fewest(self, question: CastleQuestion, *, seconds: float = ...) -> tuple[Verdict, Building | None]: ...


SOLVERS: dict[str, Solver] = {"cpsat": castle_plan, "z3": castle_smt_answers}


@pytest.fixture(params=SOLVERS)
def solver(request: pytest.FixtureRequest) -> Solver:
    return SOLVERS[request.param]


def planted(rng: random.Random) -> Castle:
    """A castle put up by the rules, tile by tile, like to like where possible, so that it has formations."""
    r = rules_of(CastleQuestion((Ordeal(),)), 0)
    boards = boards_of(())
    left = list(EVERY_TILE)
    for _ in range(rng.randint(16, 36)):
        kinds = rng.sample([kind for kind in range(DEFENDERS) if left[kind]], 6)
        choices = [(after, kind) for kind in kinds for after in placed(r, boards, kind)]
        if not choices:
            break
        boards, kind = max(rng.sample(choices, min(6, len(choices))), key=lambda choice: (len(formations(choice[0])), rng.random()))
        left[kind] -= 1
    return castle_of(boards)


def standing(rng: random.Random, castle: Castle) -> Castle:
    """A part of a castle that it may have grown out of."""
    first = rng.randint(0, len(castle) - 1)
    last = rng.randint(first + 1, len(castle))
    return tuple(column[: rng.randint(1, len(column))] for column in castle[first:last])


def ordeal_for(castle: Castle) -> Ordeal:
    names = [name for name, _, _ in formations(boards_of(castle))]
    return Ordeal(names.count("T"), names.count("B"), names.count("L"))


@pytest.mark.parametrize("seed", range(12))
def test_planted_castles_are_found(solver: Solver, seed: int) -> None:
    rng = random.Random(seed)
    castle: Castle = ()
    while len(castle) < 6:
        castle = planted(rng)
    before = standing(rng, castle)
    left = tuple(now - then for now, then in zip(tiles_of(castle)[:STONES], tiles_of(before), strict=False))
    question = CastleQuestion((ordeal_for(castle),), castle=before, left=left)
    verdict, building = solver.meet(question)
    assert verdict.outcome is Outcome.SOLVED
    assert building is not None
    verdict, building = solver.fewest(question)
    assert building is not None
    assert verdict.value == tiles_spent(question, building) <= size_of(castle) - size_of(before)
    assert verdict.optimal


@pytest.mark.parametrize("seed", range(80))
def test_the_oracle_agrees(solver: Solver, seed: int) -> None:
    question, known = small_castle(seed)
    if question.powers:
        pytest.skip("powers have a test of their own")
    verdict, building = solver.fewest(question)
    if known is None:
        assert verdict.outcome is Outcome.IMPOSSIBLE
        assert building is None
    else:
        assert building is not None
        assert (verdict.value, verdict.optimal) == (known[0], True)


@pytest.mark.parametrize(
    ("name", "row"),
    [("cpsat", row) for row in FEWEST] + [("z3", row) for row in FEWEST[::9]],
    ids=lambda value: value if isinstance(value, str) else "{towers}T{bastions}B{lines}L".format(**value),
)
def test_the_table_of_fewest_tiles(name: str, row: dict[str, str]) -> None:
    question = CastleQuestion((Ordeal(int(row["towers"]), int(row["bastions"]), int(row["lines"])),))
    verdict, _ = SOLVERS[name].fewest(question, seconds=120)
    if row["fewest_tiles"] == "impossible":
        assert verdict.outcome is Outcome.IMPOSSIBLE
    else:
        assert (verdict.value, verdict.optimal) == (int(row["fewest_tiles"]), True)


def test_the_most_that_one_castle_holds() -> None:
    possible = [tuple(int(row[key]) for key in ("towers", "bastions", "lines")) for row in FEWEST if row["fewest_tiles"] != "impossible"]
    assert [max(counts) for counts in zip(*possible, strict=True)] == [6, 9, 6]
    assert max(map(sum, possible)) == 9


@pytest.mark.parametrize("card", [card for _, card in PRINTED], ids=str)
def test_every_printed_ordeal_can_be_met(solver: Solver, card: Ordeal) -> None:
    assert solver.meet(CastleQuestion((card,)))[0].outcome is Outcome.SOLVED


def test_too_few_tiles_and_too_small_a_castle(solver: Solver) -> None:
    three_seers = CastleQuestion((Ordeal(towers=1),), width=2, height=4, left=supply(st=2, ss=1, cc=9, jt=3, pt=3))
    assert solver.meet(three_seers)[0].outcome is Outcome.IMPOSSIBLE
    assert solver.meet(replace(three_seers, left=supply(st=2, ss=2, cc=9, jt=3, pt=3)))[0].outcome is Outcome.SOLVED
    assert solver.meet(CastleQuestion((Ordeal(towers=1),), height=3))[0].outcome is Outcome.IMPOSSIBLE
    assert solver.meet(CastleQuestion((Ordeal(lines=1),), width=3))[0].outcome is Outcome.IMPOSSIBLE
    assert solver.meet(CastleQuestion((Ordeal(towers=7),)))[0].outcome is Outcome.IMPOSSIBLE


def test_shapes_that_lie_side_by_side_already_are_let_be(solver: Solver) -> None:
    # Two Seer Squares above each other could not have been placed, but they stand.
    question = CastleQuestion((Ordeal(towers=1),), width=1, height=4, castle=((0, 1, 1),), left=supply(ss=1))
    assert solver.meet(question)[0].outcome is Outcome.IMPOSSIBLE
    assert solver.meet(replace(question, left=supply(sc=1)))[0].outcome is Outcome.SOLVED


def test_a_penalty_is_paid_only_where_the_formations_are_missing(solver: Solver) -> None:
    tower = ((0, 1, 0, 1), (3,))
    card = Ordeal(towers=1, penalty=2)
    question = CastleQuestion((card,), width=2, height=4, castle=tower, left=supply())
    _, building = solver.meet(question)
    assert building is not None
    assert building.met[0].after == tower
    _, building = solver.meet(replace(question, castle=((0, 1, 3, 1), (3,))))
    assert building is not None
    assert size_of(building.met[0].after) == 3
    assert solver.meet(replace(question, castle=((0, 1), (3,))))[0].outcome is Outcome.IMPOSSIBLE


def test_a_bastion_spares_four_tiles_of_a_penalty(solver: Solver) -> None:
    bastion = ((0, 1), (1, 0), (3,), (4,))
    question = CastleQuestion((Ordeal(lines=1, penalty=5),), width=4, height=2, castle=bastion, left=supply())
    _, building = solver.meet(question)
    assert building is not None
    assert size_of(building.met[0].after) == 5
    assert solver.meet(replace(question, spares=False))[0].outcome is Outcome.IMPOSSIBLE


def test_what_an_ordeal_leaves_is_built_upon(solver: Solver) -> None:
    exam = CastleQuestion((Ordeal(1, 1, 1), Ordeal(rows=1), Ordeal(3, 2)))
    verdict, building = solver.fewest(exam, seconds=120)
    assert building is not None
    assert (verdict.value, verdict.optimal) == (tiles_spent(exam, building), True)
    assert [size_of(met.castle) - size_of(met.after) for met in building.met] == [0, 6, 0]
    # Four tiles a column can be placed; three Earthworms take six.
    worms = (Ordeal(rows=1), Ordeal(rows=2), Ordeal(rows=3))
    assert solver.fewest(CastleQuestion(worms, width=2, left=supply(st=5, cs=5, jc=5)))[0].value == 14
    assert solver.meet(CastleQuestion(worms, width=2, left=supply(st=5, cs=4, jc=4)))[0].outcome is Outcome.IMPOSSIBLE


def test_a_penalty_in_the_middle_leaves_what_the_next_ordeal_needs(solver: Solver) -> None:
    castle = ((0, 3, 1, 0, 1), (6,))
    cards = (Ordeal(bastions=1, penalty=1), Ordeal(towers=1))
    question = CastleQuestion(cards, width=2, height=6, castle=castle, left=supply(), spares=False)
    _, building = solver.meet(question)
    assert building is not None
    assert building.met[0].after == ((0, 1, 0, 1), (6,))
    replay_building(question, building)


def test_a_haunted_tile_belongs_to_no_formation_and_keeps_its_neighbours_free(solver: Solver) -> None:
    castle = ((3,), (0, 1, 0), (4,))
    question = CastleQuestion((Ordeal(towers=1),), width=3, height=6, castle=castle, left=supply(st=2, ss=2, sc=2, jt=1, pc=1))
    assert solver.meet(question)[0].outcome is Outcome.SOLVED
    assert (
        solver.meet(replace(question, haunted=(1, 0)))[0].outcome is Outcome.IMPOSSIBLE
    )  # the tower would need the haunted tile, or a fifth one is below it
    assert solver.meet(replace(question, haunted=(0, 0)))[0].outcome is Outcome.SOLVED
    assert solver.meet(CastleQuestion((Ordeal(rows=1),), width=3, castle=castle, haunted=(1, 0)))[0].outcome is Outcome.IMPOSSIBLE
    assert (
        solver.meet(CastleQuestion((Ordeal(rows=1),), width=3, castle=castle, haunted=(1, 1)))[0].outcome is Outcome.IMPOSSIBLE
    )  # nothing beside it


def test_the_pantry_is_counted_and_kept_apart(solver: Solver) -> None:
    question = CastleQuestion((Ordeal(towers=1),), width=2, height=5, left=supply(st=2, ss=2, cc=1, jt=1, ft=1, fs=1), pantry=(2,))
    verdict, building = solver.meet(question)
    assert verdict.outcome is Outcome.SOLVED
    assert building is not None
    assert pantry_tiles(building.met[0].after) == 2
    assert solver.meet(replace(question, left=supply(st=2, ss=2, cc=1, jt=1, ft=1)))[0].outcome is Outcome.IMPOSSIBLE
    low = replace(question, ordeals=(Ordeal(),), height=1)
    assert solver.meet(low)[0].outcome is Outcome.SOLVED
    assert solver.meet(replace(low, pantry_apart=True))[0].outcome is Outcome.IMPOSSIBLE


@pytest.mark.parametrize("seed", range(40))
def test_the_oracle_agrees_about_powers(solver: Solver, seed: int) -> None:
    question, known = small_castle(seed, "powers")
    verdict, building = solver.fewest(question)
    some, _ = solver.meet(question)
    if known is None:
        assert verdict.outcome is some.outcome is Outcome.IMPOSSIBLE
    else:
        assert building is not None
        assert (verdict.value, verdict.optimal) == (known[0], True)
        assert some.outcome is Outcome.SOLVED


def test_a_juggler_exchanges_what_could_not_be_placed(solver: Solver) -> None:
    # The third tile of the tower is a Pyro; the Seer beside it has the shape of the tile above.
    castle = ((0, 1, 9, 2), (4, 5, 2, 3))
    question = CastleQuestion((Ordeal(towers=1),), width=2, height=5, castle=castle, left=supply(jt=1), powers=1)
    verdict, building = solver.fewest(question)
    assert building is not None
    assert (verdict.value, verdict.optimal) == (1, True)
    assert [step.kind for step in building.steps] == [6]
    assert building.met[0].castle == ((0, 1, 2, 2), (4, 5, 9, 3))
    assert solver.meet(replace(question, powers=0))[0].outcome is Outcome.IMPOSSIBLE
    assert solver.meet(replace(question, left=supply(st=1)))[0].outcome is Outcome.IMPOSSIBLE


def test_a_pyro_destroys_and_must_then_move(solver: Solver) -> None:
    castle = ((0, 1, 9, 0, 1), (4, 5))
    question = CastleQuestion((Ordeal(towers=1),), width=2, height=5, castle=castle, left=supply(pt=1), powers=1)
    verdict, building = solver.fewest(question)
    assert building is not None
    assert verdict.value == 1
    assert building.met[0].castle == ((0, 1, 0, 1, 5), (4,))


def test_sequences_of_assaults_whose_penalties_have_to_be_paid() -> None:
    """Left open which penalties are paid, CP-SAT found no castles for these in 20 s."""
    for parts in (("2T", "3L", "5T"), ("2T", "3B", "5L"), ("2L", "3T", "5L")):
        cards = tuple(
            next(card for card in number.cards if card.text.startswith(part)) for part, number in zip(parts, ASSAULTS, strict=True)
        )
        verdict, building = castle_plan.meet(CastleQuestion(cards), seconds=60)
        assert verdict.outcome is Outcome.SOLVED
        assert building is not None
        replay_building(CastleQuestion(cards), building)


def test_no_power_is_used_on_a_full_castle(solver: Solver) -> None:
    castle = ((0, 1, 9, 2), (4, 5, 2, 3))
    question = CastleQuestion((Ordeal(towers=1),), width=2, height=4, castle=castle, left=supply(jt=1), powers=1)
    assert solver.meet(question)[0].outcome is Outcome.IMPOSSIBLE


def test_a_column_vanishes_at_one_end_and_begins_at_the_other(solver: Solver) -> None:
    castle = ((0, 1, 9, 0, 1), (4,))
    question = CastleQuestion((Ordeal(towers=1),), width=2, height=5, castle=castle, left=supply(pt=1), powers=1)
    _, building = solver.fewest(question)
    assert building is not None
    assert building.met[0].castle == ((4,), (0, 1, 0, 1))


def test_a_move_that_changes_nothing_is_none(solver: Solver) -> None:
    question = CastleQuestion((Ordeal(lines=1),), width=4, height=2, castle=((3, 0), (1,), (0,), (0,)), left=supply(pt=1), powers=1)
    _, building = solver.fewest(question)
    assert building is not None
    assert building.met[0].castle == ((0,), (0,), (1,), (0,)) or building.met[0].castle == ((1,), (0,), (0,), (0,))
    assert solver.meet(replace(question, castle=((3, 0), (0,), (0,), (0,))))[0].outcome is Outcome.IMPOSSIBLE


def test_no_time_is_no_answer(solver: Solver) -> None:
    verdict, building = solver.meet(CastleQuestion((Ordeal(3, 2),)), seconds=0)
    assert verdict.outcome is Outcome.UNKNOWN
    assert "0 seconds" in verdict.reason
    assert building is None
