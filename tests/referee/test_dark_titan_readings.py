"""Readings of The Dark Titan (docs/readings-dark-titan.md), each in a test that carries its name."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from test_docs import in_a_name

from referee.castle_panic import ARCS, MonsterTuple
from referee.dark_titan import DarkTitan
from referee.dark_titan.arranged import END, KEEP, RESTS, Arranged, drawing, in_play, supports, titan
from referee.dark_titan.components import CARDS
from referee.dark_titan.supports import is_colour_card
from referee.test_referee import QUIET, arcs, board, named, play, token

FAR: MonsterTuple = ("troll", "forest", 6, 3, False)
ROOT = Path(__file__).parents[2]
HERE = Path(__file__).parent


def test_every_reading_has_a_test_that_carries_its_name() -> None:
    text = (ROOT / "docs" / "readings-dark-titan.md").read_text()
    questions = re.findall(r"^\| (?!question|---)([^|]+) \|", text, flags=re.MULTILINE)
    names = set(re.findall(r"^def (test_\w+)", Path(__file__).read_text(), flags=re.MULTILINE))
    assert len(questions) > 40
    assert [question for question in questions if not any(name.startswith(f"test_{in_a_name(question)}") for name in names)] == []


# ---- Setup and the Agranok card ----


@pytest.mark.parametrize(("promo", "levels"), [(False, 5), (True, 6)])
def test_a_level_drawn_at_random_is_unknown_until_he_comes(promo: bool, levels: int) -> None:
    rules: dict[str, object] = {"agranok": "random", "level six": promo}
    referee = drawing([FAR], rules, pile=["herald", *QUIET], heralds=2)
    assert referee.snapshot()["level"] is None
    play(referee, ("token", "herald"), ("token", "plague archers"), ("roll", 2))
    assert referee.outcomes() == {("level", level): 1 for level in range(1, levels + 1)}
    play(referee, ("level", 2))
    assert referee.snapshot()["level"] == 2


def test_the_agranok_card_is_turned_over_before_he_fights() -> None:
    there = [("supply wagon", "forest", 2, 3), ("reserve squad", "forest", 2, 3)]
    referee = drawing([FAR], {"agranok": "random"}, pile=["herald", *QUIET], heralds=2, supports=there)
    play(referee, ("token", "herald"), ("token", "plague archers"), ("roll", 2))
    assert titan(8, "forest", 2) in board(referee)
    play(referee, ("level", 3))
    assert named(referee, "fight") == {("fight", name, titan(8, "forest", 2)) for name in ("supply wagon", "reserve squad")}
    play(referee, ("fight", "supply wagon", titan(8, "forest", 2)))
    assert titan(6, "forest", 2) in board(referee)


def test_heralds_on_the_agranok_card_are_not_in_the_discards_until_he_comes() -> None:
    referee = drawing([FAR], {"agranok": 3}, pile=["herald", *QUIET], heralds=2)
    assert "herald" not in referee.token_discards
    play(referee, ("token", "herald"), ("token", "plague archers"), ("roll", 2))
    assert referee.token_discards.count("herald") == 3


def test_the_extra_token_of_a_herald_comes_before_agranok() -> None:
    referee = drawing([], pile=["herald", "troll mage", *QUIET], heralds=2)
    play(referee, ("token", "herald"))
    token(referee, "troll mage", 1)
    play(referee, ("roll", 2))
    assert board(referee) == [titan(8, "forest", 2), ("troll mage", "archer", 1, 3, False)]
    empty = drawing([], pile=["herald"], heralds=2)
    play(empty, ("token", "herald"))
    assert empty.outcomes() == {("roll", number): 1 for number in ARCS}
    play(empty, ("roll", 2))
    assert (board(empty), empty.player) == ([titan(8, "forest", 2)], 1)


def test_a_herald_drawn_before_agranok_is_placed_is_a_monster_and_rolls_nothing() -> None:
    referee = drawing([], {"agranok": 5}, pile=["herald", "herald", *QUIET], heralds=2)
    play(referee, ("token", "herald"), ("token", "herald"), ("roll", 4))
    assert board(referee) == [("herald", "forest", 4, 2, False)]
    play(referee, ("roll", 1))
    assert board(referee) == [titan(8, "forest", 1), ("herald", "forest", 4, 2, False)]
    assert {move[0] for move in referee.outcomes()} == {"token"}


def test_barrage_in_a_solitaire_game_is_left_out() -> None:
    assert "barrage" not in DarkTitan({"players": 1}).deck


class WithFire(Arranged):
    """As if The Wizard's Tower were in the game: Monsters may have flames."""

    wizards_tower = True


