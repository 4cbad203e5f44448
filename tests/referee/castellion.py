"""The referee for Castellion.

The whole game is one generator that follows the order of play and pauses wherever a player, the team or chance decides. It is meant to
be read next to the rulebook, not to be fast: a castle is a list of columns of small tile objects, each option an ``if`` where its rule applies.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterable
from dataclasses import dataclass, field
from typing import Any, TypeAlias, TypeVar, cast

T = TypeVar("T")
Move: TypeAlias = tuple[Any, ...]  # made of str, int, None and tuples of these
Card: TypeAlias = tuple[Any, ...]  # ("formations", towers, bastions, lines, penalty or None) or ("rows", n)
Cell: TypeAlias = tuple[int, int]  # column from 1 at the left, row from 1 at the bottom

FACTIONS = ("seer", "chameleon", "juggler", "pyro")
SHAPES = ("triangle", "square", "circle")
TRAITORS = ("traitor", "black traitor")
LEVELS = ("introductory", "base", "expert")
APPENDICES = (None, "vigil", "prophet", "premonition", "prison", "cold sweat", "horror")
PAWN_IN_FRONT = ("premonition", "cold sweat", "horror")  # the appendices whose pawn waits in front of the players for its moment
RULES = {"level", "players", "appendix", "pantry", "width", "height", "ordeals", "traitor numbers", "safe", "standard"}

TRAITOR_PRICE = 4  # tiles destroyed to discard a Traitor
BASTION_SAVES = 4  # tiles of a penalty
REVEALED_LIMIT = 4
PRISON_SIZE = 8
PRISON_PENALTY = 6
CHAMPION_PRICE = 6
HAUNTABLE_SIZE = 6  # tiles in the smallest castle the Menace pawn can be placed in
PANTRY_OF_EACH = 2
PANTRY_PER_ORDEAL = 2


def faction(kind: str) -> str | None:
    """The faction of a Defender, None for a Pantry tile."""
    word = kind.split()[0]
    return word if word in FACTIONS else None


def shape(kind: str) -> str:
    return kind.split()[1]


def is_pantry(kind: str) -> bool:
    return kind.startswith("pantry ")


def listed(counts: dict[str, int]) -> list[str]:
    """A table of counts laid out piece by piece."""
    return sorted(Counter(counts).elements())


@dataclass(eq=False)
class Tile:
    """One tile in a castle; the Menace pawn may stand on it."""

    kind: str
    haunted: bool = False


@dataclass(eq=False)
class Castle:
    """Columns of tiles from left to right, each from the bottom up and none of them empty."""

    width: int
    height: int
    pantry_apart: bool  # the harder Pantry: its tiles are not brought next to each other
    columns: list[list[Tile]] = field(default_factory=list)

    # ---- What is there ----

    def tiles(self) -> list[Tile]:
        return [tile for column in self.columns for tile in column]

    def heights(self) -> list[int]:
        return [len(column) for column in self.columns]

    def cells(self) -> dict[Cell, Tile]:
        return {(c, r): tile for c, column in enumerate(self.columns, 1) for r, tile in enumerate(column, 1)}

    def at(self, cell: Cell) -> Tile:
        return self.columns[cell[0] - 1][cell[1] - 1]

    def around(self, cell: Cell) -> list[Tile]:
        """The tiles that lie, or would lie, orthogonally adjacent to this cell."""
        c, r = cell
        found: list[Tile] = []
        for column, row in ((c - 1, r), (c + 1, r), (c, r - 1), (c, r + 1)):
            if 1 <= column <= len(self.columns) and 1 <= row <= len(self.columns[column - 1]):
                found.append(self.at((column, row)))
        return found

    def look(self) -> tuple[tuple[tuple[str, bool], ...], ...]:
        """Everything that tells two castles apart."""
        return tuple(tuple((tile.kind, tile.haunted) for tile in column) for column in self.columns)

    def foundation_complete(self) -> bool:
        return len(self.columns) == self.width

    def full(self) -> bool:
        return len(self.tiles()) == self.width * self.height

    def pantry_tiles(self) -> int:
        return sum(is_pantry(tile.kind) for tile in self.tiles())

    def formations(self) -> list[tuple[str, list[Tile]]]:
        """Each active formation: its pattern and its tiles."""
        cells = self.cells()
        found: list[tuple[str, list[Tile]]] = []
        seen: set[Cell] = set()
        for cell in cells:
            if cell in seen or faction(cells[cell].kind) is None:
                continue
            group = self._group(cell, cells)
            seen |= group
            members = [cells[member] for member in group]
            if len(group) != 4 or any(tile.haunted for tile in members):
                continue
            columns, rows = len({c for c, _ in group}), len({r for _, r in group})
            if columns == 1:
                found.append(("tower", members))
            elif rows == 1:
                found.append(("line", members))
            elif columns == rows == 2:
                found.append(("bastion", members))
        return found

    def count(self, pattern: str) -> int:
        return sum(name == pattern for name, _ in self.formations())

    def _group(self, start: Cell, cells: dict[Cell, Tile]) -> set[Cell]:
        """All cells of one faction connected to this one."""
        group = {start}
        edge = [start]
        while edge:
            c, r = edge.pop()
            for near in ((c - 1, r), (c + 1, r), (c, r - 1), (c, r + 1)):
                if near in cells and near not in group and faction(cells[near].kind) == faction(cells[start].kind):
                    group.add(near)
                    edge.append(near)
        return group

    # ---- Adding a tile ----

    def spot(self, position: int) -> Cell | None:
        """The cell a tile put at this position would have; None beyond the limits. New columns have number 0 or one more than the last."""
        present = len(self.columns)
        if 1 <= position <= present:
            row = len(self.columns[position - 1]) + 1
            return (position, row) if row <= self.height else None
        if present == self.width or (present == 0 and position != 1):
            return None
        return (position, 1)

    def positions(self) -> range:
        return range(len(self.columns) + 2)

    def bears(self, tile: Tile, neighbours: list[Tile]) -> bool:
        """May this tile be brought next to these? Shapes aside."""
        if not tile.haunted and any(near.haunted for near in neighbours):
            return False
        return not (self.pantry_apart and is_pantry(tile.kind) and any(is_pantry(near.kind) for near in neighbours))

    def accepts(self, tile: Tile, position: int, any_shape: bool = False) -> bool:
        """May the tile be put there? The tiles of the foundation, and those moved by a power, may lie beside their own shape."""
        cell = self.spot(position)
        if cell is None:
            return False
        neighbours = self.around(cell)
        if not any_shape and cell[1] > 1 and any(shape(near.kind) == shape(tile.kind) for near in neighbours):
            return False
        return self.bears(tile, neighbours)

    def add(self, tile: Tile, position: int) -> None:
        if position == 0:
            self.columns.insert(0, [tile])
        elif position > len(self.columns):
            self.columns.append([tile])
        else:
            self.columns[position - 1].append(tile)

    # ---- Removing, exchanging and moving tiles ----

    def without(self, gone: Iterable[Tile]) -> Castle:
        """The castle after these tiles are lost; those above slide down."""
        lost = set(gone)
        columns = [[tile for tile in column if tile not in lost] for column in self.columns]
        return Castle(self.width, self.height, self.pantry_apart, [column for column in columns if column])

    def can_exchange(self, one: Cell, two: Cell) -> bool:
        """Of two adjacent cells: may the Juggler exchange their tiles, and would it change anything?"""
        first, second = self.at(one), self.at(two)
        if first.kind == second.kind and not first.haunted and not second.haunted:
            return False
        if self.pantry_apart and is_pantry(first.kind) and is_pantry(second.kind):
            return False  # they would end next to each other
        beside_first = [near for near in self.around(two) if near is not first]
        beside_second = [near for near in self.around(one) if near is not second]
        return self.bears(first, beside_first) and self.bears(second, beside_second)

    def exchanges(self) -> set[Move]:
        cells = self.cells()
        pairs = [((c, r), near) for c, r in cells for near in ((c + 1, r), (c, r + 1)) if near in cells]
        return {("exchange", one, two) for one, two in pairs if self.can_exchange(one, two)}

    def exchange(self, one: Cell, two: Cell) -> list[Tile]:
        """Returns the two tiles."""
        first, second = self.at(one), self.at(two)
        self.columns[one[0] - 1][one[1] - 1] = second
        self.columns[two[0] - 1][two[1] - 1] = first
        return [first, second]

    def moved(self, column: int, position: int) -> Castle | None:
        """The castle after the top tile of a column went to a position (numbered before it is lifted); None if that is no move."""
        if column == position:
            return None
        present = len(self.columns)
        tile = self.columns[column - 1][-1]
        if len(self.columns[column - 1]) == 1:
            if column not in (1, present):
                return None  # splits the castle
            if column == 1:
                position = max(position - 1, 0)
            else:
                position = min(position, present)
        castle = self.without([tile])
        if not castle.columns or not castle.accepts(tile, position, any_shape=True):
            return None
        castle.add(tile, position)
        return None if castle.look() == self.look() else castle

    def moves(self) -> set[Move]:
        columns = range(1, len(self.columns) + 1)
        return {("move", column, position) for column in columns for position in self.positions() if self.moved(column, position)}

    def movable(self) -> bool:
        columns = range(1, len(self.columns) + 1)
        return any(self.moved(column, position) for column in columns for position in self.positions())


def destroy_choices(heights: list[int], due: int, last: Cell | None, tops_only: bool) -> set[Move]:
    """The tiles that may go next, so that each set of tiles is offered in one order only.

    Columns go from left to right and each from the top down. A column vanishes on the way only at the left end; those that vanish at the
    right end go last, all together. ``last`` is the tile named before, None at the start and when its column vanished.
    """
    choices: set[Move] = set()
    for column, height in enumerate(heights, 1):
        further_right = sum(heights[column:])
        for row in range(1, height + 1):
            if last is not None and (column < last[0] or (column == last[0] and row >= last[1])):
                continue
            if tops_only and row < height:
                continue
            if height == 1 and column > 1:
                continue
            below = row - 1
            if column > 1 and row == height:
                below -= 1  # one has to stay
            if due - 1 <= below + further_right:
                choices.add(("destroy", column, row))
    present = len(heights)
    for j in range(1, present):
        if sum(heights[-j:]) == due and (last is None or present - j >= last[0]):
            choices.add(("destroy", present, 1) if j == due == 1 else ("destroy end", j))
    return choices


@dataclass
class Node:
    """A point where the game waits: for a mover's choice, or for chance."""

    mover: int | str | None = None
    choices: set[Move] = field(default_factory=set)
    outcomes: dict[Move, int] = field(default_factory=dict)


