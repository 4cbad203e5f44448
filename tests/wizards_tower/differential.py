"""The Wizard's Tower in the engine beside the referee (tests/referee/wizards_tower): the engine's integers in the referee's words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, cast

from castle_panic.differential import SETUP, Sides, named_verbs, names, referee_rules, take_over
from castle_panic.differential import events as base_events
from castle_panic.differential import snapshot as base_snapshot
from castle_panic.differential import translate as base_translate
from castlewise.models.castle_panic import moves as base_verbs
from castlewise.models.castle_panic import stages as base_stages
from castlewise.models.castle_panic.board import COLOURS, RINGS
from castlewise.models.castle_panic.expansions.wizards_tower import moves as verbs
from castlewise.models.castle_panic.expansions.wizards_tower import stages
from castlewise.models.castle_panic.expansions.wizards_tower.components import MEGA_BOSSES
from castlewise.models.castle_panic.expansions.wizards_tower.marks import flames_of, fresh_of
from castlewise.models.castle_panic.expansions.wizards_tower.position_keys import SETTING_UP
from castlewise.models.castle_panic.expansions.wizards_tower.state import State
from castlewise.models.castle_panic.position import Position
from castlewise.models.castle_panic.rule_set import RuleSet
from castlewise.models.move_code import first_of, second_of, target_of, third_of, verb_of
from referee.castle_panic import Flow
from referee.wizards_tower.board import BurnableMonster
from referee.wizards_tower.components import CASTLE_CARDS, OPTIONS
from referee.wizards_tower.game import WizardsTowerReferee
from wizards_tower.late_positions import late_position

PLAY = base_stages.PLAY_PHASE
_ORACLE = (stages.ORACLE_DRAW, stages.ORACLE_KEEP, stages.ORACLE_ORDER)


def wizards_rules(rules: RuleSet) -> dict[str, object]:
    named: dict[str, object] = {option: True for option in OPTIONS if getattr(rules, option.replace(" ", "_"), False)}
    return referee_rules(rules) | named | ({} if rules.harbingers is None else {"harbingers": rules.harbingers})


def state_of(position: Position) -> State:
    return cast("State", position.state)


def monster_seen(position: Position, packed: int) -> tuple[Any, ...]:
    m = position.monster(packed)
    return (m.name, m.ring, m.arc, m.health, m.tarred, flames_of(packed), fresh_of(packed))


def translate(position: Position, move: int) -> tuple[Any, ...]:
    """A move of the engine in the referee's words."""
    verb = verb_of(move)
    if verb not in _VERBS:
        return base_translate(position, move, monster_seen)
    first, second, third = first_of(move), second_of(move), third_of(move)
    cards, tokens = names(position.game)
    target = monster_seen(position, target_of(move)) if target_of(move) else ()
    match verb:
        case verbs.DRAWN:
            return ("card", cards[first])
        case verbs.WIZARD_DRAWN:
            return ("wizard card", cards[first])
        case verbs.SEEN:
            return ("seen", cards[first])
        case verbs.HIT_WITH:
            return _hit_with(cards, first, second, target)
        case verbs.SPELL if first == base_verbs.NOTHING:
            return ("wave", target)
        case verbs.SPELL if cards[first] in CASTLE_CARDS:
            return (cards[first],)
        case verbs.SPELL:
            return ("spell", cards[first], target) if target else ("spell", cards[first])
        case verbs.SPELL_AT_ARC:
            return ("spell", cards[first], second + 1)
        case verbs.SPELL_AT_COLOUR:
            return ("spell", cards[first], COLOURS[second])
        case verbs.SPELL_AT_SPACE:
            return ("spell", cards[first], RINGS[second], third + 1)
        case verbs.TELEPORT:
            return ("teleport", RINGS[second], third + 1, target)
        case verbs.TELEPORT_FORTIFY:
            return ("teleport fortify", second + 1, third + 1)
        case verbs.BOLT:
            return ("bolt", None if second == base_verbs.NOTHING else second + 1, target)
        case verbs.HYPNOTIZE:
            return ("hypnotize", tuple(sorted((target, monster_seen(position, int(position.state.monsters[second]))))))
        case verbs.MANUFACTURE:
            return ("manufacture", cards[first], second + 1, bool(third))
        case verbs.MANUFACTURE_ON:
            return ("manufacture on", cards[first], target)
        case verbs.EXTINGUISH:
            return ("extinguish", cards[first], "tower" if third else "wall", second + 1)
        case verbs.ASSEMBLE:
            return ("assemble", cards[first], second + 1)
        case verbs.WIZARDS_TOWER:
            return ("wizards tower", first + 1)
        case verbs.STAND_TOGETHER:
            return ("stand together", second)
        case verbs.BREATHE:
            return ("breathe", target)
        case verbs.STARTS:
            return ("starts", tokens[first], second + 1)
    if verb in _PLAIN:
        return (_PLAIN[verb],)
    if verb in _WITH_CARD:
        return (_WITH_CARD[verb], cards[first])
    return (_WITH_TOKEN[verb], tokens[first])


