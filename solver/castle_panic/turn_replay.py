"""Plays of a solver carried out through the rules: nothing is shown that was not replayed.

A solver gives a set of plays. The rules want them one after the other, with Monsters that change as they are hit; `Replay` follows each of them.
"""

from __future__ import annotations

from dataclasses import dataclass

from castlewise.models.castle_panic import moves as verbs
from castlewise.models.castle_panic.board import CASTLE, HEALTH_UNIT, RING_UNIT, TARRED, arc_of, clockwise, health_of, kind_of, ring_of
from castlewise.models.castle_panic.position import Position
from castlewise.models.castle_panic.stages import DISCARD_PHASE, DRAW_IN_PLAY, PLAY_PHASE, REPLACE, TRADE_PHASE, WHO_IS_HURT
from castlewise.models.castle_panic.turn_question import Outlook, Play
from castlewise.models.move_code import move, target_of
from castlewise.models.problems import IllegalMove
from castlewise.solver.verdict import ReplayFailed


@dataclass(frozen=True)
class TurnPlan:
    """One way to play a turn, replayed: the moves, where they lead, what that is worth."""

    moves: tuple[int, ...]
    end: Position  # after the Move phase
    outlook: Outlook
    value: int


class Replay:
    """A solution carried out move by move. `monsters` follows each Monster of the model through its hits; 0 once it is gone."""

    def __init__(self, position: Position, monsters: list[int]) -> None:
        self.here = position
        self.game = position.game
        self.monsters = monsters
        self.moves: list[int] = []

    def make(self, chosen: int) -> None:
        self.moves.append(chosen)
        try:
            self.here = self.game.apply(self.here, chosen)
        except IllegalMove as error:
            raise ReplayFailed(f"{self.here}: {error}") from error
        while self.here.state.stage in (REPLACE, DRAW_IN_PLAY):  # what is drawn is not part of the plan
            self.here = self.game.apply(self.here, self.game.outcomes(self.here)[0][0])

    def play_turn(self, plays: list[Play], hurt: list[int]) -> None:
        """A whole turn from where it stands: discards, trades, plays, and who is hurt in the Move phase."""
        if self.here.state.stage == DISCARD_PHASE:
            cards = [play.cards[0] for play in plays if play.effect == "discard"]
            first, second = (*cards, verbs.NOTHING, verbs.NOTHING)[:2]
            self.make(move(verbs.DISCARD, first, second, 0) if cards else move(verbs.KEEP, 0, 0, 0))
        for play in plays:
            if play.effect == "trade":
                self.make(move(verbs.TRADE, play.cards[0], play.partner, play.cards[1]))
        if self.here.state.stage == TRADE_PHASE:
            self.make(move(verbs.NO_TRADE, 0, 0, 0))
        self.make_all([play for play in plays if play.effect not in ("discard", "trade")])
        if self.here.state.stage == PLAY_PHASE:
            self.make(move(verbs.END_PLAY, 0, 0, 0))
        self.hurt(hurt)

    def make_all(self, plays: list[Play]) -> None:
        """Each play as soon as it is possible: Scavenge may have to wait for the card it fetches, and that card for Scavenge."""
        waiting = plays
        while waiting and not self.here.is_over:
            legal = set(self.game.choices(self.here))
            ready = next((play for play in waiting if self._move(play) in legal), None)
            if ready is None:
                raise ReplayFailed(f"{self.here}: none of {waiting} can be played")
            chosen = self._move(ready)
            waiting.remove(ready)
            self._follow(ready)
            self.make(chosen)

    def _move(self, play: Play) -> int:
        target = self.monsters[play.monster] if play.monster >= 0 else 0
        first = play.cards[0] if play.cards else 0
        if play.effect == "all-for-one":
            return move(verbs.ALL_FOR_ONE, *play.cards) + target
        if play.effect in _AT_A_MONSTER:
            return move(_AT_A_MONSTER[play.effect], first, 0, 0) + target
        if play.effect in _IN_AN_ARC:
            return move(_IN_AN_ARC[play.effect], play.arc, 0, 0)
        if play.effect == "scavenge":
            return move(verbs.SCAVENGE, first, play.cards[1], 0)
        return move({"missing": verbs.MISSING, "draw": verbs.DRAW_TWO}[play.effect], first, 0, 0)

    def _follow(self, play: Play) -> None:
        i = play.monster
        if i < 0:
            return
        m = self.monsters[i]
        if play.effect == "tar":
            self.monsters[i] = m + TARRED
        elif play.effect == "drive-back":
            self.monsters[i] = m - ring_of(m) * RING_UNIT
        elif play.effect == "hit" and health_of(m) > 1:
            self.monsters[i] = m - HEALTH_UNIT
        else:
            self.monsters[i] = 0

    def hurt(self, chosen: list[int]) -> None:
        """At each structure that several Monsters went against, the one of the solution."""
        while self.here.state.stage == WHO_IS_HURT:
            wanted = {
                (kind_of(self.monsters[i]), health_of(self.monsters[i]), arc) for i in chosen for arc in _arcs_ahead(self.monsters[i])
            }
            listed = self.game.choices(self.here)
            fitting = [m for m in listed if (kind_of(target_of(m)), health_of(target_of(m)), arc_of(target_of(m))) in wanted]
            if not fitting:
                raise ReplayFailed(f"{self.here}: nobody is hurt as foretold")
            self.make(fitting[0])


def _arcs_ahead(m: int) -> tuple[int, ...]:
    """Where a Monster about to move meets a structure."""
    return (clockwise(arc_of(m), 1),) if ring_of(m) == CASTLE else (arc_of(m),)


_AT_A_MONSTER = {"hit": verbs.HIT, "nice-shot": verbs.NICE_SHOT, "slay": verbs.SLAY, "tar": verbs.TAR, "drive-back": verbs.DRIVE_BACK}
_IN_AN_ARC = {"brick": verbs.BUILD, "fortify": verbs.FORTIFY, "held-wall": verbs.PLACE_WALL}
