"""The Wizard's Tower in the order of play: what its stages ask, and where it steps into the base game's (Game Setup; Order of Play Additions)."""

from __future__ import annotations

from castlewise.models.bits import lowest_bit
from castlewise.models.castle_panic.board import ARCHER, ARCS, monster
from castlewise.models.castle_panic.components import HIT_CARD, ORC, ROUGH_START_OF_A_KIND, TROLL
from castlewise.models.castle_panic.expansions.wizards_tower.components import BASILISK, CORE_TOKENS, FIRST_MEGA_BOSS
from castlewise.models.castle_panic.expansions.wizards_tower.marks import settled
from castlewise.models.castle_panic.expansions.wizards_tower.monsters import in_play
from castlewise.models.castle_panic.expansions.wizards_tower.movement import breathe, fire_order_choices, roll_step
from castlewise.models.castle_panic.expansions.wizards_tower.moves import (
    ANNOUNCED,
    ASSEMBLE,
    BOLT,
    BREATHE,
    DRAWN,
    EXTINGUISH,
    FROM_CASTLE,
    FROM_WIZARDS,
    GIVE_UP_HOPE,
    GIVE_UP_WIZARD,
    HIT_WITH,
    HYPNOTIZE,
    KEEP_CARD,
    MANUFACTURE,
    MANUFACTURE_ON,
    ORDER_CARD,
    PASS,
    RAISED,
    REMOVED_TOKEN,
    RETURNS,
    SEEN,
    SPELL,
    SPELL_AT_ARC,
    SPELL_AT_COLOUR,
    SPELL_AT_SPACE,
    STAND_TOGETHER,
    STARTS,
    TELEPORT,
    TELEPORT_FORTIFY,
    WIZARD_DRAWN,
    WIZARDS_TOWER,
)
from castlewise.models.castle_panic.expansions.wizards_tower.returning import (
    begin_raise,
    raise_outcomes,
    raised,
    replace_doppelganger,
    return_choices,
    returns,
)
from castlewise.models.castle_panic.expansions.wizards_tower.special_cards import (
    combined_hits,
    extinguish,
    give_up_hope,
    help_ends,
    hit_with,
    hope_choices,
    second_hit_choices,
    stand_together,
)
from castlewise.models.castle_panic.expansions.wizards_tower.spells import (
    assemble,
    assemble_choices,
    assemble_pass,
    cast,
    cast_at_arc,
    cast_at_colour,
    cast_at_space,
    hypnotize,
    lightning_bolt,
    manufacture,
    manufacture_on,
    spell_choices,
    teleport,
    teleport_fortify,
    wave_choices,
    wave_ends,
    wave_goes_on,
    wave_point,
)
from castlewise.models.castle_panic.expansions.wizards_tower.stages import (
    ANNOUNCE,
    ASSEMBLE_WALL,
    CHOOSE_WIZARDS_TOWER,
    DRAW_FOR,
    DRAW_STARTING,
    DRAW_WIZARD,
    FIRE_ORDER,
    GIVE_UP_ANY,
    GIVE_UP_WIZARD_CARD,
    HELP,
    ORACLE_DRAW,
    ORACLE_KEEP,
    ORACLE_ORDER,
    RAISE,
    REMOVE_TOKEN,
    REPLACE_DOPPELGANGER,
    ROLL_IMPS,
    ROLL_STEP,
    ROLL_WIZARDS_TOWER,
    ROUND_OF_DRAWS,
    SECOND_HIT,
    WAVE_POINT,
    WHICH_DECK,
)
from castlewise.models.castle_panic.expansions.wizards_tower.state import Rules, State
from castlewise.models.castle_panic.expansions.wizards_tower.tokens import announced, is_monster, roll_imps
from castlewise.models.castle_panic.expansions.wizards_tower.wizard_deck import (
    discard,
    drawn_by,
    drawn_outcomes,
    is_wizard_card,
    keep_card,
    next_drawer,
    only_kind,
    open_wizard_deck,
    oracle_outcomes,
    oracle_stage_choices,
    order_card,
    round_of_draws,
    see_card,
    wizard_card_outcomes,
    wizard_cards_held,
)
from castlewise.models.castle_panic.moves import NOTHING, ROLL
from castlewise.models.castle_panic.rules.cards import hand_count
from castlewise.models.castle_panic.rules.monsters import place, sort_monsters
from castlewise.models.castle_panic.rules.towers import first_in_turn_order
from castlewise.models.castle_panic.stages import (
    AFTERMATH,
    BEGIN_DISCARD,
    BEGIN_TRADE,
    END_TURN,
    PLAY_PHASE,
    REPLACE,
    SETUP_MONSTERS,
    SETUP_TOWERS,
)
from castlewise.models.contract import TEAM
from castlewise.models.kernel import Ints, rule
from castlewise.models.kinds import any_in, kinds_in
from castlewise.models.listing import add, add_outcome
from castlewise.models.move_code import first_of, move, second_of, target_of, verb_of

