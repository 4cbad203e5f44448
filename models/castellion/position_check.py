"""Can this position be? Every reason why not, each with its place.

Impossible is refused, strange is accepted. Shapes are never compared: slides, exchanges and fallen rows bring any two tiles side by side. A full castle
at the start of a turn, or a turn with nothing left to draw, is not refused either, but runs on as a game does.

What a newcomer would get wrong: a check that seems obvious may be false in the middle of an encounter. The Traitors that brought an ordeal on lie beside it
until it is passed, and a tile drawn before a premature encounter waits in hand. The stage says which moment it is.
"""

from __future__ import annotations

from castlewise.models.castellion import stages
from castlewise.models.castellion.moment_check import Found, destruction, encounter, ending, powers
from castlewise.models.castellion.position import Position
from castlewise.models.castellion.position_draft import Draft, state_of
from castlewise.models.castellion.position_keys import DESTROYING, EXTRAS, MEETING, SETTING_UP
from castlewise.models.castellion.prison_ring import touching
from castlewise.models.castellion.rule_set import EXPERT, INTRODUCTORY
from castlewise.models.castellion.rules.appendices import PRISON_TILES
from castlewise.models.castellion.rules.powers import REVEALED_AT_ONCE
from castlewise.models.castellion.tiles import (
    BLACK_TRAITOR,
    DEFENDERS,
    PANTRY,
    STONES,
    TILES,
    TRAITOR,
)
from castlewise.models.problems import Problems
from castlewise.models.rules_needed import not_in_force

USING = ("juggle", "reveal", "reveal-safe", "reveal-standard", "recover", "fire", "move")  # a tile was discarded for its power
GIFTED = ("use", *USING, *MEETING, "choose-card", "turn-over")  # where a donated tile may have led


def check(draft: Draft, *, thorough: bool = True) -> Problems:
    """Everything that is wrong with a draft.

    Unless thorough, only what can be said of each part by itself: for texts of which a part could not be read.
    """
    found = Problems()

    def look(*parts: Found) -> None:
        for part in parts:
            for key, reason in part:
                found.add(draft.place(key), reason)

    look(castles(draft), tiles(draft), prison(draft), rules_in_force(draft))
    if thorough:
        look(ordeals(draft), pending(draft), hand(draft), revealed(draft), appendices(draft), two_players(draft), full_castles(draft))
    if thorough and not found:  # what follows counts formations and asks the rules, so it needs a castle that can be
        look(encounter(draft), destruction(draft), powers(draft), ending(draft))
    if thorough and not found:
        look(something_to_decide(draft))
    return found


def castles(draft: Draft) -> Found:
    rules = draft.rule_set
    for player, columns in enumerate(draft.castles):
        key = draft.castle_key(player)
        if len(columns) > rules.width:
            yield key, f"{len(columns)} columns, at most {rules.width}"
        for number, column in enumerate(columns, 1):
            if len(column) > rules.height:
                yield key, f"{len(column)} tiles in column {number}, at most {rules.height}"
            if any(kind >= STONES for kind in column):
                yield key, f"a Traitor in column {number}: it cannot be part of a castle"
    if draft.haunted is not None:
        player, column_of, row = draft.haunted
        columns = draft.castles[player]
        if column_of >= len(columns) or row >= len(columns[column_of]):
            yield "haunted", f"there is no tile in column {column_of + 1}, row {row + 1}"


def tiles(draft: Draft) -> Found:
    """No more tiles than there are, none in the wrong place, and none lost."""
    rules = draft.rule_set
    none = [0] * len(TILES)
    stated = draft.where() | {"pantry": draft.pantry or none, "safe": draft.safe or none, "standard": draft.standard or none}
    stated["discards"] = draft.discards or none
    short = False
    for kind, total in enumerate(rules.all_tiles):
        where = {key: counts[kind] for key, counts in stated.items()}
        if sum(where.values()) > total:
            short = True
            yield (
                ", ".join(key for key, count in where.items() if count),
                f"{sum(where.values())} of {TILES[kind].title}, this game has {total}",
            )
        for key, began in (("safe", rules.safe), ("standard", rules.standard)):
            if began[kind] < where[key] <= total:
                yield key, f"{where[key]} of {TILES[kind].title}, the pile began with {began[kind]}"
        if kind >= STONES and where["discards"]:
            yield "discards", f"{TILES[kind].title}: Traitors that are gone are not kept; leave them out"
        if not PANTRY <= kind < STONES and where["pantry"]:
            yield "pantry", f"{TILES[kind].title} is not a Pantry tile"
        if kind >= DEFENDERS:
            for key in ("vigil", "prison"):
                if where[key]:
                    yield key, f"{TILES[kind].title} is not a Defender"
    if draft.discards is not None and not short:
        for kind, (there, said) in enumerate(zip(draft.discarded(), draft.discards, strict=True)):
            if there > said and kind < STONES:
                yield "safe, standard, discards", f"{there - said} of {TILES[kind].title} missing: every tile has to be somewhere"


