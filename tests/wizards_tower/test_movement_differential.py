"""Movement and fire beside the referee's: from boards made at random, every board that a movement can lead to is the same in both."""

from __future__ import annotations

import os
import random
from typing import Any

from castlewise.models.castle_panic.position import Position
from castlewise.models.castle_panic.wizards_tower.position_keys import MOVING
from referee.wizards_tower_movement import CASTLE, LOST, RINGS, Board, Monster, Movement, every_outcome
from wizards_tower.arrange import QUIET, arrange, play

KINDS = {
    "orc": 2, "troll": 3, "ogre": 4, "imp": 1, "goblin cavalry": 2, "climbing troll": 3, "golem": 3, "centaur": 3, "cyclops": 3, "phoenix": 1, "gargoyle": 2,
}  # fmt: skip
MEGA_BOSSES = {"chimera": 5, "dragon": 5, "hydra": 4, "necromancer": 4, "warlock": 4}
AVAILABLE = {"orc": 5, "troll": 5, "ogre": 3, "imp": 6, "goblin cavalry": 2, "climbing troll": 2, "phoenix": 2, "gargoyle": 2}
TOKENS = {
    "mr": ("red monsters move 1", Movement(arcs=frozenset({1, 2}))),
    "mg": ("green monsters move 1", Movement(arcs=frozenset({3, 4}))),
    "cw": ("monsters move clockwise", Movement(turn=1)),
    "cc": ("monsters move counter-clockwise", Movement(turn=-1)),
}
BOARDS = int(os.environ.get("CASTLEWISE_DIFFERENTIAL", "400"))


def random_board(rng: random.Random) -> Board:
    """Few arcs and the inner rings, so that much happens at once."""
    arcs = rng.sample(range(1, 7), 3)
    towers = {arc: rng.choice([0, 0, 1, 2]) for arc in range(1, 7) if rng.random() < 0.6} or {6: 0}
    walls = {arc: rng.choice([0, 0, 1, 2]) for arc in range(1, 7) if rng.random() < 0.7}
    fortify = frozenset(rng.sample([arc for arc in walls if walls[arc] == 0], k=min(1, sum(flames == 0 for flames in walls.values()))))
    monsters: list[Monster] = []
    names = [rng.choice(list(KINDS)) for _ in range(rng.randint(0, 4))] + rng.sample(list(MEGA_BOSSES), rng.randint(0, 2))
    for name in names:
        if sum(m.kind == name for m in monsters) >= AVAILABLE.get(name, 1):
            continue
        ring, arc = rng.choice([0, 1, 2, 3, 3, 3, CASTLE]), rng.choice(arcs)
        if ring == CASTLE and arc in towers:
            ring = 3
        full = (KINDS | MEGA_BOSSES)[name]
        tarred = rng.random() < 0.15 and name not in ("phoenix", "gargoyle", "dragon") and not any(m.tarred for m in monsters)
        monsters.append(Monster(name, ring, arc, rng.randint(1, full), rng.choice([0, 0, 0, 1, 2]), tarred))
    return Board(tuple(monsters), walls, towers, fortify)


def written(m: Monster) -> str:
    words = f"{m.kind} {RINGS[m.ring]} {m.arc} health {m.health}"
    return words + (f" flames {m.flames}" if m.flames else "") + (" tarred" if m.tarred else "")


def engine_position(board: Board, **stated: Any) -> Position:
    burning = [f"w{arc}" for arc, flames in board.walls.items() for _ in range(flames)]
    burning += [f"t{arc}" for arc, flames in board.towers.items() for _ in range(flames)]
    return arrange(
        monsters=[written(m) for m in board.monsters],
        walls=sorted(board.walls),
        towers=sorted(board.towers),
        fortified=sorted(board.fortify),
        burning=burning,
        wizard_tower=min(board.towers),
        **stated,
    )


def engine_outcomes(position: Position) -> set[object]:
    """Every board where the movement is over, over all choices and rolls."""
    waiting = [position]
    found: set[object] = set()
    known: set[bytes] = set()
    while waiting:
        here = waiting.pop()
        if bytes(here) in known:
            continue
        known.add(bytes(here))
        if here.state.stage in MOVING:
            waiting += [here.game.apply(here, move) for move in here.game.moves(here)]
        elif not here.towers:
            found.add(LOST)
        else:
            found.add(engine_seen(here))
    return found


def engine_seen(position: Position) -> object:
    monsters = sorted((m.name, m.ring, m.arc, m.health, m.flames, m.tarred) for m in position.monsters)
    walls = tuple((arc, position.wall_flames[arc - 1]) for arc in position.walls)
    towers = tuple((arc, position.tower_flames[arc - 1]) for arc in position.towers)
    return tuple(monsters), walls, towers, tuple(position.fortified)


def test_every_outcome_of_phase_5_is_the_referees() -> None:
    rng = random.Random(5)
    several = 0
    for _ in range(BOARDS):
        board = random_board(rng)
        ice = rng.random() < 0.1
        expected = every_outcome(board, Movement(phase_5=True, ice=ice))
        found = engine_outcomes(engine_position(board, stage="move", pile=QUIET, **({"ice": True} if ice else {})))
        assert found == expected, board
        several += len(expected) > 1
    assert several > BOARDS // 4  # choices and dice were compared, not only what is certain


def test_every_outcome_of_a_token_that_moves_monsters_is_the_referees() -> None:
    rng = random.Random(6)
    for _ in range(BOARDS):
        board = random_board(rng)
        code, (name, movement) = rng.choice(list(TOKENS.items()))
        position = play(engine_position(board, stage="token", pile=[name, *QUIET]), f"token.{code}")
        assert engine_outcomes(position) == every_outcome(board, movement), (board, name)
