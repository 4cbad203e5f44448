"""A second, plain account of how Monsters move in The Wizard's Tower and what fire does then, written from the rulebooks alone.

It knows one movement: phase 5, or a token that moves a colour or rotates all. From a board it works out every board that the movement can lead
to, over all rolls of the die and all decisions of the players: who is hurt by a structure, and, in any order whatsoever, which attack or breath comes first.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import product

FOREST, ARCHER, KNIGHT, SWORDSMAN, CASTLE = range(5)
RINGS = ("forest", "archer", "knight", "swordsman", "castle")
IMPS = 18
ROLLING = ("dragon", "warlock")
BREATHING = ("dragon", "chimera")
WEAK = {"centaur": KNIGHT, "cyclops": ARCHER, "golem": SWORDSMAN}
LOST = "lost"


@dataclass(frozen=True)
class Monster:
    kind: str
    ring: int
    arc: int
    health: int
    flames: int = 0
    tarred: bool = False
    # During the movement
    hits: tuple[str, int] | None = None  # the structure it has run into
    burns: int = 0  # points its flames will cost it
    caught: int = 0  # flames that it caught on the way
    breath: bool = False


@dataclass(frozen=True)
class Board:
    monsters: tuple[Monster, ...]
    walls: dict[int, int] = field(default_factory=dict)  # arc -> flames
    towers: dict[int, int] = field(default_factory=dict)
    fortify: frozenset[int] = frozenset()


@dataclass(frozen=True)
class Movement:
    """Which Monsters move: those of some arcs forward, or all round by a number of arcs. In phase 5 even held Monsters burn."""

    arcs: frozenset[int] = frozenset(range(1, 7))
    turn: int = 0
    phase_5: bool = False
    ice: bool = False


def every_outcome(board: Board, movement: Movement) -> set[object]:
    found: set[object] = set()
    for rolls in product(range(1, 7), repeat=sum(rolls_for(m, movement) for m in board.monsters)):
        dice = iter(rolls)
        moved = tuple(moved_one(board, m, movement, dice) for m in board.monsters)
        for after in resolved(replace(board, monsters=moved)):
            found.add(LOST if not after.towers else seen(burned(after)))
    return found


def moves(m: Monster, movement: Movement) -> bool:
    if m.tarred or (movement.ice and m.kind != "warlock"):
        return False
    return movement.turn != 0 or m.arc in movement.arcs


def rolls_for(m: Monster, movement: Movement) -> bool:
    return m.kind in ROLLING and m.ring < CASTLE and moves(m, movement)


def round_by(arc: int, steps: int) -> int:
    return (arc - 1 + steps) % 6 + 1


def moved_one(board: Board, m: Monster, movement: Movement, dice: Iterator[int]) -> Monster:
    if not moves(m, movement):
        return replace(m, burns=m.flames if movement.phase_5 else 0)
    m = replace(m, burns=m.flames)
    if m.ring < CASTLE and m.kind == "dragon":
        roll = next(dice)
        if roll in (1, 6):
            m = replace(m, arc=round_by(m.arc, 1 if roll == 1 else -1))
        elif roll in (2, 5):
            m = forward(board, m)
        elif roll == 4 and m.ring > FOREST:
            m = replace(m, ring=m.ring - 1)
        return replace(m, breath=m.ring < CASTLE)
    if m.ring < CASTLE and m.kind == "warlock":
        return forward(board, replace(m, arc=next(dice)))
    if m.ring < CASTLE and m.kind == "chimera":
        m = forward(board, replace(m, arc=round_by(m.arc, -1)))
        return replace(m, breath=m.ring < CASTLE)
    spaces = 2 if m.kind == "goblin cavalry" and m.ring < CASTLE else 1
    if movement.turn:
        m = replace(m, arc=round_by(m.arc, movement.turn * spaces))
        return entering(board, m) if m.ring == CASTLE else m
    for _ in range(spaces):
        if m.hits is None and not (spaces == 2 and m.ring == CASTLE):
            m = forward(board, m)
    return m


def forward(board: Board, m: Monster) -> Monster:
    if m.ring < SWORDSMAN:
        return replace(m, ring=m.ring + 1)
    if m.ring == CASTLE:
        return entering(board, replace(m, arc=round_by(m.arc, 1)))
    if m.arc in board.walls:
        if m.kind != "climbing troll":
            return replace(m, hits=("wall", m.arc))
        m = replace(m, caught=m.caught + board.walls[m.arc])
    return entering(board, replace(m, ring=CASTLE))


def entering(board: Board, m: Monster) -> Monster:
    return replace(m, hits=("tower", m.arc)) if m.arc in board.towers else m


def resolved(board: Board) -> Iterator[Board]:
    """Every board after all attacks and breaths, in all orders."""
    structures = {m.hits for m in board.monsters if m.hits}
    breathers = [i for i, m in enumerate(board.monsters) if m.breath]
    if not structures and not breathers:
        yield board
    for i in breathers:
        yield from resolved(breathed(board, i))
    for structure in structures:
        for victim in {m for m in board.monsters if m.hits == structure}:
            yield from resolved(attacked(board, structure, victim))


def breathed(board: Board, breather: int) -> Board:
    monsters = list(board.monsters)
    monsters[breather] = replace(monsters[breather], breath=False)
    board = replace(board, monsters=tuple(monsters))
    near = board.monsters[breather].arc
    far = round_by(near, 3)
    for structure in (("wall", near), ("tower", near), ("tower", far), ("wall", far)):
        kind, arc = structure
        standing = board.walls if kind == "wall" else board.towers
        if arc not in standing:
            continue
        if kind == "wall" and arc in board.fortify:
            return replace(board, fortify=board.fortify - {arc})
        if standing[arc] == 2:
            gone = without(board, structure)
            return replace(gone, monsters=tuple(replace(m, hits=None) if m.hits == structure else m for m in gone.monsters))
        lit = {**standing, arc: standing[arc] + 1}
        return replace(board, walls=lit) if kind == "wall" else replace(board, towers=lit)
    return board


def without(board: Board, structure: tuple[str, int]) -> Board:
    kind, arc = structure
    if kind == "tower":
        return replace(board, towers={a: flames for a, flames in board.towers.items() if a != arc})
    return replace(board, walls={a: flames for a, flames in board.walls.items() if a != arc})


def attacked(board: Board, structure: tuple[str, int], victim: Monster) -> Board:
    """The structure goes; one attacker takes its point of damage, or its flames if it burns. The Necromancer is slain in any case."""
    kind, arc = structure
    flames = board.walls[arc] if kind == "wall" else board.towers[arc]
    gone = without(board, structure)
    if kind == "wall" and arc in board.fortify:
        gone = replace(board, fortify=board.fortify - {arc})
    left: list[Monster] = []
    chosen = False
    dead: list[Monster] = []
    for m in board.monsters:
        if m.hits != structure:
            left.append(m)
            continue
        now = replace(m, hits=None)
        if m.kind == "necromancer":
            dead.append(now)
        elif m == victim and not chosen:
            chosen = True
            if flames:
                left.append(replace(now, caught=now.caught + flames))
            elif now.health == 1:
                dead.append(now)
            else:
                left.append(replace(now, health=now.health - 1))
                left += imps(board, now, 1)
        else:
            left.append(now)
    return replace(gone, monsters=tuple(burst(left, dead)))


def imps(board: Board, m: Monster, points: int) -> list[Monster]:
    if m.kind != "hydra":
        return []
    free = IMPS - sum(other.kind == "imp" for other in board.monsters)
    return [Monster("imp", FOREST, m.arc, 1)] * min(free, 2 * points)


def burst(left: list[Monster], dead: list[Monster]) -> list[Monster]:
    """Where a Phoenix died the others catch fire."""
    for gone in dead:
        if gone.kind == "phoenix":
            left = [replace(m, caught=m.caught + 1) if (m.ring, m.arc) == (gone.ring, gone.arc) else m for m in left]
    return left


def burned(board: Board) -> Board:
    left: list[Monster] = []
    dead: list[Monster] = []
    for m in board.monsters:
        slain = m.burns and (m.burns >= m.health or WEAK.get(m.kind) == m.ring)
        if slain:
            dead.append(m)
        else:
            left.append(replace(m, health=m.health - m.burns))
            if m.burns:
                left += imps(board, m, m.burns)
    return replace(board, monsters=tuple(burst(left, dead)))


def seen(board: Board) -> object:
    """What can be seen of a board when the movement is over."""
    monsters = sorted((m.kind, RINGS[m.ring], m.arc, m.health, m.flames + m.caught, m.tarred) for m in board.monsters)
    return tuple(monsters), tuple(sorted(board.walls.items())), tuple(sorted(board.towers.items())), tuple(sorted(board.fortify))
