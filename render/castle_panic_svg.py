"""The round board as SVG, without any library: arcs, rings, Walls, Towers, Monsters with their health, and plays as numbered arrows.

Everything is said more than once, so that it can be read in black and white and by whoever does not see colours: a colour by its tint, its pattern and its
name; a Monster by its letters, its outline (the more health, the more corners) and a pip for each health point, hollow where it is lost. Screen readers get
the board in words, arc by arc.

Arc 1 begins at twelve o'clock, and arcs follow clockwise, as the Monsters turn. Angles are degrees from there, lengths are measured from the centre.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import cos, floor, pi, radians, sin
from textwrap import wrap

from castlewise.models.castle_panic import moves as verbs
from castlewise.models.castle_panic.board import ARCS, CASTLE, COLOURS, RINGS, colour_of, kind_of
from castlewise.models.castle_panic.components import title as component_title
from castlewise.models.castle_panic.expansions.wizards_tower import moves as wizards
from castlewise.models.castle_panic.position import Monster, Position
from castlewise.models.contract import Node
from castlewise.models.move_code import first_of, second_of, third_of, verb_of
from castlewise.render.hatching import DOTS, LINES, SLANTS, hatching
from castlewise.render.svg import INK, SIGNS, document, legend, text

# Where the rings end, from the Forest in; the Wall stands between the Swordsman ring and the Castle.
OUTSIDE = (396, 330, 258, 186, 104)
WALL = 111
HUB = 25
TOKEN = 17  # half of a Monster token
MARGIN = 14
HALF = 480  # of the drawing's width
LINE = 22  # a line of words
LETTER = 8.0  # about how wide a letter is
ARC_ANGLE = 360 / ARCS
_SIZES = (1.0, 0.9, 0.8, 0.7, 0.6, 0.5, 0.42, 0.35, 0.3, 0.25, 0.2)

_TINTS = ("#F3B99B", "#A3DCC6", "#A9D0EE")  # red, green, blue: Okabe and Ito's, lightened
_STRONG = ("#D55E00", "#00805E", "#0072B2")
_FOREST_TINT = "#E4E7DE"
# What is drawn over a colour: a motif and how its strokes look.
_PATTERNS = (
    (LINES, 'stroke-opacity=".16" stroke-width="2"'),
    (DOTS, 'stroke-opacity=".22" stroke-width="3.8" stroke-linecap="round"'),
    (SLANTS, 'stroke-opacity=".16" stroke-width="2"'),
)
_STEP = 12  # between the strokes of a pattern
_TREES = ((346, 72), (380, 79))  # two rows of them: how far out, how many

_AT_MONSTERS = (
    *(verbs.HIT, verbs.NICE_SHOT, verbs.ALL_FOR_ONE, verbs.SLAY, verbs.TAR, verbs.DRIVE_BACK, verbs.HURT),
    *(
        wizards.HIT_WITH,
        wizards.SPELL,
        wizards.BOLT,
        wizards.TELEPORT,
        wizards.SPELL_AT_ARC,
        wizards.SPELL_AT_COLOUR,
        wizards.SPELL_AT_SPACE,
    ),
)
_AT_WALLS = (verbs.BUILD, verbs.FORTIFY, verbs.PLACE_WALL)


@dataclass(frozen=True)
class _Play:
    """A move to be drawn: its number and sentence, and what it is aimed at, one of the position's Monsters or an arc's Wall."""

    number: int
    words: str
    monster: int | None = None
    wall: int | None = None


@dataclass(frozen=True)
class _Spot:
    """Where a token lies, and how large it is drawn."""

    angle: float
    distance: float
    size: float

    @property
    def at(self) -> tuple[float, float]:
        return _point(self.angle, self.distance)


def board_svg(
    position: Position, *, hits: Sequence[int] = (), title: str | None = None, above: str = "", below: Sequence[str] | None = None
) -> str:
    """A position's board. `hits` are moves made from it one after the other, as advice or a plan gives them: those aimed at a Monster or a Wall become arrows,
    and all are listed below it, as far as they are known (chance is not). `above` are words under the title, `below` lines under the board in the place of
    whose turn it is and what is held."""
    plays = list(_followed(position, hits))
    name = title if title is not None else f"Castle Panic, {position.rule_set}"
    across = 2 * HALF - 2 * MARGIN
    head = wrap(title, int(across / 9)) if title else []
    task = wrap(above, int(across / LETTER))
    listed = list(_below(position, plays, across, below))
    signs, lines = legend(_legend(position), across)
    middle = MARGIN + (len(head) + len(task)) * LINE + OUTSIDE[0] + 22 + (10 if task else 0)
    foot = middle + OUTSIDE[0] + 26
    height = foot + len(listed) * LINE + 6 + lines * SIGNS + MARGIN
    spots = _spots(position)
    parts = [_definitions(), *_heading(head, task), f'<g transform="translate({HALF} {middle})">', *_ground(), *_structures(position)]
    for number, monster in enumerate(position.monsters):
        parts += _token(position, number, monster, spots[number])
    parts += _arrows(plays, spots)
    parts.append("</g>")
    parts.append(f'<g class="words" font-size="15" fill="{INK}" transform="translate({MARGIN} {foot})">')
    parts += [_line_below(number, play, words) for number, (play, words) in enumerate(listed)]
    parts += ["</g>", f'<g class="legend" font-size="14" fill="{INK}" transform="translate({MARGIN} {foot + len(listed) * LINE + 4})">']
    parts += [*signs, "</g>"]
    return document(
        2 * HALF,
        height,
        title=name,
        words="\n".join([*([above] if above else []), board_words(position, [play.words for play in plays]), *(below or [])]),
        parts=parts,
    )


def board_words(position: Position, plays: Sequence[str] = ()) -> str:
    """The board for those who do not see it: an arc a line, from its Forest in."""
    lines = []
    for arc in range(1, ARCS + 1):
        here = [f"{ring}: {', '.join(_monster_words(m) for m in found)}" for ring in RINGS if (found := _in_space(position, ring, arc))]
        structures = [_wall_words(position, arc), _tower_words(position, arc)]
        lines.append(f"arc {arc}, {COLOURS[colour_of(arc - 1)]}: {'; '.join([*here, ', '.join(structures)])}")
    lines += [f"play {number}: {words}" for number, words in enumerate(plays, 1)]
    return "\n".join(lines)


def _monster_words(monster: Monster) -> str:
    marks = [mark for mark, has in (("tarred", monster.tarred), ("attacking", monster.attacking)) if has]
    marks += [f"burning ({monster.flames})"] if monster.flames else []
    health = ["with", str(monster.health), "health"] if monster.health else []
    return " ".join([component_title(monster.name), *health, *marks])


def _wall_words(position: Position, arc: int) -> str:
    if arc in position.fortified:
        return "Wall with a Fortify token"
    return "Wall" + _fire_words(position.wall_flames[arc - 1]) if arc in position.walls else "no Wall"


def _tower_words(position: Position, arc: int) -> str:
    name = "Wizard's Tower" if arc == position.wizards_tower else "Tower"
    return name + _fire_words(position.tower_flames[arc - 1]) if arc in position.towers else "no Tower"


def _fire_words(flames: int) -> str:
    return f" burning ({flames})" if flames else ""


def _in_space(position: Position, ring: str, arc: int) -> list[Monster]:
    return [monster for monster in position.monsters if (monster.ring, monster.arc) == (ring, arc)]


def _followed(position: Position, moves: Sequence[int]) -> Iterator[_Play]:
    """Moves and what they are aimed at. A Monster that was hit already is another integer by then, so each is followed under its number in the position."""
    game, here = position.game, position
    now: list[int | None] = [int(here.state.monsters[i]) for i in range(here.state.monster_count)]
    for number, move in enumerate(moves, 1):
        if game.node(here) is not Node.CHOICE:
            return
        verb, words = verb_of(move), game.describe(here, move)
        if verb == verbs.END_PLAY:
            return
        after = game.apply(here, move)
        standing = Counter(int(after.state.monsters[i]) for i in range(after.state.monster_count))
        present = Counter(monster for monster in now if monster is not None)
        target = None
        if verb in _AT_MONSTERS and len(gone := list((present - standing).elements())) == 1:
            target = now.index(gone[0])
            now[target] = next((standing - present).elements(), None)
        wall = first_of(move) if verb in _AT_WALLS else second_of(move) if verb == wizards.EXTINGUISH and third_of(move) == 0 else None
        yield _Play(number, words, target, wall)
        here = after


# The ground


def _point(angle: float, distance: float) -> tuple[float, float]:
    return round(distance * sin(radians(angle)), 1), round(-distance * cos(radians(angle)), 1)


def _middle(arc: int) -> float:
    return (arc + 0.5) * ARC_ANGLE


def _sector(arc: int, inside: float, outside: float) -> str:
    """The outline of a space."""
    begin, end = arc * ARC_ANGLE, (arc + 1) * ARC_ANGLE
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = _point(begin, outside), _point(end, outside), _point(end, inside), _point(begin, inside)
    return f"M{ax} {ay}A{outside} {outside} 0 0 1 {bx} {by}L{cx} {cy}A{inside} {inside} 0 0 0 {dx} {dy}Z"


def _band(arc: int, distance: float, trim: float) -> str:
    """A line along an arc, shortened at both ends."""
    (ax, ay), (bx, by) = _point(arc * ARC_ANGLE + trim, distance), _point((arc + 1) * ARC_ANGLE - trim, distance)
    return f"M{ax} {ay}A{distance} {distance} 0 0 1 {bx} {by}"


def _definitions() -> str:
    """Where the pattern of each colour ends: at its arcs, from the hub to the Forest."""
    return (
        "<defs>"
        + "".join(
            f'<clipPath id="board-colour-{colour}">'
            + "".join(f'<path d="{_sector(arc, HUB, OUTSIDE[1])}"/>' for arc in range(ARCS) if colour_of(arc) == colour)
            + "</clipPath>"
            for colour in range(len(_PATTERNS))
        )
        + "</defs>"
    )


def _forest() -> str:
    trees = [_point(360 * (number + row / 2) / count, distance) for row, (distance, count) in enumerate(_TREES) for number in range(count)]
    drawn = "".join(f"M{x:.1f} {y - 7:.1f}l5 10h-10ZM{x:.1f} {y + 3:.1f}v4" for x, y in trees)
    return f'<path d="{drawn}" fill="#B7C1AB" stroke="#B7C1AB" stroke-width="1.5" stroke-linejoin="round"/>'


def _heading(lines: Sequence[str], task: Sequence[str]) -> Iterator[str]:
    for number, line in enumerate(task, len(lines)):
        yield f'<text class="task" x="{HALF}" y="{MARGIN + 16 + number * LINE}" font-size="15" text-anchor="middle" fill="{INK}">{text(line)}</text>'
    for number, line in enumerate(lines):
        yield (
            f'<text class="heading" x="{HALF}" y="{MARGIN + 14 + number * LINE}" font-size="18" font-weight="600" text-anchor="middle" '
            f'fill="{INK}">{text(line)}</text>'
        )


def _ground() -> Iterator[str]:
    for arc in range(ARCS):
        colour = colour_of(arc)
        for ring, outside in enumerate(OUTSIDE):
            inside = OUTSIDE[ring + 1] if ring + 1 < len(OUTSIDE) else HUB
            tint = _FOREST_TINT if ring == 0 else _TINTS[colour]
            shape = _sector(arc, inside, outside)
            yield f'<path class="space" d="{shape}" fill="{tint}" fill-opacity="{1 if ring % 2 else 0.72}" stroke="#fff" stroke-width="2"/>'
    for colour, (motif, style) in enumerate(_PATTERNS):
        strokes = hatching(motif, -OUTSIDE[1], -OUTSIDE[1], OUTSIDE[1], OUTSIDE[1], _STEP)
        yield f'<g clip-path="url(#board-colour-{colour})"><path d="{strokes}" stroke="#000" {style}/></g>'
    yield _forest()
    for arc in range(ARCS):  # lines between colours are darker than those within one
        (ax, ay), (bx, by) = _point(arc * ARC_ANGLE, HUB), _point(arc * ARC_ANGLE, OUTSIDE[0])
        ink, width = (INK, 2.2) if arc % 2 == 0 else ("#666", 1.2)
        yield f'<path d="M{ax} {ay}L{bx} {by}" stroke="{ink}" stroke-width="{width}"/>'
    for outside in OUTSIDE[:-1]:
        yield f'<circle r="{outside}" fill="none" stroke="#555" stroke-width="1.2"/>'
    for arc in range(ARCS):
        yield _arc_name(arc)
    for ring, name in enumerate(RINGS[:-1]):
        inside, outside = OUTSIDE[ring + 1] + (14 if ring + 1 == CASTLE else 0), OUTSIDE[ring]
        placed = f'transform="translate(4 {-(inside + outside) / 2}) rotate(-90)" font-size="11.5" font-weight="600" text-anchor="middle"'
        yield f'<text {placed} fill="#fff" stroke="#fff" stroke-width="4" stroke-linejoin="round">{name.title()}</text>'
        yield f'<text class="ring" {placed} fill="{INK}">{name.title()}</text>'


def _arc_name(arc: int) -> str:
    """Outside the rim, upright: the number, and the colour by name."""
    x, y = _point(_middle(arc), OUTSIDE[0] + 20)
    name, colour = COLOURS[colour_of(arc)], _STRONG[colour_of(arc)]
    width = 30 + 9 * len(name)
    x += sin(radians(_middle(arc))) * (width / 2 - 8)
    return (
        f'<g class="arc" transform="translate({round(x, 1)} {y})"><rect x="{-width / 2}" y="-12" width="{width}" height="24" rx="12" fill="{colour}"/>'
        f'<text y="5" font-size="15" font-weight="700" text-anchor="middle" fill="#fff">{arc + 1} {name}</text></g>'
    )


# Structures


def _structures(position: Position) -> Iterator[str]:
    homes = {int(home) - 1: f"P{player + 1}" for player, home in enumerate(position.state.homes) if home}
    king = int(position.state.king) - 1
    for arc in range(ARCS):
        if arc + 1 in position.walls:
            drawn = _band(arc, WALL, 3)
            yield f'<g class="wall"><title>Wall of arc {arc + 1}</title><path d="{drawn}" fill="none" stroke="{INK}" stroke-width="15"/>'
            yield f'<path d="{drawn}" fill="none" stroke="#C9C2B8" stroke-width="10" stroke-dasharray="16 2.5"/></g>'
        else:
            yield f'<path class="no-wall" d="{_band(arc, WALL, 4)}" fill="none" stroke="#777" stroke-width="1.5" stroke-dasharray="3 6"/>'
        if arc + 1 in position.fortified:
            x, y = _point(_middle(arc), WALL)
            yield f'<g class="fortify" transform="translate({x} {y})"><title>Fortify token in arc {arc + 1}</title>{_shield()}</g>'
        if position.wall_flames[arc]:
            x, y = _point(_middle(arc), WALL)
            yield f'<g transform="translate({x} {y})">{_flame(position.wall_flames[arc])}</g>'
        x, y = _point(_middle(arc), 68)
        if arc + 1 in position.towers:
            wizards = "W" if arc + 1 == position.wizards_tower else ""
            mark = "K" if arc == king else homes.get(arc, wizards)
            fire = f'<g transform="translate(0 -7)">{_flame(position.tower_flames[arc])}</g>' if position.tower_flames[arc] else ""
            title = f"{_tower_words(position, arc + 1)}, arc {arc + 1}" if position.rule_set.wizards_tower else f"Tower of arc {arc + 1}"
            yield f'<g class="tower" transform="translate({x} {y})"><title>{title}</title>{_tower(mark)}{fire}</g>'
        elif not _in_space(position, RINGS[CASTLE], arc + 1):
            yield f'<g class="no-tower" transform="translate({x} {y})"><title>no Tower in arc {arc + 1}</title>{_RUIN}</g>'
    yield f'<circle r="{HUB}" fill="#fff" stroke="{INK}" stroke-width="2"/>'
    yield f'<text y="4" font-size="11.5" font-weight="600" text-anchor="middle" fill="{INK}">Castle</text>'


_BATTLEMENTS = "M-17 -22H-10V-15H-4V-22H4V-15H10V-22H17V-8L13 -4V22H-13V-4L-17 -8Z"
_RUIN = f'<path d="{_BATTLEMENTS}" fill="#fff" fill-opacity=".5" stroke="#777" stroke-width="1.5" stroke-dasharray="3 4"/>'


def _tower(mark: str) -> str:
    door = f'<text y="12" font-size="15" font-weight="700" text-anchor="middle" fill="{INK}">{mark}</text>'
    return f'<path d="{_BATTLEMENTS}" fill="#fff" stroke="{INK}" stroke-width="2.6" stroke-linejoin="round"/>' + (
        door if mark else f'<path d="M-5 22V10A5 5 0 0 1 5 10V22Z" fill="{INK}"/>'
    )


def _shield() -> str:
    return (
        f'<path d="M-11 -12H11V2Q11 10 0 15Q-11 10 -11 2Z" fill="#fff" stroke="{INK}" stroke-width="2.4" stroke-linejoin="round"/>'
        f'<text y="5" font-size="14" font-weight="700" text-anchor="middle" fill="{INK}">F</text>'
    )


# Monsters


def _spots(position: Position) -> list[_Spot]:
    """Where each of the position's Monsters is drawn."""
    found: dict[int, _Spot] = {}
    monsters = position.monsters
    for ring, name in enumerate(RINGS):
        inside = OUTSIDE[ring + 1] if ring + 1 < len(OUTSIDE) else HUB
        if ring + 1 == CASTLE:
            inside += 14  # the Wall
        for arc in range(ARCS):
            here = [number for number, monster in enumerate(monsters) if (monster.ring, monster.arc) == (name, arc + 1)]
            found |= dict(zip(here, _laid_out(arc, inside, OUTSIDE[ring], len(here)), strict=True))
    return [found[number] for number in range(len(monsters))]


