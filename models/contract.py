"""The contract between a game and everything above it: search, simulation, puzzles, the command line.

A game is a set of functions over positions. A position is a value: it is never changed, compares and hashes by content, and holds
no randomness: every draw and roll is a CHANCE node, every decision a CHOICE node. Moves, a player's choices and chance's outcomes alike, are integers that mean
something only in the position they were listed for; `describe` and `short` put them into words.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any, Protocol, TypeVar

from castlewise.models.kernel import Ints, Kernel
from castlewise.models.randomness import Luck, Source

TEAM = -1
"""The mover of a decision that the players take together."""
OVERLORD = -2
"""The mover of the Overlord's decisions."""


GAME_OVER, A_CHOICE, A_CHANCE = 0, 1, 2
"""What `node` says inside the kernel."""


class Node(Enum):
    CHOICE = "choice"
    CHANCE = "chance"
    OVER = "over"


@dataclass(frozen=True)
class Result:
    won: bool  # by the players
    reason: str
    winners: tuple[int, ...]  # players, counted from 0


Position = TypeVar("Position")


class Game(Protocol[Position]):
    """One game under one rule set."""

    name: str
    left_standing: str
    """What simulations count as left at the end of a game that was won, as a heading."""
    kernel: Kernel
    kernel_rules: Mapping[str, Callable[..., Any]]
    """The kernel's rules under the names that castlewise.solver.game_rules gives them."""
    rules: Any
    """The record of the rules in force, the first argument of every kernel rule."""

    def buffer(self, length: int) -> Ints:
        """Zeroed working space for the kernel."""
        ...

    def lists(self) -> tuple[Ints, Ints]:
        """Buffers with room for any list of choices or outcomes, and for the outcomes' weights."""
        ...

    def source(self, *keys: int) -> Source:
        """A stream of random numbers for a seed."""
        ...

    def copy(self, state: Any) -> Any:
        """A copy of a state record that may be changed."""
        ...

    def start(self) -> Position:
        """The position before anything has happened, setup included."""
        ...

    def node(self, position: Position) -> Node: ...

    def choices(self, position: Position) -> list[int]:
        """The legal moves at a CHOICE node, each once; empty elsewhere."""
        ...

    def outcomes(self, position: Position) -> list[tuple[int, int]]:
        """What can happen at a CHANCE node, with exact integer weights; empty elsewhere."""
        ...

    def sample(self, position: Position, luck: Luck) -> int:
        """One outcome of a CHANCE node, drawn with its weight, without listing them all: from a stream, a generator of numpy's, or by a seed."""
        ...

    def apply(self, position: Position, move: int) -> Position:
        """The next position. Raises IllegalMove if the move is not legal here."""
        ...

    def moves(self, position: Position) -> list[int]:
        """Everything that can happen next, chosen or not: the choices, or the outcomes."""
        ...

    def mover(self, position: Position) -> int:
        """Whose choice it is: a player from 0, TEAM or OVERLORD."""
        ...

    def result(self, position: Position) -> Result | None:
        """Who won, and why; None while the game goes on."""
        ...

    def describe(self, position: Position, move: int) -> str:
        """A move in words."""
        ...

    def short(self, position: Position, move: int) -> str:
        """A move in a form that `read_move` reads back."""
        ...

    def read_move(self, position: Position, text: str) -> int: ...

    @property
    def reader(self) -> Any:
        """How moves are read that people tell (castlewise.models.move_reading)."""
        ...

    def write(self, position: Position) -> str:
        """A position as one line of ASCII."""
        ...

    def read(self, line: str) -> Position: ...

    def summary(self) -> dict[str, Any]:
        """What a game record has to say about the rules to be replayed; and what of the components is replaced or merely assumed."""
        ...


def mover_name(game: Game[Any], position: Any) -> str:
    """Who decides what happens next: "player 1", "team", "overlord" or "chance"."""
    if game.node(position) is Node.CHANCE:
        return "chance"
    return mover_words(game.mover(position))


def mover_words(mover: int) -> str:
    """Players are counted from 0 in Python, everywhere, and from 1 in words."""
    return {TEAM: "team", OVERLORD: "overlord"}.get(mover, f"player {mover + 1}")
