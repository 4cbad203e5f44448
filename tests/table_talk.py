"""What ten people type at the table, whole games long: the words for each thing that happens, and the games they are said in.

The words are in table_talk.toml. They go by what a move is called on the screen, so that a game under changed rules can be told again:
`python tests/regenerate.py` writes the scripts in tests/table_games/. In a script a line is what was typed, a tab, and the moves that were meant.
"""

from __future__ import annotations

import random
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from castlewise.cli.games import Asked
from castlewise.models.contract import mover_name
from castlewise.models.problems import AmbiguousMove, IllegalMove, InvalidInput
from castlewise.solver.game_rules import decide
from castlewise.solver.policies import policy_kernel

SCRIPTS = Path(__file__).with_name("table_games")

_TALK = tomllib.loads(Path(__file__).with_suffix(".toml").read_text())
PHRASES: list[tuple[str, list[str]]] = [(entry["move"], entry["typed"]) for entry in _TALK["said"]]
CALLED: dict[str, list[str]] = _TALK["called"]

GAMES: dict[str, tuple[str, ...]] = {
    "two_players": ("castle-panic", "--players", "2"),
    "solitaire": ("castle-panic", "--players", "1"),
    "four_players": ("castle-panic", "--players", "4"),
    "master_slayer": ("castle-panic", "--players", "3", "--rules", "master-slayer"),
    "wizards_tower_two": ("castle-panic", "--players", "2", "--rules", "wizards-tower"),
    "wizards_tower_three": ("castle-panic", "--players", "3", "--rules", "wizards-tower"),
    "wizards_tower_solitaire": ("castle-panic", "--players", "1", "--rules", "wizards-tower"),
    "introductory": ("castellion",),
    "base": ("castellion", "--level", "base"),
    "expert": ("castellion", "--level", "expert"),
}


Step = tuple[str, str, list[str], str, int]
"""A move: its short form, its sentence, those of all that could have been made, whose it is, as a name and as a number."""


class Person:
    """Somebody with a choice of words."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)

    def called(self, name: str) -> str:
        return self.rng.choice(CALLED.get(name, [name.lower()]))

    def victim(self, told: str, others: list[str]) -> str:
        """A Monster of `the Orc in archer 2 with 1 health`, with no more said of where it is than tells it from others."""
        name, ring, arc, health = _monster(told)
        ways = [f"the {name}", name, f"{name} {arc}", f"the {name} in {arc}", f"the {name} in {ring} {arc}", f"{name} in {ring} {arc}"]
        if health:
            ways += [f"the {name} with {health} health in {ring} {arc}"]
        self.rng.shuffle(ways)
        by_need = sorted(others)
        rivals = [_monster(other) for other in by_need if other != told]
        for way in ways:
            knows = (name, ring if ring in way else None, arc if arc in way.split() else None, health if "health" in way else None)
            if not any(all(known is None or known == has for known, has in zip(knows, rival, strict=True)) for rival in rivals):
                return way.lower()
        return told.lower()

    def say(self, told: str, others: list[str], mover: str) -> str:
        """One move in this person's words; `others` is what else could be done."""
        for pattern, phrases in PHRASES:
            if (caught := re.fullmatch(pattern, told)) is None:
                continue
            words = caught.groupdict()
            if "V" in words:
                rest = told[: caught.start("V")]
                words["V"] = self.victim(words["V"], [other[len(rest) :] for other in others if other.startswith(rest)])
            for key in ("C", "D", "S", "M"):
                if key in words:
                    words[key] = self.called(words[key])
            if words.get("A", "").startswith("the "):
                words["A"] = words["A"].lower()
            for key in ("F", "S", "X", "K", "E", "Q", "T"):
                if key in words and (key != "F" or words[key][0].isupper()):
                    words[key] = words[key].lower()
            words["PLAYER"] = mover
            phrase = self.rng.choice(phrases)
            return re.sub(r"PLAYER|\b[A-Z]\b", lambda key, words=words: words.get(key.group(), key.group()), phrase)  # type: ignore[misc]
        raise AssertionError(f"nobody has words for: {told}")


