"""Turns small enough to be tried out whole, and questions about them, all from a seed."""

from __future__ import annotations

import random

from castle_panic.differential import late_position
from castlewise.models.castle_panic import stages
from castlewise.models.castle_panic.board import ARC_UNIT, ARCS, CASTLE, COLOURS, arc_of, clockwise
from castlewise.models.castle_panic.position import Position
from castlewise.models.castle_panic.rule_set import read_rules
from castlewise.models.castle_panic.turn_question import MOST_HEALTH, Goal, Worth

RULES = (
    "players=1",
    "players=2",
    "players=4",
    "players=6",
    "players=2,all-for-one,heroic-powers",
    "players=3,walls=players",
    "players=4,walls=none",
    "players=1,walls=none,all-for-one",
    "players=3,master-slayer",
    "players=2,edition=1,final-charge",
)
PHASES = (stages.PLAY_PHASE, stages.PLAY_PHASE, stages.PLAY_PHASE, stages.TRADE_PHASE, stages.DISCARD_PHASE)


def small_turn(seed: int, *, phase: int | None = None) -> Position:
    """A turn at one of its phases, in the middle or near the end of a game."""
    rng = random.Random(seed)
    wanted = phase if phase is not None else rng.choice(PHASES)
    while True:
        position = late_position(read_rules(rng.choice(RULES)), rng.randrange(1 << 30), compiled=False)
        for _ in range(30):
            if position.is_over or position.state.stage == wanted:
                break
            position = position.game.apply(position, rng.choice(position.game.moves(position)))
        if position.state.stage == wanted:
            return position


def any_worth(position: Position, seed: int) -> Worth:
    """Numbers without sense, so that nothing is right by luck."""
    rng = random.Random(seed)

    def six() -> tuple[int, ...]:
        return tuple(rng.randint(-20, 60) for _ in range(ARCS))

    def cards() -> tuple[int, ...]:
        return tuple(rng.randint(-3, 9) for _ in position.rule_set.components.cards)

    monsters = tuple(tuple(tuple(rng.randint(-30, 5) for _ in range(MOST_HEALTH + 1)) for _ in range(ARCS)) for _ in range(CASTLE + 1))
    return Worth(
        monsters, six(), six(), six(), cards(), cards(),
        missing=rng.randint(-9, 30), draw=rng.randint(-9, 30), replacement=rng.randint(-9, 9),
        won=rng.choice([0, 500]), lost=rng.choice([0, -500]),
    )  # fmt: skip


def any_goal(position: Position, seed: int) -> Goal:
    rng = random.Random(seed)
    s = position.numbers
    monsters = list(s.monsters[: s.monster_count])
    hand = [kind for kind, count in enumerate(s.hands[s.player]) if count]
    return Goal(
        slay=tuple(sorted(rng.sample(monsters, min(len(monsters), rng.choice([0, 1, 1, 2]))))),
        slay_all=rng.random() < 0.1,
        clear=frozenset(rng.sample(range(1, CASTLE + 1), rng.choice([0, 0, 1]))),
        no_tower_falls=rng.random() < 0.4,
        no_structure_falls=rng.random() < 0.2,
        keep=((rng.choice(hand), 1),) if hand and rng.random() < 0.3 else (),
    )


def rotated(position: Position) -> Position:
    """The same turn seen from two arcs further round, its colours with it: red becomes green, green blue, blue red."""
    game, s = position.game, position.game.copy(position.state)
    cards = position.rule_set.components.cards
    names = {card.name: kind for kind, card in enumerate(cards)}
    turn = dict(zip(COLOURS, COLOURS[1:] + COLOURS[:1], strict=True))
    shifted = [names[" ".join(turn.get(word, word) for word in card.name.split())] for card in cards]
    for pile in (s.deck, s.discards, *s.hands):
        was = list(pile)
        for kind, count in enumerate(was):
            pile[shifted[kind]] = count
    for structures in (s.towers, s.walls, s.fortify):
        was = list(structures)
        for arc in range(ARCS):
            structures[clockwise(arc, 2)] = was[arc]
    s.monsters[: s.monster_count] = sorted(
        m + (clockwise(arc_of(m), 2) - arc_of(m)) * ARC_UNIT for m in position.numbers.monsters[: s.monster_count]
    )
    return Position(game, s)


def with_card(position: Position, kind: int) -> Position:
    """The same turn with one more card in hand, taken from the deck."""
    s = position.game.copy(position.state)
    s.deck[kind] -= 1
    s.hands[s.player][kind] += 1
    return Position(position.game, s)
