"""A position as people see it: Monsters, hands, structures, by name. Arcs count from 1, players from 0 as in the code."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from castlewise.models.castle_panic.board import ARCS, ATTACKING, RINGS, TARRED, arc_of, health_of, kind_of, ring_of
from castlewise.models.castle_panic.expansions.wizards_tower.marks import flames_of, fresh_of
from castlewise.models.castle_panic.stages import FIRST_CHANCE, OVER
from castlewise.models.kernel_game import RecordPosition, Summary

if TYPE_CHECKING:
    from collections.abc import Iterable

    from castlewise.models.castle_panic.game import CastlePanic
    from castlewise.models.castle_panic.rule_set import RuleSet
    from castlewise.models.castle_panic.state import State


@dataclass(frozen=True, order=True)
class Monster:
    name: str
    ring: str
    arc: int
    health: int
    tarred: bool = False
    attacking: bool = False
    flames: int = 0  # the Wizard's Tower


class Position(RecordPosition):
    __doc__ = Summary(
        "A position of Castle Panic.",
        """A position of Castle Panic. It never changes; it compares, hashes and
pickles by content. Arcs count from 1, players from 0.

  board   monsters (name, ring, arc, health, tarred, attacking, flames);
          by arc: towers, walls, fortified, tower_flames, wall_flames, wizards_tower
  cards   hand (of the player whose turn it is), hands, deck, discards,
          wizard_deck, wizard_discards
  tokens  pile, token_discards, trophies
  moment  player, is_chance, is_over, rule_set
  text    str(p) is the line of notation, Position.read(line) the position

  p.game.choices(p)      the legal moves; p.game.outcomes(p) chance's, weighted
  p.game.apply(p, move)  the next position; p.game.sample(p, seed) an outcome
  p.game.short(p, move)  a move in short; describe says it, read_move reads it
  p.game.mover(p)        who decides, -1 for the team; p.game.result(p) who won

docs/python.md has examples.""",
    )
    __slots__ = ()

    game: CastlePanic
    state: State

    @classmethod
    def read(cls, line: str) -> Position:
        """The position that a line of notation (see docs/notation-castle-panic.md) describes."""
        from castlewise.models.castle_panic.notation import read_line

        return read_line(line)

    @property
    def rule_set(self) -> RuleSet:
        return self.game.rule_set

    @property
    def monsters(self) -> list[Monster]:
        return [self.monster(int(self.state.monsters[i])) for i in range(self.state.monster_count)]

    def monster(self, packed: int) -> Monster:
        name = self.rule_set.components.tokens[kind_of(packed)].name
        flames = flames_of(packed) + fresh_of(packed)
        return Monster(
            name, RINGS[ring_of(packed)], arc_of(packed) + 1, health_of(packed), bool(packed & TARRED), bool(packed & ATTACKING), flames
        )

    @property
    def towers(self) -> list[int]:
        """The arcs, from 1, where a Tower stands; `walls` and `fortified` likewise."""
        return _arcs(self.state.towers)

    @property
    def walls(self) -> list[int]:
        return _arcs(self.state.walls)

    @property
    def fortified(self) -> list[int]:
        return _arcs(self.state.fortify)

    @property
    def wizards_tower(self) -> int:
        """The arc, from 1, where the Wizard's Tower stands; 0 where there is none."""
        return int(getattr(self.state, "wizard", 0))

    @property
    def wall_flames(self) -> list[int]:
        """Flame tokens on the Walls of arcs 1 to 6; `tower_flames` likewise."""
        return [int(flames) for flames in getattr(self.state, "wall_flames", [0] * ARCS)]

    @property
    def tower_flames(self) -> list[int]:
        return [int(flames) for flames in getattr(self.state, "tower_flames", [0] * ARCS)]

    @property
    def wizard_deck(self) -> list[str]:
        return self._cards(self._wizards("wizard_deck"))

    @property
    def wizard_discards(self) -> list[str]:
        return self._cards(self._wizards("wizard_discards"))

    def _wizards(self, field: str) -> Iterable[int]:
        return cast("Iterable[int]", getattr(self.state, field, [0] * len(self.rule_set.components.cards)))

    @property
    def player(self) -> int:
        return int(self.state.player)

    @property
    def hand(self) -> list[str]:
        """The cards of the player whose turn it is."""
        return self.hands[self.player] if self.player < self.rule_set.players else []

    @property
    def hands(self) -> list[list[str]]:
        return [self._cards(self.state.hands[player]) for player in range(self.rule_set.players)]

    @property
    def deck(self) -> list[str]:
        return self._cards(self.state.deck)

    @property
    def discards(self) -> list[str]:
        return self._cards(self.state.discards)

    @property
    def pile(self) -> list[str]:
        return self._tokens(self.state.pile)

    @property
    def token_discards(self) -> list[str]:
        return self._tokens(self.state.token_discards)

    @property
    def trophies(self) -> list[list[str]]:
        return [self._tokens(self.state.trophies[player]) for player in range(self.rule_set.players)]

    @property
    def is_over(self) -> bool:
        return bool(self.state.stage == OVER)

    @property
    def is_chance(self) -> bool:
        return bool(self.state.stage >= FIRST_CHANCE)

    def _cards(self, counts: Iterable[int]) -> list[str]:
        return [card.name for card, count in zip(self.rule_set.components.cards, counts, strict=True) for _ in range(count)]

    def _tokens(self, counts: Iterable[int]) -> list[str]:
        return [token.name for token, count in zip(self.rule_set.components.tokens, counts, strict=True) for _ in range(count)]


def _arcs(flags: Iterable[int]) -> list[int]:
    return [arc for arc, flag in zip(range(1, ARCS + 1), flags, strict=True) if flag]
