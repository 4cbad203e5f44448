"""What a check of ordeals was asked and what came of it: what a verdict holds for, the castles, the line of play."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from castlewise.models.castellion import stages
from castlewise.models.castellion.castle_question import Building, CastleQuestion, Met
from castlewise.models.castellion.configuration import Configuration
from castlewise.models.castellion.ordeals import Ordeal
from castlewise.models.castellion.position import Position
from castlewise.models.castellion.rule_set import INTRODUCTORY
from castlewise.solver.castellion.ordeal_answer import OrdealAnswer
from castlewise.solver.verdict import Outcome

Cells = set[tuple[int, int]]


@dataclass(frozen=True)
class Asked:
    """What was asked: about castles alone, or about a position and all that the rules allow from there; `tiles` in a known order."""

    configuration: Configuration
    position: Position | None = None
    powers: int | None = None
    tiles: list[int] | None = None

    def assumptions(self, checked: Checked) -> dict[str, Any]:
        """What a verdict holds for. `text` says it in words."""
        castles = checked.start is None
        configuration = self.configuration
        powers = 0 if castles and not configuration.powers else self.powers
        payments = not castles
        left = len(self.tiles) if self.tiles is not None else sum(configuration.left)
        found = {
            "about": "castles" if castles else "a position",
            "powers": powers,
            "payments": payments,
            "order": "free" if self.tiles is None else "known",
            "tiles_left": left,
        }
        return {**found, "text": _assumed_in_words(found, configuration.level)}


def _assumed_in_words(found: dict[str, Any], level: str) -> str:
    left = f"{found['tiles_left']} tile{'s' * (found['tiles_left'] != 1)}"
    if found["order"] == "known":
        return f"{left} in this order, with everything that the {level} level allows"
    tiles = f"{left} left, in any order"
    if found["about"] == "castles":
        most = found["powers"]
        used = f"at most {most} Juggler{'s' * (most > 1)} or Pyro{'s' * (most > 1)} used" if most else "no powers used"
        return f"a question about castles: {tiles}; {used}, no Traitors paid for, penalties paid where a card has one"
    most = found["powers"]
    included = "" if level == INTRODUCTORY else ", powers and payments included"
    limit = (
        f"everything that the rules allow from here{included}"
        if most is None
        else f"at most {most} power{'s' * (most != 1)} used, as was asked for"
    )
    return f"{tiles}; {limit}"


@dataclass
class Checked:
    """One deal of the cards and what came of it. `question`: castles were asked about; `start`: where a line begins; `remark`: what was not counted."""

    deal: tuple[Ordeal, ...]
    question: CastleQuestion | None
    answer: OrdealAnswer
    start: Position | None = None
    skeletons: dict[str, Any] = field(default_factory=dict)
    remark: str = ""

    @cached_property
    def line(self) -> list[Position]:
        """Every position of the line that was found, the first included."""
        if self.start is None or not self.answer.moves:
            return []
        positions = [self.start]
        for made in self.answer.moves:
            positions.append(positions[-1].game.apply(positions[-1], made))
        return positions

    def castles(self, asked: Asked) -> Iterator[tuple[Ordeal, Met, Cells | None]]:
        """For each ordeal the castle that meets it, what is left, and which of its tiles are new, if that can be said."""
        building = self.answer.building
        if building is not None:
            yield from zip(self.deal, building.met, _new_tiles(asked.configuration, building), strict=True)
            return
        yield from ((card, met, None) for card, met in zip(self.deal, met_on_the_way(self.line), strict=False))


def met_on_the_way(line: Sequence[Position]) -> list[Met]:
    """The castles that meet ordeals on a line, in the hands of whoever meets them."""
    found = []
    for number in range(line[0].met if line else 0, line[-1].met if line else 0):
        after = next(at for at, here in enumerate(line) if here.met > number)
        at = after - 1
        while at and line[at].numbers.stage == stages.DESTROY_TILES and line[at].numbers.purpose == stages.PENALTY:
            at -= 1
        paid = at < after - 1
        owner = int(line[at + 1].numbers.owner) if paid else _owner(line[at], line[after])
        met = line[at + 1] if paid else line[at]
        castle, left = (tuple(tuple(column) for column in here.columns(owner)) for here in (met, line[after]))
        found.append(Met(left if _placed_last(line, at) and not paid and len(left) else castle, left))
    return found


def _owner(before: Position, after: Position) -> int:
    """Who met an ordeal: with two players who has the Champion then."""
    return int(after.numbers.champion) - 1 if before.rule_set.players == 2 else 0


def _placed_last(line: Sequence[Position], at: int) -> bool:
    """Whether the ordeal came because a tile filled the castle: then the castle before it is not the one that meets it."""
    before, after = (sum(map(len, line[i].columns(int(line[at].numbers.player)))) for i in (at, at + 1))
    return after == before + 1


def _new_tiles(configuration: Configuration, building: Building) -> list[Cells | None]:
    """For each castle the cells of tiles that are placed for it; None where nothing stood before, or powers moved what did."""
    from castlewise.solver.castellion.building_replay import new_cells

    before = [configuration.castle, *(met.after for met in building.met)]
    return [None if building.steps or not stood else new_cells(met.castle, stood) for met, stood in zip(building.met, before, strict=False)]


def overall(outcomes: Sequence[Outcome]) -> Outcome | None:
    """Of all deals together: solvable or impossible if each is, None if some are the one and the rest the other."""
    if Outcome.UNKNOWN in outcomes:
        return Outcome.UNKNOWN
    return outcomes[0] if len(set(outcomes)) == 1 else None
