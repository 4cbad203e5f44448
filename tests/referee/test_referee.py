"""The referee's own tests: worked examples of the rules, the readings, and random play."""

from __future__ import annotations

import random
from collections import Counter
from copy import deepcopy
from typing import Any

import pytest

from referee.castle_panic import ARCS, CARDS, EASIER_BATTLES, OPTIONS, TOKENS, Flow, Monster, MonsterTuple, Move, Referee

END: Move = ("end play",)
KEEP: Move = ("keep",)
HURT = "hurt"
BOARD_OF_ONE = [("goblin", "archer", 1, 1, False)]
QUIET = ["plague archers"] * 4  # a pile of tokens that do nothing to empty hands


class Arranged(Referee):
    """A game that starts with player 0's first turn, on an empty board with empty hands but for what is given."""

    def __init__(self, rules: dict[str, object], board: list[MonsterTuple], **state: Any) -> None:
        self._state = {"monsters": [Monster(*piece) for piece in board], **state}
        super().__init__(rules)

    def _set_up(self) -> Flow[None]:
        for name, value in self._state.items():
            assert hasattr(self, name), name
            setattr(self, name, deepcopy(value))
        yield from ()


def play(referee: Referee, *moves: Move) -> None:
    for move in moves:
        referee.apply(move)


def board(referee: Referee) -> list[MonsterTuple]:
    return sorted(piece.as_tuple() for piece in referee.monsters)


def arcs(*present: int) -> dict[int, bool]:
    return {arc: arc in present for arc in ARCS}


def named(referee: Referee, kind: str) -> set[Move]:
    return {move for move in referee.choices() if move[0] == kind}


def token(referee: Referee, name: str, *rolls: int) -> None:
    """Draw this token and roll for it."""
    play(referee, ("token", name), *[("roll", number) for number in rolls])


# ---- Setup ----


def test_counts() -> None:
    assert sum(CARDS.values()) == 49
    assert sum(TOKENS.values()) == 49
    assert sum(EASIER_BATTLES.values()) == 11


@pytest.mark.parametrize(("players", "cards"), [(1, 6), (2, 6), (3, 5), (4, 5), (5, 5), (6, 4)])
def test_setup(players: int, cards: int) -> None:
    referee = Referee({"players": players})
    for arc, name in zip(ARCS, ("troll", "orc", "orc", "goblin", "goblin", "goblin"), strict=True):
        assert referee.kind() == "choice"
        assert referee.mover() == "team"
        play(referee, ("place", name, arc))
    for player in range(players):
        for held in range(cards):
            assert referee.kind() == "chance"
            assert sum(referee.outcomes().values()) == 49 - player * cards - held
            play(referee, min(referee.outcomes()))
    assert referee.choices() >= {KEEP}
    assert referee.mover() == 0
    assert len(referee.pile) == 43
    assert board(referee)[-1] == ("troll", "archer", 1, 3, False)
    assert referee.walls == referee.towers == arcs(*ARCS)


def test_setup_choices_shrink() -> None:
    referee = Referee({"players": 2})
    play(referee, ("place", "troll", 1))
    assert referee.choices() == {("place", "goblin", 2), ("place", "orc", 2)}
    with pytest.raises(ValueError, match="not possible"):
        play(referee, ("place", "troll", 2))


def test_random_setup() -> None:
    referee = Referee({"players": 2, "random setup": True})
    assert referee.outcomes() == {("placed", "goblin", 1): 3, ("placed", "orc", 1): 2, ("placed", "troll", 1): 1}
    play(referee, ("placed", "goblin", 1))
    assert referee.outcomes() == {("placed", "goblin", 2): 2, ("placed", "orc", 2): 2, ("placed", "troll", 2): 1}


def test_rough_start() -> None:
    referee = Referee({"players": 2, "rough start": True, "random setup": True})
    play(referee, *[("roll", 3)] * 6)
    assert board(referee) == [("orc", "archer", 3, 2, False)] * 3 + [("troll", "archer", 3, 3, False)] * 3
    assert Counter(referee.pile)["orc"] == 8
    assert Counter(referee.pile)["goblin"] == 6


def test_wall_rules() -> None:
    assert Referee({"players": 2, "walls": "none"}).walls == arcs()
    assert Referee({"players": 2, "walls": 0}).choices()
    referee = Referee({"players": 2, "walls": "random"})
    assert referee.outcomes() == {("wall count", number): 1 for number in ARCS}
    play(referee, ("wall count", 6), *[("wall", arc) for arc in (2, 1, 3, 4, 5)])
    assert referee.outcomes() == {("wall", 6): 1}
    play(referee, ("wall", 6))
    assert referee.walls == arcs(*ARCS)
    assert named(referee, "place")
    held = Referee({"players": 2, "walls": "players"})
    assert (held.walls, held.held_walls) == (arcs(), [1, 1])


