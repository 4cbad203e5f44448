"""A rule set: the level, the appendix, the number of players, the Pantry, and what a configuration of one's own changes.

Its text form is a list of names, `expert,two-player,cold-sweat,pantry`. A configuration of one's own names its ordeals, its castle's size and its tiles in the
same list, `base,size=5x4,ordeal2=3T.2B:4,standard=333.333.333.333.4.1`; what is left out is as printed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from castlewise.models.castellion.ordeals import ASSAULTS, EXAMS, NUMERALS, SIMULATIONS, Number, read_number
from castlewise.models.castellion.state import COLUMN, LARGEST
from castlewise.models.castellion.tiles import BLACK_TRAITOR, DEFENDERS, KINDS, PANTRY, PANTRY_TILES, SAFE, STANDARD, STONES, TILES, TRAITOR
from castlewise.models.problems import Problems, nearest
from castlewise.models.provenance import Certainty
from castlewise.models.reading import shown

INTRODUCTORY, BASE, EXPERT = "introductory", "base", "expert"
LEVELS = {INTRODUCTORY: EXAMS, BASE: SIMULATIONS, EXPERT: ASSAULTS}
APPENDICES = {
    "vigil": "The Vigil: a tile in reserve to swap a drawn one with",
    "prophet": "The Prophet: one ordeal comes a Traitor earlier",
    "premonition": "The Premonition: one Traitor may be ignored",
    "prison": "The Prison: eight tiles around the Menace, or pay after each ordeal",
    "cold-sweat": "A Cold Sweat: one Traitor goes free of charge, and a tile is haunted",
    "horror": "The Unnameable Horror: the first black-bordered Traitor haunts a tile",
}
PANTRIES = {
    "pantry": "The Pantry: six more tiles, two of which every ordeal asks for",
    "pantry-harder": "The Pantry, its tiles not placed beside each other",
}
TWO_PLAYER = "two-player"
MOST_PER_KIND = 9  # Defenders of a kind in a pile, so that a pile is written with a digit for each
MOST_TRAITOR_TILES = 60

_DEFENDER_COUNTS = re.compile(r"[0-9]{3}(?:\.[0-9]{3}){3}", re.ASCII)
_COUNTS = re.compile(r"[0-9]{3}(?:\.[0-9]{3}){3}\.[0-9]{1,2}\.[0-9]{1,2}", re.ASCII)


@dataclass(frozen=True)
class RuleSet:
    """Which rules are in force. Make one from text with `read_rules`, which checks it.

    >>> str(read_rules("base, prison, two-player"))
    'base,two-player,prison'
    >>> str(read_rules("expert,ordeal3=5L else 42:2,size=6x5"))
    'expert,ordeal3=5L-else-42:2,size=6x5'
    """

    level: str = INTRODUCTORY
    players: int = 1
    appendix: str = ""
    pantry: str = ""
    width: int = LARGEST
    height: int = LARGEST
    ordeals: tuple[Number, ...] = EXAMS
    safe: tuple[int, ...] = SAFE.counts
    standard: tuple[int, ...] = STANDARD.counts

    def __str__(self) -> str:
        parts = [self.level]
        if self.players == 2:
            parts.append(TWO_PLAYER)
        parts += [option for option in (self.appendix, self.pantry) if option]
        for number, (mine, usual) in enumerate(zip(self.ordeals, LEVELS[self.level], strict=True), 1):
            if mine != usual:
                parts.append(f"ordeal{number}={mine.text}")
        if (self.width, self.height) != (LARGEST, LARGEST):
            parts.append(f"size={self.width}x{self.height}")
        if self.safe != SAFE.counts:
            parts.append(f"safe={pile_text(self.safe)[: -len('.0.0')]}")
        if self.standard != STANDARD.counts:
            parts.append(f"standard={pile_text(self.standard)}")
        return ",".join(parts)

    def problems(self, place: str = "rules") -> Problems:
        found = Problems()
        for name, counts in (("safe", self.safe), ("standard", self.standard)):
            for reason in pile_problems(counts, traitors=name == "standard"):
                found.add(f"{place}.{name}", reason)
        if self.pantry and self.level != EXPERT:
            found.add(f"{place}.{self.pantry}", f"belongs to the expert level, not to the {self.level} one")
        if self.appendix == "vigil" and not any(self.safe):
            found.add(f"{place}.safe", "The Vigil takes its first tile from the safe pile, which has none")
        if self.appendix == "prophet" and all(number.traitors < 2 for number in self.ordeals):
            found.add(f"{place}.prophet", "needs an ordeal that takes at least 2 Traitors")
        return found

    @property
    def starting_pantry(self) -> tuple[int, ...]:
        """How many Pantry tiles there are of each shape."""
        return PANTRY_TILES.counts[PANTRY : PANTRY + 3] if self.pantry else (0, 0, 0)

    @property
    def all_tiles(self) -> tuple[int, ...]:
        """Every tile of this game, by kind."""
        pantry = (0,) * PANTRY + self.starting_pantry + (0, 0)
        return tuple(sum(counts) for counts in zip(self.safe, self.standard, pantry, strict=True))

    @property
    def assumed(self) -> tuple[str, ...]:
        """The cards whose text is not known for sure, in words: every result that leans on them has to say so."""
        return tuple(
            f"{card.name}: {card.text.replace('-', ' ')}"
            for number in self.ordeals
            for card in number.cards
            if card.certainty is Certainty.ASSUMED
        )

    @property
    def replaced(self) -> tuple[str, ...]:
        """What differs from the printed game, in words."""
        changes = [
            f"ordeal {NUMERALS[i]}: {mine.text.replace('-', ' ').replace('.', ' or ').replace(':', ', Traitors: ')}"
            for i, (mine, usual) in enumerate(zip(self.ordeals, LEVELS[self.level], strict=True))
            if mine != usual
        ]
        if (self.width, self.height) != (LARGEST, LARGEST):
            changes.append(f"castle: {self.width} by {self.height}")
        changes += [
            f"{usual.name} pile: {pile_text(mine)}"
            for mine, usual in ((self.safe, SAFE), (self.standard, STANDARD))
            if mine != usual.counts
        ]
        return tuple(changes)

    def write(self, record: Any) -> None:
        """Fill in a `Rules` record."""
        record.cells = sum(1 << (COLUMN * column + row) for column in range(self.width) for row in range(self.height))
        record.width = self.width
        record.area = self.width * self.height
        record.players = self.players
        record.powers = int(self.level != INTRODUCTORY)
        record.formation_powers = int(self.level == EXPERT)
        record.face_down = int(self.level == EXPERT)
        for appendix in APPENDICES:
            setattr(record, appendix.replace("-", "_"), int(self.appendix == appendix))
        record.pantry = int(self.pantry != "")
        record.pantry_apart = int(self.pantry == "pantry-harder")
        for n, number in enumerate(self.ordeals):
            record.traitors[n] = number.traitors
            record.cards[n] = len(number.cards)
            for i, card in enumerate(number.cards):
                record.towers[n][i] = card.towers
                record.bastions[n][i] = card.bastions
                record.lines[n][i] = card.lines
                record.penalty[n][i] = card.penalty or 0
                record.rows[n][i] = card.rows


def pile_text(counts: Sequence[int]) -> str:
    """A pile as digits: Seers, Chameleons, Jugglers and Pyros by shape, then the two kinds of Traitor.

    >>> pile_text(STANDARD.counts)
    '555.555.555.555.9.3'
    """
    factions = ["".join(str(count) for count in counts[at : at + 3]) for at in range(0, DEFENDERS, 3)]
    return ".".join([*factions, str(counts[TRAITOR]), str(counts[BLACK_TRAITOR])])


def read_pile(text: str, place: str, problems: Problems, *, traitors: bool = True) -> tuple[int, ...] | None:
    """A pile from its digits; the Traitors may be left out where there are none."""
    if not (_DEFENDER_COUNTS.fullmatch(text) or (traitors and _COUNTS.fullmatch(text))):
        example = "555.555.555.555.9.3" if traitors else "111.111.111.111"
        problems.add(place, f'{shown(text)} is not a pile; one looks like "{example}"')
        return None
    parts = text.split(".")
    counts = [0] * KINDS
    counts[:DEFENDERS] = [int(digit) for part in parts[:4] for digit in part]
    if len(parts) > 4:
        counts[TRAITOR], counts[BLACK_TRAITOR] = int(parts[4]), int(parts[5])
    return tuple(counts)


def pile_problems(counts: Sequence[int], *, traitors: bool) -> Iterator[str]:
    """Why a game cannot begin with such a pile."""
    for tile, count in zip(TILES[:STONES], counts[:STONES], strict=True):
        if count > MOST_PER_KIND:
            yield f"{count} of {tile.title}: at most {MOST_PER_KIND}"
    if any(counts[PANTRY:STONES]):
        yield "Pantry tiles are in no pile"
    if any(counts[STONES:]) and not traitors:
        yield "the safe pile has no Traitors"
    elif sum(counts[STONES:]) > MOST_TRAITOR_TILES:
        yield f"{sum(counts[STONES:])} Traitors: at most {MOST_TRAITOR_TILES}"


def read_rules(text: str = "", *, place: str = "rules") -> RuleSet:
    """Read a rule set from its text; raises InvalidInput with every reason."""
    found = Problems()
    said: dict[str, str] = {}
    for part in filter(None, (part.strip() for part in text.split(","))):
        name, equals, value = part.partition("=")
        name, value = name.strip().lower(), value.strip()
        topic = _topic(name)
        if not topic:
            found.add(place, f"unknown rule {shown(name)}{nearest(name[:60], _NAMES)}")
        elif bool(equals) is not (topic in _WITH_VALUE):
            found.add(f"{place}.{name}", "takes no value" if equals else "needs a value, such as " + _WITH_VALUE[topic])
        elif said.setdefault(topic, value or name) != (value or name):
            reason = "there is one Menace pawn, so one appendix" if topic == "appendix" else "only one of them can hold"
            found.add(f"{place}.{topic}", f"both {shown(said[topic])} and {shown(value or name)}: {reason}")
    rules = _stated(said, place, found)
    found += rules.problems(place)
    found.raise_if_any()
    return rules


_WITH_VALUE = {
    "size": "6x6", "ordeal1": "1T1B1L:5", "ordeal2": "earthworm-1:2", "ordeal3": "3T2B:5",
    "safe": "111.111.111.111", "standard": "555.555.555.555.9.3",
}  # fmt: skip
_NAMES = (*LEVELS, TWO_PLAYER, *APPENDICES, *PANTRIES, *(f"{name}=" for name in _WITH_VALUE))


def _topic(name: str) -> str:
    if name in LEVELS:
        return "level"
    if name in APPENDICES:
        return "appendix"
    if name in PANTRIES:
        return "pantry"
    return name if name == TWO_PLAYER or name in _WITH_VALUE else ""


def _stated(said: dict[str, str], place: str, problems: Problems) -> RuleSet:
    """The rule set of what was said; what cannot be read stays as printed and is noted."""
    level = said.get("level", INTRODUCTORY)
    rules = RuleSet(level, 2 if TWO_PLAYER in said else 1, said.get("appendix", ""), said.get("pantry", ""), ordeals=LEVELS[level])
    if "size" in said:
        size = re.fullmatch(r"([1-6])x([1-6])", said["size"].lower())
        if size:
            rules = replace(rules, width=int(size[1]), height=int(size[2]))
        else:
            problems.add(f"{place}.size", f"expected columns and rows from 1x1 to 6x6, not {shown(said['size'])}")
    ordeals = list(rules.ordeals)
    for n, key in enumerate(("ordeal1", "ordeal2", "ordeal3")):
        if key in said:
            ordeals[n] = read_number(said[key], ordeals[n], f"{place}.{key}", problems) or ordeals[n]
    safe = read_pile(said["safe"], f"{place}.safe", problems, traitors=False) if "safe" in said else None
    standard = read_pile(said["standard"], f"{place}.standard", problems) if "standard" in said else None
    return replace(rules, ordeals=tuple(ordeals), safe=safe or rules.safe, standard=standard or rules.standard)
