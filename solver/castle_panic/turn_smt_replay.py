"""Plays without an order, put into one that the rules accept, and played.

Nearly any order will do, so the first one tried nearly always works: structures, then what may be fetched again, then hits, then what ends a Monster.
Where it does not (a Tar token that has to come back first, a card that Scavenge fetches), the search goes back and tries another.

Cards drawn on the way are chance's: the first one possible is taken, and none of them is ever used.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from castlewise.models.castle_panic import moves as verbs
from castlewise.models.castle_panic import stages
from castlewise.models.castle_panic.board import HEALTH_UNIT, RING_UNIT, TARRED, arc_of, health_of, kind_of, ring_of
from castlewise.models.castle_panic.components import DRAW_CARD, DRIVE_BACK_CARD, MISSING_CARD, SCAVENGE_CARD, SLAY_CARD, TAR_CARD
from castlewise.models.castle_panic.position import Position
from castlewise.models.castle_panic.turn_question import Goal, Outlook, Worth, worth_of_board
from castlewise.models.castle_panic.turn_smt import Plan
from castlewise.models.move_code import first_of, move, target_of, verb_of
from castlewise.models.problems import IllegalMove


class SolverDisagrees(Exception):
    """A solver's answer does not stand when it is played: the model or the rules are wrong."""

    def __init__(self, position: Position, moves: tuple[int, ...], why: str) -> None:
        super().__init__(f"{why} (in {position}, by the moves {list(moves)})")


@dataclass(frozen=True)
class Replay:
    """A turn as it was played, to the end of its Move phase."""

    start: Position
    before_move: Position
    end: Position
    moves: tuple[int, ...]  # what players decided; draws are left out
    drawn: tuple[int, ...]  # cards of the hand that came by chance
    slain: tuple[int, ...]  # by the plays, as they stood when the turn began
    replacements: int
    draws: int

    @property
    def outlook(self) -> Outlook:
        return Outlook.of(self.end)

    @property
    def missing(self) -> bool:
        return bool(self.before_move.state.missing)

    def kept(self) -> list[int]:
        hand = self.before_move.numbers.hands[self.start.player]
        return [int(have) - chance for have, chance in zip(hand, self.drawn, strict=True)]

    def achieves(self, goal: Goal) -> bool:
        plays, after = Outlook.of(self.before_move), self.outlook
        fell = sum(plays.towers) - sum(after.towers)
        struck = sum(plays.walls) + sum(plays.fortify) - sum(after.walls) - sum(after.fortify)
        have = self.kept()
        return (
            not Counter(goal.slay) - Counter(self.slain)
            and not (goal.slay_all and plays.monsters)
            and not any(ring_of(m) in goal.clear for m in plays.monsters)
            and not ((goal.no_tower_falls or goal.no_structure_falls) and fell)
            and not (goal.no_structure_falls and struck)
            and all(have[kind] >= count for kind, count in goal.keep)
        )

    def worth(self, worth: Worth) -> int:
        total = worth_of_board(worth, self.outlook)
        s = self.before_move.numbers
        if worth.card:
            total += sum(each * count for each, count in zip(worth.card, self.kept(), strict=True))
        if worth.partner_card:
            others = [p for p in range(self.start.rule_set.players) if p != self.start.player and not s.out[p]]
            total += sum(each * int(s.hands[p][kind]) for p in others for kind, each in enumerate(worth.partner_card))
        total += worth.missing * self.missing + worth.draw * self.draws + worth.replacement * self.replacements
        result = self.end.game.result(settled(self.end))
        return total if result is None else total + (worth.won if result.won else worth.lost)


def settled(position: Position) -> Position:
    """What a fallen Tower leaves to settle (a new home, cards given up) cannot change who has won; any choice will do."""
    while position.state.stage in (stages.CLAIM_BACKUP, stages.GIVE_UP_CARD):
        position = position.game.apply(position, position.game.choices(position)[0])
    return position


