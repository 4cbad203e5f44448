"""Positions that cannot be: each is refused with its place, by InvalidInput and nothing else.

Most cases are a good position with one thing changed. They are made from the tables, so that a new tile, key or stage is tried as well.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import partial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import refusal
from castellion.walk import played
from castlewise.models.castellion.notation import SECTIONS, read_line
from castlewise.models.castellion.position_check import FITTING, UNFITTING
from castlewise.models.castellion.position_file import read_position_file, write_position_file
from castlewise.models.castellion.position_keys import (
    CARD_NUMBERS,
    EXTRAS,
    FLAGS,
    NUMBERS,
    ONE_TILE,
    PLAYERS,
    STAGE_NAMES,
)
from castlewise.models.castellion.tiles import TILES
from refusal import (
    NOT_A_SMALL_NUMBER,
    STRANGE_CHARACTERS,
    UNREADABLE_FILES,
    Case,
    accepted_and_played_on,
    check_strange_character,
    mixed_up,
    named,
    unrefused,
)

GOOD = {
    "rules": "base",
    "castle": "stps.ct",
    "ordeals": "1T1B1L,2T2B,3T2B",
    "turn": "p1.turn",
    "safe": "111.111.111.111",
    "standard": "333.333.333.333.5.2",
}
TWO = {"rules": "base,two-player", "castle": "stps.ct,ss"}
EXPERT = {"rules": "expert", "ordeals": "hidden,hidden,hidden"}
TWO_EXPERTS = {"rules": "expert,two-player", "castle": "stps.ct,ss", "ordeals": "hidden,hidden,hidden"}


def line(*extras: str, **sections: str) -> str:
    """The good line with other sections and further keys."""
    return "cn:" + "/".join([*(GOOD | sections).values(), *extras])


def toml(**keys: str) -> str:
    """The good position as TOML with other keys, whose values are written as in the file."""
    parts = {"rules": '"base"', "ordeals": '["1T1B1L", "2T2B", "3T2B"]', "castle": '["stps", "ct"]'}
    parts |= {name.replace("_", "-"): text for name, text in keys.items()}
    return "".join(f"{name} = {text}\n" for name, text in parts.items())


problems_of_line = partial(refusal.problems_of, read_line)
problems_of_file = partial(refusal.problems_of_file, read_position_file)
read_or_refused = partial(refusal.read_or_refused, read_line=read_line)


def test_the_positions_that_the_bad_ones_are_made_of_are_good() -> None:
    for sections in ({}, TWO, EXPERT, TWO_EXPERTS):
        assert str(read_line(line(**sections))) == line(**sections)
    assert str(read_position_file(toml())) == line(standard="455.455.555.545.9.3")


# Castles and tiles


def castle_cases() -> Iterator[Case]:
    yield line(castle="st." * 6 + "st", standard="000.000.000.000.0.0"), "castle", "7 columns, at most 6"
    yield line(castle="st" * 7), "castle", "7 tiles in column 1, at most 6"
    yield line(castle="st.stss", rules="base,size=1x6"), "castle", "2 columns, at most 1"
    yield line(castle="st.stss", rules="base,size=6x1"), "castle", "2 tiles in column 2, at most 1"
    yield line(castle="sttr"), "castle", "a Traitor in column 1"
    yield line(castle="st.tb"), "castle", "a Traitor in column 2"
    yield line(castle="ft"), "castle", "1 of Pantry Triangle, this game has 0"
    for code in ("xx", "sx", "xt", "s1", "-t", "s"):
        yield line(castle=f"st{code}"), "castle", "unknown code"
    yield line(castle="stpz"), "castle", "did you mean"
    for text in ("", ".", "st.", ".st", "st..ps"):
        yield line(castle=text), "castle", "a column without a tile"
    yield line(castle="st,st"), "castle", "2 castles for 1 player"
    yield line(castle="st,st,st", rules="base,two-player"), "castle", "3 castles for 2 players"
    yield line(castle="st", rules="base,two-player"), "castle", "1 castles for 2 players"
    yield line(castle="st,xx", rules="base,two-player"), "castles[2]", "unknown code"
    for kind, tile in enumerate(TILES[:12]):
        digits = "".join("5" if other == kind else "0" for other in range(12))
        pile = ".".join(digits[at : at + 3] for at in range(0, 12, 3))
        reason = f"7 of {tile.title}, this game has 6"
        yield line(castle=f"{tile.code}{tile.code}", standard=f"{pile}.0.0", safe="-"), "castle, standard", reason
        yield line(f"revealed=2{tile.code}", castle="-", standard=f"{pile}.0.0", safe="-"), "revealed, standard", reason
        yield line(castle="-", standard=pile.replace("5", "6") + ".0.0"), "standard", f"6 of {tile.title}, the pile began with 5"
        yield line(castle="-", standard="-", safe=pile.replace("5", "2")), "safe", f"2 of {tile.title}, the pile began with 1"
    yield line(standard="444.444.444.444.10.0"), "standard", "10 of Traitor, this game has 9"
    yield line(ordeals="1T1B1L:tr,2T2B,3T2B", standard="444.444.444.444.9.0"), "traitors, standard", "10 of Traitor"
    yield line("hand=tb", turn="p1.traitor", standard="444.444.444.444.9.3"), "hand, standard", "4 of black-bordered Traitor"
    for key in ("safe", "standard"):
        for text in (
            "",
            "111",
            "111.111.111",
            "111.111.111.11",
            "1111.111.111.111",
            "aaa.aaa.aaa.aaa",
            "111.111.111.111.1",
            "----",
            "111,111,111,111",
        ):
            yield line(**{key: text}), key, "is not a pile"
    yield line(safe="111.111.111.111.0.0"), "safe", "is not a pile"
    yield line("pantry=st", **EXPERT | {"rules": "expert,pantry"}), "pantry", "Seer Triangle is not a Pantry tile"
    yield line("pantry=3ft", **EXPERT | {"rules": "expert,pantry"}), "pantry", "3 of Pantry Triangle, this game has 2"
    yield line("pantry=2ft", **EXPERT | {"rules": "expert,pantry", "castle": "ft"}), "castle, pantry", "3 of Pantry Triangle"


def test_castles_and_piles_that_cannot_be() -> None:
    assert unrefused(castle_cases(), problems_of_line) == []


# Ordeals, turn, rules


def ordeal_cases() -> Iterator[Case]:
    for text in ("", "1T1B1L", "1T1B1L,2T2B", "1T1B1L,2T2B,3T2B,3T2B"):
        yield line(ordeals=text), "ordeals", "instead of three"
    for card in (
        "",
        "nothing",
        "3X",
        "T",
        "3T3T",
        "10T",
        "99999T",
        "1T-else",
        "1T-else-",
        "1T-else-0",
        "1T-else-100",
        "earthworm",
        "earthworm-0",
    ):
        yield line(ordeals=f"{card},2T2B,3T2B"), "ordeals[1]", ""
    for card in ("earthworm-7", "earthworm-1", "1T", "2T2B", "1T1B1L-else-5", "met"):
        yield line(ordeals=f"{card},2T2B,3T2B"), "ordeals[1]", ""
    yield line(ordeals="1T,2T2B,3T2B"), "ordeals[1]", '"1T" is none of this number\'s cards: 1T1B1L'
    yield line(ordeals="1T1B1L,hidden,3T2B"), "ordeals[2]", "lies face up at the base level"
    yield line(ordeals="1T1B1L,2T2B:met,3T2B"), "ordeals[2]", "is met before one that comes first"
    yield line(ordeals="1T1B1L,2T2B:tr,3T2B"), "ordeals[2]", "beside the lowest ordeal to come only"
    yield line(ordeals="1T1B1L:3tr,2T2B,3T2B"), "ordeals[1]", "3 Traitors beside an ordeal that is met with 3"
    yield line(ordeals="1T1B1L:2tr.tb,2T2B,3T2B"), "ordeals[1]", "3 Traitors beside"
    yield line("prophet=1", rules="base,prophet", ordeals="1T1B1L:2tr,2T2B,3T2B"), "ordeals[1]", "that is met with 2"
    yield line(ordeals="1T1B1L:st,2T2B,3T2B"), "ordeals[1]", "only Traitors"
    yield line(ordeals="1T1B1L:,2T2B,3T2B"), "ordeals[1]", "is no code"
    yield line(ordeals="1T1B1L:mett,2T2B,3T2B"), "ordeals[1]", "unknown code"
    yield line(ordeals="1T1B1L:met,2T2B:met,3T2B:met"), "ordeals", "the game is over"
    yield line(**EXPERT | {"ordeals": "hidden:met,hidden,hidden"}), "ordeals[1]", "is met, so its card is known"
    yield line(ordeals="1T1B1L:met,2T2B,3T2B", turn="p1.setup"), "ordeals", "in the setup"
    yield line(ordeals="1T1B1L:tr,2T2B,3T2B", turn="p1.setup"), "ordeals", "in the setup"
    for who in ("p0", "p2", "p7", "p999"):
        yield line(turn=f"{who}.turn"), "turn", "there is 1"
    yield line(**TWO | {"turn": "p3.turn"}), "turn", "there are 2"
    for who in ("1", "p", "", "player1", "P1", "p1111"):
        yield line(turn=f"{who}.turn"), "turn", "is not a player"
    for name in ("trun", "", "over", "TURN", "destroy", "lost"):
        yield line(turn=f"p1.{name}"), "turn", "unknown stage"
    yield line(turn="p1.jugle"), "turn", 'did you mean "juggle"'
    for rules in (
        "bas",
        "base,expert",
        "base,pantry",
        "base,vigil,prison",
        "base,size=7x7",
        "base,size=3",
        "base,players=3",
        "base,ordeal1=",
        "base,safe",
    ):
        yield line(rules=rules), "rules", ""
    yield line(rules=""), "rules", "empty"


def test_ordeals_turns_and_rules_that_cannot_be() -> None:
    assert unrefused(ordeal_cases(), problems_of_line) == []


@pytest.mark.parametrize(
    "text", ["", " ", "\n", "cn", "cn:", "hello", "cn:base", line()[3:], "CN:" + line()[3:], "cp:" + line()[3:], line().replace("/", " ")]
)
def test_lines_that_are_none(text: str) -> None:
    assert {problem.place for problem in problems_of_line(text)} <= {"line", "rules"}


@STRANGE_CHARACTERS
def test_characters_that_do_not_occur_in_a_line(character: str) -> None:
    check_strange_character(read_line, line(castle=f"st{character}ps"))


def test_a_line_of_any_length_is_refused_quickly() -> None:
    assert "too long: 1,000," in problems_of_line("cn:" + "a" * 1_000_000)[0].reason
    assert named(problems_of_line(line(castle="st" * 1_900)), "castle", "1900 tiles in column 1")


# Keys that need a rule or a stage

VALUES = {
    "hand": "st", "revealed": "st", "recovering": "circle", "due": "1", "sweep": "1.1", "meets": "p2", "during": "turn", "turning": "2",
    "reveals": "1", "vigil": "st", "prophet": "2", "haunted": "1.1", "prison": "st.ps", "pantry": "ft", "champion": "p1",
}  # fmt: skip
NEEDED_RULES = {
    "revealed": "introductory", "recovering": "introductory", "turning": "base", "reveals": "base", "vigil": "base", "prophet": "base",
    "pawn-used": "base", "haunted": "base", "prison": "base", "pantry": "expert", "gift": "base", "meets": "base", "champion": "base",
}  # fmt: skip
STAGES_AND_RULES = [
    ("who", "base"), ("donate", "base"), ("pay-champion", "base"), ("draw-vigil", "base"), ("prophet", "base"), ("pay-prison", "base"),
    ("lost-prison", "base"), ("lost-haunted", "base"), ("haunt", "base,cold-sweat"), ("lost-pantry", "expert"), ("turn-up", "expert"),
    ("choose-card", "base"), ("turn-over", "base"), ("meet-card", "base"), ("juggle", "introductory"), ("reveal", "introductory"),
    ("reveal-safe", "introductory"), ("reveal-standard", "introductory"), ("recover", "introductory"), ("fire", "introductory"),
    ("move", "introductory"), ("pay-traitor", "introductory"),
]  # fmt: skip
CARDS = {"introductory": "1T1B1L,earthworm-1,3T2B", "base": "1T1B1L,2T2B,3T2B", "expert": "hidden,hidden,hidden"}


def stated(key: str, *, players: int = 2) -> str:
    value = VALUES.get(key, "")
    if key == "haunted" and players == 2:
        value = f"p1.{value}"
    return key if key in FLAGS else f"{key}={value}"


@pytest.mark.parametrize("key", NEEDED_RULES)
def test_keys_that_do_not_go_with_the_rules(key: str) -> None:
    rules = NEEDED_RULES[key]
    text = line(stated(key, players=1).replace("p2", "p1"), rules=rules, ordeals=CARDS[rules], standard="333.333.333.333.5.2")
    assert named(problems_of_line(text), key, "only with ")


@pytest.mark.parametrize(("stage", "rules"), STAGES_AND_RULES)
def test_stages_that_do_not_go_with_the_rules(stage: str, rules: str) -> None:
    text = line(rules=rules, ordeals=CARDS[rules.split(",")[0]], turn=f"p1.{stage}")
    assert named(problems_of_line(text), "stage", f'"{stage}" only with ')


def stage_cases() -> Iterator[Case]:
    for key in EXTRAS:
        if key not in FITTING and key not in UNFITTING:
            continue
        fitting = FITTING.get(key, set(STAGE_NAMES) - set(UNFITTING.get(key, ())))
        for stage in STAGE_NAMES:
            level = "base" if stage == "turn-up" else "expert"
            rules = f"{level},two-player"
            text = line(
                stated(key), **TWO_EXPERTS | {"rules": rules, "ordeals": CARDS[level], "turn": f"p1.{stage}", "standard": "-", "safe": "-"}
            )
            if stage not in fitting:
                yield text, key, f'does not go with the stage "{stage}"'


def test_keys_that_do_not_go_with_the_stage() -> None:
    assert unrefused(stage_cases(), problems_of_line) == []


FULL = "stsc.psjc"
SMALL = {"rules": "base,size=2x2", "castle": FULL, "ordeals": "1T1B1L,2T2B,3T2B"}
PENALTY = {
    "rules": "expert,ordeal1=9T-else-2:1,size=2x3",
    "castle": "stss.ptpc",
    "ordeals": "9T-else-2:tr,hidden,hidden",
    "turn": "p1.penalty",
}
CHAMPION = {"rules": "base,two-player", "ordeals": "1T1B1L:met,2T2B,3T2B", "turn": "p1.pay-champion", "standard": "-"}
COMPLETE = {"rules": "base,prison", "castle": "ptpcpt.psjcpsjt", "ordeals": "1T1B1L:met,2T2B,3T2B", "standard": "-", "safe": "-"}
TOWERS = {
    "rules": "expert",
    "castle": "stscssst.ptpsptps.stscssst",
    "ordeals": "hidden,hidden,hidden",
    "turn": "p1.choose-card",
    "standard": "-",
}
PRICE = {"castle": "stpssc.ctss", "turn": "p1.pay-traitor", "standard": "333.333.333.333.5.2"}


@pytest.mark.parametrize(
    ("text", "place", "reason"),
    [
        # The tile in hand.
        (line(turn="p1.use"), "hand", "has to be stated: a Defender or Pantry tile"),
        (line("hand=tr", turn="p1.use"), "hand", "Traitor: expected a Defender or Pantry tile"),
        (line(turn="p1.traitor"), "hand", "has to be stated: a Traitor"),
        (line("hand=st", turn="p1.traitor"), "hand", "Seer Triangle: expected a Traitor"),
        (line("hand=tr", rules="base,horror", turn="p1.haunt"), "hand", "expected a black-bordered Traitor"),
        (line("hand=st"), "hand", 'does not go with the stage "turn"'),
        (line("hand=st", turn="p1.juggle"), "hand", "does not go with the stage"),
        (line("hand=st", turn="p1.draw-safe"), "hand", "does not go with the stage"),
        (line("hand=xx", turn="p1.use"), "hand", 'unknown code "xx"'),
        (line("hand=2st", turn="p1.use"), "hand", "unknown code"),
        (line("hand=", turn="p1.use"), "hand", "unknown code"),
        (line("hand", turn="p1.use"), "hand", "unknown code"),
        (line("received", turn="p1.who", **TWO), "received", "there is none"),
        (line("hand=st", "received", rules="introductory", ordeals=CARDS["introductory"], turn="p1.use"), "received", "every tile is drawn"),
        (line("hand=tr", "received", **EXPERT | {"turn": "p1.meet-card"}), "received", "a Traitor is always drawn"),
        (line("hand=tr", "gift", **TWO_EXPERTS | {"turn": "p1.meet-card"}), "gift", "a Traitor cannot be donated"),
        (line("hand=ft", **TWO_EXPERTS | {"rules": "expert,two-player,pantry", "turn": "p1.donate"}), "hand", "expected a Defender"),
        (
            line("hand=st", rules="introductory,ordeal1=9T-else-2:1", castle="stsc.ps", ordeals="9T-else-2,earthworm-1,3T2B", turn="p1.penalty"),
            "hand",
            "at the introductory level no ordeal is met before",
        ),
        (
            line("hand=st", rules="introductory,two-player,size=1x1", castle="-,ss", ordeals=CARDS["introductory"], turn="p2.donate"),
            "castles[2]",
            "is full",
        ),
        (
            line("hand=ss", rules="introductory,two-player,size=1x2", castle="ss,st", ordeals=CARDS["introductory"], turn="p2.donate"),
            "castles[2]",
            "nobody is asked which",
        ),
        (
            line("hand=ss", rules="introductory,two-player,size=2x2", castle="ssps.ss,stps.st", standard="-", ordeals=CARDS["introductory"], turn="p2.donate"),
            "hand",
            "only if the partner can place it",
        ),
        (
            line("hand=ss", "gift", rules="introductory,two-player,size=1x2", castle="ss,st", ordeals=CARDS["introductory"], turn="p1.use"),
            "stage",
            "nothing can happen",
        ),
        # Revealed tiles.
        (line("revealed=3sc.2tr", standard="330.333.333.333.3.2"), "revealed", "5 tiles, at most 4"),
        (line("revealed=4sc", turn="p1.use", standard="440.444.444.444.3.2"), "hand", "has to be stated"),
        (line("revealed=4sc", "hand=ss", turn="p1.use", standard="440.444.444.444.3.2"), "revealed", "4 tiles, at most 3"),
        (line("revealed=4sc", turn="p1.reveal", standard="440.444.444.444.3.2"), "revealed", "4 tiles, at most 3"),
        (line("revealed=999st"), "revealed", "1004 of Seer Triangle"),
        (line("revealed=1000st"), "revealed", "is no code"),
        (line("revealed=st", turn="p1.draw-safe"), "revealed", "does not go"),
        # Powers.
        (line(turn="p1.juggle", castle="st"), "stage", 'nothing can happen at "juggle"'),
        (line(turn="p1.juggle", castle="stst", standard="344.444.444.444.5.2"), "stage", "nothing can happen"),
        (line(turn="p1.juggle", standard="444.444.555.444.5.2"), "standard", "a Juggler was discarded"),
        (line(turn="p1.fire", standard="444.444.444.545.5.2"), "standard", "a Pyro was discarded"),
        (line(turn="p1.move", standard="444.444.444.545.5.2"), "standard", "a Pyro was discarded"),
        (line(turn="p1.reveal", standard="455.444.444.444.5.2"), "standard", "a Seer was discarded"),
        (line(turn="p1.reveal", standard="-", safe="-"), "stage", "nothing can happen"),
        (line(turn="p1.reveal-safe", safe="-"), "stage", "nothing can happen"),
        (line(turn="p1.draw-safe", safe="-"), "stage", "nothing can happen"),
        (line(turn="p1.draw-standard", standard="-"), "stage", "nothing can happen"),
        (line(turn="p1.recover"), "recovering", "has to be stated"),
        (line("recovering=circle", turn="p1.recover", standard="444.445.444.444.5.2"), "standard", "a Chameleon Circle was discarded"),
        (line("recovering=circle", turn="p1.recover", standard="445.444.445.445.5.2"), "stage", "nothing can happen"),
        (line("recovering=round", turn="p1.recover"), "recovering", "expected triangle, square, circle"),
        (line(turn="p1.fire", castle="st"), "castle", "nobody is asked which"),
        (line(turn="p1.fire", castle="st.ss"), "stage", "nothing can happen"),
        (line(turn="p1.move", castle="st"), "stage", "nothing can happen"),
        (line(turn="p1.move", castle="-"), "stage", "nothing can happen"),
        # Destruction.
        (line("due=5", **PRICE), "due", "5 tiles: at the stage pay-traitor it is 1 to 4"),
        (line("due=0", **PRICE), "due", "expected a number from 1"),
        (line("due=x", **PRICE), "due", "expected a number from 1"),
        (line("due=100", **PRICE), "due", "expected a number from 1"),
        (line("due=2", turn="p1.fire"), "due", "2 tiles: at the stage fire it is 1 to 1"),
        (line(**PRICE | {"castle": "stpssc.ct"}), "castle", "4 tiles, of which 4 are destroyed"),
        (line("sweep=1.3", **PRICE), "sweep", "none has been destroyed"),
        (line("due=3", "sweep=3.1", **PRICE), "sweep", "no tile of column 3, row 1"),
        (line("due=3", "sweep=2.4", **PRICE), "sweep", "no tile of column 2, row 4"),
        (line("due=3", "sweep=2.1", **PRICE), "stage", "nothing can happen"),
        (line("due=3", "sweep=0.1", **PRICE), "sweep", "is not a tile of a castle"),
        (line("due=3", "sweep=2", **PRICE), "sweep", "is not a tile of a castle"),
        (line("due=3", "sweep=1.2", "champion=p1", **CHAMPION | {"castle": "stscst.ps,ss"}), "sweep", "no tile of column 1, row 2"),
        (line("champion=p2", **CHAMPION | {"castle": "stpssc.psscst.ss,ss"}), "champion", "without having it"),
        (line("due=3", **PENALTY), "due", "3 tiles: at the stage penalty it is 1 to 2"),
        (line(**PENALTY | {"castle": "stss.pt"}), "castle", "too few for a foundation"),
        (line(**PENALTY | {"ordeals": "9T-else-2:2tr,hidden,hidden"}), "ordeals[1]", "2 Traitors beside an ordeal that is met with 1"),
        (line("during=turn", **PENALTY), "ordeals[1]", "1 Traitors beside"),
        (line(turn="p1.penalty"), "ordeals[1]", "1T1B1L has no tiles destroyed"),
        (line(**EXPERT | {"turn": "p1.penalty"}), "ordeals[1]", "its card is known"),
        (line("due=3", **EXPERT | {"turn": "p1.penalty"}), "ordeals[1]", "its card is known"),
        # Encounters.
        (line(**TWO | {"turn": "p1.who"}), "castles[1]", "both foundations are complete"),
        (line("champion=p1", **TWO | {"ordeals": "1T1B1L:met,2T2B,3T2B", "turn": "p1.who"}), "stage", "for the first ordeal only"),
        (line(**TWO_EXPERTS | {"turn": "p1.meet-card"}), "castles[1]", "both foundations are complete"),
        (
            line(**TWO_EXPERTS | {"rules": "expert,two-player,pantry,size=1x3", "castle": "stft,ss", "turn": "p1.who"}),
            "castles",
            "equally many Pantry tiles",
        ),
        (line(**EXPERT | {"ordeals": "2T-else-16,hidden,hidden", "turn": "p1.meet-card"}), "ordeals[1]", "2T-else-16 is known"),
        (line("during=turn", "hand=st", **EXPERT | {"turn": "p1.meet-card"}), "during", "the tile in hand is used after"),
        (line("during=end", **EXPERT | {"turn": "p1.meet-card"}), "during", 'expected "turn"'),
        (line("during=turn", "gift", **TWO_EXPERTS | {"turn": "p1.meet-card"}), "during", "a donated tile"),
        (line("champion=p1", "meets=p1", **TWO_EXPERTS | {"ordeals": "2T-else-16:met,hidden,hidden", "turn": "p1.meet-card"}), "meets", "without the Champion"),
        (line("meets=p3", **TWO_EXPERTS | {"turn": "p1.meet-card"}), "meets", "there are 2"),
        (line(rules="base,prison", turn="p1.pay-prison", castle="stscst.psjcps", standard="-"), "ordeals", "none is met"),
        (
            line("prison=st.ss.st.ss.st.ss.st.ss", **COMPLETE | {"turn": "p1.pay-prison"}),
            "prison",
            "is complete",
        ),
        # Towers.
        (line(**EXPERT | {"turn": "p1.choose-card"}), "reveals", "the castle has 0 towers"),
        (line("reveals=2", **EXPERT | {"castle": "stscssst.pt", "standard": "-", "turn": "p1.choose-card"}), "reveals", "the castle has 1 towers"),
        (line("reveals=3", **TOWERS), "reveals", "the castle has 3 towers, and at most 2 are new"),
        (line(**EXPERT | {"castle": "stscssst", "standard": "-", "turn": "p1.turn-over"}), "turning", "has to be stated"),
        (line("turning=4", **EXPERT | {"castle": "stscssst", "standard": "-", "turn": "p1.turn-over"}), "turning", "expected a number from 1 to 3"),
        (
            line("turning=1", **EXPERT | {"castle": "stscssst", "standard": "-", "ordeals": "2T-else-16,hidden,hidden", "turn": "p1.turn-over"}),
            "turning",
            "does not lie face down",
        ),
        (
            line(**EXPERT | {"castle": "stscssst", "standard": "-", "ordeals": "2T-else-16,3T-else-32,5T-else-42", "turn": "p1.choose-card"}),
            "stage",
            "nothing can happen",
        ),
        # Full castles.
        (line(turn="p1.draw-safe", **SMALL), "castle", "is full and meets the ordeal"),
        (line(turn="p1.juggle", **SMALL), "castle", "is full and meets the ordeal"),
        (line("hand=ss", turn="p1.use", **SMALL), "castle", "is full and meets the ordeal"),
        (line(turn="p1.setup", **SMALL), "castle", "is full and meets the ordeal"),
        # Appendices.
        (line(rules="base,vigil"), "vigil", "has to be stated"),
        (line("vigil=tr", rules="base,vigil"), "vigil", "Traitor is not a Defender"),
        (line("vigil=ft", **EXPERT | {"rules": "expert,vigil,pantry"}), "vigil", "Pantry Triangle is not a Defender"),
        (line(rules="base,vigil", turn="p1.draw-vigil", safe="-"), "safe", "The Vigil is still to be drawn"),
        (line(rules="base,prophet"), "prophet", "has to be stated"),
        (line("prophet=0", rules="base,prophet"), "prophet", "expected a number from 1 to 3"),
        (line("prophet=2", rules="base,prophet,ordeal2=2T2B:1"), "prophet", "takes 1 Traitor"),
        (line("prison=st.pt", rules="base,prison"), "prison", "Seer Triangle and Pyro Triangle lie beside each other"),
        (line("prison=st.ss.st.ss.st.ss.st.pt", rules="base,prison", standard="-", safe="-", castle="-"), "prison", "beside each other"),
        (line("prison=ss.st.ss.st.ss.st.sc.ps", rules="base,prison", standard="-", safe="-", castle="-"), "prison", "Pyro Square and Seer Square"),
        (line("prison=st.ss.st.ss.st.ss.st.ss.sc", rules="base,prison", standard="-", safe="-", castle="-"), "prison", "9 tiles, there is room for 8"),
        (line("prison=tr", rules="base,prison"), "prison", "Traitor is not a Defender"),
        (line("prison=-", rules="base,prison"), "prison", "unknown code"),
        (line("prison=2st", rules="base,prison"), "prison", "unknown code"),
        (line("haunted=3.1", rules="base,cold-sweat"), "haunted", "there is no tile in column 3, row 1"),
        (line("haunted=1.3", rules="base,horror"), "haunted", "there is no tile in column 1, row 3"),
        (line("haunted=1.0", rules="base,horror"), "haunted", "is not a tile of a castle"),
        (line("haunted=1", rules="base,horror"), "haunted", "is not a tile of a castle"),
        (line("haunted=p1.1.1", rules="base,horror"), "haunted", "is not a tile of a castle"),
        (line("haunted=1.1", **TWO | {"rules": "base,two-player,horror"}), "haunted", "is not a player"),
        (line("haunted=p2.2.1", **TWO | {"rules": "base,two-player,horror"}), "haunted", "no tile in column 2"),
        (line("haunted=1.1", "hand=tb", rules="base,horror", castle="st.ps.cc.ct.ss.jc", turn="p1.haunt"), "haunted", "has already taken its place"),
        (line("hand=tb", rules="base,horror", turn="p1.haunt"), "stage", "nothing can happen"),
        (line("pawn-used", rules="base,cold-sweat"), "pawn-used", "only with premonition"),
        # Two players.
        (line("champion=p1", **TWO), "champion", "before the first ordeal"),
        (line(**TWO | {"ordeals": "1T1B1L:met,2T2B,3T2B"}), "champion", "has to be stated"),
        (line("champion=1", **TWO), "champion", "is not a player"),
        # Keys by themselves.
        (line("gift=1", **TWO), "gift", "takes no value"),
        (line("revealed=st", "revealed=ss"), "revealed", "stated twice"),
        (line("reveled=st"), "reveled", 'did you mean "revealed"'),
        (line(""), '""', "unknown key"),
        (line("discards=st"), "discards", "unknown key"),
    ],
    ids=lambda value: value[:80],
)  # fmt: skip
def test_what_is_pending_has_to_fit(text: str, place: str, reason: str) -> None:
    assert named(problems_of_line(text), place, reason)


MET = "1T1B1L:met,2T2B:met,3T2B:met"


@pytest.mark.parametrize(
    ("text", "place", "reason"),
    [
        (line(turn="p1.won"), "ordeals", "0 are met"),
        (line(turn="p1.won", ordeals=MET), "castle", "the foundation is incomplete"),
        (line(turn="p1.won", ordeals="1T1B1L:met,2T2B:met,hidden:met"), "ordeals[3]", "name it"),
        (line(turn="p1.won", rules="base,prison,size=2x2", ordeals=MET), "prison", "0 tiles, so it is not"),
        (line(turn="p1.lost-prison", rules="base,prison,size=2x2"), "ordeals", "0 are met"),
        (
            line(
                "prison=pt.js.pt.js.pt.js.pt.js", turn="p1.lost-prison", rules="base,prison,size=2x2", ordeals=MET, standard="-", safe="-"
            ),
            "prison",
            "8 tiles, so it is not",
        ),
        (
            line(turn="p1.won", rules="expert,pantry,size=2x2", ordeals="2T-else-16:met,3T-else-32:met,5T-else-42:met"),
            "castle",
            "0 Pantry tiles after 3 ordeals",
        ),
        (line(turn="p1.lost-pantry", **EXPERT | {"rules": "expert,pantry"}), "castle", "0 Pantry tiles after 0 ordeals"),
        (line(turn="p1.lost-pantry", **EXPERT | {"rules": "expert,pantry", "castle": "stft"}), "castle", "1 Pantry tiles after 0 ordeals"),
        (line(turn="p1.lost-formations", ordeals=MET), "ordeals", "all three are overcome"),
        (line(turn="p1.lost-foundation", ordeals=MET), "ordeals", "all three are overcome"),
        (line(turn="p1.lost-foundation", **EXPERT), "ordeals[1]", "name it"),
        (line(turn="p1.lost-formations", **EXPERT), "ordeals[1]", "name it"),
        (line(turn="p1.lost-formations", **EXPERT | {"ordeals": "2T-else-16,hidden,hidden"}), "ordeals[1]", "does not end a game as"),
        (
            line(turn="p1.lost-formations", rules="base,ordeal1=earthworm-1:3", ordeals="earthworm-1,2T2B,3T2B"),
            "ordeals[1]",
            "does not end",
        ),
        (line(turn="p1.lost-formations", rules="base,ordeal1=0T:3", ordeals="0T,2T2B,3T2B"), "castle", "has the formations of 0T"),
        (line(turn="p1.lost-formations", ordeals="1T1B1L:4tr,2T2B,3T2B"), "ordeals[1]", "4 Traitors"),
        (line("hand=st", "received", turn="p1.lost-formations"), "received", "does not go with"),
    ],
)
def test_endings_that_cannot_be(text: str, place: str, reason: str) -> None:
    assert named(problems_of_line(text), place, reason)


# TOML

TILE_LISTS = ("revealed", "discards", "safe", "standard")


def type_cases() -> Iterator[Case]:
    for key in (*NUMBERS, *CARD_NUMBERS, *PLAYERS, "player", "met", "traitors", "black-traitors"):
        for value in NOT_A_SMALL_NUMBER:
            yield toml(**{key: value}), f"my.toml: {key}", "expected "
    for key in FLAGS:
        for value in ("1", '"true"', "[]", "0.0"):
            yield toml(**{key: value}), f"my.toml: {key}", "expected true or false"
    for key in (*TILE_LISTS, "prison"):
        for value in ("1", "true", "{}"):
            yield toml(**{key: value}), f"my.toml: {key}", "expected a list of tiles"
        for value in ("[1]", "[[]]", "[true]"):
            yield toml(**{key: value}), f"my.toml: {key}[1]", "expected the name of a tile"
        yield toml(**{key: '["st", "sear triangle"]'}), f"my.toml: {key}[2]", 'did you mean "seer triangle"'
        yield toml(**{key: '["\\u0000"]'}), f"my.toml: {key}[1]", "unknown"
    for key in ("stage", "rules", "recovering", "during", "game", *ONE_TILE):
        for value in ("1", "true", "[]"):
            yield toml(**{key: value}), f"my.toml: {key}", "expected a text"
    for key in ("sweep", "haunted"):
        for value in ("1", '"1.1"', "[1]", "[1, 2, 3]", "[0, 1]", "[1, 7]", "[true, 1]", "[1.0, 1]", "[[1], 1]"):
            yield toml(**{key: value}), f"my.toml: {key}", "expected column, row"
    for value in ("1", "true", "{}", "1979-05-27"):
        yield toml(castle=value), "my.toml: castle", "expected a drawing or a list of columns"
    for value in ("[1]", "[true]", "[[]]", "[{}]"):
        yield toml(castle=value), "my.toml: castle[1]", "expected the tiles of a column"
    for value in ("1", '"st"', "{}", "[[], []]"):
        yield toml(castle='""', castles=value), "my.toml: castles", "expected a list with a castle for each player"
    for value in ("1", '"1T1B1L"', "[]", '["1T"]', '["1T", "1T", "1T", "1T"]', "{}"):
        yield toml(ordeals=value), "my.toml: ordeals", "expected a list of three"
    for value in ("1", "[]", "true"):
        yield toml(ordeals=f'["1T", "1T", {value}]'), "my.toml: ordeals[3]", "expected a card"
    for value in ("1", '"111"', "[]"):
        yield toml(supply=value), "my.toml: supply", "expected a table"


def test_values_of_the_wrong_type() -> None:
    assert unrefused(type_cases(), problems_of_file) == []


@pytest.mark.parametrize(
    ("text", "place", "reason"),
    [
        *UNREADABLE_FILES,
        ('game = "castle-panic"', "my.toml: game", "did you mean \"castellion\""),
        (toml(stge='"turn"'), "my.toml: stge", 'did you mean "stage"'),
        (toml(stage='"juglle"'), "my.toml: stage", 'did you mean "juggle"'),
        (toml(tratiors="1"), "my.toml: tratiors", 'did you mean "traitors"'),
        (toml(black_traitors="1").replace("black-", "black_"), "my.toml: black_traitors", 'did you mean "black-traitors"'),
        (toml(rules='"bse"'), "my.toml: rules", 'did you mean "base"'),
        (toml(rules='"base²"'), "my.toml: rules", "is not a list of rules"),
        (toml(rules='"' + "a," * 500 + '"'), "my.toml: rules", "is not a list of rules"),
        (toml(rules='"base, pantry"'), "my.toml: rules.pantry", "belongs to the expert level"),
        # Castles.
        (toml(castle='"""\nst\n.."""'), "my.toml: castle", "a tile hangs in the air: column 1 is empty in row 1"),
        (toml(castle='"""\n.. st\n.. ..\nps ct"""'), "my.toml: castle", "column 2 is empty in row 2"),
        (toml(castle='"st .. ps"'), "my.toml: castle", "is split"),
        (toml(castle='"""\nst ps\nst"""'), "my.toml: castle", "every row needs as many cells"),
        (toml(castle='"st xx"'), "my.toml: castle", 'unknown code "xx"'),
        (toml(castle='"st tr"'), "my.toml: castle", "a Traitor in column 2"),
        (toml(castle='"st.ps..ct"'), "my.toml: castle", "a column without a tile"),
        (toml(castle='["st", ""]'), "my.toml: castle[2]", "a column without a tile"),
        (toml(castle='["st", "seer"]'), "my.toml: castle[2]", "unknown code"),
        (toml(castle='["st", ["seer"]]'), "my.toml: castle[2][1]", "did you mean"),
        (toml(castle='"' + "st ps " * 200 + '"'), "my.toml: castle", "too long for a castle"),
        (toml(castle='"st ps ct ss sc pc pt"'), "my.toml: castle", "7 columns, at most 6"),
        (toml(castles='["st"]'), "my.toml: castle", "stated under castles already"),
        (toml(rules='"base, two-player"', castle='""', castles='["st", "st st st st st st", "st"]'), "my.toml: castles", "at most 2"),
        (toml(castle='["st st st st st st", "st"]'), "my.toml: castle", "7 of Seer Triangle, this game has 6"),
        # Tiles.
        (toml(hand='"sear triangle"'), "my.toml: hand", 'did you mean "seer triangle"'),
        (toml(hand='"seer triangle"', stage='"turn"'), "my.toml: hand", "does not go with the stage"),
        (toml(revealed='["9999 st"]'), "my.toml: castle, revealed", "10000 of Seer Triangle"),
        (toml(safe='["2 st"]'), "my.toml: safe", "2 of Seer Triangle, the pile began with 1"),
        (toml(safe='["traitor"]'), "my.toml: safe", "1 of Traitor, the pile began with 0"),
        (toml(safe='"111.111"'), "my.toml: safe", "is not a pile"),
        (toml(safe='"111.111.111.111.0.0"'), "my.toml: safe", "is not a pile"),
        (toml(discards='["traitor"]'), "my.toml: discards", "Traitors that are gone are not kept"),
        (toml(discards='["6 st"]'), "my.toml: castle, discards", "7 of Seer Triangle"),
        (toml(discards="[]", safe="[]"), "my.toml: safe, standard, discards", "missing"),
        (toml(discards='["st"]', safe="[]", standard="[]"), "my.toml: safe, standard, discards", "4 of Seer Triangle missing"),
        (toml(traitors="10"), "my.toml: traitors", "10 of Traitor"),
        (toml(traitors="2", black_traitors="1"), "my.toml: ordeals[1]", "3 Traitors beside an ordeal that is met with 3"),
        (toml(met="4"), "my.toml: met", "expected 0 to 3"),
        (toml(met="3"), "my.toml: ordeals", "the game is over"),
        (toml(player="2"), "my.toml: player", "expected 1 to 1, not 2"),
        (toml(haunted="[1, 1]"), "my.toml: haunted", "only with cold-sweat or horror"),
        (toml(rules='"base, cold-sweat"', haunted="[2, 2]"), "my.toml: haunted", "there is no tile in column 2, row 2"),
        (toml(rules='"base, cold-sweat"', haunted="[1, 1]", pawn_used="false"), "my.toml: pawn-used", "the pawn stands on the haunted tile"),
        (toml(rules='"base, two-player, horror"', haunted="[3, 1, 1]"), "my.toml: haunted", "player 3: there are 2"),
        (toml(rules='"base, two-player"', stage='"use"', hand='"ss"', gift="true", received="false"), "my.toml: received", "never drawn ones"),
        # Configurations.
        (toml(ordeals='["1T1B1L", "2T2B", "hidden"]'), "my.toml: ordeals[3]", "lies face up at the base level"),
        (toml(ordeals='["1T1B1L", "2T2B", "3X"]'), "my.toml: ordeals[3]", "is not an ordeal"),
        (toml(ordeals='["1T1B1L", "2T2B", "3T.2B"]'), "my.toml: ordeals[3]", "is not an ordeal"),
        (toml(ordeals='["1T1B1L", "2T2B", "3T:4"]'), "my.toml: ordeals[3]", "is not an ordeal"),
        (toml(ordeals='["1T1B1L", "2T2B", "10T"]'), "my.toml: ordeals[3]", "no castle holds more than 9"),
        (toml(ordeals='["1T1B1L", "2T2B", { cards = [] }]'), "my.toml: ordeals[3].cards", "0 cards: expected 1 to 6"),
        (toml(ordeals='["1T1B1L", "2T2B", { cards = ["1T", "1B", "1L", "2T", "2B", "2L", "3T"] }]'), "my.toml: ordeals[3].cards", "7 cards"),
        (toml(ordeals='["1T1B1L", "2T2B", { cards = ["1T", "1T"] }]'), "my.toml: ordeals[3].cards", "names a card twice"),
        (toml(ordeals='["1T1B1L", "2T2B", { cards = "1T" }]'), "my.toml: ordeals[3].cards", "expected a list of texts"),
        (toml(ordeals='["1T1B1L", "2T2B", { cards = [1] }]'), "my.toml: ordeals[3].cards", "expected a list of texts"),
        (toml(ordeals='["1T1B1L", "2T2B", { card = "1T" }]'), "my.toml: ordeals[3].card", 'did you mean "cards"'),
        (toml(ordeals='["1T1B1L", "2T2B", { traitors = 0 }]'), "my.toml: ordeals[3].traitors", "expected 1 to 40"),
        (toml(ordeals='["1T1B1L", "2T2B", { traitors = "3" }]'), "my.toml: ordeals[3].traitors", "expected a whole number"),
        (toml(ordeals='["1T1B1L", "2T2B", { up = "1T" }]'), "my.toml: ordeals[3].up", "1T is none of the cards: 3T2B, 3B2L, 2T3L"),
        (toml(ordeals='["1T1B1L", "2T2B", { up = "wrong" }]'), "my.toml: ordeals[3].up", "is not an ordeal"),
        (toml(ordeals='["1T1B1L", "2T2B", { up = 1 }]'), "my.toml: ordeals[3].up", "expected a text"),
        (toml(rules='"base, ordeal1=2T:2"'), "my.toml: ordeals[1]", "differs from what the rules say, ordeal1=2T:2"),
        (toml(supply='{ safe = "999.999.999.999.9.9" }'), "my.toml: supply.safe", "is not a pile"),
        (toml(supply='{ safe = ["traitor"] }'), "my.toml: supply.safe", "the safe pile has no Traitors"),
        (toml(supply='{ safe = ["10 st"] }'), "my.toml: supply.safe", "10 of Seer Triangle: at most 9"),
        (toml(supply='{ standard = ["61 traitor"] }'), "my.toml: supply.standard", "61 Traitors: at most 60"),
        (toml(supply='{ standard = "555.555.555.555.99.99" }'), "my.toml: supply.standard", "198 Traitors: at most 60"),
        (toml(supply='{ standard = ["pantry circle"] }'), "my.toml: supply.standard", "Pantry tiles are in no pile"),
        (toml(supply='{ stardard = ["st"] }'), "my.toml: supply.stardard", 'did you mean "standard"'),
        (toml(supply='{ safe = ["st"] }', rules='"base, safe=111.111.111.000"'), "my.toml: supply.safe", "differs from what the rules say"),
        (toml(supply='{ safe = [] }', rules='"base, vigil"'), "my.toml: rules.safe", "The Vigil takes its first tile"),
    ],
    ids=lambda value: str(value)[:80],
)  # fmt: skip
def test_files_that_cannot_be(text: str | bytes, place: str, reason: str) -> None:
    assert named(problems_of_file(text), place, reason)


def test_all_the_reasons_come_at_once() -> None:
    text = toml(
        ordeals='["1T1B1L", "2X", "3T2B"]', supply='{ safe = ["st", "sx"] }', castle='["st", "xx"]', hand='"sr"', stge='"turn"', met="7"
    )
    places = ["supply.safe[2]", "ordeals[2]", "hand", "castle[2]", "met", "stge"]
    assert [problem.place for problem in problems_of_file(text)] == [f"my.toml: {place}" for place in places]
    line_places = [problem.place for problem in problems_of_line(line("vigil=st", "haunted=9.9", rules="base,prison", castle="st" * 7))]
    assert line_places == ["castle", "haunted", "castle, vigil, safe, standard", "vigil", "haunted"]


# Whatever else may come


@settings(max_examples=60)
@given(st.text(max_size=80))
def test_any_text_is_read_or_refused(text: str) -> None:
    read_or_refused(lambda: read_line(text))
    read_or_refused(lambda: read_line(line(text)))
    read_or_refused(lambda: read_line(line(castle=text)))
    read_or_refused(lambda: read_position_file(text))


@settings(max_examples=60)
@given(st.binary(max_size=80))
def test_any_bytes_are_read_or_refused(content: bytes) -> None:
    read_or_refused(lambda: read_position_file(content))


SOME_VALUES = sorted({text.splitlines()[-1].partition(" = ")[2] for text, _, _ in type_cases()})
SOME_KEYS = (*EXTRAS, "stage", "player", "castle", "castles", "safe", "standard", "discards", "supply", "ordeals", "met", "traitors")


@settings(max_examples=100)
@given(st.sampled_from(SOME_KEYS), st.sampled_from(SOME_VALUES), st.sampled_from(SOME_KEYS), st.sampled_from(SOME_VALUES))
def test_any_value_under_any_key_is_read_or_refused(key: str, value: str, other_key: str, other_value: str) -> None:
    read_or_refused(lambda: read_position_file(toml(**{key: value, other_key: other_value})))


def test_a_position_with_parts_of_another_is_read_or_refused() -> None:
    """Sections, keys and letters exchanged at random: what is accepted can be written again and played on."""
    rng, lines = random.Random(1), sorted(played())
    mixed = (mixed_up(rng, lines, SECTIONS, STAGE_NAMES, "stcjp0123456789-.,:=") for _ in range(1500))
    assert 100 < accepted_and_played_on(mixed, read_line, write_position_file, read_position_file) < 600
