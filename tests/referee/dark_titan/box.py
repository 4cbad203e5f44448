"""What The Dark Titan puts on the table: its options, the pieces beside the base game's, what one sees of them, what they are worth.

An Agranok card that was drawn blind stays unknown here as it does at the table: it is drawn when he comes, out of the cards it may be.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TypeAlias

from referee.castle_panic import BOSSES, Flow, Monster, Move, Node, Referee
from referee.castle_panic import FULL_HEALTH as BASE_HEALTH
from referee.dark_titan.components import (
    AGRANOK,
    CARDS,
    FULL_HEALTH,
    LEVELS,
    PRINTED_LEVELS,
    PROMO_LEVEL,
    REMOVED,
    SORCERESS,
    SUPPORT,
    SUPPORT_HEALTH,
    TOKENS,
    VICTORY_POINTS,
)

Space: TypeAlias = tuple[str, int]  # ring, arc
SupportTuple: TypeAlias = tuple[str, str, int, int]  # token, ring, arc, health

ALTERNATE_RULES = {"burning the midnight oil", "slippery slope", "sigh of relief", "demolition man", "the gangs all here"}
NEEDS_THE_WIZARDS_TOWER = {"burning the midnight oil", "the gangs all here"}


@dataclass(eq=False)
class Support:
    """A Support token on the board."""

    token: str
    ring: str
    arc: int
    health: int

    def as_tuple(self) -> SupportTuple:
        return (self.token, self.ring, self.arc, self.health)


class Box(Referee):
    """The base game's referee with the pieces of The Dark Titan laid out."""

    wizards_tower = False
    """Fire and Harbingers belong to another box; a referee of both sets this."""

    def __init__(self, rules: dict[str, object]) -> None:
        self.heralds = 0  # on the Agranok card
        self.summoned = False  # Agranok has come
        self.agranok_slain = False
        self.agranok_shaken = False  # at his last 2 points: 1 more taken in this phase
        self.supports: list[Support] = []
        self.cavalier: Space | None = None
        self.banished: list[str] = []
        self.tokens_out: list[str] = []
        super().__init__(rules)

    def _read_rules(self, rules: dict[str, object]) -> None:
        own = ALTERNATE_RULES | {"agranok", "level six"}
        super()._read_rules({name: value for name, value in rules.items() if name not in own})
        for option in sorted((ALTERNATE_RULES | {"level six"}) & set(rules)):
            if rules[option] not in (True, False):
                raise ValueError(f"{option!r} must be true or false")
            if rules[option]:
                self.options.add(option)
        if not self.wizards_tower and self.options & NEEDS_THE_WIZARDS_TOWER:
            raise ValueError(f"{sorted(self.options & NEEDS_THE_WIZARDS_TOWER)} need The Wizard's Tower: fire, Harbingers")
        self.levels = (*PRINTED_LEVELS, PROMO_LEVEL) if self.on("level six") else PRINTED_LEVELS
        chosen = rules.get("agranok", "random")
        self.level: int | None = None
        if chosen != "random":
            if not isinstance(chosen, int) or isinstance(chosen, bool) or chosen not in self.levels:
                raise ValueError(f"agranok must be random or one of the levels {self.levels}; level 6 needs the promo card (level six)")
            self.level = chosen

    def _set_up(self) -> Flow[None]:
        self._open_box()
        yield from super()._set_up()

    def _open_box(self) -> None:
        """The cards go into the deck, the tokens into the pile."""
        self.deck += Counter(CARDS).elements()
        if self.players == 1:
            self.deck.remove("barrage")
        for token in Counter(REMOVED).elements():
            self.pile.remove(token)
        self.pile += [*Counter(TOKENS).elements(), *SUPPORT]

    def _full_health(self, token: str) -> int:
        return FULL_HEALTH[token] if token in FULL_HEALTH else BASE_HEALTH[token]

    def _full_hand(self) -> int:
        """One card fewer while the Dark Sorceress is on the board."""
        return super()._full_hand() - sum(monster.token == SORCERESS for monster in self.monsters)

    def _score(self, player: int) -> tuple[int, int]:
        trophies = self.trophies[player]
        printed = {**BASE_HEALTH, **dict.fromkeys(BOSSES, 4), **VICTORY_POINTS}
        return sum(printed[token] for token in trophies), len(trophies)

    def agranok(self) -> Monster | None:
        return next((monster for monster in self.monsters if monster.token == AGRANOK), None)

    def snapshot(self) -> dict[str, object]:
        return super().snapshot() | {
            "heralds": self.heralds,
            "level": self.level,
            "agranok slain": self.agranok_slain,
            "agranok shaken": self.agranok_shaken,
            "supports": tuple(sorted(support.as_tuple() for support in self.supports)),
            "cavalier": self.cavalier,
            "banished": tuple(sorted(self.banished)),
            "tokens out": tuple(sorted(self.tokens_out)),
        }

    # ---- Levels ----

    def _reveal_level(self) -> Flow[None]:
        """The Agranok card is turned over; one that was drawn blind is any of them."""
        if self.level is None:
            move: Move = yield Node(outcomes={("level", level): 1 for level in self.levels})
            self.level = move[1]

    def _effect_of(self, number: int) -> str:
        assert self.level is not None
        return LEVELS[self.level][number - 1]

    def _new_support(self, token: str, arc: int) -> Support:
        support = Support(token, "forest", arc, SUPPORT_HEALTH[token])
        self.supports.append(support)
        return support

    # ---- Cards ----

    def _banish_from_hand(self, player: int, card: str) -> None:
        self.hands[player].remove(card)
        self.banished.append(card)

    def _still_in(self) -> list[int]:
        """The players from the one whose turn it is, without those who are out."""
        return [player for player in self._from_current() if not self.out[player]]