@dataclass(frozen=True)
class _Play:
    """One play at a Monster (by number) or an arc; `cards` names what the move needs to."""

    verb: int
    cards: tuple[int, ...] = ()
    at: int = 0
    aimed: bool = False

    @property
    def ends_it(self) -> bool:
        return self.verb in (verbs.NICE_SHOT, verbs.SLAY, verbs.ALL_FOR_ONE, verbs.DRIVE_BACK)


@dataclass(frozen=True)
class _Line:
    position: Position
    monsters: tuple[int, ...]  # each Monster of the start as it is now, 0 if slain
    moves: tuple[int, ...]
    drawn: tuple[int, ...]

    def after(self, chosen: int, monsters: tuple[int, ...] | None = None) -> _Line | None:
        """The line with one more move and the draws it brings; None if the rules, or the cards of one's own, do not allow it."""
        game = self.position.game
        try:
            position = game.apply(self.position, chosen)
        except IllegalMove:
            return None
        drawn = list(self.drawn)
        while position.state.stage in (stages.REPLACE, stages.DRAW_IN_PLAY):
            outcome = game.outcomes(position)[0][0]
            drawn[first_of(outcome)] += 1
            position = game.apply(position, outcome)
        if verb_of(chosen) not in (verbs.END_PLAY, verbs.HURT):  # after these a player may be out and the hand gone
            hand = position.numbers.hands[self.position.player]
            if any(have < chance for have, chance in zip(hand, drawn, strict=True)):
                return None
        return _Line(position, self.monsters if monsters is None else monsters, (*self.moves, chosen), tuple(drawn))


def replay(start: Position, plan: Plan, monsters: list[int]) -> Replay:
    """Play a plan; the Monsters that it numbers are given as they stand."""
    line = _exchange(_Line(start, tuple(monsters), (), (0,) * len(start.rule_set.components.cards)), plan)
    played = _play_all(line, _plays(start, plan))
    if played is None:
        raise SolverDisagrees(start, line.moves, f"no order of these plays is legal: {plan}")
    before = played.position
    slain = tuple(old for old, now in zip(monsters, played.monsters, strict=True) if not now)
    moved = played if before.is_over else _move_phase(_must(start, played, move(verbs.END_PLAY, 0, 0, 0)), plan)
    return Replay(start, before, moved.position, moved.moves, moved.drawn, slain, len(plan.discards), plan.draws)


def _must(start: Position, line: _Line, chosen: int) -> _Line:
    after = line.after(chosen)
    if after is None:
        raise SolverDisagrees(start, (*line.moves, chosen), "the rules do not allow the last of these moves")
    return after


def _exchange(line: _Line, plan: Plan) -> _Line:
    start = line.position
    if start.state.stage == stages.DISCARD_PHASE:
        first, second = (*sorted(plan.discards), verbs.NOTHING, verbs.NOTHING)[:2]
        line = _must(start, line, move(verbs.DISCARD, first, second, 0) if plan.discards else move(verbs.KEEP, 0, 0, 0))
    for give, take in zip(plan.gives, plan.takes, strict=True):
        hands = line.position.numbers.hands
        partner = next(p for p in range(start.rule_set.players) if p != start.player and hands[p][take] > 0)
        line = _must(start, line, move(verbs.TRADE, give, partner, take))
    if line.position.state.stage == stages.TRADE_PHASE:
        line = _must(start, line, move(verbs.NO_TRADE, 0, 0, 0))
    return line


