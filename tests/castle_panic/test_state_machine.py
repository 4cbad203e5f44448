"""What is true at every moment of every game, whatever the rules and whoever plays: no piece is made or lost, and every State is tidy.

What a newcomer would get wrong: these are properties of nodes. Between two of them, in the middle of `advance`, a Tower may have Monsters
in its space and the list of Monsters be unsorted.
"""

from __future__ import annotations

from typing import Any

from hypothesis import Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule

from castle_panic.differential import Skilled, late_position
from castlewise.models.castle_panic import stages
from castlewise.models.castle_panic.board import ATTACKING, CASTLE, SWORDSMAN, TARRED, arc_of, health_of, kind_of, ring_of, space_of
from castlewise.models.castle_panic.components import BRICK_CARD, MORTAR_CARD
from castlewise.models.castle_panic.game import CastlePanic
from castlewise.models.castle_panic.notation import read_line
from castlewise.models.castle_panic.position import Position
from castlewise.models.castle_panic.position_draft import BEFORE_PLAY, DRAWING_CARDS, INTERRUPTED, SETUP
from castlewise.models.castle_panic.rule_set import OPTIONS, RuleSet, read_rules
from castlewise.models.castle_panic.state import MONSTERS
from castlewise.models.contract import TEAM, Node
from castlewise.models.kernel import jit_wanted
from castlewise.models.move_code import verb_of

COMPILED_OR_PLAIN = st.sampled_from([False, True] if jit_wanted() else [False])


@st.composite
def rule_sets(draw: st.DrawFn) -> RuleSet:
    players = draw(st.integers(1, 6))
    version = "solitaire" if players == 1 else draw(st.sampled_from(["co-op", "master-slayer"]))
    options = draw(st.sets(st.sampled_from(sorted(OPTIONS)), max_size=6))
    options -= {"kings-tower"} if players == 6 else set()
    options |= {"charging-horde"} if "easier-trades" in options else set()
    walls, edition = draw(st.sampled_from(["all", "players", "random", "none", "3"])), draw(st.sampled_from([1, 2]))
    return read_rules(",".join([f"players={players}", version, f"walls={walls}", f"edition={edition}", *sorted(options)]))


class PlayedGame(RuleBasedStateMachine):
    """A game that hypothesis plays, move by move or a stretch at a time."""

    @initialize(rules=rule_sets(), compiled=COMPILED_OR_PLAIN)
    def begin(self, rules: RuleSet, compiled: bool) -> None:
        self.game = CastlePanic(rules, compiled=compiled)
        self.now = self.game.start()
        check_node(self.now)

    @rule(seed=st.integers(0, 1 << 20))
    def begin_late(self, seed: int) -> None:
        self.now = late_position(self.game.rule_set, seed, compiled=self.game.kernel.compiled)
        check_node(self.now)

    @precondition(lambda self: not self.now.is_over)
    @rule(pick=st.integers(0, 1 << 20))
    def make_any_move(self, pick: int) -> None:
        listed = self.game.choices(self.now) or [outcome for outcome, _ in self.game.outcomes(self.now)]
        self.make(listed[pick % len(listed)])

    @precondition(lambda self: not self.now.is_over)
    @rule(seed=st.integers(0, 1 << 20), moves=st.integers(10, 150), skill=st.sampled_from([0.0, 0.9, 1.0]))
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
            check_removed_cards(self.now, after)
            check_structures_built(self.now, move, after)
        except AssertionError as error:
            error.add_note(f"{self.game.short(self.now, move)} in {self.now} led to {bytes(after)!r}")
            raise
        self.now = after


TestPiecesAreConservedAndStatesTidyAtEveryNode = PlayedGame.TestCase
TestPiecesAreConservedAndStatesTidyAtEveryNode.settings = settings(
    max_examples=60,
    stateful_step_count=8,
    phases=[Phase.explicit, Phase.reuse, Phase.generate],  # a failure names its position and move: there is nothing to shrink
)


