"""The engine beside the referee: the same game played in both, compared node by node.

The referee (tests/referee) was written from the rulebooks alone and speaks in names; this module translates the engine's integers into
its words. Random play loses early: what happens late in a game is only compared when somebody plays well, hence `Skilled`.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from castlewise.models.castle_panic import moves as verbs
from castlewise.models.castle_panic import stages
from castlewise.models.castle_panic.board import CASTLE, KNIGHT, monster
from castlewise.models.castle_panic.components import BRICK_CARD, MORTAR_CARD
from castlewise.models.castle_panic.expansions.wizards_tower import moves as wizards_verbs
from castlewise.models.castle_panic.expansions.wizards_tower import position_keys
from castlewise.models.castle_panic.game import CastlePanic
from castlewise.models.castle_panic.notation import write_line
from castlewise.models.castle_panic.position import Position
from castlewise.models.castle_panic.position_draft import OUTCOMES, STAGES
from castlewise.models.castle_panic.rule_set import MASTER_SLAYER, OPTIONS, RuleSet, read_rules
from castlewise.models.castle_panic.rules.monsters import place
from castlewise.models.castle_panic.state import CHOICES, State
from castlewise.models.contract import TEAM, Node
from castlewise.models.move_code import first_of, second_of, target_of, third_of, verb_of
from castlewise.solver.policies import policy_kernel, policy_rule
from referee.castle_panic import Flow, Monster, Referee


def named_verbs(module: object) -> dict[int, str]:
    """The verbs of a game or an expansion with their names."""
    numbers = {name: value for name, value in vars(module).items() if name.isupper() and isinstance(value, int)}
    return {value: name for name, value in numbers.items() if value < verbs.NOTHING and not name.startswith("WITH_")}


VERBS = named_verbs(verbs)
_VERB_NAMES = VERBS | named_verbs(wizards_verbs)
_PASSING = {verbs.END_PLAY, verbs.NO_TRADE, verbs.KEEP}
_STAGE_NAMES = {stage: name for name, stage in (STAGES | position_keys.STAGES).items()}
_OUTCOME_NAMES = {outcome: name for name, outcome in OUTCOMES.items()}

SETUP = {
    stages.PLACE_STARTING, stages.CLAIM_TOWER, stages.NAME_KING, stages.ROLL_WALL_COUNT, stages.ROLL_WALL,
    stages.PLACE_BY_CHANCE, stages.ROLL_STARTING, stages.DEAL,
}  # fmt: skip


def referee_rules(rules: RuleSet) -> dict[str, object]:
    named: dict[str, object] = {
        option.replace("-", " "): True for option in OPTIONS if option != "friends-close" and getattr(rules, option.replace("-", "_"))
    }
    walls = int(rules.walls) if rules.walls.isdigit() else rules.walls
    return named | {"players": rules.players, "version": rules.version.replace("-s", " s"), "edition": rules.edition, "walls": walls}


@lru_cache(maxsize=8)
def names(game: CastlePanic) -> tuple[list[str], list[str]]:
    """Of its cards and of its tokens."""
    components = game.rule_set.components
    return [card.name for card in components.cards], [token.name for token in components.tokens]


def monster_seen(position: Position, packed: int) -> tuple[Any, ...]:
    m = position.monster(packed)
    return (m.name, m.ring, m.arc, m.health, m.tarred)


def translate(position: Position, move: int, monster_seen: Callable[[Position, int], tuple[Any, ...]] = monster_seen) -> tuple[Any, ...]:
    """A move of the engine in the referee's words."""
    cards, tokens = names(position.game)
    verb, first, second, third = verb_of(move), first_of(move), second_of(move), third_of(move)
    target = monster_seen(position, target_of(move)) if target_of(move) else None
    match verb:
        case verbs.CARD:
            return ("card", cards[first])
        case verbs.TRADE:
            return ("trade", cards[first], second, cards[third])
        case verbs.TOKEN:
            return ("token", tokens[first])
        case verbs.ROLL:
            return ("roll", first + 1)
        case verbs.HIT:
            return ("hit", cards[first], target)
        case verbs.PLACE:
            return ("place", tokens[first], second + 1)
        case verbs.PLACED:
            return ("placed", tokens[first], second + 1)
        case verbs.CLAIM:
            return ("claim", first + 1)
        case verbs.KING:
            return ("king", first + 1)
        case verbs.DESPERATE:
            return ("desperate",)
        case verbs.CARRY_ON:
            return ("carry on",)
        case verbs.DISCARD:
            return ("discard", tuple(sorted(cards[k] for k in (first, second) if k != verbs.NOTHING)))
        case verbs.KEEP:
            return ("keep",)
        case verbs.NO_TRADE:
            return ("no trade",)
        case verbs.ACCEPT:
            return ("accept",)
        case verbs.REFUSE:
            return ("refuse",)
        case verbs.NICE_SHOT:
            return ("nice shot", cards[first], target)
        case verbs.ALL_FOR_ONE:
            return ("all for one", (cards[first], cards[second], cards[third]), target)
        case verbs.SLAY:
            return ("slay", target)
        case verbs.TAR:
            return ("tar", target)
        case verbs.DRIVE_BACK:
            return ("drive back", target)
        case verbs.BUILD:
            return ("build", first + 1)
        case verbs.FORTIFY:
            return ("fortify", first + 1)
        case verbs.MISSING:
            return ("missing",)
        case verbs.DRAW_TWO:
            return ("draw two",)
        case verbs.SCAVENGE:
            return ("scavenge", cards[second])
        case verbs.PLACE_WALL:
            return ("place wall", first + 1)
        case verbs.END_PLAY:
            return ("end play",)
        case verbs.HURT:
            return ("hurt", target)
        case verbs.GIVE_UP:
            return ("give up", cards[first])
        case verbs.WALL_COUNT:
            return ("wall count", first + 1)
        case verbs.WALL:
            return ("wall", first + 1)
    raise ValueError(f"no verb of the base game: {verb}")


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
        "player": 0 if state.stage in SETUP else position.player,
        "homes": tuple(int(state.homes[p]) or None for p in players),
        "out": tuple(bool(state.out[p]) for p in players),
        "king": king or None,
        "held walls": tuple(int(state.held_walls[p]) for p in players),
        "final charge": bool(state.charge),
    }


