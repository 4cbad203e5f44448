"""Inside the kernel: expectimax over the contract. expectimax.py has the face of it.

Every node has a low and a high bound of its value, and an estimate between them. Leaves are exact; what is left out (too unlikely, too deep) lies
between 0 and 1; chance takes means of all three, choices maxima. A node is exact when its bounds meet. All pruning is done on bounds, so it can never
change what they enclose:

- Star1: a node is left as soon as its bounds, with 0 and 1 for what was not looked at, are outside the window it was asked for; the windows of what
  follows it come from that.
- Star2: before that, one successor of every child is looked at, which often suffices.
- A table of positions (expectimax_table.py), so that positions reached in several ways are looked at once.

What a newcomer would get wrong: players all want the same here, so there are no minimising nodes, and a window's upper end comes only from whoever asks.

The search is a loop over frames instead of a recursion, so that it can stop after some nodes and be taken up again: that is how time limits are kept.
"""

from __future__ import annotations

from typing import Annotated

from castlewise.models.contract import A_CHANCE, A_CHOICE, GAME_OVER
from castlewise.models.kernel import Ints, Shape, copy_record, placeholder, rule
from castlewise.models.randomness import scramble
from castlewise.solver.expectimax_table import Slots, hash_record, slot_for, slot_of
from castlewise.solver.game_rules import CERTAIN, Rules, State, apply, choices, leaf_value, node, outcomes, won

SAME = 1e-14  # bounds this close have met: what is between them is rounding
AS_LIKELY = 1.0 - 1e-9  # the same draws in another order are as likely but for rounding
NO_CUT = 1e-300
NO_HORIZON = 1 << 20
NOT_BEGUN, FINISHED = -2, -1
OPEN, SURELY_WON, SURELY_LOST = 0, 1, 2
SPARE_STATES = 2  # behind those of the frames, for `foregone` to work on

States = list[State]


class Option:
    """A move of an open node: what chance may do, and with which weight, or what the players may choose."""

    move: Annotated[int, Shape("int64")]
    weight: Annotated[int, Shape("int64")]
    done: Annotated[int, Shape("int64")]
    low: Annotated[float, Shape("float64")]
    value: Annotated[float, Shape("float64")]
    high: Annotated[float, Shape("float64")]


class Frame:
    """An open node: its position is the state of the same number."""

    kind: Annotated[int, Shape("int64")]
    turns: Annotated[int, Shape("int64")]  # ended on the way here
    chances: Annotated[int, Shape("int64")]  # chance nodes on the way here
    first: Annotated[int, Shape("int64")]  # its first option
    count: Annotated[int, Shape("int64")]
    at: Annotated[int, Shape("int64")]  # the option being looked at, -1 before the first
    total: Annotated[int, Shape("int64")]  # of the options' weights
    probing: Annotated[int, Shape("int64")]  # Star2's first pass: one successor of each option
    only: Annotated[int, Shape("int64")]  # 1: just the first option is asked for, in a first pass of Star2
    sole: Annotated[int, Shape("int64")]  # 1: the same, because the choice is made by `try_first`
    narrowed: Annotated[int, Shape("int64")]
    best: Annotated[int, Shape("int64")]
    key: Annotated[int, Shape("int64")]
    check: Annotated[int, Shape("int64")]
    nodes: Annotated[int, Shape("int64")]  # counted when it was opened
    probability: Annotated[float, Shape("float64")]  # of coming here, with the players' choices taken for certain
    alpha: Annotated[float, Shape("float64")]
    beta: Annotated[float, Shape("float64")]
    low: Annotated[float, Shape("float64")]  # at a chance node times `total`
    value: Annotated[float, Shape("float64")]
    high: Annotated[float, Shape("float64")]


