"""A turn with the Wizard's Tower for an SMT solver: what can be asked of it, and what a solution says (turn_smt_plays.py has the plays)."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable

from castlewise.models.castle_panic import moves as verbs
from castlewise.models.castle_panic.board import ARCS, CASTLE, TARRED, health_of, kind_of, monster, ring_of
from castlewise.models.castle_panic.expansions.wizards_tower import moves as wizards
from castlewise.models.castle_panic.expansions.wizards_tower.marks import FLAME_UNIT
from castlewise.models.castle_panic.expansions.wizards_tower.turn_fates import Deed, deeds_of
from castlewise.models.castle_panic.expansions.wizards_tower.turn_smt_board import WizardsFigure
from castlewise.models.castle_panic.expansions.wizards_tower.turn_smt_plays import WITH_BIT, Step, WizardsPlays
from castlewise.models.castle_panic.turn_question import Goal, Outlook, Worth
from castlewise.models.castle_panic.turn_smt_board import Space
from castlewise.models.move_code import move
from castlewise.models.smt_circuit import FALSE, TRUE, Term

_AT_ONE = {"slay": verbs.SLAY, "tar": verbs.TAR, "drive-back": verbs.DRIVE_BACK, "lightning-bolt": wizards.BOLT}  # the others are spells


class WizardsTurnModel(WizardsPlays):
    # Questions.

    def require_goal(self, goal: Goal) -> None:
        c, board = self.circuit, self.end
        for packed, count in Counter(goal.slay).items():
            gone = [(1, -self.changes.present(figure)) for m, figure in zip(self.packed, board.figures, strict=True) if m == packed]
            c.require_at_least(gone, count)
        for figure in board.figures:
            if goal.slay_all:
                c.require(-self.changes.present(figure))
            for ring in goal.clear:
                c.require(-self.changes.in_ring(figure, ring))
        for (ring, _), blows in self.march.blows.items():
            if goal.no_structure_falls or (goal.no_tower_falls and ring == CASTLE):
                c.require(-blows.attacked)
        for k, count in goal.keep:
            have = int(self.state.hands[self.state.player][k])
            c.require_at_most([(1, literal) for literal in self.spent.get(k, [])], have - count)

    def _ends(self, figure: WizardsFigure) -> list[tuple[Space, int, int, int]]:
        """Where a Monster may be after the Move phase, with what health and flames, each with its literal."""
        c = self.circuit
        found = []
        for space, here in figure.at.items():
            for health in range(1, len(figure.health) + 2):
                least = figure.health[health - 2] if health > 1 else TRUE
                more = figure.health[health - 1] if health - 1 < len(figure.health) else FALSE
                for flames in range(len(figure.flames) + 1):
                    some = figure.flames[flames - 1] if flames else TRUE
                    others = figure.flames[flames] if flames < len(figure.flames) else FALSE
                    literal = c.all_of(here, least, -more, some, -others)
                    if literal != FALSE:
                        found.append((space, health, flames, literal))
        return found

    def shows(self, outlook: Outlook) -> int:
        c, march = self.circuit, self.march
        same = []
        for new, old in ((march.walls, outlook.walls), (march.fortify, outlook.fortify), (march.towers, outlook.towers)):
            same += [literal if stands else -literal for literal, stands in zip(new, old, strict=True)]
        for burning, there in ((march.wall_flames, outlook.wall_flames), (march.tower_flames, outlook.tower_flames)):
            for tokens, count in zip(burning, there, strict=True):
                same += [literal if n < count else -literal for n, literal in enumerate(tokens)]
                if count > len(tokens):
                    return FALSE
        wanted = Counter(outlook.monsters)
        found: dict[int, list[int]] = defaultdict(list)
        for figure in march.figures:
            for (ring, arc), health, flames, literal in self._ends(figure):
                found[monster(figure.kind, ring, arc, health) + flames * FLAME_UNIT].append(literal)
        for packed, literals in found.items():
            terms = [(1, literal) for literal in literals]
            same += [c.at_least(terms, wanted[packed]), -c.at_least(terms, wanted[packed] + 1)]
        return FALSE if wanted.keys() - found.keys() else c.all_of(*same)

    def require_other_board(self, outlook: Outlook) -> None:
        self.circuit.require(-self.shows(outlook))

    def worth(self, worth: Worth) -> list[Term]:
        terms: list[Term] = []
        march, s = self.march, self.state
        for figure in march.figures:
            for (ring, arc), health, flames, literal in self._ends(figure):
                terms.append((worth.monster[ring][arc][health] + worth.monster_flame * flames, literal))
        for arc in range(ARCS):
            terms += [(worth.wall[arc], march.walls[arc]), (worth.fortify[arc], march.fortify[arc]), (worth.tower[arc], march.towers[arc])]
            terms += [(worth.wall_flame, flame) for flame in march.wall_flames[arc]]
            terms += [(worth.tower_flame, flame) for flame in march.tower_flames[arc]]
        if worth.card:
            terms += [(worth.card[k] * int(n), TRUE) for k, n in enumerate(s.hands[s.player]) if n]
            terms += [(-worth.card[k], literal) for k, literals in self.spent.items() for literal in literals]
        if worth.partner_card:
            others = [p for p in range(self.position.rule_set.players) if p != s.player and not s.out[p]]
            terms += [(worth.partner_card[k] * int(n), TRUE) for p in others for k, n in enumerate(s.hands[p]) if n]
        missing = self.circuit.any_of(TRUE if s.missing else FALSE, *(step.missing for step in self.steps))
        return [*terms, (worth.missing, missing), (worth.lost, march.lost), (worth.won, self._won())]

    def _won(self) -> int:
        if any(self.state.pile):
            return FALSE
        gone = [-self.changes.present(figure) for figure in self.march.figures]
        if self.rules.monster_recycling:
            gone += [-literal for literal in self.march.killed_by_structure]
        return self.circuit.all_of(-self.march.lost, *gone)

    # Answers.

    def moves(self, true: Callable[[int], bool]) -> list[int]:
        """The plays of a solution, as moves, in their order; a second hit is negative. A pass that ends a Double Strike or a wave early is left out."""
        found = []
        for step in self.steps:
            chosen = self._move(step, true)
            if chosen:
                found.append(chosen)
        return found

    def _move(self, step: Step, true: Callable[[int], bool]) -> int:
        target = next((self._packed(step.figures[i], true) for i, literal in enumerate(step.target) if true(literal)), 0)
        bits = sum(WITH_BIT[effect] for effect, literal in step.with_card.items() if true(literal))
        for k, literal in step.hit.items():
            if true(literal) and bits in (0, wizards.WITH_NICE_SHOT):
                return move(verbs.NICE_SHOT if bits else verbs.HIT, k, 0, 0) + target
            if true(literal):
                return move(wizards.HIT_WITH, k, bits, 0) + target
        for k, literal in step.again.items():
            if true(literal):
                return -(move(wizards.HIT_WITH, k, bits, 0) + target)
        for k, literal in step.at_one.items():
            if true(literal):
                return move(_AT_ONE.get(self.cards[k].effect, wizards.SPELL), k, self._bolted(step, k, target, true), 0) + target
        if true(step.wave):
            return move(wizards.SPELL, verbs.NOTHING, 0, 0) + target
        for (k, where), literal in step.at_several.items():
            if true(literal):
                return self._several(k, where)
        for (k, arc, tower), literal in step.put_out.items():
            if true(literal):
                return move(wizards.EXTINGUISH, k, arc, tower)
        for verb_code, plays in ((verbs.BUILD, step.build), (verbs.PLACE_WALL, step.place), (verbs.FORTIFY, step.fortified)):
            for arc, literal in plays.items():
                if true(literal):
                    return move(verb_code, arc, 0, 0)
        return move(verbs.MISSING, self._of("missing")[0], 0, 0) if step.missing != FALSE and true(step.missing) else 0

    def _bolted(self, step: Step, card: int, target: int, true: Callable[[int], bool]) -> int:
        """Where Lightning Bolt sends a Monster that lives; a move says nothing of one that does not."""
        if self.cards[card].effect != "lightning-bolt":
            return 0
        weak = self.rules.token_weak[kind_of(target)]
        if health_of(target) == 1 or (weak and weak == ring_of(target)):
            return verbs.NOTHING
        return next(arc for arc, literal in step.bolt_to.items() if true(literal))

    def _packed(self, figure: WizardsFigure, true: Callable[[int], bool]) -> int:
        ring, arc = next(space for space, here in figure.at.items() if true(here))
        health, flames = 1 + sum(map(true, figure.health)), sum(map(true, figure.flames))
        return monster(figure.kind, ring, arc, health) + flames * FLAME_UNIT + (TARRED if true(figure.tarred) else 0)

    def outlook(self, true: Callable[[int], bool]) -> Outlook:
        march = self.march
        standing = [figure for figure in march.figures if any(true(here) for here in figure.at.values())]
        monsters = sorted(self._packed(figure, true) & ~TARRED for figure in standing)
        boards = [tuple(int(true(literal)) for literal in row) for row in (march.walls, march.fortify, march.towers)]
        flames = [tuple(sum(map(true, row)) for row in rows) for rows in (march.wall_flames, march.tower_flames)]
        return Outlook(tuple(monsters), *boards, *flames)

    def standing(self, true: Callable[[int], bool]) -> list[int]:
        """The Monsters that are left when the plays are over, by their number in the position; 0 for those that are slain."""
        return [self._packed(figure, true) if any(map(true, figure.at.values())) else 0 for figure in self.end.figures]

    def victims(self, true: Callable[[int], bool]) -> dict[Space, int]:
        """Who is hurt at each structure, as it stood when the plays were over."""
        return {
            space: self._packed(self.end.figures[n], true)
            for space, blows in self.march.blows.items()
            for n, literal in blows.hurt.items()
            if true(literal)
        }

    def times(self, deed: Deed) -> list[Term]:
        """How often a thing is done: a term for each step at which it may be."""
        c, (_, space, kind) = self.circuit, deed
        found: list[Term] = []
        for step in self.steps:
            if kind < 0:
                literals = [x for (k, where), x in step.at_several.items() if deed in deeds_of(self._several(k, where))]
                literals += [x for (k, arc, tower), x in step.put_out.items() if deed in deeds_of(move(wizards.EXTINGUISH, k, arc, tower))]
                found += [(1, literal) for literal in literals]
                continue
            place = divmod(space, 8)
            here = [
                c.all_of(step.target[i], figure.at[place])
                for i, figure in enumerate(step.figures)
                if figure.kind == kind and place in figure.at
            ]
            found.append((1, c.all_of(c.any_of(*here), self._done_by(step, deed))))
        return found

    def _done_by(self, step: Step, deed: Deed) -> int:
        """Whether a step's play is a deed, if it is aimed at such a Monster in such a space."""
        c, (code, space, kind) = self.circuit, deed
        like = monster(kind, *divmod(space, 8), 1)
        ways = [
            x for k, x in step.at_one.items() if deed in deeds_of(move(_AT_ONE.get(self.cards[k].effect, wizards.SPELL), k, 0, 0) + like)
        ]
        if deed in deeds_of(move(wizards.SPELL, verbs.NOTHING, 0, 0) + like):
            ways.append(step.wave)
        hits = c.any_of(*step.hit.values(), *step.again.values())
        nice = step.with_card.get("nice-shot", FALSE)
        if code == verbs.HIT:
            ways.append(c.all_of(hits, -nice))
        elif code == verbs.NICE_SHOT:
            ways.append(c.all_of(hits, nice))
        for effect, literal in step.with_card.items():
            if literal != nice and deed in deeds_of(move(wizards.HIT_WITH, 0, WITH_BIT[effect], 0) + like):
                ways += [c.all_of(hits, literal)] if code != verbs.HIT else []
        return c.any_of(*ways)

    def _several(self, card: int, where: tuple[int, int]) -> int:
        effect = self.cards[card].effect
        if effect in ("rain-of-iron", "wall-of-force"):
            return move(wizards.SPELL_AT_ARC, card, *where)
        if effect == "war-storm":
            return move(wizards.SPELL_AT_COLOUR, card, *where)
        at_space = effect in ("chain-lightning", "burning-blast")
        return move(wizards.SPELL_AT_SPACE if at_space else wizards.SPELL, card, *where)
