"""Turns of the Wizard's Tower in the middle of greedy games, with hands and flames of chance so that every card comes up; and all ways to play them."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass

from castlewise.models.castle_panic import moves as verbs
from castlewise.models.castle_panic import stages
from castlewise.models.castle_panic.board import ARCHER, ARCS, CASTLE, FOREST, RING_UNIT, SWORDSMAN, kind_of, ring_of
from castlewise.models.castle_panic.expansions.wizards_tower.components import FIRST_WIZARD_CARD
from castlewise.models.castle_panic.expansions.wizards_tower.marks import FLAME_UNIT, flames_of
from castlewise.models.castle_panic.expansions.wizards_tower.stages import DRAW_FOR, FIRE_ORDER, REPLACE_DOPPELGANGER, ROLL_STEP
from castlewise.models.castle_panic.position import Position
from castlewise.models.castle_panic.rule_set import read_rules
from castlewise.models.castle_panic.turn_question import Goal, Outlook, Worth, worth_of_board
from castlewise.models.move_code import first_of, target_of, verb_of
from castlewise.puzzles.boards import self_play

RULES = (
    "players=2",
    "players=1",
    "players=3,flaming-tar",
    "players=2,all-for-one",
    "players=4,cavalry-hobble,walls=none",
    "players=2,heroic-powers",
)
BRING_CARDS = ("be", "nh", "re", "weo", "wtb")  # what they bring is not known, so no plan plays them
LEFT_TO_ENUMERATION = ("ph", "dg", "hy", "ne", "cm", "dr", "wl")  # Monsters that the turn models leave out
CASTLE_CARDS = ("co", "cr", "ds", "en", "fl", "kb")
MODELLED = (*CASTLE_CARDS, *["waf", "wrf", "wgf", "wbf", "wbb", "wcl", "wew", "whl", "wlb", "wri", "wrn", "wrg", "wvw", "wwf", "wws"])
PLAIN = ("ra", "gk", "bs", "rh", "gh", "bh", "aa", "ak", "as", "br", "mo", "fw", "bb", "ns", "ta", "db")


class TooMany(Exception):
    """The turn has more positions than was allowed."""


class ByChance(Exception):
    """A die decides where Monsters are at the end of the Move phase."""


def small_wizards_turn(
    seed: int, *, most_cards: int = 4, cards: tuple[str, ...] = (), most_monsters: int = 5, without: tuple[str, ...] = ()
) -> Position:
    """A turn with a hand of chance, in which those `cards` come up first, flames here and there, not too many Monsters, and none of some."""
    rng = random.Random(f"turn {seed}")
    played = self_play(rng, read_rules(f"{rng.choice(RULES)},wizards-tower"))
    position = played.game.as_plain().adopted(played)
    game, s = position.game, position.game.copy(position.state)
    table = position.rule_set.components.cards
    codes = [card.code for card in table]
    mine = s.hands[s.player]
    for kind, count in enumerate(list(mine)):
        (s.deck if kind < FIRST_WIZARD_CARD else s.wizard_deck)[kind] += count
        mine[kind] = 0
    special = cards or tuple(card.code for card in table[codes.index("be") :] if card.code not in BRING_CARDS)
    wanted = [rng.choice(special) for _ in range(rng.randint(1, 2))] + [rng.choice(PLAIN) for _ in range(rng.randint(1, most_cards - 1))]
    for kind in map(codes.index, wanted[:most_cards]):
        elsewhere = [hand for player, hand in enumerate(s.hands) if player != s.player]
        stocks = [s.deck, s.discards, *elsewhere] if kind < FIRST_WIZARD_CARD else [s.wizard_deck, s.wizard_discards, *elsewhere]
        stock = next((pile for pile in stocks if pile[kind] > 0), None)
        if stock is not None:
            stock[kind] -= 1
            mine[kind] += 1
    s.berserk = s.oracle_count = s.oracle_ordered = 0
    s.oracle[:] = [0] * len(s.oracle)
    tokens = position.rule_set.components.tokens
    there = [m for m in s.monsters[: s.monster_count] if tokens[kind_of(m)].code not in without]
    kept = rng.sample(there, min(len(there), most_monsters))
    kept = [
        m + (rng.randint(ARCHER, SWORDSMAN) - ring_of(m)) * RING_UNIT if ring_of(m) < CASTLE and rng.random() < 0.6 else m for m in kept
    ]
    burning = [m + FLAME_UNIT * rng.choice([0, 0, 0, 1, 2]) if flames_of(m) == 0 and ring_of(m) > FOREST else m for m in kept]
    s.monsters[: s.monster_count] = [0] * s.monster_count
    s.monsters[: len(burning)] = sorted(burning)
    s.monster_count = len(burning)
    for arc in range(ARCS):
        s.wall_flames[arc] = rng.choice([0, 0, 1, 2]) if s.walls[arc] and not s.fortify[arc] else 0
        s.tower_flames[arc] = rng.choice([0, 0, 0, 1, 2]) if s.towers[arc] else 0
    return Position(game, s)


@dataclass(frozen=True)
class Finished:
    """A turn after its Move phase."""

    before_move: Position
    end: Position
    draws: int

    @property
    def outlook(self) -> Outlook:
        return Outlook.of(self.end)


def all_turns(start: Position, most: int = 3_000) -> Iterator[Finished]:
    """Every different end of a turn from its Play phase on, tried one by one through the plain rules."""
    codes = [card.code for card in start.rule_set.components.cards]
    seen: set[tuple[bytes, int]] = set()
    todo = [(start, 0)]
    while todo:
        here, draws = todo.pop()
        if (bytes(here), draws) in seen:
            continue
        seen.add((bytes(here), draws))
        if len(seen) > most:
            raise TooMany
        game = here.game
        if here.is_over:
            yield Finished(here, here, draws)
            continue
        if here.is_chance:
            raise ByChance
        for move in game.choices(here):
            if verb_of(move) == verbs.END_PLAY:
                yield from _after_the_move(game.apply(here, move), here, draws)
            elif target_of(move) or codes[first_of(move)] not in BRING_CARDS or verb_of(move) < 64:
                after, drawn = game.apply(here, move), draws + (verb_of(move) == verbs.DRAW_TWO)
                assert after.state.stage not in (stages.DRAW_IN_PLAY, DRAW_FOR), "no such card is in these hands"
                todo.append((after, drawn))


def _after_the_move(here: Position, before: Position, draws: int) -> Iterator[Finished]:
    todo = [here]
    while todo:
        here = todo.pop()
        if here.state.stage in (stages.WHO_IS_HURT, FIRE_ORDER, REPLACE_DOPPELGANGER):
            todo += [here.game.apply(here, move) for move in here.game.choices(here)]
        elif here.state.stage == ROLL_STEP or (here.is_chance and here.state.tokens_then):  # type: ignore[attr-defined]
            raise ByChance
        else:
            yield Finished(before, here, draws)


def worth_of(start: Position, finished: Finished, worth: Worth) -> int:
    s = finished.before_move.numbers
    total: int = worth_of_board(worth, finished.outlook) + worth.missing * s.missing + worth.draw * finished.draws
    if worth.card:
        total += sum(each * have for each, have in zip(worth.card, s.hands[start.player], strict=True))
    if worth.partner_card:
        others = [p for p in range(start.rule_set.players) if p != start.player and not s.out[p]]
        total += sum(each * s.hands[p][kind] for p in others for kind, each in enumerate(worth.partner_card))
    result = start.game.result(finished.end)
    return total if result is None else total + (worth.won if result.won else worth.lost)


def achieves(start: Position, finished: Finished, goal: Goal) -> bool:
    """Goals other than to slay certain Monsters, which a board does not tell."""
    before, after = Outlook.of(finished.before_move), finished.outlook
    s = finished.before_move.numbers
    fell = sum(before.towers) - sum(after.towers)
    struck = [a > b for old, new in ((before.walls, after.walls), (before.fortify, after.fortify)) for a, b in zip(old, new, strict=True)]
    return (
        not (goal.slay_all and before.monsters)
        and not any(ring_of(m) in goal.clear for m in before.monsters)
        and not ((goal.no_tower_falls or goal.no_structure_falls) and fell)
        and not (goal.no_structure_falls and any(struck))
        and all(s.hands[start.player][kind] >= count for kind, count in goal.keep)
    )
