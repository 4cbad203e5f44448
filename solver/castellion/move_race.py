"""One decision of the advisor, inside the kernel: every blueprint of the pool with the move that the follower makes by it, and every other legal move, raced
against each other by rollouts on common luck. Half of the field leaves for each equal share of the rollouts that is used up.

What the race says of a blueprint is written down on its roll: it decides who stays in the pool, and counts a little at the next decision.
"""

from __future__ import annotations

from typing import Annotated

from castlewise.models.castellion.rules.game import apply, draws_from, game_won, node, sample
from castlewise.models.castellion.stages import DESTROY_TILES
from castlewise.models.castellion.state import Rules, State
from castlewise.models.contract import A_CHOICE, GAME_OVER
from castlewise.models.kernel import Ints, Shape, copy_record, rule
from castlewise.models.randomness import low_sum, scramble
from castlewise.solver.castellion.blueprint_costs import best_offset
from castlewise.solver.castellion.blueprint_pool import COST, EMPTY, renew
from castlewise.solver.castellion.blueprint_rolls import GAMES, RESULT, ROLL
from castlewise.solver.castellion.follower import (
    BEHIND,
    CHANGES,
    CREDITS,
    FOLLOWED,
    GIVEN_UP,
    GREEDY,
    IN_PASSING,
    MOST_CHANGES,
    MOST_OTHERS,
    MOST_ROLLS,
    OFFSET,
    POOL,
    ROOT_MET,
    RULED_OUT,
    SEEN,
    follow,
    forget_castle,
    sheet_of,
    target,
)
from castlewise.solver.castellion.greedy_rollouts import UNKNOWN, quick_greedy
from castlewise.solver.castellion.worth import LOST

MOST_MOVES = 256
MOST_PAIRS = 128
PER_MILLE = 1_000  # a game won
STREAMS = 3  # of random numbers: for cards, and for each pile
_STREAM = 1 << 20

LARGEST_BATCH = 16  # rollouts of a pair before the next has its turn
LEAST_GAMES = 48  # before a pair is told to be out of reach
SURE = 3  # standard errors that are

# Settings.
ROLLOUTS, PER_MOVE, PAIRS, BLUEPRINTS, ATTEMPTS, AFTER_FIRST, AFTER_BOTH, AFTER_SECOND, PRIOR, GENERATIONS, BY_GREEDY, OTHERS = range(12)
BY_VALUE, TILES_AHEAD, WIDTH, LITTLE_HOPE = 12, 13, 14, 15  # of value_search.py
SETTINGS = 16

States = list[State]


class Field:
    """Pairs of a move and a blueprint, and how they stand."""

    move: Annotated[list[int], Shape("int64", "pairs")]  # its place in the list
    roll: Annotated[list[int], Shape("int64", "pairs")]
    offset: Annotated[list[int], Shape("int64", "pairs")]
    cost: Annotated[list[int], Shape("int64", "pairs")]
    total: Annotated[list[int], Shape("int64", "pairs")]  # of its rollouts, in thousandths, those of the last decision among them
    games: Annotated[list[int], Shape("int64", "pairs")]
    proposed: Annotated[list[int], Shape("int64", "pairs")]  # whether the move is what the follower would do by the blueprint
    alive: Annotated[list[int], Shape("int64", "pairs")]


@rule
def deal(r: Rules, s: State, luck: int, at: int, dealt: Ints, source: Ints, out: Ints, weights: Ints) -> int:
    """What chance does: the n-th tile of a pile depends on the luck and on nothing else. `dealt` counts, from a place on."""
    stream = draws_from(s.stage) + 1
    source[0] = scramble(low_sum(luck, stream * _STREAM + dealt[at + stream]))
    dealt[at + stream] += 1
    return sample(r, s, source, out, weights)