@lru_cache
def greedy_decision(compiled: bool, wizards_tower: bool = False) -> Callable[..., Any]:
    """The greedy policy, loaded once: games with the printed components share a kernel."""
    game = CastlePanic(read_rules("wizards-tower" if wizards_tower else ""), compiled=compiled)
    return policy_kernel(game, "greedy")(policy_rule(game, "greedy"))


class Skilled:
    """A player for both: the greedy policy at most choices, so that games last and some are won; else a random kind of move."""

    def __init__(self, game: CastlePanic, skill: float, seed: int) -> None:
        self.game = game
        self.skill = skill
        self.rng = random.Random(seed)
        self.decide = greedy_decision(game.kernel.compiled, game.rule_set.wizards_tower)
        self.source = game.source(seed).buffer
        self.out = game.buffer(CHOICES)

    def choose(self, position: Position) -> int:
        listed = self.game.choices(position)
        together = [move for move in listed if verb_of(move) == verbs.ALL_FOR_ONE]
        if together and self.rng.random() < 0.5:  # rarely possible, and the greedy policy does not know it
            return self.rng.choice(together)
        if self.rng.random() < self.skill:
            move = int(self.decide(self.game.rules, position.state, self.source, self.out))
            assert move in listed, self.game.describe(position, move)
            return move
        kinds = sorted({verb_of(move) for move in listed})  # the rare ones as often as the many trades and hits
        if len(kinds) > 1 and self.rng.random() < 0.8:
            kinds = [kind for kind in kinds if kind not in _PASSING]
        wanted = self.rng.choice(kinds)
        return self.rng.choice([move for move in listed if verb_of(move) == wanted])

    def chance(self, position: Position) -> int:
        outcomes = self.game.outcomes(position)
        return self.rng.choices([outcome for outcome, _ in outcomes], [weight for _, weight in outcomes])[0]


