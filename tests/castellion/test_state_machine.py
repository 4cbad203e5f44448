"""What is true at every moment of every game, whatever the rules and whoever plays: no tile is made or lost, none hangs in the air, no castle is split,
formations are what a flood fill finds, and every State is tidy.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from hypothesis import Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule

from castellion.differential import Skilled, late_position
from castlewise.models.castellion import stages
from castlewise.models.castellion.game import Castellion
from castlewise.models.castellion.position import Position
from castlewise.models.castellion.rule_set import APPENDICES, EXPERT, LEVELS, PANTRIES, RuleSet, read_rules
from castlewise.models.castellion.rules.formations import bastions, lines, towers
from castlewise.models.castellion.state import COLUMN
from castlewise.models.castellion.tiles import DEFENDERS, KINDS, PANTRY, STONES, TRAITOR
from castlewise.models.contract import TEAM, Node
from castlewise.models.kernel import jit_wanted

COMPILED_OR_PLAIN = st.sampled_from([False, True] if jit_wanted() else [False])
SIZES = st.sampled_from(["", "", "", "size=6x4", "size=4x6", "size=3x3", "size=2x6", "size=6x1"])
EASY = st.sampled_from(["", "", "ordeal1=0T:2", "ordeal1=0T:1,ordeal2=0T:1", "ordeal1=1T-else-5:1,ordeal2=earthworm-1:1"])


@st.composite
def rule_sets(draw: st.DrawFn) -> RuleSet:
    level = draw(st.sampled_from(list(LEVELS)))
    parts = [level, draw(st.sampled_from(["", "two-player"])), draw(st.sampled_from(["", *APPENDICES]))]
    parts += [draw(st.sampled_from(["", *PANTRIES])) if level == EXPERT else "", draw(SIZES), draw(EASY)]
    return read_rules(",".join(filter(None, parts)))


class PlayedGame(RuleBasedStateMachine):
    """A game that hypothesis plays, move by move or a stretch at a time."""

    @initialize(rules=rule_sets(), compiled=COMPILED_OR_PLAIN)
    def begin(self, rules: RuleSet, compiled: bool) -> None:
        self.game = Castellion(rules, compiled=compiled)
        self.now = self.game.start()
        check_node(self.now)

    @rule(seed=st.integers(0, 1 << 20))
    def begin_late(self, seed: int) -> None:
        self.now = late_position(self.game.rule_set, seed, compiled=self.game.kernel.compiled)
        check_node(self.now)

    @precondition(lambda self: not self.now.is_over)
    @rule(pick=st.integers(0, 1 << 20))
    def make_any_move(self, pick: int) -> None:
        listed = self.game.moves(self.now)
        self.make(listed[pick % len(listed)])

    @precondition(lambda self: not self.now.is_over)
    @rule(seed=st.integers(0, 1 << 20), moves=st.integers(5, 80), skill=st.sampled_from([0.0, 0.9]))
    def play_on(self, seed: int, moves: int, skill: float) -> None:
        player = Skilled(self.game, skill, seed)
        for _ in range(moves):
            if self.now.is_over:
                break
            self.make(player.chance(self.now) if self.now.is_chance else player.choose(self.now))

    @rule()
    def write_and_read(self) -> None:
        again = self.game.read(str(self.now))
        assert bytes(again) == bytes(self.now)
        assert again.rule_set == self.now.rule_set

    def make(self, move: int) -> None:
        after = self.game.apply(self.now, move)
        try:
            check_node(after)
        except AssertionError as error:
            error.add_note(f"{self.game.short(self.now, move)} in {self.now} led to {bytes(after)!r}")
            raise
        self.now = after


TestTilesAreConservedAndCastlesStandAtEveryNode = PlayedGame.TestCase
TestTilesAreConservedAndCastlesStandAtEveryNode.settings = settings(
    max_examples=80,
    stateful_step_count=8,
    phases=[Phase.explicit, Phase.reuse, Phase.generate],  # a failure names its position and move: there is nothing to shrink
)


# The properties. They read the State as plain numbers, whichever kernel it comes from.

Cells = dict[tuple[int, int], int]


def numbers(position: Position) -> Any:
    return position.game.kernel.layouts["State"].from_bytes(bytes(position))


def cells_of(s: Any, castle: int) -> Cells:
    """A castle cell by cell, straight from the boards: (column, row) to kind."""
    found: Cells = {}
    for column in range(8):
        for row in range(COLUMN):
            bit = 1 << (column * COLUMN + row)
            shapes = [i for i in range(3) if s.shapes[castle][i] & bit]
            factions = [i for i in range(4) if s.factions[castle][i] & bit]
            assert len(shapes) <= 1, "two tiles in a cell"
            assert len(factions) <= len(shapes), "a faction without a tile"
            if shapes:
                found[column, row] = factions[0] * 3 + shapes[0] if factions else PANTRY + shapes[0]
    return found


def check_node(position: Position) -> None:
    s = numbers(position)
    rules = position.rule_set
    castles = [cells_of(s, 0), cells_of(s, 1)]
    check_castles(rules, castles)
    check_tiles(rules, s, castles)
    for castle, cells in enumerate(castles):
        assert (towers(s, castle), bastions(s, castle), lines(s, castle)) == flood_filled(cells, haunted_in(s, castle))
    check_pawn(rules, s, castles)
    check_prison(rules, s)
    check_ordeals(rules, s)
    check_nothing_is_left_pending(rules, s)
    check_who_moves(position)


def check_castles(rules: RuleSet, castles: list[Cells]) -> None:
    assert rules.players == 2 or not castles[1]
    for cells in castles:
        assert all(column < rules.width and row < rules.height for column, row in cells)
        assert all(row == 0 or (column, row - 1) in cells for column, row in cells), "a tile hangs in the air"
        floor = sorted(column for column, row in cells if row == 0)
        assert floor == list(range(len(floor))), "the castle is split, or does not begin in the first column"


def check_tiles(rules: RuleSet, s: Any, castles: list[Cells]) -> None:
    """Every Defender and Pantry tile is somewhere, once; Traitors never become more."""
    seen = Counter(kind for cells in castles for kind in cells.values())
    for pile in (s.safe, s.standard, s.revealed, s.discards, s.prison):
        assert min(pile) >= 0
        seen.update({kind: count for kind, count in enumerate(pile) if count})
    seen.update({PANTRY + shape: count for shape, count in enumerate(s.pantry)})
    seen.update(kind - 1 for kind in (s.hand, s.vigil) if kind)
    assert [seen[kind] for kind in range(STONES)] == list(rules.all_tiles[:STONES])
    seen[TRAITOR] += s.traitors
    seen[TRAITOR + 1] += s.black_traitors
    assert all(seen[kind] <= rules.all_tiles[kind] for kind in range(STONES, KINDS))
    assert not any(s.discards[STONES:])
    assert not any(s.prison[DEFENDERS:])
    assert sum(s.revealed) <= 4


def haunted_in(s: Any, castle: int) -> tuple[int, int] | None:
    return divmod(s.haunted - 1, COLUMN) if s.haunted and s.haunted_castle == castle else None


def flood_filled(cells: Cells, haunted: tuple[int, int] | None) -> tuple[int, int, int]:
    """Towers, bastions and lines, found by following neighbours of one faction."""
    patterns = {
        frozenset((0, row) for row in range(4)): 0,
        frozenset((column, row) for column in range(2) for row in range(2)): 1,
        frozenset((column, 0) for column in range(4)): 2,
    }
    found = [0, 0, 0]
    unseen = {cell for cell, kind in cells.items() if kind < DEFENDERS}
    while unseen:
        group, edge = set(), [unseen.pop()]
        while edge:
            column, row = edge.pop()
            group.add((column, row))
            for other in ((column + 1, row), (column - 1, row), (column, row + 1), (column, row - 1)):
                if other in unseen and cells[other] // 3 == cells[column, row] // 3:
                    unseen.remove(other)
                    edge.append(other)
        left, low = min(column for column, _ in group), min(row for _, row in group)
        pattern = patterns.get(frozenset((column - left, row - low) for column, row in group))
        if pattern is not None and haunted not in group:
            found[pattern] += 1
    return found[0], found[1], found[2]


def check_pawn(rules: RuleSet, s: Any, castles: list[Cells]) -> None:
    haunting = rules.appendix in ("cold-sweat", "horror")
    assert s.pawn == 0 or haunting or rules.appendix == "premonition"
    if s.haunted:
        assert haunting
        assert not s.pawn
        assert haunted_in(s, s.haunted_castle) in castles[s.haunted_castle]
    else:
        assert s.haunted_castle == 0


def check_prison(rules: RuleSet, s: Any) -> None:
    tiles = sum(s.prison)
    shapes = [sum(s.prison[kind] for kind in range(shape, DEFENDERS, 3)) for shape in range(3)]
    assert tiles <= 8
    assert tiles == 0 or rules.appendix == "prison"
    assert max(shapes) <= (tiles + 1) // 2, "no two neighbours in the ring have the same shape"
    if 0 < tiles < 8:
        assert s.prison_first <= s.prison_last
        assert shapes[s.prison_first]
        assert shapes[s.prison_last]
    else:
        assert s.prison_first == s.prison_last == 0


def check_ordeals(rules: RuleSet, s: Any) -> None:
    assert 0 <= s.met <= 3
    assert all(s.card[:3][number] for number in range(s.met))
    assert all(0 <= s.card[number] <= len(rules.ordeals[number].cards) for number in range(3))
    assert (s.champion > 0) == (rules.players == 2 and s.met > 0)
    if s.stage != stages.OVER and s.met < 3 and s.stage not in (stages.WHO_MEETS, stages.MEET_CARD, stages.DESTROY_TILES):
        assert s.traitors + s.black_traitors < rules.ordeals[s.met].traitors - int(s.prophet == s.met + 1)


def check_nothing_is_left_pending(rules: RuleSet, s: Any) -> None:
    """What means nothing at a stage is 0, so that equal positions are equal bytes."""
    assert s.stage < stages.FIRST_PASSING
    assert (s.outcome == 0) == (s.stage != stages.OVER)
    assert (s.due > 0) == (s.purpose > 0) == (s.stage == stages.DESTROY_TILES)
    if s.stage != stages.DESTROY_TILES:
        assert s.sweep_column == s.sweep_row == 0
        assert s.owner == 0 or s.stage == stages.MEET_CARD
    assert (s.recovering > 0) == (s.stage == stages.RECOVER)
    assert (s.number > 0) == (s.stage == stages.TURN_OVER_CARD)
    assert (s.reveals > 0) == (s.stage in (stages.CHOOSE_CARD, stages.TURN_OVER_CARD))
    meeting = (stages.WHO_MEETS, stages.MEET_CARD)
    assert (s.resume > 0) == (s.stage in meeting or s.purpose in (stages.PENALTY, stages.PRISON_PRICE))
    if s.hand:
        kept = s.stage in (stages.USE, stages.FACE_TRAITOR, stages.HAUNT_COLUMN, stages.OVER) or s.purpose == stages.DONATION
        assert kept or s.resume in (stages.USE, stages.FACE_TRAITOR)
    else:
        assert s.hand_from == 0
        assert s.stage not in (stages.USE, stages.FACE_TRAITOR, stages.HAUNT_COLUMN)
    assert not s.gift or rules.players == 2


def check_who_moves(position: Position) -> None:
    game = position.game
    if game.node(position) is Node.CHOICE:
        assert len(game.choices(position)) > 1, "a node with one choice is passed"
        assert game.mover(position) in {TEAM, *range(position.rule_set.players)}
