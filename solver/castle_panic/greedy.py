"""The greedy player of Castle Panic: one card at a time, no look-ahead, a microsecond a decision.

It never lists the choices: it looks for the best one directly, which is what makes it fast enough for rollouts. That what it picks is always among the
listed ones is a test's business. Its worths are rules of thumb in arbitrary units, tuned by win rate over all numbers of players.

What drives it is a forecast: how much health of Monsters stands in each ring and colour now, and after the moves until another player's turn. A
hit card is worth holding, trading for or discarding by what it could hit there.
"""

from __future__ import annotations

from castlewise.models.castle_panic.board import (
    ARCHER,
    ARCS,
    ATTACKING,
    CASTLE,
    EVERY_COLOUR,
    FOREST,
    KNIGHT,
    MOST_IN_CELL,
    SWORDSMAN,
    TARRED,
    arc_of,
    cell_of,
    cells_with,
    clockwise,
    colour_of,
    health_of,
    ring_of,
    space_of,
)
from castlewise.models.castle_panic.components import (
    BRICK,
    BRICK_CARD,
    DRAW_CARD,
    DRIVE_BACK_CARD,
    FORTIFY_CARD,
    HIT_CARD,
    MISSING_CARD,
    MORTAR,
    MORTAR_CARD,
    NICE_SHOT_CARD,
    SCAVENGE_CARD,
    SLAY_CARD,
    TAR_CARD,
)
from castlewise.models.castle_panic.moves import (
    ACCEPT,
    BUILD,
    CARRY_ON,
    CLAIM,
    DISCARD,
    DRAW_TWO,
    DRIVE_BACK,
    END_PLAY,
    FORTIFY,
    GIVE_UP,
    HIT,
    HURT,
    KEEP,
    KING,
    MISSING,
    NICE_SHOT,
    NO_TRADE,
    NOTHING,
    PLACE,
    PLACE_WALL,
    SCAVENGE,
    SLAY,
    TAR,
    TRADE,
    move,
)
from castlewise.models.castle_panic.rules.game import choices
from castlewise.models.castle_panic.rules.monsters import tar_in_use
from castlewise.models.castle_panic.rules.movement import space_under_attack
from castlewise.models.castle_panic.rules.play import reaches
from castlewise.models.castle_panic.rules.towers import claimable_towers, first_in_turn_order
from castlewise.models.castle_panic.rules.turn import next_free_arc
from castlewise.models.castle_panic.stages import (
    ANSWER_TRADE,
    ASK_DESPERATE,
    CLAIM_BACKUP,
    CLAIM_TOWER,
    DISCARD_PHASE,
    GIVE_UP_CARD,
    NAME_KING,
    PLACE_STARTING,
    PLAY_PHASE,
    TRADE_PHASE,
    WHO_IS_HURT,
)
from castlewise.models.castle_panic.state import Rules, State
from castlewise.models.kernel import Ints, rule
from castlewise.models.kinds import first_kind, kinds_in

KNIGHT_CELLS, SWORDSMAN_CELLS, CASTLE_CELLS = 15, 30, 45  # where each ring's cells begin
MY_KINDS = 32  # in the buffer, behind the forecast: kinds of card in hand
MY_WORTHS = 64  # and what each of them is worth
UNKNOWN = -(1 << 30)

# Worths. Tuned together by win rate; only their proportions mean anything.
KEEP_LINE = 60  # a card worth less than this is discarded for a new one
SECOND_KEEP_LINE = 70  # solitaire's second discard
TRADE_LINE = 5  # what a trade has to gain
HIT_BASE = 60  # a hit that lands
HIT_RING = 27  # and for each ring nearer the Castle
LATER_PERCENT = 80  # a hit that lands at the holder's next turn
NOT_NOW_PERCENT = 30  # a card that cannot hit this turn but may the next
HELD_FOR_OTHERS_PERCENT = 42  # a card that another player could use before that
PARTNER_PERCENT = 70  # what the partner of a trade gains or loses
IDLE_TROOP = 8
IDLE_FLEXIBLE = 61
WALL_PART_IDLE = 24
WALL_PART_SURPLUS = 22
WALL_PART_PAIRED = 61
WALL_PART_ALONE = 32
BARBARIAN_WORTH = 151
MORE_CARDS_WORTH = 124
FORTIFY_WORTH = 120
SPECIAL_WORTH = 74
DANGER_RING = 40
DANGER_NO_WALL = 20
DANGER_CASTLE = 176
DANGER_NEXT_TOWER = 31
HEALTH_PENALTY = 5
KILL_BONUS = 20
HERO_PENALTY = 5
ANY_PENALTY = 5
NICE_SHOT_BONUS = 43
NICE_SHOT_HEALTH = 2
NICE_SHOT_RING = 2
SLAY_LINE = 63
SLAY_HEALTH = 0
DRIVE_LINE = 115
TAR_LINE = 100
MISSING_MONSTERS = 2
SCAVENGE_LINE = 50


