"""Can this position be? Every reason why not, each with its place.

Impossible is refused, strange is accepted: nine cards in a hand, ten Monsters in one space, six Walls and a single Tower. A position
in which the game is already decided is not refused either, but read as over.

What a newcomer would get wrong: a check that seems obvious may be false in the middle of a resolution. A player without a Tower who is
not out yet, or a Tower with Monsters in its space, is what the game looks like between the fall and its consequences. The stage says
which moment it is.
"""

from __future__ import annotations

from collections.abc import Iterator

from castlewise.models.castle_panic import stages
from castlewise.models.castle_panic.board import ARCHER, ARCS, CASTLE, RINGS, SWORDSMAN
from castlewise.models.castle_panic.component_file import most_tokens_due
from castlewise.models.castle_panic.components import BRICK_CARD, FORTIFY_TOKENS, MORTAR_CARD, TAR_TOKENS, title
from castlewise.models.castle_panic.expansions.wizards_tower import position_check as wizards_check
from castlewise.models.castle_panic.expansions.wizards_tower import under_way_check
from castlewise.models.castle_panic.expansions.wizards_tower.position_keys import IN_PLAY as WIZARDS_IN_PLAY
from castlewise.models.castle_panic.expansions.wizards_tower.position_keys import INTERRUPTED as WIZARDS_INTERRUPTED
from castlewise.models.castle_panic.expansions.wizards_tower.position_keys import MOVING, is_wizard_card, nobody_to_defeat
from castlewise.models.castle_panic.expansions.wizards_tower.position_keys import STAGES as WIZARDS_STAGES
from castlewise.models.castle_panic.expansions.wizards_tower.stages import ANNOUNCE
from castlewise.models.castle_panic.position_draft import (
    BEFORE_PLACING,
    BEFORE_PLAY,
    DRAWING_CARDS,
    INTERRUPTED,
    NUMBERS,
    PLACING,
    SETUP,
    Draft,
    most_cards_drawn,
    stage_name,
)
from castlewise.models.castle_panic.rule_set import MASTER_SLAYER
from castlewise.models.problems import Problems
from castlewise.models.rules_needed import not_in_force

Found = Iterator[tuple[str, str]]  # a key and what is wrong with it


def check(draft: Draft, *, thorough: bool = True) -> Problems:
    """Everything that is wrong with a draft.

    Unless thorough, only what can be said of each part by itself: for texts of which a part could not be read.
    """
    found = Problems()
    parts = [structures(draft), monsters(draft), cards(draft), tokens(draft), rules_in_force(draft)]
    if thorough:
        parts += [pending(draft), attacks(draft)]
    if draft.rule_set.wizards_tower:
        parts.append(wizards_check.wizards_tower(draft))
        thorough = (
            thorough and stage_name(draft) not in WIZARDS_STAGES
        )  # what the base game knows of moments does not hold at the expansion's
    if thorough:
        parts += [numbers(draft), homes(draft), those_out(draft), setup(draft), ending(draft)]
    for part in parts:
        for key, reason in part:
            found.add(draft.place(key), reason)
    return found


def structures(draft: Draft) -> Found:
    for arc in range(ARCS):
        if draft.fortify[arc] and not draft.walls[arc]:
            yield "fortified", f"arc {arc + 1} has a Fortify token but no Wall to put it on"
    if sum(draft.fortify) > FORTIFY_TOKENS:
        yield "fortified", f"{sum(draft.fortify)} Fortify tokens, the game has {FORTIFY_TOKENS}"


