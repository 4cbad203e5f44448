"""Everything that can be asked from Python: of one position, of many, on all cores; answers pickle and make tables."""

from __future__ import annotations

import csv
import io
import pickle
import pydoc
import re
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from castlewise.models.castellion.game import Castellion
from castlewise.models.castle_panic.game import CastlePanic
from castlewise.models.contract import TEAM, mover_name, mover_words
from castlewise.models.problems import InvalidInput
from castlewise.solver import asking as ask
from castlewise.solver.review import Decision

EXAMPLES = Path(__file__).parents[2] / "examples"
TURN = "cp:players=2,co-op/WWTWWW/a1g1.a1t3.k2g1.k4t3.s5o2/p1.play/ra.rk.br.bb.ns.ta,mo/-/-"
CASTLE = "cn:base/stps.cc.jt/1T1B1L,2T2B,3T2B/p1.turn/111.111.111.111/455.554.455.545.9.3"
TOWER = (EXAMPLES / "wizards_tower.toml").as_posix()
BOTH = pytest.mark.parametrize("compiled", [pytest.param(True, marks=pytest.mark.compiled), False], ids=["compiled", "plain"])
HEIGHT, WIDTH = 24, 88  # of a screen


@BOTH
@pytest.mark.parametrize("text", [TURN, CASTLE, TOWER], ids=["castle-panic", "castellion", "wizards-tower"])
def test_positions_pickle_with_their_game(text: str, compiled: bool) -> None:
    position = ask.compiled(ask.read(text)) if compiled else ask.read(text)
    again = pickle.loads(pickle.dumps(position))
    assert again == position
    assert again.game.kernel is position.game.kernel
    assert again.game.choices(again) == position.game.choices(position)
    assert len(pickle.dumps([position] * 100)) < len(pickle.dumps(position)) + 1_000


def test_what_many_positions_unpickle_to_is_one_game() -> None:
    several = [pickle.loads(pickle.dumps(ask.read(TURN))) for _ in range(3)]
    assert len({id(position.game) for position in several}) == 1


@pytest.mark.parametrize("text", [TURN, CASTLE, TOWER], ids=["castle-panic", "castellion", "wizards-tower"])
def test_help_of_a_position_fits_a_screen(text: str) -> None:
    position = ask.read(text)
    page = pydoc.plain(pydoc.render_doc(position)).splitlines()
    shown = [line for line in page if not line.startswith("Position.read")]  # as long as the position is
    assert max(map(len, shown)) <= WIDTH
    assert len(page) <= HEIGHT
    named = set(re.findall(r"\w+", "\n".join(page)))
    properties = {name for name in dir(type(position)) if isinstance(getattr(type(position), name), property)}
    assert properties - named == {"numbers"}  # the state's own, for programs inside


def test_a_class_has_its_own_words() -> None:
    assert type(ask.read(TURN)).__doc__ == "A position of Castle Panic."
    assert type(ask.read(CASTLE)).__doc__ == "A position of Castellion."


def test_movers_are_numbers_in_python_and_words_for_people() -> None:
    position = ask.read(TURN.replace("/p1.", "/p2."))
    advice = ask.suggest(position, rollouts=8)
    assert (advice.mover, position.game.mover(position), position.player) == (1, 1, 1)
    assert (advice.who, mover_name(position.game, position), advice.facts()["mover"]) == ("player 2",) * 3
    assert mover_words(TEAM) == "team"
    assert Decision(1, TURN, 1, advice.best, advice.best, 0.0, 0.0, True).who == "player 2"


def test_an_outcome_is_drawn_with_a_generator_or_a_seed() -> None:
    position = ask.read("cp:players=2,co-op/WWWWWW/a1g1/p1.token/-,-/-/-")
    game, luck = position.game, np.random.default_rng(3)
    drawn = [game.sample(position, luck) for _ in range(60)]
    assert len(set(drawn)) > 5
    assert drawn == [game.sample(position, again) for again in [np.random.default_rng(3)] for _ in range(60)]
    assert {game.sample(position, seed) for seed in (4, 4)} == {game.sample(position, game.source(4))}
    assert set(drawn) <= {outcome for outcome, _ in game.outcomes(position)}


