"""The Wizard's Tower's part of the two records, behind the base game's fields."""

from __future__ import annotations

from typing import Annotated

from castlewise.models.castle_panic import state as base
from castlewise.models.castle_panic.state import Byte, PerArc, PerCard, PerPlayer, PerToken
from castlewise.models.kernel import Shape

ORACLE_CARDS = 5


class Rules(base.Rules):
    token_traits: Annotated[list[int], Shape("int16", "tokens")]  # see components.TRAITS
    token_step: PerToken  # how it moves: see components.STEPS
    token_weak: PerToken  # the ring where any damage slays it, 0 if none
    token_immune: PerToken  # the ring where hit cards do nothing, 0 if none
    token_boss: PerToken
    death_benefit: Byte
    flaming_tar: Byte
    cavalry_hobble: Byte
    too_quiet: Byte
    growing_fire: Byte
    necromancer_randomizer: Byte


class State(base.State):
    wizard_deck: PerCard
    wizard_discards: PerCard
    wizard: Byte  # 1 + arc of the Wizard's Tower, 0 while it does not stand; its deck can be drawn from while it does
    wall_flames: PerArc
    tower_flames: PerArc
    imps: Byte  # in their pile
    bosses: Byte  # Mega Bosses that a Harbinger may still announce, one bit each
    benefit: Byte  # Death Benefit: hands are one card larger
    ice: Byte  # Rain of Ice: no Monster moves this turn
    berserk: Byte
    helped: Byte  # Stand Together: 1 + the player whose turn it is, while another one acts in their place
    acting: Byte  # Arcane Assembly: 1 + the player who may build
    due: PerPlayer  # cards that players still draw
    either_deck: Byte  # they may choose the deck
    then: Byte  # the stage that follows these draws
    second_hit: Byte  # Double Strike: 1 + the hit card that hits once more
    wave: Byte  # Valador's Wave: points left
    wave_colour: Byte
    oracle: Annotated[list[int], Shape("int8", "oracle")]  # 1 + card: what is seen of the Castle deck, then its known top
    oracle_count: Byte
    oracle_ordered: Byte  # of these, so many have their place
    fallen: PerToken  # Monsters destroyed together, one of which takes the Doppelganger's place
    fallen_to: Byte  # 1 + the player who has them as trophies, 0 if they are discarded
    down_to: Byte  # Basilisk: all players discard down to so many cards
    givers: Byte  # Warlock: players who still have to give up a Wizard card, one bit each
    raises: Byte  # Necromancer: Monsters that still return to the pile
    tokens_then: Byte  # tokens drawn outside phase 6: the stage that follows them, 0 within it
    to_remove: Byte  # setup, Random Monster Mix: tokens still to be removed