def test_burning_the_midnight_oil_needs_fire() -> None:
    with pytest.raises(ValueError, match="Wizard's Tower"):
        DarkTitan({"players": 2, "burning the midnight oil": True})
    pieces: list[MonsterTuple] = [("troll", "swordsman", 1, 3, False), ("troll", "swordsman", 2, 3, False)]
    referee = WithFire({"burning the midnight oil": True}, pieces, hands=[["red boiling oil"], []])
    referee.monsters[0].flames = 1  # type: ignore[attr-defined]
    play(referee, KEEP, ("oil", "red boiling oil", "swordsman"))
    assert board(referee) == [("troll", "swordsman", 1, 1, False), ("troll", "swordsman", 2, 2, False)]


def test_the_gangs_all_here_needs_harbingers() -> None:
    with pytest.raises(ValueError, match="Wizard's Tower"):
        DarkTitan({"players": 2, "the gangs all here": True})


# ---- Cards ----


def test_color_cards_of_the_box_are_the_boiling_oils() -> None:
    assert {card for card in CARDS if is_colour_card(card)} == {"red boiling oil", "green boiling oil", "blue boiling oil"}
    assert all(is_colour_card(card) for card in ("any archer", "blue hero", "green knight"))
    assert not any(is_colour_card(card) for card in ("brick", "nice shot", "barbarian", "tar", "drive him back"))


def test_barrage_needs_somebody_who_can_hit() -> None:
    pieces: list[MonsterTuple] = [("troll", "archer", 1, 3, False), FAR]
    nobody = in_play(["barrage", "red knight"], pieces, others=[["green archer"]])
    assert not named(nobody, "barrage")
    another = in_play(["barrage", "red knight"], pieces, others=[["any archer"]])
    assert named(another, "barrage") == {("barrage", "archer"), ("barrage", "red")}


def test_barrage_reaches_only_the_chosen_ring_or_colour() -> None:
    red, green, deep = ("troll", "archer", 1, 3, False), ("troll", "archer", 4, 3, False), ("troll", "knight", 1, 3, False)
    referee = in_play(["barrage", "red hero", "any archer"], [red, green, deep])
    play(referee, ("barrage", "knight"))
    assert named(referee, "hit") == {("hit", "red hero", deep)}
    coloured = in_play(["barrage", "red hero", "any archer"], [red, green, deep])
    play(coloured, ("barrage", "green"))
    assert named(coloured, "hit") == {("hit", "any archer", green)}


def test_barrage_and_heroic_powers() -> None:
    inside = ("troll", "castle", 1, 3, False)
    referee = in_play(["barrage", "red hero"], [inside, FAR], {"heroic powers": True}, towers=arcs(4))
    assert named(referee, "barrage") == {("barrage", "castle"), ("barrage", "red")}
    play(referee, ("barrage", "castle"))
    assert named(referee, "hit") == {("hit", "red hero", inside)}
    assert not named(in_play(["barrage", "red hero"], [inside, FAR], towers=arcs(4)), "barrage")


def test_barrage_and_all_for_one_do_not_go_together() -> None:
    troll = ("troll", "knight", 1, 3, False)
    referee = in_play(["barrage", "red archer", "red knight", "red swordsman"], [troll, FAR], {"all for one": True})
    assert named(referee, "all for one")
    play(referee, ("barrage", "red"))
    assert referee.choices() == {("hit", "red knight", troll), ("done",)}


def test_a_player_who_cannot_hit_is_not_asked_during_a_barrage() -> None:
    troll = ("troll", "knight", 1, 3, False)
    referee = in_play(["barrage"], [troll, FAR], {"players": 3}, others=[["brick"], ["red knight"]])
    play(referee, ("barrage", "red"))
    assert referee.mover() == 2


def test_boiling_oil_needs_a_monster() -> None:
    referee = in_play(["red boiling oil", "blue boiling oil"], [("orc", "swordsman", 1, 2, False), ("orc", "castle", 6, 2, False)])
    assert named(referee, "oil") == {("oil", "red boiling oil", "swordsman")}
    slippery = in_play(
        ["red boiling oil", "blue boiling oil"],
        [("orc", "swordsman", 1, 2, False), ("orc", "castle", 6, 2, False)],
        {"slippery slope": True},
        towers=arcs(1),
    )
    assert named(slippery, "oil") == {("oil", "red boiling oil", "swordsman"), ("oil", "blue boiling oil", "castle")}


