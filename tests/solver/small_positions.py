"""Random positions of small castles, and a plain search through the rules that settles whether their next ordeal can be met."""

from __future__ import annotations

import random

from castlewise.models.castellion.game import Castellion
from castlewise.models.castellion.moves import CARD, MEET_NOW
from castlewise.models.castellion.position import Position
from castlewise.models.castellion.rule_set import pile_text, read_rules
from castlewise.models.castellion.tiles import BLACK_TRAITOR, DEFENDERS, KINDS, TRAITOR
from castlewise.models.contract import Node
from castlewise.models.move_code import first_of, second_of, verb_of

SIZES = ("2x3", "2x4", "3x3", "4x2", "1x4", "3x2", "4x3")
CARDS = ("1T", "1B", "1L", "earthworm-1", "1B-else-4", "1T-else-2", "1L-else-6", "2B", "1T-else-9")
EXTRAS = ("", "", "", "vigil", "prophet", "premonition", "prison", "cold-sweat", "horror", "two-player", "two-player", "two-player,prison", "pantry",
          "pantry-harder", "two-player,pantry", "two-player,horror")  # fmt: skip
MOST = 1_500  # positions that the plain search goes through


def random_position(number: int) -> Position | None:
    """A position of a random game of a random small rule set, or None if the game does not get so far."""
    rng = random.Random(number)
    extra = rng.choice(EXTRAS)
    level = "expert" if "pantry" in extra else rng.choice(("base", "expert", "base", "expert", "introductory"))
    factions = rng.sample(range(4), rng.choice((1, 1, 2, 2, 3)))
    safe, standard = [0] * KINDS, [0] * KINDS
    tiles = rng.randrange(6, 13)
    for _ in range(tiles):
        kind = rng.choice(factions) * 3 + rng.randrange(3)
        (safe if rng.random() < 0.25 else standard)[kind] += 1
    if not any(safe):
        safe[rng.randrange(DEFENDERS)] += 1
    standard[TRAITOR], standard[BLACK_TRAITOR] = rng.randrange(3), rng.randrange(2)
    ordeals = ",".join(f"ordeal{n}={'.'.join(rng.sample(CARDS, rng.choice((1, 1, 2))))}:{rng.randrange(2, 4)}" for n in (1, 2, 3))
    piles = f"safe={pile_text(safe).removesuffix('.0.0')},standard={pile_text(standard)}"
    rules = read_rules(",".join(part for part in (level, extra, ordeals, f"size={rng.choice(SIZES)}", piles) if part))
    game = Castellion(rules, compiled=False)
    here = game.start()
    left = rng.randrange(1, 5)
    for _ in range(60):
        s = here.numbers
        if game.node(here) is Node.OVER:
            return None
        if sum(s.safe) + sum(s.standard) <= left:
            return here
        moves = [made for made in game.moves(here) if verb_of(made) != MEET_NOW or rng.random() < 0.03]
        built = [made for made in moves if game.short(here, made).startswith("place")]
        here = game.apply(here, rng.choice(built) if built and rng.random() < 0.85 else rng.choice(moves))
    return None


def can_be_met(position: Position, card: int, target: int | None = None) -> bool | None:
    """By going through every line: whether the next ordeal, should it be this card, can be overcome. None if there are too many lines."""
    target = position.met + 1 if target is None else target
    game = position.game
    seen = {bytes(position)}
    stack = [position]
    while stack:
        here = stack.pop()
        for made in game.moves(here):
            if verb_of(made) == CARD and first_of(made) == position.met and second_of(made) != card:
                continue
            after = game.apply(here, made)
            result = game.result(after)
            if after.met >= target and (result is None or result.won):
                return True
            if not after.is_over and bytes(after) not in seen:
                seen.add(bytes(after))
                stack.append(after)
        if len(seen) > MOST:
            return None
    return False
