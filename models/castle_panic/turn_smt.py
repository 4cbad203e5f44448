"""A turn of Castle Panic as a symbolic transition of the state, for an SMT solver: what can be asked of it, and what a solution says.

From the Discard, Trade or Play phase on: the plays (turn_smt_plays), the board that they make, and its Move phase (turn_smt_board). A solution is a set of
plays without an order; whoever decodes it finds one by trying.

Cards drawn during the turn are not known and never used. What is beyond the model raises BeyondTurnModel, which a solver has to report as UNKNOWN.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial

from castlewise.models.castle_panic.board import ARCHER, ARCS, CASTLE, KNIGHT, SWORDSMAN, monster
from castlewise.models.castle_panic.turn_question import BeyondTurnModel, Goal, Outlook, Worth
from castlewise.models.castle_panic.turn_smt_plays import Cell, TurnPlays
from castlewise.models.smt_circuit import FALSE, TRUE, Term

__all__ = ["BeyondTurnModel", "Plan", "TurnModel"]


@dataclass
class Plan:
    """What a solution says to do, without an order; Monsters by their number."""

    discards: list[int]
    gives: list[int]
    takes: list[int]
    hits: dict[int, list[int]]
    nice_shots: dict[int, int]
    slays: list[int]
    all_for_one: dict[int, tuple[int, int, int]]
    drives: list[int]
    tars: list[int]
    builds: list[int]
    placed: list[int]
    fortified: list[int]
    missing: int
    draws: int
    scavenged: int | None
    hurt: dict[tuple[int, int], int]  # the structure's space, who is hurt by it


class TurnModel(TurnPlays):
    # Questions.

    def require_goal(self, goal: Goal) -> None:
        c, words = self.circuit, self.words
        for packed, count in Counter(goal.slay).items():
            slain = [(1, target.slain) for target in self.targets if target.packed == packed]
            self.rule(slain, count, partial(words.slay, packed, count), wanted=True)
        for number, target in enumerate(self.targets):
            if goal.slay_all:
                self.rule([(1, target.slain)], 1, partial(words.slay, target.packed, 1), wanted=True)
            for ring in sorted(goal.clear):
                here = c.any_of(*(literal for space, literal in self.before_move.figures[number].at.items() if space[0] == ring))
                self.rule([(1, -here)], 1, partial(words.clear, target.packed, ring), wanted=True)
        for (ring, arc), blows in self.after_move.blows.items():
            if goal.no_structure_falls or (goal.no_tower_falls and ring == CASTLE):
                for number, literal in blows.attackers.items():
                    packed = self.targets[number].packed
                    self.rule([(1, -literal)], 1, partial(words.structure, packed, ring, arc), wanted=True)
        for kind, count in goal.keep:
            self.rule(self.hand[kind].kept(), count, partial(words.keep, kind, count), wanted=True)

    def require_other_board(self, outlook: Outlook) -> None:
        """No second time the same board after the Move phase."""
        self.circuit.require(-self.shows(outlook))

    def shows(self, outlook: Outlook) -> int:
        c = self.circuit
        board = self.after_move
        same = []
        for new, old in ((board.walls, outlook.walls), (board.fortify, outlook.fortify), (board.towers, outlook.towers)):
            same += [literal if stands else -literal for literal, stands in zip(new, old, strict=True)]
        wanted = Counter(outlook.monsters)
        found: dict[int, list[int]] = defaultdict(list)
        for number, figure in enumerate(board.figures):
            for (ring, arc), health, literal in board.ends(number):
                found[monster(figure.kind, ring, arc, health)].append(literal)
        for packed, literals in found.items():
            terms = [(1, literal) for literal in literals]
            same += [c.at_least(terms, wanted[packed]), -c.at_least(terms, wanted[packed] + 1)]
        if wanted.keys() - found.keys():
            return FALSE
        return c.all_of(*same)

    def worth(self, worth: Worth) -> list[Term]:
        """The worth of the turn as a weighted sum."""
        terms: list[Term] = []
        board = self.after_move
        for number in range(len(board.figures)):
            terms += [(worth.monster[ring][arc][health], literal) for (ring, arc), health, literal in board.ends(number)]
        for arc in range(ARCS):
            terms += [(worth.wall[arc], board.walls[arc]), (worth.fortify[arc], board.fortify[arc]), (worth.tower[arc], board.towers[arc])]
        players = range(self.position.rule_set.players)
        others = [p for p in players if p != self.position.player and not self.state.out[p]]
        for kind, hand in enumerate(self.hand):
            if worth.card and worth.card[kind]:
                terms += [(worth.card[kind] * weight, literal) for weight, literal in hand.kept()]
            if worth.partner_card and worth.partner_card[kind]:
                each = worth.partner_card[kind]
                terms += [(each * int(self.state.hands[p][kind]), TRUE) for p in others]
                terms += [(each, literal) for literal in hand.given] + [(-each, literal) for literal in hand.taken]
            terms += [(worth.replacement, literal) for literal in hand.discarded]
        terms += [(worth.missing, self.missing), *((worth.draw, literal) for literal in self.draw_plays)]
        lost = self.lost()
        return [*terms, (worth.lost, lost), (worth.won, self.won(lost))]

    def lost(self) -> int:
        """No Tower stands, or no player has one (My Home Is My Castle: those who can still claim one stay in the game)."""
        c, s, r = self.circuit, self.state, self.rules
        lost = self.after_move.lost
        players = [p for p in range(self.position.rule_set.players) if not s.out[p]]
        if r.my_home and all(s.homes[p] for p in players):
            towers = self.after_move.towers
            homeless = c.all_of(*(-towers[s.homes[p] - 1] for p in players))
            unclaimed = c.any_of(*(tower for arc, tower in enumerate(towers) if arc + 1 != s.king))
            may_claim = any(not r.first_edition and not s.backup[p] for p in players)
            lost = c.any_of(lost, c.all_of(homeless, -unclaimed if may_claim else TRUE))
        return lost

    def won(self, lost: int) -> int:
        if any(self.state.pile):
            return FALSE
        c, after = self.circuit, self.after_move
        gone = [-after.present(number) for number in range(len(self.targets))]
        if self.rules.monster_recycling:
            gone += [-self.before_move.present(number) for number in range(len(self.targets))]
        return c.all_of(-lost, *gone)

    # Answers.

    def plan(self, true: Callable[[int], bool]) -> Plan:
        """What a solution, given by its true literals, says to do."""

        def kinds(lists: Mapping[int, list[int]]) -> list[int]:
            return [kind for kind, literals in lists.items() for literal in literals if true(literal)]

        hands = dict(enumerate(self.hand))
        numbers = range(len(self.targets))
        fetched = next((kind for kind, literal in self.scavenge.items() if true(literal)), None)
        arcs = range(ARCS)
        plan = Plan(
            discards=kinds({kind: hand.discarded for kind, hand in hands.items()}),
            gives=kinds({kind: hand.given for kind, hand in hands.items()}),
            takes=kinds({kind: hand.taken for kind, hand in hands.items()}),
            hits={},
            nice_shots={},
            slays=[n for n in numbers if true(self.targets[n].slay)],
            all_for_one={},
            drives=[n for n in numbers if true(self.targets[n].drive_back)],
            tars=[n for n in numbers if true(self.targets[n].tar)],
            builds=[arc for arc in arcs if true(self.builds[arc])],
            placed=[arc for arc in arcs if true(self.placed[arc])],
            fortified=[arc for arc in arcs if true(self.fortified[arc])],
            missing=sum(map(true, self.missing_plays)),
            draws=sum(map(true, self.draw_plays)),
            scavenged=fetched,
            hurt={space: n for space, blows in self.after_move.blows.items() for n, literal in blows.hurt.items() if true(literal)},
        )
        self._deal_hits(plan, true)
        return plan

    def outlook(self, true: Callable[[int], bool]) -> Outlook:
        board = self.after_move
        monsters = [
            monster(figure.kind, ring, arc, 1 + sum(map(true, figure.health)))
            for figure in board.figures
            for (ring, arc), here in figure.at.items()
            if true(here)
        ]
        walls, fortify, towers = (tuple(int(true(literal)) for literal in row) for row in (board.walls, board.fortify, board.towers))
        return Outlook(tuple(sorted(monsters)), walls, fortify, towers)

    def _deal_hits(self, plan: Plan, true: Callable[[int], bool]) -> None:
        """Cards used in a cell are dealt to the Monsters there; what Scavenge fetches is best spent early, on a plain hit."""
        cards: dict[tuple[Cell, bool], list[int]] = defaultdict(list)
        for shot in self.shots:
            cards[shot.cell, shot.all_for_one] += [shot.card] * sum(map(true, shot.count))
        for dealt in cards.values():
            dealt.sort(key=lambda card: card != plan.scavenged, reverse=True)
        for number, target in enumerate(self.targets):
            plain = cards[target.cell, False]
            plan.hits[number] = [plain.pop() for literal in target.hits if true(literal)]
        for number, target in enumerate(self.targets):
            if true(target.nice_shot):
                plan.nice_shots[number] = cards[target.cell, False].pop()
            if true(target.all_for_one):
                archer, knight, swordsman = (cards[(troop, target.cell[1]), True].pop() for troop in (ARCHER, KNIGHT, SWORDSMAN))
                plan.all_for_one[number] = (archer, knight, swordsman)