_VERBS = named_verbs(verbs)
_PLAIN = {verbs.FROM_CASTLE: "from castle", verbs.FROM_WIZARDS: "from wizards", verbs.PASS: "pass"}
_WITH_CARD = {
    verbs.KEEP_CARD: "keep card",
    verbs.ORDER_CARD: "order card",
    verbs.GIVE_UP_HOPE: "give up hope",
    verbs.GIVE_UP_WIZARD: "give up wizard",
}
_WITH_TOKEN = {
    verbs.RETURNS: "returns",
    verbs.REMOVED_TOKEN: "removed",
    verbs.ANNOUNCED: "announced",
    verbs.RAISED: "raised",
}
_SPECIALS = {
    verbs.WITH_NICE_SHOT: "nice shot",
    verbs.WITH_COLOR: "change color",
    verbs.WITH_RANGE: "change range",
    verbs.WITH_DOUBLE: "double strike",
    verbs.WITH_ENCHANTED: "enchanted",
    verbs.WITH_FLAMING: "flaming",
    verbs.WITH_KNOCK_BACK: "knock back",
}


def _hit_with(cards: list[str], hit_card: int, bits: int, target: tuple[Any, ...]) -> tuple[Any, ...]:
    specials = tuple(sorted(name for bit, name in _SPECIALS.items() if bits & bit))
    if not specials:
        return ("hit", cards[hit_card], target)
    return ("nice shot", cards[hit_card], target) if specials == ("nice shot",) else ("hit with", cards[hit_card], specials, target)


def snapshot(position: Position) -> dict[str, object]:
    state = state_of(position)
    cards = position.rule_set.components.cards
    marks = [int(state.monsters[i]) for i in range(state.monster_count)]
    known = [] if state.stage in _ORACLE else [int(card) for card in state.oracle[: state.oracle_count]]
    return base_snapshot(position) | {
        "monsters": tuple(sorted(monster_seen(position, packed) for packed in marks)),
        "player": 0 if state.stage in SETUP or state.stage in SETTING_UP else position.player,
        "wizards tower": position.wizards_tower or None,
        "wall flames": tuple(position.wall_flames),
        "tower flames": tuple(position.tower_flames),
        "wizard deck": tuple(sorted(position.wizard_deck)),
        "wizard discards": tuple(sorted(position.wizard_discards)),
        "imps": int(state.imps),
        "bosses": tuple(sorted(name for bit, name in enumerate(MEGA_BOSSES) if int(state.bosses) >> bit & 1)),
        "benefit": bool(state.benefit),
        "ice": bool(state.ice),
        "berserk": bool(state.berserk),
        "known top": tuple(cards[card - 1].name for card in known),
    }


def events(before: Position, after: Position, words: tuple[Any, ...]) -> Iterator[str]:
    """Which cards, tokens and rules were met, and what happened by itself."""
    yield from base_events(before, after)
    match words:
        case ("spell", card, *_):
            yield f"card {card}"
        case ("hit with", _, specials, _):
            yield from (f"card {special}" for special in specials)
        case ("berserk" | "never lose hope" | "reinforce" as card,):
            yield f"card {card}"
        case ("stand together" | "hypnotize" as card, _):
            yield f"card {card}"
        case ("bolt", *_):
            yield "card lightning bolt"
        case ("manufacture" | "manufacture on", *_):
            yield "card mystical manufacturing"
        case ("teleport" | "teleport fortify", *_):
            yield "card teleport"
        case ("token" | "announced" | "starts", token, *_):
            yield f"token {token}"
    if before.wizards_tower and not after.wizards_tower:
        yield "the Wizard's Tower fell"
    if after.wizards_tower and not before.wizards_tower and words[0] == "manufacture":
        yield "the Wizard's Tower was rebuilt"
    if words[0] != "returns" and _doubles(before) > _doubles(after):
        yield "the Doppelganger was replaced without a question"
    if state_of(after).imps == 0:
        yield "no Imp is left"
    yield from _rules_met(before, after, words)