def test_the_cavalier_is_controlled_by_the_player_whose_turn_it_is() -> None:
    goblin = ("goblin", "archer", 1, 1, False)
    referee = Arranged({"players": 3, "version": "master slayer"}, [goblin, FAR], cavalier=("archer", 1), player=2)
    play(referee, END)
    assert referee.mover() == 2
    play(referee, ("cavalier fights", goblin))
    assert referee.trophies == [[], [], ["goblin"]]


def test_the_cavalier_card_while_he_is_in_play_cannot_be_played() -> None:
    assert not named(in_play(["cavalier"], [FAR], cavalier=("castle", 2)), "cavalier")


def test_desperate_times_and_the_cavalier_he_acts_all_the_same() -> None:
    referee = Arranged({"desperate times": True}, [FAR], hands=[["tar"], []], cavalier=("archer", 1), deck=["brick"] * 6)
    play(referee, ("desperate",), *[("card", "brick")] * 6, KEEP)
    assert RESTS in referee.choices()


@pytest.mark.parametrize("where", [2, 5])
def test_a_boulder_that_stops_at_the_tower_of_the_cavalier_destroys_him(where: int) -> None:
    state: dict[str, Any] = {"cavalier": ("castle", where), "walls": arcs(), "towers": arcs(1, where), "pile": ["giant boulder", *QUIET]}
    referee = drawing([FAR], **state)
    token(referee, "giant boulder", 2)
    assert (referee.towers, referee.cavalier) == (arcs(1), None)
    other = drawing([FAR], **{**state, "towers": arcs(1, 2, 5), "cavalier": ("castle", 5)})
    token(other, "giant boulder", 2)  # it never gets so far
    assert other.cavalier == ("castle", 5)


def test_the_explosion_spares_the_cavalier_and_support_tokens() -> None:
    boom = ("boom troll", "swordsman", 1, 1, False)
    referee = in_play(["red swordsman"], [boom, FAR], cavalier=("swordsman", 1), supports=[("supply wagon", "swordsman", 1, 1)])
    play(referee, ("hit", "red swordsman", boom))
    assert referee.cavalier == ("swordsman", 1)
    assert supports(referee) == [("supply wagon", "swordsman", 1, 1)]


THREE = ("red archer", "red knight", "red swordsman")


def test_all_for_one_against_agranok_does_4_and_banishes_nothing() -> None:
    referee = in_play(list(THREE), [titan(8), FAR], {"all for one": True})
    play(referee, ("all for one", THREE, titan(8)))
    assert titan(4) in board(referee)
    assert (sorted(referee.discards), referee.banished) == (sorted(THREE), [])


@pytest.mark.parametrize("number", [2, 3])
def test_all_for_one_against_an_elite_takes_one_roll(number: int) -> None:
    elite = ("elite troll", "archer", 1, 3, False)
    referee = in_play(list(THREE), [elite, FAR], {"all for one": True})
    play(referee, ("all for one", THREE, elite), ("hit roll", number))
    assert (elite in board(referee)) == (number == 2)
    assert sorted(referee.discards) == sorted(THREE)


# ---- Agranok ----


def test_points_of_one_attack_are_all_dealt_before_a_flip_is_paid_for() -> None:
    pieces: list[MonsterTuple] = [titan(5, "swordsman", 1), ("orc", "swordsman", 2, 2, False), ("goblin", "swordsman", 1, 1, False)]
    referee = in_play(["red boiling oil", "tar"], pieces)
    play(referee, ("oil", "red boiling oil", "swordsman"))
    assert referee.outcomes() == {("lose", 0, "tar"): 1}
    assert board(referee) == [titan(4, "swordsman", 1), ("orc", "swordsman", 2, 1, False)]


def test_four_points_from_five_leave_a_single_point_that_counts_in_this_phase() -> None:
    referee = in_play(["barbarian", "red archer", "tar"], [titan(5), FAR])
    play(referee, ("slay", titan(5)), ("lose", 0, "tar"))
    assert titan(2) in board(referee)
    assert referee.agranok_shaken
    play(referee, ("hit", "red archer", titan(2)))
    assert referee.agranok_slain


