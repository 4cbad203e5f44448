"""Writes the golden files anew and says what changed: `python tests/regenerate.py`.

Conformance counts are counted again. A playthrough keeps its game as long as its moves are legal and chance draws the same; if not, or with
`--anew`, another is played from the same seed. So does a game at the table (table_talk.py).
Look at the difference before it is committed: it is what users will notice.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from dataclasses import dataclass
from difflib import unified_diff
from pathlib import Path
from typing import Any

import table_talk

from castellion.differential import Skilled as CastellionPlayer
from castle_panic.differential import Skilled as CastlePanicPlayer
from castlewise.models.castellion import rule_set as castellion_rules
from castlewise.models.castellion.game import Castellion
from castlewise.models.castellion.notation import read_line as read_castellion_line
from castlewise.models.castle_panic import rule_set as castle_panic_rules
from castlewise.models.castle_panic.game import CastlePanic
from castlewise.models.castle_panic.notation import read_line as read_castle_panic_line
from castlewise.models.contract import Game
from castlewise.models.problems import AmbiguousMove, IllegalMove, InvalidInput
from counted import Counted, count, read_counted
from playthrough import header, moves_in, told, told_again

ROOT = Path(__file__).parent
SKILL = 0.95  # how often the greedy policy decides


@dataclass(frozen=True)
class Golden:
    """What a game has of golden files: a folder, and its playthroughs by name, with rules and seed."""

    folder: Path
    make: Callable[[str], Game[Any]]
    player: Callable[[Any, float, int], Any]
    read_line: Callable[[str], Any]
    playthroughs: dict[str, tuple[str, int]]


GOLDEN = (
    Golden(
        ROOT / "castle_panic",
        lambda rules: CastlePanic(castle_panic_rules.read_rules(rules)),
        CastlePanicPlayer,
        read_castle_panic_line,
        {
            "solitaire": ("players=1", 5),
            "two_players": ("players=2", 7),
            "four_players_first_edition": ("players=4,edition=1", 12),
            "master_slayer": ("players=3,master-slayer,all-for-one,heroic-powers,desperate-times,easier-battles", 5),
            "kings_tower": ("players=3,kings-tower,walls=players,random-setup", 12),
            "my_home_under_construction": ("players=5,my-home,walls=random,rough-start", 6),
            "long_end": (
                "players=2,monster-recycling,final-charge,not-over-yet,charging-horde,easier-trades,dwindling-resources,easier-battles",
                2,
            ),
        },
    ),
    Golden(
        ROOT / "wizards_tower",
        lambda rules: CastlePanic(castle_panic_rules.read_rules(rules), compiled=False),
        CastlePanicPlayer,
        read_castle_panic_line,
        {
            "solitaire": ("players=1,wizards-tower", 1),
            "three_players": ("players=3,wizards-tower", 2),
            "master_slayer_alternate_rules": (
                "players=2,master-slayer,wizards-tower,death-benefit,flaming-tar,cavalry-hobble,too-quiet,growing-fire,necromancer-randomizer,harbingers=6",
                5,
            ),
            "shortage": ("players=2,wizards-tower,monster-shortage", 4),
        },
    ),
    Golden(
        ROOT / "castellion",
        lambda rules: Castellion(castellion_rules.read_rules(rules)),
        CastellionPlayer,
        read_castellion_line,
        {
            "introductory": ("introductory", 1),
            "introductory_vigil_two_players": ("introductory,two-player,vigil", 2),
            "base": ("base", 3),
            "base_prison": ("base,prison", 4),
            "base_two_players_premonition": ("base,two-player,premonition", 5),
            "expert": ("expert", 6),
            "expert_two_players_pantry_horror": ("expert,two-player,pantry-harder,horror", 7),
            "expert_cold_sweat": ("expert,cold-sweat", 8),
            "small_castle": ("base,prophet,size=4x4,ordeal1=1B:2,ordeal2=1T:2,ordeal3=1T1B:3,standard=333.333.333.333.5.1", 9),
        },
    ),
)


def main() -> None:
    parser = argparse.ArgumentParser(description="Write the golden files anew and say what changed.")
    parser.add_argument("--anew", action="store_true", help="play new games instead of following the recorded moves")
    anew = parser.parse_args().anew
    for golden in GOLDEN:
        conformance = golden.folder / "conformance.txt"
        replace(conformance, counted_again(golden, conformance.read_text()))
        folder = golden.folder / "playthroughs"
        folder.mkdir(exist_ok=True)
        for name, (rules, seed) in golden.playthroughs.items():
            file = folder / f"{name}.txt"
            replace(file, played_again(golden, file, rules, seed, anew))
        for file in sorted(set(folder.glob("*.txt")) - {folder / f"{name}.txt" for name in golden.playthroughs}):
            file.unlink()
            print(f"{file.name}: removed, no game of that name is played")
    for name in table_talk.GAMES:
        script = table_talk.SCRIPTS / f"{name}.txt"
        kept = not anew and script.exists() and table_talk.can_be_played(name)
        replace(script, script.read_text() if kept else table_talk.write_script(name))


def counted_again(golden: Golden, text: str) -> str:
    lines = []
    for line in text.splitlines():
        for entry in read_counted(line):
            plies = max(1, len(entry.counts))
            line = str(Counted(entry.line, count(golden.read_line(entry.line), plies)))
        lines.append(line)
    return "\n".join(lines) + "\n"


def played_again(golden: Golden, file: Path, rules: str, seed: int, anew: bool) -> str:
    game = golden.make(rules)
    if not anew and file.exists() and file.read_text().startswith(header(game, seed)):
        text = file.read_text()
        try:
            again = told_again(game, text)
            if moves_in(again) == moves_in(text):
                return again
        except (IllegalMove, AmbiguousMove, InvalidInput) as error:
            print(f"{file.name}: its game cannot be played any more ({error})")
        print(f"{file.name}: another game is played")
    return "".join(told(game, seed, golden.player(game, SKILL, seed).choose))


def replace(file: Path, text: str) -> None:
    before = file.read_text() if file.exists() else ""
    if text == before:
        print(f"{file.name}: unchanged")
        return
    changes = [line for line in unified_diff(before.splitlines(), text.splitlines(), lineterm="", n=0) if line[:3] not in ("---", "+++")]
    added, removed = (sum(line.startswith(sign) for line in changes) for sign in "+-")
    print(f"{file.name}: {removed} lines gave way to {added}" if before else f"{file.name}: new, {added} lines")
    for line in [line for line in changes if line[0] in "+-"][:6] if before else []:
        print(f"    {line[:130]}")
    file.write_text(text)


if __name__ == "__main__":
    main()
