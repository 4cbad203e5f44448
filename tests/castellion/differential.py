"""The engine beside the referee: the same game played in both, compared node by node.

The referee (tests/referee) was written from the rulebook alone and speaks in names; this module translates the engine's integers into its words. Random play
sees little of the later game, hence `late_position`: castles well under way, few tiles left, ordeals behind.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from castellion.arrange import in_kernel
from castlewise.models.castellion import moves as verbs
from castlewise.models.castellion import stages
from castlewise.models.castellion.game import Castellion
from castlewise.models.castellion.ordeals import Ordeal
from castlewise.models.castellion.position import Position
from castlewise.models.castellion.rule_set import RuleSet
from castlewise.models.castellion.rules.appendices import imprison, prison_ends
from castlewise.models.castellion.rules.castle import height_of, place_tile, tiles_in, width_of
from castlewise.models.castellion.state import COLUMN, State
from castlewise.models.castellion.tiles import BLACK_TRAITOR, DEFENDERS, PANTRY, SHAPES, TILES, TRAITOR
from castlewise.models.contract import TEAM, Node
from castlewise.models.move_code import first_of, second_of, third_of, verb_of
from castlewise.solver.policies import policy_kernel, policy_rule
from referee.castellion import Referee

VERBS = {value: name for name, value in vars(verbs).items() if name.isupper() and isinstance(value, int) and not name.endswith("_PILE")}
OUTCOMES = {
    stages.WON: "won",
    stages.LOST_FORMATIONS: "formations",
    stages.LOST_FOUNDATION: "foundation",
    stages.LOST_PANTRY: "pantry",
    stages.LOST_PRISON: "prison",
    stages.LOST_HAUNTED: "haunted",
}
_PILES = ("safe", "standard")
_SELDOM = {verbs.MEET_NOW: 0.03, verbs.GIVE_CHAMPION: 0.1, verbs.DISCARD: 0.4}


def card_tuple(card: Ordeal) -> tuple[Any, ...]:
    return ("rows", card.rows) if card.rows else ("formations", card.towers, card.bastions, card.lines, card.penalty)


def referee_rules(rules: RuleSet) -> dict[str, object]:
    def named(counts: tuple[int, ...]) -> dict[str, int]:
        return {tile.name: count for tile, count in zip(TILES, counts, strict=True) if count}

    return {
        "level": rules.level,
        "players": rules.players,
        "appendix": rules.appendix.replace("-", " ") or None,
        "pantry": {"": None, "pantry": "normal", "pantry-harder": "harder"}[rules.pantry],
        "width": rules.width,
        "height": rules.height,
        "ordeals": tuple(tuple(card_tuple(card) for card in number.cards) for number in rules.ordeals),
        "traitor numbers": tuple(number.traitors for number in rules.ordeals),
        "safe": named(rules.safe),
        "standard": named(rules.standard),
    }


def translate(position: Position, move: int) -> tuple[Any, ...]:
    """A move of the engine in the referee's words."""
    verb, first, second, third = verb_of(move), first_of(move), second_of(move), third_of(move)
    words: dict[int, Any] = {
        verbs.PROPHET: lambda: ("prophet", first + 1),
        verbs.DRAW: lambda: ("draw", _PILES[first]),
        verbs.TAKE: lambda: ("take", TILES[first].name),
        verbs.PLACE_PANTRY: lambda: ("pantry", SHAPES[second], first),
        verbs.MEET_NOW: lambda: ("encounter",),
        verbs.GIVE_CHAMPION: lambda: ("give champion",),
        verbs.PLACE: lambda: ("place", first),
        verbs.DISCARD: lambda: ("discard",),
        verbs.POWER: lambda: ("power",),
        verbs.SWAP_VIGIL: lambda: ("vigil",),
        verbs.IMPRISON: lambda: ("prison", SHAPES[first - 1] if first else None),
        verbs.DONATE: lambda: ("donate",),
        verbs.PLACE_TRAITOR: lambda: ("place traitor",),
        verbs.DISCARD_TRAITOR: lambda: ("discard traitor",),
        verbs.PREMONITION: lambda: ("premonition",),
        verbs.COLD_SWEAT: lambda: ("cold sweat", first + 1),
        verbs.EXCHANGE: lambda: ("exchange", (first + 1, second + 1), (first + 1, second + 2) if third else (first + 2, second + 1)),
        verbs.REVEAL: lambda: ("reveal", _PILES[first]),
        verbs.RECOVER_TILE: lambda: ("recover", TILES[first].name),
        verbs.DESTROY: lambda: ("destroy", first + 1, second + 1),
        verbs.DESTROY_END: lambda: ("destroy end", first),
        verbs.SHIFT_TILE: lambda: ("move", first + 1, second),
        verbs.HAUNT: lambda: ("haunt", first + 1),
        verbs.REVEAL_CARD: lambda: ("reveal ordeal", first + 1),
        verbs.CHOOSE_WHO: lambda: ("who", first),
        verbs.TILE: lambda: ("tile", TILES[first].name),
        verbs.CARD: lambda: ("card", card_tuple(position.rule_set.ordeals[first].cards[second])),
    }
    return words[verb]()  # type: ignore[no-any-return]


