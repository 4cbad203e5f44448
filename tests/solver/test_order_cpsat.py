"""Games with a known order of tiles, won by CP-SAT or not at all: held against every way to play small ones, and one made by hand for each power and price."""

from __future__ import annotations

import pytest

from castellion.arrange import CODES, arrange, columns, shaped
from castellion.order_oracle import TooMany, winnable
from castellion.small_orders import small_order, small_orders
from castlewise.models.castellion import moves as verbs
from castlewise.models.castellion.order_question import BeyondOrderModel, OrderQuestion
from castlewise.models.castellion.position import Position
from castlewise.models.castellion.rule_set import BASE, EXPERT, INTRODUCTORY
from castlewise.models.move_code import verb_of
from castlewise.solver.castellion.order_plan import win
from castlewise.solver.verdict import Outcome, Verdict

MOST = 4_000
HALF_A_BASTION = """
    .. st
    ss ps
    st sc
"""


def question(rules: str, castle: str, standard: str, safe: str = "", met: int = 2, **more: str) -> OrderQuestion:
    position = arrange(rules, castle, safe=safe, standard=standard, met=met, compiled=False, **more)  # type: ignore[arg-type]
    return OrderQuestion(position, tuple(CODES[code] for code in safe.split()), tuple(CODES[code] for code in standard.split()))


def verbs_of(verdict: Verdict) -> set[int]:
    return {verb_of(move) for move in verdict.moves}


def needed(asked: OrderQuestion, verb: int) -> None:
    """The game is won with this verb, and brute force has no win without it."""
    verdict = win(asked)
    assert verdict.outcome is Outcome.SOLVED
    assert verb in verbs_of(verdict)
    assert winnable(asked, without=lambda _, chosen: verb_of(chosen) == verb) is None


@pytest.mark.parametrize("level", [BASE, EXPERT])
@pytest.mark.parametrize("first", range(300, 700, 50))
def test_as_every_way_to_play_has_it(level: str, first: int) -> None:
    for seed, asked in small_orders(6, first, level):
        try:
            won = winnable(asked, MOST) is not None
        except TooMany:
            continue
        assert win(asked).outcome is (Outcome.SOLVED if won else Outcome.IMPOSSIBLE), seed


@pytest.mark.parametrize(
    ("level", "seed"),
    [
        (EXPERT, 1010),  # one penalty follows the other
        (BASE, 2176),  # all that is left lies face up: a Seer has no power
        (EXPERT, 7213),  # the last tile is a Juggler, and two penalties follow at once
    ],
)
def test_wins_that_are_hard_to_replay(level: str, seed: int) -> None:
    asked = small_order(seed, level)
    assert asked is not None
    assert win(asked).outcome is Outcome.SOLVED


@pytest.mark.parametrize("seed", range(8))
def test_the_introductory_level_has_a_model_of_its_own(seed: int) -> None:
    asked = small_order(seed, INTRODUCTORY)
    if asked is not None:
        assert win(asked).outcome is (Outcome.IMPOSSIBLE if winnable(asked) is None else Outcome.SOLVED)


def test_a_juggler() -> None:
    needed(question("base,size=2x4,ordeal3=1B:3", HALF_A_BASTION, "jt"), verbs.EXCHANGE)


def test_a_pyro() -> None:
    castle = """
        pc st
        ss pt
        st sc
    """
    needed(question("base,size=2x4,ordeal3=1B:3", castle, "ps"), verbs.SHIFT_TILE)


def test_a_seer_changes_the_order() -> None:
    needed(question("base,size=1x5,ordeal3=1T:3", "st", "st st ss sc"), verbs.TAKE)


def test_a_chameleon_brings_a_tile_back() -> None:
    asked = question("base,size=1x5,ordeal3=1T:3", "sc\nss\nst", "cs", discards="ss")
    needed(asked, verbs.POWER)
    assert win(question("base,size=1x5,ordeal3=1T:3", "sc\nss\nst", "cs", discards="st")).outcome is Outcome.IMPOSSIBLE  # not of its shape


def test_a_chameleon_brings_a_juggler_back() -> None:
    needed(question("base,size=2x4,ordeal3=1B:3", HALF_A_BASTION, "cc", discards="jc"), verbs.EXCHANGE)


