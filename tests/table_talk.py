"""What ten people type at the table, whole games long: the words for each thing that happens, and the games they are said in.

The words were written down from the rulebook and from the screens of `play`, before the reader of moves was looked at. They are taken from what a move is
called on the screen, so that a game under changed rules can be told again: `python tests/regenerate.py` writes the scripts in tests/table_games/. In a script
a line is what was typed, a tab, and the moves that were meant.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

SCRIPTS = Path(__file__).with_name("table_games")

# How a move is called on the screen, and what people type for it. Names in capitals stand for what the pattern caught.
PHRASES: list[tuple[str, list[str]]] = [
    # Castle Panic's setup
    (r"puts an? (?P<M>.+) in archer (?P<N>\d)", ["M N", "M in N", "put a M in archer N", "place M N", "M on N"]),
    (r"puts the Wizard's Tower in arc (?P<N>\d)", ["wizard's tower N", "wizard tower in N", "put the wizard's tower in arc N", "N"]),
    (r"an? (?P<M>.+) starts in archer (?P<N>\d)", ["M N", "M in archer N", "a M in N"]),
    # the phases of a turn
    (r"discards nothing", ["keep", "no discard", "discard nothing", "keep everything", "no", "don't discard"]),
    (r"discards no more cards", ["pass", "done", "no more", "nothing else"]),
    (r"discards (?P<C>(?!the ).+)", ["discard C", "discard the C", "I discard C", "throw away C", "C"]),
    (r"gives up (?P<C>.+)", ["discard C", "PLAYER discards C", "C", "PLAYER: C"]),
    (r"trades no more", ["no trade", "pass", "don't trade", "no trades", "no"]),
    (
        r"trades (?P<C>.+) for player (?P<P>\d)'s (?P<D>.+)",
        ["trade C for player P's D", "trade C for D", "swap C with player P for D", "trade my C for player P's D", "I trade C with player P for D"],
    ),
    (r"accepts the trade", ["accept", "yes", "accepts", "ok", "agreed"]),
    (r"refuses the trade|declines the trade", ["no", "refuse", "declines", "refuses"]),
    (r"plays no more cards", ["end", "done", "end turn", "pass", "that's it", "no more cards", "end of turn"]),
    # cards
    (r"Brick and Mortar build the Wall of arc (?P<N>\d)", ["build wall N", "brick and mortar on N", "build a wall in N", "brick + mortar: wall N", "rebuild wall N"]),
    (r"(?P<C>.+?) with Nice Shot slays (?P<V>the .+)", ["C with nice shot on V", "nice shot and C on V", "nice shot with C kills V", "C and nice shot slay V"]),
    (r"(?P<C>.+?) with (?P<S>.+?) hits (?P<V>the .+)", ["C with S hits V", "S and C on V", "S with C hits V", "play S and C on V"]),
    (r"Barbarian slays (?P<V>the .+)", ["barbarian slays V", "barbarian on V", "barbarian kills V", "barbarian V", "play barbarian on V"]),
    (r"Tar holds (?P<V>the .+)", ["tar V", "tar on V", "put tar on V", "play tar on V"]),
    (r"Drive Him Back! sends (?P<V>the .+) back to the forest", ["drive V back", "drive him back on V", "drive him back V", "drive him back: V"]),
    (r"Fortify Wall strengthens the Wall of arc (?P<N>\d)", ["fortify wall N", "fortify N", "fortify the wall in N", "put a fortify token on wall N"]),
    (r"Missing: no tokens are drawn this turn", ["missing", "play missing", "I play missing"]),
    (r"Scavenge fetches (?P<C>.+) from the discards", ["scavenge C", "scavenge for C", "play scavenge and take C", "scavenge the C"]),
    (r"plays (?P<C>.+)", ["play C", "C", "I play C"]),
    (r"(?P<C>.+?) hits (?P<V>the .+)", ["C hits V", "C on V", "hit V with C", "C V", "C hits V"]),
    # whom a structure hurts
    (r"the (?:Wall|Tower) of arc \d hurts (?P<V>the .+)", ["V", "hurt V", "V is hurt", "V takes the damage"]),
    # tokens and the die
    (r"draws the token (?P<M>.+)", ["M", "M", "drew M", "token: M"]),
    (r"rolls a (?P<N>\d)\b.*", ["N", "rolled N", "rolled a N", "in N"]),
    (r"the Harbinger announces the (?P<M>.+)", ["M", "the M", "it's the M"]),
    # the Wizard's Tower
    (r"draws from the Castle deck", ["castle deck", "castle", "from the castle deck", "draw from the castle deck"]),
    (r"draws from the Wizard deck", ["wizard deck", "wizard", "from the wizard deck", "draw a wizard card"]),
    (r"(?P<C>Brick|Mortar) puts out a flame on the (?P<S>Wall|Tower) of arc (?P<N>\d)", ["C puts out the flame on S N", "put out S N with C", "C on S N", "extinguish S N with C"]),
    (r"(?P<C>Brick|Mortar) builds the Wall of arc (?P<N>\d)", ["C builds wall N", "build wall N with C", "build wall N with C"]),
    (r"Mystical Manufacturing with (?P<C>Brick|Mortar) builds (?:a|the) (?P<T>Tower|Wizard's Tower) in arc (?P<N>\d)", ["mystical manufacturing and C: T N", "mystical manufacturing with C builds T N"]),
    (r"Mystical Manufacturing with (?P<C>Brick|Mortar) drops a Tower on (?P<V>the .+)", ["mystical manufacturing with C on V"]),
    (r"Lightning Bolt strikes (?P<V>the .+) and sends it to forest (?P<N>\d)", ["lightning bolt on V to forest N", "lightning bolt strikes V and sends it to N", "lightning bolt V to N"]),
    (r"Teleport moves (?P<V>the .+) to (?P<R>\w+) (?P<N>\d)", ["teleport V to R N", "teleport moves V to R N"]),
    (r"War Storm strikes the (?P<K>\w+) Monsters", ["war storm K", "war storm on K", "play war storm on the K monsters"]),
    (r"(?P<C>Rain of Iron|Wall of Force) strikes arc (?P<N>\d)", ["C N", "C on N", "C on arc N", "play C on N"]),
    (r"Chain Lightning strikes (?P<R>\w+) (?P<N>\d)", ["chain lightning on R N", "chain lightning R N"]),
    (r"Burning Blast sets (?P<R>\w+) (?P<N>\d) on fire", ["burning blast on R N", "burning blast R N"]),
    (r"Stand Together: player (?P<P>\d) plays a card", ["stand together player P", "stand together: player P", "play stand together for player P"]),
    (r"plays no card", ["pass", "no", "nothing"]),
    (r"builds no Wall", ["pass", "no", "no wall"]),
    (r"hits only once", ["pass", "no", "only once"]),
    (r"deals no more points", ["pass", "done", "no more"]),
    (r"sees (?P<C>.+)", ["C", "sees C", "see C"]),
    (r"keeps (?P<C>.+)", ["keep C", "C", "keep the C", "I keep C"]),
    (r"puts (?P<C>.+) next on the deck", ["C", "C next", "put C next"]),
    (r"Hypnotize: (?P<V>the .+) and (?P<A>the .+) attack each other", ["hypnotize V and A", "hypnotize: V and A"]),
    (r"(?P<V>the .+) breathes fire first", ["V", "V first", "V breathes fire first"]),
    (r"Wizard Quake destroys the Tower of arc (?P<N>\d) .*", ["wizard quake N", "wizard quake on N", "wizard quake on tower N"]),
    (r"an? (?P<M>.+) takes the Doppelgänger's place", ["M", "the M", "M takes its place"]),
    (r"the Necromancer returns an? (?P<M>.+) to the pile", ["M", "a M returns", "M goes back"]),
    (r"Teleport moves the Fortify token of arc (?P<A>\d) to the Wall of arc (?P<N>\d)", ["teleport fortify A to N", "teleport the fortify token from A to N"]),
    (r"burns the (?P<F>\w+) (?P<S>\w+) of column (?P<N>\d), row (?P<R>\d)", ["burn column N row R", "destroy N,R", "column N row R"]),
    (r"(?P<C>.+?) strikes (?P<V>the .+)", ["C on V", "C strikes V", "C V", "play C on V"]),
    # Castellion
    (r"ordeal (?P<O>I+) is turned (?:up|over): (?P<F>\S+) \((?P<X>\w+) .*\)", ["F", "ordeal O is F", "X O is F"]),
    (r"ordeal (?P<O>I+) is turned over: .+ \((?P<X>\w+) I+\)", ["X", "it's the X", "X O", "the X"]),
    (r"draws from the (?P<Q>safe|standard) pile", ["Q", "draw Q", "draw from the Q pile", "from the Q pile", "Q pile"]),
    (r"reveals a tile of the (?P<Q>safe|standard) pile", ["Q", "reveal Q", "from the Q pile", "Q pile"]),
    (r"(?:draws|reveals) black-bordered Traitor", ["black traitor", "a black-bordered traitor", "traitor with a black border"]),
    (r"(?:draws|reveals) Traitor", ["traitor", "a traitor", "drew a traitor"]),
    (r"(?:draws|reveals) (?P<F>Seer|Chameleon|Juggler|Pyro) (?P<S>\w+)", ["F S", "S F", "a F S", "drew a F S", "a S F"]),
    (r"takes the revealed (?P<F>\w+) (?P<S>\w+)", ["take the F S", "F S", "take F S", "use the F S"]),
    (r"takes the revealed (?P<F>.*Traitor)", ["take the traitor", "traitor", "take traitor"]),
    (r"places the \w+ \w+ as the first tile", ["place it", "place", "column 1"]),
    (r"places the (?P<F>\w+) (?P<S>\w+) as a new column at the (?P<E>left|right) end", ["E", "place it at the E end", "E end", "place E", "new column on the E"]),
    (r"places the (?P<F>\w+) (?P<S>\w+) in column (?P<N>\d), row \d", ["column N", "place in column N", "place N", "N", "put it on column N", "place it in column N"]),
    (r"places the .*Traitor beside ordeal (?P<O>I+)", ["place", "place the traitor", "place it", "put it next to the ordeal", "place traitor"]),
    (r"discards the .*Traitor and pays with tiles", ["discard", "discard the traitor", "discard it", "discard traitor"]),
    (r"discards the \w+ \w+ to .+", ["use the power", "power", "discard for its power", "use its power"]),
    (r"discards the (?P<F>Seer|Chameleon|Juggler|Pyro) \w+", ["discard", "discard it", "discard the F", "throw it away"]),
    (r"destroys the (?P<F>\w+) (?P<S>\w+) of column (?P<N>\d), row (?P<R>\d)", ["destroy column N row R", "destroy N,R", "destroy the F S in column N row R", "column N, row R"]),
    (r"destroys the last column", ["destroy the last column", "last column"]),
    (r"destroys the last (?P<N>\d) columns", ["destroy the last N columns", "last N columns"]),
    (r"moves the (?P<F>\w+) (?P<S>\w+) of column (?P<N>\d).*", ["move column N"]),
    (r"exchanges the .+ of column (?P<A>\d), row (?P<B>\d) and the .+ of column (?P<N>\d), row (?P<R>\d)", ["swap A,B and N,R", "exchange column A row B and column N row R", "swap column A row B with column N row R"]),
    (r"recovers (?P<F>\w+) (?P<S>\w+)", ["F S", "recover F S", "take back the F S", "the F S"]),
    (r"meets the ordeal now", ["meet the ordeal", "meet", "encounter the ordeal", "face the ordeal now"]),
    (r"draws (?P<C>.+)", ["C", "drew C", "a C", "draw C"]),
]  # fmt: skip

# What the cards and tokens are called beside the names printed on them.
CALLED = {
    "Red Monsters Move 1": ["red monsters move 1", "monsters in red move 1", "red monsters move", "red moves"],
    "Green Monsters Move 1": ["green monsters move 1", "monsters in green move 1", "green monsters move", "green moves"],
    "Blue Monsters Move 1": ["blue monsters move 1", "monsters in blue move 1", "blue monsters move", "blue moves"],
    "Monsters Move Clockwise": ["monsters move clockwise", "clockwise", "all monsters move clockwise"],
    "Monsters Move Counter-Clockwise": ["monsters move counter-clockwise", "counter-clockwise", "counterclockwise"],
    "Plague! Archers": ["plague archers", "plague! archers", "archer plague"],
    "Plague! Knights": ["plague knights", "plague! knights", "knight plague"],
    "Plague! Swordsmen": ["plague swordsmen", "plague! swordsmen", "swordsmen plague"],
    "All Players Discard 1 Card": ["all players discard 1 card", "all players discard", "everyone discards 1 card"],
    "Draw 3 Monster Tokens": ["draw 3 monster tokens", "draw 3 monsters", "draw 3"],
    "Draw 4 Monster Tokens": ["draw 4 monster tokens", "draw 4 monsters", "draw 4"],
    "Giant Boulder": ["giant boulder", "boulder"],
    "1 Imp per Tower": ["1 imp per tower", "imp per tower"],
    "Draw 2 Cards": ["draw 2 cards", "draw 2", "draw two cards"],
    "Drive Him Back!": ["drive him back"],
    "Any Color Archer": ["any color archer", "any archer", "any colour archer"],
    "Any Color Knight": ["any color knight", "any knight", "any colour knight"],
    "Any Color Swordsman": ["any color swordsman", "any swordsman", "any colour swordsman"],
}

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


class Person:
    """Somebody with a choice of words."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)

    def called(self, name: str) -> str:
        said = self.rng.choice(CALLED.get(name, [name.lower()]))
        return said

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
            return re.sub(r"PLAYER|\b[A-Z]\b", lambda key: words.get(key.group(), key.group()), phrase)
        raise AssertionError(f"nobody has words for: {told}")


