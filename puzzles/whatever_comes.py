"""*Whatever comes*: a play after which no Tower falls, whatever tokens are drawn and whatever the dice say. It is about all draws at once: none is printed.

Boulders and the tokens that draw others are out of the pile in these puzzles: against a Boulder only a Wall in every arc helps.
"""

from __future__ import annotations

import random
from typing import Any

from castlewise.models.castle_panic.board import ARCHER, CASTLE, KNIGHT, SWORDSMAN
from castlewise.models.castle_panic.position import Position
from castlewise.models.castle_panic.turn_question import Outlook, simple_worth, worth_of_board
from castlewise.puzzles.boards import (
    DRAWING,
    Hand,
    foes_of,
    line,
    rule_set,
    self_play,
    some_foe,
    some_structures,
    structures_of,
    threatens,
    too_many,
)
from castlewise.puzzles.kind import NotShown, Rejected, Rung
from castlewise.puzzles.ladder import always, at_random, greedily, one_at_a_time
from castlewise.puzzles.one_turn import CastlePanicKind
from castlewise.puzzles.puzzle import Prover, Puzzle
from castlewise.puzzles.sheet import pile_words
from castlewise.puzzles.table import Lines
from castlewise.puzzles.turn_proofs import leave_something_out
from castlewise.puzzles.turn_table import State, TurnTable, after_move_phase, deeds, lost_words
from castlewise.solver.castle_panic.guarantee import guarantee
from castlewise.solver.castle_panic.worst_draws import Condition, OutOfTime, WorstDraws
from castlewise.solver.deadline import Deadline
from castlewise.solver.verdict import Outcome
from castlewise.solver.z3 import VERSION

SECONDS = 20.0
A_MOMENT = 10.0  # in which it is nearly always clear whether any play holds
OUT = (*DRAWING, *["gb"] * 4)
SHORT_OF_TIME = 20.0  # for the draws of one board; nearly all take milliseconds
MOST_BOARDS = 150  # ends whose draws are looked at


class WhateverTable(TurnTable):
    """An end is worth 1 if no draw brings a Tower down, with the players choosing who is hurt as well as they can."""

    def __init__(self, position: Position) -> None:
        super().__init__(position)
        self._kept: dict[Position, int] = {}

    def shortfall(self, end: State) -> int:
        """2 if a Tower falls in the Move phase already, 1 if some draw brings one down."""
        board = end[0]
        if board not in self._kept:
            if len(self._kept) == MOST_BOARDS:
                raise Rejected("too many boards")
            self._kept[board] = self._shortfall(board)
        return self._kept[board]

    def failing(self, end: State) -> str:
        """The worst draws, where it is they that bring a Tower down."""
        after = max(after_move_phase(end[0]), key=lambda after: len(after.towers))
        if len(after.towers) < len(end[0].towers):
            return f"{lost_words(end[0], after)} when the Monsters move"
        found = WorstDraws(after, Condition.NO_TOWER_FALLS, Deadline(SHORT_OF_TIME)).refutation()
        while found is not None and found.branches:
            found = found.branches[0][1]
        return f"these draws bring a Tower down: {'; '.join(found.words) if found else ''}"

    def _shortfall(self, position: Position) -> int:
        towers = len(position.towers)
        standing = [after for after in after_move_phase(position) if len(after.towers) == towers]
        if not standing:
            return 2
        try:
            broken = all(WorstDraws(after, Condition.NO_TOWER_FALLS, Deadline(SHORT_OF_TIME)).refutation() for after in standing)
        except OutOfTime:
            raise Rejected("too many draws") from None
        return int(broken)


