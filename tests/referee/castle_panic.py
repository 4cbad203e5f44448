"""The referee for Castle Panic's base game.

The whole game is one generator that follows the order of play and pauses wherever the players or chance decide. It is meant to be
read next to the rulebook, not to be fast: plain lists of names, small objects for Monsters, each option an ``if`` where its rule applies.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterable
from dataclasses import dataclass, field
from itertools import combinations_with_replacement, product
from typing import Any, TypeAlias, TypeVar

T = TypeVar("T")
Move: TypeAlias = tuple[Any, ...]  # made of str, int, bool and tuples of these
MonsterTuple: TypeAlias = tuple[Any, ...]  # token, ring, arc, health, tarred; an expansion adds to it

ARCS = (1, 2, 3, 4, 5, 6)
COLOUR = {1: "red", 2: "red", 3: "green", 4: "green", 5: "blue", 6: "blue"}
FIGHTERS = ("archer", "knight", "swordsman")  # the cards and the rings they fight in
RINGS = ("forest", *FIGHTERS, "castle")

CARDS = {f"{colour} {fighter}": 3 for colour in ("red", "green", "blue") for fighter in FIGHTERS}
CARDS |= {f"any {fighter}": 1 for fighter in FIGHTERS}
CARDS |= {f"{colour} hero": 1 for colour in ("red", "green", "blue")}
CARDS |= {"brick": 4, "mortar": 4, "barbarian": 1, "nice shot": 1, "tar": 1, "fortify wall": 1}
CARDS |= {"drive him back": 1, "missing": 1, "draw 2 cards": 1, "scavenge": 1}

TOKENS = {"goblin": 6, "orc": 11, "troll": 10, "goblin king": 1, "orc warlord": 1, "troll mage": 1, "healer": 1, "giant boulder": 4}
TOKENS |= {"red monsters move 1": 2, "green monsters move 1": 2, "blue monsters move 1": 2}
TOKENS |= {"monsters move clockwise": 1, "monsters move counter-clockwise": 1}
TOKENS |= {"plague archers": 1, "plague knights": 1, "plague swordsmen": 1, "all players discard 1 card": 1}
TOKENS |= {"draw 3 monster tokens": 1, "draw 4 monster tokens": 1}

EASIER_BATTLES = {"draw 4 monster tokens": 1, "orc warlord": 1, "troll mage": 1, "plague swordsmen": 1, "plague knights": 1}
EASIER_BATTLES |= {"red monsters move 1": 1, "green monsters move 1": 1, "blue monsters move 1": 1, "giant boulder": 3}

FULL_HEALTH = {"goblin": 1, "orc": 2, "troll": 3, "goblin king": 2, "orc warlord": 3, "troll mage": 3, "healer": 2}
BOSSES = ("goblin king", "orc warlord", "troll mage", "healer")
PLAGUES = {"plague archers": "archer", "plague knights": "knight", "plague swordsmen": "swordsman"}

START = {"goblin": 3, "orc": 2, "troll": 1}
ROUGH_START = {"orc": 3, "troll": 3}
FORTIFY_TOKENS = 2

OPTIONS = {"easier battles", "all for one", "heroic powers", "desperate times"}
OPTIONS |= {"my home", "kings tower", "dwindling resources", "rough start", "random setup", "not over yet"}
OPTIONS |= {"monster recycling", "final charge", "charging horde", "easier trades"}


def clockwise(arc: int, steps: int = 1) -> int:
    """The arc so many spaces clockwise (negative: counter-clockwise)."""
    return (arc - 1 + steps) % 6 + 1


def listed(counts: dict[str, int]) -> list[str]:
    """A table of counts laid out piece by piece."""
    return sorted(Counter(counts).elements())


@dataclass(eq=False)
class Monster:
    """One Monster token on the board."""

    token: str
    ring: str
    arc: int
    health: int
    tarred: bool = False

    def as_tuple(self) -> MonsterTuple:
        return (self.token, self.ring, self.arc, self.health, self.tarred)


@dataclass
class Node:
    """A point where the game waits: for a mover's choice, or for chance."""

    mover: int | str | None = None
    choices: set[Move] = field(default_factory=set)
    outcomes: dict[Move, int] = field(default_factory=dict)


Flow: TypeAlias = Generator[Node, Move, T]


