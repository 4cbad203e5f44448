"""Games of the players without a search on the decks that the advisor is dealt: game number n of a seed has the same cards and tiles whoever plays it.

In `play_many` each draw comes when it is due, and players who part after the first tile see different ones from there on. Here the deck's order is settled
beforehand, so that two players can be compared on it.
"""

from __future__ import annotations

from castlewise.models.castellion.game import Castellion
from castlewise.models.contract import A_CHOICE, GAME_OVER
from castlewise.models.randomness import scramble, seeded
from castlewise.solver.castellion.advised_games import deck_of
from castlewise.solver.castellion.move_race import STREAMS, deal
from castlewise.solver.play_out import FINISHED, NODES, STANDING, TALLY, TURNS, WON
from castlewise.solver.policies import policy_kernel, policy_rule


class DealtBatch:
    """Plays stretches of games; any number of threads may call it."""

    def __init__(self, game: Castellion, policy: str, seed: int, start: str | None, most_turns: int) -> None:
        self.game = game
        self.start = game.start() if start is None else game.read(start)
        self.seed = seeded(seed)
        self.most_turns = most_turns
        self.decide = policy_kernel(game, policy)(policy_rule(game, policy))
        self.deal = policy_kernel(game, policy)(deal)

    def __call__(self, first: int, games: int) -> list[int]:
        tally = [0] * TALLY
        for number in range(first, first + games):
            self._play(number, tally)
        return tally

    def _play(self, number: int, tally: list[int]) -> None:
        game = self.game
        node, apply, won, standing = (game.kernel(game.kernel_rules[name]) for name in ("node", "apply", "won", "left_standing"))
        rules, state = game.rules, game.copy(self.start.state)
        deck = deck_of(self.seed, number)
        dealt, luck, source, (out, weights) = game.buffer(STREAMS), game.buffer(1), game.buffer(1), game.lists()
        luck[0] = scramble(deck ^ self.seed)  # a player's own, beside the deck
        turns = 0
        while (kind := node(rules, state)) != GAME_OVER and turns < self.most_turns:
            tally[NODES] += 1
            if kind == A_CHOICE:
                move = self.decide(rules, state, luck, out)
            else:
                move = self.deal(rules, state, deck, 0, dealt, source, out, weights)
            turns += int(apply(rules, state, int(move)))
        tally[FINISHED] += kind == GAME_OVER
        if won(rules, state) == 1:
            tally[WON] += 1
            tally[STANDING] += int(standing(rules, state))
        tally[TURNS] += turns