def test_the_phases_for_his_last_points_final_charge_belongs_to_the_movement() -> None:
    # the wagons meet him in the Move phase and in the charge: two points of one phase
    there = [("supply wagon", "archer", 1, 3), ("reserve squad", "knight", 1, 3)]
    referee = drawing([titan(2, "forest", 1), FAR], {"final charge": True}, supports=there, pile=[])
    assert referee.agranok_shaken
    play(referee, ("roll", 5))
    assert referee.agranok_slain
    # the same two points in the Move phase and while tokens are drawn do not add up
    apart = drawing([titan(2, "forest", 1), FAR], supports=there, pile=["red monsters move 1", *QUIET])
    play(apart, ("token", "red monsters move 1"))
    assert apart.agranok_shaken
    assert not apart.agranok_slain
    play(apart, ("token", "plague archers"))
    assert (apart.player, apart.agranok_shaken) == (1, False)  # the turn is over
    # a point in the Cavalier's phase and one in the Move phase do not add up either
    boom = ("boom troll", "forest", 1, 1, False)
    both = in_play([], [titan(2, "forest", 1), boom, FAR], cavalier=("forest", 1), supports=[there[0]], pile=QUIET)
    play(both, END, ("cavalier fights", boom))
    assert titan(2, "archer", 1) in board(both)
    assert supports(both) == [("supply wagon", "archer", 1, 2)]


def test_healing_a_shaken_agranok_makes_the_point_forgotten() -> None:
    there = [("supply wagon", "knight", 1, 3)]
    pile = ["red monsters move 1", "healer", *QUIET]
    referee = drawing([titan(2, "forest", 1)], {"charging horde": True}, supports=there, pile=pile)
    play(referee, ("token", "red monsters move 1"))
    assert referee.agranok_shaken
    token(referee, "healer", 5)
    assert board(referee)[0] == titan(3, "knight", 1)
    assert referee.player == 0  # still the same phase
    assert not referee.agranok_shaken
    other = drawing([titan(2, "forest", 1)], {"charging horde": True}, supports=there, pile=["red monsters move 1", "orc", *QUIET])
    play(other, ("token", "red monsters move 1"))
    token(other, "orc", 5)
    assert other.agranok_shaken


def test_random_discards_go_clockwise_from_the_player_whose_turn_it_is() -> None:
    hands = [["brick"], ["red archer"], ["mortar", "mortar"]]
    referee = Arranged({"players": 3}, [titan(5), FAR], hands=hands, player=1)
    play(referee, KEEP, ("no trade",), ("hit", "red archer", titan(5)))
    assert referee.outcomes() == {("lose", 2, "mortar"): 2}
    play(referee, ("lose", 2, "mortar"))
    assert referee.outcomes() == {("lose", 0, "brick"): 1}


def test_agranok_among_several_attackers_is_never_hurt() -> None:
    referee = drawing([titan(8, "swordsman", 1), ("orc", "swordsman", 1, 2, False)], pile=QUIET)
    assert board(referee) == [titan(8, "swordsman", 1), ("orc", "swordsman", 1, 1, False)]
    three: list[MonsterTuple] = [titan(8, "swordsman", 1), ("orc", "swordsman", 1, 2, False), ("troll", "swordsman", 1, 3, False)]
    assert named(drawing(three, pile=QUIET), "hurt") == {("hurt", piece) for piece in three[1:]}


def test_agranok_held_by_a_wall_did_not_move() -> None:
    referee = drawing([titan(8, "swordsman", 1)], {"agranok": 5}, pile=QUIET)
    assert not referee.walls[1]
    assert {move[0] for move in referee.outcomes()} == {"token"}


def test_agranok_moves_more_space_by_space() -> None:
    def after(effect: int, level: int, start: str, **state: object) -> Arranged:
        referee = drawing([titan(8, start, 1)], {"agranok": level, "level six": True}, pile=QUIET, **state)
        play(referee, ("effect roll", effect))
        return referee

    at_wall = after(6, 6, "knight")  # moved to the Swordsman ring; the Wall takes both extra spaces
    assert (board(at_wall), at_wall.walls[1]) == ([titan(8, "swordsman", 1)], False)
    through = after(6, 6, "knight", walls=arcs())
    assert (board(through), through.towers) == ([titan(8, "castle", 2)], arcs(3, 4, 5, 6))
    meeting = after(6, 6, "forest", supports=[("supply wagon", "knight", 1, 3), ("reserve squad", "swordsman", 1, 3)])
    assert board(meeting) == [titan(6, "swordsman", 1)]
    held = in_play(["tar"], [titan(8, "knight", 1)], {"agranok": 5}, pile=["herald", *QUIET])
    play(held, ("tar", titan(8, "knight", 1)), END, ("token", "herald"), ("roll", 3), ("effect roll", 6))
    assert titan(8, "knight", 1, tarred=True) in board(held)


