"""Inside the kernel: what is foregone near the end of a game of Castle Panic. endgame.py has the face of it.

With the pile empty nothing is left to chance but the cards drawn. Cards are never a burden: whoever holds more may play as if they held less. So a line
of play that wins without drawing anything wins whatever is drawn, and one such line is enough. Two are tried: nobody plays a card, and everybody plays
greedily what they hold already.

What a newcomer would get wrong: Scavenge is an exception. The discards may have become the deck by then, so it counts only as long as the deck surely lasts.
"""

from __future__ import annotations

from castlewise.models.castle_panic.moves import END_PLAY, HURT, KEEP, NO_TRADE, SCAVENGE
from castlewise.models.castle_panic.rules.game import apply, choices, draws_card
from castlewise.models.castle_panic.rules.turn import advance
from castlewise.models.castle_panic.stages import DISCARD_PHASE, FIRST_CHANCE, OVER, PLAY_PHASE, TRADE_PHASE, WHO_IS_HURT, WON
from castlewise.models.castle_panic.state import Rules, State
from castlewise.models.kernel import Ints, copy_record, rule
from castlewise.models.kinds import any_in, total_in
from castlewise.models.move_code import move, verb_of
from castlewise.solver.castle_panic.greedy import greedy_discard, weakest_attacker
from castlewise.solver.castle_panic.greedy_play import greedy_play
from castlewise.solver.expectimax_rules import OPEN, SURELY_WON, States

MOST_STEPS = 400  # of a line of play; a Monster that is driven back time and again could make it long


@rule
def line_move(r: Rules, s: State, playing: int, out: Ints) -> int:
    """A line's next choice: nothing is discarded or traded, and what the greedy player plays is played, or nothing."""
    stage = s.stage
    if stage == DISCARD_PHASE:
        return move(KEEP, 0, 0, 0)
    if stage == TRADE_PHASE:
        return move(NO_TRADE, 0, 0, 0)
    if stage == PLAY_PHASE:
        return greedy_play(r, s, out) if playing == 1 else move(END_PLAY, 0, 0, 0)
    if stage == WHO_IS_HURT:
        return move(HURT, 0, 0, 0) + weakest_attacker(s)
    return out[choices(r, s, out)]


@rule
def wins_without_draws(r: Rules, s: State, playing: int, out: Ints) -> int:
    """Follow a line without drawing a card, and say whether it wins. The state is used up."""
    owed = 0  # cards that are drawn in truth, at most
    for _ in range(MOST_STEPS):
        stage = s.stage
        if stage == OVER:
            return 1 if s.outcome == WON else 0
        if draws_card(stage) == 1:
            owed += s.cards_due
            s.cards_due = 0
            advance(r, s)
        elif stage >= FIRST_CHANCE:
            return 0
        else:
            chosen = line_move(r, s, playing, out)
            if verb_of(chosen) == SCAVENGE and owed > total_in(s.deck):
                return 0
            apply(r, s, chosen)
    return 0


@rule
def winning_line(r: Rules, s: State, spare: State, out: Ints) -> int:
    """A line that wins whatever is drawn: 1 if that is to play nothing, 2 if it is to play what the greedy player would, 0 if neither does."""
    if any_in(s.pile) == 1:
        return 0
    for playing in range(2):
        copy_record(spare, s)
        if wins_without_draws(r, spare, playing, out) == 1:
            return 1 + playing
    return 0


@rule
def surely_won(r: Rules, s: State, states: States, free: int, out: Ints) -> int:
    """Whether the players win whatever they draw."""
    return SURELY_WON if winning_line(r, s, states[free], out) > 0 else OPEN


@rule
def greedy_first(r: Rules, s: State, keys: Ints, out: Ints) -> int:
    """The greedy player's choice, without trades: looking for one takes longer to compile than all the rest."""
    return greedy_discard(r, s, out) if s.stage == DISCARD_PHASE else line_move(r, s, 1, out)
