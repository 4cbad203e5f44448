"""Inside the kernel: what the advisor's search (turn_search.py) does in another way with the Wizard's Tower.

Ways to play are listed best first. A hand of Wizard cards may be played in thousands of ways, so each state that plays lead to is valued as if the turn
ended there, and the best one not yet followed is followed next. If there is room for all, all are listed; else what is left out is what begins badly. A
card that asks for more (a second hit, a point of Valador's Wave, help by another player) is followed through its choices; a card that draws ends the
list there, since what is drawn may change the rest.

What a newcomer would get wrong: after the plays a die may still say where the Dragon or the Warlock goes, and no value function was fitted for a
movement half resolved. Such a state is run on, on luck that all candidates share, before it is valued; the rollouts begin at the state itself.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Any

from castlewise.models.castle_panic.expansions.wizards_tower.components import HARBINGER_TOKEN
from castlewise.models.castle_panic.expansions.wizards_tower.stages import (
    ASSEMBLE_WALL,
    DRAW_FOR,
    DRAW_WIZARD,
    GIVE_UP_ANY,
    HELP,
    ORACLE_DRAW,
    REPLACE_DOPPELGANGER,
    ROLL_STEP,
    SECOND_HIT,
    WAVE_POINT,
)
from castlewise.models.castle_panic.expansions.wizards_tower.state import Rules, State
from castlewise.models.castle_panic.moves import END_PLAY
from castlewise.models.castle_panic.rules.game import apply, choices, game_won, sample, token_at
from castlewise.models.castle_panic.stages import (
    DISCARD_PHASE,
    DRAW_IN_PLAY,
    DRAW_TOKEN,
    DRAW_UP,
    FIRST_CHANCE,
    OVER,
    PLAY_PHASE,
    REPLACE,
    ROLL_CHARGE,
    ROLL_TOKEN,
    TRADE_PHASE,
)
from castlewise.models.kernel import Ints, Shape, copy_record, rule
from castlewise.models.kinds import total_in
from castlewise.models.move_code import move, verb_of
from castlewise.models.randomness import below, low_sum, scramble
from castlewise.solver.castle_panic import enumeration_rules, turn_search, value_rows
from castlewise.solver.castle_panic.greedy import greedy
from castlewise.solver.castle_panic.turn_search import MOST_STATES, OPENING, WIDTH, enter
from castlewise.solver.expectimax_table import hash_record
from castlewise.solver.rollouts import Race, kind_of_chance
from castlewise.solver.value import LENGTH, MILLION, estimate

SAMPLES = 4  # of dice and draws, to value what comes after them
FULL_PILE = 4  # one game in so many is learnt from with all of its tokens


class Step(enumeration_rules.Step):
    """How a state was reached, and what is known of it."""

    key: Annotated[int, Shape("int64")]  # 128 bits that stand for the state
    check: Annotated[int, Shape("int64")]
    value: Annotated[int, Shape("int64")]  # if the turn ends here, in millionths
    open: Annotated[int, Shape("int64")]  # there are ways to go on that have not been followed


States = list[State]
Steps = list[Step]


@rule
def wizards_playing(s: State) -> int:
    """Whether cards are being played, or one is half played."""
    stage = s.stage
    if stage == PLAY_PHASE or stage == SECOND_HIT or stage == WAVE_POINT or stage == ASSEMBLE_WALL or stage == GIVE_UP_ANY or stage == HELP:
        return 1
    return 1 if stage == REPLACE_DOPPELGANGER and s.resume == PLAY_PHASE else 0


@rule
def wizards_end_and_settle(r: Rules, s: State, source: Ints, out: Ints) -> int:
    """End the plays and go on to the first die, draw or end of the turn, the greedy player deciding. Returns the turns that ended."""
    turns = apply(r, s, move(END_PLAY, 0, 0, 0))
    while turns == 0 and s.stage != OVER and s.stage < FIRST_CHANCE:
        turns += apply(r, s, greedy(r, s, source, out))
    return turns


@rule
def known_to_values(stage: int) -> int:
    """Whether the value functions were fitted on such positions."""
    if stage == OVER or stage == DRAW_TOKEN or stage == DRAW_UP:
        return 1
    return 1 if stage == DISCARD_PHASE or stage == TRADE_PHASE or stage == PLAY_PHASE else 0


@rule
def value_at(r: Rules, s: State, v: Ints, turns: int, out: Ints) -> int:
    if s.stage == OVER:
        return MILLION * game_won(r, s)
    hand_ready = 1 if turns == 0 and (s.stage == PLAY_PHASE or s.stage == TRADE_PHASE) else 0
    return estimate(r, s, v, v[LENGTH] if hand_ready == 1 else 0, out)


@rule
def value_after(r: Rules, s: State, m: int, v: Ints, probe: State, luck: int, draws: int, source: Ints, out: Ints, weights: Ints) -> int:
    """What a state is worth after a move, 0 for none. It is run on to the next position that the value functions know, the greedy player deciding; if
    there is luck on the way it is the average over so many draws, the same for every state."""
    total = 0
    games = 1
    game = 0
    while game < games:
        copy_record(probe, s)
        source[0] = scramble(low_sum(luck, game))
        turns = 0
        choice = m
        while turns == 0:
            if choice == 0:
                if known_to_values(probe.stage) == 1:
                    break
                if probe.stage < FIRST_CHANCE:
                    choice = greedy(r, probe, source, out)
                else:
                    choice = sample(r, probe, source, out, weights)
                    games = draws
            turns = apply(r, probe, choice)
            choice = 0
        total += value_at(r, probe, v, turns, out)
        game += 1
    return total // games


@rule
def slot_of_state(states: States, steps: Steps, slots: Ints, number: int, keys: Ints) -> int:
    """Where in the hash table a state is, or where it belongs if it is new."""
    hash_record(states[number], keys)
    steps[number].key = keys[0]
    steps[number].check = keys[1]
    last = len(slots) - 1
    slot = keys[0] & last
    while slots[slot] != 0:
        other = slots[slot] - 1
        if steps[other].key == keys[0] and steps[other].check == keys[1]:
            return slot
        slot = (slot + 1) & last
    return slot


@rule
def best_open(steps: Steps, count: int) -> int:
    best = -1
    for i in range(count):
        if steps[i].open == 1 and (best < 0 or steps[i].value > steps[best].value):
            best = i
    return best


@rule
def wizards_list_plays(
    r: Rules,
    v: Ints,
    states: States,
    steps: Steps,
    slots: Ints,
    probe: State,
    luck: int,
    settings: Ints,
    source: Ints,
    out: Ints,
    weights: Ints,
) -> int:
    """The states that plays lead to from states[0], each once; their number, negative if there are more. The hash table is left empty."""
    most = settings[MOST_STATES]
    steps[0].slot = slot_of_state(states, steps, slots, 0, weights)
    slots[steps[0].slot] = 1
    count = 1
    begin = 0  # of the states that have no value yet
    more = 0
    while True:
        for i in range(begin, count):  # half played cards are finished by the greedy player
            m = move(END_PLAY, 0, 0, 0) if states[i].stage == PLAY_PHASE else 0
            steps[i].value = value_after(r, states[i], m, v, probe, luck, SAMPLES, source, out, weights)
            steps[i].open = wizards_playing(states[i])
        begin = count
        at = best_open(steps, count)
        if at < 0 or more == 1:
            break
        steps[at].open = 0
        listed = choices(r, states[at], out)
        for i in range(1, listed + 1):
            m = out[i]
            if verb_of(m) == END_PLAY:
                continue
            copy_record(states[count], states[at])
            apply(r, states[count], m)
            slot = slot_of_state(states, steps, slots, count, weights)
            if slots[slot] != 0:
                continue
            if count == most:
                more = 1
                break
            steps[count].parent = at
            steps[count].move = m
            steps[count].slot = slot
            count += 1
            slots[slot] = count
    for i in range(count):
        slots[steps[i].slot] = 0
    return -count if more == 1 else count


@rule
def wizards_add_plays(
    r: Rules,
    v: Ints,
    states: States,
    steps: Steps,
    slots: Ints,
    probe: State,
    race: Race,
    candidates: States,
    count: int,
    opening: int,
    luck: int,
    settings: Ints,
    source: Ints,
    out: Ints,
    weights: Ints,
) -> int:
    """Enter the ways to play the hand of states[0] that are listed. A card half played is none."""
    listed = wizards_list_plays(r, v, states, steps, slots, probe, luck, settings, source, out, weights)
    width = settings[WIDTH]
    least = -1  # what a candidate has to be worth to be entered
    for i in range(abs(listed)):
        if steps[i].value <= least or (states[i].stage != PLAY_PHASE and wizards_playing(states[i]) == 1):
            continue
        copy_record(probe, states[i])
        turns = 0
        if probe.stage == PLAY_PHASE:
            turns = wizards_end_and_settle(r, probe, source, out)
        count = enter(race, candidates, count, width, probe, steps[i].value, turns, opening * OPENING + i)  # type: ignore[arg-type]
        if count == width:
            least = race.value[0]
            for j in range(1, count):
                least = min(least, race.value[j])
    return count


@rule
def wizards_occasion(r: Rules, s: State) -> int:
    """What kind of chance event comes next, so that rollouts can give each its own luck."""
    stage = s.stage
    if stage == DRAW_UP:
        return 0
    if stage == REPLACE or stage == DRAW_FOR:
        return 1
    if stage == DRAW_WIZARD:
        return 2
    if stage == DRAW_TOKEN:
        return 3
    if stage == ROLL_TOKEN:
        return 4
    if stage == ROLL_STEP or stage == ROLL_CHARGE:
        return 5
    if stage == DRAW_IN_PLAY or stage == ORACLE_DRAW:
        return 6
    return 7


@rule
def shorten(s: State, dice: Ints) -> int:
    """Take some tokens out of a game to learn from. A full game is won so rarely by simple players that its positions hardly tell good from bad."""
    if below(dice, FULL_PILE) == 0:
        return 0
    left = total_in(s.pile)
    removed = below(dice, left)
    for drawn in range(removed):
        token = token_at(s, below(dice, left - drawn))
        s.pile[token] -= 1
        if token != HARBINGER_TOKEN:  # which leaves the game
            s.token_discards[token] += 1
    return removed


BINDINGS: Mapping[Callable[..., Any], Sequence[Callable[..., Any]]] = {
    turn_search.playing: [wizards_playing],
    turn_search.end_and_settle: [wizards_end_and_settle],
    turn_search.list_plays: [wizards_list_plays],
    turn_search.add_plays: [wizards_add_plays],
    turn_search.value_of_choice: [value_after],
    value_rows.begin_game: [shorten],
    kind_of_chance: [wizards_occasion],
}
