"""A game with a known order of tiles, won by CP-SAT if it can be: the moves, draws among them, that win it, or the verdict that none do.

At the base and expert level a smaller model without powers is asked first, then the whole with few of them: nearly all wins are found so. That a game cannot be
won is said only when any number of powers was allowed. Every win is played through the rules before it is returned.
"""

from __future__ import annotations

from typing import Any

from castlewise.models.castellion import stages
from castlewise.models.castellion.castle_cpsat import total
from castlewise.models.castellion.castle_question import Castle, CastleQuestion
from castlewise.models.castellion.draws_cpsat import FACE_UP, HAND, Drawn
from castlewise.models.castellion.moves import (
    DESTROY,
    DESTROY_END,
    DISCARD,
    DISCARD_TRAITOR,
    DRAW,
    MEET_NOW,
    PLACE,
    PLACE_TRAITOR,
    POWER,
    RECOVER_TILE,
    REVEAL,
    SAFE_PILE,
    STANDARD_PILE,
    TAKE,
    TILE,
)
from castlewise.models.castellion.order_cpsat import Course, OrderModel
from castlewise.models.castellion.order_question import BeyondOrderModel, OrderQuestion
from castlewise.models.castellion.position import Position
from castlewise.models.castellion.rule_set import EXPERT
from castlewise.models.castellion.rules.game import draws_from
from castlewise.models.castellion.tiles import DEFENDERS, STONES
from castlewise.models.move_code import move
from castlewise.models.problems import IllegalMove
from castlewise.solver.castellion.building_replay import tiles_destroyed
from castlewise.solver.castellion.castle_plan import left_by
from castlewise.solver.castellion.deck_plan import win_without_powers
from castlewise.solver.cpsat import MEET_ORDEALS, Status, ortools_version, run
from castlewise.solver.deadline import Deadline
from castlewise.solver.verdict import Outcome, ReplayFailed, Verdict

SECONDS = 60.0
FEW_POWERS = (1, 2)  # so many are allowed at first: with more the search has far more to try, and few wins need them
HALF_DONE = (stages.JUGGLE, stages.SHIFT, stages.DESTROY_TILES)


def win(question: OrderQuestion, *, seconds: float = SECONDS) -> Verdict:
    """Moves that win the game, or the verdict that there are none. Raises BeyondOrderModel for what the models do not know."""
    if question.position.game.rules.powers == 0:
        return win_without_powers(question, seconds=seconds)
    deadline = Deadline(seconds)
    course = course_of(question)
    model = OrderModel(course, powers=False)
    status, value = run(model.model, MEET_ORDEALS, deadline.left)
    if not solved(status):
        model = OrderModel(course)
        for powers in (*FEW_POWERS, None):
            restricted = model.model.clone()
            if powers is not None:
                restricted.add(total(model.powers_used) <= powers)
            status, value = run(restricted, MEET_ORDEALS, deadline.left if powers is None else deadline.left / 2)
            if solved(status) or len(model.powers_used) <= (powers or 0):
                break
    if solved(status):
        return _verdict(Outcome.SOLVED, deadline, moves=tuple(_Replay(question, model, value).moves))
    if status is Status.IMPOSSIBLE:
        return _verdict(Outcome.IMPOSSIBLE, deadline, reason="no way to use the tiles in this order passes the ordeals")
    return _verdict(Outcome.UNKNOWN, deadline, reason=f"no answer within {seconds:g} seconds")


def solved(status: Status) -> bool:
    return status in (Status.OPTIMAL, Status.FEASIBLE)


def _verdict(outcome: Outcome, deadline: Deadline, **facts: Any) -> Verdict:
    return Verdict(outcome, "CP-SAT", ortools_version(), MEET_ORDEALS.name, deadline.spent, **facts)