def test_read_takes_every_form_and_refuses_a_record_that_stops() -> None:
    line = str(ask.read(EXAMPLES / "last_stand.toml"))
    assert ask.read(line) == ask.read(str(EXAMPLES / "last_stand.toml"))
    assert ask.read(f"{EXAMPLES}/charging_horde.jsonl@0").game.name == "castle-panic"
    assert ask.read(EXAMPLES / "charging_horde.jsonl").is_over


def test_a_damaged_record_is_refused_with_the_reason(tmp_path: Path) -> None:
    lines = (EXAMPLES / "charging_horde.jsonl").read_text().splitlines()
    damaged = tmp_path / "game.jsonl"
    damaged.write_text("\n".join([*lines[:10], '{"move": "nonsense"}', *lines[11:]]))
    with pytest.raises(InvalidInput, match="line 11"):
        ask.read(damaged)
    assert ask.read(f"{damaged}@5") == ask.read(f"{EXAMPLES}/charging_horde.jsonl@5")


QUESTIONS: dict[str, Callable[[], Any]] = {
    "suggest": lambda: ask.suggest(ask.read(TURN), rollouts=8),
    "plan": lambda: ask.plan(ask.read(TURN)),
    "goal": lambda: ask.plan(ask.read(TURN), "slay=a1t3.k4t3.s5o2"),
    "turns": lambda: ask.plan_turns(ask.read(TURN), 2),
    "guarantee": lambda: ask.guarantee(ask.read(TURN), "no-tower-falls"),
    "check": lambda: ask.check("3T2B", size="6x5"),
    "check why": lambda: ask.check("4T4B", size="3x3", why=True),
    "check a position": lambda: ask.check(ask.read(CASTLE), next_only=True),
    "simulate": lambda: ask.simulate(ask.read(TURN), "greedy", 5, jobs=1),
    "compare": lambda: ask.compare(ask.game("castellion"), "greedy", "random", 4, jobs=1),
}
OUTCOMES = {
    "plan": "solved",
    "goal": "impossible",
    "turns": "solved",
    "check": "solved",
    "check why": "impossible",
    "check a position": "solved",
}


@pytest.mark.parametrize("asked", QUESTIONS)
def test_answers_pickle_and_make_flat_rows(asked: str) -> None:
    answer = QUESTIONS[asked]()
    assert pickle.loads(pickle.dumps(answer)) == answer
    (row,) = ask.table([answer])
    assert row.get("outcome") == OUTCOMES.get(asked, row.get("outcome"))
    assert not any(isinstance(value, (list, dict, tuple, set)) for value in row.values())
    assert next(csv.DictReader(io.StringIO(ask.as_csv([row])))).keys() == row.keys()


def test_many_positions_on_two_cores_come_back_in_their_order() -> None:
    game = ask.game(rules="players=1")
    positions: list[Any] = []
    here, luck = game.start(), np.random.default_rng(1)
    while len(positions) < 40:
        choices = game.choices(here)
        if choices:
            positions.append(here)
        here = game.apply(here, choices[0] if choices else game.sample(here, luck))
    question = partial(ask.suggest, rollouts=1)
    several = list(ask.each(question, positions, jobs=2))
    assert [advice.position for advice in several] == [str(position) for position in positions]
    assert [advice.best for advice in several[:5]] == [question(position).best for position in positions[:5]]
    assert list(ask.each(question, [])) == []


def test_a_game_by_its_rules() -> None:
    assert isinstance(ask.game("castle-panic", "players=2,all-for-one"), CastlePanic)
    assert isinstance(ask.game("castellion", "expert,horror"), Castellion)


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (lambda: ask.game("castellio"), 'did you mean "castellion"'),
        (lambda: ask.guarantee(ask.read(TURN), "no-tower-fall"), 'did you mean "no-tower-falls"'),
        (lambda: ask.plan(ask.read(CASTLE)), "plan answers for Castle Panic"),
        (lambda: ask.check("3T", sise="3x3"), 'did you mean "size"'),
        (lambda: ask.check("3T", castle="zz"), "castle"),
        (lambda: ask.plan(ask.read(TURN), "slay=zz"), "goal"),
        (lambda: ask.played(ask.read(TURN)), "one policy or two"),
        (lambda: ask.simulate(ask.read(TURN), "gredy"), 'did you mean "greedy"'),
    ],
)
def test_what_cannot_be_asked_is_refused_with_the_reason(asked: Any, said: str) -> None:
    with pytest.raises(InvalidInput, match=said):
        asked()