class TurnWithDraws(CastlePanicKind):
    """Candidates and players of the two kinds that are about what is drawn after the turn."""

    def rungs(self, table: Any, lines: Lines[Any]) -> list[Rung]:
        return [at_random(lines), greedily(lines), one_at_a_time(lines), whole_turn(lines), always, always]

    def board_of(self, seed: int, rules: str, out: tuple[str, ...] = ()) -> str:
        luck = random.Random(f"{self.name} {seed}")
        rule = rule_set(rules)
        if seed % 3 == 0:
            position = self_play(luck, rule)
            stand = structures_of(position)
            foes = [(min(SWORDSMAN, foe[0] + luck.randint(0, 2)) if foe[0] < SWORDSMAN else foe[0], *foe[1:]) for foe in foes_of(position)][
                :7
            ]
        else:
            stand = some_structures(luck, 0.45)
            foes = [some_foe(luck, (KNIGHT, SWORDSMAN, SWORDSMAN, CASTLE), stand) for _ in range(luck.randint(2, 4))]
            foes += [some_foe(luck, (ARCHER, KNIGHT), stand) for _ in range(luck.randint(0, 2))]
        if not foes or too_many(foes):
            raise Rejected("no board to begin with")
        hand = Hand(luck)
        for foe in foes:
            if threatens(foe, stand) or luck.random() < 0.35:
                hand.deal_with(foe, ["hits", "tar", "barbarian", "drive-back"] if foe[0] != CASTLE else ["tar", "barbarian", "drive-back"])
        if luck.random() < 0.5:
            hand.add(["br"])
            hand.add(["mo"])
        hand.decoys(luck.randint(0, 2))
        while len(hand.cards) > 6:
            hand.cards.pop(luck.randrange(len(hand.cards)))
        if not hand.cards:
            raise Rejected("no cards for it")
        return line(rule, stand, foes, [hand.cards, *([[]] * (rule.players - 1))], out=out)


def whole_turn(lines: Lines[Any]) -> Rung:
    """The end of the turn that looks best after the Move phase, as if nothing were drawn."""

    def looks(end: State) -> int:
        worth = simple_worth(end[0].rule_set)
        return max(worth_of_board(worth, Outlook.of(after)) for after in after_move_phase(end[0]))

    return lambda: lines.value(max(lines.ends, key=looks)) == lines.best()


class WhateverComes(TurnWithDraws):
    name = "whatever"
    title = "Whatever comes"
    ask = "no-tower-falls"

    def question(self, puzzle: Puzzle) -> str:
        return "Play so that no Tower falls when the Monsters move, nor when tokens are drawn after that, whatever is drawn and rolled."

    def candidate(self, seed: int, rules: str) -> Puzzle:
        return Puzzle(self.name, self.board_of(seed, rules, OUT), self.ask, seed=seed, rules=rules)

    def hopeless(self, puzzle: Puzzle) -> bool:
        position = Position.read(puzzle.position)
        return guarantee(position, Condition.NO_TOWER_FALLS, seconds=A_MOMENT).verdict.outcome is not Outcome.SOLVED

    def coming_words(self, puzzle: Puzzle) -> list[str]:
        return [pile_words(Position.read(puzzle.position))]

    def table(self, puzzle: Puzzle) -> WhateverTable:
        return WhateverTable(Position.read(puzzle.position))

    def show(self, puzzle: Puzzle, lines: Lines[Any], solution: Any) -> list[Prover]:
        """Z3 finds a play that holds, by counterexamples, and none that leaves out a part of the solution."""
        position = lines.table.start[0]
        if guarantee(position, Condition.NO_TOWER_FALLS, seconds=SECONDS).verdict.outcome is not Outcome.SOLVED:
            raise NotShown("Z3 finds no play that holds")
        without = guarantee(
            position, Condition.NO_TOWER_FALLS, seconds=SECONDS, require=leave_something_out(deeds(position, solution))
        ).verdict
        if without.outcome is not Outcome.IMPOSSIBLE:
            raise NotShown("Z3 finds a second solution" if without.outcome is Outcome.SOLVED else f"Z3: {without.reason}")
        return [Prover("z3", VERSION, "a play holds against every draw, and none that leaves out a part of the solution")]
