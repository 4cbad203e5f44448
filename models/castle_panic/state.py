"""The two records every rule works on: the rules in force, and the state of a game.

`Rules` is written once when a game is set up: numbers that depend on players and options, and the component tables. `State` is all that changes, and
all that a planner may know: piles are counts per kind, never an order. Kinds are row numbers of the component tables; an expansion appends rows,
so its games have longer records and the base game's stay as they are.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from castlewise.models.kernel import Layout, Shape
from castlewise.models.kinds import MOST_IN_SET, READ_AHEAD, READ_STEP

PLAYERS = 6
MONSTERS = 40  # room on the board; the base game has 31 Monster tokens
CHOICES = 1 << 14  # room in a list of choices; the largest turn of the base game has well under 3,000, special cards on hits make more
OUTCOMES = 128

Byte = Annotated[int, Shape("int8")]
PerPlayer = Annotated[list[int], Shape("int8", "players")]
PerArc = Annotated[list[int], Shape("int8", "arcs")]
PerCard = Annotated[list[int], Shape("int8", "cards")]
PerToken = Annotated[list[int], Shape("int8", "tokens")]


class Rules:
    """The rule set in force, as numbers. Fields that are switches are 0 or 1."""

    players: Byte
    hand_size: Byte
    discards: Byte  # cards that may be discarded and replaced a turn
    trades: Byte
    tokens_per_turn: Byte
    first_edition: Byte
    master_slayer: Byte
    all_for_one: Byte
    desperate_times: Byte
    my_home: Byte
    kings_tower: Byte
    dwindling_resources: Byte
    not_over_yet: Byte
    monster_recycling: Byte
    final_charge: Byte
    rough_start: Byte
    random_setup: Byte
    tar_tokens: Byte
    fortify_tokens: Byte
    card_effect: PerCard  # what playing it does: see components.CARD_EFFECTS
    card_rings: PerCard  # rings a card can hit in, one bit each
    card_colours: PerCard  # colours it can hit in, one bit each
    card_cells: Annotated[list[int], Shape("int64", "cards")]  # rings and colours together, as the guards of board.py's cells
    card_troop: PerCard  # ring of its troop (archer, knight, swordsman), 0 if it has none
    card_amount: PerCard  # cards drawn by playing it
    token_health: PerToken  # 0: not a Monster
    token_effect: PerToken  # see components.TOKEN_EFFECTS
    token_argument: PerToken
    token_points: PerToken  # victory points


class State:
    """A game in progress. Arrays over players and arcs have always six places; unused ones stay 0."""

    monsters: Annotated[list[int], Shape("int32", "monsters")]  # sorted, see board.py; zeros behind
    monster_count: Byte
    towers: PerArc
    walls: PerArc
    fortify: PerArc  # Fortify tokens, on Walls only
    hands: Annotated[list[list[int]], Shape("int8", "players", "cards")]
    deck: PerCard
    discards: PerCard
    pile: PerToken
    token_discards: PerToken
    trophies: Annotated[list[list[int]], Shape("int8", "players", "tokens")]  # Master Slayer
    player: Byte  # whose turn it is
    first_turns: Byte  # how many of the players' first turns are still to come, the present one included
    stage: Byte  # what happens next: see stages.py
    resume: Byte  # the stage that an interrupted resolution goes on with
    cards_due: Byte
    desperate: Byte  # this turn's Trade and Play phases are forfeited
    trades_left: Byte
    refused: Byte  # Master Slayer: players who declined a trade this turn, one bit each
    offer_mine: Byte  # Master Slayer: the trade on the table
    offer_player: Byte
    offer_theirs: Byte
    missing: Byte  # no tokens are drawn this turn
    tokens_due: Byte
    tokens_after: Byte  # drawn when the others are resolved (Draw 3, Draw 4)
    token: Byte  # the token that a die is rolled for
    discarders: Byte  # players who still have to give up a card, one bit each
    homeless: Byte  # players whose Tower just fell, one bit each
    homes: PerPlayer  # 1 + arc of the Tower a player holds, 0 if none
    backup: PerPlayer  # the player has already lost a starting Tower
    out: PerPlayer
    king: Byte  # 1 + arc of the King's Tower, 0 if none
    king_fell: Byte  # hands are one card smaller
    held_walls: PerPlayer
    walls_due: Byte  # setup: Walls still to be placed by rolls
    to_place: PerToken  # setup: starting Monsters still to be placed
    charge: Byte  # Final Charge! has begun
    outcome: Byte  # see stages.py


def layouts(
    cards: int, tokens: int, *, rules: type = Rules, state: type = State, monsters: int = MONSTERS, more: Mapping[str, int] | None = None
) -> dict[str, Layout]:
    """The layouts for component tables of these lengths. An expansion has its own records, room for more Monsters, and `more` named dimensions."""
    sizes = {"players": PLAYERS, "arcs": 6, "cards": cards, "tokens": tokens, "monsters": monsters, **(more or {})}
    assert cards <= MOST_IN_SET, "a hand's kinds have to fit into one integer"
    layout = Layout(state, sizes)
    read = max(READ_AHEAD, cards + READ_STEP, tokens + READ_STEP)
    assert all(layout.room_behind(field) >= read for field in ("towers", "walls", "fortify", "hands", "deck", "discards", "pile")), (
        "put the fields of counts further forward"
    )
    return {"Rules": Layout(rules, sizes), "State": layout}
