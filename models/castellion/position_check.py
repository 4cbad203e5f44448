"""Can this position be? Every reason why not, each with its place.

Impossible is refused, strange is accepted. Shapes are never compared: slides, exchanges and fallen rows bring any two tiles side by side. A full castle
at the start of a turn, or a turn with nothing left to draw, is not refused either, but runs on as a game does.

What a newcomer would get wrong: a check that seems obvious may be false in the middle of an encounter. The Traitors that brought an ordeal on lie beside it
until it is passed, and a tile drawn before a premature encounter waits in hand. The stage says which moment it is.
"""

from __future__ import annotations

from collections.abc import Iterator

from castlewise.models.castellion import stages
from castlewise.models.castellion.position import Position
from castlewise.models.castellion.position_draft import DESTROYING, EXTRAS, MEETING, SETTING_UP, Draft, state_of
from castlewise.models.castellion.prison_ring import touching
from castlewise.models.castellion.rule_set import EXPERT, INTRODUCTORY
from castlewise.models.castellion.rules.appendices import PRISON_TILES
from castlewise.models.castellion.rules.castle import placements
from castlewise.models.castellion.rules.formations import towers
from castlewise.models.castellion.rules.ordeals import requirement_met
from castlewise.models.castellion.rules.powers import REVEALED_AT_ONCE
from castlewise.models.castellion.rules.traitors import TILES_FOR_A_TRAITOR
from castlewise.models.castellion.tiles import (
    BLACK_TRAITOR,
    CHAMELEON,
    DEFENDERS,
    FACTIONS,
    JUGGLER,
    PANTRY,
    PYRO,
    SEER,
    SHAPES,
    STONES,
    TILES,
    TRAITOR,
)
from castlewise.models.problems import Problems

Found = Iterator[tuple[str, str]]  # a key and what is wrong with it

USING = ("juggle", "reveal", "reveal-safe", "reveal-standard", "recover", "fire", "move")  # a tile was discarded for its power
WITH_A_TILE = ("use", "traitor", "haunt", "donate")  # a tile is in hand
GIFTED = ("use", *USING, *MEETING, "choose-card", "turn-over")  # where a donated tile may have led
_DISCARDED_FOR = {"recover": CHAMELEON, "juggle": JUGGLER, "fire": PYRO, "move": PYRO}
_DISCARDED_FOR |= dict.fromkeys(("reveal", "reveal-safe", "reveal-standard"), SEER)
MOST_TOWERS_AT_ONCE = 2  # by an exchange of two tiles


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
    if thorough and not found:
        look(ordeals(draft), pending(draft), hand(draft), revealed(draft), appendices(draft), two_players(draft), full_castles(draft))
    if thorough and not found:
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
    rules, name = draft.rule_set, draft.stage_name
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
    for need, (given, keys, names) in needs.items():
        if given:
            continue
        for key in keys:
            if is_stated(draft, key):
                yield key, f"only with {need}; the rules are {rules}"
        if name in names:
            yield "stage", f'"{name}" only with {need}; the rules are {rules}'


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
    brought_on = over or name in ("who", "meet-card", "penalty")
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


def encounter(draft: Draft) -> Found:
    """In the middle of an encounter."""
    name, card = draft.stage_name, draft.next_card
    if name == "who" and draft.met:
        yield "stage", '"who" is asked for the first ordeal only'
    if name == "meet-card" and card is not None:
        yield f"ordeals[{draft.met + 1}]", f"{card.text} is known, and need not be turned over"
    if name == "penalty" and card is None:
        yield f"ordeals[{draft.met + 1}]", "its card is known when tiles are destroyed for it; name it"
    elif name == "penalty" and card is not None and card.penalty is None:
        yield f"ordeals[{draft.met + 1}]", f"{card.text} has no tiles destroyed that players choose"
    if name == "pay-prison" and draft.met == 0:
        yield "ordeals", "the prison is paid for after an ordeal, and none is met"
    if draft.rule_set.players == 2 and name in ("who", "meet-card", "penalty"):
        incomplete = [player for player, columns in enumerate(draft.castles) if len(columns) < draft.rule_set.width]
        if draft.met == 0 and (len(incomplete) > 1 or (incomplete and (name != "penalty" or incomplete != [draft.owner]))):
            yield draft.castle_key(incomplete[0]), "both foundations are complete when the first ordeal is met"
        placed = [sum(kind >= PANTRY for column in columns for kind in column) for columns in draft.castles]
        if name != "penalty" and placed[0] != placed[1]:
            yield "castles", f"{placed[0]} and {placed[1]} Pantry tiles: they are equally many when an ordeal is met"


