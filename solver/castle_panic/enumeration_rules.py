"""Inside the kernel: every state that the plays of a turn lead to, and every end of each. enumeration.py has the face of it.

All states that plays lead to are listed, each once: plays that commute meet in a hash table. Its hash covers what plays can change; equality is checked and not
taken on trust. Each state is then carried through the Move phase, with every choice of who is hurt, and the best ends with different boards are kept.

An expansion binds rules of its own in the place of some of these (wizards_tower_enumeration.py): what tells states apart, which stages are part of the plays.
"""

from __future__ import annotations

from typing import Annotated

from castlewise.models.bits import lowest_bit
from castlewise.models.castle_panic.board import ARCS, MARKS, health_of, ring_of, space_of
from castlewise.models.castle_panic.moves import DRAW_TWO, END_PLAY
from castlewise.models.castle_panic.rules.game import apply, choices
from castlewise.models.castle_panic.rules.towers import towers_standing
from castlewise.models.castle_panic.rules.turn import advance
from castlewise.models.castle_panic.stages import DRAW_IN_PLAY, FIRST_CHANCE, OVER, PLAY_PHASE, UNDECIDED, WHO_IS_HURT, WON
from castlewise.models.castle_panic.state import Rules, State
from castlewise.models.kernel import Ints, Shape, copy_record, rule
from castlewise.models.kinds import kinds_in
from castlewise.models.move_code import move, verb_of
from castlewise.models.randomness import low_sum, scramble

STRUCTURES = 2 * ARCS  # who is hurt is asked at most once for each

WANTED = 8  # a further mark on a Monster, beside those of board.py, and one that no expansion uses during the plays: the goal is to slay this one
_HAND, _DISCARDS = 1 << 40, 1 << 41  # keep the cards of the two, and Monsters, apart in the hash


class Step:
    """How a state was reached."""

    parent: Annotated[int, Shape("int64")]
    move: Annotated[int, Shape("int64")]
    draws: Annotated[int, Shape("int64")]  # cards like Draw 2 Cards played so far
    slot: Annotated[int, Shape("int64")]  # its place in the hash table


class Prices:
    """A Worth, as the kernel reads it."""

    monster: Annotated[list[list[int]], Shape("int64", "spaces", "health")]
    wall: Annotated[list[int], Shape("int64", "arcs")]
    fortify: Annotated[list[int], Shape("int64", "arcs")]
    tower: Annotated[list[int], Shape("int64", "arcs")]
    card: Annotated[list[int], Shape("int64", "cards")]
    partner_card: Annotated[list[int], Shape("int64", "cards")]
    wall_flame: Annotated[int, Shape("int64")]
    tower_flame: Annotated[int, Shape("int64")]
    monster_flame: Annotated[int, Shape("int64")]
    missing: Annotated[int, Shape("int64")]
    draw: Annotated[int, Shape("int64")]
    won: Annotated[int, Shape("int64")]
    lost: Annotated[int, Shape("int64")]


class Aim:
    """A Goal, as the kernel reads it. The Monsters to be slain are marked on the board."""

    slay_all: Annotated[int, Shape("int64")]
    clear: Annotated[int, Shape("int64")]  # rings, one bit each
    towers_stand: Annotated[int, Shape("int64")]
    structures_stand: Annotated[int, Shape("int64")]
    keep: Annotated[list[int], Shape("int64", "cards")]


class End:
    """A way to end a turn."""

    value: Annotated[int, Shape("int64")]
    state: Annotated[int, Shape("int64")]  # the number of the state that the plays led to
    structures: Annotated[int, Shape("int64")]  # seven bits an arc: flames on Wall and Tower, Wall, Fortify token, Tower
    monsters: Annotated[list[int], Shape("int64", "monsters")]  # as they are shown, sorted; zeros behind
    hurts: Annotated[list[int], Shape("int64", "structures")]  # what the players chose in the Move phase, as moves; zeros behind


class Tally:
    """Where the search for ends is."""

    ends: Annotated[int, Shape("int64")]  # seen so far
    by_chance: Annotated[int, Shape("int64")]  # ends that chance decides before the Move phase is over
    kept: Annotated[int, Shape("int64")]
    worst: Annotated[int, Shape("int64")]  # which of those kept
    next_choice: Annotated[list[int], Shape("int64", "structures")]  # of who is hurt, at each structure asked about
    hurts: Annotated[list[int], Shape("int64", "structures")]


States = list[State]
Steps = list[Step]
Ends = list[End]


# All states of the Play phase.


