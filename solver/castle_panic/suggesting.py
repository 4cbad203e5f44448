"""Advice for a position of Castle Panic (see castlewise.solver.advice): candidates of turn_search.py, a race, a ranking in the game's words."""

from __future__ import annotations

import threading
import time
from collections.abc import Hashable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from castlewise.models.castle_panic.board import ARCS
from castlewise.models.castle_panic.moves import DRAW_TWO, END_PLAY
from castlewise.models.castle_panic.position import Position
from castlewise.models.castle_panic.rule_set import MASTER_SLAYER
from castlewise.models.castle_panic.stages import PLAY_PHASE, TRADE_PHASE, WON
from castlewise.models.contract import Node
from castlewise.models.kernel import copy_record, prepare
from castlewise.models.move_code import verb_of
from castlewise.models.problems import InvalidInput, Problem
from castlewise.models.provenance import Certainty
from castlewise.models.randomness import seeded
from castlewise.models.version import castlewise_version
from castlewise.solver.advice import Advice, Candidate, WinChance, all_legal_moves, name_of_values, with_groups
from castlewise.solver.castle_panic.advisor import AT_STAKE, WIDE, Desk, looks_for
from castlewise.solver.castle_panic.best_way import Fallen, best_way
from castlewise.solver.castle_panic.closed_hands import REMARK, as_seen, closed, deal_unseen, moves_foreseen, viewer
from castlewise.solver.castle_panic.second_look import SecondLook
from castlewise.solver.castle_panic.standings import Standings, finalists
from castlewise.solver.castle_panic.turn_search import (
    OPENING,
    best_trade,
    end_and_settle,
    list_candidates,
    list_plays,
    playing,
    write_plays,
)
from castlewise.solver.castle_panic.value_sets import ValueSet, value_file_for, value_set_for
from castlewise.solver.castle_panic.wizards_tower_search import wizards_playing
from castlewise.solver.racing import LEAST, ROUND, Floats, Race, Stopped, likely_best, standard_error
from castlewise.solver.rollouts import roll
from castlewise.solver.value import MILLION

if TYPE_CHECKING:
    from castlewise.models.castle_panic.game import CastlePanic

_ENDGAME_SHARE = 0.5  # of the time, once the pile is empty
_RANKING_SHARE = 0.03  # of the time, for making a ranking of what the race has found
_FIRST_SHARE = 0.5  # of what is left, for the race, if there may be a second look
_MOST_ADVISED = 240  # rollouts of a second look that the clock ends
_ENDGAMES = 4  # candidates that are then followed to the end
_ENDGAME_NODES = 20_000  # each, if the clock is not to matter
_LEAST_SECONDS = 0.005
_MODEL_SECONDS = 2.0  # for the turn model, where there are too many ways to play to list them
_MODEL_WAYS = 8
EFFORT = WIDE


class _KeptDesks(threading.local):
    """A thread's own desks, by rule set: making one takes longer than many a search."""

    def __init__(self) -> None:
        self.desks: dict[Any, Desk] = {}


_kept = _KeptDesks()


def _desk(game: CastlePanic) -> Desk:
    key = (game.rule_set, game.kernel)
    if key not in _kept.desks:
        desk = _kept.desks[key] = Desk(game, most_states=EFFORT.most_states)
        prepare(game.kernel, desk.kernel)  # compiled or loaded now, so that it does not count as thinking
    return _kept.desks[key]


