"""What is asked of a castle and the rules against it, in sentences: what a proof that something cannot be built is told in."""

from __future__ import annotations

from castlewise.models.castellion.castle_question import CastleQuestion
from castlewise.models.castellion.castle_text import columns_text
from castlewise.models.castellion.ordeals import Ordeal
from castlewise.models.castellion.tiles import FACTIONS, PANTRY, TILES

_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth")
SPLIT_SPARES = "four fewer for each bastion"


def ordinal(number: int) -> str:
    return _ORDINALS[number - 1]


class CastleWords:
    def __init__(self, question: CastleQuestion) -> None:
        self._question = question

    @property
    def frame(self) -> str:
        """What every conflict is about and no sentence of it says."""
        size = f"in a castle {self._question.width} wide and {self._question.height} high"
        if not self._question.powers:
            return size
        return f"{size}, with {'a single power' if self._question.powers == 1 else f'{self._question.powers} powers'} at most"

    # What is wanted.

    def formation(self, ordeal: int, count: int, name: str) -> str:
        noun = "line of defence" if name == "line" else name
        return f"a {noun if count == 1 else f'{ordinal(count)} {noun}'} is asked for{self._by(ordeal)}"

    def rows(self, ordeal: int, rows: int) -> str:
        gone = "the bottom row goes" if rows == 1 else f"the bottom {rows} rows go"
        return f"{gone}{self._by(ordeal)} and every column must have a tile above"

    def penalty(self, ordeal: int, card: Ordeal) -> str:
        formations = card.text.partition("-")[0]
        spared = f" ({SPLIT_SPARES})" if self._question.spares else ""
        return f"{formations} is asked for{self._by(ordeal)}, or {card.penalty} tiles are destroyed{spared}"

    def pantry(self, ordeal: int, count: int) -> str:
        when = "the ordeal" if len(self._question.ordeals) == 1 else f"the {ordinal(ordeal + 1)} ordeal"
        return f"exactly {_tiles(count, 'Pantry tile')} must be in the castle after {when}"

    def _by(self, ordeal: int) -> str:
        return f" by the {ordinal(ordeal + 1)} ordeal" if len(self._question.ordeals) > 1 else ""

    # Rules.

    def tiles_left(self) -> str:
        return _at_most(sum(self._question.left), "tile")

    def faction_left(self, group: int) -> str:
        count = sum(self._question.left[group * 3 : group * 3 + 3])
        return _at_most(count, "Pantry tile" if group * 3 == PANTRY else FACTIONS[group].title())

    def kind_left(self, kind: int) -> str:
        return _at_most(self._question.left[kind], TILES[kind].title)

    def column(self, number: int) -> str:
        return f"column {number + 1} stands: {columns_text([list(self._question.castle[number])])}"

    def foundation(self) -> str:
        return f"all {self._question.width} columns must hold a tile when an ordeal is met and after it"

    def shapes(self) -> str:
        return "above the foundation no tile is placed beside one of its shape"

    def exactly_four(self) -> str:
        return "a fifth tile of its faction cancels a formation"

    def haunted_kept_free(self) -> str:
        return "nothing is placed beside the haunted tile"

    def haunted_unfit(self) -> str:
        return "the haunted tile belongs to no formation"

    def haunted_lost(self) -> str:
        return "the haunted tile must not be destroyed"

    def pantry_apart(self) -> str:
        return "no Pantry tile is placed beside another"


def _tiles(count: int, name: str) -> str:
    return f"{count} {name}" + ("" if count == 1 else "s")


def _at_most(count: int, name: str) -> str:
    if count == 0:
        return f"no {name} is left"
    return f"no more than {_tiles(count, name)} {'is' if count == 1 else 'are'} left"