def destruction(draft: Draft) -> Found:
    name = draft.stage_name
    if name not in DESTROYING:
        return
    due, card = draft.value("due"), draft.next_card
    most = {"pay-traitor": TILES_FOR_A_TRAITOR, "penalty": card.penalty if card else None}.get(name, draft.usual("due"))
    castle = draft.castles[draft.owner]
    standing = sum(map(len, castle))
    if not due or due > most:
        yield "due", f"{due} tiles: at the stage {name} it is 1 to {most}"
    elif due >= standing:
        yield draft.castle_key(draft.owner), f"{standing} tiles, of which {due} are destroyed: nobody is asked which"
    elif name == "penalty" and standing - due < draft.rule_set.width:
        yield draft.castle_key(draft.owner), f"{standing} tiles, of which {due} are destroyed: too few for a foundation, the game is lost"
    if draft.sweep is None:
        return
    column, row = draft.sweep
    if column >= len(castle) or row > len(castle[column]) or (name == "pay-champion" and row != len(castle[column])):
        yield "sweep", f"no tile of column {column + 1}, row {row + 1} can have been destroyed last"
    if due == most:
        yield "sweep", f"{most} tiles are still due, so none has been destroyed"


def powers(draft: Draft) -> Found:
    """The tile that was discarded for a power is among the discards, and a tower turns cards over."""
    name = draft.stage_name
    if name in _DISCARDED_FOR:
        faction = _DISCARDED_FOR[name]
        kinds = range(faction * 3, faction * 3 + 3) if draft.recovering is None else [faction * 3 + draft.recovering]
        if not any(draft.discarded()[kind] for kind in kinds):
            shape = "" if draft.recovering is None else f" {SHAPES[draft.recovering].title()}"
            yield "standard", f'at the stage "{name}" a {FACTIONS[faction].title()}{shape} was discarded, but every one is somewhere else'
    if name in ("choose-card", "turn-over"):
        standing = towers(draft.standing(), draft.player)
        most = min(standing, MOST_TOWERS_AT_ONCE)
        if draft.value("reveals") > most:
            yield (
                "reveals",
                f"{draft.value('reveals')} cards to turn over for towers, but the castle has {standing}"
                if standing < 2
                else (f"{draft.value('reveals')}: at most {MOST_TOWERS_AT_ONCE} towers are completed at once"),
            )
    forced = draft.hand if name == "donate" and draft.rule_set.level == INTRODUCTORY else None
    if forced is not None and not placements(draft.game.rules, draft.standing(), 1 - draft.player, forced):
        yield "hand", "at the introductory level a tile is donated only if the partner can place it"


def ending(draft: Draft) -> Found:
    """A finished game has to look it."""
    name, rules = draft.stage_name, draft.rule_set
    if draft.stage != stages.OVER:
        return
    if name in ("won", "lost-prison") and draft.met < 3:
        yield "ordeals", f'{draft.met} are met, so it is not "{name}"'
    if name in ("lost-formations", "lost-foundation") and draft.met == 3:
        yield "ordeals", f'all three are overcome, so it is not "{name}"'
    if rules.appendix == "prison" and name in ("won", "lost-prison") and (len(draft.prison) == PRISON_TILES) is (name == "lost-prison"):
        yield "prison", f'{len(draft.prison)} tiles, so it is not "{name}"'
    placed = sum(kind >= PANTRY for columns in draft.castles for column in columns for kind in column)
    if rules.pantry and name in ("won", "lost-prison") and placed != 2 * draft.met:
        yield "castle", f'{placed} Pantry tiles, so it is not "{name}"'
    winner = draft.castles[draft.champion or 0]
    if name in ("won", "lost-prison") and len(winner) < rules.width:
        yield draft.castle_key(draft.champion or 0), f'the foundation is incomplete, so it is not "{name}"'
    if name == "lost-formations" and draft.met < 3:
        card, number = draft.card(draft.met), draft.met
        who = [player for player in range(rules.players) if player != draft.champion or rules.players == 1]
        if card is None:
            yield f"ordeals[{number + 1}]", "its card is known when its formations are missing; name it"
        elif rules.ordeals[number].cards[card].penalty is not None or rules.ordeals[number].cards[card].rows:
            yield f"ordeals[{number + 1}]", f'{rules.ordeals[number].cards[card].text} does not end a game as "{name}"'
        elif all(requirement_met(draft.game.rules, draft.standing(), player, number, card) for player in who):
            yield "castle", f'has the formations of {rules.ordeals[number].cards[card].text}, so it is not "{name}"'


def something_to_decide(draft: Draft) -> Found:
    """At every stage but those that run on there is something to choose or to draw."""
    if draft.stage_name in (*SETTING_UP, "turn") or draft.stage == stages.OVER:
        return
    if not draft.game.moves(Position(draft.game, state_of(draft))):
        yield "stage", f'nothing can happen at "{draft.stage_name}" here'
