"""Why something that was told cannot be, in Castellion's own words: which tile is gone, why a tile may not stand where it was put.

What a newcomer would get wrong: nothing here decides what is legal. The rules have refused already; this looks for the reason in the position, and says
nothing where it finds none.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from castlewise.models.castellion import moves as verbs
from castlewise.models.castellion import stages
from castlewise.models.castellion.castle_text import TILE_NAMES
from castlewise.models.castellion.tiles import BLACK_TRAITOR, DEFENDERS, SHAPES, TILES, TRAITOR
from castlewise.models.move_code import verb_of
from castlewise.models.move_reading import words_in

if TYPE_CHECKING:
    from castlewise.models.castellion.position import Position


def refusal(position: Position, text: str) -> str:
    """The reason why a text is no move here; empty if none is found."""
    return _Refusal(position, words_in(text)).reason()


def moment(position: Position) -> str:
    """What is being decided, or what chance does, in a few words."""
    hand = f"the {TILES[int(position.state.hand) - 1].title}" if position.state.hand else "a tile"
    return {
        stages.TURN: "a tile is taken" if position.revealed else "a tile is drawn from one of the piles",
        stages.USE: f"{hand} is placed or discarded",
        stages.FACE_TRAITOR: f"{hand} is placed or discarded",
        stages.JUGGLE: "two tiles that touch are exchanged",
        stages.REVEAL_FROM: "a pile to reveal from is chosen",
        stages.RECOVER: "a tile is recovered from the discards",
        stages.DESTROY_TILES: "a tile is destroyed",
        stages.SHIFT: "a tile is moved",
        stages.DRAW_SAFE: "a tile of the safe pile is drawn",
        stages.DRAW_STANDARD: "a tile of the standard pile is drawn",
        stages.REVEAL_SAFE: "a tile of the safe pile is revealed",
        stages.REVEAL_STANDARD: "a tile of the standard pile is revealed",
        stages.TURN_UP_CARD: "an Ordeal card is turned up",
        stages.TURN_OVER_CARD: "an Ordeal card is turned over",
        stages.MEET_CARD: "an Ordeal card is turned over",
        stages.OVER: "the game is over",
    }.get(int(position.state.stage), "")


class _Refusal:
    """What was told, and where it was told."""

    def __init__(self, position: Position, words: tuple[str, ...]) -> None:
        self.position, self.words = position, words
        self.tiles = [kind for _, _, kind in TILE_NAMES.named_in(words)]
        self.numbers = [int(word) for word in words if word.isascii() and word.isdigit() and len(word) < 4]
        self.verbs = {verb_of(move) for move in position.game.moves(position)}

    def says(self, *words: str) -> bool:
        return any(word in self.words for word in words)

    def reason(self) -> str:
        position = self.position
        if position.is_over:
            return "the game is over; undo takes back"
        if verbs.TILE in self.verbs:
            return self._no_such_tile_comes()
        if verbs.CARD in self.verbs:
            return ""
        if self.says("meet", "encounter", "face"):
            level = position.rule_set.level
            return (
                f"an ordeal cannot be met early on the {level} level"
                if level == "introductory"
                else "an ordeal is met early only before a tile is drawn"
            )
        if self.says("power") and verbs.POWER not in self.verbs:
            return self._no_power()
        if position.state.stage == stages.TURN:
            return self._no_such_draw()
        if position.state.stage == stages.USE:
            return self._no_such_use()
        if position.state.stage == stages.FACE_TRAITOR and self.says("discard", "throw"):
            black = int(position.state.hand) - 1 == BLACK_TRAITOR
            level = position.rule_set.level
            return "a black-bordered Traitor has to be placed" if black else f"on the {level} level a Traitor has to be placed"
        if position.state.stage == stages.RECOVER:
            return self._not_recovered()
        if position.state.stage == stages.JUGGLE:
            return "only two tiles that touch each other are exchanged"
        if position.state.stage == stages.DESTROY_TILES:
            return self._not_destroyed()
        return ""

    def _no_such_tile_comes(self) -> str:
        position = self.position
        safe = position.state.stage in (stages.DRAW_SAFE, stages.REVEAL_SAFE)
        pile = "safe" if safe else "standard"
        if not self.tiles:
            return ""
        kind = self.tiles[0]
        name = TILES[kind].title
        if safe and kind in (TRAITOR, BLACK_TRAITOR):
            return "there are no Traitors in the safe pile"
        discarded = position.discards.count(TILES[kind].name)
        return f"there is no {name} left in the {pile} pile" + (f": {discarded} discarded" if discarded else "")

    def _no_such_draw(self) -> str:
        position = self.position
        if position.revealed:
            return "revealed tiles are used before another is drawn"
        if self.says("safe") and not position.safe:
            return "the safe pile is empty"
        if self.says("standard", "regular") and not position.standard:
            return "the standard pile is empty"
        if self.tiles:
            return 'from which pile? One tells it like "safe, seer circle"'
        if self.says("place", "discard", "column"):
            return "no tile is in hand"
        return ""

    def _no_such_use(self) -> str:
        position = self.position
        hand = int(position.state.hand) - 1
        if self.tiles and self.tiles[0] != hand:
            return f"the tile in hand is the {TILES[hand].title}, not a {TILES[self.tiles[0]].title}"
        if self.says("left", "right") or self.numbers:
            return self._not_placed(hand)
        return ""

    def _not_placed(self, hand: int) -> str:
        position, rules = self.position, self.position.rule_set
        columns = position.columns(position.player)
        width = len(columns)
        if width == 0:
            return "nothing is built yet: the first tile starts the castle"
        place = 0 if self.says("left") else width + 1 if self.says("right") else self.numbers[0]
        if not 1 <= place <= width:
            if width == rules.width:
                return f"the castle is {width} tiles wide already"
            if place not in (0, width + 1):
                return f"there is no column {place}: the castle has {width} column{'s' * (width != 1)}"
            row, beside = 0, [columns[0 if place == 0 else -1]]
        else:
            row = len(columns[place - 1])
            beside = [columns[at] for at in (place - 2, place) if 0 <= at < width]
            if row == rules.height:
                return f"column {place} is {row} tiles tall already"
        around = [(column[row], "beside it") for column in beside if row < len(column)]
        if 1 <= place <= width:
            around.append((columns[place - 1][-1], "below it"))
        for kind, where in around:
            if kind < DEFENDERS and hand < DEFENDERS and kind % 3 == hand % 3 and row > 0:
                return f"a {SHAPES[hand % 3]} may not touch a {SHAPES[kind % 3]}: there is a {TILES[kind].title} {where}"
        return ""

    def _no_power(self) -> str:
        position = self.position
        if position.rule_set.level == "introductory":
            return "on the introductory level tiles have no powers"
        return "its power has nothing to work on" if position.state.hand else ""

    def _not_recovered(self) -> str:
        shape = next((SHAPES[kind % 3] for kind in range(DEFENDERS) if self.tiles and kind == self.tiles[0]), "")
        if self.tiles and TILES[self.tiles[0]].name not in self.position.discards:
            return f"no {TILES[self.tiles[0]].title} is discarded"
        return f"a {shape} has not the shape of the Chameleon that was discarded" if shape else ""

    def _not_destroyed(self) -> str:
        columns = self.position.columns(int(self.position.state.owner))
        if len(self.numbers) >= 2:
            column, row = self.numbers[:2]
            if not (1 <= column <= len(columns) and 1 <= row <= len(columns[column - 1])):
                return f"there is no tile in column {column}, row {row}"
            return "tiles are destroyed from left to right and top down, and the castle may not be split"
        return "which one? Say its column and row"
