"""The Master Slayer version: trophies, victory points, ties, and trades that need the other player's consent."""

from __future__ import annotations

from typing import Any

import pytest

from castle_panic.arrange import arrange, board, options, play
from castlewise.models.castle_panic import stages
from castlewise.models.castle_panic.rule_set import read_rules
from castlewise.models.problems import InvalidInput

RULES = "players=3,master-slayer"
TRADE = stages.BEGIN_TRADE


@pytest.mark.parametrize(
    "move",
    ["ra@a1t1", "ns.rh@a1t1", "Barbarian slays the Troll in archer 1", "ra.rk.rs@a1t1"],
    ids=["hit", "nice shot", "barbarian", "all for one"],
)
@pytest.mark.parametrize("player", [0, 2])
def test_master_slayer_trophies_go_to_the_player_whose_card_slays(player: int, move: str) -> None:
    cards = ["red archer", "red knight", "red swordsman", "red hero", "nice shot", "barbarian"]
    hands: dict[str, Any] = {"hand": cards} if player == 0 else {"others": [[], cards]}
    position = arrange(f"{RULES},all-for-one", monsters=["troll archer 1 health 1"], player=player, **hands)
    position = play(position, move)
    assert position.trophies == [["troll"] if owner == player else [] for owner in range(3)]
    assert (board(position), position.token_discards) == ([], [])


def test_in_the_cooperative_version_nobody_keeps_trophies() -> None:
    position = play(arrange("players=3", hand=["red archer"], monsters=["goblin archer 1"]), "ra@a1g1")
    assert (position.trophies, position.token_discards) == ([[], [], []], ["goblin"])


def test_the_last_point_counts_not_the_first() -> None:
    position = arrange(RULES, hand=["red archer"], others=[["red knight"]], monsters=["orc archer 1"], first_turns=3)
    position = play(position, "ra@a1o2", "end", "token.pa", "token.ps", "keep", "rk@k1o1")
    assert position.trophies == [[], ["orc"], []]


@pytest.mark.parametrize(
    ("stage", "monster", "walls", "moves"),
    [
        (stages.MOVE_PHASE, "goblin swordsman 2", [2], []),
        (stages.MOVE_PHASE, "goblin swordsman 2", [], []),
        (stages.BEGIN_TOKENS, "troll archer 2", [2], ["token.gb", "roll.2"]),
    ],
    ids=["wall", "tower", "boulder"],
)
def test_monsters_destroyed_by_structures_and_boulders_are_nobodys_trophies(
    stage: int, monster: str, walls: list[int], moves: list[str]
) -> None:
    position = play(arrange(RULES, monsters=[monster], walls=walls, stage=stage), *moves)
    assert position.trophies == [[], [], []]
    assert monster.split()[0] in position.token_discards


@pytest.mark.parametrize(
    ("trophies", "winners"),
    [
        pytest.param([["orc"], ["goblin", "goblin", "goblin"], []], (1,), id="most points"),
        pytest.param([["goblin king"], ["troll"], ["orc", "goblin"]], (0,), id="a Boss is worth 4 points"),
        pytest.param([["healer"], ["orc", "orc"], ["goblin"]], (1,), id="a tie goes to the most Monsters"),
        pytest.param([["troll"], ["orc", "goblin"], ["goblin", "orc"]], (1, 2), id="a tie beyond that is shared"),
        pytest.param([[], [], []], (0, 1, 2), id="nobody slew anything"),
    ],
)
def test_the_master_slayer_has_the_most_victory_points(trophies: list[list[str]], winners: tuple[int, ...]) -> None:
    position = arrange(RULES, monsters=["goblin swordsman 1"], trophies=trophies, pile=[], stage=stages.MOVE_PHASE)
    result = position.game.result(position)
    assert result is not None
    assert (result.won, result.winners) == (True, winners)


def test_there_is_no_master_slayer_when_the_castle_falls() -> None:
    position = arrange(RULES, monsters=["orc castle 1"], towers=[2], trophies=[["troll"]], stage=stages.MOVE_PHASE)
    result = position.game.result(position)
    assert result is not None
    assert (result.won, result.winners) == (False, ())


def test_only_surviving_players_count_their_scores() -> None:
    arranged = arrange(
        "players=2,master-slayer,my-home,edition=1", monsters=["goblin swordsman 1"], walls=[],
        trophies=[["troll", "troll"], ["goblin"]], homes=[1, 2], pile=[], stage=stages.MOVE_PHASE,
    )  # fmt: skip
    result = arranged.game.result(arranged)
    assert result is not None
    assert (result.won, result.winners) == (True, (1,))


def test_consent_in_master_slayer_the_other_player_accepts_or_refuses() -> None:
    position = play(arrange(RULES, hand=["brick"], others=[["tar"], ["mortar"]], stage=TRADE), "trade.br.p3.mo")
    assert (position.game.mover(position), options(position)) == (2, {"accept", "refuse"})
    assert position.hands == [["brick"], ["tar"], ["mortar"]]
    accepted = play(position, "accept")
    assert (accepted.hands, options(accepted)) == ([["mortar"], ["tar"], ["brick"]], {"end"})


def test_consent_in_master_slayer_a_refusal_leaves_the_trade_but_not_that_player() -> None:
    position = arrange(RULES, hand=["brick"], others=[["tar"], ["mortar"]], stage=TRADE)
    refused = play(position, "trade.br.p3.mo", "refuse")
    assert (refused.game.mover(refused), options(refused)) == (0, {"no-trade", "trade.br.p2.ta"})
    assert refused.hands == position.hands
    assert options(play(refused, "trade.br.p2.ta", "refuse")) == {"end"}


def test_an_answered_offer_leaves_nothing_behind() -> None:
    rules, before, after = "players=2,master-slayer", ("brick", "tar"), ("tar", "brick")
    for answer, (mine, theirs) in (("refuse", before), ("accept", after)):
        position = play(arrange(rules, hand=["brick"], others=[["tar"]], stage=TRADE), "trade.br.p2.ta", answer)
        assert position == arrange(rules, hand=[mine], others=[[theirs]])


def test_a_refusal_is_forgotten_in_the_next_turn() -> None:
    position = arrange(RULES, hand=["brick"], others=[["tar"]], stage=TRADE, first_turns=3)
    position = play(position, "trade.br.p2.ta", "refuse", "end", "token.pa", "token.pk", "keep")
    assert options(position) == {"no-trade", "trade.ta.p1.br"}


@pytest.mark.parametrize("rules", ["players=3", "players=3,friends-close"])
def test_a_team_agrees_on_a_trade_in_one_step(rules: str) -> None:
    position = play(arrange(rules, hand=["brick"], others=[["tar"]], stage=TRADE), "trade.br.p2.ta")
    assert position.hands == [["tar"], ["brick"], []]


def test_master_slayer_needs_two_players() -> None:
    with pytest.raises(InvalidInput, match="at least 2 players"):
        read_rules("players=1,master-slayer")
