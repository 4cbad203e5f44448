"""A user's component file: what it replaces, how the change is marked, and what no file may ask for."""

from __future__ import annotations

from pathlib import Path

import pytest

from castle_panic.walk import walk
from castlewise.models.castle_panic.board import CASTLE, GREEN, RED
from castlewise.models.castle_panic.component_file import fingerprint, read_components
from castlewise.models.castle_panic.components import BASE
from castlewise.models.castle_panic.game import CastlePanic
from castlewise.models.castle_panic.notation import read_line
from castlewise.models.castle_panic.position_file import read_position_file, write_position_file
from castlewise.models.castle_panic.rule_set import read_rules
from castlewise.models.castle_panic.state import CHOICES, MONSTERS
from castlewise.models.problems import InvalidInput, Problem
from castlewise.models.provenance import Certainty

EXAMPLE = Path(__file__).parent.parent.parent / "examples" / "house_components.toml"


def problems_of(text: str | bytes) -> tuple[Problem, ...]:
    with pytest.raises(InvalidInput) as caught:
        read_components(text, place="house.toml")
    assert all(problem.place.startswith("house.toml") for problem in caught.value.problems)
    return caught.value.problems


def test_a_replaced_value_is_marked_and_listed() -> None:
    house = read_components("[tokens.troll]\nhealth = 4\ncount = 9\n[cards.Tar]\ncount = 2\n")
    troll, tar = house.tokens[house.token("troll")], house.cards[house.card("tar")]
    assert (troll.health, troll.count, troll.points, troll.certainty) == (4, 9, 3, Certainty.REPLACED)
    assert (tar.count, tar.certainty) == (2, Certainty.REPLACED)
    assert house.replaced == ("tar: count 1 -> 2", "troll: count 10 -> 9", "troll: health 3 -> 4")
    assert [card.name for card in house.cards if card.certainty is Certainty.REPLACED] == ["tar"]
    assert [token.name for token in house.tokens if token.certainty is Certainty.REPLACED] == ["troll"]


def test_a_value_that_equals_the_tables_is_no_change() -> None:
    assert read_components("[tokens.troll]\nhealth = 3\n") == BASE


def test_the_order_in_the_file_does_not_matter() -> None:
    one = read_components("[tokens.troll]\nhealth = 4\n[tokens.orc]\ncount = 9\n")
    other = read_components("[tokens.o]\ncount = 9\n[tokens.Troll]\nhealth = 4\n")
    assert one == other
    assert fingerprint(one) == fingerprint(other) != fingerprint(read_components("[tokens.troll]\nhealth = 4\n"))


def test_effects_and_their_arguments() -> None:
    house = read_components("""
        [tokens."plague archers"]
        effect = "rotate"
        argument = "counter-clockwise"
        [tokens.healer]
        effect = "draw-now"
        argument = 2
        [tokens."red monsters move 1"]
        argument = "green"
        [tokens."draw 4 monster tokens"]
        argument = 5
    """)
    rows = {token.name: (token.effect, token.argument) for token in house.tokens}
    assert rows["plague archers"] == ("rotate", -1)
    assert rows["healer"] == ("draw-now", 2)
    assert rows["red monsters move 1"] == ("march-colour", GREEN)
    assert rows["draw 4 monster tokens"] == ("draw-after", 5)
    assert "plague archers: argument archer -> counter-clockwise" in house.replaced
    assert "red monsters move 1: argument red -> green" in house.replaced


def test_where_a_card_hits_and_how_many_it_draws() -> None:
    house = read_components("""
        [cards."red hero"]
        rings = ["castle", "archer"]
        colours = ["green", "red"]
        [cards."draw 2 cards"]
        amount = 3
    """)
    hero = house.cards[house.card("red hero")]
    assert (hero.rings, hero.colours) == ((1, CASTLE), (RED, GREEN))
    game = CastlePanic(read_rules("players=1", components=house))
    components = f'components = "{fingerprint(house)}"\n'
    position = read_position_file(
        components + 'rules = "players=1"\ntowers = [1]\nmonsters = ["orc castle 3", "orc knight 1"]\nhand = ["red hero", "draw 2 cards"]',
        components=house,
    )
    assert {game.short(position, move) for move in game.choices(position)} == {"rh@c3o2", "d2", "end"}
    assert int(game.apply(position, game.read_move(position, "d2")).state.cards_due) == 3