class Search:
    """What is asked, where the search is, and what has come of it."""

    horizon: Annotated[int, Shape("int64")]  # turns after which positions are leaves
    through_draws: Annotated[int, Shape("int64")]  # leaves are only where chance has done its part
    use_table: Annotated[int, Shape("int64")]
    use_foregone: Annotated[int, Shape("int64")]
    first_only: Annotated[int, Shape("int64")]  # choices are those of `try_first`, where it has one: a lower bound, and quickly found
    star1: Annotated[int, Shape("int64")]
    star2: Annotated[int, Shape("int64")]
    generation: Annotated[int, Shape("int64")]
    chances: Annotated[int, Shape("int64")]  # so many chance nodes on a path are opened however unlikely they are
    cut: Annotated[float, Shape("float64")]  # after those, nodes less likely than this are not opened
    alpha: Annotated[float, Shape("float64")]
    beta: Annotated[float, Shape("float64")]

    start_turns: Annotated[int, Shape("int64")]  # what lies before the position asked about: see `Frame`
    start_chances: Annotated[int, Shape("int64")]
    start_probability: Annotated[float, Shape("float64")]

    depth: Annotated[int, Shape("int64")]  # the frame to go on with
    returned: Annotated[int, Shape("int64")]  # an option has just been finished; the last fields are its result
    nodes: Annotated[int, Shape("int64")]
    leaves: Annotated[int, Shape("int64")]  # positions whose value was asked for
    ends: Annotated[int, Shape("int64")]  # games over
    known: Annotated[int, Shape("int64")]  # nodes answered by the table
    cuts: Annotated[int, Shape("int64")]
    foregone: Annotated[int, Shape("int64")]
    narrowed: Annotated[int, Shape("int64")]
    best: Annotated[int, Shape("int64")]
    low: Annotated[float, Shape("float64")]
    value: Annotated[float, Shape("float64")]
    high: Annotated[float, Shape("float64")]


Options = list[Option]
Frames = list[Frame]


@placeholder
def foregone(r: Rules, s: State, states: States, free: int, out: Ints) -> int:
    """Whether the end is foregone with the best play: SURELY_WON or SURELY_LOST if that is seen at little cost, else OPEN. States from `free` on are free."""
    return 0


@placeholder
def stop_short(r: Rules, s: State) -> int:
    """Bring a position that is not looked into any further to a form that the value function knows, as if chance did nothing more in this turn."""
    return 0


@placeholder
def try_first(r: Rules, s: State, keys: Ints, out: Ints) -> int:
    """A choice that is likely to be the best, or 0: the better the first one is, the sooner others can be left. Both buffers are free."""
    return 0


@rule
def answer(p: Search, low: float, value: float, high: float, narrowed: int) -> int:
    p.low = low
    p.value = value
    p.high = high
    p.narrowed = narrowed
    p.returned = 1
    return 1


@rule
def note(slots: Slots, p: Search, key: int, check: int, chances: int, probability: float, work: int) -> None:
    """Put the search's last answer into the table."""
    at = slot_for(slots, p.generation, key, check)
    slot = slots[at]
    slot.key = key
    slot.check = check
    slot.generation = p.generation
    slot.work = work
    slot.best = p.best
    slot.narrowed = p.narrowed
    slot.low = p.low
    slot.value = p.value
    slot.high = p.high
    slot.chances = chances
    slot.reach = probability / max(p.cut, NO_CUT)


@rule
def is_known(slots: Slots, p: Search, keys: Ints, chances: int, probability: float, alpha: float, beta: float) -> int:
    """Answer from the table, if what it has is as much as would be found."""
    p.best = 0
    at = slot_of(slots, p.generation, keys)
    if at < 0:
        return 0
    slot = slots[at]
    as_good = slot.narrowed == 0 and slot.reach >= probability / max(p.cut, NO_CUT) * AS_LIKELY and slot.chances <= chances
    if as_good or slot.high - slot.low <= SAME or slot.low >= beta or slot.high <= alpha:
        p.known += 1
        p.best = slot.best
        return answer(p, slot.low, slot.value, slot.high, slot.narrowed)
    p.best = slot.best
    return 0