def _laid_out(arc: int, inside: float, outside: float, count: int) -> list[_Spot]:
    """So many tokens in a space, in rows along its arc, as large as fits; the row farthest out is filled first, as it is the longest."""
    for size in _SIZES:
        step = 2 * TOKEN * size + 4
        rows = max(1, floor((outside - inside - 3) / step))
        distances = [outside - 4 - step * (row + 0.5) for row in range(rows)]
        room = [max(1, floor((distance * radians(ARC_ANGLE) - 14) / step)) for distance in distances]
        if sum(room) >= count:
            break
    spots = []
    left = count
    for distance, most in zip(distances, room, strict=True):
        here = min(most, left) if distance is not distances[-1] else left
        left -= here
        angle = min(step * 1.15, (distance * radians(ARC_ANGLE) - 14) / max(here, 1)) / distance * 180 / pi
        spots += [_Spot(_middle(arc) + (place - (here - 1) / 2) * angle, distance, size) for place in range(here)]
    return spots


def _outline(corners: int) -> str:
    """A token's outline: round for one health point, then with more and more corners."""
    if corners == 1:
        return f'<circle r="{TOKEN}"'
    if corners == 2:
        side = 15.5
        return f'<rect x="{-side}" y="{-side}" width="{2 * side}" height="{2 * side}" rx="3"'
    points = " ".join(f"{x},{y}" for x, y in (_point(360 * i / 6 + 30, TOKEN * 1.1) for i in range(6)))
    return f'<polygon points="{points}"'


