"""The Wizard's Tower referee's own tests: the rulebooks' examples and what they say of every card and Monster."""

from __future__ import annotations

import random
from collections import Counter
from copy import deepcopy
from typing import Any

import pytest

from referee.castle_panic import ARCS, Flow, Move
from referee.wizards_tower.components import CASTLE_CARDS, IMPS, MEGA_BOSSES, NEW_TOKENS, OPTIONS, SHORTAGE, WIZARD_CARDS
from referee.wizards_tower.game import WizardsTowerReferee

END: Move = ("end play",)
PASS: Move = ("pass",)
QUIET = ["plague archers", "plague knights", "plague swordsmen"]  # tokens that do nothing to empty hands
Piece = tuple[Any, ...]  # token, ring, arc, then health, tarred and flames where they are not as printed


class Arranged(WizardsTowerReferee):
    """Player 0's first turn, with what is given; hands and discards are otherwise empty, the pile is quiet, the Wizard's Tower in arc 6."""

    def __init__(self, board: list[Piece], rules: dict[str, object] | None = None, **state: Any) -> None:
        self._pieces = board
        self._state = {"pile": list(QUIET), **state}
        super().__init__({"players": 2} | (rules or {}))

    def _set_up(self) -> Flow[None]:
        self.wizards_tower = 6
        for token, ring, arc, *more in self._pieces:
            self._place(token, ring, arc)
            for name, value in zip(("health", "tarred", "flames"), more, strict=False):
                setattr(self.monsters[-1], name, value)
        self.imps = IMPS - sum(monster.token == "imp" for monster in self.monsters)
        self.bosses = [boss for boss in self.bosses if all(monster.token != boss for monster in self.monsters)]
        for name, value in self._state.items():
            if name == "burning":
                self.flames |= value
            elif name == "hand":
                self.hands[0] = list(value)
            else:
                assert hasattr(self, name), name
                setattr(self, name, deepcopy(value))
        yield from ()


def in_play(board: list[Piece], *hand: str, rules: dict[str, object] | None = None, **state: Any) -> Arranged:
    """At the Play phase."""
    referee = Arranged(board, rules, hand=hand, **state)
    for passing in (("keep",), ("no trade",)):
        if passing in referee.choices():
            referee.apply(passing)
    return referee


def drawn(token: str, board: list[Piece], *rolls: int, rules: dict[str, object] | None = None, **state: Any) -> Arranged:
    """This token is drawn, with nothing moved before it."""
    referee = Arranged(board, rules, **{"pile": [token, *QUIET], **state})
    for monster in referee.monsters:
        monster.tarred = True
    referee.apply(END)
    for monster in referee.monsters:
        monster.tarred = False
    play(referee, ("token", token), *[("roll", number) for number in rolls])
    return referee


def play(referee: WizardsTowerReferee, *moves: Move) -> None:
    for move in moves:
        referee.apply(move)


def board(referee: WizardsTowerReferee) -> list[Piece]:
    """Token, ring, arc, health and flames of every Monster."""
    return sorted((monster.token, monster.ring, monster.arc, monster.health, monster.flames) for monster in referee.monsters)


def named(referee: WizardsTowerReferee, kind: str) -> set[Move]:
    return {move for move in referee.choices() if move[0] == kind}


def target(referee: WizardsTowerReferee, token: str) -> tuple[Any, ...]:
    return next(monster for monster in referee.monsters if monster.token == token).as_tuple()


def hit(referee: WizardsTowerReferee, card: str, token: str, *specials: str) -> None:
    if specials == ("nice shot",):
        referee.apply(("nice shot", card, target(referee, token)))
    elif specials:
        referee.apply(("hit with", card, tuple(sorted(specials)), target(referee, token)))
    else:
        referee.apply(("hit", card, target(referee, token)))


def arcs(*present: int) -> dict[int, bool]:
    return {arc: arc in present for arc in ARCS}


# ---- Setup ----


def test_the_setup_has_the_rulebooks_numbers() -> None:
    assert (len(WIZARD_CARDS), sum(CASTLE_CARDS.values()), sum(NEW_TOKENS.values()), len(MEGA_BOSSES)) == (22, 10, 19, 6)
    referee = WizardsTowerReferee({"players": 4})
    assert len(referee.deck) == 59
    tokens = Counter(referee.pile)
    assert (tokens["orc"], tokens["troll"], tokens["giant boulder"], tokens["goblin"]) == (5, 5, 2, 0)
    assert tokens["red monsters move 1"] == tokens["harbinger"] // 3 == 1
    assert referee.choices() == {("wizards tower", arc) for arc in ARCS}