# No card is worth more to the partner of a trade than a hit in the Castle ring at their turn: what makes some trades not worth looking at.
MOST_A_PARTNER_GAINS = (HIT_BASE + HIT_RING * CASTLE) * LATER_PERCENT * PARTNER_PERCENT // 10_000


@rule
def greedy(r: Rules, s: State, source: Ints, out: Ints) -> int:
    """The greedy player's move at any choice."""
    stage = s.stage
    if stage == PLAY_PHASE:
        return greedy_play(r, s, out)
    if stage == TRADE_PHASE:
        return greedy_trade(r, s, out)
    if stage == DISCARD_PHASE:
        return greedy_discard(r, s, out)
    if stage == WHO_IS_HURT:
        return move(HURT, 0, 0, 0) + weakest_attacker(s)
    if stage == GIVE_UP_CARD:
        player = first_in_turn_order(r, s, s.discarders)
        forecast(r, s, out)
        return move(GIVE_UP, least_worth(r, s, player, NOTHING, out), 0, 0)
    if stage == ANSWER_TRADE:
        return move(ACCEPT, 0, 0, 0)
    if stage == ASK_DESPERATE:
        return move(CARRY_ON, 0, 0, 0)
    if stage == CLAIM_TOWER or stage == CLAIM_BACKUP:
        return move(CLAIM, first_kind(claimable_towers(s)), 0, 0)
    if stage == NAME_KING:
        return move(KING, first_kind(claimable_towers(s)), 0, 0)
    if stage == PLACE_STARTING:
        for token in range(len(s.to_place)):
            if s.to_place[token] > 0:
                return move(PLACE, token, next_free_arc(s), 0)
    choices(r, s, out)
    return out[1]


# What is coming. The buffer holds the forecast: in place k the health by ring and colour (board.py's cells) after k Move phases.


@rule
def forecast(r: Rules, s: State, out: Ints) -> None:
    """Where the Monsters' health will be if nothing is played; each layer of Wall holds a Monster once."""
    for moves in range(r.players + 1):
        out[moves] = 0
    for i in range(s.monster_count):
        m = s.monsters[i]
        arc = arc_of(m)
        colour = colour_of(arc)
        health = health_of(m)
        ring = ring_of(m)
        layers = s.walls[arc] + s.fortify[arc]
        for moves in range(r.players + 1):
            if ring != FOREST:
                cell = cell_of(ring, colour)
                out[moves] += min(health, MOST_IN_CELL - (out[moves] >> cell & MOST_IN_CELL)) << cell
            if ring < SWORDSMAN:
                ring += 1
            elif layers > 0:
                layers -= 1
            else:
                ring = CASTLE


@rule
def worth_of_cells(cells: int) -> int:
    """A hit in the innermost of these cells."""
    if cells == 0:
        return 0
    ring = ARCHER
    if cells >> CASTLE_CELLS:
        ring = CASTLE
    elif cells >> SWORDSMAN_CELLS:
        ring = SWORDSMAN
    elif cells >> KNIGHT_CELLS:
        ring = KNIGHT
    return HIT_BASE + HIT_RING * ring


@rule
def hit_worth(r: Rules, card: int, copies: int, moves: int, out: Ints) -> int:
    """What a hit card is worth after some Move phases: there must be health that `copies` cards of its kind do not exhaust."""
    return worth_of_cells(cells_with(out[moves], copies) & r.card_cells[card])


@rule
def hit_worth_to_others(r: Rules, card: int, copies: int, out: Ints) -> int:
    """The same at the best of the other players' turns."""
    cells = 0
    for moves in range(1, r.players):
        cells |= cells_with(out[moves], copies)
    return worth_of_cells(cells & r.card_cells[card])


@rule
def missing_walls(s: State) -> int:
    count = 0
    for arc in range(ARCS):
        count += 1 - s.walls[arc]
    return count