def _face(code: str, full: int, left: int, boss: bool) -> str:
    """A Monster token: its outline, letters, and pips for health."""
    style = f'fill="#fff" stroke="{INK}" stroke-width="{3.4 if boss else 2}" stroke-linejoin="round"/>'
    parts = [_outline(full) + " " + style]
    if boss:
        parts.append(
            '<path d="M-9 -17L-10 -27L-4.5 -22L0 -29L4.5 -22L10 -27L9 -17Z" fill="#fff" stroke="#1a1a1a" stroke-width="2" stroke-linejoin="round"/>'
        )
    parts.append(
        f'<text y="3" font-size="{15 if len(code) == 1 else 13.5}" font-weight="700" text-anchor="middle" fill="{INK}">{code}</text>'
    )
    if full > 4:
        parts.append(f'<text y="13" font-size="9.5" font-weight="600" text-anchor="middle" fill="{INK}">{left}/{full}</text>')
    else:
        for pip in range(full):
            x = (pip - (full - 1) / 2) * 7.4
            parts.append(
                f'<circle cx="{round(x, 1)}" cy="9" r="2.5" fill="{INK if pip < left else "#fff"}" stroke="{INK}" stroke-width="1.1"/>'
            )
    return "".join(parts)


_TAR = (
    f'<g class="tar"><rect x="-14" y="-21" width="28" height="13" rx="6.5" fill="{INK}"/>'
    '<text y="-11" font-size="11" font-weight="700" text-anchor="middle" fill="#fff">tar</text></g>'
)


