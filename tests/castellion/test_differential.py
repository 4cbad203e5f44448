"""The engine against the referee, which was written from the rulebook alone: whole games under every rule, compared at every node.

CASTLEWISE_DIFFERENTIAL=100000 compares that many transitions instead of the usual ten thousand.
"""

from __future__ import annotations

import os
from collections import Counter

from castellion.differential import OUTCOMES, VERBS, play_both
from castlewise.models.castellion import stages
from castlewise.models.castellion.rule_set import APPENDICES, LEVELS, PANTRIES, read_rules
from castlewise.models.kernel import jit_wanted

PRINTED = tuple(
    ",".join(filter(None, (level, players, appendix, pantry)))
    for level in LEVELS
    for players in ("", "two-player")
    for appendix in ("", *APPENDICES)
    for pantry in (("", *PANTRIES) if level == "expert" else ("",))
)
OWN = (  # small castles and easy ordeals, where the rarer rules come into play
    "base,size=3x3,ordeal1=1T,ordeal2=earthworm-1:1,ordeal3=1B1L:2",
    "expert,size=4x4,two-player,ordeal1=1B-else-3:2,ordeal2=1L-else-5.earthworm-1,ordeal3=1T.1L-else-7:1,cold-sweat",
    "expert,size=5x2,pantry-harder,ordeal1=1B-else-2:1,ordeal2=1L-else-2:1,ordeal3=1L-else-3:1,horror",
    "base,size=6x1,ordeal1=1L,ordeal2=1L,ordeal3=1L",
    "introductory,size=2x6,two-player,prophet,ordeal1=1T:2,standard=444.444.444.444.6.2,ordeal2=earthworm-2:1",
    "base,size=1x6,ordeal1=1T:1,ordeal2=earthworm-1:2,ordeal3=0T:2",
    "base,prison,size=3x6,ordeal1=0T:1,ordeal2=0T:1,ordeal3=0T:1",
    "introductory,prison,two-player,size=2x6,ordeal1=0T:3,ordeal2=0T:3,ordeal3=0T:3",
    "expert,size=3x6,ordeal1=0T.0T-else-1:3,ordeal2=0T.0T-else-1:3,ordeal3=0T.0T-else-1:4,safe=333.333.000.000,standard=888.888.000.000.9.0",
    "expert,two-player,size=2x6,ordeal1=0T.9T-else-2:3,ordeal2=0T.9T-else-2:3,ordeal3=0T.9T-else-3:4,standard=999.099.000.990.9.0",
    "introductory,size=3x2,ordeal1=0T:9,ordeal2=0T.earthworm-1:9,ordeal3=0T:9",
)
SPREAD = PRINTED + OWN * 3

SKILLS = (0.0, 0.9, 0.5)  # how often the greedy policy decides
assert len(SPREAD) % 2, "or a rule set would always be played compiled, or always plain"
assert len(SPREAD) % len(SKILLS), "or a rule set would always be played by the same skill"

NODES = (
    stages.CHOOSE_PROPHET, stages.TURN, stages.USE, stages.FACE_TRAITOR, stages.JUGGLE, stages.REVEAL_FROM, stages.RECOVER,
    stages.DESTROY_TILES, stages.SHIFT, stages.HAUNT_COLUMN, stages.CHOOSE_CARD, stages.WHO_MEETS, stages.TURN_UP_CARD, stages.DRAW_VIGIL,
    stages.DRAW_SAFE, stages.DRAW_STANDARD, stages.REVEAL_SAFE, stages.REVEAL_STANDARD, stages.TURN_OVER_CARD, stages.MEET_CARD,
)  # fmt: skip
PURPOSES = (stages.TRAITOR_PRICE, stages.PENALTY, stages.PRISON_PRICE, stages.DONATION, stages.CHAMPION_PRICE, stages.FIRE)
TO_BE_SEEN = (
    {f"verb {verb}" for verb in VERBS.values()}
    | {f"result {outcome}" for outcome in OUTCOMES.values()}
    | {f"stage {stage}" for stage in NODES}
    | {f"purpose {purpose}" for purpose in PURPOSES}
)


def test_engine_and_referee_agree_at_every_node_of_games_under_every_rule() -> None:
    wanted = int(os.environ.get("CASTLEWISE_DIFFERENTIAL", "10000"))
    seen: Counter[str] = Counter()
    done = number = 0
    while done < wanted or (done < 3 * wanted and not seen.keys() >= TO_BE_SEEN):
        rules = read_rules(SPREAD[number % len(SPREAD)])
        late = number // len(SPREAD) % 3 > 0
        done += play_both(rules, number, seen, compiled=jit_wanted() and number % 2 == 0, skill=SKILLS[number % len(SKILLS)], late=late)
        number += 1
    print(f"{done:,} transitions in {number:,} games: {dict(sorted(seen.items()))}")
    assert number > len(SPREAD)
    assert TO_BE_SEEN - seen.keys() == set()
