"""The rules of a turn as they apply in a position, in sentences: what a proof that something cannot be done is told in."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from castlewise.models.castle_panic.board import ARCS, CASTLE, FOREST, RINGS, arc_of, colour_of, health_of, kind_of, ring_of
from castlewise.models.castle_panic.components import title

if TYPE_CHECKING:
    from castlewise.models.castle_panic.position import Position

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six")


def number(count: int) -> str:
    return _NUMBERS[count] if count < len(_NUMBERS) else str(count)


def plural(count: int, noun: str) -> str:
    return f"{number(count)} {noun}" + ("" if count == 1 else "s")


class TurnWords:
    def __init__(self, position: Position) -> None:
        self._components = position.rule_set.components
        self._occupied = {(ring_of(m), arc_of(m)) for m in map(int, position.state.monsters[: position.state.monster_count])}

    def card(self, kind: int) -> str:
        return title(self._components.cards[kind].name)

    def monster(self, packed: int) -> str:
        return f"the {title(self._components.tokens[kind_of(packed)].name)} in {RINGS[ring_of(packed)]} {arc_of(packed) + 1}"

    # Rules.

    def stock(self, kind: int, own: int, most: int) -> str:
        """How many there are, and how many there could be by trading and Scavenge."""
        have = f"you have {number(own)} {self.card(kind)}"
        return have if most == own else f"{have} and can come to have {number(most)}"

    def reach(self, cell: tuple[int, int], reaching: Mapping[int, int]) -> str:
        """What can hit in a ring of one colour, with the number of each kind that can be played; only the arcs with Monsters are named."""
        ring, colour = cell
        arcs = [str(arc + 1) for arc in range(ARCS) if colour_of(arc) == colour and (ring, arc) in self._occupied]
        where = f"{RINGS[ring]} {' and '.join(arcs)}"
        if not reaching:
            return "no card reaches the forest" if ring == FOREST else f"no card that you can play reaches {where}"
        count = sum(reaching.values())
        names = ", ".join(self.card(kind) + (f" ({number(copies)})" if copies > 1 else "") for kind, copies in sorted(reaching.items()))
        return f"only {plural(count, 'card')} that you can play {'reaches' if count == 1 else 'reach'} {where}: {names}"

    def health(self, packed: int) -> str:
        return f"{self.monster(packed)} has {health_of(packed)} health"

    def discards(self, count: int) -> str:
        return f"you may discard {plural(count, 'card')}"

    def trades(self, count: int) -> str:
        return f"{plural(count, 'trade')} {'is' if count == 1 else 'are'} left this turn"

    def held_walls(self, count: int) -> str:
        return f"you hold {plural(count, 'Wall')}"

    def fortify_tokens(self, count: int) -> str:
        return f"{plural(count, 'Fortify token')} {'is' if count == 1 else 'are'} left"

    def tar_tokens(self) -> str:
        return "there is one Tar token"

    # What is wanted.

    def slay(self, packed: int, count: int) -> str:
        return f"{self.monster(packed)} is to be slain" + (f" ({count} of them)" if count > 1 else "")

    def clear(self, packed: int, ring: int) -> str:
        return f"{self.monster(packed)} is not to be in the {RINGS[ring]} ring when the plays are over"

    def structure(self, packed: int, ring: int, arc: int) -> str:
        return f"the {'Tower' if ring == CASTLE else 'Wall'} of arc {arc + 1} is not to fall to {self.monster(packed)}"

    def keep(self, kind: int, count: int) -> str:
        return f"{number(count)} {self.card(kind)} {'is' if count == 1 else 'are'} to be kept"
