"""What the plays of a turn can make of one Monster: its fates, each with the cards that it takes.

With the Wizard's Tower the order of plays matters to a Monster (a hit that reaches it before it is knocked back may not reach it afterwards), but plays at
different Monsters do not meddle with each other. So a Monster's fates are found by themselves, by trying every order of plays at it, and the turn is a choice
of a fate for each. What strikes several at once (`Sweep`) comes between two such choices.

Written from the rulebooks for the turn model alone: the rules themselves stand in special_cards.py and spells.py, and every answer is replayed through them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from castlewise.models.castle_panic.board import (
    ARC_UNIT,
    ARCHER,
    ARCS,
    CASTLE,
    FOREST,
    HEALTH_UNIT,
    KNIGHT,
    RING_UNIT,
    SWORDSMAN,
    TARRED,
    arc_of,
    clockwise,
    colour_of,
    health_of,
    kind_of,
    ring_of,
    space_of,
)
from castlewise.models.castle_panic.expansions.wizards_tower.components import FLYING, SHAPELESS, WARLOCK, WIZARDS_TOWER
from castlewise.models.castle_panic.expansions.wizards_tower.marks import FLAME_UNIT, flames_of
from castlewise.models.castle_panic.expansions.wizards_tower.moves import (
    BOLT,
    EXTINGUISH,
    HIT_WITH,
    SPELL,
    SPELL_AT_ARC,
    SPELL_AT_COLOUR,
    SPELL_AT_SPACE,
    WITH_COLOR,
    WITH_DOUBLE,
    WITH_ENCHANTED,
    WITH_FLAMING,
    WITH_KNOCK_BACK,
    WITH_NICE_SHOT,
    WITH_RANGE,
)
from castlewise.models.castle_panic.moves import ALL_FOR_ONE, DRIVE_BACK, HIT, NICE_SHOT, NOTHING, SLAY, TAR
from castlewise.models.move_code import first_of, move, second_of, target_of, third_of, verb_of

if TYPE_CHECKING:
    from castlewise.models.castle_panic.components import Card

FIELD = (ARCHER, KNIGHT, SWORDSMAN)
WITH = {
    "change-color": WITH_COLOR, "change-range": WITH_RANGE, "double-strike": WITH_DOUBLE, "enchanted": WITH_ENCHANTED, "flaming": WITH_FLAMING,
    "knock-back": WITH_KNOCK_BACK, "nice-shot": WITH_NICE_SHOT,
}  # fmt: skip
SWEEPS = (
    "rain-of-iron",
    "war-storm",
    "chain-lightning",
    "burning-blast",
    "ring-of-fire",
    "extinguishing-wind",
    "rain-of-ice",
    "wall-of-force",
)
WAVE_POINTS = 4
_WITH_CARD, _SPELL, _EXTINGUISHED = 64, 128, 512
_WAVE = WIZARDS_TOWER.card("valadors wave")

Deed = tuple[int, int, int]
"""What was done, to what: a verb or a number made of a card, the space, the kind of Monster (-1 where it is no Monster)."""


def deeds_of(chosen: int) -> tuple[Deed, ...]:
    """What a play does to whom, in which way: by which of several cards that reach it makes no difference, and not where a Monster is sent."""
    chosen = abs(chosen)
    verb, target = verb_of(chosen), target_of(chosen)
    at = (space_of(target), kind_of(target))
    if verb in (HIT, NICE_SHOT, ALL_FOR_ONE, SLAY, TAR, DRIVE_BACK):
        return ((verb, *at),)
    if verb == HIT_WITH:
        chosen_with = second_of(chosen)
        with_cards = [(_WITH_CARD + bit, *at) for bit in range(1, 7) if chosen_with >> bit & 1]
        return ((NICE_SHOT if chosen_with & WITH_NICE_SHOT else HIT, *at), *with_cards)
    if verb == EXTINGUISH:
        return ((_EXTINGUISHED + third_of(chosen), second_of(chosen), -1),)
    if verb in (SPELL, BOLT) and target:
        card = _WAVE if first_of(chosen) == NOTHING else first_of(chosen)
        return ((_SPELL + card, *at),)
    if verb in (SPELL_AT_ARC, SPELL_AT_COLOUR):
        return ((_SPELL + first_of(chosen), second_of(chosen), -1),)
    if verb == SPELL_AT_SPACE:
        return ((_SPELL + first_of(chosen), 8 * second_of(chosen) + third_of(chosen), -1),)
    return ()


@dataclass(frozen=True)
class Fate:
    """One thing that may become of a Monster. `first` and `second` are hits with Double Strike and by it, `wave` the colour and points of Valador's Wave."""

    spent: tuple[tuple[int, int], ...]  # kind of card, how many
    deeds: tuple[tuple[Deed, int], ...]
    end: int  # packed; 0 if it is slain
    first: int = -1
    second: int = -1
    wave: tuple[int, int] = (-1, 0)
    moves: tuple[int, ...] = ()  # one order that leads there; the second hit of a Double Strike is negative


