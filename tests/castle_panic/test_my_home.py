"""My Home Is My Castle and the King's Tower: claims, backups, players who are out, smaller hands."""

from __future__ import annotations

from typing import Any

import pytest

from castle_panic.arrange import arrange, board, options, play
from castlewise.models.castle_panic import stages
from castlewise.models.castle_panic.game import CastlePanic
from castlewise.models.castle_panic.position import Position
from castlewise.models.castle_panic.rule_set import read_rules
from castlewise.models.contract import TEAM, Result
from castlewise.models.problems import InvalidInput

PLACING = {"place.g@1", "place.o@1", "place.t@1"}


def start(rules: str) -> Position:
    return CastlePanic(read_rules(rules)).start()


def claims(*arcs: int) -> set[str]:
    return {f"claim@{arc}" for arc in arcs}


def homes(position: Position) -> list[int]:
    return [int(arc) for arc in position.state.homes[: position.rule_set.players]]


def out(position: Position) -> list[int]:
    return [player for player in range(position.rule_set.players) if position.state.out[player]]


def tower_1_falls(rules: str = "players=2,my-home", **arranged: Any) -> Position:
    """A Troll walks into the Tower of arc 1, the home of the first player unless said otherwise."""
    arranged = {"homes": [1, 2], "towers": [1, 2, 3, 4, 5]} | arranged
    return arrange(rules, monsters=["troll castle 6", *arranged.pop("more", [])], stage=stages.MOVE_PHASE, **arranged)


def test_my_home_is_my_castle_players_claim_in_turn_order_before_the_monsters_are_placed() -> None:
    position = start("players=2,my-home")
    assert (position.game.mover(position), options(position)) == (0, claims(1, 2, 3, 4, 5, 6))
    position = play(position, "claim@4")
    assert (position.game.mover(position), options(position)) == (1, claims(1, 2, 3, 5, 6))
    position = play(position, "claim@1")
    assert (homes(position), options(position)) == ([4, 1], PLACING)
    assert options(start("players=2")) == PLACING


def test_my_home_is_my_castle_the_sixth_player_takes_the_tower_that_is_left() -> None:
    position = play(start("players=6,my-home"), *(f"claim@{arc}" for arc in (6, 5, 4, 3, 2)))
    assert (homes(position), options(position)) == ([6, 5, 4, 3, 2, 1], PLACING)


def test_my_home_is_my_castle_a_lost_starting_tower_is_replaced_by_one_that_nobody_holds() -> None:
    position = tower_1_falls()
    assert (position.game.mover(position), options(position)) == (0, claims(3, 4, 5))
    position = play(position, "claim@5")
    assert (homes(position), out(position), position.towers) == ([5, 2], [], [2, 3, 4, 5])
    assert "token.t" in options(position)


def test_my_home_is_my_castle_the_only_free_tower_is_claimed_unasked() -> None:
    position = tower_1_falls(towers=[1, 2, 4])
    assert (homes(position), out(position)) == ([4, 2], [])


def test_my_home_is_my_castle_losing_the_backup_puts_the_player_out() -> None:
    position = play(tower_1_falls(homes=[1, 5], first_turns=2), "claim@2", "token.pa", "token.pk", "end")
    assert (out(position), position.towers) == ([0], [3, 4, 5])


def test_my_home_is_my_castle_finding_no_free_tower_puts_the_player_out() -> None:
    position = tower_1_falls(towers=[1, 2])
    assert (out(position), homes(position), position.game.result(position)) == ([0], [0, 2], None)


def test_my_home_is_my_castle_has_no_backups_in_the_1st_edition() -> None:
    assert out(tower_1_falls("players=2,my-home,edition=1")) == [0]


def test_my_home_is_my_castle_a_tower_that_nobody_holds_puts_nobody_out() -> None:
    position = tower_1_falls(homes=[3, 2])
    assert (out(position), homes(position)) == ([], [3, 2])


def test_my_home_is_my_castle_a_boulder_takes_homes_too() -> None:
    position = arrange("players=2,my-home", homes=[1, 2], walls=[], stage=stages.BEGIN_TOKENS)
    assert options(play(position, "token.gb", "roll.1")) == claims(3, 4, 5, 6)


def test_without_my_home_a_fallen_tower_is_nobodys() -> None:
    position = tower_1_falls("players=2")
    assert (out(position), "token.t" in options(position)) == ([], True)


def test_my_home_is_my_castle_several_homeless_players_claim_in_turn_order() -> None:
    position = tower_1_falls("players=3,my-home", homes=[2, 3, 1], more=["troll castle 1"], player=1)
    assert (position.towers, position.game.mover(position)) == ([3, 4, 5], 2)
    position = play(position, "claim@4")
    assert (homes(position), out(position)) == ([5, 3, 4], [])  # the last free Tower goes to the first player


