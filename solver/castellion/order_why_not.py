"""Why an order of tiles cannot be won: tiles and demands that exclude each other, and the smallest change that would help.

The sentences of a conflict are what the ordeals ask for and which tile comes when; a sentence left out means "whatever that tile is" or "were that not asked
for". How many tiles there are, the castle that stands and the Traitors beside the ordeal hold throughout. A repair exchanges as few tiles of the piles as
possible for any others, or, if no few tiles help, drops as few demands as possible. It is solved as a question of its own before it is named.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from castlewise.models.castellion.game import Castellion
from castlewise.models.castellion.moves import SAFE_PILE, STANDARD_PILE
from castlewise.models.castellion.ordeals import NUMERALS, Number
from castlewise.models.castellion.order_question import OrderQuestion
from castlewise.models.castellion.order_smt import OrderModel
from castlewise.models.castellion.order_smt_draws import FACE_UP
from castlewise.models.castellion.order_smt_ordeals import FOUNDATION
from castlewise.models.castellion.order_smt_words import nth
from castlewise.models.castellion.position import Position
from castlewise.models.castellion.tiles import TILES, counted
from castlewise.solver.additions import fewest_additions
from castlewise.solver.castellion.order_smt_answers import SECONDS, win
from castlewise.solver.conflict import Conflict, ConflictFailed, find_conflict
from castlewise.solver.deadline import Deadline
from castlewise.solver.verdict import Outcome, Verdict
from castlewise.solver.z3 import EXPLAIN, Answer, Solver, verdict

MOST_TILES = 3  # exchanged; more would be another order


@dataclass(frozen=True)
class Repair:
    """A question that can be won, close to one that cannot, and the moves that win it. `changes`: how many tiles or demands differ; no fewer would do."""

    words: str
    question: OrderQuestion
    moves: tuple[int, ...]
    changes: int


@dataclass(frozen=True)
class WhyNot:
    """`verdict` is SOLVED if the game can be won after all. Without a conflict or a repair, `verdict.reason` says what is missing."""

    verdict: Verdict
    conflict: Conflict | None = None
    repair: Repair | None = None


def why_not(question: OrderQuestion, *, seconds: float = SECONDS) -> WhyNot:
    deadline = Deadline(seconds)
    asked = win(question, seconds=seconds)
    if asked.outcome is not Outcome.IMPOSSIBLE:
        return WhyNot(asked)
    conflict, missing = find_conflict(lambda: OrderModel(question, explain=True), deadline)
    reasons = [asked.reason, missing]
    repair = None
    if conflict is not None:
        for search in (exchange_tiles, ask_for_less):
            repair, missing = search(question, deadline)
            reasons.append(missing)
            if repair is not None:
                break
    told = verdict(Outcome.IMPOSSIBLE, EXPLAIN, deadline, reason="; ".join(filter(None, reasons)))
    return WhyNot(told, conflict, repair)


def exchange_tiles(question: OrderQuestion, deadline: Deadline) -> tuple[Repair | None, str]:
    """The fewest tiles of the piles that, were they others, would let the game be won; None, with the reason."""
    model = OrderModel(question, explain=True)
    in_piles = [guard for guard, tile in zip(model.tile_guards, model.tiles, strict=True) if tile.pile != FACE_UP]
    fixed = [*model.wishes, *(guard for guard in model.tile_guards if guard not in in_piles)]

    def told(true: Callable[[int], bool]) -> tuple[str, OrderQuestion, int]:
        kinds = [next(kind for kind, literal in tile.kinds.items() if true(literal)) for tile in model.tiles]
        piles = [
            tuple(kind for kind, tile in zip(kinds, model.tiles, strict=True) if tile.pile == pile) for pile in (SAFE_PILE, STANDARD_PILE)
        ]
        changed = [
            f"the {nth(place + 1)} tile of the {'safe' if pile == SAFE_PILE else 'standard'} pile were a {TILES[new].title}"
            for pile, (before, after) in enumerate(zip((question.safe, question.standard), piles, strict=True))
            for place, (old, new) in enumerate(zip(before, after, strict=True))
            if old != new
        ]
        return f"possible if {_listed(changed)}", with_order(question, *piles), len(changed)

    return _fewest(model, fixed, in_piles, min(MOST_TILES, len(in_piles)), told, deadline, "other tiles")


def ask_for_less(question: OrderQuestion, deadline: Deadline) -> tuple[Repair | None, str]:
    """The fewest demands of the ordeals that, were they dropped, would let the game be won; None, with the reason. The foundation is not one of them."""
    model = OrderModel(question, explain=True)
    demands = [guard for guard, (_, part) in model.wishes.items() if part != FOUNDATION]
    fixed = [*model.tile_guards, *(guard for guard in model.wishes if guard not in demands)]

    def told(true: Callable[[int], bool]) -> tuple[str, OrderQuestion, int]:
        dropped = [model.wishes[guard] for guard in demands if not true(guard)]
        words = [f"ordeal {NUMERALS[number]} {_without(part)}" for number, part in dropped]
        return f"possible if {_listed(words)}", _without_demands(question, dropped), len(dropped)

    return _fewest(model, fixed, demands, len(demands), told, deadline, "fewer demands")


def _fewest(
    model: OrderModel,
    fixed: Sequence[int],
    loose: Sequence[int],
    most: int,
    told: Callable[[Callable[[int], bool]], tuple[str, OrderQuestion, int]],
    deadline: Deadline,
    what: str,
) -> tuple[Repair | None, str]:
    """Let go of as few of the loose reasons as will do."""
    for guard in fixed:
        model.circuit.require(guard)
    solver = Solver(model.circuit, EXPLAIN, deadline)
    found, answer = fewest_additions(solver, [-guard for guard in loose], most=most, choices=1)
    if not found:
        unknown = answer is Answer.UNKNOWN
        return None, f"no {what} found that would help: {solver.reason}" if unknown else f"no {what}, up to {most}, would help"
    words, repaired, changes = told(solver.solution())
    solved = win(repaired, seconds=deadline.left)
    if solved.outcome is Outcome.IMPOSSIBLE or changes != len(found[0]):
        raise ConflictFailed(f"this would not do after all: {words}")
    if solved.outcome is Outcome.UNKNOWN:
        return None, f"{what} were found, but not confirmed: {solved.reason}"
    return Repair(words, repaired, solved.moves, changes), ""


def _listed(words: Iterable[str]) -> str:
    """
    >>> _listed(["a", "b", "c"]), _listed(["a"])
    ('a, b and c', 'a')
    """
    *others, last = words
    return f"{', '.join(others)} and {last}" if others else last


def _without(part: str) -> str:
    return "destroyed no rows" if part == "rows" else f"asked for no {'lines of defence' if part == 'lines' else part}"


def with_order(question: OrderQuestion, safe: tuple[int, ...], standard: tuple[int, ...]) -> OrderQuestion:
    position = question.position
    state = position.game.copy(position.state)
    for field, order in ((state.safe, safe), (state.standard, standard)):
        for kind, count in enumerate(counted(order)):
            field[kind] = count
    return OrderQuestion(Position(position.game, state), safe, standard)


def _without_demands(question: OrderQuestion, dropped: Iterable[tuple[int, str]]) -> OrderQuestion:
    position = question.position
    numbers = list(position.rule_set.ordeals)
    for number, part in dropped:
        known = int(position.state.card[number]) - 1
        cards = [
            replace(card, **{part: 0}, name="") if place == known else card  # type: ignore[arg-type]
            for place, card in enumerate(numbers[number].cards)
        ]
        numbers[number] = Number(tuple(cards), numbers[number].traitors)
    game = Castellion(replace(position.rule_set, ordeals=tuple(numbers)), kernel=position.game.kernel)
    return OrderQuestion(game.adopted(position), question.safe, question.standard)
