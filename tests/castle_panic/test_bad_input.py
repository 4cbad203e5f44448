"""Positions that cannot be: each is refused with its place, by InvalidInput and nothing else.

Most cases are a good position with one thing changed. They are made from the tables, so that a new card, key or stage is tried as well.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import refusal
from castle_panic.walk import played
from castlewise.cli.main import run
from castlewise.models.castle_panic.components import BASE, title
from castlewise.models.castle_panic.notation import SECTIONS, read_line
from castlewise.models.castle_panic.position_draft import EXTRAS, FLAGS, NUMBERS, OUTCOMES, PLAYER_SETS, STAGE_NAMES, STAGES
from castlewise.models.castle_panic.position_file import read_position_file, write_position_file
from castlewise.models.castle_panic.rule_set import read_rules
from castlewise.models.problems import InvalidInput
from command import built_app
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
    "rules": "players=2,co-op",
    "structures": "WWWWWW",
    "monsters": "a1g1",
    "turn": "p1.play",
    "hands": "ra,bk",
    "discards": "-",
    "token-discards": "-",
}


def line(*extras: str, **sections: str) -> str:
    """The good line with other sections (token_discards for token-discards) and further keys."""
    parts = GOOD | {name.replace("_", "-"): text for name, text in sections.items()}
    return "cp:" + "/".join([*parts.values(), *extras])


def toml(**keys: str) -> str:
    """The good position as TOML with other keys, whose values are written as in the file."""
    parts = {"rules": '"players=2"', "monsters": '["goblin archer 1"]', "hand": '["red archer"]'}
    parts |= {name.replace("_", "-"): text for name, text in keys.items()}
    return "".join(f"{name} = {text}\n" for name, text in parts.items())


problems_of_line = partial(refusal.problems_of, read_line)
problems_of_file = partial(refusal.problems_of_file, read_position_file)
read_or_refused = partial(refusal.read_or_refused, read_line=read_line)


def test_the_positions_that_the_bad_ones_are_made_of_are_good() -> None:
    assert str(read_line(line())) == line()
    assert str(read_position_file(toml())) == line(hands="ra,-")


# Monsters


def monster_cases() -> Iterator[Case]:
    for token in BASE.tokens:
        if token.health:
            for health in (0, token.health + 1, 99):
                yield line(monsters=f"a1{token.code}{health}"), "monsters[1]", f"{title(token.name)} with {health} health"
        elif token.code.isalpha():
            yield line(monsters=f"a1{token.code}1"), "monsters[1]", f"{title(token.name)} is not a Monster"
    for arc in (0, 7, 8, 66, 999):
        yield line(monsters=f"a1g1.k{arc}o1"), "monsters[2]", f"arc {arc}"
    for ring in "bdtwz":
        yield line(monsters=f"{ring}1g1"), "monsters[1]", "unknown ring"
    for arc in range(1, 7):
        yield line(monsters=f"c{arc}o1"), "monsters[1]", f"castle {arc}, where a Tower stands"
        yield line(monsters=f"s{arc}g1x"), "monsters[1]", 'attacking, which goes only with the stage "hurt"'
    for mark in ("y", "tt", "xt", "txt"):
        yield line(monsters=f"a1g1{mark}"), "monsters[1]", "unknown mark"
    for word in ("", "a1", "goblin", "1a1g", "a1g1111", "A1G1", "a1g1=t"):
        yield line(monsters=f"a2o1.{word}"), "monsters[2]", "is not a Monster"
    yield line(monsters="a1zz1"), "monsters[1]", "unknown token"
    yield line(monsters="a1ok1"), "monsters[1]", 'did you mean "o'
    yield line(monsters="a1g1t.a2o1t"), "monsters", "2 tarred Monsters"
    yield line(turn="p1.trade", monsters="a1g1t"), "monsters[1]", "comes off before the next turn"
    yield line(turn="p1.draw-up", monsters="a1g1t"), "monsters[1]", "comes off before the next turn"
    yield line(turn="p1.hurt", monsters="a1g1.a2o1"), "monsters", "nobody is attacking"
    yield line(turn="p1.hurt", monsters="k1g1x.k1o1x"), "monsters[1]", "faces no Wall or Tower"
    yield line(turn="p1.hurt", monsters="s1g1x.s1o1x", structures="TWWWWW"), "monsters[2]", "faces no Wall or Tower"
    yield line(turn="p1.hurt", monsters="s1g1x.s1o1tx"), "monsters[2]", "does not move"


def test_monsters_that_cannot_be() -> None:
    assert unrefused(monster_cases(), problems_of_line) == []


# Cards and tokens


def component_cases() -> Iterator[Case]:
    for card in BASE.cards:
        reason = f"{card.count + 1} of {title(card.name)}, the game has {card.count}"
        yield line(hands=f"{card.count}{card.code},{card.code}"), "hands[1], hands[2]", reason
        yield line(hands=f"{card.code},-", discards=f"{card.count}{card.code}"), "hands[1], discards", reason
    for token in BASE.tokens:
        reason = f"{token.count + 1} of {title(token.name)}, this game has {token.count}"
        yield line(monsters="-", token_discards=f"{token.count + 1}{token.code}"), "token-discards", reason
    yield line(monsters=".".join(["a1g1"] * 7)), "monsters", "7 of Goblin, this game has 6"
    yield line(monsters=".".join(["a1o1"] * 41)), "monsters", "41 Monsters on the board, there is room for 40"
    yield line("token=gk", turn="p1.roll", monsters="a1gk1"), "monsters, token", "2 of Goblin King"
    yield line(rules="players=2,co-op,easier-battles", token_discards="2gb"), "token-discards", "2 of Giant Boulder, this game has 1"
    yield line("trophies=o,6g", rules="players=2,master-slayer"), "monsters, trophies[2]", "7 of Goblin"
    yield line("trophies=gb,-", rules="players=2,master-slayer"), "trophies", "Giant Boulder is not a Monster"
    yield line("removed=ra", rules="players=2,co-op,dwindling-resources"), "removed", "only Bricks and Mortars"
    yield line("removed=3br", hands="2br,-", rules="players=2,co-op,dwindling-resources"), "hands[1], removed", "5 of Brick"
    for text in ("rr", "zz", "a", "raa", "R A", "2", "-2ra", "ra-", "ra:bk", "1000ra"):
        yield line(hands=f"{text},-"), "hands[1]", ""
        yield line(discards=f"bk.{text}"), "discards", ""
    yield line(hands="rb,-"), "hands[1]", "did you mean"
    yield line(hands=""), "hands", "1 parts for 2 players"
    yield line(hands="-,-,-"), "hands", "3 parts for 2 players"
    yield line(token_discards="ra"), "token-discards", 'unknown code "ra"'
    yield line(token_discards=""), "token-discards", "is no code"


def test_more_cards_and_tokens_than_there_are() -> None:
    assert unrefused(component_cases(), problems_of_line) == []


# Structures, players, rules


def board_cases() -> Iterator[Case]:
    for letters in ("WWWWWWW", "WWWWW", "", "WWWWWWWWWWWWW"):
        yield line(structures=letters), "structures", f"{len(letters)} letters"
    for letter in "XtO01.":
        yield line(structures=f"WW{letter}WWW"), "structures[3]", "unknown letter"
    yield line(structures="FFFWWW"), "fortified", "3 Fortify tokens, the game has 2"
    yield line(structures="fFWWWF"), "fortified", "3 Fortify tokens"
    for who in ("p0", "p3", "p7", "p999"):
        yield line(turn=f"{who}.play"), "turn", "there are 2"
    for who in ("1", "p", "", "player1", "P1", "p1111"):
        yield line(turn=f"{who}.play"), "turn", "is not a player"
    for name in ("plai", "playing", "", "over", "PLAY", "trades"):
        yield line(turn=f"p1.{name}"), "turn", "unknown stage"
    for rules in (
        "players=9",
        "players=0",
        "players=x",
        "players=2,solitaire",
        "players=1,master-slayer",
        "players=2,edition=3",
        "players=2,walls=7",
    ):
        yield line(rules=rules), "rules", ""
    for rules in ("players=2,all-for-on", "co-opp", "players=2,missing=3", "players=6,kings-tower", "players=2,easier-trades"):
        yield line(rules=rules), "rules", ""
    yield line(rules=""), "rules", "empty"


def test_boards_turns_and_rules_that_cannot_be() -> None:
    assert unrefused(board_cases(), problems_of_line) == []


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "\n",
        "cp",
        "cp:",
        "hello",
        "cp:players=2",
        line()[3:],
        "CP:" + line()[3:],
        line().replace("/", " "),
        line().rsplit("/", 1)[0],
    ],
)
def test_lines_that_are_none(text: str) -> None:
    assert {problem.place for problem in problems_of_line(text)} <= {"line", "rules"}


@STRANGE_CHARACTERS
def test_characters_that_do_not_occur_in_a_line(character: str) -> None:
    check_strange_character(read_line, line(hands=f"ra{character},-"))


def test_a_line_of_any_length_is_refused_quickly() -> None:
    assert "too long: 1,000," in problems_of_line("cp:" + "a" * 1_000_000)[0].reason


# Keys that need a rule or a stage

VALUES = {"offer": "ra.p2.bk", "during": "token", "token": "gb", "homes": "1.2", "king": "3", "removed": "br", "trophies": "g,-"}
VALUES |= dict.fromkeys(NUMBERS, "1") | dict.fromkeys(PLAYER_SETS, "p2")
FITTING_STAGES = {
    "first-turns": set(STAGES) - {"wall-count", "wall", "claim", "king", "place", "place-by-chance", "place-by-roll", "deal"},
    "cards-due": {"draw-up", "deal", "replace", "draw"},
    "trades-left": {"trade", "answer"},
    "refused": {"trade", "answer"},
    "offer": {"answer"},
    "during": {"hurt", "claim-backup", "give-up"},
    "tokens-due": {"token", "roll"},
    "tokens-after": {"token", "roll"},
    "token": {"roll"},
    "discarders": {"hurt", "claim-backup", "give-up"},
    "homeless": {"hurt", "claim-backup"},
    "walls-due": {"wall"},
}
EVERY_RULE = "players=2,master-slayer,kings-tower,desperate-times,final-charge,dwindling-resources"


def stated(key: str) -> str:
    return key if key in FLAGS else f"{key}={VALUES[key]}"


def stage_cases() -> Iterator[Case]:
    for key, fitting in FITTING_STAGES.items():
        rules = f"{EVERY_RULE},walls=random" if key == "walls-due" else EVERY_RULE
        for stage in (set(STAGES) | set(OUTCOMES)) - fitting:
            if (key, stage) not in {("first-turns", "won"), ("first-turns", "lost-towers"), ("first-turns", "lost-players")}:
                yield line(stated(key), rules=rules, turn=f"p1.{stage}"), key, "does not go with the stage"


def test_keys_that_do_not_go_with_the_stage() -> None:
    assert unrefused(stage_cases(), problems_of_line) == []


@pytest.mark.parametrize(
    "key", ["refused", "offer", "trophies", "homeless", "homes", "backup", "out", "king", "king-fell", "desperate", "charge"]
)
def test_keys_that_do_not_go_with_the_rules(key: str) -> None:
    assert named(problems_of_line(line(stated(key))), key, "only with ")


@pytest.mark.parametrize("key", ["removed", "held-walls", "walls-due"])
def test_keys_of_rules_that_are_not_in_force(key: str) -> None:
    assert named(problems_of_line(line(stated(key), rules=EVERY_RULE.replace(",dwindling-resources", ""))), key, "only with ")


@pytest.mark.parametrize(
    ("stage", "rules"),
    [
        ("claim", "players=2"),
        ("claim-backup", "players=2"),
        ("claim-backup", "players=2,my-home,edition=1"),
        ("king", "players=2,my-home"),
        ("desperate", "players=2"),
        ("answer", "players=2"),
        ("charge", "players=2"),
        ("wall-count", "players=2,walls=3"),
        ("wall", "players=2"),
        ("place", "players=2,random-setup"),
        ("place", "players=2,rough-start"),
        ("place-by-chance", "players=2"),
        ("place-by-roll", "players=2,random-setup"),
        ("trade", "players=1"),
    ],
)
def test_stages_that_do_not_go_with_the_rules(stage: str, rules: str) -> None:
    hands = "ra" if rules == "players=1" else "ra,bk"
    assert named(problems_of_line(line(rules=rules, turn=f"p1.{stage}", hands=hands)), "stage", f'"{stage}" only with ')


@pytest.mark.parametrize(
    ("text", "place", "reason"),
    [
        (line("tokens-after=3", rules="players=2,edition=1", turn="p1.token"), "tokens-after", "only with edition 2"),
        (line(turn="p1.roll"), "token", "has to be stated"),
        (line("token=mr", turn="p1.roll"), "token", "no die is rolled"),
        (line("token=zz", turn="p1.roll"), "token", "unknown code"),
        (line(rules="players=2,master-slayer", turn="p1.answer"), "offer", "has to be stated"),
        (line("offer=ra.p1.bk", rules="players=2,master-slayer", turn="p1.answer"), "offer", "does not trade with themselves"),
        (line("offer=rk.p2.bk", rules="players=2,master-slayer", turn="p1.answer"), "offer", "player 1 does not hold Red Knight"),
        (line("offer=ra.p2.bs", rules="players=2,master-slayer", turn="p1.answer"), "offer", "player 2 does not hold Blue Swordsman"),
        (line("offer=ra.p2.ra", rules="players=2,master-slayer", turn="p1.answer", hands="ra,ra"), "offer", "one kind"),
        (line("offer=ra.p2.bk", "refused=p2", rules="players=2,master-slayer", turn="p1.answer"), "offer", "has refused"),
        (line("offer=ra.p2.bk", "trades-left=0", rules="players=2,master-slayer", turn="p1.answer"), "trades-left", "on the table"),
        (line("offer=ra.bk", rules="players=2,master-slayer", turn="p1.answer"), "offer", "is not a trade"),
        (line("offer=ra.p5.bk", rules="players=2,master-slayer", turn="p1.answer"), "offer", "there are 2"),
        (line("refused=p1", rules="players=2,master-slayer", turn="p1.trade"), "refused", "themselves"),
        (line("trades-left=2", turn="p1.trade"), "trades-left", "at most 1"),
        (line("cards-due=2", turn="p1.replace"), "cards-due", "at most 1"),
        (line("cards-due=3", turn="p1.draw"), "cards-due", "at most 2"),
        (line("cards-due=4", turn="p1.draw-up"), "cards-due", "with 1 cards in hand it can only be 5"),
        (line("cards-due=5", "first-turns=2", turn="p1.draw-up"), "cards-due", "it can only be 0"),
        (line("first-turns=1"), "first-turns", "on the first turn of player 1 of 2 it is 2"),
        (line("first-turns=2", turn="p2.play"), "first-turns", "it is 1"),
        (line("first-turns=3"), "first-turns", "at most 2"),
        (line("tokens-due=99", turn="p1.token"), "tokens-due", "at most 23"),
        (line("tokens-due=128", turn="p1.token"), "tokens-due", "0 to 127"),
        (line("tokens-due=1e1", turn="p1.token"), "tokens-due", "expected a number"),
        (line("tokens-due=-1", turn="p1.token"), "tokens-due", "expected a number"),
        (line("tokens-due=", turn="p1.token"), "tokens-due", "expected a number"),
        (line("missing", turn="p1.token"), "missing", "does not go"),
        (line("missing", turn="p1.discard"), "missing", "does not go"),
        (line("missing=1"), "missing", "takes no value"),
        (line("desperate", rules="players=2,desperate-times"), "desperate", "does not go"),
        (line("desperate", "missing", rules="players=2,desperate-times", turn="p1.move"), "missing", "desperate"),
        (line("during=lunch", turn="p1.hurt"), "during", "expected move, charge, token"),
        (line("missing", "missing"), "missing", "stated twice"),
        (line("misssing"), "misssing", 'did you mean "missing"'),
        (line(""), '""', "unknown key"),
        (line("components=abc"), "components", "read it with the same component file"),
        (line("discarders=p1", turn="p1.give-up", hands="-,bk"), "discarders", "player 1 has no card to give up"),
        (line("discarders=p1", turn="p1.give-up"), "discarders", "King's Tower falls"),
        (line(turn="p1.give-up"), "discarders", "have to be stated"),
    ],
)
def test_what_is_pending_has_to_fit(text: str, place: str, reason: str) -> None:
    assert named(problems_of_line(text), place, reason)


HOMES = "players=2,my-home"
KING = "players=2,kings-tower"


@pytest.mark.parametrize(
    ("text", "place", "reason"),
    [
        (line(rules=HOMES), "homes", "player 1 holds no Tower"),
        (line("homes=3.3", rules=HOMES), "homes", "the Tower of arc 3 is held twice"),
        (line("homes=1.7", rules=HOMES), "homes", "expected a number from 0 to 6"),
        (line("homes=1.2.3", rules=HOMES), "homes", "3 arcs for 2 players"),
        (line("homes=1.2", rules=HOMES, structures="WwWWWW"), "homes", "player 2 holds the Tower of arc 2, which does not stand"),
        (line("homes=1.0", rules=HOMES), "homes", "player 2 holds no Tower"),
        (line("homes=1.2", rules=HOMES, turn="p1.lost-towers", structures="------"), "homes", "which does not stand"),
        (line("homes=1.2", "out=p2", rules=HOMES, hands="ra,-"), "homes", "player 2 is out"),
        (line("homes=1.0", "out=p2", rules=HOMES), "hands[2]", "player 2 is out and holds no cards"),
        (line("homes=0.2", "out=p1", rules=HOMES, hands="-,bk"), "player", "player 1 is out and takes no turns"),
        (line("homes=1.0", "out=p2", "held-walls=p2", rules=HOMES + ",walls=players", hands="ra,-"), "held-walls", "player 2 is out"),
        (line("homes=1.2", "homeless=p1", rules=HOMES, turn="p1.claim-backup"), "homes", "is homeless"),
        (line("homes=1.2", rules=HOMES, turn="p1.claim-backup"), "homeless", "have to be stated"),
        (line("homes=1.2", rules=KING), "king", "has to be stated"),
        (line("homes=1.2", "king=2", rules=KING), "homes", "arc 2 is held twice"),
        (line("homes=1.2", "king=3", rules=KING, structures="WW-WWW"), "king", "arc 3 does not stand"),
        (line("homes=1.2", "king=3", "king-fell", rules=KING), "king", "it has fallen"),
        (line("homes=1.2", "king=7", rules=KING), "king", "0 to 6"),
        (line("homes=1.2", "king=3", rules=KING, turn="p1.king", monsters="-", hands="-,-"), "king", "not named yet"),
        (line("homes=1.2", rules=HOMES, turn="p1.claim", monsters="-", hands="-,-"), "homes", "has not claimed one yet"),
        (
            line("homes=1.2.3.4.5", rules="players=5,kings-tower", turn="p1.king", monsters="-", hands="-,-,-,-,-"),
            "stage",
            "nobody is asked",
        ),
    ],
)
def test_homes_that_cannot_be(text: str, place: str, reason: str) -> None:
    assert named(problems_of_line(text), place, reason)


@pytest.mark.parametrize(
    ("text", "place", "reason"),
    [
        (line(turn="p1.place"), "hands[1]", "1 cards instead of 0"),
        (line(turn="p2.place", hands="-,-"), "player", 'player 1 at the stage "place"'),
        (line(turn="p1.place", hands="-,-", structures="WWWWW-"), "towers", "all six stand"),
        (line(turn="p1.place", hands="-,-", structures="WWWWWT"), "walls", "5 Walls in the setup"),
        (line(turn="p1.place", hands="-,-", structures="FWWWWW"), "fortified", "in the setup"),
        (line(turn="p1.place", hands="-,-", discards="ra"), "discards", "nothing has been discarded"),
        (line(turn="p1.place", hands="-,-", token_discards="gb"), "token-discards", "no token has been discarded"),
        (line(turn="p1.place", hands="-,-", monsters="a1o1"), "monsters[1]", "in the archer ring, unhurt"),
        (line(turn="p1.place", hands="-,-", monsters="k1o2"), "monsters[1]", "in the archer ring, unhurt"),
        (line(turn="p1.place", hands="-,-", monsters="a2o2"), "monsters", "one to an arc"),
        (line(turn="p1.place", hands="-,-", monsters="a1t3.a2t3"), "monsters", "2 of Troll, the setup places 1"),
        (line(turn="p1.deal", hands="ra,-", monsters="a1g1"), "monsters", "1 of Goblin, the setup places 3"),
        (line(turn="p2.deal", hands="ra,-", monsters="a1g1.a2g1.a3g1.a4o2.a5o2.a6t3"), "hands[1]", "1 cards instead of 6"),
        (line(turn="p1.place-by-roll", rules="players=2,rough-start", hands="-,-", monsters="a1t3"), "monsters", "rolled for first"),
        (line(turn="p1.wall-count", rules="players=2,walls=random", hands="-,-", monsters="-"), "walls", "6 Walls in the setup"),
        (line(turn="p1.place", rules="players=2,walls=random", hands="-,-", monsters="-", structures="TTTTTT"), "walls", "0 Walls"),
        (
            line(turn="p1.wall", rules="players=2,walls=random", hands="-,-", monsters="-", structures="TTTTTT"),
            "walls-due",
            "has to be stated",
        ),
        (
            line("walls-due=1", turn="p1.wall", rules="players=2,walls=3", hands="-,-", monsters="-", structures="TTTTTT"),
            "walls-due",
            "1 Walls",
        ),
        (line("walls-due=1", turn="p1.wall", rules="players=2,walls=random", hands="-,-", monsters="-"), "walls-due", "at most 0"),
        (
            line(turn="p1.place", rules="players=2,walls=players", hands="-,-", structures="TTTTTT"),
            "held-walls",
            "every player still holds",
        ),
        (line(turn="p1.wall", rules="players=2,walls=3", hands="-,-", structures="TTTTTT"), "monsters", "no Monster is placed yet"),
        (line("homes=1.2", "backup=p1", rules=HOMES, turn="p1.place", hands="-,-"), "backup", "no Tower has fallen"),
        (line(turn="p1.won"), "monsters", "not every Monster is slain"),
        (line(turn="p1.won", monsters="-"), "pile", "every token played"),
        (line(turn="p1.won", structures="------"), "towers", "no Tower stands"),
        (line(turn="p1.lost-towers"), "towers", "a Tower still stands"),
        (line("homes=1.2", rules=HOMES, turn="p1.lost-players"), "out", "not every player is out"),
        (line("out=p1.p2", rules=HOMES, turn="p1.won", hands="-,-"), "out", "every player is out"),
    ],
)
def test_setups_and_endings_that_cannot_be(text: str, place: str, reason: str) -> None:
    assert named(problems_of_line(text), place, reason)


# TOML

NUMBER_LISTS = ("towers", "walls", "fortified", *PLAYER_SETS)
COMPONENT_LISTS = ("hand", "discards", "deck", "token-discards", "pile", "removed")


def type_cases() -> Iterator[Case]:
    for key in (*NUMBERS, "player", "king"):
        for value in NOT_A_SMALL_NUMBER:
            yield toml(**{key: value}), f"my.toml: {key}", "expected "
    for key in FLAGS:
        for value in ("1", '"true"', "[]", "0.0"):
            yield toml(**{key: value}), f"my.toml: {key}", "expected true or false"
    for key in NUMBER_LISTS:
        for value in ("1", '"1"', "true", "{}"):
            yield toml(**{key: value}), f"my.toml: {key}", "expected a list of"
        for value in ("[0]", "[7]", "[-1]", "[true]", '["1"]', "[1.0]", "[[1]]"):
            yield toml(**{key: value}), f"my.toml: {key}", "there are 1 to "
        yield toml(**{key: "[1, 1]"}), f"my.toml: {key}", "stated twice"
    for key in COMPONENT_LISTS:
        for value in ("1", "true", "{}"):
            yield toml(**{key: value}), f"my.toml: {key}", "expected a list of"
        for value in ("[1]", "[[]]", "[true]"):
            yield toml(**{key: value}), f"my.toml: {key}[1]", "expected the name of a"
        yield toml(**{key: '["gren archr"]'}), f"my.toml: {key}[1]", "unknown"
        yield toml(**{key: '["\\u0000"]'}), f"my.toml: {key}[1]", "unknown"
    for key in ("hands", "trophies"):
        for value in ("1", '"tar"', "true"):
            yield toml(**{key: value}), f"my.toml: {key}", "expected a list for each player"
        yield toml(**{key: "[[], [], []]"}), f"my.toml: {key}", "3 lists for 2 players"
        yield toml(**{key: "{ 3 = [] }"}), f"my.toml: {key}.3", "not a player"
        yield toml(**{key: '[["nobody"]]'}), f"my.toml: {key}[1][1]", "unknown"
    for key in ("stage", "during", "rules", "token", "components"):
        for value in ("1", "true", "[]"):
            yield toml(**{key: value}), f"my.toml: {key}", "expected a text"
    for value in ("1", '"homes"', "[1]", "[1, 2, 3]"):
        yield toml(homes=value, rules='"players=2,my-home"'), "my.toml: homes", "each of the 2 players' Towers"
    for value in ("[1, 7]", "[1, -1]", '[1, "2"]', "[1, true]"):
        yield toml(homes=value, rules='"players=2,my-home"'), "my.toml: homes[2]", "expected 1 to 6"


def test_values_of_the_wrong_type() -> None:
    assert unrefused(type_cases(), problems_of_file) == []


@pytest.mark.parametrize(
    ("item", "place", "reason"),
    [
        ('"gobln archer 1"', "monsters[1].kind", 'did you mean "goblin"'),
        ('"goblin"', "monsters[1]", "names no ring"),
        ('"archer 1"', "monsters[1]", "names no ring"),
        ('"goblin archr 1"', "monsters[1]", "names no ring"),
        ('"goblin archer"', "monsters[1].arc", "expected a whole number"),
        ('"goblin archer 7"', "monsters[1].arc", "expected 1 to 6, not 7"),
        ('"goblin archer 0"', "monsters[1].arc", "expected 1 to 6, not 0"),
        ('"goblin archer uno"', "monsters[1].arc", "expected a whole number"),
        ('"goblin archer 1 health"', "monsters[1].health", "expected a whole number"),
        ('"goblin archer 1 health 4"', "monsters[1]", "Goblin with 4 health"),
        ('"goblin archer 1 healt 1"', "monsters[1]", 'did you mean "health"'),
        ('"goblin archer 1 2"', "monsters[1]", "unknown word"),
        ('"giant boulder archer 1"', "monsters[1]", "is not a Monster"),
        ('"orc castle 1"', "monsters[1]", "where a Tower stands"),
        ('"a7g1"', "monsters[1]", "arc 7"),
        ("7", "monsters[1]", "expected a Monster"),
        ("[]", "monsters[1]", "expected a Monster"),
        ("{ }", "monsters[1].kind", "has to be stated"),
        ('{ kind = "orc" }', "monsters[1].ring", "has to be stated"),
        ('{ kind = "orc", ring = "archer" }', "monsters[1].arc", "has to be stated"),
        ('{ kind = 1, ring = "archer", arc = 1 }', "monsters[1].kind", "expected a text"),
        ('{ kind = "orc", ring = "moat", arc = 1 }', "monsters[1].ring", "expected forest, archer"),
        ('{ kind = "orc", ring = "archer", arc = 1, helth = 2 }', "monsters[1].helth", 'did you mean "health"'),
        ('{ kind = "orc", ring = "archer", arc = 1, tarred = 1 }', "monsters[1].tarred", "true or false"),
        ('{ kind = "orc", ring = "archer", arc = 1, health = 128 }', "monsters[1].health", "0 to 127"),
    ],
)
def test_monsters_in_words_that_cannot_be(item: str, place: str, reason: str) -> None:
    assert named(problems_of_file(toml(monsters=f"[{item}]")), f"my.toml: {place}", reason)


@pytest.mark.parametrize(
    ("text", "place", "reason"),
    [
        *UNREADABLE_FILES,
        (toml(stge='"play"'), "my.toml: stge", 'did you mean "stage"'),
        (toml(monster="[]"), "my.toml: monster", 'did you mean "monsters"'),
        (toml(first_turns="1").replace("first-turns", "first_turns"), "my.toml: first_turns", 'did you mean "first-turns"'),
        (toml(rules='"players=²"'), "my.toml: rules", "is not a list of rules"),
        (toml(rules='"players=7"'), "my.toml: rules.players", "7 players"),
        (toml(rules='"' + "a," * 500 + '"'), "my.toml: rules", "is not a list of rules"),
        (toml(monsters="7"), "my.toml: monsters", "expected a list of Monsters"),
        (toml(hand='["4 red archer"]'), "my.toml: hands[1]", "4 of Red Archer, the game has 3"),
        (toml(hand='["9999 red archer"]'), "my.toml: hands[1]", "9999 of Red Archer"),
        (toml(hands='[["tar"]]'), "my.toml: hand", "stated under hands already"),
        (toml(player="3"), "my.toml: player", "expected 1 to 2, not 3"),
        (toml(walls="[1, 2, 3, 4, 5, 6, 7]"), "my.toml: walls", "arc 7"),
        (toml(walls="[1]", fortified="[2]"), "my.toml: fortified", "no Wall to put it on"),
        (toml(fortified="[1, 2, 3]"), "my.toml: fortified", "3 Fortify tokens"),
        (toml(deck='["red archer"]', discards='["brick"]'), "my.toml: deck, discards", "missing"),
        (toml(pile='["goblin"]', token_discards='["orc"]'), "my.toml: pile, token-discards", "missing"),
        (toml(pile='["6 goblin"]'), "my.toml: monsters, pile", "7 of Goblin"),
        (toml(offer='{ mine = "red archer" }'), "my.toml: offer.player", "has to be stated"),
        (toml(offer='"ra.p2.bk"'), "my.toml: offer", "expected a table"),
        (toml(offer='{ mine = "rd archer", player = 2, theirs = "tar" }'), "my.toml: offer.mine", 'did you mean "red archer"'),
        (toml(token='"gaint boulder"', stage='"roll"'), "my.toml: token", 'did you mean "giant boulder"'),
        (toml(components='"abc"'), "my.toml: components", "read it with the same component file"),
        (toml(trophies='[["goblin"]]'), "my.toml: trophies", "only with master-slayer"),
    ],
    ids=lambda value: str(value)[:60],
)
def test_files_that_cannot_be(text: str | bytes, place: str, reason: str) -> None:
    assert named(problems_of_file(text), place, reason)


def test_all_the_reasons_come_at_once() -> None:
    text = toml(
        towers="[1, 8]", monsters='["gobln archer 1", "orc archer 2 health 4"]', hand='["2 brik", "4 tar"]', stge='"play"', king="3"
    )
    places = ["towers", "monsters[1].kind", "hand[1]", "stge", "monsters[2]", "hands[1]", "king"]
    assert [problem.place for problem in problems_of_file(text)] == [f"my.toml: {place}" for place in places]


# Whatever else may come


@given(st.text(max_size=80))
def test_any_text_is_read_or_refused(text: str) -> None:
    read_or_refused(lambda: read_line(text))
    read_or_refused(lambda: read_line(line(text)))
    read_or_refused(lambda: read_line(line(monsters=text)))
    read_or_refused(lambda: read_position_file(text))


@given(st.binary(max_size=80))
def test_any_bytes_are_read_or_refused(content: bytes) -> None:
    read_or_refused(lambda: read_position_file(content))


SOME_VALUES = sorted({text.splitlines()[-1].partition(" = ")[2] for text, _, _ in type_cases()})
SOME_KEYS = (*EXTRAS, "stage", "player", "towers", "walls", "fortified", "monsters", "hand", "hands", "deck", "pile")


@given(st.sampled_from(SOME_KEYS), st.sampled_from(SOME_VALUES), st.sampled_from(SOME_KEYS), st.sampled_from(SOME_VALUES))
def test_any_value_under_any_key_is_read_or_refused(key: str, value: str, other_key: str, other_value: str) -> None:
    read_or_refused(lambda: read_position_file(toml(**{key: value, other_key: other_value})))


def test_a_position_with_parts_of_another_is_read_or_refused() -> None:
    """Sections, keys and letters exchanged at random: what is accepted can be written again and played on."""
    rng, lines = random.Random(1), sorted(played())
    mixed = (mixed_up(rng, lines, SECTIONS, STAGE_NAMES, "agkt123-.,pWT") for _ in range(800))
    assert 50 < accepted_and_played_on(mixed, read_line, write_position_file, read_position_file) < 500


def test_the_command_refuses_every_one_of_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Through `castlewise show`: exit code 2, a message for each reason, no traceback."""
    lines = [
        text for cases in (monster_cases(), component_cases(), board_cases(), stage_cases()) for text, _, _ in cases if text[:3] == "cp:"
    ]
    files = [text for text, _, _ in type_cases()]
    assert len(lines) + len(files) >= 200
    monkeypatch.setattr("castlewise.cli.main.app", built_app())
    for number, text in enumerate(lines + files):
        argument = text
        if number >= len(lines):
            (tmp_path / f"{number}.toml").write_text(text, encoding="utf-8")
            argument = str(tmp_path / f"{number}.toml")
        monkeypatch.setattr("sys.argv", ["castlewise", "show", argument])
        with pytest.raises(SystemExit) as left:
            run()
        printed = capsys.readouterr()
        assert (left.value.code, printed.out) == (2, ""), text
        assert all(line.startswith("castlewise: ") for line in printed.err.splitlines()), printed.err
        assert printed.err


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("players=2,players=3", "rules.players"),
        ("co-op,master-slayer", "rules.version"),
        ("walls=2,walls=random", "rules.walls"),
        ("players=²", "rules.players"),
    ],
)
def test_rules_that_contradict_each_other_or_are_no_numbers(text: str, place: str) -> None:
    with pytest.raises(InvalidInput) as refused:
        read_rules(text)
    assert place in {problem.place for problem in refused.value.problems}
