"""The TOML form: sparse files, names as people write them, what is inferred, and that nothing is lost on the way."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from pathlib import Path

import pytest

from castle_panic.walk import played
from castlewise.models.castle_panic.component_file import fingerprint, read_components
from castlewise.models.castle_panic.components import BASE, Card, Token, title
from castlewise.models.castle_panic.expansions.wizards_tower.components import WIZARDS_TOWER
from castlewise.models.castle_panic.expansions.wizards_tower.position_keys import KEYS as WIZARDS_KEYS
from castlewise.models.castle_panic.expansions.wizards_tower.position_keys import STAGES as WIZARDS_STAGES
from castlewise.models.castle_panic.game import CastlePanic
from castlewise.models.castle_panic.names import card_names, token_names
from castlewise.models.castle_panic.notation import read_line
from castlewise.models.castle_panic.position_draft import EXTRAS, STAGE_NAMES
from castlewise.models.castle_panic.position_file import read_position_file, write_position_file
from castlewise.models.castle_panic.rule_set import OPTIONS, VERSIONS, WIZARDS_TOWER_OPTIONS, read_rules
from castlewise.models.component_names import Names
from castlewise.models.game_record import read_record, replay
from castlewise.models.problems import InvalidInput

ROOT = Path(__file__).parent.parent.parent


def line_of(text: str) -> str:
    return str(read_position_file(text))


def test_board_and_hand_are_enough() -> None:
    text = 'rules = "players=2"\nmonsters = ["orc archer 2"]\nhand = ["red archer", "2 brick"]\n'
    assert line_of(text) == "cp:players=2,co-op/WWWWWW/a2o2/p1.play/ra.2br,-/-/-"


def test_without_rules_four_play_together() -> None:
    assert line_of('monsters = ["orc archer 2"]') == "cp:players=4,co-op/WWWWWW/a2o2/p1.play/-,-,-,-/-/-"


def test_a_file_may_name_its_game() -> None:
    assert line_of('game = "castle-panic"\nmonsters = ["orc archer 2"]') == line_of('monsters = ["orc archer 2"]')
    with pytest.raises(InvalidInput, match='position: game: unknown game "castellion"'):
        read_position_file('game = "castellion"\nrules = "base"')


def test_under_construction_no_wall_goes_without_saying() -> None:
    assert line_of('rules = "players=2,walls=none"\nwalls = [4]\nmonsters = ["orc archer 2"]').split("/")[1] == "TTTWTT"
    assert line_of('rules = "players=2,walls=players"\nmonsters = ["orc archer 2"]').split("/")[1] == "TTTTTT"


@pytest.mark.parametrize(
    "words",
    [
        "troll castle 5 health 1 tarred",
        "Troll Castle 5 tarred health 1",
        "t castle 5, health 1, tarred",
        "c5t1t",
        " c5t1t ",
        {"kind": "Troll", "ring": "Castle", "arc": 5, "health": 1, "tarred": True},
        {"kind": "t", "ring": "castle", "arc": 5, "health": 1, "tarred": True, "attacking": False},
    ],
    ids=str,
)
def test_ways_to_state_a_monster(words: str | dict[str, object]) -> None:
    if isinstance(words, dict):
        values = ", ".join(
            f"{key} = {str(value).lower() if isinstance(value, bool | int) else repr(value)}" for key, value in words.items()
        )
        stated = f"{{ {values} }}"
    else:
        stated = f'"{words}"'
    assert line_of(f'rules = "players=2"\ntowers = [1]\nmonsters = [{stated}]').split("/")[2] == "c5t1t"


def test_a_monster_has_its_full_health_unless_stated() -> None:
    assert line_of('rules = "players=2"\nmonsters = ["goblin king forest 3", "troll mage archer 1"]').split("/")[2] == "f3gk2.a1tm3"


def test_every_component_is_known_by_name_title_and_code() -> None:
    tables: list[tuple[Names, Sequence[Card | Token]]] = [(card_names(BASE), BASE.cards), (token_names(BASE), BASE.tokens)]
    for names, rows in tables:
        for kind, row in enumerate(rows):
            forms = [
                row.name,
                row.name.upper(),
                title(row.name),
                title(row.name).upper(),
                row.name.replace(" ", "_"),
                row.code,
                f" {row.code}  ",
            ]
            assert {names.find(form) for form in forms} == {kind}


def test_names_as_people_write_them() -> None:
    hand = 'hand = ["2 Bricks", "3x mortar", "Any Colour Archer", "any color knight", "DRIVE HIM BACK", "Draw 2 Cards", "2 red archers"]'
    assert line_of(f'rules = "players=1"\nmonsters = ["orc archer 2"]\n{hand}').split("/")[4] == "2ra.aa.ak.2br.3mo.db.d2"
    assert line_of('rules = "players=1"\nmonsters = ["orc archer 2"]\nhand = "red archer, 2 brick"').split("/")[4] == "ra.2br"


def test_hands_by_list_by_number_and_beside_my_own() -> None:
    head = 'rules = "players=3"\nplayer = 2\nmonsters = ["orc archer 2"]\n'
    for hands in (
        'hands = [["tar"], ["brick"]]',
        'hand = ["brick"]\nhands = [["tar"]]',
        'hand = ["brick"]\n[hands]\n1 = ["tar"]',
        'hands = { 1 = "tar", 2 = "brick" }',
    ):
        assert line_of(head + hands).split("/")[3:5] == ["p2.play", "ta,br,-"]


def test_stating_the_pile_and_the_deck_leaves_the_rest_discarded() -> None:
    position = read_position_file("""
        rules = "players=2"
        monsters = ["orc archer 2", "goblin knight 1"]
        hand = ["red archer"]
        pile = ["2 troll", "giant boulder"]
        deck = ["brick"]
    """)
    assert position.pile == ["troll", "troll", "giant boulder"]
    assert (position.token_discards.count("troll"), position.token_discards.count("orc"), len(position.token_discards)) == (8, 10, 44)
    assert position.deck == ["brick"]
    assert (position.discards.count("red archer"), position.discards.count("brick"), len(position.discards)) == (2, 3, 47)


def test_deck_and_discards_together_have_to_account_for_every_card() -> None:
    deck = [f"{card.count} {card.name}" for card in BASE.cards if card.name not in ("tar", "brick")]
    text = f'rules = "players=2"\nmonsters = ["orc archer 2"]\ndeck = {deck}\ndiscards = ["3 brick", "tar"]\n'
    with pytest.raises(InvalidInput, match="deck, discards: 1 of Brick missing"):
        read_position_file(text)
    assert read_position_file(text + 'hand = ["brick"]').hand == ["brick"]


def test_removed_bricks_are_not_in_the_deck() -> None:
    text = 'rules = "players=2,dwindling-resources"\nmonsters = ["orc archer 2"]\nhand = ["brick"]\nremoved = ["2 brick", "mortar"]'
    position = read_position_file(text)
    assert (position.deck.count("brick"), position.deck.count("mortar")) == (1, 3)


def test_every_reachable_position_survives() -> None:
    for position in list(played().values())[::2]:
        assert read_position_file(write_position_file(position)) == position


def test_what_is_written_for_a_turn_under_way() -> None:
    line = "cp:players=3,master-slayer/FW---T/a1g1.c5t2/p2.answer/ra,2gk,-/br/o/offer=gk.p1.ra/refused=p3/trophies=-,2g,-"
    assert (
        write_position_file(read_line(line))
        == """\