def snapshot(position: Position) -> dict[str, object]:
    """The position as the referee would show it."""
    s = position.state
    tiles_in_prison = sum(s.prison)
    return {
        "castles": tuple(tuple(map(tuple, castle)) for castle in position.castles),
        "safe": tuple(sorted(position.safe)),
        "standard": tuple(sorted(position.standard)),
        "revealed": tuple(sorted(position.revealed)),
        "discards": tuple(sorted(position.discards)),
        "pantry": tuple(sorted(position.pantry)),
        "prison": tuple(sorted(position.prison)),
        "prison ends": tuple(sorted((SHAPES[s.prison_first], SHAPES[s.prison_last]))) if 0 < tiles_in_prison < 8 else (),
        "vigil": position.vigil,
        "hand": position.hand,
        "player": 1 - position.player if s.gift else position.player,
        "ordeals": tuple(card_tuple(card) if card else None for card in position.ordeals),
        "met": position.met,
        "traitors": position.traitors,
        "prophet": int(s.prophet) or None,
        "pawn": bool(s.pawn),
        "haunted": position.haunted,
        "champion": int(s.champion) - 1 if s.champion else None,
    }


@lru_cache
def greedy_decision(compiled: bool) -> Callable[..., Any]:
    """The greedy policy, loaded once: all games of Castellion share a kernel."""
    game = Castellion(compiled=compiled)
    return policy_kernel(game, "greedy")(policy_rule(game, "greedy"))


class Skilled:
    """A player for both: the greedy policy at some choices, so that games last and some are won; else a random kind of move."""

    def __init__(self, game: Castellion, skill: float, seed: int) -> None:
        self.game = game
        self.skill = skill
        self.rng = random.Random(seed)
        self.source = game.source(seed)
        self.out = game.lists()[0]

    def choose(self, position: Position) -> int:
        listed = self.game.choices(position)
        if self.rng.random() < self.skill:
            decide = greedy_decision(self.game.kernel.compiled)
            move = int(decide(self.game.rules, position.state, self.source.buffer, self.out))
            assert move in listed, self.game.describe(position, move)
            return move
        kinds = sorted({verb_of(move) for move in listed})  # the rare ones as often as the many placements
        wanted = self.rng.choices(kinds, [_SELDOM.get(kind, 1.0) for kind in kinds])[0]
        return self.rng.choice([move for move in listed if verb_of(move) == wanted])

    def chance(self, position: Position) -> int:
        return self.game.sample(position, self.source)


def late_position(rules: RuleSet, seed: int, *, compiled: bool | None = None) -> Position:
    """A turn begins in the middle of a game: castles of any form, a few tiles left, ordeals behind or about to come."""
    rng = random.Random(seed)
    game = Castellion(rules, compiled=False)
    state = game.blank_state()
    tiles = [kind for kind, count in enumerate(rules.all_tiles[:DEFENDERS]) for _ in range(count)]
    rng.shuffle(tiles)
    for kind in range(len(TILES)):
        state.safe[kind] = state.standard[kind] = 0
    for player in range(rules.players):
        _build(rules, state, player, tiles, rng)
    if rules.appendix == "vigil" and tiles:
        state.vigil = tiles.pop() + 1
    if rules.appendix == "prophet":
        state.prophet = rng.choice([1 + n for n, number in enumerate(rules.ordeals) if number.traitors > 1])
    if rules.appendix == "prison":
        for kind in tiles[: rng.choice([0, 3, 6, 7, 8, 8])]:
            ends = prison_ends(game.rules, state, kind)
            if ends:
                imprison(state, kind, (ends & -ends).bit_length() - 1)
                tiles.remove(kind)
    if rules.appendix in ("cold-sweat", "horror") and rng.random() < 0.6:
        _haunt(rules, state, rng)
    _ordeals(rules, state, rng)
    _scatter(rules, state, tiles, rng)
    state.player = rng.randrange(rules.players)
    state.stage = stages.BEGIN_TURN
    return in_kernel(game.settled(state), compiled)


