"""A reader of printed puzzles: what stands on a page of the booklet, or in a drawing, made a puzzle again. Written from the pages, not from what prints them.

It sees what a person with the page sees: text, and in a drawing the marks and where they are. The id, titles that only show under a pointer and descriptions
for screen readers are taken out before it looks.
"""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections import Counter
from html.parser import HTMLParser
from math import atan2, degrees, hypot

from castlewise.models.castle_panic.components import BASE
from castlewise.models.castle_panic.expansions.wizards_tower.components import with_wizards_tower
from castlewise.puzzles.puzzle import Puzzle

ALL = with_wizards_tower(BASE)
CARDS = {card.title: card.code for card in ALL.cards}
TOKENS = {token.title: token.code for token in ALL.tokens}
FULL_PILE = Counter({token.title: token.count for token in BASE.tokens})
TILES = {
    f"{faction} {shape}": faction[0].lower() + shape[0].lower()
    for faction in ("Seer", "Chameleon", "Juggler", "Pyro")
    for shape in ("Triangle", "Square", "Circle")
}
SVG = "{http://www.w3.org/2000/svg}"
RING_LETTERS = {
    "In the Forest": "f",
    "In the Archer ring": "a",
    "In the Knight ring": "k",
    "In the Swordsman ring": "s",
    "Inside the Castle": "c",
}


class _Lines(HTMLParser):
    """The words of a page, a list item or paragraph a line, without its id."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[str] = []
        self.skipped = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.skipped += tag in ("svg", "code", "style")
        if not self.skipped:
            self.lines.append("")

    def handle_endtag(self, tag: str) -> None:
        self.skipped -= tag in ("svg", "code", "style")

    def handle_data(self, data: str) -> None:
        if not self.skipped and self.lines:
            self.lines[-1] += data


def words_of(page: str) -> list[str]:
    reader = _Lines()
    reader.feed(page)
    return [" ".join(line.split()) for line in reader.lines if line.strip()]


def pages(booklet: str) -> list[str]:
    return re.findall(r"<section>.*?</section>", booklet, re.DOTALL)


def drawn_words(svg: str) -> list[str]:
    """The lines of text in a drawing, as they are seen; a line that is indented goes on from the one before."""
    lines: list[str] = []
    for group in _seen(svg).iter():
        kind = group.get("class")
        if kind == "words":
            for text in group.findall("{*}text"):
                lines = [*lines[:-1], f"{lines[-1]} {text.text}"] if text.get("x") and lines else [*lines, text.text or ""]
        elif kind == "below":
            indented = float(group.get("x", "0")) > 15
            lines = [*lines[:-1], f"{lines[-1]} {group.text}"] if indented and lines else [*lines, group.text or ""]
    return [*lines, " ".join(g.text or "" for g in _seen(svg).iter() if g.get("class") in ("task", "heading"))]


def _seen(svg: str) -> ET.Element:
    root = ET.fromstring(svg)
    for parent in list(root.iter()):
        for child in list(parent):
            if child.tag.endswith(("}title", "}desc", "}defs")):
                parent.remove(child)
    return root


def _items(text: str) -> list[str]:
    """What a list with counts names, each as often as it is there."""
    found = []
    for part in text.rstrip(".").split(", "):
        times = re.match(r"(\d+) x ", part)
        found += [part[times.end() :] if times else part] * (int(times[1]) if times else 1)
    return [] if found == ["nothing"] else found


def _numbers(text: str) -> set[int]:
    return set(range(1, 7)) if "every arc" in text else {int(number) for number in re.findall(r"\d", text)}


def _after(lines: list[str], beginning: str) -> str:
    return next(line[len(beginning) :] for line in lines if line.startswith(beginning))


def _task(words: str) -> tuple[str, str]:
    """Kind and goal by what is asked."""
    ordeal = "".join(f"{n}{name[0].upper()}" for n, name in re.findall(r"(\d) (tower|bastion|line)", words))
    if found := re.search(r"Play the next (\d) turns", words):
        return "watch", f"no-structure-falls {found[1]}"
    if found := re.search(r"with (\d) of the tiles that lie ready", words):
        return "last", f"{ordeal} with {found[1]}"
    tasks = (
        ("Slay every Monster", "slay", "slay-all"),
        ("no Tower, Wall or Fortify token is lost", "hold", "no-structure-falls"),
        ("likeliest that no Tower falls", "odds", "no-tower-falls"),
        ("no Tower falls", "whatever", "no-tower-falls"),
        ("hidden tiles", "blank", ordeal),
        ("It takes a tile's power", "trick", ordeal),
        ("Place or discard the tiles", "finish", ordeal),
    )
    return next((kind, goal) for said, kind, goal in tasks if said in words)


def read_page(lines: list[str], drawing: str | None = None) -> Puzzle:
    """The puzzle of a page's words. With a drawing the board or castle is read from that, and not from words."""
    kind, ask = _task(" ".join(lines))
    return (
        _castellion(kind, ask, lines, drawing) if any("Castellion" in line for line in lines) else _castle_panic(kind, ask, lines, drawing)
    )


