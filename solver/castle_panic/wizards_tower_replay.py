"""A solver's plays of a turn with the Wizard's Tower, put in an order that the rules accept and carried out.

Plays come in stretches of chains: a chain's moves keep their order, chains may be mixed. Nearly always the first order tried is right. It is not where a chain
has to wait for another: for the first hit of a Double Strike, for the card that Scavenge fetches, or for everything else before the game is won.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from castlewise.models.castle_panic import moves as verbs
from castlewise.models.castle_panic.board import arc_of, health_of, kind_of, ring_of
from castlewise.models.castle_panic.expansions.wizards_tower.components import WIZARDS_TOWER
from castlewise.models.castle_panic.expansions.wizards_tower.marks import flames_of, fresh_of
from castlewise.models.castle_panic.expansions.wizards_tower.moves import FROM_CASTLE, PASS, SPELL
from castlewise.models.castle_panic.expansions.wizards_tower.stages import DRAW_FOR, SECOND_HIT, WAVE_POINT, WHICH_DECK
from castlewise.models.castle_panic.position import Position
from castlewise.models.castle_panic.stages import DISCARD_PHASE, DRAW_IN_PLAY, PLAY_PHASE, REPLACE, TRADE_PHASE, WHO_IS_HURT
from castlewise.models.move_code import first_of, move, target_of, verb_of
from castlewise.models.problems import IllegalMove
from castlewise.solver.verdict import ReplayFailed

Chain = tuple[int, ...]
_WAVE = WIZARDS_TOWER.card("valadors wave")
_DONE = move(PASS, 0, 0, 0)


class WizardsReplay:
    """A turn being carried out: where it is, and the moves made so far."""

    def __init__(self, position: Position) -> None:
        self.here = self.before_move = position
        self.moves: list[int] = []

    def exchange(self, discarded: Sequence[int], trades: Sequence[tuple[int, int, int]]) -> None:
        if self.here.state.stage == DISCARD_PHASE:
            first, second = (*discarded, verbs.NOTHING, verbs.NOTHING)[:2]
            self._make(move(verbs.DISCARD, first, second, 0) if discarded else move(verbs.KEEP, 0, 0, 0))
        for given, partner, wanted in trades:
            self._make(move(verbs.TRADE, given, partner, wanted))
        if self.here.state.stage == TRADE_PHASE:
            self._make(move(verbs.NO_TRADE, 0, 0, 0))

    def play(self, stretches: Sequence[Sequence[Chain]]) -> None:
        for number, chains in enumerate(stretches):
            found = _mixed(self.here, list(chains), last=not any(stretches[number + 1 :]))
            if found is None:
                raise ReplayFailed(f"{self.here}: no order of {chains} is legal")
            made, self.here = found
            self.moves += made
        self.before_move = self.here
        if self.here.state.stage == PLAY_PHASE:
            self._make(move(verbs.END_PLAY, 0, 0, 0))

    def hurt_at(self, victims: Mapping[tuple[int, int], int]) -> None:
        """The same, told by the space of the structure and the Monster as it stood when the plays were over."""
        while self.here.state.stage == WHO_IS_HURT:
            listed = self.here.game.choices(self.here)
            there = target_of(listed[0])
            victim = victims[ring_of(there), arc_of(there)]
            like = (kind_of(victim), health_of(victim), flames_of(victim))
            fitting = [m for m in listed if (kind_of(target_of(m)), health_of(target_of(m)), flames_of(target_of(m))) == like]
            if not fitting:
                raise ReplayFailed(f"{self.here}: nobody is hurt as foretold")
            self._make(fitting[0])

    def hurt(self, victims: Sequence[int]) -> None:
        """At each structure that several Monsters went against, the one of the solution."""
        wanted = {_looks(m) for m in victims}
        while self.here.state.stage == WHO_IS_HURT:
            fitting = [m for m in self.here.game.choices(self.here) if _looks(target_of(m)) in wanted]
            if not fitting:
                raise ReplayFailed(f"{self.here}: nobody is hurt as foretold")
            self._make(fitting[0])

    def _make(self, chosen: int) -> None:
        self.moves.append(chosen)
        try:
            self.here = settled(self.here.game.apply(self.here, chosen))
        except IllegalMove as error:
            raise ReplayFailed(f"{self.here}: {error}") from error


def _looks(m: int) -> tuple[int, ...]:
    return kind_of(m), ring_of(m), arc_of(m), health_of(m), flames_of(m) + fresh_of(m)


def settled(position: Position) -> Position:
    """What is drawn on the way is not part of a plan: any card, from the Castle deck, will do."""
    game = position.game
    while position.state.stage in (REPLACE, DRAW_IN_PLAY, DRAW_FOR, WHICH_DECK):
        deck = position.state.stage == WHICH_DECK
        position = game.apply(position, move(FROM_CASTLE, 0, 0, 0) if deck else game.outcomes(position)[0][0])
    return position


def _mixed(start: Position, chains: list[Chain], *, last: bool) -> tuple[list[int], Position] | None:
    """All moves of some chains in an order that is legal; None if there is none. Only the very last play of a turn may end the game."""
    dead: set[tuple[tuple[int, ...], bytes]] = set()

    def go_on(here: Position, at: tuple[int, ...]) -> tuple[list[int], Position] | None:
        done = all(place == len(chain) for place, chain in zip(at, chains, strict=True))
        if done and here.state.stage in (SECOND_HIT, WAVE_POINT):
            return [_DONE], settled(here.game.apply(here, _DONE))
        if done:
            return None if here.is_over and not last else ([], here)
        if here.is_over or (at, bytes(here)) in dead:
            return None
        legal = set(here.game.choices(here))
        heads = [number for number, chain in enumerate(chains) if at[number] < len(chain)]
        for number in heads:
            chosen = _as_made(here, chains[number][at[number]])
            if chosen in legal:
                after = settled(here.game.apply(here, chosen))
                found = go_on(after, (*at[:number], at[number] + 1, *at[number + 1 :]))
                if found is not None:
                    return [chosen, *found[0]], found[1]
        if _DONE in legal:
            found = go_on(settled(here.game.apply(here, _DONE)), at)
            if found is not None:
                return [_DONE, *found[0]], found[1]
        dead.add((at, bytes(here)))
        return None

    return go_on(start, (0,) * len(chains))


def _as_made(here: Position, planned: int) -> int:
    """The move that a planned one is where the turn stands; 0 if it is not its time."""
    stage, chosen = here.state.stage, abs(planned)
    if verb_of(chosen) == SPELL and first_of(chosen) == verbs.NOTHING:  # a point of Valador's Wave, the first of which is the card's own
        return chosen if stage == WAVE_POINT else move(SPELL, _WAVE, 0, 0) + target_of(chosen)
    return chosen if (stage == SECOND_HIT) == (planned < 0) else 0
