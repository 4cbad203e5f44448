"""Playing hit cards with the Special cards of The Wizard's Tower, and its other Castle cards."""

from __future__ import annotations

from itertools import combinations, product

from referee.castle_panic import ARCS, COLOUR, FIGHTERS, FORTIFY_TOKENS, Flow, MonsterTuple, Move, clockwise
from referee.wizards_tower.board import OUTWARDS, BurnableMonster
from referee.wizards_tower.components import IMMUNE, SPECIALS, is_hit_card
from referee.wizards_tower.tokens import Tokens

WITH_HITS = ("nice shot", *SPECIALS)


class CastleCards(Tokens):
    # ---- Which hits are possible ----

    def _hits(self, hand: set[str], cards: set[str]) -> set[Move]:
        """Each of these hit cards on every Monster, with any of the Special cards of this hand that do something."""
        hits: set[Move] = set()
        specials = [card for card in WITH_HITS if card in hand]
        for monster, card in product(self._targets(), cards):
            for number in range(len(specials) + 1):
                for chosen in combinations(specials, number):
                    if self._hit_is_possible(card, chosen, monster):
                        hits.add(self._named_hit(card, chosen, monster.as_tuple()))
        return hits

    def _targets(self) -> list[BurnableMonster]:
        return [monster for monster in self.monsters if self._reachable(monster)]

    def _named_hit(self, card: str, specials: tuple[str, ...], target: MonsterTuple) -> Move:
        if not specials:
            return ("hit", card, target)
        return ("nice shot", card, target) if specials == ("nice shot",) else ("hit with", card, tuple(sorted(specials)), target)

    def _hit_is_possible(self, card: str, specials: tuple[str, ...], monster: BurnableMonster) -> bool:
        """A Special card is played only where it does something."""
        if IMMUNE.get(monster.token) == monster.ring:
            return False
        colour, _, fighter = card.partition(" ")
        if (colour not in ("any", COLOUR[monster.arc])) != ("change color" in specials):
            return False
        if self._in_range(fighter, monster) == ("change range" in specials):
            return False
        if "change range" in specials and not self._in_field(monster):
            return False
        slain = "nice shot" in specials or self._deadly(monster, 1)
        if "enchanted" in specials:
            if slain:
                return False
            slain = self._deadly(monster, 3)
        if slain and ("flaming" in specials or "knock back" in specials):
            return False
        if "knock back" in specials and monster.ring == "castle":
            return not self.towers[clockwise(monster.arc, -1)]
        return True

    def _in_range(self, fighter: str, monster: BurnableMonster) -> bool:
        if monster.ring == "castle":
            return fighter == "hero" and self.on("heroic powers") and not self._flies(monster)
        if not self._in_field(monster):
            return False
        return fighter == "hero" or fighter == ("archer" if self._flies(monster) else monster.ring)

    # ---- Which cards can be played ----

    def _plays(self) -> set[Move]:
        hand = set(self.hands[self.player])
        plays: set[Move] = {("end play",)} | self._hits(hand, {card for card in hand if is_hit_card(card)})
        for monster in self._targets():
            plays |= self._other_plays_against(monster, hand)
        plays |= self._plays_on_structures(hand)
        for card in ("missing", "berserk", "never lose hope", "reinforce"):
            if card in hand:
                plays.add((card,))
        if "draw 2 cards" in hand:
            plays.add(("draw two",))
        if "scavenge" in hand:
            plays |= {("scavenge", card) for card in self.discards}
        if "stand together" in hand:
            others = [player for player in self._from_current()[1:] if not self.out[player]]
            plays |= {("stand together", player) for player in others if self.hands[player]}
        return plays

    def _other_plays_against(self, monster: BurnableMonster, hand: set[str]) -> set[Move]:
        target = monster.as_tuple()
        plays: set[Move] = set()
        immune = IMMUNE.get(monster.token) == monster.ring
        if self.on("all for one") and self._in_field(monster) and not immune:
            usable = [[card for card in (f"{COLOUR[monster.arc]} {f}", f"any {f}") if card in hand] for f in FIGHTERS]
            plays |= {("all for one", three, target) for three in product(*usable)}
        if "barbarian" in hand and monster.ring != "forest":
            plays.add(("slay", target))
        if "drive him back" in hand and monster.ring != "forest" and not self._flies(monster):
            plays.add(("drive back", target))
        if "tar" in hand and not self._flies(monster) and not any(other.tarred for other in self.monsters):
            plays.add(("tar", target))
        return plays

    def _plays_on_structures(self, hand: set[str]) -> set[Move]:
        plays: set[Move] = set()
        for arc in ARCS:
            if not self.walls[arc]:
                if {"brick", "mortar"} <= hand:
                    plays.add(("build", arc))
                if self.held_walls[self.player]:
                    plays.add(("place wall", arc))
            elif "fortify wall" in hand and not self.fortify[arc] and sum(self.fortify.values()) < FORTIFY_TOKENS:
                plays.add(("fortify", arc))
        for structure, flames in self.flames.items():
            if flames:
                plays |= {("extinguish", card, *structure) for card in ("brick", "mortar") if card in hand}
        return plays

    # ---- Playing them ----

    def _play(self, move: Move) -> Flow[None]:
        player = self.player
        match move:
            case ("hit", card, target):
                yield from self._play_hit(card, (), target)
            case ("nice shot", card, target):
                yield from self._play_hit(card, ("nice shot",), target)
            case ("hit with", card, specials, target):
                yield from self._play_hit(card, specials, target)
            case ("all for one", cards, _):
                draws = len(cards) if self.berserk else 0
                yield from super()._play(move)
                yield from self._finish_blow(self._draw_cards(player, draws))
            case ("slay", _):
                yield from super()._play(move)
            case ("tar", target):
                monster = self._find_monster(target)
                yield from super()._play(move)
                if self.on("flaming tar") and monster.flames:
                    monster.flames += 1
            case ("fortify", arc) if self.flames["wall", arc]:
                self._discard(player, ["fortify wall"])
                self.flames["wall", arc] = 0
            case ("extinguish", card, kind, arc):
                self._discard(player, [card])
                self.flames[kind, arc] -= 1
            case ("berserk",):
                self._discard(player, ["berserk"])
                self.berserk = True
            case ("never lose hope",):
                yield from self._never_lose_hope()
            case ("reinforce",):
                self._discard(player, ["reinforce"])
                for each in self._from_current():
                    if not self.out[each]:
                        yield from self._draw_from_either(each)
            case ("stand together", helper):
                yield from self._stand_together(helper)
            case _:
                yield from super()._play(move)

    def _finish_blow(self, *aftermath: Flow[None]) -> Flow[None]:
        """What follows at once when a player's card has struck, even if it is to strike again."""
        struck = bool(self.fallen)
        yield from self._finish_stroke()
        yield from self._draw_called_tokens()
        quiet = all(monster.token == "doppelganger" for monster in self.monsters)
        if struck and self.on("too quiet") and quiet and self.pile:  # without a pile the game is won instead
            self._summon(list(ARCS))
        for flow in aftermath:
            yield from flow

    def _find_monster(self, target: MonsterTuple) -> BurnableMonster:
        return next(monster for monster in self.monsters if monster.as_tuple() == target)

    def _play_hit(self, card: str, specials: tuple[str, ...], target: MonsterTuple) -> Flow[None]:
        draws = 1 if self.berserk and self.acting is None else 0  # cards of others, via Stand Together, do not count
        self._discard(self.actor, [*specials, card])
        self._strike(specials, self._find_monster(target))
        if "double strike" in specials:
            yield from self._finish_blow()
            if self.out[self.actor]:
                return
            yield from self._second_hit(card)
        yield from self._finish_blow(self._draw_cards(self.actor, draws))

    def _second_hit(self, card: str) -> Flow[None]:
        hits = self._hits(set(self.hands[self.actor]) - {"double strike"}, {card})
        move = yield from self._choose(self.actor, hits | {("pass",)}, always=True)
        if move == ("pass",):
            return
        specials: tuple[str, ...] = move[2] if move[0] == "hit with" else ("nice shot",) if move[0] == "nice shot" else ()
        self._discard(self.actor, specials)
        self._strike(specials, self._find_monster(move[-1]))

    def _strike(self, specials: tuple[str, ...], monster: BurnableMonster) -> None:
        if "nice shot" in specials:
            self._slay(monster)
        else:
            self._damage(monster, 3 if "enchanted" in specials else 1, self._trophies())
        if monster in self.monsters:
            if "flaming" in specials:
                self._catch_fire(monster)
            if "knock back" in specials:
                self._knock_back(monster)

    def _knock_back(self, monster: BurnableMonster) -> None:
        if monster.ring == "castle":
            monster.arc = clockwise(monster.arc, -1)
        else:
            monster.ring = OUTWARDS[monster.ring]

    def _never_lose_hope(self) -> Flow[None]:
        player = self.actor
        self._discard(player, ["never lose hope"])
        number = 0
        while True:
            choices: set[Move] = {("give up hope", card) for card in self.hands[player]}
            move = yield from self._choose(player, choices | {("pass",)})
            if move == ("pass",):
                break
            self._discard(player, [move[1]])
            number += 1
        yield from self._draw_cards(player, number)

    def _stand_together(self, helper: int) -> Flow[None]:
        """One hit or Wizard card of another player, who claims what it slays."""
        self._discard(self.player, ["stand together"])
        self.acting = helper
        hand = set(self.hands[helper])
        plays = self._hits(set(), {card for card in hand if is_hit_card(card)}) | self._spells(hand, alone=True)
        move = yield from self._choose(helper, plays | {("pass",)}, always=True)
        if move != ("pass",):
            yield from self._play(move)
        self.acting = None

    def _spells(self, hand: set[str], alone: bool = False) -> set[Move]:
        """The Wizard cards of a hand that can be played, here or without any other card."""
        raise NotImplementedError