def monsters(draft: Draft) -> Found:
    table = draft.rule_set.components.tokens
    room = len(draft.game.kernel.blank("State").monsters)
    if len(draft.monsters) > room:
        yield "monsters", f"{len(draft.monsters)} Monsters on the board, there is room for {room}"
    for m in draft.monsters:
        token = table[m.kind]
        name = title(token.name)
        if wizards_check.shapeless(token):
            if m.health:
                yield m.key, f"{name} with {m.health} health: it has none"
        elif token.health == 0:
            yield m.key, f"{name} is not a Monster and does not stay on the board"
        elif not 1 <= m.health <= token.health:
            yield m.key, f"{name} with {m.health} health: it can have {'1' if token.health == 1 else f'1 to {token.health}'}"
        if m.ring == CASTLE and draft.towers[m.arc] and not m.attacking:
            yield m.key, f"{name} in castle {m.arc + 1}, where a Tower stands: a Monster enters that space only by destroying it"
    tarred = sum(m.tarred for m in draft.monsters)
    if tarred > TAR_TOKENS:
        yield "monsters", f"{tarred} tarred Monsters, but there is {TAR_TOKENS} Tar token"


def cards(draft: Draft) -> Found:
    """No more cards than there are, and none lost."""
    table = draft.rule_set.components.cards
    deck, discards = draft.cards()
    seen, none = draft.cards_in_sight(), [0] * len(table)
    for kind, (card, total) in enumerate(zip(table, draft.rule_set.full_deck, strict=True)):
        if draft.rule_set.wizards_tower and is_wizard_card(kind):
            continue  # a deck of their own
        if draft.removed[kind] and kind not in (BRICK_CARD, MORTAR_CARD):
            yield "removed", f"{title(card.name)}: only Bricks and Mortars leave the game"
        where = {f"hands[{number}]": hand[kind] for number, hand in enumerate(draft.hands, 1)}
        where |= {"removed": draft.removed[kind], "deck": (draft.deck or none)[kind], "discards": (draft.discards or none)[kind]}
        missing = total - seen[kind] - deck[kind] - discards[kind]
        if sum(where.values()) > total:
            yield stated_in(where), f"{sum(where.values())} of {title(card.name)}, the game has {total}"
        elif missing > 0:
            yield "deck, discards", f"{missing} of {title(card.name)} missing: both are stated, so every card has to be somewhere"


def tokens(draft: Draft) -> Found:
    table = draft.rule_set.components.tokens
    pile, discards = draft.tokens()
    seen, waiting, none = draft.tokens_in_sight(), draft.starting_monsters_left(), [0] * len(table)
    for kind, (token, total) in enumerate(zip(table, draft.tokens_in_game(), strict=True)):
        if token.health == 0 and not wizards_check.shapeless(token) and any(trophies[kind] for trophies in draft.trophies):
            yield "trophies", f"{title(token.name)} is not a Monster and cannot be a trophy"
        where = {"monsters": sum(m.kind == kind for m in draft.monsters)}
        where["token"] = int(draft.stage == stages.ROLL_TOKEN and draft.token == kind)
        where |= {f"trophies[{number}]": trophies[kind] for number, trophies in enumerate(draft.trophies, 1)}
        where |= {"pile": (draft.pile or none)[kind], "token-discards": (draft.token_discards or none)[kind]}
        count = sum(where.values()) + waiting[kind]
        missing = total - seen[kind] - pile[kind] - discards[kind]
        if count > total:
            yield stated_in(where), f"{count} of {title(token.name)}, this game has {total}"
        elif missing > 0:
            yield "pile, token-discards", f"{missing} of {title(token.name)} missing: both are stated, so every token has to be somewhere"


def stated_in(where: dict[str, int]) -> str:
    """The keys under which there is something."""
    return ", ".join(key for key, count in where.items() if count)


def rules_in_force(draft: Draft) -> Found:
    """Nothing that belongs to a rule which is not in force."""
    rules = draft.rule_set
    needs = {
        "master-slayer": (rules.version == MASTER_SLAYER, ("refused", "offer", "trophies"), ("answer",)),
        "my-home": (rules.my_home, ("homeless", "homes", "backup", "out"), ("claim", "claim-backup")),
        "kings-tower": (rules.kings_tower, ("king", "king-fell"), ("king",)),
        "desperate-times": (rules.desperate_times, ("desperate",), ("desperate",)),
        "final-charge": (rules.final_charge, ("charge",), ("charge",)),
        "dwindling-resources": (rules.dwindling_resources, ("removed",), ()),
        "walls=players": (rules.walls == "players", ("held-walls",), ()),
        "walls=random": (rules.walls == "random", (), ("wall-count",)),
        "walls=random or a number of Walls": (rules.walls == "random" or rules.walls.isdigit(), ("walls-due",), ("wall",)),
        "edition 2": (rules.edition == 2, ("tokens-after",), ("claim-backup",)),
        "rough-start": (rules.rough_start, (), ("place-by-roll",)),
        "random-setup and without rough-start": (rules.random_setup and not rules.rough_start, (), ("place-by-chance",)),
        "a chosen setup": (not rules.random_setup and not rules.rough_start, (), ("place",)),
        "two players or more": (rules.players > 1, (), ("trade",)),
    }
    yield from not_in_force(needs, lambda key: is_stated(draft, key), stage_name(draft), rules)


