"""What the rest of a turn brings once the plays are over: Monsters move, then tokens are drawn. Exact, token by token.

    expect_draws(position, value)          # the expected value at the start of the next turn
    by_first_draw(position, value)         # the same by the first token and where it comes
    structure_losses(position, value)      # which Towers and Walls fall, how likely, and to what

A position in the Play phase is taken as it is: no card is played any more. The ordinary draws are followed without exception. What the Goblin King,
Draw 3 and Draw 4 bring on top of them has so many forms that only those likelier than `cut` are followed; the rest is estimated as if no more tokens
came, and widens the bounds by its whole chance.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from pathlib import Path as FilePath

from castlewise.models.castle_panic.board import ARCS
from castlewise.models.castle_panic.moves import END_PLAY, TOKEN
from castlewise.models.castle_panic.position import Position
from castlewise.models.castle_panic.rule_set import RuleSet, base_game_only
from castlewise.models.castle_panic.stages import (
    CLAIM_BACKUP,
    DRAW_TOKEN,
    GIVE_UP_CARD,
    PLAY_PHASE,
    ROLL_CHARGE,
    ROLL_TOKEN,
    WHO_IS_HURT,
)
from castlewise.models.kernel import Kernel, Layout
from castlewise.models.move_code import first_of, move, verb_of
from castlewise.models.problems import InvalidInput, Problem
from castlewise.solver.castle_panic.monster_draws_rules import LossTally, Path, end_draws, first_given_up, simple_chance, tally_losses
from castlewise.solver.expectimax import EVERYTHING, FROM_HERE, Before, Expectation, Expectimax, Question, Rule, kept_search
from castlewise.solver.expectimax_rules import Option, Search
from castlewise.solver.expectimax_table import Slot

ORDINARY_DRAWS_ONLY = 2.0  # a cut that nothing is likelier than
_SLOTS = 1 << 14  # about as many as a turn's ordinary draws have nodes
_STAGES = (PLAY_PHASE, WHO_IS_HURT, GIVE_UP_CARD, CLAIM_BACKUP, DRAW_TOKEN, ROLL_TOKEN, ROLL_CHARGE)


def draws_question(rule_set: RuleSet, value: Rule = simple_chance) -> Question:
    """The ordinary draws are a token and a die each, and before them the die of a Final Charge."""
    base_game_only(rule_set, "the exact draws do")
    chances = 2 * (3 if rule_set.charging_horde else 2) + int(rule_set.final_charge)
    return Question(value, turns=1, chances=chances, stop_short=end_draws, try_first=first_given_up, slots=_SLOTS)


class Way:
    """A position on the way through a turn's draws, with what lies before it. It is `over` where the game is, or where the next turn has begun."""

    def __init__(self, position: Position, before: Before = FROM_HERE) -> None:
        self.position = position
        self.before = before

    def follow(self, outcome: int, chance: float = 1.0) -> Way:
        game, state = self.position.game, self.position.game.copy(self.position.state)
        turns = int(game.kernel(game.kernel_rules["apply"])(game.rules, state, outcome))
        chances = self.before.chances + int(self.position.is_chance)
        return Way(Position(game, state), Before(self.before.turns + turns, chances, self.before.probability * chance))

    def outcomes(self) -> list[tuple[int, Fraction]]:
        """What chance can do here, if the turn is not over."""
        if self.over:
            return []
        outcomes = self.position.game.outcomes(self.position)
        total = sum(weight for _, weight in outcomes)
        return [(outcome, Fraction(weight, total)) for outcome, weight in outcomes]

    @property
    def over(self) -> bool:
        return self.position.is_over or self.before.turns > 0

    def expectation(self, search: Expectimax, cut: float, *, every_give_up: bool = True) -> Expectation:
        return search(self.position, cut=cut, before=self.before, first_only=not every_give_up)


def after_plays(position: Position) -> Way:
    """Where a turn is once its player has ended the Play phase."""
    if position.state.stage not in _STAGES:
        raise InvalidInput([Problem("position", "draws are looked at once the discard and trades are over")])
    here = Way(position)
    return here.follow(move(END_PLAY, 0, 0, 0)) if position.state.stage == PLAY_PHASE else here


def _search(position: Position, value: Rule, weights: Sequence[int]) -> Expectimax:
    return kept_search(position.game, draws_question(position.rule_set, value), weights)


def expect_draws(
    position: Position,
    value: Rule = simple_chance,
    weights: Sequence[int] = (),
    *,
    window: tuple[float, float] = EVERYTHING,
    cut: float = ORDINARY_DRAWS_ONLY,
    seconds: float | None = None,
    every_give_up: bool = True,
) -> Expectation:
    """The expected value at the start of the next turn.

    With `every_give_up=False` any card is given up to a token that asks everybody for one: the value is then a little too low, and found much sooner
    where many players hold many cards.

    `cut=0` leaves nothing out, which may take minutes while the Goblin King, Draw 3 or Draw 4 is in a full pile.
    """
    start = after_plays(position)
    return _search(position, value, weights)(
        start.position, window=window, cut=cut, seconds=seconds, before=start.before, first_only=not every_give_up
    )