def late_position(rules: RuleSet, seed: int, *, compiled: bool | None = None) -> Position:
    """A turn begins, and the end is near: few tokens are left in the pile, some structures have fallen, players may be out."""
    rng = random.Random(seed)
    game = CastlePanic(rules, compiled=compiled)
    state, seats = game.blank_state(), range(rules.players)
    for arc in range(6):
        state.towers[arc] = int(rng.random() < 0.5)
        state.walls[arc] = int(rng.random() < 0.4)
    state.towers[rng.randrange(6)] = 1
    for arc in rng.sample([arc for arc in range(6) if state.walls[arc]], min(rng.randrange(3), sum(state.walls))):
        state.fortify[arc] = 1
    hand_out_homes(rules, state, rng)
    alive = [player for player in seats if not state.out[player]]
    state.player = rng.choice(alive)
    if len(alive) == rules.players and rng.random() < 0.3:  # a first turn, strange as it is this late
        state.first_turns = rules.players - state.player
    _deal_late(game, state, alive, rng)
    _scatter_tokens(game, state, rng)
    state.stage = stages.BEGIN_TURN
    return game.settled(state)


def hand_out_homes(rules: RuleSet, state: State, rng: random.Random) -> None:
    """My Home Is My Castle, late: some players are on their backup, some are out, the King's Tower may have fallen."""
    standing = [arc for arc in range(6) if state.towers[arc]]
    rng.shuffle(standing)
    seats = range(rules.players)
    if rules.my_home:
        for player in seats:
            if standing:
                state.homes[player] = standing.pop() + 1
                state.backup[player] = int(rules.edition == 2 and rng.random() < 0.3)
            state.out[player] = int(state.homes[player] == 0)
        if rules.kings_tower:
            state.king = standing.pop() + 1 if standing and rng.random() < 0.8 else 0
            state.king_fell = int(state.king == 0)


def _deal_late(game: CastlePanic, state: State, alive: list[int], rng: random.Random) -> None:
    """Hands, discards and, with few cards, a deck that soon runs out."""
    rules = game.rule_set
    cards = [kind for kind, count in enumerate(rules.full_deck) for _ in range(count)]
    rng.shuffle(cards)
    for kind in range(len(state.deck)):
        state.deck[kind] = 0
    if rules.dwindling_resources:
        for kind in (BRICK_CARD, MORTAR_CARD):
            for _ in range(rng.randrange(5)):
                cards.remove(kind)
    for player in alive:
        state.held_walls[player] = int(rules.walls == "players" and rng.random() < 0.5)
        for _ in range(rng.randrange(rules.hand_size + 1)):
            state.hands[player][cards.pop()] += 1
    for _ in range(rng.choice([0, 1, 3, len(cards)])):
        if cards:
            state.deck[cards.pop()] += 1
    for kind in cards:
        state.discards[kind] += 1