def suggest(position: Position, seconds: float = 1.0, *, seed: int = 1, rollouts: int | None = None, also: Sequence[int] = ()) -> Advice:
    game = position.game
    asked = str(position)
    hidden = closed(position.rule_set)
    if hidden and also:
        reason = "with friends-close a decision that was made cannot be weighed: it may rest on what the players told each other"
        raise InvalidInput([Problem("rules", reason)])
    position = as_seen(position, seed)
    desk = _desk(game)
    began = time.perf_counter()  # after the rules are compiled and the memory is there
    found = Candidates(position, desk, seed, seconds / 2)
    kept = [found.with_moves(also)] if also else []
    race = Race(found.roll, found.count, kept)
    endgame = found.is_endgame and not hidden
    values = value_set_for(game.rule_set)
    tokens_left = sum(position.numbers.pile)
    fallen = [found.fallen(c) for c in range(found.count)]  # before a second look, which uses the desk
    exact = {c: outcome for c in range(found.count) if (outcome := found.outcome(c)) is not None}
    won_at_once = {c for c, outcome in exact.items() if outcome == 1}
    until = seconds * (1 - (_ENDGAME_SHARE if endgame else _RANKING_SHARE))
    again = not endgame and not hidden and not position.rule_set.wizards_tower  # whether there may be a second look
    first_rollouts, advised = looks_for(rollouts) if again and rollouts is not None else (rollouts, _MOST_ADVISED if again else 0)
    race.run(seconds=until * (_FIRST_SHARE if advised else 1), rollouts=first_rollouts, began=began)
    stopped = race.stopped
    standings = Standings(race)
    looked_at: list[int] = []
    if advised:
        kinds = found.kinds(race)
        close = finalists(race, kinds)
        if (
            len(close) > 1
            and not exact.keys() & set(close)
            and values.on_the_whole(min(max(standings.means[race.leader], 0), 1)) <= AT_STAKE
        ):
            look = found.second_look(close, [standings.means[c] for c in close])
            look.run(advised, lambda: rollouts is None and time.perf_counter() - began >= until)
            stopped = look.stopped
            standings, looked_at = Standings(race, close, kinds, look), close
            found.listing += (
                f"; the {len(close)} closest were looked at again, by {look.rollouts} rollouts that the advisor itself plays on"
            )
        elif rollouts is None and stopped is Stopped.TIME:
            race.run(seconds=until, rollouts=None, began=began)
            stopped = race.stopped
            standings = Standings(race)
    if endgame:
        ahead = sorted((c for c in race.alive if c not in exact), key=lambda c: -standings.means[c])[:_ENDGAMES]
        leading = [*ahead, *(c for c in kept if c not in exact and c not in ahead)]
        for place, candidate in enumerate(leading):
            left = (began + seconds - time.perf_counter()) / (len(leading) - place)
            if (chance := found.endgame(candidate, left, timed=rollouts is None)) is not None:
                exact[candidate] = chance
    if len(exact) == found.count:
        stopped = Stopped.EXACT
    if found.forced:
        stopped = Stopped.FORCED

    def calibrated(sampled: float) -> float:
        return values.calibrated(sampled, tokens_left)

    def spread(candidate: int, error: float) -> float:
        """An error of a mean as one of its win chance."""
        return (calibrated(standings.means[candidate] + error) - calibrated(standings.means[candidate] - error)) / 2

    def chance_of(candidate: int, errors: float = 0.0) -> float:
        return exact[candidate] if candidate in exact else calibrated(standings.means[candidate] + errors * standings.errors[candidate])

    # A win at once comes first: where nothing else tells them apart, it is the shorter way.
    # And a finalist of the second look may have left the race before.
    told_apart = {*race.alive, *exact, *looked_at}
    best = min(range(found.count), key=lambda c: (c not in won_at_once, c not in told_apart, -chance_of(c)))
    order = sorted(range(found.count), key=lambda c: (c != best, c not in won_at_once, -chance_of(c)))

    def distance_error(candidate: int) -> float:
        """Half of the 95 % interval of the distance to the best."""
        if candidate == best or {candidate, best} <= exact.keys():
            return 0.0
        if exact.keys() & {candidate, best}:  # what is exact has no luck in common with what was sampled
            sampled = best if candidate in exact else candidate
            return spread(sampled, 1.96 * standings.errors[sampled])
        return spread(candidate, 1.96 * standings.lead_error(best, candidate))

    errors = [distance_error(c) for c in order]
    shares = likely_best(
        [chance_of(c) for c in order],
        [error / 1.96 for error in errors],
        [0.0 if c in exact else spread(c, standings.wrong(c, chance_of(best))) for c in order],
        [c if c in exact else standings.alike(c) for c in order],
        seed,
    )
    made: list[Candidate] = []
    for number, error, share in zip(order, errors, shares, strict=True):
        win, low, high = (chance_of(number, errors) for errors in (0, -1.96, 1.96))
        moves, short, words = found.told(number)
        if hidden and (not moves or any(moves == other.moves for other in made)):
            continue  # they differ in what others are asked to do
        behind = chance_of(best) - win
        made.append(Candidate(moves, short, words, win, low, high, number in exact, share, behind, standings.rollouts[number], error))
    return Advice(
        position=asked,
        mover=game.mover(position),
        candidates=with_groups(made),
        forced=found.forced,
        listing=found.listing,
        remarks=tuple(_remarks(position, values, found)),
        rollouts=race.rollouts,
        seconds=time.perf_counter() - began,
        seed=seed,
        version=castlewise_version(),
        values=name_of_values(value_file_for(position.rule_set)),
        nodes=found.nodes,
        best_way=best_way(made[0].words, fallen[best], [fallen[c] for c in order[1:]], _hope(position, made[0].moves)),
        stopped=stopped.value if stopped else "",
    )


