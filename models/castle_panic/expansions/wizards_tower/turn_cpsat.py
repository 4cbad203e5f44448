"""A turn with the Wizard's Tower as a CP-SAT problem: the base game's hand, trades and buildings, and a fate for every Monster.

Monsters that stand alike are counted together, so there is nothing to mirror: a variable says how many of them meet a fate (turn_fates.py). Spells that strike
several at once cut the turn into stretches; in each stretch every Monster meets a fate, and between two of them the spell takes it on. The Move phase is a flow
of such counts, too: who is held, who goes against what, who is hurt, whom the flames burn.

What is beyond it raises BeyondTurnModel with the name of the card or Monster: such a turn is left to enumeration.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from castlewise.models.castle_panic.board import (
    ARC_UNIT,
    ARCS,
    CASTLE,
    FOREST,
    HEALTH_UNIT,
    RING_UNIT,
    SWORDSMAN,
    TARRED,
    arc_of,
    clockwise,
    health_of,
    kind_of,
    ring_of,
)
from castlewise.models.castle_panic.expansions.wizards_tower.components import (
    BASILISK,
    CLIMBS,
    FIRST_WIZARD_CARD,
    GALLOPS,
    HYDRA,
    NECROMANCER,
    PHOENIX,
    PLAIN_STEP,
    SHAPELESS,
)
from castlewise.models.castle_panic.expansions.wizards_tower.marks import FLAME_UNIT, flames_of
from castlewise.models.castle_panic.expansions.wizards_tower.moves import EXTINGUISH
from castlewise.models.castle_panic.expansions.wizards_tower.turn_fates import SWEEPS, WAVE_POINTS, Deed, Fate, Fates, Sweep, deeds_of
from castlewise.models.castle_panic.moves import BUILD, DRAW_TWO, FORTIFY, MISSING, PLACE_WALL, SCAVENGE
from castlewise.models.castle_panic.position import Position
from castlewise.models.castle_panic.turn_cpsat import Expression, TurnModel
from castlewise.models.castle_panic.turn_question import BRING_CARDS, BeyondTurnModel, Goal, Outlook, Worth, refuse_win_beside_imps
from castlewise.models.literals import Literal, is_constant, negated
from castlewise.models.move_code import move

# Effects of cards that are left to enumeration.
LEFT_TO_ENUMERATION = ("stand-together", "arcane-assembly", "hypnotize", "mystical-manufacturing", "teleport", "wizard-quake")
MOST_SWEEPS = 2


@dataclass
class Stretch:
    """A part of the plays without a spell that strikes several."""

    met: list[tuple[int, int, Fate, Any]] = field(
        default_factory=list
    )  # the Monster when the turn began, when the stretch does; its fate; how many
    ends: dict[tuple[int, int], Expression] = field(
        default_factory=dict
    )  # the Monster when the turn began, and after the stretch: how many
    sweeps: list[tuple[Sweep, Any]] = field(default_factory=list)  # what may follow
    swept_away: dict[int, Expression] = field(default_factory=dict)  # slain by it, by what they were when the turn began


@dataclass
class Marcher:
    """So many Monsters of one sort in one case of the Move phase."""

    packed: int  # after its steps, with the flames it catches on the way
    number: Expression
    most: int
    against: tuple[str, int] | None = None  # "wall" or "tower", and the arc
    fresh: int = 0
    scorched: int = 0
    hurt: Any = 0


class WizardsTurnModel(TurnModel):
    """The model of a turn with the Wizard's Tower, asked and answered like the base game's."""

    knows_wizards_tower = True

    def __init__(self, position: Position) -> None:
        self._check(position)
        super().__init__(position)

    # What is beyond the model.

    def _check(self, position: Position) -> None:
        s, rule_set = position.numbers, position.rule_set
        r = position.game.as_plain().rules
        tokens = rule_set.components.tokens
        for m in s.monsters[: s.monster_count]:
            traits = r.token_traits[kind_of(m)]
            if traits & (PHOENIX | HYDRA | NECROMANCER | SHAPELESS) or r.token_step[kind_of(m)] != PLAIN_STEP:
                raise BeyondTurnModel(f"the {tokens[kind_of(m)].title} is left to enumeration")
        refuse_win_beside_imps(position)
        if r.too_quiet:
            raise BeyondTurnModel("It's Too Quiet is left to enumeration")
        if r.my_home:
            raise BeyondTurnModel("My Home Is My Castle is left to enumeration where the Wizard's Tower is played with")

    def _check_cards(self) -> None:
        sweeping = double = wave = 0
        for k in self.kinds:
            effect = self.cards[k].effect
            if not self._most(k):
                continue
            if effect in LEFT_TO_ENUMERATION:
                raise BeyondTurnModel(f"{self.cards[k].title} is left to enumeration")
            sweeping += self._most(k) if effect in SWEEPS else 0
            double += effect == "double-strike"
            wave += effect == "valadors-wave"
        if sweeping > MOST_SWEEPS:
            raise BeyondTurnModel(f"more than {MOST_SWEEPS} spells that strike several Monsters are left to enumeration")
        if double and wave:
            raise BeyondTurnModel("Double Strike together with Valador's Wave is left to enumeration")
        if double and any(self._most(k) > 1 for k in self.kinds if self.cards[k].effect == "double-strike"):
            raise BeyondTurnModel("Double Strike together with Scavenge is left to enumeration")

    # The hand.

    def _discards_allowed(self) -> int:
        s, r = self.state, self.rules
        basilisk = any(r.token_traits[kind_of(m)] & BASILISK for m in s.monsters[: s.monster_count])  # type: ignore[attr-defined]
        return 1 if basilisk else int(r.discards)

    def _lies_in_discards(self, k: int) -> bool:
        return k < FIRST_WIZARD_CARD

    # Buildings, and flames on them.

    def _decide_structures(self) -> None:
        super()._decide_structures()
        self._check_cards()
        s, model = self.state, self.model
        self.sweeping = [k for k in self.kinds if self.cards[k].effect in SWEEPS and self._most(k)]
        self.fates = Fates(self.rules, self.cards, {k: self._most(k) for k in self.kinds if self._plannable(k)}, list(s.towers))
        self.cast = {k: self.logic.variable(f"cast {self.cards[k].code}") for k in self.sweeping}
        wind: Literal = next((x for k, x in self.cast.items() if self.cards[k].effect == "extinguishing-wind"), 0)
        ice: Literal = next((x for k, x in self.cast.items() if self.cards[k].effect == "rain-of-ice"), 0)
        self.ice: Literal = 1 if s.ice else ice
        (brick,), (mortar,), (fortify,) = self.by_effect["brick"], self.by_effect["mortar"], self.by_effect["fortify"]
        self.put_out: dict[tuple[int, int, int], Any] = {}  # card, arc, 1 for a Tower: how many flames
        self.doused: dict[int, Any] = {}  # Fortify Wall spent on a burning Wall
        # By arc, and 1 for a Tower: a literal for each number of flames that there may be after the plays.
        self.flames: dict[tuple[int, int], dict[int, Literal]] = {}
        tokens_left = int(self.rules.fortify_tokens) - sum(s.fortify)
        for arc in range(ARCS):
            for tower, flames in ((0, int(s.wall_flames[arc])), (1, int(s.tower_flames[arc]))):
                if not flames:
                    self.flames[arc, tower] = {0: 1}
                    continue
                for card in (brick, mortar):
                    if self._most(card):
                        x = model.new_int_var(0, min(flames, self._most(card)), f"{self.cards[card].code} on fire in {arc + 1}")
                        self.put_out[card, arc, tower] = x
                        self.uses[card].append(x)
                out = sum(self.put_out.get((card, arc, tower), 0) for card in (brick, mortar))
                if not is_constant(out, 0):
                    model.add(out <= flames)
                gone = wind
                if not tower and self._most(fortify) and tokens_left > 0 and not s.fortify[arc]:
                    doused = self.logic.variable(f"fortify wall on fire in {arc + 1}")
                    self.doused[arc] = doused
                    self.uses[fortify].append(doused)
                    model.add(out <= flames - 1).only_enforce_if(doused)
                    gone = self.logic.any_of([wind, doused])
                left = {n: self.logic.variable() for n in range(flames + 1)}
                model.add_exactly_one(left.values())
                for n, here in left.items():
                    if not is_constant(gone, 0):
                        if n:
                            model.add_implication(here, negated(gone))
                        model.add(out == flames - n).only_enforce_if(here, negated(gone))
                    else:
                        model.add(out == flames - n).only_enforce_if(here)
                self.flames[arc, tower] = dict(left)
                if not tower and arc in self.fortified:  # a token stays only where nothing burns any more
                    model.add_implication(self.fortified[arc], left[0])

    def _plannable(self, k: int) -> bool:
        return self.cards[k].effect not in BRING_CARDS and bool(self._most(k))

    # Monsters.

    def _decide_monsters(self) -> None:
        s = self.state
        self.monsters = []  # of the base game's model
        there = Counter(int(m) for m in s.monsters[: s.monster_count])
        self.groups = dict(there)
        self.stretches: list[Stretch] = []
        here: dict[tuple[int, int], Expression] = {(m, m): count for m, count in there.items()}
        for number in range(len(self.sweeping) + 1):
            stretch = Stretch()
            self.stretches.append(stretch)
            self._meet_fates(stretch, here)
            if number < len(self.sweeping):
                here = self._sweep(stretch, first=number == 0)
        if self.sweeping:
            for k, cast in self.cast.items():
                times = [x for stretch in self.stretches for sweep, x in stretch.sweeps if sweep.card == k]
                self.model.add(sum(times) == cast)
                self.uses[k].append(cast)
        self.left: dict[int, Expression] = defaultdict(int)  # Monsters when the plays are over
        self.slain: dict[int, Expression] = defaultdict(int)  # by what they were when the turn began
        for (_, end), number in self.stretches[-1].ends.items():
            self.left[end] = self.left[end] + number
        for stretch in self.stretches:
            for origin, _, fate, x in stretch.met:
                if not fate.end:
                    self.slain[origin] = self.slain[origin] + x
            for origin, number in stretch.swept_away.items():
                self.slain[origin] = self.slain[origin] + number
        self._limit_tar()

    def _meet_fates(self, stretch: Stretch, here: dict[tuple[int, int], Expression]) -> None:
        model = self.model
        firsts: dict[int, list[Any]] = defaultdict(list)
        seconds: dict[int, list[Any]] = defaultdict(list)
        waves: dict[int, list[Any]] = defaultdict(list)
        ends: dict[tuple[int, int], list[Any]] = defaultdict(list)
        for (origin, m), number in here.items():
            most = self.groups[origin]
            met = []
            for fate in self.fates[m]:
                x = model.new_int_var(0, most, "") if most > 1 else self.logic.variable()
                met.append(x)
                stretch.met.append((origin, m, fate, x))
                for k, count in fate.spent:
                    self.uses[k].append(count * x)
                if fate.first >= 0:
                    firsts[fate.first].append(x)
                if fate.second >= 0:
                    seconds[fate.second].append(x)
                if fate.wave[1]:
                    waves[fate.wave[0]].append(fate.wave[1] * x)
                if fate.end:
                    ends[origin, fate.end].append(x)
            model.add(sum(met) == number)
        for card, made in seconds.items():
            model.add(sum(made) <= sum(firsts[card]))
        stretch.ends = {key: sum(made) for key, made in ends.items()}
        if waves:
            self._limit_wave(waves)

    def _limit_wave(self, waves: dict[int, list[Any]]) -> None:
        """Valador's Wave: four points in one colour, in one stretch."""
        (wave,) = (k for k in self.kinds if self.cards[k].effect == "valadors-wave")
        for points in waves.values():
            strikes = self.logic.variable()
            self.model.add(sum(points) <= WAVE_POINTS * strikes)
            self.model.add(sum(points) >= strikes)
            self.uses[wave].append(strikes)

    def _sweep(self, stretch: Stretch, *, first: bool) -> dict[tuple[int, int], Expression]:
        """The spell after a stretch, if any, and where Monsters are then."""
        model = self.model
        standing = {end for _, end in stretch.ends}
        for k in self.sweeping:
            for sweep in self.fates.sweeps_with(k):
                struck = [end for end in standing if self.fates.in_sweep(sweep, end)]
                if not struck and sweep.effect not in ("rain-of-ice", "extinguishing-wind"):
                    continue
                x = self.logic.variable(f"sweep {self.cards[k].code}")
                stretch.sweeps.append((sweep, x))
                self._needs_a_target(stretch, sweep, x)
        made = [x for _, x in stretch.sweeps]
        model.add_at_most_one(made)
        if not first:
            model.add(sum(made) <= sum(x for _, x in self.stretches[-2].sweeps))
        after: dict[tuple[int, int], Expression] = defaultdict(int)
        away: dict[int, Expression] = defaultdict(int)
        for (origin, end), number in stretch.ends.items():
            becomes: dict[int, list[Any]] = defaultdict(list)
            for sweep, x in stretch.sweeps:
                there = self.fates.swept(sweep, end)
                if there != end:
                    becomes[there].append(x)
            if not becomes:
                after[origin, end] = after[origin, end] + number
                continue
            most = self.groups[origin]
            untouched = model.new_int_var(0, most, "")
            parts = [untouched]
            model.add(untouched == 0).only_enforce_if(self.logic.any_of([x for group in becomes.values() for x in group]))
            after[origin, end] = after[origin, end] + untouched
            for there, group in becomes.items():
                part = model.new_int_var(0, most, "")
                model.add(part <= most * sum(group))
                parts.append(part)
                if there:
                    after[origin, there] = after[origin, there] + part
                else:
                    away[origin] = away[origin] + part
            model.add(sum(parts) == number)
        stretch.swept_away = dict(away)
        return dict(after)

    def _needs_a_target(self, stretch: Stretch, sweep: Sweep, x: Any) -> None:
        """A spell that would do nothing is not cast."""
        if sweep.effect == "rain-of-ice":
            return
        there = sum(number for (_, end), number in stretch.ends.items() if self.fates.in_sweep(sweep, end))
        if sweep.effect != "extinguishing-wind":
            self.model.add(there >= 1).only_enforce_if(x)
            return
        if any(self.state.wall_flames) or any(self.state.tower_flames):
            return  # it is cast before they are put out
        worth_it = [n for (_, e), n in stretch.ends.items() if self.fates.in_sweep(sweep, e) and (ring_of(e) > FOREST or flames_of(e))]
        self.model.add(sum(worth_it) >= 1).only_enforce_if(x)

    def _limit_tar(self) -> None:
        tarred = sum(number for m, number in self.left.items() if m & TARRED)
        if not is_constant(tarred, 0):
            self.model.add(tarred <= int(self.rules.tar_tokens))

    # The Move phase.

    def _march(self) -> None:
        s = self.state
        self.marchers: list[Marcher] = []
        for m, number in self.left.items():
            self._marchers_of(m, number)
        attackers: dict[tuple[str, int], list[Marcher]] = defaultdict(list)
        for marcher in self.marchers:
            if marcher.against:
                attackers[marcher.against].append(marcher)
        attacked = {structure: self._any(marcher.number for marcher in group) for structure, group in attackers.items()}
        standing = [arc for arc in range(ARCS) if s.towers[arc]]
        self.tower_falls = {arc: attacked.get(("tower", arc), 0) for arc in standing}
        self.lost = self.logic.all_of(*self.tower_falls.values()) if standing else 1
        self.wall_hit = [self.logic.all_of(attacked.get(("wall", arc), 0), negated(self.lost)) for arc in range(ARCS)]
        self.after: dict[int, list[Expression]] = defaultdict(list)  # a Monster as it is when the Move phase is over: how many
        self.structure_kills: list[Expression] = []
        for (what, arc), group in attackers.items():
            struck = self.wall_hit[arc] if what == "wall" else self.logic.all_of(self.tower_falls[arc], negated(self.lost))
            for marcher in group:
                marcher.hurt = self.logic.variable("hurt")
                self.model.add(marcher.hurt <= marcher.number)
            self.model.add(sum(marcher.hurt for marcher in group) == struck)
        for marcher in self.marchers:
            self._arrive(marcher)

    def _any(self, numbers: Iterable[Expression]) -> Literal:
        """Whether any of some counts is above 0."""
        total = sum(numbers)
        if isinstance(total, int):
            return int(total > 0)
        there = self.logic.variable()
        self.model.add(total >= 1).only_enforce_if(there)
        self.model.add(total == 0).only_enforce_if(there.negated())
        return there

    def _marchers_of(self, m: int, number: Expression) -> None:
        """The cases of its step: held or not, a Wall in its way or not, that Wall burning or not."""
        held: Literal = 1 if m & TARRED else self.ice
        cases: list[tuple[Literal, Marcher]] = []
        most = sum(self.groups.values())
        scorched = flames_of(m)

        def case(when: Literal, place: int, against: tuple[str, int] | None = None, fresh: int = 0) -> None:
            if not is_constant(when, 0):
                cases.append((when, Marcher(place, number, most, against, fresh, scorched)))

        case(held, m)
        for when, place, against, fresh in self._steps(m):
            case(self.logic.all_of(negated(held), when), place, against, fresh)
        if len(cases) > 1:
            parts = []
            for when, marcher in cases:
                marcher.number = self.model.new_int_var(0, most, "")
                self.model.add(marcher.number <= most * when)
                parts.append(marcher.number)
            self.model.add(sum(parts) == number)
        self.marchers += [marcher for _, marcher in cases]

    def _steps(self, m: int) -> list[tuple[Literal, int, tuple[str, int] | None, int]]:
        """Where a Monster that is free to move goes: when, where to, against what, with how many flames caught on the way."""
        s, r = self.state, self.rules
        traits = r.token_traits[kind_of(m)]  # type: ignore[attr-defined]
        ring, arc = ring_of(m), arc_of(m)
        if ring == CASTLE:
            there = clockwise(arc, 1)
            return [(1, m + (there - arc) * ARC_UNIT, ("tower", there) if s.towers[there] else None, 0)]
        steps = 1
        if traits & GALLOPS and not (r.cavalry_hobble and health_of(m) < r.token_health[kind_of(m)]):  # type: ignore[attr-defined]
            steps = 2
        if ring + steps <= SWORDSMAN:
            return [(1, m + steps * RING_UNIT, None, 0)]
        at_wall = m + (SWORDSMAN - ring) * RING_UNIT
        inside = at_wall + RING_UNIT
        tower = ("tower", arc) if s.towers[arc] else None
        wall = self.wall[arc]
        if traits & CLIMBS:
            climbing = [(self.logic.all_of(wall, burns), inside, tower, flames) for flames, burns in self.flames[arc, 0].items()]
            return [*climbing, (negated(wall), inside, tower, 0)]
        return [(wall, at_wall, ("wall", arc), 0), (negated(wall), inside, tower, 0)]

    def _arrive(self, marcher: Marcher) -> None:
        """A marcher's Monsters after structures and flames have done their damage."""
        m = marcher.packed & ~TARRED
        self._burn(m, marcher.number - marcher.hurt, marcher.scorched, marcher.fresh)
        if marcher.against is None:
            return
        what, arc = marcher.against
        for flames, burns in self.flames[arc, int(what == "tower")].items():
            hurt = self.logic.all_of(marcher.hurt, burns)
            if is_constant(hurt, 0):
                continue
            if flames:
                self._burn(m, hurt, marcher.scorched, marcher.fresh + flames)
            elif health_of(m) > 1:
                self._burn(m - HEALTH_UNIT, hurt, marcher.scorched, marcher.fresh)
            else:
                self.structure_kills.append(hurt)

    def _burn(self, m: int, number: Expression, scorched: int, fresh: int) -> None:
        """The flames that were there when the movement began do their damage, unless the game is lost before."""
        if is_constant(number, 0):
            return
        weak = self.rules.token_weak[kind_of(m)]  # type: ignore[attr-defined]
        unburnt = m + fresh * FLAME_UNIT
        dies = scorched >= health_of(m) or (weak and weak == ring_of(m))
        burnt = 0 if dies else unburnt - scorched * HEALTH_UNIT
        if not scorched:
            self.after[unburnt].append(number)
        elif is_constant(self.lost, 0):
            if burnt:
                self.after[burnt].append(number)
        else:
            most = sum(self.groups.values())
            before, later = self.model.new_int_var(0, most, ""), self.model.new_int_var(0, most, "")
            self.model.add(before + later == number)
            self.model.add(before <= most * self.lost)
            self.model.add(later <= most * (1 - self.lost))
            self.after[unburnt].append(before)
            if burnt:
                self.after[burnt].append(later)

    def _anyone_left(self) -> Literal:
        present = sum(number for numbers in self.after.values() for number in numbers)
        if self.rules.monster_recycling:  # whom a structure slays goes back to the pile
            present = present + sum(self.structure_kills)
        return self._any([present])

    def _end(self) -> None:
        super()._end()
        self.wall_flames = [
            {n: self.logic.all_of(burns, self.wall_after[arc]) for n, burns in self.flames[arc, 0].items() if n} for arc in range(ARCS)
        ]
        self.tower_flames = [
            {n: self.logic.all_of(burns, self.tower_after[arc]) for n, burns in self.flames[arc, 1].items() if n} for arc in range(ARCS)
        ]

    # Questions.

    def maximise(self, worth: Worth) -> None:
        super().maximise(worth)
        value = self.value
        for m, numbers in self.after.items():
            each = worth.monster[ring_of(m)][arc_of(m)][health_of(m)] + worth.monster_flame * flames_of(m)
            value = value + each * sum(numbers)
        for arc in range(ARCS):
            value = value + worth.wall_flame * sum(n * x for n, x in self.wall_flames[arc].items())
            value = value + worth.tower_flame * sum(n * x for n, x in self.tower_flames[arc].items())
        self.value = value
        self.model.maximize(value)

    def require(self, goal: Goal) -> None:
        model = self.model
        for m, number in self.left.items():
            if goal.slay_all or ring_of(m) in goal.clear:
                model.add(number == 0)
        for packed, count in Counter(goal.slay).items():
            model.add(self.slain[packed] >= count)
        super().require(Goal(no_tower_falls=goal.no_tower_falls, no_structure_falls=goal.no_structure_falls, keep=goal.keep))

    def forbid(self, outlook: Outlook) -> None:
        differs: list[Literal] = []
        for arc in range(ARCS):
            for after, was in ((self.wall_after, outlook.walls), (self.fort_after, outlook.fortify), (self.tower_after, outlook.towers)):
                differs.append(negated(after[arc]) if was[arc] else after[arc])
            for flames, there in ((self.wall_flames[arc], outlook.wall_flames[arc]), (self.tower_flames[arc], outlook.tower_flames[arc])):
                differs += [negated(x) if n == there else x for n, x in flames.items()]
        counts = Counter(m & ~TARRED for m in outlook.monsters)
        for m, numbers in self.after.items():
            total = sum(numbers)
            if isinstance(total, int):
                continue
            differs += [self._more_or_fewer(m, total, counts[m], sign) for sign in (1, -1)]
        self.model.add_bool_or([x for x in differs if not is_constant(x, 0)])

    # Solutions.

    def deed(self, deed: Deed) -> Expression:
        """How often a thing is done, for those who ask whether it can be left out."""
        total: Expression = 0
        for stretch in self.stretches:
            for _, _, fate, x in stretch.met:
                count = dict(fate.deeds).get(deed, 0)
                if count:
                    total = total + count * x
            total = total + sum(x for sweep, x in stretch.sweeps if deed in deeds_of(sweep.chosen))
        for (card, arc, tower), x in self.put_out.items():
            if deed in deeds_of(move(EXTINGUISH, card, arc, tower)):
                total = total + x
        return total

    def steps(self, value: Callable[[Any], int]) -> list[list[tuple[int, ...]]]:
        """The plays of a solution in stretches: chains of moves, each to be made in its order, while chains may be mixed. A spell that strikes several is a
        stretch by itself."""

        def of(x: Any) -> int:
            return x if isinstance(x, int) else int(value(x))

        chains: list[tuple[int, ...]] = []
        later: list[tuple[int, ...]] = []  # tokens on Walls that Extinguishing Wind has put out
        wind = any(of(x) for k, x in self.cast.items() if self.cards[k].effect == "extinguishing-wind")
        for arc in range(ARCS):
            for tower in (0, 1):
                out = tuple(
                    move(EXTINGUISH, card, arc, tower) for card in self.kinds for _ in range(of(self.put_out.get((card, arc, tower), 0)))
                )
                if not tower and of(self.doused.get(arc, 0)):
                    out = (*out, move(FORTIFY, arc, 0, 0))
                if not tower and of(self.fortified.get(arc, 0)):
                    build = (move(BUILD, arc, 0, 0),) if of(self.built.get(arc, 0)) else ()
                    place = (move(PLACE_WALL, arc, 0, 0),) if of(self.placed.get(arc, 0)) else ()
                    if wind and self.state.wall_flames[arc]:
                        later.append((move(FORTIFY, arc, 0, 0),))
                    else:
                        out = (*out, *build, *place, move(FORTIFY, arc, 0, 0))
                elif not tower:
                    chains += [(move(BUILD, arc, 0, 0),)] * of(self.built.get(arc, 0))
                    chains += [(move(PLACE_WALL, arc, 0, 0),)] * of(self.placed.get(arc, 0))
                chains += [out] if out else []
        chains += [(move(MISSING, self.by_effect["missing"][0], 0, 0),) for _ in range(of(self.missing_played))]
        chains += [(move(DRAW_TWO, self.by_effect["draw"][0], 0, 0),) for _ in range(of(self.draw_played))]
        chains += [(move(SCAVENGE, self.by_effect["scavenge"][0], k, 0),) for k, x in self.fetched.items() if of(x)]
        found = []
        for stretch in self.stretches:
            found.append(chains + [fate.moves for _, _, fate, x in stretch.met for _ in range(of(x)) if fate.moves])
            cast = [sweep for sweep, x in stretch.sweeps if of(x)]
            found += [[(sweep.chosen,)] for sweep in cast]
            chains = later if any(sweep.effect == "extinguishing-wind" for sweep in cast) else []
        return found

    def exchanges(self, value: Callable[[Any], int]) -> tuple[list[int], list[tuple[int, int, int]]]:
        """The cards discarded, and the trades: given, partner, wanted."""

        def of(x: Any) -> int:
            return x if isinstance(x, int) else int(value(x))

        discarded = [k for k, x in self.discarded.items() for _ in range(of(x))]
        return discarded, [trade for slot in self.trades for trade, x in slot.items() if of(x)]

    def outlook(self, value: Any) -> Outlook:
        def of(x: Any) -> int:
            return x if isinstance(x, int) else int(value(x))

        monsters = sorted(m for m, numbers in self.after.items() for _ in range(sum(map(of, numbers))))
        boards = [tuple(of(x) for x in after) for after in (self.wall_after, self.fort_after, self.tower_after)]
        flames = [tuple(sum(n * of(x) for n, x in by_arc.items()) for by_arc in found) for found in (self.wall_flames, self.tower_flames)]
        return Outlook(tuple(monsters), *boards, *flames)

    def victims(self, value: Any) -> list[int]:
        """The Monsters that structures hurt in a solution, as they stand when they do."""
        return [v.packed + v.fresh * FLAME_UNIT for v in self.marchers if not isinstance(v.hurt, int) and int(value(v.hurt))]
