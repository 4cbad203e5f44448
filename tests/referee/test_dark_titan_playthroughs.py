"""The Dark Titan's referee in whole games: what always holds, turning the board, and the box left closed.

CASTLEWISE_DIFFERENTIAL=100000 plays until so many moves have been made instead of a few games a rule set.
"""

from __future__ import annotations

import os
import random
from collections import Counter
from copy import deepcopy
from typing import Any

import pytest

from referee.castle_panic import ARCS, CARDS, COLOUR, EASIER_BATTLES, FULL_HEALTH, OPTIONS, RINGS, TOKENS, Flow, Move, Referee, clockwise
from referee.dark_titan import DarkTitan
from referee.dark_titan.box import Support
from referee.dark_titan.components import AGRANOK, BOILING_OIL, HERALD, REMOVED, SUPPORT
from referee.dark_titan.components import CARDS as NEW_CARDS
from referee.dark_titan.components import FULL_HEALTH as NEW_HEALTH
from referee.dark_titan.components import TOKENS as NEW_TOKENS
from referee.dark_titan.supports import has_colour, neighbours
from referee.test_referee import LENIENT, use, value

END: Move = ("end play",)
ALTERNATE: dict[str, object] = {"slippery slope": True, "sigh of relief": True, "demolition man": True}

SPREAD: list[dict[str, object]] = [{"players": players} for players in range(1, 7)]
SPREAD += [{"players": 2, "agranok": level, "easier battles": True} for level in (1, 2, 3, 4, 5)]
SPREAD += [{"players": 3, "agranok": 6, "level six": True}, {"players": 1, "level six": True, **ALTERNATE}]
SPREAD += [{"players": 2, option: True} for option in ALTERNATE]
SPREAD += [{"players": 2, option: True} for option in sorted(OPTIONS - {"kings tower", "easier trades"})]
SPREAD += [{"players": players, "version": "master slayer", **LENIENT, **ALTERNATE} for players in (2, 6)]
SPREAD += [
    {"players": 3, "my home": True, "kings tower": True, "edition": edition, "agranok": level} for edition, level in ((1, 5), (2, 4))
]
EVERYTHING: dict[str, object] = {**dict.fromkeys(sorted(OPTIONS - {"rough start"}), True), "walls": "players", "level six": True}
SPREAD += [{**EVERYTHING, **ALTERNATE, "players": 3, "version": version} for version in ("co-op", "master slayer")]
SPREAD += [{**LENIENT, **ALTERNATE, "players": players, "agranok": level} for players, level in ((1, 3), (2, 4), (4, 2), (5, 5))]


def distance(ring: str) -> int:
    return RINGS.index(ring)


def welcome(referee: DarkTitan, move: Move, rng: random.Random) -> float:
    """The base game's simple player, told what to do with the new pieces."""
    match move:
        case ("oil", card, ring):
            return float(8 + len(referee._oiled(card, ring)))
        case ("cavalier", arc):
            return float(3 + sum(monster.arc == arc for monster in referee.monsters))
        case ("barrage", _):
            return 11 + rng.random()
        case ("hit", "red hero" | "blue hero" | "green hero", target):
            return float(9.5 + distance(target[1]))
        case ("move support", card, token):
            support = next(support for support in referee.supports if support.token == token)
            best = has_colour(card, COLOUR[support.arc])
            return 4 - use(referee, card, referee.hands[referee.player]) + (2 if best else 0) if rng.random() < 0.7 else 0
        case ("step", ring, arc):
            return distance(ring) - 2 * any((monster.ring, monster.arc) == (ring, arc) for monster in referee.monsters) + rng.random()
        case ("fight" | "squad", *_, target):
            return float(3 + distance(target[1]) - 0.1 * target[3])
        case ("cavalier fights", target):
            return 5.0 if target[3] == 1 else 4.0 if distance(target[1]) > 2 else 2.0
        case ("cavalier moves", ring, arc):
            return 2 + 2 * any((monster.ring, monster.arc) == (ring, arc) for monster in referee.monsters) + rng.random()
        case ("cavalier rests",):
            return 2.5
        case ("banish", card):
            return -use(referee, card, referee.hands[int(referee.mover())])
        case ("enough",) | ("done",):
            return 1
    return value(referee, move)


def pieces_in_all(referee: DarkTitan) -> Counter[str]:
    tokens = Counter(TOKENS) + Counter(NEW_TOKENS) + Counter(SUPPORT)
    tokens.subtract(REMOVED)
    if referee.on("easier battles"):
        tokens.subtract(EASIER_BATTLES)
    return tokens


