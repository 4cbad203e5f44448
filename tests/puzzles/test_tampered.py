"""Whatever is changed in a puzzle, verifying it finds out, also where the id was changed along."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from castlewise.models.problems import InvalidInput
from castlewise.puzzles.kind import NotShown, Rejected
from castlewise.puzzles.kinds import kind_named
from castlewise.puzzles.proving import made, solved, verify
from castlewise.puzzles.puzzle import Proof, Puzzle, from_json, to_json
from castlewise.puzzles.turn_proofs import shown_by_cpsat, shown_by_z3
from castlewise.puzzles.turn_table import deeds

pytestmark = pytest.mark.compiled

SLAY = Puzzle("slay", "cp:players=2,co-op/TWWTT-/a4o2.s5ow1/p1.play/ba.bs.bb,-/-/-", "slay-all")
WATCH = Puzzle("watch", "cp:players=2,co-op/W-WWWW/k2g1.k4o2.s1o2/p1.play/ta,rs.as.db/-/-", "no-structure-falls 2", ("g@2", "g@1"))
LAST = Puzzle("last", "4x4/jtjcjsjt.st.ct.cc", "1T1B with 2", ("ss", "ct", "ct", "cs", "pc"))


def proved(puzzle: Puzzle) -> Puzzle:
    return made(kind_named(puzzle.kind), puzzle)


def reasons(puzzle: Puzzle) -> str:
    return "; ".join(map(str, verify(puzzle)))


def test_what_was_proved_verifies() -> None:
    for puzzle in (SLAY, WATCH):
        assert verify(proved(puzzle)) == []


def test_a_second_solution_is_found() -> None:
    """A Blue Hero could slay the Warlord in the Swordsman's place."""
    honest = proved(SLAY)
    planted = replace(honest, position=SLAY.position.replace("ba.bs.bb", "ba.bs.bh.bb"))
    assert "more than one solution" in reasons(planted.identified())


@pytest.mark.parametrize("shown", [shown_by_cpsat, shown_by_z3])
def test_each_solver_by_itself_finds_a_second_solution(shown: object) -> None:
    kind = kind_named("slay")
    found = solved(kind, SLAY)
    position = found.lines.table.start[0]
    done = deeds(position, found.end)
    assert shown(position, kind.goal, done).says  # type: ignore[operator, attr-defined]
    more = kind.table(replace(SLAY, position=SLAY.position.replace("ba.bs.bb", "ba.bs.bh.bb"))).start[0]
    with pytest.raises(NotShown, match="second solution"):
        shown(more, kind.goal, done)  # type: ignore[operator, attr-defined]


def test_a_second_solution_with_the_wizards_tower_is_found() -> None:
    """Azriel's Fist could slay the Imp in the Archer's place."""
    honest = proved(Puzzle("slay", "cp:players=2,co-op,wizards-tower/WWWWWW/a1im1.k1t3/p1.play/ra.rk.en,-/-/-/wizard-tower=6", "slay-all"))
    assert verify(honest) == []
    position = honest.position.replace("ra.rk.en", "ra.rk.en.waf")
    assert "more than one solution" in reasons(replace(honest, position=position).identified())
    kind = kind_named("slay")
    found = solved(kind, honest)
    done = deeds(found.lines.table.start[0], found.end)
    with pytest.raises(NotShown, match="second solution"):
        shown_by_cpsat(kind.table(replace(honest, position=position)).start[0], kind.goal, done)  # type: ignore[attr-defined]


def test_a_monster_that_the_models_leave_out_makes_no_puzzle() -> None:
    puzzle = Puzzle("slay", "cp:players=2,co-op,wizards-tower/WWWWWW/a1ph1.k1t3/p1.play/ra.rk.en,-/-/-/wizard-tower=6", "slay-all")
    with pytest.raises(Rejected, match="the Phoenix is left to enumeration"):
        proved(puzzle)


def test_a_wrong_value_is_found() -> None:
    honest = proved(SLAY)
    assert "best: says 1/2, but it is 1" in reasons(replace(honest, proof=Proof(Fraction(1, 2), Fraction(0))))
    assert "second: says 1/3, but it is 0" in reasons(replace(honest, proof=Proof(Fraction(1), Fraction(1, 3))))


def test_an_impossible_hand_is_found() -> None:
    two_barbarians = replace(proved(SLAY), position=SLAY.position.replace("ba.bs.bb", "ba.bs.2bb"))
    assert "Barbarian" in reasons(two_barbarians)


def test_a_changed_draw_is_found() -> None:
    honest = proved(WATCH)
    assert "id: says" in reasons(replace(honest, printed=("g@2", "g@5")))
    assert "no Monster with its roll" in reasons(replace(honest, printed=("g@2", "gb@2")))
    assert "expected 2" in reasons(replace(honest, printed=("g@2",)))


def test_a_wrong_level_theme_or_solution_is_found() -> None:
    honest = proved(SLAY)
    assert honest.rating is not None
    harder = replace(honest, rating=replace(honest.rating, traps=99, depth=6, quiet=9, astray=9))
    assert f"level: says 6, but it is {honest.level}" in reasons(harder)
    assert "features: says" in reasons(replace(honest, rating=replace(honest.rating, decoys=honest.rating.decoys + 1)))
    assert "features: says" in reasons(replace(honest, rating=replace(honest.rating, ladder=6)))
    with pytest.raises(InvalidInput, match="level: says 6, but its features make it"):
        from_json(to_json(honest) | {"level": 6})
    assert "themes: says trade first" in reasons(replace(honest, themes=("trade first",)))
    assert "solution: does not solve it" in reasons(replace(honest, solution=("bb@s5ow1", "end")))


def test_more_tiles_than_needed_is_found() -> None:
    with pytest.raises(InvalidInput):
        kind_named("last").table(replace(LAST, ask="1T1B with many"))
    honest = proved(LAST)
    assert "is no puzzle" in reasons(replace(honest, ask="1T1B with 3").identified())