def course_of(question: OrderQuestion) -> Course:
    """What the model needs of a question."""
    position = question.position
    rules, s = position.rule_set, position.numbers
    castle = castle_of(position)
    ordeals = tuple(card for card in position.ordeals[position.met :] if card is not None)
    if rules.players > 1:
        raise BeyondOrderModel("the models of an order know one castle, not two")
    if rules.appendix or rules.pantry:
        raise BeyondOrderModel(f"the models of an order do not know the {rules.appendix or rules.pantry} rules")
    if len(ordeals) < 3 - position.met:
        raise BeyondOrderModel("an ordeal whose card is not known")
    if sum(map(len, castle)) == rules.width * rules.height:
        raise BeyondOrderModel("a full castle meets its ordeal before anything else")
    hand, piles = int(s.hand) - 1 if s.hand else None, [question.safe, question.standard]
    stage = int(s.stage)
    if stage in (stages.DRAW_SAFE, stages.DRAW_STANDARD):
        pile = int(draws_from(stage))
        hand, piles[pile] = piles[pile][0], piles[pile][1:]
    elif stage not in (stages.TURN, stages.USE, stages.FACE_TRAITOR):
        raise BeyondOrderModel("an order is asked about at the start of a turn, before a draw, or with a tile in hand")
    face_up = tuple(kind for kind, count in enumerate(s.revealed) for _ in range(int(count)))
    everything = [*([hand] if hand is not None else []), *face_up, *piles[0], *piles[1], *(kind for column in castle for kind in column)]
    return Course(
        CastleQuestion(ordeals, rules.width, rules.height, castle, (0,) * STONES, spares=rules.level == EXPERT),
        hand,
        face_up,
        (piles[0], piles[1]),
        tuple(everything.count(kind) + int(s.discards[kind]) for kind in range(DEFENDERS)),
        tuple(number.traitors for number in rules.ordeals[position.met :]),
        sum(position.traitors),
        rules.level == EXPERT,
    )


def castle_of(position: Position) -> Castle:
    return tuple(tuple(column) for column in position.columns(0))


