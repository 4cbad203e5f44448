"""Inside the kernel: how a search of Castle Panic's Monster draws stops short, a value to compare boards with, and what the draws destroy.

monster_draws.py has the face of it.
"""

from __future__ import annotations

from typing import Annotated

from castlewise.models.castle_panic.board import ARCS, health_of, ring_of
from castlewise.models.castle_panic.moves import TOKEN
from castlewise.models.castle_panic.rules.game import apply, choices, outcomes
from castlewise.models.castle_panic.rules.towers import towers_standing
from castlewise.models.castle_panic.rules.turn import advance
from castlewise.models.castle_panic.stages import DRAW_TOKEN, END_TURN, FIRST_CHANCE, GIVE_UP_CARD, OVER, ROLL_TOKEN
from castlewise.models.castle_panic.state import Rules, State
from castlewise.models.kernel import Ints, Shape, copy_record, rule
from castlewise.models.move_code import first_of, verb_of
from castlewise.models.randomness import scramble
from castlewise.solver.expectimax_rules import Options, Search, States
from castlewise.solver.expectimax_table import Slots, hash_record, slot_of
from castlewise.solver.game_rules import CERTAIN


@rule
def end_draws(r: Rules, s: State) -> int:
    """End the turn without the tokens that are still to be drawn: they stay in the pile, but for one already drawn, which comes to nothing."""
    if s.stage == DRAW_TOKEN or s.stage == ROLL_TOKEN:
        s.token = 0
        s.tokens_due = 0
        s.tokens_after = 0
        s.stage = END_TURN
        advance(r, s)
    return 1


@rule
def first_given_up(r: Rules, s: State, keys: Ints, out: Ints) -> int:
    """The first card that can be given up. What six players give up together has thousands of forms, and none of them matters to the rest of the turn."""
    if s.stage != GIVE_UP_CARD:
        return 0
    choices(r, s, out)
    return out[1]


@rule
def simple_chance(r: Rules, s: State, weights: Ints) -> int:
    """A chance to win by hand: what stands against what threatens it. Nothing that was fitted, but enough to compare boards with."""
    structures = 0
    for arc in range(ARCS):
        structures += 12 * s.towers[arc] + 4 * s.walls[arc] + s.fortify[arc]
    threat = 0
    for i in range(s.monster_count):
        m = s.monsters[i]
        threat += health_of(m) * (1 + ring_of(m))
    return CERTAIN * structures // (structures + threat + 1)


@rule
def towers_kept(r: Rules, s: State, weights: Ints) -> int:
    """Certain if as many Towers stand as the first weight says, else nothing: the expected value is the chance that no Tower falls."""
    return CERTAIN if towers_standing(s) >= weights[0] else 0


class Path:
    """A node on the way through the draws."""

    first: Annotated[int, Shape("int64")]  # its first option
    left: Annotated[int, Shape("int64")]  # options not yet followed
    total: Annotated[int, Shape("int64")]
    chances: Annotated[int, Shape("int64")]  # chance nodes up to here
    token: Annotated[int, Shape("int64")]  # 1 + the kind of the last token drawn; 0 for the Move phase
    probability: Annotated[float, Shape("float64")]


class LossTally:
    """Chances that a structure falls before the next turn begins, by arc and by the token that does it (first place: none, it is the Move phase)."""

    towers: Annotated[list[list[float]], Shape("float64", "arcs", "tokens")]
    walls: Annotated[list[list[float]], Shape("float64", "arcs", "tokens")]
    left_out: Annotated[float, Shape("float64")]  # the chance of draws that were not followed to their end


Paths = list[Path]


@rule
def tally(losses: LossTally, before: State, after: State, token: int, probability: float) -> None:
    for arc in range(ARCS):
        if before.towers[arc] > after.towers[arc]:
            losses.towers[arc][token] += probability
        if before.walls[arc] > after.walls[arc]:
            losses.walls[arc][token] += probability


@rule
def choice_by_table(r: Rules, s: State, slots: Slots, p: Search, keys: Ints, out: Ints) -> int:
    """The choice that the search took, or the first where the table has forgotten it."""
    hash_record(s, keys)
    keys[0] ^= scramble(1)  # no turn has ended: see `enter` in expectimax_rules.py
    at = slot_of(slots, p.generation, keys)
    if at >= 0 and slots[at].best != 0:
        return slots[at].best
    choices(r, s, out)
    return out[1]


@rule
def tally_losses(
    r: Rules,
    states: States,
    paths: Paths,
    options: Options,
    slots: Slots,
    p: Search,
    keys: Ints,
    out: Ints,
    weights: Ints,
    losses: LossTally,
) -> None:
    """Follow everything that can be drawn from states[0] to the end of the turn, as far as the search `p` has done."""
    depth = 0
    paths[0].first = 0
    paths[0].chances = 0
    paths[0].token = 0
    paths[0].probability = 1.0
    opened = 0
    while depth >= 0:
        here = paths[depth]
        s = states[depth]
        if opened == 0:
            here.total = 1
            here.left = 1
            if s.stage >= FIRST_CHANCE:
                here.left = outcomes(r, s, out, weights)
                here.total = weights[0]
                if here.chances >= p.chances and here.probability < p.cut:
                    losses.left_out += here.probability
                    here.left = 0
                here.chances += 1
            else:
                out[1] = choice_by_table(r, s, slots, p, keys, out)
                weights[1] = 1
            for i in range(here.left):
                options[here.first + i].move = out[i + 1]
                options[here.first + i].weight = weights[i + 1]
            opened = 1
        if here.left == 0:
            depth -= 1
            continue
        here.left -= 1
        o = options[here.first + here.left]
        token = here.token
        if verb_of(o.move) == TOKEN:
            token = 1 + first_of(o.move)
        probability = here.probability * o.weight / here.total
        after = states[depth + 1]
        copy_record(after, s)
        turns = apply(r, after, o.move)
        tally(losses, s, after, token, probability)
        if turns == 0 and after.stage != OVER:
            there = paths[depth + 1]
            there.first = here.first + here.left
            there.chances = here.chances
            there.token = token
            there.probability = probability
            depth += 1
            opened = 0
