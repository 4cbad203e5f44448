"""The Dark Titan's referee: each rule, note and example of the expansion's part of the Big Box rulebook as a position.

What the text leaves open is in test_dark_titan_readings.py, whole games are in test_dark_titan_playthroughs.py.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from referee.castle_panic import ARCS, MonsterTuple, Move
from referee.castle_panic import TOKENS as BASE_TOKENS
from referee.dark_titan import DarkTitan
from referee.dark_titan.arranged import END, KEEP, RESTS, Arranged, drawing, in_play, supports, titan
from referee.dark_titan.components import (
    CARDS,
    FULL_HEALTH,
    HEALTH_SURE,
    HERALD_EFFECTS,
    HERALD_EFFECTS_SURE,
    LEVELS,
    LEVELS_SURE,
    REMOVED,
    SUPPORT,
    SUPPORT_HEALTH,
    TOKENS,
)
from referee.test_referee import QUIET, arcs, board, named, play, token

BOOM: MonsterTuple = ("boom troll", "swordsman", 1, 3, False)
FAR: MonsterTuple = ("troll", "forest", 6, 3, False)  # keeps a game going


def dice(name: str) -> dict[Move, int]:
    return {(name, number): 1 for number in ARCS}


# ---- Setup (pages 23 and 24, chart on pages 38 and 39) ----


def test_counts_of_the_box() -> None:
    assert sum(CARDS.values()) == 5
    assert sum(TOKENS.values()) == 17
    assert len(SUPPORT) == 3
    assert all(len(effects) in (0, 6) for effects in LEVELS.values())
    assert set(LEVELS) == {1, 2, 3, 4, 5, 6}


def test_every_number_says_how_sure_it_is() -> None:
    assert set(HEALTH_SURE) == set(FULL_HEALTH) | set(SUPPORT_HEALTH)
    assert {name for name, sure in HEALTH_SURE.items() if sure == "assumed"} == {"dark sorceress", *SUPPORT}
    assert set(LEVELS_SURE) == set(LEVELS)
    assert {level for level, sure in LEVELS_SURE.items() if sure == "certain"} == {1, 6}
    assert len(HERALD_EFFECTS_SURE) == len(HERALD_EFFECTS) == 3


def test_setup_with_castle_panic_only() -> None:
    referee = DarkTitan({"players": 2})
    pile = Counter(referee.pile)
    assert (pile["goblin"], pile["orc"], pile["troll"]) == (0, 7 - 2, 7 - 1)  # 3 Goblins, 2 Orcs and 1 Troll start in the Archer ring
    assert (pile["elite goblin"], pile["elite orc"], pile["elite troll"], pile["herald"]) == (2, 2, 2, 5)
    assert all(
        pile[name] == 1 for name in (*SUPPORT, "boom troll", "dark sorceress", "wither", "red plague", "blue plague", "green plague")
    )
    assert sum(pile.values()) == sum(BASE_TOKENS.values()) - sum(REMOVED.values()) - 6 + 17 + 3 == 53
    assert referee.mover() == "team"
    assert referee.choices() == {("place", name, 1) for name in ("goblin", "orc", "troll")}


@pytest.mark.parametrize(("players", "cards"), [(1, 6), (2, 6), (3, 5), (4, 5), (5, 5), (6, 4)])
def test_setup_hand_sizes_are_unchanged_and_the_new_cards_are_in_the_deck(players: int, cards: int) -> None:
    referee = DarkTitan({"players": players})
    for arc, name in zip(ARCS, ("troll", "orc", "orc", "goblin", "goblin", "goblin"), strict=True):
        play(referee, ("place", name, arc))
    assert sum(referee.outcomes().values()) == (53 if players == 1 else 54)
    assert {("card", card) for card in CARDS} - set(referee.outcomes()) == ({("card", "barrage")} if players == 1 else set())
    for _ in range(players * cards):
        play(referee, min(referee.outcomes()))
    assert KEEP in referee.choices()


def test_solitaire_goes_without_barrage() -> None:
    assert "barrage" not in DarkTitan({"players": 1}).deck
    assert DarkTitan({"players": 2}).deck.count("barrage") == 1


def test_setup_level_chosen_or_drawn() -> None:
    assert DarkTitan({"players": 2, "agranok": 4}).snapshot()["level"] == 4
    assert DarkTitan({"players": 2, "agranok": "random"}).snapshot()["level"] is None
    assert DarkTitan({"players": 2, "agranok": 6, "level six": True}).level == 6


@pytest.mark.parametrize(
    "rules",
    [
        {"agranok": 0},
        {"agranok": 6},
        {"agranok": 7, "level six": True},
        {"agranok": True},
        {"agranok": "blind"},
        {"slippery slope": "yes"},
        {"burning the midnight oil": True},
        {"the gangs all here": True},
        {"overlord": True},
    ],
)
def test_bad_rules(rules: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        DarkTitan({"players": 2, **rules})


# ---- Barrage (page 24) ----

RED_BOARD: list[MonsterTuple] = [
    ("troll", "archer", 1, 3, False),
    ("troll", "knight", 2, 3, False),
    ("troll", "archer", 4, 3, False),
    FAR,
]


def test_barrage_by_ring_includes_heroes() -> None:
    hands = [["red archer", "green hero", "any knight", "red hero"], ["any archer", "red knight", "nice shot"]]
    referee = in_play(["barrage", *hands[0]], RED_BOARD, others=[hands[1]])
    assert named(referee, "barrage") == {("barrage", what) for what in ("archer", "knight", "red", "green")}
    play(referee, ("barrage", "archer"))
    red, green = RED_BOARD[0], RED_BOARD[2]
    first = {("hit", "red archer", red), ("hit", "red hero", red), ("hit", "green hero", green)}
    assert referee.choices() == first | {("done",)}
    assert referee.mover() == 0
    play(referee, ("hit", "red archer", red), ("hit", "red hero", ("troll", "archer", 1, 2, False)), ("done",))
    assert referee.mover() == 1
    targets = {("troll", "archer", 1, 1, False), green}
    assert referee.choices() == {("hit", "any archer", target) for target in targets} | {("done",)}
    play(referee, ("hit", "any archer", ("troll", "archer", 1, 1, False)))
    assert referee.mover() == 0  # player 1 has nothing left to hit with
    assert sorted(referee.discards) == ["any archer", "barrage", "red archer", "red hero"]
    assert referee.token_discards == ["troll"]


def test_barrage_by_colour_includes_any_color_cards() -> None:
    referee = in_play(["barrage", "any knight", "green archer"], RED_BOARD, others=[["any archer", "red knight"]])
    play(referee, ("barrage", "red"))
    assert referee.choices() == {("hit", "any knight", RED_BOARD[1]), ("done",)}
    play(referee, ("done",))
    assert referee.choices() == {("hit", "any archer", RED_BOARD[0]), ("hit", "red knight", RED_BOARD[1]), ("done",)}


def test_barrage_goes_clockwise_from_the_current_player() -> None:
    hands = [["red archer"], ["red archer"], ["red archer"]]
    referee = Arranged({"players": 3}, RED_BOARD, hands=[hands[0], ["barrage", "red archer"], hands[2]], player=1)
    play(referee, KEEP, ("no trade",), ("barrage", "red"))
    movers = []
    while referee.choices() >= {("done",)}:
        movers.append(referee.mover())
        play(referee, ("done",))
    assert movers == [1, 2, 0]


def test_barrage_takes_no_special_cards() -> None:
    referee = in_play(["barrage", "nice shot", "red archer", "barbarian", "red boiling oil"], RED_BOARD)
    play(referee, ("barrage", "archer"))
    assert referee.choices() == {("hit", "red archer", RED_BOARD[0]), ("done",)}


def test_barrage_trophies_go_to_who_slays() -> None:
    goblin = ("goblin", "archer", 1, 1, False)
    referee = in_play(["barrage"], [goblin, FAR], {"version": "master slayer"}, others=[["red archer"]])
    play(referee, ("barrage", "red"), ("hit", "red archer", goblin))
    assert referee.trophies == [[], ["goblin"]]


def test_barrage_may_win_the_game() -> None:
    goblin = ("goblin", "archer", 1, 1, False)
    referee = in_play(["barrage"], [goblin], others=[["red archer", "red archer"]], pile=[])
    play(referee, ("barrage", "red"), ("hit", "red archer", goblin))
    assert referee.result() == "won"


# ---- Boiling Oil (page 24) ----


def test_boiling_oil_damages_all_monsters_of_both_arcs_of_its_colour_in_the_swordsman_ring() -> None:
    pieces = [
        ("troll", "swordsman", 3, 3, False),
        ("elite goblin", "swordsman", 4, 1, False),
        ("orc", "swordsman", 5, 2, False),
        ("orc", "knight", 3, 2, False),
        ("orc", "castle", 4, 2, False),
    ]
    referee = in_play(["green boiling oil", "red boiling oil"], pieces, {"version": "master slayer"}, towers=arcs(1))
    assert named(referee, "oil") == {("oil", "green boiling oil", "swordsman")}
    play(referee, ("oil", "green boiling oil", "swordsman"))
    assert board(referee) == [
        ("orc", "castle", 4, 2, False),
        ("orc", "knight", 3, 2, False),
        ("orc", "swordsman", 5, 2, False),
        ("troll", "swordsman", 3, 2, False),
    ]
    assert referee.trophies == [["elite goblin"], []]  # no roll against the Elite
    assert referee.discards == ["green boiling oil"]


def test_boiling_oil_is_no_hit_card() -> None:
    pieces: list[MonsterTuple] = [("troll", "swordsman", 1, 3, False), FAR]
    referee = in_play(["red boiling oil", "nice shot", "barrage"], pieces)
    assert not named(referee, "hit")
    assert not named(referee, "nice shot")
    assert not named(referee, "barrage")


# ---- Banish (page 24) ----


def test_banished_cards_never_come_back() -> None:
    referee = drawing([FAR], deck=[], discards=["brick", "tar"], pile=["wither", *QUIET])
    play(referee, ("token", "wither"))
    assert referee.outcomes() == {("wither", "brick"): 1, ("wither", "tar"): 1}
    play(referee, ("wither", "brick"))
    assert (referee.banished, referee.deck, referee.discards) == (["brick"], ["tar"], [])
    assert referee.snapshot()["banished"] == ("brick",)


# ---- The Cavalier (pages 24 and 25) ----


def test_cavalier_is_placed_in_any_arc_of_the_swordsman_ring() -> None:
    referee = in_play(["cavalier", "scavenge"], [FAR])
    assert named(referee, "cavalier") == {("cavalier", arc) for arc in ARCS}
    play(referee, ("cavalier", 4))
    assert referee.cavalier == ("swordsman", 4)
    assert referee.discards == ["cavalier"]


def test_cavalier_only_one_in_play_at_a_time() -> None:
    referee = in_play(["cavalier"], [FAR], cavalier=("knight", 2))
    assert not named(referee, "cavalier")


def test_cavalier_acts_after_the_cards_and_before_the_monsters_move() -> None:
    goblin = ("goblin", "knight", 1, 1, False)
    referee = in_play([], [goblin, FAR], cavalier=("archer", 1))
    play(referee, END)
    assert goblin in board(referee)
    assert referee.mover() == 0
    play(referee, ("cavalier moves", "knight", 1), ("cavalier fights", goblin))
    assert board(referee) == [("troll", "archer", 6, 3, False)]  # the fight came first


def test_cavalier_moves_one_space_but_not_diagonally() -> None:
    for where, expected in (
        (("knight", 1), {("archer", 1), ("swordsman", 1), ("knight", 2), ("knight", 6)}),
        (("archer", 4), {("forest", 4), ("knight", 4), ("archer", 3), ("archer", 5)}),
        (("forest", 3), {("archer", 3), ("forest", 2), ("forest", 4)}),
        (("swordsman", 6), {("castle", 6), ("knight", 6), ("swordsman", 5), ("swordsman", 1)}),
        (("castle", 6), {("castle", 5), ("castle", 1), ("swordsman", 6)}),
    ):
        referee = in_play([], [FAR], cavalier=where)
        play(referee, END)
        assert named(referee, "cavalier moves") == {("cavalier moves", *space) for space in expected}
        assert RESTS in referee.choices()


def test_cavalier_passes_walls_and_shares_a_space_with_a_tower() -> None:
    referee = in_play([], [FAR], cavalier=("swordsman", 2))
    play(referee, END, ("cavalier moves", "castle", 2))
    assert referee.cavalier == ("castle", 2)
    assert referee.walls[2]
    assert referee.towers[2]


@pytest.mark.parametrize("fight_first", [True, False])
def test_cavalier_moves_and_attacks_in_either_order_but_neither_twice(fight_first: bool) -> None:
    near, there = ("goblin", "archer", 1, 1, False), ("goblin", "knight", 1, 1, False)
    referee = in_play([], [near, there, FAR], cavalier=("archer", 1))
    play(referee, END)
    if fight_first:
        play(referee, ("cavalier fights", near))
        assert not named(referee, "cavalier fights")
        play(referee, ("cavalier moves", "knight", 1))
        assert board(referee) == [("goblin", "swordsman", 1, 1, False), ("troll", "archer", 6, 3, False)]
    else:
        play(referee, ("cavalier moves", "knight", 1))
        assert not named(referee, "cavalier moves")
        assert referee.choices() == {("cavalier fights", there), RESTS}
        play(referee, ("cavalier fights", there))
        assert board(referee) == [("goblin", "knight", 1, 1, False), ("troll", "archer", 6, 3, False)]
    assert referee.cavalier == ("knight", 1)  # one point is negated


@pytest.mark.parametrize(("health", "left", "survives"), [(1, None, True), (2, None, False), (3, 1, False)])
def test_cavalier_takes_the_health_the_monster_had_before_the_fight(health: int, left: int | None, survives: bool) -> None:
    troll = ("troll", "knight", 3, health, False)
    referee = in_play([], [troll, FAR], cavalier=("knight", 3))
    play(referee, END, ("cavalier fights", troll))
    if survives:
        play(referee, RESTS)
    assert (referee.cavalier is not None) == survives
    assert [piece[3] for piece in board(referee) if piece[2] == 3] == ([] if left is None else [left])


def test_cavalier_fights_one_monster_of_several_and_does_not_have_to() -> None:
    pieces: list[MonsterTuple] = [("goblin", "castle", 3, 1, False), ("orc", "castle", 3, 2, False), FAR]
    referee = in_play([], pieces, cavalier=("castle", 3), towers=arcs(1))
    play(referee, END)
    assert named(referee, "cavalier fights") == {("cavalier fights", piece) for piece in pieces[:2]}
    play(referee, RESTS)
    assert len(board(referee)) == 3


def test_cavalier_returns_when_the_card_is_played_again() -> None:
    troll = ("troll", "knight", 3, 3, False)
    referee = in_play([], [troll, FAR], cavalier=("knight", 3), pile=QUIET, others=[["cavalier"]])
    play(referee, END, ("cavalier fights", troll), *[("token", "plague archers")] * 2, KEEP, ("cavalier", 1))
    assert referee.cavalier == ("swordsman", 1)


def test_cavalier_needs_no_roll_against_an_elite_and_his_player_keeps_the_trophy() -> None:
    elite = ("elite orc", "knight", 3, 2, False)
    referee = in_play([], [elite, FAR], {"version": "master slayer"}, cavalier=("knight", 3))
    play(referee, END, ("cavalier fights", elite))
    assert referee.trophies == [["elite orc"], []]
    assert referee.cavalier is None


def test_cavalier_fights_only_in_his_phase() -> None:
    referee = drawing([("orc", "archer", 2, 2, False)], cavalier=("knight", 2), pile=["red monsters move 1", *QUIET])
    assert board(referee) == [("orc", "knight", 2, 2, False)]
    assert referee.cavalier == ("knight", 2)
    token(referee, "red monsters move 1")
    assert board(referee) == [("orc", "swordsman", 2, 2, False)]
    assert referee.cavalier == ("knight", 2)


def test_cavalier_is_destroyed_by_boulders() -> None:
    for where in (("forest", 2), ("swordsman", 2), ("knight", 5)):
        referee = drawing([], cavalier=where, walls=arcs(), towers=arcs(1), pile=["giant boulder", *QUIET])
        token(referee, "giant boulder", 2)
        assert referee.cavalier is None
    spared = drawing([], cavalier=("castle", 2), pile=["giant boulder", *QUIET])
    token(spared, "giant boulder", 2)  # the Wall stops it
    assert spared.cavalier == ("castle", 2)


def test_cavalier_who_slays_the_boom_troll_is_destroyed_as_well() -> None:
    boom, orc = ("boom troll", "knight", 3, 1, False), ("orc", "knight", 3, 2, False)
    referee = in_play([], [boom, orc], {"version": "master slayer"}, cavalier=("knight", 3))
    play(referee, END, ("cavalier fights", boom))
    assert referee.cavalier is None
    assert board(referee) == [("orc", "swordsman", 3, 1, False)]
    weakened = in_play([], [("boom troll", "knight", 3, 3, False), FAR], cavalier=("knight", 3))
    play(weakened, END, ("cavalier fights", ("boom troll", "knight", 3, 3, False)))
    assert ("boom troll", "swordsman", 3, 1, False) in board(weakened)


def test_cavalier_who_flips_agranok_costs_cards_and_is_destroyed() -> None:
    referee = in_play([], [titan(6, "knight", 3)], cavalier=("knight", 3), others=[["tar", "brick"]])
    play(referee, END, ("cavalier fights", titan(6, "knight", 3)))
    assert referee.outcomes() == {("lose", 1, "tar"): 1, ("lose", 1, "brick"): 1}
    assert (board(referee), referee.cavalier) == ([titan(4, "knight", 3)], None)


def test_cavalier_may_win_the_game() -> None:
    goblin = ("goblin", "forest", 3, 1, False)
    referee = in_play([], [goblin], cavalier=("forest", 3), pile=[])
    play(referee, END, ("cavalier fights", goblin))
    assert referee.result() == "won"


# ---- Agranok's health (pages 25 and 26) ----


def test_agranok_flips_at_four_and_every_player_loses_a_random_card() -> None:
    referee = in_play(["red archer", "tar", "tar"], [titan(5)], others=[["brick", "brick", "mortar"]])
    play(referee, ("hit", "red archer", titan(5)))
    assert board(referee) == [titan(4)]
    assert referee.outcomes() == {("lose", 0, "tar"): 2}
    play(referee, ("lose", 0, "tar"))
    assert referee.outcomes() == {("lose", 1, "brick"): 2, ("lose", 1, "mortar"): 1}
    play(referee, ("lose", 1, "mortar"))
    assert (referee.hands, sorted(referee.discards)) == ([["tar"], ["brick", "brick"]], ["mortar", "red archer", "tar"])


def test_agranok_healed_and_hit_again_flips_again() -> None:
    hands: dict[str, Any] = {"hand": ["tar", "tar"], "others": [["any knight", "brick"]]}
    referee = drawing([titan(4, "forest", 2)], pile=["healer", *QUIET], **hands)
    token(referee, "healer", 5)
    assert board(referee)[0] == titan(5, "archer", 2)
    play(referee, ("token", "plague archers"), KEEP, ("no trade",), END, ("token", "plague archers"), ("token", "plague archers"))
    assert board(referee)[0] == titan(5, "knight", 2)
    assert referee.kind() == "chance"  # player 0 draws up
    flipped = in_play(["any knight"], [titan(5, "knight", 2)], others=[["brick"]])
    play(flipped, ("hit", "any knight", titan(5, "knight", 2)))
    assert flipped.outcomes() == {("lose", 1, "brick"): 1}


def test_agranok_at_two_needs_two_points_in_one_phase() -> None:
    referee = in_play(["red archer", "red archer"], [titan(2), FAR])
    play(referee, ("hit", "red archer", titan(2)))
    assert titan(2) in board(referee)
    assert referee.snapshot()["agranok shaken"] is True
    play(referee, ("hit", "red archer", titan(2)))
    assert board(referee) == [FAR]
    assert referee.agranok_slain
    assert not referee.agranok_shaken


def test_agranok_points_of_different_phases_do_not_add_up() -> None:
    hands = [["red archer"], ["red knight", "any knight"]]
    referee = in_play(hands[0], [titan(2), FAR], others=[hands[1]], pile=QUIET)
    play(referee, ("hit", "red archer", titan(2)), END, *[("token", "plague archers")] * 2, KEEP)
    assert referee.agranok_shaken is False
    play(referee, ("hit", "red knight", titan(2, "knight")))
    assert referee.agranok() is not None
    play(referee, ("hit", "any knight", titan(2, "knight")))
    assert referee.agranok() is None


def test_agranok_the_cavaliers_phase_is_one_of_its_own() -> None:
    referee = in_play(["red archer"], [titan(3), FAR], cavalier=("archer", 1))
    play(referee, ("hit", "red archer", titan(3)), END)
    play(referee, ("cavalier fights", titan(2)))
    assert referee.agranok_slain  # the Cavalier's two points are of one phase
    second = in_play(["red archer"], [titan(2), ("boom troll", "archer", 1, 2, False), FAR], cavalier=("archer", 1))
    play(second, ("hit", "red archer", titan(2)), END, ("cavalier fights", ("boom troll", "archer", 1, 2, False)))
    assert not second.agranok_slain  # one while cards are played, one by the explosion in the Cavalier's phase
    assert second.cavalier is None


def test_agranok_takes_no_damage_when_he_destroys_a_structure() -> None:
    referee = drawing([titan(8, "swordsman", 1)], pile=QUIET)
    assert board(referee) == [titan(8, "swordsman", 1)]
    assert not referee.walls[1]
    inside = drawing([titan(8, "swordsman", 1)], walls=arcs(), pile=QUIET)
    assert board(inside) == [titan(8, "castle", 1)]
    assert not inside.towers[1]


@pytest.mark.parametrize(("before", "after"), [(8, 4), (7, 3), (6, 2), (5, 2)])
def test_agranok_slay_cards_do_four_points_and_are_banished(before: int, after: int) -> None:
    barbarian = in_play(["barbarian"], [titan(before), FAR])
    play(barbarian, ("slay", titan(before)))
    assert board(barbarian)[0][3] == after
    assert (barbarian.banished, barbarian.discards) == (["barbarian"], [])
    assert barbarian.agranok_shaken == (before == 5)


def test_agranok_nice_shot_is_banished_and_its_hit_card_discarded() -> None:
    referee = in_play(["nice shot", "red archer"], [titan(8), FAR])
    play(referee, ("nice shot", "red archer", titan(8)))
    assert titan(4) in board(referee)
    assert (referee.banished, referee.discards) == (["nice shot"], ["red archer"])


def test_agranok_four_points_kill_him_from_four() -> None:
    referee = in_play(["barbarian"], [titan(4), FAR])
    play(referee, ("slay", titan(4)))
    assert board(referee) == [FAR]


def test_agranok_two_slay_cards_kill_him_from_eight_unless_the_flip_takes_the_second() -> None:
    hand = ["barbarian", "nice shot", "red archer"]
    referee = in_play(hand, [titan(8), FAR])
    play(referee, ("slay", titan(8)))
    assert referee.outcomes() == {("lose", 0, "nice shot"): 1, ("lose", 0, "red archer"): 1}
    play(referee, ("lose", 0, "nice shot"))
    assert not named(referee, "nice shot")
    lucky = in_play([*hand, "tar"], [titan(8), FAR])
    play(lucky, ("slay", titan(8)), ("lose", 0, "tar"), ("nice shot", "red archer", titan(4)))
    assert lucky.agranok_slain
    assert sorted(lucky.banished) == ["barbarian", "nice shot"]


def test_agranok_is_no_trophy_and_no_discard() -> None:
    referee = in_play(["barbarian"], [titan(3), FAR], {"version": "master slayer"})
    play(referee, ("slay", titan(3)))
    assert (referee.trophies, referee.token_discards) == ([[], []], [])
    assert referee.snapshot()["agranok slain"] is True


def test_agranok_is_not_affected_by_boulders() -> None:
    referee = drawing([titan(8, "forest", 1), ("orc", "forest", 1, 2, False)], pile=["giant boulder", *QUIET])
    token(referee, "giant boulder", 1)
    assert board(referee) == [titan(8, "archer", 1)]
    assert not referee.walls[1]  # it rolls on


def test_agranok_slay_cards_slay_others_as_usual_and_are_discarded() -> None:
    herald = ("herald", "archer", 1, 2, False)
    referee = in_play(["barbarian"], [herald, FAR])
    play(referee, ("slay", herald))
    assert (referee.banished, referee.discards, board(referee)) == ([], ["barbarian"], [FAR])


# ---- Heralds (pages 25 and 26) ----


def test_heralds_the_first_makes_all_players_discard_and_stays_on_the_card() -> None:
    referee = drawing([FAR], pile=["herald", *QUIET], others=[["brick", "tar"]])
    play(referee, ("token", "herald"))
    assert referee.mover() == 1
    assert referee.choices() == {("give up", "brick"), ("give up", "tar")}
    play(referee, ("give up", "tar"))
    assert referee.snapshot()["heralds"] == 1
    assert (board(referee), referee.token_discards) == ([("troll", "archer", 6, 3, False)], [])
    assert {move[0] for move in referee.outcomes()} == {"token"}


def test_heralds_the_second_moves_all_monsters() -> None:
    referee = drawing([FAR], pile=["herald", *QUIET], heralds=1)
    play(referee, ("token", "herald"))
    assert board(referee) == [("troll", "knight", 6, 3, False)]
    assert referee.heralds == 2
    assert {move[0] for move in referee.outcomes()} == {"token"}


def test_heralds_the_third_brings_a_token_and_then_agranok() -> None:
    referee = drawing([FAR], {"agranok": "random"}, pile=["herald", "goblin", *QUIET], heralds=2)
    play(referee, ("token", "herald"))
    assert referee.outcomes() == {("token", "goblin"): 1, ("token", "plague archers"): 4}
    play(referee, ("token", "goblin"), ("roll", 3))
    assert referee.outcomes() == dice("roll")
    play(referee, ("roll", 2))
    assert referee.outcomes() == {("level", level): 1 for level in (1, 2, 3, 4, 5)}
    play(referee, ("level", 5))
    assert board(referee) == [titan(8, "forest", 2), ("goblin", "forest", 3, 1, False), ("troll", "archer", 6, 3, False)]
    assert referee.token_discards == ["herald"] * 3
    assert referee.snapshot()["heralds"] == 0
    assert referee.level == 5
    assert referee.player == 0
    token(referee, "plague archers")  # the second token of the turn
    assert referee.player == 1


def test_heralds_that_come_after_he_was_summoned_are_monsters() -> None:
    referee = drawing([FAR], pile=["herald", "herald", *QUIET], heralds=2)
    play(referee, ("token", "herald"), ("token", "plague archers"), ("roll", 2))
    token(referee, "herald", 6)
    assert (referee.heralds, ("herald", "forest", 6, 2, False) in board(referee)) == (0, True)


def test_heralds_with_the_promo_level_in_the_draw_six_cards_are_equally_likely() -> None:
    referee = drawing([FAR], {"agranok": "random", "level six": True}, pile=["herald", *QUIET], heralds=2)
    play(referee, ("token", "herald"), ("token", "plague archers"), ("roll", 2))
    assert referee.outcomes() == dice("level")


def test_heralds_a_chosen_level_is_never_drawn() -> None:
    referee = drawing([FAR], {"agranok": 3}, pile=["herald", *QUIET], heralds=2)
    play(referee, ("token", "herald"), ("token", "plague archers"), ("roll", 2))
    assert {move[0] for move in referee.outcomes()} == {"token"}


def test_heralds_the_fourth_is_a_monster_and_rolls_agranoks_effect() -> None:
    referee = drawing([titan(8, "forest", 1)], {"agranok": 5}, pile=["herald", *QUIET], level=5)
    assert referee.outcomes() == dice("effect roll")  # he moved
    play(referee, ("effect roll", 3))  # nobody has a card to banish
    token(referee, "herald", 4)
    assert board(referee)[1] == ("herald", "forest", 4, 2, False)
    assert referee.outcomes() == dice("effect roll")
    play(referee, ("effect roll", 5))
    assert board(referee)[0] == titan(8, "knight", 1)
    assert {move[0] for move in referee.outcomes()} == {"token"}  # moved by his own die: not again


def test_heralds_the_fourth_rolls_nothing_while_agranok_is_in_the_castle_ring_or_at_level_1() -> None:
    inside = drawing([titan(8, "castle", 1)], {"agranok": 5}, towers=arcs(4), pile=["herald", *QUIET])
    token(inside, "herald", 4)
    assert {move[0] for move in inside.outcomes()} == {"token"}
    first = drawing([titan(8, "forest", 1)], {"agranok": 1}, pile=["herald", *QUIET])
    token(first, "herald", 4)
    assert {move[0] for move in first.outcomes()} == {"token"}


def test_heralds_after_agranoks_end_are_plain_monsters() -> None:
    referee = drawing([FAR], {"agranok": 5}, pile=["herald", *QUIET], summoned=True, agranok_slain=True)
    referee.summoned = True
    token(referee, "herald", 4)
    assert ("herald", "forest", 4, 2, False) in board(referee)
    assert {move[0] for move in referee.outcomes()} == {"token"}


# ---- Agranok's effects and movement (page 26) ----


@pytest.mark.parametrize("level", [2, 3, 4, 5, 6])
def test_effects_are_rolled_after_he_moves_in_phase_5(level: int) -> None:
    referee = drawing([titan(8, "forest", 1)], {"agranok": level, "level six": True}, pile=QUIET)
    assert board(referee) == [titan(8, "archer", 1)]
    assert referee.outcomes() == dice("effect roll")


def test_effects_level_1_has_none() -> None:
    assert {move[0] for move in drawing([titan(8, "forest", 1)], {"agranok": 1}, pile=QUIET).outcomes()} == {"token"}


def test_effects_no_roll_if_he_does_not_move() -> None:
    referee = in_play(["tar"], [titan(8, "forest", 1)], {"agranok": 5}, pile=QUIET)
    play(referee, ("tar", titan(8, "forest", 1)), END)
    assert {move[0] for move in referee.outcomes()} == {"token"}


def test_effects_no_roll_in_the_castle_ring() -> None:
    entering = drawing([titan(8, "swordsman", 1)], {"agranok": 5}, walls=arcs(), pile=QUIET)
    assert board(entering) == [titan(8, "castle", 1)]
    assert {move[0] for move in entering.outcomes()} == {"token"}


def test_effects_no_roll_if_a_token_or_a_card_moves_him() -> None:
    referee = in_play(["tar", "drive him back"], [titan(8, "knight", 1)], {"agranok": 5}, pile=["monsters move clockwise", *QUIET])
    play(referee, ("drive back", titan(8, "knight", 1)), END)
    assert referee.outcomes() == dice("effect roll")  # that is his own move of phase 5
    play(referee, ("effect roll", 3), ("token", "monsters move clockwise"))
    assert board(referee) == [titan(8, "archer", 2)]
    assert {move[0] for move in referee.outcomes()} == {"token"}


def effect(level: int, number: int, **state: object) -> Arranged:
    """Agranok has moved to Archer 1 and his die was rolled."""
    referee = drawing([titan(8, "forest", 1)], {"agranok": level, "level six": True}, **{"pile": QUIET, **state})
    play(referee, ("effect roll", number))
    return referee


@pytest.mark.parametrize(("level", "numbers"), [(2, (1, 2, 3)), (3, (1, 2))])
def test_effects_nothing(level: int, numbers: tuple[int, ...]) -> None:
    for number in numbers:
        assert {move[0] for move in effect(level, number).outcomes()} == {"token"}


@pytest.mark.parametrize(("level", "numbers"), [(2, (4, 5, 6)), (3, (5, 6)), (4, (5, 6)), (5, (1, 2))])
def test_effects_a_giant_boulder(level: int, numbers: tuple[int, ...]) -> None:
    for number in numbers:
        referee = effect(level, number)
        assert referee.outcomes() == dice("roll")
        play(referee, ("roll", 1))
        assert not referee.walls[1]
        assert board(referee) == [titan(8, "archer", 1)]
        assert referee.token_discards == []  # no token: nothing to discard


@pytest.mark.parametrize(("level", "numbers"), [(3, (3, 4)), (4, (1, 2))])
def test_effects_a_discarded_herald_is_placed_without_another_roll(level: int, numbers: tuple[int, ...]) -> None:
    for number in numbers:
        referee = effect(level, number, token_discards=["herald", "herald", "orc"])
        assert referee.outcomes() == dice("roll")
        play(referee, ("roll", 3))
        assert ("herald", "forest", 3, 2, False) in board(referee)
        assert sorted(referee.token_discards) == ["herald", "orc"]
        assert {move[0] for move in referee.outcomes()} == {"token"}
        assert {move[0] for move in effect(level, number, token_discards=["orc"]).outcomes()} == {"token"}  # none there: nothing


@pytest.mark.parametrize(("level", "numbers", "ring"), [(4, (3, 4), "knight"), (5, (5, 6), "knight"), (6, (4, 5, 6), "swordsman")])
def test_effects_he_moves_on(level: int, numbers: tuple[int, ...], ring: str) -> None:
    for number in numbers:
        referee = effect(level, number)
        assert board(referee) == [titan(8, ring, 1)]
        assert {move[0] for move in referee.outcomes()} == {"token"}


@pytest.mark.parametrize(("level", "numbers"), [(5, (3, 4)), (6, (1, 2, 3))])
def test_effects_each_player_banishes_a_card(level: int, numbers: tuple[int, ...]) -> None:
    for number in numbers:
        referee = effect(level, number, hand=["tar", "brick"], others=[["mortar", "mortar"]])
        assert referee.mover() == 0
        assert referee.choices() == {("banish", "tar"), ("banish", "brick")}
        play(referee, ("banish", "tar"))
        assert referee.hands == [["brick"], ["mortar"]]
        assert referee.banished == ["tar", "mortar"]


def test_effects_on_the_last_tower() -> None:
    referee = effect(2, 6, walls=arcs(), towers=arcs(3))
    play(referee, ("roll", 3))
    assert referee.result() == "lost"


# ---- The Boom Troll (page 26) ----


def test_boom_troll_slain_damages_all_monsters_in_its_space() -> None:
    boom = ("boom troll", "swordsman", 1, 1, False)
    pieces: list[MonsterTuple] = [boom, ("orc", "swordsman", 1, 2, False), ("goblin", "swordsman", 1, 1, False), FAR]
    pieces += [("orc", "knight", 1, 2, False), ("orc", "swordsman", 2, 2, False)]
    referee = in_play(["red swordsman"], pieces, {"version": "master slayer"})
    play(referee, ("hit", "red swordsman", boom))
    left = [("orc", "knight", 1, 2, False), ("orc", "swordsman", 1, 1, False), ("orc", "swordsman", 2, 2, False), FAR]
    assert board(referee) == sorted(left)
    assert Counter(referee.trophies[0]) == Counter(["boom troll", "goblin"])  # those the explosion takes, too
    assert referee.walls == referee.towers == arcs(*ARCS)  # slain, it spares the Castle


def test_boom_troll_slain_in_the_castle_ring_spares_the_castle() -> None:
    boom = ("boom troll", "castle", 1, 3, False)
    referee = in_play(["barbarian"], [boom, FAR], towers=arcs(2, 3))
    play(referee, ("slay", boom))
    assert referee.towers == arcs(2, 3)
    assert referee.walls == arcs(*ARCS)


@pytest.mark.parametrize("fortified", [True, False])
def test_boom_troll_at_a_wall_takes_all_structures_of_its_arc(fortified: bool) -> None:
    pieces: list[MonsterTuple] = [BOOM, ("orc", "knight", 1, 2, False), ("orc", "archer", 1, 2, False)]
    referee = drawing(pieces, pile=QUIET, fortify=arcs(1) if fortified else arcs())
    assert board(referee) == [("orc", "knight", 1, 2, False), ("orc", "swordsman", 1, 1, False)]
    assert referee.walls == referee.towers == arcs(2, 3, 4, 5, 6)
    assert referee.fortify == arcs()
    assert referee.token_discards == ["boom troll"]


def test_boom_troll_at_a_tower_takes_the_wall_as_well() -> None:
    referee = drawing([("boom troll", "castle", 6, 2, False)], walls=arcs(1, 2), fortify=arcs(1), towers=arcs(1, 2), pile=QUIET)
    assert (referee.walls, referee.towers, referee.fortify) == (arcs(2), arcs(2), arcs())
    assert board(referee) == []


def test_boom_troll_explodes_once_and_homes_fall_with_their_towers() -> None:
    rules: dict[str, object] = {"my home": True}
    pieces: list[MonsterTuple] = [BOOM, ("orc", "forest", 1, 2, False)]
    referee = drawing(pieces, rules, homes=[1, 2], hand=["tar"], pile=["red monsters move 1", *QUIET])
    assert referee.mover() == 0
    assert referee.choices() == {("claim", arc) for arc in (3, 4, 5, 6)}
    play(referee, ("claim", 5), ("token", "red monsters move 1"))
    assert board(referee) == [("orc", "knight", 1, 2, False)]
    assert referee.towers == arcs(2, 3, 4, 5, 6)


def test_boom_troll_explosion_on_the_last_tower_loses_the_game() -> None:
    referee = drawing([BOOM], towers=arcs(1), pile=QUIET)
    assert referee.result() == "lost"


def test_boom_troll_and_another_monster_take_the_last_two_towers_at_once() -> None:
    referee = drawing([BOOM, ("troll", "castle", 3, 3, False)], towers=arcs(1, 4), pile=QUIET)
    assert referee.result() == "lost"


def test_boom_troll_that_finds_no_structure_goes_on() -> None:
    referee = drawing([BOOM], walls=arcs(), towers=arcs(2, 3), pile=QUIET)
    assert board(referee) == [("boom troll", "castle", 1, 3, False)]


# ---- The Dark Sorceress (page 26) ----


def test_dark_sorceress_makes_all_players_discard_one_card_of_their_choice() -> None:
    referee = drawing([FAR], pile=["dark sorceress", *QUIET], hand=["tar", "brick"], others=[["mortar"]])
    token(referee, "dark sorceress", 2)
    assert ("dark sorceress", "forest", 2, FULL_HEALTH["dark sorceress"], False) in board(referee)
    assert referee.choices() == {("give up", "tar"), ("give up", "brick")}
    play(referee, ("give up", "tar"))
    assert referee.hands == [["brick"], []]


def test_dark_sorceress_reduces_the_hand_size_while_she_is_on_the_board() -> None:
    sorceress = ("dark sorceress", "archer", 1, 3, False)
    for pieces, full in (([sorceress, FAR], 5), ([FAR], 6)):
        referee = Arranged({}, pieces, hands=[[], ["tar"]], had_a_turn=[True, True], deck=["brick"] * 9)
        for _ in range(full):
            play(referee, ("card", "brick"))
        assert referee.choices() == {KEEP, ("discard", ("brick",))}


# ---- Elites (page 26) ----

ELITE: MonsterTuple = ("elite orc", "archer", 1, 2, False)


@pytest.mark.parametrize(("number", "left"), [(1, 2), (2, 2), (3, 1), (4, 1), (5, 1), (6, 1)])
def test_elites_a_hit_card_misses_on_1_and_2(number: int, left: int) -> None:
    referee = in_play(["red archer"], [ELITE, FAR])
    play(referee, ("hit", "red archer", ELITE))
    assert referee.outcomes() == dice("hit roll")
    assert referee.discards == ["red archer"]
    play(referee, ("hit roll", number))
    assert board(referee) == [("elite orc", "archer", 1, left, False), FAR]


@pytest.mark.parametrize("number", [2, 3])
def test_elites_a_special_card_is_declared_before_the_roll_and_lost_on_a_miss(number: int) -> None:
    referee = in_play(["red archer", "nice shot"], [ELITE, FAR])
    play(referee, ("nice shot", "red archer", ELITE), ("hit roll", number))
    assert sorted(referee.discards) == ["nice shot", "red archer"]
    assert (ELITE in board(referee)) == (number == 2)


def test_elites_no_roll_against_the_barbarian() -> None:
    referee = in_play(["barbarian"], [ELITE, FAR])
    play(referee, ("slay", ELITE))
    assert board(referee) == [FAR]


def test_elites_are_hit_by_a_barrage_with_a_roll_each() -> None:
    referee = in_play(["barrage", "red archer", "red hero"], [ELITE, FAR])
    play(referee, ("barrage", "archer"), ("hit", "red archer", ELITE), ("hit roll", 1), ("hit", "red hero", ELITE), ("hit roll", 6))
    assert board(referee) == [("elite orc", "archer", 1, 1, False), FAR]


@pytest.mark.parametrize("name", ["elite goblin", "elite orc", "elite troll", "boom troll"])
def test_elites_and_the_boom_troll_arrive_like_other_monsters(name: str) -> None:
    referee = drawing([FAR], pile=[name, *QUIET])
    token(referee, name, 2)
    assert (name, "forest", 2, FULL_HEALTH[name], False) in board(referee)
    assert {move[0] for move in referee.outcomes()} == {"token"}


def test_elites_and_support_tokens_fight_without_a_roll() -> None:
    elite = ("elite troll", "forest", 1, 3, False)
    referee = drawing([elite], supports=[("supply wagon", "archer", 1, 3)], pile=QUIET)
    assert board(referee) == [("elite troll", "archer", 1, 2, False)]
    assert supports(referee) == [("supply wagon", "archer", 1, 2)]


# ---- Plagues and Wither (page 27) ----


@pytest.mark.parametrize("colour", ["red", "green", "blue"])
def test_colour_plagues_take_any_color_heroes_and_boiling_oil(colour: str) -> None:
    hand = [f"{colour} archer", f"{colour} hero", f"{colour} boiling oil", "any knight", "tar", "cavalier", "barrage"]
    other = {"red": "green", "green": "blue", "blue": "red"}[colour]
    others = [[f"{other} archer", f"{other} hero", "any archer", f"{other} boiling oil"]]
    referee = drawing([FAR], pile=[f"{colour} plague", *QUIET], hand=hand, others=others)
    token(referee, f"{colour} plague")
    assert referee.hands == [["tar", "cavalier", "barrage"], [f"{other} archer", f"{other} hero", f"{other} boiling oil"]]
    assert referee.token_discards == [f"{colour} plague"]


def test_wither_banishes_the_top_card_of_the_castle_deck() -> None:
    referee = drawing([FAR], pile=["wither", *QUIET], deck=["tar", "brick", "brick"])
    token(referee, "wither")
    assert referee.outcomes() == {("wither", "tar"): 1, ("wither", "brick"): 2}
    play(referee, ("wither", "brick"))
    assert (sorted(referee.deck), referee.discards, referee.banished) == (["brick", "tar"], [], ["brick"])
    assert referee.token_discards == ["wither"]


# ---- Support tokens (page 27) ----


@pytest.mark.parametrize("name", SUPPORT)
def test_support_tokens_are_placed_in_the_forest_and_count_as_drawn(name: str) -> None:
    referee = drawing([], pile=[name, *QUIET])
    token(referee, name, 5)
    assert supports(referee) == [(name, "forest", 5, SUPPORT_HEALTH[name])]
    play(referee, ("token", "plague archers"))
    assert referee.player == 1  # two tokens were drawn


def test_support_tokens_do_not_move_with_the_monsters() -> None:
    wagon = ("supply wagon", "archer", 1, 3)
    pile = ["red monsters move 1", "monsters move clockwise", "troll mage", *QUIET]
    referee = drawing([], supports=[wagon], pile=pile)
    assert supports(referee) == [wagon]
    token(referee, "red monsters move 1")
    token(referee, "monsters move clockwise")
    assert supports(referee) == [wagon]


def test_support_tokens_are_not_healed() -> None:
    referee = drawing([], supports=[("supply wagon", "archer", 1, 1)], pile=["healer", *QUIET])
    token(referee, "healer", 4)
    assert supports(referee) == [("supply wagon", "archer", 1, 1)]


def test_support_tokens_cannot_be_damaged_by_the_players() -> None:
    hand = ["red archer", "nice shot", "barbarian", "tar", "drive him back", "red boiling oil", "barrage"]
    referee = in_play(hand, [FAR], supports=[("supply wagon", "archer", 1, 3), ("reserve squad", "swordsman", 2, 3)])
    for kind in ("hit", "nice shot", "oil", "barrage"):
        assert not named(referee, kind)
    assert named(referee, "slay") == named(referee, "drive back") == set()
    assert named(referee, "tar") == {("tar", FAR)}


def test_support_moved_one_space_by_any_colour_card() -> None:
    hand = ["green archer", "blue hero", "blue boiling oil", "tar", "brick"]
    referee = in_play(hand, [FAR], supports=[("supply wagon", "archer", 1, 3)])
    assert named(referee, "move support") == {("move support", card, "supply wagon") for card in hand[:3]}
    play(referee, ("move support", "blue boiling oil", "supply wagon"))
    assert referee.discards == ["blue boiling oil"]
    assert referee.choices() == {("step", "forest", 1), ("step", "knight", 1), ("step", "archer", 2), ("step", "archer", 6)}
    play(referee, ("step", "archer", 6))
    assert supports(referee) == [("supply wagon", "archer", 6, 3)]
    assert END in referee.choices()
    play(referee, ("move support", "blue hero", "supply wagon"))  # it stands in blue now
    play(referee, ("step", "archer", 1), ("step", "archer", 2))
    assert supports(referee) == [("supply wagon", "archer", 2, 3)]


def test_support_moved_two_spaces_if_the_colour_is_that_of_its_present_space() -> None:
    referee = in_play(["red knight", "red hero"], [FAR], supports=[("supply wagon", "forest", 2, 3)])
    play(referee, ("move support", "red knight", "supply wagon"), ("step", "forest", 3))
    assert referee.choices() == {("step", "forest", 2), ("step", "forest", 4), ("step", "archer", 3)}
    play(referee, ("step", "archer", 3))  # forward after sideways; the colour was right where it began
    play(referee, ("move support", "red hero", "supply wagon"), ("step", "knight", 3))
    assert END in referee.choices()  # a red card in green: one space


def test_support_as_many_colour_cards_as_wished() -> None:
    referee = in_play(["green archer"] * 3, [FAR], supports=[("supply wagon", "forest", 1, 3)])
    for ring in ("archer", "knight", "swordsman"):
        play(referee, ("move support", "green archer", "supply wagon"), ("step", ring, 1))
    assert referee.discards == ["green archer"] * 3


def test_support_fights_on_its_way() -> None:
    orc = ("orc", "knight", 1, 2, False)
    referee = in_play(["red hero"], [orc, FAR], supports=[("supply wagon", "archer", 1, 3)])
    play(referee, ("move support", "red hero", "supply wagon"), ("step", "knight", 1))
    assert supports(referee) == [("supply wagon", "knight", 1, 2)]
    assert ("orc", "knight", 1, 1, False) in board(referee)
    play(referee, ("step", "swordsman", 1))
    assert supports(referee) == [("supply wagon", "swordsman", 1, 2)]


def test_support_that_dies_on_its_way_moves_no_further() -> None:
    orc = ("orc", "knight", 1, 2, False)
    referee = in_play(["red hero"], [orc, FAR], supports=[("supply wagon", "archer", 1, 1)])
    play(referee, ("move support", "red hero", "supply wagon"), ("step", "knight", 1))
    assert supports(referee) == []
    assert END in referee.choices()
    assert ("orc", "knight", 1, 1, False) in board(referee)


def test_support_and_several_monsters_it_fights_one_and_the_players_choose() -> None:
    pieces: list[MonsterTuple] = [("orc", "archer", 2, 2, False), ("goblin", "archer", 2, 1, False), FAR]
    referee = in_play(["blue archer"], pieces, supports=[("reserve squad", "archer", 1, 3)])
    play(referee, ("move support", "blue archer", "reserve squad"), ("step", "archer", 2))
    assert referee.mover() == "team"
    assert referee.choices() == {("fight", "reserve squad", piece) for piece in pieces[:2]}
    play(referee, ("fight", "reserve squad", pieces[1]))
    assert board(referee) == [pieces[0], FAR]
    assert supports(referee) == [("reserve squad", "archer", 2, 2)]


def test_support_several_fight_once_each_in_the_order_the_players_choose() -> None:
    orc, goblin = ("orc", "forest", 1, 2, False), ("goblin", "forest", 1, 1, False)
    there = [("reserve squad", "archer", 1, 1), ("supply wagon", "archer", 1, 3)]
    referee = drawing([orc, goblin], supports=there, pile=QUIET)
    now = [("orc", "archer", 1, 2, False), ("goblin", "archer", 1, 1, False)]
    assert referee.choices() == {("fight", name, piece) for name in ("reserve squad", "supply wagon") for piece in now}
    play(referee, ("fight", "supply wagon", now[0]))
    assert referee.choices() == {("fight", "reserve squad", ("orc", "archer", 1, 1, False)), ("fight", "reserve squad", now[1])}
    play(referee, ("fight", "reserve squad", now[1]))
    assert supports(referee) == [("supply wagon", "archer", 1, 2)]
    assert board(referee) == [("orc", "archer", 1, 1, False)]


def test_support_battle_that_flips_agranok_costs_cards() -> None:
    referee = drawing([titan(5, "forest", 1)], supports=[("supply wagon", "archer", 1, 3)], pile=QUIET, others=[["tar"]])
    assert referee.outcomes() == {("lose", 1, "tar"): 1}
    assert supports(referee) == [("supply wagon", "archer", 1, 2)]


def test_support_battles_in_phase_6_when_a_monster_arrives_or_is_moved() -> None:
    referee = drawing([], supports=[("supply wagon", "forest", 3, 3)], pile=["orc", "green monsters move 1", *QUIET])
    token(referee, "orc", 3)
    assert supports(referee) == [("supply wagon", "forest", 3, 2)]
    assert board(referee) == [("orc", "forest", 3, 1, False)]
    rotated = drawing([("orc", "forest", 2, 2, False)], supports=[("supply wagon", "archer", 3, 3)], pile=["monsters move clockwise"])
    token(rotated, "monsters move clockwise")
    assert supports(rotated) == [("supply wagon", "archer", 3, 2)]


def test_support_that_arrives_on_a_monster_fights() -> None:
    referee = in_play(["drive him back"], [("orc", "archer", 3, 2, False)], supports=[("supply wagon", "forest", 3, 3)])
    play(referee, ("drive back", ("orc", "archer", 3, 2, False)))
    assert board(referee) == [("orc", "forest", 3, 1, False)]
    drawn = drawing([], pile=["orc", "supply wagon", *QUIET])
    token(drawn, "orc", 3)
    token(drawn, "supply wagon", 3)
    assert supports(drawn) == [("supply wagon", "forest", 3, 2)]


def test_support_hit_by_a_boulder_is_destroyed() -> None:
    there = [("supply wagon", "archer", 1, 3), ("reserve squad", "knight", 4, 3)]
    referee = drawing([], supports=there, walls=arcs(), towers=arcs(2), pile=["giant boulder", *QUIET])
    token(referee, "giant boulder", 1)
    assert supports(referee) == []
    assert sorted(referee.tokens_out) == ["reserve squad", "supply wagon"]
    beside = [("supply wagon", "archer", 2, 3), ("reserve squad", "knight", 1, 3), ("stonemason's cart", "forest", 4, 3)]
    stopped = drawing([], supports=beside, pile=["giant boulder", *QUIET])
    token(stopped, "giant boulder", 1)  # as far as the Wall of its own arc
    assert supports(stopped) == sorted([beside[0], beside[2]])


def test_support_reaching_the_castle_ring_is_taken_off_without_fighting() -> None:
    inside = ("orc", "castle", 1, 2, False)
    referee = in_play(["blue archer"], [inside, FAR], supports=[("supply wagon", "swordsman", 1, 2)], towers=arcs(4), deck=["brick"] * 9)
    play(referee, ("move support", "blue archer", "supply wagon"), ("step", "castle", 1))
    assert (supports(referee), referee.tokens_out) == ([], ["supply wagon"])
    assert inside in board(referee)


def test_supply_wagon_draws_its_health_for_each_player_from_the_current_one() -> None:
    referee = Arranged(
        {"players": 3},
        [FAR],
        hands=[["tar"], ["green archer", *["brick"] * 6], ["mortar"]],
        player=1,
        supports=[("supply wagon", "swordsman", 1, 2)],
        deck=["tar"] * 9,
    )
    play(referee, KEEP, ("no trade",), ("move support", "green archer", "supply wagon"), ("step", "castle", 1))
    sizes = []
    for _ in range(6):
        play(referee, ("card", "tar"))
        sizes.append([len(hand) for hand in referee.hands])
    assert sizes == [[1, 7, 1], [1, 8, 1], [1, 8, 2], [1, 8, 3], [2, 8, 3], [3, 8, 3]]
    assert END in referee.choices()


def test_stonemasons_cart_builds_walls_without_cards() -> None:
    referee = in_play(["green archer"], [FAR], supports=[("stonemason's cart", "swordsman", 1, 2)], walls=arcs(1, 2))
    play(referee, ("move support", "green archer", "stonemason's cart"), ("step", "castle", 1))
    assert referee.mover() == 0
    assert referee.choices() == {("cart wall", arc) for arc in (3, 4, 5, 6)}
    play(referee, ("cart wall", 5), ("cart wall", 3))
    assert referee.walls == arcs(1, 2, 3, 5)
    assert END in referee.choices()


def test_reserve_squad_distributes_its_health_to_monsters_anywhere() -> None:
    pieces: list[MonsterTuple] = [("orc", "castle", 2, 2, False), ("elite goblin", "forest", 4, 1, False), FAR]
    referee = in_play(["green archer"], pieces, supports=[("reserve squad", "swordsman", 1, 3)], towers=arcs(5))
    play(referee, ("move support", "green archer", "reserve squad"), ("step", "castle", 1))
    assert referee.mover() == 0
    assert referee.choices() == {("squad", piece) for piece in pieces} | {("enough",)}
    play(referee, ("squad", pieces[0]), ("squad", pieces[1]), ("squad", ("orc", "castle", 2, 1, False)))
    assert board(referee) == [FAR]  # no roll for the Elite
    assert END in referee.choices()


# ---- Alternate rules (page 28) ----


def test_slippery_slope_boiling_oil_in_the_castle_or_the_swordsman_ring() -> None:
    pieces = [("orc", "castle", 1, 2, False), ("orc", "swordsman", 2, 2, False)]
    referee = in_play(["red boiling oil"], pieces, {"slippery slope": True}, towers=arcs(4))
    assert named(referee, "oil") == {("oil", "red boiling oil", "castle"), ("oil", "red boiling oil", "swordsman")}
    play(referee, ("oil", "red boiling oil", "castle"))
    assert board(referee) == [("orc", "castle", 1, 1, False), ("orc", "swordsman", 2, 2, False)]


def test_sigh_of_relief_all_players_draw_a_card_when_agranok_is_destroyed() -> None:
    referee = in_play(["barbarian"], [titan(2), FAR], {"players": 3, "sigh of relief": True}, deck=["tar", "tar", "brick"])
    play(referee, ("slay", titan(2)))
    assert referee.outcomes() == {("card", "tar"): 2, ("card", "brick"): 1}
    play(referee, ("card", "tar"), ("card", "tar"), ("card", "brick"))
    assert referee.hands == [["tar"], ["tar"], ["brick"]]
    assert END in referee.choices()
    boom, other = ("boom troll", "archer", 1, 1, False), ("orc", "archer", 2, 2, False)
    after = in_play(["barbarian", "red archer", "red archer"], [titan(2), boom, other], {"sigh of relief": True}, deck=["tar"] * 9)
    play(after, ("hit", "red archer", boom))
    assert END in after.choices()  # nobody draws over a Boom Troll
    play(after, ("hit", "red archer", titan(2)), ("card", "tar"), ("card", "tar"), ("slay", other))
    assert after.hands == [["tar"], ["tar"]]


def test_sigh_of_relief_not_for_players_who_are_out() -> None:
    rules: dict[str, object] = {"players": 3, "sigh of relief": True, "my home": True}
    referee = in_play(["barbarian"], [titan(2), FAR], rules, deck=["tar"] * 9, homes=[1, 2, None], out=[False, False, True])
    play(referee, ("slay", titan(2)), ("card", "tar"), ("card", "tar"))
    assert referee.hands == [["tar"], ["tar"], []]


@pytest.mark.parametrize(("health", "left"), [(3, (3, 4, 5, 6)), (2, (2, 3, 4, 5, 6))])
def test_demolition_man_at_full_health_takes_both_arcs_of_the_colour(health: int, left: tuple[int, ...]) -> None:
    boom = ("boom troll", "swordsman", 1, health, False)
    referee = drawing([boom], {"demolition man": True}, fortify=arcs(2), pile=QUIET)
    assert referee.towers == referee.walls == arcs(*left)
    assert referee.fortify == (arcs() if health == 3 else arcs(2))


# ---- Victory points (page 28) ----


def test_victory_points() -> None:
    for trophy, points in (
        ("boom troll", 3),
        ("dark sorceress", 5),
        ("elite goblin", 2),
        ("elite orc", 3),
        ("elite troll", 4),
        ("herald", 2),
        ("goblin king", 4),
        ("troll", 3),
    ):
        referee = Arranged({"version": "master slayer"}, [FAR], trophies=[[trophy], []])
        assert referee._score(0) == (points, 1)


# ---- The base game's modes and options ----


def test_not_over_yet_heralds_that_come_back_are_monsters() -> None:
    rules: dict[str, object] = {"not over yet": True, "agranok": 1}
    referee = drawing([titan(8, "forest", 1)], rules, pile=["plague archers"], token_discards=["herald"])
    play(referee, ("token", "plague archers"))
    assert referee.outcomes() == {("token", "herald"): 1, ("token", "plague archers"): 1}
    token(referee, "herald", 6)
    assert ("herald", "forest", 6, 2, False) in board(referee)


def test_desperate_times_skips_cards_but_not_the_cavalier() -> None:
    referee = Arranged({"desperate times": True}, [FAR], hands=[["tar"], []], cavalier=("archer", 1), deck=["brick"] * 6)
    play(referee, ("desperate",), *[("card", "brick")] * 6, KEEP)
    assert RESTS in referee.choices()


def test_kings_tower_and_sorceress_add_up() -> None:
    sorceress = ("dark sorceress", "archer", 1, 3, False)
    referee = Arranged(
        {"my home": True, "kings tower": True}, [sorceress, FAR], hand_size=5, hands=[["tar"] * 4, []], had_a_turn=[True] * 2
    )
    assert KEEP in referee.choices()
