"""Endgames of Castle Panic against the naive twin, on games with a handful of cards: whole trees, every line to its end."""

from __future__ import annotations

import random
from functools import lru_cache
from typing import Any

import pytest

from castle_panic.arrange import arrange
from castle_panic.small_turns import rotated
from castlewise.models.castle_panic import stages
from castlewise.models.castle_panic.board import RINGS
from castlewise.models.castle_panic.components import BASE
from castlewise.models.castle_panic.game import CastlePanic
from castlewise.models.castle_panic.position import Position
from castlewise.models.problems import InvalidInput
from castlewise.solver.castle_panic.endgame import WHOLE_GAME, Endgames, Simpler, endgame_value, idle_cards
from castlewise.solver.castle_panic.endgame_rules import surely_won
from castlewise.solver.expectimax import Expectation, Expectimax
from castlewise.solver.expectimax_rules import SURELY_WON
from castlewise.solver.simulation import simulate
from solver.naive_expectimax import Naive, TooMany

USEFUL = (
    "barbarian",
    "drive him back",
    "brick",
    "mortar",
    "tar",
    "nice shot",
    "scavenge",
    "draw 2 cards",
    "fortify wall",
    "red hero",
    "any knight",
)
HITS = ("red archer", "red knight", "red swordsman", "green archer", "green knight", "green swordsman", "blue knight", "blue swordsman")
RULES = (
    "players=1",
    "players=2",
    "players=2,dwindling-resources",
    "players=2,all-for-one",
    "players=2,kings-tower",
    "players=2,desperate-times",
)


SEEDS = 150


def close_to(value: Any) -> Any:
    return pytest.approx(value, abs=1e-12, rel=0)


def with_only(position: Position, *, discards: tuple[str, ...] = ()) -> Position:
    """The same position in a game that has no cards but those in hand and in the deck, and these discards."""
    state = position.game.copy(position.state)
    for card in range(len(state.discards)):
        state.discards[card] = discards.count(BASE.cards[card].name)
    return Position(position.game, state)


def few_cards(seed: int) -> Position:
    """An endgame with an empty pile, or with a single token, and a handful of cards."""
    rng = random.Random(seed)
    cards = rng.sample((*USEFUL, *HITS), rng.randint(1, 4))
    held = rng.randint(0, len(cards))
    rules = rng.choice(RULES)
    mine = rng.randint(0, held) if "players=2" in rules else held
    monsters = []
    towers = rng.sample(range(1, 7), rng.randint(1, 4))
    for _ in range(rng.randint(1, 2)):
        ring, arc = rng.choice(RINGS[1:]), rng.randint(1, 6)
        if ring == "castle" and arc in towers:
            ring = "knight"
        monsters.append(f"{rng.choice(['goblin', 'orc', 'troll'])} {ring} {arc} health 1" if rng.random() < 0.5 else f"orc {ring} {arc}")
    position = arrange(
        rules,
        monsters=monsters,
        hand=cards[:mine],
        others=[cards[mine:held]] if "players=2" in rules else [],
        deck=cards[held:],
        towers=towers,
        walls=rng.sample(range(1, 7), rng.randint(0, 2)),
        homes=towers[:2] if "kings" in rules else (),
        pile=rng.choice([[], [], [], ["goblin"], ["troll mage"], ["giant boulder"]]),
        stage=rng.choice([stages.PLAY_PHASE, stages.BEGIN_DISCARD]),
    )
    return with_only(position)


@lru_cache
def small_endgames() -> list[tuple[Position, float]]:
    """Endgames that the naive twin can play out, with their chance to win."""
    found = []
    for seed in range(SEEDS):
        position = few_cards(seed)
        if position.is_over:
            continue
        try:
            found.append((position, Naive(position.game, None, turns=None, most=1_000)(position)))
        except TooMany:
            continue
    return found


def test_the_small_endgames_are_of_all_sorts() -> None:
    values = [value for _, value in small_endgames()]
    assert len(values) > 50
    assert sum(value == 0 for value in values) > 5
    assert sum(value == 1 for value in values) > 5
    assert sum(0 < value < 1 for value in values) > 10
    assert sum(bool(idle_cards(position)) for position, _ in small_endgames()) > 20


def test_endgames_are_exactly_what_the_naive_twin_finds() -> None:
    for position, value in small_endgames():
        found = endgame_value(position, seconds=20.0)
        assert found.exact, position
        assert (found.low, found.high, found.value) == close_to((value, value, value)), position
        assert str(found) == f"EXACT {found.low:.6f}"


def test_the_best_move_wins_as_often_as_the_position() -> None:
    asked = [(position, value) for position, value in small_endgames() if not position.is_chance]
    assert len(asked) > 40
    for position, value in asked:
        best = endgame_value(position, seconds=20.0).best
        if value == 0:
            continue
        assert best in position.game.choices(position), position
        assert Naive(position.game, None, turns=None).of_each(position)[best] == close_to(value), position


