"""The engine against the referee, which was written from the rulebooks alone: whole games under every rule, compared at every node.

CASTLEWISE_DIFFERENTIAL=100000 compares that many transitions instead of the usual ten thousand.
"""

from __future__ import annotations

import os
from collections import Counter

from castle_panic.differential import VERBS, play_both
from castlewise.models.castle_panic.position_draft import OUTCOMES, STAGES
from castlewise.models.castle_panic.rule_set import OPTIONS, VERSIONS, WALLS, read_rules
from castlewise.models.castle_panic.stages import FIRST_PASSING
from castlewise.models.kernel import jit_wanted

SPREAD = (
    "players=1",
    "players=2",
    "players=3",
    "players=4",
    "players=5,final-charge",
    "players=6",
    "players=1,edition=1,all-for-one,easier-battles",
    "players=4,edition=1,not-over-yet,easier-battles",
    "players=2,master-slayer,all-for-one,heroic-powers,easier-battles,not-over-yet",
    "players=6,master-slayer,easier-battles",
    "players=3,master-slayer,edition=1,desperate-times,friends-close",
    "players=2,all-for-one,heroic-powers,easier-battles,desperate-times",
    "players=2,my-home,walls=players,easier-battles,final-charge,all-for-one",
    "players=5,my-home,edition=1,easier-battles",
    "players=6,my-home,walls=6",
    "players=3,kings-tower,walls=players,easier-battles",
    "players=5,kings-tower,master-slayer,desperate-times",
    "players=1,kings-tower,desperate-times,walls=none",
    "players=2,dwindling-resources,desperate-times,rough-start,not-over-yet",
    "players=4,rough-start,walls=random,easier-battles",
    "players=1,random-setup,walls=1,all-for-one,heroic-powers,easier-battles",
    "players=2,not-over-yet,charging-horde,easier-trades,easier-battles",
    "players=2,final-charge,easier-battles,walls=5",
    "players=1,monster-recycling,final-charge,easier-battles",
    "players=2,monster-recycling,final-charge,not-over-yet,easier-battles,all-for-one",
    "players=4,charging-horde,easier-trades,heroic-powers,walls=4,not-over-yet",
    "players=6,charging-horde,walls=0,random-setup,final-charge",
    "players=4,monster-recycling,final-charge,not-over-yet,charging-horde,easier-trades,dwindling-resources,random-setup,walls=2",
    "players=3,kings-tower,master-slayer,edition=1,all-for-one,heroic-powers,easier-battles,desperate-times,dwindling-resources,rough-start,"
    "friends-close,not-over-yet,monster-recycling,final-charge,walls=3",
)
SKILLS = (0.98, 0.9, 0.0)  # how often the greedy policy decides


def test_the_spread_has_every_option_version_edition_number_of_players_and_walls() -> None:
    rule_sets = [read_rules(rules) for rules in SPREAD]
    assert {option for option in OPTIONS for rules in rule_sets if getattr(rules, option.replace("-", "_"))} == set(OPTIONS)
    assert {rules.version for rules in rule_sets} == set(VERSIONS)
    assert {rules.edition for rules in rule_sets} == {1, 2}
    assert {rules.players for rules in rule_sets} == set(range(1, 7))
    assert {rules.walls for rules in rule_sets} == set(WALLS)
    assert len(SPREAD) % 2, "or a rule set would always be played compiled, or always plain"
    assert len(SPREAD) % len(SKILLS), "or a rule set would always be played by the same skill"


TO_BE_SEEN = (
    {f"stage {name}" for name, stage in STAGES.items() if stage < FIRST_PASSING}
    | {f"stage {outcome}" for outcome in OUTCOMES}
    | {f"verb {verb}" for verb in VERBS.values()}
    | {"reshuffle", "pile refilled from the discards", "Monster recycled into the pile", "the King's Tower fell", "player out"}
)


def test_engine_and_referee_agree_at_every_node_of_games_under_every_rule() -> None:
    wanted = int(os.environ.get("CASTLEWISE_DIFFERENTIAL", "10000"))
    seen: Counter[str] = Counter()
    done = number = 0
    while done < wanted or (done < 3 * wanted and not seen.keys() >= TO_BE_SEEN):
        rules = read_rules(SPREAD[number % len(SPREAD)])
        late = number // len(SPREAD) % 3 > 0
        compiled = jit_wanted() and number % 2 == 0
        done += play_both(rules, number, seen, compiled=compiled, skill=SKILLS[number % len(SKILLS)], late=late)
        number += 1
    print(f"{done:,} transitions in {number:,} games: {dict(sorted(seen.items()))}")
    assert number > len(SPREAD)
    assert TO_BE_SEEN - seen.keys() == set()