def test_monsters_stay_sorted_when_the_healer_makes_a_tarred_one_equal_to_its_neighbour() -> None:
    """Rarer than any game would show: before, the tarred Orc comes first by its health; after, last by its mark."""
    position = read_line("cp:players=2,co-op/WWWWWW/a1o1t.a1o2/p1.roll/-,-/-/-/token=he")
    healed = position.game.apply(position, position.game.read_move(position, "roll.3"))
    check_node(healed)
    assert str(healed).split("/")[2] == "f3he2.a1o2.a1o2t"


# The properties. They read the State as plain numbers, whichever kernel it comes from.


def numbers(position: Position) -> Any:
    return position.game.kernel.layouts["State"].from_bytes(bytes(position))


def check_node(position: Position) -> None:
    s = numbers(position)
    check_cards(position.rule_set, s)
    check_tokens(position.rule_set, s)
    check_monsters(position.rule_set, s)
    check_structures(s)
    check_towers_held(position.rule_set, s)
    check_nothing_is_left_pending(position.rule_set, s)
    check_what_can_happen(position, s)


def check_cards(rules: RuleSet, s: Any) -> None:
    assert min(map(min, [s.deck, s.discards, *s.hands])) >= 0
    for kind, total in enumerate(rules.full_deck):
        gone = total - s.deck[kind] - s.discards[kind] - sum(hand[kind] for hand in s.hands)
        may_leave = rules.dwindling_resources and kind in (BRICK_CARD, MORTAR_CARD)
        assert gone == 0 or (gone > 0 and may_leave), rules.components.cards[kind].name
    for player, hand in enumerate(s.hands):
        assert sum(hand) == 0 or (player < rules.players and not s.out[player])


def check_tokens(rules: RuleSet, s: Any) -> None:
    assert min(map(min, [s.pile, s.token_discards, s.to_place, *s.trophies])) >= 0
    on_board = [kind_of(m) for m in s.monsters[: s.monster_count]]
    for kind, total in enumerate(rules.all_tokens):
        rolled_for = int(s.stage == stages.ROLL_TOKEN and s.token == kind)
        elsewhere = s.pile[kind] + s.token_discards[kind] + s.to_place[kind] + sum(trophies[kind] for trophies in s.trophies)
        assert elsewhere + on_board.count(kind) + rolled_for == total, rules.components.tokens[kind].name


def check_monsters(rules: RuleSet, s: Any) -> None:
    monsters = s.monsters[: s.monster_count]
    assert monsters == sorted(monsters)
    assert s.monsters[s.monster_count :] == [0] * (MONSTERS - s.monster_count)
    assert sum(m & TARRED for m in monsters) <= int(s.stage not in SETUP and s.stage not in BEFORE_PLAY), "Tar is played in phase 4"
    for m in monsters:
        assert 1 <= health_of(m) <= rules.components.tokens[kind_of(m)].health
        assert 0 <= arc_of(m) < 6
        if m & ATTACKING:
            assert s.stage == stages.WHO_IS_HURT
            assert (ring_of(m) == SWORDSMAN and s.walls[arc_of(m)]) or (ring_of(m) == CASTLE and s.towers[arc_of(m)])
            assert not m & TARRED
        elif ring_of(m) == CASTLE:
            assert not s.towers[arc_of(m)], "a Monster in the space of a standing Tower"
    if s.stage == stages.WHO_IS_HURT:
        attacked = [space_of(m) for m in monsters if m & ATTACKING]
        assert len({m for m in monsters if m & ATTACKING and space_of(m) == attacked[0]}) > 1, "one attacker is no question"


def check_structures(s: Any) -> None:
    for flags in (s.towers, s.walls, s.fortify):
        assert set(flags) <= {0, 1}
    assert all(wall >= fortify for wall, fortify in zip(s.walls, s.fortify, strict=True)), "a Fortify token without a Wall"
    assert sum(s.fortify) <= 2


def check_towers_held(rules: RuleSet, s: Any) -> None:
    """My Home Is My Castle: nobody holds a fallen Tower, nobody two, no two players the same."""
    held = [home for home in [*s.homes, s.king] if home]
    assert len(held) == len(set(held))
    assert all(s.towers[home - 1] for home in held)
    for player in range(6):
        assert not (s.homes[player] and s.out[player])
        assert not (s.held_walls[player] and (s.out[player] or rules.walls != "players"))
    assert rules.my_home or not held
    assert rules.kings_tower or not (s.king or s.king_fell)


