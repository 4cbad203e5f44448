"""The TOML form: sparse files, configurations of one's own, what is inferred, and that nothing is lost on the way; the document and the examples."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from castellion.arrange import play
from castellion.walk import played
from castlewise.models.castellion.castle_text import TILE_NAMES, drawing, read_drawing
from castlewise.models.castellion.game import Castellion
from castlewise.models.castellion.notation import read_line
from castlewise.models.castellion.position_file import read_position_file, write_position_file
from castlewise.models.castellion.position_keys import EXTRAS, STAGE_NAMES
from castlewise.models.castellion.rule_set import APPENDICES, LEVELS, PANTRIES, TWO_PLAYER, read_rules
from castlewise.models.castellion.tiles import TILES
from castlewise.models.contract import Result
from castlewise.models.game_record import read_record, replay
from castlewise.models.problems import InvalidInput, Problems

ROOT = Path(__file__).parent.parent.parent
BASE = 'rules = "base"\nordeals = ["1T1B1L", "2T2B", "3L2T"]\n'
FULL_PILES = "111.111.111.111/555.555.555.555.9.3"


def line_of(text: str) -> str:
    return str(read_position_file(text))


def section(text: str, number: int) -> str:
    return line_of(text).split("/")[number]


# Positions


def test_a_castle_is_enough() -> None:
    assert line_of('rules = "expert"\ncastle = ["st"]') == "cn:expert/st/hidden,hidden,hidden/p1.turn/111.111.111.111/455.555.555.555.9.3"


def test_without_rules_it_is_the_introductory_level() -> None:
    assert line_of('castle = ["st"]\nordeals = ["1T1B1L", "earthworm 1", "3T2B"]').split("/")[:3] == [
        "cn:introductory",
        "st",
        "1T1B1L,earthworm-1,3T2B",
    ]


@pytest.mark.parametrize(
    "castle",
    [
        '["st ps", "cc", "jt js st"]',
        '["stps", "cc", "jtjsst"]',
        '[["seer triangle", "ps"], ["Chameleon Circle"], ["jt", "JUGGLER SQUARE", "st"]]',
        '["st ps", "chameleon circle", ["juggler triangle", "js", "st"]]',
        '"stps.cc.jtjsst"',
        '"""\n.. .. st\nps .. js\nst cc jt\n"""',
        '"""\n   .. .. .. st ..\n\n   .. ps .. js ..\n   .. st cc jt ..   """',
        "'''\n.. .. st\nps .. js\nst cc jt'''",
    ],
)
def test_ways_to_state_a_castle(castle: str) -> None:
    assert section(f"{BASE}castle = {castle}", 1) == "stps.cc.jtjsst"


@pytest.mark.parametrize("castle", ['""', '"-"', "[]", '".."', '"""\n.. ..\n"""'])
def test_ways_to_state_an_empty_castle(castle: str) -> None:
    assert section(f"{BASE}castle = {castle}", 1) == "-"


def test_a_row_alone_is_a_foundation() -> None:
    assert section(f'{BASE}castle = "st ps cc"', 1) == "st.ps.cc"


def test_castles_by_list_and_beside_my_own() -> None:
    head = 'rules = "expert, two-player"\nplayer = 2\n'
    for castles in (
        'castles = ["ss", ["st ps"]]',
        'castle = ["stps"]\ncastles = [["ss"]]',
        'castle = """\nps\nst"""\ncastles = ["ss", ""]',
    ):
        assert section(head + castles, 1) == "ss,stps"


def test_a_drawing_reads_back_as_it_is_written() -> None:
    for position in played().values():
        for player in range(position.rule_set.players):
            problems = Problems()
            assert read_drawing(drawing(position.columns(player)), "castle", problems) == position.columns(player)
            assert problems == []


def test_every_tile_is_known_by_name_title_and_code() -> None:
    for kind, tile in enumerate(TILES):
        forms = [
            tile.name,
            tile.name.upper(),
            tile.title,
            tile.name.replace(" ", "_"),
            tile.code,
            f" {tile.code.upper()}  ",
            f"{tile.name}s",
        ]
        assert {TILE_NAMES.find(form) for form in forms} == {kind}


def test_a_tile_in_hand_was_just_drawn() -> None:
    assert section(f'{BASE}hand = "Pyro Circle"', 3) == "p1.use"
    assert section(f'{BASE}hand = "tr"', 3) == "p1.traitor"
    assert section(BASE.replace("base", "base, horror") + 'castle = "st ps ct ss pt cc"\nhand = "black traitor"', 3) == "p1.haunt"


def test_tiles_in_sight_come_out_of_the_standard_pile_first() -> None:
    text = f'{BASE}castle = ["st st st", "st st st", "ps"]\nhand = "ps"\ntraitors = 1\n'
    assert line_of(text).split("/")[4:6] == ["011.111.111.111", "055.555.555.535.8.3"]
    text += 'discards = ["2 js"]\nrevealed = ["black-bordered traitor", "ss"]\n'
    assert line_of(text).split("/")[4:6] == ["011.111.111.111", "045.555.535.535.8.2"]


def test_stating_one_pile_leaves_the_other_what_it_can_hold() -> None:
    assert line_of(f'{BASE}castle = ["st ss"]\nsafe = []').split("/")[4:6] == ["-", "555.555.555.555.9.3"]
    position = read_position_file(f'{BASE}castle = ["st ss"]\nsafe = []')
    assert (position.discards.count("seer triangle"), position.discards.count("seer circle"), len(position.discards)) == (0, 1, 10)
    assert line_of(f'{BASE}castle = ["st ss"]\nstandard = "000.000.000.555.0.0"').split("/")[4:6] == [
        "111.111.111.111",
        "000.000.000.555.0.0",
    ]


def test_stating_both_piles_leaves_the_rest_discarded() -> None:
    position = read_position_file(f'{BASE}castle = ["st ss"]\nsafe = "pyro circle"\nstandard = ["2 st", "traitor"]')
    assert (position.safe, position.standard) == (["pyro circle"], ["seer triangle", "seer triangle", "traitor"])
    assert (position.discards.count("seer triangle"), position.discards.count("pyro circle"), len(position.discards)) == (3, 5, 67)


def test_piles_and_discards_together_have_to_account_for_every_tile() -> None:
    text = f'{BASE}castle = ["st ss"]\nsafe = "110.111.111.111"\nstandard = "444.555.555.555.0.0"\n'
    with pytest.raises(InvalidInput, match="safe, standard, discards: 2 of Seer Circle missing"):
        read_position_file(text + "discards = []")
    assert read_position_file(text + 'discards = ["2 seer circle"]').discards == ["seer circle", "seer circle"]


def test_the_pantry_is_full_but_for_what_is_in_sight() -> None:
    position = read_position_file('rules = "expert, pantry"\ncastle = ["st ft", "fc"]\n')
    assert (position.pantry, position.discards) == (["triangle", "square", "square", "circle"], [])
    position = read_position_file('rules = "expert, pantry"\ncastle = ["st ft", "fc"]\npantry = ["pantry square"]\n')
    assert (position.pantry, position.discards) == (["square"], ["pantry triangle", "pantry square", "pantry circle"])


# Configurations


def test_a_configuration_begins_with_the_setup() -> None:
    assert line_of('game = "castellion"') == f"cn:introductory/-/1T1B1L,earthworm-1,hidden/p1.turn-up/{FULL_PILES}"
    assert line_of('rules = "expert"') == f"cn:expert/-/hidden,hidden,hidden/p1.turn/{FULL_PILES}"
    assert read_position_file('rules = "base, vigil"') == Castellion(read_rules("base,vigil")).start()


def test_a_card_of_the_level_is_turned_up_and_another_takes_its_place() -> None:
    position = read_position_file('rules = "expert"\nordeals = ["hidden", "3B else 32", "2T1L"]')
    assert str(position.rule_set) == "expert,ordeal3=2T1L:2"
    assert [None if card is None else card.name for card in position.ordeals] == [None, "Behemoth II", ""]


def test_a_place_with_several_cards_and_its_own_number_of_traitors() -> None:
    text = 'rules = "base"\nordeals = ["1T1B1L", { cards = ["3T2B", "5L else 42"], traitors = 4 }, { traitors = 1, up = "2T3L" }]'
    position = read_position_file(text)
    assert str(position) == f"cn:base,ordeal2=3T2B.5L-else-42:4,ordeal3=3T2B.3B2L.2T3L:1/-/1T1B1L,hidden,2T3L/p1.turn-up/{FULL_PILES}"
    assert str(play(position, "card.2.5L-else-42")).split("/")[2:4] == ["1T1B1L,5L-else-42,2T3L", "p1.turn"]
    assert read_position_file(text.replace("traitors = 4", 'traitors = 4, up = "5L else 42"')).is_chance is False


def test_supply_is_the_beginning_and_the_piles_are_what_is_left() -> None:
    text = 'rules = "expert"\nsupply = { safe = ["2 st", "ps"], standard = "222.000.000.222.3.1" }\n'
    assert line_of(text).split("/")[4:6] == ["200.000.000.010", "222.000.000.222.3.1"]
    later = read_position_file(text + 'castle = ["st ss"]\nsafe = "st"\nstandard = ["sc", "traitor"]')
    assert str(later) == (
        "cn:expert,safe=200.000.000.010,standard=222.000.000.222.3.1/stss/hidden,hidden,hidden/p1.turn/100.000.000.000/001.000.000.000.1.0"
    )
    assert (later.discards.count("seer triangle"), later.discards.count("pyro square"), len(later.discards)) == (2, 3, 11)


def test_a_castle_to_start_from() -> None:
    text = 'rules = "base, size=4x4"\nstage = "setup"\ncastle = ["st", "ps", "cc", "jt"]\n'
    start = read_position_file(text)
    assert str(start) == "cn:base,size=4x4/st.ps.cc.jt/1T1B1L,hidden,hidden/p1.turn-up/111.111.111.111/455.554.455.545.9.3"
    assert str(play(start, "card.2.2T2B", "card.3.3T2B")).split("/")[3] == "p1.turn"


def test_what_is_stated_is_not_asked_for_in_the_setup() -> None:
    ordeals = 'ordeals = ["1T1B1L", "2T2B", "3L2T"]\nstage = "setup"\n'
    assert section('rules = "base, vigil"\n' + ordeals, 3) == "p1.draw-vigil"
    assert section('rules = "base, vigil"\nvigil = "st"\n' + ordeals, 3) == "p1.turn"
    assert section('rules = "base, prophet"\n' + ordeals, 3) == "p1.prophet"
    assert section('rules = "base, prophet"\nprophet = 2\n' + ordeals, 3) == "p1.turn"


# There and back


def test_every_reachable_position_survives() -> None:
    for position in list(played().values())[::3]:
        assert read_position_file(write_position_file(position)) == position


def test_what_is_written_for_a_turn_under_way() -> None:
    line = (
        "cn:expert,two-player,cold-sweat,pantry,ordeal2=3T-else-32.3B-else-32:4/st.psjc,-/2B-else-16:met,hidden:tr.tb,earthworm-3/p2.use"
        "/-/254.555.554.545.4.1/hand=ss/received/revealed=2st.tr/haunted=p1.2.1/pantry=2ft.fs/champion=p1"
    )
    assert (
        write_position_file(read_line(line))
        == '''\
game = "castellion"
rules = "expert,two-player,cold-sweat,pantry,ordeal2=3T-else-32.3B-else-32:4"
ordeals = ["2B else 16", "hidden", "earthworm 3"]
met = 1
traitors = 1
black-traitors = 1
player = 2
stage = "use"

castles = [
"""
.. jc
st ps
""",
"",
]

safe = "000.000.000.000"  # seers, chameleons, jugglers, pyros, each by triangle, square, circle
standard = "254.555.554.545.4.1"  # then Traitors and black-bordered ones

hand = "seer square"
received = true
revealed = ["2 seer triangle", "traitor"]
haunted = [1, 2, 1]
pantry = ["2 pantry triangle", "pantry square"]
champion = 1
'''
    )


def test_what_is_written_is_toml_that_others_read() -> None:
    line = "cn:base,prison/stps.ct/1T1B1L,2T2B,3T2B/p1.turn/-/010.000.000.000.0.0/prison=jt.ps.cc"
    assert tomllib.loads(write_position_file(read_line(line)))["prison"] == ["juggler triangle", "pyro square", "chameleon circle"]


# The document and the examples


def document() -> str:
    return (ROOT / "docs" / "notation-castellion.md").read_text()


def fenced(kind: str) -> list[str]:
    """The fenced examples of the notation document with a language tag."""
    return re.findall(rf"^```{kind}\n(.*?)^```$", document(), re.MULTILINE | re.DOTALL)


def test_every_fenced_example_is_of_a_kind_that_is_run() -> None:
    kinds = set(re.findall(r"^```(.+)$", document(), re.MULTILINE))
    assert kinds == {"position", "toml position", "moves", "jsonl record"}


def test_every_line_in_the_document_is_canonical() -> None:
    lines = [line for block in fenced("position") for line in block.splitlines()]
    assert len(lines) == 5
    assert [str(read_line(line)) for line in lines] == lines


def test_the_document_lists_every_code() -> None:
    rows = re.findall(r"^\| ((?:`\w\w` ?)+) \| .* \| \| ((?:`\w\w` ?)+) \| .* \|$", document(), re.MULTILINE)
    assert sorted(re.findall(r"`(\w+)`", str(rows))) == sorted(tile.code for tile in TILES)


def test_the_document_names_every_rule_stage_and_key() -> None:
    names = (*LEVELS, TWO_PLAYER, *APPENDICES, *PANTRIES, *STAGE_NAMES, *EXTRAS)
    assert [name for name in names if f"`{name}`" not in document()] == []


def test_every_toml_position_in_the_document_can_be_read() -> None:
    positions = [read_position_file(text) for text in fenced("toml position")]
    assert [str(position).split("/")[3] for position in positions] == ["p1.use", "p2.turn", "p1.turn-up", "p1.turn-up"]


def test_every_move_in_the_document_is_legal_where_it_says() -> None:
    blocks = fenced("moves")
    assert len(blocks) == 6
    for block in blocks:
        line, *moves = block.splitlines()
        position = read_line(line)
        assert str(position) == line
        for move in moves:
            form, sentence = re.split(r"\s{2,}", move)
            assert position.game.describe(position, position.game.read_move(position, form)) == sentence


def test_every_record_in_the_document_can_be_replayed() -> None:
    records = fenced("jsonl record")
    assert len(records) == 1
    assert list(replay(read_record(records[0])))[-1].is_over


def test_the_example_positions() -> None:
    ordeal = read_position_file((ROOT / "examples" / "castellion_second_ordeal.toml").read_bytes())
    assert str(ordeal) == (
        "cn:base/ptpspcpt.csscst.jcstss.stjsjc.psjcjt.ccctcs/1T1B1L:met,2T2B:tr.tb,2T3L/p1.turn/100.000.000.000/001.101.020.000.2.1"
    )
    assert ordeal.formations(0) == (1, 2, 0)
    built = play(ordeal, "draw.standard", "tile.ct", "place@6")
    assert built.formations(0) == (2, 2, 0)
    assert play(built, "meet").met == 2
    small = read_position_file((ROOT / "examples" / "castellion_small_castle.toml").read_bytes())
    assert str(small) == (
        "cn:expert,ordeal1=1B-else-4:2,ordeal2=earthworm-1:3,ordeal3=1T.1L:3,size=4x4,safe=101.010.101.010,standard=222.222.222.222.5.1"
        "/-/1B-else-4,earthworm-1,hidden/p1.turn/101.010.101.010/222.222.222.222.5.1"
    )


def test_the_example_game_is_played_by_the_example_configuration() -> None:
    record = read_record((ROOT / "examples" / "castellion_game.jsonl").read_bytes())
    positions = list(replay(record))
    assert positions[0] == read_position_file((ROOT / "examples" / "castellion_small_castle.toml").read_bytes())
    assert (len(record.moves), record.result) == (101, Result(True, "all three ordeals are overcome", (0,)))