def _hope(position: Position, moves: Sequence[int]) -> str:
    """What is hoped for, where a card is discarded."""
    from castlewise.solver.castle_panic.hopes import hopes, in_a_clause

    found = hopes(position, moves)
    return in_a_clause(found) if found else ""


def win_chance(position: Position, *, rollouts: int, seed: int = 1) -> WinChance:
    """The chance to win from any position, as rollouts have it; exact once the game is over."""
    game = position.game
    if game.node(position) is Node.OVER:
        won = float(position.state.outcome == WON)
        return WinChance(won, won, won)
    rolled = rollouts_from(as_seen(position, seed), rollouts=rollouts, seed=seed)
    mean, error = float(rolled.mean()), 1.96 * standard_error(rolled)
    values, tokens_left = value_set_for(game.rule_set), sum(position.numbers.pile)
    win, low, high = (values.calibrated(mean + shift, tokens_left) for shift in (0, -error, error))
    return WinChance(win, low, high)


def rollouts_from(position: Position, *, rollouts: int, seed: int = 1, turns: int = EFFORT.horizon) -> Floats:
    """What rollouts of so many turns from a position come to, each on its own and not calibrated."""
    game = position.game
    desk = _desk(game)
    luck, out = seeded(seed, 1), game.buffer(rollouts)
    _put_state(desk, 0, position.state, 0)
    desk.kernel(roll)(
        game.rules, desk.values, desk.candidates, 0, desk.race, desk.probe, luck, 0, rollouts, turns,
        desk.source, desk.out, desk.weights, out,
    )  # fmt: skip
    return np.array(out[:rollouts], float) / MILLION


def _playing(position: Position, state: Any = None) -> bool:
    """Whether cards are being played, or one is half played: then a candidate is all that is left of the Play phase. `state` is another of the same game."""
    here: Any = position.state if state is None else state
    return (wizards_playing(here) if position.rule_set.wizards_tower else playing(here)) == 1


def moves_of_decision(position: Position, following: Sequence[int]) -> int:
    """Trades and plays up to the end of the Play phase are one decision; so are they up to a card that draws, as what it brings is not known before."""
    here = position
    for count, move in enumerate(following):
        if not (here.state.stage == TRADE_PHASE or _playing(here)) or position.game.node(here) is not Node.CHOICE:
            return max(count, 1)
        if verb_of(move) == END_PLAY:
            return count + 1
        here = position.game.apply(here, move)
    return len(following)


def _put_state(desk: Desk, number: int, state: Any, turns: int) -> None:
    """A state as a candidate; `turns` have ended since the decision."""
    if desk.kernel.compiled:
        desk.candidates[number] = state
    else:
        copy_record(desk.candidates[number], state)
    desk.race.turns[number] = turns


