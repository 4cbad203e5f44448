"""The Wizard's Tower in the engine beside the referee (tests/referee/wizards_tower): the engine's integers in the referee's words, and games
that begin where the expansion's rare things are about to happen."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from castle_panic.differential import Sides, names, referee_rules
from castle_panic.differential import _SETUP as BASE_SETUP
from castle_panic.differential import events as base_events
from castle_panic.differential import snapshot as base_snapshot
from castle_panic.differential import translate as base_translate
from castlewise.models.castle_panic import moves as base_verbs
from castlewise.models.castle_panic import stages as base_stages
from castlewise.models.castle_panic.board import CASTLE, COLOURS, KNIGHT, RINGS, monster
from castlewise.models.castle_panic.game import CastlePanic
from castlewise.models.castle_panic.position import Position
from castlewise.models.castle_panic.rule_set import MASTER_SLAYER, RuleSet
from castlewise.models.castle_panic.rules.monsters import place
from castlewise.models.castle_panic.state import State
from castlewise.models.castle_panic.wizards_tower import moves as verbs
from castlewise.models.castle_panic.wizards_tower import stages
from castlewise.models.castle_panic.wizards_tower.components import DOPPELGANGER, FIRST_MEGA_BOSS, HARBINGER_TOKEN, IMP, MEGA_BOSSES
from castlewise.models.castle_panic.wizards_tower.marks import FLAME_UNIT, flames_of, fresh_of
from castlewise.models.castle_panic.wizards_tower.position_keys import SETTING_UP
from castlewise.models.move_code import first_of, second_of, target_of, third_of, verb_of
from referee.castle_panic import Flow
from referee.wizards_tower.board import BurnableMonster
from referee.wizards_tower.components import CASTLE_CARDS, OPTIONS
from referee.wizards_tower.game import WizardsTowerReferee

PLAY = base_stages.PLAY_PHASE
_ORACLE = (stages.ORACLE_DRAW, stages.ORACLE_KEEP, stages.ORACLE_ORDER)


def wizards_rules(rules: RuleSet) -> dict[str, object]:
    named: dict[str, object] = {option: True for option in OPTIONS if getattr(rules, option.replace(" ", "_"))}
    return referee_rules(rules) | named | ({} if rules.harbingers is None else {"harbingers": rules.harbingers})


def monster_seen(position: Position, packed: int) -> tuple[Any, ...]:
    m = position.monster(packed)
    return (m.name, m.ring, m.arc, m.health, m.tarred, flames_of(packed), fresh_of(packed))


def translate(position: Position, move: int) -> tuple[Any, ...]:
    """A move of the engine in the referee's words."""
    verb, first, second, third = verb_of(move), first_of(move), second_of(move), third_of(move)
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
    if verb in _WITH_TOKEN:
        return (_WITH_TOKEN[verb], tokens[first])
    return base_translate(position, move, monster_seen)


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
    state = position.state
    cards = position.rule_set.components.cards
    marks = [int(state.monsters[i]) for i in range(state.monster_count)]
    known = [] if state.stage in _ORACLE else [int(card) for card in state.oracle[: state.oracle_count]]
    return base_snapshot(position) | {
        "monsters": tuple(sorted(monster_seen(position, packed) for packed in marks)),
        "player": 0 if state.stage in BASE_SETUP or state.stage in SETTING_UP else position.player,
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
    if after.state.imps == 0:
        yield "no Imp is left"
    yield from _rules_met(before, after, words)


def _doubles(position: Position) -> int:
    return sum(m.name == "doppelganger" for m in position.monsters)


def _rules_met(before: Position, after: Position, words: tuple[Any, ...]) -> Iterator[str]:
    """The alternate rules that have just made a difference."""
    rules = after.rule_set
    if after.state.benefit > before.state.benefit:
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
    if rules.solo_basilisk and words[0] == "discard" and any(m.name == "basilisk" for m in before.monsters):
        yield "rule solo-basilisk"


def late_position(rules: RuleSet, seed: int, *, compiled: bool | None = None) -> Position:
    """A turn begins with everything possible on the board: fires, Mega Bosses, Imps, a Doppelganger, hands of both decks, few tokens."""
    rng = random.Random(seed)
    game = CastlePanic(rules, compiled=compiled)
    state, seats = game.blank_state(), range(rules.players)
    for arc in range(6):
        state.towers[arc] = int(rng.random() < 0.6)
        state.walls[arc] = int(rng.random() < 0.5)
    state.towers[rng.randrange(6)] = 1
    for arc in range(6):
        if state.walls[arc] and rng.random() < 0.4:
            state.wall_flames[arc] = rng.choice([1, 2, 2])
        if state.towers[arc] and rng.random() < 0.4:
            state.tower_flames[arc] = rng.choice([1, 2, 2])
    free = [arc for arc in range(6) if state.walls[arc] and not state.wall_flames[arc]]
    for arc in rng.sample(free, min(rng.choice([0, 1, 1, 2]), len(free))):
        state.fortify[arc] = 1
    standing = [arc for arc in range(6) if state.towers[arc]]
    rng.shuffle(standing)
    state.wizard = 1 + rng.choice(standing) if rng.random() < 0.7 else 0
    state.benefit = int(rules.death_benefit and not state.wizard)
    if rules.my_home:
        for player in seats:
            if standing:
                state.homes[player] = standing.pop() + 1
                state.backup[player] = int(rules.edition == 2 and rng.random() < 0.3)
            state.out[player] = int(state.homes[player] == 0)
        if rules.kings_tower:
            state.king = standing.pop() + 1 if standing and rng.random() < 0.8 else 0
            state.king_fell = int(state.king == 0)
    alive = [player for player in seats if not state.out[player]]
    state.player = rng.choice(alive)
    if len(alive) == rules.players and rng.random() < 0.2:
        state.first_turns = rules.players - state.player
    _deal(game, state, alive, rng)
    _scatter(game, state, rng)
    state.stage = base_stages.BEGIN_TURN
    return game.settled(state)


def _deal(game: CastlePanic, state: State, alive: list[int], rng: random.Random) -> None:
    """Hands of both decks, Special cards first more often than not; decks that soon run out."""
    rules = game.rule_set
    castle = [kind for kind, count in enumerate(rules.full_deck) for _ in range(count)]
    wizards = [kind for kind, count in enumerate(state.wizard_deck) for _ in range(count)]
    rng.shuffle(castle)
    rng.shuffle(wizards)
    if rng.random() < 0.5:
        castle.sort(key=lambda kind: bool(rules.components.cards[kind].rings) or rng.random() < 0.3)
    for kind in range(len(state.deck)):
        state.deck[kind] = state.wizard_deck[kind] = 0
    for player in alive:
        state.held_walls[player] = int(rules.walls == "players" and rng.random() < 0.5)
        for _ in range(rng.randrange(rules.hand_size + 1)):
            pack = wizards if wizards and rng.random() < 0.4 else castle
            state.hands[player][pack.pop(0)] += 1
    rng.shuffle(castle)
    for pack, deck, discards in ((castle, state.deck, state.discards), (wizards, state.wizard_deck, state.wizard_discards)):
        for _ in range(rng.choice([0, 1, 3, 6, len(pack), len(pack)])):
            if pack:
                deck[pack.pop()] += 1
        for kind in pack:
            discards[kind] += 1


def _scatter(game: CastlePanic, state: State, rng: random.Random) -> None:
    """Monsters anywhere but under a standing Tower, a few tokens in the pile, the rest discarded or won."""
    rules = game.rule_set
    components = rules.components
    tokens = [kind for kind, count in enumerate(rules.all_tokens) for _ in range(count)]
    rng.shuffle(tokens)
    if rng.random() < 0.6:
        tokens.sort(key=lambda kind: components.tokens[kind].effect == "none")
    for kind in range(len(state.pile)):
        state.pile[kind] = 0
    harbingers = [kind for kind in tokens if kind == HARBINGER_TOKEN]
    tokens = [kind for kind in tokens if kind != HARBINGER_TOKEN]
    bosses = [FIRST_MEGA_BOSS + bit for bit in range(len(MEGA_BOSSES)) if state.bosses >> bit & 1]
    rng.shuffle(bosses)
    awake = bosses[: rng.randrange(len(harbingers) + 1)]
    for kind in awake:
        state.bosses &= ~(1 << (kind - FIRST_MEGA_BOSS))
    for kind in harbingers[len(awake) :]:
        state.pile[kind] += 1
    for kind in tokens[: rng.choice([0, 1, 1, 2, 3, 6])]:
        state.pile[kind] += 1
        tokens.remove(kind)
    standing = [kind for kind in awake if rng.random() < 0.8]
    lonely = rules.too_quiet and rng.random() < 0.5
    if lonely:
        standing = []
    monsters = standing + [IMP] * (0 if lonely else rng.choice([0, 0, 0, 1, 3, 13, 18]))
    others = [kind for kind in tokens if components.tokens[kind].health or kind == DOPPELGANGER]
    rng.shuffle(others)
    if rng.random() < 0.5:
        others.sort(key=lambda kind: kind != DOPPELGANGER)
    monsters += others[: rng.randrange(1, 3 if lonely else 9)]
    if monsters == [DOPPELGANGER]:  # with no token left the game would be won
        monsters.append(others[1])
    state.imps -= monsters.count(IMP)
    arcs = rng.sample(range(6), rng.choice([2, 3, 6]))
    for kind in monsters:
        ring, arc = rng.choice([0, 1, 2, 3, 3, CASTLE]), rng.choice(arcs)
        if ring == CASTLE and (state.towers[arc] or kind == DOPPELGANGER):
            ring = KNIGHT
        health = components.tokens[kind].health
        flames = rng.choice([0, 0, 0, 1, 2]) if kind != DOPPELGANGER else 0
        place(state, monster(kind, ring, arc, rng.randint(1, health) if health else 0) + flames * FLAME_UNIT)
        if kind in tokens:
            tokens.remove(kind)
    for kind in tokens + [kind for kind in awake if kind not in standing]:
        if rules.version == MASTER_SLAYER and components.tokens[kind].health:
            state.trophies[rng.randrange(rules.players)][kind] += 1
        else:
            state.token_discards[kind] += 1
    state.charge = int(rules.final_charge and not any(state.pile))


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
        position, state = self._taken_over, self._taken_over.state
        arcs, players = range(1, 7), range(position.rule_set.players)
        self.towers = {arc: arc in position.towers for arc in arcs}
        self.walls = {arc: arc in position.walls for arc in arcs}
        self.fortify = {arc: arc in position.fortified for arc in arcs}
        self.wizards_tower = position.wizards_tower or None
        for arc in arcs:
            self.flames["wall", arc] = position.wall_flames[arc - 1]
            self.flames["tower", arc] = position.tower_flames[arc - 1]
        self.monsters = [BurnableMonster(m.name, m.ring, m.arc, m.health, m.tarred, m.flames) for m in position.monsters]
        self.imps = int(state.imps)
        self.bosses = [name for bit, name in enumerate(MEGA_BOSSES) if int(state.bosses) >> bit & 1]
        self.hands, self.trophies = position.hands, position.trophies
        self.deck, self.discards = position.deck, position.discards
        self.wizard_deck, self.wizard_discards = position.wizard_deck, position.wizard_discards
        self.pile, self.token_discards = position.pile, position.token_discards
        self.player = position.player
        self.had_a_turn = [state.first_turns == 0 or player < self.player for player in players]
        self.homes = [int(state.homes[player]) or None for player in players]
        self.on_backup = [bool(state.backup[player]) for player in players]
        self.out = [bool(state.out[player]) for player in players]
        self.king = int(state.king) or None
        self.benefit = bool(state.benefit)
        self.hand_size += int(state.benefit) - int(state.king_fell)
        self.held_walls = [int(state.held_walls[player]) for player in players]
        yield from ()


def known_difference(before: Position, after: Position, words: tuple[Any, ...], keys: set[str]) -> str:
    """What the engine is known to do in another way, if that is all there is; test_differential_findings.py has a test for each."""
    if keys == {"deck", "discards"} and after.state.stage == stages.WHICH_DECK:
        return "the Castle deck is reshuffled for a player who may draw from the Wizard deck"
    doubly = words[0] == "hit with" and "double strike" in words[2]
    if _doubles(before) and (doubly or words[0] == "wave" or words[:2] == ("spell", "valadors wave")):
        return "the Doppelganger waits for the end of a Double Strike or of Valador's Wave"
    if after.state.stage == stages.RAISE and after.rule_set.growing_fire and after.rule_set.my_home:
        return "the Necromancer raises Monsters before the players have lost what Growing Fire took"
    if words[0] == "returns" and keys <= {"pile", "token discards", "trophies"}:
        return "the Doppelganger's Monster is taken off the wrong heap when an Imp died last in the same stroke"
    if keys == {"pile", "token discards"} and after.rule_set.not_over_yet and any(token in MEGA_BOSSES for token in after.pile):
        return "Not Over Yet puts slain Mega Bosses into the pile"
    if "towers" in keys and after.state.stage in (stages.FIRE_ORDER, base_stages.WHO_IS_HURT):
        return "the players are asked although all Towers fall"
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