def test_six_monsters_that_are_no_bosses_start_in_the_archer_ring() -> None:
    referee = WizardsTowerReferee({"players": 2})
    referee.apply(("wizards tower", 3))
    for arc in ARCS:
        tokens = {move[1] for move in referee.outcomes()}
        assert tokens & {"conjurer", "goblin king", "harbinger", "imp per tower", "dragon"} == set()
        assert {"ogre", "phoenix"} <= tokens
        play(referee, max(referee.outcomes(), key=lambda move: (referee.outcomes()[move], move)))
        assert referee.monsters[-1].arc == arc
    assert referee.outcomes()[("card", "berserk")] == 1


def test_the_rules_that_change_the_setup() -> None:
    assert Counter(WizardsTowerReferee({"players": 2, "monster shortage": True}).pile) == Counter(SHORTAGE | {"harbinger": 2})
    assert WizardsTowerReferee({"players": 2, "harbingers": 6}).pile.count("harbinger") == 6
    mix = WizardsTowerReferee({"players": 2, "random monster mix": True})
    mix.apply(("wizards tower", 1))
    removed = []
    while ("removed", "orc") in mix.outcomes() or all(move[0] == "removed" for move in mix.outcomes()):
        removed.append(min(mix.outcomes()))
        mix.apply(removed[-1])
    assert len(removed) == 21
    assert not {token for _, token in removed} & set(NEW_TOKENS)
    solo = WizardsTowerReferee({"players": 1})
    assert "stand together" not in solo.deck
    assert "basilisk" not in solo.bosses
    assert WizardsTowerReferee({"players": 1, "random setup": True}).outcomes() == {("roll", arc): 1 for arc in ARCS}
    assert "stand together" in WizardsTowerReferee({"players": 1, "solo stand together": True}).deck
    rough = WizardsTowerReferee({"players": 2, "rough start": True, "monster shortage": True})
    play(rough, ("wizards tower", 1), *[("roll", 4)] * 5)
    assert board(rough) == [("orc", "archer", 4, 2, 0)] * 2 + [("troll", "archer", 4, 3, 0)] * 3
    with pytest.raises(ValueError, match="harbingers"):
        WizardsTowerReferee({"players": 1, "harbingers": 6})


# ---- The Wizard deck ----


def test_a_discard_is_replaced_from_either_deck() -> None:
    referee = Arranged([], hand=["brick"])
    referee.apply(("discard", ("brick",)))
    assert referee.choices() == {("from castle",), ("from wizards",)}
    referee.apply(("from wizards",))
    assert referee.outcomes() == {("wizard card", card): 1 for card in WIZARD_CARDS}


def test_without_the_wizards_tower_its_cards_leave_the_game_when_played() -> None:
    referee = in_play([("orc", "archer", 1)], "wizard quake", "azriels fist", towers=arcs(2, 6))
    referee.apply(("spell", "wizard quake", 6))
    assert (referee.wizards_tower, referee.wizard_discards) == (None, ["wizard quake"])
    referee.apply(("spell", "azriels fist", target(referee, "orc")))
    assert referee.wizard_discards == ["wizard quake"]
    assert not referee._wizard_deck_left()


def test_solitaire_draws_each_of_two_replacements_from_either_deck() -> None:
    referee = Arranged([], {"players": 1}, hand=["brick", "tar"])
    play(referee, ("discard", ("brick", "tar")), ("from wizards",), ("wizard card", "teleport"))
    assert referee.choices() == {("from castle",), ("from wizards",)}


# ---- Hit cards and what is played with them ----


def test_changed_colour_enchanted_and_flaming_with_a_red_knight() -> None:
    """The rulebook's example of several Special cards with a single hit card."""
    referee = in_play([("ogre", "knight", 4)], "red knight", "change color", "enchanted", "flaming")
    assert len(named(referee, "hit with")) == 4
    hit(referee, "red knight", "ogre", "change color", "enchanted", "flaming")
    assert board(referee) == [("ogre", "knight", 4, 1, 1)]


def test_flying_monsters_are_hit_by_archers_and_heroes_in_the_field_only() -> None:
    """The rulebook's example: a Blue Archer hits a Flying Monster in the Blue Swordsman ring."""
    pieces = [("gargoyle", "swordsman", 5), ("phoenix", "castle", 6)]
    hand = ("blue archer", "blue hero", "blue swordsman", "tar", "drive him back", "barbarian")
    referee = in_play(pieces, *hand, rules={"heroic powers": True})
    assert {move[1] for move in named(referee, "hit")} == {"blue archer", "blue hero"}
    assert {move[2][0] for move in named(referee, "hit")} == {"gargoyle"}
    assert {move[1][0] for move in named(referee, "slay")} == {"gargoyle", "phoenix"}
    assert named(referee, "tar") == named(referee, "drive back") == set()


def test_change_range_makes_an_archer_that_hits_flying_monsters() -> None:
    referee = in_play([("gargoyle", "knight", 1)], "red swordsman", "change range")
    assert named(referee, "hit with") == {("hit with", "red swordsman", ("change range",), target(referee, "gargoyle"))}


