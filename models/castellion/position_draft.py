"""A position as a text states it: what both written forms share, before anyone asks whether it can be.

The line (notation.py) and the TOML form (position_file.py) read into a `Draft` and write from one; position_check.py judges it; `built`
makes the position. Both forms use the same stage names and the same keys for what is rarely stated.

What a newcomer would get wrong: the discards are never stored. Every Defender and Pantry tile is somewhere, so they are what is left, while a Traitor that is
not in sight has left the game. For the same reason a text may leave out whatever follows from the rest (`usual`), and a stage at which nothing is left to
decide runs on to the next one, as in a game.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from castlewise.models.castellion import stages
from castlewise.models.castellion.game import Castellion
from castlewise.models.castellion.ordeals import Ordeal
from castlewise.models.castellion.position import Position
from castlewise.models.castellion.position_keys import (
    BEFORE_A_TURN,
    DESTROYING,
    MEETING,
    NAMED_OUTCOMES,
    NAMED_STAGES,
    OUTCOMES,
    SETTING_UP,
    STAGES,
)
from castlewise.models.castellion.prison_ring import ends_of, in_order
from castlewise.models.castellion.rule_set import EXPERT, RuleSet
from castlewise.models.castellion.rules.appendices import PRISON_FEE
from castlewise.models.castellion.rules.castle import place_tile
from castlewise.models.castellion.rules.destruction import ABOVE_ALL
from castlewise.models.castellion.rules.formations import bastions, lines
from castlewise.models.castellion.rules.ordeals import SPARED_BY_A_BASTION
from castlewise.models.castellion.rules.traitors import TILES_FOR_A_TRAITOR
from castlewise.models.castellion.rules.turn import CHAMPION_FEE, advance
from castlewise.models.castellion.state import COLUMN, State
from castlewise.models.castellion.tiles import BLACK_TRAITOR, KINDS, PANTRY, STONES, TRAITOR, counted
from castlewise.models.kernel import jit_wanted
from castlewise.models.reading import inside

# Where `advance` takes a stage up again, so that a draft is left at the node a game would stop at.
_TAKEN_UP = {
    stages.TURN_UP_CARD: stages.SET_UP,
    stages.CHOOSE_PROPHET: stages.SET_UP,
    stages.DRAW_VIGIL: stages.SET_UP,
    stages.TURN: stages.AFTER_ORDEAL,  # where a full castle meets its ordeal
    stages.FACE_TRAITOR: stages.TILE_DRAWN,  # where the Horror takes its place
}
_FEES = {stages.FIRE: 1, stages.DONATION: 1, stages.CHAMPION_PRICE: CHAMPION_FEE, stages.PRISON_PRICE: PRISON_FEE}


@dataclass
class Draft:
    """What a text states. Players, columns, rows, cards and kinds count from 0; None stands for "not stated"."""

    game: Castellion
    file: str = ""  # where the text came from, for messages
    player: int = 0
    stage: int = stages.TURN
    purpose: int = 0
    outcome: int = stages.UNDECIDED
    castles: list[list[list[int]]] = field(default_factory=list)  # each player's columns, bottom up
    cards: list[int | None] = field(default_factory=lambda: [None] * 3)  # which of its number lies there, None where that is not known
    met: int = 0
    traitors: int = 0
    black_traitors: int = 0
    safe: list[int] | None = None
    standard: list[int] | None = None
    discards: list[int] | None = None
    hand: int | None = None
    received: bool | None = None
    gift: bool | None = None
    revealed: list[int] | None = None
    recovering: int | None = None  # a shape
    due: int | None = None
    sweep: tuple[int, int] | None = None  # column and row
    meets: int | None = None
    during: str | None = None
    turning: int | None = None
    reveals: int | None = None
    vigil: int | None = None
    prophet: int | None = None
    pawn_used: bool | None = None
    haunted: tuple[int, int, int] | None = None  # player, column and row
    prison: tuple[int, ...] = ()  # in order around the ring
    pantry: list[int] | None = None  # by kind, like every list of tiles
    champion: int | None = None

    def __post_init__(self) -> None:
        self.castles = self.castles or [[] for _ in range(self.rule_set.players)]

    @property
    def rule_set(self) -> RuleSet:
        return self.game.rule_set

    @property
    def pawn_in_play(self) -> bool:
        """Whether the Menace pawn begins in front of the player, to be used later."""
        return bool(self.game.blank_state().pawn)

    @property
    def stage_name(self) -> str:
        return NAMED_OUTCOMES[self.outcome] if self.stage == stages.OVER else NAMED_STAGES[self.stage, self.purpose]

    def set_stage(self, name: str) -> None:
        if name in OUTCOMES:
            self.stage, self.purpose, self.outcome = stages.OVER, 0, OUTCOMES[name]
        else:
            self.stage, self.purpose = STAGES[name]

    def place(self, key: str) -> str:
        return inside(self.file, key)

    def castle_key(self, player: int) -> str:
        return "castle" if self.rule_set.players == 1 else f"castles[{player + 1}]"

    # What is stated, or else what is usual.

    def stated(self, key: str) -> Any:
        return getattr(self, key.replace("-", "_"))

    def state_that(self, key: str, value: Any) -> None:
        setattr(self, key.replace("-", "_"), value)

    def value(self, key: str) -> Any:
        stated = self.stated(key)
        return self.usual(key) if stated is None else stated

    def is_worth_writing(self, key: str) -> bool:
        return bool(self.value(key) != self.usual(key))

    def usual(self, key: str) -> Any:
        """The value of a key that goes without saying."""
        if key == "received":  # Pantry tiles are never drawn
            return self.hand is not None and self.stage != stages.OVER and (bool(self.gift) or PANTRY <= self.hand < STONES)
        if key == "gift":
            return False
        if key == "pawn-used":
            return self.haunted is not None or self.outcome == stages.LOST_HAUNTED
        if key == "due":
            return self._tiles_due() if self.stage_name in DESTROYING else None
        if key == "reveals":
            return 1 if self.stage in (stages.CHOOSE_CARD, stages.TURN_OVER_CARD) else None
        if key == "turning" and self.stage == stages.TURN_OVER_CARD:
            hidden = self.face_down
            return hidden[0] if len(hidden) == 1 else None
        if key == "meets":
            return self._who_meets()
        if key == "revealed":
            return [0] * KINDS
        if key == "pantry":
            return self._pantry_left()
        return () if key == "prison" else None

    def _tiles_due(self) -> int | None:
        """How many tiles are destroyed if none has been yet."""
        if self.purpose in _FEES:
            return _FEES[self.purpose]
        expert = self.rule_set.level == EXPERT
        owner = self.owner
        if self.purpose == stages.TRAITOR_PRICE:
            return TILES_FOR_A_TRAITOR - (min(lines(self.standing(), owner), TILES_FOR_A_TRAITOR) if expert else 0)
        card = self.next_card
        if card is None or card.penalty is None:
            return None
        return max(0, card.penalty - (SPARED_BY_A_BASTION * bastions(self.standing(), owner) if expert else 0))

    def _who_meets(self) -> int | None:
        if self.stage_name not in ("meet-card", "penalty"):
            return None
        if self.rule_set.players == 1:
            return 0
        return self.player if self.champion is None else 1 - self.champion

    def _pantry_left(self) -> list[int]:
        """None of the Pantry tiles is discarded."""
        seen = self.in_sight()
        gone = self.discards or [0] * KINDS
        return [max(0, total - seen[kind] - gone[kind]) if PANTRY <= kind < STONES else 0 for kind, total in self._every_kind()]

    @property
    def owner(self) -> int:
        """Whose castle the encounter or destruction is about."""
        if self.stage_name in ("meet-card", "penalty"):
            return int(self.value("meets"))
        if self.stage_name == "pay-prison":
            return self.champion or 0
        return self.player if self.stage == stages.DESTROY_TILES else 0

    @property
    def next_card(self) -> Ordeal | None:
        """The card of the lowest ordeal, if it is known."""
        card = self.card(self.met) if self.met < 3 else None
        return None if card is None else self.rule_set.ordeals[self.met].cards[card]

    def card(self, number: int) -> int | None:
        """Which card of a number it is, if that is known: the only one is."""
        return 0 if len(self.rule_set.ordeals[number].cards) == 1 else self.cards[number]

    @property
    def face_down(self) -> list[int]:
        """The ordeals to come whose card is not known."""
        return [number for number in range(self.met, 3) if self.card(number) is None]

    # Where every tile is.

    def _every_kind(self) -> list[tuple[int, int]]:
        return list(enumerate(self.rule_set.all_tiles))

    def where(self) -> dict[str, list[int]]:
        """Tiles in sight, apart from the Pantry, by the key they are stated under."""
        counts = {
            self.castle_key(player): counted(kind for column in columns for kind in column) for player, columns in enumerate(self.castles)
        }
        counts["hand"] = counted([] if self.hand is None else [self.hand])
        counts["revealed"] = list(self.value("revealed"))
        counts["vigil"] = counted([] if self.vigil is None else [self.vigil])
        counts["prison"] = counted(self.prison)
        counts["traitors"] = counted([TRAITOR] * self.traitors + [BLACK_TRAITOR] * self.black_traitors)
        return counts

    def in_sight(self) -> list[int]:
        return [sum(counts) for counts in zip(*self.where().values(), strict=True)]

    def piles(self) -> tuple[list[int], list[int]]:
        """The safe and the standard pile: what is stated, or what is left.

        A pile that is not stated holds what it began with, less what is in sight or discarded: that came out of the standard pile while it lasted.
        """
        left = [
            total - seen - pantry
            for (_, total), seen, pantry in zip(self._every_kind(), self.in_sight(), self.value("pantry"), strict=True)
        ]
        if self.discards is not None:
            left = [tiles - gone for tiles, gone in zip(left, self.discards, strict=True)]
        rules = self.rule_set
        if self.safe is not None:
            safe = self.safe
        elif self.standard is not None:
            safe = _capped([tiles - kept for tiles, kept in zip(left, self.standard, strict=True)], rules.safe)
        else:
            safe = _capped(left, rules.safe)
        if self.standard is not None:
            return safe, self.standard
        return safe, _capped([tiles - kept for tiles, kept in zip(left, safe, strict=True)], rules.standard)

    def discarded(self) -> list[int]:
        """Defender and Pantry tiles that are nowhere else."""
        safe, standard = self.piles()
        elsewhere = zip(self.in_sight(), self.value("pantry"), safe, standard, strict=True)
        return [total - sum(tiles) if kind < STONES else 0 for (kind, total), tiles in zip(self._every_kind(), elsewhere, strict=True)]

    def standing(self) -> State:
        """A state with the castles and nothing else."""
        state: State = self.game.kernel.blank("State")
        for player, columns in enumerate(self.castles):
            for at, column in enumerate(columns):
                for kind in column:
                    place_tile(state, player, kind, at + 1)
        if self.haunted is not None:
            player, column_of, row = self.haunted
            state.haunted, state.haunted_castle = 1 + column_of * COLUMN + row, player
        return state


def _capped(counts: Sequence[int], most: Sequence[int]) -> list[int]:
    return [min(max(count, 0), limit) for count, limit in zip(counts, most, strict=True)]


def draft_of(position: Position) -> Draft:
    """A position as a draft in which everything is stated."""
    s, game = position.state, position.game
    draft = Draft(game, player=position.player, stage=int(s.stage), purpose=int(s.purpose), outcome=int(s.outcome))
    draft.castles = [position.columns(player) for player in range(game.rule_set.players)]
    draft.cards = [_less_one(card) for card in s.card]
    draft.met, draft.traitors, draft.black_traitors = int(s.met), int(s.traitors), int(s.black_traitors)
    draft.safe, draft.standard, draft.revealed = _ints(s.safe), _ints(s.standard), _ints(s.revealed)
    draft.pantry = [0] * PANTRY + _ints(s.pantry) + [0] * (KINDS - STONES)
    draft.hand, draft.vigil, draft.recovering = _less_one(s.hand), _less_one(s.vigil), _less_one(s.recovering)
    draft.prophet, draft.champion, draft.turning = _less_one(s.prophet), _less_one(s.champion), _less_one(s.number)
    draft.received, draft.gift = bool(s.hand_from == stages.RECEIVED), bool(s.gift)
    draft.haunted = _haunted(position)
    if draft.pawn_in_play:
        draft.pawn_used = not s.pawn
    if any(s.prison):
        draft.prison = in_order(_ints(s.prison), int(s.prison_first), int(s.prison_last))
    if draft.stage == stages.DESTROY_TILES:
        draft.due = int(s.due)
        if s.sweep_row != ABOVE_ALL:
            draft.sweep = int(s.sweep_column), int(s.sweep_row)
    if draft.stage_name in ("meet-card", "penalty"):
        draft.meets = int(s.owner)
    if s.resume == stages.BEGIN_TURN:
        draft.during = BEFORE_A_TURN
    if draft.stage in (stages.CHOOSE_CARD, stages.TURN_OVER_CARD):
        draft.reveals = int(s.reveals)
    return draft


def _ints(values: Sequence[int]) -> list[int]:
    return [int(value) for value in values]


def _less_one(value: int) -> int | None:
    """From a field that keeps 1 + something, and 0 for nothing."""
    return int(value) - 1 if value else None


def _haunted(position: Position) -> tuple[int, int, int] | None:
    if position.haunted is None:
        return None
    player, column, row = position.haunted
    return player, column - 1, row - 1


def built(draft: Draft, compiled: bool | None) -> Position:
    """The position of a draft that was found possible, run on to its node.

    Settled by the plain rules, so that reading compiles nothing.
    """
    state = state_of(draft)
    state.stage = _TAKEN_UP.get(state.stage, state.stage)
    if draft.stage == stages.TURN:
        state.resume = stages.BEGIN_TURN
    draft.game.kernel(advance)(draft.game.rules, state)
    position = Position(draft.game, state)
    if not (jit_wanted() if compiled is None else compiled):
        return position
    return Castellion(draft.rule_set, compiled=True).adopted(position)


def state_of(draft: Draft) -> State:
    """The state of a draft at its stage, before anything runs on."""
    state = draft.standing()
    safe, standard = draft.piles()
    state.safe, state.standard, state.revealed = list(safe), list(standard), list(draft.value("revealed"))
    state.discards = draft.discarded()
    state.pantry = draft.value("pantry")[PANTRY:STONES]
    state.prison = counted(draft.prison)
    state.prison_first, state.prison_last = ends_of(draft.prison)
    setting_up = draft.stage_name in SETTING_UP
    for number in range(3):  # in the setup the game itself turns up what is the only card of its number
        card = (
            draft.cards[number]
            if setting_up and len(draft.rule_set.ordeals[number].cards) > 1
            else None
            if setting_up
            else draft.card(number)
        )
        state.card[number] = _plus_one(card)
    state.player, state.stage, state.purpose, state.outcome = draft.player, draft.stage, draft.purpose, draft.outcome
    state.met, state.traitors, state.black_traitors = draft.met, draft.traitors, draft.black_traitors
    state.hand, state.vigil, state.recovering = _plus_one(draft.hand), _plus_one(draft.vigil), _plus_one(draft.recovering)
    state.prophet, state.champion, state.number = _plus_one(draft.prophet), _plus_one(draft.champion), _plus_one(draft.value("turning"))
    state.hand_from = stages.RECEIVED if draft.value("received") else stages.DRAWN
    state.gift = int(draft.value("gift"))
    state.pawn = int(draft.pawn_in_play and not draft.value("pawn-used"))
    state.owner, state.due, state.reveals = draft.owner, draft.value("due") or 0, draft.value("reveals") or 0
    if draft.stage == stages.DESTROY_TILES:
        state.sweep_column, state.sweep_row = draft.sweep or (0, ABOVE_ALL)
    if draft.stage_name in MEETING:
        state.resume = _resumed(draft)
    return state


def _plus_one(value: int | None) -> int:
    return 0 if value is None else value + 1


def _resumed(draft: Draft) -> int:
    """What an encounter goes on with."""
    if draft.hand is not None:
        return stages.USE if draft.hand < TRAITOR else stages.FACE_TRAITOR
    return stages.BEGIN_TURN if draft.during == BEFORE_A_TURN else stages.END_TURN