@pytest.mark.parametrize("most_nodes", [1, 20, 100])
def test_bounds_hold_however_little_is_looked_at(most_nodes: int) -> None:
    for position, value in small_endgames()[::2]:
        found = endgame_value(position, seconds=20.0, most_nodes=most_nodes)
        assert found.nodes <= most_nodes + 10  # a pass of each game is begun in any case
        if found.best is not None and 0 < found.low < 1:
            assert Naive(position.game, None, turns=None).of_each(position)[found.best] >= found.low - 1e-12, position
        assert found.low - 1e-12 <= value <= found.high + 1e-12, position
        assert found.exact == (found.high - found.low <= 1e-12)


@pytest.mark.parametrize("how", [{"table": False}, {"star1": False}, {"star2": True}, {"slots": 4}], ids=str)
def test_pruning_and_the_table_change_nothing(how: dict[str, Any]) -> None:
    for position, value in small_endgames()[::3]:
        found = Expectimax(position.game, WHOLE_GAME, **how)(position)
        assert found.exact
        assert found.value == close_to(value), position


def test_every_cut_and_the_first_choices_alone_give_bounds() -> None:
    for position, value in small_endgames()[::2]:
        search = Expectimax(position.game, WHOLE_GAME)
        for cut in (0.5, 0.05, 0.005, 0.0):  # one table for all of them: what a higher cut has left there must not be taken for exact
            first = search(position, cut=cut, first_only=True)
            assert first.low <= value + 1e-12
            found = search(position, cut=cut)
            assert found.low - 1e-12 <= value <= found.high + 1e-12
        assert found.exact


# What is foregone, and what is not told apart.


def _surely_won(position: Position) -> bool:
    plain = position.game.as_plain()
    out, _ = plain.lists()
    return plain.kernel(surely_won)(plain.rules, plain.adopted(position).state, [plain.kernel.blank("State")], 0, out) == SURELY_WON


def test_what_is_surely_won_is_won() -> None:
    sure = [(position, value) for position, value in small_endgames() if _surely_won(position)]
    assert len(sure) > 5
    assert all(value == 1 for _, value in sure)


def test_a_castle_that_survives_without_a_card_is_a_win() -> None:
    position = arrange(monsters=["troll forest 1", "orc archer 4"], towers=(1, 2, 3, 4, 5), walls=(1, 4), pile=[])
    found = endgame_value(position)
    assert (found.low, found.exact, found.nodes) == (1.0, True, 1)
    assert found.best is not None
    assert position.game.short(position, found.best) == "end"


def test_known_cards_that_win_are_a_win() -> None:
    """The last Tower would fall, but the partner holds what slays the Orc on its way; what is drawn does not matter."""
    monsters = ["orc archer 1", "troll archer 3"]
    hands: dict[str, Any] = {"hand": ["red archer", "green archer", "green archer"], "others": [["red knight", "green knight"]]}
    position = arrange(monsters=monsters, towers=(2,), walls=(), pile=[], **hands)
    found = endgame_value(position)
    assert (found.low, found.exact, found.nodes) == (1.0, True, 1)
    assert found.best is not None
    assert "archer" in position.game.describe(position, found.best).lower()


def test_scavenge_is_not_relied_on_when_the_deck_may_run_out() -> None:
    """The partner's Scavenge would fetch the Barbarian back, but by then it may lie in the new deck."""
    arranged: dict[str, Any] = {"monsters": ["troll castle 4"], "others": [["scavenge"]], "towers": (6,), "walls": (), "pile": []}
    sure = arrange(**arranged, discards=["barbarian"])
    assert _surely_won(sure)
    unsure = with_only(arrange(**arranged, deck=["brick"]), discards=("barbarian", "mortar"))
    assert not _surely_won(unsure)


def _simpler(position: Position, *, useful: bool) -> Expectation:
    groups = idle_cards(position)
    simpler = Simpler(position, groups if useful else [[card for group in groups for card in group]], useful=useful)
    search = Expectimax(position.game, WHOLE_GAME)
    search.rules = simpler.rules
    return search(simpler.position)


def test_idle_cards_are_of_no_use_in_one_simpler_game_and_as_good_as_any_in_the_other() -> None:
    """An Orc in the Castle ring is driven back; then the green card hits it, and no other does. Without it the Orc is driven back again and again."""
    arranged: dict[str, Any] = {"monsters": ["orc castle 4 health 1"], "towers": (5,), "walls": (), "pile": []}
    for hit, wins in (("green archer", 1.0), ("red archer", 0.0)):
        position = with_only(arrange("players=1", **arranged, hand=["drive him back", hit], deck=[]))
        [group] = idle_cards(position)
        assert {BASE.cards[card].name for card in group} >= {"green archer", "red archer", "any knight", "blue hero"}
        assert _simpler(position, useful=False).low == 0
        assert (_simpler(position, useful=True).low, _simpler(position, useful=True).exact) == (1, True)
        found = endgame_value(position, seconds=2.0, most_nodes=20_000)
        assert (found.low, found.exact) == (wins, wins == 1)