def _build(rules: RuleSet, state: State, player: int, tiles: list[int], rng: random.Random) -> None:
    """A castle that likes to go on with the faction below or to the left, so that formations come about; Pantry tiles in between."""
    full = rng.random() < 0.25
    width = rng.choice([rules.width] * 6 + list(range(rules.width + 1)))
    lone = rng.random() < 0.1  # a low castle, where moving a tile is a matter of ends
    for column in range(width):
        for row in range(1 if lone else rules.height if full else rng.randint(1, rules.height)):
            if not tiles or tiles_in(state, player) == rules.width * rules.height - 1:
                return
            shape = rng.randrange(3)
            if state.pantry[shape] and rng.random() < 0.1:
                state.pantry[shape] -= 1
                place_tile(state, player, PANTRY + shape, column + 1)
                continue
            neighbour = column * COLUMN + row - 1 if row and rng.random() < 0.5 else (column - 1) * COLUMN + row
            wanted = next((f for f in range(4) if neighbour >= 0 and state.factions[player][f] >> neighbour & 1), None)
            liked = [kind for kind in tiles if kind // 3 == wanted]
            kind = liked[0] if liked and rng.random() < 0.75 else tiles[0]
            tiles.remove(kind)
            place_tile(state, player, kind, column + 1)


def _haunt(rules: RuleSet, state: State, rng: random.Random) -> None:
    state.pawn = 0
    player = rng.randrange(rules.players)
    if width_of(state, player) and rng.random() < 0.9:
        column = rng.randrange(width_of(state, player))
        state.haunted_castle = player
        state.haunted = 1 + column * COLUMN + rng.randrange(height_of(state, player, column))
    else:  # it stood on a tile of the other castle, or was never placed
        state.pawn = 1


def _ordeals(rules: RuleSet, state: State, rng: random.Random) -> None:
    state.met = rng.choice([0, 1, 2, 2])
    for number, known in enumerate(rules.ordeals):
        face_down = rules.level == "expert" and len(known.cards) > 1 and number >= state.met and rng.random() < 0.6
        state.card[number] = 0 if face_down else rng.randrange(len(known.cards)) + 1
    beside = rules.ordeals[state.met].traitors - 1 - int(state.prophet == state.met + 1)
    state.traitors = rng.randint(0, max(min(beside, rules.all_tiles[TRAITOR]), 0))
    state.champion = rng.randint(1, 2) if rules.players == 2 and state.met else 0


def _scatter(rules: RuleSet, state: State, tiles: list[int], rng: random.Random) -> None:
    """A few tiles in the piles and face up, the rest discarded."""
    seen_at_once = (4,) * len(TILES)
    for pile, number, most in (
        (state.safe, rng.choice([0, 0, 1, 3]), rules.safe),
        (state.standard, rng.choice([0, 1, 4, 12]), rules.standard),
        (state.revealed, rng.choice([0, 0, 0, 1, 3]) if rules.level != "introductory" else 0, seen_at_once),
    ):
        for kind in tiles[:number]:
            if pile[kind] < most[kind]:
                pile[kind] += 1
                tiles.remove(kind)
    left = {TRAITOR: rules.all_tiles[TRAITOR] - state.traitors, BLACK_TRAITOR: rules.all_tiles[BLACK_TRAITOR]}
    for kind, wanted in ((TRAITOR, rng.choice([0, 1, 4])), (BLACK_TRAITOR, rng.choice([0, 0, 1, 3]))):
        state.standard[kind] = min(wanted, left[kind])
        if state.standard[kind] and rng.random() < 0.2 and 0 < sum(state.revealed) < 4:
            state.standard[kind] -= 1
            state.revealed[kind] += 1
    for kind in tiles:
        state.discards[kind] += 1


def play_both(
    rules: RuleSet, seed: int, seen: Counter[str], *, compiled: bool | None = None, skill: float = 0.0, late: bool = False
) -> int:
    """Play one game in both, from the setup or from a late position, compare every node and count what was seen. Returns the transitions."""
    if late:
        position = late_position(rules, seed, compiled=compiled)
        if position.state.stage != stages.TURN or position.met == 3:  # ran on: the referee begins with a turn
            return 0
        referee = Referee(referee_rules(rules), snapshot(position))
    else:
        position = Castellion(rules, compiled=compiled).start()
        referee = Referee(referee_rules(rules))
    game = position.game
    player = Skilled(game, skill, seed)
    played: list[str] = []
    try:
        while True:
            compare(game, position, referee)
            if game.node(position) is Node.OVER:
                seen[f"result {OUTCOMES[int(position.state.outcome)]}"] += 1
                return len(played)
            seen[f"stage {position.state.stage}"] += 1
            move = player.choose(position) if game.node(position) is Node.CHOICE else player.chance(position)
            played.append(game.short(position, move))
            referee.apply(translate(position, move))
            if position.state.stage == stages.DESTROY_TILES:
                seen[f"purpose {position.state.purpose}"] += 1
            position = game.apply(position, move)
            seen[f"verb {VERBS[verb_of(move)]}"] += 1
    except Exception as error:
        start = "a late position" if late else "the setup"
        error.add_note(f"{rules} from {start}, seed {seed}, skill {skill}, compiled {game.kernel.compiled}, after {' '.join(played)}")
        raise


def compare(game: Castellion, position: Position, referee: Referee) -> None:
    node = game.node(position)
    assert node.value == referee.kind(), (node, referee.kind(), snapshot(position), referee.snapshot())
    if node is Node.OVER:
        assert OUTCOMES[int(position.state.outcome)] == referee.result()
        return
    assert snapshot(position) == referee.snapshot()
    if node is Node.CHOICE:
        listed = [translate(position, move) for move in game.choices(position)]
        assert len(listed) == len(set(listed)) > 1
        assert set(listed) == referee.choices()
        mover = game.mover(position)
        assert ("team" if mover == TEAM else mover) == referee.mover()
    else:
        assert {translate(position, move): weight for move, weight in game.outcomes(position)} == referee.outcomes()
