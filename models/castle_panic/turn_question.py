"""What can be asked about a turn: what the board after it is worth, and what the play should achieve.

Both are plain data that every way of answering (CP-SAT, Z3, enumeration) reads in its own way. A turn here is what the player whose turn it is
decides: discard, trades and plays as far as they are still to come, up to the end of the Move phase with the players' choice of who is hurt.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from castlewise.models.castle_panic.board import ARCS, CASTLE, RINGS, TARRED, arc_of, health_of, kind_of, ring_of
from castlewise.models.castle_panic.expansions.wizards_tower.components import IMP
from castlewise.models.castle_panic.expansions.wizards_tower.marks import flames_of
from castlewise.models.castle_panic.move_text import short_monster
from castlewise.models.castle_panic.move_words import monster_parts
from castlewise.models.castle_panic.names import card_names
from castlewise.models.castle_panic.position import Position
from castlewise.models.castle_panic.rule_set import RuleSet
from castlewise.models.component_names import read_counted_codes
from castlewise.models.move_reading import Saying, words_in
from castlewise.models.problems import Problems, nearest
from castlewise.models.reading import shown

MOST_HEALTH = 15
BRING_CARDS = ("berserk", "never-lose-hope", "reinforce", "eye-of-the-oracle", "thalgars-blessing")
"""Cards of the Wizard's Tower that do nothing but bring others. What they bring is not known, so no plan plays them."""


class BeyondTurnModel(Exception):
    """The position is not one that a model can speak of; says why."""


def refuse_win_beside_imps(position: Position) -> None:
    """Imps need not be defeated, so the last other Monster ends the turn wherever they stand: the models know only games won on an empty board."""
    s = position.numbers
    if not any(s.pile) and any(kind_of(m) == IMP for m in s.monsters[: s.monster_count]):
        raise BeyondTurnModel("a game that can be won with Imps on the board is left to enumeration")


@dataclass(frozen=True)
class Worth:
    """A linear worth of what a turn leads to, in whole units. `monster[ring][arc][health]` is that of one Monster there after the Move phase."""

    monster: tuple[tuple[tuple[int, ...], ...], ...]
    wall: tuple[int, ...] = (0,) * ARCS
    fortify: tuple[int, ...] = (0,) * ARCS
    tower: tuple[int, ...] = (0,) * ARCS
    card: tuple[int, ...] = ()  # each card kept by the player, by kind; () counts none
    partner_card: tuple[int, ...] = ()  # each card in another hand after the trades
    wall_flame: int = 0  # each Flame token on a Wall, on a Tower, on a Monster (the Wizard's Tower)
    tower_flame: int = 0
    monster_flame: int = 0
    missing: int = 0  # no tokens are drawn this turn
    draw: int = 0  # a card that draws cards is played: what those are expected to be worth
    replacement: int = 0  # each card drawn for a discarded one, likewise
    won: int = 0
    lost: int = 0


def simple_worth(rule_set: RuleSet) -> Worth:
    """A worth for everyday use: structures above all, then Monsters by health and nearness, then cards kept."""
    near = (3, 4, 6, 9, 14)
    table = tuple(
        tuple(tuple(-near[ring] * health for health in range(MOST_HEALTH + 1)) for _ in range(ARCS)) for ring in range(CASTLE + 1)
    )
    return Worth(
        monster=table,
        wall=(40,) * ARCS,
        fortify=(25,) * ARCS,
        tower=(200,) * ARCS,
        card=(2,) * len(rule_set.components.cards),
        wall_flame=-12,
        tower_flame=-45,
        monster_flame=3,
        missing=25,
        draw=5,
        replacement=2,
        won=100_000,
        lost=-100_000,
    )


def no_worth() -> Worth:
    """Everything is worth the same: for asking what is possible."""
    return Worth(monster=(((0,) * (MOST_HEALTH + 1),) * ARCS,) * (CASTLE + 1))


@dataclass(frozen=True)
class Goal:
    """What a turn should achieve. Monsters are looked at after the Play phase, structures after the Move phase, cards when the plays are over."""

    slay: tuple[int, ...] = ()  # these Monsters, packed as on the board; a Monster named twice means two such
    slay_all: bool = False
    clear: frozenset[int] = field(default_factory=frozenset)  # no Monster is left in these rings
    no_tower_falls: bool = False
    no_structure_falls: bool = False
    keep: tuple[tuple[int, int], ...] = ()  # kind of card, how many

    def __bool__(self) -> bool:
        return self != Goal()


_CONDITIONS = ("slay-all", "slay=", "clear=", "no-tower-falls", "no-structure-falls", "keep=")