def check(referee: DarkTitan) -> None:
    """What holds whenever a player is to play cards, between movements and tokens."""
    cards = [card for hand in referee.hands for card in hand] + referee.deck + referee.discards + referee.banished
    gone = Counter(CARDS) + Counter(NEW_CARDS)
    gone["barrage"] -= referee.players == 1
    gone.subtract(cards)
    assert min(gone.values()) >= 0
    assert referee.on("dwindling resources") or sum(gone.values()) == 0
    assert set(+gone) <= {"brick", "mortar"}
    tokens = [monster.token for monster in referee.monsters if monster.token != AGRANOK]
    tokens += referee.pile + referee.token_discards + referee.tokens_out + [HERALD] * referee.heralds
    tokens += [support.token for support in referee.supports] + [name for trophies in referee.trophies for name in trophies]
    assert +Counter(tokens) == +pieces_in_all(referee)
    assert set(referee.tokens_out) <= set(SUPPORT)
    assert any(referee.towers.values())
    for arc in ARCS:
        assert referee.walls[arc] or not referee.fortify[arc]
        assert not (referee.towers[arc] and any((piece.ring, piece.arc) == ("castle", arc) for piece in referee.monsters))
    assert all(1 <= piece.health <= {**FULL_HEALTH, **NEW_HEALTH}[piece.token] for piece in referee.monsters)
    assert all(support.ring != "castle" and 1 <= support.health <= 3 for support in referee.supports)
    agranok = referee.agranok()
    assert agranok is None or (agranok.health >= 2 and referee.summoned and referee.level and not referee.agranok_slain)
    assert referee.summoned == (agranok is not None or referee.agranok_slain)
    assert referee.heralds < 3
    assert not referee.agranok_shaken or (agranok is not None and agranok.health == 2)
    assert not referee.out[referee.player]


def play_out(rules: dict[str, object], seed: int, clever: bool, seen: Counter[str]) -> Referee:
    rng = random.Random(seed)
    referee = DarkTitan(rules)
    for _ in range(20_000):
        kind = referee.kind()
        if kind == "over":
            return referee
        assert referee.result() is None
        if kind == "chance":
            outcomes = referee.outcomes()
            assert outcomes
            assert min(outcomes.values()) >= 1
            move = rng.choices(list(outcomes), list(outcomes.values()))[0]
            check_weights(referee, outcomes)
        else:
            choices = sorted(referee.choices())
            assert len(choices) > 1 or choices[0][0] in ("end play", "place")
            assert referee.mover() == "team" or not referee.out[int(referee.mover())]
            if END in choices:
                check(referee)
            if clever and rng.random() < 0.95:
                move = max(choices, key=lambda option: (welcome(referee, option, rng), rng.random()))
            else:
                move = lively(choices, rng)
        seen[move[0] if kind == "choice" else f"chance {move[0]}"] += 1
        referee.apply(move)
    raise AssertionError("the game does not end")


def lively(choices: list[Move], rng: random.Random) -> Move:
    """Any kind of move as likely as another."""
    kind = rng.choice(sorted({move[0] for move in choices}))
    return rng.choice([move for move in choices if move[0] == kind])


def check_weights(referee: DarkTitan, outcomes: dict[Move, int]) -> None:
    """Weights are counts of the copies that may come."""
    total = sum(outcomes.values())
    match next(iter(outcomes)):
        case ("card", _) | ("wither", _):
            assert total == len(referee.deck)
        case ("token", _):
            assert total == len(referee.pile)
        case ("lose", player, _):
            assert total == len(referee.hands[player])
        case ("roll" | "hit roll" | "effect roll", _):
            assert total == 6
        case ("level", _):
            assert total == len(referee.levels)


@pytest.mark.parametrize("rules", SPREAD, ids=str)
def test_random_play(rules: dict[str, object]) -> None:
    for seed in range(4):
        referee = play_out(rules, seed, seed % 2 == 0, Counter())
        assert referee.result() in ("won", "lost")
        assert bool(referee.winners()) == (referee.result() == "won")