def test_a_player_who_is_out_discards_the_hand_and_any_wall_and_the_turn_is_finished() -> None:
    position = tower_1_falls(
        "players=2,my-home,edition=1,walls=players", hand=["tar"], others=[["brick"]], held_walls=[1, 1], first_turns=2
    )
    assert (position.hands, position.discards, list(position.state.held_walls)[:2]) == ([[], ["brick"]], ["tar"], [0, 1])
    assert (position.player, "token.t" in options(position)) == (0, True)


def test_a_player_who_is_out_is_skipped_and_not_traded_with() -> None:
    position = tower_1_falls("players=3,my-home,edition=1", homes=[2, 1, 3], hand=["tar"], others=[["brick"], ["mortar"]], first_turns=3)
    assert (out(position), position.hands) == ([1], [["tar"], [], ["mortar"]])
    position = play(position, "token.pa", "token.pk")
    assert (position.player, options(position)) == (2, {"keep", "discard.mo"})
    position = play(position, "keep")
    assert options(position) == {"no-trade", "trade.mo.p1.ta"}


def test_a_player_who_is_out_changes_no_hand_size() -> None:
    position = play(tower_1_falls("players=6,my-home,edition=1", homes=[1, 2, 3, 4, 5, 6]), "token.pa", "token.pk")
    assert (position.player, position.state.cards_due) == (1, 4)


def test_a_player_who_is_out_does_not_share_the_win() -> None:
    position = arrange(
        "players=2,my-home,edition=1", monsters=["goblin castle 6"], homes=[1, 2], towers=[1, 2], pile=[], stage=stages.MOVE_PHASE
    )
    assert position.game.result(position) == Result(True, "every Monster is slain and a Tower stands", (1,))


def test_a_player_who_is_out_and_was_the_last_loses_the_game() -> None:
    position = tower_1_falls("players=2,my-home,edition=1", homes=[1, 2], more=["troll castle 1"])
    assert position.towers == [3, 4, 5]
    assert position.game.result(position) == Result(False, "every player has lost their Tower", ())


# ---- The King's Tower ----


def test_the_kings_tower_is_named_by_the_team_once_all_have_claimed() -> None:
    position = play(start("players=2,kings-tower"), "claim@3", "claim@4")
    assert (position.game.mover(position), options(position)) == (TEAM, {"king@1", "king@2", "king@5", "king@6"})
    position = play(position, "king@6")
    assert (position.state.king, options(position)) == (6, PLACING)
    assert options(play(start("players=2,my-home"), "claim@3", "claim@4")) == PLACING


def test_the_kings_tower_of_five_players_is_the_one_left() -> None:
    position = play(start("players=5,kings-tower"), *(f"claim@{arc}" for arc in (6, 5, 4, 3, 2)))
    assert (position.state.king, options(position)) == (1, PLACING)


def test_the_kings_tower_needs_fewer_than_six_players() -> None:
    with pytest.raises(InvalidInput, match="fewer than 6 players"):
        read_rules("players=6,kings-tower")


def test_the_kings_tower_is_no_backup() -> None:
    assert options(tower_1_falls("players=2,kings-tower", king=3)) == claims(4, 5)


def test_the_kings_tower_costs_each_player_a_card_when_it_falls() -> None:
    hands: dict[str, Any] = {"hand": ["tar", "brick"], "others": [["red archer", "brick"], []]}
    position = tower_1_falls("players=3,kings-tower", homes=[2, 3, 4], king=1, player=1, **hands)
    assert (position.game.mover(position), options(position)) == (1, {"give.ra", "give.br"})
    position = play(position, "give.br")
    assert (position.game.mover(position), options(position)) == (0, {"give.ta", "give.br"})
    position = play(position, "give.ta")
    assert (position.hands, sorted(position.discards)) == ([["brick"], ["red archer"], []], ["brick", "tar"])
    assert (board(position), "token.t" in options(position)) == (["troll castle 1 health 2"], True)


@pytest.mark.parametrize(("players", "full", "smaller"), [(1, 6, 5), (2, 6, 5), (3, 5, 4), (4, 5, 4), (5, 5, 4)])
def test_the_kings_tower_makes_hands_one_card_smaller_when_it_falls(players: int, full: int, smaller: int) -> None:
    owned = [2, 3, 4, 5, 6][:players]
    for king, cards in ((1, smaller), (0, full)):
        position = tower_1_falls(f"players={players},kings-tower", homes=owned, king=king, towers=[1, 2, 3, 4, 5])
        position = play(position, "token.pa", "token.pk")
        assert position.state.cards_due == cards
