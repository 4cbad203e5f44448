"""Whatever a game reaches is printed as a line and as TOML that read back as the same position; what a text states is used or refused."""

from __future__ import annotations

import json
import os
import random

import pytest

from castle_panic.walk import steps
from castlewise.models.castle_panic.expansions.wizards_tower import setup
from castlewise.models.castle_panic.expansions.wizards_tower.position_keys import KEYS
from castlewise.models.castle_panic.game import CastlePanic
from castlewise.models.castle_panic.position import Position
from castlewise.models.castle_panic.position_draft import EXTRAS, FLAGS, NUMBERS, draft_of
from castlewise.models.castle_panic.position_file import read_position_file, write_position_file
from castlewise.models.castle_panic.rule_set import OPTIONS, WIZARDS_TOWER_OPTIONS, RuleSet, read_rules
from castlewise.models.problems import InvalidInput

WALKS = int(os.environ.get("CASTLEWISE_WALKS", "6"))


def any_rules(rng: random.Random) -> RuleSet:
    """Half of all options at once, as far as they go together."""
    while True:
        options = [option for option in (*OPTIONS, *WIZARDS_TOWER_OPTIONS) if rng.random() < 0.4 and option != "wizards-tower"]
        walls = rng.choice(["all", "all", "none", "random", "players", "3"])
        more = rng.choice([[], ["harbingers=5"], ["edition=1"]])
        version = rng.choice([[], ["master-slayer"]])
        try:
            return read_rules(",".join([f"players={rng.randint(1, 6)}", f"walls={walls}", "wizards-tower", *options, *more, *version]))
        except InvalidInput:
            continue


def crowded(rng: random.Random, rules: RuleSet) -> Position | None:
    """A Play phase with full hands and a full board, so that walks come to what seldom happens; None if chance put together what cannot be."""
    components = rules.components
    decks = zip(components.cards, rules.full_deck, setup.wizard_deck(rules), strict=True)
    cards = [card.name for card, castle, wizard in decks for _ in range(castle + wizard)]
    rng.shuffle(cards)
    bosses = rng.sample(setup.mega_bosses(rules), rng.randint(0, setup.harbingers(rules)))
    ordinary = [token.name for token, count in zip(components.tokens, rules.all_tokens, strict=True) if token.health and count]
    tokens = [*rng.sample(ordinary, min(len(ordinary), rng.randint(1, 8))), "imp", *bosses]
    monsters = [f"{name} {rng.choice(['forest', 'archer', 'knight', 'swordsman'])} {rng.randint(1, 6)}" for name in tokens]
    weak = [f" health {rng.randint(1, components.tokens[components.token(name)].health)}" for name in tokens]
    flames = [f" flames {rng.randint(1, 2)}" if rng.random() < 0.3 else "" for _ in tokens]
    homes = rng.sample(range(1, 7), rules.players)
    stated: dict[str, object] = {
        "rules": str(rules),
        "wizard-tower": rng.randint(1, 6),
        "walls": [arc for arc in range(1, 7) if rng.random() < 0.5],
        "burning": [f"t{arc}" for arc in range(1, 7) for _ in range(rng.choice([0, 0, 1, 2]))],
        "monsters": [*map("".join, zip(monsters, weak, flames, strict=True)), *["doppelganger forest 3"] * (rng.random() < 0.8)],
        "hands": [cards[8 * player : 8 * player + 8] for player in range(rules.players)],
    }
    if rules.my_home:
        stated["homes"] = homes
    if rules.kings_tower:
        stated["king"] = next(arc for arc in range(1, 7) if arc not in homes)
    try:
        return read_position_file("\n".join(f"{key} = {json.dumps(value)}" for key, value in stated.items()), compiled=False)
    except InvalidInput:
        return None


def assert_read_again(position: Position) -> None:
    assert bytes(position.game.read(str(position))) == bytes(position), str(position)
    assert bytes(read_position_file(write_position_file(position), compiled=False)) == bytes(position), str(position)


@pytest.mark.parametrize("seed", range(WALKS))
def test_what_a_game_reaches_reads_back_as_the_same_position(seed: int) -> None:
    rng = random.Random(seed)
    rules = any_rules(rng)
    start = crowded(rng, rules) if seed % 2 else None
    start = start or CastlePanic(rules, compiled=False).start()
    assert_read_again(start)
    for _, _, after in steps(start, seed, 200):
        assert_read_again(after)


# A value of each key that says something.
VALUES: dict[str, object] = {
    "first-turns": 1, "cards-due": 1, "desperate": True, "trades-left": 1, "refused": [1], "offer": {"mine": "tar", "player": 2, "theirs": "brick"},
    "missing": True, "during": "token", "tokens-due": 7, "tokens-after": 2, "token": "orc", "discarders": [1], "homeless": [1],
    "homes": [1, 2], "backup": [1], "out": [2], "king": 6, "king-fell": True, "held-walls": [1], "walls-due": 1, "charge": True, "removed": ["brick"],
    "trophies": [["orc"], []],
    "wizard-tower": 2, "burning": ["w1"], "wizard-discards": ["teleport"], "wizard-removed": ["teleport"], "removed-tokens": ["harbinger"],
    "benefit": True, "ice": True, "berserk": True, "helped": 2, "acting": 2, "draws": [1, 1], "either-deck": True, "then": "play", "second-hit": "red archer",
    "wave-points": 2, "wave-colour": "blue", "oracle": ["tar"], "oracle-ordered": 1, "fallen": ["imp"], "fallen-to": 1, "down-to": 2, "givers": [2],
    "raises": 1, "tokens-then": "play", "to-remove": 3,
}  # fmt: skip


def test_there_is_a_value_for_each_key() -> None:
    assert set(VALUES) == {*EXTRAS, *KEYS}


def as_toml(value: object) -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {json.dumps(each)}" for key, each in value.items()) + " }"
    return json.dumps(value)


@pytest.mark.parametrize("seed", range(WALKS))
def test_a_key_that_is_added_to_what_a_game_reaches_is_used_or_refused(seed: int) -> None:
    rules = [
        "players=2",
        "players=2,master-slayer,monster-recycling",
        "players=2,kings-tower,death-benefit",
        "players=2,random-monster-mix",
    ]
    rng = random.Random(seed)
    start = crowded(rng, read_rules(f"{rules[seed % len(rules)]},wizards-tower"))
    assert start is not None
    for _, _, after in steps(start, seed, 40):
        text = write_position_file(after)
        for key, value in rng.sample(sorted(VALUES.items()), 6):
            stated = {line.partition(" = ")[0]: line.partition(" = ")[2] for line in text.splitlines()}
            changed = "\n".join(line for line in text.splitlines() if line.partition(" = ")[0] != key) + f"\n{key} = {as_toml(value)}"
            if stated.get(key) == as_toml(value):
                continue
            try:
                other = read_position_file(changed, compiled=False)
            except InvalidInput:
                continue
            if bytes(other) != bytes(after):
                assert_read_again(other)
            else:
                usual = draft_of(after)
                assert key in (*NUMBERS, "during") or key in FLAGS, f"{key} is dropped in {after}"
                assert key == "during" or value == (usual.number(key) if key in NUMBERS else usual.flag(key)), (
                    f"{key} is dropped in {after}"
                )