@pytest.mark.parametrize(
    ("token", "weak", "immune"), [("centaur", "knight", "archer"), ("cyclops", "archer", "swordsman"), ("golem", "swordsman", "knight")]
)
def test_the_three_with_a_weak_and_an_immune_ring(token: str, weak: str, immune: str) -> None:
    referee = in_play([(token, immune, 1)], f"red {immune}", "azriels fist")
    assert named(referee, "hit") == set()
    referee.apply(("spell", "azriels fist", target(referee, token)))
    assert board(referee) == [(token, immune, 1, 2, 0)]
    referee = in_play([(token, weak, 1), ("orc", "forest", 2)], f"red {weak}")
    hit(referee, f"red {weak}", token)
    assert board(referee) == [("orc", "forest", 2, 2, 0)]


def test_knock_back_goes_outwards_and_counter_clockwise_in_the_castle() -> None:
    referee = in_play([("troll", "swordsman", 2)], "red swordsman", "knock back")
    hit(referee, "red swordsman", "troll", "knock back")
    assert board(referee) == [("troll", "knight", 2, 2, 0)]
    rules: dict[str, object] = {"heroic powers": True}
    referee = in_play([("troll", "castle", 1)], "red hero", "knock back", rules=rules, towers=arcs(2), wizards_tower=None)
    hit(referee, "red hero", "troll", "knock back")
    assert board(referee) == [("troll", "castle", 6, 2, 0)]
    referee = in_play([("troll", "castle", 1)], "red hero", "knock back", rules=rules, towers=arcs(6))
    assert named(referee, "hit with") == set()


def test_double_strike_hits_two_monsters_and_keeps_cards_for_the_second_hit() -> None:
    referee = in_play([("troll", "archer", 1), ("orc", "archer", 2)], "red archer", "double strike", "enchanted")
    hit(referee, "red archer", "troll", "double strike")
    assert referee.choices() >= {
        PASS,
        ("hit with", "red archer", ("enchanted",), target(referee, "troll")),
        ("hit", "red archer", target(referee, "orc")),
    }
    hit(referee, "red archer", "orc")
    assert (board(referee), referee.hands[0]) == ([("orc", "archer", 2, 1, 0), ("troll", "archer", 1, 2, 0)], ["enchanted"])


def test_berserk_draws_for_every_hit_card() -> None:
    referee = in_play([("ogre", "archer", 1)], "berserk", "red archer", "any archer")
    hit(referee, "any archer", "ogre")
    assert referee.kind() == "choice"
    referee.apply(("berserk",))
    hit(referee, "red archer", "ogre")
    assert referee.kind() == "chance"


def test_never_lose_hope_and_reinforce() -> None:
    referee = in_play([("orc", "forest", 1)], "never lose hope", "brick", "mortar", "reinforce")
    play(referee, ("never lose hope",), ("give up hope", "brick"), ("give up hope", "mortar"), PASS, ("card", "tar"), ("card", "barbarian"))
    assert sorted(referee.hands[0]) == ["barbarian", "reinforce", "tar"]
    play(referee, ("reinforce",), ("from castle",), ("card", "missing"))
    assert referee.mover() == 1
    play(referee, ("from wizards",), ("wizard card", "teleport"))
    assert referee.hands[1] == ["teleport"]


def test_stand_together_gives_the_trophy_to_who_slays() -> None:
    hands = [["stand together"], ["red archer", "enchanted", "mystical manufacturing", "brick"]]
    referee = in_play([("orc", "archer", 1, 1)], rules={"version": "master slayer"}, hands=hands, towers=arcs(6))
    referee.apply(("stand together", 1))
    assert referee.mover() == 1
    assert {move[0] for move in referee.choices()} == {"pass", "hit"}
    hit(referee, "red archer", "orc")
    assert referee.trophies == [[], ["orc"]]


# ---- Wizard cards ----


def test_the_rulebooks_example_of_hypnotize() -> None:
    referee = in_play([("troll", "knight", 1), ("orc", "knight", 1, 1)], "hypnotize")
    referee.apply(next(iter(named(referee, "hypnotize"))))
    assert (board(referee), referee.token_discards) == ([("troll", "knight", 1, 2, 0)], ["orc"])


def test_who_attacks_a_burning_monster_catches_fire() -> None:
    referee = in_play([("troll", "knight", 1), ("ogre", "knight", 1, 2, False, 2)], "hypnotize")
    referee.apply(next(iter(named(referee, "hypnotize"))))
    assert board(referee) == [("troll", "knight", 1, 1, 1)]