@rule
def enter(
    r: Rules,
    states: States,
    frames: Frames,
    options: Options,
    slots: Slots,
    p: Search,
    keys: Ints,
    out: Ints,
    weights: Ints,
    leaf_weights: Ints,
    depth: int,
    first: int,
    turns: int,
    chances: int,
    only: int,
    probability: float,
    alpha: float,
    beta: float,
) -> int:
    """Answer for the position of a depth at once, if that is possible; else open its frame and return 0."""
    s = states[depth]
    kind = node(r, s)
    if kind == GAME_OVER:
        p.ends += 1
        p.best = 0
        value = 1.0 if won(r, s) == 1 else 0.0
        return answer(p, value, value, value, 0)
    p.nodes += 1
    p.best = 0
    if p.use_table == 1:
        hash_record(s, keys)
        if p.horizon < NO_HORIZON:
            keys[0] ^= scramble(turns + 1)
        if is_known(slots, p, keys, chances, probability, alpha, beta) == 1:
            return 1
    key = keys[0]
    check = keys[1]
    likely = p.best
    p.best = 0
    if turns >= p.horizon and (p.through_draws == 0 or kind != A_CHANCE):
        p.leaves += 1
        value = leaf_value(r, s, leaf_weights) / CERTAIN
        answer(p, value, value, value, 0)
        if p.use_table == 1:
            note(slots, p, key, check, chances, probability, 1)
        return 1
    if p.use_foregone == 1:
        end = foregone(r, s, states, len(frames), out)
        if end != OPEN:
            p.foregone += 1
            value = 1.0 if end == SURELY_WON else 0.0
            answer(p, value, value, value, 0)
            if p.use_table == 1:
                note(slots, p, key, check, chances, probability, 1)
            return 1
    # A choice on the way to a turn's end is soon over; without an end in sight it costs as much as anything.
    wanted = chances < p.chances or probability >= p.cut or (kind == A_CHOICE and p.horizon < NO_HORIZON)
    if wanted and depth + 1 < len(frames):
        sole = 0
        if kind == A_CHOICE and (likely == 0 or p.first_only == 1):
            first_choice = try_first(r, s, keys, out)
            if first_choice != 0:
                likely = first_choice
                sole = p.first_only
        count = choices(r, s, out) if kind == A_CHOICE else outcomes(r, s, out, weights)
        if first + count <= len(options):
            f = frames[depth]
            f.kind = kind
            f.turns = turns
            f.chances = chances
            f.first = first
            f.count = count
            f.key = key
            f.check = check
            f.only = only
            f.sole = sole
            f.probability = probability
            f.alpha = alpha
            f.beta = beta
            f.nodes = p.nodes
            begin_frame(options, f, p, out, weights, likely)
            return 0
    p.cuts += 1
    value = 0.0
    if p.horizon < NO_HORIZON:
        stop_short(r, s)
        p.leaves += 1
        value = leaf_value(r, s, leaf_weights) / CERTAIN
    answer(p, 0.0, value, 1.0, 0)
    if p.use_table == 1:
        note(slots, p, key, check, chances, probability, 1)
    return 1


@rule
def begin_frame(options: Options, f: Frame, p: Search, out: Ints, weights: Ints, likely: int) -> None:
    """Note the options listed, for the sake of early bounds in a good order: by weight, or the likely best choice first."""
    f.at = -1
    f.narrowed = 0
    f.best = 0
    f.probing = 0
    f.low = 0.0
    f.value = -1.0
    f.high = 0.0
    f.total = 1
    if f.kind == A_CHANCE:
        f.total = weights[0]
        f.high = float(f.total)
        f.probing = 1 if p.star2 == 1 and f.only == 0 and (f.alpha > 0.0 or f.beta < 1.0) else 0
    for i in range(1, f.count + 1):
        weight = weights[i] if f.kind == A_CHANCE else 2 if out[i] == likely else 1
        at = f.first + i - 1
        while at > f.first and options[at - 1].weight < weight:
            options[at].move = options[at - 1].move
            options[at].weight = options[at - 1].weight
            at -= 1
        options[at].move = out[i]
        options[at].weight = weight
    for at in range(f.first, f.first + f.count):
        options[at].done = 0
        options[at].low = 0.0
        options[at].value = 0.0
        options[at].high = 1.0


@rule
def take(options: Options, f: Frame, p: Search) -> int:
    """Take the answer for the option looked at into its node; 1 if nothing more has to be looked at."""
    o = options[f.first + f.at]
    last = f.at == f.count - 1
    if f.kind == A_CHANCE:
        low = max(p.low, o.low)
        high = max(low, min(p.high, o.high))
        f.low += o.weight * (low - o.low)
        f.high -= o.weight * (o.high - high)
        o.low = low
        o.high = high
        o.value = min(max(p.value, low), high)
        if f.probing == 0 or p.narrowed == 0 or high - low <= SAME:
            o.done = 1
            f.narrowed |= p.narrowed
        if p.star1 == 1 and (f.low >= f.beta * f.total or f.high <= f.alpha * f.total):
            f.narrowed = 1
            return 1
        if f.only == 1 and not last:
            f.narrowed = 1
            return 1
        return 0
    if p.value > f.value:
        f.value = p.value
        f.best = o.move
    f.low = max(f.low, p.low)
    f.high = max(f.high, p.high)
    f.narrowed |= p.narrowed
    if not last and (f.only == 1 or f.sole == 1 or (p.star1 == 1 and (f.low >= f.beta or f.low >= 1.0 - SAME))):
        f.high = 1.0
        f.narrowed = 1
        return 1
    return 0


