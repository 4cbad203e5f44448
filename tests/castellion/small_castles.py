"""Castle questions small enough for the oracle, all from a seed, each with the oracle's answer.

Tiles are few and mostly of one or two factions, so that both answers are frequent. The standing castle may be one that no rule would have let anybody place:
slides bring such castles about.
"""

from __future__ import annotations

import random
from functools import lru_cache
from itertools import count

from castellion.castle_oracle import TooMany, fewest
from castlewise.models.castellion.castle_question import Building, Castle, CastleQuestion, size_of
from castlewise.models.castellion.ordeals import Ordeal
from castlewise.models.castellion.tiles import DEFENDERS, JUGGLER, PANTRY, PYRO, STONES

SIZES = (
    (1, 4),
    (1, 6),
    (2, 2),
    (2, 3),
    (2, 4),
    (2, 4),
    (2, 5),
    (3, 2),
    (3, 3),
    (3, 4),
    (4, 1),
    (4, 2),
    (4, 2),
    (4, 3),
    (4, 4),
    (5, 2),
    (5, 3),
    (6, 2),
)
MOST_LINES = 1_500
MOST_ATTEMPTS = 40
ASPECTS = ("plain", "plain", "plain", "castle", "castle", "powers", "powers", "penalty", "penalty", "rows", "pantry", "haunted")


@lru_cache(maxsize=4_096)
def small_castle(seed: int, aspect: str = "") -> tuple[CastleQuestion, tuple[int, Building] | None]:
    """A question and its answer: the fewest tiles with a way to build, or None if it is impossible. `aspect` is one of ASPECTS, else any."""
    rng = random.Random(seed)
    aspect = aspect or rng.choice(ASPECTS)
    solvable = rng.random() < 0.6
    for attempt in count():
        question = _any_question(rng, aspect)
        try:
            answer = fewest(question, MOST_LINES)
        except TooMany:
            continue
        # Questions that need nothing to be built teach little, and so do powers that are not needed; impossible ones come by themselves.
        if attempt > MOST_ATTEMPTS or (answer is not None and bool(answer[1].steps if question.powers else answer[0])) is solvable:
            break
    return question, answer


def _any_question(rng: random.Random, aspect: str) -> CastleQuestion:
    width, height = rng.choice(SIZES)
    favourites = rng.sample(range(4), rng.choice([1, 2, 2]))
    if aspect == "powers":
        favourites[-1] = rng.choice([JUGGLER, PYRO])
    left = _supply(
        rng, rng.randint(2, 5) if aspect in ("powers", "pantry") else rng.randint(width, 9), favourites, pantry=aspect == "pantry"
    )
    castle: Castle = ()
    if aspect in ("castle", "haunted", "powers", "pantry") or rng.random() < 0.5:
        columns = width if aspect == "haunted" else rng.randint(1, width)
        castle = _castle(rng, columns, height, favourites, pantry=aspect == "pantry")
        if size_of(castle) == width * height:  # would have met its ordeal
            castle = castle[1:]
    number = 1 if aspect == "powers" else rng.choice([1, 1, 2, 2, 3])
    ordeals = [_ordeal(rng, width, height) for _ in range(number)]
    if aspect == "penalty":
        ordeals[rng.randrange(number)] = _ordeal(rng, width, height, penalty=rng.randint(1, 6))
    if aspect == "rows":
        ordeals[rng.randrange(number)] = Ordeal(rows=rng.randint(1, min(3, height)))
    haunted = None
    if aspect == "haunted" and castle:
        column = rng.randrange(len(castle))
        haunted = (column, rng.randrange(len(castle[column])))
    pantry: tuple[int, ...] = ()
    if aspect == "pantry":
        ordeals = ordeals[:2]
        first = rng.choice([2, 2, 4])
        pantry = (first, first + 2)[: len(ordeals)]
    return CastleQuestion(
        tuple(ordeals),
        width,
        height,
        castle,
        left,
        spares=rng.random() < 0.7,
        powers=rng.choice([1, 1, 2]) if aspect == "powers" else 0,
        pantry=pantry,
        pantry_apart=bool(pantry) and rng.random() < 0.6,
        haunted=haunted,
    )


def _kind(rng: random.Random, favourites: list[int]) -> int:
    return rng.choice(favourites) * 3 + rng.randrange(3) if rng.random() < 0.9 else rng.randrange(DEFENDERS)


def _supply(rng: random.Random, tiles: int, favourites: list[int], pantry: bool) -> tuple[int, ...]:
    left = [0] * STONES
    for _ in range(tiles):
        left[_kind(rng, favourites)] += 1
    for _ in range(rng.randint(1, 3) if pantry else 0):
        left[PANTRY + rng.randrange(3)] += 1
    return tuple(left)


def _castle(rng: random.Random, width: int, height: int, favourites: list[int], pantry: bool) -> Castle:
    return tuple(
        tuple(PANTRY + rng.randrange(3) if pantry and rng.random() < 0.4 else _kind(rng, favourites) for _ in range(rng.randint(1, height)))
        for _ in range(width)
    )


def _ordeal(rng: random.Random, width: int, height: int, penalty: int | None = None) -> Ordeal:
    """Formations that a castle of this size has room for, and now and then one more than that."""
    fitting = [
        formation for formation, room in (("towers", height >= 4), ("bastions", min(width, height) >= 2), ("lines", width >= 4)) if room
    ]
    counts = {"towers": 0, "bastions": 0, "lines": 0}
    for _ in range(rng.choice([0, 1, 1, 1, 1, 1, 1, 2])):
        counts[rng.choice(fitting if fitting and rng.random() < 0.97 else list(counts))] += 1
    return Ordeal(counts["towers"], counts["bastions"], counts["lines"], penalty)