# Castle Panic.


def _castle_panic(kind: str, ask: str, lines: list[str], drawing: str | None) -> Puzzle:
    rules = _after(lines, "Rules: Castle Panic")
    expansion, players = "Wizard's Tower" in rules, int(re.search(r"(\d) player", rules)[1])  # type: ignore[index]
    assert "2nd edition" in rules
    assert "co-op" in rules
    assert "Optional rule" not in rules
    turn = _after(lines, "It is player ")
    hands = [_after(lines, f"Player {player} holds ") for player in range(1, players + 1)]
    cards = [[] if hand == "no cards." else [CARDS[title] for title in _items(hand)] for hand in hands]
    board = _board_of_words(lines) if drawing is None else _board_of_drawing(drawing)
    monsters, structures, wizards_tower, burning = board
    assert _items(_after(lines, "Cards discarded before: ")) == []
    gone: list[str] = []
    pile = next((_items(line.removeprefix("In the pile: ")) for line in lines if line.startswith("In the pile: ")), None)
    if pile is not None:
        on_board = Counter(code for _, code in (re.fullmatch(r"..([a-z]+)(\d.*)?", m).group(0, 1) for m in monsters))  # type: ignore[union-attr]
        left = FULL_PILE - Counter(pile)
        gone = [TOKENS[title] for title in left.elements()]
        for code, count in on_board.items():
            for _ in range(count):
                gone.remove(code)
    parts = [
        f"cp:players={players},co-op" + ",wizards-tower" * expansion,
        structures,
        ".".join(sorted(monsters)) or "-",
        f"p{turn[0]}." + ("trade" if "may be traded" in turn else "play"),
        ",".join(".".join(hand) or "-" for hand in cards),
        "-",
        ".".join(gone) or "-",
        *([f"wizard-tower={wizards_tower}"] if wizards_tower else []),
        *([f"burning={'.'.join(burning)}"] if burning else []),
    ]
    coming = re.findall(r"(\w+) in arc (\d)", " ".join(line for line in lines if line.startswith("After turn")))
    return Puzzle(kind, "/".join(parts), ask, tuple(f"{TOKENS[title]}@{arc}" for title, arc in coming))


Board = tuple[list[str], str, int, list[str]]


def _letters(walls: set[int], towers: set[int], forts: set[int]) -> str:
    def letter(arc: int) -> str:
        if arc in walls:
            both = "F" if arc in forts else "W"
            return both if arc in towers else both.lower()
        return "T" if arc in towers else "-"

    return "".join(map(letter, range(1, 7)))


def _board_of_words(lines: list[str]) -> Board:
    monsters = []
    for line in lines:
        place, _, rest = line.partition(": ")
        if place in RING_LETTERS:
            for title, arc, health, marks in re.findall(r"([^,()]+) in arc (\d) \(health (\d) of \d(.*?)\)", rest):
                flames = re.search(r"burning with (\d)", marks)
                burns = ("b" if flames[1] == "1" else f"b{flames[1]}") if flames else ""
                monsters.append(f"{RING_LETTERS[place]}{arc}{TOKENS[title.strip()]}{health}{burns}")
    walls, towers = re.fullmatch(r"Walls: (.*)\. Towers: (.*)\.", next(line for line in lines if line.startswith("Walls: "))).groups()  # type: ignore[union-attr]
    forts = next((line for line in lines if line.startswith("Fortify tokens: ")), "")
    wizards = next((line for line in lines if line.startswith("The Wizard's Tower is ")), "")
    burning = next((line for line in lines if line.startswith("Burning, ")), "")
    on_fire = [
        f"{name[0].lower()}{arc}" + ("" if count == "1" else f"x{count}")
        for name, arc, count in re.findall(r"(Wall|Tower) of arc (\d) \((\d)\)", burning)
    ]
    return monsters, _letters(_numbers(walls), _numbers(towers), _numbers(forts)), sum(_numbers(wizards)), on_fire


def _moved(group: ET.Element) -> tuple[float, float]:
    found = re.match(r"translate\((\S+) (\S+?)\)", group.get("transform", ""))
    assert found is not None
    return float(found[1]), float(found[2])