@rule
def fingerprint(s: State, draws: int) -> int:
    """A hash of what plays can change. The discards follow from the hand, unless a draw has made them into the new deck."""
    small = draws * 2 + s.missing
    for arc in range(ARCS):
        small = small * 4 + s.walls[arc] * 2 + s.fortify[arc]
    total = scramble(small * 8 + s.held_walls[s.player])
    for i in range(s.monster_count):
        total = low_sum(total, scramble(s.monsters[i]))
    hand = s.hands[s.player]
    kinds = kinds_in(hand)
    while kinds != 0:
        card = lowest_bit(kinds)
        kinds &= kinds - 1
        total = low_sum(total, scramble(_HAND + card * 256 + hand[card]))
    if draws > 0:
        kinds = kinds_in(s.discards)
        while kinds != 0:
            card = lowest_bit(kinds)
            kinds &= kinds - 1
            total = low_sum(total, scramble(_DISCARDS + card * 256 + s.discards[card]))
    return total


@rule
def same(a: State, b: State) -> int:
    """Whether two states of one Play phase are equal. Towers, the piles of tokens and other hands stay, or follow from the rest."""
    if a.monster_count != b.monster_count or a.missing != b.missing or a.held_walls[a.player] != b.held_walls[b.player]:
        return 0
    for i in range(a.monster_count):
        if a.monsters[i] != b.monsters[i]:
            return 0
    for arc in range(ARCS):
        if a.walls[arc] != b.walls[arc] or a.fortify[arc] != b.fortify[arc]:
            return 0
    one = a.hands[a.player]
    other = b.hands[b.player]
    for card in range(len(one)):
        if one[card] != other[card] or a.discards[card] != b.discards[card]:
            return 0
    return 1


@rule
def plays_go_on(s: State) -> int:
    """Whether there is something to choose that belongs to the plays."""
    return 1 if s.stage == PLAY_PHASE else 0


@rule
def left_out(r: Rules, m: int) -> int:
    """Whether a choice is no part of a plan."""
    return 1 if verb_of(m) == END_PLAY else 0


@rule
def slot_for(states: States, steps: Steps, slots: Ints, number: int) -> int:
    """Where in the hash table a state is, or where it belongs if it is new. A slot holds a state's number and one more; 0 is free."""
    last = len(slots) - 1
    slot = fingerprint(states[number], steps[number].draws) & last
    while slots[slot] != 0:
        other = slots[slot] - 1
        if steps[other].draws == steps[number].draws and same(states[other], states[number]) == 1:
            return slot
        slot = (slot + 1) & last
    return slot


@rule
def lay_drawn_aside(r: Rules, s: State) -> None:
    """Draw, reshuffling as the rules do it, but into nobody's hand: what is drawn is not known."""
    while s.stage == DRAW_IN_PLAY:
        s.deck[lowest_bit(kinds_in(s.deck))] -= 1
        s.cards_due -= 1
        advance(r, s)


@rule
def list_states(r: Rules, states: States, steps: Steps, slots: Ints, out: Ints, most: int) -> int:
    """All states that plays lead to from states[0], each once; returns their number, 0 if there are more than `most`. The hash table is left empty."""
    slot = slot_for(states, steps, slots, 0)
    slots[slot] = 1
    steps[0].slot = slot
    count = 1
    at = 0
    while at < count and count <= most:
        listed = choices(r, states[at], out) if plays_go_on(states[at]) == 1 else 0
        for i in range(1, listed + 1):
            m = out[i]
            if left_out(r, m) == 1:
                continue
            copy_record(states[count], states[at])
            apply(r, states[count], m)
            lay_drawn_aside(r, states[count])
            steps[count].draws = steps[at].draws + (1 if verb_of(m) == DRAW_TWO else 0)
            slot = slot_for(states, steps, slots, count)
            if slots[slot] == 0:
                steps[count].parent = at
                steps[count].move = m
                steps[count].slot = slot
                count += 1
                slots[slot] = count
                if count > most:
                    break
        at += 1
    for i in range(count):
        slots[steps[i].slot] = 0
    return count if count <= most else 0


# What each leads to.


@rule
def worth_of_other_hands(w: Prices, s: State) -> int:
    """As far as plays can change them."""
    return 0


@rule
def worth_of_plays(w: Prices, s: State, draws: int) -> int:
    """What does not depend on the Move phase: cards kept, tokens not drawn, cards expected."""
    total = w.missing * s.missing + w.draw * draws + worth_of_other_hands(w, s)
    hand = s.hands[s.player]
    kinds = kinds_in(hand)
    while kinds != 0:
        card = lowest_bit(kinds)
        kinds &= kinds - 1
        total += w.card[card] * hand[card]
    return total


@rule
def worth_of_end(w: Prices, s: State) -> int:
    total = 0
    for i in range(s.monster_count):
        m = s.monsters[i]
        total += w.monster[space_of(m)][health_of(m)]
    for arc in range(ARCS):
        total += w.wall[arc] * s.walls[arc] + w.fortify[arc] * s.fortify[arc] + w.tower[arc] * s.towers[arc]
    total += worth_of_flames(w, s)
    if s.outcome == WON:
        total += w.won
    elif s.outcome != UNDECIDED:
        total += w.lost
    return total


@rule
def worth_of_flames(w: Prices, s: State) -> int:
    return 0


