"""Setting up the Wizard's Tower, and the Wizard deck in the order of play."""

from __future__ import annotations

from collections import Counter

import pytest

from castlewise.models.castle_panic.expansions.wizards_tower.components import WIZARDS_TOWER
from castlewise.models.castle_panic.game import CastlePanic
from castlewise.models.castle_panic.position import Position
from castlewise.models.castle_panic.rule_set import OPTIONS, read_rules
from castlewise.models.problems import InvalidInput
from wizards_tower.arrange import arrange, board, chances, options, play

PILE = {
    "orc": 5, "troll": 5, "goblin king": 1, "orc warlord": 1, "troll mage": 1, "healer": 1, "giant boulder": 2, "red monsters move 1": 1,
    "green monsters move 1": 1, "blue monsters move 1": 1, "monsters move clockwise": 1, "monsters move counter-clockwise": 1, "plague archers": 1,
    "plague knights": 1, "plague swordsmen": 1, "all players discard 1 card": 1, "draw 3 monster tokens": 1, "draw 4 monster tokens": 1, "centaur": 1,
    "climbing troll": 2, "conjurer": 1, "cyclops": 1, "doppelganger": 1, "flaming boulder": 1, "gargoyle": 2, "goblin cavalry": 2, "golem": 1,
    "ogre": 3, "imp per tower": 1, "phoenix": 2, "trebuchet": 1, "harbinger": 3,
}  # fmt: skip
STARTERS = {
    "starts.o@1": 5, "starts.t@1": 5, "starts.ce@1": 1, "starts.ct@1": 2, "starts.cy@1": 1, "starts.dg@1": 1, "starts.ga@1": 2, "starts.gc@1": 2,
    "starts.go@1": 1, "starts.og@1": 3, "starts.ph@1": 2,
}  # fmt: skip


def start(rules: str = "players=2") -> Position:
    return CastlePanic(read_rules(f"{rules},wizards-tower"), compiled=False).start()


def test_the_players_choose_the_tower_that_the_wizards_tower_replaces() -> None:
    position = start()
    assert (position.game.mover(position), options(position)) == (-1, {f"wizard@{arc}" for arc in range(1, 7)})
    assert (play(position, "wizard@4").wizards_tower, play(position, "wizard@4").towers) == (4, [1, 2, 3, 4, 5, 6])


def test_with_random_setup_a_die_places_the_wizards_tower() -> None:
    position = start("players=2,random-setup")
    assert chances(position) == {f"roll.{arc}": 1 for arc in range(1, 7)}
    assert play(position, "roll.5").wizards_tower == 5


def test_the_setup_removes_and_adds_tokens() -> None:
    assert Counter(start().pile) == PILE


def test_six_monsters_that_are_no_bosses_are_drawn_at_random_for_the_archer_ring() -> None:
    position = play(start(), "wizard@1")
    assert chances(position) == STARTERS
    position = play(position, "starts.o@1", "starts.dg@2", "starts.og@3", "starts.ph@4", "starts.ce@5")
    assert chances(position)["starts.o@6"] == 4
    position = play(position, "starts.ga@6")
    assert board(position) == [
        "orc archer 1",
        "doppelganger archer 2",
        "ogre archer 3",
        "phoenix archer 4",
        "centaur archer 5",
        "gargoyle archer 6",
    ]


def test_the_ten_castle_cards_join_the_castle_deck_and_the_wizard_cards_have_their_own() -> None:
    position = start()
    assert (len(position.deck), len(position.wizard_deck)) == (59, 22)


def test_hands_are_dealt_from_the_castle_deck() -> None:
    position = play(start(), "wizard@1", *(f"starts.{code}@{arc}" for arc, code in enumerate(("o", "o", "o", "t", "t", "t"), 1)))
    assert sum(chances(position).values()) == 59
    assert "card.wte" not in chances(position)


def test_a_solitaire_game_goes_without_stand_together_and_the_basilisk() -> None:
    position = start("players=1")
    assert ("stand together" in position.deck, len(position.deck)) == (False, 58)
    announced = arrange("players=1", stage="announce")
    assert set(chances(announced)) == {"boss.cm", "boss.dr", "boss.hy", "boss.ne", "boss.wl"}


def test_every_card_and_token_has_a_code_of_its_own() -> None:
    for rows in (WIZARDS_TOWER.cards, WIZARDS_TOWER.tokens):
        assert len({row.code for row in rows}) == len(rows)


@pytest.mark.parametrize("option", sorted(set(OPTIONS) - {"kings-tower", "easier-trades"}))
def test_every_optional_rule_of_the_base_game_combines_with_the_expansion(option: str) -> None:
    position = start(f"players=2,{option}")
    source = position.game.source(1)
    for _ in range(60):
        if position.is_over:
            break
        move = position.game.sample(position, source) if position.is_chance else position.game.choices(position)[-1]
        position = position.game.apply(position, move)
    assert position.rule_set.wizards_tower


@pytest.mark.parametrize("version", ["players=1,solitaire", "players=4,co-op", "players=3,master-slayer", "players=6,edition=1"])
def test_the_expansion_combines_with_every_version(version: str) -> None:
    assert len(start(version).wizard_deck) == 22


def test_after_a_discard_the_player_draws_from_either_deck() -> None:
    position = arrange(hand=["brick", "tar"], monsters=["orc archer 1"], stage="discard", deck=["mortar"])
    position = play(position, "discard.br")
    assert options(position) == {"castle", "wizards"}
    assert play(position, "castle", "card.mo").hands[0] == ["mortar", "tar"]
    assert sum(chances(play(position, "wizards")).values()) == 22
    assert play(position, "wizards", "card.wte").hands[0] == ["tar", "teleport"]