def prison(draft: Draft) -> Found:
    if len(draft.prison) > PRISON_TILES:
        yield "prison", f"{len(draft.prison)} tiles, there is room for {PRISON_TILES}"
        return
    for one, other in touching(draft.prison):
        first, second = (TILES[draft.prison[place]].title for place in (one, other))
        yield (
            "prison",
            f"{first} and {second} lie beside each other and have the same shape; the tiles are given in their order around the pawn",
        )


def rules_in_force(draft: Draft) -> Found:
    """Nothing that belongs to a rule which is not in force."""
    rules = draft.rule_set
    needs = {
        "two-player": (rules.players == 2, ("gift", "meets", "champion"), ("who", "donate", "pay-champion")),
        "base or expert": (rules.level != INTRODUCTORY, ("revealed", "recovering"), (*USING, "pay-traitor")),
        "expert": (rules.level == EXPERT, ("turning", "reveals"), ("choose-card", "turn-over", "meet-card")),
        "introductory or base": (rules.level != EXPERT, (), ("turn-up",)),
        "vigil": (rules.appendix == "vigil", ("vigil",), ("draw-vigil",)),
        "prophet": (rules.appendix == "prophet", ("prophet",), ("prophet",)),
        "prison": (rules.appendix == "prison", ("prison",), ("pay-prison", "lost-prison")),
        "premonition": (rules.appendix == "premonition", ("pawn-used",), ()),
        "cold-sweat or horror": (rules.appendix in ("cold-sweat", "horror"), ("haunted",), ("lost-haunted",)),
        "horror": (rules.appendix == "horror", (), ("haunt",)),
        "pantry": (rules.pantry != "", ("pantry",), ("lost-pantry",)),
    }
    yield from not_in_force(needs, lambda key: is_stated(draft, key), draft.stage_name, rules)


def is_stated(draft: Draft, key: str) -> bool:
    """Whether a key says something: a switch that is on, a list that is not empty."""
    value = draft.stated(key)
    if isinstance(value, list):
        return any(value)
    return value is not None and value is not False and value != ()


def ordeals(draft: Draft) -> Found:
    rules, name = draft.rule_set, draft.stage_name
    beside = draft.traitors + draft.black_traitors
    over = draft.stage == stages.OVER
    if draft.met == 3 and not over:
        yield "ordeals", "all three are met, so the game is over"
    if name in SETTING_UP and draft.met + beside:
        yield "ordeals", "nothing has been met, and no Traitor drawn, in the setup"
    for number in range(3):
        key = f"ordeals[{number + 1}]"
        if draft.card(number) is not None:
            continue
        if number < draft.met:
            yield key, "is met, so its card is known; name it"
        elif rules.level != EXPERT and name not in ("setup", "turn-up"):
            yield key, f'lies face up at the {rules.level} level; name its card, or begin with the stage "setup"'
    if draft.met == 3:
        if beside:
            yield "ordeals", f"{beside} Traitors, but no ordeal is left to lie beside"
        return
    needed = rules.ordeals[draft.met].traitors - (draft.prophet == draft.met)
    brought_on = over or (name in ("who", "meet-card", "penalty") and draft.hand is None and draft.during is None)
    if beside > needed - (not brought_on):
        yield f"ordeals[{draft.met + 1}]", f"{beside} Traitors beside an ordeal that is met with {needed}"


FITTING = {
    "received": ("use", *MEETING),
    "gift": GIFTED,
    "recovering": ("recover",),
    "due": DESTROYING,
    "sweep": ("pay-traitor", "pay-champion", "penalty", "pay-prison"),
    "meets": ("meet-card", "penalty"),
    "during": MEETING,
    "turning": ("turn-over",),
    "reveals": ("choose-card", "turn-over"),
}
UNFITTING = {
    "revealed": (*SETTING_UP, "draw-safe", "draw-standard"),
    "prison": SETTING_UP,
    "haunted": SETTING_UP,
    "pawn-used": SETTING_UP,
    "champion": SETTING_UP,
}


def pending(draft: Draft) -> Found:
    """What is under way has to fit the stage, and what the stage asks about has to be stated."""
    name = draft.stage_name
    for key in EXTRAS:
        unfit = name not in FITTING[key] if key in FITTING else name in UNFITTING.get(key, ())
        if unfit and is_stated(draft, key):
            yield key, f'does not go with the stage "{name}"'
    if name == "recover" and draft.recovering is None:
        yield "recovering", "has to be stated: the shape of the Chameleon that was discarded"
    if name == "turn-over" and draft.value("turning") is None:
        yield "turning", "has to be stated: which ordeal's card is turned over"
    if draft.value("turning") is not None and name == "turn-over" and draft.value("turning") not in draft.face_down:
        yield "turning", f"the card of ordeal {draft.value('turning') + 1} does not lie face down"
    if draft.during is not None and draft.hand is not None:
        yield "during", "the tile in hand is used after the encounter, so it did not come before a turn"
    if draft.during is not None and draft.gift:
        yield "during", "a donated tile is used up before the next turn"