def _monster(told: str) -> tuple[str, str, str, str]:
    found = re.match(r"the (.+?) in (\w+) (\d)(?: with (\d) health)?", told)
    return (found[1].lower(), found[2], found[3], found[4] or "") if found else (told, "", "", "")


def games_steps(arguments: tuple[str, ...], seed: int) -> Iterator[tuple[Any, int]]:
    """A game by the greedy player, with a careless move here and there: each position with the move made in it."""
    from castlewise.cli.games import Asked
    from castlewise.solver.game_rules import decide
    from castlewise.solver.policies import policy_kernel

    said = dict(zip(arguments[1::2], arguments[2::2], strict=True))
    players = int(said["--players"]) if "--players" in said else None
    game = Asked(arguments[0], players=players, rules=said.get("--rules", ""), level=said.get("--level")).maker()()
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
    from castlewise.models.contract import mover_name

    person = Person(seed)
    steps = [
        (game.short(position, move), game.describe(position, move), [game.describe(position, other) for other in game.moves(position)], mover_name(game, position), game.mover(position))
        for position, move in games_steps(arguments, seed)
        for game in [position.game]
    ]  # fmt: skip
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


Step = tuple[str, str, list[str], str, int]


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
    return words if words.endswith("s") or len(words.split()) > 2 and not words.startswith("any") else words + "s"


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