def test_cards_of_one_target() -> None:
    pieces = [("ogre", "forest", 5), ("orc", "castle", 1)]
    hand = ("azriels fist", "blue fireball", "hammer of light", "lightning bolt")
    referee = in_play(pieces, *hand, towers=arcs(6))
    assert {move[-1][0] for move in referee.choices() if move[:2] == ("spell", "azriels fist")} == {"ogre", "orc"}
    assert {move[-1][0] for move in referee.choices() if move[:2] in (("spell", "blue fireball"), ("spell", "hammer of light"))} == {"ogre"}
    referee.apply(("spell", "blue fireball", target(referee, "ogre")))
    referee.apply(("bolt", 3, target(referee, "orc")))
    assert board(referee) == [("ogre", "forest", 5, 3, 1), ("orc", "forest", 3, 1, 0)]
    referee.apply(("spell", "hammer of light", target(referee, "ogre")))
    assert board(referee) == [("orc", "forest", 3, 1, 0)]


def test_cards_of_an_area() -> None:
    pieces = [("troll", ring, 1) for ring in ("forest", "archer", "knight", "castle")] + [("troll", "archer", 2)]
    hand = ("chain lightning", "rain of iron", "war storm", "burning blast", "wall of force")
    referee = in_play(pieces, *hand, towers=arcs(6))
    assert {move[2:] for move in referee.choices() if move[:2] == ("spell", "burning blast")} == {
        ("archer", 1),
        ("archer", 2),
        ("knight", 1),
    }
    play(referee, ("spell", "chain lightning", "forest", 1), ("spell", "rain of iron", 1), ("spell", "war storm", "red"))
    healths = {(ring, arc): health for _, ring, arc, health, _ in board(referee)}
    assert healths == {("forest", 1): 2, ("archer", 1): 1, ("knight", 1): 1, ("castle", 1): 2, ("archer", 2): 2}
    play(referee, ("spell", "burning blast", "archer", 1), ("spell", "wall of force", 1))
    assert Counter(piece[1:3] for piece in board(referee)) == {("forest", 1): 4, ("archer", 2): 1}


def test_cards_without_a_target() -> None:
    pieces = [("orc", "swordsman", 1, 2, False, 2), ("orc", "castle", 2), ("orc", "forest", 3)]
    hand = ("ring of fire", "extinguishing wind", "rain of ice")
    referee = in_play(pieces, *hand, towers=arcs(6), burning={("wall", 4): 2})
    referee.apply(("spell", "ring of fire"))
    assert board(referee)[2] == ("orc", "swordsman", 1, 2, 3)
    referee.apply(("spell", "extinguishing wind"))
    assert board(referee) == [("orc", "forest", 3, 2, 0), ("orc", "knight", 1, 2, 0), ("orc", "swordsman", 2, 2, 0)]
    assert not any(referee.flames.values())
    before = board(referee)
    play(referee, ("spell", "rain of ice"), END)
    assert board(referee) == before


def test_the_oracle_keeps_one_of_five_and_orders_the_rest() -> None:
    cards = ["brick", "mortar", "tar", "missing", "barbarian"]
    referee = in_play([("orc", "forest", 1)], "eye of the oracle", "draw 2 cards", deck=[*cards, "scavenge"])
    referee.apply(("spell", "eye of the oracle"))
    play(referee, *[("seen", card) for card in cards], ("keep card", "tar"))
    play(referee, *[("order card", card) for card in ("missing", "mortar", "brick")], ("draw two",))
    assert referee.outcomes() == {("card", "missing"): 1}
    referee.apply(("card", "missing"))
    assert referee.outcomes() == {("card", "mortar"): 1}


def test_mystical_manufacturing() -> None:
    referee = in_play([("troll", "castle", 1)], "mystical manufacturing", "brick", towers=arcs(3), wizards_tower=None)
    built = named(referee, "manufacture")
    assert {move[2] for move in built} == {2, 4, 5, 6}
    assert {move[3] for move in built} == {False, True}
    referee.apply(("manufacture on", "brick", target(referee, "troll")))
    assert (board(referee)[0][3], referee.towers) == (2, arcs(3))
    referee = in_play([("troll", "forest", 1)], "mystical manufacturing", "brick", towers=arcs(3), wizards_tower=None)
    referee.apply(("manufacture", "brick", 5, True))
    assert (referee.wizards_tower, referee.towers) == (5, arcs(3, 5))
    assert referee._wizard_deck_left()


def test_what_mystical_manufacturing_crushes_is_a_trophy_but_never_the_warlock() -> None:
    pieces = [("orc", "castle", 1, 1), ("warlock", "castle", 1), ("warlock", "castle", 2)]
    rules: dict[str, object] = {"version": "master slayer"}
    referee = in_play(pieces, "mystical manufacturing", "brick", rules=rules, towers=arcs(3, 4, 5, 6))
    assert named(referee, "manufacture on") == {("manufacture on", "brick", target(referee, "orc"))}
    assert named(referee, "manufacture") == set()
    referee.apply(("manufacture on", "brick", target(referee, "orc")))
    assert (referee.trophies, referee.towers) == ([["orc"], []], arcs(3, 4, 5, 6))


