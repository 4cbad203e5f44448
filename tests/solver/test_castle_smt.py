"""Z3 finds every castle there is, no others, with as few tiles as can be: against the oracle, the table of fewest tiles, and castles known to exist."""

from __future__ import annotations

import csv
import random
from dataclasses import replace
from pathlib import Path

import pytest

from castellion.castle_oracle import TooMany, boards_of, castle_of, castles_met, formations, placed, rules_of, supply
from castellion.castle_oracle import skeletons as oracle_skeletons
from castellion.small_castles import small_castle
from castlewise.models.castellion.castle_question import (
    EVERY_TILE,
    BeyondCastleModel,
    Castle,
    CastleQuestion,
    pantry_tiles,
    size_of,
    tiles_of,
    tiles_spent,
)
from castlewise.models.castellion.ordeals import ASSAULTS, EXAMS, SIMULATIONS, Ordeal
from castlewise.models.castellion.tiles import DEFENDERS, STONES
from castlewise.solver.castellion.building_replay import replay_building
from castlewise.solver.castellion.castle_smt_answers import CellQuestions, castles, fewest, meet, skeletons
from castlewise.solver.verdict import Outcome

FEWEST = list(csv.DictReader((Path(__file__).parents[1] / "castellion" / "fewest_tiles.csv").read_text().splitlines()))
PRINTED = sorted(
    {card.same_effect: card for numbers in (EXAMS, SIMULATIONS, ASSAULTS) for number in numbers for card in number.cards}.items(), key=str
)


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
def test_planted_castles_are_found(seed: int) -> None:
    rng = random.Random(seed)
    castle: Castle = ()
    while len(castle) < 6:
        castle = planted(rng)
    before = standing(rng, castle)
    left = tuple(now - then for now, then in zip(tiles_of(castle)[:STONES], tiles_of(before), strict=False))
    question = CastleQuestion((ordeal_for(castle),), castle=before, left=left)
    verdict, building = meet(question)
    assert verdict.outcome is Outcome.SOLVED
    assert building is not None
    verdict, building = fewest(question)
    assert building is not None
    assert verdict.value == tiles_spent(question, building) <= size_of(castle) - size_of(before)
    assert verdict.optimal


@pytest.mark.parametrize("seed", range(80))
def test_the_oracle_agrees(seed: int) -> None:
    question, known = small_castle(seed)
    if question.powers:
        pytest.skip("powers have a test of their own")
    verdict, building = fewest(question)
    if known is None:
        assert verdict.outcome is Outcome.IMPOSSIBLE
        assert building is None
    else:
        assert building is not None
        assert (verdict.value, verdict.optimal) == (known[0], True)


@pytest.mark.parametrize("seed", range(0, 64, 4))
def test_all_castles_are_found_and_each_once(seed: int) -> None:
    question, _ = small_castle(seed, "castle")
    question = replace(question, ordeals=question.ordeals[:1])
    try:
        wanted = castles_met(question, 600)
    except TooMany:
        pytest.skip("too many castles for the oracle")
    found = castles(question, 3_000)
    assert found.complete
    assert len(found.buildings) == len(wanted)
    assert {building.met[0].castle for building in found.buildings} == wanted
    assert found.unique is (len(wanted) == 1)
    places = skeletons(question, 1_000)
    assert places.complete
    assert set(places.found) == oracle_skeletons(question, 600)


@pytest.mark.parametrize("row", FEWEST[::9], ids=lambda row: "{towers}T{bastions}B{lines}L".format(**row))
def test_the_table_of_fewest_tiles(row: dict[str, str]) -> None:
    verdict, _ = fewest(CastleQuestion((Ordeal(int(row["towers"]), int(row["bastions"]), int(row["lines"])),)))
    if row["fewest_tiles"] == "impossible":
        assert verdict.outcome is Outcome.IMPOSSIBLE
    else:
        assert (verdict.value, verdict.optimal) == (int(row["fewest_tiles"]), True)


