"""Positions for tests, said in a few words.

A castle is written as it looks: rows from the top down, two letters a tile (see tiles.py), dots for an empty cell.

    castle = '''
        .. pt ..
        st ps ct
    '''

Where shapes do not matter, `shaped` takes one letter a tile, its faction (or f for the Pantry), and gives neighbours different shapes.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from castlewise.models.castellion import stages
from castlewise.models.castellion.castle_question import Castle
from castlewise.models.castellion.game import Castellion
from castlewise.models.castellion.position import Position
from castlewise.models.castellion.rule_set import read_rules
from castlewise.models.castellion.rules.castle import place_tile
from castlewise.models.castellion.state import COLUMN
from castlewise.models.castellion.tiles import PANTRY, SHAPES, TILES
from castlewise.models.contract import Result
from castlewise.models.kernel import jit_wanted

CODES = {tile.code: kind for kind, tile in enumerate(TILES)}

WON = Result(True, "all three ordeals are overcome", (0,))
BOTH_WON = Result(True, "all three ordeals are overcome", (0, 1))
NO_FORMATIONS = Result(False, "the formations of an ordeal were missing", ())
NO_FOUNDATION = Result(False, "the foundation was incomplete", ())
WRONG_PANTRY = Result(False, "the castle did not hold the right number of Pantry tiles", ())
NO_PRISON = Result(False, "the prison was not complete after the third ordeal", ())
HAUNTED_TILE_LOST = Result(False, "the haunted tile was destroyed", ())


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


def kinds(castle: str) -> Castle:
    """The same as kinds of tile: a castle as questions have it."""
    return tuple(tuple(CODES[code] for code in column) for column in columns(castle))


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
    game = Castellion(read_rules(rules), compiled=False)
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
    return in_kernel(game.settled(state), compiled)


def in_kernel(position: Position, compiled: bool | None) -> Position:
    """A position made by the plain rules, for the compiled ones if they are wanted."""
    if not (jit_wanted() if compiled is None else compiled):
        return position
    return Castellion(position.rule_set, compiled=True).adopted(position)


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


def pay(position: Position) -> Position:
    """Destroy as many tiles as are due, from the left and from the top, sparing the foundation."""
    while any(option.startswith("destroy") for option in options(position)):
        cells = [tuple(map(int, option[8:].split("."))) for option in options(position) if option.startswith("destroy@")]
        column, row = min((cell for cell in cells if cell[1] > 1), key=lambda cell: (cell[0], -cell[1]))
        position = play(position, f"destroy@{column}.{row}")
    return position


def options(position: Position) -> set[str]:
    """The short forms of everything that can happen next."""
    return {position.game.short(position, move) for move in position.game.moves(position)}


def chances(position: Position) -> dict[str, int]:
    """What chance can do here, with the weights."""
    return {position.game.short(position, outcome): weight for outcome, weight in position.game.outcomes(position)}


def mover(position: Position) -> int:
    return position.game.mover(position)


def result(position: Position) -> Result | None:
    return position.game.result(position)


def shaped(factions: str, without: str = "") -> str:
    """A castle of which only the factions are said, a letter a tile; no two neighbours get the same shape.

    A capital T, B or L after the letter marks a tile whose loss costs a tower, a bastion or a line; `without` names the marks of tiles to leave out.
    """
    rows = [line.split() for line in factions.strip().splitlines()]
    return "\n".join(
        " ".join(
            ".." if cell == "." or (cell[1:] and cell[1:] in without) else cell[0] + "tsc"[(column + len(rows) - 1 - row) % 3]
            for column, cell in enumerate(cells)
        )
        for row, cells in enumerate(rows)
    )


def named(formations: str) -> tuple[int, int, int]:
    """Towers, bastions and lines of a card's text such as "3T2B"."""
    counts = {formations[at + 1]: int(formations[at]) for at in range(0, len(formations), 2)}
    return counts.get("T", 0), counts.get("B", 0), counts.get("L", 0)


def drawn(castle: str) -> str:
    """A castle as `draw` gives it: without indentation, and without rows and columns that are empty."""
    return as_text(columns(castle))


def draw(position: Position, player: int = 0) -> str:
    """A castle as `arrange` reads it, without indentation."""
    return as_text([[TILES[kind].code for kind in column] for column in position.columns(player)])


def as_text(castle: Sequence[Sequence[str]]) -> str:
    """A castle as it looks, from the codes of its columns."""
    height = max((len(column) for column in castle), default=0)
    return "\n".join(" ".join(column[row] if row < len(column) else ".." for column in castle) for row in reversed(range(height)))


# Castles that have exactly the formations they are called by, and a complete foundation (see `shaped` for the capitals).
CASTLES = {
    "1T1B1L": """
        pT c cB . . .
        p c c . . .
        p j s s s sL
        p s c j c j""",
    "2T2B": """
        p . . . . cT
        p s s j jB c
        p s s j j c
        p c j s p c""",
    "2B2L": """
        j j j jL . .
        c c s p . .
        c c s c s sB
        p p p p s s""",
    "2T2L": """
        p . . . . cT
        p . . . . c
        p j j j jL c
        p s s s s c""",
    "3T2B": """
        . . . p pB .
        pT s . p p c
        p s j j s c
        p s j j p c
        p s c p j c""",
    "3B2L": """
        s s s sL . .
        c c j j . .
        c c j j s sB
        p p p p s s""",
    "2T3L": """
        p . . . . cT
        p s s s sL c
        p j j j j c
        p s s s s c""",
    "3T2B1L": """
        p s cT . . .
        p s c . s sB
        p s c . s s
        p s c . c c
        j j j j c c""",
    "2T": """
        p . cT . . .
        p . c . . .
        p . c . . .
        p j c j s j""",
    "3T": """
        p . c . sT .
        p . c . s .
        p . c . s .
        p j c j s j""",
    "5T": """
        p s c j pT .
        p s c j p .
        p s c j p .
        p s c j p s""",
    "2B": """
        p p c cB . .
        p p c c s j""",
    "3B": """
        p p c c s sB
        p p c c s s""",
    "5B": """
        j j s sB . .
        j j s s . .
        p p c c s s
        p p c c s s""",
    "2L": """
        c c c cL . .
        p p p p s j""",
    "3L": """
        s s s sL . .
        c c c c . .
        p p p p s j""",
    "5L": """
        j j j jL . .
        p p p p . .
        s s s s . .
        c c c c . .
        p p p p s j""",
}

# 36 tiles with one formation of each kind. The tile marked F, a Seer Square at the top of column 6, can be left out and placed.
FULL = """
    j s c s j sF
    s j p c p c
    p c c j s p
    p c c p j c
    p j s s s s
    p s c j c j
"""

# The castle of the rulebook's Harpy example: 34 tiles with two towers and two bastions.
OF_THE_HARPY = """
    c j p c . .
    j c j p c p
    p j c s p j
    p s j s c p
    p c c s j j
    p c c s j j
"""