def test_homes_and_king() -> None:
    referee = Referee({"players": 5, "my home": True, "kings tower": True})
    for player in range(5):
        assert referee.mover() == player
        assert len(referee.choices()) == 6 - player
        play(referee, ("claim", player + 2))
    assert referee.king == 1  # the only one left
    assert named(referee, "place")
    referee = Referee({"players": 2, "my home": True, "kings tower": True})
    play(referee, ("claim", 3), ("claim", 4))
    assert referee.choices() == {("king", arc) for arc in (1, 2, 5, 6)}
    assert referee.mover() == "team"


@pytest.mark.parametrize(
    "rules",
    [
        {},
        {"players": 0},
        {"players": 7},
        {"players": 1, "version": "co-op"},
        {"players": 2, "version": "solitaire"},
        {"players": 2, "edition": 3},
        {"players": 2, "walls": 7},
        {"players": 2, "walls": True},
        {"players": 2, "walls": "some"},
        {"players": 2, "kings tower": True},
        {"players": 6, "my home": True, "kings tower": True},
        {"players": 2, "easier trades": True},
        {"players": 2, "overlord": True},
        {"players": 2, "my home": "yes"},
    ],
)
def test_bad_rules(rules: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        Referee(rules)


# ---- A turn ----


def test_sample_turn() -> None:
    hands = [["brick", "blue knight", "blue archer", "green archer"], ["green archer"], ["any archer", "brick"], []]
    orc, troll = ("orc", "archer", 3, 2, False), ("troll", "knight", 5, 3, False)
    deck = ["red swordsman"]
    discards = ["mortar"]
    state: dict[str, Any] = {"hands": hands, "deck": deck, "discards": discards, "had_a_turn": [True] * 4, "walls": arcs(1, 2, 3, 5, 6)}
    joe = Arranged({"players": 4}, [orc, troll], **state)
    play(joe, ("card", "red swordsman"))
    play(joe, ("discard", ("blue archer",)))
    assert joe.outcomes() == {("card", "blue archer"): 1, ("card", "mortar"): 1}  # both were reshuffled
    play(joe, ("card", "mortar"), ("trade", "red swordsman", 1, "green archer"))
    play(joe, ("hit", "green archer", orc), ("hit", "green archer", ("orc", "archer", 3, 1, False)))
    assert joe.token_discards == ["orc"]
    play(joe, ("hit", "blue knight", troll), ("build", 4))
    assert joe.choices() == {END}
    play(joe, END)
    assert board(joe) == [("troll", "swordsman", 5, 2, False)]
    token(joe, "goblin", 1)
    token(joe, "plague archers")
    assert joe.hands == [[], ["red swordsman"], ["brick"], []]
    assert joe.player == 1
    assert joe.walls == arcs(*ARCS)
    assert board(joe) == [("goblin", "forest", 1, 1, False), ("troll", "swordsman", 5, 2, False)]


def test_no_draw_up_on_a_first_turn() -> None:
    fresh = Arranged({"players": 2}, BOARD_OF_ONE, hands=[["brick"], ["brick"]])
    assert KEEP in fresh.choices()
    later = Arranged({"players": 2}, BOARD_OF_ONE, hands=[["brick"], ["brick"]], had_a_turn=[True, False])
    assert later.kind() == "chance"


def test_solitaire_discard() -> None:
    solo = Arranged({"players": 1}, BOARD_OF_ONE, hands=[["brick", "brick", "tar"]])
    singles = {KEEP, ("discard", ("brick",)), ("discard", ("tar",))}
    assert solo.choices() == singles | {("discard", ("brick", "brick")), ("discard", ("brick", "tar"))}
    play(solo, ("discard", ("brick", "tar")), ("card", "mortar"), ("card", "mortar"))
    assert solo.hands == [["brick", "mortar", "mortar"]]


def test_nothing_left_to_draw() -> None:
    state: dict[str, Any] = {"hands": [["tar"], []], "deck": ["brick"], "discards": ["mortar"], "had_a_turn": [True, True]}
    referee = Arranged({"players": 2}, BOARD_OF_ONE, **state)
    play(referee, ("card", "brick"), ("card", "mortar"))
    assert KEEP in referee.choices()


def test_dwindling_resources() -> None:
    state: dict[str, Any] = {"hands": [["tar"], []], "deck": [], "discards": ["mortar", "mortar", "tar"], "had_a_turn": [True, True]}
    referee = Arranged({"players": 2, "dwindling resources": True}, BOARD_OF_ONE, **state)
    assert referee.snapshot()["deck"] == ("mortar", "tar")
    gone = Arranged({"players": 2, "dwindling resources": True}, BOARD_OF_ONE, **{**state, "discards": ["mortar", "brick"]})
    assert gone.choices() == {KEEP, ("discard", ("tar",))}


def test_desperate_times() -> None:
    rules: dict[str, object] = {"players": 2, "desperate times": True}
    referee = Arranged(rules, BOARD_OF_ONE, hands=[["brick"], ["tar"]], deck=["mortar"] * 9, pile=QUIET)
    assert referee.choices() == {("desperate",), ("carry on",)}
    play(referee, ("desperate",), *[("card", "mortar")] * 6)
    assert referee.discards == ["brick"]
    play(referee, KEEP)
    assert referee.kind() == "chance"  # neither trades nor cards played: on to the tokens
    assert board(referee) == [("goblin", "knight", 1, 1, False)]
    empty = Arranged(rules, BOARD_OF_ONE, hands=[[], ["tar"]])
    assert empty.choices() == {END}


def test_trades() -> None:
    referee = Arranged({"players": 3}, BOARD_OF_ONE, hands=[["tar", "tar"], ["tar", "brick"], []])
    play(referee, KEEP)
    assert referee.choices() == {("no trade",), ("trade", "tar", 1, "brick")}
    play(referee, ("trade", "tar", 1, "brick"))
    assert referee.hands == [["tar", "brick"], ["tar", "tar"], []]
    assert END in referee.choices()


def test_two_trades() -> None:
    hands = [["tar"], ["brick"], ["mortar"], [], [], []]
    referee = Arranged({"players": 6}, BOARD_OF_ONE, hands=hands)
    play(referee, KEEP, ("trade", "tar", 1, "brick"), ("trade", "brick", 2, "mortar"))
    assert referee.hands[:3] == [["mortar"], ["tar"], ["brick"]]
    assert END in referee.choices()
    easier = Arranged({"players": 3, "charging horde": True, "easier trades": True}, BOARD_OF_ONE, hands=[["tar"], ["brick"], ["mortar"]])
    play(easier, KEEP, ("trade", "tar", 1, "brick"))
    assert named(easier, "trade")


def test_consent_in_master_slayer() -> None:
    referee = Arranged({"players": 3, "version": "master slayer"}, BOARD_OF_ONE, hands=[["tar"], ["brick"], ["mortar"]])
    play(referee, KEEP, ("trade", "tar", 1, "brick"))
    assert referee.mover() == 1
    play(referee, ("refuse",))
    assert referee.choices() == {("no trade",), ("trade", "tar", 2, "mortar")}
    play(referee, ("trade", "tar", 2, "mortar"), ("accept",))
    assert referee.hands == [["mortar"], ["brick"], ["tar"]]
    assert END in referee.choices()


def test_no_trade_left_after_refusal() -> None:
    referee = Arranged({"players": 2, "version": "master slayer"}, BOARD_OF_ONE, hands=[["tar"], ["brick"]])
    play(referee, KEEP, ("trade", "tar", 1, "brick"), ("refuse",))
    assert END in referee.choices()


# ---- Cards ----


def test_who_can_hit_what() -> None:
    pieces = [("troll", ring, 2, 3, False) for ring in ("forest", "archer", "knight", "swordsman", "castle")]
    hand = ["red archer", "blue knight", "any knight", "red hero"]
    towers = arcs(1, 3)
    referee = Arranged({"players": 1}, pieces, hands=[hand], towers=towers)
    play(referee, KEEP)
    _, archer, knight, swordsman, castle = pieces
    expected = {("hit", "red archer", archer), ("hit", "any knight", knight)}
    expected |= {("hit", "red hero", piece) for piece in (archer, knight, swordsman)}
    assert referee.choices() == expected | {END}
    heroic = Arranged({"players": 1, "heroic powers": True}, pieces, hands=[[*hand, "nice shot"]], towers=towers)
    play(heroic, KEEP)
    expected.add(("hit", "red hero", castle))
    assert heroic.choices() == expected | {("nice shot", *move[1:]) for move in expected} | {END}


def test_reach_of_the_special_cards() -> None:
    pieces = [("troll", ring, 2, 3, False) for ring in ("forest", "archer", "castle")]
    referee = Arranged({"players": 1}, pieces, hands=[["barbarian", "tar", "drive him back"]], towers=arcs(1))
    play(referee, KEEP)
    assert named(referee, "slay") == {("slay", piece) for piece in pieces[1:]}
    assert named(referee, "drive back") == {("drive back", piece) for piece in pieces[1:]}
    assert named(referee, "tar") == {("tar", piece) for piece in pieces}


def test_drive_back_and_tar() -> None:
    orc = ("orc", "castle", 2, 2, False)
    hands = [["drive him back", "tar", "scavenge"], [], []]
    referee = Arranged({"players": 3}, [orc], hands=hands, towers=arcs(1), pile=["red monsters move 1", *QUIET])
    play(referee, KEEP, ("tar", orc), ("scavenge", "tar"))
    assert not named(referee, "tar")  # the only token lies on the board
    play(referee, ("drive back", ("orc", "castle", 2, 2, True)), END)
    token(referee, "red monsters move 1")
    assert board(referee) == [("orc", "forest", 2, 2, True)]
    token(referee, "plague archers")
    assert board(referee) == [("orc", "forest", 2, 2, False)]  # the next player's turn has begun


def test_all_for_one() -> None:
    pieces = [("troll", "knight", 3, 3, False), ("orc", "swordsman", 1, 2, False), ("orc", "forest", 3, 2, False)]
    hand = ["green archer", "any knight", "green knight", "any swordsman", "red archer"]
    referee = Arranged({"players": 2, "version": "master slayer", "all for one": True}, pieces, hands=[hand, []])
    play(referee, KEEP)
    threes = {("green archer", "any knight", "any swordsman"), ("green archer", "green knight", "any swordsman")}
    expected = {("all for one", three, pieces[0]) for three in threes}
    assert named(referee, "all for one") == expected | {("all for one", ("red archer", "any knight", "any swordsman"), pieces[1])}
    play(referee, ("all for one", ("green archer", "green knight", "any swordsman"), pieces[0]))
    assert referee.trophies == [["troll"], []]
    assert sorted(referee.discards) == ["any swordsman", "green archer", "green knight"]


def test_fortify_and_its_limits() -> None:
    referee = Arranged({"players": 1}, BOARD_OF_ONE, hands=[["fortify wall", "scavenge"]], walls=arcs(1, 2, 3), fortify=arcs(1))
    play(referee, KEEP)
    assert named(referee, "fortify") == {("fortify", 2), ("fortify", 3)}
    play(referee, ("fortify", 3), ("scavenge", "fortify wall"))
    assert not named(referee, "fortify")


def test_draw_two_comes_back_by_the_reshuffle() -> None:
    referee = Arranged({"players": 1}, BOARD_OF_ONE, hands=[["draw 2 cards"]], deck=["brick"], discards=["mortar"])
    play(referee, KEEP, ("draw two",), ("card", "brick"))
    assert referee.outcomes() == {("card", "mortar"): 1, ("card", "draw 2 cards"): 1}
    play(referee, ("card", "draw 2 cards"))
    assert ("draw two",) in referee.choices()


def test_scavenge_needs_a_discard() -> None:
    referee = Arranged({"players": 1}, BOARD_OF_ONE, hands=[["scavenge"]])
    play(referee, KEEP)
    assert referee.choices() == {END}


def test_missing() -> None:
    referee = Arranged({"players": 2}, BOARD_OF_ONE, hands=[["missing"], []])
    play(referee, KEEP, ("missing",), END)
    assert referee.player == 1
    assert len(referee.pile) == 43


def test_held_walls() -> None:
    referee = Arranged({"players": 2, "walls": "players"}, BOARD_OF_ONE, pile=QUIET)
    assert named(referee, "place wall") == {("place wall", arc) for arc in ARCS}
    play(referee, ("place wall", 4))
    assert referee.choices() == {END}
    play(referee, END, *[("token", "plague archers")] * 2)
    assert named(referee, "place wall") == {("place wall", arc) for arc in ARCS if arc != 4}


# ---- Moving Monsters ----


def test_troll_through_wall_and_towers() -> None:
    referee = Arranged({"players": 1}, [("troll", "swordsman", 6, 3, False), ("orc", "forest", 3, 2, False)], deck=[], pile=QUIET * 2)
    for where in (("swordsman", 6, 2), ("castle", 6, 1)):
        play(referee, END, *[("token", "plague archers")] * 2)
        assert ("troll", *where, False) in board(referee)
    assert referee.walls[6] is False
    assert referee.towers == arcs(1, 2, 3, 4, 5)
    play(referee, END)
    assert referee.towers == arcs(2, 3, 4, 5)
    assert referee.token_discards.count("troll") == 1


def test_several_at_a_wall_and_at_a_tower() -> None:
    pieces = [
        ("troll", "swordsman", 2, 3, False),
        ("orc", "swordsman", 2, 2, False),
        ("orc", "swordsman", 2, 2, False),
        ("orc", "swordsman", 3, 2, False),
        ("goblin", "castle", 2, 1, False),
    ]
    referee = Arranged({"players": 1}, pieces, walls=arcs(2), towers=arcs(1, 3, 4), fortify=arcs(2), pile=QUIET)
    play(referee, END)
    assert referee.mover() == "team"
    assert referee.choices() == {(HURT, ("troll", "swordsman", 2, 3, False)), (HURT, ("orc", "swordsman", 2, 2, False))}
    assert referee.fortify == arcs(2)
    play(referee, (HURT, ("orc", "swordsman", 2, 2, False)))
    assert referee.fortify == arcs()
    assert referee.walls == arcs(2)
    assert referee.choices() == {(HURT, ("orc", "castle", 3, 2, False)), (HURT, ("goblin", "castle", 3, 1, False))}
    play(referee, (HURT, ("goblin", "castle", 3, 1, False)))
    left = [("orc", "castle", 3, 2, False), ("orc", "swordsman", 2, 1, False), ("orc", "swordsman", 2, 2, False)]
    assert board(referee) == [*left, ("troll", "swordsman", 2, 3, False)]
    assert referee.towers == arcs(1, 4)


def test_equal_attackers_are_not_asked_about() -> None:
    referee = Arranged({"players": 1}, [("orc", "swordsman", 2, 2, False)] * 2, pile=QUIET)
    play(referee, END)
    assert board(referee) == [("orc", "swordsman", 2, 1, False), ("orc", "swordsman", 2, 2, False)]
    assert referee.kind() == "chance"


def test_rotation_into_towers() -> None:
    pieces = [("orc", "castle", 2, 2, True), ("orc", "castle", 1, 2, False), ("orc", "swordsman", 1, 2, False)]
    counter = Arranged({"players": 1}, pieces, walls=arcs(1), towers=arcs(5, 6), pile=["monsters move counter-clockwise"])
    counter.monsters[0].tarred = True  # the start of the turn took the token off
    play(counter, END)
    assert board(counter) == [("orc", "castle", 2, 2, False), ("orc", "castle", 2, 2, True), ("orc", "swordsman", 1, 1, False)]
    play(counter, ("token", "monsters move counter-clockwise"))
    moved = [("orc", "castle", 1, 2, False), ("orc", "castle", 2, 2, False), ("orc", "swordsman", 6, 1, False)]
    assert board(counter) == moved  # tarred until the next turn began
    assert counter.towers == arcs(5, 6)
    one = Arranged({"players": 1}, [("orc", "castle", 4, 2, False)], towers=arcs(1, 4, 6), pile=["monsters move clockwise", *QUIET])
    play(one, END, ("token", "monsters move clockwise"))
    assert one.towers == arcs(1, 4)
    assert board(one) == [("orc", "castle", 6, 1, False)]


def test_colour_tokens() -> None:
    pieces = [("orc", "forest", 4, 2, False), ("orc", "archer", 5, 2, False), ("orc", "castle", 3, 2, False)]
    referee = Arranged({"players": 1}, pieces, towers=arcs(1, 2), pile=["green monsters move 1", *QUIET])
    play(referee, END, ("token", "green monsters move 1"))
    assert board(referee) == [("orc", "castle", 5, 2, False), ("orc", "knight", 4, 2, False), ("orc", "knight", 5, 2, False)]


# ---- Tokens ----


def quiet_game(rules: dict[str, object], pieces: list[MonsterTuple], first: str, **state: Any) -> Referee:
    """A game in which player 0 has ended play and this token has just been drawn."""
    referee = Arranged(rules, pieces, **{"pile": [first, *QUIET], **state})
    play(referee, END, ("token", first))
    return referee


BOULDER_PATH = [("orc", ring, arc, 2, False) for arc in (1, 4) for ring in ("forest", "archer", "knight")]
PASSED = [("orc", ring, 4, 2, False) for ring in ("archer", "knight", "swordsman")]  # the far side after the Move phase


@pytest.mark.parametrize(
    ("walls", "fortify", "towers", "left_walls", "left_fortify", "left_towers", "far_side_lives"),
    [
        ((1, 4), (1,), (1, 4), (1, 4), (), (1, 4), True),  # own Fortify token
        ((1, 4), (), (1, 4), (4,), (), (1, 4), True),  # own Wall
        ((4,), (4,), (1, 4), (4,), (4,), (4,), True),  # own Tower
        ((4,), (), (2, 4), (4,), (), (2,), True),  # opposite Tower
        ((4,), (4,), (2,), (4,), (), (2,), True),  # opposite Fortify token
        ((4,), (), (2,), (), (), (2,), True),  # opposite Wall
        ((), (), (2,), (), (), (2,), False),  # all the way
    ],
)
def test_boulder(
    walls: tuple[int, ...],
    fortify: tuple[int, ...],
    towers: tuple[int, ...],
    left_walls: tuple[int, ...],
    left_fortify: tuple[int, ...],
    left_towers: tuple[int, ...],
    far_side_lives: bool,
) -> None:
    state: dict[str, Any] = {"walls": arcs(*walls), "fortify": arcs(*fortify), "towers": arcs(*towers)}
    referee = quiet_game({"players": 1}, BOULDER_PATH, "giant boulder", **state)
    play(referee, ("roll", 1))
    assert (referee.walls, referee.fortify, referee.towers) == (arcs(*left_walls), arcs(*left_fortify), arcs(*left_towers))
    assert board(referee) == (PASSED if far_side_lives else [])
    assert referee.token_discards.count("giant boulder") == 1


def test_boulder_in_the_castle_ring() -> None:
    pieces = [("orc", "castle", arc, 2, False) for arc in (6, 3, 1)]
    referee = quiet_game({"players": 1, "monster recycling": True}, pieces, "giant boulder", walls=arcs(4), towers=arcs(6))
    play(referee, ("roll", 1))  # the Orcs stood in arcs 1, 4 and 2 by then
    assert board(referee) == [("orc", "castle", 2, 2, False)]
    assert referee.walls == arcs()
    assert referee.pile.count("orc") == 2


def test_boulder_on_the_last_tower() -> None:
    referee = quiet_game({"players": 1}, [], "giant boulder", walls=arcs(), towers=arcs(2))
    play(referee, ("roll", 5))
    assert (referee.kind(), referee.result(), referee.winners()) == ("over", "lost", ())


def test_bosses() -> None:
    pieces = [("orc", "forest", 3, 1, False), ("troll", "forest", 4, 3, False)]
    healer = quiet_game({"players": 1}, pieces, "healer")
    play(healer, ("roll", 1))
    assert board(healer) == [("healer", "forest", 1, 2, False), ("orc", "archer", 3, 2, False), ("troll", "archer", 4, 3, False)]
    warlord = quiet_game({"players": 1}, [*pieces, ("orc", "forest", 1, 2, False)], "orc warlord")
    play(warlord, ("roll", 4))
    moved = [("orc", "archer", 1, 2, False), ("orc", "knight", 3, 1, False), ("orc warlord", "archer", 4, 3, False)]
    assert board(warlord) == [*moved, ("troll", "knight", 4, 3, False)]
    mage = quiet_game({"players": 1}, pieces, "troll mage")
    play(mage, ("roll", 1))
    assert board(mage) == [("orc", "knight", 3, 1, False), ("troll", "knight", 4, 3, False), ("troll mage", "archer", 1, 3, False)]


def tokens_in_phase(referee: Referee) -> int:
    """How many more tokens this turn's phase 6 draws."""
    player, before = referee.player, len(referee.pile)
    while referee.player == player:
        play(referee, next(iter(referee.outcomes())))
    return before - len(referee.pile)


@pytest.mark.parametrize("edition", [1, 2])
def test_how_many_tokens(edition: int) -> None:
    rules: dict[str, object] = {"players": 2, "edition": edition}
    plenty = ["plague archers"] * 20
    for name, more in (("plague archers", 1), ("draw 3 monster tokens", 4), ("draw 4 monster tokens", 5)):
        assert tokens_in_phase(quiet_game(rules, BOARD_OF_ONE, name, pile=[name, *plenty])) == more
        assert tokens_in_phase(quiet_game({**rules, "charging horde": True}, BOARD_OF_ONE, name, pile=[name, *plenty])) == more + 1
    king = quiet_game(rules, [], "goblin king", pile=["goblin king", *plenty])
    play(king, ("roll", 1))
    assert tokens_in_phase(king) == 4
    assert tokens_in_phase(quiet_game(rules, BOARD_OF_ONE, "draw 4 monster tokens", pile=["draw 4 monster tokens", "plague archers"])) == 1


def test_all_players_discard() -> None:
    hands = [[], ["tar", "brick"], ["tar", "tar"]]
    name = "all players discard 1 card"
    referee = quiet_game({"players": 3}, BOARD_OF_ONE, name, hands=hands)
    assert referee.mover() == 1
    play(referee, ("give up", "tar"))
    assert referee.hands == [[], ["brick"], ["tar"]]
    assert sorted(referee.discards) == ["tar", "tar"]
    assert name in referee.token_discards


def test_plague_spares_heroes() -> None:
    hands = [[], ["any knight", "red knight", "red hero", "red archer"]]
    referee = quiet_game({"players": 2}, BOARD_OF_ONE, "plague knights", hands=hands)
    assert referee.hands[1] == ["red hero", "red archer"]


# ---- The end ----


def test_win_in_the_play_phase() -> None:
    goblin = ("goblin", "archer", 1, 1, False)
    referee = Arranged({"players": 2}, [goblin], hands=[["red archer"], []], pile=[])
    play(referee, KEEP, ("hit", "red archer", goblin))
    assert (referee.kind(), referee.result(), referee.winners()) == ("over", "won", (0, 1))
    assert referee.choices() == set()
    with pytest.raises(ValueError, match="not possible"):
        play(referee, END)


def test_win_by_a_wall_and_by_the_last_token() -> None:
    by_wall = Arranged({"players": 2}, [("goblin", "swordsman", 1, 1, False)], pile=[])
    play(by_wall, END)
    assert by_wall.result() == "won"
    by_token = quiet_game({"players": 2}, [], "plague archers", pile=["plague archers"])
    assert by_token.result() == "won"


def test_last_monster_on_the_last_tower() -> None:
    referee = Arranged({"players": 2}, [("goblin", "castle", 1, 1, False)], towers=arcs(2), pile=[])
    play(referee, END)
    assert referee.result() == "lost"


def test_all_remaining_towers_at_once() -> None:
    pieces = [
        ("goblin", "castle", 1, 1, False),
        ("orc", "castle", 1, 2, False),
        ("orc", "swordsman", 4, 2, False),
        ("goblin", "swordsman", 6, 1, False),
        ("orc", "swordsman", 6, 2, False),
    ]
    referee = Arranged({"players": 2}, pieces, towers=arcs(2, 4), walls=arcs(6))
    play(referee, END)
    assert (referee.kind(), referee.result()) == ("over", "lost")


def test_master_slayer_scores() -> None:
    def won(*trophies: list[str], out: tuple[bool, ...] = (False, False, False)) -> tuple[int, ...]:
        state: dict[str, Any] = {"trophies": [list(kept) for kept in trophies], "pile": [], "out": list(out)}
        referee = Arranged({"players": 3, "version": "master slayer"}, [("goblin", "swordsman", 1, 1, False)], **state)
        play(referee, END)
        assert referee.result() == "won"
        return referee.winners()

    assert won(["healer"], ["troll"], ["orc"]) == (0,)
    assert won(["healer"], ["orc", "orc"], ["troll"]) == (1,)
    assert won(["orc"], [], ["orc"]) == (0, 2)
    assert won(["orc"], ["goblin"], ["troll"], out=(False, False, True)) == (0,)


# ---- Options ----


def test_home_falls() -> None:
    rules: dict[str, object] = {"players": 3, "my home": True, "kings tower": True}
    state: dict[str, Any] = {"homes": [1, 2, 3], "king": 4, "walls": arcs(), "pile": QUIET, "hands": [[], ["tar", "brick"], ["tar"]]}
    pieces = [("troll", "swordsman", arc, 3, False) for arc in (2, 3)]
    referee = Arranged(rules, pieces, **state)
    play(referee, END)
    assert referee.mover() == 1
    assert referee.choices() == {("claim", 5), ("claim", 6)}
    assert referee.snapshot()["homes"] == (1, None, None)
    play(referee, ("claim", 5))
    assert referee.homes == [1, 5, 6]  # the last free one is claimed without asking
    assert referee.snapshot()["king"] == 4
    play(referee, *[("token", "plague archers")] * 2)
    play(referee, KEEP, ("no trade",), END)  # the Trolls enter arcs 3 and 4
    assert referee.mover() == 1
    assert referee.hand_size == 4
    play(referee, ("give up", "brick"))
    assert referee.hands == [[], ["tar"], []]
    assert referee.snapshot()["king"] is None


def test_second_home_falls() -> None:
    rules: dict[str, object] = {"players": 2, "my home": True, "walls": "players"}
    state: dict[str, Any] = {"homes": [1, 2], "on_backup": [False, True], "hands": [[], ["tar"]], "pile": QUIET}
    referee = Arranged(rules, [("troll", "swordsman", 2, 3, False)], **state)
    play(referee, END)
    assert referee.out == [False, True]
    assert (referee.hands[1], referee.discards, referee.held_walls) == ([], ["tar"], [1, 0])
    play(referee, *[("token", "plague archers")] * 2)
    assert referee.player == 0  # the other one is skipped


@pytest.mark.parametrize(("edition", "result"), [(1, "lost"), (2, None)])
def test_no_backups_in_the_first_edition(edition: int, result: str | None) -> None:
    rules: dict[str, object] = {"players": 1, "my home": True, "edition": edition}
    referee = Arranged(rules, [("troll", "swordsman", 2, 3, False)], homes=[2], walls=arcs())
    play(referee, END)
    assert referee.result() == result


def test_not_over_yet() -> None:
    rules: dict[str, object] = {"players": 2, "not over yet": True}
    state: dict[str, Any] = {"pile": ["plague archers"], "token_discards": ["orc", "troll"]}
    referee = quiet_game(rules, BOARD_OF_ONE, "plague archers", **state)
    assert referee.outcomes() == {("token", name): 1 for name in ("orc", "troll", "plague archers")}
    empty = Arranged(rules, BOARD_OF_ONE, pile=[], token_discards=["orc"])
    play(empty, END)
    assert empty.player == 1


def test_recycling() -> None:
    pieces = [("goblin", "swordsman", 1, 1, False), ("goblin", "archer", 1, 1, False)]
    referee = Arranged({"players": 2, "monster recycling": True}, pieces, hands=[["red archer"], []], pile=["troll"])
    play(referee, KEEP, ("hit", "red archer", pieces[1]), END)
    assert referee.snapshot()["pile"] == ("goblin", "troll")
    assert referee.token_discards == ["goblin"]


def test_final_charge() -> None:
    pieces = [("orc", "forest", 1, 2, False), ("orc", "forest", 3, 2, False)]
    expected = {1: (1, 2, 3, 1), 2: (1, 1, 3, 2), 3: (1, 1, 3, 1), 4: (2, 1, 4, 1), 5: (1, 2, 3, 2), 6: (6, 1, 2, 1)}
    rings = ("forest", "archer", "knight")
    for number, (arc_one, ring_one, arc_two, ring_two) in expected.items():
        referee = Arranged({"players": 2, "final charge": True}, pieces, pile=[])
        assert referee.final_charge
        play(referee, END, ("roll", number))
        after = [("orc", rings[ring_one], arc_one, 2, False), ("orc", rings[ring_two], arc_two, 2, False)]
        assert board(referee) == sorted(after)
        assert referee.player == 1
    assert not Arranged({"players": 2, "final charge": True}, pieces, pile=["orc"]).final_charge


# ---- Random play ----

ALL_RULES: list[dict[str, object]] = [{"players": players} for players in range(1, 7)]
ALL_RULES += [{"players": players, "version": "master slayer", "edition": edition} for players in (2, 6) for edition in (1, 2)]
ALL_RULES += [{"players": 3, "walls": walls} for walls in ("none", "random", "players", 0, 3, 6)]
ALL_RULES += [{"players": 2, option: True} for option in sorted(OPTIONS - {"kings tower", "easier trades"})]
ALL_RULES += [
    {"players": players, "my home": True, "kings tower": players < 6, "edition": edition} for players in (1, 4, 6) for edition in (1, 2)
]
EVERYTHING: dict[str, object] = {**dict.fromkeys(sorted(OPTIONS - {"rough start"}), True), "walls": "players"}
ALL_RULES += [
    {**EVERYTHING, "players": 3, "version": version, "edition": edition} for version in ("co-op", "master slayer") for edition in (1, 2)
]
LENIENT: dict[str, object] = {"easier battles": True, "all for one": True, "heroic powers": True, "desperate times": True}
ALL_RULES += [{**LENIENT, "players": 2}, {**LENIENT, "players": 4, "version": "master slayer", "not over yet": True}]


def use(referee: Referee, card: str, hand: list[str]) -> float:
    """How welcome a card is in this hand: can it hit something now, and is it the only one that can?"""
    if card in ("brick", "mortar"):
        other = "mortar" if card == "brick" else "brick"
        return 0 if all(referee.walls.values()) else 2 if other in hand else 0.5
    if len(card.split()) != 2 or card.split()[1] not in ("archer", "knight", "swordsman", "hero"):
        return 1
    targets = sum(piece.health for piece in referee.monsters if referee._can_hit(card, piece.ring, piece.arc))
    return min(2.0, targets / max(1, hand.count(card)))


def value(referee: Referee, move: Move) -> float:
    """A simple player: fight what is nearest, keep the Walls up, swap useless cards for useful ones."""
    nearness = {"forest": 0, "archer": 1, "knight": 2, "swordsman": 3, "castle": 4}
    hand = referee.hands[referee.player]
    match move:
        case ("slay", target) | ("nice shot" | "all for one", _, target):
            return float(10 + 2 * target[3] + nearness[target[1]] if target[3] > 1 else 0)
        case ("hit", _, target):
            return float(10 + nearness[target[1]] - 0.1 * target[3])
        case ("tar" | "drive back", target):
            return 4 if target[1] in ("swordsman", "castle") else 0
        case ("build" | "fortify" | "place wall" | "draw two" | "missing", *_):
            return 5
        case ("scavenge", card):
            return 4 + use(referee, card, hand)
        case ("trade", give, _, take):
            return 1 + use(referee, take, [*hand, take]) - use(referee, give, hand)
        case ("discard", cards):
            return 1.5 - sum(use(referee, card, hand) for card in cards)
        case ("end play" | "no trade" | "keep" | "carry on",):
            return 1
        case ("give up", card):
            return -use(referee, card, referee.hands[int(referee.mover())])
    return 0


def check(referee: Referee, total_tokens: int) -> None:
    """What holds whenever a player is to play cards, between movements and tokens."""
    kept = [card for hand in referee.hands for card in hand] + referee.deck + referee.discards
    gone = Counter(CARDS)
    gone.subtract(kept)
    assert min(gone.values()) >= 0
    assert referee.on("dwindling resources") or sum(gone.values()) == 0
    assert set(+gone) <= {"brick", "mortar"}
    tokens = [piece.token for piece in referee.monsters] + referee.pile + referee.token_discards
    tokens += [name for trophies in referee.trophies for name in trophies]
    assert len(tokens) == total_tokens
    assert not Counter(tokens) - Counter(TOKENS)
    assert any(referee.towers.values())
    for arc in ARCS:
        assert referee.walls[arc] or not referee.fortify[arc]
        assert not (referee.towers[arc] and any((piece.ring, piece.arc) == ("castle", arc) for piece in referee.monsters))
    assert all(piece.health >= 1 for piece in referee.monsters)
    assert sum(piece.tarred for piece in referee.monsters) <= 1
    assert not referee.out[referee.player]
    assert all(home is None or referee.towers[home] for home in referee.homes)


def play_out(rules: dict[str, object], seed: int, clever: bool) -> Referee:
    rng = random.Random(seed)
    referee = Referee(rules)
    total_tokens = 49 - (11 if referee.on("easier battles") else 0)
    for _ in range(20_000):
        kind = referee.kind()
        if kind == "over":
            return referee
        assert referee.result() is None
        if kind == "chance":
            outcomes = referee.outcomes()
            assert outcomes
            assert min(outcomes.values()) >= 1
            move = rng.choices(list(outcomes), list(outcomes.values()))[0]
        else:
            choices = sorted(referee.choices())
            assert len(choices) > 1 or choices[0][0] in ("end play", "place")
            assert referee.mover() == "team" or not referee.out[int(referee.mover())]
            if END in choices:
                check(referee, total_tokens)
            move = max(choices, key=lambda option: (value(referee, option), rng.random())) if clever else rng.choice(choices)
        referee.apply(move)
    raise AssertionError("the game does not end")


@pytest.mark.parametrize("rules", ALL_RULES, ids=str)
def test_random_play(rules: dict[str, object]) -> None:
    for seed in range(12):
        referee = play_out(rules, seed, clever=seed % 2 == 0)
        assert referee.result() in ("won", "lost")
        assert bool(referee.winners()) == (referee.result() == "won")
        assert not any(referee.out[player] for player in referee.winners())


def test_some_games_are_won() -> None:
    results = Counter(play_out({**LENIENT, "players": 2}, seed, clever=True).result() for seed in range(40))
    assert results["won"] > 0
    assert results["lost"] > 0