def test_teleport_and_the_towers() -> None:
    referee = in_play([("orc", "archer", 1)], "teleport", towers=arcs(6), fortify=arcs(2), burning={("wall", 5): 2})
    assert {move[2] for move in named(referee, "teleport") if move[1] == "castle"} == {1, 2, 3, 4, 5}
    assert len(named(referee, "teleport")) == 28
    assert {move[2] for move in named(referee, "teleport fortify")} == {1, 3, 4, 5, 6}
    referee.apply(("teleport fortify", 2, 5))
    assert (referee.fortify, referee.flames["wall", 5]) == (arcs(), 0)


def test_valadors_wave_strikes_one_colour_four_times_or_less() -> None:
    referee = in_play([("ogre", "forest", 1), ("imp", "castle", 2), ("orc", "archer", 3)], "valadors wave", towers=arcs(6))
    referee.apply(("spell", "valadors wave", target(referee, "imp")))
    assert referee.choices() == {PASS, ("wave", target(referee, "ogre"))}
    play(referee, ("wave", target(referee, "ogre")), PASS)
    assert board(referee) == [("ogre", "forest", 1, 3, 0), ("orc", "archer", 3, 2, 0)]


def test_wizard_quake_takes_a_tower_and_its_arc() -> None:
    pieces = [("ogre", "forest", 1), ("basilisk", "knight", 1), ("warlock", "archer", 1), ("orc", "archer", 2)]
    referee = in_play(pieces, "wizard quake")
    referee.apply(("spell", "wizard quake", 1))
    assert {piece[0] for piece in board(referee)} == {"warlock", "orc"}
    assert (referee.towers[1], referee.walls[1]) == (False, True)


def test_arcane_assembly_asks_all_players() -> None:
    hands = [["arcane assembly", "brick", "brick"], ["mortar"]]
    referee = in_play([("orc", "forest", 1)], hands=hands, walls=arcs(1, 2, 3))
    play(referee, ("spell", "arcane assembly"), ("assemble", "brick", 4), PASS)
    assert (referee.mover(), referee.choices()) == (1, {PASS, ("assemble", "mortar", 5), ("assemble", "mortar", 6)})


def test_thalgars_blessing_fills_all_hands() -> None:
    referee = in_play([("orc", "forest", 1)], "thalgars blessing", deck=["brick"] * 20)
    referee.apply(("spell", "thalgars blessing"))
    while referee.kind() == "chance":
        referee.apply(("card", "brick"))
    assert [len(hand) for hand in referee.hands] == [6, 6]


def test_no_wizard_card_affects_the_warlock_nor_any_card_the_doppelganger() -> None:
    cards = [card for card in WIZARD_CARDS if card not in ("wizard quake", "rain of ice", "thalgars blessing", "eye of the oracle")]
    referee = in_play([("warlock", "swordsman", 1), ("doppelganger", "archer", 2)], *cards)
    assert referee.choices() == {END}


# ---- Fire ----


def test_a_burning_monster_takes_its_flames_after_moving() -> None:
    referee = in_play([("ogre", "archer", 1, 4, False, 2)])
    referee.apply(END)
    assert board(referee) == [("ogre", "knight", 1, 2, 2)]


def test_flames_from_a_burning_wall_wait_for_the_next_movement() -> None:
    referee = in_play([("orc", "swordsman", 1)], burning={("wall", 1): 2})
    referee.apply(END)
    assert (board(referee), referee.walls[1]) == ([("orc", "swordsman", 1, 2, 2)], False)


def test_of_several_attackers_one_catches_fire() -> None:
    referee = in_play([("orc", "swordsman", 1), ("troll", "swordsman", 1)], burning={("wall", 1): 1})
    referee.apply(END)
    assert len(named(referee, "hurt")) == 2
    referee.apply(("hurt", target(referee, "troll")))
    assert board(referee) == [("orc", "swordsman", 1, 2, 0), ("troll", "swordsman", 1, 3, 1)]


def test_a_brick_takes_one_flame_a_fortify_token_all() -> None:
    referee = in_play([("orc", "forest", 1)], "brick", "fortify wall", burning={("wall", 1): 2, ("tower", 2): 1})
    referee.apply(("extinguish", "brick", "tower", 2))
    assert referee.flames["tower", 2] == 0
    referee.apply(("fortify", 1))
    assert (referee.flames["wall", 1], referee.fortify[1]) == (0, False)


def test_a_breath_goes_on_across_the_board_and_the_third_flame_destroys() -> None:
    referee = in_play([("dragon", "archer", 1)], towers=arcs(4, 6), walls=arcs(2), burning={("tower", 4): 1})
    play(referee, END, ("roll", 3))
    assert referee.flames["tower", 4] == 2
    referee = in_play([("dragon", "archer", 1)], towers=arcs(4, 6), walls=arcs(2), burning={("tower", 4): 2})
    play(referee, END, ("roll", 3))
    assert referee.towers == arcs(6)


