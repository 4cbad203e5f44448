"""All ways to play a turn, tried one by one through the rules: the oracle for the solver models on small turns.

Cards that come from chance in the middle of a turn (for a discard, by Draw 2 Cards) are not part of a plan: any one is drawn here and never played.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace

from castlewise.models.castle_panic import moves as verbs
from castlewise.models.castle_panic import stages
from castlewise.models.castle_panic.board import HEALTH_UNIT, RING_UNIT, TARRED, health_of, ring_of
from castlewise.models.castle_panic.position import Position
from castlewise.models.castle_panic.rule_set import MASTER_SLAYER
from castlewise.models.castle_panic.turn_question import Goal, Outlook, Worth, worth_of_board
from castlewise.models.move_code import first_of, second_of, target_of, verb_of


@dataclass(frozen=True)
class Line:
    """A turn half played: where it is, which cards of the hand are chance's, and what has been done."""

    position: Position
    drawn: tuple[int, ...]
    draws: int = 0
    replacements: int = 0
    missing: bool = False
    standing: tuple[tuple[int, int], ...] = ()  # Monsters not slain: as they were, as they are


@dataclass(frozen=True)
class Finished:
    """A turn after its Move phase."""

    line: Line
    before_move: Position  # when the plays were over

    @property
    def outlook(self) -> Outlook:
        return Outlook.of(self.line.position)


class TooMany(Exception):
    """The turn has more positions than was allowed."""


def kept(line: Line) -> list[int]:
    """The cards of the player's own that are left."""
    s = line.position.numbers
    return [have - gone for have, gone in zip(s.hands[s.player], line.drawn, strict=True)]


def all_turns(start: Position, most: int = 50_000) -> Iterator[Finished]:
    """Every different end of a turn that begins in its Discard, Trade or Play phase."""
    nothing = (0,) * len(start.rule_set.components.cards)
    seen: set[tuple[object, ...]] = set()
    s = start.numbers
    monsters = tuple((m, m) for m in s.monsters[: s.monster_count])
    todo = [Line(start, nothing, missing=bool(start.state.missing), standing=monsters)]
    while todo:
        line = todo.pop()
        key = (bytes(line.position), line.drawn, line.draws, line.replacements, line.standing)
        if key in seen:
            continue
        seen.add(key)
        if len(seen) > most:
            raise TooMany
        here, game = line.position, line.position.game
        if here.is_over:
            yield Finished(line, here)
            continue
        for move in game.choices(here):
            if not _own_cards(line, move):
                continue
            for standing in _after_play(line.standing, move):
                after = Line(
                    game.apply(here, move),
                    line.drawn,
                    line.draws + (verb_of(move) == verbs.DRAW_TWO),
                    line.replacements + _discarded(move),
                    line.missing or verb_of(move) == verbs.MISSING,
                    standing,
                )
                if verb_of(move) == verbs.END_PLAY:
                    yield from _after_the_move(after, here)
                else:
                    todo.append(_with_cards_drawn(after))


def _after_play(standing: tuple[tuple[int, int], ...], move: int) -> list[tuple[tuple[int, int], ...]]:
    """The Monsters after a play, once for each that it may have been aimed at: two that look alike now need not have looked so before."""
    target, verb = target_of(move), verb_of(move)
    if not target:
        return [standing]
    found = []
    for aimed_at in sorted({pair for pair in standing if pair[1] == target}):
        rest = list(standing)
        rest.remove(aimed_at)
        if verb == verbs.TAR:
            rest.append((aimed_at[0], target + TARRED))
        elif verb == verbs.DRIVE_BACK:
            rest.append((aimed_at[0], target - ring_of(target) * RING_UNIT))
        elif verb == verbs.HIT and health_of(target) > 1:
            rest.append((aimed_at[0], target - HEALTH_UNIT))
        found.append(tuple(sorted(rest)))
    return found


def _discarded(move: int) -> int:
    if verb_of(move) != verbs.DISCARD:
        return 0
    return 1 if second_of(move) == verbs.NOTHING else 2


def _own_cards(line: Line, move: int) -> bool:
    """Whether a play does without the cards that chance gave, and without anybody's consent."""
    if verb_of(move) == verbs.TRADE and line.position.rule_set.version == MASTER_SLAYER:
        return False
    if not any(line.drawn):
        return True
    left = kept(line)
    game = line.position.game
    after = game.apply(line.position, move)
    s, t = line.position.numbers, after.numbers
    if verb_of(move) in (verbs.END_PLAY, verbs.NO_TRADE):
        return True
    spent = [have - rest for have, rest in zip(s.hands[s.player], t.hands[s.player], strict=True)]
    return all(own - gone >= 0 for own, gone in zip(left, spent, strict=True))


def _with_cards_drawn(line: Line) -> Line:
    position, drawn = line.position, list(line.drawn)
    while position.state.stage in (stages.REPLACE, stages.DRAW_IN_PLAY):
        outcome = position.game.outcomes(position)[0][0]
        drawn[first_of(outcome)] += 1
        position = position.game.apply(position, outcome)
    return replace(line, position=position, drawn=tuple(drawn))


def _after_the_move(line: Line, before: Position) -> Iterator[Finished]:
    todo = [line]
    while todo:
        line = todo.pop()
        here = line.position
        if here.state.stage != stages.WHO_IS_HURT:
            yield Finished(line, before)
            continue
        todo += [replace(line, position=here.game.apply(here, move)) for move in here.game.choices(here)]


def worth_of(start: Position, finished: Finished, worth: Worth) -> int:
    before = Line(finished.before_move, finished.line.drawn)
    s = finished.before_move.numbers
    total = worth_of_board(worth, finished.outlook)
    if worth.card:
        total += sum(w * n for w, n in zip(worth.card, _kept_by(before, start.player), strict=True))
    if worth.partner_card:
        others = [p for p in range(start.rule_set.players) if p != start.player and not s.out[p]]
        total += sum(w * s.hands[p][k] for p in others for k, w in enumerate(worth.partner_card))
    total += worth.missing * finished.line.missing + worth.draw * finished.line.draws + worth.replacement * finished.line.replacements
    result = start.game.result(finished.line.position)
    if result is not None:
        total += worth.won if result.won else worth.lost
    return total


def _kept_by(line: Line, player: int) -> list[int]:
    s = line.position.numbers
    return [have - gone for have, gone in zip(s.hands[player], line.drawn, strict=True)]


def achieves(start: Position, finished: Finished, goal: Goal) -> bool:
    before, after = Outlook.of(finished.before_move), finished.outlook
    s = finished.before_move.numbers
    standing = [m & ~TARRED for m in s.monsters[: s.monster_count]]
    if goal.slay_all and standing:
        return False
    left = Counter(origin for origin, _ in finished.line.standing)
    there = Counter(start.numbers.monsters[: start.numbers.monster_count])
    if any(there[m] - left[m] < count for m, count in Counter(goal.slay).items()):
        return False
    if any(ring_of(m) in goal.clear for m in standing):
        return False
    fell = sum(before.towers) - sum(after.towers)
    struck = sum(before.walls) + sum(before.fortify) - sum(after.walls) - sum(after.fortify)
    if (goal.no_tower_falls or goal.no_structure_falls) and fell:
        return False
    if goal.no_structure_falls and struck:
        return False
    have = _kept_by(Line(finished.before_move, finished.line.drawn), start.player)
    return all(have[k] >= count for k, count in goal.keep)