def test_a_wizard_card_may_be_discarded_in_phase_2_to_its_own_pile() -> None:
    position = play(arrange(hand=["teleport", "tar"], monsters=["orc archer 1"], stage="discard"), "discard.wte")
    assert (position.wizard_discards, position.discards) == (["teleport"], [])


def test_in_solitaire_each_of_two_replacements_may_come_from_either_deck() -> None:
    position = arrange("players=1", hand=["brick", "tar"], monsters=["orc archer 1"], stage="discard", deck=["mortar"])
    position = play(position, "discard.br.ta", "wizards", "card.wte", "castle", "card.mo")
    assert position.hands[0] == ["mortar", "teleport"]


def test_drawing_up_is_from_the_castle_deck_only() -> None:
    position = arrange(hand=["brick"], monsters=["orc archer 1"], stage="draw-up", deck=["mortar", "tar"])
    assert chances(position) == {"card.mo": 1, "card.ta": 1}


def test_wizard_cards_are_traded_like_others_and_count_towards_the_hand() -> None:
    position = arrange(hands=[["teleport"], ["brick"]], monsters=["orc archer 1"], stage="trade")
    assert play(position, "trade.wte.p2.br").hands == [["brick"], ["teleport"]]


def test_an_empty_wizard_deck_is_made_anew_from_its_discards() -> None:
    names = [card.name for card in WIZARDS_TOWER.cards[35:]]
    position = arrange(hand=["reinforce"], hands=[[], [names[0]]], monsters=["orc archer 1"], wizard_discards=names[1:])
    position = play(position, "re", "wizards")
    assert (sum(chances(position).values()), position.wizard_discards) == (21, [])


def test_draw_2_cards_and_scavenge_apply_to_the_castle_deck_only() -> None:
    position = arrange(hand=["scavenge", "draw 2 cards"], monsters=["orc archer 1"], discards=["brick"], wizard_discards=["teleport"])
    assert options(position) == {"sc.br", "d2", "end"}
    assert "card.wte" not in chances(play(position, "d2"))


def test_without_the_wizards_tower_nobody_draws_from_its_deck() -> None:
    position = arrange(hand=["brick", "tar"], monsters=["orc archer 1"], stage="discard", towers=[1, 2], deck=["mortar"])
    assert play(position, "discard.br", "card.mo").hands[0] == ["mortar", "tar"]


def test_players_keep_their_wizard_cards_when_the_tower_falls_and_cards_played_then_leave_the_game() -> None:
    position = arrange(hand=["azriels fist"], monsters=["orc archer 1", "orc archer 2"], towers=[1, 2])
    position = play(position, "waf@a1o2")
    assert (position.wizard_discards, len(position.wizard_deck)) == ([], 21)
    assert "wizard-removed=waf" in str(position)


@pytest.mark.parametrize(
    ("rules", "problem"),
    [
        ("death-benefit", "belongs to wizards-tower"),
        ("harbingers=4", "belongs to wizards-tower"),
        ("wizards-tower,harbingers=7", "6 Mega Bosses"),
        ("wizards-tower,harbingers=x", "not a number"),
        ("wizards-tower,monster-shortage,random-monster-mix", "choose one"),
        ("wizards-tower,solo-stand-together", "solitaire"),
        ("wizards-tower,solo-basilisk", "solitaire"),
        ("wizards-towr", 'did you mean "wizards-tower"'),
    ],
)
def test_rules_that_do_not_go_together_are_refused_with_their_reason(rules: str, problem: str) -> None:
    with pytest.raises(InvalidInput, match=problem):
        read_rules(f"players=2,{rules}")


def test_stand_together_may_stay_in_a_solitaire_game_where_it_can_only_be_discarded() -> None:
    assert "stand together" in CastlePanic(read_rules("players=1,wizards-tower,solo-stand-together"), compiled=False).start().deck
    hand = ["stand together"]
    assert options(arrange("players=1,solo-stand-together", hand=hand, monsters=["orc archer 1"])) == {"end"}
    assert options(arrange("players=1,solo-stand-together", hand=hand, monsters=["orc archer 1"], stage="discard")) == {
        "keep",
        "discard.st",
    }


def test_a_rough_start_with_monster_shortage_places_the_two_orcs_there_are() -> None:
    position = CastlePanic(read_rules("players=2,wizards-tower,rough-start,monster-shortage"), compiled=False).start()
    position = play(position, "wizard@1", "roll.1", "roll.1", "roll.2", "roll.3", "roll.3")
    assert [f"{m.name} {m.ring} {m.arc}" for m in position.monsters] == [
        "orc archer 1", "orc archer 1", "troll archer 2", "troll archer 3", "troll archer 3",
    ]  # fmt: skip
    assert not {"orc", "troll"} & set(position.pile)


def test_a_rough_start_with_random_monster_mix_draws_from_what_is_left() -> None:
    position = CastlePanic(read_rules("players=2,wizards-tower,rough-start,random-monster-mix"), compiled=False).start()
    position = play(position, "wizard@1", *["remove.o"] * 10, *["remove.g"] * 6, *["remove.t"] * 5)
    assert position.pile.count("orc") == 0
    assert position.pile.count("troll") == 2
    position = play(position, "roll.1", "roll.1", "roll.1")
    assert bytes(position.game.read(str(position))) == bytes(position)
    position = play(position, "roll.6")
    assert [m.name for m in position.monsters] == ["orc", "troll", "troll", "troll"]
    assert position.game.short(position, position.game.outcomes(position)[0][0]).startswith("card.")