def test_the_order_of_an_attack_and_a_breath_on_one_line() -> None:
    referee = in_play([("chimera", "knight", 2), ("orc", "swordsman", 1)])
    referee.apply(END)
    assert {move[0] for move in referee.choices()} == {"breathe", "hurt"}
    referee.apply(("hurt", target(referee, "orc")))
    assert (referee.walls[1], referee.flames["tower", 1]) == (False, 1)
    referee = in_play([("chimera", "knight", 2), ("orc", "swordsman", 1)])
    referee.apply(END)
    referee.apply(("breathe", target(referee, "chimera")))
    assert board(referee)[1] == ("orc", "swordsman", 1, 2, 1)


# ---- Monsters that move in their own way ----


@pytest.mark.parametrize(
    ("number", "ring", "arc"), [(1, "archer", 2), (2, "knight", 1), (3, "archer", 1), (4, "forest", 1), (5, "knight", 1), (6, "archer", 6)]
)
def test_the_dragons_table(number: int, ring: str, arc: int) -> None:
    referee = in_play([("dragon", "archer", 1)])
    play(referee, END, ("roll", number))
    assert board(referee) == [("dragon", ring, arc, 5, 0)]
    assert referee.flames["wall", arc] == 1


def test_the_warlock_appears_in_the_rolled_arc_and_steps_in() -> None:
    referee = in_play([("warlock", "archer", 1)])
    play(referee, END, ("roll", 4))
    assert board(referee) == [("warlock", "knight", 4, 4, 0)]


def test_goblin_cavalry_moves_two_spaces_and_stops_at_a_wall() -> None:
    referee = in_play([("goblin cavalry", "archer", 1), ("goblin cavalry", "swordsman", 2)])
    referee.apply(END)
    assert board(referee) == [("goblin cavalry", "swordsman", 1, 2, 0), ("goblin cavalry", "swordsman", 2, 1, 0)]
    referee = in_play([("goblin cavalry", "archer", 1, 1)], rules={"cavalry hobble": True})
    referee.apply(END)
    assert board(referee) == [("goblin cavalry", "knight", 1, 1, 0)]


def test_the_climbing_troll_takes_the_flames_of_the_wall_it_bypasses() -> None:
    referee = in_play([("climbing troll", "swordsman", 1)], towers=arcs(6), burning={("wall", 1): 2})
    referee.apply(END)
    assert (board(referee), referee.flames["wall", 1]) == ([("climbing troll", "castle", 1, 3, 2)], 2)


def test_the_golem_at_a_wall_is_damaged_but_not_slain() -> None:
    referee = in_play([("golem", "swordsman", 1)])
    referee.apply(END)
    assert board(referee) == [("golem", "swordsman", 1, 2, 0)]


def test_the_hydra_brings_two_imps_for_every_point_but_not_when_slain() -> None:
    referee = in_play([("hydra", "archer", 1)], "red archer", "enchanted", "any archer")
    hit(referee, "red archer", "hydra", "enchanted")
    assert board(referee).count(("imp", "forest", 1, 1, 0)) == 6
    hit(referee, "any archer", "hydra")
    assert len(board(referee)) == 6


def test_the_phoenix_sets_its_space_on_fire() -> None:
    referee = in_play([("phoenix", "knight", 1), ("orc", "knight", 1), ("orc", "knight", 2)], "red archer")
    hit(referee, "red archer", "phoenix")
    assert board(referee) == [("orc", "knight", 1, 2, 1), ("orc", "knight", 2, 2, 0)]


def test_the_necromancer_at_a_wall_is_slain_and_returns_monsters() -> None:
    referee = in_play([("necromancer", "swordsman", 1, 3)], token_discards=["orc", "ogre", "giant boulder"])
    referee.apply(END)
    assert referee.outcomes() == {("raised", "ogre"): 1, ("raised", "orc"): 1}
    play(referee, ("raised", "orc"), ("raised", "ogre"))
    assert (referee.walls[1], referee.monsters) == (False, [])
    assert Counter(referee.token_discards) == Counter(["giant boulder", "necromancer"])


# ---- The Doppelganger ----


def test_the_doppelganger_becomes_the_next_monster_destroyed() -> None:
    referee = in_play([("doppelganger", "archer", 4), ("conjurer", "archer", 1, 1)], "red archer", rules={"version": "master slayer"})
    hit(referee, "red archer", "conjurer")
    play(referee, ("roll", 2))
    assert board(referee) == [("conjurer", "archer", 4, 2, 0), ("imp", "forest", 1, 1, 0), ("imp", "forest", 2, 1, 0)]
    assert (referee.trophies, referee.token_discards) == ([[], []], ["doppelganger"])


