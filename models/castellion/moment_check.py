"""Can it be just then? What position_check.py asks of a position in the middle of an encounter, a destruction or a power, and at the end of a game.

Every part here takes for granted that castles, tiles and ordeals by themselves are in order.
"""

from __future__ import annotations

from collections.abc import Iterator

from castlewise.models.castellion import stages
from castlewise.models.castellion.castle_text import Columns
from castlewise.models.castellion.position_draft import Draft
from castlewise.models.castellion.position_keys import DESTROYING
from castlewise.models.castellion.rule_set import INTRODUCTORY
from castlewise.models.castellion.rules.appendices import PRISON_TILES
from castlewise.models.castellion.rules.castle import placements
from castlewise.models.castellion.rules.formations import towers
from castlewise.models.castellion.rules.ordeals import requirement_met
from castlewise.models.castellion.rules.traitors import TILES_FOR_A_TRAITOR
from castlewise.models.castellion.tiles import CHAMELEON, FACTIONS, JUGGLER, PANTRY, PYRO, SEER, SHAPES

Found = Iterator[tuple[str, str]]  # a key and what is wrong with it

_DISCARDED_FOR = {"recover": CHAMELEON, "juggle": JUGGLER, "fire": PYRO, "move": PYRO}
_DISCARDED_FOR |= dict.fromkeys(("reveal", "reveal-safe", "reveal-standard"), SEER)
MOST_TOWERS_AT_ONCE = 2  # by an exchange of two tiles


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
        if name != "penalty" and not same_pantries(draft):
            yield "castles", "both hold equally many Pantry tiles when an ordeal is met"


def pantry_tiles_of(castle: Columns) -> int:
    return sum(kind >= PANTRY for column in castle for kind in column)


def same_pantries(draft: Draft) -> bool:
    return len({pantry_tiles_of(castle) for castle in draft.castles}) == 1


def destruction(draft: Draft) -> Found:
    name = draft.stage_name
    if name not in DESTROYING:
        return
    due, card = draft.value("due"), draft.next_card
    most = {"pay-traitor": TILES_FOR_A_TRAITOR, "penalty": card.penalty if card else None}.get(name, draft.usual("due"))
    castle = draft.castles[draft.owner]
    standing = sum(map(len, castle))
    if most is None:
        return
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
        standing, reveals = towers(draft.standing(), draft.player), draft.value("reveals")
        if reveals > min(standing, MOST_TOWERS_AT_ONCE):
            yield "reveals", f"{reveals} cards to turn over: the castle has {standing} towers, and at most {MOST_TOWERS_AT_ONCE} are new"
    forced = draft.hand if name == "donate" and draft.rule_set.level == INTRODUCTORY else None
    if forced is not None and not placements(draft.game.rules, draft.standing(), 1 - draft.player, forced):
        yield "hand", "at the introductory level a tile is donated only if the partner can place it"


def ending(draft: Draft) -> Found:
    """A finished game has to look it."""
    if draft.stage != stages.OVER:
        return
    name, rules, met = draft.stage_name, draft.rule_set, draft.met
    if name in ("won", "lost-prison"):
        if met < 3:
            yield "ordeals", f'{met} are met, so it is not "{name}"'
        if rules.appendix == "prison" and (len(draft.prison) == PRISON_TILES) is (name == "lost-prison"):
            yield "prison", f'{len(draft.prison)} tiles, so it is not "{name}"'
        winner = draft.champion or 0
        if len(draft.castles[winner]) < rules.width:
            yield draft.castle_key(winner), f'the foundation is incomplete, so it is not "{name}"'
    placed = sum(map(pantry_tiles_of, draft.castles))
    right = placed == 2 * met and same_pantries(draft) if name == "lost-pantry" and rules.players == 2 else placed == 2 * met
    if rules.pantry and (
        (name in ("won", "lost-prison") and not right) or (name == "lost-pantry" and (right or not (met or rules.players == 2)))
    ):
        yield "castles" if rules.players == 2 else "castle", f'{placed} Pantry tiles after {met} ordeals, so it is not "{name}"'
    if name in ("lost-formations", "lost-foundation"):
        yield from lost_to_an_ordeal(draft)


def lost_to_an_ordeal(draft: Draft) -> Found:
    name, rules, met = draft.stage_name, draft.rule_set, draft.met
    if met == 3:
        yield "ordeals", f'all three are overcome, so it is not "{name}"'
        return
    card, key = draft.next_card, f"ordeals[{met + 1}]"
    if card is None:
        if name == "lost-formations" or rules.players == 1 or met:  # two foundations are looked at before the first card is turned over
            yield key, f'its card is known at "{name}"; name it'
        return
    if name == "lost-foundation":
        return
    if card.penalty is not None or card.rows:
        yield key, f'{card.text} does not end a game as "{name}"'
        return
    who = [player for player in range(rules.players) if player != draft.champion]
    if all(requirement_met(draft.game.rules, draft.standing(), player, met, draft.card(met) or 0) for player in who):
        yield draft.castle_key(who[0]), f'has the formations of {card.text}, so it is not "{name}"'
