"""*The long watch*: the next turns of the whole team, with hands and tokens known. No structure may be lost when the Monsters move, in none of the turns.

Nobody draws, discards or trades cards in these puzzles, and every token that comes is printed with its roll: all is known, and each player has one turn.

What a newcomer would get wrong: a solution is not the board that it leads to, but what each player spends, and in which way at which Monster.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from fractions import Fraction
from typing import Any

from castlewise.models.castle_panic.board import (
    ARC_UNIT,
    ARCHER,
    ARCS,
    FOREST,
    KNIGHT,
    RING_UNIT,
    SWORDSMAN,
    arc_of,
    kind_of,
    monster,
    ring_of,
)
from castlewise.models.castle_panic.expansions.wizards_tower.turn_fates import deeds_of
from castlewise.models.castle_panic.game import CastlePanic
from castlewise.models.castle_panic.moves import ALL_FOR_ONE, DRIVE_BACK, END_PLAY, HIT, KEEP, NICE_SHOT, ROLL, SLAY, TAR, TOKEN
from castlewise.models.castle_panic.position import Position
from castlewise.models.castle_panic.rule_set import RuleSet
from castlewise.models.castle_panic.stages import DISCARD_PHASE, DRAW_TOKEN, PLAY_PHASE, ROLL_TOKEN
from castlewise.models.castle_panic.team_cpsat import TeamModel
from castlewise.models.kernel import Kernel
from castlewise.models.literals import is_constant, negated
from castlewise.models.move_code import move, verb_of
from castlewise.models.problems import InvalidInput, Problem
from castlewise.puzzles.boards import LEFT_OUT, TOKENS, Hand, line, rule_set, some_foe, some_structures, too_many
from castlewise.puzzles.kind import NotShown, Rejected, Rung
from castlewise.puzzles.ladder import always, at_random, greedily, one_at_a_time
from castlewise.puzzles.one_turn import CastlePanicKind
from castlewise.puzzles.puzzle import Prover, Puzzle
from castlewise.puzzles.table import Lines, Table
from castlewise.puzzles.turn_table import (
    END,
    Plays,
    TurnTable,
    after_move_phase,
    contained_in_all,
    lost_words,
    stepped,
    structures,
    threat,
    with_play,
)
from castlewise.solver.cpsat import TURN, Status, ortools_version, run

SECONDS = 20.0
NOT_HERE = ("mi", "br", "mo", "fw")  # Missing would keep printed tokens away, and a Wall that is built is a Wall that may be lost
MOST_HEALTH = 4
SPACES_IN_A_RING = RING_UNIT // ARC_UNIT  # as `space_of` counts them
KEEP_ALL = move(KEEP, 0, 0, 0)
COMING = ("g", "o", "t")  # Monsters that only come

State = tuple[Position, int, int, int, Plays]
"""A position, how many tokens have come, how many turns are over, how many structures were lost (the watch has then failed), and what was aimed at whom; the
verb of a play has the number of its turn added, in units of A_TURN."""
A_TURN = 64


class WatchCastlePanic(CastlePanic):
    """Castle Panic in which cards are played and nothing else is done with them."""

    def __init__(self, rule_set: RuleSet, *, compiled: bool | None = None, kernel: Kernel | None = None) -> None:
        super().__init__(rule_set, compiled=compiled, kernel=kernel)
        self.rules.hand_size = 0
        self.rules.trades = 0


def watched(position: Position) -> Position:
    """A position of the real game as the watch goes on from it."""
    game = WatchCastlePanic(position.rule_set, kernel=position.game.kernel)
    return Position(game, game.copy(position.state))


def read_token(position: Position, text: str) -> tuple[int, int]:
    """A token that comes and the arc, from 0, of its roll: "t@4". Raises InvalidInput."""
    code, _, arc = text.partition("@")
    codes = [token.code for token in position.rule_set.components.tokens]
    if code not in COMING or arc not in {str(number) for number in range(1, ARCS + 1)}:
        raise InvalidInput([Problem("printed", f'"{text[:20]}" is no Monster with its roll, such as "t@4"')])
    return codes.index(code), int(arc) - 1


class WatchTable(Table[State]):
    def __init__(self, position: Position, turns: int, printed: Sequence[str]) -> None:
        self.position = watched(position)
        self.turns = turns
        self.coming = [read_token(position, text) for text in printed]
        self.start = (self.position, 0, 0, 0, ())
        each = int(self.position.game.rules.tokens_per_turn)
        if len(printed) != each * (turns - 1):
            raise InvalidInput([Problem("printed", f"{len(printed)} tokens for {turns} turns: expected {each * (turns - 1)}")])

    def moves(self, state: State) -> list[int]:
        here, _, turn, lost, _ = state
        return [] if lost or turn == self.turns or here.is_over else here.game.choices(here)

    def after(self, state: State, move: int) -> State:
        here, came, turn, _, plays = state
        if verb_of(move) != END_PLAY:
            new = [(verb + turn * A_TURN, space, kind) for verb, space, kind in with_play((), move)]
            return stepped(here, move), came, turn, 0, tuple(sorted([*plays, *new]))
        moved = max(after_move_phase(here), key=structures)
        if structures(moved) < structures(here) or turn + 1 == self.turns:
            return here, came, turn + 1, structures(here) - structures(moved), plays
        there, came = self._drawn(moved, came)
        if there.state.stage == DISCARD_PHASE:
            there = stepped(there, KEEP_ALL)
        return there, came, turn + 1, 0, plays

    def _drawn(self, here: Position, came: int) -> tuple[Position, int]:
        """The tokens that come at the end of a turn."""
        while here.state.stage in (DRAW_TOKEN, ROLL_TOKEN):
            kind, arc = self.coming[came]
            if here.state.stage == DRAW_TOKEN:
                wanted = move(TOKEN, kind, 0, 0)
                if wanted not in here.game.moves(here):
                    raise InvalidInput([Problem("printed", "a token that is not in the pile")])
                here = stepped(here, wanted)
            else:
                here = stepped(here, move(ROLL, arc, 0, 0))
                came += 1
        return here, came

    def worth(self, end: State) -> Fraction:
        return Fraction(int(end[3] == 0))

    def failing(self, end: State) -> str:
        here, _, turn, _, _ = end
        return f"{lost_words(here, max(after_move_phase(here), key=structures))} at the end of turn {turn}"

    def deed(self, state: State, move: int) -> Hashable:
        return (state[2], deeds_of(move) or move)

    def shortfall(self, end: State) -> int:
        """A structure lost in the last turn nearly works; one lost earlier does not."""
        return end[3] + self.turns - end[2] if end[3] else 0

    def spent(self, end: State) -> tuple[int, ...]:
        s, t = self.position.numbers, end[0].numbers
        players = range(self.position.rule_set.players)
        return tuple(int(a) - int(b) for p in players for a, b in zip(s.hands[p], t.hands[p], strict=True))

    def agreed(self, ends: Sequence[State]) -> State | None:
        which = contained_in_all([self._counts(end) for end in ends])
        return None if which is None else ends[which]

    def _counts(self, end: State) -> Counter[object]:
        found: Counter[object] = Counter(end[4])
        found.update(dict(enumerate(self.spent(end))))
        return found

    def promise(self, state: State) -> int:
        here, _, _, lost, _ = state
        if lost or here.state.stage != PLAY_PHASE:
            return -threat(here) - 100 * lost
        return -threat(here) - 100 * (structures(here) - max(map(structures, after_move_phase(here))))

    def is_a_play(self, move: int) -> bool:
        return move != END

    def greedy(self, state: State) -> int:
        return TurnTable(state[0]).greedy((state[0], False, ()))

    def short(self, state: State, move: int) -> str:
        return state[0].game.short(state[0], move)

    def describe(self, state: State, move: int) -> str:
        return f"player {state[0].player + 1}: " + state[0].game.describe(state[0], move)

    def read(self, state: State, text: str) -> int:
        return state[0].game.read_move(state[0], text)

    def picture(self, state: State) -> Any:
        return TurnTable(state[0]).picture((state[0], False, ()))


class LongWatch(CastlePanicKind):
    name = "watch"
    title = "The long watch"
    most_plays = 12

    def question(self, puzzle: Puzzle) -> str:
        return (
            f"Play the next {puzzle.ask.split()[-1]} turns, a player each, so that no Tower, Wall or Fortify token is lost when the Monsters move. "
            "Nobody draws, discards or trades cards."
        )

    def coming_words(self, puzzle: Puzzle) -> list[str]:
        each = len(puzzle.printed) // (self._turns(puzzle) - 1)
        words = [f"{TOKENS[text.split('@')[0]].title} in arc {text.split('@')[1]}" for text in puzzle.printed]
        return [
            f"After turn {number + 1} come into the Forest: " + ", ".join(words[number * each : (number + 1) * each]) + "."
            for number in range(self._turns(puzzle) - 1)
        ]

    def _turns(self, puzzle: Puzzle) -> int:
        word = puzzle.ask.rsplit(" ", 1)[-1]
        if word not in ("2", "3"):
            raise InvalidInput([Problem("ask", "expected no-structure-falls for 2 or 3 turns")])
        return int(word)

    def table(self, puzzle: Puzzle) -> WatchTable:
        position = Position.read(puzzle.position)
        if not _suits(position):
            raise InvalidInput([Problem("position", "Missing, Draw 2 Cards, Scavenge and what is built are no part of the long watch")])
        if self._turns(puzzle) > position.rule_set.players:
            raise InvalidInput([Problem("ask", "more turns than players")])
        return WatchTable(position, self._turns(puzzle), puzzle.printed)

    def repairs(self, puzzle: Puzzle) -> Iterator[Puzzle]:
        return (other for other in super().repairs(puzzle) if _suits(Position.read(other.position)))

    def rungs(self, table: Any, lines: Lines[Any]) -> list[Rung]:
        return [
            at_random(lines),
            greedily(lines),
            one_at_a_time(lines),
            lambda: turn_by_turn(lines, lambda state: -threat(state[0])),
            lambda: turn_by_turn(lines, lines.table.promise),
            always,
        ]

    def candidate(self, seed: int, rules: str) -> Puzzle:
        luck = random.Random(f"{self.name} {seed}")
        rule = rule_set(rules, "players=3" if seed % 4 == 0 else "players=2")
        turns = 3 if rule.players > 2 and seed % 8 == 0 else 2
        stand = some_structures(luck, 0.7)
        rings = (SWORDSMAN, KNIGHT, KNIGHT, *([ARCHER] if turns > 2 else []))
        foes = [some_foe(luck, rings, stand) for _ in range(luck.randint(3, 5))]
        if too_many(foes):
            raise Rejected("no board to begin with")
        hands = [Hand(luck) for _ in range(rule.players)]
        everyone = Hand(luck)
        for ring, arc, code, health in foes:
            when = luck.randint(0, min(turns - 1, SWORDSMAN - ring))  # in this turn it is dealt with, a ring nearer for each turn before
            everyone.cards = [card for hand in hands for card in hand.cards]
            before = len(everyone.cards)
            ways = ["hits", "hits", "hits", "barbarian", "nice-shot" if health > 1 else "hits", "tar", "drive-back"]
            if not everyone.deal_with((ring + when, arc, code, health), ways):
                raise Rejected("no cards for it")
            hands[when].cards += everyone.cards[before:]
        for hand in hands[:turns]:
            everyone.cards = [card for one in hands for card in one.cards]
            before = len(everyone.cards)
            everyone.decoys(luck.randint(0, 2))
            hand.cards += [card for card in everyone.cards[before:] if card not in NOT_HERE]
        if any(len(hand.cards) > 5 for hand in hands):
            raise Rejected("too many cards")
        position = line(rule, stand, foes, [hand.cards for hand in hands])
        each = 2
        printed = tuple(f"{luck.choice(COMING)}@{luck.randint(1, ARCS)}" for _ in range(each * (turns - 1)))
        return Puzzle(self.name, position, f"no-structure-falls {turns}", printed, seed=seed, rules=rules)

    def show(self, puzzle: Puzzle, lines: Lines[Any], solution: Any) -> list[Prover]:
        table: Any = lines.table
        packed = [
            monster(kind, FOREST, arc, TOKENS[text.split("@")[0]].health)
            for text, (kind, arc) in zip(puzzle.printed, table.coming, strict=True)
        ]
        each = len(packed) // (table.turns - 1)
        model = TeamModel(table.position, table.turns, [packed[at : at + each] for at in range(0, len(packed), each)])
        model.model.clear_objective()  # type: ignore[no-untyped-call]
        for lost in model.lost:
            model.logic.must(negated(lost))
        status, _ = run(model.model, TURN, SECONDS)
        if status not in (Status.OPTIMAL, Status.FEASIBLE):
            raise NotShown(f"CP-SAT finds no way to hold: {status.value}")
        missing = []

        def below(times: Any, count: int) -> None:
            literal = model.logic.variable()
            model.model.add(times <= count - 1).only_enforce_if(literal)
            missing.append(literal)

        spent = iter(table.spent(solution))
        for player, hand in enumerate(model.hands):
            for kind, left in hand.items():
                count = next(spent)
                if count > 0:
                    below(int(table.position.numbers.hands[player][kind]) - left, count)
        for (verb, space, token), count in Counter(solution[4]).items():
            below(_times(model, verb // A_TURN, verb % A_TURN, divmod(space, SPACES_IN_A_RING), token), count)
        model.model.add_bool_or(missing)
        status, _ = run(model.model, TURN, SECONDS)
        if status is not Status.IMPOSSIBLE:
            raise NotShown("CP-SAT finds a second solution" if status is not Status.UNKNOWN else "CP-SAT ran out of time")
        return [Prover("CP-SAT", ortools_version(), "the watch can be held, and never without a part of the solution")]


def _suits(position: Position) -> bool:
    """Whether no hand has a card that the long watch does not know."""
    codes = {card.name: card.code for card in position.rule_set.components.cards}
    return not any(codes[name] in (*NOT_HERE, *LEFT_OUT) for hand in position.hands for name in hand)


def _times(model: TeamModel, number: int, verb: int, place: tuple[int, int], token: int) -> Any:
    """How often Monsters of a kind are played at in one way, in one turn, while they stand in a space."""
    turn = model.turns[number]
    found = []
    for j, packed in enumerate(model.packed):
        if kind_of(packed) != token:
            continue
        if number == 0:
            here: Any = int((ring_of(packed), arc_of(packed)) == place)
        else:
            here = model.after[number - 1][j].where.get(place, 0) if j < len(model.after[number - 1]) else 0
        if is_constant(here, 0):
            continue
        at = {
            HIT: [x for (_, target), x in turn.hits.items() if target == j],
            NICE_SHOT: [x for (_, target), x in turn.nice_shots.items() if target == j],
            SLAY: [x for target, x in turn.slayers.items() if target == j],
            ALL_FOR_ONE: [x for (*_, target), x in turn.together.items() if target == j],
            TAR: [x for target, x in turn.tar.items() if target == j],
            DRIVE_BACK: [x for target, x in turn.back.items() if target == j],
        }[verb]
        if is_constant(here, 1):
            found += at
        else:
            times = model.model.new_int_var(0, MOST_HEALTH, "")
            model.model.add(times == sum(at)).only_enforce_if(here)
            model.model.add(times == 0).only_enforce_if(negated(here))
            found.append(times)
    return sum(found)


def turn_by_turn(lines: Lines[Any], looks: Any) -> bool:
    """Whether somebody holds who plays each turn as well as it can be played by itself: no structure lost, and then what looks best when it is over."""
    state = lines.table.start
    while lines.steps[state]:
        turn, found, todo = state[2], set(), [state]
        seen = {state}
        while todo:
            for _, there in lines.steps[todo.pop()]:
                if there[2] > turn:
                    found.add(there)
                elif there not in seen:
                    seen.add(there)
                    todo.append(there)
        state = max(sorted(found, key=lambda one: (bytes(one[0]), one[4])), key=lambda one: (one[3] == 0, looks(one)))
    return lines.value(state) == lines.best()