@rule
def next_option(options: Options, f: Frame) -> int:
    """Go on to the next option that has to be looked at; 0 if there is none."""
    while True:
        f.at += 1
        while f.at < f.count and options[f.first + f.at].done == 1:
            f.at += 1
        if f.at < f.count:
            return 1
        if f.probing == 0:
            return 0
        f.probing = 0
        f.at = -1


@rule
def close(options: Options, f: Frame, p: Search) -> None:
    """Answer for a node. Means are taken afresh from the options, so that exact ones have exactly equal bounds."""
    if f.kind == A_CHANCE:
        f.low = 0.0
        f.value = 0.0
        f.high = 0.0
        for at in range(f.first, f.first + f.count):
            weight = options[at].weight
            f.low += weight * options[at].low
            f.value += weight * options[at].value
            f.high += weight * options[at].high
        f.low /= f.total
        f.value /= f.total
        f.high /= f.total
        if f.narrowed == 1:
            f.value = f.high if f.high <= f.alpha else f.low if f.low >= f.beta else min(max(f.value, f.low), f.high)
    p.best = f.best
    answer(p, f.low, f.value, f.high, f.narrowed)


@rule
def search(
    r: Rules,
    states: States,
    frames: Frames,
    options: Options,
    slots: Slots,
    p: Search,
    keys: Ints,
    out: Ints,
    weights: Ints,
    leaf_weights: Ints,
    most_nodes: int,
) -> int:
    """Search the position of states[0], or go on with it, for so many nodes at most. 1 when it is finished; then the answer is in `p`."""
    stop = p.nodes + most_nodes
    while p.depth != FINISHED and p.nodes < stop:
        depth = 0
        first = 0
        turns = p.start_turns
        chances = p.start_chances
        only = 0
        probability = p.start_probability
        alpha = p.alpha
        beta = p.beta
        if p.depth >= 0:
            f = frames[p.depth]
            over = 0
            if p.returned == 1:
                p.returned = 0
                over = take(options, f, p)
            if over == 1 or next_option(options, f) == 0:
                close(options, f, p)
                if p.use_table == 1:
                    note(slots, p, f.key, f.check, f.chances, f.probability, p.nodes - f.nodes + 1)
                p.depth -= 1
                continue
            depth = p.depth + 1
            o = options[f.first + f.at]
            copy_record(states[depth], states[p.depth])
            turns = f.turns + apply(r, states[depth], o.move)
            first = f.first + f.count
            only = f.probing
            chances = f.chances
            probability = f.probability
            alpha = -1.0
            beta = 2.0
            if f.kind == A_CHANCE:
                chances += 1
                probability *= o.weight / f.total
                if p.star1 == 1:
                    alpha = (f.alpha * f.total - f.high) / o.weight + o.high
                    beta = (f.beta * f.total - f.low) / o.weight + o.low
            elif p.star1 == 1:
                alpha = max(f.alpha, f.low)
                beta = f.beta
        resolved = enter(
            r, states, frames, options, slots, p, keys, out, weights, leaf_weights,
            depth, first, turns, chances, only, probability, alpha, beta,
        )  # fmt: skip
        if resolved == 0:
            p.depth = depth
        elif depth == 0:
            p.depth = FINISHED
    return 1 if p.depth == FINISHED else 0


@rule
def give_up(options: Options, frames: Frames, p: Search) -> None:
    """Finish an unfinished search with what is known: whatever was not looked at lies between 0 and 1."""
    while p.depth >= 0:
        f = frames[p.depth]
        if p.returned == 1:
            p.returned = 0
            take(options, f, p)
        f.narrowed = 1
        if f.kind == A_CHOICE:
            f.high = 1.0
            f.value = max(f.value, f.low)
        close(options, f, p)
        p.depth -= 1
