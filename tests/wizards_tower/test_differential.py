"""The engine against the referee of The Wizard's Tower: whole games and late positions under every rule, compared at every node.

CASTLEWISE_DIFFERENTIAL=300000 compares that many transitions instead of the usual twenty thousand, and then everything has to be met.
"""

from __future__ import annotations

import os
from collections import Counter

import pytest

from castle_panic.differential import VERBS, named_verbs, play_both
from castlewise.models.castle_panic.expansions.wizards_tower import moves as wizards_verbs
from castlewise.models.castle_panic.expansions.wizards_tower import position_keys
from castlewise.models.castle_panic.expansions.wizards_tower.components import CARDS, MEGA_BOSSES, WIZARDS_TOWER
from castlewise.models.castle_panic.position_draft import OUTCOMES, STAGES
from castlewise.models.castle_panic.rule_set import OPTIONS, VERSIONS, WALLS, WIZARDS_TOWER_OPTIONS, RuleSet, read_rules
from castlewise.models.castle_panic.stages import FIRST_PASSING
from castlewise.models.kernel import jit_wanted
from wizards_tower.differential import SIDES

WANTED = int(os.environ.get("CASTLEWISE_DIFFERENTIAL", "20000"))
LONG = 100_000  # from here on a run has to meet everything
SPREAD = (
    "players=1,solo-stand-together",
    "players=2",
    "players=3,death-benefit",
    "players=4,flaming-tar,cavalry-hobble",
    "players=5,final-charge,growing-fire",
    "players=6,too-quiet",
    "players=1,edition=1,all-for-one,easier-battles,solo-basilisk,harbingers=6",
    "players=4,edition=1,not-over-yet,easier-battles,harbingers=6",
    "players=2,master-slayer,all-for-one,heroic-powers,easier-battles,not-over-yet,too-quiet,flaming-tar",
    "players=6,master-slayer,easier-battles,growing-fire,harbingers=5",
    "players=3,master-slayer,edition=1,desperate-times,friends-close,random-monster-mix",
    "players=2,all-for-one,heroic-powers,easier-battles,desperate-times,monster-shortage",
    "players=2,my-home,walls=players,easier-battles,final-charge,all-for-one,death-benefit",
    "players=5,my-home,edition=1,easier-battles,growing-fire",
    "players=6,my-home,walls=6,harbingers=0",
    "players=3,kings-tower,walls=players,easier-battles,growing-fire",
    "players=5,kings-tower,master-slayer,desperate-times,cavalry-hobble",
    "players=1,kings-tower,desperate-times,walls=none,death-benefit",
    "players=2,dwindling-resources,desperate-times,rough-start,not-over-yet,necromancer-randomizer",
    "players=4,rough-start,walls=random,easier-battles,flaming-tar",
    "players=1,random-setup,walls=1,all-for-one,heroic-powers,easier-battles",
    "players=2,not-over-yet,charging-horde,easier-trades,easier-battles,harbingers=6,necromancer-randomizer",
    "players=2,final-charge,easier-battles,walls=5,monster-shortage",
    "players=1,monster-recycling,final-charge,easier-battles,too-quiet",
    "players=2,monster-recycling,final-charge,not-over-yet,easier-battles,all-for-one,growing-fire",
    "players=4,charging-horde,easier-trades,heroic-powers,walls=4,not-over-yet,random-monster-mix",
    "players=6,charging-horde,walls=0,random-setup,final-charge,death-benefit",
    "players=4,monster-recycling,final-charge,not-over-yet,charging-horde,easier-trades,dwindling-resources,random-setup,walls=2,harbingers=6,"
    "necromancer-randomizer",
    "players=3,kings-tower,master-slayer,edition=1,all-for-one,heroic-powers,easier-battles,desperate-times,dwindling-resources,rough-start,"
    "friends-close,not-over-yet,monster-recycling,final-charge,walls=3,death-benefit,flaming-tar,cavalry-hobble,too-quiet,growing-fire,"
    "necromancer-randomizer",
)
SKILLS = (0.98, 0.9, 0.0, 0.5)  # how often the greedy policy decides


def rule_set(number: int) -> RuleSet:
    return read_rules(f"wizards-tower,{SPREAD[number % len(SPREAD)]}")


def test_the_spread_has_every_option_version_edition_number_of_players_and_walls() -> None:
    rule_sets = [rule_set(number) for number in range(len(SPREAD))]
    options = {*OPTIONS, *WIZARDS_TOWER_OPTIONS}
    assert {option for option in options for rules in rule_sets if getattr(rules, option.replace("-", "_"))} == options
    assert {rules.version for rules in rule_sets} == set(VERSIONS)
    assert {rules.edition for rules in rule_sets} == {1, 2}
    assert {rules.players for rules in rule_sets} == set(range(1, 7))
    assert {rules.walls for rules in rule_sets} == set(WALLS)
    assert {rules.harbingers for rules in rule_sets} == {None, 0, 5, 6}
    assert len(SPREAD) % len(SKILLS), "or a rule set would always be played by the same skill"


_NOT_HERE = {"stage place", "stage place-by-chance", "stage replace", "verb PLACE", "verb PLACED"}  # the expansion has its own
TO_BE_SEEN = (
    {f"stage {name}" for name, stage in (STAGES | position_keys.STAGES).items() if stage < FIRST_PASSING}
    | {f"stage {outcome}" for outcome in OUTCOMES}
    | {f"verb {verb}" for verb in (VERBS | named_verbs(wizards_verbs)).values()}
    | {f"card {card.name}" for card in CARDS}
    | {f"token {token.name}" for token in WIZARDS_TOWER.tokens if token.name != "imp"}
    | {f"token {boss}" for boss in MEGA_BOSSES}
    | {f"rule {rule}" for rule in WIZARDS_TOWER_OPTIONS if rule != "wizards-tower"}
    | {"reshuffle", "pile refilled from the discards", "Monster recycled into the pile", "the King's Tower fell", "player out"}
    | {"the Wizard's Tower fell", "the Wizard's Tower was rebuilt", "the Doppelganger was replaced without a question", "no Imp is left"}
) - _NOT_HERE


def compare_games(wanted: int, *, compiled: bool) -> Counter[str]:
    seen: Counter[str] = Counter()
    done = number = 0
    while done < wanted or (wanted >= LONG and done < 2 * wanted and not seen.keys() >= TO_BE_SEEN):
        late = number % 3 > 0
        done += play_both(rule_set(number), number, seen, compiled=compiled, skill=SKILLS[number % len(SKILLS)], late=late, sides=SIDES)
        number += 1
    print(f"{done:,} transitions in {number:,} games: {dict(sorted(seen.items()))}")
    assert number > len(SPREAD)
    return seen


@pytest.mark.skipif(not jit_wanted(), reason="compares the compiled rules")
def test_the_compiled_engine_and_the_referee_agree_at_every_node() -> None:
    seen = compare_games(WANTED, compiled=True)
    if WANTED >= LONG:
        assert TO_BE_SEEN - seen.keys() == set()


def test_the_plain_engine_and_the_referee_agree_at_every_node() -> None:
    seen = compare_games(WANTED // 5, compiled=False)
    assert sum(event.startswith("card ") for event in seen) > len(CARDS) // 2
