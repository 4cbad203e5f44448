"""What people say at the table is read as they mean it, or refused with the real reason. test_table_games.py is the long trial; here are the points."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from castlewise.models.castellion.game import Castellion
from castlewise.models.castellion.notation import read_line as read_castellion
from castlewise.models.castle_panic.notation import read_line as read_castle_panic
from castlewise.models.castle_panic.position_file import read_position_file
from castlewise.models.castle_panic.starting_monsters import StartingMonsters
from castlewise.models.castle_panic.turn_question import read_goal
from castlewise.models.line_reading import LONGEST_TOLD, read_moves
from castlewise.models.problems import AmbiguousMove, IllegalMove, InvalidInput
from castlewise.render import castellion_text, castle_panic_text
from random_play import steps

TABLE = "cp:players=2,co-op/WWFTw-/a1g1.k3t2.s4o1.f2g1/{}/ra.2gk.br,ta.2mo.rk/rh/2g.o.tm"
WIZARDS = "cp:players=2,co-op,wizards-tower/WWWWWW/k3go3.k1ga2.a2o2.f5t3/p1.play/rk.gk.ta.wrn,mo/-/-/wizard-tower=2"
CASTLE = "cn:base/stpsct.jc/1T1B1L,2T2B,3T2B/p1.use/111.111.111.111/455.455.544.545.9.3/hand=js"
NO_HAND = "cn:base/stpsct.jc/1T1B1L,2T2B,3T2B/p1.{}/111.111.111.111/455.455.554.545.9.3"


def at(stage: str) -> Any:
    return read_castle_panic(TABLE.format(stage), compiled=False)


def read(position: Any, text: str) -> list[str]:
    made = []
    for move in read_moves(position.game, position, text):
        made.append(position.game.short(position, move))
        position = position.game.apply(position, move)
    return made


def refusal(position: Any, text: str) -> str:
    with pytest.raises((InvalidInput, IllegalMove, AmbiguousMove)) as caught:
        read_moves(position.game, position, text)
    return str(caught.value)


@pytest.mark.parametrize(
    ("stage", "said", "meant"),
    [
        ("p1.play", "Red Archer hits the goblin", "ra@a1g1"),
        ("p1.play", "red archer", "ra@a1g1"),
        ("p1.play", "2 green knights hit the troll, then done", "gk@k3t2 gk@k3t1 end"),
        ("p1.play", "hit the troll with a green knight; that's it", "gk@k3t2 end"),
        ("p1.play", "pass", "end"),
        ("p1.play", "ra@a1g", "ra@a1g1"),
        ("p1.discard", "keep", "keep"),
        ("p1.discard", "I discard the brick, drew two cards", ""),
        ("p1.discard", "throw away brick", "discard.br"),
        ("p1.discard", "pass, pass, pass", "keep no-trade end"),
        ("p1.discard", "no trade", "keep no-trade"),
        ("p1.discard", "red archer on the goblin, end", "keep no-trade ra@a1g1 end"),
        ("p1.trade", "trade brick for player 2's mortar", "trade.br.p2.mo"),
        ("p1.trade", "swap my brick with player 2 for mortar, build wall 6", "trade.br.p2.mo"),
        ("p1.trade", "don't trade", "no-trade"),
        ("p1.draw-up", "brick, any colour archer", "card.br card.aa"),
        ("p1.draw-up", "2 bricks", "card.br card.br"),
        ("p1.draw-up", "drew Draw 2 Cards and a nice shot", "card.d2 card.ns"),
        ("p1.token", "troll 4, a goblin, rolled a 2", "token.t roll.4 token.g roll.2"),
        ("p1.token", "troll in 4 then monsters in red move 1", "token.t roll.4 token.mr"),
        ("p1.token", "boulder 3", "token.gb roll.3"),
    ],
)
def test_castle_panic_is_told_as_people_tell_it(stage: str, said: str, meant: str) -> None:
    if meant and "wall 6" not in said:
        assert read(at(stage), said) == meant.split()
    else:
        assert refusal(at(stage), said)


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("column 1", "place@1"),
        ("put it on column 1", "place@1"),
        ("new column on the right", "place@3"),
        ("left end", "place@0"),
        ("discard the juggler", "discard"),
        ("use its power", "power"),
        ("discard it, safe, a circle seer", "discard draw.safe tile.sc"),
        ("discard, the regular pile, traitor", "discard draw.standard tile.tr"),
    ],
)
def test_castellion_is_told_as_people_tell_it(said: str, meant: str) -> None:
    assert read(read_castellion(CASTLE, compiled=False), said) == meant.split()


@pytest.mark.parametrize(
    ("stage", "said", "reason"),
    [
        ("p1.draw-up", "red hero", "there is no Red Hero left in the deck: the only one is discarded"),
        ("p1.draw-up", "tar", "there is no Tar left in the deck: player 2 holds it"),
        ("p1.draw-up", "troll", "that is a Monster token; here player 1 draws up"),
        ("p1.token", "troll mage 3", "there is no Troll Mage left in the pile: the only one is discarded"),
        ("p1.token", "troll 7", "a die shows 1 to 6, not 7"),
        ("p1.discard", "discard red knight", "player 1 holds no Red Knight (player 2 does)"),
        ("p1.trade", "trade brick for player 2's barbarian", "player 2 holds no Barbarian"),
        ("p1.trade", "trade mortar for tar", "player 1 holds no Mortar"),
        ("p1.trade", "trade brick", "Brick for what?"),
        ("p1.play", "red archer hits the troll", "the Troll stands in the Knight ring: a Red Archer does not reach it"),
        ("p1.play", "green knight on goblin 2", "the Goblin stands in the Forest ring: a Green Knight does not reach it"),
        ("p1.play", "red archer on goblin 5", "there is no Goblin in arc 5: it stands in forest 2 and archer 1"),
        ("p1.play", "red archer on the hydra", ""),
        ("p1.play", "build wall 6", "a Wall takes a Brick and a Mortar, and player 1 holds no Mortar"),
        ("p1.play", "discard brick", "discarding and trading come before the first play"),
        ("p1.play", "troll 4", "with which card?"),
        ("p1.play", "red archer, red archer", "player 1 holds no Red Archer"),
        ("p1.play", "fly", '"fly" is not a move here'),
    ],
)
def test_a_refusal_says_the_real_reason_and_then_what_is_possible(stage: str, said: str, reason: str) -> None:
    told = refusal(at(stage), said)
    assert reason in told
    assert "; here player 1 " in told or "; here the die" in told
    if stage == "p1.play":
        assert "end (plays no more cards)" in told


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        ("gk on the golem", "the Golem takes no damage from hit cards in the Knight ring"),
        ("tar the gargoyle", "the Gargoyle flies: a Tar does not reach it"),
        ("rk on gargoyle", "the Gargoyle flies: a Red Knight does not reach it"),
        ("rain of iron on 3", ""),
    ],
)
def test_with_the_wizards_tower_a_refusal_knows_its_monsters(said: str, reason: str) -> None:
    position = read_castle_panic(WIZARDS, compiled=False)
    assert reason in refusal(position, said) if reason else read(position, said) == ["wrn@3"]


@pytest.mark.parametrize(
    ("line", "said", "reason"),
    [
        (CASTLE, "column 5", "there is no column 5: the castle has 2 columns"),
        (
            CASTLE.replace("stpsct", "stps").replace("/455.455.", "/455.555."),
            "column 1",
            "a square may not touch a square: there is a Pyro Square below it",
        ),
        (CASTLE, "place the seer triangle in column 2", "the tile in hand is the Juggler Square, not a Seer Triangle"),
        (
            CASTLE.replace("base", "introductory").replace("1T1B1L,2T2B,3T2B", "1T1B1L,earthworm-1,3T2B"),
            "meet",
            "cannot be met early on the introductory",
        ),
        (NO_HAND.format("turn"), "column 2", "no tile is in hand"),
        (NO_HAND.format("draw-safe"), "traitor", "there are no Traitors in the safe pile"),
        (
            CASTLE.replace("base", "introductory").replace("1T1B1L,2T2B,3T2B", "1T1B1L,earthworm-1,3T2B"),
            "power",
            "on the introductory level",
        ),
    ],
)
def test_castellion_says_the_real_reason(line: str, said: str, reason: str) -> None:
    assert reason in refusal(read_castellion(line, compiled=False), said)


TOLD_OTHERWISE = [line.split("\t") for line in Path(__file__).with_name("told_otherwise.txt").read_text().splitlines()]


@pytest.mark.parametrize(("line", "said", "meant"), TOLD_OTHERWISE, ids=[said for _, said, _ in TOLD_OTHERWISE])
def test_what_was_misunderstood_once_is_understood(line: str, said: str, meant: str) -> None:
    """Sentences that people thought of after the games were written down, among them all that were not understood the first time."""
    position = (read_castellion if line.startswith("cn:") else read_castle_panic)(line, compiled=False)
    assert read(position, said) == meant.split()


@pytest.mark.parametrize(
    "said",
    ["red archer on gobln", "red archer on the hydra", "should the red archer hit the goblin?", "do not play the red archer", "never mind the goblin",
     "what does barbarian do", "if red archer hits the goblin", "blah blah blah blah red archer", "red archre hits goblin", "help me with the red archer"],
)  # fmt: skip
def test_words_that_change_the_meaning_or_are_misspelt_are_not_passed_over(said: str) -> None:
    assert refusal(at("p1.play"), said)


def test_what_fits_several_moves_is_asked_back() -> None:
    position = read_castle_panic("cp:players=1,solitaire/WWWWWW/a1o2.a2o2/p1.play/ra/-/-", compiled=False)
    told = refusal(position, "red archer on the orc")
    assert "fits several moves: ra@a1o2 (Red Archer hits the Orc in archer 1), ra@a2o2" in told
    assert read(position, "red archer on orc 2") == ["ra@a2o2"]
    assert read(position, "red archer on the orc in archer 1") == ["ra@a1o2"]


def test_a_hint_names_only_what_is_possible() -> None:
    for position, _, _ in steps(at("p1.play").game.start(), 5, 120, lambda rng, here: rng.choice(here.game.choices(here))):
        for nonsense in ("gobln", "keap", "trad", "red achrer", "brik", "endd", "trol"):
            try:
                read_moves(position.game, position, nonsense)
            except (InvalidInput, IllegalMove, AmbiguousMove) as error:
                if '(did you mean "' in str(error):
                    hint = str(error).partition('(did you mean "')[2].partition('"')[0]
                    assert position.game.reader.legal(position).meant(hint), (nonsense, hint)


def test_a_line_that_is_too_long_or_empty_is_refused_at_once() -> None:
    assert f"at most {LONGEST_TOLD:,}" in refusal(at("p1.play"), "red archer " * 10_000)
    assert "says nothing" in refusal(at("p1.play"), ", ,;")
    assert refusal(at("p1.play"), "goblin " * 200)
    assert "is not a move here" in refusal(at("p1.play"), "and then, the")


def test_starting_monsters_come_in_any_order_and_are_entered_in_that_of_the_rules() -> None:
    position = at("p1.play").game.start()
    told = StartingMonsters()
    assert told.told(position, "troll 6, 2 orcs 4 5") == []
    assert told.in_words(position) == "Orc in 4, Orc in 5, Troll in 6: kept in mind; arcs 1, 2, 3 to come"
    made = []
    for move in told.told(position, "put a goblin in archer 3; goblins 2, 1"):
        made.append(position.game.short(position, move))
        position = position.game.apply(position, move)
    assert made == ["place.g@1", "place.g@2", "place.g@3", "place.o@4", "place.o@5", "place.t@6"]
    assert told.held == {}


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        ("orc 7", "arc 7: arcs are 1 to 6"),
        ("goblin", "names no Monster with its arc"),
        ("troll 1, troll 2", "there is 1 Troll left to place"),
        ("goblin 1, orc 1", "arc 1 has Goblin already"),
        ("dragon 1", '"dragon" is not a Monster or an arc'),
    ],
)
def test_starting_monsters_that_cannot_be_are_refused_and_nothing_of_the_line_counts(said: str, reason: str) -> None:
    told = StartingMonsters()
    with pytest.raises(InvalidInput, match=reason):
        told.told(at("p1.play").game.start(), said)
    assert told.held == {}


def test_a_prompt_gives_an_example_that_can_be_typed() -> None:
    from castlewise.cli.games import Asked

    for asked in (Asked("castle-panic", rules="wizards-tower"), Asked("castle-panic", players=1), Asked("castellion", level="expert")):
        game = asked.maker()(compiled=False)
        render = castle_panic_text if game.name == "castle-panic" else castellion_text
        for seed in range(3):
            for position, _, _ in steps(game.start(), seed, 400, lambda rng, here: rng.choice(here.game.choices(here))):
                if position.is_chance:
                    prompt = render.awaited(position)
                    example = prompt.partition('such as "')[2].partition('"')[0]
                    assert read(position, example), prompt


def test_the_line_the_file_and_the_goal_take_the_same_words() -> None:
    line = "cp:players=1,solitaire/WWWWWW/troll knight 2.f2g.goblin archer 1/p1.play/2 Red Knights.any colour knight.niceshot/boulder/-".replace(
        "boulder", "-"
    )
    file = """
        rules = "players=1"
        monsters = ["troll knight 2", "f2g", "goblin archer 1"]
        hand = ["2 red knight", "any knight", "Nice shot"]
    """
    position = read_castle_panic(line, compiled=False)
    assert position == read_position_file(file, compiled=False)
    assert str(position) == "cp:players=1,solitaire/WWWWWW/f2g1.a1g1.k2t3/p1.play/2rk.ak.ns/-/-"
    assert read_goal(position, "slay=troll knight 2.the goblin in archer 1,keep=nice shot") == read_goal(position, "slay=k2t3.a1g1,keep=ns")


@pytest.mark.parametrize("word", ["f2gt", "f2g1t", "goblin forest 2 tarred"])
def test_a_monster_without_a_health_is_unhurt_in_a_line_too(word: str) -> None:
    position = read_castle_panic(f"cp:players=1,solitaire/WWWWWW/{word}/p1.play/ra/-/-", compiled=False)
    assert [(m.name, m.health, m.tarred) for m in position.monsters] == [("goblin", 1, True)]


def test_the_first_tile_lies_left_and_right_of_all_others() -> None:
    game = Castellion(compiled=False)
    position = game.start()
    while not (position.state.hand and not position.columns(0)):
        position = game.apply(position, game.moves(position)[0])
    for told in ("put it bottom left", "goes on the far left", "put it at the right end", "column 1"):
        assert [game.short(position, move) for move in read_moves(game, position, told)] == ["place@1"], told
    with pytest.raises(InvalidInput, match="nothing is built yet: the first tile starts the castle"):
        read_moves(game, position, "column 4")


@pytest.mark.parametrize(
    ("told", "moves"),
    [
        ("g knight on the troll", ["gk@k3t2"]),
        ("barb the troll in 3", ["bb@k3t2"]),
        ("red sword on the orc in 1", ["rs@s1o2"]),
        ("red sword hits the orc 1, that'll do", ["rs@s1o2", "end"]),
        ("I'll leave it there", ["end"]),
        ("ok, all done here", ["end"]),
    ],
)
def test_short_words_for_cards_and_for_the_end(told: str, moves: list[str]) -> None:
    position = read_castle_panic("cp:players=2,co-op/WWFTw-/a1g1.k3t2.s4o1.s1o2/p1.play/ra.2gk.rs.bb,ta/2mo/2g.o", compiled=False)
    assert [position.game.short(position, move) for move in read_moves(position.game, position, told)] == moves