def test_final_charge_and_agranok_his_die_comes_first_and_the_charge_rolls_none() -> None:
    referee = drawing([titan(8, "forest", 1)], {"agranok": 2, "final charge": True}, pile=[])
    assert referee.outcomes() == {("effect roll", number): 1 for number in ARCS}
    play(referee, ("effect roll", 1))
    assert referee.outcomes() == {("roll", number): 1 for number in ARCS}
    play(referee, ("roll", 5))
    assert board(referee) == [titan(8, "knight", 1)]
    assert referee.player == 1


def test_a_discarded_herald_is_no_trophy() -> None:
    rules: dict[str, object] = {"agranok": 3, "version": "master slayer"}
    referee = drawing([titan(8, "forest", 1)], rules, pile=QUIET, trophies=[["herald"], []])
    play(referee, ("effect roll", 3))
    assert {move[0] for move in referee.outcomes()} == {"token"}
    assert board(referee) == [titan(8, "archer", 1)]


def test_each_player_banishes_a_card_of_choice() -> None:
    referee = Arranged({"players": 3, "agranok": 5}, [titan(8, "forest", 1)], hands=[["tar", "brick"], [], ["mortar", "tar"]], player=2)
    play(referee, KEEP, ("no trade",), END, ("effect roll", 4))
    assert (referee.mover(), referee.choices()) == (2, {("banish", "mortar"), ("banish", "tar")})
    play(referee, ("banish", "mortar"))
    assert (referee.mover(), referee.choices()) == (0, {("banish", "tar"), ("banish", "brick")})


def test_agranok_is_slain_and_out_of_the_game() -> None:
    there = [("supply wagon", "archer", 1, 3), ("reserve squad", "archer", 1, 3)]
    referee = drawing([titan(2, "forest", 1), ("boom troll", "forest", 1, 1, False)], supports=there, pile=QUIET)
    play(referee, ("fight", "supply wagon", ("boom troll", "archer", 1, 1, False)))  # its explosion, then the other token: two points
    assert (referee.agranok(), referee.agranok_slain, referee.token_discards) == (None, True, ["boom troll"])
    gone = in_play(["barbarian"], [titan(4), FAR], {"not over yet": True}, pile=[], token_discards=["orc"])
    play(gone, ("slay", titan(4)))
    assert (gone.token_discards, gone.agranok_slain, gone.tokens_out) == (["orc"], True, [])


# ---- Elites and the Boom Troll ----


def test_an_explosion_at_a_structure_damages_monsters_too() -> None:
    pieces: list[MonsterTuple] = [
        ("boom troll", "castle", 6, 2, False),
        ("orc", "castle", 6, 2, False),
        ("troll", "castle", 6, 3, False),
        ("goblin", "swordsman", 2, 1, False),
    ]
    referee = drawing(pieces, towers=arcs(1, 3), walls=arcs(1), pile=QUIET)
    play(referee, ("hurt", ("troll", "castle", 1, 3, False)))
    assert board(referee) == [("goblin", "castle", 2, 1, False), ("orc", "castle", 1, 1, False), ("troll", "castle", 1, 1, False)]


def test_the_boom_troll_explodes_after_all_structures_are_dealt_with() -> None:
    pieces: list[MonsterTuple] = [
        ("boom troll", "swordsman", 1, 3, False),
        ("orc", "swordsman", 5, 2, False),
        ("goblin", "swordsman", 5, 1, False),
        ("troll", "castle", 6, 3, False),
    ]
    referee = drawing(pieces, towers=arcs(1, 3), pile=QUIET)
    assert named(referee, "hurt") == {("hurt", piece) for piece in pieces[1:3]}
    assert not referee.walls[1]
    assert referee.towers[1]  # not yet
    play(referee, ("hurt", pieces[2]))
    assert referee.towers == arcs(3)
    assert board(referee) == [("orc", "swordsman", 5, 2, False), ("troll", "castle", 1, 2, False)]  # hurt by the Tower it entered


