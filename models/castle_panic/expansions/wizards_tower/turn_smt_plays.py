"""The plays of a turn with the Wizard's Tower, for an SMT solver: one after another, each a step from one board to the next.

Where the CP-SAT model has no order, this one has nothing else: so many steps as there are cards to begin a play with, and at each step at most one play.
To spare the solver what only differs in the order, plays at different Monsters come in the order of the Monsters, except round a spell that strikes
several, Tar, a Double Strike or Valador's Wave.

From the Play phase on; cards drawn during the turn are never used. What is beyond the model raises BeyondTurnModel with its name.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from typing import Any

from castlewise.models.castle_panic.board import (
    ARCHER,
    ARCS,
    CASTLE,
    FOREST,
    KNIGHT,
    SWORDSMAN,
    TARRED,
    arc_of,
    clockwise,
    colour_of,
    health_of,
    kind_of,
    ring_of,
)
from castlewise.models.castle_panic.expansions.wizards_tower import moves as wizards
from castlewise.models.castle_panic.expansions.wizards_tower.components import (
    FLYING,
    HYDRA,
    NECROMANCER,
    PHOENIX,
    PLAIN_STEP,
    SHAPELESS,
    WARLOCK,
)
from castlewise.models.castle_panic.expansions.wizards_tower.marks import flames_of
from castlewise.models.castle_panic.expansions.wizards_tower.turn_smt_board import Changes, Effects, WizardsFigure, WizardsMarch, either
from castlewise.models.castle_panic.position import Position
from castlewise.models.castle_panic.stages import PLAY_PHASE
from castlewise.models.castle_panic.turn_question import BRING_CARDS, BeyondTurnModel, refuse_win_beside_imps
from castlewise.models.smt_circuit import FALSE, TRUE, Circuit

FIELD = (ARCHER, KNIGHT, SWORDSMAN)
WITH = ("change-color", "change-range", "double-strike", "enchanted", "flaming", "knock-back", "nice-shot")
WITH_BIT = dict(
    zip(
        WITH,
        (
            wizards.WITH_COLOR,
            wizards.WITH_RANGE,
            wizards.WITH_DOUBLE,
            wizards.WITH_ENCHANTED,
            wizards.WITH_FLAMING,
            wizards.WITH_KNOCK_BACK,
            wizards.WITH_NICE_SHOT,
        ),
        strict=True,
    )
)
AT_ONE = ("slay", "tar", "drive-back", "azriels-fist", "fireball", "hammer-of-light", "lightning-bolt")
AT_SEVERAL = (
    "rain-of-iron", "war-storm", "chain-lightning", "burning-blast", "ring-of-fire", "extinguishing-wind", "rain-of-ice", "wall-of-force",
)  # fmt: skip
WAVE_POINTS = 4


@dataclass
class Step:
    """One play, or none, and the board before it."""

    figures: list[WizardsFigure]
    walls: list[int]
    fortify: list[int]
    wall_flames: list[tuple[int, ...]]
    tower_flames: list[tuple[int, ...]]
    ice: int
    idle: int = FALSE
    hit: dict[int, int] = field(default_factory=dict)  # by card
    again: dict[int, int] = field(default_factory=dict)  # the second hit of a Double Strike
    at_one: dict[int, int] = field(default_factory=dict)
    bolt_to: dict[int, int] = field(default_factory=dict)
    at_several: dict[tuple[int, tuple[int, int]], int] = field(default_factory=dict)  # card, and arc, colour or space
    wave: int = FALSE
    wave_begins: int = FALSE
    put_out: dict[tuple[int, int, int], int] = field(default_factory=dict)  # card, arc, 1 for a Tower
    build: dict[int, int] = field(default_factory=dict)
    place: dict[int, int] = field(default_factory=dict)
    fortified: dict[int, int] = field(default_factory=dict)
    missing: int = FALSE
    target: list[int] = field(default_factory=list)  # by Monster
    with_card: dict[str, int] = field(default_factory=dict)

    def plays(self) -> list[int]:
        """The literals of which one says what is played."""
        dicts: tuple[dict[Any, int], ...] = (
            self.hit, self.again, self.at_one, self.at_several, self.put_out, self.build, self.place, self.fortified,
        )  # fmt: skip
        return [self.idle, self.wave, self.missing, *(literal for found in dicts for literal in found.values())]


class WizardsPlays:
    def __init__(self, position: Position) -> None:
        self.position = position
        self.state = position.numbers
        self.rules = position.game.as_plain().rules
        self.cards = position.rule_set.components.cards
        self.circuit = Circuit()
        self._check()
        s = self.state
        self.held = {k: int(n) for k, n in enumerate(s.hands[position.player]) if n and self.cards[k].effect not in BRING_CARDS}
        self.packed = [int(m) for m in s.monsters[: s.monster_count]]
        self.changes = Changes(self.circuit, self.rules, list(s.towers))
        self.spent: dict[int, list[int]] = defaultdict(list)
        self.steps: list[Step] = []
        board = self._first()
        for number in range(self._most_steps()):
            self.steps.append(board)
            self._choose(board, number)
            board = self._next(board)
        self.end = board
        for k, literals in self.spent.items():
            self.circuit.require_at_most([(1, literal) for literal in literals], self.held.get(k, 0))
        self.march = WizardsMarch(self.changes, board.figures, board.walls, board.fortify, board.wall_flames, board.tower_flames, board.ice)

    def _check(self) -> None:
        s, r = self.state, self.rules
        if s.stage != PLAY_PHASE:
            raise BeyondTurnModel("Z3's model of a turn with the Wizard's Tower begins with the Play phase")
        for m in s.monsters[: s.monster_count]:
            if r.token_traits[kind_of(m)] & (PHOENIX | HYDRA | NECROMANCER | SHAPELESS) or r.token_step[kind_of(m)] != PLAIN_STEP:
                raise BeyondTurnModel(f"the {self.position.rule_set.components.tokens[kind_of(m)].title} is left to enumeration")
        refuse_win_beside_imps(self.position)
        for option, name in ((r.too_quiet, "It's Too Quiet"), (r.my_home, "My Home Is My Castle"), (r.all_for_one, "All for One!")):
            if option:
                raise BeyondTurnModel(f"{name} is beyond Z3's model of a turn with the Wizard's Tower")
        known = {"hit", "brick", "mortar", "fortify", "missing", "valadors-wave", *WITH, *AT_ONE, *AT_SEVERAL, *BRING_CARDS}
        for k, count in enumerate(s.hands[s.player]):
            if count and self.cards[k].effect not in known:
                raise BeyondTurnModel(f"{self.cards[k].title} is beyond Z3's model of a turn with the Wizard's Tower")

    def _of(self, *effects: str) -> list[int]:
        """The kinds in hand with one of these effects."""
        return [k for k in self.held if self.cards[k].effect in effects]

    def _most_steps(self) -> int:
        starts = sum(n for k, n in self.held.items() if self.cards[k].effect not in WITH)
        more = len(self._of("double-strike")) + (WAVE_POINTS - 1) * len(self._of("valadors-wave"))
        return starts + more + int(self.state.held_walls[self.state.player])

    def _first(self) -> Step:
        s: Any = self.state
        figures = [
            WizardsFigure(
                kind_of(m),
                {(ring_of(m), arc_of(m)): TRUE},
                (TRUE,) * (health_of(m) - 1),
                (TRUE,) * flames_of(m),
                TRUE if m & TARRED else FALSE,
            )
            for m in self.packed
        ]
        return Step(
            figures,
            [TRUE if stands else FALSE for stands in s.walls],
            [TRUE if token else FALSE for token in s.fortify],
            [(TRUE,) * int(n) for n in s.wall_flames],
            [(TRUE,) * int(n) for n in s.tower_flames],
            TRUE if s.ice else FALSE,
        )

    # What is played at a step.

    def _choose(self, step: Step, number: int) -> None:
        c = self.circuit
        before = self.steps[number - 1] if number else None
        step.idle = c.variable()
        step.target = [c.variable() for _ in self.packed]
        step.with_card = {self.cards[k].effect: c.variable() for k in self._of(*WITH)}
        self._choose_hits(step, before)
        self._choose_at_one(step)
        self._choose_at_several(step)
        self._choose_wave(step, number)
        self._choose_structures(step)
        if self._of("missing"):
            step.missing = c.variable()
            self.spent[self._of("missing")[0]].append(step.missing)
        played = step.plays()
        c.require_any(*played)
        c.require_at_most([(1, literal) for literal in played if literal != FALSE], 1)
        aimed = c.any_of(*step.hit.values(), *step.again.values(), *step.at_one.values(), step.wave)
        c.require_at_most([(1, literal) for literal in step.target], 1)
        c.require_any(-aimed, *step.target)
        for literal in step.target:
            c.require_any(-literal, aimed)
        for effect, literal in step.with_card.items():
            c.require_any(-literal, *step.hit.values(), *step.again.values())
            self.spent[self._of(effect)[0]].append(literal)
        if before is not None:
            c.require_any(-before.idle, step.idle)
            self._keep_order(before, step)
        if not any(self.state.pile):  # the play that wins the game is the last
            c.require_any(step.idle, *(self.changes.present(figure) for figure in step.figures))

    def _keep_order(self, before: Step, step: Step) -> None:
        """Of two plays that do not meddle with each other, what is built comes first, then the Monsters in their order."""
        c = self.circuit
        double = c.any_of(before.with_card.get("double-strike", FALSE), step.with_card.get("double-strike", FALSE))
        tarred = [
            x for one in (before, step) for k, x in one.at_one.items() if self.cards[k].effect == "tar"
        ]  # it may have to wait for its token
        several = [*before.at_several.values(), *step.at_several.values()]
        bound = c.any_of(double, before.wave, step.wave, *step.again.values(), *several, *tarred)
        built = c.any_of(*step.put_out.values(), *step.build.values(), *step.place.values(), *step.fortified.values(), step.missing)
        c.require_any(bound, -built, -c.any_of(*before.target))
        for i, one in enumerate(before.target):
            for j in range(i):
                c.require_any(bound, -one, -step.target[j])

    def _lands(self, figure: WizardsFigure, card: int, *, color: bool, ranged: bool) -> int:
        """Whether a hit card, its colour or ring changed or not, hits a Monster where it stands."""
        c, r = self.circuit, self.rules
        if r.token_traits[figure.kind] & SHAPELESS:
            return FALSE
        immune = int(r.token_immune[figure.kind])
        flying = bool(r.token_traits[figure.kind] & FLYING)
        found = []
        for (ring, arc), here in figure.at.items():
            if (immune and immune == ring) or not (color or r.card_colours[card] >> colour_of(arc) & 1):
                continue
            if flying:
                fits = ring in FIELD and (ranged or int(r.card_troop[card]) in (0, ARCHER))
            else:
                fits = ring in FIELD if ranged else bool(r.card_rings[card] >> ring & 1)
            if fits:
                found.append(here)
        return c.any_of(*found)

    def _choose_hits(self, step: Step, before: Step | None) -> None:
        c = self.circuit
        double = bool(self._of("double-strike"))
        for k in self._of("hit"):
            step.hit[k] = c.variable()
            self.spent[k].append(step.hit[k])
            if double and before is not None and k in before.hit:
                step.again[k] = c.variable()
                c.require_any(-step.again[k], before.hit[k])
                c.require_any(-step.again[k], before.with_card["double-strike"])
        chosen = {effect: step.with_card.get(effect, FALSE) for effect in WITH}
        color, ranged, nice = chosen["change-color"], chosen["change-range"], chosen["nice-shot"]
        for literal in step.again.values():
            c.require_any(-literal, -chosen["double-strike"])
        for other in ("enchanted", "flaming", "knock-back"):
            c.require_any(-nice, -chosen[other])
        for i, figure in enumerate(step.figures):
            here = step.target[i]
            for k, hit in step.hit.items():
                played = c.any_of(hit, step.again.get(k, FALSE))
                plain = self._lands(figure, k, color=False, ranged=False)
                by_color = self._lands(figure, k, color=True, ranged=False) if color != FALSE else FALSE
                by_range = self._lands(figure, k, color=False, ranged=True) if ranged != FALSE else FALSE
                by_both = self._lands(figure, k, color=True, ranged=True) if color != FALSE and ranged != FALSE else FALSE
                lands = c.any_of(
                    c.all_of(-color, -ranged, plain),
                    c.all_of(color, -ranged, -plain, by_color),
                    c.all_of(-color, ranged, -plain, by_range),
                    c.all_of(color, ranged, -plain, -by_color, -by_range, by_both),
                )
                c.require_any(-played, -here, lands)
            one, three = self.changes.outlives(figure, 1), self.changes.outlives(figure, 3)
            lives = either(c, chosen["enchanted"], three, one)
            c.require_any(-here, -chosen["enchanted"], one)
            c.require_any(-here, -chosen["flaming"], lives)
            c.require_any(-here, -chosen["knock-back"], lives)
            if chosen["knock-back"] != FALSE:
                blocked = [at for (ring, arc), at in figure.at.items() if ring == CASTLE and self.state.towers[clockwise(arc, -1)]]
                for at in blocked:
                    c.require_any(-here, -chosen["knock-back"], -at)

    def _reached(self, figure: WizardsFigure, card: int) -> int:
        """Whether a card other than a hit can be aimed at a Monster where it stands."""
        r, effect = self.rules, self.cards[card].effect
        traits = r.token_traits[figure.kind]
        if traits & SHAPELESS or (effect in ("tar", "drive-back") and traits & FLYING):
            return FALSE
        if effect not in ("slay", "tar", "drive-back") and traits & WARLOCK:
            return FALSE
        spaces = [
            here for (ring, arc), here in figure.at.items() if r.card_rings[card] >> ring & 1 and r.card_colours[card] >> colour_of(arc) & 1
        ]
        return self.circuit.any_of(*spaces)

    def _choose_at_one(self, step: Step) -> None:
        c = self.circuit
        for k in self._of(*AT_ONE):
            played = step.at_one[k] = c.variable()
            self.spent[k].append(played)
            effect = self.cards[k].effect
            for i, figure in enumerate(step.figures):
                c.require_any(-played, -step.target[i], self._reached(figure, k))
                if effect == "tar":
                    c.require_any(-played, -step.target[i], -figure.tarred)
            if effect == "tar":
                tarred = [(1, c.all_of(figure.tarred, self.changes.present(figure))) for figure in step.figures]
                c.require_any(-played, -c.at_least(tarred, int(self.rules.tar_tokens)))
            if effect == "lightning-bolt":
                step.bolt_to = {arc: c.variable() for arc in range(ARCS)}
                c.require_at_most([(1, literal) for literal in step.bolt_to.values()], 1)
                c.require_any(-played, *step.bolt_to.values())
                for literal in step.bolt_to.values():
                    c.require_any(-literal, played)

    def _where(self, card: int) -> list[tuple[int, int]]:
        effect = self.cards[card].effect
        if effect in ("rain-of-iron", "wall-of-force"):
            return [(arc, 0) for arc in range(ARCS)]
        if effect == "war-storm":
            return [(colour, 0) for colour in range(3)]
        if effect in ("chain-lightning", "burning-blast"):
            return [(ring, arc) for ring in range(CASTLE + 1) for arc in range(ARCS)]
        return [(0, 0)]

    def _swept(self, figure: WizardsFigure, card: int, where: tuple[int, int]) -> int:
        """Whether a Monster stands where a spell that strikes several does."""
        r, effect = self.rules, self.cards[card].effect
        if r.token_traits[figure.kind] & (SHAPELESS | WARLOCK):
            return FALSE
        found = []
        for (ring, arc), here in figure.at.items():
            if not r.card_rings[card] >> ring & 1:
                continue
            if effect in ("rain-of-iron", "wall-of-force"):
                fits = where[0] == arc
            elif effect == "war-storm":
                fits = where[0] == colour_of(arc)
            else:
                fits = where == (ring, arc) if effect in ("chain-lightning", "burning-blast") else True
            if fits:
                found.append(here)
        return self.circuit.any_of(*found)

    def _choose_at_several(self, step: Step) -> None:
        c = self.circuit
        for k in self._of(*AT_SEVERAL):
            effect = self.cards[k].effect
            for where in self._where(k):
                struck = [self._swept(figure, k, where) for figure in step.figures]
                needed = c.any_of(*struck)
                if effect == "extinguishing-wind":
                    outside = [
                        c.all_of(here, c.any_of(-self.changes.in_ring(figure, FOREST), figure.flames[0] if figure.flames else FALSE))
                        for figure, here in zip(step.figures, struck, strict=True)
                    ]
                    burning = [flames[0] for flames in (*step.wall_flames, *step.tower_flames) if flames]
                    needed = c.any_of(*outside, *burning)
                elif effect == "rain-of-ice":
                    needed = TRUE
                if needed == FALSE:
                    continue
                played = step.at_several[k, where] = c.variable()
                self.spent[k].append(played)
                c.require_any(-played, needed)

    def _choose_wave(self, step: Step, number: int) -> None:
        c = self.circuit
        cards = self._of("valadors-wave")
        if not cards:
            return
        step.wave, step.wave_begins = c.variable(), c.variable()
        c.require_any(-step.wave_begins, step.wave)
        self.spent[cards[0]].append(step.wave_begins)
        goes_on = c.all_of(step.wave, -step.wave_begins)
        before = self.steps[number - 1] if number else None
        c.require_any(-goes_on, before.wave if before is not None else FALSE)
        if number >= WAVE_POINTS:
            earlier = [c.all_of(old.wave, -old.wave_begins) for old in self.steps[number - WAVE_POINTS + 1 : number]]
            c.require_any(-goes_on, *(-literal for literal in earlier))
        for i, figure in enumerate(step.figures):
            c.require_any(-step.wave, -step.target[i], self._reached(figure, cards[0]))
        if before is not None:
            for colour in range(3):
                was = [c.all_of(before.target[i], _in_colour(c, figure, colour)) for i, figure in enumerate(before.figures)]
                now = [c.all_of(step.target[i], _in_colour(c, figure, colour)) for i, figure in enumerate(step.figures)]
                c.require_any(-goes_on, -c.any_of(*was), c.any_of(*now))

    def _choose_structures(self, step: Step) -> None:
        c, s = self.circuit, self.state
        bricks, mortars, forts = self._of("brick"), self._of("mortar"), self._of("fortify")
        for arc in range(ARCS):
            for tower, flames in ((0, step.wall_flames[arc]), (1, step.tower_flames[arc])):
                for k in (*bricks, *mortars):
                    if flames:
                        played = step.put_out[k, arc, tower] = c.variable()
                        c.require_any(-played, flames[0])
                        self.spent[k].append(played)
            if bricks and mortars and step.walls[arc] != TRUE:
                played = step.build[arc] = c.variable()
                c.require_any(-played, -step.walls[arc])
                self.spent[bricks[0]].append(played)
                self.spent[mortars[0]].append(played)
            if s.held_walls[s.player] and step.walls[arc] != TRUE:
                played = step.place[arc] = c.variable()
                c.require_any(-played, -step.walls[arc])
            if forts and step.walls[arc] != FALSE:
                played = step.fortified[arc] = c.variable()
                c.require_any(-played, step.walls[arc])
                c.require_any(-played, -step.fortify[arc])
                in_use = [(1, token) for token in step.fortify if token != FALSE]
                c.require_any(-played, -c.at_least(in_use, int(self.rules.fortify_tokens)))
                self.spent[forts[0]].append(played)
        held = int(s.held_walls[s.player])
        if held:
            placed = [(1, literal) for one in (*self.steps[:-1], step) for literal in one.place.values()]
            c.require_at_most(placed, held)

    # What it does.

    def _next(self, step: Step) -> Step:
        c = self.circuit
        figures = [self.changes.changed(figure, self._effects(step, i, figure)) for i, figure in enumerate(step.figures)]
        wind = c.any_of(*(x for (k, _), x in step.at_several.items() if self.cards[k].effect == "extinguishing-wind"))
        ice = c.any_of(*(x for (k, _), x in step.at_several.items() if self.cards[k].effect == "rain-of-ice"))
        walls = [c.any_of(step.walls[arc], step.build.get(arc, FALSE), step.place.get(arc, FALSE)) for arc in range(ARCS)]
        flames: list[list[tuple[int, ...]]] = [[], []]
        fortify = []
        for arc in range(ARCS):
            burns = step.wall_flames[arc][0] if step.wall_flames[arc] else FALSE
            played = step.fortified.get(arc, FALSE)
            fortify.append(c.any_of(step.fortify[arc], c.all_of(played, -burns)))
            for tower, old in ((0, step.wall_flames[arc]), (1, step.tower_flames[arc])):
                out = c.any_of(*(x for (_, a, t), x in step.put_out.items() if (a, t) == (arc, tower)))
                gone = c.any_of(wind, played if not tower else FALSE)
                new = [either(c, out, old[n + 1] if n + 1 < len(old) else FALSE, old[n]) for n in range(len(old))]
                flames[tower].append(tuple(c.all_of(flame, -gone) for flame in new))
        return Step(figures, walls, fortify, flames[0], flames[1], c.any_of(step.ice, ice))

    def _effects(self, step: Step, i: int, figure: WizardsFigure) -> Effects:
        c = self.circuit
        here = step.target[i]
        chosen = {effect: step.with_card.get(effect, FALSE) for effect in WITH}
        hits = c.all_of(here, c.any_of(*step.hit.values(), *step.again.values()))

        def one(*effects: str) -> int:
            return c.all_of(here, c.any_of(*(x for k, x in step.at_one.items() if self.cards[k].effect in effects)))

        def swept(*effects: str) -> int:
            found = [
                c.all_of(x, self._swept(figure, k, where)) for (k, where), x in step.at_several.items() if self.cards[k].effect in effects
            ]
            return c.any_of(*found)

        nice, enchanted = chosen["nice-shot"], chosen["enchanted"]
        damage = swept("rain-of-iron", "war-storm", "chain-lightning")
        wind = swept("extinguishing-wind")
        return Effects(
            wound=c.any_of(
                c.all_of(hits, -nice, -enchanted),
                one("azriels-fist", "fireball", "lightning-bolt"),
                c.all_of(here, step.wave),
                damage,
            ),
            three=c.all_of(hits, enchanted),
            slay=c.any_of(c.all_of(hits, nice), one("slay", "hammer-of-light")),
            flame=c.any_of(c.all_of(hits, chosen["flaming"]), one("fireball"), swept("burning-blast", "ring-of-fire")),
            back=c.all_of(hits, chosen["knock-back"]),
            blown=wind,
            to_forest=c.any_of(one("drive-back"), swept("wall-of-force")),
            bolt={arc: c.all_of(one("lightning-bolt"), literal) for arc, literal in step.bolt_to.items()},
            put_out=c.any_of(wind, swept("rain-of-ice")),
            tar=one("tar"),
        )


def _in_colour(c: Circuit, figure: WizardsFigure, colour: int) -> int:
    return c.any_of(*(here for (_, arc), here in figure.at.items() if colour_of(arc) == colour))
