"""What the Wizard's Tower's cards and Monsters of a puzzle do, in a line each: printed beside it, so that nobody has to look them up."""

from __future__ import annotations

from castlewise.models.castle_panic.board import RINGS, kind_of
from castlewise.models.castle_panic.position import Position
from castlewise.models.castle_panic.wizards_tower.components import WizardToken

CARD_WORDS = {
    "change-color": "the hit card played with it hits in any colour",
    "change-range": "the hit card played with it hits in any ring of the field",
    "double-strike": "the hit card played with it hits once more, the same Monster or another",
    "enchanted": "the hit does 3 points of damage",
    "flaming": "the Monster that is hit catches fire",
    "knock-back": "the Monster that is hit goes back one space",
    "azriels-fist": "1 point of damage to a Monster anywhere",
    "fireball": "1 point of damage to a Monster of its colour anywhere, which catches fire",
    "burning-blast": "every Monster in one space of the field catches fire",
    "chain-lightning": "1 point of damage to every Monster in one space, anywhere",
    "extinguishing-wind": "every fire goes out, and every Monster goes back one ring",
    "hammer-of-light": "slays a Monster in the Forest",
    "lightning-bolt": "1 point of damage to a Monster outside the Forest, and if it lives it goes to any arc of the Forest",
    "rain-of-ice": "burning Monsters go out, and no Monster moves this turn",
    "rain-of-iron": "1 point of damage to every Monster in one arc outside the Forest",
    "ring-of-fire": "every Monster in the Swordsman ring catches fire",
    "valadors-wave": "4 points of damage, dealt out one by one among the Monsters of one colour",
    "wall-of-force": "every Monster in one arc goes back to the Forest",
    "war-storm": "1 point of damage to every Monster of one colour in the field",
}
_TRAIT_WORDS = {
    "flying": "flies: hit by Archers and Heroes only, in any ring of the field; not held by Tar, not driven back",
    "climbs": "climbs over a Wall",
    "gallops": "moves two spaces",
}


def words_beside(position: Position) -> list[str]:
    """A line for each such card in hand, then for each such Monster on the board, then for what burns."""
    components = position.rule_set.components
    s = position.numbers
    held = [card for card in components.cards if card.name in position.hand and card.effect in CARD_WORDS]
    lines = [f"{card.title}: {CARD_WORDS[card.effect]}" for card in held]
    monsters = [int(m) for m in s.monsters[: s.monster_count]]
    for kind in sorted({kind_of(m) for m in monsters}):
        token = components.tokens[kind]
        if isinstance(token, WizardToken) and (said := _token_words(token)):
            lines.append(f"{token.title}: {said}")
    if any(monster.flames for monster in position.monsters):
        lines.append("A burning Monster takes a point of damage for each flame after the Monsters have moved.")
    if any(position.wall_flames) or any(position.tower_flames):
        lines.append("A Brick or a Mortar puts out a flame on a Wall or a Tower; a Monster that breaks down what burns catches the flames.")
    return lines


def _token_words(token: WizardToken) -> str:
    said = [_TRAIT_WORDS[trait] for trait in token.traits if trait in _TRAIT_WORDS]
    if token.weak_ring:
        said.append(f"any damage in the {RINGS[token.weak_ring].title()} ring slays it")
    if token.immune_ring:
        said.append(f"hit cards do nothing to it in the {RINGS[token.immune_ring].title()} ring")
    return "; ".join(said)