def test_the_boom_troll_among_several_attackers_may_take_the_point() -> None:
    boom, orc = ("boom troll", "swordsman", 1, 1, False), ("orc", "swordsman", 1, 2, False)
    for chosen, left in ((boom, [("orc", "swordsman", 1, 1, False)]), (orc, [])):
        referee = drawing([boom, orc], pile=QUIET)
        assert referee.choices() == {("hurt", boom), ("hurt", orc)}
        play(referee, ("hurt", chosen))
        assert board(referee) == left
        assert referee.towers == arcs(2, 3, 4, 5, 6)


def test_a_boulder_that_destroys_the_boom_troll_sets_it_off() -> None:
    pieces: list[MonsterTuple] = [("boom troll", "forest", 1, 3, False), titan(5, "forest", 1), ("orc", "forest", 2, 2, False)]
    referee = drawing(pieces, pile=["giant boulder", *QUIET], others=[["tar"]])
    token(referee, "giant boulder", 1)
    assert referee.outcomes() == {("lose", 1, "tar"): 1}  # Agranok was flipped
    assert board(referee) == [titan(4, "archer", 1), ("orc", "archer", 2, 2, False)]
    play(referee, ("lose", 1, "tar"), ("token", "plague archers"), END)
    assert titan(4, "knight", 1) in board(referee)  # shaken once only
    apart = drawing([pieces[0], titan(5, "archer", 1)], pile=["giant boulder", *QUIET])
    token(apart, "giant boulder", 1)
    assert board(apart) == [titan(5, "knight", 1)]


def test_trophies_of_an_explosion_go_to_the_slayer_or_to_nobody() -> None:
    boom, goblin = ("boom troll", "swordsman", 1, 1, False), ("goblin", "swordsman", 1, 1, False)
    by_player = in_play(["red swordsman"], [boom, goblin, FAR], {"version": "master slayer"})
    play(by_player, ("hit", "red swordsman", boom))
    assert by_player.trophies == [["boom troll", "goblin"], []]
    at_wall = drawing([boom, goblin], {"version": "master slayer"}, pile=QUIET)
    play(at_wall, ("hurt", boom))
    assert (at_wall.trophies, sorted(at_wall.token_discards)) == ([[], []], ["boom troll", "goblin"])


def test_monster_recycling_and_the_boom_troll() -> None:
    boom, goblin = ("boom troll", "swordsman", 1, 1, False), ("goblin", "swordsman", 1, 1, False)
    referee = drawing([boom, goblin], {"monster recycling": True}, pile=list(QUIET))
    play(referee, ("hurt", boom))
    assert "boom troll" in referee.pile
    assert referee.token_discards == ["goblin"]


@pytest.mark.parametrize(("health", "left"), [(3, (3, 4, 5, 6)), (2, (2, 3, 4, 5, 6))])
def test_demolition_man_counts_its_health_as_it_hits(health: int, left: tuple[int, ...]) -> None:
    pieces: list[MonsterTuple] = [("boom troll", "swordsman", 1, health, False), ("orc", "knight", 2, 2, False)]
    referee = drawing(pieces, {"demolition man": True}, pile=QUIET)
    assert referee.towers == arcs(*left)
    assert board(referee) == [("orc", "swordsman", 2, 2, False)]


# ---- Support tokens ----


def test_a_battle_belongs_to_a_meeting() -> None:
    orc = ("orc", "forest", 2, 2, False)
    referee = drawing([orc], supports=[("supply wagon", "archer", 2, 3)], pile=QUIET, hand=["green archer"])
    assert (board(referee), supports(referee)) == ([("orc", "archer", 2, 1, False)], [("supply wagon", "archer", 2, 2)])
    play(referee, *[("token", "plague archers")] * 2)
    assert END in referee.choices()  # the next player's turn: no new battle
    assert supports(referee) == [("supply wagon", "archer", 2, 2)]
    play(referee, END)
    assert supports(referee) == [("supply wagon", "archer", 2, 2)]  # the Orc has moved on
    stays = drawing([("orc", "swordsman", 2, 2, False)], supports=[("supply wagon", "swordsman", 2, 3)], pile=QUIET)
    assert supports(stays) == [("supply wagon", "swordsman", 2, 3)]  # it attacked the Wall and came from nowhere