def test_games_with_replaced_components_can_be_written_and_read() -> None:
    house = read_components(EXAMPLE.read_bytes())
    for rules in ("players=2", "players=4,master-slayer,not-over-yet,monster-recycling"):
        for position in walk(CastlePanic(read_rules(rules, components=house)).start(), 1, most=120):
            assert read_line(str(position), components=house) == position
            assert read_position_file(write_position_file(position), components=house) == position


def test_the_example_file() -> None:
    assert read_components(EXAMPLE.read_bytes()).replaced == (
        "red hero: rings archer+knight+swordsman -> archer+knight+swordsman+castle",
        "barbarian: count 1 -> 2",
        "draw 2 cards: amount 2 -> 3",
        "troll: count 10 -> 9",
        "troll: health 3 -> 4",
        "plague archers: effect plague -> rotate",
        "plague archers: argument archer -> clockwise",
        "draw 4 monster tokens: count 1 -> 0",
    )


@pytest.mark.parametrize(
    ("text", "place", "reason"),
    [
        ("", "house.toml", "is empty"),
        ("[tokens", "house.toml", "not valid TOML"),
        (b"\xff", "house.toml", "is not UTF-8 text"),
        ("tokens = 1", "house.toml: tokens", "expected a table"),
        ("[token.troll]", "house.toml: token", 'did you mean "tokens"'),
        ("[tokens.trol]", "house.toml: tokens.trol", 'did you mean "troll"'),
        ("[cards.troll]", "house.toml: cards.troll", "unknown card"),
        ("[tokens]\ntroll = 3", "house.toml: tokens.troll", "expected a table"),
        ("[tokens.troll]\n[tokens.t]", "house.toml: tokens.t", "Troll is stated twice"),
        ("[tokens.troll]\nhelth = 3", "house.toml: tokens.troll.helth", 'did you mean "health"'),
        ("[tokens.troll]\nhealth = 0", "house.toml: tokens.troll.health", "expected 1 to 15, not 0"),
        ("[tokens.troll]\nhealth = 16", "house.toml: tokens.troll.health", "expected 1 to 15, not 16"),
        ("[tokens.troll]\nhealth = '3'", "house.toml: tokens.troll.health", "expected a whole number"),
        ("[tokens.troll]\ncount = -1", "house.toml: tokens.troll.count", "expected 0 to 99, not -1"),
        ("[tokens.troll]\ncount = 100", "house.toml: tokens.troll.count", "expected 0 to 99, not 100"),
        ("[tokens.troll]\ncount = true", "house.toml: tokens.troll.count", "expected a whole number, not true"),
        ("[tokens.troll]\ncount = 2", "house.toml: tokens.troll.count", "a setup places up to 3 of them"),
        ("[tokens.goblin]\ncount = 0", "house.toml: tokens.goblin.count", "a setup places up to 3 of them"),
        ("[tokens.orc]\ncount = 21", "house.toml: tokens", f"41 Monsters in all, the board has room for {MONSTERS}"),
        ("[tokens.troll]\npoints = 100", "house.toml: tokens.troll.points", "expected 0 to 99"),
        ("[tokens.'giant boulder']\nhealth = 3", "house.toml: tokens.giant boulder.health", "cannot be made one"),
        ("[tokens.'giant boulder']\npoints = 3", "house.toml: tokens.giant boulder.points", "cannot be made one"),
        ("[tokens.healer]\neffect = 'heel'", "house.toml: tokens.healer.effect", 'did you mean "heal"'),
        ("[tokens.healer]\nargument = 1", "house.toml: tokens.healer.argument", "the effect heal takes none"),
        ("[tokens.healer]\neffect = 'rotate'", "house.toml: tokens.healer.argument", "has to be stated for rotate"),
        ("[tokens.healer]\neffect = 'rotate'\nargument = 1", "house.toml: tokens.healer.argument", "expected a text"),
        ("[tokens.healer]\neffect = 'plague'\nargument = 'dragon'", "house.toml: tokens.healer.argument", "archer, knight, swordsman"),
        ("[tokens.'goblin king']\nargument = 21", "house.toml: tokens.goblin king.argument", "expected 0 to 20"),
        ("[tokens.'plague archers']\neffect = 'march-own-colour'", "house.toml: tokens.plague archers.effect", "no die is rolled"),
        ("[tokens.'goblin king']\ncount = 4\nargument = 20", "house.toml: tokens", "draw 87 in all, at most 40"),
        ("[tokens.'draw 3 monster tokens']\nargument = 14", "house.toml: tokens", "18 tokens that are not Monsters draw 18 tokens"),
        ("[cards.brick]\nrings = ['archer']", "house.toml: cards.brick.rings", "is not aimed at a Monster"),
        ("[cards.'red hero']\nrings = 'archer'", "house.toml: cards.red hero.rings", "expected a list"),
        ("[cards.'red hero']\nrings = ['moat', [1]]", "house.toml: cards.red hero.rings", 'unknown "moat"'),
        ("[cards.'red hero']\ncolours = ['pink']", "house.toml: cards.red hero.colours", "expected red, green, blue"),
        ("[cards.'red hero']\namount = 2", "house.toml: cards.red hero.amount", "draws no cards"),
        ("[cards.'draw 2 cards']\namount = 21", "house.toml: cards.draw 2 cards.amount", "expected 0 to 20"),
        ("[cards.'red hero']\neffect = 'slay'", "house.toml: cards.red hero.effect", "unknown key"),
    ],
    ids=lambda value: str(value)[:60],
)
def test_files_that_ask_for_too_much(text: str | bytes, place: str, reason: str) -> None:
    assert any(problem.place == place and reason in problem.reason for problem in problems_of(text))


