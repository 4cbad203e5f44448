"""How the moves of Castle Panic may be told, beside their short forms and sentences: "barbarian kills the troll in 4", "build wall 3", "no trade", "boulder".

The words around a move are those that people use at the table; a Monster goes by as much of its name, ring, arc and health as tells it from the others.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from castlewise.models.castle_panic import moves as verbs
from castlewise.models.castle_panic import stages
from castlewise.models.castle_panic.board import ATTACKING, CASTLE, COLOURS, RINGS, TARRED, arc_of, colour_of, health_of, kind_of, ring_of
from castlewise.models.castle_panic.expansions.wizards_tower.components import WIZARDS_TOWER
from castlewise.models.castle_panic.expansions.wizards_tower.marks import flames_of, fresh_of
from castlewise.models.castle_panic.names import card_names, token_names
from castlewise.models.contract import Node
from castlewise.models.move_code import first_of, second_of, target_of, third_of, verb_of
from castlewise.models.move_reading import Legal, Part, Reader, Saying, ways

if TYPE_CHECKING:
    from castlewise.models.castle_panic.position import Position

HITTING = [
    "takes", "take", "out", "finish", "finishes", "off", "dead", "smash", "smashes", "zap", "zaps", "burn", "burns", "set", "sets", "fire",
    "hurt", "hurts", "destroy", "destroys", "eliminate", "eliminates", "remove", "removes", "target", "targets", "get", "gets", "at", "aim",
    "aims", "aimed", "hit", "hits", "hitting", "attack", "attacks", "shoot", "shoots", "strike", "strikes", "damage", "damages", "kill",
    "kills", "slay", "slays", "wound", "wounds", "and",
]  # fmt: skip
DISCARDING = [
    "goes", "go", "toss", "tosses", "chuck", "dump", "ditch", "bin", "put", "discard", "discards", "discarding", "throw", "throws", "away",
    "drop", "drops", "give", "gives", "up", "lose", "loses", "get", "rid", "out", "swap", "replace", "and",
]  # fmt: skip
DRAWING = [
    "draw", "draws", "drew", "drawn", "gets", "get", "got", "dealt", "deal", "has", "have", "receives", "received", "new", "and", "pile",
    "deck", "takes", "take",
]  # fmt: skip
ROLLING = [
    "says", "say", "shows", "show", "arrives", "at", "down", "along", "through", "from", "came", "landed", "goes", "rolled", "roll", "rolls",
    "rolling", "die", "dice", "arc", "comes", "come", "appears", "starts", "forest", "enters", "lands", "number", "space",
]  # fmt: skip
TRADING = [
    "take", "takes", "offer", "offers", "trade", "trades", "swap", "swaps", "exchange", "exchanges", "give", "gives", "hand", "hands", "get",
    "gets", "and",
]  # fmt: skip
BUILDING = [
    "reinforce", "reinforces", "make", "makes", "construct", "repair", "repairs", "fix", "build", "builds", "rebuild", "rebuilds", "new",
    "put", "puts", "place", "places", "and", "arc", "space",
]  # fmt: skip
PUTTING = ["put", "puts", "place", "places", "start", "starts", "starting", "archer"]
NO_MORE = (
    "next phase", "go on", "continue", "move monsters", "monsters move", "next", "no further cards", "thats all for me", "on to monsters", "go on to monsters",
    "end", "done", "end turn", "end of turn", "end my turn", "end phase", "pass", "thats it", "thats all", "no more cards", "no more", "stop", "finish",
    "finished", "plays no more cards", "play no more cards", "nothing", "nothing more", "nothing else", "no cards", "no card", "no", "no play", "no plays",
    "play nothing", "plays nothing", "im done", "i am done", "none", "skip",
    "all done", "all done here", "done here", "thatll do", "that will do", "turn over", "turn is over", "nothing else i can do", "bring on the monsters",
    "leave it there", "ill leave it there", "thats me done", "done playing",
)  # fmt: skip
KEEPING = (
    "next phase", "go on", "continue", "next", "keeping everything", "im keeping everything", "keeping all", "im keeping all", "keep it", "ill keep everything",
    "keep", "keep all", "keep everything", "keep them", "keep my cards", "keep hand", "keep my hand", "no discard", "no discards", "discard nothing",
    "discards nothing", "discard none", "dont discard", "do not discard", "no", "none", "nothing", "pass", "skip", "no thanks", "done", "keeps everything",
    "keeps hand", "keeps his hand", "keeps her hand", "keeps their hand", "hands fine", "hand is fine", "stand pat", "stands pat", "stay", "stays",
)  # fmt: skip
NOT_TRADING = (
    "next phase", "go on", "continue", "next", "skip trade", "skip trading", "skip trades", "not trading", "im not trading",
    "no trade", "no trades", "dont trade", "do not trade", "trade nothing", "trades nothing", "without trade", "without trading", "pass", "skip", "no", "none",
    "nothing", "no more trades", "trades no more", "trade no more", "no trading", "done", "no deal",
    "no trades either", "no trade either", "doesnt trade", "does not trade", "no swap", "no swaps", "dont swap",
)  # fmt: skip


def monster_parts(position: Position, packed: int) -> tuple[Part, ...]:
    """What may be said of a Monster: its name, and where and how it is."""
    names = token_names(position.rule_set.components)
    ring, arc, health = RINGS[ring_of(packed)], arc_of(packed) + 1, health_of(packed)
    code, called, colour = names.codes[kind_of(packed)], names.ways[kind_of(packed)], COLOURS[colour_of(arc - 1)]
    where = {f"{ring[0]}{arc}{code}{health}", f"{ring[0]}{arc}{code}", f"{code}{health}"}
    parts = [
        ways(*called, *(f"{colour} {name}" for name in called), *where),
        ways(ring),
        ways(f"{arc}", f"arc {arc}", f"space {arc}"),
        ways(f"in {colour}"),
        ways(*(f"{health} {point}" for point in ("health", "point", "points", "left", "damage")), f"health {health}"),
    ]
    if packed & TARRED:
        parts.append(ways("tarred", "tar"))
    if packed & ATTACKING:
        parts.append(ways("attacking"))
    if flames_of(packed) + fresh_of(packed):
        parts.append(ways("burning", "fire", f"{flames_of(packed) + fresh_of(packed)} flames"))
    return tuple(parts)


def arc_part(arc: int) -> Part:
    """An arc counted from 0."""
    return ways(f"{arc + 1}", f"arc {arc + 1}", f"number {arc + 1}")


def player_part(player: int) -> Part:
    """A player counted from 0."""
    return ways(*(f"{who}{player + 1}{s}" for who in ("player ", "p", "player") for s in ("", "s")))


def saying(position: Position, move: int) -> Saying | None:
    """How a move may be told."""
    components = position.rule_set.components
    cards, tokens = card_names(components), token_names(components)
    verb, first, second, third = verb_of(move), first_of(move), second_of(move), third_of(move)

    def card(kind: int) -> Part:
        return ways(*cards.ways[kind])

    def token(kind: int) -> Part:
        return ways(*tokens.ways[kind])

    def target() -> tuple[Part, ...]:
        return monster_parts(position, target_of(move))

    def mover() -> tuple[Part, ...]:
        return (player_part(max(0, position.game.mover(position))),)

    def discarded() -> Saying:
        if second == verbs.NOTHING:
            return Saying([card(first)], mover(), DISCARDING)
        if first != second:
            return Saying([card(first), card(second)], mover(), DISCARDING)
        both = [f"{two} {way}" for way in cards.ways[first] for two in ("2", "both")] + [f"{way} {way}" for way in cards.ways[first]]
        return Saying([ways(*both) | {(*one, "and", *one) for one in card(first)}], mover(), DISCARDING)

    match verb:
        case verbs.PLACE | verbs.PLACED:
            return Saying([token(first), arc_part(second)], (), PUTTING)
        case verbs.CLAIM:
            around = ["claim", "claims", "choose", "chooses", "take", "takes", "backup", "as", "own"]
            return Saying([arc_part(first)], [ways("tower")], around)
        case verbs.KING:
            return Saying([arc_part(first)], [ways("tower"), ways("kings tower", "king")], ["name", "names", "take", *PUTTING])
        case verbs.DESPERATE:
            return Saying(
                [ways("desperate", "desperate times", "new hand", "discard hand", "discard my hand", "discard whole hand", "yes")],
                mover(),
                DRAWING,
            )
        case verbs.CARRY_ON:
            return Saying([ways(*KEEPING, "carry on")], mover())
        case verbs.DISCARD:
            return discarded()
        case verbs.KEEP:
            return Saying([ways(*KEEPING)], mover())
        case verbs.TRADE:
            return Saying([card(first), card(third)], [player_part(second)], TRADING, in_order=True)
        case verbs.NO_TRADE:
            return Saying([ways(*NOT_TRADING)], mover())
        case verbs.ACCEPT:
            return Saying(
                [ways("accept", "accepts", "yes", "ok", "okay", "agree", "agrees", "agreed", "deal")], mover(), ["trade", "offer"]
            )
        case verbs.REFUSE:
            return Saying(
                [ways("refuse", "refuses", "no", "decline", "declines", "reject", "rejects", "no deal")], mover(), ["trade", "offer"]
            )
        case verbs.HIT | verbs.SLAY:
            return Saying([card(first)], target(), HITTING)
        case verbs.NICE_SHOT:
            return Saying([card(first), ways("nice shot", "ns")], target(), HITTING)
        case verbs.ALL_FOR_ONE:
            return Saying([card(first), card(second), card(third)], [*target(), ways("all for 1")], HITTING)
        case verbs.TAR:
            return Saying([card(first)], target(), ["put", "puts", "hold", "holds", "stop", "stops", "stick", "place"])
        case verbs.DRIVE_BACK:
            back = ways("back", "back to forest", "back into forest", "away", "to forest", "into forest")
            return Saying(
                [card(first) | ways("drive", "drives", "send", "sends", "push", "pushes")], [*target(), back], ["him", "send", "sends"]
            )
        case verbs.BUILD:
            pair = ways("brick and mortar", "mortar and brick", "brick mortar", "mortar brick", "br.mo")
            return Saying([pair | ways("wall", "walls", "build", "rebuild")], [arc_part(first), pair, ways("wall")], BUILDING)
        case verbs.FORTIFY:
            return Saying(
                [ways("fortify", "fortify wall", "fortify token", "fw", "strengthen")],
                [arc_part(first), ways("wall"), ways("token")],
                BUILDING,
            )
        case verbs.MISSING | verbs.DRAW_TWO:
            return Saying([card(first)], mover())
        case verbs.SCAVENGE:
            around = [
                "get", "gets", "fetch", "fetches", "take", "takes", "pick", "picks", "find", "finds", "discard", "discards", "pile", "bring", "brings",
                "back", "for", "and",
            ]  # fmt: skip
            return Saying([card(first), card(second)], mover(), around, in_order=True)
        case verbs.PLACE_WALL:
            return Saying(
                [ways("held wall", "wall held", "place wall", "put wall", "own wall", "wall")], [arc_part(first)], [*BUILDING, "held"]
            )
        case verbs.END_PLAY:
            return Saying([ways(*NO_MORE)], mover())
        case verbs.HURT:
            name, *rest = target()
            structure = ways("tower" if ring_of(target_of(move)) == CASTLE else "wall")
            return Saying(
                [name | ways("hurt")],
                [name, *rest, structure],
                ["hurt", "hurts", "hit", "take", "takes", "point", "points", "damage", "is", "dies", "and"],
            )
        case verbs.GIVE_UP:
            return Saying([card(first)], mover(), DISCARDING)
        case verbs.CARD:
            return Saying([card(first)], [player_part(position.player)], DRAWING)
        case verbs.TOKEN:
            return Saying([token(first)], mover(), [*DRAWING, "then", "space", "spaces"])
        case verbs.ROLL | verbs.WALL | verbs.WALL_COUNT:
            drawn = [token(int(position.state.token))] if position.state.token else []
            return Saying([arc_part(first)], [*drawn, ways("wall", "walls")], ROLLING)
    if position.rule_set.wizards_tower:
        from castlewise.models.castle_panic.expansions.wizards_tower.move_words import saying as wizards_saying

        return wizards_saying(position, move)
    return None


@lru_cache(maxsize=32)
def _legal(position: Position) -> Legal:
    return Legal(position.game, position, lambda move: saying(position, move), without_health)


def without_health(form: str) -> str:
    """The least that has to be said of a short form."""
    return re.sub(r"@([a-z]\d[a-z]+?)\d+[a-z]*$", r"@\1", form)


def _passing(position: Position) -> int | None:
    """Discarding and trading are optional: who says nothing of them and goes on has passed."""
    if position.game.node(position) is Node.CHOICE and position.state.stage in (stages.DISCARD_PHASE, stages.TRADE_PHASE):
        silent = (verbs.KEEP, verbs.NO_TRADE)
        return next((move for move in _legal(position).moves if verb_of(move) in silent), None)
    return None


def _vocabulary() -> frozenset[str]:
    """All words that mean something in this game, the Wizard's Tower's included: who names what is not there is not to be misunderstood."""
    names = (*card_names(WIZARDS_TOWER).ways, *token_names(WIZARDS_TOWER).ways)
    lists = (HITTING, DISCARDING, DRAWING, ROLLING, TRADING, BUILDING, PUTTING, RINGS, COLOURS)
    told = [word for ways_told in (*names, NO_MORE, KEEPING, NOT_TRADING) for way in ways_told for word in way.split()]
    return frozenset(told).union(*lists)


def reader() -> Reader:
    from castlewise.models.castle_panic.moments import moment
    from castlewise.models.castle_panic.move_text import well_formed
    from castlewise.models.castle_panic.refusals import refusal

    return Reader(_legal, well_formed, refusal, moment, _passing, vocabulary=_vocabulary())
