"""The engine beside the referee: the same game played in both, compared node by node.

The referee (tests/referee) was written from the rulebooks alone and speaks in names; this module translates the engine's integers into its words.
"""

from __future__ import annotations

import random
from typing import Any

from castlewise.models.castle_panic import moves as verbs
from castlewise.models.castle_panic import stages
from castlewise.models.castle_panic.game import CastlePanic
from castlewise.models.castle_panic.moves import first_of, second_of, target_of, third_of, verb_of
from castlewise.models.castle_panic.position import Position
from castlewise.models.castle_panic.rule_set import OPTIONS, RuleSet
from castlewise.models.contract import TEAM, Node

from referee.castle_panic import Referee

_SETUP = {
    stages.PLACE_STARTING, stages.CLAIM_TOWER, stages.NAME_KING, stages.ROLL_WALL_COUNT, stages.ROLL_WALL,
    stages.PLACE_BY_CHANCE, stages.ROLL_STARTING, stages.DEAL,
}  # fmt: skip


def referee_rules(rules: RuleSet) -> dict[str, object]:
    named: dict[str, object] = {
        option.replace("-", " "): True for option in OPTIONS if option != "friends-close" and getattr(rules, option.replace("-", "_"))
    }
    walls = int(rules.walls) if rules.walls.isdigit() else rules.walls
    return named | {"players": rules.players, "version": rules.version.replace("-s", " s"), "edition": rules.edition, "walls": walls}


def translate(position: Position, move: int) -> tuple[Any, ...]:
    """A move of the engine in the referee's words."""
    cards = [card.name for card in position.rule_set.components.cards]
    tokens = [token.name for token in position.rule_set.components.tokens]
    verb, first, second, third = verb_of(move), first_of(move), second_of(move), third_of(move)
    monster = None
    if target_of(move):
        m = position.monster(target_of(move))
        monster = (m.name, m.ring, m.arc, m.health, m.tarred)
    words: dict[int, Any] = {
        verbs.PLACE: lambda: ("place", tokens[first], second + 1),
        verbs.PLACED: lambda: ("placed", tokens[first], second + 1),
        verbs.CLAIM: lambda: ("claim", first + 1),
        verbs.KING: lambda: ("king", first + 1),
        verbs.DESPERATE: lambda: ("desperate",),
        verbs.CARRY_ON: lambda: ("carry on",),
        verbs.DISCARD: lambda: ("discard", tuple(sorted(cards[k] for k in (first, second) if k != verbs.NOTHING))),
        verbs.KEEP: lambda: ("keep",),
        verbs.TRADE: lambda: ("trade", cards[first], second, cards[third]),
        verbs.NO_TRADE: lambda: ("no trade",),
        verbs.ACCEPT: lambda: ("accept",),
        verbs.REFUSE: lambda: ("refuse",),
        verbs.HIT: lambda: ("hit", cards[first], monster),
        verbs.NICE_SHOT: lambda: ("nice shot", cards[first], monster),
        verbs.ALL_FOR_ONE: lambda: ("all for one", (cards[first], cards[second], cards[third]), monster),
        verbs.SLAY: lambda: ("slay", monster),
        verbs.TAR: lambda: ("tar", monster),
        verbs.DRIVE_BACK: lambda: ("drive back", monster),
        verbs.BUILD: lambda: ("build", first + 1),
        verbs.FORTIFY: lambda: ("fortify", first + 1),
        verbs.MISSING: lambda: ("missing",),
        verbs.DRAW_TWO: lambda: ("draw two",),
        verbs.SCAVENGE: lambda: ("scavenge", cards[second]),
        verbs.PLACE_WALL: lambda: ("place wall", first + 1),
        verbs.END_PLAY: lambda: ("end play",),
        verbs.HURT: lambda: ("hurt", monster),
        verbs.GIVE_UP: lambda: ("give up", cards[first]),
        verbs.WALL_COUNT: lambda: ("wall count", first + 1),
        verbs.WALL: lambda: ("wall", first + 1),
        verbs.CARD: lambda: ("card", cards[first]),
        verbs.TOKEN: lambda: ("token", tokens[first]),
        verbs.ROLL: lambda: ("roll", first + 1),
    }
    return words[verb]()  # type: ignore[no-any-return]


def snapshot(position: Position) -> dict[str, object]:
    """The position as the referee would show it."""
    state = position.state
    players = range(position.rule_set.players)
    arcs = range(6)
    king = int(state.king)
    return {
        "towers": tuple(bool(state.towers[arc]) for arc in arcs),
        "walls": tuple(bool(state.walls[arc]) for arc in arcs),
        "fortify": tuple(bool(state.fortify[arc]) for arc in arcs),
        "monsters": tuple(sorted((m.name, m.ring, m.arc, m.health, m.tarred) for m in position.monsters)),
        "hands": tuple(tuple(sorted(hand)) for hand in position.hands),
        "deck": tuple(sorted(position.deck)),
        "discards": tuple(sorted(position.discards)),
        "pile": tuple(sorted(position.pile)),
        "token discards": tuple(sorted(position.token_discards)),
        "trophies": tuple(tuple(sorted(kept)) for kept in position.trophies),
        "player": 0 if state.stage in _SETUP else position.player,
        "homes": tuple(int(state.homes[p]) or None for p in players),
        "out": tuple(bool(state.out[p]) for p in players),
        "king": king or None,
        "held walls": tuple(int(state.held_walls[p]) for p in players),
        "final charge": bool(state.charge),
    }


def play_both(rules: RuleSet, seed: int, transitions: int, *, compiled: bool | None = None, eager: float = 0.8) -> int:
    """Play random games in both until so many transitions are compared; `eager` is how rarely a play phase is ended early, so that cards get played."""
    rng = random.Random(seed)
    game = CastlePanic(rules, compiled=compiled)
    done = 0
    while done < transitions:
        position = game.start()
        referee = Referee(referee_rules(rules))
        while True:
            compare(game, position, referee)
            if game.node(position) is Node.OVER:
                break
            listed = game.choices(position) or [m for m, _ in game.outcomes(position)]
            if game.node(position) is Node.CHANCE:
                move = rng.choices(listed, [w for _, w in game.outcomes(position)])[0]
            else:
                busy = [m for m in listed if verb_of(m) != verbs.END_PLAY]
                move = rng.choice(busy if busy and rng.random() < eager else listed)
            referee.apply(translate(position, move))
            position = game.apply(position, move)
            done += 1
    return done


def compare(game: CastlePanic, position: Position, referee: Referee) -> None:
    node = game.node(position)
    assert node.value == referee.kind(), (node, referee.kind(), snapshot(position), referee.snapshot())
    assert snapshot(position) == referee.snapshot()
    if node is Node.CHOICE:
        listed = [translate(position, move) for move in game.choices(position)]
        assert len(listed) == len(set(listed))
        assert set(listed) == referee.choices()
        mover = game.mover(position)
        assert ("team" if mover == TEAM else mover) == referee.mover()
    elif node is Node.CHANCE:
        assert {translate(position, move): weight for move, weight in game.outcomes(position)} == referee.outcomes()
    else:
        result = game.result(position)
        assert result is not None
        assert ("won" if result.won else "lost") == referee.result()
        assert result.winners == referee.winners()
