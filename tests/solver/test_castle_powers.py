"""Castles met with powers on the way, by CP-SAT: held against brute force on small castles, planted in full-size ones."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from castellion.arrange import CODES, kinds, shaped
from castellion.castle_oracle import boards_of, castle_of, power_used, rules_of, supply
from castlewise.models.castellion.castle_question import Castle, CastleQuestion, size_of
from castlewise.models.castellion.ordeals import Ordeal
from castlewise.solver.castellion.castle_plan import fewest, meet
from castlewise.solver.verdict import Outcome

FINISHED = """
    s . . . . p
    s j j . . p
    s j j c c p
    s p s c c p
"""
TWO_OF_EACH = Ordeal(2, 2)


def exchanged(standing: Castle, one: tuple[int, int], other: tuple[int, int]) -> Castle:
    rows = [list(column) for column in standing]
    (a, b), (c, d) = one, other
    rows[a][b], rows[c][d] = rows[c][d], rows[a][b]
    return tuple(tuple(column) for column in rows)


@pytest.mark.parametrize(("one", "other"), [((0, 1), (1, 1)), ((0, 0), (1, 0)), ((3, 1), (2, 1)), ((4, 0), (5, 0))])
def test_an_exchange_is_undone(one: tuple[int, int], other: tuple[int, int]) -> None:
    finished = kinds(shaped(FINISHED))
    question = CastleQuestion((TWO_OF_EACH,), castle=exchanged(finished, one, other), left=supply(jc=1), powers=1)
    verdict, building = fewest(question)
    assert (verdict.value, verdict.optimal) == (1, True)
    assert building is not None
    assert [step.kind for step in building.steps] == [CODES["jc"]]
    assert meet(replace(question, powers=0))[0].outcome is Outcome.IMPOSSIBLE
    assert meet(replace(question, left=supply(cc=1)))[0].outcome is Outcome.IMPOSSIBLE  # a Chameleon exchanges nothing


@pytest.mark.parametrize("seed", range(4))
def test_a_pyro_takes_a_tile_out_and_moves_another_home(seed: int) -> None:
    """The finished castle with its top Seer or Pyro on another column and one tile slipped into a column that needs each of its own."""
    rng = random.Random(seed)
    rows = [list(column) for column in kinds(shaped(FINISHED))]
    away = rng.choice([0, 5])
    rows[rng.choice([1, 2, 3, 4])].append(rows[away].pop())
    rows[5 - away].insert(rng.randrange(3), CODES["jt"])
    question = CastleQuestion((TWO_OF_EACH,), castle=tuple(map(tuple, rows)), left=supply(pt=1), powers=1)
    verdict, building = fewest(question)
    assert (verdict.value, verdict.optimal) == (1, True)
    assert building is not None
    assert building.met[0].castle == kinds(shaped(FINISHED))
    assert meet(replace(question, powers=0))[0].outcome is Outcome.IMPOSSIBLE
    assert meet(replace(question, left=supply(jt=1)))[0].outcome is Outcome.IMPOSSIBLE  # a Juggler is not enough


def test_two_exchanges_are_not_undone_by_one() -> None:
    scrambled = exchanged(exchanged(kinds(shaped(FINISHED)), (0, 1), (1, 1)), (4, 1), (5, 1))
    question = CastleQuestion((TWO_OF_EACH,), castle=scrambled, left=supply(jt=1, js=1), powers=1)
    verdict, _ = meet(question)
    assert verdict.outcome is Outcome.IMPOSSIBLE
    assert "with at most 1 power" in verdict.reason
    twice, building = fewest(replace(question, powers=2))
    assert (twice.outcome, twice.value, twice.optimal) == (Outcome.SOLVED, 2, True)
    assert building is not None
    assert sorted(step.kind for step in building.steps) == [CODES["jt"], CODES["js"]]


def test_the_castle_moves_along_the_table() -> None:
    """The first column burns, the next is carried to the other end, and there is room for a new one at the left."""
    question = CastleQuestion((Ordeal(lines=1),), 5, 2, kinds("ct pt st st st"), supply(pc=1, st=1), powers=1)
    verdict, building = fewest(question)
    assert (verdict.value, verdict.optimal) == (2, True)
    assert building is not None
    assert building.steps[0].after == kinds("st st st pt")
    assert building.met[0].castle == kinds("st st st st pt")


def test_a_row_of_one_kind_has_nothing_to_carry() -> None:
    """Two equal tiles are left by the fire: carrying one to the other end would change nothing, so the power cannot be used in full."""
    question = CastleQuestion((Ordeal(lines=1),), 4, 1, kinds("ct st st"), supply(pc=1, st=2), powers=1)
    assert meet(question)[0].outcome is Outcome.IMPOSSIBLE
    assert fewest(replace(question, castle=kinds("ct st ss")))[0].value == 3


def test_a_full_castle_is_met_before_a_power_is_used() -> None:
    full = kinds(
        """
        st pt
        ss sc
        """
    )
    question = CastleQuestion((Ordeal(bastions=1),), 2, 2, full, supply(jt=1, st=3), powers=1)
    assert meet(question)[0].outcome is Outcome.IMPOSSIBLE
    one_short = replace(question, castle=(full[0], full[1][:1]), left=supply(jt=1, sc=1, ss=1))
    building = fewest(one_short)[1]
    assert building is not None
    assert building.steps == ()
    assert size_of(building.met[0].castle) == 4


def test_brute_force_is_asked_about_the_same_powers() -> None:
    """What the model says a power leaves is what the rules say, for the planted exchange."""
    scrambled = exchanged(kinds(shaped(FINISHED)), (0, 1), (1, 1))
    question = CastleQuestion((TWO_OF_EACH,), castle=scrambled, left=supply(jt=1), powers=1)
    _, building = meet(question)
    assert building is not None
    reached = power_used(rules_of(question, 0), boards_of(scrambled), CODES["jt"])
    assert building.steps[0].after in {castle_of(boards) for boards in reached}
