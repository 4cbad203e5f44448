"""Ordeals to be checked, from what was typed: `3T2B`, `1T1B1L,earthworm 1,3T2B`, `exam`, `harpy 2`, a position. What comes out are questions for the models.

A text names ordeals in the order in which they are met, with commas between; where one of several cards may lie, they are joined by dots. Each choice of
cards is a *deal*, with a question of its own: a configuration is solvable if every deal is.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import product

from castlewise.models.castellion import stages
from castlewise.models.castellion.castle_question import EVERY_TILE, BeyondCastleModel, Castle, CastleQuestion, tiles_of
from castlewise.models.castellion.castle_text import TILE_NAMES, read_castle
from castlewise.models.castellion.game import Castellion
from castlewise.models.castellion.ordeals import NUMERALS, Number, Ordeal, read_ordeal
from castlewise.models.castellion.order_question import OrderQuestion
from castlewise.models.castellion.position import Position
from castlewise.models.castellion.reach import left_of
from castlewise.models.castellion.rule_set import BASE, EXPERT, INTRODUCTORY, LEVELS, MOST_PER_KIND, RuleSet, read_pile
from castlewise.models.castellion.rules.castle import place_tile
from castlewise.models.castellion.state import LARGEST
from castlewise.models.castellion.tiles import KINDS, PANTRY, STONES, TILES, counted
from castlewise.models.problems import InvalidInput, Problem, Problems, nearest
from castlewise.models.provenance import Certainty
from castlewise.models.reading import shown

ORDEALS = 3
MOST_DEALS = 216
_SETS = {
    "exam": INTRODUCTORY, "exams": INTRODUCTORY, INTRODUCTORY: INTRODUCTORY, "simulation": BASE, "simulations": BASE, BASE: BASE,
    "assault": EXPERT, "assaults": EXPERT, EXPERT: EXPERT,
}  # fmt: skip
_NUMBERS = {"1": "i", "2": "ii", "3": "iii"}


@dataclass(frozen=True)
class Configuration:
    """What is asked about. `numbers` are the ordeals still to be met. `beyond`: why the castle models cannot be asked, if they cannot."""

    numbers: tuple[Number, ...]
    level: str
    width: int = LARGEST
    height: int = LARGEST
    castle: Castle = ()
    left: tuple[int, ...] = EVERY_TILE
    powers: int = 0
    pantry: tuple[int, ...] = ()
    pantry_apart: bool = False
    haunted: tuple[int, int] | None = None
    beyond: str = ""

    @property
    def deals(self) -> list[tuple[Ordeal, ...]]:
        """Every choice of cards that may lie there."""
        return list(product(*(number.cards for number in self.numbers)))

    @property
    def next_only(self) -> Configuration:
        """The same with nothing asked beyond the next ordeal."""
        return replace(self, numbers=self.numbers[:1], pantry=self.pantry[:1])

    def question(self, deal: tuple[Ordeal, ...]) -> CastleQuestion:
        if self.beyond:
            raise BeyondCastleModel(self.beyond)
        return CastleQuestion(
            deal,
            self.width,
            self.height,
            self.castle,
            self.left,
            self.level == EXPERT,
            self.powers,
            self.pantry,
            self.pantry_apart,
            self.haunted,
        )

    @property
    def assumed(self) -> tuple[str, ...]:
        """The cards among them whose text is not known for sure."""
        return tuple(str(card) for number in self.numbers for card in number.cards if card.certainty is Certainty.ASSUMED)

    def ordered(self, deal: tuple[Ordeal, ...], tiles: Sequence[int], problems: Problems) -> OrderQuestion | None:
        """The question about these tiles in this order: a position with nothing but them to draw."""
        position = self._position(deal, counted(tiles), "--tiles", problems)
        return None if position is None else OrderQuestion(position, (), tuple(tiles))

    @property
    def begun(self) -> Position:
        """The same as a position, in which every tile that is left may be drawn: what powers can do on the way to several ordeals is asked of the rules."""
        problems = Problems()
        left = [*self.left, *[0] * (KINDS - STONES)]
        position = self._position(None, left, "--left", problems)
        problems.raise_if_any()
        assert position is not None
        return position

    def _position(self, deal: tuple[Ordeal, ...] | None, tiles: Sequence[int], place: str, problems: Problems) -> Position | None:
        """A position with this castle and these tiles to draw, and nothing else. Without a deal every card may still lie there."""
        piles = [pile + castle for pile, castle in zip(tiles, tiles_of(self.castle), strict=True)]
        for kind, count in enumerate(piles[:STONES]):
            if count > MOST_PER_KIND:
                problems.add(place, f"{count} of {TILES[kind].title}, the castle's included: at most {MOST_PER_KIND}")
        if any(piles[PANTRY:STONES]):
            problems.add(place, "Pantry tiles are not drawn")
        if problems:
            return None
        behind = ORDEALS - len(self.numbers)
        numbers = (
            self.numbers if deal is None else [Number((card,), number.traitors) for card, number in zip(deal, self.numbers, strict=True)]
        )
        cards = (*[Number((Ordeal(),), 1)] * behind, *numbers)
        rules = RuleSet(self.level, 1, "", "", self.width, self.height, cards, (0,) * KINDS, tuple(piles))
        game = Castellion(rules, compiled=False)
        state = game.blank_state()
        for at, column in enumerate(self.castle):
            for kind in column:
                place_tile(state, 0, kind, at + 1)
        for kind, count in enumerate(tiles):
            state.standard[kind] = count
        for number, cards_there in enumerate(cards):
            state.card[number] = 1 if len(cards_there.cards) == 1 else 0
        state.met = behind
        state.stage = stages.BEGIN_TURN
        return game.settled(state)


def read_configuration(
    ordeals: str, *, castle: str | None = None, left: str | None = None, size: str | None = None, level: str | None = None, powers: int = 0
) -> Configuration:
    """A configuration from what was typed; raises InvalidInput with every reason."""
    problems = Problems()
    if level is not None and level not in LEVELS:
        problems.add("--level", f"unknown level {shown(level)}{nearest(level[:60], LEVELS)}; there are {', '.join(LEVELS)}")
        level = None
    numbers, named = _read_numbers(ordeals, level, problems)
    width, height = _read_size(size, problems)
    columns = _read_castle(castle, width, height, problems)
    tiles = _read_left(left, columns, problems)
    problems.raise_if_any()
    penalties = any(card.penalty for number in numbers for card in number.cards)
    return Configuration(
        numbers, level or named or (EXPERT if penalties else BASE if powers else INTRODUCTORY), width, height, columns, tiles, powers
    )


def _read_numbers(text: str, level: str | None, problems: Problems) -> tuple[tuple[Number, ...], str]:
    """The ordeals of a text, and the level that it names."""
    place = "ordeals"
    word = text.strip().lower()
    if word in _SETS:
        return LEVELS[_SETS[word]], _SETS[word]
    parts = [part.strip() for part in text.split(",")]
    if len(parts) > ORDEALS:
        problems.add(place, f"{len(parts)} ordeals: a game has at most {ORDEALS}")
        return (), ""
    found: list[Number] = []
    named = ""
    for at, part in enumerate(parts):
        where = place if len(parts) == 1 else f"{place}[{at + 1}]"
        printed = _printed(part)
        if printed is not None:
            named, number = printed
            found.append(number)
            continue
        usual = LEVELS[level or INTRODUCTORY][ORDEALS - len(parts) + at].traitors
        cards = [read_ordeal(one, where, problems) for one in part.split(".")] if part else []
        if not part:
            problems.add(
                where, 'no ordeal; one looks like "3T2B", "5L else 42" or "earthworm 2", or a set: "exam", "simulation", "assault"'
            )
        found.append(Number(tuple(card for card in cards if card is not None), usual))
    deals = 1
    for number in found:
        deals *= len(number.cards)
    if deals > MOST_DEALS:
        problems.add(place, f"{deals} ways to deal the cards: at most {MOST_DEALS}")
    return tuple(found), named


def _printed(text: str) -> tuple[str, Number] | None:
    """A printed card or number by its name: "Harpy II", "exam 3"."""
    words = re.sub(r"[-_\s]+", " ", text.strip().lower()).split()
    if len(words) != 2:
        return None
    numeral = _NUMBERS.get(words[1], words[1])
    if numeral not in [known.lower() for known in NUMERALS] or words[0] == "earthworm":
        return None
    if words[0] in _SETS:
        level = _SETS[words[0]]
        return level, LEVELS[level][[known.lower() for known in NUMERALS].index(numeral)]
    for level, numbers in LEVELS.items():
        for number in numbers:
            cards = tuple(card for card in number.cards if card.name.lower() == f"{words[0]} {numeral}")
            if cards:
                return level, Number(cards, number.traitors)
    return None


def _read_size(text: str | None, problems: Problems) -> tuple[int, int]:
    if text is None:
        return LARGEST, LARGEST
    size = re.fullmatch(r"([1-6])x([1-6])", text.strip().lower())
    if size is None:
        problems.add("--size", f"expected columns and rows from 1x1 to {LARGEST}x{LARGEST}, not {shown(text)}")
        return LARGEST, LARGEST
    return int(size[1]), int(size[2])


def _read_castle(text: str | None, width: int, height: int, problems: Problems) -> Castle:
    if text is None:
        return ()
    before = len(problems)
    columns = read_castle(text, "--castle", problems)
    if len(columns) > width:
        problems.add("--castle", f"{len(columns)} columns, at most {width}")
    for number, column in enumerate(columns, 1):
        if len(column) > height:
            problems.add("--castle", f"{len(column)} tiles in column {number}, at most {height}")
        if any(kind >= PANTRY for kind in column):
            problems.add("--castle", f"column {number}: only Defenders can be part of it here")
    return tuple(tuple(column) for column in columns) if len(problems) == before else ()


def _read_left(text: str | None, castle: Castle, problems: Problems) -> tuple[int, ...]:
    """What is left: stated in digits or as a list, or else all tiles that are not in the castle."""
    if text is None:
        left = [total - used for total, used in zip(EVERY_TILE, tiles_of(castle), strict=False)]
        for kind, count in enumerate(left):
            if count < 0:
                problems.add("--castle", f"{EVERY_TILE[kind] - count} of {TILES[kind].title}: there are {EVERY_TILE[kind]}")
        return tuple(max(count, 0) for count in left)
    if re.fullmatch(r"[0-9.]+", text):
        pile = read_pile(text, "--left", problems, traitors=False)
        return (*(pile or (0,) * KINDS),)[:STONES]
    return tuple(counted(read_tiles(text, "--left", problems, defenders=True))[:STONES])


def read_tiles(text: str, place: str, problems: Problems, *, defenders: bool = False) -> list[int]:
    """Tiles in their order: codes with spaces or dots between them, or names with commas. A number before one repeats it: "3st pc"."""
    words = [word.strip() for word in text.split(",")] if "," in text else re.split(r"[\s.]+", text.strip())
    found: list[int] = []
    for at, word in enumerate(filter(None, words), 1):
        counted_word = re.fullmatch(r"(\d{0,2})\s*x?\s*([a-zA-Z][\w \-]*)", word, re.ASCII)
        kind = TILE_NAMES.find(counted_word[2]) if counted_word else None
        if kind is None:
            hint = TILE_NAMES.hint(word) or '; tiles look like "st", "2pc" or "seer triangle"'
            problems.add(f"{place}[{at}]", f"unknown tile {shown(word)}{hint}")
        elif defenders and kind >= PANTRY:
            problems.add(f"{place}[{at}]", f"{TILES[kind].title} is no Defender")
        else:
            assert counted_word is not None
            found += [kind] * int(counted_word[1] or 1)
    if not found and not problems:
        problems.add(place, "no tile is named")
    return found


def configuration_of(position: Position, powers: int = 0) -> Configuration:
    """What is still to be met in a position, with the castle as it stands and every tile that may still come."""
    rules = position.rule_set
    if position.is_over:
        raise InvalidInput([Problem("position", "the game is over")])
    reasons = {
        "two players: the castle models know one castle": rules.players == 2,
        "The Prison: eight tiles that no castle has": rules.appendix == "prison",
        "The Unnameable Horror, while it has no place": rules.appendix == "horror" and bool(position.numbers.pawn),
    }
    numbers = tuple(
        number if card is None else Number((card,), number.traitors)
        for number, card in zip(rules.ordeals[position.met :], position.ordeals[position.met :], strict=True)
    )
    haunted = position.haunted
    return Configuration(
        numbers,
        rules.level,
        rules.width,
        rules.height,
        tuple(tuple(column) for column in position.columns(0)),
        tuple(left_of(position)),
        powers,
        tuple(2 * (number + 1) for number in range(position.met, ORDEALS)) if rules.pantry else (),
        rules.pantry == "pantry-harder",
        None if haunted is None else (haunted[1] - 1, haunted[2] - 1),
        next((reason for reason, holds in reasons.items() if holds), ""),
    )
