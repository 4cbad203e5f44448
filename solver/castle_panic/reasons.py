"""Why a way to end a turn is good or risky: which structures it may still lose this turn, how likely, and to which token; and which it saves.

Exact in the base game (monster_draws.py). With the Wizard's Tower the rest of the turn is played many times instead (sampled_losses.py).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from castlewise.models.castle_panic.components import title
from castlewise.models.castle_panic.moves import END_PLAY, NO_TRADE
from castlewise.models.castle_panic.position import Position
from castlewise.models.castle_panic.stages import PLAY_PHASE, TRADE_PHASE
from castlewise.models.move_code import move, verb_of
from castlewise.solver.castle_panic.closed_hands import as_seen
from castlewise.solver.castle_panic.monster_draws import Loss, Losses, structure_losses
from castlewise.solver.castle_panic.sampled_losses import SampledLosses, sampled_losses

_NAMED = 4  # tokens named for a structure
_RARE = 0.001  # what is less likely is not told one by one
_SURELY = "in the Move phase"
_CERTAIN = 1 - 1e-9
_CHARGE = "the die of the Final Charge"
_LEAST_PREVENTED = 0.005  # by which a structure has to fall less often to be told


def when_the_plays_end(position: Position, moves: Sequence[int]) -> Position | None:
    """Where moves that end the Play phase have led to before the last of them; None for others."""
    if not moves or verb_of(moves[-1]) != END_PLAY:
        return None
    here = position
    for m in moves[:-1]:
        here = position.game.apply(here, m)
    return here if here.state.stage == PLAY_PHASE else None


@dataclass(frozen=True)
class Reasons:
    """What the coming Move phase and draws may take, and what they would take, or take more often, if nothing were traded and played instead."""

    may_happen: list[str]
    prevented: list[str]


def reasons(position: Position, moves: Sequence[int]) -> Reasons:
    """For moves that lead to the end of the Play phase; nothing for others."""
    position = as_seen(position)
    here, idle = when_the_plays_end(position, moves), _with_nothing_played(position)
    if here is None:
        return Reasons([], [])
    if position.rule_set.wizards_tower:
        sampled = sampled_losses(here)
        return Reasons(_sampled(sampled), _prevented_as_sampled(sampled, sampled_losses(idle)) if idle else [])
    losses = structure_losses(here)
    return Reasons(_may_happen(losses), _prevented(losses, structure_losses(idle)) if idle else [])


def _may_happen(losses: Losses) -> list[str]:
    together: dict[tuple[str, str], list[int]] = {}  # arcs whose structures fall alike
    for loss in losses.losses:
        together.setdefault((loss.structure, _how(loss)), []).append(loss.arc)
    said = [
        f"loses {the_structures(structure, arcs)} in the Move phase"
        if how == _SURELY
        else f"may lose {the_structures(structure, arcs)}, {_each(arcs)}{how}"
        for (structure, how), arcs in together.items()
    ]
    if not said:
        said.append(
            "no Tower and no Wall can fall this turn" if losses.left_out == 0 else "no Tower and no Wall falls to the ordinary draws"
        )
    if losses.left_out > 0:
        said.append(f"tokens that other tokens bring are left out: in {_chance(losses.left_out)} there are such")
    return said


def _how(loss: Loss) -> str:
    """What takes a structure, the likeliest first."""
    if _surely(loss):
        return _SURELY
    if loss.chance < _RARE:
        return f"less than {_chance(_RARE)}"
    told = [(name, chance) for name, chance in loss.to[:_NAMED] if chance >= _RARE or name == loss.to[0][0]]
    named = [(_CHARGE if name is None else title(name), chance) for name, chance in told]
    rest = loss.chance - sum(chance for _, chance in named)
    if len(named) == 1 and rest < _RARE:
        return f"{_chance(loss.chance)}: {named[0][0]}"
    more = f", {len(loss.to) - len(named)} more" if rest >= _RARE else ""
    return f"{_chance(loss.chance)}: " + ", ".join(f"{name} ({_chance(chance)})" for name, chance in named) + more


def _prevented(losses: Losses, without_plays: Losses) -> list[str]:
    still = {(loss.structure, loss.arc): loss.chance for loss in losses.losses}
    said = []
    for loss in without_plays.losses:
        chance = still.get((loss.structure, loss.arc), 0.0)
        if loss.chance - chance >= _LEAST_PREVENTED:
            without = _SURELY if _surely(loss) else f"{_chance(loss.chance)} without them"
            said.append(
                f"the loss of {the_structures(loss.structure, [loss.arc])}, {without}"
                + (f" (still {_chance(chance)})" if chance > 0 else "")
            )
    return said


def _with_nothing_played(position: Position) -> Position | None:
    """The Play phase, nothing having been traded; None where it is not this turn's trades or plays that are to be decided."""
    here = position
    while here.state.stage == TRADE_PHASE:
        here = position.game.apply(here, move(NO_TRADE, 0, 0, 0))
    return here if here.state.stage == PLAY_PHASE else None


def _surely(loss: Loss) -> bool:
    """Whether the Move phase takes it. What no token does and is not certain is done by the die of a Final Charge."""
    name, chance = loss.to[0]
    return name is None and chance > _CERTAIN


def the_structures(structure: str, arcs: Sequence[int]) -> str:
    """
    >>> the_structures("wall", [2]), the_structures("tower", [1, 3, 4])
    ('the Wall in arc 2', 'the Towers in arcs 1, 3 and 4')
    """
    if len(arcs) == 1:
        return f"the {structure.title()} in arc {arcs[0]}"
    return f"the {structure.title()}s in arcs {', '.join(map(str, arcs[:-1]))} and {arcs[-1]}"


def _each(arcs: Sequence[int]) -> str:
    return "each " if len(arcs) > 1 else ""


def _sampled(found: SampledLosses) -> list[str]:
    """The structures most at risk, with the 95 % interval of the sampling."""
    said = [
        f"may lose {the_structures(loss.structure, [loss.arc])}: {100 * loss.chance:.2g} % ({100 * loss.low:.2g} to {100 * loss.high:.2g})"
        if loss.chance < 1
        else f"loses {the_structures(loss.structure, [loss.arc])} in every way that was tried"
        for loss in found.losses
    ]
    said = said or ["no Tower and no Wall fell in any way that was tried"]
    return [
        *said,
        f"out of {found.samples:,} ways in which the turn may go on from here, the greedy player deciding where something is asked",
    ]


def _prevented_as_sampled(losses: SampledLosses, without_plays: SampledLosses) -> list[str]:
    """Only where the two intervals are apart."""
    still = {(loss.structure, loss.arc): loss for loss in losses.losses}
    said = []
    for loss in without_plays.losses:
        now = still.get((loss.structure, loss.arc))
        if now is None or now.high < loss.low:
            rest = "" if now is None else f" (still {_chance(now.chance)})"
            said.append(f"the loss of {the_structures(loss.structure, [loss.arc])}, {_chance(loss.chance)} without them{rest}")
    return said


def _chance(chance: float) -> str:
    """A chance as people say it.

    >>> _chance(1 / 19), _chance(1 / 5_418), _chance(0.4)
    ('1 in 19', '1 in 5,418', '40 %')
    """
    return f"1 in {1 / chance:,.0f}" if chance < 0.2 else f"{100 * chance:.0f} %"