STARTING_MONSTERS = 6


@rule
def wizards_stage(r: Rules, s: State) -> int:
    """Before the base game passes through a stage: 1 if another has taken its place, 2 if the game stops here."""
    stage = s.stage
    if stage == PLAY_PHASE:
        return back_in_play(s)
    if stage == SECOND_HIT or stage == WAVE_POINT:
        return half_played(r, s)
    if stage == AFTERMATH:
        return settle(r, s)
    if stage == REPLACE and s.cards_due > 0:
        s.due[s.player] = s.cards_due
        s.cards_due = 0
        s.either_deck = 1
        s.then = BEGIN_TRADE
        s.stage = ROUND_OF_DRAWS
        return 1
    if stage == ROUND_OF_DRAWS:
        round_of_draws(r, s)
        return 2 if s.stage == WHICH_DECK or s.stage == DRAW_FOR or s.stage == DRAW_WIZARD else 1
    if stage == BEGIN_DISCARD and r.players > 1 and in_play(r, s, BASILISK) == 1:
        s.stage = BEGIN_TRADE
        return 1
    if stage == END_TURN:
        if s.tokens_then > 0:
            s.stage = s.tokens_then
            s.tokens_then = 0
            return 1
        s.ice = 0
        s.berserk = 0
        return 0
    if stage == SETUP_TOWERS and s.wizard == 0:
        s.stage = ROLL_WIZARDS_TOWER if r.random_setup == 1 else CHOOSE_WIZARDS_TOWER
        return 2
    if stage == SETUP_MONSTERS:
        return set_up(r, s)
    return 0


@rule
def back_in_play(s: State) -> int:
    """A card has been played: what it leaves to settle comes first, then cards to draw, then the player whose turn it is goes on."""
    if any_in(s.fallen) == 1:
        s.resume = PLAY_PHASE
        s.stage = AFTERMATH
        return 1
    for player in range(len(s.due)):
        if s.due[player] > 0:
            s.then = PLAY_PHASE
            s.stage = ROUND_OF_DRAWS
            return 1
    help_ends(s)
    return 0


@rule
def half_played(r: Rules, s: State) -> int:
    """Between the hits of Double Strike and the points of Valador's Wave: the first Monster destroyed takes the Doppelganger's place before the next blow.
    Whoever goes out of the game over that strikes no more."""
    if any_in(s.fallen) == 1:
        s.resume = s.stage
        s.stage = AFTERMATH
        return 1
    if s.out[s.player] == 1 or (s.stage == WAVE_POINT and wave_goes_on(r, s) == 0):
        apply_pass(r, s)
        return 1
    return 2


@rule
def settle(r: Rules, s: State) -> int:
    """What a movement, token or card leaves: the Doppelganger, the Necromancer's returns, the Warlock's and the Basilisk's discards."""
    if any_in(s.fallen) == 1:
        return replace_doppelganger(r, s)
    if s.raises > 0:
        return begin_raise(r, s)
    if s.givers != 0:
        player = first_in_turn_order(r, s, s.givers)
        card = only_kind(wizard_cards_held(s, player))
        if card >= 0:
            give_up_wizard_card(s, player, card)
            return 1
        s.stage = GIVE_UP_WIZARD_CARD
        return 2
    if s.down_to > 0 and s.discarders == 0:
        for player in range(r.players):
            if hand_count(s, player) > s.down_to:
                s.discarders |= 1 << player
        if s.discarders == 0:
            s.down_to = 0
    return 0


@rule
def give_up_wizard_card(s: State, player: int, card: int) -> None:
    discard(s, player, card)
    s.givers &= ~(1 << player)
    if any_in(s.hands[player]) == 0:
        s.discarders &= ~(1 << player)  # the King's Tower may have fallen too
    s.stage = AFTERMATH


@rule
def set_up(r: Rules, s: State) -> int:
    """Random Monster Mix, then six Monsters drawn from the pile, one to an arc of the Archer ring; Rough Start places its own."""
    if s.to_remove > 0:
        s.stage = REMOVE_TOKEN
        return 2
    if r.rough_start == 0 and s.monster_count < STARTING_MONSTERS and starter_left(r, s) == 1:
        s.stage = DRAW_STARTING
        return 2
    return 0


