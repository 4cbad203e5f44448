"""Writes the golden files anew and says what changed: `python tests/regenerate.py`.

Conformance counts are counted again. A playthrough keeps its game as long as its moves are legal and chance draws the same; if not, or with
`--anew`, another is played from the same seed. Look at the difference before it is committed: it is what users will notice.
"""

from __future__ import annotations

import argparse
from difflib import unified_diff
from pathlib import Path

from castle_panic import test_conformance as conformance
from castle_panic import test_playthroughs as playthroughs
from castle_panic.differential import Skilled
from castlewise.models.castle_panic.game import CastlePanic
from castlewise.models.castle_panic.notation import read_line
from castlewise.models.castle_panic.rule_set import read_rules
from castlewise.models.problems import AmbiguousMove, IllegalMove, InvalidInput

GAMES = {
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
}
"""Name of the file: rules and seed."""
SKILL = 0.95  # how often the greedy policy decides


def main() -> None:
    parser = argparse.ArgumentParser(description="Write the golden files anew and say what changed.")
    parser.add_argument("--anew", action="store_true", help="play new games instead of following the recorded moves")
    anew = parser.parse_args().anew
    replace(conformance.FILE, counted_again(conformance.FILE.read_text()))
    playthroughs.FOLDER.mkdir(exist_ok=True)
    for name, (rules, seed) in GAMES.items():
        file = playthroughs.FOLDER / f"{name}.txt"
        replace(file, played_again(file, rules, seed, anew))
    for file in sorted(set(playthroughs.FOLDER.glob("*.txt")) - {playthroughs.FOLDER / f"{name}.txt" for name in GAMES}):
        file.unlink()
        print(f"{file.name}: removed, no game of that name is played")


def counted_again(text: str) -> str:
    lines = []
    for line in text.splitlines():
        for entry in conformance.read_counted(line):
            plies = max(1, len(entry.counts))
            line = str(conformance.Counted(entry.line, conformance.count(read_line(entry.line), plies)))
        lines.append(line)
    return "\n".join(lines) + "\n"


def played_again(file: Path, rules: str, seed: int, anew: bool) -> str:
    heading = playthroughs.header(str(read_rules(rules)), seed)
    if not anew and file.exists() and file.read_text().startswith(heading):
        text = file.read_text()
        try:
            again = "".join(playthroughs.played_through(text))
            if playthroughs.moves_in(again) == playthroughs.moves_in(text):
                return again
        except (IllegalMove, AmbiguousMove, InvalidInput) as error:
            print(f"{file.name}: its game cannot be played any more ({error})")
        print(f"{file.name}: another game is played")
    return heading + new_game(rules, seed)


def new_game(rules: str, seed: int) -> str:
    game = CastlePanic(read_rules(rules))
    player = Skilled(game, SKILL, seed)
    source = game.source(seed)
    position = game.start()
    parts = [playthroughs.node_shown(position)]
    while not position.is_over:
        move = game.sample(position, source) if position.is_chance else player.choose(position)
        parts.append(playthroughs.move_shown(position, move))
        position = game.apply(position, move)
        parts.append(playthroughs.node_shown(position))
    return "".join(parts)


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
