"""Positions of Castle Panic where the right move is beyond doubt, most of them because everything else loses the last Tower or lets a won game go on."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from castle_panic.arrange import arrange, play
from castlewise.models.castle_panic import stages
from castlewise.models.castle_panic.position import Position


@dataclass(frozen=True)
class Sure:
    """`moves` have to be among the best candidate's, none of `never` may be. `wins`: it ends the game at once."""

    position: Callable[[], Position]
    moves: tuple[str, ...] = ()
    never: tuple[str, ...] = ()
    wins: bool = False


def lone_tower(arc: int, **more: object) -> Callable[[], Position]:
    """One Tower left and no Walls unless said otherwise."""
    return partial(arrange, **({"towers": (arc,), "walls": ()} | more))  # type: ignore[arg-type]


def last_monsters(**more: object) -> Callable[[], Position]:
    """Nothing is left in the pile: who slays all has won. No Wall does it for them."""
    return partial(arrange, **({"pile": (), "towers": (1,), "walls": ()} | more))  # type: ignore[arg-type]


def _who_is_hurt() -> Position:
    """A Goblin and an Orc at the last Wall; the next player has one swordsman and Nice Shot, enough for one Monster only."""
    before = arrange(
        "players=2", towers=(1,), walls=(1,), monsters=("goblin swordsman 1", "orc swordsman 1"),
        hand=("green archer",), others=(("red swordsman", "nice shot", "mortar", "green knight", "blue archer", "blue knight"),), pile=(),
    )  # fmt: skip
    return play(before, "end")


def _give_up() -> Position:
    before = lone_tower(
        5, rules="players=1", monsters=("troll castle 3",), hand=("barbarian", "red archer"), pile=("all players discard 1 card",)
    )()
    return play(before, "end", "token.ad")


