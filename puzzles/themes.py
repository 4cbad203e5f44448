"""Themes: what a puzzle is about, found by looking at its solution. Each is a predicate over the solution as it was played."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from castlewise.models.castellion import moves as castellion
from castlewise.models.castellion.tiles import FACTIONS
from castlewise.models.castle_panic import moves as castle_panic
from castlewise.models.castle_panic.board import FOREST, arc_of, colour_of, health_of, kind_of, ring_of
from castlewise.models.castle_panic.components import BASE
from castlewise.models.castle_panic.expansions.wizards_tower.components import FIRST_WIZARD_CARD, LAST_WIZARD_CARD
from castlewise.models.castle_panic.expansions.wizards_tower.monsters import reaches as wizards_reaches
from castlewise.models.castle_panic.expansions.wizards_tower.moves import HIT_WITH, WITH_NICE_SHOT
from castlewise.models.move_code import first_of, second_of, target_of, verb_of
from castlewise.puzzles.kind import CASTLE_PANIC
from castlewise.puzzles.kinds import kind_named
from castlewise.puzzles.puzzle import Puzzle

if TYPE_CHECKING:
    from castlewise.puzzles.proving import Solved


@dataclass(frozen=True)
class Shown:
    """A solution: the states on its way with the moves made there, and its end."""

    puzzle: Puzzle
    steps: tuple[tuple[Any, int], ...]
    end: Any

    @property
    def moves(self) -> list[int]:
        return [move for _, move in self.steps]

    def made(self, *verbs: int) -> bool:
        return any(verb_of(move) in verbs for move in self.moves)


Predicate = Callable[[Shown], bool]


def themes_of(puzzle: Puzzle, found: Solved) -> tuple[str, ...]:
    table, state, steps = found.lines.table, found.lines.table.start, []
    for move in found.moves:
        steps.append((state, move))
        state = table.after(state, move)
    shown = Shown(puzzle, tuple(steps), state)
    own = CASTLE_PANIC_THEMES if kind_named(puzzle.kind).game == CASTLE_PANIC else CASTELLION_THEMES
    return tuple(name for name, holds in own.items() if holds(shown))


# Castle Panic.


def _board(shown: Shown) -> list[int]:
    """The Monsters that are left before the last Move phase."""
    s = shown.end[0].numbers
    return list(s.monsters[: s.monster_count])


def _reaches(position: Any, card: int, monster: int) -> bool:
    r = position.game.rules
    if position.rule_set.wizards_tower:
        return bool(wizards_reaches(r, card, monster))
    return bool(r.card_rings[card] >> ring_of(monster) & r.card_colours[card] >> colour_of(arc_of(monster)) & 1)


def nice_shot_sacrifice(shown: Shown) -> bool:
    """Nice Shot takes a card along that could have slain another Monster by itself."""
    for state, move in shown.steps:
        if verb_of(move) == castle_panic.NICE_SHOT or (verb_of(move) == HIT_WITH and second_of(move) & WITH_NICE_SHOT):
            s = state[0].numbers
            others = [m for m in s.monsters[: s.monster_count] if m != target_of(move) and health_of(m) == 1]
            if any(_reaches(state[0], first_of(move), m) for m in others):
                return True
    return False


def leave_the_goblin(shown: Shown) -> bool:
    """A Monster with one point of health is left alone, though a card in hand could have slain it to begin with."""
    start = shown.steps[0][0][0]
    s = start.numbers
    hits = start.game.rules.card_effect
    held = [card for card, count in enumerate(s.hands[start.player]) if count and hits[card] == 0]
    left = [m for m in _board(shown) if health_of(m) == 1 and m in list(s.monsters[: s.monster_count])]
    return any(_reaches(start, card, m) for card in held for m in left)


def spare_the_boss(shown: Shown) -> bool:
    """A boss stands where cards could reach it, and is left standing."""
    tokens = shown.end[0].rule_set.components.tokens
    return any(tokens[kind_of(m)].boss and ring_of(m) != FOREST for m in _board(shown))


def build_instead_of_hit(shown: Shown) -> bool:
    return shown.made(castle_panic.BUILD, castle_panic.FORTIFY)


def trade_first(shown: Shown) -> bool:
    return shown.made(castle_panic.TRADE)


def hold_it_with_tar(shown: Shown) -> bool:
    return shown.made(castle_panic.TAR)


def drive_him_back(shown: Shown) -> bool:
    return shown.made(castle_panic.DRIVE_BACK)


def spends(first: int, beyond: int) -> Predicate:
    """A card of these kinds is spent. Every way to the goal contains the solution, so none does without it."""

    def holds(shown: Shown) -> bool:
        start = shown.steps[0][0][0]
        before, after = (position.numbers.hands[start.player] for position in (start, shown.end[0]))
        return shown.puzzle.kind != "watch" and any(before[kind] > after[kind] for kind in range(first, min(beyond, len(before))))

    return holds


def let_the_next_one_do_it(shown: Shown) -> bool:
    """Over several turns: a player other than the first has something to do."""
    later = [move for state, move in shown.steps if shown.puzzle.kind == "watch" and state[2] > 0]
    return any(verb_of(move) != castle_panic.END_PLAY for move in later)


CASTLE_PANIC_THEMES: dict[str, Predicate] = {
    "Nice Shot sacrifice": nice_shot_sacrifice,
    "leave the Goblin": leave_the_goblin,
    "spare the boss": spare_the_boss,
    "build instead of hit": build_instead_of_hit,
    "trade first": trade_first,
    "hold it with Tar": hold_it_with_tar,
    "drive him back": drive_him_back,
    "let the next one do it": let_the_next_one_do_it,
    "needs a special card": spends(len(BASE.cards), FIRST_WIZARD_CARD),
    "needs a Wizard card": spends(FIRST_WIZARD_CARD, LAST_WIZARD_CARD + 1),
}


# Castellion.


def discard_to_pass(shown: Shown) -> bool:
    """A tile is given up without its power being used."""
    return shown.puzzle.position.startswith("cn:") and shown.made(castellion.DISCARD)


def uses_power_of(faction: int) -> Predicate:
    def holds(shown: Shown) -> bool:
        if not shown.puzzle.position.startswith("cn:"):
            return False
        return any(verb_of(move) == castellion.POWER and (int(state.state.hand) - 1) // 3 == faction for state, move in shown.steps)

    return holds


def two_at_once(shown: Shown) -> bool:
    """The ordeal asks for more than one formation."""
    text = shown.puzzle.ask.split()[0]
    return sum(int(digit) for digit in text if digit.isdigit()) > 1


CASTELLION_THEMES: dict[str, Predicate] = {
    "discard to pass": discard_to_pass,
    "more than one formation": two_at_once,
    **{f"{faction.title()}'s power": uses_power_of(number) for number, faction in enumerate(FACTIONS)},
}