def test_simpler_games_enclose_the_game() -> None:
    compared = []
    for position, value in small_endgames():
        if idle_cards(position):
            low, high = _simpler(position, useful=False).low, _simpler(position, useful=True).high
            assert low - 1e-12 <= value <= high + 1e-12, position
            compared.append(high - low)
    assert len(compared) > 20
    assert sum(width <= 1e-12 for width in compared) > len(compared) // 2


def test_cards_are_idle_when_nothing_they_hit_is_on_its_way() -> None:
    position = arrange(monsters=["orc knight 1", "troll castle 4"], towers=(2,), pile=[])
    groups = [{BASE.cards[card].name for card in group} for group in idle_cards(position)]
    names = set().union(*groups)
    assert {"red archer", "any archer", "green archer", "green hero", "blue swordsman"} <= names
    assert not {"red knight", "red swordsman", "red hero", "any knight", "barbarian", "tar", "brick"} & names
    assert {"green hero", "blue swordsman"} <= next(group for group in groups if "green knight" in group)
    assert not any({"red archer", "green knight"} <= group for group in groups)  # both in one would reach the Orc
    assert idle_cards(arrange(monsters=["orc knight 1"], pile=["goblin"])) == []
    assert idle_cards(arrange("players=2,all-for-one", monsters=["orc knight 1"], pile=[])) == []
    assert idle_cards(arrange("players=2,heroic-powers", monsters=["orc knight 1"], pile=[])) == []


# Whole decks.


def test_a_single_troll_before_the_last_tower() -> None:
    """It reaches the Tower next turn; only the partner's draws can help: a Barbarian, Drive Him Back!, or Tar, which only puts it off."""
    position = Position.read(
        "cp:players=2,co-op/wFw-w-/c6t1/p2.play/gk.gh.ba.2bs.as,rs.ba.bk.bs.bh.mi/3ra.2rk.rh.ga.2gk.3gs.ba.4br.4mo.bb.ta.d2"
        "/6g.11o.9t.gk.ow.tm.he.4gb.2mr.2mg.2mb.cw.cc.pa.pk.ps.ad.d3.d4"
    )
    found = endgame_value(position, seconds=20.0)
    assert found.exact
    # Deck of 13 besides the discards: Drive Him Back! is the only saviour there, and two cards are seen.
    assert found.value == close_to(2 / 13)


_TOKENS = "6g.11o.9t.gk.ow.tm.he.4gb.2mr.2mg.2mb.cw.cc.pa.pk.ps.ad.d3.d4"
OF_GREEDY_GAMES = (
    "cp:players=1,solitaire/TF----/k1t3.s2gk2/p1.play/bk.2bs.2mo.mi/2ra.2rk.rh.ga.2gk.2gs.ba.2bk.aa.2br.2mo.fw.bb.ta.d2.sc/"
    "6g.11o.9t.ow.tm.he.4gb.2mr.2mg.2mb.cw.cc.pa.pk.ps.ad.d3.d4",
    f"cp:players=1,solitaire/-T--f-/c4t2/p1.play/gh.br.3mo.ns/ra.3rk.2rs.ga.gk.gs.3ba.bk.bs.as.mo.fw.bb.ta/{_TOKENS}",
    f"cp:players=4,co-op/F-w--T/s2t3/p1.play/2bs.ak.ta.mi,bh,-,aa.mo/2ra.2rk.rh.2gs.ba.4br.2mo/{_TOKENS}",
    "cp:players=6,co-op/-Wf-ww/k1o2.s3t2/p2.play/bk,rh.gs.mi.d2,mo,-,-,-/bh.br.mo.fw/"
    "6g.10o.9t.gk.ow.tm.he.4gb.2mr.2mg.2mb.cw.cc.pa.pk.ps.ad.d3.d4",
)


@pytest.mark.parametrize("line", OF_GREEDY_GAMES)
def test_nobody_wins_more_often_than_the_upper_bound(line: str) -> None:
    position = Position.read(line)
    found = endgame_value(position, seconds=20.0, most_nodes=60_000)
    played = simulate(lambda: CastlePanic(position.rule_set), "greedy", 2_000, seed=5, start=line, jobs=1)
    assert played.win_rate - 5 * (played.high - played.low) / 4 <= found.high
    assert 0 < found.low < found.high


@pytest.mark.compiled
def test_a_board_turned_by_two_arcs_is_won_as_often() -> None:
    for position, value in small_endgames():
        if not any(position.state.pile) and not any(position.state.homes):
            assert endgame_value(rotated(position), seconds=20.0).value == close_to(value), position


def test_rivals_are_refused() -> None:
    with pytest.raises(InvalidInput, match="Master Slayer"):
        Endgames(arrange("players=3,master-slayer", monsters=["orc archer 1"], pile=[]).game)


def test_plain_rules_find_the_same() -> None:
    for position, value in small_endgames()[::10]:
        plain = position.game.as_plain()
        found = endgame_value(plain.adopted(position), seconds=30.0)
        assert found.exact
        assert found.value == close_to(value)