def test_a_monster_that_comes_makes_every_support_token_there_fight_any_monster() -> None:
    pieces: list[MonsterTuple] = [("troll", "swordsman", 2, 3, False), ("orc", "knight", 2, 2, False)]
    there = [("supply wagon", "swordsman", 2, 3), ("reserve squad", "swordsman", 2, 3)]
    referee = drawing(pieces, supports=there, pile=QUIET)
    wounded, orc = ("troll", "swordsman", 2, 2, False), ("orc", "swordsman", 2, 2, False)  # the Wall hurt the Troll
    names = ("supply wagon", "reserve squad")
    assert referee.choices() == {("fight", name, piece) for name in names for piece in (wounded, orc)}
    play(referee, ("fight", "supply wagon", wounded), ("fight", "reserve squad", ("troll", "swordsman", 2, 1, False)))
    assert board(referee) == [orc]
    assert supports(referee) == [("reserve squad", "swordsman", 2, 2), ("supply wagon", "swordsman", 2, 2)]


def test_a_support_token_that_comes_fights_and_those_that_were_there_do_not() -> None:
    there = [("supply wagon", "archer", 2, 3), ("reserve squad", "archer", 1, 3)]
    referee = in_play(["blue archer"], [("troll", "archer", 2, 3, False), FAR], supports=there)
    play(referee, ("move support", "blue archer", "reserve squad"), ("step", "archer", 2))
    assert supports(referee) == [("reserve squad", "archer", 2, 2), ("supply wagon", "archer", 2, 3)]
    assert ("troll", "archer", 2, 2, False) in board(referee)


def test_battles_in_different_spaces_are_fought_in_any_order() -> None:
    pieces: list[MonsterTuple] = [("orc", "forest", arc, 2, False) for arc in (2, 4)] + [("troll", "forest", 2, 3, False)]
    there = [("supply wagon", "archer", 2, 3), ("reserve squad", "archer", 4, 3)]
    referee = drawing(pieces, supports=there, pile=QUIET)
    fights = {("fight", "supply wagon", ("orc", "archer", 2, 2, False)), ("fight", "supply wagon", ("troll", "archer", 2, 3, False))}
    assert referee.choices() == fights | {("fight", "reserve squad", ("orc", "archer", 4, 2, False))}


def test_battles_after_a_movement_come_after_structures_and_before_effects() -> None:
    rules: dict[str, object] = {"agranok": 2}
    referee = drawing([titan(8, "forest", 1)], rules, supports=[("supply wagon", "archer", 1, 3)], pile=["healer", *QUIET])
    assert referee.outcomes() == {("effect roll", number): 1 for number in ARCS}
    assert titan(7, "archer", 1) in board(referee)
    warlord = drawing([FAR], supports=[("supply wagon", "forest", 2, 3)], pile=["orc warlord", *QUIET])
    token(warlord, "orc warlord", 2)
    assert ("orc warlord", "archer", 2, 2, False) in board(warlord)  # it fought in the Forest, then it moved
    assert supports(warlord) == [("supply wagon", "forest", 2, 2)]


def test_any_color_cards_move_a_support_token_two_spaces() -> None:
    for arc in (1, 3, 5):
        referee = in_play(["any knight"], [FAR], supports=[("supply wagon", "archer", arc, 3)])
        play(referee, ("move support", "any knight", "supply wagon"), ("step", "knight", arc), ("step", "swordsman", arc))
        assert supports(referee) == [("supply wagon", "swordsman", arc, 3)]


def test_both_spaces_of_a_matching_card_are_moved() -> None:
    referee = in_play(["red archer"], [FAR], supports=[("supply wagon", "archer", 1, 3)])
    play(referee, ("move support", "red archer", "supply wagon"), ("step", "knight", 1))
    assert {move[0] for move in referee.choices()} == {"step"}
    play(referee, ("step", "archer", 1))
    assert supports(referee) == [("supply wagon", "archer", 1, 3)]
    into = in_play(["red archer"], [FAR], supports=[("supply wagon", "swordsman", 1, 1)], deck=["tar"] * 4)
    play(into, ("move support", "red archer", "supply wagon"), ("step", "castle", 1))
    assert {move[0] for move in into.outcomes()} == {"card"}  # the first step brought it in


def test_walls_and_support_tokens_do_not_touch_each_other() -> None:
    referee = in_play(["blue archer"], [FAR], supports=[("stonemason's cart", "swordsman", 1, 1)], fortify=arcs(1))
    play(referee, ("move support", "blue archer", "stonemason's cart"), ("step", "castle", 1))
    assert supports(referee) == []
    assert referee.walls == arcs(*ARCS)
    assert referee.fortify == arcs(1)


