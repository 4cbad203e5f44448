"""A game whose tiles come in a known order, as one problem for an SMT solver: can it be won?

One castle for each use of a tile, from the position asked about to the end. Everything is decided: which pile is drawn from, which face-up tile is taken, where
a tile goes, which powers are used, what is destroyed, which ordeals are met early. A "no" is therefore a proof. `order_smt_castle`, `_draws`, `_powers` and
`_ordeals` are the parts.

What makes it smaller than the rules: a Chameleon never recovers a Chameleon (it would be one of its own shape), so a use is of one tile that may take another
faction; a tile is in the discards if it has been seen and is not in the castle, so that nobody needs to count them; and once the game is won the
remaining tiles are laid aside.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from castlewise.models.castellion.moves import SAFE_PILE, STANDARD_PILE
from castlewise.models.castellion.order_question import BeyondOrderModel, OrderQuestion
from castlewise.models.castellion.order_smt_castle import Board, Castle, Tile, at_most_one, may_be_placed
from castlewise.models.castellion.order_smt_draws import FACE_UP, Coming, Draws
from castlewise.models.castellion.order_smt_ordeals import Meetings, ahead
from castlewise.models.castellion.order_smt_powers import Destruction, Exchange, Fire, exchange, fire, price
from castlewise.models.castellion.order_smt_words import tile_comes, tile_face_up, tile_in_hand
from castlewise.models.castellion.position import Position
from castlewise.models.castellion.rule_set import INTRODUCTORY
from castlewise.models.castellion.rules.powers import REVEALED_AT_ONCE
from castlewise.models.castellion.stages import DRAW_SAFE, DRAW_STANDARD, FACE_TRAITOR, TURN, USE
from castlewise.models.castellion.tiles import CHAMELEON, DEFENDERS, JUGGLER, PYRO, SEER, TRAITOR, counted
from castlewise.models.smt_circuit import FALSE, TRUE, Circuit, Reason

RECOVERED = (SEER, JUGGLER, PYRO)


@dataclass
class Use:
    """What may be done with the tile of one use, by literals."""

    before: Board
    at: Mapping[int, int]  # columns of the frame where it is placed
    seeing: int = FALSE
    juggling: int = FALSE
    burning: int = FALSE
    paying: int = FALSE
    recovered: Mapping[int, int] = field(default_factory=dict)  # the factions that a Chameleon brings back
    exchange: Exchange | None = None
    fire: Fire | None = None
    price: Destruction | None = None


class OrderModel:
    """`explain`: every tile, and everything an ordeal asks for, holds only where its reason is assumed.

    `plain`: no power is used and no Traitor discarded. That is a far smaller problem, but its "no" proves nothing.
    """

    def __init__(self, question: OrderQuestion, *, explain: bool = False, plain: bool = False) -> None:
        check(question.position)
        self.question, self.explain, self.plain = question, explain, plain
        self.circuit = Circuit()
        self.reasons: list[Reason] = []
        self.wishes: dict[int, tuple[int, str]] = {}  # by their guards: the ordeal, and the field of it (or FOUNDATION)
        self.tile_guards: list[int] = []  # one for each tile
        position = question.position
        rules, s = position.rule_set, position.numbers
        self.powers = rules.level != INTRODUCTORY
        self.formation_powers = bool(position.game.rules.formation_powers)
        self.size = rules.width, rules.height
        self.area = rules.width * rules.height
        self.castle: Castle = tuple(tuple(column) for column in position.columns(0))
        self.seen = [in_castle + int(n) for in_castle, n in zip(counted(k for col in self.castle for k in col), s.discards, strict=True)]
        self.uses: list[Use] = []
        self.kinds: list[dict[int, int]] = []  # of the tile of each use
        self.tiles = self._tiles()
        self.draws = Draws(
            self.circuit,
            self.tiles,
            sum(tile.pile == FACE_UP for tile in self.tiles),
            bool(s.hand),
            {DRAW_SAFE: SAFE_PILE, DRAW_STANDARD: STANDARD_PILE}.get(int(s.stage)),
        )
        ordeals = [
            ahead(
                self.circuit,
                n,
                rules.ordeals[n].cards[s.card[n] - 1],
                rules.ordeals[n].traitors,
                self.size,
                self.formation_powers,
                self._wish,
            )
            for n in range(s.met, 3)
        ]
        self.meetings = Meetings(self.circuit, ordeals, s.traitors + s.black_traitors, early=self.powers)
        self._play()
        self._count_tiles()

    @property
    def final(self) -> Board:
        """The castle that the last ordeal leaves."""
        return self.meetings.ordeals[-1].left

    def _wish(self, sentence: str, number: int, part: str) -> int:
        """The literal under which something is asked for."""
        if not self.explain:
            return TRUE
        guard = self.circuit.variable()
        self.reasons.append(Reason(sentence, guard, wanted=True))
        self.wishes[guard] = (number, part)
        return guard

    # The tiles.

    def _tiles(self) -> list[Coming]:
        s = self.question.position.numbers
        revealed = [kind for kind, count in enumerate(s.revealed) for _ in range(count)]
        hand = [Coming(self._one_of(s.hand - 1, tile_in_hand(s.hand - 1)), FACE_UP, 0)] if s.hand else []
        hand += [Coming(self._one_of(kind, tile_face_up(kind)), FACE_UP, 0) for kind in revealed]
        for pile, order in ((SAFE_PILE, self.question.safe), (STANDARD_PILE, self.question.standard)):
            hand += [
                Coming(self._one_of(kind, tile_comes(kind, pile, place), traitors=pile == STANDARD_PILE), pile, place)
                for place, kind in enumerate(order)
            ]
        return hand

    def _one_of(self, kind: int, sentence: str, *, traitors: bool = True) -> dict[int, int]:
        """Which tile it is. Where its reason is not assumed it may be any Defender, and, outside the safe pile, a Traitor."""
        if not self.explain:
            return {kind: TRUE}
        c = self.circuit
        kinds = {other: c.variable() for other in (*range(DEFENDERS), *([TRAITOR] if traitors else []), kind)}
        c.require_any(*kinds.values())
        at_most_one(c, list(kinds.values()))
        guard = c.variable()
        self.reasons.append(Reason(sentence, guard))
        self.tile_guards.append(guard)
        c.require_any(-guard, kinds[kind])
        return kinds

    # The uses.

    def _play(self) -> None:
        castle = Board.somewhere(self.circuit, *self.size, self.castle)
        tiles = sum(len(column) for column in self.castle)
        castle = self.meetings.point(castle, FALSE, TRUE, last=not self.tiles, full=False)
        for use in range(len(self.tiles)):
            kinds = self.draws.next_use()
            self.kinds.append(kinds)
            castle, traitor_placed = self._use(castle, kinds, -self.meetings.over)
            done = self.uses[-1]
            self.draws.used(done.seeing)
            happened = self.circuit.any_of(*done.at.values(), done.juggling, done.burning, done.paying, traitor_placed)
            last = use == len(self.tiles) - 1
            castle = self.meetings.point(castle, traitor_placed, happened, last=last, full=tiles + use + 1 >= self.area)

    def _count_tiles(self) -> None:
        """No castle has more of a kind than there are. That follows from everything else, and saves the solver a pigeonhole proof or two."""
        c = self.circuit
        total = list(self.seen)
        for tile in self.tiles:
            for kind, literal in tile.kinds.items():
                if literal == TRUE:
                    total[kind] += 1
        if not self.explain:
            for ordeal in self.meetings.ordeals:
                for kind in range(DEFENDERS):
                    c.require_at_most(ordeal.castle.of_kind(kind), total[kind])

    def _use(self, castle: Board, kinds: dict[int, int], playing: int) -> tuple[Board, int]:
        """The castle after a use, and whether it was a Traitor that was placed beside the ordeal."""
        c = self.circuit
        defenders = {kind: literal for kind, literal in kinds.items() if kind < DEFENDERS}
        a_defender = c.any_of(*defenders.values())
        factions = [c.any_of(*(literal for kind, literal in defenders.items() if kind // 3 == f)) for f in range(4)]
        shapes = tuple(c.any_of(*(literal for kind, literal in defenders.items() if kind % 3 == shape)) for shape in range(3))
        use = Use(castle, {column: c.variable() for column in castle.columns} if a_defender != FALSE else {})
        self.uses.append(use)
        if self.powers and not self.plain:
            factions = self._powers(use, factions, shapes, kinds)
        tile = Tile(tuple(factions), shapes, a_defender)
        done = [*use.at.values(), use.seeing, use.juggling, use.burning, use.paying]
        at_most_one(c, done)
        for literal in done:
            c.require_any(-literal, playing)
        for literal in use.at.values():
            c.require_any(-literal, a_defender)
        for literal in use.recovered.values():  # to discard it again would change nothing
            c.require_any(-literal, *use.at.values(), use.seeing, use.juggling, use.burning)
        may_be_placed(castle, tile, use.at)
        after = castle.with_tile(tile, use.at)
        traitor_placed = c.all_of(playing, -a_defender, -use.paying)
        changing = [literal for literal in (use.juggling, use.burning, use.paying) if literal != FALSE]
        if not changing:
            return after, traitor_placed
        changed = Board.open(c, *self.size)
        after.require_same(c.all_of(*(-literal for literal in changing)), changed)
        if use.juggling != FALSE:
            use.exchange = exchange(use.juggling, castle, changed)
        if use.burning != FALSE:
            use.fire = fire(use.burning, castle, changed)
        if use.paying != FALSE:
            use.price = price(use.paying, castle, changed, formation_powers=self.formation_powers)
        return changed, traitor_placed

    def _powers(self, use: Use, factions: list[int], shapes: tuple[int, ...], kinds: dict[int, int]) -> list[int]:
        """Open the powers that a tile may have, and return the factions it may be used as."""
        c = self.circuit
        if factions[CHAMELEON] != FALSE:
            use.recovered = {f: c.variable() for f in RECOVERED if any(self._may_lie_discarded(f * 3 + shape) for shape in range(3))}
            at_most_one(c, list(use.recovered.values()))
            for faction, literal in use.recovered.items():
                c.require_any(-literal, factions[CHAMELEON])
                for shape in range(3):
                    if shapes[shape] != FALSE:
                        c.require_any(-literal, -shapes[shape], self._lies_discarded(use.before, faction * 3 + shape))
            no_recovery = c.all_of(*(-literal for literal in use.recovered.values()))
            factions = [
                c.all_of(literal, no_recovery) if f == CHAMELEON else c.any_of(literal, use.recovered.get(f, FALSE))
                for f, literal in enumerate(factions)
            ]

        def power(faction: int) -> int:
            if factions[faction] == FALSE:
                return FALSE
            literal = c.variable()
            c.require_any(-literal, factions[faction])
            return literal

        use.seeing = power(SEER) if len(self.uses) < len(self.tiles) else FALSE
        use.juggling, use.burning = power(JUGGLER), power(PYRO)
        if TRAITOR in kinds:
            use.paying = c.variable()
            c.require_any(-use.paying, kinds[TRAITOR])
        return factions

    def _may_lie_discarded(self, kind: int) -> bool:
        return self.seen[kind] > 0 or any(kind in kinds for kinds in self.kinds[:-1])

    def _lies_discarded(self, castle: Board, kind: int) -> int:
        """Whether more tiles of a kind have been seen than stand in the castle."""
        earlier = [(1, kinds[kind]) for kinds in self.kinds[:-1] if kind in kinds]
        standing = [(-weight, literal) for weight, literal in castle.of_kind(kind)]
        return self.circuit.at_least([(self.seen[kind], TRUE), *earlier, *standing], 1)

    # Answers.

    def require_other_end(self, castle: Castle) -> None:
        """No second time this castle in the end."""
        self.final.require_other_than(castle)


def check(position: Position) -> None:
    """Raise what is beyond the model."""
    rules, s = position.rule_set, position.numbers
    if rules.players != 1:
        raise BeyondOrderModel("an order is planned for one player")
    if rules.appendix:
        raise BeyondOrderModel(f'the appendix "{rules.appendix}" is not part of the model')
    if rules.pantry:
        raise BeyondOrderModel("the Pantry is not part of the model")
    if position.is_over:
        raise BeyondOrderModel("the game is over")
    if int(s.stage) not in (TURN, USE, FACE_TRAITOR, DRAW_SAFE, DRAW_STANDARD):
        raise BeyondOrderModel("an order is planned from the start of a turn, or with a tile in hand that was drawn or recovered")
    if any(s.card[number] == 0 for number in range(s.met, 3)):
        raise BeyondOrderModel("an ordeal lies face down: what it asks for is not known")
    if sum(s.revealed) + bool(s.hand) > REVEALED_AT_ONCE:
        raise BeyondOrderModel(f"more than {REVEALED_AT_ONCE} tiles lie face up")
    if sum(len(column) for column in position.columns(0)) == rules.width * rules.height:
        raise BeyondOrderModel("the castle is full, and the ordeal that it meets is not under way")
