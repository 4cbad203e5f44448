"""A plan for a position carried out through the rules, choice by choice and draw by draw: which tiles come is up to us, what may be done with them is not.

Every tile that is left may come in any order, so a tile that is wanted is drawn from whichever pile has it, or a Chameleon brings it back. What comes up
without being wanted (tiles a Seer revealed, a partner's turn, the hand) is got rid of where that does no harm. A line that gets stuck raises LineFailed: that
is no proof of anything.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from castlewise.models.castellion import moves as verbs
from castlewise.models.castellion import stages
from castlewise.models.castellion.castle_question import Castle, Step
from castlewise.models.castellion.line_cpsat import Plan
from castlewise.models.castellion.position import Position
from castlewise.models.castellion.rule_set import INTRODUCTORY
from castlewise.models.castellion.rules.appendices import PRISON_TILES, needed_traitors
from castlewise.models.castellion.rules.game import draws_from
from castlewise.models.castellion.tiles import CHAMELEON, PANTRY, STONES, TILES, TRAITOR, counted
from castlewise.models.move_code import first_of, move, second_of, verb_of
from castlewise.solver.castellion.order_replay import castle_of, part_of

MOST_TRIED = 4_000  # ways that a power's or a payment's effect is looked for in
TURNS = 400
POWER, DISCARD, DRAW = move(verbs.POWER, 0, 0, 0), move(verbs.DISCARD, 0, 0, 0), verbs.DRAW


class LineFailed(Exception):
    """The plan cannot be carried out like this."""


class Line:
    """A line of play as it grows. `deal` has the card that each number turns out to be, `target` how many ordeals are to be overcome, `builder`
    the player whose castle a plan is for."""

    def __init__(self, start: Position, deal: Sequence[int], target: int, builder: int = 0) -> None:
        self.here, self.deal, self.target, self.builder = start, deal, target, builder
        self.moves: list[int] = []
        self.powers = 0
        self.wanted: dict[int, Castle] = {}
        self.paying: Castle | None = None  # what Traitors are to leave of the builder's castle

    # Moves.

    def go(self, made: int) -> None:
        self.here = self.here.game.apply(self.here, made)
        self.moves.append(made)
        self.powers += made == POWER

    @property
    def stage(self) -> int:
        return int(self.here.numbers.stage)

    @property
    def choices(self) -> list[int]:
        return self.here.game.choices(self.here)

    def chosen(self, verb: int) -> list[int]:
        return [choice for choice in self.choices if verb_of(choice) == verb]

    def castle(self, player: int | None = None) -> Castle:
        return castle_of(self.here, self.builder if player is None else player)

    @property
    def _on_demand(self) -> bool:
        """Whether ordeals may be met before they have to be."""
        return self.here.rule_set.level != INTRODUCTORY

    # A plan, from the position to the ordeal that was asked about.

    def carry_out(self, plan: Plan, foundations: Castle | None = None) -> None:
        """As many of the plan's ordeals as can be met by it; at least one, or LineFailed."""
        met = self.here.met
        if foundations is not None:
            self.wanted[1 - self.builder] = foundations
        if plan.thinned != self.castle():
            self.paying = plan.thinned
            if self.stage == stages.DESTROY_TILES:
                self._pay()
            self._run(lambda: self.paying is None)
        for step in plan.building.steps:
            self.build(step.built)
            self.use(step)
        for number, ordeal in enumerate(plan.building.met, self.here.met):
            if self.here.met > number or self.here.met >= self.target:
                continue
            try:
                self.build(ordeal.castle)
                self.meet(number, ordeal.after)
            except LineFailed:
                if self.here.met == met:
                    raise
                return

    def build(self, castle: Castle) -> None:
        met = self.here.met
        self.wanted[self.builder] = castle
        self._run(lambda: self.here.met > met or all(self.castle(player) == wanted for player, wanted in self.wanted.items()))

    def use(self, step: Step) -> None:
        """A Juggler's or a Pyro's power, with the castle that it is to make."""
        self.obtain(step.kind)
        self.go(POWER)
        self._lead_to(step.after, (stages.JUGGLE, stages.DESTROY_TILES, stages.SHIFT))
        if self.castle() != step.after:
            raise LineFailed("the power does not make that castle")

    def meet(self, number: int, after: Castle) -> None:
        """Have the ordeal met: on demand where the rules allow it, else by Traitors, or when no tile is left."""
        self._run(lambda: self.here.met > number or self._under_way(), meeting=True)
        while self.here.met == number and not self.here.is_over:
            if self.stage == stages.DESTROY_TILES:
                self._lead_to(after, (stages.DESTROY_TILES,))
            else:
                self._pass()
        if self.here.met == number:
            raise LineFailed("the ordeal is not overcome")
        while self.stage == stages.DESTROY_TILES and not self.here.is_over:
            self.go(self.choices[-1])  # the prison's price

    def _under_way(self) -> bool:
        penalty = self.stage == stages.DESTROY_TILES and self.here.numbers.purpose == stages.PENALTY
        return self.stage in (stages.WHO_MEETS, stages.MEET_CARD) or penalty

    # One step at a time, until something holds.

    def _run(self, done: Callable[[], bool], *, meeting: bool = False) -> None:
        for _ in range(TURNS):
            if done():
                return
            if self.here.is_over:
                break
            if self.stage == stages.TURN:
                self._turn(meeting)
            elif self.stage == stages.USE:
                self._use(meeting)
            elif self.stage == stages.FACE_TRAITOR:
                self._face(meeting)
            elif (pile := draws_from(self.stage)) >= 0:
                self.go(self._drawn(pile, meeting))
            else:
                self._pass()
        if not done():
            raise LineFailed("the line comes to nothing")

    def _pass(self) -> None:
        """A node that is not about tiles: turned cards are those of the deal, everything else as it comes."""
        if self.stage == stages.WHO_MEETS:
            self.go(move(verbs.CHOOSE_WHO, self.builder, 0, 0))
            return
        choices = self.here.game.moves(self.here)
        for choice in choices:
            if verb_of(choice) == verbs.CARD and second_of(choice) == self.deal[first_of(choice)]:
                self.go(choice)
                return
        self.go(choices[0])

    def _turn(self, meeting: bool) -> None:
        s = self.here.numbers
        meet_now = move(verbs.MEET_NOW, 0, 0, 0)
        if meeting and self._on_demand:
            self.go(meet_now)
            return
        for choice in self.chosen(verbs.PLACE_PANTRY):
            if (PANTRY + second_of(choice), first_of(choice)) in self._open():
                self.go(choice)
                return
        if sum(s.revealed):
            kinds = [first_of(choice) for choice in self.chosen(verbs.TAKE)]
            self.go(move(verbs.TAKE, self._preferred(kinds, meeting), 0, 0))
            return
        piles = [first_of(choice) for choice in self.chosen(DRAW)]
        best = {pile: self._preferred([kind for kind, count in enumerate((s.safe, s.standard)[pile]) if count], meeting) for pile in piles}
        pile = min(piles, key=lambda pile: self._rank(best[pile], meeting))
        kind = best[pile]
        self.go(move(DRAW, pile, 0, 0))
        if draws_from(self.stage) == pile:
            self.go(move(verbs.TILE, kind, 0, 0))

    def _drawn(self, pile: int, meeting: bool) -> int:
        s = self.here.numbers
        return move(verbs.TILE, self._preferred([kind for kind, count in enumerate((s.safe, s.standard)[pile]) if count], meeting), 0, 0)

    # Which tile is best to come.

    def _preferred(self, kinds: list[int], meeting: bool) -> int:
        return min(kinds, key=lambda kind: self._rank(kind, meeting))

    def _rank(self, kind: int, meeting: bool) -> int:
        traitor = kind >= STONES
        if meeting:
            return 0 if traitor else 1
        if self.paying is not None and self._turns_for_builder():
            return (0 if kind == TRAITOR else 9) if traitor else 5
        if traitor:
            return 8
        if kind in {wanted for wanted, _ in self._open()}:
            return 1
        missing = self._missing()
        if self._by_chameleon(kind):
            return 2
        return 3 + (kind // 3 == CHAMELEON) + 2 * (missing.get(kind, 0) > 0)

    def _turns_for_builder(self) -> bool:
        return int(self.here.numbers.player) == self.builder

    def _by_chameleon(self, kind: int) -> bool:
        """Whether a Chameleon of this kind would bring back something that is wanted and does not come otherwise."""
        if kind // 3 != CHAMELEON or not self._on_demand:
            return False
        s = self.here.numbers
        coming = [int(a) + int(b) + int(c) for a, b, c in zip(s.safe, s.standard, s.revealed, strict=True)]
        return any(wanted % 3 == kind % 3 and s.discards[wanted] and not coming[wanted] for wanted, _ in self._open())

    def _missing(self) -> dict[int, int]:
        """How many tiles of each kind are still wanted, in all castles."""
        found: dict[int, int] = {}
        for player, castle in self.wanted.items():
            have = counted(kind for column in self.castle(player) for kind in column)
            for kind, count in enumerate(counted(kind for column in castle for kind in column)):
                if count > have[kind]:
                    found[kind] = found.get(kind, 0) + count - have[kind]
        return found

    def _open(self) -> set[tuple[int, int]]:
        """Kinds and positions that bring the castle of the player whose turn it is nearer to what is wanted."""
        player = int(self.here.numbers.player)
        if player not in self.wanted or (self.paying is not None and player == self.builder):
            return set()
        return set(_next_tiles(self.castle(player), self.wanted[player]))

    # What to do with the tile in hand.

    def _use(self, meeting: bool) -> None:
        kind = int(self.here.numbers.hand) - 1
        if meeting and self._on_demand:
            self.go(move(verbs.MEET_NOW, 0, 0, 0))
            return
        choices = self.choices
        for wanted, position in sorted(self._open()):
            if wanted == kind and (place := move(verbs.PLACE, position, 0, 0)) in choices:
                self.go(place)
                return
        if POWER in choices and self._by_chameleon(kind):
            self.go(POWER)
            self._recovered({wanted for wanted, _ in self._open()})
            return
        self._get_rid()

    def _recovered(self, kinds: set[int]) -> None:
        if self.stage == stages.RECOVER:
            options = [choice for choice in self.choices if first_of(choice) in kinds]
            if not options:
                raise LineFailed("nothing that is wanted can be recovered")
            self.go(options[0])

    def _get_rid(self) -> None:
        """The prison takes it, or the Vigil gives something better for it, or it is discarded."""
        choices = self.choices
        imprison = [choice for choice in choices if verb_of(choice) == verbs.IMPRISON]
        if imprison and sum(self.here.numbers.prison) < PRISON_TILES:
            self.go(imprison[-1])
            return
        swap = move(verbs.SWAP_VIGIL, 0, 0, 0)
        if swap in choices and int(self.here.numbers.vigil) - 1 in {wanted for wanted, _ in self._open()}:
            self.go(swap)
            return
        if DISCARD not in choices:
            raise LineFailed("a tile has to be placed")
        self.go(DISCARD)

    def _face(self, meeting: bool) -> None:
        """A Traitor: paid for if that was planned, else placed if it does not bring the ordeal on."""
        s = self.here.numbers
        choices = self.choices
        if meeting:
            self.go(move(verbs.MEET_NOW, 0, 0, 0) if self._on_demand else move(verbs.PLACE_TRAITOR, 0, 0, 0))
            return
        pay = move(verbs.DISCARD_TRAITOR, 0, 0, 0)
        if self.paying is not None and self._turns_for_builder() and pay in choices:
            self.go(pay)
            self._pay()
            return
        early = int(s.traitors) + int(s.black_traitors) + 1 < needed_traitors(self.here.game.as_plain().rules, s)
        premonition = move(verbs.PREMONITION, 0, 0, 0)
        if early:
            self.go(move(verbs.PLACE_TRAITOR, 0, 0, 0))
        elif premonition in choices:
            self.go(premonition)
        else:
            raise LineFailed("a Traitor would bring the ordeal on")

    def _pay(self) -> None:
        """Tiles go, of those that are to go."""
        assert self.paying is not None
        self._lead_to(self.paying, (stages.DESTROY_TILES,), on_the_way=True)
        if self.castle() == self.paying:
            self.paying = None

    def obtain(self, kind: int) -> None:
        """Have a tile of this kind in hand."""
        self.wanted = {player: castle for player, castle in self.wanted.items() if player != self.builder}

        def in_hand() -> bool:
            return self.stage == stages.USE and int(self.here.numbers.hand) == kind + 1 and self._turns_for_builder()

        for _ in range(TURNS):
            if in_hand():
                return
            if self.here.is_over:
                break
            s = self.here.numbers
            if self.stage == stages.TURN and self._turns_for_builder():
                if sum(s.revealed):
                    self.go(move(verbs.TAKE, kind if s.revealed[kind] else self._preferred(_kinds(s.revealed), False), 0, 0))
                    continue
                chameleon = CHAMELEON * 3 + kind % 3
                for pile, wanted in ((p, k) for k in (kind, chameleon) for p in (verbs.STANDARD_PILE, verbs.SAFE_PILE)):
                    if (s.safe, s.standard)[pile][wanted]:
                        self.go(move(DRAW, pile, 0, 0))
                        self.go(move(verbs.TILE, wanted, 0, 0))
                        break
                else:
                    raise LineFailed(f"no {TILES[kind].name} comes any more")
            elif self.stage == stages.USE and POWER in self.choices and s.hand - 1 == CHAMELEON * 3 + kind % 3 and s.discards[kind]:
                self.go(POWER)
                self._recovered({kind})
            elif self.stage == stages.USE:
                self._get_rid()
            elif self.stage == stages.FACE_TRAITOR:
                self._face(False)
            elif self.stage == stages.TURN:
                self._turn(False)
            elif (pile := draws_from(self.stage)) >= 0:
                s = self.here.numbers
                self.go(move(verbs.TILE, kind if (s.safe, s.standard)[pile][kind] else first_of(self._drawn(pile, False)), 0, 0))
            else:
                self._pass()
        if not in_hand():
            raise LineFailed(f"{TILES[kind].name} does not come to hand")

    def _lead_to(self, castle: Castle, within: tuple[int, ...], *, on_the_way: bool = False) -> None:
        """The choices of an effect under way that make a castle, or (`on_the_way`) leave one that this one is part of."""
        game = self.here.game
        behind = self.here.met
        stack: list[tuple[Position, tuple[int, ...]]] = [(self.here, ())]
        for _ in range(MOST_TRIED):
            if not stack:
                break
            here, way = stack.pop()
            made = castle_of(here, self.builder)
            if int(here.numbers.stage) not in within or here.met > behind:
                if lost(here):
                    continue
                if made == castle or here.met > behind or (on_the_way and thins_to(made, castle)):
                    for choice in way:
                        self.go(choice)
                    return
                continue
            if int(here.numbers.stage) == stages.DESTROY_TILES and here.numbers.purpose != stages.FIRE and not thins_to(made, castle):
                continue
            stack += [(game.apply(here, choice), (*way, choice)) for choice in reversed(game.choices(here))]
        raise LineFailed("the effect does not lead there")


def lost(position: Position) -> bool:
    return bool(position.is_over and position.numbers.outcome != stages.WON)


def overcome(position: Position, target: int) -> bool:
    """Whether so many ordeals are behind and the game goes on, or is won. It can be lost to what is looked at after an ordeal, the Pantry or the prison, or to
    the next one, if the castle is full."""
    return position.met >= target and not lost(position)


def _kinds(counts: Sequence[int]) -> list[int]:
    return [kind for kind, count in enumerate(counts) if count]


def _next_tiles(standing: Castle, wanted: Castle) -> Iterator[tuple[int, int]]:
    """Kinds and positions of the tiles that can be placed next on what stands; where it can have stood in several places, in any of them."""
    if not standing:
        yield from {(column[0], 1) for column in wanted}
        return
    for begin in range(len(wanted) - len(standing) + 1):
        if not all(wanted[begin + at][: len(column)] == column for at, column in enumerate(standing)):
            continue
        end = begin + len(standing)
        if begin:
            yield wanted[begin - 1][0], 0
        if end < len(wanted):
            yield wanted[end][0], len(standing) + 1
        if begin == 0 and end == len(wanted):  # the foundation comes first: its tiles may be alike
            for at, column in enumerate(standing):
                if len(wanted[at]) > len(column):
                    yield wanted[at][len(column)], at + 1
        return


def thins_to(castle: Castle, rest: Castle) -> bool:
    """Whether tiles can be taken from a castle so that another is left.

    >>> thins_to(((0, 1), (2,)), ((1,), (2,))), thins_to(((0, 1), (2,)), ((1, 0),)), thins_to(((0,), (2,)), ((2,),))
    (True, False, True)
    """
    if not rest:
        return True
    return any(
        all(part_of(left, column) for left, column in zip(rest, castle[begin:], strict=False))
        for begin in range(len(castle) - len(rest) + 1)
    )
