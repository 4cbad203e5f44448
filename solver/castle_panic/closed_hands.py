"""Friends Close, Enemies Closer: a position as the player who decides may see it, the other hands dealt anew from the cards that nobody has shown them.

Backs tell Castle cards from Wizard cards, so how many of each a hand holds is seen; which they are is not. Unseen are the other hands and the decks, without
the cards that the Oracle has shown. What comes of an advice is the same for every way in which these cards may really lie, to the byte.

What a newcomer would get wrong: even the list of legal trades tells what others hold. So trades are not weighed at all.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from castlewise.models.castle_panic.components import BRICK_CARD, MORTAR_CARD
from castlewise.models.castle_panic.expansions.wizards_tower.components import ARCANE_ASSEMBLY
from castlewise.models.castle_panic.expansions.wizards_tower.moves import SPELL
from castlewise.models.castle_panic.expansions.wizards_tower.position_keys import is_wizard_card
from castlewise.models.castle_panic.expansions.wizards_tower.stages import ASSEMBLE_WALL, HELP
from castlewise.models.castle_panic.moves import NOTHING
from castlewise.models.castle_panic.position import Position
from castlewise.models.castle_panic.rule_set import RuleSet
from castlewise.models.castle_panic.stages import ANSWER_TRADE, TRADE_PHASE
from castlewise.models.contract import TEAM
from castlewise.models.move_code import first_of, verb_of

REMARK = "Friends Close: other hands are not looked at but dealt at random from the unseen cards; trades, and what others play, are left to the table"


def closed(rule_set: RuleSet) -> bool:
    return rule_set.friends_close and rule_set.players > 1


def viewer(position: Position) -> int:
    """Whose eyes a decision is seen with: those of the player who decides, for the team's those of the player whose turn it is."""
    mover = position.game.mover(position) if not position.is_chance and not position.is_over else position.player
    return mover if mover >= 0 else position.player


def as_seen(position: Position, luck: int = 1) -> Position:
    """The position with other hands of chance, and without offers to trade; the position itself where hands are open."""
    game = position.game
    if not closed(position.rule_set):
        return position
    state = game.copy(position.state)
    deal_unseen(position.rule_set, state, viewer(position), luck)
    if state.stage == TRADE_PHASE:
        state.refused = (1 << position.rule_set.players) - 1
    return Position(game, state)


def deal_unseen(rule_set: RuleSet, state: Any, seen_by: int, luck: int) -> None:
    """Deal all other hands of a state anew, each of as many Castle and Wizard cards as before. The card on offer stays where it is."""
    dice = random.Random(luck)
    kinds = range(len(rule_set.components.cards))
    others = [player for player in range(rule_set.players) if player != seen_by and not state.out[player]]
    shown = [0] * len(kinds)
    if rule_set.wizards_tower:
        for card in state.oracle:
            if card:
                shown[card - 1] += 1
    decks = [(state.deck, [kind for kind in kinds if not (rule_set.wizards_tower and is_wizard_card(kind))])]
    if rule_set.wizards_tower:
        decks.append((state.wizard_deck, [kind for kind in kinds if is_wizard_card(kind)]))
    for deck, own in decks:
        held = {player: [int(state.hands[player][kind]) for kind in kinds] for player in others}
        if state.stage == ANSWER_TRADE and int(state.player) in held and int(state.offer_mine) in own:
            held[int(state.player)][int(state.offer_mine)] -= 1
        unseen = []
        for kind in own:
            hidden = sum(held[player][kind] for player in others)
            for player in others:
                state.hands[player][kind] -= held[player][kind]
            unseen += [kind] * (hidden + int(deck[kind]) - shown[kind])
            deck[kind] = shown[kind]
        dice.shuffle(unseen)
        for player in others:
            for _ in range(sum(held[player][kind] for kind in own)):
                state.hands[player][unseen.pop()] += 1
        for kind in unseen:
            deck[kind] += 1


def moves_foreseen(position: Position, moves: Sequence[int], seen_by: int) -> int:
    """How many of these moves are the same however the unseen cards lie: up to what asks another player, or rests on what another holds."""
    here = position
    for count, made in enumerate(moves):
        state: Any = here.state
        effect = position.game.rules.card_effect[first_of(made)] if verb_of(made) == SPELL and first_of(made) != NOTHING else -1
        parts = state.hands[seen_by][BRICK_CARD] + state.hands[seen_by][MORTAR_CARD]
        if effect == ARCANE_ASSEMBLY and not parts:
            return count  # it is only played if somebody else can build
        building = effect == ARCANE_ASSEMBLY or state.stage == ASSEMBLE_WALL
        here = here.game.apply(here, made)
        after: Any = here.state
        goes_on = after.stage == ASSEMBLE_WALL and after.acting == seen_by + 1
        if after.stage == HELP or (building and not goes_on) or after.king_fell != state.king_fell:
            return count + 1
        if here.is_over or here.is_chance or here.game.mover(here) not in (seen_by, TEAM):
            return count + 1
    return len(moves)
