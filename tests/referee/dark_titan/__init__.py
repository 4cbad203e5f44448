"""The referee for The Dark Titan with Castle Panic, written from the Big Box rulebook (pages 23 to 28) alone.

``DarkTitan`` is the base game's referee (``referee.castle_panic``) with the expansion's rules laid over it, one module a subject:
``components`` (numbers, and how sure they are), ``box`` (options, setup, what one sees), ``damage`` (points, deaths, structures, Boulders),
``supports``, ``agranok`` (Heralds, his die, the other tokens), ``cards`` (Barrage, Boiling Oil, Elites, the Cavalier). It is meant to be
read beside the rulebook; ``docs/readings-dark-titan.md`` says what it plays where the text leaves room.

Rules (the dictionary that a referee is made of), beside the base game's:

| name | value |
|---|---|
| ``agranok`` | a level, 1 to 5, or "random" (the default): drawn blind, revealed when he comes |
| ``level six`` | the promo card is among the levels |
| ``slippery slope``, ``sigh of relief``, ``demolition man`` | alternate rules |
| ``burning the midnight oil``, ``the gangs all here`` | refused without The Wizard's Tower, whose fire and Harbingers they need |

A Monster is ``(token, ring, arc, health, tarred)`` as in the base game, a Support token ``(token, ring, arc, health)``. Beside the base
game's moves a player or the team chooses

| move | who | when |
|---|---|---|
| ``("oil", card, ring)`` | player | a Boiling Oil; the ring is "swordsman", with Slippery Slope also "castle" |
| ``("cavalier", arc)`` | player | the Cavalier card places him in the Swordsman ring |
| ``("barrage", what)`` | player | a ring ("archer", "knight", "swordsman"; with Heroic Powers "castle") or a colour ("red", ...) |
| ``("hit", card, monster)``, ``("done",)`` | each player in turn | during a Barrage; who cannot hit is not asked |
| ``("move support", card, token)`` | player | a colour card is discarded to move a Support token |
| ``("step", ring, arc)`` | player | its next space, one or two times |
| ``("fight", token, monster)`` | team | which Support token fights next, and whom; a single possibility is not asked |
| ``("squad", monster)``, ``("enough",)`` | player | a point of the Reserve Squad, or no more |
| ``("cart wall", arc)`` | player | a Wall of the Stonemason's Cart |
| ``("cavalier moves", ring, arc)``, ``("cavalier fights", monster)``, ``("cavalier rests",)`` | player | between the Play Cards and Move phases |
| ``("banish", card)`` | each player in turn | Agranok's die |

and chance brings

| outcome | weight | when |
|---|---|---|
| ``("hit roll", n)`` | 1 | a hit card against an Elite; 1 and 2 miss |
| ``("effect roll", n)`` | 1 | Agranok's die |
| ``("level", n)`` | 1 | he comes and his card was drawn blind |
| ``("lose", player, card)`` | copies in that hand | his token was flipped to the wounded side |
| ``("wither", card)`` | copies in the deck | Wither banishes the top card |

Placing Agranok, a Herald or a Support token and Agranok's Boulder roll the base game's ``("roll", n)``. ``snapshot()`` adds "heralds" (on
the Agranok card), "level" (None while unknown), "agranok slain", "agranok shaken" (at his last health, a point taken in this phase),
"supports", "cavalier" (ring and arc, or None), "banished" (cards), "tokens out" (Support tokens used or lost).
"""

from referee.dark_titan.cards import Cards as DarkTitan

__all__ = ["DarkTitan"]