@rule
def draw_rough_start(s: State) -> None:
    """Rough Start with Random Monster Mix: its Orcs and Trolls, as far as they were not removed."""
    for i in range(2):
        kind = ORC if i == 0 else TROLL
        s.to_place[kind] = min(ROUGH_START_OF_A_KIND, s.pile[kind])
        s.pile[kind] -= s.to_place[kind]


@rule
def starter(r: Rules, token: int) -> int:
    """Whether a token stays in the Archer ring when it is drawn in the setup: no effects, no Boss Monsters."""
    return 1 if is_monster(r, token) == 1 and r.token_boss[token] == 0 else 0


@rule
def starter_left(r: Rules, s: State) -> int:
    for token in range(len(s.pile)):
        if s.pile[token] > 0 and starter(r, token) == 1:
            return 1
    return 0


@rule
def wizards_mover(r: Rules, s: State) -> int:
    stage = s.stage
    if stage == CHOOSE_WIZARDS_TOWER or stage == FIRE_ORDER or stage == REPLACE_DOPPELGANGER:
        return TEAM + 2
    if stage == WHICH_DECK:
        return next_drawer(r, s) + 2
    if stage == ASSEMBLE_WALL:
        return s.acting + 1
    if stage == GIVE_UP_WIZARD_CARD:
        return first_in_turn_order(r, s, s.givers) + 2
    return 0


@rule
def wizards_choices(r: Rules, s: State, out: Ints) -> int:
    stage = s.stage
    if stage == CHOOSE_WIZARDS_TOWER:
        for arc in range(ARCS):
            add(out, move(WIZARDS_TOWER, arc, 0, 0))
    elif stage == WHICH_DECK:
        add(out, move(FROM_CASTLE, 0, 0, 0))
        add(out, move(FROM_WIZARDS, 0, 0, 0))
    elif stage == FIRE_ORDER:
        fire_order_choices(s, out)
    elif stage == SECOND_HIT:
        second_hit_choices(r, s, out)
    elif stage == WAVE_POINT:
        wave_choices(r, s, out)
    elif stage == ASSEMBLE_WALL:
        assemble_choices(s, out)
    elif stage == ORACLE_KEEP or stage == ORACLE_ORDER:
        oracle_stage_choices(s, out)
    elif stage == GIVE_UP_ANY:
        hope_choices(s, out)
    elif stage == HELP:
        help_choices(r, s, out)
    elif stage == REPLACE_DOPPELGANGER:
        return_choices(s, out)
    elif stage == GIVE_UP_WIZARD_CARD:
        kinds = wizard_cards_held(s, first_in_turn_order(r, s, s.givers))
        while kinds != 0:
            add(out, move(GIVE_UP_WIZARD, lowest_bit(kinds), 0, 0))
            kinds &= kinds - 1
    return 1


@rule
def help_choices(r: Rules, s: State, out: Ints) -> None:
    """Stand Together: one hit or Wizard card by itself, or none."""
    kinds = kinds_in(s.hands[s.player])
    while kinds != 0:
        card = lowest_bit(kinds)
        kinds &= kinds - 1
        if r.card_effect[card] == HIT_CARD:
            combined_hits(r, s, card, 0, 1, out)
        elif is_wizard_card(card) == 1:
            spell_choices(r, s, card, out)
    add(out, move(PASS, 0, 0, 0))


@rule
def wizards_outcomes(r: Rules, s: State, out: Ints, weights: Ints) -> int:
    stage = s.stage
    if stage == ROLL_WIZARDS_TOWER or stage == ROLL_STEP or stage == ROLL_IMPS:
        for roll in range(6):
            add_outcome(out, weights, move(ROLL, roll, 0, 0), 1)
    elif stage == DRAW_FOR:
        drawn_outcomes(s, out, weights)
    elif stage == DRAW_WIZARD:
        wizard_card_outcomes(s, out, weights)
    elif stage == ORACLE_DRAW:
        oracle_outcomes(s, out, weights)
    elif stage == RAISE:
        raise_outcomes(r, s, out, weights)
    elif stage == ANNOUNCE:
        bosses = int(s.bosses)
        while bosses != 0:
            add_outcome(out, weights, move(ANNOUNCED, FIRST_MEGA_BOSS + lowest_bit(bosses), 0, 0), 1)
            bosses &= bosses - 1
    elif stage == DRAW_STARTING:
        for token in range(len(s.pile)):
            if s.pile[token] > 0 and starter(r, token) == 1:
                add_outcome(out, weights, move(STARTS, token, s.monster_count, 0), s.pile[token])
    elif stage == REMOVE_TOKEN:
        for token in range(CORE_TOKENS):
            if s.pile[token] > 0:
                add_outcome(out, weights, move(REMOVED_TOKEN, token, 0, 0), s.pile[token])
    return 1


