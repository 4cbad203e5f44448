"""Why something that was told cannot be, in the game's own words: which card is gone and where, why a card does not reach a Monster, whose hand lacks what.

What a newcomer would get wrong: nothing here decides what is legal. The rules have refused already; this looks for the reason in the position, and says
nothing where it finds none.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from castlewise.models.castle_panic import moves as verbs
from castlewise.models.castle_panic import stages
from castlewise.models.castle_panic.board import ARCHER, ARCS, CASTLE, COLOURS, FOREST, RINGS
from castlewise.models.castle_panic.components import FORTIFY_TOKENS, title
from castlewise.models.castle_panic.expansions.wizards_tower import moves as wizards_verbs
from castlewise.models.castle_panic.move_text import with_article
from castlewise.models.castle_panic.names import card_names, token_names
from castlewise.models.castle_panic.position import Monster
from castlewise.models.component_names import plural
from castlewise.models.move_code import first_of, verb_of
from castlewise.models.move_reading import words_in

if TYPE_CHECKING:
    from castlewise.models.castle_panic.components import Card
    from castlewise.models.castle_panic.position import Position

_CARDS_COME = (verbs.CARD, wizards_verbs.DRAWN, wizards_verbs.WIZARD_DRAWN, wizards_verbs.SEEN)
_TRADING, _DISCARDING = ("trade", "trades", "swap", "swaps"), ("discard", "discards", "throw")
_PLAYING = ("hit", "hits", "kill", "kills", "slay", "slays", "build", "wall", "on")


def refusal(position: Position, text: str) -> str:
    """The reason why a text is no move here; empty if none is found."""
    words = words_in(text)
    return _Refusal(_meant_phase(position, words), words).reason()


def _meant_phase(position: Position, words: tuple[str, ...]) -> Position:
    """Where somebody thinks to be who says nothing of an optional phase and trades or plays."""
    if position.state.stage == stages.DISCARD_PHASE and not any(word in _DISCARDING for word in words):
        board = token_names(position.rule_set.components).named_in(words)
        if any(word in _TRADING for word in words) or any(board) or any(word in _PLAYING for word in words):
            position = position.game.apply(position, _verb(position, verbs.KEEP))
    if position.state.stage == stages.TRADE_PHASE and not any(word in _TRADING for word in words):
        position = position.game.apply(position, _verb(position, verbs.NO_TRADE))
    return position


def _verb(position: Position, verb: int) -> int:
    return next(move for move in position.game.moves(position) if verb_of(move) == verb)


class _Refusal:
    """What was told, and where it was told."""

    def __init__(self, position: Position, words: tuple[str, ...]) -> None:
        self.position, self.words = position, words
        components = position.rule_set.components
        self.card_rows, self.token_rows = components.cards, components.tokens
        self.cards = [kind for _, _, kind in card_names(components).named_in(words)]
        self.tokens = self._tokens(words)
        self.numbers = [int(word) for word in words if word.isascii() and word.isdigit() and len(word) < 4]
        moves = position.game.moves(position)
        self.verbs = {verb_of(move) for move in moves}
        self.legal_first = {first_of(move) for move in moves}

    def _tokens(self, words: tuple[str, ...]) -> list[int]:
        """Tokens that are named, not counting words that are part of a card's name."""
        taken = {at for begin, end, _ in card_names(self.position.rule_set.components).named_in(words) for at in range(begin, end)}
        return [kind for at, _, kind in token_names(self.position.rule_set.components).named_in(words) if at not in taken]

    def reason(self) -> str:
        position, stage = self.position, int(self.position.state.stage)
        if position.is_over:
            return "the game is over; undo takes back"
        if self.verbs & set(_CARDS_COME):
            return self._no_such_card_comes()
        if verbs.TOKEN in self.verbs:
            return self._no_such_token_comes()
        if verbs.ROLL in self.verbs:
            return self._no_such_roll()
        if stage == stages.DISCARD_PHASE:
            return self._not_to_discard(position.player)
        if stage == stages.GIVE_UP_CARD:
            return self._not_to_discard(position.game.mover(position))
        if stage == stages.TRADE_PHASE:
            return self._no_such_trade()
        if stage == stages.PLAY_PHASE:
            return self._no_such_play()
        if stage == stages.WHO_IS_HURT and self.tokens:
            return f"{self._token(self.tokens[0])} is not among those that attack here"
        return ""

    # Names

    def _card(self, kind: int) -> str:
        return title(self.card_rows[kind].name)

    def _token(self, kind: int) -> str:
        return title(self.token_rows[kind].name)

    # What chance does

    def _no_such_card_comes(self) -> str:
        if not self.cards:
            return "that is a Monster token" if self.tokens else ""
        missing = next((kind for kind in self.cards if kind not in self.legal_first), None)
        if missing is None:
            return ""
        return self._gone(self._card(missing), self.card_rows[missing].count, "the deck", self._card_places(missing))

    def _card_places(self, kind: int) -> list[str]:
        name, position = self.card_rows[kind].name, self.position
        places = []
        for player, hand in enumerate(position.hands, 1):
            places += [f"player {player} holds it"] * hand.count(name)
        piles = (("it is discarded", (*position.discards, *position.wizard_discards)), ("it is in the Wizard deck", position.wizard_deck))
        return places + [words for words, pile in piles for _ in range(list(pile).count(name))]

    def _gone(self, name: str, count: int, where: str, places: Sequence[str]) -> str:
        """There is none left, and where they are."""
        begin = f"there is no {name} left in {where}"
        if not places:
            return begin
        if len(places) == 1:
            only = "the only one" if count == 1 else "the last one"
            return f"{begin}: {only} {places[0].removeprefix('it ')}" if places[0].startswith("it ") else f"{begin}: {places[0]}"
        told = [f"{places.count(place)}: {place.replace('it is ', '').replace(' holds it', '')}" for place in dict.fromkeys(places)]
        return f"{begin} ({', '.join(told)})"

    def _no_such_token_comes(self) -> str:
        if not self.tokens:
            return "that is a card" if self.cards else ""
        missing = next((kind for kind in self.tokens if kind not in self.legal_first), None)
        if missing is None:
            return ""
        name, position = self.token_rows[missing].name, self.position
        places = [f"it stands in {m.ring} {m.arc}" for m in position.monsters if m.name == name]
        places += ["it is discarded"] * position.token_discards.count(name)
        places += [
            f"player {player} has it as a trophy" for player, kept in enumerate(position.trophies, 1) for _ in range(kept.count(name))
        ]
        return self._gone(self._token(missing), self.token_rows[missing].count, "the pile", places)

    def _no_such_roll(self) -> str:
        if self.numbers and not 1 <= self.numbers[0] <= ARCS:
            return f"a die shows 1 to 6, not {self.numbers[0]}"
        return ""

    # Hands

    def _holds(self, player: int, kind: int) -> bool:
        return self.card_rows[kind].name in self.position.hands[player]

    def _lacks(self, player: int, kind: int) -> str:
        others = [f"player {n + 1}" for n in range(len(self.position.hands)) if n != player and self._holds(n, kind)]
        return f"player {player + 1} holds no {self._card(kind)}" + (
            f" ({' and '.join(others)} {'do' if others[1:] else 'does'})" if others else ""
        )

    def _not_to_discard(self, player: int) -> str:
        lacking = next((kind for kind in self.cards if not self._holds(player, kind)), None)
        if lacking is not None:
            return self._lacks(player, lacking)
        if len(self.cards) > 1:
            return f"{len(self.cards)} cards are more than may be discarded"
        return ""

    def _no_such_trade(self) -> str:
        position = self.position
        if not self.cards:
            return ""
        if not self._holds(position.player, self.cards[0]):
            return self._lacks(position.player, self.cards[0])
        if len(self.cards) == 1:
            return f'{self._card(self.cards[0])} for what? One tells it like "trade brick for player 2\'s mortar"'
        other = next((int(word[1:]) for word in self.words if word[0] == "p" and word[1:].isdigit()), None)
        if other is None and "player" in self.words:
            number = self.words[self.words.index("player") + 1 :][:1]
            other = int(number[0].rstrip("s")) if number and number[0].rstrip("s").isdigit() else None
        players = len(position.hands)
        if other is not None and not 1 <= other <= players:
            return f"there {'is' if players == 1 else 'are'} {players} player{'s' * (players > 1)}"
        if other == position.player + 1:
            return f"player {other} cannot trade with player {other}"
        holders = [n for n in range(players) if n != position.player and self._holds(n, self.cards[1])]
        if other is not None and other - 1 not in holders:
            return self._lacks(other - 1, self.cards[1])
        if not holders:
            return f"no other player holds {with_article(self._card(self.cards[1]))}"
        if self.card_rows[self.cards[0]] == self.card_rows[self.cards[1]]:
            return "a card is not traded for one of the same kind"
        return ""

    # Plays

    def _no_such_play(self) -> str:
        player = self.position.player
        if any(word in (*_TRADING, *_DISCARDING) for word in self.words):
            return "discarding and trading come before the first play"
        if any(word in self.words for word in ("wall", "build", "rebuild")) and not self.cards:
            return self._no_wall(player)
        lacking = next((kind for kind in self.cards if not self._holds(player, kind)), None)
        if lacking is not None:
            return self._lacks(player, lacking)
        if not self.cards:
            if self.tokens and self._meant():
                return 'with which card? One tells it like "red archer hits orc 2"'
            if self.tokens:
                return self._no_such_monster()
            return ""
        for kind in self.cards:
            card = self.card_rows[kind]
            special = {
                "brick": lambda: self._no_wall(player),
                "mortar": lambda: self._no_wall(player),
                "fortify": self._no_fortifying,
                "scavenge": self._no_scavenging,
            }
            if card.effect in special:
                return special[card.effect]()
        aimed = [kind for kind in self.cards if self.card_rows[kind].rings]
        if aimed:
            return self._no_such_target(self.card_rows[aimed[0]])
        if any(self.card_rows[kind].effect in ("nice-shot", "enchanted", "flaming", "knock-back") for kind in self.cards):
            return f"{self._card(self.cards[0])} is played with a hit card that hits"
        return ""

    def _no_wall(self, player: int) -> str:
        hand = self.position.hands[player]
        lacking = [name for name in ("brick", "mortar") if name not in hand]
        if len(self.position.walls) == ARCS:
            return "all six Walls stand"
        if lacking:
            return f"a Wall takes a Brick and a Mortar, and player {player + 1} holds no {' and no '.join(title(name) for name in lacking)}"
        arc = next((n for n in self.numbers if 1 <= n <= ARCS), None)
        if arc in self.position.walls:
            return f"a Wall stands in arc {arc} already"
        return "in which arc?" if arc is None else ""

    def _no_fortifying(self) -> str:
        position = self.position
        arc = next((n for n in self.numbers if 1 <= n <= ARCS), None)
        if len(position.fortified) >= FORTIFY_TOKENS:
            return "both Fortify tokens are in use"
        if arc is None:
            return "the Wall of which arc?" if position.walls else "no Wall stands"
        if arc in position.fortified:
            return f"the Wall of arc {arc} has a Fortify token already"
        return f"no Wall stands in arc {arc}"

    def _no_scavenging(self) -> str:
        wanted = next((kind for kind in self.cards if self.card_rows[kind].effect != "scavenge"), None)
        if wanted is None:
            return "which card of the discards?" if self.position.discards else "nothing is discarded yet"
        return f"no {self._card(wanted)} is discarded"

    # Monsters

    def _meant(self) -> list[Monster]:
        """The Monsters on the board that the words can mean."""
        rings = [word for word in self.words if word in RINGS]
        named = [self.token_rows[kind].name for kind in self.tokens]
        found = [m for m in self.position.monsters if not named or m.name in named]
        where = [m for m in found if (not rings or m.ring in rings) and (not self.numbers or m.arc in self.numbers)]
        return where or [m for m in found if not self.numbers or m.arc in self.numbers] or found

    def _no_such_monster(self) -> str:
        return f"there is no {self._token(self.tokens[0])} on the board" if self.tokens else ""

    def _no_such_target(self, card: Card) -> str:
        name = title(card.name)
        if not self.position.monsters:
            return "there is no Monster on the board"
        meant = self._meant()
        if not meant:
            return self._no_such_monster()
        if card.effect in ("teleport", "lightning-bolt") and "to" in self.words:
            return "a Monster is not moved into a Tower" if "castle" in self.words else ""
        rings = [word for word in self.words if word in RINGS and word not in spoken_troop(card)]
        if self.tokens and self.numbers and not any(m.arc in self.numbers for m in meant):
            places = " and ".join(f"{m.ring} {m.arc}" for m in meant[:3])
            return f"there is no {self._token(self.tokens[0])} in arc {self.numbers[0]}: it stands in {places}"
        if self.tokens and rings and not any(m.ring in rings for m in meant):
            places = " and ".join(f"{m.ring} {m.arc}" for m in meant[:3])
            return f"there is no {self._token(self.tokens[0])} in the {rings[0].title()} ring: it stands in {places}"
        if card.effect == "tar" and any(m.tarred for m in self.position.monsters):
            return "the Tar token is in use"
        if not self.tokens:
            return f"{with_article(name)} reaches no Monster where they stand"
        reasons = list(dict.fromkeys(filter(None, (self._out_of_reach(card, m) for m in meant))))
        return "; ".join(reasons[:2])

    def _out_of_reach(self, card: Card, m: Monster) -> str:
        """Why a card does not reach a Monster."""
        who, name = f"the {title(m.name)}", with_article(title(card.name))
        ring, colour = RINGS.index(m.ring), (m.arc - 1) // 2
        traits = getattr(self.token_rows[next(i for i, t in enumerate(self.token_rows) if t.name == m.name)], "traits", ())
        row = next(t for t in self.token_rows if t.name == m.name)
        if "shapeless" in traits:
            return f"{who} is neither hit nor moved"
        if card.effect == "hit" and getattr(row, "immune_ring", 0) == ring and ring:
            return f"{who} takes no damage from hit cards in the {m.ring.title()} ring"
        if "flying" in traits and (card.troop > ARCHER or card.effect in ("tar", "drive-back")):
            return f"{who} flies: {name} does not reach it"
        if "warlock" in traits and card.effect != "hit":
            return f"Wizard cards do not touch {who}"
        if ring not in card.rings and not ("flying" in traits and ring not in (FOREST, CASTLE)):
            return f"{who} stands in the {m.ring.title()} ring: {name} does not reach it"
        if colour not in card.colours:
            return f"{who} stands in {COLOURS[colour]} (arc {m.arc}): {name} does not reach it"
        return ""


def spoken_troop(card: Card) -> tuple[str, ...]:
    """The words of a card's own name that are also a ring's: a Red Archer does not speak of the Archer ring."""
    return tuple(card.name.split()) + tuple(plural(card.name).split())