@rule
def special_worth(r: Rules, s: State, player: int, card: int) -> int:
    """What a card other than a hit card is worth holding."""
    effect = r.card_effect[card]
    if effect == BRICK or effect == MORTAR:
        walls = missing_walls(s)
        if walls == 0:
            return WALL_PART_IDLE
        if s.hands[player][card] > walls:
            return WALL_PART_SURPLUS
        paired = s.hands[player][MORTAR_CARD if effect == BRICK else BRICK_CARD] > 0
        return WALL_PART_PAIRED if paired else WALL_PART_ALONE
    if effect == SLAY_CARD:
        return BARBARIAN_WORTH
    if effect == SCAVENGE_CARD or effect == DRAW_CARD:
        return MORE_CARDS_WORTH
    if effect == FORTIFY_CARD:
        return FORTIFY_WORTH
    return SPECIAL_WORTH


@rule
def worth_now(r: Rules, s: State, player: int, card: int, copies: int, out: Ints) -> int:
    if r.card_effect[card] == HIT_CARD:
        return hit_worth(r, card, copies, 0, out)
    return special_worth(r, s, player, card)


@rule
def hit_worth_later(r: Rules, card: int, found: int) -> int:
    if found > 0:
        return found * LATER_PERCENT // 100
    return IDLE_FLEXIBLE if r.card_troop[card] == 0 or r.card_colours[card] == EVERY_COLOUR else IDLE_TROOP


@rule
def worth_later(r: Rules, s: State, player: int, card: int, copies: int, moves: int, out: Ints) -> int:
    """For a player whose turn comes after some Move phases. A troop that finds nothing is still worth a little, a Hero or Any Color card more."""
    if r.card_effect[card] == HIT_CARD:
        return hit_worth_later(r, card, hit_worth(r, card, copies, moves, out))
    return special_worth(r, s, player, card)


# Discards and trades.


@rule
def least_worth(r: Rules, s: State, player: int, besides: int, out: Ints) -> int:
    """The card a player would miss least; `besides` is one that is given up already."""
    hand = s.hands[player]
    waiting = (player - s.player + r.players) % r.players
    worst = -1
    least = 1 << 30
    kinds = kinds_in(hand)
    while kinds != 0:
        card = first_kind(kinds)
        kinds &= kinds - 1
        copies = hand[card]
        if card == besides:
            copies -= 1
        if copies <= 0:
            continue
        worth = worth_of_holding(r, s, player, card, copies, waiting, out)
        if worth < least:
            least = worth
            worst = card
    return worst