class _Replay:
    """A solution played through the rules. Raises ReplayFailed unless they bear it out."""

    def __init__(self, question: OrderQuestion, model: OrderModel, value: Any) -> None:
        self.question, self.model, self.value = question, model, value
        self.game = question.position.game
        self.here = question.position
        self.behind = self.here.met
        self.moves: list[int] = []
        if int(self.here.state.stage) >= stages.FIRST_CHANCE:
            self.draw()
        self.meet_ordeals(0)
        for number in model.moments[1:]:
            if self.here.is_over:
                break
            self.use(number)
            self.meet_ordeals(number)
        result = self.game.result(self.here)
        if result is None or not result.won:
            raise ReplayFailed(f"the game is not won: {result.reason if result else self.here}")

    @property
    def stage(self) -> int:
        return int(self.here.state.stage)

    def go(self, made: int) -> None:
        try:
            self.here = self.game.apply(self.here, made)
        except IllegalMove as error:
            raise ReplayFailed(f"{self.here}: {error}") from error
        self.moves.append(made)

    def draw(self) -> None:
        """The tile on top of the pile that is drawn from."""
        pile = int(draws_from(self.stage))
        order = self.question.safe if pile == SAFE_PILE else self.question.standard
        left = self.here.state.safe if pile == SAFE_PILE else self.here.state.standard
        self.go(move(TILE, order[len(order) - sum(int(count) for count in left)], 0, 0))

    def meet_ordeals(self, moment: int) -> None:
        """Those of a moment, on demand where nothing forces them."""
        by_then = self.behind + sum(bool(self.value(literal)) for literal in self.model.met[moment])
        while self.here.met < by_then and not self.here.is_over:
            number = self.here.met - self.behind
            if self.stage == stages.DESTROY_TILES:
                castle = self.model.grids[number].castle(self.value)
                rest = self.model.rests[number]
                if rest.grid is not self.model.grids[number]:
                    after = rest.grid.castle(self.value)
                else:
                    after = left_by(self.model.question, self.model.question.ordeals[number], castle)
                self.destroy(castle, after, stages.PENALTY)
            else:
                self.go(move(MEET_NOW, 0, 0, 0))
        if self.here.met > by_then:
            raise ReplayFailed(f"{self.here.met} ordeals are behind, {by_then} were foretold")

    def use(self, number: int) -> None:
        use = self.model.uses[number]
        assert use is not None
        before, behind = castle_of(self.here), self.here.met
        after = self.model.built[number].castle(self.value)
        self.take(next(tile for tile, literal in self.model.draws.takes[number].items() if self.value(literal)))
        self.recover(number)
        if self.does(use.place):
            self.go(move(PLACE, _position(before, after), 0, 0))
        elif self.does(use.juggle) or self.does(use.fire):
            self.go(move(POWER, 0, 0, 0))
            self.find_a_way(after)
        elif self.does(use.pay):
            self.go(move(DISCARD_TRAITOR, 0, 0, 0))
            self.destroy(before, after, stages.TRAITOR_PRICE)
        elif self.does(use.seer):
            self.go(move(POWER, 0, 0, 0))
            self.reveal(number)
        else:
            self.go(move(PLACE_TRAITOR if self.does(use.beside) else DISCARD, 0, 0, 0))
        if not self.here.is_over and self.here.met == behind and self.stage != stages.DESTROY_TILES and castle_of(self.here) != after:
            raise ReplayFailed(f"{castle_of(self.here)} stands, not {after}")

    def does(self, deed: Any) -> bool:
        return deed is not None and bool(self.value(deed))

    def take(self, tile: Drawn) -> None:
        if tile.source == HAND:
            return
        if int(sum(self.here.state.revealed)):
            self.go(move(TAKE, tile.kind, 0, 0))
            return
        if tile.source == FACE_UP:
            raise ReplayFailed("a tile is taken that does not lie face up")
        self.go(move(DRAW, tile.source, 0, 0))
        self.draw()

    def recover(self, number: int) -> None:
        use = self.model.uses[number]
        assert use is not None
        for kind, literal in use.recovers.items():
            if self.value(literal):
                self.go(move(POWER, 0, 0, 0))
                if self.stage == stages.RECOVER:  # with one tile to recover nobody is asked
                    self.go(move(RECOVER_TILE, kind, 0, 0))
                if int(self.here.state.hand) != kind + 1:
                    raise ReplayFailed(f"{self.here.hand} was recovered")

    def reveal(self, number: int) -> None:
        """Tiles are turned up from the piles, as many of each as the solution has."""
        out = [sum(bool(self.value(literal)) for literal in pile[number]) for pile in self.model.draws.out]
        sizes = [len(pile) for pile in self.model.draws.piles]
        while self.stage in (stages.REVEAL_FROM, stages.REVEAL_SAFE, stages.REVEAL_STANDARD):
            if self.stage == stages.REVEAL_FROM:
                left = sum(int(count) for count in self.here.state.safe)
                self.go(move(REVEAL, SAFE_PILE if sizes[SAFE_PILE] - left < out[SAFE_PILE] else STANDARD_PILE, 0, 0))
            else:
                self.draw()

    def destroy(self, castle: Castle, after: Castle, purpose: int) -> None:
        """Tiles go one by one, in the order of the rules; those that vanish with the columns at the right end come last, together."""
        behind = self.here.met
        for vanished in range(len(castle) - len(after) + 1):
            if all(_part_of(left, column) for left, column in zip(after, castle[vanished:], strict=False)):
                break
        else:
            raise ReplayFailed(f"{after} is not left of {castle}")
        end = len(castle) - vanished - len(after)
        kept = len(castle) - end
        gone = tiles_destroyed(castle[:kept], (*[()] * vanished, *after))
        gone = [(max(column - vanished, 0), row) for column, row in gone]  # a first column that is gone is closed up
        due = len(gone) + sum(map(len, castle[kept:]))
        # Where one tile only can go the rules do not ask, and the next ordeal's penalty may follow at once.
        while self.stage == stages.DESTROY_TILES and int(self.here.state.purpose) == purpose and self.here.met == behind:
            at = due - int(self.here.state.due)
            if at < len(gone):
                self.go(move(DESTROY, *gone[at], 0))
            elif int(self.here.state.due) == 1:
                self.go(move(DESTROY, len(castle_of(self.here)) - 1, 0, 0))
            else:
                self.go(move(DESTROY_END, end, 0, 0))

    def find_a_way(self, castle: Castle) -> None:
        """Moves of a Juggler or a Pyro that lead to a castle."""
        stack: list[tuple[Position, tuple[int, ...]]] = [(self.here, ())]
        while stack:
            here, way = stack.pop()
            if int(here.state.stage) in HALF_DONE:
                stack += [(self.game.apply(here, choice), (*way, choice)) for choice in self.game.choices(here)]
            elif castle_of(here) == castle:
                self.here = here
                self.moves += way
                return
        raise ReplayFailed(f"no power makes {castle} out of {castle_of(self.here)}")


def _part_of(left: tuple[int, ...], column: tuple[int, ...]) -> bool:
    """Whether some tiles of a column, in their order, are left."""
    rest = iter(column)
    return all(kind in rest for kind in left)


def _position(before: Castle, after: Castle) -> int:
    """Where a tile was placed (see moves.py)."""
    if len(after) > len(before):
        return len(after) if after[: len(before)] == before else 0
    return 1 + next(column for column, (old, new) in enumerate(zip(before, after, strict=True)) if len(new) > len(old))