def is_stated(draft: Draft, key: str) -> bool:
    """Whether a key says something: a number above 0, a set that is not empty."""
    values: dict[str, object] = {
        "offer": draft.offer,
        "trophies": any(map(any, draft.trophies)),
        "homes": any(draft.homes),
        "king": draft.king,
        "removed": any(draft.removed),
        "during": draft.during,
        "token": draft.token is not None,
    }
    return bool(values.get(key) or draft.numbers.get(key) or draft.flags.get(key) or draft.member(key))


def pending(draft: Draft) -> Found:
    """What is under way has to fit the stage, and what the stage asks about has to be stated."""
    stage = draft.stage
    tokens_drawn = stage in (stages.DRAW_TOKEN, stages.ROLL_TOKEN, ANNOUNCE) or draft.interrupts == "token"
    interrupted = stage in INTERRUPTED or stage in WIZARDS_INTERRUPTED
    started = not under_way_check.setting_up(draft)
    played = started and not under_way_check.before_play(draft)
    not_desperate = (stages.ASK_DESPERATE, stages.TRADE_PHASE, stages.ANSWER_TRADE, stages.PLAY_PHASE, stages.DRAW_IN_PLAY)
    playing = stage in not_desperate or (played and (stage in WIZARDS_IN_PLAY or draft.interrupts == "play"))
    fitting = {
        "cards-due": stage in DRAWING_CARDS,
        "trades-left": stage in (stages.TRADE_PHASE, stages.ANSWER_TRADE),
        "refused": stage in (stages.TRADE_PHASE, stages.ANSWER_TRADE),
        "offer": stage == stages.ANSWER_TRADE,
        "tokens-due": tokens_drawn,
        "tokens-after": tokens_drawn,
        "token": stage == stages.ROLL_TOKEN,
        "during": interrupted,
        "discarders": interrupted,
        "homeless": stage in (stages.WHO_IS_HURT, stages.CLAIM_BACKUP) or stage in WIZARDS_INTERRUPTED,
        "walls-due": stage == stages.ROLL_WALL,
        "missing": played and (not tokens_drawn or draft.rule_set.wizards_tower),
        "desperate": started and not playing,
        "first-turns": started,
        "charge": started,
    }
    for key, fits in fitting.items():
        if not fits and is_stated(draft, key):
            yield key, f'does not go with the stage "{stage_name(draft)}"' + (f' during "{draft.interrupts}"' if draft.interrupts else "")
    asked = {
        stages.ANSWER_TRADE: ("offer", "has to be stated: the trade that is waiting for an answer"),
        stages.ROLL_TOKEN: ("token", "has to be stated: what the die is rolled for"),
        stages.GIVE_UP_CARD: ("discarders", "have to be stated: the players who still give up a card"),
        stages.CLAIM_BACKUP: ("homeless", "have to be stated: the players whose Tower fell"),
    }
    if stage in asked and not is_stated(draft, asked[stage][0]):
        yield asked[stage]
    if draft.flag("desperate") and draft.flag("missing"):
        yield "missing", "cannot have been played in a turn given up for a new hand (desperate)"
    if draft.token is not None:
        token = draft.rule_set.components.tokens[draft.token]
        if token.health == 0 and token.effect != "boulder" and not wizards_check.rolled_for(token):
            yield "token", f"no die is rolled for {title(token.name)}"
    if draft.offer and stage == stages.ANSWER_TRADE:
        yield from trade_on_the_table(draft)
    if draft.player in draft.member("refused"):
        yield "refused", f"player {draft.player + 1} does not trade with themselves"