rules = "players=3,master-slayer"
player = 2
stage = "answer"

towers = [1, 2, 6]
walls = [1, 2]
fortified = [1]
monsters = [
    "goblin archer 1",
    "troll castle 5 health 2",
]

hands = [
    ["red archer"],
    ["2 green knight"],
    [],
]
discards = ["brick"]
token-discards = ["orc"]

refused = [3]
offer = { mine = "green knight", player = 1, theirs = "red archer" }
trophies = [[], ["2 goblin"], []]
"""
    )


def test_a_file_with_replaced_components_is_bound_to_them() -> None:
    house = read_components("[tokens.troll]\nhealth = 4\n")
    text = write_position_file(CastlePanic(read_rules("players=2", components=house)).start())
    assert f'components = "{fingerprint(house)}"  # replaced: troll: health 3 -> 4' in text
    assert read_position_file(text, components=house).rule_set.components == house
    with pytest.raises(InvalidInput, match=r"my\.toml: components: .* read it with the same component file"):
        read_position_file(text, place="my.toml")


# The documents and examples


def fenced(kind: str) -> list[str]:
    """The fenced examples of the notation document with a language tag."""
    text = (ROOT / "docs" / "notation-castle-panic.md").read_text()
    return re.findall(rf"^```{kind}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


def test_every_line_in_the_document_is_canonical() -> None:
    lines = [line for block in fenced("position") for line in block.splitlines()]
    assert len(lines) >= 5
    assert [str(read_line(line)) for line in lines] == lines


def test_the_document_lists_every_code() -> None:
    rows = re.findall(r"^\| (`.*`) \| .* \| \| (`.*`) \| .* \|$", (ROOT / "docs" / "notation-castle-panic.md").read_text(), re.MULTILINE)
    cards, tokens = (re.findall(r"`(\w+)`", " ".join(column)) for column in zip(*rows, strict=True))
    assert sorted(cards) == sorted(card.code for card in WIZARDS_TOWER.cards)
    assert sorted(tokens) == sorted(token.code for token in WIZARDS_TOWER.tokens)


def test_the_document_names_every_rule_stage_and_key() -> None:
    text = (ROOT / "docs" / "notation-castle-panic.md").read_text()
    assert [
        name
        for name in (*VERSIONS, *OPTIONS, *WIZARDS_TOWER_OPTIONS, *STAGE_NAMES, *EXTRAS, *WIZARDS_STAGES, *WIZARDS_KEYS)
        if f"`{name}`" not in text
    ] == []


def test_every_toml_position_in_the_document_can_be_read() -> None:
    assert [read_position_file(text).is_over for text in fenced("toml position")] == [False] * 3


def test_every_component_file_in_the_document_can_be_read() -> None:
    files = fenced("toml components")
    assert files
    assert all(read_components(text).replaced for text in files)


def test_every_move_in_the_document_is_legal_where_it_says() -> None:
    blocks = fenced("moves")
    assert len(blocks) >= 5
    for block in blocks:
        line, *moves = block.splitlines()
        position = read_line(line)
        for move in moves:
            form, sentence = re.split(r"\s{2,}", move)
            assert position.game.describe(position, position.game.read_move(position, form)) == sentence


def test_every_record_in_the_document_can_be_replayed() -> None:
    records = fenced("jsonl record")
    assert records
    for text in records:
        assert list(replay(read_record(text)))[-1].is_over


def test_the_example_positions() -> None:
    stand = read_position_file((ROOT / "examples" / "last_stand.toml").read_bytes())
    assert str(stand).split("/")[1:4] == ["w--F-T", "f3o2.a1tm3.a2g1.k5o2.s4g1.s6t2.c3o1", "p2.trade"]
    assert [len(stand.deck), len(stand.pile)] == [19, 14]
    opening = read_position_file((ROOT / "examples" / "solitaire_opening.toml").read_bytes())
    assert str(opening) == "cp:players=1,solitaire/WWWWWW/f2o2.a4o2.k6t2.s1g1/p1.play/rs.ga.bk.2br.db/ra.gk.as/2g.o.gb"


def test_what_is_written_is_toml_that_others_read() -> None:
    line = "cp:players=2,co-op/WWWWWW/a1g1/p1.play/ra,2bk/-/-/first-turns=2"
    assert tomllib.loads(write_position_file(read_line(line)))["hands"] == [["red archer"], ["2 blue knight"]]