def test_the_players_choose_among_those_destroyed_together() -> None:
    pieces = [("doppelganger", "archer", 4), ("imp", "knight", 1), ("orc", "knight", 1, 1), ("phoenix", "knight", 1)]
    referee = in_play(pieces, "chain lightning")
    referee.apply(("spell", "chain lightning", "knight", 1))
    assert (referee.mover(), referee.choices()) == ("team", {("returns", "imp"), ("returns", "orc"), ("returns", "phoenix")})
    referee.apply(("returns", "orc"))
    assert board(referee) == [("orc", "archer", 4, 2, 0)]


def test_in_a_double_strike_it_is_replaced_at_once_and_can_be_hit_again() -> None:
    referee = in_play([("doppelganger", "archer", 1), ("imp", "archer", 2)], "red archer", "double strike")
    hit(referee, "red archer", "imp", "double strike")
    assert board(referee) == [("imp", "archer", 1, 1, 0)]
    assert ("hit", "red archer", target(referee, "imp")) in referee.choices()


def test_a_mega_boss_leaves_the_doppelganger_and_a_lone_one_does_not_matter() -> None:
    referee = in_play([("doppelganger", "archer", 1), ("hydra", "archer", 2, 1)], "red archer", pile=[])
    hit(referee, "red archer", "hydra")
    assert referee.result() == "won"


def test_imps_alone_do_not_hold_up_the_win() -> None:
    referee = in_play([("orc", "archer", 1, 1), ("imp", "archer", 4)], "red archer", pile=[])
    hit(referee, "red archer", "orc")
    assert referee.result() == "won"


# ---- Tokens ----


def test_the_rulebooks_example_of_the_conjurer() -> None:
    referee = drawn("conjurer", [], 2, 3)
    assert board(referee) == [("conjurer", "forest", 2, 2, 0), *[("imp", "forest", arc, 1, 0) for arc in (1, 2, 3)]]


def test_an_imp_per_tower() -> None:
    referee = drawn("imp per tower", [], towers=arcs(2, 5, 6))
    assert board(referee) == [("imp", "forest", arc, 1, 0) for arc in (2, 5, 6)]


@pytest.mark.parametrize(
    ("walls", "fortify", "towers", "flames"),
    [
        ((1,), (), (1, 6), {("tower", 1): 1}),  # the Wall falls, the Tower burns
        ((1,), (1,), (1, 6), {("wall", 1): 1}),  # the Fortify token falls, its Wall burns
        ((4,), (), (1, 4), {("tower", 4): 1}),  # through the Castle ring
        ((4,), (), (4, 6), {("wall", 4): 1}),  # the far Tower falls, the far Wall burns
    ],
)
def test_the_flaming_boulders_second_structure_burns(
    walls: tuple[int, ...], fortify: tuple[int, ...], towers: tuple[int, ...], flames: dict[tuple[str, int], int]
) -> None:
    pieces = [("orc", "archer", 1), ("gargoyle", "archer", 1), ("basilisk", "archer", 1)]
    referee = drawn("flaming boulder", pieces, 1, walls=arcs(*walls), fortify=arcs(*fortify), towers=arcs(*towers))
    assert {structure: number for structure, number in referee.flames.items() if number} == flames
    assert {piece[0] for piece in board(referee)} == {"gargoyle", "basilisk"}
    assert sum(referee.walls.values()) + sum(referee.fortify.values()) + sum(referee.towers.values()) == len(walls + fortify + towers) - 1


def test_the_trebuchet_destroys_flying_monsters_and_one_structure() -> None:
    pieces = [("orc", "archer", 1), ("gargoyle", "archer", 1), ("dragon", "knight", 1), ("phoenix", "castle", 1)]
    referee = drawn("trebuchet", pieces, 1, towers=arcs(6, 4), walls=arcs())
    assert {piece[0] for piece in board(referee)} == {"orc", "dragon"}
    assert referee.towers == arcs(6)


def test_a_harbinger_announces_a_mega_boss_and_leaves_the_game() -> None:
    referee = drawn("harbinger", [])
    assert referee.outcomes() == {("announced", boss): 1 for boss in MEGA_BOSSES}
    play(referee, ("announced", "hydra"), ("roll", 5))
    assert board(referee) == [("hydra", "forest", 5, 4, 0)]
    assert (referee.token_discards, "hydra" in referee.bosses) == ([], False)


