"""What a move of Castle Panic brought about (see castlewise.models.events), with the Wizard's Tower's fire and spells.

The rules are run once more, watched (castlewise.models.tracing), and each small step is told by what is different after it. In a movement every Monster is
followed from where it was to where it is: the one that took its step came before one that stands there by chance.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from castlewise.models.castle_panic import moves as verbs
from castlewise.models.castle_panic import stages
from castlewise.models.castle_panic.board import (
    ARCS,
    ATTACKING,
    CASTLE,
    FOREST,
    RINGS,
    SWORDSMAN,
    TARRED,
    arc_of,
    clockwise,
    health_of,
    kind_of,
    ring_of,
)
from castlewise.models.castle_panic.components import title
from castlewise.models.castle_panic.expansions.wizards_tower import movement as wizards_movement
from castlewise.models.castle_panic.expansions.wizards_tower import moves as wizards_verbs
from castlewise.models.castle_panic.expansions.wizards_tower.marks import flames_of, fresh_of
from castlewise.models.castle_panic.move_text import with_article
from castlewise.models.castle_panic.rules import expansions, game, monsters, movement, tokens
from castlewise.models.component_names import plural
from castlewise.models.events import Event
from castlewise.models.move_code import first_of, verb_of
from castlewise.models.tracing import Step, TracedKernel

if TYPE_CHECKING:
    from castlewise.models.castle_panic.position import Position

_WATCHED = (
    expansions.expansion_stage, monsters.return_tar, monsters.heal_all, movement.march, movement.rotate, movement.structure_falls,
    tokens.plague, tokens.resolve_effect, wizards_movement.march, wizards_movement.rotate, wizards_movement.structure_falls,
)  # fmt: skip
_MARCH, _ROTATE, _FALLS = "march", "rotate", "structure_falls"
_BY_HAND = {
    verbs.HIT,
    verbs.NICE_SHOT,
    verbs.ALL_FOR_ONE,
    verbs.SLAY,
    wizards_verbs.HIT_WITH,
    wizards_verbs.SPELL,
    wizards_verbs.SPELL_AT_ARC,
}
_BY_HAND |= {wizards_verbs.SPELL_AT_COLOUR, wizards_verbs.SPELL_AT_SPACE, wizards_verbs.HYPNOTIZE, wizards_verbs.BOLT}
_MOVED = "moved"
_SLAYING = {verbs.NICE_SHOT, verbs.ALL_FOR_ONE, verbs.SLAY}
_MOVING = {verbs.DRIVE_BACK, wizards_verbs.TELEPORT}
_SAID_WITH_THE_MOVE = {verbs.DISCARD, verbs.GIVE_UP, verbs.TRADE, verbs.ACCEPT, verbs.CARD, wizards_verbs.DRAWN, wizards_verbs.WIZARD_DRAWN}
_SAID_WITH_THE_MOVE |= {wizards_verbs.GIVE_UP_HOPE, wizards_verbs.GIVE_UP_WIZARD, wizards_verbs.KEEP_CARD, verbs.SCAVENGE}
_LETTERS = 26


@lru_cache(maxsize=4)
def _traced(kernel: Any) -> TracedKernel:
    return TracedKernel(kernel, _WATCHED)


def events(before: Position, move: int, after: Position) -> list[Event]:
    """What a move brought about, in the order in which it happened."""
    owner = before.game
    plain = owner.as_plain() if owner.kernel.compiled else owner
    kernel = _traced(plain.kernel)
    state = owner.kernel.layouts["State"].from_bytes(bytes(before), compiled=False)
    steps = kernel.trace(game.apply, plain.rules, state, move)
    teller = _Teller(before, move)
    found = [event for number, step in enumerate(steps) for event in teller.told(step, number == 0)]
    return found or teller.nothing_happened(after)


class _Teller:
    """What is told of the steps of a move."""

    def __init__(self, position: Position, move: int) -> None:
        self.position, self.move, self.verb = position, move, verb_of(move)
        components = position.rule_set.components
        self.cards = [title(card.name) for card in components.cards]
        self.token_rows = components.tokens

    def told(self, step: Step, first: bool) -> Iterator[Event]:
        """Everything that is different after a step."""
        a, b = step.before, step.after
        if step.rule in (_MARCH, _ROTATE):
            yield from self._movement(step)
        elif step.rule == _FALLS:
            yield from self._structures(a, b)
            yield from self._on_the_board(step)
        else:
            yield from self._on_the_board(step)
        if step.rule != _FALLS:
            yield from self._structures(a, b)
        yield from self._fire(a, b)
        yield from self._hands(a, b, first)
        yield from self._turn(a, b)

    def nothing_happened(self, after: Position) -> list[Event]:
        """A token that changed nothing is told to have done so."""
        if after.state.stage == stages.GIVE_UP_CARD or self.verb != verbs.TOKEN or self.position.state.stage != stages.DRAW_TOKEN:
            return []
        token = self.token_rows[first_of(self.move)]
        if token.health or token.effect in ("boulder", "none", "harbinger", "flaming-boulder", "trebuchet"):
            return []  # the die comes next
        reason = {"plague": "nobody holds such a card", "all-discard": "nobody holds a card", "heal": "no Monster is wounded"}
        return [Event("nothing", reason.get(token.effect, "no Monster moves"))]

    # Monsters

    def _name(self, m: int) -> str:
        return title(self.token_rows[kind_of(m)].name)

    def _where(self, m: int) -> str:
        return f"{RINGS[ring_of(m)]} {arc_of(m) + 1}"

    def _the(self, m: int) -> str:
        return f"the {self._name(m)} in {self._where(m)}"

    def _movement(self, step: Step) -> Iterator[Event]:
        pairs, gone, come = paired(step.before, step.after, step)
        attacks: dict[str, list[str]] = {}
        for old, new in pairs:
            if _place(old) != _place(new):
                yield Event("moves", f"{self._name(old)} {_way(old, new)}", _MOVED)
            if new & ATTACKING and not old & ATTACKING:
                attacks.setdefault(_attacked(new), []).append(self._name(new))
        for structure, names in attacks.items():
            yield Event("attacks", f"{_listed(names)} {'attack' if names[1:] else 'attacks'} {structure}")
        for old, new in pairs:
            yield from self._hurt(old, new)
        yield from self._gone_and_come(gone, come, step.rule)

    def _on_the_board(self, step: Step) -> Iterator[Event]:
        pairs, gone, come = paired(step.before, step.after, step)
        for old, new in pairs:
            if _place(old) != _place(new) and (step.rule or self.verb not in _MOVING):
                yield Event("moves", f"{self._name(old)} {_way(old, new)}", _MOVED)
            yield from self._hurt(old, new)
            if new & TARRED and not old & TARRED and self.verb != verbs.TAR:
                yield Event("tar", f"{self._the(new)} is tarred")
            elif old & TARRED and not new & TARRED and _place(old) == _place(new):
                yield Event("tar", f"the Tar comes off {self._the(new)}")
        yield from self._gone_and_come(gone, come, step.rule)

    def _hurt(self, old: int, new: int) -> Iterator[Event]:
        lost = health_of(old) - health_of(new)
        if lost:
            points = f"{health_of(new)} point{'s' * (health_of(new) != 1)} left"
            verb = "regains" if lost < 0 else "loses"
            count = "a point" if abs(lost) == 1 else f"{abs(lost)} points"
            yield Event("hurt", f"{self._the(new)} {verb} {count}: {points}")
        flames = flames_of(new) + fresh_of(new) - flames_of(old) - fresh_of(old)
        if flames > 0:
            yield Event("fire", f"{self._the(new)} catches fire" + (f" ({flames} flames)" if flames > 1 else ""))
        elif flames < 0:
            yield Event(
                "fire", f"{self._the(new)} burns no more" if not flames_of(new) + fresh_of(new) else f"a flame on {self._the(new)} goes out"
            )

    def _gone_and_come(self, gone: list[int], come: list[int], rule: str) -> Iterator[Event]:
        slain = "is slain" if self.verb in _BY_HAND and not rule else "is destroyed"
        for m in gone if rule or self.verb not in _SLAYING else ():
            yield Event("slain", f"{self._the(m)} {slain}")
        for m in come:
            if self.verb not in (verbs.PLACE, verbs.PLACED, wizards_verbs.STARTS):
                yield Event("appears", f"{with_article(self._name(m))} appears in {self._where(m)}")

    # Structures and fire

    def _structures(self, a: Any, b: Any) -> Iterator[Event]:
        for arc in range(ARCS):
            if a.fortify[arc] > b.fortify[arc]:
                yield Event("fortify", f"the Fortify token of arc {arc + 1} is lost")
            elif b.fortify[arc] > a.fortify[arc] and self.verb != verbs.FORTIFY:
                yield Event("fortify", f"a Fortify token is on the Wall of arc {arc + 1}")
            if a.walls[arc] > b.walls[arc]:
                yield Event("wall", f"the Wall of arc {arc + 1} falls")
            elif b.walls[arc] > a.walls[arc] and self.verb not in (verbs.BUILD, verbs.PLACE_WALL, verbs.WALL, wizards_verbs.ASSEMBLE):
                yield Event("wall", f"a Wall stands in arc {arc + 1}")
            if a.towers[arc] > b.towers[arc]:
                wizards = getattr(a, "wizard", 0) == arc + 1
                left = sum(b.towers)
                yield Event(
                    "tower",
                    f"{'the Wizard' + chr(39) + 's Tower' if wizards else 'the Tower'} of arc {arc + 1} falls: {left or 'none'} left",
                )
                if wizards:
                    yield Event("wizards", "the Wizard deck is lost with the Wizard's Tower")

    def _fire(self, a: Any, b: Any) -> Iterator[Event]:
        for name, field in (("Wall", "wall_flames"), ("Tower", "tower_flames")):
            stands = b.walls if name == "Wall" else b.towers
            for arc, (old, new) in enumerate(zip(getattr(a, field, ()), getattr(b, field, ()), strict=True)):
                if new > old:
                    yield Event("fire", f"the {name} of arc {arc + 1} burns: {int(new)} flame{'s' * (new > 1)}")
                elif new < old and stands[arc] and self.verb != wizards_verbs.EXTINGUISH:
                    yield Event("fire", f"the {name} of arc {arc + 1} burns {'less' if new else 'no more'}")

    # Cards and the turn

    def _hands(self, a: Any, b: Any, first: bool) -> Iterator[Event]:
        reshuffled = sum(b.deck) > sum(a.deck) and sum(b.discards) < sum(a.discards)
        if reshuffled:
            yield Event("deck", f"the discards are shuffled into a new deck of {sum(b.deck)} cards")
        if first and (self.verb in _SAID_WITH_THE_MOVE or self.position.state.stage in (stages.PLAY_PHASE, stages.DEAL)):
            return
        for player, (old, new) in enumerate(zip(a.hands, b.hands, strict=True), 1):
            lost = [_counted(self.cards[kind], had - has) for kind, (had, has) in enumerate(zip(old, new, strict=True)) if had > has]
            if lost and all(had >= has for had, has in zip(old, new, strict=True)):
                yield Event("cards", f"player {player} discards {', '.join(lost)}")

    def _turn(self, a: Any, b: Any) -> Iterator[Event]:
        due, after = b.tokens_due - a.tokens_due, b.tokens_after - a.tokens_after
        if self.verb == verbs.TOKEN and after > 0:
            yield Event("tokens", f"{after} more tokens are drawn after the others")
        elif a.stage in (stages.ROLL_TOKEN, stages.DRAW_TOKEN) and due > 0 and a.tokens_due >= 0 and b.stage != stages.BEGIN_TOKENS:
            yield Event("tokens", f"{due} more tokens are drawn")
        if a.stage == stages.BEGIN_TOKENS and b.stage == stages.END_TURN and not b.outcome:
            yield Event("tokens", "no Monster tokens are drawn" + ("" if any(b.pile) else ": the pile is empty"))


def _listed(words: list[str]) -> str:
    """
    >>> _listed(["Orc"]), _listed(["Orc", "Orc", "Troll"])
    ('the Orc', '2 Orcs and the Troll')
    """
    counts = Counter(words)
    told = [
        f"the {word}" if count == 1 and not word[0].isdigit() else word if count == 1 else _counted(word, count)
        for word, count in counts.items()
    ]
    return ", ".join(told[:-1]) + " and " + told[-1] if told[1:] else told[0]


def _counted(word: str, count: int) -> str:
    return word if count == 1 else f"{count} {plural(word)}"


def _attacked(m: int) -> str:
    return f"the {'Tower' if ring_of(m) == CASTLE else 'Wall'} of arc {arc_of(m) + 1}"


def _way(old: int, new: int) -> str:
    """From where to where, in as few words as say it."""
    if arc_of(old) == arc_of(new):
        return f"{RINGS[ring_of(old)]} {arc_of(old) + 1} to {RINGS[ring_of(new)]}"
    if ring_of(old) == ring_of(new):
        return f"{RINGS[ring_of(old)]} {arc_of(old) + 1} to {arc_of(new) + 1}"
    return f"{RINGS[ring_of(old)]} {arc_of(old) + 1} to {RINGS[ring_of(new)]} {arc_of(new) + 1}"


def _place(m: int) -> tuple[int, int]:
    return ring_of(m), arc_of(m)


def paired(before: Any, after: Any, step: Step) -> tuple[list[tuple[int, int]], list[int], list[int]]:
    """The Monsters of two states, each with what it has become; then those that are gone, and those that came."""
    left = [int(m) for m in before.monsters[: before.monster_count]]
    right = [int(m) for m in after.monsters[: after.monster_count]]
    likely = sorted(
        ((_unlikely(m, n, step), i, j) for i, m in enumerate(left) for j, n in enumerate(right) if kind_of(m) == kind_of(n)),
        key=lambda pair: pair[0],
    )
    became: dict[int, int] = {}
    taken: set[int] = set()
    for cost, i, j in likely:
        if i not in became and j not in taken and cost < _LETTERS:
            became[i] = j
            taken.add(j)
    pairs = [(left[i], right[j]) for i, j in sorted(became.items())]
    return pairs, [m for i, m in enumerate(left) if i not in became], [m for j, m in enumerate(right) if j not in taken]


def _unlikely(m: int, n: int, step: Step) -> int:
    """How little one Monster looks like what became of another."""
    rings, arcs = ring_of(n) - ring_of(m), (arc_of(n) - arc_of(m)) % ARCS
    apart = abs(rings) + min(arcs, ARCS - arcs)
    cost = 4 * apart + 3 * abs(health_of(m) - health_of(n)) + (m & TARRED != n & TARRED) + 2
    if step.rule == _ROTATE:
        turned = clockwise(arc_of(m), int(step.arguments[2])) == arc_of(n) and rings == 0
        return cost - 6 if turned and not m & TARRED and health_of(m) == health_of(n) else cost
    if step.rule == _MARCH:
        ring = ring_of(m)
        stepped = (
            (rings == 1 and arcs == 0)
            if ring < SWORDSMAN
            else (rings == 0 and arcs == 1)
            if ring == CASTLE
            else (arcs == 0 and (rings == 1 or n & ATTACKING))
        )
        return 0 if stepped and not m & TARRED and health_of(m) == health_of(n) else cost
    if ring_of(n) == FOREST and ring_of(m) != FOREST and arcs == 0 and health_of(m) == health_of(n):
        return 3  # driven back
    return cost
