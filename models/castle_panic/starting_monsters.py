"""The starting Monsters as people tell them, in any order and as many in a line as they like: "troll 6, goblins 1 2 3, orc 4 5".

The rules ask for one arc after the other. What is told of a later one is held until its turn comes.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from castlewise.models.castle_panic import moves as verbs
from castlewise.models.castle_panic.board import ARCS
from castlewise.models.castle_panic.components import title
from castlewise.models.castle_panic.expansions.wizards_tower import moves as wizards_verbs
from castlewise.models.castle_panic.move_words import PUTTING
from castlewise.models.castle_panic.names import token_names
from castlewise.models.component_names import plural
from castlewise.models.move_code import first_of, second_of, verb_of
from castlewise.models.move_reading import FILLERS, words_in
from castlewise.models.problems import InvalidInput, Problem
from castlewise.models.reading import shown

if TYPE_CHECKING:
    from castlewise.models.castle_panic.position import Position

_STARTING = (verbs.PLACE, verbs.PLACED, wizards_verbs.STARTS)
_SHORT = re.compile(r"\b(?:place|placed|starts)\.([a-z]+)@(\d)", re.IGNORECASE)


def awaited(position: Position) -> int | None:
    """The arc, from 0, whose starting Monster comes next; None where none does."""
    moves = position.game.moves(position)
    return second_of(moves[0]) if moves and verb_of(moves[0]) in _STARTING else None


class StartingMonsters:
    """What has been told of arcs whose turn has not come."""

    def __init__(self) -> None:
        self.held: dict[int, int] = {}  # arc from 0: kind

    def told(self, position: Position, text: str) -> list[int]:
        """The moves that can be made now. What cannot be is refused, and then nothing of the line counts."""
        said = _read(position, text)
        here = awaited(position)
        assert here is not None
        held = dict(self.held)
        tokens = position.rule_set.components.tokens
        for kind, arc in said:
            if arc in held or arc < here:
                there = held.get(arc)
                name = title(tokens[there].name) if there is not None else "a Monster"
                raise InvalidInput([Problem("move", f"arc {arc + 1} has {name} already; undo takes back")])
            held[arc] = kind
        _check_supply(position, held)
        self.held = held
        return self.due(position)

    def due(self, position: Position) -> list[int]:
        """The moves whose turn has come; they are no longer held."""
        moves: list[int] = []
        while (here := awaited(position)) is not None and here in self.held:
            kind = self.held.pop(here)
            move = next((move for move in position.game.moves(position) if first_of(move) == kind), None)
            if move is None:  # others were drawn since it was told
                name = title(position.rule_set.components.tokens[kind].name)
                raise InvalidInput([Problem("move", f"there is no {name} left for arc {here + 1}")])
            moves.append(move)
            position = position.game.apply(position, move)
        if here is None:
            self.held.clear()
        return moves

    def in_words(self, position: Position) -> str:
        """What is held and what is still to be told; empty if nothing is held."""
        here = awaited(position)
        if here is None or not self.held:
            return ""
        tokens = position.rule_set.components.tokens
        kept = ", ".join(f"{title(tokens[kind].name)} in {arc + 1}" for arc, kind in sorted(self.held.items()))
        open_arcs = [str(arc + 1) for arc in range(here, ARCS) if arc not in self.held]
        return f"{kept}: kept in mind; arc{'s' * (len(open_arcs) > 1)} {', '.join(open_arcs)} to come"


def _read(position: Position, text: str) -> list[tuple[int, int]]:
    """Kinds and arcs in the order in which they are told."""
    names = token_names(position.rule_set.components)
    text = _SHORT.sub(lambda form: f" {form[1]} {form[2]} ", text)
    said: list[tuple[int, int]] = []
    kind: int | None = None
    arcs_told = True  # of the Monster that was named last
    announced: list[tuple[int, int]] = []  # kinds with how many were announced: "2 orcs 4 5"

    def refuse(reason: str) -> InvalidInput:
        return InvalidInput([Problem("move", reason)])

    for words in map(words_in, re.split("[,;]", text)):
        named = {at: (end, kind) for at, end, kind in names.named_in(words)}
        at = 0
        while at < len(words):
            word = words[at]
            if at in named:
                if not arcs_told and kind is not None:
                    raise refuse(f'in which arc is the {title(names.names[kind])}? One tells it like "{names.names[kind]} 1"')
                at, kind = named[at]
                arcs_told = False
                continue
            if word.isascii() and word.isdigit():
                if at == 0 and at + 1 in named:
                    announced.append((named[at + 1][1], int(word[:3])))
                elif kind is None:
                    raise refuse(f'which Monster is in arc {word[:9]}? One tells it like "goblin 1"')
                elif not 1 <= int(word[:3]) <= ARCS:
                    raise refuse(f"arc {word[:9]}: arcs are 1 to {ARCS}")
                else:
                    said.append((kind, int(word) - 1))
                    arcs_told = True
            elif word not in FILLERS and word not in PUTTING and word not in ("arc", "arcs", "space", "spaces"):
                raise refuse(f"{shown(word)} is not a Monster or an arc; {_example(position)}")
            at += 1
    for counted, count in announced:
        arcs = sum(told == counted for told, _ in said)
        if arcs != count:
            name = title(names.names[counted])
            raise refuse(
                f'{count} {name if count == 1 else plural(name)}, but {arcs} arc{"s" * (arcs != 1)}: one tells it like "2 orcs 4 5"'
            )
    if not said or not arcs_told:
        raise refuse(f"{shown(text.strip())} names no Monster with its arc; {_example(position)}")
    return said


def _example(position: Position) -> str:
    moves = position.game.moves(position)
    tokens = position.rule_set.components.tokens
    kinds = [tokens[first_of(move)].name for move in moves]
    return f'here are starting Monsters, such as "{kinds[0]} {second_of(moves[0]) + 1}"' + (
        f", of {', '.join(kinds)}" if len(kinds) > 1 else ""
    )


def _check_supply(position: Position, held: dict[int, int]) -> None:
    """No more of a kind than there are to be placed."""
    tokens = position.rule_set.components.tokens
    moves = position.game.moves(position)
    supply = position.state.to_place if verb_of(moves[0]) in (verbs.PLACE, verbs.PLACED) else position.state.pile
    for kind in set(held.values()):
        count, left = list(held.values()).count(kind), int(supply[kind])
        if count > left:
            name = title(tokens[kind].name)
            raise InvalidInput(
                [
                    Problem(
                        "move", f"there {'is' if left == 1 else 'are'} {left or 'no'} {name if left == 1 else plural(name)} left to place"
                    )
                ]
            )
