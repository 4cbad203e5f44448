"""The kernel: one source compiled and plain, records, the cache, and room for expansions."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from castlewise.models.bits import lowest_bit
from castlewise.models.castle_panic.components import BASE, Card, Components, Token
from castlewise.models.castle_panic.game import CastlePanic
from castlewise.models.castle_panic.rule_set import RuleSet, read_rules
from castlewise.models.castle_panic.rules.expansions import expansion_apply, expansion_card_choices, expansion_token
from castlewise.models.castle_panic.stages import AFTERMATH
from castlewise.models.castle_panic.state import Rules, State, layouts
from castlewise.models.kernel import Ints, Kernel, rule
from castlewise.models.kernel.linking import RELIED_ON
from castlewise.models.kinds import any_in, kinds_in, total_in
from castlewise.models.listing import add
from castlewise.models.move_code import move, verb_of
from castlewise.models.randomness import below, scramble, seeded
from random_play import same_game_to_the_byte


def base_layouts_size(cards: int = 25, tokens: int = 19) -> int:
    return layouts(cards, tokens)["State"].size


def test_the_state_fits_in_a_kilobyte() -> None:
    assert base_layouts_size() <= 1024


def test_records_survive_the_way_to_bytes_and_back_in_both_forms() -> None:
    game = CastlePanic(read_rules("players=3"))
    layout = game.kernel.layouts["State"]
    raw = bytes(game.start())
    for compiled in (False, True):
        assert layout.to_bytes(layout.from_bytes(raw, compiled=compiled)) == raw


@pytest.mark.compiled
@pytest.mark.parametrize(
    "rules", ["players=1", "players=4", "players=3,kings-tower,final-charge,monster-recycling", "players=6,master-slayer"]
)
def test_compiled_and_plain_play_the_same_games_to_the_byte(rules: str) -> None:
    fast, plain = CastlePanic(read_rules(rules), compiled=True), CastlePanic(read_rules(rules), compiled=False)
    for seed in range(4):
        same_game_to_the_byte(fast, plain, seed)


@pytest.mark.compiled
def test_random_numbers_are_the_same_compiled_and_plain() -> None:
    kernel = Kernel("random numbers", {}, compiled=True)
    fast: Any = np.array([seeded(5)], np.int64)
    slow = [seeded(5)]
    assert [kernel(below)(fast, n) for n in range(1, 400)] == [below(slow, n) for n in range(1, 400)]
    assert [kernel(scramble)(n) for n in range(50)] == [scramble(n) for n in range(50)]


def test_random_numbers_are_even() -> None:
    source = [seeded(1)]
    counts = [0] * 6
    for _ in range(60_000):
        counts[below(source, 6)] += 1
    assert sum((c - 10_000) ** 2 / 10_000 for c in counts) < 20.5  # chi-square, 5 degrees of freedom, p = 0.001


@rule
def doubled(number: int) -> int:
    return 2 * number


@rule
def tripled(number: int) -> int:
    return 3 * number


@pytest.mark.parametrize("compiled", [False, pytest.param(True, marks=pytest.mark.compiled)])
def test_a_rule_that_is_bound_in_the_place_of_another_is_called_instead_of_it(compiled: bool) -> None:
    parent = Kernel("bound", {}, {doubled: [tripled]}, compiled=compiled, sources=Path(__file__).parent)
    child = Kernel("bound child", {}, parent=parent, sources=Path(__file__).parent)
    assert (parent(doubled)(5), child(doubled)(5), child(tripled)(5)) == (15, 15, 15)


@rule
def sum_of_both(number: int) -> int:
    return doubled(number) + tripled(number)


@rule
def twice_the_sum(number: int) -> int:
    return doubled(sum_of_both(number))


@pytest.mark.compiled
def test_numba_is_the_one_whose_inner_parts_the_kernel_relies_on() -> None:
    import numba

    assert numba.__version__.startswith(f"{RELIED_ON}."), (
        "read what models/kernel/linking.py, integer_code.py and compilation.py rely on again"
    )
    pinned = next(line for line in (Path(__file__).parents[1] / "pyproject.toml").read_text().splitlines() if '"numba' in line)
    assert f">={RELIED_ON}" in pinned


@pytest.mark.compiled
def test_machine_code_is_made_only_of_what_python_calls(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """And numba is afterwards what it was, for whoever else uses it."""
    import numba
    from numba.core import codegen

    monkeypatch.setenv("CASTLEWISE_CACHE", str(tmp_path))
    made: list[str] = []
    usual: Any = codegen.CPUCodeLibrary._finalize_final_module

    def noted(self: Any) -> None:
        made.append(self.name)
        usual(self)

    monkeypatch.setattr(codegen.CPUCodeLibrary, "_finalize_final_module", noted)
    kernel = Kernel("linked once", {}, compiled=True, sources=Path(__file__).parent)
    assert kernel(twice_the_sum)(7) == 70
    assert [name for name in made if "twice_the_sum" in name] == made
    assert len(made) == 1
    assert kernel(sum_of_both)(7) == 35  # a part of the other becomes a whole of its own
    again = Kernel("linked once", {}, compiled=True, sources=Path(__file__).parent)
    assert again(twice_the_sum)(7) == 70  # from the cache
    assert numba.njit(lambda x: x + 1)(1) == 2
    assert codegen.JITCPUCodegen._library_class is codegen.JITCodeLibrary


# An expansion in miniature: one card that takes two Monsters' tar off, one token that builds a Wall. It exists to show how the real ones join.

TOY_VERB = 60


@rule
def toy_token(r: Rules, s: State, token: int, arc: int) -> int:
    if r.token_effect[token] != 11:
        return 0
    s.walls[0] = 1
    s.stage = AFTERMATH
    return 1


@rule
def toy_choices(r: Rules, s: State, card: int, out: Ints) -> int:
    if r.card_effect[card] != 11:
        return 0
    add(out, move(TOY_VERB, card, 0, 0))
    return 1


@rule
def toy_apply(r: Rules, s: State, m: int) -> int:
    if verb_of(m) != TOY_VERB:
        return 0
    s.hands[s.player][25] -= 1
    s.discards[25] += 1
    s.missing = 1
    return 1


@rule
def nobodys_token(r: Rules, s: State, token: int, arc: int) -> int:
    return 0


class ToyRules(RuleSet):
    """The base rules with one more row in each table, whose effects only the toy knows."""

    def write(self, record: object) -> None:
        known = RuleSet(players=self.players, version=self.version)
        known.write(record)
        record.card_effect[25] = 11  # type: ignore[attr-defined]
        record.token_effect[19] = 11  # type: ignore[attr-defined]


def toy_game(compiled: bool) -> CastlePanic:
    components = Components((*BASE.cards, Card("toy", "zz", 1, "hit")), (*BASE.tokens, Token("toy", "zt", 1)))
    kernel = Kernel(
        "toy",
        layouts(26, 20),
        {expansion_token: [nobodys_token, toy_token], expansion_card_choices: [toy_choices], expansion_apply: [toy_apply]},
        compiled=compiled,
        sources=Path(__file__).parent,
    )
    return CastlePanic(ToyRules(players=2, components=components), kernel=kernel)


@pytest.mark.parametrize("compiled", [False, pytest.param(True, marks=pytest.mark.compiled)])
def test_an_expansion_joins_as_rows_and_rules_without_touching_the_base_game(compiled: bool) -> None:
    game = toy_game(compiled)
    assert game.kernel.layouts["State"].size > base_layouts_size()
    state = game.blank_state()
    state.deck[25] -= 1
    state.hands[0][25] = 1
    state.stage = 8  # the Play phase
    for token in range(19):
        state.pile[token] = 0
    position = game.settled(state)
    played = [m for m in game.choices(position) if verb_of(m) == TOY_VERB]
    assert len(played) == 1
    assert game.apply(position, played[0]).state.missing == 1
    ended = game.apply(position, next(m for m in game.choices(position) if verb_of(m) != TOY_VERB))
    (token, weight), *rest = game.outcomes(ended)
    assert (weight, rest) == (1, [])
    assert ended.state.walls[0] == 0
    assert game.apply(ended, token).state.walls[0] == 1


SCRIPT = """
from castlewise.models.kernel import Kernel
from pathlib import Path
import sys
sys.path.insert(0, {folder!r})
import stale_rule
print(Kernel("stale", {{}}, compiled=True, sources=Path({folder!r}))(stale_rule.answer)(1))
"""


@pytest.mark.compiled
def test_an_edit_in_an_imported_module_is_never_served_from_the_cache(tmp_path: Path) -> None:
    """numba alone would: its cache only watches the file of the function itself."""
    (tmp_path / "stale_rule.py").write_text(
        "from __future__ import annotations\nfrom castlewise.models.kernel import rule\nfrom stale_number import NUMBER, twice\n"
        "@rule\ndef answer(x: int) -> int:\n    return twice(x) + NUMBER\n"
    )
    seen = []
    for number, factor in ((40, 2), (50, 2), (50, 3), (40, 2)):
        (tmp_path / "stale_number.py").write_text(
            "from __future__ import annotations\nfrom castlewise.models.kernel import rule\n"
            f"NUMBER = {number}\n@rule\ndef twice(x: int) -> int:\n    return x * {factor}\n"
        )
        env = os.environ | {"CASTLEWISE_CACHE": str(tmp_path / "cache"), "PYTHONDONTWRITEBYTECODE": "1"}
        run = subprocess.run(
            [sys.executable, "-c", SCRIPT.format(folder=str(tmp_path))], env=env, capture_output=True, text=True, check=True
        )
        seen.append(int(run.stdout))
    assert seen == [42, 52, 53, 42]


def test_the_plain_kernel_works_without_numba() -> None:
    code = (
        "import sys; sys.modules['numba'] = None\n"
        "from castlewise.models.castle_panic.game import CastlePanic\n"
        "from castlewise.solver.simulation import simulate\n"
        "print(simulate(CastlePanic, 'greedy', 2, 1, jobs=1).games)\n"
    )
    run = subprocess.run([sys.executable, "-c", code], env=os.environ | {"CASTLEWISE_JIT": "1"}, capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "2"


COUNTS = [0] * 25, [1] * 25, [0, 3, *[0] * 22, 1], [7 * i % 4 for i in range(25)]


@rule
def set_any_total(s: State, row: int, out: Ints) -> None:
    out[0] = kinds_in(s.deck)
    out[1] = any_in(s.deck)
    out[2] = total_in(s.deck)
    out[3] = kinds_in(s.hands[row])
    out[4] = any_in(s.hands[row])
    out[5] = total_in(s.hands[row])
    out[6] = lowest_bit(out[0] | 1 << 40)


@pytest.mark.compiled
@pytest.mark.parametrize("counts", COUNTS)
def test_sets_of_kinds_and_totals_are_the_same_compiled_and_plain(counts: list[int]) -> None:
    """With every neighbouring field full, so that reading past the end would show."""
    game = CastlePanic(compiled=True)
    layout = game.kernel.layouts["State"]
    kernel = Kernel("kinds", {}, parent=game.kernel, sources=Path(__file__).parent)
    for row in range(6):
        plain = layout.from_bytes(b"\x01" * layout.size)
        plain.deck = list(counts)
        plain.hands[row] = list(counts)
        expected, found = [0] * 7, game.buffer(7)
        set_any_total(plain, row, expected)
        kernel(set_any_total)(layout.from_bytes(layout.to_bytes(plain), compiled=True), row, found)
        assert list(found) == expected
        assert expected[2] == sum(counts)


@rule
def picked(xs: Ints, i: int) -> int:
    return xs[i]


@rule
def picked_by_another(xs: Ints, i: int) -> int:
    return picked(xs, i) + 1


@pytest.mark.compiled
def test_an_index_below_0_is_an_error_when_bounds_are_checked_and_others_keep_theirs(monkeypatch: pytest.MonkeyPatch) -> None:
    import numba

    monkeypatch.setenv("CASTLEWISE_BOUNDSCHECK", "1")
    kernel = Kernel("checked indices", {}, compiled=True)
    numbers: Any = np.array([3, 5, 7], np.int64)
    for asked, extra in ((picked, 0), (picked_by_another, 1)):
        assert [kernel(asked)(numbers, i) for i in range(3)] == [3 + extra, 5 + extra, 7 + extra]
        for wrong in (-1, 3):
            with pytest.raises(IndexError):
                kernel(asked)(numbers, wrong)
    assert numba.njit(lambda xs: xs[-1])(numbers) == 7


@rule
def divided(x: int, y: int) -> int:
    return (x // y) * 1_000 + x % y


@rule
def divided_by_those_known(x: int, which: int) -> int:
    if which == 0:
        return (x // 8) * 1_000 + x % 8
    if which == 1:
        return (x // 6) * 1_000 + x % 6
    return (x // -4) * 1_000 + x % -4


@pytest.mark.compiled
def test_division_rounds_down_compiled_and_plain() -> None:
    kernel = Kernel("division", {}, compiled=True)
    numbers = [-(2**40), *range(-40, 41), 2**40 + 3]
    for x in numbers:
        assert [kernel(divided)(x, y) for y in (-8, -3, -1, 1, 2, 3, 6, 64)] == [divided(x, y) for y in (-8, -3, -1, 1, 2, 3, 6, 64)]
        assert [kernel(divided_by_those_known)(x, which) for which in range(3)] == [divided_by_those_known(x, which) for which in range(3)]
