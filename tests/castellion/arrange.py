"""Positions for tests, said in a few words.

A castle is written as it looks: rows from the top down, two letters a tile (see tiles.py), dots for an empty cell.

    castle = '''
        .. pt ..
        st ps ct
    '''
"""

from __future__ import annotations

from collections.abc import Iterable

from castlewise.models.castellion import stages
from castlewise.models.castellion.game import Castellion
from castlewise.models.castellion.position import Position
from castlewise.models.castellion.rule_set import read_rules
from castlewise.models.castellion.rules.castle import place_tile
from castlewise.models.castellion.state import COLUMN
from castlewise.models.castellion.tiles import PANTRY, SHAPES, TILES

CODES = {tile.code: kind for kind, tile in enumerate(TILES)}


def columns(castle: str) -> list[list[str]]:
    """The codes of a castle's columns, bottom up; the first column is the leftmost that holds a tile."""
    rows = [line.split() for line in castle.strip().splitlines() if line.strip()]
    assert len({len(row) for row in rows}) <= 1, "every row needs as many cells"
    found = [[code for code in reversed(column) if code != ".."] for column in zip(*rows, strict=True)]
    for column, cells in zip(found, zip(*rows, strict=True), strict=True):
        assert ".." not in list(reversed(cells))[: len(column)], "a tile hangs in the air"
    kept = [column for column in found if column]
    assert "".join("x" if column else " " for column in found).strip() == "x" * len(kept), "the castle is split"
    return kept


def arrange(
    rules: str = "introductory",
    castle: str = "",
    partner: str = "",
    *,
    hand: str = "",
    safe: str | None = None,
    standard: str | None = None,
    revealed: str = "",
    discards: str = "",
    vigil: str = "",
    prison: str = "",
    prison_ends: tuple[str, str] | None = None,
    pantry: str | None = None,
    ordeals: tuple[str, ...] | None = None,
    met: int = 0,
    traitors: int = 0,
    black_traitors: int = 0,
    prophet: int = 0,
    pawn: bool | None = None,
    haunted: tuple[int, int] | tuple[int, int, int] | None = None,
    champion: int | None = None,
    player: int = 0,
    received: bool = False,
    compiled: bool | None = None,
) -> Position:
    """A position at the start of a turn, or with a tile in hand that was just drawn (`received`: that was recovered, donated or swapped for).

    Piles are codes with counts, "2st pc tr"; left out they stay as printed, whatever lies in the castle. `ordeals` names the cards by their short texts,
    "" for one that lies face down; left out, each is the first of its number (at the expert level face down). `haunted` is column and row, with the player
    before them if it is the partner's. `prison` is given in its order around the ring.
    """
    game = Castellion(read_rules(rules), compiled=compiled)
    state = game.blank_state()
    for owner, drawing in enumerate((castle, partner)):
        for at, column in enumerate(columns(drawing)):
            for code in column:
                place_tile(state, owner, CODES[code], at + 1)
    for name, text in (("safe", safe), ("standard", standard), ("revealed", revealed), ("discards", discards), ("prison", prison)):
        if text is not None:
            for kind, count in enumerate(counted(text.split())):
                getattr(state, name)[kind] = count
    if pantry is not None:
        for shape, count in enumerate(counted(pantry.split())[PANTRY : PANTRY + 3]):
            state.pantry[shape] = count
    ring = [CODES[code] % 3 for code in prison.split()]
    if ring and len(ring) < 8:
        ends = [SHAPES.index(end) for end in prison_ends] if prison_ends else [ring[0], ring[-1]]
        state.prison_first, state.prison_last = min(ends), max(ends)
    for number, known in enumerate(game.rule_set.ordeals):
        texts = [card.text.replace("-", " ") for card in known.cards]
        named = ordeals[number] if ordeals else "" if game.rule_set.level == "expert" and len(texts) > 1 else texts[0]
        state.card[number] = texts.index(named) + 1 if named else 0
    state.met, state.traitors, state.black_traitors = met, traitors, black_traitors
    state.prophet = prophet or int(game.rule_set.appendix == "prophet")
    state.vigil = CODES[vigil] + 1 if vigil else int(game.rule_set.appendix == "vigil")
    if pawn is not None:
        state.pawn = int(pawn)
    if haunted is not None:
        *owner_of, column_of, row = haunted
        state.haunted_castle = owner_of[0] if owner_of else 0
        state.haunted = 1 + (column_of - 1) * COLUMN + row - 1
        state.pawn = 0
    state.champion = 0 if champion is None else champion + 1
    state.player = player
    state.stage = stages.BEGIN_TURN
    if hand:
        state.hand = CODES[hand] + 1
        state.hand_from = int(received)
        state.stage = stages.TILE_DRAWN
    return game.settled(state)


def counted(words: Iterable[str]) -> list[int]:
    """Codes with counts before them as counts per kind."""
    counts = [0] * len(TILES)
    for word in words:
        code = word.lstrip("0123456789")
        counts[CODES[code]] += int(word[: -len(code)] or 1)
    return counts


def play(position: Position, *moves: str) -> Position:
    """Play moves given by their short forms, chance's included."""
    for move in moves:
        position = position.game.apply(position, position.game.read_move(position, move))
    return position


def options(position: Position) -> set[str]:
    """The short forms of everything that can happen next."""
    return {position.game.short(position, move) for move in position.game.moves(position)}


def draw(position: Position, player: int = 0) -> str:
    """A castle as `arrange` reads it, without indentation."""
    castle = position.columns(player)
    height = max((len(column) for column in castle), default=0)
    rows = [[TILES[column[row]].code if row < len(column) else ".." for column in castle] for row in reversed(range(height))]
    return "\n".join(" ".join(row) for row in rows)