def hand(draft: Draft) -> Found:
    """The tile in hand: which one a stage asks for, and how it was come by."""
    name, kind = draft.stage_name, draft.hand
    wanted = {"use": range(STONES), "traitor": range(STONES, len(TILES)), "haunt": (BLACK_TRAITOR,), "donate": range(DEFENDERS)}
    if name in wanted:
        words = {"use": "a Defender or Pantry tile", "traitor": "a Traitor", "haunt": "a black-bordered Traitor", "donate": "a Defender"}
        if kind is None:
            yield "hand", f'has to be stated: {words[name]} at the stage "{name}"'
        elif kind not in wanted[name]:
            yield "hand", f'{TILES[kind].title}: expected {words[name]} at the stage "{name}"'
    elif kind is not None and name not in MEETING and draft.stage != stages.OVER:
        yield "hand", f'does not go with the stage "{name}"'
    elif kind is not None and name in MEETING and draft.rule_set.level == INTRODUCTORY:
        yield "hand", "at the introductory level no ordeal is met before the tile in hand is used"
    if kind is None:
        if draft.received:
            yield "received", "speaks of a tile in hand, and there is none"
        return
    if draft.value("received") and not draft.usual("received"):
        if kind >= TRAITOR:
            yield "received", "a Traitor is always drawn"
        elif draft.rule_set.level == INTRODUCTORY and draft.rule_set.appendix != "vigil":
            yield "received", "at the introductory level without The Vigil every tile is drawn, or else a gift"
    if draft.usual("received") and not draft.value("received"):
        yield "received", "a donated tile and a Pantry tile in hand are never drawn ones"
    if draft.gift and kind >= TRAITOR:
        yield "gift", "a Traitor cannot be donated"


def revealed(draft: Draft) -> Found:
    """A Seer's tiles: four at most, and one of them is in use while something is done."""
    face_up = sum(draft.value("revealed"))
    used = draft.hand is not None or draft.stage_name in USING or draft.stage_name == "pay-traitor"
    most = REVEALED_AT_ONCE - used
    if face_up > most:
        yield "revealed", f"{face_up} tiles, at most {most}" + (f' at the stage "{draft.stage_name}"' if used else "")


def appendices(draft: Draft) -> Found:
    rules, name = draft.rule_set, draft.stage_name
    if rules.appendix == "vigil" and draft.vigil is None and name not in SETTING_UP:
        yield "vigil", "has to be stated: the tile in reserve"
    if rules.appendix == "prophet" and draft.prophet is None and name not in SETTING_UP:
        yield "prophet", "has to be stated: the ordeal that was brought forward"
    if draft.prophet is not None and rules.ordeals[draft.prophet].traitors < 2:
        yield "prophet", f"ordeal {draft.prophet + 1} takes 1 Traitor, and cannot come earlier"
    if rules.appendix == "vigil" and draft.vigil is None and not any(draft.piles()[0]):
        yield "safe", "is empty, but The Vigil is still to be drawn from it"
    if draft.usual("pawn-used") and draft.pawn_used is False:
        yield "pawn-used", "the pawn stands on the haunted tile"
    if name == "haunt" and draft.haunted is not None:
        yield "haunted", "the Horror has already taken its place"
    if name == "pay-prison" and len(draft.prison) == PRISON_TILES:
        yield "prison", "is complete, and nothing has to be paid"


def two_players(draft: Draft) -> Found:
    if draft.rule_set.players == 1:
        return
    if draft.met and draft.champion is None:
        yield "champion", "has to be stated: who met the last ordeal, or was given the Champion since"
    if not draft.met and draft.champion is not None:
        yield "champion", "nobody is before the first ordeal is met"
    if draft.stage_name == "pay-champion" and draft.champion != draft.player:
        yield "champion", f"player {draft.player + 1} gives the Champion away without having it"
    if draft.met and draft.meets is not None and draft.meets != draft.usual("meets"):
        yield "meets", "after the first ordeal the player without the Champion meets the next"


def full_castles(draft: Draft) -> Found:
    """A full castle meets its ordeal before anything else is done."""
    if draft.stage_name in ("turn", "choose-card", "turn-over", *MEETING) or draft.stage == stages.OVER:
        return
    for player, columns in enumerate(draft.castles):
        if sum(map(len, columns)) == draft.rule_set.width * draft.rule_set.height:
            yield draft.castle_key(player), f'is full and meets the ordeal, so the stage is not "{draft.stage_name}"'


def something_to_decide(draft: Draft) -> Found:
    """At every stage but those that run on there is something to choose or to draw."""
    if draft.stage_name in (*SETTING_UP, "turn") or draft.stage == stages.OVER:
        return
    if not draft.game.moves(Position(draft.game, state_of(draft))):
        yield "stage", f'nothing can happen at "{draft.stage_name}" here'
