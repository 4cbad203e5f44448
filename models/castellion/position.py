"""A position as people see it: castles by column, piles, ordeals, by name. Columns and rows count from 1, players from 0 as in the code."""

from __future__ import annotations

from typing import TYPE_CHECKING

from castlewise.models.castellion.moves import PLACE
from castlewise.models.castellion.ordeals import Ordeal
from castlewise.models.castellion.rules.castle import height_of, kind_at, width_of
from castlewise.models.castellion.rules.formations import bastions, lines, towers
from castlewise.models.castellion.stages import FIRST_CHANCE, OVER
from castlewise.models.castellion.state import COLUMN
from castlewise.models.castellion.tiles import SHAPES, TILES
from castlewise.models.kernel_game import RecordPosition, Summary
from castlewise.models.move_code import first_of, verb_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from castlewise.models.castellion.game import Castellion
    from castlewise.models.castellion.rule_set import RuleSet
    from castlewise.models.castellion.state import State


class Position(RecordPosition):
    __doc__ = Summary(
        "A position of Castellion.",
        """A position of Castellion. It never changes; it compares, hashes and
pickles by content. Columns and rows count from 1, players from 0.

  castle   castles (columns from the left, each from the bottom up), castle
           (of the player whose turn it is), formations(player), haunted
  tiles    hand, places (for it), safe, standard, revealed, discards,
           vigil, prison, pantry
  ordeals  ordeals (None: face down), met, traitors
  moment   player, is_chance, is_over, rule_set
  text     str(p) is the line of notation, Position.read(line) the position

  p.game.choices(p)      the legal moves; p.game.outcomes(p) chance's, weighted
  p.game.apply(p, move)  the next position; p.game.sample(p, seed) an outcome
  p.game.short(p, move)  a move in short; describe says it, read_move reads it
  p.game.mover(p)        who decides; p.game.result(p) who won

docs/python.md has examples.""",
    )
    __slots__ = ()

    game: Castellion
    state: State

    @classmethod
    def read(cls, line: str) -> Position:
        """The position that a line of notation (see docs/notation-castellion.md) describes."""
        from castlewise.models.castellion.notation import read_line

        return read_line(line)

    @property
    def rule_set(self) -> RuleSet:
        return self.game.rule_set

    @property
    def castles(self) -> list[list[list[str]]]:
        """Each player's castle: columns from the left, each from the bottom up."""
        return [[[TILES[kind].name for kind in column] for column in self.columns(p)] for p in range(self.rule_set.players)]

    @property
    def castle(self) -> list[list[str]]:
        """The castle of the player whose turn it is."""
        return self.castles[self.player]

    def columns(self, player: int) -> list[list[int]]:
        """A castle by kinds."""
        s = self.numbers
        return [
            [int(kind_at(s, player, column * COLUMN + row)) for row in range(height_of(s, player, column))]
            for column in range(width_of(s, player))
        ]

    def formations(self, player: int) -> tuple[int, int, int]:
        """Towers, bastions and lines of defence of a castle."""
        s = self.numbers
        return towers(s, player), bastions(s, player), lines(s, player)

    @property
    def haunted(self) -> tuple[int, int, int] | None:
        """The haunted tile: player from 0, column and row from 1."""
        cell = int(self.state.haunted) - 1
        return (int(self.state.haunted_castle), cell // COLUMN + 1, cell % COLUMN + 1) if cell >= 0 else None

    @property
    def player(self) -> int:
        return int(self.state.player)

    @property
    def hand(self) -> str | None:
        """The tile being used."""
        return _named(self.state.hand)

    @property
    def places(self) -> list[int]:
        """Where the tile in hand may be placed, as moves say it (see castlewise.models.castellion.moves)."""
        return [first_of(move) for move in self.game.choices(self) if verb_of(move) == PLACE]

    @property
    def vigil(self) -> str | None:
        return _named(self.state.vigil)

    @property
    def safe(self) -> list[str]:
        return _tiles(self.state.safe)

    @property
    def standard(self) -> list[str]:
        return _tiles(self.state.standard)

    @property
    def revealed(self) -> list[str]:
        return _tiles(self.state.revealed)

    @property
    def discards(self) -> list[str]:
        """Defender and Pantry tiles only: a Traitor that is gone is gone."""
        return _tiles(self.state.discards)

    @property
    def prison(self) -> list[str]:
        return _tiles(self.state.prison)

    @property
    def pantry(self) -> list[str]:
        """The shapes of the Pantry tiles not yet placed."""
        return [shape for shape, count in zip(SHAPES, self.state.pantry, strict=True) for _ in range(count)]

    @property
    def ordeals(self) -> list[Ordeal | None]:
        """The three cards, None where it lies face down."""
        pairs = zip(self.rule_set.ordeals, self.state.card, strict=True)
        return [number.cards[int(card) - 1] if card else None for number, card in pairs]

    @property
    def met(self) -> int:
        """How many ordeals are behind."""
        return int(self.state.met)

    @property
    def traitors(self) -> tuple[int, int]:
        """Beside the next ordeal: plain ones and black-bordered ones."""
        return int(self.state.traitors), int(self.state.black_traitors)

    @property
    def is_over(self) -> bool:
        return bool(self.state.stage == OVER)

    @property
    def is_chance(self) -> bool:
        return bool(self.state.stage >= FIRST_CHANCE)


def _named(kind_and_one: int) -> str | None:
    return TILES[int(kind_and_one) - 1].name if kind_and_one else None


def _tiles(counts: Iterable[int]) -> list[str]:
    return [tile.name for tile, count in zip(TILES, counts, strict=True) for _ in range(count)]