@dataclass(frozen=True)
class Sweep:
    """A spell that strikes several Monsters at once: a card, and the arc, colour or space it is aimed at."""

    card: int
    effect: str
    chosen: int  # the move

    @property
    def where(self) -> tuple[int, int]:
        return second_of(self.chosen), third_of(self.chosen)


@dataclass(frozen=True)
class _Path:
    m: int
    spent: tuple[int, ...]
    moves: tuple[int, ...] = ()
    first: int = -1
    second: int = -1
    struck: bool = False  # the last play was the first hit of a Double Strike
    wave: tuple[int, int] = (-1, 0)


class Fates:
    """The fates of Monsters in one turn, for the cards that could be played in it."""

    def __init__(self, rules: Any, cards: Sequence[Card], most: Mapping[int, int], towers: Sequence[int]) -> None:
        """`most`: how many cards of each kind could be played at all; `towers`: where Towers stand."""
        self._rules = rules
        self._towers = towers
        self._kinds = [k for k in range(len(cards)) if most.get(k, 0) > 0]
        self._most = most
        self._effect = {k: cards[k].effect for k in self._kinds}
        self._hits = [k for k in self._kinds if self._effect[k] == "hit"]
        self._with = {WITH[self._effect[k]]: k for k in self._kinds if self._effect[k] in WITH}
        self._known: dict[int, list[Fate]] = {}

    def __getitem__(self, m: int) -> list[Fate]:
        """What can become of a Monster that stands like this."""
        if m not in self._known:
            self._known[m] = list(self._find(m))
        return self._known[m]

    def _find(self, m: int) -> Iterator[Fate]:
        todo = [_Path(m, (0,) * len(self._kinds))]
        seen: set[object] = set()
        found: set[object] = set()
        while todo:
            path = todo.pop()
            if any(count > self._most[k] for k, count in zip(self._kinds, path.spent, strict=True)):
                continue
            deeds = tuple(sorted(Counter(deed for chosen in path.moves for deed in deeds_of(chosen)).items()))
            key = (path.m, path.spent, path.first, path.second, path.wave, deeds)
            if (key, path.struck) in seen:
                continue
            seen.add((key, path.struck))
            if key not in found:
                found.add(key)
                spent = tuple((k, count) for k, count in zip(self._kinds, path.spent, strict=True) if count)
                yield Fate(spent, deeds, path.m, path.first, path.second, path.wave, path.moves)
            if path.m:
                todo += self._plays(path)

    def _plays(self, path: _Path) -> Iterator[_Path]:
        m = path.m
        for card in self._hits:
            yield from self._hits_with(path, card, again=False)
            if WITH_DOUBLE in self._with and path.second < 0 and (path.first < 0 or (path.struck and path.first == card)):
                yield from self._hits_with(path, card, again=True)
        for card in self._kinds:
            effect = self._effect[card]
            if effect in ("slay", "hammer-of-light") and self.reaches(card, m):
                verb = SLAY if effect == "slay" else SPELL
                yield self._after(path, [card], move(verb, card, 0, 0) + m, 0)
            elif effect == "tar" and self.reaches(card, m) and not m & TARRED:
                more = FLAME_UNIT if self._rules.flaming_tar and flames_of(m) else 0
                yield self._after(path, [card], move(TAR, card, 0, 0) + m, m + TARRED + more)
            elif effect == "drive-back" and self.reaches(card, m):
                yield self._after(path, [card], move(DRIVE_BACK, card, 0, 0) + m, m - ring_of(m) * RING_UNIT)
            elif effect == "azriels-fist" and self.reaches(card, m):
                yield self._after(path, [card], move(SPELL, card, 0, 0) + m, self.wounded(m, 1))
            elif effect == "fireball" and self.reaches(card, m):
                yield self._after(path, [card], move(SPELL, card, 0, 0) + m, self.wounded(self.alight(m), 1))
            elif effect == "lightning-bolt" and self.reaches(card, m):
                yield from self._bolts(path, card)
            elif effect == "valadors-wave" and self.reaches(card, m) and not path.wave[1]:
                yield from self._waves(path, card)
        if self._rules.all_for_one and ring_of(m) in FIELD and self._hurt_by_hits(m):
            yield from self._all_for_one(path)

    def _hits_with(self, path: _Path, card: int, *, again: bool) -> Iterator[_Path]:
        """A hit card by itself or with others; `again` as the second hit of a Double Strike, for which no hit card is spent."""
        m = path.m
        for change in self._changes(card, m):
            needed = [self._with[bit] for bit in (WITH_COLOR, WITH_RANGE) if change & bit]
            for double in (0, WITH_DOUBLE) if WITH_DOUBLE in self._with and not again and path.first < 0 and path.second < 0 else (0,):
                for chosen, after in self._ways(m):
                    bits = change | chosen | double
                    cards = ([] if again else [card]) + needed
                    cards += [self._with[bit] for bit in (WITH_NICE_SHOT, WITH_ENCHANTED, WITH_FLAMING, WITH_KNOCK_BACK) if chosen & bit]
                    cards += [self._with[WITH_DOUBLE]] if double else []
                    verb, second = HIT_WITH, bits
                    if not again and bits in (0, WITH_NICE_SHOT):
                        verb, second = (NICE_SHOT if bits else HIT), 0
                    made = self._after(path, cards, (move(verb, card, second, 0) + m) * (-1 if again else 1), after)
                    first = card if double else path.first
                    yield _Path(made.m, made.spent, made.moves, first, card if again else path.second, bool(double), path.wave)

    def _changes(self, card: int, m: int) -> list[int]:
        """The changes of colour and range that a hit needs; none at all, or what is enough."""
        if self._lands(card, m, 0):
            return [0]
        found = [bit for bit in (WITH_COLOR, WITH_RANGE) if bit in self._with and self._lands(card, m, bit)]
        both = WITH_COLOR | WITH_RANGE
        if not found and WITH_COLOR in self._with and WITH_RANGE in self._with and self._lands(card, m, both):
            return [both]
        return found

    def _ways(self, m: int) -> Iterator[tuple[int, int]]:
        """The further cards that make a difference to a hit, with what becomes of the Monster."""
        if WITH_NICE_SHOT in self._with:
            yield WITH_NICE_SHOT, 0
        for enchanted in (0, WITH_ENCHANTED):
            if enchanted and (WITH_ENCHANTED not in self._with or not self.wounded(m, 1)):
                continue
            left = self.wounded(m, 3 if enchanted else 1)
            yield enchanted, left
            if not left:
                continue
            back = self._knocked_back(left)
            if WITH_FLAMING in self._with:
                yield enchanted | WITH_FLAMING, self.alight(left)
            if WITH_KNOCK_BACK in self._with and back:
                yield enchanted | WITH_KNOCK_BACK, back
                if WITH_FLAMING in self._with:
                    yield enchanted | WITH_FLAMING | WITH_KNOCK_BACK, self.alight(back)

    def _knocked_back(self, m: int) -> int:
        """0 where it cannot be: in the Castle ring a Tower may be in the way."""
        if ring_of(m) < CASTLE:
            return m - RING_UNIT
        arc = clockwise(arc_of(m), -1)
        return 0 if self._towers[arc] else m + (arc - arc_of(m)) * ARC_UNIT

    def _bolts(self, path: _Path, card: int) -> Iterator[_Path]:
        m, left = path.m, self.wounded(path.m, 1)
        if not left:
            yield self._after(path, [card], move(BOLT, card, NOTHING, 0) + m, 0)
            return
        for arc in range(ARCS):
            there = left - ring_of(left) * RING_UNIT + (arc - arc_of(left)) * ARC_UNIT
            yield self._after(path, [card], move(BOLT, card, arc, 0) + m, there)

    def _waves(self, path: _Path, card: int) -> Iterator[_Path]:
        """Some points of Valador's Wave. Whoever is the first to take one is the card's target; the others are struck by its further points."""
        m, moves = path.m, path.moves
        for points in range(1, WAVE_POINTS + 1):
            moves = (*moves, move(SPELL, NOTHING, 0, 0) + m)
            wave = (colour_of(arc_of(m)), points)
            m = self.wounded(m, 1)
            yield _Path(m, path.spent, moves, path.first, path.second, False, wave)
            if not m:
                return

    def _all_for_one(self, path: _Path) -> Iterator[_Path]:
        m, r = path.m, self._rules
        colour = colour_of(arc_of(m))
        troops = [
            [k for k in self._kinds if r.card_troop[k] == ring and r.card_colours[k] >> colour & 1] for ring in (ARCHER, KNIGHT, SWORDSMAN)
        ]
        for archer in troops[0]:
            for knight in troops[1]:
                for swordsman in troops[2]:
                    yield self._after(path, [archer, knight, swordsman], move(ALL_FOR_ONE, archer, knight, swordsman) + m, 0)

    def _after(self, path: _Path, cards: Sequence[int], chosen: int, m: int) -> _Path:
        """A path that goes on; `_find` leaves those that spend more than there is."""
        spent = list(path.spent)
        for card in cards:
            spent[self._kinds.index(card)] += 1
        return _Path(m, tuple(spent), (*path.moves, chosen), path.first, path.second, False, path.wave)

    # What reaches a Monster and what it does.

    def _trait(self, m: int, trait: int) -> bool:
        return bool(self._rules.token_traits[kind_of(m)] & trait)

    def _hurt_by_hits(self, m: int) -> bool:
        immune = self._rules.token_immune[kind_of(m)]
        return not self._trait(m, SHAPELESS) and not (immune and immune == ring_of(m))

    def _lands(self, card: int, m: int, change: int) -> bool:
        r, ring = self._rules, ring_of(m)
        colours = 7 if change & WITH_COLOR else r.card_colours[card]
        if not colours >> colour_of(arc_of(m)) & 1 or not self._hurt_by_hits(m):
            return False
        if self._trait(m, FLYING):
            return ring in FIELD and (bool(change & WITH_RANGE) or r.card_troop[card] in (0, ARCHER))
        return ring in FIELD if change & WITH_RANGE else bool(r.card_rings[card] >> ring & 1)

    def reaches(self, card: int, m: int) -> bool:
        """For cards other than hits."""
        r, effect = self._rules, self._effect[card]
        if self._trait(m, SHAPELESS) or (effect in ("tar", "drive-back") and self._trait(m, FLYING)):
            return False
        if effect not in ("slay", "tar", "drive-back") and self._trait(m, WARLOCK):
            return False
        return bool(r.card_rings[card] >> ring_of(m) & r.card_colours[card] >> colour_of(arc_of(m)) & 1)

    def wounded(self, m: int, points: int) -> int:
        """A Monster after a player's damage; in its weak ring it does not survive any."""
        weak = self._rules.token_weak[kind_of(m)]
        if points >= health_of(m) or (weak and weak == ring_of(m)):
            return 0
        return m - points * HEALTH_UNIT

    def alight(self, m: int) -> int:
        """With one more flame, or two where Flaming Tar says so."""
        more = 2 if self._rules.flaming_tar and m & TARRED and not flames_of(m) else 1
        return m + more * FLAME_UNIT

    def swept(self, sweep: Sweep, m: int) -> int:
        """What a spell that strikes several makes of a Monster."""
        effect, ring = sweep.effect, ring_of(m)
        if not self.in_sweep(sweep, m):
            return m
        if effect in ("rain-of-iron", "war-storm", "chain-lightning"):
            return self.wounded(m, 1)
        if effect in ("burning-blast", "ring-of-fire"):
            return self.alight(m)
        if effect == "wall-of-force":
            return m - ring * RING_UNIT
        m -= flames_of(m) * FLAME_UNIT  # Rain of Ice, Extinguishing Wind
        return m - RING_UNIT if effect == "extinguishing-wind" and ring > FOREST else m

    def in_sweep(self, sweep: Sweep, m: int) -> bool:
        effect, where = sweep.effect, sweep.where
        if not self.reaches(sweep.card, m):
            return False
        if effect in ("rain-of-iron", "wall-of-force"):
            return where[0] == arc_of(m)
        if effect == "war-storm":
            return where[0] == colour_of(arc_of(m))
        if effect in ("chain-lightning", "burning-blast"):
            return where == (ring_of(m), arc_of(m))
        return True

    def sweeps_with(self, card: int) -> Iterator[Sweep]:
        """Everything that such a card can be aimed at."""
        effect = self._effect[card]
        if effect in ("rain-of-iron", "wall-of-force"):
            targets = [move(SPELL_AT_ARC, card, arc, 0) for arc in range(ARCS)]
        elif effect == "war-storm":
            targets = [move(SPELL_AT_COLOUR, card, colour, 0) for colour in range(3)]
        elif effect in ("chain-lightning", "burning-blast"):
            targets = [move(SPELL_AT_SPACE, card, ring, arc) for ring in range(CASTLE + 1) for arc in range(ARCS)]
        else:
            targets = [move(SPELL, card, 0, 0)]
        return (Sweep(card, effect, chosen) for chosen in targets)