def _monster(told: str) -> tuple[str, str, str, str]:
    found = re.match(r"the (.+?) in (\w+) (\d)(?: with (\d) health)?", told)
    return (found[1].lower(), found[2], found[3], found[4] or "") if found else (told, "", "", "")


def game_of(arguments: tuple[str, ...]) -> Any:
    """The game that a person begins with these arguments of `play`, on the plain rules."""
    said = dict(zip(arguments[1::2], arguments[2::2], strict=True))
    players = int(said["--players"]) if "--players" in said else None
    return Asked(arguments[0], players=players, rules=said.get("--rules", ""), level=said.get("--level")).maker()(compiled=False)


def script(name: str) -> list[tuple[str, list[str]]]:
    """The lines of a game, each with the moves that it means; a line whose meaning comes out with a later one has none."""
    lines = (SCRIPTS / f"{name}.txt").read_text().splitlines()
    return [(typed, meant.split()) for typed, _, meant in (line.partition("\t") for line in lines)]


def can_be_played(name: str) -> bool:
    """Whether the moves of a script still make a game, from its beginning to its end."""
    game = game_of(GAMES[name])
    position = game.start()
    try:
        for _, meant in script(name):
            for short in meant:
                position = game.apply(position, game.read_move(position, short))
    except (AmbiguousMove, IllegalMove, InvalidInput):
        return False
    return bool(position.is_over)


def games_steps(arguments: tuple[str, ...], seed: int) -> Iterator[tuple[Any, int]]:
    """A game by the greedy player, with a careless move here and there: each position with the move made in it."""
    game = game_of(arguments)
    greedy = policy_kernel(game, "greedy")(decide)
    rng, source, out = random.Random(seed), game.source(seed), game.lists()[0]
    position = game.start()
    while not position.is_over:
        if position.is_chance:
            move = game.sample(position, source)
        elif rng.random() < 0.03 and arguments[0] == "castle-panic":
            move = rng.choice(game.choices(position))
        else:
            move = int(greedy(game.rules, position.state, source.buffer, out))
        yield position, move
        position = game.apply(position, move)


def told(arguments: tuple[str, ...], seed: int) -> list[tuple[str, list[str]]]:
    """The game as lines typed, each with the moves that it means."""
    person = Person(seed)
    steps: list[Step] = []
    for position, move in games_steps(arguments, seed):
        game = position.game
        others = [game.describe(position, other) for other in game.moves(position)]
        steps.append((game.short(position, move), game.describe(position, move), others, mover_name(game, position), game.mover(position)))
    lines: list[tuple[str, list[str]]] = []
    while steps:
        taken = _belonging_together(person, steps)
        several, steps = steps[:taken], steps[taken:]
        if several[0][0].startswith("place.") and len(several) == 6:
            lines += _starting_monsters(person, several)
            continue
        said = [person.say(text, others, mover) for _, text, others, mover, _ in several]
        typed = _joined(person, several, said)
        lines.append((typed, [short for short, *_ in several]))
    return lines


def _belonging_together(person: Person, steps: list[Step]) -> int:
    """How many of the next moves are typed in one line."""
    first = steps[0]
    if first[0].startswith("place.") and "archer" in first[1]:
        return 6
    kind = _kind(first)
    if kind == "card":
        run = next((i for i, step in enumerate(steps) if _kind(step) != "card"), len(steps))
        if run > 6:  # the hands of the setup are told one by one
            return 6 if run % 6 == 0 else 5
        return run if first[0].startswith("card.") and "ordeal" not in first[1] and person.rng.random() < 0.9 else 1
    if kind == "token":
        count = 2 if len(steps) > 1 and steps[1][0].startswith("roll.") else 1
        if person.rng.random() < 0.4 and len(steps) > count and _kind(steps[count]) == "token":
            count += 2 if len(steps) > count + 1 and steps[count + 1][0].startswith("roll.") else 1
        return count
    if kind == "play" and person.rng.random() < 0.5:
        return max(1, next((i for i, step in enumerate(steps) if _kind(step) != "play"), len(steps)))
    if kind == "pile" and len(steps) > 1 and person.rng.random() < 0.4:
        return 2
    if first[0].startswith("discard.") and len(steps) > 1 and _kind(steps[1]) == "card" and person.rng.random() < 0.4:
        return 2
    return 1