@dataclass(frozen=True)
class FirstDraw:
    """What chance does first, and what follows: by the die, if one is rolled for the token."""

    outcome: int
    words: str
    token: str | None  # None for the die of a Final Charge
    chance: Fraction
    expectation: Expectation
    rolls: tuple[tuple[int, Expectation], ...] = ()  # by arc, from 1; each as likely


@dataclass(frozen=True)
class ByFirstDraw:
    """`choices` are those that come before anything is drawn, such as who is hurt by a Wall; `draws` is empty if nothing is drawn."""

    expectation: Expectation
    choices: tuple[int, ...]
    draws: tuple[FirstDraw, ...]


def by_first_draw(
    position: Position, value: Rule = simple_chance, weights: Sequence[int] = (), *, cut: float = ORDINARY_DRAWS_ONLY
) -> ByFirstDraw:
    """The expectation, and how it comes about: the worst draws first."""
    search, game = _search(position, value, weights), position.game
    here = after_plays(position)
    whole = here.expectation(search, cut)
    made: list[int] = []
    while not here.over and not here.position.is_chance:
        best = here.expectation(search, cut).best
        assert best is not None, "a choice has a best move"
        made.append(best)
        here = here.follow(best)
    draws = []
    for outcome, chance in here.outcomes():
        after = here.follow(outcome, float(chance))
        rolls: tuple[tuple[int, Expectation], ...] = ()
        if verb_of(outcome) == TOKEN and not after.over and after.position.state.stage == ROLL_TOKEN:
            rolls = tuple((first_of(roll) + 1, after.follow(roll, float(each)).expectation(search, cut)) for roll, each in after.outcomes())
        token = position.rule_set.components.tokens[first_of(outcome)].name if verb_of(outcome) == TOKEN else None
        words = game.describe(here.position, outcome)
        draws.append(FirstDraw(outcome, words, token, chance, after.expectation(search, cut), rolls))
    return ByFirstDraw(whole, tuple(made), tuple(sorted(draws, key=lambda draw: draw.expectation.value)))


@dataclass(frozen=True)
class Loss:
    """A structure that may fall before the next turn begins. `to` has what it falls to, likeliest first: a token's name, or None for the Move phase and the die
    of a Final Charge."""

    structure: str  # "tower" or "wall"
    arc: int
    chance: float
    to: tuple[tuple[str | None, float], ...]


@dataclass(frozen=True)
class Losses:
    """Towers first, then Walls, by arc. Draws of chance `left_out` were not followed to their end: any structure may fall in them as well."""

    losses: tuple[Loss, ...]
    left_out: float


@lru_cache
def losses_kernel(parent: Kernel) -> Kernel:
    sizes = {"arcs": ARCS, "tokens": parent.layouts["State"].dtype["pile"].shape[0] + 1}
    records = {record.__name__: Layout(record, sizes) for record in (Path, LossTally, Option, Search, Slot)}
    return Kernel(f"{parent.name} losses", records, entries=(tally_losses,), parent=parent, sources=FilePath(__file__).parents[1])


def structure_losses(
    position: Position, value: Rule = simple_chance, weights: Sequence[int] = (), *, cut: float = ORDINARY_DRAWS_ONLY
) -> Losses:
    """Which Towers and Walls fall, how likely, and to what, the Move phase included. Choices on the way are those of highest expected value."""
    start, game = after_plays(position), position.game
    search = _search(position, value, weights)
    kernel = losses_kernel(game.kernel)
    found = kernel.blank("LossTally")
    if not start.over:
        _follow(search, kernel, start, cut, found)
    names = [None, *(token.name for token in position.rule_set.components.tokens)]
    losses = []
    for structure, before, after, by_arc in (
        ("tower", position.state.towers, start.position.state.towers, found.towers),
        ("wall", position.state.walls, start.position.state.walls, found.walls),
    ):
        for arc in range(ARCS):
            chances = {name: float(chance) for name, chance in zip(names, by_arc[arc], strict=True) if chance > 0}
            if before[arc] > after[arc]:
                chances[None] = 1.0
            if chances:
                to = tuple(sorted(chances.items(), key=lambda item: -item[1]))
                losses.append(Loss(structure, arc + 1, sum(chances.values()), to))
    return Losses(tuple(losses), float(found.left_out))


def _follow(search: Expectimax, kernel: Kernel, start: Way, cut: float, found: LossTally) -> None:
    """Search, then go through everything that can be drawn with the choices that the search has made."""
    start.expectation(search, cut, every_give_up=False)
    search.put_first(start.position)
    paths = search.records(kernel.layouts["Path"])
    work = (search.states, paths, search.options, search.slots, search.query, search.keys, *search.lists)
    follow: Callable[..., None] = kernel(tally_losses)
    follow(search.game.rules, *work, found)
