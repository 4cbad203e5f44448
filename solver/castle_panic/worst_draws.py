"""The worst that phase 6 can do to a board: the draws and dice that break a condition whatever the players choose, found through the rules.

All draws are looked at, except those that provably add nothing: tokens without effect on the board, and Monsters that could not come far enough before the
phase is over. Taking such a token out of a draw leaves the rest as it was, and one more token to draw. What may still come is bounded from above, and
boards that the bound already clears are not searched.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

from castlewise.models.castle_panic import stages
from castlewise.models.castle_panic.board import (
    ARCS,
    CASTLE,
    EVERY_COLOUR,
    FOREST,
    SWORDSMAN,
    TARRED,
    arc_of,
    colour_of,
    kind_of,
    opposite,
    ring_of,
)
from castlewise.models.castle_panic.components import (
    BOULDER,
    DRAW_AFTER,
    DRAW_NOW,
    HEAL,
    MARCH_ALL,
    MARCH_COLOUR,
    MARCH_OWN_COLOUR,
    ROTATE,
)
from castlewise.models.castle_panic.position import Position
from castlewise.models.castle_panic.rules.movement import step_closer
from castlewise.models.move_code import first_of
from castlewise.solver.deadline import Deadline


class Condition(Enum):
    NO_TOWER_FALLS = "no-tower-falls"
    NO_INTRUDER = "no-intruder"  # no Monster enters the Castle ring from outside, and the game is not lost otherwise


class OutOfTime(Exception):
    pass


@dataclass(frozen=True)
class Refutation:
    """What chance does, then what follows each choice of the players; no branches where the condition is broken."""

    outcomes: tuple[int, ...]
    words: tuple[str, ...]  # the same, in words
    branches: tuple[tuple[int, Refutation], ...] = ()

    def draws(self) -> Iterator[tuple[int, ...]]:
        """Each way through, as outcomes of chance alone."""
        if not self.branches:
            yield self.outcomes
        for _, branch in self.branches:
            for rest in branch.draws():
                yield self.outcomes + rest


_PHASE = (
    stages.DRAW_TOKEN,
    stages.ROLL_TOKEN,
    stages.ROLL_CHARGE,
    stages.WHO_IS_HURT,
    stages.CLAIM_BACKUP,
    stages.GIVE_UP_CARD,
)
ANY_NUMBER = float("inf")  # of tokens
_CHOICES = (stages.WHO_IS_HURT, stages.CLAIM_BACKUP, stages.GIVE_UP_CARD)
# The order in which tokens are tried: what does harm by itself before what draws more.
_HARM = {MARCH_ALL: 0, BOULDER: 1, MARCH_COLOUR: 2, ROTATE: 3, MARCH_OWN_COLOUR: 4, HEAL: 5, DRAW_NOW: 6, DRAW_AFTER: 7}


class WorstDraws:
    def __init__(self, position: Position, condition: Condition, deadline: Deadline) -> None:
        self.position = position
        self._game = position.game
        self._rules = position.game.rules
        self._condition = condition
        self._deadline = deadline
        self._towers = sum(position.numbers.towers)
        self._safe: dict[tuple[object, ...], float] = {}  # boards, and the number of tokens that cannot break them
        # With these the pile may be filled again on the way: then nothing is left out and nothing bounded.
        self._pile_grows = bool(self._rules.not_over_yet or self._rules.monster_recycling)

    def refutation(self) -> Refutation | None:
        """The worst draws from a board after its Move phase, with as few tokens as possible; None if nothing breaks the condition."""
        tokens = 0
        while True:
            found = self._break(self.position, tokens)
            if isinstance(found, Refutation):
                return found
            if found == ANY_NUMBER:
                return None
            tokens += 1

    def _break(self, here: Position, tokens: int) -> Refutation | float:
        """How so many more tokens at most break the condition, else how many are known not to."""
        if self._broken(here):
            return Refutation((), ())
        if here.is_over or here.state.stage not in _PHASE:
            return ANY_NUMBER
        key = self._key(here)
        known = self._safe.get(key, -1)
        if known >= tokens:
            return known
        if self._deadline.left <= 0:
            raise OutOfTime
        found = self._break_by_choices(here, tokens) if here.state.stage in _CHOICES else self._break_by_chance(here, tokens)
        if not isinstance(found, Refutation):
            self._safe[key] = found
        return found

    def _break_by_choices(self, here: Position, tokens: int) -> Refutation | float:
        """Every choice of the players has to end badly. A new home or a card given up changes nothing on the board."""
        choices = self._game.choices(here)
        if here.state.stage != stages.WHO_IS_HURT:
            choices = choices[:1]
        branches = []
        for choice in choices:
            branch = self._break(self._game.apply(here, choice), tokens)
            if not isinstance(branch, Refutation):
                return branch
            branches.append((choice, branch))
        return Refutation((), (), tuple(branches))

    def _break_by_chance(self, here: Position, tokens: int) -> Refutation | float:
        drawing = here.state.stage == stages.DRAW_TOKEN
        if drawing and not self._pile_grows and self._cleared(here, _Pile(here)):
            return ANY_NUMBER
        if drawing and (tokens == 0 or (not self._pile_grows and self._cleared(here, _Pile(here, tokens)))):
            return tokens
        safe = ANY_NUMBER
        for outcome in self._outcomes(here):
            if self._condition is Condition.NO_INTRUDER and self._lets_in(here, outcome):
                rest: Refutation | float = Refutation((), ())
            else:
                after = self._game.apply(here, outcome)
                rest = ANY_NUMBER if self._changes_nothing(here, after) else self._break(after, tokens - drawing)
            if isinstance(rest, Refutation):
                words = (self._game.describe(here, outcome), *rest.words)
                return Refutation((outcome, *rest.outcomes), words, rest.branches)
            safe = min(safe, rest + drawing)
        return safe

    # The condition.

    def _broken(self, here: Position) -> bool:
        result = self._game.result(here)
        if result is not None and not result.won:
            return True
        return self._condition is Condition.NO_TOWER_FALLS and sum(here.numbers.towers) < self._towers

    def _lets_in(self, here: Position, outcome: int) -> bool:
        """Whether a Monster steps into the Castle ring by this outcome."""
        colours = self._colours_marching(here, outcome)
        s = here.numbers
        return any(
            not m & TARRED and ring_of(m) == SWORDSMAN and colours >> colour_of(arc_of(m)) & 1 and ring_of(step_closer(s, m)) == CASTLE
            for m in s.monsters[: s.monster_count]
        )

    def _colours_marching(self, here: Position, outcome: int) -> int:
        number = first_of(outcome)
        stage = here.state.stage
        if stage == stages.ROLL_CHARGE:
            return 1 << number if number < 3 else EVERY_COLOUR if number == 4 else 0
        rolled = stage == stages.ROLL_TOKEN
        token = int(here.state.token) if rolled else number
        if rolled != bool(self._rules.token_health[token] > 0 or self._rules.token_effect[token] == BOULDER):
            return 0  # the die is still to be rolled
        effect = self._rules.token_effect[token]
        if effect == MARCH_COLOUR:
            return 1 << int(self._rules.token_argument[token])
        if effect == MARCH_OWN_COLOUR:
            return 1 << colour_of(number)
        return EVERY_COLOUR if effect == MARCH_ALL else 0

    # What may be left out.

    def _outcomes(self, here: Position) -> list[int]:
        listed = [outcome for outcome, _ in self._game.outcomes(here)]
        stage = here.state.stage
        if stage == stages.ROLL_CHARGE:
            return listed
        newcomers_matter = self._pile_grows or self._newcomers_matter(here)
        if stage == stages.DRAW_TOKEN:
            effects = {outcome: int(self._rules.token_effect[first_of(outcome)]) for outcome in listed}
            listed.sort(key=lambda outcome: _HARM.get(effects[outcome], len(_HARM)))
            if self._pile_grows:
                return listed
            return [
                outcome
                for outcome in listed
                if effects[outcome] in _HARM or (newcomers_matter and self._rules.token_health[first_of(outcome)] > 0)
            ]
        effect = int(self._rules.token_effect[here.state.token])
        if effect == BOULDER or newcomers_matter:
            return listed
        one_a_colour = effect == MARCH_OWN_COLOUR
        return [outcome for outcome in listed if first_of(outcome) in ((0, 2, 4) if one_a_colour else (0,))]

    def _newcomers_matter(self, here: Position) -> bool:
        """Whether a Monster placed now could still come into the Castle ring or strike a Wall: that takes four marches, its own included."""
        own = int(here.state.stage == stages.ROLL_TOKEN)
        return bool(_Pile(here).marches + own >= CASTLE)

    def _changes_nothing(self, here: Position, after: Position) -> bool:
        """Whether a token moved nobody and struck nothing, and draws no others."""
        if self._pile_grows or after.state.stage != stages.DRAW_TOKEN or here.state.stage == stages.ROLL_CHARGE:
            return False
        s, t = here.numbers, after.numbers
        due = s.tokens_due - (here.state.stage == stages.DRAW_TOKEN) + s.tokens_after
        if t.tokens_due + t.tokens_after != due:
            return False
        newcomer = int(s.token) if s.stage == stages.ROLL_TOKEN and not self._newcomers_matter(here) else None
        return _board_of(here, None) == _board_of(after, newcomer)

    def _key(self, here: Position) -> tuple[object, ...]:
        """What of a position matters. Monsters that cannot come far enough any more, and tokens without effect on the board, do not."""
        s = here.numbers
        if self._pile_grows or s.stage == stages.ROLL_CHARGE or s.resume == stages.BEGIN_TOKENS:
            return (bytes(here),)
        pile = _Pile(here)
        near = CASTLE - pile.marches - (s.stage != stages.DRAW_TOKEN)
        monsters = tuple(m for m in s.monsters[: s.monster_count] if ring_of(m) >= near)
        harmful = tuple(int(count) for count, effect in zip(s.pile, self._rules.token_effect, strict=True) if effect in _HARM)
        piles = (harmful, sum(s.pile), int(s.tokens_due), int(s.tokens_after), int(s.token), int(s.stage))
        return (monsters, tuple(s.walls), tuple(s.fortify), tuple(s.towers), tuple(s.homes), int(s.resume), piles)

    def _cleared(self, here: Position, pile: _Pile) -> bool:
        """Whether a bound on all that may still come shows that the condition holds."""
        if pile.marches >= CASTLE:
            return False
        s = here.numbers
        return not self._boulder_matters(here, pile) and not any(
            self._comes_in(here, pile, m) for m in s.monsters[: s.monster_count] if not m & TARRED
        )

    def _comes_in(self, here: Position, pile: _Pile, m: int) -> bool:
        """Whether a Monster might come in, or get under another Tower. Others may clear its way while it walks, but each layer of a Wall takes a token."""
        s = here.numbers
        if ring_of(m) == CASTLE:
            return bool(pile.marches or pile.rotations)
        steps = CASTLE - ring_of(m)
        layers = [s.walls[arc] + s.fortify[arc] for arc in range(ARCS)]
        straight = pile.marches_of[colour_of(arc_of(m))]
        if steps <= straight and layers[arc_of(m)] < min(pile.draws, straight + pile.boulders):
            return True
        around = pile.draws - 1 if pile.rotations else 0
        return bool(steps <= min(pile.marches, around) and min(layers) < min(around, pile.marches + pile.boulders))

    def _boulder_matters(self, here: Position, pile: _Pile) -> bool:
        s = here.numbers
        if not pile.boulders:
            return False
        if self._condition is Condition.NO_INTRUDER and not self._rules.my_home and sum(s.towers) > pile.boulders:
            return False  # Towers may fall, but not all of them
        return any(
            (s.towers[arc] or s.towers[opposite(arc)])
            and s.walls[arc] + s.fortify[arc] + 1 <= min(pile.draws, pile.boulders + pile.marches)
            for arc in range(ARCS)
        )


class _Pile:
    """The most that can still be drawn in this phase, or by so many tokens."""

    def __init__(self, here: Position, tokens: int | None = None) -> None:
        s, rules = here.numbers, here.game.rules
        kinds = [(kind, int(count)) for kind, count in enumerate(s.pile) if count]

        def having(*effects: int) -> int:
            return sum(count for kind, count in kinds if rules.token_effect[kind] in effects)

        drawing = [
            (max(0, int(rules.token_argument[kind]) - 1), count)
            for kind, count in kinds
            if rules.token_effect[kind] in (DRAW_NOW, DRAW_AFTER)
        ]
        due = s.tokens_due + s.tokens_after + sum(more * count for more, count in drawing)
        self.draws = min(sum(s.pile), due)  # besides those that only draw others
        if tokens is not None:
            self.draws = min(self.draws, tokens)
        self.marches = min(self.draws, having(MARCH_COLOUR, MARCH_OWN_COLOUR, MARCH_ALL))
        plain = having(MARCH_OWN_COLOUR, MARCH_ALL)
        coloured = [
            sum(n for kind, n in kinds if rules.token_effect[kind] == MARCH_COLOUR and rules.token_argument[kind] == c) for c in range(3)
        ]
        self.marches_of = [min(self.draws, plain + count) for count in coloured]
        self.rotations = min(self.draws, having(ROTATE))
        self.boulders = min(self.draws, having(BOULDER))


def _board_of(position: Position, newcomer: int | None) -> tuple[object, ...]:
    """Monsters and structures, without one Monster of a kind in the Forest."""
    s = position.numbers
    monsters = list(s.monsters[: s.monster_count])
    fresh = [m for m in monsters if kind_of(m) == newcomer and ring_of(m) == FOREST]
    if fresh:
        monsters.remove(fresh[0])
    return (monsters, list(s.walls), list(s.fortify), list(s.towers))
