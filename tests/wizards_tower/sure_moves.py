"""Positions of the Wizard's Tower where the right move is beyond doubt: everything else loses the last Tower or lets a won game go on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from castlewise.models.castle_panic.position import Position
from wizards_tower.arrange import arrange


@dataclass(frozen=True)
class Sure:
    """`moves` have to be among the best candidate's, none of `never` may be, and the first begins with `begins`. `wins`: it ends the game at once."""

    stated: dict[str, Any]
    moves: tuple[str, ...] = ()
    never: tuple[str, ...] = ()
    begins: str = ""
    wins: bool = False
    rules: str = "players=2"

    def position(self, *, compiled: bool) -> Position:
        return arrange(self.rules, compiled=compiled, **self.stated)


def lone_tower(arc: int, **more: Any) -> dict[str, Any]:
    """One Tower left and no Walls unless said otherwise."""
    return {"towers": [arc], "walls": [], **more}


def last_monsters(**more: Any) -> dict[str, Any]:
    """Nothing is left in the pile: who slays all has won. No Wall does it for them."""
    return {"pile": [], "towers": [1], "walls": [], **more}


SURE = {
    "a Brick on the Tower that the Chimera is about to burn down": Sure(
        lone_tower(4, burning=["t4", "t4"], monsters=["chimera archer 5"], hand=["brick", "red archer"]), ("out.br@t4",)
    ),
    "Hypnotize: the last two slay each other": Sure(
        last_monsters(monsters=["ogre knight 3", "ogre knight 3"], hand=["hypnotize", "red archer"]), ("why.k3og4@k3og4",), wins=True
    ),
    "Chain Lightning at the space with all of them": Sure(
        last_monsters(monsters=["orc knight 1 health 1", "orc knight 1 health 1", "troll knight 1 health 1"], hand=["chain lightning", "red knight"]),
        ("wcl@k1",), wins=True,
    ),
    "Wall of Force before the last Tower": Sure(
        lone_tower(2, monsters=["troll swordsman 2", "ogre swordsman 2"], hand=["wall of force", "red archer"]), ("wwf@2",)
    ),
    "Rain of Ice when nothing else stops them all": Sure(
        lone_tower(4, monsters=["troll castle 3", "troll swordsman 4"], hand=["rain of ice", "green archer"]), ("wri",)
    ),
    "Enchanted for the Ogre": Sure(
        last_monsters(monsters=["ogre knight 1 health 3"], hand=["red knight", "enchanted", "flaming"]), ("en.rk@k1og3",), wins=True
    ),
    "Change Color for the Orc on the other side": Sure(
        last_monsters(monsters=["orc archer 5 health 1"], hand=["red archer", "change color", "change range"]), ("co.ra@a5o1",), wins=True
    ),
    "Hammer of Light reaches into the Forest": Sure(
        last_monsters(monsters=["ogre forest 3", "orc archer 3 health 1"], hand=["hammer of light", "green archer"]), ("whl@f3og4", "ga@a3o1"), wins=True
    ),
    "an Archer hits what flies before the Castle": Sure(
        last_monsters(monsters=["gargoyle swordsman 1 health 1", "orc swordsman 2 health 1"], hand=["red archer", "red swordsman"]),
        ("ra@s1ga1", "rs@s2o1"), wins=True,
    ),
    "the Centaur is weak in the Knight ring": Sure(
        last_monsters(monsters=["centaur knight 1", "troll archer 1 health 1"], hand=["red knight", "red archer"]),
        ("rk@k1ce3", "ra@a1t1"), wins=True,
    ),
    "the Troll goes back to the Forest": Sure(
        lone_tower(4, monsters=["troll castle 3"], hand=["lightning bolt", "red archer"]), begins="wlb."
    ),
    "no Wizard Quake under the last Tower": Sure(
        lone_tower(4, monsters=["troll archer 4", "ogre knight 4"], hand=["wizard quake", "red archer"]), (), ("wwq@4",)
    ),
    "Double Strike for two wounded Orcs": Sure(
        last_monsters(monsters=["orc archer 1 health 1", "orc archer 2 health 1"], hand=["red archer", "double strike"]), ("ds.ra@a1o1",), wins=True
    ),
    "Valador's Wave takes all that is left": Sure(
        last_monsters(monsters=["troll forest 3", "orc knight 4 health 1"], hand=["valadors wave", "red archer"]), begins="wvw@", wins=True
    ),
    "another player has the card: Stand Together": Sure(
        last_monsters(monsters=["orc archer 5 health 1"], hands=[["stand together", "red archer"], ["blue archer"]]), ("st.p2",), wins=True
    ),
    "a trade for Rain of Ice": Sure(
        lone_tower(
            4, stage="trade", monsters=["troll castle 3", "troll swordsman 4"], hands=[["red archer"], ["rain of ice", "brick"]]
        ),
        ("trade.ra.p2.wri", "wri"),
    ),
}  # fmt: skip
