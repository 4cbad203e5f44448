"""How the Wizard's Tower's moves may be told (see castlewise.models.castle_panic.move_words)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from castlewise.models.castle_panic import moves as base_verbs
from castlewise.models.castle_panic.board import COLOURS, RINGS
from castlewise.models.castle_panic.expansions.wizards_tower import moves as verbs
from castlewise.models.castle_panic.expansions.wizards_tower.move_text import cards_with
from castlewise.models.castle_panic.move_words import (
    BUILDING,
    DISCARDING,
    DRAWING,
    HITTING,
    PUTTING,
    arc_part,
    monster_parts,
    player_part,
)
from castlewise.models.castle_panic.names import card_names, token_names
from castlewise.models.move_code import first_of, second_of, target_of, third_of, verb_of
from castlewise.models.move_reading import Part, Saying, ways

if TYPE_CHECKING:
    from castlewise.models.castle_panic.position import Position

_PASSING = (
    "pass", "passes", "no", "none", "nothing", "nothing else", "done", "no more", "skip", "stop", "end", "only once", "hits only once", "once", "no wall",
    "builds no wall", "build no wall", "no card", "plays no card", "no more points", "discards no more cards", "no more cards", "enough",
)  # fmt: skip


def saying(position: Position, move: int) -> Saying | None:
    cards, tokens = card_names(position.rule_set.components), token_names(position.rule_set.components)
    verb, first, second, third = verb_of(move), first_of(move), second_of(move), third_of(move)

    def card(kind: int) -> Part:
        return ways(*cards.ways[kind])

    def target() -> tuple[Part, ...]:
        return monster_parts(position, target_of(move))

    def space() -> Part:
        return ways(f"{RINGS[second]} {third + 1}", f"{RINGS[second][0]}{third + 1}")

    def mover() -> tuple[Part, ...]:
        return (player_part(max(0, position.game.mover(position))),)

    def to(*where: str) -> Part:
        return ways(*(f"{to} {place}" for to in ("to", "into") for place in where))

    tower = ways("wizards tower", "wizard tower")
    match verb:
        case verbs.WIZARDS_TOWER:
            return Saying([arc_part(first)], [tower | ways("tower", "wizard")], [*PUTTING, "arc"])
        case verbs.FROM_CASTLE:
            return Saying([ways("castle", "castle deck", "castle card")], mover(), DRAWING)
        case verbs.FROM_WIZARDS:
            return Saying([ways("wizard", "wizards", "wizard deck", "wizards deck", "wizard card")], mover(), DRAWING)
        case verbs.BREATHE:
            return Saying((), [*target(), ways("breathes fire", "breathes", "breathe fire")], ["first", "fire"])
        case verbs.PASS:
            return Saying([ways(*_PASSING)], mover())
        case verbs.SPELL:
            if first == base_verbs.NOTHING:
                return Saying((), [*target(), ways("valadors wave", "wave", "valador")], [*HITTING, "point"])
            return Saying([card(first)], target() if target_of(move) else mover(), HITTING)
        case verbs.SPELL_AT_ARC:
            return Saying([card(first)], [arc_part(second), ways("tower")], HITTING)
        case verbs.SPELL_AT_COLOUR:
            return Saying([card(first), ways(COLOURS[second])], (), HITTING)
        case verbs.SPELL_AT_SPACE:
            return Saying([card(first)], [ways(RINGS[second]), arc_part(third), space(), ways("fire")], [*HITTING, "set", "sets"])
        case verbs.HIT_WITH:
            return Saying([card(first), *(card(kind) for kind in cards_with(position, second))], target(), HITTING)
        case verbs.EXTINGUISH:
            structure = ways("tower", "towers") if third else ways("wall", "walls")
            return Saying(
                [card(first)],
                [structure, arc_part(second)],
                ["put", "puts", "out", "extinguish", "extinguishes", "flame", "flames", "fire", "douse"],
            )
        case verbs.MANUFACTURE:
            built = [tower] if third else []
            place = [arc_part(second), ways("tower"), *mover()]
            return Saying([ways("mystical manufacturing", "manufacturing", "wmm"), card(first), *built], place, [*BUILDING, "and"])
        case verbs.MANUFACTURE_ON:
            name, *rest = target()
            return Saying(
                [ways("mystical manufacturing", "manufacturing", "wmm"), card(first), name],
                [*rest, ways("tower")],
                [*BUILDING, "drop", "drops"],
            )
        case verbs.HYPNOTIZE:
            other = monster_parts(position, int(position.state.monsters[second]))
            return Saying([card(first)], [*target(), *other], [*HITTING, "each", "other"])
        case verbs.BOLT:
            if second == base_verbs.NOTHING:
                return Saying([card(first)], target(), HITTING)
            there = to(f"{second + 1}", f"forest {second + 1}", f"arc {second + 1}") | ways(f"forest {second + 1}")
            return Saying([card(first), there], target(), [*HITTING, "send", "sends", "move", "moves", "it"])
        case verbs.TELEPORT:
            there = to(f"{RINGS[second]} {third + 1}", f"{RINGS[second][0]}{third + 1}")
            return Saying([card(first), there], target(), ["move", "moves", "send", "sends"])
        case verbs.TELEPORT_FORTIFY:
            there = to(f"{third + 1}", f"wall {third + 1}", f"wall of arc {third + 1}", f"arc {third + 1}")
            return Saying(
                [card(first), ways("fortify", "fortify token"), there], [arc_part(second), ways("wall")], ["move", "moves", "arc"]
            )
        case verbs.ASSEMBLE:
            return Saying([card(first)], [arc_part(second), ways("wall")], BUILDING)
        case verbs.KEEP_CARD:
            return Saying([card(first)], mover(), ["keep", "keeps", "take", "takes", "want"])
        case verbs.ORDER_CARD:
            return Saying(
                [card(first)], mover(), ["put", "puts", "next", "deck", "top", "back", "return", "returns", "goes", "first", "and"]
            )
        case verbs.GIVE_UP_HOPE | verbs.GIVE_UP_WIZARD:
            return Saying([card(first)], mover(), DISCARDING)
        case verbs.STAND_TOGETHER:
            return Saying([card(first), player_part(second)], (), ["let", "lets"])
        case verbs.RETURNS | verbs.RAISED | verbs.REMOVED_TOKEN | verbs.ANNOUNCED:
            around = [
                "goes", "go", "back", "returns", "return", "comes", "come", "pile", "takes", "take", "place", "announces", "announced", "replaces",
                "removed", "remove", "out", "becomes", "doppelgangers", "boss",
            ]  # fmt: skip
            return Saying([ways(*tokens.ways[first])], [ways("necromancer"), ways("harbinger"), ways("doppelganger")], [*around, *DRAWING])
        case verbs.STARTS:
            return Saying([ways(*tokens.ways[first]), arc_part(second)], (), PUTTING)
        case verbs.DRAWN | verbs.WIZARD_DRAWN:
            return Saying([card(first)], mover(), DRAWING)
        case verbs.SEEN:
            return Saying([card(first)], mover(), ["see", "sees", "saw", "look", "looks", *DRAWING])
    return None