@pytest.mark.parametrize("card", [card for _, card in PRINTED], ids=str)
def test_every_printed_ordeal_can_be_met(card: Ordeal) -> None:
    assert meet(CastleQuestion((card,)))[0].outcome is Outcome.SOLVED


def test_too_few_tiles_and_too_small_a_castle() -> None:
    three_seers = CastleQuestion((Ordeal(towers=1),), width=2, height=4, left=supply(st=2, ss=1, cc=9, jt=3, pt=3))
    assert meet(three_seers)[0].outcome is Outcome.IMPOSSIBLE
    assert meet(replace(three_seers, left=supply(st=2, ss=2, cc=9, jt=3, pt=3)))[0].outcome is Outcome.SOLVED
    assert meet(CastleQuestion((Ordeal(towers=1),), height=3))[0].outcome is Outcome.IMPOSSIBLE
    assert meet(CastleQuestion((Ordeal(lines=1),), width=3))[0].outcome is Outcome.IMPOSSIBLE
    assert meet(CastleQuestion((Ordeal(towers=7),)))[0].outcome is Outcome.IMPOSSIBLE


def test_shapes_that_lie_side_by_side_already_are_let_be() -> None:
    # Two Seer Squares above each other could not have been placed, but they stand.
    question = CastleQuestion((Ordeal(towers=1),), width=1, height=4, castle=((0, 1, 1),), left=supply(ss=1))
    assert meet(question)[0].outcome is Outcome.IMPOSSIBLE
    assert meet(replace(question, left=supply(sc=1)))[0].outcome is Outcome.SOLVED


def test_a_castle_may_grow_to_both_sides() -> None:
    question = CastleQuestion((Ordeal(lines=1),), width=5, height=1, castle=((0,), (1,)), left=supply(st=2, cc=1))
    found = castles(question, 10)
    assert found.complete
    assert {building.met[0].castle for building in found.buildings} == {
        ((0,), (0,), (0,), (1,), (5,)),
        ((5,), (0,), (0,), (0,), (1,)),
        ((0,), (0,), (1,), (0,), (5,)),
        ((5,), (0,), (0,), (1,), (0,)),
        ((0,), (1,), (0,), (0,), (5,)),
        ((5,), (0,), (1,), (0,), (0,)),
    }


def test_a_penalty_is_paid_only_where_the_formations_are_missing() -> None:
    tower = ((0, 1, 0, 1), (3,))
    card = Ordeal(towers=1, penalty=2)
    question = CastleQuestion((card,), width=2, height=4, castle=tower, left=supply())
    _, building = meet(question)
    assert building is not None
    assert building.met[0].after == tower
    _, building = meet(replace(question, castle=((0, 1, 3, 1), (3,))))
    assert building is not None
    assert size_of(building.met[0].after) == 3
    assert meet(replace(question, castle=((0, 1), (3,))))[0].outcome is Outcome.IMPOSSIBLE


def test_a_bastion_spares_four_tiles_of_a_penalty() -> None:
    bastion = ((0, 1), (1, 0), (3,), (4,))
    question = CastleQuestion((Ordeal(lines=1, penalty=5),), width=4, height=2, castle=bastion, left=supply())
    _, building = meet(question)
    assert building is not None
    assert size_of(building.met[0].after) == 5
    assert meet(replace(question, spares=False))[0].outcome is Outcome.IMPOSSIBLE


def test_what_an_ordeal_leaves_is_built_upon() -> None:
    exam = CastleQuestion((Ordeal(1, 1, 1), Ordeal(rows=1), Ordeal(3, 2)))
    verdict, building = fewest(exam, seconds=120)
    assert building is not None
    assert (verdict.value, verdict.optimal) == (tiles_spent(exam, building), True)
    assert [size_of(met.castle) - size_of(met.after) for met in building.met] == [0, 6, 0]
    # Four tiles a column can be placed; three Earthworms take six.
    worms = (Ordeal(rows=1), Ordeal(rows=2), Ordeal(rows=3))
    assert fewest(CastleQuestion(worms, width=2, left=supply(st=5, cs=5, jc=5)))[0].value == 14
    assert meet(CastleQuestion(worms, width=2, left=supply(st=5, cs=4, jc=4)))[0].outcome is Outcome.IMPOSSIBLE