def test_a_chameleon_brings_back_what_the_earthworm_took() -> None:
    """The ordeal is met ahead of time, so that its tile can be recovered."""
    castle = "sc\nss\nst\nss"
    asked = question("base,size=1x6,ordeal2=earthworm-1:3,ordeal3=1T:3", castle, "cs", met=1)
    needed(asked, verbs.MEET_NOW)
    assert win(question("base,size=1x6,ordeal2=earthworm-1:3,ordeal3=1T:3", castle, "ct", met=1)).outcome is Outcome.IMPOSSIBLE


def test_a_traitor_is_paid_for() -> None:
    castle = """
        ps ..
        pt pt
        ss pc
        st sc
    """
    needed(question("base,size=2x6,ordeal3=1B:1", castle, "tr st"), verbs.DISCARD_TRAITOR)
    assert (
        win(question("base,size=2x6,ordeal3=1B:1", castle, "tb st")).outcome is Outcome.IMPOSSIBLE
    )  # nobody gets rid of a black-bordered one


def test_a_line_makes_a_traitor_cheaper() -> None:
    """Three tiles are in the way; a fourth would cost the line or the bastion."""
    castle = """
        pt .. .. cs
        ps pc ct cc
        st ss sc st
    """
    assert win(question("expert,size=4x4,ordeal3=1B1L:1", castle, "tr ps")).outcome is Outcome.SOLVED
    assert win(question("base,size=4x4,ordeal3=1B1L:1", castle, "tr ps")).outcome is Outcome.IMPOSSIBLE


def test_both_piles_in_turns() -> None:
    asked = question("base,size=1x5,ordeal3=1T:3", "st", "sc sc", safe="ss")
    verdict = win(asked)
    assert verdict.outcome is Outcome.SOLVED
    assert [verb_of(move) for move in verdict.moves].count(verbs.DRAW) == 3
    assert win(question("base,size=1x5,ordeal3=1T:3", "st", "sc sc ss")).outcome is Outcome.IMPOSSIBLE


def test_a_full_castle_meets_ordeal_after_ordeal() -> None:
    castle = """
        ss ..
        st sc
    """
    rules = "base,size=2x2,ordeal1=1B:3,ordeal2=1B:3,ordeal3={}:3"
    assert win(question(rules.format("1B"), castle, "st ps", met=0)).outcome is Outcome.SOLVED
    assert win(question(rules.format("1T"), castle, "st ps", met=0)).outcome is Outcome.IMPOSSIBLE


def test_the_moves_lead_from_the_position_to_a_won_game() -> None:
    asked = question("base,size=2x4,ordeal3=1B:3", HALF_A_BASTION, "ct jt tr")
    here: Position = asked.position
    for move in win(asked).moves:
        here = here.game.apply(here, move)
    result = here.game.result(here)
    assert result is not None
    assert result.won


def test_an_exchange_in_a_castle_of_full_size() -> None:
    finished = shaped(
        """
        s . . . . p
        s j j . . p
        s j j c c p
        s p s c c p
        """
    )
    rows = [row.split() for row in finished.splitlines()]
    rows[2][0], rows[2][1] = rows[2][1], rows[2][0]
    scrambled = "\n".join(" ".join(row) for row in rows)
    assert sum(map(len, columns(scrambled))) == 18
    needed_tiles = question("base,ordeal3=2T2B:4", scrambled, "ct jc pt")
    verdict = win(needed_tiles)
    assert verdict.outcome is Outcome.SOLVED
    assert verbs.EXCHANGE in verbs_of(verdict)
    assert win(question("base,ordeal3=2T2B:4", scrambled, "ct pt")).outcome is Outcome.IMPOSSIBLE


def test_no_time_is_no_answer() -> None:
    verdict = win(question("base,ordeal3=2T2B:4", "st ss sc", "ct jc pt st ss sc pt ps"), seconds=0.0)
    assert (verdict.outcome, verdict.moves) == (Outcome.UNKNOWN, ())
    assert "0 seconds" in verdict.reason


@pytest.mark.parametrize(
    ("rules", "words"),
    [("base,two-player", "one castle"), ("base,vigil", "vigil"), ("expert,pantry", "pantry"), ("expert", "not known")],
)
def test_what_the_model_does_not_know_is_refused(rules: str, words: str) -> None:
    position = arrange(rules, "st ss", safe="", standard="st", compiled=False)
    with pytest.raises(BeyondOrderModel, match=words):
        win(OrderQuestion(position, (), (CODES["st"],)))