def _kind(step: Step) -> str:
    short, text = step[0], step[1]
    if short.startswith("card.") and "ordeal" not in text:
        return "card"
    if short.startswith("token."):
        return "token"
    if short.startswith("draw."):
        return "pile"
    return "play" if re.match(r"\w+(\.\w+)*@", short) and "tile" not in text and "lumn" not in text and "hurts" not in text else "other"


def _joined(person: Person, steps: list[Step], said: list[str]) -> str:
    if len(said) == 1:
        return said[0]
    if _kind(steps[0]) == "card":
        first = {text: place for place, (_, text, *_) in reversed([*enumerate(steps)])}
        steps.sort(key=lambda step: first[step[1]])  # two of a kind are told together
        names = [text.removeprefix("draws ") for _, text, *_ in steps]
        return _cards(person, names)
    if _kind(steps[0]) == "token":
        parts: list[str] = []
        for step, words in zip(steps, said, strict=True):
            if step[0].startswith("roll."):
                number = step[0][5:6]
                parts[-1] += person.rng.choice([f" {number}", f" {number}", f" in {number}", f", rolled a {number}"])
            else:
                parts.append(words)
        return ", ".join(parts)
    return person.rng.choice([", ", ", ", ", then ", "; "]).join(said)


def _cards(person: Person, names: list[str]) -> str:
    """Cards as one tells them: two of a kind together, all joined by commas, often with a word before."""
    said: list[str] = []
    together = person.rng.random() < 0.6
    for name in dict.fromkeys(names) if together else names:
        count = names.count(name) if together else 1
        words = person.called(name)
        if count > 1:
            words = f"{count} {_plural(words) if person.rng.random() < 0.6 else words}"
        said.append(words)
    if person.rng.random() < 0.3 and len(said) > 1:
        return person.rng.choice(["", "drew "]) + ", ".join(said[:-1]) + " and " + said[-1]
    return person.rng.choice(["", "", "", "drew ", "I draw "]) + ", ".join(said)


def _plural(words: str) -> str:
    if words.endswith("man"):
        return words[:-3] + "men"
    return words if words.endswith("s") or (len(words.split()) > 2 and not words.startswith("any")) else words + "s"


def _starting_monsters(person: Person, steps: list[Step]) -> list[tuple[str, list[str]]]:
    """The six of the setup in the order in which they come to hand; together they mean the six moves."""
    order = list(steps)
    person.rng.shuffle(order)
    meant = [short for short, *_ in steps]
    said = [person.say(text, [], "team") for _, text, *_ in order]
    way = person.rng.randrange(3)
    if way == 0:  # a line each
        return [(words, []) for words in said[:-1]] + [(said[-1], meant)]
    if way == 1:  # all at once
        return [(", ".join(said), meant)]
    by_kind: dict[str, list[str]] = {}
    for _, text, *_ in order:
        found = re.fullmatch(r"puts an? (.+) in archer (\d)", text)
        assert found
        by_kind.setdefault(found[1].lower(), []).append(found[2])
    return [(", ".join(f"{name}{'s' if len(arcs) > 1 else ''} {' '.join(arcs)}" for name, arcs in by_kind.items()), meant)]


def write_script(name: str) -> str:
    seed = 1 + list(GAMES).index(name)
    return "".join(f"{typed}\t{' '.join(moves)}\n" for typed, moves in told(GAMES[name], seed))