def trade_on_the_table(draft: Draft) -> Found:
    offer = draft.offer
    assert offer is not None
    if offer.player == draft.player:
        yield "offer", "a player does not trade with themselves"
    elif offer.player in draft.member("refused"):
        yield "offer", f"player {offer.player + 1} has refused and is not asked again this turn"
    elif offer.mine == offer.theirs:
        yield "offer", "two cards of one kind are not traded"
    for player, kind in ((draft.player, offer.mine), (offer.player, offer.theirs)):
        if not draft.hands[player][kind]:
            yield "offer", f"player {player + 1} does not hold {title(draft.rule_set.components.cards[kind].name)}"


def numbers(draft: Draft) -> Found:
    rules, stage = draft.game.rules, draft.stage
    held = sum(draft.hands[draft.player])
    cards_due = {stages.REPLACE: int(rules.discards), stages.DRAW_IN_PLAY: most_cards_drawn(draft.rule_set)}
    most = {
        "first-turns": draft.rule_set.players,
        "cards-due": cards_due.get(stage, int(rules.hand_size) + bool(draft.wizards.get("benefit"))),
        "trades-left": int(rules.trades),
        "tokens-due": most_tokens_due(draft.rule_set.components),
        "tokens-after": most_tokens_due(draft.rule_set.components),
        "walls-due": ARCS - sum(draft.walls),
    }
    for key in NUMBERS:
        if draft.number(key) > most[key]:
            yield key, f"{draft.number(key)}: at most {most[key]} here"
    if stage in (stages.DRAW_UP, stages.DEAL) and draft.number("cards-due") != draft.usual("cards-due"):
        yield "cards-due", f"{draft.number('cards-due')}: with {held} cards in hand it can only be {draft.usual('cards-due')}"
    if stage == stages.ANSWER_TRADE and draft.number("trades-left") == 0:
        yield "trades-left", "0, but a trade is on the table"
    if stage == stages.ROLL_WALL:
        walls = sum(draft.walls) + draft.number("walls-due")
        if draft.rule_set.walls.isdigit() and walls != draft.rule_set.fixed_walls:
            yield "walls-due", f"{walls} Walls in all instead of the {draft.rule_set.fixed_walls} that the rules say"
        elif walls == 0:
            yield "walls-due", "has to be stated: at least one Wall is rolled for"
    first = draft.number("first-turns")
    ahead = draft.rule_set.players - draft.player
    skipped = sum(player < draft.player for player in draft.member("out"))
    if first and not ahead <= first <= ahead + skipped and stage not in SETUP:
        yield "first-turns", f"{first}: on the first turn of player {draft.player + 1} of {draft.rule_set.players} it is {ahead}, later 0"


def attacks(draft: Draft) -> Found:
    """Tar and attacks belong to certain moments of a turn."""
    attackers = 0
    for m in draft.monsters:
        key, name = m.key, title(draft.rule_set.components.tokens[m.kind].name)
        if m.tarred and (draft.stage in SETUP or draft.stage in BEFORE_PLAY or draft.flag("desperate")):
            yield key, f'a tarred {name} at "{stage_name(draft)}": Tar is played in the Play phase and comes off before the next turn'
        if not m.attacking:
            continue
        attackers += 1
        at_wall, at_tower = m.ring == SWORDSMAN and draft.walls[m.arc], m.ring == CASTLE and draft.towers[m.arc]
        if draft.stage not in MOVING:
            yield key, f'{name} is attacking, which goes only with the stage "hurt"'
        elif not (at_wall or at_tower):
            yield key, f"{name} is attacking in {RINGS[m.ring]} {m.arc + 1}, where it faces no Wall or Tower"
        elif m.tarred:
            yield key, f"a tarred {name} does not move and cannot be attacking"
    if draft.stage == stages.WHO_IS_HURT and not attackers and any(draft.towers):
        yield "monsters", 'nobody is attacking; at the stage "hurt" the attackers of a structure have to be marked'