def test_a_penalty_in_the_middle_leaves_what_the_next_ordeal_needs() -> None:
    castle = ((0, 3, 1, 0, 1), (6,))
    cards = (Ordeal(bastions=1, penalty=1), Ordeal(towers=1))
    question = CastleQuestion(cards, width=2, height=6, castle=castle, left=supply(), spares=False)
    _, building = meet(question)
    assert building is not None
    assert building.met[0].after == ((0, 1, 0, 1), (6,))
    replay_building(question, building)


def test_a_haunted_tile_belongs_to_no_formation_and_keeps_its_neighbours_free() -> None:
    castle = ((3,), (0, 1, 0), (4,))
    question = CastleQuestion((Ordeal(towers=1),), width=3, height=6, castle=castle, left=supply(st=2, ss=2, sc=2, jt=1, pc=1))
    assert meet(question)[0].outcome is Outcome.SOLVED
    assert (
        meet(replace(question, haunted=(1, 0)))[0].outcome is Outcome.IMPOSSIBLE
    )  # the tower would need the haunted tile, or a fifth one is below it
    assert meet(replace(question, haunted=(0, 0)))[0].outcome is Outcome.SOLVED
    assert meet(CastleQuestion((Ordeal(rows=1),), width=3, castle=castle, haunted=(1, 0)))[0].outcome is Outcome.IMPOSSIBLE
    assert (
        meet(CastleQuestion((Ordeal(rows=1),), width=3, castle=castle, haunted=(1, 1)))[0].outcome is Outcome.IMPOSSIBLE
    )  # nothing beside it


def test_the_pantry_is_counted_and_kept_apart() -> None:
    question = CastleQuestion((Ordeal(towers=1),), width=2, height=5, left=supply(st=2, ss=2, cc=1, jt=1, ft=1, fs=1), pantry=(2,))
    verdict, building = meet(question)
    assert verdict.outcome is Outcome.SOLVED
    assert building is not None
    assert pantry_tiles(building.met[0].after) == 2
    assert meet(replace(question, left=supply(st=2, ss=2, cc=1, jt=1, ft=1)))[0].outcome is Outcome.IMPOSSIBLE
    low = replace(question, ordeals=(Ordeal(),), height=1)
    assert meet(low)[0].outcome is Outcome.SOLVED
    assert meet(replace(low, pantry_apart=True))[0].outcome is Outcome.IMPOSSIBLE


def test_a_mirror_image_is_no_new_skeleton_if_one_does_not_want_it() -> None:
    question = CastleQuestion((Ordeal(towers=1),), width=3, height=5)
    assert skeletons(question, 100).verdict.value == 6
    assert skeletons(question, 100, mirrored=True).verdict.value == 4
    assert not skeletons(question, 3).complete
    with pytest.raises(BeyondCastleModel):
        skeletons(CastleQuestion((Ordeal(rows=1),)), 1)