@rule
def worth_of_holding(r: Rules, s: State, player: int, card: int, copies: int, waiting: int, out: Ints) -> int:
    if waiting > 0:
        return worth_later(r, s, player, card, copies, waiting, out)
    now = worth_now(r, s, player, card, copies, out)
    if r.card_effect[card] != HIT_CARD or now > 0:
        return now
    best = hit_worth_later(r, card, hit_worth(r, card, copies, r.players, out))
    if r.trades > 0:
        best = max(best, hit_worth_later(r, card, hit_worth_to_others(r, card, copies, out)) * HELD_FOR_OTHERS_PERCENT // 100)
    return best * NOT_NOW_PERCENT // 100


@rule
def greedy_discard(r: Rules, s: State, out: Ints) -> int:
    forecast(r, s, out)
    first = least_worth(r, s, s.player, NOTHING, out)
    if worth_of_holding(r, s, s.player, first, s.hands[s.player][first], 0, out) >= KEEP_LINE:
        return move(KEEP, 0, 0, 0)
    if r.discards == 2:
        second = least_worth(r, s, s.player, first, out)
        if second >= 0:
            copies = s.hands[s.player][second] - (1 if second == first else 0)
            if worth_of_holding(r, s, s.player, second, copies, 0, out) < SECOND_KEEP_LINE:
                return move(DISCARD, min(first, second), max(first, second), 0)
    return move(DISCARD, first, NOTHING, 0)


@rule
def greedy_trade(r: Rules, s: State, out: Ints) -> int:
    """The trade that gains most for this turn, counting what the partner gains or loses for theirs."""
    forecast(r, s, out)
    mine = s.hands[s.player]
    kinds = 0
    left = kinds_in(mine)
    while left != 0:
        out[MY_KINDS + kinds] = first_kind(left)
        kinds += 1
        left &= left - 1
    valued = 0
    least_held = 0
    best = TRADE_LINE
    best_move = move(NO_TRADE, 0, 0, 0)
    for step in range(1, r.players):
        partner = (s.player + step) % r.players
        if s.refused >> partner & 1:
            continue
        theirs = s.hands[partner]
        give = -1
        spare = -1
        given = UNKNOWN
        spared = UNKNOWN
        left = kinds_in(theirs)
        while left != 0:
            wanted = first_kind(left)
            left &= left - 1
            gain = worth_now(r, s, s.player, wanted, mine[wanted] + 1, out)
            if gain <= TRADE_LINE:
                continue
            if valued == 0:
                valued = 1
                least_held = 1 << 30
                for k in range(kinds):
                    card = out[MY_KINDS + k]
                    out[MY_WORTHS + k] = worth_of_holding(r, s, s.player, card, mine[card], 0, out)
                    least_held = min(least_held, out[MY_WORTHS + k])
            if gain + MOST_A_PARTNER_GAINS - least_held <= best:
                continue
            if given == UNKNOWN:
                # What giving a card changes does not depend on the card asked for: the best to give, and the second best in case they are the same kind.
                for k in range(kinds):
                    card = out[MY_KINDS + k]
                    change = worth_later(r, s, partner, card, theirs[card] + 1, step, out) * PARTNER_PERCENT // 100 - out[MY_WORTHS + k]
                    if change > given:
                        spare, spared = give, given
                        give, given = card, change
                    elif change > spared:
                        spare, spared = card, change
            card = spare if wanted == give else give
            if card < 0:
                continue
            gain += spared if wanted == give else given
            if gain <= best:
                continue
            gain -= worth_later(r, s, partner, wanted, theirs[wanted], step, out) * PARTNER_PERCENT // 100
            if gain > best:
                best = gain
                best_move = move(TRADE, card, partner, wanted)
    return best_move


# Playing cards.


@rule
def danger(s: State, m: int) -> int:
    """How urgent a Monster is: by ring, and whether a Wall still stands before it."""
    ring = ring_of(m)
    arc = arc_of(m)
    if ring == CASTLE:
        return DANGER_CASTLE + DANGER_NEXT_TOWER * s.towers[clockwise(arc, 1)]
    worth = DANGER_RING * ring
    if s.walls[arc] == 0:
        worth += DANGER_NO_WALL * ring
    return worth


@rule
def greedy_play(r: Rules, s: State, out: Ints) -> int:
    """The next card of a turn: cards that bring cards, then hits, then the special cards and Walls, then none."""
    hand = s.hands[s.player]
    nice_shot = 0
    hits = 0
    specials = 0
    kinds = kinds_in(hand)
    while kinds != 0:
        card = first_kind(kinds)
        effect = r.card_effect[card]
        if effect == HIT_CARD:
            out[hits] = card
            hits += 1
        elif effect == DRAW_CARD:
            return move(DRAW_TWO, card, 0, 0)
        elif effect == NICE_SHOT_CARD:
            nice_shot = 1
        else:
            specials |= kinds & -kinds
        kinds &= kinds - 1
    if hits > 0 and s.monster_count > 0:
        found = best_hit(r, s, hits, nice_shot, out)
        if found != 0:
            return found
    while specials != 0:
        found = special_move(r, s, first_kind(specials))
        if found != 0:
            return found
        specials &= specials - 1
    if s.held_walls[s.player] > 0:
        found = wall_move(s, PLACE_WALL)
        if found != 0:
            return found
    return move(END_PLAY, 0, 0, 0)


@rule
def special_move(r: Rules, s: State, card: int) -> int:
    """What to do with a card that is not a hit, or 0 to keep it."""
    effect = r.card_effect[card]
    if effect == SLAY_CARD:
        return aim(r, s, SLAY, card, SLAY_LINE, SLAY_HEALTH)
    if effect == DRIVE_BACK_CARD:
        return aim(r, s, DRIVE_BACK, card, DRIVE_LINE, 1)
    if effect == TAR_CARD and tar_in_use(s) < r.tar_tokens:
        return aim(r, s, TAR, card, TAR_LINE, 1)
    if effect == BRICK and s.hands[s.player][MORTAR_CARD] > 0:
        return wall_move(s, BUILD)
    if effect == FORTIFY_CARD:
        return fortify_move(r, s)
    if effect == MISSING_CARD and s.missing == 0 and s.monster_count >= MISSING_MONSTERS and kinds_in(s.pile) != 0:
        return move(MISSING, card, 0, 0)
    if effect == SCAVENGE_CARD:
        return scavenge_move(r, s, card)
    return 0


@rule
def best_hit(r: Rules, s: State, hits: int, nice_shot: int, out: Ints) -> int:
    """The best hit: dangerous targets first, kills before wounds, the least flexible card that will do; Nice Shot where it saves hits."""
    best = 0
    best_move = 0
    for outward in range(s.monster_count):
        m = s.monsters[s.monster_count - 1 - outward]  # from the Castle out: the likely targets first
        ring = ring_of(m)
        if ring == FOREST:
            break
        colour = colour_of(arc_of(m))
        health = health_of(m)
        score = 100 + danger(s, m) - HEALTH_PENALTY * health
        verb = HIT
        if health == 1:
            score += KILL_BONUS
        elif nice_shot == 1 and health >= NICE_SHOT_HEALTH and ring >= NICE_SHOT_RING:
            score += NICE_SHOT_BONUS
            verb = NICE_SHOT
        if score <= best:
            continue
        for k in range(hits):
            card = out[k]
            if (r.card_rings[card] >> ring) & (r.card_colours[card] >> colour) & 1:
                flexible = HERO_PENALTY if r.card_troop[card] == 0 else ANY_PENALTY if r.card_colours[card] == EVERY_COLOUR else 0
                if score - flexible > best:
                    best = score - flexible
                    best_move = move(verb, card, 0, 0) + m
    return best_move


@rule
def aim(r: Rules, s: State, verb: int, card: int, line: int, least_health: int) -> int:
    """A special card at the most dangerous Monster in its reach, if that is dangerous enough to spend it."""
    best = line - 1
    target = 0
    for i in range(s.monster_count):
        m = s.monsters[i]
        if m & TARRED or reaches(r, card, m) == 0:
            continue
        if health_of(m) < least_health and ring_of(m) != CASTLE:
            continue
        score = danger(s, m) + health_of(m)
        if score > best:
            best = score
            target = m
    return move(verb, card, 0, 0) + target if target != 0 else 0


@rule
def threat_to_arc(s: State, arc: int) -> int:
    threat = 2 * s.towers[arc]
    for i in range(s.monster_count):
        m = s.monsters[i]
        if arc_of(m) == arc and ring_of(m) != CASTLE:
            threat += 2 + 2 * ring_of(m)
    return threat


@rule
def most_threatened(s: State, walled: int) -> int:
    """The most threatened arc without a Wall, or with one that has no Fortify token; -1 if there is none."""
    best = -1
    best_arc = -1
    for arc in range(ARCS):
        if s.walls[arc] == walled and s.fortify[arc] == 0:
            threat = threat_to_arc(s, arc)
            if threat > best:
                best = threat
                best_arc = arc
    return best_arc


@rule
def wall_move(s: State, verb: int) -> int:
    arc = most_threatened(s, 0)
    return move(verb, arc, 0, 0) if arc >= 0 else 0


@rule
def fortify_move(r: Rules, s: State) -> int:
    in_use = 0
    for arc in range(ARCS):
        in_use += s.fortify[arc]
    arc = most_threatened(s, 1)
    return move(FORTIFY, arc, 0, 0) if arc >= 0 and in_use < r.fortify_tokens else 0


@rule
def scavenge_move(r: Rules, s: State, card: int) -> int:
    """Fetch what helps most at once: a Barbarian against a Monster in the Castle ring, else a hit that lands, else a Wall's missing half."""
    best = 0
    wanted = -1
    kinds = kinds_in(s.discards)
    while kinds != 0:
        other = first_kind(kinds)
        kinds &= kinds - 1
        effect = r.card_effect[other]
        score = 0
        if effect == HIT_CARD:
            for i in range(s.monster_count):
                m = s.monsters[i]
                if reaches(r, other, m) == 1 and ring_of(m) >= SWORDSMAN:
                    score = max(score, danger(s, m))
        elif effect == SLAY_CARD:
            score = 120
        elif effect == DRAW_CARD:
            score = 110
        if score > best:
            best = score
            wanted = other
    return move(SCAVENGE, card, wanted, 0) if best >= SCAVENGE_LINE else 0


@rule
def weakest_attacker(s: State) -> int:
    """Who takes a structure's point: the one it kills, if any."""
    space = space_under_attack(s)
    found = 0
    for i in range(s.monster_count):
        m = s.monsters[i]
        if m & ATTACKING and space_of(m) == space and (found == 0 or health_of(m) < health_of(found)):
            found = m
    return found
