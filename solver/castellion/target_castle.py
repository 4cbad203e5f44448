"""The castle that a blueprint aims at, over the one that stands: which formations, of which factions, which tiles are still to come, which draws help.

A blueprint says where formations go and leaves kinds open. `castle_around` fills them in with tiles that are left, by the rules of placement, so that the
target is a castle that can be built, if the tiles come; where there is none for all ordeals the next one alone is aimed at.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from castlewise.models.castellion.castle_question import Castle
from castlewise.models.castellion.castle_text import columns_text
from castlewise.models.castellion.formation_places import Cell
from castlewise.models.castellion.position import Position
from castlewise.models.castellion.rules.castle import open_end, open_tops, width_of
from castlewise.models.castellion.state import COLUMN
from castlewise.models.castellion.tiles import DEFENDERS, FACTIONS, SHAPES, STONES, TILES
from castlewise.solver.castellion.blueprint_costs import BARRED, CELLS_NOW, LATER_MISSING, NOTES, ROLES, SOON_MISSING, cost_at
from castlewise.solver.castellion.blueprint_rolls import ALL_CELLS, FIRST_PLACE, PLACE_CELLS, PLACE_RINGS, PLACES
from castlewise.solver.castellion.placements import LINE, PLACEMENTS, TOWER
from castlewise.solver.castellion.skeleton_castle import Frame, Site, castle_around
from castlewise.solver.castellion.worth import LOST
from castlewise.solver.deadline import Deadline

SECONDS = 0.5


@dataclass(frozen=True)
class Hope:
    """Kinds of tile that the next draw may bring for a formation, and how many of them there are among those that may come."""

    words: str
    tiles: int
    among: int


@dataclass(frozen=True)
class Target:
    """`castle` stands `offset` columns further to the right than the real one does; `new` are its cells that are still empty. `short`: tiles missing for the
    formations of the next ordeal that asks for some, and of all that are aimed at."""

    player: int
    castle: Castle
    offset: int
    new: tuple[Cell, ...]
    formations: tuple[str, ...]
    short_next: int
    short: int
    whole: bool  # for all ordeals to come, not only the next
    hope: Hope | None

    def facts(self) -> dict[str, Any]:
        return {
            "player": self.player + 1,
            "castle": columns_text([list(column) for column in self.castle]),
            "offset": self.offset,
            "new": [[column + 1, row + 1] for column, row in self.new],
            "formations": list(self.formations),
            "short_for_next_ordeal": self.short_next,
            "short": self.short,
            "all_ordeals": self.whole,
            "hope": None if self.hope is None else {"tiles": self.hope.words, "count": self.hope.tiles, "of": self.hope.among},
        }


def target_castle(
    position: Position, player: int, offset: int, sheet: Sequence[int], whole: bool = True, seconds: float = SECONDS
) -> Target | None:
    """What a sheet aims at for a player's castle, or None if the tiles that are left do not make it. `whole`: it is for all ordeals to come."""
    clock = Deadline(seconds)
    s = position.numbers
    everything = [sheet[FIRST_PLACE + k] for k in range(sheet[PLACES])]
    if not everything:
        return None
    notes = [0] * NOTES
    if cost_at(position.game.as_plain().rules, s, player, offset, 0, LOST, list(sheet), 0, notes, 0) >= LOST:
        return None
    next_ones = [place for k, place in enumerate(everything) if notes[ROLES] >> k & 1]
    standing = {
        (offset + column) * COLUMN + row: kind for column, kinds in enumerate(position.columns(player)) for row, kind in enumerate(kinds)
    }
    haunted = position.haunted
    left = [int(s.safe[kind]) + int(s.standard[kind]) + int(s.revealed[kind]) for kind in range(STONES)]
    if 0 < s.hand <= STONES:
        left[s.hand - 1] += 1
    for places, cells in ((everything, sheet[ALL_CELLS]), (next_ones, notes[CELLS_NOW])):
        site = Site(
            standing=standing,
            foundation=cells,
            inside=int(position.game.rules.cells),
            haunted=1 << ((haunted[1] - 1 + offset) * COLUMN + haunted[2] - 1) if haunted and haunted[0] == player else 0,
            left=tuple(left[:DEFENDERS]),
        )
        frames = [Frame(c := int(PLACE_CELLS[place]), ring := int(PLACE_RINGS[place]), site.factions_for(c, ring)) for place in places]
        castle, _ = castle_around(site, frames, clock)
        if castle is not None:
            break
    else:
        return None
    new = tuple((column, row) for column, kinds in enumerate(castle) for row in range(len(kinds)) if column * COLUMN + row not in standing)
    empty = sum(1 << (column * COLUMN + row) for column, row in new)
    return Target(
        player,
        castle,
        offset,
        new,
        tuple(_formation(place, castle) for place in places),
        (notes[CELLS_NOW] & empty).bit_count(),
        len(new),
        whole and places is everything,
        _hope(position, player, offset, notes),
    )


def _formation(place: int, castle: Castle) -> str:
    """A formation in words: the tower of Seers in column 2."""
    kind, column, row = PLACEMENTS[place]
    faction = FACTIONS[castle[column][row] // 3].title()
    if kind == TOWER:
        return f"a tower of {faction}s in column {column + 1} from row {row + 1}"
    if kind == LINE:
        return f"a line of {faction}s in row {row + 1} from column {column + 1}"
    return f"a bastion of {faction}s in columns {column + 1} and {column + 2} from row {row + 1}"


def _hope(position: Position, player: int, offset: int, notes: Sequence[int]) -> Hope | None:
    """The kinds that could be placed at once in a formation for the next ordeal, or if these are complete in one for later. `notes`: of the survey."""
    s, rules = position.numbers, position.game.as_plain().rules
    up = offset * COLUMN
    width = width_of(s, player)
    kinds = []
    for kind in range(DEFENDERS):
        spots = open_tops(rules, s, player, kind, 0) << up
        if offset > 0 and open_end(rules, s, player, kind, 0):
            spots |= 1 << (up - COLUMN)
        if offset + width < rules.width and open_end(rules, s, player, kind, 1):
            spots |= 1 << (up + width * COLUMN)
        if spots & (notes[SOON_MISSING] or notes[LATER_MISSING]) & ~notes[BARRED + kind // 3]:
            kinds.append(kind)
    among = [int(s.safe[kind]) + int(s.standard[kind]) for kind in range(len(TILES))]
    if not kinds or not sum(among):
        return None
    return Hope(words_for(kinds), sum(among[kind] for kind in kinds), sum(among))


def words_for(kinds: Sequence[int]) -> str:
    """Kinds of Defender, shortly.

    >>> words_for([0, 2, 3, 4, 5])
    'any Seer Triangle or Circle, any Chameleon'
    """
    said = []
    for faction, name in enumerate(FACTIONS):
        shapes = [SHAPES[kind % 3].title() for kind in kinds if kind // 3 == faction]
        if len(shapes) == len(SHAPES):
            said.append(f"any {name.title()}")
        elif shapes:
            said.append(f"any {name.title()} {' or '.join(shapes)}")
    return ", ".join(said)
