"""Where the referee of The Wizard's Tower and the engine differed when they were first compared: what the rulebooks say, one test for each.

Where the rulebooks leave it open and the referee reads them in another way, `known_difference` in differential.py lets the comparison go on.
"""

from __future__ import annotations

from castlewise.models.castle_panic.game import CastlePanic
from castlewise.models.castle_panic.rule_set import read_rules
from castlewise.models.contract import Node
from wizards_tower.arrange import QUIET, arrange, board, options, play


def test_the_doppelganger_is_replaced_within_a_double_strike() -> None:
    """It is replaced by the next Monster that is destroyed: the first of two, and that one can be hit again."""
    position = arrange(hand=["red archer", "double strike"], monsters=["doppelganger archer 1", "imp archer 2"], pile=QUIET)
    position = play(position, "ds.ra@a2im1")
    assert options(position) == {"hit.ra@a1im1", "pass"}


def test_the_doppelganger_is_replaced_within_valadors_wave() -> None:
    position = arrange(hand=["valadors wave"], monsters=["doppelganger archer 1", "imp archer 2", "ogre knight 2"], pile=QUIET)
    position = play(position, "wvw@a2im1")
    assert board(position) == ["imp archer 1", "ogre knight 2"]


def test_the_doppelgangers_monster_leaves_the_trophies_although_an_imp_died_too() -> None:
    monsters = ["doppelganger archer 4", "orc knight 1 health 1", "imp knight 1"]
    position = arrange("players=2,master-slayer", hand=["chain lightning"], monsters=monsters, pile=QUIET)
    position = play(position, "wcl@k1", "return.o")
    assert position.trophies == [[], []]


def test_the_doppelgangers_monster_leaves_the_pile_although_an_imp_died_too() -> None:
    monsters = ["doppelganger archer 4", "orc knight 1 health 1", "imp knight 1"]
    rules = "players=2,monster-recycling"
    position = arrange(rules, stage="token", monsters=monsters, walls=[], pile=["giant boulder", *QUIET])
    position = play(position, "token.gb", "roll.1", "return.o")
    assert sorted(position.pile) == sorted(QUIET)


def test_not_over_yet_leaves_slain_mega_bosses_out_of_the_pile() -> None:
    """Mega Bosses never lie in the pile: their tokens have another shape."""
    position = arrange(
        "players=2,not-over-yet", hand=["red archer"], monsters=["hydra archer 1 health 1", "orc forest 3"], pile=["plague archers"]
    )
    position = play(position, "ra@a1hy1", "end", "token.pa")
    assert "token.pk" in options(position)
    assert "token.hy" not in options(position)


def test_all_towers_falling_one_by_a_breath_asks_nobody() -> None:
    """Tower 2 falls to the Dragon's breath and Tower 1, the last, to two Monsters: who of them is hurt does not matter."""
    position = arrange(
        monsters=["dragon archer 2", "orc swordsman 1", "troll swordsman 1"],
        stage="move",
        pile=QUIET,
        towers=[1, 2],
        walls=[],
        burning=["t2", "t2"],
        wizard_tower=0,
    )
    assert play(position, "roll.3").is_over


def test_imps_alone_do_not_hold_up_the_win() -> None:
    """They do not count toward the number of Monsters that must be defeated."""
    position = arrange(hand=["red archer"], monsters=["orc archer 1 health 1", "imp archer 4"], pile=[])
    assert play(position, "ra@a1o1").is_over


def test_a_monster_crushed_by_mystical_manufacturing_is_a_trophy() -> None:
    """Monsters slain by Wizard cards are kept as trophies."""
    position = arrange(
        "players=2,master-slayer",
        hand=["mystical manufacturing", "brick"],
        monsters=["imp forest 4", "orc castle 1 health 1"],
        towers=[6],
        pile=QUIET,
    )
    assert play(position, "wmm.br@c1o1").trophies == [["orc"], []]


def test_a_tower_is_not_dropped_on_the_warlock() -> None:
    """The Warlock is unaffected by Wizard cards."""
    position = arrange(hand=["mystical manufacturing", "brick"], monsters=["warlock castle 1"], towers=[2, 3, 4, 5, 6], pile=QUIET)
    assert not any("@c1wl" in text for text in options(position))


def test_growing_fire_goes_for_the_doppelgangers_monster_too() -> None:
    """It functions as if it were just drawn, and every Monster that is placed in phase 6 feeds the fires of its arc."""
    monsters = ["doppelganger archer 4", "orc knight 1"]
    rules = "players=2,growing-fire"
    position = arrange(rules, stage="token", monsters=monsters, walls=[], pile=["giant boulder", *QUIET], burning=["t4"])
    position = play(position, "token.gb", "roll.1")
    assert (board(position), position.tower_flames[3]) == (["orc archer 4"], 2)


# What the rulebooks leave open and the referee had read in another way: docs/readings-wizards-tower.md says how it is played.


def test_the_castle_deck_empty_when_a_player_chooses_the_deck_to_draw_from() -> None:
    """is made anew before the choice; one could also wait until a card has to be drawn from it."""
    position = arrange(hand=["brick"], stage="discard", deck=[], monsters=["orc forest 1"], pile=QUIET)
    position = play(position, "discard.br")
    assert options(position) == {"castle", "wizards"}
    assert (position.discards, "brick" in position.deck) == ([], True)


def test_walls_that_are_rolled_for() -> None:
    """are rolled before the Wizard's Tower gets its place; one could also place that first."""
    position = CastlePanic(read_rules("players=2,wizards-tower,walls=random"), compiled=False).start()
    assert position.game.node(position) is Node.CHANCE


def test_a_home_that_growing_fire_takes_from_a_player_as_a_monster_appears() -> None:
    """is lost when what the Monster brings has been resolved, here the Monsters that the Necromancer raises; one could also take it at once."""
    position = arrange(
        "players=2,edition=1,my-home,growing-fire",
        stage="token",
        pile=["harbinger", *QUIET],
        monsters=["orc archer 4"],
        homes=[1, 2],
        burning=["t1", "t1"],
    )
    position = play(position, "token.ha", "boss.ne", "roll.1")
    assert (position.towers, bool(position.state.out[0])) == ([2, 3, 4, 5, 6], False)
