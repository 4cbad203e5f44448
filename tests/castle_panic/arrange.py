"""Set up a position for a test by saying only what matters.

Cards and tokens are taken from the deck and the pile, so nothing is made up.
"""

from __future__ import annotations

from collections.abc import Sequence

from castlewise.models.castle_panic import stages
from castlewise.models.castle_panic.board import RINGS, TARRED, monster
from castlewise.models.castle_panic.game import CastlePanic
from castlewise.models.castle_panic.position import Monster, Position
from castlewise.models.castle_panic.rule_set import read_rules
from castlewise.models.castle_panic.rules.monsters import place


def arrange(
    rules: str = "players=2",
    *,
    monsters: Sequence[str] = (),  # "orc archer 2", "troll castle 5 health 1", "goblin forest 1 tarred"
    hand: Sequence[str] = (),  # of player 0
    others: Sequence[Sequence[str]] = (),  # hands of players 1, 2, ...
    towers: Sequence[int] = (1, 2, 3, 4, 5, 6),
    walls: Sequence[int] = (1, 2, 3, 4, 5, 6),
    fortified: Sequence[int] = (),
    discards: Sequence[str] = (),
    trophies: Sequence[Sequence[str]] = (),  # of players 0, 1, ...
    homes: Sequence[int] = (),  # My Home Is My Castle: the arcs of the Towers that players 0, 1, ... hold
    king: int = 0,  # the arc of the King's Tower
    held_walls: Sequence[int] = (),  # Under Construction: the Walls that players 0, 1, ... still hold
    pile: Sequence[str] | None = None,  # exactly these tokens are left; the rest is discarded
    deck: Sequence[str] | None = None,  # exactly these cards are left; the rest is discarded
    stage: int = stages.PLAY_PHASE,
    player: int = 0,
    first_turns: int = 0,
    compiled: bool | None = None,
) -> Position:
    game = CastlePanic(read_rules(rules), compiled=compiled)
    components = game.rule_set.components
    state = game.blank_state()
    for arc in range(6):
        state.towers[arc] = int(arc + 1 in towers)
        state.walls[arc] = int(arc + 1 in walls)
        state.fortify[arc] = int(arc + 1 in fortified)
    hands = {0: hand} | dict(enumerate(others, 1))
    for owner, cards in hands.items():
        for name in cards:
            kind = components.card(name)
            state.deck[kind] -= 1
            state.hands[owner][kind] += 1
    for name in discards:
        kind = components.card(name)
        state.deck[kind] -= 1
        state.discards[kind] += 1
    if deck is not None:
        _keep_only([components.card(name) for name in deck], state.deck, state.discards)
    for words in monsters:
        ring = next(r for r in RINGS if f" {r} " in words)
        name, _, rest = words.partition(f" {ring} ")
        kind = components.token(name)
        parts = rest.split()
        health = int(parts[parts.index("health") + 1]) if "health" in parts else components.tokens[kind].health
        packed = monster(kind, RINGS.index(ring), int(parts[0]) - 1, health) + (TARRED if "tarred" in parts else 0)
        state.pile[kind] -= 1
        place(state, packed)
    for owner, taken in enumerate(trophies):
        for name in taken:
            state.pile[components.token(name)] -= 1
            state.trophies[owner][components.token(name)] += 1
    for owner, arc in enumerate(homes):
        state.homes[owner] = arc
    for owner, count in enumerate(held_walls):
        state.held_walls[owner] = count
    state.king = king
    if pile is not None:
        _keep_only([components.token(name) for name in pile], state.pile, state.token_discards)
    assert min(*state.deck, *state.pile) >= 0, "more components than the game has"
    state.player = player
    state.first_turns = first_turns
    state.stage = stage
    return game.settled(state)


def _keep_only(kept: list[int], stock: list[int], discards: list[int]) -> None:
    for kind in range(len(stock)):
        moved = int(stock[kind]) - kept.count(kind)
        assert moved >= 0, "more kept than there is"
        stock[kind] -= moved
        discards[kind] += moved


def play(position: Position, *texts: str) -> Position:
    """Apply moves given by their short form or sentence."""
    for text in texts:
        position = position.game.apply(position, position.game.read_move(position, text))
    return position


def options(position: Position) -> set[str]:
    """The short forms of everything that can happen here."""
    game = position.game
    legal = game.choices(position) or [outcome for outcome, _ in game.outcomes(position)]
    return {game.short(position, move) for move in legal}


def chances(position: Position) -> dict[str, int]:
    """What chance can do here, with the weights."""
    return {position.game.short(position, outcome): weight for outcome, weight in position.game.outcomes(position)}


def board(position: Position) -> list[str]:
    """The Monsters in the words that `arrange` takes, outermost ring first, then by arc."""
    return [_in_words(position, found) for found in position.monsters]


def _in_words(position: Position, found: Monster) -> str:
    components = position.rule_set.components
    full = components.tokens[components.token(found.name)].health
    words = [found.name, found.ring, str(found.arc)]
    words += [f"health {found.health}"] if found.health < full else []
    return " ".join(words + ["tarred"] * found.tarred)