@rule
def play_on(r: Rules, s: State, probe: State, luck: int, roll: Ints, mind: Ints, source: Ints, out: Ints, weights: Ints) -> int:
    """Play a game to its end with the follower or the greedy player at every choice. A game won counts PER_MILLE.

    One that is lost after some ordeal was overcome counts what the advisor, who is the better builder, may still make of it from there on.
    """
    met = s.met
    for i in range(STREAMS):
        mind[SEEN + i] = 0
    mind[CHANGES] = mind[MOST_CHANGES]
    mind[RULED_OUT], mind[RULED_OUT + 1] = 0, 0
    mind[GIVEN_UP] = UNKNOWN
    while True:
        what = node(r, s)
        if what == GAME_OVER:
            if game_won(r, s) == 1:
                return PER_MILLE
            return mind[CREDITS + s.met] if s.met > met else 0
        if what == A_CHOICE and mind[GREEDY] == 1:
            m = quick_greedy(r, s, source, out, mind)
        elif what == A_CHOICE:
            m = follow(r, s, probe, out, roll, mind)
        else:
            m = deal(r, s, luck, SEEN, mind, source, out, weights)
        apply(r, s, m)


@rule
def rollout(
    r: Rules, states: States, field: Field, pair: int, p: int, s: State, probe: State,
    luck: int, roll: Ints, mind: Ints, source: Ints, out: Ints, weights: Ints,
) -> int:  # fmt: skip
    """One game from a pair's move on, by its blueprint; what the other player follows stays as it is."""
    copy_record(s, states[field.move[pair]])
    q = 1 - p
    other, its_offset = mind[FOLLOWED + q], mind[OFFSET + q]
    mind[FOLLOWED + p] = field.roll[pair]
    mind[OFFSET + p] = field.offset[pair]
    mind[BEHIND] = s.met
    mind[BEHIND + 1] = s.met
    forget_castle(mind)
    value = play_on(r, s, probe, luck, roll, mind, source, out, weights)
    mind[FOLLOWED + q], mind[OFFSET + q] = other, its_offset
    return value


@rule
def propose(
    r: Rules, here: State, states: States, probe: State, counts: Ints, roll: Ints, mind: Ints, field: Field, legal: Ints, out: Ints
) -> int:
    """Enter every blueprint of the pool with the move that the follower makes by it. Returns how many pairs there are."""
    p = decider(here)
    followed, offset = mind[FOLLOWED + p], mind[OFFSET + p]
    count = 0
    for k in range(counts[p]):
        start = (p * MOST_ROLLS + k) * ROLL
        mind[FOLLOWED + p] = k
        mind[OFFSET + p] = roll[start + COST] % 16
        mind[BEHIND], mind[BEHIND + 1] = here.met, here.met
        forget_castle(mind)
        m = follow(r, here, probe, out, roll, mind)
        i = 0
        while i < legal[0] - 1 and legal[i + 1] != m:
            i += 1
        if count < MOST_PAIRS // 2:
            field.move[count] = i
            field.roll[count] = k
            field.cost[count] = LOST * 16
            if node(r, states[i]) != GAME_OVER:
                field.cost[count] = best_offset(
                    r, states[i], p, target(states[i], p, mind), LOST, roll, sheet_of(states[i], p, k, mind), mind, IN_PASSING
                )
            field.proposed[count] = 1
            count += 1
    mind[FOLLOWED + p], mind[OFFSET + p] = followed, offset
    return count