@rule
def plays_achieve(g: Aim, s: State) -> int:
    """Whether the plays do what a goal asks of them."""
    if g.slay_all == 1 and s.monster_count > 0:
        return 0
    for i in range(s.monster_count):
        m = s.monsters[i]
        if g.clear >> ring_of(m) & 1 or m & WANTED:
            return 0
    hand = s.hands[s.player]
    for card in range(len(hand)):
        if hand[card] < g.keep[card]:
            return 0
    return 1


@rule
def end_achieves(g: Aim, before: State, after: State) -> int:
    """Whether what a goal wants to stand stands after the Move phase."""
    if g.towers_stand == 1 and towers_standing(after) < towers_standing(before):
        return 0
    if g.structures_stand == 1:
        for arc in range(ARCS):
            if after.walls[arc] < before.walls[arc] or after.fortify[arc] < before.fortify[arc]:
                return 0
    return 1


@rule
def flames_in(s: State, arc: int) -> int:
    """Flames on an arc's Wall and Tower, two bits each."""
    return 0


@rule
def structures_of(s: State) -> int:
    """Seven bits an arc, the first arc's the highest: flames, Wall, Fortify token, Tower."""
    bits = 0
    for arc in range(ARCS):
        bits = bits * 128 + flames_in(s, arc) * 8 + s.walls[arc] * 4 + s.fortify[arc] * 2 + s.towers[arc]
    return bits


@rule
def shown(m: int) -> int:
    """A Monster as a board shows it when a turn is over."""
    return m & ~MARKS


@rule
def players_choose(s: State) -> int:
    """Whether the Move phase waits for a choice."""
    return 1 if s.stage == WHO_IS_HURT else 0


@rule
def chance_decides(s: State) -> int:
    """Whether the Move phase waits for a die or a draw."""
    return 0


@rule
def has_board(end: End, structures: int, s: State) -> int:
    """Whether an end looks like a state: the structures and the Monsters."""
    if end.structures != structures:
        return 0
    for i in range(s.monster_count):
        if end.monsters[i] != shown(s.monsters[i]):
            return 0
    return 1 if end.monsters[s.monster_count] == 0 else 0


@rule
def keep_end(ends: Ends, t: Tally, s: State, number: int, value: int, asked: int) -> None:
    """Put an end among the best with different boards, if it belongs there. They are in no order; of equal ones the first stays."""
    full = 1 if t.kept == len(ends) else 0
    if full == 1 and value <= ends[t.worst].value:
        return
    structures = structures_of(s)
    at = t.worst if full == 1 else t.kept
    for i in range(t.kept):
        if has_board(ends[i], structures, s) == 1:
            if value <= ends[i].value:
                return
            at = i
            break
    ends[at].value = value
    ends[at].state = number
    ends[at].structures = structures
    for i in range(len(ends[at].monsters)):
        ends[at].monsters[i] = shown(s.monsters[i]) if i < s.monster_count else 0
    for i in range(len(t.hurts)):
        ends[at].hurts[i] = t.hurts[i] if i < asked else 0
    t.kept = max(t.kept, at + 1)
    t.worst = 0
    for i in range(1, t.kept):
        if ends[i].value < ends[t.worst].value:
            t.worst = i


@rule
def list_ends(
    r: Rules, states: States, steps: Steps, count: int, w: Prices, g: Aim, stack: States, ends: Ends, t: Tally, out: Ints, most: int
) -> None:
    """The best ends with different boards of all states listed, as many as there is room for; given up when there are more than `most` ends to look at."""
    for number in range(count):
        if states[number].stage >= FIRST_CHANCE:
            t.by_chance += 1
        if (states[number].stage != PLAY_PHASE and states[number].stage != OVER) or plays_achieve(g, states[number]) == 0:
            continue
        before = worth_of_plays(w, states[number], steps[number].draws)
        copy_record(stack[0], states[number])
        if stack[0].stage == PLAY_PHASE:
            apply(r, stack[0], move(END_PLAY, 0, 0, 0))
        depth = 0
        t.next_choice[0] = 0
        while depth >= 0:
            if players_choose(stack[depth]) == 0:
                t.ends += 1
                if t.ends > most:
                    return
                if chance_decides(stack[depth]) == 1:
                    t.by_chance += 1
                elif end_achieves(g, states[number], stack[depth]) == 1:
                    keep_end(ends, t, stack[depth], number, before + worth_of_end(w, stack[depth]), depth)
                depth -= 1
            elif t.next_choice[depth] == choices(r, stack[depth], out):
                depth -= 1
            else:
                t.next_choice[depth] += 1
                t.hurts[depth] = out[t.next_choice[depth]]
                copy_record(stack[depth + 1], stack[depth])
                depth += 1
                apply(r, stack[depth], t.hurts[depth - 1])
                if depth < len(t.next_choice):
                    t.next_choice[depth] = 0
                elif players_choose(stack[depth]) == 1:
                    t.ends = most + 1
                    return