def homes(draft: Draft) -> Found:
    """My Home Is My Castle and the King's Tower: who holds what."""
    rules, stage = draft.rule_set, draft.stage
    if not rules.my_home:
        return
    claimed = [home for home in [*draft.homes, draft.king] if home]
    for arc in sorted({home for home in claimed if claimed.count(home) > 1}):
        yield "homes", f"the Tower of arc {arc} is held twice"
    homeless, out = draft.member("homeless"), draft.member("out")
    lost = not any(draft.towers)  # nobody holds a Tower, and the game is over before anyone is out
    for player, home in enumerate(draft.homes):
        unclaimed = stage in (stages.ROLL_WALL_COUNT, stages.ROLL_WALL) or (stage == stages.CLAIM_TOWER and player >= draft.player)
        if home and not draft.towers[home - 1]:
            yield "homes", f"player {player + 1} holds the Tower of arc {home}, which does not stand"
        if home and (player in homeless or unclaimed):
            reason = "has not claimed one yet" if unclaimed else "is homeless"
            yield "homes", f"player {player + 1} holds the Tower of arc {home}, but {reason}"
        if not home and not lost and not unclaimed and player not in homeless and player not in out:
            yield "homes", f"player {player + 1} holds no Tower, and is neither out nor homeless"
    if draft.king and not draft.towers[draft.king - 1]:
        yield "king", f"the Tower of arc {draft.king} does not stand"
    if draft.king and draft.flag("king-fell"):
        yield "king", "there is one King's Tower, and it has fallen"
    named = rules.kings_tower and stage not in BEFORE_PLACING and not lost
    if named and not draft.king and not draft.flag("king-fell"):
        yield "king", "the King's Tower has to be stated, or that it fell"
    if draft.king and stage in BEFORE_PLACING:
        yield "king", f'not named yet at the stage "{stage_name(draft)}"'
    if stage == stages.NAME_KING and rules.players == ARCS - 1:
        yield "stage", f"with {rules.players} players one Tower is left for the King, and nobody is asked"


def those_out(draft: Draft) -> Found:
    """A player who is out has nothing and is asked nothing."""
    out = draft.member("out")
    own_turn = draft.stage in BEFORE_PLAY or draft.stage in (stages.PLAY_PHASE, stages.DRAW_IN_PLAY, stages.MOVE_PHASE)
    if draft.rule_set.wizards_tower and draft.stage in (stages.PLAY_PHASE, stages.MOVE_PHASE):
        own_turn = False  # a card of their own may have cost the player's Tower
    if own_turn and draft.player in out and len(out) < draft.rule_set.players:
        yield "player", f"player {draft.player + 1} is out and takes no turns"
    for player in sorted(out):
        if any(draft.hands[player]):
            yield f"hands[{player + 1}]", f"player {player + 1} is out and holds no cards"
        if draft.homes[player]:
            yield "homes", f"player {player + 1} is out and holds no Tower"
        for key in ("held-walls", "homeless", "refused"):
            if player in draft.member(key):
                yield key, f"player {player + 1} is out"
    for player in sorted(draft.member("discarders")):
        if not any(draft.hands[player]):
            yield "discarders", f"player {player + 1} has no card to give up"
    for_token = draft.interrupts == "token" and (draft.stage == stages.GIVE_UP_CARD or draft.rule_set.wizards_tower)
    if draft.member("discarders") and not draft.flag("king-fell") and not for_token:
        yield "discarders", "cards are given up when the King's Tower falls, or for a token"


