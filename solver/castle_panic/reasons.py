"""Why a way to end a turn is good or risky: which structures it may still lose this turn, how likely, and to which token.

Exact in the base game (monster_draws.py). With the Wizard's Tower the rest of the turn is played many times instead (sampled_losses.py).
"""

from __future__ import annotations

from collections.abc import Sequence

from castlewise.models.castle_panic.components import title
from castlewise.models.castle_panic.moves import END_PLAY
from castlewise.models.castle_panic.position import Position
from castlewise.models.castle_panic.stages import PLAY_PHASE
from castlewise.models.move_code import verb_of
from castlewise.solver.castle_panic.monster_draws import structure_losses
from castlewise.solver.castle_panic.sampled_losses import sampled_losses

_NAMED = 4  # tokens named for a structure


def reasons(position: Position, moves: Sequence[int]) -> list[str]:
    """What the coming Move phase and draws may take once these moves are made; nothing if they do not lead to the end of the Play phase."""
    if not moves or verb_of(moves[-1]) != END_PLAY:
        return []
    game, here = position.game, position
    for m in moves[:-1]:
        here = game.apply(here, m)
    if here.state.stage != PLAY_PHASE:
        return []
    if position.rule_set.wizards_tower:
        return _sampled(here)
    losses = structure_losses(here)
    said = []
    for loss in losses.losses:
        by = [f"{title(name)} {_chance(chance)}" for name, chance in loss.to[:_NAMED] if name is not None]
        if loss.to[0][0] is None:
            said.append(f"loses the {loss.structure.title()} in arc {loss.arc} in the Move phase")
        else:
            more = len(loss.to) - _NAMED
            said.append(
                f"may lose the {loss.structure.title()} in arc {loss.arc}, {_chance(loss.chance)}: "
                + ", ".join(by)
                + (f", {more} more" if more > 0 else "")
            )
    if not said:
        said.append(
            "no Tower and no Wall can fall this turn" if losses.left_out == 0 else "no Tower and no Wall falls to the ordinary draws"
        )
    if losses.left_out > 0:
        said.append(f"tokens that other tokens bring are left out: in {_chance(losses.left_out)} there are such")
    return said


def _sampled(position: Position) -> list[str]:
    """The structures most at risk, with the 95 % interval of the sampling."""
    found = sampled_losses(position)
    said = [
        f"may lose the {loss.structure.title()} in arc {loss.arc}: {100 * loss.chance:.2g} % ({100 * loss.low:.2g} to {100 * loss.high:.2g})"
        if loss.chance < 1
        else f"loses the {loss.structure.title()} in arc {loss.arc} in every way that was tried"
        for loss in found.losses
    ]
    said = said or ["no Tower and no Wall fell in any way that was tried"]
    return [
        *said,
        f"out of {found.samples:,} ways in which the turn may go on from here, the greedy player deciding where something is asked",
    ]


def _chance(chance: float) -> str:
    """A chance as people say it.

    >>> _chance(1 / 19), _chance(0.4)
    ('1 in 19', '40 %')
    """
    return f"1 in {1 / chance:.0f}" if chance < 0.2 else f"{100 * chance:.0f} %"
