"""Destroying several tiles, and the Pyro's two effects, against brute force: on small castles every result is reached, once, and no other.

All tiles of these castles are of different kinds, so that what is left tells which tiles are gone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, product

import pytest

from castellion.arrange import HAUNTED_TILE_LOST, arrange, as_text, draw, options, play, result
from castlewise.models.castellion.position import Position
from castlewise.models.castellion.rules.destruction import begin_destruction
from castlewise.models.castellion.stages import CHAMPION_PRICE, DESTROY_TILES, SHIFT, TRAITOR_PRICE
from castlewise.models.castellion.tiles import TILES

Columns = tuple[tuple[str, ...], ...]
ANY_TILE, ONLY_TOPS = TRAITOR_PRICE, CHAMPION_PRICE
BOTH_WAYS = pytest.mark.parametrize("purpose", [ANY_TILE, ONLY_TOPS], ids=["with slide", "only tops"])


def castles(tiles: int, widest: int = 6, highest: int = 6) -> list[tuple[int, ...]]:
    """The heights of every castle of so many tiles."""
    return [heights for width in range(1, widest + 1) for heights in product(range(1, highest + 1), repeat=width) if sum(heights) == tiles]


def built(heights: tuple[int, ...]) -> Columns:
    codes = iter(tile.code for tile in TILES)
    return tuple(tuple(next(codes) for _ in range(height)) for height in heights)


def destroying(castle: Columns, tiles: int, purpose: int) -> Position:
    game = arrange("base,two-player", compiled=False).game
    state = arrange("base,two-player", as_text(castle), compiled=False).state
    begin_destruction(game.rules, state, 0, purpose, tiles)
    return game.settled(state)


def ends(position: Position, *choices: int) -> Iterator[str]:
    """What is left of the castle after each sequence of choices, for as long as the choices are of some stages."""
    assert all(position.columns(0)), "the castle fell apart on the way"
    if position.state.stage not in choices:
        yield draw(position)
        return
    moves = position.game.choices(position)
    assert moves, "a dead end"
    for move in moves:
        yield from ends(position.game.apply(position, move), *choices)


def what_may_be_left(castle: Columns, tiles: int, purpose: int) -> set[str]:
    cells = [(column, row) for column, stack in enumerate(castle) for row in range(len(stack))]
    found = set()
    for gone in map(set, combinations(cells, tiles)):
        if purpose == ONLY_TOPS and any((column, row + 1) in set(cells) - gone for column, row in gone):
            continue
        left = [tuple(code for row, code in enumerate(stack) if (column, row) not in gone) for column, stack in enumerate(castle)]
        if "".join("x" if column else " " for column in left).strip().find(" ") < 0:
            found.add(as_text(tuple(filter(None, left))))
    return found


@BOTH_WAYS
@pytest.mark.parametrize("size", range(2, 8))
def test_several_tiles_destroyed_at_once_are_any_set_that_never_splits_the_castle_in_exactly_one_way(size: int, purpose: int) -> None:
    for castle in map(built, castles(size)):
        for tiles in range(1, size):
            expected = what_may_be_left(castle, tiles, purpose)
            assert Counter(ends(destroying(castle, tiles, purpose), DESTROY_TILES)) == Counter(expected), (as_text(castle), tiles)


@BOTH_WAYS
@pytest.mark.parametrize("heights", [(3, 1, 4, 2), (1, 2, 1, 3, 1), (6, 1, 5), (2, 2, 2, 2, 2), (1, 1, 2, 1, 1, 2), (1, 6, 1)])
@pytest.mark.parametrize("tiles", [2, 4])
def test_several_tiles_destroyed_at_once_in_larger_castles(heights: tuple[int, ...], tiles: int, purpose: int) -> None:
    castle = built(heights)
    assert Counter(ends(destroying(castle, tiles, purpose), DESTROY_TILES)) == Counter(what_may_be_left(castle, tiles, purpose))


def test_the_brute_force_knows_splits_and_slides() -> None:
    castle = built((1, 2, 1))
    assert what_may_be_left(castle, 1, ANY_TILE) == {"sc ..\nss ct", "st ss ct", "st sc ct", ".. sc\nst ss"}
    assert what_may_be_left(castle, 1, ONLY_TOPS) == {"sc ..\nss ct", "st ss ct", ".. sc\nst ss"}
    assert what_may_be_left(built((1, 1, 1)), 1, ANY_TILE) == {"ss sc", "st ss"}


@BOTH_WAYS
@pytest.mark.parametrize("tiles", [4, 5, 16])
def test_more_tiles_to_destroy_than_there_are_take_all_and_nobody_is_asked(tiles: int, purpose: int) -> None:
    position = destroying(built((1, 2, 1)), tiles, purpose)
    assert (position.columns(0), len(position.discards), position.state.stage != DESTROY_TILES) == ([], 4, True)


@BOTH_WAYS
def test_destroyed_tiles_go_to_the_discards(purpose: int) -> None:
    position = play(destroying(built((2, 2)), 2, purpose), "destroy@1.2", "destroy@1.1")
    assert (draw(position), position.discards) == ("ct\nsc", ["seer triangle", "seer square"])


@pytest.mark.parametrize(("moves", "lost"), [(["destroy@1.2"], True), (["destroy@1.1"], False)])
def test_destroying_the_haunted_tile_ends_the_game_at_once(moves: list[str], lost: bool) -> None:
    position = arrange("base,cold-sweat", "ss ps cs\nst pt ct", hand="tr", haunted=(1, 2))
    position = play(position, "discard-traitor", *moves)
    assert (result(position) == HAUNTED_TILE_LOST) is lost


# ---- The Pyro ----


def burnt(castle: Columns) -> set[Columns]:
    """The castles that the loss of one tile leaves whole."""
    found = set()
    for column, row in ((column, row) for column, stack in enumerate(castle) for row in range(len(stack))):
        rest = castle[column][:row] + castle[column][row + 1 :]
        if rest or column in (0, len(castle) - 1):
            found.add(tuple(filter(None, (*castle[:column], rest, *castle[column + 1 :]))))
    return found


def moved(castle: Columns, widest: int, highest: int) -> set[Columns]:
    """The castles that moving one top tile makes of another."""
    found = set()
    for column, stack in enumerate(castle):
        if len(stack) == 1 and column not in (0, len(castle) - 1):
            continue
        rest = tuple(filter(None, (*castle[:column], stack[:-1], *castle[column + 1 :])))
        if len(rest) < widest:
            found |= {((stack[-1],), *rest), (*rest, (stack[-1],))}
        found |= {(*rest[:at], (*onto, stack[-1]), *rest[at + 1 :]) for at, onto in enumerate(rest) if len(onto) < highest}
    return found - {castle}


@pytest.mark.parametrize(("widest", "highest"), [(6, 6), (3, 3), (2, 4), (4, 1), (1, 6)])
def test_pyro_reaches_exactly_the_castles_that_one_loss_and_one_move_can_make(widest: int, highest: int) -> None:
    for castle in (built(heights) for size in range(1, 6) for heights in castles(size, widest, highest)):
        expected = {left: moved(left, widest, highest) for left in burnt(castle)}
        expected = {left: after for left, after in expected.items() if after}
        position = arrange(f"base,size={widest}x{highest}", as_text(castle), hand="pc")
        assert ("power" in options(position)) is bool(expected), castle
        if expected:
            reached = ends(play(position, "power"), DESTROY_TILES, SHIFT)
            assert set(reached) == {as_text(after) for all_after in expected.values() for after in all_after}, castle