def test_all_the_reasons_come_at_once() -> None:
    text = "[tokens.trol]\n[tokens.orc]\nhealth = 0\ncount = 500\n[cards.brick]\namount = 1\n"
    assert [problem.place for problem in problems_of(text)] == [
        "house.toml: cards.brick.amount",
        "house.toml: tokens.trol",
        "house.toml: tokens.orc.count",
        "house.toml: tokens.orc.health",
    ]


def test_no_component_file_can_list_more_plays_than_there_is_room_for() -> None:
    """Every card in one hand, all cards hit everywhere, the board full: the longest list that any file allows."""
    everywhere = "rings = ['forest', 'archer', 'knight', 'swordsman', 'castle']\ncolours = ['red', 'green', 'blue']\n"
    aimed = ("hit", "slay", "tar", "drive-back")
    house = read_components(
        "".join(f"[cards.'{card.name}']\n{everywhere}" for card in BASE.cards if card.effect in aimed)
        + "[tokens.goblin]\ncount = 3\n[tokens.troll]\ncount = 3\nhealth = 15\n[tokens.orc]\ncount = 30\nhealth = 15\n"
    )
    spaces = [(ring, arc) for ring in ("archer", "knight", "swordsman") for arc in range(1, 7)]
    monsters = [f"orc {ring} {arc} health {health}" for health in (1, 2) for ring, arc in spaces][:30]
    monsters += [f"troll archer {arc}" for arc in (1, 2, 3)] + [f"goblin archer {arc}" for arc in (1, 2, 3)]
    monsters += ["goblin king archer 1", "orc warlord archer 1", "troll mage archer 1", "healer archer 1"]
    text = f'rules = "players=2,all-for-one,walls=players"\ncomponents = "{fingerprint(house)}"\nheld-walls = [1]\n'
    text += (
        f"monsters = {monsters}\nhand = {[card.name for card in BASE.cards if card.name != 'scavenge']}\ndiscards = ['scavenge', 'brick']\n"
    )
    position = read_position_file(text, components=house)
    assert len(position.monsters) == MONSTERS
    assert 3500 < len(position.game.choices(position)) < CHOICES - len(BASE.cards)


def test_a_position_file_written_by_hand_is_read_with_the_components_at_hand() -> None:
    components = read_components("[tokens.troll]\nhealth = 4\n")
    position = read_position_file('monsters = ["troll archer 1"]', components=components, compiled=False)
    assert position.monsters[0].health == 4
    assert read_position_file(write_position_file(position), components=components, compiled=False) == position
    with pytest.raises(InvalidInput, match="read it with the same component file"):
        read_position_file(write_position_file(position), compiled=False)