def _place(group: ET.Element) -> tuple[int, float]:
    """The arc in which something is drawn, clockwise from twelve o'clock, and how far from the middle."""
    x, y = _moved(group)
    return int(degrees(atan2(x, -y)) % 360 // 60) + 1, hypot(x, y)


def _texts(group: ET.Element) -> list[str]:
    return [text.text or "" for text in group.iter(f"{SVG}text")]


def _board_of_drawing(svg: str) -> Board:
    """By the marks alone: letters and pips of the tokens and where they lie, Walls by where their stones are, what stands on them."""
    root = _seen(svg)
    circles = {float(c.get("r", "0")) for c in root.iter(f"{SVG}circle") if c.get("fill") == "none" and float(c.get("r", "0")) > 90}
    stones = re.search(r"A(\d+)", next(p.get("d", "") for p in root.iter(f"{SVG}path") if "stroke-dasharray" in p.attrib))
    assert stones is not None
    edges = [float(stones[1]), *circles]  # the Wall stands around the Castle
    monsters = []
    walls, towers, forts, burning, wizards = set(), set(), set(), [], 0
    for group in root.iter(f"{SVG}g"):
        name = group.get("class")
        if name == "monster":
            arc, distance = _place(group)
            ring = "cskaf"[sum(distance > edge for edge in edges)]
            code, *_ = [text for text in _texts(group) if text != "tar"]
            flames = group.find(".//{*}g[@class='flames']")
            count = "".join(_texts(flames)) if flames is not None else ""
            pips = [c for c in group.iter(f"{SVG}circle") if c.get("r") == "2.5"]
            health = sum(c.get("fill") != "#fff" for c in pips)
            monsters.append(f"{ring}{arc}{code.lower()}{health}" + ({"": "", "1": "b"}.get(count, f"b{count}")))
        elif name == "wall":
            begin = re.match(r"M(\S+) (\S+)A", next(group.iter(f"{SVG}path")).get("d", ""))
            walls.add(int(degrees(atan2(float(begin[1]), -float(begin[2]))) % 360 // 60) + 1)  # type: ignore[index]
        elif name == "tower":
            arc = _place(group)[0]
            towers.add(arc)
            fire = group.find(".//{*}g[@class='flames']")
            if fire is not None:
                burning.append(f"t{arc}" + ("" if _texts(fire) == ["1"] else f"x{_texts(fire)[0]}"))
            wizards = arc if "W" in _texts(group) else wizards
        elif name == "fortify":
            forts.add(_place(group)[0])
        elif (
            name is None
            and group.get("transform")
            and len(group) == 1
            and group[0].get("class") == "flames"
            and 100 < _place(group)[1] < 120
        ):
            burning.append(f"w{_place(group)[0]}" + ("" if _texts(group) == ["1"] else f"x{_texts(group)[0]}"))
    return monsters, _letters(walls, towers, forts), wizards, burning


# Castellion.


def _castellion(kind: str, ask: str, lines: list[str], drawing: str | None) -> Puzzle:
    columns, width, height = _castle_of_words(lines) if drawing is None else _castle_of_drawing(drawing)
    castle = ".".join("".join(column) for column in columns)
    label = {"blank": "Hidden tiles: ", "last": "Ready: "}.get(kind, "Tiles, in this order: ")
    tiles = [TILES[name] for name in _items(_after(lines, label))]
    if kind in ("blank", "last"):
        return Puzzle(kind, f"{width}x{height}/{castle}", ask, tuple(tiles))
    level = re.search(r"(introductory|base|expert) level", _after(lines, "Rules: "))[1]  # type: ignore[index]
    gone = [TILES[name] for name in _items(_after(lines, "Tiles discarded before: "))]
    assert "No other tiles come, and no Traitors" in " ".join(lines)
    standing = [tile for column in columns for tile in column]
    rules = f"{level},ordeal1=0T:1,ordeal2=0T:1,ordeal3={ask}:9,size={width}x{height},safe=000.000.000.000"
    everything, left = _pile([*standing, *tiles, *gone]), _pile(tiles)
    stage = "draw-standard" if level == "introductory" else "turn"
    return Puzzle(kind, f"cn:{rules},standard={everything}/{castle}/0T:met,0T:met,{ask}/p1.{stage}/-/{left}", ask, tuple(tiles))


def _pile(tiles: list[str]) -> str:
    return ".".join("".join(str(tiles.count(faction + shape)) for shape in "tsc") for faction in "scjp") + ".0.0"


def _castle_of_words(lines: list[str]) -> tuple[list[list[str]], int, int]:
    columns = []
    for line in lines:
        if found := re.match(r"Column \d, from the bottom up: (.*)\.", line):
            columns.append([{"hidden": "??"}.get(name) or TILES[name] for name in found[1].split(", ")])
    size = re.search(r"The castle is (\d) columns wide and at most (\d) rows high", " ".join(lines))
    return columns, int(size[1]), int(size[2])  # type: ignore[index]


def _castle_of_drawing(svg: str) -> tuple[list[list[str]], int, int]:
    """By colour letter and shape of the tiles, and by where they and the empty places lie."""
    cells: dict[tuple[int, int], str] = {}
    castle = next(g for g in _seen(svg).iter(f"{SVG}g") if g.get("class") == "castle")
    for element in castle.iter():
        name = element.get("class")
        if name in ("tile", "hidden"):
            x, y = _moved(element)
            shape = next((child.tag.rpartition("}")[2] for child in element if child.get("class") == "shape"), "")
            letter = {"path": "t", "rect": "s", "circle": "c", "": ""}[shape]
            cells[round(x / 64), round(-y / 64) - 1] = _texts(element)[0].lower() + letter if name == "tile" else "??"
        elif name == "empty":
            cells[int(float(element.get("x", "0")) // 64), round(-(float(element.get("y", "0")) - 5) / 64) - 1] = ""
    width, height = 1 + max(c for c, _ in cells), 1 + max(r for _, r in cells)
    return [[cells[c, r] for r in range(height) if cells[c, r]] for c in range(width)], width, height