class GameOver(Exception):
    """Ends the game from wherever the rules say so; the argument is "won" or "lost"."""


class Referee:
    """One game of Castle Panic, from the setup to its end. An expansion's referee goes on from here."""

    options_known = OPTIONS
    values_known = frozenset({"players", "version", "edition", "walls"})
    full_health = FULL_HEALTH
    victory_points = FULL_HEALTH | dict.fromkeys(BOSSES, 4)

    def __init__(self, rules: dict[str, object]) -> None:
        self._read_rules(rules)
        everyone = range(self.players)
        self.towers = dict.fromkeys(ARCS, True)
        self.walls = dict.fromkeys(ARCS, self.wall_rule == "all")
        self.fortify = dict.fromkeys(ARCS, False)
        self.monsters: list[Monster] = []
        self.deck = listed(self._castle_cards())
        self.discards: list[str] = []
        self.hands: list[list[str]] = [[] for _ in everyone]
        self.hand_size = {1: 6, 2: 6, 6: 4}.get(self.players, 5)
        self.start = self._starting_monsters()
        self.pile = listed(self._tokens() - Counter(self.start))
        self.token_discards: list[str] = []
        self.trophies: list[list[str]] = [[] for _ in everyone]
        self.player = 0
        self.had_a_turn = [False for _ in everyone]
        self.homes: list[int | None] = [None for _ in everyone]
        self.on_backup = [False for _ in everyone]
        self.out = [False for _ in everyone]
        self.king: int | None = None
        self.held_walls = [1 if self.wall_rule == "players" else 0 for _ in everyone]
        self.final_charge = False
        self.missing = False
        self.tokens_later = 0
        self.outcome: str | None = None
        self._flow = self._game()
        self._node: Node | None = next(self._flow)

    def _castle_cards(self) -> dict[str, int]:
        return CARDS

    def _tokens(self) -> Counter[str]:
        """All Monster tokens of this game, those of the start included."""
        return Counter(TOKENS) - Counter(EASIER_BATTLES if self.on("easier battles") else {})

    def _starting_monsters(self) -> dict[str, int]:
        return ROUGH_START if self.on("rough start") else START

    def _read_rules(self, rules: dict[str, object]) -> None:
        unknown = set(rules) - self.options_known - self.values_known
        if unknown:
            raise ValueError(f"unknown rules: {sorted(unknown)}")
        players = rules.get("players")
        if not isinstance(players, int) or isinstance(players, bool) or not 1 <= players <= 6:
            raise ValueError("players must be 1 to 6")
        self.players = players
        self.version = rules.get("version", "solitaire" if players == 1 else "co-op")
        if self.version not in ("co-op", "master slayer", "solitaire") or (self.version == "solitaire") != (players == 1):
            raise ValueError(f"version {self.version!r} does not go with {players} players")
        self.edition = rules.get("edition", 2)
        if self.edition not in (1, 2):
            raise ValueError("edition must be 1 or 2")
        self.options: set[str] = set()
        for option in self.options_known & set(rules):
            if rules[option] not in (True, False):
                raise ValueError(f"{option!r} must be true or false")
            if rules[option]:
                self.options.add(option)
        if self.on("kings tower") and (not self.on("my home") or players == 6):
            raise ValueError("the King's Tower needs My Home Is My Castle and fewer than 6 players")
        if self.on("easier trades") and not self.on("charging horde"):
            raise ValueError("the easier trades belong to The Charging Horde")
        self.wall_rule = rules.get("walls", "all")
        as_number = isinstance(self.wall_rule, int) and not isinstance(self.wall_rule, bool) and 0 <= self.wall_rule <= 6
        if not as_number and self.wall_rule not in ("all", "none", "random", "players"):
            raise ValueError(f"walls cannot be {self.wall_rule!r}")

    def on(self, option: str) -> bool:
        """Is this optional rule in use?"""
        return option in self.options

    # ---- What the tests see ----

    def kind(self) -> str:
        if self._node is None:
            return "over"
        return "chance" if self._node.outcomes else "choice"

    def choices(self) -> set[Move]:
        return set(self._node.choices) if self._node else set()

    def outcomes(self) -> dict[Move, int]:
        return dict(self._node.outcomes) if self._node else {}

    def mover(self) -> int | str:
        if self._node is None or self._node.mover is None:
            raise ValueError("nobody has a choice to make now")
        return self._node.mover

    def apply(self, move: Move) -> None:
        if self._node is None or (move not in self._node.choices and move not in self._node.outcomes):
            raise ValueError(f"not possible now: {move!r}")
        try:
            self._node = self._flow.send(move)
        except StopIteration:
            self._node = None

    def result(self) -> str | None:
        return self.outcome

    def winners(self) -> tuple[int, ...]:
        if self.outcome != "won":
            return ()
        survivors = [player for player in range(self.players) if not self.out[player]]
        if self.version != "master slayer":
            return tuple(survivors)
        best = max(self._score(player) for player in survivors)
        return tuple(player for player in survivors if self._score(player) == best)

    def _score(self, player: int) -> tuple[int, int]:
        """Victory points, then the number of Monsters slain."""
        trophies = self.trophies[player]
        return sum(self.victory_points[token] for token in trophies), len(trophies)

    def snapshot(self) -> dict[str, object]:
        return {
            "towers": tuple(self.towers[arc] for arc in ARCS),
            "walls": tuple(self.walls[arc] for arc in ARCS),
            "fortify": tuple(self.fortify[arc] for arc in ARCS),
            "monsters": tuple(sorted(monster.as_tuple() for monster in self.monsters)),
            "hands": tuple(tuple(sorted(hand)) for hand in self.hands),
            "deck": tuple(sorted(self.deck)),
            "discards": tuple(sorted(self.discards)),
            "pile": tuple(sorted(self.pile)),
            "token discards": tuple(sorted(self.token_discards)),
            "trophies": tuple(tuple(sorted(trophies)) for trophies in self.trophies),
            "player": self.player,
            "homes": tuple(home if home is not None and self.towers[home] else None for home in self.homes),
            "out": tuple(self.out),
            "king": self.king if self.king is not None and self.towers[self.king] else None,
            "held walls": tuple(self.held_walls),
            "final charge": self.final_charge,
        }

    # ---- Pausing ----

    def _choose(self, mover: int | str, choices: set[Move], always: bool = False) -> Flow[Move]:
        """Ask; a single possibility is taken without asking, unless the question always comes."""
        if len(choices) == 1 and not always:
            return next(iter(choices))
        return (yield Node(mover=mover, choices=choices))

    def _roll(self) -> Flow[int]:
        move = yield Node(outcomes={("roll", number): 1 for number in ARCS})
        return int(move[1])

    # ---- The course of the game ----

    def _game(self) -> Flow[None]:
        try:
            yield from self._set_up()
            while True:
                yield from self._turn()
                self.player = self._next_player()
        except GameOver as over:
            self.outcome = str(over)

    def _set_up(self) -> Flow[None]:
        yield from self._set_up_walls()
        yield from self._set_up_homes()
        yield from self._set_up_monsters()
        for player in range(self.players):
            yield from self._draw_cards(player, self.hand_size)

    def _set_up_walls(self) -> Flow[None]:
        number = 0
        if isinstance(self.wall_rule, int):
            number = self.wall_rule
        elif self.wall_rule == "random":
            number = (yield Node(outcomes={("wall count", count): 1 for count in ARCS}))[1]
        for _ in range(number):
            move = yield Node(outcomes={("wall", arc): 1 for arc in ARCS if not self.walls[arc]})
            self.walls[move[1]] = True

    def _set_up_homes(self) -> Flow[None]:
        if not self.on("my home"):
            return
        for player in range(self.players):
            move = yield from self._choose(player, {("claim", arc) for arc in ARCS if arc not in self.homes})
            self.homes[player] = move[1]
        if self.on("kings tower"):
            move = yield from self._choose("team", {("king", arc) for arc in ARCS if arc not in self.homes})
            self.king = move[1]

    def _set_up_monsters(self) -> Flow[None]:
        waiting = Counter(self.start)
        if self.on("rough start"):
            for token in ("orc", "orc", "orc", "troll", "troll", "troll"):
                arc = yield from self._roll()
                self._place(token, "archer", arc)
            return
        for arc in ARCS:
            kinds = +waiting
            if self.on("random setup"):
                move = yield Node(outcomes={("placed", token, arc): number for token, number in kinds.items()})
            else:
                move = yield from self._choose("team", {("place", token, arc) for token in kinds}, always=True)
            self._place(move[1], "archer", arc)
            waiting[move[1]] -= 1

    def _place(self, token: str, ring: str, arc: int) -> None:
        self.monsters.append(Monster(token, ring, arc, self._full_health(token)))

    def _full_health(self, token: str) -> int:
        return self.full_health[token]

    def _full_hand(self) -> int:
        return self.hand_size

    def _next_player(self) -> int:
        return next(player for player in self._from_current(1) if not self.out[player])

    def _from_current(self, offset: int = 0) -> list[int]:
        """The players clockwise, from the one whose turn it is (or so many seats further)."""
        return [(self.player + offset + seat) % self.players for seat in range(self.players)]

    def _turn(self) -> Flow[None]:
        self._begin_turn()
        desperate = yield from self._desperate_times()
        if not desperate and self.had_a_turn[self.player]:
            yield from self._draw_cards(self.player, self._full_hand() - len(self.hands[self.player]))
        self.had_a_turn[self.player] = True
        yield from self._discard_and_draw()
        if not desperate:
            yield from self._trade()
            yield from self._play_cards()
        yield from self._move_monsters()
        self._check_won()
        if self.final_charge:
            yield from self._charge()
            self._check_won()
        yield from self._draw_monsters()

    def _begin_turn(self) -> None:
        """What the turn before has left behind ends."""
        for monster in self.monsters:
            monster.tarred = False
        self.missing = False
        if self.on("final charge") and not self.pile:
            self.final_charge = True

    def _move_monsters(self) -> Flow[None]:
        """Phase 5."""
        yield from self._advance(ARCS)

    def _check_won(self) -> None:
        """Only called while no token is being resolved."""
        if not self.pile and self._board_is_clear() and any(self.towers.values()):
            raise GameOver("won")

    def _board_is_clear(self) -> bool:
        return not self.monsters

    # ---- Cards: drawing, discarding, trading ----

    def _draw_cards(self, player: int, number: int) -> Flow[None]:
        for _ in range(number):
            if not self.deck:
                self._reshuffle()
            if not self.deck:
                return
            move = yield Node(outcomes={("card", card): copies for card, copies in Counter(self.deck).items()})
            self.deck.remove(move[1])
            self.hands[player].append(move[1])

    def _reshuffle(self) -> None:
        self.deck, self.discards = self.discards, []
        if self.on("dwindling resources"):
            for card in ("brick", "mortar"):
                if card in self.deck:
                    self.deck.remove(card)

    def _discard(self, player: int, cards: Iterable[str]) -> None:
        for card in cards:
            self.hands[player].remove(card)
            self.discards.append(card)

    def _desperate_times(self) -> Flow[bool]:
        hand = self.hands[self.player]
        if not self.on("desperate times") or not hand:
            return False
        move = yield from self._choose(self.player, {("desperate",), ("carry on",)})
        if move == ("carry on",):
            return False
        self._discard(self.player, list(hand))
        yield from self._draw_cards(self.player, self._full_hand())
        return True

    def _discard_and_draw(self) -> Flow[None]:
        hand = self.hands[self.player]
        if not hand:
            return
        most = self._most_discards()
        if not most:
            return
        choices: set[Move] = {("keep",)} | {("discard", (card,)) for card in hand}
        if most == 2:
            pairs = combinations_with_replacement(sorted(set(hand)), 2)
            choices |= {("discard", (one, two)) for one, two in pairs if one != two or hand.count(one) > 1}
        move = yield from self._choose(self.player, choices)
        if move[0] == "discard":
            self._discard(self.player, move[1])
            yield from self._replace_cards(len(move[1]))

    def _most_discards(self) -> int:
        return 2 if self.version == "solitaire" else 1

    def _replace_cards(self, number: int) -> Flow[None]:
        yield from self._draw_cards(self.player, number)

    def _trade(self) -> Flow[None]:
        trades_left = 2 if self.players == 6 or self.on("easier trades") else 1
        refused: set[int] = set()
        mine = self.hands[self.player]
        while trades_left:
            trades: set[Move] = set()
            for partner in self._from_current()[1:]:
                if partner not in refused and not self.out[partner]:
                    swaps = product(set(mine), set(self.hands[partner]))
                    trades |= {("trade", give, partner, take) for give, take in swaps if give != take}
            if not trades:
                return
            move = yield from self._choose(self.player, {("no trade",)} | trades)
            if move == ("no trade",):
                return
            _, give, partner, take = move
            if self.version == "master slayer":
                answer = yield from self._choose(partner, {("accept",), ("refuse",)})
                if answer == ("refuse",):
                    refused.add(partner)
                    continue
            mine.remove(give)
            self.hands[partner].remove(take)
            mine.append(take)
            self.hands[partner].append(give)
            trades_left -= 1

    def _each_player_discards(self) -> Flow[None]:
        for player in self._from_current():
            if self.hands[player]:
                move = yield from self._choose(player, {("give up", card) for card in self.hands[player]})
                self._discard(player, [move[1]])

    # ---- Playing cards ----

    def _play_cards(self) -> Flow[None]:
        while True:
            move = yield from self._choose(self.player, self._plays(), always=True)
            if move == ("end play",):
                return
            yield from self._play(move)
            self._check_won()

    def _can_hit(self, card: str, ring: str, arc: int) -> bool:
        colour, _, fighter = card.partition(" ")
        if colour not in ("any", COLOUR[arc]):
            return False
        if fighter == "hero":
            return ring in FIGHTERS or (ring == "castle" and self.on("heroic powers"))
        return fighter == ring

    def _plays(self) -> set[Move]:
        hand = set(self.hands[self.player])
        plays: set[Move] = {("end play",)}
        for target in {monster.as_tuple() for monster in self.monsters}:
            plays |= self._plays_against(target, hand)
        for arc in ARCS:
            if not self.walls[arc]:
                if {"brick", "mortar"} <= hand:
                    plays.add(("build", arc))
                if self.held_walls[self.player]:
                    plays.add(("place wall", arc))
            elif "fortify wall" in hand and not self.fortify[arc] and sum(self.fortify.values()) < FORTIFY_TOKENS:
                plays.add(("fortify", arc))
        if "missing" in hand:
            plays.add(("missing",))
        if "draw 2 cards" in hand:
            plays.add(("draw two",))
        if "scavenge" in hand:
            plays |= {("scavenge", card) for card in self.discards}
        return plays

    def _plays_against(self, target: MonsterTuple, hand: set[str]) -> set[Move]:
        ring, arc = target[1:3]
        hit_cards = [card for card in hand if self._can_hit(card, ring, arc)]
        plays: set[Move] = {("hit", card, target) for card in hit_cards}
        if "nice shot" in hand:
            plays |= {("nice shot", card, target) for card in hit_cards}
        if self.on("all for one") and ring in FIGHTERS:
            usable = [[card for card in (f"{COLOUR[arc]} {fighter}", f"any {fighter}") if card in hand] for fighter in FIGHTERS]
            plays |= {("all for one", three, target) for three in product(*usable)}
        if "barbarian" in hand and ring != "forest":
            plays.add(("slay", target))
        if "drive him back" in hand and ring != "forest":
            plays.add(("drive back", target))
        if "tar" in hand and not any(monster.tarred for monster in self.monsters):
            plays.add(("tar", target))
        return plays

    def _play(self, move: Move) -> Flow[None]:
        player = self.player
        match move:
            case ("hit", card, target):
                self._discard(player, [card])
                monster = self._find(target, self.monsters)
                monster.health -= 1
                if monster.health == 0:
                    self._slay(monster)
            case ("nice shot", card, target):
                self._discard(player, ["nice shot", card])
                self._slay(self._find(target, self.monsters))
            case ("all for one", cards, target):
                self._discard(player, cards)
                self._slay(self._find(target, self.monsters))
            case ("slay", target):
                self._discard(player, ["barbarian"])
                self._slay(self._find(target, self.monsters))
            case ("tar", target):
                self._discard(player, ["tar"])
                self._find(target, self.monsters).tarred = True
            case ("drive back", target):
                self._discard(player, ["drive him back"])
                self._find(target, self.monsters).ring = "forest"
            case ("build", arc):
                self._discard(player, ["brick", "mortar"])
                self.walls[arc] = True
            case ("place wall", arc):
                self.held_walls[player] -= 1
                self.walls[arc] = True
            case ("fortify", arc):
                self._discard(player, ["fortify wall"])
                self.fortify[arc] = True
            case ("missing",):
                self._discard(player, ["missing"])
                self.missing = True
            case ("draw two",):
                self._discard(player, ["draw 2 cards"])
                yield from self._draw_cards(player, 2)
            case ("scavenge", card):
                self._discard(player, ["scavenge"])
                self.discards.remove(card)
                self.hands[player].append(card)

    def _find(self, target: MonsterTuple, among: list[Monster]) -> Monster:
        return next(monster for monster in among if monster.as_tuple() == target)

    def _slay(self, monster: Monster) -> None:
        """A player's card took the Monster's last point."""
        self.monsters.remove(monster)
        kept = self.trophies[self.player] if self.version == "master slayer" else self.token_discards
        kept.append(monster.token)

    def _destroy(self, monster: Monster) -> None:
        """A structure or a Boulder took it."""
        self.monsters.remove(monster)
        (self.pile if self.on("monster recycling") else self.token_discards).append(monster.token)

    # ---- Moving Monsters ----

    def _advance(self, arcs: Iterable[int]) -> Flow[None]:
        """The Monsters in these arcs move 1 space: inwards, or clockwise within the Castle ring."""
        yield from self._march([monster for monster in self.monsters if monster.arc in arcs and not monster.tarred])

    def _march(self, moving: list[Monster]) -> Flow[None]:
        at_walls: list[Monster] = []
        entering: list[Monster] = []
        for monster in moving:
            if monster.ring == "castle":
                monster.arc = clockwise(monster.arc)
                entering.append(monster)
            elif monster.ring == "swordsman" and self.walls[monster.arc]:
                at_walls.append(monster)
            else:
                monster.ring = RINGS[RINGS.index(monster.ring) + 1]
                if monster.ring == "castle":
                    entering.append(monster)
        yield from self._attack(at_walls, entering)

    def _advance_colour(self, colour: str) -> Flow[None]:
        yield from self._advance([arc for arc in ARCS if COLOUR[arc] == colour])

    def _rotate(self, steps: int) -> Flow[None]:
        """All Monsters change arcs and keep their rings."""
        moving = [monster for monster in self.monsters if not monster.tarred]
        for monster in moving:
            monster.arc = clockwise(monster.arc, steps)
        yield from self._attack([], [monster for monster in moving if monster.ring == "castle"])

    def _charge(self) -> Flow[None]:
        """The extra movement of Final Charge!"""
        number = yield from self._roll()
        if number in (1, 2, 3):
            yield from self._advance_colour(("red", "green", "blue")[number - 1])
        elif number == 5:
            yield from self._advance(ARCS)
        else:
            yield from self._rotate(1 if number == 4 else -1)

    def _attack(self, at_walls: list[Monster], entering: list[Monster]) -> Flow[None]:
        """All have moved; now the structures they ran into."""
        entered = {monster.arc for monster in entering}
        standing = {arc for arc in ARCS if self.towers[arc]}
        if standing <= entered:
            self.towers = dict.fromkeys(ARCS, False)
            raise GameOver("lost")
        for arc in ARCS:
            attackers = [monster for monster in at_walls if monster.arc == arc]
            if attackers:
                yield from self._hurt_one(attackers)
                self._break_wall(arc)
        for arc in ARCS:
            if arc in standing and arc in entered:
                yield from self._hurt_one([monster for monster in entering if monster.arc == arc])
                self.towers[arc] = False
        yield from self._after_damage()

    def _break_wall(self, arc: int) -> None:
        """The Fortify token goes first."""
        if self.fortify[arc]:
            self.fortify[arc] = False
        else:
            self.walls[arc] = False

    def _hurt_one(self, attackers: list[Monster]) -> Flow[None]:
        move = yield from self._choose("team", {("hurt", monster.as_tuple()) for monster in attackers})
        monster = self._find(move[1], attackers)
        monster.health -= 1
        if monster.health == 0:
            self._destroy(monster)

    def _after_damage(self) -> Flow[None]:
        """What follows fallen Towers: players without a home, and the King's Tower."""
        homeless = [player for player in self._from_current() if self._lost_home(player)]
        for player in homeless:
            self.homes[player] = None
        for player in homeless:
            backups = [arc for arc in ARCS if self.towers[arc] and arc not in self.homes and arc != self.king]
            if self.edition == 1 or self.on_backup[player] or not backups:
                self._leave(player)
            else:
                move = yield from self._choose(player, {("claim", arc) for arc in backups})
                self.homes[player] = move[1]
                self.on_backup[player] = True
        if all(self.out):
            raise GameOver("lost")
        if self.king is not None and not self.towers[self.king]:
            self.king = None
            self.hand_size -= 1
            yield from self._each_player_discards()

    def _lost_home(self, player: int) -> bool:
        home = self.homes[player]
        return home is not None and not self.towers[home]

    def _leave(self, player: int) -> None:
        self.out[player] = True
        self._discard(player, list(self.hands[player]))
        self.held_walls[player] = 0

    # ---- Drawing Monster tokens ----

    def _draw_monsters(self) -> Flow[None]:
        if self.missing or not self.pile:
            return
        due = 3 if self.on("charging horde") else 2
        while due:
            for _ in range(due):
                yield from self._draw_token()
            due, self.tokens_later = self.tokens_later, 0
        self._check_won()

    def _draw_token(self) -> Flow[None]:
        if not self.pile and self.on("not over yet"):
            self._refill_pile()
        if not self.pile:
            return
        token = (yield Node(outcomes={("token", token): copies for token, copies in Counter(self.pile).items()}))[1]
        self.pile.remove(token)
        if token in self.full_health:
            yield from self._arrive(token)
        else:
            yield from self._take_effect(token)

    def _refill_pile(self) -> None:
        self.pile, self.token_discards = self.token_discards, []

    def _arrive(self, token: str) -> Flow[None]:
        """A Monster appears in the Forest; a Boss brings its effect."""
        arc = yield from self._roll()
        self._place(token, "forest", arc)
        yield from self._arrived(token, arc)

    def _arrived(self, token: str, arc: int) -> Flow[None]:
        """What a Monster does when it is drawn, beyond being there."""
        if token == "goblin king":
            for _ in range(3):
                yield from self._draw_token()
        elif token == "orc warlord":
            yield from self._advance_colour(COLOUR[arc])
        elif token == "troll mage":
            yield from self._advance(ARCS)
        elif token == "healer":
            for monster in self.monsters:
                monster.health = min(monster.health + 1, self._full_health(monster.token))

    def _take_effect(self, token: str) -> Flow[None]:
        if token == "giant boulder":
            arc = yield from self._roll()
            self.token_discards.append(token)
            yield from self._boulder(arc)
            return
        self.token_discards.append(token)
        match token:
            case "red monsters move 1" | "green monsters move 1" | "blue monsters move 1":
                yield from self._advance_colour(token.split()[0])
            case "monsters move clockwise":
                yield from self._rotate(1)
            case "monsters move counter-clockwise":
                yield from self._rotate(-1)
            case "plague archers" | "plague knights" | "plague swordsmen":
                for player, hand in enumerate(self.hands):
                    self._discard(player, [card for card in hand if card.endswith(PLAGUES[token])])
            case "all players discard 1 card":
                yield from self._each_player_discards()
            case "draw 3 monster tokens" | "draw 4 monster tokens":
                number = int(token.split()[1])
                if self.edition == 1:
                    for _ in range(number):
                        yield from self._draw_token()
                else:
                    self.tokens_later += number

    def _boulder(self, arc: int) -> Flow[None]:
        self._roll_boulder(arc)
        if not any(self.towers.values()):
            raise GameOver("lost")
        yield from self._after_damage()

    def _roll_boulder(self, arc: int) -> None:
        """From one Forest to the opposite one, until the first structure is destroyed."""
        far = clockwise(arc, 3)
        for ring in ("forest", *FIGHTERS):
            self._crush(ring, arc)
        if self.walls[arc]:
            self._break_wall(arc)
            return
        for side in (arc, far):
            if self.towers[side]:
                self.towers[side] = False
                return
            self._crush("castle", side)
        if self.walls[far]:
            self._break_wall(far)
            return
        for ring in (*reversed(FIGHTERS), "forest"):
            self._crush(ring, far)

    def _crush(self, ring: str, arc: int) -> None:
        for monster in list(self.monsters):
            if (monster.ring, monster.arc) == (ring, arc):
                self._destroy(monster)
