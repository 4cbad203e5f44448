"""The line of a position: what it looks like, that it is canonical, and that nothing is lost on the way."""

from __future__ import annotations

import re

import pytest

from castle_panic.arrange import arrange, play
from castle_panic.walk import played
from castlewise.models.castle_panic import stages
from castlewise.models.castle_panic.component_file import fingerprint, read_components
from castlewise.models.castle_panic.components import BASE
from castlewise.models.castle_panic.game import CastlePanic
from castlewise.models.castle_panic.notation import read_line
from castlewise.models.castle_panic.position import Position
from castlewise.models.castle_panic.position_draft import STAGE_NAMES, draft_of, stage_name
from castlewise.models.castle_panic.rule_set import read_rules
from castlewise.models.problems import InvalidInput

QUIET = "cp:players=2,co-op/WWWWWW/a1g1/p1.play/ra,bk/-/-"


def test_the_line_of_the_first_position() -> None:
    assert str(CastlePanic(read_rules("players=4")).start()) == "cp:players=4,co-op/WWWWWW/-/p1.place/-,-,-,-/-/-"


def test_the_line_of_a_turn_under_way() -> None:
    position = arrange(
        "players=3",
        monsters=["orc archer 2", "goblin archer 1", "troll castle 5 health 2 tarred", "orc archer 2"],
        hand=["brick", "red archer", "green knight", "green knight"],
        others=[[], ["tar"]],
        towers=[1, 2, 3, 4],
        walls=[1, 2, 5],
        fortified=[1, 5],
        discards=["mortar", "mortar", "mortar"],
    )
    assert str(position) == "cp:players=3,co-op/FWTTf-/a1g1.a2o2.a2o2.c5t2t/p1.play/ra.2gk.br,-,ta/3mo/-"


@pytest.mark.parametrize(
    ("line", "stage"),
    [
        ("cp:players=2,master-slayer/WWWWWW/a1g1/p2.answer/ra,gk/-/-/offer=gk.p1.ra", stages.ANSWER_TRADE),
        ("cp:players=3,master-slayer/WWWWWW/a1g1/p2.trade/ra,gk,br/-/-/refused=p1/trophies=-,2g.o,-", stages.TRADE_PHASE),
        ("cp:players=2,co-op/WWWWWW/s1g1x.s1o2x/p1.hurt/ra,gk/-/-", stages.WHO_IS_HURT),
        ("cp:players=2,co-op/WWWWWW/s1g1x.s1o2x/p1.hurt/ra,gk/-/mr/during=token", stages.WHO_IS_HURT),
        ("cp:players=2,co-op,final-charge/WWWWWW/s1g1x.s1o2x/p1.hurt/ra,gk/-/-/during=charge", stages.WHO_IS_HURT),
        ("cp:players=2,co-op/WWWWWW/-/p1.roll/ra,gk/-/-/tokens-due=3/tokens-after=4/token=gb", stages.ROLL_TOKEN),
        (
            "cp:players=2,co-op,my-home,kings-tower/WW-WWW/c3o2/p2.give-up/ra.2bk,gk/-/-/discarders=p1/homes=1.2/king-fell",
            stages.GIVE_UP_CARD,
        ),
        ("cp:players=3,co-op,my-home/WW-WWW/c3o2/p2.claim-backup/ra,-,-/-/-/homeless=p1/homes=0.2.0/backup=p3/out=p3", stages.CLAIM_BACKUP),
        ("cp:players=2,co-op,dwindling-resources/W-----/a1o2/p1.draw/ra,gk/d2/-/cards-due=1/removed=2br.mo", stages.DRAW_IN_PLAY),
        ("cp:players=2,co-op,walls=players/TWT---/a1o2/p2.discard/ra,gk/-/-/first-turns=1/held-walls=p1", stages.DISCARD_PHASE),
        ("cp:players=1,solitaire,walls=random/TTWTTT/-/p1.wall/-/-/-/walls-due=2", stages.ROLL_WALL),
        ("cp:players=2,co-op,desperate-times/WWWWWW/a1o2/p2.replace/ra,2gk/-/-/desperate", stages.REPLACE),
        ("cp:players=2,co-op/WWWWWW/s1o2/p1.play/ra,gk/mi/-/missing", stages.PLAY_PHASE),
        ("cp:players=2,co-op/w-----/c1o2/p1.lost-towers/ra,gk/mi/-", stages.OVER),
    ],
)
def test_lines_with_something_pending(line: str, stage: int) -> None:
    position = read_line(line)
    assert position.state.stage == stage
    assert str(position) == line