def check_nothing_is_left_pending(rules: RuleSet, s: Any) -> None:
    """Each field of something under way is 0 where nothing of the kind is."""
    tokens_drawn = s.stage in (stages.DRAW_TOKEN, stages.ROLL_TOKEN) or (s.stage in INTERRUPTED and s.resume == stages.NEXT_TOKEN)
    under_way = {
        "resume": s.stage in INTERRUPTED,
        "cards_due": s.stage in DRAWING_CARDS,
        "trades_left": s.stage in (stages.TRADE_PHASE, stages.ANSWER_TRADE),
        "refused": s.stage in (stages.TRADE_PHASE, stages.ANSWER_TRADE),
        "offer_mine": s.stage == stages.ANSWER_TRADE,
        "offer_player": s.stage == stages.ANSWER_TRADE,
        "offer_theirs": s.stage == stages.ANSWER_TRADE,
        "tokens_due": tokens_drawn,
        "tokens_after": tokens_drawn and rules.edition == 2,
        "token": s.stage == stages.ROLL_TOKEN,
        "discarders": s.stage in INTERRUPTED,
        "homeless": s.stage in INTERRUPTED and rules.my_home,
        "walls_due": s.stage == stages.ROLL_WALL,
        "outcome": s.stage == stages.OVER,
    }
    assert [name for name, fits in under_way.items() if getattr(s, name) and not fits] == []
    assert all(getattr(s, name) >= 0 for name in under_way)
    assert not (s.missing and tokens_drawn)


def check_what_can_happen(position: Position, s: Any) -> None:
    """The right kind of moves, one verb or several by the stage, and weights that sum to what is drawn from."""
    game, node = position.game, position.game.node(position)
    choices, outcomes = game.choices(position), game.outcomes(position)
    assert bool(choices) is (node is Node.CHOICE)
    assert bool(outcomes) is (node is Node.CHANCE)
    assert (game.result(position) is not None) is (node is Node.OVER)
    if node is Node.CHOICE:
        assert len(choices) > 1 or s.stage in (stages.PLAY_PHASE, stages.PLACE_STARTING)
        mover = game.mover(position)
        assert mover == TEAM or (mover < position.rule_set.players and not s.out[mover])
    elif node is Node.CHANCE:
        drawn_from = dict.fromkeys(DRAWING_CARDS, sum(s.deck)) | {stages.DRAW_TOKEN: sum(s.pile)}
        drawn_from |= {stages.ROLL_WALL: 6 - sum(s.walls), stages.PLACE_BY_CHANCE: sum(s.to_place)}
        assert sum(weight for _, weight in outcomes) == drawn_from.get(s.stage, 6)
        assert len({verb_of(outcome) for outcome, _ in outcomes}) == 1


def check_removed_cards(before: Position, after: Position) -> None:
    """A reshuffle, and only that, takes a Brick and a Mortar out of the game, each if it is among the cards being shuffled."""
    old, new = numbers(before), numbers(after)
    reshuffled = sum(new.deck) > sum(old.deck) and after.rule_set.dwindling_resources
    for kind in (BRICK_CARD, MORTAR_CARD):
        in_the_game = old.deck[kind] + old.discards[kind] + sum(hand[kind] for hand in old.hands)
        held = sum(hand[kind] for hand in new.hands)
        left = new.deck[kind] + new.discards[kind] + held
        if sum(new.deck) > 0:  # a reshuffle of only a Brick and a Mortar leaves no deck to know it by
            assert in_the_game - left == int(reshuffled and in_the_game > held)
        else:
            assert 0 <= in_the_game - left <= 1


def check_structures_built(before: Position, move: int, after: Position) -> None:
    """Walls and Fortify tokens only come with the move that builds them, one at a time; a Tower never does."""
    old, new = numbers(before), numbers(after)
    form = before.game.short(before, move)
    built = form.startswith(("br.mo@", "wall@", "wall."))
    assert sum(new.walls) - sum(old.walls) <= int(built)
    assert sum(new.fortify) - sum(old.fortify) <= int(form.startswith("fw@"))
    assert all(tower <= stood for tower, stood in zip(new.towers, old.towers, strict=True))
