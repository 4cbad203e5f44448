"""The deck that a numbered game of the advisor is dealt, as a clairvoyant sees it: the cards, and the order of both piles (see advised_games.py)."""

from __future__ import annotations

from castlewise.models.castellion.game import Castellion
from castlewise.models.castellion.order_question import OrderQuestion
from castlewise.models.castellion.position import Position
from castlewise.models.castellion.rules.game import apply
from castlewise.models.castellion.stages import DRAW_SAFE, DRAW_STANDARD, TURN
from castlewise.models.move_code import first_of
from castlewise.models.randomness import seeded
from castlewise.solver.castellion.advised_games import deck_of
from castlewise.solver.castellion.move_race import STREAMS, deal


def dealt_deck(game: Castellion, seed: int, number: int) -> OrderQuestion:
    """The position in which a game of one player without powers begins, and what will be drawn."""
    game = game.as_plain()
    luck, dealt, source, (out, weights) = deck_of(seeded(seed), number), [0] * STREAMS, [0], game.lists()
    state = game.copy(game.start().state)
    while state.stage != TURN:
        apply(game.rules, state, deal(game.rules, state, luck, 0, dealt, source, out, weights))
    position = Position(game, game.copy(state))
    piles: list[tuple[int, ...]] = []
    for stage, pile in ((DRAW_SAFE, state.safe), (DRAW_STANDARD, state.standard)):
        state.stage = stage
        drawn = []
        while any(pile):
            drawn.append(first_of(deal(game.rules, state, luck, 0, dealt, source, out, weights)))
            pile[drawn[-1]] -= 1
        piles.append(tuple(drawn))
    return OrderQuestion(position, *piles)