def _doubles(position: Position) -> int:
    return sum(m.name == "doppelganger" for m in position.monsters)


def _rules_met(before: Position, after: Position, words: tuple[Any, ...]) -> Iterator[str]:
    """The alternate rules that have just made a difference."""
    rules = after.rule_set
    if state_of(after).benefit > state_of(before).benefit:
        yield "rule death-benefit"
    if rules.flaming_tar and any(m.tarred and m.flames for m in after.monsters):
        yield "rule flaming-tar"
    if rules.cavalry_hobble and words[0] == "end play" and any(m.name == "goblin cavalry" and m.health == 1 for m in before.monsters):
        yield "rule cavalry-hobble"
    if rules.too_quiet and [m.name for m in after.monsters if m.name != "doppelganger"] == ["imp"] * 6 and after.state.stage == PLAY:
        yield "rule too-quiet"
    if rules.growing_fire and words[0] == "roll" and before.state.stage == base_stages.ROLL_TOKEN:
        lit = sum(after.wall_flames + after.tower_flames) > sum(before.wall_flames + before.tower_flames)
        placed = set(after.monsters) - set(before.monsters)
        if lit and not any(m.name in ("chimera", "dragon") for m in after.monsters) and placed:
            yield "rule growing-fire"
    if words[0] == "raised" and before.rule_set.components.tokens[before.rule_set.components.token(words[1])].health == 0:
        yield "rule necromancer-randomizer"
    if words[0] == "removed":
        yield "rule random-monster-mix"
    if rules.monster_shortage and words[0] == "token":
        yield "rule monster-shortage"
    if rules.players == 1 and words[0] == "discard" and "stand together" in words[1]:
        yield "rule solo-stand-together"
    if rules.solo_basilisk and words[0] == "discard" and any(m.name == "basilisk" for m in before.monsters):
        yield "rule solo-basilisk"


class WallsFirst(WizardsTowerReferee):
    """The engine rolls for Walls before the Wizard's Tower has its place (see test_differential_findings.py)."""

    def _set_up_wizards_tower(self) -> Flow[None]:
        yield from ()

    def _set_up_homes(self) -> Flow[None]:
        yield from super()._set_up_wizards_tower()
        yield from super()._set_up_homes()


class LateReferee(WizardsTowerReferee):
    """A referee who takes over where a turn begins."""

    def __init__(self, position: Position) -> None:
        self._taken_over = position
        super().__init__(wizards_rules(position.rule_set))

    def _set_up(self) -> Flow[None]:
        position, state = self._taken_over, state_of(self._taken_over)
        take_over(self, position)
        self.monsters = [BurnableMonster(m.name, m.ring, m.arc, m.health, m.tarred, m.flames) for m in position.monsters]
        self.wizards_tower = position.wizards_tower or None
        for arc in range(1, 7):
            self.flames["wall", arc] = position.wall_flames[arc - 1]
            self.flames["tower", arc] = position.tower_flames[arc - 1]
        self.wizard_deck, self.wizard_discards = position.wizard_deck, position.wizard_discards
        self.imps = int(state.imps)
        self.bosses = [name for bit, name in enumerate(MEGA_BOSSES) if int(state.bosses) >> bit & 1]
        self.benefit = bool(state.benefit)
        self.hand_size += int(state.benefit)
        yield from ()


def known_difference(before: Position, after: Position, words: tuple[Any, ...], keys: set[str]) -> str:
    """What the engine reads in another way that the rulebooks allow, if that is all there is; test_differential_findings.py has a test for each."""
    if keys == {"deck", "discards"} and after.state.stage == stages.WHICH_DECK:
        return "the Castle deck is reshuffled for a player who may draw from the Wizard deck"
    arrived = words[0] == "roll" and len(after.monsters) > len(before.monsters)
    if after.rule_set.growing_fire and after.rule_set.my_home and arrived and len(after.towers) < len(before.towers):
        return "what a Monster brings comes before the players have lost what Growing Fire took"
    return ""


# When the last Tower falls the rest of the movement is left as it is; how far it had come by then is nobody's concern.
_IDLE_WHEN_LOST = frozenset({"monsters", "imps", "walls", "fortify", "wall flames", "pile", "token discards", "trophies"})

SIDES = Sides(
    idle_when_lost=_IDLE_WHEN_LOST,
    known_difference=known_difference,
    referee=lambda rules: WallsFirst(wizards_rules(rules)),
    late_referee=LateReferee,
    late_position=late_position,
    translate=translate,
    snapshot=snapshot,
    events=events,
)
