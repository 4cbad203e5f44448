"""Where the Wizard's Tower's rules join the base game's: its kernel is the base game's with these bindings."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from castlewise.models.castle_panic.expansions.wizards_tower import fire, marks, special_cards, spells, turn, wizard_deck
from castlewise.models.castle_panic.expansions.wizards_tower import monsters as wizards_monsters
from castlewise.models.castle_panic.expansions.wizards_tower import movement as wizards_movement
from castlewise.models.castle_panic.expansions.wizards_tower import tokens as wizards_tokens
from castlewise.models.castle_panic.rules import boulder, cards, expansions, game, monsters, movement, play, tokens, towers

# What the expansion does in addition.
_JOINED: dict[Callable[..., Any], Callable[..., Any]] = {
    expansions.expansion_token: wizards_tokens.wizards_token,
    expansions.expansion_card_choices: spells.spell_choices,
    expansions.expansion_plays: special_cards.further_plays,
    expansions.expansion_hits_played: special_cards.hits_played,
    expansions.expansion_apply: turn.wizards_apply,
    expansions.expansion_choices: turn.wizards_choices,
    expansions.expansion_outcomes: turn.wizards_outcomes,
    expansions.expansion_stage: turn.wizards_stage,
    expansions.expansion_mover: turn.wizards_mover,
    expansions.expansion_roll: turn.wizards_roll,
    expansions.expansion_ended: turn.wizards_ended,
    expansions.expansion_tower_fell: fire.tower_fell,
}

# What it does in another way.
_REPLACED: dict[Callable[..., Any], Callable[..., Any]] = {
    boulder.crush: wizards_tokens.crush,
    cards.discard: wizard_deck.discard,
    cards.discard_hand: wizard_deck.discard_hand,
    cards.draw: wizard_deck.draw,
    cards.hand_size: wizard_deck.hand_size,
    game.card_outcomes: wizard_deck.card_outcomes,
    game.discards_allowed: wizards_monsters.discards_allowed,
    game.sampled_card: wizard_deck.sampled_card,
    monsters.hit: wizards_monsters.hit,
    monsters.slay: wizards_monsters.slay,
    movement.march: wizards_movement.march,
    movement.resolve_structures: wizards_movement.resolve_structures,
    movement.rotate: wizards_movement.rotate,
    movement.structure_falls: wizards_movement.structure_falls,
    play.fortify_wall: fire.fortify_wall,
    play.hits_hurt: wizards_monsters.hits_hurt,
    play.reaches: wizards_monsters.reaches,
    play.tarred: marks.tarred,
    tokens.refill_pile: wizards_tokens.refill_pile,
    tokens.roll_token: wizards_tokens.roll_token,
    tokens.rolled_for: wizards_tokens.rolled_for,
    towers.wall_falls: fire.wall_falls,
    towers.won: wizards_monsters.won,
}


def bindings() -> Mapping[Callable[..., Any], Sequence[Callable[..., Any]]]:
    return {point: [rule] for point, rule in (_JOINED | _REPLACED).items()}
