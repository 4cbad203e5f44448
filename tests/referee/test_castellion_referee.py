"""The Castellion referee's own tests: worked examples of the rules, the readings, and random play."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations, product
from typing import Any, TypeAlias, cast

import pytest

from referee.castellion import (
    APPENDICES,
    FACTIONS,
    LEVELS,
    SHAPES,
    TRAITORS,
    Castle,
    Cell,
    Flow,
    Move,
    Referee,
    Tile,
    destroy_choices,
    faction,
    is_pantry,
)

Columns: TypeAlias = tuple[tuple[str, ...], ...]
Rules: TypeAlias = dict[str, object]

DEFENDERS = [f"{name} {form}" for name in FACTIONS for form in SHAPES]
SAFE = dict.fromkeys(DEFENDERS, 1)
STANDARD = dict.fromkeys(DEFENDERS, 5) | {"traitor": 9, "black traitor": 3}

ONE_OF_EACH = ("formations", 1, 1, 1, None)
NOTHING = ("formations", 0, 0, 0, None)
LAST_EXAMS = (("formations", 3, 2, 0, None), ("formations", 0, 3, 2, None), ("formations", 2, 0, 3, None))
EXAMS = ((ONE_OF_EACH,), (("rows", 1),), LAST_EXAMS)
SECOND_SIMULATIONS = (("formations", 2, 2, 0, None), ("formations", 0, 2, 2, None), ("formations", 2, 0, 2, None))
SIMULATIONS = ((ONE_OF_EACH,), SECOND_SIMULATIONS, LAST_EXAMS)
ASSAULTS = tuple(
    (("formations", n, 0, 0, penalty), ("formations", 0, n, 0, penalty), ("formations", 0, 0, n, penalty), ("rows", rows))
    for rows, n, penalty in ((1, 2, 16), (2, 3, 32), (3, 5, 42))
)
HARPY_II = ASSAULTS[1][0]
PRINTED: dict[str, Rules] = {
    "introductory": {"ordeals": EXAMS, "traitor numbers": (5, 2, 5)},
    "base": {"ordeals": SIMULATIONS, "traitor numbers": (3, 3, 3)},
    "expert": {"ordeals": ASSAULTS, "traitor numbers": (2, 2, 2)},
}

ENCOUNTER: Move = ("encounter",)
DISCARD: Move = ("discard",)
POWER: Move = ("power",)
VIGIL: Move = ("vigil",)
DONATE: Move = ("donate",)
GIVE: Move = ("give champion",)
PLACE_TRAITOR: Move = ("place traitor",)
DISCARD_TRAITOR: Move = ("discard traitor",)
PREMONITION: Move = ("premonition",)

LETTERS = {"S": "seer", "C": "chameleon", "J": "juggler", "P": "pyro", "*": "pantry", "t": "triangle", "s": "square", "c": "circle"}


def rules(level: str, **changes: object) -> Rules:
    """The printed game, but for the changes."""
    made: Rules = {"level": level, "players": 1, "appendix": None, "pantry": None, "width": 6, "height": 6}
    return made | {"safe": SAFE, "standard": STANDARD} | PRINTED[level] | {name.replace("_", " "): value for name, value in changes.items()}


def drawn(*rows: str) -> Columns:
    """A castle from its rows, the top one first: faction and shape of each tile (a triangle where no shape is said), or a dot."""
    columns: dict[int, list[str]] = {}
    for row in reversed(rows):
        for column, letters in enumerate(row.split()):
            if letters != ".":
                columns.setdefault(column, []).append(f"{LETTERS[letters[0]]} {LETTERS[(letters + 't')[1]]}")
    return tuple(tuple(columns[column]) for column in sorted(columns))


def filled(heights: list[int], *formations: tuple[str, list[Cell]]) -> Columns:
    """Chameleons and Jugglers in a chequered pattern, which forms nothing, with Seers and Pyros where they are said to be."""
    special = {cell: name for name, cells in formations for cell in cells}
    return tuple(
        tuple(f"{special.get((c, r), ('chameleon', 'juggler')[(c + r) % 2])} triangle" for r in range(1, height + 1))
        for c, height in enumerate(heights, 1)
    )


def tower(c: int, r: int) -> list[Cell]:
    return [(c, r + step) for step in range(4)]


def line(c: int, r: int) -> list[Cell]:
    return [(c + step, r) for step in range(4)]


def bastion(c: int, r: int) -> list[Cell]:
    return [(c, r), (c + 1, r), (c, r + 1), (c + 1, r + 1)]


def at_turn(made: Rules, *castles: Columns, **state: object) -> Referee:
    """A game at the start of a turn; a few tiles are left in the standard pile and the ordeals ask nothing, unless said otherwise."""
    position: dict[str, object] = {
        "castles": castles or ((),) * (2 if made["players"] == 2 else 1),
        "safe": (),
        "standard": ("seer circle",) * 8,
        "revealed": (),
        "discards": (),
        "pantry": (),
        "prison": (),
        "prison ends": (),
        "vigil": None,
        "hand": None,
        "player": 0,
        "ordeals": (NOTHING, NOTHING, NOTHING),
        "met": 0,
        "traitors": (0, 0),
        "prophet": None,
        "pawn": False,
        "haunted": None,
        "champion": None,
    }
    unknown = {name.replace("_", " ") for name in state} - set(position)
    assert not unknown
    return Referee(made, position | {name.replace("_", " "): value for name, value in state.items()})


def holding(kind: str, made: Rules, *castles: Columns, **state: object) -> Referee:
    """A game in which the player has just taken this tile, the only one revealed."""
    referee = at_turn(made, *castles, revealed=(kind,), **state)
    if ("take", kind) in referee.choices():
        referee.apply(("take", kind))
    return referee


def play(referee: Referee, *moves: Move) -> None:
    for move in moves:
        referee.apply(move)


def named(referee: Referee, name: str) -> set[Move]:
    return {move for move in referee.choices() if move[0] == name}


def castle(referee: Referee, player: int = 0) -> Any:
    castles: Any = referee.snapshot()["castles"]
    return castles[player]


def see(referee: Referee, *names: str) -> tuple[object, ...]:
    snapshot = referee.snapshot()
    return tuple(snapshot[name] for name in names)


def formations(columns: Columns, haunted: Cell | None = None) -> dict[str, int]:
    built = Castle(6, 6, False, [[Tile(kind) for kind in column] for column in columns])
    if haunted:
        built.at(haunted).haunted = True
    return dict(Counter(name for name, _ in built.formations()))


# ---- Setup ----


def test_introductory_setup() -> None:
    referee = Referee(rules("introductory"))
    assert referee.kind() == "chance"
    assert referee.outcomes() == {("card", card): 1 for card in LAST_EXAMS}
    play(referee, ("card", LAST_EXAMS[1]))
    assert referee.choices() == {("draw", "safe"), ("draw", "standard")}
    assert referee.mover() == 0
    assert see(referee, "ordeals") == ((ONE_OF_EACH, ("rows", 1), LAST_EXAMS[1]),)
    play(referee, ("draw", "standard"))
    assert referee.outcomes() == {("tile", kind): copies for kind, copies in STANDARD.items()}
    with pytest.raises(ValueError, match="nobody"):
        referee.mover()
    with pytest.raises(ValueError, match="not possible"):
        play(referee, ("tile", "pantry circle"))


def test_base_and_expert_setup() -> None:
    referee = Referee(rules("base"))
    assert referee.outcomes() == {("card", card): 1 for card in SECOND_SIMULATIONS}
    play(referee, ("card", SECOND_SIMULATIONS[0]))
    assert referee.outcomes() == {("card", card): 1 for card in LAST_EXAMS}
    play(referee, ("card", LAST_EXAMS[0]))
    assert referee.choices() == {("draw", "safe"), ("draw", "standard"), ENCOUNTER}
    referee = Referee(rules("expert", ordeals=(ASSAULTS[0], (("rows", 2),), ASSAULTS[2])))
    assert see(referee, "ordeals") == ((None, ("rows", 2), None),)
    assert referee.choices() == {("draw", "safe"), ("draw", "standard"), ENCOUNTER}
    assert referee.result() is None


def test_setup_of_appendices() -> None:
    referee = Referee(rules("expert", appendix="prophet", traitor_numbers=(2, 1, 2)))
    assert referee.mover() == "team"
    assert referee.choices() == {("prophet", 1), ("prophet", 3)}
    play(referee, ("prophet", 3))
    assert see(referee, "prophet", "pawn") == (3, False)
    referee = Referee(rules("expert", appendix="vigil"))
    assert referee.outcomes() == {("tile", kind): 1 for kind in DEFENDERS}
    play(referee, ("tile", "pyro circle"))
    assert referee.snapshot()["vigil"] == "pyro circle"
    assert sum(SAFE.values()) - len(referee.piles["safe"]) == 1
    for appendix in APPENDICES:
        assert Referee(rules("expert", appendix=appendix)).pawn == (appendix in ("premonition", "cold sweat", "horror"))


@pytest.mark.parametrize(
    "changes",
    [
        {"players": 3},
        {"width": 7},
        {"height": 0},
        {"appendix": "doom"},
        {"pantry": "normal"},
        {"level": "easy"},
        {"ordeals": SIMULATIONS[:2]},
        {"castle": 1},
    ],
)
def test_bad_rules(changes: Rules) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        Referee(rules("base") | changes)


# ---- Placing tiles ----


def test_first_tiles() -> None:
    referee = holding("pyro triangle", rules("introductory"))
    assert referee.choices() == {("place", 1), DISCARD}
    play(referee, ("place", 1), ("tile", "seer circle"))
    assert referee.choices() == {("place", 0), ("place", 1), ("place", 2), DISCARD}
    play(referee, ("place", 0), ("tile", "seer circle"), ("place", 2))
    assert castle(referee) == (("seer circle",), ("pyro triangle", "seer circle"))


def test_same_shapes() -> None:
    made = rules("introductory")
    small = drawn("Ss .", "St Cc")
    assert named(holding("pyro circle", made, small), "place") == {("place", 0), ("place", 1), ("place", 3)}  # not on its own shape
    assert named(holding("pyro square", made, small), "place") == {("place", 0), ("place", 3)}  # nor beside it
    assert named(holding("pyro triangle", made, small), "place") == {("place", 0), ("place", 1), ("place", 2), ("place", 3)}


def test_limits() -> None:
    made = rules("introductory", width=2, height=2)
    assert named(holding("pyro circle", made, drawn("Ss .", "St Ct")), "place") == {("place", 2)}
    referee = holding("pyro square", made, drawn("Ss .", "St Ct"))
    assert referee.kind() == "chance"  # it can only be discarded, so nobody was asked
    assert see(referee, "discards") == (("pyro square",),)


def test_full_castle_meets_ordeal_after_ordeal() -> None:
    made = rules("introductory", width=2, height=2, ordeals=((NOTHING,), (("rows", 1),), (NOTHING,)))
    referee = holding("pyro circle", made, drawn("Ss .", "St Ct"), ordeals=(NOTHING, ("rows", 1), NOTHING), traitors=(3, 1))
    play(referee, ("place", 2))
    assert see(referee, "met", "traitors", "discards") == (2, (0, 0), ("chameleon triangle", "seer triangle"))
    assert castle(referee) == (("seer square",), ("pyro circle",))


def test_full_castle_at_the_exams() -> None:
    heights = [6, 6, 6, 6, 6, 5]
    columns = filled(heights, ("seer", tower(1, 2)), ("pyro", bastion(3, 2)), ("pyro", line(2, 5)))
    referee = holding("seer circle", rules("introductory"), columns, ordeals=(ONE_OF_EACH, ("rows", 1), LAST_EXAMS[0]))
    play(referee, ("place", 6))
    assert see(referee, "met") == (2,)
    assert [len(column) for column in castle(referee)] == [5] * 6
    assert referee.result() is None


def test_all_ordeals_at_once() -> None:
    referee = holding("pyro circle", rules("base", width=1, height=1))
    play(referee, ("place", 1))
    assert (referee.kind(), referee.result(), referee.choices()) == ("over", "won", set())


# ---- Formations ----


def test_active_tower() -> None:
    assert formations(drawn("S C P", "J C S", "P C J", "S C P")) == {"tower": 1}


def test_cancelled_line() -> None:
    assert formations(drawn("P P P P")) == {"line": 1}
    assert formations(drawn(". P . .", "P P P P")) == {}


def test_eight_seers() -> None:
    assert formations(drawn("S S S S", "S S S S")) == {}


def test_formations_side_by_side() -> None:
    assert formations(drawn("S S P P", "S S P P")) == {"bastion": 2}
    assert formations(drawn(". . P P", ". . P P", "P P C C", "P P J J")) == {"bastion": 2}  # they touch by a corner only
    assert formations(drawn("S S .", ". S S")) == {}
    assert formations(drawn("S .", "S .", "S S")) == {}
    assert formations(drawn("*t S", "*t S", "*t S", "*t S")) == {"tower": 1}


def test_haunted_tile_and_formations() -> None:
    assert formations(drawn("P P P P"), haunted=(2, 1)) == {}
    assert formations(drawn("P P P P P"), haunted=(5, 1)) == {}  # as a fifth tile it cancels
    assert formations(drawn("P P P P S"), haunted=(5, 1)) == {"line": 1}


# ---- Exams ----

EXAM_I = filled([4, 4, 3, 3, 3, 3], ("seer", tower(1, 1)), ("pyro", bastion(3, 1)), ("seer", line(3, 3)))


def traitor_drawn(made: Rules, columns: Columns, **state: object) -> Referee:
    """The last Traitor an ordeal waits for is drawn and placed."""
    referee = holding("traitor", made, columns, **state)
    if PLACE_TRAITOR in referee.choices():
        play(referee, PLACE_TRAITOR)
    return referee


def test_exam_one() -> None:
    assert formations(EXAM_I) == {"tower": 1, "bastion": 1, "line": 1}
    made = rules("introductory")
    ordeals = (ONE_OF_EACH, ("rows", 1), LAST_EXAMS[0])
    passed = traitor_drawn(made, EXAM_I, ordeals=ordeals, traitors=(3, 1))
    assert see(passed, "met", "traitors", "castles") == (1, (0, 0), (EXAM_I,))
    early = traitor_drawn(made, EXAM_I, ordeals=ordeals, traitors=(2, 1))
    assert see(early, "met", "traitors") == (0, (3, 1))
    one_formation = filled([4, 3, 3, 3, 3], ("seer", tower(1, 1)))
    assert traitor_drawn(made, one_formation, ordeals=ordeals, traitors=(4, 0)).result() == "formations"
    narrow = filled([4, 1, 1, 4, 4], ("seer", tower(1, 1)), ("pyro", bastion(4, 3)), ("pyro", line(2, 1)))
    assert formations(narrow) == {"tower": 1, "bastion": 1, "line": 1}
    assert traitor_drawn(made, narrow, ordeals=ordeals, traitors=(4, 0)).result() == "foundation"


def test_exam_two() -> None:
    state: dict[str, object] = {"ordeals": (ONE_OF_EACH, ("rows", 1), LAST_EXAMS[0]), "met": 1, "traitors": (1, 0)}
    passed = traitor_drawn(rules("introductory"), filled([2, 2, 2, 2, 2, 3]), **state)
    assert see(passed, "met", "castles") == (2, (tuple(column[1:] for column in filled([2, 2, 2, 2, 2, 3])),))
    assert Counter(passed.discards).total() == 6
    assert traitor_drawn(rules("introductory"), filled([2, 2, 1, 2, 2, 3]), **state).result() == "foundation"


def test_exam_three() -> None:
    state: dict[str, object] = {"ordeals": (ONE_OF_EACH, ("rows", 1), LAST_EXAMS[0]), "met": 2, "traitors": (4, 0)}
    towers = [("seer", tower(1, 1)), ("pyro", tower(2, 1)), ("seer", tower(3, 1))]
    bastions = [("pyro", bastion(4, 1)), ("pyro", bastion(4, 4))]
    leaning = filled([4, 4, 4, 4, 4, 1], *towers, bastions[0], ("seer", bastion(4, 3)))
    assert formations(leaning) == {"tower": 2, "bastion": 1}  # the third tower and the second bastion cancel each other
    complete = filled([4, 4, 4, 6, 6, 1], *towers, *bastions)
    assert formations(complete) == {"tower": 3, "bastion": 2}
    assert traitor_drawn(rules("introductory"), complete, **state).result() == "won"
    one_tower_less = filled([4, 4, 4, 6, 6], *towers[1:], *bastions)
    assert traitor_drawn(rules("introductory"), one_tower_less, **state).result() == "formations"


# ---- Assaults ----

HARPY_CASTLE = filled([6, 6, 6, 6, 5, 5], ("seer", tower(1, 1)), ("pyro", tower(6, 1)), ("seer", bastion(3, 1)), ("pyro", bastion(3, 4)))


def test_harpy_example() -> None:
    assert sum(map(len, HARPY_CASTLE)) == 34
    assert formations(HARPY_CASTLE) == {"tower": 2, "bastion": 2}
    state: dict[str, object] = {"ordeals": (None, HARPY_II, None), "met": 1, "traitors": (0, 1)}
    referee = traitor_drawn(rules("expert"), HARPY_CASTLE, **state)
    while named(referee, "destroy"):
        assert see(referee, "met", "traitors", "hand") == (1, (1, 1), None)
        # From the top down and from left to right, so that one tile of each column stays.
        safe = [(column, -row) for _, column, row in named(referee, "destroy") if len(castle(referee)[column - 1]) > 1]
        play(referee, ("destroy", min(safe)[0], -min(safe)[1]))
    assert see(referee, "met", "traitors") == (2, (0, 0))
    assert sum(map(len, castle(referee))) == 10
    assert len(referee.discards) == 24
    no_bastions = filled([6, 6, 6, 6, 5, 5], ("seer", tower(1, 1)), ("pyro", tower(6, 1)))
    lost = traitor_drawn(rules("expert"), no_bastions, **state)
    assert (lost.result(), lost.discards) == ("foundation", [])  # nobody was asked


def test_penalty_that_breaks_the_foundation() -> None:
    made = rules("expert", width=2, height=3)
    referee = at_turn(made, drawn("S . ", "C .", "P J"), ordeals=(("formations", 1, 0, 0, 2), NOTHING, NOTHING))
    play(referee, ENCOUNTER)
    assert referee.choices() == {("destroy", 1, 1), ("destroy", 1, 2), ("destroy", 1, 3)}
    play(referee, ("destroy", 1, 1))
    assert referee.result() == "foundation"  # only the other column could follow


def test_requirements_met_cost_nothing() -> None:
    referee = at_turn(rules("expert"), HARPY_CASTLE, ordeals=(ASSAULTS[0][0], None, None))
    play(referee, ENCOUNTER)
    assert see(referee, "met", "castles") == (1, (HARPY_CASTLE,))


def test_earthworm() -> None:
    referee = at_turn(rules("expert"), HARPY_CASTLE, ordeals=(None, ("rows", 2), None), met=1)
    play(referee, ENCOUNTER)
    assert castle(referee) == tuple(column[2:] for column in HARPY_CASTLE)  # bastions do not help
    referee = at_turn(rules("expert"), HARPY_CASTLE, ordeals=(None, ("rows", 5), None), met=1)
    play(referee, ENCOUNTER)
    assert referee.result() == "foundation"


def test_face_down_card_is_turned_over_when_met() -> None:
    referee = at_turn(rules("expert"), HARPY_CASTLE, ordeals=(None, None, None))
    play(referee, ENCOUNTER)
    assert referee.outcomes() == {("card", card): 1 for card in ASSAULTS[0]}
    play(referee, ("card", ("rows", 1)))
    assert see(referee, "met", "ordeals") == (1, (("rows", 1), None, None))


def test_premature_encounter_takes_no_turn() -> None:
    made = rules("base")
    six = filled([1] * 6)
    referee = at_turn(made, six)
    play(referee, ENCOUNTER)
    assert see(referee, "met", "player") == (1, 0)
    assert referee.choices() == {("draw", "standard"), ENCOUNTER}
    referee = holding("seer triangle", made, six)
    play(referee, ENCOUNTER, ENCOUNTER)
    assert see(referee, "met", "hand") == (2, "seer triangle")
    play(referee, ENCOUNTER)
    assert referee.result() == "won"
    assert ENCOUNTER not in holding("seer triangle", rules("introductory"), six).choices()
    referee = holding("black traitor", made, six, traitors=(2, 0))
    play(referee, ENCOUNTER)
    assert see(referee, "met", "traitors", "hand") == (1, (0, 0), "black traitor")
    play(referee, PLACE_TRAITOR)
    assert see(referee, "met", "traitors") == (1, (0, 1))


@pytest.mark.parametrize("level", LEVELS)
def test_no_tiles_left(level: str) -> None:
    six = filled([1] * 6)
    assert at_turn(rules(level), six, standard=()).result() == "won"
    assert at_turn(rules(level), six[1:], standard=()).result() == "foundation"
    referee = at_turn(rules(level), six[1:], standard=("seer circle",))
    if level != "introductory":
        play(referee, ("draw", "standard"))
    play(referee, ("tile", "seer circle"))
    play(referee, ("place", 6))
    assert referee.result() == "won"


# ---- Powers ----


def test_no_powers_at_the_introductory_level() -> None:
    assert POWER not in holding("juggler circle", rules("introductory"), drawn("Ss Ct")).choices()


def test_plain_discard() -> None:
    referee = holding("juggler circle", rules("base"), drawn("Ss Ct"))
    play(referee, DISCARD)
    assert see(referee, "discards", "castles", "hand") == (("juggler circle",), (drawn("Ss Ct"),), None)


def test_juggler() -> None:
    referee = holding("juggler circle", rules("base"), drawn("Ss . .", "Ct Pt Pt"))
    play(referee, POWER)
    assert referee.snapshot()["discards"] == ("juggler circle",)
    assert referee.choices() == {("exchange", (1, 1), (1, 2)), ("exchange", (1, 1), (2, 1))}  # not two of the same kind
    play(referee, ("exchange", (1, 1), (2, 1)))
    assert castle(referee) == drawn("Ss . .", "Pt Ct Pt")
    assert POWER not in holding("juggler circle", rules("base"), drawn("Pt Pt")).choices()
    forced = holding("juggler circle", rules("base"), drawn("Pt", "Pc"))
    play(forced, POWER)
    assert castle(forced) == drawn("Pc", "Pt")


def test_seer() -> None:
    state: dict[str, object] = {"safe": ("pyro circle",) * 2, "standard": ("traitor", "traitor", "seer circle")}
    referee = at_turn(rules("base"), (), revealed=("juggler circle", "seer triangle"), **state)
    assert referee.choices() == {("take", "juggler circle"), ("take", "seer triangle"), ENCOUNTER}
    play(referee, ("take", "seer triangle"), POWER)
    assert referee.choices() == {("reveal", "safe"), ("reveal", "standard")}
    play(referee, ("reveal", "standard"))
    assert referee.outcomes() == {("tile", "traitor"): 2, ("tile", "seer circle"): 1}
    play(referee, ("tile", "traitor"), ("reveal", "safe"), ("tile", "pyro circle"), ("reveal", "safe"), ("tile", "pyro circle"))
    assert see(referee, "revealed", "safe") == (("juggler circle", "pyro circle", "pyro circle", "traitor"), ())
    assert referee.choices() == {("take", "juggler circle"), ("take", "pyro circle"), ("take", "traitor"), ENCOUNTER}


def test_seer_and_the_end_of_the_piles() -> None:
    referee = holding("seer triangle", rules("base"), (), standard=("traitor",), safe=("pyro circle",))
    play(referee, POWER, ("reveal", "safe"), ("tile", "pyro circle"), ("tile", "traitor"))  # no choice of pile for the second
    assert referee.choices() == {("take", "pyro circle"), ("take", "traitor"), ENCOUNTER}
    assert POWER not in holding("seer triangle", rules("base"), (), standard=()).choices()


def test_chameleon() -> None:
    state: dict[str, object] = {"discards": ("chameleon circle", "juggler circle", "pantry circle", "seer square")}
    referee = holding("chameleon circle", rules("expert"), drawn("Ss Pt"), **state)
    play(referee, POWER)
    assert referee.choices() == {("recover", "juggler circle"), ("recover", "pantry circle")}
    assert see(referee, "discards", "hand") == (
        ("chameleon circle", "chameleon circle", "juggler circle", "pantry circle", "seer square"),
        None,
    )
    play(referee, ("recover", "juggler circle"))
    assert see(referee, "hand") == ("juggler circle",)
    assert referee.choices() == {("place", 0), ("place", 1), ("place", 2), ("place", 3), DISCARD, POWER, ENCOUNTER}
    play(referee, POWER)  # there is one exchange only
    assert castle(referee) == drawn("Pt Ss")
    nothing = holding("chameleon circle", rules("base"), (), discards=("chameleon circle", "seer square"))
    assert POWER not in nothing.choices()


def test_pyro() -> None:
    columns = drawn("Ct .", "Ss Jc")
    referee = holding("pyro circle", rules("base"), columns)
    play(referee, POWER)
    assert referee.choices() == {("destroy", 1, 1), ("destroy", 1, 2), ("destroy", 2, 1)}
    play(referee, ("destroy", 1, 1))
    assert castle(referee) == drawn("Ct Jc")
    assert referee.choices() == {("move", 1, 2), ("move", 1, 3), ("move", 2, 0), ("move", 2, 1)}
    play(referee, ("move", 1, 3))
    assert castle(referee) == drawn("Jc Ct")
    assert see(referee, "discards") == (("pyro circle", "seer square"),)
    referee = holding("pyro circle", rules("base"), columns)
    play(referee, POWER, ("destroy", 2, 1))
    assert referee.choices() == {("move", 1, 0), ("move", 1, 2)}
    play(referee, ("move", 1, 0))
    assert castle(referee) == drawn("Ct Ss")


def test_pyro_needs_both_halves() -> None:
    made = rules("base")
    assert POWER not in holding("pyro circle", made, drawn("Ct Jc")).choices()
    assert POWER not in holding("pyro circle", made, drawn("Ct")).choices()
    assert POWER not in holding("pyro circle", rules("base", width=1), drawn("Ct", "Js", "Ct")).choices()
    assert POWER not in holding("pyro circle", rules("base", height=1), drawn("Ct Ct Ct")).choices()  # the same castle again
    referee = holding("pyro circle", rules("base", height=1), drawn("Ct Ct Jc Ct"))
    play(referee, POWER)
    assert referee.choices() == {("destroy", 1, 1), ("destroy", 4, 1)}  # nothing between two others
    referee = holding("pyro circle", rules("base", height=1), drawn("Ct Ct Ct Jc"))
    play(referee, POWER)  # without the Juggler nothing could be moved
    assert castle(referee) == drawn("Ct Ct Jc")
    assert referee.choices() == {("move", 1, 4), ("move", 3, 0)}


def test_pyro_makes_room_in_width() -> None:
    referee = holding("pyro circle", rules("base", width=2), drawn(". Pt", ". Ss", "Ct Jc"))
    play(referee, POWER, ("destroy", 2, 3))
    assert castle(referee) == drawn(". Ss", "Ct Jc")
    assert referee.choices() == {("move", 1, 2), ("move", 1, 3), ("move", 2, 1)}
    play(referee, ("move", 1, 3))
    assert castle(referee) == drawn("Ss .", "Jc Ct")


def test_pyro_ignores_shapes_but_not_the_height() -> None:
    referee = holding("pyro circle", rules("base", width=2, height=2), drawn("Pt Ct", "Ss Js"))
    play(referee, POWER, ("destroy", 1, 2))
    assert referee.choices() == {("move", 1, 3), ("move", 2, 1)}
    play(referee, ("move", 2, 1))
    assert castle(referee) == drawn("Ct .", "Ss Js")


# ---- Traitors ----


def test_discarding_a_traitor() -> None:
    made = rules("base")
    columns = drawn("Pc . .", "Ct Js .", "Ss Jc Pt")
    referee = holding("traitor", made, columns)
    assert referee.choices() == {PLACE_TRAITOR, DISCARD_TRAITOR, ENCOUNTER}
    play(referee, DISCARD_TRAITOR)
    assert referee.mover() == 0
    assert see(referee, "hand", "discards") == (None, ())
    play(referee, ("destroy", 1, 2), ("destroy", 1, 1))
    assert referee.choices() == {("destroy", 2, 2), ("destroy", 2, 1)}
    play(referee, ("destroy", 2, 1))
    assert castle(referee) == drawn("Pc Js")
    assert see(referee, "discards") == (("chameleon triangle", "juggler circle", "pyro triangle", "seer square"),)
    few = holding("traitor", made, drawn("Ct Js Pt"))
    play(few, DISCARD_TRAITOR)
    assert castle(few) == ()
    none = holding("traitor", made, ())
    play(none, DISCARD_TRAITOR)
    assert see(none, "castles", "discards", "traitors") == (((),), (), (0, 0))


def test_black_traitor_cannot_be_discarded() -> None:
    assert holding("black traitor", rules("base"), ()).choices() == {PLACE_TRAITOR, ENCOUNTER}
    referee = holding("black traitor", rules("introductory"), ())
    assert see(referee, "traitors") == ((0, 1),)


def test_lines_of_defence_lower_the_price() -> None:
    columns = drawn(*["S S S S", "P P P P"] * 2)
    for level, left in (("base", 12), ("expert", 16)):
        referee = holding("traitor", rules(level), columns)
        play(referee, DISCARD_TRAITOR)
        while named(referee, "destroy"):
            play(referee, min(named(referee, "destroy")))
        assert sum(map(len, castle(referee))) == left
    referee = holding("traitor", rules("expert"), drawn("S S S S", "P P P P", "C J C J"))
    play(referee, DISCARD_TRAITOR, ("destroy", 1, 1), ("destroy", 4, 3))
    assert len(referee.discards) == 2


# ---- Tower reveals ----

FACE_DOWN: dict[str, object] = {"ordeals": (None, None, None)}


def test_tower_reveal_by_placement() -> None:
    referee = holding("seer square", rules("expert"), drawn("St", "Ss", "St"), **FACE_DOWN)
    play(referee, ("place", 1))
    assert referee.mover() == 0
    assert referee.choices() == {("reveal ordeal", 1), ("reveal ordeal", 2), ("reveal ordeal", 3)}
    play(referee, ("reveal ordeal", 2))
    assert referee.outcomes() == {("card", card): 1 for card in ASSAULTS[1]}
    play(referee, ("card", HARPY_II))
    assert see(referee, "ordeals", "met") == ((None, HARPY_II, None), 0)
    behind = holding("seer square", rules("expert"), drawn("St", "Ss", "St"), ordeals=(None, NOTHING, None), met=1)
    play(behind, ("place", 1))
    assert behind.outcomes() == {("card", card): 1 for card in ASSAULTS[2]}
    known = holding("seer square", rules("expert"), drawn("St", "Ss", "St"))
    play(known, ("place", 1))
    assert known.choices() == {("draw", "standard"), ENCOUNTER}
    cancelled = holding("seer square", rules("expert"), drawn("St .", "Ss .", "St Sc"), **FACE_DOWN)
    play(cancelled, ("place", 1))
    assert cancelled.choices() == {("draw", "standard"), ENCOUNTER}


def test_tower_reveal_by_juggler() -> None:
    columns = drawn("Ss Pt", "Pt Ss", "Ss Pt", "Ss Pt")
    referee = holding("juggler circle", rules("expert"), columns, **FACE_DOWN)
    play(referee, POWER, ("exchange", (1, 3), (2, 3)))
    play(referee, ("reveal ordeal", 3), ("card", ("rows", 3)))
    assert referee.choices() == {("reveal ordeal", 1), ("reveal ordeal", 2)}  # two towers
    play(referee, ("reveal ordeal", 2), ("card", ("rows", 2)))
    assert see(referee, "ordeals") == ((None, ("rows", 2), ("rows", 3)),)
    inside = holding("juggler circle", rules("expert"), drawn("St", "Ss", "St", "Ss"), **FACE_DOWN)
    play(inside, POWER, ("exchange", (1, 1), (1, 2)))
    assert not named(inside, "reveal ordeal")  # the tower was there before


def test_tower_reveal_by_pyro() -> None:
    columns = drawn("St . .", "Ss . .", "St Ct .", "Cc Cs Ss")
    referee = holding("pyro circle", rules("expert"), columns, **FACE_DOWN)
    play(referee, POWER, ("destroy", 2, 2), ("move", 3, 1))
    assert named(referee, "reveal ordeal")
    slide = holding("pyro circle", rules("expert"), drawn("St . .", "Ss . .", "Pt . .", "Ss . .", "Ss Ct Cs"), **FACE_DOWN)
    play(slide, POWER, ("destroy", 1, 3), ("move", 3, 2))
    assert not named(slide, "reveal ordeal")  # a slide completed it
    fifth = holding("pyro circle", rules("expert"), drawn("St .", "Ss .", "Ss Ct", "Ss Ss"), **FACE_DOWN)
    assert formations(drawn("St .", "Ss .", "Ss Ct", "Ss Ss")) == {}
    play(fifth, POWER, ("destroy", 2, 2), ("move", 2, 0))
    assert not named(fifth, "reveal ordeal")
    assert named(fifth, "draw")


def test_tower_reveal_comes_before_the_full_castle() -> None:
    made = rules("expert", width=1, height=4)
    referee = holding("seer square", made, drawn("St", "Ss", "St"), ordeals=(None, NOTHING, None))
    play(referee, ("place", 1), ("reveal ordeal", 3))
    assert see(referee, "met") == (0,)
    play(referee, ("card", ASSAULTS[2][0]))
    assert referee.outcomes() == {("card", card): 1 for card in ASSAULTS[0]}


# ---- Vigil, Prophet, Premonition ----


def test_vigil() -> None:
    referee = holding("seer square", rules("base", appendix="vigil"), (), vigil="pyro circle")
    play(referee, VIGIL)
    assert see(referee, "vigil", "hand") == ("seer square", "pyro circle")
    assert referee.choices() == {("place", 1), DISCARD, ENCOUNTER}
    play(referee, ("place", 1))
    assert castle(referee) == (("pyro circle",),)
    same = holding("pyro circle", rules("base", appendix="vigil"), (), vigil="pyro circle")
    assert VIGIL not in same.choices()
    assert VIGIL not in holding("traitor", rules("base", appendix="vigil"), (), vigil="pyro circle").choices()
    powerful = holding("seer square", rules("base", appendix="vigil"), drawn("Ct Js"), vigil="juggler circle")
    play(powerful, VIGIL, POWER)
    assert castle(powerful) == drawn("Js Ct")


def test_prophet() -> None:
    made = rules("introductory", appendix="prophet")
    referee = traitor_drawn(made, filled([1] * 6), prophet=1, traitors=(3, 0))
    assert see(referee, "met", "prophet") == (1, 1)
    referee = traitor_drawn(made, filled([1] * 6), prophet=2, traitors=(3, 0))
    assert see(referee, "met", "traitors") == (0, (4, 0))


def test_premonition() -> None:
    made = rules("base", appendix="premonition")
    referee = holding("traitor", made, (), pawn=True)
    assert referee.choices() == {PLACE_TRAITOR, DISCARD_TRAITOR, PREMONITION, ENCOUNTER}
    play(referee, PREMONITION)
    assert see(referee, "pawn", "traitors", "discards") == (False, (0, 0), ())
    assert PREMONITION not in holding("traitor", made, ()).choices()
    assert PREMONITION not in holding("black traitor", made, (), pawn=True).choices()
    intro = holding("traitor", rules("introductory", appendix="premonition"), (), pawn=True)
    assert intro.choices() == {PLACE_TRAITOR, PREMONITION}


# ---- The prison ----


def test_building_the_prison() -> None:
    made = rules("base", appendix="prison")
    referee = holding("seer square", made, ())
    play(referee, ("prison", None))
    assert see(referee, "prison", "prison ends", "hand") == (("seer square",), ("square", "square"), None)
    state: dict[str, object] = {"prison": ("pyro circle", "seer square"), "prison_ends": ("circle", "square")}
    assert named(holding("seer square", made, (), **state), "prison") == {("prison", "circle")}
    assert named(holding("seer triangle", made, (), **state), "prison") == {("prison", "circle"), ("prison", "square")}
    referee = holding("seer triangle", made, (), **state)
    play(referee, ("prison", "square"))
    assert see(referee, "prison ends") == (("circle", "triangle"),)
    same: dict[str, object] = {"prison": ("pyro circle",) * 3, "prison_ends": ("circle", "circle")}
    assert not named(holding("seer circle", made, (), **same), "prison")
    referee = holding("seer triangle", made, (), **same)
    assert named(referee, "prison") == {("prison", "circle")}
    play(referee, ("prison", "circle"))
    assert see(referee, "prison ends") == (("circle", "triangle"),)
    assert not named(holding("traitor", made, ()), "prison")


def test_closing_the_prison() -> None:
    made = rules("base", appendix="prison")
    state: dict[str, object] = {"prison": ("pyro circle",) * 7, "prison_ends": ("circle", "square")}
    assert not named(holding("seer circle", made, (), **state), "prison")
    referee = holding("seer triangle", made, (), **state)
    assert named(referee, "prison") == {("prison", None)}
    play(referee, ("prison", None))
    assert see(referee, "prison ends") == ((),)
    assert len(referee.prison) == 8
    assert not named(holding("seer triangle", made, (), prison=("pyro circle",) * 8), "prison")


def test_prison_after_an_ordeal() -> None:
    made = rules("base", appendix="prison")
    referee = at_turn(made, filled([1] * 6))
    play(referee, ENCOUNTER)
    assert see(referee, "met", "castles") == (1, ((),))  # all of six, and the foundation was checked before
    referee = at_turn(made, filled([2, 1, 1, 1, 1, 1]), met=1)
    play(referee, ENCOUNTER)
    assert see(referee, "met") == (2,)
    # One tile stays: the top left one, the one below it, or one of the right column.
    assert referee.choices() == {("destroy", 1, 1), ("destroy", 1, 2)}
    complete: dict[str, object] = {"prison": ("pyro circle",) * 8}
    referee = at_turn(made, filled([1] * 6), **complete)
    play(referee, ENCOUNTER)
    assert see(referee, "met", "castles") == (1, (filled([1] * 6),))
    for state, result in ((complete, "won"), ({}, "prison")):
        referee = at_turn(made, filled([1] * 6), met=2, **state)
        play(referee, ENCOUNTER)
        assert referee.result() == result


# ---- Haunted tiles ----

WIDE = filled([2, 2, 1, 1, 1, 1])


def test_cold_sweat() -> None:
    made = rules("expert", appendix="cold sweat")
    referee = holding("traitor", made, WIDE, pawn=True)
    assert named(referee, "cold sweat") == {("cold sweat", column) for column in (2, 3, 4, 5)}
    play(referee, ("cold sweat", 2))
    assert see(referee, "haunted", "pawn", "traitors", "castles") == ((0, 2, 2), False, (0, 0), (WIDE,))
    narrow = holding("traitor", made, WIDE[:5], pawn=True)
    assert named(narrow, "cold sweat") == {("cold sweat", column) for column in (1, 2, 3, 4, 5)}
    assert not named(holding("traitor", made, WIDE[2:] + WIDE[2:3], pawn=True), "cold sweat")
    assert not named(holding("black traitor", made, WIDE, pawn=True), "cold sweat")
    assert not named(holding("traitor", made, WIDE), "cold sweat")
    small = holding("traitor", rules("expert", appendix="cold sweat", width=2), filled([3, 3]), pawn=True)
    assert named(small, "cold sweat") == {("cold sweat", 1), ("cold sweat", 2)}


def test_horror() -> None:
    made = rules("expert", appendix="horror")
    referee = holding("black traitor", made, WIDE, pawn=True)
    assert referee.choices() == {("haunt", column) for column in (2, 3, 4, 5)}
    assert see(referee, "hand") == ("black traitor",)
    play(referee, ("haunt", 3))
    assert referee.choices() == {PLACE_TRAITOR, ENCOUNTER}
    assert see(referee, "haunted", "pawn") == ((0, 3, 1), False)
    early = holding("black traitor", made, WIDE[2:], pawn=True)
    assert early.choices() == {PLACE_TRAITOR, ENCOUNTER}
    assert early.pawn
    assert DISCARD_TRAITOR in holding("traitor", made, WIDE, pawn=True).choices()


def test_placing_beside_the_haunted_tile() -> None:
    made = rules("expert", appendix="horror")
    columns = drawn("Cs Pt .", "Ss Jc Pc")
    free = {("place", position) for position in range(5)}
    assert named(holding("pyro circle", made, columns, haunted=None), "place") == free - {("place", 3)}
    assert named(holding("pyro circle", made, columns, haunted=(0, 2, 2)), "place") == {("place", 0), ("place", 1), ("place", 4)}
    assert named(holding("pyro circle", made, columns, haunted=(0, 3, 1)), "place") == {("place", 0), ("place", 1), ("place", 2)}
    assert named(holding("pyro circle", made, columns, haunted=(0, 1, 1)), "place") == free - {("place", 0), ("place", 3)}


def test_juggler_and_the_haunted_tile() -> None:
    made = rules("expert", appendix="horror")
    referee = holding("juggler circle", made, drawn("Ss Ct Jc Pt Ss"), haunted=(0, 2, 1))
    play(referee, POWER)
    assert referee.choices() == {("exchange", (1, 1), (2, 1)), ("exchange", (2, 1), (3, 1)), ("exchange", (4, 1), (5, 1))}
    play(referee, ("exchange", (2, 1), (3, 1)))
    assert see(referee, "castles", "haunted") == ((drawn("Ss Jc Ct Pt Ss"),), (0, 3, 1))
    alike = holding("juggler circle", made, drawn("Ct Ct"), haunted=(0, 2, 1))
    play(alike, POWER)  # only the haunted tile makes a difference
    assert see(alike, "haunted") == ((0, 1, 1),)


def test_pyro_and_the_haunted_tile() -> None:
    made = rules("expert", appendix="horror", height=3)
    columns = drawn("Ct . .", "Ss . .", "Cs Jc Pt")
    referee = holding("pyro circle", made, columns, haunted=(0, 2, 1))
    play(referee, POWER, ("destroy", 1, 1))
    assert castle(referee) == drawn("Ct . .", "Ss Jc Pt")
    # Nothing goes on top of the haunted column, nor can its only tile move.
    assert referee.choices() == {("move", 1, 0), ("move", 1, 3), ("move", 1, 4), ("move", 3, 0), ("move", 3, 1)}
    referee = holding("pyro circle", made, columns, haunted=(0, 1, 3))
    play(referee, POWER, ("destroy", 3, 1), ("move", 1, 2))
    assert see(referee, "castles", "haunted") == ((drawn("Ss Ct", "Cs Jc"),), (0, 2, 2))


def test_haunted_tile_slides_and_is_lost() -> None:
    made = rules("expert", appendix="horror")
    columns = drawn("Ct . .", "Ss . .", "Cs Jc Pt")
    referee = holding("pyro circle", made, columns, haunted=(0, 1, 3))
    play(referee, POWER, ("destroy", 1, 1))
    assert see(referee, "haunted") == ((0, 1, 2),)
    referee = holding("pyro circle", made, columns, haunted=(0, 1, 3))
    play(referee, POWER, ("destroy", 1, 3))
    assert referee.result() == "haunted"
    few = holding("traitor", made, drawn("Ct Jc Pt"), haunted=(0, 1, 1))
    play(few, DISCARD_TRAITOR)
    assert few.result() == "haunted"
    low = at_turn(made, filled([2] * 6), haunted=(0, 3, 1), ordeals=(("rows", 1), None, None))
    play(low, ENCOUNTER)
    assert low.result() == "haunted"
    high = at_turn(made, filled([2] * 6), haunted=(0, 3, 2), ordeals=(("rows", 1), None, None))
    play(high, ENCOUNTER)
    assert see(high, "haunted") == ((0, 3, 1),)


# ---- The Pantry ----


def test_placing_from_the_pantry() -> None:
    made = rules("expert", pantry="normal")
    assert Referee(made).snapshot()["pantry"] == ("circle", "circle", "square", "square", "triangle", "triangle")
    referee = at_turn(made, drawn("Ct"), pantry=("circle", "triangle"))
    assert named(referee, "pantry") == {("pantry", "circle", n) for n in (0, 1, 2)} | {("pantry", "triangle", n) for n in (0, 2)}
    play(referee, ("pantry", "circle", 1))
    assert see(referee, "castles", "pantry") == ((drawn("*c", "Ct"),), ("triangle",))
    assert named(referee, "pantry") == {("pantry", "triangle", n) for n in (0, 1, 2)}
    seen = at_turn(made, drawn("Ct"), pantry=("triangle",), revealed=("seer circle",))
    assert seen.choices() == {("take", "seer circle"), ("pantry", "triangle", 0), ("pantry", "triangle", 2), ENCOUNTER}


def test_harder_pantry() -> None:
    made = rules("expert", pantry="harder")
    columns = drawn("Ct .", "Ss *c")
    referee = at_turn(made, columns, pantry=("triangle",))
    assert referee.choices() == {("draw", "standard"), ("pantry", "triangle", 0), ENCOUNTER}
    referee = holding("juggler circle", made, drawn("*t . .", "Ss Pt *c"))
    play(referee, POWER)
    assert referee.choices() == {("exchange", (1, 1), (1, 2)), ("exchange", (1, 1), (2, 1)), ("exchange", (2, 1), (3, 1))}
    referee = holding("juggler circle", made, drawn("*t Ss *c"))
    assert POWER not in referee.choices()
    referee = holding("pyro circle", made, drawn("*t Ss . ", "Pt Jt *c"))
    play(referee, POWER, ("destroy", 2, 2))
    assert referee.choices() == {("move", 1, 0), ("move", 1, 2), ("move", 3, 0)}


def test_destruction_may_bring_pantry_tiles_together() -> None:
    made = rules("expert", pantry="harder")
    referee = holding("pyro circle", made, drawn("*t", "Ss", "*c", "Jt"))
    play(referee, POWER)
    assert ("destroy", 1, 3) in referee.choices()


@pytest.mark.parametrize(
    ("tiles", "met", "result"), [(2, 0, None), (1, 0, "pantry"), (3, 0, "pantry"), (4, 1, None), (6, 2, "won"), (5, 2, "pantry")]
)
def test_pantry_count(tiles: int, met: int, result: str | None) -> None:
    row = drawn(" ".join(["*t"] * tiles + ["Ct"] * (6 - tiles)))
    referee = at_turn(rules("expert", pantry="normal"), row, met=met)
    play(referee, ENCOUNTER)
    assert referee.result() == result


def test_recovered_pantry_tile() -> None:
    referee = holding("chameleon circle", rules("expert", pantry="normal"), drawn("Ss"), discards=("pantry circle",))
    play(referee, POWER)
    assert see(referee, "hand", "discards") == ("pantry circle", ("chameleon circle",))
    assert referee.choices() == {("place", 0), ("place", 1), ("place", 2), DISCARD, ENCOUNTER}
    play(referee, DISCARD)
    assert see(referee, "discards", "pantry") == (("chameleon circle", "pantry circle"), ())


# ---- Two players ----


def test_turns_alternate() -> None:
    referee = holding("pyro circle", rules("base", players=2))
    play(referee, ("place", 1))
    assert (referee.mover(), see(referee, "player", "castles")) == (1, (1, ((("pyro circle",),), ())))
    play(referee, ("draw", "standard"), ("tile", "seer circle"))
    assert referee.mover() == 1
    play(referee, ("place", 1))
    assert referee.mover() == 0


def test_donation_at_the_introductory_level() -> None:
    made = rules("introductory", players=2)
    mine = drawn("Ct . .", "Ss Js Pt")
    referee = holding("pyro circle", made, mine, drawn("Pt"))
    play(referee, DONATE)
    assert (referee.mover(), see(referee, "hand", "player")) == (0, ("pyro circle", 0))
    assert referee.choices() == {("destroy", 1, 2), ("destroy", 3, 1)}
    play(referee, ("destroy", 1, 2))
    assert referee.choices() == {("place", 0), ("place", 1), ("place", 2)}
    assert referee.mover() == 1
    play(referee, ("place", 1))
    assert see(referee, "castles", "discards", "player") == ((drawn("Ss Js Pt"), drawn("Pc", "Pt")), ("chameleon triangle",), 1)
    assert DONATE not in holding("pyro circle", made, (), drawn("Pt")).choices()
    assert DONATE not in holding("traitor", made, mine, drawn("Pt")).choices()
    blocked = rules("introductory", players=2, width=1)
    assert DONATE not in holding("pyro triangle", blocked, drawn("Ss"), drawn("Pt")).choices()


def test_donation_at_the_higher_levels() -> None:
    made = rules("base", players=2, width=1)
    referee = holding("juggler triangle", made, drawn("Ct", "Ss"), drawn("Pt", "Js"))
    play(referee, DONATE)
    assert referee.choices() == {("destroy", 1, 1), ("destroy", 1, 2)}
    play(referee, ("destroy", 1, 1))
    assert castle(referee) == drawn("Ct")
    assert referee.mover() == 1
    assert referee.choices() == {DISCARD, POWER, ENCOUNTER}  # never passed on
    play(referee, POWER)
    assert see(referee, "castles", "player") == ((drawn("Ct"), drawn("Js", "Pt")), 1)
    assert referee.mover() == 1


def test_vigil_tile_is_not_donated() -> None:
    referee = holding("pyro circle", rules("base", players=2, appendix="vigil"), drawn("Ct"), (), vigil="seer square")
    play(referee, VIGIL)
    assert not referee.choices() & {DONATE, VIGIL}


def test_first_ordeal_of_two_players() -> None:
    made = rules("expert", players=2)
    six = filled([1] * 6)
    lost = at_turn(made, six, six[1:], ordeals=(None, None, None))
    play(lost, ENCOUNTER)
    assert lost.result() == "foundation"
    referee = at_turn(made, six, six, ordeals=(None, None, None), player=1)
    play(referee, ENCOUNTER)
    assert (referee.mover(), referee.choices()) == ("team", {("who", 0), ("who", 1)})
    play(referee, ("who", 0))
    assert referee.outcomes() == {("card", card): 1 for card in ASSAULTS[0]}
    play(referee, ("card", ("rows", 1)))
    assert referee.result() == "foundation"
    referee = at_turn(made, six, six)
    play(referee, ENCOUNTER, ("who", 1))
    assert see(referee, "champion", "met", "player") == (1, 1, 0)


def test_the_champion_sits_out() -> None:
    made = rules("base", players=2)
    six = filled([1] * 6)
    referee = at_turn(made, six[1:], six, champion=0, met=1)  # only the foundation of the one who meets it counts now
    play(referee, ENCOUNTER)
    assert see(referee, "champion", "met") == (1, 2)
    play(referee, ENCOUNTER)
    assert referee.result() == "foundation"


def test_giving_the_champion_away() -> None:
    made = rules("base", players=2)
    referee = at_turn(made, filled([3, 3, 1]), (), champion=0, met=1)
    play(referee, GIVE)
    assert referee.mover() == 0
    # Only what has nothing above it, so the one of seven that stays is at the bottom. Two went without a choice.
    assert referee.choices() == {("destroy", 1, 1), ("destroy end", 2)}
    assert see(referee, "champion") == (0,)
    play(referee, ("destroy end", 2))
    assert see(referee, "champion", "player", "castles") == (1, 0, (filled([1]), ()))
    assert referee.choices() == {("draw", "standard"), ENCOUNTER}
    assert GIVE not in at_turn(made, filled([5]), (), champion=0, met=1).choices()
    assert GIVE not in at_turn(made, filled([6]), filled([6]), champion=1, met=1).choices()
    all_of_six = at_turn(rules("introductory", players=2), filled([6]), (), champion=0, met=1)
    play(all_of_six, GIVE)
    assert see(all_of_six, "champion", "castles") == (1, ((), ()))


def test_tiles_are_destroyed_where_they_are_due() -> None:
    made = rules("base", players=2, appendix="prison")
    mine, yours = filled([1] * 6), filled([2] * 6)
    referee = at_turn(made, mine, yours, champion=0, met=1)
    play(referee, ENCOUNTER)
    assert referee.mover() == 1  # who met it pays for the prison
    referee = holding("traitor", made, mine, yours, player=1)
    play(referee, DISCARD_TRAITOR)
    assert referee.mover() == 1
    low = at_turn(rules("expert", players=2), mine, yours, champion=0, met=1, ordeals=(None, ("formations", 1, 0, 0, 2), None))
    play(low, ENCOUNTER)
    assert low.mover() == 1


def test_full_castle_of_the_partner() -> None:
    made = rules("introductory", players=2, width=1, height=1)
    referee = holding("pyro circle", made, (), drawn("St"), champion=0, met=1, ordeals=(NOTHING, NOTHING, ONE_OF_EACH))
    assert referee.choices() == {("place", 1), DISCARD}
    play(referee, ("place", 1))
    assert referee.result() == "formations"  # the second ordeal, then the third
    assert see(referee, "met", "champion") == (2, 1)


def test_pantry_of_two_players() -> None:
    made = rules("expert", players=2, pantry="normal")
    one, two, none = drawn("*t Ct Ct Ct Ct Ct"), drawn("*t *t Ct Ct Ct Ct"), drawn("Ct Ct Ct Ct Ct Ct")
    referee = at_turn(made, one, one)
    play(referee, ENCOUNTER, ("who", 0))
    assert see(referee, "met") == (1,)
    unequal = at_turn(made, two, none)
    play(unequal, ENCOUNTER)
    assert unequal.result() == "pantry"
    too_many = at_turn(made, two, two)
    play(too_many, ENCOUNTER, ("who", 0))
    assert too_many.result() == "pantry"


# ---- Destroying several tiles ----


class Destroying(Referee):
    """Nothing but the destruction of some tiles of one castle."""

    def __init__(self, columns: Columns, number: int, tops_only: bool) -> None:
        self._columns, self._number, self._tops_only = columns, number, tops_only
        super().__init__(rules("base"))

    def _game(self, set_up: bool) -> Flow[None]:
        self.castles[0].columns = [[Tile(kind) for kind in column] for column in self._columns]
        yield from self._destroy(0, self._number, self._tops_only)


def reached(columns: Columns, number: int, tops_only: bool) -> list[Columns]:
    """What each sequence of choices leaves of the castle."""
    left: list[Columns] = []
    waiting: list[tuple[Move, ...]] = [()]
    while waiting:
        moves = waiting.pop()
        referee = Destroying(columns, number, tops_only)
        play(referee, *moves)
        if referee.kind() == "over":
            left.append(castle(referee))
        else:
            assert len(referee.choices()) > 1
            waiting += [(*moves, move) for move in referee.choices()]
    return left


def possible(columns: Columns, number: int, tops_only: bool) -> list[Columns]:
    """The same from all sets of so many tiles."""
    cells = [(c, r) for c, column in enumerate(columns) for r in range(len(column))]
    left: list[Columns] = []
    for gone in combinations(cells, number):
        rest = [tuple(kind for r, kind in enumerate(column) if (c, r) not in gone) for c, column in enumerate(columns)]
        standing = [c for c, column in enumerate(rest) if column]
        split = standing != list(range(standing[0], standing[-1] + 1))
        from_below = any((c, r) in gone and (c, r + 1) not in gone for c, r in cells if (c, r + 1) in cells)
        if not split and not (tops_only and from_below):
            left.append(tuple(column for column in rest if column))
    return left


SMALL = [heights for columns in (1, 2, 3) for heights in product((1, 2, 3), repeat=columns)]
SMALL += [*product((1, 2), repeat=4), (1,) * 5, (1, 2, 1, 1, 2), (1, 1, 2, 1, 1, 1)]


@pytest.mark.parametrize("tops_only", [False, True])
def test_each_set_of_tiles_is_reached_once(tops_only: bool) -> None:
    for heights in SMALL:
        kinds = iter(DEFENDERS)
        columns = tuple(tuple(next(kinds) for _ in range(height)) for height in heights)
        for number in range(1, sum(heights)):
            assert sorted(reached(columns, number, tops_only)) == sorted(possible(columns, number, tops_only)), (heights, number)
        assert reached(columns, sum(heights), tops_only) == [()]
        assert reached(columns, sum(heights) + 1, tops_only) == [()]


def test_destroy_choices() -> None:
    assert destroy_choices([1, 2, 1], 1, None, False) == {("destroy", 1, 1), ("destroy", 2, 1), ("destroy", 2, 2), ("destroy", 3, 1)}
    assert destroy_choices([1, 2, 2], 2, None, False) == {("destroy", 1, 1), ("destroy", 2, 1), ("destroy", 2, 2), ("destroy end", 1)}
    assert destroy_choices([1, 2, 1], 3, None, False) == {("destroy", 1, 1), ("destroy end", 2)}
    assert destroy_choices([2, 2, 1], 2, (1, 1), False) == {("destroy", 2, 1), ("destroy", 2, 2)}
    assert destroy_choices([2, 2, 1], 3, (1, 2), False) == {("destroy", 1, 1), ("destroy end", 2)}


# ---- Random play ----


def random_game(made: Rules, seed: int) -> tuple[str, int]:
    """Plays to the end; returns the result and the number of nodes. Encounters are put off, or games would be short."""
    generator = random.Random(seed)
    referee = Referee(made)
    total = Counter(cast(dict[str, int], made["safe"])) + Counter(cast(dict[str, int], made["standard"]))
    for kind in TRAITORS:
        del total[kind]
    total.update({f"pantry {form}": 2 for form in SHAPES} if made["pantry"] else {})
    nodes = 0
    while referee.kind() != "over":
        nodes += 1
        check(referee, made, total)
        if referee.kind() == "chance":
            outcomes = sorted(referee.outcomes().items(), key=repr)
            play(referee, generator.choices([move for move, _ in outcomes], [weight for _, weight in outcomes])[0])
            continue
        choices = sorted(referee.choices(), key=repr)
        assert len(choices) > 1
        assert referee.mover() in ("team", *range(referee.players))
        if generator.random() < 0.9:
            choices = [move for move in choices if move[0] not in ("encounter", "give champion", "discard", "place traitor")] or choices
        play(referee, generator.choice(choices))
    result = referee.result()
    assert result is not None
    return result, nodes


def check(referee: Referee, made: Rules, total: Counter[str]) -> None:
    """Tiles are neither lost nor won, castles keep their limits, and a snapshot at the start of a turn says everything."""
    snapshot: Any = referee.snapshot()
    lying = Counter(kind for columns in snapshot["castles"] for column in columns for kind in column)
    for name in ("safe", "standard", "revealed", "discards", "prison"):
        lying.update(snapshot[name])
    lying.update(f"pantry {form}" for form in snapshot["pantry"])
    lying.update(kind for kind in (snapshot["vigil"], snapshot["hand"]) if kind)
    for kind in TRAITORS:
        del lying[kind]
    assert lying == total
    for columns in snapshot["castles"]:
        assert len(columns) <= referee.width
        assert all(1 <= len(column) <= referee.height for column in columns)
    assert snapshot["hand"] is None or faction(snapshot["hand"]) or is_pantry(snapshot["hand"]) or snapshot["hand"] in TRAITORS
    if named(referee, "draw") or named(referee, "take"):
        again = Referee(made, snapshot)
        assert (again.choices(), again.mover(), again.snapshot()) == (referee.choices(), referee.mover(), snapshot)


@pytest.mark.parametrize("players", [1, 2])
@pytest.mark.parametrize("level", LEVELS)
def test_random_play(level: str, players: int) -> None:
    for appendix, pantry in product(APPENDICES, (None, "normal", "harder") if level == "expert" else (None,)):
        for seed in range(4):
            random_game(rules(level, players=players, appendix=appendix, pantry=pantry), seed)


def test_random_play_in_small_castles() -> None:
    """Easy ordeals, so that every end of the game is seen."""
    results: Counter[str] = Counter()
    easy = (NOTHING, ("rows", 1), ("formations", 1, 0, 0, 2), ("formations", 1, 0, 0, None))
    for seed in range(600):
        generator = random.Random(seed)
        level = generator.choice(LEVELS)
        pantry = generator.choice((None, "normal", "harder")) if level == "expert" else None
        made = rules(level, players=generator.choice((1, 2)), appendix=generator.choice(APPENDICES), pantry=pantry)
        made["width"], made["height"] = generator.choice(((1, 1), (1, 6), (2, 2), (2, 4), (3, 2), (3, 3), (6, 1)))
        made["ordeals"] = tuple(tuple(generator.sample(easy, generator.choice((1, 1, 3)))) for _ in range(3))
        made["traitor numbers"] = tuple(generator.choice((1, 2, 3)) for _ in range(3))
        result, _ = random_game(made, seed)
        results[result] += 1
    assert set(results) == {"won", "formations", "foundation", "pantry", "prison", "haunted"}
