"""Why a goal cannot be met: rules of this very position that exclude each other, and the fewest cards that would change it.

A conflict speaks of the cards within reach: that one has no Tar, say, is no sentence of it. What would help is the repair's to say.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from castlewise.models.castle_panic.components import SCAVENGE_CARD
from castlewise.models.castle_panic.position import Position
from castlewise.models.castle_panic.turn_question import Goal
from castlewise.models.castle_panic.turn_smt import BeyondTurnModel, TurnModel
from castlewise.models.castle_panic.turn_smt_words import number
from castlewise.solver.additions import fewest_additions
from castlewise.solver.castle_panic.turn_smt_answers import SECONDS, reach
from castlewise.solver.castle_panic.turn_smt_replay import SolverDisagrees
from castlewise.solver.conflict import Conflict, find_conflict
from castlewise.solver.deadline import Deadline
from castlewise.solver.verdict import Outcome, Verdict
from castlewise.solver.z3 import EXPLAIN, Answer, Solver, verdict

MOST_CARDS = 6  # added to a hand; more would be no advice
REPAIRS = 3


@dataclass(frozen=True)
class Repair:
    """Cards that, added to the hand, make the goal possible, and the moves that then meet it."""

    cards: tuple[int, ...]  # kinds, one for each card
    words: str
    position: Position
    moves: tuple[int, ...]


@dataclass(frozen=True)
class WhyNot:
    """`verdict` is SOLVED if the goal can be met after all. Without a conflict or a repair, `verdict.reason` says what is missing."""

    verdict: Verdict
    conflict: Conflict | None = None
    repairs: tuple[Repair, ...] = ()


def why_not(position: Position, goal: Goal, *, seconds: float = SECONDS) -> WhyNot:
    deadline = Deadline(seconds)
    asked = reach(position, goal, seconds=seconds)
    if asked.outcome is not Outcome.IMPOSSIBLE:
        return WhyNot(asked)
    conflict, missing = find_conflict(lambda: explaining_model(position, goal), deadline)
    repairs: tuple[Repair, ...] = ()
    if conflict is not None:
        repairs, missing = find_repairs(position, goal, deadline)
    reason = f"{asked.reason}; {missing}" if missing else asked.reason
    return WhyNot(verdict(Outcome.IMPOSSIBLE, EXPLAIN, deadline, reason=reason), conflict, repairs)


def explaining_model(position: Position, goal: Goal) -> TurnModel:
    model = TurnModel(position, explain=True)
    model.require_goal(goal)
    return model


def find_repairs(position: Position, goal: Goal, deadline: Deadline) -> tuple[tuple[Repair, ...], str]:
    """The fewest cards that would do, up to three choices of them; none, with the reason."""
    spare = _spare_cards(position)
    try:
        model = TurnModel(position, spare=spare)
    except BeyondTurnModel as beyond:
        return (), f"no repair found: {beyond}"
    model.require_goal(goal)
    solver = Solver(model.circuit, EXPLAIN, deadline)
    literals = {literal: kind for kind, hand in enumerate(model.hand) for literal in hand.spare}
    found, answer = fewest_additions(solver, literals, most=MOST_CARDS, choices=REPAIRS)
    if found:
        choices = [tuple(sorted(literals[literal] for literal in added)) for added in found]
        return tuple(repair for cards in choices for repair in _repaired(position, goal, cards, deadline)), ""
    return (), f"no repair found: {solver.reason}" if answer is Answer.UNKNOWN else f"no {number(MOST_CARDS)} more cards would help"


def _repaired(position: Position, goal: Goal, cards: tuple[int, ...], deadline: Deadline) -> Iterator[Repair]:
    """The repair that some cards are, solved; none if the time is up."""
    repaired = _with_cards(position, cards)
    solved = reach(repaired, goal, seconds=deadline.left)
    if solved.outcome is Outcome.IMPOSSIBLE:
        raise SolverDisagrees(position, (), f"{_in_words(position, cards)} would not do after all")
    if solved.outcome is Outcome.SOLVED:
        yield Repair(cards, _in_words(position, cards), repaired, solved.moves)


def _spare_cards(position: Position) -> dict[int, int]:
    """Cards that might have been in the hand: those in the deck and the discards."""
    s = position.numbers
    spare = {kind: min(MOST_CARDS, int(s.deck[kind]) + int(s.discards[kind])) for kind in range(len(s.deck))}
    scavenge = list(position.game.rules.card_effect).index(SCAVENGE_CARD)
    if any(int(hand[scavenge]) for hand in s.hands) or s.discards[scavenge]:
        spare[scavenge] = 0  # two of them are beyond the model
    else:
        spare[scavenge] = min(1, spare[scavenge])
    return spare


def _with_cards(position: Position, cards: Sequence[int]) -> Position:
    state = position.game.copy(position.state)
    for kind in cards:
        state.hands[position.player][kind] += 1
    return Position(position.game, state)


def _in_words(position: Position, cards: Sequence[int]) -> str:
    """
    >>> from castlewise.models.castle_panic.game import CastlePanic
    >>> _in_words(CastlePanic().start(), (0, 1, 1))
    'one more Red Archer and two more Red Knight cards would do'
    """
    titles = [position.rule_set.components.cards[kind].title for kind in cards]
    words = [f"{number(titles.count(name))} more {name}{' cards' if titles.count(name) > 1 else ''}" for name in dict.fromkeys(titles)]
    return " and ".join(words) + " would do"
