"""A puzzle as it stands on paper, in words: what is asked, and everything that was given. The drawing, the booklet and the screen take their words from here.

Whoever has nothing but a sheet can set the puzzle up and solve it: `tests/puzzles/paper.py` reads one back.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from castlewise.models.castellion.position import Position as CastellionPosition
from castlewise.models.castellion.tiles import HIDDEN, TILES
from castlewise.models.castle_panic.board import ARCS, CASTLE, FOREST, RINGS
from castlewise.models.castle_panic.components import title as component_title
from castlewise.models.castle_panic.expansions.wizards_tower.components import NAME as WIZARDS_TOWER
from castlewise.models.castle_panic.position import Monster, Position
from castlewise.models.castle_panic.rule_set import OPTIONS, WIZARDS_TOWER_OPTIONS, RuleSet
from castlewise.models.castle_panic.stages import TRADE_PHASE


@dataclass(frozen=True)
class Sheet:
    """Each a list of lines."""

    title: str
    task: str
    board: tuple[str, ...]  # what the drawing shows
    held: tuple[str, ...]  # hands, or the tiles to come
    rules: tuple[str, ...]  # rules in play, whose turn it is, what is discarded, what is drawn
    reminders: tuple[str, ...] = ()  # what special cards, Monsters, tokens and tiles do

    @property
    def beside(self) -> tuple[str, ...]:
        """What a drawing of the board does not show by itself."""
        return (*self.held, *self.rules, *self.reminders)


def counted_words(names: Iterable[str]) -> str:
    """
    >>> counted_words(["Red Archer", "Brick", "Red Archer"]), counted_words([])
    ('2 x Red Archer, Brick', 'nothing')
    """
    counts = Counter(names)
    return ", ".join(f"{count} x {name}" if count > 1 else name for name, count in counts.items()) or "nothing"


def _numbers(numbers: Sequence[int]) -> str:
    return ", ".join(map(str, numbers))


# Castle Panic.


def castle_panic_board(position: Position) -> list[str]:
    """The board ring by ring, then what stands of the Castle."""
    full = {token.name: token.health for token in position.rule_set.components.tokens}
    lines = []
    for ring, name in enumerate(RINGS):
        here = [monster for monster in position.monsters if monster.ring == name]
        if here:
            place = {FOREST: "In the Forest", CASTLE: "Inside the Castle"}.get(ring, f"In the {name.title()} ring")
            lines.append(f"{place}: " + ", ".join(_monster(monster, full[monster.name]) for monster in here) + ".")
    return [*lines, *_structures(position)]


def _monster(monster: Monster, full: int) -> str:
    marks = [f"health {monster.health} of {full}"]
    marks += ["tarred"] if monster.tarred else []
    marks += [f"burning with {monster.flames} flame{'s' * (monster.flames > 1)}"] if monster.flames else []
    return f"{component_title(monster.name)} in arc {monster.arc} ({', '.join(marks)})"


def _structures(position: Position) -> list[str]:
    walls = sorted({*position.walls, *position.fortified})
    lines = [f"Walls: {_arcs(walls)}. Towers: {_arcs(position.towers)}."]
    if position.fortified:
        lines.append(f"Fortify tokens: {_arcs(position.fortified)}.")
    if position.wizards_tower:
        lines.append(f"The Wizard's Tower is the one of arc {position.wizards_tower}.")
    burning = [(name, flames) for name, found in (("Wall", position.wall_flames), ("Tower", position.tower_flames)) for flames in [found]]
    words = [f"{name} of arc {arc + 1} ({flames[arc]})" for name, flames in burning for arc in range(ARCS) if flames[arc]]
    return [*lines, f"Burning, with so many flames: {', '.join(words)}."] if words else lines


def _arcs(arcs: Sequence[int]) -> str:
    if len(arcs) == ARCS:
        return "in every arc"
    return f"in arc{'s' * (len(arcs) > 1)} {_numbers(arcs)}" if arcs else "none"


def castle_panic_hands(position: Position) -> list[str]:
    return [
        f"Player {player} holds {counted_words(map(component_title, hand)) if hand else 'no cards'}."
        for player, hand in enumerate(position.hands, 1)
    ]


def castle_panic_rules(position: Position) -> list[str]:
    """The rules in play, whose turn it is and where it stands, and what is discarded."""
    rules = position.rule_set
    trading = position.state.stage == TRADE_PHASE
    trades = int(position.state.trades_left)
    next_step = f"{trades} card{'s' * (trades > 1)} may be traded, then cards are played" if trading else "cards are played, none is traded"
    lines = [_rule_set_words(rules), f"It is player {position.player + 1}'s turn: {next_step}."]
    gone = [component_title(name) for name in (*position.discards, *position.wizard_discards)]
    return [*lines, f"Cards discarded before: {counted_words(gone)}."]


def _rule_set_words(rules: RuleSet) -> str:
    expansion = " with The Wizard's Tower" if rules.wizards_tower else ""
    everything = {**OPTIONS, **WIZARDS_TOWER_OPTIONS}
    options = [(name, words) for name, words in everything.items() if name != WIZARDS_TOWER and getattr(rules, name.replace("-", "_"))]
    edition = "1st" if rules.edition == 1 else "2nd"
    players = f"{rules.players} player{'s' * (rules.players > 1)}"
    also = "".join(f" Optional rule {name}: {words}." for name, words in options)
    return f"Rules: Castle Panic{expansion}, {edition} edition, {rules.version}, {players}.{also}"


def pile_words(position: Position) -> str:
    names = Counter(position.pile)
    titles = [token.title for token in position.rule_set.components.tokens for _ in range(names[token.name])]
    return f"In the pile: {counted_words(titles)}."


# Castellion.


def castle_words(columns: Sequence[Sequence[int]], width: int, height: int) -> list[str]:
    """The castle column by column, and the limits within which it may be built."""
    lines = [
        f"Column {number}, from the bottom up: {', '.join(tile_title(kind) for kind in column)}."
        for number, column in enumerate(columns, 1)
    ]
    return [*lines, f"The castle is {width} columns wide and at most {height} rows high."]


def tile_title(kind: int) -> str:
    return "hidden" if kind == HIDDEN else TILES[kind].title


def order_words(kinds: Sequence[int]) -> str:
    return f"Tiles, in this order: {', '.join(map(tile_title, kinds))}."


def choice_words(label: str, kinds: Sequence[int]) -> str:
    return f"{label}: {counted_words(map(tile_title, sorted(kinds)))}."


PLACING = "A tile is placed on top of a column; above the foundation never beside a tile of its shape, neither left, right nor below."


def castellion_rules(position: CastellionPosition) -> list[str]:
    level = position.rule_set.level
    powers = "a tile that is discarded may use its power" if position.game.rules.powers else "a tile that is discarded does nothing"
    titles = {tile.name: tile.title for tile in TILES}
    return [
        f"Rules: Castellion, {level} level: {powers}. No other tiles come, and no Traitors.",
        f"Tiles discarded before: {counted_words(titles[name] for name in position.discards)}.",
    ]


POWER_WORDS = {
    "seer": "Seer, discarded: up to four tiles of the order are turned up; they are used in any order you like before others are drawn.",
    "chameleon": "Chameleon, discarded: a tile of the same shape comes back from the discarded ones, and is placed or discarded at once.",
    "juggler": "Juggler, discarded: two tiles side by side or one above the other change places; here shapes do not matter.",
    "pyro": "Pyro, discarded: first a tile of the castle is destroyed, and what lay on it slides down; then a tile with none on it moves to "
    "another place. Shapes do not matter for either; the castle must not fall apart.",
}
