"""Friends Close: advice depends on nothing that the player who decides cannot see."""

from __future__ import annotations

import random

import pytest

from castlewise.models.castle_panic.expansions.wizards_tower.position_keys import is_wizard_card
from castlewise.models.castle_panic.position import Position
from castlewise.models.castle_panic.position_file import read_position_file
from castlewise.models.problems import InvalidInput
from castlewise.solver.castle_panic.advisor import read_effort
from castlewise.solver.castle_panic.closed_hands import as_seen
from castlewise.solver.castle_panic.first_token import first_tokens
from castlewise.solver.castle_panic.reasons import reasons
from castlewise.solver.castle_panic.suggesting import suggest, win_chance

pytestmark = pytest.mark.compiled

TRADING = """
rules = "players=3,friends-close"
stage = "trade"
monsters = ["orc archer 1", "troll swordsman 3", "goblin knight 5"]
walls = [1, 2, 4, 5]
hands = [["red archer", "blue knight", "brick"], ["green swordsman", "mortar", "tar", "barbarian"], ["red hero", "blue hero", "missing"]]
"""
ASKING = """
rules = "players=3,friends-close,wizards-tower"
wizard-tower = 2
monsters = ["orc archer 1", "troll swordsman 3", "ogre knight 5"]
walls = [1, 2]
hands = [["red archer", "stand together", "arcane assembly", "brick"], ["green swordsman", "mortar", "teleport"], ["hypnotize", "mortar", "brick", "red hero"]]
"""
ANSWERING = """
rules = "players=3,friends-close,master-slayer"
stage = "answer"
monsters = ["orc archer 1", "troll swordsman 3"]
hands = [["red archer", "blue knight", "brick"], ["green swordsman", "tar"], ["red hero", "blue hero", "missing"]]
offer = { mine = "brick", player = 2, theirs = "tar" }
"""


def permuted(position: Position, seed: int) -> Position:
    """The cards that the mover does not see in other places: swapped between other hands and their deck."""
    game, dice = position.game, random.Random(seed)
    state = game.copy(position.state)
    seen_by = game.mover(position)
    others = [player for player in range(position.rule_set.players) if player != seen_by]
    for _ in range(60):
        player = dice.choice(others)
        own = [
            kind for kind, count in enumerate(state.hands[player]) if count and kind != (state.offer_mine if player == state.player else -1)
        ]
        card = dice.choice(own)
        wizard = position.rule_set.wizards_tower and is_wizard_card(card)
        pile = state.wizard_deck if wizard else state.deck
        other = dice.choice([kind for kind, count in enumerate(pile) if count])
        for there, change in ((state.hands[player], 1), (pile, -1)):
            there[other] += change
            there[card] -= change
    return Position(game, state)


@pytest.mark.parametrize("text", [TRADING, ASKING, ANSWERING], ids=["trading", "asking others", "answering"])
def test_moving_cards_that_the_mover_does_not_see_changes_no_byte_of_the_advice(text: str) -> None:
    position = read_position_file(text)
    advice = suggest(position, seed=5, rollouts=600)
    kept = {"position", "seconds"}
    said = {key: value for key, value in advice.facts(99).items() if key not in kept}
    explained = (reasons(position, advice.best.moves), [token.facts() for token in first_tokens(position, advice.best.moves, rollouts=32)])
    for seed in range(3):
        other = permuted(position, seed)
        assert bytes(other) != bytes(position)
        again = suggest(other, seed=5, rollouts=600)
        assert {key: value for key, value in again.facts(99).items() if key not in kept} == said
        assert [candidate.moves for candidate in again.candidates] == [candidate.moves for candidate in advice.candidates]
        assert win_chance(other, rollouts=64) == win_chance(position, rollouts=64)
        tokens = [token.facts() for token in first_tokens(other, again.best.moves, rollouts=32)]
        assert (reasons(other, again.best.moves), tokens) == explained


def test_the_advice_is_made_of_moves_that_the_rules_accept_where_the_cards_really_lie() -> None:
    for text in (TRADING, ASKING):
        position = read_position_file(text)
        for candidate in suggest(position, seed=2, rollouts=600).candidates:
            here = position
            for move in candidate.moves:
                here = here.game.apply(here, move)


def test_what_is_dealt_keeps_the_players_own_hand_and_the_sizes_of_the_others() -> None:
    position = read_position_file(ASKING)
    seen = as_seen(position, 3)
    assert seen.hands[0] == position.hands[0]
    for dealt, held in zip(seen.hands, position.hands, strict=True):
        assert len(dealt) == len(held)
        wizards = [sum(is_wizard_card(position.rule_set.components.card(name)) for name in hand) for hand in (dealt, held)]
        assert wizards[0] == wizards[1]
    for unseen, there in ((seen.deck, position.deck), (seen.wizard_deck, position.wizard_deck)):
        assert len(unseen) == len(there)
    everything = [sorted(sum(p.hands, p.deck + p.wizard_deck)) for p in (seen, position)]
    assert everything[0] == everything[1]
    assert {bytes(as_seen(position, luck)) for luck in range(5)} != {bytes(seen)}


def test_what_would_need_open_hands_says_so() -> None:
    position = read_position_file(TRADING)
    with pytest.raises(InvalidInput, match="plays with open hands"):
        read_effort("advisor", position.rule_set)
    with pytest.raises(InvalidInput, match="a decision that was made cannot be weighed"):
        suggest(position, rollouts=64, also=position.game.choices(position)[:1])
    assert "trades are not weighed" in suggest(position, rollouts=64).listing
    assert any("Friends Close" in remark for remark in suggest(position, rollouts=64).remarks)