def _flame(count: int) -> str:
    """Flame tokens: a flame with their number."""
    return (
        f'<g class="flames"><path d="M0 -27Q11 -17 9 -9A9 9 0 0 1 -9 -9Q-9 -15 -3 -18Q-1 -22 0 -27Z" fill="#F08A24" stroke="{INK}" stroke-width="1.6"/>'
        f'<text y="-5" font-size="11" font-weight="700" text-anchor="middle" fill="{INK}">{count}</text></g>'
    )


_ATTACK = (
    f'<g class="attacking"><circle cx="15" cy="-13" r="8" fill="{INK}"/>'
    '<text x="15" y="-8.5" font-size="13" font-weight="700" text-anchor="middle" fill="#fff">!</text></g>'
)


def _token(position: Position, number: int, monster: Monster, spot: _Spot) -> Iterator[str]:
    kind = position.rule_set.components.tokens[kind_of(int(position.state.monsters[number]))]
    x, y = spot.at
    yield f'<g class="monster" transform="translate({x} {y}) scale({spot.size})">'
    yield f"<title>{text(_monster_words(monster))}, {monster.ring} {monster.arc}</title>"
    yield _face(kind.code.upper(), kind.health, monster.health, kind.boss)
    fire = f'<g transform="translate(-20 1) scale(.85)">{_flame(monster.flames)}</g>' if monster.flames else ""  # beside its letters
    yield (_TAR if monster.tarred else "") + (_ATTACK if monster.attacking else "") + fire
    yield "</g>"


