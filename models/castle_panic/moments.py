"""What is being decided or drawn in a position, in a few words, and what one may type there: the words of prompts and of refusals."""

from __future__ import annotations

from typing import TYPE_CHECKING

from castlewise.models.castle_panic import moves as verbs
from castlewise.models.castle_panic import stages
from castlewise.models.castle_panic.board import kind_of
from castlewise.models.castle_panic.components import title
from castlewise.models.castle_panic.expansions.wizards_tower import moves as wizards_verbs
from castlewise.models.castle_panic.expansions.wizards_tower import stages as wizards_stages
from castlewise.models.castle_panic.expansions.wizards_tower.marks import TO_ROLL
from castlewise.models.component_names import plural
from castlewise.models.contract import Node
from castlewise.models.move_code import first_of, second_of, verb_of

if TYPE_CHECKING:
    from castlewise.models.castle_panic.position import Position

_CARDS = (verbs.CARD, wizards_verbs.DRAWN, wizards_verbs.WIZARD_DRAWN, wizards_verbs.SEEN)
_STARTING = (verbs.PLACE, verbs.PLACED, wizards_verbs.STARTS)
_A_DIE = "4"  # what a die shows in examples


def moment(position: Position) -> str:
    """What is being decided, or what chance does; empty where there are no words for it."""
    who, stage, state = f"player {position.player + 1}", int(position.state.stage), position.state
    deciding = position.game.mover(position) if position.game.node(position) is Node.CHOICE else position.player
    whose = f"player {deciding + 1}" if deciding >= 0 else "the team"
    due = f" ({int(state.cards_due)} to come)" if state.cards_due > 1 else ""
    token = title(position.rule_set.components.tokens[int(state.token)].name)
    return {
        stages.PLACE_STARTING: f"the starting Monsters, in any order: {_to_place(position)}",
        stages.CLAIM_TOWER: f"{whose} claims a Tower",
        stages.NAME_KING: "the King's Tower is named",
        stages.ASK_DESPERATE: f"{who} may take a new hand in desperate times",
        stages.DISCARD_PHASE: f"{who} may discard a card",
        stages.TRADE_PHASE: f"{who} may trade",
        stages.ANSWER_TRADE: f"{whose} answers the trade",
        stages.PLAY_PHASE: f"{who} plays cards",
        stages.WHO_IS_HURT: "the players choose which Monster is hurt",
        stages.GIVE_UP_CARD: f"{whose} gives up a card",
        stages.CLAIM_BACKUP: f"{whose} claims a backup Tower",
        stages.OVER: "the game is over",
        stages.ROLL_WALL_COUNT: "how many Walls stand",
        stages.ROLL_WALL: "the arc of a Wall",
        stages.PLACE_BY_CHANCE: f"the starting Monsters, in any order: {_to_place(position)}",
        stages.ROLL_STARTING: "the die for a starting Monster",
        stages.DEAL: f"the cards dealt to {who}{due}",
        stages.DRAW_UP: f"{who} draws up{due}",
        stages.REPLACE: f"{who} draws for what was discarded{due}",
        stages.DRAW_IN_PLAY: f"{who} draws{due}",
        stages.DRAW_TOKEN: f"{who} draws a Monster token",
        stages.ROLL_TOKEN: f"the die for the {token}",
        stages.ROLL_CHARGE: "the die of Final Charge!",
        wizards_stages.CHOOSE_WIZARDS_TOWER: "the arc of the Wizard's Tower",
        wizards_stages.WHICH_DECK: f"{whose} chooses the deck to draw from",
        wizards_stages.FIRE_ORDER: "the players choose who breathes fire first",
        wizards_stages.SECOND_HIT: f"{who} may hit once more",
        wizards_stages.WAVE_POINT: f"{who} deals a point of Valador's Wave",
        wizards_stages.ASSEMBLE_WALL: f"{whose} may build a Wall",
        wizards_stages.ORACLE_KEEP: f"{who} keeps one of the cards that were seen",
        wizards_stages.ORACLE_ORDER: f"{who} puts the other cards back on the deck",
        wizards_stages.GIVE_UP_ANY: f"{who} may discard cards",
        wizards_stages.HELP: f"player {position.player + 1} may play a card",
        wizards_stages.REPLACE_DOPPELGANGER: "the players choose what the Doppelgänger becomes",
        wizards_stages.GIVE_UP_WIZARD_CARD: f"{whose} gives up a Wizard card",
        wizards_stages.ROLL_WIZARDS_TOWER: "the die for the Wizard's Tower",
        wizards_stages.REMOVE_TOKEN: "the token that is taken out of the pile",
        wizards_stages.DRAW_STARTING: "the starting Monsters, one in each arc of the Archer ring, in any order",
        wizards_stages.DRAW_FOR: "a card of the Castle deck is drawn",
        wizards_stages.DRAW_WIZARD: "a card of the Wizard deck is drawn",
        wizards_stages.ROLL_STEP: f"the die for the movement of the {_mover_by_die(position)}",
        wizards_stages.ROLL_IMPS: "the die for the number of Imps",
        wizards_stages.ANNOUNCE: "the Mega Boss that the Harbinger announces",
        wizards_stages.RAISE: "the Monster that the Necromancer returns to the pile",
        wizards_stages.ORACLE_DRAW: "the top cards of the Castle deck, one after the other",
    }.get(stage, "")


def _to_place(position: Position) -> str:
    tokens = position.rule_set.components.tokens
    counts = [(int(count), title(token.name)) for token, count in zip(tokens, position.state.to_place, strict=True) if count]
    return ", ".join(f"{count} {name if count == 1 else plural(name)}" for count, name in counts)


def _mover_by_die(position: Position) -> str:
    tokens = position.rule_set.components.tokens
    packed = next((int(m) for m in position.state.monsters[: position.state.monster_count] if int(m) & TO_ROLL), None)
    return title(tokens[kind_of(packed)].name) if packed is not None else "Mega Boss"


def example(position: Position) -> str:
    """Something that can be typed here and can be: the likeliest that chance may do, or a choice."""
    game = position.game
    outcomes = sorted(game.outcomes(position), key=lambda outcome: -outcome[1])
    moves = [move for move, _ in outcomes] or game.choices(position)
    if not moves:
        return ""
    cards, tokens = position.rule_set.components.cards, position.rule_set.components.tokens
    verb, first = verb_of(moves[0]), first_of(moves[0])
    if verb in _CARDS:
        several = moves[: 2 if position.state.cards_due > 1 else 1]
        return ", ".join(cards[first_of(move)].name for move in several)
    if verb in _STARTING:
        return f"{tokens[first].name} {second_of(moves[0]) + 1}"
    if verb == verbs.TOKEN:
        return tokens[first].name + (f" {_A_DIE}" if tokens[first].health else "")
    if verb in (wizards_verbs.ANNOUNCED, wizards_verbs.RAISED, wizards_verbs.REMOVED_TOKEN):
        return tokens[first].name
    if verb in (verbs.ROLL, verbs.WALL, verbs.WALL_COUNT):
        return str(next((first_of(move) + 1 for move in moves if first_of(move) + 1 == int(_A_DIE)), first + 1))
    return game.short(position, moves[0])
