"""Whether a position's ordeals can still be met: yes with a line that the rules replay, no with a proof that both solvers agree on, else unknown.

A line is planned by CP-SAT (line_plans.py), ever more of what the rules allow from try to try, and played (line_play.py). A no is proved for a *reach*
(castlewise.models.castellion.reach), which allows more than the rules do, or by going through all lines, where there are few. Neither is hurried into the
other's place: between them stands UNKNOWN, with what is open.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from castlewise.models.castellion import stages
from castlewise.models.castellion.castle_question import BeyondCastleModel
from castlewise.models.castellion.ordeals import Ordeal
from castlewise.models.castellion.position import Position
from castlewise.models.castellion.reach import reaches
from castlewise.models.castellion.rule_set import INTRODUCTORY
from castlewise.models.castellion.tiles import counted
from castlewise.models.problems import IllegalMove
from castlewise.solver.castellion.line_plans import Way, builders, castle_question, foundations_beside, plans
from castlewise.solver.castellion.line_play import Line, LineFailed, overcome
from castlewise.solver.castellion.line_search import LineSearch, promise
from castlewise.solver.castellion.ordeal_answer import OrdealAnswer, agreed, answer_castle
from castlewise.solver.castellion.reach_answers import fits_cpsat, fits_z3
from castlewise.solver.cpsat import MEET_ORDEALS, ortools_version
from castlewise.solver.deadline import Deadline
from castlewise.solver.verdict import Outcome, ReplayFailed, Solvers, Verdict

EFFECTS = (stages.JUGGLE, stages.SHIFT, stages.DESTROY_TILES, stages.RECOVER, stages.HAUNT_COLUMN)
PRICES = (stages.TRAITOR_PRICE, stages.PENALTY, stages.PRISON_PRICE)  # what is destroyed for them is part of a plan
MOST_ENDS, TRIED_ENDS = 400, 12  # positions from which the end of an effect is looked for, and ends that are tried
MOST_SEARCHED, AT_ONCE = 1 << 40, 150  # positions
MOST_POWERS = 4  # in a plan
LIKELY = 4  # ways that are tried before a proof is
PROVING = 0.4  # of the time that is left, for a proof
FIRST_TRY = 0.25  # of CP-SAT's own time (see castle_plan.py)


@dataclass(frozen=True)
class PositionQuestion:
    """Can the next ordeals of a position be met, one for each card of `deal` (its place among those of its number)? `powers`: a limit, if there is one."""

    position: Position
    deal: tuple[int, ...]
    powers: int | None = None

    @property
    def ordeals(self) -> tuple[Ordeal, ...]:
        rules = self.position.rule_set
        return tuple(rules.ordeals[number].cards[card] for number, card in enumerate(self.deal, self.position.met))

    @property
    def target(self) -> int:
        """How many ordeals are behind in the end."""
        return self.position.met + len(self.deal)

    def card_of(self) -> list[int]:
        """The card of each number: of those that are not asked about any."""
        cards = [max(int(card) - 1, 0) for card in self.position.numbers.card]
        for number, card in enumerate(self.deal, self.position.met):
            cards[number] = card
        return cards


def answer_position(
    question: PositionQuestion, *, solvers: Solvers = Solvers.both, seconds: float, telling: Callable[[str], None] = lambda words: None
) -> OrdealAnswer:
    """`telling` is told what is being tried, for whoever waits."""
    deadline = Deadline(seconds)
    told = _Answering(question, solvers, deadline, telling)
    return told.answer()


def with_order(position: Position, tiles: Sequence[int]) -> Position:
    """The same position with these tiles in the standard pile and no others to draw."""
    game = position.game.as_plain()
    state = game.copy(game.adopted(position).state)
    for kind, count in enumerate(counted(tiles)):
        state.safe[kind], state.standard[kind] = 0, count
    return game.settled(state)


def answer_known_order(
    question: PositionQuestion, order: Sequence[int], *, seconds: float, telling: Callable[[str], None] = lambda words: None
) -> OrdealAnswer:
    """Whether the ordeals can be met with the standard pile in a known order: all lines are gone through, or as many as there is time for."""
    deadline = Deadline(seconds)
    telling("going through lines of play")
    search = LineSearch(question.position, question.card_of(), question.target, question.powers, order)
    moves = search.run(deadline, MOST_SEARCHED)
    if moves is not None:
        replay(question, moves)
        return OrdealAnswer(Outcome.SOLVED, (Verdict(Outcome.SOLVED, "rules", "", "search", deadline.spent),), moves=tuple(moves))
    outcome = Outcome.IMPOSSIBLE if search.finished else Outcome.UNKNOWN
    reason = f"none of {search.seen:,} positions that can come of it wins" if search.finished else deadline.unanswered
    return OrdealAnswer(outcome, (Verdict(outcome, "rules", "", "search", deadline.spent, reason=reason),), reason)


class _Answering:
    def __init__(self, question: PositionQuestion, solvers: Solvers, deadline: Deadline, telling: Callable[[str], None]) -> None:
        self.question, self.solvers, self.deadline, self.telling = question, solvers, deadline, telling
        self.open: list[str] = []

    def answer(self) -> OrdealAnswer:
        for attempt in (
            self._looked_ahead,
            self._easy,
            self._planned,
            self._disproved,
            self._planned_longer,
            self._disproved_later,
            self._searched,
        ):
            found = attempt()
            if found is not None:
                return found
        reason = "; ".join(dict.fromkeys(self.open)) or self.deadline.unanswered
        said = Verdict(Outcome.UNKNOWN, "rules", "", "search", self.deadline.spent, reason=reason)
        return OrdealAnswer(Outcome.UNKNOWN, (said,), reason)

    # Lines.

    def _easy(self) -> OrdealAnswer | None:
        self.telling("looking for castles that can be built as they are")
        return self._line((Way(0, 0),), FIRST_TRY)

    def _planned(self) -> OrdealAnswer | None:
        self.telling("looking for a line with payments and powers")
        return self._line(self._ways()[:LIKELY], FIRST_TRY)

    def _planned_longer(self) -> OrdealAnswer | None:
        self.telling("looking further for a line with payments and powers")
        for work in (FIRST_TRY, 2.0, 10.0):
            found = self._line(self._ways(), work)
            if found is not None:
                return found
        self.open.append("no line was found")
        return None

    def _ways(self) -> tuple[Way, ...]:
        """What plans may use, least first."""
        question = self.question
        if question.position.rule_set.level == INTRODUCTORY:
            return (Way(0, 0),)
        castles = reaches(question.position, question.ordeals[0])
        pays = castles[0].traitors if castles else 0
        most = MOST_POWERS if question.powers is None else min(MOST_POWERS, question.powers)
        ways = [Way(powers, paying) for powers in range(most + 1) for paying in sorted({0, min(pays, 1), min(pays, 2), pays})]
        return tuple(sorted(ways, key=lambda way: way.powers * 2 + min(way.paying, 3)))

    def _line(self, ways: Sequence[Way], work: float) -> OrdealAnswer | None:
        question = self.question
        for line in self._lines(question.position, question.ordeals, ways, work):
            if question.powers is None or line.powers <= question.powers:
                return self._solved(line)
        return None

    def _lines(self, position: Position, ordeals: Sequence[Ordeal], ways: Sequence[Way], work: float) -> Iterator[Line]:
        """Lines by plans for all ordeals together or, later, for the next one; where a plan does not last to the end, others take over from where it leads."""
        for asked in dict.fromkeys((len(ordeals), 1) if len(ways) > 1 else (len(ordeals),)):
            for builder, way in product(builders(position), ways):
                for line in self._begun(position, ordeals[:asked], builder, way, work):
                    if overcome(line.here, self.question.target):
                        yield line
                    elif not line.here.is_over:
                        for further in self._lines(line.here, ordeals[line.here.met - position.met :], ways, work):
                            further.moves[:0] = line.moves
                            further.powers += line.powers
                            yield further

    def _begun(self, position: Position, ordeals: Sequence[Ordeal], builder: int, way: Way, work: float) -> Iterator[Line]:
        """Lines by plans that have at least one more ordeal overcome."""
        deal = self.question.card_of()
        for begun in self._beginnings(position, builder):
            if not self.deadline.left:
                return
            for plan in plans(begun.here, ordeals, builder, way, self.deadline, work):
                line = Line(begun.here, deal, self.question.target, builder)
                try:
                    line.carry_out(plan, foundations_beside(begun.here, builder, plan))
                except (LineFailed, IllegalMove):
                    continue
                line.moves[:0] = begun.moves
                line.powers += begun.powers
                yield line

    def _beginnings(self, position: Position, builder: int) -> Iterator[Line]:
        """Where plans can begin: here, or after some ways to end the effect of a tile that is under way, the most promising first."""
        start = Line(position, self.question.card_of(), self.question.target, builder)
        s = position.numbers
        if s.stage not in EFFECTS or (s.stage == stages.DESTROY_TILES and s.purpose in PRICES):
            yield start
            return
        ended: list[tuple[int, int, Line]] = []
        waiting = [start]
        for _ in range(MOST_ENDS):
            if not waiting:
                break
            line = waiting.pop(0)
            for choice in line.choices:
                after = Line(line.here, start.deal, start.target, builder)
                after.moves, after.powers = list(line.moves), line.powers
                after.go(choice)
                if int(after.here.numbers.stage) in EFFECTS:
                    waiting.append(after)
                elif not after.here.is_over:
                    ended.append((-promise(after.here, start.deal), len(ended), after))
        for _, _, line in sorted(ended)[:TRIED_ENDS]:
            yield line

    def _solved(self, line: Line) -> OrdealAnswer:
        replay(self.question, line.moves)
        found = Verdict(Outcome.SOLVED, "CP-SAT", ortools_version(), MEET_ORDEALS.name, self.deadline.spent, moves=tuple(line.moves))
        return OrdealAnswer(Outcome.SOLVED, (found,), moves=tuple(line.moves))

    # Proofs.

    def _looked_ahead(self) -> OrdealAnswer | None:
        """A few positions: enough where the next move settles everything."""
        return self._searched(AT_ONCE)

    def _disproved(self) -> OrdealAnswer | None:
        return self._disprove(self.question.position.met)

    def _disproved_later(self) -> OrdealAnswer | None:
        for number in range(self.question.position.met + 1, self.question.target):
            found = self._disprove(number)
            if found is not None:
                return found
        return None

    def _disprove(self, number: int) -> OrdealAnswer | None:
        """That one of the ordeals cannot be met, whatever is done."""
        question = self.question
        ordeal = question.ordeals[number - question.position.met]
        castles = reaches(question.position, ordeal, number=number, powers=question.powers)
        if not castles or not self.deadline.left:
            return None
        self.telling(f"asking whether {ordeal} can be met at all")
        if all(reach.unchanged for reach in castles):
            return self._castles_disproved()
        verdicts = []
        for name, ask in (("cpsat", fits_cpsat), ("z3", fits_z3)):
            if self.solvers not in (Solvers(name), Solvers.both):
                continue
            verdicts.append(ask(castles, Deadline(round(self.deadline.left * PROVING, 1))))
            if verdicts[-1].outcome is Outcome.SOLVED:
                differ = len(verdicts) > 1
                self.open.append(f"the solvers differ about {ordeal}" if differ else f"nothing excludes that {ordeal} can be met")
                return None
        outcome, reason = agreed(verdicts)
        if outcome is Outcome.IMPOSSIBLE:
            return OrdealAnswer(outcome, tuple(verdicts), f"{ordeal}: {reason}")
        self.open.append(f"no proof that {ordeal} cannot be met ({reason})")
        return None

    def _castles_disproved(self) -> OrdealAnswer | None:
        """Where nothing can be moved or destroyed the castles themselves are the question: all of them, unless the prison takes its price in between."""
        question = self.question
        asked = question.ordeals[:1] if question.position.rule_set.appendix == "prison" else question.ordeals
        try:
            castles = castle_question(question.position, asked, 0)
        except BeyondCastleModel:
            return None
        answer = answer_castle(castles, solvers=self.solvers, seconds=self.deadline.left)
        if answer.outcome is Outcome.IMPOSSIBLE:
            return answer
        if answer.outcome is Outcome.UNKNOWN:
            self.open.append(answer.reason)
        return None

    def _searched(self, most: int = MOST_SEARCHED) -> OrdealAnswer | None:
        """All lines, where they are few enough to be gone through."""
        question = self.question
        if not self.deadline.left:
            return None
        if most == MOST_SEARCHED:
            self.telling("going through lines of play")
        search = LineSearch(question.position, question.card_of(), question.target, question.powers)
        moves = search.run(self.deadline, most)
        if moves is not None:
            replay(question, moves)
            found = Verdict(Outcome.SOLVED, "rules", "", "search", self.deadline.spent, moves=tuple(moves))
            return OrdealAnswer(Outcome.SOLVED, (found,), moves=tuple(moves))
        if search.finished:
            reason = f"none of {search.seen:,} positions that can come of it has them overcome"
            found = Verdict(Outcome.IMPOSSIBLE, "rules", "", "search", self.deadline.spent, reason=reason)
            return OrdealAnswer(Outcome.IMPOSSIBLE, (found,), reason)
        if most == MOST_SEARCHED:
            self.open.append(f"{search.seen:,} positions gone through, not all")
        return None


def replay(question: PositionQuestion, moves: Sequence[int]) -> Position:
    """The position that a line leads to. Raises ReplayFailed unless the rules bear it out."""
    here, powers = question.position, 0
    for made in moves:
        powers += here.game.short(here, made) == "power"
        try:
            here = here.game.apply(here, made)
        except IllegalMove as illegal:
            raise ReplayFailed(f"{here}: {illegal}") from illegal
    if not overcome(here, question.target):
        raise ReplayFailed(f"{here} has not overcome the ordeals")
    if question.powers is not None and powers > question.powers:
        raise ReplayFailed(f"{powers} powers are used")
    return here