# Plays


def _arrows(plays: Sequence[_Play], spots: Sequence[_Spot]) -> Iterator[str]:
    """A numbered disc on the Castle's side of its target, with an arrow. Several on one Monster stand side by side."""
    aimed = Counter(play.monster for play in plays if play.monster is not None)
    walls = Counter(play.wall for play in plays if play.wall is not None)
    so_far: Counter[tuple[str, int]] = Counter()
    for play in plays:
        if play.monster is not None:
            spot, place, many = spots[play.monster], so_far["monster", play.monster], aimed[play.monster]
            so_far["monster", play.monster] += 1
            reach = spot.distance - TOKEN * spot.size
            from_angle = spot.angle + (place - (many - 1) / 2) * 24 / max(reach - 33, 30) * 180 / pi
            yield from _arrow(play, _point(from_angle, max(reach - 33, 6)), _point(spot.angle + (from_angle - spot.angle) * 0.3, reach - 1))
        elif play.wall is not None:
            place, many = so_far["wall", play.wall], walls[play.wall]
            so_far["wall", play.wall] += 1
            x, y = _point(_middle(play.wall) + (place - (many - 1) / 2) * 13 + 14, WALL)
            yield f'<g class="built" transform="translate({x} {y})"><title>{text(play.words)}</title>{_disc(play.number)}</g>'


