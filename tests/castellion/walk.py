"""Positions of games played at random: every level, appendix and Pantry, one and two players, from the start and from the middle, and small configurations
in which everything happens soon.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import lru_cache
from itertools import product

import random_play
from castellion.arrange import play
from castellion.differential import late_position
from castlewise.models.castellion.game import Castellion
from castlewise.models.castellion.notation import read_line
from castlewise.models.castellion.position import Position
from castlewise.models.castellion.rule_set import APPENDICES, EXPERT, LEVELS, PANTRIES, TWO_PLAYER, read_rules

PRINTED = tuple(
    ",".join(filter(None, parts))
    for parts in product(LEVELS, ("", TWO_PLAYER), ("", *APPENDICES), ("", *PANTRIES))
    if parts[0] == EXPERT or not parts[-1]
)
_EASY = "ordeal1=0T:3,ordeal2=1T-else-2.earthworm-1:3,ordeal3=0T.1B-else-3:3"
_HARSH = "ordeal1=9T-else-1:1,ordeal2=9T-else-1.0T:2,ordeal3=9B-else-2.1T-else-1:2"
_FEW_TILES = "safe=222.111.000.111,standard=111.222.111.222.3.3,ordeal1=0T:2"
SMALL = tuple(
    f"{rules},{configured}"
    for rules in (
        "base,size=3x3",
        "introductory,size=2x2,two-player,vigil",
        "base,two-player,size=2x3,horror",
        "expert,size=4x2,two-player,cold-sweat,pantry",
        "expert,size=1x5,pantry-harder,prophet",
        "expert,size=3x4,two-player,prison",
        "expert,size=4x5,prison",
    )
    for configured in (_EASY, _HARSH, _FEW_TILES)
)
# What chance rarely brings about, by a line and the moves from there.
CONTRIVED = (
    (
        "cn:expert/stscssps.ptpcptst/hidden,hidden,hidden/p1.juggle/-/000.111.100.100.1.1",
        ("exchange@1.4~2.4", "turn-over.2", "card.2.3B-else-32"),
    ),
    (
        "cn:expert,two-player/-,stscss.jc/2T-else-16:met,hidden,hidden/p2.use/-/000.011.100.100.1.1/hand=st/gift/champion=p1",
        ("place@1", "turn-over.3"),
    ),
    ("cn:base,horror/st.ps.ct.jt.ss.pc/1T1B1L,2T2B,3T2B/p1.haunt/-/000.011.100.100.1.1/hand=tb", ("haunt@2",)),
    ("cn:base,ordeal3=0T:1,size=2x2/st.ps/1T1B1L:met,2T2B:met,0T/p1.turn/-/000.011.100.100.1.1", ("meet",)),
    ("cn:base,prison,ordeal3=0T:1,size=2x2/st.ps/1T1B1L:met,2T2B:met,0T/p1.turn/-/000.011.100.100.1.1", ("meet",)),
    ("cn:expert,two-player,size=2x2/st.ps,ct.jt/hidden,hidden,hidden/p1.turn/-/000.011.100.100.1.1", ("meet", "who.2")),
)
RARE = ("power", "donate", "give-champion", "vigil", "discard-traitor", "premonition", "recover", "prison", "cold-sweat")


def steps(start: Position, seed: int, most: int = 300) -> Iterator[tuple[Position, int, Position]]:
    """Random play that builds and rarely meets an ordeal early: each position with the move made there and what came of it."""
    return random_play.steps(start, seed, most, rather_build)


def rather_build(rng: random.Random, position: Position) -> int:
    forms = {choice: position.game.short(position, choice) for choice in position.game.choices(position)}
    unhurried = [choice for choice, form in forms.items() if form != "meet"]
    rare = [choice for choice in unhurried if forms[choice].startswith(RARE)]
    building = [choice for choice in unhurried if "@" in forms[choice]]
    luck = rng.random()
    return rng.choice((luck < 0.2 and rare) or (luck < 0.8 and building) or (luck < 0.98 and unhurried) or list(forms))


def has_its_own_piles(position: Position) -> bool:
    """Whether neither pile holds more of a kind than it began with: late positions put tiles into either."""
    piles = ((position.state.safe, position.rule_set.safe), (position.state.standard, position.rule_set.standard))
    return all(count <= began for counts, limits in piles for count, began in zip(counts, limits, strict=True))


@lru_cache
def played() -> dict[str, Position]:
    """A few thousand different positions by their lines, all stages among them."""
    found: dict[str, Position] = {}

    starts = [Castellion(read_rules(rules)).start() for rules in (*PRINTED, *SMALL, *SMALL)]
    starts += filter(has_its_own_piles, (late_position(read_rules(rules), seed) for seed, rules in enumerate(PRINTED)))
    for line, moves in CONTRIVED:
        starts += [play(read_line(line), *moves[:made]) for made in range(len(moves) + 1)]
    for start in starts:
        random_play.by_their_lines(found, start)
        for _, _, position in steps(start, len(found), most=50):
            random_play.by_their_lines(found, position)
    return found
