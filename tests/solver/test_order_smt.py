"""Z3 on games with a known order of tiles: held against every way to play, and against what each power and rule is known to do."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from castellion.arrange import CODES, arrange
from castellion.order_oracle import Forbidden, TooMany, final_castles, winnable
from castellion.small_orders import LEVELS, small_order, small_orders
from castlewise.models.castellion import moves as verbs
from castlewise.models.castellion.castle_question import mirrored
from castlewise.models.castellion.order_question import BeyondOrderModel, OrderQuestion
from castlewise.models.castellion.stages import WON
from castlewise.models.castellion.tiles import CHAMELEON, JUGGLER, PYRO, SEER
from castlewise.models.move_code import verb_of
from castlewise.solver.castellion.order_smt_answers import count, win
from castlewise.solver.verdict import Outcome

MOST = 1500  # positions that brute force may look at
# Tiles enough for every castle that is drawn here.
SUPPLY = "safe=999.999.999.999,standard=999.999.999.999.9.9"


def asked(rules: str, castle: str = "", *, safe: str = "", standard: str = "", met: int = 2, **more: Any) -> OrderQuestion:
    """Two ordeals are behind unless something else is said; the third is the one that the rules name."""
    position = arrange(f"{rules},{SUPPLY}", castle, safe=safe, standard=standard, met=met, **more)
    return OrderQuestion(position, *(tuple(CODES[code] for code in pile.split()) for pile in (safe, standard)))


def small_enough(question: OrderQuestion) -> bool:
    rules, s = question.position.rule_set, question.position.numbers
    tiles = len(question.safe) + len(question.standard) + sum(s.revealed) + bool(s.hand)
    return bool(tiles * rules.width * rules.height <= 55)


def possible(question: OrderQuestion) -> bool:
    """What Z3 says; its moves are played to a won game."""
    found = win(question)
    assert found.outcome is not Outcome.UNKNOWN, found.reason
    here = question.position
    for chosen in found.moves:
        here = here.game.apply(here, chosen)
    assert (here.state.outcome == WON) == (found.outcome is Outcome.SOLVED)
    return found.outcome is Outcome.SOLVED


def words(question: OrderQuestion) -> list[str]:
    """The moves that win, choices and draws."""
    here, found = question.position, []
    for chosen in win(question).moves:
        found.append(here.game.short(here, chosen))
        here = here.game.apply(here, chosen)
    return found


@pytest.mark.parametrize(("level", "number"), [("introductory", 90), ("base", 60), ("expert", 60)])
def test_agrees_with_every_way_to_play(level: str, number: int) -> None:
    answers: Counter[bool] = Counter()
    for seed, question in small_orders(number, 0, level):
        if level == "introductory" or small_enough(question):
            try:
                wins = winnable(question, MOST) is not None
            except TooMany:
                continue
            assert possible(question) == wins, (seed, level)
            assert bool(count(question, 1).ways) == wins, (seed, level)  # with every power open from the start
            answers[wins] += 1
    assert min(answers[True], answers[False]) >= 5, answers


def power_of(faction: int) -> Forbidden:
    return lambda here, chosen: verb_of(chosen) == verbs.POWER and (int(here.state.hand) - 1) // 3 == faction


def choice_of(verb: int) -> Forbidden:
    return lambda here, chosen: verb_of(chosen) == verb


# Small questions, by their seeds, that can be won, but not without one thing.
DECIDED_BY = {
    "Seer": (power_of(SEER), (1404, 2690, 2825, 3074, 3236)),
    "Chameleon": (power_of(CHAMELEON), (1009, 1436, 1460, 1555, 1964, 2292)),
    "Juggler": (power_of(JUGGLER), (1098, 1173, 1337, 1460, 1555, 1787)),
    "Pyro": (power_of(PYRO), (1037, 1084, 1158, 1182, 1193, 1474)),
    "price of a Traitor": (choice_of(verbs.DISCARD_TRAITOR), (1231, 1653, 1679, 1681, 1757, 1766)),
    "premature encounter": (choice_of(verbs.MEET_NOW), (11345,)),
}


@pytest.mark.parametrize("decisive", DECIDED_BY)
def test_finds_the_win_that_only_a_power_brings(decisive: str) -> None:
    forbidden, seeds = DECIDED_BY[decisive]
    for seed in seeds:
        question = small_order(seed, LEVELS[1 + seed % 2])
        assert question is not None
        assert winnable(question, MOST, forbidden) is None, seed
        assert possible(question), seed


def test_counts_the_castles_that_a_game_can_be_won_with() -> None:
    seen: Counter[str] = Counter()
    for _, question in small_orders(40, 5000, "introductory"):
        try:
            castles = final_castles(question, MOST)
        except TooMany:
            continue
        start = tuple(tuple(column) for column in question.position.columns(0))
        if mirrored(start) == start:
            castles = {min(castle, mirrored(castle)) for castle in castles}
        found = count(question, 5)
        assert len(found.ways) == min(len(castles), 5)
        assert found.complete == (len(castles) < 5)
        assert found.unique == (len(castles) == 1)
        assert all(way.castle in castles or mirrored(way.castle) in castles for way in found.ways)
        seen["none" if not castles else "one" if len(castles) == 1 else "several"] += 1
    assert min(seen["none"], seen["several"]) >= 5, seen


def test_there_is_one_way_to_end() -> None:
    rules, castle = "introductory,size=2x2,ordeal3=1B:2", "st ..\nss sc"
    assert count(asked(rules, castle, standard="jt ss"), 2).unique is True
    assert count(asked(rules, castle, standard="jt ss"), 1).unique is None, "nobody looked for a second"
    assert count(asked(rules, castle, standard="ss sc"), 2).unique is True, "the full castle ends the game"
    assert count(asked(rules.replace("2x2", "2x3"), castle, standard="ss js"), 9).unique is False


# What each power and rule is known to do. `decided` asks brute force too.


def decided(question: OrderQuestion) -> bool:
    wins = winnable(question) is not None
    assert possible(question) == wins
    return wins


def test_a_bastion_is_finished() -> None:
    rules, castle = "introductory,size=2x3,ordeal3=1B:2", "st ..\nss sc"
    assert words(asked(rules, castle, standard="ss js"))[:2] == ["tile.ss", "place@2"]
    assert not decided(asked(rules, castle, standard="st js")), "a Triangle beside a Triangle"


def test_the_castle_grows_to_the_left_where_it_has_to() -> None:
    castle = ".. .. pt\nst ss pc"
    assert decided(asked("introductory,size=6x2,ordeal3=1L:2", castle, standard="st ss jc"))
    assert not decided(asked("introductory,size=6x2,ordeal3=1L:2", castle, standard="st ss")), "the foundation lacks a tile"
    assert not decided(asked("introductory,size=4x2,ordeal3=1L:2", castle, standard="st ss jc")), "there is no room"


def test_traitors_bring_the_ordeal_before_it_can_be_met() -> None:
    rules, castle = "introductory,size=2x3,ordeal3=1B:2", "st ..\nss sc"
    assert decided(asked(rules, castle, standard="tr ss tr"))
    assert not decided(asked(rules, castle, standard="tr tr ss"))
    assert not decided(asked(rules, castle, standard="tr ss", traitors=1))
    assert not decided(asked(rules, castle, standard="tb ss", black_traitors=1))
    assert decided(asked(rules, castle, standard="tr js", safe="ss", traitors=1)), "the safe pile first"


def test_a_full_castle_meets_its_ordeals_at_once() -> None:
    rules = "introductory,size=2x2,ordeal1=0T:3,ordeal2=1B:3,ordeal3=0T:3"
    assert decided(asked(rules, "st ..\nss sc", standard="ss jt", met=0))
    assert not decided(asked(rules, "st ..\nss sc", standard="js jt", met=0))
    # The Earthworm is met by the full castle, the bastion is built afterwards; with a tile fewer nothing is met before the end.
    rules = "introductory,size=2x2,ordeal2=earthworm-1:3,ordeal3=1B:3"
    assert decided(asked(rules, "st ..\njs jt", standard="ss st sc", met=1))
    assert not decided(asked(rules, "st ..\njs jt", standard="jc st sc", met=1))


def test_the_earthworm_takes_rows_and_what_is_left_is_built_upon() -> None:
    rules = "introductory,size=2x4,ordeal2=earthworm-1:1,ordeal3=1B:1"
    assert decided(asked(rules, "sc st\nst sc\njt js", standard="tr tr", met=1)), "the bastion comes down a row"
    assert not decided(asked(rules, "st sc\njt js", standard="tr ps pt", met=1)), "half a bastion is left"
    assert decided(asked(rules, "st sc\njt js", standard="tr ss st", met=1)), "which is built upon"
    assert not decided(asked(rules, "st ..\njt js", standard="tr ss st", met=1)), "the new foundation has a gap"


def test_a_discarded_juggler_exchanges_two_tiles() -> None:
    rules, castle = "base,size=4x3,ordeal3=1L:2", "st jc sc st\njt ss jt js"
    assert words(asked(rules, castle, standard="jc")) == ["draw.standard", "tile.jc", "power", "exchange@2.1~2.2"]
    assert not decided(asked(rules, castle, standard="sc")), "a Seer exchanges nothing"
    assert not decided(asked(rules, castle, standard="cc")), "nor does a Chameleon while no Juggler is discarded"
    assert decided(asked(rules, castle, standard="cc", discards="jc"))


def test_a_discarded_seer_lets_tiles_come_in_another_order() -> None:
    rules, castle = "base,size=2x3,ordeal3=1B:1", "st ..\nss sc"
    assert not decided(asked(rules, castle, standard="tb ss")), "the black-bordered Traitor brings the ordeal on"
    assert not decided(asked(rules, castle, standard="jc tb ss"))
    found = words(asked(rules, castle, standard="sc tb ss"))
    assert found[:3] == ["draw.standard", "tile.sc", "power"]
    assert "take.ss" in found


def test_a_seer_turns_up_tiles_until_four_lie_there() -> None:
    rules, castle = "base,size=2x3,ordeal3=1B:1", "st ..\nss sc"
    assert decided(asked(rules, castle, standard="sc tb jt jt ss"))
    assert not decided(asked(rules, castle, standard="sc tb pt tb jt ss")), "the fifth tile behind the Seer is not turned up"
    assert decided(asked(rules, castle, standard="sc tb tb jt jc", safe="ss")), "from both piles"
    assert decided(asked(rules, castle, standard="tb ss", revealed="sc tb")), "another Seer among those that lie there"


def test_a_discarded_chameleon_recovers_a_tile_of_its_shape() -> None:
    rules, castle = "base,size=2x3,ordeal3=1B:2", "st ..\nss sc"
    question = asked(rules, castle, standard="cs", discards="ss js")
    assert words(question)[-2:] == ["recover.ss", "place@2"]
    assert not decided(asked(rules, castle, standard="ct", discards="ss js")), "a Triangle brings no Square back"
    assert not decided(asked(rules, castle, standard="cs", discards="sc st"))


def test_a_chameleon_recovers_what_was_destroyed() -> None:
    # The Earthworm takes the Seer Square; the Chameleon brings it back on top.
    rules, castle = "base,size=2x3,ordeal2=earthworm-1:1,ordeal3=1B:1", "sc ..\nst sc\njt ss"
    assert words(asked(rules, castle, standard="tr cs", met=1))[-2:] == ["power", "place@2"]
    assert not decided(asked(rules, castle.replace("ss", "ps"), standard="tr cs", met=1))


def test_a_discarded_pyro_destroys_a_tile_and_moves_another() -> None:
    rules, castle = "base,size=2x4,ordeal3=1B:2", "st ..\nss jc\nsc st"
    assert words(asked(rules, castle, standard="pt")) == ["draw.standard", "tile.pt", "power", "destroy@2.2", "move.1@2"]
    assert not decided(asked(rules, castle, standard="jt")), "no exchange is enough"
    # What stands is wanted, but both effects must be used: the Pyro is better placed.
    assert decided(asked(rules, "ss st\nst sc", standard="pt"))


def test_a_pyro_moves_the_end_of_the_castle_to_the_other_end() -> None:
    # The Juggler on top burns, and the Seer at the left end goes to the right.
    question = asked("base,size=5x2,ordeal3=1L:2", ".. .. .. .. jt\nst jc ss sc st", standard="pt")
    assert words(question)[-2:] == ["destroy@5.2", "move.1@6"]
    assert not decided(asked("base,size=5x2,ordeal3=1L:2", ".. .. .. .. ..\nst jc ss sc st", standard="pt")), "a tile has to burn"


def test_an_ordeal_is_met_early() -> None:
    # Four Seers fit above the Juggler only once the Earthworm has had it.
    rules, castle = "base,size=2x4,ordeal2=earthworm-1:2,ordeal3=1T:2", "st jc\njs jt"
    question = asked(rules, castle, standard="ss st sc", met=1)
    assert decided(question)
    assert "meet" in words(question)
    assert not decided(asked(rules.replace("base", "introductory"), castle, standard="ss st sc", met=1))
    in_hand = asked(rules, "sc ..\nst ..\nss jc\njs jt", hand="st", standard="jt", met=1)
    assert words(in_hand)[:2] == ["meet", "place@1"]


def test_a_traitor_is_discarded_for_four_tiles() -> None:
    rules, castle = "base,size=2x6,ordeal3=1B:1", "jc ..\njt jc\njs jt\nst ps\nss sc"
    assert "discard-traitor" in words(asked(rules, castle, standard="tr ss"))
    assert not decided(asked(rules, castle, standard="tb ss")), "a black-bordered one is placed"
    assert not decided(asked(rules, "st ps\nss sc", standard="tr ss")), "everything would go"


def test_lines_of_defence_make_a_traitor_cheaper_at_the_expert_level() -> None:
    wanted, castle = "size=4x3,ordeal3=2L:1", "pt ps pc ..\njt js jc ..\nst sc ss sc"
    assert "discard-traitor" in words(asked(f"expert,{wanted}", castle, standard="tr jt"))
    assert not decided(asked(f"base,{wanted}", castle, standard="tr jt"))
    assert not decided(asked(f"expert,{wanted}", castle.replace("pc", ".."), standard="tr jt")), "two to spare are not enough"


def test_a_penalty_is_paid_and_bastions_spare_tiles() -> None:
    castle = "st sc\nss st"
    for level, penalty, expected in (("expert", 6, True), ("expert", 7, False), ("base", 2, True), ("base", 3, False)):
        assert decided(asked(f"{level},size=2x3,ordeal3=1L-else-{penalty}:2", castle, standard="tr")) is expected


@pytest.mark.parametrize(
    ("rules", "more", "reason"),
    [
        ("base,two-player", {}, "one player"),
        ("base,premonition", {}, "premonition"),
        ("expert,pantry", {}, "Pantry"),
        ("expert", {"ordeals": ("", "", "")}, "face down"),
    ],
)
def test_what_is_beyond_the_model_is_refused(rules: str, more: dict[str, Any], reason: str) -> None:
    position = arrange(rules, "st ss", safe="", standard="st", **more)
    with pytest.raises(BeyondOrderModel, match=reason):
        win(OrderQuestion(position, (), (CODES["st"],)))


def test_no_time_is_unknown_and_never_no() -> None:
    found = win(asked("introductory,size=2x3,ordeal3=1B:2", "st ..\nss sc", standard="ss js"), seconds=0.0)
    assert found.outcome is Outcome.UNKNOWN
    assert "0 seconds" in found.reason
