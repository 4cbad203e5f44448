"""What the special cards, Monsters and tokens of a puzzle do, in a line each: printed beside it, so that nobody has to look them up."""

from __future__ import annotations

from castlewise.models.castle_panic.board import RINGS, kind_of
from castlewise.models.castle_panic.expansions.wizards_tower.components import WizardToken
from castlewise.models.castle_panic.position import Position

_BASE_CARD_WORDS = {
    "slay": "slays a Monster anywhere but in the Forest, inside the Castle too",
    "nice-shot": "played with a card that hits a Monster, it slays it",
    "tar": "a Monster anywhere, inside the Castle too, does not move this turn",
    "drive-back": "a Monster anywhere, inside the Castle too, goes back to the Forest of its arc",
    "missing": "no tokens are drawn this turn",
    "fortify": "a Fortify token on a Wall: a Monster that attacks the Wall takes its point of damage, and the token is removed instead of the Wall",
}
_BUILDING = "Brick and Mortar: played together they build a Wall where there is none"
_HEROES = "A Hero hits in the Archer, Knight and Swordsman rings of its colour, any other troop in the ring it is named after"
CARD_WORDS = {
    **_BASE_CARD_WORDS,
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


_TOKEN_WORDS = {
    "march-own-colour": "is placed in the Forest by the die; then every Monster of its colour moves",
    "march-all": "is placed in the Forest by the die; then every Monster moves",
    "heal": "is placed in the Forest by the die; then every Monster regains a point of health",
    "draw-now": "is placed in the Forest by the die; then three more tokens are drawn",
    "boulder": "rolls from the Forest of an arc, found by the die, until it has destroyed a Wall, a Fortify token or a Tower, and slays what stands in its way",
    "plague": "every player discards these troops",
}


def words_beside(position: Position) -> list[str]:
    """A line for each such card in a hand, then for each such Monster on the board, then for what burns."""
    components = position.rule_set.components
    s = position.numbers
    names = {name for hand in position.hands for name in hand}
    held = [card for card in components.cards if card.name in names]
    lines = [f"{card.title}: {CARD_WORDS[card.effect]}" for card in held if card.effect in CARD_WORDS]
    if {"brick", "mortar"} <= names:
        lines.append(_BUILDING)
    if any(card.effect == "hit" and card.name.endswith("hero") for card in held):
        lines.append(_HEROES)
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


def words_of_pile(position: Position) -> list[str]:
    """A line for each token in the pile that does more than bring a plain Monster, if its name does not say it."""
    tokens = {
        token.title: _TOKEN_WORDS.get(token.effect, "") for token in position.rule_set.components.tokens if token.name in position.pile
    }
    said: dict[str, list[str]] = {}
    for title, words in tokens.items():
        if words:
            said.setdefault(words, []).append(title)
    return [f"{', '.join(titles)}: {words}" for words, titles in said.items()]


def _token_words(token: WizardToken) -> str:
    said = [_TRAIT_WORDS[trait] for trait in token.traits if trait in _TRAIT_WORDS]
    if token.weak_ring:
        said.append(f"any damage in the {RINGS[token.weak_ring].title()} ring slays it")
    if token.immune_ring:
        said.append(f"hit cards do nothing to it in the {RINGS[token.immune_ring].title()} ring")
    return "; ".join(said)
