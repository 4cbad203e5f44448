"""*Best odds*: the play after which it is likeliest that no Tower falls before the next turn. No coin flip: the best has to beat everything else by a margin.

Chances are fractions. The kernel's expectimax finds them as decimals, and as every draw and die has a known weight they are multiples of a known fraction;
the proof goes through all draws a second time, in fractions from the start.

Tokens that draw others are out of the pile in these puzzles: a person can then reckon with two draws and two dice.
"""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

from castlewise.models.castle_panic.board import CASTLE, KNIGHT, SWORDSMAN
from castlewise.models.castle_panic.position import Position
from castlewise.models.castle_panic.stages import DRAW_TOKEN, GIVE_UP_CARD, ROLL_TOKEN, WHO_IS_HURT
from castlewise.models.version import castlewise_version
from castlewise.puzzles.boards import DRAWING, Hand, line, rule_set, self_play, some_foe, some_structures, structures_of, too_many
from castlewise.puzzles.hints import percent
from castlewise.puzzles.kind import NotShown, Rejected
from castlewise.puzzles.puzzle import Prover, Puzzle
from castlewise.puzzles.sheet import pile_words
from castlewise.puzzles.table import Lines
from castlewise.puzzles.turn_table import END, State, TurnTable, stepped
from castlewise.puzzles.whatever_comes import TurnWithDraws
from castlewise.solver.castle_panic.monster_draws import after_plays
from castlewise.solver.castle_panic.monster_draws_rules import towers_kept
from castlewise.solver.expectimax import Question, kept_search

MOST_BOARDS = 400  # ends whose draws are looked at
NEARLY = Fraction(1, 10)  # an end this close to the best nearly works
ODDS = Question(towers_kept, turns=1)
_ROUNDING = 1e-6

# Out of the pile from the start: what draws more tokens, and enough others that a person can count what is left.
OUT = (*DRAWING, *["g"] * 3, *["o"] * 6, *["t"] * 5, "gb", "gb", "pa", "pk", "ps", "ad", "he")


class OddsTable(TurnTable):
    def __init__(self, position: Position) -> None:
        super().__init__(position)
        self._chances: dict[Position, Fraction] = {}

    def worth(self, end: State) -> Fraction:
        board = end[0]
        if board not in self._chances:
            if len(self._chances) == MOST_BOARDS:
                raise Rejected("too many boards")
            self._chances[board] = chance(board)
        return self._chances[board]

    def failing(self, end: State) -> str:
        return f"the chance that no Tower falls is {percent(self.worth(end))}, and {percent(max(self._chances.values()))} can be had"

    def shortfall(self, end: State) -> int:
        return 1 if max(self._chances.values()) - self.worth(end) <= NEARLY else 2


def unit(position: Position) -> int:
    """Every chance is a multiple of one over this: two tokens out of the pile, each with a die."""
    tokens = len(position.pile)
    return tokens * (tokens - 1) * 36


def chance(position: Position) -> Fraction:
    """The chance that no Tower falls once no more cards are played, by the kernel's search over all draws."""
    if any(name in ("goblin king", "draw 3 monster tokens", "draw 4 monster tokens") for name in position.pile) or len(position.pile) < 4:
        raise Rejected("draws that bring others")
    towers = len(position.towers)
    here = after_plays(position)
    if here.over:  # nothing is drawn: Missing was played
        return Fraction(int(len(here.position.towers) == towers))
    found = kept_search(position.game, ODDS, (towers,))(here.position, before=here.before)
    if not found.exact:
        raise NotShown("the search over the draws is not exact")
    times = found.value * unit(position)
    if abs(times - round(times)) > _ROUNDING:
        raise NotShown(f"a chance of {found.value} is no multiple of 1/{unit(position)}")
    return Fraction(round(times), unit(position))


class PlainChance:
    """The same in fractions, draw by draw straight through the rules: no search, no rounding. Positions met twice are looked at once."""

    def __init__(self, towers: int) -> None:
        self.towers = towers
        self._kept: dict[Position, Fraction] = {}

    def __call__(self, position: Position) -> Fraction:
        """From a position in which no more cards are played."""
        return self._of(stepped(position, END))

    def _of(self, here: Position) -> Fraction:
        if len(here.towers) < self.towers:
            return Fraction(0)
        if here not in self._kept:
            self._kept[here] = self._look(here)
        return self._kept[here]

    def _look(self, here: Position) -> Fraction:
        game, stage = here.game, here.state.stage
        if stage in (WHO_IS_HURT, GIVE_UP_CARD):
            return max(self._of(stepped(here, choice)) for choice in game.choices(here))
        if stage not in (DRAW_TOKEN, ROLL_TOKEN):
            return Fraction(1)  # the turn is over, and every Tower stands
        outcomes = game.outcomes(here)
        total = sum(weight for _, weight in outcomes)
        return sum((Fraction(weight, total) * self._of(stepped(here, outcome)) for outcome, weight in outcomes), Fraction(0))


class BestOdds(TurnWithDraws):
    name = "odds"
    title = "Best odds"
    ask = "no-tower-falls"
    margin = Fraction(1, 50)
    fewest_plays = 1

    def question(self, puzzle: Puzzle) -> str:
        return "Play so that it is likeliest that no Tower falls before the next turn: when the Monsters move, and when two tokens are drawn after that."

    def coming_words(self, puzzle: Puzzle) -> list[str]:
        return [pile_words(Position.read(puzzle.position))]

    def candidate(self, seed: int, rules: str) -> Puzzle:
        """More trouble than cards: what is left over is what the draws decide. A card that hardly matters would make the margin vanish, so there are few."""
        luck = random.Random(f"{self.name} {seed}")
        rule = rule_set(rules)
        stand = structures_of(self_play(luck, rule)) if seed % 3 == 0 else some_structures(luck, 0.4)
        foes = [some_foe(luck, (KNIGHT, SWORDSMAN, SWORDSMAN, SWORDSMAN, CASTLE), stand) for _ in range(luck.randint(3, 5))]
        if too_many(foes):
            raise Rejected("no board to begin with")
        hand = Hand(luck)
        for foe in luck.sample(foes, 2):
            hand.deal_with(foe, ["hits", "barbarian", "tar", "drive-back"] if foe[0] != CASTLE else ["barbarian", "tar", "drive-back"])
        if luck.random() < 0.5:
            hand.add(["br"])
            hand.add(["mo"])
        del hand.cards[4:]
        if not hand.cards:
            raise Rejected("no cards for it")
        return Puzzle(
            self.name, line(rule, stand, foes, [hand.cards, *([[]] * (rule.players - 1))], out=OUT), self.ask, seed=seed, rules=rules
        )

    def table(self, puzzle: Puzzle) -> OddsTable:
        return OddsTable(Position.read(puzzle.position))

    def show(self, puzzle: Puzzle, lines: Lines[Any], solution: Any) -> list[Prover]:
        plain = PlainChance(len(lines.table.start[0].towers))
        for end in lines.ends:
            if plain(end[0]) != lines.value(end):
                raise NotShown(f"the search finds {lines.value(end)}, fractions {plain(end[0])}")
        version = castlewise_version()
        return [
            Prover("expectimax", version, f"the chances of {len(lines.ends)} ends, over every draw and die"),
            Prover("fractions", version, "the same chances, draw by draw through the rules"),
        ]