def test_every_reachable_position_survives_and_its_line_needs_no_quotes() -> None:
    for line, position in played().items():
        assert read_line(line) == position
        assert re.fullmatch(r"[A-Za-z0-9\-._~,:=@/]{30,500}", line)
    reached = {stage_name(draft_of(position)) for position in played().values()}
    assert set(STAGE_NAMES) - reached == {"move"}  # which is only read, never a node


def test_the_same_position_by_other_moves_has_the_same_line() -> None:
    start = arrange(
        "players=2", monsters=["orc archer 1", "goblin knight 2"], hand=["red archer", "red knight", "brick", "mortar"], walls=[1]
    )
    one = play(start, "ra@a1o2", "rk@k2g1", "br.mo@4")
    other = play(start, "br.mo@4", "rk@k2g1", "ra@a1o2")
    assert str(one) == str(other) == "cp:players=2,co-op/WTTWTT/a1o1/p1.play/-,-/ra.rk.br.mo/g"


def test_the_order_within_a_section_does_not_matter_to_a_reader() -> None:
    mixed = read_line("cp:co-op,players=2/WWWWWW/a2o2.a1g1/p1.play/br.ra.br,-/-/-")
    assert str(mixed) == "cp:players=2,co-op/WWWWWW/a1g1.a2o2/p1.play/ra.2br,-/-/-"


def test_a_position_can_be_pasted_back() -> None:
    position = read_line(QUIET)
    assert repr(position) == f"Position.read('{QUIET}')"
    assert Position.read(QUIET) == position == position.game.read(f"  {QUIET}\n")


@pytest.mark.parametrize(
    ("line", "node"),
    [
        ("cp:players=2,co-op/WWWWWW/a1g1/p1.trade/ra,ra/-/-", "p1.play"),  # nothing to trade
        ("cp:players=2,co-op/WWWWWW/a1g1/p1.discard/-,ra/-/-", "p1.play"),  # nothing to discard, nothing to trade with
        ("cp:players=1,solitaire/WWWWWW/a1g1/p1.draw-up/3ra.3gk/-/-", "p1.discard"),  # the hand is full
        ("cp:players=2,co-op/WWWWWW/a1g1/p2.draw-up/ra,gk/-/-/first-turns=1", "p2.discard"),  # no drawing up on a first turn
        ("cp:players=2,co-op,desperate-times/WWWWWW/a1g1/p1.desperate/-,gk/-/-", "p1.draw-up"),  # no hand to exchange
        ("cp:players=2,co-op/WWWWWW/s1g1x.s1g1x/p1.hurt/-,gk/-/-", "p1.token"),  # two alike: no matter which
        ("cp:players=2,co-op,my-home,kings-tower/WW-WWW/c3o2/p2.give-up/2bk,gk/-/-/discarders=p1/homes=1.2/king-fell", "p2.token"),
        ("cp:players=6,co-op,my-home/WWWWWW/-/p6.claim/-,-,-,-,-,-/-/-/homes=1.2.3.4.5.0", "p1.place"),  # one Tower left for player 6
        ("cp:players=2,co-op/WWWWWW/a1g1/p1.move/-,gk/-/-", "p1.token"),
        ("cp:players=2,co-op/WWWWWW/a1g1.a2g1.a3g1.a4o2.a5o2.a6t3/p1.place/-,-/-/-", "p1.deal"),
    ],
)
def test_a_stage_with_nothing_to_decide_runs_on(line: str, node: str) -> None:
    assert str(read_line(line)).split("/")[3] == node


@pytest.mark.parametrize(
    ("line", "outcome"),
    [
        ("cp:players=2,co-op/-w----/a1g1/p1.play/ra,bk/-/-", "lost-towers"),
        ("cp:players=2,co-op/-w----/a1g1/p1.trade/ra,bk/-/-", "lost-towers"),
        ("cp:players=2,co-op/-w----/a1g1/p1.roll/ra,bk/-/-/token=gb", "lost-towers"),
        ("cp:players=2,master-slayer/------/a1g1/p1.answer/ra,bk/-/-/offer=ra.p2.bk", "lost-towers"),
        ("cp:players=2,co-op/T---T-/c1g1x.c1o2x.c5g1x/p1.hurt/ra,bk/-/-", "lost-towers"),  # every Tower entered at once
        ("cp:players=2,co-op,my-home/WWWWWW/a1g1/p1.play/-,-/-/-/out=p1.p2", "lost-players"),
        ("cp:players=2,co-op/WWWWWW/-/p1.play/ra,bk/-/ALL", "won"),
        ("cp:players=2,co-op/T-----/-/p1.discard/ra,bk/-/ALL", "won"),
        ("cp:players=2,co-op,final-charge/T-----/-/p1.charge/ra,bk/-/ALL", "won"),
    ],
)
def test_a_decided_position_is_read_as_over(line: str, outcome: str) -> None:
    everything = ".".join(f"{token.count}{token.code}" for token in BASE.tokens)
    position = read_line(line.replace("ALL", everything))
    assert position.is_over
    assert str(position).split("/")[3] == f"p1.{outcome}"
    assert read_line(str(position)) == position
    assert position.game.result(position) is not None


