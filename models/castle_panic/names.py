"""Cards and tokens by the names people write: "Red Archer", "red archer", "Drive him back!", "2 bricks", "boulder", or the code of the table."""

from __future__ import annotations

from functools import lru_cache

from castlewise.models.castle_panic.board import COLOURS
from castlewise.models.castle_panic.components import Components
from castlewise.models.component_names import Names

_TROOPS_CALLED = {"archer": ("archer",), "knight": ("knight",), "swordsman": ("swordsman", "sword", "swords"), "hero": ("hero",)}
_CARDS_CALLED = {
    **{
        f"{colour} {troop}": tuple(
            f"{said} {short}" for said in (colour, colour[0]) for short in called if (said, short) != (colour, troop)
        )
        for colour in COLOURS
        for troop, called in _TROOPS_CALLED.items()
    },
    **{
        f"any {troop}": tuple(
            form
            for short in _TROOPS_CALLED[troop]
            for form in (
                f"any {short}",
                f"any col {short}",
                f"any color {short}",
                f"any colored {short}",
                f"{short} any color",
                f"{short} of any color",
            )
            if form != f"any {troop}"
        )
        for troop in ("archer", "knight", "swordsman")
    },
    "barbarian": ("barb",),
    "fortify wall": ("fortify", "fortify token"),
    "drive him back": ("drive back", "drive it back"),
    "draw 2 cards": ("draw 2", "draw 2 card"),
    "nice shot": ("niceshot",),
    "azriels fist": ("azriel", "fist"),
    "eye of the oracle": ("oracle", "eye of oracle"),
    "hammer of light": ("hammer",),
    "thalgars blessing": ("thalgar", "blessing"),
    "valadors wave": ("valador", "wave"),
    "wizard quake": ("quake",),
    "change color": ("color change",),
}
_TOKENS_CALLED = {
    "goblin king": ("king",),
    "orc warlord": ("warlord",),
    "troll mage": ("mage",),
    "giant boulder": ("boulder",),
    "monsters move clockwise": ("clockwise", "all monsters move clockwise", "move clockwise", "monsters clockwise"),
    "monsters move counter-clockwise": (
        "counter clockwise", "counterclockwise", "anticlockwise", "all monsters move counter clockwise", "all monsters move counterclockwise",
        "monsters move counterclockwise", "move counter clockwise", "move counterclockwise", "monsters counter clockwise",
    ),
    "all players discard 1 card": (
        "all players discard", "all discard", "all discard 1", "all discard 1 card", "everyone discards", "everyone discards 1 card",
        "everybody discards", "everybody discards 1 card", "each player discards 1 card", "all players discard a card", "discard 1 card",
        "everyone discards a card", "players discard 1 card",
    ),
    "imp per tower": ("1 imp per tower", "imps per tower"),
    **{f"draw {n} monster tokens": (f"draw {n}", f"draw {n} monsters", f"draw {n} tokens", f"draw {n} more") for n in (3, 4)},
    **{
        f"{colour} monsters move 1": (
            f"{colour} monsters move", f"monsters in {colour} move 1", f"monsters in {colour} move", f"{colour} moves", f"{colour} moves 1",
            f"{colour} move", f"{colour} move 1", f"{colour}s move",
            f"all {colour} monsters move 1", f"all {colour} monsters move", f"{colour} monsters",
        )
        for colour in COLOURS
    },
    **{
        f"plague {troops}": (f"{troop} plague", f"{troops} plague", f"plague {troop}", f"plague on {troops}", f"plague of {troops}")
        for troop, troops in (("archer", "archers"), ("knight", "knights"), ("swordsman", "swordsmen"))
    },
}  # fmt: skip


@lru_cache(maxsize=16)
def card_names(components: Components) -> Names:
    """
    >>> from castlewise.models.castle_panic.components import BASE
    >>> names = card_names(BASE)
    >>> {names.find(form) for form in ("drive him back", "Drive Him Back!", "db")} == {BASE.card("drive him back")}
    True
    """
    return Names(components.cards, "card", _CARDS_CALLED)


@lru_cache(maxsize=16)
def token_names(components: Components) -> Names:
    return Names(components.tokens, "token", _TOKENS_CALLED)
