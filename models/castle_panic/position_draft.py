"""A position as a text states it: what both written forms share, before anyone asks whether it can be.

The line (notation.py) and the TOML form (position_file.py) read into a `Draft` and write from one; position_check.py judges it; `built`
makes the position. Both forms use the same stage names and the same keys for what is rarely stated.

What a newcomer would get wrong: the deck and the pile are never stored. Every card and token is somewhere, so they are what is left.
For the same reason a text may leave out whatever follows from the stage (`usual`), and a stage at which nothing is left to decide runs
on to the next one, as in a game.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from castlewise.models.castle_panic import stages
from castlewise.models.castle_panic.board import ARCS, ATTACKING, CASTLE, MARKS, TARRED, arc_of, health_of, kind_of, monster, ring_of
from castlewise.models.castle_panic.components import CARD_EFFECTS, DRAW_CARD
from castlewise.models.castle_panic.expansions.wizards_tower import position_keys
from castlewise.models.castle_panic.expansions.wizards_tower.stages import (
    CHOOSE_WIZARDS_TOWER,
    DRAW_STARTING,
    FIRE_ORDER,
    GIVE_UP_WIZARD_CARD,
    RAISE,
    REMOVE_TOKEN,
    REPLACE_DOPPELGANGER,
    ROLL_STEP,
    ROLL_WIZARDS_TOWER,
    ROUND_OF_DRAWS,
    WHICH_DECK,
)
from castlewise.models.castle_panic.game import CastlePanic
from castlewise.models.castle_panic.position import Position
from castlewise.models.castle_panic.rule_set import RuleSet
from castlewise.models.castle_panic.rules.monsters import place as place_monster
from castlewise.models.castle_panic.rules.towers import end_game
from castlewise.models.castle_panic.rules.turn import advance
from castlewise.models.castle_panic.state import State
from castlewise.models.kernel import jit_wanted
from castlewise.models.reading import inside

STAGES = {
    "wall-count": stages.ROLL_WALL_COUNT,
    "wall": stages.ROLL_WALL,
    "claim": stages.CLAIM_TOWER,
    "king": stages.NAME_KING,
    "place": stages.PLACE_STARTING,
    "place-by-chance": stages.PLACE_BY_CHANCE,
    "place-by-roll": stages.ROLL_STARTING,
    "deal": stages.DEAL,
    "desperate": stages.ASK_DESPERATE,
    "draw-up": stages.DRAW_UP,
    "discard": stages.DISCARD_PHASE,
    "replace": stages.REPLACE,
    "trade": stages.TRADE_PHASE,
    "answer": stages.ANSWER_TRADE,
    "play": stages.PLAY_PHASE,
    "draw": stages.DRAW_IN_PLAY,
    "move": stages.MOVE_PHASE,  # the Monsters are about to move; read on to what comes of it
    "hurt": stages.WHO_IS_HURT,
    "claim-backup": stages.CLAIM_BACKUP,
    "give-up": stages.GIVE_UP_CARD,
    "charge": stages.ROLL_CHARGE,
    "token": stages.DRAW_TOKEN,
    "roll": stages.ROLL_TOKEN,
}
OUTCOMES = {"won": stages.WON, "lost-towers": stages.LOST_TOWERS, "lost-players": stages.LOST_PLAYERS}
STAGE_NAMES = (*STAGES, *OUTCOMES)
_NAMED_STAGES = {stage: name for name, stage in (STAGES | position_keys.STAGES).items()}
_NAMED_OUTCOMES = {outcome: name for name, outcome in OUTCOMES.items()}

BEFORE_PLACING = (stages.ROLL_WALL_COUNT, stages.ROLL_WALL, stages.CLAIM_TOWER, stages.NAME_KING)
PLACING = (stages.PLACE_STARTING, stages.PLACE_BY_CHANCE, stages.ROLL_STARTING)
SETUP = (*BEFORE_PLACING, *PLACING, stages.DEAL)
BEFORE_PLAY = (stages.ASK_DESPERATE, stages.DRAW_UP, stages.DISCARD_PHASE, stages.REPLACE, stages.TRADE_PHASE, stages.ANSWER_TRADE)
INTERRUPTED = (stages.WHO_IS_HURT, stages.CLAIM_BACKUP, stages.GIVE_UP_CARD)
DRAWING_CARDS = (stages.DRAW_UP, stages.REPLACE, stages.DRAW_IN_PLAY, stages.DEAL)

DURING = {"move": stages.AFTER_MOVE, "charge": stages.BEGIN_TOKENS, "token": stages.NEXT_TOKEN}
"""What an interrupted resolution belongs to, and the stage that it goes on with."""

# The keys that are written only where they are not what one expects. Each is the State's field of that name.
NUMBERS = ("first-turns", "cards-due", "trades-left", "tokens-due", "tokens-after", "walls-due")
FLAGS = ("desperate", "missing", "king-fell", "charge")
PLAYER_SETS = ("refused", "discarders", "homeless", "backup", "out", "held-walls")
EXTRAS = (
    "first-turns", "cards-due", "desperate", "trades-left", "refused", "offer", "missing", "during", "tokens-due", "tokens-after", "token",
    "discarders", "homeless", "homes", "backup", "out", "king", "king-fell", "held-walls", "walls-due", "charge", "removed", "trophies",
)  # fmt: skip

# Where `advance` takes a stage up again, so that a draft is left at the node a game would stop at.
_TAKEN_UP = {
    stages.ASK_DESPERATE: stages.BEGIN_TURN,
    stages.DISCARD_PHASE: stages.BEGIN_DISCARD,
    stages.CLAIM_TOWER: stages.SETUP_TOWERS,
    stages.PLACE_STARTING: stages.SETUP_MONSTERS,
    stages.PLACE_BY_CHANCE: stages.SETUP_MONSTERS,
    stages.ROLL_STARTING: stages.SETUP_MONSTERS,
    stages.WHO_IS_HURT: stages.STRUCTURES,
    FIRE_ORDER: stages.STRUCTURES,
    REPLACE_DOPPELGANGER: stages.AFTERMATH,
    RAISE: stages.AFTERMATH,
    GIVE_UP_WIZARD_CARD: stages.AFTERMATH,
    WHICH_DECK: ROUND_OF_DRAWS,
    CHOOSE_WIZARDS_TOWER: stages.SETUP_TOWERS,
    ROLL_WIZARDS_TOWER: stages.SETUP_TOWERS,
    REMOVE_TOKEN: stages.SETUP_MONSTERS,
    DRAW_STARTING: stages.SETUP_MONSTERS,
    stages.CLAIM_BACKUP: stages.AFTERMATH,
    stages.GIVE_UP_CARD: stages.AFTERMATH,
    stages.ROLL_CHARGE: stages.AFTER_MOVE,
    stages.DRAW_TOKEN: stages.NEXT_TOKEN,
}
# Where an empty board and pile have won the game: everywhere but in the setup and while a movement or token is being resolved.
_WINNABLE = (*BEFORE_PLAY, stages.PLAY_PHASE, stages.DRAW_IN_PLAY, stages.MOVE_PHASE, stages.ROLL_CHARGE)


@dataclass
class DraftMonster:
    kind: int
    ring: int
    arc: int
    health: int
    tarred: bool = False
    attacking: bool = False
    number: int = 0  # its place in the text's list, counted from 1
    more_marks: int = 0  # those of an expansion

    @property
    def packed(self) -> int:
        return monster(self.kind, self.ring, self.arc, self.health) + TARRED * self.tarred + ATTACKING * self.attacking + self.more_marks

    @property
    def key(self) -> str:
        return f"monsters[{self.number}]"


@dataclass(frozen=True)
class Offer:
    """Master Slayer: the trade on the table."""

    mine: int
    player: int
    theirs: int


@dataclass
class Draft:
    """What a text states. Arcs, players and kinds count from 0; None stands for "not stated" where something else follows then."""

    game: CastlePanic
    file: str = ""  # where the text came from, for messages
    player: int = 0
    stage: int = stages.PLAY_PHASE
    outcome: int = stages.UNDECIDED
    towers: list[int] = field(default_factory=lambda: [1] * ARCS)
    walls: list[int] = field(default_factory=lambda: [1] * ARCS)
    fortify: list[int] = field(default_factory=lambda: [0] * ARCS)
    monsters: list[DraftMonster] = field(default_factory=list)
    hands: list[list[int]] = field(default_factory=list)
    discards: list[int] | None = None
    deck: list[int] | None = None
    removed: list[int] = field(default_factory=list)
    token_discards: list[int] | None = None
    pile: list[int] | None = None
    trophies: list[list[int]] = field(default_factory=list)
    numbers: dict[str, int] = field(default_factory=dict)
    flags: dict[str, bool] = field(default_factory=dict)
    players: dict[str, frozenset[int]] = field(default_factory=dict)
    homes: list[int] = field(default_factory=list)  # 1 + arc, as in the State
    king: int = 0
    token: int | None = None
    offer: Offer | None = None
    during: str | None = None
    wizards: dict[str, Any] = field(default_factory=dict)  # the Wizard's Tower's keys

    def __post_init__(self) -> None:
        seats = self.rule_set.players
        kinds = self.rule_set.components
        self.hands = self.hands or [[0] * len(kinds.cards) for _ in range(seats)]
        self.removed = self.removed or [0] * len(kinds.cards)
        self.trophies = self.trophies or [[0] * len(kinds.tokens) for _ in range(seats)]
        self.homes = self.homes or [0] * seats

    @property
    def rule_set(self) -> RuleSet:
        return self.game.rule_set

    def place(self, key: str) -> str:
        return inside(self.file, key)

    # What is stated, or else what is usual.

    def number(self, key: str) -> int:
        return self.numbers[key] if key in self.numbers else self.usual(key)

    def flag(self, key: str) -> bool:
        return self.flags[key] if key in self.flags else self.implied(key)

    def member(self, key: str) -> frozenset[int]:
        return self.players.get(key, frozenset())

    def usual(self, key: str) -> int:
        """The value of a number that goes without saying at this stage."""
        rules, stage = self.game.rules, self.stage
        if key == "cards-due":
            if stage == stages.DRAW_UP and (self.flag("desperate") or self.number("first-turns") == 0):
                benefit = position_keys.stated(self, "benefit") if self.rule_set.wizards_tower else 0
                return max(0, int(rules.hand_size) - self.flag("king-fell") + benefit - sum(self.hands[self.player]))
            if stage == stages.DEAL:
                return max(0, int(rules.hand_size) - sum(self.hands[self.player]))
            if stage == stages.REPLACE:
                return 1
            if stage == stages.DRAW_IN_PLAY:
                return most_cards_drawn(self.rule_set)
        elif key == "trades-left" and stage in (stages.TRADE_PHASE, stages.ANSWER_TRADE):
            return int(rules.trades)
        elif key == "tokens-due":
            if stage == stages.DRAW_TOKEN:
                return int(rules.tokens_per_turn)
            if stage == stages.ROLL_TOKEN or self.interrupts == "token":
                return int(rules.tokens_per_turn) - 1
        elif key == "walls-due" and stage == stages.ROLL_WALL:
            return max(0, self.rule_set.fixed_walls - sum(self.walls))
        return 0

    def implied(self, key: str) -> bool:
        return key == "charge" and (self.stage == stages.ROLL_CHARGE or self.interrupts == "charge")

    @property
    def interrupts(self) -> str:
        """What is interrupted by the question of this stage; empty if it is none of that sort."""
        return (self.during or "move") if self.stage in INTERRUPTED or self.stage in position_keys.INTERRUPTED else ""

    # Where every card and token is.

    def starting_monsters(self) -> dict[int, int]:
        """Those that the setup places, as far as they are in the game."""
        return position_keys.starting_monsters(self) if self.rule_set.wizards_tower else self.rule_set.starting_monsters

    def starting_monsters_left(self) -> list[int]:
        """Starting Monsters that are still to be placed."""
        left = [0] * len(self.rule_set.components.tokens)
        known = not self.rule_set.random_monster_mix or self.stage in PLACING  # which are left in the game
        if known and (self.stage in BEFORE_PLACING or self.stage in PLACING or self.stage in position_keys.SETTING_UP):
            for kind, count in self.starting_monsters().items():
                left[kind] = max(0, count - sum(m.kind == kind for m in self.monsters))
        return left

    def cards_in_sight(self) -> list[int]:
        """Cards in hands or removed from the game."""
        seen = [sum(column) for column in zip(*self.hands, self.removed, strict=True)]
        if self.rule_set.wizards_tower:  # Wizard cards have a deck of their own
            seen = [0 if position_keys.is_wizard_card(kind) else count for kind, count in enumerate(seen)]
        return seen

    def tokens_in_game(self) -> Sequence[int]:
        return position_keys.tokens_in_game(self) if self.rule_set.wizards_tower else self.rule_set.all_tokens

    def tokens_in_sight(self) -> list[int]:
        """Tokens on the board, in trophies, waiting for their place or their roll."""
        seen = [sum(column) for column in zip(*self.trophies, self.starting_monsters_left(), strict=True)]
        for m in self.monsters:
            seen[m.kind] += 1
        if self.stage == stages.ROLL_TOKEN and self.token is not None:
            seen[self.token] += 1
        return seen

    def cards(self) -> tuple[list[int], list[int]]:
        """Deck and discards: what is stated, or what is left."""
        return split(self.rule_set.full_deck, self.cards_in_sight(), self.deck, self.discards)

    def tokens(self) -> tuple[list[int], list[int]]:
        """Pile and discarded tokens, likewise."""
        return split(self.tokens_in_game(), self.tokens_in_sight(), self.pile, self.token_discards)


def split(full: Sequence[int], seen: Sequence[int], stack: list[int] | None, discards: list[int] | None) -> tuple[list[int], list[int]]:
    """What lies in the stack and in the discards. With only the stack stated, all else is discarded; with neither, nothing is."""
    left = [total - gone for total, gone in zip(full, seen, strict=True)]
    if stack is not None and discards is None:
        return stack, [total - kept for total, kept in zip(left, stack, strict=True)]
    gone = discards if discards is not None else [0] * len(left)
    return (stack if stack is not None else [total - lost for total, lost in zip(left, gone, strict=True)]), gone


def most_cards_drawn(rule_set: RuleSet) -> int:
    """By playing one card."""
    return max((card.amount for card in rule_set.components.cards if card.effect == CARD_EFFECTS[DRAW_CARD]), default=0)


def stage_name(draft: Draft) -> str:
    return _NAMED_OUTCOMES[draft.outcome] if draft.stage == stages.OVER else _NAMED_STAGES[draft.stage]


def stages_of(rule_set: RuleSet) -> dict[str, int]:
    """The stages that a game under these rules can be at, by name."""
    return STAGES | position_keys.STAGES if rule_set.wizards_tower else STAGES


def during_of(rule_set: RuleSet) -> dict[str, int]:
    """What can be interrupted under these rules, with the stage that it goes on with."""
    return DURING | {"play": stages.PLAY_PHASE} if rule_set.wizards_tower else DURING


def extras_of(rule_set: RuleSet) -> tuple[str, ...]:
    """The keys that a text may have under these rules."""
    return (*EXTRAS, *position_keys.KEYS) if rule_set.wizards_tower else EXTRAS


def draft_of(position: Position) -> Draft:
    """A position as a draft in which everything is stated."""
    state, game = position.state, position.game
    seats = range(game.rule_set.players)
    draft = Draft(game, player=int(state.player), stage=int(state.stage), outcome=int(state.outcome))
    draft.towers, draft.walls, draft.fortify = _ints(state.towers), _ints(state.walls), _ints(state.fortify)
    draft.monsters = [_unpacked(m) for m in _ints(state.monsters)[: int(state.monster_count)]]
    draft.hands = [_ints(state.hands[player]) for player in seats]
    draft.deck, draft.discards = _ints(state.deck), _ints(state.discards)
    draft.pile, draft.token_discards = _ints(state.pile), _ints(state.token_discards)
    held = zip(game.rule_set.full_deck, *draft.hands, draft.deck, draft.discards, strict=True)
    draft.removed = [full - sum(found) if full else 0 for full, *found in held]
    draft.trophies = [_ints(state.trophies[player]) for player in seats]
    draft.numbers = {key: int(getattr(state, _field(key))) for key in NUMBERS}
    draft.flags = {key: bool(getattr(state, _field(key))) for key in FLAGS}
    for key in PLAYER_SETS:
        stored = getattr(state, _field(key))
        draft.players[key] = frozenset(player for player in seats if (stored[player] if key in _ARRAYS else int(stored) >> player & 1))
    draft.homes = [int(state.homes[player]) for player in seats]
    draft.king = int(state.king)
    draft.token = int(state.token) if draft.stage == stages.ROLL_TOKEN else None
    if draft.stage == stages.ANSWER_TRADE:
        draft.offer = Offer(int(state.offer_mine), int(state.offer_player), int(state.offer_theirs))
    if draft.stage in INTERRUPTED or draft.stage in position_keys.INTERRUPTED:
        draft.during = next(word for word, resume in during_of(game.rule_set).items() if resume == state.resume)
    if game.rule_set.wizards_tower:
        position_keys.take_from_state(draft, state)
    return draft


_ARRAYS = ("backup", "out", "held-walls")  # kept as a field a player; the other sets are bits


def _field(key: str) -> str:
    return key.replace("-", "_")


def _ints(values: Sequence[int]) -> list[int]:
    return [int(value) for value in values]


def _unpacked(m: int) -> DraftMonster:
    return DraftMonster(
        kind_of(m), ring_of(m), arc_of(m), health_of(m), bool(m & TARRED), bool(m & ATTACKING), more_marks=m & MARKS & ~(TARRED | ATTACKING)
    )


def built(draft: Draft, compiled: bool | None) -> Position:
    """The position of a draft that was found possible, run on to its node.

    Settled by the plain rules, so that reading compiles nothing.
    """
    game = draft.game
    state = _state(draft)
    outcome = decided(draft)
    if outcome == stages.LOST_TOWERS:
        state.towers = [0] * ARCS
        state.homes = [0] * len(state.homes)
        state.king, state.king_fell = 0, int(draft.rule_set.kings_tower)
    if outcome != stages.UNDECIDED:
        state.trades_left = state.refused = state.offer_mine = state.offer_player = state.offer_theirs = 0
        if draft.stage == stages.ROLL_TOKEN and draft.token is not None:
            state.token_discards[draft.token] += 1
        game.kernel(end_game)(state, outcome)
    else:
        state.stage = _TAKEN_UP.get(draft.stage, draft.stage)
        game.kernel(advance)(game.rules, state)
    position = Position(game, state)
    if not (jit_wanted() if compiled is None else compiled):
        return position
    return CastlePanic(draft.rule_set, compiled=True).adopted(position)


def decided(draft: Draft) -> int:
    """The outcome of a draft in which the game is over, whether or not it says so."""
    if draft.stage == stages.OVER:
        return draft.outcome
    if draft.stage in SETUP or draft.stage in position_keys.SETTING_UP or draft.stage == ROLL_STEP:
        return stages.UNDECIDED
    entered = {m.arc for m in draft.monsters if m.attacking and m.ring == CASTLE}
    if sum(draft.towers) == len(entered):
        return stages.LOST_TOWERS
    if len(draft.member("out")) == draft.rule_set.players:
        return stages.LOST_PLAYERS
    cleared = position_keys.nobody_to_defeat(draft) if draft.rule_set.wizards_tower else not draft.monsters
    if draft.stage in _WINNABLE and cleared and not any(draft.tokens()[0]):
        return stages.WON
    return stages.UNDECIDED


def _state(draft: Draft) -> State:
    state = draft.game.blank_state()
    state.towers, state.walls, state.fortify = list(draft.towers), list(draft.walls), list(draft.fortify)
    state.deck, state.discards = (list(counts) for counts in draft.cards())
    state.pile, state.token_discards = (list(counts) for counts in draft.tokens())
    state.to_place = draft.starting_monsters_left()
    for player in range(draft.rule_set.players):
        state.hands[player] = list(draft.hands[player])
        state.trophies[player] = list(draft.trophies[player])
        state.homes[player] = draft.homes[player]
    for m in draft.monsters:
        place_monster(state, m.packed)
    for key in NUMBERS:
        setattr(state, _field(key), draft.number(key))
    for key in FLAGS:
        setattr(state, _field(key), int(draft.flag(key)))
    for key in PLAYER_SETS:
        for player in draft.member(key):
            if key in _ARRAYS:
                getattr(state, _field(key))[player] = 1
            else:
                setattr(state, _field(key), getattr(state, _field(key)) | 1 << player)
    state.player = draft.player
    state.king = draft.king
    state.token = draft.token or 0
    state.resume = during_of(draft.rule_set)[draft.interrupts] if draft.interrupts else 0
    if draft.offer:
        state.offer_mine, state.offer_player, state.offer_theirs = draft.offer.mine, draft.offer.player, draft.offer.theirs
    if draft.rule_set.wizards_tower:
        position_keys.put_into_state(draft, state)
    return state