def _scatter_tokens(game: CastlePanic, state: State, rng: random.Random) -> None:
    """Monsters anywhere but under a standing Tower, a few tokens in the pile, the rest discarded or won."""
    rules = game.rule_set
    tokens = [kind for kind, count in enumerate(rules.all_tokens) for _ in range(count)]
    rng.shuffle(tokens)
    if rng.random() < 0.5:  # what is no plain Monster first: it is what ends games in odd ways
        tokens.sort(key=lambda kind: rules.components.tokens[kind].effect == "none")
    for kind in range(len(state.pile)):
        state.pile[kind] = 0
    for kind in tokens[: rng.choice([0, 1, 1, 2, 3, 6])]:
        state.pile[kind] += 1
    left = tokens[sum(state.pile) :]
    fewest = 0 if any(state.pile) else 1  # with neither a token nor a Monster left the game would be won
    monsters = [kind for kind in left if rules.components.tokens[kind].health][: rng.randrange(fewest, 9)]
    for kind in monsters:
        left.remove(kind)
        ring, arc = rng.randrange(5), rng.randrange(6)
        if ring == CASTLE and state.towers[arc]:
            ring = KNIGHT
        place(state, monster(kind, ring, arc, rng.randint(1, rules.components.tokens[kind].health)))
    for kind in left:
        if rules.version == MASTER_SLAYER and rules.components.tokens[kind].health:
            state.trophies[rng.randrange(rules.players)][kind] += 1
        else:
            state.token_discards[kind] += 1
    state.charge = int(rules.final_charge and not any(state.pile))


class LateReferee(Referee):
    """A referee who takes over where a turn begins."""

    def __init__(self, position: Position) -> None:
        self._taken_over = position
        super().__init__(referee_rules(position.rule_set))

    def _set_up(self) -> Flow[None]:
        take_over(self, self._taken_over)
        yield from ()


def take_over(referee: Referee, position: Position) -> None:
    """What the base game knows of a position, given to a referee."""
    state, arcs, players = position.state, range(1, 7), range(position.rule_set.players)
    referee.towers = {arc: arc in position.towers for arc in arcs}
    referee.walls = {arc: arc in position.walls for arc in arcs}
    referee.fortify = {arc: arc in position.fortified for arc in arcs}
    referee.monsters = [Monster(m.name, m.ring, m.arc, m.health) for m in position.monsters]
    referee.hands, referee.trophies = position.hands, position.trophies
    referee.deck, referee.discards = position.deck, position.discards
    referee.pile, referee.token_discards = position.pile, position.token_discards
    referee.player = position.player
    referee.had_a_turn = [state.first_turns == 0 or player < referee.player for player in players]
    referee.homes = [int(state.homes[player]) or None for player in players]
    referee.on_backup = [bool(state.backup[player]) for player in players]
    referee.out = [bool(state.out[player]) for player in players]
    referee.king = int(state.king) or None
    referee.hand_size -= int(state.king_fell)
    referee.held_walls = [int(state.held_walls[player]) for player in players]


@dataclass(frozen=True)
class Sides:
    """What the comparison needs to know about a game: how to begin it on both sides, and the engine's words for it in the referee's."""

    referee: Callable[[RuleSet], Referee] = lambda rules: Referee(referee_rules(rules))
    late_referee: Callable[[Position], Referee] = lambda position: LateReferee(position)
    late_position: Callable[..., Position] = late_position
    translate: Callable[[Position, int], tuple[Any, ...]] = translate
    snapshot: Callable[[Position], dict[str, object]] = snapshot
    events: Callable[[Position, Position, tuple[Any, ...]], Iterator[str]] = lambda before, after, _: events(before, after)
    known_difference: Callable[[Position, Position, tuple[Any, ...], set[str]], str] = lambda before, after, words, keys: ""
    idle_when_lost: frozenset[str] = frozenset()  # keys of the position that are not compared once a game is lost


BASE = Sides()


class Difference(AssertionError):
    """Engine and referee differ; the keys of the position that do, or "node" where it is what can happen there."""

    def __init__(self, what: object, keys: set[str]) -> None:
        super().__init__(what)
        self.keys = keys