@pytest.mark.parametrize("seed", [3, 8, 12, 20, 28, 31])
def test_what_every_castle_has_is_what_the_cells_say(seed: int) -> None:
    question, _ = small_castle(seed, "castle")
    question = replace(question, ordeals=question.ordeals[:1])
    try:
        every = castles_met(question, 600)
    except TooMany:
        pytest.skip("too many castles for the oracle")
    asked = CellQuestions(question)
    assert asked.possible is bool(every)
    for column in range(question.width):
        for row in range(question.height):
            here = {castle[column][row] if row < len(castle[column]) else None for castle in every}
            assert asked.may_be_empty(column, row) is (None in here)
            for kind in range(STONES):
                assert asked.may_be(column, row, kind) is (kind in here)
                assert asked.must_be(column, row, kind) is (here <= {kind})
            for faction in range(4):
                factions = {kind // 3 if kind is not None else None for kind in here}
                assert asked.may_be_of(column, row, faction) is (faction in factions)
                assert asked.must_be_of(column, row, faction) is (factions <= {faction})
    assert {building.met[0].castle for building in asked.buildings()} <= every


@pytest.mark.parametrize("seed", range(40))
def test_the_oracle_agrees_about_powers(seed: int) -> None:
    question, known = small_castle(seed, "powers")
    verdict, building = fewest(question)
    some, _ = meet(question)
    if known is None:
        assert verdict.outcome is some.outcome is Outcome.IMPOSSIBLE
    else:
        assert building is not None
        assert (verdict.value, verdict.optimal) == (known[0], True)
        assert some.outcome is Outcome.SOLVED


def test_a_juggler_exchanges_what_could_not_be_placed() -> None:
    # The third tile of the tower is a Pyro; the Seer beside it has the shape of the tile above.
    castle = ((0, 1, 9, 2), (4, 5, 2, 3))
    question = CastleQuestion((Ordeal(towers=1),), width=2, height=5, castle=castle, left=supply(jt=1), powers=1)
    verdict, building = fewest(question)
    assert building is not None
    assert (verdict.value, verdict.optimal) == (1, True)
    assert [step.kind for step in building.steps] == [6]
    assert building.met[0].castle == ((0, 1, 2, 2), (4, 5, 9, 3))
    assert meet(replace(question, powers=0))[0].outcome is Outcome.IMPOSSIBLE
    assert meet(replace(question, left=supply(st=1)))[0].outcome is Outcome.IMPOSSIBLE


def test_a_pyro_destroys_and_must_then_move() -> None:
    castle = ((0, 1, 9, 0, 1), (4, 5))
    question = CastleQuestion((Ordeal(towers=1),), width=2, height=5, castle=castle, left=supply(pt=1), powers=1)
    verdict, building = fewest(question)
    assert building is not None
    assert verdict.value == 1
    assert building.met[0].castle == ((0, 1, 0, 1, 5), (4,))


def test_no_power_is_used_on_a_full_castle() -> None:
    castle = ((0, 1, 9, 2), (4, 5, 2, 3))
    question = CastleQuestion((Ordeal(towers=1),), width=2, height=4, castle=castle, left=supply(jt=1), powers=1)
    assert meet(question)[0].outcome is Outcome.IMPOSSIBLE


def test_a_column_vanishes_at_one_end_and_begins_at_the_other() -> None:
    castle = ((0, 1, 9, 0, 1), (4,))
    question = CastleQuestion((Ordeal(towers=1),), width=2, height=5, castle=castle, left=supply(pt=1), powers=1)
    _, building = fewest(question)
    assert building is not None
    assert building.met[0].castle == ((4,), (0, 1, 0, 1))


def test_a_move_that_changes_nothing_is_none() -> None:
    question = CastleQuestion((Ordeal(lines=1),), width=4, height=2, castle=((3, 0), (1,), (0,), (0,)), left=supply(pt=1), powers=1)
    _, building = fewest(question)
    assert building is not None
    assert building.met[0].castle == ((0,), (0,), (1,), (0,)) or building.met[0].castle == ((1,), (0,), (0,), (0,))
    assert meet(replace(question, castle=((3, 0), (0,), (0,), (0,))))[0].outcome is Outcome.IMPOSSIBLE


def test_no_time_is_no_answer() -> None:
    verdict, building = meet(CastleQuestion((Ordeal(3, 2),)), seconds=0)
    assert verdict.outcome is Outcome.UNKNOWN
    assert "0 seconds" in verdict.reason
    assert building is None
    assert CellQuestions(CastleQuestion((Ordeal(3, 2),)), seconds=0).may_be(0, 0, 0) is None