def test_every_kind_of_move_and_chance_occurs() -> None:
    seen: Counter[str] = Counter()
    wins = 0
    wanted = int(os.environ.get("CASTLEWISE_DIFFERENTIAL", "0"))
    seed = 0
    while sum(seen.values()) < wanted or seed < 30:
        easy: dict[str, object] = {**LENIENT, **ALTERNATE, "level six": True}
        rules = SPREAD[seed % len(SPREAD)] if seed % 3 == 0 else {**easy, "players": 2 + seed % 3}
        wins += play_out(rules, 1000 + seed, seed % 4 < 3, seen).result() == "won"
        seed += 1
    assert wins
    expected = {"oil", "cavalier", "barrage", "done", "move support", "step", "fight", "squad", "cart wall", "enough"}
    expected |= {"cavalier moves", "cavalier fights", "cavalier rests"}
    expected |= {"chance hit roll", "chance effect roll", "chance level", "chance lose", "chance wither"}
    assert expected <= set(seen)


# ---- The board turned by two arcs ----

NEXT_COLOUR = {"red": "green", "green": "blue", "blue": "red"}


def turned_name(name: str) -> str:
    first, _, rest = name.partition(" ")
    return f"{NEXT_COLOUR[first]} {rest}" if first in NEXT_COLOUR and rest else NEXT_COLOUR.get(name, name)


def turned(thing: Any) -> Any:
    """A move or a part of a snapshot two arcs further on, with the colours that are there."""
    match thing:
        case str():
            return turned_name(thing)
        case (str() as token, str() as ring, int() as arc, int() as health, *rest) if ring in RINGS:
            return (turned_name(token), ring, clockwise(arc, 2), health, *rest)
        case (("roll" | "claim" | "king" | "build" | "fortify" | "place wall" | "cart wall" | "cavalier") as verb, int() as arc):
            return (verb, clockwise(arc, 2))
        case (("place" | "placed") as verb, token, arc):
            return (verb, token, clockwise(arc, 2))
        case (("step" | "cavalier moves") as verb, ring, arc):
            return (verb, ring, clockwise(arc, 2))
        case tuple():
            return tuple(turned(part) for part in thing)
    return thing


def turned_snapshot(shown: dict[str, Any]) -> dict[str, Any]:
    after = {}
    for name, part in shown.items():
        if name in ("towers", "walls", "fortify"):
            after[name] = part[-2:] + part[:-2]
        elif name == "homes":
            after[name] = tuple(home and clockwise(home, 2) for home in part)
        elif name == "king":
            after[name] = part and clockwise(part, 2)
        elif name == "cavalier":
            after[name] = part and (part[0], clockwise(part[1], 2))
        elif name in ("monsters", "supports", "deck", "discards", "banished", "pile", "token discards", "tokens out"):
            after[name] = tuple(sorted(turned(part)))
        elif name in ("hands", "trophies"):
            after[name] = tuple(tuple(sorted(turned(pile))) for pile in part)
        else:
            after[name] = part
    return after


class Turned(DarkTitan):
    """A game that goes on from the start of another's turn, on a board turned by two arcs."""

    def __init__(self, rules: dict[str, object], other: DarkTitan) -> None:
        self._other = other
        super().__init__(rules)

    def _set_up(self) -> Flow[None]:
        other = self._other
        for name in ("towers", "walls", "fortify"):
            setattr(self, name, {clockwise(arc, 2): stands for arc, stands in getattr(other, name).items()})
        for name in ("deck", "discards", "pile", "token_discards", "banished", "tokens_out"):
            setattr(self, name, [turned_name(piece) for piece in getattr(other, name)])
        for name in ("hands", "trophies"):
            setattr(self, name, [[turned_name(piece) for piece in pile] for pile in getattr(other, name)])
        for name in ("heralds", "summoned", "agranok_slain", "level", "player", "had_a_turn"):
            setattr(self, name, deepcopy(getattr(other, name)))
        self.monsters = deepcopy(other.monsters)
        self.supports = [Support(*support.as_tuple()) for support in other.supports]
        for monster in self.monsters:
            monster.arc = clockwise(monster.arc, 2)
        for support in self.supports:
            support.arc = clockwise(support.arc, 2)
        self.cavalier = other.cavalier and (other.cavalier[0], clockwise(other.cavalier[1], 2))
        yield from ()