@rule
def wizards_roll(r: Rules, s: State, roll: int) -> int:
    if s.stage == ROLL_STEP:
        roll_step(r, s, roll)
    elif s.stage == ROLL_IMPS:
        roll_imps(r, s, roll)
    else:
        s.wizard = roll + 1
        s.stage = SETUP_TOWERS
    return 1


@rule
def wizards_apply(r: Rules, s: State, m: int) -> int:
    verb = verb_of(m)
    first = first_of(m)
    if verb == HIT_WITH:
        hit_with(r, s, m)
    elif verb == SPELL:
        if first == NOTHING:
            wave_point(r, s, target_of(m))
        else:
            cast(r, s, m)
    elif verb == DRAWN or verb == WIZARD_DRAWN:
        drawn_by(r, s, first)
    elif verb == FROM_CASTLE:
        s.stage = DRAW_FOR
    elif verb == FROM_WIZARDS:
        open_wizard_deck(s)
    elif verb == BREATHE:
        breathe(r, s, target_of(m))
    elif verb == PASS:
        apply_pass(r, s)
    elif verb == SPELL_AT_ARC:
        cast_at_arc(r, s, m)
    elif verb == SPELL_AT_COLOUR:
        cast_at_colour(r, s, m)
    elif verb == SPELL_AT_SPACE:
        cast_at_space(r, s, m)
    elif verb == EXTINGUISH:
        extinguish(s, m)
    elif verb == MANUFACTURE:
        manufacture(r, s, m)
    elif verb == MANUFACTURE_ON:
        manufacture_on(r, s, m)
    elif verb == HYPNOTIZE:
        hypnotize(r, s, m)
    elif verb == BOLT:
        lightning_bolt(r, s, m)
    elif verb == TELEPORT:
        teleport(s, m)
    elif verb == TELEPORT_FORTIFY:
        teleport_fortify(s, m)
    elif verb == ASSEMBLE:
        assemble(r, s, m)
    elif verb == KEEP_CARD:
        keep_card(s, first)
    elif verb == ORDER_CARD:
        order_card(s, first)
    elif verb == GIVE_UP_HOPE:
        give_up_hope(s, first)
    elif verb == STAND_TOGETHER:
        discard(s, s.player, first)
        stand_together(s, second_of(m))
    elif verb == RETURNS:
        returns(r, s, first)
    elif verb == GIVE_UP_WIZARD:
        give_up_wizard_card(s, first_in_turn_order(r, s, s.givers), first)
    else:
        chance_or_setup(r, s, m)
    return 1


@rule
def chance_or_setup(r: Rules, s: State, m: int) -> None:
    verb = verb_of(m)
    first = first_of(m)
    if verb == SEEN:
        see_card(r, s, first)
    elif verb == ANNOUNCED:
        announced(s, first)
    elif verb == RAISED:
        raised(s, first)
    elif verb == STARTS:
        s.pile[first] -= 1
        place(s, monster(first, ARCHER, second_of(m), r.token_health[first]))
        s.stage = SETUP_MONSTERS
    elif verb == REMOVED_TOKEN:
        s.pile[first] -= 1
        s.to_remove -= 1
        if s.to_remove == 0 and r.rough_start == 1:
            draw_rough_start(s)
        s.stage = SETUP_MONSTERS
    elif verb == WIZARDS_TOWER:
        s.wizard = first + 1
        s.stage = SETUP_TOWERS


@rule
def apply_pass(r: Rules, s: State) -> None:
    """No second hit, no more points, no Wall, no more cards, no help."""
    if s.stage == WAVE_POINT:
        wave_ends(s)
    elif s.stage == ASSEMBLE_WALL:
        assemble_pass(r, s)
    else:
        s.second_hit = 0
        s.stage = PLAY_PHASE


@rule
def wizards_ended(s: State) -> int:
    """A finished game has nothing pending."""
    help_ends(s)
    for player in range(len(s.due)):
        s.due[player] = 0
    for kind in range(len(s.fallen)):
        s.fallen[kind] = 0
    s.fallen_to = 0
    s.either_deck = 0
    s.then = 0
    s.acting = 0
    s.second_hit = 0
    s.wave = 0
    s.wave_colour = 0
    s.down_to = 0
    s.givers = 0
    s.raises = 0
    s.tokens_then = 0
    s.ice = 0
    s.berserk = 0
    for i in range(s.monster_count):
        s.monsters[i] = settled(s.monsters[i])
    sort_monsters(s)
    return 1
