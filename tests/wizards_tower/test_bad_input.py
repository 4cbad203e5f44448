"""Positions of the Wizard's Tower that cannot be are refused with their reasons; what knows only the base game says so."""

from __future__ import annotations

from pathlib import Path

import pytest

from castlewise.models.castle_panic.notation import read_line
from castlewise.models.castle_panic.position_file import read_position_file
from castlewise.models.castle_panic.turn_cpsat import TurnModel
from castlewise.models.problems import InvalidInput
from command import castlewise
from wizards_tower.arrange import arrange, options, play

EXAMPLE = Path(__file__).parents[2] / "examples" / "wizards_tower.toml"
WIZARDS = 'rules = "players=2, wizards-tower"\n'


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "one of them is the Wizard's"),
        ("wizard-tower = 3\ntowers = [1, 2]", "no Tower stands in arc 3"),
        ('wizard-tower = 1\nburning = ["w2"]\nwalls = [1]', "the Wall of arc 2 does not stand"),
        ('wizard-tower = 1\nburning = ["t2", "t2", "t2"]', "3 destroy it"),
        ('wizard-tower = 1\nburning = ["w2"]\nfortified = [2]', "puts out the fire"),
        ('wizard-tower = 1\nburning = ["x9"]', "is not a burning structure"),
        ('wizard-tower = 1\nhands = [["teleport"], ["teleport"]]', "2 of Teleport, the game has 1"),
        ('wizard-tower = 1\ndiscards = ["teleport"]', "a deck and a discard pile of its own"),
        ('wizard-tower = 1\nwizard-discards = ["brick"]', "is not a Wizard card"),
        ('wizard-tower = 1\nmonsters = ["doppelganger archer 1 flames 1"]', "does not catch fire"),
        ('wizard-tower = 1\nmonsters = ["doppelganger archer 1 health 2"]', "it has none"),
        (
            'wizard-tower = 1\nmonsters = ["hydra archer 1", "dragon archer 1", "chimera archer 1", "warlock archer 2"]',
            "4 Mega Bosses, but 3 Harbingers",
        ),
        ('wizard-tower = 1\nmonsters = ["a1o2s"]', "do not go with this stage"),
        ('wizard-tower = 1\npile = ["imp"]', "does not lie there"),
        ('wizard-tower = 1\nstage = "second-hit"', "the card that hits once more"),
        ('wizard-tower = 1\nstage = "which-deck"', "how many cards each player draws"),
        ('wizard-tower = 1\nstage = "fire-order"', "nobody is about to breathe fire"),
        ('wizard-tower = 1\noracle = ["tar", "tar"]', "2 of Tar on top of the deck, which has 1"),
        ("wizard-tower = 1\nharbinger = 2", "unknown key"),
        ('wizard-tower = 1\ntoken-discards = ["harbinger"]', "a Harbinger that was drawn has left the game"),
        ('wizard-tower = 1\nremoved-tokens = ["orc"]', "only Harbingers leave the game"),
        ('wizard-tower = 1\nwave-colour = "blue"', 'does not go with the stage "play"'),
        ("wizard-tower = 1\nacting = 1", 'does not go with the stage "play"'),
        ("wizard-tower = 1\ndraws = [1, 0]", 'does not go with the stage "play"'),
        ("wizard-tower = 1\nbenefit = true", "only with death-benefit"),
        ("wizard-tower = 1\nto-remove = 3", "only with random-monster-mix"),
        ('wizard-tower = 1\nstage = "which-deck"\ndraws = [-1, 0]', "expected 0 to 99"),
        ('wizard-tower = 1\nstage = "which-deck"\ndraws = [1, 0]\nthen = "play"', "either-deck: has to be stated"),
        ('wizard-tower = 1\nstage = "second-hit"\nsecond-hit = "tar"', "Tar is not a hit card"),
        ('wizard-tower = 1\nstage = "help"\nhelped = 1', "does not help themselves"),
        (
            'wizard-tower = 1\nstage = "oracle-keep"\noracle = ["tar"]\ntrades-left = 1',
            'trades-left: does not go with the stage "oracle-keep"',
        ),
        ('wizard-tower = 1\nstage = "doppelganger"\nfallen = ["orc", "troll"]', "no Doppelgänger is on the board"),
        ('wizard-tower = 1\nstage = "doppelganger"\nmonsters = ["doppelganger archer 1"]\nfallen = ["orc", "imp"]', "but 0 lie where"),
        ('wizard-tower = 1\nstage = "draw-for"\ndraws = [1, 0]\nthen = "play"\ndeck = []\ndiscards = []', "no Castle card is left to draw"),
        ('wizard-tower = 1\nstage = "roll-step"\nmonsters = ["a1o2m"]', "does not move by a die"),
    ],
)
def test_a_position_that_cannot_be_is_refused_with_its_reason(text: str, reason: str) -> None:
    with pytest.raises(InvalidInput, match=reason):
        read_position_file(WIZARDS + text, compiled=False)


def test_keys_of_the_expansion_are_unknown_without_it() -> None:
    with pytest.raises(InvalidInput, match="wizard-tower"):
        read_position_file('rules = "players=2"\nwizard-tower = 1', compiled=False)


def test_the_base_games_model_refuses_what_it_would_get_wrong() -> None:
    position = arrange(hand=["red knight"], monsters=["gargoyle knight 1"])
    with pytest.raises(InvalidInput, match="turn models do not know"):
        TurnModel(position)


def test_a_plan_that_a_die_decides_is_unknown_and_says_why() -> None:
    result = castlewise("plan", EXAMPLE)
    assert (result.returncode, result.stderr) == (3, "")
    assert "a die or a draw decides" in result.stdout


def test_random_monster_mix_removes_no_more_than_its_tokens() -> None:
    with pytest.raises(InvalidInput, match="22 tokens, random-monster-mix removes 21"):
        arrange("players=2,random-monster-mix", removed_tokens=["11 orc", "10 troll", "goblin"])


def test_harbingers_that_a_stated_pile_leaves_out_have_left_the_game() -> None:
    position = arrange(monsters=["orc archer 1"], pile=["troll", "harbinger"])
    assert "harbinger" not in position.token_discards
    assert "removed-tokens=2ha" in str(position)
    assert bytes(position.game.read(str(position))) == bytes(position)


def test_the_line_of_a_player_who_goes_out_in_their_own_turn_is_read() -> None:
    position = arrange(
        "players=2,my-home", hand=["wizard quake", "brick"], monsters=["orc archer 1", "orc archer 3"], homes=[1, 6], backup=[1]
    )
    position = play(position, "wwq@1")
    assert (position.player, options(position), position.hands[0]) == (0, {"end"}, [])
    assert bytes(position.game.read(str(position))) == bytes(position)


def test_a_hand_of_seven_cards_is_not_dealt() -> None:
    for more in ("", ",wizards-tower"):
        line = f"cp:players=2,co-op,random-setup{more}/WWWWWW/-/p1.deal/3ra.3rk.gk,-/-/-"
        with pytest.raises(InvalidInput, match="7 cards instead of 6"):
            read_line(line, compiled=False)
