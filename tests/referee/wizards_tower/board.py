"""The board of The Wizard's Tower: burning structures and Monsters, damage and death, Imps, and the Doppelganger who waits for the dead."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from referee.castle_panic import ARCS, CARDS, EASIER_BATTLES, FIGHTERS, ROUGH_START, TOKENS, Flow, GameOver, Monster, MonsterTuple, Referee
from referee.castle_panic import OPTIONS as BASE_OPTIONS
from referee.wizards_tower.components import (
    CASTLE_CARDS,
    FLYING,
    HARBINGERS,
    HEALTH,
    IMPS,
    MEGA_BOSSES,
    NEW_TOKENS,
    OPTIONS,
    REMOVED,
    SHORTAGE,
    SHORTAGE_BOSSES,
    SHORTAGE_HARBINGERS,
    VICTORY_POINTS,
    WEAK,
    WIZARD_CARDS,
)

OUTWARDS = {"archer": "forest", "knight": "archer", "swordsman": "knight", "castle": "swordsman"}
Structure = tuple[str, int]  # "wall" or "tower", and its arc
Fallen = tuple[str, list[str] | None]  # a destroyed Monster, and where its token went; an Imp goes back to the Imps


@dataclass(eq=False)
class BurnableMonster(Monster):
    """A Monster with Flame tokens. Those that it catches in a movement are fresh: they do no damage until the next one."""

    flames: int = 0
    fresh: int = 0
    # Only while Monsters move:
    attacks: Structure | None = None
    breathes: bool = False
    burns: int = 0  # points its flames will cost it

    def as_tuple(self) -> MonsterTuple:
        return (*super().as_tuple(), self.flames, self.fresh)


class Board(Referee):
    options_known = BASE_OPTIONS | OPTIONS
    values_known = Referee.values_known | {"harbingers"}
    full_health = HEALTH
    victory_points = VICTORY_POINTS

    monsters: list[BurnableMonster]  # type: ignore[assignment]

    def __init__(self, rules: dict[str, object]) -> None:
        self.wizards_tower: int | None = None
        self.flames: dict[Structure, int] = {(kind, arc): 0 for kind in ("wall", "tower") for arc in ARCS}
        self.wizard_deck = sorted(WIZARD_CARDS)
        self.wizard_discards: list[str] = []
        self.imps = IMPS
        self.benefit = False
        self.ice = False
        self.berserk = False
        self.acting: int | None = None  # who plays a card in another player's turn
        self.known_top: list[str] = []  # of the Castle deck, the next card first
        self.seen: list[str] = []  # what the Oracle holds in hand of it
        self.phase_six = False
        self.called = 0  # tokens that a Goblin King brings when what brought him is resolved
        self.fallen: list[Fallen] = []
        self.bursts: list[tuple[str, int]] = []
        super().__init__(rules)

    # ---- Which pieces are in the game ----

    def _read_rules(self, rules: dict[str, object]) -> None:
        super()._read_rules(rules)
        bosses = SHORTAGE_BOSSES if self.on("monster shortage") else tuple(MEGA_BOSSES)
        self.bosses = [boss for boss in bosses if boss != "basilisk" or self.players > 1 or self.on("solo basilisk")]
        usual = SHORTAGE_HARBINGERS if self.on("monster shortage") else HARBINGERS
        harbingers = rules.get("harbingers", usual)
        if not isinstance(harbingers, int) or not 0 <= harbingers <= len(self.bosses):
            raise ValueError(f"harbingers cannot be {harbingers!r}")
        self.harbingers = harbingers

    def _castle_cards(self) -> dict[str, int]:
        alone = self.players == 1 and not self.on("solo stand together")
        new = {card: number for card, number in CASTLE_CARDS.items() if card != "stand together" or not alone}
        return CARDS | new

    def _tokens(self) -> Counter[str]:
        tokens = Counter(TOKENS) + Counter(NEW_TOKENS)
        if self.on("monster shortage"):
            tokens &= Counter(SHORTAGE)
        elif not self.on("random monster mix"):
            tokens -= Counter(REMOVED)
        if self.on("easier battles"):
            tokens -= Counter(EASIER_BATTLES)
        return tokens + Counter({"harbinger": self.harbingers})

    def _starting_monsters(self) -> dict[str, int]:
        """A rough start has its three Orcs and three Trolls, or as many as there are; they may first have to survive a Random Monster Mix."""
        return self._tokens() & Counter(ROUGH_START) if self.on("rough start") and not self.on("random monster mix") else {}

    # ---- What the tests see ----

    def snapshot(self) -> dict[str, object]:
        return super().snapshot() | {
            "player": self.player if self.acting is None or self.outcome else self.acting,
            "monsters": tuple(sorted(self._settled(monster.as_tuple()) for monster in self.monsters)),
            "deck": tuple(sorted(self.deck + self.seen)),
            "wizards tower": self.wizards_tower,
            "wall flames": tuple(self.flames["wall", arc] for arc in ARCS),
            "tower flames": tuple(self.flames["tower", arc] for arc in ARCS),
            "wizard deck": tuple(sorted(self.wizard_deck)),
            "wizard discards": tuple(sorted(self.wizard_discards)),
            "imps": self.imps,
            "bosses": tuple(sorted(self.bosses)),
            "benefit": self.benefit,
            "ice": self.ice and self.outcome is None,
            "berserk": self.berserk and self.outcome is None,
            "known top": tuple(self.known_top),
        }

    def _settled(self, monster: MonsterTuple) -> MonsterTuple:
        """When the game is over no flame is fresh any more."""
        *seen, flames, fresh = monster
        return (*seen, flames + fresh, 0) if self.outcome else monster

    # ---- Structures ----

    def _stands(self, structure: Structure) -> bool:
        kind, arc = structure
        return (self.walls if kind == "wall" else self.towers)[arc]

    def _break_wall(self, arc: int) -> None:
        super()._break_wall(arc)
        if not self.walls[arc]:
            self.flames["wall", arc] = 0

    def _topple(self, arc: int) -> None:
        """A Tower falls; the game is lost the moment none stands."""
        self.towers[arc] = False
        self.flames["tower", arc] = 0
        if self.wizards_tower == arc:
            self.wizards_tower = None
            if self.on("death benefit") and not self.benefit:
                self.benefit = True
                self.hand_size += 1
        if not any(self.towers.values()):
            raise GameOver("lost")

    def _destroy_structure(self, structure: Structure) -> None:
        """A Fortify token is destroyed in its Wall's place."""
        kind, arc = structure
        if kind == "wall":
            self._break_wall(arc)
        else:
            self._topple(arc)

    def _ignite(self, structure: Structure) -> None:
        """A structure catches fire: a Fortify token is removed, the third flame destroys."""
        kind, arc = structure
        if kind == "wall" and self.fortify[arc]:
            self.fortify[arc] = False
        elif self.flames[structure] == 2:
            self._destroy_structure(structure)
        else:
            self.flames[structure] += 1

    def _path(self, arc: int) -> list[Structure]:
        """The structures that something flying or rolling from this arc's Forest meets, one after another."""
        far = (arc + 2) % 6 + 1
        path: list[Structure] = [("wall", arc), ("tower", arc), ("tower", far), ("wall", far)]
        return [structure for structure in path if self._stands(structure)]

    # ---- Monsters: placed, on fire, hurt ----

    def _place(self, token: str, ring: str, arc: int) -> None:
        self.monsters.append(BurnableMonster(token, ring, arc, HEALTH[token]))
        if self.phase_six and self.on("growing fire"):
            for structure in (("wall", arc), ("tower", arc)):
                if self.flames[structure]:
                    self._ignite(structure)

    def _summon(self, arcs: list[int]) -> None:
        """An Imp in the Forest of each of these arcs, as long as there are any."""
        for arc in arcs[: self.imps]:
            self.imps -= 1
            self._place("imp", "forest", arc)

    def _in_space(self, ring: str, arc: int) -> list[BurnableMonster]:
        return [monster for monster in self.monsters if (monster.ring, monster.arc) == (ring, arc)]

    def _catch_fire(self, monster: BurnableMonster, flames: int = 1, fresh: bool = False) -> None:
        if monster.token == "doppelganger":
            return
        if self.on("flaming tar") and monster.tarred and flames and not monster.flames + monster.fresh:
            flames += 1
        if fresh:
            monster.fresh += flames
        else:
            monster.flames += flames

    def _deadly(self, monster: BurnableMonster, points: int) -> bool:
        return points >= monster.health or WEAK.get(monster.token) == monster.ring

    def _damage(self, monster: BurnableMonster, points: int, heap: list[str], at_wall: bool = False) -> None:
        """Take points from a Monster; its token goes to this heap if it dies. At a Wall it is between two spaces."""
        if points >= monster.health or (not at_wall and self._deadly(monster, points)):
            self._fall(monster, heap)
            return
        monster.health -= points
        if monster.token == "hydra":
            self._summon([monster.arc] * 2 * points)

    def _fall(self, monster: BurnableMonster, heap: list[str]) -> None:
        self.monsters.remove(monster)
        if monster.token == "imp":
            self.imps += 1
            self.fallen.append(("imp", None))
        else:
            heap.append(monster.token)
            self.fallen.append((monster.token, heap))
        if monster.token == "phoenix":
            self.bursts.append((monster.ring, monster.arc))

    @property
    def actor(self) -> int:
        """Who plays the cards just now."""
        return self.player if self.acting is None else self.acting

    def _from_current(self, offset: int = 0) -> list[int]:
        """What concerns all players begins with the one who acts."""
        return [(self.actor + offset + seat) % self.players for seat in range(self.players)]

    def _trophies(self) -> list[str]:
        return self.trophies[self.actor] if self.version == "master slayer" else self.token_discards

    def _slay(self, monster: Monster) -> None:
        assert isinstance(monster, BurnableMonster)
        self._fall(monster, self._trophies())

    def _heap_of_destroyed(self, monster: Monster) -> list[str]:
        """Where structures and Boulders send a token. Mega Bosses never lie in the pile."""
        return self.pile if self.on("monster recycling") and monster.token not in MEGA_BOSSES else self.token_discards

    def _destroy(self, monster: Monster) -> None:
        assert isinstance(monster, BurnableMonster)
        self._fall(monster, self._heap_of_destroyed(monster))

    def _burst(self, fresh: bool = False) -> None:
        """Where a Phoenix was destroyed all others catch fire."""
        bursts, self.bursts = self.bursts, []
        for ring, arc in bursts:
            for monster in self._in_space(ring, arc):
                self._catch_fire(monster, fresh=fresh)

    # ---- The Doppelganger ----

    def _finish_stroke(self) -> Flow[None]:
        """Whoever has fallen has fallen at the same time."""
        self._burst()
        fallen, self.fallen = self.fallen, []
        yield from self._replace_doppelganger(fallen)

    def _replace_doppelganger(self, fallen: list[Fallen]) -> Flow[None]:
        doubles = [monster for monster in self.monsters if monster.token == "doppelganger"]
        heaps = {token: heap for token, heap in fallen if token not in MEGA_BOSSES}
        if not doubles or not heaps:
            return
        double = doubles[0]
        move = yield from self._choose("team", {("returns", token) for token in heaps})
        token = move[1]
        heap = heaps[token]
        self.monsters.remove(double)
        self.token_discards.append("doppelganger")
        if heap is None:
            self.imps -= 1
        else:
            heap.remove(token)
        self._place(token, double.ring, double.arc)
        yield from self._arrived(token, double.arc)

    def _draw_called_tokens(self) -> Flow[None]:
        """Outside phase 6: the tokens of a Goblin King in the Doppelganger's place, then those of Draw 3 and Draw 4 among them."""
        due, self.called = self.called, 0
        while due:
            for _ in range(due):
                yield from self._draw_token()
            due, self.tokens_later = self.tokens_later, 0

    def _board_is_clear(self) -> bool:
        """Imps do not count among the Monsters that must be defeated, nor does a Doppelganger whom nobody can replace any more."""
        return all(monster.token in ("doppelganger", "imp") for monster in self.monsters)

    def _reachable(self, monster: BurnableMonster) -> bool:
        """The Doppelganger is never moved, hit or slain."""
        return monster.token != "doppelganger"

    def _in_field(self, monster: BurnableMonster) -> bool:
        return monster.ring in FIGHTERS

    def _flies(self, monster: BurnableMonster) -> bool:
        return monster.token in FLYING