class Candidates:
    """The candidates of a position on a desk."""

    def __init__(self, position: Position, desk: Desk, seed: int, seconds: float) -> None:
        self.position, self.game, self.desk = position, position.game, desk
        self._viewer = viewer(position)
        self.luck = seeded(seed, 1)
        self._values = self.game.buffer(ROUND)  # of rollouts, and as much more as is asked for at once
        legal = self.game.choices(position)
        self.hidden = closed(position.rule_set)
        self.forced = len(legal) == 1 and not (self.hidden and position.state.stage == TRADE_PHASE)
        self.draws_first = False
        self.nodes = 0  # of the endgames that were followed
        self._planned: dict[int, tuple[int, ...]] = {}  # the moves of candidates that are not from the list
        trading = position.state.stage == TRADE_PHASE
        if position.state.stage == PLAY_PHASE:
            draws = [m for m in legal if verb_of(m) == DRAW_TWO]
            if draws:
                self.draws_first = True
                self._origins = [0]
                self._moves = draws[:1]
                self.count = 1
                _put_state(self.desk, 0, self.game.apply(position, draws[0]).state, 0)
                self.listing = "Draw 2 Cards first: the rest is decided when its cards are known"
                return
        d = desk
        self.count = d.kernel(list_candidates)(
            self.game.rules, position.state, d.values, d.states, d.steps, d.slots, d.probe, d.race, d.candidates, self.luck,
            EFFORT.settings(self.game), d.source, d.out, d.weights, d.plan,
        )  # fmt: skip
        self._moves = [int(d.plan[i]) for i in range(1, d.plan[0] + 1)]
        self._origins = [int(d.race.origin[i]) for i in range(self.count)]
        if _playing(position):
            ways = self._states(position)
            self.listing = self._ways(abs(ways), cut=ways < 0)
            if ways < 0 and not position.rule_set.wizards_tower:
                self._ask_the_model(min(_MODEL_SECONDS, seconds))
        else:
            self.listing = self._listing(len(legal), trading)

    def _ask_the_model(self, seconds: float) -> None:
        """More ways to play than are listed: the best of all by the CP-SAT model of the turn join the race."""
        from castlewise.models.castle_panic.turn_question import simple_worth
        from castlewise.solver.castle_panic.turn_plan import best_turns

        try:
            _, plans = best_turns(self.position, simple_worth(self.position.rule_set), count=_MODEL_WAYS, seconds=seconds)
        except InvalidInput as error:
            self.listing += f"; the turn model was not asked ({error.problems[0].reason})"
            return
        before = self.count
        for plan in plans:
            if plan.moves:
                self.with_moves(plan.moves[: moves_of_decision(self.position, plan.moves)])
        self.listing += f"; {self.count - before} more from the {len(plans)} best that CP-SAT found among all ways to play"

    def with_moves(self, moves: Sequence[int]) -> int:
        """The candidate that moves made one after the other lead to: one that is there already, or a new one."""
        here = self.position
        for m in moves[:-1]:
            here = self.game.apply(here, m)
        ends = verb_of(moves[-1]) == END_PLAY
        state, turns = self.game.copy(here.state if ends else self.game.apply(here, moves[-1]).state), 0
        if ends:
            turns = int(self.desk.kernel(end_and_settle)(self.game.rules, state, self.desk.source, self.desk.out))
        for number in range(self.count):
            if self._bytes(self.desk.candidates[number]) == self._bytes(state):
                return number
        _put_state(self.desk, self.count, state, turns)
        self._planned[self.count] = tuple(moves)
        self.count += 1
        return self.count - 1

    def _bytes(self, state: Any) -> bytes:
        return self.game.kernel.layouts["State"].to_bytes(state)

    def _ways(self, states: int, *, cut: bool) -> str:
        """What was listed of the ways to play, of which the list on the desk has so many states."""
        ways, first = states, "the first"
        if self.position.rule_set.wizards_tower:
            listed = (self.desk.states[i] for i in range(states))
            ways = sum(state.stage == PLAY_PHASE or not _playing(self.position, state) for state in listed)
            first = "the most promising"
        what = (
            f"{first} {ways:,} different ways to play"
            if cut
            else "the only way to play"
            if ways == 1
            else f"all {ways:,} different ways to play"
        )
        return what + (f"; the {self.count} best by the value function were rolled out" if cut or ways != self.count else "")

    def _listing(self, legal: int, trading: bool) -> str:
        if trading and self.hidden:
            return f"trades are not weighed with closed hands; the {self.count} best ways to play without one were rolled out"
        if trading:
            followed = min(legal, EFFORT.openings)
            return (
                f"{legal} trades valued, the plays of {'all' if followed == legal else f'the {followed} best'} listed; "
                f"the {self.count} best ways to trade and play were rolled out"
            )
        return all_legal_moves(legal)

    def _states(self, position: Position) -> int:
        """List the ways to play a hand; the number of states, negative if there are more."""
        d = self.desk
        if d.kernel.compiled:
            d.states[0] = position.state
        else:
            copy_record(d.states[0], position.state)
        listed = d.kernel(list_plays)(
            self.game.rules, d.values, d.states, d.steps, d.slots, d.probe, self.luck, EFFORT.settings(self.game), d.source, d.out, d.weights
        )  # fmt: skip
        return int(listed)

    def _best_trade(self, here: Position) -> int:
        """The further trade that the candidate was made with."""
        d = self.desk
        found = d.kernel(best_trade)(self.game.rules, here.state, d.values, d.probe, self.luck, d.source, d.out, d.weights)
        return int(found)

    def roll(self, candidate: int, first: int, count: int) -> Floats:
        d = self.desk
        kept = self.game.copy(d.candidates[candidate]) if self.hidden else None
        if kept is not None:  # the same unseen cards for all candidates, others from round to round
            dealt = self.game.copy(kept)
            deal_unseen(self.position.rule_set, dealt, self._viewer, seeded(self.luck, first))
            _put_state(d, candidate, dealt, int(d.race.turns[candidate]))
        if count > len(self._values):
            self._values = self.game.buffer(count)
        d.kernel(roll)(
            self.game.rules, d.values, d.candidates, candidate, d.race, d.probe, self.luck, first, count, EFFORT.horizon,
            d.source, d.out, d.weights, self._values,
        )  # fmt: skip
        if kept is not None:
            _put_state(d, candidate, kept, int(d.race.turns[candidate]))
        return np.array(self._values[:count], float) / MILLION

    def kinds(self, race: Race) -> list[Hashable]:
        """What tells candidates apart for a second look: trades by the trade, whatever is played after it; others by what their rollouts came to."""
        trading = self.position.state.stage == TRADE_PHASE
        return [
            self._origins[c] // OPENING if trading and c not in self._planned else race.values(c)[:LEAST].tobytes()
            for c in range(self.count)
        ]

    def second_look(self, looked_at: Sequence[int], means: Sequence[float]) -> SecondLook:
        """Advised rollouts use the desk: what is on it of the candidates is gone after this."""
        d = self.desk
        states = [(self.game.copy(d.candidates[c]), int(d.race.turns[c])) for c in looked_at]
        return SecondLook(means, lambda finalist, first, count: d.roll_advised(*states[finalist], self.luck, first, count))

    def outcome(self, number: int) -> float | None:
        """1 or 0 where the moves end the game."""
        outcome = int(self.desk.candidates[number].outcome)
        return None if outcome == 0 else float(outcome == WON)

    def fallen(self, number: int) -> Fallen:
        """The Towers and Walls that the moves, and the Move phase if they end the plays, take for certain."""
        before, after = self.position.state, self.desk.candidates[number]
        return frozenset(
            (kind, arc + 1)
            for kind, stood, stands in (("tower", before.towers, after.towers), ("wall", before.walls, after.walls))
            for arc in range(ARCS)
            if stood[arc] > 0 and stands[arc] == 0
        )

    @property
    def is_endgame(self) -> bool:
        rule_set = self.position.rule_set
        return not any(self.position.numbers.pile) and rule_set.version != MASTER_SLAYER and not rule_set.wizards_tower

    def endgame(self, number: int, seconds: float, *, timed: bool) -> float | None:
        """The exact chance to win after a candidate's moves, if it can be found in time, or else within a fixed number of nodes."""
        from castlewise.solver.castle_panic.endgame import endgame_value

        if timed and seconds < _LEAST_SECONDS:
            return None
        state = self.game.copy(self.desk.candidates[number])
        found = endgame_value(Position(self.game, state), seconds=seconds if timed else 60.0, most_nodes=None if timed else _ENDGAME_NODES)
        self.nodes += found.nodes
        return found.value if found.exact else None

    def _moves_of(self, number: int) -> list[int]:
        if number in self._planned:
            return list(self._planned[number])
        moves: list[int] = []
        here = self.position
        asked_at = here.state.stage
        if not _playing(here) or self.draws_first:
            moves.append(self._moves[self._origins[number] // OPENING])
            here = self.game.apply(here, moves[0])
            while asked_at == TRADE_PHASE and here.state.stage == TRADE_PHASE:
                moves.append(self._best_trade(here))
                here = self.game.apply(here, moves[-1])
        if _playing(here) and (not moves or asked_at == TRADE_PHASE):
            self._states(here)
            d = self.desk
            d.kernel(write_plays)(d.states, d.steps, self._origins[number] % OPENING, d.plan)
            moves += [int(d.plan[i]) for i in range(1, d.plan[0] + 1)]
        return moves

    def told(self, number: int) -> tuple[tuple[int, ...], tuple[str, ...], tuple[str, ...]]:
        """The moves, replayed through the rules, in short and in words."""
        moves = self._moves_of(number)
        if self.hidden:
            moves = moves[: moves_foreseen(self.position, moves, self._viewer)]
        here = self.position
        short, words = [], []
        for m in moves:
            short.append(self.game.short(here, m))
            words.append(self.game.describe(here, m))
            here = self.game.apply(here, m)
        return tuple(moves), tuple(short), tuple(words)


def _remarks(position: Position, values: ValueSet, found: Candidates) -> list[str]:
    rule_set = position.rule_set
    said = [REMARK] if closed(rule_set) else []
    if values.rules != str(rule_set):
        said.append(f"the value functions were fitted for {values.rules}: under {rule_set} the win chances are rougher than they look")
    if rule_set.version == "master-slayer":
        said.append("Master Slayer: the advice is for the team as if it played together, not for one slayer's score")
    if rule_set.components.replaced:
        said.append(f"components replaced: {', '.join(rule_set.components.replaced)}")
    cards, tokens = rule_set.components.cards, rule_set.components.tokens
    assumed = [card.name for card in cards if card.certainty is Certainty.ASSUMED]
    assumed += [token.name for token in tokens if token.certainty is Certainty.ASSUMED]
    if assumed:
        said.append(f"leans on assumed values: {', '.join(assumed)}")
    if found.draws_first:
        said.append("Draw 2 Cards costs nothing but itself; other plays were not compared with it")
    return said