def test_trophies_of_a_battle_are_nobodys() -> None:
    rules: dict[str, object] = {"version": "master slayer", "monster recycling": True}
    referee = in_play(["blue archer"], [("goblin", "knight", 1, 1, False), FAR], rules, supports=[("supply wagon", "archer", 1, 3)])
    play(referee, ("move support", "blue archer", "supply wagon"), ("step", "knight", 1))
    assert (referee.trophies, referee.token_discards) == ([[], []], ["goblin"])


def test_trophies_of_the_reserve_squad_are_kept_by_the_player() -> None:
    goblin = ("goblin", "forest", 1, 1, False)
    referee = in_play(["blue archer"], [goblin, FAR], {"version": "master slayer"}, supports=[("reserve squad", "swordsman", 1, 1)])
    play(referee, ("move support", "blue archer", "reserve squad"), ("step", "castle", 1), ("squad", goblin))
    assert referee.trophies == [["goblin"], []]


def test_the_reserve_squad_may_leave_points_over() -> None:
    pieces: list[MonsterTuple] = [titan(5, "forest", 1), FAR]
    referee = in_play(["blue archer", "tar"], pieces, supports=[("reserve squad", "swordsman", 1, 3)])
    play(referee, ("move support", "blue archer", "reserve squad"), ("step", "castle", 1), ("squad", FAR), ("squad", titan(5, "forest", 1)))
    assert referee.outcomes() == {("lose", 0, "tar"): 1}  # the flip comes between two points
    play(referee, ("lose", 0, "tar"), ("enough",))
    assert END in referee.choices()
    assert board(referee) == [titan(4, "forest", 1), ("troll", "forest", 6, 2, False)]
    last = in_play(["blue archer"], [("goblin", "forest", 1, 1, False)], supports=[("reserve squad", "swordsman", 1, 3)], pile=[])
    play(last, ("move support", "blue archer", "reserve squad"), ("step", "castle", 1), ("squad", ("goblin", "forest", 1, 1, False)))
    assert last.result() == "won"  # two points found nobody


def test_the_cart_builds_as_many_as_there_is_room_for() -> None:
    referee = in_play(["blue archer"], [FAR], supports=[("stonemason's cart", "swordsman", 1, 3)], walls=arcs(1, 2, 3, 4))
    play(referee, ("move support", "blue archer", "stonemason's cart"), ("step", "castle", 1), ("cart wall", 6))
    assert referee.walls == arcs(*ARCS)  # the last free space was not asked about
    assert END in referee.choices()


def test_used_and_lost_support_tokens_are_out_of_the_game() -> None:
    referee = in_play(["blue archer"], [("goblin", "knight", 1, 1, False), FAR], supports=[("supply wagon", "archer", 1, 1)])
    play(referee, ("move support", "blue archer", "supply wagon"), ("step", "knight", 1))
    assert (referee.tokens_out, referee.token_discards) == (["supply wagon"], ["goblin"])


def test_winning_with_support_tokens_takes_an_empty_pile() -> None:
    goblin = ("goblin", "archer", 1, 1, False)
    for pile, won in (([], True), (["supply wagon"], False)):
        referee = in_play(["red archer"], [goblin], supports=[("reserve squad", "forest", 4, 3)], pile=pile)
        play(referee, ("hit", "red archer", goblin))
        assert (referee.result() == "won") == won


# ---- Other tokens ----


def test_the_dark_sorceress_and_the_kings_tower_take_a_card_each() -> None:
    sorceress = ("dark sorceress", "archer", 1, 3, False)
    rules: dict[str, object] = {"my home": True, "kings tower": True}
    for held, drawn in ((3, True), (4, False), (5, False)):
        state = {"hands": [["tar"] * held, []], "had_a_turn": [True, True], "hand_size": 5, "homes": [1, 2]}
        referee = Arranged(rules, [sorceress, FAR], **state)
        assert (referee.kind() == "chance") == drawn
        assert referee.hands[0] == ["tar"] * held


def test_wither_with_nothing_to_banish_does_nothing() -> None:
    referee = drawing([FAR], pile=["wither", *QUIET], deck=[], discards=[])
    play(referee, ("token", "wither"))
    assert {move[0] for move in referee.outcomes()} == {"token"}
    assert referee.banished == []
    shuffled = drawing([FAR], pile=["wither", *QUIET], deck=[], discards=["tar"])
    play(shuffled, ("token", "wither"))
    assert shuffled.outcomes() == {("wither", "tar"): 1}