def play_both(
    rules: RuleSet,
    seed: int,
    seen: Counter[str],
    *,
    compiled: bool | None = None,
    skill: float = 0.0,
    late: bool = False,
    sides: Sides = BASE,
) -> int:
    """Play one game in both, from the setup or from a late position, compare every node and count what was seen. Returns the transitions.

    A difference that is known is counted and ends the game.
    """
    if late:
        position = sides.late_position(rules, seed, compiled=compiled)
        referee = sides.late_referee(position)
    else:
        position = CastlePanic(rules, compiled=compiled).start()
        referee = sides.referee(rules)
    game = position.game
    player = Skilled(game, skill, seed)
    played: list[str] = []
    before: Position | None = None
    words: tuple[Any, ...] = ()
    try:
        while True:
            try:
                compare(game, position, referee, sides)
            except Difference as difference:
                known = before and sides.known_difference(before, position, words, difference.keys)
                if not known:
                    raise
                seen[f"known difference: {known}"] += 1
                return len(played) - 1
            if game.node(position) is Node.OVER:
                seen[f"stage {_OUTCOME_NAMES[int(position.state.outcome)]}"] += 1
                return len(played)
            seen[f"stage {_STAGE_NAMES[int(position.state.stage)]}"] += 1
            move = player.choose(position) if game.node(position) is Node.CHOICE else player.chance(position)
            played.append(game.short(position, move))
            words = sides.translate(position, move)
            referee.apply(words)
            before, position = position, game.apply(position, move)
            seen[f"verb {_VERB_NAMES[verb_of(move)]}"] += 1
            for event in sides.events(before, position, words):
                seen[event] += 1
    except Exception as error:
        start = "a late position" if late else "the setup"
        error.add_note(f"{rules} from {start}, seed {seed}, skill {skill}, compiled {game.kernel.compiled}, after {' '.join(played)}")
        error.add_note(f"the engine's position: {write_line(position)}")
        raise


def events(before: Position, after: Position) -> Iterator[str]:
    """What happened by itself between two nodes, as far as the piles tell."""
    if len(after.deck) > len(before.deck):
        yield "reshuffle"
    if len(after.token_discards) < len(before.token_discards):
        yield "pile refilled from the discards"
    elif len(after.pile) > len(before.pile):
        yield "Monster recycled into the pile"
    if after.state.charge and len(after.pile) > 0:
        yield "final charge with tokens in the pile"
    if after.state.king_fell > before.state.king_fell:
        yield "the King's Tower fell"
    if sum(after.state.out) > sum(before.state.out):
        yield "player out"


def compare(game: CastlePanic, position: Position, referee: Referee, sides: Sides = BASE) -> None:
    ours, theirs = sides.snapshot(position), referee.snapshot()
    different = {key: (ours.get(key), theirs.get(key)) for key in ours | theirs if ours.get(key) != theirs.get(key)}
    if referee.result() == "lost" and game.node(position) is Node.OVER:
        different = {key: both for key, both in different.items() if key not in sides.idle_when_lost}
    if different:
        raise Difference(f"the engine's position and the referee's: {different}", set(different))
    node = game.node(position)
    if node.value != referee.kind():
        raise Difference(f"{node} is to the referee {referee.kind()}: {referee.choices() or referee.outcomes()}", {"node"})
    if node is Node.CHOICE:
        listed = [sides.translate(position, move) for move in game.choices(position)]
        assert len(listed) == len(set(listed))
        only_ours, only_theirs = set(listed) - referee.choices(), referee.choices() - set(listed)
        if only_ours or only_theirs:
            raise Difference(f"only the engine offers {only_ours}, only the referee {only_theirs}", {"choices"})
        mover = game.mover(position)
        assert ("team" if mover == TEAM else mover) == referee.mover()
    elif node is Node.CHANCE:
        outcomes = {sides.translate(position, move): weight for move, weight in game.outcomes(position)}
        if outcomes != referee.outcomes():
            raise Difference(f"the engine's outcomes {outcomes}, the referee's {referee.outcomes()}", {"outcomes"})
    else:
        result = game.result(position)
        assert result is not None
        assert ("won" if result.won else "lost") == referee.result()
        assert result.winners == referee.winners()