def test_with_the_last_tower_everyone_loses_theirs() -> None:
    line = "cp:players=2,co-op,my-home,kings-tower/T---TT/c1g1x.c1o2x.c5g1x.c6g1x/p1.hurt/ra,bk/-/-/homes=1.5/king=6"
    over = "cp:players=2,co-op,my-home,kings-tower/------/c1g1.c1o2.c5g1.c6g1/p1.lost-towers/ra,bk/-/-/king-fell"
    assert str(read_line(line)) == str(read_line(over)) == over


@pytest.mark.parametrize(
    "line",
    [
        "cp:players=1,solitaire/WWWWWW/a1g1/p1.play/ra.gk.bs.3br.2mo.sc/-/-",  # nine cards in hand
        "cp:players=2,co-op/WWWWWW/a1g1/p1.play/-,-/-/-",  # empty hands
        "cp:players=2,co-op/T-----/a1g1.a1g1.a1g1.a1g1.a1g1.a1g1.a1o1.a1o2.a1gk2/p1.play/-,-/-/-",  # nine Monsters in a space
        "cp:players=2,co-op/wwwwfF/c1t1/p1.play/-,-/-/-",  # Walls without Towers
        "cp:players=2,co-op/WWWWWW/-/p1.play/-,-/-/-",  # nobody on the board
        "cp:players=3,co-op,my-home/WWTTTT/a1g1/p3.token/ra,-,bk/-/-/homes=1.0.3/out=p2",
        "cp:players=3,co-op,my-home/WWTTTT/a1g1/p2.token/ra,-,bk/-/-/homes=1.0.3/out=p2",  # out in the middle of one's own turn
        "cp:players=2,co-op/WWWWWW/a1g1/p1.draw-up/-,ra.rk.rs.ga.gk.gs.gh.bk/-/-",
    ],
)
def test_strange_but_possible_is_accepted(line: str) -> None:
    assert str(read_line(line)) == line


def test_deck_and_pile_are_what_is_left() -> None:
    position = read_line("cp:players=2,co-op/WWWWWW/a1g1.a2g1/p1.roll/3ra,bk/rh/4g.o/token=gb")
    assert position.deck.count("red archer") == position.deck.count("red hero") == position.pile.count("goblin") == 0
    assert (len(position.deck), len(position.pile)) == (49 - 5, 49 - 8)
    assert position.pile.count("giant boulder") == 3


def test_a_line_with_replaced_components_is_bound_to_them() -> None:
    house = read_components("[tokens.troll]\nhealth = 4\n")
    other = read_components("[tokens.troll]\nhealth = 5\n")
    position = read_line("cp:players=2,co-op/WWWWWW/a1t4/p1.play/-,-/-/-/components=" + fingerprint(house), components=house)
    assert str(position).endswith(f"/components={fingerprint(house)}")
    assert position.game.read(str(position)) == position
    with pytest.raises(InvalidInput, match=r"written with replaced components .* read it with the same component file"):
        read_line(str(position))
    with pytest.raises(InvalidInput, match="is being read with others"):
        read_line(str(position), components=other)
    with pytest.raises(InvalidInput, match="written with the printed components, but is being read with replaced ones"):
        read_line(QUIET, components=house)


def test_the_codes_of_a_table_are_all_different() -> None:
    """Otherwise a line could not say which card it means."""
    for rows in (BASE.cards, BASE.tokens):
        assert len({row.code for row in rows}) == len(rows)


@pytest.mark.compiled
def test_compiled_and_plain_read_the_same() -> None:
    for line in played():
        assert bytes(read_line(line, compiled=True)) == bytes(read_line(line, compiled=False))