SURE = {
    "the Barbarian saves the last Tower": Sure(lone_tower(4, monsters=("orc castle 3",), hand=("barbarian", "red archer")), ("bb@c3o2",)),
    "Drive Him Back! saves the last Tower": Sure(lone_tower(4, monsters=("troll castle 3",), hand=("drive him back",)), ("db@c3t3",)),
    "Tar saves the last Tower": Sure(lone_tower(4, monsters=("orc castle 3",), hand=("tar", "blue archer")), ("ta@c3o2",)),
    "the near Orc, not the strong Troll": Sure(
        lone_tower(4, monsters=("orc castle 3", "troll castle 5"), hand=("barbarian",)), ("bb@c3o2",)
    ),
    "Monsters in the Castle go clockwise": Sure(
        lone_tower(1, monsters=("orc castle 6", "orc castle 2"), hand=("barbarian",)), ("bb@c6o2",)
    ),
    "a swordsman before an open Tower": Sure(lone_tower(2, monsters=("goblin swordsman 2",), hand=("red swordsman",)), ("rs@s2g1",)),
    "the Goblin at the gap, not the one without a Tower": Sure(
        lone_tower(1, monsters=("goblin swordsman 1", "goblin swordsman 3"), hand=("any swordsman",)), ("as@s1g1",)
    ),
    "the Wall takes the hit, the open Tower gets the card": Sure(
        partial(arrange, towers=(1, 4), walls=(1,), monsters=("goblin swordsman 1", "goblin swordsman 4"), hand=("any swordsman",)),
        ("as@s4g1",),
    ),
    "both Towers need the right card": Sure(
        partial(
            arrange, towers=(1, 4), walls=(), monsters=("goblin swordsman 1", "goblin swordsman 4"), hand=("red swordsman", "any swordsman")
        ),
        ("rs@s1g1", "as@s4g1"),
    ),
    "a Wall where the Troll stands": Sure(lone_tower(5, monsters=("troll swordsman 5",), hand=("brick", "mortar")), ("br.mo@5",)),
    "a Wall before the Tower, not before the ruin": Sure(
        lone_tower(2, monsters=("troll swordsman 2", "troll swordsman 5"), hand=("brick", "mortar")), ("br.mo@2",)
    ),
    "a held Wall where the Troll stands": Sure(
        lone_tower(5, rules="players=2,walls=players", monsters=("troll swordsman 5",), hand=("red archer",), held_walls=(1,)), ("wall@5",)
    ),
    "Fortify against a march that is sure to come": Sure(
        lone_tower(1, walls=(1,), monsters=("troll swordsman 1",), hand=("fortify wall",), pile=("red monsters move 1",)), ("fw@1",)
    ),
    "Missing against a march that is sure to come": Sure(
        lone_tower(1, walls=(1,), monsters=("troll swordsman 1",), hand=("missing",), pile=("red monsters move 1",)), ("mi",)
    ),
    "an Archer for the Goblin, the Barbarian is kept": Sure(
        partial(
            arrange, "players=1", monsters=("goblin archer 1", "troll forest 4"), hand=("barbarian", "red archer", "brick", "blue knight")
        ),
        ("ra@a1g1",), ("bb@a1g1",),
    ),
    "Draw 2 Cards comes first": Sure(partial(arrange, monsters=("goblin archer 1",), hand=("draw 2 cards", "red archer")), ("d2",)),
    "Hero and troop each to their own": Sure(
        last_monsters(monsters=("goblin swordsman 1", "goblin knight 2"), hand=("red hero", "red swordsman")),
        ("rs@s1g1", "rh@k2g1"), wins=True,
    ),
    "Nice Shot slays the last Troll": Sure(
        last_monsters(monsters=("troll archer 1",), hand=("red archer", "nice shot")), ("ns.ra@a1t3",), wins=True
    ),
    "the Barbarian for the Troll, the Archer for the Goblin": Sure(
        last_monsters(monsters=("troll archer 2", "goblin archer 1"), hand=("barbarian", "red archer")), ("bb@a2t3", "ra@a1g1"), wins=True
    ),
    "Scavenge brings the Barbarian back": Sure(
        last_monsters(monsters=("orc knight 3",), hand=("scavenge",), discards=("barbarian",)), ("sc.bb", "bb@k3o2"), wins=True
    ),
    "the Any Color Archer is the only one for blue": Sure(
        last_monsters(monsters=("goblin archer 1", "goblin archer 5"), hand=("any archer", "red archer")), ("ra@a1g1", "aa@a5g1"), wins=True
    ),
    "two Knights for one Orc": Sure(
        last_monsters(monsters=("orc knight 1",), hand=("red knight", "any knight")), ("rk@k1o2", "ak@k1o1"), wins=True
    ),
    "the Hero where no troop reaches": Sure(
        last_monsters(
            monsters=("goblin swordsman 3", "goblin archer 3", "goblin knight 4"), hand=("green hero", "green archer", "green knight")
        ),
        ("gh@s3g1", "ga@a3g1", "gk@k4g1"), wins=True,
    ),
    "Nice Shot with the card that nothing else needs": Sure(
        last_monsters(monsters=("troll swordsman 1", "goblin swordsman 4"), hand=("nice shot", "red swordsman", "any swordsman")),
        ("ns.rs@s1t3", "as@s4g1"), wins=True,
    ),
    "All for One!": Sure(
        last_monsters(rules="players=2,all-for-one", monsters=("troll knight 1",), hand=("red archer", "red knight", "red swordsman")),
        ("ra.rk.rs@k1t3",), wins=True,
    ),
    "Heroic Powers reach into the Castle": Sure(
        last_monsters(rules="players=2,heroic-powers", towers=(4,), monsters=("goblin castle 3",), hand=("green hero",)),
        ("gh@c3g1",), wins=True,
    ),
    "driven back and slain, not the other way round": Sure(
        lone_tower(4, pile=(), monsters=("goblin knight 3", "orc castle 3"), hand=("drive him back", "green knight")),
        ("db@c3o2",), ("db@k3g1",),
    ),
    "a trade for Drive Him Back!": Sure(
        lone_tower(4, stage=stages.TRADE_PHASE, monsters=("orc castle 3",), hand=("red archer",), others=(("drive him back", "brick"),)),
        ("trade.ra.p2.db", "db@c3o2"),
    ),
    "a trade that gives away the idle card": Sure(
        lone_tower(
            4, stage=stages.TRADE_PHASE, monsters=("orc castle 3", "goblin swordsman 4"), hand=("red archer", "green swordsman"),
            others=(("drive him back", "brick"),),
        ),
        ("trade.ra.p2.db", "db@c3o2", "gs@s4g1"),
    ),
    "a trade that wins at once": Sure(
        last_monsters(
            stage=stages.TRADE_PHASE, monsters=("goblin archer 5",), hand=("red archer", "brick"), others=(("blue archer", "mortar"),)
        ),
        ("ba@a5g1",), wins=True,
    ),
    "a discard that is sure to bring the swordsman": Sure(
        lone_tower(
            5, stage=stages.DISCARD_PHASE, monsters=("goblin swordsman 5",), hand=("red archer",), deck=("blue swordsman",), pile=()
        ),
        ("discard.ra",),
    ),
    "the swordsman that is needed is not discarded": Sure(
        lone_tower(
            5, stage=stages.DISCARD_PHASE, monsters=("goblin swordsman 5",), hand=("red archer", "blue swordsman"), deck=("brick", "mortar")
        ),
        (), ("discard.bs",),
    ),
    "who is hurt: the Goblin, so that one is left": Sure(_who_is_hurt, ("hurt@s1g1x",)),
    "the Barbarian is not given up": Sure(_give_up, ("give.ra",)),
    "no Desperate Times with the Barbarian in hand": Sure(
        lone_tower(
            4, rules="players=1,desperate-times", stage=stages.ASK_DESPERATE, monsters=("orc castle 3",),
            hand=("barbarian", "red archer", "red knight", "blue knight", "brick", "green archer"),
        ),
        ("carry-on",),
    ),
}  # fmt: skip