Flow: TypeAlias = Generator[Node, Move, T]


class GameOver(Exception):
    """Ends the game from wherever the rules say so; the argument is "won" or the reason why it is lost."""


class Referee:
    """One game of Castellion, from the setup or from the start of a turn to its end."""

    def __init__(self, rules: dict[str, object], start: dict[str, object] | None = None) -> None:
        self._read_rules(rules)
        self.castles = [self._castle() for _ in range(self.players)]
        self.piles = {name: listed(cast(dict[str, int], rules[name])) for name in ("safe", "standard")}
        self.revealed: list[str] = []
        self.discards: list[str] = []
        self.pantry_supply = [name for name in SHAPES for _ in range(PANTRY_OF_EACH)] if self.pantry else []
        self.prison: list[str] = []
        self.prison_ends: list[str] = []
        self.vigil: str | None = None
        self.hand: str | None = None
        self.player = 0
        self.ordeals: list[Card | None] = [None, None, None]
        self.met = 0
        self.traitors = dict.fromkeys(TRAITORS, 0)
        self.prophet: int | None = None
        self.pawn = self.appendix in PAWN_IN_FRONT
        self.champion: int | None = None
        self.outcome: str | None = None
        if start is not None:
            self._arrange(start)
        self._flow = self._game(set_up=start is None)
        self._node: Node | None = next(self._flow, None)

    def _read_rules(self, rules: dict[str, object]) -> None:
        if set(rules) != RULES:
            raise ValueError(f"missing or unknown rules: {sorted(set(rules) ^ RULES)}")
        if rules["level"] not in LEVELS or rules["appendix"] not in APPENDICES or rules["pantry"] not in (None, "normal", "harder"):
            raise ValueError("no such level, appendix or Pantry")
        if rules["pantry"] is not None and rules["level"] != "expert":
            raise ValueError("the Pantry belongs to the expert level")
        self.level = rules["level"]
        self.appendix = rules["appendix"]
        self.pantry = rules["pantry"]
        numbers = {"players": 2, "width": 6, "height": 6}
        for name, most in numbers.items():
            if rules[name] not in range(1, most + 1):
                raise ValueError(f"{name} must be 1 to {most}")
        self.players, self.width, self.height = (cast(int, rules[name]) for name in numbers)
        self.pools = cast(tuple[tuple[Card, ...], ...], rules["ordeals"])
        self.traitor_numbers = cast(tuple[int, ...], rules["traitor numbers"])
        if len(self.pools) != 3 or not all(self.pools) or len(self.traitor_numbers) != 3:
            raise ValueError("there are three ordeals")

    def _castle(self) -> Castle:
        return Castle(self.width, self.height, self.pantry == "harder")

    def _arrange(self, start: dict[str, object]) -> None:
        """Lay everything out as a snapshot has it."""
        position = cast(dict[str, Any], start)
        for castle, columns in zip(self.castles, position["castles"], strict=True):
            castle.columns = [[Tile(kind) for kind in column] for column in columns]
        if position["haunted"] is not None:
            player, column, row = position["haunted"]
            self.castles[player].at((column, row)).haunted = True
        self.piles = {name: list(position[name]) for name in ("safe", "standard")}
        self.revealed = list(position["revealed"])
        self.discards = list(position["discards"])
        self.pantry_supply = list(position["pantry"])
        self.prison = list(position["prison"])
        self.prison_ends = list(position["prison ends"])
        self.vigil = position["vigil"]
        self.player = position["player"]
        self.ordeals = list(position["ordeals"])
        self.met = position["met"]
        self.traitors = dict(zip(TRAITORS, position["traitors"], strict=True))
        self.prophet = position["prophet"]
        self.pawn = position["pawn"]
        self.champion = position["champion"]

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

    def snapshot(self) -> dict[str, object]:
        haunted = [
            (player, column, row)
            for player, castle in enumerate(self.castles)
            for (column, row), tile in castle.cells().items()
            if tile.haunted
        ]
        return {
            "castles": tuple(tuple(tuple(tile.kind for tile in column) for column in castle.columns) for castle in self.castles),
            "safe": tuple(sorted(self.piles["safe"])),
            "standard": tuple(sorted(self.piles["standard"])),
            "revealed": tuple(sorted(self.revealed)),
            "discards": tuple(sorted(self.discards)),
            "pantry": tuple(sorted(self.pantry_supply)),
            "prison": tuple(sorted(self.prison)),
            "prison ends": tuple(sorted(self.prison_ends)),
            "vigil": self.vigil,
            "hand": self.hand,
            "player": self.player,
            "ordeals": tuple(self.ordeals),
            "met": self.met,
            "traitors": tuple(self.traitors[kind] for kind in TRAITORS),
            "prophet": self.prophet,
            "pawn": self.pawn,
            "haunted": haunted[0] if haunted else None,
            "champion": self.champion,
        }

    # ---- Pausing ----

    def _choose(self, mover: int | str, choices: set[Move]) -> Flow[Move]:
        """Ask; a single possibility is taken without asking."""
        if len(choices) == 1:
            return next(iter(choices))
        return (yield Node(mover=mover, choices=choices))

    def _draw(self, pile: str) -> Flow[str]:
        """Take a tile off a pile."""
        tiles = self.piles[pile]
        move = yield Node(outcomes={("tile", kind): copies for kind, copies in Counter(tiles).items()})
        tiles.remove(move[1])
        return cast(str, move[1])

    def _turn_over(self, ordeal: int) -> Flow[None]:
        """One of the cards of this ordeal's number (from 0) comes to light."""
        move = yield Node(outcomes={("card", card): copies for card, copies in Counter(self.pools[ordeal]).items()})
        self.ordeals[ordeal] = move[1]

    # ---- The course of the game ----

    def _game(self, set_up: bool) -> Flow[None]:
        try:
            if set_up:
                yield from self._set_up()
            while True:
                yield from self._turn()
                self.player = self._partner(self.player)
        except GameOver as over:
            self.outcome = str(over)

    def _partner(self, player: int) -> int:
        """The other player; alone, the player herself."""
        return (player + 1) % self.players

    def _set_up(self) -> Flow[None]:
        for ordeal, pool in enumerate(self.pools):
            if len(pool) == 1:
                self.ordeals[ordeal] = pool[0]
            elif self.level != "expert":
                yield from self._turn_over(ordeal)
        if self.appendix == "prophet":
            numbers = [ordeal + 1 for ordeal in range(3) if self.traitor_numbers[ordeal] >= 2]
            if numbers:
                move = yield from self._choose("team", {("prophet", number) for number in numbers})
                self.prophet = move[1]
        if self.appendix == "vigil" and self.piles["safe"]:
            self.vigil = yield from self._draw("safe")

    def _turn(self) -> Flow[None]:
        while True:
            if not self.piles["safe"] and not self.piles["standard"] and not self.revealed:
                yield from self._encounter()
                continue
            move = yield from self._choose(self.player, self._turn_choices())
            match move:
                case ("encounter",):
                    yield from self._encounter()
                case ("give champion",):
                    yield from self._destroy(self.player, CHAMPION_PRICE, tops_only=True)
                    self.champion = self._partner(self.player)
                case ("pantry", name, position):
                    self.pantry_supply.remove(name)
                    yield from self._place(self.player, f"pantry {name}", position)
                    return
                case ("take", kind):
                    self.revealed.remove(kind)
                    yield from self._play_drawn(kind)
                    return
                case ("draw", pile):
                    kind = yield from self._draw(pile)
                    yield from self._play_drawn(kind)
                    return

    def _turn_choices(self) -> set[Move]:
        castle = self.castles[self.player]
        choices: set[Move] = {("take", kind) for kind in self.revealed}
        if not self.revealed:
            choices |= {("draw", pile) for pile, tiles in self.piles.items() if tiles}
        for name in self.pantry_supply:
            tile = Tile(f"pantry {name}")
            choices |= {("pantry", name, position) for position in castle.positions() if castle.accepts(tile, position)}
        if self.champion == self.player and len(castle.tiles()) >= CHAMPION_PRICE:
            choices.add(("give champion",))
        return choices | self._premature()

    def _premature(self) -> set[Move]:
        return set() if self.level == "introductory" else {("encounter",)}

    def _play_drawn(self, kind: str) -> Flow[None]:
        self.hand = kind
        if kind in TRAITORS:
            yield from self._play_traitor(kind)
        else:
            yield from self._use(self.player, drawn=True)

    # ---- Using a Defender or a recovered Pantry tile ----

    def _use(self, user: int, drawn: bool, must_place: bool = False) -> Flow[None]:
        """The tile in hand is played. A tile that was just drawn has more uses than one that came otherwise."""
        kind = cast(str, self.hand)
        while True:
            choices = self._placements(user, kind)
            if not must_place:
                choices |= self._other_uses(user, kind) | self._premature()
            if drawn:
                choices |= self._uses_of_a_drawn_tile(user, kind)
            move = yield from self._choose(user, choices)
            if move != ("encounter",):
                break
            yield from self._encounter()
        match move:
            case ("place", position):
                self.hand = None
                yield from self._place(user, kind, position)
            case ("discard",):
                self._discard_hand()
            case ("power",):
                self._discard_hand()
                yield from self._power(user, kind)
            case ("vigil",):
                self.hand, self.vigil = self.vigil, kind
                yield from self._use(user, drawn=False)
            case ("prison", end):
                self.hand = None
                self._imprison(kind, end)
            case ("donate",):
                yield from self._destroy(user, 1, tops_only=self.level == "introductory")
                yield from self._use(self._partner(user), drawn=False, must_place=self.level == "introductory")

    def _placements(self, user: int, kind: str) -> set[Move]:
        castle = self.castles[user]
        return {("place", position) for position in castle.positions() if castle.accepts(Tile(kind), position)}

    def _other_uses(self, user: int, kind: str) -> set[Move]:
        uses: set[Move] = {("discard",)}
        if self.level != "introductory" and self._has_power(user, kind):
            uses.add(("power",))
        return uses

    def _uses_of_a_drawn_tile(self, user: int, kind: str) -> set[Move]:
        uses: set[Move] = set()
        if self.vigil is not None and self.vigil != kind:
            uses.add(("vigil",))
        if self.appendix == "prison":
            uses |= self._prison_places(kind)
        if self.players == 2 and self.castles[user].columns:
            partner = self._partner(user)
            if self.level != "introductory" or self._placements(partner, kind):
                uses.add(("donate",))
        return uses

    def _discard_hand(self) -> None:
        self.discards.append(cast(str, self.hand))
        self.hand = None

    def _place(self, player: int, kind: str, position: int) -> Flow[None]:
        tile = Tile(kind)
        self.castles[player].add(tile, position)
        yield from self._tower_reveals(player, [tile])
        if self._any_full():
            yield from self._encounter()

    def _tower_reveals(self, player: int, tiles: list[Tile]) -> Flow[None]:
        """One face-down ordeal for each tower that one of these tiles, just placed or moved, is part of."""
        if self.level != "expert":
            return
        for pattern, members in self.castles[player].formations():
            face_down = [number for number in range(self.met + 1, 4) if self.ordeals[number - 1] is None]
            if pattern == "tower" and face_down and any(tile in members for tile in tiles):
                move = yield from self._choose(player, {("reveal ordeal", number) for number in face_down})
                yield from self._turn_over(move[1] - 1)

    # ---- Powers ----

    def _has_power(self, user: int, kind: str) -> bool:
        """Is the whole effect possible?"""
        match faction(kind):
            case "juggler":
                return bool(self.castles[user].exchanges())
            case "seer":
                return len(self.revealed) < REVEALED_LIMIT and any(self.piles.values())
            case "chameleon":
                return bool(self._recoverable(kind))
            case "pyro":
                return bool(self._burnable(user))
        return False

    def _power(self, user: int, kind: str) -> Flow[None]:
        match faction(kind):
            case "juggler":
                move = yield from self._choose(user, self.castles[user].exchanges())
                exchanged = self.castles[user].exchange(move[1], move[2])
                if len({faction(tile.kind) for tile in exchanged}) > 1:  # within a faction no tower is completed
                    yield from self._tower_reveals(user, exchanged)
            case "seer":
                while len(self.revealed) < REVEALED_LIMIT and any(self.piles.values()):
                    move = yield from self._choose(user, {("reveal", pile) for pile, tiles in self.piles.items() if tiles})
                    revealed = yield from self._draw(move[1])
                    self.revealed.append(revealed)
            case "chameleon":
                move = yield from self._choose(user, self._recoverable(kind))
                self.discards.remove(move[1])
                self.hand = move[1]
                yield from self._use(user, drawn=False)
            case "pyro":
                yield from self._destroy(user, 1, among=self._burnable(user))
                yield from self._move_one(user)

    def _recoverable(self, kind: str) -> set[Move]:
        """Another Chameleon of the same shape would change nothing."""
        return {("recover", other) for other in self.discards if shape(other) == shape(kind) and other != kind}

    def _burnable(self, user: int) -> set[Move]:
        """The tiles after whose destruction some tile can be moved."""
        castle = self.castles[user]
        choices = destroy_choices(castle.heights(), 1, None, tops_only=False)
        return {move for move in choices if castle.without([castle.at(move[1:])]).movable()}

    def _move_one(self, user: int) -> Flow[None]:
        castle = self.castles[user]
        _, column, position = yield from self._choose(user, castle.moves())
        tile = castle.columns[column - 1][-1]
        self.castles[user] = cast(Castle, castle.moved(column, position))
        yield from self._tower_reveals(user, [tile])

    # ---- Destroying tiles ----

    def _destroy(self, player: int, number: int, tops_only: bool = False, among: set[Move] | None = None) -> Flow[None]:
        """So many tiles of the player's castle are destroyed, of her choice (a single one: among those given)."""
        if number >= len(self.castles[player].tiles()):
            self._remove(player, self.castles[player].tiles())
            return
        last: Cell | None = None
        while number > 0:
            castle = self.castles[player]
            choices = destroy_choices(castle.heights(), number, last, tops_only)
            if among is not None:
                choices &= among
            move = yield from self._choose(player, choices)
            if move[0] == "destroy end":
                self._remove(player, [tile for column in castle.columns[-move[1] :] for tile in column])
                return
            _, column, row = move
            self._remove(player, [castle.at((column, row))])
            vanished = len(self.castles[player].columns) < len(castle.columns)
            last = None if vanished else (column, row)
            number -= 1

    def _remove(self, player: int, tiles: list[Tile]) -> None:
        self.castles[player] = self.castles[player].without(tiles)
        self.discards += [tile.kind for tile in tiles]
        if any(tile.haunted for tile in tiles):
            raise GameOver("haunted")

    # ---- Traitors ----

    def _play_traitor(self, kind: str) -> Flow[None]:
        if self.appendix == "horror" and kind == "black traitor" and self.pawn and self._hauntable():
            move = yield from self._choose(self.player, {("haunt", column) for column in self._hauntable()})
            self._haunt(move[1])
        while True:
            move = yield from self._choose(self.player, self._traitor_choices(kind))
            if move != ("encounter",):
                break
            yield from self._encounter()
        self.hand = None
        match move:
            case ("place traitor",):
                self.traitors[kind] += 1
                number = self.traitor_numbers[self.met] - (1 if self.prophet == self.met + 1 else 0)
                if sum(self.traitors.values()) >= number:
                    yield from self._encounter()
            case ("discard traitor",):
                saved = self.castles[self.player].count("line") if self.level == "expert" else 0
                yield from self._destroy(self.player, max(TRAITOR_PRICE - saved, 0))
            case ("premonition",):
                self.pawn = False
            case ("cold sweat", column):
                self._haunt(column)

    def _traitor_choices(self, kind: str) -> set[Move]:
        choices: set[Move] = {("place traitor",)} | self._premature()
        if kind != "black traitor":
            if self.level != "introductory":
                choices.add(("discard traitor",))
            if self.appendix == "premonition" and self.pawn:
                choices.add(("premonition",))
            if self.appendix == "cold sweat" and self.pawn:
                choices |= {("cold sweat", column) for column in self._hauntable()}
        return choices

    def _hauntable(self) -> list[int]:
        """The columns of the player's castle on top of which the Menace pawn may be placed."""
        castle = self.castles[self.player]
        if len(castle.tiles()) < HAUNTABLE_SIZE:
            return []
        columns = list(range(1, len(castle.columns) + 1))
        if castle.foundation_complete() and self.width >= 3:
            return columns[1:-1]
        return columns

    def _haunt(self, column: int) -> None:
        self.castles[self.player].columns[column - 1][-1].haunted = True
        self.pawn = False

    # ---- The prison ----

    def _prison_places(self, kind: str) -> set[Move]:
        """A stretch around the pawn that grows at either end; the last tile closes the ring."""
        if len(self.prison) == PRISON_SIZE:
            return set()
        if not self.prison:
            return {("prison", None)}
        fitting = [end for end in self.prison_ends if end != shape(kind)]
        if len(self.prison) == PRISON_SIZE - 1:
            return {("prison", None)} if len(fitting) == 2 else set()
        return {("prison", end) for end in fitting}

    def _imprison(self, kind: str, end: str | None) -> None:
        self.prison.append(kind)
        if len(self.prison) == 1:
            self.prison_ends = [shape(kind), shape(kind)]
        elif len(self.prison) == PRISON_SIZE:
            self.prison_ends = []
        else:
            self.prison_ends[self.prison_ends.index(cast(str, end))] = shape(kind)

    # ---- Ordeals ----

    def _any_full(self) -> bool:
        return any(castle.full() for castle in self.castles)

    def _encounter(self) -> Flow[None]:
        """The next ordeal is met, and the one after it while a castle is full."""
        yield from self._meet_ordeal()
        while self._any_full():
            yield from self._meet_ordeal()

    def _meet_ordeal(self) -> Flow[None]:
        player = yield from self._who_meets()
        if self.ordeals[self.met] is None:
            yield from self._turn_over(self.met)
        yield from self._suffer(player, cast(Card, self.ordeals[self.met]))
        if not self.castles[player].foundation_complete():
            raise GameOver("foundation")
        if self.pantry and sum(castle.pantry_tiles() for castle in self.castles) != PANTRY_PER_ORDEAL * (self.met + 1):
            raise GameOver("pantry")
        self.met += 1
        self.traitors = dict.fromkeys(TRAITORS, 0)
        if self.players == 2:
            self.champion = player
        if self.appendix == "prison" and len(self.prison) < PRISON_SIZE:
            if self.met == 3:
                raise GameOver("prison")
            yield from self._destroy(player, PRISON_PENALTY)
        if self.met == 3:
            raise GameOver("won")

    def _who_meets(self) -> Flow[int]:
        """Two players have more to show before an ordeal, and take turns at them by way of the Champion card."""
        if self.players == 1:
            return 0
        if self.met == 0 and not all(castle.foundation_complete() for castle in self.castles):
            raise GameOver("foundation")
        if self.pantry and self.castles[0].pantry_tiles() != self.castles[1].pantry_tiles():
            raise GameOver("pantry")
        if self.met == 0:
            move = yield from self._choose("team", {("who", 0), ("who", 1)})
            return cast(int, move[1])
        return self._partner(cast(int, self.champion))

    def _suffer(self, player: int, card: Card) -> Flow[None]:
        castle = self.castles[player]
        if card[0] == "rows":
            self._remove(player, [tile for column in castle.columns for tile in column[: card[1]]])
            return
        _, towers, bastions, lines, penalty = card
        built = {pattern: castle.count(pattern) for pattern in ("tower", "bastion", "line")}
        if built["tower"] >= towers and built["bastion"] >= bastions and built["line"] >= lines:
            return
        if penalty is None:
            raise GameOver("formations")
        if self.level == "expert":
            penalty = max(penalty - BASTION_SAVES * built["bastion"], 0)
        if not castle.foundation_complete() or len(castle.tiles()) - penalty < self.width:
            raise GameOver("foundation")
        yield from self._destroy(player, penalty)