def setup(draft: Draft) -> Found:
    """Before the first turn little can have happened."""
    rules, stage = draft.rule_set, draft.stage
    if stage not in SETUP:
        return
    if stage != stages.DEAL and stage != stages.CLAIM_TOWER and draft.player != 0:
        yield "player", f'player 1 at the stage "{stage_name(draft)}"'
    if not all(draft.towers):
        yield "towers", "all six stand in the setup"
    standing = sum(draft.walls)
    fixed = {"all": ARCS, "none": 0, "players": 0}.get(rules.walls, rules.fixed_walls)
    rolled = rules.walls == "random" and stage != stages.ROLL_WALL_COUNT
    if stage != stages.ROLL_WALL and (standing == 0 if rolled else standing != fixed):
        yield "walls", f"{standing} Walls in the setup; the rules are {rules}"
    if any(draft.fortify):
        yield "fortified", "there are no Fortify tokens on the board in the setup"
    if rules.walls == "players" and len(draft.member("held-walls")) != rules.players:
        yield "held-walls", "every player still holds a Wall in the setup"
    if any(draft.cards()[1]) or any(draft.removed):
        yield "discards", "nothing has been discarded in the setup"
    if any(draft.tokens()[1]) or any(map(any, draft.trophies)):
        yield "token-discards", "no token has been discarded or won in the setup"
    for key in ("backup", "out"):
        if draft.member(key):
            yield key, "no Tower has fallen in the setup"
    if draft.flag("king-fell"):
        yield "king-fell", "no Tower has fallen in the setup"
    for player, hand in enumerate(draft.hands):
        dealt = int(draft.game.rules.hand_size) if stage == stages.DEAL and player < draft.player else 0
        dealing = stage == stages.DEAL and player == draft.player and sum(hand) <= int(draft.game.rules.hand_size)
        if sum(hand) != dealt and not dealing:
            dealt = int(draft.game.rules.hand_size) if stage == stages.DEAL and player == draft.player else dealt
            yield f"hands[{player + 1}]", f'{sum(hand)} cards instead of {dealt} at the stage "{stage_name(draft)}"'
    yield from starting_monsters(draft)


def starting_monsters(draft: Draft) -> Found:
    rules, stage = draft.rule_set, draft.stage
    if stage in BEFORE_PLACING:
        if draft.monsters:
            yield "monsters", f'no Monster is placed yet at the stage "{stage_name(draft)}"'
        return
    table = rules.components.tokens
    for kind, token in enumerate(table):
        placed, total = sum(m.kind == kind for m in draft.monsters), draft.starting_monsters().get(kind, 0)
        drawn = rules.wizards_tower and not rules.rough_start  # any Monster that is no Boss
        if not drawn and (placed > total or (stage == stages.DEAL and placed < total)):
            yield "monsters", f"{placed} of {title(token.name)}, the setup places {total}"
    for m in draft.monsters:
        if m.ring != ARCHER or m.health != table[m.kind].health:
            yield m.key, "starting Monsters stand in the archer ring, unhurt"
    arcs = sorted(m.arc for m in draft.monsters)
    if not rules.rough_start and arcs != list(range(len(arcs))):
        yield "monsters", "starting Monsters stand one to an arc, from arc 1 on"
    left = draft.starting_monsters_left()
    if stage in PLACING and rules.rough_start:
        for m in draft.monsters:
            if any(left[: m.kind]):
                yield "monsters", f"a {title(table[m.kind].name)} before the last of those that are rolled for first"


def ending(draft: Draft) -> Found:
    """A finished game has to look it."""
    if draft.stage != stages.OVER:
        return
    name = stage_name(draft)
    everyone_out = len(draft.member("out")) == draft.rule_set.players
    if draft.outcome == stages.LOST_TOWERS and any(draft.towers):
        yield "towers", f'a Tower still stands, so it is not "{name}"'
    if draft.outcome != stages.LOST_TOWERS and not any(draft.towers):
        yield "towers", f'no Tower stands, so it is not "{name}"'
    if draft.outcome == stages.LOST_PLAYERS and not everyone_out:
        yield "out", f'not every player is out, so it is not "{name}"'
    if draft.outcome == stages.WON:
        if everyone_out:
            yield "out", f'every player is out, so it is not "{name}"'
        left = not nobody_to_defeat(draft) if draft.rule_set.wizards_tower else bool(draft.monsters)
        if left or any(draft.tokens()[0]):
            yield "monsters" if left else "pile", f'not every Monster is slain and every token played, so it is not "{name}"'