@rule
def enter(
    r: Rules, p: int, moves: int, count: int, states: States, settings: Ints, counts: Ints, roll: Ints, mind: Ints, field: Field
) -> int:
    """Choose more pairs: for every move its cheapest blueprints. Returns how many there are.

    A move after which no blueprint is possible, or after which the game is over, has one pair all the same.
    """
    most = min(settings[PAIRS], MOST_PAIRS)
    each = max(1, min(settings[PER_MOVE], most // moves))
    for i in range(moves):
        mine = 0
        for k in range(counts[p]):
            value = LOST * 16
            if node(r, states[i]) != GAME_OVER:
                value = best_offset(
                    r, states[i], p, target(states[i], p, mind), LOST, roll, sheet_of(states[i], p, k, mind), mind, IN_PASSING
                )
            if (k > 0 and value >= LOST * 16) or is_proposed(field, i, k, count) == 1:
                continue
            mine = insert(field, count, mine, each, i, k, value)
        count += mine
        if count + each > MOST_PAIRS:
            break
    return count


@rule
def is_proposed(field: Field, move: int, roll: int, count: int) -> int:
    for pair in range(count):
        if field.proposed[pair] == 1 and field.move[pair] == move and field.roll[pair] == roll:
            return 1
    return 0


@rule
def insert(field: Field, first: int, count: int, most: int, move: int, roll: int, value: int) -> int:
    """Enter a pair among those of the same move, which begin at `first`, cheapest first. Returns how many there are."""
    if count == most:
        if value >= field.cost[first + count - 1]:
            return count
        count -= 1
    i = first + count
    while i > first and field.cost[i - 1] > value:
        field.move[i] = field.move[i - 1]
        field.roll[i] = field.roll[i - 1]
        field.cost[i] = field.cost[i - 1]
        i -= 1
    field.move[i] = move
    field.roll[i] = roll
    field.cost[i] = value
    field.proposed[first + count] = 0
    return count + 1


@rule
def best_first(field: Field, alive: int, kept: int) -> None:
    """Put the best pairs first; of pairs with the same total, the cheaper one."""
    for i in range(kept):
        best = i
        for j in range(i + 1, alive):
            one, other = field.alive[j], field.alive[best]
            gap = field.total[one] * max(1, field.games[other]) - field.total[other] * max(1, field.games[one])
            if gap > 0 or (gap == 0 and field.cost[one] < field.cost[other]):
                best = j
        number = field.alive[best]
        field.alive[best] = field.alive[i]
        field.alive[i] = number


@rule
def drop_beaten(field: Field, alive: int) -> int:
    """Let go of the pairs that are behind the leader, who is first, by several standard errors; how many are left."""
    games = field.games[field.alive[0]]
    if games < LEAST_GAMES:
        return alive
    full = games * PER_MILLE
    most = field.total[field.alive[0]]
    kept = 1
    for i in range(1, alive):
        total = field.total[field.alive[i]] * games // max(1, field.games[field.alive[i]])
        gap = most - total
        if gap * gap * games <= SURE * SURE * (most * (full - most) + total * (full - total)):
            field.alive[kept] = field.alive[i]
            kept += 1
    return kept


@rule
def one_move_left(field: Field, alive: int) -> int:
    for i in range(1, alive):
        if field.move[field.alive[i]] != field.move[field.alive[0]]:
            return 0
    return 1


@rule
def open_race(
    r: Rules, here: State, states: States, field: Field, probe: State, luck: int, settings: Ints,
    counts: Ints, roll: Ints, mind: Ints, source: Ints, legal: Ints, out: Ints,
) -> int:  # fmt: skip
    """Bring the pool up to a position, make every legal move of the list, and choose the pairs. Returns how many there are."""
    source[0] = scramble(luck)
    renew(r, here, settings[BLUEPRINTS], settings[ATTEMPTS], roll, mind, counts, source)
    for i in range(legal[0]):
        copy_record(states[i], here)
        apply(r, states[i], legal[i + 1])
    mind[CREDITS + 1] = settings[AFTER_FIRST]
    mind[CREDITS + 2] = settings[AFTER_BOTH] if here.met == 0 else settings[AFTER_SECOND]
    mind[POOL] = min(counts[0], counts[r.players - 1])
    p = decider(here)
    count = 0
    mind[GREEDY] = settings[BY_GREEDY]
    mind[MOST_CHANGES] = min(settings[OTHERS], MOST_OTHERS)
    mind[CHANGES] = 0
    if settings[BY_GREEDY] == 0:
        count = propose(r, here, states, probe, counts, roll, mind, field, legal, out)
    count = enter(r, p, legal[0], count, states, settings, counts, roll, mind, field)
    for i in range(count):
        start = (p * MOST_ROLLS + field.roll[i]) * ROLL
        field.alive[i] = i
        # Also for a move that is not the blueprint's own: without, a few lucky rollouts would bring odd moves to the front.
        field.games[i] = min(roll[start + GAMES], settings[PRIOR])
        field.total[i] = roll[start + RESULT] * field.games[i] // max(1, roll[start + GAMES])
        field.offset[i] = field.cost[i] % 16
    return count


@rule
def remember(field: Field, count: int, chosen: int, p: int, counts: Ints, roll: Ints) -> None:
    """Write down what the rollouts by each blueprint came to with the move that is made; what others had counts half as much from now on."""
    for k in range(counts[p]):
        start = (p * MOST_ROLLS + k) * ROLL
        roll[start + RESULT] //= 2
        roll[start + GAMES] //= 2
    for pair in range(count):
        if field.move[pair] == chosen:
            start = (p * MOST_ROLLS + field.roll[pair]) * ROLL
            roll[start + RESULT] = field.total[pair]
            roll[start + GAMES] = field.games[pair]


@rule
def decider(s: State) -> int:
    """Whose castle a decision is about."""
    return s.owner if s.stage == DESTROY_TILES else s.player


@rule
def roll_pair(
    r: Rules, states: States, field: Field, pair: int, p: int, s: State, probe: State, luck: int, first: int, count: int,
    roll: Ints, mind: Ints, source: Ints, out: Ints, weights: Ints, values: Ints,
) -> int:  # fmt: skip
    """Rollouts number first to first + count - 1 of a pair, each value on its own from the beginning of a buffer. Returns their sum."""
    total = 0
    for game in range(count):
        values[game] = rollout(r, states, field, pair, p, s, probe, scramble(low_sum(luck, first + game)), roll, mind, source, out, weights)
        total += values[game]
    return total


@rule
def generation(
    r: Rules, here: State, states: States, field: Field, s: State, probe: State, luck: int, settings: Ints,
    counts: Ints, roll: Ints, mind: Ints, source: Ints, out: Ints, weights: Ints, legal: Ints, values: Ints,
) -> int:  # fmt: skip
    """New blueprints, a race with its share of the rollouts, and what it says of each blueprint written down. Returns how many pairs were in it."""
    p = decider(here)
    count = open_race(r, here, states, field, probe, luck, settings, counts, roll, mind, source, legal, out)
    rollouts = settings[ROLLOUTS] // settings[GENERATIONS]
    run_race(r, states, field, count, p, s, probe, luck, rollouts, roll, mind, source, out, weights, values)
    remember(field, count, field.move[field.alive[0]], p, counts, roll)
    return count


@rule
def run_race(
    r: Rules, states: States, field: Field, count: int, p: int, s: State, probe: State, luck: int, rollouts: int,
    roll: Ints, mind: Ints, source: Ints, out: Ints, weights: Ints, values: Ints,
) -> None:  # fmt: skip
    """Race the pairs with so many rollouts in all; the best is first among those alive."""
    halvings = 0
    while 1 << halvings < count:
        halvings += 1
    alive = count
    used = 0
    game = 0
    size = max(1, min(LARGEST_BATCH, rollouts // (count * max(1, halvings))))
    best_first(field, alive, 1)
    while one_move_left(field, alive) == 0 and used < rollouts:
        for i in range(alive):
            pair = field.alive[i]
            field.total[pair] += roll_pair(r, states, field, pair, p, s, probe, luck, game, size, roll, mind, source, out, weights, values)
            field.games[pair] += size
        game += size
        used += alive * size
        kept = max(2, min(alive, count >> (used * halvings // rollouts)))
        best_first(field, alive, kept)
        alive = drop_beaten(field, kept)


@rule
def follow_games(
    r: Rules, start: State, s: State, probe: State, luck: int, count: int, settings: Ints, counts: Ints, roll: Ints, mind: Ints,
    source: Ints, out: Ints, weights: Ints,
) -> int:  # fmt: skip
    """So many games by the follower alone, all from one position and by one pool; how many are won. It is how the speed of rollouts is measured."""
    source[0] = luck
    mind[ROOT_MET] = EMPTY
    renew(r, start, settings[BLUEPRINTS], settings[ATTEMPTS], roll, mind, counts, source)
    mind[POOL] = min(counts[0], counts[r.players - 1])
    won = 0
    mind[MOST_CHANGES] = min(settings[OTHERS], MOST_OTHERS)
    for game in range(count):
        copy_record(s, start)
        forget_castle(mind)
        for p in range(2):
            mind[FOLLOWED + p] = 0
            mind[OFFSET + p] = 0
            mind[BEHIND + p] = start.met
        if play_on(r, s, probe, scramble(low_sum(luck, game)), roll, mind, source, out, weights) == PER_MILLE:
            won += 1
    return won
