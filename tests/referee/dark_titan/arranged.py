"""A game of The Dark Titan that begins in a given position; what the tests of the referee share."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

from referee.castle_panic import Flow, Monster, MonsterTuple, Move
from referee.dark_titan import DarkTitan
from referee.dark_titan.box import Support, SupportTuple
from referee.dark_titan.components import AGRANOK

KEEP: Move = ("keep",)
END: Move = ("end play",)
RESTS: Move = ("cavalier rests",)


class Arranged(DarkTitan):
    """Player 0's first turn, on an empty board with empty hands but for what is given; a level 1 Agranok unless another is named."""

    def __init__(self, rules: dict[str, object], board: list[MonsterTuple], **state: Any) -> None:
        self._state = {"monsters": [Monster(*piece) for piece in board], **state}
        super().__init__({"players": 2, "agranok": 1, **rules})

    def _set_up(self) -> Flow[None]:
        self._open_box()
        self.summoned = any(monster.token == AGRANOK for monster in self._state["monsters"])
        supports: list[SupportTuple] = self._state.pop("supports", [])
        self.supports = [Support(*piece) for piece in supports]
        for name, value in self._state.items():
            assert hasattr(self, name), name
            setattr(self, name, deepcopy(value))
        yield from ()


def titan(health: int, ring: str = "archer", arc: int = 1, *, tarred: bool = False) -> MonsterTuple:
    return (AGRANOK, ring, arc, health, tarred)


def in_play(hand: list[str], board: list[MonsterTuple], rules: dict[str, object] | None = None, **state: Any) -> Arranged:
    """Player 0 is about to play these cards; nobody trades, as the other hands are empty unless given."""
    rules = rules or {}
    others = state.pop("others", None)
    seats = int(str(rules.get("players", 2)))
    hands = [hand, *(others if others is not None else [[] for _ in range(seats - 1)])]
    referee = Arranged(rules, board, hands=hands, **state)
    if referee.choices() >= {KEEP}:
        referee.apply(KEEP)
    if ("no trade",) in referee.choices():
        referee.apply(("no trade",))
    return referee


def drawing(board: list[MonsterTuple], rules: dict[str, object] | None = None, **state: Any) -> Arranged:
    """Player 0 has played, the Monsters have moved, and a token is drawn next."""
    others = state.pop("others", None)
    referee = in_play(state.pop("hand", []), board, rules, others=others, **state)
    referee.apply(END)
    if RESTS in referee.choices():
        referee.apply(RESTS)
    return referee


def supports(referee: DarkTitan) -> list[SupportTuple]:
    return sorted(support.as_tuple() for support in referee.supports)