def _arrow(play: _Play, begin: tuple[float, float], end: tuple[float, float]) -> Iterator[str]:
    (ax, ay), (bx, by) = begin, end
    length = max(((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5, 1)
    ux, uy = (bx - ax) / length, (by - ay) / length
    neck = (bx - ux * 9, by - uy * 9)
    corners = ((bx, by), (neck[0] - uy * 7, neck[1] + ux * 7), (neck[0] + uy * 7, neck[1] - ux * 7))
    head = f'<polygon points="{" ".join(f"{round(px, 1)},{round(py, 1)}" for px, py in corners)}"'
    shaft = f'<path d="M{ax} {ay}L{round(neck[0], 1)} {round(neck[1], 1)}"'
    yield f'<g class="hit"><title>{text(play.words)}</title>'
    yield f'{shaft} stroke="#fff" stroke-width="8"/>{head} fill="#fff" stroke="#fff" stroke-width="4" stroke-linejoin="round"/>'
    yield f'{shaft} stroke="{INK}" stroke-width="4"/>{head} fill="{INK}"/><g transform="translate({ax} {ay})">{_disc(play.number)}</g></g>'


def _disc(number: int) -> str:
    return (
        f'<circle r="10.5" fill="{INK}" stroke="#fff" stroke-width="2"/>'
        f'<text y="5" font-size="14" font-weight="700" text-anchor="middle" fill="#fff">{number}</text>'
    )


# Below the board


def _below(position: Position, plays: Sequence[_Play], across: int, instead: Sequence[str] | None) -> Iterator[tuple[_Play | None, str]]:
    """Whose turn it is, with which cards, or what is said instead; and the plays, each with its number on its first line."""
    letters = int(across / LETTER)
    if instead is not None:
        yield from ((None, line) for words in instead for line in wrap(words, letters, subsequent_indent="    "))
    elif not position.is_over and position.player < position.rule_set.players:
        cards = ", ".join(_counted(position.hand)) or "no cards"
        yield from ((None, line) for line in wrap(f"Player {position.player + 1} holds {cards}", letters))
    for play in plays:
        for number, line in enumerate(wrap(play.words, letters - 5)):
            yield (play if number == 0 else None), ("" if number == 0 else "      ") + line


def _counted(names: Sequence[str]) -> list[str]:
    return [component_title(name) if count == 1 else f"{count} {component_title(name)}" for name, count in Counter(names).items()]


def _line_below(line: int, play: _Play | None, words: str) -> str:
    if play is None:
        indent = 5 * (len(words) - len(words.lstrip()))
        at = f' x="{indent}"' if indent else ""
        return f'<text{at} y="{line * LINE + 14}">{text(words.lstrip())}</text>'
    return f'<g class="play" transform="translate(11 {line * LINE + 9})">{_disc(play.number)}<text x="19" y="5">{text(words)}</text></g>'


def _legend(position: Position) -> list[tuple[str, str]]:
    """What is on the board and nothing else."""
    tokens = position.rule_set.components.tokens
    kinds = sorted({kind_of(int(position.state.monsters[i])) for i in range(position.state.monster_count)})
    entries = []
    for kind in kinds:
        token = tokens[kind]
        y, scale = (11, 0.54) if token.boss else (9, 0.62)
        face = _face(token.code.upper(), token.health, token.health, token.boss)
        sign = f'<g transform="translate(13 {y}) scale({scale})">{face}</g>'
        entries.append((sign, f"{token.title}, health {token.health}" if token.health else token.title))
    full = [tokens[kind_of(int(m))].health for m in position.state.monsters[: position.state.monster_count]]
    if any(monster.health < health for monster, health in zip(position.monsters, full, strict=True)):
        sign = f'<circle cx="13" cy="9" r="4.4" fill="#fff" stroke="{INK}" stroke-width="1.8"/>'
        entries.append((sign, "health lost"))
    if any(monster.tarred for monster in position.monsters):
        entries.append((f'<g transform="translate(13 24)">{_TAR}</g>', "tarred"))
    if any(monster.attacking for monster in position.monsters):
        entries.append((f'<g transform="translate(-2 22)">{_ATTACK}</g>', "attacking a structure"))
    if any(monster.flames for monster in position.monsters) or any(position.wall_flames) or any(position.tower_flames):
        entries.append((f'<g transform="translate(13 22) scale(.75)">{_flame(1)}</g>', "burning, with so many flames"))
    if position.wizards_tower:
        entries.append(
            (f'<text x="13" y="15" font-size="15" font-weight="700" text-anchor="middle" fill="{INK}">W</text>', "the Wizard's Tower")
        )
    if position.fortified:
        entries.append((f'<g transform="translate(13 9) scale(.75)">{_shield()}</g>', "Fortify token"))
    return entries