def test_what_comes_with_a_mega_boss() -> None:
    hands = [["brick"] * 3, ["mortar"] * 2 + ["teleport"]]
    referee = drawn("harbinger", [], hands=[[], []], token_discards=["orc", "trebuchet"])
    referee.hands = hands
    play(referee, ("announced", "basilisk"), ("roll", 1), ("give up", "teleport"))
    assert [len(hand) for hand in referee.hands] == [2, 2]
    referee = drawn("harbinger", [], token_discards=["orc", "trebuchet"])
    play(referee, ("announced", "necromancer"), ("roll", 1))
    assert referee.outcomes() == {("raised", "orc"): 1}
    referee = drawn("harbinger", [], rules={"necromancer randomizer": True}, token_discards=["orc", "trebuchet"])
    play(referee, ("announced", "necromancer"), ("roll", 1))
    assert referee.outcomes() == {("raised", "orc"): 1, ("raised", "trebuchet"): 1}
    referee = drawn("harbinger", [])
    play(referee, ("announced", "dragon"), ("roll", 1))
    assert referee.flames["wall", 1] == 1
    referee = drawn("harbinger", [])
    referee.hands = [["teleport", "wall of force", "brick"], ["brick"]]
    play(referee, ("announced", "warlock"), ("roll", 1))
    assert referee.choices() == {("give up wizard", "teleport"), ("give up wizard", "wall of force")}


def test_the_basilisk_in_play_takes_phase_2() -> None:
    assert not named(Arranged([("basilisk", "forest", 1)], hand=["brick"]), "discard")
    solo = Arranged([("basilisk", "forest", 1)], {"players": 1, "solo basilisk": True}, hand=["brick", "tar"])
    assert {len(move[1]) for move in named(solo, "discard")} == {1}


# ---- Alternate rules ----


def test_death_benefit_flaming_tar_and_too_quiet() -> None:
    referee = in_play([("orc", "archer", 1)], "wizard quake", rules={"death benefit": True})
    referee.apply(("spell", "wizard quake", 6))
    assert referee.hand_size == 7
    referee = in_play([("orc", "archer", 1, 2, False, 1)], "tar", rules={"flaming tar": True})
    referee.apply(("tar", target(referee, "orc")))
    assert referee.monsters[0].flames == 2
    referee = in_play([("orc", "archer", 1, 1)], "red archer", rules={"too quiet": True})
    hit(referee, "red archer", "orc")
    assert board(referee) == [("imp", "forest", arc, 1, 0) for arc in ARCS]


def test_growing_fire_feeds_every_burning_structure_of_the_arc() -> None:
    burning = {("wall", 2): 2, ("tower", 2): 1, ("tower", 3): 1}
    referee = drawn("ogre", [], 2, rules={"growing fire": True}, burning=burning)
    assert (referee.walls[2], referee.flames["tower", 2], referee.flames["tower", 3]) == (False, 2, 1)


def test_all_towers_falling_asks_nobody() -> None:
    """Tower 2 falls to the Dragon's breath, the only other one to two Monsters: who of them is hurt does not matter."""
    pieces = [("dragon", "archer", 2), ("orc", "swordsman", 1), ("troll", "swordsman", 1)]
    referee = in_play(pieces, towers=arcs(1, 2), walls=arcs(), wizards_tower=None, burning={("tower", 2): 2})
    play(referee, END, ("roll", 3))
    assert (referee.result(), referee.towers) == ("lost", arcs())


def test_where_a_wall_can_catch_the_fireball_the_players_are_asked() -> None:
    """The Chimera's breath burns Tower 1 only if the Orc's attack on its Wall is resolved first."""
    pieces = [("chimera", "knight", 2), ("orc", "swordsman", 1)]
    referee = in_play(pieces, towers=arcs(1), walls=arcs(1), wizards_tower=None, burning={("tower", 1): 2})
    referee.apply(END)
    assert {move[0] for move in referee.choices()} == {"breathe", "hurt"}
    referee.apply(("hurt", target(referee, "orc")))
    assert referee.result() == "lost"
    referee = in_play(pieces, towers=arcs(1), walls=arcs(1), wizards_tower=None, burning={("tower", 1): 2})
    referee.apply(END)
    referee.apply(("breathe", target(referee, "chimera")))
    assert (referee.result(), referee.walls[1]) == (None, False)


# ---- Random play ----


@pytest.mark.parametrize("number", range(14))
def test_random_games_end_and_lose_no_piece(number: int) -> None:
    rng = random.Random(number)
    players = 1 + number % 6
    options = {option: True for option in OPTIONS - {"monster shortage", "solo basilisk"} if rng.random() < 0.5}
    referee = WizardsTowerReferee({"players": players, **options})
    cards = len(referee.deck)
    for _ in range(5000):
        if referee.kind() == "over":
            break
        moves = sorted(referee.choices() or referee.outcomes(), key=repr)
        referee.apply(rng.choice(moves))
        in_hands = [card for hand in referee.hands for card in hand]
        castle = sum(card not in WIZARD_CARDS for card in in_hands) + len(referee.deck) + len(referee.seen) + len(referee.discards)
        assert castle == cards
        assert referee.imps + sum(monster.token == "imp" for monster in referee.monsters) == IMPS
    assert referee.result() in ("won", "lost")