def _plays(start: Position, plan: Plan) -> list[_Play]:
    """In the order in which they are best tried."""
    effects = list(start.game.rules.card_effect)
    slain = {*plan.nice_shots, *plan.slays, *plan.all_for_one, *(n for n, cards in plan.hits.items() if len(cards) == _health(start, n))}

    def single(verb: int, effect: int, numbers: list[int]) -> list[_Play]:
        return [_Play(verb, (effects.index(effect),), number, aimed=True) for number in numbers]

    plays = [_Play(verbs.BUILD, at=arc) for arc in plan.builds]
    plays += [_Play(verbs.PLACE_WALL, at=arc) for arc in plan.placed]
    plays += [_Play(verbs.FORTIFY, at=arc) for arc in plan.fortified]
    if plan.scavenged is not None:
        plays.append(_Play(verbs.SCAVENGE, (effects.index(SCAVENGE_CARD), plan.scavenged)))
    plays += [_Play(verbs.MISSING, (effects.index(MISSING_CARD),)) for _ in range(plan.missing)]
    plays += [_Play(verbs.DRAW_TWO, (effects.index(DRAW_CARD),)) for _ in range(plan.draws)]
    plays += single(verbs.TAR, TAR_CARD, [number for number in plan.tars if number in slain])
    hits = [_Play(verbs.HIT, (card,), number, aimed=True) for number, cards in plan.hits.items() for card in cards]
    plays += sorted(hits, key=lambda play: play.cards[0] != plan.scavenged)
    plays += [_Play(verbs.NICE_SHOT, (card,), number, aimed=True) for number, card in plan.nice_shots.items()]
    plays += single(verbs.SLAY, SLAY_CARD, plan.slays)
    plays += [_Play(verbs.ALL_FOR_ONE, cards, number, aimed=True) for number, cards in plan.all_for_one.items()]
    plays += single(verbs.DRIVE_BACK, DRIVE_BACK_CARD, plan.drives)
    return plays + single(verbs.TAR, TAR_CARD, [number for number in plan.tars if number not in slain])


def _health(start: Position, number: int) -> int:
    return health_of(int(start.state.monsters[number]))


def _play_all(line: _Line, plays: list[_Play]) -> _Line | None:
    """Depth first, over the plays still to come."""
    dead: set[tuple[frozenset[int], bytes]] = set()

    def go_on(line: _Line, left: frozenset[int]) -> _Line | None:
        if not left:
            return line
        if line.position.is_over or (left, bytes(line.position)) in dead:
            return None
        for index in sorted(left):
            others = [plays[i] for i in left if i != index]
            after = _carry_out(line, plays[index], others)
            found = None if after is None else go_on(after, left - {index})
            if found is not None:
                return found
        dead.add((left, bytes(line.position)))
        return None

    return go_on(line, frozenset(range(len(plays))))


def _carry_out(line: _Line, play: _Play, others: list[_Play]) -> _Line | None:
    first, second, third = (*play.cards, 0, 0, 0)[:3]
    if not play.aimed:
        return line.after(move(play.verb, play.at if not play.cards else first, second, third))
    now = line.monsters[play.at]
    still = [other for other in others if other.aimed and other.at == play.at]
    becomes = 0
    if play.verb == verbs.HIT:
        becomes = now - HEALTH_UNIT if health_of(now) > 1 else 0
    elif play.verb == verbs.TAR:
        becomes = now + TARRED
    elif play.verb == verbs.DRIVE_BACK:
        becomes = now - ring_of(now) * RING_UNIT
    if (play.ends_it and any(other.verb == verbs.HIT for other in still)) or (not becomes and still):
        return None
    monsters = (*line.monsters[: play.at], becomes, *line.monsters[play.at + 1 :])
    return line.after(move(play.verb, first, second, third) + now, monsters)


def _move_phase(line: _Line, plan: Plan) -> _Line:
    """Where players choose who is hurt, the Monster that was planned, or its double."""
    start = line.position
    while line.position.state.stage == stages.WHO_IS_HURT:
        choices = line.position.game.choices(line.position)
        space = (ring_of(target_of(choices[0])), arc_of(target_of(choices[0])))
        victim = line.monsters[plan.hurt[space]]
        same = [c for c in choices if kind_of(target_of(c)) == kind_of(victim) and health_of(target_of(c)) == health_of(victim)]
        if not same:
            raise SolverDisagrees(start, line.moves, f"Monster {plan.hurt[space]} cannot be hurt at {space}")
        line = _must(start, line, same[0])
    return line