def read_goal(position: Position, text: str, place: str = "goal") -> Goal:
    """A goal from its text: conditions joined by commas, `slay=a1g1.k5t2,no-tower-falls,keep=ns`; raises InvalidInput with every reason."""
    problems = Problems()
    slay: list[int] = []
    clear: set[int] = set()
    keep: Counter[int] = Counter()
    flags = set()
    for part in filter(None, (part.strip().lower() for part in text.split(","))):
        name, equals, value = part.partition("=")
        if part in ("slay-all", "no-tower-falls", "no-structure-falls"):
            flags.add(part)
        elif name == "slay" and equals:
            slay += _monsters(position, value, f"{place}.slay", problems)
        elif name == "clear" and equals:
            for ring in value.split("."):
                if ring in RINGS:
                    clear.add(RINGS.index(ring))
                else:
                    problems.add(f"{place}.clear", f"unknown ring {shown(ring)}{nearest(ring[:60], RINGS)}")
        elif name == "keep" and equals:
            counts = read_counted_codes(card_names(position.rule_set.components), value, f"{place}.keep", problems)
            keep.update({kind: count for kind, count in enumerate(counts) if count})
        else:
            problems.add(place, f"unknown condition {shown(part)}{nearest(part[:60], _CONDITIONS)}; there are {', '.join(_CONDITIONS)}")
    if not text.strip():
        problems.add(place, f"is empty; there are {', '.join(_CONDITIONS)}")
    problems.raise_if_any()
    return Goal(
        slay=tuple(sorted(slay)),
        slay_all="slay-all" in flags,
        clear=frozenset(clear),
        no_tower_falls="no-tower-falls" in flags,
        no_structure_falls="no-structure-falls" in flags,
        keep=tuple(sorted(keep.items())),
    )


def _monsters(position: Position, text: str, place: str, problems: Problems) -> list[int]:
    """Monsters on the board by their short forms, health left out where that names only one, or as people call them: "troll knight 2", "the orc"."""
    on_board = Counter(int(m) for m in position.state.monsters[: position.state.monster_count])
    found: list[int] = []
    for word in text.split("."):
        fitting = [m for m in on_board if short_monster(position, m) == word]
        fitting = fitting or [m for m in on_board if short_monster(position, m).rstrip("0123456789tx") == word]
        fitting = fitting or [m for m in on_board if Saying((), monster_parts(position, m)).fits(words_in(word))]
        if len(fitting) != 1:
            known = ", ".join(sorted(short_monster(position, m) for m in on_board)) or "none"
            problems.add(place, f"{shown(word)} is {'no' if not fitting else 'more than one'} Monster on the board: {known}")
        elif found.count(fitting[0]) == on_board[fitting[0]]:
            problems.add(place, f"{shown(word)} is named more often than it is there")
        else:
            found.append(fitting[0])
    return found


@dataclass(frozen=True)
class Play:
    """One play of a solution: what is done, with which cards, to which Monster (its place in the list) or arc."""

    effect: str  # an effect of components.CARD_EFFECTS, or "all-for-one", "held-wall", "discard", "trade"
    cards: tuple[int, ...] = ()
    monster: int = -1
    arc: int = -1
    partner: int = -1


@dataclass(frozen=True)
class Outlook:
    """A board after a turn, as goals and worth see it."""

    monsters: tuple[int, ...]  # packed, without marks other than flames, sorted
    walls: tuple[int, ...]
    fortify: tuple[int, ...]
    towers: tuple[int, ...]
    wall_flames: tuple[int, ...] = (0,) * ARCS
    tower_flames: tuple[int, ...] = (0,) * ARCS

    @classmethod
    def of(cls, position: Position) -> Outlook:
        s = position.numbers
        monsters = sorted(m & ~TARRED for m in s.monsters[: s.monster_count])
        return cls(
            tuple(monsters), tuple(s.walls), tuple(s.fortify), tuple(s.towers), tuple(position.wall_flames), tuple(position.tower_flames)
        )


def worth_of_board(worth: Worth, outlook: Outlook) -> int:
    total = sum(worth.monster[ring_of(m)][arc_of(m)][health_of(m)] for m in outlook.monsters)
    for arc in range(ARCS):
        total += worth.wall[arc] * outlook.walls[arc] + worth.fortify[arc] * outlook.fortify[arc] + worth.tower[arc] * outlook.towers[arc]
    total += worth.wall_flame * sum(outlook.wall_flames) + worth.tower_flame * sum(outlook.tower_flames)
    return total + worth.monster_flame * sum(flames_of(m) for m in outlook.monsters)
