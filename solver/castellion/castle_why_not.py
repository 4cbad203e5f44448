"""Why ordeals cannot be met: sentences about this very castle and these very tiles that exclude each other, and what would change it.

The castle's size, and how many powers may be used, are no sentences of a conflict but hold throughout; `frame` says them. A repair is the fewest tiles that,
had they been left, would do, or the fewest formations (or rows) that, had they not been asked for, would. Each is solved and replayed before it is named.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from castlewise.models.castellion.castle_question import EVERY_TILE, Building, CastleQuestion, tiles_of
from castlewise.models.castellion.castle_smt import CastleModel
from castlewise.models.castellion.ordeals import Ordeal
from castlewise.models.castellion.tiles import PANTRY_TILES, STONES, TILES
from castlewise.solver.additions import fewest_additions
from castlewise.solver.castellion.castle_smt_answers import SECONDS, meet
from castlewise.solver.conflict import Conflict, ConflictFailed, find_conflict
from castlewise.solver.deadline import Deadline
from castlewise.solver.verdict import Outcome, Verdict
from castlewise.solver.z3 import EXPLAIN, Answer, Solver, verdict

MOST_TILES = 6  # added to what is left; more would be no advice
REPAIRS = 3


@dataclass(frozen=True)
class Repair:
    """A question that can be answered with yes, close to one that cannot: tiles were added to what is left, or less is asked for."""

    words: str
    question: CastleQuestion
    building: Building
    tiles: tuple[int, ...] = ()  # kinds, one for each tile


@dataclass(frozen=True)
class WhyNot:
    """`verdict` is SOLVED if the ordeals can be met after all. Without a conflict or a repair, `verdict.reason` says what is missing."""

    verdict: Verdict
    frame: str
    conflict: Conflict | None = None
    repairs: tuple[Repair, ...] = ()


def why_not(question: CastleQuestion, *, seconds: float = SECONDS) -> WhyNot:
    deadline = Deadline(seconds)
    asked, _ = meet(question, seconds=seconds)
    frame = CastleModel(question).words.frame
    if asked.outcome is not Outcome.IMPOSSIBLE:
        return WhyNot(asked, frame)
    conflict, missing = find_conflict(lambda: CastleModel(question, explain=True), deadline)
    reasons = [asked.reason, missing]
    repairs: tuple[Repair, ...] = ()
    if conflict is not None:
        for search in (find_tiles, find_less):
            found, missing = search(question, deadline)
            repairs += found
            reasons.append(missing)
    told = verdict(Outcome.IMPOSSIBLE, EXPLAIN, deadline, reason="; ".join(reason for reason in reasons if reason))
    return WhyNot(told, frame, conflict, repairs)


# Tiles that would help.


def find_tiles(question: CastleQuestion, deadline: Deadline) -> tuple[tuple[Repair, ...], str]:
    """The fewest tiles that would do, up to three choices of them; none, with the reason."""
    model = CastleModel(question, spare=_spare_tiles(question))
    solver = Solver(model.circuit, EXPLAIN, deadline)
    literals = {literal: kind for kind, spare in model.spare.items() for literal in spare}
    found, answer = fewest_additions(solver, literals, most=MOST_TILES, choices=REPAIRS)
    if not found and answer is Answer.UNKNOWN:
        return (), f"no tiles found that would help: {solver.reason}"
    if not found:
        return (), f"no {MOST_TILES} more tiles would help" if literals else "there are no more tiles that could help"
    choices = [tuple(sorted(literals[literal] for literal in added)) for added in found]
    return tuple(repair for tiles in choices for repair in _repaired(question, tiles, deadline)), ""


def _repaired(question: CastleQuestion, tiles: tuple[int, ...], deadline: Deadline) -> Iterator[Repair]:
    """The repair that some tiles are, solved; none if the time is up."""
    repaired = replace(question, left=tuple(count + tiles.count(kind) for kind, count in enumerate(question.left)))
    words = f"{_in_words(tiles)} would do"
    answer, building = meet(repaired, seconds=deadline.left)
    if answer.outcome is Outcome.IMPOSSIBLE:
        raise ConflictFailed(f"it is not true that {words}")
    if building is not None:
        yield Repair(words, repaired, building, tiles)


def _spare_tiles(question: CastleQuestion) -> dict[int, int]:
    """Tiles that might have been left: those the game has and that are neither left nor in the castle."""
    stand = tiles_of(question.castle)
    game = [count + (PANTRY_TILES.counts[kind] if question.pantry else 0) for kind, count in enumerate(EVERY_TILE)]
    return {kind: max(0, min(MOST_TILES, game[kind] - question.left[kind] - stand[kind])) for kind in range(STONES)}


def _in_words(tiles: Sequence[int]) -> str:
    """
    >>> _in_words((0, 1, 1))
    '1 more Seer Triangle and 2 more Seer Squares'
    """
    named = [(tiles.count(kind), TILES[kind].title) for kind in dict.fromkeys(tiles)]
    return " and ".join(f"{count} more {title}{'s' if count > 1 else ''}" for count, title in named)


# Less to be asked for.


def find_less(question: CastleQuestion, deadline: Deadline) -> tuple[tuple[Repair, ...], str]:
    """The fewest formations and rows that would have to be dropped, up to three choices of them; none, with the reason."""
    asked = {question.ordeals}
    while asked:
        asked = {less for ordeals in asked for less in _one_less(ordeals)}
        found: list[Repair] = []
        for ordeals in sorted(asked, key=lambda cards: [card.text for card in cards]):
            if len(found) < REPAIRS:
                words = f"{_cards_in_words(ordeals)} instead of {_cards_in_words(question.ordeals)} could be met"
                answer, building = meet(replace(question, ordeals=ordeals), seconds=deadline.left)
                if answer.outcome is Outcome.UNKNOWN:
                    return tuple(found), f"no time to find what less could be met: {answer.reason}"
                if building is not None:
                    found.append(Repair(words, replace(question, ordeals=ordeals), building))
        if found:
            return tuple(found), ""
    return (), "asking for fewer formations or rows would not help"


def _one_less(ordeals: tuple[Ordeal, ...]) -> Iterator[tuple[Ordeal, ...]]:
    for number, card in enumerate(ordeals):
        for part in ("towers", "bastions", "lines", "rows"):
            if getattr(card, part):
                less = replace(card, name="", **{part: getattr(card, part) - 1})
                yield (*ordeals[:number], less, *ordeals[number + 1 :])


def _cards_in_words(ordeals: Sequence[Ordeal]) -> str:
    return ", ".join(
        replace(card, name="").text.replace("-", " ") if card.same_effect != Ordeal().same_effect else "no formations" for card in ordeals
    )
