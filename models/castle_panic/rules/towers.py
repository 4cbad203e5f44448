"""Towers and Walls that fall, and what hangs on them: the game, My Home Is My Castle, the King's Tower."""

from __future__ import annotations

from castlewise.models.castle_panic.board import ARCS, ATTACKING
from castlewise.models.castle_panic.rules.cards import discard_hand, hand_count
from castlewise.models.castle_panic.rules.expansions import expansion_ended, expansion_tower_fell
from castlewise.models.castle_panic.rules.monsters import sort_monsters
from castlewise.models.castle_panic.stages import LOST_PLAYERS, LOST_TOWERS, OVER, UNDECIDED, WON
from castlewise.models.castle_panic.state import Rules, State
from castlewise.models.kernel import rule
from castlewise.models.kinds import any_in


@rule
def end_game(s: State, outcome: int) -> None:
    """Close the game. What was half resolved is dropped, so that a finished game has nothing pending."""
    for i in range(s.monster_count):
        if s.monsters[i] & ATTACKING:
            s.monsters[i] -= ATTACKING
    sort_monsters(s)
    s.outcome = outcome
    s.stage = OVER
    s.resume = 0
    s.cards_due = 0
    s.tokens_due = 0
    s.tokens_after = 0
    s.token = 0
    s.discarders = 0
    s.homeless = 0
    expansion_ended(s)


@rule
def wall_falls(s: State, arc: int) -> None:
    s.walls[arc] = 0


@rule
def towers_standing(s: State) -> int:
    count = 0
    for arc in range(ARCS):
        count += s.towers[arc]
    return count


@rule
def tower_falls(r: Rules, s: State, arc: int) -> None:
    s.towers[arc] = 0
    expansion_tower_fell(r, s, arc)
    if r.my_home == 1:
        for player in range(r.players):
            if s.homes[player] == arc + 1:
                s.homes[player] = 0
                s.homeless |= 1 << player
        if s.king == arc + 1:
            s.king = 0
            s.king_fell = 1
            call_for_discards(r, s)
    if towers_standing(s) == 0:
        end_game(s, LOST_TOWERS)


@rule
def call_for_discards(r: Rules, s: State) -> None:
    """Every player who holds a card has to give one up."""
    for player in range(r.players):
        if hand_count(s, player) > 0:
            s.discarders |= 1 << player


@rule
def first_in_turn_order(r: Rules, s: State, players: int) -> int:
    """The first of a set of players, counted clockwise from the one whose turn it is."""
    for step in range(r.players):
        player = (s.player + step) % r.players
        if players >> player & 1:
            return player
    return -1


@rule
def claimable_towers(s: State) -> int:
    """Standing Towers that no player and not the King holds, one bit an arc."""
    towers = 0
    for arc in range(ARCS):
        towers |= s.towers[arc] << arc
    if s.king > 0:
        towers &= ~(1 << (s.king - 1))
    for player in range(len(s.homes)):
        if s.homes[player] > 0:
            towers &= ~(1 << (s.homes[player] - 1))
    return towers


@rule
def claim(s: State, player: int, arc: int) -> None:
    s.homes[player] = arc + 1


@rule
def leave_game(r: Rules, s: State, player: int) -> None:
    """A player without a Tower is out; the game is lost when nobody is left."""
    discard_hand(s, player)
    s.held_walls[player] = 0
    s.out[player] = 1
    s.discarders &= ~(1 << player)
    for other in range(r.players):
        if s.out[other] == 0:
            return
    end_game(s, LOST_PLAYERS)


@rule
def won(s: State) -> int:
    """Every token played and every Monster gone, a Tower standing."""
    if s.monster_count > 0 or s.outcome != UNDECIDED:
        return 0
    if any_in(s.pile) == 1:
        return 0
    end_game(s, WON)
    return 1