class Watched(DarkTitan):
    """Starts a turned copy of itself when this many turns have been played and everything rare is on the board."""

    def __init__(self, rules: dict[str, object], turns: int) -> None:
        self.turns = turns
        self.copy: Turned | None = None
        self.rules = rules
        super().__init__(rules)

    def _turn(self) -> Flow[None]:
        if self.turns == 0:
            self._bring_out()
            self.copy = Turned(self.rules, self)
        self.turns -= 1
        yield from super()._turn()

    def _bring_out(self) -> None:
        for token in (*SUPPORT, "boom troll"):
            if token in self.pile:
                self.pile.remove(token)
                if token in SUPPORT:
                    self._new_support(token, len(self.supports) + 2)
                else:
                    self._place(token, "knight", 5)
        if not self.summoned and self.level:
            self._place(AGRANOK, "archer", 5)
            self.token_discards += [HERALD] * self.heralds
            self.summoned, self.heralds = True, 0
        self.cavalier = self.cavalier or ("knight", 1)


def settle_hurts(referee: Referee) -> None:
    """Structures are gone through in the order of their arcs, so those choices come in another order on a turned board."""
    while referee.kind() == "choice" and {move[0] for move in referee.choices()} == {"hurt"}:
        referee.apply(min(referee.choices(), key=lambda move: (move[1][0], move[1][1], move[1][3], move[1][4])))


@pytest.mark.parametrize("level", [2, 3, 4, 5, 6, "random"])
@pytest.mark.parametrize("turns", [1, 4, 9])
def test_a_board_turned_by_two_arcs_with_its_colours_plays_the_same(level: object, turns: int) -> None:
    rules: dict[str, object] = {"players": 2, "agranok": level, "level six": True, "slippery slope": True, "demolition man": True}
    rng = random.Random(f"{level} {turns}")
    game = Watched(rules, turns)
    compared = 0
    while game.kind() != "over" and compared < 400:
        settle_hurts(game)
        if game.kind() == "over":
            break
        copy = game.copy
        if copy:
            settle_hurts(copy)
            assert copy.kind() == game.kind()
            assert copy.choices() == {turned(move) for move in game.choices()}
            assert copy.outcomes() == {turned(move): weight for move, weight in game.outcomes().items()}
            assert copy.snapshot() == turned_snapshot(game.snapshot())
            compared += 1
        outcomes = game.outcomes()
        if outcomes:
            move = rng.choices(list(outcomes), list(outcomes.values()))[0]
        else:
            move = max(sorted(game.choices()), key=lambda option: (welcome(game, option, rng), rng.random()))
        game.apply(move)
        if copy:
            copy.apply(turned(move))
    assert compared > 100 or turns > 1


# ---- The box left closed ----


class Closed(DarkTitan):
    """The rules of The Dark Titan with its pieces left in the box."""

    def _open_box(self) -> None:
        pass


@pytest.mark.parametrize("players", [1, 3, 6])
def test_without_its_pieces_the_base_game_is_played(players: int) -> None:
    added = {"heralds", "level", "agranok slain", "agranok shaken", "supports", "cavalier", "banished", "tokens out"}
    for seed in range(6):
        rng = random.Random(seed)
        rules: dict[str, object] = {"players": players, "heroic powers": True, "all for one": True, "final charge": True}
        base, closed = Referee(rules), Closed(rules)
        while base.kind() != "over":
            assert (base.kind(), base.choices(), base.outcomes()) == (closed.kind(), closed.choices(), closed.outcomes())
            assert base.snapshot() == {name: part for name, part in closed.snapshot().items() if name not in added}
            outcomes = base.outcomes()
            if outcomes:
                move = rng.choices(list(outcomes), list(outcomes.values()))[0]
            else:
                move = max(sorted(base.choices()), key=lambda option: (value(base, option), rng.random()))
            base.apply(move)
            closed.apply(move)
        assert (closed.kind(), closed.result(), closed.winners()) == (base.kind(), base.result(), base.winners())


def test_the_neighbours_of_a_space() -> None:
    assert neighbours("knight", 1) == {("archer", 1), ("swordsman", 1), ("knight", 2), ("knight", 6)}
    assert neighbours("castle", 6) == {("swordsman", 6), ("castle", 1), ("castle", 5)}
    assert neighbours("forest", 3) == {("archer", 3), ("forest", 2), ("forest", 4)}


def test_which_cards_have_a_colour() -> None:
    deck = {**CARDS, **NEW_CARDS}
    red = {"red archer", "red knight", "red swordsman", "red hero", "red boiling oil", "any archer", "any knight", "any swordsman"}
    assert {card for card in deck if has_colour(card, "red")} == red
    assert set(BOILING_OIL) <= set(deck)
